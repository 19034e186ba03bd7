//! The end of a game, worked out: every card that may still come, every decision of ours, and everyone else
//! by their prices.
//!
//! It is exact for those prices: what it says is the mean over all worlds, with our best decision wherever we
//! are asked. How many positions it may look at, or for how long, is given; where that does not suffice it
//! says so and no more.

use super::prices::Prices;
use super::search_position::{SEATS, SearchPosition};
use crate::budget::Spending;

/// Positions between two looks at the clock: a few microseconds.
const BETWEEN_LOOKS: u64 = 64;

/// What both decisions lead to, on average over all worlds: our burden.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outlook {
    pub(super) take: f64,
    pub(super) pass: f64,
}

/// A search that is under way.
pub(super) struct Endgame<'p> {
    prices: &'p [Prices; SEATS],
    me: usize,
    /// What may still be spent; a step is a position.
    spending: Spending,
    /// Positions since it was last asked.
    unasked: u64,
}

impl<'p> Endgame<'p> {
    /// For this player, with these prices of everyone else.
    pub(super) fn new(me: usize, prices: &'p [Prices; SEATS], spending: Spending) -> Self {
        Self { prices, me, spending, unasked: 0 }
    }

    /// What both decisions lead to, where so many cards come after the open one; `None` if that is too much
    /// work.
    pub(super) fn outlook(&mut self, position: &SearchPosition, left: usize) -> Option<Outlook> {
        let unseen = position.unseen();
        let take = self.taken(*position, unseen, left)?;
        let mut passed = *position;
        passed.pass();
        let pass = self.worth(passed, unseen, left)?;
        Some(Outlook { take, pass })
    }

    /// Our burden from here on, where the open card is still to be decided on.
    fn worth(&mut self, mut position: SearchPosition, unseen: u64, left: usize) -> Option<f64> {
        loop {
            self.look()?;
            if position.is_forced() {
                return self.taken(position, unseen, left);
            }
            if position.to_move() == self.me {
                let take = self.taken(position, unseen, left)?;
                // With nothing to come it is not worth waiting where the card is worth a coin.
                position.pass();
                let pass = self.worth(position, unseen, left)?;
                return Some(take.min(pass));
            }
            if self.prices[position.to_move()].takes(&position, left) {
                return self.taken(position, unseen, left);
            }
            position.pass();
        }
    }

    /// One more position; `None` once that is too much.
    #[inline]
    fn look(&mut self) -> Option<()> {
        self.unasked += 1;
        if self.unasked < BETWEEN_LOOKS {
            return Some(());
        }
        self.unasked = 0;
        self.spending.go_on(BETWEEN_LOOKS).then_some(())
    }

