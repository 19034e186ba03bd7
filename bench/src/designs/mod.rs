//! How many games a comparison of two bots needs for the same interval, design by design.
//!
//! Each design plays many games of the same two bots against the same field; from the variance of what a deal
//! tells of their difference follows how many games a 95 % interval of a given width takes. Every game
//! counts, whoever sits in it. `random` is what the sources do: tables drawn out of all, means over all games
//! of each.

mod minds;

use croupier_arena::{Crew, Schedule, Table};
use croupier_bots::hearts::Careful;
use croupier_bots::last_card::{FirstCard, Greedy, Naive, Pass};
use croupier_bots::no_thanks::{CoinsDependent, LowerPenalty, RandomPlayer, TakeSmall, Threshold};
use croupier_bots::{Choose, Random};
use croupier_games::hearts::Hearts;
use croupier_games::last_card::LastCard;
use croupier_games::no_thanks::NoThanks;
use croupier_games::{Game, Seat, Seed};
use croupier_record::{Design, EntrantId, Fixture, Luck, Player, seed_of_deal};
use croupier_stats::{Matched, Running};

use minds::{CutOff, Make, Slips, seated};

const SEED: Seed = Seed::plain(2026);
/// Games of each design; the figures are then good to about 2 %.
const GAMES: u64 = 60_000;
/// The quantile of a 95 % interval.
const NORMAL: f64 = 1.96;

/// Two bots and those they play against.
struct Experiment<G: Game> {
    /// What the two are.
    what: &'static str,
    two: [Make<G>; 2],
    field: Vec<Make<G>>,
    /// Half the width of the interval.
    width: f64,
}

/// Prints a table of all games and designs.
pub(crate) fn measure() {
    println!(
        "| game | field | two bots | ahead in the other's place | at one table | ± | random | balanced | \
         pairs | substitute | rotate |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    no_thanks("thresholds", &thresholds());
    no_thanks("beginners", &beginners());
    let table = vec![seated::<_, Careful> as Make<Hearts>, seated::<_, Careful>, seated::<_, Careful>];
    let field = [table, vec![seated::<_, Slips<Careful, 10>>, seated::<_, Slips<Careful, 5>>]].concat();
    let hearts = |what, two| Experiment { what, two, field: field.clone(), width: 0.02 };
    hearts("similar: careful, and with a slip in 20", with_slips::<_, Careful, 20>()).row("careful");
    hearts("different: careful and any card", [seated::<_, Careful>, seated::<_, Random>]).row("careful");
    let field = vec![
        seated::<_, Naive> as Make<LastCard>,
        seated::<_, Greedy>,
        seated::<_, Pass>,
        seated::<_, FirstCard>,
    ];
    let last_card = |what, two| Experiment { what, two, field: field.clone(), width: 1.0 };
    last_card("similar: greedy, and with a slip in 20", with_slips::<_, Greedy, 20>()).row("starters");
    last_card("different: greedy and naive", [seated::<_, Greedy>, seated::<_, Naive>]).row("starters");
}

/// The rows of No Thanks! against a field.
fn no_thanks(name: &str, field: &[Make<NoThanks>]) {
    let pairs: [(_, [Make<NoThanks>; 2]); 4] = [
        ("similar: cut off at 11 and at 12", [seated::<_, CutOff<11>>, seated::<_, CutOff<12>>]),
        ("similar: threshold, and with a slip in 50", with_slips::<_, Threshold, 50>()),
        ("different: cut off at 8 and at 14", [seated::<_, CutOff<8>>, seated::<_, CutOff<14>>]),
        ("different: threshold and cut off at 14", [seated::<_, Threshold>, seated::<_, CutOff<14>>]),
    ];
    for (what, two) in pairs {
        Experiment { what, two, field: field.to_vec(), width: 1.0 }.row(name);
    }
}

/// Twelve players of No Thanks! that differ in how dear a card they take.
fn thresholds() -> Vec<Make<NoThanks>> {
    vec![
        seated::<_, CutOff<4>>,
        seated::<_, CutOff<5>>,
        seated::<_, CutOff<6>>,
        seated::<_, CutOff<7>>,
        seated::<_, CutOff<9>>,
        seated::<_, CutOff<10>>,
        seated::<_, CutOff<13>>,
        seated::<_, CutOff<15>>,
        seated::<_, CutOff<16>>,
        seated::<_, CutOff<17>>,
        seated::<_, CutOff<18>>,
        seated::<_, CutOff<20>>,
    ]
}

/// The five beginners of the original course, one of whom plays at random.
fn beginners() -> Vec<Make<NoThanks>> {
    vec![
        seated::<_, RandomPlayer>,
        seated::<_, LowerPenalty>,
        seated::<_, CutOff<14>>,
        seated::<_, TakeSmall>,
        seated::<_, CoinsDependent>,
    ]
}

/// A mind, and the same with slips.
fn with_slips<G: Game, C: Choose<G> + Default + 'static, const ONE_IN: usize>() -> [Make<G>; 2] {
    [seated::<G, C>, seated::<G, Slips<C, ONE_IN>>]
}

