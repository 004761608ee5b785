//! Parts of addresses that a loop does not change.
//!
//! ```text
//!   head:                                                      %row = getelementptr i8, ptr @table, i64 (%i * 1604)
//!     …                                                      head:
//!     %a = getelementptr [401 x i32], ptr @table, %i, %j  ─▶   %a = getelementptr i32, ptr %row, %j
//! ```
//!
//! What is added to a counter is a part, too: `%j - %width` becomes `%j`, at a place that is `%width` elements lower.

use avarice_ir::{
    BinaryOp, Function, GepStep, GepWalk, Inst, InstKind, Module, TypeData, TypeTable, Value,
};
use smallvec::SmallVec;

use super::{LoopReduce, Place, further, product};
use crate::build::Builder;
use crate::indvars::int_of;

/// How many fixed parts a loop gets at most: each takes a register.
const MAX_PARTS: usize = 6;

/// Operations that an index is followed through.
const MAX_DEPTH: usize = 3;

/// A number of a sum, and how many bytes it counts.
type Term = (Value, i64);

/// A part that was made.
#[derive(Clone, Debug)]
pub(super) struct FixedPart {
    base: Value,
    terms: SmallVec<[Term; 2]>,
    value: Value,
}

/// An address as a sum.
#[derive(Debug)]
struct Sum {
    base: Value,
    /// What the loop does not change.
    fixed: SmallVec<[Term; 2]>,
    /// What it changes.
    changed: SmallVec<[Term; 2]>,
    offset: i64,
}

impl LoopReduce {
    /// Computes fixed parts of addresses before the loop.
    pub(super) fn fix_parts(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &mut Place,
    ) -> bool {
        self.parts.clear();
        let mut is_changed = false;
        for at in 0..self.loops.info.blocks(place.id).len() {
            let block = self.loops.info.blocks(place.id)[at];
            let mut next = function.blocks[block].first.expand();
            while let Some(inst) = next {
                next = function.insts[inst].next.expand();
                let Some(sum) = self.sum_of(module, function, place, inst) else {
                    continue;
                };
                if let Some(part) = self.part(module, function, place, &sum) {
                    address(module, function, inst, part, &sum);
                    is_changed = true;
                }
            }
        }
        is_changed
    }

    /// The address that `inst` computes, if it has a part that the loop does not change and one number that it does.
    fn sum_of(
        &self,
        module: &Module,
        function: &Function,
        place: &Place,
        inst: Inst,
    ) -> Option<Sum> {
        let InstKind::GetElementPtr { source } = function.insts[inst].kind else {
            return None;
        };
        let layout = self.layout.get()?;
        let result = function.insts[inst].result.expand()?;
        let mut operands = function.operands(inst);
        let base = operands.next()?;
        if function.is_unused(result)
            || function.values[base].ty != TypeTable::PTR
            || function.values[result].ty != TypeTable::PTR
            || self.is_inside(function, place, base)
        {
            return None;
        }
        let mut sum = Sum {
            base,
            fixed: SmallVec::new(),
            changed: SmallVec::new(),
            offset: 0,
        };
        let mut walk = GepWalk::new(source);
        for index in operands {
            let number = int_of(module, function, index);
            match walk.step(layout, &module.types, number)? {
                GepStep::Offset(bytes) => sum.offset = sum.offset.wrapping_add(bytes),
                GepStep::Stride(size) => {
                    if module.types.int_bits(function.values[index].ty) != Some(64) {
                        return None;
                    }
                    let size = i64::try_from(size).ok()?;
                    self.add(module, function, place, (index, size), &mut sum, MAX_DEPTH)?;
                }
            }
        }
        let is_counted = |(value, size): &Term| {
            *size > 0
                && self
                    .counters
                    .iter()
                    .any(|it| it.value == *value || it.next == *value)
        };
        let is_worth_it =
            !sum.fixed.is_empty() && matches!(&sum.changed[..], [only] if is_counted(only));
        is_worth_it.then_some(sum)
    }

    /// Adds an index to a sum. `None` if a size is too large.
    fn add(
        &self,
        module: &Module,
        function: &Function,
        place: &Place,
        (value, size): Term,
        sum: &mut Sum,
        depth: usize,
    ) -> Option<()> {
        if let Some(number) = int_of(module, function, value) {
            sum.offset = sum.offset.wrapping_add(number.wrapping_mul(size));
            return Some(());
        }
        let is_inside = self.is_inside(function, place, value);
        let def = function.def_inst(value).filter(|_| depth > 0);
        let operation = def.map(|def| (&function.insts[def].kind, def));
        let is_counter = self
            .counters
            .iter()
            .any(|it| it.value == value || it.next == value);
        if let Some((InstKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub)), def)) = operation
            && !is_counter
        {
            let [left, right] = [0, 1].map(|at| function.operand(def, at));
            // Outside the loop only constants are taken off, so that equal parts are found.
            let is_taken_apart = match is_inside {
                true => function.has_one_use(value) || int_of(module, function, right).is_some(),
                false => int_of(module, function, right).is_some(),
            };
            if is_taken_apart {
                self.add(module, function, place, (left, size), sum, depth - 1)?;
                let size = match op {
                    BinaryOp::Add => size,
                    _ => size.checked_neg()?,
                };
                return self.add(module, function, place, (right, size), sum, depth - 1);
            }
        }
        let terms = match is_inside {
            true => &mut sum.changed,
            false => &mut sum.fixed,
        };
        match terms.iter_mut().find(|(other, _)| *other == value) {
            Some((_, known)) => *known = known.checked_add(size)?,
            None => terms.push((value, size)),
        }
        Some(())
    }

    /// The fixed part of a sum, made before the loop if there is none yet; `None` if the loop has as many as it may.
    fn part(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &mut Place,
        sum: &Sum,
    ) -> Option<Value> {
        let is_same = |part: &&FixedPart| part.base == sum.base && part.terms == sum.fixed;
        if let Some(known) = self.parts.iter().find(is_same) {
            return Some(known.value);
        }
        if self.parts.len() == MAX_PARTS {
            return None;
        }
        let at = place.open(function)?;
        let mut builder = Builder {
            module,
            function,
            at,
        };
        let mut value = sum.base;
        for (number, size) in &sum.fixed {
            let word = builder.ty(*number);
            let size = builder.int(word, *size as u64);
            let bytes = product(&mut builder, *number, size);
            value = further(&mut builder, value, bytes);
        }
        self.parts.push(FixedPart {
            base: sum.base,
            terms: sum.fixed.clone(),
            value,
        });
        Some(value)
    }
}

/// Replaces `inst` by an address that begins with `part`.
fn address(module: &mut Module, function: &mut Function, inst: Inst, part: Value, sum: &Sum) {
    let Some(result) = function.insts[inst].result.expand() else {
        return;
    };
    let mut builder = Builder {
        module,
        function,
        at: inst,
    };
    let mut address = part;
    for (value, size) in &sum.changed {
        let byte = builder.module.types.int(8);
        let source = match size {
            1 => byte,
            2 | 4 | 8 => builder.module.types.int(*size as u32 * 8),
            _ => builder.module.types.intern(TypeData::Array {
                element: byte,
                len: *size as u64,
            }),
        };
        let kind = InstKind::GetElementPtr { source };
        address = builder.value(kind, TypeTable::PTR, &[address, *value]);
    }
    let word = builder.module.types.int(64);
    let offset = builder.int(word, sum.offset as u64);
    let address = further(&mut builder, address, offset);
    function.replace_all_uses(result, address);
    function.remove_inst(inst);
}
