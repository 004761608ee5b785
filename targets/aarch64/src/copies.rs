//! Copies of physical registers, and instructions that are copies.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::CoalescedCopy;
use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::{Opcode, PhysReg, RegClass, SubRegIdx};

use crate::subtarget::Features;
use crate::{TARGET, class, op, reg, sub};

/// The number of the flags among system registers.
const NZCV_NUMBER: i64 = 0xda10;

/// Lists of vector registers: class, opcode that moves one, the indices of all.
const LISTS: &[(RegClass, Opcode, &[SubRegIdx])] = &[
    (
        class::DDDD,
        op::ORRv8i8,
        &[sub::DSUB0, sub::DSUB1, sub::DSUB2, sub::DSUB3],
    ),
    (
        class::DDD,
        op::ORRv8i8,
        &[sub::DSUB0, sub::DSUB1, sub::DSUB2],
    ),
    (class::DD, op::ORRv8i8, &[sub::DSUB0, sub::DSUB1]),
    (
        class::QQQQ,
        op::ORRv16i8,
        &[sub::QSUB0, sub::QSUB1, sub::QSUB2, sub::QSUB3],
    ),
    (
        class::QQQ,
        op::ORRv16i8,
        &[sub::QSUB0, sub::QSUB1, sub::QSUB2],
    ),
    (class::QQ, op::ORRv16i8, &[sub::QSUB0, sub::QSUB1]),
];

/// Pairs of general registers: class, opcode that moves one, zero register, the two indices.
const PAIRS: &[(RegClass, Opcode, PhysReg, [SubRegIdx; 2])] = &[
    (
        class::XSeqPairsClass,
        op::ORRXrs,
        reg::XZR,
        [sub::SUBE64, sub::SUBO64],
    ),
    (
        class::WSeqPairsClass,
        op::ORRWrs,
        reg::WZR,
        [sub::SUBE32, sub::SUBO32],
    ),
];

/// Copies of one instruction with one source: classes of destination and source, opcode.
const MOVES: &[(RegClass, RegClass, Opcode)] = &[
    (class::FPR64, class::FPR64, op::FMOVDr),
    (class::FPR32, class::FPR32, op::FMOVSr),
    (class::FPR64, class::GPR64, op::FMOVXDr),
    (class::GPR64, class::FPR64, op::FMOVDXr),
    (class::FPR32, class::GPR32, op::FMOVWSr),
    (class::GPR32, class::FPR32, op::FMOVSWr),
];

/// Small vector registers are copied as the 32 bits that begin with them.
const NARROW: &[(RegClass, SubRegIdx)] = &[(class::FPR16, sub::HSUB), (class::FPR8, sub::BSUB)];

/// Where a copy goes, and what becomes of its source.
struct Place<'f> {
    function: &'f mut MachineFunction,
    at: InsertPoint,
    kill: bool,
}

impl Place<'_> {
    fn source(&self, register: PhysReg) -> Operand {
        let mut operand = Operand::reg(register);
        operand.set(OperandFlags::KILL, self.kill);
        operand
    }

    fn insert(&mut self, opcode: Opcode, dst: PhysReg, operands: &[Operand]) -> Inst {
        InstBuilder::new(self.function, opcode)
            .def(dst)
            .ops(operands)
            .insert_at(self.at)
    }

    /// A move with a source that stands for another one: the real one is read besides.
    fn insert_widened(
        &mut self,
        opcode: Opcode,
        dst: PhysReg,
        ops: &[Operand],
        src: PhysReg,
    ) -> Inst {
        let mut real = Operand::implicit_use(src);
        real.set(OperandFlags::KILL, self.kill);
        InstBuilder::new(self.function, opcode)
            .def(dst)
            .ops(ops)
            .extra(real)
            .insert_at(self.at)
    }
}

fn within(class: RegClass, register: PhysReg) -> bool {
    TARGET.class(class).contains(register)
}

