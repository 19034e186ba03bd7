//! Final, closed tournaments, with the designs and the stopping of `croupier run`.
//!
//! A final is planned like any tournament: a fixture is a function of seed and number, so its games
//! can be played in any order by any worker. Games are put batch by batch; whether all is decided
//! is looked at borders of batches, in order, so that it ends after the same game whoever played.
//! So is who is out: batches are put no further ahead of the look than the border behind which a
//! bot that is put out is not seated (decision 31).

use std::collections::HashMap;

use croupier_arena::BadField;
use croupier_arena::plan::Limits;
use croupier_games::{About, list};
use croupier_hosts::packages::PackageList;
use croupier_record::{Design, Entrant, Header, Instances, Origin, Out, Secret, Until};
use croupier_report::{standings_table, sure_note};
use croupier_session::{
    BehindUrl, Conditions, Fold, Layout, Looks, NotFound, PartOuts, Reason, SessionError, check_compared,
    find_house_bot, read_options,
};

use crate::jobs::{Class, FinalTask, NewJob, Queue, SeatedEntry, Task};
use crate::store::contests::Contest;
use crate::store::finals::{self, Final, FinalBatch, FinalResult};
use crate::store::ladder::Entry;
use crate::store::{Store, StoreError, Stored, uploads};

/// Games in a batch, at least; a deal that is played several times stays in one.
const BATCH: u64 = 16;
/// So many batches are put ahead of those that were looked at, and no more: who is put out by one is
/// not seated from so many behind it on, whatever workers there are.
const AHEAD: u64 = 64;
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
    /// Who is out; nobody in a final from before anybody was.
    outs: Option<PartOuts>,
    /// Why it cannot go on with those who are left.
    too_few: Option<String>,
    /// Whether its games are enough, or as many as there can be.
    decided: bool,
}

impl Known {
    fn new(played: &Final) -> Result<Self, SessionError> {
        let header = &played.header;
        let fold = Fold::new(header, header.entrants.len(), Looks::of(header.until))?;
        let outs = played.outs.is_some().then(|| PartOuts::new(header)).transpose()?;
        Ok(Self { fold, outs, too_few: None, decided: false })
    }

    /// Takes in the next batch, unless those before it were enough; `ahead` is how far batches may be ahead
    /// of it.
    fn add(&mut self, batch: FinalBatch, ahead: u64) -> Result<(), SessionError> {
        if self.decided {
            return Ok(());
        }
        let mut block = batch.block(&[]);
        if let Some(outs) = &mut self.outs {
            let border = block.first + ahead;
            outs.settle(&mut block, border)?;
            self.too_few = outs.too_few()?;
        }
        self.fold.add(&block)?;
        self.decided = self.fold.is_decided() | self.too_few.is_some();
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
        let reason = match &self.too_few {
            Some(why) => Reason::TooFew { games, why: why.clone() },
            None => self.fold.reason(croupier_arena::Ended::Complete),
        };
        Some(FinalResult { games: games as i64, reason: reason.to_string(), standings })
    }
}

/// What a look at a final has shown.
struct Looked {
    /// Who is out.
    outs: Option<Vec<Out>>,
    /// How it ended, where it did.
    ended: Option<FinalResult>,
}

impl Folds {
    /// Takes in the batches of a final up to this game.
    async fn look(&mut self, store: &Store, played: &Final, up_to: i64) -> Stored<Looked> {
        let unreadable =
            |error: &dyn std::fmt::Display| StoreError::Unreadable(format!("final {}: {error}", played.id));
        let mut known = match self.0.remove(&played.id) {
            Some(known) => known,
            None => Known::new(played).map_err(|error| unreadable(&error))?,
        };
        let ahead = AHEAD * batch_size(&played.header);
        while !known.decided && (known.fold.games() as i64) < up_to {
            let Some(batch) = finals::batch(store, played.id, known.fold.games() as i64).await? else {
                break;
            };
            // Replaying takes the processor: not on a thread that others wait for.
            let added = tokio::task::spawn_blocking(move || known.add(batch, ahead).map(|()| known));
            let added = added.await.map_err(|error| unreadable(&error))?;
            known = added.map_err(|error| unreadable(&error))?;
        }
        let about = list::about(&played.header.game).map_err(|error| unreadable(&error))?;
        let outs = known.outs.as_ref().map(|outs| outs.all().to_vec());
        let ended = known.ended(&played.header, about);
        if ended.is_none() {
            self.0.insert(played.id, known);
        }
        Ok(Looked { outs, ended })
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
        let looked = folds.look(store, played, unbroken).await?;
        let mut write = store.write().await?;
        finals::set_looked(&mut write, played.id, unbroken).await?;
        if let Some(outs) = looked.outs.filter(|outs| played.outs.as_ref() != Some(outs)) {
            finals::set_outs(&mut write, played.id, &outs).await?;
        }
        if let Some(ended) = &looked.ended {
            finals::end(&mut write, played.id, ended).await?;
            queue.withdraw(&mut write, &finals::owner(played.id)).await?;
        }
        write.commit().await?;
        if looked.ended.is_some() {
            return Ok(0);
        }
    }
    put(store, queue, played, unbroken, room).await
}

/// Games in a batch: whole deals.
fn batch_size(header: &Header) -> u64 {
    let deal = header.games_per_deal.get();
    BATCH.div_ceil(deal) * deal
}

