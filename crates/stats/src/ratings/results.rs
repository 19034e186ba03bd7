//! The results of all games, as a rating needs them: a fold that forgets their order.

use std::collections::HashMap;

use croupier_record::EntrantId;

use super::bootstrap::intervals;
use super::placing::Placing;
use super::plackett_luce::{Choices, Set, fit};

/// Deals are kept in so many parts, each as a whole; up to so many deals, every deal is a part. Drawing parts
/// in place of deals changes an interval by a few per cent, and a million deals need no more room than a
/// thousand.
pub(crate) const PARTS: u64 = 500;
/// A tie of `t` splits into choices of 1, ½, ⅓, ¼, ⅕, ⅙ and ⅒ of a choice: whole numbers of these, so that
/// sums are exact and no order of the results can change them.
const SIXTIETHS: u64 = 60;
/// The prior's precision: a standard deviation of √10 (550 points), weak against a dozen games.
const PRIOR: f64 = 0.1;
/// Ten times as strong is 400 points, as on the scale of chess.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// What the average of the field has.
const AVERAGE: f64 = 1500.0;

/// Results of games, folded.
#[derive(Debug, Clone)]
pub struct Results {
    games: Vec<u64>,
    /// By part and set: how often someone was chosen out of the set, in sixtieths.
    sets: HashMap<(u64, Set), u64>,
    /// By part: how often each entrant was chosen, in sixtieths.
    chosen: HashMap<u64, Vec<u64>>,
}

/// An entrant's published rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Who.
    pub entrant: EntrantId,
    /// Games it rests on.
    pub games: u64,
    /// 1500 is the average of the field; 400 points more are ten times the strength.
    pub rating: f64,
    /// The 95 % interval from a bootstrap by deal; `None` where there are too few deals, or so many entrants
    /// that it would take minutes.
    pub interval: Option<(f64, f64)>,
}

impl Results {
    /// No games yet.
    #[must_use]
    pub fn new(entrants: usize) -> Self {
        Self { games: vec![0; entrants], sets: HashMap::new(), chosen: HashMap::new() }
    }

    /// Counts a game of a deal.
    pub fn add(&mut self, deal: u64, placing: &Placing) {
        let part = deal % PARTS;
        let entrants = self.games.len();
        let mut left: Set = placing.places.iter().map(|(entrant, _)| entrant.0).collect();
        let chosen = self.chosen.entry(part).or_insert_with(|| vec![0; entrants]);
        for group in placing.groups() {
            left.retain(|entrant| group.iter().all(|(member, _)| member.0 != *entrant));
            for &(entrant, _) in group {
                self.games[entrant.index()] += 1;
                chosen[entrant.index()] += SIXTIETHS;
            }
            for (among, weight) in choices_of(group) {
                let mut set: Set = left.iter().copied().chain(among).collect();
                if let [only] = set.as_slice() {
                    // Chosen out of oneself alone says nothing.
                    chosen[usize::from(*only)] -= weight;
                    continue;
                }
                set.sort_unstable();
                *self.sets.entry((part, set)).or_default() += weight;
            }
        }
    }

    /// Everyone who played, the strongest first; the same whatever the order in which games were added.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let parts = self.parts();
        let all = summed(self.games.len(), &parts, |_| 1.0);
        let strengths = fit(&all, PRIOR, &vec![0.0; self.games.len()]);
        let spread = intervals(self.games.len(), &parts, PRIOR, &strengths);
        let points = |strength: f64| AVERAGE + POINTS * strength;
        let played = (0..self.games.len()).filter(|&at| self.games[at] > 0);
        let mut ratings: Vec<Rating> = played
            .map(|at| Rating {
                entrant: EntrantId(at as u16),
                games: self.games[at],
                rating: points(strengths[at]),
                interval: spread.as_ref().map(|spread| (points(spread[at].0), points(spread[at].1))),
            })
            .collect();
        ratings
            .sort_by(|one, other| other.rating.total_cmp(&one.rating).then(one.entrant.cmp(&other.entrant)));
        ratings
    }

    /// The fit alone: logarithms of strengths.
    #[cfg(test)]
    pub(crate) fn strengths(&self, prior: f64) -> Vec<f64> {
        let all = summed(self.games.len(), &self.parts(), |_| 1.0);
        fit(&all, prior, &vec![0.0; self.games.len()])
    }

    /// The choices of each part, in an order that depends on nothing but the results.
    fn parts(&self) -> Vec<Choices> {
        let mut parts: Vec<(u64, Choices)> = self
            .chosen
            .iter()
            .map(|(&part, chosen)| {
                let chosen = chosen.iter().map(|&chosen| in_whole(chosen)).collect();
                (part, Choices { chosen, sets: Vec::new() })
            })
            .collect();
        parts.sort_by_key(|(part, _)| *part);
        let mut sets: Vec<_> = self.sets.iter().collect();
        sets.sort_unstable();
        for ((part, set), &times) in sets {
            if let Ok(at) = parts.binary_search_by_key(part, |(part, _)| *part) {
                parts[at].1.sets.push((set.clone(), in_whole(times)));
            }
        }
        parts.into_iter().map(|(_, choices)| choices).collect()
    }
}

fn in_whole(sixtieths: u64) -> f64 {
    sixtieths as f64 / SIXTIETHS as f64
}

