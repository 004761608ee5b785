//! `llvm.memcpy`, `llvm.memmove`, `llvm.memset`: loads and stores for a small constant size, else the C
//! library.

use avarice_ir::{CallInfo, Inst, Value};
use avarice_lower::select::RuntimeCalls;
use avarice_lower::{PartType, Piece, Result, pieces_within};
use avarice_mir::{MemFlags, MemOperand, Reg};
use smallvec::SmallVec;

use super::address::{Address, Offset};
use super::memory::{AccessOps, LOAD_QUAD, LOADS, STORE_QUAD, STORES};
use super::operand::{ORR, Second, ShiftKind};
use super::{Selector, Width};
use crate::{class, op, reg, sub};

/// Most stores for a copy, and where size matters more than time.
const MAX_COPY_STORES: (usize, usize) = (16, 4);
/// Most stores for a fill, and where size matters more than time.
const MAX_FILL_STORES: (usize, usize) = (32, 8);
/// Pieces that are loaded before they are stored, so that loads and stores can pair.
const GROUP: usize = 4;

/// One side of a copy: where it is, and how it is aligned.
#[derive(Clone, Copy)]
struct Side {
    pointer: Value,
    address: Address,
    align: u64,
    flags: MemFlags,
}

/// What is stored in a fill.
#[derive(Clone, Copy)]
struct Fill {
    /// The byte in all bytes of 64 bits.
    word: Reg,
    /// The same in 32 bits.
    half: Reg,
    /// The same in 128 bits, if a piece has as many.
    vector: Reg,
}

impl Selector<'_, '_> {
    fn limit(&self, limits: (usize, usize), always: bool) -> usize {
        match (always, self.optimizes_for_size()) {
            (true, _) => usize::MAX,
            (_, true) => limits.1,
            _ => limits.0,
        }
    }

    fn is_volatile(&self, inst: Inst) -> bool {
        self.const_int(self.function.operand(inst, 3)) == Some(1)
    }

    fn side(&mut self, inst: Inst, info: &CallInfo, index: usize, flags: MemFlags) -> Result<Side> {
        let pointer = self.function.operand(inst, index);
        let attrs = info.attrs.params.get(index).copied().flatten();
        let align = self.module.attrs(attrs).int("align").unwrap_or(1);
        let volatile = if self.is_volatile(inst) {
            MemFlags::VOLATILE
        } else {
            MemFlags::empty()
        };
        // Only bytes can be added to for each piece.
        let address = match self.address(pointer, 0)? {
            address if matches!(address.offset, Offset::Bytes(_)) => address,
            _ => Address::base(self.use_value(pointer)?, 0),
        };
        Ok(Side {
            pointer,
            address,
            align,
            flags: flags | volatile,
        })
    }

    fn piece_mem(&self, side: &Side, (offset, size): Piece) -> MemOperand {
        self.mem_operand(side.flags, side.pointer, offset, size, side.align)
    }

    /// Selects `llvm.memcpy`; `inline`: never a call.
    pub(super) fn lower_memcpy(&mut self, inst: Inst, info: &CallInfo, inline: bool) -> Result<()> {
        let overlap = !self.is_volatile(inst);
        match self.copy_pieces(inst, overlap, inline) {
            Some(pieces) => {
                let to = self.side(inst, info, 0, MemFlags::STORE)?;
                let from = self.side(inst, info, 1, MemFlags::LOAD)?;
                for group in pieces.chunks(GROUP) {
                    self.emit_pieces(&to, &from, group)?;
                }
                Ok(())
            }
            None if inline => self.unsupported("llvm.memcpy.inline of this size"),
            None => self.emit_memory_call("memcpy", inst),
        }
    }

    /// Selects `llvm.memmove`: all loads come before all stores.
    pub(super) fn lower_memmove(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        let Some(pieces) = self.copy_pieces(inst, false, false) else {
            return self.emit_memory_call("memmove", inst);
        };
        let to = self.side(inst, info, 0, MemFlags::STORE)?;
        let from = self.side(inst, info, 1, MemFlags::LOAD)?;
        self.emit_pieces(&to, &from, &pieces)
    }

    /// Loads all pieces, then stores them.
    fn emit_pieces(&mut self, to: &Side, from: &Side, pieces: &[Piece]) -> Result<()> {
        let mut loaded: SmallVec<[Reg; 16]> = SmallVec::new();
        for piece in pieces {
            let (ops, dst) = match piece.1 {
                16 => (LOAD_QUAD, self.new_of(class::FPR128)),
                8 => (LOADS[3], self.new_reg(PartType::Int(64))),
                size => {
                    let index = size.trailing_zeros() as usize;
                    (LOADS[index], self.new_reg(PartType::Int(32)))
                }
            };
            let mem = self.piece_mem(from, *piece);
            self.emit_load(ops, dst, from.address.offset(piece.0), mem)?;
            loaded.push(dst);
        }
        for (piece, reg) in pieces.iter().zip(loaded) {
            self.emit_piece_store(to, *piece, reg)?;
        }
        Ok(())
    }

