//! Final, closed tournaments, with the designs and the stopping of `croupier run`.
//!
//! A final is planned like any tournament: a fixture is a function of seed and number, so its games
//! can be played in any order by any worker. Games are put batch by batch; whether all is decided
//! is looked at borders of batches, in order, so that it ends after the same game whoever played.

use std::collections::HashMap;

use croupier_arena::BadField;
use croupier_arena::plan::Limits;
use croupier_games::{About, list};
use croupier_hosts::packages::PackageList;
use croupier_record::{Block, Design, Entrant, Header, Instances, Origin, Secret, Until};
use croupier_report::{standings_table, sure_note};
use croupier_session::{
    BehindUrl, Conditions, Fold, Layout, Looks, NotFound, SessionError, check_compared, find_house_bot,
    read_options,
};

use crate::jobs::{Class, FinalTask, NewJob, Queue, SeatedEntry, Task};
use crate::store::contests::Contest;
use crate::store::finals::{self, Final, FinalBatch, FinalResult};
use crate::store::ladder::Entry;
use crate::store::{Store, StoreError, Stored, uploads};

/// Games in a batch, at least; a deal that is played several times stays in one.
const BATCH: u64 = 16;
/// The most games of a final.
const MOST_GAMES: u64 = 1_000_000;
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

