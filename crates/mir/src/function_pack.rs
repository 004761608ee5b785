//! Instructions and operands in the order in which passes walk over them.
//!
//! Selection works from the end of a block to its start and puts some instructions between others at the end; block placement
//! lays blocks out in any order. In a function that is larger than the caches, each jump between places of the tables then
//! costs every later pass a trip to memory:
//!
//! ```text
//! insts    c d - a b e          layout  a b c d e      -: removed
//!      to  a b c d e            layout  a b c d e
//! ```

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use smallvec::SmallVec;

use crate::entities::{Block, Inst, Op};
use crate::function::MachineFunction;
use crate::operand::Operand;

/// Bytes of instructions and operands up to which a function stays in the caches, so that to pack it gains nothing.
const CACHED: usize = 1 << 20;

/// Blocks that are fetched together.
const FETCHED: usize = 32;

impl MachineFunction {
    /// Packs a function that is larger than the caches, and keeps its chains. Ids of instructions that were taken before mean
    /// nothing afterwards. Observers of the journal hold such: a function that has them stays as it is.
    pub fn pack_if_large(&mut self) {
        if self.is_larger_than_caches() && !self.journal.is_on() {
            self.pack();
        }
    }

    /// Whether passes gain when the function is packed.
    pub fn is_larger_than_caches(&self) -> bool {
        let insts = size_of_val(self.insts.as_values_slice());
        insts + size_of_val(self.ops.as_values_slice()) > CACHED
    }

    /// Gives instructions and their operands new ids, in the order of the layout and without gaps. Chains keep their order.
    pub fn pack(&mut self) {
        let mut ops: Vec<PackedOption<Op>> = vec![None.into(); self.ops.len()];
        self.pack_insts(|old, new| ops[old.index()] = new.into());
        let moved =
            |old: Option<Op>| -> Option<Op> { old.and_then(|old| ops[old.index()].expand()) };
        for operand in self
            .ops
            .values_mut()
            .filter(|operand| !operand.as_reg().is_none())
        {
            operand.set_prev(moved(operand.prev()));
            operand.set_next(moved(operand.next()));
        }
        for chain in self.vreg_chains.values_mut().chain(&mut self.phys_chains) {
            chain.head = moved(chain.head.expand()).into();
            chain.tail = moved(chain.tail.expand()).into();
        }
    }

    /// As [`Self::pack`], but the chains become those of [`Self::rebuild_chains`].
    pub fn pack_and_rebuild_chains(&mut self) {
        self.pack_insts(|_, _| ());
        self.rebuild_chains();
    }

    /// Moves all but the links of chains; says of each operand where it was and where it is.
    fn pack_insts(&mut self, mut note_op: impl FnMut(Op, Op)) {
        let mut moved: Vec<PackedOption<Inst>> = vec![None.into(); self.insts.len()];
        let mut insts = PrimaryMap::with_capacity(self.insts.len());
        let mut ops: PrimaryMap<Op, Operand> = PrimaryMap::with_capacity(self.ops.len());
        let fetched = self.layout.chunks(FETCHED).flat_map(|group| {
            self.fetch(group);
            group
        });
        for block in fetched {
            let mut last: PackedOption<Inst> = None.into();
            let mut cursor = self.blocks[*block].first.expand();
            while let Some(old) = cursor {
                let mut data = self.insts[old].clone();
                cursor = data.next.expand();
                let inst: Inst = insts.next_key();
                moved[old.index()] = inst.into();
                data.first_op = ops.next_key().as_u32();
                data.capacity = data.num_ops;
                data.prev = last;
                data.next = cursor.map(|_| Inst::new(inst.index() + 1)).into();
                for op in self.op_ids(old) {
                    let mut operand = self.ops[op];
                    operand.parent = inst.into();
                    note_op(op, ops.push(operand));
                }
                last = insts.push(data).into();
            }
        }
        self.insts = insts;
        self.ops = ops;
        self.renumber_insts(|old| moved[old.index()].expand());
    }

    /// Reads the first instruction of each block, and its first operand. None of these reads waits for another, as those of
    /// a walk over the blocks do: the walk then finds them in the cache.
    fn fetch(&self, blocks: &[Block]) {
        let firsts = blocks
            .iter()
            .filter_map(|block| self.blocks[*block].first.expand());
        let firsts: SmallVec<[Inst; FETCHED]> = firsts.collect();
        let ops = firsts
            .iter()
            .map(|inst| self.insts[*inst].first_op as usize);
        let ops: SmallVec<[usize; FETCHED]> = ops.collect();
        let operands = self.ops.as_values_slice();
        let read = ops.iter().filter_map(|op| operands.get(*op));
        std::hint::black_box(read.filter(|operand| operand.is_def()).count());
    }

    /// Changes the ids of instructions in what is not an instruction.
    fn renumber_insts(&mut self, moved: impl Fn(Inst) -> Option<Inst>) {
        for data in self.blocks.values_mut() {
            data.first = data.first.expand().and_then(&moved).into();
            data.last = data.last.expand().and_then(&moved).into();
        }
        self.debug_locs = packed(&self.debug_locs, &moved);
        self.noted = packed(&self.noted, &moved);
        self.mir_info.call_sites.retain_mut(|site| {
            let inst = moved(site.inst);
            site.inst = inst.unwrap_or(site.inst);
            inst.is_some()
        });
    }
}

/// What instructions have, by their new ids.
fn packed<T: Clone + Copy + Default + PartialEq>(
    old: &SecondaryMap<Inst, T>,
    moved: impl Fn(Inst) -> Option<Inst>,
) -> SecondaryMap<Inst, T> {
    let mut packed = SecondaryMap::new();
    for (inst, value) in old.iter().filter(|(_, value)| **value != T::default()) {
        if let Some(new) = moved(inst) {
            packed[new] = *value;
        }
    }
    packed
}
