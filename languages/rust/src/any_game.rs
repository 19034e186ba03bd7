//! Any game: views and moves are the JSON of its rules page.

use crate::json::Value;
use crate::serve::Game;

/// Whatever is played. A move is JSON, such as one of the legal ones.
pub struct AnyGame;

/// A seat's view, and what may be played.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// What the rules page shows.
    pub shown: Value,
    /// The legal moves.
    pub legal: Vec<Value>,
}

impl Game for AnyGame {
    type View = View;
    type Move = Value;
    const NAME: Option<&'static str> = None;
    const WANTS_LEGAL: bool = true;

    fn read(view: &Value, legal: &Value) -> View {
        View { shown: view.clone(), legal: legal.list().to_vec() }
    }

    fn write(mv: &Value) -> String {
        mv.to_string()
    }
}
