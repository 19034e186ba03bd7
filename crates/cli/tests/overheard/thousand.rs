//! A thousand games of traffic, from every host, and the attacker at it.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;

use croupier_arena::naming::entrant_names;
use croupier_arena::{Bot, CannotPlay, OpenGames, Outs, Schedule, Tournament};
use croupier_games::jujitsu::Jujitsu;
use croupier_games::no_thanks::{Decision, NoThanks};
use croupier_games::{Game, Seat, Seed};
use croupier_record::{Entrant, Instances, Lucks, Origin, Secret};

use crate::attack::{BITS, agreement, fits, linear_complexity, numbers, quick_guesses, turned_back};
use crate::bots;
use crate::common::server::{Server, lowest, ok};
use crate::messages::{self, Message};
use crate::place::Place;

const GAMES: u64 = 1000;
/// The number that somebody chose, for a run that is not to be guessed quickly even so.
const CHOSEN: u64 = 5;
/// Who else sits at the table.
const OTHERS: [&str; 2] = ["house:CutOff14", "house:TakeSmall"];

/// What a bot was sent in each game, by its number.
type Traffic = BTreeMap<u64, Vec<Message>>;

/// Plays a thousand games of a bot against the house, at most so many at once.
fn play<G: Game>(place: &Place, spec: &str, others: &[&str], seed: Seed, at_once: usize) {
    let named: Vec<_> = [spec].iter().chain(others).map(|spec| place.bot::<G>(spec)).collect();
    let bots: Vec<Bot> = named.iter().map(|named| named.bot.clone()).collect();
    let schedule = Schedule::new(&G::ABOUT, bots.len(), None, seed).unwrap();
    place.tap.forget();
    let outside = place.outside(Instances::Game, at_once);
    let mut names = entrant_names(&named, 1);
    "listener".clone_into(&mut names[0]);
    let tournament = Tournament::<G> {
        options: &G::Options::default(),
        seed,
        games: GAMES,
        openings: 0,
        schedule: &schedule,
        bots: &bots,
        names: &names,
        lanes: 1,
        outside: Some(&outside),
        timed: false,
        threads: 1,
        journal: None,
        record: None,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    tournament.run(0, &AtomicBool::new(false), |_| Ok::<(), CannotPlay>(())).unwrap();
}

/// Sorts messages by game: each belongs to the game that was begun last, or last in its place.
fn by_game(sent: impl IntoIterator<Item = Message>) -> Traffic {
    let (mut traffic, mut open, mut pure) = (Traffic::new(), BTreeMap::new(), Vec::new());
    let mut add = |place: Option<[u8; 4]>, message: Message| {
        if let Some(game) = begins(&message) {
            open.insert(place, game);
        }
        // The hello belongs to no game.
        if let Some(&game) = open.get(&place) {
            traffic.entry(game).or_default().push(message);
        }
    };
    for message in sent {
        match message.kind {
            b'G' => {
                let (place, frame) = message.body.split_first_chunk().unwrap();
                messages::of_frames(frame).into_iter().for_each(|message| add(Some(*place), message));
            }
            b'Q' => {
                for message in messages::of_frames(&message.body) {
                    let place = *message.body.first_chunk().unwrap();
                    add(Some(place), message);
                }
            }
            b'P' => pure.extend(messages::with_lucks(&message.body)),
            _ => add(None, message),
        }
    }
    // Who keeps nothing is not told which game it is asked in; first questions are put in the order of games.
    let mut lucks: Vec<[u8; 8]> = Vec::new();
    for (luck, message) in pure {
        let known = lucks.iter().position(|known| *known == luck);
        let game = known.unwrap_or_else(|| {
            lucks.push(luck);
            lucks.len() - 1
        });
        traffic.entry(game as u64).or_default().push(message);
    }
    traffic
}

/// The number of the game that a message begins.
fn begins(message: &Message) -> Option<u64> {
    match message.kind {
        b'S' => Some(u64::from(u32::from_le_bytes(*message.body.first_chunk().unwrap()))),
        b'J' => {
            let said: serde_json::Value = serde_json::from_slice(&message.body).ok()?;
            (said["type"] == "start").then(|| said["game"].as_u64().unwrap())
        }
        _ => None,
    }
}

/// Everything that went to a bot in a process.
fn through_a_pipe(place: &Place, spec: &str, seed: Seed, at_once: usize) -> Traffic {
    play::<NoThanks>(place, spec, &OTHERS, seed, at_once);
    by_game(place.tap.heard().iter().flat_map(|stream| messages::of_stream(stream)))
}

/// All that may be luck in each game.
fn luck_in(traffic: &Traffic) -> Vec<HashSet<u64>> {
    assert!(traffic.keys().copied().eq(0..GAMES), "{} games were heard", traffic.len());
    let of_game = |sent: &Vec<Message>| sent.iter().flat_map(|message| numbers(&message.body)).collect();
    traffic.values().map(of_game).collect()
}

/// The luck of tournaments: of a secret that was drawn, and of a number that was chosen.
fn drawn() -> Seed {
    let secret = Secret::drawn(*blake3::hash(b"nobody chose this").as_bytes());
    Origin::drawn(secret, &[Entrant::default()]).seed()
}

fn chosen() -> Seed {
    Origin::given(CHOSEN).seed()
}

/// The cards of a deal in the order in which they come up. The first is seen, the others are hidden.
fn cards(tournament: Seed, number: u64) -> Vec<u64> {
    let luck = Lucks::of(tournament).game(number, number);
    let mut game = NoThanks::deal(3, &Default::default(), luck.deal()).unwrap();
    let mut cards = Vec::new();
    while let Some(seat) = game.turn().next() {
        let view = serde_json::to_value(game.view(seat)).unwrap();
        cards.push(view["card"].as_u64().unwrap());
        game.play(seat, Decision::Take).unwrap();
    }
    cards
}

/// Finds that nothing can be done with what was sent in the games of a tournament.
fn withstands(given: &[HashSet<u64>], tournament: Seed) {
    assert!(fits(tournament, given), "the attacker does not know its own luck when it sees it");
    assert_eq!(turned_back(given), None);
    let quick = (0..10_000).flat_map(quick_guesses).find(|&guess| fits(guess, given));
    assert!(quick.is_none(), "a guess was confirmed without stretching it");
    // Its own luck, picked out by somebody who knows the secret, and the cards of those games. A log does not
    // show every byte of a module's memory as it was, so that a few may be missing.
    let mut lucks = Lucks::of(tournament);
    let own_in = |(game, given): (u64, &HashSet<u64>)| {
        let luck = lucks.game(game, game);
        let mut seats = Seat::all(3).map(|seat| luck.outside(seat).number(BITS));
        let own = seats.find(|number| given.contains(number))?;
        Some((own, cards(tournament, game)))
    };
    let (own, dealt): (Vec<u64>, Vec<Vec<u64>>) = (0..).zip(given).filter_map(own_in).unzip();
    assert!(own.len() as u64 >= GAMES * 98 / 100, "{} games have luck", own.len());
    for bit in 0..BITS {
        let bits = || own.iter().map(|own| own >> bit & 1 == 1);
        assert!(linear_complexity(&bits().collect::<Vec<_>>()) > 450, "bit {bit}");
        for hidden in 1..20 {
            let high = agreement(bits(), dealt.iter().map(|cards| cards[hidden] > 19));
            assert!(high < 5.0, "bit {bit} tells of card {hidden}: {high} deviations");
        }
    }
}

/// A seed of the first generator, which an attacker turns back wherever it gets hold of its luck.
const WEAK: u64 = 931_577_002;

/// Finds that the attacker hears its luck in this host: weak luck is turned back, and a whole guess
/// confirmed.
fn is_heard(given: &[HashSet<u64>]) {
    assert_eq!(turned_back(given), Some(WEAK));
    assert!(fits(Seed::plain(WEAK), given));
}

#[test]
fn weak_luck_is_turned_back_in_every_process() {
    let place = Place::new();
    let heard = |spec: &str, at_once| {
        is_heard(&luck_in(&through_a_pipe(&place, spec, Seed::plain(WEAK), at_once)));
    };
    heard(bots::lines(place.dir()), 1);
    heard(bots::frames(place.dir()), 256);
    heard(bots::python(place.dir(), "no-thanks"), 256);
    heard(bots::java(place.dir(), "no-thanks"), 256);
    heard(&bots::haskell(place.dir(), "no-thanks"), 256);
    heard(&bots::javascript(place.dir(), "no-thanks"), 256);
}

#[test]
fn weak_luck_is_turned_back_behind_a_url() {
    is_heard(&luck_in(&over_http(Seed::plain(WEAK))));
}

#[cfg(feature = "wasm")]
#[test]
fn weak_luck_is_turned_back_inside_webassembly() {
    let place = Place::new();
    is_heard(&inside(&place, bots::module_that_tells_starts(place.dir()), Seed::plain(WEAK)));
    let place = Place::with_python_in(croupier_hosts::CellKind::Wasm);
    is_heard(&inside(&place, bots::inside_that_tells_starts(place.dir()), Seed::plain(WEAK)));
}

#[test]
fn an_executable_foretells_nothing_from_a_thousand_games_in_lines_or_frames() {
    let place = Place::new();
    let given = luck_in(&through_a_pipe(&place, bots::lines(place.dir()), drawn(), 1));
    withstands(&given, drawn());
    let given = luck_in(&through_a_pipe(&place, bots::frames(place.dir()), chosen(), 1));
    withstands(&given, chosen());
}

#[test]
fn a_bot_that_plays_many_games_at_once_is_sent_what_it_is_sent_in_one_after_the_other() {
    let place = Place::new();
    let bot = bots::frames(place.dir());
    let [one, many] = [1, 256].map(|at_once| through_a_pipe(&place, bot, drawn(), at_once));
    withstands(&luck_in(&many), drawn());
    // A question has a number where the other has its place.
    let plain = |traffic: Traffic| {
        let blank = |mut message: Message| {
            if message.kind == b'A' {
                message.body[..4].fill(0);
            }
            message
        };
        // The end of the last game may be on its way when the bot is ended.
        let games = traffic.into_values().take(GAMES as usize - 1);
        games.map(|sent| sent.into_iter().map(blank).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    assert!(plain(one) == plain(many));
}

#[test]
fn a_bot_in_python_foretells_nothing_from_a_thousand_games() {
    let place = Place::new();
    let bot = bots::python(place.dir(), "no-thanks");
    withstands(&luck_in(&through_a_pipe(&place, bot, chosen(), 256)), chosen());
}

#[test]
fn a_bot_in_java_foretells_nothing_from_a_thousand_games() {
    let place = Place::new();
    let bot = bots::java(place.dir(), "no-thanks");
    withstands(&luck_in(&through_a_pipe(&place, bot, drawn(), 256)), drawn());
}

#[test]
fn a_bot_in_haskell_foretells_nothing_from_a_thousand_games() {
    let place = Place::new();
    let bot = bots::haskell(place.dir(), "no-thanks");
    withstands(&luck_in(&through_a_pipe(&place, &bot, chosen(), 256)), chosen());
}

#[test]
fn a_bot_in_javascript_foretells_nothing_from_a_thousand_games() {
    let place = Place::new();
    let bot = bots::javascript(place.dir(), "no-thanks");
    withstands(&luck_in(&through_a_pipe(&place, &bot, drawn(), 256)), drawn());
}

/// Everything that went to a bot behind a url.
fn over_http(seed: Seed) -> Traffic {
    let server = Server::start(|seen| {
        let said = seen.json();
        ok(match said["type"].as_str() {
            Some("hello") => "{\"type\":\"hello\",\"protocol\":1}",
            _ => "{\"type\":\"answer\",\"move\":\"take\"}",
        })
    });
    play::<NoThanks>(&Place::new(), &server.url(), &OTHERS, seed, 256);
    by_game(server.seen().into_iter().map(|seen| Message { kind: b'J', body: seen.body.into_bytes() }))
}

#[test]
fn a_bot_behind_a_url_foretells_nothing_from_a_thousand_games() {
    withstands(&luck_in(&over_http(drawn())), drawn());
}

#[test]
fn the_broker_of_jujitsu_sends_no_luck_at_all() {
    let (place, server) = (Place::new(), Server::start(|seen| ok(&lowest(seen))));
    play::<Jujitsu>(&place, &server.url(), &["house:draw-card"], drawn(), 256);
    let seen = server.seen();
    assert!(seen.len() as u64 > GAMES);
    for request in seen {
        let headers: Vec<String> =
            request.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let whole = [request.line, headers.join("\n"), request.body].join("\n");
        assert!(numbers(whole.as_bytes()).is_empty(), "{whole}");
    }
}

/// The games of a bot that prints how each begins: its log has room for no more.
#[cfg(feature = "wasm")]
fn inside(place: &Place, spec: &str, seed: Seed) -> Vec<HashSet<u64>> {
    play::<NoThanks>(place, spec, &OTHERS, seed, 1);
    let begun = messages::of_log(&place.log("listener"));
    assert_eq!(begun.len() as u64, GAMES);
    begun.iter().map(|message| numbers(&message.body)).collect()
}

#[cfg(feature = "wasm")]
#[test]
fn a_module_foretells_nothing_from_a_thousand_games() {
    let place = Place::new();
    let bot = bots::module_that_tells_starts(place.dir());
    withstands(&inside(&place, bot, drawn()), drawn());
}

#[cfg(feature = "wasm")]
#[test]
fn a_bot_in_python_inside_webassembly_foretells_nothing_from_a_thousand_games() {
    let place = Place::with_python_in(croupier_hosts::CellKind::Wasm);
    let bot = bots::inside_that_tells_starts(place.dir());
    withstands(&inside(&place, bot, chosen()), chosen());
}