/// Inserts a copy and gives its last instruction; `None` if there is no copy between the two: scalable
/// vectors, predicates, and pairs of registers that nothing moves between.
pub fn copy(
    function: &mut MachineFunction,
    at: InsertPoint,
    dst: PhysReg,
    src: PhysReg,
    kill: bool,
) -> Option<Inst> {
    let features = Features::of(function);
    let place = &mut Place { function, at, kill };
    let both = |class| within(class, dst) && within(class, src);
    if within(class::GPR32sp, dst) && (within(class::GPR32sp, src) || src == reg::WZR) {
        return Some(copy_word(place, features, dst, src));
    }
    if within(class::GPR64sp, dst) && (within(class::GPR64sp, src) || src == reg::XZR) {
        return Some(copy_general(place, features, dst, src));
    }
    if let Some((_, opcode, indices)) = LISTS.iter().find(|(class, ..)| both(*class)) {
        return copy_list(place, *opcode, indices, dst, src);
    }
    if let Some((_, opcode, zero, indices)) = PAIRS.iter().find(|(class, ..)| both(*class)) {
        let copied = indices.map(|index| {
            let source = place.source(TARGET.sub_reg(src, index));
            let operands = [Operand::reg(*zero), source, Operand::imm(0)];
            place.insert(*opcode, TARGET.sub_reg(dst, index), &operands)
        });
        return copied.last().copied();
    }
    if both(class::FPR128) {
        return Some(copy_vector(place, features, dst, src));
    }
    if let Some((_, index)) = NARROW.iter().find(|(class, _)| both(*class)) {
        let [dst, src] = [dst, src].map(|reg| TARGET.matching_super_reg(reg, *index, class::FPR32));
        let source = place.source(src);
        return Some(place.insert(op::FMOVSr, dst, &[source]));
    }
    let mut moves = MOVES.iter();
    let found = moves.find(|(d, s, _)| within(*d, dst) && within(*s, src));
    if let Some((_, _, opcode)) = found {
        let source = place.source(src);
        return Some(place.insert(*opcode, dst, &[source]));
    }
    copy_flags(place, dst, src)
}

/// A general register of 32 bits or its stack pointer.
fn copy_word(place: &mut Place<'_>, features: Features, dst: PhysReg, src: PhysReg) -> Inst {
    let wide = |register| TARGET.matching_super_reg(register, sub::SUB_32, class::GPR64sp);
    let is_cheap_wide = features.contains(Features::ZERO_CYCLE_MOVE);
    if dst == reg::WSP || src == reg::WSP {
        if is_cheap_wide {
            let undefined = Operand::reg(wide(src)).with(OperandFlags::UNDEF);
            let operands = [undefined, Operand::imm(0), Operand::imm(0)];
            return place.insert_widened(op::ADDXri, wide(dst), &operands, src);
        }
        let operands = [place.source(src), Operand::imm(0), Operand::imm(0)];
        return place.insert(op::ADDWri, dst, &operands);
    }
    if src == reg::WZR && features.contains(Features::ZERO_CYCLE_ZEROING) {
        return place.insert(op::MOVZWi, dst, &[Operand::imm(0), Operand::imm(0)]);
    }
    if is_cheap_wide {
        // The zero register is no register that a stack pointer class has.
        let whole = if src == reg::WZR {
            PhysReg::NONE
        } else {
            wide(src)
        };
        let undefined = Operand::reg(whole).with(OperandFlags::UNDEF);
        let operands = [Operand::reg(reg::XZR), undefined];
        return place.insert_widened(op::ORRXrr, wide(dst), &operands, src);
    }
    let operands = [Operand::reg(reg::WZR), place.source(src)];
    place.insert(op::ORRWrr, dst, &operands)
}

/// A general register of 64 bits or the stack pointer.
fn copy_general(place: &mut Place<'_>, features: Features, dst: PhysReg, src: PhysReg) -> Inst {
    if dst == reg::SP || src == reg::SP {
        let operands = [place.source(src), Operand::imm(0), Operand::imm(0)];
        return place.insert(op::ADDXri, dst, &operands);
    }
    if src == reg::XZR && features.contains(Features::ZERO_CYCLE_ZEROING) {
        return place.insert(op::MOVZXi, dst, &[Operand::imm(0), Operand::imm(0)]);
    }
    let operands = [Operand::reg(reg::XZR), place.source(src)];
    place.insert(op::ORRXrr, dst, &operands)
}

/// A list of vector registers, in the order in which none is overwritten before it is read.
fn copy_list(
    place: &mut Place<'_>,
    opcode: Opcode,
    indices: &[SubRegIdx],
    dst: PhysReg,
    src: PhysReg,
) -> Option<Inst> {
    let number = |register| TARGET.reg(register).encoding;
    // Register numbers go round after 31.
    let backwards = usize::from(number(dst).wrapping_sub(number(src)) & 31) < indices.len();
    let mut last = None;
    for at in 0..indices.len() {
        let at = if backwards {
            indices.len() - 1 - at
        } else {
            at
        };
        let from = TARGET.sub_reg(src, indices[at]);
        let operands = [Operand::reg(from), place.source(from)];
        last = Some(place.insert(opcode, TARGET.sub_reg(dst, indices[at]), &operands));
    }
    last
}

