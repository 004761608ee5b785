//! Debug information in the debug form: names of variables and labels in place of their nodes, and
//! comments with source positions.

use std::fmt::Write;

use avarice_ir::metadata::SpecialNode;
use avarice_ir::{Location, MetadataId};
use avarice_target::op;

use super::printer::MirPrinter;
use crate::entities::Inst;
use crate::function::MachineFunction;
use crate::operand::OperandValue;

impl MirPrinter<'_> {
    /// The name of the variable or label that operand `index` of a debug instruction is. Returns whether
    /// there is one.
    pub(super) fn write_debug_name(
        &self,
        out: &mut String,
        function: &MachineFunction,
        inst: Inst,
        index: usize,
    ) -> bool {
        let OperandValue::Metadata(id) = function.operand(inst, index).value() else {
            return false;
        };
        let (kind, mark) = match function.opcode(inst) {
            op::DBG_VALUE | op::DBG_VALUE_LIST | op::DBG_INSTR_REF => ("DILocalVariable", "!"),
            op::DBG_LABEL => ("DILabel", ""),
            _ => return false,
        };
        let node = self.names.special_node(id).filter(|n| *n.name == *kind);
        let name = node.and_then(|node| node.string("name"));
        match name.filter(|name| !name.is_empty()) {
            Some(name) => {
                let _ = write!(out, "{mark}\"{}\"", String::from_utf8_lossy(&name));
                true
            }
            None => false,
        }
    }

    /// `; file.c:4:7 line no:3 indirect`, if there is something to say.
    pub(super) fn write_location_comment(
        &self,
        out: &mut String,
        function: &MachineFunction,
        inst: Inst,
    ) {
        let mut mark = ";";
        if let Some(location) = function.debug_loc(inst).expand() {
            out.push_str("; ");
            mark = "";
            self.write_position(out, function, location);
        }
        let opcode = function.opcode(inst);
        let (variable, least) = match opcode {
            op::DBG_VALUE => (2, 4),
            op::DBG_VALUE_LIST => (0, 2),
            op::DBG_INSTR_REF => (0, 3),
            _ => return,
        };
        if function.num_operands(inst) < least {
            return;
        }
        let OperandValue::Metadata(id) = function.operand(inst, variable).value() else {
            return;
        };
        let node = self.names.special_node(id);
        let line = node.and_then(|node| node.text("line")).unwrap_or("0");
        let _ = write!(out, "{mark} line no:{line}");
        let is_indirect = function.operand(inst, 0).is_reg() && function.operand(inst, 1).is_imm();
        if opcode == op::DBG_VALUE && is_indirect {
            out.push_str(" indirect");
        }
    }

    /// `file.c:4:7 @[ file.c:12:1 ]`: where code is, and where it was inlined.
    fn write_position(&self, out: &mut String, function: &MachineFunction, location: MetadataId) {
        let mut next = self.location(function, location);
        let mut depth = 0;
        while let Some(place) = next {
            let file = self.file_name(place.scope);
            out.push_str(&String::from_utf8_lossy(&file.unwrap_or_default()));
            let _ = write!(out, ":{}", place.line);
            if place.column != 0 {
                let _ = write!(out, ":{}", place.column);
            }
            // A chain of inlining cannot be longer than the list of nodes.
            let outer = place.inlined_at.filter(|_| depth < MAX_INLINING);
            next = outer.and_then(|id| self.location(function, id));
            if outer.is_some() {
                out.push_str(" @[ ");
                depth += 1;
            }
        }
        out.push_str(&" ]".repeat(depth));
    }

    /// What a debug location says; `None` if it is none.
    fn location(&self, function: &MachineFunction, id: MetadataId) -> Option<Location> {
        let own = function.own_locations.get(id);
        own.or_else(|| self.names.location(id).map(Location::of_node))
    }

    /// A debug location: `!4`, or written in place.
    pub(super) fn write_location(
        &self,
        out: &mut String,
        function: &MachineFunction,
        id: MetadataId,
    ) {
        let Some(location) = function.own_locations.get(id) else {
            return self.names.write_metadata(out, id);
        };
        let _ = write!(out, "!DILocation(line: {}", location.line);
        if location.column != 0 {
            let _ = write!(out, ", column: {}", location.column);
        }
        out.push_str(", scope: ");
        if let Some(discriminator) = location.discriminator {
            out.push_str("!DILexicalBlockFile(scope: ");
            self.names.write_metadata(out, location.scope);
            let _ = write!(out, ", discriminator: {discriminator})");
        } else {
            self.names.write_metadata(out, location.scope);
        }
        if let Some(outer) = location.inlined_at {
            out.push_str(", inlinedAt: ");
            // Each is newer than the one inside it.
            self.write_location(out, function, outer);
        }
        out.push(')');
    }

    /// The name of the file of a scope.
    fn file_name(&self, scope: MetadataId) -> Option<Vec<u8>> {
        let mut node: &SpecialNode = self.names.special_node(scope)?;
        if &*node.name != "DIFile" {
            node = self.names.special_node(node.node("file")?)?;
        }
        node.string("filename")
    }
}

/// Locations that a chain of inlining may have; only a chain that is a circle is longer.
const MAX_INLINING: usize = 1000;
