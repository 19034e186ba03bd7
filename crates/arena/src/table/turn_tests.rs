//! Turns with players who follow a script: what they are asked and told, and what becomes of each answer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use croupier_games::jujitsu::{Bid, Jujitsu};
use croupier_games::score_four::{Location, ScoreFour};
use croupier_games::{Game, Seat, Seed};
use croupier_record::{
    Answer, Ask, EntrantId, Event, EventReader, FUEL_PER_MS, Fault, FaultKind, Fixture, Luck, Notice,
    OwnTime, Player,
};

use super::{OpenTable, Pause, Table};
use crate::crew::Crew;

/// How a player takes part in a turn.
#[derive(Clone)]
struct Line<M> {
    mv: M,
    /// Added to the number of the question.
    shift: u32,
    memory: Option<&'static str>,
    /// It fails instead, when it is asked or when it should answer.
    fails: Option<When>,
    own: Option<OwnTime>,
    starved: bool,
    /// The answer takes at least so long.
    takes: Duration,
}

#[derive(Clone, Copy, PartialEq)]
enum When {
    Asked,
    Answering,
}

fn plays<M>(mv: M) -> Line<M> {
    let takes = Duration::ZERO;
    Line { mv, shift: 0, memory: None, fails: None, own: None, starved: false, takes }
}

/// What everyone heard and said, in order.
type Transcript = Arc<Mutex<Vec<String>>>;

struct Scripted<G: Game> {
    seat: usize,
    script: VecDeque<Line<G::Move>>,
    now: Option<(u32, Line<G::Move>)>,
    heard: Transcript,
    follows: bool,
    waits: bool,
    /// Fails when it is told of a move.
    deaf: bool,
}

impl<G: Game> Scripted<G> {
    fn write(&self, line: &str) {
        self.heard.lock().unwrap().push(format!("{} {line}", self.seat));
    }
}

fn crashed() -> Box<Fault> {
    Box::new(Fault::new(FaultKind::Crashed, "fell over"))
}

impl<G: Game> Player<G> for Scripted<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        let Ask { number, refused, memory, .. } = ask;
        self.write(&format!("asked {number} {refused:?} {memory:?}"));
        let line = self.script.pop_front().unwrap();
        let fails = line.fails == Some(When::Asked);
        self.now = Some((number, line));
        if fails { Err(crashed()) } else { Ok(()) }
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        self.write("answers");
        let (number, line) = self.now.clone().unwrap();
        let begun = Instant::now();
        while begun.elapsed() < line.takes {}
        if line.fails == Some(When::Answering) {
            return Err(crashed());
        }
        let memory = line.memory.map(Into::into);
        Ok(Answer { number: number.wrapping_add(line.shift), mv: line.mv, memory })
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        match notice {
            Notice::Start { game, names, .. } => self.write(&format!("starts {game} {names:?}")),
            Notice::Moved { seat, .. } => self.write(&format!("hears of {}", seat.0)),
            Notice::End { scores, .. } => self.write(&format!("ends {scores:?}")),
        }
        if self.deaf && matches!(notice, Notice::Moved { .. }) { Err(crashed()) } else { Ok(()) }
    }

    fn follows(&self) -> bool {
        self.follows
    }

    fn waits(&self) -> bool {
        self.waits
    }

    fn own_time(&self) -> Option<OwnTime> {
        self.now.as_ref()?.1.own
    }

    fn starved(&self) -> bool {
        self.now.as_ref().is_some_and(|(_, line)| line.starved)
    }
}

/// Two at a table, each with a script.
struct Two<G: Game> {
    players: [Scripted<G>; 2],
    heard: Transcript,
}

impl<G: Game> Two<G> {
    fn with(scripts: [&[Line<G::Move>]; 2]) -> Self {
        let heard = Transcript::default();
        let player = |seat: usize| Scripted {
            seat,
            script: scripts[seat].iter().cloned().collect(),
            now: None,
            heard: Arc::clone(&heard),
            follows: false,
            waits: false,
            deaf: false,
        };
        Self { players: [player(0), player(1)], heard }
    }

