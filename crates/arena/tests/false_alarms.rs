//! Equal bots are not told apart more often than promised, and different ones are: played with real games.

#![allow(clippy::unwrap_used)] // A test may.

use croupier_arena::{Crew, Schedule, Table};
use croupier_bots::no_thanks::{CutOff14, LowerPenalty, RandomPlayer, TakeSmall, Threshold};
use croupier_bots::{Choose, Housed};
use croupier_games::no_thanks::{Decision, NoThanks, NoThanksView};
use croupier_games::{Chance, Game, Seed};
use croupier_record::{
    Answer, Ask, Design, EntrantId, Fault, Fixture, Luck, Missteps, Notice, Player, seed_of_deal,
};
use croupier_stats::{MISS, Matched, Running, Tally, decision};

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
    let mut enough = false;
    play_while(schedule, crew, seed, games, |fixture, end| {
        tally.add(fixture, end, &Missteps::default());
        matched.add(fixture, end);
        if (fixture.number + 1) % 64 == 0 {
            matched.settle();
            enough = look(&tally, &mut matched);
        }
        !enough
    });
}

/// Plays a schedule to its end.
fn play_all(
    schedule: &Schedule,
    crew: &mut Crew<NoThanks>,
    seed: Seed,
    games: u64,
    mut ended: impl FnMut(&Fixture, &NoThanks),
) {
    play_while(schedule, crew, seed, games, |fixture, end| {
        ended(fixture, end);
        true
    });
}

/// Plays a schedule as long as it is told to go on after each game.
fn play_while(
    schedule: &Schedule,
    crew: &mut Crew<NoThanks>,
    seed: Seed,
    games: u64,
    mut go_on: impl FnMut(&Fixture, &NoThanks) -> bool,
) {
    let mut table = Table::default();
    for number in 0..schedule.games(games) {
        let fixture: Fixture = schedule.fixture(number);
        let deal = seed_of_deal(seed, fixture.deal);
        let dealt = NoThanks::deal(fixture.seats.len(), &Default::default(), deal).unwrap();
        let end = table.play(dealt, Luck::of(seed, &fixture), &fixture, crew);
        if !go_on(&fixture, &end) {
            return;
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
            compared(players, design, Seed::plain(5).child(*number), 1024).0 != 0
        };
        let alarms = (0..200).filter(trial).count() as u64;
        assert!(alarms <= most_alarms(200), "{design}: {alarms} alarms in 200 comparisons");
    }
}

#[test]
fn no_pair_of_equal_bots_is_called_decided_more_often_than_promised() {
    for design in [Design::Balanced, Design::Rotate] {
        let trial = |number: &u64| {
            let seed = Seed::plain(6).child(*number);
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
        let (verdict, games) = compared(players, Design::Substitute, Seed::plain(7).child(number), 20_000);
        assert!(verdict == 1, "seed {number}: {verdict} after {games} games");
    }
}

/// Takes what raises its penalty by less than so much.
struct CutOff(i32);

impl Choose<NoThanks> for CutOff {
    fn choose(&mut self, view: NoThanksView<'_>, _: &mut Chance) -> Decision {
        if view.penalty_when_taken() < view.penalty() + self.0 { Decision::Take } else { Decision::Pass }
    }
}

/// Two that differ by one in how dear a card they take, and twelve others of their kind.
fn similar() -> Vec<Box<dyn Player<NoThanks>>> {
    [11, 12, 4, 5, 6, 7, 9, 10, 13, 15, 16, 17, 18, 20].map(|price| housed(CutOff(price))).into()
}

#[test]
fn substitution_is_surer_of_similar_bots_than_random_tables_with_fourteen_times_the_games() {
    const GAMES: u64 = 2000;
    let seed = Seed::plain(8);
    let table = |design| Schedule::versus(&NoThanks::ABOUT, 14, Some(5), design, seed).unwrap();
    let mut crew = Crew::new(similar(), vec![String::new(); 14]);
    let mut matched = Matched::sized(&NoThanks::ABOUT, 14, true);
    play_all(&table(Design::Substitute), &mut crew, seed, GAMES, |fixture, end| matched.add(fixture, end));
    matched.settle();
    let advantage = matched.between(EntrantId(0), EntrantId(1));
    let substituted = advantage.variance() / advantage.bounds(MISS).samples as f64;
    // As the sources do it: the means of both over all games they sat in.
    let mut scores = [Running::default(); 2];
    play_all(&table(Design::Random), &mut crew, seed, 14 * GAMES, |fixture, end| {
        for (bot, score) in fixture.seats.iter().zip(end.scores()) {
            if let Some(scores) = scores.get_mut(bot.index()) {
                scores.push(score);
            }
        }
    });
    let drawn: f64 = scores.iter().map(|scores| scores.variance() / scores.count() as f64).sum();
    assert!(substituted < drawn, "variance {substituted} by substitution, {drawn} by random tables");
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
        let schedule =
            Schedule::designed(&NoThanks::ABOUT, 3, Some(2), Design::Substitute, Seed::plain(1)).unwrap();
        play(&schedule, &mut crew, Seed::plain(1), 4, |_, _| false);
        heard.try_iter().collect()
    };
    // Two games of each deal, two seats at each table.
    let same = heard(true);
    assert!(same[..2] == same[2..4] && same[4..6] == same[6..8] && same[..2] != same[4..6], "{same:?}");
    let mut other = heard(false);
    other.sort_by_key(|seed| seed.number(64));
    other.dedup();
    assert_eq!(other.len(), 8);
}
