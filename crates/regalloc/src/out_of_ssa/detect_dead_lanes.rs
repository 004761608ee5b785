//! `detect-dead-lanes`: finds lanes that are written but never read, and lanes that are read but never
//! written, through copies.
//!
//! ```text
//!   %0 = MOV32ri 1                                          dead %0 = MOV32ri 1
//!   %1 = IMPLICIT_DEF                                       %1 = IMPLICIT_DEF
//!   %2 = REG_SEQUENCE %0, sub0, %1, sub1       becomes      %2 = REG_SEQUENCE undef %0, sub0, undef %1, sub1
//!   %3 = COPY %2.sub1                                       %3 = COPY undef %2.sub1
//! ```
//!
//! Two sets of lanes are computed for each virtual register. **Used* lanes flow backwards: the lanes used of a copy are
//! used of its sources. *Defined* lanes flow forwards: the lanes defined of a source are defined of the copy. Both sets
//! start as small as possible for registers that copies define, and grow until nothing changes. Copies here are the
//! instructions that become copies later ([`CopyLike`]). A copy between classes that no index connects (integer and
//! vector, say) uses and defines everything: its lanes are unrelated.

use std::collections::VecDeque;

use avarice_mir::{Inst, MachineFunction, Op, OperandFlags, VReg};
use avarice_target::{LaneMask, RegClass, SubRegIdx, op};
use avarice_trace::{Log, LogParts, log};
use cranelift_entity::EntityRef;

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};

/// The lanes of one register.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lanes {
    used: LaneMask,
    defined: LaneMask,
}

/// Memory that the pass keeps from function to function. Indexed by virtual register.
#[derive(Debug, Default)]
pub struct Scratch {
    lanes: Vec<Lanes>,
    /// Whether the one definition is a [`CopyLike`].
    by_copy: Vec<bool>,
    waiting: Vec<bool>,
    work_list: VecDeque<VReg>,
}

/// An instruction that becomes copies.
#[derive(Clone, Copy, PartialEq)]
enum CopyLike {
    /// `COPY` or `PHI`.
    Whole,
    /// `INSERT_SUBREG`: operand 1 with operand 2 as its part.
    Insert(SubRegIdx),
    /// `EXTRACT_SUBREG`: a part of operand 1.
    Extract(SubRegIdx),
    /// `REG_SEQUENCE`: each operand is the part that the next one names.
    Sequence,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        run(&mut unit.function, self, log);
        Ok(())
    }
}

/// `detect-dead-lanes`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED_ALLOCATION,
    preserves: Analysis::all(),
    ..MachinePass::new("detect-dead-lanes", "Detect Dead Lanes", || {
        Box::<Scratch>::default()
    })
};

/// Marks definitions of lanes that are not read as dead, and reads of lanes that are not written as undefined.
///
/// # Requires
/// Machine SSA. Nothing happens in functions that do not track liveness of sub-registers: there, no later
/// pass depends on these marks.
///
/// # Ensures
/// A definition none of whose lanes are used is `dead`; a use none of whose lanes are defined, or none of
/// whose lanes a copy passes on to a user, is `undef`.
///
/// # Preserves
/// Everything but the marks.
pub fn run(function: &mut MachineFunction, scratch: &mut Scratch, log: &mut Log<'_>) {
    log.select(LogParts::DETECT_DEAD_LANES);
    if function.tracks_sub_reg_liveness {
        detect(function, scratch, log);
    } else {
        log!(log, "Skipping Detect dead lanes pass\n");
    }
    log.select(LogParts::REGALLOC);
}

fn detect(function: &mut MachineFunction, state: &mut Scratch, log: &mut Log<'_>) {
    let count = function.vregs.len();
    state.lanes.clear();
    state.lanes.resize(count, Lanes::default());
    state.by_copy.clear();
    state.by_copy.resize(count, false);
    state.waiting.clear();
    state.waiting.resize(count, false);
    loop {
        state.compute(function, log);
        if !state.mark_operands(function, log) {
            break;
        }
    }
}

impl Scratch {
    fn compute(&mut self, function: &MachineFunction, log: &mut Log<'_>) {
        for number in 0..self.lanes.len() {
            let reg = VReg::new(number);
            self.lanes[number] = Lanes {
                defined: self.initially_defined(function, reg),
                used: initially_used(function, reg, log),
            };
        }
        while let Some(reg) = self.work_list.pop_front() {
            self.waiting[reg.index()] = false;
            let Lanes { used, defined } = self.lanes[reg.index()];
            if let Some((inst, kind)) = copy_like_def(function, reg) {
                self.pass_used_up(function, inst, kind, used);
            }
            for use_op in function.non_debug_uses(reg) {
                self.pass_defined_down(function, use_op, defined);
            }
        }
        if log.is_on() {
            log!(log, "Defined/Used lanes:\n");
            for (number, Lanes { used, defined }) in self.lanes.iter().enumerate() {
                log!(log, "{} Used: {used} Def: {defined}\n", VReg::new(number));
            }
            log!(log, "\n");
        }
    }

