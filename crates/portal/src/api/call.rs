//! One thing that a program can ask for: where, how, what it gives, and what answers it. The router, the page
//! at `/api` and the OpenAPI document are made from the same calls, and what a call can be told from what its
//! handler takes, so they cannot disagree.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::arguments::{Arguments, InQuery};
use crate::site::Site;

/// What a call gives.
#[derive(Clone, Copy)]
pub(super) enum Gives {
    /// JSON of this schema.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// A file or a text of this media type.
    File(&'static str),
}

/// One thing a program can ask for.
pub(super) struct Call {
    /// As OpenAPI writes it, in small letters.
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) about: &'static str,
    /// Whether it needs a personal token.
    pub(super) needs_token: bool,
    /// The types of the variable parts of its path, as JSON schema calls them.
    pub(super) in_path: Vec<String>,
    pub(super) in_query: Vec<InQuery>,
    /// Whether a bot is sent along.
    pub(super) sends_bot: bool,
    pub(super) gives: Gives,
    /// What answers it.
    pub(super) route: MethodRouter<Arc<Site>>,
}

impl Call {
    /// Reads something as JSON; open to everyone.
    pub(super) fn get<T: JsonSchema, H: Handler<A, Arc<Site>>, A: Arguments + 'static>(
        path: &'static str,
        about: &'static str,
        handler: H,
    ) -> Self {
        Self::new::<A>("get", path, about, Gives::Json(schema::<T>), routing::get(handler))
    }

    /// Reads something of another media type; open to everyone.
    pub(super) fn file<H: Handler<A, Arc<Site>>, A: Arguments + 'static>(
        path: &'static str,
        about: &'static str,
        media_type: &'static str,
        handler: H,
    ) -> Self {
        Self::new::<A>("get", path, about, Gives::File(media_type), routing::get(handler))
    }

    /// Sends a bot, and is answered with JSON.
    pub(super) fn send_bot<T: JsonSchema, H: Handler<A, Arc<Site>>, A: Arguments + 'static>(
        path: &'static str,
        about: &'static str,
        handler: H,
    ) -> Self {
        let gives = Gives::Json(schema::<T>);
        Self { sends_bot: true, ..Self::new::<A>("post", path, about, gives, routing::post(handler)) }
    }

    /// The same call, which needs a personal token: its handler asks for a [`Caller`](super::caller::Caller).
    pub(super) fn with_token(self) -> Self {
        Self { needs_token: true, ..self }
    }

    fn new<A: Arguments>(
        method: &'static str,
        path: &'static str,
        about: &'static str,
        gives: Gives,
        route: MethodRouter<Arc<Site>>,
    ) -> Self {
        let (in_path, in_query) = (A::in_path(), A::in_query());
        Self { method, path, about, needs_token: false, in_path, in_query, sends_bot: false, gives, route }
    }
}

fn schema<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}
