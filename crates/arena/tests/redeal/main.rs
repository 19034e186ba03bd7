//! What a bot is sent follows from what its seat sees: everything else is dealt anew, and every message is
//! the same byte for byte, in every form that messages have, until something shows in the view.
//!
//! Two games are played at the real table, one as it was dealt and one in which all that a seat cannot see
//! was drawn again (`Game::imagine`). Beside what is sent to that seat stands what it was shown; the first
//! difference must be one of those.

#![allow(clippy::unwrap_used)] // A test may.

mod http;
mod recorder;
mod spy;

use std::sync::Arc;

use croupier_arena::{Crew, Table};
use croupier_games::{Chance, Game, Seat, Seed, Turn, View, Visitor, list, with_game};
use croupier_hosts::has_compact_frames;
use croupier_record::{Answer, Ask, EntrantId, Fault, Fixture, Luck, Notice, Player};

use recorder::{Form, recording};
use spy::{Seen, Spy, Told};

/// Positions of each game, form and table.
const CASES: u64 = 40;

/// Somebody who decides by what is seen and by nothing else.
struct Steady(Option<Vec<u8>>);

impl<G: Game> Player<G> for Steady {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        let mv = ask.view.any(&mut Chance::new(Seed::plain(u64::from(ask.number))));
        self.0 = Some(serde_json::to_vec(&(ask.number, mv)).unwrap());
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let (number, mv) = serde_json::from_slice(&self.0.take().unwrap()).unwrap();
        Ok(Answer { number, mv, memory: None })
    }

    fn notice(&mut self, _: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        Ok(())
    }
}

/// A position of a game, somewhere between its deal and its end. Where moves are simultaneous nobody has
/// committed one yet: no table begins with half a turn, and who has is hidden.
fn somewhere<G: Game>(seats: usize, case: u64) -> G {
    let mut chance = Chance::new(Seed::plain(case));
    let mut game = G::deal(seats, &G::Options::default(), Seed::plain(case)).unwrap();
    let owing = |game: &G| if let Turn::Waiting(seats) = game.turn() { seats.len() } else { 0 };
    let (mut found, all) = (game.clone(), owing(&game));
    for _ in 0..chance.below(30) * (case % 2) as usize {
        let Some(seat) = game.turn().next() else { break };
        let mv = game.any(seat, &mut chance);
        game.play(seat, mv).unwrap();
        if owing(&game) == all {
            found = game.clone();
        }
    }
    found
}

/// The seat that is watched: mostly whoever owes a move and is asked before anything new can show.
fn watched<G: Game>(game: &G, seats: usize, case: u64) -> Seat {
    let any = Seat((case % seats as u64) as u8);
    if case.is_multiple_of(3) { any } else { game.turn().next().unwrap_or(any) }
}

/// Plays a position with this player in a seat, and gives what it was shown and sent. The deal's number is no
/// part of what anyone may be told.
fn heard<G: Game>(
    game: G,
    seat: Seat,
    seats: usize,
    deal: u64,
    player: Box<dyn Player<G>>,
    seen: &Arc<Seen>,
) -> Vec<Told> {
    let mut player = Some(player);
    let players = (0..seats).map(|at| {
        let own = (at == seat.index()).then(|| player.take()).flatten();
        own.map_or_else(
            || Box::new(Steady(None)) as Box<dyn Player<G>>,
            |inner| Box::new(Spy::new(inner, Arc::clone(seen))),
        )
    });
    let mut crew = Crew::new(players.collect(), (0..seats).map(|at| format!("bot {at}")).collect());
    let fixture = Fixture { number: 17, deal, seats: (0..seats as u16).map(EntrantId).collect() };
    Table::new(false).play(game, Luck::of(Seed::plain(2026), &fixture), &fixture, &mut crew);
    // Whoever is still on the way arrives before it is read what came.
    drop(crew);
    seen.all()
}

