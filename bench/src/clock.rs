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

/// The processor time that all threads of this process have used so far.
pub(crate) fn process_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
