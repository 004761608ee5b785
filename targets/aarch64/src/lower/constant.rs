//! Constants and addresses: block-local values.

use avarice_ir::printer::{print_double, print_float};
use avarice_ir::{BinaryOp, Global};
use avarice_lower::select::{Constants, IntWidth};
use avarice_lower::{FloatKind, LocalKey, PartType, Result};
use avarice_mir::{ConstPoolValue, FrameIndex, MemFlags, MemOperand, MemPointer, Operand, Reg};
use avarice_target::Opcode;

use super::address::{Address, Base, Offset, is_symbol_offset};
use super::int::binary_ops;
use super::memory::{LOAD_DOUBLE, LOAD_SINGLE};
use super::operand::Additive;
use super::symbols::{Reach, halves};
use super::{Selector, Width};
use crate::constants::constant_steps;
use crate::target_flags::{GOT, PAGE};
use crate::{op, sub};

/// Most instructions that make the bits of a floating-point number in an integer register.
const MAX_FLOAT_STEPS: usize = 2;

/// The 8 bits of an immediate that stand for a number: sign, three bits of exponent, four of fraction.
///
/// ```text
///   float    s B bbbbb cd efgh 000…        B = not b
///   double   s B bbbbbbbb cd efgh 000…
/// ```
fn float_imm(kind: FloatKind, bits: u64) -> Option<i64> {
    let (size, exponent, fraction) = kind.pick((32, 8, 23), (64, 11, 52));
    let sign = bits >> (size - 1) & 1;
    if bits & ((1 << (fraction - 4)) - 1) != 0 {
        return None;
    }
    let high = bits >> (fraction + 2) & ((1 << (exponent - 2)) - 1);
    let all = (1u64 << (exponent - 3)) - 1;
    let b = match high {
        _ if high == all => 1,
        _ if high == all + 1 => 0,
        _ => return None,
    };
    let low = bits >> (fraction - 4) & 0x3f;
    Some((sign << 7 | b << 6 | low) as i64)
}

/// The key of the page of a global plus an offset of less than 32 bits.
pub(super) fn page_key(global: Global, offset: i64) -> LocalKey {
    let place = u64::from(global.as_u32()) | (offset as u64) << 32;
    LocalKey::Target(PAGE.into(), place)
}

/// What [`page_key`] made its number of.
fn page_place(place: u64) -> (Global, i64) {
    (Global::from_u32(place as u32), (place >> 32) as i64)
}

impl Selector<'_, '_> {
    /// `dst` = an integer.
    pub(super) fn emit_int(&mut self, dst: Reg, width: Width, value: u64) {
        if value == 0 {
            self.emit_copy(dst, width.zero());
            return;
        }
        let (opcode, value) = match width {
            Width::W32 => (op::MOVi32imm, i64::from(value as i32)),
            Width::W64 => (op::MOVi64imm, value as i64),
        };
        self.emit(opcode).def(dst).imm(value).done();
    }

    // ---- Numbers ------------------------------------------------------------------------------

    /// `dst` = a `half`: the low bits of a `float`'s register.
    fn emit_half(&mut self, dst: Reg, bits: u64) -> Result<()> {
        let number = self.new_reg(PartType::Int(32));
        self.emit_int(number, Width::W32, bits);
        let whole = self.new_reg(PartType::Float);
        self.emit_copy(whole, number);
        let copy = self.emit(op::COPY).def(dst);
        copy.sub_reg(whole, sub::HSUB).done();
        Ok(())
    }

    /// The place of a constant in the constant pool, and the memory operand of a load of it.
    pub(super) fn const_pool_address(
        &mut self,
        value: ConstPoolValue,
        size: u64,
        align: u64,
    ) -> (Address, MemOperand) {
        let index = self.mf.const_pool_index(value, align);
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::ConstPool, 0, size, align);
        let symbol = Operand::const_pool(index, 0);
        let base = self.new_reg(PartType::Pointer);
        if self.reach() != Reach::Page {
            self.emit_symbol_address(op::MOVaddrCP, base, symbol);
            return (Address::base(base, 0), mem);
        }
        let [page, low] = halves(symbol);
        self.emit(op::ADRP).def(base).op(page).done();
        let address = Address {
            base: Base::Reg(base),
            offset: Offset::Low(low),
        };
        (address, mem)
    }
}

impl<'m> Constants<'m> for Selector<'_, 'm> {
    fn emit_int_constant(&mut self, dst: Reg, part: PartType, value: u64) {
        self.emit_int(dst, Width::of_bits(part.bits()), value);
    }

