//! A driver for headless Chromium, small enough to read: it speaks the DevTools protocol over a pipe.
//!
//! Nothing here knows the site: pages, forms and stories are in the tests. Nothing sleeps: waiting is for
//! events of the protocol or for promises inside the page.

#![allow(dead_code, clippy::unwrap_used)] // Not every test needs all of it, and tests may unwrap.

mod act;
mod axe;
mod download;
mod keyboard;
mod page;
mod picture;
mod wire;

#[allow(unused_imports)] // Not every test needs all of it.
pub(crate) use act::What::{At, Button, Field, Link};

#[allow(unused_imports)]
pub(crate) use page::{LAPTOP, PHONE, PROJECTOR, Page, Scheme, Size};
pub(crate) use wire::Chromium;
