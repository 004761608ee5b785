//! Virtual registers along control flow: a definition reaches each use on every path.
//!
//! Each block is summarized first: what it does to each register that it mentions ([`Fact`]). A
//! register that a block reads before defining it is then required at the ends of its predecessors, and
//! further up:
//!
//! ```text
//!   wanted at the end of B:   B leaves it live    fine, the walk ends here
//!                             else                B is *required* to let it through: an error if B kills it
//!                                                 or is the entry; wanted at the ends of B's predecessors
//! ```
//!
//! A PHI reads at the ends of its predecessors. There it also requires less: that *some* path from a
//! definition leads there, which distinguishes an operand for the wrong predecessor from one that lacks a
//! definition.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

use super::Verifier;
use crate::entities::{Block, Inst, VReg};
use crate::function::{MachineFunction, MiFlags};
use crate::operand::OperandFlags;

bitflags::bitflags! {
    /// What a block does to a virtual register.
    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Fact: u8 {
        /// Live at the end because of a definition in the block.
        const LIVE_OUT = 1 << 0;
        /// Killed somewhere in the block.
        const KILLED = 1 << 1;
    }
}

/// A fact with the instruction that reads the register from before the block, where there is one.
struct BlockFact {
    reg: VReg,
    block: Block,
    fact: Fact,
    reader: Option<Inst>,
}

/// Something wrong that shows inside a block: instruction, operand, message.
type Report<'a> = &'a mut dyn FnMut(Inst, usize, &'static str);

/// The facts of a function.
pub(super) struct Facts {
    /// Sorted by register, then block.
    facts: Vec<BlockFact>,
    /// By block: whether the entry leads there.
    reachable: Vec<bool>,
}

impl Facts {
    /// No facts.
    pub(super) fn none(function: &MachineFunction) -> Self {
        Self {
            facts: Vec::new(),
            reachable: vec![false; function.blocks.len()],
        }
    }

    /// Collects the facts of `function`, reporting reads that no path can make right.
    pub(super) fn collect(function: &MachineFunction, report: Report<'_>) -> Self {
        let mut walk = Walk {
            fact_of: SecondaryMap::with_capacity(function.vregs.len()),
            ..Walk::default()
        };
        for block in &function.layout {
            walk.run(function, *block, report);
        }
        let mut facts = Self::none(function);
        facts.facts = walk.facts.into();
        facts.facts.sort_by_key(|fact| (fact.reg, fact.block));
        let mut work: Vec<Block> = function.layout.first().copied().into_iter().collect();
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut facts.reachable[block.as_u32() as usize], true) {
                work.extend_from_slice(&function.blocks[block].succs);
            }
        }
        facts
    }

    /// Whether the entry leads to `block`.
    pub(super) fn is_reachable(&self, block: Block) -> bool {
        self.reachable[block.as_u32() as usize]
    }

    fn at(&self, reg: VReg, block: Block) -> Fact {
        let key = (reg, block);
        let found = self.facts.binary_search_by_key(&key, |f| (f.reg, f.block));
        found.map_or(Fact::empty(), |at| self.facts[at].fact)
    }

    /// Whether some path leads from a definition of `reg` to the end of `block` past no kill.
    pub(super) fn can_be_live_out(
        &self,
        function: &MachineFunction,
        reg: VReg,
        block: Block,
    ) -> bool {
        let mut visited = vec![false; function.blocks.len()];
        let mut work = vec![block];
        while let Some(block) = work.pop() {
            let fact = self.at(reg, block);
            if fact.contains(Fact::LIVE_OUT) {
                return true;
            }
            let seen = std::mem::replace(&mut visited[block.as_u32() as usize], true);
            if !seen && !fact.contains(Fact::KILLED) {
                let preds = function.blocks[block].preds.iter();
                work.extend(preds.filter(|pred| self.is_reachable(**pred)));
            }
        }
        false
    }

    /// A PHI reads at the end of its predecessor: adds a fact for each such read.
    fn add_phi_reads(&mut self, function: &MachineFunction) {
        for block in &function.layout {
            let phis = function.block_insts(*block);
            for phi in phis.take_while(|inst| function.is_phi(*inst)) {
                let sources = function.operands(phi).get(1..).unwrap_or_default();
                for pair in sources.chunks_exact(2) {
                    let reg = pair[0].as_reg().as_virtual();
                    if let (Some(reg), Some(pred)) =
                        (reg.filter(|_| pair[0].reads_reg()), pair[1].as_block())
                    {
                        self.facts.push(BlockFact {
                            reg,
                            block: pred,
                            fact: Fact::empty(),
                            reader: Some(phi),
                        });
                    }
                }
            }
        }
        self.facts.sort_by_key(|fact| (fact.reg, fact.block));
    }
}

