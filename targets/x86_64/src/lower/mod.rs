//! Instruction selection for x86-64.
//!
//! | file | selects |
//! |---|---|
//! | `int` | integer arithmetic, shifts |
//! | `extend` | conversions between integers, knowledge of high bits |
//! | `wide` | 128-bit integers in two registers |
//! | `wide_atomics` | atomic operations on them |
//! | `division` | division and remainder |
//! | `divisible` | remainders that are compared with zero |
//! | `rotate` | rotations that are written as two shifts |
//! | `memory_comparisons` | how bytes are loaded to be compared |
//! | `constant_stores` | how wide constants are stored |
//! | `memory` | loads and stores, read-modify-write forms, copies of blocks |
//! | `address` | addressing modes |
//! | `compare` | comparisons, conditions, select |
//! | `branch` | branches |
//! | `latency` | what decides whether two conditions share a branch |
//! | `switch` | switches |
//! | `call` | calls, arguments, returns |
//! | `wide_vectors` | arguments and results of 32 bytes with AVX |
//! | `tail_call` | calls that end a function |
//! | `constant` | constants and addresses of globals |
//! | `float` | floating point |
//! | `half` | moves of `half` and `bfloat` |
//! | `x87` | `x86_fp80` |
//! | `rounding` | the rounding mode |
//! | `exception` | invoke, landing pads |
//! | `inline_asm`, `asm_constraint` | inline assembly |
//! | `intrinsic` | intrinsics |
//! | `stack_growth` | growth of the stack |
//! | `stack_guard` | the guard of stack protectors |
//! | `machine_intrinsics` | intrinsics of x86 that map to one instruction |
//! | `vector` | vectors |
//! | `bits_extended` | shifts and logic of the bit manipulation extensions |
//! | `vex` | the VEX forms of vector instructions |
//!
//! Registers of integers: up to 8 bits in GR8, up to 32 bits in GR32, up to 64 in GR64; bits above
//! the type's width are unspecified, so operations that depend on them extend first.

mod address;
mod asm_constraint;
mod atomic_float;
mod atomics;
mod bits;
mod bits_extended;
mod branch;
mod call;
mod callee;
mod carry;
mod compare;
mod constant;
mod constant_stores;
mod convert;
mod divisible;
mod division;
mod exception;
mod expand;
mod extend;
mod float;
mod float_compare;
mod half;
mod inline_asm;
mod int;
mod intrinsic;
mod latency;
mod libcall;
mod machine_intrinsics;
mod math;
mod memory;
mod memory_comparisons;
mod memory_intrinsics;
mod overflow;
mod redundant_extensions;
mod rotate;
mod rounding;
mod setjmp;
mod shorthand;
mod stack_growth;
mod stack_guard;
mod switch;
mod symbols;
mod tail_call;
mod varargs;
mod vector;
mod vex;
mod wide;
mod wide_atomics;
mod wide_vectors;
mod x87;

use std::ops::{Deref, DerefMut};

use avarice_ir::{DataLayout, Function, Global, Inst, Module, Type};
use avarice_legalize::{
    ArgumentList, Comparison, ComparisonLoads, ConstantStores, ExpansionTarget,
};
use avarice_legalize::{FloatControl, PassedVector, StackCheck};
use avarice_lower::select::{Instructions, IntWidth, Select};
use avarice_lower::{FunctionLowering, PartType, Result, Step, TargetLowering};
use avarice_target::{Opcode, PhysReg, RegClass, SubRegIdx, TargetDesc};

use crate::subtarget::{self, Features};
use crate::{TARGET, class, frame_attributes, reg, sub};

/// Selection for x86-64.
#[derive(Clone, Copy, Debug, Default)]
pub struct X86Lowering;

impl ExpansionTarget for X86Lowering {
    fn takes_wide_funnel_shift(&self) -> bool {
        false
    }

    fn takes_vector_op(
        &self,
        module: &Module,
        global: Global,
        function: &Function,
        inst: Inst,
    ) -> bool {
        vector::takes_vector_op(module, global, function, inst)
    }

    fn extends_half(&self, module: &Module, global: Global) -> bool {
        half::has_conversions(module, global)
    }

    fn has_compare_exchange_16(&self, module: &Module, global: Global) -> bool {
        subtarget::of_global(module, global).contains(Features::CX16)
    }

    fn comparison_loads(
        &self,
        module: &Module,
        global: Global,
        comparison: Comparison,
        _for_size: bool,
    ) -> Option<ComparisonLoads> {
        Some(memory_comparisons::loads(module, global, comparison))
    }

    fn constant_stores(&self, module: &Module, global: Global) -> ConstantStores {
        constant_stores::of(module, global)
    }

    fn inverts_in_and(&self, module: &Module, global: Global) -> bool {
        subtarget::of_global(module, global).contains(Features::BMI)
    }

    fn float_control(&self) -> FloatControl {
        FloatControl::X87AndMxcsr
    }

    fn stack_check(&self, module: &Module, optimize: bool) -> StackCheck {
        stack_guard::stack_check(module, optimize)
    }

