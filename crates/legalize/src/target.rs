//! What of the IR a target's selection takes as it is.

use avarice_ir::global::VariableData;
use avarice_ir::{DataLayout, Function, Global, GlobalData, GlobalKind, Inst, Module, Type};

use crate::argument_list::ArgumentList;
use crate::comparison_loads::{Comparison, ComparisonLoads};
use crate::constant_stores::ConstantStores;

/// Where the guard of a stack protector is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackCheck {
    /// Before returns, and before calls that may throw but not return.
    Exits,
    /// Before returns: llc does so where selection makes the check, rather than a pass on IR.
    Returns,
}

/// What controls floating-point arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatControl {
    /// Something that only the C library knows.
    Library,
    /// One register, which `llvm.aarch64.get.fpcr` and `llvm.aarch64.set.fpcr` read and write.
    Register,
    /// The x87 unit, and MXCSR for vector registers.
    X87AndMxcsr,
}

/// How a vector is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassedVector {
    /// As it is.
    Whole,
    /// As a vector with this many elements, of which it is the first ones.
    Widened(u32),
    /// As a vector of wider integers, with this many bits each.
    Promoted(u32),
    /// Each element as an argument of its own, or as its two words if it is an integer of more than 64 bits.
    Elements,
}

/// What of the IR a target's selection takes as it is. [`crate::legalize`] rewrites the rest, and needs to know no more
/// of a target.
pub trait ExpansionTarget: Sync {
    /// Whether selection takes an operation on vectors (arithmetic, a conversion, a comparison, a select, a
    /// freeze, an intrinsic). What it does not take is rewritten before, by [`crate::expand_vectors`].
    /// `function` is the body of `global`, which the module may be without.
    fn takes_vector_op(
        &self,
        module: &Module,
        global: Global,
        function: &Function,
        inst: Inst,
    ) -> bool {
        let _ = (module, global, function, inst);
        false
    }

    /// Whether selection takes funnel shifts of 128 bits by a variable amount.
    fn takes_wide_funnel_shift(&self) -> bool {
        true
    }

    /// Whether selection takes products with overflow of 33 to 63 bits.
    fn checks_odd_products(&self) -> bool {
        false
    }

    /// Whether selection takes bit casts between vectors of `i1` and integers.
    fn moves_masks(&self) -> bool {
        true
    }

    /// Whether selection converts between `half` and `float` in `global`, one of the module's functions.
    fn extends_half(&self, module: &Module, global: Global) -> bool {
        let _ = (module, global);
        false
    }

    /// Whether selection rounds `double` to `half`: rounding to `float` first might round twice.
    fn rounds_double_to_half(&self) -> bool {
        false
    }

    /// Whether selection takes `cmpxchg` and `atomicrmw` of 128 bits in `global`, one of the module's functions.
    fn has_compare_exchange_16(&self, module: &Module, global: Global) -> bool {
        let _ = (module, global);
        false
    }

    /// How `global`, one of the module's functions, which may be `for_size`, loads what `memcmp` compares; `None` if it
    /// calls that.
    fn comparison_loads(
        &self,
        module: &Module,
        global: Global,
        comparison: Comparison,
        for_size: bool,
    ) -> Option<ComparisonLoads> {
        let _ = (module, global, comparison, for_size);
        None
    }

    /// The stores that `global`, one of the module's functions, has for constants. The answer depends on the attributes of
    /// `global` only.
    fn constant_stores(&self, module: &Module, global: Global) -> ConstantStores {
        let _ = (module, global);
        ConstantStores {
            sizes: 0,
            anywhere: 0,
        }
    }

    /// Whether `global`, one of the module's functions, has an `and` that inverts one operand. The answer depends on the
    /// attributes of `global` only.
    fn inverts_in_and(&self, module: &Module, global: Global) -> bool {
        let _ = (module, global);
        true
    }

    /// What controls floating-point arithmetic.
    fn float_control(&self) -> FloatControl {
        FloatControl::Library
    }

    /// Where functions that have a stack protector check its guard.
    fn stack_check(&self, module: &Module, optimize: bool) -> StackCheck {
        let _ = (module, optimize);
        StackCheck::Exits
    }

    /// Whether code of `global`, one of the module's functions, never jumps to an address.
    fn avoids_indirect_branches(&self, module: &Module, global: Global) -> bool {
        let _ = (module, global);
        false
    }

    /// Whether code of `module` has marks where indirect branches may go, which must not be anywhere else.
    fn has_marks(&self, module: &Module) -> bool {
        let _ = module;
        false
    }

    /// Whether a number of `bits` bits would be such a mark in an instruction.
    fn is_mark(&self, value: u64, bits: u32) -> bool {
        let _ = (value, bits);
        false
    }

    /// Declares the variable that holds the guard of stack protectors, if it is in one.
    fn declare_stack_guard(&self, module: &mut Module) {
        let _ = module;
    }

    /// What `va_start` makes; `None` if `va_arg` does not know its form.
    fn argument_list(&self) -> Option<ArgumentList> {
        None
    }

    /// How `global`, one of the module's functions, and calls in it pass a value of type `ty`, which may be no vector. The answer
    /// depends on the attributes of `global` only.
    fn passed_vector(&self, module: &Module, global: Global, ty: Type) -> PassedVector {
        let _ = (module, global, ty);
        PassedVector::Whole
    }

    /// Whether `global`, one of the module's functions, and calls in it take results of type `ty` to be returned in
    /// registers. Other results are returned in memory, by [`crate::legalize`]. The answer for a type without registers
    /// does not matter. It depends on the attributes of `global` only.
    fn returns_in_registers(
        &self,
        module: &Module,
        layout: &DataLayout,
        global: Global,
        ty: Type,
    ) -> bool {
        let _ = (module, layout, global, ty);
        true
    }
}

/// The variable `name` of type `ty` that is defined elsewhere, declared if it is not there yet: for
/// [`ExpansionTarget::declare_stack_guard`].
pub fn declare_variable(module: &mut Module, name: &str, ty: Type, address_space: u32) {
    if module.globals_by_name.contains_key(name.as_bytes()) {
        return;
    }
    let id = module.globals.push(GlobalData {
        address_space,
        dso_local: module.direct_access_external_data(),
        ..GlobalData::new(
            name.as_bytes(),
            ty,
            GlobalKind::Variable(VariableData::default()),
        )
    });
    module.globals_by_name.insert(name.as_bytes().into(), id);
}
