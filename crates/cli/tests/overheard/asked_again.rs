//! A run that goes on: whoever keeps nothing between games is sent nothing of those that an earlier run has
//! played, and whoever may remember them is.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use croupier_arena::{Bot, CannotPlay, OpenGames, Outs, Schedule, Tournament};
use croupier_games::no_thanks::NoThanks;
use croupier_games::{Game, Seed};
use croupier_record::{Instances, RecordReader};

use crate::common::{croupier, file};
use crate::messages::{Message, of_stream};
use crate::place::Place;

/// What it prints stays, so it is no bot that keeps nothing.
const PRINTS: &str = "
from croupier import no_thanks
class Prints(no_thanks.Player):
    def choose(self, view):
        print('asked', flush=True)
        return True
";

const PLAIN: &str = "
from NoThanksPlayer import Player
class Plain(Player):
    def take(self, card, state):
        return card.number < 16
";

const FIELD: [&str; 4] = ["prints.py", "Thrift.hs", "plain.py", "house:TakeSmall"];
/// So many games an earlier run has played, of so many.
const PLAYED: u64 = 8;
const GAMES: u64 = 12;

/// What each process is sent in the games from this one on, where those before are in a record.
fn sent(place: &Place, bots: &[Bot], seed: Seed, (from, record): (u64, Option<&Path>)) -> Vec<Vec<Message>> {
    place.tap.forget();
    let outside = place.outside(Instances::Tournament, 1);
    let tournament = Tournament::<NoThanks> {
        options: &<NoThanks as Game>::Options::default(),
        seed,
        games: GAMES,
        openings: 0,
        schedule: &Schedule::new(&NoThanks::ABOUT, bots.len(), None, seed).unwrap(),
        bots,
        names: &FIELD.map(str::to_owned),
        lanes: 1,
        outside: Some(&outside),
        timed: false,
        threads: 1,
        journal: None,
        record,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    tournament.run(from, &AtomicBool::new(false), |_| Ok::<(), CannotPlay>(())).unwrap();
    place.tap.heard().iter().map(|stream| of_stream(stream)).collect()
}

#[test]
fn whoever_keeps_nothing_is_sent_nothing_of_games_that_were_played() {
    let place = Place::new();
    file(place.dir(), "prints.py", PRINTS);
    file(place.dir(), "plain.py", PLAIN);
    let thrift = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/no-thanks/haskell/Thrift.hs");
    fs::copy(thrift, place.dir().join("Thrift.hs")).unwrap();
    let bots = FIELD.map(|name| place.bot::<NoThanks>(name).bot);
    assert_eq!(bots.each_ref().map(Bot::keeps_nothing), [false, true, true, false]);
    let names = FIELD.map(|name| format!("{name:?}")).join(", ");
    let plan = format!("game = \"no-thanks\"\nbots = [{names}]\nseed = 5\ngames = {PLAYED}\n");
    file(place.dir(), "plan.toml", &plan);
    let earlier = croupier(place.dir(), &["run", "plan.toml", "-q", "--out", "earlier"]);
    assert_eq!(earlier.code, 0, "{}", earlier.err);
    let record = place.dir().join("earlier/record.croupier");
    let seed = RecordReader::open(&record).unwrap().header().seed();
    let whole = sent(&place, &bots, seed, (0, None));
    let going_on = sent(&place, &bots, seed, (PLAYED, Some(&record)));
    assert_eq!((whole.len(), going_on.len()), (3, 3), "a process each");
    // The same message by message in a run that was left alone, or what such a run sends last behind the
    // hello.
    let all = |sent: &&Vec<Message>| whole.contains(sent);
    let last = |sent: &&Vec<Message>| {
        whole
            .iter()
            .any(|whole| whole.len() > sent.len() && whole[..1] == sent[..1] && whole.ends_with(&sent[1..]))
    };
    assert_eq!(going_on.iter().filter(all).count(), 1, "whoever may remember is sent everything again");
    assert_eq!(going_on.iter().filter(last).count(), 2, "whoever keeps nothing is sent what is left");
}
