//! What debug instructions say of each variable, in order, and where it ends to hold.
//!
//! ```text
//!   DBG_VALUE $edi, …, !"x"          0  value, until 1
//!   CALL …                           1  clobber: the call changes $edi
//!   DBG_VALUE 7, …, !"x"             2  value, until 3
//!   DBG_VALUE $ebx, …, !"x"          3  value, until 4
//!   JMP …                            4  clobber: no value holds longer than its block
//! ```
//!
//! In the last block a value holds until the end of the function. Values for different parts of a variable hold beside
//! each other.

use avarice_ir::{MetadataId, Module};
use avarice_mir::debug_values::{
    DebugValue, Shape, VariableId, VariableKey, VariableTable, inlined_at,
};
use avarice_mir::lexical_scopes::LexicalScopes;
use avarice_mir::{Inst, MachineFunction, MiFlags, Operand, OperandKind, OperandValue};
use avarice_target::{InstrFlags, PhysReg, op};
use cranelift_entity::SecondaryMap;
use smallvec::{SmallVec, smallvec};

use super::operations::{ProgramId, Programs};
use super::positions::Positions;
use crate::inst_facts::emits_nothing;

/// One step in the history of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) inst: Inst,
    pub(super) kind: StepKind,
}

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepKind {
    /// A debug value, which holds until the step with this number.
    Value { end: Option<usize> },
    /// The instruction ends what held.
    Clobber,
}

impl Step {
    pub(super) fn is_value(&self) -> bool {
        self.kind != StepKind::Clobber
    }
}

/// The history of one variable.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub(super) steps: SmallVec<[Step; 2]>,
    /// Values that hold here.
    live: SmallVec<[usize; 2]>,
}

/// The histories of all variables of a function, and its labels.
#[derive(Debug, Default)]
pub(super) struct Histories {
    pub(super) variables: VariableTable,
    pub(super) of: SecondaryMap<VariableId, History>,
    /// Labels with the instructions at them.
    pub(super) labels: Vec<(MetadataId, Option<MetadataId>, Inst)>,
}

/// The registers that are never seen as changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameRegisters {
    pub(super) stack_pointer: PhysReg,
    pub(super) frame: Option<PhysReg>,
}

/// Follows the variables of a function.
pub(super) struct Tracker<'a> {
    pub(super) function: &'a MachineFunction,
    pub(super) module: &'a Module,
    pub(super) programs: &'a mut Programs,
    pub(super) registers: FrameRegisters,
    histories: Histories,
    /// Registers that hold variables, each with these.
    described: Vec<(PhysReg, SmallVec<[VariableId; 4]>)>,
    /// Variables of which values began to hold in this block.
    open: Vec<VariableId>,
}

impl<'a> Tracker<'a> {
    pub(super) fn new(
        function: &'a MachineFunction,
        module: &'a Module,
        programs: &'a mut Programs,
        registers: FrameRegisters,
    ) -> Self {
        Self {
            function,
            module,
            programs,
            registers,
            histories: Histories::default(),
            described: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Goes through the function.
    pub(super) fn run(mut self) -> Histories {
        let function = self.function;
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                if matches!(function.opcode(inst), op::DBG_VALUE | op::DBG_VALUE_LIST) {
                    self.debug_value(inst);
                } else if function.opcode(inst) == op::DBG_LABEL {
                    self.label(inst);
                } else if !emits_nothing(function, inst) && !self.described.is_empty() {
                    self.code(inst);
                }
            }
            let last = function.blocks[*block].last.expand();
            if let Some(last) = last.filter(|_| function.layout.last() != Some(block)) {
                self.end_block(last);
            }
        }
        self.histories
    }

    fn label(&mut self, inst: Inst) {
        let Some(OperandValue::Metadata(label)) =
            self.function.operands(inst).first().map(Operand::value)
        else {
            return;
        };
        let location = self.function.debug_loc(inst).expand();
        let call = location.and_then(|id| inlined_at(self.function, self.module, id));
        let labels = &mut self.histories.labels;
        match labels
            .iter_mut()
            .find(|(l, c, _)| (*l, *c) == (label, call))
        {
            Some((.., at)) => *at = inst,
            None => labels.push((label, call, inst)),
        }
    }

