//! `aarch64-simdinstr-opt`: takes instructions on vectors apart that are slower than their parts.
//!
//! On some processors a multiplication with a lane takes longer than to copy the lane to all lanes and multiply with these,
//! and a store that interleaves vectors longer than to interleave them in registers. The scheduling model knows:
//!
//! ```text
//!   %3 = FMLAv4i32_indexed %0, %1, %2, 3          %4 = DUPv4i32lane %2, 3
//!                                                 %3 = FMLAv4f32 %0, %1, %4
//!
//!   %2 = REG_SEQUENCE %0, dsub0, %1, dsub1        %3 = ZIP1v8i8 %0, %1
//!   ST2Twov8b %2, %5                              %4 = ZIP2v8i8 %0, %1
//!                                                 STPDi %3, %4, %5, 0
//! ```

use avarice_machine::pass::{Analysis, MachinePass, When, on_functions};
use avarice_machine::schedule::model::SchedulingModel;
use avarice_machine::schedule::target_model::{Detail, TargetModel};
use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::{Opcode, RegClass, SubRegIdx};
use smallvec::SmallVec;

use crate::{class, op, sub};

/// `aarch64-simdinstr-opt`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["early-ifcvt"],
    ..MachinePass::new(
        "aarch64-simdinstr-opt",
        "AArch64 SIMD instructions optimization pass",
        || on_functions(run),
    )
};

/// A multiplication with a lane, and its parts.
struct ByLane {
    opcode: Opcode,
    duplicate: Opcode,
    multiply: Opcode,
    class: RegClass,
}

macro_rules! by_lane {
    ($($opcode:ident $duplicate:ident $multiply:ident $class:ident;)*) => {
        &[$(ByLane {
            opcode: op::$opcode,
            duplicate: op::$duplicate,
            multiply: op::$multiply,
            class: class::$class,
        }),*]
    };
}

/// The first stands for all: where it is fast, none is looked at.
const BY_LANE: &[ByLane] = by_lane! {
    FMLAv4i32_indexed DUPv4i32lane FMLAv4f32 FPR128;
    FMLSv4i32_indexed DUPv4i32lane FMLSv4f32 FPR128;
    FMULXv4i32_indexed DUPv4i32lane FMULXv4f32 FPR128;
    FMULv4i32_indexed DUPv4i32lane FMULv4f32 FPR128;
    FMLAv2i64_indexed DUPv2i64lane FMLAv2f64 FPR128;
    FMLSv2i64_indexed DUPv2i64lane FMLSv2f64 FPR128;
    FMULXv2i64_indexed DUPv2i64lane FMULXv2f64 FPR128;
    FMULv2i64_indexed DUPv2i64lane FMULv2f64 FPR128;
    FMLAv2i32_indexed DUPv2i32lane FMLAv2f32 FPR64;
    FMLSv2i32_indexed DUPv2i32lane FMLSv2f32 FPR64;
    FMULXv2i32_indexed DUPv2i32lane FMULXv2f32 FPR64;
    FMULv2i32_indexed DUPv2i32lane FMULv2f32 FPR64;
};

/// A store that interleaves vectors, and its parts.
struct Interleaved {
    opcode: Opcode,
    vectors: usize,
    /// What interleaves the lower and the upper halves of two vectors.
    zips: [Opcode; 2],
    store: Opcode,
    class: RegClass,
}

macro_rules! interleaved {
    ($($opcode:ident $vectors:literal $low:ident $high:ident $store:ident $class:ident;)*) => {
        &[$(Interleaved {
            opcode: op::$opcode,
            vectors: $vectors,
            zips: [op::$low, op::$high],
            store: op::$store,
            class: class::$class,
        }),*]
    };
}

