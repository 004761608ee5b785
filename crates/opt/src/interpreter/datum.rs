//! What a value is while the interpreter runs.

use avarice_ir::{Type, TypeData, TypeTable};

use super::Failure;

/// Integers of more bits are not run.
pub const MAX_BITS: u32 = 128;

/// Elements of an aggregate or vector beyond which it is not run.
pub const MAX_PARTS: u64 = 1 << 20;

/// A value: bits of a scalar, or the elements of anything else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Datum {
    /// An integer (zero-extended), the address that a pointer is, or the bits of a floating-point number.
    Bits(u128),
    /// Elements of an array, a struct or a vector.
    Parts(Box<[Self]>),
}

impl Default for Datum {
    fn default() -> Self {
        Self::Bits(0)
    }
}

impl Datum {
    /// A truth value.
    pub fn bool(value: bool) -> Self {
        Self::Bits(value.into())
    }

    /// The bits of a scalar; 0 of anything else, which the verifier does not let happen.
    pub fn bits(&self) -> u128 {
        match self {
            Self::Bits(bits) => *bits,
            Self::Parts(_) => 0,
        }
    }

    /// The low 64 bits: an address, a size.
    pub fn word(&self) -> u64 {
        self.bits() as u64
    }

    /// The elements; none of a scalar.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Bits(_) => &[],
            Self::Parts(parts) => parts,
        }
    }

    /// The zero of a type, which stands for `undef` and `poison` too.
    ///
    /// # Errors
    /// The type has no values that are run.
    pub fn zero(types: &TypeTable, ty: Type) -> Result<Self, Failure> {
        check_parts(types, ty)?;
        Self::zero_of_checked(types, ty)
    }

    fn zero_of_checked(types: &TypeTable, ty: Type) -> Result<Self, Failure> {
        let Some(count) = num_parts(types, ty)? else {
            return Ok(Self::Bits(0));
        };
        let parts = (0..count).map(|index| match types.element(ty, index) {
            Some(element) => Self::zero_of_checked(types, element),
            None => Err(Failure::unsupported("a type without known size")),
        });
        Ok(Self::Parts(parts.collect::<Result<_, _>>()?))
    }
}

/// Whether values of type `ty` are run: all scalars in them are, and there are not too many.
///
/// # Errors
/// They are not.
pub fn check_parts(types: &TypeTable, ty: Type) -> Result<(), Failure> {
    fn check(types: &TypeTable, ty: Type, room: u64) -> Result<(), Failure> {
        let Some(count) = num_parts(types, ty)? else {
            return Ok(());
        };
        if count > room {
            return Err(Failure::unsupported("a value of that many elements"));
        }
        // Elements of arrays and vectors are alike.
        let is_struct = types.struct_fields(ty).is_some();
        let different = if is_struct { count } else { count.min(1) };
        for element in (0..different).filter_map(|index| types.element(ty, index)) {
            check(types, element, room / count)?;
        }
        Ok(())
    }
    check(types, ty, MAX_PARTS)
}

/// The number of elements of an aggregate or vector; `None` for scalars.
///
/// # Errors
/// The type has no values that are run.
pub fn num_parts(types: &TypeTable, ty: Type) -> Result<Option<u64>, Failure> {
    match &types[ty] {
        TypeData::Integer(bits) if *bits > MAX_BITS => {
            Err(Failure::unsupported(format!("an integer of {bits} bits")))
        }
        TypeData::Vector { scalable: true, .. } => Err(Failure::unsupported("a scalable vector")),
        TypeData::X86Amx | TypeData::TargetExt { .. } => {
            Err(Failure::unsupported("a type of a target"))
        }
        TypeData::Array { .. }
        | TypeData::Vector { .. }
        | TypeData::Struct { .. }
        | TypeData::Named(_) => match types.num_elements(ty) {
            Some(count) if count <= MAX_PARTS => Ok(Some(count)),
            Some(count) => Err(Failure::unsupported(format!("a value of {count} elements"))),
            None => Err(Failure::unsupported("a type without known size")),
        },
        _ => Ok(None),
    }
}

/// The lowest `bits` bits of `value`.
pub fn truncate(value: u128, bits: u32) -> u128 {
    if bits >= MAX_BITS {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}

/// `value`, of `bits` bits, as a signed number.
pub fn signed(value: u128, bits: u32) -> i128 {
    let unused = MAX_BITS - bits.clamp(1, MAX_BITS);
    ((value << unused) as i128) >> unused
}
