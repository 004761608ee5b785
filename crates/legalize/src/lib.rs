//! IR to IR for a target: what its selection does not take is rewritten, before selection.
//!
//! Vector operations that the target lacks, floating-point operations that no target has, wide integers, and the few
//! intrinsics on scalars that are combinations of others.
//!
//! Selection knows the operations for which the target has instructions; this pass makes the others out
//! of them, as IR:
//!
//! ```text
//!   %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
//!
//!        a b c d        %1 = shufflevector %v, poison, <2, 3, -, ->
//!        + + + +        %2 = add %v, %1
//!        c d - -        %3 = shufflevector %2, poison, <1, -, -, ->
//!                       %4 = add %2, %3
//!                       %r = extractelement %4, 0
//! ```
//!
//! | file | rewrites |
//! |---|---|
//! | `float` | half, bfloat, fp128 and the like |
//! | `unroll` | what is left: element after element |
//! | `shift` | shifts by amounts that differ, funnel shifts |
//! | `bits` | counting and moving bits |
//! | `integer` | intrinsics on integers of widths that selection does not take |
//! | `arithmetic` | minimum, maximum, saturation and their like |
//! | `division` | division by constants |
//! | `reduction` | reductions to one element |
//! | `rearrange` | intrinsics that only move elements |
//! | `memory` | masked memory, elements at variable places |
//! | `packed` | elements that memory packs |
//!
//! Passes of their own, which run before:
//!
//! | file | rewrites |
//! |---|---|
//! | `constants` | constants that only code can compute |
//! | `expand_memcmp` | comparisons of few bytes, which become loads |
//! | `repeated_operations` | what a block computes twice |
//! | `masked_merges` | choices bit by bit |
//! | `joined_selects` | choices by one condition |
//! | `merge_stores` | stores of constants that follow each other in memory |
//! | `known_constants` | whether values are constants |
//! | `asm_alternatives` | constraints of inline assembly that have alternatives |
//! | `inline_asm` | outputs of inline assembly that go to memory by way of a register |
//! | `asm_branches` | outputs of inline assembly that jumps, where it jumps to |
//! | `vector_signature` | vectors as arguments and results that no registers hold |
//! | `results` | functions whose result does not fit in registers |
//! | `wide` | integers of more than 128 bits |
//! | `va_arg`, `atomics` | arguments out of lists, atomic operations on 128 bits |
//! | `float_environment` | rounding modes and what else controls floating-point arithmetic |
//! | `fixed_point` | products and quotients of fixed-point numbers |
//! | `emulated_tls` | thread-local variables that the runtime finds |
//! | `returns` | returns, copied to where tail calls can use them |
//! | `safe_stack` | objects that could be overrun move to a stack of their own |
//! | `stack_protector` | functions that are to notice when an array on the stack is overrun |
//! | `traps` | traps that are to be calls |
//! | `hidden_marks` | constants that would look like marks for indirect branches |
//! | `indirect_branches` | jumps to addresses of blocks, which become switches |
//! | `block_addresses` | addresses of blocks that nothing reaches |
//!
//! The pass goes forwards and visits the instructions that it has created, so a rewriting may use
//! everything that others can rewrite; each creates operations that are simpler than the current one.

mod argument_list;
mod arithmetic;
mod asm_alternatives;
mod asm_branches;
mod asm_constraints;
mod atomics;
mod bits;
mod block_addresses;
mod builder;
mod calls;
mod comparison_loads;
mod constant_stores;
mod constants;
mod division;
pub mod divisor;
mod emulated_tls;
mod error;
mod expand_memcmp;
mod fixed_point;
mod float;
mod float_environment;
mod hidden_marks;
mod indirect_branches;
mod inline_asm;
mod integer;
mod joined_selects;
mod known_constants;
mod library;
mod masked_merges;
mod memory;
mod merge_stores;
mod options;
mod packed;
mod rearrange;
mod reduction;
mod repeated_operations;
mod replacement;
mod results;
mod returns;
mod safe_stack;
mod shift;
mod stack_protector;
mod target;
mod traps;
mod unroll;
mod va_arg;
mod value_sizes;
mod vector_signature;
mod wide;

