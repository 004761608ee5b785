//! Numbers of all unnamed entities, in LLVM's order.
//!
//! Values and blocks share one sequence per function: arguments, then for each block the block and
//! its instructions. Metadata nodes are numbered when first met (named metadata, then functions in
//! order; a node before its operands), attribute groups too (functions, then calls).

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};

use super::text::write_decimal;
use super::type_finder::find_structs;
use crate::constant::ConstKind;
use crate::entities::{AttrGroup, Block, Global, Inst, MetadataId, StructId, Value};
use crate::function::Function;
use crate::global::{GlobalData, GlobalKind};
use crate::inst::Attachment;
use crate::metadata::{MetadataData, MetadataField, SpecialNode};
use crate::module::Module;
use crate::number_map::NumberMap;
use crate::types::TypeTable;

/// Number of something that has none.
const NONE: u32 = u32::MAX;

/// Numbers of a module's structs, globals, metadata nodes and attribute groups.
pub(super) struct ModuleSlots {
    /// Structs that are used, in the order of their definitions.
    pub structs: Vec<StructId>,
    struct_numbers: SecondaryMap<StructId, u32>,
    global_numbers: SecondaryMap<Global, u32>,
    metadata_numbers: SecondaryMap<MetadataId, u32>,
    /// Numbered nodes in order.
    pub metadata: Vec<MetadataId>,
    attr_numbers: SecondaryMap<AttrGroup, u32>,
    /// Numbered groups in order.
    pub attrs: Vec<AttrGroup>,
    /// Nodes by the number that they had in the text read, which debug records still use.
    read_numbers: NumberMap<PackedOption<MetadataId>>,
    stack: Vec<MetadataId>,
    /// Operands of a node, each with its place among LLVM's.
    ranked: Vec<(usize, MetadataId)>,
}

/// The numbers that a module's text gives to metadata nodes.
#[derive(Clone, Debug)]
pub struct MetadataNumbers {
    numbers: SecondaryMap<MetadataId, u32>,
    count: u32,
}

impl MetadataNumbers {
    /// The numbers in the text of `module`.
    pub fn new(module: &Module) -> Self {
        let mut slots = ModuleSlots::of_module(module);
        for (id, global) in module.globals.iter() {
            if global.function().is_some() {
                slots.enter(module, id);
            }
        }
        Self {
            count: slots.metadata.len() as u32,
            numbers: slots.metadata_numbers,
        }
    }

    /// The number of a node; `None` for what is written in place, and for nodes that nothing of the module
    /// refers to.
    pub fn get(&self, id: MetadataId) -> Option<u32> {
        Some(self.numbers[id]).filter(|number| *number != NONE)
    }

    /// How many nodes have a number: the next one.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Numbers `root` and what it refers to, where that has no number yet. Returns the nodes that got one,
    /// in order.
    pub fn add(&mut self, module: &Module, root: MetadataId) -> Vec<MetadataId> {
        let mut added = Vec::new();
        let mut stack = vec![root];
        let mut ranked = Vec::new();
        while let Some(id) = stack.pop() {
            if self.numbers[id] != NONE || !has_number(module, id) {
                continue;
            }
            self.numbers[id] = self.count;
            self.count += 1;
            added.push(id);
            push_node_operands(module, id, &mut ranked, &mut stack);
        }
        added
    }
}

/// Which nodes the bodies of a module refer to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum BodyNodes {
    /// Those of attachments alone, except `!dbg`.
    #[default]
    Attached,
    /// Places in the source, arguments of calls and debug records as well.
    Any,
}

