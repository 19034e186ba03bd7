//! A seat whose bot never came: it is out of the tournament from the first game on.

use croupier_games::Game;
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, Player};

use crate::crew::Faulty;

/// Nobody, for a reason.
#[derive(Debug)]
pub(crate) struct Absent {
    why: String,
}

impl Absent {
    /// Nobody sits here, because of this.
    pub(crate) fn new(why: &str) -> Self {
        Self { why: why.to_owned() }
    }

    fn fault<T>(&self) -> Faulty<T> {
        Err(Box::new(Fault::new(FaultKind::Disqualified, self.why.as_str())))
    }
}

impl<G: Game> Player<G> for Absent {
    fn ask(&mut self, _: Ask<'_, G>) -> Faulty<()> {
        self.fault()
    }

    fn reply(&mut self) -> Faulty<Answer<G::Move>> {
        self.fault()
    }

    fn notice(&mut self, _: &Notice<'_, G>) -> Faulty<()> {
        Ok(())
    }
}
