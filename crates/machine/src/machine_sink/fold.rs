//! Instructions that become part of all that use them.
//!
//! ```text
//!   %2 = ADDXri %0, 16, 0                        (gone)
//!   …                                            …
//!   $x0 = COPY %2                        ──▶     $x0 = ADDXri %0, 16, 0
//!   %3 = COPY %2                                 (gone)
//!   %4 = LDRXui %3, 1                            %4 = LDRXui %0, 3
//! ```
//!
//! Every use must be a copy to an allocatable register, a load or store that takes the instruction into its address, or a copy
//! of which the same is true. In blocks other than its own, what the instruction reads must not need more registers than there
//! are.

use avarice_mir::hooks::FoldedAddress;
use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, OperandKind, Reg, VReg, inst_facts};
use avarice_target::{InstrFlags, RegClass, SubRegIdx, op};
use smallvec::SmallVec;

use super::Sinking;

/// What an instruction becomes part of.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// A copy to a physical register.
    Copy(Inst),
    /// A load or store, with its address then.
    Access(Inst, FoldedAddress),
}

/// Memory of this part.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    uses: Vec<Use>,
    work: Vec<VReg>,
}

/// The virtual registers of an instruction.
struct Registers {
    def: VReg,
    used: SmallVec<[VReg; 2]>,
}

impl Sinking<'_, '_> {
    /// Makes `inst` part of all its users, if it can be; whether it was.
    pub(super) fn sink_into_uses(&mut self, inst: Inst) -> bool {
        let Some(registers) = self.foldable(inst) else {
            return false;
        };
        let mut scratch = std::mem::take(&mut self.scratch.fold);
        scratch.uses.clear();
        let folds = self.find_uses(inst, &registers, &mut scratch) && !scratch.uses.is_empty();
        if folds {
            for at in 0..scratch.uses.len() {
                self.fold_into(inst, &registers, scratch.uses[at]);
            }
            self.remove_copies(registers.def, &mut scratch.work);
            self.unit.function.remove_inst(inst);
        }
        self.scratch.fold = scratch;
        folds
    }

    /// The registers of `inst`, if it only computes one from at most two.
    fn foldable(&self, inst: Inst) -> Option<Registers> {
        let function = &self.unit.function;
        let opcode = function.opcode(inst);
        if opcode == op::COPY
            || opcode == op::REG_SEQUENCE
            || inst_facts::may_load(function, inst)
            || inst_facts::may_store(function, inst)
            || !inst_facts::is_safe_to_move(function, inst, true)
            || function.desc(inst).has(InstrFlags::CONVERGENT)
        {
            return None;
        }
        let mut def = None;
        let mut used: SmallVec<[VReg; 2]> = SmallVec::new();
        for operand in function.operands(inst) {
            if !operand.is_reg() {
                if !is_plain(operand.kind()) {
                    return None;
                }
                continue;
            }
            match (
                operand.as_reg().as_virtual(),
                operand.as_reg().as_physical(),
            ) {
                (Some(_), _) if operand.is_def() && def.is_some() => return None,
                (Some(reg), _) if operand.is_def() => def = Some(reg),
                (Some(_), _) if used.len() == 2 => return None,
                (Some(reg), _) => used.push(reg),
                (_, Some(reg)) if operand.is_use() && self.is_constant(reg) => {}
                (_, Some(_)) => return None,
                _ => {}
            }
        }
        Some(Registers { def: def?, used })
    }

    /// Finds what `inst` becomes part of; whether it can become part of all uses.
    fn find_uses(&mut self, inst: Inst, registers: &Registers, scratch: &mut Scratch) -> bool {
        let Scratch { uses, work } = scratch;
        let class = self.unit.function.class(registers.def);
        let used = registers.used.iter();
        let mut classes: SmallVec<[RegClass; 2]> =
            used.map(|reg| self.unit.function.class(*reg)).collect();
        let own_block = self.unit.function.inst_block(inst);
        work.clear();
        work.push(registers.def);
        while let Some(reg) = work.pop() {
            let mut cursor = self.unit.function.first_reg_op(reg);
            while let Some(op) = cursor {
                let function = &self.unit.function;
                cursor = function.next_reg_op(op);
                if !function.op(op).is_use() || function.is_debug(function.op_inst(op)) {
                    continue;
                }
                let user = function.op_inst(op);
                let found = match copied_to(function, user) {
                    Some(to) if to.is_virtual() => {
                        work.extend(to.as_virtual());
                        continue;
                    }
                    Some(to) => self.fold_into_copy(inst, class, user, to),
                    None => self.fold_into_access(inst, user, reg),
                };
                let Some(found) = found else { return false };
                let block = function
                    .inst_block(user)
                    .filter(|block| Some(*block) != own_block);
                if block.is_some_and(|block| self.needs_too_many(block, reg, &mut classes)) {
                    return false;
                }
                uses.push(found);
            }
        }
        true
    }

