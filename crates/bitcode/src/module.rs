//! The outermost blocks, and what a module has besides types, values and metadata.

use avarice_ir::module::{ComdatData, ComdatKind};
use avarice_ir::{Comdat, DataLayout, Module, reading, typing};

use crate::block;
use crate::error::{BitcodeError, Result};
use crate::reader::Reader;
use crate::stream::{Entry, Stream};
use crate::tables::attributes::Attributes;
use crate::tables::bodies::Bodies;
use crate::tables::constants::Constants;
use crate::tables::globals::Globals;
use crate::tables::metadata::Metadata;
use crate::tables::types::Types;
use crate::tables::values::Values;

/// Reads the file `data`.
pub(crate) fn read(data: &[u8]) -> Result<Module> {
    let data = unwrapped(data)?;
    let found = find_blocks(data)?;
    let mut reader = Reader {
        stream: Stream::new(data, found.module)?,
        strings: found.strings,
        module: Module::default(),
        types: Types::default(),
        attributes: Attributes::default(),
        globals: Globals::default(),
        constants: Constants::default(),
        values: Values::default(),
        metadata: Metadata::default(),
        bodies: Bodies::default(),
        scopes: Vec::new(),
        bundle_tags: Vec::new(),
        alloca_space: 0,
        budget: (64 << 20) + 16 * data.len(),
    };
    reader.next_block()?;
    reader.module()?;
    Ok(reader.module)
}

/// The bitcode in a wrapper, which says at byte 8 where it starts and at byte 12 how long it is.
fn unwrapped(data: &[u8]) -> Result<&[u8]> {
    let error = |message: &str| {
        Box::new(BitcodeError {
            bit: 0,
            message: message.to_owned(),
        })
    };
    let inner = match data.starts_with(crate::WRAPPER) {
        false => data,
        true => {
            let word = |at: usize| {
                let bytes = data.get(at..at + 4)?.try_into().ok()?;
                Some(u32::from_le_bytes(bytes) as usize)
            };
            let range = word(8).zip(word(12));
            let inner = range.and_then(|(start, len)| data.get(start..start.checked_add(len)?));
            inner.ok_or_else(|| error("the wrapper of this bitcode is not well-formed"))?
        }
    };
    if inner.starts_with(b"!<arch>\n") {
        return Err(error(
            "this is an archive: take the modules out of it with 'ar x' first",
        ));
    }
    if !inner.starts_with(crate::MAGIC) {
        return Err(error("this is not LLVM bitcode"));
    }
    Ok(inner)
}

/// Where the parts of a file are.
struct Found<'a> {
    /// Bit at which the entry of the module's block starts.
    module: u64,
    /// The strings to which records refer.
    strings: &'a [u8],
}

/// Looks through the outermost blocks: strings come after the module that uses them.
fn find_blocks(data: &[u8]) -> Result<Found<'_>> {
    let mut stream = Stream::new(data, 32)?;
    let mut module = None;
    let mut strings: &[u8] = &[];
    while !stream.at_end() {
        let Entry::Block(id) = stream.next()? else {
            return Err(stream.error("a block is expected here"));
        };
        match id {
            block::MODULE if module.is_some() => {
                return Err(stream.error("a file with several modules is not read"));
            }
            block::MODULE => {
                module = Some(stream.entry_bit());
                stream.skip(id)?;
            }
            block::IDENTIFICATION => identification(&mut stream)?,
            block::STRING_TABLE => {
                stream.enter(id)?;
                while stream.next()? != Entry::End {
                    strings = stream.blob;
                }
            }
            _ => stream.skip(id)?,
        }
    }
    match module {
        Some(module) => Ok(Found { module, strings }),
        None => Err(stream.error("there is no module in this file")),
    }
}

/// The producer's name, and the version of what cannot be read by others.
fn identification(stream: &mut Stream<'_>) -> Result<()> {
    stream.enter(block::IDENTIFICATION)?;
    loop {
        match stream.next()? {
            Entry::End => return Ok(()),
            Entry::Block(id) => stream.skip(id)?,
            Entry::Record(2) if stream.operands.first() != Some(&0) => {
                return Err(stream.error("the format of this bitcode is newer than what is known"));
            }
            Entry::Record(_) => {}
        }
    }
}

