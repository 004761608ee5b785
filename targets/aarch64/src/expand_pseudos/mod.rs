//! `aarch64-expand-pseudo`: pseudo instructions become the instructions that they stand for.
//!
//! | file | expands |
//! |---|---|
//! | [`constant`] | constants |
//! | [`address`] | addresses of symbols, entries of the global offset table |
//! | [`loops`] | loops: compare and exchange, tags of memory |
//! | [`calls`] | calls with a mark after them |
//!
//! ```text
//!   $w8 = MOVi32imm 74565            $w8 = MOVZWi 9029, 0
//!                                    $w8 = MOVKWi $w8, 1, 16
//!
//!   $x8 = MOVaddr @v, @v             $x8 = ADRP @v
//!                                    $x8 = ADDXri $x8, @v, 0
//! ```

mod address;
mod calls;
mod constant;
mod loops;

use avarice_machine::live_phys_regs::LivePhysRegs;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass};
use avarice_mir::{Inst, InstBuilder, MachineFunction, MiFlags, Operand, OperandFlags};
use avarice_target::{InstrFlags, Opcode};
use avarice_trace::Log;

use crate::subtarget::Features;
use crate::{op, reg};

/// Register forms and the same with a shift: by zero.
const UNSHIFTED: &[(Opcode, Opcode)] = &[
    (op::ADDWrr, op::ADDWrs),
    (op::ADDXrr, op::ADDXrs),
    (op::SUBWrr, op::SUBWrs),
    (op::SUBXrr, op::SUBXrs),
    (op::ADDSWrr, op::ADDSWrs),
    (op::ADDSXrr, op::ADDSXrs),
    (op::SUBSWrr, op::SUBSWrs),
    (op::SUBSXrr, op::SUBSXrs),
    (op::ANDWrr, op::ANDWrs),
    (op::ANDXrr, op::ANDXrs),
    (op::ANDSWrr, op::ANDSWrs),
    (op::ANDSXrr, op::ANDSXrs),
    (op::BICWrr, op::BICWrs),
    (op::BICXrr, op::BICXrs),
    (op::BICSWrr, op::BICSWrs),
    (op::BICSXrr, op::BICSXrs),
    (op::EONWrr, op::EONWrs),
    (op::EONXrr, op::EONXrs),
    (op::EORWrr, op::EORWrs),
    (op::EORXrr, op::EORXrs),
    (op::ORNWrr, op::ORNWrs),
    (op::ORNXrr, op::ORNXrs),
    (op::ORRWrr, op::ORRWrs),
    (op::ORRXrr, op::ORRXrs),
];

/// The system registers that may hold the address of thread-local storage, and the features that choose them.
const THREAD_POINTERS: &[(Features, i64)] = &[
    (Features::TPIDR_EL3, 0xf682),
    (Features::TPIDR_EL2, 0xe682),
    (Features::TPIDR_EL1, 0xc684),
    (Features::TPIDRRO_EL0, 0xde83),
];

/// The one where no feature says another (TPIDR_EL0).
const THREAD_POINTER: i64 = 0xde82;

/// `aarch64-expand-pseudo`, see the module.
pub const PASS: MachinePass = MachinePass {
    requires: Analysis::RESERVED_REGS,
    preserves: Analysis::RESERVED_REGS,
    after: &["postrapseudos"],
    ..MachinePass::new(
        "aarch64-expand-pseudo",
        "AArch64 pseudo instruction expansion pass",
        || Box::<PseudoExpander>::default(),
    )
};

/// The scratch memory of the pass.
#[derive(Default)]
struct PseudoExpander {
    live: LivePhysRegs,
}

impl RunPass for PseudoExpander {
    /// # Requires
    /// No virtual registers, frames laid out.
    ///
    /// # Ensures
    /// No pseudo that emission does not know.
    ///
    /// # Preserves
    /// The CFG, unless there are loops in one instruction.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let function = &mut unit.function;
        let reserved = &unit.analyses.reserved;
        let mut at = 0;
        // Loops insert blocks after the one that they are in.
        while let Some(block) = function.layout.get(at).copied() {
            let mut cursor = function.blocks[block].first.expand();
            while let Some(inst) = cursor {
                cursor = function.next_inst(inst);
                if !function.desc(inst).has(InstrFlags::PSEUDO) {
                    continue;
                }
                if loops::expand(function, &mut self.live, reserved, inst) {
                    break;
                }
                expand(function, inst);
            }
            at += 1;
        }
        Ok(())
    }
}

