//! `llvm.memcpy`, `llvm.memmove`, `llvm.memset`: moves for a small constant size, else the C library.

use avarice_ir::Value;
use avarice_lower::select::{BlockMemory, Integers, StoreLimits};
use avarice_lower::{PartType, Piece, Result};
use avarice_mir::{ConstPoolValue, Reg};
use avarice_target::SubRegIdx;

use super::address::Address;
use super::int::{OR, SHL};
use super::memory::{STORE_IMM, STORE_REG};
use super::shorthand::LOW_16;
use super::{Selector, Width};
use crate::{class, op};

/// One side of a copy.
type Side = avarice_lower::select::Side<Address>;

impl Selector<'_, '_> {
    fn emit_constant_fill(&mut self, to: &Side, pieces: &[Piece], byte: u64) -> Result<()> {
        let word = byte.wrapping_mul(0x0101_0101_0101_0101);
        let vector = pieces
            .iter()
            .any(|(_, size)| *size == 16)
            .then(|| self.emit_vector_word(word));
        for piece in pieces {
            let (offset, size) = *piece;
            match vector {
                Some(vector) if size == 16 => self.emit_piece_store(to, *piece, vector)?,
                _ if size == 8 && i32::try_from(word as i64).is_err() => {
                    let src = self.use_int(64, word)?;
                    self.emit_piece_store(to, *piece, src)?;
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
                None => self.emit_piece_store(to, *piece, src)?,
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

impl<'m> BlockMemory<'m> for Selector<'_, 'm> {
    const LIMITS: StoreLimits = StoreLimits {
        copy: (8, 4),
        fill: (16, 8),
        group: 1,
    };

    fn block_address(&mut self, pointer: Value) -> Result<Address> {
        self.address(pointer)
    }

    fn copies_by_instruction(&self) -> bool {
        self.copies_bytes_fast()
    }

    fn emit_copy_instruction(&mut self, to: Reg, from: Reg, size: Reg) {
        self.emit_byte_copy(to, from, size);
    }

    fn emit_piece_load(&mut self, from: &Side, piece: Piece) -> Result<Reg> {
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
        Ok(dst)
    }

    fn emit_piece_store(&mut self, to: &Side, piece: Piece, src: Reg) -> Result<()> {
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
        Ok(())
    }

    fn byte_argument(&mut self, byte: Value) -> Result<Reg> {
        self.extend(byte, false, Width::W32)
    }

    fn emit_fill(&mut self, to: &Side, pieces: &[Piece], byte: Value) -> Result<()> {
        match self.const_int(byte) {
            Some(byte) => self.emit_constant_fill(to, pieces, byte & 0xff),
            None => self.emit_variable_fill(to, pieces, byte),
        }
    }
}
