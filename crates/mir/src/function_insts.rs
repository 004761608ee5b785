//! Instructions of a [`MachineFunction`]: creation, order in a block, facts from their rows.

use crate::insert_point::InsertPoint;
use avarice_target::{InstrDesc, InstrFlags, Opcode};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, SecondaryMap};

use crate::entities::{Block, Inst, Reg, VReg};
use crate::function::{InstData, MachineFunction, MiFlags, RegChain};
use crate::operand::Operand;

impl MachineFunction {
    /// Puts all register operands on their chains anew, in layout order: what the chains of a function
    /// built top down look like. For selection, which builds bottom up.
    pub fn rebuild_chains(&mut self) {
        self.vreg_chains
            .values_mut()
            .for_each(|c| *c = RegChain::default());
        self.phys_chains.fill(RegChain::default());
        for at in 0..self.layout.len() {
            let mut cursor = self.blocks[self.layout[at]].first.expand();
            while let Some(inst) = cursor {
                for op in self.op_ids(inst) {
                    self.link_op(op);
                }
                cursor = self.next_inst(inst);
            }
        }
    }

    /// Numbers virtual registers anew: the register at index `n` of `order` becomes number `n`. Registers
    /// that are not on it get the next numbers in layout order if an operand names them (and are added
    /// to `order`), and are forgotten if none does.
    ///
    /// `numbers` is scratch memory: afterwards the new number of each old one. Chains keep their order.
    ///
    /// # Requires
    /// `order` names no register twice.
    pub fn renumber_vregs(
        &mut self,
        order: &mut Vec<VReg>,
        numbers: &mut SecondaryMap<VReg, PackedOption<VReg>>,
    ) {
        numbers.clear();
        for (number, old) in order.iter().enumerate() {
            numbers[*old] = VReg::from_u32(number as u32).into();
        }
        for at in 0..self.layout.len() {
            let mut cursor = self.blocks[self.layout[at]].first.expand();
            while let Some(inst) = cursor {
                for op in self.op_ids(inst) {
                    let Some(old) = self.ops[op].as_reg().as_virtual() else {
                        continue;
                    };
                    if numbers[old].is_none() {
                        numbers[old] = VReg::from_u32(order.len() as u32).into();
                        order.push(old);
                    }
                    if let Some(new) = numbers[old].expand() {
                        self.ops[op].set_raw_reg(Reg::virt(new));
                    }
                }
                cursor = self.next_inst(inst);
            }
        }
        let vregs = std::mem::take(&mut self.vregs);
        self.vregs = order.iter().map(|old| vregs[*old].clone()).collect();
        let classes = std::mem::take(&mut self.vreg_classes);
        self.vreg_classes = order.iter().map(|old| classes[*old]).collect();
        let chains = std::mem::take(&mut self.vreg_chains);
        self.vreg_chains = order.iter().map(|old| chains[*old]).collect();
        let renumbered = |old: VReg| numbers[old].expand();
        for (_, vreg) in &mut self.live_ins {
            *vreg = vreg.and_then(renumbered);
        }
        for (_, kept) in &mut self.target_info.forwarded {
            if let Some(new) = kept.as_virtual().and_then(renumbered) {
                *kept = Reg::virt(new);
            }
        }
    }

    /// Creates an instruction with exactly these operands, in no block. Ties of the opcode's row are
    /// set on the explicit operands.
    pub fn create_inst(&mut self, opcode: Opcode, operands: &[Operand]) -> Inst {
        let inst = self.insts.next_key();
        let first_op = self.ops.len() as u32;
        for operand in operands {
            let mut operand = operand.detached();
            operand.parent = inst.into();
            self.ops.push(operand);
        }
        self.insts.push(InstData {
            opcode,
            flags: MiFlags::empty(),
            mem_ops: EntityList::new(),
            first_op,
            num_ops: operands.len() as u16,
            capacity: operands.len() as u16,
            block: None.into(),
            prev: None.into(),
            next: None.into(),
        });
        self.tie_row_operands(inst);
        inst
    }

