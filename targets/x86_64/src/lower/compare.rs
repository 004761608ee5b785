//! Comparisons: status flags and their readers.
//!
//! A comparison is emitted in the group of each of its users, right before the instruction that reads
//! the flags, so that flags never live longer than a group.

use avarice_ir::{BinaryOp, CastOp, FloatPredicate, Inst, InstKind, IntPredicate, Value};
use avarice_lower::select::{
    BranchCondition, Choice, Comparisons, Conditions, IntCompare, IntWidth, IntegerArithmetic,
    Integers, OverflowArithmetic,
};
use avarice_lower::{FloatKind, Junction, PartType, Result};
use avarice_mir::Reg;
use avarice_target::{Opcode, RegClass};

use super::shorthand::cmov_opcode;
use super::{Selector, Width};
use crate::{class, op, sub};

/// How many instructions before a bit are looked at to know what is above it.
const KNOWN_BIT_DEPTH: u32 = 4;

/// Condition codes, as encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Cc {
    O,
    No,
    B,
    Ae,
    E,
    Ne,
    Be,
    A,
    S,
    Ns,
    P,
    Np,
    L,
    Ge,
    Le,
    G,
}

impl Cc {
    /// The operand.
    pub fn imm(self) -> i64 {
        i64::from(self as u8)
    }

    /// The opposite condition.
    pub fn inverse(self) -> Self {
        const ALL: [Cc; 16] = [
            Cc::O,
            Cc::No,
            Cc::B,
            Cc::Ae,
            Cc::E,
            Cc::Ne,
            Cc::Be,
            Cc::A,
            Cc::S,
            Cc::Ns,
            Cc::P,
            Cc::Np,
            Cc::L,
            Cc::Ge,
            Cc::Le,
            Cc::G,
        ];
        ALL[(self as usize) ^ 1]
    }

    /// The condition after `cmp left, right`.
    pub fn of(predicate: IntPredicate) -> Self {
        match predicate {
            IntPredicate::Eq => Self::E,
            IntPredicate::Ne => Self::Ne,
            IntPredicate::Ugt => Self::A,
            IntPredicate::Uge => Self::Ae,
            IntPredicate::Ult => Self::B,
            IntPredicate::Ule => Self::Be,
            IntPredicate::Sgt => Self::G,
            IntPredicate::Sge => Self::Ge,
            IntPredicate::Slt => Self::L,
            IntPredicate::Sle => Self::Le,
        }
    }
}

/// What the flags must be for a condition to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// One condition code.
    One(Cc),
    /// Both.
    Both(Cc, Cc),
    /// At least one.
    Either(Cc, Cc),
    /// Always or never.
    Known(bool),
}

impl BranchCondition for Condition {
    fn inverse(self) -> Self {
        match self {
            Self::One(cc) => Self::One(cc.inverse()),
            Self::Both(a, b) => Self::Either(a.inverse(), b.inverse()),
            Self::Either(a, b) => Self::Both(a.inverse(), b.inverse()),
            Self::Known(value) => Self::Known(!value),
        }
    }

    fn constant(holds: bool) -> Self {
        Self::Known(holds)
    }
}

