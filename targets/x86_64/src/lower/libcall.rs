//! Calls of runtime functions that selection itself asks for: `fmod`, `memcpy`, `__divti3` …

use avarice_lower::{PartType, Result};
use avarice_mir::Reg;
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::call::Callee;
use super::{Selector, Width, sub_phys};
use crate::abi::{ArgAssigner, Location, Passed, PassedParts, result_regs};
use crate::{mask, op, reg};

/// An argument or a result: a register and what it holds. Integers have 32 or 64 bits.
pub(super) type LibcallValue = (PartType, Reg);

impl Selector<'_, '_> {
    /// Calls function `name` of the C library or the compiler's runtime.
    ///
    /// # Errors
    /// If the arguments or results need memory.
    pub(super) fn emit_libcall(
        &mut self,
        name: &str,
        args: &[LibcallValue],
        results: &[LibcallValue],
    ) -> Result<()> {
        let callee = self.runtime_callee(name);
        self.emit_call_frame(op::ADJCALLSTACKDOWN64, 3);
        let mut assigner = ArgAssigner::default();
        let mut used: SmallVec<[PhysReg; 8]> = SmallVec::new();
        for (part, src) in args {
            let Location::Reg(place) = assigner.next(*part) else {
                return self.unsupported(format!("call of {name} with arguments in memory"));
            };
            let place = place_of(place, *part);
            self.emit_copy(place, *src);
            used.push(place);
        }
        let passed: PassedParts = results.iter().map(|(part, _)| Passed::One(*part)).collect();
        let Some(places) = result_regs(&passed) else {
            return self.unsupported(format!("call of {name} with results in memory"));
        };
        let places: SmallVec<[PhysReg; 2]> = places
            .iter()
            .zip(results)
            .map(|(place, (part, _))| place_of(*place, *part))
            .collect();
        self.emit_libcall_inst(callee, &used, &places);
        self.emit_call_frame(op::ADJCALLSTACKUP64, 2);
        for ((_, dst), place) in results.iter().zip(&places) {
            self.emit_copy(*dst, *place);
        }
        Ok(())
    }

    fn emit_libcall_inst(&mut self, callee: Callee, used: &[PhysReg], defined: &[PhysReg]) {
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
    }

    /// `ADJCALLSTACKDOWN64` or `…UP64` of a call without stack arguments.
    pub(super) fn emit_call_frame(&mut self, opcode: avarice_target::Opcode, amounts: usize) {
        let mut emit = self.emit(opcode);
        for _ in 0..amounts {
            emit = emit.imm(0);
        }
        emit.done_with_dead(&[reg::RSP, reg::EFLAGS, reg::SSP]);
    }

    /// Calls a function of floating-point numbers of one type: `name` for doubles, `name` and `f` for
    /// floats.
    pub(super) fn emit_math_call(
        &mut self,
        name: &str,
        part: PartType,
        args: &[LibcallValue],
        result: LibcallValue,
    ) -> Result<()> {
        match part {
            PartType::Double => self.emit_libcall(name, args, &[result]),
            _ => self.emit_libcall(&format!("{name}f"), args, &[result]),
        }
    }
}

fn place_of(place: PhysReg, part: PartType) -> PhysReg {
    match part.is_int() {
        true => sub_phys(place, Width::of_bits(part.bits()).max(Width::W32)),
        false => place,
    }
}
