//! Constants in registers become two immediates.
//!
//! ```text
//!   %1:gpr32 = MOVi32imm 1191936              (two instructions once it is expanded)
//!   %2:gpr32 = ADDWrr %0, %1                  %3:gpr32sp = ADDWri %0, 291, 12
//!                                             %2:gpr32sp = ADDWri %3, 0, 0
//!   %1:gpr32 = MOVi32imm 2098176
//!   %2:gpr32 = ANDWrr %0, %1                  %3 = ANDWri %0, (ones from bit 10 to 21)
//!                                             %2 = ANDWri %3, (ones but from bit 11 to 20)
//! ```

use avarice_machine::loop_invariance::is_loop_invariant;
use avarice_machine::pass::Analyses;
use avarice_mir::{Inst, InstBuilder, MachineFunction, Reg};
use avarice_target::Opcode;

use super::def_of;
use crate::condition::{Flags, flags_read_after};
use crate::constants::constant_steps;
use crate::immediates::{is_logical, logical_bits};
use crate::{op, reg};

/// The forms of an operation whose second operand may be split.
struct Form {
    opcode: Opcode,
    is_wide: bool,
    /// The two instructions for the constant.
    pair: [Opcode; 2],
    /// Those for its negative; none of a logical operation.
    negative: Option<[Opcode; 2]>,
    /// Whether it sets the flags.
    sets_flags: bool,
}

const fn logical(opcode: Opcode, is_wide: bool, immediate: Opcode) -> Form {
    Form {
        opcode,
        is_wide,
        pair: [immediate, immediate],
        negative: None,
        sets_flags: false,
    }
}

const fn additive(opcode: Opcode, is_wide: bool, pair: [Opcode; 2], negative: [Opcode; 2]) -> Form {
    Form {
        opcode,
        is_wide,
        pair,
        negative: Some(negative),
        sets_flags: pair[0].0 != pair[1].0,
    }
}

const ADD_W: [Opcode; 2] = [op::ADDWri, op::ADDWri];
const SUB_W: [Opcode; 2] = [op::SUBWri, op::SUBWri];
const ADD_X: [Opcode; 2] = [op::ADDXri, op::ADDXri];
const SUB_X: [Opcode; 2] = [op::SUBXri, op::SUBXri];
const ADDS_W: [Opcode; 2] = [op::ADDWri, op::ADDSWri];
const SUBS_W: [Opcode; 2] = [op::SUBWri, op::SUBSWri];
const ADDS_X: [Opcode; 2] = [op::ADDXri, op::ADDSXri];
const SUBS_X: [Opcode; 2] = [op::SUBXri, op::SUBSXri];

const FORMS: &[Form] = &[
    logical(op::ANDWrr, false, op::ANDWri),
    logical(op::ANDXrr, true, op::ANDXri),
    additive(op::ADDWrr, false, ADD_W, SUB_W),
    additive(op::SUBWrr, false, SUB_W, ADD_W),
    additive(op::ADDXrr, true, ADD_X, SUB_X),
    additive(op::SUBXrr, true, SUB_X, ADD_X),
    additive(op::ADDSWrr, false, ADDS_W, SUBS_W),
    additive(op::SUBSWrr, false, SUBS_W, ADDS_W),
    additive(op::ADDSXrr, true, ADDS_X, SUBS_X),
    additive(op::SUBSXrr, true, SUBS_X, ADDS_X),
];

/// Where a constant comes from: the instruction that makes it, and one that extends it to 64 bits.
struct Source {
    constant: Inst,
    extension: Option<Inst>,
}

/// Two immediates that stand for a constant, and what takes them.
struct Split {
    opcodes: [Opcode; 2],
    immediates: [i64; 2],
}

/// Splits the constant that an instruction reads.
pub(super) fn visit(
    function: &mut MachineFunction,
    analyses: &Analyses,
    inst: Inst,
    opcode: Opcode,
) -> Option<()> {
    let form = FORMS.iter().find(|form| form.opcode == opcode)?;
    let left = function.operand(inst, 1).as_reg();
    let is_zero = left == Reg::phys(reg::WZR) || left == Reg::phys(reg::XZR);
    if is_zero && form.negative.is_some() {
        return None;
    }
    let source = source(function, analyses, inst)?;
    let mut value = function.operand(source.constant, 1).as_imm()? as u64;
    if source.extension.is_some() || !form.is_wide {
        value &= u64::from(u32::MAX);
    }
    let split = match form.negative {
        None => split_logical(value, form)?,
        Some(negative) => {
            let split = |value, opcodes| {
                let immediates = split_sum(value, form.is_wide)?;
                Some(Split {
                    opcodes,
                    immediates,
                })
            };
            let opposite = value.wrapping_neg() & u64::MAX >> if form.is_wide { 0 } else { 32 };
            split(value, form.pair).or_else(|| split(opposite, negative))?
        }
    };
    if form.sets_flags {
        let def = def_of(function, left)?;
        let is_near = function.inst_block(def) == function.inst_block(inst);
        let used = flags_read_after(function, inst).filter(|_| is_near)?;
        if used.intersects(Flags::C | Flags::V) {
            return None;
        }
    }
    build(function, inst, &split, form.negative.is_some());
    for inst in [Some(inst), source.extension, Some(source.constant)] {
        inst.into_iter().for_each(|inst| function.remove_inst(inst));
    }
    Some(())
}

