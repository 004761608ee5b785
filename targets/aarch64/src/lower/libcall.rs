//! Calls of runtime functions that selection itself asks for: `fmod`, `memcpy`, `__divti3` …

use avarice_lower::{PartType, Result};
use avarice_mir::Reg;
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::Selector;
use crate::abi::{ArgAssigner, Location, result_regs, sub_place};
use crate::op;

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
        self.emit_call_frame(op::ADJCALLSTACKDOWN, 0);
        let mut assigner = ArgAssigner::default();
        let mut used: SmallVec<[PhysReg; 8]> = SmallVec::new();
        for (part, src) in args {
            let Location::Reg(place) = assigner.next(*part) else {
                return self.unsupported(format!("call of {name} with arguments in memory"));
            };
            let place = sub_place(place, *part);
            self.emit_copy(place, *src);
            used.push(place);
        }
        let Some(places) = result_regs(results.iter().map(|(part, _)| *part)) else {
            return self.unsupported(format!("call of {name} with results in memory"));
        };
        let places: SmallVec<[(PhysReg, bool); 2]> = places
            .iter()
            .zip(results)
            .map(|(place, (part, _))| (sub_place(*place, *part), false))
            .collect();
        let callee = self.runtime_callee(name);
        self.emit_call_inst(callee, &used, &places);
        self.emit_call_frame(op::ADJCALLSTACKUP, 0);
        for ((_, dst), (place, _)) in results.iter().zip(&places) {
            self.emit_copy(*dst, *place);
        }
        Ok(())
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
