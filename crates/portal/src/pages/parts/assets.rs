//! What pages look like and what makes them live: files inside the binary, named by their content
//! and kept for ever.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;

use crate::error::Wrong;
use crate::site::Site;

#[derive(RustEmbed)]
#[folder = "static"]
struct Static;

/// The address of the style sheet.
pub(crate) fn css() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| url("site.css"))
}

/// The address of the script.
pub(crate) fn js() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| url("site.js"))
}

/// The address of the script that steps through games.
pub(crate) fn viewer_js() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| url("viewer.js"))
}

/// The address of the picture beside a page's title.
pub(crate) fn icon() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| url("icon.svg"))
}

/// The name of the style sheet of pictures, which comes with them.
const PICTURE: &str = "picture.css";

/// The address of the style sheet of pictures.
pub(crate) fn picture_css() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| {
        let hash = blake3::hash(croupier_report::picture::STYLE.as_bytes()).to_hex();
        format!("/assets/{}/{PICTURE}", &hash[..16])
    })
}

/// The address of a file: its content is part of it, so it may be kept for ever.
pub(crate) fn url(name: &str) -> String {
    let hash = Static::get(name).map(|file| blake3::hash(&file.data).to_hex()[..16].to_owned());
    format!("/assets/{}/{name}", hash.unwrap_or_default())
}

pub(in crate::pages) fn router() -> Router<Arc<Site>> {
    Router::new().route("/assets/{hash}/{name}", get(asset))
}

async fn asset(Path((_, name)): Path<(String, String)>) -> Result<Response, Wrong> {
    let data = match name.as_str() {
        PICTURE => croupier_report::picture::STYLE.as_bytes().to_vec(),
        _ => Static::get(&name).ok_or_else(|| Wrong::NotFound(format!("file {name}")))?.data.into_owned(),
    };
    let kind = match name.rsplit_once('.').map(|(_, end)| end) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
    ];
    Ok((headers, data).into_response())
}
