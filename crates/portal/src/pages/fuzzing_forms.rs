//! What fuzzers send to pages: every form and every address with questions, read as the pages read
//! them, and whatever is decided about their fields before the store is asked. No site is needed.

use axum::body::Body;
use axum::extract::{Form, FromRequest, Multipart, Query};
use axum::http::{Method, Request, header};
use croupier_games::{Seed, list};
use croupier_session::{NewTable, sit};
use futures_util::FutureExt;
use serde::de::DeserializeOwned;

use super::account::{home, sign, status, upload};
use super::games::{list as games, viewer};
use super::organise::{contest, contests, dispute, given_up, house, people, rules};
use super::{finals, ladder, play};
use crate::accounts::sign::{checked_address, checked_name};
use crate::contests::{check, house_specs};
use crate::practice::opponents;
use crate::rules::Rules;
use crate::store::contests::Contest;
use crate::store::ladder::Entry;
use crate::tournament::finale::{UploadedBot, WishedLuck, plan};
use crate::uploads::receive::{Sent, looked_at};

/// All that a page reads, each with the game whose turn it is.
pub(crate) const ALL: &[fn(&[u8], &'static str)] = &[
    |body, _| uploaded(body),
    |body, _| {
        if let Some(form) = read::<contests::NewForm>(body)
            && let Ok(contest) = contests::wanted(&form)
        {
            let _ = check(&contest, &[]);
        }
    },
    |body, game| {
        if let Some(form) = read::<contest::SettingsForm>(body)
            && let Ok(changed) = contest::changed(a_contest(game), &form)
        {
            assert!(check(&changed, &[]).is_ok());
        }
    },
    |body, game| {
        if let Some(form) = read::<house::HouseForm>(body) {
            let _ = check(&a_contest(game), &[form.spec()]);
        }
    },
    |body, _| {
        let fields = read::<rules::Fields>(body);
        if let Some(rules) = fields.and_then(|fields| rules::read(&fields).ok())
            && rules.check().is_ok()
        {
            // Whoever is listed can be sat down with.
            assert!(list::ALL.iter().all(|about| opponents(about.name, &rules).is_some()));
        }
    },
    |body, game| final_of(body, game),
    |body, game| moved(body, game),
    |body, _| drop(read::<people::AdmitForm>(body).map(|form| form.lines())),
    |body, _| drop(read::<people::PersonForm>(body)),
    |body, _| drop(read::<people::WordForm>(body)),
    |body, _| drop(read::<people::CodesForm>(body)),
    |body, _| drop(read::<people::AddressForm>(body)),
    |body, _| drop(read::<contest::OutForm>(body)),
    |body, _| drop(read::<contest::AgainForm>(body)),
    |body, _| drop(read::<dispute::PlainForm>(body)),
    |body, _| drop(read::<play::WishForm>(body)),
    |body, _| drop(read::<sign::InForm>(body)),
    |body, _| {
        if let Some(form) = read::<sign::UpForm>(body) {
            let _ = checked_address(&form.address);
            // A name as it is kept is one when it is written again.
            if let Ok(name) = checked_name(&form.name) {
                assert_eq!(checked_name(&name).ok(), Some(name));
            }
        }
    },
    |body, _| drop(read::<sign::OutForm>(body)),
    |body, _| drop(read::<sign::LinkForm>(body)),
    |body, _| drop(read::<home::TokenForm>(body)),
    |body, _| drop(read::<home::DropForm>(body)),
    |body, _| drop(read::<home::PasswordForm>(body)),
    |body, _| drop(read::<status::BackForm>(body)),
    |body, _| drop(asked::<ladder::LadderQuery>(body)),
    |body, _| drop(asked::<games::GamesQuery>(body)),
    |body, _| drop(asked::<people::PeopleQuery>(body)),
    |body, _| {
        let _ = asked::<play::PlayQuery>(body);
    },
    |body, _| {
        let _ = asked::<viewer::TurnQuery>(body).map(viewer::TurnQuery::look);
    },
    |body, _| {
        let _ = asked::<given_up::GivenUpQuery>(body);
    },
];

/// A form as a browser sends it.
fn read<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let request = sent("application/x-www-form-urlencoded", body)?;
    // All of it is here: nothing waits.
    Form::from_request(request, &()).now_or_never()?.ok().map(|Form(form)| form)
}

