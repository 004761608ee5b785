//! Loads and stores of vector registers, piece by piece where memory does not hold a whole register; constants.

use avarice_ir::Const;
use avarice_lower::select::Constants;
use avarice_lower::{Lane, LocalKey, Part, PartType, Result, splat};
use avarice_mir::{ConstPoolValue, Reg};
use avarice_target::{Opcode, SubRegIdx};

use super::super::Selector;
use super::super::memory::{
    Access, AccessOps, LOAD_8, LOAD_DOUBLE, LOAD_HALF, LOAD_QUAD, LOAD_SINGLE, Operation, STORE_8,
    STORE_DOUBLE, STORE_HALF, STORE_QUAD, STORE_SINGLE,
};
use super::opcodes::{self, Form};
use crate::lower::address::{Base, Offset};
use crate::{op, sub};

/// A piece of a register in memory: offset and bytes.
type Piece = (u64, u64);

/// How a piece of a register of 2, 4 or 8 bytes is accessed.
struct PieceAccess {
    load: AccessOps,
    store: AccessOps,
    part: PartType,
    index: SubRegIdx,
    lane: Lane,
    /// Takes a lane out.
    take: Opcode,
}

fn piece_access(bytes: u64) -> PieceAccess {
    match bytes {
        8 => PieceAccess {
            load: LOAD_DOUBLE,
            store: STORE_DOUBLE,
            part: PartType::Double,
            index: sub::DSUB,
            lane: Lane::I64,
            take: op::DUPi64,
        },
        4 => PieceAccess {
            load: LOAD_SINGLE,
            store: STORE_SINGLE,
            part: PartType::Float,
            index: sub::SSUB,
            lane: Lane::I32,
            take: op::DUPi32,
        },
        _ => PieceAccess {
            load: LOAD_HALF,
            store: STORE_HALF,
            part: PartType::Half,
            index: sub::HSUB,
            lane: Lane::I16,
            take: op::DUPi16,
        },
    }
}

impl Selector<'_, '_> {
    // ---- Loads --------------------------------------------------------------------------------

    /// Loads a part that is in a vector register.
    pub(in super::super) fn emit_vector_load(
        &mut self,
        dst: Reg,
        part: Part,
        access: &Access,
    ) -> Result<()> {
        let size = part.ty.store_size();
        if size == 16 || (size == 8 && !self.is_wide_reg(dst)) {
            let ops = if size == 16 { LOAD_QUAD } else { LOAD_DOUBLE };
            return self.load_piece(dst, ops, part.offset, access);
        }
        let mut sum: Option<Reg> = None;
        for piece in super::super::memory::pieces(size) {
            sum = Some(self.load_next_piece(sum, part.offset, piece, access)?);
        }
        match sum {
            Some(sum) => {
                let sum = self.fit_size(sum, self.is_wide_reg(dst));
                self.define(dst, sum);
                Ok(())
            }
            None => self.unsupported("load of an empty vector"),
        }
    }

    fn load_piece(&mut self, dst: Reg, ops: AccessOps, offset: u64, access: &Access) -> Result<()> {
        let address = access.address.offset(offset);
        let mem = self.access_mem(access, offset, ops.size);
        self.emit_load(ops, dst, address, mem)
    }

    /// What was loaded before and one piece more, in a register of 128 bits.
    fn load_next_piece(
        &mut self,
        sum: Option<Reg>,
        base: u64,
        (offset, bytes): Piece,
        access: &Access,
    ) -> Result<Reg> {
        let at = (offset / bytes) as u32;
        if bytes == 1 {
            let byte = self.new_reg(PartType::Int(32));
            self.load_piece(byte, LOAD_8, base + offset, access)?;
            let Some(sum) = sum else {
                return Ok(self.scalar_to_vector(byte));
            };
            let dst = self.new_vector(true);
            let emit = self.emit(op::INSvi8gpr).def(dst).reg(sum);
            emit.imm(at.into()).reg(byte).done();
            return Ok(dst);
        }
        let how = piece_access(bytes);
        let piece = self.new_reg(how.part);
        self.load_piece(piece, how.load, base + offset, access)?;
        let piece = self.scalar_to_vector(piece);
        Ok(match sum {
            Some(sum) => self.insert_lane(how.lane, sum, at, piece, 0),
            None => piece,
        })
    }

    // ---- Stores -------------------------------------------------------------------------------