use avarice_ir::{
    CastOp, CrashNote, Function, Global, Inst, InstKind, Intrinsic, Module, TypeData, Value,
};

pub use asm_constraints::{Constraint, parse_constraint, split_constraints};
pub use divisor::sign_extend;
pub use error::{Result, Unsupported};
pub use library::library_function;
pub use target::{ExpansionTarget, FloatControl, PassedVector, StackCheck, declare_variable};
pub use value_sizes::check_value_sizes;

pub use argument_list::{ArgumentList, SavedRegisters};
use asm_alternatives::choose_asm_alternatives;
use asm_branches::land_asm_branches;
use block_addresses::settle_block_addresses;
use builder::Builder;
pub use comparison_loads::{Comparison, ComparisonLoads};
pub use constant_stores::ConstantStores;
use constants::compute_constants;
pub use emulated_tls::emulate_thread_local;
pub use expand_memcmp::{ComparisonOptions, expand_memory_comparisons};
pub use hidden_marks::hide_marks;
use indirect_branches::expand_indirect_branches;
use inline_asm::settle_asm_outputs;
pub use joined_selects::join_selects;
use known_constants::answer_known_constants;
pub use masked_merges::rewrite_masked_merges;
pub use merge_stores::merge_constant_stores;
pub use options::LegalizeOptions;
pub use repeated_operations::share_repeated_operations;
use replacement::Replacement;
use results::demote_results;
use returns::duplicate_returns;
pub use safe_stack::{EndOfUnsafeStack, move_to_safe_stack};
use stack_protector::insert_stack_protectors;
pub use stack_protector::{Overrun, ProtectionReason, protection_reasons, ssp_layouts};
use traps::call_trap_functions;
pub use vector_signature::MAX_PARTS;
use vector_signature::pass_vectors;
pub use wide::FIRST_WORD;
use wide::split_wide_integers;

/// Rewrites all of `module` that `target` does not select as it is, as `options` says.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same.
pub fn legalize(module: &mut Module, target: &dyn ExpansionTarget, options: &LegalizeOptions) {
    let optimize = options.optimize;
    let protected = stack_protector::protected_functions(module);
    call_trap_functions(module);
    answer_known_constants(module);
    compute_constants(module, target);
    choose_asm_alternatives(module);
    settle_asm_outputs(module, target);
    expand_accesses(module, target);
    pass_vectors(module, target);
    demote_results(module, target);
    split_wide_integers(module, target);
    expand_vectors(module, target);
    if optimize {
        duplicate_returns(module);
    }
    insert_stack_protectors(module, target, &protected, options);
    land_asm_branches(module, target);
    expand_indirect_branches(module, target);
    settle_block_addresses(module);
}

/// Rewrites all vector and floating-point operations of `module` that `target` does not take.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that computes the same. Instructions that were made know which one they replace
/// ([`Function::origin`]). What no rewriting is known for is left; selection will refuse it.
pub fn expand_vectors(module: &mut Module, target: &dyn ExpansionTarget) {
    let is_vector = |(_, data): (_, &TypeData)| matches!(data, TypeData::Vector { .. });
    let has_vectors = module.types.iter().any(is_vector);
    let calls_scalar_op = |global: Global| {
        let intrinsic = Intrinsic::of_global(module, global);
        intrinsic.is_some_and(|it| is_scalar_op(it) || integer::is_declared(module, global, it))
    };
    let has_scalar_ops = module.globals.keys().any(calls_scalar_op);
    module.for_each_body(|module, global, body| {
        let has_soft_values = float::has_soft_values(module, body);
        if !has_vectors && !has_scalar_ops && !has_soft_values {
            return;
        }
        let name = module.globals[global].name.clone();
        let _note = CrashNote::new("expansion of operations", &*name);
        Expansion {
            module,
            function: body,
            global,
            target,
            has_scalar_ops,
            has_soft_values,
        }
        .run();
    });
}

/// Whether [`expand_accesses`] rewrites an intrinsic.
fn is_expanded_first(intrinsic: Intrinsic) -> bool {
    fixed_point::is_fixed_point(intrinsic) || float_environment::is_known(intrinsic)
}