    /// Plays so many turns, or to the end.
    fn play(self, table: &mut Table, turns: usize) -> PlayedTurns<G> {
        let players = self.players.map(|player| -> Box<dyn Player<G>> { Box::new(player) });
        let mut crew = Crew::new(players.into(), ["ann", "bob"].map(str::to_owned).into());
        let dealt = G::deal(2, &G::Options::default(), Seed::keyed([3; 32])).unwrap();
        let mut left = turns;
        let go_on = |_: &G, _: &_, _: &mut _| left.checked_sub(1).inspect(|&less| left = less).is_some();
        let game = table.play_while(dealt, luck(), &fixture(), &mut crew, go_on);
        let mut reader = EventReader::new(table.events());
        let mut events = Vec::new();
        while !reader.is_done() {
            events.push((reader.read::<G::Move>().unwrap(), reader.burnt()));
        }
        let heard = self.heard.lock().unwrap().clone();
        PlayedTurns { game, heard, events }
    }
}

struct PlayedTurns<G: Game> {
    game: G,
    heard: Vec<String>,
    /// What happened, with the fuel that it burnt.
    events: Vec<(Event<G::Move>, Option<u64>)>,
}

impl<G: Game> PlayedTurns<G> {
    fn events(&self) -> Vec<Event<G::Move>> {
        self.events.iter().map(|(event, _)| event.clone()).collect()
    }

    /// What was heard and said after the start.
    fn heard(&self) -> Vec<&str> {
        self.heard[2..].iter().map(String::as_str).collect()
    }
}

fn fixture() -> Fixture {
    Fixture { number: 8, deal: 4, seats: [EntrantId(0), EntrantId(1)].into_iter().collect() }
}

fn luck() -> Luck {
    Luck::of(Seed::keyed([3; 32]), &fixture())
}

const CORNER: Location = Location::new(0, 0);
const MIDDLE: Location = Location::new(1, 2);
const OFF: Location = Location::new(7, 0);

fn missed_with(kind: FaultKind, words: &str) -> Event<Location> {
    Event::Missed(Fault::new(kind, words))
}

#[test]
fn only_the_answer_to_this_very_question_counts() {
    for shift in [1, 2, u32::MAX, u32::MAX - 1] {
        let old = [Line { shift, ..plays(MIDDLE) }];
        let played = Two::<ScoreFour>::with([&[plays(CORNER)], &old]).play(&mut Table::default(), 9);
        let answered = 2_u32.wrapping_add(shift);
        let words = format!("answered question {answered} when question 2 was asked");
        let missed = missed_with(FaultKind::Unreadable, &words);
        assert_eq!(played.events(), [Event::Played(CORNER), missed]);
    }
}

#[test]
fn in_a_turn_of_all_everyones_answer_has_the_number_of_their_own_question() {
    // Seat 0 answers the question that seat 1 was asked.
    let scripts = [[Line { shift: 1, ..plays(Bid(1)) }], [plays(Bid(2))]];
    let played = Two::<Jujitsu>::with([&scripts[0], &scripts[1]]).play(&mut Table::default(), 1);
    let words = "answered question 2 when question 1 was asked";
    let missed = Event::Missed(Fault::new(FaultKind::Unreadable, words));
    assert_eq!(played.events(), [missed, Event::Played(Bid(2))]);
}

#[test]
fn questions_are_numbered_on_from_game_to_game() {
    let mut table = Table::default();
    for first in [1, 3, 5] {
        let two = Two::<ScoreFour>::with([&[plays(CORNER)], &[plays(MIDDLE)]]);
        let wanted = [
            format!("0 asked {first} None None"),
            "0 answers".to_owned(),
            format!("1 asked {} None None", first + 1),
            "1 answers".to_owned(),
        ];
        assert_eq!(two.play(&mut table, 2).heard(), wanted);
    }
}

#[test]
fn whoever_is_refused_is_asked_again_with_the_reason_and_nobody_else_hears_it() {
    let ann = [plays(OFF), plays(OFF), plays(CORNER), plays(CORNER)];
    let played = Two::<ScoreFour>::with([&ann, &[plays(MIDDLE)]]).play(&mut Table::default(), 5);
    let asked: Vec<_> = played.heard().into_iter().filter(|line| line.contains("asked")).collect();
    let why = "Some(\"that is off the board: rows and columns go from 0 to 3\")";
    let again = |number| format!("0 asked {number} {why} None");
    let wanted = ["0 asked 1 None None", &again(2), &again(3), "1 asked 4 None None", "0 asked 5 None None"];
    assert_eq!(asked, wanted);
    let [off, corner, middle] = [Event::Refused(OFF), Event::Played(CORNER), Event::Played(MIDDLE)];
    assert_eq!(played.events(), [off.clone(), off, corner.clone(), middle, corner]);
}

