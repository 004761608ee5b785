//! What copies say about registers: where values come from, and where they should end up.

use avarice_mir::{Inst, OperandKind, Reg, VReg};
use avarice_target::{InstrFlags, op};
use smallvec::SmallVec;

use super::TwoAddress;

/// How a value goes on from its last use in the block.
struct NextRegister {
    inst: Inst,
    /// Whether the instruction copies.
    is_copy: bool,
    /// Where the value is, or may be, afterwards.
    to: Reg,
}

impl TwoAddress<'_> {
    /// Destination and source of an instruction that copies.
    pub(super) fn as_copy(&self, inst: Inst) -> Option<(Reg, Reg)> {
        let source = match self.function.opcode(inst) {
            op::COPY => 1,
            op::INSERT_SUBREG | op::SUBREG_TO_REG => 2,
            _ => return None,
        };
        let operands = self.function.operands(inst);
        Some((operands[0].as_reg(), operands.get(source)?.as_reg()))
    }

    /// Notes what a copy from or to a physical register says.
    pub(super) fn process_copy(&mut self, inst: Inst) {
        let Some((dst, src)) = self.as_copy(inst) else {
            return;
        };
        if std::mem::replace(&mut self.scratch.processed[inst], true) {
            return;
        }
        match (dst.as_virtual(), src.as_virtual()) {
            (None, Some(src)) => self.scratch.dst_map.insert_new(src, dst),
            (Some(dst), None) => {
                self.scratch.src_map.insert_new(dst, src);
                self.scan_uses(dst);
            }
            _ => {}
        }
    }

    /// Follows the last uses of `dst` through copies and two-address instructions, to learn in which
    /// physical register it should end up.
    pub(super) fn scan_uses(&mut self, dst: VReg) {
        let mut chain: SmallVec<[Reg; 8]> = SmallVec::new();
        let mut reg = dst;
        self.scratch.scans += 1;
        self.scratch.met[dst] = self.scratch.scans;
        while let Some(NextRegister { inst, is_copy, to }) = self.next_register(reg) {
            if is_copy && std::mem::replace(&mut self.scratch.processed[inst], true) {
                break;
            }
            if self.scratch.positions.get(inst) != 0 {
                break;
            }
            let Some(next) = to.as_virtual() else {
                chain.push(to);
                break;
            };
            // Code that is no SSA may go round in a circle.
            let scan = self.scratch.scans;
            if std::mem::replace(&mut self.scratch.met[next], scan) == scan {
                break;
            }
            chain.push(to);
            self.scratch.src_map.set(next, reg.into());
            reg = next;
        }
        let Some(mut to) = chain.pop() else { return };
        while let Some(from) = chain.pop() {
            if let Some(virt) = from.as_virtual() {
                self.scratch.dst_map.insert_new(virt, to);
            }
            to = from;
        }
        self.scratch.dst_map.insert_new(dst, to);
    }

    /// If all uses of `reg` are in this block: how its value goes on after the last one.
    fn next_register(&self, reg: VReg) -> Option<NextRegister> {
        let function = &*self.function;
        let mut found = None;
        for op in function.non_debug_uses(reg) {
            let inst = function.op_inst(op);
            if function.inst_block(inst) != Some(self.block) {
                return None;
            }
            if self.is_plainly_killed(inst, reg.into()) {
                found = Some(op);
            }
        }
        let used = found?;
        let inst = function.op_inst(used);
        if let Some((to, _)) = self.as_copy(inst) {
            return Some(NextRegister {
                inst,
                is_copy: true,
                to,
            });
        }
        let through = |to| NextRegister {
            inst,
            is_copy: false,
            to,
        };
        if let Some(to) = self.two_address_use(inst, reg.into()) {
            return Some(through(to));
        }
        if !function.desc(inst).has(InstrFlags::COMMUTABLE) {
            return None;
        }
        let index = function.op_index(used);
        let (a, b) = self
            .hooks
            .commutable_operands(function, inst, Some(index))?;
        let other = function.operand(inst, if a == index { b } else { a });
        let to = self.two_address_use(inst, other.as_reg());
        to.filter(|_| other.is_use()).map(through)
    }

    /// The register of the definition that a use of `reg` is tied to.
    pub(super) fn two_address_use(&self, inst: Inst, reg: Reg) -> Option<Reg> {
        let operands = self.function.operands(inst);
        let mut uses = operands.iter().filter(|o| o.is_use() && o.as_reg() == reg);
        let tied = uses.find_map(|operand| operand.tied_to())?;
        Some(operands[tied].as_reg())
    }

    /// Forgets what was known to come from physical registers that `inst` writes.
    pub(super) fn remove_clobbered(&mut self, inst: Inst) {
        let src_map = &mut self.scratch.src_map;
        if src_map.has_no_physical() {
            return;
        }
        let function = &*self.function;
        if function.opcode(inst) == op::COPY {
            let dst = function.operand(inst, 0).as_reg();
            let Some(dst) = dst.as_physical() else { return };
            // A value that goes back to where it came from changes nothing.
            let src = src_map.mapped(function.operand(inst, 1).as_reg());
            if src
                .as_physical()
                .is_some_and(|src| function.target.regs_overlap(src, dst))
            {
                return;
            }
        }
        for operand in function.operands(inst) {
            if operand.kind() == OperandKind::RegMask {
                src_map.remove_clobbered(|reg| !function.mask_preserves(operand, reg));
            } else if let Some(def) = operand.as_reg().as_physical().filter(|_| operand.is_def()) {
                src_map.remove_clobbered(|reg| function.target.regs_overlap(reg, def));
            }
        }
    }
}
