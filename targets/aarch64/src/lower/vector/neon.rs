//! Intrinsics of AArch64 on vector registers: operations that are one instruction, and reductions.

use avarice_ir::{Inst, Type, TypeData, Value};
use avarice_lower::select::VectorElements;
use avarice_lower::{FloatKind, Lane, PartType, Result, VectorShape, uniform};
use avarice_mir::Reg;
use avarice_target::{Opcode, RegClass};
use smallvec::SmallVec;

use super::super::{Selector, Width};
use super::by_element::by_element;
use super::neon_table;
use super::opcodes::{self, BySmallInts, Form};
use crate::encode::encoder::kind_at;
use crate::{TARGET, class, op, sub};

/// Rounding conversions to integers in general registers: of singles to 32 and 64 bits, of doubles.
const CONVERSIONS: &[(&str, [Opcode; 4])] = &[
    (
        "fcvtas",
        [
            op::FCVTASUWSr,
            op::FCVTASUXSr,
            op::FCVTASUWDr,
            op::FCVTASUXDr,
        ],
    ),
    (
        "fcvtau",
        [
            op::FCVTAUUWSr,
            op::FCVTAUUXSr,
            op::FCVTAUUWDr,
            op::FCVTAUUXDr,
        ],
    ),
    (
        "fcvtms",
        [
            op::FCVTMSUWSr,
            op::FCVTMSUXSr,
            op::FCVTMSUWDr,
            op::FCVTMSUXDr,
        ],
    ),
    (
        "fcvtmu",
        [
            op::FCVTMUUWSr,
            op::FCVTMUUXSr,
            op::FCVTMUUWDr,
            op::FCVTMUUXDr,
        ],
    ),
    (
        "fcvtns",
        [
            op::FCVTNSUWSr,
            op::FCVTNSUXSr,
            op::FCVTNSUWDr,
            op::FCVTNSUXDr,
        ],
    ),
    (
        "fcvtnu",
        [
            op::FCVTNUUWSr,
            op::FCVTNUUXSr,
            op::FCVTNUUWDr,
            op::FCVTNUUXDr,
        ],
    ),
    (
        "fcvtps",
        [
            op::FCVTPSUWSr,
            op::FCVTPSUXSr,
            op::FCVTPSUWDr,
            op::FCVTPSUXDr,
        ],
    ),
    (
        "fcvtpu",
        [
            op::FCVTPUUWSr,
            op::FCVTPUUXSr,
            op::FCVTPUUWDr,
            op::FCVTPUUXDr,
        ],
    ),
    (
        "fcvtzs",
        [
            op::FCVTZSUWSr,
            op::FCVTZSUXSr,
            op::FCVTZSUWDr,
            op::FCVTZSUXDr,
        ],
    ),
    (
        "fcvtzu",
        [
            op::FCVTZUUWSr,
            op::FCVTZUUXSr,
            op::FCVTZUUWDr,
            op::FCVTZUUXDr,
        ],
    ),
];

/// Reductions of integers, and whether the result is signed.
const REDUCTIONS: &[(&str, &BySmallInts, bool)] = &[
    ("saddv", &opcodes::ADDV, true),
    ("smaxv", &opcodes::SMAXV, true),
    ("sminv", &opcodes::SMINV, true),
    ("uaddv", &opcodes::ADDV, false),
    ("umaxv", &opcodes::UMAXV, false),
    ("uminv", &opcodes::UMINV, false),
];

/// Sums in lanes of twice the width, signed and unsigned: of `8b`, `16b`, `4h`, `8h`, `4s`.
const LONG_SUMS: [[Opcode; 5]; 2] = [
    [
        op::SADDLVv8i8v,
        op::SADDLVv16i8v,
        op::SADDLVv4i16v,
        op::SADDLVv8i16v,
        op::SADDLVv4i32v,
    ],
    [
        op::UADDLVv8i8v,
        op::UADDLVv16i8v,
        op::UADDLVv4i16v,
        op::UADDLVv8i16v,
        op::UADDLVv4i32v,
    ],
];

