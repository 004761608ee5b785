//! The calling convention of AAPCS64 for signatures of the IR (LLVM's `CC_AArch64_AAPCS` and
//! `RetCC_AArch64_AAPCS`).
//!
//! Front ends have already lowered structs to words: `[N x i64]`, or `[N x double]` for homogeneous
//! aggregates. What remains is to assign registers and stack slots to parts in order:
//!
//! ```text
//!   integers, pointers     X0 … X7, then 8-byte stack slots
//!   half … double          V0 … V7, then 8-byte stack slots
//!   fp128, vectors         V0 … V7, then stack slots of 16 bytes (of 8 for vectors of 8); vectors of one integer of
//!                          8, 16, 32 or 64 bits too, which are in general registers elsewhere; other vectors of 2, 4,
//!                          8 or 16 integers in the smallest lanes that fill a register
//!   i128                   two integer registers from an even one on, or 16 bytes of stack; in structs too
//!   arrays of these        all in registers, or all on the stack side by side, and then no more registers of
//!                          that kind for what follows
//!   byval                  always the stack
//!   sret                   X8, but as any pointer with inreg
//!   nest                   X18
//!   results                X0 … X7, V0 … V7
//! ```

use avarice_ir::{DataLayout, Type, TypeData, TypeTable};
use avarice_legalize::PassedVector;
use avarice_lower::select::{ArgumentPlaces, Location};
use avarice_lower::{Lane, PartType, VectorShape, parts_of, passed_without_shape};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use crate::lower::vector::register_class::class_of;
use crate::{TARGET, class, reg, sub};

/// Integer argument registers, as 64-bit registers.
pub(crate) const INT_REGS: [PhysReg; 8] = [
    reg::X0,
    reg::X1,
    reg::X2,
    reg::X3,
    reg::X4,
    reg::X5,
    reg::X6,
    reg::X7,
];
/// Floating-point argument registers: their numbers with 16, 32, 64 and 128 bits.
pub(crate) const FLOAT_REGS: [[PhysReg; 4]; 8] = [
    [reg::H0, reg::S0, reg::D0, reg::Q0],
    [reg::H1, reg::S1, reg::D1, reg::Q1],
    [reg::H2, reg::S2, reg::D2, reg::Q2],
    [reg::H3, reg::S3, reg::D3, reg::Q3],
    [reg::H4, reg::S4, reg::D4, reg::Q4],
    [reg::H5, reg::S5, reg::D5, reg::Q5],
    [reg::H6, reg::S6, reg::D6, reg::Q6],
    [reg::H7, reg::S7, reg::D7, reg::Q7],
];

/// What the parts of a type are to the convention.
pub(crate) type PassedTypes = SmallVec<[PartType; 2]>;

/// The first of the two words of an integer of 65 to 128 bits, which stay together.
pub(crate) const FIRST_OF_TWO: PartType = PartType::Int(128);

/// The elements of an array that count. Nothing of as many parts is passed.
const MOST_ELEMENTS: u64 = 1 << 13;

/// What the convention takes the parts of `ty` for, integers of more than 128 bits for their words; `None` if one has
/// no registers, or is a vector that it takes apart.
pub(crate) fn passed_types(
    types: &TypeTable,
    layout: &DataLayout,
    ty: Type,
) -> Option<PassedTypes> {
    let mut passed = PassedTypes::new();
    push_passed_types(types, layout, ty, &mut passed)?;
    Some(passed)
}

fn push_passed_types(
    types: &TypeTable,
    layout: &DataLayout,
    ty: Type,
    passed: &mut PassedTypes,
) -> Option<()> {
    match &types[ty] {
        TypeData::Integer(bits @ 129..) => {
            let words = bits.div_ceil(64) as usize;
            passed.resize(passed.len() + words, PartType::Int(64));
        }
        TypeData::Integer(65..=128) => passed.extend([FIRST_OF_TWO, PartType::Int(64)]),
        TypeData::Array { element, len } => {
            for _ in 0..(*len).min(MOST_ELEMENTS) {
                push_passed_types(types, layout, *element, passed)?;
            }
        }
        TypeData::Vector { element, len, .. }
            if matches!(types[*element], TypeData::Integer(65..=128)) =>
        {
            for _ in 0..*len {
                push_passed_types(types, layout, *element, passed)?;
            }
        }
        TypeData::Struct { .. } | TypeData::Named(_) => {
            for field in types.struct_fields(ty)?.0 {
                push_passed_types(types, layout, *field, passed)?;
            }
        }
        TypeData::Vector {
            element, len: 1, ..
        } if matches!(
            types[*element],
            TypeData::Integer(8 | 16 | 32 | 64) | TypeData::Pointer(0)
        ) =>
        {
            passed.push(PartType::Double);
        }
        TypeData::Vector {
            element,
            len: lanes @ (2 | 4 | 8 | 16),
            scalable: false,
        } if let Some(lane) = promoted_lane(types, *element, *lanes) => {
            let lanes = *lanes as u8;
            passed.push(PartType::Vector { lane, lanes });
        }
        TypeData::Vector { .. } if is_taken_apart(types, ty) => return None,
        _ => {
            let own = parts_of(types, layout, ty).ok()?;
            passed.extend(own.iter().map(|part| part.ty));
        }
    }
    Some(())
}

