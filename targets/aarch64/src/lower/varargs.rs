//! Variadic functions: the callee saves all unnamed argument registers, so that `va_arg` finds them in memory.
//!
//! ```text
//!   save area   0  Q n … Q7       16 bytes each
//!               …  X m … X7        8 bytes each
//!   va_list     0  the next argument on the stack
//!               8  the end of the integer registers in the save area
//!              16  the end of the vector registers there
//!              24  minus the bytes of integer registers that are left, zero when none is
//!              28  the same of vector registers
//! ```

use avarice_ir::Inst;
use avarice_lower::select::{Constants, SaveArea, VariadicFunctions};
use avarice_lower::{PartType, Result};
use avarice_mir::{FrameIndex, MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::{PhysReg, RegClass};
use smallvec::SmallVec;

use super::Selector;
use super::address::Address;
use super::memory::{LOAD_QUAD, STORE_32, STORE_64, STORE_QUAD};
use crate::abi::{ArgAssigner, FLOAT_REGS, INT_REGS};
use crate::class;

/// Bytes of a `va_list`.
const VA_LIST_BYTES: u64 = 32;
/// The index of the 128-bit register among those of one number.
const QUAD: usize = 3;

impl Selector<'_, '_> {
    /// Saves the argument registers without names, at the beginning of the function.
    pub(super) fn save_variadic_registers(&mut self) -> Result<()> {
        let Some(area) = self.mf.target_info.reg_save_frame_index else {
            return Ok(());
        };
        let (ints, floats) = self.mf.target_info.var_args_offsets;
        let first_int = INT_REGS.len() - ints as usize / 8;
        let first_float = FLOAT_REGS.len() - floats as usize / 16;
        let saved: SmallVec<[Reg; 8]> = INT_REGS[first_int..]
            .iter()
            .map(|place| self.live_in_copy(*place, class::GPR64))
            .collect();
        let vectors: SmallVec<[Reg; 8]> = FLOAT_REGS[first_float..]
            .iter()
            .map(|sizes| self.live_in_copy(sizes[QUAD], class::FPR128))
            .collect();
        for (index, src) in vectors.into_iter().enumerate() {
            let (address, mem) = saved_place(area, 16 * index as u64, 16);
            self.emit_store(STORE_QUAD, src, address, mem)?;
        }
        for (index, src) in saved.into_iter().enumerate() {
            let offset = u64::from(floats) + 8 * index as u64;
            let (address, mem) = saved_place(area, offset, 8);
            self.emit_store(STORE_64, src, address, mem)?;
        }
        Ok(())
    }

    /// Selects `llvm.va_start`.
    pub(super) fn lower_va_start(&mut self, inst: Inst) -> Result<()> {
        let ([stack, area], (ints, floats)) = self.variadic_objects()?;
        let pointer = self.function.operand(inst, 0);
        let list = self.address(pointer, 0)?;
        let tops = [(0, stack, 0), (8, area, floats + ints), (16, area, floats)];
        for (at, object, offset) in tops {
            let place = self.new_reg(PartType::Pointer);
            self.emit_frame_address(place, object, i64::from(offset));
            let mem = self.mem_operand(MemFlags::STORE, pointer, at, 8, 8);
            self.emit_store(STORE_64, place, list.offset(at), mem)?;
        }
        for (at, bytes) in [(24, ints), (28, floats)] {
            let left = self.use_int(32, u64::from(bytes.wrapping_neg()))?;
            let mem = self.mem_operand(MemFlags::STORE, pointer, at, 4, 8);
            self.emit_store(STORE_32, left, list.offset(at), mem)?;
        }
        Ok(())
    }

    /// Selects `llvm.va_copy`: a copy of the list.
    pub(super) fn lower_va_copy(&mut self, inst: Inst) -> Result<()> {
        let [to, from] = self.operands(inst);
        let (target, source) = (self.address(to, 0)?, self.address(from, 0)?);
        let mut words: SmallVec<[Reg; 2]> = SmallVec::new();
        for at in (0..VA_LIST_BYTES).step_by(16) {
            let word = self.new_of(class::FPR128);
            let mem = self.mem_operand(MemFlags::LOAD, from, at, 16, 8);
            self.emit_load(LOAD_QUAD, word, source.offset(at), mem)?;
            words.push(word);
        }
        for (index, word) in words.into_iter().enumerate() {
            let at = 16 * index as u64;
            let mem = self.mem_operand(MemFlags::STORE, to, at, 16, 8);
            self.emit_store(STORE_QUAD, word, target.offset(at), mem)?;
        }
        Ok(())
    }
}

/// A place in the save area, and the memory operand of a store to it.
fn saved_place(area: FrameIndex, offset: u64, size: u64) -> (Address, MemOperand) {
    let place = MemPointer::Stack(area);
    let mem = MemOperand::new(MemFlags::STORE, place, offset as i64, size, 16);
    (Address::frame(area).offset(offset), mem)
}

impl<'m> VariadicFunctions<'m> for Selector<'_, 'm> {
    fn forwarded(assigner: &ArgAssigner) -> impl Iterator<Item = (PhysReg, RegClass)> {
        let ints = INT_REGS.iter().skip(assigner.int_regs());
        let floats = FLOAT_REGS.iter().skip(assigner.float_regs());
        let places = ints.map(|place| (*place, class::GPR64));
        places.chain(floats.map(|sizes| (sizes[QUAD], class::FPR128)))
    }

    fn save_area(assigner: &ArgAssigner) -> SaveArea {
        let ints = 8 * INT_REGS.len().saturating_sub(assigner.int_regs()) as u32;
        let floats = 16 * FLOAT_REGS.len().saturating_sub(assigner.float_regs()) as u32;
        SaveArea {
            first_on_stack: 8,
            bytes: u64::from(ints + floats).max(8).next_multiple_of(16),
            offsets: (ints, floats),
        }
    }
}