/// Reductions of numbers: of two and of four singles, and of two doubles.
const NUMBER_REDUCTIONS: &[(&str, [Opcode; 3])] = &[
    ("faddv", [op::FADDPv2i32p, op::FADDPv4f32, op::FADDPv2i64p]),
    (
        "fmaxnmv",
        [op::FMAXNMPv2i32p, op::FMAXNMVv4i32v, op::FMAXNMPv2i64p],
    ),
    ("fmaxv", [op::FMAXPv2i32p, op::FMAXVv4i32v, op::FMAXPv2i64p]),
    (
        "fminnmv",
        [op::FMINNMPv2i32p, op::FMINNMVv4i32v, op::FMINNMPv2i64p],
    ),
    ("fminv", [op::FMINPv2i32p, op::FMINVv4i32v, op::FMINPv2i64p]),
];

fn found<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// The rounding conversion of a name to an integer in a general register of `width`.
pub(in super::super) fn rounding_conversion(
    name: &str,
    kind: FloatKind,
    width: Width,
) -> Option<Opcode> {
    let opcodes = found(CONVERSIONS, name)?;
    let wide = usize::from(width == Width::W64);
    Some(opcodes[kind.pick(0, 2) + wide])
}

/// `name` without the types at its end.
fn without_types(name: &str) -> &str {
    let is_type = |part: &str| {
        let mut letters = part.chars();
        let kind = letters.next().is_some_and(|letter| "vifp".contains(letter));
        kind && letters.next().is_some_and(|letter| letter.is_ascii_digit())
    };
    let mut name = name;
    while let Some((head, last)) = name.rsplit_once('.')
        && is_type(last)
    {
        name = head;
    }
    name
}

impl Selector<'_, '_> {
    /// Selects an intrinsic on vector registers, or on numbers in them; `name` is without the prefix
    /// `llvm.aarch64.`. Returns whether it was one.
    pub(in super::super) fn lower_neon(&mut self, inst: Inst, name: &str) -> Result<bool> {
        let name = without_types(name);
        if self.function.num_operands(inst) < 2 {
            return Ok(false);
        }
        if let Some(row) = neon_table::list_access(name) {
            return self.lower_list_access(inst, row);
        }
        if let Some((count, opcodes)) = neon_table::table_lookup(name) {
            return self.lower_table_lookup(inst, count, opcodes);
        }
        let first = self.function.operand(inst, 0);
        let Some(kind) = self.kind_of_register(first) else {
            return Ok(false);
        };
        let stem = name.strip_prefix("neon.").unwrap_or(name);
        if kind >= 7
            && let Some(opcodes) = found(CONVERSIONS, stem)
        {
            return self.lower_rounding_conversion(inst, opcodes, kind == 8);
        }
        if self.lower_neon_reduction(inst, stem)? {
            return Ok(true);
        }
        if self.lower_long_intrinsic(inst)? {
            return Ok(true);
        }
        match neon_table::operation(name).and_then(|opcodes| opcodes[kind]) {
            Some(opcode) => self.lower_one_instruction(inst, opcode),
            None => Ok(false),
        }
    }

    /// The column of the tables for the type of `value`; `None` for a type that fills no register, or whose numbers
    /// only move.
    pub(super) fn kind_of_register(&self, value: Value) -> Option<usize> {
        let ty = self.ty(value);
        let element = self.module.types.scalar(ty);
        let is_half = matches!(
            self.module.types[element],
            TypeData::Half | TypeData::BFloat
        );
        self.kind_of_type(ty).filter(|_| !is_half)
    }

    /// The column of the tables for a type; `None` for one that fills no register.
    pub(super) fn kind_of_type(&self, ty: Type) -> Option<usize> {
        let types = &self.module.types;
        if let Some(shape) = VectorShape::of(types, ty) {
            let bytes = shape.count * shape.lane.bytes();
            if !shape.is_exact() || !matches!(bytes, 8 | 16) {
                return None;
            }
            let lane = shape.lane.to_int();
            return Some(match lane {
                Lane::I64 => 6,
                _ => 2 * lane as usize + usize::from(bytes == 16),
            });
        }
        let scalar = match types[ty] {
            TypeData::Vector {
                element,
                len: 1,
                scalable: false,
            } => element,
            _ => ty,
        };
        match types[scalar] {
            TypeData::Integer(32) | TypeData::Float if scalar == ty => Some(7),
            TypeData::Integer(64) | TypeData::Double => Some(8),
            _ => None,
        }
    }

    /// The register of an operand for an instruction that takes `class`: vector registers come from general ones
    /// where numbers are there.
    pub(super) fn register_of_class(&mut self, value: Value, class: RegClass) -> Result<Reg> {
        let src = self.use_part(value, 0)?;
        if self.is_vector_class(src) || !is_vector(class) {
            return Ok(src);
        }
        let moved = self.new_of(class);
        self.emit_copy(moved, src);
        Ok(moved)
    }

