//! Sums, differences and products of extended lanes: instructions that extend their operands themselves.
//!
//! ```text
//!   sext a * sext b            smull  v0.4s, v1.4h, v2.4h      lower halves
//!                              smull2 v0.4s, v1.8h, v2.8h      upper halves
//!   c + zext a * zext b        umlal  v0.4s, v1.4h, v2.4h
//!   c - sext a                 ssubw  v0.4s, v3.4s, v1.4h
//! ```

use avarice_ir::{BinaryOp, CastOp, Function, Inst, InstKind, Module, Value};
use avarice_legalize::sign_extend;
use avarice_lower::select::VectorElements;
use avarice_lower::{Lane, Regs, Result, VectorShape, lane_constants};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::super::Selector;
use super::by_element::{Element, by_element};
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

/// Two factors of a product whose lanes are twice as wide.
#[derive(Clone, Copy)]
struct Factors {
    left: Value,
    right: Value,
    /// Whether they have lanes of half the width; else they are extended.
    narrow: bool,
}

/// Whether the product is signed that a call of `neon.smull` or `neon.umull` makes.
fn long_intrinsic(module: &Module, function: &Function, inst: Inst) -> Option<bool> {
    let callee = avarice_ir::intrinsics::called_global(module, function, inst)?;
    let name = module.globals[callee]
        .name
        .strip_prefix(b"llvm.aarch64.neon.")?;
    let shape = VectorShape::of(&module.types, function.insts[inst].ty)?;
    half_lane(shape.lane).filter(|_| shape.is_exact())?;
    match name.get(..6)? {
        b"smull." => Some(true),
        b"umull." => Some(false),
        _ => None,
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

    /// `opcodes` on two factors and perhaps a sum, for each part of the result of `inst`.
    fn define_products(
        &mut self,
        inst: Inst,
        opcodes: &Halves,
        sum: Option<Value>,
        factors: Factors,
        shape: VectorShape,
    ) -> Result<()> {
        let Factors { left, right, .. } = factors;
        let upper = |value| self.upper_half(value).filter(|_| factors.narrow);
        for (factor, repeated) in [(left, right), (right, left)] {
            if let Some(element) = self.factor_element(repeated, opcodes, &factors, shape) {
                let upper = upper(factor);
                let factor = match upper {
                    Some(whole) => Regs::from_elem(self.use_part(whole, 0)?, 1),
                    None => self.factor_regs(factor, &factors, shape)?,
                };
                let first = usize::from(upper.is_some());
                return self.define_parts(inst, |this, part| {
                    let sum = sum.map(|sum| this.use_part(sum, part)).transpose()?;
                    let place = this.element_place(element)?;
                    let half = part + first;
                    this.product_by_element(opcodes, sum, (&factor, place), half, shape)
                });
            }
        }
        let (left, right, first) = match (upper(left), upper(right)) {
            (Some(left), Some(right)) => {
                let wholes = (self.use_part(left, 0)?, self.use_part(right, 0)?);
                let [left, right] = [wholes.0, wholes.1].map(|whole| Regs::from_elem(whole, 1));
                (left, right, 1)
            }
            _ => {
                let left = self.factor_regs(left, &factors, shape)?;
                (left, self.factor_regs(right, &factors, shape)?, 0)
            }
        };
        self.define_parts(inst, |this, part| {
            let sum = sum.map(|sum| this.use_part(sum, part)).transpose()?;
            Ok(this.long_part(opcodes, sum, &[&left, &right], part + first, shape))
        })
    }

    /// The registers of a factor in lanes of half the width.
    fn factor_regs(&mut self, value: Value, factors: &Factors, shape: VectorShape) -> Result<Regs> {
        match factors.narrow {
            true => Ok(Regs::from_elem(self.use_part(value, 0)?, 1)),
            false => self.unextended(value, shape),
        }
    }

    /// The element that a factor repeats in lanes of half the width.
    fn factor_element(
        &self,
        value: Value,
        opcodes: &Halves,
        factors: &Factors,
        shape: VectorShape,
    ) -> Option<Element> {
        let src = match factors.narrow {
            true => value,
            false => extension(self.module, self.function, value, shape)?.0,
        };
        let from = VectorShape::of(&self.module.types, self.ty(src))?;
        by_element(opcodes[0][shape.lane as usize - 1])?;
        let is_half = Some(from.lane) == half_lane(shape.lane);
        self.repeated_element(src).filter(|_| is_half)
    }

    /// The vector of one full register of whose upper half `value` is a copy.
    fn upper_half(&self, value: Value) -> Option<Value> {
        let (inst, InstKind::ShuffleVector { mask, .. }) = self.def_kind(value)? else {
            return None;
        };
        let whole = self.function.operand(inst, 0);
        let from = VectorShape::of(&self.module.types, self.ty(whole))?;
        let half = from.count / 2;
        let fits = from.count == from.lane.per_register()
            && mask.len() == half as usize
            && mask.iter().zip(half..).all(|(lane, at)| *lane == at as i32);
        fits.then_some(whole)
    }

    /// The factors of a product of lanes of half the width, and whether it is signed.
    fn long_factors(&self, value: Value, shape: VectorShape) -> Option<(Factors, bool)> {
        let (product, kind) = self.def_kind(value)?;
        let signed = match kind {
            InstKind::Binary(BinaryOp::Mul) => {
                let factors = [0, 1].map(|index| self.function.operand(product, index));
                extended_factors(self.module, self.function, factors.into(), shape)?
            }
            InstKind::Call(_) => long_intrinsic(self.module, self.function, product)?,
            _ => return None,
        };
        let [left, right] = [0, 1].map(|index| self.function.operand(product, index));
        let narrow = matches!(kind, InstKind::Call(_));
        let factors = Factors {
            left,
            right,
            narrow,
        };
        self.is_foldable(value).then_some((factors, signed))
    }

    /// Selects `neon.smull` and `neon.umull`; `false` if `inst` is no call of one.
    pub(super) fn lower_long_intrinsic(&mut self, inst: Inst) -> Result<bool> {
        let Some(signed) = long_intrinsic(self.module, self.function, inst) else {
            return Ok(false);
        };
        let shape = VectorShape::of(&self.module.types, self.function.insts[inst].ty);
        let Some(shape) = shape else {
            return Ok(false);
        };
        let [left, right] = self.operands(inst);
        let factors = Factors {
            left,
            right,
            narrow: true,
        };
        let opcodes = &PRODUCT[usize::from(signed)];
        self.define_products(inst, opcodes, None, factors, shape)?;
        Ok(true)
    }

    /// As `long_part`, with one lane of a register as the second factor.
    fn product_by_element(
        &mut self,
        opcodes: &Halves,
        sum: Option<Reg>,
        (factor, (src, lane)): (&Regs, (Reg, u32)),
        part: usize,
        shape: VectorShape,
    ) -> Result<Reg> {
        let is_high = part % 2 == 1;
        let opcode = opcodes[usize::from(is_high)][shape.lane as usize - 1];
        let Some(opcode) = by_element(opcode) else {
            return self.unsupported("product with a lane of 8 bits");
        };
        let mut regs = Regs::new();
        regs.extend(sum.map(|sum| self.whole_of(sum)));
        regs.push(match is_high {
            true => self.whole_of(factor[part / 2]),
            false => self.low_half_of(factor[part / 2]),
        });
        regs.push(src);
        Ok(self.packed_of(opcode, &regs, Some(i64::from(lane))))
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
                let factors = Factors {
                    left,
                    right,
                    narrow: false,
                };
                let opcodes = &PRODUCT[usize::from(signed)];
                self.define_products(inst, opcodes, None, factors, shape)?;
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

    /// A sum or difference with a product of extended lanes that has no other use.
    fn lower_long_with_product(
        &mut self,
        inst: Inst,
        is_sum: bool,
        (left, right): (Value, Value),
        shape: VectorShape,
    ) -> Result<bool> {
        let product = |value: Value| self.long_factors(value, shape);
        let found = product(right).map(|found| (found, left));
        let found = found.or_else(|| product(left).filter(|_| is_sum).map(|found| (found, right)));
        let Some(((factors, signed), addend)) = found else {
            return Ok(false);
        };
        let opcodes = match is_sum {
            true => &ADD_PRODUCT[usize::from(signed)],
            false => &SUBTRACT_PRODUCT[usize::from(signed)],
        };
        self.define_products(inst, opcodes, Some(addend), factors, shape)?;
        Ok(true)
    }

    /// A sum or difference of extended lanes that have no other use.
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