/// Rewrites `va_arg`, atomic operations on 128 bits, and intrinsics that take wide integers: operations on fixed-point
/// numbers, and on the environment of floating-point arithmetic.
fn expand_accesses(module: &mut Module, target: &dyn ExpansionTarget) {
    let is_intrinsic = |global| Intrinsic::of_global(module, global).is_some_and(is_expanded_first);
    let has_intrinsics = module.globals.keys().any(is_intrinsic);
    module.for_each_body(|module, global, body| {
        let wanted = |inst: &Inst| {
            let data = &body.insts[*inst];
            data.block.is_some()
                && match &data.kind {
                    InstKind::VaArg => true,
                    InstKind::Call(_) => {
                        has_intrinsics
                            && Intrinsic::of_call(module, body, *inst)
                                .is_some_and(is_expanded_first)
                    }
                    kind => atomics::is_atomic(kind),
                }
        };
        let insts: Vec<Inst> = body.insts.keys().filter(wanted).collect();
        for inst in insts {
            let mut builder = Builder {
                module,
                function: body,
                at: inst,
                global,
                target,
            };
            let found = match builder.function.insts[inst].kind {
                InstKind::VaArg => builder.expand_va_arg(),
                InstKind::Call(_) => builder
                    .expand_fixed_point()
                    .or_else(|| builder.expand_float_environment()),
                _ => builder.expand_atomic(),
            };
            if let Some(new) = found {
                builder.replace(new);
            }
        }
    });
}

/// One function while its operations are rewritten.
struct Expansion<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    global: Global,
    target: &'a dyn ExpansionTarget,
    /// Whether any function calls one of the intrinsics that are rewritten for scalars too.
    has_scalar_ops: bool,
    /// Whether the function has numbers whose operations are rewritten.
    has_soft_values: bool,
}

/// Whether an intrinsic is rewritten for scalars too.
fn is_scalar_op(intrinsic: Intrinsic) -> bool {
    matches!(intrinsic, Intrinsic::Scmp | Intrinsic::Ucmp) || float::is_rewritten(intrinsic)
}

