//! Games of Score Four from anywhere: openings, positions by the pegs that were played, and players of the
//! house.

use croupier_bots::house;
use croupier_bots::score_four::{Position, Search, Zeal};
use croupier_bots::{Budget, House};
use croupier_games::score_four::{Location, ScoreFour, ScoreFourOptions};
use croupier_games::{Chance, Game, Move, Seed};
use croupier_record::{Ask, Player};

/// What both sides of a balanced opening are worth at most, in hundredths of the logarithm of the odds.
const BALANCED: i32 = 80;
/// How much an opening is looked at to know.
const LOOKED_AT: u64 = 50_000;

/// A game in which nothing is played yet.
pub(super) fn new_game() -> ScoreFour {
    let dealt = ScoreFour::deal(2, &ScoreFourOptions::default(), Seed::plain(0));
    dealt.unwrap_or_else(|_| unreachable!("two seats and the usual options are always dealt"))
}

/// The game after beads on these pegs, a hexadecimal digit for each; `None` if the rules refuse one.
pub(super) fn after(pegs: &str) -> Option<ScoreFour> {
    let mut game = new_game();
    for peg in pegs.chars() {
        let seat = game.turn().next()?;
        game.play(seat, Location::from_code(peg.to_digit(16)?.into())?).ok()?;
    }
    Some(game)
}

/// A game that goes on, as its mover sees it; `None` once it is over.
pub(super) fn position(game: &ScoreFour) -> Option<Position> {
    let view = game.view(game.turn().next()?);
    Some(Position::of(view.board(), view.colour()))
}

/// Drops the mover's bead onto the peg of a cell; false if the game is over or the peg is full.
pub(super) fn drop_at(game: &mut ScoreFour, cell: u64) -> bool {
    let peg = u64::from(cell.trailing_zeros() % 16);
    let played = game.turn().next().zip(Location::from_code(peg)).map(|(seat, at)| game.play(seat, at));
    matches!(played, Some(Ok(())))
}

/// Any of the cells that do not give the game away at once.
pub(super) fn any_candidate(position: &Position, chance: &mut Chance) -> u64 {
    chance.pick_bit(position.candidates()).map_or(0, |cell| 1 << cell)
}

/// A game of so many beads by luck, in which nothing is forced and nobody is clearly ahead.
pub(super) fn balanced_opening(beads: u32, chance: &mut Chance, search: &mut Search) -> ScoreFour {
    loop {
        let mut game = new_game();
        while let Some(seen) = position(&game).filter(|seen| seen.count() < beads) {
            drop_at(&mut game, any_candidate(&seen, chance));
        }
        let Some(seen) = position(&game) else { continue };
        let forced = seen.winning() | seen.threatened() != 0;
        if !forced && search.best(&seen, Budget::Steps(LOOKED_AT).start(0), 64).value.abs() < BALANCED {
            return game;
        }
    }
}

/// A search that looks at openings.
pub(super) fn judge() -> Search {
    Search::new(1 << 16, Zeal::Pursuing)
}

/// A player of the house by its name, its budget behind an `@`.
pub(super) fn seated(name: &str) -> Result<Box<dyn Player<ScoreFour>>, String> {
    let found: Option<House> = house::find::<ScoreFour>(name);
    let player = found.as_ref().and_then(house::seat::<ScoreFour>);
    player.ok_or_else(|| {
        let names: Vec<&str> = house::players::<ScoreFour>().iter().map(|house| house.name).collect();
        format!(
            "\"{name}\" is no player of the house; there are {}, some with @10ms or @5000",
            names.join(", ")
        )
    })
}

/// The cell that a player plays, a set of one; `None` if the game is over or it does not answer.
pub(super) fn asked(player: &mut dyn Player<ScoreFour>, game: &ScoreFour) -> Option<u64> {
    let view = game.view(game.turn().next()?);
    let at = player.answer(Ask { number: 0, view, refused: None, memory: None }).ok()?.mv;
    let peg = 0x0001_0001_0001_0001 << (at.code() % 16);
    Some(position(game)?.playable() & peg)
}
