//! What a bot prints, throws and answers is shown as words: no escape sequence of its reaches a terminal, a
//! log, a story or a table, whichever way it took.

use crate::common::{croupier, file, tree};

/// Prints orders to a terminal, answers with them, and throws them in every third game.
const LOUD: &str = "\
from NoThanksPlayer import Player
import sys
ORDERS = '\\x1b[2J\\x1b]0;mine\\x07\\x9b31m\\u202e\\r'
class Loud(Player):
    games = 0
    def take(self, card, state):
        print('print ' + ORDERS)
        print('error ' + ORDERS, file=sys.stderr)
        Loud.games += 1
        if Loud.games % 3 == 0:
            raise ValueError('thrown ' + ORDERS)
        if Loud.games % 3 == 1:
            return 'answered ' + ORDERS
        return True
";

/// Characters that are orders, ends of lines and tabs apart.
fn orders(text: &str) -> Option<String> {
    let at = text.find(|c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}')?;
    Some(text[at..].chars().take(40).collect())
}

#[test]
fn no_order_of_a_bot_reaches_a_terminal_a_log_or_a_table() {
    let dir = crate::common::folder();
    let at = dir.path();
    file(at, "loud.py", LOUD);
    let plan = "game = \"no-thanks\"\nbots = [\"loud.py\", \"house:CutOff14\"]\ngames = 6\nseed = 4\n";
    file(at, "plan.toml", plan);
    let run = croupier(at, &["run", "plan.toml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let shown = [
        run,
        croupier(at, &["log", "logs", "0"]),
        croupier(at, &["verify", "logs"]),
        croupier(at, &["report", "logs", "--format", "csv", "--table", "moves", "--out", "-"]),
        croupier(at, &["report", "logs", "--format", "markdown", "--out", "-"]),
        croupier(at, &["check", "loud.py", "--game", "no-thanks", "--games", "4"]),
    ];
    for said in &shown {
        assert_eq!((orders(&said.out), orders(&said.err)), (None, None), "{}{}", said.out, said.err);
    }
    let all: String = shown.iter().map(|said| said.out.as_str()).collect();
    assert!(all.contains("thrown \\x1b[2J"), "{all}");
    let logs = tree(&at.join("logs"));
    let mut printed = false;
    for (path, bytes) in logs.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "log")) {
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert_eq!(orders(&text), None, "{}", path.display());
        printed |= text.contains("print \\x1b[2J\\x1b]0;mine\\x07\\x9b31m\\u{202e}\\x0d\n");
    }
    assert!(printed, "what it prints is in its log");
}
