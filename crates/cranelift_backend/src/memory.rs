//! Memory: loads, stores, addresses, stack slots, and dynamic stack allocation.
//!
//! An integer whose width has no load is accessed in pieces of 8, 4, 2 and 1 bytes:
//!
//! ```text
//!   load i24, ptr %p      v1 = load.i16 p;  v2 = load.i8 p+2;  v1 | v2 << 16     (the lowest byte first)
//! ```
//!
//! Cranelift's frames have a fixed size, so an `alloca` whose size is known only at run time, or that is outside the
//! entry block, takes memory from `malloc`. The memory blocks of an invocation are chained, the newest first, and freed
//! where the function returns, or by `stackrestore` down to the one that `stacksave` saw:
//!
//! ```text
//!   slot ──▶ │ next │ … │ memory │   ──▶ │ next │ … │ memory │   ──▶ 0
//! ```

use avarice_ir::{
    AtomicOrdering, GepStep, GepWalk, Inst, InstFlags, InstKind, IntPredicate, Type, Value,
    ValueDef,
};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, TrapCode, types};

use crate::parts::{Part, PartKind};
use crate::translator::{Result, Translator, Values};

/// What is known of an access: nothing but that it may be taken to succeed.
pub(crate) fn plain() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

/// The most bytes of a stack slot.
const MOST_SLOT_BYTES: u64 = 1 << 30;

/// Bytes before the memory of a block that `alloca` took at run time.
const HEADER_BYTES: i64 = 16;

/// Pieces of an access to `bytes` bytes: offset and size of each.
fn pieces(bytes: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let left = bytes - offset;
        let size = 1 << left.min(16).checked_ilog2()?;
        offset += size;
        Some((offset - size, size))
    })
}

impl Translator<'_, '_> {
    // ---- Loads and stores ---------------------------------------------------------------------

    /// The integer type of `bytes` bytes.
    fn int_type(bytes: u32) -> ir::Type {
        PartKind::Int(bytes * 8).clif()
    }

    /// Loads a part.
    pub(crate) fn load_part(&mut self, part: Part, address: ir::Value) -> Result<ir::Value> {
        let offset = self.offset(part.offset)?;
        let PartKind::Int(bits) = part.kind else {
            let ty = part.kind.clif();
            return Ok(self.builder.ins().load(ty, plain(), address, offset));
        };
        let bytes = bits.div_ceil(8);
        let ty = part.kind.clif();
        let mut whole: Option<ir::Value> = None;
        for (at, size) in pieces(bytes) {
            let piece_type = Self::int_type(size);
            let at_offset = offset + at as i32;
            let piece = self
                .builder
                .ins()
                .load(piece_type, plain(), address, at_offset);
            let piece = self.widened(piece, ty);
            let shift = self.piece_shift(at, size, bytes);
            let piece = self.shifted_left(piece, shift);
            whole = Some(match whole {
                Some(whole) => self.builder.ins().bor(whole, piece),
                None => piece,
            });
        }
        let whole = whole.unwrap_or(address);
        Ok(self.masked(whole, bits))
    }

    /// Stores a part.
    pub(crate) fn store_part(
        &mut self,
        part: Part,
        value: ir::Value,
        address: ir::Value,
    ) -> Result<()> {
        let offset = self.offset(part.offset)?;
        let PartKind::Int(bits) = part.kind else {
            self.builder.ins().store(plain(), value, address, offset);
            return Ok(());
        };
        let bytes = bits.div_ceil(8);
        for (at, size) in pieces(bytes) {
            let shift = self.piece_shift(at, size, bytes);
            let piece = match shift {
                0 => value,
                _ => {
                    let amount = self.iconst(types::I32, u128::from(shift));
                    self.builder.ins().ushr(value, amount)
                }
            };
            let piece = self.resized(piece, Self::int_type(size));
            let at_offset = offset + at as i32;
            self.builder.ins().store(plain(), piece, address, at_offset);
        }
        Ok(())
    }

    /// Where a piece is in the integer.
    fn piece_shift(&self, at: u32, size: u32, bytes: u32) -> u32 {
        match self.is_big_endian() {
            true => 8 * (bytes - at - size),
            false => 8 * at,
        }
    }

    fn shifted_left(&mut self, value: ir::Value, shift: u32) -> ir::Value {
        if shift == 0 {
            return value;
        }
        let amount = self.iconst(types::I32, u128::from(shift));
        self.builder.ins().ishl(value, amount)
    }

