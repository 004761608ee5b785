//! Splits critical edges.
//!
//! ```text
//!   bb.0 ──┬──▶ bb.2        bb.0 ──┬──▶ bb.3 ──▶ bb.2
//!          └──▶ …                  └──▶ …
//! ```

use avarice_ir::{DebugInfo, MetadataId, Module};
use avarice_mir::{
    Block, BlockData, Inst, JumpTableIndex, MachineFunction, OperandFlags, TargetHooks, VReg,
};
use avarice_target::{InstrFlags, PhysReg, op};
use smallvec::SmallVec;

use crate::locations::{Location, merged_location};
use crate::terminators;
use avarice_liveness::LiveVariables;
use avarice_mir::inst_flags::add_killed;

/// An edge of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Where it begins.
    pub from: Block,
    /// Where it leads.
    pub to: Block,
}

/// What is known of branches that leave a block, so that one of its edges can be split.
#[derive(Clone, Copy)]
enum Leaving {
    /// They are branches that the target understands.
    Branches,
    /// They go through a jump table.
    Table(JumpTableIndex),
}

/// Splits edges of a function.
#[derive(Clone, Copy)]
pub struct EdgeSplitter<'a> {
    /// The target's.
    pub hooks: &'a dyn TargetHooks,
    /// The module of the function; without one, instructions have no debug locations.
    pub module: Option<&'a Module>,
}

impl EdgeSplitter<'_> {
    /// Inserts a block on an edge, right after where it begins in the layout. Returns it, or `None` if the edge cannot be
    /// split: landing pads, targets of inline assembly, and branches that are not understood.
    pub fn split(self, function: &mut MachineFunction, edge: Edge) -> Option<Block> {
        let leaving = can_split(function, self.hooks, edge)?;
        Some(self.insert(function, edge, leaving))
    }

    /// The same, keeping live variables right; `live_in` are the registers live into the end of the edge.
    pub fn split_critical(
        self,
        function: &mut MachineFunction,
        live_variables: &mut LiveVariables,
        live_in: &[VReg],
        edge: Edge,
    ) -> Option<Block> {
        let leaving = can_split(function, self.hooks, edge)?;
        let killed = remove_terminator_kills(function, live_variables, edge.from);
        let new = self.insert(function, edge, leaving);
        restore_kills(function, live_variables, edge.from, killed);
        update_live_variables(function, live_variables, live_in, new, edge.to);
        Some(new)
    }

    fn insert(
        self,
        function: &mut MachineFunction,
        Edge { from, to }: Edge,
        leaving: Leaving,
    ) -> Block {
        let mut fallthrough = function.layout_successor(from);
        let comes_before = fallthrough == Some(to);
        let new = function.create_block();
        function.blocks[new].call_frame_size = function.blocks[to].call_frame_size;
        function.insert_block_after(from, new);
        retarget_branches(function, from, to, new);
        if comes_before {
            fallthrough = Some(new);
        }
        match leaving {
            Leaving::Table(table) => {
                let entries = function.jump_tables[table].iter_mut();
                entries
                    .filter(|entry| **entry == to)
                    .for_each(|entry| *entry = new);
            }
            Leaving::Branches => update_terminator(function, self.hooks, from, fallthrough),
        }
        function.add_edge(new, to, Some(avarice_mir::BranchProbability::ONE));
        if !comes_before {
            let location = self.jump_location(function, from);
            let jump = terminators::jump(Some(to));
            terminators::insert_branch(function, self.hooks, new, &jump, location);
        }
        function.replace_phi_source(to, from, new);
        let live_ins = function.blocks[to].live_ins.clone();
        function.blocks[new].live_ins = live_ins;
        new
    }

    /// The debug location of the jump out of the new block: what those of the branches of `from` have in common, unless
    /// that is no line.
    fn jump_location(self, function: &mut MachineFunction, from: Block) -> Location {
        let Some(module) = self.module else {
            return None.into();
        };
        let mut common = terminators::branch_location(function, from);
        let mut cursor = function.blocks[from].last.expand();
        while let Some(inst) = cursor.filter(|inst| function.is_terminator(*inst)) {
            if function.desc(inst).has(InstrFlags::BRANCH) {
                let own = function.debug_loc(inst);
                common = merged_location(function, module, common, own);
            }
            cursor = function.prev_inst(inst);
        }
        let has_place = |id: &MetadataId| {
            let view = DebugInfo::of(module)?.with_own(&function.own_locations);
            let location = view.location(*id)?;
            Some(location.line != 0 || location.column != 0)
        };
        let common = common.expand();
        common.filter(|id| has_place(id) == Some(true)).into()
    }
}

