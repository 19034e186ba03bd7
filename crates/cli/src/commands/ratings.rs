//! `croupier ratings RECORD`: strengths from who came in before whom.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_games::{Game, Visitor, with_game};
use croupier_record::{Header, RecordReader, record_path, replay};
use croupier_report::Ratings;
use croupier_stats::{Cross, Ladder, Placing, Rating, Results};

use crate::args::RatingsArgs;
use crate::failure::Failure;
use crate::output::{Progress, outcome, say, say_json};

/// The fit solves equations in as many unknowns as there are bots.
const MOST_BOTS: usize = 2000;

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
pub(crate) fn rated(record: &Path, stop: &AtomicBool, progress: Progress) -> Result<Rated, Failure> {
    let path = record_path(record);
    if !path.is_file() {
        return Err(Failure::BadInput(format!("there is no record {}", path.display())));
    }
    let reader = RecordReader::open(&path)?;
    let header = reader.header().clone();
    let bots = header.entrants.len();
    if bots > MOST_BOTS {
        let path = path.display();
        return Err(Failure::BadInput(format!(
            "{path} holds {bots} bots; at most {MOST_BOTS} can be rated together"
        )));
    }
    with_game(&header.game.clone(), Rate { reader, header, stop, progress })?
}

struct Rate<'a> {
    reader: RecordReader,
    header: Header,
    stop: &'a AtomicBool,
    progress: Progress,
}

impl Visitor for Rate<'_> {
    type Output = Result<Rated, Failure>;

    fn visit<G: Game>(mut self) -> Result<Rated, Failure> {
        let header = self.header;
        let options: G::Options = serde_json::from_value(header.options.clone())
            .map_err(|error| Failure::BadInput(format!("the record's options: {error}")))?;
        let bots = header.entrants.len();
        let (mut results, mut ladder, mut cross) = (Results::new(bots), Ladder::new(bots), Cross::default());
        let mut games = 0;
        while let Some(block) = self.reader.next_block()? {
            for recorded in block.counted(&header) {
                let (end, _) = replay::<G>(&recorded, &options, header.seed(), |_| {})?;
                let placing = Placing::of(&recorded.fixture, &end);
                results.add(recorded.fixture.deal, &placing);
                cross.add(recorded.fixture.deal, &placing);
                ladder.add(&placing);
                games += 1;
            }
            self.progress.played(games, header.games);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
        }
        self.progress.finish();
        Ok(Rated { published: results.ratings(), ladder, cross: cross.finished(), games, header })
    }
}
