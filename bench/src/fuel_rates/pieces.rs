//! Every instruction that a module can use, in a piece of code that does it once.

use super::module::{KINDS, beside, constant, number, worked_on};

/// A name and its code.
pub(super) type Piece = (String, Vec<u8>);

const I32: usize = 0;
const I64: usize = 1;
const F32: usize = 2;
const F64: usize = 3;
const V128: usize = 4;

/// Everything.
pub(super) fn all() -> Vec<Piece> {
    let mut all = plain();
    all.extend(numeric());
    all.extend(vectors());
    all.extend(memory());
    all.extend(tables_and_calls());
    all
}

/// What the others are measured by.
pub(super) fn plain() -> Vec<Piece> {
    // x = (x + 3) ^ y, and the same with a multiplication: what compiled code mostly does.
    let x = worked_on(I64);
    let y = beside(I64);
    vec![
        ("plain: add, xor".to_owned(), vec![0x20, x, 0x42, 3, 0x7c, 0x20, y, 0x85, 0x21, x]),
        ("plain: multiply, shift".to_owned(), vec![0x20, x, 0x20, y, 0x7e, 0x42, 7, 0x88, 0x21, x]),
    ]
}

/// The operands, the instruction, and where its result goes.
fn operate(code: &[u8], given: &[usize], result: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for (place, &kind) in given.iter().enumerate() {
        // The first comes from the last result where the kinds are the same: nothing can be done ahead of it.
        let from = if place == 0 && kind == result { worked_on(kind) } else { beside(kind) };
        out.extend([0x20, from]);
    }
    out.extend(code);
    out.extend([0x21, worked_on(result)]);
    out
}

/// The same with an operand that stays large: what is divided by once is small ever after.
fn divide(code: &[u8], kind: usize) -> Vec<u8> {
    let (or, x, y) = (if kind == I32 { 0x72 } else { 0x84 }, worked_on(kind), beside(kind));
    let big = if kind == I32 {
        constant(0x7654_3210)
    } else {
        vec![0x42, 0x98, 0xf5, 0xf2, 0xf6, 0x8f, 0xc2, 0xd0, 0xaa, 0x76]
    };
    [big, vec![0x20, x, or, 0x20, y], code.to_vec(), vec![0x21, x]].concat()
}

