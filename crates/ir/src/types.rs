//! Types, interned: equal types have equal ids.

use cranelift_entity::{EntityRef, PrimaryMap};
use rustc_hash::FxHashMap;

use crate::entities::{StructId, Type};

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// No value.
    Void,
    /// A basic block.
    Label,
    /// Metadata as an argument of an intrinsic.
    Metadata,
    /// A token.
    Token,
    /// `half`.
    Half,
    /// `bfloat`.
    BFloat,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `x86_fp80`.
    X86Fp80,
    /// `fp128`.
    Fp128,
    /// `ppc_fp128`.
    PpcFp128,
    /// `x86_amx`.
    X86Amx,
    /// `x86_mmx`.
    X86Mmx,
    /// `iN`, 1 to 2^23 bits.
    Integer(u32),
    /// `ptr` in an address space.
    Pointer(u32),
    /// `[len x element]`.
    Array {
        /// Element type.
        element: Type,
        /// Number of elements.
        len: u64,
    },
    /// `<len x element>`, `<vscale x len x element>` if scalable.
    Vector {
        /// Element type.
        element: Type,
        /// (Minimum) number of elements.
        len: u32,
        /// Whether the length is a multiple of `vscale`.
        scalable: bool,
    },
    /// A literal struct.
    Struct {
        /// Field types.
        fields: Box<[Type]>,
        /// `<{ … }>`: no padding.
        packed: bool,
    },
    /// An identified struct; its body is in [`TypeTable::structs`].
    Named(StructId),
    /// A function type.
    Function {
        /// Result.
        ret: Type,
        /// Parameters.
        params: Box<[Type]>,
        /// Ends with `...`.
        var_arg: bool,
    },
    /// `target("name", types…, ints…)`.
    TargetExt {
        /// Name.
        name: Box<str>,
        /// Type parameters.
        types: Box<[Type]>,
        /// Integer parameters.
        ints: Box<[u32]>,
    },
}

/// An identified struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructData {
    /// Its name without `%`, or `None` for a numbered one (printed by its number).
    pub name: Option<Box<str>>,
    /// Fields and packing, `None` while opaque.
    pub body: Option<(Box<[Type]>, bool)>,
}

/// All types of a module.
#[derive(Clone, Debug)]
pub struct TypeTable {
    types: PrimaryMap<Type, TypeData>,
    ids: FxHashMap<TypeData, Type>,
    /// Identified structs.
    pub structs: PrimaryMap<StructId, StructData>,
}

