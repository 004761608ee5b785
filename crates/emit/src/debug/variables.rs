//! Variables: parameters and locals that live in the frame, and those of the module.

use avarice_ir::debug_info::{has_flag, is_true, number, string};
use avarice_ir::metadata::{MetadataField, SpecialNode};
use avarice_ir::{Global, MetadataId};
use avarice_mir::FrameVariable;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use gimli::Register;
use gimli::write::{Address, AttributeValue, Expression};

use super::constants;
use super::describe::Describer;
use super::entries::Entry;
use super::scopes::ScopeTree;

/// Blocks of code that may be in each other.
const MAX_NESTING: u32 = 1000;

/// A variable of a function, and in which of its scopes.
pub(super) struct Placed {
    pub(super) scope: usize,
    pub(super) variable: MetadataId,
    /// Where it is, if that is known.
    pub(super) location: Option<Expression>,
}

/// Operations of a `DIExpression` with their operands, and the fragment that it describes: offset and size
/// in bits.
struct Steps {
    operations: Vec<(gimli::DwOp, Vec<u64>)>,
    fragment: Option<(u64, u64)>,
}

impl Describer<'_> {
    /// The variables of a function: parameters in order, then the others.
    pub(super) fn placed_variables(&mut self, symbol: usize, tree: &ScopeTree) -> Vec<Placed> {
        let debug = self.pieces[symbol].debug;
        let parts = debug.variables.iter().enumerate();
        let mut parts: Vec<(usize, MetadataId, usize)> = parts
            .filter_map(|(at, own)| {
                let (variable, scope) = self.scope_of(own, tree)?;
                Some((scope, variable, at))
            })
            .collect();
        parts.sort();
        let mut placed: Vec<(u64, Placed)> = Vec::new();
        for group in parts.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (scope, variable, first) = group[0];
            let own = group.iter().map(|(.., at)| &debug.variables[*at]);
            let location = self.location_of(own, debug.frame_register);
            let place = Placed {
                scope,
                variable,
                location,
            };
            placed.push((first as u64, place));
        }
        self.add_unplaced(debug.subprogram, tree, &parts, &mut placed);
        placed.sort_by_key(|(at, place)| {
            let node = self.view.node(place.variable);
            let argument = node.map_or(0, |node| number(node, "arg"));
            (if argument == 0 { u64::MAX } else { argument }, *at)
        });
        placed.into_iter().map(|(_, place)| place).collect()
    }

    /// Adds the variables of the function itself that have no place; those in `parts` have one, which are sorted
    /// by scope and variable.
    fn add_unplaced(
        &self,
        subprogram: MetadataId,
        tree: &ScopeTree,
        parts: &[(usize, MetadataId, usize)],
        placed: &mut Vec<(u64, Placed)>,
    ) {
        let Some(node) = self.view.node(subprogram) else {
            return;
        };
        for variable in self.view.elements(node, "retainedNodes") {
            let data = self.view.node_of(variable, "DILocalVariable");
            let scope = data.and_then(|data| self.view.real_scope(data.node("scope")?));
            let Some(scope) = scope.and_then(|scope| tree.find((scope, None))) else {
                continue;
            };
            let key = (scope, variable);
            let is_placed = parts
                .binary_search_by_key(&key, |(s, v, _)| (*s, *v))
                .is_ok();
            if !is_placed {
                let place = Placed {
                    scope,
                    variable,
                    location: None,
                };
                placed.push((placed.len() as u64, place));
            }
        }
    }

    /// The variable and the scope that it is in, if that has code.
    fn scope_of(&self, own: &FrameVariable, tree: &ScopeTree) -> Option<(MetadataId, usize)> {
        let variable = own.info.variable.expand()?;
        let node = self.view.node_of(variable, "DILocalVariable")?;
        let location = self.view.location(own.info.location.expand()?)?;
        let scope = self.view.real_scope(node.node("scope")?)?;
        Some((variable, tree.find((scope, location.inlined_at))?))
    }

    /// Where a variable is that lives in these objects of the frame: in one, or a fragment in each.
    fn location_of<'v>(
        &self,
        parts: impl Iterator<Item = &'v FrameVariable>,
        frame: Option<u16>,
    ) -> Option<Expression> {
        let mut pieces = Vec::new();
        for part in parts {
            let address = part.address?;
            let steps = self.steps(part.info.expression.expand())?;
            pieces.push((address, steps));
        }
        let mut location = Expression::new();
        pieces.sort_by_key(|(_, steps)| steps.fragment.map(|(offset, _)| offset));
        let mut at = 0;
        for ((register, offset), steps) in &pieces {
            if let Some((start, _)) = steps.fragment
                && start > at
            {
                location.op_piece((start - at) / 8);
            }
            match frame == Some(*register) {
                true => location.op_fbreg(*offset),
                false => location.op_breg(Register(*register), *offset),
            }
            for (operation, operands) in &steps.operations {
                match (*operation, &operands[..]) {
                    (gimli::DW_OP_plus_uconst, [value]) => location.op_plus_uconst(*value),
                    (gimli::DW_OP_constu, [value]) => location.op_constu(*value),
                    (operation, _) => location.op(operation),
                }
            }
            let Some((start, size)) = steps.fragment else {
                return Some(location);
            };
            if start < at {
                return None;
            }
            location.op_piece(size / 8);
            at = start + size;
        }
        Some(location)
    }

    /// What an expression does; `None` if it does what has no counterpart here.
    fn steps(&self, expression: Option<MetadataId>) -> Option<Steps> {
        let mut steps = Steps {
            operations: Vec::new(),
            fragment: None,
        };
        let Some(node) = expression.and_then(|id| self.view.node(id)) else {
            return Some(steps);
        };
        let mut fields = node.fields.iter().map(|(_, field)| match field {
            MetadataField::Text(text) => Some(&**text),
            _ => None,
        });
        while let Some(word) = fields.next() {
            let mut operand = || fields.next()??.parse::<u64>().ok();
            let word = word?;
            if word == "DW_OP_LLVM_fragment" {
                let fragment = (operand()?, operand()?);
                let is_whole = fragment.0 % 8 == 0 && fragment.1 % 8 == 0;
                steps.fragment = Some(fragment).filter(|_| is_whole);
                steps.fragment?;
                continue;
            }
            let operation = constants::operation(word)?;
            let operands = match operation {
                gimli::DW_OP_plus_uconst | gimli::DW_OP_constu => vec![operand()?],
                gimli::DW_OP_deref | gimli::DW_OP_plus | gimli::DW_OP_minus => Vec::new(),
                _ => return None,
            };
            steps.operations.push((operation, operands));
        }
        Some(steps)
    }

    /// Describes a variable of a function below `parent`.
    pub(super) fn variable(
        &mut self,
        parent: Entry,
        variable: MetadataId,
        location: Option<Expression>,
    ) {
        let Some(node) = self.view.node(variable) else {
            return;
        };
        let entry = self.variable_entry(parent, node);
        if let Some(location) = location {
            let location = AttributeValue::Exprloc(location);
            self.set(entry, gimli::DW_AT_location, location);
        }
        match self.entries[variable] {
            Some(origin) => self.set_reference(entry, gimli::DW_AT_abstract_origin, origin),
            None => self.variable_attributes(entry, node),
        }
    }

    fn variable_entry(&mut self, parent: Entry, node: &SpecialNode) -> Entry {
        let tag = match number(node, "arg") {
            0 => gimli::DW_TAG_variable,
            _ => gimli::DW_TAG_formal_parameter,
        };
        self.add(parent, tag)
    }

    fn variable_attributes(&mut self, entry: Entry, node: &SpecialNode) {
        self.set_name(entry, node);
        self.set_declaration(entry, node);
        self.set_type(entry, node.node("type"));
        if has_flag(node, "flags", "DIFlagArtificial") {
            self.set_flag(entry, gimli::DW_AT_artificial);
        }
    }

    /// Describes the variables that all copies of an inlined subprogram have, apart from those in blocks.
    pub(super) fn abstract_variables(&mut self, entry: Entry, id: MetadataId, node: &SpecialNode) {
        for variable in self.view.elements(node, "retainedNodes") {
            let node = self.view.node_of(variable, "DILocalVariable");
            let Some(node) = node.filter(|node| node.node("scope") == Some(id)) else {
                continue;
            };
            let own = self.variable_entry(entry, node);
            self.variable_attributes(own, node);
            self.entries[variable] = Some(own);
        }
    }

    /// Describes the variables of the module that are in the object.
    pub(super) fn variables(&mut self, has_place: &dyn Fn(Global) -> bool) {
        let view = self.view;
        let mut listed_in: SecondaryMap<MetadataId, PackedOption<MetadataId>> = SecondaryMap::new();
        for unit in view.units() {
            let node = view.node(*unit);
            let is_described = |node: &&SpecialNode| node.text("emissionKind") != Some("NoDebug");
            let Some(node) = node.filter(is_described) else {
                continue;
            };
            for listed in view.elements(node, "globals") {
                let variable = view.node(listed).and_then(|both| both.node("var"));
                listed_in[variable.unwrap_or(listed)] = (*unit).into();
            }
        }
        for (global, data) in &self.module.globals {
            if data.variable().is_none() || data.metadata.is_empty() || !has_place(global) {
                continue;
            }
            for attached in view.attachments(global) {
                self.module_variable(global, attached, &listed_in);
            }
        }
    }

    /// Describes a variable, which its unit lists.
    fn module_variable(
        &mut self,
        global: Global,
        attached: MetadataId,
        listed_in: &SecondaryMap<MetadataId, PackedOption<MetadataId>>,
    ) {
        let view = self.view;
        let (mut id, mut expression) = (attached, None);
        if let Some(both) = view.node_of(attached, "DIGlobalVariableExpression") {
            let Some(variable) = both.node("var") else {
                return;
            };
            (id, expression) = (variable, both.node("expr"));
        }
        let Some(node) = view.node_of(id, "DIGlobalVariable") else {
            return;
        };
        let is_plain = self
            .steps(expression)
            .is_some_and(|steps| steps.operations.is_empty() && steps.fragment.is_none());
        let is_thread_local =
            self.module.globals[global].thread_local != avarice_ir::ThreadLocal::None;
        let Some(unit) = listed_in[id].expand().and_then(|unit| self.unit(unit)) else {
            return;
        };
        let local = node.node("scope").and_then(|scope| self.code_around(scope));
        let parent = local.unwrap_or_else(|| self.context(unit, node.node("scope")));
        let entry = self.add(parent, gimli::DW_TAG_variable);
        self.variable_attributes(entry, node);
        if let Some(name) = string(node, "linkageName") {
            self.set_text(entry, gimli::DW_AT_linkage_name, name);
        }
        if !is_true(node, "isLocal") {
            self.set_flag(entry, gimli::DW_AT_external);
        }
        if is_plain && !is_thread_local {
            let symbol = self.pieces.len() + self.globals.len();
            self.globals.push(global);
            let mut location = Expression::new();
            location.op_addr(Address::Symbol { symbol, addend: 0 });
            let location = AttributeValue::Exprloc(location);
            self.set(entry, gimli::DW_AT_location, location);
        }
    }

    /// The entry of the function or block that a static variable of a function is in.
    fn code_around(&self, scope: MetadataId) -> Option<Entry> {
        let mut scope = self.view.real_scope(scope)?;
        for _ in 0..MAX_NESTING {
            if let Some(entry) = self.code[scope].or(self.entries[scope]) {
                return Some(entry);
            }
            scope = self.view.enclosing(scope)?;
        }
        None
    }
}
