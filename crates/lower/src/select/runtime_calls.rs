//! Calls of runtime functions that selection itself asks for: `fmod`, `memcpy`, `__divti3` …

use avarice_mir::Reg;
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::places::{ArgumentPlaces, Location};
use super::selector::Select;
use crate::parts::PartType;
use avarice_legalize::Result;

/// An argument or a result: a register and what it holds. Integers have 32 or 64 bits.
pub type LibcallValue = (PartType, Reg);

/// Selects calls of runtime functions.
pub trait RuntimeCalls<'m>: Select<'m> {
    /// Hands out the places of arguments.
    type Places: ArgumentPlaces;

    /// What is called.
    type Callee;

    /// What the beginning of a call leaves to its end.
    type OpenCall;

    /// What a call of function `name` calls.
    fn runtime_callee(&mut self, name: &str) -> Self::Callee;

    /// Emits what comes before the arguments of a call of function `name`.
    fn begin_runtime_call(&mut self, name: &str) -> Self::OpenCall;

    /// Emits the call of function `name`, which reads `used` and defines `defined`, and ends its group.
    fn end_runtime_call(
        &mut self,
        call: Self::OpenCall,
        name: &str,
        used: &[PhysReg],
        defined: &[PhysReg],
    );

    /// The registers of results; `None` if they need memory.
    fn runtime_results(results: &[LibcallValue]) -> Option<SmallVec<[PhysReg; 4]>>;

    /// The register of the width of `part` in `place`.
    fn place_of(place: PhysReg, part: PartType) -> PhysReg;

    /// Copies the arguments of a call of function `name` to their registers; returns those.
    ///
    /// # Errors
    /// If the arguments need memory.
    fn place_runtime_arguments(
        &mut self,
        name: &str,
        args: &[LibcallValue],
    ) -> Result<SmallVec<[PhysReg; 8]>> {
        let mut assigner = Self::Places::new(false);
        let mut used = SmallVec::new();
        for (part, src) in args {
            let Location::Reg(place) = assigner.next(*part) else {
                return self.unsupported(format!("call of {name} with arguments in memory"));
            };
            let place = Self::place_of(place, *part);
            self.emit_copy(place, *src);
            used.push(place);
        }
        Ok(used)
    }

    /// Calls function `name` of the C library or the compiler's runtime.
    ///
    /// # Errors
    /// If the arguments or results need memory.
    fn emit_libcall(
        &mut self,
        name: &str,
        args: &[LibcallValue],
        results: &[LibcallValue],
    ) -> Result<()> {
        let call = self.begin_runtime_call(name);
        let used = self.place_runtime_arguments(name, args)?;
        let Some(places) = Self::runtime_results(results) else {
            return self.unsupported(format!("call of {name} with results in memory"));
        };
        let places: SmallVec<[PhysReg; 2]> = places
            .iter()
            .zip(results)
            .map(|(place, (part, _))| Self::place_of(*place, *part))
            .collect();
        self.end_runtime_call(call, name, &used, &places);
        for ((_, dst), place) in results.iter().zip(&places) {
            self.emit_copy(*dst, *place);
        }
        Ok(())
    }

    /// Calls a function of floating-point numbers of one type: `name` for doubles, `name` and `f` for
    /// floats.
    fn emit_math_call(
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
