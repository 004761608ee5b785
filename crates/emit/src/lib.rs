//! Emission: final machine functions to ELF objects and to assembly.
//!
//! ```text
//!   MachineFunction ─encode_function─▶ FunctionCode (any thread, any order)
//!   Module + all FunctionCode ─emit_object─▶ bytes of an ELF relocatable file
//!   Module + all MachineFunction ─emit_assembly─▶ text for the GNU assembler
//! ```
//!
//! Nothing here knows a target: encoding, printing and relocation numbers are left to
//! [`TargetEmitter`]. Both outputs list functions and data in module order and depend on nothing else.

mod asm_template;
mod asm_text;
mod assembled;
mod assembly;
mod block_address_map;
mod buffer;
mod data;
mod debug;
mod elf_symbols;
mod elf_target;
mod elf_writer;
mod emit_options;
mod encoding_comment;
mod error;
mod exception_output;
mod exception_table;
mod function;
mod function_code;
mod function_context;
mod function_entry;
mod inst_facts;
mod jump_tables;
mod label_numbers;
mod mc_operand;
mod module_assembly;
mod module_metadata;
mod names;
mod near_jumps;
mod object_file;
mod object_model;
mod pool_constant;
mod print_constant;
mod print_context;
mod print_data;
mod property_note;
mod property_note_output;
mod relocated_bytes;
mod sections;
mod stack_sizes;
mod string_table;
mod structors;
mod table_encodings;
mod target;
mod type_check;
mod unwind;

pub use asm_template::{AsmWriter, expand_asm, print_asm, refused_asm};
pub use asm_text::{AsmText, Comments};
pub use assembled::{
    AssembledReference, AssembledSection, AssembledSymbol, ModuleAssembly, SymbolBinding,
    SymbolKind,
};
pub use assembly::emit_assembly;
pub use block_address_map::MapProfile;
pub use buffer::{BranchForm, CodeBuffer, FinishedCode, Fixup, FixupTarget, Label};
pub use data::{DataImage, DataReference, DataSymbol, DataWriter};
pub use debug::rows::FunctionDebug;
pub use elf_target::ElfTarget;
pub use emit_options::{AsmSyntax, Binutils, EmitOptions, RelocationModel, StructorSections};
pub use encoding_comment::{ShownFixup, comment_encoding};
pub use error::{AssemblyText, EmitError};
pub use function::encode_function;
pub use function_code::FunctionCode;
pub use function_context::FunctionContext;
pub use function_entry::FunctionEntry;
pub use jump_tables::JumpTableCode;
pub use mc_operand::{McOperand, SymbolOperand};
pub use names::{SymbolNames, is_emitted, is_exported, is_local_reference, prefers_local_label};
pub use object_file::emit_object;
pub use pool_constant::{PoolConstant, PoolElement};
pub use print_context::{GOT_NAME, PIC_BASE, PrintContext};
pub use property_note::{NotePadding, PropertyNote};
pub use sections::{DataClass, SectionChooser, SectionSpec, Sharing};
pub use target::{FrameAccess, SyntaxDirectives, TargetEmitter};
pub use type_check::{CheckLabels, TypeCheck, TypeIdentifier};
