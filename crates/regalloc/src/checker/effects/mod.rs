//! The transfer function: what instructions of both codes do to a state.
//!
//! # The lattice
//!
//! A state has for each place (a unit of a register, a stack slot) the set of lanes of variables that the place holds, and which
//! lanes of which variables are undefined. Less is known where sets are smaller: two states meet in the intersections.
//!
//! ```text
//!         every place holds everything      where no path has led yet
//!        /              |             \
//!   eax {%5 %7}    eax {%5 %6}    ecx {%5}
//!        \              |             /
//!           no place holds anything
//! ```
//!
//! # The transfer function
//!
//! An effect either concerns a variable, wherever it is held, or a place, whatever it holds:
//!
//! | | effect | in |
//! |---|---|---|
//! | `before` | a variable gets a new value: no place holds it | [`before`] |
//! | | a copy: a place that holds the source holds the destination too | [`moves`] |
//! | `after` | a copy: the place holds what the source's place holds | [`moves`] |
//! | | a store or load: the same with a slot | [`slots`] |
//! | both | a physical register is written, or a call clobbers it | [`registers`] |
//!
//! All effects are monotone: of less, they make no more. Which lane is in which unit is said in [`lanes`], what operands need in
//! [`checks`], and which instructions compute the same in [`computations`].

mod before;
mod checks;
mod computations;
mod lanes;
mod moves;
mod registers;
mod slots;

use avarice_mir::{Block, Inst, MachineFunction, MirPrinter, Operand, TargetHooks, VReg};
use avarice_target::{InstrFlags, LaneMask, PhysReg, RegUnit};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::error::CheckError;
use super::flow::LiveVariables;
use super::state::{Part, Parts, State, UNIT_LANE, Var};
pub(super) use computations::computes_same;
use computations::find_computations;
use lanes::lane_aliases;

/// Units of a register with the lanes that they hold, by lanes.
pub(super) type UnitLanes = SmallVec<[(LaneMask, RegUnit); 4]>;

/// What units of a register hold.
pub(super) type UnitParts = SmallVec<[(RegUnit, Parts); 4]>;

/// The transfer function, and what it has found to be wrong.
pub(super) struct Effects<'a> {
    /// The code before; forms on memory are tried out in it.
    pub before: MachineFunction,
    pub after: &'a MachineFunction,
    pub hooks: &'a dyn TargetHooks,
    /// Instructions from this one on were inserted.
    pub first_inserted: u32,
    /// Stack objects from this one on were made for variables.
    pub first_slot: i32,
    /// By unit: whether no allocator has it.
    is_reserved: Vec<bool>,
    /// By instruction of the code before that gives the same result anywhere: the first that computes the same.
    computed: SecondaryMap<Inst, PackedOption<Inst>>,
    /// One of each form that such instructions have.
    pub computations: Vec<Inst>,
    /// Lanes that are the same bits as others, by another index: those stand for them.
    aliases: Vec<(u64, u64)>,
    is_reporting: bool,
    block: Block,
    errors: Vec<CheckError>,
}

impl<'a> Effects<'a> {
    /// A transfer function that reports nothing yet.
    pub fn new(
        before: &MachineFunction,
        after: &'a MachineFunction,
        hooks: &'a dyn TargetHooks,
    ) -> Self {
        let mut before = before.clone();
        let first_slot = before.frame.objects.len() as i32;
        let first_inserted = before.insts.len() as u32;
        before.frame = after.frame.clone();
        before.const_pool = after.const_pool.clone();
        let reserved = hooks.reserved_regs(after);
        let (computed, computations) = find_computations(&before, hooks);
        let is_reserved = |unit: &avarice_target::UnitDesc| {
            let mut roots = unit.roots.iter();
            roots.any(|root| reserved[root.index()] || after.target.reg(*root).constant)
        };
        Self {
            is_reserved: after.target.units.iter().map(is_reserved).collect(),
            aliases: lane_aliases(after.target),
            computed,
            computations,
            before,
            after,
            hooks,
            first_inserted,
            first_slot,
            is_reporting: false,
            block: Block::from_u32(0),
            errors: Vec::new(),
        }
    }

    /// From now on, what is wrong is reported.
    pub fn report(&mut self) {
        self.is_reporting = true;
    }

    /// Does what may go wrong, and says nothing of it.
    pub fn without_report(&mut self, work: impl FnOnce(&mut Self)) {
        let is_reporting = std::mem::take(&mut self.is_reporting);
        work(self);
        self.is_reporting = is_reporting;
    }

    pub fn into_errors(self) -> Vec<CheckError> {
        self.errors
    }

    pub fn error(&mut self, inst: Option<Inst>, message: impl FnOnce() -> String) {
        if !self.is_reporting {
            return;
        }
        let mut message = message();
        if let Some(inst) = inst {
            let names = self.hooks.text_names();
            let mut text = String::new();
            MirPrinter::new(names, None, self.after).write_inst(&mut text, self.after, inst);
            message = format!("{message}: {}", text.trim());
        }
        self.errors.push(CheckError {
            block: self.after.blocks[self.block].number,
            inst,
            message,
        });
    }

    /// The state where the function begins: physical registers hold what they are passed.
    pub fn entry_state(&self, entry: Block, live: &LiveVariables) -> State {
        let mut state = State::empty(self.after.target.units.len());
        for (index, place) in state.units.iter_mut().enumerate() {
            let var = Var::Unit(RegUnit::from_index(index));
            let lanes = UNIT_LANE;
            place.add(Part { var, lanes });
        }
        state.is_defined.copy_from_slice(&self.is_reserved);
        self.define_live_ins(entry, &mut state);
        for reg in live.live_in(entry) {
            let lanes = self.lanes_of(reg);
            let var = Var::Virtual(reg);
            state.undef.add(Part { var, lanes });
        }
        state
    }

    /// What changes on the way into `block`: the unwinder writes registers.
    pub fn enter(&self, block: Block, state: &mut State) {
        if self.before.blocks[block].eh_pad {
            self.define_live_ins(block, state);
        }
    }

    fn define_live_ins(&self, block: Block, state: &mut State) {
        for (reg, _) in &self.before.blocks[block].live_ins {
            self.define_phys(state, *reg);
        }
    }

    /// Begins a block.
    pub fn begin(&mut self, block: Block) {
        self.block = block;
    }

    /// The current block.
    pub fn block(&self) -> Block {
        self.block
    }

    /// Whether all an instruction of the code before does is to define registers.
    pub fn only_defines(&self, inst: Inst) -> bool {
        let effects = InstrFlags::CALL
            | InstrFlags::MAY_STORE
            | InstrFlags::SIDE_EFFECTS
            | InstrFlags::TERMINATOR
            | InstrFlags::BRANCH
            | InstrFlags::RETURN
            | InstrFlags::BARRIER;
        !self.before.desc(inst).flags.intersects(effects)
    }
}

/// A virtual register as text.
pub(super) fn name_of(reg: VReg) -> String {
    format!("%{}", reg.as_u32())
}

/// The physical register of an operand that writes one.
pub(super) fn written(operand: &Operand) -> Option<PhysReg> {
    let reg = operand.as_reg().as_physical();
    reg.filter(|_| operand.is_def())
}
