//! A machine function as a [`regalloc2::Function`].

use avarice_mir::{Block as MachineBlock, Inst as MachineInst, Op};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use regalloc2::{Block, Function, Inst, InstRange, Operand, PRegSet, RegClass, VReg};

/// What regalloc2 calls a virtual register: what is in one home.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);
entity_impl!(Value, "v");

/// What an instruction is to control flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It continues after it.
    Next,
    /// The end of a block with successors.
    Branch,
    /// The end of a block without.
    Return,
}

/// An instruction, or several that nothing can be put between.
#[derive(Clone, Copy, Debug)]
pub struct InputInst {
    /// Where its operands begin.
    first_operand: u32,
    /// Place of what it destroys in the list of sets; the first is empty.
    clobbers: u32,
    /// What it is to control flow.
    flow: Flow,
    /// The first machine instruction; none of one that only regalloc2 has.
    pub first: PackedOption<MachineInst>,
    /// The machine instruction after it; none at the end of a block.
    pub next: PackedOption<MachineInst>,
}

/// A block.
#[derive(Debug)]
pub struct InputBlock {
    /// The machine block.
    pub block: MachineBlock,
    /// Number of its first instruction.
    pub first: u32,
    params: Vec<VReg>,
    preds: Vec<Block>,
    succs: Vec<Block>,
    /// By successor: what its parameters get.
    args: Vec<Vec<VReg>>,
}

/// A function for regalloc2, and what its parts are in the machine function.
#[derive(Debug, Default)]
pub struct Input {
    /// Instructions by number.
    pub insts: Vec<InputInst>,
    /// Blocks by number.
    pub blocks: Vec<InputBlock>,
    /// Kinds of values.
    pub values: PrimaryMap<Value, RegClass>,
    /// Operands of all instructions.
    operands: Vec<Operand>,
    /// By operand: the machine operand that gets its register, if any.
    sites: Vec<PackedOption<Op>>,
    clobbers: Vec<PRegSet>,
    /// Eight bytes that a spilled value of each kind takes.
    slot_sizes: [usize; 3],
}

/// Operands of an instruction that is being made.
#[derive(Debug, Default)]
pub struct Pending {
    /// Operands with the machine operands that get their registers.
    pub operands: Vec<(Operand, PackedOption<Op>)>,
    /// What it destroys.
    pub clobbers: PRegSet,
}

impl Input {
    /// A function without blocks; `slot_sizes` in units of eight bytes, by kind.
    pub fn new(slot_sizes: [usize; 3]) -> Self {
        Self {
            clobbers: vec![PRegSet::empty()],
            slot_sizes,
            ..Self::default()
        }
    }

    /// The virtual register of regalloc2 that stands for `value`.
    pub fn vreg(&self, value: Value) -> VReg {
        VReg::new(value.index(), self.values[value])
    }

    /// Begins a block. `preds` and `succs` are numbers of blocks.
    pub fn begin_block(&mut self, block: MachineBlock, preds: Vec<Block>, succs: Vec<Block>) {
        self.blocks.push(InputBlock {
            block,
            first: self.insts.len() as u32,
            params: Vec::new(),
            preds,
            succs,
            args: Vec::new(),
        });
    }

    /// Adds a parameter to the block that was begun last.
    pub fn add_param(&mut self, value: Value) {
        let vreg = self.vreg(value);
        if let Some(block) = self.blocks.last_mut() {
            block.params.push(vreg);
        }
    }

    /// Says what the parameters of the next successor of `block` get.
    pub fn add_args(&mut self, block: usize, args: Vec<VReg>) {
        self.blocks[block].args.push(args);
    }

    /// Ends an instruction: takes what `pending` has.
    pub fn add_inst(
        &mut self,
        pending: &mut Pending,
        flow: Flow,
        first: Option<MachineInst>,
        next: Option<MachineInst>,
    ) {
        let clobbers = std::mem::take(&mut pending.clobbers);
        let clobbers = if clobbers == PRegSet::empty() {
            0
        } else if self.clobbers.last() == Some(&clobbers) {
            self.clobbers.len() - 1
        } else {
            self.clobbers.push(clobbers);
            self.clobbers.len() - 1
        };
        self.insts.push(InputInst {
            first_operand: self.operands.len() as u32,
            clobbers: clobbers as u32,
            flow,
            first: first.into(),
            next: next.into(),
        });
        for (operand, site) in pending.operands.drain(..) {
            self.operands.push(operand);
            self.sites.push(site);
        }
    }

    /// Replaces values by what `resolve` says.
    pub fn resolve(&mut self, resolve: impl Fn(Value) -> Value) {
        let values = &self.values;
        let resolved = |vreg: VReg| {
            let value = resolve(Value::new(vreg.vreg()));
            VReg::new(value.index(), values[value])
        };
        for operand in &mut self.operands {
            let (constraint, kind) = (operand.constraint(), operand.kind());
            *operand = Operand::new(resolved(operand.vreg()), constraint, kind, operand.pos());
        }
        for arg in self.blocks.iter_mut().flat_map(|block| &mut block.args) {
            for vreg in arg {
                *vreg = resolved(*vreg);
            }
        }
    }

    /// The machine block of an instruction.
    pub fn block_of(&self, inst: usize) -> MachineBlock {
        let after = self
            .blocks
            .partition_point(|block| block.first as usize <= inst);
        self.blocks[after.saturating_sub(1)].block
    }

    fn operand_range(&self, inst: usize) -> std::ops::Range<usize> {
        let next = self.insts.get(inst + 1);
        let end = next.map_or(self.operands.len(), |next| next.first_operand as usize);
        self.insts[inst].first_operand as usize..end
    }

    /// The machine operands that get the registers of an instruction's operands, in their order.
    pub fn sites(&self, inst: usize) -> &[PackedOption<Op>] {
        &self.sites[self.operand_range(inst)]
    }
}

impl Function for Input {
    fn num_insts(&self) -> usize {
        self.insts.len()
    }

    fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    fn entry_block(&self) -> Block {
        Block::new(0)
    }

    fn block_insns(&self, block: Block) -> InstRange {
        let end = match self.blocks.get(block.index() + 1) {
            Some(next) => next.first as usize,
            None => self.insts.len(),
        };
        let first = self.blocks[block.index()].first as usize;
        InstRange::new(Inst::new(first), Inst::new(end))
    }

    fn block_succs(&self, block: Block) -> &[Block] {
        &self.blocks[block.index()].succs
    }

    fn block_preds(&self, block: Block) -> &[Block] {
        &self.blocks[block.index()].preds
    }

    fn block_params(&self, block: Block) -> &[VReg] {
        &self.blocks[block.index()].params
    }

    fn is_ret(&self, inst: Inst) -> bool {
        self.insts[inst.index()].flow == Flow::Return
    }

    fn is_branch(&self, inst: Inst) -> bool {
        self.insts[inst.index()].flow == Flow::Branch
    }

    fn branch_blockparams(&self, block: Block, _: Inst, successor: usize) -> &[VReg] {
        &self.blocks[block.index()].args[successor]
    }

    fn inst_operands(&self, inst: Inst) -> &[Operand] {
        &self.operands[self.operand_range(inst.index())]
    }

    fn inst_clobbers(&self, inst: Inst) -> PRegSet {
        self.clobbers[self.insts[inst.index()].clobbers as usize]
    }

    fn num_vregs(&self) -> usize {
        self.values.len()
    }

    fn spillslot_size(&self, class: RegClass) -> usize {
        self.slot_sizes[class as usize]
    }
}
