//! Sums by deal, from which the uncertainty of every mean and difference follows.
//!
//! Games of one deal share its luck, so the deal is the sample: what an entrant made in all games of a deal
//! is one number, and the products of two entrants' numbers, summed over deals, give their covariance without
//! any game being kept. A deal may be cut by the border of two batches: the first and the last deal of a part
//! stay open until their neighbours are known.

use croupier_record::EntrantId;

/// Up to so many entrants, every pair has sums of its own. Beyond, memory would grow with the square of the
/// field, and pairs are treated as if they never shared a deal.
pub(crate) const MOST_PAIRED: usize = 200;

/// The sums over deals.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Clusters {
    entrants: usize,
    /// In how many settled deals each entrant played.
    deals: Vec<u64>,
    /// For each pair `(high, low)` with `low <= high`, or for each entrant alone in large fields.
    cells: Vec<Products>,
    /// The first deal, which may have begun in an earlier part.
    head: Option<Deal>,
    /// The last deal, where it is another.
    open: Option<Deal>,
    /// The lowest and the highest figure of any seat.
    range: (f64, f64),
}

/// Products of what two entrants made, summed over deals; `s` is the sum of the figure in a deal, `n` the
/// seats taken.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Products {
    /// Σ s·s.
    pub(crate) ss: f64,
    /// Σ n·n.
    pub(crate) nn: f64,
    /// Σ s·n, the figure of the entrant with the higher number.
    pub(crate) sn: f64,
    /// Σ n·s, the figure of the entrant with the lower number.
    pub(crate) ns: f64,
}

/// A deal whose games are not all in yet.
#[derive(Debug, Clone, PartialEq, Default)]
struct Deal {
    number: u64,
    parts: Vec<Part>,
}

/// What one entrant made in a deal.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Part {
    entrant: usize,
    sum: f64,
    seats: f64,
}

impl Clusters {
    /// Nothing yet.
    pub(crate) fn new(entrants: usize) -> Self {
        let cells = if entrants <= MOST_PAIRED { entrants * (entrants + 1) / 2 } else { entrants };
        Self {
            entrants,
            deals: vec![0; entrants],
            cells: vec![Products::default(); cells],
            head: None,
            open: None,
            range: (f64::INFINITY, f64::NEG_INFINITY),
        }
    }

    /// Counts a game: what each of its entrants made. Games of one deal follow one another.
    pub(crate) fn add(&mut self, deal: u64, made: impl Iterator<Item = (usize, f64)>) {
        let mut range = self.range;
        let open = self.deal(deal);
        for (entrant, figure) in made {
            open.add(Part { entrant, sum: figure, seats: 1.0 });
            range = (range.0.min(figure), range.1.max(figure));
        }
        self.range = range;
    }

    /// Adds the sums of the games that come next.
    pub(crate) fn merge(&mut self, later: &Self) {
        let Some(head) = &later.head else { return };
        self.range = (self.range.0.min(later.range.0), self.range.1.max(later.range.1));
        let open = self.deal(head.number);
        head.parts.iter().for_each(|&part| open.add(part));
        let Some(last) = &later.open else { return };
        // The later part has settled deals, so whatever is open here but the very first deal is over.
        self.settle_open();
        for (cell, more) in self.cells.iter_mut().zip(&later.cells) {
            cell.add(more);
        }
        for (deals, more) in self.deals.iter_mut().zip(&later.deals) {
            *deals += more;
        }
        self.open = Some(last.clone());
    }

    /// The sums with all deals settled: there are no more games.
    pub(crate) fn settled(&self) -> Self {
        let mut all = self.clone();
        all.settle_open();
        if let Some(head) = all.head.take() {
            all.settle(&head);
        }
        all
    }

    /// Settled sums with those of each pool in one: what it made of a deal, in all its seats, is one sample.
    pub(crate) fn pooled(&self, into: &[EntrantId]) -> Self {
        let mut pooled = Self { range: self.range, ..Self::new(self.entrants) };
        for (at, first) in into.iter().enumerate() {
            // At least so many deals: in which of them another seat of it was taken, too, is not kept.
            let deals = &mut pooled.deals[first.index()];
            *deals = self.deals[at].max(*deals);
            for (other, second) in into.iter().enumerate().filter(|(_, second)| *second <= first) {
                let Some(products) = self.products(at, other) else { continue };
                let (high, low) = (first.index(), second.index());
                let cell = if self.has_pairs() { triangle(high, low) } else { high };
                pooled.cells[cell].add(&products);
            }
        }
        pooled
    }

    /// In how many deals an entrant played.
    pub(crate) fn deals_of(&self, entrant: usize) -> u64 {
        self.deals[entrant]
    }

    /// Whether pairs have sums of their own.
    pub(crate) fn has_pairs(&self) -> bool {
        self.entrants <= MOST_PAIRED
    }

