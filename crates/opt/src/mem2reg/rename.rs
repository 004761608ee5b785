//! Each load becomes the value that was stored last on the way to it.
//!
//! A walk over the dominator tree knows the content of every slot: a block begins with what its immediate
//! dominator ends with, except for the slots that it has phis for. Leaving a block undoes its stores.
//!
//! The values of phis come from the ends of predecessors. They are noted at each block's end, and put into the
//! phis by a second walk, which goes over the edges in LLVM's order: along first successors, then to the
//! other successors, last first.

use avarice_ir::{Block, Function, Inst, InstKind, Module, Value};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::{PackedOption, ReservedValue};

use super::{Join, PromoteMemory, Slot};

/// Memory for the two walks.
#[derive(Default)]
pub(super) struct Scratch {
    /// By slot: its content where the walk is.
    content: SecondaryMap<Slot, PackedOption<Value>>,
    /// What stores have replaced, to be undone.
    undo: Vec<(Slot, PackedOption<Value>)>,
    walk: Vec<Step>,
    /// By block: its phis, as a range of all.
    joins_of: SecondaryMap<Block, (u32, u32)>,
    /// By block: where the values begin that it gives to the phis of its successors, in order.
    given_at: SecondaryMap<Block, u32>,
    given: Vec<Value>,
    edges: Vec<Edge>,
    /// By block: its index in `edges` as a successor of the current block, or beyond the end.
    edge_of: SecondaryMap<Block, u32>,
    visited: SecondaryMap<Block, bool>,
    /// By phi: where its operands begin, and how many there are so far.
    operands_of: Vec<(u32, u32)>,
    /// Values of phis' operands, with room for one from each predecessor.
    values: Vec<Value>,
    /// Blocks that they come from.
    blocks: Vec<Block>,
}

/// A step of the walk over the dominator tree.
enum Step {
    Enter(Block),
    /// Undo the stores after this number of stores.
    Leave(usize),
}

/// Edges from one block to another.
struct Edge {
    from: Block,
    to: Block,
    /// Where the values begin that they give.
    given: u32,
    count: u32,
}

impl PromoteMemory {
    /// Replaces loads, removes stores, and fills the phis.
    pub(super) fn rename(&mut self, module: &mut Module, function: &mut Function) {
        self.index_joins();
        self.walk_tree(module, function);
        self.walk_edges(function);
    }

    fn index_joins(&mut self) {
        let joins_of = &mut self.rename.joins_of;
        joins_of.clear();
        for (index, join) in self.joins.iter().enumerate() {
            let index = index as u32;
            let (start, end) = &mut joins_of[join.block];
            if start == end {
                *start = index;
            }
            *end = index + 1;
        }
    }

    fn joins_of(&self, block: Block) -> &[Join] {
        let (start, end) = self.rename.joins_of[block];
        &self.joins[start as usize..end as usize]
    }

    fn walk_tree(&mut self, module: &mut Module, function: &mut Function) {
        self.rename.content.clear();
        for (id, slot) in self.slots.iter() {
            self.rename.content[id] = super::undef(module, function, slot.ty).into();
        }
        self.rename.undo.clear();
        self.rename.given.clear();
        self.rename.walk.push(Step::Enter(function.entry()));
        while let Some(step) = self.rename.walk.pop() {
            match step {
                Step::Leave(undo) => {
                    for (slot, old) in self.rename.undo.drain(undo..).rev() {
                        self.rename.content[slot] = old;
                    }
                }
                Step::Enter(block) => {
                    self.rename.walk.push(Step::Leave(self.rename.undo.len()));
                    self.rename_block(function, block);
                    // The first child is next, so that the walk goes through memory forwards.
                    let children = self.tree.children(block).iter().rev();
                    self.rename.walk.extend(children.map(|c| Step::Enter(*c)));
                }
            }
        }
    }

    fn set_content(&mut self, slot: Slot, value: Value) {
        let old = std::mem::replace(&mut self.rename.content[slot], value.into());
        self.rename.undo.push((slot, old));
    }

