//! `early-machinelicm`: hoists loop-invariant computations out of loops.
//!
//! ```text
//!   bb.1 (preheader)                      bb.1
//!                                           %4:gr64 = LEA64r $rip, 1, $noreg, @table, $noreg
//!   bb.2 (loop)                           bb.2
//!     %1:gr64 = PHI %0, bb.1, …             %1:gr64 = PHI %0, bb.1, …
//!     %4:gr64 = LEA64r $rip, …, @table      %5:gr32 = MOV32rm %4, 4, %1, 0, $noreg
//!     %5:gr32 = MOV32rm %4, 4, %1, …
//! ```
//!
//! Selection works block by block: addresses of globals, constants and loads of constants are where they are used. What
//! can be rematerialized for free is always hoisted, since the allocator puts it back where registers are short.
//! Everything else is hoisted if registers seem to be available ([`pressure`]). Equal values that have already been
//! hoisted are computed once.
//!
//! The decisions are llc's, except for how pressure is counted: in three sets of registers, and for each loop from its
//! own preheader, where llc traverses an outermost loop once and sums up what it meets. For llc, preheaders of inner
//! loops already exist, since it creates them in the IR; here they are created first.

mod legal;
mod pressure;
mod profit;

use avarice_mir::InsertPoint;
use avarice_mir::{
    Block, Inst, MachineCfg, MachineDominatorTree, MachineFunction, MachineLoop, MachineLoopInfo,
    OperandFlags, TargetHooks, VReg,
};
use avarice_target::{InstrFlags, PhysReg, op};
use cranelift_entity::EntitySet;
use smallvec::SmallVec;

use crate::pass::{Analyses, Analysis, MachinePass, MachineUnit, RunPass, When};
use crate::preheader::make_preheaders;
use crate::value_table::{ValueTable, replace_by};
use avarice_mir::inst_facts;
use avarice_trace::Log;
use pressure::{Pressure, Unseen};

/// A block with more successors than this is a large switch: what its cases compute stays there.
const MAX_SUCCESSORS: usize = 24;

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    pressure: Pressure,
    /// What was computed in preheaders.
    values: ValueTable,
    /// Registers of what was computed in preheaders that have taken the place of others.
    replacing: EntitySet<VReg>,
    /// By loop: whether memory stays as it is while the loop runs.
    keeps_memory: Vec<bool>,
    /// By register number: whether it is the same everywhere, once it was asked for.
    constant_regs: Vec<Option<bool>>,
    blocks: Vec<(Block, usize)>,
    insts: Vec<Inst>,
}

/// `early-machinelicm`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS),
    preserves: Analysis::LOOPS.union(Analysis::RESERVED_REGS.union(Analysis::REACHABLE)),
    after: &["early-tailduplication"],
    ..MachinePass::new(
        "early-machinelicm",
        "Early Machine Loop Invariant Code Motion",
        || Box::<Scratch>::default(),
    )
};

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        run(&mut unit.function, unit.target, unit.analyses, self);
        Ok(())
    }
}

/// Moves computations out of loops.
///
/// # Requires
/// Machine SSA; anything else stays as it is.
///
/// # Ensures
/// Loops have preheaders where control flow is understood.
///
/// # Preserves
/// Machine SSA. [`Analysis::LOOPS`] holds afterwards.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    scratch: &mut Scratch,
) {
    if !function.is_ssa {
        return;
    }
    make_preheaders(function, hooks, analyses);
    if analyses.loops.is_empty() {
        return;
    }
    scratch.begin_function(function, hooks, &analyses.loops);
    let mut pass = Licm {
        function,
        hooks,
        cfg: &analyses.cfg,
        dominators: &analyses.dominators,
        loops: &analyses.loops,
        reserved: &analyses.reserved,
        scratch,
        knows_preheader: false,
        certain: None,
    };
    for id in analyses.loops.loops() {
        if analyses.loops.parent(id).is_none() {
            pass.begin_nest();
        }
        pass.run_on_loop(id);
    }
}