/// How many of the pairs of games that were compared were dealt differently, and how many messages were the
/// same.
#[derive(Default)]
struct Compared {
    dealt_anew: u64,
    messages: u64,
}

impl Compared {
    /// Finds that two games begin to differ by what is shown, if at all.
    fn add(&mut self, one: &[Told], other: &[Told], what: &str) {
        let alike = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        let sent = |told: &&Told| matches!(told, Told::Sent(_));
        self.messages += one[..alike].iter().filter(sent).count() as u64;
        let next = (one.get(alike), other.get(alike));
        let excused = matches!(next, (None, None) | (Some(Told::Shown(_)), Some(Told::Shown(_))));
        assert!(excused, "{what}: the view is the same, and the message is not:\n{:?}\n{:?}", next.0, next.1);
    }
}

#[derive(Clone, Copy)]
struct EveryForm;

impl Visitor for EveryForm {
    type Output = ();

    fn visit<G: Game>(self) {
        for form in [Form::Lines, Form::Frames, Form::Fields] {
            if form == Form::Frames && !has_compact_frames(G::ABOUT.name) {
                continue;
            }
            for &seats in G::ABOUT.seats {
                let mut compared = Compared::default();
                for case in 0..CASES {
                    let game = somewhere::<G>(seats, case);
                    let seat = watched(&game, seats, case);
                    let anew = G::imagine(game.view(seat), &mut Chance::new(Seed::plain(case + 1000)));
                    compared.dealt_anew += u64::from(anew != game);
                    let [one, other] = [(game, 5), (anew, 9)].map(|(game, deal)| {
                        let seen = Arc::new(Seen::new(case));
                        heard(game, seat, seats, deal, recording::<G>(form, &seen), &seen)
                    });
                    compared.add(
                        &one,
                        &other,
                        &format!("{}, {form:?}, {seats} seats, case {case}", G::ABOUT.name),
                    );
                }
                // The test would say nothing if nothing were hidden, or if games parted at once.
                assert!(!G::ABOUT.hidden || compared.dealt_anew > CASES / 2, "{}", G::ABOUT.name);
                assert!(compared.messages >= CASES * 3 / 2, "{}: {}", G::ABOUT.name, compared.messages);
            }
        }
    }
}

#[test]
fn what_is_sent_to_a_bot_is_the_same_while_its_view_is_in_lines_frames_and_fields() {
    for about in list::ALL {
        with_game(about.name, EveryForm).unwrap();
    }
}

#[derive(Clone, Copy)]
struct OverHttp;

impl Visitor for OverHttp {
    type Output = ();

    fn visit<G: Game>(self) {
        let seats = G::ABOUT.seats[0];
        let mut compared = Compared::default();
        for case in 0..CASES / 2 {
            let game = somewhere::<G>(seats, case);
            let seat = watched(&game, seats, case);
            let anew = G::imagine(game.view(seat), &mut Chance::new(Seed::plain(case + 1000)));
            // Both of a pair call the same address, which stands in every request.
            let server = http::Server::start();
            let [one, other] = [(game, 5), (anew, 9)].map(|(game, deal)| {
                let seen = Arc::new(Seen::new(case));
                server.answers_for(&seen);
                let player = http::player::<G>(&server, seats);
                let shown = heard(game, seat, seats, deal, player, &seen);
                http::in_order::<G>(&shown, server.requests())
            });
            compared.add(&one, &other, &format!("{} over HTTP, case {case}", G::ABOUT.name));
        }
        // The broker of Jujitsu says nothing before its first question, and the next card is luck.
        assert!(compared.messages >= CASES / 2, "{}: {}", G::ABOUT.name, compared.messages);
    }
}

#[test]
fn what_is_sent_to_a_bot_behind_a_url_is_the_same_while_its_view_is() {
    for about in list::ALL {
        with_game(about.name, OverHttp).unwrap();
    }
}