    /// Makes `src`, a vector register, part `part` of the result, which may be in a general register.
    pub(super) fn define_from_vector(&mut self, dst: Reg, src: Reg) {
        match self.is_vector_class(dst) {
            true => self.define(dst, src),
            false => {
                self.emit_copy(dst, src);
            }
        }
    }

    /// The number that an operand is in all lanes.
    fn immediate_of(&self, value: Value) -> Option<i64> {
        if let Some(number) = self.const_signed(value) {
            return Some(number);
        }
        let lanes = self.lane_constants(value)?;
        uniform(&lanes).map(|number| number as i64)
    }

    /// Selects an intrinsic whose operands are those of one instruction.
    pub(in super::super) fn lower_one_instruction(
        &mut self,
        inst: Inst,
        opcode: Opcode,
    ) -> Result<bool> {
        let rows = TARGET.instr(opcode).operands;
        let count = self.function.num_operands(inst) - 1;
        let classes = rows.iter().map(|row| row.class);
        let classes: SmallVec<[Option<RegClass>; 4]> = classes.skip(1).collect();
        if classes.len() != count {
            return Ok(false);
        }
        if let Some(result) = self.intrinsic_by_element(inst, opcode)? {
            let dst = self.result(inst, 0)?;
            self.define_from_vector(dst, result);
            return Ok(true);
        }
        let mut regs: SmallVec<[Reg; 4]> = SmallVec::new();
        let mut number = None;
        for (index, class) in classes.into_iter().enumerate() {
            let value = self.function.operand(inst, index);
            match class {
                Some(class) => regs.push(self.register_of_class(value, class)?),
                None => match self.immediate_of(value) {
                    Some(value) if is_in_range(opcode, index + 1, value) => number = Some(value),
                    _ => return self.unsupported("intrinsic with this amount"),
                },
            }
        }
        let dst = self.result(inst, 0)?;
        let result = self.packed_of(opcode, &regs, number);
        self.define_from_vector(dst, result);
        Ok(true)
    }

    /// The product that an intrinsic with these two factors is, if it is selected with one lane of a register.
    fn intrinsic_by_element(&mut self, inst: Inst, opcode: Opcode) -> Result<Option<Reg>> {
        let factors = self.operands(inst);
        let mut factors_repeat = factors.iter().map(|factor| self.repeated_element(*factor));
        let fits = by_element(opcode).is_some()
            && self.function.num_operands(inst) == 3
            && factors_repeat.any(|element| element.is_some());
        match fits {
            true => self
                .packed_product(opcode, None, factors.into(), 0)
                .map(Some),
            false => Ok(None),
        }
    }

    /// A number rounded to an integer in a general register.
    fn lower_rounding_conversion(
        &mut self,
        inst: Inst,
        opcodes: [Opcode; 4],
        is_double: bool,
    ) -> Result<bool> {
        let first = self.function.operand(inst, 0);
        let src = self.use_part(first, 0)?;
        let dst = self.result(inst, 0)?;
        let bits = self.part(self.function.insts[inst].ty)?.bits();
        let opcode = opcodes[2 * usize::from(is_double) + usize::from(bits == 64)];
        let emit = self.emit(opcode).def(dst).reg(src);
        emit.flags(Self::packed_flags(opcode)).done();
        Ok(true)
    }

    // ---- Reductions ---------------------------------------------------------------------------

    /// Selects a reduction of all lanes to one number.
    fn lower_neon_reduction(&mut self, inst: Inst, name: &str) -> Result<bool> {
        let first = self.function.operand(inst, 0);
        let Some(shape) = VectorShape::of(&self.module.types, self.ty(first)) else {
            return Ok(false);
        };
        let form = Self::form(shape, 0);
        if let Some(opcodes) = found(NUMBER_REDUCTIONS, name) {
            let mut src = self.use_part(first, 0)?;
            let dst = self.result(inst, 0)?;
            let opcode = form.float(&opcodes);
            if opcode == op::FADDPv4f32 {
                let pairs = self.packed(opcode, src, src);
                src = self.low_half_of(pairs);
            }
            let last = match opcode {
                op::FADDPv4f32 => opcodes[0],
                _ => opcode,
            };
            let found = self.packed_unary(last, src);
            self.define(dst, found);
            return Ok(true);
        }
        if matches!(name, "saddlv" | "uaddlv") {
            return self.lower_long_sum(inst, form, name == "saddlv");
        }
        let mut reductions = REDUCTIONS.iter();
        let Some((_, opcodes, signed)) = reductions.find(|row| row.0 == name) else {
            return Ok(false);
        };
        let is_sum = name.ends_with("addv");
        if shape.lane == Lane::I64 && !is_sum {
            return Ok(false);
        }
        let src = self.use_part(first, 0)?;
        let dst = self.result(inst, 0)?;
        let bits = form.lane.bits();
        let signed = *signed && bits < 32;
        let number = match signed {
            true => self.new_reg(PartType::Int(32)),
            false => dst,
        };
        self.reduce_ints(number, form, src, opcodes)?;
        if signed {
            self.emit_bit_field(true, Width::W32, dst, number, 0, bits - 1);
        }
        Ok(true)
    }

