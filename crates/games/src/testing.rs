//! Reads compact views as a host in another language does, for the tests of those who write them.

/// What is left of a view.
pub(crate) struct CompactReader<'a>(pub(crate) &'a [u8]);

impl CompactReader<'_> {
    fn number<const BYTES: usize>(&mut self) -> u64 {
        let (bytes, rest) = self.0.split_first_chunk::<BYTES>().unwrap();
        self.0 = rest;
        bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.number::<1>() as u8
    }

    /// A byte that may stand for nothing.
    pub(crate) fn maybe(&mut self) -> Option<u8> {
        Some(self.byte()).filter(|&byte| byte != u8::MAX)
    }

    pub(crate) fn two(&mut self) -> u16 {
        self.number::<2>() as u16
    }

    pub(crate) fn four(&mut self) -> u32 {
        self.number::<4>() as u32
    }

    pub(crate) fn eight(&mut self) -> u64 {
        self.number::<8>()
    }

    /// Bytes with their number before them.
    pub(crate) fn row(&mut self) -> Vec<u8> {
        (0..self.byte()).map(|_| self.byte()).collect()
    }

    /// The numbers whose bits are set.
    pub(crate) fn set(&mut self) -> Vec<u8> {
        let bits = self.eight();
        (0..64).filter(|bit| bits >> bit & 1 == 1).collect()
    }
}
