//! Registers for addresses, once all others are assigned.
//!
//! A register is found for each address by a walk up its block: one that nothing names between where the address is
//! computed and where it is used, and whose value is not used afterwards. If there is none, the register that is free
//! longest is kept in a slot meanwhile:
//!
//! ```text
//!   %0 = ADDXri $sp, 1, 12           $x8 = ADDXri $sp, 1, 12
//!   STRXui $x0, killed %0, 2         STRXui $x0, killed $x8, 2
//! ```

use avarice_machine::live_reg_units::LiveRegUnits;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, MiFlags, OperandFlags, VReg};
use avarice_target::PhysReg;

use super::addresses;
use super::layout::Plan;
use crate::{TARGET, class, slots};

/// Registers are looked for that are free in so many instructions above.
const REACH: usize = 25;

/// A register, and where its value has to be stored if it is not free.
struct Survivor {
    register: PhysReg,
    store_before: Option<Inst>,
}

/// What is known at a place of a walk up a block.
struct Scavenger<'a> {
    plan: &'a Plan,
    reserved: &'a [bool],
    live: LiveRegUnits,
    /// The store after which the slot is in use. No second register can be kept there.
    in_slot: Option<Inst>,
}

/// Gives each virtual register a physical one. `false` if there is none and no slot either.
pub(super) fn run(function: &mut MachineFunction, plan: &Plan, reserved: &[bool]) -> bool {
    if function.vregs.is_empty() {
        return true;
    }
    let mut scavenger = Scavenger {
        plan,
        reserved,
        live: LiveRegUnits::default(),
        in_slot: None,
    };
    let mut done = true;
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        done &= scavenger.walk(function, block);
    }
    if done {
        function.clear_vregs();
    }
    done
}

impl Scavenger<'_> {
    fn walk(&mut self, function: &mut MachineFunction, block: Block) -> bool {
        self.live.begin_function(function);
        self.live.add_live_outs_of_frame(function, block);
        self.in_slot = None;
        let mut cursor = function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            self.live.step_backward(function, inst);
            if self.in_slot == Some(inst) {
                self.in_slot = None;
            }
            for at in 0..function.num_operands(inst) {
                let operand = function.operand(inst, at);
                let Some(vreg) = operand.as_reg().as_virtual() else {
                    continue;
                };
                if !operand.reads_reg() {
                    continue;
                }
                let Some(register) = self.assign(function, inst, vreg) else {
                    return false;
                };
                function.replace_reg(vreg, register);
                function.operand_mut(inst, at).set(OperandFlags::KILL, true);
                self.live.add(function, register);
            }
            // A value may be kept in the slot from before here.
            cursor = function.prev_inst(inst);
        }
        true
    }

    /// A register for `vreg`, which `user` is the last to read. What is live is live before `user`.
    fn assign(
        &mut self,
        function: &mut MachineFunction,
        user: Inst,
        vreg: VReg,
    ) -> Option<PhysReg> {
        let def = first_def(function, vreg)?;
        let survivor = self.find(function, user, def)?;
        if let Some(store_before) = survivor.store_before {
            self.keep_in_slot(function, survivor.register, (store_before, user))?;
        }
        Some(survivor.register)
    }

    /// Looks at the instructions from before `user` up to `def`, and on for what is free longest.
    fn find(&self, function: &MachineFunction, user: Inst, def: Inst) -> Option<Survivor> {
        let from = function.prev_inst(user)?;
        let mut used = LiveRegUnits::default();
        used.begin_function(function);
        let order = TARGET.class(class::GPR64).order.iter().copied();
        let order = order.filter(|register| !self.reserved[register.index()]);
        let is_setup = |inst: Inst| function.insts[inst].flags.contains(MiFlags::FRAME_SETUP);
        let mut survivor: Option<PhysReg> = None;
        let mut store_before = None;
        let mut left = REACH;
        let mut cursor = Some(from);
        while let Some(inst) = cursor {
            used.accumulate(function, inst);
            if inst == def {
                let mut order = order.clone();
                let free = order.find(|register| {
                    used.is_available(function, *register)
                        && self.live.is_available(function, *register)
                });
                if let Some(register) = free {
                    return Some(Survivor {
                        register,
                        store_before: None,
                    });
                }
                store_before = Some(def);
                used.accumulate(function, user);
            }
            if store_before.is_some() {
                if is_setup(inst) && !is_setup(from) {
                    break;
                }
                if survivor.is_none_or(|register| !used.is_available(function, register)) {
                    let mut order = order.clone();
                    let next = order.find(|register| used.is_available(function, *register));
                    let Some(next) = next else {
                        break;
                    };
                    survivor = Some(next);
                }
                left -= 1;
                if left == 0 {
                    break;
                }
                let mut operands = function.operands(inst).iter();
                if operands.any(|operand| operand.as_reg().as_virtual().is_some()) {
                    left = REACH;
                    store_before = Some(inst);
                }
            }
            cursor = function.prev_inst(inst);
        }
        survivor.map(|register| Survivor {
            register,
            store_before,
        })
    }

    /// Stores `register` in the slot and loads it again after the use of the address.
    fn keep_in_slot(
        &mut self,
        function: &mut MachineFunction,
        register: PhysReg,
        (store_before, user): (Inst, Inst),
    ) -> Option<()> {
        let slot = self.plan.emergency.filter(|_| self.in_slot.is_none())?;
        let block = function.inst_block(user)?;
        let access = SlotAccess {
            reg: register.into(),
            slot,
            class: class::GPR64,
            kill: true,
        };
        let store_at = InsertPoint::new(block, Some(store_before));
        let store = slots::store(function, store_at, access);
        let load_at = InsertPoint::new(block, function.next_inst(user));
        let load = slots::load(function, load_at, access);
        for inst in [store, load] {
            let count = function.num_operands(inst);
            let is_slot = |at: &usize| function.operand(inst, *at).as_frame_index().is_some();
            let at = (0..count).find(is_slot)?;
            addresses::replace(function, self.plan, inst, at);
        }
        self.in_slot = Some(store);
        self.live.remove(function, register);
        Some(())
    }
}

/// The instruction that writes `vreg` without reading it.
fn first_def(function: &MachineFunction, vreg: VReg) -> Option<Inst> {
    let mut defs = function.defs(vreg).map(|op| function.op_inst(op));
    defs.find(|def| {
        let mut operands = function.operands(*def).iter();
        !operands.any(|operand| operand.reads_reg() && operand.as_reg() == vreg.into())
    })
}
