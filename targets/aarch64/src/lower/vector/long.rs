//! Sums, differences and products of extended lanes: instructions that extend their operands themselves.
//!
//! ```text
//!   sext a * sext b            smull  v0.4s, v1.4h, v2.4h      lower halves
//!                              smull2 v0.4s, v1.8h, v2.8h      upper halves
//!   c + zext a * zext b        umlal  v0.4s, v1.4h, v2.4h
//!   c - sext a                 ssubw  v0.4s, v3.4s, v1.4h
//! ```

use avarice_ir::{BinaryOp, CastOp, Function, Inst, InstKind, Module, Value};
use avarice_lower::{Lane, Result, VectorShape, sign_extend};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::super::Selector;
use super::lane_constants;
use super::lanes::Regs;
use crate::op;

/// Opcodes for lower and for upper halves, by the width of the extended lanes: 8, 16, 32.
type Halves = [[Opcode; 3]; 2];

/// Unsigned and signed.
type Long = [Halves; 2];

macro_rules! long {
    ($name:ident: $($unsigned:ident)*, $($unsigned_high:ident)*; $($signed:ident)*, $($signed_high:ident)*) => {
        const $name: Long = [
            [[$(op::$unsigned),*], [$(op::$unsigned_high),*]],
            [[$(op::$signed),*], [$(op::$signed_high),*]],
        ];
    };
}

long!(PRODUCT:
    UMULLv8i8_v8i16 UMULLv4i16_v4i32 UMULLv2i32_v2i64, UMULLv16i8_v8i16 UMULLv8i16_v4i32 UMULLv4i32_v2i64;
    SMULLv8i8_v8i16 SMULLv4i16_v4i32 SMULLv2i32_v2i64, SMULLv16i8_v8i16 SMULLv8i16_v4i32 SMULLv4i32_v2i64);
long!(ADD_PRODUCT:
    UMLALv8i8_v8i16 UMLALv4i16_v4i32 UMLALv2i32_v2i64, UMLALv16i8_v8i16 UMLALv8i16_v4i32 UMLALv4i32_v2i64;
    SMLALv8i8_v8i16 SMLALv4i16_v4i32 SMLALv2i32_v2i64, SMLALv16i8_v8i16 SMLALv8i16_v4i32 SMLALv4i32_v2i64);
long!(SUBTRACT_PRODUCT:
    UMLSLv8i8_v8i16 UMLSLv4i16_v4i32 UMLSLv2i32_v2i64, UMLSLv16i8_v8i16 UMLSLv8i16_v4i32 UMLSLv4i32_v2i64;
    SMLSLv8i8_v8i16 SMLSLv4i16_v4i32 SMLSLv2i32_v2i64, SMLSLv16i8_v8i16 SMLSLv8i16_v4i32 SMLSLv4i32_v2i64);
long!(SUM:
    UADDLv8i8_v8i16 UADDLv4i16_v4i32 UADDLv2i32_v2i64, UADDLv16i8_v8i16 UADDLv8i16_v4i32 UADDLv4i32_v2i64;
    SADDLv8i8_v8i16 SADDLv4i16_v4i32 SADDLv2i32_v2i64, SADDLv16i8_v8i16 SADDLv8i16_v4i32 SADDLv4i32_v2i64);
long!(DIFFERENCE:
    USUBLv8i8_v8i16 USUBLv4i16_v4i32 USUBLv2i32_v2i64, USUBLv16i8_v8i16 USUBLv8i16_v4i32 USUBLv4i32_v2i64;
    SSUBLv8i8_v8i16 SSUBLv4i16_v4i32 SSUBLv2i32_v2i64, SSUBLv16i8_v8i16 SSUBLv8i16_v4i32 SSUBLv4i32_v2i64);
long!(ADD:
    UADDWv8i8_v8i16 UADDWv4i16_v4i32 UADDWv2i32_v2i64, UADDWv16i8_v8i16 UADDWv8i16_v4i32 UADDWv4i32_v2i64;
    SADDWv8i8_v8i16 SADDWv4i16_v4i32 SADDWv2i32_v2i64, SADDWv16i8_v8i16 SADDWv8i16_v4i32 SADDWv4i32_v2i64);
long!(SUBTRACT:
    USUBWv8i8_v8i16 USUBWv4i16_v4i32 USUBWv2i32_v2i64, USUBWv16i8_v8i16 USUBWv8i16_v4i32 USUBWv4i32_v2i64;
    SSUBWv8i8_v8i16 SSUBWv4i16_v4i32 SSUBWv2i32_v2i64, SSUBWv16i8_v8i16 SSUBWv8i16_v4i32 SSUBWv4i32_v2i64);