impl Selector<'_, '_> {
    /// Sets the flags so that they say whether `value` (an i1) holds.
    pub(super) fn emit_condition(&mut self, value: Value) -> Result<Condition> {
        let flag = value;
        let (value, part) = self.resolve(flag, 0)?;
        if part == 1
            && let Some(condition) = self.emit_overflow_condition(flag, value)?
        {
            return Ok(condition);
        }
        if let Some(bit) = self.const_int(value) {
            return Ok(Condition::Known(bit & 1 != 0));
        }
        if part == 0
            && let Some((inst, kind)) = self.def_kind(value)
        {
            let operand = |index| self.function.operand(inst, index);
            let location = self.function.insts[inst].debug_loc;
            match kind {
                InstKind::ICmp(predicate) => {
                    let compare = IntCompare {
                        predicate: *predicate,
                        left: operand(0),
                        right: operand(1),
                        is_only: self.function.has_one_use(value),
                        takes_register: false,
                    };
                    let outer = self.swap_location(location);
                    let condition = self.emit_int_compare(compare);
                    self.swap_location(outer);
                    return condition;
                }
                InstKind::FCmp(predicate) => {
                    let outer = self.swap_location(location);
                    let condition = self.emit_float_compare(inst, *predicate);
                    self.swap_location(outer);
                    return condition;
                }
                InstKind::Binary(BinaryOp::Xor) if self.const_int(operand(1)) == Some(1) => {
                    let inner = operand(0);
                    return Ok(self.emit_condition(inner)?.inverse());
                }
                InstKind::Freeze if self.function.has_one_use(value) => {
                    let inner = operand(0);
                    let is_compare = self.def_kind(inner).is_some_and(|(_, kind)| {
                        matches!(kind, InstKind::ICmp(_) | InstKind::FCmp(_))
                    });
                    if is_compare && self.function.has_one_use(inner) {
                        return self.emit_condition(inner);
                    }
                }
                InstKind::Cast(CastOp::Trunc)
                    if self.function.has_one_use(value) && !self.is_wide(operand(0)) =>
                {
                    let inner = operand(0);
                    let reg = self.use_value(inner)?;
                    return Ok(self.emit_bit_test(reg, self.int_bits(inner).unwrap_or(8)));
                }
                _ => {}
            }
            if let Some(condition) = self.emit_joined_condition(value)? {
                return Ok(condition);
            }
        }
        self.emit_bit_condition(value, part)
    }

    /// Tests the register of an i1.
    fn emit_bit_condition(&mut self, value: Value, part: usize) -> Result<Condition> {
        let reg = self.use_part(value, part)?;
        let inst = self.function.def_inst(value).filter(|_| part == 0);
        let is_local = inst.is_some_and(|inst| self.in_current_block(inst));
        if is_local && self.options.optimize && self.is_zero_extended(value, KNOWN_BIT_DEPTH) {
            // What computed it may have set the flags.
            self.test(Width::W8, reg);
            return Ok(Condition::One(Cc::Ne));
        }
        Ok(self.emit_bit_test(reg, 1))
    }

    /// Two comparisons that only `value` joins, if only the current group reads it.
    fn own_junction(&self, value: Value) -> Option<Junction> {
        let is_own = |value: &Value| {
            let kind = self.def_kind(*value).map(|(_, kind)| kind);
            let is_compare = matches!(kind, Some(InstKind::ICmp(_) | InstKind::FCmp(_)));
            is_compare && self.is_foldable(*value)
        };
        let junction = self.junction(value).filter(|_| self.is_foldable(value))?;
        let are_own = [junction.left, junction.right].iter().all(is_own);
        are_own.then_some(junction)
    }

    /// Sets the flags for two comparisons that only `value` joins: they are 0 or 1 in bytes, and tested together.
    fn emit_joined_condition(&mut self, value: Value) -> Result<Option<Condition>> {
        let Some(Junction { left, right, both }) = self.own_junction(value) else {
            return Ok(None);
        };
        let first = self.emit_condition(left)?;
        let first = self.set(first);
        let second = self.emit_condition(right)?;
        let second = self.set(second);
        if both {
            let emit = self.emit(op::TEST8rr).reg(first).reg(second);
            emit.keep_flags().done();
        } else {
            let either = self.new_reg(PartType::Int(8));
            let emit = self.emit(op::OR8rr).def(either).reg(first).reg(second);
            emit.keep_flags().done();
        }
        Ok(Some(Condition::One(Cc::Ne)))
    }

