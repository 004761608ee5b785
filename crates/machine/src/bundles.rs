//! Bundles: instructions that no pass may part, after a `BUNDLE` that says what they read and write.
//!
//! ```text
//!                        BUNDLE implicit-def $lr, implicit killed $x0 {
//!   BLR $x0                BLR $x0, implicit-def $lr
//!   HINT 36        ─▶      HINT 36
//!                        }
//! ```

use avarice_mir::{Inst, InstBuilder, MachineFunction, MiFlags, Operand, OperandFlags, Reg};
use avarice_target::op;
use smallvec::SmallVec;

/// What the instructions of a bundle do with registers.
#[derive(Default)]
struct Registers {
    /// Those that are defined, with whether the value ends in the bundle.
    defs: SmallVec<[(Reg, bool); 16]>,
    /// Those that are read before they are defined.
    uses: SmallVec<[Operand; 8]>,
}

impl Registers {
    fn add_use(&mut self, operand: &mut Operand) {
        let kills = operand.has(OperandFlags::KILL);
        let reg = operand.as_reg();
        if let Some((_, ends)) = self.defs.iter_mut().find(|(def, _)| *def == reg) {
            operand.set(OperandFlags::INTERNAL, true);
            *ends |= kills;
            return;
        }
        match self.uses.iter_mut().find(|used| used.as_reg() == reg) {
            Some(used) if kills => used.set(OperandFlags::KILL, true),
            Some(_) => {}
            None => {
                let kept = OperandFlags::KILL | OperandFlags::UNDEF;
                let flags = operand.flags() & kept | OperandFlags::IMPLICIT;
                self.uses.push(Operand::reg(reg).with(flags));
            }
        }
    }

    fn add_def(&mut self, function: &MachineFunction, operand: &Operand) {
        let is_dead = operand.has(OperandFlags::DEAD);
        let reg = operand.as_reg();
        match self.defs.iter_mut().find(|(def, _)| *def == reg) {
            // It was dead or read for the last time, and lives again.
            Some((_, ends)) => *ends &= is_dead,
            None => self.defs.push((reg, is_dead)),
        }
        if let Some(whole) = reg.as_physical().filter(|_| !is_dead) {
            for (_, part) in function.target.reg(whole).sub_regs {
                let part = Reg::phys(*part);
                if !self.defs.iter().any(|(def, _)| *def == part) {
                    self.defs.push((part, false));
                }
            }
        }
    }
}

/// Makes the instructions from `first` to `last` of a block a bundle.
pub fn bundle(function: &mut MachineFunction, first: Inst, last: Inst) {
    let mut registers = Registers::default();
    let mut flags = MiFlags::BUNDLED_SUCC;
    let mut location = None.into();
    let mut cursor = Some(first);
    while let Some(inst) = cursor {
        let own = function.insts[inst].flags;
        flags |= own & (MiFlags::FRAME_SETUP | MiFlags::FRAME_DESTROY);
        if location == None.into() {
            location = function.debug_loc(inst);
        }
        let inner = match inst == last {
            true => MiFlags::BUNDLED_PRED,
            false => MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC,
        };
        function.insts[inst].flags |= inner;
        if !function.is_debug(inst) {
            add_inst(function, &mut registers, inst);
        }
        cursor = function.next_inst(inst).filter(|_| inst != last);
    }
    let mut build = InstBuilder::new(function, op::BUNDLE);
    for (reg, is_dead) in registers.defs {
        let mut def = Operand::def(reg).with(OperandFlags::IMPLICIT);
        def.set(OperandFlags::DEAD, is_dead);
        build = build.extra(def);
    }
    for used in registers.uses {
        build = build.extra(used);
    }
    build.location(location).flags(flags).insert_before(first);
}

fn add_inst(function: &mut MachineFunction, registers: &mut Registers, inst: Inst) {
    for index in 0..function.num_operands(inst) {
        let mut operand = *function.operand(inst, index);
        if !operand.is_reg() || operand.is_def() || operand.as_reg().is_none() {
            continue;
        }
        registers.add_use(&mut operand);
        let is_internal = operand.has(OperandFlags::INTERNAL);
        let own = function.operand_mut(inst, index);
        own.set(OperandFlags::INTERNAL, is_internal);
    }
    for operand in function.operands(inst) {
        if operand.is_def() && !operand.as_reg().is_none() {
            registers.add_def(function, operand);
        }
    }
}
