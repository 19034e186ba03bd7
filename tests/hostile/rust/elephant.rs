// Tries:   to know a deal that it has met before: it keeps every deal in a static, in `/tmp` and in its
//          folder, and looks there.
// Stopped: each playing of a deal has processes of its own (crates/arena/src/crew/crews.rs);
//          crates/cli/tests/tournaments/meets_twice.rs plays designs that deal the same cards again.
// Told:    nothing; its log says "met", and never that it met a deal again.
use std::fs::{read_to_string, write};
use std::sync::Mutex;

use croupier::no_thanks::{Decision, NoThanks, View};

static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Elephant;

impl croupier::Player<NoThanks> for Elephant {
    fn choose(&mut self, view: &View) -> Decision {
        if view.card < 3 * (view.coins_on_card + 3) {
            Decision::Take
        } else {
            Decision::Pass
        }
    }

    fn end(&mut self, view: &View) {
        let mut cards: Vec<i64> = view.players.iter().flat_map(|seat| seat.collection.clone()).collect();
        cards.sort_unstable();
        let deal = format!("{cards:?}");
        eprintln!("met");
        let mut seen = SEEN.lock().unwrap();
        if seen.contains(&deal) {
            eprintln!("again in a static");
        }
        seen.push(deal.clone());
        for path in ["/tmp/seen", "seen"] {
            let kept = read_to_string(path).unwrap_or_default();
            if kept.contains(&deal) {
                eprintln!("again in {path}");
            }
            let _ = write(path, kept + &deal);
        }
    }
}

fn main() {
    croupier::play(|| Elephant)
}
