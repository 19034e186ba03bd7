//! What goes to a bot follows from what its seat sees: all else is dealt anew, and every byte is the same
//! until something shows in the view.

use std::panic::{UnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use croupier_arena::{Crew, Table};
use croupier_games::hearts::Hearts;
use croupier_games::jujitsu::Jujitsu;
use croupier_games::last_card::LastCard;
use croupier_games::no_thanks::NoThanks;
use croupier_games::score_four::ScoreFour;
use croupier_games::{Chance, Game, Seat, Seed, View};
use croupier_record::{Answer, Ask, EntrantId, Fault, Fixture, Luck, Notice, Player};

use crate::bots;
use crate::messages::{self, Message};
use crate::place::Place;

/// Games of each bot, in each of the two worlds.
const CASES: u64 = 12;
const TOURNAMENT: Seed = Seed::keyed([41; 32]);

/// What a seat was shown, occasion by occasion.
type Shown = Arc<Mutex<Vec<String>>>;

/// Notes what the seat behind it is shown.
struct Spy<G: Game> {
    inner: Box<dyn Player<G>>,
    shown: Shown,
}

impl<G: Game> Spy<G> {
    fn note(&self, occasion: &str, what: &impl serde::Serialize) {
        let what = serde_json::to_string(what).unwrap();
        self.shown.lock().unwrap().push(format!("{occasion} {what}"));
    }
}

impl<G: Game> Player<G> for Spy<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.note("ask", &ask.view);
        self.inner.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let reply = self.inner.reply();
        assert!(reply.is_ok(), "{reply:?}");
        reply
    }

    fn answer(&mut self, ask: Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        self.note("ask", &ask.view);
        let answer = self.inner.answer(ask);
        assert!(answer.is_ok(), "{answer:?}");
        answer
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        match notice {
            Notice::Start { view, .. } => self.note("start", view),
            Notice::Moved { seat, mv } => self.note("moved", &(seat.0, mv)),
            Notice::End { view, .. } => self.note("end", view),
        }
        self.inner.notice(notice)
    }

    fn follows(&self) -> bool {
        self.inner.follows()
    }
}

/// Somebody who decides by what is seen and by nothing else.
struct Steady<G: Game>(Option<Answer<G::Move>>);

impl<G: Game> Player<G> for Steady<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        let mv = ask.view.any(&mut Chance::new(Seed::plain(u64::from(ask.number))));
        self.0 = Some(Answer { number: ask.number, mv, memory: None });
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        Ok(self.0.take().unwrap())
    }

    fn notice(&mut self, _: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        Ok(())
    }
}

/// What the seat of a bot was shown in each case, and all that it was sent in all of them. Behind the last
/// case another game is played, with which everything goes out that is kept back; its own end may be lost.
struct World {
    shown: Vec<Vec<String>>,
    sent: Vec<Message>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dealt {
    AsItWas,
    Anew,
}

/// What everyone at a table is called, in a deal with this number.
type Names = fn(usize, u64) -> String;

fn plain_names(at: usize, _: u64) -> String {
    format!("bot {at}")
}

/// The seat of the bot in a case, and its game.
fn dealt<G: Game>(case: u64, seats: usize, dealt: Dealt) -> (Seat, G) {
    let seat = Seat((case % seats as u64) as u8);
    let game = G::deal(seats, &G::Options::default(), TOURNAMENT.child(case)).unwrap();
    match dealt {
        Dealt::AsItWas => (seat, game),
        Dealt::Anew => (seat, G::imagine(game.view(seat), &mut Chance::new(Seed::plain(case + 1000)))),
    }
}

/// A bot that is watched, from game to game.
struct Watched<G: Game> {
    player: Option<Box<dyn Player<G>>>,
    shown: Shown,
    names: Names,
}

impl<G: Game> Watched<G> {
    fn new(inner: Box<dyn Player<G>>, names: Names) -> Self {
        let shown = Shown::default();
        Self { player: Some(Box::new(Spy { inner, shown: Arc::clone(&shown) })), shown, names }
    }

