//! The JSON form of a view: what a bot outside this process gets to see.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::card::{HeartsCard, SuitLetter};
use super::trick::Trick;
use super::view::HeartsView;
use crate::game::View;
use crate::seats::Seat;

/// The view as it leaves the process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownHand {
    /// Your seat; seats are counted from 0 in the order of play.
    pub seat: u8,
    /// Whose card is next; null once the game is over.
    pub to_move: Option<u8>,
    /// The number of this deal, from 1.
    pub deal: u32,
    /// Your cards in the order they were dealt, not sorted.
    pub hand: Vec<HeartsCard>,
    /// The suit led in the trick in play; null before the lead.
    pub lead: Option<SuitLetter>,
    /// The trick in play, oldest card first.
    pub trick: Vec<ShownPlay>,
    /// The last finished trick of this deal, oldest card first; null in the first trick.
    pub previous: Option<Vec<ShownPlay>>,
    /// All finished tricks of this deal, oldest first.
    pub tricks: Vec<Vec<ShownPlay>>,
    /// Whether a heart was played in an earlier trick of this deal.
    pub hearts_broken: bool,
    /// The points each seat took in the finished tricks of this deal.
    pub points: Vec<u32>,
    /// The scores after the finished deals, by seat.
    pub scores: Vec<u32>,
    /// The score that ends the game once somebody has it.
    pub target: u32,
    /// Who lost the game by an illegal or missing card; else null.
    pub forfeited: Option<u8>,
}

/// A card that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownPlay {
    /// Who played it.
    pub seat: u8,
    /// The card.
    pub card: HeartsCard,
}

impl From<HeartsView<'_>> for ShownHand {
    fn from(view: HeartsView<'_>) -> Self {
        let seats = || Seat::all(view.seats());
        Self {
            seat: view.seat().0,
            to_move: view.to_move().map(|seat| seat.0),
            deal: view.deal(),
            hand: view.hand_as_dealt().map(HeartsCard).collect(),
            lead: view.led().map(SuitLetter::from),
            trick: shown(view.trick()),
            previous: view.previous().map(shown),
            tricks: view.tricks().map(shown).collect(),
            hearts_broken: view.hearts_broken(),
            points: seats().map(|seat| view.points(seat)).collect(),
            scores: seats().map(|seat| view.score(seat)).collect(),
            target: view.target(),
            forfeited: view.forfeited().map(|seat| seat.0),
        }
    }
}

fn shown(trick: Trick<'_>) -> Vec<ShownPlay> {
    trick.plays().map(|(seat, card)| ShownPlay { seat: seat.0, card: HeartsCard(card) }).collect()
}

impl Serialize for HeartsView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ShownHand::from(*self).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::hearts::Hearts;
    use crate::hearts::testing::after;
    use crate::seed::Seed;

    fn json(game: &Hearts, seat: Seat) -> String {
        serde_json::to_string(&game.view(seat)).unwrap()
    }

    /// The code blocks of the rules page that hold JSON.
    fn examples() -> Vec<serde_json::Value> {
        let page = include_str!("../../../../docs/rules/hearts.md");
        let blocks = page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
        blocks.map(|block| serde_json::from_str(block).unwrap()).collect()
    }

    #[test]
    fn the_rules_page_shows_a_real_view_and_a_real_move() {
        let game = after(4, Seed::plain(3), 52 + 6);
        let view = game.view(game.turn().next().unwrap());
        let [shown, card] = &examples()[..] else { panic!("two examples") };
        assert_eq!(*shown, serde_json::to_value(view).unwrap());
        assert_eq!(*card, serde_json::to_value(HeartsCard(view.legal_cards().first().unwrap())).unwrap());
    }

    #[test]
    fn the_rules_page_explains_every_key_of_the_view() {
        let page = include_str!("../../../../docs/rules/hearts.md");
        let view = serde_json::to_value(after(2, Seed::plain(1), 0).view(Seat(0))).unwrap();
        for key in view.as_object().unwrap().keys() {
            assert!(page.contains(&format!("\n| `{key}` |")), "{key}");
        }
    }

    #[test]
    fn the_json_can_be_read_back() {
        let game = after(2, Seed::plain(3), 31);
        let shown: ShownHand = serde_json::from_str(&json(&game, Seat(1))).unwrap();
        assert_eq!(shown, ShownHand::from(game.view(Seat(1))));
    }

    #[test]
    fn a_view_hides_the_hands_of_the_others() {
        let game = after(4, Seed::plain(8), 17);
        for seat in Seat::all(4) {
            let shown = json(&game, seat);
            for card in game.view(seat).unseen() {
                assert!(!shown.contains(&format!("\"{}\"", HeartsCard(card))), "{card:?} in {shown}");
            }
            let known = 17 + game.view(seat).hand().len();
            assert_eq!(game.view(seat).unseen().len(), 52 - known);
        }
    }
}
