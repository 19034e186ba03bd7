//! A module whose answer is a loop around one piece of code: as short as WebAssembly can be written by hand.

/// `i32`, `i64`, `f32`, `f64` and `v128`, as WebAssembly writes them.
pub(super) const KINDS: [u8; 5] = [0x7f, 0x7e, 0x7d, 0x7c, 0x7b];

/// The variables: the number of rounds, then for each of [`KINDS`] one that is worked on and one that stays
/// as it is.
pub(super) const fn worked_on(kind: usize) -> u8 {
    1 + kind as u8
}

/// The one beside it.
pub(super) const fn beside(kind: usize) -> u8 {
    6 + kind as u8
}

/// How often a round has the piece.
pub(super) const COPIES: usize = 16;
/// Pages of memory: 256 MB, more than any cache holds.
const PAGES: u32 = 4096;
const TABLE: u32 = 20_000;

/// The module of No Thanks! that runs the piece as often as the number of its question says, times
/// [`COPIES`].
pub(super) fn around(game: u32, piece: &[u8]) -> Vec<u8> {
    let nothing = vec![0x0b];
    let body = [begin(), vec![0x03, 0x40], piece.repeat(COPIES), again(), vec![0x42, 1, 0x0b]].concat();
    let locals: Vec<u8> = KINDS.iter().chain(&KINDS).flat_map(|&kind| [1, kind]).collect();
    let function = |locals: Vec<u8>, body: &[u8]| counted(&[locals, body.to_vec()].concat());
    let plain = |body: &[u8]| function(vec![0], body);
    let types: [&[u8]; 4] =
        [&[0x60, 0, 1, 0x7f], &[0x60, 1, 0x7f, 1, 0x7e], &[0x60, 0, 0], &[0x60, 1, 0x7f, 0]];
    let export = |name: &str, what: u8, index: u8| [counted(name.as_bytes()), vec![what, index]].concat();
    let mut out = b"\0asm\x01\0\0\0".to_vec();
    section(&mut out, 1, &types.map(<[u8]>::to_vec));
    section(&mut out, 3, &[vec![0], vec![0], vec![1], vec![2]]);
    section(&mut out, 4, &[[vec![0x70, 0], number(TABLE)].concat()]);
    section(&mut out, 5, &[[vec![0], number(PAGES)].concat()]);
    let exports = [
        export("memory", 2, 0),
        export("croupier_hello", 0, 0),
        export("croupier_buffer", 0, 1),
        export("croupier_ask", 0, 2),
    ];
    section(&mut out, 7, &exports);
    // The whole table names the empty function.
    let elements = [vec![0, 0x41, 0, 0x0b], number(TABLE), vec![3; TABLE as usize]].concat();
    section(&mut out, 9, &[elements]);
    let code = [
        plain(&[touch(), constant(game as i32), nothing.clone()].concat()),
        plain(&[constant(1024), nothing.clone()].concat()),
        function([vec![10], locals].concat(), &body),
        plain(&nothing),
    ];
    section(&mut out, 10, &code);
    out
}

/// Writes to all of memory: what was never written is one empty page to the system, which every cache holds.
fn touch() -> Vec<u8> {
    [constant(0), constant(1), constant((PAGES << 16) as i32), vec![0xfc, 0x0b, 0]].concat()
}

/// Gives the variables values that no instruction finds easy.
fn begin() -> Vec<u8> {
    let doubles = [1.000_000_1_f64.to_le_bytes(), 1.7e-3_f64.to_le_bytes()];
    let floats = [1.000_1_f32.to_le_bytes(), 1.7e-3_f32.to_le_bytes()];
    let long = |value: i64| [vec![0x42], signed(value)].concat();
    let halves = |value: &[u8; 8]| [vec![0xfd, 0x0c], value.repeat(2)].concat();
    let values = [
        [constant(0x7654_3210), constant(0x1235_4321)],
        [long(0x7654_3210_fedc_ba98), long(0x1234_5432_1012_3457)],
        floats.map(|value| [vec![0x43], value.to_vec()].concat()),
        doubles.map(|value| [vec![0x44], value.to_vec()].concat()),
        [halves(&doubles[0]), halves(&doubles[1])],
    ];
    let mut out = Vec::new();
    for (kind, [first, second]) in values.into_iter().enumerate() {
        out.extend([first, vec![0x21, worked_on(kind)], second, vec![0x21, beside(kind)]].concat());
    }
    out
}

/// One round less; again while there are some.
fn again() -> Vec<u8> {
    vec![0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b]
}

/// `i32.const`.
pub(super) fn constant(value: i32) -> Vec<u8> {
    [vec![0x41], signed(i64::from(value))].concat()
}

fn signed(mut rest: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let byte = (rest & 0x7f) as u8;
        rest >>= 7;
        let done = (rest == 0 && byte & 0x40 == 0) || (rest == -1 && byte & 0x40 != 0);
        bytes.push(if done { byte } else { byte | 0x80 });
        if done {
            return bytes;
        }
    }
}

/// A number as sections have it.
pub(super) fn number(mut value: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn counted(bytes: &[u8]) -> Vec<u8> {
    [number(bytes.len() as u32), bytes.to_vec()].concat()
}

fn section(out: &mut Vec<u8>, id: u8, parts: &[Vec<u8>]) {
    out.push(id);
    out.extend(counted(&[number(parts.len() as u32), parts.concat()].concat()));
}
