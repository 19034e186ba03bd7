//! A game of No Thanks! told bid by bid.

use super::{Decision, NoThanks};
use crate::seats::Seat;
use crate::story::{Moment, because, line};

pub(super) fn tell(moment: &Moment<'_, NoThanks>, names: &[&str], out: &mut String) {
    match *moment {
        Moment::Dealt(game) => {
            line(out, format_args!("{} begins; everyone has {} coins", names[0], game.coins[0]));
            line(out, format_args!("The first card is {}", game.pile[0]));
        }
        Moment::Played { before, mv, .. } => decision(before, mv, names, out),
        Moment::Refused { before, seat, why, .. } => {
            line(out, format_args!("{} gave no answer{}", names[seat.index()], because(why)));
            decision(before, Decision::Take, names, out);
        }
        Moment::Ended(game) => result(game, names, out),
    }
}

/// The decision, and the cards that were then taken for want of a coin.
fn decision(before: &NoThanks, decision: Decision, names: &[&str], out: &mut String) {
    let mut game = before.clone();
    let name = names[game.to_move.index()];
    match decision {
        Decision::Take => take(&mut game, names, out),
        Decision::Pass => {
            let card = game.pile[usize::from(game.turned)];
            game.decide(Decision::Pass);
            line(out, format_args!("{name} passes on {card} ({} on it)", coins(game.on_card)));
        }
    }
    while game.is_forced() {
        line(out, format_args!("{} has no coin left", names[game.to_move.index()]));
        take(&mut game, names, out);
    }
}

fn take(game: &mut NoThanks, names: &[&str], out: &mut String) {
    let card = game.pile[usize::from(game.turned)];
    let name = names[game.to_move.index()];
    line(out, format_args!("{name} takes {card} with {}", coins(game.on_card)));
    game.decide(Decision::Take);
    if !game.is_over() {
        line(out, format_args!("Card {} is {}", game.turned + 1, game.pile[usize::from(game.turned)]));
    }
}

fn result(game: &NoThanks, names: &[&str], out: &mut String) {
    for seat in Seat::all(game.seats()) {
        let cards: Vec<String> = game.held[seat.index()].cards().map(|card| card.to_string()).collect();
        let left = coins(game.coins[seat.index()]);
        let penalty = game.penalty(seat);
        let name = names[seat.index()];
        line(out, format_args!("{name} holds [{}] and {left}: penalty {penalty}", cards.join(", ")));
    }
}

fn coins(count: u8) -> String {
    if count == 1 { "1 coin".to_owned() } else { format!("{count} coins") }
}
