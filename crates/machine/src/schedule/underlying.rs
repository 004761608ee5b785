//! Which objects an instruction accesses.

use avarice_ir::{AtomicOrdering, Module};
use avarice_mir::{Inst, MachineFunction, MemFlags, MemOperand};

use crate::alias::addresses;
use crate::alias::object::{MemoryObject, Pointer};

/// An object that an instruction accesses.
#[derive(Clone, Copy, Debug)]
pub struct UnderlyingObject {
    /// The object.
    pub object: MemoryObject,
    /// Whether no value of the IR points to it.
    pub is_private: bool,
}

/// The objects that an instruction accesses.
#[derive(Debug, Default)]
pub struct UnderlyingObjects {
    found: Vec<UnderlyingObject>,
    walk: addresses::Walk,
}

impl UnderlyingObjects {
    /// Those that [`Self::find`] has found.
    pub fn iter(&self) -> impl Iterator<Item = UnderlyingObject> + '_ {
        self.found.iter().copied()
    }

    /// Finds the objects that `inst` accesses. False if they are not all known; then there are none.
    pub fn find(&mut self, module: &Module, function: &MachineFunction, inst: Inst) -> bool {
        self.found.clear();
        let mut operands = function.mem_ops(inst);
        let are_known = operands.all(|operand| self.add(module, function, operand));
        if !are_known {
            self.found.clear();
        }
        are_known
    }

    fn add(&mut self, module: &Module, function: &MachineFunction, operand: &MemOperand) -> bool {
        let is_atomic = operand.ordering != AtomicOrdering::NotAtomic;
        if operand.flags.contains(MemFlags::VOLATILE) || is_atomic {
            return false;
        }
        match Pointer::of(module, function, operand) {
            Pointer::Unknown => false,
            Pointer::Pseudo(object) => {
                // Arguments of tail calls are stored where the function's own ones are.
                if function.frame.has_tail_call || object.has_ir_address(function) {
                    return false;
                }
                self.found.push(UnderlyingObject {
                    object,
                    is_private: object.is_private(function),
                });
                true
            }
            Pointer::Ir(address) => {
                let Some(addresses) = self.walk.objects(module, function, address) else {
                    return false;
                };
                let objects = addresses.iter().map(|address| UnderlyingObject {
                    object: MemoryObject::Ir(*address),
                    is_private: false,
                });
                self.found.extend(objects);
                true
            }
        }
    }
}
