//! A seat whose bot never came: it is out of the tournament from the first game on, and its reason is told
//! once.

use croupier_games::Game;
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, Player};

use crate::crew::Faulty;

/// Nobody, for a reason.
#[derive(Debug)]
pub(crate) struct Absent {
    /// Empty once it was told.
    why: String,
}

impl Absent {
    /// Nobody sits here, because of this.
    pub(crate) fn new(why: &str) -> Self {
        Self { why: why.to_owned() }
    }

    fn fault<T>(&mut self) -> Faulty<T> {
        Err(Box::new(Fault::new(FaultKind::Disqualified, std::mem::take(&mut self.why))))
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

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;
    use croupier_games::Seed;
    use croupier_games::no_thanks::NoThanks;

    #[test]
    fn whoever_never_came_says_why_once() {
        let game = NoThanks::deal(3, &Default::default(), Seed::plain(7)).unwrap();
        let mut absent = Absent::new("does not load: no such file");
        let mut told = |number| {
            let view = game.view(croupier_games::Seat(0));
            let ask: Ask<'_, NoThanks> = Ask { number, view, refused: None, memory: None };
            *absent.ask(ask).unwrap_err()
        };
        assert_eq!(told(1), Fault::new(FaultKind::Disqualified, "does not load: no such file"));
        assert_eq!([told(2), told(3)], ["", ""].map(|why| Fault::new(FaultKind::Disqualified, why)));
    }
}
