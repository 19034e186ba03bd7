//! Speaks the protocol of `docs/protocol.md` for a bot.

use std::any::Any;
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::json::{quoted, Value};
use crate::table;

/// A game: what its views and moves are, and how they are written.
pub trait Game {
    /// What a seat may know. Every view is complete.
    type View;
    /// What a bot answers.
    type Move;
    /// Its name; none where bots of any game play.
    const NAME: Option<&'static str>;
    /// Whether the table lists the legal moves.
    const WANTS_LEGAL: bool = false;

    /// A view from the JSON of the game's rules page, with the legal moves where they are listed.
    fn read(view: &Value, legal: &Value) -> Self::View;

    /// A move as JSON.
    fn write(mv: &Self::Move) -> String;
}

/// A bot for a game.
pub trait Player<G: Game> {
    /// The move to play. The one method that every bot has to write.
    fn choose(&mut self, view: &G::View) -> G::Move;

    /// A game begins.
    fn start(&mut self, view: &G::View) {
        let _ = view;
    }

    /// The game is over.
    fn end(&mut self, view: &G::View) {
        let _ = view;
    }
}

/// Plays until there are no more games. `make` gives a bot for the whole tournament; where the plan says
/// `instances = "game"`, one for each game.
pub fn play<G: Game, P: Player<G>>(make: impl FnMut() -> P) {
    let (input, output) = (io::stdin().lock(), io::stdout());
    if let Err(error) = serve(make, input, &output) {
        eprintln!("croupier: {error}");
    }
}

fn serve<G: Game, P: Player<G>>(
    mut make: impl FnMut() -> P,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut player = make();
    let mut renews = false;
    for line in input.lines() {
        let message = Value::read(&line?).unwrap_or(Value::Null);
        let view = || G::read(message.get("view"), message.get("legal"));
        match message.get("type").text() {
            Some("hello") => {
                renews = message.get("instances").text() == Some("game");
                writeln!(output, "{}", hello::<G>())?;
            }
            Some("start") => {
                begin(&message);
                if renews {
                    player = make();
                }
                tell(|| player.start(&view()));
            }
            Some("ask") => {
                let said = answer::<G, P>(&mut player, &message);
                writeln!(output, "{said}")?;
            }
            Some("end") => tell(|| player.end(&view())),
            _ => continue,
        }
        output.flush()?;
    }
    Ok(())
}

fn hello<G: Game>() -> String {
    let game = G::NAME.map_or(String::new(), |name| format!(",\"game\":{}", quoted(name)));
    let wants = if G::WANTS_LEGAL { ",\"wants\":[\"legal\"]" } else { "" };
    format!("{{\"type\":\"hello\",\"protocol\":1{game}{wants}}}")
}

fn begin(message: &Value) {
    table::with(|table| {
        *table = table::Table { luck: message.get("seed").int_or_zero() as u64, ..table::Table::default() }
    })
}

fn answer<G: Game, P: Player<G>>(player: &mut P, message: &Value) -> String {
    table::with(|table| {
        table.memory = message.get("memory").text().map(str::to_owned);
        table.refused = message.get("refused").text().map(str::to_owned);
        table.time_ms = message.get("time_ms").int_or_zero() as u64;
    });
    let number = message.get("number").int_or_zero();
    let view = G::read(message.get("view"), message.get("legal"));
    match catch_unwind(AssertUnwindSafe(|| player.choose(&view))) {
        Ok(mv) => {
            let left = table::with(|table| table.left.take());
            let memory = left.map_or(String::new(), |text| format!(",\"memory\":{}", quoted(&text)));
            format!("{{\"type\":\"answer\",\"number\":{number},\"move\":{}{memory}}}", G::write(&mv))
        }
        Err(panic) => {
            let words = quoted(&format!("panicked: {}", words_of(panic.as_ref())));
            format!("{{\"type\":\"fault\",\"number\":{number},\"message\":{words}}}")
        }
    }
}

/// Where nothing is asked, a panic is told by the log alone.
fn tell(act: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(act));
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_thanks::{Decision, NoThanks, View};

    struct Odd(usize);

    impl Player<NoThanks> for Odd {
        fn choose(&mut self, view: &View) -> Decision {
            self.0 += 1;
            assert!(view.card != 13, "bad luck");
            crate::remember(&format!("{} after {:?}", self.0, crate::memory()));
            Decision::Take
        }
    }

    fn said(lines: &str) -> String {
        let mut out = Vec::new();
        serve(|| Odd(0), lines.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_question_is_answered_with_its_number_and_what_is_to_be_kept() {
        let told = said(concat!(
            r#"{"type":"hello","protocol":1,"instances":"game"}"#,
            "\n",
            r#"{"type":"ask","number":7,"view":{"card":5,"players":[]},"memory":"x"}"#,
            "\n",
            r#"{"type":"start","view":{}}"#,
            "\n",
            r#"{"type":"ask","number":8,"view":{"card":5,"players":[]}}"#,
            "\n",
        ));
        let expected = [
            r#"{"type":"hello","protocol":1,"game":"no-thanks"}"#,
            r#"{"type":"answer","number":7,"move":"take","memory":"1 after Some(\"x\")"}"#,
            r#"{"type":"answer","number":8,"move":"take","memory":"1 after None"}"#,
        ];
        assert_eq!(told.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_panic_is_a_fault_and_the_bot_lives_on() {
        let asked = r#"{"type":"ask","number":1,"view":{"card":13}}"#;
        let told = said(&format!("{asked}\n{}\n", r#"{"type":"ask","number":2,"view":{}}"#));
        let first = r#"{"type":"fault","number":1,"message":"panicked: bad luck"}"#;
        assert_eq!(told.lines().next(), Some(first));
        assert!(told.contains(r#"{"type":"answer","number":2,"#), "{told}");
    }
}
