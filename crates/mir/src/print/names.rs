//! How IR things are called in MIR text: slot numbers of what has no name, and quoting of what has one.

use std::fmt::Write;

use avarice_ir::global::GlobalKind;
use avarice_ir::{Global, MetadataId, Module, Value};
use cranelift_entity::{EntityRef, SecondaryMap};

/// What a number stands for in a function's IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IrSlot {
    /// An argument or an instruction's result.
    Value(Value),
    /// A block.
    Block(avarice_ir::Block),
}

/// Number of something that has none.
const NO_SLOT: u32 = u32::MAX;

/// Numbers of a module's unnamed globals and metadata. Make it once a module.
#[derive(Debug)]
pub struct ModuleNames<'m> {
    module: &'m Module,
    globals: SecondaryMap<Global, u32>,
    metadata: Vec<u32>,
}

impl<'m> ModuleNames<'m> {
    /// The numbers of `module`.
    pub fn new(module: &'m Module) -> Self {
        let mut globals = SecondaryMap::with_default(NO_SLOT);
        for_each_unnamed_global(module, |number, global| globals[global] = number);
        let mut metadata = vec![NO_SLOT; module.metadata.nodes.len()];
        for (number, id) in &module.metadata.numbered {
            metadata[id.index()] = *number;
        }
        Self {
            module,
            globals,
            metadata,
        }
    }

    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }
}

/// Names of one function's IR, with those of its module. Without a module, everything prints as a bad
/// reference.
#[derive(Debug)]
pub struct IrNames<'m> {
    pub(super) module: Option<&'m ModuleNames<'m>>,
    pub(super) function: Option<&'m avarice_ir::Function>,
    values: SecondaryMap<Value, u32>,
    blocks: SecondaryMap<avarice_ir::Block, u32>,
}

impl<'m> IrNames<'m> {
    /// Names for `function` of the module, computed in one walk over its body.
    pub fn new(module: Option<&'m ModuleNames<'m>>, function: Option<Global>) -> Self {
        let body = module
            .zip(function)
            .and_then(|(m, global)| m.module.globals.get(global)?.body());
        let mut names = Self {
            module,
            function: body,
            values: SecondaryMap::with_default(NO_SLOT),
            blocks: SecondaryMap::with_default(NO_SLOT),
        };
        if let Some(body) = body {
            names.number(body);
        }
        names
    }

    fn number(&mut self, body: &avarice_ir::Function) {
        let mut next = 0;
        for_each_slot(body, |slot| {
            match slot {
                IrSlot::Value(value) => self.values[value] = next,
                IrSlot::Block(block) => self.blocks[block] = next,
            }
            next += 1;
        });
    }

    /// `%ir.name` or `%ir.4`.
    pub fn write_value(&self, out: &mut String, value: Value) {
        out.push_str("%ir.");
        let name = self
            .function
            .map_or(&[][..], |f| f.name(f.values[value].name));
        if name.is_empty() {
            write_slot(out, self.values[value]);
        } else {
            write_name(out, name);
        }
    }

    /// The name of an IR block as bytes, empty if it has none or is not known.
    pub(super) fn block_name(&self, block: avarice_ir::Block) -> &'m [u8] {
        self.function.map_or(&[], |f| f.name(f.blocks[block].name))
    }

    /// `%ir-block.name` or `%ir-block.4`; `quote` asks for quotes around unusual names.
    pub fn write_block(&self, out: &mut String, block: avarice_ir::Block, quote: bool) {
        out.push_str("%ir-block.");
        let name = self.block_name(block);
        match (name.is_empty(), quote) {
            (true, true) => write_slot(out, self.blocks[block]),
            (true, false) if self.blocks[block] == NO_SLOT => out.push_str("<ir-block badref>"),
            (true, false) => write_slot(out, self.blocks[block]),
            (false, true) => write_name(out, name),
            (false, false) => out.push_str(&String::from_utf8_lossy(name)),
        }
    }

    /// `@name`, `@"odd name"` or `@4`.
    pub fn write_global(&self, out: &mut String, global: Global) {
        out.push('@');
        match self.module {
            Some(m) if !m.module.globals[global].name.is_empty() => {
                write_name(out, &m.module.globals[global].name);
            }
            Some(m) => write_slot(out, m.globals[global]),
            None => out.push_str("<badref>"),
        }
    }

    /// `!4`.
    pub fn write_metadata(&self, out: &mut String, id: MetadataId) {
        out.push('!');
        let slot = self.module.and_then(|m| m.metadata.get(id.index()));
        write_slot(out, slot.copied().unwrap_or(NO_SLOT));
    }

    /// The name that an alloca's value has, empty if none.
    pub(super) fn value_name(&self, value: Value) -> &'m [u8] {
        let found = self.function.and_then(|f| Some((f, f.values.get(value)?)));
        found.map_or(&[], |(f, data)| f.name(data.name))
    }
}

/// Calls `visit` for each global without a name with its number: variables are numbered first, then
/// aliases, ifuncs and functions.
pub(crate) fn for_each_unnamed_global(module: &Module, mut visit: impl FnMut(u32, Global)) {
    let rank = |kind: &GlobalKind| match kind {
        GlobalKind::Variable(_) => 0,
        GlobalKind::Alias { .. } => 1,
        GlobalKind::IFunc { .. } => 2,
        GlobalKind::Function(_) => 3,
    };
    let unnamed = module
        .globals
        .iter()
        .filter(|(_, data)| data.name.is_empty());
    let mut unnamed: Vec<_> = unnamed.map(|(id, data)| (rank(&data.kind), id)).collect();
    unnamed.sort_unstable();
    for (number, (_, id)) in unnamed.into_iter().enumerate() {
        visit(number as u32, id);
    }
}

/// Calls `visit` for each value and block without a name, in the order of their numbers from 0.
pub(crate) fn for_each_slot(body: &avarice_ir::Function, mut visit: impl FnMut(IrSlot)) {
    let unnamed = |value: Value| body.name(body.values[value].name).is_empty();
    for value in body.args.iter().copied().filter(|v| unnamed(*v)) {
        visit(IrSlot::Value(value));
    }
    for block in &body.layout {
        if body.name(body.blocks[*block].name).is_empty() {
            visit(IrSlot::Block(*block));
        }
        for inst in body.block_insts(*block) {
            if let Some(value) = body.insts[inst].result.expand().filter(|v| unnamed(*v)) {
                visit(IrSlot::Value(value));
            }
        }
    }
}

fn write_slot(out: &mut String, slot: u32) {
    if slot == NO_SLOT {
        out.push_str("<badref>");
    } else {
        let _ = write!(out, "{slot}");
    }
}

/// A name with LLVM's rule: quoted, with `\\` and `\XX` for what does not print, if it is not made of letters,
/// digits, `-`, `.` and `_` or begins with a digit.
pub fn write_name(out: &mut String, name: &[u8]) {
    let plain = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'.' | b'_');
    let quote = name.first().is_some_and(u8::is_ascii_digit) || !name.iter().all(plain);
    if !quote {
        out.push_str(&String::from_utf8_lossy(name));
        return;
    }
    out.push('"');
    for c in name {
        match c {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            b' '..=b'~' => out.push(char::from(*c)),
            _ => {
                let _ = write!(out, "\\{c:02X}");
            }
        }
    }
    out.push('"');
}
