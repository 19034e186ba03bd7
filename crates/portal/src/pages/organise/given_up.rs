//! Jobs that were given up, on the page of the queue: what an organiser reads of them, and the two
//! ways to be done with one.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::post;
use serde::Deserialize;

use super::dispute::PlainForm;
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::jobs::{Class, GivenUp, Task};
use crate::pages::{Page, words};
use crate::site::Site;
use crate::store::now;
use crate::tournament::put_again::put_again;

/// So many stand on a page.
const SHOWN: i64 = 20;

/// A job that was given up, as a row tells it.
pub(super) struct GivenUpLine {
    /// Its number in this list.
    pub(super) id: i64,
    /// What it was.
    pub(super) what: &'static str,
    /// The title of its contest.
    pub(super) contest: String,
    /// Who sat at the table, or what else it was about.
    pub(super) who: String,
    /// The page that tells more of that.
    pub(super) link: Option<String>,
    pub(super) ended: String,
    pub(super) tries: i64,
    pub(super) why: String,
}

/// A part of the list, the newest first.
#[derive(Default)]
pub(super) struct GivenUpList {
    pub(super) lines: Vec<GivenUpLine>,
    /// How many there are, on this part and all others.
    pub(super) all: i64,
    /// Where the next part begins.
    pub(super) older: Option<i64>,
}

/// Which part is asked for.
#[derive(Debug, Default, Deserialize)]
pub(in crate::pages) struct GivenUpQuery {
    /// Only those with a lower number.
    pub(super) before: Option<i64>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/organise/given-up/{id}/again", post(again))
        .route("/organise/given-up/{id}/dismiss", post(dismiss))
}

/// The part of the list that is asked for.
pub(super) async fn list(site: &Site, asked: &GivenUpQuery) -> Result<GivenUpList, Wrong> {
    let found = site.queue.given_up(asked.before, SHOWN).await?;
    let mut all = 0;
    for class in Class::ALL {
        all += site.queue.count_given_up(class).await?;
    }
    let older = found.last().filter(|_| found.len() as i64 == SHOWN).map(|job| job.id);
    Ok(GivenUpList { lines: found.into_iter().map(|job| line(site, job)).collect(), all, older })
}

fn line(site: &Site, job: GivenUp) -> GivenUpLine {
    let (who, link) = match &job.task {
        Task::Check { upload } => (format!("upload {upload}"), Some(format!("/uploads/{upload}"))),
        Task::Game(game) => {
            let names: Vec<&str> = game.seats.iter().map(|seat| seat.name.as_str()).collect();
            (names.join(", "), None)
        }
        Task::Final(task) => {
            (format!("final {}, games {} to {}", task.of, task.first, task.first + task.count - 1), None)
        }
        Task::Rerun(task) => (format!("game {}", task.of), Some(format!("/organise/games/{}", task.of))),
    };
    GivenUpLine {
        id: job.id,
        what: what(&job.task, job.class),
        contest: site.standings.get(job.contest).map_or_else(String::new, |of| of.contest.title.clone()),
        who,
        link,
        ended: words::ago(job.ended, now()),
        tries: job.tries,
        why: job.why,
    }
}

/// What a job was, to people.
fn what(task: &Task, class: Class) -> &'static str {
    match task {
        Task::Rerun(_) => "game again",
        Task::Check { .. } | Task::Game(_) | Task::Final(_) => class.title(),
    }
}

/// Puts it into the queue once more.
async fn again(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Form(form): Form<PlainForm>,
) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    put_again(&site.store, &*site.queue, &site.events, &site.config.clock, id).await?;
    site.work.wake();
    Ok(Redirect::to("/organise#given-up").into_response())
}

