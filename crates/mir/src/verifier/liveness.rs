//! Registers along control flow.
//!
//! Physical registers are followed inside each block, from its live-ins to its end: live-ins and
//! definitions make a register and its parts live; kills, dead definitions and the masks of calls end that.
//!
//! For virtual registers each block is summed up first ([`Fact`]). A register that a block reads from
//! before is then wanted at the ends of its predecessors, and further up:
//!
//! ```text
//!   wanted at the end of B:   B leaves it live    fine, the walk ends here
//!                             B killed it         error
//!                             else                wanted at the ends of B's predecessors;
//!                                                 an error if B is the entry
//! ```

use avarice_target::{PhysReg, op};

use super::Verifier;
use crate::entities::{Block, Inst, Reg, VReg};
use crate::function::MiFlags;
use crate::operand::{Operand, OperandFlags};

bitflags::bitflags! {
    /// What a block does to a virtual register.
    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Fact: u8 {
        /// Live at the end because of a definition in the block.
        const LIVE_OUT = 1 << 0;
        /// Killed somewhere in the block.
        const KILLED = 1 << 1;
        /// Read before any definition.
        const LIVE_IN = 1 << 2;
    }
}

/// A fact with the instruction that reads the register, where there is one.
struct BlockFact {
    reg: VReg,
    block: Block,
    fact: Fact,
    reader: Option<Inst>,
}

/// State of the walk through one block.
struct Walk {
    /// By physical register number.
    live: Vec<bool>,
    killed: Vec<Reg>,
    dead: Vec<Reg>,
    defined: Vec<Reg>,
    masks: Vec<Operand>,
    /// By virtual register: index of its fact in `facts`, if it has one for this block.
    fact_of: Vec<u32>,
    /// Facts of this block start here.
    first_fact: usize,
    facts: Vec<BlockFact>,
}

const NO_FACT: u32 = u32::MAX;

impl Walk {
    fn fact(&mut self, reg: VReg, block: Block) -> &mut BlockFact {
        let slot = &mut self.fact_of[reg.as_u32() as usize];
        if *slot == NO_FACT {
            *slot = self.facts.len() as u32;
            self.facts.push(BlockFact {
                reg,
                block,
                fact: Fact::empty(),
                reader: None,
            });
        }
        &mut self.facts[*slot as usize]
    }
}

/// Blocks at whose ends one register is wanted.
struct Required {
    /// By block: what it does to the register.
    state: Vec<Fact>,
    /// By block.
    wanted: Vec<bool>,
    work: Vec<Block>,
    /// Blocks that were wanted, to reset them.
    touched: Vec<Block>,
}

impl Required {
    fn new(num_blocks: usize) -> Self {
        Self {
            state: vec![Fact::empty(); num_blocks],
            wanted: vec![false; num_blocks],
            work: Vec::new(),
            touched: Vec::new(),
        }
    }

    fn want(&mut self, block: Block) {
        if !std::mem::replace(&mut self.wanted[block.as_u32() as usize], true) {
            self.work.push(block);
        }
    }
}