/// Lanes of half the width; `None` for the smallest.
fn half_lane(lane: Lane) -> Option<Lane> {
    match lane {
        Lane::I16 => Some(Lane::I8),
        Lane::I32 => Some(Lane::I16),
        Lane::I64 => Some(Lane::I32),
        _ => None,
    }
}

/// What `value` extends to `shape`, and whether as signed.
fn extension(
    module: &Module,
    function: &Function,
    value: Value,
    shape: VectorShape,
) -> Option<(Value, bool)> {
    let inst = function.def_inst(value)?;
    let signed = match function.insts[inst].kind {
        InstKind::Cast(CastOp::SExt) => true,
        InstKind::Cast(CastOp::ZExt) => false,
        _ => return None,
    };
    let src = function.operand(inst, 0);
    let from = VectorShape::of(&module.types, function.values[src].ty)?;
    let fits = from.is_exact() && !from.is_mask() && from.lane < shape.lane;
    fits.then_some((src, signed))
}

/// Whether all lanes of a constant are what lanes of `bits` bits extend to.
fn is_extended_constant(
    module: &Module,
    function: &Function,
    value: Value,
    shape: VectorShape,
    signed: bool,
) -> bool {
    let bits = shape.lane.bits() / 2;
    let lanes = function.as_const(value);
    let lanes = lanes.and_then(|id| lane_constants(module, id));
    lanes.is_some_and(|lanes| {
        lanes.iter().flatten().all(|lane| match signed {
            true => sign_extend(*lane, bits) == sign_extend(*lane, shape.lane.bits()),
            false => *lane >> bits == 0,
        })
    })
}

/// Whether the operands of a multiplication are both extended, or one is and the other is a constant that
/// could be: as signed (`true`) or not.
fn extended_factors(
    module: &Module,
    function: &Function,
    (left, right): (Value, Value),
    shape: VectorShape,
) -> Option<bool> {
    if !shape.is_exact() || shape.is_mask() {
        return None;
    }
    half_lane(shape.lane)?;
    let of = |value| extension(module, function, value, shape);
    let constant = |value, signed| is_extended_constant(module, function, value, shape, signed);
    match (of(left), of(right)) {
        (Some((_, a)), Some((_, b))) => (a == b).then_some(a),
        (Some((_, signed)), None) => constant(right, signed).then_some(signed),
        (None, Some((_, signed))) => constant(left, signed).then_some(signed),
        (None, None) => None,
    }
}

/// Whether `inst` multiplies extended lanes.
pub(super) fn is_long_product(module: &Module, function: &Function, inst: Inst) -> bool {
    let operands = (function.operand(inst, 0), function.operand(inst, 1));
    let shape = VectorShape::of(&module.types, function.insts[inst].ty);
    shape.is_some_and(|shape| extended_factors(module, function, operands, shape).is_some())
}

impl Selector<'_, '_> {
    /// The registers of `value` before it is extended, in lanes of half the width.
    fn unextended(&mut self, value: Value, shape: VectorShape) -> Result<Regs> {
        let Some(half) = half_lane(shape.lane) else {
            return self.unsupported("extension to lanes of 8 bits");
        };
        if let Some((src, signed)) = extension(self.module, self.function, value, shape) {
            return self.resized(src, half, signed);
        }
        let Some(lanes) = self.lane_constants(value) else {
            return self.unsupported("factor that is not extended");
        };
        let (bits, count) = (half.bits(), half.per_register() as usize);
        let mask = u64::MAX >> (64 - bits);
        lanes
            .chunks(count)
            .map(|lanes| {
                let mut words = [0; 2];
                for (at, lane) in lanes.iter().enumerate() {
                    let place = at * bits as usize;
                    words[place / 64] |= (lane.unwrap_or(0) & mask) << (place % 64);
                }
                self.vector_bytes(words, true)
            })
            .collect()
    }

    /// `opcodes` on half of each source: which half of which register is that of part `part`.
    fn long_part(
        &mut self,
        opcodes: &Halves,
        sum: Option<Reg>,
        sources: &[&Regs],
        part: usize,
        shape: VectorShape,
    ) -> Reg {
        let is_high = part % 2 == 1;
        let at = shape.lane as usize - 1;
        let opcode = opcodes[usize::from(is_high)][at];
        let mut regs = Regs::new();
        regs.extend(sum.map(|sum| self.whole_of(sum)));
        for source in sources {
            let reg = source[part / 2];
            regs.push(match is_high {
                true => self.whole_of(reg),
                false => self.low_half_of(reg),
            });
        }
        self.packed_of(opcode, &regs, None)
    }