    /// Tests the lowest bit of a register that holds a value of `bits` bits.
    fn emit_bit_test(&mut self, reg: Reg, bits: u32) -> Condition {
        let test = self.emit(op::TEST8ri);
        let test = match Width::of_bits(bits) {
            Width::W8 => test.reg(reg),
            _ => test.sub_reg(reg, sub::SUB_8BIT),
        };
        test.imm(1).keep_flags().done();
        Condition::One(Cc::Ne)
    }

    /// Compares with zero: `test`, with an `and` folded where only zero or not matters.
    fn emit_compare_zero(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        bits: u32,
        width: Width,
        fold: bool,
    ) -> Result<Condition> {
        use IntPredicate::*;
        let cc = match predicate {
            Slt => Cc::S,
            Sge => Cc::Ns,
            _ => Cc::of(predicate),
        };
        let equality = matches!(predicate, Eq | Ne);
        if equality && fold && self.is_foldable(left) {
            if self.emit_test_and(left, bits)? {
                return Ok(Condition::One(cc));
            }
            if let Some(condition) = self.emit_divisibility(predicate, left)? {
                return Ok(condition);
            }
        }
        let w = width as usize;
        if fold && let Some(load) = self.foldable_operand(left, width) {
            let (address, mem) = self.load_address(load)?;
            let emit = self.emit(CMP_MI[w]).ops(&address.operands());
            emit.imm(0).mem(mem).keep_flags().done();
            let cc = Cc::of(predicate);
            return Ok(Condition::One(cc));
        }
        if fold && bits == width.bits() {
            self.compute_in_group(left)?;
        }
        let lhs = self.extend(left, !equality, width)?;
        self.emit(TEST_RR[w]).reg(lhs).reg(lhs).keep_flags().done();
        Ok(Condition::One(cc))
    }

    /// Computes `value`, which the only comparison that the group makes of it reads next, in the group, if it can be: then the
    /// flags are already right, and the peephole optimizer removes the test.
    fn compute_in_group(&mut self, value: Value) -> Result<()> {
        let Some((inst, InstKind::Binary(op))) = self.def_kind(value) else {
            return Ok(());
        };
        let sets_flags = matches!(
            op,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub
        );
        let mut uses = self
            .function
            .uses_of(value)
            .map(|slot| self.function.uses[slot].user);
        let compare = uses.find(|user| {
            let kind = &self.function.insts[*user].kind;
            matches!(kind, InstKind::ICmp(_)) && self.in_current_block(*user)
        });
        // A select may read the number before the comparison.
        let root = self.root;
        let is_chosen = Some(root) != compare && self.function.operands(root).any(|it| it == value);
        if !sets_flags
            || is_chosen
            || !self.options.optimize
            || !self.in_current_block(inst)
            || !self.may_move_to_group(value, compare)
        {
            return Ok(());
        }
        self.use_value(value)?;
        self.mark_done(inst);
        let location = self.function.insts[inst].debug_loc;
        let outer = self.swap_location(location);
        let computed = self.lower_binary(inst, *op);
        self.swap_location(outer);
        computed
    }

    /// Emits `test` for `left`, an `and` without other uses; `false` if it is not one or has no such form.
    fn emit_test_and(&mut self, left: Value, bits: u32) -> Result<bool> {
        let Some((inst, InstKind::Binary(BinaryOp::And))) = self.def_kind(left) else {
            return Ok(false);
        };
        let [a, b] = self.operands(inst);
        let width = Width::of_bits(bits);
        let Some(mask) = self.const_int(b) else {
            if bits != width.bits() {
                return Ok(false);
            }
            let (lhs, rhs) = (self.use_value(a)?, self.use_value(b)?);
            self.emit(TEST_RR[width as usize])
                .reg(lhs)
                .reg(rhs)
                .keep_flags()
                .done();
            return Ok(true);
        };
        if self.function.as_const(a).is_some() {
            return Ok(false);
        }
        if let Some((part, offset)) = tested_part(mask, bits)
            && let Some(load) = self.foldable_load(a).filter(|_| self.options.optimize)
        {
            self.emit_test_memory(load, (part, offset), mask >> (8 * offset))?;
            return Ok(true);
        }
        let src = self.use_value(a)?;
        if mask <= 0xff {
            let test = self.emit(op::TEST8ri);
            let test = match width {
                Width::W8 => test.reg(src),
                _ => test.sub_reg(src, sub::SUB_8BIT),
            };
            test.imm(i64::from(mask as u8 as i8)).keep_flags().done();
        } else if mask <= u64::from(u32::MAX) {
            let test = self.emit(op::TEST32ri);
            let test = match width {
                Width::W64 => test.sub_reg(src, sub::SUB_32BIT),
                _ => test.reg(src),
            };
            test.imm(i64::from(mask as u32 as i32)).keep_flags().done();
        } else {
            let rhs = self.use_int(64, mask)?;
            self.emit(op::TEST64rr)
                .reg(src)
                .reg(rhs)
                .keep_flags()
                .done();
        }
        Ok(true)
    }

