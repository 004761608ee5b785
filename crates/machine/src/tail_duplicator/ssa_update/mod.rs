//! Puts uses of registers right that have several definitions now, and PHIs where these meet.
//!
//! For one register, some blocks are known to end with a *value*: that of the old definition, or that of a copy. What a
//! block begins with follows from what its predecessors end with. A [`Walk`] looks at the blocks between a use and those
//! with values:
//!
//! ```text
//!   bb.1 %8    bb.2 %9        roots: blocks with values
//!      \       /  \
//!       bb.3 ◀      bb.4      bb.3 is where two values meet: a PHI; bb.4 has %9
//! ```
//!
//! PHIs are needed in the iterated dominance frontiers of the roots; dominators are those of the walk's blocks alone, with
//! one entry before all roots.

mod walk;

use avarice_mir::{Block, InsertPoint, Inst, InstBuilder, MachineFunction, Op, Operand, Reg, VReg};
use avarice_target::{Opcode, RegClass, op};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::phis::phis;
use super::replacements::Replacements;
use walk::Walk;

/// Values at the ends of blocks, for one register after another.
#[derive(Debug, Default)]
pub struct SsaUpdater {
    values: Values,
    walk: Walk,
}

/// The register that has the value at the end of each block where that is known.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// With the number of the register that it was known for.
    known: SecondaryMap<Block, (u32, PackedOption<VReg>)>,
    round: u32,
    class: Option<RegClass>,
}

impl Values {
    fn begin(&mut self, class: RegClass) {
        self.round += 1;
        self.class = Some(class);
    }

    fn get(&self, block: Block) -> Option<VReg> {
        let (round, value) = self.known[block];
        value.expand().filter(|_| round == self.round)
    }

    fn set(&mut self, block: Block, value: VReg) {
        self.known[block] = (self.round, value.into());
    }

    /// Inserts an instruction without operands that defines a new register of the class.
    fn define(
        &self,
        function: &mut MachineFunction,
        opcode: Opcode,
        at: InsertPoint,
    ) -> Option<(Inst, VReg)> {
        let new = function.create_vreg(self.class?);
        let inst = InstBuilder::new(function, opcode).def(new).insert_at(at);
        Some((inst, new))
    }
}

/// Whether instructions may be inserted for a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Insertion {
    Allowed,
    Forbidden,
}

impl SsaUpdater {
    /// Makes the uses of all registers in `replacements` read what holds their value there.
    pub fn rewrite(&mut self, function: &mut MachineFunction, replacements: &Replacements) {
        for (reg, values) in replacements.iter() {
            self.values.begin(function.class(reg));
            let def = function.defs(reg).next().map(|op| function.op_inst(op));
            let home = def.and_then(|def| function.inst_block(def));
            if let Some(home) = home {
                self.values.set(home, reg);
            }
            for (block, value) in values {
                self.values.set(*block, *value);
            }
            self.rewrite_uses(function, reg, home);
        }
    }

    fn rewrite_uses(&mut self, function: &mut MachineFunction, reg: VReg, home: Option<Block>) {
        let mut debug_uses: SmallVec<[Op; 8]> = SmallVec::new();
        let mut cursor = function.uses(reg).next();
        while let Some(op) = cursor {
            cursor = function.next_reg_op(op);
            let user = function.op_inst(op);
            if function.is_debug(user) {
                debug_uses.push(op);
            } else if function.inst_block(user) != home || function.opcode(user) == op::PHI {
                self.rewrite_use(function, op);
            }
        }
        for op in debug_uses {
            let user = function.op_inst(op);
            let Some(block) = function.inst_block(user) else {
                continue;
            };
            let value = self.in_middle(function, block, Insertion::Forbidden);
            function.set_op_reg(op, value.map_or(Reg::NONE, Reg::virt));
        }
    }

    fn rewrite_use(&mut self, function: &mut MachineFunction, op: Op) {
        let user = function.op_inst(op);
        let Some(block) = function.inst_block(user) else {
            return;
        };
        let value = if function.opcode(user) == op::PHI {
            let source = function.operand(user, function.op_index(op) + 1).as_block();
            source.and_then(|source| self.at_end(function, source, Insertion::Allowed))
        } else {
            self.in_middle(function, block, Insertion::Allowed)
        };
        let (Some(mut value), Some(class)) = (value, self.values.class) else {
            return;
        };
        if function.constrain_class(value, class, 0).is_none() {
            let at = InsertPoint::new(block, function.first_non_phi(block));
            let new = function.create_vreg(class);
            InstBuilder::new(function, op::COPY)
                .def(new)
                .reg(value)
                .insert_at(at);
            value = new;
        }
        function.set_op_reg(op, value);
    }

    /// The value at the end of `block`.
    fn at_end(
        &mut self,
        function: &mut MachineFunction,
        block: Block,
        insertion: Insertion,
    ) -> Option<VReg> {
        let known = self.values.get(block);
        if known.is_some() || insertion == Insertion::Forbidden {
            return known;
        }
        self.walk.value_at_end(function, &mut self.values, block)
    }

    /// The value in `block`, before what the block itself defines.
    fn in_middle(
        &mut self,
        function: &mut MachineFunction,
        block: Block,
        insertion: Insertion,
    ) -> Option<VReg> {
        if self.values.get(block).is_none() {
            return self.at_end(function, block, insertion);
        }
        let preds: SmallVec<[Block; 8]> = function.blocks[block].preds.iter().copied().collect();
        if preds.is_empty() {
            if insertion == Insertion::Forbidden {
                return None;
            }
            let at = InsertPoint::new(block, function.first_terminator(block));
            return Some(self.values.define(function, op::IMPLICIT_DEF, at)?.1);
        }
        let mut incoming: SmallVec<[(Block, Option<VReg>); 8]> = SmallVec::new();
        for pred in preds {
            incoming.push((pred, self.at_end(function, pred, insertion)));
        }
        let first = incoming[0].1;
        if first.is_some() && incoming.iter().all(|(_, value)| *value == first) {
            return first;
        }
        if let Some(found) = identical_phi(function, block, &incoming) {
            return Some(found);
        }
        if insertion == Insertion::Forbidden {
            return None;
        }
        let at = InsertPoint::new(block, function.blocks[block].first.expand());
        let (phi, new) = self.values.define(function, op::PHI, at)?;
        for (pred, value) in incoming {
            function.push_operand(phi, Operand::reg(value.map_or(Reg::NONE, Reg::virt)));
            function.push_operand(phi, Operand::block(pred));
        }
        Some(new)
    }
}

/// The result of a PHI of `block` that merges just these values.
fn identical_phi(
    function: &MachineFunction,
    block: Block,
    incoming: &[(Block, Option<VReg>)],
) -> Option<VReg> {
    let merges = |phi: &Inst| {
        let mut pairs = function.operands(*phi)[1..].chunks_exact(2);
        pairs.all(|pair| {
            let mut incoming = incoming.iter().rev();
            let found = incoming.find(|(pred, _)| pair[1].as_block() == Some(*pred));
            found.and_then(|found| found.1) == pair[0].as_reg().as_virtual()
        })
    };
    let phi = phis(function, block).find(merges)?;
    function.operand(phi, 0).as_reg().as_virtual()
}