    /// Selects a sum, difference or product of extended lanes. Returns whether it was one.
    pub(super) fn lower_long(
        &mut self,
        inst: Inst,
        op: BinaryOp,
        (left, right): (Value, Value),
        shape: VectorShape,
    ) -> Result<bool> {
        if !shape.is_exact() || shape.is_mask() || half_lane(shape.lane).is_none() {
            return Ok(false);
        }
        let (module, function) = (self.module, self.function);
        match op {
            BinaryOp::Mul => {
                let Some(signed) = extended_factors(module, function, (left, right), shape) else {
                    return Ok(false);
                };
                let a = self.unextended(left, shape)?;
                let b = self.unextended(right, shape)?;
                let opcodes = &PRODUCT[usize::from(signed)];
                self.define_parts(inst, |this, part| {
                    Ok(this.long_part(opcodes, None, &[&a, &b], part, shape))
                })?;
                Ok(true)
            }
            BinaryOp::Add | BinaryOp::Sub => {
                let is_sum = op == BinaryOp::Add;
                Ok(
                    self.lower_long_with_product(inst, is_sum, (left, right), shape)?
                        || self.lower_long_sum_of(inst, is_sum, (left, right), shape)?,
                )
            }
            _ => Ok(false),
        }
    }

    /// A sum or difference with a product of extended lanes that nobody else needs.
    fn lower_long_with_product(
        &mut self,
        inst: Inst,
        is_sum: bool,
        (left, right): (Value, Value),
        shape: VectorShape,
    ) -> Result<bool> {
        let product = |value: Value| {
            let (product, InstKind::Binary(BinaryOp::Mul)) = self.def_kind(value)? else {
                return None;
            };
            let factors = (
                self.function.operand(product, 0),
                self.function.operand(product, 1),
            );
            let signed = extended_factors(self.module, self.function, factors, shape)?;
            self.is_foldable(value).then_some((factors, signed))
        };
        let found = product(right).map(|found| (found, left));
        let found = found.or_else(|| product(left).filter(|_| is_sum).map(|found| (found, right)));
        let Some((((a, b), signed), addend)) = found else {
            return Ok(false);
        };
        let a = self.unextended(a, shape)?;
        let b = self.unextended(b, shape)?;
        let opcodes = match is_sum {
            true => &ADD_PRODUCT[usize::from(signed)],
            false => &SUBTRACT_PRODUCT[usize::from(signed)],
        };
        self.define_parts(inst, |this, part| {
            let sum = this.use_part(addend, part)?;
            Ok(this.long_part(opcodes, Some(sum), &[&a, &b], part, shape))
        })?;
        Ok(true)
    }

    /// A sum or difference of extended lanes that nobody else needs.
    fn lower_long_sum_of(
        &mut self,
        inst: Inst,
        is_sum: bool,
        (left, right): (Value, Value),
        shape: VectorShape,
    ) -> Result<bool> {
        let extended = |value: Value| {
            let found = extension(self.module, self.function, value, shape)?;
            self.is_foldable(value).then_some(found.1)
        };
        let (long, wide) = match is_sum {
            true => (&SUM, &ADD),
            false => (&DIFFERENCE, &SUBTRACT),
        };
        let (kept, narrow, signed) = match (extended(left), extended(right)) {
            (Some(a), Some(b)) if a == b => {
                let opcodes = &long[usize::from(a)];
                let a_regs = self.unextended(left, shape)?;
                let b_regs = self.unextended(right, shape)?;
                self.define_parts(inst, |this, part| {
                    Ok(this.long_part(opcodes, None, &[&a_regs, &b_regs], part, shape))
                })?;
                return Ok(true);
            }
            (_, Some(signed)) => (left, right, signed),
            (Some(signed), None) if is_sum => (right, left, signed),
            _ => return Ok(false),
        };
        let regs = self.unextended(narrow, shape)?;
        let opcodes = &wide[usize::from(signed)];
        self.define_parts(inst, |this, part| {
            let sum = this.use_part(kept, part)?;
            Ok(this.long_part(opcodes, Some(sum), &[&regs], part, shape))
        })?;
        Ok(true)
    }
}