    /// Emits `test` for bits of the part of what `load` reads that is `offset` bytes further.
    fn emit_test_memory(
        &mut self,
        load: Inst,
        (part, offset): (Width, u64),
        mask: u64,
    ) -> Result<()> {
        let (address, mut mem) = self.load_address(load)?;
        mem.offset += offset as i64;
        mem.size = Some(part.bytes());
        let (opcode, mask) = match part {
            Width::W8 => (op::TEST8mi, i64::from(mask as u8 as i8)),
            _ => (op::TEST32mi, i64::from(mask as u32 as i32)),
        };
        let emit = self.emit(opcode).ops(&address.offset(offset).operands());
        emit.imm(mask).mem(mem).keep_flags().done();
        Ok(())
    }

    /// Several selects under one condition, whose flags live through all of them. Numbers come first, so that their selects share branches.
    fn emit_selects(&mut self, condition: Value, choices: &[Choice]) -> Result<()> {
        let condition = self.emit_condition(condition)?;
        for Choice { ty, dst, yes, no } in choices {
            if let Some(kind) = FloatKind::of(*ty) {
                self.emit_float_cmov(*dst, kind, condition, *yes, *no);
                continue;
            }
            match ty {
                PartType::Vector { .. } => {
                    self.emit_cmov(op::CMOV_VR128, *dst, condition, *yes, *no);
                }
                PartType::Half => self.emit_cmov(op::CMOV_FR32, *dst, condition, *yes, *no),
                PartType::X86Fp80 => self.emit_x87_select(*dst, condition, *yes, *no),
                _ => {}
            }
        }
        for Choice { ty, dst, yes, no } in choices.iter().filter(|choice| choice.ty.is_int()) {
            match Width::of_bits(ty.bits()) {
                Width::W8 => {
                    let (yes, no) = (self.widen_byte(*yes), self.widen_byte(*no));
                    let wide = self.new_reg(PartType::Int(32));
                    self.emit_cmov(op::CMOV32rr, wide, condition, yes, no);
                    self.copy_low(*dst, wide, Width::W32, Width::W8);
                }
                width => self.emit_cmov(cmov_opcode(width), *dst, condition, *yes, *no),
            }
        }
        Ok(())
    }

