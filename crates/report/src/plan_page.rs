//! The page that documents every key of a plan, made from the types that read it.

use std::fmt::Write;

use croupier_games::{Game, Visitor, list, with_game};
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

/// The options of one game, as a schema.
struct OptionsOf;

impl Visitor for OptionsOf {
    type Output = Value;
    fn visit<G: Game>(self) -> Value {
        schema_of::<G::Options>()
    }
}

fn schema_of<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}

/// The page, as Markdown. `P` is the plan's own type.
#[must_use]
pub fn plan_page<P: JsonSchema>() -> String {
    let plan = schema_of::<P>();
    let mut out = String::from(
        "# Every key of a plan\n\nA plan is a TOML file that `croupier run` plays. Paths are relative to the \
         plan. This page is made\nfrom the types that read plans; a key that is not here is refused.\n\n",
    );
    out += &keys(&plan, &plan);
    for (name, definition) in plan["$defs"].as_object().into_iter().flatten() {
        if definition["properties"].is_object() {
            // Writing to a string cannot fail.
            let _ = write!(out, "\n## `[{}]`\n\n{}", name.to_lowercase(), keys(definition, &plan));
        }
    }
    for about in list::ALL {
        let _ = write!(out, "\n## `[options]` of {}\n\n", about.title);
        let options = with_game(about.name, OptionsOf).unwrap_or_default();
        let keys = keys(&options, &options);
        out += if keys.is_empty() { "Nothing to set.\n" } else { &keys };
    }
    out
}

/// A table of the keys of an object.
fn keys(object: &Value, root: &Value) -> String {
    let Some(properties) = object["properties"].as_object().filter(|keys| !keys.is_empty()) else {
        return String::new();
    };
    let mut out = String::from("| key | takes | default | meaning |\n| --- | --- | --- | --- |\n");
    for (key, property) in properties {
        let required = object["required"].as_array().is_some_and(|keys| keys.iter().any(|k| k == key));
        let default = match &property["default"] {
            Value::Null if required => "must be given".to_owned(),
            Value::Null => "see meaning".to_owned(),
            default => format!("`{default}`"),
        };
        let meaning = described(property, root).replace('\n', " ");
        let _ = writeln!(out, "| `{key}` | {} | {default} | {meaning} |", takes(property, root));
    }
    out
}

fn described(property: &Value, root: &Value) -> String {
    let own = property["description"].as_str();
    own.or_else(|| resolve(property, root)["description"].as_str()).unwrap_or_default().to_owned()
}

/// What a key takes, in words.
fn takes(property: &Value, root: &Value) -> String {
    let property = resolve(property, root);
    if let Some(options) = property["enum"].as_array() {
        let options: Vec<String> = options.iter().map(|option| format!("`{option}`")).collect();
        return options.join(" or ");
    }
    if let Some(options) = property["oneOf"].as_array() {
        let options: Vec<String> = options.iter().map(|option| format!("`{}`", option["const"])).collect();
        return options.join(" or ");
    }
    let kind = match &property["type"] {
        Value::Array(kinds) => kinds.first().and_then(Value::as_str).unwrap_or("any"),
        kind => kind.as_str().unwrap_or("any"),
    };
    match kind {
        "string" => "text".to_owned(),
        "integer" | "number" => "a number".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "array" => format!("a list: {}", takes(&property["items"], root)),
        "object" => "a table".to_owned(),
        other => other.to_owned(),
    }
}

/// Follows a reference to a definition.
fn resolve<'a>(property: &'a Value, root: &'a Value) -> &'a Value {
    let reference = property["$ref"].as_str().or_else(|| property["anyOf"][0]["$ref"].as_str());
    reference.and_then(|path| root.pointer(path.trim_start_matches('#'))).unwrap_or(property)
}
