//! `aarch64-ldst-opt`: fewer and larger loads and stores after allocation.
//!
//! Each block is gone through four times, once for each change:
//!
//! | file | makes | for example |
//! |---|---|---|
//! | [`forward`] | copies instead of loads of what was just stored | `str w8, [x0]`, `ldrh w9, [x0, #2]` → `lsr w9, w8, #16` |
//! | [`pair`], [`zeros`] | one store of zeros instead of two | `strh wzr, [x0]`, `strh wzr, [x0, #2]` → `str wzr, [x0]` |
//! | [`pair`], [`merge`], [`rename`] | one instruction instead of accesses to neighbours | `ldr x8, [x0, #16]`, `ldr x9, [x0, #24]` → `ldp x8, x9, [x0, #16]` |
//! | [`update`], [`lists`] | accesses that also change their base | `ldr x8, [x0]`, `add x0, x0, #8` → `ldr x8, [x0], #8` |
//!
//! What else they look at is in [`forms`], the rows of opcodes.

mod forms;
mod forward;
mod lists;
mod merge;
mod pair;
mod rename;
mod update;
mod zeros;

use avarice_machine::alias::{AliasAnalysis, Evidence};
use avarice_machine::live_reg_units::{AccessedRegUnits, LiveRegUnits};
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, TuningOptions, When};
use avarice_mir::inst_facts::{has_ordered_memory_access, is_debug_or_probe};
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, MemFlags, Operand, OperandFlags};
use avarice_target::{InstrFlags, Opcode, PhysReg, RegClass, op as generic};
use avarice_trace::Log;

use crate::TARGET;
use crate::scheduling::Scheduling;
use crate::subtarget::Features;
use forms::{Access, Mode};
pub(crate) use forms::{Form, single_form};

/// Bytes below the stack pointer that stay as they are, unless the function has the attribute `noredzone`.
const RED_ZONE: i64 = 128;

/// `aarch64-ldst-opt`, see the module.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::RESERVED_REGS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["aarch64-expand-pseudo"],
    ..MachinePass::new(
        "aarch64-ldst-opt",
        "AArch64 load / store optimization pass",
        || Box::<LoadStoreOptimizer>::default(),
    )
};

/// The scratch memory of the pass.
#[derive(Default)]
struct LoadStoreOptimizer {
    scratch: Scratch,
}

/// Sets that the searches fill.
#[derive(Default)]
struct Scratch {
    /// What the instructions between two places access.
    between: AccessedRegUnits,
    /// All that they name, for a register that takes another's place.
    named: LiveRegUnits,
    /// What may have a value in the block up to here.
    defined: LiveRegUnits,
    /// Loads and stores between two places.
    memory: Vec<Inst>,
    /// Classes of operands that are to be renamed.
    classes: Vec<RegClass>,
}

/// What the searches know of the function.
struct Context<'a> {
    alias: AliasAnalysis<'a>,
    features: Features,
    reserved: &'a [bool],
    options: LoadStoreOptions,
    /// Bytes below the stack pointer that stay as they are.
    red_zone: i64,
}

/// What the command line asks of the pass.
#[derive(Clone, Copy)]
struct LoadStoreOptions {
    /// How many instructions away a neighbour or a store is looked for.
    scan_limit: u32,
    /// How many instructions away an addition to the base is looked for.
    update_limit: u32,
    /// Whether registers are renamed for pairs.
    renames: bool,
}

impl LoadStoreOptions {
    fn new(tuning: &TuningOptions) -> Self {
        Self {
            scan_limit: tuning.pair_distance,
            update_limit: 100,
            renames: true,
        }
    }
}

impl RunPass for LoadStoreOptimizer {
    /// # Requires
    /// No virtual registers, no frame indices.
    ///
    /// # Ensures
    /// Registers and memory have at the end of each block what they had before.
    ///
    /// # Preserves
    /// The CFG.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let no_red_zone = unit.has_attribute("noredzone");
        let function = &mut unit.function;
        let context = Context {
            alias: AliasAnalysis::new(unit.module, function, &Scheduling, Evidence::Addresses),
            features: Features::of(function),
            reserved: &unit.analyses.reserved,
            options: LoadStoreOptions::new(&unit.options.tuning),
            red_zone: if no_red_zone { 0 } else { RED_ZONE },
        };
        let scratch = &mut self.scratch;
        scratch.between.begin_function(function);
        scratch.named.begin_function(function);
        scratch.defined.begin_function(function);
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            walk(function, &context, scratch, block, forward::replace);
            if !context.features.contains(Features::STRICT_ALIGN) {
                walk(function, &context, scratch, block, zeros::merge);
            }
            scratch.defined.clear();
            if function.tracks_reg_liveness {
                scratch.defined.add_live_ins_of_frame(function, block);
            }
            walk(function, &context, scratch, block, merge::pair);
            walk(function, &context, scratch, block, update::merge);
            walk(function, &context, scratch, block, lists::merge);
        }
        Ok(())
    }
}

/// What a change made of an instruction.
enum Outcome {
    /// Nothing.
    Unchanged,
    /// Something else; the walk goes on here.
    GoOn(Option<Inst>),
}

