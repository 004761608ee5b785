//! Hoists in machine SSA.
//!
//! What can be computed again for free is always hoisted, since the allocator puts it back where registers are short.
//! Everything else is hoisted if registers seem to be available ([`super::pressure`]). Equal values that have already been
//! hoisted are computed once.

use avarice_ir::Module;
use avarice_mir::{
    Block, BlockFrequencies, InsertPoint, Inst, MachineFunction, MachineLoop, OperandFlags, Reg,
    TargetHooks, VReg, inst_facts,
};
use avarice_target::{InstrFlags, op};
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

use super::legal::Nest;
use super::pressure::{Pressure, Unseen};
use super::{outermost, preheader};
use crate::pass::MachineUnit;
use crate::value_table::{ValueTable, replace_by};

/// A block with more successors than this is a large switch: what its cases compute stays there.
const MAX_SUCCESSORS: usize = 24;

/// By profiles, code does not move to blocks that run more often than this many times.
const MAX_HOTNESS: f64 = 100.0;

/// Scratch memory.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) pressure: Pressure,
    /// What was computed in preheaders.
    values: ValueTable,
    /// Registers of what was computed in preheaders that have taken the place of others.
    replacing: EntitySet<VReg>,
    /// Blocks to visit, and the block before each in the dominator tree.
    work: Vec<(Block, Option<Block>)>,
    /// Blocks of the loop, dominators first, with the same.
    walk: Vec<(Block, Option<Block>)>,
    /// By block: how many blocks that it directly dominates are not done, and the block that dominates it.
    open: SecondaryMap<Block, Open>,
    pub(super) insts: Vec<Inst>,
}

/// How many blocks that a block directly dominates are not done.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    children: usize,
    parent: Option<Block>,
}

/// Whether hoisting looks at how often blocks run: where a profile says so.
pub(super) fn uses_profile(unit: &MachineUnit<'_>) -> bool {
    let module: &Module = unit.module;
    let function = unit.function.ir_function;
    function.is_some_and(|function| module.entry_count(function).is_some())
}

/// Hoists out of the outermost loops, or out of loops inside.
pub(super) fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    nest: Nest<'_>,
    frequencies: Option<&BlockFrequencies>,
    scratch: &mut Scratch,
) {
    scratch.pressure.begin_function(function);
    scratch.replacing.clear();
    let loops = nest.loops;
    let mut pass = Licm {
        function,
        hooks,
        nest,
        frequencies,
        scratch,
        knows_preheader: false,
    };
    for id in outermost(loops) {
        pass.run_on_loop(id);
    }
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

pub(super) struct Licm<'a> {
    pub(super) function: &'a mut MachineFunction,
    pub(super) hooks: &'a dyn TargetHooks,
    pub(super) nest: Nest<'a>,
    frequencies: Option<&'a BlockFrequencies>,
    pub(super) scratch: &'a mut Scratch,
    /// Whether what the first preheader of the nest computes itself is in the table.
    knows_preheader: bool,
}

