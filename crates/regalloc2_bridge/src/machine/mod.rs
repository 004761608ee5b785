//! regalloc2 on our machine functions.
//!
//! ```text
//!   edges       critical edges are split, those to landing pads by `landing_pads`
//!   registers   physical registers and classes in terms of regalloc2
//!   values      virtual registers in terms of regalloc2: copies are names
//!   translate   blocks, PHIs, instructions
//!   operands    constraints
//!   (regalloc2)
//!   apply       registers and moves into the code
//!   marks       kill and dead marks, live-ins
//! ```
//!
//! What cannot be expressed for regalloc2 is refused with a message; it never becomes wrong code.

mod apply;
mod edges;
mod input;
mod landing_pads;
mod marks;
mod operands;
mod registers;
mod translate;
mod values;

use std::fmt;

use avarice_machine::pass::{
    AllocatorNeed, Analyses, Analysis, MachinePass, MachineUnit, PassKind, RunPass, When,
};
use avarice_machine::register_class_info::RegisterClassInfo;
use avarice_mir::{MachineFunction, MirFlags, TargetHooks};
use avarice_regalloc::error::require_slot_access;
use avarice_trace::Log;
use regalloc2::checker::Checker;
use regalloc2::{MachineEnv, PRegSet, RegallocOptions};

pub use edges::{PASS as SPLIT_CRITICAL_EDGES, run as split_edges};
pub use regalloc2::Algorithm;

use registers::Registers;

/// Why a function was not allocated.
#[derive(Clone, Debug)]
pub enum AllocateError {
    /// It has what regalloc2 cannot be told.
    Unsupported(String),
    /// regalloc2 refuses it.
    Refused(regalloc2::RegAllocError),
    /// What regalloc2 decided is wrong, as its own checker finds.
    Wrong(String),
}

impl fmt::Display for AllocateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "unsupported with regalloc2: {what}"),
            Self::Refused(error) => write!(f, "regalloc2: {error}"),
            Self::Wrong(errors) => write!(f, "bad register allocation by regalloc2: {errors}"),
        }
    }
}

impl std::error::Error for AllocateError {}

/// How to allocate.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// By which algorithm of regalloc2.
    pub algorithm: Algorithm,
    /// Whether regalloc2's own checker looks at what it decides.
    pub check: bool,
}

/// `ion`, see [`allocate`].
pub const ION: MachinePass = allocator(
    "ion",
    "Backtracking Register Allocator of regalloc2",
    || Box::new(Allocator::new(Algorithm::Ion)),
);

/// `fastalloc`, see [`allocate`].
pub const FASTALLOC: MachinePass =
    allocator("fastalloc", "Fast Register Allocator of regalloc2", || {
        Box::new(Allocator::new(Algorithm::Fastalloc))
    });

const fn allocator(
    name: &'static str,
    title: &'static str,
    make: fn() -> Box<dyn RunPass>,
) -> MachinePass {
    MachinePass {
        kind: PassKind::AllocatorAndRewriter,
        when: When {
            allocator: AllocatorNeed::Ssa,
            ..When::ALWAYS
        },
        requires: Analysis::RESERVED_REGS,
        preserves: Analysis::RESERVED_REGS,
        after: &["split-critical-edges"],
        ..MachinePass::new(name, title, make)
    }
}

struct Allocator {
    algorithm: Algorithm,
    class_info: RegisterClassInfo,
}

impl Allocator {
    fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            class_info: RegisterClassInfo::default(),
        }
    }
}

impl RunPass for Allocator {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        require_slot_access(unit)?;
        let options = Options {
            algorithm: self.algorithm,
            check: unit.options.verify_allocation,
        };
        let class_info = &mut self.class_info;
        let done = allocate(
            &mut unit.function,
            unit.target,
            unit.analyses,
            class_info,
            options,
        );
        done.map_err(|error| unit.with_name(error))
    }
}

/// Assigns every virtual register a physical one or a stack slot by regalloc2.
///
/// # Requires
/// Machine SSA without unreachable blocks and critical edges.
///
/// # Ensures
/// No virtual registers and PHIs; kill and dead marks, and live-ins of blocks, are right. Debug values of virtual
/// registers are of none.
///
/// # Preserves
/// The CFG.
///
/// # Errors
/// Code that regalloc2 cannot be told of, or that it finds no registers for. The function is not to be used then.
pub fn allocate(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    class_info: &mut RegisterClassInfo,
    options: Options,
) -> Result<(), AllocateError> {
    let has_limits = !matches!(options.algorithm, Algorithm::Fastalloc);
    let mut blocks = function.layout.iter();
    // On these edges no move has a place: the assembly jumps before what follows it in its block.
    if blocks
        .clone()
        .any(|b| function.blocks[*b].inline_asm_br_target)
    {
        return Err(translate::unsupported("inline assembly that jumps"));
    }
    if !has_limits && blocks.any(|b| function.blocks[*b].eh_pad) {
        // It moves results after the call, which ends its block and may continue elsewhere.
        return Err(translate::unsupported("landing pads and fastalloc"));
    }
    class_info.begin_function(function, &analyses.reserved);
    let mut registers = Registers::new(function, hooks, &analyses.reserved, has_limits);
    let slot_sizes = registers.slot_sizes();
    let translation = translate::translate(function, &mut registers, slot_sizes)?;
    let environment = environment(function, class_info, &registers);
    let settings = RegallocOptions {
        algorithm: options.algorithm,
        validate_ssa: options.check,
        verbose_log: false,
    };
    let output = regalloc2::run(&translation.input, &environment, &settings)
        .map_err(AllocateError::Refused)?;
    if options.check {
        let mut checker = Checker::new(&translation.input, &environment);
        checker.prepare(&output);
        let checked = checker.run();
        checked.map_err(|errors| AllocateError::Wrong(format!("{errors:?}")))?;
    }
    apply::apply(function, hooks, &registers, &translation, &output)?;
    marks::run(function, &registers);
    function.is_ssa = false;
    function.no_phis = true;
    function.no_vregs = true;
    function.mir_info.flags |= MirFlags::TRACKS_DEBUG_USER_VALUES;
    function.clear_vregs();
    analyses.virt_reg_map.reset(function);
    Ok(())
}

/// The registers that regalloc2 may use: those that calls destroy before those that the function has to save.
fn environment(
    function: &MachineFunction,
    class_info: &mut RegisterClassInfo,
    registers: &Registers,
) -> MachineEnv {
    let mut preferred = [PRegSet::empty(); 3];
    let mut others = [PRegSet::empty(); 3];
    for home in registers.free() {
        let (whole, _) = registers.whole(home);
        let is_saved = !class_info.callee_saved_alias(function, whole).is_none();
        let sets = match is_saved {
            true => &mut others,
            false => &mut preferred,
        };
        sets[home.class() as usize].add(home);
    }
    MachineEnv {
        preferred_regs_by_class: preferred,
        non_preferred_regs_by_class: others,
        scratch_by_class: [None; 3],
        fixed_stack_slots: Vec::new(),
    }
}
