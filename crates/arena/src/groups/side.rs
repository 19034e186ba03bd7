//! The games of one crew that are played at once: the processes they are written to, and their places.

use croupier_bots::house;
use croupier_games::Game;
use croupier_hosts::{Batcher, BotLog, RemotePlayer};
use croupier_record::{EntrantId, Fixture, Missteps, Player};

use super::seating::who_spoilt;
use super::{Member, Spoilt};
use crate::crew::absent::Absent;
use crate::crew::crews::Crews;
use crate::crew::lineup::Grouped;
use crate::crew::{Bot, Crew};
use crate::table::{OpenTable, Pause, Table};
use crate::terms::Terms;

/// The games of one crew.
pub(super) struct Side<G: Game> {
    /// By entrant; begun when it is first needed.
    pub(super) far: Vec<Option<Far>>,
    pub(super) places: Vec<GroupGame<G>>,
    /// How many places the last group used.
    pub(super) used: usize,
}

/// A bot that is written to, in its process of this crew.
pub(super) struct Far {
    pub(super) batcher: Batcher,
    pub(super) log: BotLog,
}

/// One of the games that are played at once.
pub(super) struct GroupGame<G: Game> {
    number: u32,
    pub(super) table: Table,
    pub(super) crew: Crew<G>,
    /// Who has a player here that is written to.
    written_to: Vec<bool>,
    pub(super) game: Option<(Fixture, OpenTable<G>)>,
    /// How many answers it waits for.
    pub(super) owed: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Step {
    First,
    Next,
}

impl<G: Game> Side<G> {
    /// Nobody is started yet.
    pub(super) fn new(bots: usize) -> Self {
        Self { far: (0..bots).map(|_| None).collect(), places: Vec::new(), used: 0 }
    }

    /// Makes sure that an entrant's process of this crew is there; whoever plays one game at a time spoils
    /// the group, and the process that is started goes on as its ordinary one.
    pub(super) fn start(
        &mut self,
        entrant: EntrantId,
        crew: u64,
        crews: &mut Crews<'_, G>,
    ) -> Result<(), Spoilt> {
        if self.far[entrant.index()].is_some() {
            return Ok(());
        }
        let Bot::Foreign(launch) = &crews.lineup().bots[entrant.index()] else { return Err(Spoilt(entrant)) };
        match crews.lineup().grouped(launch, entrant, crews.whose(crew)) {
            Ok(Grouped::Batched(batcher, log)) => {
                self.far[entrant.index()] = Some(Far { batcher, log });
                Ok(())
            }
            Ok(Grouped::Ordinary(player)) => {
                crews.put(entrant, crew, player);
                Err(Spoilt(entrant))
            }
            // Who cannot be started here cannot be started in the ordinary way either, and is told so there.
            Err(_) => Err(Spoilt(entrant)),
        }
    }

    pub(super) fn new_place(&self, terms: &Terms<'_, G>, members: &[Member]) -> GroupGame<G> {
        let seat = |(member, bot): (&Member, &Bot)| -> Box<dyn Player<G>> {
            let near = if let Bot::House(player) = bot { house::seat::<G>(player) } else { None };
            match (member, near) {
                (Member::Near, Some(player)) => player,
                _ => Box::new(Absent::new("plays one game at a time")),
            }
        };
        let players = members.iter().zip(terms.bots).map(seat).collect();
        GroupGame {
            number: self.places.len() as u32,
            table: Table::new(true).opening_with(terms.openings),
            crew: Crew::new(players, terms.names.to_vec()),
            written_to: vec![false; members.len()],
            game: None,
            owed: 0,
        }
    }
}

impl<G: Game> GroupGame<G> {
    /// Gives those of a game who are written to their players in this place.
    pub(super) fn welcome(&mut self, fixture: &Fixture, far: &[Option<Far>]) {
        for &entrant in &fixture.seats {
            let at = entrant.index();
            if let (false, Some(Far { batcher, .. })) = (self.written_to[at], &far[at]) {
                self.crew.replace(entrant, Box::new(RemotePlayer::new(batcher.game(self.number))));
                self.written_to[at] = true;
            }
        }
    }

    /// Plays on to the next question for a batch, or to the end; what spoils a group breaks the game off.
    pub(super) fn go_on(&mut self, step: Step, bots: &[Bot]) -> Result<(), Spoilt> {
        let Self { table, crew, game, owed, .. } = self;
        let Some((fixture, sitting)) = game else { return Ok(()) };
        let well =
            |_: &G, missteps: &Missteps, _: &mut Crew<G>| who_spoilt(fixture, missteps, bots).is_none();
        let pause = match step {
            Step::First => table.go_until_asked(sitting, fixture, crew, well),
            Step::Next => table.resume(sitting, fixture, crew, well),
        };
        if let Some(spoilt) = who_spoilt(fixture, table.missteps(), bots) {
            return Err(spoilt);
        }
        *owed = if let Pause::Asked(count) = pause { count } else { 0 };
        Ok(())
    }
}
