//! What assembly says of the bytes of an instruction: `-show-mc-encoding`.
//!
//! Jumps are shown as LLVM has them before it lays the code out: short.

use avarice_emit::{
    AsmText, CodeBuffer, EmitError, FixupTarget, GOT_NAME, PrintContext, ShownFixup,
    comment_encoding,
};
use avarice_target::PhysReg;

use crate::encode::encoder::{NotedField, References, encode_noting};
use crate::encode::mc_inst::{McInst, McOperand};
use crate::encode::relocations::{Field, GotRelaxation};
use crate::target_flags::MO_NO_FLAG;
use crate::{TARGET, asm, op};

/// Adds the comments about the bytes of `inst`.
///
/// # Errors
/// If it has no encoding.
pub(crate) fn comment(
    context: &PrintContext<'_>,
    inst: &McInst,
    out: &mut AsmText,
) -> Result<(), EmitError> {
    let mut buffer = CodeBuffer::default();
    let mut noted = Vec::new();
    let short = McInst {
        opcode: match inst.opcode {
            op::JMP_4 => op::JMP_1,
            op::JCC_4 => op::JCC_1,
            other => other,
        },
        ..inst.clone()
    };
    encode_noting(&short, References::Noted(&mut noted), &mut buffer)?;
    let code = buffer.finish(|_, _| {});
    let shown = |field| fixup(context, inst, field);
    let fixups: Vec<ShownFixup> = noted.iter().map(shown).collect::<Result<_, EmitError>>()?;
    comment_encoding(&code.bytes, &fixups, out);
    Ok(())
}

/// What is said of a field of `inst`.
fn fixup(
    context: &PrintContext<'_>,
    inst: &McInst,
    noted: &NotedField,
) -> Result<ShownFixup, EmitError> {
    let mut value = String::new();
    let is_sum = match noted.operand {
        McOperand::Symbol(symbol) => {
            asm::print_symbol(context, &symbol, &mut value)?;
            symbol.offset != 0 || matches!(symbol.target, FixupTarget::GotFrom(_))
        }
        McOperand::Block(block) => {
            value.push_str(&context.block(block));
            false
        }
        McOperand::Imm(number) => {
            value.push_str(&number.to_string());
            false
        }
        McOperand::Reg(_) => return Err(EmitError::unsupported("register in a relative field")),
    };
    if noted.bias != 0 {
        value = match is_sum {
            true => format!("({value})-{}", noted.bias),
            false => format!("{value}-{}", noted.bias),
        };
    }
    Ok(ShownFixup {
        offset: noted.offset,
        first_bit: 0,
        bits: 8 * noted.field.size(),
        value,
        kind: kind(inst, noted),
    })
}

/// LLVM's name of the kind of a field.
fn kind(inst: &McInst, noted: &NotedField) -> &'static str {
    let (is_got, is_bare) = match noted.operand {
        McOperand::Symbol(symbol) => (
            matches!(
                symbol.target,
                FixupTarget::Runtime(GOT_NAME) | FixupTarget::GotFrom(_)
            ),
            symbol.flags == MO_NO_FLAG && symbol.offset == 0,
        ),
        _ => (false, false),
    };
    match noted.field {
        Field::Abs32 | Field::Abs32S | Field::RipRelative(_) if is_got => {
            "reloc_global_offset_table"
        }
        Field::Abs64 if is_got => "reloc_global_offset_table8",
        Field::Abs8 => "FK_Data_1",
        Field::Abs16 => "FK_Data_2",
        Field::Abs32 => "FK_Data_4",
        Field::Abs32S if inst.opcode == op::MOV32rm && has_plain_base(inst) => {
            "reloc_signed_4byte_relax"
        }
        Field::Abs32S => "reloc_signed_4byte",
        Field::Abs64 => "FK_Data_8",
        Field::Rel8 => "FK_PCRel_1",
        Field::Rel16 => "FK_PCRel_2",
        Field::Branch32 if is_bare => "reloc_branch_4byte_pcrel",
        Field::Rel32 | Field::Branch32 => "FK_PCRel_4",
        Field::RipRelative(GotRelaxation::None) => "reloc_riprel_4byte",
        Field::RipRelative(_) if inst.opcode == op::MOV64rm => "reloc_riprel_4byte_movq_load",
        Field::RipRelative(GotRelaxation::Plain) => "reloc_riprel_4byte_relax",
        Field::RipRelative(GotRelaxation::Rex) => "reloc_riprel_4byte_relax_rex",
    }
}

/// Whether a load's address is a register and a displacement, which need no SIB byte.
fn has_plain_base(inst: &McInst) -> bool {
    let register = |at: usize| {
        let operand = inst.operands.get(at);
        operand.map_or(PhysReg::NONE, |operand| operand.reg())
    };
    let (base, index) = (register(1), register(3));
    let is_stack_pointer = |reg: PhysReg| TARGET.reg(reg).encoding & 7 == 4;
    !base.is_none() && index.is_none() && !is_stack_pointer(base)
}