/// Replaces a pseudo by real instructions, if it is one of those that stay in their block.
fn expand(function: &mut MachineFunction, inst: Inst) {
    let opcode = function.opcode(inst);
    if function.num_operands(inst) < function.desc(inst).operands.len() {
        return;
    }
    match opcode {
        op::MOVi32imm => constant::expand(function, inst, false),
        op::MOVi64imm => constant::expand(function, inst, true),
        op::MOVaddr
        | op::MOVaddrJT
        | op::MOVaddrCP
        | op::MOVaddrBA
        | op::MOVaddrTLS
        | op::MOVaddrEXT => address::of_symbol(function, inst),
        op::LOADgot => address::got_entry(function, inst),
        op::ADDlowTLS => {
            let [dst, base, low] = explicit(function, inst);
            let zero = Operand::imm(0);
            replace(function, inst, &[(op::ADDXri, &[dst, base, low, zero])]);
        }
        op::MOVbaseTLS => thread_pointer(function, inst),
        op::RET_ReallyLR => {
            let link = Operand::reg(reg::LR).with(OperandFlags::UNDEF);
            let made = insert(function, inst, op::RET, &[link]);
            transfer_implicit(function, inst, (made, made));
            function.remove_inst(inst);
        }
        op::AESMCrrTied => rename_tied(function, inst, op::AESMCrr),
        op::AESIMCrrTied => rename_tied(function, inst, op::AESIMCrr),
        op::BLR_BTI => calls::with_landing_mark(function, inst),
        op::BLR_RVMARKER => calls::with_return_mark(function, inst),
        op::BSPv8i8 => bitwise_select(function, inst, [op::BSLv8i8, op::BITv8i8, op::BIFv8i8]),
        op::BSPv16i8 => bitwise_select(function, inst, [op::BSLv16i8, op::BITv16i8, op::BIFv16i8]),
        op::COALESCER_BARRIER_FPR16
        | op::COALESCER_BARRIER_FPR32
        | op::COALESCER_BARRIER_FPR64
        | op::COALESCER_BARRIER_FPR128 => function.remove_inst(inst),
        opcode => {
            if let Some((_, real)) = UNSHIFTED.iter().find(|(pseudo, _)| *pseudo == opcode) {
                add_no_shift(function, inst, *real);
            }
        }
    }
}

/// The first operands of `inst`, for other instructions.
fn explicit<const N: usize>(function: &MachineFunction, inst: Inst) -> [Operand; N] {
    std::array::from_fn(|at| function.operand(inst, at).detached())
}

/// Inserts an instruction before `inst`, with its debug location.
fn insert(
    function: &mut MachineFunction,
    inst: Inst,
    opcode: Opcode,
    operands: &[Operand],
) -> Inst {
    let location = function.debug_loc(inst);
    InstBuilder::new(function, opcode)
        .location(location)
        .ops(operands)
        .insert_before(inst)
}

/// Puts instructions in the place of `inst`.
fn replace(function: &mut MachineFunction, inst: Inst, with: &[(Opcode, &[Operand])]) {
    for (opcode, operands) in with {
        insert(function, inst, *opcode, operands);
    }
    function.remove_inst(inst);
}

/// Gives the operands that `inst` has besides those of its row to what replaces it: those that it reads to the first
/// instruction, those that it defines to the last.
fn transfer_implicit(function: &mut MachineFunction, inst: Inst, (first, last): (Inst, Inst)) {
    for index in function.desc(inst).operands.len()..function.num_operands(inst) {
        let operand = function.operand(inst, index).detached();
        let to = if operand.is_def() { last } else { first };
        function.push_operand(to, operand);
    }
}

/// The form with a shift, by zero. Nothing is kept of the pseudo's flags.
fn add_no_shift(function: &mut MachineFunction, inst: Inst, opcode: Opcode) {
    function.set_opcode(inst, opcode);
    let kept = MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC;
    function.insts[inst].flags &= kept;
    let result = function.operand_mut(inst, 0);
    result.set(OperandFlags::DEAD | OperandFlags::RENAMABLE, false);
    function.insert_operand(inst, 3, Operand::imm(0));
}

fn rename_tied(function: &mut MachineFunction, inst: Inst, opcode: Opcode) {
    let operands: [Operand; 2] = explicit(function, inst);
    let made = insert(function, inst, opcode, &operands);
    transfer_implicit(function, inst, (made, made));
    function.remove_inst(inst);
}

/// The address of thread-local storage.
fn thread_pointer(function: &mut MachineFunction, inst: Inst) {
    let features = Features::of(function);
    let mut chosen = THREAD_POINTERS.iter();
    let chosen = chosen.find(|(feature, _)| features.contains(*feature));
    let number = chosen.map_or(THREAD_POINTER, |(_, number)| *number);
    let dst = Operand::def(function.operand(inst, 0).as_reg());
    replace(function, inst, &[(op::MRS, &[dst, Operand::imm(number)])]);
}

/// `dst = mask ? yes : no`, bit by bit: the form depends on which operand is the result's register.
///
/// ```text
///   bsl dst, yes, no     dst is the mask
///   bit dst, yes, mask   dst is `no`: bits of `yes` are inserted where the mask is one
///   bif dst, no, mask    dst is `yes`
/// ```
fn bitwise_select(function: &mut MachineFunction, inst: Inst, forms: [Opcode; 3]) {
    let [bsl, bit, bif] = forms;
    let [dst, mask, yes, no] = explicit(function, inst);
    let same = |operand: &Operand| operand.as_reg() == dst.as_reg();
    if same(&no) {
        replace(function, inst, &[(bit, &[dst, no, yes, mask])]);
    } else if same(&yes) {
        replace(function, inst, &[(bif, &[dst, yes, no, mask])]);
    } else if same(&mask) {
        replace(function, inst, &[(bsl, &[dst, mask, yes, no])]);
    } else {
        let copy = match bsl {
            op::BSLv8i8 => op::ORRv8i8,
            _ => op::ORRv16i8,
        };
        let renamable = dst.flags() & OperandFlags::RENAMABLE;
        let copied = Operand::def(dst.as_reg()).with(renamable);
        // What chooses may be chosen as well.
        let mut mask = mask;
        if [yes, no]
            .iter()
            .any(|chosen| chosen.as_reg() == mask.as_reg())
        {
            mask.set(OperandFlags::KILL, false);
        }
        let read = Operand::reg(dst.as_reg()).with(renamable | OperandFlags::KILL);
        let select: &[Operand] = &[dst, read, yes, no];
        replace(
            function,
            inst,
            &[(copy, &[copied, mask, mask]), (bsl, select)],
        );
    }
}