/// How control leaves the begin of an edge, if the edge can be split.
fn can_split(function: &MachineFunction, hooks: &dyn TargetHooks, edge: Edge) -> Option<Leaving> {
    let data: &BlockData = &function.blocks[edge.to];
    if data.eh_pad || data.inline_asm_br_target {
        return None;
    }
    if let Some(table) = only_jump_table(function, hooks, edge.from) {
        return Some(Leaving::Table(table));
    }
    let analysis = hooks.analyze_branch(function, edge.from)?;
    let is_double = analysis.taken.is_some() && analysis.taken == analysis.otherwise;
    (!is_double).then_some(Leaving::Branches)
}

/// The jump table that the branch of `block` goes through, if no other block uses it.
fn only_jump_table(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
) -> Option<JumpTableIndex> {
    let table = |block: Block| {
        let first = function.first_terminator(block)?;
        hooks.jump_table_index(function, first)
    };
    let own = table(block)?;
    let mut others = function.layout.iter().filter(|other| **other != block);
    (!others.any(|other| table(*other) == Some(own))).then_some(own)
}

/// A register whose kill mark was taken from a terminator.
#[derive(Clone, Copy)]
enum Killed {
    Virtual(VReg),
    Physical(PhysReg),
}

fn remove_terminator_kills(
    function: &mut MachineFunction,
    live_variables: &mut LiveVariables,
    block: Block,
) -> SmallVec<[Killed; 4]> {
    let mut killed = SmallVec::new();
    let mut cursor = function.first_terminator(block);
    while let Some(inst) = cursor {
        for op in function.op_ids(inst) {
            let operand = *function.op(op);
            if !operand.is_use()
                || !operand.has(OperandFlags::KILL)
                || operand.has(OperandFlags::UNDEF)
            {
                continue;
            }
            match (
                operand.as_reg().as_virtual(),
                operand.as_reg().as_physical(),
            ) {
                (Some(reg), _) if live_variables.var_mut(reg).remove_kill(inst) => {
                    killed.push(Killed::Virtual(reg));
                }
                (_, Some(reg)) => killed.push(Killed::Physical(reg)),
                _ => continue,
            }
            function.op_mut(op).set(OperandFlags::KILL, false);
        }
        cursor = function.next_inst(inst);
    }
    killed
}

/// Sets the kill marks again, on the last reader in the block.
fn restore_kills(
    function: &mut MachineFunction,
    live_variables: &mut LiveVariables,
    block: Block,
    mut killed: SmallVec<[Killed; 4]>,
) {
    while let Some(reg) = killed.pop() {
        let plain = match reg {
            Killed::Virtual(reg) => reg.into(),
            Killed::Physical(reg) => reg.into(),
        };
        let mut cursor = function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            if add_killed(function, inst, plain, false) {
                if let Killed::Virtual(reg) = reg {
                    live_variables.var_mut(reg).kills.push(inst);
                }
                break;
            }
            cursor = function.prev_inst(inst);
        }
    }
}

/// Makes the terminators of `from` that go to `old` go to `new`, and the edge with them.
pub fn retarget_branches(function: &mut MachineFunction, from: Block, old: Block, new: Block) {
    let mut cursor = function.blocks[from].last.expand();
    while let Some(inst) = cursor.filter(|inst| function.is_terminator(*inst)) {
        for op in function.op_ids(inst) {
            if function.op(op).as_block() == Some(old) {
                function.op_mut(op).set_block(new);
            }
        }
        cursor = function.prev_inst(inst);
    }
    function.replace_successor(from, old, new);
}

/// Makes the branches of `block` right again after the layout changed: `fallthrough` is where control
/// went by falling through.
pub fn update_terminator(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    fallthrough: Option<Block>,
) {
    let next = function.layout_successor(block);
    terminators::update(function, hooks, block, fallthrough, next);
}

/// What is live into `to` (but for its PHIs' results), and what its PHIs read from `new`, is live through
/// `new`.
fn update_live_variables(
    function: &MachineFunction,
    live_variables: &mut LiveVariables,
    live_in: &[VReg],
    new: Block,
    to: Block,
) {
    let phis: SmallVec<[Inst; 8]> = function
        .block_insts(to)
        .take_while(|inst| function.opcode(*inst) == op::PHI)
        .collect();
    for reg in live_in {
        live_variables.var_mut(*reg).alive_blocks.insert(new);
    }
    for phi in phis {
        for pair in function.operands(phi)[1..].chunks_exact(2) {
            if let (Some(reg), Some(pred)) = (pair[0].as_reg().as_virtual(), pair[1].as_block())
                && pred == new
                && pair[0].reads_reg()
            {
                live_variables.var_mut(reg).alive_blocks.insert(new);
            }
        }
    }
}
