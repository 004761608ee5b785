//! A sum that is only added to something else, or subtracted.
//!
//! ```text
//!   $rax = LEA64r $rcx, 1, $rdx, 0, $noreg           …
//!   …                                          ─▶    $rsi = ADD64rr $rsi, $rcx
//!   $rsi = ADD64rr $rsi, killed $rax                 $rsi = ADD64rr $rsi, $rdx
//! ```

use avarice_mir::{Inst, InstBuilder, MachineFunction, Op, Operand, OperandFlags, Reg, inst_facts};
use avarice_target::InstrFlags;

use super::{Lea, Scratch};
use crate::{TARGET, op, reg};

/// How many instructions further down the addition may be.
const DISTANCE: usize = 5;

fn overlap(a: Reg, b: Reg) -> bool {
    match (a.as_physical(), b.as_physical()) {
        (Some(a), Some(b)) => TARGET.regs_overlap(a, b),
        _ => false,
    }
}

/// What instructions between a `LEA` and the addition do with its registers.
#[derive(Clone, Copy, Default)]
struct Between {
    /// Base or index is written.
    writes_parts: bool,
    /// The result of the addition is read or written.
    names_result: bool,
    /// Where the values of base and index end.
    base_end: Option<Op>,
    index_end: Option<Op>,
}

impl Between {
    fn of(function: &MachineFunction, lea: &Lea, addition: Inst) -> Self {
        let mut found = Self::default();
        let result = function.operand(addition, 0).as_reg();
        let (base, index) = (lea.base.as_reg(), lea.index.as_reg());
        let mut cursor = function.next_inst(lea.inst);
        while let Some(inst) = cursor.filter(|inst| *inst != addition) {
            for id in function.op_ids(inst) {
                let operand = function.op(id);
                let reg = operand.as_reg();
                found.names_result |= overlap(reg, result);
                let ends = [(base, &mut found.base_end), (index, &mut found.index_end)];
                for (part, end) in ends {
                    if !overlap(reg, part) {
                        continue;
                    }
                    if operand.is_def() {
                        found.writes_parts = true;
                    } else if operand.has(OperandFlags::KILL) {
                        *end = Some(id);
                    }
                }
            }
            cursor = function.next_inst(inst);
        }
        found
    }
}

impl Scratch {
    /// Replaces a `LEA` and the addition of its result by two additions. Returns the first of these.
    pub(super) fn add_to_sum(&mut self, function: &mut MachineFunction, lea: &Lea) -> Option<Inst> {
        let addition = find_addition(function, lea)?;
        let mut between = Between::of(function, lea, addition);
        let mut place = addition;
        if between.writes_parts {
            if between.names_result {
                return None;
            }
            place = lea.inst;
            (between.base_end, between.index_end) = (None, None);
        }
        let result = function.operand(addition, 0).as_reg();
        let mut first = (lea.base_reg, between.base_end);
        let mut second = (lea.index_reg, between.index_end);
        if result == second.0 {
            if first.0 == second.0 {
                return None;
            }
            std::mem::swap(&mut first, &mut second);
        }
        if first.0 == second.0 {
            first.1 = None;
        }
        let opcode = function.opcode(addition);
        let location = function.debug_loc(addition);
        let [added, last] = [first, second].map(|(part, end)| {
            let mut part = Operand::reg(part);
            part.set(OperandFlags::KILL, end.is_some());
            let new = InstBuilder::new(function, opcode)
                .location(location)
                .def(result)
                .kill(result)
                .op(part)
                .insert_before(place);
            let flags = inst_facts::find_def(function, new, reg::EFLAGS.into());
            if let Some(flags) = flags {
                function.op_mut(flags).set(OperandFlags::DEAD, true);
            }
            new
        });
        for end in [first.1, second.1].into_iter().flatten() {
            function.op_mut(end).set(OperandFlags::KILL, false);
        }
        avarice_machine::debug_numbers::substitute_results(function, addition, last, 1);
        function.remove_inst(lea.inst);
        function.remove_inst(addition);
        Some(added)
    }
}

/// The addition or subtraction that is the only use of a `LEA`, if it comes soon and its flags are dead.
fn find_addition(function: &MachineFunction, lea: &Lea) -> Option<Inst> {
    let wanted = [
        lea.of_width(op::ADD32rr, op::ADD64rr),
        lea.of_width(op::SUB32rr, op::SUB64rr),
    ];
    let mut cursor = function.next_inst(lea.inst);
    for _ in 0..DISTANCE {
        let inst = cursor?;
        let is_call = function.desc(inst).has(InstrFlags::CALL);
        if is_call || inst_facts::is_inline_asm(function, inst) {
            return None;
        }
        let operands = function.operands(inst);
        let named = operands.iter().position(|o| overlap(o.as_reg(), lea.dst));
        if let Some(at) = named {
            let operand = &operands[at];
            let is_end = operand.is_use() && operand.has(OperandFlags::KILL);
            if operand.as_reg() != lea.dst || !is_end || !wanted.contains(&function.opcode(inst)) {
                return None;
            }
            let other = operands.get(3usize.checked_sub(at)?)?;
            let flags = inst_facts::find_def(function, inst, reg::EFLAGS.into())?;
            let is_addition = other.as_reg() == operands[0].as_reg()
                && function.op(flags).has(OperandFlags::DEAD);
            return is_addition.then_some(inst);
        }
        cursor = function.next_inst(inst);
    }
    None
}
