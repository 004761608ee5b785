//! The blocks between a use and those that are known to end with a value; see the module above.

use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, Operand, VReg};
use avarice_target::op;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use smallvec::SmallVec;

use super::{Values, phis};

/// A block that the walk met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node(u32);
entity_impl!(Node);

/// How far the forward walk is with a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Visit {
    New,
    Queued,
    Open,
    /// Number in postorder, from 1.
    Done(u32),
}

#[derive(Debug)]
struct NodeData {
    /// `None` for the entry before all roots.
    block: Option<Block>,
    value: Option<VReg>,
    /// The node that defines what is in the register at the end.
    def: PackedOption<Node>,
    visit: Visit,
    idom: PackedOption<Node>,
    preds: SmallVec<[Node; 4]>,
    /// A PHI that may be what is needed here.
    candidate: Option<Inst>,
    /// A PHI that was inserted here and has no operands yet.
    inserted: Option<Inst>,
}

impl NodeData {
    fn new(block: Option<Block>, value: Option<VReg>) -> Self {
        Self {
            block,
            value,
            def: None.into(),
            visit: Visit::New,
            idom: None.into(),
            preds: SmallVec::new(),
            candidate: None,
            inserted: None,
        }
    }

    fn number(&self) -> u32 {
        match self.visit {
            Visit::Done(number) => number,
            _ => 0,
        }
    }
}

/// Memory of walks.
#[derive(Debug, Default)]
pub struct Walk {
    nodes: PrimaryMap<Node, NodeData>,
    /// By block: its node, and the number of the walk that it is of.
    node_of: SecondaryMap<Block, (u32, PackedOption<Node>)>,
    round: u32,
    /// Nodes without values in postorder.
    list: Vec<Node>,
    work: Vec<Node>,
    roots: Vec<Node>,
}

impl Walk {
    /// The value at the end of `block`, which is not known. PHIs are inserted where values meet.
    pub(super) fn value_at_end(
        &mut self,
        function: &mut MachineFunction,
        values: &mut Values,
        block: Block,
    ) -> Option<VReg> {
        self.round += 1;
        self.nodes.clear();
        self.list.clear();
        let start = self.add(block, None);
        self.find_roots(function, values, start);
        let entry = self.number(function);
        if self.list.is_empty() {
            return undefined(function, values, block);
        }
        self.find_dominators(function, values, entry);
        self.place_phis();
        self.find_values(function, values);
        self.fill_phis(function, values);
        let def = self.nodes[start].def.expand()?;
        self.nodes[def].value
    }

    fn node(&self, block: Block) -> Option<Node> {
        let (round, node) = self.node_of[block];
        node.expand().filter(|_| round == self.round)
    }

    fn add(&mut self, block: Block, value: Option<VReg>) -> Node {
        let node = self.nodes.push(NodeData::new(Some(block), value));
        if value.is_some() {
            self.nodes[node].def = node.into();
        }
        self.node_of[block] = (self.round, node.into());
        node
    }

    /// Walks backwards to blocks with values.
    fn find_roots(&mut self, function: &MachineFunction, values: &Values, start: Node) {
        self.roots.clear();
        self.work.clear();
        self.work.push(start);
        while let Some(node) = self.work.pop() {
            let Some(block) = self.nodes[node].block else {
                continue;
            };
            for pred in &function.blocks[block].preds {
                let known = self.node(*pred);
                let of_pred = known.unwrap_or_else(|| {
                    let value = values.get(*pred);
                    let new = self.add(*pred, value);
                    match value {
                        Some(_) => self.roots.push(new),
                        None => self.work.push(new),
                    }
                    new
                });
                self.nodes[node].preds.push(of_pred);
            }
        }
    }