impl Scratch {
    fn begin_function(
        &mut self,
        function: &MachineFunction,
        hooks: &dyn TargetHooks,
        loops: &MachineLoopInfo,
    ) {
        self.pressure.begin_function(function, hooks);
        self.replacing.clear();
        self.constant_regs.clear();
        self.constant_regs
            .resize(function.target.registers.len(), None);
        self.keeps_memory.clear();
        self.keeps_memory.resize(loops.len(), true);
        for block in &function.layout {
            let Some(innermost) = loops.loop_of(*block) else {
                continue;
            };
            let changes = |inst| changes_memory(function, inst);
            if self.keeps_memory[innermost.as_u32() as usize]
                && function.block_insts(*block).any(changes)
            {
                let around = std::iter::successors(Some(innermost), |id| loops.parent(*id));
                around.for_each(|id| self.keeps_memory[id.as_u32() as usize] = false);
            }
        }
    }
}

/// Whether an instruction may change memory, or must keep its place among accesses to memory.
fn changes_memory(function: &MachineFunction, inst: Inst) -> bool {
    inst_facts::may_store(function, inst)
        || inst_facts::is_call(function, inst)
        || inst_facts::has_side_effects(function, inst)
        || inst_facts::may_load(function, inst)
            && inst_facts::has_ordered_memory_access(function, inst)
}

/// What became of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It is where it was.
    Stays,
    /// It is in the preheader.
    Moved,
    /// It is nowhere: another instruction computes the value.
    Gone,
}

struct Licm<'a> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    cfg: &'a MachineCfg,
    dominators: &'a MachineDominatorTree,
    loops: &'a MachineLoopInfo,
    reserved: &'a [bool],
    scratch: &'a mut Scratch,
    /// Whether what the first preheader of the nest computes itself is in the table.
    knows_preheader: bool,
    /// For the current block and this loop: whether each turn that leaves the loop has run the block.
    certain: Option<(MachineLoop, bool)>,
}

