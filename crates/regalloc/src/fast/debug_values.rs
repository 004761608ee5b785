//! Debug values: they follow the registers that they name into physical registers and slots.
//!
//! A `DBG_VALUE` after the last use of its register is met before the register has a place: it dangles until the
//! register is assigned, and gets that register if nothing between changes it.

use avarice_mir::InsertPoint;
use avarice_mir::{FrameIndex, Inst, MachineFunction, Op, Operand, OperandFlags, Reg, VReg};
use avarice_target::{PhysReg, SubRegIdx, op};
use avarice_trace::log;
use cranelift_entity::{EntityList, ListPool, SecondaryMap};

use super::Fast;
use super::map_order::MapOrder;

/// How far a debug value may be from the definition of its register: one more instruction.
const MAX_DISTANCE: usize = 19;

/// Debug values that name virtual registers.
#[derive(Debug, Default)]
pub(super) struct DebugValues {
    /// By register: operands that name it, of all blocks so far, since it was last stored.
    operands: SecondaryMap<VReg, EntityList<Op>>,
    operand_lists: ListPool<Op>,
    /// By register: instructions of the block that name it where it has no place yet.
    dangling: SecondaryMap<VReg, EntityList<Inst>>,
    dangling_lists: ListPool<Inst>,
    /// Registers that `dangling` has, or had, in the block.
    dangling_regs: Vec<VReg>,
    order: MapOrder,
}

impl DebugValues {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.operands.clear();
        self.operand_lists.clear();
        self.clear_dangling();
    }

    fn clear_dangling(&mut self) {
        for reg in self.dangling_regs.drain(..) {
            self.dangling[reg] = EntityList::new();
        }
        self.dangling_lists.clear();
    }
}

impl Fast<'_, '_> {
    /// Gives the operands of a debug value the places of their registers.
    pub(super) fn follow_debug_value(&mut self, inst: Inst) {
        for index in debug_operands(self.function, inst) {
            let Some(reg) = self.function.operand(inst, index).as_reg().as_virtual() else {
                continue;
            };
            if let Some(slot) = self.state.slots[reg] {
                put_in_slot(self.function, inst, reg.into(), slot);
                if self.log.is_on() {
                    log!(self.log, "Rewrite DBG_VALUE for spilled memory: ");
                    self.log.write_inst(self.function, inst);
                }
                continue;
            }
            let held = self.state.live.find(reg);
            let phys = held.map_or(PhysReg::NONE, |id| self.state.live[id].phys());
            if phys.is_none() {
                let values = &mut self.state.debug_values;
                let list = &mut values.dangling[reg];
                if list.is_empty() {
                    values.dangling_regs.push(reg);
                }
                list.push(inst, &mut values.dangling_lists);
            }
            for at in debug_operands(self.function, inst) {
                let op = self.function.op_id(inst, at);
                if self.function.op(op).as_reg() != reg.into() {
                    continue;
                }
                if !phys.is_none() {
                    self.set_phys_reg(op, phys, inst);
                }
                let values = &mut self.state.debug_values;
                values.operands[reg].push(op, &mut values.operand_lists);
            }
        }
    }

    /// Says which register a value has above `definition`, for debug values further down that had none.
    pub(super) fn assign_dangling(&mut self, definition: Inst, reg: VReg, phys: PhysReg) {
        if self.state.debug_values.dangling_regs.is_empty() {
            return;
        }
        let list = self.state.debug_values.dangling[reg];
        self.state.debug_values.dangling[reg] = EntityList::new();
        for at in 0..list.len(&self.state.debug_values.dangling_lists) {
            let lists = &self.state.debug_values.dangling_lists;
            let Some(inst) = list.get(at, lists) else {
                continue;
            };
            if !names(self.function, inst, reg.into()) {
                continue;
            }
            let survives = self.survives(definition, inst, phys);
            if !survives {
                self.write_lost(inst);
            }
            for index in debug_operands(self.function, inst) {
                let op = self.function.op_id(inst, index);
                if self.function.op(op).as_reg() != reg.into() {
                    continue;
                }
                if survives {
                    self.function.set_op_reg(op, phys);
                    let operand = self.function.op_mut(op);
                    operand.set(OperandFlags::RENAMABLE, true);
                } else {
                    self.function.set_op_reg(op, Reg::NONE);
                }
            }
        }
    }

    /// Whether `phys` is unchanged between `definition` and the debug value `inst`, shortly after it.
    fn survives(&self, definition: Inst, inst: Inst, phys: PhysReg) -> bool {
        let mut cursor = self.function.next_bundle(definition);
        let mut distance = 0;
        while let Some(between) = cursor.filter(|between| *between != inst) {
            distance += 1;
            if distance > MAX_DISTANCE || modifies(self.function, between, phys) {
                return false;
            }
            cursor = self.function.next_bundle(between);
        }
        true
    }

    fn write_lost(&mut self, inst: Inst) {
        if self.log.is_on() {
            log!(self.log, "Register did not survive for ");
            self.log.write_inst(self.function, inst);
            log!(self.log, "\n");
        }
    }

