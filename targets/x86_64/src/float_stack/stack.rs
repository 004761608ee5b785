//! The state of the x87 stack at one point of the code, and the instructions that move values on it.

use avarice_mir::InsertPoint;
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, OperandFlags};
use avarice_target::{Opcode, PhysReg};

use super::bundles::{Bundles, Effect};
use super::table;
use crate::{op, reg};

/// The places of the stack, top first.
pub(super) const PLACES: [PhysReg; 8] = [
    reg::ST0,
    reg::ST1,
    reg::ST2,
    reg::ST3,
    reg::ST4,
    reg::ST5,
    reg::ST6,
    reg::ST7,
];

/// A value that no register has: a copy that an instruction is about to consume.
pub(super) const SCRATCH: u8 = 7;

/// Values from the bottom up.
///
/// No value is there twice, so that eight places are enough: seven registers and [`SCRATCH`].
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Stack {
    values: [u8; 8],
    depth: usize,
}

impl Stack {
    /// The values from the bottom up.
    pub fn values(&self) -> &[u8] {
        &self.values[..self.depth]
    }

    fn slot(&self, value: u8) -> Option<usize> {
        self.values().iter().position(|other| *other == value)
    }

    /// Whether a value is there.
    pub fn holds(&self, value: u8) -> bool {
        self.slot(value).is_some()
    }

    /// The value on top.
    pub fn top(&self) -> Option<u8> {
        self.values().last().copied()
    }

    /// The value at a distance from the top.
    pub fn at(&self, distance: usize) -> Option<u8> {
        self.values().iter().rev().nth(distance).copied()
    }

    /// The values as a mask.
    pub fn mask(&self) -> u8 {
        self.values()
            .iter()
            .fold(0, |mask, value| mask | 1 << value)
    }

    /// Puts a value that is not there yet on top.
    pub fn push(&mut self, value: u8) {
        debug_assert!(
            !self.holds(value),
            "x87-codegen: value {value} is there twice"
        );
        self.values[self.depth] = value;
        self.depth += 1;
    }

    /// Takes the top off.
    pub fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Makes the place of `old` that of `new`.
    pub fn rename(&mut self, old: u8, new: u8) {
        if let Some(slot) = self.slot(old) {
            self.values[slot] = new;
        }
    }

    /// How far a value is below the top.
    pub fn distance(&self, value: u8) -> usize {
        self.slot(value).map_or(0, |slot| self.depth - 1 - slot)
    }

    fn clear(&mut self) {
        self.depth = 0;
    }
}

/// A function while it is rewritten.
pub(super) struct Stackifier<'f> {
    /// The function.
    pub function: &'f mut MachineFunction,
    /// The stack before the current instruction.
    pub stack: Stack,
    bundles: Bundles,
    block: Block,
    /// What is live after each rewritten instruction of the current block, last first.
    live_after: Vec<u8>,
}

impl<'f> Stackifier<'f> {
    /// Begins.
    pub fn new(function: &'f mut MachineFunction, bundles: Bundles, entry: Block) -> Self {
        Self {
            function,
            stack: Stack::default(),
            bundles,
            block: entry,
            live_after: Vec::new(),
        }
    }

    /// Rewrites the instructions of a block.
    pub fn rewrite_block(&mut self, block: Block) -> Result<(), String> {
        self.block = block;
        self.find_last_uses(block);
        self.enter_block(block);
        let mut next = self.function.blocks[block].first.expand();
        while let Some(inst) = next {
            next = self.function.next_inst(inst);
            let effect = Effect::of(self.function, inst);
            if effect.is_any() {
                let live = self.live_after.pop().unwrap_or(0);
                self.rewrite_inst(inst, effect, live)?;
            } else if self.function.is_debug(inst) {
                self.forget_debug_values(inst);
            }
        }
        self.leave_block(block);
        Ok(())
    }

