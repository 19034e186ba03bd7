//! What compiling a module would take, before it is compiled: no fuel counts that, and a short function can
//! keep a compiler busy for minutes. Judged by the module alone, so that it is the same everywhere.
//!
//! A compiler follows every variable of a function across its branches, so the product of both is what hurts.

use wasmparser::{BinaryReaderError, FunctionBody, Operator, Parser, Payload};

use super::bad_module::BadModule;

/// So much code is compiled in half a minute at most.
pub(super) const MOST_CODE: u32 = 4 << 20;
/// The most variables times branches, over all functions. The 10,625 functions of CPython
/// have just that, the 1,425 of a libc a sixteenth.
pub(super) const MOST_EFFORT: u64 = 4_000_000;
/// Each has a price of its own, however short it is; CPython has half as many.
pub(super) const MOST_FUNCTIONS: u32 = 20_000;
/// No function or block has more parameters and results together: a call of three bytes would move them all.
pub(super) const WIDEST: usize = 64;

/// Refuses what would take too long.
pub(crate) fn judge(bytes: &[u8]) -> Result<(), BadModule> {
    let unreadable = |error: BinaryReaderError| BadModule::Unreadable(error.to_string());
    let mut effort = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.map_err(unreadable)? {
            Payload::TypeSection(types) => {
                for shape in types.into_iter_err_on_gc_types() {
                    let shape = shape.map_err(unreadable)?;
                    let width = shape.params().len() + shape.results().len();
                    if width > WIDEST {
                        return Err(BadModule::TooWide(width));
                    }
                }
            }
            Payload::CodeSectionStart { count, .. } if count > MOST_FUNCTIONS => {
                return Err(BadModule::TooManyFunctions(count));
            }
            Payload::CodeSectionStart { size, .. } if size > MOST_CODE => {
                return Err(BadModule::TooMuchCode(size));
            }
            Payload::CodeSectionEntry(body) => {
                effort = effort_of(&body).map_err(unreadable)?.saturating_add(effort);
                if grows_a_table(&body).map_err(unreadable)? {
                    return Err(BadModule::GrowsTables);
                }
            }
            _ => {}
        }
        if effort > MOST_EFFORT {
            return Err(BadModule::TooMuchEffort);
        }
    }
    Ok(())
}

/// Whether it has the one instruction that takes far longer than the highest price of an instruction stands
/// for. No compiler of C or Rust writes it.
fn grows_a_table(body: &FunctionBody<'_>) -> Result<bool, BinaryReaderError> {
    for operator in body.get_operators_reader()? {
        if matches!(operator?, Operator::TableGrow { .. }) {
            return Ok(true);
        }
    }
    Ok(false)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A module of so many functions that do nothing.
    fn of_functions(count: u32) -> Vec<u8> {
        let number = |mut value: u32| {
            let mut bytes = Vec::new();
            while value >= 0x80 {
                bytes.push(value as u8 | 0x80);
                value >>= 7;
            }
            bytes.push(value as u8);
            bytes
        };
        let section = |id: u8, body: Vec<u8>| [vec![id], number(body.len() as u32), body].concat();
        let types = section(1, vec![1, 0x60, 0, 0]);
        let functions = section(3, [number(count), vec![0; count as usize]].concat());
        let code = section(10, [number(count), [2, 0, 0x0b].repeat(count as usize)].concat());
        [b"\0asm\x01\0\0\0".to_vec(), types, functions, code].concat()
    }

    #[test]
    fn many_small_functions_are_refused_before_they_are_compiled() {
        assert!(judge(&of_functions(MOST_FUNCTIONS)).is_ok());
        let why = judge(&of_functions(100_000)).unwrap_err();
        assert_eq!(why.to_string(), "the module has 100000 functions; at most 20000 are compiled");
    }
}
