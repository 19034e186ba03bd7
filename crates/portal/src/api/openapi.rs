//! What programs can ask for: one list, from which the page at `/api` and the OpenAPI document are made.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use super::contests::{ContestJson, RowJson};
use super::days::DayJson;
use super::finals::FinalJson;
use super::games::GameJson;
use super::uploads::UploadJson;
use crate::accounts::visitor::Visitor;
use crate::pages::taken::{RECORD, ZIP};
use crate::pages::{Forms, Frame, Page, page};
use crate::site::Site;

/// One thing a program can ask for.
struct Call {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    /// Whether it needs a personal token.
    signed_in: bool,
    /// What can be said in the query: name, kind, meaning.
    query: &'static [(&'static str, &'static str, &'static str)],
    /// Whether a file is sent along.
    sends: bool,
    /// The kind of file it gives, where it gives no JSON.
    gives: Option<&'static str>,
    answer: fn(&mut SchemaGenerator) -> Schema,
}

/// A call for reading, open to everyone.
const fn open(path: &'static str, about: &'static str, answer: fn(&mut SchemaGenerator) -> Schema) -> Call {
    Call { method: "get", path, about, signed_in: false, query: &[], sends: false, gives: None, answer }
}

/// A call that gives a file, open to everyone.
const fn file(path: &'static str, about: &'static str, kind: &'static str) -> Call {
    Call { gives: Some(kind), ..open(path, about, answer::<()>) }
}

/// The one list of all calls.
const CALLS: &[Call] = &[
    open("/api/v1/contests", "All contests, with their times and how many play.", answer::<Vec<ContestJson>>),
    open(
        "/api/v1/contests/{contest}/ladder",
        "The ladder of a contest, the best first.",
        answer::<Vec<RowJson>>,
    ),
    open(
        "/api/v1/contests/{contest}/finals",
        "The finals of a contest, the newest first: plan, progress, standings.",
        answer::<Vec<FinalJson>>,
    ),
    Call {
        query: &[("before", "string", "only days before this one: for going back, page by page")],
        ..open(
            "/api/v1/days",
            "The newest fifty days of the ladders: the hash of each day's secret, and those that are opened.",
            answer::<Vec<DayJson>>,
        )
    },
    Call {
        query: &[
            ("contest", "string", "only of the contest of this name"),
            ("entry", "integer", "only with this entry at the table"),
            ("faulty", "boolean", "only those in which something went wrong"),
            ("before", "integer", "only those with a number below this: for going back, page by page"),
        ],
        ..open("/api/v1/games", "The newest fifty games.", answer::<Vec<GameJson>>)
    },
    open("/api/v1/games/{id}", "One game: who sat where, and what came of it.", answer::<GameJson>),
    file("/api/v1/players/{id}/games.zip", "The records of all games of a player on a ladder.", ZIP),
    Call {
        signed_in: true,
        ..file(
            "/api/v1/contests/{contest}/games.zip",
            "The records of all games of a contest, for organisers.",
            ZIP,
        )
    },
    Call {
        method: "post",
        signed_in: true,
        sends: true,
        ..open(
            "/api/v1/contests/{contest}/uploads",
            "Sends a bot: a part called `file`, or one called `url` for a bot behind a url.",
            answer::<UploadJson>,
        )
    },
    Call {
        signed_in: true,
        ..open("/api/v1/uploads", "Your uploads, the newest first.", answer::<Vec<UploadJson>>)
    },
    Call {
        signed_in: true,
        ..open("/api/v1/uploads/{id}", "One upload of yours, and where it stands.", answer::<UploadJson>)
    },
    Call {
        signed_in: true,
        ..file(
            "/api/v1/uploads/{id}/stages/{place}/record",
            "The record of a stage that one upload of yours failed, the first stage being 0.",
            RECORD,
        )
    },
];

fn answer<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    frame: Frame,
    calls: &'static [Call],
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/api", get(about)).route("/api/openapi.json", get(|| async { Json(document()) }))
}

async fn about(State(site): State<Arc<Site>>, visitor: Visitor) -> Page {
    let frame = Frame::new(&site, &visitor, "For programs");
    page(&site, &visitor, &ApiPage { frame, calls: CALLS }, Forms::None)
}

/// The OpenAPI document.
fn document() -> Value {
    let mut schemas = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let mut paths = serde_json::Map::new();
    for call in CALLS {
        let described = described(call, &mut schemas);
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
                "token": { "type": "http", "scheme": "bearer", "description": "A personal token, made on the home page." },
            },
        },
    })
}

fn described(call: &Call, schemas: &mut SchemaGenerator) -> Value {
    let in_path = call.path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).map(|name| {
        let kind = if ["id", "place"].contains(&name) { "integer" } else { "string" };
        json!({ "name": name, "in": "path", "required": true, "schema": { "type": kind } })
    });
    let in_query = call.query.iter().map(|(name, kind, about)| {
        json!({ "name": name, "in": "query", "description": about, "schema": { "type": kind } })
    });
    let mut described = json!({
        "summary": call.about,
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": {
            "200": {
                "description": "As asked for.",
                "content": { "application/json": { "schema": (call.answer)(schemas) } },
            },
            "default": {
                "description": "What was wrong, in one sentence.",
                "content": { "application/json": { "schema": {
                    "type": "object", "required": ["error"], "properties": { "error": { "type": "string" } },
                } } },
            },
        },
    });
    if let Some(kind) = call.gives {
        described["responses"]["200"]["content"] = json!({ kind: {} });
    }
    if call.signed_in {
        described["security"] = json!([{ "token": [] }]);
    }
    if call.sends {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_of_the_document_is_defined_and_every_call_described() {
        let document = document();
        let text = document.to_string();
        for name in text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap())
        {
            assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
        }
        let described = |call: &Call| document["paths"][call.path][call.method]["summary"] == call.about;
        assert!(CALLS.iter().all(described));
        assert_eq!(document["paths"]["/api/v1/games/{id}"]["get"]["parameters"][0]["name"], "id");
    }
}