    /// Stores a part that is in a vector register.
    pub(in super::super) fn emit_vector_store(
        &mut self,
        src: Reg,
        part: Part,
        access: &Access,
    ) -> Result<()> {
        let size = part.ty.store_size();
        if size == 16 {
            let whole = (src, SubRegIdx::NONE);
            return self.store_piece(whole, STORE_QUAD, part.offset, access);
        }
        for (offset, bytes) in super::super::memory::pieces(size) {
            let at = (offset / bytes) as u32;
            let place = part.offset + offset;
            if bytes == 1 {
                let wide = self.whole_of(src);
                let byte = self.new_reg(PartType::Int(32));
                let emit = self.emit(op::UMOVvi8).def(byte).reg(wide);
                emit.imm(at.into()).done();
                self.store_piece((byte, SubRegIdx::NONE), STORE_8, place, access)?;
                continue;
            }
            let how = piece_access(bytes);
            let piece = match offset {
                0 if bytes == 8 && !self.is_wide_reg(src) => (src, SubRegIdx::NONE),
                0 => (src, how.index),
                _ => {
                    let wide = self.whole_of(src);
                    let taken = self.packed_imm(how.take, wide, at);
                    (taken, SubRegIdx::NONE)
                }
            };
            self.store_piece(piece, how.store, place, access)?;
        }
        Ok(())
    }

    fn store_piece(
        &mut self,
        (src, index): (Reg, SubRegIdx),
        ops: AccessOps,
        offset: u64,
        access: &Access,
    ) -> Result<()> {
        let address = access.address.offset(offset);
        let mem = self.access_mem(access, offset, ops.size);
        self.emit_access(ops, Operation::Store(src, index), address, mem)
    }

    // ---- Constants ----------------------------------------------------------------------------

    /// `dst` = a block-local value that is a vector.
    pub(in super::super) fn emit_vector_constant(&mut self, key: LocalKey, dst: Reg) -> Result<()> {
        match key {
            LocalKey::Vector(words) => {
                self.emit_vector_bytes(dst, words);
                Ok(())
            }
            LocalKey::VectorExpr(id, part) => self.emit_vector_expr(dst, id, part),
            _ => self.unsupported("local value that is no vector"),
        }
    }

    /// `dst`, of 128 bits, = these bytes: by one instruction, or from memory.
    fn emit_vector_bytes(&mut self, dst: Reg, words: [u64; 2]) {
        if words[0] == words[1]
            && let Some((opcode, imm, shift)) = immediate(words[0])
        {
            let emit = self.emit(opcode).def(dst).imm(imm);
            match shift {
                Some(shift) => emit.imm(shift).done(),
                None => emit.done(),
            };
            return;
        }
        let text = format!(
            "<2 x i64> <i64 {}, i64 {}>",
            words[0] as i64, words[1] as i64
        );
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let value = ConstPoolValue::Bytes(bytes.into(), text.into());
        let (address, mem) = self.const_pool_address(value, 16, 16);
        let (Base::Reg(base), offset) = (address.base, address.offset) else {
            return;
        };
        let emit = self.emit(op::LDRQui).def(dst).reg(base);
        let emit = match offset {
            Offset::Low(low) => emit.op(low),
            _ => emit.imm(0),
        };
        emit.mem(mem).done();
    }

    /// `dst` = register `part` of a vector constant with addresses in it: pointers, in lanes of 64 bits.
    fn emit_vector_expr(&mut self, dst: Reg, id: Const, part: u32) -> Result<()> {
        let mut sum: Option<Reg> = None;
        for lane in 0..2 {
            let Some(element) = self.vector_const_leaf(id, 2 * part + lane) else {
                continue;
            };
            if self.part(self.module.consts[element].ty)?.bits() != 64 {
                return self.unsupported("computed constant in a vector of this type");
            }
            let scalar = self.emit_const_expr(element)?;
            let old = match sum {
                Some(sum) => sum,
                None => self.vector_undef(true),
            };
            let next = self.new_vector(true);
            let emit = self.emit(op::INSvi64gpr).def(next).reg(old);
            emit.imm(lane.into()).reg(scalar).done();
            sum = Some(next);
        }
        match sum {
            Some(sum) => self.define(dst, sum),
            None => {
                self.emit(op::IMPLICIT_DEF).def(dst).done();
            }
        }
        Ok(())
    }
}

