//! What is read out of a record's games: digests, rows of tables, logs, stories. The game's type is
//! chosen here, once for each block or game, so that whoever makes a report need not know it.

use croupier_games::{Game, Seat, Visitor, with_game};
use croupier_record::{Block, check_opening, replay};
use croupier_report::LogFolder;
use croupier_report::digest::{Digest, digest_of};
use croupier_report::export::{Rows, game_rows, move_rows};
use croupier_report::sections::ToldGame;
use croupier_report::{fuel_lines, picture, story};
use croupier_stats::Matched;

use crate::error::SessionError;
use crate::read::recorded::{Portion, Recorded};

type Read<T> = Result<T, SessionError>;

impl Recorded {
    /// Refuses a record of rules or options that this program does not have.
    pub fn check(&self) -> Read<()> {
        with_game(&self.header.game, Check(self))?
    }

    /// Everything that a report says of some games.
    pub fn digest(&self, portion: &Portion) -> Read<Digest> {
        with_game(&self.header.game, MakeDigest(self, portion))?
    }

    /// The rows of some games in the table of games.
    pub fn game_rows(&self, portion: &Portion) -> Read<Rows<'_>> {
        with_game(&self.header.game, MakeGameRows(self, portion))?
    }

    /// The rows of some games in the table of moves.
    pub fn move_rows(&self, portion: &Portion) -> Read<Rows<'_>> {
        with_game(&self.header.game, MakeMoveRows(self, portion))?
    }

    /// Writes the logs of some games, or compares them.
    pub fn log(&self, block: &Block, logs: &mut LogFolder<'_>) -> Read<()> {
        with_game(&self.header.game, Log(self, block, logs))?
    }

    /// Counts some games where luck treated two bots alike.
    pub fn add_matched(&self, block: &Block, matched: &mut Matched) -> Read<()> {
        with_game(&self.header.game, AddMatched(self, block, matched))?
    }

    /// The story of a game, for a report that says why it is told.
    pub fn told(&self, number: u64, why: Vec<String>) -> Read<ToldGame> {
        with_game(&self.header.game, Tell(self, number, why))?
    }

    /// The story of a game, and what its bots burnt.
    pub fn story(&self, number: u64) -> Read<String> {
        with_game(&self.header.game, Story(self, number))?
    }

    /// A page with a picture of every turn of a game, all of it or as a seat sees it.
    pub fn film(&self, number: u64, watched: Option<Seat>) -> Read<String> {
        with_game(&self.header.game, Film(self, number, watched))?
    }
}

struct Check<'a>(&'a Recorded);

impl Visitor for Check<'_> {
    type Output = Read<()>;

    fn visit<G: Game>(self) -> Self::Output {
        self.0.options::<G>().map(|_| ())
    }
}

struct MakeDigest<'a>(&'a Recorded, &'a Portion);

impl Visitor for MakeDigest<'_> {
    type Output = Read<Digest>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self(recorded, Portion { block, times, .. }) = self;
        let (header, options) = (&recorded.header, recorded.options::<G>()?);
        for game in block.played(header).filter(|_| header.openings > 0) {
            check_opening::<G>(&game, header, &options)?;
        }
        Ok(digest_of::<G>(block, header, &options, times)?)
    }
}

struct MakeGameRows<'a, 'b>(&'a Recorded, &'b Portion);

impl<'a> Visitor for MakeGameRows<'a, '_> {
    type Output = Read<Rows<'a>>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self(recorded, Portion { block, times, .. }) = self;
        Ok(game_rows::<G>(block, &recorded.header, &recorded.options::<G>()?, times)?)
    }
}

struct MakeMoveRows<'a, 'b>(&'a Recorded, &'b Portion);

impl<'a> Visitor for MakeMoveRows<'a, '_> {
    type Output = Read<Rows<'a>>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self(recorded, Portion { block, answers, .. }) = self;
        Ok(move_rows::<G>(block, &recorded.header, &recorded.options::<G>()?, answers)?)
    }
}

struct Log<'a, 'b, 'c>(&'a Recorded, &'a Block, &'b mut LogFolder<'c>);

impl Visitor for Log<'_, '_, '_> {
    type Output = Read<()>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self(recorded, block, logs) = self;
        Ok(logs.games::<G>(block, &recorded.options::<G>()?)?)
    }
}

struct AddMatched<'a>(&'a Recorded, &'a Block, &'a mut Matched);

impl Visitor for AddMatched<'_> {
    type Output = Read<()>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self(recorded, block, matched) = self;
        let (header, options) = (&recorded.header, recorded.options::<G>()?);
        for game in block.counted(header) {
            matched.add(&game.fixture, &replay::<G>(&game, &options, header.seed(), |_| {})?.0);
        }
        Ok(())
    }
}

struct Tell<'a>(&'a Recorded, u64, Vec<String>);

impl Visitor for Tell<'_> {
    type Output = Read<ToldGame>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self(recorded, number, why) = self;
        let options = recorded.options::<G>()?;
        Ok(recorded.game(number, |game| ToldGame::tell::<G>(game, &recorded.header, &options, why))??)
    }
}

struct Story<'a>(&'a Recorded, u64);

impl Visitor for Story<'_> {
    type Output = Read<String>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self(recorded, number) = self;
        let (header, options) = (&recorded.header, recorded.options::<G>()?);
        recorded.game(number, |game| {
            Ok(story::<G>(game, header, &options)?.0 + &fuel_lines::<G>(game, header, &options)?)
        })?
    }
}

struct Film<'a>(&'a Recorded, u64, Option<Seat>);

impl Visitor for Film<'_> {
    type Output = Read<String>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self(recorded, number, watched) = self;
        let options = recorded.options::<G>()?;
        Ok(recorded.game(number, |game| picture::film::<G>(game, &recorded.header, &options, watched))??)
    }
}