    fn debug_value(&mut self, inst: Inst) {
        let Some(value) = DebugValue::of(self.function, inst) else {
            return;
        };
        if self.function.debug_loc(inst).is_none() {
            return;
        }
        let variable = value.key(self.function, self.module);
        let variable = self.histories.variables.id(variable);
        let program = program_of(self.programs, self.module, self.function, &value);
        let last = self.histories.of[variable].steps.last().copied();
        if let Some(last) = last
            && last.kind == (StepKind::Value { end: None })
            && self.says_same(last.inst, &value, program)
        {
            return;
        }
        if self.histories.of[variable].live.is_empty() {
            self.open.push(variable);
        }
        let new = self.histories.of[variable].steps.len();
        let live = std::mem::take(&mut self.histories.of[variable].live);
        self.histories.of[variable].steps.push(Step {
            inst,
            kind: StepKind::Value { end: None },
        });
        let mut stay = SmallVec::new();
        // Registers of the values that held, and whether one that holds on has them.
        let mut tracked: SmallVec<[(PhysReg, bool); 4]> = SmallVec::new();
        for at in live {
            let held = self.histories.of[variable].steps[at].inst;
            let (overlaps, is_entry_value) = self.overlap(held, program);
            if overlaps {
                self.histories.of[variable].steps[at].kind = StepKind::Value { end: Some(new) };
            } else {
                stay.push(at);
            }
            if !is_entry_value {
                for register in registers_of(self.function, held) {
                    match tracked.iter_mut().find(|(known, _)| *known == register) {
                        Some((_, holds)) => *holds |= !overlaps,
                        None => tracked.push((register, !overlaps)),
                    }
                }
            }
        }
        if !self.programs.all[program].is_entry_value() {
            for register in registers_of(self.function, inst) {
                match tracked.iter_mut().find(|(known, _)| *known == register) {
                    Some((_, holds)) => *holds = true,
                    None => {
                        self.describe(register, variable);
                        tracked.push((register, true));
                    }
                }
            }
        }
        for (register, _) in tracked.iter().filter(|(_, holds)| !holds) {
            self.drop_register(*register, variable);
        }
        stay.push(new);
        self.histories.of[variable].live = stay;
    }

    /// Whether the value at `held` is for bits that the new one is for too, and whether it is one on entry.
    fn overlap(&mut self, held: Inst, new: ProgramId) -> (bool, bool) {
        let Some(value) = DebugValue::of(self.function, held) else {
            return (true, true);
        };
        let held = program_of(self.programs, self.module, self.function, &value);
        let (held, new) = (&self.programs.all[held], &self.programs.all[new]);
        (new.overlaps(held), held.is_entry_value())
    }

    fn says_same(&mut self, last: Inst, value: &DebugValue, program: ProgramId) -> bool {
        let function = self.function;
        let Some(before) = DebugValue::of(function, last) else {
            return false;
        };
        let places = (before.places(function), value.places(function));
        let same_places = places.0.len() == places.1.len()
            && places
                .0
                .iter()
                .zip(places.1)
                .all(|(a, b)| a.value() == b.value());
        if !same_places || function.debug_loc(last) != function.debug_loc(value.inst) {
            return false;
        }
        let old = program_of(self.programs, self.module, function, &before);
        let is_indirect = |shape: Shape| shape == Shape::Indirect;
        let (old, new) = (&self.programs.all[old], &self.programs.all[program]);
        old.says_same(is_indirect(before.shape), new, is_indirect(value.shape))
    }

    fn describe(&mut self, register: PhysReg, variable: VariableId) {
        match self
            .described
            .iter_mut()
            .find(|(known, _)| *known == register)
        {
            Some((_, variables)) => variables.push(variable),
            None => self.described.push((register, smallvec![variable])),
        }
    }

    fn drop_register(&mut self, register: PhysReg, variable: VariableId) {
        if let Some(at) = self.described.iter().position(|(r, _)| *r == register) {
            self.described[at].1.retain(|other| *other != variable);
            if self.described[at].1.is_empty() {
                self.described.remove(at);
            }
        }
    }