    fn copy_pieces(
        &self,
        inst: Inst,
        overlap: bool,
        always: bool,
    ) -> Option<SmallVec<[Piece; 16]>> {
        let size = self.const_int(self.function.operand(inst, 2))?;
        let limit = self.limit(MAX_COPY_STORES, always);
        pieces_within(size, overlap, limit, self.largest_piece())
    }

    fn emit_piece_store(&mut self, to: &Side, piece: Piece, src: Reg) -> Result<()> {
        let ops: AccessOps = match piece.1 {
            16 => STORE_QUAD,
            size => STORES[size.trailing_zeros() as usize],
        };
        let mem = self.piece_mem(to, piece);
        self.emit_store(ops, src, to.address.offset(piece.0), mem)
    }

    /// Calls `memcpy` or `memmove`.
    fn emit_memory_call(&mut self, name: &str, inst: Inst) -> Result<()> {
        let [to, from, size] = [0, 1, 2].map(|index| self.function.operand(inst, index));
        let args = [
            (PartType::Pointer, self.use_value(to)?),
            (PartType::Pointer, self.use_value(from)?),
            (PartType::Int(64), self.extend(size, false, Width::W64)?),
        ];
        self.emit_libcall(name, &args, &[])
    }

    // ---- Fills --------------------------------------------------------------------------------

    /// Selects `llvm.memset`; `inline`: never a call.
    pub(super) fn lower_memset(&mut self, inst: Inst, info: &CallInfo, inline: bool) -> Result<()> {
        let [pointer, byte, size] = [0, 1, 2].map(|index| self.function.operand(inst, index));
        let limit = self.limit(MAX_FILL_STORES, inline);
        let overlap = !self.is_volatile(inst);
        let pieces = self
            .const_int(size)
            .and_then(|size| pieces_within(size, overlap, limit, self.largest_piece()));
        let Some(pieces) = pieces else {
            if inline {
                return self.unsupported("llvm.memset.inline of this size");
            }
            let byte = match self.const_int(byte) {
                Some(byte) => self.use_int(32, byte & 0xff)?,
                None => self.use_value(byte)?,
            };
            let args = [
                (PartType::Pointer, self.use_value(pointer)?),
                (PartType::Int(32), byte),
                (PartType::Int(64), self.extend(size, false, Width::W64)?),
            ];
            return self.emit_libcall("memset", &args, &[]);
        };
        let Some(largest) = pieces.iter().map(|(_, size)| *size).max() else {
            return Ok(());
        };
        let to = self.side(inst, info, 0, MemFlags::STORE)?;
        let fill = self.fill(byte, largest)?;
        for piece in &pieces {
            let src = match piece.1 {
                16 => fill.vector,
                8 => fill.word,
                _ => fill.half,
            };
            self.emit_piece_store(&to, *piece, src)?;
        }
        Ok(())
    }

    /// Registers with the byte in all bytes, for pieces of at most `largest` bytes.
    fn fill(&mut self, byte: Value, largest: u64) -> Result<Fill> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let zero = self.const_int(byte).is_some_and(|byte| byte & 0xff == 0);
        let mut fill = Fill {
            word: reg::XZR.into(),
            half: reg::WZR.into(),
            vector: Reg::NONE,
        };
        if zero {
            if largest == 16 {
                fill.vector = self.new_of(class::FPR128);
                let emit = self.emit(op::MOVIv2d_ns).def(fill.vector);
                emit.imm(0).done();
            }
            return Ok(fill);
        }
        if largest == 16 {
            let narrow = match self.const_int(byte) {
                Some(byte) => self.use_int(32, byte & 0xff)?,
                None => self.use_value(byte)?,
            };
            fill.vector = self.new_of(class::FPR128);
            let emit = self.emit(op::DUPv16i8gpr).def(fill.vector);
            emit.reg(narrow).done();
            fill.word = self.new_reg(PartType::Int(64));
            let low = self.new_reg(PartType::Double);
            let copy = self.emit(op::COPY).def(low);
            copy.sub_reg(fill.vector, sub::DSUB).done();
            self.emit_copy(fill.word, low);
            fill.half = self.low(fill.word, Width::W64, Width::W32);
            return Ok(fill);
        }
        if let Some(byte) = self.const_int(byte) {
            let word = (byte & 0xff).wrapping_mul(ONES);
            if largest == 8 {
                fill.word = self.use_int(64, word)?;
                fill.half = self.low(fill.word, Width::W64, Width::W32);
            } else {
                fill.half = self.use_int(32, word & 0xffff_ffff)?;
            }
            return Ok(fill);
        }
        // The byte is doubled until there are enough.
        let width = if largest == 8 { Width::W64 } else { Width::W32 };
        let mut word = self.extend(byte, false, width)?;
        let mut bytes = 1;
        while bytes < largest {
            let dst = self.new_reg(width.part());
            let up = Second::Shifted(word, ShiftKind::Lsl, 8 * bytes as u32);
            self.emit_with_second(&ORR, width, dst, word, up, false);
            word = dst;
            bytes *= 2;
        }
        fill.half = self.low(word, width, Width::W32);
        fill.word = word;
        Ok(fill)
    }
}
