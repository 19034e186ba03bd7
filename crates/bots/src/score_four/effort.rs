//! What a search has spent: nodes are counted, and the budget is asked now and then. It knows no position.

use crate::budget::Spending;

/// The budget is asked, and with it the clock, once in so many nodes.
const NODES_BETWEEN_LOOKS: u64 = 128;

/// The nodes of a search, and whether there may be more.
#[derive(Debug, Default)]
pub(super) struct Effort {
    nodes: u64,
    looked: u64,
    spending: Option<Spending>,
    is_out: bool,
}

impl Effort {
    /// Begins to spend a budget.
    pub(super) fn new(spending: Spending) -> Self {
        Self { spending: Some(spending), ..Self::default() }
    }

    /// Another node is looked at, unless the budget is used up.
    #[inline]
    pub(super) fn goes_on(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes - self.looked >= NODES_BETWEEN_LOOKS {
            let steps = self.nodes - self.looked;
            self.looked = self.nodes;
            self.is_out |= self.spending.as_mut().is_some_and(|spending| !spending.go_on(steps));
        }
        !self.is_out
    }

    /// So many nodes more were looked at.
    #[inline]
    pub(super) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Whether the budget was found used up.
    #[inline]
    pub(super) fn is_out(&self) -> bool {
        self.is_out
    }

    /// How many nodes were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn a_budget_of_steps_ends_at_the_first_look_after_it() {
        let mut effort = Effort::new(Budget::Steps(1000).start(0));
        let went_on = (0..10_000).take_while(|_| effort.goes_on()).count();
        assert!((1000..1000 + NODES_BETWEEN_LOOKS as usize).contains(&went_on), "{went_on}");
        assert!(effort.is_out() && effort.nodes() == went_on as u64 + 1);
    }

    #[test]
    fn nodes_that_were_added_are_spent_too() {
        let mut effort = Effort::new(Budget::Steps(1000).start(0));
        effort.add(999);
        assert!(!effort.goes_on());
    }
}
