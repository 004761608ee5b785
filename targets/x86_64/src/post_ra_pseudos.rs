//! Pseudo instructions that become others as soon as registers are known, for `postrapseudos`.
//!
//! ```text
//!   $eax = MOV32r0 implicit-def dead $eflags     $eax = XOR32rr undef $eax, undef $eax, implicit-def dead $eflags
//!   $ymm1 = AVX_SET0                         ─▶  $xmm1 = VXORPSrr undef $xmm1, undef $xmm1, implicit-def $ymm1
//!   $rax = MOV32ri64 7                           $eax = MOV32ri 7, implicit-def $rax
//! ```
//!
//! What takes an EVEX prefix stays a pseudo: instructions with one are not in the tables, and emission refuses it.

use avarice_mir::{
    CfiInstruction, FrameHooks, Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg,
};
use avarice_target::{Opcode, PhysReg, op as generic};

use crate::encode::operand_fields::MEMORY_OPERANDS;
use crate::frame::{self, SLOT};
use crate::hooks::X86Hooks;
use crate::subtarget::{self, Features};
use crate::{TARGET, op, reg, sub};

/// Replaces a pseudo by real instructions; `true` if nothing is left to be done.
pub fn expand(function: &mut MachineFunction, inst: Inst) -> bool {
    let opcode = function.opcode(inst);
    if let Some((_, real)) = DISJOINT_ADDS.iter().find(|(pseudo, _)| *pseudo == opcode) {
        function.set_opcode(inst, *real);
        return true;
    }
    if let Some(how) = Constant::of(function, opcode) {
        return how.expand(function, inst);
    }
    if let Some((_, plain, at)) = LOW_ACCESSES.iter().find(|(pseudo, ..)| *pseudo == opcode) {
        let value = function.operands(inst).get(*at);
        let is_low = value.is_some_and(|value| has_vex_number(value.as_reg()));
        if is_low {
            function.set_opcode(inst, *plain);
        }
        return is_low;
    }
    match opcode {
        op::MOV32r1 => one(function, inst, op::INC32r),
        op::MOV32r_1 => one(function, inst, op::DEC32r),
        op::MOV32ImmSExti8 => small_number(function, inst, op::MOV32ri),
        op::MOV64ImmSExti8 => small_number(function, inst, op::MOV64ri),
        op::MOV32ri64 => narrow_move(function, inst),
        op::RDFLAGS64 => read_flags(function, inst),
        op::WRFLAGS64 => write_flags(function, inst),
        op::XOR64_FP => mix_with_frame(function, inst),
        op::SHLDROT32ri => rotate(function, inst, op::SHLD32rri8),
        op::SHLDROT64ri => rotate(function, inst, op::SHLD64rri8),
        op::SHRDROT32ri => rotate(function, inst, op::SHRD32rri8),
        op::SHRDROT64ri => rotate(function, inst, op::SHRD64rri8),
        _ => false,
    }
}

/// An `or` without common bits, kept as an addition until now for its LEA form.
const DISJOINT_ADDS: &[(Opcode, Opcode)] = &[
    (op::ADD8rr_DB, op::OR8rr),
    (op::ADD16rr_DB, op::OR16rr),
    (op::ADD32rr_DB, op::OR32rr),
    (op::ADD64rr_DB, op::OR64rr),
    (op::ADD8ri_DB, op::OR8ri),
    (op::ADD16ri_DB, op::OR16ri),
    (op::ADD32ri_DB, op::OR32ri),
    (op::ADD64ri32_DB, op::OR64ri32),
];

/// Accesses to slots of vectors with AVX512F alone: what they are where a VEX prefix can name the register, and the
/// operand that has it.
const LOW_ACCESSES: &[(Opcode, Opcode, usize)] = &[
    (op::VMOVAPSZ128rm_NOVLX, op::VMOVAPSrm, 0),
    (op::VMOVUPSZ128rm_NOVLX, op::VMOVUPSrm, 0),
    (op::VMOVAPSZ256rm_NOVLX, op::VMOVAPSYrm, 0),
    (op::VMOVUPSZ256rm_NOVLX, op::VMOVUPSYrm, 0),
    (op::VMOVAPSZ128mr_NOVLX, op::VMOVAPSmr, MEMORY_OPERANDS),
    (op::VMOVUPSZ128mr_NOVLX, op::VMOVUPSmr, MEMORY_OPERANDS),
    (op::VMOVAPSZ256mr_NOVLX, op::VMOVAPSYmr, MEMORY_OPERANDS),
    (op::VMOVUPSZ256mr_NOVLX, op::VMOVUPSYmr, MEMORY_OPERANDS),
];

/// How a constant is made that depends on no input.
#[derive(Clone, Copy)]
enum Constant {
    /// An operation of the register with itself.
    OfItself(Opcode),
    /// The same on the vector of 128 bits, which clears the rest.
    OfLowPart(Opcode),
    /// The operation on a mask register that is rarely used.
    OfFirstMask(Opcode),
    /// A comparison of the register with itself that always holds.
    Compare(Opcode),
}

