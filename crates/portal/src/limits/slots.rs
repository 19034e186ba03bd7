//! Slots that readers take and give back: so many in all, and so many for one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// All slots of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Slots {
    all: usize,
    an_address: usize,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by: HashMap<IpAddr, usize>,
}

/// A slot; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    whose: IpAddr,
    taken: Arc<Mutex<Taken>>,
}

/// Why there is no slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SlotsFull {
    /// All are taken.
    All,
    /// This address has its share.
    Address,
}

impl Slots {
    /// So many in all, and so many for one address.
    pub(crate) fn new(all: usize, an_address: usize) -> Self {
        Self { all, an_address, taken: Arc::default() }
    }

    /// Takes a slot.
    pub(crate) fn take(&self, address: IpAddr) -> Result<Slot, SlotsFull> {
        let whose = network_of(address);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.all >= self.all {
            return Err(SlotsFull::All);
        }
        let own = taken.by.entry(whose).or_default();
        if *own >= self.an_address {
            return Err(SlotsFull::Address);
        }
        *own += 1;
        taken.all += 1;
        Ok(Slot { whose, taken: Arc::clone(&self.taken) })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        if let Some(own) = taken.by.get_mut(&self.whose) {
            *own -= 1;
            if *own == 0 {
                taken.by.remove(&self.whose);
            }
        }
    }
}

/// Who counts as one: with IPv6, everybody is given a whole network of addresses.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_take_all_places_and_what_is_given_back_can_be_taken() {
        let slots = Slots::new(3, 2);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse::<IpAddr>().unwrap());
        let first = slots.take(one).unwrap();
        let _second = slots.take(one).unwrap();
        assert_eq!(slots.take(one).unwrap_err(), SlotsFull::Address);
        let _third = slots.take(other).unwrap();
        assert_eq!(slots.take(other).unwrap_err(), SlotsFull::All);
        drop(first);
        let _again = slots.take(other).unwrap();
        assert_eq!(slots.take(one).unwrap_err(), SlotsFull::All);
    }

    #[test]
    fn a_network_of_addresses_is_one_reader_and_a_mapped_address_is_the_plain_one() {
        let of = |address: &str| network_of(address.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::5"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::5"), of("2001:db8:1:3::5"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }

    #[test]
    fn nothing_is_remembered_of_whoever_is_gone() {
        let slots = Slots::new(10, 10);
        drop(slots.take("10.0.0.1".parse().unwrap()).unwrap());
        let taken = slots.taken.lock().unwrap();
        assert!(taken.all == 0 && taken.by.is_empty());
    }
}
