//! WebAssembly, tried with an example module that this binary carries, and Python inside it with an example bot.

#![cfg_attr(not(feature = "wasm"), allow(unused_imports))]

use std::path::Path;

use croupier_games::no_thanks::NoThanks;
use croupier_hosts::Kits;

use super::languages::{Tried, file, played};

/// `languages/wasm/examples/no_thanks.c`, compiled by `scripts/wasm-compile` and stripped.
#[cfg(feature = "wasm")]
const MODULE: &[u8] = include_bytes!("no_thanks.wasm");

#[cfg(feature = "wasm")]
pub(super) fn module(kits: &Kits, folder: &Path) -> Result<Tried, String> {
    let bot = file(folder, "no_thanks.wasm", MODULE)?;
    played::<NoThanks>(kits, &bot, format!("Wasmtime {}", croupier_hosts::wasm::WASMTIME))
}

#[cfg(feature = "wasm")]
pub(super) fn python(_: &Kits, folder: &Path) -> Result<Tried, String> {
    use croupier_hosts::CellKind;
    use croupier_hosts::cell::Sandbox;
    let kits = Kits::new(Sandbox::Best).with_python_in(CellKind::Wasm);
    // Without it, the words say how it is built.
    kits.python_cell()?;
    let bot = file(folder, "example_bot.py", include_str!("../../../../examples/no-thanks/example_bot.py"))?;
    let component = croupier_hosts::wasm::PythonCell::file().unwrap_or_default();
    played::<NoThanks>(&kits, &bot, format!("the component {}", component.display()))
}

#[cfg(not(feature = "wasm"))]
pub(super) fn module(_: &Kits, _: &Path) -> Result<Tried, String> {
    Err(croupier_hosts::WITHOUT_WASM.to_owned())
}

#[cfg(not(feature = "wasm"))]
pub(super) fn python(_: &Kits, _: &Path) -> Result<Tried, String> {
    Err(croupier_hosts::WITHOUT_WASM.to_owned())
}
