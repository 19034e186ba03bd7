//! Small records of every game, and what a hostile hand makes of them; shared by the tests of several crates.
//!
//! Damage is done behind the checksums: blocks are unpacked, changed and packed again with hashes that fit,
//! so that it reaches whatever reads the inside.

#![allow(dead_code, clippy::unwrap_used)] // Not every suite uses every part, and tests may unwrap.

pub(crate) mod parts;
mod samples;

use croupier_games::Chance;
use serde_json::{Value, json};

pub(crate) use parts::Parts;
pub(crate) use samples::samples;

/// A record that was changed in one to three places.
pub(crate) fn damaged(chance: &mut Chance, records: &[Vec<u8>]) -> Vec<u8> {
    let mut parts = Parts::of(&records[chance.below(records.len())]);
    let other = Parts::of(&records[chance.below(records.len())]);
    for _ in 0..=chance.below(3) {
        match chance.below(6) {
            0 | 1 => change_value(&mut parts.head, chance),
            2 | 3 => {
                let at = chance.below(parts.sections.len());
                change_bytes(&mut parts.sections[at].plain, &other, chance);
            }
            4 => change_section(&mut parts, chance),
            _ => rearrange(&mut parts, &other, chance),
        }
    }
    let mut bytes = parts.bytes();
    match chance.below(12) {
        0 => bytes.truncate(chance.below(bytes.len())),
        1 => {
            let at = chance.below(bytes.len());
            bytes[at] ^= 1 << chance.below(8);
        }
        _ => {}
    }
    bytes
}

/// A value of the head, some way down, becomes another.
fn change_value(value: &mut Value, chance: &mut Chance) {
    let deeper = !chance.one_in(4);
    match value {
        Value::Object(map) if deeper && !map.is_empty() => {
            let key = map.keys().nth(chance.below(map.len())).unwrap().clone();
            if chance.one_in(12) {
                map.remove(&key);
            } else {
                change_value(&mut map[&key], chance);
            }
        }
        Value::Array(list) if deeper && !list.is_empty() => {
            let at = chance.below(list.len());
            match chance.below(6) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                2 => {
                    let one = list[at].clone();
                    list.extend(std::iter::repeat_n(one, 40));
                }
                _ => change_value(&mut list[at], chance),
            }
        }
        other => *other = strange(chance),
    }
}

fn strange(chance: &mut Chance) -> Value {
    let all = [
        json!(0),
        json!(-1),
        json!(1),
        json!(2),
        json!(3),
        json!(5),
        json!(6),
        json!(255),
        json!(256),
        json!(65_536),
        json!(u32::MAX),
        json!(u64::from(u32::MAX) + 1),
        json!(1_u64 << 53),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1e308),
        json!(-1e308),
        json!(0.5),
        json!(""),
        json!("x".repeat(4000)),
        json!("../../etc/passwd"),
        json!("\u{1b}[2J\u{202e}\0"),
        json!("hearts"),
        json!("score-four"),
        json!("decided"),
        json!("pairs"),
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([255, 0, 60]),
    ];
    all[chance.below(all.len())].clone()
}

/// Bytes of a section become others; most often in place, so that what follows keeps its meaning.
fn change_bytes(bytes: &mut Vec<u8>, other: &Parts, chance: &mut Chance) {
    if bytes.is_empty() {
        bytes.extend([0xff; 10]);
        return;
    }
    let at = chance.below(bytes.len());
    let end = (at + 1 + chance.below(12)).min(bytes.len());
    match chance.below(9) {
        0..=2 => bytes[at] ^= 1 << chance.below(8),
        3 | 4 => bytes[at] = [0, 1, 2, 3, 5, 7, 9, 0x7f, 0x80, 0xff][chance.below(10)],
        5 => bytes[at..end].fill([0, 0xff, 0x80, 5][chance.below(4)]),
        6 => drop(bytes.drain(at..end)),
        7 => {
            let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
            drop(bytes.splice(at..at, most));
        }
        _ => {
            let theirs = &other.sections[chance.below(other.sections.len())].plain;
            let from = chance.below(theirs.len() + 1);
            let taken: Vec<u8> = theirs[from..].iter().copied().take(40).collect();
            drop(bytes.splice(at..end, taken));
        }
    }
}

/// The head of a section says something else than what it holds.
fn change_section(parts: &mut Parts, chance: &mut Chance) {
    let at = chance.below(parts.sections.len());
    let section = &mut parts.sections[at];
    let small = [0, 1, u32::MAX, u32::MAX - 1, 1 << 30, 7];
    match chance.below(4) {
        0 => section.kind = chance.below(5) as u8,
        1 => section.first = [1, 5, u64::MAX, u64::MAX - 1, 1 << 63, u64::from(u32::MAX)][chance.below(6)],
        2 => section.count = small[chance.below(6)],
        _ => section.says_plain = Some(small[chance.below(6)]),
    }
}

/// Sections come twice, in another order, from another record, or not at all.
fn rearrange(parts: &mut Parts, other: &Parts, chance: &mut Chance) {
    let (at, to) = (chance.below(parts.sections.len()), chance.below(parts.sections.len()));
    match chance.below(4) {
        0 => parts.sections.swap(at, to),
        1 => parts.sections.insert(at, parts.sections[to].clone()),
        2 => parts.sections.insert(at, other.sections[chance.below(other.sections.len())].clone()),
        _ if parts.sections.len() > 1 => drop(parts.sections.remove(at)),
        _ => parts.head = other.head.clone(),
    }
}
