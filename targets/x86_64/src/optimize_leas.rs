//! `x86-optimize-LEAs`: addresses that differ by a number only are computed once.
//!
//! ```text
//!   %2 = LEA64r %0, 4, %1, 8, $noreg           %2 = LEA64r %0, 4, %1, 8, $noreg
//!   %3 = LEA64r %0, 4, %1, 24, $noreg
//!   %4 = MOV64rm %3, 1, $noreg, 0, $noreg      %4 = MOV64rm %2, 1, $noreg, 16, $noreg
//! ```
//!
//! Where code is to be small, accesses to memory use the result of a `LEA64r` too in place of an address of the same form:
//!
//! ```text
//!   %5 = MOV64rm %0, 4, %1, 16, $noreg         %5 = MOV64rm %2, 1, $noreg, 8, $noreg
//! ```

use avarice_ir::Module;
use avarice_ir::debug_expressions::offset_steps;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::debug_values::{DebugValue, Shape};
use avarice_mir::{
    Block, Inst, MachineFunction, Op, Operand, OperandFlags, OperandValue, Reg, VReg,
};
use avarice_target::InstrFlags;
use avarice_trace::Log;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::address_check::memory_operand;
use crate::encode::operand_fields::MEMORY_OPERANDS;
use crate::op;

/// `x86-optimize-LEAs`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["peephole-opt"],
    ..MachinePass::new("x86-optimize-LEAs", "X86 LEA Optimize", || {
        Box::<Scratch>::default()
    })
};

/// Places of the operands of an address, from its first one.
const BASE: usize = 0;
const SCALE: usize = 1;
const INDEX: usize = 2;
const DISPLACEMENT: usize = 3;
const SEGMENT: usize = 4;

/// Where the address of a `LEA` is among its operands.
const IN_LEA: usize = 1;

/// What two addresses have in common that differ by a number: kind and value of base, scale, index, segment and of what the
/// displacement is relative to.
type Form = [(u8, i64); MEMORY_OPERANDS];

/// Instructions that compute addresses of one form, as places in the list of all of them.
#[derive(Clone, Copy, Debug)]
struct Group {
    form: Form,
    begin: usize,
    end: usize,
}

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    /// The instructions of the block that compute addresses, by form and then in order.
    computations: Vec<(Form, u32, Inst)>,
    /// By form.
    groups: Vec<Group>,
    /// The groups by their first instruction.
    order: Vec<usize>,
    /// By instruction of the block: its place, an even number where it has not moved.
    places: Vec<u32>,
    /// By place in `computations`: whether the instruction is still there.
    removed: Vec<bool>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        run(&mut unit.function, unit.module, self);
        Ok(())
    }
}

/// Makes accesses share computations of addresses.
///
/// # Requires
/// Machine SSA.
///
/// # Ensures
/// Two computations of addresses in one block that differ by a number are one, if what reads the second are accesses with
/// that base.
///
/// # Preserves
/// The control flow graph, machine SSA.
fn run(function: &mut MachineFunction, module: &Module, scratch: &mut Scratch) {
    if !function.is_ssa {
        return;
    }
    scratch.places.resize(function.insts.len(), 0);
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        scratch.find(function, block);
        if scratch.computations.is_empty() {
            continue;
        }
        scratch.join_computations(function, module);
        if function.optimize_for_size {
            scratch.share_with_accesses(function, block);
        }
    }
}

impl Scratch {
    /// Finds the computations of addresses of a block.
    fn find(&mut self, function: &MachineFunction, block: Block) {
        self.computations.clear();
        self.groups.clear();
        self.order.clear();
        let mut place = 0;
        for inst in function.block_insts(block) {
            place += 2;
            self.places[inst.index()] = place;
            if is_lea(function, inst)
                && let Some(form) = form_of(function, inst, IN_LEA)
            {
                self.computations.push((form, place, inst));
            }
        }
        self.computations
            .sort_unstable_by_key(|(form, place, _)| (*form, *place));
        self.removed.clear();
        self.removed.resize(self.computations.len(), false);
        for (at, (form, ..)) in self.computations.iter().enumerate() {
            match self.groups.last_mut().filter(|group| group.form == *form) {
                Some(group) => group.end = at + 1,
                None => self.groups.push(Group {
                    form: *form,
                    begin: at,
                    end: at + 1,
                }),
            }
        }
        self.order.extend(0..self.groups.len());
        let (groups, computations) = (&self.groups, &self.computations);
        self.order
            .sort_unstable_by_key(|group| computations[groups[*group].begin].1);
    }

    /// Makes accesses with the result of a computation use that of an earlier one.
    fn join_computations(&mut self, function: &mut MachineFunction, module: &Module) {
        for group in &self.order {
            let Group { begin, end, .. } = self.groups[*group];
            for first in begin..end {
                for last in first + 1..end {
                    if self.removed[first] || self.removed[last] {
                        continue;
                    }
                    let (kept, other) = (self.computations[first].2, self.computations[last].2);
                    if let Some(pair) = replaceable(function, kept, other) {
                        replace(function, module, &pair);
                        function.remove_inst(other);
                        self.removed[last] = true;
                    }
                }
            }
        }
    }