/// The instruction that makes a register of which both halves are `word`: its opcode, its eight bits, and its
/// shift if it has one.
fn immediate(word: u64) -> Option<(Opcode, i64, Option<i64>)> {
    let bytes = word.to_le_bytes();
    if bytes.iter().all(|byte| matches!(byte, 0 | 0xff)) {
        let bits = (0..8).filter(|at| bytes[*at] != 0).map(|at| 1 << at);
        return Some((op::MOVIv2d_ns, bits.sum(), None));
    }
    if splat(Lane::I8, word)[0] == word {
        return Some((op::MOVIv16b_ns, (word & 0xff) as i64, None));
    }
    if splat(Lane::I32, word)[0] == word {
        let lane = word as u32;
        for (lane, plain, ones) in [
            (lane, op::MOVIv4i32, op::MOVIv4s_msl),
            (!lane, op::MVNIv4i32, op::MVNIv4s_msl),
        ] {
            for shift in [0, 8, 16, 24] {
                if lane & !(0xff << shift) == 0 {
                    return Some((plain, i64::from(lane >> shift), Some(shift.into())));
                }
            }
            for shift in [8, 16] {
                let below = (1u32 << shift) - 1;
                if lane & below == below && lane >> (shift + 8) == 0 {
                    let shifted = i64::from(lane >> shift & 0xff);
                    return Some((ones, shifted, Some(256 + i64::from(shift))));
                }
            }
        }
    }
    if splat(Lane::I16, word)[0] == word {
        let lane = word as u16;
        for (lane, plain) in [(lane, op::MOVIv8i16), (!lane, op::MVNIv8i16)] {
            for shift in [0, 8] {
                if lane & !(0xff << shift) == 0 {
                    return Some((plain, i64::from(lane >> shift), Some(shift.into())));
                }
            }
        }
    }
    number_immediate(word)
}

/// The number in all lanes that eight bits say.
fn number_immediate(word: u64) -> Option<(Opcode, i64, Option<i64>)> {
    let form = |lane| Form { lane, wide: true };
    if splat(Lane::F32, word)[0] == word
        && let Some(bits) = float_bits(u64::from(word as u32), 32)
    {
        return Some((form(Lane::F32).float(&opcodes::FMOV_IMMEDIATE), bits, None));
    }
    let bits = float_bits(word, 64)?;
    Some((form(Lane::F64).float(&opcodes::FMOV_IMMEDIATE), bits, None))
}

/// The eight bits that say a number of `size` bits: sign, three bits of exponent, four of fraction.
fn float_bits(word: u64, size: u32) -> Option<i64> {
    let (exponent_bits, fraction_bits) = if size == 32 { (8, 23) } else { (11, 52) };
    let sign = word >> (size - 1);
    let exponent = word >> fraction_bits & ((1 << exponent_bits) - 1);
    let fraction = word & ((1 << fraction_bits) - 1);
    // The high bit of the exponent is the inverse of all bits below it but the last two.
    let repeated = (1 << (exponent_bits - 3)) - 1;
    let middle = exponent >> 2 & repeated;
    let high = exponent >> (exponent_bits - 1);
    let is_small = (high == 1 && middle == 0) || (high == 0 && middle == repeated);
    if !is_small || fraction & ((1 << (fraction_bits - 4)) - 1) != 0 {
        return None;
    }
    let top = fraction >> (fraction_bits - 4);
    Some((sign << 7 | (high ^ 1) << 6 | (exponent & 3) << 4 | top) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediates_of_eight_bits() {
        assert_eq!(immediate(0), Some((op::MOVIv2d_ns, 0, None)));
        assert_eq!(immediate(0xff00_00ff), Some((op::MOVIv2d_ns, 9, None)));
        assert_eq!(
            immediate(splat(Lane::I8, 7)[0]),
            Some((op::MOVIv16b_ns, 7, None))
        );
        let of_words = |word| immediate(splat(Lane::I32, word)[0]);
        assert_eq!(of_words(0x2a00), Some((op::MOVIv4i32, 0x2a, Some(8))));
        assert_eq!(of_words(0xffff_fffe), Some((op::MVNIv4i32, 1, Some(0))));
        assert_eq!(of_words(0x2aff), Some((op::MOVIv4s_msl, 0x2a, Some(264))));
        assert_eq!(of_words(0x3f80_0000), Some((op::FMOVv4f32_ns, 0x70, None)));
        assert_eq!(
            immediate(1f64.to_bits()),
            Some((op::FMOVv2f64_ns, 0x70, None))
        );
        assert_eq!(immediate(0x1234_5678_9abc_def0), None);
    }
}
