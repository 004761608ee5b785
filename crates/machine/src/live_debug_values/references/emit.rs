//! Debug values for where variables are.
//!
//! ```text
//!   in a register        DBG_VALUE_LIST !"x", !DIExpression(DW_OP_LLVM_arg, 0), $rbx
//!   in a spill slot      DBG_VALUE_LIST !"x", !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_plus_uconst, 8, DW_OP_deref), $rsp
//!   nowhere              DBG_VALUE_LIST !"x", !DIExpression(DW_OP_LLVM_arg, 0), $noreg
//! ```

use avarice_ir::debug_expressions::{Step, deref_step, offset_steps};
use avarice_ir::debug_locations::Location;
use avarice_ir::{DebugInfo, Expression, MetadataId, Module};
use avarice_mir::{MachineFunction, Operand};
use smallvec::{SmallVec, smallvec};

use super::assignments::{Assignments, Constants};
use super::follow::{Emitted, Follower, Located, New};
use super::places::{Place, PlaceKind, Places};
use crate::live_debug_values::code::{Code, FramePlace};
use crate::live_debug_values::insertion::{NewValue, Spot, nowhere, size_of_variable};
use crate::live_debug_values::properties::{Properties, PropertiesTable};
use avarice_mir::debug_values::{Shape, VariableKey};

/// What debug values are made of.
pub(super) struct Parts<'a> {
    pub places: &'a Places,
    pub assignments: &'a Assignments,
    pub constants: &'a Constants,
    pub properties: &'a mut PropertiesTable,
    /// By place: how many bits it has.
    pub sizes: Vec<u16>,
}

/// How many bits each place has.
pub(super) fn sizes_of(code: &Code<'_>, places: &Places) -> Vec<u16> {
    let all = (0..places.len() as u32).map(Place::from_u32);
    all.map(|place| places.size(code, place)).collect()
}

/// Inserts all debug values of `follower`. Those of a group are sorted by variable; each comes directly after its
/// instruction, before those that were inserted there earlier.
pub(super) fn insert_all(
    function: &mut MachineFunction,
    module: &Module,
    parts: &mut Parts<'_>,
    follower: &mut Follower,
) {
    let ends = follower.groups.iter().skip(1).map(|(_, start)| *start);
    let ends = ends.chain([follower.emitted.len() as u32]);
    for ((spot, start), end) in follower.groups.iter().zip(ends) {
        let group = &mut follower.emitted[*start as usize..end as usize];
        group.sort_by_key(|emitted| emitted.variable);
        match spot {
            Spot::BeginOf(_) => group.reverse(),
            // What it does is not seen before another block begins.
            Spot::After(inst) if function.is_terminator(*inst) => continue,
            Spot::After(_) => {}
        }
        for emitted in group {
            let value = match &emitted.new {
                New::Located(located) => parts.located(module, emitted, located),
                New::Entry(reg) => {
                    let properties = *parts.properties.get(emitted.properties);
                    let key = parts.assignments.key(emitted.variable);
                    let Some(location) = entry_location(function, module, key) else {
                        continue;
                    };
                    NewValue {
                        shape: match properties.shape {
                            Shape::Indirect => Shape::Indirect,
                            _ => Shape::Direct,
                        },
                        places: smallvec![Operand::reg(*reg)],
                        variable: key.variable,
                        expression: parts.properties.entry_value(module, emitted.properties),
                        location,
                    }
                }
            };
            value.insert(function, *spot);
        }
    }
}

/// The debug location of an entry value: no line, in the scope of the variable.
fn entry_location(
    function: &mut MachineFunction,
    module: &Module,
    key: VariableKey,
) -> Option<MetadataId> {
    let info = DebugInfo::of(module)?;
    let scope = info.node(key.variable)?.node("scope")?;
    let location = Location {
        line: 0,
        column: 0,
        scope,
        inlined_at: key.inlined_at,
        discriminator: None,
    };
    let table = &mut function.own_locations;
    Some(table.id_of(&module.metadata, module.location_index(), location))
}

impl Parts<'_> {
    fn located(&mut self, module: &Module, emitted: &Emitted, located: &[Located]) -> NewValue {
        let key = self.assignments.key(emitted.variable);
        let properties = *self.properties.get(emitted.properties);
        let known = self.assignments.location(emitted.variable);
        let location = emitted.location.unwrap_or(known);
        let mut value = NewValue {
            shape: properties.shape,
            places: SmallVec::new(),
            variable: key.variable,
            expression: properties.expression,
            location,
        };
        let mut changed: Option<Expression> = None;
        for (argument, source) in located.iter().enumerate() {
            let place = match source {
                Located::Constant(id) => {
                    value.places.push(self.constants.operand(*id));
                    continue;
                }
                Located::At(place) => *place,
            };
            match self.places.kind(place) {
                PlaceKind::Register(reg) => value.places.push(Operand::reg(reg)),
                PlaceKind::Part(slot, part) => {
                    if self.places.parts()[usize::from(part)].offset != 0 {
                        return undefined(value, &properties);
                    }
                    let before = changed.take();
                    let before = before
                        .unwrap_or_else(|| self.properties.expression(module, value.expression));
                    let slot = InSlot {
                        frame: self.places.slot_place(slot),
                        bits: u64::from(self.sizes[place.as_u32() as usize]),
                        argument,
                    };
                    let (after, is_indirect) = slot.read(module, key, &properties, &before);
                    changed = Some(after);
                    if is_indirect {
                        value.shape = Shape::Indirect;
                    }
                    value.places.push(Operand::reg(slot.frame.base));
                }
            }
        }
        if located.is_empty() {
            return undefined(value, &properties);
        }
        if let Some(changed) = changed {
            value.expression = self.properties.id_of(module, changed);
        }
        value
    }
}

/// A debug value that says that its variable is nowhere.
fn undefined(value: NewValue, properties: &Properties) -> NewValue {
    NewValue {
        shape: match properties.shape {
            Shape::List => Shape::List,
            _ => Shape::Direct,
        },
        places: smallvec![nowhere(); properties.places],
        expression: properties.expression,
        ..value
    }
}

/// A value in a spill slot.
struct InSlot {
    frame: FramePlace,
    bits: u64,
    /// Which argument of the expression it is.
    argument: usize,
}

impl InSlot {
    /// The expression that reads it first, and whether the debug value is to read it itself.
    fn read(
        &self,
        module: &Module,
        key: VariableKey,
        properties: &Properties,
        expression: &Expression,
    ) -> (Expression, bool) {
        let mut steps: SmallVec<[Step; 3]> = offset_steps(self.frame.offset).collect();
        let is_other_size = match key.part {
            Some(part) => part.size != self.bits || expression.is_complex(),
            None => size_of_variable(module, key.variable).is_some_and(|size| size != self.bits),
        };
        let mut makes_value = false;
        let mut is_indirect = false;
        if properties.shape == Shape::Indirect {
            steps.push(deref_step());
        } else if is_other_size && expression.of_single_place().is_some() {
            steps.push(Step::new("DW_OP_deref_size", &[self.bits / 8]));
            makes_value = true;
        } else if expression.is_complex() || properties.shape == Shape::List {
            steps.push(deref_step());
        } else {
            is_indirect = true;
        }
        let changed = expression.with_argument_changed(self.argument as u64, &steps);
        let changed = match makes_value {
            true => changed.as_stack_value(),
            false => changed,
        };
        (changed, is_indirect)
    }
}
