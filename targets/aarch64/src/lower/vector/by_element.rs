//! Products with one lane of a register: instructions that take the lane where it is.
//!
//! ```text
//!   %s = shufflevector %b, poison, <2, 2, 2, 2>      fmul v0.4s, v0.4s, v1.s[2]
//!   %r = fmul %a, %s
//! ```

use std::sync::LazyLock;

use avarice_ir::{InstKind, Value};
use avarice_lower::{Result, VectorShape};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;
use smallvec::SmallVec;

use super::super::Selector;
use super::shuffle::same_lane;
use crate::{TARGET, op};

/// Numbers alone, whose instructions are named otherwise.
const NUMBERS: [(Opcode, Opcode); 2] = [
    (op::FMULX32, op::FMULXv1i32_indexed),
    (op::FMULX64, op::FMULXv1i64_indexed),
];

/// For each opcode, the same with a lane of a register as its last operand.
static BY_ELEMENT: LazyLock<Vec<Option<Opcode>>> = LazyLock::new(|| {
    let mut forms = vec![None; TARGET.instrs.len()];
    for (index, row) in TARGET.instrs.iter().enumerate() {
        let stem = row.name.strip_suffix("_indexed");
        for name in stem.into_iter().flat_map(names) {
            if let Some(opcode) = TARGET.opcode_by_name(&name) {
                forms[opcode.index()] = Some(Opcode::from_index(index));
            }
        }
    }
    for (plain, indexed) in NUMBERS {
        forms[plain.index()] = Some(indexed);
    }
    forms
});

/// What the instruction may be called that `stem` and a lane make: `MULv4i32` itself, `FMULv4f32` for `FMULv4i32`,
/// `SMULLv4i16_v4i32` for `SMULLv4i16`.
fn names(stem: &str) -> SmallVec<[String; 3]> {
    let mut names: SmallVec<[String; 3]> = SmallVec::new();
    names.push(stem.to_owned());
    if let Some((head, bits)) = stem.rsplit_once('i')
        && let Ok(bits @ 8..=64) = bits.parse::<u32>()
    {
        names.push(format!("{head}f{bits}"));
        names.push(format!("{stem}_v{}i{}", 64 / bits, 2 * bits));
    }
    names
}

/// The same instruction with a lane of a register as its last operand.
pub(super) fn by_element(opcode: Opcode) -> Option<Opcode> {
    BY_ELEMENT[opcode.index()]
}

/// What a value has in all its lanes, or is.
#[derive(Clone, Copy)]
pub(super) enum Element {
    /// A lane of a vector.
    Lane(Value, u32),
    /// A number in a register of its own.
    Number(Value),
}

impl Selector<'_, '_> {
    /// The one element that `value` repeats in all lanes, if that need not be done first; or the lane that it is.
    pub(super) fn repeated_element(&self, value: Value) -> Option<Element> {
        let (inst, kind) = self.def_kind(value)?;
        if !matches!(
            kind,
            InstKind::ShuffleVector { .. } | InstKind::ExtractElement
        ) {
            return None;
        }
        let [first, second] = self.operands(inst);
        let from = VectorShape::of(&self.module.types, self.ty(first))?;
        if !from.is_exact() || from.is_mask() {
            return None;
        }
        let (vector, lane) = match kind {
            InstKind::ShuffleVector { mask, .. } => {
                VectorShape::of(&self.module.types, self.ty(value))?;
                let lane = same_lane(mask)? as u32;
                let vector = if lane < from.count { first } else { second };
                (vector, lane % from.count)
            }
            InstKind::ExtractElement if from.lane.is_float() => {
                let lane = self
                    .const_int(second)
                    .and_then(|lane| u32::try_from(lane).ok())?;
                (first, lane)
            }
            _ => return None,
        };
        if lane >= from.count || self.function.as_const(vector).is_some() {
            return None;
        }
        match self.def_kind(vector) {
            Some((insert, InstKind::InsertElement)) => {
                let [element, at] = [1, 2].map(|index| self.function.operand(insert, index));
                let is_number = from.lane.is_float() && self.foldable_load(element).is_none();
                let is_it = self.const_int(at) == Some(u64::from(lane));
                (is_it && is_number && self.function.as_const(element).is_none())
                    .then_some(Element::Number(element))
            }
            _ => Some(Element::Lane(vector, lane)),
        }
    }

