//! Rules of exception handling: landing pads, Windows-style pads and their unwinding.

use super::function::Body;
use super::{Rule, ensure};
use crate::constant::ConstKind;
use crate::entities::{Block, Inst};
use crate::function::ValueDef;
use crate::inst::{InstFlags, InstKind};
use crate::types::TypeData;

impl Body<'_, '_> {
    pub(super) fn exception_rule(&mut self, inst: Inst) -> Rule {
        let landing_type = match self.function.insts[inst].kind {
            InstKind::LandingPad { .. } => Some(self.function.insts[inst].ty),
            InstKind::Resume => Some(self.operand_type(inst, 0)),
            _ => None,
        };
        if let Some(ty) = landing_type {
            let expected = *self.landing_type.get_or_insert(ty);
            ensure!(
                ty == expected,
                "landingpad or resume of {} in a function where another is of {}",
                self.show(ty),
                self.show(expected)
            );
        }
        let kind = &self.function.insts[inst].kind;
        if !matches!(kind, InstKind::Resume) {
            ensure!(
                self.head.personality.is_some(),
                "exception handling in a function without personality"
            );
        }
        match kind {
            InstKind::LandingPad { filters } => {
                self.first_in_block_rule(inst)?;
                self.landing_pad_rule(inst, filters)
            }
            InstKind::CatchSwitch { .. } => {
                self.first_in_block_rule(inst)?;
                self.parent_rule(inst)?;
                self.catch_switch_rule(inst)
            }
            InstKind::CleanupPad => {
                self.first_in_block_rule(inst)?;
                self.parent_rule(inst)
            }
            InstKind::CatchPad => {
                self.first_in_block_rule(inst)?;
                ensure!(
                    self.operand_is(inst, |kind| matches!(kind, InstKind::CatchSwitch { .. })),
                    "catchpad that is not within a catchswitch"
                );
                Ok(())
            }
            InstKind::CatchRet => {
                ensure!(
                    self.operand_is(inst, |kind| matches!(kind, InstKind::CatchPad)),
                    "catchret from something that is no catchpad"
                );
                Ok(())
            }
            InstKind::CleanupRet => {
                ensure!(
                    self.operand_is(inst, |kind| matches!(kind, InstKind::CleanupPad)),
                    "cleanupret from something that is no cleanuppad"
                );
                self.unwind_target_rule(self.function.inst_blocks(inst))
            }
            _ => Ok(()),
        }
    }

    fn operand_is(&self, inst: Inst, wanted: impl Fn(&InstKind) -> bool) -> bool {
        let value = self.function.operand(inst, 0);
        match self.function.values[value].def {
            ValueDef::Inst(def) => wanted(&self.function.insts[def].kind),
            _ => false,
        }
    }

    /// The parent of a pad is `none` or another pad.
    fn parent_rule(&self, inst: Inst) -> Rule {
        let is_none = self
            .function
            .as_const(self.function.operand(inst, 0))
            .is_some_and(|id| self.module().consts[id].kind == ConstKind::NoneToken);
        ensure!(
            is_none
                || self.operand_is(inst, |kind| {
                    matches!(kind, InstKind::CatchPad | InstKind::CleanupPad)
                }),
            "parent of a pad is no pad"
        );
        Ok(())
    }

    fn first_in_block_rule(&self, inst: Inst) -> Rule {
        let block = self.function.insts[inst].block.expand();
        let first = block.and_then(|block| {
            let mut insts = self.function.block_insts(block);
            insts.find(|inst| !self.function.is_phi(*inst))
        });
        ensure!(
            first == Some(inst),
            "pad that is not the first instruction of its block"
        );
        ensure!(
            block != Some(self.function.entry()),
            "pad in the entry block"
        );
        Ok(())
    }

    fn landing_pad_rule(&self, inst: Inst, filters: &[bool]) -> Rule {
        let data = &self.function.insts[inst];
        ensure!(
            !filters.is_empty() || data.flags.contains(InstFlags::CLEANUP),
            "landingpad without clauses that is no cleanup"
        );
        for (value, filter) in self.function.operands(inst).zip(filters) {
            let ty = self.type_of(value);
            if *filter {
                ensure!(
                    matches!(self.types()[ty], TypeData::Array { .. }),
                    "filter of a landingpad is {}, not an array",
                    self.show(ty)
                );
            } else {
                ensure!(
                    self.types().is_ptr(ty),
                    "catch of a landingpad is {}, not a pointer",
                    self.show(ty)
                );
            }
        }
        let Some(block) = data.block.expand() else {
            return Ok(());
        };
        for from in self.cfg.predecessors(block) {
            let unwinds = self.function.terminator(*from).is_some_and(|branch| {
                matches!(self.function.insts[branch].kind, InstKind::Invoke(_))
                    && self.function.inst_blocks(branch)[..] != [block, block]
                    && self.function.inst_blocks(branch).get(1) == Some(&block)
            });
            ensure!(
                unwinds,
                "block with a landingpad that is reached other than by unwinding"
            );
        }
        Ok(())
    }

    fn catch_switch_rule(&self, inst: Inst) -> Rule {
        let blocks = self.function.inst_blocks(inst);
        let unwinds = self.function.insts[inst].kind == InstKind::CatchSwitch { unwinds: true };
        let (handlers, target) = blocks.split_at(blocks.len() - usize::from(unwinds));
        for handler in handlers {
            ensure!(
                self.pad_of(*handler)
                    .is_some_and(|pad| self.function.insts[pad].kind == InstKind::CatchPad),
                "handler of a catchswitch that does not start with a catchpad"
            );
        }
        self.unwind_target_rule(target)
    }

    fn pad_of(&self, block: Block) -> Option<Inst> {
        let mut insts = self.function.block_insts(block);
        insts.find(|inst| !self.function.is_phi(*inst))
    }

    /// Unwinding leads to blocks that start with a pad.
    pub(super) fn unwind_target_rule(&self, targets: &[Block]) -> Rule {
        for target in targets {
            let pad = self
                .pad_of(*target)
                .map(|pad| &self.function.insts[pad].kind);
            ensure!(
                matches!(
                    pad,
                    Some(
                        InstKind::LandingPad { .. }
                            | InstKind::CatchSwitch { .. }
                            | InstKind::CleanupPad
                    )
                ),
                "unwinding to a block that does not start with a pad"
            );
        }
        Ok(())
    }
}
