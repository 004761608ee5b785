//! `opt-phis`: PHIs that are one value, or none that is read.
//!
//! ```text
//!   bb.1:  %1 = PHI %0, bb.0, %2, bb.2        users read %0, whatever way control took
//!   bb.2:  %2 = PHI %1, bb.1, %0, bb.3
//!
//!   bb.1:  %1 = PHI %0, bb.0, %2, bb.1        gone, if only PHIs of the cycle read them
//!          %2 = PHI %1, …
//! ```

use avarice_mir::{Inst, MachineFunction, VReg};
use avarice_target::op;
use smallvec::SmallVec;

use crate::pass::{Analysis, MachinePass, When, on_functions};

/// Cycles of so many PHIs are not looked at.
const TOO_MANY: usize = 16;

/// The PHIs of a cycle.
type Cycle = SmallVec<[Inst; TOO_MANY]>;

/// `opt-phis`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["early-tailduplication"],
    ..MachinePass::new("opt-phis", "Optimize machine instruction PHIs", || {
        on_functions(run)
    })
};

/// Removes PHIs that are not needed.
///
/// # Requires
/// Machine SSA, anything else stays as it is.
///
/// # Ensures
/// No PHI stands for one value only, but for large cycles of them.
///
/// # Preserves
/// Machine SSA, the control flow graph.
pub fn run(function: &mut MachineFunction) {
    if !function.is_ssa {
        return;
    }
    let mut cycle = Cycle::new();
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(phi) = cursor.filter(|inst| function.opcode(*inst) == op::PHI) {
            cursor = function.next_inst(phi);
            let Some(result) = result(function, phi) else {
                continue;
            };
            cycle.clear();
            let mut value = None;
            if is_one_value(function, phi, &mut value, &mut cycle)
                && let Some(value) = value
            {
                replace(function, phi, result, value);
                continue;
            }
            cycle.clear();
            if is_unread(function, phi, &mut cycle) {
                while let Some(next) = cursor.filter(|next| cycle.contains(next)) {
                    cursor = function.next_inst(next);
                }
                for phi in &cycle {
                    function.remove_inst(*phi);
                }
            }
        }
    }
}

fn result(function: &MachineFunction, phi: Inst) -> Option<VReg> {
    function.operands(phi).first()?.as_reg().as_virtual()
}

/// Makes users of a PHI use `value`, if a register can be both.
fn replace(function: &mut MachineFunction, phi: Inst, result: VReg, value: VReg) {
    let class = function.class(result);
    if value == result || function.constrain_class(value, class, 0).is_none() {
        return;
    }
    function.replace_reg(result, value);
    function.remove_inst(phi);
    function.clear_kill_flags(value);
}

/// Whether `phi` and the PHIs that it reads are all copies of `value`, which is set when it is met.
fn is_one_value(
    function: &MachineFunction,
    phi: Inst,
    value: &mut Option<VReg>,
    cycle: &mut Cycle,
) -> bool {
    if cycle.contains(&phi) {
        return true;
    }
    cycle.push(phi);
    if cycle.len() == TOO_MANY {
        return false;
    }
    let result = result(function, phi);
    let mut sources = function.operands(phi).iter().skip(1).step_by(2);
    sources.all(|source| {
        let Some(reg) = source.as_reg().as_virtual() else {
            return false;
        };
        if Some(reg) == result {
            return true;
        }
        let Some((reg, def)) = uncopied(function, reg) else {
            return false;
        };
        if function.opcode(def) == op::PHI {
            return is_one_value(function, def, value, cycle);
        }
        *value.get_or_insert(reg) == reg
    })
}

/// The register that `reg` is a copy of, or itself, and what defines it.
fn uncopied(function: &MachineFunction, reg: VReg) -> Option<(VReg, Inst)> {
    let def = function.unique_def(reg)?;
    let copied = function.as_copy(def).and_then(|((_, to), (from, part))| {
        let is_whole = to.is_none() && part.is_none();
        from.as_virtual().filter(|_| is_whole)
    });
    match copied {
        Some(from) => Some((from, function.unique_def(from)?)),
        None => Some((reg, def)),
    }
}

/// Whether only PHIs read `phi`, and only such PHIs read these.
fn is_unread(function: &MachineFunction, phi: Inst, cycle: &mut Cycle) -> bool {
    if cycle.contains(&phi) {
        return true;
    }
    cycle.push(phi);
    if cycle.len() == TOO_MANY {
        return false;
    }
    let Some(result) = result(function, phi) else {
        return false;
    };
    let mut users = function
        .non_debug_uses(result)
        .map(|op| function.op_inst(op));
    users.all(|user| function.opcode(user) == op::PHI && is_unread(function, user, cycle))
}