    /// The register of 128 bits in which an element is, and its lane there.
    pub(super) fn element_place(&mut self, element: Element) -> Result<(Reg, u32)> {
        match element {
            Element::Lane(vector, lane) => {
                let per_register = self.shape(vector)?.lane.per_register();
                let src = self.use_part(vector, (lane / per_register) as usize)?;
                Ok((self.whole_of(src), lane % per_register))
            }
            Element::Number(number) => {
                let src = self.use_value(number)?;
                Ok((self.scalar_to_vector(src), 0))
            }
        }
    }

    /// `opcode sum, a, b` for part `part` of two factors.
    pub(super) fn packed_product(
        &mut self,
        opcode: Opcode,
        sum: Option<Reg>,
        (a, b): (Value, Value),
        part: usize,
    ) -> Result<Reg> {
        let mut sources: SmallVec<[Reg; 3]> = sum.into_iter().collect();
        if let Some(opcode) = by_element(opcode) {
            for (other, repeated) in [(a, b), (b, a)] {
                if let Some(element) = self.repeated_element(repeated) {
                    sources.push(self.use_part(other, part)?);
                    let (src, lane) = self.element_place(element)?;
                    sources.push(src);
                    return Ok(self.packed_of(opcode, &sources, Some(i64::from(lane))));
                }
            }
        }
        for factor in [a, b] {
            sources.push(self.use_part(factor, part)?);
        }
        Ok(self.packed_of(opcode, &sources, None))
    }

    /// Emits `dst = opcode sum, a * b` for numbers if one of the factors is a lane of a register, and `opcode` takes
    /// that where it is. The first lane is as good as a register of its own. Returns whether it was emitted.
    pub(in super::super) fn emit_product_with_lane(
        &mut self,
        (opcode, flags): (Opcode, MiFlags),
        dst: Reg,
        sum: Option<Value>,
        (a, b): (Value, Value),
    ) -> Result<bool> {
        for (other, repeated) in [(a, b), (b, a)] {
            let Some(Element::Lane(vector, lane)) = self.repeated_element(repeated) else {
                continue;
            };
            if lane == 0 {
                continue;
            }
            let sum = sum.map(|sum| self.use_value(sum)).transpose()?;
            let other = self.use_value(other)?;
            let (src, lane) = self.element_place(Element::Lane(vector, lane))?;
            let mut emit = self.emit(opcode).def(dst);
            for reg in sum.into_iter().chain([other, src]) {
                emit = emit.reg(reg);
            }
            emit.imm(i64::from(lane)).flags(flags).done();
            return Ok(true);
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_by_element_are_found_by_name() {
        let forms = [
            (op::MULv4i32, op::MULv4i32_indexed),
            (op::FMLAv2f64, op::FMLAv2i64_indexed),
            (op::FMULv2f32, op::FMULv2i32_indexed),
            (op::SMULLv8i16_v4i32, op::SMULLv8i16_indexed),
            (op::UMLALv2i32_v2i64, op::UMLALv2i32_indexed),
            (op::SQDMULHv4i16, op::SQDMULHv4i16_indexed),
            (op::FMULX64, op::FMULXv1i64_indexed),
        ];
        for (plain, indexed) in forms {
            assert_eq!(by_element(plain), Some(indexed));
        }
        assert_eq!(by_element(op::MULv8i8), None);
        assert_eq!(by_element(op::ADDv4i32), None);
    }
}
