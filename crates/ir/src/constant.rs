//! Constants, interned per module: equal constants have equal ids.

use std::hash::BuildHasher;

use cranelift_entity::PrimaryMap;
use rustc_hash::FxBuildHasher;

use crate::entities::{Block, Const, Global, InlineAsm, MetadataId, Type};
use crate::id_table::IdTable;
use crate::inst::{BinaryOp, CastOp, InstFlags};

/// A constant: its type and what it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConstData {
    /// Type.
    pub ty: Type,
    /// Content.
    pub kind: ConstKind,
}

/// What a constant is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstKind {
    /// An integer of at most 64 bits, zero-extended.
    Int(u64),
    /// A wider integer: words, least significant first, `bits.div_ceil(64)` of them.
    BigInt(Box<[u64]>),
    /// Bits of a half, bfloat, float or double.
    Float(u64),
    /// Bits of an x86_fp80, fp128 or ppc_fp128: low word, high word.
    BigFloat([u64; 2]),
    /// The null pointer.
    Null,
    /// `none`, the only token constant.
    NoneToken,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `zeroinitializer` of an aggregate, vector or target type.
    Zero,
    /// An array of i8 written as a string.
    Bytes(Box<[u8]>),
    /// Elements of an array, struct or vector.
    Aggregate(Box<[Const]>),
    /// A vector with all elements equal.
    Splat(Const),
    /// The address of a global.
    Global(Global),
    /// The address of a block.
    BlockAddress(Global, Block),
    /// `dso_local_equivalent`.
    DsoLocalEquivalent(Global),
    /// `no_cfi`.
    NoCfi(Global),
    /// `ptrauth (pointer, key, discriminator, address discriminator)`.
    PtrAuth(Box<[Const]>),
    /// A constant expression.
    Expr(ConstExpr),
    /// Inline assembly, only as a callee.
    InlineAsm(InlineAsm),
    /// Metadata, only as an argument of an intrinsic.
    Metadata(MetadataId),
}

/// A constant expression. Operands are constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstExpr {
    /// A conversion to the constant's type.
    Cast(CastOp, Const),
    /// Arithmetic.
    Binary(BinaryOp, InstFlags, Const, Const),
    /// `getelementptr (source, base, indices…)`.
    Gep {
        /// Source element type.
        source: Type,
        /// `inbounds`, `nusw`, `nuw`.
        flags: InstFlags,
        /// `inrange(start, end)`.
        in_range: Option<Box<(i64, i64)>>,
        /// Base pointer, then indices.
        operands: Box<[Const]>,
    },
    /// `extractelement (vector, index)`.
    ExtractElement(Const, Const),
    /// `insertelement (vector, element, index)`.
    InsertElement(Const, Const, Const),
    /// `shufflevector (a, b, mask)`; -1 is poison in the mask.
    ShuffleVector(Const, Const, Box<[i32]>),
}

/// All constants of a module. Each is stored once; the table by which it is found has its id and hash.
#[derive(Clone, Default, Debug)]
pub struct ConstTable {
    consts: PrimaryMap<Const, ConstData>,
    ids: IdTable<Const>,
}

impl ConstTable {
    /// The id of `data`.
    pub fn intern(&mut self, data: ConstData) -> Const {
        let consts = &mut self.consts;
        let hash = FxBuildHasher.hash_one(&data);
        if let Some(id) = self.ids.find(hash, |id| consts[id] == data) {
            return id;
        }
        let id = consts.push(data);
        self.ids.insert_unique(hash, id);
        id
    }

    /// Makes `id` mean `data` to all that use it. Another constant may mean the same then.
    pub fn redefine(&mut self, id: Const, data: ConstData) {
        let hash = FxBuildHasher.hash_one(&self.consts[id]);
        self.ids.remove(hash, |other| other == id);
        self.consts[id] = data;
    }

    /// All constants in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (Const, &ConstData)> {
        self.consts.iter()
    }

    /// Changes the ids of globals: `new_ids[old]`. For the reader, which meets globals before it knows
    /// their order.
    pub(crate) fn renumber_globals(&mut self, new_ids: &PrimaryMap<Global, Global>) {
        use ConstKind::{BlockAddress, DsoLocalEquivalent, NoCfi};
        let consts = &mut self.consts;
        for data in consts.values_mut() {
            if let ConstKind::Global(id)
            | BlockAddress(id, _)
            | DsoLocalEquivalent(id)
            | NoCfi(id) = &mut data.kind
            {
                *id = new_ids[*id];
            }
        }
        self.ids.clear();
        for (id, data) in consts.iter() {
            self.ids.insert_unique(FxBuildHasher.hash_one(data), id);
        }
    }

    /// Gives back memory that further constants would have used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.consts.shrink_to_fit();
        self.ids.shrink_to_fit();
    }

    /// Number of distinct constants.
    pub fn len(&self) -> usize {
        self.consts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.consts.is_empty()
    }
}

impl std::ops::Index<Const> for ConstTable {
    type Output = ConstData;

    #[inline]
    fn index(&self, id: Const) -> &ConstData {
        &self.consts[id]
    }
}
