//! Copies that were made before in the same block.

use avarice_mir::{Inst, MachineFunction, OperandKind, Reg, inst_facts};
use avarice_target::{PhysReg, SubRegIdx, op};
use smallvec::SmallVec;

use super::Peephole;

/// A register or a part of one.
pub(super) type RegPart = (Reg, SubRegIdx);

/// No copy.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    part: SubRegIdx,
    inst: Inst,
    /// Another copy of the same register.
    next: u32,
}

/// The first copy of each register and part in the current block.
#[derive(Debug, Default)]
pub(super) struct CopyTable {
    /// By register, physical ones first: the block, and its first entry.
    heads: Vec<(u32, u32)>,
    entries: Vec<Entry>,
    block: u32,
}

impl CopyTable {
    pub(super) fn begin_function(&mut self) {
        self.heads.clear();
        self.begin_block();
    }

    pub(super) fn begin_block(&mut self) {
        self.entries.clear();
        self.block += 1;
    }

    /// The place of a register among `heads`.
    fn slot(function: &MachineFunction, reg: Reg) -> usize {
        let virt = |reg: avarice_mir::VReg| function.target.registers.len() + reg.as_u32() as usize;
        reg.as_virtual().map_or(reg.raw() as usize, virt)
    }

    fn head(&self, slot: usize) -> u32 {
        let head = self
            .heads
            .get(slot)
            .filter(|(block, _)| *block == self.block);
        head.map_or(NONE, |(_, first)| *first)
    }

    /// The copy of `source` that was entered; else `inst` is.
    fn find_or_insert(
        &mut self,
        function: &MachineFunction,
        (reg, part): RegPart,
        inst: Inst,
    ) -> Option<Inst> {
        let slot = Self::slot(function, reg);
        let first = self.head(slot);
        let mut at = first;
        while let Some(entry) = self.entries.get(at as usize) {
            if entry.part == part {
                return Some(entry.inst);
            }
            at = entry.next;
        }
        if self.heads.len() <= slot {
            self.heads.resize(slot + 1, (0, NONE));
        }
        self.heads[slot] = (self.block, self.entries.len() as u32);
        let next = first;
        self.entries.push(Entry { part, inst, next });
        None
    }

    /// Takes `inst` out, if it is the copy of `source` that was entered.
    pub(super) fn remove(&mut self, slot: CopySource, inst: Inst) {
        let mut link = NONE;
        let mut at = self.head(slot.0);
        while let Some(entry) = self.entries.get(at as usize).copied() {
            if entry.inst == inst {
                match self.entries.get_mut(link as usize) {
                    Some(before) => before.next = entry.next,
                    None => self.heads[slot.0].1 = entry.next,
                }
                return;
            }
            (link, at) = (at, entry.next);
        }
    }
}

/// What a copy reads, as a place in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct CopySource(usize);

/// Copies of registers that are not allocated to virtual registers, which hold the same since.
#[derive(Debug, Default)]
pub(super) struct PhysCopies(SmallVec<[(PhysReg, Inst); 2]>);

impl PhysCopies {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Peephole<'_> {
    /// What `inst` copies, if it is a copy of something that stays the same.
    pub(super) fn copy_source(&self, inst: Inst) -> Option<CopySource> {
        let (reg, _) = self.stable_source(inst)?;
        Some(CopySource(CopyTable::slot(self.function, reg)))
    }

    fn stable_source(&self, inst: Inst) -> Option<RegPart> {
        let function = &*self.function;
        if function.opcode(inst) != op::COPY {
            return None;
        }
        let (_, source) = function.as_copy(inst)?;
        let is_stable = match source.0.as_physical() {
            Some(reg) => inst_facts::is_constant_phys_reg(function, self.reserved, reg),
            None => source.0.is_virtual(),
        };
        is_stable.then_some(source)
    }

    /// Makes users of the result of a copy use that of the first copy of the same register in the block. `true` if there is
    /// one; the copy can go then.
    pub(super) fn replace_repeated_copy(&mut self, inst: Inst) -> bool {
        let Some(source) = self.stable_source(inst) else {
            return false;
        };
        let Some(dst) = self.function.operand(inst, 0).as_reg().as_virtual() else {
            return false;
        };
        let copies = &mut self.scratch.copies;
        let Some(first) = copies.find_or_insert(self.function, source, inst) else {
            return false;
        };
        let kept = self.function.operand(first, 0).as_reg().as_virtual();
        let same_class = |kept: &avarice_mir::VReg| {
            *kept != dst && self.function.class(*kept) == self.function.class(dst)
        };
        let Some(kept) = kept.filter(same_class) else {
            return false;
        };
        self.function.replace_reg(dst, kept);
        self.function.clear_kill_flags(kept);
        true
    }

    fn is_unallocatable(&self, reg: Reg) -> Option<PhysReg> {
        let reg = reg.as_physical()?;
        let allocatable = self.function.target.reg(reg).allocatable && !self.reserved[reg.index()];
        (!allocatable).then_some(reg)
    }

    /// Forgets copies of registers that `inst` writes. Copies themselves are looked at in [`Self::is_copied_back`].
    pub(super) fn forget_phys_copies(&mut self, inst: Inst) {
        let copies = &mut self.scratch.phys_copies.0;
        if copies.is_empty() || self.function.opcode(inst) == op::COPY {
            return;
        }
        for operand in self.function.operands(inst) {
            if operand.kind() == OperandKind::RegMask {
                copies.retain(|(reg, _)| self.function.mask_preserves(operand, *reg));
            } else if operand.is_def() {
                copies.retain(|(reg, _)| operand.as_reg() != Reg::phys(*reg));
            }
        }
    }

    /// Whether a copy to a register that is not allocated writes what it has held since it was copied from there.
    ///
    /// ```text
    ///   %0 = COPY $nzcv
    ///   …                     nothing writes $nzcv
    ///   $nzcv = COPY %0       gone
    /// ```
    pub(super) fn is_copied_back(&mut self, inst: Inst) -> bool {
        let Some(((dst, _), (src, _))) = self.function.as_copy(inst) else {
            return false;
        };
        if let Some(reg) = self.is_unallocatable(src).filter(|_| dst.is_virtual()) {
            let copies = &mut self.scratch.phys_copies.0;
            if !copies.iter().any(|(known, _)| *known == reg) {
                copies.push((reg, inst));
            }
            return false;
        }
        let Some(reg) = self.is_unallocatable(dst).filter(|_| src.is_virtual()) else {
            return false;
        };
        let copies = &mut self.scratch.phys_copies.0;
        let Some(at) = copies.iter().position(|(known, _)| *known == reg) else {
            return false;
        };
        if self.function.operand(copies[at].1, 0).as_reg() == src {
            return true;
        }
        copies.swap_remove(at);
        false
    }
}
