//! The map of block addresses (`.llvm_bb_addr_map`), by which profilers find the block that an address is in.
//!
//! ```text
//!   version, features, the function's address, number of blocks
//!   for each block: its number, distance from the end of the block before it, size, what is known of it
//! ```
//!
//! Source: LLVM's documentation of extensions, "SHT_LLVM_BB_ADDR_MAP Section (basic block address map)".

use avarice_ir::{Global, Module};
use avarice_mir::{Block, BlockFrequencies, BlockSections, Inst, MachineFunction};
use avarice_mir::{MachineCfg, MachineDominatorTree, MachineLoopInfo};
use avarice_target::{InstrFlags, op};
use gimli::leb128::write as leb128;
use object::elf;

use crate::inst_facts::emits_nothing;
use crate::sections::SectionSpec;

/// The kind of section that the map is in.
pub(crate) const KIND: u32 = 0x6fff_4c0a;
/// The version of the map.
pub(crate) const VERSION: u8 = 2;
/// That there are several ranges of blocks.
pub(crate) const SEVERAL_RANGES: u8 = 1 << 3;

/// What the map says of the profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MapProfile {
    /// How often functions were entered.
    pub has_entry_counts: bool,
    /// How often blocks run.
    pub has_frequencies: bool,
    /// Where control goes from blocks.
    pub has_probabilities: bool,
}

impl MapProfile {
    /// The bits that say in a map what it has.
    pub(crate) fn features(self) -> u8 {
        let has = [
            self.has_entry_counts,
            self.has_frequencies,
            self.has_probabilities,
        ];
        let bits = has.into_iter().enumerate();
        bits.map(|(bit, is_there)| u8::from(is_there) << bit).sum()
    }

    /// What it says of a function, with comments.
    pub(crate) fn numbers(
        self,
        module: &Module,
        function: &MachineFunction,
        entries: &[BlockEntry],
    ) -> Vec<(&'static str, u64)> {
        let mut numbers = Vec::new();
        if self.has_entry_counts {
            let global = function.ir_function;
            let count = global.and_then(|global| module.entry_count(global));
            numbers.push(("function entry count", count.unwrap_or(0)));
        }
        if !self.has_frequencies && !self.has_probabilities {
            return numbers;
        }
        let cfg = MachineCfg::of(function);
        let loops = MachineLoopInfo::of(&cfg, &MachineDominatorTree::of(&cfg));
        let frequencies = BlockFrequencies::of(function, &cfg, &loops);
        for entry in entries {
            if self.has_frequencies {
                let frequency = frequencies.frequency(entry.block);
                numbers.push(("basic block frequency", frequency));
            }
            if self.has_probabilities {
                edges(function, entry.block, &mut numbers);
            }
        }
        numbers
    }
}

/// Appends where control goes from `block`.
fn edges(function: &MachineFunction, block: Block, numbers: &mut Vec<(&'static str, u64)>) {
    let succs = &function.blocks[block].succs;
    numbers.push(("basic block successor count", succs.len() as u64));
    for (at, successor) in succs.iter().enumerate() {
        let id = function.blocks[*successor].block_id.map_or(0, |id| id.0);
        let probability = function.succ_probability(block, at);
        numbers.push(("successor BB ID", id.into()));
        numbers.push(("successor branch probability", probability.0.into()));
    }
}

/// The entry of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockEntry {
    /// The block.
    pub(crate) block: Block,
    /// The number by which profiles name it.
    pub(crate) id: u32,
    /// What is known of it.
    pub(crate) flags: u32,
}

/// The map of a function's blocks, but for its address.
#[derive(Clone, Debug)]
pub struct BlockMap {
    pub(crate) blocks: Vec<MappedBlock>,
    pub(crate) features: u8,
    /// What follows the blocks.
    pub(crate) profile: Vec<u64>,
}

/// Offsets of a block in the code of its function.
#[derive(Clone, Copy, Debug)]
pub struct MappedBlock {
    pub(crate) id: u32,
    pub(crate) flags: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Whether the blocks of a function have labels at their begins and ends.
pub(crate) fn has_labels(function: &MachineFunction, lists_all: bool) -> bool {
    function.block_sections == BlockSections::Labels || lists_all
}

/// The blocks that are listed of `function`; `None` if it is not listed at all.
pub(crate) fn entries(function: &MachineFunction, lists_all: bool) -> Option<Vec<BlockEntry>> {
    if !has_labels(function, lists_all) || !has_code(function) {
        return None;
    }
    let mut entries = Vec::with_capacity(function.layout.len());
    for (at, block) in function.layout.iter().enumerate() {
        let next = function.layout.get(at + 1).copied();
        entries.push(BlockEntry {
            block: *block,
            id: function.blocks[*block].block_id?.0,
            flags: flags(function, *block, next),
        });
    }
    Some(entries)
}

/// Whether any instruction of a function is code.
fn has_code(function: &MachineFunction) -> bool {
    let mut insts = function
        .layout
        .iter()
        .flat_map(|b| function.block_insts(*b));
    insts.any(|inst| function.opcode(inst) != op::EH_LABEL && !emits_nothing(function, inst))
}

/// What the map says of a block, before `next` in the layout.
fn flags(function: &MachineFunction, block: Block, next: Option<Block>) -> u32 {
    let data = &function.blocks[block];
    let last = data.last.expand();
    let has = |flag| last.is_some_and(|last: Inst| function.desc(last).has(flag));
    let returns = has(InstrFlags::RETURN);
    let calls = returns && has(InstrFlags::CALL);
    let next = next.filter(|next| function.is_successor(block, *next));
    let goes_on = next
        .is_some_and(|next| !has(InstrFlags::BARRIER) || terminators_name(function, block, next));
    let indirect = has(InstrFlags::INDIRECT_BRANCH);
    [returns, calls, data.eh_pad, goes_on, indirect]
        .into_iter()
        .enumerate()
        .map(|(bit, is_set)| u32::from(is_set) << bit)
        .sum()
}

/// Whether a terminator of `block` leads to `to` by name.
fn terminators_name(function: &MachineFunction, block: Block, to: Block) -> bool {
    let first = function.first_terminator(block);
    let mut terminators = std::iter::successors(first, |inst| function.next_inst(*inst));
    terminators.any(|inst| {
        let mut operands = function.operands(inst).iter();
        operands.any(|operand| operand.as_block() == Some(to))
    })
}

/// The section of the map for code in section `code`, in which `first` is the first function.
pub(crate) fn section(code: &SectionSpec, first: Global) -> SectionSpec {
    SectionSpec {
        group: code.group,
        link: Some(first),
        ..SectionSpec::new(b".llvm_bb_addr_map", KIND, elf::SHF_LINK_ORDER)
    }
}

/// The map of a function but for its address, whose place is the second value, in bytes from the start.
pub(crate) fn encoded(map: &BlockMap) -> (Vec<u8>, u32) {
    let mut bytes = vec![VERSION, map.features];
    let address = bytes.len() as u32;
    bytes.extend([0; 8]);
    let number = |bytes: &mut Vec<u8>, value: u64| {
        leb128::unsigned(bytes, value).expect("writing to memory does not fail");
    };
    number(&mut bytes, map.blocks.len() as u64);
    let mut end = 0;
    for block in &map.blocks {
        for value in [
            block.id,
            block.start - end,
            block.end - block.start,
            block.flags,
        ] {
            number(&mut bytes, value.into());
        }
        end = block.end;
    }
    for value in &map.profile {
        number(&mut bytes, *value);
    }
    (bytes, address)
}
