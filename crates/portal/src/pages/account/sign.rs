//! Signing up, in and out, and one-time links.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::accounts::secrets;
use crate::accounts::sign::{self, NewAccount, Signed};
use crate::accounts::visitor::{GUEST, SESSION, Visitor, set_cookie, signed_in_cookies};
use crate::error::Wrong;
use crate::limits::rate_limit::SIGN_UPS;
use crate::limits::slots::network_of;
use crate::pages::{Forms, Frame, Page, page};
use crate::site::{SignUp, Site};
use crate::store::accounts::{self, Link};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    frame: Frame,
    wrong: Option<String>,
    name: String,
}

#[derive(Template)]
#[template(path = "sign_up.html")]
struct SignUpPage {
    frame: Frame,
    wrong: Option<String>,
    form: UpForm,
    by_code: bool,
    by_list: bool,
}

#[derive(Template)]
#[template(path = "link.html")]
struct LinkPage {
    frame: Frame,
    wrong: Option<String>,
    word: String,
    organiser: bool,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct InForm {
    token: String,
    name: String,
    password: String,
}

#[derive(Debug, Default, Deserialize)]
pub(in crate::pages) struct UpForm {
    token: String,
    pub(in crate::pages) name: String,
    #[serde(default)]
    pub(in crate::pages) address: String,
    password: String,
    #[serde(default)]
    code: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct LinkForm {
    token: String,
    #[serde(default)]
    name: String,
    password: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct OutForm {
    token: String,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/sign-in", get(in_page).post(sign_in))
        .route("/sign-up", get(up_page).post(sign_up))
        .route("/sign-out", post(sign_out))
        .route("/link/{word}", get(link_page).post(use_link))
}

async fn in_page(State(site): State<Arc<Site>>, visitor: Visitor) -> Page {
    show_in(&site, &visitor, None, String::new())
}

fn show_in(site: &Site, visitor: &Visitor, wrong: Option<String>, name: String) -> Page {
    let frame = Frame::new(site, visitor, "Sign in");
    page(site, visitor, &SignInPage { frame, wrong, name }, Forms::Some)
}

async fn sign_in(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<InForm>) -> Page {
    visitor.check_form(&site, &form.token)?;
    match sign::r#in(&site, &form.name, form.password, &visitor.origin()).await {
        Ok(signed) => Ok(signed_in(&site, &signed, "/home")),
        Err(Wrong::Bad(wrong)) => show_in(&site, &visitor, Some(wrong), form.name),
        Err(other) => Err(other),
    }
}

async fn up_page(State(site): State<Arc<Site>>, visitor: Visitor) -> Page {
    show_up(&site, &visitor, None, UpForm::default())
}

fn show_up(site: &Site, visitor: &Visitor, wrong: Option<String>, form: UpForm) -> Page {
    let frame = Frame::new(site, visitor, "Sign up");
    let way = site.sign_up();
    let template =
        SignUpPage { frame, wrong, form, by_code: way == SignUp::Code, by_list: way == SignUp::List };
    page(site, visitor, &template, Forms::Some)
}

async fn sign_up(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<UpForm>) -> Page {
    visitor.check_form(&site, &form.token)?;
    if !site.rate_limits.take(&format!("sign-up {}", network_of(visitor.address)), SIGN_UPS) {
        return Err(Wrong::TooMany);
    }
    let new = NewAccount {
        name: form.name.clone(),
        address: form.address.clone(),
        password: form.password.clone(),
        code: form.code.clone(),
    };
    match sign::up(&site, new, &visitor.origin()).await {
        Ok(signed) => Ok(signed_in(&site, &signed, "/home")),
        Err(Wrong::Bad(wrong)) => show_up(&site, &visitor, Some(wrong), form),
        Err(other) => Err(other),
    }
}

async fn sign_out(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<OutForm>) -> Page {
    visitor.check_form(&site, &form.token)?;
    sign::out(&site, &visitor.cookie).await?;
    let mut response = Redirect::to("/").into_response();
    if let Some(cookie) = set_cookie(&site, SESSION, "", 0) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn link_page(State(site): State<Arc<Site>>, visitor: Visitor, Path(word): Path<String>) -> Page {
    show_link(&site, &visitor, word, None).await
}

async fn show_link(site: &Site, visitor: &Visitor, word: String, wrong: Option<String>) -> Page {
    let link = accounts::link(&site.store, &secrets::hash(&word)).await?;
    let link = link.ok_or_else(|| Wrong::NotFound("such link; it was used or is too old".to_owned()))?;
    let frame = Frame::new(site, visitor, "Welcome");
    page(site, visitor, &LinkPage { frame, wrong, word, organiser: link == Link::Organiser }, Forms::Some)
}

async fn use_link(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(word): Path<String>,
    Form(form): Form<LinkForm>,
) -> Page {
    visitor.check_form(&site, &form.token)?;
    match sign::use_link(&site, &word, &form.name, form.password, &visitor.origin()).await {
        Ok(signed) => Ok(signed_in(&site, &signed, "/home")),
        Err(Wrong::Bad(wrong)) => show_link(&site, &visitor, word, Some(wrong)).await,
        Err(other) => Err(other),
    }
}

/// Sets the cookies of session and browser, takes the guest's away and goes on.
fn signed_in(site: &Site, signed: &Signed, to: &str) -> Response {
    let mut response = Redirect::to(to).into_response();
    for cookie in signed_in_cookies(site, signed).chain(set_cookie(site, GUEST, "", 0)) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
