//! `aarch64-copyelim`: values that a branch has made known need not be made again.
//!
//! ```text
//!   cbz w0, zero           w0 is 0 in `zero`         cmp w0, #7
//!                                                    b.eq seven
//!   zero: mov w0, wzr      goes                      seven: mov w0, #7     goes
//! ```
//!
//! A block is looked at that has one predecessor, which ends in a conditional branch: a comparison with zero, or flags
//! that say that something is equal to a number. Copies in the predecessor carry what is known on to other registers.

use avarice_machine::live_reg_units::AccessedRegUnits;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, OperandKind};
use avarice_target::{InstrFlags, LaneMask, PhysReg, op as generic};
use avarice_trace::Log;
use smallvec::SmallVec;

use crate::{TARGET, op, reg};

/// Condition codes.
const EQUAL: i64 = 0;
const NOT_EQUAL: i64 = 1;

/// `aarch64-copyelim`, see the module.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::RESERVED_REGS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["stack-slot-coloring"],
    ..MachinePass::new(
        "aarch64-copyelim",
        "AArch64 Redundant Copy Elimination",
        || Box::<CopyElimination>::default(),
    )
};

/// A register and what it has.
#[derive(Clone, Copy, Debug)]
struct Known {
    register: PhysReg,
    value: i32,
}

/// What is known at the begin of a block.
#[derive(Debug, Default)]
struct Knowledge {
    known: SmallVec<[Known; 4]>,
    /// The first instruction of the predecessor that reads a register for that.
    first_use: Option<Inst>,
}

/// The scratch memory of the pass.
#[derive(Default)]
struct CopyElimination {
    accessed: AccessedRegUnits,
}

impl RunPass for CopyElimination {
    /// # Requires
    /// No virtual registers.
    ///
    /// # Ensures
    /// No block makes a value again in the register where its only predecessor has it, as far as that is found.
    ///
    /// # Preserves
    /// The CFG.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        self.accessed.begin_function(&unit.function);
        for at in 0..unit.function.layout.len() {
            let block = unit.function.layout[at];
            self.optimize(&mut unit.function, &unit.analyses.reserved, block);
        }
        Ok(())
    }
}

impl CopyElimination {
    fn optimize(&mut self, function: &mut MachineFunction, reserved: &[bool], block: Block) {
        let [before] = function.blocks[block].preds[..] else {
            return;
        };
        if function.blocks[before].succs.len() != 2 {
            return;
        }
        let Some((branch, mut knowledge)) = self.find_known(function, block, before) else {
            return;
        };
        self.follow_copies(function, branch, &mut knowledge);
        let removed = remove_redundant(function, reserved, block, knowledge.known);
        let Some(removed) = removed else {
            return;
        };
        for register in removed.registers {
            let live_ins = &mut function.blocks[block].live_ins;
            if !live_ins.iter().any(|(live, _)| *live == register) {
                live_ins.push((register, LaneMask::ALL));
            }
        }
        clear_kills(function, knowledge.first_use, None);
        let first = function.blocks[block].first.expand();
        clear_kills(function, first, removed.end);
    }

    /// What the terminators of `before` say of registers in `block`, with the one that says it.
    fn find_known(
        &mut self,
        function: &MachineFunction,
        block: Block,
        before: Block,
    ) -> Option<(Inst, Knowledge)> {
        let mut insts = function.block_insts_rev(before);
        let mut cursor = insts.find(|inst| !function.is_debug(*inst));
        while let Some(inst) = cursor {
            if let Some(knowledge) = self.known_by(function, block, inst) {
                return Some((inst, knowledge));
            }
            if !function.is_terminator(inst) {
                break;
            }
            cursor = function.prev_inst(inst);
        }
        None
    }

    /// What `branch` says of registers in `block`.
    fn known_by(
        &mut self,
        function: &MachineFunction,
        block: Block,
        branch: Inst,
    ) -> Option<Knowledge> {
        let [first, target, ..] = function.operands(branch) else {
            return None;
        };
        let goes_there = target.as_block() == Some(block);
        let is_zero = match function.opcode(branch) {
            op::CBZW | op::CBZX => goes_there,
            op::CBNZW | op::CBNZX => !goes_there,
            op::Bcc => {
                let is_equal = match first.as_imm() {
                    Some(EQUAL) => goes_there,
                    Some(NOT_EQUAL) => !goes_there,
                    _ => false,
                };
                return is_equal
                    .then(|| self.known_by_flags(function, branch))
                    .flatten();
            }
            _ => false,
        };
        let register = first.as_reg().as_physical().filter(|_| is_zero)?;
        Some(Knowledge {
            known: SmallVec::from_slice(&[Known { register, value: 0 }]),
            first_use: Some(branch),
        })
    }

