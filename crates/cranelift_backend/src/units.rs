//! Units of arguments and results, to which a calling convention assigns places.
//!
//! ```text
//!   i32 zeroext             one word
//!   i128                    two halves
//!   {i64, double}           a word, a double
//!   <4 x float>             a vector of 16 bytes, four parts packed
//!   ptr byval(%struct)      memory, which is copied
//! ```

use avarice_ir::printer::print_type;
use avarice_ir::{AttrGroup, Type, TypeData};
use avarice_lower::{Extension, foreign_param_attr};
use cranelift_codegen::ir::{AbiParam, ArgumentPurpose, types};
use smallvec::SmallVec;

use crate::convention::{Convention, Machine};
use crate::parts::{PartKind, parts_of};

/// The limit of parts of an argument; of a longer array as a result, only this many units are considered.
const MOST_ELEMENTS: u64 = 256;

/// What is passed in one place. Parts are counted within the argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// An integer of at most 64 bits, or a pointer, in a word.
    Word {
        /// The part.
        part: u32,
        /// What is above it in the word.
        extension: Extension,
    },
    /// A word of an integer of more than 64 bits.
    Half {
        /// The part.
        part: u32,
        /// Whether it is the upper one.
        high: bool,
    },
    /// A `float`.
    Float(u32),
    /// A `double`.
    Double(u32),
    /// A `float` or a `double` in a word, as variadic functions have them on some machines.
    FloatInWord(u32),
    /// Consecutive parts, packed.
    Vector {
        /// The first of them.
        first: u32,
        /// How many.
        count: u32,
        /// Bits of each.
        bits: u32,
        /// Whether it takes 16 bytes rather than 8.
        wide: bool,
    },
    /// The memory that a pointer, the only part, points to.
    Memory {
        /// Bytes, a multiple of 8.
        size: u32,
        /// Alignment in bytes.
        align: u64,
    },
    /// The pointer, the only part, to the memory for the function's result.
    ResultMemory,
}

/// The units of an argument or result.
pub(crate) type Units = SmallVec<[Unit; 2]>;

impl Unit {
    /// The parameter of CLIF that passes it.
    pub(crate) fn param(self) -> AbiParam {
        match self {
            Self::Word { .. } | Self::Half { .. } | Self::FloatInWord(_) => {
                AbiParam::new(types::I64)
            }
            Self::Float(_) => AbiParam::new(types::F32),
            Self::Double(_) => AbiParam::new(types::F64),
            Self::Vector { wide: true, .. } => AbiParam::new(types::I64X2),
            Self::Vector { wide: false, .. } => AbiParam::new(types::F64),
            Self::Memory { size, .. } => {
                AbiParam::special(types::I64, ArgumentPurpose::StructArgument(size))
            }
            Self::ResultMemory => AbiParam::special(types::I64, ArgumentPurpose::StructReturn),
        }
    }

    /// Whether it is passed in registers of floating-point numbers.
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::Float(_) | Self::Double(_) | Self::Vector { .. })
    }

    /// Bytes that it takes on the stack where it is one of an array.
    pub(crate) fn packed_size(self) -> u64 {
        match self {
            Self::Float(_) => 4,
            Self::Vector { wide: true, .. } => 16,
            _ => 8,
        }
    }
}