    /// Makes accesses to memory use addresses that are computed anyway.
    fn share_with_accesses(&mut self, function: &mut MachineFunction, block: Block) {
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            let accesses = InstrFlags::MAY_LOAD.union(InstrFlags::MAY_STORE);
            let desc = function.desc(inst);
            if !desc.flags.intersects(accesses) {
                continue;
            }
            let Some(at) = memory_operand(desc) else {
                continue;
            };
            let Some((computation, distance)) = self.best_computation(function, inst, at) else {
                continue;
            };
            if self.places[computation.index()] > self.places[inst.index()] {
                function.remove_inst(computation);
                function.insert_before(inst, computation);
                self.places[computation.index()] = self.places[inst.index()] - 1;
            }
            let base = function.operand(computation, 0).as_reg();
            function.clear_kill_flags(base);
            let address = [
                (BASE, Operand::reg(base)),
                (SCALE, Operand::imm(1)),
                (INDEX, Operand::reg(Reg::NONE)),
                (DISPLACEMENT, Operand::imm(distance)),
                (SEGMENT, Operand::reg(Reg::NONE)),
            ];
            for (part, operand) in address {
                function.replace_operand(inst, at + part, operand);
            }
        }
    }

    /// The computation that the address at `at` of `inst` is best relative to, and by how much: the last one before `inst`,
    /// preferably by a number of 8 bits, or else the first one after it.
    fn best_computation(
        &self,
        function: &MachineFunction,
        inst: Inst,
        at: usize,
    ) -> Option<(Inst, i64)> {
        let form = form_of(function, inst, at)?;
        let found = self.groups.binary_search_by_key(&form, |group| group.form);
        let Group { begin, end, .. } = self.groups[found.ok()?];
        let wanted = function.desc(inst).operands.get(at)?.class;
        let mut best: Option<(Inst, i64)> = None;
        for candidate in (begin..end).filter(|candidate| !self.removed[*candidate]) {
            let (_, _, computation) = self.computations[candidate];
            let distance = distance(function, (inst, at), (computation, IN_LEA));
            let Some(distance) = distance.filter(|distance| i32::try_from(*distance).is_ok())
            else {
                continue;
            };
            if result_of(function, computation).map(|reg| function.class(reg)) != wanted {
                continue;
            }
            let is_before = self.places[computation.index()] < self.places[inst.index()];
            if is_before || best.is_none() {
                let is_short = |distance: i64| i8::try_from(distance).is_ok();
                if best.is_some_and(|(_, best)| is_short(best) && !is_short(distance)) {
                    continue;
                }
                best = Some((computation, distance));
            }
            if !is_before {
                break;
            }
        }
        best
    }
}

fn is_lea(function: &MachineFunction, inst: Inst) -> bool {
    let is_lea = matches!(
        function.opcode(inst),
        op::LEA16r | op::LEA32r | op::LEA64r | op::LEA64_32r
    );
    is_lea && result_of(function, inst).is_some()
}

fn result_of(function: &MachineFunction, inst: Inst) -> Option<VReg> {
    function.operands(inst).first()?.as_reg().as_virtual()
}

/// The form of the address at `at`; `None` if it has a register of the machine, which may change, or something else that is
/// not compared.
fn form_of(function: &MachineFunction, inst: Inst, at: usize) -> Option<Form> {
    let address = function.operands(inst).get(at..at + MEMORY_OPERANDS)?;
    let mut form: Form = Default::default();
    for (part, operand) in form.iter_mut().zip(address) {
        let flags = i64::from(operand.target_flags()) << 48;
        *part = match operand.value() {
            OperandValue::Reg(reg, _) if reg.is_physical() => return None,
            OperandValue::Reg(reg, sub) => (1, i64::from(reg.raw()) << 16 | i64::from(sub.0)),
            OperandValue::Imm(value) => (2, value),
            OperandValue::FrameIndex(slot) => (3, i64::from(slot.0) ^ flags),
            _ => return None,
        };
    }
    let id = |index: usize| index as i64;
    form[DISPLACEMENT] = match address[DISPLACEMENT].value() {
        OperandValue::Imm(_) => (0, 0),
        OperandValue::ConstPool(constant, _) => (4, id(constant.index())),
        OperandValue::JumpTable(table) => (5, id(table.index())),
        OperandValue::Symbol(symbol, _) => (6, id(symbol.index())),
        OperandValue::Global(global, _) => (7, id(global.index())),
        OperandValue::BlockAddress(function, block, _) => {
            (8, id(function.index()) << 32 | id(block.index()))
        }
        OperandValue::McSymbol(symbol) => (9, id(symbol.index())),
        OperandValue::Block(block) => (10, id(block.index())),
        _ => return None,
    };
    Some(form)
}

