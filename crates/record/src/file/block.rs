//! Games packed for the file.

use std::io::{self, Write};

use super::{BLOCK_HEAD, GAMES, OUT, PACKING_LEVEL, PART};
use crate::fixture::Fixture;
use crate::head::header::Header;
use crate::head::out::{Out, counts, is_dropped};
use crate::head::part::Part;
use crate::replay::{GameBytes, append, games_in, next_game};

/// What blocks are packed in. To set one up takes as long as to pack a few games.
pub struct Press(zstd::bulk::Compressor<'static>);

impl Press {
    /// One that is ready; it fails only for want of memory.
    pub fn new() -> io::Result<Self> {
        zstd::bulk::Compressor::new(PACKING_LEVEL).map(Self)
    }
}

impl std::fmt::Debug for Press {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a press for blocks")
    }
}

/// Games packed for the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of its first game.
    pub first: u64,
    /// How many games it holds.
    pub count: u32,
    /// The games, plain; see [`crate::games_in`].
    pub plain: Vec<u8>,
    /// The new parts of the record that begin among them; nearly always none.
    pub parts: Vec<Part>,
    /// Who was put out in them or in games before; nearly always nobody.
    pub outs: Vec<Out>,
    pub(super) packed: Vec<u8>,
}

impl Block {
    /// An empty block that will begin with this game.
    #[must_use]
    pub fn new(first: u64) -> Self {
        Self { first, count: 0, plain: Vec::new(), parts: Vec::new(), outs: Vec::new(), packed: Vec::new() }
    }

    /// Adds the next game.
    pub fn push(&mut self, fixture: &Fixture, events: &[u8]) {
        append(&mut self.plain, fixture, events);
        self.count += 1;
    }