    /// The sum of all lanes, in twice their width.
    fn lower_long_sum(&mut self, inst: Inst, form: Form, signed: bool) -> Result<bool> {
        let first = self.function.operand(inst, 0);
        let dst = self.result(inst, 0)?;
        let src = self.use_part(first, 0)?;
        if form.lane == Lane::I32 && !form.wide {
            let opcode = match signed {
                true => op::SADDLPv2i32_v1i64,
                false => op::UADDLPv2i32_v1i64,
            };
            let sum = self.packed_unary(opcode, src);
            self.emit_copy(dst, sum);
            return Ok(true);
        }
        let at = match form.lane {
            Lane::I8 | Lane::I16 => 2 * form.lane as usize + usize::from(form.wide),
            Lane::I32 => 4,
            _ => return Ok(false),
        };
        let sum = self.packed_unary(LONG_SUMS[usize::from(!signed)][at], src);
        if form.lane != Lane::I8 {
            self.emit_copy(dst, sum);
            return Ok(true);
        }
        let undef = self.new_of(class::FPR32);
        self.emit(op::IMPLICIT_DEF).def(undef).done();
        let whole = self.new_of(class::FPR32);
        let emit = self.emit(op::INSERT_SUBREG).def(whole).reg(undef);
        emit.reg(sum).imm(sub::HSUB.0.into()).done();
        if !signed {
            self.emit_copy(dst, whole);
            return Ok(true);
        }
        let number = self.new_reg(PartType::Int(32));
        self.emit_copy(number, whole);
        self.emit_bit_field(true, Width::W32, dst, number, 0, 15);
        Ok(true)
    }
}

/// Whether a number can be the operand of an instruction at `index`: an amount of a shift or a lane.
fn is_in_range(opcode: Opcode, index: usize, number: i64) -> bool {
    let range = match kind_at(TARGET.instr(opcode), index as u8) {
        Some("vecshiftL8" | "VectorIndexH") => 0..=7,
        Some("vecshiftL16") => 0..=15,
        Some("vecshiftL32") => 0..=31,
        Some("vecshiftL64" | "uimm6") => 0..=63,
        Some("vecshiftR8" | "vecshiftR16Narrow") => 1..=8,
        Some("vecshiftR16" | "vecshiftR32Narrow") => 1..=16,
        Some("vecshiftR32" | "vecshiftR64Narrow") => 1..=32,
        Some("vecshiftR64") => 1..=64,
        Some("VectorIndexS") => 0..=3,
        _ => return false,
    };
    range.contains(&number)
}

/// Whether registers of a class are vector registers.
fn is_vector(class: RegClass) -> bool {
    let vectors = [
        class::FPR8,
        class::FPR16,
        class::FPR32,
        class::FPR64,
        class::FPR128,
    ];
    let found = TARGET.class(class);
    vectors
        .iter()
        .any(|vector| class == *vector || found.has_super_class(*vector))
}

#[cfg(test)]
mod tests {
    use super::without_types;

    #[test]
    fn types_are_no_part_of_names() {
        assert_eq!(without_types("neon.sqadd.v8i8"), "neon.sqadd");
        assert_eq!(without_types("neon.fcvtas.i32.f64"), "neon.fcvtas");
        assert_eq!(
            without_types("neon.sqdmulh.laneq.v4i16.v8i16"),
            "neon.sqdmulh.laneq"
        );
        assert_eq!(
            without_types("neon.scalar.sqxtn.i32.i64"),
            "neon.scalar.sqxtn"
        );
        assert_eq!(without_types("neon.st2.v4i32.p0"), "neon.st2");
    }
}
