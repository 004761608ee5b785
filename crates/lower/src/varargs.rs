//! Functions that take further arguments: what they ask for, and the registers that they hand on.

use avarice_ir::{InstKind, Intrinsic, TailKind};
use avarice_legalize::Result;
use avarice_mir::{FrameIndex, Reg};
use avarice_target::{LaneMask, PhysReg, RegClass};
use smallvec::SmallVec;

use crate::function::FunctionLowering;

impl FunctionLowering<'_> {
    /// Whether the function takes further arguments.
    pub fn is_variadic(&self) -> bool {
        self.is_variadic_type(self.module.globals[self.global].value_type)
    }

    /// Whether the function looks at its further arguments.
    pub fn has_va_start(&self) -> bool {
        let insts = self.function.insts.iter();
        let mut calls = insts
            .filter(|(_, data)| matches!(data.kind, InstKind::Call(_)) && data.block.is_some());
        calls.any(|(inst, _)| {
            Intrinsic::of_call(self.module, self.function, inst) == Some(Intrinsic::VaStart)
        })
    }

    /// Whether incoming stack arguments may be overwritten before the function ends.
    pub fn overwrites_arguments(&self) -> bool {
        let mut insts = self.function.insts.values();
        insts.any(|data| match &data.kind {
            InstKind::Call(info) => info.tail == TailKind::MustTail && data.block.is_some(),
            _ => false,
        })
    }

    /// Says which registers a `musttail` call of a variadic function hands on.
    pub fn forward_registers(&mut self, places: impl Iterator<Item = (PhysReg, RegClass)>) {
        for (place, class) in places {
            let held = self.new_of(class);
            self.mf.target_info.forwarded.push((place, held));
        }
    }

    /// Keeps the registers that are handed on, at the beginning of the function.
    pub fn receive_forwarded_registers(&mut self) {
        for index in 0..self.mf.target_info.forwarded.len() {
            let (place, held) = self.mf.target_info.forwarded[index];
            self.copy_live_in(held, place);
        }
    }

    /// Hands on the arguments without names of a variadic function.
    pub fn emit_forwarded_registers(&mut self, used: &mut SmallVec<[PhysReg; 8]>) {
        for index in 0..self.mf.target_info.forwarded.len() {
            let (place, src) = self.mf.target_info.forwarded[index];
            self.emit_copy(place, src);
            used.push(place);
        }
    }

    /// A copy of a register that holds something at entry.
    pub fn live_in_copy(&mut self, from: PhysReg, class: RegClass) -> Reg {
        let dst = self.new_of(class);
        self.copy_live_in(dst, from);
        dst
    }

    fn copy_live_in(&mut self, dst: Reg, from: PhysReg) {
        self.mf.live_ins.push((from, dst.as_virtual()));
        let block = self.point().block;
        self.mf.blocks[block].live_ins.push((from, LaneMask::ALL));
        self.emit_copy(dst, from);
    }

    /// The stack objects that `llvm.va_start` tells of, the further arguments on the stack and the saved registers, and
    /// what it says of the latter: first of integers, then of numbers.
    ///
    /// # Errors
    /// If the function has none.
    pub fn variadic_objects(&self) -> Result<([FrameIndex; 2], (u32, u32))> {
        let info = &self.mf.target_info;
        match (info.var_args_frame_index, info.reg_save_frame_index) {
            (Some(stack), Some(area)) => Ok(([stack, area], info.var_args_offsets)),
            _ => self.unsupported("llvm.va_start in a function that is not variadic"),
        }
    }
}
