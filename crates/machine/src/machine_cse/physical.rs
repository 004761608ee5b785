//! Physical registers of an instruction that may be removed: what they hold must be the same at its equal.

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, OperandKind};
use avarice_target::{LaneMask, PhysReg, TargetDesc};
use smallvec::SmallVec;

/// How many instructions are looked at.
const DISTANCE: usize = 5;

/// The physical registers of an instruction that matter.
#[derive(Debug, Default)]
pub(super) struct PhysRegs {
    /// Those that are read and can change.
    uses: SmallVec<[PhysReg; 4]>,
    /// Those that are written and may be read: index of the operand and register.
    defs: SmallVec<[(usize, PhysReg); 2]>,
    /// Whether a register that is written is read as well.
    reads_own_definition: bool,
}

impl PhysRegs {
    /// Those of `inst`. `is_constant` tells which registers read the same everywhere.
    pub(super) fn of(
        function: &MachineFunction,
        inst: Inst,
        mut is_constant: impl FnMut(PhysReg) -> bool,
    ) -> Self {
        let mut result = Self::default();
        let operands = function.operands(inst);
        for operand in operands.iter().filter(|operand| operand.is_use()) {
            let reg = operand.as_reg().as_physical();
            result.uses.extend(reg.filter(|reg| !is_constant(*reg)));
        }
        for (at, operand) in operands.iter().enumerate() {
            let Some(reg) = operand.as_reg().as_physical().filter(|_| operand.is_def()) else {
                continue;
            };
            let overlaps = |used: &PhysReg| function.target.regs_overlap(*used, reg);
            result.reads_own_definition |= result.uses.iter().any(overlaps);
            if !operand.has(OperandFlags::DEAD) && !is_dead_after(function, inst, reg) {
                result.defs.push((at, reg));
            }
        }
        result
    }

    pub(super) fn is_empty(&self) -> bool {
        self.uses.is_empty() && self.defs.is_empty()
    }

    /// Definitions that may be read, by index of the operand.
    pub(super) fn defs(&self) -> &[(usize, PhysReg)] {
        &self.defs
    }

    pub(super) fn reads_own_definition(&self) -> bool {
        self.reads_own_definition
    }

    /// Whether a register is one of them or overlaps one.
    pub(super) fn overlap(&self, target: &TargetDesc, reg: PhysReg) -> bool {
        let defs = self.defs.iter().map(|(_, reg)| reg);
        let mut all = self.uses.iter().chain(defs);
        all.any(|own| target.regs_overlap(*own, reg))
    }

    /// Makes the registers that are defined live at the start of `block`.
    pub(super) fn add_live_ins(&self, function: &mut MachineFunction, block: Block) {
        let live_ins = &mut function.blocks[block].live_ins;
        for (_, reg) in self.defs.iter().rev() {
            if !live_ins.iter().any(|(live, _)| live == reg) {
                live_ins.push((*reg, LaneMask::ALL));
            }
        }
    }
}

/// Whether `reg` is written soon after `inst` and not read before.
fn is_dead_after(function: &MachineFunction, inst: Inst, reg: PhysReg) -> bool {
    let following =
        std::iter::successors(function.next_inst(inst), |inst| function.next_inst(*inst));
    let following =
        following.filter(|inst| !avarice_mir::inst_facts::is_debug_or_probe(function, *inst));
    for inst in following.take(DISTANCE) {
        let mut is_written = false;
        for operand in function.operands(inst) {
            let other = operand.as_reg().as_physical();
            if operand.kind() == OperandKind::RegMask {
                is_written |= !function.mask_preserves(operand, reg);
            } else if other.is_some_and(|other| function.target.regs_overlap(other, reg)) {
                if operand.is_use() {
                    return false;
                }
                is_written = true;
            }
        }
        if is_written {
            return true;
        }
    }
    false
}

/// That physical registers hold the same at two instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Whether the second is in the block after that of the first.
    pub(super) crosses: bool,
}

/// Looks whether the instructions between `from` and `to` write none of the registers that `matters` names. `None` if they
/// do, if they are many, or call; if `to` is neither in the block of `from` nor in one that only that leads to.
pub(super) fn reach(
    function: &MachineFunction,
    from: Inst,
    to: Inst,
    matters: impl Fn(PhysReg) -> bool,
) -> Option<Reach> {
    let (first, last) = (function.inst_block(from)?, function.inst_block(to)?);
    let crosses = first != last;
    if crosses && function.blocks[last].preds[..] != [first] {
        return None;
    }
    let rest = std::iter::successors(function.next_inst(from), |inst| function.next_inst(*inst));
    let own = crosses.then(|| function.block_insts(last));
    let between = rest.chain(own.into_iter().flatten());
    let mut left = DISTANCE;
    for inst in between {
        if inst == to {
            return Some(Reach { crosses });
        }
        if function.is_debug(inst) {
            continue;
        }
        for operand in function.operands(inst) {
            let reg = operand.as_reg().as_physical();
            let is_written = operand.is_def() && reg.is_some_and(&matters);
            if operand.kind() == OperandKind::RegMask || is_written {
                return None;
            }
        }
        left -= 1;
        if left == 0 {
            return None;
        }
    }
    None
}
