//! The System V calling convention for signatures of the IR (LLVM's `CC_X86_64_C` and `RetCC_X86_64_C`).
//!
//! Front ends have already split structs into registers or `byval` memory; what remains is to assign
//! registers and stack slots to parts in order:
//!
//! ```text
//!   integers, pointers     RDI RSI RDX RCX R8 R9, then 8-byte stack slots
//!   half … double          XMM0 … XMM7, then 8-byte stack slots
//!   x86_fp80               stack slots of 16 bytes
//!   vectors                the same by parts, then stack slots of 16 bytes; with AVX two parts are the halves
//!                          of one of YMM0 … YMM7, then stack slots of 32 bytes, which variadic functions
//!                          have them in always
//!   i128                   two integer registers, or 16 bytes of stack and no more integer registers
//!                          for what follows, never half and half; in structs too
//!   wider integers         word by word; the first not in R9, but on 16 bytes of stack, and then no word
//!                          is in R9
//!   byval                  always the stack
//!   nest                   R10
//!   results                RAX RDX RCX; XMM0 … XMM3 for vectors, up to XMM2 for half, up to XMM1 for float, double and
//!                          fp128; x87 registers 0 and 1 for x86_fp80, and for float and double that come after
//! ```

use avarice_ir::{DataLayout, Type, TypeData, TypeTable};
use avarice_legalize::PassedVector;
use avarice_lower::select::{ArgumentPlaces, Location};
use avarice_lower::{FloatKind, PartType, VectorShape, parts_of, passed_without_shape, take_apart};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use crate::subtarget::Features;
use crate::{TARGET, reg, sub};

/// Integer argument registers, as 64-bit registers.
pub(crate) const INT_ARGS: [PhysReg; 6] =
    [reg::RDI, reg::RSI, reg::RDX, reg::RCX, reg::R8, reg::R9];
/// Floating-point argument registers.
pub(crate) const FLOAT_ARGS: [PhysReg; 8] = [
    reg::XMM0,
    reg::XMM1,
    reg::XMM2,
    reg::XMM3,
    reg::XMM4,
    reg::XMM5,
    reg::XMM6,
    reg::XMM7,
];
/// The registers of 32 bytes whose lower halves those are.
const WHOLE_ARGS: [PhysReg; 8] = [
    reg::YMM0,
    reg::YMM1,
    reg::YMM2,
    reg::YMM3,
    reg::YMM4,
    reg::YMM5,
    reg::YMM6,
    reg::YMM7,
];
/// Integer result registers.
const INT_RESULTS: [PhysReg; 3] = [reg::RAX, reg::RDX, reg::RCX];
/// Floating-point result registers.
const FLOAT_RESULTS: [PhysReg; 4] = [reg::XMM0, reg::XMM1, reg::XMM2, reg::XMM3];

/// Results in x87 registers, as places of the stack: the first is on top.
const X87_RESULTS: [PhysReg; 2] = [reg::FP0, reg::FP1];

/// What the convention takes a part of a value for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// For itself.
    One(PartType),
    /// For an `fp128`, which is in the same registers as vectors are, but as a result not in all of them.
    Quad,
    /// For the first of the two words of an integer of 65 to 128 bits. The next part is the other one.
    FirstOfTwo,
    /// For the lower half of a vector of 32 bytes. The next part is the upper one.
    LowerHalf,
}

/// What the parts of a type are to the convention.
pub type PassedParts = SmallVec<[Passed; 2]>;

/// What the convention of functions with these features takes the parts of `ty` for, integers of more than 128 bits for
/// their words; `None` if selection does not know the type.
pub(crate) fn passed_as(
    types: &TypeTable,
    layout: &DataLayout,
    features: Features,
    ty: Type,
) -> Option<PassedParts> {
    let mut passed = PassedParts::new();
    let has_halves = features.contains(Features::AVX);
    let mut take = |ty, _| {
        let before = passed.len();
        push_passed(types, layout, (ty, has_halves), &mut passed)?;
        Some(passed.len() - before)
    };
    take_apart(types, layout, (ty, 0), &mut take).ok()?;
    Some(passed)
}

