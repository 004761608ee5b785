//! The form in which debug values name registers.
//!
//! Variables are followed through registers and spill slots, each to one place at a time. A block begins with what all its
//! predecessors end with. What a parameter had on entry is remembered as long as the parameter does not change: where its
//! register is lost, it is still known to be that.
//!
//! ```text
//!   bb.1  ends with x in $x19, y in $x20      bb.2  ends with x in $x19
//!                                       ╲   ╱
//!                                        bb.3  begins with x in $x19
//! ```

mod open;
mod scopes;
mod steps;
mod var_loc;
mod variables;

use avarice_ir::debug_expressions::{deref_step, offset_steps};
use avarice_ir::{Expression, Module};
use avarice_mir::{Block, MachineFunction, Operand};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use self::scopes::ScopeRanges;
use self::steps::Walk;
use self::var_loc::{Entry, Location, VarLocId};
use super::code::{Code, FramePlace};
use super::insertion::{NewValue, Spot, nowhere};
use super::order::{BlockOrder, Rounds};
use crate::pass::DebugLocationOptions;
use avarice_mir::debug_values::{DebugValue, Shape};
use avarice_mir::lexical_scopes::LexicalScopes;

/// Memory of the analysis.
#[derive(Debug, Default)]
pub(super) struct Locations {
    walk: Walk,
    rounds: Rounds,
    /// By block: what it begins with, ascending; `None` if it was not visited.
    begins: SecondaryMap<Block, Option<Vec<VarLocId>>>,
    /// By block: what it ends with.
    ends: SecondaryMap<Block, Option<Vec<VarLocId>>>,
    scopes: ScopeRanges,
}

impl Locations {
    /// Finds where variables are, and inserts debug values that say so with [`Self::insert`].
    pub fn analyze(
        &mut self,
        code: &Code<'_>,
        order: &BlockOrder,
        scopes: &LexicalScopes,
        options: &DebugLocationOptions,
    ) {
        self.walk.begin(code);
        self.begins.clear();
        self.ends.clear();
        self.scopes.clear();
        let function = code.function;
        let Some(entry) = function.layout.first().copied() else {
            return;
        };
        for inst in code.insts(entry) {
            self.walk.record_entry_values(code, inst);
        }
        let mut count = 0;
        for block in &function.layout {
            for inst in code.insts(*block) {
                let value = DebugValue::of(function, inst);
                if let Some(value) = value.filter(|value| value.shape != Shape::References) {
                    count += 1;
                    let key = value.part_key(function, code.module);
                    self.walk.variables.overlaps.see(key);
                }
            }
        }
        if order.reachable > options.block_limit && count > options.value_limit {
            return;
        }
        self.rounds.begin(order.reachable);
        loop {
            while let Some(at) = self.rounds.pop() {
                let block = order.blocks[at];
                if self.visit(code, order, scopes, block) {
                    for next in &function.blocks[block].succs {
                        self.rounds.push_next(order.place(*next) as usize);
                    }
                }
            }
            if !self.rounds.go_on() {
                return;
            }
        }
    }

    /// Walks through a block if it begins with something new; whether it ends with something new.
    fn visit(
        &mut self,
        code: &Code<'_>,
        order: &BlockOrder,
        scopes: &LexicalScopes,
        block: Block,
    ) -> bool {
        let joined = self.join(code, order, scopes, block);
        if self.begins[block].as_ref() == Some(&joined) && self.ends[block].is_some() {
            return false;
        }
        for id in &joined {
            self.walk.open.insert(&self.walk.all, *id);
        }
        self.begins[block] = Some(joined);
        self.walk
            .begin_block(code.function.layout.first() == Some(&block));
        for inst in code.insts(block) {
            self.walk.step(code, inst);
        }
        let end = self.walk.open.take(&self.walk.all);
        let before = self.ends[block].replace(end);
        before.unwrap_or_default() != *self.ends[block].as_deref().unwrap_or_default()
    }