    /// Our burden once the open card is taken, whichever comes next.
    fn taken(&mut self, mut position: SearchPosition, unseen: u64, left: usize) -> Option<f64> {
        position.take();
        if left == 0 {
            return Some(position.burden(self.me));
        }
        let (mut sum, mut rest) = (0.0, unseen);
        while rest != 0 {
            let card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let mut next = position;
            next.turn_up(card);
            sum += self.worth(next, unseen & !(1 << card), left - 1)?;
        }
        Some(sum / f64::from(unseen.count_ones()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::no_thanks::prices::FITTED;
    use crate::no_thanks::search_position::{SPITE, Unseen};
    use croupier_games::no_thanks::{Decision, NoThanks, ROUNDS};
    use croupier_games::{Chance, Game, Seat, Seed};
    use std::time::Duration;

    /// Our mean burden by the rules themselves over games that nobody can tell apart yet: all decide in all
    /// of them alike, and we decide for the best on average.
    fn by_the_rules(games: &[NoThanks], me: Seat, prices: &[Prices; SEATS]) -> f64 {
        let Some(seat) = games[0].turn().next() else {
            return games.iter().map(|game| burden(game, me)).sum::<f64>() / games.len() as f64;
        };
        let after = |decision| after(games, seat, decision, me, prices);
        if seat == me {
            return after(Decision::Take).min(after(Decision::Pass));
        }
        let position = SearchPosition::seen(games[0].view(seat)).unwrap();
        let takes = prices[seat.index()].takes(&position, Unseen::of(&position).left());
        after(if takes { Decision::Take } else { Decision::Pass })
    }

    /// What the end of a game means to us.
    fn burden(game: &NoThanks, me: Seat) -> f64 {
        let other =
            if game.view(me).seats() == 2 { SPITE * f64::from(game.penalty(Seat(1 - me.0))) } else { 0.0 };
        f64::from(game.penalty(me)) - other
    }

    fn after(games: &[NoThanks], seat: Seat, decision: Decision, me: Seat, prices: &[Prices; SEATS]) -> f64 {
        let mut alike: Vec<(String, Vec<NoThanks>)> = Vec::new();
        for game in games {
            let mut game = game.clone();
            game.play(seat, decision).unwrap();
            let seen = format!("{:?}", SearchPosition::seen(game.view(me)));
            match alike.iter_mut().find(|(other, _)| *other == seen) {
                Some((_, games)) => games.push(game),
                None => alike.push((seen, vec![game])),
            }
        }
        let weighed = |group: &Vec<NoThanks>| by_the_rules(group, me, prices) * group.len() as f64;
        alike.iter().map(|(_, group)| weighed(group)).sum::<f64>() / games.len() as f64
    }

    /// A game with so many cards to come after the open one, once for every order in which they may.
    fn late(seed: u64, seats: usize, left: usize) -> Option<Vec<NoThanks>> {
        let mut deck: Vec<u8> = (3..=35).collect();
        let mut chance = Chance::new(Seed::plain(seed));
        chance.shuffle(&mut deck);
        let known = ROUNDS - left;
        let mut piles = vec![deck[..known].to_vec()];
        for _ in 0..left {
            let longer = |pile: &Vec<u8>| {
                let others = deck.iter().filter(|card| !pile.contains(card));
                others.map(|&card| [&pile[..], &[card]].concat()).collect::<Vec<_>>()
            };
            piles = piles.iter().flat_map(longer).collect();
        }
        let mut games: Vec<NoThanks> =
            piles.into_iter().map(|pile| NoThanks::with_pile(seats, pile.try_into().unwrap())).collect();
        while usize::from(games[0].view(Seat(0)).round()) < known {
            let seat = games[0].turn().next()?;
            let decision = if chance.one_in(4) { Decision::Take } else { Decision::Pass };
            games.iter_mut().for_each(|game| game.play(seat, decision).unwrap());
        }
        let is_there =
            games[0].turn().next().is_some() && usize::from(games[0].view(Seat(0)).round()) == known;
        is_there.then_some(games)
    }

    #[test]
    fn the_end_of_a_game_is_worth_what_the_rules_say_over_every_pile() {
        let mut compared = [0; 3];
        for seed in 0..90 {
            let (seats, left) = (2 + seed as usize % 4, seed as usize % 3);
            let Some(games) = late(seed, seats, left) else { continue };
            let prices: [Prices; SEATS] =
                std::array::from_fn(|player| FITTED[seats - 2].shifted(player as i8));
            let me = games[0].turn().next().unwrap();
            let position = SearchPosition::seen(games[0].view(me)).unwrap();
            let outlook = Endgame::new(me.index(), &prices, Budget::Usual.start(u64::MAX))
                .outlook(&position, left)
                .unwrap();
            let wanted =
                [Decision::Take, Decision::Pass].map(|decision| after(&games, me, decision, me, &prices));
            let near = (outlook.take - wanted[0]).abs() < 1e-9 && (outlook.pass - wanted[1]).abs() < 1e-9;
            assert!(near, "{seed}: {outlook:?} {wanted:?}");
            compared[left] += 1;
        }
        assert!(compared.iter().all(|&count| count > 15), "{compared:?}");
    }

    #[test]
    fn too_much_work_is_refused() {
        let prices = [FITTED[3]; SEATS];
        let few = Budget::Steps(1000).start(0);
        assert_eq!(Endgame::new(0, &prices, few).outlook(&SearchPosition::new(5, 20), 23), None);
    }

    #[test]
    fn work_that_takes_too_long_is_refused_at_once() {
        let prices = [FITTED[3]; SEATS];
        let over = Budget::Time(Duration::ZERO).start(0);
        let mut endgame = Endgame::new(0, &prices, over);
        assert_eq!(endgame.outlook(&SearchPosition::new(5, 20), 23), None);
        // Nothing is looked at any more after the one look that found the time gone.
        assert_eq!(endgame.unasked, 0);
    }
}
