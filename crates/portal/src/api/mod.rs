//! The interface for programs: JSON under `/api/v1`, signed in by personal tokens, and what operators watch.
//!
//! The same facts as on the pages, from the same places; errors are `{"error": "one sentence"}`
//! with the page's status.

mod arguments;
mod call;
mod caller;
mod contests;
mod days;
mod finals;
mod games;
mod health;
pub(crate) mod metrics;
mod openapi;
mod uploads;
mod wrong;

use std::sync::Arc;

use axum::Router;

use self::call::Call;
use crate::site::Site;

/// The one list of all calls, in the order in which the page shows them.
fn calls() -> impl Iterator<Item = Call> {
    let lists = [
        contests::calls(),
        finals::calls(),
        days::calls(),
        games::calls(),
        uploads::calls(),
        health::calls(),
        metrics::calls(),
    ];
    lists.into_iter().flatten()
}

/// All calls, and the pages that describe them.
pub(crate) fn router() -> Router<Arc<Site>> {
    calls().fold(openapi::router(), |router, call| router.route(call.path, call.route))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::http::{Request, StatusCode, header};
    use tower::Service;

    use crate::jobs::Class;
    use crate::serve::site_for_tests;

    /// Status and text of an answer to somebody without a token.
    async fn ask(router: &mut Router, method: &str, path: &str) -> (StatusCode, String) {
        let form = "multipart/form-data; boundary=part";
        let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, form);
        let answer = router.call(request.body(Body::empty()).unwrap()).await.unwrap();
        let status = answer.status();
        let text = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8_lossy(&text).into_owned())
    }

    #[tokio::test]
    async fn a_call_asks_for_a_token_exactly_where_its_description_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let mut router = router().with_state(site_for_tests(folder.path()).await);
        for call in calls() {
            let path = call.path.replace("{contest}", "none").replace("{id}", "1").replace("{place}", "0");
            let (status, _) = ask(&mut router, &call.method.to_uppercase(), &path).await;
            assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
            assert_eq!(status == StatusCode::UNAUTHORIZED, call.needs_token, "{path}: {status}");
        }
    }

    #[tokio::test]
    async fn every_class_of_jobs_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let mut router = router().with_state(site_for_tests(folder.path()).await);
        let (_, metrics) = ask(&mut router, "GET", "/metrics").await;
        for class in Class::ALL {
            let line = format!("croupier_jobs{{class=\"{}\"}} 0", class.word());
            assert!(metrics.lines().any(|other| other == line), "{line} is not in {metrics}");
        }
    }
}
