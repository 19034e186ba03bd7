//! A position of Hearts as the call of a player in Haskell, which its author can paste into `ghci` and see
//! fail again. The kit's module `CardNames` has the cards under the names that the call uses.

use croupier_games::hearts::{ShownHand, ShownPlay};

use crate::stage::Failing;

/// What makes a call run where it is pasted: the language is that in which players are compiled.
pub const HOW_TO_CALL: &str = "beside the files of \"croupier kit haskell\": ghci -XHaskell2010 -XNamedFieldPuns \
     -XDuplicateRecordFields FILE CardNames, then import CardNames, and paste it";

/// The call in which it failed, if it failed in one and the file is in Haskell.
#[must_use]
pub fn as_call(bot: &str, failing: &Failing) -> Option<String> {
    let file = bot.split_once('#').map_or(bot, |(file, _)| file);
    if !file.ends_with(".hs") {
        return None;
    }
    let view: ShownHand = serde_json::from_value(failing.view.clone()?).ok()?;
    let hand: Vec<String> = view.hand.iter().map(ToString::to_string).collect();
    // Nothing in the first trick of a deal; then the trick before, and what the player last left.
    let before = match &view.previous {
        None => "Nothing".to_owned(),
        Some(trick) => {
            let memory = failing.memory.as_deref().unwrap_or_default();
            format!("(Just ({},{}))", plays(trick), literal(memory))
        }
    };
    let (id, hand, trick) = (view.seat + 1, hand.join(","), plays(&view.trick));
    Some(format!("playCard \"{id}\" [{hand}] {trick} {before}"))
}

/// A trick as the player gets it: the newest card first.
fn plays(trick: &[ShownPlay]) -> String {
    let play = |play: &ShownPlay| format!("({},\"{}\")", play.card, play.seat + 1);
    format!("[{}]", trick.iter().rev().map(play).collect::<Vec<_>>().join(","))
}

/// Words between quotes, as Haskell reads them.
fn literal(words: &str) -> String {
    let mut shown = String::from("\"");
    for c in words.chars() {
        match c {
            '"' | '\\' => shown.extend(['\\', c]),
            '\n' => shown.push_str("\\n"),
            // The empty \& keeps a digit after it from being read as part of the number.
            _ if c.is_control() || !c.is_ascii() => shown.push_str(&format!("\\{}\\&", c as u32)),
            _ => shown.push(c),
        }
    }
    shown.push('"');
    shown
}

#[cfg(test)]
mod tests {
    use croupier_games::hearts::Hearts;
    use croupier_games::{Chance, Game, Seed};

    use super::*;
    use crate::first_misstep::view_of;

    /// What a seat is shown after so many cards, with this memory.
    fn after(cards: usize, memory: Option<&str>) -> Failing {
        let mut chance = Chance::new(Seed::plain(1));
        let mut game = Hearts::deal(4, &Default::default(), chance.seed()).unwrap();
        for _ in 0..cards {
            let seat = game.turn().next().unwrap();
            let card = game.any(seat, &mut chance);
            game.play(seat, card).unwrap();
        }
        let view = view_of(&game, game.turn().next().unwrap());
        Failing { view, memory: memory.map(str::to_owned), ..Failing::default() }
    }

    #[test]
    fn a_first_trick_is_a_call_with_the_newest_card_first_and_without_a_memory() {
        let call = as_call("Player.hs", &after(2, Some("of the deal before"))).unwrap();
        let (player, rest) = call.split_once(" [").unwrap();
        let (hand, rest) = rest.split_once("] ").unwrap();
        assert!(player.starts_with("playCard \"") && hand.split(',').count() == 13, "{call}");
        assert!(rest.ends_with("] Nothing") && rest.contains(",(C2,\""), "{call}");
    }

    #[test]
    fn a_later_trick_has_the_one_before_it_and_the_memory_as_haskell_reads_it() {
        let call = as_call("Player.hs#Player", &after(5, Some("a \"b\" \\ é7\n"))).unwrap();
        assert!(call.ends_with(",\"a \\\"b\\\" \\\\ \\233\\&7\\n\"))"), "{call}");
        // A card in the trick, four in the one before it, and the memory.
        assert_eq!(call.matches("\")").count(), 1 + 4 + 1, "{call}");
    }

    #[test]
    fn other_languages_and_other_games_have_no_call() {
        assert_eq!(as_call("player.py", &after(2, None)), None);
        let view = Some(serde_json::json!({"seat": 0}));
        assert_eq!(as_call("Player.hs", &Failing { view, ..Failing::default() }), None);
    }
}
