//! The broker of Psychological Jujitsu: the original's requests, key by key, and a number as the answer.

use std::time::Duration;

use croupier_games::jujitsu::{Bid, Jujitsu, ShownMatch, ShownTurn};
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, Player};
use serde::Serialize;

use crate::http::seat::{HttpSeat, HttpSetting, excerpt, fault};

/// A player of Jujitsu behind a url.
pub(crate) struct HttpJujitsu {
    seat: HttpSeat,
    opponent: String,
    number: u32,
    /// What the bot was shown last in a match that is not over.
    last: Option<ShownMatch>,
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

impl HttpJujitsu {
    pub(crate) fn new(setting: HttpSetting) -> Self {
        Self { seat: HttpSeat::new(setting, "text/plain"), opponent: String::new(), number: 0, last: None }
    }

    fn request(&self, shown: &ShownMatch) -> Vec<u8> {
        let request = Request {
            rounds: &shown.rounds,
            my_time_remaining_ms: self.seat.left().map(whole_ms),
            opponent_time_remaining_ms: self.seat.left_of(&self.opponent).map(whole_ms),
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

    /// The last request of a match. Its answer does not matter.
    fn farewell(&mut self, shown: &ShownMatch) {
        let request = self.request(shown);
        self.seat.tell(|body| body.extend_from_slice(&request));
    }
}

impl Player<Jujitsu> for HttpJujitsu {
    fn ask(&mut self, ask: Ask<'_, Jujitsu>) -> Result<(), Box<Fault>> {
        self.number = ask.number;
        let shown = ShownMatch::from(ask.view);
        let request = self.request(&shown);
        self.last = Some(shown);
        self.seat.ask(|body| body.extend_from_slice(&request))
    }

    fn reply(&mut self) -> Result<Answer<Bid>, Box<Fault>> {
        let body = self.seat.reply()?;
        let text = std::str::from_utf8(&body).unwrap_or_default().trim();
        match text.parse() {
            Ok(card) => Ok(Answer { number: self.number, mv: Bid(card), memory: None }),
            Err(_) => {
                let said = excerpt(&body);
                self.seat.note(&format!("[no number] {said}"));
                let shown: String = said.chars().take(80).collect();
                Err(fault(FaultKind::Unreadable, &format!("\"{shown}\" is no number")))
            }
        }
    }

    fn notice(&mut self, notice: &Notice<'_, Jujitsu>) -> Result<(), Box<Fault>> {
        match *notice {
            Notice::Start { view, names, .. } => {
                self.seat.wind_clock();
                self.opponent =
                    names.get(view.opponent().index()).map_or_else(String::new, |name| (*name).to_owned());
                self.last = None;
            }
            Notice::Moved { .. } => {}
            Notice::End { view, .. } => {
                self.last = None;
                self.farewell(&ShownMatch::from(view));
            }
        }
        Ok(())
    }
}

impl Drop for HttpJujitsu {
    /// A match that is ended early has its last request too.
    fn drop(&mut self) {
        if let Some(last) = self.last.take() {
            self.farewell(&broken_off(last));
        }
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
