//! Dependences through physical registers, by register unit.

use avarice_mir::{Inst, MachineFunction, OperandFlags, Reg, inst_facts};
use avarice_target::{PhysReg, RegUnit};

use super::super::graph::{Dependence, Need, Node, NodeFlags, Order};
use super::super::model::OperandPlace;
use super::{Build, Kills};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// An operand below the current instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitOperand {
    pub(super) node: Node,
    /// The number of the operand; none for what is read after the region.
    pub(super) operand: Option<u32>,
    next: u32,
}

/// The operands of a unit, in the order in which they were met.
#[derive(Clone, Copy, Debug)]
struct UnitList {
    first: u32,
    last: u32,
}

const EMPTY: UnitList = UnitList {
    first: NONE,
    last: NONE,
};

/// For each register unit, the definitions and uses that an instruction further up can depend on.
#[derive(Debug, Default)]
pub(super) struct UnitLists {
    uses: Vec<UnitList>,
    defs: Vec<UnitList>,
    pool: Vec<UnitOperand>,
    /// By register: whether it is constant, if that was asked.
    constant: Vec<Option<bool>>,
}

impl UnitLists {
    pub(super) fn begin_function(&mut self) {
        self.constant.clear();
    }

    pub(super) fn clear(&mut self, function: &MachineFunction) {
        let units = function.target.units.len();
        for lists in [&mut self.uses, &mut self.defs] {
            lists.clear();
            lists.resize(units, EMPTY);
        }
        self.pool.clear();
        self.constant.resize(function.target.registers.len(), None);
    }

    fn push(lists: &mut [UnitList], pool: &mut Vec<UnitOperand>, unit: RegUnit, new: UnitOperand) {
        let at = pool.len() as u32;
        pool.push(new);
        let list = &mut lists[unit.index()];
        match pool.get_mut(list.last as usize) {
            Some(last) => last.next = at,
            None => list.first = at,
        }
        list.last = at;
    }

    pub(super) fn add_use(&mut self, unit: RegUnit, node: Node, operand: Option<u32>) {
        let next = NONE;
        let new = UnitOperand {
            node,
            operand,
            next,
        };
        Self::push(&mut self.uses, &mut self.pool, unit, new);
    }

    fn add_def(&mut self, unit: RegUnit, node: Node, operand: u32) {
        let new = UnitOperand {
            node,
            operand: Some(operand),
            next: NONE,
        };
        Self::push(&mut self.defs, &mut self.pool, unit, new);
    }

    pub(super) fn has_use(&self, unit: RegUnit) -> bool {
        self.uses[unit.index()].first != NONE
    }

    fn is_constant(&mut self, function: &MachineFunction, reserved: &[bool], reg: PhysReg) -> bool {
        let known = &mut self.constant[reg.index()];
        let compute = || inst_facts::is_constant_phys_reg(function, reserved, reg);
        *known.get_or_insert_with(compute)
    }
}

/// An operand of the instruction whose dependences are added.
#[derive(Clone, Copy)]
struct Current {
    node: Node,
    inst: Inst,
    at: usize,
    reg: PhysReg,
}

impl Build<'_> {
    /// Adds the dependences of operand `at`, which is a physical register.
    pub(super) fn add_physical(&mut self, node: Node, inst: Inst, at: usize, reg: PhysReg) {
        let reserved = self.context.reserved;
        if self.scratch.units.is_constant(self.function, reserved, reg) {
            return;
        }
        let current = Current {
            node,
            inst,
            at,
            reg,
        };
        self.add_edges_to_defs(current);
        let units = self.function.target.reg(reg).units;
        let operand = self.function.operand(inst, at);
        if operand.is_use() {
            self.graph.nodes[node].flags |= NodeFlags::PHYS_REG_USES;
            for unit in units {
                self.scratch.units.add_use(*unit, node, Some(at as u32));
            }
            if self.context.options.kills == Kills::Removed {
                let op = self.function.op_id(inst, at);
                self.function.op_mut(op).set(OperandFlags::KILL, false);
            }
            return;
        }
        let is_dead = operand.has(OperandFlags::DEAD);
        self.add_edges_to_uses(current);
        for unit in units {
            self.scratch.units.uses[unit.index()] = EMPTY;
            if !is_dead {
                self.scratch.units.defs[unit.index()] = EMPTY;
            }
        }
        for unit in units {
            self.scratch.units.add_def(*unit, node, at as u32);
        }
    }

    /// A definition further down has to wait for this operand.
    fn add_edges_to_defs(&mut self, current: Current) {
        let function = &*self.function;
        let operand = *function.operand(current.inst, current.at);
        for unit in function.target.reg(current.reg).units {
            let mut cursor = self.scratch.units.defs[unit.index()].first;
            while let Some(below) = self.scratch.units.pool.get(cursor as usize) {
                cursor = below.next;
                let Some(at) = below.operand.filter(|_| below.node != current.node) else {
                    continue;
                };
                let later = self.graph.inst(below.node);
                let def = function.operand(later, at as usize);
                let both_dead = operand.has(OperandFlags::DEAD) && def.has(OperandFlags::DEAD);
                let (why, latency) = match operand.is_use() {
                    true => (Dependence::Anti(def.as_reg()), 0),
                    // A definition that is read clears the list, so that all further ones are dead, too.
                    false if both_dead => break,
                    false => {
                        let place = place(current.inst, current.at);
                        let latency = self.context.model.output_latency(function, place, later);
                        (Dependence::Output(def.as_reg()), latency)
                    }
                };
                self.graph
                    .add_pred(below.node, current.node, why, latency, Need::Required);
            }
        }
    }

    /// Uses further down read what this operand defines.
    fn add_edges_to_uses(&mut self, current: Current) {
        let function = &*self.function;
        let desc = function.desc(current.inst);
        // Operands that allocation has added say where a value lives, not when it comes.
        let is_added =
            current.at >= desc.operands.len() && !desc.implicit_defs.contains(&current.reg);
        let def = place(current.inst, current.at);
        for unit in function.target.reg(current.reg).units {
            let mut cursor = self.scratch.units.uses[unit.index()].first;
            while let Some(below) = self.scratch.units.pool.get(cursor as usize).copied() {
                cursor = below.next;
                if below.node == current.node {
                    continue;
                }
                let mut use_is_added = false;
                let mut why = Dependence::Order(Order::Artificial);
                let mut user = None;
                if let Some(at) = below.operand {
                    self.graph.nodes[current.node].flags |= NodeFlags::PHYS_REG_DEFS;
                    let inst = self.graph.inst(below.node);
                    let reg = function.operand(inst, at as usize).as_reg();
                    use_is_added = is_added_use(function, inst, at as usize, reg);
                    why = Dependence::Data(reg);
                    user = Some(place(inst, at as usize));
                }
                let latency = match is_added || use_is_added {
                    true => 0,
                    false => self.context.model.operand_latency(function, def, user),
                };
                self.graph
                    .add_pred(below.node, current.node, why, latency, Need::Required);
            }
        }
    }
}

/// Whether an operand is beyond those that the row has.
fn is_added_use(function: &MachineFunction, inst: Inst, at: usize, reg: Reg) -> bool {
    let desc = function.desc(inst);
    let in_row = |reg: PhysReg| desc.implicit_uses.contains(&reg);
    at >= desc.operands.len() && !reg.as_physical().is_some_and(in_row)
}

/// Operand `at` of `inst`.
pub(super) fn place(inst: Inst, at: usize) -> OperandPlace {
    OperandPlace {
        inst,
        operand: at as u32,
    }
}