    /// Plays a case; gives what its seat was shown.
    fn play(&mut self, case: u64, seats: usize, how: Dealt) -> Vec<String> {
        let (seat, game) = dealt::<G>(case, seats, how);
        let steady = |_| Box::new(Steady(None)) as Box<dyn Player<G>>;
        let mut players: Vec<_> = (0..seats).map(steady).collect();
        players[seat.index()] = self.player.take().unwrap();
        // The deal's number is no part of what anyone may be told.
        let deal = if how == Dealt::AsItWas { case } else { case + 100 };
        let mut crew = Crew::new(players, (0..seats).map(|at| (self.names)(at, deal)).collect());
        let fixture = Fixture { number: case, deal, seats: (0..seats as u16).map(EntrantId).collect() };
        Table::new(false).play(game, Luck::of(TOURNAMENT, &fixture), &fixture, &mut crew);
        self.player = Some(crew.into_players().swap_remove(seat.index()));
        std::mem::take(&mut *self.shown.lock().unwrap())
    }
}

/// Holds the two worlds against each other: until a seat is shown something else, it is sent the same.
fn compare<G: Game>(one: &World, other: &World) {
    let [mut sent, mut sent_anew] = [one, other].map(|world| {
        let occasions: usize = world.shown.iter().map(Vec::len).sum();
        let sent = world.sent.len();
        assert!(sent == occasions || sent + 1 == occasions, "{}: {sent} of {occasions}", G::ABOUT.name);
        world.sent.iter()
    });
    let (mut alike, mut parted) = (0, 0);
    for (case, (shown, anew)) in one.shown.iter().zip(&other.shown).take(CASES as usize).enumerate() {
        let known = shown.iter().zip(anew).take_while(|(shown, anew)| shown == anew).count();
        let mut sent = sent.by_ref().take(shown.len());
        let mut sent_anew = sent_anew.by_ref().take(anew.len());
        for occasion in &shown[..known] {
            let (message, again) = (sent.next().unwrap(), sent_anew.next().unwrap());
            assert!(
                message == again,
                "{} case {case}, {occasion}: the view is the same, and the message is not:\n{}\n{}",
                G::ABOUT.name,
                String::from_utf8_lossy(&message.body),
                String::from_utf8_lossy(&again.body),
            );
        }
        alike += known as u64;
        parted += u64::from(known < shown.len());
        sent.for_each(drop);
        sent_anew.for_each(drop);
    }
    // The test would say nothing if nothing were hidden, or if games parted at once.
    assert!(!G::ABOUT.hidden || parted > CASES / 2, "{}: {parted} games parted", G::ABOUT.name);
    assert!(alike >= CASES, "{}: {alike} messages were compared", G::ABOUT.name);
}

/// A bot in a process: all that went through its pipe but the hello, which is the same in both worlds.
fn through_a_pipe<G: Game>(place: &Place, spec: &str) {
    through_a_pipe_with::<G>(place, spec, plain_names);
}

fn through_a_pipe_with<G: Game>(place: &Place, spec: &str, names: Names) {
    let bot = place.bot::<G>(spec).bot;
    let seats = *G::ABOUT.seats.last().unwrap();
    let [(hello, one), (hello_anew, other)] = [Dealt::AsItWas, Dealt::Anew].map(|how| {
        place.tap.forget();
        let mut watched = Watched::<G>::new(place.player(&bot, seats), names);
        let shown: Vec<_> = (0..=CASES).map(|case| watched.play(case, seats, how)).collect();
        // What is on its way arrives before it is read what came.
        drop(watched);
        let mut heard = place.tap.heard();
        assert_eq!(heard.len(), 1, "one process plays all of it");
        let mut sent = messages::of_stream(&heard.remove(0));
        (sent.remove(0), World { shown, sent })
    });
    assert_eq!(hello, hello_anew);
    compare::<G>(&one, &other);
}

#[test]
fn an_executable_is_sent_the_same_in_lines_while_its_view_is() {
    let place = Place::new();
    let bot = bots::lines(place.dir());
    through_a_pipe::<LastCard>(&place, bot);
    through_a_pipe::<NoThanks>(&place, bot);
    through_a_pipe::<Hearts>(&place, bot);
    through_a_pipe::<Jujitsu>(&place, bot);
    through_a_pipe::<ScoreFour>(&place, bot);
}

#[test]
fn an_executable_is_sent_the_same_in_frames_while_its_view_is() {
    let place = Place::new();
    through_a_pipe::<NoThanks>(&place, bots::frames(place.dir()));
}

#[test]
fn a_bot_in_python_is_sent_the_same_while_its_view_is() {
    let place = Place::new();
    through_a_pipe::<LastCard>(&place, bots::python(place.dir(), "last-card"));
    through_a_pipe::<NoThanks>(&place, bots::python(place.dir(), "no-thanks"));
    through_a_pipe::<Hearts>(&place, bots::python(place.dir(), "hearts"));
    through_a_pipe::<Jujitsu>(&place, bots::python(place.dir(), "jujitsu"));
}

#[test]
fn a_bot_in_java_is_sent_the_same_while_its_view_is() {
    let place = Place::new();
    through_a_pipe::<LastCard>(&place, bots::java(place.dir(), "last-card"));
    through_a_pipe::<Hearts>(&place, bots::java(place.dir(), "hearts"));
}

#[test]
fn a_bot_in_haskell_is_sent_the_same_while_its_view_is() {
    let place = Place::new();
    through_a_pipe::<Hearts>(&place, &bots::haskell(place.dir(), "hearts"));
    through_a_pipe::<NoThanks>(&place, &bots::haskell(place.dir(), "no-thanks"));
}

#[test]
fn a_bot_in_javascript_is_sent_the_same_while_its_view_is() {
    let place = Place::new();
    through_a_pipe::<LastCard>(&place, &bots::javascript(place.dir(), "last-card"));
    through_a_pipe::<NoThanks>(&place, &bots::javascript(place.dir(), "no-thanks"));
    through_a_pipe::<Hearts>(&place, &bots::javascript(place.dir(), "hearts"));
}

/// A bot inside WebAssembly: what it prints is all that it was given. It is loaded anew for each case, since
/// what it saw in another one is its own.
#[cfg(feature = "wasm")]
fn inside(place: &Place, spec: &str, names: Names) {
    let bot = place.bot::<NoThanks>(spec).bot;
    let seats = *NoThanks::ABOUT.seats.last().unwrap();
    let [one, other] = [Dealt::AsItWas, Dealt::Anew].map(|how| {
        let mut world = World { shown: Vec::new(), sent: Vec::new() };
        for case in 0..CASES {
            let mut watched = Watched::<NoThanks>::new(place.player(&bot, seats), names);
            world.shown.push(watched.play(case, seats, how));
            world.sent.extend(messages::of_log(&place.log("listener")));
        }
        world
    });
    compare::<NoThanks>(&one, &other);
}

#[cfg(feature = "wasm")]
#[test]
fn a_modules_memory_holds_the_same_while_its_view_is() {
    let place = Place::new();
    inside(&place, bots::module(place.dir()), plain_names);
}

#[cfg(feature = "wasm")]
#[test]
fn a_bot_in_python_inside_webassembly_is_told_the_same_while_its_view_is() {
    let place = Place::with_python_in(croupier_hosts::CellKind::Wasm);
    inside(&place, bots::inside(place.dir()), plain_names);
}

/// Names that tell of the deal: what every test above must notice.
fn telling_names(at: usize, deal: u64) -> String {
    format!("bot {at} of deal {deal}")
}

/// Whether what was played is found to tell more than a view shows.
fn is_noticed(played: impl FnOnce() + UnwindSafe) -> bool {
    let Err(found) = catch_unwind(played) else { return false };
    let found = found.downcast_ref::<String>().map_or("", String::as_str);
    assert!(found.contains("the view is the same, and the message is not"), "{found}");
    true
}

#[test]
fn a_name_that_tells_of_the_deal_is_noticed_in_every_process() {
    type Written = fn(&std::path::Path) -> String;
    let languages: [(&str, Written); 6] = [
        ("lines", |dir| bots::lines(dir).to_owned()),
        ("frames", |dir| bots::frames(dir).to_owned()),
        ("Python", |dir| bots::python(dir, "no-thanks").to_owned()),
        ("Java", |dir| bots::java(dir, "no-thanks").to_owned()),
        ("Haskell", |dir| bots::haskell(dir, "no-thanks")),
        ("JavaScript", |dir| bots::javascript(dir, "no-thanks")),
    ];
    for (language, written) in languages {
        let told = || {
            let place = Place::new();
            through_a_pipe_with::<NoThanks>(&place, &written(place.dir()), telling_names);
        };
        assert!(is_noticed(told), "{language} was told of the deal, and nobody noticed");
    }
}

#[cfg(feature = "wasm")]
#[test]
fn a_name_that_tells_of_the_deal_is_noticed_inside_webassembly() {
    assert!(is_noticed(|| {
        let place = Place::new();
        inside(&place, bots::module(place.dir()), telling_names);
    }));
    assert!(is_noticed(|| {
        let place = Place::with_python_in(croupier_hosts::CellKind::Wasm);
        inside(&place, bots::inside(place.dir()), telling_names);
    }));
}
