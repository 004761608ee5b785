//! Where an instruction can move, and whether that is worth it.

use avarice_mir::{Block, Inst, MachineDominatorTree, MachineFunction, VReg};
use avarice_target::op;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::Sinking;

/// A block that an instruction can move to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) block: Block,
    /// Whether only PHIs of the block use what the instruction defines, for the edge from its own block.
    pub(super) only_phis: bool,
}

/// Blocks below others in the order in which they are tried, for the block that is visited.
#[derive(Debug, Default)]
pub(super) struct Successors {
    /// One list after the other.
    blocks: Vec<Block>,
    /// By block: where its list is, if there is one.
    ranges: SecondaryMap<Block, Option<(u32, u32)>>,
    /// Blocks that have lists.
    listed: Vec<Block>,
}

impl Successors {
    pub(super) fn clear(&mut self) {
        for block in self.listed.drain(..) {
            self.ranges[block] = None;
        }
        self.blocks.clear();
    }
}

/// Where a register is used.
struct Uses {
    /// An instruction of the block that defines it uses it, other than a PHI of a loop.
    is_local: bool,
    /// The first and the last block that use it, in preorder of the dominator tree.
    span: Option<(u32, u32)>,
    /// The block all of whose users are PHIs, for the edge from the block of the definition.
    only_phis_of: Option<Block>,
}

impl Uses {
    fn of(
        function: &MachineFunction,
        dominators: &MachineDominatorTree,
        reg: VReg,
        def_block: Block,
    ) -> Self {
        let mut uses = Self {
            is_local: false,
            span: None,
            only_phis_of: None,
        };
        let mut are_phis_of_one = true;
        for op in function.non_debug_uses(reg) {
            let inst = function.op_inst(op);
            let Some(block) = function.inst_block(inst) else {
                continue;
            };
            let mut from = block;
            if function.opcode(inst) == op::PHI {
                let source = function.operands(inst).get(function.op_index(op) + 1);
                from = source.and_then(|source| source.as_block()).unwrap_or(block);
                let is_same = uses.only_phis_of.is_none_or(|other| other == block);
                are_phis_of_one &= from == def_block && is_same;
                uses.only_phis_of = Some(block);
            } else if block == def_block {
                uses.is_local = true;
                return Self {
                    only_phis_of: None,
                    ..uses
                };
            } else {
                are_phis_of_one = false;
            }
            if let Some(range) = dominators.preorder_range(from) {
                let (first, last) = uses.span.unwrap_or((range.start, range.start));
                uses.span = Some((first.min(range.start), last.max(range.start)));
            }
        }
        if !are_phis_of_one {
            uses.only_phis_of = None;
        }
        uses
    }

    /// `block` as a place for the definition, if it dominates all uses.
    fn dominated_by(&self, dominators: &MachineDominatorTree, block: Block) -> Option<Place> {
        let only_phis = self.only_phis_of == Some(block);
        let place = Place { block, only_phis };
        if only_phis {
            return Some(place);
        }
        let range = dominators.preorder_range(block)?;
        let is_inside = self
            .span
            .is_none_or(|(first, last)| range.contains(&first) && range.contains(&last));
        (!self.is_local && is_inside).then_some(place)
    }
}

impl Sinking<'_, '_> {
    /// The block that `inst` should move to from `block`.
    pub(super) fn find_place(&mut self, inst: Inst, block: Block) -> Option<Place> {
        if !self.reads_and_writes_nothing_fixed(inst) {
            return None;
        }
        let function = &self.unit.function;
        let defs = function.operands(inst).iter().filter(|o| o.is_def());
        let defs: SmallVec<[VReg; 2]> = defs.filter_map(|o| o.as_reg().as_virtual()).collect();
        let is_free = |reg: &VReg| self.unit.target.can_sink_class(function.class(*reg));
        if !defs.iter().all(is_free) {
            return None;
        }
        let place = self.next_place(&defs, block, block)?;
        self.is_worth(inst, &defs, block, place.block)
            .then_some(place)
    }

    /// The first block below `block` that dominates all uses of `defs`, which an instruction of `parent` defines.
    fn next_place(&mut self, defs: &[VReg], parent: Block, block: Block) -> Option<Place> {
        let function = &self.unit.function;
        let dominators = &self.unit.analyses.dominators;
        let (first, others) = defs.split_first()?;
        let uses = Uses::of(function, dominators, *first, block);
        if uses.is_local {
            return None;
        }
        let (start, end) = self.list_successors(parent, block);
        let dominators = &self.unit.analyses.dominators;
        let mut below = self.scratch.successors.blocks[start as usize..end as usize].iter();
        let mut place = below.find_map(|to| uses.dominated_by(dominators, *to))?;
        for reg in others {
            let uses = Uses::of(&self.unit.function, dominators, *reg, block);
            place.only_phis |= uses.dominated_by(dominators, place.block)?.only_phis;
        }
        let data = &self.unit.function.blocks[place.block];
        let is_fixed = data.eh_pad || data.inline_asm_br_target;
        (place.block != block && !is_fixed).then_some(place)
    }