/// Why there is no such final.
#[derive(Debug, thiserror::Error)]
pub enum NotPlanned {
    /// More games than a site plays.
    #[error("{0} games are asked for; 1 to {MOST_GAMES} can be played")]
    Games(u64),
    /// The entries do not make a field.
    #[error(transparent)]
    Field(#[from] BadField),
    /// They do not fill a table.
    #[error("{bots} are too few for a table of {seats}")]
    TooFew {
        /// How many there are.
        bots: usize,
        /// How many sit at a table.
        seats: usize,
    },
    /// A player of the house is there no more.
    #[error(transparent)]
    House(#[from] NotFound),
    /// The limits of its contest are none.
    #[error("the limits: {0}")]
    Limits(serde_json::Error),
    /// Anything else that no tournament can be.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// What a head tells of an upload.
#[derive(Debug, Clone, Default)]
pub struct UploadedBot {
    /// A hash of what it is made of; a url is its address.
    pub hash: String,
    /// What it runs in, where its clock depends on that.
    pub runs_in: Option<String>,
}

/// The plan of a final among these entries, of which `uploaded` tells, with the packages that bots have.
pub fn plan(
    contest: &Contest,
    entries: &[Entry],
    uploaded: &dyn Fn(i64) -> UploadedBot,
    packages: Option<&PackageList>,
    wish: Wish,
) -> Result<(Header, Vec<SeatedEntry>), NotPlanned> {
    let playing = entries.iter().filter(|entry| entry.out_of.is_none());
    let field: Vec<SeatedEntry> = playing
        .filter(|entry| entry.house.is_some() || entry.upload.is_some())
        .map(|entry| SeatedEntry {
            entry: entry.id,
            name: entry.name.clone(),
            house: entry.house.clone(),
            upload: entry.upload,
        })
        .collect();
    if !(1..=MOST_GAMES).contains(&wish.games) {
        return Err(NotPlanned::Games(wish.games));
    }
    if wish.until == Until::Decided {
        check_compared(field.len())?;
    }
    let entrant = |seated: &SeatedEntry| entrant(&contest.game, seated, uploaded);
    let entrants = field.iter().map(entrant).collect::<Result<Vec<Entrant>, NotPlanned>>()?;
    let origin = match wish.luck {
        WishedLuck::Seed(number) => Origin::given(number),
        WishedLuck::Drawn(secret) => Origin::drawn(secret, &entrants),
    };
    let layout = Layout {
        players: usize::try_from(contest.seats).ok(),
        games: wish.games,
        design: wish.design,
        until: wish.until,
        tolerance: wish.tolerance,
        ..Layout::of(list::about(&contest.game).map_err(SessionError::from)?)
    };
    let schedule = layout.schedule(field.len(), origin.seed())?;
    if schedule.copies() > 1 {
        return Err(NotPlanned::TooFew { bots: field.len(), seats: schedule.seats() });
    }
    let options = read_options(&contest.game, &contest.options)?;
    let limits: Limits = serde_json::from_str(&contest.limits).map_err(NotPlanned::Limits)?;
    let conditions = Conditions { instances: Instances::Game, limits: &limits, packages };
    Ok((layout.header(&schedule, options, origin, entrants, &conditions)?, field))
}

/// Who plays, as a head tells it.
fn entrant(
    game: &str,
    seated: &SeatedEntry,
    uploaded: &dyn Fn(i64) -> UploadedBot,
) -> Result<Entrant, NotPlanned> {
    let name = seated.name.clone();
    if let Some(house) = &seated.house {
        return Ok(find_house_bot(game, house)?.entrant(name));
    }
    let upload = seated.upload.unwrap_or(0);
    let UploadedBot { hash, runs_in } = uploaded(upload);
    Ok(Entrant { name, bot: format!("upload {upload}"), hash, runs_in, team: None })
}

/// Why this field cannot play such a design, where it cannot: its games are played by new processes
/// each, but nothing here makes a bot behind a url forget a deal that it meets again.
pub async fn refused(store: &Store, design: Design, field: &[SeatedEntry]) -> Stored<Option<BehindUrl>> {
    if !design.repeats_deals() {
        return Ok(None);
    }
    for seated in field {
        let Some(upload) = seated.upload else { continue };
        if uploads::get(store, upload).await?.is_some_and(|upload| upload.url.is_some()) {
            return Ok(Some(BehindUrl { design, bot: seated.name.clone() }));
        }
    }
    Ok(None)
}

/// What the games of running finals come to, as far as they were looked at: a look takes in the
/// batches that are new, and after a restart all of them, one after the other.
#[derive(Debug, Default)]
pub struct Folds(HashMap<i64, Known>);

/// How far a final was taken in.
#[derive(Debug)]
struct Known {
    fold: Fold,
    /// Whether its games are enough.
    decided: bool,
}

impl Known {
    fn new(header: &Header) -> Result<Self, SessionError> {
        let fold = Fold::new(header, header.entrants.len(), Looks::of(header.until))?;
        Ok(Self { fold, decided: false })
    }

    /// Takes in the next batch, unless those before it were enough.
    fn add(&mut self, batch: FinalBatch) -> Result<(), SessionError> {
        if !self.decided {
            let mut block = Block::new(batch.first as u64);
            (block.plain, block.count) = (batch.plain, batch.count as u32);
            self.fold.add(&block)?;
            self.decided = self.fold.is_decided();
        }
        Ok(())
    }

    /// What the games say, where they are enough.
    fn ended(&self, header: &Header, about: &About) -> Option<FinalResult> {
        let games = self.fold.games();
        if !self.decided && games < header.games {
            return None;
        }
        let found = self.fold.standings();
        let table = standings_table(about, header, &found, WIDTH);
        let standings = format!("{table}\n{}", sure_note(&found));
        let reason = self.fold.reason(croupier_arena::Ended::Complete).to_string();
        Some(FinalResult { games: games as i64, reason, standings })
    }
}

impl Folds {
    /// Takes in the batches of a final up to this game, and says how it ended, where it did.
    async fn look(&mut self, store: &Store, played: &Final, up_to: i64) -> Stored<Option<FinalResult>> {
        let unreadable =
            |error: &dyn std::fmt::Display| StoreError::Unreadable(format!("final {}: {error}", played.id));
        let mut known = match self.0.remove(&played.id) {
            Some(known) => known,
            None => Known::new(&played.header).map_err(|error| unreadable(&error))?,
        };
        while !known.decided && (known.fold.games() as i64) < up_to {
            let Some(batch) = finals::batch(store, played.id, known.fold.games() as i64).await? else {
                break;
            };
            // Replaying takes the processor: not on a thread that others wait for.
            let added = tokio::task::spawn_blocking(move || known.add(batch).map(|()| known));
            let added = added.await.map_err(|error| unreadable(&error))?;
            known = added.map_err(|error| unreadable(&error))?;
        }
        let about = list::about(&played.header.game).map_err(|error| unreadable(&error))?;
        let ended = known.ended(&played.header, about);
        if ended.is_none() {
            self.0.insert(played.id, known);
        }
        Ok(ended)
    }

    /// Forgets finals that are not played any more.
    pub(super) fn keep(&mut self, running: &[Final]) {
        self.0.retain(|id, _| running.iter().any(|played| played.id == *id));
    }
}

/// Looks at a final, and puts its next batches where there is room for them; gives how many were
/// put.
pub(super) async fn go_on(
    store: &Store,
    queue: &dyn Queue,
    folds: &mut Folds,
    played: &Final,
    room: i64,
) -> Stored<usize> {
    let unbroken = finals::unbroken(store, played).await?;
    if unbroken > played.looked {
        let ended = folds.look(store, played, unbroken).await?;
        let mut write = store.write().await?;
        finals::set_looked(&mut write, played.id, unbroken).await?;
        if let Some(ended) = &ended {
            finals::end(&mut write, played.id, ended).await?;
            queue.withdraw(&mut write, &finals::owner(played.id)).await?;
        }
        write.commit().await?;
        if ended.is_some() {
            return Ok(0);
        }
    }
    put(store, queue, played, room).await
}

async fn put(store: &Store, queue: &dyn Queue, played: &Final, room: i64) -> Stored<usize> {
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
        queue.put(&mut write, &job).await?;
        next += games;
        finals::set_put(&mut write, played.id, next as i64).await?;
        write.commit().await?;
        count += 1;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::ladder::FIRST_RATING;

    fn contest() -> Contest {
        Contest {
            id: 1,
            name: "course".to_owned(),
            title: "Course".to_owned(),
            game: "no-thanks".to_owned(),
            seats: 3,
            options: "{}".to_owned(),
            limits: "{\"move_ms\": 70}".to_owned(),
            languages: String::new(),
            opens: None,
            closes: None,
            paused: false,
            games_a_minute: 60,
        }
    }

    fn entry(id: i64, house: Option<&str>, upload: Option<i64>) -> Entry {
        Entry {
            id,
            contest: 1,
            account: None,
            name: format!("entry {id}"),
            house: house.map(str::to_owned),
            upload,
            entered: 0,
            rating: FIRST_RATING,
            uncertainty: 8.0,
            games: 0,
            wins: 0.0,
            faults: 0,
            owed: 0,
            path: Vec::new(),
            stride: 1,
            out_of: None,
            content: String::new(),
            played: 0,
        }
    }

    fn wish() -> Wish {
        let (design, until) = (Design::default(), Until::default());
        Wish { design, until, tolerance: 0.0, games: 6, luck: WishedLuck::Seed(7) }
    }

    #[test]
    fn the_head_of_a_final_tells_how_its_bots_are_run_like_every_other_head() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("packages.toml");
        std::fs::write(folder.path().join("one.jar"), "a jar").unwrap();
        std::fs::write(&list, "java = [\"one.jar\"]").unwrap();
        let packages = PackageList::read(&list).unwrap();
        let entries =
            [entry(1, Some("house:random"), None), entry(2, None, Some(5)), entry(3, None, Some(6))];
        let uploaded = |upload: i64| UploadedBot {
            hash: format!("hash {upload}"),
            runs_in: (upload == 6).then(|| "Wasmtime".to_owned()),
        };
        let (header, field) = plan(&contest(), &entries, &uploaded, Some(&packages), wish()).unwrap();
        assert_eq!(header.packages, Some(packages.hash()));
        assert_eq!(header.limits.unwrap()["move_ms"], 70);
        assert_eq!((header.instances, field.len()), (Instances::Game, 3));
        let [house, process, inside] = &header.entrants[..] else { panic!("{:?}", header.entrants) };
        let random = find_house_bot("no-thanks", "random").unwrap();
        assert_eq!(*house, random.entrant("entry 1".to_owned()));
        assert_eq!((process.hash.as_str(), process.runs_in.as_deref()), ("hash 5", None));
        assert_eq!((inside.hash.as_str(), inside.runs_in.as_deref()), ("hash 6", Some("Wasmtime")));
    }

    #[test]
    fn a_player_of_the_house_that_is_there_no_more_is_named() {
        let entries =
            [entry(1, Some("house:nobody"), None), entry(2, None, Some(5)), entry(3, None, Some(6))];
        let refused = plan(&contest(), &entries, &|_| UploadedBot::default(), None, wish());
        assert!(refused.unwrap_err().to_string().starts_with("the house has no player \"nobody\""));
    }
}
