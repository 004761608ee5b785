//! `llvm.memcpy`, `llvm.memmove`, `llvm.memset`: moves for a small constant size, else the C library.

use avarice_ir::{CallInfo, Inst, Value};
use avarice_lower::select::RuntimeCalls;
use avarice_lower::{PartType, Piece, Result, pieces_within};
use avarice_mir::{ConstPoolValue, MemFlags, MemOperand, Reg};
use avarice_target::SubRegIdx;
use smallvec::SmallVec;

use super::Selector;
use super::address::Address;
use super::int::{OR, SHL};
use super::memory::{STORE_IMM, STORE_REG};
use super::{Width, shorthand::LOW_16};
use crate::{class, op};

/// Most stores for a copy, and where size matters more than time.
const MAX_COPY_STORES: (usize, usize) = (8, 4);
/// Most stores for a fill, and where size matters more than time.
const MAX_FILL_STORES: (usize, usize) = (16, 8);

/// One side of a copy: where it is, and how it is aligned.
#[derive(Clone, Copy)]
struct Side {
    pointer: Value,
    address: Address,
    align: u64,
    flags: MemFlags,
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
        Ok(Side {
            pointer,
            address: self.address(pointer)?,
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
                for piece in pieces {
                    let loaded = self.emit_piece_load(&from, piece);
                    self.emit_piece_store(&to, piece, loaded);
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
        let mut loaded: SmallVec<[Reg; 8]> = SmallVec::new();
        for piece in &pieces {
            loaded.push(self.emit_piece_load(&from, *piece));
        }
        for (piece, reg) in pieces.iter().zip(loaded) {
            self.emit_piece_store(&to, *piece, reg);
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

    fn emit_piece_load(&mut self, from: &Side, piece: Piece) -> Reg {
        let (opcode, dst) = match piece.1 {
            16 => (op::MOVUPSrm, self.new_of(class::VR128)),
            8 => (op::MOV64rm, self.new_reg(PartType::Int(64))),
            4 => (op::MOV32rm, self.new_reg(PartType::Int(32))),
            2 => (op::MOVZX32rm16, self.new_reg(PartType::Int(16))),
            _ => (op::MOV8rm, self.new_reg(PartType::Int(8))),
        };
        let mem = self.piece_mem(from, piece);
        let address = from.address.offset(piece.0);
        self.emit(opcode)
            .def(dst)
            .ops(&address.operands())
            .mem(mem)
            .done();
        dst
    }

    fn emit_piece_store(&mut self, to: &Side, piece: Piece, src: Reg) {
        let opcode = match piece.1 {
            16 => op::MOVUPSmr,
            size => STORE_REG[size.trailing_zeros() as usize],
        };
        let index = if piece.1 == 2 {
            LOW_16
        } else {
            SubRegIdx::NONE
        };
        let mem = self.piece_mem(to, piece);
        let address = to.address.offset(piece.0);
        let emit = self.emit(opcode).ops(&address.operands());
        emit.sub_reg(src, index).mem(mem).done();
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
            let byte = self.extend(byte, false, Width::W32)?;
            let args = [
                (PartType::Pointer, self.use_value(pointer)?),
                (PartType::Int(32), byte),
                (PartType::Int(64), self.extend(size, false, Width::W64)?),
            ];
            return self.emit_libcall("memset", &args, &[]);
        };
        if pieces.is_empty() {
            return Ok(());
        }
        let to = self.side(inst, info, 0, MemFlags::STORE)?;
        match self.const_int(byte) {
            Some(byte) => self.emit_constant_fill(&to, &pieces, byte & 0xff),
            None => self.emit_variable_fill(&to, &pieces, byte),
        }
    }

    fn emit_constant_fill(&mut self, to: &Side, pieces: &[Piece], byte: u64) -> Result<()> {
        let word = byte.wrapping_mul(0x0101_0101_0101_0101);
        let vector = pieces
            .iter()
            .any(|(_, size)| *size == 16)
            .then(|| self.emit_vector_word(word));
        for piece in pieces {
            let (offset, size) = *piece;
            match vector {
                Some(vector) if size == 16 => self.emit_piece_store(to, *piece, vector),
                _ if size == 8 && i32::try_from(word as i64).is_err() => {
                    let src = self.use_int(64, word)?;
                    self.emit_piece_store(to, *piece, src);
                }
                _ => {
                    let imm = match size {
                        1 => i64::from(word as i8),
                        2 => i64::from(word as i16),
                        4 => i64::from(word as i32),
                        _ => word as i64,
                    };
                    let mem = self.piece_mem(to, *piece);
                    let address = to.address.offset(offset);
                    let opcode = STORE_IMM[size.trailing_zeros() as usize];
                    let emit = self.emit(opcode).ops(&address.operands());
                    emit.imm(imm).mem(mem).done();
                }
            }
        }
        Ok(())
    }

    /// A vector register with `word` twice.
    fn emit_vector_word(&mut self, word: u64) -> Reg {
        let dst = self.new_of(class::VR128);
        if word == 0 {
            self.emit(op::V_SET0).def(dst).done();
            return dst;
        }
        let bytes: Box<[u8]> = [word.to_le_bytes(); 2].concat().into();
        let byte = (word as u8) as i8;
        let element = format!("i8 {byte}");
        let text = format!("<16 x i8> <{}>", [element.as_str(); 16].join(", "));
        let value = ConstPoolValue::Bytes(bytes, text.into());
        let (address, mem) = self.const_pool_address(value, 16, 16);
        let emit = self.emit(op::MOVAPSrm).def(dst);
        emit.ops(&address.operands()).mem(mem).done();
        dst
    }

    /// The byte is multiplied into all bytes of a register.
    fn emit_variable_fill(&mut self, to: &Side, pieces: &[Piece], byte: Value) -> Result<()> {
        let largest = pieces.iter().map(|(_, size)| *size).max().unwrap_or(1);
        let narrow = self.use_value(byte)?;
        let word = match largest {
            1 => None,
            2 => {
                let low = self.extend(byte, false, Width::W32)?;
                let high = self.shift(&SHL, Width::W32, low, 8);
                Some((self.alu(&OR, Width::W32, low, high), Width::W32))
            }
            4 => {
                let low = self.extend(byte, false, Width::W32)?;
                let dst = self.new_reg(PartType::Int(32));
                let emit = self.emit(op::IMUL32rri).def(dst).reg(low);
                emit.imm(0x0101_0101).done();
                Some((dst, Width::W32))
            }
            _ => {
                let low = self.extend(byte, false, Width::W64)?;
                let ones = self.use_int(64, 0x0101_0101_0101_0101)?;
                let dst = self.new_reg(PartType::Int(64));
                self.emit(op::IMUL64rr).def(dst).reg(low).reg(ones).done();
                Some((dst, Width::W64))
            }
        };
        let vector = match word {
            Some((word, _)) if largest == 16 => {
                let low = self.new_of(class::VR128);
                self.emit(op::MOV64toPQIrr).def(low).reg(word).done();
                let both = self.new_of(class::VR128);
                self.emit(op::PUNPCKLQDQrr)
                    .def(both)
                    .reg(low)
                    .reg(low)
                    .done();
                both
            }
            _ => Reg::NONE,
        };
        for piece in pieces {
            let (src, from) = match (piece.1, word) {
                (16, _) => (vector, None),
                (1, _) | (_, None) => (narrow, None),
                (_, Some((word, width))) => (word, Some(width)),
            };
            match from {
                Some(from) => self.emit_low_store(to, *piece, src, from),
                None => self.emit_piece_store(to, *piece, src),
            }
        }
        Ok(())
    }

    /// Stores the low bytes of a register of width `from`.
    fn emit_low_store(&mut self, to: &Side, piece: Piece, src: Reg, from: Width) {
        let size = piece.1.trailing_zeros() as usize;
        let width = [Width::W8, Width::W16, Width::W32, Width::W64][size];
        let index = if width == from {
            SubRegIdx::NONE
        } else {
            width.sub_reg()
        };
        let mem = self.piece_mem(to, piece);
        let address = to.address.offset(piece.0);
        let emit = self.emit(STORE_REG[size]).ops(&address.operands());
        emit.sub_reg(src, index).mem(mem).done();
    }
}
