//! The games whose original has an HTTP interface of its own; all others speak the protocol over HTTP.
//!
//! Like the house, this is a list that forgets the game's type in one place, so that the table and the crew need not
//! know that any game is special.

use std::any::Any;

use croupier_games::Game;
use croupier_games::jujitsu::Jujitsu;
use croupier_record::{Instances, Player};

use crate::foreign::hello;
use crate::http::general::HttpGeneral;
use crate::http::jujitsu::HttpJujitsu;
use crate::http::seat::HttpSetting;

/// A game with a broker of its own.
struct Broker {
    game: &'static str,
    /// Makes a `Box<dyn Player<G>>` of the game's type.
    make: fn(HttpSetting) -> Box<dyn Any>,
}

const BROKERS: &[Broker] = &[Broker {
    game: Jujitsu::ABOUT.name,
    make: |setting| Box::new(Box::new(HttpJujitsu::new(setting)) as Box<dyn Player<Jujitsu>>),
}];

/// Seats a bot behind a url, by the game's own interface where it has one.
pub fn seat_http<G: Game>(
    setting: HttpSetting,
    seats: usize,
    options: &G::Options,
    instances: Instances,
) -> serde_json::Result<Box<dyn Player<G>>> {
    let hello = hello::<G>(&setting.name, seats, options, instances)?;
    let Some(broker) = BROKERS.iter().find(|broker| broker.game == G::ABOUT.name) else {
        return Ok(Box::new(HttpGeneral::new(setting, hello)));
    };
    let player = (broker.make)(setting).downcast::<Box<dyn Player<G>>>();
    // A name and its type stand in one line of the list; the conformance of the list is tested.
    player.map(|player| *player).map_err(|_| serde::ser::Error::custom("the broker plays another game"))
}
