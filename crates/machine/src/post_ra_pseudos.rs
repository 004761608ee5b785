//! `postrapseudos`: expands generic pseudos that remain after allocation to moves or nothing.

use avarice_mir::InsertPoint;
use avarice_mir::{FrameHooks, Inst, MachineFunction, OperandFlags, Reg};
use avarice_target::op;

use crate::pass::{MachinePass, MachineUnit};
use avarice_trace::Log;

/// `postrapseudos`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["prologepilog"],
    ..MachinePass::new(
        "postrapseudos",
        "Post-RA pseudo instruction expansion pass",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                run(&mut unit.function, unit.target, !unit.options.optimize)
            })
        },
    )
};

/// Expands copies, sub-register pseudos and the target's own pseudos.
///
/// # Requires
/// No virtual registers, frames laid out.
///
/// # Ensures
/// No `COPY`, `SUBREG_TO_REG`; no pseudo that the target expands. A `KILL` is only where a register is read further
/// down of which just a part was written; an `IMPLICIT_DEF` only where its block reads what it defines, or with
/// `keep_implicit_defs`, for code that is not optimized. Others go: branch folding has to see that there is no code.
///
/// # Preserves
/// The control flow graph.
///
/// # Errors
/// A copy between registers that the target cannot copy.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn FrameHooks,
    keep_implicit_defs: bool,
) -> Result<(), String> {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            match function.opcode(inst) {
                op::COPY => {
                    expand_move(function, hooks, inst, 1)?;
                }
                op::SUBREG_TO_REG => {
                    expand_move(function, hooks, inst, 2)?;
                }
                op::IMPLICIT_DEF if keep_implicit_defs || is_read_below(function, inst) => {}
                op::KILL | op::IMPLICIT_DEF => function.remove_inst(inst),
                _ => {
                    hooks.expand_pseudo(function, inst);
                }
            }
        }
    }
    Ok(())
}

/// Whether an instruction further down in the block of `def` reads what that defines. A spill does, of a value
/// that is undefined on this way.
fn is_read_below(function: &MachineFunction, def: Inst) -> bool {
    let Some(defined) = function.operand(def, 0).as_reg().as_physical() else {
        return false;
    };
    let overlaps = |reg: Reg| {
        reg.as_physical()
            .is_some_and(|reg| function.target.regs_overlap(reg, defined))
    };
    let mut cursor = function.next_inst(def);
    while let Some(inst) = cursor {
        let mut is_written = false;
        for operand in function.operands(inst).iter().filter(|o| o.is_reg()) {
            if overlaps(operand.as_reg()) {
                if operand.is_use() && !operand.has(OperandFlags::UNDEF) {
                    return true;
                }
                is_written |= operand.is_def();
            }
        }
        if is_written {
            return false;
        }
        cursor = function.next_inst(inst);
    }
    false
}

/// Replaces a copy (source operand `source`) by the target's move. `SUBREG_TO_REG` moves into the part
/// that its last operand names, and becomes a `KILL` if that is where its source is.
fn expand_move(
    function: &mut MachineFunction,
    hooks: &dyn FrameHooks,
    inst: Inst,
    source: usize,
) -> Result<(), String> {
    let whole = function.operand(inst, 0).as_reg();
    let src = *function.operand(inst, source);
    let (Some(mut dst), Some(from)) = (whole.as_physical(), src.as_reg().as_physical()) else {
        return Ok(());
    };
    if function.opcode(inst) == op::SUBREG_TO_REG {
        let index = function.operand(inst, 3).as_imm().unwrap_or(0);
        dst = function
            .target
            .sub_reg(dst, avarice_target::SubRegIdx(index as u8));
    }
    if dst != from && !src.has(OperandFlags::UNDEF) {
        let block = function
            .inst_block(inst)
            .expect("walked instruction is in a block");
        let kill = src.has(OperandFlags::KILL);
        let new = hooks
            .copy_phys_reg(
                function,
                InsertPoint::new(block, Some(inst)),
                dst,
                from,
                kill,
            )
            .ok_or_else(|| {
                let name = |reg| function.target.reg(reg).name;
                let copy = format!("a copy from ${} to ${}", name(from), name(dst));
                let function = String::from_utf8_lossy(&function.name);
                format!("unsupported at emission: {copy} in '{function}'")
            })?;
        function.set_debug_loc(new, function.debug_loc(inst));
        // The move may be a pseudo itself.
        hooks.expand_pseudo(function, new);
        transfer_implicit(function, inst, new);
        if Reg::phys(dst) != whole
            && let Some(whole) = whole.as_physical()
        {
            function.push_operand(new, avarice_mir::Operand::implicit_def(whole));
        }
    } else if dst == from && Reg::phys(dst) != whole {
        // The part is there already, the whole has to be defined.
        function.set_opcode(inst, op::KILL);
        function.remove_operand(inst, 3);
        function.remove_operand(inst, 1);
        return Ok(());
    }
    function.remove_inst(inst);
    Ok(())
}

/// Keeps the implicit operands of a copy, which say what becomes of super-registers.
fn transfer_implicit(function: &mut MachineFunction, from: Inst, to: Inst) {
    for index in 0..function.num_operands(from) {
        let operand = *function.operand(from, index);
        if operand.is_reg() && operand.has(OperandFlags::IMPLICIT) {
            function.push_operand(to, operand);
        }
    }
}
