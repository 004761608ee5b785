//! Parameters: until they are copied, they are in the registers and on the stack where the caller has put them.
//!
//! ```text
//!   define i32 @f(i32 %n) {                              bb.0:
//!     #dbg_value(i32 %n, !9, !DIExpression(), !12)         DBG_VALUE $edi, $noreg, !9, !DIExpression()
//!                                                          %0:gr32 = COPY $edi
//! ```
//!
//! That holds for the first record of each argument in the entry block. Where debug instructions name registers, another
//! one says that the copy has it as well; where they name instructions, `livedebugvalues` finds that.

use avarice_ir::{DebugRecord, RecordKind, Value, ValueDef};
use avarice_mir::debug_values::{VariableKey, VariableTable};
use avarice_mir::{FrameIndex, InsertPoint};
use avarice_target::{PhysReg, SubRegIdx};

use super::state::{At, DebugInst, Place, debug_register, is_parameter, overlap};
use crate::function::FunctionLowering;
use crate::parts::count_parts;

/// Copies between a physical register and the value of an argument.
const MAX_COPIES: usize = 4;

/// Records of the entry block that have been taken care of, by instruction and number before it, in order.
#[derive(Debug, Default)]
pub(super) struct DescribedArguments {
    records: Vec<(avarice_ir::Inst, usize)>,
    taken: usize,
}

impl DescribedArguments {
    /// Whether a record is the next of them. They are asked for in order.
    pub fn take(&mut self, inst: avarice_ir::Inst, number: usize) -> bool {
        let found = self.records.get(self.taken) == Some(&(inst, number));
        self.taken += usize::from(found);
        found
    }
}

/// Where an argument comes.
#[derive(Clone, Copy)]
enum Arrival {
    Register(PhysReg),
    Slot(FrameIndex),
}