    fn declare_stack_guard(&self, module: &mut Module) {
        stack_guard::declare_stack_guard(module);
    }

    fn avoids_indirect_branches(&self, module: &Module, global: Global) -> bool {
        crate::thunks::avoids_indirect_branches(subtarget::of_global(module, global))
    }

    fn has_marks(&self, module: &Module) -> bool {
        module.flag("cf-protection-branch").is_some()
    }

    fn is_mark(&self, value: u64, bits: u32) -> bool {
        crate::indirect_branch_tracking::is_mark(value, bits)
    }

    fn argument_list(&self) -> Option<ArgumentList> {
        Some(ArgumentList::Offsets(varargs::SAVED))
    }

    fn returns_in_registers(
        &self,
        module: &Module,
        layout: &DataLayout,
        global: Global,
        ty: Type,
    ) -> bool {
        let features = subtarget::of_global(module, global);
        self.passed_vector(module, global, ty) != PassedVector::Elements
            && crate::abi::returns_in_registers(&module.types, layout, features, ty)
    }

    fn passed_vector(&self, module: &Module, global: Global, ty: Type) -> PassedVector {
        let has_avx = || subtarget::of_global(module, global).contains(Features::AVX);
        crate::abi::passed_vector(&module.types, ty, has_avx)
    }
}

impl TargetLowering for X86Lowering {
    fn unknown_vectors(&self, module: &Module, global: Global) -> Option<u32> {
        let features = subtarget::of_global(module, global);
        features.contains(Features::AVX512F).then_some(512)
    }

    fn desc(&self) -> &'static TargetDesc {
        &TARGET
    }

    fn class(&self, part: PartType) -> RegClass {
        match part {
            PartType::Int(bits) => Width::of_bits(u32::from(bits)).class(),
            PartType::Pointer => class::GR64,
            PartType::Half | PartType::Float => class::FR32,
            PartType::Double => class::FR64,
            PartType::X86Fp80 => class::RFP80,
            PartType::Vector { .. } => class::VR128,
        }
    }

    fn class_with_sub_reg(
        &self,
        class: RegClass,
        index: SubRegIdx,
        copy: bool,
    ) -> Option<RegClass> {
        // RIP is in GR64 but has no low byte, and EIP is not in GR32.
        let is_gr64 = TARGET.class(class).size_bits == 64 && class != class::FR64;
        (is_gr64 && (!copy || index == sub::SUB_8BIT)).then_some(class::GR64_with_sub_8bit)
    }

    fn select(&self, cx: &mut FunctionLowering<'_>, step: Step<'_>) -> Result<()> {
        Selector { cx }.select(step)
    }

    fn dropped_results(&self, opcode: Opcode) -> &'static [RegClass] {
        compare::dropped_results(opcode)
    }
}

/// A size of integer operation that x86 has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Width {
    W8,
    W16,
    W32,
    W64,
}

impl Width {
    fn bytes(self) -> u64 {
        1 << self as u32
    }

    /// The class of registers of this width; 16-bit values live in 32-bit registers.
    fn class(self) -> RegClass {
        match self {
            Self::W8 => class::GR8,
            Self::W16 | Self::W32 => class::GR32,
            Self::W64 => class::GR64,
        }
    }

    /// The sub-register index of this width in a 64-bit register; none for 64 bits.
    fn sub_reg(self) -> SubRegIdx {
        match self {
            Self::W8 => sub::SUB_8BIT,
            Self::W16 => sub::SUB_16BIT,
            Self::W32 => sub::SUB_32BIT,
            Self::W64 => SubRegIdx::NONE,
        }
    }
}

/// The part of 64-bit register `reg` that holds `width`.
fn sub_phys(reg: PhysReg, width: Width) -> PhysReg {
    TARGET.sub_reg(reg, width.sub_reg())
}

/// Selection of one function; a thin layer over [`FunctionLowering`] with x86's methods.
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
    const STATUS_REGISTER: PhysReg = reg::EFLAGS;

    fn read_attributes(&mut self) -> Result<u64> {
        subtarget::read(self.module, &mut self.cx.mf);
        frame_attributes::read_alignment(self.module, &mut self.cx.mf);
        Ok(if self.optimizes_for_size() { 1 } else { 16 })
    }

    fn lower_special(&mut self, inst: Inst) -> Result<bool> {
        self.lower_x87(inst)
    }

    fn finish_function(&mut self) -> Result<()> {
        self.expand_blocks();
        if self.cx.options.optimize {
            redundant_extensions::remove(&mut self.cx.mf);
        }
        Ok(())
    }
}

impl<'m> Select<'m> for Selector<'_, 'm> {}

impl IntWidth for Width {
    const WORD: Self = Self::W32;
    const DOUBLE_WORD: Self = Self::W64;

    fn of_bits(bits: u32) -> Self {
        match bits {
            0..=8 => Self::W8,
            9..=32 => Self::W32,
            _ => Self::W64,
        }
    }

    fn bits(self) -> u32 {
        8 << self as u32
    }
}