impl Licm<'_> {
    /// Moves what it can out of an outermost loop, or at least out of loops inside.
    fn run_on_loop(&mut self, id: MachineLoop) {
        self.scratch.values.clear();
        self.knows_preheader = false;
        let (loops, cfg) = (self.nest.loops, self.nest.cfg);
        let Some(preheader) = preheader(self.function, loops, cfg, id) else {
            return;
        };
        self.order_blocks(id);
        self.scratch.pressure.begin_walk(self.function);
        self.pass_preheader(preheader);
        let walk = std::mem::take(&mut self.scratch.walk);
        for (block, _) in &walk {
            self.scratch.pressure.enter_block();
            self.run_on_block(*block, id, preheader);
            self.leave_blocks(*block);
        }
        self.scratch.walk = walk;
    }

    /// Collects the blocks of a loop, dominators first: so definitions come before uses.
    fn order_blocks(&mut self, id: MachineLoop) {
        let (loops, dominators) = (self.nest.loops, self.nest.dominators);
        self.scratch.walk.clear();
        self.scratch.work.clear();
        self.scratch.work.push((loops.header(id), None));
        while let Some((block, parent)) = self.scratch.work.pop() {
            let innermost = loops.loop_of(block);
            let is_handler = |id: MachineLoop| self.function.blocks[loops.header(id)].eh_pad;
            if innermost.is_some_and(is_handler) || !loops.contains(id, block) {
                continue;
            }
            self.scratch.walk.push((block, parent));
            let mut children = dominators.children(block);
            if self.function.blocks[block].succs.len() > MAX_SUCCESSORS {
                children = &[];
            }
            self.scratch.open[block] = Open {
                children: children.len(),
                parent,
            };
            let children = children.iter().rev();
            self.scratch
                .work
                .extend(children.map(|child| (*child, Some(block))));
        }
    }

    /// Ends a block, and those that dominate it and have nothing else to dominate. As in llc, a block that dominates one
    /// outside the loop never ends.
    fn leave_blocks(&mut self, block: Block) {
        let mut current = block;
        while self.scratch.open[current].children == 0 {
            self.scratch.pressure.leave_block();
            let Some(parent) = self.scratch.open[current].parent else {
                return;
            };
            self.scratch.open[parent].children -= 1;
            current = parent;
        }
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

    fn run_on_block(&mut self, block: Block, id: MachineLoop, to: Block) {
        self.nest.certain = None;
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_bundle(inst);
            let mut outcome = self.hoist(inst, id, to);
            if outcome == Outcome::Stays {
                outcome = self.hoist_out_of_inner(inst, block, id);
            }
            if outcome != Outcome::Gone {
                let pressure = &mut self.scratch.pressure;
                pressure.pass(self.function, inst, Unseen::Counted);
            }
        }
    }

    /// Moves an instruction that cannot leave loop `id` out of the outermost loop inside that it can leave.
    fn hoist_out_of_inner(&mut self, inst: Inst, block: Block, id: MachineLoop) -> Outcome {
        let (loops, cfg) = (self.nest.loops, self.nest.cfg);
        let around = std::iter::successors(loops.loop_of(block), |id| loops.parent(*id));
        let inner: SmallVec<[MachineLoop; 4]> = around.take_while(|inner| *inner != id).collect();
        for inner in inner.into_iter().rev() {
            if let Some(to) = preheader(self.function, loops, cfg, inner) {
                let outcome = self.hoist(inst, inner, to);
                if outcome != Outcome::Stays {
                    return outcome;
                }
            }
        }
        Outcome::Stays
    }

    /// Moves an instruction, or the load that is part of it, out of a loop.
    fn hoist(&mut self, inst: Inst, id: MachineLoop, preheader: Block) -> Outcome {
        if self.is_too_hot(inst, preheader) {
            return Outcome::Stays;
        }
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
        self.scratch.pressure.find_cost(self.function, inst);
        self.scratch.pressure.add_to_path();
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

    /// Whether a profile says that `to` runs far more often than the block of an instruction.
    fn is_too_hot(&self, inst: Inst, to: Block) -> bool {
        let (Some(frequencies), Some(from)) = (self.frequencies, self.function.inst_block(inst))
        else {
            return false;
        };
        let (from, to) = (frequencies.frequency(from), frequencies.frequency(to));
        from == 0 || to as f64 / from as f64 > MAX_HOTNESS
    }

    /// Whether an instruction computes the same in each turn of a loop, and may do so in front of it.
    fn is_invariant(&mut self, inst: Inst, id: MachineLoop) -> bool {
        self.nest.is_candidate(self.function, inst, id)
            && self
                .nest
                .has_invariant_operands(self.function, inst, id, Reg::NONE)
    }

    /// Splits the load off from an instruction that reads constant memory, if the load can move.
    fn split_off_load(&mut self, inst: Inst, id: MachineLoop) -> Option<Inst> {
        if self.function.desc(inst).has(InstrFlags::FOLDABLE_LOAD)
            || !is_invariant_load(self.function, inst)
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
    pub(super) fn duplicate(&self, inst: Inst) -> Option<Inst> {
        let function = &*self.function;
        if function.opcode(inst) == op::IMPLICIT_DEF
            || inst_facts::may_load(function, inst) && !is_invariant_load(function, inst)
        {
            return None;
        }
        let block = function.inst_block(inst)?;
        self.scratch.values.find_oldest(function, inst, |other| {
            let at = function.inst_block(other);
            at.is_some_and(|at| at != block && self.nest.dominators.dominates(at, block))
        })
    }

    /// Makes users of what `inst` defines use what is computed in a preheader already.
    fn replace_by_duplicate(&mut self, inst: Inst) -> bool {
        self.duplicate(inst).is_some_and(|other| {
            replace_by(self.function, inst, other, &mut self.scratch.replacing)
        })
    }
}

/// Whether an instruction loads from memory that is always there and never changes.
pub(super) fn is_invariant_load(function: &MachineFunction, inst: Inst) -> bool {
    inst_facts::may_load(function, inst) && inst_facts::is_invariant_load(function, inst)
}
