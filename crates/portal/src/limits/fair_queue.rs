//! Work that takes a while and of which only so much runs at once: a queue in which addresses take turns.
//!
//! Nobody can fill the queue for others: whoever has many waiting waits for their own, and an
//! address that comes second is served second. Whoever waits holds no thread and no lock; whoever
//! goes away leaves the queue.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use crate::error::Wrong;
use crate::limits::slots::network_of;

/// The queue for one kind of work.
#[derive(Debug, Clone)]
pub(crate) struct FairQueue {
    queue: Arc<Mutex<QueueState>>,
}

#[derive(Debug)]
struct QueueState {
    /// So many run at once.
    at_once: usize,
    /// So many may wait, in all and of one address.
    room: usize,
    room_an_address: usize,
    running: usize,
    next_ticket: u64,
    /// By address, in the order in which they are served next; none is empty.
    waiting: VecDeque<(IpAddr, VecDeque<Waiter>)>,
}

#[derive(Debug)]
struct Waiter {
    ticket: u64,
    call: oneshot::Sender<()>,
}

/// The queue is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueueFull;

impl From<QueueFull> for Wrong {
    fn from(_: QueueFull) -> Self {
        Self::Busy("too many wait for this already; try again in a minute".to_owned())
    }
}

/// Somebody's turn; the next one's begins when this is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    queue: Arc<Mutex<QueueState>>,
}

/// A place in the queue: a future of one's turn.
#[derive(Debug)]
pub(crate) struct QueueTurn {
    queue: Arc<Mutex<QueueState>>,
    ticket: u64,
    called: oneshot::Receiver<()>,
    /// Whether the turn was handed on already.
    taken: bool,
}

/// Where somebody stands in the queue, for as long as they do.
#[derive(Debug, Clone)]
pub(crate) struct Ticket {
    queue: Arc<Mutex<QueueState>>,
    number: u64,
}

impl FairQueue {
    /// So many at once, and so many waiting, half of them from one address.
    pub(crate) fn new(at_once: usize, room: usize) -> Self {
        let queue = QueueState {
            at_once,
            room,
            room_an_address: room.div_ceil(2),
            running: 0,
            next_ticket: 0,
            waiting: VecDeque::new(),
        };
        Self { queue: Arc::new(Mutex::new(queue)) }
    }

    /// Takes a place in the queue.
    pub(crate) fn join(&self, address: IpAddr) -> Result<QueueTurn, QueueFull> {
        let whose = network_of(address);
        let mut queue = lock(&self.queue);
        let ticket = queue.next_ticket;
        let (call, called) = oneshot::channel();
        if queue.running < queue.at_once {
            queue.running += 1;
            // The receiver is here: it hears.
            let _ = call.send(());
        } else {
            queue.push(whose, Waiter { ticket, call })?;
        }
        queue.next_ticket += 1;
        Ok(QueueTurn { queue: Arc::clone(&self.queue), ticket, called, taken: false })
    }

    /// Waits for a turn.
    pub(crate) async fn take(&self, address: IpAddr) -> Result<Permit, QueueFull> {
        Ok(self.join(address)?.await)
    }

    /// Does work in a turn, beside the threads that answer readers.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Wrong> {
        let turn = self.take(address).await?;
        // The turn goes along: where the reader hangs up, the work still runs, and counts.
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        done.await.map_err(|error| Wrong::Trouble(error.to_string()))
    }
}

fn lock(queue: &Mutex<QueueState>) -> MutexGuard<'_, QueueState> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl QueueState {
    fn push(&mut self, whose: IpAddr, waiter: Waiter) -> Result<(), QueueFull> {
        let all: usize = self.waiting.iter().map(|(_, own)| own.len()).sum();
        let own = self.waiting.iter_mut().find(|(address, _)| *address == whose);
        if all >= self.room || own.as_ref().is_some_and(|(_, own)| own.len() >= self.room_an_address) {
            return Err(QueueFull);
        }
        match own {
            Some((_, own)) => own.push_back(waiter),
            None => self.waiting.push_back((whose, VecDeque::from([waiter]))),
        }
        Ok(())
    }

    /// A turn is over: the next one in the queue has it.
    fn hand_on(&mut self) {
        while let Some((whose, mut own)) = self.waiting.pop_front() {
            let next = own.pop_front();
            if !own.is_empty() {
                self.waiting.push_back((whose, own));
            }
            // Whoever went away without leaving the queue is passed over.
            if next.is_some_and(|next| next.call.send(()).is_ok()) {
                return;
            }
        }
        self.running -= 1;
    }

    /// How many have their turn before this ticket.
    fn before(&self, ticket: u64) -> Option<usize> {
        let place = |own: &VecDeque<Waiter>| own.iter().position(|waiter| waiter.ticket == ticket);
        let (at, own) =
            self.waiting.iter().enumerate().find_map(|(at, (_, own))| place(own).map(|own| (at, own)))?;
        let served_before = |(other, (_, waiting)): (usize, &(IpAddr, VecDeque<Waiter>))| match other.cmp(&at)
        {
            std::cmp::Ordering::Less => waiting.len().min(own + 1),
            std::cmp::Ordering::Equal => own,
            std::cmp::Ordering::Greater => waiting.len().min(own),
        };
        Some(self.waiting.iter().enumerate().map(served_before).sum())
    }
}

