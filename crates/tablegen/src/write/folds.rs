//! Writes the pairs of register and memory forms.

use std::fmt::Write;

use avarice_target::FoldFlags;

use crate::model::Tables;

/// The table of pairs; empty for a target without any.
pub(crate) fn table(tables: &Tables) -> String {
    if tables.folds.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "/// Register and memory forms of instructions.\n\
         pub static FOLDS: FoldTable = FoldTable {\nfolds: &[\n",
    );
    for fold in &tables.folds {
        let _ = writeln!(
            out,
            "Fold {{ register_form: Opcode({}), memory_form: Opcode({}), operand: {}, align: {}, \
             flags: FoldFlags::from_bits_retain({}) }},",
            fold.register_form.0,
            fold.memory_form.0,
            fold.operand,
            fold.align,
            fold.flags.bits()
        );
    }
    let mut unfoldable: Vec<usize> = (0..tables.folds.len())
        .filter(|at| !tables.folds[*at].has(FoldFlags::NO_UNFOLD))
        .collect();
    unfoldable.sort_by_key(|at| tables.folds[*at].memory_form);
    let _ = writeln!(out, "],\nby_memory_form: &{unfoldable:?},\n}};\n");
    out
}