#[test]
fn a_game_that_ends_with_a_refusal_leaves_no_reason_to_the_next() {
    let mut table = Table::default();
    Two::<ScoreFour>::with([&[plays(OFF)], &[]]).play(&mut table, 1);
    let played = Two::<ScoreFour>::with([&[plays(CORNER)], &[]]).play(&mut table, 1);
    assert_eq!(played.heard()[0], "0 asked 2 None None");
    assert!(!table.missteps().any());
}

#[test]
fn a_seat_is_reminded_of_its_own_last_note_within_the_game() {
    let note = |memory| Line { memory, ..plays(CORNER) };
    let ann = [note(Some("one")), note(None), note(Some("three"))];
    let mut table = Table::default();
    let played = Two::<ScoreFour>::with([&ann, &[plays(MIDDLE), plays(MIDDLE)]]).play(&mut table, 5);
    let asked: Vec<_> = played.heard().into_iter().filter(|line| line.contains("asked")).collect();
    let wanted = [
        "0 asked 1 None None",
        "1 asked 2 None None",
        "0 asked 3 None Some(\"one\")",
        "1 asked 4 None None",
        "0 asked 5 None Some(\"one\")",
    ];
    assert_eq!(asked, wanted);
    let notes = played.events().into_iter().filter(|event| matches!(event, Event::Remembered(..)));
    assert_eq!(notes.count(), 2);
    let next = Two::<ScoreFour>::with([&[plays(CORNER)], &[]]).play(&mut table, 1);
    assert_eq!(next.heard()[0], "0 asked 6 None None");
}

#[test]
fn all_are_asked_before_anyone_answers_and_moves_are_told_when_all_are_in() {
    let mut two = Two::<Jujitsu>::with([&[plays(Bid(3))], &[plays(Bid(5))]]);
    two.players[1].follows = true;
    let played = two.play(&mut Table::default(), 1);
    let wanted = [
        "0 asked 1 None None",
        "1 asked 2 None None",
        "0 answers",
        "1 answers",
        "1 hears of 0",
        "1 hears of 1",
    ];
    assert_eq!(played.heard(), wanted);
    assert_eq!(played.events(), [Event::Played(Bid(3)), Event::Played(Bid(5))]);
}

#[test]
fn only_moves_that_were_played_are_told_and_only_to_those_who_follow() {
    let mut two = Two::<ScoreFour>::with([&[plays(OFF), plays(CORNER)], &[plays(MIDDLE)]]);
    two.players[0].follows = true;
    let played = two.play(&mut Table::default(), 3);
    let told: Vec<_> = played.heard().into_iter().filter(|line| line.contains("hears")).collect();
    assert_eq!(told, ["0 hears of 0", "0 hears of 1"]);
    // In a turn of all, too.
    let mut two = Two::<Jujitsu>::with([&[plays(Bid(99))], &[plays(Bid(5))]]);
    two.players[0].follows = true;
    let played = two.play(&mut Table::default(), 1);
    assert_eq!(played.heard().last(), Some(&"0 hears of 1"));
    assert!(!played.heard().contains(&"0 hears of 0"));
}

#[test]
fn a_question_that_cannot_be_put_is_a_missed_move_and_waits_for_no_answer() {
    let scripts = [[Line { fails: Some(When::Asked), ..plays(Bid(1)) }], [plays(Bid(2))]];
    let played = Two::<Jujitsu>::with([&scripts[0], &scripts[1]]).play(&mut Table::default(), 1);
    assert_eq!(played.heard(), ["0 asked 1 None None", "1 asked 2 None None", "1 answers"]);
    assert_eq!(played.events(), [Event::Missed(*crashed()), Event::Played(Bid(2))]);
}

