//! Reads the pairs of register and memory forms.

use std::collections::BTreeMap;

use avarice_target::{Fold, FoldFlags, Opcode};

use crate::error::Error;
use crate::lines::{Cursor, Line};
use crate::model::Instruction;

/// Reads all `fold` lines, sorted as `avarice_target::FoldTable` requires.
pub(crate) fn read(instructions: &[Instruction], lines: &[&Line<'_>]) -> Result<Vec<Fold>, Error> {
    let names = instructions.iter().enumerate();
    let opcodes: BTreeMap<&str, usize> = names.map(|(at, row)| (row.name.as_str(), at)).collect();
    let mut folds: BTreeMap<(Opcode, bool, u8), Fold> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.keyword() == "fold") {
        let cursor = &mut line.cursor();
        cursor.word("a keyword")?;
        let fold = read_fold(&opcodes, cursor)?;
        let is_tied = fold.has(FoldFlags::TIED);
        let key = (fold.register_form, is_tied, fold.operand);
        if folds.insert(key, fold).is_some() {
            return Err(cursor.error("this operand has a memory form already"));
        }
    }
    Ok(folds.into_values().collect())
}

fn read_opcode(opcodes: &BTreeMap<&str, usize>, cursor: &mut Cursor<'_>) -> Result<Opcode, Error> {
    let name = cursor.word("the name of an instruction")?;
    let opcode = opcodes.get(name).copied().map(Opcode::from_index);
    opcode.ok_or_else(|| cursor.error(format!("unknown instruction `{name}`")))
}

fn read_fold(opcodes: &BTreeMap<&str, usize>, cursor: &mut Cursor<'_>) -> Result<Fold, Error> {
    let register_form = read_opcode(opcodes, cursor)?;
    let (operand, mut flags) = match cursor.clone().word("an operand")? {
        "tied" => {
            cursor.word("an operand")?;
            (0, FoldFlags::TIED | FoldFlags::LOAD | FoldFlags::STORE)
        }
        _ => match cursor.number::<u8>("the number of an operand or `tied`")? {
            0 => (0, FoldFlags::empty()),
            operand => (operand, FoldFlags::LOAD),
        },
    };
    let memory_form = read_opcode(opcodes, cursor)?;
    let mut align = 1;
    while !cursor.at_end() {
        let (name, has_value) = cursor.attribute()?;
        match (name, has_value) {
            ("align", true) => align = cursor.number("an alignment in bytes")?,
            ("load", false) => flags |= FoldFlags::LOAD,
            ("store", false) => flags |= FoldFlags::STORE,
            ("no_fold", false) => flags |= FoldFlags::NO_FOLD,
            ("no_unfold", false) => flags |= FoldFlags::NO_UNFOLD,
            _ => return Err(cursor.error(format!("unknown attribute `{name}`"))),
        }
    }
    if !flags.intersects(FoldFlags::LOAD | FoldFlags::STORE) {
        return Err(cursor.error("what the memory is accessed for is missing: `load`, `store`"));
    }
    Ok(Fold {
        register_form,
        memory_form,
        operand,
        align,
        flags,
    })
}