const INTERLEAVED: &[Interleaved] = interleaved! {
    ST2Twov2d 2 ZIP1v2i64 ZIP2v2i64 STPQi FPR128;
    ST2Twov4s 2 ZIP1v4i32 ZIP2v4i32 STPQi FPR128;
    ST2Twov2s 2 ZIP1v2i32 ZIP2v2i32 STPDi FPR64;
    ST2Twov8h 2 ZIP1v8i16 ZIP2v8i16 STPQi FPR128;
    ST2Twov4h 2 ZIP1v4i16 ZIP2v4i16 STPDi FPR64;
    ST2Twov16b 2 ZIP1v16i8 ZIP2v16i8 STPQi FPR128;
    ST2Twov8b 2 ZIP1v8i8 ZIP2v8i8 STPDi FPR64;
    ST4Fourv2d 4 ZIP1v2i64 ZIP2v2i64 STPQi FPR128;
    ST4Fourv4s 4 ZIP1v4i32 ZIP2v4i32 STPQi FPR128;
    ST4Fourv2s 4 ZIP1v2i32 ZIP2v2i32 STPDi FPR64;
    ST4Fourv8h 4 ZIP1v8i16 ZIP2v8i16 STPQi FPR128;
    ST4Fourv4h 4 ZIP1v4i16 ZIP2v4i16 STPDi FPR64;
    ST4Fourv16b 4 ZIP1v16i8 ZIP2v16i8 STPQi FPR128;
    ST4Fourv8b 4 ZIP1v8i8 ZIP2v8i8 STPDi FPR64;
};

/// The parts of registers that a store of several vectors has.
const PARTS: [SubRegIdx; 8] = [
    sub::DSUB0,
    sub::DSUB1,
    sub::DSUB2,
    sub::DSUB3,
    sub::QSUB0,
    sub::QSUB1,
    sub::QSUB2,
    sub::QSUB3,
];

impl Interleaved {
    /// The opcodes of its parts.
    fn parts(&self) -> SmallVec<[Opcode; 10]> {
        let (zips, stores) = if self.vectors == 2 { (1, 1) } else { (4, 2) };
        let zips = self.zips.iter().cycle().take(2 * zips);
        zips.copied()
            .chain([self.store; 2].into_iter().take(stores))
            .collect()
    }
}

/// Takes instructions on vectors apart where the processor is faster then.
///
/// # Requires
/// Machine SSA.
///
/// # Preserves
/// Machine SSA, the CFG.
pub fn run(function: &mut MachineFunction) {
    let model = TargetModel::of(function, Detail::default());
    if !model.describes_instructions() {
        return;
    }
    if BY_LANE
        .first()
        .is_some_and(|form| is_slow_by_lane(&model, form))
    {
        for_each(function, |function, inst, opcode| {
            let form = BY_LANE.iter().find(|form| form.opcode == opcode);
            if let Some(form) = form.filter(|form| is_slow_by_lane(&model, form)) {
                take_lane_apart(function, inst, form);
            }
        });
    }
    let is_slow = |form: &&Interleaved| is_slower(&model, form.opcode, &form.parts());
    if INTERLEAVED.iter().any(|form| is_slow(&form)) {
        for_each(function, |function, inst, opcode| {
            let form = INTERLEAVED.iter().find(|form| form.opcode == opcode);
            if let Some(form) = form {
                take_store_apart(function, inst, form, is_slow(&form));
            }
        });
    }
}

/// Calls `visit` for each instruction.
fn for_each(
    function: &mut MachineFunction,
    mut visit: impl FnMut(&mut MachineFunction, Inst, Opcode),
) {
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_bundle(inst);
            let opcode = function.opcode(inst);
            visit(function, inst, opcode);
        }
    }
}

/// Whether an instruction takes longer than others one after the other; not if the model leaves something open.
fn is_slower(model: &TargetModel, opcode: Opcode, parts: &[Opcode]) -> bool {
    let class = |opcode| {
        let class = model.class_of_opcode(opcode);
        model.micro_ops_of_class(class).map(|_| class)
    };
    let Some(whole) = class(opcode) else {
        return false;
    };
    let mut sum = 0;
    for part in parts {
        let Some(part) = class(*part) else {
            return false;
        };
        sum += model.class_latency(part);
    }
    model.class_latency(whole) > sum
}

fn is_slow_by_lane(model: &TargetModel, form: &ByLane) -> bool {
    is_slower(model, form.opcode, &[form.duplicate, form.multiply])
}

/// A use that is the last if `operand` is one.
fn as_use(register: Reg, operand: &Operand) -> Operand {
    Operand::reg(register).with(operand.flags() & OperandFlags::KILL)
}

