//! The ladder of a game: who is measured, and against whom.
//!
//! Names mean a strength and not an algorithm, so the ladder is the same for every game: whichever
//! of its rungs the game's list has.

use croupier_bots::house::RANDOM;
use croupier_bots::{Budget, House};

/// The rungs below the flagship, the weakest first.
const BELOW: [&str; 3] = ["basic", "minmax", "advanced"];
/// The strongest that there is, as strong as its budget.
const FLAGSHIP: &str = "flagship";

/// A ladder: the names of its players as behind `house:`, the weakest first, and who meets whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rungs {
    pub(super) names: Vec<String>,
    pub(super) bouts: Vec<Bout>,
}

/// Two rungs that meet, as places in the list of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bout {
    pub(super) rung: usize,
    pub(super) below: usize,
}

/// The ladder of a game with these players, with the flagship at each of these budgets.
pub(super) fn rungs(known: &[House], budgets: &[Budget]) -> Rungs {
    let find = |name: &str| known.iter().find(|player| player.name == name);
    let mut names: Vec<String> =
        BELOW.iter().filter_map(|name| find(name)).map(|player| player.name.to_owned()).collect();
    if names.first().is_none_or(|first| first != BELOW[0]) {
        names.insert(0, RANDOM.to_owned());
    }
    let lower = names.len();
    names.extend(find(FLAGSHIP).into_iter().flat_map(|flagship| at_each(flagship, budgets)));
    let bouts = bouts(lower, names.len());
    Rungs { names, bouts }
}

fn at_each(flagship: &House, budgets: &[Budget]) -> Vec<String> {
    if flagship.thinks {
        budgets.iter().map(|budget| format!("{}{budget}", flagship.name)).collect()
    } else {
        vec![flagship.name.to_owned()]
    }
}

/// Every rung against the one below; the flagship at every budget against the highest below it, and
/// against itself with less.
fn bouts(lower: usize, all: usize) -> Vec<Bout> {
    let steps = (1..lower).map(|rung| Bout { rung, below: rung - 1 });
    let over_others = (lower..all).map(|rung| Bout { rung, below: lower - 1 });
    let over_itself = (lower + 1..all).map(|rung| Bout { rung, below: rung - 1 });
    steps.chain(over_others).chain(over_itself).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_bots::house;
    use croupier_games::no_thanks::NoThanks;

    #[test]
    fn every_rung_meets_the_one_below_and_the_flagship_itself_with_less_time() {
        let budgets = [Budget::Steps(5), Budget::Steps(50)];
        let Rungs { names, bouts } = rungs(&house::players::<NoThanks>(), &budgets);
        assert_eq!(names, ["basic", "minmax", "advanced", "flagship@5", "flagship@50"]);
        let meet: Vec<(&str, &str)> =
            bouts.iter().map(|bout| (names[bout.rung].as_str(), names[bout.below].as_str())).collect();
        assert_eq!(
            meet,
            [
                ("minmax", "basic"),
                ("advanced", "minmax"),
                ("flagship@5", "advanced"),
                ("flagship@50", "advanced"),
                ("flagship@50", "flagship@5"),
            ]
        );
    }
}
