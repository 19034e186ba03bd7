//! Errors for programs: the same as for people, as JSON.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::error::Wrong;

/// What a program is told.
#[derive(Debug)]
pub(super) struct Refused(pub(super) Wrong);

impl<E: Into<Wrong>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        self.0.note();
        let error = match &self.0 {
            Wrong::SignIn => "send a personal token: Authorization: Bearer <token>".to_owned(),
            other => other.to_string(),
        };
        (self.0.status(), Json(json!({ "error": error }))).into_response()
    }
}
