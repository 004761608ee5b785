//! Stack memory that may be read before anything was written to it.
//!
//! Forward data flow over sets of `alloca`s whose memory has not been written yet:
//!
//! ```text
//!   IN[b]  = ⊓ OUT[p] over predecessors p      ∪: unset on some path      ∩: unset on every path
//!   OUT[b] = gen[b] ∪ (IN[b] − kill[b])        gen: made here, or its lifetime begins or ends
//!                                              kill: set here, or its address escapes
//! ```
//!
//! A store to a part counts for the whole, and so does letting the address escape, so that a reported slot is read
//! before *any* of it is set: there are no false alarms about arrays that loops fill, but a read of an unset part of a
//! slot that is otherwise set is not found. Paths are those of the graph, feasible or not.

use avarice_ir::{Function, Inst, InstKind, Intrinsic, Module, Value};
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::dataflow::{
    BitSet, Direction, Facts, GenKill, Granularity, Graph, MEMORY_LIMIT, Meet, Order, Rows, Solver,
    SortedSet, TooLarge, VariableSet,
};

/// A read of memory that may be unset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsetRead {
    /// The instruction that reads.
    pub inst: Inst,
    /// The `alloca` of the memory.
    pub alloca: Inst,
    /// It is unset on every path; otherwise on some.
    pub on_every_path: bool,
}

/// What an instruction does with memory of an `alloca`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Read,
    Set,
    Unset,
}

/// Number of a value that points to no `alloca`.
const NONE: u32 = u32::MAX;

/// The `alloca`s of a function and the values that point into their memory.
struct Pointers {
    allocas: Vec<Inst>,
    /// By value: which `alloca`.
    bases: SecondaryMap<Value, u32>,
}

impl Pointers {
    fn new(function: &Function) -> Self {
        let mut pointers = Self {
            allocas: Vec::new(),
            bases: SecondaryMap::with_default(NONE),
        };
        let mut waiting = Vec::new();
        for inst in function
            .layout
            .iter()
            .flat_map(|b| function.block_insts(*b))
        {
            if matches!(function.insts[inst].kind, InstKind::Alloca { .. }) {
                let number = pointers.allocas.len() as u32;
                pointers.allocas.push(inst);
                waiting.extend(function.insts[inst].result.expand());
                while let Some(pointer) = waiting.pop() {
                    pointers.bases[pointer] = number;
                    let users = function
                        .uses_of(pointer)
                        .map(|slot| function.uses[slot].user);
                    let derived = users.filter(|user| derives(function, *user, pointer));
                    let results = derived.filter_map(|user| function.insts[user].result.expand());
                    waiting.extend(results.filter(|result| pointers.bases[*result] == NONE));
                }
            }
        }
        pointers
    }

    /// Forgets all `alloca`s but these, which come in any order and repeatedly.
    fn keep(&mut self, allocas: impl Iterator<Item = Inst>) {
        let mut kept: Vec<Inst> = allocas.collect();
        kept.sort_unstable();
        kept.dedup();
        let new_numbers: Vec<u32> = self
            .allocas
            .iter()
            .map(|alloca| kept.binary_search(alloca).map_or(NONE, |at| at as u32))
            .collect();
        for base in self.bases.values_mut().filter(|base| **base != NONE) {
            *base = new_numbers[*base as usize];
        }
        self.allocas = kept;
    }

    fn base(&self, pointer: Value) -> Option<u32> {
        Some(self.bases[pointer]).filter(|number| *number != NONE)
    }

