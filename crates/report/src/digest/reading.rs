//! The games of a block, replayed into a digest.

use croupier_games::{Game, MAX_SEATS, Moment};
use croupier_record::{Block, GameTimes, Header, ReplayError, counts, games_in, is_dropped, replay};

use super::{Digest, Finished};

/// What the games of a block add to a digest; `times` are those of its games, where they were taken.
pub fn digest_of<G: Game>(
    block: &Block,
    header: &Header,
    options: &G::Options,
    times: &[GameTimes],
) -> Result<Digest, ReplayError> {
    let mut digest = Digest::new(&G::ABOUT, header.entrants.len());
    digest.parts.clone_from(&block.parts);
    digest.tally.put_out(&block.outs);
    let mut read = 0;
    for recorded in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
        if let Some(stranger) = recorded.fixture.seats.iter().find(|id| id.index() >= header.entrants.len()) {
            let what =
                format!("entrant {} sits at it, and {} are entered", stranger.0, header.entrants.len());
            return Err(ReplayError { number: recorded.fixture.number, what });
        }
        if is_dropped(&block.outs, &recorded.fixture) {
            digest.tally.skip();
            read += 1;
            continue;
        }
        let mut turns = [0; MAX_SEATS];
        let (end, missteps) = replay::<G>(&recorded, options, header.seed(), |moment| match moment {
            Moment::Played { seat, .. } | Moment::Refused { seat, .. } => turns[seat.index()] += 1,
            Moment::Dealt(_) | Moment::Ended(_) => {}
        })?;
        if !counts(&block.outs, &recorded.fixture, header.games_per_deal) {
            digest.tally.skip();
            digest.tally.blame(&recorded.fixture, &missteps);
            read += 1;
            continue;
        }
        let times = times.get(read).copied();
        let game = Finished { fixture: &recorded.fixture, end: &end, missteps: &missteps, turns, times };
        digest.add(&game);
        read += 1;
    }
    if read as u64 != u64::from(block.count) {
        let what = format!("its block says that it holds {} games and holds {read}", block.count);
        return Err(ReplayError { number: block.first, what });
    }
    Ok(digest)
}
