//! Emission of AArch64 code: machine instructions to words and to assembly.
//!
//! ```text
//!   machine instruction ─mc_inst─▶ McInst ─encoder─▶ words and fixups
//!                                         ─asm─────▶ text
//! ```
//!
//! Both ways start from the same [`mc_inst::McInst`], so that object and assembly are the same code.

pub mod encoder;
mod inline_asm;
pub mod mc_inst;
pub mod relocations;
mod statement;
pub(crate) mod system_registers;
pub mod type_check;

use std::fmt::Write;

use avarice_emit::{
    AsmSyntax, AsmText, CodeBuffer, ElfTarget, EmitError, FunctionContext, NotePadding,
    PrintContext, PropertyNote, TargetEmitter, TypeCheck,
};
use avarice_ir::Module;
use avarice_mir::{Inst, JumpTableIndex, MachineFunction};

use crate::jump_tables;
use crate::{TARGET, asm, op};

/// The encoder and printer of AArch64.
#[derive(Clone, Copy, Debug, Default)]
pub struct A64Emitter;

/// `nop`
const NOP: [u8; 4] = 0xd503_201f_u32.to_le_bytes();

impl TargetEmitter for A64Emitter {
    fn elf(&self) -> &'static ElfTarget {
        &relocations::ELF
    }

    fn encode(
        &self,
        context: &FunctionContext<'_>,
        inst: Inst,
        buffer: &mut CodeBuffer,
    ) -> Result<(), EmitError> {
        match context.function.opcode(inst) {
            op::INLINEASM | op::INLINEASM_BR => return inline_asm::encode(context, inst, buffer),
            op::EMITBKEY => {
                buffer.sign_with_b_key();
                return Ok(());
            }
            _ => {}
        }
        for mc in mc_inst::lower(context, inst)? {
            encoder::encode(&mc, context.labels, buffer)?;
        }
        Ok(())
    }

    fn jump_table_base(&self, function: &MachineFunction, inst: Inst) -> Option<JumpTableIndex> {
        match function.opcode(inst) {
            op::JumpTableDest8 | op::JumpTableDest16 | op::JumpTableDest32 => {
                jump_tables::table_of(function, inst)
            }
            _ => None,
        }
    }

    fn print(
        &self,
        context: &PrintContext<'_>,
        inst: Inst,
        out: &mut AsmText,
    ) -> Result<(), EmitError> {
        let function = context.function.function;
        match function.opcode(inst) {
            op::INLINEASM | op::INLINEASM_BR => return inline_asm::print(context, inst, out),
            op::EMITBKEY => {
                if function.target_info.needs_frame_moves {
                    out.push_str("\t.cfi_b_key_frame\n");
                }
                return Ok(());
            }
            op::KCFI_CHECK => return print_type_check(context, inst, out),
            _ => {}
        }
        for mc in mc_inst::lower(&context.function, inst)? {
            asm::print(context, &mc, out)?;
        }
        Ok(())
    }

    fn type_check(&self, function: &MachineFunction, inst: Inst) -> Option<TypeCheck> {
        (function.opcode(inst) == op::KCFI_CHECK).then_some(TypeCheck::Plain)
    }

    fn property_note(&self, module: &Module) -> Option<PropertyNote> {
        // GNU_PROPERTY_AARCH64_FEATURE_1_AND and GNU_PROPERTY_AARCH64_FEATURE_PAUTH.
        const FEATURES: u32 = 0xc000_0000;
        const PAUTH_ABI: u32 = 0xc000_0001;
        let flags = [
            ("branch-target-enforcement", 1),
            ("sign-return-address", 2),
            ("guarded-control-stack", 4),
        ];
        let is_set = |name| module.flag_number(name).is_some_and(|value| value != 0);
        let set = flags.iter().filter(|(name, _)| is_set(name));
        let bits = set.fold(0, |bits, (_, bit)| bits | bit);
        let mut properties = Vec::new();
        if bits != 0 {
            properties.push((FEATURES, vec![bits]));
        }
        let abi = ["platform", "version"]
            .map(|part| module.flag_number(&format!("aarch64-elf-pauthabi-{part}")));
        if let [Some(platform), Some(version)] = abi {
            let words = [platform, version].map(|value| [value as u32, (value >> 32) as u32]);
            properties.push((PAUTH_ABI, words.concat()));
        }
        (!properties.is_empty()).then_some(PropertyNote {
            word: ".word",
            padding: NotePadding::Zeros,
            properties,
        })
    }

    fn nops(&self, count: usize, _longest: usize, out: &mut Vec<u8>) {
        // Bytes that are no whole instruction are never executed.
        out.extend(std::iter::repeat_n(0, count % NOP.len()));
        for _ in 0..count / NOP.len() {
            out.extend_from_slice(&NOP);
        }
    }

    fn apply_relative(&self, kind: u32, field: &mut [u8], value: i64) -> Option<()> {
        relocations::apply_relative(kind, field, value)
    }

    fn is_landing_pad(&self, function: &MachineFunction, inst: Inst) -> bool {
        let number = function.operands(inst).first().and_then(|o| o.as_imm());
        // BTI with what may land there.
        function.opcode(inst) == op::HINT && number.is_some_and(|n| n & 32 != 0 && n & 6 != 0)
    }

    fn needs_symbol(&self, kind: u32) -> bool {
        relocations::needs_symbol(kind)
    }

    fn dwarf_register(&self, number: u16, _: AsmSyntax) -> Option<String> {
        let mut all = TARGET.registers.iter();
        let found = all.find(|desc| desc.dwarf == number as i16 && desc.sub_regs.is_empty());
        found.map(|desc| asm::register_name(desc.name).into())
    }
}

/// Appends a check as lines of assembly, up to the label after it.
///
/// # Errors
/// As [`type_check::lower`].
fn print_type_check(
    context: &PrintContext<'_>,
    inst: Inst,
    out: &mut AsmText,
) -> Result<(), EmitError> {
    let labels = context.check_labels(inst)?;
    for mc in type_check::lower(&context.function, inst)? {
        match mc.opcode {
            op::Bcc => {
                let _ = writeln!(out, "\tb.eq\t{}", labels.pass);
            }
            _ => asm::print(context, &mc, out)?,
        }
    }
    Ok(())
}
