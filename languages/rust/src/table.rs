//! What a bot may ask of its table while it thinks, and what it leaves there.

use std::cell::RefCell;

/// All that belongs to the game and the question in hand.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) memory: Option<String>,
    pub(crate) refused: Option<String>,
    pub(crate) time_ms: u64,
    pub(crate) left: Option<String>,
    pub(crate) luck: u64,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

pub(crate) fn with<T>(act: impl FnOnce(&mut Table) -> T) -> T {
    TABLE.with(|table| act(&mut table.borrow_mut()))
}

/// What the bot has had the table keep in this game.
pub fn memory() -> Option<String> {
    with(|table| table.memory.clone())
}

/// Has the table keep a text for the rest of the game, up to 64 KiB; it comes back with every question.
pub fn remember(text: &str) {
    with(|table| table.left = Some(text.to_owned()))
}

/// Why the last answer to this question was not accepted, if this is not the first time it is asked.
pub fn refused() -> Option<String> {
    with(|table| table.refused.clone())
}

/// The time for this answer, in thousandths of a second.
pub fn time_ms() -> u64 {
    with(|table| table.time_ms)
}

/// A number from 0 to below this one, from luck of the bot's own: the same whenever a game is played again.
pub fn random(below: usize) -> usize {
    // splitmix64: small, quick, and good enough for games.
    let drawn = with(|table| {
        table.luck = table.luck.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (table.luck ^ table.luck >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    });
    if below == 0 {
        0
    } else {
        (drawn % below as u64) as usize
    }
}
