//! Choices bit by bit, for targets without an instruction that inverts one operand of an `and`.
//!
//! ```text
//!   %n = xor i32 %m, -1         %x = xor i32 %a, %b
//!   %p = and i32 %m, %a    ─▶   %y = and i32 %x, %m
//!   %q = and i32 %n, %b         %r = xor i32 %y, %b
//!   %r = or i32 %p, %q
//! ```

use avarice_ir::{BinaryOp, Inst, InstFlags, InstKind, Module, Value};

use crate::builder::Builder;
use crate::replacement::Replacement;
use crate::target::ExpansionTarget;

/// Rewrites the choices of all functions, but those marked `optnone`.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same.
pub fn rewrite_masked_merges(module: &mut Module, target: &dyn ExpansionTarget) {
    module.for_each_body(|module, global, function| {
        if module.is_optnone(global) || target.inverts_in_and(module, global) {
            return;
        }
        let is_or = |inst: &Inst| {
            let data = &function.insts[*inst];
            data.kind == InstKind::Binary(BinaryOp::Or) && data.block.is_some()
        };
        let candidates: Vec<Inst> = function.insts.keys().filter(is_or).collect();
        for at in candidates {
            let mut builder = Builder {
                module,
                function,
                at,
                global,
                target,
            };
            if let Some(new) = builder.masked_merge() {
                let ands = [0, 1].map(|index| builder.function.operand(at, index));
                builder.replace(Replacement::Value(new));
                builder.remove_unused(ands.into());
            }
        }
    });
}

impl Builder<'_> {
    /// What the current `or` becomes.
    fn masked_merge(&mut self) -> Option<Value> {
        let bits = self
            .module
            .types
            .int_bits(self.function.insts[self.at].ty)?;
        if bits == 1 {
            return None;
        }
        let [left, right] = [0, 1].map(|at| self.function.operand(self.at, at));
        let left = self.only_operands(left, BinaryOp::And)?;
        let right = self.only_operands(right, BinaryOp::And)?;
        for (ands, others) in [(left, right), (right, left)] {
            for (inverted, low) in [(ands[0], ands[1]), (ands[1], ands[0])] {
                let mask = self.inverse(inverted, bits);
                let Some(mask) = mask.filter(|mask| others.contains(mask)) else {
                    continue;
                };
                let high = others[usize::from(others[0] == mask)];
                let low = self.frozen(low);
                let differing = self.binary(BinaryOp::Xor, high, low);
                let chosen = self.binary(BinaryOp::And, differing, mask);
                return Some(self.binary(BinaryOp::Xor, chosen, low));
            }
        }
        None
    }

    /// What `value`, a number of `bits` bits that is used once, is the inverse of.
    fn inverse(&self, value: Value, bits: u32) -> Option<Value> {
        let [inverted, ones] = self.only_operands(value, BinaryOp::Xor)?;
        let is_inverse = bits <= 64 && self.const_int(ones) == Some(u64::MAX >> (64 - bits));
        is_inverse.then_some(inverted)
    }

    /// `value`, which will be used twice, as a value that is the same in both uses.
    fn frozen(&mut self, value: Value) -> Value {
        if self.const_int(value).is_some() {
            return value;
        }
        let ty = self.ty(value);
        self.value(InstKind::Freeze, ty, InstFlags::empty(), &[value])
    }

    /// The operands of the operation that defines `value`, if it is `op` and has no other use.
    fn only_operands(&self, value: Value, op: BinaryOp) -> Option<[Value; 2]> {
        let inst = self.function.def_inst(value)?;
        let is_wanted = self.function.insts[inst].kind == InstKind::Binary(op)
            && self.function.has_one_use(value);
        is_wanted.then(|| [0, 1].map(|at| self.function.operand(inst, at)))
    }

    /// Removes what has no use left of `values`, which are operations, and of what defines their operands.
    fn remove_unused(&mut self, mut values: Vec<Value>) {
        while let Some(value) = values.pop() {
            let inst = self.function.def_inst(value).filter(|inst| {
                let kind = &self.function.insts[*inst].kind;
                matches!(kind, InstKind::Binary(_)) && self.function.is_unused(value)
            });
            if let Some(inst) = inst {
                values.extend(self.function.operands(inst));
                self.function.remove_inst(inst);
            }
        }
    }
}
