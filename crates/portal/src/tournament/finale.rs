//! Final, closed tournaments, with the designs and the stopping of `croupier run`.
//!
//! A final is planned like any tournament: a fixture is a function of seed and number, so its games can be played in any
//! order by any worker. Games are put batch by batch; whether all is decided is looked at borders of batches, in order, so
//! that it ends after the same game whoever played.

use croupier_arena::Schedule;
use croupier_games::{Game, Visitor, with_game};
use croupier_record::{Design, Entrant, FORMAT, Header, Instances, Origin, Secret, Until, games_in, replay};
use croupier_report::{standings_table, sure_note};
use croupier_stats::{MOST_COMPARED, Matched, Tally, decision, standings};

use crate::jobs::{Class, FinalTask, NewJob, Seated, Task};
use crate::store::contests::Contest;
use crate::store::finals::{self, Batch, Ended, Final};
use crate::store::ladder::Entry;
use crate::store::{Store, StoreError, Stored, jobs, uploads};

/// Games in a batch, at least; a deal that is played several times stays in one.
const BATCH: u64 = 16;
/// The standings are written so wide.
const WIDTH: usize = 110;

/// What an organiser asks of a final.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wish {
    /// How games are laid out.
    pub design: Design,
    /// When it stops.
    pub until: Until,
    /// A difference that does not matter.
    pub tolerance: f64,
    /// At most so many games.
    pub games: u64,
    /// What all luck grows from.
    pub luck: WishedLuck,
}

/// Where a final's luck comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WishedLuck {
    /// A number that the organiser gave, who knows all cards then.
    Seed(u64),
    /// A secret that nobody chose; deals depend on who plays, too.
    Drawn(Secret),
}

/// The plan of a final among these entries, or the one sentence that says why there is none; `hash` tells what an upload
/// is made of.
pub fn plan(
    contest: &Contest,
    entries: &[Entry],
    hash: &dyn Fn(i64) -> String,
    wish: Wish,
) -> Result<(Header, Vec<Seated>), String> {
    let playing = entries.iter().filter(|entry| entry.out_of.is_none());
    let field: Vec<Seated> = playing
        .filter(|entry| entry.house.is_some() || entry.upload.is_some())
        .map(|entry| Seated {
            entry: entry.id,
            name: entry.name.clone(),
            house: entry.house.clone(),
            upload: entry.upload,
        })
        .collect();
    if wish.games == 0 || wish.games > 1_000_000 {
        return Err(format!("{} games are asked for; 1 to 1,000,000 can be played", wish.games));
    }
    if !(wish.tolerance >= 0.0 && wish.tolerance.is_finite()) {
        return Err(format!("the tolerance {} is no difference; 0 or more is", wish.tolerance));
    }
    if wish.until == Until::Decided && field.len() > MOST_COMPARED {
        return Err(format!(
            "{} are too many to compare all pairs; up to {MOST_COMPARED} are taken",
            field.len()
        ));
    }
    let header = with_game(&contest.game, Planned { contest, field: &field, hash, wish })
        .map_err(|error| error.to_string())??;
    Ok((header, field))
}

/// Why this field cannot play such a design, where it cannot: its games are played by new processes each, but nothing here
/// makes a bot behind a url forget a deal that it meets again.
pub async fn refused(store: &Store, design: Design, field: &[Seated]) -> Stored<Option<String>> {
    if !design.repeats_deals() {
        return Ok(None);
    }
    for seated in field {
        let Some(upload) = seated.upload else { continue };
        if uploads::get(store, upload).await?.is_some_and(|upload| upload.url.is_some()) {
            return Ok(Some(format!(
                "the design {design} deals the same cards again, and {} is behind a url, where nothing can make it \
                 forget them; take the design balanced or random",
                seated.name
            )));
        }
    }
    Ok(None)
}

struct Planned<'a> {
    contest: &'a Contest,
    field: &'a [Seated],
    hash: &'a dyn Fn(i64) -> String,
    wish: Wish,
}

impl Visitor for Planned<'_> {
    type Output = Result<Header, String>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { contest, field, hash, wish } = self;
        let seats = usize::try_from(contest.seats).ok();
        let entrant = |seated: &Seated| Entrant {
            name: seated.name.clone(),
            bot: seated.house.clone().unwrap_or_else(|| format!("upload {}", seated.upload.unwrap_or(0))),
            hash: seated.upload.map(hash).or_else(|| seated.house.clone()).unwrap_or_default(),
            runs_in: None,
        };
        let entrants: Vec<Entrant> = field.iter().map(entrant).collect();
        let origin = match wish.luck {
            WishedLuck::Seed(number) => Origin::given(number),
            WishedLuck::Drawn(secret) => Origin::drawn(secret, &entrants),
        };
        let schedule = Schedule::designed(&G::ABOUT, field.len(), seats, wish.design, origin.seed())
            .map_err(|error| error.to_string())?;
        if schedule.copies() > 1 {
            return Err(format!("{} are too few for a table of {}", field.len(), schedule.seats()));
        }
        let options: G::Options =
            serde_json::from_str(&contest.options).map_err(|error| error.to_string())?;
        Ok(Header {
            format: FORMAT,
            croupier: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::ABOUT.name.to_owned(),
            game_version: G::ABOUT.version,
            options: serde_json::to_value(&options).map_err(|error| error.to_string())?,
            generator: origin.generator().to_owned(),
            origin,
            seats: schedule.seats(),
            games: schedule.games(wish.games),
            games_per_deal: schedule.games_per_deal(),
            design: wish.design,
            until: wish.until,
            tolerance: wish.tolerance,
            lanes: 1,
            instances: Instances::Game,
            limits: serde_json::from_str(&contest.limits).ok(),
            entrants,
            game_files: false,
        })
    }
}