    fn enqueue(&mut self, reg: VReg) {
        if !std::mem::replace(&mut self.waiting[reg.index()], true) {
            self.work_list.push_back(reg);
        }
    }

    /// Lanes that are defined whatever other copies do.
    fn initially_defined(&mut self, function: &MachineFunction, reg: VReg) -> LaneMask {
        let mut defs = function.defs(reg);
        let (Some(def), None) = (defs.next(), defs.next()) else {
            return LaneMask::ALL;
        };
        let inst = function.op_inst(def);
        let is_dead = function.op(def).has(OperandFlags::DEAD);
        let Some((_, kind)) = copy_like_def(function, reg) else {
            if is_dead || function.opcode(inst) == op::IMPLICIT_DEF {
                return LaneMask::NONE;
            }
            return class_lanes(function, reg);
        };
        self.by_copy[reg.index()] = true;
        self.enqueue(reg);
        if is_dead {
            return LaneMask::NONE;
        }
        let mut lanes = LaneMask::NONE;
        for index in kind.sources(function, inst) {
            let operand = function.operand(inst, index);
            if !operand.reads_reg() || operand.as_reg().is_none() {
                continue;
            }
            let class = function.class(reg);
            let from = match operand.as_reg().as_virtual() {
                None => LaneMask::ALL,
                Some(_) if is_cross_copy(function, inst, kind, index, class) => LaneMask::ALL,
                Some(source) => match defined_by_itself(function, source) {
                    false => continue,
                    true => {
                        let lanes = class_lanes(function, source);
                        let target = function.target;
                        target.reverse_compose_lane_mask(operand.sub_reg(), lanes)
                    }
                },
            };
            lanes |= kind.defined_through(function, inst, index, from) & class_lanes(function, reg);
        }
        lanes
    }

    /// What is used of a copy is used of its sources.
    fn pass_used_up(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        kind: CopyLike,
        used: LaneMask,
    ) {
        for index in kind.sources(function, inst) {
            let operand = function.operand(inst, index);
            let Some(source) = operand
                .as_reg()
                .as_virtual()
                .filter(|_| operand.reads_reg())
            else {
                continue;
            };
            let lanes = kind.used_through(function, inst, index, used);
            let lanes = function.target.compose_lane_mask(operand.sub_reg(), lanes);
            let lanes = lanes & class_lanes(function, source);
            let known = &mut self.lanes[source.index()].used;
            if (lanes & !*known).any() {
                *known |= lanes;
                if self.by_copy[source.index()] {
                    self.enqueue(source);
                }
            }
        }
    }

    /// What is defined of a source is defined of the copy that `use_op` belongs to, if it is one.
    fn pass_defined_down(&mut self, function: &MachineFunction, use_op: Op, defined: LaneMask) {
        let operand = function.op(use_op);
        let inst = function.op_inst(use_op);
        let index = function.op_index(use_op);
        let Some(kind) = CopyLike::of(function, inst) else {
            return;
        };
        let target = function.operand(inst, 0).as_reg().as_virtual();
        let Some(target) = target.filter(|target| self.by_copy[target.index()]) else {
            return;
        };
        if !operand.reads_reg() || !kind.sources(function, inst).any(|source| source == index) {
            return;
        }
        let sub = operand.sub_reg();
        let lanes = function.target.reverse_compose_lane_mask(sub, defined);
        let lanes = kind.defined_through(function, inst, index, lanes);
        let lanes = lanes & class_lanes(function, target);
        let known = &mut self.lanes[target.index()].defined;
        if (lanes & !*known).any() {
            *known |= lanes;
            self.enqueue(target);
        }
    }

    /// Sets the marks. Returns whether a copy between unrelated classes reads nothing now, so that lanes
    /// have to be computed again.
    fn mark_operands(&self, function: &mut MachineFunction, log: &mut Log<'_>) -> bool {
        let mut again = false;
        for at in 0..function.layout.len() {
            let mut next = function.blocks[function.layout[at]].first.expand();
            while let Some(inst) = next {
                next = function.next_inst(inst);
                for index in 0..function.num_operands(inst) {
                    again |= self.mark_operand(function, inst, index, log);
                }
            }
        }
        again
    }

