//! Some games of a final: each with new instances of its bots, which remember nothing.

use std::sync::atomic::Ordering;

use croupier_arena::naming::NamedBot;
use croupier_arena::{Bot, Crew, Lane, Outside, Table};
use croupier_games::{Game, Visitor, with_game};
use croupier_hosts::pin_to;
use croupier_record::{Block, Fixture, Instances, Luck};

use super::game::{bot_of, limits_of};
use super::{OVERLOADED, Undone, Worker};
use crate::jobs::FinalTask;
use crate::store::contests::{self, Contest};
use crate::store::finals::{self, Batch, Final};
use crate::tournament::finale::schedule_of;

/// Plays a batch.
pub(super) fn run(worker: &Worker, task: &FinalTask) -> Result<Batch, Undone> {
    let shop = &worker.workshop;
    let gone = || Undone::Trouble(format!("there is no final {}", task.of));
    let played = shop.runtime.block_on(finals::get(&shop.store, task.of))?.ok_or_else(gone)?;
    let contest = shop.runtime.block_on(contests::get(&shop.store, played.contest))?.ok_or_else(gone)?;
    let batch = with_game(&contest.game, PlayBatch { worker, task, played: &played, contest: &contest });
    batch.map_err(|error| Undone::Trouble(error.to_string()))?
}

struct PlayBatch<'a> {
    worker: &'a Worker,
    task: &'a FinalTask,
    played: &'a Final,
    contest: &'a Contest,
}

impl Visitor for PlayBatch<'_> {
    type Output = Result<Batch, Undone>;

    fn visit<G: Game>(self) -> Self::Output {
        let header = &self.played.header;
        let trouble = |error: &dyn std::fmt::Display| Undone::Trouble(error.to_string());
        let options: G::Options =
            serde_json::from_value(header.options.clone()).map_err(|error| trouble(&error))?;
        let schedule = schedule_of::<G>(header).map_err(Undone::Trouble)?;
        let mut block = Block::new(self.task.first as u64);
        let mut table = Table::default();
        for number in self.task.first..self.task.first + self.task.count {
            let fixture = schedule.fixture(number as u64);
            let mut crew = self.crew::<G>(&fixture, &options)?;
            let luck = Luck::of(header.seed(), &fixture);
            let dealt =
                G::deal(fixture.seats.len(), &options, luck.deal()).map_err(|error| trouble(&error))?;
            let stop = &self.worker.workshop.stop;
            let go_on = |_: &G, _: &_, _: &mut _| !stop.load(Ordering::Relaxed);
            table.play_while(dealt, luck, &fixture, &mut crew, go_on);
            if stop.load(Ordering::Relaxed) {
                return Err(Undone::Stopped);
            }
            if table.is_starved() {
                return Err(Undone::Trouble(OVERLOADED.to_owned()));
            }
            block.push(&fixture, table.events());
        }
        Ok(Batch { of: self.task.of, first: self.task.first, count: self.task.count, plain: block.plain })
    }
}

impl PlayBatch<'_> {
    /// Those who sit at this table; everyone else of the field is an empty chair.
    fn crew<G: Game>(&self, fixture: &Fixture, options: &G::Options) -> Result<Crew<G>, Undone> {
        let limits = limits_of(self.contest)?;
        let field = &self.played.field;
        let mut bots = vec![Bot::Broken("not at this table".to_owned()); field.len()];
        for entrant in &fixture.seats {
            let NamedBot { bot, .. } = bot_of::<G>(self.worker, &field[entrant.index()], &limits)?;
            bots[entrant.index()] = bot;
        }
        let names: Vec<String> = field.iter().map(|seated| seated.name.clone()).collect();
        let kits = self.worker.bench.kits();
        let outside =
            Outside::of::<G>(&bots, kits, &limits, Instances::Game, None).map_err(Undone::Trouble)?;
        let core = self.worker.core.filter(|_| outside.is_some());
        if let Some(core) = core {
            pin_to(core);
        }
        let lane = Lane { number: 0, core };
        Crew::seat(&bots, &names, fixture.seats.len(), options, outside.as_ref(), lane)
            .map_err(|error| Undone::Trouble(error.to_string()))
    }
}
