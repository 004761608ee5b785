//! The interface of a target to emission.

use avarice_ir::{CodeModel, MemoryModel, Module};
use avarice_mir::{Inst, MachineFunction};

use crate::buffer::{CodeBuffer, Label};
use crate::error::EmitError;
use crate::function_entry::TypeIdentifier;
use crate::module_assembly::ModuleAssembly;
use crate::print_context::PrintContext;
use crate::property_note::PropertyNote;

/// How code and data may be placed in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RelocationModel {
    /// At fixed addresses.
    #[default]
    Static,
    /// Anywhere.
    Pic,
}

/// Options of emission, as llc names them.
#[derive(Clone, Debug)]
pub struct EmitOptions {
    /// `-relocation-model`.
    pub relocation_model: RelocationModel,
    /// `-code-model` and `-large-data-threshold`.
    pub memory_model: MemoryModel,
    /// `-function-sections`: each function in a section of its own.
    pub function_sections: bool,
    /// `-data-sections`: each variable in a section of its own.
    pub data_sections: bool,
    /// Whether `hot` and `cold` functions go to `.text.hot.` and `.text.unlikely.`, as llc does when it
    /// optimizes.
    pub hot_cold_sections: bool,
}

impl Default for EmitOptions {
    /// As llc without options: static, all functions in `.text`.
    fn default() -> Self {
        Self {
            relocation_model: RelocationModel::Static,
            memory_model: MemoryModel::default(),
            function_sections: false,
            data_sections: false,
            hot_cold_sections: true,
        }
    }
}

/// Numbers of a target in the ELF format.
#[derive(Clone, Copy, Debug)]
pub struct ElfTarget {
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// Whether data have their highest byte first.
    pub big_endian: bool,
    /// Relocation types of absolute data fields of 1, 2, 4 and 8 bytes.
    pub absolute: [u32; 4],
    /// Relocation types of relative data fields of 1, 2, 4 and 8 bytes.
    pub relative: [u32; 4],
    /// `sh_type` of `.eh_frame`.
    pub eh_frame_type: u32,
    /// Factor of offsets in unwind tables, in bytes.
    pub data_align: i8,
    /// Factor of code advances in unwind tables, in bytes.
    pub code_align: u8,
    /// DWARF number of the return address.
    pub return_address: u16,
    /// At a function's start: DWARF number of the register and offset that make the frame address.
    pub initial_cfa: (u16, i32),
    /// At a function's start: where the return address is, from the frame address; `None` if it is in
    /// its register.
    pub return_address_offset: Option<i32>,
    /// Whether entries of jump tables are distances from the table in position-dependent code too, where
    /// other targets have addresses.
    pub relative_jump_tables: bool,
    /// Whether tables refer to exception tables, and to pointers to personality functions and types, by distances of
    /// 64 bits, whatever the models.
    pub has_far_tables: bool,
    /// The code models that there are.
    pub code_models: &'static [CodeModel],
    /// What is said of others.
    pub code_model_error: &'static str,
    /// Whether sections of what is far away have names and a flag of their own, and entries of jump tables 64 bits in
    /// position-independent code of the large code model.
    pub has_large_sections: bool,
    /// Byte that fills code sections in assembly, which the assembler takes to mean "nops".
    pub fill: u8,
    /// The code of `nop`.
    pub nop: &'static [u8],
}

/// What the entries of jump tables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JumpTableEntry {
    /// Bytes of an entry.
    pub(crate) size: u8,
    /// Distances from the table's start rather than addresses.
    pub(crate) is_relative: bool,
}

impl JumpTableEntry {
    pub(crate) fn of(target: &ElfTarget, options: &EmitOptions) -> Self {
        let is_pic = options.relocation_model == RelocationModel::Pic;
        let is_relative = is_pic || target.relative_jump_tables;
        let is_far = options.memory_model.code_model == CodeModel::Large
            && target.has_large_sections
            || !is_relative;
        Self {
            size: if is_far { 8 } else { 4 },
            is_relative,
        }
    }
}

impl ElfTarget {
    /// The relocation type of a data field of `size` bytes.
    pub fn data_relocation(&self, size: u8, relative: bool) -> Option<u32> {
        let types = if relative {
            self.relative
        } else {
            self.absolute
        };
        size.is_power_of_two()
            .then(|| types.get(size.trailing_zeros() as usize).copied())
            .flatten()
    }
}

/// What a target's encoder and printer see of a function.
#[derive(Clone, Copy)]
pub struct FunctionContext<'a> {
    /// The module.
    pub module: &'a Module,
    /// The function.
    pub function: &'a MachineFunction,
    /// Options.
    pub options: &'a EmitOptions,
    /// Labels of the blocks, by id; empty when printing.
    pub labels: &'a [Label],
}

impl FunctionContext<'_> {
    /// How many instructions without effect are before the labels of functions, as `patchable-function-prefix` says.
    pub fn room_before(&self) -> u32 {
        let attrs = self.function.ir_attrs(self.module);
        let room = attrs.string("patchable-function-prefix");
        room.and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// How much room for patches the function begins with, as `patchable-function-entry` says it: in bytes or
    /// instructions, as the target counts; `None` if there is no such attribute.
    pub fn patchable_room(&self) -> Option<u32> {
        let attrs = self.function.ir_attrs(self.module);
        let text = attrs.string("patchable-function-entry")?;
        Some(text.parse().unwrap_or(0))
    }
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

    /// Appends `inst` as lines of assembly, each with a tab before and a newline after.
    ///
    /// # Errors
    /// If it has no assembly here.
    fn print(
        &self,
        context: &PrintContext<'_>,
        inst: Inst,
        out: &mut String,
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
            text: format!("\t.word\t{number}\n"),
            has_symbol: false,
        })
    }

    /// Whether `inst` ends in a trap that is listed in `.kcfi_traps`.
    fn has_trap(&self, function: &MachineFunction, inst: Inst) -> bool {
        let _ = (function, inst);
        false
    }

    /// What the module says about all of its code, if anything.
    fn property_note(&self, module: &Module) -> Option<PropertyNote> {
        let _ = module;
        None
    }

    /// Appends `count` bytes of code that do nothing.
    fn nops(&self, count: usize, out: &mut Vec<u8>);

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

    /// What the assembler calls the register with DWARF number `number` (`%rbp`, `w29`), or `None`.
    fn dwarf_register(&self, number: u16) -> Option<String>;
}
