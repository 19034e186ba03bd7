//! Modules that mean harm, in ways that plain mistakes have not: each ends as a fault or does not load, in a
//! sentence, and the tournament goes on.

use crate::common::wasm::{Assembly, FOREVER, I32, I64, TRAP, constant, func, number, of_no_thanks, told};

fn does_not_load(module: &Assembly, why: &str) {
    let line = told(&module.bytes());
    assert!(line.contains("does not load: ") && line.contains(why), "{line}");
}

#[test]
fn tables_and_memories_have_ends() {
    does_not_load(&Assembly { tables: vec![10_000_000], ..of_no_thanks() }, "table");
    does_not_load(&Assembly { tables: vec![1; 200], ..of_no_thanks() }, "table");
    does_not_load(&Assembly { memories: 40, ..of_no_thanks() }, "memor");
    does_not_load(&Assembly { pages: 65_536, ..of_no_thanks() }, "memory");
    assert_eq!(told(&Assembly { tables: vec![1000], ..of_no_thanks() }.bytes()), "nothing");
}

#[test]
fn a_table_that_grows_does_not_load() {
    // (loop (drop (table.grow 0 (ref.null func) 50000)) (br 0))
    let grow =
        [vec![0x03, 0x40, 0xd0, 0x70], constant(I32, 50_000), vec![0xfc, 0x0f, 0x00, 0x1a, 0x0c, 0, 0x0b]];
    let module =
        Assembly { tables: vec![1], ..of_no_thanks().asked(&[grow.concat(), constant(I64, 1)].concat()) };
    does_not_load(&module, "the module uses table.grow; tables keep the size that they begin with");
}

#[test]
fn a_buffer_beyond_or_across_the_end_of_memory_does_not_load() {
    for address in [u32::MAX, 65_536, 65_536 - 4095, 1 << 31] {
        let module = of_no_thanks().with(func("croupier_buffer", &[], &[I32], &constant(I32, address)));
        does_not_load(&module, "its buffer has no 4096 bytes of memory");
    }
    let last = of_no_thanks().with(func("croupier_buffer", &[], &[I32], &constant(I32, 65_536 - 4096)));
    assert_eq!(told(&last.bytes()), "nothing", "the last bytes of memory are a buffer");
}

#[test]
fn data_beyond_the_end_of_memory_does_not_load() {
    does_not_load(&Assembly { pages: 0, ..of_no_thanks() }, "out of bounds");
}

#[test]
fn exports_of_other_shapes_do_not_load() {
    for (module, shape) in [
        (
            of_no_thanks().with(func("croupier_hello", &[], &[I64], &constant(I64, 1))),
            "croupier_hello() -> i32",
        ),
        (
            of_no_thanks().with(func("croupier_buffer", &[I32], &[I32], &[0x20, 0])),
            "croupier_buffer() -> i32",
        ),
        (of_no_thanks().with(func("croupier_ask", &[I32], &[I32], &[0x20, 0])), "croupier_ask(i32) -> i64"),
        (of_no_thanks().with(func("croupier_start", &[], &[], &[])), "croupier_start(i32)"),
        (of_no_thanks().with(func("croupier_end", &[], &[I32], &constant(I32, 1))), "croupier_end()"),
    ] {
        does_not_load(&module, &format!("does not export {shape}"));
    }
    let mut printing = of_no_thanks();
    printing.imports.push(("croupier", "print", &[I64]));
    does_not_load(&printing, "imports croupier.print in another shape; it is croupier.print(i32, i32)");
}

#[test]
fn loops_at_the_start_and_end_of_a_game_are_late_and_cost_only_the_bot() {
    for module in [
        of_no_thanks().with(func("croupier_start", &[I32], &[], FOREVER)),
        of_no_thanks().with(func("croupier_end", &[], &[], FOREVER)),
    ] {
        let line = told(&module.bytes());
        assert!(line.contains("late: used the fuel of 0.01 s"), "{line}");
    }
}

#[test]
fn whoever_traps_in_every_export_is_out_at_once() {
    let module = of_no_thanks()
        .with(func("croupier_hello", &[], &[I32], TRAP))
        .with(func("croupier_buffer", &[], &[I32], TRAP))
        .with(func("croupier_start", &[I32], &[], TRAP))
        .with(func("croupier_end", &[], &[], TRAP))
        .asked(TRAP);
    does_not_load(&module, "unreachable");
}

#[test]
fn printing_without_end_burns_fuel_even_where_nothing_is_printed() {
    for (address, length) in [(0, 0), (8, 6), (u32::MAX, u32::MAX)] {
        let call = [constant(I32, address), constant(I32, length), vec![0x10, 0]].concat();
        let forever = [vec![0x03, 0x40], call, vec![0x0c, 0, 0x0b], constant(I64, 1)].concat();
        let mut talker = of_no_thanks().asked(&forever);
        talker.imports.push(("croupier", "print", &[I32, I32]));
        let line = told(&talker.bytes());
        assert!(line.contains("late: used the fuel of"), "{line}");
    }
}

#[test]
fn codes_of_all_ones_and_of_no_card_are_no_moves() {
    for code in [vec![0x42, 0x7f], constant(I64, u32::MAX)] {
        let line = told(&of_no_thanks().asked(&code).bytes());
        assert!(line.contains("is no move"), "{line}");
    }
}

#[test]
fn sections_that_lie_about_their_length_do_not_load() {
    let mut bytes = of_no_thanks().bytes();
    for cut in [9, 20, bytes.len() / 2, bytes.len() - 1] {
        let line = told(&bytes[..cut]);
        assert!(line.contains("no WebAssembly module that can be run"), "{cut}: {line}");
    }
    bytes.extend([vec![10], number(1 << 30)].concat());
    let line = told(&bytes);
    assert!(line.contains("no WebAssembly module that can be run"), "{line}");
}

/// A function of so many variables, with so many loops that change them.
fn tangled(variables: u32, loops: u32) -> Vec<u8> {
    // (local i64 …) (loop (local.tee b (i64.add (local.get a) (local.get b))) (br_if 0 (i64.eqz)))
    let knot = |n: u32| {
        let (a, b) = (number(n % variables), number(n * 7 % variables));
        [vec![0x03, 0x40, 0x20], a, vec![0x20], b.clone(), vec![0x7c, 0x22], b, vec![0x50, 0x0d, 0, 0x0b]]
            .concat()
    };
    (0..loops).flat_map(knot).collect()
}

#[test]
fn what_would_be_compiled_for_minutes_does_not_load() {
    let mut tangle = of_no_thanks().with(func("tangle", &[], &[], &tangled(2000, 10_000)));
    tangle.locals = ("tangle", 2000);
    assert!(tangle.bytes().len() < 200_000, "it is a short module");
    does_not_load(&tangle, "too many variables across too many branches");
    let mut wide = of_no_thanks();
    wide.imports.push(("croupier", "print", &[I32; 1000]));
    does_not_load(&wide, "a function of 1000 parameters and results; at most 64 are compiled");
    let long = of_no_thanks().with(func("long", &[], &[], &[0x01].repeat(5 << 20)));
    does_not_load(&long, "5.0 MB of code; at most 4 MB are compiled");
    let mut large = of_no_thanks().with(func("tangle", &[], &[], &tangled(20, 10_000)));
    large.locals = ("tangle", 20);
    assert_eq!(told(&large.bytes()), "nothing", "much code of the ordinary kind is compiled");
}
