//! Instruction selection for AArch64.
//!
//! | file | selects |
//! |---|---|
//! | `int` | integer arithmetic |
//! | `operand` | second operands: constants, shifted and extended registers |
//! | `multiply` | multiplication |
//! | `shift` | shifts and bit fields |
//! | `extend` | conversions between integers, knowledge of high bits |
//! | `extension_intrinsics` | intrinsics of extensions: checksums, AES, SHA |
//! | `division` | division and remainder |
//! | `bits` | bit intrinsics |
//! | `bit_insert` | insertion of bits |
//! | `overflow` | arithmetic with overflow detection, minimum, maximum |
//! | `memory` | loads and stores |
//! | `address` | addressing modes |
//! | `memory_intrinsics` | copies and fills of memory |
//! | `non_temporal` | accesses that leave nothing in caches |
//! | `compare` | comparisons, conditions |
//! | `conjunction` | several comparisons under one condition |
//! | `select` | select |
//! | `branch` | branches |
//! | `switch` | switches |
//! | `call`, `signature` | calls, arguments, returns |
//! | `libcall` | calls of the runtime |
//! | `constant` | constants and addresses of globals |
//! | `float` | floating point |
//! | `convert` | conversions of numbers |
//! | `math` | intrinsics of numbers |
//! | `intrinsic` | intrinsics |
//! | `stack` | the stack pointer |
//! | `varargs` | variadic functions |
//! | `tail_call` | calls that end a function |
//! | `tls` | thread-local variables |
//! | `exception` | invoke, landing pads |
//! | `inline_asm` | inline assembly |
//! | `atomics` | atomic operations |
//! | `wide`, `wide_overflow` | 128-bit integers in two registers |
//! | `vector` | vectors |
//!
//! Registers of integers: up to 32 bits in GPR32, up to 64 in GPR64; bits above the type's width are
//! unspecified, so operations that depend on them extend first.

mod address;
mod atomic_opcodes;
mod atomics;
mod bit_insert;
mod bits;
mod branch;
mod call;
mod callee;
mod compare;
mod conjunction;
mod constant;
mod convert;
mod division;
mod exception;
mod extend;
mod extension_intrinsics;
mod float;
mod inline_asm;
mod int;
mod intrinsic;
mod libcall;
mod math;
mod memory;
mod memory_intrinsics;
mod multiply;
mod non_temporal;
mod operand;
mod overflow;
mod select;
mod shift;
mod shorthand;
mod signature;
mod stack;
mod stack_guard;
mod switch;
mod symbols;
mod tail_call;
mod tls;
mod varargs;
pub(crate) mod vector;
mod wide;
mod wide_overflow;

use std::ops::{Deref, DerefMut};

use avarice_ir::{AtomicOrdering, DataLayout, Function, Global, Inst, InstKind, Module, Type};
use avarice_legalize::{
    ArgumentList, Comparison, ComparisonLoads, ConstantStores, ExpansionTarget,
};
use avarice_legalize::{FloatControl, PassedVector, StackCheck};
use avarice_lower::select::{Instructions, IntWidth, Select};
use avarice_lower::{FunctionLowering, PartType, Result, Step, TargetLowering};
use avarice_mir::TargetHooks;
use avarice_target::{PhysReg, RegClass, TargetDesc};

use crate::hooks::AArch64Hooks;
use crate::subtarget::{self, Features, STACK_ALIGN};
use crate::{TARGET, class, reg};

/// Selection for AArch64.
#[derive(Clone, Copy, Debug, Default)]
pub struct AArch64Lowering;

impl ExpansionTarget for AArch64Lowering {
    fn takes_vector_op(&self, module: &Module, _: Global, function: &Function, inst: Inst) -> bool {
        vector::takes_vector_op(module, function, inst)
    }

    fn extends_half(&self, _module: &Module, _global: Global) -> bool {
        true
    }

    fn rounds_double_to_half(&self) -> bool {
        true
    }

    fn comparison_loads(
        &self,
        module: &Module,
        global: Global,
        _comparison: Comparison,
        for_size: bool,
    ) -> Option<ComparisonLoads> {
        let may_be_anywhere =
            !subtarget::of_global(module, global).contains(Features::STRICT_ALIGN);
        let most = if for_size { 4 } else { 8 };
        may_be_anywhere.then_some(ComparisonLoads {
            sizes: &[8, 4, 2, 1],
            odd_sizes: &[3, 5, 6],
            most,
            per_block: most,
        })
    }

