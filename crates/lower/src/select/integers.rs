//! Integers of one width in registers of another: extension, truncation, and what is known of high bits.

use avarice_ir::{BinaryOp, CastOp, Inst, InstFlags, InstKind, Value};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::selector::Select;
use crate::parts::PartType;
use avarice_legalize::Result;

/// How many values of a phi are looked at.
const MAX_PHI: usize = 8;

/// A size of integer operation.
pub trait IntWidth: Copy + PartialEq {
    /// 32 bits.
    const WORD: Self;
    /// 64 bits.
    const DOUBLE_WORD: Self;

    /// The width of the register that holds an integer of `bits` bits.
    fn of_bits(bits: u32) -> Self;

    /// Bits of a register of this width.
    fn bits(self) -> u32;

    /// The part that a full register of this width holds.
    fn part(self) -> PartType {
        PartType::Int(self.bits() as u8)
    }
}

/// An extension of an integer.
#[derive(Clone, Copy)]
pub struct Widening<W> {
    /// Whether by copies of the sign.
    pub signed: bool,
    /// From so many bits.
    pub bits: u32,
    /// To a register of this width, which is wider.
    pub to: W,
}

impl<W> Widening<W> {
    /// By copies of the sign, if `signed`, or zeros, from `bits` bits.
    pub fn new(signed: bool, bits: u32, to: W) -> Self {
        Self { signed, bits, to }
    }
}

/// Selects what changes the width of integers.
pub trait Integers<'m>: Select<'m> {
    /// Sizes of integer operations.
    type Width: IntWidth;

    /// Whether `value`, which `inst` computes, has zeros above the type's width for a reason that depends on the
    /// target's instructions; looks `depth` instructions deep.
    fn computes_zeros(&self, value: Value, inst: Inst, kind: &InstKind, depth: u32) -> bool;

    /// Whether a zero extension within a register is left out where the zeros are there.
    const SKIPS_KNOWN_ZEROS: bool;

    /// Emits a load of an integer, extended.
    fn emit_extending_load(
        &mut self,
        dst: Reg,
        load: Inst,
        how: Widening<Self::Width>,
    ) -> Result<()>;

    /// Emits `dst` = `of`, a value and its register, extended.
    fn emit_extended(&mut self, dst: Reg, of: (Value, Reg), how: Widening<Self::Width>);

    /// Emits `dst = src`, extended; nothing is known of the bits of `src` above those that count.
    fn emit_register_extension(&mut self, dst: Reg, src: Reg, how: Widening<Self::Width>);

    /// Copies the low part of `src`, a register of width `from`, to `dst`, one of width `to`.
    fn copy_low(&mut self, dst: Reg, src: Reg, from: Self::Width, to: Self::Width);

    /// `dst`, of 64 bits, = `src`, of 32: the instruction that defined `src` cleared the upper half.
    fn emit_zero_extension(&mut self, dst: Reg, src: Reg);

    /// A register of `to` (at least the value's own width) that holds `value` extended.
    fn extend(&mut self, value: Value, signed: bool, to: Self::Width) -> Result<Reg> {
        let Some(bits) = self.int_bits(value) else {
            return self.unsupported("extension of something that is no integer");
        };
        if let Some(bits_value) = self.const_int(value) {
            let full = match signed {
                true => self.const_signed(value).unwrap_or(0) as u64,
                false => bits_value,
            };
            return self.use_int(to.bits(), full);
        }
        let skips = Self::SKIPS_KNOWN_ZEROS && !signed && Self::Width::of_bits(bits) == to;
        if bits == to.bits() || (skips && self.is_zero_extended(value, 4)) {
            return self.use_value(value);
        }
        let dst = self.new_reg(to.part());
        self.emit_extend(dst, value, Widening::new(signed, bits, to))?;
        Ok(dst)
    }

    /// Emits `dst = value`, extended.
    fn emit_extend(&mut self, dst: Reg, value: Value, how: Widening<Self::Width>) -> Result<()> {
        if let Some(load) = self.extending_load(value, how.bits, how.to) {
            return self.emit_extending_load(dst, load, how);
        }
        let src = self.use_value(value)?;
        self.emit_extended(dst, (value, src), how);
        Ok(())
    }

    /// The load that an extension of `value` to `to` can fold.
    fn extending_load(&self, value: Value, bits: u32, to: Self::Width) -> Option<Inst> {
        let natural = matches!(bits, 8 | 16) || (bits == 32 && to == Self::Width::DOUBLE_WORD);
        natural.then(|| self.foldable_load(value)).flatten()
    }

