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
//! | `wide`, `wide_convert`, `wide_overflow` | 128-bit integers in two registers |
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
mod wide_convert;
mod wide_overflow;

use std::ops::{Deref, DerefMut};

use avarice_ir::{AtomicOrdering, DataLayout, Function, Global, Inst, InstKind, Module, Type};
use avarice_legalize::{ArgumentList, ExpansionTarget, PassedVector, StackCheck};
use avarice_lower::select::{Branches, Calls, Casts, IntWidth, MemoryAccesses, Select, Vectors};
use avarice_lower::{
    FunctionLowering, Local, PartType, Result, TargetLowering, is_float_op, is_known_convention,
    kind_name,
};
use avarice_mir::TargetHooks;
use avarice_target::{PhysReg, RegClass, TargetDesc};

use crate::hooks::AArch64Hooks;
use crate::subtarget::STACK_ALIGN;
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

    fn begin_function(&self, cx: &mut FunctionLowering<'_>) -> Result<()> {
        cx.status_reg = reg::NZCV;
        Selector { cx }.begin_function()
    }

    fn lower_inst(&self, cx: &mut FunctionLowering<'_>, inst: Inst) -> Result<()> {
        Selector { cx }.lower_inst(inst)
    }

    fn lower_terminator(&self, cx: &mut FunctionLowering<'_>, inst: Inst) -> Result<()> {
        Selector { cx }.lower_terminator(inst)
    }

    fn materialize(&self, cx: &mut FunctionLowering<'_>, local: &Local) -> Result<()> {
        Selector { cx }.materialize(local)
    }

    fn assign_arguments(&self, cx: &mut FunctionLowering<'_>) -> Result<()> {
        Selector { cx }.assign_arguments()
    }

    fn lower_arguments(&self, cx: &mut FunctionLowering<'_>) -> Result<()> {
        Selector { cx }.lower_arguments()
    }

    fn finish_function(&self, cx: &mut FunctionLowering<'_>) -> Result<()> {
        AArch64Hooks.complete_read_function(&mut cx.mf);
        Ok(())
    }
}

/// A size of integer operation that AArch64 has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Width {
    W32,
    W64,
}

impl Width {
    /// The width of the register that holds an integer of `bits` bits.
    pub fn of_bits(bits: u32) -> Self {
        match bits {
            0..=32 => Self::W32,
            _ => Self::W64,
        }
    }

    pub fn bits(self) -> u32 {
        32 << self as u32
    }

    /// The class of registers of this width.
    pub fn class(self) -> RegClass {
        match self {
            Self::W32 => class::GPR32,
            Self::W64 => class::GPR64,
        }
    }

    /// The part that a full register of this width holds.
    pub fn part(self) -> PartType {
        PartType::Int(self.bits() as u8)
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

impl Selector<'_, '_> {
    /// Reads what function attributes say about code.
    fn begin_function(&mut self) -> Result<()> {
        let data = &self.module.globals[self.global];
        let Some(function) = data.function() else {
            return self.unsupported("code for something that is no function");
        };
        if !is_known_convention(function.conv) {
            return self.unsupported(format!("calling convention {}", function.conv));
        }
        self.stack_probe()?;
        let attrs = self.module.attrs(function.attrs.function);
        self.cx.mf.frame.read_alignment(attrs, STACK_ALIGN);
        self.mf.align = 4.max(data.align.unwrap_or(1));
        Ok(())
    }

    fn lower_inst(&mut self, inst: Inst) -> Result<()> {
        if self.lower_vector(inst)? {
            return Ok(());
        }
        let function = self.function;
        match &function.insts[inst].kind {
            InstKind::Binary(op) if is_float_op(*op) => self.lower_float_binary(inst, *op),
            InstKind::Binary(op) => self.lower_binary(inst, *op),
            InstKind::FNeg => self.lower_fneg(inst),
            InstKind::Cast(op) => self.lower_cast(inst, *op),
            InstKind::ICmp(_) | InstKind::FCmp(_) => self.lower_compare_value(inst),
            InstKind::Select => self.lower_select(inst),
            InstKind::Freeze => self.lower_freeze(inst),
            InstKind::Load { ordering, .. } if *ordering > AtomicOrdering::Monotonic => {
                self.lower_ordered_load(inst)
            }
            InstKind::Load { .. } => self.lower_load(inst),
            InstKind::Store { ordering, .. } if *ordering > AtomicOrdering::Monotonic => {
                self.lower_ordered_store(inst)
            }
            InstKind::Store { .. } => self.lower_store(inst),
            InstKind::Fence { ordering, scope } => {
                let own_thread = scope.as_deref() == Some("singlethread");
                self.lower_fence(*ordering, own_thread);
                Ok(())
            }
            InstKind::AtomicRmw { .. } => self.lower_atomic_rmw(inst),
            InstKind::CmpXchg { .. } => self.lower_cmpxchg(inst),
            InstKind::LandingPad { .. } => self.lower_landing_pad(inst),
            InstKind::GetElementPtr { .. } => self.lower_gep(inst),
            InstKind::Alloca { .. } => self.lower_dynamic_alloca(inst),
            InstKind::Call(info) => self.lower_call(inst, info),
            kind => self.unsupported(format!("instruction {}", kind_name(kind))),
        }
    }

    /// Copies each requested part.
    fn lower_freeze(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let Some(value) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        for part in 0..self.parts(self.ty(value))?.len() {
            let def = self.requested(value, part);
            if !def.is_none() {
                let src = self.use_part(operand, part)?;
                self.emit_copy(def, src);
            }
        }
        Ok(())
    }
}

impl<'m> Select<'m> for Selector<'_, 'm> {}

impl IntWidth for Width {
    const WORD: Self = Self::W32;
    const DOUBLE_WORD: Self = Self::W64;

    fn holding(bits: u32) -> Self {
        Self::of_bits(bits)
    }

    fn register_bits(self) -> u32 {
        self.bits()
    }
}
