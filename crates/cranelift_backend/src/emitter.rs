//! Object files for the targets that only Cranelift compiles for. Their code comes finished; what remains are the
//! numbers of the object format, and the linker resolves every reference.

use avarice_emit::{
    AsmSyntax, AsmText, CodeBuffer, ElfTarget, EmitError, FunctionContext, PrintContext,
    TargetEmitter,
};
use avarice_ir::CodeModel;
use avarice_mir::Inst;
use object::elf;

/// Writes objects of finished code.
pub(crate) struct FinishedCodeEmitter(ElfTarget);

/// RISC-V of 64 bits with registers for doubles.
pub(crate) static RISCV64: FinishedCodeEmitter = FinishedCodeEmitter(ElfTarget {
    machine: elf::EM_RISCV,
    flags: elf::EF_RISCV_FLOAT_ABI_DOUBLE,
    big_endian: false,
    absolute: [0, 0, elf::R_RISCV_32, elf::R_RISCV_64],
    relative: [0, 0, elf::R_RISCV_32_PCREL, 0],
    debug_thread_local: None,
    eh_frame_type: elf::SHT_PROGBITS,
    content_symbols: None,
    data_align: -8,
    code_align: 1,
    return_address: 1,
    initial_cfa: (2, 0),
    return_address_offset: None,
    relative_jump_tables: true,
    has_far_tables: false,
    code_models: &[CodeModel::Small],
    code_model_error: "only the small code model is allowed",
    has_large_sections: false,
    comment: "#",
    words: [".byte", ".short", ".long", ".quad"],
    fill: 0,
    // `addi x0, x0, 0`
    nop: &[0x13, 0, 0, 0],
});

/// z/Architecture.
pub(crate) static S390X: FinishedCodeEmitter = FinishedCodeEmitter(ElfTarget {
    machine: elf::EM_S390,
    flags: 0,
    big_endian: true,
    absolute: [elf::R_390_8, elf::R_390_16, elf::R_390_32, elf::R_390_64],
    relative: [0, elf::R_390_PC16, elf::R_390_PC32, elf::R_390_PC64],
    debug_thread_local: None,
    eh_frame_type: elf::SHT_PROGBITS,
    content_symbols: None,
    data_align: -8,
    code_align: 1,
    return_address: 14,
    initial_cfa: (15, 160),
    return_address_offset: None,
    relative_jump_tables: true,
    has_far_tables: false,
    code_models: &[CodeModel::Small],
    code_model_error: "only the small code model is allowed",
    has_large_sections: false,
    comment: "#",
    words: [".byte", ".short", ".long", ".quad"],
    fill: 0,
    // `bcr 0, 0`
    nop: &[0x07, 0],
});

impl TargetEmitter for FinishedCodeEmitter {
    fn elf(&self) -> &ElfTarget {
        &self.0
    }

    fn encode(
        &self,
        _context: &FunctionContext<'_>,
        _inst: Inst,
        _buffer: &mut CodeBuffer,
    ) -> Result<(), EmitError> {
        Err(EmitError::unsupported("machine code of this target"))
    }

    fn print(
        &self,
        _context: &PrintContext<'_>,
        _inst: Inst,
        _out: &mut AsmText,
    ) -> Result<(), EmitError> {
        Err(EmitError::unsupported("assembly of this target"))
    }

    fn nops(&self, count: usize, _longest: usize, out: &mut Vec<u8>) {
        // Nothing runs between functions.
        out.resize(out.len() + count, 0);
    }

    fn apply_relative(&self, _kind: u32, _field: &mut [u8], _value: i64) -> Option<()> {
        None
    }

    fn needs_symbol(&self, _kind: u32) -> bool {
        true
    }

    fn dwarf_register(&self, _number: u16, _syntax: AsmSyntax) -> Option<String> {
        None
    }
}