macro_rules! fixed {
    ($($(#[$doc:meta])* $name:ident = $index:literal: $data:expr;)*) => {
        impl TypeTable {
            $($(#[$doc])* pub const $name: Type = Type($index);)*

            const FIXED: &'static [(Type, TypeData)] = &[$((Self::$name, $data)),*];
        }
    };
}

fixed! {
    /// `void`
    VOID = 0: TypeData::Void;
    /// `label`
    LABEL = 1: TypeData::Label;
    /// `metadata`
    METADATA = 2: TypeData::Metadata;
    /// `token`
    TOKEN = 3: TypeData::Token;
    /// `half`
    HALF = 4: TypeData::Half;
    /// `bfloat`
    BFLOAT = 5: TypeData::BFloat;
    /// `float`
    FLOAT = 6: TypeData::Float;
    /// `double`
    DOUBLE = 7: TypeData::Double;
    /// `x86_fp80`
    X86_FP80 = 8: TypeData::X86Fp80;
    /// `fp128`
    FP128 = 9: TypeData::Fp128;
    /// `ppc_fp128`
    PPC_FP128 = 10: TypeData::PpcFp128;
    /// `x86_amx`
    X86_AMX = 11: TypeData::X86Amx;
    /// `i1`
    I1 = 12: TypeData::Integer(1);
    /// `i8`
    I8 = 13: TypeData::Integer(8);
    /// `i16`
    I16 = 14: TypeData::Integer(16);
    /// `i32`
    I32 = 15: TypeData::Integer(32);
    /// `i64`
    I64 = 16: TypeData::Integer(64);
    /// `i128`
    I128 = 17: TypeData::Integer(128);
    /// `ptr`
    PTR = 18: TypeData::Pointer(0);
    /// `x86_mmx`
    X86_MMX = 19: TypeData::X86Mmx;
}

impl Default for TypeTable {
    fn default() -> Self {
        let mut table = Self {
            types: PrimaryMap::new(),
            ids: FxHashMap::default(),
            structs: PrimaryMap::new(),
        };
        for (id, data) in Self::FIXED {
            let got = table.intern(data.clone());
            debug_assert_eq!(got, *id);
        }
        table
    }
}

impl std::ops::Index<Type> for TypeTable {
    type Output = TypeData;

    #[inline]
    fn index(&self, ty: Type) -> &TypeData {
        &self.types[ty]
    }
}

impl TypeTable {
    /// The id of `data`.
    pub fn intern(&mut self, data: TypeData) -> Type {
        if let Some(id) = self.ids.get(&data) {
            return *id;
        }
        let id = self.types.push(data.clone());
        self.ids.insert(data, id);
        id
    }

    /// Number of distinct types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never true: the fixed types are always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The id of `iN`.
    pub fn int(&mut self, bits: u32) -> Type {
        self.intern(TypeData::Integer(bits))
    }

    /// Bits of an integer type, or `None`.
    #[inline]
    pub fn int_bits(&self, ty: Type) -> Option<u32> {
        match self[ty] {
            TypeData::Integer(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether `ty` is an integer type.
    pub fn is_int(&self, ty: Type) -> bool {
        matches!(self[ty], TypeData::Integer(_))
    }

    /// Whether `ty` is a pointer type.
    pub fn is_ptr(&self, ty: Type) -> bool {
        matches!(self[ty], TypeData::Pointer(_))
    }

    /// Whether `ty` is a floating-point type.
    pub fn is_float(&self, ty: Type) -> bool {
        use TypeData::*;
        matches!(
            self[ty],
            Half | BFloat | Float | Double | X86Fp80 | Fp128 | PpcFp128
        )
    }

    /// Whether `ty` is a vector type.
    pub fn is_vector(&self, ty: Type) -> bool {
        matches!(self[ty], TypeData::Vector { .. })
    }

    /// Whether `ty` is an array or struct type.
    pub fn is_aggregate(&self, ty: Type) -> bool {
        matches!(
            self[ty],
            TypeData::Array { .. } | TypeData::Struct { .. } | TypeData::Named(_)
        )
    }

    /// The element type of a vector, any other type itself.
    pub fn scalar(&self, ty: Type) -> Type {
        match self[ty] {
            TypeData::Vector { element, .. } => element,
            _ => ty,
        }
    }

    /// Fields and packing of a struct with a body, or `None`.
    #[inline]
    pub fn struct_fields(&self, ty: Type) -> Option<(&[Type], bool)> {
        match &self[ty] {
            TypeData::Struct { fields, packed } => Some((fields, *packed)),
            TypeData::Named(id) => {
                let (fields, packed) = self.structs[*id].body.as_ref()?;
                Some((fields, *packed))
            }
            _ => None,
        }
    }

    /// The type of element `index` of an array or struct (vectors too), or `None`.
    pub fn element(&self, ty: Type, index: u64) -> Option<Type> {
        match self[ty] {
            TypeData::Array { element, len } => (index < len).then_some(element),
            TypeData::Vector { element, len, .. } => (index < u64::from(len)).then_some(element),
            _ => {
                let (fields, _) = self.struct_fields(ty)?;
                fields.get(usize::try_from(index).ok()?).copied()
            }
        }
    }

    /// Number of elements of an array, vector or struct with a body, or `None`.
    pub fn num_elements(&self, ty: Type) -> Option<u64> {
        match self[ty] {
            TypeData::Array { len, .. } => Some(len),
            TypeData::Vector { len, .. } => Some(u64::from(len)),
            _ => self
                .struct_fields(ty)
                .map(|(fields, _)| fields.len() as u64),
        }
    }

    /// All types in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (Type, &TypeData)> {
        (0..self.types.len()).map(|i| (Type::new(i), &self.types[Type::new(i)]))
    }
}
