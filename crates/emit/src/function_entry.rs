//! What surrounds the label of a function besides its code: data that the module attaches to it, and space that can be
//! patched while the program runs.
//!
//! ```text
//!            prefix data
//!   __cfi_f: number of the type
//!   .Ltmp0:  nop … (patchable-function-prefix)
//!            signature and number of the type (func_sanitize)
//!   f:       prologue data
//!            landing pad of indirect branches, if there is one
//!   .Lpatch: nop … (patchable-function-entry, an instruction of the function)
//! ```
//!
//! The start of this space is listed in `__patchable_function_entries`.

use avarice_ir::metadata::MetadataData;
use avarice_ir::{ConstKind, DataLayout, Global, GlobalData, MetadataId, Module};
use avarice_mir::MachineFunction;
use object::elf;

use crate::buffer::{CodeBuffer, FixupTarget};
use crate::data::{DataImage, DataSymbol, DataWriter};
use crate::elf_target::ElfTarget;
use crate::emit_options::EmitOptions;
use crate::error::EmitError;
use crate::sections::SectionSpec;
use crate::target::TargetEmitter;
use crate::type_check::TypeIdentifier;

/// The most instructions of room, so that a large number in a module does not fill the memory.
const MAX_NOPS: u32 = 1 << 20;

/// What a function has around its label.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionEntry {
    /// `prefix`: before the label.
    pub prefix: Option<DataImage>,
    /// `prologue`: after the label, before any code.
    pub prologue: Option<DataImage>,
    /// Instructions without effect between `prefix` and the label.
    pub nops: u32,
    /// Whether its room for patches is listed.
    pub is_listed: bool,
    /// The number of its type, between `prefix` and `nops`.
    pub type_identifier: Option<TypeIdentifier>,
    /// Words between `nops` and the label.
    pub sanitizer: Vec<u32>,
}

impl FunctionEntry {
    /// What `function` has, or `None` if that is nothing.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub(crate) fn of_function(
        module: &Module,
        function: &MachineFunction,
        emitter: &dyn TargetEmitter,
    ) -> Result<Option<Self>, EmitError> {
        let entry = Self::of(module, function.ir_function)?;
        let number = function.ir_function.and_then(|f| type_number(module, f));
        let room = entry.as_ref().map_or(0, |entry| entry.nops);
        let type_identifier = emitter.type_identifier(module, number, room, function.align);
        let Some(type_identifier) = type_identifier.filter(|id| !id.code.is_empty()) else {
            return Ok(entry);
        };
        Ok(Some(Self {
            type_identifier: Some(type_identifier),
            ..entry.unwrap_or_default()
        }))
    }

    /// What `global` has, or `None` if that is nothing.
    ///
    /// # Errors
    /// Data that cannot be emitted, and more room than anybody needs.
    pub fn of(module: &Module, global: Option<Global>) -> Result<Option<Self>, EmitError> {
        let data = global.map(|global| &module.globals[global]);
        let Some(function) = data.and_then(|data| data.function()) else {
            return Ok(None);
        };
        let attrs = module.attrs(function.attrs.function);
        let [nops, inside] =
            ["patchable-function-prefix", "patchable-function-entry"].map(|name| {
                let number = attrs.string(name).and_then(|text| text.parse().ok());
                number.unwrap_or(0u32)
            });
        if nops.max(inside) > MAX_NOPS {
            let count = nops.max(inside);
            let text = format!("patchable function with {count} instructions of room");
            return Err(EmitError::unsupported(text));
        }
        let sanitizer = sanitizer_words(module, data)?;
        if function.prefix.is_none()
            && function.prologue.is_none()
            && nops.max(inside) == 0
            && sanitizer.is_empty()
        {
            return Ok(None);
        }
        let layout = DataLayout::of_module(module).map_err(EmitError::unsupported)?;
        let writer = DataWriter {
            module,
            layout: &layout,
        };
        Ok(Some(Self {
            prefix: function.prefix.map(|c| writer.image(c)).transpose()?,
            prologue: function.prologue.map(|c| writer.image(c)).transpose()?,
            nops,
            is_listed: nops.max(inside) > 0,
            type_identifier: None,
            sanitizer,
        }))
    }

    /// The bytes between prefix data and label: code, then words.
    pub(crate) fn room(&self, elf: &ElfTarget) -> Vec<u8> {
        let mut room = elf.nop.repeat(self.nops as usize);
        room.extend(self.sanitizer.iter().flat_map(|word| word.to_le_bytes()));
        room
    }

    /// Where its room begins, in bytes from its label, if that is listed; `landed` is the offset after its landing pad.
    pub(crate) fn listed_patch(&self, landed: Option<u32>, elf: &ElfTarget) -> Option<i64> {
        let start = match landed {
            _ if self.nops > 0 => -(self.room(elf).len() as i64),
            Some(offset) => i64::from(offset),
            None => 0,
        };
        self.is_listed.then_some(start)
    }

    /// Bytes between the function's alignment and its label.
    pub(crate) fn size_before(&self, elf: &ElfTarget) -> Result<u32, EmitError> {
        let prefix = self.prefix.as_ref().map_or(0, |image| image.size);
        let identifier = self.type_identifier.as_ref();
        let prefix = prefix + identifier.map_or(0, |id| id.code.len() as u64);
        let words = 4 * self.sanitizer.len() as u64;
        let size = prefix + u64::from(self.nops) * elf.nop.len() as u64 + words;
        u32::try_from(size).map_err(|_| EmitError::unsupported("prefix data of this size"))
    }

    /// Writes the prologue data of `function` at its start.
    pub(crate) fn put_prologue(
        &self,
        function: Option<Global>,
        elf: &ElfTarget,
        buffer: &mut CodeBuffer,
    ) -> Result<(), EmitError> {
        let Some(image) = &self.prologue else {
            return Ok(());
        };
        let mut bytes = image.bytes.clone();
        bytes.resize(image.size as usize, 0);
        let mut at = 0;
        for reference in &image.references {
            let offset = reference.offset as usize;
            buffer.put(&bytes[at..offset]);
            let relative = match reference.minus {
                None => false,
                Some(DataSymbol::Global(base)) if Some(base) == function => true,
                Some(_) => {
                    let text = "difference of addresses in prologue data";
                    return Err(EmitError::unsupported(text));
                }
            };
            let target = match reference.plus {
                DataSymbol::Global(global) => FixupTarget::Global(global),
                DataSymbol::BlockAddress(of, block) => FixupTarget::BlockAddress(of, block),
            };
            let kind = elf.data_relocation(reference.size, relative);
            let kind =
                kind.ok_or_else(|| EmitError::unsupported("address in a field of this size"))?;
            let from_field = if relative { offset as i64 } else { 0 };
            buffer.fixup(kind, target, reference.addend + from_field);
            at = offset + usize::from(reference.size);
            buffer.put(&bytes[offset..at]);
        }
        buffer.put(&bytes[at..]);
        Ok(())
    }
}

