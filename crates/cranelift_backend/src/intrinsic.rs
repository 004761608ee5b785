//! Intrinsics on scalars; [`avarice_legalize::legalize`] has made those on vectors of these.

use avarice_ir::{Inst, IntPredicate, Intrinsic};
use avarice_legalize::library_function;
use avarice_lower::{FloatKind, class_ranges};
use cranelift_codegen::ir::{self, InstBuilder, TrapCode, types};

use crate::parts::PartKind;
use crate::translator::{Result, Translator};

/// Why `llvm.trap` traps.
const TRAP: TrapCode = TrapCode::unwrap_user(2);

impl Translator<'_, '_> {
    pub(crate) fn translate_intrinsic(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        use Intrinsic::*;
        match intrinsic {
            _ if intrinsic.is_hint() => Ok(()),
            _ if intrinsic.is_identity() => self.copy_operand(inst),
            ThreadlocalAddress => self.copy_operand(inst),
            Prefetch | VaEnd => Ok(()),
            Memcpy | MemcpyInline => self.translate_move(inst, "memcpy"),
            Memmove => self.translate_move(inst, "memmove"),
            Memset | MemsetInline => self.translate_memset(inst),
            Stacksave => {
                let newest = self.newest_heap_block();
                self.define_result(inst, &[newest]);
                Ok(())
            }
            Stackrestore => {
                let until = self.operand(inst, 0)?;
                self.free_heap_blocks(until);
                Ok(())
            }
            VaStart => self.translate_va_start(inst),
            VaCopy => self.translate_va_copy(inst),
            // What follows is not reached, but is code: only a terminator may end a block.
            Trap | Ubsantrap | Debugtrap => {
                let always = self.iconst(types::I8, 0);
                self.builder.ins().trapz(always, TRAP);
                Ok(())
            }
            Frameaddress | Returnaddress => self.translate_frame_address(inst, intrinsic),
            LoadRelative => self.translate_relative_load(inst),
            UaddWithOverflow | UsubWithOverflow | UmulWithOverflow | SaddWithOverflow
            | SsubWithOverflow | SmulWithOverflow => self.translate_overflow(inst, intrinsic),
            _ => {
                let value = match self.int_intrinsic(inst, intrinsic)? {
                    Some(value) => value,
                    None => self.float_intrinsic(inst, intrinsic)?,
                };
                self.define_result(inst, &[value]);
                Ok(())
            }
        }
    }

    fn copy_operand(&mut self, inst: Inst) -> Result<()> {
        let values = self.values(self.function.operand(inst, 0))?;
        self.define_result(inst, &values);
        Ok(())
    }

    fn translate_frame_address(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        if self.known_index(self.function.operand(inst, 0)) != Some(0) {
            let name = intrinsic.name();
            return self.unsupported(format!("{name} of a caller"));
        }
        let address = match intrinsic {
            _ if self.names.takes_saved_arguments => {
                // The frame belongs to the code that saved the arguments.
                let name = intrinsic.name();
                return self.unsupported(format!("{name} in a variadic function"));
            }
            Intrinsic::Frameaddress => self.builder.ins().get_frame_pointer(types::I64),
            _ => self.builder.ins().get_return_address(types::I64),
        };
        self.define_result(inst, &[address]);
        Ok(())
    }

    /// `base + *(i32 *)(base + offset)`.
    fn translate_relative_load(&mut self, inst: Inst) -> Result<()> {
        let base = self.operand(inst, 0)?;
        let offset_value = self.function.operand(inst, 1);
        let bits = self.only_kind(self.ty(offset_value))?.bits();
        let offset = self.value(offset_value)?;
        let offset = self.sign_extended(offset, bits, types::I64);
        let place = self.builder.ins().iadd(base, offset);
        let plain = crate::memory::plain();
        let distance = self.builder.ins().load(types::I32, plain, place, 0);
        let distance = self.builder.ins().sextend(types::I64, distance);
        let address = self.builder.ins().iadd(base, distance);
        self.define_result(inst, &[address]);
        Ok(())
    }

