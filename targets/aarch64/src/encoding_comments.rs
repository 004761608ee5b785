//! What assembly says of the bytes of an instruction: `-show-mc-encoding`.

use avarice_emit::{AsmText, EmitError, PrintContext, ShownFixup, comment_encoding};

use crate::encode::encoder::{NotedField, encode_noting};
use crate::encode::mc_inst::McInst;
use crate::encode::relocations::Field;
use crate::{asm, op};

/// Adds the comments about the bytes of `inst`.
///
/// # Errors
/// If it has no encoding.
pub(crate) fn comment(
    context: &PrintContext<'_>,
    inst: &McInst,
    out: &mut AsmText,
) -> Result<(), EmitError> {
    if inst.opcode == op::TLSDESCCALL {
        // No code: the fixup marks the call that follows.
        let fixup = shown(context, inst, 0, ("fixup_aarch64_tlsdesc_call", 0, 0))?;
        comment_encoding(&[], &[fixup], out);
        return Ok(());
    }
    let (word, noted) = encode_noting(inst)?;
    let fixups = noted
        .iter()
        .map(|NotedField { field, operand }| shown(context, inst, *operand, kind(*field)))
        .collect::<Result<Vec<_>, _>>()?;
    comment_encoding(&word.to_le_bytes(), &fixups, out);
    Ok(())
}

fn shown(
    context: &PrintContext<'_>,
    inst: &McInst,
    operand: u8,
    (kind, first_bit, bits): (&'static str, usize, usize),
) -> Result<ShownFixup, EmitError> {
    let mut value = String::new();
    asm::print_reference(context, inst, operand, &mut value)?;
    Ok(ShownFixup {
        offset: 0,
        first_bit,
        bits,
        value: value.trim_start_matches('#').into(),
        kind,
    })
}

/// LLVM's name of the kind of a field, with its lowest bit and the number of bits.
fn kind(field: Field) -> (&'static str, usize, usize) {
    match field {
        Field::Adr => ("fixup_aarch64_pcrel_adr_imm21", 0, 32),
        Field::Adrp => ("fixup_aarch64_pcrel_adrp_imm21", 0, 32),
        Field::Add12 => ("fixup_aarch64_add_imm12", 10, 12),
        Field::Offset12(0) => ("fixup_aarch64_ldst_imm12_scale1", 10, 12),
        Field::Offset12(1) => ("fixup_aarch64_ldst_imm12_scale2", 10, 12),
        Field::Offset12(2) => ("fixup_aarch64_ldst_imm12_scale4", 10, 12),
        Field::Offset12(3) => ("fixup_aarch64_ldst_imm12_scale8", 10, 12),
        Field::Offset12(_) => ("fixup_aarch64_ldst_imm12_scale16", 10, 12),
        Field::Jump26 => ("fixup_aarch64_pcrel_branch26", 0, 26),
        Field::Call26 => ("fixup_aarch64_pcrel_call26", 0, 26),
        Field::Branch19 => ("fixup_aarch64_pcrel_branch19", 5, 19),
        Field::Branch14 => ("fixup_aarch64_pcrel_branch14", 5, 14),
        Field::Literal19 => ("fixup_aarch64_ldr_pcrel_imm19", 5, 19),
        Field::Move16 => ("fixup_aarch64_movw", 5, 16),
    }
}
