//! The games whose original has an HTTP interface of its own; all others speak the protocol over HTTP.
//!
//! Each is a channel that speaks the protocol to the shell and the original's requests to the bot, so that
//! nobody else knows that any game is special.

use std::sync::Arc;

use croupier_games::Game;
use croupier_games::jujitsu::Jujitsu;

use crate::channel::Channel;
use crate::http::channel::HttpChannel;
use crate::http::jujitsu::JujitsuChannel;
use crate::time::clocks::Clocks;

/// A game with an interface of its own.
#[derive(Clone, Copy)]
pub(super) struct Original {
    game: &'static str,
    /// The kind of answer that it reads.
    pub(super) accept: &'static str,
    /// The channel of the bot that is called so, at a table with these clocks.
    pub(super) channel: fn(HttpChannel, &Arc<Clocks>, &str) -> Box<dyn Channel>,
}

const ORIGINALS: &[Original] = &[Original {
    game: Jujitsu::ABOUT.name,
    accept: "text/plain",
    channel: |http, clocks, name| Box::new(JujitsuChannel::new(http, clocks, name)),
}];

/// The interface of a game's original, where it has one.
pub(super) fn of(game: &str) -> Option<Original> {
    ORIGINALS.iter().find(|original| original.game == game).copied()
}
