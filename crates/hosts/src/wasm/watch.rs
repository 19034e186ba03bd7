//! The second clock of a call into WebAssembly: processor time of this machine, against code for which fuel
//! stands for far too little. It is read a few times a second at most, and never for a call that comes back
//! soon.
//!
//! Fuel decides, since it is the same everywhere; this clock ends what would hold a table up all the same.

use std::thread;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use wasmtime::{Engine, Store, UpdateDeadline};

use super::engine::time_of;

/// How often a call that takes long is looked at.
const TICK: Duration = Duration::from_millis(100);
/// So many times the time that its fuel stands for.
const MOST: u32 = 10;

/// A call that took too much of a processor, whatever its fuel says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it took {:.2} s of a processor, {MOST} times the time that its fuel stands for", .0.as_secs_f64())]
pub(super) struct TookTooLong(Duration);

/// What is known of the call under way.
#[derive(Debug, Default)]
pub(super) struct Watch {
    fuel: u64,
    /// The processor time at the first look.
    since: Option<Duration>,
}

impl Watch {
    /// Looks at a call under way.
    fn look(&mut self, now: Duration) -> Result<(), TookTooLong> {
        let took = now.saturating_sub(*self.since.get_or_insert(now));
        if took > MOST * time_of(self.fuel) { Err(TookTooLong(took)) } else { Ok(()) }
    }
}

/// What a store keeps, with its watch.
pub(super) trait Watched {
    /// The watch.
    fn watch(&mut self) -> &mut Watch;
}

/// Has the calls of a store looked at.
pub(super) fn watch_over<T: Watched>(store: &mut Store<T>) {
    store.epoch_deadline_callback(|mut context| {
        context.data_mut().watch().look(processor_time())?;
        Ok(UpdateDeadline::Continue(1))
    });
}

/// Begins a call with so much fuel.
#[inline]
pub(super) fn begin<T: Watched>(store: &mut Store<T>, fuel: u64) -> wasmtime::Result<()> {
    *store.data_mut().watch() = Watch { fuel, since: None };
    store.set_epoch_deadline(1);
    store.set_fuel(fuel)
}

/// Lets time pass for all calls of an engine, from now on.
pub(super) fn start_clock(engine: &Engine) {
    let engine = engine.clone();
    // Where there is no thread for it, fuel is the only clock.
    let _ = thread::Builder::new().name("wasm clock".to_owned()).spawn(move || {
        loop {
            thread::sleep(TICK);
            engine.increment_epoch();
        }
    });
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;
    use crate::wasm::fuel_of;

    #[test]
    fn a_call_may_take_ten_times_what_its_fuel_stands_for_and_no_more() {
        let at = Duration::from_millis;
        let mut watch = Watch { fuel: fuel_of(at(10)), since: None };
        assert_eq!(watch.look(at(5000)), Ok(()), "time before the first look is not its own");
        assert_eq!(watch.look(at(5100)), Ok(()));
        assert_eq!(watch.look(at(5101)), Err(TookTooLong(at(101))));
    }

    /// `(module (func (export "spin") (loop (br 0))))`.
    const SPINS: &[u8] =
        b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x07\x08\x01\x04spin\0\0\x0a\x09\x01\x07\0\
        \x03\x40\x0c\0\x0b\x0b";

    impl Watched for Watch {
        fn watch(&mut self) -> &mut Watch {
            self
        }
    }

    #[test]
    fn a_loop_ends_by_the_second_clock_where_its_fuel_does_not() {
        let engine = crate::wasm::engine::engine().unwrap();
        let mut store = Store::new(engine, Watch::default());
        watch_over(&mut store);
        begin(&mut store, fuel_of(Duration::from_millis(1))).unwrap();
        // The fuel of an hour, which nobody has looked at.
        store.set_fuel(fuel_of(Duration::from_secs(3600))).unwrap();
        let module = wasmtime::Module::from_binary(engine, SPINS).unwrap();
        let instance = wasmtime::Instance::new(&mut store, &module, &[]).unwrap();
        let spin = instance.get_typed_func::<(), ()>(&mut store, "spin").unwrap();
        let error = spin.call(&mut store, ()).unwrap_err();
        assert!(error.downcast_ref::<TookTooLong>().is_some(), "{error:#}");
    }

    #[test]
    fn what_took_too_long_is_told_with_both_clocks() {
        let told = TookTooLong(Duration::from_millis(1500)).to_string();
        assert_eq!(told, "it took 1.50 s of a processor, 10 times the time that its fuel stands for");
    }
}
