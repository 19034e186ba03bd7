//! Equal bots are not told apart more often than promised, and different ones are: played with real games.

#![allow(clippy::unwrap_used)] // A test may.

use croupier_arena::{Crew, Schedule, Table};
use croupier_bots::no_thanks::{CutOff14, LowerPenalty, RandomPlayer, TakeSmall, Threshold};
use croupier_bots::{Choose, Housed};
use croupier_games::no_thanks::NoThanks;
use croupier_games::{Game, Seed};
use croupier_record::{
    Answer, Ask, Design, EntrantId, Fault, Fixture, Luck, Missteps, Notice, Player, seed_of_deal,
};
use croupier_stats::{MISS, Matched, Tally, decision};

/// A player of the house that is taken for one that might remember, so that it has other luck in every game.
struct Stranger<C>(Housed<NoThanks, C>);

impl<C: Choose<NoThanks>> Player<NoThanks> for Stranger<C> {
    fn ask(&mut self, ask: Ask<'_, NoThanks>) -> Result<(), Box<Fault>> {
        self.0.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<<NoThanks as Game>::Move>, Box<Fault>> {
        self.0.reply()
    }

    fn notice(&mut self, notice: &Notice<'_, NoThanks>) -> Result<(), Box<Fault>> {
        self.0.notice(notice)
    }
}

fn housed<C: Choose<NoThanks> + 'static>(mind: C) -> Box<dyn Player<NoThanks>> {
    Box::new(Housed::new(mind))
}

/// Plays at random one time in four, with luck that nothing ties to that of anyone else.
fn equal() -> Box<dyn Player<NoThanks>> {
    Box::new(Stranger(Housed::new(RandomPlayer)))
}

/// Plays a schedule up to so many games; `look` is called after every 64 and says whether it is enough.
fn play(
    schedule: &Schedule,
    crew: &mut Crew<NoThanks>,
    seed: Seed,
    games: u64,
    mut look: impl FnMut(&Tally, &mut Matched) -> bool,
) {
    let bots = crew_size(schedule, games);
    let mut tally = Tally::new(&NoThanks::ABOUT, bots);
    let mut matched = Matched::sized(&NoThanks::ABOUT, bots, schedule.games_per_deal().get() > 1);
    let mut table = Table::default();
    for number in 0..schedule.games(games) {
        let fixture: Fixture = schedule.fixture(number);
        let deal = seed_of_deal(seed, fixture.deal);
        let dealt = NoThanks::deal(fixture.seats.len(), &Default::default(), deal).unwrap();
        let end = table.play(dealt, Luck::of(seed, &fixture), &fixture, crew);
        tally.add(&fixture, &end, &Missteps::default());
        matched.add(&fixture, &end);
        if (number + 1) % 64 == 0 {
            matched.settle();
            if look(&tally, &mut matched) {
                return;
            }
        }
    }
}

/// One more than the highest entrant that sits anywhere.
fn crew_size(schedule: &Schedule, games: u64) -> usize {
    let sitting = (0..games.min(400)).flat_map(|number| schedule.fixture(number).seats);
    sitting.map(|entrant| entrant.index() + 1).max().unwrap()
}

/// What a comparison of the first two says after looking every 64 games: the advantage's sign, or nothing.
fn compared(players: Vec<Box<dyn Player<NoThanks>>>, design: Design, seed: Seed, games: u64) -> (i32, u64) {
    let bots = players.len();
    let schedule = Schedule::versus(&NoThanks::ABOUT, bots, Some(4), design, seed).unwrap();
    let mut crew = Crew::new(players, (0..bots).map(|bot| bot.to_string()).collect());
    let mut found = (0, games);
    play(&schedule, &mut crew, seed, games, |tally, matched| {
        let bounds = matched.between(EntrantId(0), EntrantId(1)).bounds(MISS);
        found = (i32::from(bounds.is_above()) - i32::from(bounds.is_below()), tally.games());
        found.0 != 0
    });
    found
}