    fn constant_stores(&self, module: &Module, global: Global) -> ConstantStores {
        let features = subtarget::of_global(module, global);
        let sizes = 1 + 2 + 4 + 8;
        ConstantStores {
            sizes,
            anywhere: if features.contains(Features::STRICT_ALIGN) {
                1
            } else {
                sizes
            },
        }
    }

    fn float_control(&self) -> FloatControl {
        FloatControl::Register
    }

    fn stack_check(&self, module: &Module, _optimize: bool) -> StackCheck {
        stack_guard::stack_check(module)
    }

    fn declare_stack_guard(&self, module: &mut Module) {
        stack_guard::declare_stack_guard(module);
    }

    fn argument_list(&self) -> Option<ArgumentList> {
        Some(ArgumentList::Ends)
    }

    fn returns_in_registers(
        &self,
        module: &Module,
        layout: &DataLayout,
        global: Global,
        ty: Type,
    ) -> bool {
        self.passed_vector(module, global, ty) != PassedVector::Elements
            && crate::abi::returns_in_registers(&module.types, layout, ty)
    }

    fn passed_vector(&self, module: &Module, _: Global, ty: Type) -> PassedVector {
        crate::abi::passed_vector(&module.types, ty)
    }
}

impl TargetLowering for AArch64Lowering {
    fn desc(&self) -> &'static TargetDesc {
        &TARGET
    }

    fn class(&self, part: PartType) -> RegClass {
        match part {
            PartType::Int(bits) => Width::of_bits(u32::from(bits)).class(),
            PartType::Pointer => class::GPR64,
            PartType::Half => class::FPR16,
            PartType::Float => class::FPR32,
            PartType::Double => class::FPR64,
            PartType::X86Fp80 => class::FPR128,
            PartType::Vector { .. } => vector::register_class::class_of(part),
        }
    }

    fn select(&self, cx: &mut FunctionLowering<'_>, step: Step<'_>) -> Result<()> {
        Selector { cx }.select(step)
    }
}

/// A size of integer operation that AArch64 has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Width {
    W32,
    W64,
}

impl Width {
    /// The class of registers of this width.
    pub fn class(self) -> RegClass {
        match self {
            Self::W32 => class::GPR32,
            Self::W64 => class::GPR64,
        }
    }

    /// The register that reads as zero.
    pub fn zero(self) -> PhysReg {
        match self {
            Self::W32 => reg::WZR,
            Self::W64 => reg::XZR,
        }
    }
}

/// Selection of one function; a thin layer over [`FunctionLowering`] with AArch64's methods.
struct Selector<'c, 'm> {
    cx: &'c mut FunctionLowering<'m>,
}

impl<'m> Deref for Selector<'_, 'm> {
    type Target = FunctionLowering<'m>;

    fn deref(&self) -> &Self::Target {
        self.cx
    }
}

impl DerefMut for Selector<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.cx
    }
}

impl<'m> Instructions<'m> for Selector<'_, 'm> {
    const STATUS_REGISTER: PhysReg = reg::NZCV;

    fn read_attributes(&mut self) -> Result<u64> {
        self.stack_probe()?;
        let function = self.module.globals[self.global].function();
        let attrs = self.module.attrs(function.and_then(|f| f.attrs.function));
        self.cx.mf.frame.read_alignment(attrs, STACK_ALIGN);
        Ok(4)
    }

    /// Loads and stores that others must not overtake.
    fn lower_special(&mut self, inst: Inst) -> Result<bool> {
        match &self.function.insts[inst].kind {
            InstKind::Load { ordering, .. } if *ordering > AtomicOrdering::Monotonic => {
                self.lower_ordered_load(inst)?;
            }
            InstKind::Store { ordering, .. } if *ordering > AtomicOrdering::Monotonic => {
                self.lower_ordered_store(inst)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn finish_function(&mut self) -> Result<()> {
        AArch64Hooks.complete_read_function(&mut self.cx.mf);
        Ok(())
    }
}

impl<'m> Select<'m> for Selector<'_, 'm> {}

impl IntWidth for Width {
    const WORD: Self = Self::W32;
    const DOUBLE_WORD: Self = Self::W64;

    fn of_bits(bits: u32) -> Self {
        match bits {
            0..=32 => Self::W32,
            _ => Self::W64,
        }
    }

    fn bits(self) -> u32 {
        32 << self as u32
    }
}