    /// `dst = condition ? yes : no` for integer registers of a part.
    ///
    /// ```text
    ///   a || b ? yes : no        inner = b ? yes : no;  dst = a ? yes : inner
    ///   a && b ? yes : no        inner = b ? yes : no;  dst = a ? inner : no
    /// ```
    fn emit_select(&mut self, condition: Value, choice: &Choice) -> Result<()> {
        let Choice { ty, dst, yes, no } = *choice;
        let width = Width::of_bits(ty.bits());
        let junction = self
            .own_junction(condition)
            .filter(|_| self.options.optimize);
        // It may compute one of the two.
        let decided = self.emit_condition(junction.map_or(condition, |junction| junction.right))?;
        let (yes, no, wide) = match width {
            Width::W8 => {
                let wide = self.new_reg(PartType::Int(32));
                (self.widen_byte(yes), self.widen_byte(no), wide)
            }
            _ => (yes, no, dst),
        };
        let opcode = match width {
            Width::W64 => op::CMOV64rr,
            _ => op::CMOV32rr,
        };
        if let Some(Junction { left, both, .. }) = junction {
            let inner = self.new_like(wide);
            self.emit_cmov(opcode, inner, decided, yes, no);
            let first = self.emit_condition(left)?;
            let (yes, no) = if both { (inner, no) } else { (yes, inner) };
            self.emit_cmov(opcode, wide, first, yes, no);
        } else {
            self.emit_cmov(opcode, wide, decided, yes, no);
        }
        if width == Width::W8 {
            let copy = self.emit(op::COPY).def(dst);
            copy.sub_reg(wide, sub::SUB_8BIT).done();
        }
        Ok(())
    }

    /// `dst = condition ? yes : no` by conditional moves.
    pub(super) fn emit_cmov(
        &mut self,
        opcode: Opcode,
        dst: Reg,
        condition: Condition,
        yes: Reg,
        no: Reg,
    ) {
        match condition {
            Condition::One(cc) => {
                self.emit(opcode)
                    .def(dst)
                    .reg(no)
                    .reg(yes)
                    .imm(cc.imm())
                    .done();
            }
            Condition::Known(value) => {
                self.emit_copy(dst, if value { yes } else { no });
            }
            Condition::Either(a, b) => {
                let first = self.new_like(dst);
                self.emit(opcode)
                    .def(first)
                    .reg(no)
                    .reg(yes)
                    .imm(a.imm())
                    .done();
                self.emit(opcode)
                    .def(dst)
                    .reg(first)
                    .reg(yes)
                    .imm(b.imm())
                    .done();
            }
            Condition::Both(a, b) => {
                let first = self.new_like(dst);
                let (a, b) = (a.inverse(), b.inverse());
                self.emit(opcode)
                    .def(first)
                    .reg(yes)
                    .reg(no)
                    .imm(a.imm())
                    .done();
                self.emit(opcode)
                    .def(dst)
                    .reg(first)
                    .reg(no)
                    .imm(b.imm())
                    .done();
            }
        }
    }

    /// A 32-bit register whose low byte is `reg`.
    pub(super) fn widen_byte(&mut self, reg: Reg) -> Reg {
        let wide = self.new_reg(PartType::Int(32));
        self.emit(op::MOVZX32rr8).def(wide).reg(reg).done();
        wide
    }
}

impl<'m> Comparisons<'m> for Selector<'_, 'm> {
    fn compare_with_constant(&mut self, compare: IntCompare, value: i64) -> Result<Condition> {
        let IntCompare {
            predicate,
            left,
            is_only: fold,
            ..
        } = compare;
        let bits = self.int_bits(left).unwrap_or(64);
        use IntPredicate::*;
        let signed = predicate.is_signed();
        let (predicate, value) = match (predicate, value) {
            (Ult, 1) => (Eq, 0),
            (Uge, 1) => (Ne, 0),
            (Ugt, 0) => (Ne, 0),
            (Ule, 0) => (Eq, 0),
            (Sgt, -1) => (Sge, 0),
            (Sle, -1) => (Slt, 0),
            (Slt, 1) => (Sle, 0),
            (Sge, 1) => (Sgt, 0),
            other => other,
        };
        let width = match bits {
            8 => Width::W8,
            0..=32 => Width::W32,
            _ => Width::W64,
        };
        if value == 0 && matches!(predicate, Eq | Ne | Slt | Sge | Sgt | Sle) {
            return self.emit_compare_zero(predicate, left, bits, width, fold);
        }
        let w = width as usize;
        let imm = match signed || bits == width.bits() {
            true => value,
            false => (value as u64 & (u64::MAX >> (64 - bits))) as i64,
        };
        let imm = if width == Width::W32 {
            i64::from(imm as i32)
        } else {
            imm
        };
        let cc = Condition::One(Cc::of(predicate));
        let fits = i32::try_from(imm).is_ok();
        if fold
            && fits
            && let Some(load) = self.foldable_operand(left, width)
        {
            let (address, mem) = self.load_address(load)?;
            let emit = self.emit(CMP_MI[w]).ops(&address.operands());
            emit.imm(imm).mem(mem).keep_flags().done();
            return Ok(cc);
        }
        let lhs = self.extend(left, signed, width)?;
        if fits {
            self.emit(CMP_RI[w]).reg(lhs).imm(imm).keep_flags().done();
        } else {
            let rhs = self.use_int(64, imm as u64)?;
            self.emit(CMP_RR[w]).reg(lhs).reg(rhs).keep_flags().done();
        }
        Ok(cc)
    }

