//! `vzeroupper`: clears the upper halves of vector registers before code that may use SSE, which is slow while they hold
//! something.
//!
//! ```text
//!   $ymm0 = VADDPSYrr …          $ymm0 = VADDPSYrr …
//!   CALL64pcrel32 @f      ─▶     VZEROUPPER
//!                                CALL64pcrel32 @f
//! ```
//!
//! Each block is looked at once. It leaves the registers clean or dirty, or as they were; in that case, and for the first
//! call in a block before which nothing is known, the predecessors decide.

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, Operand, OperandFlags, OperandKind};
use avarice_target::{InstrFlags, PhysReg};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;

use crate::subtarget::{self, Features};
use crate::tuning::{self, Tuning};
use crate::{TARGET, class, op};

/// `vzeroupper`.
///
/// # Requires
/// No virtual registers.
///
/// # Ensures
/// No call and no return, but in functions and calls that pass such vectors, is reached with dirty upper halves.
///
/// # Preserves
/// The control flow graph, the lower halves of all vector registers.
pub const PASS: MachinePass = MachinePass {
    when: When::ALWAYS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["break-false-deps"],
    ..MachinePass::new("vzeroupper", "X86 vzeroupper inserter", || {
        Box::<Scratch>::default()
    })
};

/// How a block leaves the upper halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Exit {
    /// As they were.
    #[default]
    AsEntered,
    Clean,
    Dirty,
}

#[derive(Clone, Copy, Debug, Default)]
struct BlockState {
    exit: Exit,
    /// Whether a predecessor leaves them dirty, as far as is known.
    is_entered_dirty: bool,
    /// The first call or return, if nothing before it says how they are.
    unguarded: Option<Inst>,
}

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    blocks: SecondaryMap<Block, BlockState>,
    /// Blocks that are entered with dirty upper halves, still to be looked at.
    dirty: Vec<Block>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let is_interrupt = is_interrupt_handler(unit);
        let function = &mut unit.function;
        let is_wanted = subtarget::of(function).contains(Features::AVX)
            && tuning::of(function).contains(Tuning::VZEROUPPER);
        if !is_wanted {
            return Ok(());
        }
        let takes_wide = function.live_ins.iter().any(|(reg, _)| is_wide(*reg));
        if !takes_wide && !uses_wide(function) {
            return Ok(());
        }
        self.blocks.clear();
        self.dirty.clear();
        for at in 0..function.layout.len() {
            self.look_at(function, function.layout[at], is_interrupt);
        }
        if takes_wide && let Some(entry) = function.layout.first() {
            self.enter_dirty(*entry);
        }
        while let Some(block) = self.dirty.pop() {
            let state = self.blocks[block];
            if let Some(inst) = state.unguarded {
                insert(function, inst);
            }
            if state.exit == Exit::AsEntered {
                for succ in &function.blocks[block].succs {
                    self.enter_dirty(*succ);
                }
            }
        }
        Ok(())
    }
}

impl Scratch {
    fn enter_dirty(&mut self, block: Block) {
        let state = &mut self.blocks[block];
        if !std::mem::replace(&mut state.is_entered_dirty, true) {
            self.dirty.push(block);
        }
    }

    /// Inserts what `block` needs by itself, and finds how it leaves the upper halves.
    fn look_at(&mut self, function: &mut MachineFunction, block: Block, is_interrupt: bool) {
        let mut exit = Exit::AsEntered;
        let mut unguarded = None;
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            let desc = function.desc(inst);
            let (calls, returns) = (desc.has(InstrFlags::CALL), desc.has(InstrFlags::RETURN));
            if is_interrupt && returns {
                continue;
            }
            if matches!(function.opcode(inst), op::VZEROALL | op::VZEROUPPER) {
                exit = Exit::Clean;
                continue;
            }
            let leaves = calls || returns;
            if !leaves && exit == Exit::Dirty {
                continue;
            }
            if names_wide(function, inst) {
                exit = Exit::Dirty;
                continue;
            }
            let has_mask = |operand: &Operand| operand.kind() == OperandKind::RegMask;
            let is_opaque = calls && !function.operands(inst).iter().any(has_mask);
            if !leaves || is_opaque {
                continue;
            }
            match exit {
                Exit::Dirty => insert(function, inst),
                Exit::AsEntered => unguarded = Some(inst),
                Exit::Clean => {}
            }
            exit = Exit::Clean;
        }
        let state = &mut self.blocks[block];
        (state.exit, state.unguarded) = (exit, unguarded);
        if exit == Exit::Dirty {
            for succ in &function.blocks[block].succs {
                self.enter_dirty(*succ);
            }
        }
    }
}

/// Whether the function handles interrupts. It returns to code that it does not know.
fn is_interrupt_handler(unit: &MachineUnit<'_>) -> bool {
    let global = unit.function.ir_function;
    let data = global.map(|global| &unit.module.globals[global]);
    let data = data.and_then(|data| data.function());
    data.is_some_and(|data| data.conv.keyword() == Some("x86_intrcc"))
}

fn insert(function: &mut MachineFunction, before: Inst) {
    let location = function.debug_loc(before);
    InstBuilder::new(function, op::VZEROUPPER)
        .location(location)
        .insert_before(before);
}

/// The wide vectors of which `VZEROUPPER` clears the upper parts: numbers 0 to 15.
fn wide() -> impl Iterator<Item = PhysReg> {
    let classes = [class::VR256, class::VR512_0_15].into_iter();
    classes.flat_map(|class| TARGET.class(class).order.iter().copied())
}

fn is_wide(reg: PhysReg) -> bool {
    let classes = [class::VR256, class::VR512_0_15];
    classes
        .into_iter()
        .any(|class| TARGET.class(class).contains(reg))
}

/// Whether an instruction of `function` names a wide vector.
fn uses_wide(function: &MachineFunction) -> bool {
    wide().any(|reg| {
        let mut operands = function.reg_ops(reg);
        operands.any(|operand| !function.op(operand).has(OperandFlags::DEBUG))
    })
}

/// Whether an instruction names a wide vector, or is a call that keeps some.
fn names_wide(function: &MachineFunction, inst: Inst) -> bool {
    let calls = function.desc(inst).has(InstrFlags::CALL);
    function.operands(inst).iter().any(|operand| {
        if operand.kind() == OperandKind::RegMask {
            return calls && wide().any(|reg| function.mask_preserves(operand, reg));
        }
        let reg = operand.as_reg().as_physical();
        reg.is_some_and(is_wide) && !operand.has(OperandFlags::DEBUG)
    })
}