/// Gives the nodes of `module` the numbers that its text gives them, in place of those by which the texts of debug records
/// named them so far.
///
/// # Requires
/// Bodies refer to no other nodes than `nodes` says, and the ids of instructions grow in the order of the text.
pub fn number_metadata(module: &mut Module, nodes: BodyNodes) {
    let mut slots = ModuleSlots::empty();
    slots.number_globals_metadata(module);
    let bodies = || module.globals.values().filter_map(|global| global.body());
    let has_records = bodies().any(|body| !body.debug_records.is_empty());
    if has_records {
        slots.note_read_numbers(module);
    }
    for (id, global) in module.globals.iter() {
        match nodes {
            _ if global.function().is_none() => {}
            BodyNodes::Attached => slots.enter_attached(module, id),
            BodyNodes::Any => slots.enter(module, id),
        }
    }
    if has_records {
        let mut new = String::new();
        module.for_each_body(|_, _, body| {
            for (_, text) in &mut body.debug_records {
                new.clear();
                for (before, number) in node_references(text) {
                    new.push_str(before);
                    if let Some(number) = number {
                        write_decimal(&mut new, slots.renumbered(number));
                    }
                }
                *text = new.as_str().into();
            }
        });
    }
    let numbers = slots.metadata.iter().enumerate();
    module.metadata.numbered = numbers.map(|(number, id)| (number as u32, *id)).collect();
}

impl ModuleSlots {
    /// Uses `numbers` for metadata nodes.
    pub fn take_numbers(&mut self, numbers: &MetadataNumbers) {
        self.metadata_numbers = numbers.numbers.clone();
    }

    /// Numbers of structs and globals, and the numbers that nodes had when they were read.
    pub fn brief(module: &Module) -> Self {
        let mut slots = Self::empty();
        if module.types.structs.values().any(|s| s.name.is_none()) {
            slots.number_structs(module);
        }
        slots.number_globals(module);
        slots
    }

    fn note_read_numbers(&mut self, module: &Module) {
        for (number, id) in &module.metadata.numbered {
            self.read_numbers.set(*number, (*id).into());
        }
    }

    fn empty() -> Self {
        Self {
            structs: Vec::new(),
            struct_numbers: SecondaryMap::with_default(NONE),
            global_numbers: SecondaryMap::with_default(NONE),
            metadata_numbers: SecondaryMap::with_default(NONE),
            metadata: Vec::new(),
            attr_numbers: SecondaryMap::with_default(NONE),
            attrs: Vec::new(),
            read_numbers: NumberMap::default(),
            stack: Vec::new(),
            ranked: Vec::new(),
        }
    }

    /// All numbers that do not depend on function bodies; [`Self::enter`] adds the others.
    pub fn of_module(module: &Module) -> Self {
        let mut slots = Self::brief(module);
        slots.number_structs(module);
        let bodies = || module.globals.values().filter_map(|g| g.body());
        if bodies().any(|body| !body.debug_records.is_empty()) {
            slots.note_read_numbers(module);
        }
        slots.number_globals_metadata(module);
        for global in module.globals.values() {
            if let GlobalKind::Variable(data) = &global.kind {
                data.attrs.into_iter().for_each(|id| slots.number_attrs(id));
            }
        }
        for global in module.globals.values() {
            if let GlobalKind::Function(data) = &global.kind
                && let Some(id) = data.attrs.function
                && (module.had_debug_calls || !is_debug_intrinsic(global))
            {
                slots.number_attrs(id);
            }
        }
        slots
    }

    /// Numbers what variables and named metadata refer to.
    fn number_globals_metadata(&mut self, module: &Module) {
        for global in module.globals.values() {
            if let GlobalKind::Variable(_) = &global.kind {
                self.number_attachments(module, &global.metadata);
            }
        }
        for (_, nodes) in &module.metadata.named {
            nodes.iter().for_each(|id| self.number_node(module, *id));
        }
    }

    fn number_structs(&mut self, module: &Module) {
        self.structs = find_structs(module);
        let unnamed = |id: &StructId| module.types.structs[*id].name.is_none();
        // LLVM defines numbered structs before named ones.
        self.structs.sort_by_key(|id| !unnamed(id));
        for (number, id) in self.structs.iter().filter(|id| unnamed(id)).enumerate() {
            self.struct_numbers[*id] = number as u32;
        }
    }

    fn number_globals(&mut self, module: &Module) {
        let mut next = 0;
        let groups: [fn(&GlobalKind) -> bool; 4] = [
            |kind| matches!(kind, GlobalKind::Variable(_)),
            |kind| matches!(kind, GlobalKind::Alias { .. }),
            |kind| matches!(kind, GlobalKind::IFunc { .. }),
            |kind| matches!(kind, GlobalKind::Function(_)),
        ];
        for group in groups {
            for (id, global) in module.globals.iter() {
                if global.name.is_empty() && group(&global.kind) {
                    self.global_numbers[id] = next;
                    next += 1;
                }
            }
        }
    }