/// Where the second operand of an instruction comes from, if that is a constant which nothing else reads and which no loop
/// would have moved out of itself.
fn source(function: &MachineFunction, analyses: &Analyses, inst: Inst) -> Option<Source> {
    let block = function.inst_block(inst)?;
    if let Some(id) = analyses.loops.loop_of(block)
        && !is_loop_invariant(function, &analyses.loops, &analyses.reserved, inst, id)
    {
        return None;
    }
    let mut constant = def_of(function, function.operand(inst, 2).as_reg())?;
    let mut extension = None;
    if function.opcode(constant) == op::SUBREG_TO_REG {
        extension = Some(constant);
        constant = def_of(function, function.operand(constant, 2).as_reg())?;
    }
    let is_read_once = |inst: Inst| function.has_one_use(function.operand(inst, 0).as_reg());
    let is_constant = matches!(function.opcode(constant), op::MOVi32imm | op::MOVi64imm);
    let is_alone = is_constant && is_read_once(constant) && extension.is_none_or(is_read_once);
    is_alone.then_some(Source {
        constant,
        extension,
    })
}

/// Whether one instruction makes a constant.
fn is_simple(value: u64, is_wide: bool) -> bool {
    constant_steps(value, is_wide).len() == 1
}

/// Two logical immediates of which all bits are those of `value`.
fn split_logical(value: u64, form: &Form) -> Option<Split> {
    let all = u64::MAX >> if form.is_wide { 0 } else { 32 };
    let repeated = |value: u64| {
        if form.is_wide {
            value
        } else {
            value | value << 32
        }
    };
    if value == 0 || is_logical(repeated(value)) || is_simple(value, form.is_wide) {
        return None;
    }
    // Ones from the lowest to the highest bit that is set, and outside of them.
    let run = u64::MAX >> value.leading_zeros() & u64::MAX << value.trailing_zeros();
    let outside = (value | !run) & all;
    let [run, outside] = [run, outside].map(repeated);
    is_logical(outside).then(|| Split {
        opcodes: form.pair,
        immediates: [logical_bits(run), logical_bits(outside)],
    })
}

/// The upper and the lower 12 bits of a sum's operand of 24 bits.
fn split_sum(value: u64, is_wide: bool) -> Option<[i64; 2]> {
    let [upper, lower] = [value >> 12 & 0xfff, value & 0xfff];
    let fits = upper != 0 && lower != 0 && value >> 24 == 0 && !is_simple(value, is_wide);
    fits.then_some([upper as i64, lower as i64])
}

/// Inserts two instructions that do what `inst` does, and makes the readers of its result read theirs.
fn build(function: &mut MachineFunction, inst: Inst, split: &Split, is_sum: bool) {
    let [result, left] = [0, 1].map(|at| function.operand(inst, at).as_reg());
    let rows = split.opcodes.map(|opcode| function.target.instr(opcode));
    let class = |row: usize, at: usize| rows[row].operands.get(at).and_then(|row| row.class);
    let (Some(first), Some(second)) = (class(0, 0), class(1, 0)) else {
        return;
    };
    let between = function.create_vreg(first);
    let made = result.as_virtual().map(|_| function.create_vreg(second));
    if let (Some(left), Some(class)) = (left.as_virtual(), class(0, 1)) {
        function.constrain_class(left, class, 0);
    }
    if let Some(class) = class(1, 1) {
        function.constrain_class(between, class, 0);
    }
    if let (Some(made), Some(result)) = (made, result.as_virtual()) {
        let class = function.class(result);
        function.constrain_class(made, class, 0);
    }
    let location = function.debug_loc(inst);
    let ends = [
        (Reg::virt(between), left, 12),
        (made.map_or(result, Reg::virt), Reg::virt(between), 0),
    ];
    for (at, (to, from, shift)) in ends.into_iter().enumerate() {
        let mut build = InstBuilder::new(function, split.opcodes[at])
            .location(location)
            .def(to)
            .reg(from)
            .imm(split.immediates[at]);
        if is_sum {
            build = build.imm(shift);
        }
        build.insert_before(inst);
    }
    if let (Some(made), Some(result)) = (made, result.as_virtual()) {
        function.replace_reg(result, made);
    }
}
