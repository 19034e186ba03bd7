//! Who plays next: pure choices among those on a ladder, with chance passed in.

use croupier_games::Chance;

/// Somebody who could play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// Who, by number.
    pub entry: i64,
    /// Games played so far.
    pub games: i64,
    /// The running rating.
    pub rating: f64,
    /// Whether it is a player of the house.
    pub house: bool,
    /// Whether a game of it waits or is being played.
    pub seated: bool,
}

impl Candidate {
    /// Whoever thinks long holds one worker and no more, since nobody sits at two tables. Players
    /// of the house are quick.
    fn is_free(&self) -> bool {
        self.house || !self.seated
    }
}

/// The opponents of one of the games on entering: spread over the ladder, so that ten games meet
/// strong and weak. `nth` counts these games. The newcomer is not among the candidates. Those who
/// sit at a table already are asked only where there are too few others.
#[must_use]
pub fn opponents_on_entering(
    candidates: &[Candidate],
    seats: usize,
    nth: usize,
    chance: &mut Chance,
) -> Option<Vec<i64>> {
    let wanted = seats - 1;
    if candidates.len() < wanted {
        return None;
    }
    let mut ladder: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.is_free()).collect();
    if ladder.len() < wanted {
        ladder = candidates.iter().collect();
    }
    ladder.sort_by(|one, other| other.rating.total_cmp(&one.rating).then(one.entry.cmp(&other.entry)));
    // The ladder is cut into as many parts as there are opponents; each game takes another rung of each part.
    let parts = |part: usize| part * ladder.len() / wanted..(part + 1) * ladder.len() / wanted;
    let from_part = |part: usize| {
        let rungs = parts(part);
        let offset = (nth * 7 + chance.below(rungs.len())) % rungs.len();
        ladder[rungs.start + offset].entry
    };
    Some((0..wanted).map(from_part).collect())
}

/// A table of the running ladder: drawn at random, those with few games more often, so that
/// everyone's games stay level and newcomers are known soon. Nobody is drawn who sits at a table
/// already, and the house does not play on alone while all others do.
#[must_use]
pub fn table(candidates: &[Candidate], seats: usize, chance: &mut Chance) -> Option<Vec<i64>> {
    let mut left: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.is_free()).collect();
    let house_alone = |all: &[&Candidate]| all.iter().all(|candidate| candidate.house);
    if left.len() < seats || house_alone(&left) && left.len() < candidates.len() {
        return None;
    }
    let drawn = (0..seats).map(|_| {
        let at = weighted(&left, chance);
        left.swap_remove(at).entry
    });
    Some(drawn.collect())
}

/// How many tickets somebody has in the draw.
fn tickets(candidate: &Candidate, fewest: i64) -> u64 {
    let ahead = (candidate.games - fewest).max(0) as u64;
    // Ten games ahead halve the chance, a hundred leave a tenth of it: nobody is left out, and the
    // gap closes.
    10_000 / (10 + ahead) + 1
}

fn weighted(left: &[&Candidate], chance: &mut Chance) -> usize {
    let fewest = left.iter().map(|candidate| candidate.games).min().unwrap_or(0);
    let all: u64 = left.iter().map(|candidate| tickets(candidate, fewest)).sum();
    let mut ticket = chance.bits() % all.max(1);
    for (at, candidate) in left.iter().enumerate() {
        let own = tickets(candidate, fewest);
        if ticket < own {
            return at;
        }
        ticket -= own;
    }
    left.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::Seed;

    fn ladder(games: &[i64]) -> Vec<Candidate> {
        let candidate = |(at, &games): (usize, &i64)| Candidate {
            entry: at as i64,
            games,
            rating: 50.0 - at as f64,
            house: false,
            seated: false,
        };
        games.iter().enumerate().map(candidate).collect()
    }

    #[test]
    fn ten_games_on_entering_meet_the_top_the_middle_and_the_end() {
        let all = ladder(&[100; 30]);
        let mut chance = Chance::new(Seed::plain(1));
        let games: Vec<Vec<i64>> =
            (0..10).map(|nth| opponents_on_entering(&all, 4, nth, &mut chance).unwrap()).collect();
        for game in &games {
            assert!(game[0] < 10 && (10..20).contains(&game[1]) && game[2] >= 20, "{game:?}");
        }
        let mut met: Vec<i64> = games.concat();
        met.sort_unstable();
        met.dedup();
        assert!(met.len() >= 15, "{met:?}");
    }

    #[test]
    fn games_stay_level_and_a_newcomer_catches_up() {
        let mut all = ladder(&[500, 500, 500, 500, 500, 500, 500, 0]);
        let mut chance = Chance::new(Seed::plain(2));
        for _ in 0..1_500 {
            let seated = table(&all, 2, &mut chance).unwrap();
            assert_ne!(seated[0], seated[1]);
            for entry in seated {
                all[entry as usize].games += 1;
            }
        }
        let games: Vec<i64> = all.iter().map(|candidate| candidate.games).collect();
        assert!(games[7] > 600, "{games:?}");
        assert!(games[..7].iter().all(|&games| games > 600), "nobody is starved: {games:?}");
    }

    #[test]
    fn nobody_sits_at_two_tables_but_the_house() {
        let mut all = ladder(&[0; 6]);
        let mut chance = Chance::new(Seed::plain(3));
        for at in [0, 1, 2] {
            all[at].seated = true;
        }
        (all[2].house, all[3].house) = (true, true);
        for _ in 0..100 {
            let drawn = table(&all, 4, &mut chance).unwrap();
            assert!(drawn.iter().all(|&entry| entry >= 2), "{drawn:?}");
            let drawn = opponents_on_entering(&all, 3, 0, &mut chance).unwrap();
            assert!(drawn.iter().all(|&entry| entry >= 2), "{drawn:?}");
        }
        (all[4].seated, all[5].seated) = (true, true);
        assert_eq!(table(&all, 2, &mut chance), None, "the house waits for the others");
        assert!(opponents_on_entering(&all, 4, 0, &mut chance).is_some(), "a newcomer does not");
        assert!(table(&all[2..4], 2, &mut chance).is_some(), "where there is nobody else it plays alone");
    }

    #[test]
    fn a_table_that_cannot_be_filled_is_not_drawn() {
        assert_eq!(table(&ladder(&[1, 2]), 3, &mut Chance::new(Seed::plain(1))), None);
        assert_eq!(opponents_on_entering(&ladder(&[1]), 3, 0, &mut Chance::new(Seed::plain(1))), None);
    }
}
