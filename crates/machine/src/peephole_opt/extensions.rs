//! Uses of a register that was extended read a part of the extension instead.
//!
//! ```text
//!   %1:gr64 = MOVSX64rr32 %0:gr32         %1:gr64 = MOVSX64rr32 %0:gr32
//!   …                                     %2:gr32 = COPY %1.sub_32bit
//!   use %0                                use %2
//! ```
//!
//! The register need not live past the extension then. This is done where the result of the extension lives anyway: after
//! it in its block, and in blocks that use it.

use avarice_mir::hooks::Extension;
use avarice_mir::{Block, Inst, InstBuilder, Op, VReg};
use avarice_target::{RegClass, SubRegIdx, op};
use smallvec::SmallVec;

use super::Peephole;

impl Peephole<'_> {
    /// If `inst` is an extension, makes later uses of its source read its result.
    pub(super) fn reuse_extension(&mut self, inst: Inst) {
        let Some(Extension { src, dst, part }) = self.hooks.extension(self.function, inst) else {
            return;
        };
        let Some((src, dst)) = src.as_virtual().zip(dst.as_virtual()) else {
            return;
        };
        let target = self.function.target;
        let wide = target.sub_class_with_sub_reg(self.function.class(dst), part);
        let Some(wide) = wide.filter(|_| !self.function.has_one_non_debug_use(src)) else {
            return;
        };
        // The extension may read that part of its source.
        let src_has_part = target
            .sub_class_with_sub_reg(self.function.class(src), part)
            .is_some();
        let used_part = if src_has_part { part } else { SubRegIdx::NONE };
        let uses = self.reached_uses(inst, src, dst, src_has_part.then_some(part));
        let blocks = self.blocks_of_users(dst, true);
        let mut first = true;
        for used in uses {
            let user = self.function.op_inst(used);
            let is_live_out_to_phi = self
                .function
                .inst_block(user)
                .is_none_or(|block| blocks.binary_search(&block).is_ok());
            if is_live_out_to_phi {
                continue;
            }
            if std::mem::take(&mut first) {
                self.function.clear_kill_flags(dst);
                self.function.constrain_class(dst, wide, 0);
            }
            let Some(class) = self.class_of_copy(src, user, used_part) else {
                continue;
            };
            let copy = self.function.create_vreg(class);
            let location = self.function.debug_loc(user);
            InstBuilder::new(self.function, op::COPY)
                .def(copy)
                .sub_reg(dst, part)
                .location(location)
                .insert_before(user);
            if src_has_part {
                self.function.op_mut(used).set_sub_reg(SubRegIdx::NONE);
            }
            self.function.set_op_reg(used, copy);
        }
    }

    /// The class of what replaces `src` or, if one is named, a part of it in `user`.
    fn class_of_copy(&self, src: VReg, user: Inst, part: SubRegIdx) -> Option<RegClass> {
        if part.is_none() {
            return Some(self.function.class(src));
        }
        let def = self.function.operands(user).first()?.as_reg();
        Some(self.function.class(def.as_virtual()?))
    }

    /// Blocks of the instructions that use a register, or only those of PHIs, sorted.
    fn blocks_of_users(&self, reg: VReg, only_phis: bool) -> SmallVec<[Block; 8]> {
        let function = &*self.function;
        let is_wanted = |inst: &Inst| !only_phis || function.opcode(*inst) == op::PHI;
        let users = function.non_debug_users(reg).filter(is_wanted);
        let mut blocks: SmallVec<[Block; 8]> =
            users.filter_map(|inst| function.inst_block(inst)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// Uses of `src`, of `part` of it if that is given, where the result of the extension lives anyway.
    fn reached_uses(
        &self,
        inst: Inst,
        src: VReg,
        dst: VReg,
        part: Option<SubRegIdx>,
    ) -> SmallVec<[Op; 8]> {
        let function = &*self.function;
        let reached = self.blocks_of_users(dst, false);
        let mut uses = SmallVec::new();
        for used in function.non_debug_uses(src) {
            let user = function.op_inst(used);
            let opcode = function.opcode(user);
            // The upper part of what SUBREG_TO_REG reads is known to be zero.
            if user == inst
                || matches!(opcode, op::PHI | op::SUBREG_TO_REG)
                || part.is_some_and(|part| function.op(used).sub_reg() != part)
            {
                continue;
            }
            let block = function.inst_block(user);
            if block == function.inst_block(inst) {
                if self.scratch.visited[user] != self.scratch.stamp {
                    uses.push(used);
                }
            } else if block.is_some_and(|block| reached.binary_search(&block).is_ok()) {
                uses.push(used);
            } else {
                // Both live on.
                break;
            }
        }
        uses
    }
}
