//! Making a contest: everything an organiser can get wrong is found here, before anything is stored.

use croupier_arena::plan::Limits;
use croupier_bots::{House, house};
use croupier_session::{SessionError, check_competitive, check_deal, find_house_bot, read_options};

use crate::broadcast::{Broadcast, SiteEvent};
use crate::store::contests::{self, Contest};
use crate::store::{Store, StoreError, ladder};
use crate::uploads::kind;

/// Why a contest is not made, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum NotMade {
    /// What is asked for makes no sense.
    #[error("{0}")]
    Bad(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes a contest with these players of the house on its ladder; gives its number.
pub async fn make(store: &Store, contest: &Contest, house: &[String]) -> Result<i64, NotMade> {
    check(contest, house)?;
    let mut write = store.write().await?;
    let taken = || NotMade::Bad(format!("there is a contest {} already", contest.name));
    let id = contests::add(&mut write, contest).await?.ok_or_else(taken)?;
    for player in house {
        ladder::enter_house(&mut write, id, player).await?;
    }
    // Whoever makes it may be a program beside the site: all processes of that hear of it.
    Broadcast::default().commit(write, SiteEvent::Contest(id)).await?;
    Ok(id)
}

/// Says what is wrong with a contest.
pub(crate) fn check(contest: &Contest, house: &[String]) -> Result<(), NotMade> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if contest.name.is_empty() || contest.name.len() > 60 || !contest.name.chars().all(plain) {
        return Err(NotMade::Bad(format!(
            "{:?} is no name for a contest; small letters, figures and dashes are",
            contest.name
        )));
    }
    let limits: Limits = serde_json::from_str(&contest.limits)
        .map_err(|error| NotMade::Bad(format!("the limits: {error}")))?;
    if limits.move_ms == Some(0) {
        return Err(NotMade::Bad("move_ms is 0; a bot needs at least 1 ms for a move".to_owned()));
    }
    let all = kind::words();
    if let Some(unknown) =
        contest.languages.split(',').filter(|word| !word.is_empty()).find(|word| !all.contains(word))
    {
        return Err(NotMade::Bad(format!("there are no bots in {unknown}; there are {}", all.join(", "))));
    }
    if let (Some(opens), Some(closes)) = (contest.opens, contest.closes)
        && closes <= opens
    {
        return Err(NotMade::Bad("the contest closes before it opens".to_owned()));
    }
    if contest.games_a_minute < 1 {
        return Err(NotMade::Bad(
            "games_a_minute is below 1; pause the contest to stop its games".to_owned(),
        ));
    }
    check_game(contest).map_err(|error| NotMade::Bad(error.to_string()))?;
    for player in house {
        find_house_bot(&contest.game, player).map_err(|error| NotMade::Bad(error.to_string()))?;
    }
    Ok(())
}

/// Whether its game can be dealt like this, and in a fair tournament.
fn check_game(contest: &Contest) -> Result<(), SessionError> {
    let options = read_options(&contest.game, &contest.options)?;
    check_competitive(&contest.game, &options)?;
    check_deal(&contest.game, &options, usize::try_from(contest.seats).unwrap_or(0))
}

/// The players of the house of a game, as they stand on a ladder: those that think get a short time for it.
pub fn house_specs(game: &str) -> Result<Vec<String>, NotMade> {
    let players = house::players_of(game).map_err(|error| NotMade::Bad(error.to_string()))?;
    let spec = |player: &House| {
        let budget = if player.thinks { "@5ms" } else { "" };
        format!("house:{}{budget}", player.name)
    };
    Ok(players.iter().map(spec).collect())
}
