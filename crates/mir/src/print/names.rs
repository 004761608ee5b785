//! Names of IR entities in MIR text: slot numbers of unnamed ones, and quoting of named ones.

use std::cell::OnceCell;
use std::fmt::Write;
use std::sync::Arc;

use avarice_ir::global::GlobalKind;
use avarice_ir::metadata::{LocationNode, MetadataData, MetadataField, SpecialNode};
use avarice_ir::printer::{MetadataNumbers, print_metadata};
use avarice_ir::{Global, MetadataId, Module, Value};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{SecondaryMap, entity_impl};
use smallvec::SmallVec;

use crate::derefs::Derefs;
use crate::function::MachineFunction;

/// What a number stands for in a function's IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IrSlot {
    /// An argument or an instruction's result.
    Value(Value),
    /// A block.
    Block(avarice_ir::Block),
}

/// The number of something that has no name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slot(u32);
entity_impl!(Slot, "");

/// Numbers of a module's unnamed globals and metadata. Make it once a module.
#[derive(Debug)]
pub struct ModuleNames<'m> {
    module: &'m Module,
    globals: SecondaryMap<Global, PackedOption<Slot>>,
    /// Computed when the first node is printed.
    metadata: OnceCell<MetadataNumbers>,
}

/// The nodes that are being written, from the outside in.
type OpenNodes = SmallVec<[MetadataId; 4]>;

impl<'m> ModuleNames<'m> {
    /// The numbers of `module`.
    pub fn new(module: &'m Module) -> Self {
        let mut globals: SecondaryMap<Global, PackedOption<Slot>> = SecondaryMap::new();
        for_each_unnamed_global(module, |number, global| {
            globals[global] = Slot(number).into();
        });
        Self {
            module,
            globals,
            metadata: OnceCell::new(),
        }
    }

    /// The numbers that the module's text gives to metadata nodes.
    fn metadata(&self) -> &MetadataNumbers {
        let compute = || MetadataNumbers::new(self.module);
        self.metadata.get_or_init(compute)
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
    global: Option<Global>,
    pub(super) function: Option<&'m avarice_ir::Function>,
    /// Numbers that include those of the function's own metadata nodes, and these nodes.
    own_metadata: Option<(MetadataNumbers, Vec<MetadataId>)>,
    values: SecondaryMap<Value, PackedOption<Slot>>,
    blocks: SecondaryMap<avarice_ir::Block, PackedOption<Slot>>,
}

impl<'m> IrNames<'m> {
    /// Names for `function` of the module, computed in one walk over its body.
    pub fn new(module: Option<&'m ModuleNames<'m>>, function: Option<Global>) -> Self {
        let body = module
            .zip(function)
            .and_then(|(m, global)| m.module.globals.get(global)?.body());
        let mut names = Self {
            module,
            global: function,
            function: body,
            own_metadata: None,
            values: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
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
                IrSlot::Value(value) => self.values[value] = Slot(next).into(),
                IrSlot::Block(block) => self.blocks[block] = Slot(next).into(),
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
            (true, false) if self.blocks[block].is_none() => out.push_str("<ir-block badref>"),
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

    /// `%ir-block.name` of the function `global`, with quotes around unusual names.
    pub(super) fn write_block_of(
        &self,
        out: &mut String,
        global: Global,
        block: avarice_ir::Block,
    ) {
        let body = self.module.and_then(|m| m.module.globals[global].body());
        let name = body.map_or(&[][..], |f| f.name(f.blocks[block].name));
        if Some(global) == self.global || !name.is_empty() {
            out.push_str("%ir-block.");
            match name.is_empty() {
                true => write_slot(out, self.blocks[block]),
                false => write_name(out, name),
            }
            return;
        }
        let (mut number, mut found) = (0, PackedOption::default());
        if let Some(body) = body {
            for_each_slot(body, |slot| {
                if slot == IrSlot::Block(block) {
                    found = Slot(number).into();
                }
                number += 1;
            });
        }
        out.push_str("%ir-block.");
        write_slot(out, found);
    }

    /// Numbers the nodes that memory operands of `function` refer to and the module's text does not have.
    pub(super) fn add_own_metadata(&mut self, function: &MachineFunction) {
        let Some(names) = self.module else {
            return;
        };
        let mut own: Option<(MetadataNumbers, Vec<MetadataId>)> = None;
        let blocks = function.layout.iter();
        let insts = blocks.flat_map(|block| function.block_insts(*block));
        for operand in insts.flat_map(|inst| function.mem_ops(inst)) {
            let nodes = [operand.tbaa, operand.alias_scope, operand.no_alias];
            for id in nodes.into_iter().filter_map(|node| node.expand()) {
                if names.metadata().get(id).is_none() {
                    let fresh = || (names.metadata().clone(), Vec::new());
                    let (numbers, added) = own.get_or_insert_with(fresh);
                    added.extend(numbers.add(names.module, id));
                }
            }
        }
        self.own_metadata = own;
    }

    /// The function's own metadata nodes as definitions: `!4 = distinct !{!4}`.
    pub(super) fn own_metadata_texts(&self) -> Vec<String> {
        let (Some(names), Some((numbers, nodes))) = (self.module, &self.own_metadata) else {
            return Vec::new();
        };
        let text = |id: &MetadataId| {
            let body = print_metadata(names.module, *id, numbers);
            Some(format!("!{} = {body}", numbers.get(*id)?))
        };
        nodes.iter().filter_map(text).collect()
    }

    /// `!4`, or a node that is written in place.
    pub fn write_metadata(&self, out: &mut String, id: MetadataId) {
        self.write_node(out, id, &mut SmallVec::new());
    }

    /// The same within the nodes `open`: one that is in itself is no reference.
    fn write_node(&self, out: &mut String, id: MetadataId, open: &mut OpenNodes) {
        let Some(names) = self.module else {
            out.push_str("!<badref>");
            return;
        };
        let own = self.own_metadata.as_ref();
        let number = match own {
            Some((numbers, _)) => numbers.get(id),
            None => names.metadata().get(id),
        };
        match (number, self.node(id)) {
            (Some(number), _) => {
                let _ = write!(out, "!{number}");
            }
            (None, Some(node)) if !open.contains(&id) => {
                open.push(id);
                match node {
                    MetadataData::Special(node) => self.write_special_node(out, node, open),
                    MetadataData::Location(node) => self.write_location(out, *node, open),
                    _ => out.push_str("<badref>"),
                }
                open.pop();
            }
            (None, _) => out.push_str("<badref>"),
        }
    }

    /// A node like [`Self::write_metadata`], or an expression of the function's `own`; an expression with dereferences
    /// added to it.
    pub(super) fn write_expression(
        &self,
        out: &mut String,
        id: MetadataId,
        own: Option<&SpecialNode>,
        derefs: Derefs,
    ) {
        match own.or_else(|| self.special_node(id)) {
            Some(node) if own.is_some() => {
                self.write_special_node(out, &with_derefs(node, derefs), &mut SmallVec::new());
            }
            Some(node) if !derefs.is_empty() => {
                self.write_special_node(out, &with_derefs(node, derefs), &mut SmallVec::new());
            }
            _ => self.write_metadata(out, id),
        }
    }

    fn write_location(&self, out: &mut String, node: LocationNode, open: &mut OpenNodes) {
        node.write_head(out);
        self.write_node(out, node.scope, open);
        if let Some(call) = node.inlined_at.expand() {
            out.push_str(", inlinedAt: ");
            self.write_node(out, call, open);
        }
        out.push_str(node.tail());
    }

    fn write_special_node(&self, out: &mut String, node: &SpecialNode, open: &mut OpenNodes) {
        let _ = write!(out, "!{}(", node.name);
        for (at, (key, field)) in node.fields.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { ", " });
            if !key.is_empty() {
                let _ = write!(out, "{key}: ");
            }
            match field {
                MetadataField::Node(id) => self.write_node(out, *id, open),
                MetadataField::Null => out.push_str("null"),
                MetadataField::Text(text) => out.push_str(text),
            }
        }
        out.push(')');
    }

