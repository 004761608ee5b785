//! Loads and stores of AVX-512 under a mask; also compress and expand, which pack and unpack elements under a mask.

use crate::entities::{Inst, Type, Value};
use crate::inst::BinaryOp;
use crate::intrinsics::Intrinsic;
use crate::types::TypeTable;

use super::super::super::Outcome;
use super::{Builder, alignment, is_full, mask_bits};

/// What is loaded, stored or packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::upgrade) enum Memory {
    /// A load of a vector that is aligned, or is not.
    Load { aligned: bool },
    /// The same as a store.
    Store { aligned: bool },
    /// A store of the lowest element.
    StoreLow,
    /// A load of successive numbers into elements.
    LoadExpanded,
    /// A store of elements as successive numbers.
    StoreCompressed,
    /// The intrinsic that takes bits as mask.
    Pack(&'static str),
}

/// Names after `llvm.x86.avx512.mask.`
const ROWS: &[(&str, Memory)] = &[
    ("loadu.*", Memory::Load { aligned: false }),
    ("load.p* load.d.* load.q.*", Memory::Load { aligned: true }),
    ("storeu.*", Memory::Store { aligned: false }),
    (
        "store.p* store.d.* store.q.*",
        Memory::Store { aligned: true },
    ),
    ("store.ss", Memory::StoreLow),
    ("expand.load.*", Memory::LoadExpanded),
    ("compress.store.*", Memory::StoreCompressed),
    (
        "expand.b.* expand.w.* expand.d.* expand.q.* expand.p*",
        Memory::Pack("expand"),
    ),
    (
        "compress.b.* compress.w.* compress.d.* compress.q.* compress.p*",
        Memory::Pack("compress"),
    ),
];

/// What an intrinsic of this name and result does with memory.
pub(super) fn find(name: &str, types: &TypeTable, ret: Type) -> Option<Memory> {
    let memory = super::row(ROWS, name)?;
    let stores = matches!(
        memory,
        Memory::Store { .. } | Memory::StoreLow | Memory::StoreCompressed
    );
    (stores == (ret == TypeTable::VOID) && (stores || types.is_vector(ret))).then_some(memory)
}

/// Makes what takes the place of the call.
pub(super) fn apply(builder: &mut Builder<'_>, memory: Memory) -> Option<Outcome> {
    let [first, second, mask] = *builder.args else {
        return None;
    };
    let ret = builder.result;
    let value = match memory {
        Memory::Load { aligned } => load(builder, aligned)?,
        Memory::Store { aligned } => {
            store(builder, mask, aligned)?;
            return Some(Outcome::Removed);
        }
        Memory::StoreLow => {
            let low = builder.binary_int(BinaryOp::And, mask, 1);
            store(builder, low, false)?;
            return Some(Outcome::Removed);
        }
        Memory::LoadExpanded => {
            let bits = bits(builder, ret, mask)?;
            let args = [first, bits, second];
            builder.overloaded(Intrinsic::MaskedExpandload, &[ret], ret, &args)?
        }
        Memory::StoreCompressed => {
            let ty = builder.ty(second);
            let bits = bits(builder, ty, mask)?;
            let args = [second, first, bits];
            let void = TypeTable::VOID;
            builder.overloaded_inst(Intrinsic::MaskedCompressstore, &[ty], void, &args)?;
            return Some(Outcome::Removed);
        }
        Memory::Pack(which) => {
            let bits = bits(builder, ret, mask)?;
            let name = builder.mangled(&format!("llvm.x86.avx512.mask.{which}"), &[ret])?;
            builder.call(&name, ret, &[first, second, bits])?
        }
    };
    Some(Outcome::Value(value))
}

/// The bits of a mask for the elements of a vector type.
fn bits(builder: &mut Builder<'_>, ty: Type, mask: Value) -> Option<Value> {
    let len = builder.shape(ty)?.len;
    mask_bits(builder, mask, len)
}

fn load(builder: &mut Builder<'_>, aligned: bool) -> Option<Value> {
    let [pointer, other, mask] = *builder.args else {
        return None;
    };
    let ty = builder.result;
    let align = alignment(builder, ty, aligned)?;
    if is_full(builder, mask) {
        return Some(builder.load(ty, pointer, align));
    }
    let bits = bits(builder, ty, mask)?;
    let align = builder.int(TypeTable::I32, align);
    builder.intrinsic(Intrinsic::MaskedLoad, ty, &[pointer, align, bits, other])
}

fn store(builder: &mut Builder<'_>, mask: Value, aligned: bool) -> Option<Inst> {
    let [pointer, value, _] = *builder.args else {
        return None;
    };
    let ty = builder.ty(value);
    let align = alignment(builder, ty, aligned)?;
    if is_full(builder, mask) {
        return Some(builder.store(value, pointer, align));
    }
    let bits = bits(builder, ty, mask)?;
    let align = builder.int(TypeTable::I32, align);
    let overloads = [ty, builder.ty(pointer)];
    let args = [value, pointer, align, bits];
    builder.overloaded_inst(Intrinsic::MaskedStore, &overloads, TypeTable::VOID, &args)
}
