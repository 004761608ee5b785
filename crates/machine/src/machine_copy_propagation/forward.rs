//! Reads a copy's source in place of its destination, and removes copies that are not needed.

use avarice_mir::{Block, Inst, OperandFlags, OperandKind};
use avarice_target::{PhysReg, op};
use avarice_trace::log;

use super::tracker::{copied, is_part};
use super::{Propagation, phys};
use avarice_mir::inst_facts::{find_def, is_constant_phys_reg, operand_class};

impl Propagation<'_, '_> {
    /// Goes down a block.
    pub(super) fn run_forward(&mut self, block: Block) {
        self.begin_block("ForwardCopyPropagateBlock", block);
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_inst(inst);
            if self.is_plain_copy(inst) {
                let (dst, src) = copied(self.function, inst);
                if !self.erase_if_redundant(inst, dst, src)
                    && !self.erase_if_redundant(inst, src, dst)
                {
                    self.visit_copy(inst);
                }
            } else if self.scratch.tracker.has_any() || !self.scratch.candidates.is_empty() {
                self.visit_below(inst);
            }
        }
        self.remove_dead_copies(block);
    }

    // ---- Copies -------------------------------------------------------------------------------

    /// Removes `copy` if a copy above made `dst` equal to `src` and both still are what they were. These are
    /// the registers of `copy` itself, one way or the other.
    fn erase_if_redundant(&mut self, copy: Inst, src: PhysReg, dst: PhysReg) -> bool {
        if self.is_reserved(src) || self.is_reserved(dst) {
            return false;
        }
        let tracker = &self.scratch.tracker;
        let Some(previous) = tracker.available_copy(self.function, dst) else {
            return false;
        };
        let dead = self.function.operand(previous, 0).has(OperandFlags::DEAD);
        if dead || !self.copies_part(previous, src, dst) {
            return false;
        }
        self.write_inst("MCP: copy is a NOP, removing:   ", copy);
        let (written, _) = copied(self.function, copy);
        self.clear_kills(previous, Some(copy), written);
        if !self.function.operand(copy, 1).has(OperandFlags::UNDEF) {
            let source = self.function.operand_mut(previous, 1);
            source.set(OperandFlags::UNDEF, false);
        }
        self.function.remove_inst(copy);
        true
    }

    /// Whether a copy copies `src` to `dst`, alone or as corresponding parts.
    fn copies_part(&self, copy: Inst, src: PhysReg, dst: PhysReg) -> bool {
        let target = self.function.target;
        let (whole_dst, whole_src) = copied(self.function, copy);
        if src == whole_src && dst == whole_dst {
            return true;
        }
        src != whole_src
            && is_part(target, whole_src, src)
            && target.sub_reg_idx(whole_src, src) == target.sub_reg_idx(whole_dst, dst)
    }

    /// A copy that stays for now.
    fn visit_copy(&mut self, copy: Inst) {
        self.forward_uses(copy);
        let (dst, src) = copied(self.function, copy);
        self.read(src);
        for at in 2..self.function.num_operands(copy) {
            let operand = self.function.operand(copy, at);
            if operand.is_reg() && operand.reads_reg() {
                self.read(phys(self.function, copy, at));
            }
        }
        self.write_inst("MCP: Copy is a deletion candidate:   ", copy);
        if !self.is_reserved(dst) {
            self.scratch.candidates.insert(copy);
        }
        self.scratch.tracker.clobber(self.function, dst);
        for at in 2..self.function.num_operands(copy) {
            if self.function.operand(copy, at).is_def() {
                let reg = phys(self.function, copy, at);
                self.scratch.tracker.clobber(self.function, reg);
            }
        }
        self.scratch.tracker.track(self.function, copy);
    }

    /// A register is read: the copy that wrote it is needed.
    fn read(&mut self, reg: PhysReg) {
        if reg.is_none() {
            return;
        }
        for unit in self.function.target.reg(reg).units {
            if let Some(copy) = self.scratch.tracker.writer(*unit) {
                self.write_inst("MCP: Copy is used - not dead:   ", copy);
                self.scratch.candidates.remove(copy);
            }
        }
    }

    // ---- Other instructions -------------------------------------------------------------------

    /// An instruction below copies: rewrites its uses and takes note of what it reads and writes.
    fn visit_below(&mut self, inst: Inst) {
        for at in 0..self.function.num_operands(inst) {
            let operand = self.function.operand(inst, at);
            if operand.is_reg() && operand.has(OperandFlags::EARLY_CLOBBER) {
                let tied = operand.tied_to().is_some();
                let reg = phys(self.function, inst, at);
                if tied {
                    self.read(reg);
                }
                self.scratch.tracker.clobber(self.function, reg);
            }
        }
        self.forward_uses(inst);
        let mut mask = None;
        self.scratch.defs.clear();
        let is_debug = self.function.is_debug(inst);
        for at in 0..self.function.num_operands(inst) {
            let operand = self.function.operand(inst, at);
            if operand.kind() == OperandKind::RegMask {
                mask = Some(at);
            }
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            if operand.is_def() && !operand.has(OperandFlags::EARLY_CLOBBER) {
                self.scratch.defs.push(reg);
            } else if operand.reads_reg() && is_debug {
                self.record_debug_user(reg, inst);
            } else if operand.reads_reg() {
                self.read(reg);
            }
        }
        if let Some(mask) = mask {
            self.remove_masked_copies(inst, mask);
            self.scratch.tracker.apply_masks(self.function, inst);
        }
        for at in 0..self.scratch.defs.len() {
            let reg = self.scratch.defs[at];
            self.scratch.tracker.clobber(self.function, reg);
        }
    }

    fn record_debug_user(&mut self, reg: PhysReg, user: Inst) {
        for unit in self.function.target.reg(reg).units {
            if let Some(copy) = self.scratch.tracker.writer(*unit) {
                self.scratch.debug_users.push((copy, user));
            }
        }
    }

    /// Removes copies to registers that a call clobbers.
    fn remove_masked_copies(&mut self, inst: Inst, mask: usize) {
        let mut candidates = self.scratch.candidates.take();
        candidates.retain(|copy| {
            let (dst, _) = copied(self.function, *copy);
            let mask = self.function.operand(inst, mask);
            if self.function.mask_preserves(mask, dst) {
                return true;
            }
            self.write_inst("MCP: Removing copy due to regmask clobbering:   ", *copy);
            self.scratch.tracker.clobber(self.function, dst);
            self.function.remove_inst(*copy);
            false
        });
        self.scratch.candidates.put(candidates);
    }

    /// Removes copies that have not been read by the end of the block, unless a successor may read them.
    fn remove_dead_copies(&mut self, block: Block) {
        let successors = self.function.blocks[block].succs.len();
        if successors != 0 && !self.function.tracks_reg_liveness {
            return;
        }
        for at in 0..successors {
            if self.scratch.candidates.is_empty() {
                return;
            }
            let successor = self.function.blocks[block].succs[at];
            for (reg, _) in &self.function.blocks[successor].live_ins {
                for unit in self.function.target.reg(*reg).units {
                    if let Some(copy) = self.scratch.tracker.writer(*unit) {
                        self.scratch.candidates.remove(copy);
                    }
                }
            }
        }
        let mut candidates = self.scratch.candidates.take();
        for copy in candidates.drain(..) {
            self.write_inst("MCP: Removing copy due to no live-out succ:   ", copy);
            let (dst, src) = copied(self.function, copy);
            self.rename_debug_users(copy, dst, src);
            self.function.remove_inst(copy);
        }
        self.scratch.candidates.put(candidates);
    }

    // ---- Forwarding ---------------------------------------------------------------------------

    fn forward_uses(&mut self, inst: Inst) {
        if self.scratch.tracker.has_any() {
            for at in 0..self.function.num_operands(inst) {
                self.forward_use(inst, at);
            }
        }
    }

    /// Lets operand `at` read the source of the copy that it has its value from.
    fn forward_use(&mut self, inst: Inst, at: usize) {
        let operand = self.function.operand(inst, at);
        let skipped = OperandFlags::UNDEF | OperandFlags::IMPLICIT;
        if !operand.is_use()
            || operand.tied_to().is_some()
            || operand.flags().intersects(skipped)
            || !operand.has(OperandFlags::RENAMABLE)
        {
            return;
        }
        let Some(reg) = operand.as_reg().as_physical() else {
            return;
        };
        let Some(copy) = self.scratch.tracker.available_copy(self.function, reg) else {
            return;
        };
        let target = self.function.target;
        let (dst, src) = copied(self.function, copy);
        let mut forwarded = src;
        if reg != dst {
            let part = target.sub_reg_idx(dst, reg);
            forwarded = target.sub_reg(src, part);
            if forwarded.is_none() {
                let name = target.sub_reg_indices[part.index()].name;
                log!(
                    self.log,
                    "MCP: Copy source does not have sub-register {name}\n"
                );
                return;
            }
        }
        let moves =
            self.is_reserved(src) && !is_constant_phys_reg(self.function, self.reserved, src);
        if moves || !self.is_forwardable(copy, inst, at) || self.has_implicit_overlap(inst, at) {
            return;
        }
        if self.function.opcode(inst) == op::COPY && self.overwrites_part(inst, src) {
            self.write_inst("MCP: Copy source overlap with dest in ", inst);
            return;
        }
        self.write_replacement(inst, at, forwarded, copy);
        self.function.set_reg(inst, at, forwarded);
        let source = self.function.operand(copy, 1).flags();
        let operand = self.function.operand_mut(inst, at);
        // The allocator did not choose this register for this place.
        operand.set(OperandFlags::RENAMABLE, false);
        operand.set(OperandFlags::UNDEF, source.contains(OperandFlags::UNDEF));
        self.write_inst("MCP: After replacement: ", inst);
        log!(self.log, "\n");
        let end = self.function.next_inst(inst);
        self.clear_kills(copy, end, src);
    }

    /// Whether operand `at` of `inst` may be the source of `copy` by the classes of both.
    fn is_forwardable(&self, copy: Inst, inst: Inst, at: usize) -> bool {
        let target = self.function.target;
        let (_, src) = copied(self.function, copy);
        if let Some(class) = operand_class(self.function, self.hooks, inst, at) {
            return target.class(class).contains(src);
        }
        // A copy takes everything. One between registers that no class has both would be a detour less, but
        // often a slow one.
        let dst = phys(self.function, inst, 0);
        let mut classes = target.classes.iter();
        self.function.opcode(inst) == op::COPY
            && classes.any(|class| class.contains(src) && class.contains(dst))
    }

    /// Whether a copy writes something that overlaps `reg`, but not `reg` itself.
    fn overwrites_part(&self, copy: Inst, reg: PhysReg) -> bool {
        let operands = self.function.operands(copy).iter();
        let mut defs = operands.filter(|operand| operand.is_def());
        defs.any(|operand| {
            let other = operand.as_reg().as_physical();
            other.is_some_and(|other| self.overlap(reg, other))
        }) && find_def(self.function, copy, reg.into()).is_none()
    }
}
