//! No Thanks!: take the open card with its coins, or pay a coin to pass it on.

use crate::json::Value;
use crate::serve::Game;

/// The game.
pub struct NoThanks;

/// What a bot answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Takes the card with its coins.
    Take,
    /// Pays a coin.
    Pass,
}

/// A seat's view of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Your seat, an index into `players`.
    pub seat: usize,
    /// The number of the open card in the order turned up, 1 to 24.
    pub round: i64,
    /// The open card; 0 once all are taken.
    pub card: i64,
    /// The coins on it.
    pub coins_on_card: i64,
    /// Everyone by seat.
    pub players: Vec<Seat>,
}

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Coins left.
    pub coins: i64,
    /// The cards taken, lowest first.
    pub collection: Vec<i64>,
}

impl Seat {
    /// What the cards cost, less the coins.
    pub fn penalty(&self) -> i64 {
        let counts = |card: &&i64| !self.collection.contains(&(*card - 1));
        self.collection.iter().filter(counts).sum::<i64>() - self.coins
    }
}

impl View {
    /// You.
    pub fn me(&self) -> &Seat {
        &self.players[self.seat]
    }

    /// By how much your penalty would rise if you took the open card with its coins; it may fall.
    pub fn cost(&self) -> i64 {
        let mut then = self.me().clone();
        then.collection.push(self.card);
        then.coins += self.coins_on_card;
        then.penalty() - self.me().penalty()
    }
}

impl Game for NoThanks {
    type View = View;
    type Move = Decision;
    const NAME: Option<&'static str> = Some("no-thanks");

    fn read(view: &Value, _: &Value) -> View {
        let seat = |player: &Value| Seat {
            coins: player.get("coins").int_or_zero(),
            collection: player.get("collection").ints(),
        };
        View {
            seat: view.get("seat").int_or_zero() as usize,
            round: view.get("round").int_or_zero(),
            card: view.get("card").int_or_zero(),
            coins_on_card: view.get("coins_on_card").int_or_zero(),
            players: view.get("players").list().iter().map(seat).collect(),
        }
    }

    fn write(decision: &Decision) -> String {
        let word = if *decision == Decision::Take { "take" } else { "pass" };
        format!("\"{word}\"")
    }
}