impl<'a> Reader<'a> {
    /// An error about the last entry.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> Box<BitcodeError> {
        self.stream.error(message)
    }

    /// What follows from a rule, or that the last entry breaks it.
    #[inline]
    pub fn follow<T>(&self, rule: std::result::Result<T, String>) -> Result<T> {
        rule.map_err(|message| self.error(message))
    }

    /// Operand `index` of the last record.
    #[inline]
    pub fn operand(&self, index: usize) -> Result<u64> {
        match self.stream.operands.get(index) {
            Some(operand) => Ok(*operand),
            None => Err(self.error("this record is too short")),
        }
    }

    /// Operand `index` of the last record, 0 if it is shorter.
    pub fn operand_or_zero(&self, index: usize) -> u64 {
        let operand = self.stream.operands.get(index);
        operand.copied().unwrap_or(0)
    }

    /// The operands of the last record from `start` on as text.
    pub fn text(&self, start: usize) -> Vec<u8> {
        let operands = self.stream.operands.get(start..).unwrap_or_default();
        operands.iter().map(|operand| *operand as u8).collect()
    }

    fn utf8(&self, start: usize) -> Box<str> {
        String::from_utf8_lossy(&self.text(start)).into()
    }

    /// The string at operands `index` and `index + 1`, which are its offset and length.
    pub fn string(&self, index: usize) -> Result<&'a [u8]> {
        let (start, len) = (self.operand(index)?, self.operand(index + 1)?);
        let end = start.checked_add(len);
        let range = end.and_then(|end| self.strings.get(start as usize..end as usize));
        range.ok_or_else(|| self.error("this name is not in the table of strings"))
    }

    /// Accounts for `bytes` of memory that the file does not pay for by its length.
    pub fn charge(&mut self, bytes: usize) -> Result<()> {
        match self.budget.checked_sub(bytes) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => Err(self.error("the constants of this module need too much memory")),
        }
    }

    fn next_block(&mut self) -> Result<u32> {
        match self.stream.next()? {
            Entry::Block(id) => Ok(id),
            _ => Err(self.error("a block is expected here")),
        }
    }

    /// The block of the module.
    fn module(&mut self) -> Result<()> {
        self.stream.enter(block::MODULE)?;
        loop {
            match self.stream.next()? {
                Entry::End => break,
                Entry::Block(id) => self.module_block(id)?,
                Entry::Record(code) => self.module_record(code)?,
            }
        }
        self.finish()
    }

    fn module_block(&mut self, id: u32) -> Result<()> {
        match id {
            block::TYPES => self.type_table(),
            block::ATTRIBUTE_GROUPS => self.attribute_groups(),
            block::ATTRIBUTES => self.attribute_lists(),
            block::CONSTANTS => {
                self.define_globals()?;
                self.constants_block()
            }
            block::METADATA => {
                self.define_globals()?;
                self.metadata_block()
            }
            block::METADATA_KINDS => self.metadata_kinds(),
            block::FUNCTION => {
                self.define_globals()?;
                self.function()
            }
            block::BUNDLE_TAGS => {
                self.bundle_tags = self.names_block(id)?;
                Ok(())
            }
            block::SCOPE_NAMES => {
                self.scopes = self.names_block(id)?;
                Ok(())
            }
            id => self.stream.skip(id),
        }
    }

    /// A block whose records are names.
    fn names_block(&mut self, id: u32) -> Result<Vec<Box<str>>> {
        self.stream.enter(id)?;
        let mut names = Vec::new();
        loop {
            match self.stream.next()? {
                Entry::End => return Ok(names),
                Entry::Block(id) => self.stream.skip(id)?,
                Entry::Record(_) => names.push(self.utf8(0)),
            }
        }
    }

    fn module_record(&mut self, code: u32) -> Result<()> {
        match code {
            1 if self.operand(0)? != 2 => {
                return Err(self.error(
                    "this module was written by a version of LLVM before 5; read it with a newer one first",
                ));
            }
            2 => self.module.triple = self.utf8(0),
            3 => self.data_layout()?,
            4 => {
                let text = self.text(0);
                let text = text.strip_suffix(b"\n").unwrap_or(&text);
                let lines = text.split(|byte| *byte == b'\n');
                self.module.module_asm = lines.map(Into::into).collect();
            }
            5 => {
                let name = self.text(0);
                self.globals.sections.push(name.into());
            }
            7 | 8 | 14 | 18 => self.globals_record(code)?,
            11 => {
                let name = self.utf8(0);
                self.globals.collectors.push(name);
            }
            12 => self.comdat()?,
            16 => self.module.source_filename = Some(self.text(0).into()),
            9 => return Err(self.error("an alias of this form is no longer read")),
            _ => {}
        }
        Ok(())
    }

    fn data_layout(&mut self) -> Result<()> {
        let text = self.utf8(0);
        if let Err(error) = DataLayout::parse(&text) {
            return Err(self.error(format!("invalid data layout: {error}")));
        }
        let specs = text.split('-');
        let mut spaces = specs.filter_map(|spec| spec.strip_prefix('A')?.parse().ok());
        self.alloca_space = spaces.next().unwrap_or(0);
        self.module.data_layout = text;
        Ok(())
    }

    fn comdat(&mut self) -> Result<()> {
        let name: Box<[u8]> = self.string(0)?.into();
        let kind = match self.operand(2)? {
            2 => ComdatKind::ExactMatch,
            3 => ComdatKind::Largest,
            4 => ComdatKind::NoDeduplicate,
            5 => ComdatKind::SameSize,
            _ => ComdatKind::Any,
        };
        self.module.comdats.push(ComdatData { name, kind });
        Ok(())
    }

    /// The COMDAT group with a number from 1, `None` for 0.
    pub fn comdat_numbered(&self, number: u64) -> Result<Option<Comdat>> {
        if number == 0 {
            return Ok(None);
        }
        let mut ids = self.module.comdats.keys();
        match ids.nth(number as usize - 1) {
            Some(id) => Ok(Some(id)),
            None => Err(self.error("there is no such COMDAT group")),
        }
    }

    /// After the last record.
    fn finish(&mut self) -> Result<()> {
        self.define_globals()?;
        self.resolve_global_operands()?;
        if self.bodies.has_missing(&self.module) {
            return Err(self.error("a function that is defined has no body"));
        }
        self.check_metadata()?;
        typing::check_structs(&self.module).map_err(|(_, what)| {
            let message = format!("a struct type {what}");
            self.error(message)
        })?;
        self.number_metadata();
        reading::finish(&mut self.module, &[]);
        Ok(())
    }
}
