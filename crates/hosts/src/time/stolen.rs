//! What the host of a virtual machine took from its processors: the machine believes that a task runs, and it
//! does not. The kernel books that for each processor and for no task, so it is neither a bot's time nor its
//! waiting.

use std::time::Duration;

/// So much was taken from each processor since the machine was started; empty where nothing ever was, or
/// nobody tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Stolen(Vec<Duration>);

/// The kernel's unit for times in `/proc`, on every architecture.
const TICK: Duration = Duration::from_millis(10);
/// Where a processor's line says what was stolen, after its name.
const STEAL: usize = 8;

impl Stolen {
    /// By now.
    pub(crate) fn now() -> Self {
        Self::read(&std::fs::read_to_string("/proc/stat").unwrap_or_default())
    }

    /// The lines of the processors; the first line is their sum.
    fn read(stat: &str) -> Self {
        let ticks = |line: &str| line.split_ascii_whitespace().nth(STEAL)?.parse().ok();
        let mut lines = stat.lines().take_while(|line| line.starts_with("cpu"));
        match lines.next().and_then(ticks) {
            None | Some(0) => Self::default(),
            Some(_) => Self(lines.map(|line| TICK * ticks(line).unwrap_or(0)).collect()),
        }
    }

    /// What was taken since then from the processor that lost most: which of them a task used is not known.
    pub(crate) fn since(&self, before: &Self) -> Duration {
        let earlier = before.0.iter().copied().chain(std::iter::repeat(Duration::ZERO));
        self.0.iter().zip(earlier).map(|(now, earlier)| now.saturating_sub(earlier)).max().unwrap_or_default()
    }

    #[cfg(test)]
    pub(crate) fn of(processors: &[Duration]) -> Self {
        Self(processors.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: &str = "cpu  1677 123 387 405 6 0 17 12 0 0\ncpu0 855 58 211 174 2 0 0 7 0 0\n\
                        cpu1 822 65 176 231 4 0 15 5 0 0\nintr 4711\n";

    #[test]
    fn each_processor_tells_what_it_lost() {
        assert_eq!(Stolen::read(STAT), Stolen(vec![7 * TICK, 5 * TICK]));
        assert_eq!(Stolen::read("cpu  1 1 1 1 1 1 1 0 0 0\ncpu0 1 1 1 1 1 1 1 0 0 0\n"), Stolen::default());
        assert_eq!(Stolen::read(""), Stolen::default());
    }

    #[test]
    fn the_processor_that_lost_most_counts_from_then_on() {
        let later = Stolen::of(&[8 * TICK, 9 * TICK]);
        assert_eq!(later.since(&Stolen::read(STAT)), 4 * TICK);
        assert_eq!(later.since(&later), Duration::ZERO);
        assert_eq!(later.since(&Stolen::default()), 9 * TICK, "nothing was ever stolen before");
        assert_eq!(Stolen::default().since(&later), Duration::ZERO);
    }
}