/// Whether the convention passes a vector element by element: 3, 5, … elements that do not fill a register of 16 bytes
/// with one more or a few.
fn is_taken_apart(types: &TypeTable, ty: Type) -> bool {
    VectorShape::of(types, ty).is_some_and(|shape| {
        let bytes = shape.count.next_power_of_two() * shape.lane.bytes();
        !shape.count.is_power_of_two() && bytes != 16
    })
}

/// How the convention passes a value of type `ty` that may be a vector: one that fills a register of 8 bytes with a few more elements
/// is widened.
pub fn passed_vector(types: &TypeTable, ty: Type) -> PassedVector {
    let Some(shape) = VectorShape::of(types, ty) else {
        return passed_without_shape(types, ty);
    };
    let widened = shape.count.next_power_of_two();
    let is_promoted = || promoted_lane(types, types.scalar(ty), shape.count).is_some();
    match (is_taken_apart(types, ty), shape.is_exact()) {
        (true, true) if widened * shape.lane.bytes() == 8 => PassedVector::Widened(widened),
        // Those are passed as vectors of one element, in vector registers: selection refuses them.
        (true, true) if shape.lane == Lane::I64 => PassedVector::Whole,
        (true, _) => PassedVector::Elements,
        (false, false) if shape.count != widened || !is_promoted() => PassedVector::Elements,
        _ => PassedVector::Whole,
    }
}

/// The smallest lanes in which `lanes` integers fill a register of 8 or 16 bytes; `None` for other elements, and if
/// there is no such register.
fn promoted_lane(types: &TypeTable, element: Type, lanes: u32) -> Option<Lane> {
    let TypeData::Integer(bits) = types[element] else {
        return None;
    };
    let mut candidates = [Lane::I8, Lane::I16, Lane::I32, Lane::I64].into_iter();
    candidates.find(|lane| lane.bits() >= bits && matches!(lane.bits() * lanes, 64 | 128))
}

/// The register of the width of `part` in `place`, a register that the convention hands out or one of that width.
pub(crate) fn sub_place(place: PhysReg, part: PartType) -> PhysReg {
    let within = |class| TARGET.class(class).contains(place);
    match part.is_int() && part.bits() <= 32 {
        true if within(class::GPR64all) => TARGET.sub_reg(place, sub::SUB_32),
        true if within(class::FPR64) => TARGET.sub_reg(place, sub::SSUB),
        _ => place,
    }
}

/// The register of number `number` for a part that is no integer.
fn float_reg(number: usize, part: PartType) -> Option<PhysReg> {
    let size = match part {
        PartType::Half => 0,
        PartType::Float => 1,
        PartType::Double => 2,
        PartType::Vector { .. } if class_of(part) == class::FPR64 => 2,
        _ => 3,
    };
    FLOAT_REGS.get(number).map(|sizes| sizes[size])
}

/// Hands out places to arguments in order.
#[derive(Clone, Copy, Default, Debug)]
pub struct ArgAssigner {
    ints: usize,
    floats: usize,
    stack: u64,
}

impl ArgAssigner {
    fn next_reg(&mut self, part: PartType) -> Option<PhysReg> {
        let used = match part.is_int() {
            true => &mut self.ints,
            false => &mut self.floats,
        };
        let found = match part.is_int() {
            true => INT_REGS.get(*used).copied(),
            false => float_reg(*used, part),
        };
        *used += usize::from(found.is_some());
        found
    }

    /// The places of parts in order.
    pub(crate) fn next_all(&mut self, parts: &[PartType]) -> SmallVec<[Location; 2]> {
        let mut places = SmallVec::new();
        while let Some(part) = parts.get(places.len()) {
            match *part == FIRST_OF_TWO {
                true => places.extend(self.next_i128()),
                false => places.push(self.next(*part)),
            }
        }
        places
    }

    /// The places of the halves of an i128.
    pub fn next_i128(&mut self) -> [Location; 2] {
        let first = self.ints.next_multiple_of(2);
        if first + 2 <= INT_REGS.len() {
            self.ints = first + 2;
            [first, first + 1].map(|number| Location::Reg(INT_REGS[number]))
        } else {
            // A register that is left is not for the arguments after this one either.
            self.ints = INT_REGS.len();
            let slot = self.stack_slot(16, 16);
            [Location::Stack(slot), Location::Stack(slot + 8)]
        }
    }

