//! Variables in memory that is written only where it has to be.
//!
//! A record `#dbg_assign` says which value a variable is assigned, and which stores do that: those with its `!DIAssignID`.
//! Where all assignments of a variable have their stores, it is in memory all the time. Otherwise it is in memory after an
//! assignment that is stored, and the value itself after one whose store a pass has removed. That is said of each piece
//! that is assigned on its own:
//!
//! ```text
//!   %s = alloca { i64, i64 }                                                    DBG_VALUE %stack.0, 0, !s, fragment 0 64
//!     #dbg_assign(i1 undef, !s, !DIExpression(), !1, ptr %s, …)                 DBG_VALUE %stack.0, 0, !s, plus_uconst 8, fragment 64 64
//!     #dbg_assign(i64 7, !s, !DIExpression(fragment 64 64), !2, ptr %p, …)      DBG_VALUE 7, $noreg, !s, fragment 64 64
//!   (no store has !2)
//! ```

use std::collections::{BTreeMap, BTreeSet}; // Allowed because only functions with assignments go through them.

use avarice_ir::debug_expressions::{Step, offset_steps};
use avarice_ir::{DebugRecord, Expression, Fragment, InstKind, MetadataId, RecordKind, Value};
use avarice_mir::FrameIndex;
use avarice_mir::debug_values::{VariableKey, inlined_at};
use avarice_mir::mir_info::VariableInfo;
use smallvec::SmallVec;

use super::state::{At, DebugInst, Place};
use crate::function::FunctionLowering;

/// A variable or one of its inlined copies.
type Variable = (MetadataId, Option<MetadataId>);

/// More pieces of a variable than this are not told apart.
const MAX_PIECES: usize = 16;

/// What is known of assignments.
#[derive(Debug, Default)]
pub(super) struct Assignments {
    /// `DIAssignID`s that instructions have.
    stored: BTreeSet<MetadataId>,
    /// Variables that are in their memory all the time.
    in_memory: BTreeSet<Variable>,
    /// Variables of which pieces are in their memory from time to time.
    in_pieces: BTreeMap<Variable, Pieces>,
}

/// A variable whose pieces are assigned one by one.
#[derive(Debug)]
struct Pieces {
    /// Its memory, where each piece has its place.
    slot: FrameIndex,
    /// Where the pieces begin, in bits, in order; at last where the variable ends.
    cuts: Vec<u64>,
}