    fn offset(&self, offset: u64) -> Result<i32> {
        match i32::try_from(offset) {
            Ok(offset) if offset < 1 << 30 => Ok(offset),
            _ => self.unsupported("a value of more than 1 GiB"),
        }
    }

    pub(crate) fn translate_load(
        &mut self,
        inst: Inst,
        align: u64,
        ordering: AtomicOrdering,
    ) -> Result<()> {
        let data = &self.function.insts[inst];
        let (ty, is_volatile) = (data.ty, data.flags.contains(InstFlags::VOLATILE));
        let address = self.operand(inst, 0)?;
        if ordering != AtomicOrdering::NotAtomic {
            let value = self.atomic_load(ty, address, align)?;
            self.define_result(inst, &[value]);
            return Ok(());
        }
        // Cranelift has no volatile accesses, but leaves accesses after a fence in place.
        self.fence_if(is_volatile);
        let mut values = Values::new();
        for part in self.parts_of(ty)? {
            values.push(self.load_part(part, address)?);
        }
        self.fence_if(is_volatile);
        self.define_result(inst, &values);
        Ok(())
    }

    pub(crate) fn translate_store(
        &mut self,
        inst: Inst,
        align: u64,
        ordering: AtomicOrdering,
    ) -> Result<()> {
        let is_volatile = self.function.insts[inst]
            .flags
            .contains(InstFlags::VOLATILE);
        let stored = self.function.operand(inst, 0);
        let address = self.operand(inst, 1)?;
        if ordering != AtomicOrdering::NotAtomic {
            return self.atomic_store(stored, address, align);
        }
        let values = self.values(stored)?;
        self.fence_if(is_volatile);
        for (part, value) in self.parts_of(self.ty(stored))?.iter().zip(values) {
            self.store_part(*part, value, address)?;
        }
        self.fence_if(is_volatile);
        Ok(())
    }

    fn fence_if(&mut self, wanted: bool) {
        if wanted {
            self.builder.ins().fence();
        }
    }

    // ---- Addresses ----------------------------------------------------------------------------

    pub(crate) fn translate_gep(&mut self, inst: Inst) -> Result<()> {
        let InstKind::GetElementPtr { source } = self.function.insts[inst].kind else {
            return self.unsupported("a getelementptr");
        };
        let (module, layout) = (self.convention.module, self.convention.layout);
        let mut address = self.operand(inst, 0)?;
        let mut constant = 0i64;
        let mut walk = GepWalk::new(source);
        for index in 1..self.function.num_operands(inst) {
            let operand = self.function.operand(inst, index);
            let known = self.known_index(operand);
            match walk.step(layout, &module.types, known) {
                Some(GepStep::Offset(offset)) => constant = constant.wrapping_add(offset),
                Some(GepStep::Stride(stride)) => {
                    let bits = self.only_kind(self.ty(operand))?.bits();
                    let index = self.value(operand)?;
                    let index = match bits > 64 {
                        true => self.builder.ins().ireduce(types::I64, index),
                        false => self.sign_extended(index, bits, types::I64),
                    };
                    let scaled = match stride {
                        1 => index,
                        _ => {
                            let stride = self.builder.ins().iconst(types::I64, stride as i64);
                            self.builder.ins().imul(index, stride)
                        }
                    };
                    address = self.builder.ins().iadd(address, scaled);
                }
                None => return self.unsupported("an index of this type"),
            }
        }
        let address = self.add_offset(address, constant);
        self.define_result(inst, &[address]);
        Ok(())
    }

    /// The value of a constant integer of at most 64 bits.
    pub(crate) fn known_index(&self, value: Value) -> Option<i64> {
        let ValueDef::Const(id) = self.function.values[value].def else {
            return None;
        };
        let module = self.convention.module;
        let data = &module.consts[id];
        let bits = module.types.int_bits(data.ty)?;
        match data.kind {
            avarice_ir::ConstKind::Int(value) => Some((value << (64 - bits)) as i64 >> (64 - bits)),
            avarice_ir::ConstKind::Zero => Some(0),
            _ => None,
        }
    }

    // ---- Stack slots --------------------------------------------------------------------------

