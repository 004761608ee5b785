//! Emission of x86-64 code: machine instructions to bytes and to assembly.
//!
//! ```text
//!   machine instruction ─mc_inst─▶ McInst ─encoder─▶ bytes and fixups
//!                                         ─asm─────▶ text
//! ```
//!
//! Both ways start from the same [`mc_inst::McInst`], so that object and assembly are the same code.

pub mod encoder;
pub mod mc_inst;
mod nops;
pub mod operand_fields;
pub mod relocations;
mod short_forms;

use avarice_emit::{
    AsmSyntax, AsmText, CodeBuffer, ElfTarget, EmitError, FrameAccess, FunctionContext,
    ModuleAssembly, NotePadding, PrintContext, PropertyNote, SyntaxDirectives, TargetEmitter,
    TypeCheck, TypeIdentifier,
};
use avarice_ir::Module;
use avarice_mir::inst_facts::is_inline_asm;
use avarice_mir::{Inst, MachineFunction};

use crate::tuning::{self, Tuning};
use crate::{TARGET, asm, assemble, class, op, type_check, vector_comments};

/// The encoder and printer of x86-64.
#[derive(Clone, Copy, Debug, Default)]
pub struct X86Emitter;

/// No-ops of 1 to 10 bytes. A longer one is the last of them with more prefixes.
const NOPS: [&[u8]; 10] = [
    &[0x90],
    &[0x66, 0x90],
    &[0x0f, 0x1f, 0x00],
    &[0x0f, 0x1f, 0x40, 0x00],
    &[0x0f, 0x1f, 0x44, 0x00, 0x00],
    &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
    &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
    &[0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
    &[0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
    &[0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
];

/// Longest no-op, in bytes, where it is not known for which processor.
pub(crate) const LONGEST_NOP: usize = 15;

impl TargetEmitter for X86Emitter {
    fn elf(&self) -> &'static ElfTarget {
        &relocations::ELF
    }

    fn encode(
        &self,
        context: &FunctionContext<'_>,
        inst: Inst,
        buffer: &mut CodeBuffer,
    ) -> Result<(), EmitError> {
        if is_inline_asm(context.function, inst) {
            return assemble::encode(context, inst, buffer);
        }
        if context.function.opcode(inst) == op::KCFI_CHECK {
            return type_check::encode(context, inst, buffer);
        }
        // It stands for an edge, and is a comment in assembly.
        if context.function.opcode(inst) == op::EH_SjLj_Setup {
            return Ok(());
        }
        for mc in mc_inst::lower(context, inst)? {
            encoder::encode(&mc, context.labels, buffer)?;
        }
        Ok(())
    }

    fn print(
        &self,
        context: &PrintContext<'_>,
        inst: Inst,
        out: &mut AsmText,
    ) -> Result<(), EmitError> {
        if is_inline_asm(context.function.function, inst) {
            return assemble::print(context, inst, out);
        }
        if context.function.function.opcode(inst) == op::KCFI_CHECK {
            return type_check::print(context, inst, out);
        }
        let desc = context.function.function.desc(inst);
        if desc.name.starts_with("TAILJMP") {
            out.comment("TAILCALL");
        }
        for mc in mc_inst::lower(&context.function, inst)? {
            asm::print(context, &mc, out)?;
        }
        Ok(())
    }

    fn frame_access(&self, function: &MachineFunction, inst: Inst) -> Option<FrameAccess> {
        vector_comments::frame_access(TARGET.instr(function.opcode(inst)).name)
    }

    fn assemble_module(&self, text: &str) -> Result<ModuleAssembly, EmitError> {
        assemble::module::assemble(text)
    }

    fn type_identifier(
        &self,
        module: &Module,
        number: Option<u32>,
        room: u32,
        align: u64,
    ) -> Option<TypeIdentifier> {
        type_check::identifier(module, number, room, align)
    }

    fn type_check(&self, function: &MachineFunction, inst: Inst) -> Option<TypeCheck> {
        (function.opcode(inst) == op::KCFI_CHECK).then_some(TypeCheck::ListedTrap)
    }

    fn property_note(&self, module: &Module) -> Option<PropertyNote> {
        // GNU_PROPERTY_X86_FEATURE_1_AND, of indirect branch tracking and shadow stacks.
        const FEATURES: u32 = 0xc000_0002;
        let flags = [("cf-protection-branch", 1), ("cf-protection-return", 2)];
        let set = flags.iter().filter(|(name, _)| module.flag(name).is_some());
        let bits = set.fold(0, |bits, (_, bit)| bits | bit);
        (bits != 0).then(|| PropertyNote {
            word: ".long",
            padding: NotePadding::Alignment,
            properties: vec![(FEATURES, vec![bits])],
        })
    }

    fn nops(&self, count: usize, longest: usize, out: &mut Vec<u8>) {
        let mut left = count;
        while left > 0 {
            let size = left.min(longest.max(1));
            let prefixes = size.saturating_sub(NOPS.len());
            out.resize(out.len() + prefixes, 0x66);
            out.extend_from_slice(NOPS[size - prefixes - 1]);
            left -= size;
        }
    }

    fn longest_nop(&self, function: &MachineFunction) -> usize {
        let tuning = tuning::of(function);
        match () {
            () if tuning.contains(Tuning::FAST_NOPS_7) => 7,
            () if tuning.contains(Tuning::FAST_NOPS_15) => 15,
            () if tuning.contains(Tuning::FAST_NOPS_11) => 11,
            () => 10,
        }
    }

    fn apply_relative(&self, kind: u32, field: &mut [u8], value: i64) -> Option<()> {
        relocations::apply_relative(kind, field, value)
    }

    fn is_absolute(&self, kind: u32) -> bool {
        use relocations::reloc::{ABS32, ABS32S, ABS64};
        matches!(kind, ABS32 | ABS32S | ABS64)
    }

    fn is_landing_pad(&self, function: &MachineFunction, inst: Inst) -> bool {
        matches!(function.opcode(inst), op::ENDBR32 | op::ENDBR64)
    }

    fn needs_symbol(&self, kind: u32) -> bool {
        relocations::needs_symbol(kind)
    }

    fn dwarf_register(&self, number: u16, syntax: AsmSyntax) -> Option<String> {
        let order = TARGET.class(class::GR64).order.iter();
        order
            .map(|reg| TARGET.reg(*reg))
            .find(|desc| desc.dwarf == number as i16)
            .map(|desc| match syntax {
                AsmSyntax::Standard => format!("%{}", desc.name),
                AsmSyntax::Alternative => desc.name.to_owned(),
            })
    }

    fn syntax_directives(&self) -> Option<SyntaxDirectives> {
        Some(asm::SYNTAX_DIRECTIVES)
    }
}
