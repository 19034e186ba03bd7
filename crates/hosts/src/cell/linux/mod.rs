//! The cell on Linux: the launcher's measures, the policy by bubblewrap or Landlock, control groups, and the
//! trial of it all.

mod alive;
mod bubblewrap;
mod calls;
mod control_groups;
mod descriptors;
mod everything;
mod held;
mod holdings;
mod landlock;
mod measures;
mod mounts;
mod pipes;
mod policy;
mod spawner;
mod tree;
mod trial;
mod user;
mod watch;

pub(super) use alive::Alive;
pub(super) use everything::end_all;
pub(super) use held::Held;
pub(super) use measures::enter;
pub(super) use policy::Policy;
pub(super) use trial::try_tier;