/// The schedule of a final, the same wherever it is asked for.
pub fn schedule_of<G: Game>(header: &Header) -> Result<Schedule, String> {
    let schedule = Schedule::designed(
        &G::ABOUT,
        header.entrants.len(),
        Some(header.seats),
        header.design,
        header.seed(),
    );
    schedule.map_err(|error| error.to_string())
}

/// Looks at a final, and puts its next batches where there is room for them; gives how many were put.
pub(super) async fn go_on(store: &Store, played: &Final, room: i64) -> Stored<usize> {
    let unbroken = finals::unbroken(store, played.id).await?;
    if unbroken > played.looked {
        let batches = finals::batches(store, played.id, unbroken).await?;
        let header = played.header.clone();
        let looked =
            tokio::task::spawn_blocking(move || with_game(&header.game.clone(), Look { header, batches }));
        let looked = looked.await.map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let ended = looked
            .map_err(|error| error.to_string())
            .and_then(|looked| looked)
            .map_err(|what| StoreError::Unreadable(format!("final {}: {what}", played.id)))?;
        let mut write = store.write().await?;
        finals::set_looked(&mut write, played.id, unbroken).await?;
        if let Some(ended) = &ended {
            finals::end(&mut write, played.id, ended).await?;
        }
        write.commit().await?;
        if ended.is_some() {
            return Ok(0);
        }
    }
    put(store, played, room).await
}

async fn put(store: &Store, played: &Final, room: i64) -> Stored<usize> {
    let deal = played.header.games_per_deal.get();
    let size = BATCH.div_ceil(deal) * deal;
    let (mut next, all) = (played.put as u64, played.header.games);
    let mut count = 0;
    while (count as i64) < room && next < all {
        let games = size.min(all - next);
        let task = Task::Final(FinalTask { of: played.id, first: next as i64, count: games as i64 });
        let job =
            NewJob { class: Class::Final, owner: finals::owner(played.id), contest: played.contest, task };
        let mut write = store.write().await?;
        jobs::put(&mut write, &job).await?;
        next += games;
        finals::set_put(&mut write, played.id, next as i64).await?;
        write.commit().await?;
        count += 1;
    }
    Ok(count)
}

/// Whether the games so far are enough, and what they say then.
struct Look {
    header: Header,
    batches: Vec<Batch>,
}

impl Visitor for Look {
    type Output = Result<Option<Ended>, String>;

    fn visit<G: Game>(self) -> Self::Output {
        let header = &self.header;
        let options: G::Options =
            serde_json::from_value(header.options.clone()).map_err(|error| error.to_string())?;
        let mut tally = Tally::new(&G::ABOUT, header.entrants.len());
        let mut matched = (header.until == Until::Decided).then(|| Matched::new(&G::ABOUT, header));
        // Looks become rarer as games go on: each takes as long, and finds less that is new.
        let (mut next, mut decided) = (0, false);
        for batch in &self.batches {
            for recorded in games_in(batch.first as u64, header.seats, header.games_per_deal, &batch.plain) {
                let (end, missteps) = replay::<G>(&recorded, &options, header.seed(), |_| {})
                    .map_err(|error| error.to_string())?;
                tally.add(&recorded.fixture, &end, &missteps);
                if let Some(matched) = &mut matched {
                    matched.add(&recorded.fixture, &end);
                }
            }
            let Some(matched) = &mut matched else { continue };
            matched.settle();
            if tally.games() >= next {
                next = tally.games() + tally.games() / 50;
                let bots = header.entrants.len();
                decided = decision(&G::ABOUT, &tally, matched, bots, header.tolerance).is_final();
            }
            if decided {
                break;
            }
        }
        if !decided && tally.games() < header.games {
            return Ok(None);
        }
        let found = standings(&G::ABOUT, &tally);
        let reason = match (matched.is_some(), decided) {
            (true, true) => format!("decided after {} games", tally.games()),
            (true, false) => format!("cap reached after {} games; not all are told apart", tally.games()),
            (false, _) => format!("all {} games are played", tally.games()),
        };
        let table = standings_table(&G::ABOUT, header, &found, WIDTH);
        let standings = format!("{table}\n{}", sure_note(&found));
        Ok(Some(Ended { games: tally.games() as i64, reason, standings }))
    }
}