impl<G: Game> Experiment<G> {
    /// A row of the table: games needed by each design, and how many times fewer than random.
    fn row(&self, field: &str) {
        let Some((_, random)) = self.play(Design::Random) else { return };
        let mut differences = [0.0; 2];
        let cells = Design::ALL.map(|design| {
            let Some((mean, variance)) = self.play(design) else { return "–".to_owned() };
            match design {
                Design::Substitute => differences[0] = mean,
                Design::Pairs => differences[1] = mean,
                _ => {}
            }
            let games = (NORMAL / self.width).powi(2) * variance;
            format!("{games:.0} ({:.1})", random / variance)
        });
        let ([place, table], what, width) = (differences, self.what, self.width);
        let title = G::ABOUT.title;
        println!(
            "| {title} | {field} | {what} | {place:.2} | {table:.2} | {width} | {} |",
            cells.join(" | ")
        );
    }

    /// How much better the first bot is, and the variance of that by one game.
    fn play(&self, design: Design) -> Option<(f64, f64)> {
        let bots = 2 + self.field.len();
        let schedule = Schedule::versus(&G::ABOUT, bots, None, design, SEED).ok()?;
        let makes = self.two.iter().chain(&self.field);
        let players: Vec<Box<dyn Player<G>>> = makes.map(|make| make()).collect();
        let mut crew = Crew::new(players, (0..bots).map(|bot| bot.to_string()).collect());
        let mut table = Table::default();
        let games = schedule.games(GAMES);
        let mut means = Means::default();
        let mut matched = Matched::sized(&G::ABOUT, bots, design.repeats_deals());
        for number in 0..games {
            let fixture = schedule.fixture(number);
            let options = G::Options::default();
            let dealt = G::deal(fixture.seats.len(), &options, seed_of_deal(SEED, fixture.deal)).ok()?;
            let end = table.play(dealt, Luck::of(SEED, &fixture), &fixture, &mut crew);
            matched.add(&fixture, &end);
            means.add(&fixture, &end);
        }
        matched.settle();
        if !design.repeats_deals() {
            return Some(means.difference());
        }
        let advantage = matched.between(EntrantId(0), EntrantId(1));
        let per_deal = schedule.games_per_deal().get() as f64;
        Some((advantage.bounds(0.05).mean, advantage.variance() * per_deal))
    }
}

/// What the two made of their games, as the sources count it: the mean of each over all games it sat in.
#[derive(Default)]
struct Means {
    games: Vec<[Option<f64>; 2]>,
}

impl Means {
    fn add<G: Game>(&mut self, fixture: &Fixture, end: &G) {
        let figure = G::ABOUT.ranking[0].figure;
        let score = |bot: u16| {
            let seat =
                Seat::all(fixture.seats.len()).find(|&seat| fixture.entrant(seat) == EntrantId(bot))?;
            end.figures(seat)[figure]
        };
        self.games.push([score(0), score(1)]);
    }

    /// The difference of the means, and its variance by one game.
    fn difference(&self) -> (f64, f64) {
        let games = self.games.len() as f64;
        let of = |bot: usize| {
            let scores = || self.games.iter().filter_map(|game| game[bot]);
            let sat = scores().count() as f64;
            (scores().sum::<f64>() / sat, sat / games)
        };
        let [(one, one_sat), (other, other_sat)] = [of(0), of(1)];
        let mut residuals = Running::default();
        for game in &self.games {
            let one = game[0].map_or(0.0, |score| (score - one) / one_sat);
            residuals.push(one - game[1].map_or(0.0, |score| (score - other) / other_sat));
        }
        (other - one, residuals.variance())
    }
}