    /// Lists the blocks below `block`, those first that seldom run: successors, and for the block that is visited those that
    /// it dominates immediately as well.
    fn list_successors(&mut self, parent: Block, block: Block) -> (u32, u32) {
        let successors = &mut self.scratch.successors;
        if let Some(range) = successors.ranges[block] {
            return range;
        }
        let start = successors.blocks.len();
        let succs = &self.unit.function.blocks[block].succs;
        successors.blocks.extend_from_slice(succs);
        if block == parent {
            let below = self.unit.analyses.dominators.children(block).iter();
            let others = below.filter(|child| !succs.contains(child));
            successors.blocks.extend(others);
        }
        let frequencies = &self.unit.analyses.frequencies;
        let key = |block: &Block| {
            let frequency = match self.options.uses_frequencies {
                true => frequencies.frequency(*block),
                false => 0,
            };
            let depth = match frequency {
                0 => self.scratch.cycles.depth(*block),
                _ => 0,
            };
            (frequency, depth)
        };
        successors.blocks[start..].sort_by_key(key);
        let range = (start as u32, successors.blocks.len() as u32);
        successors.ranges[block] = Some(range);
        successors.listed.push(block);
        range
    }

    /// Whether it is worth moving `inst` from `block` to `to`. If all paths lead to `to`, that depends on whether it would
    /// move on from there.
    fn is_worth(&mut self, inst: Inst, defs: &[VReg], block: Block, to: Block) -> bool {
        let parent = block;
        let mut steps: SmallVec<[(Block, Block); 4]> = SmallVec::new();
        let (mut from, mut to) = (block, to);
        let mut is_worth = loop {
            let cycles = &self.scratch.cycles;
            if !self.scratch.post_dominators.postdominates(to, from)
                || cycles.depth(from) > cycles.depth(to)
                || !self.is_read_in(defs[0], to)
            {
                break true;
            }
            steps.push((from, to));
            match self.next_place(defs, parent, to) {
                Some(next) if steps.len() <= self.unit.function.layout.len() => {
                    (from, to) = (to, next.block);
                }
                _ => break false,
            }
        };
        while let Some((from, to)) = steps.pop().filter(|_| !is_worth) {
            is_worth = self.shortens_live_ranges(inst, from, to);
        }
        is_worth
    }

    /// Whether an instruction of `block` other than a PHI uses a register.
    fn is_read_in(&self, reg: VReg, block: Block) -> bool {
        let function = &self.unit.function;
        let mut users = function.non_debug_users(reg);
        users.any(|user| {
            function.inst_block(user) == Some(block) && function.opcode(user) != op::PHI
        })
    }

    /// In a cycle: whether registers are in use for less time if `inst` moves from `block` to `to`, and no others so much
    /// longer that they do not suffice.
    fn shortens_live_ranges(&mut self, inst: Inst, block: Block, to: Block) -> bool {
        let Some(cycle) = self.scratch.cycles.cycle_of(block) else {
            return false;
        };
        for at in 0..self.unit.function.num_operands(inst) {
            let function = &self.unit.function;
            let operand = function.operand(inst, at);
            let Some(reg) = operand.as_reg().as_virtual() else {
                continue;
            };
            if operand.is_def() {
                let dominators = &self.unit.analyses.dominators;
                let uses = Uses::of(function, dominators, reg, block);
                if uses.dominated_by(dominators, to).is_none() {
                    return false;
                }
                continue;
            }
            let Some(def) = function.unique_def(reg) else {
                continue;
            };
            let cycles = &self.scratch.cycles;
            let def_block = function.inst_block(def);
            let is_in_cycle = def_block.and_then(|block| cycles.cycle_of(block)) == Some(cycle);
            // A PHI of the header brings a value from outside.
            let comes_from_outside = function.opcode(def) == op::PHI
                && cycles.is_reducible(cycle)
                && def_block == Some(cycles.header(cycle));
            if !is_in_cycle || comes_from_outside {
                continue;
            }
            let class = function.class(reg);
            if self.exceeds_pressure(to, class, 1) {
                return false;
            }
        }
        true
    }
}
