//! Processor time of this thread: neighbours on the machine slow it less than the clock on the wall.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time this thread has used so far.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// How long this thread works on something.
pub(crate) fn time(work: impl FnOnce()) -> Duration {
    let begun = processor_time();
    work();
    processor_time() - begun
}

/// How long this thread has stood ready so far while others had its processor; nothing where the system does
/// not tell.
pub(crate) fn waited() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told.split_whitespace().nth(1).and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

/// The processor time that all threads of this process have used so far.
pub(crate) fn process_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The processor time of this process and of all it started that has ended.
pub(crate) fn family_time() -> Duration {
    // Linux counts these in hundredths of a second, whatever its own clock does.
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may hold anything: the state is the first, the children's two times are the 14th
    // and 15th.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let children: u32 = fields.skip(13).take(2).filter_map(|field| field.parse::<u32>().ok()).sum();
    process_time() + TICK * children
}
