//! What a call can be told in its path and its query, read off the types that its handler takes: what is
//! described is what is read.

use axum::extract::{Multipart, Path, Query, State};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::caller::Caller;
use crate::accounts::reader::Reader;
use crate::accounts::visitor::Asker;

/// What can be said in the query of a call.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InQuery {
    pub(super) name: String,
    /// Its type, as JSON schema calls it.
    pub(super) kind: String,
    pub(super) about: String,
    pub(super) required: bool,
}

/// One argument of a handler.
pub(super) trait Argument {
    /// The types of the variable parts of the path in their order, as JSON schema calls them.
    fn in_path() -> Vec<String> {
        Vec::new()
    }

    /// What the query may hold.
    fn in_query() -> Vec<InQuery> {
        Vec::new()
    }
}

impl<T> Argument for State<T> {}
impl Argument for Reader {}
impl Argument for Caller {}
impl Argument for Asker {}
impl Argument for Multipart {}

impl<T: JsonSchema> Argument for Path<T> {
    fn in_path() -> Vec<String> {
        let schema = schema::<T>();
        match schema.get("prefixItems").and_then(Value::as_array) {
            Some(parts) => parts.iter().map(kind).collect(),
            None => vec![kind(schema.as_value())],
        }
    }
}

impl<T: JsonSchema> Argument for Query<T> {
    fn in_query() -> Vec<InQuery> {
        let schema = schema::<T>();
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|other| other == name));
        let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let in_query = |(name, field): (&String, &Value)| InQuery {
            name: name.clone(),
            kind: kind(field),
            about: field["description"].as_str().unwrap_or_default().to_owned(),
            required: is_required(name),
        };
        fields.map(in_query).collect()
    }
}

/// All arguments of a handler. Axum tells them as a tuple, behind a mark of its own.
pub(super) trait Arguments {
    fn in_path() -> Vec<String>;
    fn in_query() -> Vec<InQuery>;
}

macro_rules! arguments {
    ($($argument:ident)*) => {
        impl<Mark, $($argument: Argument),*> Arguments for (Mark, $($argument),*) {
            fn in_path() -> Vec<String> {
                [$($argument::in_path()),*].into_iter().flatten().collect()
            }

            fn in_query() -> Vec<InQuery> {
                [$($argument::in_query()),*].into_iter().flatten().collect()
            }
        }
    };
}

arguments!(A);
arguments!(A B);
arguments!(A B C);
arguments!(A B C D);

fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>()
}

/// The type of a value that is there: what may be left out is `null` as well for a schema.
fn kind(schema: &Value) -> String {
    let kinds = schema["type"].as_array().map_or(std::slice::from_ref(&schema["type"]), Vec::as_slice);
    let kind = kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null");
    kind.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its types are read")]
    struct Asked {
        #[schemars(description = "how many")]
        most: u8,
        #[serde(default)]
        old: bool,
        name: Option<String>,
    }

    #[test]
    fn arguments_tell_what_is_in_path_and_query() {
        type Told = ((), State<()>, Path<(i64, String)>, Query<Asked>);
        assert_eq!(Told::in_path(), ["integer", "string"]);
        assert_eq!(<((), Path<String>)>::in_path(), ["string"]);
        let shown =
            |asked: &InQuery| format!("{} {} {} {}", asked.name, asked.kind, asked.about, asked.required);
        let told: Vec<String> = Told::in_query().iter().map(shown).collect();
        assert_eq!(told, ["most integer how many true", "old boolean  false", "name string  false"]);
    }
}
