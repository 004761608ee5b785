//! Types of the values that random modules compute with, and random constants of them.

use std::fmt;

use crate::random::Random;

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scalar {
    /// An integer of so many bits.
    Int(u32),
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `x86_fp80`
    X87,
    /// `fp128`
    Quad,
}

impl Scalar {
    /// Its width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(bits) => bits,
            Self::Half | Self::BFloat => 16,
            Self::Float => 32,
            Self::Double => 64,
            Self::X87 => 80,
            Self::Quad => 128,
        }
    }

    /// Whether it is a floating-point number.
    pub fn is_float(self) -> bool {
        !matches!(self, Self::Int(_))
    }

    /// How names of intrinsics spell it.
    pub fn suffix(self) -> String {
        match self {
            Self::Int(bits) => format!("i{bits}"),
            Self::BFloat => "bf16".into(),
            other => format!("f{}", other.bits()),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::Half => f.write_str("half"),
            Self::BFloat => f.write_str("bfloat"),
            Self::Float => f.write_str("float"),
            Self::Double => f.write_str("double"),
            Self::X87 => f.write_str("x86_fp80"),
            Self::Quad => f.write_str("fp128"),
        }
    }
}

/// The type of a number or of a vector of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Type {
    /// The type of a lane, or of the number.
    pub scalar: Scalar,
    /// How many lanes a vector has; 0 for a number.
    pub lanes: u32,
}

impl Type {
    /// The type of a number.
    pub const fn of(scalar: Scalar) -> Self {
        Self { scalar, lanes: 0 }
    }

    /// An integer of `bits` bits.
    pub const fn int(bits: u32) -> Self {
        Self::of(Scalar::Int(bits))
    }

    /// A vector.
    pub const fn vector(lanes: u32, scalar: Scalar) -> Self {
        Self { scalar, lanes }
    }

    /// As many lanes of another type.
    pub const fn with(self, scalar: Scalar) -> Self {
        Self {
            scalar,
            lanes: self.lanes,
        }
    }

    /// As many lanes of integers of `bits` bits.
    pub const fn with_int(self, bits: u32) -> Self {
        self.with(Scalar::Int(bits))
    }

    /// Whether it is a vector.
    pub const fn is_vector(self) -> bool {
        self.lanes != 0
    }

    /// Whether it is of floating-point numbers.
    pub fn is_float(self) -> bool {
        self.scalar.is_float()
    }

    /// Whether it is an integer, and no vector.
    pub fn is_integer(self) -> bool {
        !self.is_float() && !self.is_vector()
    }

    /// The type of a lane.
    pub const fn lane(self) -> Self {
        Self::of(self.scalar)
    }

    /// Its width in bits.
    pub fn bits(self) -> u32 {
        self.scalar.bits() * self.lanes.max(1)
    }

    /// How many bytes a store writes.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// How names of intrinsics spell it.
    pub fn suffix(self) -> String {
        match self.lanes {
            0 => self.scalar.suffix(),
            lanes => format!("v{lanes}{}", self.scalar.suffix()),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lanes {
            0 => self.scalar.fmt(f),
            lanes => write!(f, "<{lanes} x {}>", self.scalar),
        }
    }
}

/// Writes `lane` for each lane of `ty`: `<i8 1, i8 2>`, or only the constant of a number.
pub fn by_lane(ty: Type, mut lane: impl FnMut() -> String) -> String {
    if !ty.is_vector() {
        return lane();
    }
    let lanes: Vec<String> = (0..ty.lanes)
        .map(|_| format!("{} {}", ty.scalar, lane()))
        .collect();
    format!("<{}>", lanes.join(", "))
}

/// A random constant, with a liking for those at which something changes.
pub fn constant(random: &mut Random, ty: Type) -> String {
    if ty.is_vector() && random.chance(10) {
        return "zeroinitializer".into();
    }
    if ty.is_vector() && random.chance(40) {
        let lane = constant_lane(random, ty.scalar);
        return by_lane(ty, || lane.clone());
    }
    by_lane(ty, || constant_lane(random, ty.scalar))
}

fn constant_lane(random: &mut Random, scalar: Scalar) -> String {
    match scalar {
        Scalar::Int(bits) => integer_text(integer(random, bits), bits),
        Scalar::Float | Scalar::Double if random.chance(30) => {
            // Decimal text is for numbers that are exact in it.
            format!("{:.2}", f64::from(random.below(4001) as i32 - 2000) * 0.25)
        }
        Scalar::Float => {
            let bits = random.bits() as u32;
            let wide = f64::from(f32::from_bits(bits));
            match wide.is_nan() {
                true => "0x7FF8000000000000".into(),
                false => format!("0x{:016X}", wide.to_bits()),
            }
        }
        Scalar::Double => {
            let number = f64::from_bits(random.bits());
            match number.is_nan() {
                true => "0x7FF8000000000000".into(),
                false => format!("0x{:016X}", number.to_bits()),
            }
        }
        Scalar::Half => random
            .pick(&[
                "0xH0000", "0xH8000", "0xH3C00", "0xHBC00", "0xH7C00", "0xH7E00", "0xH0001",
                "0xH4248", "0xHFBFF", "0xH3555",
            ])
            .into(),
        Scalar::BFloat => random
            .pick(&[
                "0xR0000", "0xR8000", "0xR3F80", "0xRBF80", "0xR7F80", "0xR7FC0", "0xR0001",
                "0xR4049", "0xRFF7F", "0xR3EAB",
            ])
            .into(),
        Scalar::X87 => random
            .pick(&[
                "0xK00000000000000000000",
                "0xK80000000000000000000",
                "0xK3FFF8000000000000000",
                "0xKBFFF8000000000000000",
                "0xK7FFF8000000000000000",
                "0xK4000C90FDAA22168C235",
                "0xK403DFFFFFFFFFFFFFFFF",
            ])
            .into(),
        Scalar::Quad => random
            .pick(&[
                "0xL00000000000000000000000000000000",
                "0xL00000000000000008000000000000000",
                "0xL00000000000000003FFF000000000000",
                "0xL0000000000000000BFFF000000000000",
                "0xL00000000000000007FFF000000000000",
                "0xL8469898CC51701B84000921FB54442D1",
                "0xL00000000000000007FFF800000000000",
            ])
            .into(),
    }
}

/// The bits of a random integer of `bits` bits; what is above 128 bits repeats the sign.
pub fn integer(random: &mut Random, bits: u32) -> i128 {
    let shift = random.below(bits.min(127));
    let value = match random.below(12) {
        0 => 0,
        1 => 1,
        2 => -1,
        3 => i128::MIN >> (128 - bits.min(128)),
        4 => i128::MAX >> (128 - bits.min(128)),
        5 => 1 << shift,
        6 => (1 << shift) - 1,
        7 => -(1 << shift),
        8 => i128::from(random.below(256)) - 128,
        9 => random.pick(&[
            0xff,
            0xffff,
            0xffff_ffff,
            0x5555,
            0x0f0f_0f0f,
            0xff00,
            0x8000_0000,
        ]),
        _ => (i128::from(random.bits()) << 64) ^ i128::from(random.bits()),
    };
    // Cut to the width, with the sign.
    let unused = 128 - bits.min(128);
    (value << unused) >> unused
}

/// An integer as IR writes it.
pub fn integer_text(value: i128, bits: u32) -> String {
    match bits {
        1 => (value != 0).to_string(),
        _ => value.to_string(),
    }
}