    /// Numbers what can be reached from the roots in postorder; returns the entry before them.
    fn number(&mut self, function: &MachineFunction) -> Node {
        let entry = self.nodes.push(NodeData::new(None, None));
        let mut next = 1;
        while let Some(root) = self.roots.pop() {
            self.nodes[root].idom = entry.into();
            self.nodes[root].visit = Visit::Queued;
            self.work.push(root);
        }
        while let Some(node) = self.work.last().copied() {
            if self.nodes[node].visit == Visit::Open {
                self.nodes[node].visit = Visit::Done(next);
                next += 1;
                if self.nodes[node].value.is_none() {
                    self.list.push(node);
                }
                self.work.pop();
                continue;
            }
            self.nodes[node].visit = Visit::Open;
            let block = self.nodes[node].block;
            let succs = block.map_or(&[][..], |block| &function.blocks[block].succs[..]);
            for succ in succs {
                if let Some(succ) = self.node(*succ)
                    && self.nodes[succ].visit == Visit::New
                {
                    self.nodes[succ].visit = Visit::Queued;
                    self.work.push(succ);
                }
            }
        }
        self.nodes[entry].visit = Visit::Done(next);
        entry
    }

    fn find_dominators(
        &mut self,
        function: &mut MachineFunction,
        values: &mut Values,
        entry: Node,
    ) {
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for at in (0..self.list.len()).rev() {
                let node = self.list[at];
                let mut idom = None;
                for at in 0..self.nodes[node].preds.len() {
                    let pred = self.nodes[node].preds[at];
                    if self.nodes[pred].visit == Visit::New {
                        self.make_undefined(function, values, pred, entry);
                    }
                    idom = Some(match idom {
                        Some(idom) => self.common_dominator(idom, pred),
                        None => pred,
                    });
                }
                if idom.is_some() && idom != self.nodes[node].idom.expand() {
                    self.nodes[node].idom = idom.into();
                    is_changed = true;
                }
            }
        }
    }

    /// Control never gets to this block: it defines something.
    fn make_undefined(
        &mut self,
        function: &mut MachineFunction,
        values: &mut Values,
        node: Node,
        entry: Node,
    ) {
        let block = self.nodes[node].block;
        self.nodes[node].value = block.and_then(|block| undefined(function, values, block));
        self.nodes[node].def = node.into();
        let number = self.nodes[entry].number();
        self.nodes[node].visit = Visit::Done(number);
        self.nodes[entry].visit = Visit::Done(number + 1);
    }

    fn common_dominator(&self, mut a: Node, mut b: Node) -> Node {
        while a != b {
            while self.nodes[a].number() < self.nodes[b].number() {
                match self.nodes[a].idom.expand() {
                    Some(idom) => a = idom,
                    None => return b,
                }
            }
            while self.nodes[b].number() < self.nodes[a].number() {
                match self.nodes[b].idom.expand() {
                    Some(idom) => b = idom,
                    None => return a,
                }
            }
        }
        a
    }

    /// Whether a definition is met on the way from `pred` up to `idom`.
    fn is_in_frontier(&self, pred: Node, idom: Option<Node>) -> bool {
        let mut cursor = Some(pred);
        while let Some(node) = cursor.filter(|node| Some(*node) != idom) {
            if self.nodes[node].def.expand() == Some(node) {
                return true;
            }
            cursor = self.nodes[node].idom.expand();
        }
        false
    }

    /// Finds out which node defines what each ends with.
    fn place_phis(&mut self) {
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for at in (0..self.list.len()).rev() {
                let node = self.list[at];
                let data = &self.nodes[node];
                if data.def.expand() == Some(node) {
                    continue;
                }
                let idom = data.idom.expand();
                let meets = data
                    .preds
                    .iter()
                    .any(|pred| self.is_in_frontier(*pred, idom));
                let def = match idom {
                    _ if meets => node.into(),
                    Some(idom) => self.nodes[idom].def,
                    None => None.into(),
                };
                if def != data.def {
                    self.nodes[node].def = def;
                    is_changed = true;
                }
            }
        }
    }

    fn value_of(&self, node: Node) -> Option<VReg> {
        let def = self.nodes[node].def.expand()?;
        self.nodes[def].value
    }

    /// Finds PHIs that are there already, or inserts empty ones.
    fn find_values(&mut self, function: &mut MachineFunction, values: &mut Values) {
        for at in 0..self.list.len() {
            let node = self.list[at];
            let (def, block) = (self.nodes[node].def.expand(), self.nodes[node].block);
            let Some(block) = block.filter(|_| def == Some(node)) else {
                continue;
            };
            if let Some((value, def)) = self.same_from_all(node) {
                values.set(block, value);
                self.nodes[node].value = Some(value);
                self.nodes[node].def = def;
                continue;
            }
            self.find_phi(function, values, block);
            if self.nodes[node].value.is_none() {
                let at = InsertPoint::new(block, function.blocks[block].first.expand());
                if let Some((phi, new)) = values.define(function, op::PHI, at) {
                    self.nodes[node].value = Some(new);
                    self.nodes[node].inserted = Some(phi);
                    values.set(block, new);
                }
            }
        }
    }

    /// The value that all predecessors end with, and what defines it.
    fn same_from_all(&self, node: Node) -> Option<(VReg, PackedOption<Node>)> {
        let preds = &self.nodes[node].preds;
        let first = *preds.first()?;
        let value = self.value_of(first)?;
        let is_same = preds.iter().all(|pred| self.value_of(*pred) == Some(value));
        is_same.then_some((value, self.nodes[first].def))
    }

    /// Looks for a PHI of `block` that merges what has to be merged.
    fn find_phi(&mut self, function: &MachineFunction, values: &mut Values, block: Block) {
        for phi in phis(function, block) {
            if self.matches(function, phi) {
                return self.take_candidates(function, values);
            }
            for at in 0..self.list.len() {
                self.nodes[self.list[at]].candidate = None;
            }
        }
    }

    /// Whether `phi`, with PHIs that it reads, is what the walk needs. Makes them candidates.
    fn matches(&mut self, function: &MachineFunction, phi: Inst) -> bool {
        let mut work: SmallVec<[Inst; 8]> = SmallVec::new();
        let mut open = Some(phi);
        let home = function.inst_block(phi).and_then(|block| self.node(block));
        if let Some(home) = home {
            self.nodes[home].candidate = Some(phi);
        }
        while let Some(phi) = open {
            for pair in function.operands(phi)[1..].chunks_exact(2) {
                let pred = pair[1].as_block().and_then(|block| self.node(block));
                let Some(def) = pred.and_then(|pred| self.nodes[pred].def.expand()) else {
                    return false;
                };
                let incoming = pair[0].as_reg().as_virtual();
                if let Some(value) = self.nodes[def].value {
                    if incoming != Some(value) {
                        return false;
                    }
                    continue;
                }
                let inner = incoming.and_then(|reg| function.unique_def(reg));
                let is_phi = |inst: &Inst| {
                    function.opcode(*inst) == op::PHI
                        && function.inst_block(*inst) == self.nodes[def].block
                };
                let Some(inner) = inner.filter(is_phi) else {
                    return false;
                };
                match self.nodes[def].candidate {
                    Some(candidate) if candidate != inner => return false,
                    Some(_) => {}
                    None => {
                        self.nodes[def].candidate = Some(inner);
                        work.push(inner);
                    }
                }
            }
            open = work.pop();
        }
        true
    }

    fn take_candidates(&mut self, function: &MachineFunction, values: &mut Values) {
        for at in 0..self.list.len() {
            let node = self.list[at];
            let phi = self.nodes[node].candidate;
            let value = phi.and_then(|phi| function.operand(phi, 0).as_reg().as_virtual());
            if let (Some(value), Some(block)) = (value, self.nodes[node].block) {
                values.set(block, value);
                self.nodes[node].value = Some(value);
            }
        }
    }

    /// Gives inserted PHIs their operands, and remembers all values.
    fn fill_phis(&mut self, function: &mut MachineFunction, values: &mut Values) {
        for at in (0..self.list.len()).rev() {
            let node = self.list[at];
            if self.nodes[node].def.expand() != Some(node) {
                if let (Some(value), Some(block)) = (self.value_of(node), self.nodes[node].block) {
                    values.set(block, value);
                }
                continue;
            }
            let Some(phi) = self.nodes[node].inserted else {
                continue;
            };
            for pred in &self.nodes[node].preds {
                if let (Some(value), Some(block)) = (self.value_of(*pred), self.nodes[*pred].block)
                {
                    function.push_operand(phi, Operand::reg(value));
                    function.push_operand(phi, Operand::block(block));
                }
            }
        }
    }
}

/// Defines something in `block`, which no value reaches.
fn undefined(function: &mut MachineFunction, values: &mut Values, block: Block) -> Option<VReg> {
    let at = InsertPoint::new(block, function.first_non_phi(block));
    let (_, new) = values.define(function, op::IMPLICIT_DEF, at)?;
    values.set(block, new);
    Some(new)
}
