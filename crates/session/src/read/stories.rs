//! The stories of games, for whichever game.

use croupier_games::{Game, Visitor, with_game};
use croupier_record::{Block, Header};
use croupier_report::story;

use crate::error::SessionError;
use crate::plan::options_of;

/// The stories of all games of a block.
pub fn stories(header: &Header, block: &Block) -> Result<Vec<String>, SessionError> {
    with_game(&header.game, Tell { header, block })?
}

struct Tell<'a> {
    header: &'a Header,
    block: &'a Block,
}

impl Visitor for Tell<'_> {
    type Output = Result<Vec<String>, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { header, block } = self;
        let options = options_of::<G>(&header.options)?;
        block.played(header).map(|recorded| Ok(story::<G>(&recorded, header, &options)?.0)).collect()
    }
}
