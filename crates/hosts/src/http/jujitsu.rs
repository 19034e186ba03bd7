//! Psychological Jujitsu by its original's requests, key by key, with a number as the answer.

use std::sync::Arc;
use std::time::Duration;

use croupier_games::jujitsu::{ShownMatch, ShownTurn};
use croupier_record::FaultKind;
use serde::{Deserialize, Serialize};

use crate::channel::{BotExit, Channel, Failure, Leave, Message, Outgoing, Settled, Takes, Wants, Write};
use crate::http::channel::{HttpChannel, written};
use crate::protocol::{Greeting, PROTOCOL, excerpt};
use crate::time::clocks::Clocks;

/// So much of an answer that is no number is told.
const SHOWN: usize = 80;
/// What the last request of a match may take whose bot is not asked any more.
const FAREWELL: Duration = Duration::from_millis(500);

/// A bot of the original behind a url: the shell's messages come in, the original's requests go out.
pub(super) struct JujitsuChannel {
    http: HttpChannel,
    clocks: Arc<Clocks>,
    name: String,
    opponent: String,
    message: Vec<u8>,
    /// What the original has no request for, and is answered here.
    said: Option<String>,
    wants: Wants,
    /// The question that a number answers.
    number: u32,
    /// What the bot was shown last in a match that is not over.
    last: Option<ShownMatch>,
}

/// What the shell says, as far as the original has a request for it.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum ShellMessage {
    Start {
        seat: usize,
        players: Vec<String>,
    },
    Ask {
        number: u32,
        view: ShownMatch,
    },
    End {
        view: ShownMatch,
    },
    #[serde(other)]
    Else,
}

/// A request: exactly the original's keys, since its bots refuse others.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    #[serde(rename = "match")]
    rounds: &'a [u8],
    my_time_remaining_ms: Option<u64>,
    opponent_time_remaining_ms: Option<u64>,
    my_points_total: u32,
    opponent_points_total: u32,
    current_round: u8,
    game_ended: bool,
    lot: &'a [u8],
    next_victory_card: Option<u8>,
    my_cards_remaining: &'a [u8],
    opponent_cards_remaining: &'a [u8],
    draw_pile: &'a [u8],
    previous_turns: &'a [ShownTurn],
}

impl JujitsuChannel {
    pub(super) fn new(http: HttpChannel, clocks: &Arc<Clocks>, name: &str) -> Self {
        Self {
            http,
            clocks: Arc::clone(clocks),
            name: name.to_owned(),
            opponent: String::new(),
            message: Vec::new(),
            said: None,
            wants: Wants::Nothing,
            number: 0,
            last: None,
        }
    }

    fn body(&self, shown: &ShownMatch) -> Vec<u8> {
        let request = Request {
            rounds: &shown.rounds,
            my_time_remaining_ms: self.clocks.left(&self.name).map(whole_ms),
            opponent_time_remaining_ms: self.clocks.left(&self.opponent).map(whole_ms),
            my_points_total: shown.my_points_total,
            opponent_points_total: shown.opponent_points_total,
            current_round: shown.current_round,
            game_ended: shown.game_ended,
            lot: &shown.lot,
            next_victory_card: shown.next_victory_card,
            my_cards_remaining: &shown.my_cards_remaining,
            opponent_cards_remaining: &shown.opponent_cards_remaining,
            draw_pile: &shown.draw_pile,
            previous_turns: &shown.previous_turns,
        };
        // Numbers and lists of them always have a JSON form.
        serde_json::to_vec(&request).unwrap_or_default()
    }

    fn pass_on(&mut self, told: ShellMessage, message: Outgoing) {
        match told {
            ShellMessage::Start { seat, players } => {
                self.opponent = players.into_iter().nth(1 - seat.min(1)).unwrap_or_default();
                self.last = None;
                self.said = Some(String::new());
            }
            ShellMessage::Ask { number, view } => {
                self.number = number;
                let body = self.body(&view);
                self.last = Some(view);
                self.http.request(&body, message.wants, message.limit);
            }
            // The last request of a match. Its answer does not matter.
            ShellMessage::End { view } => {
                self.last = None;
                let body = self.body(&view);
                self.http.request(&body, message.wants, message.limit);
            }
            ShellMessage::Else => self.said = Some(format!(r#"{{"type":"hello","protocol":{PROTOCOL}}}"#)),
        }
    }
}

impl Channel for JujitsuChannel {
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        written(&mut self.message, write)?;
        (self.said, self.wants) = (None, message.wants);
        let told = serde_json::from_slice(&self.message)
            .map_err(|error| Failure::fault(FaultKind::Crashed, error.to_string()))?;
        self.pass_on(told, message);
        Ok(())
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        if self.said.is_none() {
            if self.wants == Wants::Nothing {
                return self.http.receive();
            }
            let Message::Reply(body) = self.http.receive()? else {
                return Err(Failure::fault(FaultKind::Unreadable, "was not asked"));
            };
            let text = std::str::from_utf8(body).unwrap_or_default().trim();
            let Ok(card) = text.parse::<i32>() else {
                let said = excerpt(body);
                self.http.note(&format!("[no number] {said}"));
                let shown: String = said.chars().take(SHOWN).collect();
                return Err(Failure::fault(FaultKind::Unreadable, format!("\"{shown}\" is no number")));
            };
            self.said = Some(format!(r#"{{"type":"answer","number":{},"move":{card}}}"#, self.number));
        }
        Ok(Message::Reply(self.said.as_deref().unwrap_or_default().as_bytes()))
    }

    /// A match that is ended early has its last request too.
    fn end(&mut self, leave: Leave) -> BotExit {
        if let Some(last) = self.last.take() {
            let body = self.body(&broken_off(last));
            self.http.request(&body, Wants::Nothing, FAREWELL);
        }
        self.http.end(leave)
    }

    fn agree(&mut self, greeting: &Greeting) -> Takes {
        self.http.agree(greeting)
    }

    fn settle(&mut self) -> Settled {
        self.http.settle()
    }
}

/// A match as its last request shows it, wherever it was broken off.
fn broken_off(last: ShownMatch) -> ShownMatch {
    ShownMatch {
        game_ended: true,
        next_victory_card: None,
        my_cards_remaining: Vec::new(),
        opponent_cards_remaining: Vec::new(),
        draw_pile: Vec::new(),
        ..last
    }
}

/// Whole milliseconds, rounded up: 0 means that nothing at all is left.
fn whole_ms(left: Duration) -> u64 {
    left.as_micros().div_ceil(1000) as u64
}
