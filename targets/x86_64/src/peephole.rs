//! Peephole optimizations of machine SSA: redundant tests and extensions.
//!
//! ```text
//!   %1:gr64 = DEC64r %0, implicit-def dead $eflags      %1:gr64 = DEC64r %0, implicit-def $eflags
//!   TEST64rr %1, %1, implicit-def $eflags               gone
//!   JCC_1 %bb.1, 5, implicit $eflags                    JCC_1 %bb.1, 5, implicit $eflags
//!
//!   %2:gr32 = MOV32rr %1:gr32                           gone, if an instruction of 32 bits defines %1
//!   %3:gr64 = SUBREG_TO_REG 0, %2, %subreg.sub_32bit    %3:gr64 = SUBREG_TO_REG 0, %1, %subreg.sub_32bit
//! ```

use avarice_mir::{Inst, MachineFunction, OperandFlags, OperandKind, VReg};
use avarice_target::{Opcode, PhysReg};

use crate::condition::Cond;
use crate::{TARGET, class, op, reg};

/// How far back the definition of what is tested is looked for, and ahead the readers of flags.
const DISTANCE: usize = 32;

/// Improves a function.
///
/// # Requires
/// Machine SSA; anything else stays as it is.
///
/// # Preserves
/// Machine SSA, the CFG.
pub fn run(function: &mut MachineFunction) {
    if !function.is_ssa {
        return;
    }
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            match function.opcode(inst) {
                op::TEST8rr | op::TEST16rr | op::TEST32rr | op::TEST64rr => {
                    remove_test(function, inst);
                }
                op::MOV32rr => remove_extension(function, inst),
                _ => {}
            }
        }
    }
}

/// The flags that an instruction sets as a test of its result does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tested {
    /// All.
    All,
    /// Zero, sign and parity; not carry and overflow.
    Result,
}

#[rustfmt::skip]
fn tested(function: &MachineFunction, inst: Inst) -> Option<Tested> {
    let logic = matches!(
        function.opcode(inst),
        op::AND8rr | op::AND8ri | op::AND8rm | op::AND16rr | op::AND16ri | op::AND16rm
            | op::AND32rr | op::AND32ri | op::AND32rm | op::AND64rr | op::AND64ri32 | op::AND64rm
            | op::OR8rr | op::OR8ri | op::OR8rm | op::OR16rr | op::OR16ri | op::OR16rm
            | op::OR32rr | op::OR32ri | op::OR32rm | op::OR64rr | op::OR64ri32 | op::OR64rm
            | op::XOR8rr | op::XOR8ri | op::XOR8rm | op::XOR16rr | op::XOR16ri | op::XOR16rm
            | op::XOR32rr | op::XOR32ri | op::XOR32rm | op::XOR64rr | op::XOR64ri32 | op::XOR64rm
    );
    let sum = matches!(
        function.opcode(inst),
        op::ADD32rr | op::ADD32ri | op::ADD32rm | op::ADD64rr | op::ADD64ri32 | op::ADD64rm
            | op::SUB32rr | op::SUB32ri | op::SUB32rm | op::SUB64rr | op::SUB64ri32 | op::SUB64rm
            | op::INC32r | op::INC64r | op::DEC32r | op::DEC64r | op::NEG32r | op::NEG64r
    );
    let shift = matches!(
        function.opcode(inst),
        op::SHL32ri | op::SHL64ri | op::SHR32ri | op::SHR64ri | op::SAR32ri | op::SAR64ri
    ) && function.operand(inst, 2).as_imm().is_some_and(|by| (1..32).contains(&by));
    match (logic, sum || shift) {
        (true, _) => Some(Tested::All),
        (_, true) => Some(Tested::Result),
        _ => None,
    }
}

/// Removes a test of a register with itself whose flags the definition of the register can leave.
fn remove_test(function: &mut MachineFunction, test: Inst) {
    let [first, second, ..] = function.operands(test) else {
        return;
    };
    let is_plain = first.as_reg() == second.as_reg()
        && first.sub_reg().is_none()
        && second.sub_reg().is_none();
    let Some(reg) = first.as_reg().as_virtual().filter(|_| is_plain) else {
        return;
    };
    let Some(def) = definition_before(function, test, reg) else {
        return;
    };
    let Some(tested) = tested(function, def) else {
        return;
    };
    if !is_enough(function, test, tested) {
        return;
    }
    let ops = function.op_ids(def);
    for op in ops {
        let operand = function.op_mut(op);
        if operand.is_def() && operand.as_reg().as_physical() == Some(reg::EFLAGS) {
            operand.set(OperandFlags::DEAD, false);
        }
    }
    function.remove_inst(test);
}

