//! Arithmetic, shifts and logic on constants.

use avarice_ir::{BinaryOp, CastOp, Const, ConstExpr, ConstKind, InstFlags, Type};

use super::Folder;
use super::float::Format;
use super::int::Int;
use super::int_binary::int_binary;

/// Values of `"denormal-fp-math"` by which the smallest numbers are kept.
const STANDARD: [&str; 2] = ["ieee", "ieee,ieee"];

impl Folder<'_> {
    /// `left op right`
    pub fn binary(&mut self, op: BinaryOp, left: Const, right: Const) -> Option<Const> {
        use BinaryOp::*;
        let ty = self.ty(left);
        if self.is_poison(left) || self.is_poison(right) {
            return Some(self.poison(ty));
        }
        let scalable = self
            .vector(ty)
            .is_none_or(|(_, len, scalable)| scalable || len > super::MAX_ELEMENTS);
        if scalable && (self.is_undef(left) || self.is_undef(right)) {
            return self.binary_of_undef(op, left, right);
        }
        if self.vector(ty).is_some() {
            return self.elementwise(ty, &[left, right], |folder, parts| {
                folder.binary(op, parts[0], parts[1])
            });
        }
        match op {
            FAdd | FSub | FMul | FDiv | FRem => {
                let (format, a) = self.as_float(left)?;
                let (_, b) = self.as_float(right)?;
                let result = format.binary(op, a, b)?;
                let is_known = self.keeps_small_numbers(format, [a, b, result]);
                is_known.then(|| self.float(ty, format, result))
            }
            _ => match (self.as_int(left), self.as_int(right)) {
                (Some(a), Some(b)) => match int_binary(op, &a, &b)? {
                    Some(result) => Some(self.int(ty, &result)),
                    None => Some(self.poison(ty)),
                },
                (a, b) => self.binary_of_expr(op, left, right, a, b),
            },
        }
    }

    /// Whether the machine treats these numbers as the standard says: if a function of the module has an attribute
    /// `"denormal-fp-math"` with another mode, denormals may be flushed to zero.
    pub(super) fn keeps_small_numbers<const N: usize>(
        &self,
        format: Format,
        all: [u128; N],
    ) -> bool {
        if !all.iter().any(|value| format.is_denormal(*value)) {
            return true;
        }
        let is_standard = |value: Option<&str>| value.is_none_or(|value| STANDARD.contains(&value));
        let mut sets = self.module.attr_sets.values();
        let keys = ["denormal-fp-math", "denormal-fp-math-f32"];
        sets.all(|set| keys.iter().all(|key| is_standard(set.string(key))))
    }

    /// One operand is `undef`, none is `poison`.
    fn binary_of_undef(&mut self, op: BinaryOp, left: Const, right: Const) -> Option<Const> {
        use BinaryOp::*;
        let ty = self.ty(left);
        let both = self.is_undef(left) && self.is_undef(right);
        let zero = |folder: &mut Self| folder.null(ty);
        match op {
            Xor if both => zero(self),
            Xor | Add | Sub => Some(self.undef(ty)),
            And | Mul | Or if both => Some(left),
            And => zero(self),
            Or => {
                let bits = self.module.types.int_bits(self.module.types.scalar(ty))?;
                Some(self.int(ty, &Int::ones(bits)))
            }
            Mul => {
                let other = if self.is_undef(left) { right } else { left };
                match self.as_int(other) {
                    Some(value) if value.bit(0) => Some(self.undef(ty)),
                    _ => zero(self),
                }
            }
            UDiv | SDiv | URem | SRem => {
                if self.is_undef(right) || self.is_null(right) {
                    return Some(self.poison(ty));
                }
                let by_one = self.as_int(right).is_some_and(|value| value.is_one());
                if matches!(op, UDiv | SDiv) && by_one {
                    return Some(left);
                }
                zero(self)
            }
            Shl | LShr | AShr => {
                if self.is_undef(right) {
                    return Some(self.poison(ty));
                }
                if self.is_null(right) {
                    return Some(left);
                }
                zero(self)
            }
            FAdd | FSub | FMul | FDiv | FRem => {
                if both || op == FSub && self.is_negative_zero(left) {
                    return Some(self.undef(ty));
                }
                let format = Format::of(&self.module.types[self.module.types.scalar(ty)])?;
                Some(self.float(ty, format, format.nan()))
            }
        }
    }

    fn is_negative_zero(&self, id: Const) -> bool {
        self.as_float(id)
            .is_some_and(|(format, bits)| format.neg(bits) == 0)
    }

    /// At least one operand is no number but an expression with the address of a global.
    fn binary_of_expr(
        &mut self,
        op: BinaryOp,
        mut left: Const,
        mut right: Const,
        a: Option<Int>,
        b: Option<Int>,
    ) -> Option<Const> {
        use BinaryOp::*;
        let ty = self.ty(left);
        if op == Sub
            && let Some(result) = self.address_difference(left, right)
        {
            return Some(result);
        }
        // The number goes to the right where it may.
        let mut number = b;
        if matches!(op, Add | Mul | And | Or | Xor) && a.is_some() {
            std::mem::swap(&mut left, &mut right);
            number = a;
        }
        if let Some(number) = number {
            match op {
                Add | Sub | Or | Xor | Shl | LShr | AShr if number.is_zero() => return Some(left),
                Mul | And if number.is_zero() => return Some(right),
                UDiv | SDiv | URem | SRem if number.is_zero() => return Some(self.poison(ty)),
                Mul | UDiv | SDiv if number.is_one() => return Some(left),
                And if number.is_ones() => return Some(left),
                Or if number.is_ones() => return Some(right),
                URem | SRem if number.is_one() => return self.null(ty),
                _ => {}
            }
        }
        let is_expr = |id| matches!(self.kind(id), ConstKind::Expr(_));
        if !matches!(op, Add | Sub | Mul | Xor) || !(is_expr(left) || is_expr(right)) {
            return None;
        }
        let expr = ConstExpr::Binary(op, InstFlags::empty(), left, right);
        Some(self.make(ty, ConstKind::Expr(expr)))
    }

    /// `ptrtoint (@g + a) - ptrtoint (@g + b)`
    fn address_difference(&mut self, left: Const, right: Const) -> Option<Const> {
        let ty = self.ty(left);
        let left = self.address_in_int(left)?;
        let right = self.address_in_int(right)?;
        if left.base != right.base {
            return None;
        }
        let bits = self.module.types.int_bits(ty)?;
        let difference = left.offset.wrapping_sub(right.offset);
        let value = Int::new(64, u128::from(difference as u64)).resized_signed(bits);
        Some(self.int(ty, &value))
    }

    /// The address that an integer constant is the number of, if the integer is as wide as a pointer.
    fn address_in_int(&self, id: Const) -> Option<super::BaseAndOffset> {
        let ty = self.ty(id);
        match *self.expr(id)? {
            ConstExpr::Cast(CastOp::PtrToInt, pointer) => {
                self.is_pointer_sized(ty).then_some(())?;
                let address = self.base_and_offset(pointer);
                self.as_global(address.base).map(|_| address)
            }
            _ => None,
        }
    }

    /// Whether `ty` is an integer type of a pointer's width.
    pub fn is_pointer_sized(&self, ty: Type) -> bool {
        self.module.types.int_bits(ty).map(u64::from) == Some(self.layout.pointer_size(0) * 8)
    }

    /// `fneg`
    pub fn fneg(&mut self, value: Const) -> Option<Const> {
        let ty = self.ty(value);
        if self.is_undef(value) {
            return Some(value);
        }
        if self.vector(ty).is_some() {
            return self.elementwise(ty, &[value], |folder, parts| folder.fneg(parts[0]));
        }
        let (format, bits) = self.as_float(value)?;
        Some(self.float(ty, format, format.neg(bits)))
    }
}