/// The most alarms that the level allows in so many trials, but for once in about a thousand times.
fn most_alarms(trials: u64) -> u64 {
    let (mean, deviation) = (trials as f64 * MISS, (trials as f64 * MISS * (1.0 - MISS)).sqrt());
    (mean + 3.1 * deviation) as u64
}

#[test]
fn equal_bots_are_called_different_no_more_often_than_promised() {
    for design in [Design::Substitute, Design::Pairs, Design::Random] {
        let trial = |number: &u64| {
            let field = [housed(CutOff14), housed(TakeSmall), housed(Threshold), housed(LowerPenalty)];
            let players = [equal(), equal()].into_iter().chain(field).collect();
            compared(players, design, Seed(5).child(*number), 1024).0 != 0
        };
        let alarms = (0..200).filter(trial).count() as u64;
        assert!(alarms <= most_alarms(200), "{design}: {alarms} alarms in 200 comparisons");
    }
}

#[test]
fn no_pair_of_equal_bots_is_called_decided_more_often_than_promised() {
    for design in [Design::Balanced, Design::Rotate] {
        let trial = |number: &u64| {
            let seed = Seed(6).child(*number);
            let schedule = Schedule::designed(&NoThanks::ABOUT, 4, Some(4), design, seed).unwrap();
            let mut crew = Crew::new((0..4).map(|_| equal()).collect(), vec![String::new(); 4]);
            let mut alarm = false;
            play(&schedule, &mut crew, seed, 1024, |tally, matched| {
                alarm = decision(&NoThanks::ABOUT, tally, matched, 4, 0.0).open.len() < 3;
                alarm
            });
            alarm
        };
        let alarms = (0..200).filter(trial).count() as u64;
        assert!(alarms <= most_alarms(200), "{design}: {alarms} alarms in 200 tournaments");
    }
}

#[test]
fn bots_of_known_difference_are_told_apart_every_time() {
    // Threshold is better than CutOff14 by 5 to 12 points a game, whoever else sits.
    for number in 0..20 {
        let field = [housed(TakeSmall), housed(LowerPenalty), housed(RandomPlayer), housed(TakeSmall)];
        let players = [housed(Threshold), housed(CutOff14)].into_iter().chain(field).collect();
        let (verdict, games) = compared(players, Design::Substitute, Seed(7).child(number), 20_000);
        assert!(verdict == 1, "seed {number}: {verdict} after {games} games");
    }
}

/// Hears with which luck it starts.
struct Hears(std::sync::mpsc::Sender<Seed>, bool);

impl Player<NoThanks> for Hears {
    fn ask(&mut self, _: Ask<'_, NoThanks>) -> Result<(), Box<Fault>> {
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<<NoThanks as Game>::Move>, Box<Fault>> {
        Err(Box::new(Fault::new(croupier_record::FaultKind::Late, "only listens")))
    }

    fn notice(&mut self, notice: &Notice<'_, NoThanks>) -> Result<(), Box<Fault>> {
        if let Notice::Start { seed, .. } = notice {
            self.0.send(*seed).unwrap();
        }
        Ok(())
    }

    fn keeps_nothing(&self) -> bool {
        self.1
    }
}

#[test]
fn only_who_keeps_nothing_has_the_same_luck_again_when_a_deal_is_repeated() {
    let heard = |keeps_nothing| -> Vec<Seed> {
        let (tell, heard) = std::sync::mpsc::channel();
        let players =
            (0..3).map(|_| Box::new(Hears(tell.clone(), keeps_nothing)) as Box<dyn Player<NoThanks>>);
        let mut crew = Crew::new(players.collect(), vec![String::new(); 3]);
        let schedule = Schedule::designed(&NoThanks::ABOUT, 3, Some(2), Design::Substitute, Seed(1)).unwrap();
        play(&schedule, &mut crew, Seed(1), 4, |_, _| false);
        heard.try_iter().collect()
    };
    // Two games of each deal, two seats at each table.
    let same = heard(true);
    assert!(same[..2] == same[2..4] && same[4..6] == same[6..8] && same[..2] != same[4..6], "{same:?}");
    let mut other = heard(false);
    other.sort_by_key(|seed| seed.0);
    other.dedup();
    assert_eq!(other.len(), 8);
}
