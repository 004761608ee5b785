//! Arithmetic, conversions and comparisons of scalars.
//!
//! Integers have types of CLIF of 8, 16, 32, 64 or 128 bits; the bits above an integer's width are zero. Operations
//! whose result depends on the sign work on sign-extended copies; operations that may set bits above the width mask
//! their result:
//!
//! ```text
//!   ashr i24 %x, %y     v1 = sign of bit 23 above x;  v2 = sshr v1, y;  v3 = band v2, 0xff_ffff
//! ```
//!
//! Divisions and conversions of 128-bit integers that Cranelift does not support become calls of compiler runtime
//! functions.

use avarice_ir::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, AbiParam, ExtFuncData, InstBuilder, Signature, types};
use cranelift_codegen::isa::CallConv;

use crate::convention::Machine;
use crate::parts::PartKind;
use crate::translator::{Result, Translator, Values, namespace};

impl Translator<'_, '_> {
    // ---- Widths -------------------------------------------------------------------------------

    /// The type of a value of CLIF.
    pub(crate) fn clif_type(&self, value: ir::Value) -> ir::Type {
        self.builder.func.dfg.value_type(value)
    }

    /// An integer with the bits from `bits` on cleared.
    pub(crate) fn masked(&mut self, value: ir::Value, bits: u32) -> ir::Value {
        let ty = self.clif_type(value);
        if bits >= ty.bits() {
            return value;
        }
        let mask = self.iconst(ty, u128::MAX >> (128 - bits));
        self.builder.ins().band(value, mask)
    }

    /// An integer with zeros above it, as a wider type.
    pub(crate) fn widened(&mut self, value: ir::Value, ty: ir::Type) -> ir::Value {
        match self.clif_type(value).bits() < ty.bits() {
            true => self.builder.ins().uextend(ty, value),
            false => value,
        }
    }

    /// The low bits of an integer.
    pub(crate) fn narrowed(&mut self, value: ir::Value, kind: PartKind) -> ir::Value {
        let value = self.resized(value, kind.clif());
        self.masked(value, kind.bits())
    }

    /// An integer of which only the low bits matter, as another type.
    pub(crate) fn resized(&mut self, value: ir::Value, ty: ir::Type) -> ir::Value {
        match self.clif_type(value).bits() > ty.bits() {
            true => self.builder.ins().ireduce(ty, value),
            false => self.widened(value, ty),
        }
    }

    /// An integer of `bits` bits as `ty`, which is wide enough, with copies of its sign above.
    pub(crate) fn sign_extended(&mut self, value: ir::Value, bits: u32, ty: ir::Type) -> ir::Value {
        let own = self.clif_type(value);
        let value = match own.bits() == bits {
            true => value,
            false => {
                let shift = self.iconst(types::I32, u128::from(own.bits() - bits));
                let up = self.builder.ins().ishl(value, shift);
                self.builder.ins().sshr(up, shift)
            }
        };
        match own.bits() < ty.bits() {
            true => self.builder.ins().sextend(ty, value),
            false => value,
        }
    }

    /// The same in the integer's own type.
    pub(crate) fn signed(&mut self, value: ir::Value, bits: u32) -> ir::Value {
        let ty = self.clif_type(value);
        self.sign_extended(value, bits, ty)
    }

    // ---- Binary operators ---------------------------------------------------------------------

