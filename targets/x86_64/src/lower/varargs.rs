//! Variadic functions, and dynamic stack allocation.
//!
//! The caller puts the number of vector registers that it used into AL. The callee saves all unnamed
//! argument registers, so that `va_arg` finds them in memory:
//!
//! ```text
//!   reg_save_area    0  RDI  8  RSI  16 RDX  24 RCX  32 R8  40 R9
//!                   48  XMM0 … 160 XMM7   (if AL is not zero)
//!   va_list          0  gp_offset: where the next integer register is, 48 when none is left
//!                    4  fp_offset: where the next vector register is, 176 when none is left
//!                    8  overflow_arg_area: the next argument on the stack
//!                   16  reg_save_area
//! ```

use avarice_ir::Inst;
use avarice_legalize::SavedRegisters;
use avarice_lower::select::{SaveArea, VariadicFunctions};
use avarice_lower::{PartType, Result};
use avarice_mir::{FrameIndex, MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::{PhysReg, RegClass};
use smallvec::SmallVec;

use super::Selector;
use super::address::{Address, Base};
use crate::abi::{ArgAssigner, FLOAT_ARGS, INT_ARGS};
use crate::{class, op, reg};

/// Bytes of the integer registers in the save area.
const INT_SAVE_BYTES: u32 = 48;
/// Bytes of the save area.
const SAVE_AREA_BYTES: u64 = 176;
/// Where `va_arg` finds them.
pub(super) const SAVED: [SavedRegisters; 2] = [
    SavedRegisters {
        offset_at: 0,
        end: INT_SAVE_BYTES as u64,
        size: 8,
    },
    SavedRegisters {
        offset_at: 4,
        end: SAVE_AREA_BYTES,
        size: 16,
    },
];
/// Bytes of a `va_list`.
const VA_LIST_BYTES: u64 = 24;

/// The address of a stack object.
fn frame_address(index: FrameIndex, disp: i64) -> Address {
    Address {
        base: Base::Frame(index),
        disp,
        ..Address::default()
    }
}

impl Selector<'_, '_> {
    /// Saves the argument registers without names, at the beginning of the function.
    pub(super) fn save_variadic_registers(&mut self) {
        let Some(area) = self.mf.target_info.reg_save_frame_index else {
            return;
        };
        let (ints, floats) = self.mf.target_info.var_args_offsets;
        let ints = ints as usize / 8;
        let floats = (floats - INT_SAVE_BYTES) as usize / 16;
        let al = (floats < FLOAT_ARGS.len()).then(|| self.live_in_copy(reg::AL, class::GR8));
        let saved: SmallVec<[Reg; 6]> = INT_ARGS[ints..]
            .iter()
            .map(|place| self.live_in_copy(*place, class::GR64))
            .collect();
        let vectors: SmallVec<[Reg; 8]> = FLOAT_ARGS[floats..]
            .iter()
            .map(|place| self.live_in_copy(*place, class::VR128))
            .collect();
        if let Some(al) = al {
            let offset = i64::from(INT_SAVE_BYTES) + floats as i64 * 16;
            let bytes = vectors.len() as u64 * 16;
            let mem = MemOperand::new(MemFlags::STORE, MemPointer::Stack(area), offset, bytes, 16);
            let mut emit = self.emit(op::VASTART_SAVE_XMM_REGS).reg(al);
            emit = emit.ops(&frame_address(area, 0).operands()).imm(offset);
            for vector in &vectors {
                emit = emit.reg(*vector);
            }
            emit.mem(mem).done();
        }
        for (index, src) in saved.into_iter().enumerate() {
            let offset = (ints + index) as i64 * 8;
            let mem = MemOperand::new(MemFlags::STORE, MemPointer::Stack(area), offset, 8, 16);
            let address = frame_address(area, offset);
            let emit = self.emit(op::MOV64mr).ops(&address.operands());
            emit.reg(src).mem(mem).done();
        }
    }

    /// Selects `llvm.va_start`.
    pub(super) fn lower_va_start(&mut self, inst: Inst) -> Result<()> {
        let ([stack, area], (ints, floats)) = self.variadic_objects()?;
        let pointer = self.function.operand(inst, 0);
        let list = self.address(pointer)?;
        for (at, offset) in [(0, ints), (4, floats)] {
            let mem = self.mem_operand(MemFlags::STORE, pointer, at, 4, 8);
            let emit = self.emit(op::MOV32mi).ops(&list.offset(at).operands());
            emit.imm(i64::from(offset)).mem(mem).done();
        }
        for (at, object) in [(8, stack), (16, area)] {
            let place = self.new_reg(PartType::Pointer);
            self.emit_lea(place, &frame_address(object, 0));
            let mem = self.mem_operand(MemFlags::STORE, pointer, at, 8, 8);
            let emit = self.emit(op::MOV64mr).ops(&list.offset(at).operands());
            emit.reg(place).mem(mem).done();
        }
        Ok(())
    }

    /// Selects `llvm.va_copy`: a copy of the list.
    pub(super) fn lower_va_copy(&mut self, inst: Inst) -> Result<()> {
        let [to, from] = self.operands(inst);
        let (target, source) = (self.address(to)?, self.address(from)?);
        for at in (0..VA_LIST_BYTES).step_by(8) {
            let word = self.new_reg(PartType::Int(64));
            let mem = self.mem_operand(MemFlags::LOAD, from, at, 8, 8);
            let emit = self.emit(op::MOV64rm).def(word);
            emit.ops(&source.offset(at).operands()).mem(mem).done();
            let mem = self.mem_operand(MemFlags::STORE, to, at, 8, 8);
            let emit = self.emit(op::MOV64mr).ops(&target.offset(at).operands());
            emit.reg(word).mem(mem).done();
        }
        Ok(())
    }
}

impl<'m> VariadicFunctions<'m> for Selector<'_, 'm> {
    fn forwarded(assigner: &ArgAssigner) -> impl Iterator<Item = (PhysReg, RegClass)> {
        let ints = INT_ARGS[assigner.int_regs()..].iter();
        let floats = FLOAT_ARGS[assigner.float_regs()..].iter();
        let places = ints.map(|place| (*place, class::GR64));
        let places = places.chain([(reg::AL, class::GR8)]);
        places.chain(floats.map(|place| (*place, class::VR128)))
    }

    fn save_area(assigner: &ArgAssigner) -> SaveArea {
        SaveArea {
            first_on_stack: 1,
            bytes: SAVE_AREA_BYTES,
            offsets: (
                assigner.int_regs() as u32 * 8,
                INT_SAVE_BYTES + assigner.float_regs() as u32 * 16,
            ),
        }
    }
}