    /// Makes stack slots for what the entry block takes from the stack, and notes whether there is more.
    pub(crate) fn prepare_allocas(&mut self) -> Result<()> {
        let function = self.function;
        let entry = function.entry();
        let mut needs_heap = false;
        for (inst, data) in &function.insts {
            let InstKind::Alloca { ty, align, .. } = data.kind else {
                continue;
            };
            let Some(block) = data.block.expand() else {
                continue;
            };
            let size = self.alloca_size(inst, ty).filter(|_| block == entry);
            let Some(size) = size else {
                needs_heap |= self.blocks[block].is_some();
                continue;
            };
            let Some(result) = data.result.expand() else {
                continue;
            };
            let align = align.clamp(1, 1 << 20) as u32;
            // Slots are aligned to 16 bytes at most.
            let room = if align > 16 { u64::from(align) } else { 0 };
            let slot = self.stack_slot((size + room).max(1) as u32, align.min(16));
            self.define_address(result, slot, align);
        }
        if needs_heap {
            let slot = self.stack_slot(8, 8);
            self.heap = Some(slot);
            let zero = self.builder.ins().iconst(types::I64, 0);
            let place = self.slot_address(slot);
            self.builder.ins().store(plain(), zero, place, 0);
        }
        Ok(())
    }

    /// The size of an `alloca` if it is known and can be in a frame.
    fn alloca_size(&self, inst: Inst, ty: Type) -> Option<u64> {
        let count = self.known_index(self.function.operand(inst, 0))?;
        let (module, layout) = (self.convention.module, self.convention.layout);
        let size = layout.alloc_size(&module.types, ty)?;
        let size = size.checked_mul(u64::try_from(count).ok()?)?;
        (size <= MOST_SLOT_BYTES).then_some(size)
    }

    /// Memory whose size is known at run time.
    pub(crate) fn translate_alloca(&mut self, inst: Inst) -> Result<()> {
        let data = &self.function.insts[inst];
        let InstKind::Alloca { ty, align, .. } = data.kind else {
            return self.unsupported("an alloca");
        };
        let Some(result) = data.result.expand().filter(|result| !self.is_slot(*result)) else {
            return Ok(());
        };
        let (module, layout) = (self.convention.module, self.convention.layout);
        let Some(slot) = self.heap else {
            return self.unsupported("an alloca in a block that nothing reaches");
        };
        let Some(size) = layout.alloc_size(&module.types, ty) else {
            return self.unsupported("alloca of a type without size");
        };
        let count = self.operand(inst, 0)?;
        let count = self.resized(count, types::I64);
        let size = self.builder.ins().iconst(types::I64, size as i64);
        let size = self.builder.ins().imul(count, size);
        let align = align.clamp(1, 1 << 20) as u32;
        let more = HEADER_BYTES + if align > 16 { i64::from(align) } else { 0 };
        let size = self.add_offset(size, more);
        let block = self.call_runtime("malloc", &[size], types::I64);
        let place = self.slot_address(slot);
        let newest = self.builder.ins().load(types::I64, plain(), place, 0);
        self.builder.ins().trapz(block, TrapCode::STACK_OVERFLOW);
        self.builder.ins().store(plain(), newest, block, 0);
        self.builder.ins().store(plain(), block, place, 0);
        let address = self.add_offset(block, HEADER_BYTES);
        let address = self.align_up(address, align);
        self.define(result, &[address]);
        Ok(())
    }

    /// The newest block that was taken at run time, or 0.
    pub(crate) fn newest_heap_block(&mut self) -> ir::Value {
        match self.heap {
            Some(slot) => {
                let place = self.slot_address(slot);
                self.builder.ins().load(types::I64, plain(), place, 0)
            }
            None => self.builder.ins().iconst(types::I64, 0),
        }
    }

    /// Frees the blocks that were taken at run time, the newest first, until `until` is the newest.
    pub(crate) fn free_heap_blocks(&mut self, until: ir::Value) {
        let Some(slot) = self.heap else {
            return;
        };
        // The value must be in memory while there are calls, as all others.
        let until_slot = self.stack_slot(8, 8);
        let place = self.slot_address(until_slot);
        self.builder.ins().store(plain(), until, place, 0);
        let [head, body, done] = [(); 3].map(|()| self.builder.create_block());
        self.builder.ins().jump(head, &[]);
        self.builder.switch_to_block(head);
        let place = self.slot_address(slot);
        let newest = self.builder.ins().load(types::I64, plain(), place, 0);
        let place = self.slot_address(until_slot);
        let until = self.builder.ins().load(types::I64, plain(), place, 0);
        let more = self.builder.ins().icmp(IntCC::NotEqual, newest, until);
        self.builder.ins().brif(more, body, &[], done, &[]);
        self.builder.switch_to_block(body);
        let place = self.slot_address(slot);
        let newest = self.builder.ins().load(types::I64, plain(), place, 0);
        let next = self.builder.ins().load(types::I64, plain(), newest, 0);
        let place = self.slot_address(slot);
        self.builder.ins().store(plain(), next, place, 0);
        self.emit_runtime_call("free", &[newest], types::INVALID);
        self.builder.ins().jump(head, &[]);
        self.builder.switch_to_block(done);
    }

