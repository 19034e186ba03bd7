//! Two bots compared where luck treated them alike, deal by deal.
//!
//! Where a deal is played more than once, two are compared in every seat of it that both have had; where it
//! is played once, at the table where both sit. What two make of a deal is one sample, positive where the
//! first did better.

use arrayvec::ArrayVec;
use croupier_games::{About, Better, Game, MAX_SEATS, Seat};
use croupier_record::{EntrantId, Fixture, Header};

use crate::sequence::Running;

/// More entrants than this have too many pairs to keep.
pub const MOST_COMPARED: usize = 1000;

/// Everyone compared with everyone.
#[derive(Debug, Clone, PartialEq)]
pub struct Matched {
    entrants: usize,
    figure: usize,
    better: Better,
    repeated: bool,
    pairs: Vec<Running>,
    scores: Running,
    deal: Option<u64>,
    /// What was made in the deal so far: seat, entrant, sum and games.
    made: Vec<(Seat, EntrantId, f64, f64)>,
    /// What two make of the deal: the sum of their differences and in how many seats.
    found: Vec<(usize, f64, f64)>,
}

impl Matched {
    /// Nothing compared yet, in the tournament with this head.
    #[must_use]
    pub fn new(about: &About, header: &Header) -> Self {
        Self::sized(about, header.entrants.len(), header.games_per_deal.get() > 1)
    }

    /// Nothing compared yet, among so many, where deals are repeated or not.
    #[must_use]
    pub fn sized(about: &About, entrants: usize, repeated: bool) -> Self {
        let rank = about.ranking[0];
        Self {
            entrants,
            figure: rank.figure,
            better: rank.better,
            repeated,
            pairs: vec![Running::default(); entrants * entrants.saturating_sub(1) / 2],
            scores: Running::default(),
            deal: None,
            made: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Counts a finished game; games come in order.
    pub fn add<G: Game>(&mut self, fixture: &Fixture, end: &G) {
        let score = |seat| end.figures(seat)[self.figure].unwrap_or(0.0);
        let scores: ArrayVec<f64, MAX_SEATS> = Seat::all(fixture.seats.len()).map(score).collect();
        self.add_scores(fixture, &scores);
    }

    /// Counts a game by what each seat made of it.
    pub fn add_scores(&mut self, fixture: &Fixture, scores: &[f64]) {
        if self.deal != Some(fixture.deal) {
            self.settle();
            self.deal = Some(fixture.deal);
        }
        for (seat, &score) in Seat::all(scores.len()).zip(scores) {
            self.scores.push(score);
            // A deal that is played once has one place for all.
            let place = if self.repeated { seat } else { Seat(0) };
            let entrant = fixture.entrant(seat);
            let good = if self.better == Better::Low { -score } else { score };
            match self.made.iter_mut().find(|made| (made.0, made.1) == (place, entrant)) {
                Some(made) => (made.2, made.3) = (made.2 + good, made.3 + 1.0),
                None => self.made.push((place, entrant, good, 1.0)),
            }
        }
    }

    /// Ends the deal in hand: all its games are in. A batch always holds whole deals.
    pub fn settle(&mut self) {
        self.found.clear();
        for (at, &(place, one, sum, games)) in self.made.iter().enumerate() {
            for &(_, other, others, other_games) in self.made[at + 1..].iter().filter(|made| made.0 == place)
            {
                let (pair, sign) = pair_of(self.entrants, one, other);
                let difference = sign * (sum / games - others / other_games);
                match self.found.iter_mut().find(|found| found.0 == pair) {
                    Some(found) => (found.1, found.2) = (found.1 + difference, found.2 + 1.0),
                    None => self.found.push((pair, difference, 1.0)),
                }
            }
        }
        for &(pair, differences, seats) in &self.found {
            self.pairs[pair].push(differences / seats);
        }
        self.made.clear();
        self.deal = None;
    }

    /// How much better one did than the other, deal by deal, and the sign that the samples have to be taken
    /// with.
    #[must_use]
    pub fn between(&self, one: EntrantId, other: EntrantId) -> Advantage {
        let (pair, sign) = pair_of(self.entrants, one, other);
        // Two scores differ with twice the variance of one.
        Advantage { samples: self.pairs[pair], sign, spread: 2.0 * self.scores.variance() }
    }
}

/// How much better one did than another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Advantage {
    samples: Running,
    sign: f64,
    spread: f64,
}

impl Advantage {
    /// What is known of the true advantage, with at most this chance to be wrong at any time.
    #[must_use]
    pub fn bounds(&self, miss: f64) -> crate::Bounds {
        let bounds = self.samples.bounds(miss, self.spread);
        if self.sign > 0.0 {
            return bounds;
        }
        crate::Bounds { mean: -bounds.mean, low: -bounds.high, high: -bounds.low, ..bounds }
    }

    /// How many deals it will take to decide, should all go on as it went; `None` where that is more than
    /// `most`.
    #[must_use]
    pub fn samples_needed(&self, miss: f64, tolerance: f64, most: u64) -> Option<u64> {
        self.samples.samples_needed(miss, self.spread, tolerance, most)
    }

    /// The variance of what two make of a deal.
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.samples.variance()
    }
}