    /// Ties operands as the row of the opcode says. An operand that is not there or no register is
    /// left alone.
    pub fn tie_row_operands(&mut self, inst: Inst) {
        let desc = self.desc(inst);
        for (index, row) in desc.operands.iter().enumerate() {
            let Ok(def) = usize::try_from(row.tied_to) else {
                continue;
            };
            let ops = self.operands(inst);
            if ops.get(index).is_some_and(Operand::is_use) && ops[def].is_def() {
                self.tie_operands(inst, def, index);
            }
        }
    }

    /// The row of an instruction's opcode.
    #[inline]
    pub fn desc(&self, inst: Inst) -> &'static InstrDesc {
        self.target.instr(self.insts[inst].opcode)
    }

    /// Opcode of an instruction.
    #[inline]
    pub fn opcode(&self, inst: Inst) -> Opcode {
        self.insts[inst].opcode
    }

    /// Changes the opcode and nothing else.
    pub fn set_opcode(&mut self, inst: Inst, opcode: Opcode) {
        self.insts[inst].opcode = opcode;
        self.journal.note_edited(Some(inst));
    }

    /// The block that an instruction is in, or `None`.
    #[inline]
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        self.insts[inst].block.expand()
    }

    /// The instruction after `inst` in its block.
    #[inline]
    pub fn next_inst(&self, inst: Inst) -> Option<Inst> {
        self.insts[inst].next.expand()
    }

    /// The instruction before `inst` in its block.
    #[inline]
    pub fn prev_inst(&self, inst: Inst) -> Option<Inst> {
        self.insts[inst].prev.expand()
    }

    /// Puts an instruction at the end of `block` and its register operands on their chains.
    pub fn append_inst(&mut self, block: Block, inst: Inst) {
        let last = self.blocks[block].last;
        self.link_inst(block, inst, last, None.into());
    }

    /// Puts an instruction before `before`.
    pub fn insert_before(&mut self, before: Inst, inst: Inst) {
        let block = self
            .inst_block(before)
            .expect("insertion point is in a block");
        let prev = self.insts[before].prev;
        self.link_inst(block, inst, prev, before.into());
    }

    /// Puts an instruction after `after`.
    pub fn insert_after(&mut self, after: Inst, inst: Inst) {
        let block = self
            .inst_block(after)
            .expect("insertion point is in a block");
        let next = self.insts[after].next;
        self.link_inst(block, inst, after.into(), next);
    }

    /// Puts an instruction into `block` before `before`, at the end for `None`.
    pub fn insert_at(&mut self, at: InsertPoint, inst: Inst) {
        match at.before {
            Some(before) => self.insert_before(before, inst),
            None => self.append_inst(at.block, inst),
        }
    }

    pub(crate) fn link_inst(
        &mut self,
        block: Block,
        inst: Inst,
        prev: PackedOption<Inst>,
        next: PackedOption<Inst>,
    ) {
        debug_assert!(self.insts[inst].block.is_none(), "{inst} is in a block");
        self.place_inst(block, inst, prev, next);
        for op in self.op_ids(inst) {
            self.link_op(op);
        }
    }

    pub(crate) fn place_inst(
        &mut self,
        block: Block,
        inst: Inst,
        prev: PackedOption<Inst>,
        next: PackedOption<Inst>,
    ) {
        self.journal.note_placed(inst);
        let data = &mut self.insts[inst];
        data.block = block.into();
        data.prev = prev;
        data.next = next;
        match prev.expand() {
            Some(prev) => self.insts[prev].next = inst.into(),
            None => self.blocks[block].first = inst.into(),
        }
        match next.expand() {
            Some(next) => self.insts[next].prev = inst.into(),
            None => self.blocks[block].last = inst.into(),
        }
    }

    pub(crate) fn unplace_inst(&mut self, inst: Inst) {
        let InstData {
            block, prev, next, ..
        } = self.insts[inst];
        let Some(block) = block.expand() else { return };
        self.journal.note_placed(inst);
        match prev.expand() {
            Some(prev) => self.insts[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next.expand() {
            Some(next) => self.insts[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let data = &mut self.insts[inst];
        data.block = None.into();
        data.prev = None.into();
        data.next = None.into();
    }

    /// Takes an instruction out of its block and its operands off their chains. It can be inserted again.
    pub fn remove_inst(&mut self, inst: Inst) {
        if self.insts[inst].block.is_none() {
            return;
        }
        for op in self.op_ids(inst) {
            self.unlink_op(op);
        }
        self.unplace_inst(inst);
    }

    /// Moves an instruction to another place without touching the chains (LLVM's splice).
    /// `before` of `None` is the end of `block`.
    pub fn splice(&mut self, inst: Inst, at: InsertPoint) {
        if at.before == Some(inst) {
            return;
        }
        self.unplace_inst(inst);
        let (prev, next) = match at.before {
            Some(before) => (self.insts[before].prev, before.into()),
            None => (self.blocks[at.block].last, None.into()),
        };
        self.place_inst(at.block, inst, prev, next);
    }

    /// Moves `first` and all instructions after it to the end of `to`.
    pub fn splice_tail(&mut self, first: Inst, to: Block) {
        let mut cursor = Some(first);
        while let Some(inst) = cursor {
            cursor = self.next_inst(inst);
            self.splice(inst, InsertPoint::at_end(to));
        }
    }

    /// Instructions of `block` in order.
    #[inline]
    pub fn block_insts(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].first.expand(), |inst| {
            self.next_inst(*inst)
        })
    }

    /// Instructions of `block`, last first.
    #[inline]
    pub fn block_insts_rev(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].last.expand(), |inst| {
            self.prev_inst(*inst)
        })
    }

    /// The first instruction of the bundle that `inst` is in; `inst` itself outside bundles.
    pub fn bundle_head(&self, mut inst: Inst) -> Inst {
        while self.insts[inst].flags.contains(MiFlags::BUNDLED_PRED)
            && let Some(prev) = self.prev_inst(inst)
        {
            inst = prev;
        }
        inst
    }

    /// The instructions of the bundle that `head` begins; `head` alone outside bundles.
    pub fn bundle_insts(&self, head: Inst) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(Some(head), |inst| {
            let goes_on = self.insts[*inst].flags.contains(MiFlags::BUNDLED_SUCC);
            self.next_inst(*inst).filter(|_| goes_on)
        })
    }

    /// Whether an instruction of the bundle that `head` begins, or `head` alone, has one of these flags.
    pub fn any_in_bundle(&self, head: Inst, flags: InstrFlags) -> bool {
        let mut insts = self.bundle_insts(head);
        insts.any(|inst| self.desc(inst).flags.intersects(flags))
    }

    /// The first instruction of the bundle before that of `head`, or the instruction before.
    pub fn prev_bundle(&self, head: Inst) -> Option<Inst> {
        self.prev_inst(head).map(|prev| self.bundle_head(prev))
    }

    /// The first instruction after the bundle that `inst` is in, or after `inst`.
    #[inline]
    pub fn next_bundle(&self, mut inst: Inst) -> Option<Inst> {
        while self.insts[inst].flags.contains(MiFlags::BUNDLED_SUCC)
            && let Some(next) = self.next_inst(inst)
        {
            inst = next;
        }
        self.next_inst(inst)
    }

    /// The first terminator of `block`, or `None`.
    pub fn first_terminator(&self, block: Block) -> Option<Inst> {
        let mut first = None;
        for inst in self.block_insts_rev(block) {
            if self.is_terminator(inst) {
                first = Some(inst);
            } else if !self.is_debug(inst) {
                break;
            }
        }
        first
    }

    /// Whether the instruction is a PHI, of registers of a class or of a type.
    #[inline]
    pub fn is_phi(&self, inst: Inst) -> bool {
        use avarice_target::op::{G_PHI, PHI};
        matches!(self.opcode(inst), PHI | G_PHI)
    }

    /// The first instruction of `block` that is not a PHI, or `None`.
    pub fn first_non_phi(&self, block: Block) -> Option<Inst> {
        self.block_insts(block)
            .find(|inst| self.opcode(*inst) != avarice_target::op::PHI)
    }

    /// Whether the opcode is a terminator.
    #[inline]
    pub fn is_terminator(&self, inst: Inst) -> bool {
        self.desc(inst).has(InstrFlags::TERMINATOR)
    }

    /// Whether this is a `DBG_…` instruction.
    #[inline]
    pub fn is_debug(&self, inst: Inst) -> bool {
        use avarice_target::op;
        (op::DBG_VALUE.0..=op::DBG_LABEL.0).contains(&self.opcode(inst).0)
    }
}