/// A vector register of 128 bits; without vector instructions through memory below the stack pointer.
fn copy_vector(place: &mut Place<'_>, features: Features, dst: PhysReg, src: PhysReg) -> Inst {
    if !features.contains(Features::NO_NEON) {
        let operands = [Operand::reg(src), place.source(src)];
        return place.insert(op::ORRv16i8, dst, &operands);
    }
    let sp = Operand::reg(reg::SP);
    let operands = [place.source(src), sp, Operand::imm(-16)];
    place.insert(op::STRQpre, reg::SP, &operands);
    place.insert(
        op::LDRQpost,
        reg::SP,
        &[Operand::def(dst), sp, Operand::imm(16)],
    )
}

/// The flags to or from a general register.
fn copy_flags(place: &mut Place<'_>, dst: PhysReg, src: PhysReg) -> Option<Inst> {
    if dst == reg::NZCV && within(class::GPR64, src) {
        let source = place.source(src);
        let builder = InstBuilder::new(place.function, op::MSR)
            .imm(NZCV_NUMBER)
            .op(source)
            .implicit_def(reg::NZCV);
        return Some(builder.insert_at(place.at));
    }
    if src == reg::NZCV && within(class::GPR64, dst) {
        let number = [Operand::imm(NZCV_NUMBER)];
        return Some(place.insert_widened(op::MRS, dst, &number, reg::NZCV));
    }
    None
}

/// Definition and source of an instruction that is a copy: `COPY`, or `ORR` with the zero register and no
/// shift, if it does not extend to 64 bits on purpose.
pub fn copy_operands(function: &MachineFunction, inst: Inst) -> Option<(usize, usize)> {
    let opcode = function.opcode(inst);
    if opcode == avarice_target::op::COPY {
        return Some((0, 1));
    }
    let zero = match opcode {
        op::ORRWrs => reg::WZR,
        op::ORRXrs => reg::XZR,
        _ => return None,
    };
    let [dst, first, _, shift, ..] = function.operands(inst) else {
        return None;
    };
    if first.as_reg() != Reg::phys(zero) || shift.as_imm() != Some(0) {
        return None;
    }
    let is_extension = opcode == op::ORRWrs
        && match dst.as_reg().as_physical() {
            None => !dst.sub_reg().is_none(),
            Some(half) => {
                let whole = TARGET.matching_super_reg(half, sub::SUB_32, class::GPR64all);
                let mut operands = function.operands(inst).iter();
                operands.any(|o| o.is_def() && o.as_reg() == Reg::phys(whole))
            }
        };
    (!is_extension).then_some((0, 2))
}

/// Definition and source of an instruction that is a copy, or one of 32 bits that also clears the upper half.
pub fn copy_like_operands(function: &MachineFunction, inst: Inst) -> Option<(usize, usize)> {
    let widens = || match function.operands(inst) {
        [_, first, _, shift, ..] if function.opcode(inst) == op::ORRWrs => {
            first.as_reg() == Reg::phys(reg::WZR) && shift.as_imm() == Some(0)
        }
        _ => false,
    };
    copy_operands(function, inst).or_else(|| widens().then_some((0, 2)))
}

/// Whether a copy should be coalesced. Copies between halves of 64-bit registers stay: they clear the upper
/// half. So do copies of parts of scalable vectors where a barrier around a change of the vector length is on
/// the other side: the whole vector must not be live there.
pub fn should_coalesce(function: &MachineFunction, copy: CoalescedCopy) -> bool {
    let Some(((dst, dst_index), (src, src_index))) = function.as_copy(copy.inst) else {
        return true;
    };
    let is_general = matches!(copy.dst.0, class::GPR64 | class::GPR64common);
    if is_general && !dst_index.is_none() && !src_index.is_none() {
        return false;
    }
    let is_scalable =
        |reg_class| reg_class == class::ZPR || TARGET.class(reg_class).has_super_class(class::ZPR);
    if copy.src.1 == copy.dst.1 || !(is_scalable(copy.dst.0) || is_scalable(copy.src.0)) {
        return true;
    }
    let is_barrier = |operand| {
        matches!(
            function.opcode(function.op_inst(operand)),
            op::COALESCER_BARRIER_FPR16
                | op::COALESCER_BARRIER_FPR32
                | op::COALESCER_BARRIER_FPR64
                | op::COALESCER_BARRIER_FPR128
        )
    };
    !function.defs(src).any(is_barrier) && !function.non_debug_uses(dst).any(is_barrier)
}