    /// The place of the first word of an integer of more than 128 bits; further words follow as any other part
    /// does.
    pub fn next_first_word(&mut self) -> Location {
        let first = self.ints.next_multiple_of(2);
        if let Some(reg) = INT_REGS.get(first) {
            self.ints = first + 1;
            Location::Reg(*reg)
        } else {
            self.ints = INT_REGS.len();
            Location::Stack(self.stack_slot(8, 16))
        }
    }

    /// The places of the parts of an array, which stay together: `part` is what each is, `count` how many,
    /// `align` the array's alignment in bytes.
    pub fn next_block(&mut self, part: PartType, count: usize, align: u64) -> Vec<Location> {
        let used = match part.is_int() {
            true => &mut self.ints,
            false => &mut self.floats,
        };
        if *used + count <= INT_REGS.len() {
            return (0..count).map(|_| self.next(part)).collect();
        }
        *used = INT_REGS.len();
        let size = part.store_size();
        let start = self.stack.next_multiple_of(align.clamp(8, 16));
        self.stack = start + size * count as u64;
        let places = (0..count as u64).map(|index| Location::Stack(start + index * size));
        places.collect()
    }

    /// Number of integer registers used so far.
    pub fn int_regs(&self) -> usize {
        self.ints
    }

    /// Number of floating-point registers used so far.
    pub fn float_regs(&self) -> usize {
        self.floats
    }
}

impl ArgumentPlaces for ArgAssigner {
    fn new(_is_variadic: bool) -> Self {
        Self::default()
    }

    fn next(&mut self, part: PartType) -> Location {
        match self.next_reg(part) {
            Some(reg) => Location::Reg(reg),
            None => {
                let size = if part.store_size() > 8 { 16 } else { 8 };
                Location::Stack(self.stack_slot(size, size))
            }
        }
    }

    fn stack_slot(&mut self, size: u64, align: u64) -> u64 {
        let offset = self.stack.next_multiple_of(align.max(8));
        self.stack = offset + size.next_multiple_of(8);
        offset
    }

    fn stack_size(&self) -> u64 {
        self.stack
    }
}

/// The register of each part of a result, `None` if they do not fit in registers.
pub fn result_regs(parts: impl IntoIterator<Item = PartType>) -> Option<Vec<PhysReg>> {
    let mut assigner = ArgAssigner::default();
    let parts = parts.into_iter();
    parts.map(|part| assigner.next_reg(part)).collect()
}

/// Whether a result of type `ty` is returned in registers; integers of any width are, word by word. Yes for
/// types that selection does not know.
pub(crate) fn returns_in_registers(types: &TypeTable, layout: &DataLayout, ty: Type) -> bool {
    passed_types(types, layout, ty).is_none_or(|passed| result_regs(passed).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_integers_are_not_split_between_registers_and_stack() {
        let mut args = ArgAssigner::default();
        args.next(PartType::Pointer);
        let pair = [reg::X2, reg::X3].map(Location::Reg);
        assert_eq!(args.next_i128(), pair);
        for _ in 0..3 {
            args.next(PartType::Pointer);
        }
        assert_eq!(args.next_i128(), [Location::Stack(0), Location::Stack(8)]);
        assert_eq!(args.next(PartType::Int(32)), Location::Stack(16));
        assert_eq!(args.next(PartType::Double), Location::Reg(reg::D0));
        assert_eq!(args.next(PartType::Float), Location::Reg(reg::S1));
    }

    #[test]
    fn wide_integers_of_structs_are_not_split_either() {
        let mut args = ArgAssigner::default();
        let parts = [PartType::Int(8), FIRST_OF_TWO, PartType::Int(64)];
        let places = [reg::X0, reg::X2, reg::X3].map(Location::Reg);
        assert_eq!(args.next_all(&parts)[..], places);
    }

    #[test]
    fn arrays_stay_together() {
        let mut args = ArgAssigner::default();
        for _ in 0..6 {
            args.next(PartType::Float);
        }
        let places = args.next_block(PartType::Float, 3, 4);
        let stack = [0, 4, 8].map(Location::Stack);
        assert_eq!(places, stack);
        assert_eq!(args.next(PartType::Float), Location::Stack(16));
        assert_eq!(args.next(PartType::Int(8)), Location::Reg(reg::X0));
    }

    #[test]
    fn results_that_do_not_fit() {
        let int = PartType::Int(64);
        assert_eq!(
            result_regs([int, PartType::Float, int]),
            Some(vec![reg::X0, reg::S0, reg::X1])
        );
        assert_eq!(result_regs([int; 9]), None);
    }
}