    /// At the start of the block: debug values whose registers got no place have no value.
    pub(super) fn drop_dangling(&mut self) {
        if self.state.debug_values.dangling_regs.is_empty() {
            return;
        }
        let mut values = std::mem::take(&mut self.state.debug_values);
        if self.log.is_on() {
            values.order.sort(&mut values.dangling_regs);
        }
        for reg in &values.dangling_regs {
            for inst in values.dangling[*reg].as_slice(&values.dangling_lists) {
                if !names(self.function, *inst, (*reg).into()) {
                    continue;
                }
                self.write_lost(*inst);
                for index in debug_operands(self.function, *inst) {
                    let op = self.function.op_id(*inst, index);
                    if self.function.op(op).is_reg() {
                        self.function.set_op_reg(op, Reg::NONE);
                        self.function.op_mut(op).set_sub_reg(SubRegIdx::NONE);
                    }
                }
            }
        }
        values.clear_dangling();
        self.state.debug_values = values;
    }

    /// Says in the code that a value is in its slot from `before` on, wherever a debug value named it; at the
    /// end of the block as well if others read it there.
    pub(super) fn move_debug_values_to_slot(
        &mut self,
        reg: VReg,
        slot: FrameIndex,
        before: Option<Inst>,
        live_out: bool,
    ) {
        let list = self.state.debug_values.operands[reg];
        let count = list.len(&self.state.debug_values.operand_lists);
        for at in 0..count {
            let Some(op) = list.get(at, &self.state.debug_values.operand_lists) else {
                continue;
            };
            let inst = self.function.op_inst(op);
            if self.function.opcode(inst) == op::DBG_VALUE_LIST {
                continue;
            }
            let value = slot_value(self.function, inst, slot);
            self.function
                .insert_at(InsertPoint::new(self.block, before), value);
            if self.log.is_on() {
                log!(self.log, "Inserting debug info due to spill:\n");
                self.log.write_inst(self.function, value);
            }
            if live_out {
                let end = self.function.first_terminator(self.block);
                let copy = slot_value(self.function, inst, slot);
                self.function
                    .insert_at(InsertPoint::new(self.block, end), copy);
                log!(self.log, "Cloning debug info due to live out spill\n");
            }
            let operand = self.function.operand(inst, 0);
            if operand.is_reg() && operand.as_reg().is_none() {
                put_in_slot(self.function, inst, Reg::NONE, slot);
            }
        }
        let values = &mut self.state.debug_values;
        values.operands[reg].clear(&mut values.operand_lists);
    }
}

/// Indices of the operands of a debug value that are values.
fn debug_operands(function: &MachineFunction, inst: Inst) -> std::ops::Range<usize> {
    let count = function.num_operands(inst);
    match function.opcode(inst) {
        op::DBG_VALUE_LIST => 2.min(count)..count,
        _ => 0..1.min(count),
    }
}

/// Whether a debug value names a register.
fn names(function: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    let mut operands = function.operands(inst)[debug_operands(function, inst)].iter();
    operands.any(|operand| operand.is_reg() && operand.as_reg() == reg)
}

/// Whether an instruction writes a register that overlaps `phys`.
fn modifies(function: &MachineFunction, inst: Inst, phys: PhysReg) -> bool {
    function.operands(inst).iter().any(|operand| {
        let other = operand.as_reg().as_physical().filter(|_| operand.is_def());
        let is_mask = operand.kind() == avarice_mir::OperandKind::RegMask;
        is_mask && !function.mask_preserves(operand, phys)
            || other.is_some_and(|other| function.target.regs_overlap(phys, other))
    })
}

/// Whether a `DBG_VALUE` says where the value is, and not what it is.
fn is_indirect(function: &MachineFunction, inst: Inst) -> bool {
    let offset = function.operands(inst).get(1);
    offset.is_some_and(|offset| offset.is_imm()) && function.opcode(inst) == op::DBG_VALUE
}

/// Makes a debug value name the slot of a register in its place.
fn put_in_slot(function: &mut MachineFunction, inst: Inst, reg: Reg, slot: FrameIndex) {
    let is_list = function.opcode(inst) == op::DBG_VALUE_LIST;
    let expression = if is_list { 1 } else { 3 };
    let is_indirect = is_indirect(function, inst);
    for (argument, index) in debug_operands(function, inst).enumerate() {
        let operand = function.operand(inst, index);
        if !operand.is_reg() || operand.as_reg() != reg {
            continue;
        }
        function.replace_operand(inst, index, Operand::frame_index(slot));
        if is_list || is_indirect {
            add_deref(function, inst, expression, is_list.then_some(argument));
        }
    }
    if !is_list && function.num_operands(inst) > 1 {
        function.replace_operand(inst, 1, Operand::imm(0));
    }
}

/// Adds a dereference to the expression of a debug value: before everything else, or after an argument of a list.
fn add_deref(
    function: &mut MachineFunction,
    inst: Inst,
    expression: usize,
    argument: Option<usize>,
) {
    if expression < function.num_operands(inst) {
        function.operand_mut(inst, expression).add_deref(argument);
    }
}

/// A new `DBG_VALUE` that says of the variable of another that it is in a slot.
fn slot_value(function: &mut MachineFunction, original: Inst, slot: FrameIndex) -> Inst {
    let mut operands = [
        Operand::frame_index(slot),
        Operand::imm(0),
        Operand::imm(0),
        Operand::imm(0),
    ];
    let given = function.operands(original);
    for (operand, given) in operands.iter_mut().zip(given).skip(2) {
        *operand = given.detached();
    }
    let value = function.create_inst(op::DBG_VALUE, &operands);
    function.set_debug_loc(value, function.debug_loc(original));
    if is_indirect(function, original) {
        add_deref(function, value, 3, None);
    }
    value
}
