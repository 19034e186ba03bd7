//! How seldom a rare position is: what the lists and `docs/check.md` say, held against games of players of
//! any legal move.

use croupier_games::hearts::{Hearts, POINT_CARDS};
use croupier_games::{Chance, Game, Seed, Turn, Visitor, list, with_game};

use super::{MovePolicy, Rare, Reach, own};
use crate::start_position::any;

const PAGE: &str = include_str!("../../../../docs/check.md");
/// How far the figure on the page may be from what is measured: luck, and rounding.
const WITHIN: f64 = 1.8;
/// Players of any legal move always call their last card: whether a bot meets it not called is its own doing.
const OWN_DOING: &str = "the last card, not called";

/// In what part of games a seat meets each kind, at the table where it comes most often.
fn measured<G: Game>(kinds: &[Rare<G>], games: u64, policy: MovePolicy<G>) -> Vec<f64> {
    let at_table = |seats: usize| {
        let mut met = vec![0_u64; kinds.len()];
        (0..games).for_each(|number| met_in_game(kinds, seats, Seed::plain(number), policy, &mut met));
        met.into_iter().map(move |met| met as f64 / (games * seats as u64) as f64).collect()
    };
    let tables: Vec<Vec<f64>> = G::ABOUT.seats.iter().map(|&seats| at_table(seats)).collect();
    (0..kinds.len()).map(|kind| tables.iter().map(|table| table[kind]).fold(0.0, f64::max)).collect()
}

/// Adds for each kind how many seats met it in a game.
fn met_in_game<G: Game>(kinds: &[Rare<G>], seats: usize, seed: Seed, policy: MovePolicy<G>, met: &mut [u64]) {
    let mut chance = Chance::new(seed);
    let mut game = G::deal(seats, &G::Options::default(), chance.seed()).unwrap();
    let mut by_seat = vec![vec![false; kinds.len()]; seats];
    while let Turn::Waiting(asked) = game.turn() {
        for seat in asked {
            for (rare, met) in kinds.iter().zip(&mut by_seat[seat.index()]) {
                *met = *met || (rare.holds)(&game, seat);
            }
        }
        for seat in asked {
            let mv = policy(&game, seat, &mut chance);
            game.play(seat, mv).unwrap();
        }
    }
    for (met, kind) in met.iter_mut().zip(0..) {
        *met += by_seat.iter().filter(|seen| seen[kind]).count() as u64;
    }
}

/// Whether a figure is as measured.
fn holds(once_in: u64, share: f64) -> bool {
    let said = once_in as f64 * share;
    said < WITHIN && said > 1.0 / WITHIN
}

struct AsMeasured;

impl Visitor for AsMeasured {
    type Output = Vec<String>;
    fn visit<G: Game>(self) -> Vec<String> {
        let mut differ = Vec::new();
        // What a search finds has no figure.
        let Some(kinds) = own::<G>() else { return differ };
        // As many games as show what is most seldom a dozen times.
        let games = match G::ABOUT.name {
            "hearts" => 2_000,
            "score-four" => 400_000,
            _ => 20_000,
        };
        let shares = measured(kinds, games, any::<G>);
        for (rare, mut share) in kinds.iter().zip(shares).filter(|(rare, _)| rare.decides()) {
            if let (OWN_DOING, Reach::Play(policy)) = (rare.name, &rare.reach) {
                share = measured(std::slice::from_ref(rare), games, *policy)[0];
            }
            if !holds(rare.once_in, share) {
                differ.push(format!("{}: {}: once in {:.1}", G::ABOUT.name, rare.name, 1.0 / share));
            }
        }
        differ
    }
}

#[test]
fn every_position_that_decides_comes_as_often_as_its_list_says() {
    let differ: Vec<String> =
        list::ALL.iter().flat_map(|about| with_game(about.name, AsMeasured).unwrap()).collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

#[test]
fn thirteen_point_cards_in_one_hand_are_as_seldom_as_combinatorics_say() {
    let hands = (0..13).fold(1.0, |hands, card| hands * f64::from(52 - card) / f64::from(card + 1));
    assert_eq!(hands, 635_013_559_600.0);
    let of_points = POINT_CARDS.len() as f64; // So many ways to leave one of them out.
    let deals_of_a_game: f64 = (0..100)
        .map(|number| {
            let mut chance = Chance::new(Seed::plain(number));
            let mut game = Hearts::deal(4, &Default::default(), chance.seed()).unwrap();
            while let Some(seat) = game.turn().next() {
                let card = game.any(seat, &mut chance);
                game.play(seat, card).unwrap();
            }
            let deals = Hearts::ABOUT.figures.iter().position(|figure| figure.name == "deals").unwrap();
            game.figures(croupier_games::Seat(0))[deals].unwrap() / 100.0
        })
        .sum();
    let share = of_points / hands * deals_of_a_game;
    let seldom: Vec<_> = own::<Hearts>().unwrap().iter().filter(|rare| !rare.decides()).collect();
    assert_eq!(seldom.len(), 1);
    assert!(holds(seldom[0].once_in, share), "once in {:.1e}", 1.0 / share);
}

struct OnThePage;

impl Visitor for OnThePage {
    type Output = String;
    fn visit<G: Game>(self) -> String {
        let line = |rare: &Rare<G>| {
            let advice = if rare.decides() { "" } else { ": advice" };
            format!("| {} | {} | {}{advice} |\n", G::ABOUT.title, rare.name, shown(rare.once_in))
        };
        own::<G>().unwrap_or_default().iter().map(line).collect()
    }
}

/// A number as people read it.
fn shown(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{},{:03}", number / 1000, number % 1000),
        _ => format!("{:.1}·10^{}", number as f64 / 10_f64.powi(number.ilog10() as i32), number.ilog10()),
    }
}

#[test]
fn the_page_of_the_check_lists_every_rare_position_with_how_seldom_it_is() {
    let wanted: String = list::ALL.iter().map(|about| with_game(about.name, OnThePage).unwrap()).collect();
    assert!(PAGE.contains(&wanted), "docs/check.md needs these lines:\n{wanted}");
}
