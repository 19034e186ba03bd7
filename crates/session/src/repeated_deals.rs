//! Designs that deal the same cards again, and who may play them.
//!
//! Bots on this machine play every repetition in processes of their own. What is behind a url is
//! nobody's to start anew.

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_record::{Design, Instances};

use crate::error::SessionError;

/// Whether bots behind urls may meet a deal again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Urls {
    /// Not: nobody here can make them forget it.
    #[default]
    Refused,
    /// They may, and are trusted not to use it.
    Trusted,
}

impl Urls {
    /// What a plan's key or a flag says.
    #[must_use]
    pub fn trusted(said: bool) -> Self {
        if said { Self::Trusted } else { Self::Refused }
    }
}

/// A bot behind a url would meet a deal again, which nobody can make it forget.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the design {design} deals the same cards again, and {bot} is behind a url, where nothing can make it \
     forget them; take the design balanced or random"
)]
pub struct BehindUrl {
    /// What repeats deals.
    pub design: Design,
    /// Who is out of reach.
    pub bot: String,
}

/// Refuses to deal the same cards again to bots that could remember them.
pub(crate) fn check(
    design: Design,
    instances: Instances,
    bots: &[NamedBot],
    urls: Urls,
) -> Result<(), SessionError> {
    if !design.repeats_deals() {
        return Ok(());
    }
    let remembers = |named: &&NamedBot| instances == Instances::Tournament && named.bot.is_foreign();
    if let Some(named) = bots.iter().find(remembers) {
        return Err(SessionError::Remembers { design, bot: named.spec.clone() });
    }
    let out_of_reach = |named: &&NamedBot| urls == Urls::Refused && matches!(named.bot, Bot::Http(_));
    match bots.iter().find(out_of_reach) {
        Some(named) => Err(BehindUrl { design, bot: named.spec.clone() }.into()),
        None => Ok(()),
    }
}
