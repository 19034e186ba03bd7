//! What compiling a module would take, before it is compiled: no fuel counts that, and a short function can keep a compiler
//! busy for minutes. Judged by the module alone, so that it is the same everywhere.
//!
//! A compiler follows every variable of a function across its branches, so the product of both is what hurts.

use wasmparser::{BinaryReaderError, FunctionBody, Operator, Parser, Payload};

/// So much code is compiled in half a minute at most.
const MOST_CODE: u32 = 4 << 20;
/// The most variables times branches, over all functions. The 10,625 functions of CPython
/// have just that, the 1,425 of a libc a sixteenth.
const MOST_EFFORT: u64 = 4_000_000;
/// No function or block has more parameters and results together: a call of three bytes would move them all.
const WIDEST: usize = 64;

/// Refuses what would take too long, in words.
pub(crate) fn judge(bytes: &[u8]) -> Result<(), String> {
    let unreadable = |error: BinaryReaderError| format!("no WebAssembly module that can be run: {error}");
    let mut effort = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.map_err(unreadable)? {
            Payload::TypeSection(types) => {
                for shape in types.into_iter_err_on_gc_types() {
                    let shape = shape.map_err(unreadable)?;
                    let width = shape.params().len() + shape.results().len();
                    if width > WIDEST {
                        return Err(format!(
                            "the module has a function of {width} parameters and results; at most {WIDEST} are compiled"
                        ));
                    }
                }
            }
            Payload::CodeSectionStart { size, .. } if size > MOST_CODE => {
                return Err(format!(
                    "the module has {:.1} MB of code; at most {} MB are compiled",
                    f64::from(size) / f64::from(1 << 20),
                    MOST_CODE >> 20
                ));
            }
            Payload::CodeSectionEntry(body) => {
                effort = effort_of(&body).map_err(unreadable)?.saturating_add(effort);
            }
            _ => {}
        }
        if effort > MOST_EFFORT {
            return Err(format!(
                "the module has too many variables across too many branches to be compiled: more than {MOST_EFFORT} of one \
                 times the other"
            ));
        }
    }
    Ok(())
}

/// A function's variables times its branches.
fn effort_of(body: &FunctionBody<'_>) -> Result<u64, BinaryReaderError> {
    let mut variables = 1;
    for group in body.get_locals_reader()? {
        variables += u64::from(group?.0);
    }
    let mut branches = 1;
    for operator in body.get_operators_reader()? {
        branches += match operator? {
            Operator::BrTable { targets } => u64::from(targets.len()) + 1,
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Else
            | Operator::TryTable { .. }
            | Operator::Br { .. }
            | Operator::BrIf { .. } => 1,
            _ => 0,
        };
    }
    Ok(variables.saturating_mul(branches))
}
