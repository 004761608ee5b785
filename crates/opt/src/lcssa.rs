//! Values that are used outside a loop leave it through a phi at its exit, so that duplicating the code that computes
//! them only adds an operand there, and nothing else changes.
//!
//! ```text
//!   loop:                              loop:
//!     %v = …                             %v = …
//!     br i1 %c, label %loop, label %exit  br i1 %c, label %loop, label %exit
//!   exit:                          ─▶  exit:
//!     …                                  %p = phi i32 [ %v, %loop ]
//!     use %v                             use %p
//! ```

use avarice_ir::{Block, Function, Inst, InstKind, Loop, Use, Value};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::build::insert_first;
use crate::loop_simplify::Loops;

/// The most exits of a loop whose values are followed to them.
const MAX_EXITS: usize = 8;

/// Edges into exits that came after the analysis: at most one each.
pub type NewEdges = SecondaryMap<Block, PackedOption<Block>>;

/// The way of values out of a loop.
pub struct Closer<'a> {
    /// The loop, with the analysis that knows it.
    pub loops: &'a Loops,
    /// The loop.
    pub id: Loop,
    /// Its exits, to which nothing else leads.
    pub exits: &'a [Block],
    /// Additional edges that now lead to exits.
    pub new_edges: &'a NewEdges,
}

impl Closer<'_> {
    /// Whether a value of the loop only is used in it, in phis of its exits, and where one of the exits was passed.
    pub fn can_close(&self, function: &Function, value: Value) -> bool {
        self.exits.len() <= MAX_EXITS
            && self
                .uses_beyond(function, value)
                .all(|slot| self.exit_before(function, slot).is_some())
    }

    /// Leads a value out of the loop through phis.
    ///
    /// # Requires
    /// [`Self::can_close`].
    pub fn close(&self, function: &mut Function, value: Value) -> bool {
        let uses: Vec<Use> = self.uses_beyond(function, value).collect();
        let mut phis: Vec<(Block, Value)> = Vec::new();
        for slot in &uses {
            let Some(exit) = self.exit_before(function, *slot) else {
                continue;
            };
            let known = phis.iter().find(|(block, _)| *block == exit);
            let phi = match known {
                Some((_, phi)) => *phi,
                None => {
                    let phi = self.make_phi(function, exit, value);
                    phis.push((exit, phi));
                    phi
                }
            };
            function.set_use(*slot, phi);
        }
        !uses.is_empty()
    }

    fn make_phi(&self, function: &mut Function, exit: Block, value: Value) -> Value {
        let mut from = self.loops.cfg.predecessors(exit).to_vec();
        from.extend(self.new_edges[exit].expand());
        let values = vec![value; from.len()];
        let ty = function.values[value].ty;
        let phi = function.create_inst(InstKind::Phi, ty, true, &[], &[]);
        function.set_incoming(phi, &values, &from);
        insert_first(function, exit, phi);
        function.insts[phi].result.expect("a phi has a result")
    }

    /// Uses outside the loop that no phi of an exit is.
    fn uses_beyond<'a>(
        &'a self,
        function: &'a Function,
        value: Value,
    ) -> impl Iterator<Item = Use> + 'a {
        let uses = function.uses_of(value);
        uses.filter(|slot| {
            let place = place_of(function, *slot);
            place.is_some_and(|block| !self.loops.contains(self.id, block))
        })
    }

    /// The exit that was passed on each way to a use.
    fn exit_before(&self, function: &Function, slot: Use) -> Option<Block> {
        let block = place_of(function, slot).filter(|block| self.loops.knows(*block))?;
        let mut exits = self.exits.iter().copied();
        exits.find(|exit| self.loops.tree.dominates(*exit, block))
    }
}

/// The block at whose end, or in which, a value is used.
pub fn place_of(function: &Function, slot: Use) -> Option<Block> {
    let user: Inst = function.uses[slot].user;
    if function.is_phi(user) {
        let at = slot.as_u32() - function.insts[user].first_use;
        return function.inst_blocks(user).get(at as usize).copied();
    }
    function.insts[user].block.expand()
}