fn named(code: &[u8]) -> String {
    code.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn numeric() -> Vec<Piece> {
    let mut all = Vec::new();
    let mut some = |codes: std::ops::RangeInclusive<u8>, given: &[usize], result: usize| {
        for code in codes {
            let divides = matches!(code, 0x6d..=0x70 | 0x7f..=0x82);
            let piece = if divides { divide(&[code], given[0]) } else { operate(&[code], given, result) };
            all.push((named(&[code]), piece));
        }
    };
    some(0x45..=0x45, &[I32], I32);
    some(0x46..=0x4f, &[I32, I32], I32);
    some(0x50..=0x50, &[I64], I32);
    some(0x51..=0x5a, &[I64, I64], I32);
    some(0x5b..=0x60, &[F32, F32], I32);
    some(0x61..=0x66, &[F64, F64], I32);
    some(0x67..=0x69, &[I32], I32);
    some(0x6a..=0x78, &[I32, I32], I32);
    some(0x79..=0x7b, &[I64], I64);
    some(0x7c..=0x8a, &[I64, I64], I64);
    some(0x8b..=0x91, &[F32], F32);
    some(0x92..=0x98, &[F32, F32], F32);
    some(0x99..=0x9f, &[F64], F64);
    some(0xa0..=0xa6, &[F64, F64], F64);
    some(0xa7..=0xa7, &[I64], I32);
    some(0xa8..=0xa9, &[F32], I32);
    some(0xaa..=0xab, &[F64], I32);
    some(0xac..=0xad, &[I32], I64);
    some(0xae..=0xaf, &[F32], I64);
    some(0xb0..=0xb1, &[F64], I64);
    some(0xb2..=0xb3, &[I32], F32);
    some(0xb4..=0xb5, &[I64], F32);
    some(0xb6..=0xb6, &[F64], F32);
    some(0xb7..=0xb8, &[I32], F64);
    some(0xb9..=0xba, &[I64], F64);
    some(0xbb..=0xbb, &[F32], F64);
    some(0xbc..=0xbc, &[F32], I32);
    some(0xbd..=0xbd, &[F64], I64);
    some(0xbe..=0xbe, &[I32], F32);
    some(0xbf..=0xbf, &[I64], F64);
    some(0xc0..=0xc1, &[I32], I32);
    some(0xc2..=0xc4, &[I64], I64);
    for (code, (given, result)) in (0..8).zip(saturating()) {
        all.push((named(&[0xfc, code]), operate(&[0xfc, code], &[given], result)));
    }
    all
}

fn saturating() -> [(usize, usize); 8] {
    [(F32, I32), (F32, I32), (F64, I32), (F64, I32), (F32, I64), (F32, I64), (F64, I64), (F64, I64)]
}

/// A vector instruction by its number.
fn vector(code: u32, given: &[usize], result: usize) -> Piece {
    let bytes = [vec![0xfd], number(code)].concat();
    (format!("fd {code}"), operate(&bytes, given, result))
}

fn vectors() -> Vec<Piece> {
    const UNARY: [u32; 50] = [
        0x4d, 0x5e, 0x5f, 0x60, 0x61, 0x62, 0x67, 0x68, 0x69, 0x6a, 0x74, 0x75, 0x7a, 0x7c, 0x7d, 0x7e, 0x7f,
        0x80, 0x81, 0x87, 0x88, 0x89, 0x8a, 0x94, 0xa0, 0xa1, 0xa7, 0xa8, 0xa9, 0xaa, 0xc0, 0xc1, 0xc7, 0xc8,
        0xc9, 0xca, 0xe0, 0xe1, 0xe3, 0xec, 0xed, 0xef, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff,
    ];
    const SHIFTS: [u32; 12] = [0x6b, 0x6c, 0x6d, 0x8b, 0x8c, 0x8d, 0xab, 0xac, 0xad, 0xcb, 0xcc, 0xcd];
    const TESTS: [u32; 9] = [0x53, 0x63, 0x64, 0x83, 0x84, 0xa3, 0xa4, 0xc3, 0xc4];
    // Two vectors in, one out: what is between the others.
    let binary = [0x0e_u32]
        .into_iter()
        .chain(0x23..=0x4c)
        .chain(0x4e..=0x51)
        .chain(0x65..=0x66)
        .chain(0x6e..=0x73)
        .chain(0x76..=0x79)
        .chain([0x7b, 0x82])
        .chain(0x85..=0x86)
        .chain(0x8e..=0x93)
        .chain(0x95..=0x99)
        .chain([0x9b])
        .chain(0x9c..=0x9f)
        .chain([0xae, 0xb1, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xbc, 0xbd, 0xbe, 0xbf, 0xce, 0xd1, 0xd5])
        .chain(0xd6..=0xdf)
        .chain(0xe4..=0xeb)
        .chain(0xf0..=0xf7);
    // Unsigned 32-bit vectors and the bits of all: nothing else has three operands.
    let mut all = vec![vector(0x52, &[V128, V128, V128], V128)];
    all.extend(UNARY.iter().filter(|code| **code != 0x9a).map(|&code| vector(code, &[V128], V128)));
    all.extend(SHIFTS.iter().map(|&code| vector(code, &[V128, I32], V128)));
    all.extend(TESTS.iter().map(|&code| vector(code, &[V128], I32)));
    all.extend(binary.map(|code| vector(code, &[V128, V128], V128)));
    // Those whose rest differs from processor to processor, made the same.
    all.extend(
        [0x100, 0x111, 0x10d, 0x10e, 0x10f, 0x110, 0x112].map(|code| vector(code, &[V128, V128], V128)),
    );
    all.extend([0x101, 0x102, 0x103, 0x104].map(|code| vector(code, &[V128], V128)));
    all.extend((0x105..=0x10c).chain([0x113]).map(|code| vector(code, &[V128, V128, V128], V128)));
    all
}

/// The next address: anywhere in memory, or the next word.
fn address(step: &[u8]) -> Vec<u8> {
    let p = worked_on(I32);
    // 256 MB, and eight bytes at a time.
    [vec![0x20, p], step.to_vec(), constant(0x0fff_fff8), vec![0x71, 0x21, p]].concat()
}

fn memory() -> Vec<Piece> {
    let (p, x) = (worked_on(I32), worked_on(I64));
    let next = address(&[constant(8), vec![0x6a]].concat());
    let anywhere = address(&[constant(1_664_525), vec![0x6c], constant(1_013_904_223), vec![0x6a]].concat());
    // What was read is a part of the next address.
    let chained =
        [anywhere.clone(), vec![0x20, p, 0x20, p, 0x28, 2, 0, 0x41, 8, 0x71, 0x73, 0x21, p]].concat();
    let load = vec![0x20, x, 0x20, p, 0x29, 3, 0, 0x7c, 0x21, x];
    let store = vec![0x20, p, 0x20, x, 0x37, 3, 0];
    let small: Vec<u8> = [constant(64), vec![0x28, 2, 0, 0x21, p]].concat();
    let block =
        |length: i32, code: &[u8]| [constant(1 << 20), constant(0), constant(length), code.to_vec()].concat();
    let fill: &[u8] = &[0xfc, 0x0b, 0];
    let copy: &[u8] = &[0xfc, 0x0a, 0, 0];
    let mut all = vec![
        ("load, same place".to_owned(), small),
        ("load, in order".to_owned(), [next.clone(), load.clone()].concat()),
        ("load, anywhere".to_owned(), [anywhere.clone(), load].concat()),
        ("load, anywhere, each after the last".to_owned(), chained),
        ("store, in order".to_owned(), [next, store.clone()].concat()),
        ("store, anywhere".to_owned(), [anywhere, store].concat()),
        ("memory.size".to_owned(), vec![0x3f, 0, 0x1a]),
        ("memory.grow by nothing".to_owned(), vec![0x41, 0, 0x40, 0, 0x1a]),
        ("memory.grow beyond what is allowed".to_owned(), [constant(60_000), vec![0x40, 0, 0x1a]].concat()),
    ];
    for length in [0, 8, 64, 4096, 1 << 20, 100 << 20] {
        all.push((format!("memory.fill of {length}"), block(length, fill)));
        all.push((format!("memory.copy of {length}"), block(length, copy)));
    }
    all
}

fn tables_and_calls() -> Vec<Piece> {
    let (p, x) = (worked_on(I32), worked_on(I64));
    let block =
        |length: i32, code: &[u8]| [constant(1), constant(0), constant(length), code.to_vec()].concat();
    let fill = |length: i32| [constant(1), vec![0xd2, 3], constant(length), vec![0xfc, 0x11, 0]].concat();
    let mut all = vec![
        ("table.get".to_owned(), vec![0x41, 5, 0x25, 0, 0x1a]),
        ("table.set".to_owned(), vec![0x41, 5, 0xd2, 3, 0x26, 0]),
        ("table.size".to_owned(), vec![0xfc, 0x10, 0, 0x1a]),
        ("ref.func".to_owned(), vec![0xd2, 3, 0xd1, 0x1a]),
        ("call".to_owned(), vec![0x10, 3]),
        ("call_indirect".to_owned(), vec![0x41, 5, 0x11, 2, 0]),
        ("select".to_owned(), vec![0x20, x, 0x42, 3, 0x20, p, 0x1b, 0x21, x]),
        ("if".to_owned(), vec![0x20, p, 0x04, 0x40, 0x0b]),
        ("br_table".to_owned(), vec![0x02, 0x40, 0x20, p, 0x0e, 1, 0, 0, 0x0b]),
        ("local.tee".to_owned(), vec![0x20, x, 0x22, x, 0x1a]),
        (
            "loop of nothing, a thousand times".to_owned(),
            [constant(1000), vec![0x21, p, 0x03, 0x40, 0x20, p, 0x41, 1, 0x6b, 0x22, p, 0x0d, 0, 0x0b]]
                .concat(),
        ),
    ];
    for length in [0, 1, 16, 1000, 19_000] {
        all.push((format!("table.copy of {length}"), block(length, &[0xfc, 0x0e, 0, 0])));
        all.push((format!("table.fill of {length}"), fill(length)));
    }
    all
}

/// The kinds are as many as have names here.
const _: () = assert!(KINDS.len() == V128 + 1);
