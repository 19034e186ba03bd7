//! The order of the entrants.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use croupier_games::{About, Better};
use croupier_record::EntrantId;

use crate::certainty::{Certainty, certainty};
use crate::estimate::Estimate;
use crate::tally::{EntrantTally, Tally};

/// Everyone, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// One line per entrant that is ranked.
    pub lines: Vec<StandingsLine>,
    /// Those that were put out and not seated again, in the order of the plan. They have no rank.
    pub out: Vec<StandingsLine>,
    /// Games in all.
    pub games: u64,
    /// How many of them count for nobody: they were begun with a bot at the table that was out, or not played
    /// for it.
    pub uncounted: u64,
    /// Whether pairs are compared within the deals they share. Fields of more than 200 are not: their means
    /// are treated as independent.
    pub paired: bool,
}

/// One entrant's place.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingsLine {
    /// From 1; entrants that cannot be told apart by any ranking figure share a rank.
    pub rank: usize,
    /// Who.
    pub entrant: EntrantId,
    /// Its sums.
    pub tally: EntrantTally,
    /// The mean of the figure that ranks first, with its 95 % interval; `None` where no game was played.
    pub mean: Option<Estimate>,
    /// This mean minus that of the line above, with its 95 % interval: what both made of the same deals
    /// cancels out. `None` in the first line and where either of the two is out of the comparison.
    pub above: Option<Estimate>,
    /// The ranks that the data allow, from comparisons of all pairs that hold together in 95 of 100
    /// tournaments. Whoever is out of the comparison (too few games, or disqualified) has its own rank alone.
    pub ranks: RangeInclusive<usize>,
    /// Letters of the groups it belongs to; two entrants that share a letter are not told apart, two that
    /// share none are. Empty for who is out of the comparison.
    pub group: String,
}

/// Ranks everyone by the game's own order, and says how sure that is; whoever has not played stands below,
/// whoever is disqualified last, and whoever was put out and not seated again is not ranked.
#[must_use]
pub fn standings(about: &About, tally: &Tally) -> Standings {
    let mut lines = ranked(about, tally);
    let evidence = tally.evidence();
    let sure = certainty(about, &evidence, &lines);
    for (line, sure) in lines.iter_mut().zip(sure) {
        line.say(sure);
    }
    let (games, uncounted) = (tally.games(), tally.uncounted());
    Standings { lines, out: put_out(tally), games, uncounted, paired: evidence.is_paired() }
}

/// Those that were put out and not seated again.
fn put_out(tally: &Tally) -> Vec<StandingsLine> {
    let rows = tally.entrants().iter().enumerate().filter(|(_, entrant)| !entrant.is_pooled);
    let numbered = rows.filter(|(_, entrant)| entrant.out.is_some());
    numbered
        .map(|(number, entrant)| StandingsLine::blank(EntrantId(number as u16), entrant.clone()))
        .collect()
}

/// The same order with nothing said about its certainty, for whoever looks after every few games.
pub(crate) fn ranked(about: &About, tally: &Tally) -> Vec<StandingsLine> {
    let mut lines: Vec<StandingsLine> = tally
        .entrants()
        .iter()
        .enumerate()
        .filter(|(_, entrant)| entrant.out.is_none() && !entrant.is_pooled)
        .map(|(number, entrant)| StandingsLine::blank(EntrantId(number as u16), entrant.clone()))
        .collect();
    lines.sort_by(|one, other| order(about, &one.tally, &other.tally).then(one.entrant.cmp(&other.entrant)));
    for at in 0..lines.len() {
        let shared = at > 0 && order(about, &lines[at - 1].tally, &lines[at].tally).is_eq();
        lines[at].rank = if shared { lines[at - 1].rank } else { at + 1 };
    }
    lines
}

impl StandingsLine {
    fn blank(entrant: EntrantId, tally: EntrantTally) -> Self {
        Self { rank: 0, entrant, tally, mean: None, above: None, ranks: 0..=0, group: String::new() }
    }

    /// Whether it is compared with others: it played, and was not put out.
    #[must_use]
    pub fn is_compared(&self) -> bool {
        self.tally.disqualified.is_none() && self.mean.is_some_and(|mean| mean.samples > 1)
    }

    fn say(&mut self, sure: Certainty) {
        let Certainty { mean, above, ranks, group } = sure;
        (self.mean, self.above, self.group) = (mean, above, group);
        self.ranks = ranks.unwrap_or(self.rank..=self.rank);
    }
}

