//! What stands around every page: navigation, who is signed in, the warning of a site that is on trial.

use askama::Template;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};

use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::pages::assets;
use crate::site::Site;
use crate::store::accounts::Role;

/// What the layout needs.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    /// The page's title.
    pub title: String,
    /// The name of whoever is signed in.
    pub who: Option<String>,
    /// Whether they organise.
    pub organises: bool,
    /// The token of this visitor's forms.
    pub token: String,
    /// What every page says where bots are not fully locked up.
    pub warning: Option<String>,
    /// The address of the style sheet.
    pub css: &'static str,
    /// The address of the script.
    pub js: &'static str,
    /// The address of the picture beside the title.
    pub icon: &'static str,
}

impl Frame {
    /// Around a page with this title.
    #[must_use]
    pub(crate) fn new(site: &Site, visitor: &Visitor, title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            who: visitor.account.as_ref().map(|account| account.name.clone()),
            organises: visitor.account.as_ref().is_some_and(|account| account.role == Role::Organiser),
            token: visitor.form_token(site),
            warning: site.warning.clone(),
            css: assets::css(),
            js: assets::js(),
            icon: assets::icon(),
        }
    }
}

/// A page, with the cookie that its forms need where the visitor has none. Only pages with forms set one.
pub(crate) fn page(
    site: &Site,
    visitor: &Visitor,
    template: &impl Template,
    forms: Forms,
) -> Result<Response, Wrong> {
    let mut response = Html(template.render()?).into_response();
    if forms == Forms::Some
        && let Some(cookie) = visitor.guest_cookie(site)
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Whether a page has forms for visitors who are not signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forms {
    /// It has.
    Some,
    /// It is for reading.
    None,
}
