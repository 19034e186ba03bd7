//! `croupier ratings RECORD`: strengths from who came in before whom.

use std::sync::atomic::{AtomicBool, Ordering};

use croupier_games::{Game, Visitor, with_game};
use croupier_record::{Header, RecordReader, games_in, record_path, replay};
use croupier_report::Ratings;
use croupier_stats::{Cross, Ladder, Placing, Results};

use crate::args::RatingsArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::say::{say, say_line};
use crate::show::width;

/// The fit solves equations in as many unknowns as there are bots.
const MOST_BOTS: usize = 2000;

pub(crate) fn run(args: &RatingsArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let path = record_path(&args.record);
    if !path.is_file() {
        return Err(Failure::BadInput(format!("there is no record {}", path.display())));
    }
    let reader = RecordReader::open(&path)?;
    let header = reader.header().clone();
    if header.entrants.len() > MOST_BOTS {
        return Err(Failure::BadInput(format!(
            "{} holds {} bots; at most {MOST_BOTS} can be rated together",
            path.display(),
            header.entrants.len()
        )));
    }
    with_game(&header.game, Rate { reader, header: &header, args, stop })?
}

struct Rate<'a> {
    reader: RecordReader,
    header: &'a Header,
    args: &'a RatingsArgs,
    stop: &'a AtomicBool,
}

impl Visitor for Rate<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(mut self) -> Result<(), Failure> {
        let header = self.header;
        let options: G::Options = serde_json::from_value(header.options.clone())
            .map_err(|error| Failure::BadInput(format!("the record's options: {error}")))?;
        let bots = header.entrants.len();
        let (mut results, mut ladder, mut cross) = (Results::new(bots), Ladder::new(bots), Cross::default());
        let mut progress = Progress::new(self.args.json);
        let mut games = 0;
        while let Some(block) = self.reader.next_block()? {
            for recorded in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
                let (end, _) = replay::<G>(&recorded, &options, header.seed, |_| {})?;
                let placing = Placing::of(&recorded.fixture, &end);
                results.add(recorded.fixture.deal, &placing);
                cross.add(recorded.fixture.deal, &placing);
                ladder.add(&placing);
                games += 1;
            }
            progress.played(games, header.games);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
        }
        progress.finish();
        let (published, cross) = (results.ratings(), cross.finished());
        let ratings = Ratings { header, published: &published, ladder: &ladder, cross: &cross, games };
        if self.args.json {
            let text = serde_json::to_string_pretty(&ratings.json());
            say_line(text.map_err(|error| Failure::Trouble(error.into()))?);
            return Ok(());
        }
        say(ratings.table(width()));
        Ok(())
    }
}
