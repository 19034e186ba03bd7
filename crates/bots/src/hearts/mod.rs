//! Players of Hearts: one that plays any legal card, one that keeps out of trouble, and three that search.

mod advanced;
mod candidates;
mod card_bits;
mod duel;
#[cfg(test)]
mod exact_tests;
mod flagship;
#[cfg(test)]
mod ladder_tests;
mod last_tricks;
mod minmax;
#[cfg(test)]
mod overrun_tests;
mod playout_player;
mod playouts;
mod prospects;
mod queen;
mod race;
#[cfg(test)]
mod rungs_tests;
mod search_position;
mod tree;
mod worlds;

use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::hearts::{HEARTS, Hearts, HeartsCard, HeartsView, POINT_CARDS, QUEEN_OF_SPADES};
use croupier_games::{Chance, View};

use crate::choose::{Choose, Random};
use crate::house::House;

pub use advanced::Advanced;
pub use flagship::Flagship;
pub use minmax::MinMax;
pub use playouts::Playouts;

/// The players of Hearts.
pub const HOUSE: &[House] = &[
    House::new::<Hearts, Random>("basic", "any legal card"),
    House::new::<Hearts, Careful>("careful", "ducks, and throws dangerous cards on others"),
    House::searching::<Hearts, MinMax>("minmax", "fears the worst of the trick in play"),
    House::searching::<Hearts, Advanced>("advanced", "plays each card out in deals that fit"),
    House::thinking::<Hearts, Flagship>("flagship", "searches as deep as it can"),
];

const SPADES: CardSet = CardSet::of_suit(Suit::Spades);

/// Ducks under tricks with the highest card that loses, leads low, and throws away what may hurt it.
#[derive(Debug, Default)]
pub struct Careful;

impl Choose<Hearts> for Careful {
    fn choose(&mut self, view: HeartsView<'_>, chance: &mut Chance) -> HeartsCard {
        let legal = view.legal_cards();
        let card = match view.trick().best() {
            None => lead(view, legal),
            Some(best) if legal.and(CardSet::of_suit(best.suit())).is_empty() => throw(view, legal),
            Some(best) => follow(view, legal, best),
        };
        card.map_or_else(|| view.any(chance), HeartsCard)
    }
}

/// Leads low, and not what could take the queen of spades.
fn lead(view: HeartsView<'_>, legal: CardSet) -> Option<Card> {
    lowest(or_all(legal.without(high_spades(view)), legal))
}

/// Follows suit: under the best card if possible, else cheaply.
fn follow(view: HeartsView<'_>, legal: CardSet, best: Card) -> Option<Card> {
    let under: CardSet = legal.filter(|&card| card < best).collect();
    if under.contains(QUEEN_OF_SPADES) {
        return Some(QUEEN_OF_SPADES);
    }
    if !under.is_empty() {
        return highest(under);
    }
    let harmless = or_all(legal.without(CardSet::only(QUEEN_OF_SPADES)), legal);
    let is_last = view.trick().cards().len() + 1 == view.seats();
    // Who takes the trick anyway gets rid of a high card; who may still be overtaken stays low.
    if is_last { highest(harmless) } else { lowest(or_all(harmless.without(high_spades(view)), harmless)) }
}

/// Cannot follow: the queen goes first, then spades that could catch her, then hearts, then whatever is high.
fn throw(view: HeartsView<'_>, legal: CardSet) -> Option<Card> {
    if legal.contains(QUEEN_OF_SPADES) {
        return Some(QUEEN_OF_SPADES);
    }
    let dangerous = or_all(legal.and(high_spades(view)), legal.and(HEARTS));
    highest(or_all(dangerous, legal))
}

/// The queen, king and ace of spades while the queen is not played: dangerous to lead and to keep.
fn high_spades(view: HeartsView<'_>) -> CardSet {
    if view.earlier().contains(QUEEN_OF_SPADES) {
        return CardSet::EMPTY;
    }
    SPADES.filter(|&card| card >= QUEEN_OF_SPADES).collect()
}

