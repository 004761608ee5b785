//! Comparisons of lanes: all ones where the predicate holds, else zeros.

use avarice_ir::{FloatPredicate, InstKind, IntPredicate, Value};
use avarice_lower::Result;
use avarice_lower::select::Mask;
use avarice_mir::Reg;

use super::super::Selector;
use super::arithmetic::OR;
use super::opcodes::{self, ByFloats, ByInts, Form};

/// Of a predicate on numbers: which instructions compute masks whose union it is, and whether it is the
/// complement of that.
struct NumberCompare {
    /// Each with its operands exchanged or not.
    steps: [Option<(&'static ByFloats, bool)>; 2],
    inverted: bool,
}

impl NumberCompare {
    fn of(predicate: FloatPredicate) -> Self {
        use FloatPredicate::*;
        use opcodes::{FCMEQ, FCMGE, FCMGT};
        let (steps, inverted): ([Option<(&'static ByFloats, bool)>; 2], bool) = match predicate {
            Oeq => ([Some((&FCMEQ, false)), None], false),
            Une => ([Some((&FCMEQ, false)), None], true),
            Ogt => ([Some((&FCMGT, false)), None], false),
            Oge => ([Some((&FCMGE, false)), None], false),
            Olt => ([Some((&FCMGT, true)), None], false),
            Ole => ([Some((&FCMGE, true)), None], false),
            Ult => ([Some((&FCMGE, false)), None], true),
            Ule => ([Some((&FCMGT, false)), None], true),
            Ugt => ([Some((&FCMGE, true)), None], true),
            Uge => ([Some((&FCMGT, true)), None], true),
            One => ([Some((&FCMGT, false)), Some((&FCMGT, true))], false),
            Ueq => ([Some((&FCMGT, false)), Some((&FCMGT, true))], true),
            Ord => ([Some((&FCMGE, false)), Some((&FCMGT, true))], false),
            Uno => ([Some((&FCMGE, false)), Some((&FCMGT, true))], true),
            False => ([None, None], false),
            True => ([None, None], true),
        };
        Self { steps, inverted }
    }
}

/// Of a predicate on integers: the instructions, whether their operands are exchanged, and whether the
/// complement is meant.
fn int_compare(predicate: IntPredicate) -> (&'static ByInts, bool, bool) {
    use IntPredicate::*;
    use opcodes::{CMEQ, CMGE, CMGT, CMHI, CMHS};
    match predicate {
        Eq => (&CMEQ, false, false),
        Ne => (&CMEQ, false, true),
        Sgt => (&CMGT, false, false),
        Sge => (&CMGE, false, false),
        Slt => (&CMGT, true, false),
        Sle => (&CMGE, true, false),
        Ugt => (&CMHI, false, false),
        Uge => (&CMHS, false, false),
        Ult => (&CMHI, true, false),
        Ule => (&CMHS, true, false),
    }
}

/// The comparison with zero that a predicate is, if there is one.
fn zero_compare(predicate: IntPredicate) -> Option<&'static ByInts> {
    use IntPredicate::*;
    Some(match predicate {
        Eq | Ne => &opcodes::CMEQ_ZERO,
        Sgt => &opcodes::CMGT_ZERO,
        Sge => &opcodes::CMGE_ZERO,
        Slt => &opcodes::CMLT_ZERO,
        Sle => &opcodes::CMLE_ZERO,
        _ => return None,
    })
}

impl Selector<'_, '_> {
    pub(super) fn compare_ints(
        &mut self,
        predicate: IntPredicate,
        form: Form,
        (left, right): (Value, Value),
        part: usize,
    ) -> Result<Mask> {
        if self.is_zero_vector(right) {
            let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
            if is_equality && let Some(mask) = self.test_bits(form, left, part)? {
                return Ok((mask, predicate == IntPredicate::Eq));
            }
            if let Some(opcodes) = zero_compare(predicate) {
                let src = self.use_part(left, part)?;
                let opcode = self.int_opcode(form, opcodes)?;
                return Ok((
                    self.packed_unary(opcode, src),
                    predicate == IntPredicate::Ne,
                ));
            }
        }
        let (opcodes, exchanged, inverted) = int_compare(predicate);
        let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
        let (lhs, rhs) = if exchanged { (rhs, lhs) } else { (lhs, rhs) };
        let opcode = self.int_opcode(form, opcodes)?;
        Ok((self.packed(opcode, lhs, rhs), inverted))
    }

    /// `a & b != 0` as one instruction, if `value`, an `and`, has no other use.
    fn test_bits(&mut self, form: Form, value: Value, part: usize) -> Result<Option<Reg>> {
        let Some((and, InstKind::Binary(avarice_ir::BinaryOp::And))) = self.def_kind(value) else {
            return Ok(None);
        };
        if !self.is_foldable(value) {
            return Ok(None);
        }
        let [a, b] = [0, 1].map(|index| self.function.operand(and, index));
        let (a, b) = (self.use_part(a, part)?, self.use_part(b, part)?);
        let opcode = self.int_opcode(form, &opcodes::CMTST)?;
        Ok(Some(self.packed(opcode, a, b)))
    }

    pub(super) fn compare_numbers(
        &mut self,
        predicate: FloatPredicate,
        form: Form,
        (left, right): (Value, Value),
        part: usize,
    ) -> Result<Mask> {
        let NumberCompare { steps, inverted } = NumberCompare::of(predicate);
        if steps[0].is_none() {
            return Ok((self.vector_zero(form.wide)?, inverted));
        }
        let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
        let mut union: Option<Reg> = None;
        for (opcodes, exchanged) in steps.into_iter().flatten() {
            let (lhs, rhs) = if exchanged { (rhs, lhs) } else { (lhs, rhs) };
            let mask = self.packed(form.float(opcodes), lhs, rhs);
            union = Some(match union {
                Some(other) => self.packed(OR[usize::from(form.wide)], other, mask),
                None => mask,
            });
        }
        match union {
            Some(mask) => Ok((mask, inverted)),
            None => self.unsupported("comparison of this kind"),
        }
    }
}
