//! The messages of the protocol (`docs/protocol.md`), as bytes and as values; games come in only as JSON.

use croupier_record::{EntrantId, Instances};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// The version of the protocol that this program speaks.
pub const PROTOCOL: u32 = 1;
/// The most a bot may leave in its memory.
pub const LONGEST_MEMORY: usize = 64 * 1024;

/// So much of an answer that is of no use is told.
const EXCERPT: usize = 200;

/// The beginning of what a bot said, on one line.
pub(crate) fn excerpt(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(&said[..said.len().min(EXCERPT)]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A message to a bot.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToBot<'a, V, M> {
    /// The first message.
    Hello {
        /// [`PROTOCOL`].
        protocol: u32,
        /// The game's name.
        game: &'a str,
        /// The version of its rules.
        version: u32,
        /// What the bot is called here.
        bot: &'a str,
        /// How many sit at a table.
        seats: usize,
        /// The game's options.
        options: &'a serde_json::Value,
        /// How long an instance of the bot lives: a host of ours makes a new one where it is told to.
        instances: Instances,
        /// Whether compact frames can be sent.
        compact: bool,
        /// Whether starts and ends can travel in compact frames too.
        compact_games: bool,
        /// Whether memories can.
        compact_memory: bool,
        /// Whether the questions of many games can come in one message.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        groups: bool,
    },
    /// A game begins.
    Start {
        /// Its number.
        game: u64,
        /// The bot's seat.
        seat: u8,
        /// Everyone's name, by seat.
        players: &'a [&'a str],
        /// Everyone's place among the entrants, by seat: the same through the whole tournament.
        entrants: &'a [EntrantId],
        /// Luck of its own.
        seed: u64,
        /// How long an answer may take where no game's time is limited; frames do not say it again.
        time_ms: u64,
        /// What it sees.
        view: V,
    },
    /// What do you play?
    Ask {
        /// Repeated by the answer.
        number: u32,
        /// All that the seat may know.
        view: V,
        /// How long the answer may take.
        time_ms: u64,
        /// Where a game's time is limited: what everyone has left of it, by seat; `null` for who is not
        /// timed.
        #[serde(skip_serializing_if = "Option::is_none")]
        clocks: Option<&'a [Option<u64>]>,
        /// All legal moves, where they are wanted.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<&'a [M]>,
        /// Why the last answer was not accepted.
        #[serde(skip_serializing_if = "Option::is_none")]
        refused: Option<&'a str>,
        /// What the bot has left.
        #[serde(skip_serializing_if = "Option::is_none")]
        memory: Option<&'a str>,
    },
    /// A move was played.
    Notice {
        /// By whom.
        seat: u8,
        /// Which.
        #[serde(rename = "move")]
        mv: M,
    },
    /// The game is over.
    End {
        /// What the seat sees at the end.
        view: V,
        /// The scores by seat.
        scores: &'a [f64],
    },
}

/// A message from a bot, of any type: what it may hold is seen at once, what it means depends on its type.
#[derive(Debug, Deserialize)]
pub(crate) struct FromBot<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: MessageKind,
    pub(crate) protocol: Option<u32>,
    pub(crate) number: Option<u32>,
    #[serde(borrow, default, rename = "move", deserialize_with = "given")]
    pub(crate) mv: Option<&'a RawValue>,
    pub(crate) memory: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) game: Option<String>,
    #[serde(default)]
    pub(crate) wants: Vec<String>,
    #[serde(default)]
    pub(crate) compact: bool,
    #[serde(default)]
    pub(crate) compact_games: bool,
    #[serde(default)]
    pub(crate) compact_memory: bool,
    #[serde(default)]
    pub(crate) groups: bool,
    #[serde(default)]
    pub(crate) marks: bool,
    #[serde(default)]
    pub(crate) pure: bool,
    /// In a hello of our host inside WebAssembly: whether it takes direct calls.
    #[serde(default)]
    #[cfg_attr(not(feature = "wasm"), allow(dead_code))]
    pub(crate) direct_calls: bool,
    pub(crate) message: Option<String>,
    pub(crate) trace: Option<String>,
    /// In a fault of our own host: whether the bot asked to end.
    #[serde(default)]
    pub(crate) exit: bool,
}

