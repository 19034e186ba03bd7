//! `croupier verify RECORD`: every game of a record played again, every move checked.

use croupier_games::{Game, Visitor, with_game};
use croupier_record::{Header, RecordReader, Until, games_in, record_path, replay};
use croupier_report::standings_table;
use croupier_stats::{Matched, Tally, standings};

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::lookout::{bots_of, reason};
use crate::say::{say, say_line};

pub(crate) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let path = record_path(&args.record);
    if !path.is_file() {
        return Err(Failure::BadInput(format!("there is no record {}", path.display())));
    }
    let reader = RecordReader::open(&path)?;
    let header = reader.header().clone();
    with_game(&header.game, Verify { reader, header: &header })??;
    Ok(())
}

struct Verify<'a> {
    reader: RecordReader,
    header: &'a Header,
}

impl Visitor for Verify<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(mut self) -> Result<(), Failure> {
        let options: G::Options = serde_json::from_value(self.header.options.clone())
            .map_err(|error| Failure::BadInput(format!("the record's options: {error}")))?;
        let mut tally = Tally::new(&G::ABOUT, self.header.entrants.len());
        let mut matched = (self.header.until == Until::Decided).then(|| Matched::new(&G::ABOUT, self.header));
        while let Some(block) = self.reader.next_block()? {
            let mut part = Tally::new(&G::ABOUT, self.header.entrants.len());
            for recorded in games_in(block.first, self.header.seats, self.header.games_per_deal, &block.plain)
            {
                let (end, missteps) = replay::<G>(&recorded, &options, self.header.seed, |_| {})?;
                part.add(&recorded.fixture, &end, &missteps);
                if let Some(matched) = &mut matched {
                    matched.add(&recorded.fixture, &end);
                }
            }
            if part.games() != u64::from(block.count) {
                let what =
                    format!("the block that begins with game {} holds other games than it says", block.first);
                return Err(Failure::Trouble(anyhow::anyhow!(what)));
            }
            tally.merge(&part);
        }
        let standings = standings(&G::ABOUT, &tally);
        say(standings_table(&G::ABOUT, self.header, &standings, usize::MAX));
        if let Some(mut matched) = matched {
            matched.settle();
            let reason =
                reason::<G>(self.header, bots_of(self.header), &tally, &matched, self.reader.is_complete());
            say_line(format_args!("\nStopped: {reason}"));
        }
        let whole = if self.reader.is_complete() { "complete" } else { "not complete" };
        say_line(format_args!("\n{} games replay move by move; the record is {whole}", tally.games()));
        Ok(())
    }
}