/// Puts the next batches, where all games before this one were looked at.
async fn put(store: &Store, queue: &dyn Queue, played: &Final, looked: i64, room: i64) -> Stored<usize> {
    let size = batch_size(&played.header);
    // Whoever is put out by the next batch that is looked at is seated in all that are put by then.
    let all = played.header.games.min(looked as u64 + AHEAD * size);
    let mut next = played.put as u64;
    let mut count = 0;
    while (count as i64) < room && next < all {
        let games = size.min(played.header.games - next);
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
    use std::path::Path;
    use std::sync::atomic::AtomicBool;

    use croupier_arena::{Bot, SharedUrls};
    use croupier_hosts::Runtimes;
    use croupier_hosts::cell::Sandbox;
    use croupier_record::{Block, EntrantId, RecordReader, TimeSheet, whole_record};
    use croupier_session::{BatchTask, play_batch};

    use super::*;
    use crate::jobs::Preference;
    use crate::store::job_table::JobTable;
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

    /// What a final of six comes to, one of whom does not load any more, with so many batches in the hands of
    /// workers at once, who play the newest first.
    async fn played_by(workers: usize) -> (Final, Vec<FinalBatch>) {
        let home = tempfile::tempdir().unwrap();
        let store = Store::open(home.path()).await.unwrap();
        crate::contests::make(&store, &contest(), &[]).await.unwrap();
        let house = (1..6).map(|id| entry(id, Some("house:random"), None));
        let entries: Vec<Entry> = house.chain([entry(6, None, Some(5))]).collect();
        let queue = JobTable::new(store.clone());
        let wish = Wish { games: 1_600, ..wish() };
        let (header, field) = plan(&contest(), &entries, &|_| UploadedBot::default(), None, wish).unwrap();
        let mut write = store.write().await.unwrap();
        let id = finals::add(&mut write, 1, &header, &field).await.unwrap();
        write.commit().await.unwrap();
        let (mut folds, mut in_hand) = (Folds::default(), Vec::new());
        loop {
            let played = finals::get(&store, id).await.unwrap().unwrap();
            if played.ended.is_some() {
                let batches = finals::batches(&store, id, played.games.unwrap()).await.unwrap();
                return (played, batches);
            }
            let room = (workers - in_hand.len()) as i64;
            go_on(&store, &queue, &mut folds, &played, room).await.unwrap();
            let term = std::time::Duration::from_secs(600);
            while let Some(job) = queue.lease("one", Preference::GamesFirst, term).await.unwrap() {
                let Task::Final(task) = job.task else { panic!("{:?}", job.task) };
                let mut write = store.write().await.unwrap();
                queue.end(&mut write, job.lease).await.unwrap();
                write.commit().await.unwrap();
                in_hand.push(task);
            }
            let mut write = store.write().await.unwrap();
            if let Some(task) = in_hand.pop() {
                // As it was when the batch was played, which is later than it was put.
                let played = finals::get(&store, id).await.unwrap().unwrap();
                finals::add_batch(&mut write, &batch_of(&played, &task)).await.unwrap();
            }
            write.commit().await.unwrap();
        }
    }

    fn batch_of(played: &Final, task: &FinalTask) -> FinalBatch {
        let random = find_house_bot("no-thanks", "random").unwrap().bot;
        let games = BatchTask {
            header: &played.header,
            games: task.first as u64..(task.first + task.count) as u64,
            out: &played.out_at(task.first),
            limits: &Limits::default(),
            runtimes: &Runtimes::new(Sandbox::Off),
            core: None,
            urls: &SharedUrls::default(),
        };
        let bot = |entrant: EntrantId| {
            let house = played.field[entrant.index()].house.is_some();
            Ok(if house { random.clone() } else { Bot::Broken("ValueError: my idea".to_owned()) })
        };
        let block = play_batch::<SessionError>(&games, &AtomicBool::new(false), bot).unwrap();
        FinalBatch { of: task.of, first: task.first, count: task.count, plain: block.plain }
    }

    #[tokio::test]
    async fn a_bot_that_is_put_out_is_seated_up_to_the_same_game_by_one_worker_and_by_hundreds() {
        let (played, batches) = played_by(1).await;
        let [out] = played.outs.as_deref().unwrap() else { panic!("{:?}", played.outs) };
        assert_eq!((out.entrant, out.border), (EntrantId(5), AHEAD * BATCH));
        let seated = |batches: &[FinalBatch]| -> Vec<u64> {
            let blocks = batches.iter().map(|batch| batch.clone().block(&[]));
            let header = &played.header;
            let of_block = |block: Block| {
                let games = block.played(header).filter(|game| game.fixture.seats.contains(&out.entrant));
                games.map(|game| game.fixture.number).collect::<Vec<u64>>()
            };
            blocks.flat_map(of_block).collect()
        };
        let games = seated(&batches);
        assert_eq!((games.first(), games.len() > 300), (Some(&out.game), true), "{games:?}");
        assert!(games.iter().all(|game| *game < out.border), "{games:?}");
        let standings = played.standings.clone().unwrap();
        let told = "entry 6: disqualified in game 2: its author can read why; not ranked, after 1 game";
        assert!(standings.contains(told) && !standings.contains("my idea"), "{standings}");
        let packed = |batch: &FinalBatch| {
            let mut block = batch.clone().block(played.outs.as_deref().unwrap());
            block.pack().map(|()| block).unwrap()
        };
        let blocks: Vec<Block> = batches.iter().map(packed).collect();
        let record = whole_record(&played.header, &blocks, &TimeSheet::default()).unwrap();
        let mut reader = RecordReader::in_memory(Path::new("record"), &record).unwrap();
        let mut fold = Fold::new(&played.header, 6, Looks::Never).unwrap();
        while let Some(block) = reader.next_block().unwrap() {
            fold.add(&block).unwrap();
        }
        assert_eq!((fold.games(), fold.outs()), (1_600, vec![out.clone()]), "its record tells the same");
        let (other, of_many) = played_by(300).await;
        assert_eq!((&other.outs, &other.standings), (&played.outs, &played.standings));
        assert!(of_many == batches, "the same games, whoever played them");
    }
}
