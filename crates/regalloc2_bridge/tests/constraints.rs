//! Each kind of operand constraint, by itself and where it is hard to satisfy: regalloc2's checker verifies what our
//! allocator decides.

use regalloc2::checker::Checker;
use regalloc2::{
    Allocation, Block, Function, Inst, InstRange, MachineEnv, Operand, OperandConstraint,
    OperandKind, OperandPos, Output, PReg, PRegSet, RegAllocError, RegClass, RegallocOptions, VReg,
};

/// Registers of each kind in the environment.
const REGISTERS: usize = 8;
/// A register that is memory.
const MEMORY: PReg = PReg::new(40, RegClass::Int);

/// An instruction: operands and what it destroys.
type Code = (Vec<Operand>, Vec<PReg>);

/// A function of one block.
struct Line {
    insts: Vec<Code>,
    num_vregs: usize,
}

impl Function for Line {
    fn num_insts(&self) -> usize {
        self.insts.len()
    }

    fn num_blocks(&self) -> usize {
        1
    }

    fn entry_block(&self) -> Block {
        Block::new(0)
    }

    fn block_insns(&self, _: Block) -> InstRange {
        InstRange::new(Inst::new(0), Inst::new(self.insts.len()))
    }

    fn block_succs(&self, _: Block) -> &[Block] {
        &[]
    }

    fn block_preds(&self, _: Block) -> &[Block] {
        &[]
    }

    fn block_params(&self, _: Block) -> &[VReg] {
        &[]
    }

    fn is_ret(&self, inst: Inst) -> bool {
        inst.index() + 1 == self.insts.len()
    }

    fn is_branch(&self, _: Inst) -> bool {
        false
    }

    fn branch_blockparams(&self, _: Block, _: Inst, _: usize) -> &[VReg] {
        &[]
    }

    fn inst_operands(&self, inst: Inst) -> &[Operand] {
        &self.insts[inst.index()].0
    }

    fn inst_clobbers(&self, inst: Inst) -> PRegSet {
        self.insts[inst.index()].1.iter().copied().collect()
    }

    fn num_vregs(&self) -> usize {
        self.num_vregs
    }

    fn spillslot_size(&self, class: RegClass) -> usize {
        match class {
            RegClass::Int => 1,
            RegClass::Float | RegClass::Vector => 2,
        }
    }
}

fn environment() -> MachineEnv {
    let registers = |range: std::ops::Range<usize>, class| -> PRegSet {
        range.map(|encoding| PReg::new(encoding, class)).collect()
    };
    let kinds = [RegClass::Int, RegClass::Float, RegClass::Vector];
    MachineEnv {
        preferred_regs_by_class: kinds.map(|class| registers(0..REGISTERS / 2, class)),
        non_preferred_regs_by_class: kinds.map(|class| registers(REGISTERS / 2..REGISTERS, class)),
        scratch_by_class: [None; 3],
        fixed_stack_slots: vec![MEMORY],
    }
}

fn reg(encoding: usize) -> PReg {
    PReg::new(encoding, RegClass::Int)
}

fn vreg(number: usize) -> VReg {
    VReg::new(number, RegClass::Int)
}

fn operand(
    number: usize,
    constraint: OperandConstraint,
    kind: OperandKind,
    pos: OperandPos,
) -> Operand {
    Operand::new(vreg(number), constraint, kind, pos)
}

fn used(number: usize, constraint: OperandConstraint) -> Operand {
    operand(number, constraint, OperandKind::Use, OperandPos::Early)
}

fn used_late(number: usize, constraint: OperandConstraint) -> Operand {
    operand(number, constraint, OperandKind::Use, OperandPos::Late)
}

fn defined(number: usize, constraint: OperandConstraint) -> Operand {
    operand(number, constraint, OperandKind::Def, OperandPos::Late)
}

fn defined_early(number: usize, constraint: OperandConstraint) -> Operand {
    operand(number, constraint, OperandKind::Def, OperandPos::Early)
}

/// Definitions of `count` registers, `insts`, and a return that reads all of them: from memory or from registers.
fn line(count: usize, insts: &[Code], num_vregs: usize) -> Line {
    use OperandConstraint::Any;
    let begin = (0..count).map(|number| (vec![defined(number, OperandConstraint::Reg)], vec![]));
    let end = (0..num_vregs).map(|number| used(number, Any)).collect();
    Line {
        insts: begin
            .chain(insts.iter().cloned())
            .chain([(end, vec![])])
            .collect(),
        num_vregs,
    }
}

fn allocate(line: &Line) -> Output {
    let environment = environment();
    let output = avarice_regalloc2_bridge::run(line, &environment, &RegallocOptions::default())
        .expect("there are enough registers");
    let mut checker = Checker::new(line, &environment);
    checker.prepare(&output);
    checker.run().expect("the allocation is right");
    output
}

#[test]
fn operands_on_the_stack() {
    use OperandConstraint::Stack;
    let inst = vec![used(0, Stack), used(1, Stack), defined(10, Stack)];
    let output = allocate(&line(10, &[(inst, vec![])], 11));
    let allocs = output.inst_allocs(Inst::new(10));
    assert!(allocs.iter().all(|alloc| alloc.is_stack()), "{allocs:?}");
}

