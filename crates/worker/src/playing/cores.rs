//! Which processor a slot has: one that no other slot on this machine has, as long as there is one. Two
//! workers side by side would otherwise both begin with the first.

use std::collections::VecDeque;

/// A slot's processor, and that it is taken.
#[derive(Debug)]
pub(super) struct Core {
    /// Its number.
    pub(super) number: usize,
    _taken: Option<Taken>,
}

/// The processors of this machine that slots are given.
#[derive(Debug)]
pub(super) struct Cores {
    /// In the order in which they are tried; those that were given out stand last.
    all: VecDeque<usize>,
    /// What a processor is called while it is taken.
    name: &'static str,
}

impl Cores {
    /// Of these.
    pub(super) fn new(usable: Vec<usize>) -> Self {
        Self::named(usable, "croupier-worker")
    }

    fn named(usable: Vec<usize>, name: &'static str) -> Self {
        Self { all: usable.into(), name }
    }

    /// One for the next slot; where all are taken, they are shared in turn.
    pub(super) fn next(&mut self) -> Option<Core> {
        let free = self.all.iter().find_map(|&number| Some((number, Taken::take(self.name, number)?)));
        let (number, taken) = match free {
            Some((number, taken)) => (number, Some(taken)),
            None => (*self.all.front()?, None),
        };
        self.all.retain(|other| *other != number);
        self.all.push_back(number);
        Some(Core { number, _taken: taken })
    }
}

/// A name that one process of this machine has: the system gives it back when the process ends, however.
#[cfg(target_os = "linux")]
#[derive(Debug)]
struct Taken(#[allow(dead_code)] std::os::unix::net::UnixDatagram);

#[cfg(target_os = "linux")]
impl Taken {
    fn take(name: &str, number: usize) -> Option<Self> {
        use std::os::linux::net::SocketAddrExt;
        use std::os::unix::net::{SocketAddr, UnixDatagram};
        let address = SocketAddr::from_abstract_name(format!("{name}-{number}")).ok()?;
        UnixDatagram::bind_addr(&address).ok().map(Self)
    }
}

/// Nobody is pinned to a processor on other systems.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
struct Taken;

#[cfg(not(target_os = "linux"))]
impl Taken {
    fn take(_: &str, _: usize) -> Option<Self> {
        Some(Self)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn workers_side_by_side_have_processors_of_their_own_as_long_as_there_are_some() {
        let new = || Cores::named(vec![4, 6, 9], "croupier-worker-in-a-test");
        let (mut one, mut other) = (new(), new());
        let number = |core: &Option<Core>| core.as_ref().map(|core| core.number);
        let (first, second) = (one.next(), other.next());
        assert_eq!((number(&first), number(&second)), (Some(4), Some(6)));
        let third = one.next();
        assert_eq!(number(&third), Some(9));
        // All are taken: they are shared in turn.
        let shared = [other.next(), other.next()];
        assert_eq!(shared.each_ref().map(number), [Some(4), Some(9)]);
        drop(first);
        assert_eq!(number(&one.next()), Some(4), "whose slot ended is free");
        assert_eq!(number(&Cores::new(Vec::new()).next()), None);
    }
}
