//! Names of symbols and labels in assembly.

use std::borrow::Cow;

use avarice_ir::{Global, Module};
use avarice_mir::{Block, BlockSection, ConstPoolIndex, Inst, JumpTableIndex, MachineFunction};
use cranelift_entity::EntityRef;

use crate::buffer::FixupTarget;
use crate::data::DataSymbol;
use crate::emit_options::{AsmSyntax, EmitOptions};
use crate::error::EmitError;
use crate::function_context::FunctionContext;
use crate::label_numbers::LabelNumbers;
use crate::names::{SymbolNames, prefers_local_label};
use crate::pool_constant::PoolConstant;
use crate::type_check::CheckLabels;

/// Names of everything in a module.
#[derive(Clone, Copy)]
pub(crate) struct ModuleNames<'a> {
    pub(crate) module: &'a Module,
    pub(crate) options: &'a EmitOptions,
    pub(crate) names: &'a SymbolNames,
    /// Numbers of labels.
    pub(crate) labels: &'a LabelNumbers,
}

impl ModuleNames<'_> {
    /// The symbol of `global`, quoted if need be.
    pub(crate) fn global(&self, global: Global) -> Cow<'_, str> {
        quoted(self.names.get(global))
    }

    /// What references to `global` name: its local label where it has one.
    pub(crate) fn reference(&self, global: Global) -> Cow<'_, str> {
        if prefers_local_label(self.module, global, self.options) {
            return local_label(self.names.get(global)).into();
        }
        self.global(global)
    }

    /// The label of an IR block whose address is taken.
    pub(crate) fn block_address(
        &self,
        function: Global,
        block: avarice_ir::Block,
    ) -> Result<String, EmitError> {
        let number = self.labels.of_block(function, block);
        let number =
            number.ok_or_else(|| EmitError::unsupported("address of a block that is gone"))?;
        Ok(format!(".Ltmp{number}"))
    }

    /// The label in function `number` that the entries of a jump table are distances from, if it is in the code.
    pub(crate) fn table_base(
        &self,
        number: usize,
        function: &MachineFunction,
        table: JumpTableIndex,
    ) -> Option<String> {
        if let Some(entries) = function.compressed_tables[table] {
            let base = function.blocks.get(entries.base)?;
            return Some(plain_label(number, base.number));
        }
        let label = self.labels.of_table_base(number, table)?;
        Some(format!(".Ltmp{label}"))
    }

    /// A symbol in data.
    pub(crate) fn data_symbol(&self, symbol: DataSymbol) -> Result<String, EmitError> {
        match symbol {
            DataSymbol::Global(global) => Ok(self.reference(global).into_owned()),
            DataSymbol::BlockAddress(function, block) => self.block_address(function, block),
        }
    }
}

/// What a target's printer sees of a function.
pub struct PrintContext<'a> {
    /// As for encoding; without labels.
    pub function: FunctionContext<'a>,
    /// Number of the function among those emitted, as in `.LBB3_1`.
    pub number: usize,
    pub(crate) names: ModuleNames<'a>,
}

