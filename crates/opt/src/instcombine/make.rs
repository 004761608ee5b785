//! New instructions, inserted before the current one; operations on constants are folded instead.

use avarice_ir::{BinaryOp, CastOp, Inst, InstFlags, InstKind, IntPredicate, Type, Value};

use super::patterns::low_bits;
use super::{Combined, Combiner};

impl Combiner<'_> {
    /// An integer of at most 64 bits; bits above its width are cut off.
    pub(super) fn int(&mut self, ty: Type, number: u64) -> Value {
        let bits = self.bits_of_type(ty).unwrap_or(64);
        let module = &mut *self.folder.module;
        let id = module.int_constant(ty, number & low_bits(bits));
        self.function.const_value(&module.consts, id)
    }

    /// Puts a new instruction in front of `before`.
    pub(super) fn insert_before(
        &mut self,
        before: Inst,
        kind: InstKind,
        ty: Type,
        flags: InstFlags,
        operands: &[Value],
    ) -> Value {
        let inst = self.function.create_inst(kind, ty, true, operands, &[]);
        self.function.insts[inst].flags = flags;
        self.function.insts[inst].debug_loc = self.function.insts[self.at].debug_loc;
        self.function.insert_before(before, inst);
        self.work.made.push(inst);
        self.function.insts[inst]
            .result
            .expect("it was made with a result")
    }

    /// An operation.
    pub(super) fn make(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        flags: InstFlags,
    ) -> Value {
        let constants = self
            .function
            .as_const(left)
            .zip(self.function.as_const(right));
        if let Some((a, b)) = constants
            && let Some(id) = self.folder.binary(op, a, b)
        {
            return self.function.const_value(&self.folder.module.consts, id);
        }
        let ty = self.ty(left);
        self.insert_before(self.at, InstKind::Binary(op), ty, flags, &[left, right])
    }

    /// `left op number`
    pub(super) fn make_with(
        &mut self,
        op: BinaryOp,
        left: Value,
        number: u64,
        flags: InstFlags,
    ) -> Value {
        let number = self.int(self.ty(left), number);
        self.make(op, left, number, flags)
    }

    /// `~value`
    pub(super) fn make_not(&mut self, value: Value) -> Value {
        self.make_with(BinaryOp::Xor, value, u64::MAX, InstFlags::empty())
    }

    /// A conversion; of a constant, a constant; to its own type, the value.
    pub(super) fn make_cast(
        &mut self,
        op: CastOp,
        value: Value,
        ty: Type,
        flags: InstFlags,
    ) -> Value {
        if self.ty(value) == ty {
            return value;
        }
        if let Some(id) = self.function.as_const(value)
            && let Some(id) = self.folder.cast(op, id, ty)
        {
            return self.function.const_value(&self.folder.module.consts, id);
        }
        self.insert_before(self.at, InstKind::Cast(op), ty, flags, &[value])
    }

    /// A comparison.
    pub(super) fn make_icmp(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        right: Value,
    ) -> Value {
        let ty = avarice_ir::TypeTable::I1;
        let kind = InstKind::ICmp(predicate);
        self.insert_before(self.at, kind, ty, InstFlags::empty(), &[left, right])
    }

    /// A comparison with a number.
    pub(super) fn make_icmp_with(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        number: u64,
    ) -> Value {
        let number = self.int(self.ty(left), number);
        self.make_icmp(predicate, left, number)
    }

    /// A choice.
    pub(super) fn make_select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.ty(yes);
        let operands = [condition, yes, no];
        self.insert_before(self.at, InstKind::Select, ty, InstFlags::empty(), &operands)
    }

    /// The constant `true` or `false`.
    pub(super) fn truth(&mut self, value: bool) -> Value {
        self.int(avarice_ir::TypeTable::I1, u64::from(value))
    }

    /// Gives the current instruction another operand; the definition of the old one may now be unused.
    pub(super) fn set_operand(&mut self, index: usize, value: Value) {
        if let Some(def) = self.function.def_inst(self.operand(index)) {
            self.work.push(def);
        }
        self.function.set_operand(self.at, index, value);
    }

    /// Adds flags to the current instruction; `None` if it has them already.
    pub(super) fn set_flags(&mut self, flags: InstFlags) -> Option<Combined> {
        if self.flags().contains(flags) {
            return None;
        }
        self.function.insts[self.at].flags |= flags;
        Some(Combined::InPlace)
    }
}
