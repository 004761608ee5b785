//! Physical registers inside blocks.
//!
//! They are tracked from the live-ins of each block to its end: live-ins and definitions make a register and
//! its parts live; kills, dead definitions and the register masks of calls end that.

use avarice_target::PhysReg;

use super::Verifier;
use super::flow::Facts;
use crate::entities::{Block, Inst};
use crate::function::MiFlags;
use crate::operand::{Operand, OperandFlags, OperandKind};

/// State of the walk through one block.
#[derive(Default)]
struct Walk {
    /// By physical register number.
    live: Vec<bool>,
    killed: Vec<PhysReg>,
    dead: Vec<PhysReg>,
    defined: Vec<PhysReg>,
    masks: Vec<Operand>,
}

impl Verifier<'_> {
    /// Checks registers of a function that tracks their liveness; returns what blocks do to virtual ones.
    pub(super) fn check_liveness(&mut self) -> Facts {
        let function = self.function;
        if !function.tracks_reg_liveness {
            return Facts::none(function);
        }
        let pristine = self.pristine_regs();
        let special = self.lone_regs();
        let mut live_out: Vec<(Block, PhysReg)> = Vec::new();
        let mut walk = Walk::default();
        for block in &function.layout {
            walk.live.clear();
            walk.live.extend_from_slice(&pristine);
            for (reg, _) in &function.blocks[*block].live_ins {
                self.mark(&mut walk.live, *reg, true);
            }
            self.walk_block(&mut walk, *block);
            let live = special.iter().filter(|reg| walk.live[reg.index()]);
            live_out.extend(live.map(|reg| (*block, *reg)));
        }
        self.check_lone_live_ins(&special, &live_out);
        self.check_single_definitions();
        Facts::collect(function, &mut |inst, index, message| {
            self.report_operand(inst, index, message);
        })
    }

    /// Callee-saved registers that the function leaves alone: live everywhere once that is known.
    fn pristine_regs(&self) -> Vec<bool> {
        let function = self.function;
        let mut live = vec![false; function.target.registers.len()];
        if function.frame.callee_saved_valid {
            for reg in function.callee_saved() {
                self.mark(&mut live, *reg, true);
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
                self.end_bundle(walk);
            }
            if function.is_debug(inst) {
                continue;
            }
            for (index, operand) in function.operands(inst).iter().enumerate() {
                if operand.kind() == OperandKind::RegMask {
                    walk.masks.push(*operand);
                } else if let Some(reg) = operand.as_reg().as_physical() {
                    self.visit(walk, inst, index, reg);
                }
            }
        }
        self.end_bundle(walk);
    }

    /// Applies what the instructions of a bundle do, together.
    fn end_bundle(&self, walk: &mut Walk) {
        while let Some(reg) = walk.killed.pop() {
            self.mark(&mut walk.live, reg, false);
        }
        while let Some(mask) = walk.masks.pop() {
            for index in 1..walk.live.len() {
                let reg = PhysReg::from_index(index);
                walk.live[index] &= self.function.mask_preserves(&mask, reg);
            }
        }
        while let Some(reg) = walk.dead.pop() {
            self.mark(&mut walk.live, reg, false);
        }
        while let Some(reg) = walk.defined.pop() {
            self.mark(&mut walk.live, reg, true);
        }
    }

    fn visit(&mut self, walk: &mut Walk, inst: Inst, index: usize, reg: PhysReg) {
        let operand = self.function.operand(inst, index);
        if operand.reads_reg() {
            if operand.has(OperandFlags::KILL) {
                walk.killed.push(reg);
            }
            if !walk.live[reg.index()] && !self.may_read_dead(walk, inst, reg) {
                self.report_operand(inst, index, "Using an undefined physical register");
            }
        }
        if operand.is_def() {
            let list = match operand.has(OperandFlags::DEAD) {
                true => &mut walk.dead,
                false => &mut walk.defined,
            };
            list.push(reg);
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
                            "Live in register not found to be live out from predecessor: ${name}, %bb.{number}"
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
}
