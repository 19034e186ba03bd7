//! People: who can sign in, what they may do, a link for a new password, and whom sign-up lets in.

use std::sync::{Arc, PoisonError};

use askama::Template;
use axum::Router;
use axum::extract::{Form, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use croupier_record::Day;
use serde::Deserialize;

use crate::accounts::secrets;
use crate::accounts::sign::{INVITATION_MS, checked_address, make_link};
use crate::accounts::visitor::Visitor;
use crate::broadcast::SiteEvent;
use crate::error::Wrong;
use crate::pages::{Forms, Frame, Page, page, words};
use crate::site::{SignUp, Site};
use crate::store::accounts::{self, Link, Role};
use crate::store::admissions::{self, Admission, Admitted};
use crate::store::overview::{self, Person};
use crate::store::{now, settings};

/// So many people are shown at once.
const MOST: i64 = 200;
/// So many of those who may sign up.
const MOST_ADMITTED: i64 = 1_000;
/// So many invitations are made at once, for so many days at most, of so many letters.
const MOST_CODES: usize = 500;
const LONGEST_DAYS: i64 = 365;
const CODE_LETTERS: usize = 16;

#[derive(Template)]
#[template(path = "organise/people.html")]
struct PeoplePage {
    frame: Frame,
    find: String,
    people: Vec<Person>,
    admitted: Vec<AdmittedLine>,
    sign_up: &'static str,
    ways: [&'static str; 3],
    /// A link that was made just now, with whom it is for; it is shown once.
    link: Option<(String, String)>,
}

struct AdmittedLine {
    word: String,
    address: Option<String>,
    /// Whether it was used, until when it can be, in words.
    state: String,
    was_used: bool,
}

#[derive(Debug, Default, Deserialize)]
pub(in crate::pages) struct PeopleQuery {
    #[serde(default)]
    find: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct PersonForm {
    token: String,
    account: i64,
    #[serde(default)]
    role: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct WordForm {
    token: String,
    word: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct AdmitForm {
    token: String,
    words: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct CodesForm {
    token: String,
    count: usize,
    days: i64,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct AddressForm {
    token: String,
    account: i64,
    address: String,
}

impl AdmitForm {
    /// What each line lets in.
    pub(in crate::pages) fn lines(&self) -> Result<Vec<Admission>, Wrong> {
        let lines = self.words.split(['\n', ',', ';']).map(str::trim).filter(|line| !line.is_empty());
        let read = |line: &str| {
            let why = || {
                Wrong::Bad(format!("{line} is neither a code, nor an address, nor a code with an address"))
            };
            Admission::read(line).ok_or_else(why)
        };
        lines.map(read).collect()
    }
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/organise/people", get(people))
        .route("/organise/people/link", post(link))
        .route("/organise/people/role", post(role))
        .route("/organise/people/admit", post(admit))
        .route("/organise/people/codes", post(codes))
        .route("/organise/people/address", post(bind))
        .route("/organise/people/dismiss", post(dismiss))
        .route("/organise/people/sign-up", post(choose))
}

async fn people(State(site): State<Arc<Site>>, visitor: Visitor, Query(asked): Query<PeopleQuery>) -> Page {
    show(&site, &visitor, asked.find, None).await
}

async fn show(site: &Site, visitor: &Visitor, find: String, link: Option<(String, String)>) -> Page {
    visitor.organiser()?;
    let template = PeoplePage {
        frame: Frame::new(site, visitor, "People"),
        people: overview::people(&site.store, &find, MOST).await?,
        admitted: admissions::all(&site.store, MOST_ADMITTED).await?.into_iter().map(admitted).collect(),
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
    let way = form.word.parse::<SignUp>().map_err(|error| Wrong::Bad(error.to_string()))?;
    let mut write = site.store.write().await?;
    settings::set(&mut write, settings::SIGN_UP, way.word()).await?;
    site.events.commit(write, SiteEvent::Rules).await?;
    *site.sign_up.write().unwrap_or_else(PoisonError::into_inner) = way;
    Ok(Redirect::to("/organise/people").into_response())
}

/// A code or an address is let in no more.
async fn dismiss(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<WordForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let mut write = site.store.write().await?;
    admissions::dismiss(&mut write, &form.word).await?;
    write.commit().await?;
    Ok(Redirect::to("/organise/people").into_response())
}

/// Lets codes or addresses sign up, one on a line.
async fn admit(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<AdmitForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let lines = form.lines()?;
    let mut write = site.store.write().await?;
    for admission in &lines {
        admissions::admit(&mut write, admission, now() + INVITATION_MS).await?;
    }
    write.commit().await?;
    Ok(Redirect::to("/organise/people").into_response())
}

/// Makes invitations that nobody can guess.
async fn codes(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<CodesForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    if !(1..=MOST_CODES).contains(&form.count) || !(1..=LONGEST_DAYS).contains(&form.days) {
        let why = format!("1 to {MOST_CODES} codes are made at once, for 1 to {LONGEST_DAYS} days");
        return Err(Wrong::Bad(why));
    }
    let mut write = site.store.write().await?;
    for _ in 0..form.count {
        let code = secrets::word().chars().take(CODE_LETTERS).collect();
        let code = Admission::Code { code, address: None };
        admissions::admit(&mut write, &code, now() + form.days * Day::MS).await?;
    }
    write.commit().await?;
    Ok(Redirect::to("/organise/people").into_response())
}

/// Binds an address to an account, or takes it away.
async fn bind(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<AddressForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let address = checked_address(&form.address)?;
    let mut write = site.store.write().await?;
    if !accounts::set_address(&mut write, form.account, address.as_deref()).await? {
        return Err(Wrong::Bad("there is no such account, or another one has this address".to_owned()));
    }
    write.commit().await?;
    Ok(Redirect::to("/organise/people").into_response())
}

fn admitted(line: Admitted) -> AdmittedLine {
    let state = match (line.used, line.by, line.expires) {
        (Some(used), Some(by), _) => format!("used by {by} {}", words::ago(used, now())),
        (Some(used), None, _) => format!("used {}", words::ago(used, now())),
        (None, _, Some(expires)) if expires < now() => "too old".to_owned(),
        (None, _, Some(expires)) => format!("{} left", words::days_until(expires, now())),
        (None, _, None) => "not used yet".to_owned(),
    };
    AdmittedLine { word: line.word, address: line.address, state, was_used: line.used.is_some() }
}