#[test]
fn a_missed_move_counts_against_its_seat() {
    for when in [When::Asked, When::Answering] {
        let mut table = Table::default();
        let bob = [Line { fails: Some(when), ..plays(MIDDLE) }];
        let played = Two::<ScoreFour>::with([&[plays(CORNER)], &bob]).play(&mut table, 9);
        assert_eq!(played.events(), [Event::Played(CORNER), missed_with(FaultKind::Crashed, "fell over")]);
        let faults = [0, 1].map(|seat| table.missteps().of(Seat(seat)).unwrap().faults);
        assert_eq!(faults, [0, 1]);
        // Score Four is lost without an answer, and everyone hears of the end.
        assert_eq!(played.heard[played.heard.len() - 2..], ["0 ends [1.0, 0.0]", "1 ends [1.0, 0.0]"]);
        assert_eq!(played.game.scores()[..], [1.0, 0.0]);
    }
}

#[test]
fn whoever_fails_when_it_is_told_of_a_move_has_stumbled_and_the_game_goes_on() {
    let mut two = Two::<ScoreFour>::with([&[plays(CORNER)], &[plays(MIDDLE)]]);
    (two.players[1].follows, two.players[1].deaf) = (true, true);
    let mut table = Table::default();
    let played = two.play(&mut table, 2);
    let stumbled = Event::Stumbled(Seat(1), *crashed());
    let [corner, middle] = [CORNER, MIDDLE].map(Event::Played);
    assert_eq!(played.events(), [corner, stumbled.clone(), middle, stumbled]);
    assert_eq!(table.missteps().of(Seat(1)).unwrap().faults, 2);
    assert!(!table.is_starved());
}

#[test]
fn a_game_goes_no_further_once_somebody_failed_for_want_of_a_processor() {
    let failed = |when| Line { fails: Some(when), starved: true, ..plays(CORNER) };
    for when in [When::Asked, When::Answering] {
        let mut table = Table::default();
        let played = Two::<ScoreFour>::with([&[failed(when)], &[]]).play(&mut table, 9);
        assert!(table.is_starved());
        assert!(!played.heard.iter().any(|line| line.contains("ends")), "a game that counts for nobody");
    }
    for starved in [0, 1] {
        let mut scripts = [[plays(Bid(1)), plays(Bid(2))], [plays(Bid(1)), plays(Bid(2))]];
        let first = &mut scripts[starved][0];
        (first.fails, first.starved) = (Some(When::Answering), true);
        let mut table = Table::default();
        Two::<Jujitsu>::with([&scripts[0], &scripts[1]]).play(&mut table, 2);
        assert!(table.is_starved(), "seat {starved}");
    }
    // Whoever was slow to be told of a move is starved, too, and nobody else is.
    let mut two = Two::<ScoreFour>::with([&[Line { starved: true, ..plays(CORNER) }], &[plays(MIDDLE)]]);
    (two.players[0].follows, two.players[0].deaf) = (true, true);
    let mut table = Table::default();
    assert_eq!(two.play(&mut table, 2).events().len(), 2, "one move, one stumble, and no more");
    assert!(table.is_starved());
    // The next game begins as if nothing had been.
    Two::<ScoreFour>::with([&[plays(CORNER)], &[plays(MIDDLE)]]).play(&mut table, 2);
    assert!(!table.is_starved());
}

#[test]
fn whoever_answered_is_not_starved_whatever_it_says() {
    let mut table = Table::default();
    let ann = [Line { starved: true, ..plays(CORNER) }];
    let played = Two::<ScoreFour>::with([&ann, &[plays(MIDDLE)]]).play(&mut table, 2);
    assert_eq!((played.events().len(), table.is_starved()), (2, false));
    let scripts = [[Line { starved: true, ..plays(Bid(1)) }], [plays(Bid(2))]];
    Two::<Jujitsu>::with([&scripts[0], &scripts[1]]).play(&mut table, 1);
    assert!(!table.is_starved());
}

#[test]
fn fuel_stands_with_the_move_and_counts_as_time_with_or_without_a_clock() {
    let burns = |ms: u64| Line { own: Some(OwnTime::Fuel(ms * FUEL_PER_MS)), ..plays(CORNER) };
    for timed in [false, true] {
        let mut table = Table::new(timed);
        let two = Two::<ScoreFour>::with([&[burns(2), burns(5)], &[burns(1)]]);
        let played = two.play(&mut table, 3);
        let fuel: Vec<_> = played.events.iter().map(|(_, burnt)| *burnt).collect();
        assert_eq!(fuel, [2, 1, 5].map(|ms| Some(ms * FUEL_PER_MS)));
        assert_eq!(table.times()[..2], [7000, 1000]);
    }
}