    fn compare_values(&mut self, compare: IntCompare, bits: u32) -> Result<Condition> {
        let (predicate, fold) = (compare.predicate, compare.is_only);
        let (left, right) = (compare.left, compare.right);
        let width = match bits {
            8 | 32 | 64 => Width::of_bits(bits),
            9..=32 => Width::W32,
            33..=64 => Width::W64,
            _ => Width::W32,
        };
        let exact = bits == width.bits();
        let w = width as usize;
        if exact && fold {
            if let Some(load) = self.foldable_operand(right, width) {
                let lhs = self.use_value(left)?;
                let (address, mem) = self.load_address(load)?;
                let emit = self.emit(CMP_RM[w]).reg(lhs).ops(&address.operands());
                emit.mem(mem).keep_flags().done();
                return Ok(Condition::One(Cc::of(predicate)));
            }
            if let Some(load) = self.foldable_operand(left, width) {
                let rhs = self.use_value(right)?;
                let (address, mem) = self.load_address(load)?;
                let emit = self.emit(CMP_MR[w]).ops(&address.operands()).reg(rhs);
                emit.mem(mem).keep_flags().done();
                return Ok(Condition::One(Cc::of(predicate)));
            }
        }
        let signed = predicate.is_signed();
        let lhs = self.extend(left, signed, width)?;
        let rhs = self.extend(right, signed, width)?;
        self.emit(CMP_RR[w]).reg(lhs).reg(rhs).keep_flags().done();
        Ok(Condition::One(Cc::of(predicate)))
    }

    fn emit_float_compare(&mut self, inst: Inst, predicate: FloatPredicate) -> Result<Condition> {
        self.compare_scalars(inst, predicate)
    }

    fn lower_special_compare(&mut self, dst: Reg, inst: Inst) -> Result<bool> {
        match self.function.insts[inst].kind {
            InstKind::FCmp(predicate) => self.lower_float_equality(dst, inst, predicate),
            _ => Ok(false),
        }
    }

    fn emit_choices(&mut self, condition: Value, choices: &[Choice]) -> Result<()> {
        match choices {
            [choice] if choice.ty.is_int() => self.emit_select(condition, choice),
            [choice] if FloatKind::of(choice.ty).is_some() => {
                self.lower_float_select(condition, choice)
            }
            _ => self.emit_selects(condition, choices),
        }
    }
}

impl<'m> Conditions<'m> for Selector<'_, 'm> {
    type Condition = Condition;

    const DIFFER: Condition = Condition::One(Cc::Ne);
    const AT_MOST: Condition = Condition::One(Cc::Be);

    fn cmp(&mut self, width: Width, left: Reg, right: Reg) {
        let emit = self.emit(CMP_RR[width as usize]);
        emit.reg(left).reg(right).keep_flags().done();
    }

