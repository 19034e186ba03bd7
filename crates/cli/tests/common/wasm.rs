//! WebAssembly modules for tests, assembled by hand: a handful of functions with bodies in bytes. An
//! assembler from a registry would be built in with Wasmtime's own parts, and rebuild half of it for the
//! tests.

use std::fs;

use tempfile::TempDir;

use super::{croupier, file};

/// `i32`.
pub(crate) const I32: u8 = 0x7f;
/// `i64`.
pub(crate) const I64: u8 = 0x7e;
/// `unreachable`.
pub(crate) const TRAP: &[u8] = &[0x00];
/// `(loop $again (br $again))`.
pub(crate) const FOREVER: &[u8] = &[0x03, 0x40, 0x0c, 0x00, 0x0b];

/// A function: the name it is exported by, its parameters and results, its body.
#[derive(Clone)]
pub(crate) struct Func {
    pub(crate) export: &'static str,
    pub(crate) params: &'static [u8],
    pub(crate) results: &'static [u8],
    pub(crate) body: Vec<u8>,
}

/// A module. Imports are functions without results, numbered before all others.
#[derive(Clone)]
pub(crate) struct Assembly {
    pub(crate) imports: Vec<(&'static str, &'static str, &'static [u8])>,
    pub(crate) pages: u32,
    /// So many memories of that many pages.
    pub(crate) memories: usize,
    /// Tables of so many elements each.
    pub(crate) tables: Vec<u32>,
    pub(crate) exports_memory: bool,
    pub(crate) funcs: Vec<Func>,
    /// The function of this name is called when the module is loaded.
    pub(crate) start: Option<&'static str>,
    /// Variables of type `i64` in the function of this name.
    pub(crate) locals: (&'static str, u32),
    /// Bytes at address 8.
    pub(crate) data: &'static [u8],
}

impl Assembly {
    /// Puts a function in place of the one of its name, or beside the others.
    pub(crate) fn with(mut self, func: Func) -> Self {
        self.funcs.retain(|other| other.export != func.export);
        self.funcs.push(func);
        self
    }

    /// The same, asked in this way.
    pub(crate) fn asked(self, body: &[u8]) -> Self {
        self.with(func("croupier_ask", &[I32], &[I64], body))
    }

    /// The module as a file holds it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let kinds = self.imports.iter().map(|(.., params)| (*params, &[][..]));
        let kinds: Vec<_> = kinds.chain(self.funcs.iter().map(|f| (f.params, f.results))).collect();
        let types =
            kinds.iter().map(|(params, results)| [vec![0x60], counted(params), counted(results)].concat());
        let imports = self.imports.iter().enumerate().map(|(kind, (module, name, _))| {
            [counted(module.as_bytes()), counted(name.as_bytes()), vec![0x00], number(kind as u32)].concat()
        });
        let first = self.imports.len() as u32;
        let index = |at: usize| number(first + at as u32);
        let exported = self.funcs.iter().enumerate().filter(|(_, f)| !f.export.is_empty());
        let mut exports: Vec<Vec<u8>> =
            exported.map(|(at, f)| [counted(f.export.as_bytes()), vec![0x00], index(at)].concat()).collect();
        if self.exports_memory {
            exports.push([counted(b"memory"), vec![0x02, 0x00]].concat());
        }
        let locals = |f: &Func| match self.locals {
            (name, count) if name == f.export && count > 0 => [vec![0x01], number(count), vec![I64]].concat(),
            _ => vec![0x00],
        };
        let code = self.funcs.iter().map(|f| counted(&[locals(f), f.body.clone(), vec![0x0b]].concat()));
        let mut out = b"\0asm\x01\0\0\0".to_vec();
        section(&mut out, 1, &types.collect::<Vec<_>>());
        section(&mut out, 2, &imports.collect::<Vec<_>>());
        section(&mut out, 3, &(0..self.funcs.len()).map(index).collect::<Vec<_>>());
        let table = |size: &u32| [vec![0x70, 0x00], number(*size)].concat();
        section(&mut out, 4, &self.tables.iter().map(table).collect::<Vec<_>>());
        section(&mut out, 5, &vec![[vec![0x00], number(self.pages)].concat(); self.memories]);
        section(&mut out, 7, &exports);
        if let Some(at) = self.start.and_then(|name| self.funcs.iter().position(|f| f.export == name)) {
            out.extend([vec![8], counted(&index(at))].concat());
        }
        section(&mut out, 10, &code.collect::<Vec<_>>());
        section(&mut out, 11, &[[vec![0x00, 0x41, 8, 0x0b], counted(self.data)].concat()]);
        out
    }
}

/// The number of No Thanks!, version 1.
pub(crate) const NO_THANKS: u32 = 0x0186_4331;

/// A function that is exported.
pub(crate) fn func(export: &'static str, params: &'static [u8], results: &'static [u8], body: &[u8]) -> Func {
    Func { export, params, results, body: body.to_vec() }
}

/// A module that takes every card of No Thanks!, with its buffer at 1024.
pub(crate) fn of_no_thanks() -> Assembly {
    let funcs = vec![
        func("croupier_hello", &[], &[I32], &constant(I32, NO_THANKS)),
        func("croupier_buffer", &[], &[I32], &constant(I32, 1024)),
        func("croupier_start", &[I32], &[], &[]),
        func("croupier_ask", &[I32], &[I64], &constant(I64, 1)),
        func("croupier_end", &[], &[], &[]),
    ];
    Assembly {
        imports: Vec::new(),
        pages: 1,
        memories: 1,
        tables: Vec::new(),
        exports_memory: true,
        funcs,
        start: None,
        locals: ("", 0),
        data: b"hello\n",
    }
}

/// `i32.const` and `i64.const` of a number below 2³².
pub(crate) fn constant(kind: u8, value: u32) -> Vec<u8> {
    let mut bytes = vec![if kind == I32 { 0x41 } else { 0x42 }];
    // Signed: as a 32-bit value for an i32, as it is for an i64.
    let mut rest = if kind == I32 { i64::from(value as i32) } else { i64::from(value) };
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

pub(crate) fn number(mut value: u32) -> Vec<u8> {
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

fn section(out: &mut Vec<u8>, id: u8, items: &[Vec<u8>]) {
    if !items.is_empty() {
        let body = [number(items.len() as u32), items.concat()].concat();
        out.push(id);
        out.extend(counted(&body));
    }
}

/// What is said of a module in place of a bot; it plays three games with two of the house.
pub(crate) fn told(bytes: &[u8]) -> String {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("rogue.wasm"), bytes).unwrap();
    let plan = "game = \"no-thanks\"\nbots = [\"rogue.wasm\", \"house:CutOff14\", \
                \"house:TakeSmall\"]\ngames = 3\nseed = 4\n[limits]\nmove_ms = 5\nload_ms = 50\nmemory_mb = \
                16\n";
    file(dir.path(), "plan.toml", plan);
    let said = croupier(dir.path(), &["run", "plan.toml", "--without-broken"]);
    assert_eq!(said.code, 0, "the tournament goes on whatever a bot does: {}", said.err);
    let line = said.out.lines().find(|line| line.trim_start_matches("Left out: ").starts_with("rogue"));
    line.map_or_else(|| "nothing".to_owned(), ToOwned::to_owned)
}