/// Takes it out of the list; it is not done.
async fn dismiss(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Form(form): Form<PlainForm>,
) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let mut write = site.store.write().await?;
    // Whether it is there or was dismissed by somebody else a moment ago: now it is not.
    site.queue.take_given_up(&mut write, id).await?;
    write.commit().await?;
    Ok(Redirect::to("/organise#given-up").into_response())
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::{Request, StatusCode, header};
    use croupier_record::Origin;
    use tower::Service;

    use super::*;
    use crate::accounts::secrets;
    use crate::accounts::visitor::SESSION;
    use crate::contests::{house_specs, make};
    use crate::jobs::{GameTask, NewJob, Preference, SeatedEntry};
    use crate::pages;
    use crate::serve::site_for_tests;
    use crate::store::accounts::{self, Role};
    use crate::store::{contests, ladder, sessions};

    /// A browser in which somebody is signed in.
    struct Browser {
        site: Arc<Site>,
        router: Router,
        session: String,
    }

    impl Browser {
        async fn signed_in(site: &Arc<Site>, name: &str, role: Role) -> Self {
            let session = secrets::word();
            let mut write = site.store.write().await.unwrap();
            let account = accounts::add(&mut write, name, None, "", role).await.unwrap().unwrap();
            sessions::begin(&mut write, &secrets::hash(&session), account, i64::MAX).await.unwrap();
            write.commit().await.unwrap();
            Self { site: Arc::clone(site), router: pages::router(site), session }
        }

        async fn ask(&mut self, request: axum::http::request::Builder, body: String) -> (StatusCode, String) {
            let request = request.header(header::COOKIE, format!("{SESSION}={}", self.session));
            let answer = self.router.call(request.body(Body::from(body)).unwrap()).await.unwrap();
            let status = answer.status();
            let text = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            (status, String::from_utf8_lossy(&text).into_owned())
        }

        async fn get(&mut self, path: &str) -> (StatusCode, String) {
            self.ask(Request::get(path), String::new()).await
        }

        async fn post(&mut self, path: &str) -> (StatusCode, String) {
            let form = "application/x-www-form-urlencoded";
            let token = secrets::form_token(&self.site.key, &self.session);
            self.ask(Request::post(path).header(header::CONTENT_TYPE, form), format!("token={token}")).await
        }
    }

    /// Gives up a game of the first three of a ladder for this reason.
    async fn give_up_a_game(site: &Site, contest: i64, why: &str) {
        let entries = ladder::of_contest(&site.store, contest).await.unwrap();
        let seat = |entry: ladder::Entry| SeatedEntry {
            entry: entry.id,
            name: entry.name,
            house: entry.house,
            upload: None,
        };
        let seats = entries.into_iter().take(3).map(seat).collect();
        let task = Task::Game(GameTask { contest, origin: Origin::first(1), seats });
        let mut write = site.store.write().await.unwrap();
        let job = NewJob { class: Class::Ladder, owner: "contest".into(), contest, task };
        site.queue.put(&mut write, &job).await.unwrap();
        write.commit().await.unwrap();
        for _ in 0..3 {
            let term = std::time::Duration::from_secs(60);
            let leased = site.queue.lease("one", Preference::GamesFirst, term).await.unwrap().unwrap();
            let mut write = site.store.write().await.unwrap();
            site.queue.fail(&mut write, leased.lease, why).await.unwrap();
            write.commit().await.unwrap();
        }
    }

    /// The rows of the list on a page.
    fn rows(page: &str) -> usize {
        page.split("id=\"given-up\"").nth(1).unwrap().matches("aria-label=\"Put again").count()
    }

    #[tokio::test]
    async fn an_organiser_reads_what_was_given_up_puts_it_again_or_dismisses_it_and_nobody_else_may() {
        let folder = tempfile::tempdir().unwrap();
        let site = site_for_tests(folder.path()).await;
        let contest = contests::Contest {
            id: 0,
            name: "autumn".into(),
            title: "Autumn".into(),
            game: "no-thanks".into(),
            seats: 3,
            options: "{}".into(),
            limits: "{}".into(),
            languages: String::new(),
            opens: None,
            closes: None,
            paused: false,
            games_a_minute: 60,
        };
        let contest = make(&site.store, &contest, &house_specs("no-thanks").unwrap()).await.unwrap();
        site.standings.renew(&site.store).await.unwrap();
        let mut prof = Browser::signed_in(&site, "Prof", Role::Organiser).await;
        let mut student = Browser::signed_in(&site, "Ada", Role::Player).await;
        let (_, empty) = prof.get("/organise").await;
        assert_eq!(rows(&empty), 0, "{empty}");

        for _ in 0..SHOWN + 1 {
            give_up_a_game(&site, contest, "<b>no</b> memory").await;
        }
        let (status, page) = prof.get("/organise").await;
        assert_eq!((status, rows(&page)), (StatusCode::OK, SHOWN as usize), "{page}");
        let who = ladder::of_contest(&site.store, contest).await.unwrap();
        let who: Vec<String> = who.into_iter().take(3).map(|entry| entry.name).collect();
        for told in ["Given up (21)", "game of the ladder", "Autumn", &who.join(", "), "now"] {
            assert!(page.contains(told), "{told} is not in {page}");
        }
        assert!(page.contains("no&#60;/b&#62; memory") || page.contains("no&lt;/b&gt; memory"), "{page}");
        assert!(!page.contains("<b>no"), "a reason gives no orders to a browser");
        let (_, older) = page.split_once("href=\"/organise?before=").unwrap();
        let (number, _) = older.split_once('#').unwrap();
        let (_, page) = prof.get(&format!("/organise?before={number}")).await;
        assert!(rows(&page) == 1 && !page.contains("?before="), "{page}");
        let (_, metrics) = prof.get("/metrics").await;
        assert!(metrics.contains("croupier_jobs_given_up{class=\"ladder\"} 21\n"), "{metrics}");

        let newest = site.queue.given_up(None, 2).await.unwrap();
        let [again, dismissed] = &newest[..] else { panic!("{newest:?}") };
        let again = format!("/organise/given-up/{}/again", again.id);
        let dismissed = format!("/organise/given-up/{}/dismiss", dismissed.id);
        for path in [&again, &dismissed] {
            assert_eq!(student.post(path).await.0, StatusCode::FORBIDDEN);
            let form = "application/x-www-form-urlencoded";
            let forged = Request::post(path.as_str()).header(header::CONTENT_TYPE, form);
            assert_eq!(prof.ask(forged, "token=x".to_owned()).await.0, StatusCode::FORBIDDEN);
        }
        let count = async || {
            let listed = site.queue.count_given_up(Class::Ladder).await.unwrap();
            (listed, site.queue.count(Class::Ladder).await.unwrap())
        };
        assert_eq!(count().await, (21, 0));
        assert_eq!(prof.post(&again).await.0, StatusCode::SEE_OTHER);
        assert_eq!(count().await, (20, 1));
        let (status, twice) = prof.post(&again).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(twice.contains("somebody put it again or dismissed it"), "{twice}");
        for _ in 0..2 {
            assert_eq!(prof.post(&dismissed).await.0, StatusCode::SEE_OTHER);
            assert_eq!(count().await, (19, 1), "dismissed is dismissed");
        }
    }
}
