//! Designs that deal the same cards again: who may play them, and what a run says of them before it begins.
//!
//! Bots on this machine play every repetition in processes of their own. What is behind a url is nobody's to
//! start anew.

use croupier_arena::naming::NamedBot;
use croupier_arena::{Bot, CrewCount};
use croupier_record::{Design, Header, Instances};

/// Whether bots behind urls may meet a deal again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Urls {
    /// Not: nobody here can make them forget it.
    #[default]
    Refused,
    /// They may, and are trusted not to use it.
    Trusted,
}

impl Urls {
    /// What a plan's key or a flag says.
    pub(crate) fn trusted(said: bool) -> Self {
        if said { Self::Trusted } else { Self::Refused }
    }
}

/// Refuses to deal the same cards again to bots that could remember them.
pub(crate) fn check(
    design: Design,
    instances: Instances,
    bots: &[NamedBot],
    urls: Urls,
) -> Result<(), String> {
    if !design.repeats_deals() {
        return Ok(());
    }
    if instances == Instances::Tournament
        && let Some(named) = bots.iter().find(|named| named.bot.is_foreign())
    {
        return Err(format!(
            "the design {design} deals the same cards again, and {} could remember them; add \
             instances = \"game\" to the plan, or take the design balanced or random",
            named.spec
        ));
    }
    let behind_url = |named: &&NamedBot| matches!(named.bot, Bot::Http(_));
    match bots.iter().find(behind_url) {
        Some(named) if urls == Urls::Refused => Err(format!(
            "the design {design} deals the same cards again, and {} is behind a url, where nothing can \
             make it forget them; take the design balanced or random, or trust it with trust_urls = true in \
             the plan or --trust-urls",
            named.spec
        )),
        _ => Ok(()),
    }
}

/// Says on the standard error who could cheat, and where bots are started more often than anybody likes.
pub(crate) fn tell(header: &Header, bots: &[Bot], silent: bool) {
    if !header.design.repeats_deals() {
        return;
    }
    let design = header.design;
    // Whoever reads the result must know it, however quiet the run is.
    for (entrant, _) in header.entrants.iter().zip(bots).filter(|(_, bot)| matches!(bot, Bot::Http(_))) {
        eprintln!(
            "croupier: {} is behind a url and could cheat: the design {design} deals the same cards again, \
             and nothing here makes it forget them",
            entrant.name
        );
    }
    let count = CrewCount::of(bots, header.games_per_deal, header.lanes as usize);
    if !count.all_stay() && !silent {
        eprintln!(
            "croupier: the design {design} plays every deal {} times, each time with {} bots of its own; {} \
             of these {} crews stay running, the bots of the others are started for each game, which takes \
             time: fewer bots, fewer lanes, or the design pairs or balanced need fewer",
            count.all, count.bots, count.staying, count.all
        );
    }
}