/// Adds the parts of a type that is no aggregate; `None` for one that is.
fn push_passed(
    types: &TypeTable,
    layout: &DataLayout,
    (ty, has_halves): (Type, bool),
    passed: &mut PassedParts,
) -> Option<()> {
    match types[ty] {
        TypeData::Integer(bits @ 129..) => {
            let words = bits.div_ceil(64) as usize;
            passed.resize(passed.len() + words, Passed::One(PartType::Int(64)));
        }
        TypeData::Integer(65..=128) => {
            passed.extend([Passed::FirstOfTwo, Passed::One(PartType::Int(64))]);
        }
        TypeData::Fp128 => passed.push(Passed::Quad),
        TypeData::Array { .. } | TypeData::Struct { .. } | TypeData::Named(_) => return None,
        TypeData::Vector { .. } => {
            let shape = VectorShape::of(types, ty)?;
            let has_halves = has_halves && shape.is_exact() && shape.parts() > 1;
            let parts = parts_of(types, layout, ty).ok()?;
            passed.extend(parts.iter().enumerate().map(|(index, part)| {
                match has_halves && index.is_multiple_of(2) {
                    true => Passed::LowerHalf,
                    false => Passed::One(part.ty),
                }
            }));
        }
        _ => {
            let parts = parts_of(types, layout, ty).ok()?;
            passed.extend(parts.iter().map(|part| Passed::One(part.ty)));
        }
    }
    Some(())
}

/// Hands out places to arguments in order.
#[derive(Clone, Copy, Default, Debug)]
pub struct ArgAssigner {
    ints: usize,
    floats: usize,
    stack: u64,
    stack_align: u64,
    is_variadic: bool,
}

impl ArgAssigner {
    /// The places of parts in order.
    pub fn next_all(&mut self, parts: &[Passed]) -> SmallVec<[Location; 2]> {
        let mut places = SmallVec::new();
        while let Some(part) = parts.get(places.len()) {
            match *part {
                Passed::One(part) => places.push(self.next(part)),
                Passed::Quad => places.push(self.next(PartType::FP128)),
                Passed::FirstOfTwo => places.extend(self.next_i128()),
                Passed::LowerHalf => places.extend(self.next_halves()),
            }
        }
        places
    }

    /// The places of the halves of a vector of 32 bytes. In a register, the upper one's is the whole register.
    fn next_halves(&mut self) -> [Location; 2] {
        let low = FLOAT_ARGS.get(self.floats);
        match (low, WHOLE_ARGS.get(self.floats)) {
            (Some(low), Some(whole)) if !self.is_variadic => {
                self.floats += 1;
                [Location::Reg(*low), Location::Reg(*whole)]
            }
            _ => {
                let slot = self.stack_slot(32, 32);
                [Location::Stack(slot), Location::Stack(slot + 16)]
            }
        }
    }

    /// The places of the halves of an i128.
    fn next_i128(&mut self) -> [Location; 2] {
        if self.ints + 2 <= INT_ARGS.len() {
            let int = PartType::Int(64);
            [self.next(int), self.next(int)]
        } else {
            // A register that is left is not for the arguments after this one either.
            self.ints = INT_ARGS.len();
            let slot = self.stack_slot(16, 16);
            [Location::Stack(slot), Location::Stack(slot + 8)]
        }
    }

    /// The place of the first word of an integer of more than 128 bits; further words follow as any other part
    /// does, so that such an integer may be half in registers.
    pub fn next_first_word(&mut self) -> Location {
        if self.ints + 1 < INT_ARGS.len() {
            self.next(PartType::Int(64))
        } else {
            self.ints = INT_ARGS.len();
            Location::Stack(self.stack_slot(8, 16))
        }
    }

    /// The alignment that the stack pointer has to have at the call for the slots so far; callees count on it.
    pub fn stack_align(&self) -> u64 {
        self.stack_align
    }

