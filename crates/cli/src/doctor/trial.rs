//! One game of one bot against the house: enough to know that its language works here.

use std::path::Path;
use std::time::{Duration, Instant};

use croupier_arena::naming::{NamedBot, house_bot};
use croupier_arena::naming_files::Sight;
use croupier_arena::plan::Limits;
use croupier_arena::{Bot, Crew, Lane, Table};
use croupier_games::{Game, Seat, Seed};
use croupier_hosts::Kits;
use croupier_record::{EntrantId, Fixture, Instances};

use crate::outside::outside;
use crate::quick::found;

/// The luck of the one game.
const SEED: Seed = Seed::plain(1);

/// How long the game took, the bot's start included; or what went wrong.
pub(super) fn trial<G: Game>(kits: &Kits, spec: &str) -> Result<Duration, String> {
    let limits = Limits::default();
    let bots = found::<G>(&[&spec.to_owned()], Path::new("."), Vec::new(), Sight::default(), kits, &limits);
    let bot = bots.map_err(|(_, error)| error.to_string())?.pop().ok_or("it holds no bot")?;
    if let Bot::Broken(why) | Bot::Uncompiled { why, .. } = &bot.bot {
        return Err(format!("the example bot {why}"));
    }
    let begun = Instant::now();
    let wrong = played::<G>(&bot, kits, &limits)?;
    match wrong {
        Some(what) => Err(format!("the example bot failed: {what}")),
        None => Ok(begun.elapsed()),
    }
}

/// Plays the game; what the bot did wrong in it, if anything.
fn played<G: Game>(bot: &NamedBot, kits: &Kits, limits: &Limits) -> Result<Option<String>, String> {
    let house = house_bot::<G>(croupier_bots::house::RANDOM).map_err(|error| error.to_string())?;
    let seats = G::ABOUT.seats[0];
    let all: Vec<&NamedBot> = std::iter::once(bot).chain(std::iter::repeat_n(&house, seats - 1)).collect();
    let bots: Vec<Bot> = all.iter().map(|named| named.bot.clone()).collect();
    let names: Vec<String> = all.iter().map(|named| named.name.clone()).collect();
    let outside = outside::<G>(&bots, kits, limits, Instances::default(), None)
        .map_err(|failure| failure.message().unwrap_or_else(|| "there is no cell".to_owned()))?;
    let options = G::Options::default();
    let lane = Lane { number: 0, core: None };
    let crew = Crew::<G>::seat(&bots, &names, seats, &options, outside.as_ref(), lane);
    let mut crew = crew.map_err(|error| error.to_string())?;
    let dealt = G::deal(seats, &options, SEED).map_err(|error| error.to_string())?;
    let fixture = Fixture { number: 0, deal: 0, seats: (0..seats as u16).map(EntrantId).collect() };
    let mut table = Table::default();
    table.play(dealt, SEED, &fixture, &mut crew);
    let missteps = table.missteps().of(Seat(0));
    Ok(missteps.and_then(|wrong| wrong.disqualified.clone().or_else(|| wrong.first.clone())))
}
