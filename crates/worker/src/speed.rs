//! How quick a processor of this machine is, by a short computation that is the same everywhere.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

/// Steps of one measurement: some milliseconds.
const STEPS: u32 = 4_000_000;
/// The best of so many counts: neighbours only ever make it slower.
const TIMES: u32 = 8;
/// Numbers that are looked up on the way, so that a processor's memory counts as well.
const TABLE: usize = 1 << 12;

/// Millions of steps a second of one processor, counted in its own time.
#[must_use]
pub(crate) fn measured() -> f64 {
    let mut table: Vec<u64> = (0..TABLE as u64).map(|number| number.wrapping_mul(0x9e37_79b9)).collect();
    let best = (0..TIMES).map(|_| seconds_of(&mut table)).fold(f64::INFINITY, f64::min);
    f64::from(STEPS) / best.max(1e-9) / 1e6
}

/// The seconds of this thread's own time that all steps take.
fn seconds_of(table: &mut [u64]) -> f64 {
    let begun = own_time();
    let mut state = black_box(0x2545_f491_4f6c_dd1d_u64);
    for _ in 0..STEPS {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let place = state as usize % TABLE;
        table[place] = table[place].wrapping_add(state);
        state ^= table[(place + 1) % TABLE] >> 11;
    }
    black_box(state);
    own_time() - begun
}

fn own_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_has_a_speed() {
        let speed = measured();
        assert!(speed.is_finite() && speed > 0.0, "{speed}");
    }
}
