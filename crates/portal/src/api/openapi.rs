//! What programs can ask for, told to people at `/api` and to machines as OpenAPI, from the list of calls.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use super::arguments::InQuery;
use super::call::{Call, Gives};
use super::calls;
use crate::accounts::visitor::Visitor;
use crate::pages::{Forms, Frame, Page, page};
use crate::site::Site;

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    frame: Frame,
    calls: Vec<Call>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/api", get(about)).route("/api/openapi.json", get(|| async { Json(document()) }))
}

async fn about(State(site): State<Arc<Site>>, visitor: Visitor) -> Page {
    let frame = Frame::new(&site, &visitor, "For programs");
    page(&site, &visitor, &ApiPage { frame, calls: calls().collect() }, Forms::None)
}

/// The OpenAPI document.
fn document() -> Value {
    let mut schemas = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let mut paths = serde_json::Map::new();
    for call in calls() {
        let described = described(&call, &mut schemas);
        let path = paths.entry(call.path).or_insert_with(|| json!({}));
        path[call.method] = described;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The same facts as the pages. Times are milliseconds since 1970, in UTC.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas.definitions(),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A personal token, made on the home page.",
                },
            },
        },
    })
}

fn described(call: &Call, schemas: &mut SchemaGenerator) -> Value {
    let in_path = parts(call.path).zip(&call.in_path).map(
        |(name, kind)| json!({ "name": name, "in": "path", "required": true, "schema": { "type": kind } }),
    );
    let in_query = call.in_query.iter().map(|asked| {
        let InQuery { name, kind, about, required } = asked;
        let schema = json!({ "type": kind });
        json!({ "name": name, "in": "query", "description": about, "required": required, "schema": schema })
    });
    let content = match call.gives {
        Gives::Json(schema) => json!({ "application/json": { "schema": schema(schemas) } }),
        Gives::File(media_type) => json!({ media_type: {} }),
    };
    let mut described = json!({
        "summary": call.about,
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": {
            "200": { "description": "As asked for.", "content": content },
            "default": {
                "description": "What was wrong, in one sentence.",
                "content": { "application/json": { "schema": {
                    "type": "object", "required": ["error"], "properties": { "error": { "type": "string" } },
                } } },
            },
        },
    });
    if call.needs_token {
        described["security"] = json!([{ "token": [] }]);
    }
    if call.sends_bot {
        described["requestBody"] = json!({ "content": { "multipart/form-data": { "schema": {
            "type": "object",
            "properties": {
                "file": { "type": "string", "contentMediaType": "application/octet-stream" },
                "url": { "type": "string" },
            },
        } } } });
    }
    described
}

/// The names of the variable parts of a path.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a call can be told, one line each.
    fn told(document: &Value, path: &str) -> Vec<String> {
        let parameters = document["paths"][path]["get"]["parameters"].as_array().unwrap();
        let line = |one: &Value| {
            let words = [&one["in"], &one["name"], &one["schema"]["type"], &one["description"]];
            words.into_iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
        };
        parameters.iter().map(line).collect()
    }

    #[test]
    fn every_variable_part_of_a_path_has_the_type_that_its_handler_takes() {
        for call in calls() {
            assert_eq!(parts(call.path).count(), call.in_path.len(), "{}", call.path);
            assert!(!call.in_path.iter().any(String::is_empty), "{}: {:?}", call.path, call.in_path);
        }
        let document = document();
        assert_eq!(told(&document, "/api/v1/contests/{contest}/ladder"), ["path contest string"]);
        let record = "/api/v1/uploads/{id}/stages/{place}/record";
        assert_eq!(told(&document, record), ["path id integer", "path place integer"]);
    }

    #[test]
    fn the_query_is_described_as_it_is_read() {
        let document = document();
        let games = [
            "query contest string only of the contest of this name",
            "query entry integer only with this entry at the table",
            "query faulty boolean only those in which something went wrong",
            "query before integer only those with a number below this: for going back, page by page",
        ];
        assert_eq!(told(&document, "/api/v1/games"), games);
        let days = ["query before string only days before this one: for going back, page by page"];
        assert_eq!(told(&document, "/api/v1/days"), days);
        let all = calls().flat_map(|call| call.in_query);
        assert!(all.map(|asked| asked.required).all(|required| !required), "each narrows a list");
    }

    #[test]
    fn every_reference_of_the_document_is_defined_and_every_call_described() {
        let document = document();
        let text = document.to_string();
        for name in text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap())
        {
            assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
        }
        let described = |call: &Call| document["paths"][call.path][call.method]["summary"] == call.about;
        assert!(calls().all(|call| described(&call)));
        assert_eq!(document["paths"]["/api/v1/games/{id}"]["get"]["parameters"][0]["name"], "id");
    }
}