    /// What all predecessors that were visited end with, as far as the block is in its scope.
    fn join(
        &mut self,
        code: &Code<'_>,
        order: &BlockOrder,
        scopes: &LexicalScopes,
        block: Block,
    ) -> Vec<VarLocId> {
        let preds = code.function.blocks[block].preds.iter();
        let mut ends = preds.filter_map(|pred| self.ends[*pred].as_deref());
        let mut joined: Vec<VarLocId> = ends.next().map(<[_]>::to_vec).unwrap_or_default();
        for end in ends {
            let mut others = end.iter().peekable();
            joined.retain(|id| {
                while others.next_if(|other| *other < id).is_some() {}
                others.peek() == Some(&id)
            });
        }
        if !order.is_artificial[block] {
            let walk = &self.walk;
            joined.retain(|id| {
                let location = code.function.debug_loc(walk.all.origin(*id).inst);
                let location = location.expand();
                location.is_some_and(|at| self.scopes.contain(code, scopes, at, block))
            });
        }
        joined
    }

    /// Inserts the debug values that were found to be needed.
    pub fn insert(&mut self, function: &mut MachineFunction, module: &Module) {
        let transfers = std::mem::take(&mut self.walk.transfers);
        let entry_values = std::mem::take(&mut self.walk.entry_values);
        for (inst, id) in transfers.iter().chain(&entry_values) {
            if let Some(value) = self.new_value(function, module, *id) {
                value.insert(function, Spot::After(*inst));
            }
        }
        self.walk.transfers = transfers;
        self.walk.entry_values = entry_values;
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            for id in self.begins[block].take().unwrap_or_default() {
                if !self.walk.all.get(id).is_backup()
                    && let Some(value) = self.new_value(function, module, id)
                {
                    value.insert(function, Spot::BeginOf(block));
                }
            }
        }
        function.own_expressions = self.walk.expressions.take_expressions();
    }

    fn new_value(
        &mut self,
        function: &MachineFunction,
        module: &Module,
        id: VarLocId,
    ) -> Option<NewValue> {
        let said = self.walk.all.get(id).clone();
        let origin = self.walk.all.origin(id).clone();
        let from = DebugValue::of(function, origin.inst)?;
        let operands = from.places(function);
        let mut shape = from.shape;
        let mut places: SmallVec<[Operand; 2]> = SmallVec::new();
        let mut changed: Option<Expression> = None;
        for (at, (location, operand)) in said.locations.iter().zip(&origin.operands).enumerate() {
            let original = operands.get(*operand as usize)?;
            places.push(match location {
                // The register on entry, wherever its value was copied.
                Location::Register(_) if said.entry == Entry::Value => *original,
                Location::Register(reg) => Operand::reg(*reg),
                Location::Nowhere => nowhere(),
                Location::Constant(..) => *original,
                Location::Slot(place) => {
                    let expression = changed.take();
                    let expression = expression.unwrap_or_else(|| {
                        self.walk.expressions.expression(module, said.expression)
                    });
                    changed = Some(in_slot(&expression, *place, at, shape));
                    if shape == Shape::Direct {
                        shape = Shape::Indirect;
                    }
                    Operand::reg(place.base)
                }
            });
        }
        let expression = match changed {
            Some(changed) => self.walk.expressions.id_of(module, changed),
            None => said.expression,
        };
        Some(NewValue {
            shape,
            places,
            variable: from.variable,
            expression,
            location: function.debug_loc(origin.inst).expand()?,
        })
    }
}

/// An expression whose argument `at` is in a slot now.
fn in_slot(expression: &Expression, place: FramePlace, at: usize, shape: Shape) -> Expression {
    let mut steps: SmallVec<[_; 3]> = offset_steps(place.offset).collect();
    match shape {
        Shape::List => {
            steps.push(deref_step());
            expression.with_argument_changed(at as u64, &steps)
        }
        Shape::Indirect => {
            steps.push(deref_step());
            expression.prepended(steps)
        }
        _ => expression.prepended(steps),
    }
}
