//! What the commands of single games share: bots named on the command line, files only where asked for.

use std::path::Path;

use croupier_arena::naming::{NamedBot, resolve};
use croupier_games::Game;

use crate::args::Common;
use crate::contest::Contest;
use crate::failure::Failure;

/// A tournament of the bots named on the command line.
pub(crate) fn contest<G: Game>(
    options: G::Options,
    bots: &[String],
    common: &Common,
) -> Result<Contest<G>, Failure> {
    let bots =
        bots.iter().map(|bot| resolve::<G>(bot, Path::new("."))).collect::<Result<Vec<NamedBot>, _>>()?;
    Ok(Contest {
        options,
        bots,
        players: None,
        games: common.games,
        seed: common.seed,
        lanes: 1,
        game_files: None,
        timed: false,
        out: common.out.clone(),
        resume: false,
        threads: common.threads,
        tell: false,
    })
}