/// The operands of the node that is attached to a global as metadata of a kind.
fn attached<'m>(
    module: &'m Module,
    data: &GlobalData,
    kind: &str,
) -> Option<&'m [Option<MetadataId>]> {
    let kinds = &module.metadata.kinds;
    let kind = kinds.iter().position(|it| **it == *kind)?;
    let mut attached = data.metadata.iter();
    let (_, node) = attached.find(|(of, _)| *of as usize == kind)?;
    match &module.metadata.nodes[*node] {
        MetadataData::Node { operands, .. } => Some(operands),
        _ => None,
    }
}

/// The number that an operand of a node is.
fn number(module: &Module, operand: Option<MetadataId>) -> Option<u64> {
    match module.metadata.nodes[operand?] {
        MetadataData::Const(id) => match module.consts[id].kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// The number of a function's type: `!kcfi_type`.
fn type_number(module: &Module, function: Global) -> Option<u32> {
    let operands = attached(module, &module.globals[function], "kcfi_type")?;
    number(module, *operands.first()?).map(|it| it as u32)
}

/// What `!func_sanitize` puts before a function: a signature, and a number of its type. Who calls the function compares
/// both.
fn sanitizer_words(module: &Module, data: Option<&GlobalData>) -> Result<Vec<u32>, EmitError> {
    let operands = data.and_then(|data| attached(module, data, "func_sanitize"));
    let words = operands.unwrap_or(&[]).iter().map(|operand| {
        let word = number(module, *operand).and_then(|it| u32::try_from(it).ok());
        word.ok_or_else(|| EmitError::unsupported("!func_sanitize without two numbers of 32 bits"))
    });
    words.collect()
}

/// The section that lists the room in `function`, which is in section `code`. It goes when the linker drops the
/// function.
pub(crate) fn list_section(
    code: &SectionSpec,
    function: Global,
    options: &EmitOptions,
) -> SectionSpec {
    let name = b"__patchable_function_entries";
    let flags = elf::SHF_ALLOC | elf::SHF_WRITE;
    if !options.binutils.assemble((2, 36)) {
        return SectionSpec::new(name, elf::SHT_PROGBITS, flags);
    }
    let flags = flags | elf::SHF_LINK_ORDER;
    SectionSpec {
        group: code.group,
        link: Some(function),
        ..SectionSpec::new(name, elf::SHT_PROGBITS, flags)
    }
}
