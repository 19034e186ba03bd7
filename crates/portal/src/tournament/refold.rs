//! The ladder once more from its games: what it would be had they always been as they are stored now.
//!
//! Live, every game changes the ratings when it ends; here all games of a contest do, in the same
//! order, so that the same games give the same ladder to the last bit.

use std::collections::HashMap;

use super::settle::{Finish, rate};
use crate::broadcast::{Broadcast, SiteEvent};
use crate::store::entering::{self, Stood};
use crate::store::ladder::{self, Entry};
use crate::store::reruns::{self, Rerun};
use crate::store::{Store, Stored, Write, folds};

/// So many seats are read at once.
const AT_ONCE: i64 = 20_000;

/// Lets the other of two games count that were played with the same bots and luck, and makes the
/// ladder anew. All of it happens or nothing does. `false` where there is nothing to change places
/// with.
pub async fn count_instead(store: &Store, events: &Broadcast, contest: i64, rerun: &Rerun) -> Stored<bool> {
    // What was before is folded first: nobody waits for the writer meanwhile.
    let fold = folded_before(store, contest, rerun.game).await?;
    let mut write = store.write().await?;
    if !reruns::change_places(&mut write, rerun).await? {
        return Ok(false);
    }
    finish(&mut write, contest, fold).await?;
    events.commit(write, SiteEvent::Contest(contest)).await?;
    Ok(true)
}

/// Makes the ratings, counts and sparklines of a contest anew from all of its games.
pub async fn refold(store: &Store, contest: i64) -> Stored<()> {
    let fold = folded_before(store, contest, i64::MAX).await?;
    let mut write = store.write().await?;
    finish(&mut write, contest, fold).await?;
    write.commit().await?;
    Ok(())
}

/// The ladder as the games before this one made it.
async fn folded_before(store: &Store, contest: i64, game: i64) -> Stored<Fold> {
    let mut fold = Fold::new(ladder::of_contest(store, contest).await?);
    loop {
        fold.enterings = folds::enterings(store, contest).await?;
        let seats = folds::seats_between(store, contest, fold.last, game, AT_ONCE).await?;
        let all = (seats.len() as i64) < AT_ONCE;
        // The last game may be cut in two: it is read again.
        let whole = if all { i64::MAX } else { seats.last().map_or(0, |seat| seat.game - 1) };
        fold.add(seats.into_iter().filter(|seat| seat.game <= whole));
        if all {
            return Ok(fold);
        }
    }
}

/// Folds what came after, and stores the ladder.
async fn finish(write: &mut Write, contest: i64, mut fold: Fold) -> Stored<()> {
    fold.know(ladder::all_seen(write, contest).await?);
    fold.enterings = folds::enterings_seen(write, contest).await?;
    fold.add(folds::seats_seen(write, contest, fold.last).await?.into_iter());
    let (entries, contents) = fold.ended();
    for entry in &entries {
        ladder::update(write, entry).await?;
    }
    for ((entry, content), stood) in contents {
        entering::keep(write, entry, &content, stood).await?;
    }
    Ok(())
}

/// A ladder on its way from the first game to the last.
struct Fold {
    entries: HashMap<i64, Entry>,
    /// By entry, after which games which content began to play.
    enterings: HashMap<i64, Vec<folds::Entering>>,
    /// How contents stood when others took their place, by entry and content.
    contents: HashMap<(i64, String), Stood>,
    /// How many of these are behind us, by entry.
    passed: HashMap<i64, usize>,
    /// The last game that was folded.
    last: i64,
}

impl Fold {
    fn new(entries: Vec<Entry>) -> Self {
        let mut fold = Self {
            entries: HashMap::new(),
            enterings: HashMap::new(),
            contents: HashMap::new(),
            passed: HashMap::new(),
            last: 0,
        };
        fold.know(entries);
        fold
    }

    /// Whoever is not known yet begins like a newcomer.
    fn know(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            self.entries.entry(entry.id).or_insert_with(|| entry.begun_anew());
        }
    }

    /// Folds seats, which come by game.
    fn add(&mut self, seats: impl Iterator<Item = folds::FoldedSeat>) {
        let mut table: Vec<folds::FoldedSeat> = Vec::new();
        for seat in seats {
            if table.first().is_some_and(|first| first.game != seat.game) {
                self.game(&table);
                table.clear();
            }
            table.push(seat);
        }
        if !table.is_empty() {
            self.game(&table);
        }
    }

    fn game(&mut self, table: &[folds::FoldedSeat]) {
        let game = table[0].game;
        let mut entries: Vec<Entry> = Vec::with_capacity(table.len());
        for seat in table {
            self.pass(seat.entry, game);
            let Some(entry) = self.entries.remove(&seat.entry) else { return };
            entries.push(entry);
        }
        let finishes: Vec<Finish> =
            table.iter().map(|seat| Finish { place: seat.place, faulty: seat.faults > 0 }).collect();
        rate(&mut entries, &finishes);
        self.entries.extend(entries.into_iter().map(|entry| (entry.id, entry)));
        self.last = game;
    }

    /// Whatever began to play before this game plays.
    fn pass(&mut self, entry: i64, game: i64) {
        let Some(enterings) = self.enterings.get(&entry) else { return };
        let passed = self.passed.entry(entry).or_default();
        while let Some(entering) = enterings.get(*passed).filter(|entering| entering.after < game) {
            *passed += 1;
            if let Some(entry) = self.entries.get_mut(&entry) {
                change(entry, &mut self.contents, &entering.content);
            }
        }
    }

    /// The ladder, and how contents stand that do not play now.
    fn ended(mut self) -> (Vec<Entry>, HashMap<(i64, String), Stood>) {
        let all: Vec<i64> = self.entries.keys().copied().collect();
        all.into_iter().for_each(|entry| self.pass(entry, i64::MAX));
        (self.entries.into_values().collect(), self.contents)
    }
}

/// Another content plays for somebody: what `store/ladder/entering.rs` does live.
fn change(entry: &mut Entry, contents: &mut HashMap<(i64, String), Stood>, content: &str) {
    if !content.is_empty() && entry.content == content {
        return;
    }
    let before = contents.get(&(entry.id, content.to_owned())).copied().filter(|_| !content.is_empty());
    if !entry.content.is_empty() {
        contents.insert((entry.id, entry.content.clone()), Stood::of(entry));
    }
    Stood::begin(before, entry);
    content.clone_into(&mut entry.content);
}
