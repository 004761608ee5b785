//! What comes into a function.

use avarice_ir::Value;
use avarice_mir::Reg;
use avarice_target::{LaneMask, PhysReg};
use smallvec::SmallVec;

use super::calls::Calls;
use super::places::{ArgumentPlaces, Location};
use crate::parts::PartType;
use avarice_legalize::Result;

/// An argument that comes in.
#[derive(Clone, Copy)]
pub struct Incoming {
    /// What it is.
    pub ty: PartType,
    /// Where it comes.
    pub location: Location,
    /// Its register; none if it is not read.
    pub dst: Reg,
}

/// All arguments that come in.
pub type IncomingArguments = SmallVec<[Incoming; 8]>;

/// Selects what a function does with its arguments at entry.
pub trait Entry<'m>: Calls<'m> {
    /// Emits the copies of requested arguments.
    fn lower_arguments(&mut self) -> Result<()>;

    /// The arguments that come in. `receive` says in which register part `1` of value `0`, passed as a type, comes if it
    /// is wanted in this one.
    fn incoming_arguments(
        &mut self,
        mut receive: impl FnMut(&mut Self, (Value, usize), PartType, Reg) -> Result<Reg>,
    ) -> Result<IncomingArguments> {
        let mut assigner = Self::Places::new(self.is_variadic());
        let mut incoming = IncomingArguments::new();
        for index in 0..self.function.args.len() {
            let value = self.function.args[index];
            self.check_param_attrs(value, self.param_attrs(index))?;
            if let Some((ty, align)) = self.by_val_param(index) {
                assigner.stack_slot(self.byte_size(ty)?, align);
                continue;
            }
            let places = self.assign_value(&mut assigner, (value, self.param_attrs(index)))?;
            for (part, (ty, location)) in places.into_iter().enumerate() {
                let mut dst = self.requested(value, part);
                if !dst.is_none() {
                    dst = receive(self, (value, part), ty, dst)?;
                } else if let Location::Reg(register) = location {
                    self.note_unread_argument(value, register);
                }
                incoming.push(Incoming { ty, location, dst });
            }
        }
        Ok(incoming)
    }

    /// Makes the registers that arguments arrive in live into the function. `accept` gives for an argument and its
    /// register the register that is live, and the one to which it is copied.
    fn receive_registers(
        &mut self,
        incoming: &[Incoming],
        mut accept: impl FnMut(&mut Self, &Incoming, PhysReg) -> (PhysReg, Reg),
    ) {
        for argument in incoming {
            let Location::Reg(from) = argument.location else {
                continue;
            };
            if argument.dst.is_none() {
                let unused = self.new_reg(argument.ty);
                self.note_argument(unused);
                continue;
            }
            let (live_in, holder) = accept(self, argument, from);
            self.note_argument(holder);
            self.mf.live_ins.push((live_in, holder.as_virtual()));
            let block = self.point().block;
            let live_ins = &mut self.mf.blocks[block].live_ins;
            live_ins.push((live_in, LaneMask::ALL));
        }
    }
}
