//! What can go wrong for somebody who asks for a page, and the one page that says it.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};

use crate::store::{StoreError, is_no_room};
use crate::uploads::receive::NotReceived;

/// Why somebody does not get what they asked for.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// There is no such thing.
    #[error("there is no {0}")]
    NotFound(String),
    /// One has to sign in for it.
    #[error("sign in first")]
    SignIn,
    /// It is somebody else's.
    #[error("{0}")]
    Forbidden(String),
    /// What was sent makes no sense; one sentence says what would.
    #[error("{0}")]
    Bad(String),
    /// Too often.
    #[error("too many tries; wait a minute")]
    TooMany,
    /// One address asks for more pages a second than it may.
    #[error("too many requests come from your address; wait a second")]
    TooOften,
    /// A request that did not end.
    #[error("the request did not come in time; send it again")]
    TooSlow,
    /// Everything there is of it is in use.
    #[error("{0}")]
    Busy(String),
    /// Nothing can be kept: the disk is full, or can only be read. It is logged.
    #[error("{NO_ROOM}")]
    NoRoom(String),
    /// It is too large.
    #[error("{0}")]
    TooLarge(String),
    /// Something here failed. It is logged; who asked is told no more than that.
    #[error("something on this site failed; it is noted")]
    Trouble(String),
}

impl Wrong {
    /// The status that says it.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::SignIn => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::TooMany | Self::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::NoRoom(_) => StatusCode::INSUFFICIENT_STORAGE,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Trouble(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Notes what failed here, where something did.
    pub(crate) fn note(&self) {
        if let Self::Trouble(what) | Self::NoRoom(what) = self {
            tracing::error!(%what, "a request failed");
        }
    }
}

/// Said where another program holds the database for longer than anybody waits.
const LOCKED: &str =
    "the database of this site is in use by another program; nothing was changed, so try again in a minute";

/// Said where nothing can be written.
const NO_ROOM: &str = "this site can keep nothing now, since its disk is full or cannot be written to; \
                       nothing was changed, so try again later";

impl From<StoreError> for Wrong {
    fn from(error: StoreError) -> Self {
        if error.is_locked() {
            tracing::warn!(%error, "another program holds the database");
            return Self::Busy(LOCKED.to_owned());
        }
        if error.has_no_room() {
            return Self::NoRoom(error.to_string());
        }
        Self::Trouble(error.to_string())
    }
}

impl From<askama::Error> for Wrong {
    fn from(error: askama::Error) -> Self {
        Self::Trouble(error.to_string())
    }
}

impl From<NotReceived> for Wrong {
    fn from(error: NotReceived) -> Self {
        match error {
            NotReceived::NotTaken(why) => Self::Bad(why.0),
            NotReceived::Store(error) => error.into(),
            NotReceived::NotKept(ref why) if is_no_room(why) => Self::NoRoom(error.to_string()),
            other => Self::Trouble(other.to_string()),
        }
    }
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    css: &'static str,
    icon: &'static str,
    heading: &'static str,
    what: String,
    sign_in: bool,
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        self.note();
        let page = ErrorPage {
            css: crate::pages::assets::css(),
            icon: crate::pages::assets::icon(),
            heading: self.status().canonical_reason().unwrap_or("Sorry"),
            what: self.to_string(),
            sign_in: matches!(self, Self::SignIn),
        };
        match page.render() {
            Ok(text) => (self.status(), Html(text)).into_response(),
            Err(_) => (self.status(), self.to_string()).into_response(),
        }
    }
}