    /// Ends what an instruction with code changes.
    fn code(&mut self, inst: Inst) {
        let function = self.function;
        let flags = function.insts[inst].flags;
        let is_frame_code = flags.intersects(MiFlags::FRAME_SETUP.union(MiFlags::FRAME_DESTROY));
        let is_call = function.desc(inst).has(InstrFlags::CALL);
        let FrameRegisters {
            stack_pointer,
            frame,
        } = self.registers;
        for operand in function.operands(inst) {
            match operand.kind() {
                OperandKind::Reg if operand.is_def() => {
                    let Some(register) = operand.as_reg().as_physical() else {
                        continue;
                    };
                    let is_expected = is_call && register == stack_pointer
                        || is_frame_code && frame == Some(register);
                    if !is_expected {
                        let target = function.target;
                        self.clobber(inst, |held| target.regs_overlap(held, register));
                    }
                }
                OperandKind::RegMask => {
                    self.clobber(inst, |held| {
                        held != stack_pointer && !function.mask_preserves(operand, held)
                    });
                }
                _ => {}
            }
        }
    }

    /// Ends the values in registers for which `is_changed` holds.
    fn clobber(&mut self, inst: Inst, is_changed: impl Fn(PhysReg) -> bool) {
        let mut at = 0;
        while let Some((register, _)) = self.described.get(at) {
            if !is_changed(*register) {
                at += 1;
                continue;
            }
            let (register, variables) = self.described.remove(at);
            for variable in variables {
                for fellow in self.end_register(variable, register, inst) {
                    let before = self.described.iter().position(|(r, _)| *r == fellow);
                    let count = self.described.len();
                    self.drop_register(fellow, variable);
                    if self.described.len() < count && before.is_some_and(|found| found < at) {
                        at -= 1;
                    }
                }
            }
        }
    }

    /// Ends the values of a variable that are in `register`. Returns the registers that are no longer used for it
    /// either.
    fn end_register(
        &mut self,
        variable: VariableId,
        register: PhysReg,
        inst: Inst,
    ) -> SmallVec<[PhysReg; 4]> {
        let end = self.histories.of[variable].clobber(inst);
        let live = std::mem::take(&mut self.histories.of[variable].live);
        let mut maybe_gone = SmallVec::new();
        let mut kept: SmallVec<[PhysReg; 4]> = SmallVec::new();
        let mut stay = SmallVec::new();
        for at in live {
            let held = self.histories.of[variable].steps[at].inst;
            let is_entry_value = self.is_entry_value(held);
            let mut uses = registers_of(self.function, held);
            if is_entry_value {
                stay.push(at);
            } else if uses.any(|used| used == register) {
                self.histories.of[variable].steps[at].kind = StepKind::Value { end: Some(end) };
                let others = registers_of(self.function, held);
                maybe_gone.extend(others.filter(|other| *other != register));
            } else {
                stay.push(at);
                kept.extend(registers_of(self.function, held));
            }
        }
        self.histories.of[variable].live = stay;
        maybe_gone.retain(|gone| !kept.contains(gone));
        maybe_gone
    }

    fn is_entry_value(&mut self, inst: Inst) -> bool {
        DebugValue::of(self.function, inst).is_some_and(|value| {
            let program = program_of(self.programs, self.module, self.function, &value);
            self.programs.all[program].is_entry_value()
        })
    }

    /// Ends all values with a block.
    fn end_block(&mut self, last: Inst) {
        for variable in std::mem::take(&mut self.open) {
            let variable = &mut self.histories.of[variable];
            if variable.live.is_empty() {
                continue;
            }
            let end = variable.clobber(last);
            for at in std::mem::take(&mut variable.live) {
                variable.steps[at].kind = StepKind::Value { end: Some(end) };
            }
        }
        self.described.clear();
    }
}

impl History {
    /// The step at which `inst` ends values, which is new unless it has ended one already.
    fn clobber(&mut self, inst: Inst) -> usize {
        let clobber = Step {
            inst,
            kind: StepKind::Clobber,
        };
        if self.steps.last() != Some(&clobber) {
            self.steps.push(clobber);
        }
        self.steps.len() - 1
    }
}

