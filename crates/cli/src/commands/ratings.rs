//! `croupier ratings RECORD`: strengths from who came in before whom.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_record::Header;
use croupier_report::Ratings;
use croupier_session::{Recorded, each_placing};
use croupier_stats::{Cross, Ladder, Rating, Results};

use crate::args::RatingsArgs;
use crate::failure::Failure;
use crate::output::{Progress, outcome, say, say_json};

/// The fit solves equations in as many unknowns as there are bots.
const MOST_BOTS: usize = 2000;
/// So many games are read before anyone looks at the clock or whether to stop.
const BETWEEN_LOOKS: u64 = 1024;

pub(crate) fn run(args: &RatingsArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let rated = rated(&args.record, stop, Progress::new(args.json))?;
    if args.json {
        let text = serde_json::to_string_pretty(&rated.ratings().json());
        say_json(text.map_err(|error| Failure::Trouble(error.into()))?);
    } else {
        say(rated.ratings().table(outcome::width()));
    }
    Ok(())
}

/// What a record says about strengths.
pub(crate) struct Rated {
    header: Header,
    published: Vec<Rating>,
    ladder: Ladder,
    cross: Cross,
    games: u64,
}

impl Rated {
    /// As it is written.
    pub(crate) fn ratings(&self) -> Ratings<'_> {
        let Self { header, published, ladder, cross, games } = self;
        Ratings { header, published, ladder, cross, games: *games }
    }
}

/// Rates the bots of a record, or of the record in a folder.
pub(crate) fn rated(record: &Path, stop: &AtomicBool, mut progress: Progress) -> Result<Rated, Failure> {
    let recorded = Recorded::open(record)?;
    let bots = recorded.header.entrants.len();
    if bots > MOST_BOTS {
        let path = recorded.path.display();
        return Err(Failure::BadInput(format!(
            "{path} holds {bots} bots; at most {MOST_BOTS} can be rated together"
        )));
    }
    let (mut results, mut ladder, mut cross) = (Results::new(bots), Ladder::new(bots), Cross::default());
    let (mut games, planned) = (0, recorded.header.games);
    each_placing(&recorded, &mut |fixture, placing| {
        results.add(fixture.deal, placing);
        cross.add(fixture.deal, placing);
        ladder.add(placing);
        games += 1;
        if games % BETWEEN_LOOKS != 0 {
            return ControlFlow::Continue(());
        }
        progress.played(games, planned);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    progress.played(games, planned);
    progress.finish();
    let (published, cross) = (results.ratings(), cross.finished());
    Ok(Rated { published, ladder, cross, games, header: recorded.header })
}
