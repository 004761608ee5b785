//! Each access of a slot becomes one of its parts.
//!
//! A part that is a value is loaded and stored as a whole, for `mem2reg` to take over:
//!
//! ```text
//!   bytes 4..8 of an i64, loaded       lshr 32, trunc to i32
//!   bytes 4..8 of an i64, stored       zext, shl 32; or with the other bits of what was there
//!   element 1 of a vector              extractelement, insertelement
//!   all of it, as another type         bitcast, ptrtoint, inttoptr
//! ```

use avarice_ir::{
    BinaryOp, CastOp, ConstKind, DataLayout, Function, Inst, InstKind, Module, Type, TypeData,
    TypeTable, Value,
};

use super::parts::{Part, Parts};
use super::slices::{Access, Slice, Slices};
use crate::build::{self, Builder, align_at};

/// Replaces `slot` by slots for its parts, and removes it.
pub(super) fn rewrite(
    module: &mut Module,
    layout: &DataLayout,
    function: &mut Function,
    slot: Inst,
    slices: &Slices,
    parts: &mut Parts,
) {
    for part in &mut parts.parts {
        let ty = part.ty.unwrap_or_else(|| {
            module.types.intern(TypeData::Array {
                element: TypeTable::I8,
                len: part.size(),
            })
        });
        let align = align_at(slices.align, part.start);
        let new = build::alloca(module, function, ty, align);
        function.insert_before(slot, new);
        part.address = function.insts[new].result;
    }
    for slice in &slices.slices {
        let mut rewriter = Rewriter {
            b: Builder {
                module,
                function,
                at: slice.user,
            },
            layout,
            align: slices.align,
        };
        rewriter.rewrite(slice, &parts.parts[parts.overlapped(slice)]);
        // Loads were given another result, stores and calls have none.
        function.remove_inst(slice.user);
    }
    for inst in slices.marks.iter().chain(slices.addresses.iter().rev()) {
        function.remove_inst(*inst);
    }
    function.remove_inst(slot);
}

impl Slice {
    /// The bytes that it has in common with a part.
    fn bytes_of(&self, part: &Part) -> (u64, u64) {
        (self.start.max(part.start), self.end.min(part.end))
    }
}

/// Rewrites what one instruction does.
struct Rewriter<'a> {
    b: Builder<'a>,
    layout: &'a DataLayout,
    /// Of the slot that is replaced.
    align: u64,
}