    /// The sums of a pair, seen from `one`; `None` where pairs are not kept.
    pub(crate) fn products(&self, one: usize, other: usize) -> Option<Products> {
        if !self.has_pairs() {
            return (one == other).then(|| self.cells[one]);
        }
        let cell = self.cells[triangle(one.max(other), one.min(other))];
        Some(if one >= other { cell } else { Products { sn: cell.ns, ns: cell.sn, ..cell } })
    }

    /// The lowest and the highest figure of any seat, as far as was seen.
    pub(crate) fn range(&self) -> (f64, f64) {
        self.range
    }

    /// The open deal of this number; another one that was open is settled.
    fn deal(&mut self, number: u64) -> &mut Deal {
        if self.head.as_ref().is_none_or(|head| head.number == number) {
            return self.head.get_or_insert_with(|| Deal { number, parts: Vec::new() });
        }
        if let Some(mut over) = self.open.take_if(|open| open.number != number) {
            self.settle(&over);
            // Its room is used again: most deals are one game, and none of them should allocate.
            over.parts.clear();
            self.open = Some(Deal { number, ..over });
        }
        self.open.get_or_insert_with(|| Deal { number, parts: Vec::new() })
    }

    fn settle_open(&mut self) {
        if let Some(open) = self.open.take() {
            self.settle(&open);
        }
    }

    fn settle(&mut self, deal: &Deal) {
        let pairs = self.has_pairs();
        for (at, one) in deal.parts.iter().enumerate() {
            self.deals[one.entrant] += 1;
            if !pairs {
                self.cells[one.entrant].multiply(one, one);
                continue;
            }
            for other in &deal.parts[..=at] {
                let (high, low) = if one.entrant >= other.entrant { (one, other) } else { (other, one) };
                self.cells[triangle(high.entrant, low.entrant)].multiply(high, low);
            }
        }
    }
}

impl Deal {
    fn add(&mut self, more: Part) {
        match self.parts.iter_mut().find(|part| part.entrant == more.entrant) {
            Some(part) => (part.sum, part.seats) = (part.sum + more.sum, part.seats + more.seats),
            None => self.parts.push(more),
        }
    }
}

impl Products {
    fn multiply(&mut self, high: &Part, low: &Part) {
        self.ss += high.sum * low.sum;
        self.nn += high.seats * low.seats;
        self.sn += high.sum * low.seats;
        self.ns += high.seats * low.sum;
    }

    fn add(&mut self, more: &Self) {
        self.ss += more.ss;
        self.nn += more.nn;
        self.sn += more.sn;
        self.ns += more.ns;
    }
}

/// Where a pair stands in a triangle that is stored row by row.
fn triangle(high: usize, low: usize) -> usize {
    high * (high + 1) / 2 + low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four deals of one, three, two and one games, between three entrants.
    const GAMES: [(u64, [(usize, f64); 2]); 7] = [
        (4, [(0, 3.0), (1, 1.0)]),
        (5, [(1, 2.0), (2, 9.0)]),
        (5, [(2, 4.0), (1, 8.0)]),
        (5, [(0, 1.5), (2, 2.0)]),
        (6, [(0, 7.0), (2, 1.0)]),
        (6, [(2, 5.0), (0, 6.0)]),
        (9, [(1, 0.0), (0, 2.0)]),
    ];

    fn fold(games: &[(u64, [(usize, f64); 2])]) -> Clusters {
        let mut all = Clusters::new(3);
        games.iter().for_each(|&(deal, made)| all.add(deal, made.into_iter()));
        all
    }

    #[test]
    fn all_games_of_a_deal_are_one_sample() {
        let all = fold(&GAMES).settled();
        assert_eq!([0, 1, 2].map(|entrant| all.deals_of(entrant)), [4, 3, 2]);
        // By hand: entrant 1 made 1, 10 and 0 in 1, 2 and 1 seats; entrant 2 made 15 in 3 seats of deal 5.
        let own = Products { ss: 101.0, nn: 6.0, sn: 21.0, ns: 21.0 };
        let shared = Products { ss: 150.0, nn: 6.0, sn: 30.0, ns: 30.0 };
        assert_eq!(all.products(1, 1), Some(own));
        assert_eq!(all.products(2, 1), Some(shared));
        assert_eq!(
            all.products(0, 1),
            Some(Products { ss: 3.0 + 15.0, nn: 4.0, sn: 3.0 + 3.0 + 2.0, ns: 1.0 + 10.0 })
        );
    }

    #[test]
    fn parts_cut_anywhere_even_within_a_deal_merge_to_the_whole() {
        let whole = fold(&GAMES);
        for one in 0..=GAMES.len() {
            for other in one..=GAMES.len() {
                let mut merged = fold(&GAMES[..one]);
                merged.merge(&fold(&GAMES[one..other]));
                merged.merge(&fold(&GAMES[other..]));
                assert_eq!(merged, whole, "cut before games {one} and {other}");
            }
        }
    }
}
