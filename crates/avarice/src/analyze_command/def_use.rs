//! `analyze def-use`.

use std::io::Write;

use avarice_ir::{Use, Value, ValueDef};

use super::{Failure, Subject};

/// Writes both directions of the chains: for each value its uses, newest first, as its list has them; for each
/// instruction the definitions of its operands.
pub fn report(subject: &mut Subject<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let function = subject.function;
    writeln!(out, "def-use:")?;
    let insts = || {
        function
            .layout
            .iter()
            .flat_map(|block| function.block_insts(*block))
    };
    let results = insts().filter_map(|inst| function.insts[inst].result.expand());
    let is_used_constant = |value: &Value| {
        matches!(function.values[*value].def, ValueDef::Const(_)) && !function.is_unused(*value)
    };
    let constants = function.values.keys().filter(is_used_constant);
    for value in function
        .args
        .iter()
        .copied()
        .chain(results)
        .chain(constants)
    {
        writeln!(out, "{}", subject.definition(value))?;
        for slot in function.uses_of(value) {
            let user = function.uses[slot].user;
            let number = operand_number(subject, slot);
            writeln!(out, "  operand {number} of {}", subject.printer.inst(user))?;
        }
    }
    writeln!(out, "use-def:")?;
    for inst in insts() {
        writeln!(out, "{}", subject.printer.inst(inst))?;
        for (number, value) in function.operands(inst).enumerate() {
            writeln!(out, "  operand {number} is {}", subject.definition(value))?;
        }
    }
    Ok(())
}

/// Which operand of its user a slot is.
fn operand_number(subject: &Subject<'_>, slot: Use) -> u32 {
    let user = subject.function.uses[slot].user;
    slot.as_u32() - subject.function.insts[user].first_use
}