    /// What the instruction that sets the flags says, if `branch` goes to where they say *equal*.
    fn known_by_flags(&mut self, function: &MachineFunction, branch: Inst) -> Option<Knowledge> {
        self.accessed.clear();
        let mut cursor = function.prev_bundle(branch);
        while let Some(inst) = cursor {
            match setting(function, inst) {
                Some(Setting::Comparison { negates }) => {
                    return self.known_by_comparison(function, inst, negates);
                }
                Some(Setting::Result) => {
                    let register = self.unchanged_result(function, inst)?;
                    return Some(Knowledge {
                        known: SmallVec::from_slice(&[Known { register, value: 0 }]),
                        first_use: Some(inst),
                    });
                }
                None => {}
            }
            let mut operands = function.operands(inst).iter();
            let flags = avarice_mir::Reg::phys(reg::NZCV);
            if operands.any(|operand| operand.is_def() && operand.as_reg() == flags) {
                return None;
            }
            self.accessed.add(function, inst);
            cursor = function.prev_bundle(inst);
        }
        None
    }

    /// A comparison with a number: what is compared is that, and the difference is zero.
    fn known_by_comparison(
        &self,
        function: &MachineFunction,
        inst: Inst,
        negates: bool,
    ) -> Option<Knowledge> {
        let [dst, src, number, shift, ..] = function.operands(inst) else {
            return None;
        };
        let (dst, src) = (dst.as_reg().as_physical()?, src.as_reg().as_physical()?);
        let mut known = SmallVec::new();
        if let Some(number) = number.as_imm()
            && src != dst
            && self.accessed.modified.is_available(function, src)
        {
            let shift = shift.as_imm().and_then(|shift| u32::try_from(shift).ok());
            let value = (number as i32).wrapping_shl(shift.unwrap_or(0));
            let value = if negates { value.wrapping_neg() } else { value };
            known.push(Known {
                register: src,
                value,
            });
        }
        if let Some(register) = self.unchanged_result(function, inst) {
            known.push(Known { register, value: 0 });
        }
        (!known.is_empty()).then_some(Knowledge {
            known,
            first_use: Some(inst),
        })
    }

    /// The result of `inst`, if there is one and it is still there at the branch.
    fn unchanged_result(&self, function: &MachineFunction, inst: Inst) -> Option<PhysReg> {
        let result = function.operand(inst, 0).as_reg().as_physical()?;
        let is_wanted = !matches!(result, reg::WZR | reg::XZR);
        (is_wanted && self.accessed.modified.is_available(function, result)).then_some(result)
    }

    /// Adds registers that copies before `branch` make equal to known ones.
    fn follow_copies(
        &mut self,
        function: &MachineFunction,
        branch: Inst,
        knowledge: &mut Knowledge,
    ) {
        self.accessed.clear();
        let mut has_seen_use = false;
        let mut cursor = Some(branch);
        while let Some(inst) = cursor {
            has_seen_use |= knowledge.first_use == Some(inst);
            if let Some(copied) = self.copied(function, inst, &knowledge.known) {
                knowledge.known.push(copied);
                if has_seen_use {
                    knowledge.first_use = Some(inst);
                }
            }
            self.accessed.add(function, inst);
            let modified = &self.accessed.modified;
            let mut known = knowledge.known.iter();
            if known.all(|known| !modified.is_available(function, known.register)) {
                return;
            }
            cursor = function.prev_bundle(inst);
        }
    }

    /// What `inst` makes known, if it copies a known register or to one.
    fn copied(&self, function: &MachineFunction, inst: Inst, known: &[Known]) -> Option<Known> {
        if function.opcode(inst) != generic::COPY {
            return None;
        }
        let [dst, src, ..] = function.operands(inst) else {
            return None;
        };
        let (dst, src) = (dst.as_reg().as_physical()?, src.as_reg().as_physical()?);
        let is_unchanged = |register| self.accessed.modified.is_available(function, register);
        let mut known = known.iter().filter(|known| is_unchanged(known.register));
        known.find_map(|known| {
            let other = match known.register {
                register if register == src && is_unchanged(dst) => dst,
                register if register == dst && is_unchanged(src) => src,
                _ => return None,
            };
            Some(Known {
                register: other,
                value: known.value,
            })
        })
    }
}

/// How an instruction sets the flags.
enum Setting {
    /// By a comparison with a number, or with its negative.
    Comparison { negates: bool },
    /// By its result.
    Result,
}