impl Rewriter<'_> {
    /// Does with `parts` what is done with their bytes in `slice`.
    fn rewrite(&mut self, slice: &Slice, parts: &[Part]) {
        let Access::Load(ty) = slice.access else {
            for part in parts {
                self.access(slice, part);
            }
            return;
        };
        let mut all = None;
        for part in parts {
            let bytes = slice.bytes_of(part);
            let value = if slice.is_split {
                let word = self.int_type(bytes.1 - bytes.0);
                let piece = self.read(part, bytes, word);
                self.placed(piece, ty, bytes.0 - slice.start)
            } else {
                self.read(part, bytes, ty)
            };
            all = Some(match all {
                None => value,
                Some(all) => self.b.binary(BinaryOp::Or, all, value),
            });
        }
        let result = self.b.function.insts[slice.user].result.expand();
        if let (Some(result), Some(all)) = (result, all) {
            self.b.function.replace_all_uses(result, all);
        }
    }

    /// An integer as the bytes of a wider one from `byte` on.
    fn placed(&mut self, value: Value, ty: Type, byte: u64) -> Value {
        let value = self.b.cast(CastOp::ZExt, value, ty);
        if byte == 0 {
            return value;
        }
        let by = self.b.int(ty, 8 * byte);
        self.b.binary(BinaryOp::Shl, value, by)
    }

    /// Bytes of an integer from `byte` on, as one of `ty`.
    fn taken(&mut self, value: Value, byte: u64, ty: Type) -> Value {
        let mut bits = value;
        if byte > 0 {
            let shift = self.b.int(self.b.ty(value), 8 * byte);
            bits = self.b.binary(BinaryOp::LShr, bits, shift);
        }
        self.b.cast(CastOp::Trunc, bits, ty)
    }

    /// Does with the bytes of `part` what is done with them in `slice`, which is no load.
    fn access(&mut self, slice: &Slice, part: &Part) {
        let bytes = slice.bytes_of(part);
        match slice.access {
            Access::Load(_) => unreachable!("sroa: loads are put together of parts"),
            Access::Store(_) => {
                let mut value = self.b.function.operand(slice.user, 0);
                if slice.is_split {
                    let word = self.int_type(bytes.1 - bytes.0);
                    value = self.taken(value, bytes.0 - slice.start, word);
                }
                self.write(part, bytes, value);
            }
            Access::CopyFrom => self.copy(slice, part, bytes, false),
            Access::CopyTo => self.copy(slice, part, bytes, true),
            Access::Fill => self.fill(slice, part, bytes),
        }
    }

    /// The address of a byte of the part, and its alignment.
    fn address(&mut self, part: &Part, byte: u64) -> (Value, u64) {
        let base = part.address.expect("parts have slots");
        let address = self.b.offset(base, byte - part.start);
        (address, align_at(self.align, byte))
    }

    fn read(&mut self, part: &Part, (start, end): (u64, u64), ty: Type) -> Value {
        let Some(part_ty) = part.ty else {
            let (address, align) = self.address(part, start);
            return self.b.load(ty, address, align);
        };
        let (address, align) = self.address(part, part.start);
        let all = self.b.load(part_ty, address, align);
        if (start, end) == (part.start, part.end) {
            return self.convert(all, ty);
        }
        if let Some(index) = self.element(part, (start, end)) {
            let element = self.b.module.types.scalar(part_ty);
            let taken = self
                .b
                .value(InstKind::ExtractElement, element, &[all, index]);
            return self.convert(taken, ty);
        }
        let word = self.int_type(part.size());
        let bits = self.convert(all, word);
        let narrow = self.int_type(end - start);
        let bits = self.taken(bits, start - part.start, narrow);
        self.convert(bits, ty)
    }

    fn write(&mut self, part: &Part, (start, end): (u64, u64), value: Value) {
        let Some(part_ty) = part.ty else {
            let (address, align) = self.address(part, start);
            return self.b.store(value, address, align);
        };
        let (address, align) = self.address(part, part.start);
        let new = if (start, end) == (part.start, part.end) {
            self.convert(value, part_ty)
        } else {
            let old = self.b.load(part_ty, address, align);
            match self.element(part, (start, end)) {
                Some(index) => {
                    let element = self.b.module.types.scalar(part_ty);
                    let value = self.convert(value, element);
                    let operands = [old, value, index];
                    self.b.value(InstKind::InsertElement, part_ty, &operands)
                }
                None => self.insert_bits(part, (start, end), old, value),
            }
        };
        self.b.store(new, address, align);
    }

    /// `old` with some of its bytes replaced.
    fn insert_bits(
        &mut self,
        part: &Part,
        (start, end): (u64, u64),
        old: Value,
        value: Value,
    ) -> Value {
        let part_ty = self.b.ty(old);
        let [word, narrow] = [part.size(), end - start].map(|size| self.int_type(size));
        let shift = 8 * (start - part.start);
        let value = self.convert(value, narrow);
        let value = self.placed(value, word, start - part.start);
        let mask = u64::MAX >> (64 - 8 * (end - start)) << shift;
        let others = self.b.int(word, !mask);
        let old = self.convert(old, word);
        let old = self.b.binary(BinaryOp::And, old, others);
        let new = self.b.binary(BinaryOp::Or, old, value);
        self.convert(new, part_ty)
    }

    /// Copies bytes between the part and the other end of a copy.
    fn copy(&mut self, slice: &Slice, part: &Part, (start, end): (u64, u64), is_to: bool) {
        let index = usize::from(is_to);
        let call = slice.user;
        let skipped = start - slice.start;
        let align = align_at(self.align_of_operand(call, index), skipped);
        let other = self.b.function.operand(call, index);
        let other = self.b.offset(other, skipped);
        let Some(part_ty) = part.ty else {
            let (here, here_align) = self.address(part, start);
            let (to, from) = match is_to {
                true => ((here, here_align), (other, align)),
                false => ((other, align), (here, here_align)),
            };
            let Builder {
                module, function, ..
            } = &mut self.b;
            let copy = build::memcpy(module, function, to, from, end - start);
            return self.b.insert(copy);
        };
        let ty = match (start, end) == (part.start, part.end) {
            true => part_ty,
            false => self.int_type(end - start),
        };
        if is_to {
            let value = self.b.load(ty, other, align);
            self.write(part, (start, end), value);
        } else {
            let value = self.read(part, (start, end), ty);
            self.b.store(value, other, align);
        }
    }

    fn align_of_operand(&self, call: Inst, index: usize) -> u64 {
        let info = self.b.function.insts[call].kind.call_info();
        let attrs = info.and_then(|info| info.attrs.params.get(index).copied().flatten());
        self.b.module.attrs(attrs).int("align").unwrap_or(1)
    }

    /// Sets bytes of the part to the byte that the call says.
    fn fill(&mut self, slice: &Slice, part: &Part, (start, end): (u64, u64)) {
        let byte = self.b.function.operand(slice.user, 1);
        let Some(part_ty) = part.ty else {
            let (address, align) = self.address(part, start);
            let Builder {
                module, function, ..
            } = &mut self.b;
            let call = build::memset(module, function, (address, align), byte, end - start);
            return self.b.insert(call);
        };
        let size = end - start;
        let value = if size > 8 {
            // Others than zeros leave such parts bytes.
            let kind = match self.b.module.types[part_ty] {
                TypeData::Integer(bits) => {
                    ConstKind::BigInt(vec![0; bits.div_ceil(64) as usize].into())
                }
                _ => ConstKind::Zero,
            };
            let zero = self.b.module.constant(part_ty, kind);
            self.b.function.const_value(&self.b.module.consts, zero)
        } else {
            let ty = self.int_type(size);
            let wide = match self.constant_byte(byte) {
                Some(byte) => return self.fill_constant(part, (start, end), byte),
                None => self.b.cast(CastOp::ZExt, byte, ty),
            };
            let ones = self.b.int(ty, 0x0101_0101_0101_0101);
            self.b.binary(BinaryOp::Mul, wide, ones)
        };
        self.write(part, (start, end), value);
    }

    fn fill_constant(&mut self, part: &Part, (start, end): (u64, u64), byte: u64) {
        let ty = self.int_type(end - start);
        let value = self.b.int(ty, byte.wrapping_mul(0x0101_0101_0101_0101));
        self.write(part, (start, end), value);
    }

    fn constant_byte(&self, value: Value) -> Option<u64> {
        match self.b.module.consts[self.b.function.as_const(value)?].kind {
            ConstKind::Int(byte) => Some(byte),
            _ => None,
        }
    }

    /// The index of the element that these bytes are, if the part is a vector.
    fn element(&mut self, part: &Part, (start, end): (u64, u64)) -> Option<Value> {
        let types = &self.b.module.types;
        let vector = part.ty.filter(|ty| types.is_vector(*ty))?;
        let size = self.layout.store_size(types, types.scalar(vector))?;
        let at = start - part.start;
        if end - start != size || !at.is_multiple_of(size) {
            return None;
        }
        let word = self.b.module.types.int(64);
        Some(self.b.int(word, at / size))
    }

    fn int_type(&mut self, size: u64) -> Type {
        self.b.module.types.int(size as u32 * 8)
    }

    /// The same bits as another type.
    fn convert(&mut self, value: Value, ty: Type) -> Value {
        let from = self.b.ty(value);
        let types = &self.b.module.types;
        let [from_ptr, to_ptr] = [from, ty].map(|ty| types.is_ptr(ty));
        let [from_int, to_int] = [from, ty].map(|ty| types.is_int(ty));
        match (from_ptr, to_ptr) {
            _ if from == ty => value,
            (true, true) => value,
            (true, false) if to_int => self.b.cast(CastOp::PtrToInt, value, ty),
            (false, true) if from_int => self.b.cast(CastOp::IntToPtr, value, ty),
            (false, false) => self.b.cast(CastOp::BitCast, value, ty),
            (true, false) => {
                let word = self.b.module.types.int(64);
                let bits = self.b.cast(CastOp::PtrToInt, value, word);
                self.b.cast(CastOp::BitCast, bits, ty)
            }
            (false, true) => {
                let word = self.b.module.types.int(64);
                let bits = self.b.cast(CastOp::BitCast, value, word);
                self.b.cast(CastOp::IntToPtr, bits, ty)
            }
        }
    }
}