/// The expression of a debug value.
pub(super) fn program_of(
    programs: &mut Programs,
    module: &Module,
    function: &MachineFunction,
    value: &DebugValue,
) -> ProgramId {
    programs.id(module, function, value.expression_operand(function))
}

/// The registers that a debug value names.
pub(super) fn registers_of(
    function: &MachineFunction,
    inst: Inst,
) -> impl Iterator<Item = PhysReg> + '_ {
    let places = avarice_mir::debug_values::debug_places(function, inst).iter();
    places
        .filter(|place| place.is_reg())
        .filter_map(|place| place.as_reg().as_physical())
}

/// Whether a debug value says that nothing is known of the variable.
pub(super) fn is_undefined(function: &MachineFunction, inst: Inst) -> bool {
    let places = avarice_mir::debug_values::debug_places(function, inst);
    let has_no_value = |place: &Operand| match place.kind() {
        OperandKind::Reg => place.as_reg().as_physical().is_none(),
        OperandKind::Imm | OperandKind::CImm | OperandKind::FpImm => false,
        _ => true,
    };
    places.is_empty() || places.iter().any(has_no_value)
}

/// What trimming needs to know.
#[derive(Clone, Copy)]
pub(super) struct Trim<'a> {
    pub(super) function: &'a MachineFunction,
    pub(super) scopes: &'a LexicalScopes,
    pub(super) positions: &'a Positions,
}

impl Trim<'_> {
    /// Forgets values of a variable that hold only where none of its scope's instructions is. `declared_in` is the
    /// scope that the variable names.
    pub(super) fn history(
        &self,
        key: VariableKey,
        declared_in: MetadataId,
        is_subprogram: bool,
        history: &mut History,
    ) {
        let Some(scope) = self.scopes.of_key((declared_in, key.inlined_at)) else {
            return;
        };
        if key.inlined_at.is_none() && is_subprogram {
            return;
        }
        let mut ranges = self.scopes.ranges(scope);
        let mut references = vec![0_i32; history.steps.len()];
        let mut removed = vec![false; history.steps.len()];
        for at in 0..history.steps.len() {
            let Step { inst, kind } = history.steps[at];
            let StepKind::Value { end } = kind else {
                continue;
            };
            if let Some(end) = end {
                references[end] += 1;
            }
            if references[at] > 0 {
                continue;
            }
            let last = end.map(|end| history.steps[end].inst);
            match self.intersection(inst, last, ranges) {
                Some(skipped) => ranges = &ranges[skipped..],
                None => {
                    removed[at] = true;
                    if let Some(end) = end {
                        references[end] -= 1;
                    }
                }
            }
        }
        if removed.contains(&true) {
            for (at, step) in history.steps.iter().enumerate() {
                removed[at] |= !step.is_value() && references[at] <= 0;
            }
            history.remove(&removed);
        }
    }

    /// How many of `ranges` are before the first that has something in common with the range of a value.
    fn intersection(
        &self,
        start: Inst,
        end: Option<Inst>,
        ranges: &[(Inst, Inst)],
    ) -> Option<usize> {
        let number = |inst: Inst| self.positions.after(self.function, inst);
        for (at, (first, last)) in ranges.iter().enumerate() {
            if let Some(end) = end {
                if number(end) < number(*first) {
                    return None;
                }
                if number(*last) >= number(end) {
                    return Some(at);
                }
            }
            if number(start) < number(*last) {
                return Some(at);
            }
        }
        None
    }
}

impl History {
    fn remove(&mut self, removed: &[bool]) {
        let mut before = 0;
        let new_number: Vec<usize> = removed
            .iter()
            .enumerate()
            .map(|(at, is_removed)| {
                before += usize::from(*is_removed);
                at.saturating_sub(before)
            })
            .collect();
        let mut at = 0;
        self.steps.retain_mut(|step| {
            if let StepKind::Value { end: Some(end) } = &mut step.kind {
                *end = new_number[*end];
            }
            at += 1;
            !removed[at - 1]
        });
    }
}