    // ---- Integers -----------------------------------------------------------------------------

    /// Intrinsics on integers; `None` for others.
    fn int_intrinsic(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<Option<ir::Value>> {
        use Intrinsic::*;
        let function = self.function;
        let operand = |index: usize| function.operand(inst, index);
        let predicate = match intrinsic {
            Smax => Some(IntPredicate::Sgt),
            Smin => Some(IntPredicate::Slt),
            Umax => Some(IntPredicate::Ugt),
            Umin => Some(IntPredicate::Ult),
            _ => None,
        };
        if let Some(predicate) = predicate {
            let bits = self.only_kind(self.ty(operand(0)))?.bits();
            let pair = (self.value(operand(0))?, self.value(operand(1))?);
            return Ok(Some(self.select_by(predicate, bits, pair, pair)));
        }
        let value = match intrinsic {
            Abs => {
                let bits = self.only_kind(self.ty(operand(0)))?.bits();
                let value = self.value(operand(0))?;
                self.absolute(value, bits)
            }
            Ctlz | Cttz | Ctpop | Bswap | Bitreverse => {
                let bits = self.only_kind(self.ty(operand(0)))?.bits();
                let value = self.value(operand(0))?;
                self.count_bits(intrinsic, value, bits)
            }
            Fshl | Fshr => self.funnel_shift(inst, intrinsic == Fshl)?,
            UaddSat | UsubSat | SaddSat | SsubSat => self.saturating(inst, intrinsic)?,
            UshlSat | SshlSat => self.saturating_shift(inst, intrinsic == SshlSat)?,
            Ptrmask => {
                let (value, mask) = (self.value(operand(0))?, self.value(operand(1))?);
                self.builder.ins().band(value, mask)
            }
            IsConstant => self.iconst(types::I8, 0),
            FptosiSat | FptouiSat => self.saturating_conversion(inst, intrinsic == FptosiSat)?,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// The absolute value of an integer.
    pub(crate) fn absolute(&mut self, value: ir::Value, bits: u32) -> ir::Value {
        let ty = self.clif_type(value);
        let zero = self.iconst(ty, 0);
        let negated = self.builder.ins().isub(zero, value);
        let negated = self.masked(negated, bits);
        self.select_by(IntPredicate::Slt, bits, (value, zero), (negated, value))
    }

    fn count_bits(&mut self, intrinsic: Intrinsic, value: ir::Value, bits: u32) -> ir::Value {
        let ty = self.clif_type(value);
        let more = self.iconst(ty, u128::from(ty.bits() - bits));
        match intrinsic {
            Intrinsic::Ctlz => {
                let zeros = self.builder.ins().clz(value);
                self.builder.ins().isub(zeros, more)
            }
            Intrinsic::Cttz => {
                // A bit above the width ends the count.
                let value = match ty.bits() > bits {
                    true => {
                        let end = self.iconst(ty, 1 << bits);
                        self.builder.ins().bor(value, end)
                    }
                    false => value,
                };
                self.builder.ins().ctz(value)
            }
            Intrinsic::Ctpop => self.builder.ins().popcnt(value),
            Intrinsic::Bswap if ty == types::I8 => value,
            _ => {
                let turned = match intrinsic {
                    Intrinsic::Bswap => self.builder.ins().bswap(value),
                    _ => self.builder.ins().bitrev(value),
                };
                let more = self.shift_amount(more);
                self.builder.ins().ushr(turned, more)
            }
        }
    }

    /// The upper or lower half of two integers side by side that are shifted.
    fn funnel_shift(&mut self, inst: Inst, left: bool) -> Result<ir::Value> {
        let function = self.function;
        let [high, low, amount] = [0, 1, 2].map(|index| function.operand(inst, index));
        let bits = self.only_kind(self.ty(high))?.bits();
        let is_rotation = high == low;
        let (high, low) = (self.value(high)?, self.value(low)?);
        let amount = self.value(amount)?;
        let ty = self.clif_type(high);
        if is_rotation && ty.bits() == bits {
            let amount = self.shift_amount(amount);
            return Ok(match left {
                true => self.builder.ins().rotl(high, amount),
                false => self.builder.ins().rotr(high, amount),
            });
        }
        let amount = match bits.is_power_of_two() {
            true => {
                let mask = self.iconst(ty, u128::from(bits - 1));
                self.builder.ins().band(amount, mask)
            }
            false => {
                let width = self.iconst(ty, u128::from(bits));
                self.binary(
                    avarice_ir::BinaryOp::URem,
                    PartKind::Int(bits),
                    amount,
                    width,
                )?
            }
        };
        let amount = self.shift_amount(amount);
        let amount_type = self.clif_type(amount);
        let last = self.iconst(amount_type, u128::from(bits - 1));
        let rest = self.builder.ins().isub(last, amount);
        let one = self.iconst(amount_type, 1);
        // By one and by the rest, because a shift by the whole width is none.
        let whole = match left {
            true => {
                let high = self.builder.ins().ishl(high, amount);
                let low = self.builder.ins().ushr(low, one);
                let low = self.builder.ins().ushr(low, rest);
                self.builder.ins().bor(high, low)
            }
            false => {
                let low = self.builder.ins().ushr(low, amount);
                let high = self.builder.ins().ishl(high, one);
                let high = self.builder.ins().ishl(high, rest);
                self.builder.ins().bor(high, low)
            }
        };
        Ok(self.masked(whole, bits))
    }

    // ---- Floating point -----------------------------------------------------------------------

    /// A number as an integer: the first or last one if it does not fit, 0 if it is none.
    fn saturating_conversion(&mut self, inst: Inst, is_signed: bool) -> Result<ir::Value> {
        let to = self.only_kind(self.function.insts[inst].ty)?;
        let value = self.operand(inst, 0)?;
        let bits = to.bits();
        let ty = match bits {
            ..=32 => types::I32,
            33..=64 => types::I64,
            _ => return self.unsupported("a saturating conversion to more than 64 bits"),
        };
        let limited = if is_signed {
            let wide = self.builder.ins().fcvt_to_sint_sat(ty, value);
            let most = self.iconst(ty, (1 << (bits - 1)) - 1);
            let least = self.iconst(ty, u128::MAX << (bits - 1));
            let pair = (wide, most);
            let below = self.select_by(IntPredicate::Slt, ty.bits(), pair, pair);
            let pair = (below, least);
            self.select_by(IntPredicate::Sgt, ty.bits(), pair, pair)
        } else {
            let wide = self.builder.ins().fcvt_to_uint_sat(ty, value);
            let most = self.iconst(ty, u128::MAX >> (128 - bits));
            let pair = (wide, most);
            self.select_by(IntPredicate::Ult, ty.bits(), pair, pair)
        };
        Ok(self.narrowed(limited, to))
    }

    fn float_intrinsic(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<ir::Value> {
        use Intrinsic::*;
        let function = self.function;
        let ty = function.insts[inst].ty;
        if let Some(value) = self.simple_float_intrinsic(inst, intrinsic)? {
            return Ok(value);
        }
        let name = match intrinsic {
            Powi => "__powidf2",
            Ldexp => "ldexp",
            Lrint | Llrint => "lrint",
            Lround | Llround => "lround",
            _ => match library_function(intrinsic) {
                Some(name) => name,
                None => {
                    let name = intrinsic.name();
                    return self.unsupported(format!("intrinsic {name}"));
                }
            },
        };
        let count = match function.insts[inst].kind.call_info() {
            Some(info) => info.num_args as usize,
            None => 0,
        };
        let mut args = smallvec::SmallVec::<[ir::Value; 4]>::new();
        for index in 0..count {
            args.push(self.operand(inst, index)?);
        }
        let source = self.only_kind(self.ty(function.operand(inst, 0)))?;
        let is_single = source == PartKind::Float;
        let name = match (intrinsic, is_single) {
            (_, false) => name.to_owned(),
            (Powi, true) => "__powisf2".to_owned(),
            (_, true) => format!("{name}f"),
        };
        let result = self.only_kind(ty)?;
        if matches!(intrinsic, Powi | Ldexp) && self.clif_type(args[1]) != types::I32 {
            let name = intrinsic.name();
            return self.unsupported(format!("{name} by an integer of this width"));
        }
        if let PartKind::Int(bits) = result {
            // `long` and `long long` have 64 bits.
            let value = self.call_runtime(&name, &args, types::I64);
            return Ok(self.narrowed(value, PartKind::Int(bits)));
        }
        Ok(self.call_runtime(&name, &args, result.clif()))
    }

    /// What Cranelift has an instruction for, or a few; `None` for others.
    fn simple_float_intrinsic(
        &mut self,
        inst: Inst,
        intrinsic: Intrinsic,
    ) -> Result<Option<ir::Value>> {
        use Intrinsic::*;
        let function = self.function;
        let is_known = matches!(
            intrinsic,
            Sqrt | Fabs
                | Floor
                | Ceil
                | Trunc
                | Rint
                | Nearbyint
                | Roundeven
                | Copysign
                | Minimum
                | Maximum
                | Fma
                | Fmuladd
                | IsFpclass
                | Canonicalize
        );
        if !is_known {
            return Ok(None);
        }
        let first = self.operand(inst, 0)?;
        if intrinsic == IsFpclass {
            let test = self.known_index(function.operand(inst, 1));
            return self.is_class(first, test.unwrap_or(0) as u64).map(Some);
        }
        let second = match intrinsic {
            Copysign | Minimum | Maximum | Fma | Fmuladd => self.operand(inst, 1)?,
            _ => first,
        };
        let third = match intrinsic {
            Fma | Fmuladd => self.operand(inst, 2)?,
            _ => first,
        };
        Ok(Some(match intrinsic {
            Sqrt => self.builder.ins().sqrt(first),
            Fabs => self.builder.ins().fabs(first),
            Floor => self.builder.ins().floor(first),
            Ceil => self.builder.ins().ceil(first),
            Trunc => self.builder.ins().trunc(first),
            // To even, which is the default rounding mode.
            Rint | Nearbyint | Roundeven => self.builder.ins().nearest(first),
            Copysign => self.builder.ins().fcopysign(first, second),
            Minimum => self.builder.ins().fmin(first, second),
            Maximum => self.builder.ins().fmax(first, second),
            Fma => self.builder.ins().fma(first, second, third),
            Fmuladd => {
                let product = self.builder.ins().fmul(first, second);
                self.builder.ins().fadd(product, third)
            }
            _ => {
                let one = match self.clif_type(first) {
                    types::F32 => self.builder.ins().f32const(1.0),
                    _ => self.builder.ins().f64const(1.0),
                };
                self.builder.ins().fmul(first, one)
            }
        }))
    }

    /// Whether a number is in one of the classes of `test`: 1 or 0 in 8 bits.
    fn is_class(&mut self, value: ir::Value, test: u64) -> Result<ir::Value> {
        let kind = match self.clif_type(value) {
            types::F32 => FloatKind::Single,
            _ => FloatKind::Double,
        };
        let number = self.bits(value);
        let ty = self.clif_type(number);
        let mut found = self.iconst(types::I8, 0);
        for (low, high) in class_ranges(kind, test) {
            let first = self.iconst(ty, u128::from(low));
            let length = self.iconst(ty, u128::from(high - low));
            let distance = self.builder.ins().isub(number, first);
            let inside = self.int_compare(IntPredicate::Ule, ty.bits(), distance, length);
            found = self.builder.ins().bor(found, inside);
        }
        Ok(found)
    }
}
