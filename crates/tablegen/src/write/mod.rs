//! Writes tables as Rust source: static arrays of plain data, equal lists only once.

mod columns;
mod folds;
mod instructions;
mod pool;
mod pressure;
mod registers;
mod scheduling;

use std::fmt::{Display, Write};

use crate::derive;
use crate::model::Tables;
use pool::Pools;

/// The source of all tables.
pub(crate) fn tables(tables: &Tables) -> String {
    let mut pools = Pools::default();
    let mut out =
        String::from("// Written by avarice-tablegen from the target's `.tab` files.\n\n");
    out.push_str("use avarice_target::*;\n\n");
    let registers = registers::rows(tables, &mut pools);
    let instructions = instructions::rows(tables, &mut pools);
    out.push_str(&target(tables, &mut pools));
    out.push_str(&registers);
    out.push_str(&instructions);
    out.push_str(&pools.finish());
    out.push_str(&constants(tables));
    out.push_str(&columns::module(tables));
    out.push_str(&folds::table(tables));
    out.push_str(&scheduling::tables(tables));
    out
}

/// The one public table.
fn target(tables: &Tables, pools: &mut Pools) -> String {
    let registers: Vec<_> = tables
        .registers
        .iter()
        .map(|r| r.name.to_ascii_lowercase())
        .collect();
    let registers = sorted_by_name(
        std::iter::once(registers::NO_REGISTER).chain(registers.iter().map(String::as_str)),
    );
    let instructions = sorted_by_name(tables.instructions.iter().map(|row| row.name.as_str()));
    let composition = derive::composition(tables);
    format!(
        "/// All tables of this target.\n\
         pub static TARGET: TargetDesc = TargetDesc {{\n\
         name: {name:?}, registers: &REGISTERS, units: &UNITS, sub_reg_indices: &SUB_REG_INDICES,\n\
         sub_reg_compose: {composition}, classes: &CLASSES, reg_masks: &REG_MASKS, instrs: &INSTRS,\n\
         instrs_by_name: {instructions}, regs_by_name: {registers}, callee_saved: {callee_saved},\n\
         reg_mask_words: {words}, scheduling: {scheduling},\n\
         pressure: {pressure},\n}};\n\n",
        name = tables.target,
        composition = pools
            .indices
            .list(composition.into_iter().map(|i| format!("SubRegIdx({i})"))),
        instructions = pools
            .opcodes
            .list(instructions.into_iter().map(|i| format!("Opcode({i})"))),
        registers = pools.registers.list(registers.into_iter().map(register)),
        callee_saved = pools
            .registers
            .list(tables.callee_saved.iter().copied().map(register)),
        words = registers::mask_words(tables),
        scheduling = scheduling::reference(tables),
        pressure = pressure::table(tables),
    )
}

/// Positions of names in the order of the names.
fn sorted_by_name<'a>(names: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut names: Vec<_> = names.enumerate().map(|(i, name)| (name, i)).collect();
    names.sort_unstable();
    names.into_iter().map(|(_, i)| i).collect()
}

/// A register as an expression.
fn register(number: usize) -> String {
    format!("PhysReg({number})")
}

/// The modules of constants.
fn constants(tables: &Tables) -> String {
    let mut out = String::new();
    let registers = tables
        .registers
        .iter()
        .map(|register| register.name.to_ascii_uppercase());
    let indices = tables
        .indices
        .iter()
        .map(|index| index.name.to_ascii_uppercase());
    module(
        &mut out,
        "op",
        "Opcodes",
        "Opcode",
        0,
        tables.instructions.iter().map(|row| &row.name),
    );
    module(&mut out, "reg", "Registers", "PhysReg", 1, registers);
    module(
        &mut out,
        "class",
        "Register classes",
        "RegClass",
        0,
        tables.classes.iter().map(|class| &class.name),
    );
    module(
        &mut out,
        "sub",
        "Sub-register indices",
        "SubRegIdx",
        1,
        indices,
    );
    module(
        &mut out,
        "mask",
        "Call-preserved masks",
        "RegMaskId",
        0,
        tables.masks.iter().map(|mask| &mask.name),
    );
    out
}

/// A module of constants of one type, numbered from `first`.
fn module(
    out: &mut String,
    name: &str,
    what: &str,
    type_name: &str,
    first: usize,
    names: impl Iterator<Item = impl Display>,
) {
    let mut text = format!(
        "/// {what} by LLVM's names.\n\
         #[allow(missing_docs, non_upper_case_globals, reason = \"the names are LLVM's\")]\n\
         pub mod {name} {{\nuse avarice_target::{type_name} as T;\n"
    );
    for (i, constant) in names.enumerate() {
        let _ = writeln!(text, "pub const {constant}: T = T({});", first + i);
    }
    text.push_str("}\n\n");
    out.push_str(&text);
}
