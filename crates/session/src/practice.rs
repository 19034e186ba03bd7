//! A person at a table, the house in all other seats: practice, which is kept by nobody.
//!
//! The person is shown their seat's view and no more, and moves by the JSON that they are offered.

use croupier_bots::{House, house};
use croupier_games::{Game, Move as _, Seat, Seed, Turn, UnknownGame, View, Visitor, with_game};
use croupier_record::{Ask, EntrantId, Luck, Notice, Player};
use croupier_report::picture::{Picture, Scene, picture};
use croupier_report::winners_line;
use serde_json::Value;

/// What a person wants to play.
#[derive(Debug, Clone)]
pub struct NewTable {
    /// Who plays the other seats.
    pub opponent: House,
    /// How many sit at the table.
    pub seats: usize,
    /// The person's own seat.
    pub own: usize,
    /// All luck grows from it.
    pub seed: Seed,
}

/// What the person sees.
#[derive(Debug, Clone)]
pub struct PracticeView {
    /// The table.
    pub picture: Picture,
    /// The moves that can be played: what is sent, and how it reads.
    pub choices: Vec<(String, String)>,
    /// What the others did since the person's last move.
    pub told: Vec<String>,
    /// Who won, once it is over.
    pub result: Option<String>,
}

/// Why nobody can sit down.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NoTable {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It has no table of this size, or no such seat.
    #[error("{title} has tables for {seats:?}")]
    Seats {
        /// The game.
        title: &'static str,
        /// The sizes of its tables.
        seats: &'static [usize],
    },
    /// Its cards cannot be dealt.
    #[error("{0}")]
    Deal(String),
}

/// Why a person's move is not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadMove {
    /// What came is no move of this game.
    #[error("that is no move")]
    None,
    /// The rules forbid it, for this reason.
    #[error("{0}")]
    Illegal(String),
}

/// A table of any game.
pub trait Practice: Send {
    /// The table as the person sees it.
    fn seen(&self, turned: u8) -> PracticeView;

    /// Plays the person's move, where it is legal; the house has not answered yet.
    fn play(&mut self, mv: &str) -> Result<(), BadMove>;

    /// Lets the house move until the person is to move or the game is over. This takes a while.
    fn think(&mut self);
}

/// Sits down at a new table of a game, where the house moves until the person is to. This takes a
/// while, too.
pub fn sit(game: &str, wish: NewTable) -> Result<Box<dyn Practice>, NoTable> {
    with_game(game, SitDown(wish))?
}

struct SitDown(NewTable);

impl Visitor for SitDown {
    type Output = Result<Box<dyn Practice>, NoTable>;

    fn visit<G: Game>(self) -> Self::Output {
        let NewTable { opponent: player, seats, own, seed } = self.0;
        if !G::ABOUT.seats.contains(&seats) || own >= seats {
            return Err(NoTable::Seats { title: G::ABOUT.title, seats: G::ABOUT.seats });
        }
        let game = G::deal(seats, &G::Options::default(), seed);
        let game = game.map_err(|error| NoTable::Deal(error.to_string()))?;
        let own = Seat(own as u8);
        let name = |seat: Seat| match seat == own {
            true => "you".to_owned(),
            false if seats == 2 => player.name.to_owned(),
            false => format!("{} {}", player.name, seat.index() + 1),
        };
        let mut table = TypedTable::<G> {
            names: Seat::all(seats).map(name).collect(),
            house: Seat::all(seats)
                .map(|seat| if seat == own { None } else { house::seat::<G>(&player) })
                .collect(),
            game,
            own,
            asked: 0,
            told: Vec::new(),
        };
        table.begin(&seed.into());
        table.go_on();
        Ok(Box::new(table))
    }
}

struct TypedTable<G: Game> {
    game: G,
    own: Seat,
    names: Vec<String>,
    house: Vec<Option<Box<dyn Player<G>>>>,
    asked: u32,
    told: Vec<String>,
}

impl<G: Game> TypedTable<G> {
    /// Gives every player of the house its luck.
    fn begin(&mut self, luck: &Luck) {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let entrants: Vec<EntrantId> = (0..names.len() as u16).map(EntrantId).collect();
        for (seat, player) in Seat::all(names.len()).zip(&mut self.house) {
            let Some(player) = player else { continue };
            let (view, seed) = (self.game.view(seat), luck.house(seat));
            // Players of the house hear everything without fault.
            let _ = player.notice(&Notice::Start { view, seed, game: 0, names: &names, entrants: &entrants });
        }
    }

    /// Lets the house move until the person owes a move and nobody else does, or the game is over.
    fn go_on(&mut self) {
        while let Turn::Waiting(seats) = self.game.turn() {
            let Some(seat) = seats.into_iter().find(|&seat| seat != self.own) else { return };
            self.asked += 1;
            let ask = Ask { number: self.asked, view: self.game.view(seat), refused: None, memory: None };
            let answer = self.house[seat.index()].as_mut().and_then(|player| player.answer(ask).ok());
            let mv = answer.map(|answer| answer.mv);
            match mv {
                Some(mv) if self.game.play(seat, mv).is_ok() => self.tell(seat, mv, seats.len() > 1),
                mv => drop(self.game.refuse(seat, mv)),
            }
        }
    }

