//! Vectors in memory.

use avarice_ir::{Const, Value};
use avarice_lower::select::Constants;
use avarice_lower::{Lane, LocalKey, Part, PartType, Result};
use avarice_mir::{MemFlags, Reg};
use avarice_target::Opcode;

use super::super::memory::{Access, pieces};
use super::super::{Selector, Width};
use crate::subtarget::Features;
use crate::{op, sub};

/// The load and store of a whole register.
fn whole(lane: Lane, aligned: bool) -> (Opcode, Opcode) {
    match (lane.is_float(), aligned) {
        (true, true) => (op::MOVAPSrm, op::MOVAPSmr),
        (true, false) => (op::MOVUPSrm, op::MOVUPSmr),
        (false, true) => (op::MOVDQArm, op::MOVDQAmr),
        (false, false) => (op::MOVDQUrm, op::MOVDQUmr),
    }
}

/// Whether an access is not to leave anything in caches.
fn is_non_temporal(access: &Access) -> bool {
    access.flags.contains(MemFlags::NON_TEMPORAL)
}

impl Selector<'_, '_> {
    /// Loads one part of a vector.
    pub(in super::super) fn emit_vector_load(
        &mut self,
        dst: Reg,
        part: Part,
        lane: Lane,
        access: &Access,
    ) -> Result<()> {
        let size = part.ty.store_size();
        if size == 16 {
            let mem = self.access_mem(access, part.offset, 16);
            let is_aligned = is_aligned(access.align, part.offset);
            let has_other = is_aligned && self.features().contains(Features::SSE41);
            let load = match has_other && is_non_temporal(access) {
                true => op::MOVNTDQArm,
                false => whole(lane, is_aligned).0,
            };
            let address = access.address.offset(part.offset).operands();
            self.emit(load).def(dst).ops(&address).mem(mem).done();
            return Ok(());
        }
        let mut sum: Option<Reg> = None;
        for (offset, width) in pieces(size) {
            let piece = self.load_piece(part.offset + offset, width, access);
            sum = Some(match sum {
                None => piece,
                Some(sum) if offset == 8 => self.packed(op::PUNPCKLQDQrr, sum, piece),
                Some(sum) => {
                    let piece = self.packed_imm(op::PSLLDQri, piece, offset as u32);
                    self.packed(op::PORrr, sum, piece)
                }
            });
        }
        match sum {
            Some(sum) => self.define(dst, sum),
            None => return self.unsupported("load of an empty vector"),
        }
        Ok(())
    }

    /// A vector register with 1, 2, 4 or 8 bytes of memory, and zeros above.
    fn load_piece(&mut self, offset: u64, width: Width, access: &Access) -> Reg {
        let mem = self.access_mem(access, offset, width.bytes());
        let address = access.address.offset(offset).operands();
        let dst = self.new_vector();
        let narrow = match width {
            Width::W64 => {
                self.emit(op::MOVQI2PQIrm)
                    .def(dst)
                    .ops(&address)
                    .mem(mem)
                    .done();
                return dst;
            }
            Width::W32 => {
                self.emit(op::MOVDI2PDIrm)
                    .def(dst)
                    .ops(&address)
                    .mem(mem)
                    .done();
                return dst;
            }
            Width::W16 => op::MOVZX32rm16,
            Width::W8 => op::MOVZX32rm8,
        };
        let low = self.new_reg(PartType::Int(32));
        self.emit(narrow).def(low).ops(&address).mem(mem).done();
        self.emit(op::MOVDI2PDIrr).def(dst).reg(low).done();
        dst
    }

    /// Stores one part of a vector.
    pub(in super::super) fn emit_vector_store(
        &mut self,
        (value, index): (Value, usize),
        part: Part,
        lane: Lane,
        access: &Access,
    ) -> Result<()> {
        let size = part.ty.store_size();
        if size <= 8
            && let Some(words) = self.const_bytes(value, index)?
        {
            let ty = PartType::Int(8 * size as u8);
            return self.emit_store_imm(words[0], Part { ty, ..part }, access);
        }
        let src = self.use_part(value, index)?;
        let is_aligned = is_aligned(access.align, part.offset);
        // Only aligned vectors can be stored past the caches as a whole.
        if size == 16 && (is_aligned || !is_non_temporal(access)) {
            let mem = self.access_mem(access, part.offset, 16);
            let store = match (is_non_temporal(access), lane.is_float()) {
                (true, true) => op::MOVNTPSmr,
                (true, false) => op::MOVNTDQmr,
                (false, _) => whole(lane, is_aligned).1,
            };
            let address = access.address.offset(part.offset).operands();
            self.emit(store).ops(&address).reg(src).mem(mem).done();
            return Ok(());
        }
        if size == 16 {
            for offset in [0, 8] {
                self.store_piece(src, part.offset, (offset, Width::W64), lane, access);
            }
        }
        for (offset, width) in pieces(size) {
            self.store_piece(src, part.offset, (offset, width), lane, access);
        }
        Ok(())
    }