impl Verifier<'_> {
    pub(super) fn check_liveness(&mut self) {
        let function = self.function;
        let pristine = self.pristine_regs();
        let special = self.lone_regs();
        let mut live_out: Vec<(Block, PhysReg)> = Vec::new();
        let mut walk = Walk {
            live: Vec::new(),
            killed: Vec::new(),
            dead: Vec::new(),
            defined: Vec::new(),
            masks: Vec::new(),
            fact_of: vec![NO_FACT; function.vregs.len()],
            first_fact: 0,
            facts: Vec::new(),
        };
        for block in &function.layout {
            walk.live.clear();
            walk.live.extend_from_slice(&pristine);
            for (reg, _) in &function.blocks[*block].live_ins {
                self.mark(&mut walk.live, *reg, true);
            }
            self.walk_block(&mut walk, *block);
            live_out.extend(
                special
                    .iter()
                    .filter(|r| walk.live[r.index()])
                    .map(|r| (*block, *r)),
            );
            for fact in &walk.facts[walk.first_fact..] {
                walk.fact_of[fact.reg.as_u32() as usize] = NO_FACT;
            }
            walk.first_fact = walk.facts.len();
        }
        self.check_lone_live_ins(&special, &live_out);
        self.check_single_definitions();
        self.check_required(walk.facts);
    }

    /// Callee-saved registers that the function leaves alone: live everywhere once that is known.
    fn pristine_regs(&self) -> Vec<bool> {
        let function = self.function;
        let mut live = vec![false; function.target.registers.len()];
        if function.frame.callee_saved_valid {
            let default = || self.hooks.callee_saved_regs(function);
            let all = function.callee_saved.clone().unwrap_or_else(default);
            for reg in all {
                self.mark(&mut live, reg, true);
            }
            for (reg, _) in &function.frame.callee_saved {
                self.mark(&mut live, *reg, false);
            }
        }
        live
    }

    /// Registers without aliases that are never allocated nor reserved, such as flags.
    fn lone_regs(&self) -> Vec<PhysReg> {
        let regs = &self.function.target.registers;
        let lone = |reg: &PhysReg| {
            let row = &regs[reg.index()];
            let has_aliases = !row.sub_regs.is_empty() || !row.super_regs.is_empty();
            !has_aliases && !self.is_reserved(*reg) && !self.is_allocatable(*reg)
        };
        (1..regs.len())
            .map(PhysReg::from_index)
            .filter(lone)
            .collect()
    }

    /// Sets a register and its parts.
    fn mark(&self, set: &mut [bool], reg: PhysReg, value: bool) {
        set[reg.index()] = value;
        for (_, part) in self.function.target.reg(reg).sub_regs {
            set[part.index()] = value;
        }
    }

    fn walk_block(&mut self, walk: &mut Walk, block: Block) {
        let function = self.function;
        for inst in function.block_insts(block) {
            if !function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED) {
                self.end_bundle(walk, block);
            }
            if function.is_debug(inst) {
                continue;
            }
            for (index, operand) in function.operands(inst).iter().enumerate() {
                if operand.kind() == crate::OperandKind::RegMask {
                    walk.masks.push(*operand);
                } else if operand.is_reg() && !operand.as_reg().is_none() {
                    self.visit(walk, block, inst, index);
                }
            }
        }
        self.end_bundle(walk, block);
    }

    /// Applies what the instructions of a bundle do, together.
    fn end_bundle(&mut self, walk: &mut Walk, block: Block) {
        for reg in std::mem::take(&mut walk.killed) {
            if let Some(reg) = reg.as_virtual() {
                let fact = walk.fact(reg, block);
                fact.fact.remove(Fact::LIVE_OUT);
                fact.fact.insert(Fact::KILLED);
            } else if let Some(reg) = reg.as_physical() {
                self.mark(&mut walk.live, reg, false);
            }
        }
        for mask in std::mem::take(&mut walk.masks) {
            for index in 1..walk.live.len() {
                let reg = PhysReg::from_index(index);
                walk.live[index] &= self.function.mask_preserves(&mask, reg);
            }
        }
        for reg in std::mem::take(&mut walk.dead) {
            if let Some(reg) = reg.as_virtual() {
                walk.fact(reg, block).fact.remove(Fact::LIVE_OUT);
            } else if let Some(reg) = reg.as_physical() {
                self.mark(&mut walk.live, reg, false);
            }
        }
        for reg in std::mem::take(&mut walk.defined) {
            if let Some(reg) = reg.as_virtual() {
                walk.fact(reg, block).fact.insert(Fact::LIVE_OUT);
            } else if let Some(reg) = reg.as_physical() {
                self.mark(&mut walk.live, reg, true);
            }
        }
    }

    fn visit(&mut self, walk: &mut Walk, block: Block, inst: Inst, index: usize) {
        let function = self.function;
        let operand = function.operand(inst, index);
        let reg = operand.as_reg();
        if operand.reads_reg() {
            if operand.has(OperandFlags::KILL) {
                walk.killed.push(reg);
            }
            if let Some(reg) = reg.as_physical() {
                if !walk.live[reg.index()] && !self.may_read_dead(walk, inst, reg) {
                    self.report_operand(inst, index, "Using an undefined physical register");
                }
            } else if let Some(reg) = reg.as_virtual() {
                self.read_vreg(walk, block, (inst, index), reg);
            }
        }
        if operand.is_def() {
            if operand.has(OperandFlags::DEAD) {
                walk.dead.push(reg);
            } else {
                walk.defined.push(reg);
            }
        }
    }

    fn read_vreg(&mut self, walk: &mut Walk, block: Block, at: (Inst, usize), reg: VReg) {
        let (inst, index) = at;
        if self.function.defs(reg).next().is_none() {
            self.report_operand(inst, index, "Reading virtual register without a def");
            return;
        }
        let fact = walk.fact(reg, block);
        if fact.fact.contains(Fact::LIVE_OUT) {
            return;
        }
        if fact.fact.contains(Fact::KILLED) {
            self.report_operand(inst, index, "Using a killed virtual register");
        } else if self.function.opcode(inst) != op::PHI {
            fact.fact.insert(Fact::LIVE_IN);
            fact.reader.get_or_insert(inst);
        }
    }

    /// Whether a read of a register that is not live is fine: it is reserved, a part of it is live, or an
    /// implicit operand with a larger register says so (LLVM looks at definitions here too).
    fn may_read_dead(&self, walk: &Walk, inst: Inst, reg: PhysReg) -> bool {
        let target = self.function.target;
        let parts = target.reg(reg).sub_regs;
        if self.is_reserved(reg) || parts.iter().any(|(_, part)| walk.live[part.index()]) {
            return true;
        }
        let operands = self.function.operands(inst).iter();
        let mut implicit = operands.filter(|o| o.is_reg() && o.has(OperandFlags::IMPLICIT));
        implicit.any(|o| {
            let whole = o.as_reg().as_physical();
            whole.is_some_and(|whole| target.reg(whole).sub_regs.iter().any(|(_, p)| *p == reg))
        })
    }

    /// A flags register that is live into a block must be live out of its predecessors.
    fn check_lone_live_ins(&mut self, lone: &[PhysReg], live_out: &[(Block, PhysReg)]) {
        let function = self.function;
        for block in &function.layout {
            for (reg, _) in function.blocks[*block]
                .live_ins
                .iter()
                .filter(|(r, _)| lone.contains(r))
            {
                for pred in &function.blocks[*block].preds {
                    if !live_out.contains(&(*pred, *reg)) {
                        let name = function.target.reg(*reg).name;
                        let number = function.blocks[*pred].number;
                        let message = format!(
                            "Live in register ${name} not found to be live out from predecessor \
                             %bb.{number}."
                        );
                        self.report_block(*block, message);
                    }
                }
            }
        }
    }

    fn check_single_definitions(&mut self) {
        let function = self.function;
        if !function.is_ssa {
            return;
        }
        for reg in function.vregs.keys() {
            for def in function.defs(reg).skip(1) {
                let (inst, index) = (function.op_inst(def), function.op_index(def));
                self.report_operand(inst, index, "Multiple virtual register defs in SSA form");
            }
        }
    }

    /// Follows what blocks read from before up to the definitions, one register at a time.
    fn check_required(&mut self, mut facts: Vec<BlockFact>) {
        self.add_phi_reads(&mut facts);
        facts.sort_by_key(|fact| (fact.reg, fact.block));
        let mut required = Required::new(self.function.blocks.len());
        for group in facts.chunk_by(|a, b| a.reg == b.reg) {
            for fact in group {
                required.state[fact.block.as_u32() as usize] |= fact.fact;
            }
            if let Some(reader) = self.check_register(group, &mut required) {
                let reg = group[0].reg;
                let message = format!("Virtual register defs don't dominate all uses: {reg}");
                self.report_inst(reader, message);
            }
            for block in required.touched.drain(..) {
                required.wanted[block.as_u32() as usize] = false;
            }
            for fact in group {
                required.state[fact.block.as_u32() as usize] = Fact::empty();
            }
        }
    }

    /// Walks up from the readers of one register; returns one that the entry leads to without a definition.
    fn check_register(&mut self, group: &[BlockFact], required: &mut Required) -> Option<Inst> {
        let function = self.function;
        let entry = function.layout.first().copied();
        let mut undefined = None;
        for fact in group {
            let Some(reader) = fact.reader else { continue };
            if function.opcode(reader) == op::PHI {
                required.want(fact.block);
            } else if Some(fact.block) == entry {
                undefined = Some(reader);
            } else {
                let preds = &function.blocks[fact.block].preds;
                preds.iter().for_each(|pred| required.want(*pred));
            }
        }
        while let Some(block) = required.work.pop() {
            required.touched.push(block);
            let fact = required.state[block.as_u32() as usize];
            if fact.contains(Fact::LIVE_OUT) {
                continue;
            }
            if fact.contains(Fact::KILLED) {
                let reg = group[0].reg;
                let message =
                    format!("Virtual register {reg} killed in block, but needed live out.");
                self.report_block(block, message);
                continue;
            }
            if Some(block) == entry {
                undefined = group.iter().find_map(|f| f.reader);
            }
            let preds = &function.blocks[block].preds;
            preds.iter().for_each(|pred| required.want(*pred));
        }
        undefined
    }

    /// A PHI reads at the end of its predecessor.
    fn add_phi_reads(&self, facts: &mut Vec<BlockFact>) {
        let function = self.function;
        for block in &function.layout {
            let phis = function.block_insts(*block);
            for phi in phis.take_while(|inst| function.opcode(*inst) == op::PHI) {
                for pair in function.operands(phi)[1..].chunks_exact(2) {
                    let reg = pair[0]
                        .as_reg()
                        .as_virtual()
                        .filter(|_| pair[0].reads_reg());
                    if let (Some(reg), Some(pred)) = (reg, pair[1].as_block()) {
                        facts.push(BlockFact {
                            reg,
                            block: pred,
                            fact: Fact::empty(),
                            reader: Some(phi),
                        });
                    }
                }
            }
        }
    }
}