    /// Keeps what a player did; a move that is made at the same time as others is no news until all
    /// are shown.
    fn tell(&mut self, seat: Seat, mv: G::Move, together: bool) {
        if !together {
            let name = &self.names[seat.index()];
            self.told.push(format!("{name}: {}", words(&serde_json::to_value(mv).unwrap_or_default())));
        }
    }

    fn legal(&self) -> Vec<G::Move> {
        let mut legal = Vec::new();
        if self.game.turn().awaits(self.own) {
            self.game.view(self.own).legal(&mut legal);
        }
        legal
    }
}

impl<G: Game> Practice for TypedTable<G> {
    fn seen(&self, turned: u8) -> PracticeView {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let over = self.game.turn() == Turn::Over;
        // Once the game is over there is nothing left to hide.
        let shown = Seat::all(names.len()).filter(|&seat| over || seat == self.own);
        let views: Vec<Value> =
            shown.filter_map(|seat| serde_json::to_value(self.game.view(seat)).ok()).collect();
        let legal = self.legal();
        let choices: Vec<Value> = legal.iter().filter_map(|mv| serde_json::to_value(mv).ok()).collect();
        let scene = Scene { views: &views, names: &names, choices: &choices, turned };
        PracticeView {
            picture: picture(G::ABOUT.name, &scene),
            choices: choices.iter().map(|choice| (choice.to_string(), words(choice))).collect(),
            told: self.told.clone(),
            result: over.then(|| winners_line(&self.game, &names)),
        }
    }

    fn play(&mut self, mv: &str) -> Result<(), BadMove> {
        let mv: G::Move = serde_json::from_str(mv).map_err(|_| BadMove::None)?;
        // Written and read again, a move is what a record would keep of it.
        let mv = G::Move::from_code(mv.code()).ok_or(BadMove::None)?;
        self.game.play(self.own, mv).map_err(|why| BadMove::Illegal(why.to_string()))?;
        self.told.clear();
        Ok(())
    }

    fn think(&mut self) {
        self.go_on();
    }
}

/// A move in words, as far as its JSON tells them: `"take"` is take, a list of cards is the cards.
fn words(mv: &Value) -> String {
    match mv {
        Value::String(word) => word.clone(),
        // Playing no card is how Last Card passes.
        Value::Array(items) if items.is_empty() => "pass".to_owned(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => fields
            .iter()
            .filter(|(_, value)| !matches!(value, Value::Null | Value::Bool(false)))
            .map(|(key, value)| match value {
                Value::Bool(true) => key.replace('_', " "),
                Value::Array(_) => words(value),
                value => format!("{key} {}", words(value)),
            })
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use croupier_games::list;

    fn wish(game: &str) -> NewTable {
        let opponent = house::find_for(game, house::RANDOM).unwrap().unwrap();
        let seats = *list::about(game).unwrap().seats.last().unwrap();
        NewTable { opponent, seats, own: 1, seed: Seed::plain(7) }
    }

    fn begun(game: &str, wish: NewTable) -> Box<dyn Practice> {
        sit(game, wish).unwrap()
    }

    #[test]
    fn every_game_can_be_played_to_its_end_with_the_moves_that_are_offered() {
        for about in list::ALL {
            let mut table = begun(about.name, wish(about.name));
            let mut turns = 0;
            while table.seen(0).result.is_none() {
                let choices = table.seen(0).choices;
                table.play(&choices[turns % choices.len()].0).unwrap();
                table.think();
                turns += 1;
                assert!(turns < 5_000, "{} does not end", about.name);
            }
            assert!(turns > 0 && table.seen(0).choices.is_empty(), "{}", about.name);
        }
    }

    #[test]
    fn the_other_hands_stay_face_down_until_the_end() {
        let table = begun("hearts", wish("hearts"));
        let seen = table.seen(0);
        assert_eq!(seen.picture.html.matches("face down").count(), 3, "{}", seen.picture.html);
    }

    #[test]
    fn a_wrong_move_is_refused_with_its_rule_and_changes_nothing() {
        let mut table = begun("score-four", NewTable { own: 0, ..wish("score-four") });
        let before = table.seen(0).picture;
        assert!(table.play("{\"row\": 9, \"column\": 0}").is_err());
        assert!(table.play("nonsense").is_err());
        assert_eq!(table.seen(0).picture, before);
    }

    #[test]
    fn moves_are_told_in_words() {
        assert_eq!(words(&serde_json::json!("take")), "take");
        assert_eq!(
            words(&serde_json::json!({"cards": ["8D", "8S"], "suit": null, "last_card": true})),
            "8D 8S, last card"
        );
        assert_eq!(words(&serde_json::json!({"cards": [], "suit": null, "last_card": false})), "pass");
    }
}
