//! Liveness of the contents of stack slots, which tells where SSA construction needs phis.
//!
//! A slot is the memory of an `alloca` that is only loaded and stored as a whole. Its content is live into a block if
//! the block, or one reachable from it, loads it before anything is stored there. When slots become values, a phi is
//! needed where several stores meet (the iterated dominance frontier of the storing blocks), but not where the slot is
//! no longer loaded. Three forms of SSA differ in how precisely they determine that:
//!
//! - *minimal*: phis in the whole frontier;
//! - *semi-pruned*: none for slots that are not live into any block, which takes no data flow to determine;
//! - *pruned*: phis only in blocks into which the slot is live.

use avarice_ir::{Block, Cfg, DominatorTree, Function, Inst, InstKind, Module, Value};
use cranelift_entity::{EntitySet, SecondaryMap};

use crate::dataflow::{
    Direction, Facts, Granularity, Graph, MEMORY_LIMIT, Meet, Order, Rows, TooLarge, VariableSet,
    per_variable,
};
use crate::mem2reg::promotable::is_promotable;
use avarice_ir::dominance_frontier::IteratedFrontier;

/// Number of an instruction's result that is no slot.
const NONE: u32 = u32::MAX;

/// The slots of a function, numbered in the order of their `alloca`s in the layout.
#[derive(Clone, Debug)]
pub struct Slots {
    allocas: Vec<Inst>,
    numbers: SecondaryMap<Value, u32>,
}

impl Slots {
    /// Finds the slots of `function`.
    pub fn new(module: &Module, function: &Function) -> Self {
        let mut slots = Self {
            allocas: Vec::new(),
            numbers: SecondaryMap::with_default(NONE),
        };
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                let address = function.insts[inst].result.expand();
                if let Some(address) = address.filter(|_| is_promotable(module, function, inst)) {
                    slots.numbers[address] = slots.allocas.len() as u32;
                    slots.allocas.push(inst);
                }
            }
        }
        slots
    }

    /// The `alloca`s by number.
    pub fn allocas(&self) -> &[Inst] {
        &self.allocas
    }

    /// The number of the slot with this address.
    pub fn number(&self, address: Value) -> Option<u32> {
        Some(self.numbers[address]).filter(|number| *number != NONE)
    }
}

/// Into which blocks the slots are live.
#[derive(Clone, Debug)]
pub struct SlotLiveness {
    /// By slot: the blocks.
    live_in: Rows<Block>,
    /// By slot: the blocks that store to it.
    stores: Rows<Block>,
}

impl SlotLiveness {
    /// The blocks into which slot `number` is live, in layout order.
    pub fn live_in(&self, number: u32) -> &[Block] {
        self.live_in.row(number as usize)
    }

    /// The blocks that store to slot `number`, in layout order.
    pub fn stores(&self, number: u32) -> &[Block] {
        self.stores.row(number as usize)
    }

    /// Computes it, one slot at a time: the cost is in proportion to the blocks into which slots are live.
    ///
    /// # Errors
    /// The sets take more memory than [`MEMORY_LIMIT`].
    pub fn new(function: &Function, slots: &Slots) -> Result<Self, TooLarge> {
        let graph = Graph::new(function, Granularity::Block);
        let facts = slot_facts(function, &graph, slots);
        let nodes = graph.order(function, Order::Worklist, Direction::Backward);
        let solution = per_variable::solve(
            &graph,
            &facts,
            Order::Worklist,
            &nodes,
            MEMORY_LIMIT,
            &mut (),
        )?;
        let mut by_node = Rows::default();
        for set in &solution.results {
            set.iter().for_each(|number| by_node.push(number));
            by_node.end_row();
        }
        let blocks_of = |rows: &Rows<u32>| {
            let by_slot = rows.transposed(slots.allocas.len());
            let mut blocks = Rows::default();
            for slot in 0..slots.allocas.len() {
                for node in by_slot.row(slot) {
                    blocks.push(graph.block(crate::dataflow::Node::from_u32(*node)));
                }
                blocks.end_row();
            }
            blocks
        };
        Ok(Self {
            live_in: blocks_of(&by_node),
            stores: blocks_of(&facts.kills),
        })
    }
}

/// Blocks load slots (before they store to them) and store to them.
fn slot_facts(function: &Function, graph: &Graph, slots: &Slots) -> Facts {
    let mut facts = Facts {
        direction: Direction::Backward,
        meet: Meet::Union,
        universe: slots.allocas.len() as u32,
        gens: Rows::default(),
        kills: Rows::default(),
        edges: Rows::default(),
    };
    let mut stored_in = vec![None; slots.allocas.len()];
    for node in graph.nodes() {
        for inst in function.block_insts(graph.block(node)) {
            match function.insts[inst].kind {
                InstKind::Load { .. } => {
                    let number = slots.number(function.operand(inst, 0));
                    if let Some(number) = number.filter(|n| stored_in[*n as usize] != Some(node)) {
                        facts.gens.push(number);
                    }
                }
                InstKind::Store { .. } => {
                    if let Some(number) = slots.number(function.operand(inst, 1)) {
                        stored_in[number as usize] = Some(node);
                        facts.kills.push(number);
                    }
                }
                _ => {}
            }
        }
        facts.gens.end_sorted_row();
        facts.kills.end_sorted_row();
        facts.edges.end_row();
    }
    facts
}

/// Where each form of SSA has phis for one slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhiPlaces {
    /// In the minimal form, in layout order.
    pub minimal: Vec<Block>,
    /// In the semi-pruned form: the same, or none.
    pub semi_pruned: Vec<Block>,
    /// In the pruned form.
    pub pruned: Vec<Block>,
}

/// Where the slots' phis go, by slot.
///
/// # Errors
/// The sets take more memory than [`MEMORY_LIMIT`].
pub fn phi_places(function: &Function, slots: &Slots) -> Result<Vec<PhiPlaces>, TooLarge> {
    let cfg = Cfg::of(function);
    let tree = DominatorTree::of(&cfg);
    let liveness = SlotLiveness::new(function, slots)?;
    let mut positions = SecondaryMap::new();
    for (position, block) in function.layout.iter().enumerate() {
        positions[*block] = position as u32;
    }
    let mut frontier = IteratedFrontier::default();
    frontier.compute(&cfg, &tree);
    let mut is_live: EntitySet<Block> = EntitySet::new();
    let mut find = |stores: &[Block], live_in: &[Block]| {
        let mut found = Vec::new();
        is_live.clear();
        is_live.extend(live_in.iter().copied());
        let stores = stores.iter().copied();
        frontier.find(&tree, stores, |block| is_live.contains(block), &mut found);
        found.sort_unstable_by_key(|block| positions[*block]);
        found
    };
    let places = (0..slots.allocas.len() as u32).map(|slot| {
        let (stores, live_in) = (liveness.stores(slot), liveness.live_in(slot));
        let minimal = find(stores, &function.layout);
        PhiPlaces {
            semi_pruned: if live_in.is_empty() {
                Vec::new()
            } else {
                minimal.clone()
            },
            pruned: find(stores, live_in),
            minimal,
        }
    });
    Ok(places.collect())
}