#[test]
fn operands_below_a_limit() {
    use OperandConstraint::{Limit, Reg};
    let inst = vec![
        used(0, Limit(2)),
        used(1, Limit(2)),
        defined(10, Limit(4)),
        used(2, Reg),
    ];
    let output = allocate(&line(10, &[(inst, vec![])], 11));
    let encoding = |alloc: &Allocation| alloc.as_reg().map(PReg::hw_enc);
    let allocs = output.inst_allocs(Inst::new(10));
    assert!(encoding(&allocs[0]) < Some(2) && encoding(&allocs[1]) < Some(2));
    assert!(encoding(&allocs[2]) < Some(4));
}

#[test]
fn late_uses_share_no_register_with_results() {
    use OperandConstraint::{FixedReg, Reg};
    let insts = [
        (
            vec![used_late(0, Reg), used(1, Reg), defined(10, Reg)],
            vec![reg(0), reg(1)],
        ),
        (
            vec![used_late(2, FixedReg(reg(3))), defined(11, Reg)],
            vec![reg(2)],
        ),
    ];
    let output = allocate(&line(10, &insts, 12));
    let allocs = output.inst_allocs(Inst::new(10));
    assert_ne!(allocs[0], allocs[2]);
    assert!(![reg(0), reg(1)].map(Allocation::reg).contains(&allocs[0]));
}

#[test]
fn early_results_share_no_register_with_uses() {
    use OperandConstraint::{FixedReg, Reg};
    let insts = [
        (
            vec![
                defined_early(10, Reg),
                used(0, Reg),
                used(1, FixedReg(reg(5))),
            ],
            vec![],
        ),
        (
            vec![
                defined_early(11, FixedReg(reg(5))),
                used(2, Reg),
                used(3, Reg),
            ],
            vec![],
        ),
    ];
    allocate(&line(10, &insts, 12));
}

#[test]
fn fixed_registers_that_change_places() {
    use OperandConstraint::FixedReg;
    let fixed = |shift: usize| {
        let uses = (0..REGISTERS).map(|at| used(at, FixedReg(reg((at + shift) % REGISTERS))));
        (uses.collect(), vec![])
    };
    allocate(&line(REGISTERS, &[fixed(0), fixed(1), fixed(3)], REGISTERS));
}

#[test]
fn one_register_in_several_places() {
    use OperandConstraint::{FixedReg, Reg, Stack};
    let uses = [
        FixedReg(reg(1)),
        FixedReg(reg(2)),
        FixedReg(MEMORY),
        Reg,
        Stack,
    ];
    let inst = uses.map(|constraint| used(0, constraint)).to_vec();
    allocate(&line(9, &[(inst, vec![])], 9));
}

#[test]
fn registers_that_are_memory() {
    use OperandConstraint::{FixedReg, Reg};
    let insts = [
        (vec![used(0, FixedReg(MEMORY))], vec![]),
        (vec![defined(9, FixedReg(MEMORY))], vec![]),
        (vec![used(9, Reg), used(1, FixedReg(MEMORY))], vec![]),
    ];
    allocate(&line(9, &insts, 10));
}

#[test]
fn reused_inputs_that_live_on() {
    use OperandConstraint::{Reg, Reuse};
    let insts = [
        (
            vec![defined(9, Reuse(1)), used(0, Reg), used(1, Reg)],
            vec![],
        ),
        (
            vec![used(9, Reg), used(9, Reg), defined(10, Reuse(0))],
            vec![reg(0)],
        ),
    ];
    allocate(&line(9, &insts, 11));
}

#[test]
fn calls_that_destroy_all_registers() {
    use OperandConstraint::{Any, FixedReg};
    // What a call defines is not among the registers that it destroys.
    let all: Vec<PReg> = (1..REGISTERS).map(reg).collect();
    let call = |from: usize, result: usize| {
        let operands = vec![
            used(from, FixedReg(reg(0))),
            used(from + 1, Any),
            defined(result, FixedReg(reg(0))),
        ];
        (operands, all.clone())
    };
    allocate(&line(6, &[call(0, 6), call(2, 7), call(6, 8)], 9));
}

#[test]
fn room_to_work_in_at_the_end_of_a_block() {
    use OperandConstraint::{FixedReg, Reg};
    let mut line = line(6, &[], 6);
    let (operands, _) = &mut line.insts[6];
    operands.extend([defined_early(6, Reg), defined_early(7, FixedReg(reg(2)))]);
    line.num_vregs = 8;
    allocate(&line);
}

#[test]
fn too_few_registers_are_an_error() {
    let uses = (0..=REGISTERS).map(|number| used(number, OperandConstraint::Reg));
    let line = line(REGISTERS + 1, &[(uses.collect(), vec![])], REGISTERS + 1);
    let result = avarice_regalloc2_bridge::run(&line, &environment(), &RegallocOptions::default());
    assert!(matches!(result, Err(RegAllocError::TooManyLiveRegs)));
}
