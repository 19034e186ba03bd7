//! `croupier compare NEW OLD --game GAME`: is the new version better?
//!
//! Both are put into the same seats of the same deals against the same opponents, until the
//! difference is decided: by intervals that stay valid however often one looks, so that stopping as
//! soon as the answer is known is fair.

mod answer;
mod live;

use std::ops::ControlFlow;
use std::path::Path;

use croupier_arena::naming::NamedBot;
use croupier_bots::house::{self, RANDOM};
use croupier_record::{Design, EntrantId, Instances, Until};
use croupier_session::{
    BotSearch, Event, LOOK, Layout, Pairing, Run, SessionError, Setup, find_bots_and_tell, read_options,
};
use croupier_stats::MISS;
use serde_json::Value;

use crate::args::{Common, CompareArgs};
use crate::failure::Failure;
use crate::output::{Loading, Progress};
use crate::play::{Publish, play_until, prepare};
use crate::setup::{never, results_in, setup_beside};
use crate::stop::Stop;
use answer::{ComparisonResult, Known};
use live::Live;

const NEW: EntrantId = EntrantId(0);
const OLD: EntrantId = EntrantId(1);

pub(crate) fn run(args: &CompareArgs, stop: &Stop) -> Result<(), Failure> {
    let session = prepare(Compare { args, stop }.setup()?, args.quiet || args.json)?;
    let tolerance = args.tolerance;
    let mut known = Known::default();
    let mut live = Live::new(args.quiet || args.json, &session.setup().bots, args.games);
    let outcome = play_until(&session, stop, Progress::Silent, Publish::Nothing, &mut |event| {
        let Event::Look { tally, matched } = event else { return ControlFlow::Continue(()) };
        let advantage = matched.between(NEW, OLD);
        known = Known { bounds: advantage.bounds(MISS), games: tally.games() };
        if known.is_decided(tolerance) {
            return ControlFlow::Break(());
        }
        live.show(&known, known.more_games(&advantage, tolerance, args.games));
        ControlFlow::Continue(())
    });
    live.finish();
    ComparisonResult { about: session.setup().layout.about, args, known, outcome: &outcome? }.tell()
}

struct Compare<'a> {
    args: &'a CompareArgs,
    stop: &'a Stop,
}

impl Compare<'_> {
    /// The two, their opponents, and how they are seated.
    fn setup(&self) -> Result<Setup, Failure> {
        let args = self.args;
        let options = self.options()?;
        let two = [args.new.clone(), args.old.clone()];
        let mut setup = setup_beside(&args.game, &two, &args.against, &self.common(), self.stop)?;
        if setup.bots.len() != 2 {
            let what = "each of the two must be one bot; name one class of a file that holds several";
            return Err(Failure::BadInput(what.to_owned()));
        }
        let about = setup.layout.about;
        let seats = args.players.unwrap_or(about.seats.last().copied().unwrap_or(2));
        about.check_seats(seats)?;
        let design = self.design(seats);
        let opponents = seats.saturating_sub(if design == Design::Substitute { 1 } else { 2 });
        setup.bots.extend(self.field(&setup, opponents)?);
        let run = if args.resume { Run::GoesOn } else { Run::First };
        Ok(Setup {
            layout: Layout {
                players: Some(seats),
                design,
                pairing: Pairing::FirstTwo,
                tolerance: args.tolerance,
                ..setup.layout
            },
            options,
            look: Some(LOOK),
            instances: Instances::Game,
            results: results_in(args.out.as_deref(), run),
            ..setup
        })
    }

    /// The game's options, those that are named and the usual ones.
    fn options(&self) -> Result<Value, Failure> {
        let game = &self.args.game;
        let said = self.args.options.as_deref().unwrap_or("{}");
        read_options(game, said).map_err(|error| match error {
            SessionError::Options { error, .. } => Failure::BadInput(format!(
                "--options: {error}; `croupier schema {game}` shows what is accepted"
            )),
            error => error.into(),
        })
    }

    /// As measured (docs/decisions/010): in each other's place against others; where nobody else
    /// can sit, swapped.
    fn design(&self, seats: usize) -> Design {
        let alone = seats == 2 && self.args.against.is_empty();
        self.args.design.unwrap_or(if alone { Design::Pairs } else { Design::Substitute })
    }

    /// The opponents: those that are named, or the quick ones of the house.
    fn field(&self, setup: &Setup, opponents: usize) -> Result<Vec<NamedBot>, Failure> {
        let args = self.args;
        let mut specs = args.against.clone();
        if specs.is_empty() && opponents > 0 {
            let players = house::players_of(&args.game)?;
            let alone = players.len() == 1;
            let named = players.iter().filter(|player| alone || (player.is_quick && player.name != RANDOM));
            specs = named.map(|player| format!("house:{}", player.name)).collect();
        }
        let specs: Vec<&String> = specs.iter().collect();
        let two = [args.new.clone(), args.old.clone()];
        let names: Vec<&String> = specs.iter().copied().chain(&two).collect();
        let sight = args.files.sight(&names, never(&two, args.out.as_deref()))?;
        let search = BotSearch { sight, ..BotSearch::new(Path::new("."), &setup.runtimes, &setup.limits) };
        let mut loading = Loading::new(args.quiet || args.json);
        let found = find_bots_and_tell(&args.game, &specs, search, &mut loading.follow())?;
        Ok(found.into_iter().flatten().collect())
    }

    fn common(&self) -> Common {
        let args = self.args;
        Common {
            seed: args.seed,
            games: Some(args.games),
            design: None,
            openings: args.openings,
            pool: false,
            until: Some(Until::Played),
            tolerance: None,
            threads: args.threads,
            out: args.out.clone(),
            sandbox: args.sandbox,
            cell: None,
            trust_urls: args.trust_urls,
            without_broken: args.without_broken,
            files: args.files.clone(),
            packages: args.packages.clone(),
            quiet: args.quiet,
            json: args.json,
        }
    }
}