impl Licm<'_> {
    /// Forgets what was computed in front of other loops.
    fn begin_nest(&mut self) {
        self.scratch.values.clear();
        self.knows_preheader = false;
    }

    /// Moves what it can out of a loop. What stays may still move out of a loop inside.
    fn run_on_loop(&mut self, id: MachineLoop) {
        let Some(preheader) = self.loops.preheader(self.cfg, id) else {
            return;
        };
        self.scratch.pressure.begin_walk(self.function);
        self.pass_preheader(preheader);
        let mut blocks = std::mem::take(&mut self.scratch.blocks);
        blocks.push((self.loops.header(id), 0));
        // Definitions come before uses: dominators first.
        while let Some((block, depth)) = blocks.pop() {
            let innermost = self.loops.loop_of(block);
            let is_handler = |id: MachineLoop| self.function.blocks[self.loops.header(id)].eh_pad;
            if innermost.is_some_and(is_handler) || !self.loops.contains(id, block) {
                continue;
            }
            self.scratch.pressure.enter_block(depth);
            self.run_on_block(block, id, preheader);
            if self.function.blocks[block].succs.len() <= MAX_SUCCESSORS {
                let children = self.dominators.children(block).iter().rev();
                blocks.extend(children.map(|child| (*child, depth + 1)));
            }
        }
        self.scratch.blocks = blocks;
    }

    /// Counts the registers that are in use at the end of a preheader: of those before it too, as long as
    /// control comes from one block.
    fn pass_preheader(&mut self, preheader: Block) {
        let mut chain: SmallVec<[Block; 4]> = SmallVec::from_slice(&[preheader]);
        let mut at = preheader;
        while let [pred] = self.function.blocks[at].preds[..]
            && !chain.contains(&pred)
            && let Some(branch) = self.hooks.analyze_branch(self.function, at)
            && branch.condition.is_empty()
        {
            chain.push(pred);
            at = pred;
        }
        for block in chain.iter().rev() {
            for inst in self.function.block_insts(*block) {
                let pressure = &mut self.scratch.pressure;
                pressure.pass(self.function, inst, Unseen::LiveIn);
            }
        }
    }

    fn run_on_block(&mut self, block: Block, id: MachineLoop, preheader: Block) {
        self.certain = None;
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_inst(inst);
            if self.hoist(inst, id, preheader) != Outcome::Gone {
                let pressure = &mut self.scratch.pressure;
                pressure.pass(self.function, inst, Unseen::Counted);
            }
        }
    }

    /// Moves an instruction, or the load that is part of it, out of a loop.
    fn hoist(&mut self, inst: Inst, id: MachineLoop, preheader: Block) -> Outcome {
        let (mut inst, mut moved) = (inst, Outcome::Moved);
        if !self.is_invariant(inst, id) || !self.is_profitable(inst, id) {
            match self.split_off_load(inst, id) {
                Some(load) => (inst, moved) = (load, Outcome::Gone),
                None => return Outcome::Stays,
            }
        }
        if !self.knows_preheader {
            self.knows_preheader = true;
            for own in self.function.block_insts(preheader) {
                self.scratch.values.insert(self.function, own);
            }
        }
        if self.replace_by_duplicate(inst) {
            return Outcome::Gone;
        }
        let before = self.function.first_terminator(preheader);
        self.function
            .splice(inst, InsertPoint::new(preheader, before));
        self.function.set_debug_loc(inst, None.into());
        let cost = self.scratch.pressure.cost(self.function, inst);
        self.scratch.pressure.add_to_path(cost);
        for op in self.function.op_ids(inst) {
            let operand = self.function.op(op);
            if operand.is_def() && !operand.has(OperandFlags::DEAD) {
                let reg = operand.as_reg();
                self.function.clear_kill_flags(reg);
            }
        }
        self.scratch.values.insert(self.function, inst);
        moved
    }

    /// Splits the load off from an instruction that reads constant memory, if the load can move.
    fn split_off_load(&mut self, inst: Inst, id: MachineLoop) -> Option<Inst> {
        if self.function.desc(inst).has(InstrFlags::FOLDABLE_LOAD)
            || !inst_facts::is_invariant_load(self.function, inst)
        {
            return None;
        }
        let class = self.hooks.unfolded_load_class(self.function, inst)?;
        let reg = self.function.create_vreg(class);
        let [load, rest] = self.hooks.unfold_load(self.function, inst, reg)?;
        self.function.insert_before(inst, load);
        self.function.insert_before(inst, rest);
        if !self.is_invariant(load, id) || !self.is_profitable(load, id) {
            self.function.remove_inst(load);
            self.function.remove_inst(rest);
            return None;
        }
        let pressure = &mut self.scratch.pressure;
        pressure.pass(self.function, rest, Unseen::Counted);
        self.function.remove_inst(inst);
        Some(load)
    }

    /// An instruction of a preheader in front of `inst` that computes the same.
    fn duplicate(&self, inst: Inst) -> Option<Inst> {
        let function = &*self.function;
        if function.opcode(inst) == op::IMPLICIT_DEF
            || inst_facts::may_load(function, inst)
                && !inst_facts::is_invariant_load(function, inst)
        {
            return None;
        }
        let block = function.inst_block(inst)?;
        self.scratch.values.find(function, inst, |other| {
            let at = function.inst_block(other);
            at.is_some_and(|at| at != block && self.dominators.dominates(at, block))
        })
    }

    /// Makes users of what `inst` defines use what is computed in a preheader already.
    fn replace_by_duplicate(&mut self, inst: Inst) -> bool {
        self.duplicate(inst).is_some_and(|other| {
            replace_by(self.function, inst, other, &mut self.scratch.replacing)
        })
    }
}

impl Licm<'_> {
    /// Whether a physical register reads the same everywhere.
    fn is_constant_reg(&mut self, reg: PhysReg) -> bool {
        if let Some(known) = self.scratch.constant_regs[reg.index()] {
            return known;
        }
        let is_constant = inst_facts::is_constant_phys_reg(self.function, self.reserved, reg);
        self.scratch.constant_regs[reg.index()] = Some(is_constant);
        is_constant
    }
}