    /// Numbers what function `id` and its instructions refer to first.
    pub fn enter(&mut self, module: &Module, id: Global) {
        self.number_attachments(module, &module.globals[id].metadata);
        let Some(body) = module.globals[id].body() else {
            return;
        };
        let mut records = body.debug_records.as_slice();
        let mut attachments = body.attachments_in_order();
        for inst in body
            .layout
            .iter()
            .flat_map(|block| body.block_insts(*block))
        {
            let mine = records
                .iter()
                .take_while(|(before, _)| *before == inst)
                .count();
            for (_, text) in &records[..mine] {
                for number in node_references(text).filter_map(|(_, number)| number) {
                    if let Some(id) = self.node_read_as(number) {
                        self.number_node(module, id);
                    }
                }
            }
            records = &records[mine..];
            let attached = attachments.of(inst);
            self.number_instruction(module, body, inst, attached);
        }
    }

    /// Likewise, for a function whose instructions refer to nodes by attachments alone.
    fn enter_attached(&mut self, module: &Module, id: Global) {
        self.number_attachments(module, &module.globals[id].metadata);
        let Some(body) = module.globals[id].body() else {
            return;
        };
        for attached in body.attachments.chunk_by(|a, b| a.0 == b.0) {
            self.number_attached(module, body, attached);
        }
    }

    fn number_instruction(
        &mut self,
        module: &Module,
        body: &Function,
        inst: Inst,
        attached: &[(Inst, Attachment)],
    ) {
        let data = &body.insts[inst];
        if let Some(info) = data.kind.call_info() {
            for value in body.operands(inst).take(info.num_args as usize) {
                if let Some(id) = body.as_const(value)
                    && let ConstKind::Metadata(node) = module.consts[id].kind
                {
                    self.number_node(module, as_operand(module, node));
                }
            }
            if let Some(group) = info.attrs.function {
                self.number_attrs(group);
            }
        }
        if let Some(node) = data.debug_loc.expand() {
            self.number_node(module, node);
        }
        self.number_attached(module, body, attached);
    }

    /// Numbers the nodes that are attached to one instruction.
    fn number_attached(
        &mut self,
        module: &Module,
        body: &Function,
        attached: &[(Inst, Attachment)],
    ) {
        match attached {
            [] => {}
            [(_, (_, only))] => self.number_node(module, *only),
            [(inst, _), ..] => {
                for (_, (_, node)) in sorted_attachments(module, body, *inst) {
                    self.number_node(module, node);
                }
            }
        }
    }

    fn number_attachments(&mut self, module: &Module, attachments: &[Attachment]) {
        for (_, node) in sorted_by_kind(module, attachments.iter().copied()) {
            self.number_node(module, node);
        }
    }

    fn number_attrs(&mut self, id: AttrGroup) {
        if self.attr_numbers[id] == NONE {
            self.attr_numbers[id] = self.attrs.len() as u32;
            self.attrs.push(id);
        }
    }

    fn number_node(&mut self, module: &Module, root: MetadataId) {
        if self.metadata_numbers[root] != NONE {
            return;
        }
        self.stack.push(root);
        while let Some(id) = self.stack.pop() {
            if self.metadata_numbers[id] != NONE || !has_number(module, id) {
                continue;
            }
            self.metadata_numbers[id] = self.metadata.len() as u32;
            self.metadata.push(id);
            push_node_operands(module, id, &mut self.ranked, &mut self.stack);
        }
    }

    pub fn struct_number(&self, id: StructId) -> u32 {
        self.struct_numbers[id]
    }

    pub fn global_number(&self, id: Global) -> u32 {
        self.global_numbers[id]
    }

    /// The number of an attribute group that was numbered.
    pub fn attrs_number(&self, id: AttrGroup) -> u32 {
        self.attr_numbers[id]
    }

    /// The number of a node, in brief mode that which it had in the text.
    pub fn metadata_number(&self, module: &Module, id: MetadataId) -> Option<u32> {
        if self.metadata_numbers[id] != NONE {
            return Some(self.metadata_numbers[id]);
        }
        let mut numbered = module.metadata.numbered.iter();
        numbered
            .find(|(_, node)| *node == id)
            .map(|(number, _)| *number)
    }

