//! The interface of a target to emission.

use avarice_ir::Module;
use avarice_mir::{Inst, JumpTableIndex, MachineFunction};

use crate::asm_text::AsmText;
use crate::assembled::ModuleAssembly;
use crate::buffer::CodeBuffer;
use crate::elf_target::ElfTarget;
use crate::emit_options::AsmSyntax;
use crate::error::EmitError;
use crate::function_context::FunctionContext;
use crate::print_context::PrintContext;
use crate::property_note::PropertyNote;
use crate::type_check::{TypeCheck, TypeIdentifier};

/// What an instruction does with a stack slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameAccess {
    /// It loads a register.
    Load,
    /// It stores one.
    Store,
}

/// Lines that say which syntax follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyntaxDirectives {
    /// For the alternative one.
    pub alternative: &'static str,
    /// For the standard one.
    pub standard: &'static str,
}

/// The encoder and printer of a target: a stateless object.
pub trait TargetEmitter: Sync + Send {
    /// Its numbers.
    fn elf(&self) -> &ElfTarget;

    /// Appends the code of `inst`, which is no meta instruction.
    ///
    /// # Errors
    /// If it has no encoding here.
    fn encode(
        &self,
        context: &FunctionContext<'_>,
        inst: Inst,
        buffer: &mut CodeBuffer,
    ) -> Result<(), EmitError>;

    /// Whether `inst` only loads or stores a register, by an instruction that spilling uses. `None` where a target's spills
    /// are told from other instructions by their memory operands alone.
    fn frame_access(&self, function: &MachineFunction, inst: Inst) -> Option<FrameAccess> {
        let _ = (function, inst);
        None
    }

    /// The jump table whose entries are distances from where `inst` begins, unless they are compressed; from the table
    /// itself if there is no such instruction.
    fn jump_table_base(&self, function: &MachineFunction, inst: Inst) -> Option<JumpTableIndex> {
        let _ = (function, inst);
        None
    }

    /// Appends `inst` as lines of assembly, each with a tab before and a newline after.
    ///
    /// # Errors
    /// If it has no assembly here.
    fn print(
        &self,
        context: &PrintContext<'_>,
        inst: Inst,
        out: &mut AsmText,
    ) -> Result<(), EmitError>;

    /// Reads assembly beside the functions.
    ///
    /// # Errors
    /// What is not known in it, with the number of the line.
    fn assemble_module(&self, text: &str) -> Result<ModuleAssembly, EmitError> {
        let _ = text;
        Err(EmitError::unsupported("module assembly"))
    }

    /// What precedes a function in a module with type checks: `number` is that of its type, if it has one, `room` the
    /// number of no-ops between it and the label, `align` the function's alignment.
    fn type_identifier(
        &self,
        module: &Module,
        number: Option<u32>,
        room: u32,
        align: u64,
    ) -> Option<TypeIdentifier> {
        let _ = (module, room, align);
        let is_big = self.elf().big_endian;
        number.map(|number| TypeIdentifier {
            code: match is_big {
                true => number.to_be_bytes().to_vec(),
                false => number.to_le_bytes().to_vec(),
            },
            padding: String::new(),
            line: format!("\t.word\t{number}\n"),
            comment: format!("{number:#x}"),
            has_symbol: false,
        })
    }

    /// What there is about `inst` if it checks the type of a callee.
    fn type_check(&self, function: &MachineFunction, inst: Inst) -> Option<TypeCheck> {
        let _ = (function, inst);
        None
    }

    /// What the module says about all of its code, if anything.
    fn property_note(&self, module: &Module) -> Option<PropertyNote> {
        let _ = module;
        None
    }

    /// Appends `count` bytes of code that do nothing, by instructions of at most `longest` bytes.
    fn nops(&self, count: usize, longest: usize, out: &mut Vec<u8>);

    /// The longest instruction in bytes that fills gaps before and in `function`.
    fn longest_nop(&self, function: &MachineFunction) -> usize {
        let _ = function;
        self.elf().nop.len()
    }

    /// Writes the distance `value` (of the target and addend from the field) into a field that a
    /// relocation of type `kind` would fill when linking. `None` if `kind` must be left to the linker or
    /// the value does not fit.
    fn apply_relative(&self, kind: u32, field: &mut [u8], value: i64) -> Option<()>;

    /// Whether a relocation of type `kind` writes an address, which only the linker knows: where instructions of the
    /// target hold addresses of blocks.
    fn is_absolute(&self, kind: u32) -> bool {
        let _ = kind;
        false
    }

    /// Whether `inst` is there for indirect branches to land on.
    fn is_landing_pad(&self, function: &MachineFunction, inst: Inst) -> bool {
        let _ = (function, inst);
        false
    }

    /// Whether a relocation of type `kind` needs the symbol itself, not a section and an offset.
    fn needs_symbol(&self, kind: u32) -> bool;

    /// What the assembler calls the register with DWARF number `number` in this syntax (`%rbp`, `w29`), or `None`.
    fn dwarf_register(&self, number: u16, syntax: AsmSyntax) -> Option<String>;

    /// The directives from which on the assembler reads the alternative syntax, and the standard one again; `None` if it
    /// reads both alike.
    fn syntax_directives(&self) -> Option<SyntaxDirectives> {
        None
    }
}
