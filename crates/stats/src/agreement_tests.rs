//! Agreement with SciPy, statsmodels and a plain optimiser on fixed data.
//!
//! `tests/agreement/expected.py` says how `expected.json` was made; nothing of it is needed here.

use croupier_record::EntrantId;
use serde_json::Value;

use crate::clusters::Clusters;
use crate::evidence::Evidence;
use crate::quantiles::student;
use crate::ratings::{Placing, Results};
use crate::studentised::range_quantile;

fn expected() -> Value {
    serde_json::from_str(include_str!("../tests/agreement/expected.json")).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn assert_close(found: f64, expected: f64, within: f64, what: &str) {
    let off = (found - expected).abs() / expected.abs().max(1.0);
    assert!(off < within, "{what}: {found}, expected {expected}");
}

/// What the sums by deal say of some games.
pub(crate) fn evidence(entrants: usize, games: impl Iterator<Item = (u64, Vec<(usize, f64)>)>) -> Evidence {
    let mut clusters = Clusters::new(entrants);
    let mut sums = vec![(0.0, 0.0); entrants];
    for (deal, made) in games {
        for &(entrant, figure) in &made {
            sums[entrant] = (sums[entrant].0 + 1.0, sums[entrant].1 + figure);
        }
        clusters.add(deal, made.into_iter());
    }
    let means = sums.iter().map(|&(seats, sum)| (seats > 0.0).then(|| (seats, sum / seats)));
    Evidence::new(means.collect(), clusters.settled())
}

#[test]
fn students_quantiles_are_scipys() {
    for row in expected()["student"].as_array().unwrap() {
        let [tail, freedom, quantile] = numbers(row)[..] else { panic!("{row}") };
        assert_close(student(tail, freedom), quantile, 1e-9, &row.to_string());
    }
}

#[test]
fn the_studentised_range_is_scipys() {
    for row in expected()["studentised_range"].as_array().unwrap() {
        let [tail, count, quantile] = numbers(row)[..] else { panic!("{row}") };
        assert_close(range_quantile(tail, count as usize), quantile, 1e-7, &row.to_string());
    }
}

#[test]
fn two_who_meet_once_in_every_deal_have_the_intervals_of_a_paired_t_test() {
    let expected = &expected()["paired"];
    let (one, other) = (numbers(&expected["one"]), numbers(&expected["other"]));
    let games = one.iter().zip(&other).enumerate();
    let evidence = evidence(2, games.map(|(deal, (&one, &other))| (deal as u64, vec![(0, one), (1, other)])));
    let mean = evidence.mean(EntrantId(0)).unwrap();
    let difference = evidence.difference(EntrantId(0), EntrantId(1)).unwrap();
    for (estimate, key) in [(mean, "mean"), (difference, "difference")] {
        let [low, high] = numbers(&expected[key])[..] else { panic!("{key}") };
        assert_close(estimate.low, low, 1e-9, key);
        assert_close(estimate.high, high, 1e-9, key);
        assert_eq!(estimate.samples, 30);
    }
}

#[test]
fn covariances_are_those_of_a_regression_with_errors_clustered_by_deal() {
    for case in expected()["clustered"].as_array().unwrap() {
        let means = numbers(&case["means"]);
        let games = case["games"].as_array().unwrap().iter().map(|game| {
            let made = game["made"].as_array().unwrap().iter();
            let made = made.map(|pair| (pair[0].as_u64().unwrap() as usize, pair[1].as_f64().unwrap()));
            (game["deal"].as_u64().unwrap(), made.collect())
        });
        let evidence = evidence(means.len(), games);
        let deals = numbers(&case["deals_of"]);
        let correction = |at: usize| (deals[at] / (deals[at] - 1.0)).sqrt();
        for (one, row) in case["covariance"].as_array().unwrap().iter().enumerate() {
            assert_close(evidence.plain(one).unwrap(), means[one], 1e-9, "a mean");
            assert_eq!(evidence.samples(one) as f64, deals[one]);
            for (other, covariance) in numbers(row).into_iter().enumerate() {
                let expected = covariance * correction(one) * correction(other);
                assert_close(evidence.covariance(one, other), expected, 1e-9, &format!("{one}, {other}"));
            }
        }
    }
}

#[test]
fn strengths_are_those_of_a_plain_optimiser_with_ties_and_with_perfect_scores() {
    for case in expected()["plackett_luce"].as_array().unwrap() {
        let mut results = Results::new(case["entrants"].as_u64().unwrap() as usize);
        for (deal, ranking) in case["rankings"].as_array().unwrap().iter().enumerate() {
            results.add(deal as u64, &placing(ranking));
        }
        let found = results.strengths(case["prior"].as_f64().unwrap());
        for (found, expected) in found.into_iter().zip(numbers(&case["strengths"])) {
            assert_close(found, expected, 1e-5, &case["strengths"].to_string());
        }
    }
}

fn placing(ranking: &Value) -> Placing {
    let mut placing = Placing::default();
    for group in ranking.as_array().unwrap() {
        let place = placing.places.len() + 1;
        let members = group.as_array().unwrap().iter().map(|e| EntrantId(e.as_u64().unwrap() as u16));
        placing.places.extend(members.map(|entrant| (entrant, place)));
    }
    placing
}