    /// Whether the register of `value` surely has zeros above the type's width. Looks `depth`
    /// instructions deep.
    fn is_zero_extended(&self, value: Value, depth: u32) -> bool {
        let Some(bits) = self.int_bits(value) else {
            return false;
        };
        if bits == Self::Width::of_bits(bits).bits() {
            return true;
        }
        if self.function.as_const(value).is_some() {
            return self.const_int(value).is_some();
        }
        let Some((inst, kind)) = self.def_kind(value) else {
            return self.is_extended_argument(value);
        };
        if depth == 0 {
            return false;
        }
        match kind {
            InstKind::ICmp(_) | InstKind::FCmp(_) => true,
            InstKind::Load { .. } if self.may_load_sign(value) => false,
            InstKind::Phi => {
                let mut values = self.function.operands(inst);
                self.function.operands(inst).count() <= MAX_PHI
                    && values.all(|value| self.is_zero_extended(value, depth - 1))
            }
            InstKind::Binary(BinaryOp::LShr | BinaryOp::UDiv | BinaryOp::URem) => true,
            InstKind::Cast(CastOp::ZExt) => {
                let from = self.int_bits(self.function.operand(inst, 0));
                from.is_some_and(|from| from < bits)
            }
            kind => self.computes_zeros(value, inst, kind, depth),
        }
    }

    /// How many of the lowest bits of `value` may not be 0.
    fn significant_bits(&self, value: Value) -> u32 {
        self.significant_bits_to(value, 4)
    }

    /// The same; looks `depth` instructions deep.
    fn significant_bits_to(&self, value: Value, depth: u32) -> u32 {
        // Wide numbers, too: what is above 64 bits may be shifted down.
        let bits = self.module.types.int_bits(self.ty(value));
        let bits = bits.unwrap_or(u32::MAX);
        if let Some(number) = self.const_int(value).filter(|_| bits <= u64::BITS) {
            return (u64::BITS - number.leading_zeros()).min(bits);
        }
        let Some((inst, kind)) = self.def_kind(value).filter(|_| depth > 0) else {
            return bits;
        };
        let operand = |at| self.function.operand(inst, at);
        let of = |at| self.significant_bits_to(operand(at), depth - 1);
        let constant = || self.const_int(operand(1));
        let known = match kind {
            InstKind::ICmp(_) | InstKind::FCmp(_) => 1,
            InstKind::Cast(CastOp::ZExt | CastOp::Trunc) => of(0),
            InstKind::Select => of(1).max(of(2)),
            InstKind::Binary(BinaryOp::And) => of(0).min(of(1)),
            InstKind::Binary(BinaryOp::Or | BinaryOp::Xor) => of(0).max(of(1)),
            InstKind::Binary(BinaryOp::Add) => of(0).max(of(1)).saturating_add(1),
            InstKind::Binary(BinaryOp::Mul) => of(0).saturating_add(of(1)),
            InstKind::Binary(BinaryOp::UDiv | BinaryOp::LShr) => {
                of(0).saturating_sub(match (kind, constant()) {
                    (InstKind::Binary(BinaryOp::UDiv), Some(by)) => by.checked_ilog2().unwrap_or(0),
                    (_, Some(by)) => u32::try_from(by).unwrap_or(u32::MAX),
                    _ => 0,
                })
            }
            InstKind::Binary(BinaryOp::URem) => of(1),
            InstKind::Binary(BinaryOp::Shl) => match constant() {
                Some(by) => of(0).saturating_add(u32::try_from(by).unwrap_or(bits)),
                None => bits,
            },
            _ => bits,
        };
        known.min(bits)
    }

    /// Whether `value` is an argument that the caller has zero-extended.
    fn is_extended_argument(&self, value: Value) -> bool {
        let avarice_ir::ValueDef::Arg(index) = self.function.values[value].def else {
            return false;
        };
        let attrs = self.module.attrs(self.param_attrs(index as usize));
        attrs.has("zeroext") && self.int_bits(value).is_some_and(|bits| bits <= 32)
    }

    /// The low part of `src`, a register of width `from`, as one of width `to`.
    fn low(&mut self, src: Reg, from: Self::Width, to: Self::Width) -> Reg {
        if from == to {
            return src;
        }
        let dst = self.new_reg(to.part());
        self.copy_low(dst, src, from, to);
        dst
    }

    /// A 64-bit register with `src`, of 32 bits, and zeros above. `src` was just defined by an
    /// instruction that cleared the upper half.
    fn zero_extended_64(&mut self, src: Reg) -> Reg {
        let dst = self.new_reg(PartType::Int(64));
        self.emit_zero_extension(dst, src);
        dst
    }

    /// Gives the machine instruction that defines `dst` those flags of `names` that `inst` has, if it is the
    /// same operation, as `is_form` says of its opcode.
    fn keep_wrap_flags(
        &mut self,
        inst: Inst,
        dst: Reg,
        names: &[(InstFlags, MiFlags)],
        is_form: impl Fn(Opcode) -> bool,
    ) {
        let flags = self.function.insts[inst].flags;
        let held = names.iter().filter(|(ir, _)| flags.contains(*ir));
        let held = held.fold(MiFlags::empty(), |all, (_, machine)| all | *machine);
        if held.is_empty() {
            return;
        }
        let last = self.point().prev(&self.mf);
        if let Some(last) = last
            && is_form(self.mf.opcode(last))
            && self.mf.operand(last, 0).as_reg() == dst
        {
            self.mf.insts[last].flags |= held;
        }
    }
}