    fn find_last_uses(&mut self, block: Block) {
        self.live_after.clear();
        let mut live = self.bundles.live_out(block);
        for inst in self.function.block_insts_rev(block) {
            let effect = Effect::of(self.function, inst);
            if effect.is_any() {
                self.live_after.push(live);
            }
            live = effect.before(live);
        }
    }

    /// Puts on the stack what is there when the block is entered, and takes off what it does not need.
    fn enter_block(&mut self, block: Block) {
        self.stack.clear();
        let bundle = self.bundles.entry(block);
        let count = bundle.mask.count_ones() as usize;
        let order = bundle.order.get_or_insert_with(|| ascending(bundle.mask));
        for value in &order[..count] {
            self.stack.push(*value);
        }
        let live = self.bundles.live_in(block);
        let first = self.function.blocks[block].first.expand();
        self.keep_exactly(live, first);
    }

    /// Makes the stack what the blocks after this one expect.
    fn leave_block(&mut self, block: Block) {
        if self.function.blocks[block].succs.is_empty() {
            return;
        }
        let place = self.function.first_terminator(block);
        let bundle = *self.bundles.exit(block);
        self.keep_exactly(bundle.mask, place);
        let Some(order) = bundle.order else {
            let values = self.stack.values;
            self.bundles.exit(block).order = Some(values);
            return;
        };
        // From the bottom up: what belongs there comes to the top first, then changes places.
        let count = self.stack.depth;
        for (slot, wanted) in order[..count].iter().enumerate() {
            let found = self.stack.values[slot];
            if found != *wanted {
                self.move_to_top(*wanted, place);
                if slot + 1 < count {
                    self.move_to_top(found, place);
                }
            }
        }
    }

    // ---- Moves --------------------------------------------------------------------------------

    fn insert(&mut self, opcode: Opcode, distance: Option<usize>, before: Option<Inst>) {
        // It is part of what the instruction after it does.
        let location = before.and_then(|inst| self.function.debug_loc(inst).expand());
        let mut builder = InstBuilder::new(self.function, opcode).location(location.into());
        if let Some(distance) = distance {
            builder = builder.reg(PLACES[distance]);
        }
        builder.insert_at(InsertPoint::new(self.block, before));
    }

    /// The place of the stack that holds a value.
    pub fn place(&self, value: u8) -> PhysReg {
        PLACES[self.stack.distance(value)]
    }

    /// Brings a value to the top; what was there changes places with it.
    pub fn move_to_top(&mut self, value: u8, before: Option<Inst>) {
        let distance = self.stack.distance(value);
        if distance == 0 {
            return;
        }
        let (top, slot) = (self.stack.depth - 1, self.stack.depth - 1 - distance);
        self.stack.values.swap(top, slot);
        self.insert(op::XCH_F, Some(distance), before);
    }

    /// Puts a copy of a value on top.
    pub fn duplicate(&mut self, value: u8, copy: u8, before: Option<Inst>) {
        let distance = self.stack.distance(value);
        self.stack.push(copy);
        self.insert(op::LD_Frr, Some(distance), before);
    }

    /// Puts zero on top.
    pub fn push_zero(&mut self, value: u8, before: Option<Inst>) {
        self.stack.push(value);
        self.insert(op::LD_F0, None, before);
    }

    /// The instruction before a place, if there is any.
    fn last_before(&self, before: Option<Inst>) -> Option<Inst> {
        let mut last = match before {
            Some(before) => self.function.prev_inst(before),
            None => self.function.blocks[self.block].last.expand(),
        };
        while let Some(inst) = last.filter(|last| self.function.is_debug(*last)) {
            last = self.function.prev_inst(inst);
        }
        last
    }

