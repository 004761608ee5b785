//! One variable, or part of one, with its places and where it has which.

use avarice_ir::{Expression, MetadataId};
use avarice_liveness::{LiveInterval, SlotIndex};
use avarice_mir::{Operand, OperandFlags, VReg};
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::expressions::{ExpressionId, Expressions};
use super::location_map::{LocationMap, UNDEF, Value};
use avarice_mir::debug_values::{Shape, VariableId};

/// Places that a value can have; of one with more it is not said where it is.
const MAX_PLACES: usize = 63;

/// What is known of a variable.
#[derive(Clone, Debug)]
pub(super) struct UserValue {
    pub variable: MetadataId,
    /// What the log calls it; empty if there is none.
    pub name: String,
    /// Location of the first debug value, which says where the variable was inlined.
    pub location: PackedOption<MetadataId>,
    /// Variables that have been in the same registers, directly or not, form a class; each knows another one on the way
    /// to the first, and the next one.
    pub leader: VariableId,
    pub next: PackedOption<VariableId>,
    /// Registers, slots and constants, by number.
    pub places: Vec<Operand>,
    pub map: LocationMap,
    /// Starts of intervals that have been cut off where the variable's scope begins.
    pub trimmed: SmallVec<[SlotIndex; 2]>,
}

/// What debug values say of a variable before its places have numbers.
pub(super) struct Said<'a> {
    pub places: &'a [Operand],
    pub shape: Shape,
    pub expression: ExpressionId,
}

impl UserValue {
    pub fn new(variable: MetadataId, location: PackedOption<MetadataId>, own: VariableId) -> Self {
        Self {
            variable,
            name: String::new(),
            location,
            leader: own,
            next: None.into(),
            places: Vec::new(),
            map: LocationMap::default(),
            trimmed: SmallVec::new(),
        }
    }

    /// The number of a place, a new one at first mention.
    pub fn number_of(&mut self, place: &Operand) -> u32 {
        if place.is_reg() && place.as_reg().is_none() {
            return UNDEF;
        }
        let known = self.places.iter().position(|own| is_same_place(own, place));
        let number = known.unwrap_or_else(|| {
            let flags = place.flags();
            let mut place = place.detached();
            place.set(flags, false);
            self.places.push(place);
            self.places.len() - 1
        });
        number as u32
    }

    /// What is said, with numbers of places.
    pub fn value_of(&mut self, said: &Said<'_>, expressions: &mut Expressions) -> Value {
        let numbers = said.places.iter().map(|place| self.number_of(place));
        let numbers: SmallVec<[u32; 2]> = numbers.collect();
        let value = Value {
            places: numbers,
            shape: said.shape,
            expression: said.expression,
        };
        tidied(value, expressions)
    }

    /// Says that the variable has a value at a place, whatever was said before of the same place.
    pub fn define(&mut self, at: SlotIndex, after: SlotIndex, value: Value) {
        let found = self.map.find(at);
        match self.map.get(found) {
            Some(interval) if interval.start == at => {
                self.map.set_value(found, value);
            }
            _ => {
                self.map.insert(found, at, after, value);
            }
        }
    }

    /// Gives parts of the intervals that name place `old` the registers that replace its register there. Returns
    /// whether there are such parts.
    pub fn split_place(
        &mut self,
        old: u32,
        new: &[&LiveInterval],
        expressions: &mut Expressions,
    ) -> bool {
        let mut changed = false;
        for interval in new.iter().filter(|interval| !interval.is_empty()) {
            let mut number = None;
            let segments = interval.segments();
            let mut at = self.map.find(interval.begin_index());
            let mut live = 0;
            while let Some(part) = self.map.get(at) {
                live = interval.advance(live, part.start);
                let Some(segment) = segments.get(live) else {
                    break;
                };
                if part.value.names(old) && segment.start < part.stop {
                    let number = *number.get_or_insert_with(|| {
                        let sub = self.places[old as usize].sub_reg();
                        let place = Operand::reg(interval.reg()).with_sub_reg(sub);
                        self.number_of(&place)
                    });
                    changed = true;
                    let live = (segment.start, segment.end);
                    at = self.replace_within(at, live, (old, number), expressions);
                }
                let Some(part) = self.map.get(at) else {
                    break;
                };
                if segment.end < part.stop {
                    live += 1;
                    let Some(segment) = segments.get(live) else {
                        break;
                    };
                    at = self.map.advance(at, segment.start);
                } else {
                    at += 1;
                }
            }
        }
        self.forget_if_unused(old, expressions);
        changed
    }

