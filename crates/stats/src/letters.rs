//! Letters for groups that are not told apart: the compact letter display.
//!
//! Two share a letter exactly where they are not told apart. By insertion and absorption (Piepho 2004): begin
//! with one group of all; for every pair told apart, split each group that holds both into one without the
//! one and one without the other, and drop groups that lie inside others.

/// More entrants than this have no groups, nor have those whose groups are more than there are letters: ranks
/// tell more than a row of strange signs.
const MOST_GROUPED: usize = 300;
const MOST_ON_THE_WAY: usize = 1000;

/// Who belongs to a group, a bit for each.
type Group = [u64; MOST_GROUPED.div_ceil(64)];

/// The letters of each of `count`, in order; `a` goes to the group whose members come first.
pub(crate) fn letters(count: usize, told_apart: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let none = || vec![String::new(); count];
    if count > MOST_GROUPED {
        return none();
    }
    let mut everyone = Group::default();
    (0..count).for_each(|at| everyone[at / 64] |= bit(at));
    let mut groups = vec![everyone];
    for one in 0..count {
        for other in one + 1..count {
            if told_apart(one, other) {
                split(&mut groups, one, other);
            }
            // On the way there may be more groups than in the end, but no relation may fill the memory.
            if groups.len() > MOST_ON_THE_WAY {
                return none();
            }
        }
    }
    if groups.len() > alphabet().count() {
        return none();
    }
    groups.sort_by_key(|group| (0..count).filter(|&at| holds(group, at)).collect::<Vec<_>>());
    let of = |at: usize| {
        groups.iter().zip(alphabet()).filter(move |(group, _)| holds(group, at)).map(|(_, letter)| letter)
    };
    (0..count).map(|at| of(at).collect()).collect()
}

fn split(groups: &mut Vec<Group>, one: usize, other: usize) {
    if !groups.iter().any(|group| holds(group, one) && holds(group, other)) {
        return;
    }
    let (both, mut kept): (Vec<_>, Vec<_>) =
        groups.drain(..).partition(|group| holds(group, one) && holds(group, other));
    for group in both {
        for out in [one, other] {
            let mut smaller = group;
            smaller[out / 64] &= !bit(out);
            if !kept.iter().any(|larger| within(&smaller, larger)) {
                kept.retain(|inner| !within(inner, &smaller));
                kept.push(smaller);
            }
        }
    }
    *groups = kept;
}

fn bit(at: usize) -> u64 {
    1 << (at % 64)
}

fn holds(group: &Group, at: usize) -> bool {
    group[at / 64] & bit(at) != 0
}

fn within(inner: &Group, outer: &Group) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| inner & !outer == 0)
}

/// a to z, A to Z, α to ω.
fn alphabet() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('α'..='ω')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_groups_get_two_letters_where_they_overlap() {
        let told = |one: usize, other: usize| one.abs_diff(other) > 1;
        assert_eq!(letters(4, told), ["a", "ab", "bc", "c"]);
    }

    #[test]
    fn all_alike_share_one_letter_and_all_apart_share_none() {
        assert_eq!(letters(3, |_, _| false), ["a", "a", "a"]);
        assert_eq!(letters(3, |_, _| true), ["a", "b", "c"]);
    }

    #[test]
    fn more_groups_than_letters_have_none_and_fewer_have_one_each() {
        assert!(letters(78, |_, _| true).iter().all(String::is_empty));
        let all = letters(77, |_, _| true);
        assert_eq!((all[51].as_str(), all[52].as_str(), all[76].as_str()), ("Z", "α", "ω"));
    }

    #[test]
    fn two_share_a_letter_exactly_where_they_are_not_told_apart() {
        // All relations of five, by the bits of a number: also those that no order of means could give.
        for relation in 0_u32..1 << 10 {
            let pair = |one: usize, other: usize| {
                let (low, high) = (one.min(other), one.max(other));
                relation >> (high * (high - 1) / 2 + low) & 1 == 1
            };
            let found = letters(5, pair);
            for one in 0..5 {
                for other in 0..one {
                    let shared = found[one].chars().any(|letter| found[other].contains(letter));
                    assert_eq!(shared, !pair(one, other), "{relation:b}: {found:?}");
                }
            }
        }
    }
}
