//! What a bot is told of a game: that it begins, what was played, that it is over.

use std::io;

use arrayvec::ArrayVec;
use croupier_games::{Game, MAX_SEATS, View};
use croupier_record::{EntrantId, Fault, Notice};

use super::RemotePlayer;
use crate::channel::{Form, Outgoing, Wants};
use crate::frame::FrameKind;
use crate::protocol::ToBot;

/// Seeds are shortened to this many bits, so that every language reads them exactly.
const SEED_BITS: u32 = 53;

/// What a bot is told when a game begins, beside its view.
pub(super) struct GameStart {
    game: u64,
    seed: u64,
    pub(super) names: Vec<String>,
    entrants: ArrayVec<EntrantId, MAX_SEATS>,
}

impl<G: Game> RemotePlayer<G> {
    /// Tells the bot what happened.
    pub(super) fn tell(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        match *notice {
            Notice::Start { view, seed, game, names, entrants } => {
                self.clock.wind();
                let seed = seed.number(SEED_BITS);
                self.bot.begin_game(game, seed);
                // Kept before the bot is woken: one that does not come now hears of the game when it does.
                let mut kept = self.game.take().map(|game| game.names).unwrap_or_default();
                write_over(&mut kept, names);
                let entrants = entrants.iter().copied().take(MAX_SEATS).collect();
                self.game = Some(GameStart { game, seed, names: kept, entrants });
                self.told = 0;
                self.bot.wake()?;
                self.tell_start(view)
            }
            Notice::Moved { seat, mv } => self.send_json(Wants::Nothing, &ToBot::Notice { seat: seat.0, mv }),
            Notice::End { view, scores } => {
                let told = self.tell_end(view, scores);
                self.bot.count_game();
                told
            }
        }
    }

    /// Tells the bot of the game, once for each time it was started. It was woken before.
    pub(super) fn tell_start(&mut self, view: G::View<'_>) -> Result<(), Box<Fault>> {
        if self.told == self.bot.starts() {
            return Ok(());
        }
        self.told = self.bot.starts();
        let takes = self.bot.takes();
        let Some(GameStart { game, seed, names, entrants }) = self.game.as_ref().filter(|_| takes.starts)
        else {
            return Ok(());
        };
        let players: Vec<&str> = names.iter().map(String::as_str).collect();
        let limit = self.bot.allowed();
        if self.bot.greeting().is_some_and(|greeting| greeting.compact_games) {
            let form = Form::Message(FrameKind::Start);
            return self.bot.send(Outgoing { form, wants: Wants::Nothing, limit }, &mut |out| {
                out.extend_from_slice(&(*game as u32).to_le_bytes());
                view_bytes(&view, takes.fields, out);
                out.extend_from_slice(&seed.to_le_bytes());
                serde_json::to_writer(out, &players).map_err(io::Error::from)
            });
        }
        let start: ToBot<'_, G::View<'_>, G::Move> = ToBot::Start {
            game: *game,
            seat: view.seat().0,
            players: &players,
            entrants,
            seed: *seed,
            time_ms: self.bot.limits().per_move.as_millis() as u64,
            view,
        };
        let form = Form::Message(FrameKind::Json);
        self.bot.send(Outgoing { form, wants: Wants::Nothing, limit }, &mut |out| {
            serde_json::to_writer(out, &start).map_err(io::Error::from)
        })
    }

    fn tell_end(&mut self, view: G::View<'_>, scores: &[f64]) -> Result<(), Box<Fault>> {
        let takes = self.bot.takes();
        if !takes.ends {
            return Ok(());
        }
        if !self.bot.greeting().is_some_and(|greeting| greeting.compact_games) {
            return self.send_json(Wants::Nothing, &ToBot::End { view, scores });
        }
        let form = Form::Message(FrameKind::End);
        let limit = self.bot.allowed();
        self.bot.send(Outgoing { form, wants: Wants::Nothing, limit }, &mut |out| {
            out.extend_from_slice(&[0; 4]);
            view_bytes(&view, takes.fields, out);
            Ok(())
        })
    }

    pub(super) fn send_json(
        &mut self,
        wants: Wants,
        message: &ToBot<'_, G::View<'_>, G::Move>,
    ) -> Result<(), Box<Fault>> {
        let limit = self.limit(wants);
        let form = Form::Message(FrameKind::Json);
        self.bot.send(Outgoing { form, wants, limit }, &mut |out| {
            serde_json::to_writer(out, message).map_err(io::Error::from)
        })
    }
}

/// Writes names over those of the last game, whose room is large enough by now.
fn write_over(kept: &mut Vec<String>, names: &[&str]) {
    kept.resize_with(names.len(), String::new);
    for (kept, name) in kept.iter_mut().zip(names) {
        kept.clear();
        kept.push_str(name);
    }
}

/// A view in the form that the bot reads: as its fields lie in memory for a module, as agreed in the hello
/// for others.
fn view_bytes<V: View>(view: &V, as_fields: bool, out: &mut Vec<u8>) {
    if as_fields {
        view.bytes(out);
    } else {
        view.compact(out);
    }
}

#[cfg(test)]
mod tests {
    use croupier_games::hearts::{Hearts, HeartsOptions};
    use croupier_games::{Seat, Seed};

    use super::*;

    #[test]
    fn a_module_gets_the_fields_of_a_view_and_others_what_was_agreed_on() {
        let game = Hearts::deal(4, &HeartsOptions::default(), Seed::plain(1)).unwrap();
        let view = game.view(Seat(0));
        let (mut fields, mut compact) = (Vec::new(), Vec::new());
        view.bytes(&mut fields);
        view.compact(&mut compact);
        assert_ne!(fields, compact);
        for (as_fields, expected) in [(true, fields), (false, compact)] {
            let mut out = Vec::new();
            view_bytes(&view, as_fields, &mut out);
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn names_of_another_game_leave_nothing_behind() {
        let mut kept = vec!["Alexandra".to_owned(), "Bo".to_owned(), "Cy".to_owned()];
        write_over(&mut kept, &["Di", "Emil"]);
        assert_eq!(kept, ["Di", "Emil"]);
        let seed = Seed::plain(u64::MAX).number(SEED_BITS);
        assert!(seed < 1 << SEED_BITS);
    }
}