/// The definition of `reg`, if it is before `test` in its block and nothing between them touches the flags.
fn definition_before(function: &MachineFunction, test: Inst, reg: VReg) -> Option<Inst> {
    let def = function.unique_def(reg)?;
    let mut cursor = function.prev_inst(test);
    for _ in 0..DISTANCE {
        let inst = cursor?;
        if inst == def {
            return Some(def);
        }
        if touches_flags(function, inst) {
            return None;
        }
        cursor = function.prev_inst(inst);
    }
    None
}

fn is_flags(reg: Option<PhysReg>) -> bool {
    reg == Some(reg::EFLAGS)
}

fn touches_flags(function: &MachineFunction, inst: Inst) -> bool {
    function.operands(inst).iter().any(|operand| {
        operand.kind() == OperandKind::RegMask || is_flags(operand.as_reg().as_physical())
    })
}

/// Whether all readers of the flags of `test` read only what `tested` provides.
fn is_enough(function: &MachineFunction, test: Inst, tested: Tested) -> bool {
    let mut cursor = function.next_inst(test);
    for _ in 0..DISTANCE {
        let Some(inst) = cursor else {
            let block = function.inst_block(test);
            let succs = block.map_or(&[][..], |block| &function.blocks[block].succs);
            let mut live = succs.iter().flat_map(|to| &function.blocks[*to].live_ins);
            return !live.any(|(reg, _)| *reg == reg::EFLAGS);
        };
        let flags = |operand: &&avarice_mir::Operand| is_flags(operand.as_reg().as_physical());
        let mut operands = function.operands(inst).iter().filter(flags);
        if operands.clone().any(|o| o.is_use()) && !reads_result(function, inst, tested) {
            return false;
        }
        if operands.any(|o| o.is_def()) {
            return true;
        }
        cursor = function.next_inst(inst);
    }
    false
}

/// Whether an instruction that reads flags reads only those of the result.
fn reads_result(function: &MachineFunction, inst: Inst, tested: Tested) -> bool {
    let opcode = function.opcode(inst);
    if !has_condition(opcode) {
        return false;
    }
    let last = TARGET.instr(opcode).operands.len() - 1;
    let number = function.operand(inst, last).as_imm();
    let condition = number.and_then(Cond::from_number);
    match tested {
        Tested::All => condition.is_some(),
        Tested::Result => matches!(
            condition,
            Some(Cond::E | Cond::NE | Cond::S | Cond::NS | Cond::P | Cond::NP)
        ),
    }
}

/// Whether the last operand of the row is a condition.
#[rustfmt::skip]
fn has_condition(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::JCC_1 | op::SETCCr | op::SETCCm | op::CMOV16rr | op::CMOV16rm | op::CMOV32rr
            | op::CMOV32rm | op::CMOV64rr | op::CMOV64rm
    )
}

/// Removes a move that clears the upper half of a register, where an instruction has cleared it.
fn remove_extension(function: &mut MachineFunction, inst: Inst) {
    let (to, from) = (*function.operand(inst, 0), *function.operand(inst, 1));
    let is_plain = to.sub_reg().is_none()
        && from.sub_reg().is_none()
        && !from.has(OperandFlags::UNDEF)
        && function.num_operands(inst) == 2;
    let regs = to.as_reg().as_virtual().zip(from.as_reg().as_virtual());
    let Some((to, from)) = regs.filter(|_| is_plain) else {
        return;
    };
    let clears = function.unique_def(from).is_some_and(|def| {
        let operand = function.operand(def, 0);
        let row = function.desc(def);
        let is_wide = row.operands.first().and_then(|first| first.class);
        let is_wide = is_wide.is_some_and(|class| TARGET.class(class).size_bits == 32);
        is_wide && operand.as_reg() == from.into() && operand.sub_reg().is_none()
    });
    if !clears || !is_general(function, from) || !is_general(function, to) {
        return;
    }
    if function
        .constrain_class(from, function.class(to), 0)
        .is_some()
    {
        function.remove_inst(inst);
        function.replace_reg(to, from);
        function.clear_kill_flags(from);
    }
}

fn is_general(function: &MachineFunction, reg: VReg) -> bool {
    let own = function.class(reg);
    own == class::GR32 || TARGET.class(own).has_super_class(class::GR32)
}
