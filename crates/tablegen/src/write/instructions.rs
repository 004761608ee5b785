//! Writes instruction rows.

use std::fmt::Write;

use super::pool::Pools;
use super::register;
use avarice_target::EncodingField;

use crate::model::{FlatOperand, Instruction, Tables};

/// The table of instructions.
pub(crate) fn rows(tables: &Tables, pools: &mut Pools) -> String {
    let mut out = format!(
        "static INSTRS: [InstrDesc; {}] = [\n",
        tables.instructions.len()
    );
    for row in &tables.instructions {
        write_row(&mut out, row, pools);
    }
    out.push_str("];\n\n");
    out
}

fn write_row(out: &mut String, row: &Instruction, pools: &mut Pools) {
    let names = row
        .names
        .iter()
        .map(|(name, _, flat)| format!("({name:?},{flat})"));
    let kinds = row.names.iter().map(|(_, kind, _)| format!("{kind:?}"));
    let predicates = row
        .predicates
        .iter()
        .map(|predicate| format!("{predicate:?}"));
    let encoding = match &row.encoding {
        None => "None".to_owned(),
        Some(encoding) => format!(
            "Some(EncodingRow {{ form: {}, opcode: {:#x}, bits: {:#x}, fields: {} }})",
            encoding.form,
            encoding.opcode,
            encoding.bits,
            pools.fields.list(encoding.fields.iter().map(field)),
        ),
    };
    let _ = writeln!(
        out,
        "InstrDesc {{ name: {:?}, num_defs: {}, operands: {}, flags: InstrFlags::from_bits_retain({:#x}), \
         implicit_uses: {}, implicit_defs: {}, asm: {:?}, names: {}, kinds: {}, encoding: {encoding}, \
         size: {}, domain: {:?}, predicates: {} }},",
        row.name,
        row.num_defs,
        pools.operands.list(row.operands.iter().map(operand)),
        row.flags.bits(),
        pools.registers.list(row.uses.iter().copied().map(register)),
        pools.registers.list(row.defs.iter().copied().map(register)),
        row.asm,
        pools.names.list(names),
        pools.strings.list(kinds),
        row.size,
        row.domain,
        pools.strings.list(predicates),
    );
}

fn operand(operand: &FlatOperand) -> String {
    let class = match operand.class {
        None => "None".to_owned(),
        Some(class) => format!("Some(RegClass({class}))"),
    };
    format!(
        "OperandDesc {{ kind: OperandType({}), class: {class}, tied_to: {}, \
         flags: OperandFlags::from_bits_retain({}) }}",
        operand.kind, operand.tied_to, operand.flags
    )
}

fn field(field: &EncodingField) -> String {
    let EncodingField {
        operand,
        low,
        width,
        at,
    } = field;
    format!("EncodingField {{ operand: {operand}, low: {low}, width: {width}, at: {at} }}")
}
