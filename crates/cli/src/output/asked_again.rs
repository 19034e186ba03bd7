//! What is said where a run goes on: who is asked its earlier games again, and who is not what it
//! was.

use croupier_arena::Bot;
use croupier_record::{Header, Instances, Part};

use super::say::note;

/// Says who is asked the games again that earlier runs have finished, and who is not.
pub(crate) fn tell(header: &Header, bots: &[Bot], games: u64) {
    if games == 0 || header.instances != Instances::Tournament {
        return;
    }
    let names = |which: fn(&Bot) -> bool| -> Vec<&str> {
        let entrants = header.entrants.iter().zip(bots).filter(|(_, bot)| which(bot));
        entrants.map(|(entrant, _)| entrant.name.as_str()).collect()
    };
    let again = names(|bot| bot.has_selves() && !bot.keeps_nothing());
    let (forgetful, lived_on) = (names(Bot::keeps_nothing), names(|bot| matches!(bot, Bot::Http(_))));
    let mut said = Vec::new();
    if !again.is_empty() {
        said.push(format!(
            "asking {} their earlier games again, so that they remember them",
            again.join(", ")
        ));
    }
    match forgetful.as_slice() {
        [] => {}
        [name] => said.push(format!(
            "{name} keeps nothing between games and is asked only those again in which it failed"
        )),
        names => said.push(format!(
            "{} keep nothing between games and are asked only those again in which they failed",
            names.join(", ")
        )),
    }
    if !lived_on.is_empty() {
        said.push(format!("{} lived on by themselves and are asked nothing again", lived_on.join(", ")));
    }
    if !said.is_empty() {
        note(format_args!("croupier: going on after {games} games; {}", said.join("; ")));
    }
}

/// Says who answered otherwise, and where the new part begins.
pub(crate) fn tell_parts(header: &Header, parts: &[Part]) {
    parts.iter().for_each(|part| note(format_args!("croupier: {}", part.told(header))));
}