impl PrintContext<'_> {
    /// Which syntax the text has.
    pub fn syntax(&self) -> AsmSyntax {
        self.names.options.syntax
    }

    /// The name of what a fixup would refer to.
    ///
    /// # Errors
    /// If it has no name.
    pub fn symbol(&self, target: FixupTarget) -> Result<Cow<'_, str>, EmitError> {
        Ok(match target {
            FixupTarget::Global(global) => self.names.reference(global),
            FixupTarget::Symbol(symbol) => {
                let name = &self.function.function.symbols[symbol];
                match name.ends_with(PIC_BASE) {
                    true => pic_base_name(self.number).into(),
                    false => quoted(name.as_bytes()),
                }
            }
            FixupTarget::GotFrom(_) => format!("{GOT_NAME}-{}", pic_base_name(self.number)).into(),
            FixupTarget::Runtime(name) => name.into(),
            FixupTarget::ConstPool(index) => const_pool_name(self.number, index.index()).into(),
            FixupTarget::JumpTable(index) => jump_table_name(self.number, index.index()).into(),
            FixupTarget::JumpTableBase(index) => {
                let label = self
                    .names
                    .table_base(self.number, self.function.function, index);
                let label =
                    label.ok_or_else(|| EmitError::unsupported("jump table without a base"));
                label?.into()
            }
            FixupTarget::BlockAddress(function, block) => {
                self.names.block_address(function, block)?.into()
            }
            FixupTarget::Absolute => "0".into(),
            FixupTarget::Label(_) | FixupTarget::Code(_) => {
                return Err(EmitError::unsupported("label in assembly"));
            }
        })
    }

    /// A constant of the function's pool as elements; `None` if it is neither a number nor a vector of numbers.
    pub fn pool_constant(&self, index: ConstPoolIndex) -> Option<PoolConstant> {
        let entry = self.function.function.const_pool.get(index)?;
        PoolConstant::of(self.names.module, entry)
    }

    /// The labels of `inst`, which checks the type of a callee.
    ///
    /// # Errors
    /// If no such check is known.
    pub fn check_labels(&self, inst: Inst) -> Result<CheckLabels, EmitError> {
        let labels = self.names.labels.of_check(self.number, inst);
        labels.ok_or_else(|| EmitError::unsupported("check of a type in a module without types"))
    }

    /// The label of a block of this function.
    pub fn block(&self, block: Block) -> String {
        block_label(self.number, self.function.function, block)
    }
}

/// The global offset table.
pub const GOT_NAME: &str = "_GLOBAL_OFFSET_TABLE_";

/// How the name ends of the symbol in a function by which the function finds the global offset table.
pub const PIC_BASE: &str = "$pb";

/// The label of that symbol.
fn pic_base_name(function: usize) -> String {
    format!(".L{function}{PIC_BASE}")
}

/// Name of a constant pool entry's label.
pub(crate) fn const_pool_name(function: usize, index: usize) -> String {
    format!(".LCPI{function}_{index}")
}

/// Name of a jump table's label.
pub(crate) fn jump_table_name(function: usize, index: usize) -> String {
    format!(".LJTI{function}_{index}")
}

/// The label of a block in function `number`: a symbol if it begins a section.
pub(crate) fn block_label(number: usize, function: &MachineFunction, block: Block) -> String {
    let data = &function.blocks[block];
    if data.begins_section && function.layout.first() != Some(&block) {
        return quoted(&section_symbol(function, data.section)).into_owned();
    }
    plain_label(number, data.number)
}

/// The label of a block that begins no section.
fn plain_label(function: usize, block: u32) -> String {
    format!(".LBB{function}_{block}")
}

/// The symbol at the begin of a section of blocks.
pub(crate) fn section_symbol(function: &MachineFunction, section: BlockSection) -> Vec<u8> {
    let suffix = match section {
        BlockSection::Number(number) => format!(".__part.{number}"),
        BlockSection::Exception => ".eh".into(),
        BlockSection::Cold => ".cold".into(),
    };
    [&function.name[..], suffix.as_bytes()].concat()
}

/// The local label of an exported global.
pub(crate) fn local_label(name: &[u8]) -> String {
    quoted(&[b".L", name, b"$local"].concat()).into_owned()
}

/// `name` as the assembler reads it: in quotes if it has other characters than words have.
pub(crate) fn quoted(name: &[u8]) -> Cow<'_, str> {
    let is_word = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'$' | b'@');
    let plain = name.iter().all(is_word) && name.first().is_some_and(|c| !c.is_ascii_digit());
    match std::str::from_utf8(name) {
        Ok(text) if plain => text.into(),
        _ => format!("\"{}\"", escaped(name)).into(),
    }
}

/// `bytes` as a string literal of assembly.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'\r' => text.push_str("\\r"),
            8 => text.push_str("\\b"),
            12 => text.push_str("\\f"),
            b' '..=b'~' => text.push(char::from(*byte)),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text
}
