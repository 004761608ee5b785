//! The scheduling models of the target's tables, as schedulers ask for them.
//!
//! ```text
//!   %3 = ADDXrs %1, %2, 3 ──▶ class 1072 ──▶ if has_shifted_reg: 1633 ──▶ row: 1 micro-operation, latency 2
//!                                            otherwise 1626           ──▶ row: 1 micro-operation, latency 3 …
//! ```

use avarice_mir::{Inst, MachineFunction, Operand, OperandKind, inst_facts};
use avarice_target::scheduling::{
    ClassEntry, Condition, GroupFlags, ModelFlags, ProcessorModel, SchedRow, SchedulingTables,
};
use avarice_target::{RegClass, TargetDesc};

use super::model::{OperandPlace, ProcResource, ResourceBuffer, ResourceUse};
use super::model::{SchedClass, SchedulingModel};

/// Cycles of what a model calls of unknown length.
const UNKNOWN_LATENCY: u32 = 1000;

/// At most so many variants lead to each other.
const MAX_VARIANTS: usize = 8;

/// Whether the tables of processors are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// What they say of single instructions too.
    #[default]
    Instructions,
    /// Not what they say of single instructions, as `-schedmodel=false` asks for.
    Processor,
}

/// The model of the processor that a function is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct TargetModel {
    tables: &'static SchedulingTables,
    model: &'static ProcessorModel,
    detail: Detail,
}

impl TargetModel {
    /// The model for `function`.
    pub fn of(function: &MachineFunction, detail: Detail) -> Self {
        Self {
            tables: &function.target.scheduling,
            model: function.target_info.processor_model,
            detail,
        }
    }

    /// The model's own data.
    pub fn processor(&self) -> &'static ProcessorModel {
        self.model
    }

    /// What the model says of an instruction.
    fn row(&self, function: &MachineFunction, inst: Inst) -> Option<&'static SchedRow> {
        self.row_of_class(self.class_of(function, inst))
    }

    fn row_of_class(&self, class: SchedClass) -> Option<&'static SchedRow> {
        match self.model.entry(class.0 as u16) {
            ClassEntry::Row(row) => Some(row),
            ClassEntry::Invalid | ClassEntry::Variants(_) => None,
        }
    }

    /// Cycles of the results of an instruction that the model does not describe.
    pub fn default_latency(&self, function: &MachineFunction, inst: Inst) -> u32 {
        let slow = self.tables.slow;
        if inst_facts::is_transient(function, inst) {
            0
        } else if inst_facts::may_load(function, inst) {
            self.model.load_latency
        } else if slow.binary_search(&function.opcode(inst)).is_ok() {
            self.model.high_latency
        } else {
            1
        }
    }

    /// Cycles until all results of instructions of a class are available; 0 if the class is invalid.
    pub fn class_latency(&self, class: SchedClass) -> u32 {
        let row = self.row_of_class(class);
        row.map_or(0, |row| self.latency_of_row(row))
    }

    fn latency_of_row(&self, row: &SchedRow) -> u32 {
        let mut latency = 0;
        for write in row.latencies.of(self.model.latencies) {
            match u32::try_from(write.cycles) {
                Ok(cycles) => latency = latency.max(cycles),
                Err(_) => return UNKNOWN_LATENCY,
            }
        }
        latency
    }

    /// Cycles by which `user` reads its operand later than at issue, if it comes from a definition that the model
    /// numbers `write`.
    fn read_advance(&self, function: &MachineFunction, user: OperandPlace, write: u32) -> i32 {
        let row = self.row(function, user.inst);
        let advances = row.map_or(&[][..], |row| row.advances.of(self.model.advances));
        if advances.is_empty() {
            return 0;
        }
        let before = operands_before(function, user);
        let reads = before.filter(|operand| operand.reads_reg() && !operand.is_def());
        let at = reads.count() as u32;
        let advance = advances
            .iter()
            .find(|entry| entry.operand == at && (entry.write == 0 || entry.write == write));
        advance.map_or(0, |entry| entry.cycles)
    }
}

/// Register operands of an instruction before one of them.
fn operands_before(
    function: &MachineFunction,
    place: OperandPlace,
) -> impl Iterator<Item = &Operand> {
    let operands = function.operands(place.inst).iter();
    let before = operands.take(place.operand as usize);
    before.filter(|operand| operand.is_reg())
}

impl SchedulingModel for TargetModel {
    fn describes_instructions(&self) -> bool {
        self.detail == Detail::Instructions && self.model.describes_instructions()
    }

    fn issue_width(&self) -> u32 {
        self.model.issue_width
    }

    fn micro_op_buffer_size(&self) -> u32 {
        self.model.micro_op_buffer_size
    }

