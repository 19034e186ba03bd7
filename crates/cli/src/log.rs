//! `croupier log RECORD GAME`: the story of a recorded game.

use croupier_games::{Game, Visitor, with_game};
use croupier_record::{Block, Header, RecordReader, games_in, record_path};
use croupier_report::{fuel_lines, story};

use crate::args::LogArgs;
use crate::failure::Failure;
use crate::say::say;

pub(crate) fn run(args: &LogArgs) -> Result<(), Failure> {
    let path = record_path(&args.record);
    if !path.is_file() {
        return Err(Failure::BadInput(format!("there is no record {}", path.display())));
    }
    let mut reader = RecordReader::open(&path)?;
    let Some(block) = reader.block_with(args.game)? else {
        let games = reader.header().games;
        return Err(Failure::BadInput(format!(
            "{}: there is no game {}; {games} were planned, numbered from 0",
            path.display(),
            args.game
        )));
    };
    let header = reader.header().clone();
    let story = with_game(&header.game, Tell { header: &header, block: &block, game: args.game })??;
    say(&story);
    Ok(())
}

struct Tell<'a> {
    header: &'a Header,
    block: &'a Block,
    game: u64,
}

impl Visitor for Tell<'_> {
    type Output = Result<String, Failure>;
    fn visit<G: Game>(self) -> Result<String, Failure> {
        if self.header.game_version != G::ABOUT.version {
            return Err(Failure::BadInput(format!(
                "the record is of version {} of the rules of {}; this program has version {}",
                self.header.game_version,
                G::ABOUT.title,
                G::ABOUT.version
            )));
        }
        let options: G::Options = serde_json::from_value(self.header.options.clone())
            .map_err(|error| Failure::BadInput(format!("the record's options: {error}")))?;
        let mut games =
            games_in(self.block.first, self.header.seats, self.header.games_per_deal, &self.block.plain);
        let found = games.find(|recorded| recorded.fixture.number == self.game);
        let recorded =
            found.ok_or_else(|| Failure::BadInput(format!("game {} is not readable", self.game)))?;
        let story = story::<G>(&recorded, self.header, &options)?.0;
        Ok(story + &fuel_lines::<G>(&recorded, self.header, &options)?)
    }
}
