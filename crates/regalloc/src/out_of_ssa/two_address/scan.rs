//! What copies tell about registers: where values come from, and where they should end up.

use avarice_mir::{Block, Inst, OperandKind, Reg, VReg};
use avarice_target::{InstrFlags, op};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::TwoAddress;

/// How a value goes on from its last use in the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NextRegister {
    inst: Inst,
    /// Whether the instruction copies.
    is_copy: bool,
    /// Where the value is, or may be, afterwards.
    to: Reg,
}

/// What is known of [`NextRegister`]s, until an instruction that uses the register changes.
#[derive(Debug, Default)]
pub(super) struct NextRegisters {
    /// The block for which it is known, and how the value goes on there.
    known: SecondaryMap<VReg, (PackedOption<Block>, Option<NextRegister>)>,
    /// For each register the number of the scan, from 1, that came to it last.
    scanned: SecondaryMap<VReg, u32>,
    scans: u32,
}

impl NextRegisters {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.scanned.clear();
        self.scans = 0;
    }

    /// Forgets how the value of `reg` goes on.
    fn forget(&mut self, reg: VReg) {
        self.known[reg].0 = None.into();
    }
}

/// How many registers are followed that an earlier scan came to. All of them would be followed by llc, to note
/// again what is noted already; far ones are noted once more when the scan starts nearer to them.
const MAX_SCANNED_AGAIN: u32 = 256;

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
        let mut again = 0;
        let mut copied = false;
        self.scratch.next.scans += 1;
        let scan = self.scratch.next.scans;
        self.scratch.next.scanned[dst] = scan;
        while let Some(NextRegister { inst, is_copy, to }) = self.next_register(reg) {
            // From the first copy on, everything is followed only once, whether it copies or not.
            copied |= is_copy;
            if copied && std::mem::replace(&mut self.scratch.processed[inst], true) {
                break;
            }
            if self.scratch.positions.get(inst) != 0 {
                break;
            }
            let Some(next) = to.as_virtual() else {
                chain.push(to);
                break;
            };
            let earlier = std::mem::replace(&mut self.scratch.next.scanned[next], scan);
            again += u32::from(earlier != 0);
            // Code that is no SSA may go round in a circle.
            if earlier == scan || again > MAX_SCANNED_AGAIN {
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

    /// Forgets how the values of an instruction's registers go on: the instruction changes.
    pub(super) fn forget_next_registers(&mut self, inst: Inst) {
        for operand in self.function.operands(inst) {
            if let Some(reg) = operand.as_reg().as_virtual() {
                self.scratch.next.forget(reg);
            }
        }
    }

    /// If all uses of `reg` are in this block: how its value goes on after the last one.
    fn next_register(&mut self, reg: VReg) -> Option<NextRegister> {
        let known = self.scratch.next.known[reg];
        if known.0.expand() == Some(self.block) {
            return known.1;
        }
        let next = self.find_next_register(reg);
        self.scratch.next.known[reg] = (self.block.into(), next);
        next
    }

    fn find_next_register(&self, reg: VReg) -> Option<NextRegister> {
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