    /// Number of integer registers used so far.
    pub fn int_regs(&self) -> usize {
        self.ints
    }

    /// Number of floating-point registers used so far: what variadic callees find in AL.
    pub fn float_regs(&self) -> usize {
        self.floats
    }
}

impl ArgumentPlaces for ArgAssigner {
    fn new(is_variadic: bool) -> Self {
        Self {
            is_variadic,
            ..Self::default()
        }
    }

    fn next(&mut self, part: PartType) -> Location {
        let (used, regs): (_, &[PhysReg]) = match part {
            PartType::X86Fp80 => return Location::Stack(self.stack_slot(16, 16)),
            _ if part.is_int() => (&mut self.ints, &INT_ARGS),
            _ => (&mut self.floats, &FLOAT_ARGS),
        };
        match regs.get(*used) {
            Some(reg) => {
                *used += 1;
                Location::Reg(*reg)
            }
            None => {
                let size = match part {
                    PartType::Vector { .. } => 16,
                    _ => 8,
                };
                Location::Stack(self.stack_slot(size, size))
            }
        }
    }

    fn stack_slot(&mut self, size: u64, align: u64) -> u64 {
        self.stack_align = self.stack_align.max(align);
        let offset = self.stack.next_multiple_of(align.max(8));
        self.stack = offset + size.next_multiple_of(8);
        offset
    }

    fn stack_size(&self) -> u64 {
        self.stack
    }
}

/// The register of each part of a result, `None` if they do not fit in registers. A `float` or a `double` may be in an
/// x87 register, as an `x86_fp80`.
pub fn result_regs(parts: &[Passed]) -> Option<SmallVec<[PhysReg; 4]>> {
    let (mut ints, mut x87) = (INT_RESULTS.iter(), X87_RESULTS.iter());
    let mut floats = FLOAT_RESULTS.iter().zip(&WHOLE_ARGS);
    let mut regs = SmallVec::new();
    while let Some(passed) = parts.get(regs.len()) {
        let (part, usable) = match *passed {
            Passed::LowerHalf => {
                let (low, whole) = floats.next()?;
                regs.extend([*low, *whole]);
                continue;
            }
            Passed::FirstOfTwo => (PartType::Int(64), 0),
            Passed::Quad => (PartType::FP128, 2),
            Passed::One(part @ (PartType::Float | PartType::Double)) => (part, 2),
            Passed::One(part @ PartType::Half) => (part, 3),
            Passed::One(part) => (part, FLOAT_RESULTS.len()),
        };
        let used = FLOAT_RESULTS.len() - floats.len();
        let reg = match part {
            PartType::X86Fp80 => x87.next(),
            _ if part.is_int() => ints.next(),
            _ if used < usable => floats.next().map(|(low, _)| low),
            _ => FloatKind::of(part).and_then(|_| x87.next()),
        };
        regs.push(*reg?);
    }
    Some(regs)
}

/// Whether a place is an x87 register.
pub fn is_x87(reg: PhysReg) -> bool {
    X87_RESULTS.contains(&reg)
}

/// Whether a place is a register of 32 bytes: that of an upper half.
pub fn is_whole(reg: PhysReg) -> bool {
    WHOLE_ARGS.contains(&reg)
}

/// The register that is the lower half of one of 32 bytes.
pub fn low_half(whole: PhysReg) -> PhysReg {
    TARGET.sub_reg(whole, sub::SUB_XMM)
}

/// Whether a function with these features returns a result of type `ty` in registers; integers of any width are, word
/// by word. Yes for types that selection does not know.
pub(crate) fn returns_in_registers(
    types: &TypeTable,
    layout: &DataLayout,
    features: Features,
    ty: Type,
) -> bool {
    passed_as(types, layout, features, ty).is_none_or(|parts| result_regs(&parts).is_some())
}

