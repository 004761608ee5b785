//! Calls of runtime functions that selection itself introduces: `fmod`, `memcpy`, `__divti3` …

use avarice_ir::CodeModel;
use avarice_lower::PartType;
use avarice_lower::select::{IntWidth, LibcallValue, RuntimeCalls};
use avarice_mir::Operand;
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::callee::Callee;
use super::{Selector, Width, sub_phys};
use crate::abi::{ArgAssigner, Passed, PassedParts, result_regs};
use crate::target_flags::MO_PLT;
use crate::{mask, op, reg};

impl Selector<'_, '_> {
    /// `ADJCALLSTACKDOWN64` or `…UP64` of a call without stack arguments.
    pub(super) fn emit_call_frame(&mut self, opcode: avarice_target::Opcode, amounts: usize) {
        let mut emit = self.emit(opcode);
        for _ in 0..amounts {
            emit = emit.imm(0);
        }
        emit.done_with_dead(&[reg::RSP, reg::EFLAGS, reg::SSP]);
    }
}

impl<'m> RuntimeCalls<'m> for Selector<'_, 'm> {
    type Places = ArgAssigner;
    type Callee = Callee;
    type OpenCall = Callee;

    // No one knows where it is, not even in position-dependent code.
    fn runtime_callee(&mut self, name: &str) -> Callee {
        let symbol = Operand::symbol(self.mf.symbol(name), 0);
        let is_large_model = self.code_model() == CodeModel::Large;
        if is_large_model && !self.is_pic() {
            return Callee::Reg(self.emit_far(symbol));
        }
        if is_large_model || self.module_flag("RtLibUseGOT") != 0 {
            let (address, mem) = self.entry_address(symbol);
            return Callee::Memory(address, mem);
        }
        Callee::Symbol(symbol.with_target_flags(MO_PLT))
    }

    fn begin_runtime_call(&mut self, name: &str) -> Callee {
        let callee = self.runtime_callee(name);
        self.emit_call_frame(op::ADJCALLSTACKDOWN64, 3);
        callee
    }

    fn end_runtime_call(
        &mut self,
        callee: Callee,
        _name: &str,
        used: &[PhysReg],
        defined: &[PhysReg],
    ) {
        self.mf.frame.has_calls = true;
        self.mf.frame.adjusts_stack = true;
        let mut call = self.begin_call(callee).reg_mask(mask::CSR_64);
        for place in used {
            call = call.implicit_use(*place);
        }
        call = call.implicit_def(reg::RSP).implicit_def(reg::SSP);
        for place in defined {
            call = call.implicit_def(*place);
        }
        call.done();
        self.emit_call_frame(op::ADJCALLSTACKUP64, 2);
    }

    fn runtime_results(results: &[LibcallValue]) -> Option<SmallVec<[PhysReg; 4]>> {
        let passed: PassedParts = results.iter().map(|(part, _)| Passed::One(*part)).collect();
        result_regs(&passed)
    }

    fn place_of(place: PhysReg, part: PartType) -> PhysReg {
        match part.is_int() {
            true => sub_phys(place, Width::of_bits(part.bits()).max(Width::W32)),
            false => place,
        }
    }
}