/// By how much the first address is above the second, which is of the same form.
fn distance(
    function: &MachineFunction,
    (inst, at): (Inst, usize),
    (other, other_at): (Inst, usize),
) -> Option<i64> {
    let first = function.operand(inst, at + DISPLACEMENT);
    let second = function.operand(other, other_at + DISPLACEMENT);
    match (first.as_imm(), second.as_imm()) {
        (Some(first), Some(second)) => first.checked_sub(second),
        _ if matches!(first.value(), OperandValue::JumpTable(_)) => Some(0),
        _ => first.offset().checked_sub(second.offset()),
    }
}

/// Two computations, of which the first can stand for the second.
struct Pair {
    kept: VReg,
    other: VReg,
    /// By how much the second is above the first.
    distance: i64,
}

/// Whether what reads the result of `other` can read that of `kept`.
fn replaceable(function: &MachineFunction, kept: Inst, other: Inst) -> Option<Pair> {
    let pair = Pair {
        kept: result_of(function, kept)?,
        other: result_of(function, other)?,
        distance: distance(function, (other, IN_LEA), (kept, IN_LEA))?,
    };
    let has_same_class = function.class(pair.kept) == function.class(pair.other);
    let mut uses = function.non_debug_uses(pair.other);
    (has_same_class && uses.all(|used| is_base(function, used, pair.distance))).then_some(pair)
}

/// Whether `used` is the base of an access, whose displacement can grow by `distance`, and nothing else there.
fn is_base(function: &MachineFunction, used: Op, distance: i64) -> bool {
    let inst = function.op_inst(used);
    let Some(at) = memory_operand(function.desc(inst)) else {
        return false;
    };
    let operand = function.op(used);
    let is_same = |other: &Operand| {
        let is_register = other.is_reg() && other.as_reg() == operand.as_reg();
        is_register && other.sub_reg() == operand.sub_reg() && other.is_def() == operand.is_def()
    };
    let mut others = function.operands(inst).iter().enumerate();
    if others.any(|(place, other)| is_same(other) != (place == at + BASE)) {
        return false;
    }
    let displacement = function.operand(inst, at + DISPLACEMENT).as_imm();
    displacement.is_none_or(|number| {
        let sum = number.checked_add(distance);
        sum.is_some_and(|sum| i32::try_from(sum).is_ok())
    })
}

/// Makes a debug value that names the second address of `pair` say the same by the first.
fn replace_in_debug_value(function: &mut MachineFunction, module: &Module, used: Op, pair: &Pair) {
    let inst = function.op_inst(used);
    let value = match pair.distance {
        0 => None,
        _ => DebugValue::of(function, inst),
    };
    let Some(value) = value else {
        match pair.distance {
            0 => function.set_op_reg(used, pair.kept),
            _ => function.set_op_reg(used, Reg::NONE),
        }
        return;
    };
    let mut said = value.said(function, module, &function.own_expressions);
    let first = match value.shape {
        Shape::Direct | Shape::Indirect => 0,
        Shape::List | Shape::References => 2,
    };
    let other = Reg::from(pair.other);
    for argument in 0..value.places(function).len() {
        let is_named = value.places(function)[argument].as_reg() == other;
        // A register beside the only place counts for it, as in LLVM.
        if first != 0 && !is_named {
            continue;
        }
        let steps: SmallVec<[_; 2]> = offset_steps(pair.distance).collect();
        said = match first {
            0 => said.prepended(steps).as_stack_value(),
            _ => said.with_argument_changed(argument as u64, &steps),
        };
        if is_named {
            function.set_reg(inst, first + argument, pair.kept);
        }
    }
    if function.op(used).as_reg() == other {
        function.set_op_reg(used, Reg::NONE);
    }
    let id = function.own_expressions.id_of(module, said);
    value.set_expression(function, id);
}

/// Makes accesses with the second address of `pair` use the first.
fn replace(function: &mut MachineFunction, module: &Module, pair: &Pair) {
    let first_use = |function: &MachineFunction| function.uses(pair.other).next();
    while let Some(used) = first_use(function) {
        let inst = function.op_inst(used);
        if function.op(used).has(OperandFlags::DEBUG) {
            replace_in_debug_value(function, module, used, pair);
            continue;
        }
        function.set_op_reg(used, pair.kept);
        let Some(at) = memory_operand(function.desc(inst)) else {
            continue;
        };
        let displacement = function.operand_mut(inst, at + DISPLACEMENT);
        match displacement.as_imm() {
            Some(number) => displacement.set_imm(number.wrapping_add(pair.distance)),
            None if matches!(displacement.value(), OperandValue::JumpTable(_)) => {}
            None => displacement.set_offset(displacement.offset().wrapping_add(pair.distance)),
        }
    }
    function.clear_kill_flags(pair.kept);
}