impl QueueTurn {
    /// What tells where this stands, also after it was awaited.
    pub(crate) fn ticket(&self) -> Ticket {
        Ticket { queue: Arc::clone(&self.queue), number: self.ticket }
    }
}

impl Ticket {
    /// How many have their turn before; `None` for whoever has it already.
    pub(crate) fn before(&self) -> Option<usize> {
        lock(&self.queue).before(self.number)
    }
}

impl Future for QueueTurn {
    type Output = Permit;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Permit> {
        // The queue outlives everyone in it, and calls whoever it lets go.
        Pin::new(&mut self.called).poll(context).map(|_| {
            self.taken = true;
            Permit { queue: Arc::clone(&self.queue) }
        })
    }
}

impl Drop for QueueTurn {
    fn drop(&mut self) {
        if self.taken {
            return;
        }
        let mut queue = lock(&self.queue);
        if self.called.try_recv().is_ok() {
            queue.hand_on();
            return;
        }
        for (_, own) in &mut queue.waiting {
            own.retain(|waiter| waiter.ticket != self.ticket);
        }
        queue.waiting.retain(|(_, own)| !own.is_empty());
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        lock(&self.queue).hand_on();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    fn now(waiting: &mut QueueTurn) -> Option<Permit> {
        waiting.now_or_never()
    }

    #[test]
    fn whoever_has_many_waiting_waits_for_their_own_and_nobody_else_does() {
        let queue = FairQueue::new(1, 100);
        let first = now(&mut queue.join(address(1)).unwrap()).unwrap();
        let mut greedy: Vec<QueueTurn> = (0..20).map(|_| queue.join(address(1)).unwrap()).collect();
        let mut modest = queue.join(address(2)).unwrap();
        assert_eq!(greedy[19].ticket().before(), Some(20));
        assert_eq!(modest.ticket().before(), Some(1));
        assert!(now(&mut greedy[0]).is_none() && now(&mut modest).is_none());
        drop(first);
        let second = now(&mut greedy[0]).unwrap();
        assert_eq!((greedy[0].ticket().before(), modest.ticket().before()), (None, Some(0)));
        drop(second);
        assert!(now(&mut greedy[1]).is_none());
        assert!(now(&mut modest).is_some());
    }

    #[test]
    fn no_more_run_at_once_than_may_and_a_full_queue_says_so() {
        let queue = FairQueue::new(2, 4);
        let running: Vec<Permit> =
            (0..2).map(|_| now(&mut queue.join(address(1)).unwrap()).unwrap()).collect();
        let mut own: Vec<QueueTurn> = (0..2).map(|_| queue.join(address(1)).unwrap()).collect();
        assert_eq!(queue.join(address(1)).unwrap_err(), QueueFull, "half of the queue is for one address");
        let others: Vec<QueueTurn> = (2..4).map(|other| queue.join(address(other)).unwrap()).collect();
        assert_eq!(queue.join(address(9)).unwrap_err(), QueueFull);
        drop(others);
        assert!(now(&mut own[0]).is_none());
        drop(running);
        assert!(own.iter_mut().all(|waiting| now(waiting).is_some()));
    }

    #[test]
    fn whoever_goes_away_leaves_the_queue_also_with_a_turn_in_hand() {
        let queue = FairQueue::new(1, 10);
        let first = now(&mut queue.join(address(1)).unwrap()).unwrap();
        let (gone, called) = (queue.join(address(2)).unwrap(), queue.join(address(3)).unwrap());
        let mut last = queue.join(address(4)).unwrap();
        assert_eq!(last.ticket().before(), Some(2));
        drop(gone);
        assert_eq!(last.ticket().before(), Some(1));
        drop(first);
        assert!(now(&mut last).is_none());
        drop(called);
        drop(now(&mut last).unwrap());
        assert_eq!(lock(&queue.queue).running, 0);
    }

    #[tokio::test]
    async fn a_panic_at_work_gives_the_turn_on() {
        let queue = FairQueue::new(1, 10);
        let broken = queue.work(address(1), || panic!("on purpose")).await;
        assert!(matches!(broken, Err::<(), _>(Wrong::Trouble(_))));
        assert_eq!(queue.work(address(1), || 7).await.unwrap(), 7);
    }
}
