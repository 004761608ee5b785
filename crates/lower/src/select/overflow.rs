//! Integer arithmetic that notices overflow: `with.overflow`, saturation; minimum, maximum, absolute value.

use avarice_ir::{Inst, InstKind, Intrinsic, Value};
use avarice_mir::Reg;

use super::arithmetic::Arithmetic;
use super::integers::IntWidth;
use super::wide_integers::WideIntegers;
use avarice_legalize::Result;

/// What an intrinsic that tells of overflow computes, and whether of signed numbers.
fn arithmetic(intrinsic: Intrinsic) -> Option<(Arithmetic, bool)> {
    use Intrinsic::*;
    Some(match intrinsic {
        SaddWithOverflow => (Arithmetic::Add, true),
        SsubWithOverflow => (Arithmetic::Sub, true),
        SmulWithOverflow => (Arithmetic::Mul, true),
        UaddWithOverflow => (Arithmetic::Add, false),
        UsubWithOverflow => (Arithmetic::Sub, false),
        UmulWithOverflow => (Arithmetic::Mul, false),
        _ => return None,
    })
}

/// Selects arithmetic that notices overflow.
pub trait OverflowArithmetic<'m>: WideIntegers<'m> {
    /// Emits `dst = left op right` in registers of `width`.
    fn emit_arithmetic(&mut self, kind: Arithmetic, width: Self::Width, dst: Reg, of: (Reg, Reg));

    /// Emits `llvm.*.with.overflow` on at most 64 bits: the number comes into `dst`, the condition says whether it overflowed.
    fn emit_overflow(
        &mut self,
        inst: Inst,
        dst: Reg,
        kind: Arithmetic,
        signed: bool,
    ) -> Result<Self::Condition>;

    /// The register for a number of `bits` bits that nothing reads, where there is one.
    fn unread_number(&self, kind: Arithmetic, bits: u32) -> Option<Reg>;