/// Copies a lane to all lanes, and multiplies with these.
fn take_lane_apart(function: &mut MachineFunction, inst: Inst, form: &ByLane) {
    let explicit = function.desc(inst).operands.len();
    // llc counts implicit operands too: only instructions without any are taken apart.
    if function.num_operands(inst) != explicit || explicit < 4 {
        return;
    }
    let source = *function.operand(inst, explicit - 2);
    let Some(lane) = function.operand(inst, explicit - 1).as_imm() else {
        return;
    };
    let location = function.debug_loc(inst);
    let register = match find_duplicate(function, inst, form.duplicate, (source.as_reg(), lane)) {
        Some(register) => register,
        None => {
            let register = function.create_vreg(form.class);
            InstBuilder::new(function, form.duplicate)
                .location(location)
                .def(register)
                .op(as_use(source.as_reg(), &source))
                .imm(lane)
                .insert_before(inst);
            register.into()
        }
    };
    let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
    operands.push(Operand::def(function.operand(inst, 0).as_reg()));
    for at in 1..explicit - 2 {
        let operand = function.operand(inst, at);
        operands.push(as_use(operand.as_reg(), operand));
    }
    operands.push(as_use(register, &source));
    InstBuilder::new(function, form.multiply)
        .location(location)
        .ops(&operands)
        .insert_before(inst);
    function.remove_inst(inst);
}

/// The register in which an instruction before `inst` in its block has the lane already.
fn find_duplicate(
    function: &MachineFunction,
    inst: Inst,
    opcode: Opcode,
    (source, lane): (Reg, i64),
) -> Option<Reg> {
    let before = std::iter::successors(function.prev_inst(inst), |inst| function.prev_inst(*inst));
    let mut duplicates = before.filter(|inst| function.opcode(*inst) == opcode);
    let found = duplicates.find(|inst| {
        let operands = function.operands(*inst);
        operands.len() == 3 && operands[1].as_reg() == source && operands[2].as_imm() == Some(lane)
    })?;
    Some(function.operand(found, 0).as_reg())
}

/// Interleaves vectors in registers, and stores these. Registers for that are made wherever there is such a store.
fn take_store_apart(
    function: &mut MachineFunction,
    inst: Inst,
    form: &Interleaved,
    is_slow: bool,
) -> Option<()> {
    let sequence = function.operand(inst, 0).as_reg().as_virtual()?;
    let address = function.operand(inst, 1).as_reg();
    let sequence = function.unique_def(sequence)?;
    if function.opcode(sequence) != op::REG_SEQUENCE {
        return None;
    }
    let mut sources: SmallVec<[Operand; 4]> = SmallVec::new();
    for at in 0..form.vectors {
        let operands = function.operands(sequence);
        let part = operands.get(2 * at + 2)?.as_imm()?;
        if !PARTS.iter().any(|index| index.index() as i64 == part) {
            return None;
        }
        sources.push(operands[2 * at + 1]);
    }
    let count = if form.vectors == 2 { 2 } else { 8 };
    let made: SmallVec<[Reg; 8]> = (0..count)
        .map(|_| function.create_vreg(form.class).into())
        .collect();
    if !is_slow {
        return None;
    }
    let zip = |function: &mut MachineFunction, to: usize, operands: [Operand; 2]| {
        let location = function.debug_loc(inst);
        InstBuilder::new(function, form.zips[to % 2])
            .location(location)
            .def(made[to])
            .ops(&operands)
            .insert_before(inst);
    };
    let half = form.vectors / 2;
    for at in 0..half {
        let pair = [sources[at], sources[at + half]];
        let plain = pair.map(|operand| Operand::reg(operand.as_reg()));
        zip(function, 2 * at, plain);
        zip(
            function,
            2 * at + 1,
            pair.map(|operand| as_use(operand.as_reg(), &operand)),
        );
    }
    if form.vectors == 4 {
        for (at, pair) in [[0, 2], [1, 3]].into_iter().enumerate() {
            let operands = pair.map(|from| Operand::reg(made[from]));
            zip(function, 4 + 2 * at, operands);
            zip(function, 5 + 2 * at, operands);
        }
    }
    let stored = &made[count - form.vectors..];
    for (at, pair) in stored.chunks(2).enumerate() {
        let location = function.debug_loc(inst);
        InstBuilder::new(function, form.store)
            .location(location)
            .reg(pair[0])
            .reg(pair[1])
            .reg(address)
            .imm(2 * at as i64)
            .insert_before(inst);
    }
    function.remove_inst(inst);
    Some(())
}
