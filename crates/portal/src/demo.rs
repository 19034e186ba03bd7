//! The demonstration: one contest per game with the players of the house on each ladder.

use croupier_arena::plan::Limits;
use croupier_games::list;
use croupier_session::usual_options;

use crate::contests::{NotMade, house_specs, make};
use crate::store::contests::Contest;
use crate::store::{Store, contests};

/// Makes the contests that are not there yet.
pub(crate) async fn prepare(store: &Store) -> Result<(), NotMade> {
    for about in list::ALL {
        if contests::named(store, about.name).await?.is_some() {
            continue;
        }
        let bad = |error: &dyn std::fmt::Display| NotMade::Bad(error.to_string());
        let house = house_specs(about.name)?;
        let most = about.seats.iter().copied().filter(|&seats| seats <= house.len()).max();
        let contest = Contest {
            id: 0,
            name: about.name.to_owned(),
            title: about.title.to_owned(),
            game: about.name.to_owned(),
            seats: most.unwrap_or(about.seats[0]) as i64,
            options: usual_options(about.name).map_err(|error| bad(&error))?.to_string(),
            limits: serde_json::to_string(&Limits::default()).map_err(|error| bad(&error))?,
            languages: String::new(),
            opens: None,
            closes: None,
            paused: false,
            games_a_minute: 600,
        };
        match make(store, &contest, &house).await {
            // Another process begins with the same, at the same time.
            Err(NotMade::Bad(_)) if contests::named(store, about.name).await?.is_some() => {}
            made => _ = made?,
        }
    }
    Ok(())
}
