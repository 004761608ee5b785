//! Widens moves and loads of bytes and words to the whole register, where the rest of it is dead.
//!
//! ```text
//!   $dl = MOV8rm …          $edx = MOVZX32rm8 …
//!   $cl = MOV8rr $r9b       $ecx = MOV32rr undef $r9d, implicit $r9b
//! ```
//!
//! A write of a part depends on the previous content of the register.

use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags, OperandKind};
use avarice_target::{PhysReg, SubRegIdx};
use smallvec::SmallVec;

use crate::{TARGET, class, op, sub};
use avarice_machine::pass::{MachinePass, When, on_functions};

/// How far ahead readers of the rest of a register are looked for.
const DISTANCE: usize = 64;

/// `x86-fixup-bw-insts`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    after: &["block-placement"],
    ..MachinePass::new(
        "x86-fixup-bw-insts",
        "X86 Byte/Word Instruction Fixup",
        || on_functions(run),
    )
};

/// Widens moves and loads of parts of registers.
///
/// # Requires
/// Code after allocation whose blocks know which registers are live at their start.
///
/// # Preserves
/// The CFG, what every instruction reads.
pub fn run(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            widen(function, inst);
        }
    }
}

fn widen(function: &mut MachineFunction, inst: Inst) {
    let (new, part, is_load) = match function.opcode(inst) {
        op::MOV8rm => (op::MOVZX32rm8, sub::SUB_8BIT, true),
        op::MOV16rm => (op::MOVZX32rm16, sub::SUB_16BIT, true),
        op::MOV8rr => (op::MOV32rr, sub::SUB_8BIT, false),
        op::MOV16rr => (op::MOV32rr, sub::SUB_16BIT, false),
        _ => return,
    };
    if is_load && part == sub::SUB_8BIT && function.optimize_for_size {
        return;
    }
    let row = function.desc(inst).operands.len();
    if function.num_operands(inst) != row {
        return;
    }
    let def = *function.operand(inst, 0);
    let Some(narrow) = def.as_reg().as_physical() else {
        return;
    };
    let Some(wide) = whole(narrow, part) else {
        return;
    };
    if !is_rest_dead(function, inst, narrow, wide) {
        return;
    }
    let mut operands: SmallVec<[Operand; 8]> = SmallVec::new();
    operands.push(Operand::def(wide));
    if is_load {
        let address = function.operands(inst)[1..].iter();
        operands.extend(address.map(|operand| operand.detached()));
    } else {
        let source = *function.operand(inst, 1);
        let Some(narrow) = source.as_reg().as_physical() else {
            return;
        };
        let Some(wide) = whole(narrow, part) else {
            return;
        };
        operands.push(Operand::reg(wide).with(OperandFlags::UNDEF));
        let read = Operand::implicit_use(narrow);
        operands.push(read.with(source.flags() & OperandFlags::KILL));
    }
    let replacement = function.create_inst(new, &operands);
    function.insts[replacement].flags = function.insts[inst].flags;
    function.set_debug_loc(replacement, function.debug_loc(inst));
    function.copy_mem_ops(inst, replacement);
    function.insert_before(inst, replacement);
    function.remove_inst(inst);
}

/// The 32-bit register whose low part `part` is `narrow`.
fn whole(narrow: PhysReg, part: SubRegIdx) -> Option<PhysReg> {
    let class = TARGET.class(class::GR32);
    let mut wider = TARGET.reg(narrow).super_regs.iter().copied();
    wider.find(|reg| class.contains(*reg) && TARGET.sub_reg(*reg, part) == narrow)
}

/// Whether what `wide` held before `inst` outside of its part `narrow` is dead.
fn is_rest_dead(function: &MachineFunction, inst: Inst, narrow: PhysReg, wide: PhysReg) -> bool {
    let is_part = |reg: PhysReg| reg == narrow || TARGET.reg(reg).super_regs.contains(&narrow);
    let mut cursor = function.next_inst(inst);
    for _ in 0..DISTANCE {
        let Some(next) = cursor else {
            let block = function.inst_block(inst);
            let succs = block.map(|block| &function.blocks[block].succs[..]);
            let mut live = succs
                .unwrap_or(&[])
                .iter()
                .flat_map(|succ| &function.blocks[*succ].live_ins);
            return !live.any(|(reg, _)| TARGET.regs_overlap(*reg, wide) && !is_part(*reg));
        };
        let mut is_overwritten = false;
        for operand in function.operands(next) {
            if operand.kind() == OperandKind::RegMask {
                is_overwritten |= !function.mask_preserves(operand, wide);
            }
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            if !TARGET.regs_overlap(reg, wide) {
                continue;
            }
            if operand.is_def() {
                is_overwritten |= reg == wide || TARGET.reg(wide).super_regs.contains(&reg);
            } else if !operand.has(OperandFlags::UNDEF) && !is_part(reg) {
                return false;
            }
        }
        if is_overwritten {
            return true;
        }
        cursor = function.next_inst(next);
    }
    false
}
