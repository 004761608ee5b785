//! Dependences through virtual registers, by lanes.

use avarice_mir::{Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::LaneMask;
use cranelift_entity::SecondaryMap;

use super::super::graph::{Dependence, Need, Node};
use super::physical::place;
use super::{Build, Lanes};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// Lanes of a register that an instruction below reads or writes.
#[derive(Clone, Copy, Debug)]
struct LaneOperand {
    node: Node,
    operand: u32,
    lanes: LaneMask,
    next: u32,
}

/// The operands of a register, in the order in which they were met.
#[derive(Clone, Copy, Debug)]
struct LaneList {
    first: u32,
    last: u32,
}

impl Default for LaneList {
    fn default() -> Self {
        Self {
            first: NONE,
            last: NONE,
        }
    }
}

/// For each virtual register, the definitions and uses that an instruction further up can depend on.
#[derive(Debug, Default)]
pub(super) struct LaneLists {
    uses: SecondaryMap<VReg, LaneList>,
    defs: SecondaryMap<VReg, LaneList>,
    pool: Vec<LaneOperand>,
    /// Registers with a list.
    used: Vec<VReg>,
}

impl LaneLists {
    pub(super) fn begin_function(&mut self) {
        self.uses.clear();
        self.defs.clear();
        self.pool.clear();
        self.used.clear();
    }

    pub(super) fn clear(&mut self) {
        for reg in self.used.drain(..) {
            self.uses[reg] = LaneList::default();
            self.defs[reg] = LaneList::default();
        }
        self.pool.clear();
    }

    fn push(&mut self, of_defs: bool, reg: VReg, new: LaneOperand) {
        let at = self.pool.len() as u32;
        self.pool.push(new);
        let lists = match of_defs {
            true => &mut self.defs,
            false => &mut self.uses,
        };
        let list = &mut lists[reg];
        match self.pool.get_mut(list.last as usize) {
            Some(last) => last.next = at,
            None => {
                list.first = at;
                self.used.push(reg);
            }
        }
        list.last = at;
    }
}

/// The lanes of a virtual register that an operand names; all, where parts are never live apart from each other.
pub(super) fn operand_lanes(function: &MachineFunction, inst: Inst, at: usize) -> LaneMask {
    let operand = function.operand(inst, at);
    let Some(reg) = operand.as_reg().as_virtual() else {
        return LaneMask::ALL;
    };
    let class = function.target.class(function.class(reg));
    if !class.has_disjunct_sub_regs {
        return LaneMask::ALL;
    }
    match operand.sub_reg() {
        part if part.is_none() => class.lane_mask,
        part => function.target.sub_reg_indices[part.index()].lane_mask,
    }
}

/// What a definition does to the lanes of its register.
struct DefLanes {
    /// Those that it writes.
    written: LaneMask,
    /// Those whose values do not come from further up.
    killed: LaneMask,
}

impl Build<'_> {
    fn lanes_of_def(&mut self, inst: Inst, at: usize, reg: VReg) -> DefLanes {
        if self.context.options.lanes == Lanes::Whole {
            return DefLanes {
                written: LaneMask::ALL,
                killed: LaneMask::ALL,
            };
        }
        let function = &mut *self.function;
        let operand = function.operand(inst, at);
        let is_part = !operand.sub_reg().is_none();
        let is_undef = operand.has(OperandFlags::UNDEF);
        let written = operand_lanes(function, inst, at);
        let mut killed = match is_part && !is_undef {
            true => written,
            false => LaneMask::ALL,
        };
        if is_part && is_undef {
            // Other operands of the same instruction may write further lanes.
            for other in at + 1..function.num_operands(inst) {
                let operand = function.operand(inst, other);
                if operand.is_def() && operand.as_reg() == reg.into() {
                    killed &= !operand_lanes(function, inst, other);
                }
            }
        }
        // Which definition of a part comes first is known after scheduling.
        let op = function.op_id(inst, at);
        function.op_mut(op).set(OperandFlags::UNDEF, false);
        DefLanes { written, killed }
    }

    /// Adds the dependences of a definition of `reg` by operand `at`.
    pub(super) fn add_virtual_def(&mut self, node: Node, inst: Inst, at: usize, reg: VReg) {
        let lanes = self.lanes_of_def(inst, at, reg);
        if !self.function.operand(inst, at).has(OperandFlags::DEAD) {
            self.add_edges_to_readers(node, inst, at, &lanes);
        }
        if self.function.defs(reg).nth(1).is_some() {
            self.add_edges_to_writers(node, inst, at, lanes.written);
        }
    }

    /// Uses further down read what operand `at` writes. Those all of whose lanes have found their definition are
    /// forgotten.
    fn add_edges_to_readers(&mut self, node: Node, inst: Inst, at: usize, lanes: &DefLanes) {
        let function = &*self.function;
        let name = function.operand(inst, at).as_reg();
        let Some(reg) = name.as_virtual() else { return };
        let lists = &mut self.scratch.lanes;
        let mut before = NONE;
        let mut cursor = lists.uses[reg].first;
        while let Some(below) = lists.pool.get(cursor as usize).copied() {
            let this = std::mem::replace(&mut cursor, below.next);
            if (below.lanes & lanes.killed).is_none() {
                before = this;
                continue;
            }
            if (below.lanes & lanes.written).any() {
                let user = place(self.graph.inst(below.node), below.operand as usize);
                let def = place(inst, at);
                let model = self.context.model;
                let latency = model.operand_latency(function, def, Some(user));
                self.graph.add_pred(
                    below.node,
                    node,
                    Dependence::Data(name),
                    latency,
                    Need::Required,
                );
            }
            let left = below.lanes & !lanes.killed;
            if left.any() {
                lists.pool[this as usize].lanes = left;
                before = this;
                continue;
            }
            match lists.pool.get_mut(before as usize) {
                Some(before) => before.next = below.next,
                None => lists.uses[reg].first = below.next,
            }
            if lists.uses[reg].last == this {
                lists.uses[reg].last = before;
            }
        }
    }

    /// Definitions further down come after this one. It becomes the nearest one of its lanes.
    fn add_edges_to_writers(&mut self, node: Node, inst: Inst, at: usize, lanes: LaneMask) {
        let function = &*self.function;
        let name = function.operand(inst, at).as_reg();
        let Some(reg) = name.as_virtual() else { return };
        let mut cursor = self.scratch.lanes.defs[reg].first;
        while let Some(below) = self.scratch.lanes.pool.get(cursor as usize).copied() {
            let this = std::mem::replace(&mut cursor, below.next);
            if (below.lanes & lanes).is_none() || below.node == node {
                continue;
            }
            let later = self.graph.inst(below.node);
            let model = self.context.model;
            let latency = model.output_latency(function, place(inst, at), later);
            let why = Dependence::Output(name);
            self.graph
                .add_pred(below.node, node, why, latency, Need::Required);
            let entry = &mut self.scratch.lanes.pool[this as usize];
            entry.node = node;
            entry.lanes = below.lanes & lanes;
            let others = below.lanes & !lanes;
            if others.any() {
                let rest = LaneOperand {
                    lanes: others,
                    next: NONE,
                    ..below
                };
                self.scratch.lanes.push(true, reg, rest);
                if cursor == NONE {
                    cursor = self.scratch.lanes.pool[this as usize].next;
                }
            }
        }
        let new = LaneOperand {
            node,
            operand: at as u32,
            lanes,
            next: NONE,
        };
        self.scratch.lanes.push(true, reg, new);
    }

    /// Adds the dependences of a use of `reg` by operand `at`.
    pub(super) fn add_virtual_use(&mut self, node: Node, inst: Inst, at: usize, reg: VReg) {
        let lanes = match self.context.options.lanes {
            Lanes::Tracked => operand_lanes(self.function, inst, at),
            Lanes::Whole => LaneMask::ALL,
        };
        let lists = &mut self.scratch.lanes;
        let new = LaneOperand {
            node,
            operand: at as u32,
            lanes,
            next: NONE,
        };
        lists.push(false, reg, new);
        let mut cursor = lists.defs[reg].first;
        while let Some(below) = lists.pool.get(cursor as usize) {
            cursor = below.next;
            if (below.lanes & lanes).any() && below.node != node {
                let why = Dependence::Anti(reg.into());
                self.graph
                    .add_pred(below.node, node, why, 0, Need::Required);
            }
        }
    }
}
