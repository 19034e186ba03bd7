//! What fuzzers call with any plan, and what the tests call with those that fuzzers kept. Nothing here may
//! panic.

use croupier_games::{Game, Visitor, list, with_game};

use crate::plan::{LastCardConfig, Plan, game_of_plan, line_of};
use crate::schedule::Schedule;

/// A plan in TOML, of whichever game it names, and what follows from its numbers.
pub fn plan(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = line_of(text, "x");
    let game = game_of_plan(text).unwrap_or_else(|_| list::ALL[0].name.to_owned());
    let _ = with_game(&game, Planned { text });
}

/// A `config.json`.
pub fn config(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(config) = LastCardConfig::parse(text) {
        let _: Plan<()> = config.into_plan("last-card");
    }
}

struct Planned<'a> {
    text: &'a str,
}

impl Visitor for Planned<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let Ok(plan) = Plan::<G::Options>::parse(self.text) else { return };
        let seats = plan.players.unwrap_or(2);
        let _ = G::deal(seats, &plan.options, croupier_games::Seed::plain(1));
        let _ = G::check_competitive(&plan.options);
        let bots = plan.bots.len();
        if let Ok(schedule) =
            Schedule::designed(&G::ABOUT, bots, plan.players, plan.design, croupier_games::Seed::plain(1))
        {
            let games = schedule.games(plan.games.unwrap_or(1));
            let _ = (schedule.fixture(0), schedule.fixture(games.saturating_sub(1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn what_fuzzers_kept_is_read_or_refused() {
        for (target, read) in [("plan", plan as fn(&[u8])), ("config", config)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
            let mut files = std::fs::read_dir(folder).unwrap().peekable();
            assert!(files.peek().is_some(), "{target} has a corpus");
            files.for_each(|file| read(&std::fs::read(file.unwrap().path()).unwrap()));
        }
    }
}