fn sent(kind: &str, body: &[u8]) -> Option<Request<Body>> {
    let request = Request::builder().method(Method::POST).header(header::CONTENT_TYPE, kind);
    request.body(Body::from(body.to_vec())).ok()
}

/// What stands behind the question mark of an address.
fn asked<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let address = format!("/?{}", std::str::from_utf8(body).ok()?).parse().ok()?;
    Query::try_from_uri(&address).ok().map(|Query(asked)| asked)
}

/// A form in parts, with a file or a url.
fn uploaded(body: &[u8]) {
    let Some(request) = sent("multipart/form-data; boundary=part", body) else { return };
    let Some(Ok(mut parts)) = Multipart::from_request(request, &()).now_or_never() else { return };
    let form = upload::read(&mut parts).now_or_never().and_then(Result::ok);
    match form.and_then(|form| form.sent) {
        Some(Sent::File { name, bytes }) => drop(looked_at(&name, bytes)),
        Some(Sent::Url(url)) => drop(croupier_hosts::http::Url::parse(url.trim())),
        None => {}
    }
}

/// A final among the house; a seed that is given is stretched slowly, and no more than a number.
fn final_of(body: &[u8], game: &'static str) {
    let wish = read::<finals::StartForm>(body).and_then(|form| finals::wish(&form).ok());
    if let Some(wish) = wish.filter(|wish| matches!(wish.luck, WishedLuck::Drawn(_))) {
        let _ = plan(&a_contest(game), &field(game), &|_| UploadedBot::default(), None, wish);
    }
}

/// A move at a table in practice, against the one who thinks least.
fn moved(body: &[u8], game: &'static str) {
    let Some(form) = read::<play::MoveForm>(body) else { return };
    let all = opponents(game, &Rules::default()).unwrap_or_default();
    let opponent = all.into_iter().find(|opponent| opponent.name == "random").map(|found| found.house);
    let seats = a_contest(game).seats as usize;
    let seed = Seed::plain(7);
    let Some(Ok(mut table)) = opponent.map(|opponent| sit(game, NewTable { opponent, seats, own: 0, seed }))
    else {
        return;
    };
    if table.play(&form.mv).is_ok() {
        let _ = table.seen(form.turned % 8);
    }
}

/// A contest as it is made where nothing else is said.
fn a_contest(game: &'static str) -> Contest {
    let seats = list::about(game).ok().and_then(|about| about.seats.last()).copied().unwrap_or(2);
    Contest {
        id: 1,
        name: game.to_owned(),
        title: game.to_owned(),
        game: game.to_owned(),
        seats: seats as i64,
        options: "{}".to_owned(),
        limits: "{}".to_owned(),
        languages: String::new(),
        opens: None,
        closes: None,
        paused: false,
        games_a_minute: 60,
    }
}

/// Everyone of the house, on the ladder.
fn field(game: &str) -> Vec<Entry> {
    let house = house_specs(game).unwrap_or_default();
    let entry = |(at, spec): (usize, String)| Entry {
        id: at as i64 + 1,
        contest: 1,
        account: None,
        name: spec.clone(),
        house: Some(spec),
        upload: None,
        entered: 0,
        rating: 25.0,
        uncertainty: 8.0,
        games: 0,
        wins: 0.0,
        faults: 0,
        owed: 0,
        path: Vec::new(),
        stride: 1,
        out_of: None,
        content: String::new(),
        played: 0,
    };
    house.into_iter().enumerate().map(entry).collect()
}