    /// `left op right`.
    ///
    /// # Errors
    /// If the operation has no form for these types.
    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        kind: PartKind,
        left: ir::Value,
        right: ir::Value,
    ) -> Result<ir::Value> {
        let Some(bits) = kind.int_bits() else {
            return Ok(self.float_binary(op, kind, left, right));
        };
        use BinaryOp::{AShr, Add, And, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
        let wide = kind.clif() == types::I128;
        let result = match op {
            Add => self.builder.ins().iadd(left, right),
            Sub => self.builder.ins().isub(left, right),
            Mul => self.builder.ins().imul(left, right),
            UDiv | URem if wide => return Ok(self.divide_wide(op, left, right)),
            SDiv | SRem if wide => {
                let (left, right) = (self.signed(left, bits), self.signed(right, bits));
                self.divide_wide(op, left, right)
            }
            UDiv => self.builder.ins().udiv(left, right),
            URem => self.builder.ins().urem(left, right),
            SDiv | SRem => {
                let (left, right) = (self.signed(left, bits), self.signed(right, bits));
                match op {
                    SDiv => self.builder.ins().sdiv(left, right),
                    _ => self.builder.ins().srem(left, right),
                }
            }
            Shl => {
                let amount = self.shift_amount(right);
                self.builder.ins().ishl(left, amount)
            }
            LShr => {
                let amount = self.shift_amount(right);
                self.builder.ins().ushr(left, amount)
            }
            AShr => {
                let amount = self.shift_amount(right);
                let left = self.signed(left, bits);
                self.builder.ins().sshr(left, amount)
            }
            And => self.builder.ins().band(left, right),
            Or => self.builder.ins().bor(left, right),
            Xor => self.builder.ins().bxor(left, right),
            _ => return self.unsupported(format!("{} of integers", op.keyword())),
        };
        Ok(self.masked(result, bits))
    }

    /// The amount of a shift, which is less than 128.
    pub(crate) fn shift_amount(&mut self, amount: ir::Value) -> ir::Value {
        match self.clif_type(amount) {
            types::I128 => self.builder.ins().ireduce(types::I64, amount),
            _ => amount,
        }
    }

    fn float_binary(
        &mut self,
        op: BinaryOp,
        kind: PartKind,
        left: ir::Value,
        right: ir::Value,
    ) -> ir::Value {
        match op {
            BinaryOp::FAdd => self.builder.ins().fadd(left, right),
            BinaryOp::FSub => self.builder.ins().fsub(left, right),
            BinaryOp::FMul => self.builder.ins().fmul(left, right),
            BinaryOp::FDiv => self.builder.ins().fdiv(left, right),
            // The verifier lets no others have these types.
            _ => {
                let name = if kind == PartKind::Float {
                    "fmodf"
                } else {
                    "fmod"
                };
                self.call_runtime(name, &[left, right], kind.clif())
            }
        }
    }

    fn divide_wide(&mut self, op: BinaryOp, left: ir::Value, right: ir::Value) -> ir::Value {
        let name = match op {
            BinaryOp::UDiv => "__udivti3",
            BinaryOp::URem => "__umodti3",
            BinaryOp::SDiv => "__divti3",
            _ => "__modti3",
        };
        self.call_runtime(name, &[left, right], types::I128)
    }

    /// The result of a function of the runtime, with integers of 64 or 128 bits or numbers.
    pub(crate) fn call_runtime(
        &mut self,
        name: &str,
        args: &[ir::Value],
        result: ir::Type,
    ) -> ir::Value {
        let call = self.emit_runtime_call(name, args, result);
        match *self.builder.inst_results(call) {
            [low, high] => self.builder.ins().iconcat(low, high),
            ref results => results[0],
        }
    }

    /// Calls a function of the runtime; [`types::INVALID`] is for none as its result.
    pub(crate) fn emit_runtime_call(
        &mut self,
        name: &str,
        args: &[ir::Value],
        result: ir::Type,
    ) -> ir::Inst {
        let mut passed = Values::new();
        for arg in args {
            match self.clif_type(*arg) {
                types::I128 => {
                    let (low, high) = self.builder.ins().isplit(*arg);
                    passed.extend([low, high]);
                }
                _ => passed.push(*arg),
            }
        }
        let mut signature = Signature::new(CallConv::SystemV);
        for arg in &passed {
            signature.params.push(AbiParam::new(self.clif_type(*arg)));
        }
        match result {
            types::I128 => signature.returns.extend([AbiParam::new(types::I64); 2]),
            types::INVALID => {}
            _ => signature.returns.push(AbiParam::new(result)),
        }
        let signature = self.builder.import_signature(signature);
        let index = self.symbol(name);
        let name = self.external_name(namespace::SYMBOL, index);
        let callee = self.builder.import_function(ExtFuncData {
            name,
            signature,
            colocated: true,
            patchable: false,
        });
        self.builder.ins().call(callee, &passed)
    }

    // ---- Conversions --------------------------------------------------------------------------

    /// A conversion of one part.
    ///
    /// # Errors
    /// If it has no form for these types.
    pub(crate) fn cast(
        &mut self,
        op: CastOp,
        from: PartKind,
        to: PartKind,
        value: ir::Value,
    ) -> Result<ir::Value> {
        Ok(match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr => {
                self.narrowed(value, to)
            }
            CastOp::SExt => {
                let wide = self.sign_extended(value, from.bits(), to.clif());
                self.masked(wide, to.bits())
            }
            CastOp::BitCast => match (from, to) {
                (PartKind::Int(_), PartKind::Int(_)) => value,
                (_, PartKind::Int(_)) => self.bits(value),
                _ if from == to => value,
                _ => self.as_float(to.clif(), value),
            },
            CastOp::FpExt if from != to => self.builder.ins().fpromote(types::F64, value),
            CastOp::FpTrunc if from != to => self.builder.ins().fdemote(types::F32, value),
            CastOp::FpExt | CastOp::FpTrunc => value,
            CastOp::FpToSi | CastOp::FpToUi => {
                self.float_to_int(value, to, op == CastOp::FpToSi)?
            }
            CastOp::SiToFp | CastOp::UiToFp => {
                self.int_to_float(value, (from, to), op == CastOp::SiToFp)
            }
            CastOp::AddrSpaceCast => return self.unsupported("addrspacecast"),
        })
    }

    /// A number as an integer, rounded towards zero. A number that does not fit gives any integer, but must not trap:
    /// LLVM lets such conversions run ahead of the branch that guards them.
    fn float_to_int(
        &mut self,
        value: ir::Value,
        to: PartKind,
        is_signed: bool,
    ) -> Result<ir::Value> {
        let single = self.clif_type(value) == types::F32;
        let wide = match to.clif() {
            types::I128 => {
                let name = match (is_signed, single) {
                    (true, true) => "__fixsfti",
                    (true, false) => "__fixdfti",
                    (false, true) => "__fixunssfti",
                    (false, false) => "__fixunsdfti",
                };
                self.call_runtime(name, &[value], types::I128)
            }
            ty => {
                let ty = if ty.bits() < 32 { types::I32 } else { ty };
                match is_signed {
                    true => self.builder.ins().fcvt_to_sint_sat(ty, value),
                    false => self.builder.ins().fcvt_to_uint_sat(ty, value),
                }
            }
        };
        Ok(self.narrowed(wide, to))
    }

    fn int_to_float(
        &mut self,
        value: ir::Value,
        (from, to): (PartKind, PartKind),
        is_signed: bool,
    ) -> ir::Value {
        let ty = from.clif();
        let wide = if ty.bits() < 32 { types::I32 } else { ty };
        let value = match is_signed {
            true => self.sign_extended(value, from.bits(), wide),
            false => self.widened(value, wide),
        };
        if wide == types::I128 {
            let name = match (is_signed, to) {
                (true, PartKind::Float) => "__floattisf",
                (true, _) => "__floattidf",
                (false, PartKind::Float) => "__floatuntisf",
                (false, _) => "__floatuntidf",
            };
            return self.call_runtime(name, &[value], to.clif());
        }
        match is_signed {
            true => self.builder.ins().fcvt_from_sint(to.clif(), value),
            false => self.builder.ins().fcvt_from_uint(to.clif(), value),
        }
    }

    // ---- Comparisons --------------------------------------------------------------------------

    /// A comparison of integers: 1 or 0 in 8 bits.
    pub(crate) fn int_compare(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        left: ir::Value,
        right: ir::Value,
    ) -> ir::Value {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let code = match predicate {
            Eq => IntCC::Equal,
            Ne => IntCC::NotEqual,
            Ugt => IntCC::UnsignedGreaterThan,
            Uge => IntCC::UnsignedGreaterThanOrEqual,
            Ult => IntCC::UnsignedLessThan,
            Ule => IntCC::UnsignedLessThanOrEqual,
            Sgt => IntCC::SignedGreaterThan,
            Sge => IntCC::SignedGreaterThanOrEqual,
            Slt => IntCC::SignedLessThan,
            Sle => IntCC::SignedLessThanOrEqual,
        };
        let (left, right) = match predicate {
            Sgt | Sge | Slt | Sle => (self.signed(left, bits), self.signed(right, bits)),
            _ => (left, right),
        };
        self.builder.ins().icmp(code, left, right)
    }

    /// A comparison of numbers: 1 or 0 in 8 bits.
    pub(crate) fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        left: ir::Value,
        right: ir::Value,
    ) -> ir::Value {
        use FloatPredicate::*;
        let code = match predicate {
            False => return self.iconst(types::I8, 0),
            True => return self.iconst(types::I8, 1),
            Oeq => FloatCC::Equal,
            Ogt => FloatCC::GreaterThan,
            Oge => FloatCC::GreaterThanOrEqual,
            Olt => FloatCC::LessThan,
            Ole => FloatCC::LessThanOrEqual,
            One => FloatCC::OrderedNotEqual,
            Ord => FloatCC::Ordered,
            Ueq => FloatCC::UnorderedOrEqual,
            Ugt => FloatCC::UnorderedOrGreaterThan,
            Uge => FloatCC::UnorderedOrGreaterThanOrEqual,
            Ult => FloatCC::UnorderedOrLessThan,
            Ule => FloatCC::UnorderedOrLessThanOrEqual,
            Une => FloatCC::NotEqual,
            Uno => FloatCC::Unordered,
        };
        self.builder.ins().fcmp(code, left, right)
    }

    /// Whether addresses of 64 bits have their lowest byte last.
    pub(crate) fn is_big_endian(&self) -> bool {
        self.convention.machine == Machine::S390x
    }
}
