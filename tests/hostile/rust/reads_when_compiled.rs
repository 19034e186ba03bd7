// Tries:   to take the machine's secrets into the game while it is compiled: a constant is the content of a
//          file that only root may read.
// Stopped: sources are compiled in a cell, too (crates/hosts/src/languages/build/run.rs).
// Told:    "does not load: …", or nothing and its log says "kept out".
use croupier::no_thanks::{Decision, NoThanks, View};

const SHADOW: &str = include_str!("/etc/shadow");

struct Reads;

impl croupier::Player<NoThanks> for Reads {
    fn choose(&mut self, _: &View) -> Decision {
        eprintln!("{}", if SHADOW.is_empty() { "kept out" } else { "GOT IN" });
        Decision::Take
    }
}

fn main() {
    croupier::play(|| Reads)
}
