//! The example of the crate's page, at a real server.

#![allow(clippy::unwrap_used)] // A test may.

mod common;
#[path = "../src/example.rs"]
mod example;

use common::{ROLE, owners, workers};
use croupier_queue::Queue;

#[tokio::test]
async fn the_example_of_the_crates_page_does_what_it_says() {
    let server = common::postgres::Server::start();
    Queue::open(&owners(&server)).await.unwrap().admit(ROLE, None).await.unwrap();
    let doubled = example::doubled("murmur", &owners(&server), &workers(&server)).await.unwrap();
    assert_eq!(doubled, b"murmurmurmur");
}
