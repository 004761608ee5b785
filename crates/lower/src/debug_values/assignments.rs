//! Variables in memory that is written only where it has to be.
//!
//! A record `#dbg_assign` says which value a variable is assigned, and which stores do that: those with its `!DIAssignID`.
//! Where all assignments of a variable have their stores, it is in memory all the time. Otherwise it is in memory after an
//! assignment that is stored, and the value itself after one whose store a pass has removed.

use std::collections::{BTreeMap, BTreeSet}; // Allowed because only functions with assignments go through them.

use avarice_ir::debug_expressions::Step;
use avarice_ir::{DebugRecord, Expression, MetadataId, RecordKind, Value};
use avarice_mir::FrameIndex;
use avarice_mir::debug_values::inlined_at;
use avarice_mir::mir_info::VariableInfo;

use super::state::{At, DebugInst, Place};
use crate::function::FunctionLowering;

/// A variable or one of its inlined copies.
type Variable = (MetadataId, Option<MetadataId>);

/// What is known of assignments.
#[derive(Debug, Default)]
pub(super) struct Assignments {
    /// `DIAssignID`s that instructions have.
    stored: BTreeSet<MetadataId>,
    /// Variables that are in their memory all the time.
    in_memory: BTreeSet<Variable>,
}

/// What the records of one variable have in common.
#[derive(Clone, Copy)]
struct Home {
    slot: FrameIndex,
    location: MetadataId,
    is_constant: bool,
}

impl Assignments {
    /// Those of a function. Variables that are in memory all the time are noted in its frame.
    pub fn of(cx: &mut FunctionLowering<'_>) -> Self {
        let mut found = Self::default();
        let is_assignment = |record: &DebugRecord| record.kind == RecordKind::Assign;
        if !cx.function.debug.all().any(is_assignment) {
            return found;
        }
        found.find_stores(cx);
        let mut homes: BTreeMap<Variable, Option<Home>> = BTreeMap::new();
        for record in cx.function.debug.all() {
            let variable = (
                record.variable,
                inlined_at(&cx.mf, cx.module, record.location),
            );
            let home = found.home(cx, record);
            let known = homes.entry(variable).or_insert(home);
            *known = match (*known, home) {
                (Some(old), Some(new)) if old.slot == new.slot => Some(Home {
                    is_constant: old.is_constant || new.is_constant,
                    ..old
                }),
                _ => None,
            };
        }
        for (variable, home) in homes {
            if let Some(home) = home.filter(|home| home.is_constant) {
                found.in_memory.insert(variable);
                let info = VariableInfo {
                    variable: variable.0.into(),
                    expression: cx.expression_id(None).into(),
                    location: home.location.into(),
                };
                cx.mf.frame.add_variable(home.slot, info);
            }
        }
        found
    }

    fn find_stores(&mut self, cx: &FunctionLowering<'_>) {
        let kinds = &cx.module.metadata.kinds;
        let Some(kind) = kinds.iter().position(|kind| **kind == *"DIAssignID") else {
            return;
        };
        for (inst, (attached, node)) in &cx.function.attachments {
            if *attached as usize == kind && cx.function.insts[*inst].block.is_some() {
                self.stored.insert(*node);
            }
        }
    }

    /// The memory that a record assigns to and that is written there; whether it is that of the whole variable.
    fn home(&self, cx: &FunctionLowering<'_>, record: &DebugRecord) -> Option<Home> {
        if record.kind != RecordKind::Assign || !self.is_stored(record) {
            return None;
        }
        let address = address_of(cx, record)?;
        let inst = cx.function.def_inst(address)?;
        let is_plain = |id: Option<MetadataId>| cx.expression(id).steps().is_empty();
        Some(Home {
            slot: cx.frame_value(address)?,
            location: record.location,
            // The assignment that its memory itself makes.
            is_constant: cx
                .function
                .attachments_of(inst)
                .iter()
                .any(|(_, (_, node))| record.assignment.expand() == Some(*node))
                && is_plain(record.expression.expand())
                && is_plain(record.address_expression.expand()),
        })
    }

    fn is_stored(&self, record: &DebugRecord) -> bool {
        let id = record.assignment.expand();
        id.is_some_and(|id| self.stored.contains(&id))
    }

    /// Whether the frame says where the variable of a declaration is.
    pub fn is_in_frame(&self, cx: &FunctionLowering<'_>, record: &DebugRecord) -> bool {
        let values = cx.function.debug.values_of(record);
        values
            .iter()
            .any(|value| cx.frame_value(cx.function.debug.current(*value)).is_some())
    }
}

/// The address that an assignment is to.
fn address_of(cx: &FunctionLowering<'_>, record: &DebugRecord) -> Option<Value> {
    let address = cx.function.debug.values_of(record).get(1)?;
    Some(cx.function.debug.current(*address))
}

impl FunctionLowering<'_> {
    pub(super) fn describe_assignment(
        &mut self,
        record: &DebugRecord,
        said: DebugInst,
        at: At,
        assignments: &Assignments,
    ) {
        if assignments
            .in_memory
            .contains(&(said.key.variable, said.key.inlined_at))
        {
            return;
        }
        let address = address_of(self, record).filter(|_| assignments.is_stored(record));
        let place = address.and_then(|address| self.slot_at(address, record, said));
        let Some((slot, expression)) = place else {
            let value = self.function.debug.values_of(record).first().copied();
            return self.describe_value(value, said, at);
        };
        let said = DebugInst {
            is_address: true,
            expression: self.new_expression(expression),
            ..said
        };
        self.add_value(Place::Slot(slot), said, at.point);
    }

    /// The slot that an assignment is to, and the expression of the place in it.
    fn slot_at(
        &self,
        address: Value,
        record: &DebugRecord,
        said: DebugInst,
    ) -> Option<(FrameIndex, Expression)> {
        let of_address = record.address_expression.expand();
        let known = self.places_of(&[address], of_address)?;
        let [Place::Slot(slot)] = known.places[..] else {
            return None;
        };
        let said = self.expression(Some(said.expression));
        let offset = known
            .expression
            .unwrap_or_else(|| self.expression(of_address));
        let is_offset = |step: &&Step| !step.is("DW_OP_stack_value");
        let offset = offset.steps().iter().filter(is_offset).cloned();
        said.is_plain().then(|| (slot, said.prepended(offset)))
    }
}
