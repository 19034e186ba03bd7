//! Which uploads are alike, for the talk about plagiarism: fingerprints of programs that survive
//! other names, other spacing, other comments and moved functions.
//!
//! A program is read as tokens in which every name is the same name and every number the same
//! number; overlapping runs of them are hashed, and of each window of hashes the least is kept
//! (winnowing). What the starter files contain, and what many uploads share, counts for nobody. It
//! says what is alike, never who copied.

use std::collections::{BTreeMap, BTreeSet};

/// So many tokens in a row make one run: shorter ones are shared by honest programs.
const RUN: usize = 14;
/// Of so many neighbouring runs one is kept.
const WINDOW: usize = 6;
/// What more than this share of all uploads has, is common knowledge.
const COMMON: f64 = 0.2;
/// With fewer uploads than this nothing is common.
const FEW: usize = 8;
/// Pairs that share less are not listed.
const LEAST_SHARE: f64 = 0.25;
const LEAST_SHARED: usize = 6;

/// Two uploads that are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SimilarPair {
    /// The places of both in the list, the lower first.
    pub(crate) pair: (usize, usize),
    /// The share of the smaller one's fingerprints that the other has too, from 0 to 1.
    pub(crate) share: f64,
    /// How many they share.
    pub(crate) shared: usize,
}

/// The pairs of programs that are alike, the most alike first; `starters` are what everybody was given.
#[must_use]
pub(crate) fn similar_pairs(programs: &[&str], starters: &[&str]) -> Vec<SimilarPair> {
    let given: BTreeSet<u64> = starters.iter().flat_map(|starter| fingerprints(starter)).collect();
    let prints: Vec<BTreeSet<u64>> = programs
        .iter()
        .map(|program| fingerprints(program).into_iter().filter(|print| !given.contains(print)).collect())
        .collect();
    let holders = holders(&prints);
    let own: Vec<usize> =
        prints.iter().map(|set| set.iter().filter(|print| holders.contains_key(print)).count()).collect();
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for who in holders.values() {
        for (at, &one) in who.iter().enumerate() {
            who[at + 1..].iter().for_each(|&other| *shared.entry((one, other)).or_default() += 1);
        }
    }
    let mut pairs: Vec<SimilarPair> = shared
        .into_iter()
        .map(|(pair, shared)| SimilarPair {
            pair,
            shared,
            share: shared as f64 / own[pair.0].min(own[pair.1]) as f64,
        })
        .filter(|alike| alike.shared >= LEAST_SHARED && alike.share >= LEAST_SHARE)
        .collect();
    pairs.sort_by(|one, other| other.share.total_cmp(&one.share).then(one.pair.cmp(&other.pair)));
    pairs
}

/// Who has each fingerprint, less those that are common.
fn holders(prints: &[BTreeSet<u64>]) -> BTreeMap<u64, Vec<usize>> {
    let mut holders: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (number, set) in prints.iter().enumerate() {
        set.iter().for_each(|&print| holders.entry(print).or_default().push(number));
    }
    let most = if prints.len() < FEW { prints.len() } else { (prints.len() as f64 * COMMON).ceil() as usize };
    holders.retain(|_, who| who.len() <= most.max(2));
    holders
}

/// The fingerprints of a program.
fn fingerprints(program: &str) -> BTreeSet<u64> {
    let tokens = tokens(program);
    let runs: Vec<u64> = tokens.windows(RUN).map(hash).collect();
    match runs.len() {
        0 => BTreeSet::new(),
        few if few < WINDOW => runs.into_iter().min().into_iter().collect(),
        _ => runs.windows(WINDOW).filter_map(|window| window.iter().min().copied()).collect(),
    }
}

/// FNV-1a over the tokens: stable for ever, and nothing here needs to withstand an attacker.
fn hash(tokens: &[u64]) -> u64 {
    tokens.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &token| (hash ^ token).wrapping_mul(0x0100_0000_01b3))
}

const NAME: u64 = 1;
const NUMBER: u64 = 2;
const TEXT: u64 = 3;

/// Words that say what a program does, in the languages bots are written in; all others are names.
const WORDS: &[&str] = &[
    "and",
    "break",
    "case",
    "catch",
    "class",
    "continue",
    "data",
    "def",
    "do",
    "elif",
    "else",
    "enum",
    "except",
    "finally",
    "fn",
    "for",
    "foreach",
    "func",
    "function",
    "if",
    "in",
    "instance",
    "interface",
    "lambda",
    "let",
    "loop",
    "match",
    "not",
    "or",
    "otherwise",
    "raise",
    "return",
    "struct",
    "switch",
    "then",
    "throw",
    "try",
    "type",
    "where",
    "while",
    "with",
    "yield",
];

/// A program as numbers: words that matter, signs, and one number each for all names, numbers and texts.
fn tokens(program: &str) -> Vec<u64> {
    let mut out = Vec::new();
    let mut rest = program;
    while let Some(first) = rest.chars().next() {
        let (token, length) = next_token(rest, first);
        out.extend(token);
        rest = &rest[length.max(first.len_utf8())..];
    }
    out
}

