//! `croupier verify RECORD`: every game of a record played again, every move checked, and every score and
//! standing in the logs beside it.

use std::sync::atomic::AtomicBool;

use croupier_arena::Ended;
use croupier_games::{About, list};
use croupier_record::{GamesHash, Header, LuckSource, Part, Published, Secret, Until};
use croupier_report::digest::Digest;
use croupier_report::{LogFolder, outcome_json, standings_table};
use croupier_session::{Reason, Recorded, bots_of, readers};
use croupier_stats::{Matched, Standings, standings};

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::output::{Progress, say, say_json, say_line};

pub(crate) fn run(args: &VerifyArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let recorded = Recorded::open(&args.record)?;
    let Header { origin, entrants, game, .. } = &recorded.header;
    let told = Published { commitment: args.commitment, secret: args.secret };
    origin.check(entrants, &told).map_err(|error| Failure::Trouble(error.into()))?;
    let about = list::about(game)?;
    let verified = verified(&recorded, about, Progress::new(args.json), stop)?;
    if args.json {
        verified.print(about, &recorded.header)
    } else {
        verified.tell(about, &recorded.header, args.secret)
    }
}

/// Plays every game again.
fn verified(
    recorded: &Recorded,
    about: &'static About,
    mut progress: Progress,
    stop: &AtomicBool,
) -> Result<Verified, Failure> {
    recorded.check()?;
    let header = &recorded.header;
    let mut digest = Digest::new(about, header.entrants.len());
    let mut matched = (header.until == Until::Decided).then(|| Matched::new(about, header));
    let folder = recorded.folder();
    let mut logs = LogFolder::comparing(&folder, about, header);
    let mut hash = recorded.games_hash()?;
    let complete = recorded.read(
        readers(None),
        stop,
        |games| progress.played(games, header.games),
        |(), portion| Ok((recorded.digest(portion)?, portion.block.clone())),
        |(part, block)| {
            digest.merge(&part);
            hash.add(&block);
            if let Some(matched) = &mut matched {
                recorded.add_matched(&block, matched)?;
            }
            Ok::<(), Failure>(recorded.log(&block, &mut logs)?)
        },
    )?;
    progress.finish();
    let standings = standings(about, &digest.tally);
    if complete {
        logs.overall(&standings)?;
    }
    let stopped = matched.map(|mut matched| {
        matched.settle();
        let ended = if complete { Ended::Complete } else { Ended::Stopped };
        Reason::found(about, header, bots_of(header), &digest.tally, &matched, ended).to_string()
    });
    Ok(Verified { standings, complete, stopped, parts: digest.parts, logs: logs.compared(), hash })
}

/// A record that holds.
struct Verified {
    standings: Standings,
    complete: bool,
    /// Why the tournament stopped, where it was to stop when all is decided.
    stopped: Option<String>,
    /// Where bots that were started anew were not what they had been.
    parts: Vec<Part>,
    /// How many logs give the same.
    logs: u64,
    /// What two records of the same games have in common.
    hash: GamesHash,
}

impl Verified {
    fn tell(self, about: &About, header: &Header, opened: Option<Secret>) -> Result<(), Failure> {
        say(standings_table(about, header, &self.standings, usize::MAX));
        if let Some(reason) = self.stopped {
            say_line(format_args!("\nStopped: {reason}"));
        }
        say_line("");
        match self.logs {
            0 => {}
            1 => say_line("The log beside it gives the same scores and standings"),
            all => say_line(format_args!("All {all} logs beside it give the same scores and standings")),
        }
        for part in &self.parts {
            say_line(part.told(header));
        }
        match header.origin.source() {
            LuckSource::First(_) | LuckSource::Part { .. } => {}
            LuckSource::Day { day, game, .. } => match opened {
                Some(secret) => say_line(format_args!(
                    "The deal is number {game} of {day} and follows from that day's secret; its commitment \
                     is {}",
                    secret.commitment()
                )),
                None => say_line(format_args!(
                    "The deal is number {game} of {day}; --secret takes that day's secret, once it is opened"
                )),
            },
            LuckSource::Given { number, .. } => {
                say_line(format_args!("Every deal follows from the seed {number}, and from nothing else"));
            }
            LuckSource::Drawn { .. } => {
                let round = header.origin.beacon().map(|beacon| format!(", from {}", beacon.named()));
                let commitment = header.origin.commitment().map(String::from).unwrap_or_default();
                say_line(format_args!(
                    "Every deal follows from a drawn secret{} and from who is entered; its commitment is \
                     {commitment}",
                    round.unwrap_or_default()
                ));
            }
        }
        let whole = if self.complete { "complete" } else { "not complete" };
        say_line(format_args!("{} games replay move by move; the record is {whole}", self.standings.games));
        say_line(format_args!("Games hash: {}", self.hash));
        Ok(())
    }

    fn print(self, about: &About, header: &Header) -> Result<(), Failure> {
        let mut json = outcome_json(about, header, &self.standings, None);
        json.complete = self.complete;
        json.stopped = self.stopped;
        let trouble = |error: serde_json::Error| Failure::Trouble(error.into());
        let mut json = serde_json::to_value(&json).map_err(trouble)?;
        json["logs"] = self.logs.into();
        json["games_hash"] = self.hash.to_string().into();
        json["parts"] = serde_json::to_value(&self.parts).map_err(trouble)?;
        say_json(format_args!("{json:#}"));
        Ok(())
    }
}