    /// Replaces a place in the part of interval `at` that lies within `live`. Returns the number of that part.
    fn replace_within(
        &mut self,
        at: usize,
        live: (SlotIndex, SlotIndex),
        (old, new): (u32, u32),
        expressions: &mut Expressions,
    ) -> usize {
        let part = &mut self.map.intervals[at];
        let (start, stop) = (part.start, part.stop);
        let before = part.value.clone();
        part.start = start.max(live.0);
        part.stop = stop.min(live.1);
        let value = renamed(&before, |place| if place == old { new } else { place });
        let mut at = self.map.set_value(at, tidied(value, expressions));
        let part_start = self.map.intervals[at].start;
        if start < part_start {
            at = self.map.insert(at, start, part_start, before.clone()) + 1;
        }
        if self.map.intervals[at].stop < stop {
            at = self.map.insert(at + 1, live.1, stop, before) - 1;
        }
        at
    }

    /// Forgets a place that no interval names; those after it move up.
    fn forget_if_unused(&mut self, old: u32, expressions: &mut Expressions) {
        if self.map.intervals.iter().any(|part| part.value.names(old)) {
            return;
        }
        self.places.remove(old as usize);
        for part in &mut self.map.intervals {
            let is_later = |place: u32| place != UNDEF && place > old;
            if part.value.places.iter().any(|place| is_later(*place)) {
                let value = renamed(&part.value, |place| place - u32::from(is_later(place)));
                part.value = tidied(value, expressions);
            }
        }
    }

    /// Gives all places other numbers, which may be the same for several.
    pub fn renumber_places(&mut self, numbers: &[u32], expressions: &mut Expressions) {
        for part in &mut self.map.intervals {
            let number = |place: u32| numbers.get(place as usize).copied().unwrap_or(place);
            part.value = tidied(renamed(&part.value, number), expressions);
        }
    }

    /// The virtual registers among the places.
    pub fn regs(&self) -> impl Iterator<Item = VReg> + '_ {
        let places = self.places.iter();
        places.filter_map(|place| place.as_reg().as_virtual())
    }
}

/// Whether two places are the same. Of registers only the register counts.
pub(super) fn is_same_place(a: &Operand, b: &Operand) -> bool {
    a.kind() == b.kind() && a.value() == b.value() && a.sub_reg() == b.sub_reg()
}

/// `value` with other numbers of places.
pub(super) fn renamed(value: &Value, number: impl FnMut(u32) -> u32) -> Value {
    Value {
        places: value.places.iter().copied().map(number).collect(),
        shape: value.shape,
        expression: value.expression,
    }
}

/// `value` with each place once: the expression names the first of several that are the same.
pub(super) fn tidied(mut value: Value, expressions: &mut Expressions) -> Value {
    let mut at = 1;
    while at < value.places.len() {
        let place = value.places[at];
        match value.places[..at].iter().position(|other| *other == place) {
            Some(first) => {
                value.places.remove(at);
                value.expression = expressions.changed(value.expression, |expression| {
                    expression.with_argument_replaced(at as u64, first as u64)
                });
            }
            None => at += 1,
        }
    }
    if value.places.len() > MAX_PLACES {
        value.places = SmallVec::from_slice(&[UNDEF]);
        value.expression = expressions.changed(value.expression, Expression::without_value);
    }
    value
}

/// An operand for a register that is only spoken of.
pub(super) fn debug_use(place: &Operand) -> Operand {
    match place.is_reg() {
        true => place.with(OperandFlags::DEBUG),
        false => *place,
    }
}