fn order(about: &About, one: &EntrantTally, other: &EntrantTally) -> Ordering {
    let standing = |tally: &EntrantTally| (tally.disqualified.is_none(), tally.games > 0);
    let played = standing(other).cmp(&standing(one));
    let by_figure = about.ranking.iter().map(|rank| {
        let mean = |tally: &EntrantTally| tally.mean(rank.figure).unwrap_or(0.0);
        match rank.better {
            Better::Low => mean(one).total_cmp(&mean(other)),
            Better::High => mean(other).total_cmp(&mean(one)),
        }
    });
    by_figure.fold(played, Ordering::then)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::no_thanks::{Decision, NoThanks};
    use croupier_games::{Game, Seat, Seed};
    use croupier_record::{Fixture, Missteps, Out};

    /// A game in which seat 0 takes everything, so that its penalty is the highest.
    fn game(number: u64, seats: [u16; 2]) -> (Fixture, NoThanks) {
        let mut game = NoThanks::deal(2, &Default::default(), Seed::plain(3)).unwrap();
        while game.turn().next().is_some() {
            let mv = if game.turn().awaits(Seat(0)) { Decision::Take } else { Decision::Pass };
            game.play(game.turn().next().unwrap(), mv).unwrap();
        }
        (Fixture { number, deal: number, seats: seats.into_iter().map(EntrantId).collect() }, game)
    }

    fn tally_of(games: &[(u64, [u16; 2])], entrants: usize) -> Tally {
        let mut tally = Tally::new(&NoThanks::ABOUT, entrants);
        for &(number, seats) in games {
            let (fixture, end) = game(number, seats);
            tally.add(&fixture, &end, &Missteps::default());
        }
        tally
    }

    fn ranks(standings: &Standings) -> Vec<(usize, u16)> {
        standings.lines.iter().map(|line| (line.rank, line.entrant.0)).collect()
    }

    #[test]
    fn the_lowest_mean_is_first_and_who_has_not_played_is_last() {
        let tally = tally_of(&[(0, [2, 1]), (1, [2, 1])], 3);
        assert_eq!(ranks(&standings(&NoThanks::ABOUT, &tally)), [(1, 1), (2, 2), (3, 0)]);
    }

    #[test]
    fn those_whom_no_figure_tells_apart_share_a_rank() {
        let tally = tally_of(&[(0, [0, 1]), (1, [1, 0])], 3);
        assert_eq!(ranks(&standings(&NoThanks::ABOUT, &tally)), [(1, 0), (1, 1), (3, 2)]);
    }

    #[test]
    fn who_was_put_out_has_no_rank_and_what_counts_for_nobody_is_told() {
        let mut tally = tally_of(&[(0, [2, 1]), (1, [2, 0])], 3);
        let out = Out { entrant: EntrantId(1), game: 0, border: 8, why: "late".to_owned() };
        tally.put_out(&[out]);
        tally.skip();
        let standings = standings(&NoThanks::ABOUT, &tally);
        assert_eq!(ranks(&standings), [(1, 0), (2, 2)]);
        assert_eq!(standings.out.iter().map(|line| line.entrant.0).collect::<Vec<_>>(), [1]);
        assert_eq!((standings.games, standings.uncounted), (3, 1));
    }

    #[test]
    fn in_a_game_that_counts_for_nobody_only_those_who_are_not_out_answer_for_their_faults() {
        let mut tally = Tally::new(&NoThanks::ABOUT, 2);
        tally.put_out(&[Out { entrant: EntrantId(0), game: 4, border: 8, why: "late".to_owned() }]);
        let (fixture, _) = game(5, [0, 1]);
        let mut missteps = Missteps::default();
        missteps.illegal(Seat(0), "of one that is out");
        missteps.illegal(Seat(1), "of another");
        tally.skip();
        tally.blame(&fixture, &missteps);
        let illegal: Vec<u64> = tally.entrants().iter().map(|entrant| entrant.illegal).collect();
        assert_eq!((illegal, tally.entrants()[1].games), (vec![0, 1], 0));
    }

    #[test]
    fn parts_merged_in_order_are_the_whole() {
        let games = [(0, [0, 1]), (1, [1, 2]), (2, [2, 0])];
        let mut merged = tally_of(&games[..1], 3);
        merged.merge(&tally_of(&games[1..], 3));
        assert_eq!(merged, tally_of(&games, 3));
    }

    #[test]
    fn the_first_misstep_is_kept_and_all_are_counted() {
        let mut tally = Tally::new(&NoThanks::ABOUT, 2);
        for number in 5..7 {
            let (fixture, end) = game(number, [0, 1]);
            let mut missteps = Missteps::default();
            missteps.illegal(Seat(1), format!("rule {number}"));
            missteps.illegal(Seat(1), "again");
            tally.add(&fixture, &end, &missteps);
        }
        let blamed = &tally.entrants()[1];
        let first = blamed.first.as_ref().map(|first| (first.game, first.what.as_str()));
        assert_eq!((blamed.illegal, first), (4, Some((5, "illegal move: rule 5"))));
        assert_eq!(tally.entrants()[0].first, None);
    }
}
