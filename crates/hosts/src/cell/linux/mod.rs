//! The cell on Linux: the door's measures, the walls by bubblewrap or Landlock, control groups, and the trial of it all.

mod alive;
mod bubblewrap;
mod calls;
mod descriptors;
mod everything;
mod groups;
mod held;
mod hierarchy;
mod holdings;
mod landlock;
mod look;
mod measures;
mod mounts;
mod pipes;
mod tree;
mod trial;
mod user;
mod walls;
mod warden;
mod watch;
mod words;

pub(super) use alive::Alive;
pub(super) use everything::end_all;
pub(super) use held::Held;
pub(super) use measures::enter;
pub(super) use trial::try_tier;
pub(super) use walls::Walls;
