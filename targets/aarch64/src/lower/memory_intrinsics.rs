//! `llvm.memcpy`, `llvm.memmove`, `llvm.memset`: loads and stores for a small constant size, else the C
//! library.

use avarice_ir::Value;
use avarice_lower::select::{BlockMemory, IntWidth, Integers, StoreLimits};
use avarice_lower::{PartType, Piece, Result};
use avarice_mir::Reg;

use super::address::{Address, Offset};
use super::memory::{AccessOps, LOAD_QUAD, LOADS, STORE_QUAD, STORES};
use super::operand::{ORR, Second, ShiftKind};
use super::{Selector, Width};
use crate::{class, op, reg, sub};

/// One side of a copy.
type Side = avarice_lower::select::Side<Address>;

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

impl<'m> BlockMemory<'m> for Selector<'_, 'm> {
    const LIMITS: StoreLimits = StoreLimits {
        copy: (16, 4),
        fill: (32, 8),
        // So that loads and stores can pair.
        group: 4,
    };

    fn block_address(&mut self, pointer: Value) -> Result<Address> {
        // Only bytes can be added to for each piece.
        Ok(match self.address(pointer, 0)? {
            address if matches!(address.offset, Offset::Bytes(_)) => address,
            _ => Address::base(self.use_value(pointer)?, 0),
        })
    }

    fn emit_piece_load(&mut self, from: &Side, piece: Piece) -> Result<Reg> {
        let (ops, dst) = match piece.1 {
            16 => (LOAD_QUAD, self.new_of(class::FPR128)),
            8 => (LOADS[3], self.new_reg(PartType::Int(64))),
            size => {
                let index = size.trailing_zeros() as usize;
                (LOADS[index], self.new_reg(PartType::Int(32)))
            }
        };
        let mem = self.piece_mem(from, piece);
        self.emit_load(ops, dst, from.address.offset(piece.0), mem)?;
        Ok(dst)
    }

    fn emit_piece_store(&mut self, to: &Side, piece: Piece, src: Reg) -> Result<()> {
        let ops: AccessOps = match piece.1 {
            16 => STORE_QUAD,
            size => STORES[size.trailing_zeros() as usize],
        };
        let mem = self.piece_mem(to, piece);
        self.emit_store(ops, src, to.address.offset(piece.0), mem)
    }

    fn byte_argument(&mut self, byte: Value) -> Result<Reg> {
        match self.const_int(byte) {
            Some(byte) => self.use_int(32, byte & 0xff),
            None => self.use_value(byte),
        }
    }

    fn emit_fill(&mut self, to: &Side, pieces: &[Piece], byte: Value) -> Result<()> {
        let largest = pieces.iter().map(|(_, size)| *size).max().unwrap_or(0);
        let fill = self.fill(byte, largest)?;
        for piece in pieces {
            let src = match piece.1 {
                16 => fill.vector,
                8 => fill.word,
                _ => fill.half,
            };
            self.emit_piece_store(to, *piece, src)?;
        }
        Ok(())
    }
}