type Change = fn(&mut MachineFunction, &Context<'_>, &mut Scratch, Inst) -> Outcome;

/// Offers each instruction of a block to `change`.
fn walk(
    function: &mut MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    block: Block,
    change: Change,
) {
    let mut cursor = function.blocks[block].first.expand();
    while let Some(inst) = cursor {
        cursor = match change(function, context, scratch, inst) {
            Outcome::Unchanged => function.next_bundle(inst),
            Outcome::GoOn(next) => next,
        };
    }
}

/// The next instruction or bundle that is neither for debuggers nor a probe.
fn next_code(function: &MachineFunction, inst: Inst) -> Option<Inst> {
    let mut cursor = function.next_bundle(inst);
    while let Some(next) = cursor.filter(|next| is_debug_or_probe(function, *next)) {
        cursor = function.next_bundle(next);
    }
    cursor
}

/// The instruction or bundle before that is neither for debuggers nor a probe.
fn previous_code(function: &MachineFunction, inst: Inst) -> Option<Inst> {
    let mut cursor = function.prev_bundle(inst);
    while let Some(before) = cursor.filter(|before| is_debug_or_probe(function, *before)) {
        cursor = function.prev_bundle(before);
    }
    cursor
}

/// Where to go on after `inst` and a later instruction `other` became one.
fn after_both(function: &MachineFunction, inst: Inst, other: Inst) -> Option<Inst> {
    let next = next_code(function, inst);
    if next == Some(other) {
        next_code(function, other)
    } else {
        next
    }
}

/// How much an instruction counts where the way is limited.
fn distance(function: &MachineFunction, inst: Inst) -> u32 {
    let is_copy = matches!(
        function.opcode(inst),
        generic::PHI
            | generic::COPY
            | generic::INSERT_SUBREG
            | generic::SUBREG_TO_REG
            | generic::REG_SEQUENCE
    );
    u32::from(!is_copy && !function.desc(inst).has(InstrFlags::META))
}

/// Whether a flag of the row holds for an instruction, or for one of the bundle that `head` begins.
fn has_flag(function: &MachineFunction, head: Inst, flags: InstrFlags) -> bool {
    let mut insts = function.bundle_insts(head);
    insts.any(|inst| function.desc(inst).flags.intersects(flags))
}

/// Whether an earlier pass asks that `inst` be no part of a pair.
fn is_suppressed(function: &MachineFunction, inst: Inst) -> bool {
    let mut accesses = function.mem_ops(inst);
    accesses.any(|access| access.flags.contains(MemFlags::TARGET_1))
}

/// Whether `access` may become one with a neighbour.
fn can_merge(function: &MachineFunction, context: &Context<'_>, access: &Access) -> bool {
    if has_ordered_memory_access(function, access.inst) || is_suppressed(function, access.inst) {
        return false;
    }
    let changes_base = access.mode != Mode::Pre
        && function
            .operands(access.inst)
            .iter()
            .any(|operand| operand.is_def() && names(operand, access.base));
    let is_slow = context.features.contains(Features::SLOW_PAIRED_128)
        && access.form.size == 16
        && access.mode != Mode::Pre;
    !changes_base && !is_slow
}

/// Whether an operand is a register that overlaps `register`, and not for debuggers only.
fn names(operand: &Operand, register: PhysReg) -> bool {
    let named = operand.as_reg().as_physical();
    !operand.has(OperandFlags::DEBUG)
        && named.is_some_and(|named| TARGET.regs_overlap(named, register))
}

/// Whether one register is the other or contains it.
fn is_nested(a: PhysReg, b: PhysReg) -> bool {
    a == b || TARGET.reg(a).super_regs.contains(&b) || TARGET.reg(b).super_regs.contains(&a)
}

/// Whether `inst` is the last to read a register that overlaps `register`.
fn kills(function: &MachineFunction, inst: Inst, register: PhysReg) -> bool {
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| is_kill_of(operand, register))
}

fn is_kill_of(operand: &Operand, register: PhysReg) -> bool {
    operand.is_use() && operand.has(OperandFlags::KILL) && names(operand, register)
}

/// Forgets that `inst` is the last to read `register`.
fn forget_kills(function: &mut MachineFunction, inst: Inst, register: PhysReg) {
    for index in 0..function.num_operands(inst) {
        if is_kill_of(function.operand(inst, index), register) {
            let operand = function.operand_mut(inst, index);
            operand.set(OperandFlags::KILL, false);
        }
    }
}

/// An instruction, in no block, that does what two did: it has the location of the first, and the flags and memory
/// operands of both.
fn create_merged(
    function: &mut MachineFunction,
    opcode: Opcode,
    operands: &[Operand],
    [first, second]: [Inst; 2],
) -> Inst {
    let location = function.debug_loc(first);
    let flags = function.insts[first].flags | function.insts[second].flags;
    let memory = function.merged_mem_ops(first, second);
    let mut build = InstBuilder::new(function, opcode).ops(operands);
    for access in memory {
        build = build.mem(access);
    }
    build.flags(flags).location(location).create()
}