/// One of the facts that a walk has collected.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FactId(u32);
entity_impl!(FactId, "fact");

/// State of the walk through one block.
#[derive(Default)]
struct Walk {
    killed: Vec<VReg>,
    dead: Vec<VReg>,
    defined: Vec<VReg>,
    /// By register: its fact, if it has one for this block.
    fact_of: SecondaryMap<VReg, PackedOption<FactId>>,
    facts: PrimaryMap<FactId, BlockFact>,
}

impl Walk {
    fn run(&mut self, function: &MachineFunction, block: Block, report: Report<'_>) {
        let first = self.facts.len();
        for inst in function.block_insts(block) {
            if !function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED) {
                self.end_bundle(block);
            }
            if !function.is_debug(inst) {
                self.visit(function, block, inst, report);
            }
        }
        self.end_bundle(block);
        for fact in self.facts.values().skip(first) {
            self.fact_of[fact.reg] = None.into();
        }
    }

    fn fact(&mut self, reg: VReg, block: Block) -> &mut BlockFact {
        let id = self.fact_of[reg].expand().unwrap_or_else(|| {
            let id = self.facts.push(BlockFact {
                reg,
                block,
                fact: Fact::empty(),
                reader: None,
            });
            self.fact_of[reg] = id.into();
            id
        });
        &mut self.facts[id]
    }

    fn visit(&mut self, function: &MachineFunction, block: Block, inst: Inst, report: Report<'_>) {
        for (index, operand) in function.operands(inst).iter().enumerate() {
            let Some(reg) = operand.as_reg().as_virtual() else {
                continue;
            };
            if operand.reads_reg() {
                if operand.has(OperandFlags::KILL) {
                    self.killed.push(reg);
                }
                if let Some(message) = self.read(function, block, inst, reg) {
                    report(inst, index, message);
                }
            }
            if operand.is_def() {
                let list = match operand.has(OperandFlags::DEAD) {
                    true => &mut self.dead,
                    false => &mut self.defined,
                };
                list.push(reg);
            }
        }
    }

    /// Notes a read; returns what is wrong with it.
    fn read(
        &mut self,
        function: &MachineFunction,
        block: Block,
        inst: Inst,
        reg: VReg,
    ) -> Option<&'static str> {
        if function.defs(reg).next().is_none() {
            return Some("Reading virtual register without a def");
        }
        let fact = self.fact(reg, block);
        if fact.fact.contains(Fact::LIVE_OUT) {
            return None;
        }
        if fact.fact.contains(Fact::KILLED) {
            return Some("Using a killed virtual register");
        }
        if !function.is_phi(inst) {
            fact.reader.get_or_insert(inst);
        }
        None
    }

    /// Applies what the instructions of a bundle do, together.
    fn end_bundle(&mut self, block: Block) {
        while let Some(reg) = self.killed.pop() {
            let fact = &mut self.fact(reg, block).fact;
            fact.remove(Fact::LIVE_OUT);
            fact.insert(Fact::KILLED);
        }
        while let Some(reg) = self.dead.pop() {
            self.fact(reg, block).fact.remove(Fact::LIVE_OUT);
        }
        while let Some(reg) = self.defined.pop() {
            self.fact(reg, block).fact.insert(Fact::LIVE_OUT);
        }
    }
}