    fn mark_operand(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        index: usize,
        log: &mut Log<'_>,
    ) -> bool {
        let operand = *function.operand(inst, index);
        let Some(reg) = operand.as_reg().as_virtual() else {
            return false;
        };
        let Lanes { used, defined } = self.lanes[reg.index()];
        if operand.is_def() && !operand.has(OperandFlags::DEAD) && used.is_none() {
            set_mark(function, inst, index, OperandFlags::DEAD, log);
        }
        if !operand.reads_reg() {
            return false;
        }
        let read = function.target.sub_reg_lane_mask(operand.sub_reg());
        let mut again = false;
        if (defined & used & read).any() {
            match self.passes_nothing_on(function, inst, index) {
                None => return false,
                Some(is_cross) => again = is_cross,
            }
        }
        set_mark(function, inst, index, OperandFlags::UNDEF, log);
        again
    }

    /// If the operand is a source of a copy none of whose lanes are used of the copy: whether the copy is
    /// one between unrelated classes.
    fn passes_nothing_on(
        &self,
        function: &MachineFunction,
        inst: Inst,
        index: usize,
    ) -> Option<bool> {
        let kind = CopyLike::of(function, inst)?;
        if !kind.sources(function, inst).any(|source| source == index) {
            return None;
        }
        let copy = function.operand(inst, 0).as_reg().as_virtual()?;
        if !self.by_copy[copy.index()] {
            return None;
        }
        let used = kind.used_through(function, inst, index, self.lanes[copy.index()].used);
        let class = function.class(copy);
        used.is_none()
            .then(|| is_cross_copy(function, inst, kind, index, class))
    }
}

impl CopyLike {
    /// What `inst` is, if it has the operands of a copy.
    fn of(function: &MachineFunction, inst: Inst) -> Option<Self> {
        let operands = function.operands(inst);
        let has_result = operands.first().is_some_and(|o| o.is_def());
        let are_regs = |regs: &[usize]| {
            let mut regs = regs.iter();
            has_result && regs.all(|at| operands.get(*at).is_some_and(|o| o.is_use()))
        };
        match function.opcode(inst) {
            op::COPY => are_regs(&[1]).then_some(Self::Whole),
            op::PHI => are_regs(&[]).then_some(Self::Whole),
            op::REG_SEQUENCE => are_regs(&[]).then_some(Self::Sequence),
            op::INSERT_SUBREG if are_regs(&[1, 2]) => {
                sub_reg_operand(function, inst, 3).map(Self::Insert)
            }
            op::EXTRACT_SUBREG if are_regs(&[1]) => {
                sub_reg_operand(function, inst, 2).map(Self::Extract)
            }
            _ => None,
        }
    }

    /// Indices of the operands that are copied.
    fn sources(self, function: &MachineFunction, inst: Inst) -> impl Iterator<Item = usize> + '_ {
        let count = function.num_operands(inst);
        let (end, step) = match self {
            Self::Whole if function.opcode(inst) == op::COPY => (2, 1),
            Self::Whole => (count, 2),
            Self::Insert(_) => (3, 1),
            Self::Extract(_) => (2, 1),
            Self::Sequence => (count, 2),
        };
        (1..end).step_by(step).filter(move |at| {
            let named = self != Self::Sequence || sub_reg_operand(function, inst, at + 1).is_some();
            named && function.operand(inst, *at).is_use()
        })
    }

    /// The part that source `index` becomes.
    fn part(self, function: &MachineFunction, inst: Inst, index: usize) -> SubRegIdx {
        match self {
            Self::Insert(part) if index == 2 => part,
            Self::Sequence => sub_reg_operand(function, inst, index + 1).unwrap_or(SubRegIdx::NONE),
            _ => SubRegIdx::NONE,
        }
    }

    /// Which lanes of source `index` are used if `used` lanes of the copy are.
    fn used_through(
        self,
        function: &MachineFunction,
        inst: Inst,
        index: usize,
        used: LaneMask,
    ) -> LaneMask {
        let target = function.target;
        match self {
            Self::Whole => used,
            Self::Extract(part) => target.compose_lane_mask(part, used),
            Self::Insert(part) if index == 1 => {
                let class = function.operand(inst, 0).as_reg().as_virtual();
                match class.map(|copy| function.class(copy)) {
                    Some(class) if !target.is_covered_by_sub_regs(class) => {
                        target.class(class).lane_mask
                    }
                    _ => used & !target.sub_reg_lane_mask(part),
                }
            }
            Self::Insert(_) | Self::Sequence => {
                target.reverse_compose_lane_mask(self.part(function, inst, index), used)
            }
        }
    }

    /// Which lanes of the copy are defined if `defined` lanes of source `index` are.
    fn defined_through(
        self,
        function: &MachineFunction,
        inst: Inst,
        index: usize,
        defined: LaneMask,
    ) -> LaneMask {
        let target = function.target;
        match self {
            Self::Whole => defined,
            Self::Extract(part) => target.reverse_compose_lane_mask(part, defined),
            Self::Insert(part) if index == 1 => defined & !target.sub_reg_lane_mask(part),
            Self::Insert(_) | Self::Sequence => {
                let part = self.part(function, inst, index);
                target.compose_lane_mask(part, defined) & target.sub_reg_lane_mask(part)
            }
        }
    }
}

