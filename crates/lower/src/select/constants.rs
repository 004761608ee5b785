//! Values that are made where they are needed: constants, addresses.

use avarice_ir::{BinaryOp, Const, ConstExpr, ConstKind, Global};
use avarice_mir::{FrameIndex, Operand, Reg};
use avarice_target::{Opcode, op};

use super::integers::{IntWidth, Integers, Widening};
use crate::local::{Local, LocalKey};
use crate::parts::PartType;
use avarice_legalize::Result;

/// Selects constants and addresses of symbols.
pub trait Constants<'m>: Integers<'m> {
    /// Emits `dst` = an integer.
    fn emit_int_constant(&mut self, dst: Reg, part: PartType, value: u64);

    /// Emits `dst` = the number with these bits.
    fn emit_float_constant(&mut self, dst: Reg, part: PartType, bits: u64) -> Result<()>;

    /// Emits `dst` = a vector.
    fn emit_vector_local(&mut self, key: LocalKey, dst: Reg) -> Result<()>;

    /// Emits `dst` = a value that only this target has; `source` is the register that it is computed from, if any.
    fn emit_own_local(&mut self, key: LocalKey, dst: Reg, source: Reg) -> Result<()>;

    /// Emits `dst` = the address of a stack object plus `offset`.
    fn emit_frame_address(&mut self, dst: Reg, index: FrameIndex, offset: i64);

    /// Emits `dst` = the address of an IR block.
    fn emit_block_symbol(&mut self, dst: Reg, symbol: Operand);

    /// Emits `dst` = the address of a thread-local variable plus `offset`.
    fn emit_thread_local_place(&mut self, dst: Reg, global: Global, offset: i64) -> Result<()>;

    /// Whether the address of `global` is read from the global offset table.
    fn has_table_entry(&self, global: Global) -> bool;

    /// Whether instructions can have the address of a symbol plus `offset`.
    fn takes_symbol_offset(&self, offset: i64) -> bool;

    /// Emits `dst` = the address of a symbol plus an offset that instructions can have.
    fn emit_symbol_place(&mut self, dst: Reg, global: Global, offset: i64);

    /// Emits `dst` = the entry of the global offset table for `global`.
    fn emit_got_load(&mut self, dst: Reg, global: Global);

    /// Emits `dst = base + offset` for any offset but 0, where no block-local values can be made.
    fn emit_offset(&mut self, dst: Reg, base: Reg, offset: i64);

    /// The opcode of an operation of constants on registers of `width`; `None` if there is none.
    fn const_opcode(op: BinaryOp, width: Self::Width) -> Option<Opcode>;

    /// Emits a block-local value at the current point.
    fn materialize(&mut self, local: &Local) -> Result<()> {
        self.emit_local(local.key, local.reg, local.source)
    }

    /// Emits `dst = key`; `source` is the register that the value is computed from, if any.
    fn emit_local(&mut self, key: LocalKey, dst: Reg, source: Reg) -> Result<()> {
        match key {
            LocalKey::Int(part, value) => self.emit_int_constant(dst, part, value),
            LocalKey::Float(part, bits) => self.emit_float_constant(dst, part, bits)?,
            LocalKey::Undef(_) => {
                self.emit(op::IMPLICIT_DEF).def(dst).done();
            }
            LocalKey::GlobalAddress(global, offset) => {
                self.emit_global_address(dst, global, offset)?;
            }
            LocalKey::GotEntry(global) => self.emit_got_load(dst, global),
            LocalKey::FrameAddress(index, offset) => self.emit_frame_address(dst, index, offset),
            LocalKey::BlockAddress(global, block) => self.emit_block_address(dst, global, block),
            LocalKey::Expr(_, id) => {
                let value = self.emit_const_expr(id)?;
                self.emit_copy(dst, value);
            }
            LocalKey::Vector(_) | LocalKey::VectorExpr(..) => self.emit_vector_local(key, dst)?,
            LocalKey::X86Fp80(_) | LocalKey::Scaled(..) | LocalKey::Target(..) => {
                self.emit_own_local(key, dst, source)?;
            }
        }
        Ok(())
    }

    /// Emits `dst` = the address of an IR block.
    fn emit_block_address(&mut self, dst: Reg, global: Global, block: avarice_ir::Block) {
        if global == self.global && self.is_reachable(block) {
            let machine = self.block_of(block);
            self.mf.blocks[machine].ir_address_taken = block.into();
        }
        self.emit_block_symbol(dst, Operand::block_address(global, block));
    }

    /// Emits `dst` = the address of a symbol plus any offset.
    fn emit_global_address(&mut self, dst: Reg, global: Global, offset: i64) -> Result<()> {
        if self.is_thread_local(global) {
            return self.emit_thread_local_place(dst, global, offset);
        }
        let has_entry = self.has_table_entry(global);
        if !has_entry && self.takes_symbol_offset(offset) {
            self.emit_symbol_place(dst, global, offset);
            return Ok(());
        }
        let base = match offset {
            0 => dst,
            _ => self.new_reg(PartType::Pointer),
        };
        match has_entry {
            true => self.emit_got_load(base, global),
            false => self.emit_symbol_place(base, global, 0),
        }
        if offset != 0 {
            self.emit_offset(dst, base, offset);
        }
        Ok(())
    }

    /// A register with the value of a constant of one part, computed if need be.
    fn emit_const_expr(&mut self, id: Const) -> Result<Reg> {
        let key = self.const_key(id, 0)?;
        let ty = self.part(self.module.consts[id].ty)?;
        let dst = self.new_reg(ty);
        let LocalKey::Expr(_, id) = key else {
            self.emit_local(key, dst, Reg::NONE)?;
            return Ok(dst);
        };
        let width = Self::Width::of_bits(ty.bits());
        match &self.module.consts[id].kind {
            ConstKind::Expr(ConstExpr::Cast(_, inner)) => {
                let from = self.part(self.module.consts[*inner].ty)?;
                let src = self.emit_const_expr(*inner)?;
                if !from.is_int() || !ty.is_int() {
                    return self.unsupported("cast of this kind in a constant");
                } else if from.bits() < ty.bits() {
                    self.emit_register_extension(
                        dst,
                        src,
                        Widening::new(false, from.bits(), width),
                    );
                } else {
                    self.copy_low(dst, src, Self::Width::of_bits(from.bits()), width);
                }
            }
            ConstKind::Expr(ConstExpr::Binary(operator, _, left, right)) => {
                let (left, right) = (self.emit_const_expr(*left)?, self.emit_const_expr(*right)?);
                let Some(opcode) = Self::const_opcode(*operator, width) else {
                    let name = operator.keyword();
                    return self.unsupported(format!("constant expression {name}"));
                };
                self.emit(opcode).def(dst).reg(left).reg(right).done();
            }
            _ => return self.unsupported("constant expression"),
        }
        Ok(dst)
    }
}