    /// Takes a value off the stack: where it was is what was on top.
    pub fn free(&mut self, value: u8, before: Option<Inst>) {
        let distance = self.stack.distance(value);
        let last = self.last_before(before);
        let slot = self.stack.depth - 1 - distance;
        self.stack.values[slot] = self.stack.values[self.stack.depth - 1];
        self.stack.pop();
        if distance == 0
            && let Some(last) = last
            && self.make_popping(last)
        {
            return;
        }
        let before = self.after_status_reader(last, before);
        self.insert(op::ST_FPrr, Some(distance), before);
    }

    /// Makes an instruction pop what it leaves on top, if there is a form of it that does.
    fn make_popping(&mut self, inst: Inst) -> bool {
        let Some(popping) = table::popping(self.function.opcode(inst)) else {
            return false;
        };
        if table::pops_twice(popping) {
            // It compares with the place below the top, which it does not name.
            if self.function.operand(inst, 0).as_reg() != reg::ST1.into() {
                return false;
            }
            self.function.remove_operand(inst, 0);
        }
        self.function.set_opcode(inst, popping);
        true
    }

    /// Where something can be popped after `last`: popping changes the status word, so that it comes after an
    /// instruction that reads what `last` leaves there.
    fn after_status_reader(&self, last: Option<Inst>, before: Option<Inst>) -> Option<Inst> {
        let status = |inst: Inst| {
            let operands = self.function.operands(inst).iter();
            operands.filter(|operand| operand.as_reg() == reg::FPSW.into())
        };
        let is_live = |inst: Inst| {
            status(inst).any(|operand| operand.is_def() && !operand.has(OperandFlags::DEAD))
        };
        if !last.is_some_and(is_live) {
            return before;
        }
        let mut next = before;
        while let Some(inst) = next {
            next = self.function.next_inst(inst);
            if status(inst).next().is_some() {
                let reads = status(inst).any(avarice_mir::Operand::is_use);
                return if reads { next } else { before };
            }
        }
        before
    }

    /// Pops what is not in `mask`, and pushes something for what is missing: registers that are read on some
    /// path although they were not written.
    pub fn keep_exactly(&mut self, mask: u8, before: Option<Inst>) {
        let mut surplus = self.stack.mask() & !mask;
        let mut missing = mask & !self.stack.mask();
        while surplus != 0 && missing != 0 {
            let (old, new) = (lowest(surplus), lowest(missing));
            self.stack.rename(old, new);
            surplus &= surplus - 1;
            missing &= missing - 1;
        }
        // The instruction before may pop as well.
        if self.last_before(before).is_some() {
            while let Some(top) = self.stack.top().filter(|top| surplus >> top & 1 != 0) {
                self.free(top, before);
                surplus &= !(1 << top);
            }
        }
        while surplus != 0 {
            self.free(lowest(surplus), before);
            surplus &= surplus - 1;
        }
        while missing != 0 {
            self.push_zero(lowest(missing), before);
            missing &= missing - 1;
        }
    }

    /// Empties the stack without instructions: a return or a call took everything.
    pub fn forget_all(&mut self) {
        self.stack.clear();
    }
}

/// Registers and [`SCRATCH`].
const FLOAT_VALUES: u8 = 8;

/// The lowest value of a mask that is not empty.
fn lowest(mask: u8) -> u8 {
    mask.trailing_zeros() as u8
}

/// The values of a mask in ascending order.
fn ascending(mask: u8) -> [u8; 8] {
    let mut order = [0; 8];
    let values = (0..FLOAT_VALUES).filter(|value| mask >> value & 1 != 0);
    for (slot, value) in order.iter_mut().zip(values) {
        *slot = value;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_the_top() {
        let mut stack = Stack::default();
        for value in [3, 0, 5] {
            stack.push(value);
        }
        assert_eq!((stack.distance(5), stack.distance(3)), (0, 2));
        assert_eq!(stack.mask(), 0b10_1001);
        stack.rename(0, 6);
        stack.pop();
        assert_eq!((stack.values(), stack.top()), (&[3, 6][..], Some(6)));
        assert_eq!(ascending(0b10_1001)[..3], [0, 3, 5]);
    }
}