    fn node(&self, id: MetadataId) -> Option<&'m MetadataData> {
        self.module?.module.metadata.nodes.get(id)
    }

    /// The node as `!Name(…)`, `None` if it is another or unknown.
    pub(super) fn special_node(&self, id: MetadataId) -> Option<&'m SpecialNode> {
        match self.node(id)? {
            MetadataData::Special(node) => Some(node),
            _ => None,
        }
    }

    /// The node as a place in the source, `None` if it is another or unknown.
    pub(super) fn location(&self, id: MetadataId) -> Option<LocationNode> {
        match self.node(id)? {
            MetadataData::Location(node) => Some(*node),
            _ => None,
        }
    }

    /// The name that an alloca's value has, empty if none.
    pub(super) fn value_name(&self, value: Value) -> &'m [u8] {
        let found = self.function.and_then(|f| Some((f, f.values.get(value)?)));
        found.map_or(&[], |(f, data)| f.name(data.name))
    }
}

/// An expression with dereferences added to it. One after an argument comes first if the expression names no arguments.
fn with_derefs(node: &SpecialNode, derefs: Derefs) -> SpecialNode {
    let deref = || {
        let text = MetadataField::Text(Arc::from("DW_OP_deref"));
        ("".into(), text)
    };
    let has_text = |field: &MetadataField, wanted: &str| matches!(field, MetadataField::Text(text) if **text == *wanted);
    let is_argument = |field: &MetadataField| has_text(field, "DW_OP_LLVM_arg");
    let names_arguments = node.fields.iter().any(|(_, field)| is_argument(field));
    let first = derefs.before() + usize::from(!names_arguments && derefs.after_argument(0));
    let mut fields: Vec<_> = std::iter::repeat_with(deref).take(first).collect();
    let mut follows_argument = false;
    for (key, field) in &node.fields {
        fields.push((key.clone(), field.clone()));
        if follows_argument
            && let MetadataField::Text(text) = field
            && let Ok(argument) = text.parse()
            && derefs.after_argument(argument)
        {
            fields.push(deref());
        }
        follows_argument = is_argument(field);
    }
    SpecialNode {
        fields: fields.into(),
        ..node.clone()
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

fn write_slot(out: &mut String, slot: PackedOption<Slot>) {
    match slot.expand() {
        Some(slot) => {
            let _ = write!(out, "{slot}");
        }
        None => out.push_str("<badref>"),
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