fn setting(function: &MachineFunction, inst: Inst) -> Option<Setting> {
    match function.opcode(inst) {
        op::ADDSWri | op::ADDSXri => Some(Setting::Comparison { negates: true }),
        op::SUBSWri | op::SUBSXri => Some(Setting::Comparison { negates: false }),
        op::ADCSWr
        | op::ADCSXr
        | op::ADDSWrr
        | op::ADDSWrs
        | op::ADDSWrx
        | op::ADDSXrr
        | op::ADDSXrs
        | op::ADDSXrx
        | op::ADDSXrx64
        | op::ANDSWri
        | op::ANDSWrr
        | op::ANDSWrs
        | op::ANDSXri
        | op::ANDSXrr
        | op::ANDSXrs
        | op::BICSWrr
        | op::BICSWrs
        | op::BICSXrs
        | op::BICSXrr
        | op::SBCSWr
        | op::SBCSXr
        | op::SUBSWrr
        | op::SUBSWrs
        | op::SUBSWrx
        | op::SUBSXrr
        | op::SUBSXrs
        | op::SUBSXrx
        | op::SUBSXrx64 => Some(Setting::Result),
        _ => None,
    }
}

/// What was removed from a block.
#[derive(Default)]
struct Removed {
    /// The registers that have the values.
    registers: SmallVec<[PhysReg; 4]>,
    /// What comes after the last removed instruction.
    end: Option<Inst>,
}

/// Removes what makes known values again; `None` if nothing does.
fn remove_redundant(
    function: &mut MachineFunction,
    reserved: &[bool],
    block: Block,
    mut known: SmallVec<[Known; 4]>,
) -> Option<Removed> {
    let mut removed: Option<Removed> = None;
    let mut cursor = function.blocks[block].first.expand();
    while let Some(inst) = cursor.filter(|_| !known.is_empty()) {
        cursor = function.next_bundle(inst);
        let mut candidates = known.iter();
        if let Some(found) = candidates.find(|known| makes(function, reserved, inst, known)) {
            let removed = removed.get_or_insert_default();
            if !removed.registers.contains(&found.register) {
                removed.registers.push(found.register);
            }
            removed.end = cursor;
            function.remove_inst(inst);
            continue;
        }
        let mut at = 0;
        while let Some(one) = known.get(at) {
            if modifies(function, inst, one.register) {
                known.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }
    removed
}

/// Whether all that `inst` does is to give the known register the value that it has.
fn makes(function: &MachineFunction, reserved: &[bool], inst: Inst, known: &Known) -> bool {
    let is_copy = function.opcode(inst) == generic::COPY;
    let is_constant = function.desc(inst).has(InstrFlags::MOVE_IMM);
    let [dst, src, ..] = function.operands(inst) else {
        return false;
    };
    let Some(result) = dst.as_reg().as_physical() else {
        return false;
    };
    let is_part = TARGET.reg(result).super_regs.contains(&known.register);
    if reserved[result.index()] || known.register != result && !is_part {
        return false;
    }
    if is_copy {
        let source = src.as_reg().as_physical();
        return matches!(source, Some(reg::XZR | reg::WZR)) && known.value == 0;
    }
    // The upper half is made as well, where only the lower one is known.
    let mut implicit = function.operands(inst).iter();
    let makes_more = implicit.any(|operand| {
        let is_live = operand.has(OperandFlags::IMPLICIT) && !operand.has(OperandFlags::DEAD);
        is_live && operand.is_def() && operand.as_reg().as_physical() != Some(known.register)
    });
    is_constant
        && src.as_imm() == Some(known.value.into())
        && !makes_more
        && !(is_part && known.value < 0)
}

fn modifies(function: &MachineFunction, head: Inst, register: PhysReg) -> bool {
    let mut insts = function.bundle_insts(head);
    insts.any(|inst| {
        function.operands(inst).iter().any(|operand| {
            let is_mask = operand.kind() == OperandKind::RegMask;
            let named = operand.as_reg().as_physical();
            is_mask && !function.mask_preserves(operand, register)
                || operand.is_def()
                    && named.is_some_and(|named| TARGET.regs_overlap(named, register))
        })
    })
}

/// Forgets which instructions are the last to read a register, from `from` on up to `end`.
fn clear_kills(function: &mut MachineFunction, from: Option<Inst>, end: Option<Inst>) {
    let mut cursor = from;
    while let Some(inst) = cursor.filter(|inst| Some(*inst) != end) {
        for index in 0..function.num_operands(inst) {
            let operand = function.operand(inst, index);
            if operand.is_use() && operand.has(OperandFlags::KILL) {
                let operand = function.operand_mut(inst, index);
                operand.set(OperandFlags::KILL, false);
            }
        }
        cursor = function.next_inst(inst);
    }
}
