//! Several things done at a time, for what is mostly waiting: loading bots.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use croupier_hosts::usable_cores;

/// So many at least, since a bot that loads may only wait; and so many at most, since each takes memory.
const FEWEST: usize = 4;
const MOST: usize = 16;

/// Does the same with every item, several at a time, and gives what came of each, in their order. `done` is
/// told how many are done, on the thread of whoever calls.
pub fn several<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(usize),
) -> Vec<R> {
    let workers = (2 * usable_cores().len()).clamp(FEWEST, MOST).min(items.len());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut results: Vec<(usize, R)> = Vec::with_capacity(items.len());
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((at, item)) = taken(items, next) {
                    // Whoever waits for it waits for all.
                    let _ = sender.send((at, work(item)));
                }
            });
        }
        drop(sender);
        for result in receiver {
            results.push(result);
            done(results.len());
        }
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The next item that nobody has taken.
fn taken<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    items.get(at).map(|item| (at, item))
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_and_each_is_told() {
        let items: Vec<u32> = (0..100).collect();
        let mut told = Vec::new();
        let squares = several(&items, |item| item * item, |done| told.push(done));
        assert_eq!(squares, items.iter().map(|item| item * item).collect::<Vec<_>>());
        assert_eq!(told, (1..=100).collect::<Vec<_>>());
        assert_eq!(several(&[0_u8; 0], |item| *item, |_| {}), [0_u8; 0]);
    }

    #[test]
    fn as_many_as_wait_for_each_other_are_done_at_a_time() {
        // One after the other would wait for ever.
        let all_there = Barrier::new(FEWEST);
        several(&[(); FEWEST], |()| all_there.wait().is_leader(), |_| {});
    }
}
