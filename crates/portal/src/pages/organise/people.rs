//! People: who can sign in, what they may do, a link for a new password, and whom sign-up lets in.

use std::sync::{Arc, PoisonError};

use askama::Template;
use axum::Router;
use axum::extract::{Form, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::accounts::sign::make_link;
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::pages::{Forms, Frame, Page, page};
use crate::site::{SignUp, Site};
use crate::store::accounts::{self, Link, Role};
use crate::store::overview::{self, Person};
use crate::store::settings;

/// So many people are shown at once.
const MOST: i64 = 200;

#[derive(Template)]
#[template(path = "organise/people.html")]
struct People {
    frame: Frame,
    find: String,
    people: Vec<Person>,
    admitted: Vec<String>,
    sign_up: &'static str,
    ways: [&'static str; 3],
    /// A link that was made just now, with whom it is for; it is shown once.
    link: Option<(String, String)>,
}

#[derive(Debug, Default, Deserialize)]
struct Asked {
    #[serde(default)]
    find: String,
}

#[derive(Debug, Deserialize)]
struct PersonForm {
    token: String,
    account: i64,
    #[serde(default)]
    role: String,
}

#[derive(Debug, Deserialize)]
struct WordForm {
    token: String,
    word: String,
}

#[derive(Debug, Deserialize)]
struct AdmitForm {
    token: String,
    words: String,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/organise/people", get(people))
        .route("/organise/people/link", post(link))
        .route("/organise/people/role", post(role))
        .route("/organise/people/admit", post(admit))
        .route("/organise/people/dismiss", post(dismiss))
        .route("/organise/people/sign-up", post(choose))
}

async fn people(State(site): State<Arc<Site>>, visitor: Visitor, Query(asked): Query<Asked>) -> Page {
    show(&site, &visitor, asked.find, None).await
}

async fn show(site: &Site, visitor: &Visitor, find: String, link: Option<(String, String)>) -> Page {
    visitor.organiser()?;
    let template = People {
        frame: Frame::new(site, visitor, "People"),
        people: overview::people(&site.store, &find, MOST).await?,
        admitted: overview::admitted(&site.store).await?,
        sign_up: site.sign_up().word(),
        ways: SignUp::ALL.map(SignUp::word),
        find,
        link,
    };
    page(site, visitor, &template, Forms::None)
}

/// Makes a one-time link with which somebody sets a new password.
async fn link(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<PersonForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let account = accounts::get(&site.store, form.account).await?;
    let account = account.ok_or_else(|| Wrong::NotFound(format!("account {}", form.account)))?;
    let word = make_link(&site, Link::Password(account.id)).await?;
    let name = account.name.clone();
    show(&site, &visitor, account.name, Some((name, format!("/link/{word}")))).await
}

async fn role(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<PersonForm>) -> Page {
    let own = visitor.organiser()?.id;
    visitor.check_form(&site, &form.token)?;
    let role = [Role::Player, Role::Organiser].into_iter().find(|role| role.word() == form.role);
    let role = role.ok_or_else(|| Wrong::Bad(format!("there is no role {}", form.role)))?;
    if form.account == own {
        return Err(Wrong::Bad("nobody takes their own role away; ask another organiser".to_owned()));
    }
    let mut write = site.store.write().await?;
    overview::set_role(&mut write, form.account, role).await?;
    write.commit().await?;
    Ok(Redirect::to("/organise/people").into_response())
}

/// Who may sign up from now on.
async fn choose(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<WordForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let way: SignUp = form.word.parse().map_err(Wrong::Bad)?;
    let mut write = site.store.write().await?;
    settings::set(&mut write, settings::SIGN_UP, way.word()).await?;
    write.commit().await?;
    *site.sign_up.write().unwrap_or_else(PoisonError::into_inner) = way;
    Ok(Redirect::to("/organise/people").into_response())
}

/// A code or an address is let in no more.
async fn dismiss(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<WordForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let mut write = site.store.write().await?;
    accounts::dismiss(&mut write, &form.word).await?;
    write.commit().await?;
    Ok(Redirect::to("/organise/people").into_response())
}

/// Lets codes or addresses sign up, one on a line.
async fn admit(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<AdmitForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let mut write = site.store.write().await?;
    for word in form.words.split(['\n', ',', ';']).map(str::trim).filter(|word| !word.is_empty()) {
        accounts::admit(&mut write, word).await?;
    }
    write.commit().await?;
    Ok(Redirect::to("/organise/people").into_response())
}