impl FunctionLowering<'_> {
    /// Notes the register of an argument that nothing reads.
    pub(crate) fn note_unread_argument(&mut self, value: Value, register: PhysReg) {
        if !self.function.debug.is_empty() {
            self.scratch.debug.unread.push((value, register));
        }
    }

    /// Says at the entry where parameters are.
    pub(super) fn describe_parameters(&mut self) -> DescribedArguments {
        let mut described = DescribedArguments::default();
        let function = self.function;
        let mut arguments: Vec<Value> = Vec::new();
        let mut found: Vec<(DebugInst, Value, Arrival)> = Vec::new();
        let mut seen = std::mem::take(&mut self.scratch.debug.seen);
        seen.clear();
        let mut is_first = true;
        for inst in function.block_insts(function.entry()) {
            for (number, record) in function.debug.before(inst).enumerate() {
                let key = self.key_of(record);
                if !is_first && key.inlined_at.is_some() {
                    continue;
                }
                let is_new = is_first_mention(&seen, key);
                seen.id(key);
                let [value] = *function.debug.values_of(record) else {
                    continue;
                };
                let is_own = key.inlined_at.is_none() && is_parameter(self.module, record.variable);
                let is_hoisted = is_first || is_own && !arguments.contains(&value);
                if record.kind != RecordKind::Value || !is_new || !is_hoisted {
                    continue;
                }
                if let Some((said, arrival)) = self.parameter(record, key, value) {
                    arguments.extend(is_own.then_some(value));
                    found.push((said, value, arrival));
                    described.records.push((inst, number));
                }
            }
            is_first = false;
        }
        self.scratch.debug.seen = seen;
        self.insert_parameters(&found);
        described
    }

    /// What is said of a variable that is an argument, if it is one in a place that can be named.
    fn parameter(
        &mut self,
        record: &DebugRecord,
        key: VariableKey,
        value: Value,
    ) -> Option<(DebugInst, Arrival)> {
        if !matches!(self.function.values[value].def, ValueDef::Arg(_)) {
            return None;
        }
        let arrival = self.arrival(value)?;
        let is_address = matches!(arrival, Arrival::Slot(_));
        if is_address && !self.expression(record.expression.expand()).is_plain() {
            return None;
        }
        let said = DebugInst {
            key,
            expression: self.expression_id(record.expression.expand()),
            location: record.location,
            is_address,
        };
        Some((said, arrival))
    }

    fn insert_parameters(&mut self, found: &[(DebugInst, Value, Arrival)]) {
        let Some(entry) = self.mf.layout.first().copied() else {
            return;
        };
        let start = InsertPoint::at_start(&self.mf, entry);
        let at_start = At {
            point: start,
            order: 0,
        };
        for (said, value, arrival) in found {
            match *arrival {
                Arrival::Slot(slot) => self.add_value(Place::Slot(slot), *said, start),
                Arrival::Register(register) => {
                    self.insert_value(debug_register(register), *said, start);
                    let copy = self.requested(*value, 0);
                    if !self.refers_to_instructions() && !copy.is_none() {
                        let place = Place::Register(copy);
                        if self.definition_after(place, at_start).is_some() {
                            self.follow_copy(place, *said);
                        }
                    }
                }
            }
        }
    }

    /// Says that the copy of an argument has it.
    fn follow_copy(&mut self, copy: Place, said: DebugInst) {
        let Place::Register(register) = copy else {
            return;
        };
        let definition = register
            .as_virtual()
            .and_then(|reg| self.mf.unique_def(reg));
        if let Some(definition) = definition {
            let point = self.point_after(definition);
            self.add_value(copy, said, point);
        }
    }

    /// Where an argument comes, if it comes as a whole.
    fn arrival(&self, value: Value) -> Option<Arrival> {
        let ty = self.function.values[value].ty;
        let size = self.layout.size_in_bits(&self.module.types, ty);
        if count_parts(&self.module.types, ty) != 1 || size.is_none_or(|size| size > 64) {
            return None;
        }
        let unread = self.scratch.debug.unread.iter();
        if let Some((_, register)) = unread.clone().find(|(other, _)| *other == value) {
            return Some(Arrival::Register(*register));
        }
        let mut register = self.requested(value, 0);
        let mut index = SubRegIdx::NONE;
        for _ in 0..MAX_COPIES {
            if let Some(physical) = register.as_physical() {
                let part = self.mf.target.sub_reg(physical, index);
                return (part != PhysReg::NONE).then_some(Arrival::Register(part));
            }
            let copy = self.mf.unique_def(register.as_virtual()?)?;
            let Some(((_, to), (from, part))) = self.mf.as_copy(copy) else {
                return self.loaded_slot(copy);
            };
            if !to.is_none() || !part.is_none() && !index.is_none() {
                return None;
            }
            if !part.is_none() {
                index = part;
            }
            register = from;
        }
        None
    }

    /// The slot of an argument on the stack that `load` loads.
    fn loaded_slot(&self, load: avarice_mir::Inst) -> Option<Arrival> {
        let mut slots = self
            .mf
            .operands(load)
            .iter()
            .filter_map(|o| o.as_frame_index());
        let slot = slots
            .next()
            .filter(|slot| slot.0 < 0 && slots.next().is_none())?;
        Some(Arrival::Slot(slot))
    }

    /// A variable that is what the register of an argument had on entry.
    pub(super) fn describe_entry_value(&mut self, value: Value, said: DebugInst, at: At) {
        match self.arrival(value) {
            Some(Arrival::Register(register)) => {
                self.insert_value(debug_register(register), said, at.point);
            }
            _ => self.describe_unknown(said, at.point),
        }
    }
}

/// Whether nothing has been said of a variable, or this part of it.
fn is_first_mention(seen: &VariableTable, key: VariableKey) -> bool {
    let mut others = seen.of_node(key.variable).map(|id| seen.key(id));
    others.all(|other| {
        let is_other_part =
            other.part.is_some() && key.part.is_some() && !overlap(other.part, key.part);
        other.inlined_at != key.inlined_at || is_other_part
    })
}
