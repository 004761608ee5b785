//! Functions that take further arguments: what they keep at entry.

use avarice_mir::{StackObject, StackObjectKind};
use avarice_target::{PhysReg, RegClass};

use super::places::ArgumentPlaces;
use super::runtime_calls::RuntimeCalls;

/// Where a variadic function finds its further arguments.
pub struct SaveArea {
    /// The size of the object that stands for the first of them on the stack.
    pub first_on_stack: u64,
    /// Bytes of the area to which it saves the registers that may hold others.
    pub bytes: u64,
    /// What `va_start` says of the registers, first of integers, then of numbers.
    pub offsets: (u32, u32),
}

/// Selects the entry of functions that take further arguments.
pub trait VariadicFunctions<'m>: RuntimeCalls<'m> {
    /// The registers that may hold an argument without a name, and what else a callee asks for.
    fn forwarded(assigner: &Self::Places) -> impl Iterator<Item = (PhysReg, RegClass)>;

    /// Where the further arguments are.
    fn save_area(assigner: &Self::Places) -> SaveArea;

    /// Makes the stack objects of a variadic function, once all named arguments have their places.
    fn assign_variadic(&mut self, assigner: &Self::Places) {
        if !self.is_variadic() {
            return;
        }
        if !self.has_va_start() {
            if self.overwrites_arguments() {
                self.forward_registers(Self::forwarded(assigner));
            }
            return;
        }
        let saved = Self::save_area(assigner);
        let frame = &mut self.mf.frame;
        frame.has_va_start = true;
        let offset = assigner.stack_size() as i64;
        let stack = frame.create_fixed_object(saved.first_on_stack, offset, true);
        let area = StackObject::new(StackObjectKind::Default, saved.bytes, 16);
        let area = frame.create_object(area);
        let info = &mut self.mf.target_info;
        info.var_args_frame_index = Some(stack);
        info.reg_save_frame_index = Some(area);
        info.var_args_offsets = saved.offsets;
    }
}