/// Parts added up, each as often as `weight` says.
pub(crate) fn summed(entrants: usize, parts: &[Choices], weight: impl Fn(usize) -> f64) -> Choices {
    let mut chosen = vec![0.0; entrants];
    let mut sets: HashMap<&Set, f64> = HashMap::new();
    for (at, part) in parts.iter().enumerate().filter(|(at, _)| weight(*at) > 0.0) {
        chosen.iter_mut().zip(&part.chosen).for_each(|(sum, more)| *sum += weight(at) * more);
        for (set, times) in &part.sets {
            *sets.entry(set).or_default() += weight(at) * times;
        }
    }
    let mut sets: Vec<(Set, f64)> = sets.into_iter().map(|(set, times)| (set.clone(), times)).collect();
    sets.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    Choices { chosen, sets }
}

/// The sets of those who tie that are left at some stage, over all their orders, with how often in sixtieths.
fn choices_of(group: &[(EntrantId, usize)]) -> impl Iterator<Item = (Set, u64)> {
    (1_u32..1 << group.len()).map(move |members| {
        let among = group.iter().enumerate().filter(|(at, _)| members >> at & 1 == 1);
        let set: Set = among.map(|(_, (entrant, _))| entrant.0).collect();
        let weight = SIXTIETHS / subsets(group.len() as u64, set.len() as u64);
        (set, weight)
    })
}

/// How many subsets of this size there are.
fn subsets(of: u64, size: u64) -> u64 {
    (0..size).fold(1, |subsets, at| subsets * (of - at) / (at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::Cross;
    use croupier_games::{Chance, Seed};

    /// Games of three of seven, the lower number the likelier to come in first; every tenth a tie.
    fn games() -> Vec<(u64, Placing)> {
        let mut chance = Chance::new(Seed::plain(5));
        let game = |number: u64| {
            let mut sitting: Vec<u16> = (0..7).collect();
            chance.shuffle(&mut sitting);
            sitting.truncate(3);
            sitting.sort_by_key(|&e| e as usize + chance.below(6));
            let tie = chance.one_in(10);
            let place = |at: usize| if tie && at > 0 { 2 } else { at + 1 };
            let places = sitting.iter().enumerate().map(|(at, &e)| (EntrantId(e), place(at)));
            (number / 2, Placing { places: places.collect() })
        };
        (0..400).map(game).collect()
    }

    fn fold(games: &[(u64, Placing)]) -> Results {
        let mut results = Results::new(8);
        games.iter().for_each(|(deal, placing)| results.add(*deal, placing));
        results
    }

    #[test]
    fn shuffled_results_give_the_identical_table() {
        let in_order = fold(&games()).ratings();
        let mut shuffled = games();
        for seed in 0..3 {
            Chance::new(Seed::plain(seed)).shuffle(&mut shuffled);
            assert_eq!(fold(&shuffled).ratings(), in_order);
        }
    }

    #[test]
    fn the_stronger_rate_higher_with_intervals_around_and_who_never_played_is_not_listed() {
        let ratings = fold(&games()).ratings();
        let order: Vec<u16> = ratings.iter().map(|rating| rating.entrant.0).collect();
        assert_eq!(order, [0, 1, 2, 3, 4, 5, 6]);
        for rating in ratings {
            let (low, high) = rating.interval.unwrap();
            assert!(low < rating.rating && rating.rating < high && high - low < 400.0, "{rating:?}");
        }
    }

    #[test]
    fn whoever_won_everything_has_a_finite_rating() {
        let mut results = Results::new(2);
        let places = [(EntrantId(1), 1), (EntrantId(0), 2)];
        (0..50).for_each(|deal| results.add(deal, &Placing { places: places.into_iter().collect() }));
        let ratings = results.ratings();
        assert_eq!((ratings[0].entrant, ratings[1].entrant), (EntrantId(1), EntrantId(0)));
        assert!(ratings[0].rating.is_finite() && ratings[0].rating > 1900.0, "{ratings:?}");
    }

    #[test]
    fn a_tie_is_half_a_game_for_both() {
        let mut cross = Cross::default();
        let tied = [(EntrantId(0), 1), (EntrantId(1), 1), (EntrantId(2), 3)];
        cross.add(0, &Placing { places: tied.into_iter().collect() });
        let cross = cross.finished();
        let share =
            |one: u16, other: u16| cross.meeting(EntrantId(one), EntrantId(other)).unwrap().share.mean;
        assert_eq!([share(0, 1), share(1, 0), share(0, 2), share(2, 1)], [0.5, 0.5, 1.0, 0.0]);
    }

    #[test]
    fn a_field_that_goes_round_in_a_circle_is_found_and_one_that_does_not_is_not() {
        let pair = |one: u16, other: u16| Placing {
            places: [(EntrantId(one), 1), (EntrantId(other), 2)].into_iter().collect(),
        };
        let (mut circle, mut line) = (Cross::default(), Cross::default());
        for deal in 0..120 {
            // Everyone beats the next in eleven games of twelve; in the line, the last meeting goes the other
            // way.
            let upset = deal % 36 / 3 == 0;
            let (one, other) = [(2, 4), (4, 7), (7, 2)][deal as usize % 3];
            let turned = |turn: bool| if turn { pair(other, one) } else { pair(one, other) };
            circle.add(deal, &turned(upset));
            line.add(deal, &turned(upset != (other == 2)));
        }
        let circle = circle.finished();
        assert_eq!(circle.circle(), Some(vec![EntrantId(2), EntrantId(4), EntrantId(7)]));
        assert_eq!(line.finished().circle(), None);
        let meeting = circle.meeting(EntrantId(4), EntrantId(2)).unwrap();
        assert_eq!((meeting.games, meeting.share.samples), (40, 40));
        assert!(meeting.share.mean < 0.15 && !meeting.share.allows(0.5), "{meeting:?}");
        assert_eq!(circle.meeting(EntrantId(0), EntrantId(2)), None);
    }
}