/// Lanes that are used by others than copies, and through copies between unrelated classes.
fn initially_used(function: &MachineFunction, reg: VReg, log: &mut Log<'_>) -> LaneMask {
    let mut used = LaneMask::NONE;
    for use_op in function.non_debug_uses(reg) {
        let operand = function.op(use_op);
        let inst = function.op_inst(use_op);
        if !operand.reads_reg() || function.opcode(inst) == op::KILL {
            continue;
        }
        if let Some(kind) = CopyLike::of(function, inst)
            && let Some(copy) = function.operand(inst, 0).as_reg().as_virtual()
        {
            let index = function.op_index(use_op);
            if !is_cross_copy(function, inst, kind, index, function.class(copy)) {
                continue;
            }
            log!(log, "Copy across incompatible classes: ");
            log.write_inst(function, inst);
        }
        if operand.sub_reg().is_none() {
            return class_lanes(function, reg);
        }
        used |= function.target.sub_reg_lane_mask(operand.sub_reg());
    }
    used
}

/// The one definition of `reg`, if it is that of a copy.
fn copy_like_def(function: &MachineFunction, reg: VReg) -> Option<(Inst, CopyLike)> {
    let mut defs = function.defs(reg);
    let def = defs.next()?;
    let inst = function.op_inst(def);
    let is_result = function.op_index(def) == 0 && function.op(def).sub_reg().is_none();
    let kind = CopyLike::of(function, inst).filter(|_| is_result && defs.next().is_none())?;
    Some((inst, kind))
}

/// Whether the lanes of `reg` are defined by something else than copies, which bring theirs later, or
/// nothing at all.
fn defined_by_itself(function: &MachineFunction, reg: VReg) -> bool {
    let mut defs = function.defs(reg);
    match (defs.next(), defs.next()) {
        (Some(def), None) => {
            let inst = function.op_inst(def);
            function.opcode(inst) != op::IMPLICIT_DEF && copy_like_def(function, reg).is_none()
        }
        _ => true,
    }
}

/// Whether source `index` of a copy to a register of class `to` has lanes that mean nothing there.
fn is_cross_copy(
    function: &MachineFunction,
    inst: Inst,
    kind: CopyLike,
    index: usize,
    to: RegClass,
) -> bool {
    let target = function.target;
    let operand = function.operand(inst, index);
    let Some(source) = operand.as_reg().as_virtual() else {
        return false;
    };
    let from = function.class(source);
    if from == to {
        return false;
    }
    let mut from_part = operand.sub_reg();
    if let CopyLike::Extract(part) = kind {
        from_part = target.compose(part, from_part);
    }
    let to_part = kind.part(function, inst, index);
    match (from_part.is_none(), to_part.is_none()) {
        (false, false) => target
            .common_super_reg_class((from, from_part), (to, to_part))
            .is_none(),
        (false, true) => target
            .matching_super_reg_class(from, to, from_part)
            .is_none(),
        (true, false) => target.matching_super_reg_class(to, from, to_part).is_none(),
        (true, true) => target.common_sub_class(from, to).is_none(),
    }
}

fn class_lanes(function: &MachineFunction, reg: VReg) -> LaneMask {
    function.target.class(function.class(reg)).lane_mask
}

/// The sub-register index that an immediate operand names.
fn sub_reg_operand(function: &MachineFunction, inst: Inst, index: usize) -> Option<SubRegIdx> {
    let value = function.operands(inst).get(index)?.as_imm()?;
    let number = usize::try_from(value).ok()?;
    let known = 1..function.target.sub_reg_indices.len();
    known
        .contains(&number)
        .then(|| SubRegIdx::from_index(number))
}

fn set_mark(
    function: &mut MachineFunction,
    inst: Inst,
    index: usize,
    mark: OperandFlags,
    log: &mut Log<'_>,
) {
    if log.is_on() {
        let word = match mark {
            OperandFlags::DEAD => "dead",
            _ => "undef",
        };
        log!(log, "Marking operand '");
        log.write_operand(function, inst, index);
        log!(log, "' as {word} in ");
        log.write_inst(function, inst);
    }
    function.operand_mut(inst, index).set(mark, true);
}
