//! The numbers of virtual registers after selection: those that llc assigns.
//!
//! Numbers break ties in coalescing and allocation and name every line of a debug log, so they are part
//! of the behaviour that we share with llc. Selection visits blocks bottom up and creates registers as
//! needed; llc numbers them in this order:
//!
//! ```text
//!   1. values used outside of their block, and phis, in layout order     %0 = %call   %1 = %phi
//!   2. arguments that arrive in registers, used or not                   %2 = %a      %3 = %b
//!   3. block by block in reverse postorder
//!        constants that phis of the successors receive                   %4 = 5
//!        definitions in order                                            %5 = COPY $eax   (%call)
//! ```
//!
//! A copy out of a physical register is a definition of its own in (3), whatever was reserved for its
//! value in (1). A register that llc reserves and does not use in the end is a number that no operand
//! names.

use std::ops::Range;

use avarice_ir::{Inst as IrInst, InstKind, Value};
use avarice_mir::{Block, Inst, Reg, VReg};
use avarice_target::op;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::function::FunctionLowering;
use crate::parts::Parts;

/// Numbers in the making; memory that is kept from function to function.
#[derive(Default)]
pub(crate) struct Numbering {
    /// The registers of arguments that arrive in registers, in order.
    pub arguments: Vec<Reg>,
    /// The register that gets each number, by its number so far.
    order: Vec<VReg>,
    /// The number of each register that has one.
    numbers: SecondaryMap<VReg, PackedOption<VReg>>,
}

impl Numbering {
    pub fn clear(&mut self) {
        self.arguments.clear();
        self.order.clear();
        self.numbers.clear();
    }

    /// Gives `reg` the next number, unless it has one.
    fn add(&mut self, reg: VReg) {
        if self.numbers[reg].is_none() {
            self.numbers[reg] = VReg::from_u32(self.order.len() as u32).into();
            self.order.push(reg);
        }
    }

    /// Takes the number of `reg` away; `filler` has it now.
    fn replace(&mut self, reg: VReg, filler: VReg) {
        if let Some(number) = self.numbers[reg].take() {
            self.order[number.as_u32() as usize] = filler;
            self.numbers[filler] = number.into();
        }
    }
}

