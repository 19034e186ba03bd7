//! The price of WebAssembly: the five Python beginners, each in an instance of the component, beside the same five in one
//! native interpreter. Processor time on both sides: everything happens in one process, and neighbours do not count.

use std::path::PathBuf;
use std::time::Instant;

use croupier_arena::naming::NamedBot;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::{CellKind, Kits};

use crate::hosts::{decisions_per_second, fields, plain_engine, twenty_bots};

const ROUNDS: usize = 5;

/// Prints decisions per second of every way, and their ratios to the plain engine of the same run.
pub(crate) fn measure() -> Result<(), String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let kits = Kits::new(Sandbox::Best).with_python_in(CellKind::Wasm);
    let begun = Instant::now();
    kits.python_cell()?;
    println!("The component was there after {:.2} s", begun.elapsed().as_secs_f64());
    let python = kits.python()?;
    println!("The plain engine runs on Python {}", python.version());
    let (five, one) = fields(&root, &kits)?;
    let mut plain = Vec::new();
    let mut ways: [(&str, &[NamedBot], usize, Vec<f64>); 3] = [
        ("five beginners, one lane", &five, 1, Vec::new()),
        ("five beginners, two lanes, per core", &five, 2, Vec::new()),
        ("one bot against the house", &one, 1, Vec::new()),
    ];
    for _ in 0..ROUNDS {
        plain.push(plain_engine(&root, python.interpreter())?.processor);
        for (_, bots, lanes, rates) in &mut ways {
            rates.push(decisions_per_second(bots, *lanes, &kits)?.processor);
        }
    }
    let plain = crate::median(plain);
    println!("| way | decisions/s of processor time | ratio |\n| --- | --- | --- |");
    println!("| plain engine, one interpreter | {plain:.0} | 1 |");
    for (way, _, _, rates) in ways {
        let rate = crate::median(rates);
        println!("| {way} | {rate:.0} | {:.2} |", rate / plain);
    }
    twenty_bots(&five, &kits)?;
    crate::modules::measure(&root, &kits)
}