#[test]
fn a_players_own_time_counts_where_times_are_taken_and_stands_in_no_record() {
    let (share, alone) = (OwnTime::Share(3_000_000), OwnTime::Alone(4_000_000));
    for (timed, times) in [(false, [0, 0]), (true, [6000, 4000])] {
        let mut table = Table::new(timed);
        let ann = [share, share].map(|own| Line { own: Some(own), ..plays(CORNER) });
        let bob = [Line { own: Some(alone), ..plays(MIDDLE) }];
        let played = Two::<ScoreFour>::with([&ann, &bob]).play(&mut table, 3);
        assert_eq!(table.times()[..2], times);
        let answers = [3000, 4000, 3000].map(Some);
        assert_eq!(table.timed().answers, if timed { answers.to_vec() } else { vec![] });
        assert!(played.events.iter().all(|(_, burnt)| burnt.is_none()));
        let (one, other) = (Line { own: Some(share), ..plays(Bid(1)) }, plays(Bid(2)));
        Two::<Jujitsu>::with([&[one], &[other]]).play(&mut table, 1);
        assert_eq!(table.times()[0], if timed { 3000 } else { 0 });
    }
}

#[test]
fn without_a_time_of_its_own_the_clock_on_the_wall_counts_where_times_are_taken() {
    let takes = Duration::from_millis(2);
    for timed in [false, true] {
        let mut table = Table::new(timed);
        let ann = [Line { takes, ..plays(CORNER) }, Line { takes, ..plays(CORNER) }];
        Two::<ScoreFour>::with([&ann, &[plays(MIDDLE)]]).play(&mut table, 3);
        assert!(if timed { table.times()[0] >= 4000 } else { table.times()[0] == 0 });
        let bid = |bid| [Line { takes, ..plays(Bid(bid)) }];
        Two::<Jujitsu>::with([&bid(1), &bid(2)]).play(&mut table, 1);
        assert!(table.times()[..2].iter().all(|&time| if timed { time >= 2000 } else { time == 0 }));
    }
}

#[test]
fn a_table_says_for_how_many_answers_it_waits_and_goes_on_with_them() {
    for far in [vec![0], vec![1], vec![0, 1]] {
        let scripts = [[plays(Bid(1))], [plays(Bid(2))]];
        let mut two = Two::<Jujitsu>::with([&scripts[0], &scripts[1]]);
        far.iter().for_each(|&seat: &usize| two.players[seat].waits = true);
        let heard = Arc::clone(&two.heard);
        let players = two.players.map(|player| -> Box<dyn Player<Jujitsu>> { Box::new(player) });
        let mut crew = Crew::new(players.into(), ["ann", "bob"].map(str::to_owned).into());
        let dealt = Jujitsu::deal(2, &Default::default(), Seed::keyed([3; 32])).unwrap();
        let mut table = Table::default();
        let mut sitting = OpenTable::new(dealt);
        table.sit_down(&mut sitting, &luck(), &fixture(), &mut crew);
        let pause = table.go_until_asked(&mut sitting, &fixture(), &mut crew, |_, _, _| true);
        assert_eq!(pause, Pause::Asked(far.len()), "{far:?}");
        assert_eq!(heard.lock().unwrap()[2..], ["0 asked 1 None None", "1 asked 2 None None"]);
        let pause = table.resume(&mut sitting, &fixture(), &mut crew, |_, _, _| false);
        assert_eq!(pause, Pause::BrokenOff);
        assert_eq!(heard.lock().unwrap()[4..], ["0 answers", "1 answers"]);
    }
}

#[test]
fn in_a_turn_of_all_nobody_is_charged_for_the_time_of_those_before() {
    let takes = Duration::from_millis(50);
    let mut table = Table::new(true);
    let begun = Instant::now();
    Two::<Jujitsu>::with([&[Line { takes, ..plays(Bid(1)) }], &[plays(Bid(2))]]).play(&mut table, 1);
    let whole = begun.elapsed().as_micros() as u64;
    let [first, second] = [table.times()[0], table.times()[1]];
    assert!(first >= 50_000 && first + second <= whole, "{first} and {second} of {whole} µs");
}
