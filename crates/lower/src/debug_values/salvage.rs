//! What a value is in terms of what it was computed from, for values that no register holds.
//!
//! ```text
//!   %p = getelementptr i8, ptr %a, i64 8       %p is %a, DW_OP_plus_uconst 8
//!   %w = zext i8 %b to i32                     %w is %b, DW_OP_LLVM_convert 8 … 32
//!   %s = add i64 %x, %y                        %s is %x and %y, DW_OP_LLVM_arg 1, DW_OP_plus
//! ```

use avarice_ir::debug_expressions::{Step, Term, offset_steps};
use avarice_ir::{BinaryOp, CastOp, GepStep, GepWalk, Inst, InstKind, Type, TypeData, Value};
use smallvec::{SmallVec, smallvec};

use crate::function::FunctionLowering;

/// Bits of the numbers that an expression computes with.
const WORD_BITS: u32 = 64;

/// A value in terms of others.
pub(super) struct Origin {
    /// The value that it was computed from.
    pub base: Value,
    /// What is done with that.
    pub steps: SmallVec<[Step; 4]>,
    /// Further values, which the steps push as arguments from number `next` on.
    pub others: SmallVec<[Value; 2]>,
}

impl Origin {
    fn renamed(base: Value) -> Self {
        Self {
            base,
            steps: SmallVec::new(),
            others: SmallVec::new(),
        }
    }

    fn then(mut self, steps: impl IntoIterator<Item = Step>) -> Self {
        self.steps.extend(steps);
        self
    }

    /// Pushes another value, which is argument `next` or later.
    fn then_argument(mut self, next: usize, value: Value) -> Self {
        let number = next + self.others.len();
        self.others.push(value);
        self.then([Step::new("DW_OP_LLVM_arg", &[number as u64])])
    }
}

impl FunctionLowering<'_> {
    /// What the result of `inst` was computed from; further values are arguments from number `next` on. `None` if no
    /// expression says that.
    pub(super) fn origin_of(&self, inst: Inst, next: usize) -> Option<Origin> {
        let operands = self.operands_then(inst);
        let ty = self.function.insts[inst].ty;
        match &self.function.insts[inst].kind {
            InstKind::Cast(op) => self.origin_of_cast(*op, *operands.first()?, ty),
            InstKind::GetElementPtr { source } => self.origin_of_gep(*source, &operands, next),
            InstKind::Binary(op) => match operands[..] {
                [left, right] => self.origin_of_binary(*op, [left, right], next),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operands of `inst`, or those that it had when it went.
    pub(super) fn operands_then(&self, inst: Inst) -> SmallVec<[Value; 4]> {
        match self.function.insts[inst].block.is_some() {
            true => self.function.operands(inst).collect(),
            false => self.function.debug.operands_of_removed(inst).into(),
        }
    }

    fn origin_of_cast(&self, op: CastOp, from: Value, to: Type) -> Option<Origin> {
        let bits = |ty: Type| match self.module.types[ty] {
            TypeData::Integer(bits) => Some(u64::from(bits)),
            TypeData::Pointer(_) => self.layout.size_in_bits(&self.module.types, ty),
            _ => None,
        };
        let before = self.ty(from);
        let renamed = Origin::renamed(from);
        match op {
            CastOp::BitCast if before == to => Some(renamed),
            CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
                let (before, after) = (bits(before)?, bits(to)?);
                if before == after {
                    return Some(renamed);
                }
                let encoding = match op {
                    CastOp::SExt => "DW_ATE_signed",
                    _ => "DW_ATE_unsigned",
                };
                let convert = |bits: u64| Step {
                    operation: "DW_OP_LLVM_convert".into(),
                    operands: smallvec![Term::Number(bits), Term::Name(encoding.into())],
                };
                Some(renamed.then([convert(before), convert(after)]))
            }
            _ => None,
        }
    }

    fn origin_of_gep(&self, source: Type, operands: &[Value], next: usize) -> Option<Origin> {
        let (base, indices) = operands.split_first()?;
        if !matches!(self.module.types[self.ty(*base)], TypeData::Pointer(_)) {
            return None;
        }
        let mut walk = GepWalk::new(source);
        let mut offset = 0i64;
        let mut origin = Origin::renamed(*base);
        for index in indices {
            let index = self.function.debug.current(*index);
            match walk.step(self.layout, &self.module.types, self.const_signed(index))? {
                GepStep::Offset(more) => offset = offset.checked_add(more)?,
                GepStep::Stride(stride) => {
                    // A narrower index would be extended.
                    if self.int_width(index)? != WORD_BITS {
                        return None;
                    }
                    origin = origin.then_argument(next, index).then([
                        Step::new("DW_OP_constu", &[stride]),
                        Step::new("DW_OP_mul", &[]),
                        Step::new("DW_OP_plus", &[]),
                    ]);
                }
            }
        }
        Some(origin.then(offset_steps(offset)))
    }

    fn int_width(&self, value: Value) -> Option<u32> {
        self.module.types.int_bits(self.ty(value))
    }

    fn origin_of_binary(
        &self,
        op: BinaryOp,
        [left, right]: [Value; 2],
        next: usize,
    ) -> Option<Origin> {
        let width = self.int_width(left).filter(|width| *width <= WORD_BITS)?;
        // Registers have more bits than narrow numbers, which only these leave alone.
        let keeps_to_width = matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
        );
        let operation = match op {
            BinaryOp::Add => "DW_OP_plus",
            BinaryOp::Sub => "DW_OP_minus",
            BinaryOp::Mul => "DW_OP_mul",
            BinaryOp::SDiv => "DW_OP_div",
            BinaryOp::And => "DW_OP_and",
            BinaryOp::Or => "DW_OP_or",
            BinaryOp::Xor => "DW_OP_xor",
            BinaryOp::Shl => "DW_OP_shl",
            BinaryOp::LShr => "DW_OP_shr",
            BinaryOp::AShr => "DW_OP_shra",
            _ => return None,
        };
        let right = self.function.debug.current(right);
        let constant = self.const_signed(right);
        if !keeps_to_width && width != WORD_BITS
            || op == BinaryOp::Shl && width != WORD_BITS && constant.is_none()
        {
            return None;
        }
        let origin = Origin::renamed(left);
        let operation = Step::new(operation, &[]);
        Some(match (op, constant) {
            (BinaryOp::Add, Some(value)) => origin.then(offset_steps(value)),
            (BinaryOp::Sub, Some(value)) => origin.then(offset_steps(value.checked_neg()?)),
            (_, Some(value)) => {
                let push = Step::new("DW_OP_constu", &[value as u64]);
                origin.then([push, operation])
            }
            (_, None) => origin.then_argument(next, right).then([operation]),
        })
    }
}