    fn resources(&self) -> &'static [ProcResource] {
        self.model.resources
    }

    fn has_intervals(&self) -> bool {
        self.model.flags.contains(ModelFlags::INTERVALS)
    }

    fn class_of(&self, function: &MachineFunction, inst: Inst) -> SchedClass {
        if !self.describes_instructions() {
            return SchedClass::INVALID;
        }
        let mut class = self.tables.class(function.opcode(inst));
        for _ in 0..MAX_VARIANTS {
            let ClassEntry::Variants(variants) = self.model.entry(class) else {
                return SchedClass(class.into());
            };
            let mut variants = variants.iter();
            let chosen = variants.find(|variant| holds(&variant.condition, function, inst));
            class = chosen.map_or(0, |variant| variant.class);
        }
        SchedClass::INVALID
    }

    fn resource_uses(&self, class: SchedClass) -> &'static [ResourceUse] {
        let row = self.row_of_class(class);
        row.map_or(&[], |row| row.uses.of(self.model.uses))
    }

    fn micro_ops_of_class(&self, class: SchedClass) -> Option<u32> {
        self.row_of_class(class).map(|row| row.micro_ops)
    }

    fn begins_group(&self, class: SchedClass) -> bool {
        let row = self.row_of_class(class);
        row.is_some_and(|row| row.group.contains(GroupFlags::BEGIN))
    }

    fn ends_group(&self, class: SchedClass) -> bool {
        let row = self.row_of_class(class);
        row.is_some_and(|row| row.group.contains(GroupFlags::END))
    }

    fn instruction_latency(&self, function: &MachineFunction, inst: Inst) -> u32 {
        match self.row(function, inst) {
            Some(row) => self.latency_of_row(row),
            None => self.default_latency(function, inst),
        }
    }

    fn operand_latency(
        &self,
        function: &MachineFunction,
        def: OperandPlace,
        user: Option<OperandPlace>,
    ) -> u32 {
        let row = self.row(function, def.inst);
        let writes = row.map_or(&[][..], |row| row.latencies.of(self.model.latencies));
        let before = operands_before(function, def);
        let at = before.filter(|operand| operand.is_def()).count();
        let Some(write) = writes.get(at) else {
            return self.default_latency(function, def.inst);
        };
        let latency = u32::try_from(write.cycles).unwrap_or(UNKNOWN_LATENCY);
        let advance = user.map_or(0, |user| self.read_advance(function, user, write.write));
        latency.saturating_add_signed(-advance)
    }

    fn output_latency(&self, function: &MachineFunction, def: OperandPlace, _later: Inst) -> u32 {
        if !self.is_out_of_order() {
            return 1;
        }
        // What waits for no buffer is executed in order.
        let uses = self.resource_uses(self.class_of(function, def.inst));
        let is_in_order = uses.iter().any(|used| {
            let resource = &self.model.resources[used.resource as usize];
            resource.buffer == ResourceBuffer::None
        });
        u32::from(is_in_order)
    }
}

/// Whether a condition on an instruction holds.
fn holds(condition: &Condition, function: &MachineFunction, inst: Inst) -> bool {
    let operand = |at: u8| function.operands(inst).get(usize::from(at));
    let register = |at: u8| {
        operand(at)
            .filter(|o| o.is_reg())
            .map(|operand| operand.as_reg())
    };
    let number = |at: u8| operand(at).and_then(Operand::as_imm);
    match *condition {
        Condition::Always => true,
        Condition::All(parts) => parts.iter().all(|part| holds(part, function, inst)),
        Condition::Any(parts) => parts.iter().any(|part| holds(part, function, inst)),
        Condition::Not(part) => !holds(part, function, inst),
        Condition::Named(part) => holds(part, function, inst),
        Condition::Opcode(opcodes) => opcodes.contains(&function.opcode(inst)),
        Condition::Same(a, b) => register(a).is_some() && register(a) == register(b),
        Condition::Register(at, wanted) => {
            register(at).is_some_and(|reg| match reg.as_physical() {
                Some(physical) => physical == wanted,
                None => wanted.is_none() && reg.as_virtual().is_none(),
            })
        }
        Condition::IsRegister(at) => register(at).is_some(),
        Condition::IsImmediate(at) => number(at).is_some(),
        Condition::IsGlobal(at) => operand(at).is_some_and(|o| o.kind() == OperandKind::Global),
        Condition::Immediate(at, wanted) => number(at) == Some(wanted),
        Condition::Bits {
            operand,
            low,
            width,
            value,
        } => {
            number(operand).is_some_and(|number| number as u64 >> low & ((1 << width) - 1) == value)
        }
        Condition::Physical(at, classes) => {
            let physical = register(at).and_then(|reg| reg.as_physical());
            physical.is_some_and(|reg| {
                let has = |class: &RegClass| function.target.class(*class).contains(reg);
                classes.iter().any(has)
            })
        }
        Condition::AnyOperand(classes) => {
            let mut operands = function.operands(inst).iter();
            operands.any(|operand| operand.is_reg() && is_in(function, operand, classes))
        }
    }
}

/// Whether a register operand is a physical register in one of `classes`, or a virtual one of one of them.
fn is_in(function: &MachineFunction, operand: &Operand, classes: &[RegClass]) -> bool {
    let target: &TargetDesc = function.target;
    let reg = operand.as_reg();
    match (reg.as_physical(), reg.as_virtual()) {
        (Some(reg), _) => classes.iter().any(|c| target.class(*c).contains(reg)),
        (None, Some(reg)) => classes.contains(&function.class(reg)),
        (None, None) => false,
    }
}