/// The place of a pair in a list of all, the lower first; and −1 where they are the other way round.
fn pair_of(entrants: usize, one: EntrantId, other: EntrantId) -> (usize, f64) {
    let (low, high) = (one.min(other).index(), one.max(other).index());
    let before = low * (2 * entrants - low - 1) / 2;
    (before + high - low - 1, if one < other { 1.0 } else { -1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::Seed;
    use croupier_games::no_thanks::{Decision, NoThanks};

    fn fixture(number: u64, deal: u64, seats: &[u16]) -> Fixture {
        Fixture { number, deal, seats: seats.iter().copied().map(EntrantId).collect() }
    }

    fn between(matched: &Matched, one: u16, other: u16) -> (f64, u64) {
        let bounds = matched.between(EntrantId(one), EntrantId(other)).bounds(0.05);
        (bounds.mean, bounds.samples)
    }

    #[test]
    fn every_pair_has_a_place_of_its_own() {
        let mut places: Vec<usize> = Vec::new();
        for low in 0..6 {
            places.extend((low + 1..6).map(|high| pair_of(6, EntrantId(low), EntrantId(high)).0));
        }
        assert_eq!(places, (0..15).collect::<Vec<_>>());
        assert_eq!(pair_of(6, EntrantId(3), EntrantId(1)), (pair_of(6, EntrantId(1), EntrantId(3)).0, -1.0));
    }

    #[test]
    fn substitutes_are_compared_in_the_seat_they_shared_and_with_nobody_else() {
        let mut matched = Matched::sized(&NoThanks::ABOUT, 4, true);
        matched.add_scores(&fixture(0, 0, &[0, 2, 3]), &[10.0, 20.0, 30.0]);
        matched.add_scores(&fixture(1, 0, &[1, 2, 3]), &[14.0, 21.0, 31.0]);
        matched.settle();
        // A low penalty is the better one.
        assert_eq!((between(&matched, 0, 1), between(&matched, 1, 0)), ((4.0, 1), (-4.0, 1)));
        assert_eq!((between(&matched, 0, 2), between(&matched, 2, 3)), ((0.0, 0), (0.0, 0)));
    }

    #[test]
    fn a_swapped_pair_is_compared_in_both_seats() {
        let mut matched = Matched::sized(&NoThanks::ABOUT, 3, true);
        matched.add_scores(&fixture(0, 0, &[0, 1, 2]), &[10.0, 12.0, 30.0]);
        matched.add_scores(&fixture(1, 0, &[1, 0, 2]), &[20.0, 16.0, 30.0]);
        matched.settle();
        assert_eq!(between(&matched, 0, 1), (3.0, 1));
    }

    #[test]
    fn who_had_a_seat_more_often_is_compared_by_the_mean() {
        // In one order the first has two games of the deal, in the other the second.
        for seats in [[0, 0, 1], [1, 0, 0]] {
            let mut matched = Matched::sized(&NoThanks::ABOUT, 4, true);
            for (number, &entrant) in (0..).zip(&seats) {
                let score = if entrant == 1 { 20.0 } else { [10.0, 14.0, 10.0][number as usize] };
                matched.add_scores(&fixture(number, 0, &[entrant, 2, 3]), &[score, 30.0, 30.0]);
            }
            matched.settle();
            assert_eq!(between(&matched, 0, 1), (8.0, 1), "{seats:?}");
        }
    }

    #[test]
    fn a_finished_game_counts_by_the_figure_that_ranks() {
        let mut end = NoThanks::deal(2, &Default::default(), Seed::plain(3)).unwrap();
        while let Some(seat) = end.turn().next() {
            end.play(seat, if seat == Seat(0) { Decision::Take } else { Decision::Pass }).unwrap();
        }
        let mut matched = Matched::sized(&NoThanks::ABOUT, 2, false);
        matched.add(&fixture(0, 0, &[0, 1]), &end);
        matched.settle();
        let more = end.scores()[1] - end.scores()[0];
        assert!(more < 0.0, "who takes everything has the higher penalty");
        assert_eq!(between(&matched, 0, 1), (more, 1));
    }

    #[test]
    fn a_difference_may_spread_as_two_scores_do() {
        let mut matched = Matched::sized(&NoThanks::ABOUT, 2, false);
        let (mut scores, mut differences) = (Running::default(), Running::default());
        for number in 0..60_u32 {
            let two = [10.0 + f64::from(number % 7), 12.0 + f64::from(number % 5)];
            matched.add_scores(&fixture(number.into(), number.into(), &[0, 1]), &two);
            two.into_iter().for_each(|score| scores.push(score));
            differences.push(two[1] - two[0]);
        }
        matched.settle();
        let spread = scores.variance() + scores.variance();
        let expected = differences.bounds(0.05, spread);
        let first = matched.between(EntrantId(0), EntrantId(1));
        assert_eq!(first.bounds(0.05), expected);
        let needed = differences.samples_needed(0.05, spread, 0.1, 1_000_000);
        assert_eq!(first.samples_needed(0.05, 0.1, 1_000_000), needed);
        assert!(needed.is_some_and(|needed| needed > 1));
        assert!(first.variance() > 1.0 && first.variance() == differences.variance());
        // Seen from the other side, both ends change places and signs.
        let other = matched.between(EntrantId(1), EntrantId(0)).bounds(0.05);
        assert_eq!((other.mean, other.low, other.high), (-expected.mean, -expected.high, -expected.low));
    }

    #[test]
    fn without_repeated_deals_two_are_compared_where_they_meet() {
        let mut matched = Matched::sized(&NoThanks::ABOUT, 4, false);
        matched.add_scores(&fixture(0, 0, &[0, 1, 2]), &[10.0, 12.0, 30.0]);
        matched.add_scores(&fixture(1, 1, &[3, 0, 2]), &[20.0, 16.0, 36.0]);
        matched.settle();
        assert_eq!((between(&matched, 0, 2), between(&matched, 0, 1)), ((20.0, 2), (2.0, 1)));
        assert_eq!(between(&matched, 1, 3), (0.0, 0));
    }
}
