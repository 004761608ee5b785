//! Checks of the types of called functions (KCFI).
//!
//! ```text
//!   __cfi_f:  nop …                     f begins at a multiple of its alignment
//!             movl $number, %eax        never executed: the number in a form that tools can read
//!   f:        …
//!
//!   KCFI_CHECK $rdi, number:            movl $-number, %r10d        so that no call has the number in its code
//!                                       addl -4(%rdi), %r10d
//!                                       je   pass
//!                                       ud2                         listed in .kcfi_traps
//!                               pass:   callq *%rdi
//! ```

use std::fmt::Write;

use avarice_emit::{
    AsmText, CodeBuffer, EmitError, FunctionContext, McOperand, PrintContext, TypeIdentifier,
};
use avarice_ir::Module;
use avarice_mir::{Inst, InstBuilder, MachineFunction, OperandFlags, OperandValue};
use avarice_target::PhysReg;

use crate::encode::encoder;
use crate::encode::mc_inst::McInst;
use crate::unfold::unfold_load;
use crate::{asm, op, reg};

/// `je` over what follows, and that: `ud2`.
const SKIPPED_TRAP: [[u8; 2]; 2] = [[0x74, 0x02], [0x0f, 0x0b]];

/// Inserts a check before `call`; `None` if it calls no address from a register or memory, nor a thunk that takes one.
///
/// ```text
///   CALL64m $rax, 1, …        $r11 = MOV64rm $rax, 1, …
///                             KCFI_CHECK $r11, number
///                             CALL64r $r11
/// ```
pub fn insert(function: &mut MachineFunction, mut call: Inst, number: u32) -> Option<Inst> {
    if let op::CALL64m | op::CALL64m_NT | op::TAILJMPm64 | op::TAILJMPm64_REX =
        function.opcode(call)
    {
        let [load, new] = unfold_load(function, call, reg::R11.into())?;
        function.insert_before(call, load);
        function.insert_before(call, new);
        function.remove_inst(call);
        call = new;
    }
    let target = match function.opcode(call) {
        op::CALL64r | op::CALL64r_NT | op::TAILJMPr64 | op::TAILJMPr64_REX => {
            let target = function.operand_mut(call, 0);
            target.set(OperandFlags::RENAMABLE, false);
            target.as_reg()
        }
        op::CALL64pcrel32 | op::TAILJMPd64 if calls_thunk(function, call) => reg::R11.into(),
        _ => return None,
    };
    let location = function.debug_loc(call);
    InstBuilder::new(function, op::KCFI_CHECK)
        .location(location)
        .reg(target)
        .imm(number.into())
        .insert_before(call);
    Some(call)
}

/// Whether `call` is of a thunk that calls what R11 points to.
fn calls_thunk(function: &MachineFunction, call: Inst) -> bool {
    match function.operand(call, 0).value() {
        OperandValue::Symbol(symbol, _) => function.symbols[symbol].ends_with("_r11"),
        _ => false,
    }
}

/// A number that makes no code at which an indirect branch may arrive, neither by itself nor negated.
fn harmless(number: u32) -> u32 {
    const MARKS: [u32; 2] = [0xfa1e_0ff3, 0xfb1e_0ff3];
    let is_mark = MARKS.contains(&number) || MARKS.contains(&number.wrapping_neg());
    number.wrapping_add(is_mark.into())
}

/// What stands before functions of a module with checks: `number` is that of the function's type, `room` the bytes
/// between it and the label, `align` the function's alignment.
pub fn identifier(
    module: &Module,
    number: Option<u32>,
    room: u32,
    align: u64,
) -> Option<TypeIdentifier> {
    module.flag("kcfi")?;
    let move_size = if number.is_some() { 5 } else { 0 };
    let before = u64::from(room) + move_size;
    let padding = before.next_multiple_of(align.max(1)) - before;
    let mut code = vec![0x90; padding as usize];
    let mut id = TypeIdentifier {
        padding: "\tnop\n".repeat(padding as usize),
        has_symbol: number.is_some(),
        ..TypeIdentifier::default()
    };
    if let Some(number) = number.map(harmless) {
        code.push(0xb8);
        code.extend(number.to_le_bytes());
        id.line = format!("\tmovl\t${number}, %eax\n");
        id.comment = format!("imm = {number:#X}");
    }
    Some(TypeIdentifier { code, ..id })
}

/// The instructions before the branch.
fn comparison(context: &FunctionContext<'_>, inst: Inst) -> Result<[McInst; 2], EmitError> {
    let function = context.function;
    let incomplete = || EmitError::unsupported("KCFI_CHECK with too few operands");
    let [target, number, ..] = function.operands(inst) else {
        return Err(incomplete());
    };
    let target = target.as_reg().as_physical().ok_or_else(incomplete)?;
    let number = number.as_imm().ok_or_else(incomplete)? as u32;
    let room = i64::from(context.room_before());
    let scratch = match target {
        reg::R10 => reg::R11D,
        _ => reg::R10D,
    };
    let (scratch, none) = (McOperand::Reg(scratch), McOperand::Reg(PhysReg::NONE));
    let negated = harmless(number).wrapping_neg();
    let load = [scratch, McOperand::Imm(negated.into())];
    let add = [
        scratch,
        scratch,
        McOperand::Reg(target),
        McOperand::Imm(1),
        none,
        McOperand::Imm(-(room + 4)),
        none,
    ];
    Ok([
        McInst::new(op::MOV32ri, &load),
        McInst::new(op::ADD32rm, &add),
    ])
}

/// Appends the code of a check.
///
/// # Errors
/// If it is incomplete.
pub fn encode(
    context: &FunctionContext<'_>,
    inst: Inst,
    buffer: &mut CodeBuffer,
) -> Result<(), EmitError> {
    for mc in comparison(context, inst)? {
        encoder::encode(&mc, context.labels, buffer)?;
    }
    let [branch, trap] = SKIPPED_TRAP;
    buffer.put(&branch);
    buffer.trap();
    buffer.put(&trap);
    Ok(())
}

/// Appends a check as lines of assembly, up to the trap.
///
/// # Errors
/// As [`encode`].
pub fn print(context: &PrintContext<'_>, inst: Inst, out: &mut AsmText) -> Result<(), EmitError> {
    for mc in comparison(&context.function, inst)? {
        asm::print(context, &mc, out)?;
    }
    let labels = context.check_labels(inst)?;
    let _ = write!(out, "\tje\t{}\n{}:\n\tud2\n", labels.pass, labels.trap);
    Ok(())
}
