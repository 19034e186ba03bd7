//! A game of Hearts told trick by trick.

use super::card::HeartsCard;
use super::deal::Deal;
use super::rules::ALL_POINTS;
use super::trick::Trick;
use super::{End, Hearts};
use crate::cards::CardSet;
use crate::game::Game;
use crate::seats::Seat;
use crate::story::{Moment, because, line};

pub(super) fn tell(moment: &Moment<'_, Hearts>, names: &[&str], out: &mut String) {
    match *moment {
        Moment::Dealt(game) => hands(game, names, out),
        Moment::Played { before, after, mv, .. } => {
            let mut deal = before.deal.clone();
            deal.lay(mv.0);
            if deal.trick().cards().is_empty() {
                finished_trick(&deal, names, out);
            }
            if deal.is_done() {
                finished_deal(before, &deal, names, out);
                if after.end.is_none() {
                    hands(after, names, out);
                }
            }
        }
        Moment::Refused { before, seat, attempt, why, .. } => {
            forfeit(before, seat, attempt, why, names, out);
        }
        Moment::Ended(game) => result(game, names, out),
    }
}

fn hands(game: &Hearts, names: &[&str], out: &mut String) {
    line(out, format_args!("Deal {}", game.number));
    for seat in Seat::all(game.seats()) {
        line(out, format_args!("{} has {}", names[seat.index()], listed(game.deal.hand(seat))));
    }
}

fn listed(cards: CardSet) -> String {
    let cards: Vec<String> = cards.map(|card| HeartsCard(card).to_string()).collect();
    cards.join(" ")
}

/// The last finished trick of a deal.
fn finished_trick(deal: &Deal, names: &[&str], out: &mut String) {
    let Some(trick) = deal.tricks().next_back() else { return };
    let taker = names[trick.taker().index()];
    let gain = match trick.points() {
        0 => "it".to_owned(),
        points => counted(points),
    };
    let number = deal.tricks().len();
    line(out, format_args!("Trick {number}: {}; {taker} takes {gain}", plays(trick, names)));
}

/// The cards of a trick with those who played them: `north leads S4; east S9, south SQ`.
fn plays(trick: Trick<'_>, names: &[&str]) -> String {
    let mut told = String::new();
    for (place, (seat, card)) in trick.plays().enumerate() {
        told.push_str(match place {
            0 => "",
            1 => "; ",
            _ => ", ",
        });
        told.push_str(names[seat.index()]);
        told.push_str(if place == 0 { " leads " } else { " " });
        told.push_str(&HeartsCard(card).to_string());
    }
    told
}

fn finished_deal(before: &Hearts, deal: &Deal, names: &[&str], out: &mut String) {
    if let Some(seat) = deal.moon() {
        let name = names[seat.index()];
        line(out, format_args!("{name} shoots the moon: {ALL_POINTS} points for everyone else"));
    }
    let added = deal.scores();
    let scores: Vec<String> = Seat::all(before.seats())
        .map(|seat| {
            let added = added[seat.index()];
            format!("{} {} (+{added})", names[seat.index()], before.score(seat) + added)
        })
        .collect();
    line(out, format_args!("Scores after deal {}: {}", before.number, scores.join(", ")));
}

fn forfeit(
    game: &Hearts,
    seat: Seat,
    attempt: Option<HeartsCard>,
    why: &str,
    names: &[&str],
    out: &mut String,
) {
    let trick = game.deal.trick();
    if !trick.cards().is_empty() {
        let number = game.deal.tricks().len() + 1;
        line(out, format_args!("Trick {number}: {}", plays(trick, names)));
    }
    let name = names[seat.index()];
    match attempt {
        Some(card) => {
            let hand = listed(game.deal.hand(seat));
            line(out, format_args!("{name} tries {card} from {hand} and forfeits the game: {why}"));
        }
        None => line(out, format_args!("{name} plays no card and forfeits the game{}", because(why))),
    }
}

fn result(game: &Hearts, names: &[&str], out: &mut String) {
    let winners: Vec<&str> = game.winners().map(|seat| names[seat.index()]).collect();
    let verb = if winners.len() == 1 { "wins" } else { "share the win" };
    let scores: Vec<String> = Seat::all(game.seats())
        .map(|seat| {
            let last = if game.end == Some(End::Forfeit(seat)) { " by forfeit" } else { "" };
            format!("{} {}{last}", names[seat.index()], game.score(seat))
        })
        .collect();
    line(out, format_args!("{} {verb}: {}", and(&winners), scores.join(", ")));
}

