//! `postrapseudos`: expands copies and parts of registers that allocation left as pseudo instructions.
//!
//! ```text
//!   $eax = COPY killed $ecx                        $eax = MOV32rr killed $ecx
//!   $rax = SUBREG_TO_REG 0, killed $ecx, 6   ─▶    $eax = MOV32rr killed $ecx, implicit-def $rax
//!   $rax = SUBREG_TO_REG 0, killed $eax, 6         $rax = KILL killed $eax
//!   $eax = COPY undef $ecx                         $eax = KILL undef $ecx
//! ```
//!
//! A `KILL` emits no code. It says what lives where no instruction is needed for it.

use avarice_mir::{FrameHooks, InsertPoint, Inst, MachineFunction, Operand, OperandFlags};
use avarice_target::{InstrFlags, PhysReg, SubRegIdx, op};
use avarice_trace::Log;

use crate::pass::{Analysis, MachinePass, MachineUnit};

/// `postrapseudos`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["prologepilog"],
    ..MachinePass::new(
        "postrapseudos",
        "Post-RA pseudo instruction expansion pass",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                run(&mut unit.function, unit.target)
            })
        },
    )
};

/// Expands copies, sub-register pseudos and those pseudos that the target expands as soon as registers are known.
///
/// # Requires
/// No virtual registers, frames laid out.
///
/// # Ensures
/// No `COPY`, no `SUBREG_TO_REG`, no pseudo of [`FrameHooks::expand_post_ra_pseudo`].
///
/// # Preserves
/// The control flow graph.
///
/// # Errors
/// A copy between registers that the target cannot copy.
pub fn run(function: &mut MachineFunction, hooks: &dyn FrameHooks) -> Result<(), String> {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if !function.desc(inst).has(InstrFlags::PSEUDO)
                || hooks.expand_post_ra_pseudo(function, inst)
            {
                continue;
            }
            match function.opcode(inst) {
                op::COPY => expand_copy(function, hooks, inst)?,
                op::SUBREG_TO_REG => expand_subreg_to_reg(function, hooks, inst)?,
                _ => {}
            }
        }
    }
    Ok(())
}

/// Whether nothing reads what `inst` defines.
fn is_dead(function: &MachineFunction, inst: Inst) -> bool {
    let mut defs = function.operands(inst).iter().filter(|o| o.is_def());
    defs.all(|def| def.has(OperandFlags::DEAD))
}

/// Replaces a `COPY` by moves of the target. Where it moves nothing, a `KILL` keeps what it says of other registers.
fn expand_copy(
    function: &mut MachineFunction,
    hooks: &dyn FrameHooks,
    inst: Inst,
) -> Result<(), String> {
    let &[to, from, ref others @ ..] = function.operands(inst) else {
        return Ok(());
    };
    if is_dead(function, inst) || from.has(OperandFlags::UNDEF) {
        function.set_opcode(inst, op::KILL);
        return Ok(());
    }
    if to.as_reg() == from.as_reg() {
        match others {
            [] => function.remove_inst(inst),
            _ => function.set_opcode(inst, op::KILL),
        }
        return Ok(());
    }
    let Some(dst) = to.as_reg().as_physical() else {
        return Ok(());
    };
    if let Some(new) = insert_move(function, hooks, inst, (dst, from))? {
        transfer_implicit(function, (inst, new), dst);
        function.remove_inst(inst);
    }
    Ok(())
}

/// Replaces a `SUBREG_TO_REG`: a move into the part that its last operand names, or a `KILL` where the part is there.
fn expand_subreg_to_reg(
    function: &mut MachineFunction,
    hooks: &dyn FrameHooks,
    inst: Inst,
) -> Result<(), String> {
    let &[whole, _, from, index, ..] = function.operands(inst) else {
        return Ok(());
    };
    let (Some(whole), Some(index)) = (whole.as_reg().as_physical(), index.as_imm()) else {
        return Ok(());
    };
    let index = u8::try_from(index).map_or(SubRegIdx::NONE, SubRegIdx);
    let part = function.target.sub_reg(whole, index);
    if is_dead(function, inst) || from.as_reg() == part.into() {
        if from.as_reg() == whole.into() {
            function.remove_inst(inst);
            return Ok(());
        }
        function.set_opcode(inst, op::KILL);
        function.remove_operand(inst, 3);
        function.remove_operand(inst, 1);
        return Ok(());
    }
    if let Some(new) = insert_move(function, hooks, inst, (part, from))? {
        let defines = |operand: &Operand| {
            let reg = operand.as_reg().as_physical().filter(|_| operand.is_def());
            reg.is_some_and(|reg| {
                reg == whole || function.target.reg(whole).super_regs.contains(&reg)
            })
        };
        if !function.operands(new).iter().any(defines) {
            function.push_operand(new, Operand::implicit_def(whole));
        }
        function.remove_inst(inst);
    }
    Ok(())
}

/// Inserts moves of the target before `inst`, with its debug location. Returns the last one; `None` if the source is no
/// physical register.
fn insert_move(
    function: &mut MachineFunction,
    hooks: &dyn FrameHooks,
    inst: Inst,
    (to, from): (PhysReg, Operand),
) -> Result<Option<Inst>, String> {
    let (Some(src), Some(block)) = (from.as_reg().as_physical(), function.inst_block(inst)) else {
        return Ok(None);
    };
    let before = function.prev_inst(inst);
    let at = InsertPoint::new(block, Some(inst));
    let kill = from.has(OperandFlags::KILL);
    let Some(last) = hooks.copy_phys_reg(function, at, to, src, kill) else {
        let name = |reg| function.target.reg(reg).name;
        let copy = format!("a copy from ${} to ${}", name(src), name(to));
        let function = String::from_utf8_lossy(&function.name);
        return Err(format!("unsupported at emission: {copy} in '{function}'"));
    };
    let location = function.debug_loc(inst);
    let mut inserted = function.prev_inst(inst);
    while let Some(new) = inserted.filter(|new| Some(*new) != before) {
        function.set_debug_loc(new, location);
        inserted = function.prev_inst(new);
    }
    // The move may be a pseudo itself.
    hooks.expand_post_ra_pseudo(function, last);
    Ok(Some(last))
}

/// Keeps the implicit operands of a copy to `dst`, which say what becomes of super-registers. That such a register ends
/// is not kept where it overlaps `dst`: its parts may have been copied before.
fn transfer_implicit(function: &mut MachineFunction, (from, to): (Inst, Inst), dst: PhysReg) {
    for index in 0..function.num_operands(from) {
        let mut operand = *function.operand(from, index);
        if !operand.is_reg() || !operand.has(OperandFlags::IMPLICIT) {
            continue;
        }
        let reg = operand.as_reg().as_physical();
        if reg.is_some_and(|reg| function.target.regs_overlap(reg, dst)) {
            operand.set(OperandFlags::KILL, false);
        }
        function.push_operand(to, operand);
    }
}
