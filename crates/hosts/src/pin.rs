//! Keeping a table and its bots on one processor: waking another one costs eight times the whole
//! conversation.

/// The processors this process may use.
#[cfg(target_os = "linux")]
#[must_use]
pub fn usable_cores() -> Vec<usize> {
    let Ok(set) = rustix::thread::sched_getaffinity(None) else { return Vec::new() };
    (0..rustix::thread::CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect()
}

/// Keeps the calling thread on one processor, where the system can.
#[cfg(target_os = "linux")]
pub fn pin_to(core: usize) {
    let mut set = rustix::thread::CpuSet::new();
    set.set(core);
    // Unpinned it is slower, and otherwise the same.
    let _ = rustix::thread::sched_setaffinity(None, &set);
}

/// The processors this process may use: unknown here.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn usable_cores() -> Vec<usize> {
    Vec::new()
}

/// Keeps the calling thread on one processor: not on this system.
#[cfg(not(target_os = "linux"))]
pub fn pin_to(_: usize) {}
