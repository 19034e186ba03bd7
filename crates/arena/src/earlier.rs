//! A tournament that goes on: before a lane plays, its bots are asked the games again that earlier runs have
//! recorded.

use croupier_games::Game;
use croupier_record::{GameBytes, Instances, Luck, Part, RecordReader, games_in, is_dropped};

use crate::batches::Desk;
use crate::crew::Bot;
use crate::recall::{Recall, Recalled};
use crate::tournament::{CannotPlay, Tournament};

impl<'a, G: Game> Tournament<'a, G> {
    /// What asks the bots of a lane again; `None` where the run does not go on, or nobody of ours remembers
    /// anything.
    pub(crate) fn recall(&self) -> Option<Recall<'a, G>> {
        let remember = self.outside.is_some_and(|outside| outside.instances == Instances::Tournament);
        let asked = remember && self.record.is_some() && self.bots.iter().any(Bot::has_selves);
        asked.then(|| Recall::new(self.bots, self.options))
    }

    /// Asks the bots of a lane their games before this one again, from the record.
    pub(crate) fn recall_record(
        &self,
        up_to: u64,
        desk: &mut Desk<'_, 'a, G>,
    ) -> Result<Recalled, CannotPlay> {
        let (remembers, lane) = (desk.recall.is_some(), desk.lane);
        if !remembers {
            return Ok(Recalled::Whole);
        }
        self.recorded_of(lane, up_to, |recorded| self.recall_game(recorded, desk))
    }

    /// Goes through the games of a lane before this one that the record has, until one is broken off.
    pub(crate) fn recorded_of(
        &self,
        lane: usize,
        up_to: u64,
        mut each: impl FnMut(&GameBytes<'_>) -> Result<Recalled, CannotPlay>,
    ) -> Result<Recalled, CannotPlay> {
        let Some(path) = self.record.filter(|_| up_to > 0) else { return Ok(Recalled::Whole) };
        let unread = |error: croupier_record::RecordError| CannotPlay::Unread(error.to_string());
        let mut reader = RecordReader::open(path).map_err(unread)?;
        while let Some(block) = reader.next_block().map_err(unread)? {
            let games_per_deal = self.schedule.games_per_deal();
            for recorded in games_in(block.first, self.schedule.seats(), games_per_deal, &block.plain) {
                let number = recorded.fixture.number;
                if number >= up_to {
                    return Ok(Recalled::Whole);
                }
                if is_dropped(&block.outs, &recorded.fixture) {
                    continue;
                }
                let its = number / self.batch_size() % self.lanes.max(1) as u64;
                if its == lane as u64 && each(&recorded)? == Recalled::BrokenOff {
                    return Ok(Recalled::BrokenOff);
                }
            }
        }
        Ok(Recalled::Whole)
    }

    /// Asks the bots of a lane one of its games again.
    pub(crate) fn recall_game(
        &self,
        recorded: &GameBytes<'_>,
        desk: &mut Desk<'_, 'a, G>,
    ) -> Result<Recalled, CannotPlay> {
        let Desk { table, crews, queue, stop, place, recall, .. } = desk;
        let Some(recall) = recall else { return Ok(Recalled::Whole) };
        place.begin(&recorded.fixture);
        let luck = Luck::of(self.seed, &recorded.fixture);
        recall.game(recorded, &luck, table, crews, |seats| {
            place.wait_for(seats);
            !stop.load(std::sync::atomic::Ordering::Relaxed) && !queue.is_closed()
        })
    }

    /// The part of the record that begins with a game which is played now, where one does.
    pub(crate) fn part(&self, game: u64, desk: &mut Desk<'_, 'a, G>) -> Option<Part> {
        let otherwise = desk.recall.as_mut()?.take_otherwise();
        (!otherwise.is_empty()).then_some(Part { game, lane: desk.lane as u32, otherwise })
    }

    /// Whether a part that an earlier run kept with a game is one of this tournament.
    pub(crate) fn is_part(&self, part: &Part, game: u64) -> bool {
        let known = part.otherwise.iter().all(|otherwise| otherwise.entrant.index() < self.bots.len());
        part.game == game && (part.lane as usize) < self.lanes.max(1) && known
    }
}