    fn fold_into_copy(&self, inst: Inst, class: RegClass, user: Inst, to: Reg) -> Option<Use> {
        let function = &self.unit.function;
        let to = to.as_physical()?;
        let is_cheap = self.unit.target.is_as_cheap_as_move(function, inst);
        (is_cheap && function.target.class(class).contains(to)).then_some(Use::Copy(user))
    }

    fn fold_into_access(&self, inst: Inst, user: Inst, reg: VReg) -> Option<Use> {
        let function = &self.unit.function;
        if !inst_facts::may_load(function, user) && !inst_facts::may_store(function, user) {
            return None;
        }
        let address = self.unit.target.fold_address(function, user, reg, inst)?;
        Some(Use::Access(user, address))
    }

    /// Whether registers do not suffice in `block` if values of `classes` are in use up to there, in place of `reg`. A class
    /// that `reg` frees a register of does not count, and is taken off.
    fn needs_too_many(
        &mut self,
        block: Block,
        reg: VReg,
        classes: &mut SmallVec<[RegClass; 2]>,
    ) -> bool {
        let function = &self.unit.function;
        let freed = function.class(reg);
        let serves = |class: &RegClass| {
            *class == freed || function.target.class(*class).has_super_class(freed)
        };
        if let Some(at) = classes.iter().position(serves) {
            classes.remove(at);
        }
        if let [first, second] = classes[..]
            && first != second
        {
            return self.exceeds_pressure(block, first, 1)
                || self.exceeds_pressure(block, second, 1);
        }
        let Some(class) = classes.first().copied() else {
            return false;
        };
        let count = classes.len() as u32;
        // Two of a class count once from now on, as in llc.
        classes.truncate(1);
        self.exceeds_pressure(block, class, count)
    }

    /// Makes `inst` part of one user, which is replaced.
    fn fold_into(&mut self, inst: Inst, registers: &Registers, at: Use) {
        let target = self.unit.target;
        let function = &mut self.unit.function;
        let (Use::Copy(user) | Use::Access(user, _)) = at;
        if function.inst_block(user).is_none() {
            // It has the register twice.
            return;
        }
        match at {
            Use::Copy(copy) => {
                let to = function.operand(copy, 0).as_reg();
                let place = InsertPoint::before(function, copy);
                let new = target.rematerialize(function, place, to, SubRegIdx::NONE, inst);
                let (own, other) = (function.debug_loc(inst), function.debug_loc(copy));
                function.set_debug_loc(new, if own.is_some() { own } else { other });
                for reg in &registers.used {
                    function.clear_kill_flags(*reg);
                }
            }
            Use::Access(access, address) => {
                target.insert_folded_access(function, access, address);
                for reg in address.registers().into_iter().flatten() {
                    if let Some(reg) = reg.as_virtual() {
                        function.clear_kill_flags(reg);
                    }
                }
                if inst_facts::may_store(function, access) {
                    self.scratch.stores.forget_stores();
                }
            }
        }
        self.unit.function.remove_inst(user);
    }

    /// Removes copies of `reg`, which has no definition any more, and of what they define. Debug values say that it is gone.
    fn remove_copies(&mut self, reg: VReg, work: &mut Vec<VReg>) {
        let function = &mut self.unit.function;
        work.clear();
        work.push(reg);
        while let Some(reg) = work.pop() {
            let uses: SmallVec<[_; 8]> = function.uses(reg).collect();
            for op in uses {
                let user = function.op_inst(op);
                if function.opcode(user) == op::COPY {
                    work.extend(function.operand(user, 0).as_reg().as_virtual());
                    function.remove_inst(user);
                } else {
                    function.set_op_reg(op, Reg::NONE);
                    function.op_mut(op).set_sub_reg(SubRegIdx::NONE);
                }
            }
        }
    }
}

/// Whether an operand without a register does not keep an instruction where it is.
fn is_plain(kind: OperandKind) -> bool {
    matches!(
        kind,
        OperandKind::Imm
            | OperandKind::RegMask
            | OperandKind::LiveOut
            | OperandKind::Metadata
            | OperandKind::McSymbol
            | OperandKind::Cfi
            | OperandKind::Intrinsic
            | OperandKind::Predicate
            | OperandKind::ShuffleMask
    )
}

/// What a `COPY` writes.
fn copied_to(function: &MachineFunction, inst: Inst) -> Option<Reg> {
    (function.opcode(inst) == op::COPY).then(|| function.operand(inst, 0).as_reg())
}