impl Expansion<'_> {
    fn run(&mut self) {
        for index in 0..self.function.layout.len() {
            let block = self.function.layout[index];
            let mut next = self.function.blocks[block].first.expand();
            while let Some(inst) = next {
                let before = self.function.insts[inst].prev.expand();
                next = self.function.insts[inst].next.expand();
                let rewritten = match self.is_vector_op(inst) {
                    true => self.expand(inst),
                    false => self.is_scalar_op(inst) && self.expand_scalar(inst),
                };
                if rewritten {
                    next = match before {
                        Some(before) => self.function.insts[before].next.expand(),
                        None => self.function.blocks[block].first.expand(),
                    };
                }
            }
        }
    }

    /// Whether `inst` may have to be rewritten though it is on scalars.
    fn is_scalar_op(&self, inst: Inst) -> bool {
        self.has_soft_values
            || (self.has_scalar_ops
                && Intrinsic::of_call(self.module, self.function, inst)
                    .is_some_and(|it| is_scalar_op(it) || integer::is_known(it)))
    }

    fn builder(&mut self, at: Inst) -> Builder<'_> {
        Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            at,
            global: self.global,
            target: self.target,
        }
    }

    /// Rewrites `inst`, an operation on scalars, if it has to be. Returns whether it was; it is gone then.
    fn expand_scalar(&mut self, inst: Inst) -> bool {
        let mut builder = self.builder(inst);
        let intrinsic = builder.called_intrinsic();
        let found = match intrinsic {
            Some(Intrinsic::Scmp | Intrinsic::Ucmp) => {
                intrinsic.and_then(|it| builder.expand_intrinsic(it))
            }
            Some(it) if integer::is_known(it) => builder.expand_odd_integer(it),
            _ => builder.expand_float(),
        };
        match found {
            Some(new) => builder.replace(new),
            None => return false,
        }
        // What was made may be of a type that the function had no values of.
        self.has_soft_values = true;
        true
    }

    /// Whether vectors are operands or the result.
    fn is_vector_op(&self, inst: Inst) -> bool {
        let types = &self.module.types;
        types.is_vector(self.function.insts[inst].ty)
            || self
                .function
                .operands(inst)
                .any(|value| types.is_vector(self.function.values[value].ty))
    }

    /// Rewrites `inst` if it has to be. Returns whether it was; it is gone then.
    fn expand(&mut self, inst: Inst) -> bool {
        let (target, global) = (self.target, self.global);
        let mut builder = self.builder(inst);
        let intrinsic = builder.called_intrinsic();
        let is_bit_cast = builder.function.insts[inst].kind == InstKind::Cast(CastOp::BitCast);
        if is_bit_cast && builder.count_mask() {
            return true;
        }
        if is_bit_cast && let Some(new) = builder.expand_number_bit_cast() {
            builder.replace(new);
            return true;
        }
        let kind = &builder.function.insts[inst].kind;
        let found = match kind {
            InstKind::Load { .. } => builder.expand_load(),
            InstKind::Store { .. } => builder.expand_store(),
            InstKind::ExtractElement => builder
                .expand_half_element()
                .or_else(|| builder.expand_extract()),
            InstKind::InsertElement => builder
                .expand_half_element()
                .or_else(|| builder.expand_insert()),
            InstKind::Call(_) if intrinsic.is_none() => None,
            InstKind::Phi
            | InstKind::Call(_)
            | InstKind::Binary(_)
            | InstKind::FNeg
            | InstKind::Cast(_)
            | InstKind::ICmp(_)
            | InstKind::FCmp(_)
            | InstKind::Select
            | InstKind::Freeze
            | InstKind::GetElementPtr { .. }
                if !intrinsic.is_some_and(is_scalar_op)
                    && target.takes_vector_op(builder.module, global, builder.function, inst) =>
            {
                None
            }
            InstKind::Call(_) => intrinsic.and_then(|it| builder.expand_intrinsic(it)),
            InstKind::Binary(op) => {
                let op = *op;
                builder.expand_binary(op)
            }
            InstKind::Cast(CastOp::BitCast) => builder.expand_bit_cast(),
            InstKind::FNeg
            | InstKind::Cast(_)
            | InstKind::ICmp(_)
            | InstKind::FCmp(_)
            | InstKind::Select
            | InstKind::Freeze
            | InstKind::GetElementPtr { .. } => builder.unroll(),
            _ => None,
        };
        match found {
            Some(new) => builder.replace(new),
            None => return false,
        }
        true
    }
}

impl Builder<'_> {
    /// The intrinsic that the current instruction calls.
    fn called_intrinsic(&self) -> Option<Intrinsic> {
        Intrinsic::of_call(self.module, self.function, self.at)
    }

    /// Operand `index` of the current instruction.
    fn operand(&self, index: usize) -> Value {
        self.function.operand(self.at, index)
    }

    /// Replaces the current instruction by `new`.
    fn replace(&mut self, new: Replacement) {
        if let Replacement::Value(new) = new
            && let Some(old) = self.function.insts[self.at].result.expand()
        {
            self.function.replace_all_uses(old, new);
        }
        self.function.remove_inst(self.at);
    }

    fn expand_intrinsic(&mut self, intrinsic: Intrinsic) -> Option<Replacement> {
        if let Some(new) = self.expand_strict_vector(intrinsic) {
            return Some(Replacement::Value(new));
        }
        self.expand_reduction(intrinsic)
            .or_else(|| self.expand_rearrangement(intrinsic))
            .or_else(|| self.expand_arithmetic(intrinsic))
            .or_else(|| self.expand_bits(intrinsic))
            .or_else(|| self.expand_funnel_shift(intrinsic))
            .map(Replacement::Value)
            .or_else(|| self.expand_masked(intrinsic))
            .or_else(|| unroll::is_elementwise(intrinsic).then(|| self.unroll())?)
    }

    fn expand_binary(&mut self, op: avarice_ir::BinaryOp) -> Option<Replacement> {
        use avarice_ir::BinaryOp::{AShr, LShr, SDiv, SRem, Shl, UDiv, URem};
        let found = match op {
            Shl | LShr | AShr => self.expand_shift(op),
            UDiv | URem | SDiv | SRem => self.expand_division(op),
            _ => None,
        };
        found.map(Replacement::Value).or_else(|| self.unroll())
    }
}