/// What the records of one variable have in common.
#[derive(Default)]
struct Home {
    /// The memory that assignments store to.
    slot: Option<FrameIndex>,
    /// The place of the assignment that the memory itself makes.
    constant: Option<MetadataId>,
    /// How many assignments are not stored.
    unstored: usize,
    /// Where assigned parts begin and end, in bits.
    cuts: BTreeSet<u64>,
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
            let inlined_at = inlined_at(&cx.mf, cx.module, record.location);
            let home = homes
                .entry((record.variable, inlined_at))
                .or_insert_with(|| Some(Home::default()));
            if let Some(known) = home.take() {
                *home = found.joined(cx, known, record);
            }
        }
        for (variable, home) in homes {
            if let Some(home) = home {
                found.settle(cx, variable, home);
            }
        }
        found
    }

    /// Decides where a variable is from what its records have in common.
    fn settle(&mut self, cx: &mut FunctionLowering<'_>, variable: Variable, mut home: Home) {
        let Some(slot) = home.slot else {
            return;
        };
        if let Some(location) = home.constant.filter(|_| home.unstored == 0) {
            self.in_memory.insert(variable);
            let info = VariableInfo {
                variable: variable.0.into(),
                expression: cx.expression_id(None).into(),
                location: location.into(),
            };
            cx.mf.frame.add_variable(slot, info);
            return;
        }
        let Some(size) = cx.size_of_variable(variable.0) else {
            return;
        };
        home.cuts.extend([0, size]);
        let cuts: Vec<u64> = home.cuts.into_iter().collect();
        let is_regular = cuts.iter().all(|cut| *cut <= size && cut % 8 == 0);
        if is_regular && (3..=MAX_PIECES + 1).contains(&cuts.len()) {
            self.in_pieces.insert(variable, Pieces { slot, cuts });
        }
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

    /// What the records of a variable have in common with one more; `None` if that does not assign to its place in the
    /// same memory.
    fn joined(
        &self,
        cx: &FunctionLowering<'_>,
        mut known: Home,
        record: &DebugRecord,
    ) -> Option<Home> {
        if record.kind != RecordKind::Assign {
            return None;
        }
        let part = cx.part_of(record.expression.expand());
        if let Some(part) = part {
            let end = part.offset.checked_add(part.size)?;
            known.cuts.extend([part.offset, end]);
        }
        if !self.is_stored(record) {
            known.unstored += 1;
            return Some(known);
        }
        let is_direct = cx.expression(record.expression.expand()).is_plain()
            && cx
                .expression(record.address_expression.expand())
                .steps()
                .is_empty();
        let address = address_of(cx, record)?;
        let (slot, offset) = cx.slot_and_offset(address)?;
        let start = part.map_or(0, |part| part.offset);
        if !is_direct
            || u64::try_from(offset).ok()?.checked_mul(8)? != start
            || known.slot.is_some_and(|other| other != slot)
        {
            return None;
        }
        known.slot = Some(slot);
        if part.is_none() && self.is_made_by_memory(cx, record, address) {
            known.constant = Some(record.location);
        }
        Some(known)
    }

    /// Whether an assignment is the one that the memory at `address` itself makes.
    fn is_made_by_memory(
        &self,
        cx: &FunctionLowering<'_>,
        record: &DebugRecord,
        address: Value,
    ) -> bool {
        let inst = cx.function.def_inst(address);
        let mut attached = inst
            .into_iter()
            .flat_map(|inst| cx.function.attachments_of(inst));
        attached.any(|(_, (_, node))| record.assignment.expand() == Some(*node))
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
        let variable = (said.key.variable, said.key.inlined_at);
        if assignments.in_memory.contains(&variable) {
            return;
        }
        if let Some(pieces) = assignments.in_pieces.get(&variable)
            && assignments.is_stored(record)
        {
            return self.describe_pieces(pieces, said, at);
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

    /// Says of each piece that an assignment stores that it is in memory, so what is said of one later leaves the others
    /// where they are.
    fn describe_pieces(&mut self, pieces: &Pieces, said: DebugInst, at: At) {
        let whole = said.key.part;
        for piece in pieces.cuts.windows(2) {
            let part = Fragment {
                offset: piece[0],
                size: piece[1] - piece[0],
            };
            if whole.is_some_and(|whole| !whole.overlaps(part)) {
                continue;
            }
            let steps = offset_steps((part.offset / 8).cast_signed());
            let fragment = Step::new("DW_OP_LLVM_fragment", &[part.offset, part.size]);
            let expression = Expression::default().prepended(steps.chain([fragment]));
            let said = DebugInst {
                key: VariableKey {
                    part: Some(part),
                    ..said.key
                },
                expression: self.new_expression(expression),
                is_address: true,
                ..said
            };
            self.add_value(Place::Slot(pieces.slot), said, at.point);
        }
    }

    /// The slot that an address is in, and how many bytes after its start.
    fn slot_and_offset(&self, mut address: Value) -> Option<(FrameIndex, i64)> {
        let mut offset = 0i64;
        for _ in 0..MAX_PIECES {
            address = self.function.debug.current(address);
            if let Some(slot) = self.frame_value(address) {
                return Some((slot, offset));
            }
            let inst = self.function.def_inst(address)?;
            let InstKind::GetElementPtr { source } = self.function.insts[inst].kind else {
                return None;
            };
            let operands = self.operands_then(inst);
            let (base, indices) = operands.split_first()?;
            let indices = indices.iter().map(|index| self.const_signed(*index));
            let indices: Option<SmallVec<[i64; 4]>> = indices.collect();
            let more = self
                .layout
                .gep_offset(&self.module.types, source, indices?)?;
            offset = offset.checked_add(more)?;
            address = *base;
        }
        None
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