    /// Stores the 1, 2, 4 or 8 bytes at `offset` of a register.
    fn store_piece(
        &mut self,
        src: Reg,
        base: u64,
        (offset, width): (u64, Width),
        lane: Lane,
        access: &Access,
    ) {
        let mem = self.access_mem(access, base + offset, width.bytes());
        let address = access.address.offset(base + offset).operands();
        let src = match offset {
            0 => src,
            _ => self.packed_imm(op::PSRLDQri, src, offset as u32),
        };
        if width == Width::W64 && is_non_temporal(access) {
            let low = self.new_reg(PartType::Int(64));
            self.emit(op::MOVPQIto64rr).def(low).reg(src).done();
            let emit = self.emit(op::MOVNTI_64mr).ops(&address);
            emit.reg(low).mem(mem).done();
            return;
        }
        let store = match (width, lane.is_float()) {
            (Width::W64, true) => op::MOVLPSmr,
            (Width::W64, false) => op::MOVPQI2QImr,
            (Width::W32, _) => op::MOVPDI2DImr,
            (narrow, _) => {
                let low = self.new_reg(PartType::Int(32));
                self.emit(op::MOVPDI2DIrr).def(low).reg(src).done();
                let (store, index) = match narrow {
                    Width::W16 => (op::MOV16mr, sub::SUB_16BIT),
                    _ => (op::MOV8mr, sub::SUB_8BIT),
                };
                let emit = self.emit(store).ops(&address);
                emit.sub_reg(low, index).mem(mem).done();
                return;
            }
        };
        self.emit(store).ops(&address).reg(src).mem(mem).done();
    }

    // ---- Constants ----------------------------------------------------------------------------

    /// `dst` = these bytes.
    fn emit_vector_bytes(&mut self, dst: Reg, words: [u64; 2]) {
        match words {
            [0, 0] => {
                self.emit(op::V_SET0).def(dst).done();
            }
            [u64::MAX, u64::MAX] => {
                self.emit(op::V_SETALLONES).def(dst).done();
            }
            _ => {
                let source = self.bytes_in_memory(words);
                if let super::lanes::Source::Memory(address, mem) = source {
                    let emit = self.emit(op::MOVAPSrm).def(dst);
                    emit.ops(&address.operands()).mem(mem).done();
                }
            }
        }
    }

    /// `dst` = register `part` of a vector constant with addresses in it: pointers, in lanes of 64 bits.
    fn emit_vector_expr(&mut self, dst: Reg, id: Const, part: u32) -> Result<()> {
        let mut lanes = [Reg::NONE; 2];
        for (lane, reg) in lanes.iter_mut().enumerate() {
            let Some(element) = self.vector_const_leaf(id, 2 * part + lane as u32) else {
                continue;
            };
            if self.part(self.module.consts[element].ty)?.bits() != 64 {
                return self.unsupported("computed constant in a vector of this type");
            }
            let scalar = self.emit_const_expr(element)?;
            *reg = self.new_vector();
            self.emit(op::MOV64toPQIrr).def(*reg).reg(scalar).done();
        }
        let [low, high] = lanes;
        let all = match high.is_none() {
            true => low,
            false => self.packed(op::PUNPCKLQDQrr, low, high),
        };
        self.define(dst, all);
        Ok(())
    }

    /// `dst` = a block-local value that is a vector.
    pub(in super::super) fn emit_vector_constant(&mut self, key: LocalKey, dst: Reg) -> Result<()> {
        match key {
            LocalKey::Vector(words) => self.emit_vector_bytes(dst, words),
            LocalKey::VectorExpr(id, part) => self.emit_vector_expr(dst, id, part)?,
            _ => return self.unsupported("local value that is no vector"),
        }
        Ok(())
    }
}

/// Whether 16 bytes at `offset` from an address aligned to `align` are aligned.
fn is_aligned(align: u64, offset: u64) -> bool {
    align >= 16 && offset.is_multiple_of(16)
}