/// Whether the elements of a vector are `half` or `bfloat`.
fn is_half(types: &TypeTable, ty: Type) -> bool {
    matches!(types[types.scalar(ty)], TypeData::Half | TypeData::BFloat)
}

/// How the convention passes a value of type `ty` that may be a vector: as registers of 16 bytes hold it, and with AVX of 32, in the
/// next larger number of elements or in wider integers; else element by element.
pub fn passed_vector(types: &TypeTable, ty: Type, has_avx: impl Fn() -> bool) -> PassedVector {
    let Some(shape) = VectorShape::of(types, ty) else {
        return passed_without_shape(types, ty);
    };
    let is_register = |bytes: u32| bytes == 16 || bytes == 32 && has_avx();
    let (even, exact) = (shape.count.is_power_of_two(), shape.is_exact());
    let widened = shape.count.next_power_of_two();
    match (even, exact) {
        (true, true) => PassedVector::Whole,
        (false, true) if widened * shape.lane.bytes() == 16 => PassedVector::Whole,
        // Selection refuses the rest of halves.
        (false, true) if is_half(types, ty) => PassedVector::Whole,
        (false, true) if is_register(widened * shape.lane.bytes()) => {
            PassedVector::Widened(widened)
        }
        (true, false) if shape.count * shape.lane.bytes() == 16 => PassedVector::Whole,
        (true, false) => {
            let mut lanes = [8, 16, 32, 64].into_iter();
            let found = lanes.find(|bits| {
                *bits > shape.element_bits && is_register(shape.count.saturating_mul(bits / 8))
            });
            found.map_or(PassedVector::Elements, PassedVector::Promoted)
        }
        (false, _) => PassedVector::Elements,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_integers_are_not_split_between_registers_and_stack() {
        let mut args = ArgAssigner::default();
        for _ in 0..5 {
            args.next(PartType::Pointer);
        }
        assert_eq!(args.next_i128(), [Location::Stack(0), Location::Stack(8)]);
        assert_eq!(args.next(PartType::Int(32)), Location::Stack(16));
        assert_eq!(args.next(PartType::Double), Location::Reg(reg::XMM0));
        assert_eq!(args.next_i128(), [Location::Stack(32), Location::Stack(40)]);
        assert_eq!((args.stack_size(), args.float_regs()), (48, 1));
    }

    #[test]
    fn halves_of_vectors_are_in_one_register() {
        let upper = Passed::One(PartType::FP128);
        let parts = [Passed::One(PartType::Float), Passed::LowerHalf, upper];
        let regs = [reg::XMM0, reg::XMM1, reg::YMM1];
        assert_eq!(result_regs(&parts).unwrap()[..], regs);
        let mut args = ArgAssigner::default();
        assert_eq!(args.next_all(&parts)[..], regs.map(Location::Reg));
        let mut args = ArgAssigner::new(true);
        let places = [
            Location::Reg(reg::XMM0),
            Location::Stack(0),
            Location::Stack(16),
        ];
        assert_eq!(args.next_all(&parts)[..], places);
    }

    #[test]
    fn results_that_do_not_fit() {
        let regs = |parts: &[PartType]| {
            let parts: PassedParts = parts.iter().map(|part| Passed::One(*part)).collect();
            result_regs(&parts).map(|regs| regs.to_vec())
        };
        let (int, double) = (PartType::Int(64), PartType::Double);
        assert_eq!(
            regs(&[int, PartType::Float, int]),
            Some(vec![reg::RAX, reg::XMM0, reg::RDX])
        );
        assert_eq!(regs(&[int; 4]), None);
        let all = vec![reg::XMM0, reg::XMM1, reg::FP0, reg::FP1];
        assert_eq!(regs(&[double; 4]), Some(all));
        assert_eq!(regs(&[double; 5]), None);
        assert!(result_regs(&[Passed::Quad; 2]).is_some());
        assert_eq!(result_regs(&[Passed::Quad; 3]), None);
        assert!(regs(&[PartType::FP128; 3]).is_some());
    }
}