impl Convention<'_> {
    /// The units of an argument of type `ty`.
    ///
    /// # Errors
    /// What of it cannot be passed.
    pub(crate) fn argument_units(
        &self,
        ty: Type,
        attrs: Option<AttrGroup>,
        is_named: bool,
    ) -> Result<Units, String> {
        self.check_attributes(attrs)?;
        let set = self.module.attrs(attrs);
        if set.has("sret") {
            return Ok([Unit::ResultMemory].into_iter().collect());
        }
        if let Some(memory) = set.ty("byval") {
            return self.memory_units(memory, set.int("align"));
        }
        let parts = parts_of(&self.module.types, self.layout, ty);
        if parts.is_ok_and(|parts| parts.len() as u64 > MOST_ELEMENTS) {
            return Err(format!("argument of more than {MOST_ELEMENTS} parts"));
        }
        let mut units = self.units(ty, attrs)?;
        if !is_named && self.machine == Machine::Riscv64 {
            for unit in &mut units {
                *unit = match *unit {
                    Unit::Float(part) | Unit::Double(part) => Unit::FloatInWord(part),
                    Unit::Half { .. } => {
                        return Err("variadic argument of more than 64 bits".into());
                    }
                    unit => unit,
                };
            }
        }
        Ok(units)
    }

    /// The units of a result or of an argument that is a value.
    pub(crate) fn units(&self, ty: Type, attrs: Option<AttrGroup>) -> Result<Units, String> {
        let extension = Extension::of(self.module.attrs(attrs));
        let mut units = Units::new();
        self.push_units(ty, extension, &mut 0, &mut units)?;
        Ok(units)
    }

    fn push_units(
        &self,
        ty: Type,
        extension: Extension,
        next: &mut u32,
        units: &mut Units,
    ) -> Result<(), String> {
        let types = &self.module.types;
        match &types[ty] {
            TypeData::Void => {}
            TypeData::Vector { element, len, .. } => {
                self.push_vector_units(*element, *len, *next, units)?;
                *next += *len;
            }
            TypeData::Array { element, len } => {
                for _ in 0..(*len).min(MOST_ELEMENTS) {
                    self.push_units(*element, extension, next, units)?;
                }
            }
            TypeData::Struct { .. } | TypeData::Named(_) => {
                let (fields, _) = types.struct_fields(ty).ok_or("an opaque struct")?;
                for field in fields {
                    self.push_units(*field, extension, next, units)?;
                }
            }
            _ => {
                let parts = parts_of(types, self.layout, ty)
                    .map_err(|ty| format!("type {}", print_type(self.module, ty)))?;
                for part in parts {
                    let at = *next;
                    *next += 1;
                    match part.kind {
                        PartKind::Int(..=64) => units.push(Unit::Word {
                            part: at,
                            extension,
                        }),
                        PartKind::Int(_) => {
                            units.extend([false, true].map(|high| Unit::Half { part: at, high }))
                        }
                        PartKind::Float => units.push(Unit::Float(at)),
                        PartKind::Double => units.push(Unit::Double(at)),
                    }
                }
            }
        }
        if units.len() > MOST_ELEMENTS as usize {
            return Err("an argument with too many parts".into());
        }
        Ok(())
    }

    /// The units of a vector: those of x86-64 are filled up to 16 bytes.
    fn push_vector_units(
        &self,
        element: Type,
        len: u32,
        first: u32,
        units: &mut Units,
    ) -> Result<(), String> {
        let types = &self.module.types;
        let bits = match types[element] {
            TypeData::Integer(bits @ (8 | 16 | 32 | 64)) => bits,
            TypeData::Float => 32,
            TypeData::Double | TypeData::Pointer(0) => 64,
            _ => 0,
        };
        let bytes = bits / 8 * len;
        let is_passed = match self.machine {
            _ if bits == 0 => false,
            Machine::X86_64 => true,
            Machine::Aarch64 => len.is_power_of_two() && (bytes == 8 || bytes.is_multiple_of(16)),
            Machine::Riscv64 | Machine::S390x => false,
        };
        if !is_passed {
            let element = print_type(self.module, element);
            return Err(format!("passing of type <{len} x {element}>"));
        }
        let wide = bytes != 8 || self.machine == Machine::X86_64;
        let each = if wide { 128 / bits } else { len };
        let mut done = 0;
        while done < len {
            let count = each.min(len - done);
            units.push(Unit::Vector {
                first: first + done,
                count,
                bits,
                wide,
            });
            done += count;
        }
        Ok(())
    }

    /// The unit of a copy of memory.
    fn memory_units(&self, ty: Type, align: Option<u64>) -> Result<Units, String> {
        let types = &self.module.types;
        let size = self.layout.alloc_size(types, ty);
        let size = size.and_then(|size| u32::try_from(size.next_multiple_of(8)).ok());
        let align = align.unwrap_or_else(|| self.layout.abi_align(types, ty));
        match size {
            Some(size) if self.machine == Machine::X86_64 && align <= 16 => {
                Ok([Unit::Memory { size, align }].into_iter().collect())
            }
            _ => Err("parameter attribute byval of this type on this target".into()),
        }
    }

    /// Refuses attributes that change how an argument is passed in ways not known here.
    fn check_attributes(&self, attrs: Option<AttrGroup>) -> Result<(), String> {
        match foreign_param_attr(self.module.attrs(attrs)) {
            Some(name) => Err(format!("parameter attribute {name}")),
            None => Ok(()),
        }
    }
}