    /// Calls `act` for each `alloca` whose memory `inst` reads, sets or makes unset, in this order.
    fn actions(
        &self,
        module: &Module,
        function: &Function,
        inst: Inst,
        mut act: impl FnMut(u32, Action),
    ) {
        let base = |index: usize| self.base(function.operand(inst, index));
        match &function.insts[inst].kind {
            InstKind::Alloca { .. } => {
                let result = function.insts[inst].result.expand();
                if let Some(number) = result.and_then(|value| self.base(value)) {
                    act(number, Action::Unset);
                }
                return;
            }
            InstKind::Load { .. } => {
                if let Some(number) = base(0) {
                    act(number, Action::Read);
                }
                return;
            }
            InstKind::CmpXchg { .. } | InstKind::AtomicRmw { .. } => {
                if let Some(number) = base(0) {
                    act(number, Action::Read);
                }
            }
            InstKind::ICmp(_) => return,
            InstKind::GetElementPtr { .. } | InstKind::Cast(_) => {
                // The result is followed instead.
                let result = function.insts[inst].result.expand();
                if result.is_some_and(|value| self.base(value).is_some()) {
                    return;
                }
            }
            InstKind::Call(_) => {
                let unset = [Intrinsic::LifetimeStart, Intrinsic::LifetimeEnd];
                match Intrinsic::of_call(module, function, inst) {
                    Some(intrinsic) if unset.contains(&intrinsic) => {
                        if let Some(number) = base(1) {
                            act(number, Action::Unset);
                        }
                        return;
                    }
                    Some(Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::MemcpyInline) => {
                        if let Some(number) = base(1) {
                            act(number, Action::Read);
                        }
                        if let Some(number) = base(0) {
                            act(number, Action::Set);
                        }
                        return;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        // Stores to it set it; whoever else gets the address may.
        for operand in function.operands(inst) {
            if let Some(number) = self.base(operand) {
                act(number, Action::Set);
            }
        }
    }
}

/// Whether the result of `inst` points into the same memory as its operand `pointer`.
fn derives(function: &Function, inst: Inst, pointer: Value) -> bool {
    use avarice_ir::CastOp::{AddrSpaceCast, BitCast};
    let is_address = matches!(
        function.insts[inst].kind,
        InstKind::GetElementPtr { .. } | InstKind::Cast(BitCast | AddrSpaceCast)
    );
    is_address && function.operand(inst, 0) == pointer
}

/// The reads of stack memory that may be unset, in layout order, in blocks that the entry reaches.
///
/// # Errors
/// The sets take more memory than [`MEMORY_LIMIT`].
pub fn unset_reads(module: &Module, function: &Function) -> Result<Vec<UnsetRead>, TooLarge> {
    let graph = Graph::new(function, Granularity::Block);
    let mut pointers = Pointers::new(function);
    let possible = reads_of::<SortedSet>(module, function, &graph, &pointers, Meet::Union)?;
    // Full sets, with which an intersection begins, are large: only what is in question is put into them.
    pointers.keep(possible.iter().map(|(_, alloca)| *alloca));
    let certain = reads_of::<BitSet>(module, function, &graph, &pointers, Meet::Intersection)?;
    let mut certain = certain.into_iter().peekable();
    let reads = possible.into_iter().map(|read| UnsetRead {
        inst: read.0,
        alloca: read.1,
        on_every_path: certain.next_if_eq(&read).is_some(),
    });
    Ok(reads.collect())
}

/// The reads of what is unset on some path or on every path, as `meet` says, with the `alloca` of each.
fn reads_of<S: VariableSet>(
    module: &Module,
    function: &Function,
    graph: &Graph,
    pointers: &Pointers,
    meet: Meet,
) -> Result<Vec<(Inst, Inst)>, TooLarge> {
    let facts = facts(module, function, graph, pointers, meet);
    let analysis = GenKill::<S>::new(&facts);
    let nodes = graph.order(function, Order::ReversePostorder, Direction::Forward);
    let mut solver = Solver::new(graph, &analysis, MEMORY_LIMIT)?;
    solver.run(graph, &analysis, Order::ReversePostorder, &nodes, &mut ())?;
    let mut reads = Vec::new();
    for node in graph.nodes().filter(|node| graph.is_reachable(*node)) {
        let unset = &mut solver.meets[node.index()];
        for inst in function.block_insts(graph.block(node)) {
            pointers.actions(module, function, inst, |number, action| match action {
                Action::Read if unset.contains(number) => {
                    reads.push((inst, pointers.allocas[number as usize]));
                }
                Action::Read => {}
                Action::Set => unset.remove_all(&[number]),
                Action::Unset => unset.insert_all(&[number]),
            });
        }
    }
    Ok(reads)
}

/// What each block leaves set and unset.
fn facts(
    module: &Module,
    function: &Function,
    graph: &Graph,
    pointers: &Pointers,
    meet: Meet,
) -> Facts {
    let mut facts = Facts {
        direction: Direction::Forward,
        meet,
        universe: pointers.allocas.len() as u32,
        gens: Rows::default(),
        kills: Rows::default(),
        edges: Rows::default(),
    };
    // By `alloca`: what the block did to it last.
    let mut last = vec![Action::Read; pointers.allocas.len()];
    let mut touched = Vec::new();
    for node in graph.nodes() {
        for inst in function.block_insts(graph.block(node)) {
            pointers.actions(module, function, inst, |number, action| {
                if action != Action::Read {
                    if last[number as usize] == Action::Read {
                        touched.push(number);
                    }
                    last[number as usize] = action;
                }
            });
        }
        for number in touched.drain(..) {
            match std::mem::replace(&mut last[number as usize], Action::Read) {
                Action::Set => facts.kills.push(number),
                Action::Unset => facts.gens.push(number),
                Action::Read => {}
            }
        }
        facts.gens.end_sorted_row();
        facts.kills.end_sorted_row();
        facts.edges.end_row();
    }
    facts
}