    /// Selects `llvm.{s,u}{add,sub}.sat`.
    fn lower_saturating(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()>;

    /// Selects `llvm.smax` and its kin on at most 64 bits.
    fn lower_narrow_min_max(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()>;

    /// Selects `llvm.abs` on at most 64 bits.
    fn lower_narrow_abs(&mut self, inst: Inst) -> Result<()>;

    /// Selects `llvm.*.with.overflow`.
    fn lower_overflow(&mut self, inst: Inst, kind: Arithmetic, signed: bool) -> Result<()> {
        match self.is_wide(self.function.operand(inst, 0)) {
            true => self.lower_wide_overflow(inst, kind, signed),
            false => {
                let dst = self.result(inst, 0)?;
                let condition = self.emit_overflow(inst, dst, kind, signed)?;
                self.finish_overflow(inst, condition)
            }
        }
    }

    /// The arithmetic on at most 64 bits whose result `pair` is.
    fn overflow_of(&self, pair: Value) -> Option<(Inst, Arithmetic, bool)> {
        let (inst, kind) = self.def_kind(pair)?;
        if !matches!(kind, InstKind::Call(_)) {
            return None;
        }
        let intrinsic = Intrinsic::of_call(self.module, self.function, inst)?;
        let (kind, signed) = arithmetic(intrinsic)?;
        let is_wide = self.is_wide(self.function.operand(inst, 0));
        (!is_wide).then_some((inst, kind, signed))
    }

    /// Whether part `part` of `value` says whether a number of at most 64 bits overflowed: then it is 0 or 1 in all its
    /// register.
    fn is_overflow_flag(&self, value: Value, part: usize) -> bool {
        let resolved = self.resolve(value, part);
        resolved.is_ok_and(|(pair, part)| part == 1 && self.overflow_of(pair).is_some())
    }

    /// The condition under which `flag`, the second result of `pair`, is true, if the current group can compute `pair`:
    /// nothing else uses the flag, and nothing between the two reads the number.
    ///
    /// ```text
    ///   %pair = call @llvm.sadd.with.overflow(%a, %b)        %sum = ADD32rr %a, %b
    ///   %sum  = extractvalue %pair, 0                   ─▶   JCC_1 %bb.1, overflow
    ///   %flag = extractvalue %pair, 1
    ///   br i1 %flag, label %trap, label %next
    /// ```
    fn emit_overflow_condition(
        &mut self,
        flag: Value,
        pair: Value,
    ) -> Result<Option<Self::Condition>> {
        let Some((inst, kind, signed)) = self.overflow_of(pair) else {
            return Ok(None);
        };
        if !self.in_current_block(inst) || !self.is_for_group_alone(flag) {
            return Ok(None);
        }
        let Some(number) = self.only_number(pair, flag) else {
            return Ok(None);
        };
        let function = self.function;
        if number.is_some_and(|number| !self.may_move_to_group(number, None)) {
            return Ok(None);
        }
        self.mark_done(inst);
        let is_unread = number.is_none_or(|value| function.is_unused(value));
        let bits = self.narrow_bits(function.operand(inst, 0))?;
        let unread = self.unread_number(kind, bits).filter(|_| is_unread);
        let dst = match unread {
            Some(dst) => dst,
            None => self.result(inst, 0)?,
        };
        self.emit_overflow(inst, dst, kind, signed).map(Some)
    }

    /// Whether the only use of `value`, or of what is computed from it alone, is the current instruction.
    fn is_for_group_alone(&self, mut value: Value) -> bool {
        while self.is_foldable(value) {
            let mut uses = self.function.uses_of(value);
            let Some(user) = uses.next().map(|slot| self.function.uses[slot].user) else {
                return false;
            };
            match self.function.insts[user].result.expand() {
                _ if user == self.root => return true,
                Some(result) => value = result,
                None => return false,
            }
        }
        false
    }

    /// The value that takes the number out of `pair` (`None` inside if none does), if besides it only `flag` reads
    /// the pair.
    fn only_number(&self, pair: Value, flag: Value) -> Option<Option<Value>> {
        let mut number = None;
        for slot in self.function.uses_of(pair) {
            let user = self.function.uses[slot].user;
            let value = self.function.insts[user].result.expand()?;
            match &self.function.insts[user].kind {
                InstKind::ExtractValue(_) if value == flag => {}
                InstKind::ExtractValue(indices) if **indices == [0] && number.is_none() => {
                    number = Some(value);
                }
                _ => return None,
            }
        }
        Some(number)
    }

    /// Puts a condition into the second result, if that is used.
    fn finish_overflow(&mut self, inst: Inst, overflow: Self::Condition) -> Result<()> {
        let result = self.function.insts[inst].result.expand();
        if result.is_some_and(|value| !self.requested(value, 1).is_none()) {
            let flag = self.result(inst, 1)?;
            self.emit_set(flag, overflow);
        }
        Ok(())
    }

    /// The exact result of an operation on integers of `bits` bits in a wider register, and that register's width.
    fn wider_result(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
        bits: u32,
    ) -> Result<(Reg, Self::Width)> {
        let width = match kind {
            Arithmetic::Mul => 2 * bits,
            Arithmetic::Add | Arithmetic::Sub => bits + 1,
        };
        let width = match width {
            0..=32 => Self::Width::WORD,
            33..=64 => Self::Width::DOUBLE_WORD,
            _ => return self.unsupported(format!("multiplication of i{bits} with overflow")),
        };
        let result = self.exact_result(inst, kind, signed, width)?;
        Ok((result, width))
    }

    /// The result of an operation on operands that are extended to `width`.
    fn exact_result(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
        width: Self::Width,
    ) -> Result<Reg> {
        let [left, right] = self.operands(inst);
        let operands = (
            self.extend(left, signed, width)?,
            self.extend(right, signed, width)?,
        );
        let dst = self.new_reg(width.part());
        self.emit_arithmetic(kind, width, dst, operands);
        Ok(dst)
    }

    /// Selects `llvm.smax` and its kin.
    fn lower_min_max(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        match self.is_wide(self.function.operand(inst, 0)) {
            true => self.lower_wide_min_max(inst, intrinsic),
            false => self.lower_narrow_min_max(inst, intrinsic),
        }
    }

    /// Selects `llvm.abs`.
    fn lower_abs(&mut self, inst: Inst) -> Result<()> {
        match self.is_wide(self.function.operand(inst, 0)) {
            true => self.lower_wide_abs(inst),
            false => self.lower_narrow_abs(inst),
        }
    }
}