/// Blocks that one register is required to pass through.
struct Required {
    /// By block: what it does to the register.
    state: Vec<Fact>,
    /// By block.
    wanted: Vec<bool>,
    work: Vec<Block>,
    /// Blocks that were wanted, to reset them.
    touched: Vec<Block>,
    /// The result.
    blocks: Vec<Block>,
}

impl Required {
    fn new(function: &MachineFunction) -> Self {
        let count = function.blocks.len();
        Self {
            state: vec![Fact::empty(); count],
            wanted: vec![false; count],
            work: Vec::new(),
            touched: Vec::new(),
            blocks: Vec::new(),
        }
    }

    fn want(&mut self, block: Block) {
        if !std::mem::replace(&mut self.wanted[block.as_u32() as usize], true) {
            self.work.push(block);
            self.touched.push(block);
        }
    }

    /// Walks up from the readers of one register, whose facts these are.
    fn find(&mut self, function: &MachineFunction, group: &[BlockFact]) -> &[Block] {
        self.blocks.clear();
        for fact in group {
            self.state[fact.block.as_u32() as usize] |= fact.fact;
        }
        for fact in group {
            match fact.reader {
                Some(reader) if function.is_phi(reader) => self.want(fact.block),
                Some(_) => {
                    let preds = &function.blocks[fact.block].preds;
                    preds.iter().for_each(|pred| self.want(*pred));
                }
                None => {}
            }
        }
        while let Some(block) = self.work.pop() {
            if !self.state[block.as_u32() as usize].contains(Fact::LIVE_OUT) {
                self.blocks.push(block);
                let preds = &function.blocks[block].preds;
                preds.iter().for_each(|pred| self.want(*pred));
            }
        }
        for block in self.touched.drain(..) {
            self.wanted[block.as_u32() as usize] = false;
        }
        for fact in group {
            self.state[fact.block.as_u32() as usize] = Fact::empty();
        }
        &self.blocks
    }
}

/// For each virtual register the blocks that it has to pass through, from its definitions to its uses:
/// neither the last definition nor, as a rule, the last use on the path is in them. Sorted.
pub fn live_through(function: &MachineFunction) -> Vec<(VReg, Block)> {
    let mut facts = Facts::collect(function, &mut |_, _, _| {});
    facts.add_phi_reads(function);
    let mut required = Required::new(function);
    let mut pairs = Vec::new();
    for group in facts.facts.chunk_by(|a, b| a.reg == b.reg) {
        let blocks = required.find(function, group).iter();
        pairs.extend(blocks.map(|block| (group[0].reg, *block)));
    }
    pairs.sort_unstable();
    pairs
}

impl Verifier<'_> {
    /// Follows what blocks read from before up to the definitions, one register at a time.
    pub(super) fn check_flow(&mut self, mut facts: Facts) {
        let function = self.function;
        facts.add_phi_reads(function);
        let entry = function.layout.first().copied();
        let mut required = Required::new(function);
        for group in facts.facts.chunk_by(|a, b| a.reg == b.reg) {
            let reg = group[0].reg;
            let mut undefined = group
                .iter()
                .filter(|fact| Some(fact.block) == entry)
                .filter_map(|fact| fact.reader)
                .find(|reader| !function.is_phi(*reader));
            for block in required.find(function, group) {
                if Some(*block) == entry {
                    undefined = undefined.or_else(|| group.iter().find_map(|fact| fact.reader));
                }
                let killed = |f: &BlockFact| f.block == *block && f.fact.contains(Fact::KILLED);
                if group.iter().any(killed) {
                    let message =
                        format!("Virtual register killed in block, but needed live out: {reg}");
                    self.report_block(*block, message);
                }
            }
            if let Some(reader) = undefined {
                let message = format!("Virtual register defs don't dominate all uses: {reg}");
                self.report_inst(reader, message);
            }
        }
    }
}
