//! The one engine for all bots in WebAssembly, and the clock they share: fuel, which is the same on every
//! machine.

use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use croupier_record::{FUEL_PER_NS, OwnTime};
use wasmtime::{Cache, CacheConfig, Config, Engine};

use super::bad_module::NoEngine;
use super::{fuel_prices, watch};
use crate::inside::FUEL_SCHEDULE;

/// The version of Wasmtime: fuel is the same everywhere, but not promised to be so in another version.
pub const WASMTIME: &str = "48.0.8";

/// What counts fuel, and by which prices: in another its fuel may be another.
#[must_use]
pub(crate) fn counted_by() -> String {
    format!("Wasmtime {WASMTIME}, {FUEL_SCHEDULE}")
}

/// The deepest calls of a bot, in bytes; half of what a thread of ours has.
const STACK: usize = 1 << 20;

/// A time on the reference machine as fuel.
#[must_use]
pub fn fuel_of(time: Duration) -> u64 {
    let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    nanos.saturating_mul(FUEL_PER_NS)
}

/// Fuel as a time on the reference machine.
#[must_use]
pub fn time_of(fuel: u64) -> Duration {
    OwnTime::Fuel(fuel).time()
}

/// The engine, made at the first call.
pub(crate) fn engine() -> Result<&'static Engine, NoEngine> {
    static ENGINE: OnceLock<Result<Engine, NoEngine>> = OnceLock::new();
    ENGINE.get_or_init(|| make().map_err(|error| NoEngine(error.to_string()))).as_ref().map_err(Clone::clone)
}

fn make() -> wasmtime::Result<Engine> {
    let mut config = Config::new();
    config.consume_fuel(true).cranelift_nan_canonicalization(true).max_wasm_stack(STACK);
    // What an instruction burns is ours to say, and a second clock runs beside fuel.
    config.operator_cost(fuel_prices::prices()).epoch_interruption(true);
    // Whatever may differ from one processor to the next is made the same.
    config.relaxed_simd_deterministic(true);
    // Compiled code is kept by content; where it cannot be, everything is compiled anew.
    if let Some(folder) = cache_folder() {
        let mut kept = CacheConfig::new();
        kept.with_directory(folder.join("compiled"));
        config.cache(Cache::new(kept).ok());
    }
    let engine = Engine::new(&config)?;
    watch::start_clock(&engine);
    Ok(engine)
}

/// The user's cache folder for WebAssembly: below `XDG_CACHE_HOME`, or below `.cache` in the home.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")))?;
    Some(home.join("croupier/wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_one_that_is_built_in() {
        let lock = include_str!("../../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"wasmtime\"\nversion = \"{WASMTIME}\"")));
    }

    #[test]
    fn fuel_and_time_are_two_words_for_one_thing() {
        assert_eq!(fuel_of(Duration::from_millis(3)), 3 * croupier_record::FUEL_PER_MS);
        assert_eq!(time_of(fuel_of(Duration::from_secs(7))), Duration::from_secs(7));
    }
}
