//! Calls of runtime functions that selection itself introduces: `fmod`, `memcpy`, `__divti3` …

use avarice_lower::PartType;
use avarice_lower::select::{LibcallValue, RuntimeCalls};
use avarice_mir::Operand;
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::Selector;
use super::callee::Callee;
use crate::abi::{ArgAssigner, result_regs, sub_place};
use crate::op;
use crate::target_flags::GOT;

impl<'m> RuntimeCalls<'m> for Selector<'_, 'm> {
    type Places = ArgAssigner;
    type Callee = Callee;
    type OpenCall = ();

    fn runtime_callee(&mut self, name: &str) -> Callee {
        let symbol = Operand::symbol(self.mf.symbol(name), 0);
        if self.module_flag("RtLibUseGOT") == 0 {
            return Callee::Symbol(symbol);
        }
        let address = self.new_reg(PartType::Pointer);
        let entry = symbol.with_target_flags(GOT);
        self.emit(op::LOADgot).def(address).op(entry).done();
        Callee::Reg(address)
    }

    fn begin_runtime_call(&mut self, _name: &str) {
        self.emit_call_frame(op::ADJCALLSTACKDOWN, 0);
    }

    fn end_runtime_call(&mut self, (): (), name: &str, used: &[PhysReg], defined: &[PhysReg]) {
        let callee = self.runtime_callee(name);
        let defined: SmallVec<[(PhysReg, bool); 2]> =
            defined.iter().map(|place| (*place, false)).collect();
        self.emit_call_inst(callee, used, &defined);
        self.emit_call_frame(op::ADJCALLSTACKUP, 0);
    }

    fn runtime_results(results: &[LibcallValue]) -> Option<SmallVec<[PhysReg; 4]>> {
        let places = result_regs(results.iter().map(|(part, _)| *part))?;
        Some(places.into())
    }

    fn place_of(place: PhysReg, part: PartType) -> PhysReg {
        sub_place(place, part)
    }
}