    // ---- Blocks of memory ---------------------------------------------------------------------

    /// `memcpy` and `memmove`: small ones of known size in place, others by the C library.
    pub(crate) fn translate_move(&mut self, inst: Inst, name: &str) -> Result<()> {
        let [to, from] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
        let is_volatile = self.known_index(self.function.operand(inst, 3)) != Some(0);
        self.fence_if(is_volatile);
        let known = self.known_index(self.function.operand(inst, 2));
        let small = known.and_then(|size| u32::try_from(size).ok());
        match small.filter(|size| *size <= MOST_INLINE_BYTES) {
            Some(size) => {
                // All is loaded before anything is stored: the memory may overlap.
                let loaded: Vec<(i32, ir::Value)> = move_pieces(size)
                    .map(|(at, size)| {
                        let at = at as i32;
                        let ty = Self::int_type(size);
                        (at, self.builder.ins().load(ty, plain(), from, at))
                    })
                    .collect();
                for (at, value) in loaded {
                    self.builder.ins().store(plain(), value, to, at);
                }
            }
            None => {
                let size = self.operand(inst, 2)?;
                let size = self.resized(size, types::I64);
                self.call_runtime(name, &[to, from, size], types::I64);
            }
        }
        self.fence_if(is_volatile);
        Ok(())
    }

    /// `memset`.
    pub(crate) fn translate_memset(&mut self, inst: Inst) -> Result<()> {
        let to = self.operand(inst, 0)?;
        let byte = self.operand(inst, 1)?;
        let is_volatile = self.known_index(self.function.operand(inst, 3)) != Some(0);
        self.fence_if(is_volatile);
        let known = self.known_index(self.function.operand(inst, 2));
        let small = known.and_then(|size| u32::try_from(size).ok());
        match small.filter(|size| *size <= MOST_INLINE_BYTES) {
            Some(size) => {
                let wide = self.widened(byte, types::I64);
                let ones = self.iconst(types::I64, 0x0101_0101_0101_0101);
                let word = self.builder.ins().imul(wide, ones);
                for (at, size) in move_pieces(size) {
                    let piece = self.resized(word, Self::int_type(size));
                    self.builder.ins().store(plain(), piece, to, at as i32);
                }
            }
            None => {
                let byte = self.widened(byte, types::I32);
                let size = self.operand(inst, 2)?;
                let size = self.resized(size, types::I64);
                self.call_runtime("memset", &[to, byte, size], types::I64);
            }
        }
        self.fence_if(is_volatile);
        Ok(())
    }

    /// One of two values by a comparison.
    pub(crate) fn select_by(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        (left, right): (ir::Value, ir::Value),
        (yes, no): (ir::Value, ir::Value),
    ) -> ir::Value {
        let condition = self.int_compare(predicate, bits, left, right);
        self.builder.ins().select(condition, yes, no)
    }
}

/// The most bytes that are moved in place.
const MOST_INLINE_BYTES: u32 = 64;

/// Pieces of at most 8 bytes.
fn move_pieces(bytes: u32) -> impl Iterator<Item = (u32, u32)> {
    let words = bytes / 8;
    let rest = pieces(bytes % 8).map(move |(at, size)| (words * 8 + at, size));
    (0..words).map(|word| (word * 8, 8)).chain(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_are_cut_into_powers_of_two() {
        let all = |bytes| pieces(bytes).collect::<Vec<_>>();
        assert_eq!(all(3), [(0, 2), (2, 1)]);
        assert_eq!(all(16), [(0, 16)]);
        assert_eq!(all(13), [(0, 8), (8, 4), (12, 1)]);
        assert_eq!(all(0), []);
        let moved: Vec<_> = move_pieces(23).collect();
        assert_eq!(moved, [(0, 8), (8, 8), (16, 4), (20, 2), (22, 1)]);
    }
}
