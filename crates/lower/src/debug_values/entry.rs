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

use avarice_ir::{RecordKind, Value};
use avarice_mir::debug_values::VariableKey;
use avarice_mir::{FrameIndex, InsertPoint};
use avarice_target::{PhysReg, SubRegIdx};

use super::{At, DebugInst, Place, debug_register, is_parameter};
use crate::function::FunctionLowering;
use crate::parts::count_parts;

/// Copies between a physical register and the value of an argument.
const MAX_COPIES: usize = 4;

/// Records, by instruction and number before it, that have been taken care of.
#[derive(Debug, Default)]
pub(super) struct DescribedArguments(Vec<(avarice_ir::Inst, usize)>);

impl DescribedArguments {
    pub fn contains(&self, inst: avarice_ir::Inst, number: usize) -> bool {
        !self.0.is_empty() && self.0.contains(&(inst, number))
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
        let mut seen: Vec<VariableKey> = Vec::new();
        let mut arguments: Vec<Value> = Vec::new();
        let mut found: Vec<(DebugInst, Value, Arrival)> = Vec::new();
        let mut is_first = true;
        for inst in function.block_insts(function.entry()) {
            for (number, record) in function.debug.before(inst).enumerate() {
                let key = self.key_of(record);
                let is_new = seen.iter().all(|other| {
                    *other
                        == VariableKey {
                            part: other.part,
                            ..key
                        }
                        && other.part.is_some()
                        && key.part.is_some()
                        && other.part != key.part
                        || (other.variable, other.inlined_at) != (key.variable, key.inlined_at)
                });
                seen.push(key);
                let values = function.debug.values_of(record);
                let [value] = *values else {
                    continue;
                };
                if record.kind != RecordKind::Value || !is_new || !function.args.contains(&value) {
                    continue;
                }
                let is_own = key.inlined_at.is_none() && is_parameter(self.module, record.variable);
                if !is_first && (!is_own || arguments.contains(&value)) {
                    continue;
                }
                let Some(arrival) = self.arrival(value) else {
                    continue;
                };
                let is_plain = || self.expression(record.expression.expand()).is_plain();
                if matches!(arrival, Arrival::Slot(_)) && !is_plain() {
                    continue;
                }
                if is_own {
                    arguments.push(value);
                }
                let said = DebugInst {
                    key,
                    expression: self.expression_id(record.expression.expand()),
                    location: record.location,
                    is_address: matches!(arrival, Arrival::Slot(_)),
                };
                found.push((said, value, arrival));
                described.0.push((inst, number));
            }
            is_first = false;
        }
        self.insert_parameters(&found);
        described
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
            let point = InsertPoint::after(&self.mf, definition);
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