impl Constant {
    fn of(function: &MachineFunction, opcode: Opcode) -> Option<Self> {
        let features = subtarget::of(function);
        let or_vex = |plain, vex| match features.contains(Features::AVX) {
            true => Self::OfItself(vex),
            false => Self::OfItself(plain),
        };
        Some(match opcode {
            op::MOV32r0 => Self::OfItself(op::XOR32rr),
            op::SETB_C32r => Self::OfItself(op::SBB32rr),
            op::SETB_C64r => Self::OfItself(op::SBB64rr),
            op::MMX_SET0 => Self::OfItself(op::MMX_PXORrr),
            op::V_SET0 | op::FsFLD0SS | op::FsFLD0SD | op::FsFLD0SH | op::FsFLD0F128 => {
                or_vex(op::XORPSrr, op::VXORPSrr)
            }
            op::V_SETALLONES => or_vex(op::PCMPEQDrr, op::VPCMPEQDrr),
            op::AVX_SET0 => Self::OfLowPart(op::VXORPSrr),
            op::AVX2_SETALLONES => Self::OfItself(op::VPCMPEQDYrr),
            op::AVX1_SETALLONES => Self::Compare(op::VCMPPSYrri),
            op::AVX512_128_SET0
            | op::AVX512_FsFLD0SH
            | op::AVX512_FsFLD0SS
            | op::AVX512_FsFLD0SD
            | op::AVX512_FsFLD0F128 => Self::OfItself(op::VXORPSrr),
            op::AVX512_256_SET0 | op::AVX512_512_SET0 => Self::OfLowPart(op::VXORPSrr),
            op::KSET0W => Self::OfFirstMask(op::KXORWrr),
            op::KSET0D => Self::OfFirstMask(op::KXORDrr),
            op::KSET0Q => Self::OfFirstMask(op::KXORQrr),
            op::KSET1W => Self::OfFirstMask(op::KXNORWrr),
            op::KSET1D => Self::OfFirstMask(op::KXNORDrr),
            op::KSET1Q => Self::OfFirstMask(op::KXNORQrr),
            _ => return None,
        })
    }

    fn expand(self, function: &mut MachineFunction, inst: Inst) -> bool {
        /// The predicate of a comparison that is true for all operands.
        const TRUE: i64 = 0xf;
        let Some(dst) = defined(function, inst) else {
            return false;
        };
        if !has_vex_number(dst.into()) {
            return false;
        }
        let undef = |reg: PhysReg| Operand::reg(reg).with(OperandFlags::UNDEF);
        match self {
            Self::OfItself(opcode) => become_other(function, inst, opcode, &[undef(dst); 2]),
            Self::OfFirstMask(opcode) => become_other(function, inst, opcode, &[undef(reg::K0); 2]),
            Self::Compare(opcode) => {
                let operands = [undef(dst), undef(dst), Operand::imm(TRUE)];
                become_other(function, inst, opcode, &operands);
            }
            Self::OfLowPart(opcode) => {
                let low = TARGET.sub_reg(dst, sub::SUB_XMM);
                define(function, inst, low);
                become_other(function, inst, opcode, &[undef(low); 2]);
                function.push_operand(inst, Operand::implicit_def(dst));
            }
        }
        true
    }
}

/// Whether a VEX prefix can name a vector register: it is one of the first 16.
fn has_vex_number(reg: Reg) -> bool {
    let reg = reg.as_physical();
    reg.is_some_and(|reg| TARGET.reg(reg).encoding < 16)
}

/// The physical register that `inst` defines first.
fn defined(function: &MachineFunction, inst: Inst) -> Option<PhysReg> {
    let first = function.operands(inst).first()?;
    first.as_reg().as_physical().filter(|_| first.is_def())
}

/// Makes `inst` define another register first. That may not be renamed, unlike the one that allocation chose.
fn define(function: &mut MachineFunction, inst: Inst, reg: PhysReg) {
    if function.operand(inst, 0).as_reg() != reg.into() {
        function.set_reg(inst, 0, reg);
        let renamable = OperandFlags::RENAMABLE;
        function.operand_mut(inst, 0).set(renamable, false);
    }
}

/// Makes `inst` another instruction, with `operands` after the explicit ones that it has.
fn become_other(function: &mut MachineFunction, inst: Inst, opcode: Opcode, operands: &[Operand]) {
    function.set_opcode(inst, opcode);
    let is_implicit = |operand: &Operand| operand.has(OperandFlags::IMPLICIT);
    let explicit = function.operands(inst).iter().position(is_implicit);
    let end = explicit.unwrap_or(function.num_operands(inst));
    for (at, operand) in operands.iter().enumerate() {
        function.insert_operand(inst, end + at, *operand);
    }
    function.tie_row_operands(inst);
}