    /// Its games that count: all, unless somebody was put out.
    pub fn counted<'a>(&'a self, header: &Header) -> impl Iterator<Item = GameBytes<'a>> {
        let games_per_deal = header.games_per_deal;
        let games = games_in(self.first, header.seats, games_per_deal, &self.plain);
        games.filter(move |game| counts(&self.outs, &game.fixture, games_per_deal))
    }

    /// Its games that were played: all, unless a design needs somebody who was put out.
    pub fn played<'a>(&'a self, header: &Header) -> impl Iterator<Item = GameBytes<'a>> {
        let games = games_in(self.first, header.seats, header.games_per_deal, &self.plain);
        games.filter(move |game| !is_dropped(&self.outs, &game.fixture))
    }

    /// Those who were put out in its own games.
    pub fn new_outs(&self) -> impl Iterator<Item = &Out> {
        self.outs.iter().filter(|out| out.game >= self.first)
    }

    /// Packs the games, so that whoever writes the file need not.
    pub fn pack(&mut self) -> io::Result<()> {
        self.pack_in(&mut Press::new()?)
    }

    /// The same in a press that is kept: the same bytes, sooner.
    pub fn pack_in(&mut self, press: &mut Press) -> io::Result<()> {
        self.packed = press.0.compress(&self.plain)?;
        Ok(())
    }

    /// Whether it holds what it says: so many whole games of this tournament, nobody twice at a table.
    pub(super) fn is_whole(&self, header: &Header) -> bool {
        let (mut rest, mut games) = (self.plain.as_slice(), 0);
        while !rest.is_empty() {
            let Some(game) = next_game(self.first, 0, header.seats, &mut rest) else { return false };
            let seats = &game.fixture.seats;
            let known = |at: usize| seats[at].index() < header.entrants.len();
            if (0..seats.len()).any(|at| !known(at) || seats[..at].contains(&seats[at])) {
                return false;
            }
            games += 1;
        }
        let sound = |part: &Part| part.is_sound(header, self.first, self.count);
        let out_here = |out: &Out| out.is_sound(header, self.first, self.count);
        games == u64::from(self.count) && self.parts.iter().all(sound) && self.new_outs().all(out_here)
    }

    /// Writes the packed block as it stands in a file, with the parts that begin in it.
    pub(super) fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        if self.packed.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the block is not packed"));
        }
        out.write_all(&self.sections()?)?;
        self.write_as(GAMES, out)
    }

    /// Writes it as a section of this kind.
    pub(super) fn write_as(&self, kind: u8, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.head(kind))?;
        out.write_all(&self.packed)
    }

    /// What stands in front of the block: a section for each part that begins in it, and for everyone who was
    /// put out.
    fn sections(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for out in self.new_outs() {
            let mut section = Self { plain: serde_json::to_vec(out)?, ..Self::new(out.game) };
            section.pack()?;
            section.write_as(OUT, &mut bytes)?;
        }
        for part in &self.parts {
            let mut section = Self { plain: serde_json::to_vec(part)?, ..Self::new(part.game) };
            section.pack()?;
            section.write_as(PART, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// What stands in front of the packed bytes.
    pub(super) fn head(&self, kind: u8) -> [u8; BLOCK_HEAD] {
        let mut head = [0; BLOCK_HEAD];
        head[0] = kind;
        head[1..9].copy_from_slice(&self.first.to_le_bytes());
        head[9..13].copy_from_slice(&self.count.to_le_bytes());
        head[13..17].copy_from_slice(&(self.plain.len() as u32).to_le_bytes());
        head[17..21].copy_from_slice(&(self.packed.len() as u32).to_le_bytes());
        head[21..29].copy_from_slice(&blake3::hash(&self.packed).as_bytes()[..8]);
        head
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;

    #[test]
    fn a_block_that_was_not_packed_is_not_written() {
        let seats = [0, 1].map(crate::EntrantId).into_iter().collect();
        let mut block = Block::new(0);
        block.push(&Fixture { number: 0, deal: 0, seats }, &[2]);
        assert!(block.write_to(&mut Vec::new()).is_err());
        block.pack().unwrap();
        assert!(block.write_to(&mut Vec::new()).is_ok());
    }

    #[test]
    fn a_press_that_is_kept_packs_the_same_bytes_as_a_new_one() {
        let mut press = Press::new().unwrap();
        for length in [0, 40_000, 7, 300, 40_000, 3000, 0] {
            let plain: Vec<u8> = (0..length).map(|n| (n * n % 251 * length % 256) as u8).collect();
            let mut one = Block { plain, ..Block::new(1) };
            let mut other = one.clone();
            one.pack().unwrap();
            other.pack_in(&mut press).unwrap();
            assert_eq!(one, other, "{length} bytes");
        }
    }
    #[test]
    fn whoever_was_put_out_has_games_that_do_not_count_and_games_that_are_not_played() {
        let header: Header = serde_json::from_str(
            r#"{"format":1,"croupier":"","game":"no-thanks","game_version":1,"options":{},
                "generator":"xoshiro256++/1","seed":7,"seats":2,"games":9,"lanes":1,"game_files":false,
                "entrants":[{"name":"a","bot":"a","hash":""},{"name":"b","bot":"b","hash":""}]}"#,
        )
        .unwrap();
        let mut block = Block::new(4);
        for number in 4..9 {
            let seats = [0, 1].map(crate::EntrantId).into_iter().collect();
            block.push(&Fixture { number, deal: number, seats }, &[2]);
        }
        let numbers = |block: &Block| -> [Vec<u64>; 2] {
            let number = |game: GameBytes<'_>| game.fixture.number;
            [block.counted(&header).map(number).collect(), block.played(&header).map(number).collect()]
        };
        assert_eq!(numbers(&block), [[4, 5, 6, 7, 8], [4, 5, 6, 7, 8]]);
        let out = |entrant, game, border| Out {
            entrant: crate::EntrantId(entrant),
            game,
            border,
            why: String::new(),
        };
        block.outs = vec![out(1, 5, 7)];
        assert_eq!(numbers(&block), [vec![4, 5], vec![4, 5, 6]]);
        block.outs = vec![out(0, 3, 9), out(1, 4, 8)];
        assert_eq!(numbers(&block), [vec![], vec![4, 5, 6, 7]]);
        let new: Vec<u64> = block.new_outs().map(|out| out.game).collect();
        assert_eq!(new, [4], "of the other one an earlier block tells");
    }
}