    fn rename_block(&mut self, function: &mut Function, block: Block) {
        let (start, end) = self.rename.joins_of[block];
        for index in start..end {
            let Join { slot, value, .. } = self.joins[index as usize];
            self.set_content(slot, value);
        }
        let mut next = function.blocks[block].first.expand();
        while let Some(inst) = next {
            next = function.insts[inst].next.expand();
            self.rename_access(function, inst);
        }
        self.rename.given_at[block] = self.rename.given.len() as u32;
        for successor in self.cfg.successors(block) {
            let (start, end) = self.rename.joins_of[*successor];
            let joins = &self.joins[start as usize..end as usize];
            let content = &self.rename.content;
            let values = joins.iter().filter_map(|join| content[join.slot].expand());
            self.rename.given.extend(values);
        }
    }

    /// Removes `inst` if it loads from a slot or stores to one.
    fn rename_access(&mut self, function: &mut Function, inst: Inst) {
        let address = match function.insts[inst].kind {
            InstKind::Load { .. } => function.operand(inst, 0),
            InstKind::Store { .. } => function.operand(inst, 1),
            _ => return,
        };
        let Some(slot) = self.slot_of[address].expand() else {
            return;
        };
        match function.insts[inst].result.expand() {
            Some(result) => {
                if let Some(content) = self.rename.content[slot].expand() {
                    function.replace_all_uses(result, content);
                }
            }
            None => self.set_content(slot, function.operand(inst, 0)),
        }
        function.remove_inst(inst);
    }

    fn walk_edges(&mut self, function: &mut Function) {
        self.rename.visited.clear();
        self.make_room_for_operands();
        self.visit(function.entry());
        while let Some(edge) = self.rename.edges.pop() {
            self.follow(&edge);
            if !self.rename.visited[edge.to] {
                self.visit(edge.to);
            }
        }
        let Scratch { values, blocks, .. } = &self.rename;
        for (join, (start, count)) in self.joins.iter().zip(&self.rename.operands_of) {
            let range = *start as usize..(start + count) as usize;
            function.set_incoming(join.phi, &values[range.clone()], &blocks[range]);
        }
    }

    fn make_room_for_operands(&mut self) {
        let Scratch {
            operands_of,
            values,
            blocks,
            ..
        } = &mut self.rename;
        operands_of.clear();
        let mut count = 0;
        for join in &self.joins {
            operands_of.push((count, 0));
            count += self.cfg.predecessors(join.block).len() as u32;
        }
        values.clear();
        values.resize(count as usize, Value::reserved_value());
        blocks.clear();
        blocks.resize(count as usize, Block::reserved_value());
    }

    /// Notes what `edge` gives to the phis of its target.
    fn follow(&mut self, edge: &Edge) {
        let (start, end) = self.rename.joins_of[edge.to];
        let Scratch {
            operands_of,
            given,
            values,
            blocks,
            ..
        } = &mut self.rename;
        let phis = &mut operands_of[start as usize..end as usize];
        for ((start, count), value) in phis.iter_mut().zip(&given[edge.given as usize..]) {
            let at = (*start + *count) as usize;
            let end = at + edge.count as usize;
            values[at..end].fill(*value);
            blocks[at..end].fill(edge.from);
            *count += edge.count;
        }
    }

    /// Puts the edges out of `block` on the list, so that the first is followed next, then the last.
    fn visit(&mut self, block: Block) {
        self.rename.visited[block] = true;
        let first = self.rename.edges.len();
        let mut given = self.rename.given_at[block];
        for successor in self.cfg.successors(block) {
            let num_joins = self.joins_of(*successor).len() as u32;
            let Scratch { edges, edge_of, .. } = &mut self.rename;
            let known = edges[first..].get_mut((edge_of[*successor] as usize).wrapping_sub(first));
            match known.filter(|edge| edge.to == *successor) {
                Some(edge) => edge.count += 1,
                None => {
                    edge_of[*successor] = edges.len() as u32;
                    edges.push(Edge {
                        from: block,
                        to: *successor,
                        given,
                        count: 1,
                    });
                }
            }
            given += num_joins;
        }
        let edges = &mut self.rename.edges[first..];
        if !edges.is_empty() {
            edges.rotate_left(1);
        }
    }
}