/// One or minus one, in few bytes: zero and `step`.
fn one(function: &mut MachineFunction, inst: Inst, step: Opcode) -> bool {
    let Some(dst) = defined(function, inst) else {
        return false;
    };
    let undef = Operand::reg(dst).with(OperandFlags::UNDEF);
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::XOR32rr)
        .location(location)
        .def(dst)
        .ops(&[undef; 2])
        .insert_before(inst);
    become_other(function, inst, step, &[Operand::reg(dst)]);
    true
}

/// A number of a signed byte by way of the stack, in few bytes; with `plain` if what is below the stack pointer is used.
fn small_number(function: &mut MachineFunction, inst: Inst, plain: Opcode) -> bool {
    let (Some(dst), Some(number)) = (defined(function, inst), function.operands(inst).get(1))
    else {
        return false;
    };
    if function.target_info.uses_red_zone {
        function.set_opcode(inst, plain);
        return true;
    }
    let number = number.detached();
    let location = function.debug_loc(inst);
    let moves = function.target_info.needs_frame_moves && !frame::has_frame_pointer(function);
    let row = |function: &mut MachineFunction, before: Option<Inst>, bytes: i64| {
        let index = function.cfi.push(CfiInstruction::AdjustCfaOffset(bytes));
        let builder = InstBuilder::new(function, generic::CFI_INSTRUCTION);
        let row = builder.location(location).op(Operand::cfi(index)).create();
        match before {
            Some(before) => function.insert_before(before, row),
            None => function.insert_after(inst, row),
        }
    };
    InstBuilder::new(function, op::PUSH64i32)
        .location(location)
        .op(number)
        .insert_before(inst);
    let whole = match plain == op::MOV32ri {
        true => whole_register(dst),
        false => dst,
    };
    function.set_opcode(inst, op::POP64r);
    define(function, inst, whole);
    function.remove_operand(inst, 1);
    function.push_operand(inst, Operand::implicit_def(reg::RSP));
    function.push_operand(inst, Operand::implicit_use(reg::RSP));
    if moves {
        row(function, Some(inst), SLOT);
        row(function, None, -SLOT);
    }
    true
}

/// The register of 64 bits that has `half` as its low half.
fn whole_register(half: PhysReg) -> PhysReg {
    let mut wholes = TARGET.reg(half).super_regs.iter().copied();
    let is_whole = |whole: &PhysReg| TARGET.sub_reg(*whole, sub::SUB_32BIT) == half;
    wholes.find(is_whole).unwrap_or(half)
}

/// A 64-bit constant that a 32-bit move makes, since it clears the upper half.
fn narrow_move(function: &mut MachineFunction, inst: Inst) -> bool {
    let Some(dst) = defined(function, inst) else {
        return false;
    };
    function.set_opcode(inst, op::MOV32ri);
    define(function, inst, TARGET.sub_reg(dst, sub::SUB_32BIT));
    function.push_operand(inst, Operand::implicit_def(dst));
    true
}

/// The flags, by way of the stack. They are those of the processor, which no instruction has to have set.
fn read_flags(function: &mut MachineFunction, inst: Inst) -> bool {
    let location = function.debug_loc(inst);
    let push = InstBuilder::new(function, op::PUSHF64)
        .location(location)
        .insert_before(inst);
    for flags in [reg::EFLAGS, reg::DF] {
        for index in 0..function.num_operands(push) {
            let operand = function.operand_mut(push, index);
            if operand.is_use() && operand.as_reg() == flags.into() {
                operand.set(OperandFlags::UNDEF, true);
            }
        }
    }
    function.set_opcode(inst, op::POP64r);
    true
}

/// Writes the flags, by way of the stack.
fn write_flags(function: &mut MachineFunction, inst: Inst) -> bool {
    let Some(source) = function.operands(inst).first().map(Operand::as_reg) else {
        return false;
    };
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::PUSH64r)
        .location(location)
        .reg(source)
        .insert_before(inst);
    InstBuilder::new(function, op::POPF64)
        .location(location)
        .insert_before(inst);
    function.remove_inst(inst);
    true
}

/// Mixes the address of the frame into a value.
fn mix_with_frame(function: &mut MachineFunction, inst: Inst) -> bool {
    let pointer = Operand::reg(X86Hooks.frame_register(function)).with(OperandFlags::UNDEF);
    become_other(function, inst, op::XOR64rr, &[pointer]);
    true
}

/// A rotation by a shift of the register with itself.
fn rotate(function: &mut MachineFunction, inst: Inst, opcode: Opcode) -> bool {
    let &[_, source, amount, ..] = function.operands(inst) else {
        return false;
    };
    let mut again = Operand::reg(source.as_reg());
    again.set(OperandFlags::UNDEF, source.has(OperandFlags::UNDEF));

    function.remove_operand(inst, 2);
    become_other(function, inst, opcode, &[again, amount.detached()]);
    true
}