/// The token at the beginning of a text, where it is one, and how long it is.
fn next_token(rest: &str, first: char) -> (Option<u64>, usize) {
    if let Some(length) = skipped(rest) {
        return (None, length);
    }
    match first {
        _ if first.is_whitespace() => (None, first.len_utf8()),
        '"' | '\'' => (Some(TEXT), quoted(rest, first)),
        _ if first.is_ascii_digit() => {
            (Some(NUMBER), span(rest, |c| c.is_ascii_alphanumeric() || c == '.' || c == '_'))
        }
        _ if first.is_alphabetic() || first == '_' => {
            let length = span(rest, |c| c.is_alphanumeric() || c == '_');
            let word = rest[..length].to_lowercase();
            let token = WORDS.iter().position(|known| *known == word).map_or(NAME, |at| 16 + at as u64);
            (Some(token), length)
        }
        sign => (Some(256 + u64::from(u32::from(sign))), sign.len_utf8()),
    }
}

/// The length of a comment at the beginning of a text.
fn skipped(rest: &str) -> Option<usize> {
    const LINES: &[&str] = &["//", "#", "--"];
    const BLOCKS: &[(&str, &str)] = &[("/*", "*/"), ("{-", "-}"), ("\"\"\"", "\"\"\""), ("'''", "'''")];
    if let Some((open, close)) = BLOCKS.iter().find(|(open, _)| rest.starts_with(open)) {
        let end = rest[open.len()..].find(close).map(|at| open.len() + at + close.len());
        return Some(end.unwrap_or(rest.len()));
    }
    let line = LINES.iter().any(|open| rest.starts_with(open));
    line.then(|| rest.find('\n').unwrap_or(rest.len()))
}

/// The length of a quoted text; one that is not closed ends with its line.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + letter.len_utf8(),
            _ => (),
        }
    }
    rest.len()
}

fn span(rest: &str, of: impl Fn(char) -> bool) -> usize {
    rest.find(|letter| !of(letter)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: &str = "
class Careful:
    def __init__(self):
        self.limit = 14
    def decide(self, state):
        # what it costs now
        cost = state.card - state.coins
        if cost < 10 or state.me.coins == 0:
            return 'take'
        for other in state.players:
            if other.coins > 3 and other.has(state.card + 1):
                return 'take' if cost < self.limit else 'pass'
        total = sum(card for card in state.me.cards if card > 20)
        while total > 100:
            total = total // 2
        return 'pass'
";

    /// The same program under other names, with other numbers, comments and spaces, and its functions moved.
    fn disguised() -> String {
        let renamed = BOT
            .replace("Careful", "MyOwnIdea")
            .replace("cost", "price")
            .replace("other", "rival")
            .replace("total", "x")
            .replace("# what it costs now", "# entirely my own work")
            .replace("    ", "\t")
            .replace("14", "15");
        let (head, tail) = renamed.split_at(renamed.find("\tdef decide").unwrap());
        let (head, init) = head.split_at(head.find("\tdef __init__").unwrap());
        format!("{head}{tail}{init}")
    }

    const HONEST: &str = "
import random
def choose(view):
    best, score = None, -1
    for move in view.legal():
        value = sum(random.random() for _ in range(10)) + evaluate(view, move)
        if value > score:
            best, score = move, value
    return best
def evaluate(view, move):
    try:
        return {1: 3, 2: 5}[move.kind] * view.left
    except KeyError:
        return 0
";

    #[test]
    fn a_copy_under_other_names_is_found_and_an_honest_program_is_not() {
        let pairs = similar_pairs(&[BOT, HONEST, &disguised()], &[]);
        assert_eq!(pairs.len(), 1, "{pairs:?}");
        assert_eq!(pairs[0].pair, (0, 2));
        assert!(pairs[0].share > 0.7, "{pairs:?}");
    }

    #[test]
    fn what_everybody_was_given_counts_for_nobody() {
        let with_more = format!("{BOT}\ndef extra():\n    return [1, 2, 3]\n");
        assert_eq!(similar_pairs(&[BOT, &with_more], &[BOT]), []);
    }

    #[test]
    fn what_a_fifth_of_the_course_shares_is_common_knowledge() {
        let own: Vec<String> = (0..10).map(|n| format!("{BOT}{}", "x = [f(1), g(2)]\n".repeat(n))).collect();
        let programs: Vec<&str> = own.iter().map(String::as_str).collect();
        assert_eq!(similar_pairs(&programs, &[]), []);
    }

    #[test]
    fn any_bytes_of_text_can_be_read() {
        for odd in ["", "\"", "'''", "/*", "{-", "#", "é ∀ 💠", "\\", "1e", "\"\\"] {
            assert!(fingerprints(odd).len() <= 1, "{odd}");
        }
    }
}