    /// The node that had `number` in the text that was read.
    pub fn node_read_as(&self, number: u32) -> Option<MetadataId> {
        self.read_numbers.get(number).expand()
    }

    /// The present number of the node that had `number` in the text that was read.
    pub fn renumbered(&self, number: u32) -> u32 {
        let id = self.node_read_as(number);
        let new = id.map_or(NONE, |id| self.metadata_numbers[id]);
        if new == NONE { number } else { new }
    }
}

/// Whether this declares an intrinsic that debug records have taken the place of.
pub(super) fn is_debug_intrinsic(global: &GlobalData) -> bool {
    let kind = global.name.strip_prefix(b"llvm.dbg.");
    let kinds: [&[u8]; 5] = [b"value", b"declare", b"addr", b"assign", b"label"];
    global.body().is_none() && kind.is_some_and(|kind| kinds.contains(&kind))
}

/// Whether a node is printed by number; strings, constants and expressions are printed in place.
pub(super) fn has_number(module: &Module, id: MetadataId) -> bool {
    match &module.metadata.nodes[id] {
        MetadataData::Node { .. } | MetadataData::Location(_) => true,
        MetadataData::Special(node) => &*node.name != "DIExpression",
        _ => false,
    }
}

/// What a node stands for as an argument of a call: of a node with one constant, only the constant.
pub(super) fn as_operand(module: &Module, id: MetadataId) -> MetadataId {
    let nodes = &module.metadata.nodes;
    match &nodes[id] {
        MetadataData::Node { operands, .. } => match **operands {
            [Some(only)] if matches!(nodes[only], MetadataData::Const(_)) => only,
            _ => id,
        },
        _ => id,
    }
}

/// Splits the text of a debug record at `!` and a number outside of strings: the text up to the
/// number, and the number.
pub(super) fn node_references(text: &str) -> impl Iterator<Item = (&str, Option<u32>)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut quoted = false;
        for (at, byte) in rest.bytes().enumerate() {
            quoted ^= byte == b'"';
            if byte != b'!' || quoted {
                continue;
            }
            let (before, after) = rest.split_at(at + 1);
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let (number, after) = after.split_at(digits);
                rest = after;
                return Some((before, number.parse().ok()));
            }
        }
        Some((std::mem::take(&mut rest), None))
    })
}

/// Pushes the nodes that the node `id` refers to, so that the first is popped first. `ranked` is memory for it.
fn push_node_operands(
    module: &Module,
    id: MetadataId,
    ranked: &mut Vec<(usize, MetadataId)>,
    stack: &mut Vec<MetadataId>,
) {
    match &module.metadata.nodes[id] {
        MetadataData::Node { operands, .. } => stack.extend(operands.iter().rev().flatten()),
        MetadataData::Location(node) => {
            stack.extend(node.inlined_at.expand());
            stack.push(node.scope);
        }
        MetadataData::Special(node) => push_operands(node, ranked, stack),
        _ => {}
    }
}

