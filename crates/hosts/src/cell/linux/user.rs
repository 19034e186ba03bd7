//! Which user a bot becomes where the machine's root starts it. Nothing of its own stays with it: no group,
//! no capability, no file.

use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use nix::unistd::Uid;

/// The first of 2²⁸ numbers that no distribution gives to anybody.
const FIRST: u32 = 0x7000_0000;
/// The user `nobody`, where the system knows only 16 bits of users, as in many containers.
const NOBODY: u32 = 65_534;

/// Who bots are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum User {
    /// The user who started this program; it is not the machine's root.
    Same,
    /// Root starts, and every cell gets a number of its own: its processes can be counted, and no other
    /// cell's touched.
    Own,
    /// Root starts, and every bot is `nobody`.
    Nobody,
}

impl User {
    /// What can be tried, best first.
    pub(super) fn choices() -> Vec<Self> {
        if !Uid::effective().is_root() {
            return vec![Self::Same];
        }
        let mut choices = vec![Self::Own, Self::Nobody];
        if !is_machine_root() {
            // Root of a container only, which may have no other user at all.
            choices.push(Self::Same);
        }
        choices
    }

    /// The number of the next cell's user, where it changes.
    pub(super) fn next(&self) -> Option<u32> {
        match self {
            Self::Same => None,
            Self::Own => Some(own(std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))),
            Self::Nobody => Some(NOBODY),
        }
    }
}

/// Whether this process is root, and not only in a user namespace.
pub(super) fn is_machine_root() -> bool {
    let users = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    Uid::effective().is_root() && is_whole(&users)
}

/// Whether a map of users is that of the machine itself: everybody, each under the same number.
fn is_whole(map: &str) -> bool {
    map.split_ascii_whitespace().eq(["0", "0", "4294967295"])
}

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Two programs at once give out different numbers: each has 4,096, and takes them in turn.
fn own(program: u32, turn: u32) -> u32 {
    FIRST | ((program & 0xFFFF) << 12) | (turn & 0xFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_root_has_a_user_of_its_own() {
        assert_ne!(User::Own.next(), User::Own.next());
        assert_ne!(own(7, 0), own(8, 0));
    }

    #[test]
    fn root_of_a_container_is_not_the_machines() {
        assert!(is_whole("         0          0 4294967295\n"));
        assert!(!is_whole("         0       1000          1\n"));
    }

    #[test]
    fn no_number_leaves_the_range_that_nobody_uses() {
        assert_eq!((own(0, 0), own(u32::MAX, u32::MAX)), (0x7000_0000, 0x7FFF_FFFF));
    }
}
