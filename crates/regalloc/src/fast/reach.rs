//! Whether a value may reach other blocks, from a few of its operands only.

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, VReg};
use cranelift_entity::{EntitySet, SecondaryMap};

/// How many definitions, or uses, are looked at before a value is taken to cross blocks.
const LIMIT: usize = 8;

/// What is known about values that cross blocks, and facts about the current block.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// Registers that are live across blocks, or taken to be.
    crossing: EntitySet<VReg>,
    has_preds: bool,
    has_succs: bool,
    /// Whether the block is its own successor.
    is_loop: bool,
    /// Numbers of instructions in code order, if `is_numbered`.
    positions: SecondaryMap<Inst, u32>,
    is_numbered: bool,
}

impl Reach {
    /// Begins a function: no register is known to cross blocks.
    pub fn begin_function(&mut self) {
        self.crossing.clear();
    }

    /// Begins a block.
    pub fn begin_block(&mut self, function: &MachineFunction, block: Block) {
        let data = &function.blocks[block];
        self.has_preds = !data.preds.is_empty();
        self.has_succs = !data.succs.is_empty();
        self.is_loop = data.succs.contains(&block);
        self.is_numbered = false;
    }

    /// Whether `reg` may be live out of `block`, the current block. Operands below the current point already have
    /// physical registers: the chain has none of them.
    pub fn may_live_out(&mut self, function: &MachineFunction, block: Block, reg: VReg) -> bool {
        if self.crossing.contains(reg) {
            return self.has_succs;
        }
        let mut first_def = None;
        if self.is_loop {
            self.number(function, block);
            first_def = self.first_def(function, block, reg);
            if first_def.is_none() {
                self.crossing.insert(reg);
                return true;
            }
        }
        let (mut seen, mut last) = (0, None);
        for op in function.uses(reg) {
            let inst = function.op_inst(op);
            if function.op(op).has(OperandFlags::DEBUG) || last == Some(inst) {
                continue;
            }
            last = Some(inst);
            seen += 1;
            if function.inst_block(inst) != Some(block) || seen >= LIMIT {
                self.crossing.insert(reg);
                return self.has_succs;
            }
            // In a loop of one block, a use that is not below the definition reads what the round before left.
            if first_def.is_some_and(|def| self.positions[inst] <= self.positions[def]) {
                self.crossing.insert(reg);
                return true;
            }
        }
        if self.is_defined_elsewhere_too(function, block, reg) {
            self.crossing.insert(reg);
            return self.has_succs;
        }
        false
    }

    /// Whether `reg` is defined in `block` and in another one: what is defined here may be read at its top after a way
    /// through others, which may come later. llc takes such a value for dead. True where there are too many to look at.
    fn is_defined_elsewhere_too(
        &self,
        function: &MachineFunction,
        block: Block,
        reg: VReg,
    ) -> bool {
        let (mut is_here, mut is_elsewhere) = (false, false);
        for (count, op) in function.defs(reg).enumerate() {
            if count == LIMIT {
                return true;
            }
            let is_in_block = function.inst_block(function.op_inst(op)) == Some(block);
            is_here |= is_in_block;
            is_elsewhere |= !is_in_block;
        }
        is_here && is_elsewhere
    }

    /// Whether `reg`, which is read in `block`, may be live into it.
    pub fn may_live_in(&mut self, function: &MachineFunction, block: Block, reg: VReg) -> bool {
        if self.crossing.contains(reg) {
            return self.has_preds;
        }
        let (mut seen, mut last) = (0, None);
        for op in function.defs(reg) {
            let inst = function.op_inst(op);
            if last.replace(inst) == Some(inst) {
                continue;
            }
            seen += 1;
            if function.inst_block(inst) != Some(block) || seen >= LIMIT {
                self.crossing.insert(reg);
                return self.has_preds;
            }
        }
        false
    }

    /// The first definition of `reg` in `block`; `None` if there is none, or one in another block.
    fn first_def(&self, function: &MachineFunction, block: Block, reg: VReg) -> Option<Inst> {
        let mut first: Option<Inst> = None;
        for op in function.defs(reg) {
            let inst = function.op_inst(op);
            if function.inst_block(inst) != Some(block) {
                return None;
            }
            if first.is_none_or(|first| self.positions[inst] < self.positions[first]) {
                first = Some(inst);
            }
        }
        first
    }

    /// Numbers the instructions of the block, once. Those that come later have no virtual registers.
    fn number(&mut self, function: &MachineFunction, block: Block) {
        if std::mem::replace(&mut self.is_numbered, true) {
            return;
        }
        self.positions.resize(function.insts.len());
        for (position, inst) in function.block_insts(block).enumerate() {
            self.positions[inst] = position as u32;
        }
    }
}