impl FunctionLowering<'_> {
    /// Notes the register of an argument that arrives in a register; the next in order.
    pub fn note_argument(&mut self, reg: Reg) {
        self.scratch.numbering.arguments.push(reg);
    }

    /// Puts the predecessors of each machine block in the order in which llc finds them: reverse postorder.
    ///
    /// # Requires
    /// Blocks have the numbers of their places.
    pub(crate) fn order_predecessors(&mut self) {
        for block in self.mf.blocks.values_mut() {
            block.preds.clear();
        }
        for index in (0..self.scratch.cfg.postorder().len()).rev() {
            let block = self.scratch.cfg.postorder()[index];
            for at in self.machine_blocks(block) {
                self.add_to_successors(self.mf.layout[at]);
            }
        }
        for at in self.blocks_at_the_end() {
            self.add_to_successors(self.mf.layout[at]);
        }
    }

    fn add_to_successors(&mut self, from: Block) {
        for index in 0..self.mf.blocks[from].succs.len() {
            let to = self.mf.blocks[from].succs[index];
            self.mf.blocks[to].preds.push(from);
        }
    }

    /// The places in the layout of the machine blocks that come after those of all IR blocks.
    fn blocks_at_the_end(&self) -> Range<usize> {
        let is_reachable = |block: &&avarice_ir::Block| self.scratch.cfg.is_reachable(**block);
        let last = self.function.layout.iter().rev().find(is_reachable);
        last.map_or(0, |last| self.machine_blocks(*last).end)..self.mf.layout.len()
    }

    /// The places in the layout of the machine blocks that an IR block became.
    pub(crate) fn machine_blocks(&self, block: avarice_ir::Block) -> Range<usize> {
        let first = self.mf.blocks[self.block_of(block)].number as usize;
        let rest = self.mf.layout[first..].iter();
        let count = rest.take_while(|b| self.mf.blocks[**b].ir_block.expand() == Some(block));
        first..first + count.count()
    }

    /// Gives the virtual registers their final numbers.
    ///
    /// # Requires
    /// All blocks are selected and have the numbers of their places; phis are not there yet, and what they
    /// receive is in the order of blocks visited.
    pub(crate) fn number_registers(&mut self) {
        let mut numbering = std::mem::take(&mut self.scratch.numbering);
        self.number_values_between_blocks(&mut numbering);
        let between_blocks = numbering.order.len();
        for index in 0..numbering.arguments.len() {
            if let Some(reg) = numbering.arguments[index].as_virtual() {
                numbering.add(reg);
            }
        }
        let mut rest = self.scratch.incoming.len();
        for index in (0..self.scratch.cfg.postorder().len()).rev() {
            let block = self.scratch.cfg.postorder()[index];
            rest = self.number_phi_constants(&mut numbering, block, rest);
            for at in self.machine_blocks(block) {
                self.number_definitions(&mut numbering, self.mf.layout[at], between_blocks);
            }
        }
        for at in self.blocks_at_the_end() {
            self.number_definitions(&mut numbering, self.mf.layout[at], between_blocks);
        }
        self.mf
            .renumber_vregs(&mut numbering.order, &mut numbering.numbers);
        let renumbered = |reg: Reg| match reg.as_virtual() {
            Some(old) => numbering.numbers[old].expand().map_or(reg, Reg::virt),
            None => reg,
        };
        self.scratch.renumber(renumbered);
        self.scratch.numbering = numbering;
    }

    fn number_values_between_blocks(&mut self, numbering: &mut Numbering) {
        let function = self.function;
        for block in &function.layout {
            if !self.is_reachable(*block) {
                continue;
            }
            for inst in function.block_insts(*block) {
                let Some(value) = function.insts[inst].result.expand() else {
                    continue;
                };
                if self.frame_value(value).is_some() || !self.is_used_elsewhere(inst, value) {
                    continue;
                }
                let Ok(parts) = self.parts(self.ty(value)) else {
                    continue;
                };
                self.number_parts(numbering, value, &parts);
            }
        }
    }

    fn number_parts(&mut self, numbering: &mut Numbering, value: Value, parts: &Parts) {
        for (index, part) in parts.iter().enumerate() {
            let reg = match self.requested(value, index) {
                reg if reg.is_none() => self.new_reg(part.ty),
                reg => reg,
            };
            if let Some(reg) = reg.as_virtual() {
                numbering.add(reg);
            }
        }
    }

    /// Whether a value is a phi in use or has a user that is a phi or in another block.
    fn is_used_elsewhere(&self, inst: IrInst, value: Value) -> bool {
        let function = self.function;
        if matches!(function.insts[inst].kind, InstKind::Phi) {
            return !function.is_unused(value);
        }
        let home = function.insts[inst].block;
        function.uses_of(value).any(|slot| {
            let user = &function.insts[function.uses[slot].user];
            user.block != home || matches!(user.kind, InstKind::Phi)
        })
    }

    /// Numbers the constants that `block` passes to phis. Those of blocks that come later in reverse
    /// postorder are the first `rest` on the list; returns how many are left.
    fn number_phi_constants(
        &self,
        numbering: &mut Numbering,
        block: avarice_ir::Block,
        rest: usize,
    ) -> usize {
        let incoming = &self.scratch.incoming[..rest];
        let others = incoming.iter().rposition(|i| i.from != block);
        let first = others.map_or(0, |at| at + 1);
        for input in &incoming[first..] {
            let function = self.function;
            let at = function
                .inst_blocks(input.phi)
                .iter()
                .position(|b| *b == block);
            let value = at.map(|at| function.operand(input.phi, at));
            if let Some(reg) = input.reg.as_virtual()
                && value.is_some_and(|value| function.as_const(value).is_some())
            {
                numbering.add(reg);
            }
        }
        first
    }

    fn number_definitions(
        &mut self,
        numbering: &mut Numbering,
        block: Block,
        between_blocks: usize,
    ) {
        let mut next = self.mf.blocks[block].first.expand();
        while let Some(inst) = next {
            for class in self.target.dropped_results(self.mf.opcode(inst)) {
                let filler = self.mf.create_vreg(*class);
                numbering.add(filler);
            }
            let from_physical = self.copies_physical(inst);
            for index in 0..self.mf.num_operands(inst) {
                let operand = self.mf.operand(inst, index);
                let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_def()) else {
                    continue;
                };
                let number = numbering.numbers[reg].expand();
                if from_physical && number.is_some_and(|n| (n.as_u32() as usize) < between_blocks) {
                    let filler = self.mf.create_vreg(self.mf.class(reg));
                    numbering.replace(reg, filler);
                }
                numbering.add(reg);
            }
            next = self.mf.next_inst(inst);
        }
    }

    fn copies_physical(&self, inst: Inst) -> bool {
        self.mf.opcode(inst) == op::COPY
            && self.mf.operand(inst, 1).as_reg().as_physical().is_some()
    }
}