/// Pushes the nodes that `node` refers to, so that LLVM's first operand is popped first.
fn push_operands(
    node: &SpecialNode,
    ranked: &mut Vec<(usize, MetadataId)>,
    stack: &mut Vec<MetadataId>,
) {
    let order = operand_order(&node.name);
    let rank = |name: &str| order.iter().position(|field| *field == name);
    ranked.clear();
    for (name, field) in &node.fields {
        if let MetadataField::Node(id) = field {
            ranked.push((rank(name).unwrap_or(usize::MAX), *id));
        }
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    stack.extend(ranked.iter().rev().map(|(_, id)| *id));
}

/// Fields of a class of nodes in the order of LLVM's operands, where that is not the printed order.
fn operand_order(class: &str) -> &'static [&'static str] {
    match class {
        "DISubrange" | "DIGenericSubrange" => &["count", "lowerBound", "upperBound", "stride"],
        "DIDerivedType" => &["file", "scope", "baseType", "extraData", "annotations"],
        "DICompositeType" => &[
            "file",
            "scope",
            "baseType",
            "elements",
            "vtableHolder",
            "templateParams",
            "discriminator",
            "dataLocation",
            "associated",
            "allocated",
            "rank",
            "annotations",
        ],
        "DICompileUnit" => &[
            "file",
            "enums",
            "retainedTypes",
            "globals",
            "imports",
            "macros",
        ],
        "DISubprogram" => &[
            "file",
            "scope",
            "type",
            "unit",
            "declaration",
            "retainedNodes",
            "containingType",
            "templateParams",
            "thrownTypes",
            "annotations",
        ],
        "DILexicalBlock" | "DILexicalBlockFile" | "DIModule" | "DINamespace" => &["file", "scope"],
        "DICommonBlock" => &["scope", "declaration", "file"],
        "DIGlobalVariable" => &[
            "scope",
            "file",
            "type",
            "declaration",
            "templateParams",
            "annotations",
        ],
        "DILocalVariable" => &["scope", "file", "type", "annotations"],
        "DILabel" => &["scope", "file"],
        "DIObjCProperty" => &["file", "type"],
        "DIImportedEntity" => &["scope", "entity", "file", "elements"],
        "DIStringType" => &[
            "stringLength",
            "stringLengthExpression",
            "stringLocationExpression",
        ],
        _ => &[],
    }
}

/// LLVM's fixed attachment kinds in the order of their ids.
const KINDS: &[&str] = &[
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
];

/// Place of an attachment kind: LLVM's fixed kinds first, then the others as they were met.
fn kind_rank(module: &Module, kind: u32) -> usize {
    let name = module.metadata.kinds.get(kind as usize);
    let fixed = name.and_then(|name| KINDS.iter().position(|k| **k == **name));
    fixed.unwrap_or(KINDS.len() + kind as usize)
}

/// Attachments in LLVM's order.
pub(super) fn sorted_by_kind(
    module: &Module,
    attachments: impl Iterator<Item = Attachment>,
) -> Vec<Attachment> {
    let mut sorted: Vec<_> = attachments.collect();
    sorted.sort_by_key(|(kind, _)| kind_rank(module, *kind));
    sorted
}

/// Attachments of an instruction other than `!dbg`, in LLVM's order.
pub(super) fn sorted_attachments(
    module: &Module,
    body: &Function,
    inst: Inst,
) -> Vec<(Inst, Attachment)> {
    let mut sorted = body.attachments_of(inst).to_vec();
    sorted.sort_by_key(|(_, (kind, _))| kind_rank(module, *kind));
    sorted
}

/// Numbers of a function's unnamed values and blocks.
#[derive(Clone, Debug, Default)]
pub struct LocalSlots {
    values: Vec<u32>,
    blocks: Vec<u32>,
}

impl LocalSlots {
    /// Makes this the numbers of `function`, keeping memory.
    pub fn compute(&mut self, function: &Function) {
        self.values.clear();
        self.values.resize(function.values.len(), NONE);
        self.blocks.clear();
        self.blocks.resize(function.blocks.len(), NONE);
        let mut next = 0;
        let mut number = |slot: &mut u32| {
            *slot = next;
            next += 1;
        };
        let unnamed = |value: Value| {
            let data = &function.values[value];
            function.name(data.name).is_empty() && data.ty != TypeTable::VOID
        };
        for arg in function.args.iter().filter(|arg| unnamed(**arg)) {
            number(&mut self.values[arg.index()]);
        }
        for block in &function.layout {
            if function.name(function.blocks[*block].name).is_empty() {
                number(&mut self.blocks[block.index()]);
            }
            for inst in function.block_insts(*block) {
                if let Some(result) = function.insts[inst].result.expand()
                    && unnamed(result)
                {
                    number(&mut self.values[result.index()]);
                }
            }
        }
    }

    /// The number of a value, `None` if it has a name or is not in the function.
    pub fn value(&self, value: Value) -> Option<u32> {
        self.values
            .get(value.index())
            .copied()
            .filter(|n| *n != NONE)
    }

    /// The number of a block, `None` if it has a name or is not in the function.
    pub fn block(&self, block: Block) -> Option<u32> {
        self.blocks
            .get(block.index())
            .copied()
            .filter(|n| *n != NONE)
    }
}