/// What is there is given, also where it is `null`: in some games that is an answer, if never a good one.
fn given<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The types of messages from bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MessageKind {
    Hello,
    Answer,
    Fault,
}

/// What a bot said of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Greeting {
    /// Its own idea of its name.
    pub name: Option<String>,
    /// The one game it plays, where it says so.
    pub game: Option<String>,
    /// Whether legal moves are listed for it.
    pub wants_legal: bool,
    /// Whether it hears of every move.
    pub wants_moves: bool,
    /// Whether it cannot go on in a game whose beginning it has not seen.
    pub wants_beginning: bool,
    /// Whether it takes compact frames.
    pub compact: bool,
    /// Whether it takes starts and ends in them.
    pub compact_games: bool,
    /// Whether it takes its memory in them.
    pub compact_memory: bool,
    /// Whether it plays many games at once, with an instance for each.
    pub groups: bool,
    /// Whether what it prints says by itself which game and turn it belongs to.
    pub marks: bool,
    /// Whether it keeps nothing between two questions, and takes those of many games whole.
    pub pure: bool,
}

impl Greeting {
    /// The same of a bot that nothing can be sent to in frames, whatever it says.
    pub(crate) fn without_frames(self) -> Self {
        let (compact, compact_games, compact_memory) = (false, false, false);
        Self { compact, compact_games, compact_memory, groups: false, pure: false, ..self }
    }
}

impl FromBot<'_> {
    /// The message of a line; `None` where the line is something else, a print say.
    pub(crate) fn read(line: &[u8]) -> Option<FromBot<'_>> {
        // Most prints do not begin like this, and are not worth a parser.
        if !line.trim_ascii_start().starts_with(b"{") {
            return None;
        }
        serde_json::from_slice(line).ok()
    }

    pub(crate) fn greeting(&self) -> Greeting {
        let wants = |what: &str| self.wants.iter().any(|want| want == what);
        Greeting {
            name: self.name.clone(),
            game: self.game.clone(),
            wants_legal: wants("legal"),
            wants_moves: wants("moves"),
            wants_beginning: wants("beginning"),
            compact: self.compact,
            compact_games: self.compact && self.compact_games,
            compact_memory: self.compact && self.compact_memory,
            groups: self.compact && self.compact_games && self.groups,
            marks: self.marks,
            pure: self.compact && self.compact_memory && self.pure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ask_has_only_what_there_is() {
        let ask: ToBot<'_, &str, &str> = ToBot::Ask {
            number: 5,
            view: "v",
            time_ms: 1000,
            clocks: None,
            legal: None,
            refused: None,
            memory: Some("m"),
        };
        let json = serde_json::to_string(&ask).unwrap();
        assert_eq!(json, r#"{"type":"ask","number":5,"view":"v","time_ms":1000,"memory":"m"}"#);
    }

    #[test]
    fn a_print_is_no_message() {
        for print in ["thinking...", "{not json", "{\"type\":\"ask\"}", "{\"number\":5}", "", "[1]"] {
            assert!(FromBot::read(print.as_bytes()).is_none(), "{print}");
        }
        let answer = FromBot::read(br#" {"type":"answer","number":5,"move":"take","extra":1}"#).unwrap();
        assert_eq!(
            (answer.kind, answer.number, answer.mv.map(RawValue::get)),
            (MessageKind::Answer, Some(5), Some("\"take\""))
        );
    }

    #[test]
    fn a_move_that_is_null_is_another_than_none() {
        let said = |line: &'static str| FromBot::read(line.as_bytes()).unwrap().mv.map(RawValue::get);
        assert_eq!(said(r#"{"type":"answer","number":5,"move":null}"#), Some("null"));
        assert_eq!(said(r#"{"type":"answer","number":5}"#), None);
    }
}
