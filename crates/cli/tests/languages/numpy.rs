//! numpy itself, as `croupier packages` brings it from the registry: hundreds of files, compiled code and
//! libraries beside it, which ask more of a cell than a wheel that a test wrote. It takes a network.

use serde_json::Value;

use crate::common::cells::{CellTier, User, croupier};
use crate::common::{file, folder, said};
use crate::packages::{games, healthy};

/// Plays by what numpy's compiled parts compute, and fails where they are wrong or another numpy's.
const SOLVER: &str = r#"
import numpy
from croupier.no_thanks import Player

class Solver(Player):
    def choose(self, view):
        if not numpy.__file__.startswith("WHERE/"):
            raise RuntimeError("another numpy: " + numpy.__file__)
        coins = float(view.me.coins)
        matrix = numpy.arange(9.0).reshape(3, 3) + 9 * numpy.eye(3)
        solved = numpy.linalg.solve(matrix, matrix @ numpy.full(3, coins))
        if not numpy.allclose(solved, coins):
            raise RuntimeError("numpy computes " + str(solved))
        return bool(solved[0] + numpy.random.default_rng(4).random() < 3)
"#;

/// Installs it, and plays with it.
fn computes(user: User, tier: CellTier) {
    let dir = folder();
    let dir = dir.path();
    let kept = dir.join("kept");
    let call = |words: &[&str]| {
        said(croupier(dir, user, tier, words).env("CROUPIER_PACKAGES", &kept).output().unwrap())
    };
    file(dir, "packages.toml", "python = [\"numpy\"]\n");
    let brought = call(&["packages", "packages.toml", "--json"]);
    assert_eq!(brought.code, 0, "{}{}", brought.out, brought.err);
    let brought: Value = serde_json::from_str(&brought.out).unwrap();
    let one = &brought["installed"][0];
    assert_eq!((&one["new"], &one["packages"][0]["name"]), (&true.into(), &"numpy".into()), "{brought}");
    // Where a bot sees it tells which cell it is in.
    let place = match tier {
        CellTier::Bubblewrap => "/run/packages",
        CellTier::Landlock | CellTier::None => kept.to_str().unwrap(),
    };
    file(dir, "bots/solver.py", &SOLVER.replace("WHERE", place));
    let more = ["--packages", "packages.toml", "--json", "--sandbox", "require"];
    healthy(&call(&games("bots/solver.py", &more)));
}

#[test]
#[ignore = "takes a network: scripts/test long packages"]
fn numpy_computes_behind_bubblewrap_started_by_root() {
    computes(User::Root, CellTier::Bubblewrap);
}

#[test]
#[ignore = "takes a network: scripts/test long packages"]
fn numpy_computes_behind_bubblewrap_started_by_an_ordinary_user() {
    computes(User::Ordinary, CellTier::Bubblewrap);
}

#[test]
#[ignore = "takes a network: scripts/test long packages"]
fn numpy_computes_behind_landlock_started_by_root() {
    computes(User::Root, CellTier::Landlock);
}

#[test]
#[ignore = "takes a network: scripts/test long packages"]
fn numpy_computes_behind_landlock_started_by_an_ordinary_user() {
    computes(User::Ordinary, CellTier::Landlock);
}
