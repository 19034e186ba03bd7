//! `croupier compare NEW OLD --game GAME`: is the new version better?
//!
//! Both are put into the same seats of the same deals against the same opponents, until the difference is decided:
//! by intervals that stay valid however often one looks, so that stopping as soon as the answer is known is fair.

mod answer;
mod live;

use std::path::Path;

use croupier_arena::naming::NamedBot;
use croupier_bots::house::{self, RANDOM};
use croupier_games::{Game, Visitor, with_game};
use croupier_record::{Design, EntrantId, Instances, Until};
use croupier_stats::{MISS, Matched, Tally};

use crate::args::{Common, CompareArgs};
use crate::contest::Contest;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::quick;
use crate::stop::Stop;
use answer::{Answer, Known};
use live::Live;

const NEW: EntrantId = EntrantId(0);
const OLD: EntrantId = EntrantId(1);

pub(crate) fn run(args: &CompareArgs, stop: &Stop) -> Result<(), Failure> {
    with_game(&args.game, Compare { args, stop })?
}

struct Compare<'a> {
    args: &'a CompareArgs,
    stop: &'a Stop,
}

impl Visitor for Compare<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let contest = self.contest::<G>()?;
        let tolerance = self.args.tolerance;
        let mut known = Known::default();
        let mut live = Live::new(self.args.quiet || self.args.json, &contest.bots, self.args.games);
        let outcome = contest.play_until(
            self.stop,
            Progress::Silent,
            Some(&mut |matched: &Matched, tally: &Tally| {
                let advantage = matched.between(NEW, OLD);
                known = Known { bounds: advantage.bounds(MISS), games: tally.games() };
                let decided = known.is_decided(tolerance);
                if !decided {
                    live.show(&known, known.more_games(&advantage, tolerance, self.args.games));
                }
                decided
            }),
        );
        live.finish();
        Answer { about: &G::ABOUT, args: self.args, known, outcome: &outcome? }.tell()
    }
}

impl Compare<'_> {
    /// The two, their opponents, and how they are seated.
    fn contest<G: Game>(&self) -> Result<Contest<G>, Failure> {
        let args = self.args;
        let two = [args.new.clone(), args.old.clone()];
        let (options, common) = (self.options::<G>()?, self.common());
        let mut contest = quick::contest_beside::<G>(options, &two, &self.args.against, &common, self.stop)?;
        contest.resume = args.resume;
        contest.resumable = true;
        if contest.bots.len() != 2 {
            let what = "each of the two must be one bot; name one class of a file that holds several";
            return Err(Failure::BadInput(what.to_owned()));
        }
        let widest = G::ABOUT.seats.last().copied().unwrap_or(2);
        let seats = args.players.unwrap_or(widest);
        G::ABOUT.check_seats(seats)?;
        contest.design = self.design(seats);
        let opponents = seats.saturating_sub(if contest.design == Design::Substitute { 1 } else { 2 });
        contest.bots.extend(self.field::<G>(&contest, opponents)?);
        contest.players = Some(seats);
        contest.versus = true;
        contest.instances = Instances::Game;
        contest.tolerance = args.tolerance;
        Ok(contest)
    }

    /// The game's options, those that are named and the usual ones.
    fn options<G: Game>(&self) -> Result<G::Options, Failure> {
        let Some(text) = &self.args.options else { return Ok(G::Options::default()) };
        serde_json::from_str(text).map_err(|error| {
            let game = G::ABOUT.name;
            Failure::BadInput(format!("--options: {error}; `croupier schema {game}` shows what is accepted"))
        })
    }

    /// As measured (docs/decisions/010): in each other's place against others; where nobody else can sit, swapped.
    fn design(&self, seats: usize) -> Design {
        let alone = seats == 2 && self.args.against.is_empty();
        self.args.design.unwrap_or(if alone { Design::Pairs } else { Design::Substitute })
    }

    /// The opponents: those that are named, or the quick ones of the house; as often as it takes to fill a table.
    fn field<G: Game>(&self, contest: &Contest<G>, opponents: usize) -> Result<Vec<NamedBot>, Failure> {
        let mut specs = self.args.against.clone();
        if specs.is_empty() && opponents > 0 {
            let players = house::players::<G>();
            let alone = players.len() == 1;
            let named = players.iter().filter(|player| alone || (player.is_quick && player.name != RANDOM));
            specs = named.map(|player| format!("house:{}", player.name)).collect();
        }
        let specs: Vec<&String> = specs.iter().collect();
        let two = [self.args.new.clone(), self.args.old.clone()];
        let names: Vec<&String> = specs.iter().copied().chain(&two).collect();
        let sight = self.args.files.sight(&names, quick::never(&two, self.args.out.as_deref()))?;
        let found =
            quick::found::<G>(&specs, Path::new("."), Vec::new(), sight, &contest.kits, &contest.limits);
        let found = found.map_err(|(_, error)| Failure::from(error))?;
        let enough = opponents.next_multiple_of(found.len().max(1)).max(found.len());
        Ok(found.iter().cycle().take(enough).cloned().collect())
    }

    fn common(&self) -> Common {
        let args = self.args;
        Common {
            seed: args.seed,
            games: Some(args.games),
            design: None,
            until: Some(Until::Played),
            tolerance: None,
            threads: args.threads,
            out: args.out.clone(),
            sandbox: args.sandbox,
            cell: None,
            trust_urls: args.trust_urls,
            files: args.files.clone(),
            quiet: args.quiet,
            json: args.json,
        }
    }
}