    fn emit_float_constant(&mut self, dst: Reg, part: PartType, bits: u64) -> Result<()> {
        let Some(kind) = FloatKind::of(part) else {
            return self.emit_half(dst, bits);
        };
        if bits == 0 {
            self.emit(kind.pick(op::FMOVS0, op::FMOVD0)).def(dst).done();
            return Ok(());
        }
        if let Some(imm) = float_imm(kind, bits) {
            let opcode = kind.pick(op::FMOVSi, op::FMOVDi);
            self.emit(opcode).def(dst).imm(imm).done();
            return Ok(());
        }
        let width = kind.pick(Width::W32, Width::W64);
        let limit = match self.optimizes_for_size() {
            true => 1,
            false => MAX_FLOAT_STEPS,
        };
        if constant_steps(bits, width == Width::W64).len() <= limit {
            let number = self.new_reg(width.part());
            self.emit_int(number, width, bits);
            self.emit_copy(dst, number);
            return Ok(());
        }
        let size = part.store_size();
        let text = match kind {
            FloatKind::Single => print_float(bits as u32),
            FloatKind::Double => print_double(bits),
        };
        let bytes = bits.to_le_bytes()[..size as usize].into();
        let value = ConstPoolValue::Bytes(bytes, text.into());
        let (address, mem) = self.const_pool_address(value, size, size);
        let ops = kind.pick(LOAD_SINGLE, LOAD_DOUBLE);
        self.emit_load(ops, dst, address, mem)
    }

    fn emit_vector_local(&mut self, key: LocalKey, dst: Reg) -> Result<()> {
        self.emit_vector_constant(key, dst)
    }

    /// The page of a symbol.
    fn emit_own_local(&mut self, key: LocalKey, dst: Reg, _: Reg) -> Result<()> {
        let LocalKey::Target(_, place) = key else {
            return self.unsupported("constant of this type");
        };
        let (global, offset) = page_place(place);
        let page = Operand::global(global, offset).with_target_flags(PAGE);
        self.emit(op::ADRP).def(dst).op(page).done();
        Ok(())
    }

    fn emit_frame_address(&mut self, dst: Reg, index: FrameIndex, bytes: i64) {
        let emit = self.emit(op::ADDXri).def(dst).frame_index(index);
        emit.imm(bytes).imm(0).done();
    }

    fn emit_block_symbol(&mut self, dst: Reg, symbol: Operand) {
        self.emit_symbol_address(op::MOVaddrBA, dst, symbol);
    }

    fn emit_thread_local_place(&mut self, dst: Reg, global: Global, offset: i64) -> Result<()> {
        if offset == 0 {
            return self.emit_thread_local_address(dst, global);
        }
        let base = self.new_reg(PartType::Pointer);
        self.emit_thread_local_address(base, global)?;
        self.emit_offset(dst, base, offset);
        Ok(())
    }

    fn has_table_entry(&self, global: Global) -> bool {
        self.is_in_table(global)
    }

    fn takes_symbol_offset(&self, offset: i64) -> bool {
        is_symbol_offset(offset)
    }

    fn emit_symbol_place(&mut self, dst: Reg, global: Global, offset: i64) {
        let symbol = Operand::global(global, offset);
        self.emit_symbol_address(op::MOVaddr, dst, symbol);
    }

    fn emit_got_load(&mut self, dst: Reg, global: Global) {
        let entry = Operand::global(global, 0).with_target_flags(GOT);
        self.emit(op::LOADgot).def(dst).op(entry).done();
    }

    fn emit_offset(&mut self, dst: Reg, base: Reg, offset: i64) {
        let magnitude = offset.unsigned_abs();
        if let Some((imm, shift)) = super::operand::add_imm(magnitude) {
            let op = match offset < 0 {
                true => Additive::Sub,
                false => Additive::Add,
            };
            let emit = self.emit(op.ops().ri[1]).def(dst).reg(base);
            emit.imm(imm).imm(shift).done();
            return;
        }
        let amount = self.new_reg(PartType::Int(64));
        self.emit_int(amount, Width::W64, offset as u64);
        let emit = self.emit(op::ADDXrr).def(dst).reg(base);
        emit.reg(amount).done();
    }

    fn const_opcode(op: BinaryOp, width: Width) -> Option<Opcode> {
        binary_ops(op).map(|ops| ops.rr[width as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediates_of_numbers() {
        let double = |x: f64| float_imm(FloatKind::Double, x.to_bits());
        assert_eq!(double(1.0), Some(112));
        assert_eq!(double(1.5), Some(120));
        assert_eq!(double(-2.0), Some(128));
        assert_eq!(double(0.125), Some(64));
        assert_eq!(double(31.0), Some(63));
        assert_eq!((double(32.0), double(0.1), double(0.0)), (None, None, None));
        let single = |x: f32| float_imm(FloatKind::Single, x.to_bits().into());
        assert_eq!((single(1.0), single(0.1)), (Some(112), None));
    }
}