/// The card of the lowest rank; among equals one without points.
fn lowest(cards: CardSet) -> Option<Card> {
    cards.min_by_key(|&card| (card.rank(), POINT_CARDS.contains(card)))
}

/// The card of the highest rank.
fn highest(cards: CardSet) -> Option<Card> {
    cards.max_by_key(|card| card.rank())
}

fn or_all(wanted: CardSet, all: CardSet) -> CardSet {
    if wanted.is_empty() { all } else { wanted }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Game, Seat, Seed};

    /// How many of these games the first seat wins, careful against basic players.
    fn careful_wins(seats: usize, games: u64) -> f64 {
        let mut wins = 0.0;
        for number in 0..games {
            let mut game = Hearts::deal(seats, &Default::default(), Seed::plain(2026).child(number)).unwrap();
            let mut chance = Chance::new(Seed::plain(7).child(number));
            while let Some(seat) = game.turn().next() {
                let view = game.view(seat);
                let card = if seat == Seat(0) {
                    Careful.choose(view, &mut chance)
                } else {
                    Choose::<Hearts>::choose(&mut Random, view, &mut chance)
                };
                game.play(seat, card).unwrap();
            }
            wins += game.figures(Seat(0))[0].unwrap();
        }
        wins
    }

    #[test]
    fn careful_beats_three_basic_players_four_times_in_five() {
        // A quarter would be luck.
        let wins = careful_wins(4, 200);
        assert!(wins > 160.0, "{wins} of 200");
    }

    #[test]
    fn careful_beats_one_basic_player_two_times_in_three() {
        // Half would be luck.
        let wins = careful_wins(2, 200);
        assert!(wins > 134.0, "{wins} of 200");
    }

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse::<HeartsCard>().unwrap().0).collect()
    }

    /// What careful plays after these cards, at a table of two where the first has all clubs and these 13
    /// cards.
    fn answer(first: &str, played: &str) -> String {
        let mine: CardSet = cards(first).into_iter().chain(CardSet::of_suit(Suit::Clubs)).collect();
        let dealt: Vec<Card> = mine.chain(CardSet::FULL.without(mine)).collect();
        let dealt = dealt.try_into().unwrap();
        let mut game = Hearts::with_cards(&Default::default(), &[0, 0], dealt, Seed::plain(1)).unwrap();
        for card in cards(played) {
            game.play(game.turn().next().unwrap(), HeartsCard(card)).unwrap();
        }
        let view = game.view(game.turn().next().unwrap());
        Careful.choose(view, &mut Chance::new(Seed::plain(1))).to_string()
    }

    const DIAMONDS: &str = "D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ DK DA";
    const MIXED: &str = "SK S9 D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ";

    #[test]
    fn careful_throws_the_queen_first_and_high_hearts_when_she_is_gone() {
        assert_eq!(answer(DIAMONDS, "C2 S2 C3"), "SQ");
        assert_eq!(answer(DIAMONDS, "C2 S2 C3 SQ C4"), "HA");
    }

    #[test]
    fn careful_throws_the_ace_of_spades_while_the_queen_is_about() {
        assert_eq!(answer("SQ S9 D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ", "C2 S2 C3"), "SA");
    }

    #[test]
    fn careful_ducks_with_its_highest_card_and_under_the_king_with_the_queen() {
        assert_eq!(answer(MIXED, "C2 S2 S9"), "S8");
        assert_eq!(answer(MIXED, "C2 S2 SK"), "SQ");
    }

    #[test]
    fn careful_spends_its_highest_card_on_a_trick_it_takes_anyway() {
        assert_eq!(answer(MIXED, "C2 S2 DQ"), "DA");
    }

    #[test]
    fn careful_leads_low() {
        assert_eq!(answer(MIXED, "C2 S2"), "D2");
        assert_eq!(answer(MIXED, "C2 S2 DQ DK"), "S3");
    }
}