/// `north`, `north and east`, `north, east and south`.
fn and(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

fn counted(points: u32) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::hearts::testing::{after, set};
    use crate::seed::Seed;

    const NAMES: [&str; 4] = ["north", "east", "south", "west"];

    /// The story of a game of random cards, up to `count` of them.
    fn story(seats: usize, seed: Seed, count: usize) -> (Hearts, String) {
        let mut out = String::new();
        let mut before = after(seats, seed, 0);
        tell(&Moment::Dealt(&before), &NAMES, &mut out);
        for played in 1..=count {
            let Some(seat) = before.turn().next() else { break };
            let after = after(seats, seed, played);
            let old = before.deal.hand(seat);
            let gone = old.without(after.deal.hand(seat)).first();
            let mv =
                HeartsCard(if after.number == before.number { gone.unwrap() } else { old.first().unwrap() });
            tell(&Moment::Played { before: &before, after: &after, seat, mv }, &NAMES, &mut out);
            before = after;
        }
        if before.turn() == crate::Turn::Over {
            tell(&Moment::Ended(&before), &NAMES, &mut out);
        }
        (before, out)
    }

    #[test]
    fn a_deal_is_told_hands_first_and_trick_by_trick() {
        let (_, told) = story(4, Seed::plain(1), 9);
        assert_eq!(
            told,
            "Deal 1\n\
             north has S7 SA C2 C7 C8 C10 CJ D3 D4 D10 H2 H4 HQ\n\
             east has S2 S5 S6 CA D2 D7 D9 DJ DA H3 H5 H8 H10\n\
             south has S3 SJ SQ SK C9 CK D5 DQ DK H6 H7 HJ HA\n\
             west has S4 S8 S9 S10 C3 C4 C5 C6 CQ D6 D8 H9 HK\n\
             Trick 1: north leads C2; east CA, south C9, west C4; east takes it\n\
             Trick 2: east leads S2; south S3, west S9, north SA; north takes it\n"
        );
    }

    #[test]
    fn a_whole_game_ends_with_its_winner() {
        let (game, told) = story(2, Seed::plain(2), usize::MAX);
        assert_eq!(told.lines().filter(|line| line.starts_with("Deal ")).count() as u32, game.deals());
        assert_eq!(told.lines().filter(|line| line.starts_with("Trick ")).count() as u32, 26 * game.deals());
        assert_eq!(told.lines().next_back(), Some("north wins: north 99, east 109"));
        assert!(told.contains(" takes 1 point\n") && told.contains(" takes 13 points\n"));
        assert!(told.contains("\nScores after deal 2: "));
    }

    #[test]
    fn a_moon_is_told() {
        let game = after(4, Seed::plain(1), 0);
        let mut out = String::new();
        let shot =
            Deal::shuffled(4, Seed::plain(1)).after_taking(Seat(2), set("SQ").or(crate::hearts::HEARTS));
        finished_deal(&game, &shot, &NAMES, &mut out);
        assert_eq!(
            out,
            "south shoots the moon: 26 points for everyone else\n\
             Scores after deal 1: north 26 (+26), east 26 (+26), south 0 (+0), west 26 (+26)\n"
        );
    }

    fn refused(attempt: Option<HeartsCard>, why: &str) -> String {
        let before = after(4, Seed::plain(1), 6);
        let seat = before.turn().next().unwrap();
        let mut over = before.clone();
        over.refuse(seat, None);
        let mut out = String::new();
        tell(&Moment::Refused { before: &before, after: &over, seat, attempt, why }, &NAMES, &mut out);
        tell(&Moment::Ended(&over), &NAMES, &mut out);
        out
    }

    #[test]
    fn a_forfeit_is_told_with_its_trick_its_hand_and_its_reason() {
        assert_eq!(
            refused("C2".parse().ok(), "the card is not in the hand"),
            "Trick 2: east leads S2; south S3\n\
             west tries C2 from S4 S8 S9 S10 C3 C5 C6 CQ D6 D8 H9 HK and forfeits the game: \
             the card is not in the hand\n\
             north, east and south share the win: north 0, east 0, south 0, west 100 by forfeit\n"
        );
    }

    #[test]
    fn a_missing_card_is_told_too() {
        assert!(
            refused(None, "took 1001 ms").contains(" plays no card and forfeits the game: took 1001 ms\n")
        );
    }
}
