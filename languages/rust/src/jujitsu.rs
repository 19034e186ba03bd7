//! Psychological Jujitsu: both bid a card at once, the higher one wins the lot.

use crate::json::Value;
use crate::serve::Game;

/// The game. A move is the card that is bid.
pub struct Jujitsu;

/// A seat's view of the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Your seat; the rules are the same for both.
    pub seat: usize,
    /// The rounds, each as its highest card.
    pub rounds: Vec<i64>,
    /// The number of the round, from 1.
    pub round: usize,
    /// Your points in the match so far.
    pub points: i64,
    /// The opponent's.
    pub opponent_points: i64,
    /// The victory cards that are bid for, the newest last.
    pub lot: Vec<i64>,
    /// The victory card of the next turn; none on the last turn of a round.
    pub next: Option<i64>,
    /// Your bidding cards, lowest first.
    pub hand: Vec<i64>,
    /// The opponent's.
    pub opponent_hand: Vec<i64>,
    /// The victory cards to come in this round, lowest first.
    pub pile: Vec<i64>,
    /// The turns of this round; on the first turn of a later round, those of the round before.
    pub turns: Vec<Turn>,
    /// Whether the match is over.
    pub is_over: bool,
}

/// A turn that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The victory card that was new.
    pub victory_card: i64,
    /// Your bid.
    pub bid: i64,
    /// The opponent's.
    pub opponent_bid: i64,
}

impl View {
    /// The highest card of this round.
    pub fn highest(&self) -> i64 {
        self.rounds.get(self.round.wrapping_sub(1)).copied().unwrap_or(0)
    }
}

impl Game for Jujitsu {
    type View = View;
    type Move = i64;
    const NAME: Option<&'static str> = Some("jujitsu");

    fn read(view: &Value, _: &Value) -> View {
        let turn = |turn: &Value| Turn {
            victory_card: turn.get("drawnVictoryCard").int_or_zero(),
            bid: turn.get("myBid").int_or_zero(),
            opponent_bid: turn.get("opponentBid").int_or_zero(),
        };
        View {
            seat: view.get("seat").int_or_zero() as usize,
            rounds: view.get("match").ints(),
            round: view.get("currentRound").int_or_zero() as usize,
            points: view.get("myPointsTotal").int_or_zero(),
            opponent_points: view.get("opponentPointsTotal").int_or_zero(),
            lot: view.get("lot").ints(),
            next: view.get("nextVictoryCard").int(),
            hand: view.get("myCardsRemaining").ints(),
            opponent_hand: view.get("opponentCardsRemaining").ints(),
            pile: view.get("drawPile").ints(),
            turns: view.get("previousTurns").list().iter().map(turn).collect(),
            is_over: view.get("gameEnded").is_true(),
        }
    }

    fn write(bid: &i64) -> String {
        bid.to_string()
    }
}
