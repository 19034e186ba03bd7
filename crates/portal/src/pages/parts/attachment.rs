//! A file to take away: its name, its kind and its bytes.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::error::Wrong;

/// Records.
pub(crate) const RECORD: &str = "application/octet-stream";
/// Archives.
pub(crate) const ZIP: &str = "application/zip";

/// An answer that a browser saves under this name.
pub(crate) fn attachment(name: &str, kind: &'static str, body: impl Into<Body>) -> Result<Response, Wrong> {
    let attachment = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, attachment.map_err(|error| Wrong::Trouble(error.to_string()))?),
    ];
    Ok((headers, body.into()).into_response())
}
