//! The CFG, branches, terminators and bundles.

use avarice_target::InstrFlags;

use super::Verifier;
use crate::entities::{Block, Inst};
use crate::function::MiFlags;
use crate::hooks::BranchAnalysis;

impl Verifier<'_> {
    /// Checks that chains and edges are what everything else takes them for. Returns whether they are.
    pub(super) fn check_references(&mut self) -> bool {
        let function = self.function;
        if let Err(message) = function.verify_chains() {
            self.report(format!("Register chains are broken: {message}"));
        }
        let mut in_layout = vec![false; function.blocks.len()];
        for block in &function.layout {
            in_layout[block.as_u32() as usize] = true;
        }
        for block in &function.layout {
            self.check_edges(*block, &in_layout);
        }
        self.found.errors.is_empty()
    }

    pub(super) fn check_structure(&mut self) {
        let function = self.function;
        for (at, block) in function.layout.iter().enumerate() {
            self.check_order(*block);
            self.check_bundles(*block);
            self.check_block_live_ins(*block, at == 0);
            let pads = function.blocks[*block].succs.iter();
            let pads = pads.filter(|succ| function.blocks[**succ].eh_pad);
            if pads.count() > 1 {
                self.report_block(*block, "MBB has more than one landing pad successor");
            }
        }
    }

    /// Checks successors against the target's analysis of the branches.
    pub(super) fn check_branches(&mut self) {
        let function = self.function;
        for (at, block) in function.layout.iter().enumerate() {
            let next = function.layout.get(at + 1).copied();
            if let Some(branch) = self.hooks.analyze_branch(function, *block) {
                self.check_branch(*block, next, &branch);
            }
        }
    }

    fn check_edges(&mut self, block: Block, in_layout: &[bool]) {
        let data = &self.function.blocks[block];
        let duplicates =
            |blocks: &[Block]| (1..blocks.len()).any(|at| blocks[..at].contains(&blocks[at]));
        if duplicates(&data.preds) {
            self.report_block(block, "MBB has duplicate entries in its predecessor list.");
        }
        if duplicates(&data.succs) {
            self.report_block(block, "MBB has duplicate entries in its successor list.");
        }
        if !data.probs.is_empty() && data.probs.len() != data.succs.len() {
            self.report_block(
                block,
                "MBB has probabilities for some of its successors only.",
            );
        }
        let known = |other: &Block| in_layout.get(other.as_u32() as usize) == Some(&true);
        for succ in &data.succs {
            if !known(succ) {
                self.report_block(block, "MBB has successor that isn't part of the function.");
            } else if !self.function.blocks[*succ].preds.contains(&block) {
                let number = self.function.blocks[*succ].number;
                let message = format!(
                    "Inconsistent CFG: MBB is not in the predecessor list of the successor %bb.{number}"
                );
                self.report_block(block, message);
            }
        }
        for pred in &data.preds {
            if !known(pred) {
                self.report_block(
                    block,
                    "MBB has predecessor that isn't part of the function.",
                );
            } else if !self.function.blocks[*pred].succs.contains(&block) {
                let number = self.function.blocks[*pred].number;
                let message = format!(
                    "Inconsistent CFG: MBB is not in the successor list of the predecessor %bb.{number}"
                );
                self.report_block(block, message);
            }
        }
        for inst in self.function.block_insts(block) {
            for (index, operand) in self.function.operands(inst).iter().enumerate() {
                if operand.as_block().is_some_and(|target| !known(&target)) {
                    self.report_operand(
                        inst,
                        index,
                        "Operand is a block that isn't part of the function",
                    );
                }
            }
        }
    }

    /// PHIs first, terminators last. A bundle counts as one instruction, a terminator if it has one.
    fn check_order(&mut self, block: Block) {
        let function = self.function;
        let (mut non_phi, mut terminator) = (false, None);
        for inst in function.block_insts(block) {
            if function.is_phi(inst) {
                if function.no_phis {
                    self.report_inst(inst, "Found PHI instruction with NoPHIs property set");
                }
                if non_phi {
                    self.report_inst(inst, "Found PHI instruction after non-PHI");
                }
            } else {
                non_phi = true;
            }
            if function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED) {
                continue;
            }
            if self.bundle(inst).any(|inst| function.is_terminator(inst)) {
                terminator.get_or_insert(inst);
            } else if let Some(first) = terminator {
                let name = function.desc(first).name;
                let message =
                    format!("Non-terminator instruction after the first terminator: {name}");
                self.report_inst(inst, message);
            }
        }
    }

    /// The instructions of the bundle that `first` begins; `first` alone outside bundles.
    fn bundle(&self, first: Inst) -> impl Iterator<Item = Inst> + use<'_> {
        let function = self.function;
        std::iter::successors(Some(first), move |inst| {
            let goes_on = function.insts[*inst].flags.contains(MiFlags::BUNDLED_SUCC);
            function.next_inst(*inst).filter(|_| goes_on)
        })
    }

    fn check_bundles(&mut self, block: Block) {
        let function = self.function;
        let (mut open, mut has_header) = (false, false);
        for inst in function.block_insts(block) {
            let flags = function.insts[inst].flags;
            let inside = flags.contains(MiFlags::BUNDLED_PRED);
            match (open, inside) {
                (true, false) => self.report_inst(
                    inst,
                    "Missing BundledPred flag, BundledSucc was set on predecessor",
                ),
                (false, true) => self.report_inst(
                    inst,
                    "BundledPred flag is set, but BundledSucc not set on predecessor",
                ),
                _ => {}
            }
            if inside && !has_header {
                self.report_inst(inst, "No bundle header");
            }
            has_header |= !inside;
            open = flags.contains(MiFlags::BUNDLED_SUCC);
        }
        if open {
            self.report_block(block, "BundledSucc flag set on last instruction in block");
        }
    }

    fn check_branch(&mut self, block: Block, next: Option<Block>, branch: &BranchAnalysis) {
        let function = self.function;
        let last = function.blocks[block].last.expand();
        let last_has = |flag| last.is_some_and(|inst| function.desc(inst).has(flag));
        let ends_in_barrier = last_has(InstrFlags::BARRIER);
        let conditional = !branch.condition.is_empty();
        let (exit, wants_barrier) = match (branch.taken, branch.otherwise) {
            (None, None) => ("unconditional fall-through", false),
            (Some(_), None) if !conditional => ("unconditional branch", true),
            (Some(_), None) => ("conditional branch/fall-through", false),
            (Some(_), Some(_)) => ("conditional branch/branch", true),
            (None, Some(_)) => {
                self.report_block(block, "analyzeBranch returned invalid data!");
                return;
            }
        };
        let branches = branch.taken.is_some();
        let problem = if branches && last.is_none() {
            Some("doesn't contain any instructions!")
        } else if wants_barrier && !ends_in_barrier {
            Some("doesn't end with a barrier instruction!")
        } else if !wants_barrier && ends_in_barrier {
            Some("ends with a barrier instruction!")
        } else if branches && !last_has(InstrFlags::TERMINATOR) {
            Some("the branch isn't a terminator instruction!")
        } else if branch.otherwise.is_some() && !conditional {
            Some("there's no condition!")
        } else if !branches && conditional {
            Some("has a condition!")
        } else {
            None
        };
        if let Some(problem) = problem {
            self.report_block(block, format!("MBB exits via {exit} but {problem}"));
        }
        self.check_branch_targets(block, next, branch);
    }

    fn check_branch_targets(&mut self, block: Block, next: Option<Block>, branch: &BranchAnalysis) {
        let function = self.function;
        let is_succ =
            |target: Option<Block>| target.is_none_or(|b| function.is_successor(block, b));
        if !is_succ(branch.taken) {
            self.report_block(
                block,
                "MBB exits via jump or conditional branch, but its target isn't a CFG successor!",
            );
        }
        if !is_succ(branch.otherwise) {
            self.report_block(
                block,
                "MBB exits via conditional branch, but its target isn't a CFG successor!",
            );
        }
        let conditional_fall_through = !branch.condition.is_empty() && branch.otherwise.is_none();
        if conditional_fall_through {
            match next {
                None => self.report_block(block, "MBB conditionally falls through out of function!"),
                Some(next) if !function.is_successor(block, next) => self.report_block(
                    block,
                    "MBB exits via conditional branch/fall-through but the CFG successors don't match \
                     the actual successors!",
                ),
                Some(_) => {}
            }
        }
        let falls_through = branch.taken.is_none() || conditional_fall_through;
        let unexpected = function.blocks[block].succs.iter().any(|succ| {
            let data = &function.blocks[*succ];
            let expected = Some(*succ) == branch.taken
                || Some(*succ) == branch.otherwise
                || falls_through && Some(*succ) == next
                || data.eh_pad
                || data.inline_asm_br_target;
            !expected
        });
        if unexpected {
            self.report_block(
                block,
                "MBB has unexpected successors which are not branch targets, fallthrough, EHPads, or \
                 inlineasm_br targets.",
            );
        }
    }

    fn check_block_live_ins(&mut self, block: Block, is_entry: bool) {
        let function = self.function;
        let data = &function.blocks[block];
        if function.tracks_reg_liveness && data.live_ins.iter().any(|(reg, _)| reg.is_none()) {
            self.report_block(block, "MBB live-in list contains non-physical register");
        }
        let special = is_entry || data.eh_pad || data.inline_asm_br_target;
        if special || function.no_phis || !function.tracks_reg_liveness {
            return;
        }
        for (reg, _) in &data.live_ins {
            if self.is_allocatable(*reg) {
                let name = function.target.reg(*reg).name;
                let message = format!(
                    "MBB has allocatable live-in, but isn't entry, landing-pad, or \
                     inlineasm-br-indirect-target: ${name}"
                );
                self.report_block(block, message);
            }
        }
    }

    /// Whether a class gives out `reg` here.
    pub(super) fn is_allocatable(&self, reg: avarice_target::PhysReg) -> bool {
        !self.is_reserved(reg) && self.function.target.reg(reg).allocatable
    }
}