    /// Puts a condition into an 8-bit register as 0 or 1.
    fn emit_set(&mut self, dst: Reg, condition: Condition) {
        match condition {
            Condition::One(cc) => {
                self.emit(op::SETCCr).def(dst).imm(cc.imm()).done();
            }
            Condition::Known(value) => {
                self.emit(op::MOV8ri).def(dst).imm(i64::from(value)).done();
            }
            Condition::Both(a, b) | Condition::Either(a, b) => {
                let (first, second) = (
                    self.new_reg(PartType::Int(8)),
                    self.new_reg(PartType::Int(8)),
                );
                self.emit(op::SETCCr).def(first).imm(a.imm()).done();
                self.emit(op::SETCCr).def(second).imm(b.imm()).done();
                let opcode = match condition {
                    Condition::Both(..) => op::AND8rr,
                    _ => op::OR8rr,
                };
                self.emit(opcode).def(dst).reg(first).reg(second).done();
            }
        }
    }

    fn emit_bit_logic(&mut self, op: BinaryOp, dst: Reg, left: Reg, right: Reg) {
        let opcode = match op {
            BinaryOp::And => op::AND8rr,
            _ => op::OR8rr,
        };
        self.emit(opcode).def(dst).reg(left).reg(right).done();
    }
}

/// The narrowest part of a number of `bits` bits in memory that has all bits of `mask`, by its width and its offset in bytes. None
/// of 16 bits: a constant of that size takes long to decode.
fn tested_part(mask: u64, bits: u32) -> Option<(Width, u64)> {
    if !matches!(bits, 8 | 16 | 32 | 64) || mask == 0 {
        return None;
    }
    let (low, high) = (mask.trailing_zeros(), 63 - mask.leading_zeros());
    let part = |width: Width| {
        let size = width.bits();
        (low / size == high / size).then_some((width, u64::from(low / size * size / 8)))
    };
    part(Width::W8).or_else(|| part(Width::W32).filter(|_| bits == 64))
}

/// What llc's selection computes for a comparison until it finds that only the flags are read: a
/// difference, and before it the operand in memory.
pub(super) fn dropped_results(opcode: Opcode) -> &'static [RegClass] {
    const CLASSES: [[RegClass; 2]; 4] = [
        [class::GR8; 2],
        [class::GR16; 2],
        [class::GR32; 2],
        [class::GR64; 2],
    ];
    let forms = [&CMP_RR, &CMP_RI, &CMP_RM, &CMP_MR, &CMP_MI];
    for (index, opcodes) in forms.iter().enumerate() {
        if let Some(width) = opcodes.iter().position(|form| *form == opcode) {
            return if index < 2 {
                &CLASSES[width][..1]
            } else {
                &CLASSES[width]
            };
        }
    }
    &[]
}

pub(super) const CMP_RR: [Opcode; 4] = [op::CMP8rr, op::CMP16rr, op::CMP32rr, op::CMP64rr];
pub(super) const CMP_RI: [Opcode; 4] = [op::CMP8ri, op::CMP16ri, op::CMP32ri, op::CMP64ri32];
const CMP_RM: [Opcode; 4] = [op::CMP8rm, op::CMP16rm, op::CMP32rm, op::CMP64rm];
const CMP_MR: [Opcode; 4] = [op::CMP8mr, op::CMP16mr, op::CMP32mr, op::CMP64mr];
pub(super) const CMP_MI: [Opcode; 4] = [op::CMP8mi, op::CMP16mi, op::CMP32mi, op::CMP64mi32];
pub(super) const TEST_RR: [Opcode; 4] = [op::TEST8rr, op::TEST16rr, op::TEST32rr, op::TEST64rr];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_have_inverses() {
        assert_eq!(Cc::G.imm(), 15);
        assert_eq!(
            (Cc::L.inverse(), Cc::E.inverse(), Cc::A.inverse()),
            (Cc::Ge, Cc::Ne, Cc::Be)
        );
        let both = Condition::Both(Cc::E, Cc::Np);
        assert_eq!(both.inverse(), Condition::Either(Cc::Ne, Cc::P));
    }
}
