//! What a bot in WebAssembly may have of memory and tables, and what it took since somebody asked: memory
//! that comes from the system costs time that no instruction of the bot's stands for.

use wasmtime::{ResourceLimiter, Result, StoreLimits, StoreLimitsBuilder};

use super::fuel_prices::FUEL_PER_PAGE;

/// The size of a page of WebAssembly.
const PAGE: usize = 1 << 16;
const MOST_TABLE_ELEMENTS: usize = 100_000;

/// The bounds of one store.
pub(super) struct Bounds {
    limits: StoreLimits,
    grown: u64,
}

impl Bounds {
    /// The bounds of a module.
    pub(super) fn of_module(memory: u64) -> Self {
        let limits =
            with_memory(memory).memories(1).tables(8).table_elements(MOST_TABLE_ELEMENTS).instances(1);
        Self { limits: limits.build(), grown: 0 }
    }

    /// The bounds of a component, which is ours and brings modules and tables of its own.
    pub(super) fn of_component(memory: u64) -> Self {
        Self { limits: with_memory(memory).build(), grown: 0 }
    }

    /// The fuel of the memory that was taken since this was asked last.
    #[inline]
    pub(super) fn take_burnt(&mut self) -> u64 {
        std::mem::take(&mut self.grown) * FUEL_PER_PAGE
    }
}

fn with_memory(memory: u64) -> StoreLimitsBuilder {
    StoreLimitsBuilder::new().memory_size(usize::try_from(memory).unwrap_or(usize::MAX))
}

impl ResourceLimiter for Bounds {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> Result<bool> {
        let allowed = self.limits.memory_growing(current, desired, maximum)?;
        if allowed {
            self.grown += (desired.saturating_sub(current) / PAGE) as u64;
        }
        Ok(allowed)
    }

    fn table_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> Result<bool> {
        self.limits.table_growing(current, desired, maximum)
    }

    fn instances(&self) -> usize {
        self.limits.instances()
    }

    fn tables(&self) -> usize {
        self.limits.tables()
    }

    fn memories(&self) -> usize {
        self.limits.memories()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;

    #[test]
    fn every_page_that_is_given_burns_and_none_that_is_not() {
        let mut bounds = Bounds::of_module(4 << 16);
        assert!(bounds.memory_growing(PAGE, 3 * PAGE, None).unwrap());
        assert!(!bounds.memory_growing(3 * PAGE, 5 * PAGE, None).unwrap());
        assert!(bounds.memory_growing(3 * PAGE, 4 * PAGE, Some(9 * PAGE)).unwrap());
        assert_eq!(bounds.take_burnt(), 3 * FUEL_PER_PAGE);
        assert_eq!(bounds.take_burnt(), 0, "what was burnt is burnt once");
    }
}
