//! A real process whose game is played again, since the machine gave somebody no processor, has seen nothing
//! of it: whatever it keeps, and wherever.

#![allow(clippy::unwrap_used, clippy::expect_used)] // Tests may.
#![cfg(target_os = "linux")]

use std::sync::Arc;
use std::time::Duration;

use croupier_games::no_thanks::{Decision, NoThanks, NoThanksOptions};
use croupier_games::{Game, Seat, Seed};
use croupier_hosts::cell::{Cell, Launcher, SandboxSpec, Tier};
use croupier_hosts::{
    Account, BotLog, BotSetting, Interrupt, Launch, Load, ProcessConnector, RemoteBot, RemotePlayer,
    TimeLimits,
};
use croupier_record::{Answer, Ask, EntrantId, Notice, Player};

/// Keeps every start of a game in a variable, in `/tmp` and in its folder, and passes unless it finds one
/// again: then it takes. It is asked once in a game.
const ELEPHANT: &str = r#"
echo '{"type":"hello","protocol":1}'
read -r hello
while read -r start && read -r question; do
    answer=pass
    case "$known" in *"$start"*) answer=take ;; esac
    known="$known$start"
    for kept in /tmp/known known; do
        while read -r other; do [ "$other" = "$start" ] && answer=take; done < $kept
        echo "$start" >> $kept
    done
    number=${question#*number\":}
    echo "{\"type\":\"answer\",\"number\":${number%%,*},\"move\":\"$answer\"}"
done 2> /dev/null
"#;

struct Elephant;

impl Launch for Elephant {
    fn spec(&self) -> SandboxSpec {
        SandboxSpec { args: vec!["-c".into(), ELEPHANT.into()], ..SandboxSpec::new("/bin/sh") }
    }
}

fn player(cell: Cell) -> RemotePlayer<NoThanks> {
    let time = Duration::from_secs(30);
    let time_limits = TimeLimits {
        per_move: time,
        per_game: None,
        loading: time,
        restarts: 0,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    };
    let connector = ProcessConnector::new(Arc::new(Elephant), Arc::new(cell), None);
    let (log, account) = (BotLog::create(None).unwrap(), Account::default());
    let setting = BotSetting { hello: b"{}".to_vec(), time_limits, log, account };
    RemotePlayer::new(RemoteBot::new(Box::new(connector), setting))
}

/// Begins a game and asks once.
fn first_move(player: &mut RemotePlayer<NoThanks>, game: u64) -> Decision {
    let dealt = NoThanks::deal(3, &NoThanksOptions::default(), Seed::plain(game)).unwrap();
    let (seat, names) = (Seat(0), ["Ann", "Bob", "Cy"]);
    let entrants = [0, 1, 2].map(EntrantId);
    let (seed, view) = (Seed::plain(game), dealt.view(seat));
    player.notice(&Notice::Start { view, seed, game, names: &names, entrants: &entrants }).unwrap();
    let ask = Ask { number: 1, view: dealt.view(seat), refused: None, memory: None };
    let Answer { mv, .. } = player.answer(ask).unwrap();
    mv
}

#[test]
fn a_process_that_keeps_all_it_saw_does_not_know_a_game_that_is_played_again() {
    for tier in [Tier::Bubblewrap, Tier::Landlock] {
        let cell = Cell::of_tier(tier, &Launcher::at(env!("CARGO_BIN_EXE_cell_entry")));
        let mut player = player(cell.expect("this machine has both cells"));
        assert_eq!(first_move(&mut player, 1), Decision::Pass);
        assert_eq!(first_move(&mut player, 2), Decision::Pass, "{tier}: another deal");
        assert_eq!(first_move(&mut player, 2), Decision::Take, "{tier}: what it kept is of use to it");
        player.begin_anew();
        assert_eq!(first_move(&mut player, 2), Decision::Pass, "{tier}: it has never seen this one");
        player.begin_anew();
        assert_eq!(first_move(&mut player, 1), Decision::Pass, "{tier}: no restart of its own is used up");
    }
}
