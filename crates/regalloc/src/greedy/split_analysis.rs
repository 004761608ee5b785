//! Where and how a live range is used, block by block.

use avarice_liveness::{LiveInterval, LiveIntervals, LiveRange, Renumbering, SlotIndex};
use avarice_mir::{Block, MachineFunction, MachineLoopInfo, OperandFlags, TargetHooks, VReg};
use avarice_trace::{Log, log};
use cranelift_entity::packed_option::ReservedValue;

use super::bit_set::BitSet;
use avarice_machine::virt_reg_map::VirtRegMap;
use avarice_mir::inst_facts::is_copy_like;

/// What a live range does in a block that has an instruction with it.
///
/// A block where the range ends and begins anew has two entries, for the part that is live in and the part
/// that is live out.
#[derive(Clone, Copy, Debug)]
pub struct BlockInfo {
    /// The block.
    pub block: Block,
    /// First instruction that reads or writes the register.
    pub first_inst: SlotIndex,
    /// Last instruction that does.
    pub last_inst: SlotIndex,
    /// First definition that is no PHI, or none.
    pub first_def: SlotIndex,
    /// Whether it is live into the block.
    pub live_in: bool,
    /// Whether it is live out of the block.
    pub live_out: bool,
}

impl BlockInfo {
    /// Whether only one instruction is concerned.
    pub fn is_one_inst(&self) -> bool {
        self.first_inst.same_inst(self.last_inst)
    }
}

/// The analysis of one live range at a time.
#[derive(Debug)]
pub struct SplitAnalysis {
    parent: VReg,
    use_slots: Vec<SlotIndex>,
    use_blocks: Vec<BlockInfo>,
    gap_blocks: usize,
    through_blocks: BitSet<Block>,
    num_through_blocks: usize,
    looks_like_loop_iv: bool,
    followed: usize,
}

impl Default for SplitAnalysis {
    fn default() -> Self {
        Self {
            parent: VReg::reserved_value(),
            use_slots: Vec::new(),
            use_blocks: Vec::new(),
            gap_blocks: 0,
            through_blocks: BitSet::default(),
            num_through_blocks: 0,
            looks_like_loop_iv: false,
            followed: 0,
        }
    }
}

impl SplitAnalysis {
    /// The register that was analyzed last.
    pub fn parent(&self) -> VReg {
        self.parent
    }

    /// Places of all instructions that read or write the register, one each, in order.
    pub fn use_slots(&self) -> &[SlotIndex] {
        &self.use_slots
    }

    /// The blocks of these instructions, in order.
    pub fn use_blocks(&self) -> &[BlockInfo] {
        &self.use_blocks
    }

    /// The blocks that it lives through without use, by block index.
    pub fn through_blocks(&self) -> &BitSet<Block> {
        &self.through_blocks
    }

    /// Number of blocks that it lives through without use.
    pub fn num_through_blocks(&self) -> usize {
        self.num_through_blocks
    }

    /// Number of blocks where it is live.
    pub fn num_live_blocks(&self) -> usize {
        self.use_blocks.len() - self.gap_blocks + self.num_through_blocks
    }

    /// Whether this looks like the counter of a loop: two blocks use it, and one of these is the latch of a
    /// loop that it lives through, redefined.
    pub fn looks_like_loop_iv(&self) -> bool {
        self.looks_like_loop_iv
    }

    /// Follows renumberings of slot indexes.
    pub fn follow(&mut self, renumberings: &[Renumbering]) {
        for renumbering in &renumberings[self.followed.min(renumberings.len())..] {
            let (first, last) = renumbering.span();
            let from = self.use_slots.partition_point(|slot| *slot < first);
            let slots = self.use_slots[from..].iter_mut();
            for slot in slots.take_while(|slot| **slot <= last) {
                *slot = renumbering.map(*slot);
            }
            let infos = &mut self.use_blocks;
            let from = infos.partition_point(|info| info.last_inst < first);
            for info in &mut infos[from..] {
                if info.first_inst > last {
                    break;
                }
                info.first_inst = renumbering.map(info.first_inst);
                info.last_inst = renumbering.map(info.last_inst);
                if !info.first_def.is_none() {
                    info.first_def = renumbering.map(info.first_def);
                }
            }
        }
        self.followed = renumberings.len();
    }

    /// Analyzes the interval of `reg`.
    pub fn analyze(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        loops: &MachineLoopInfo,
        reg: VReg,
        log: &mut Log<'_>,
    ) {
        self.parent = reg;
        self.followed = live_intervals.renumberings().len();
        let interval = live_intervals.interval(reg);
        self.collect_use_slots(function, live_intervals, interval);
        self.use_blocks.clear();
        self.gap_blocks = 0;
        self.num_through_blocks = 0;
        self.through_blocks.reset(function.blocks.len());
        self.looks_like_loop_iv = false;
        if !interval.is_empty() {
            self.collect_blocks(live_intervals, interval.range());
            self.looks_like_loop_iv = self.use_blocks.len() == 2
                && self
                    .use_blocks
                    .iter()
                    .any(|info| is_loop_update(function, loops, info));
        }
        log!(
            log,
            "Analyze counted {} instrs in {} blocks, through {} blocks.\n",
            self.use_slots.len(),
            self.use_blocks.len(),
            self.num_through_blocks
        );
    }

    fn collect_use_slots(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        interval: &LiveInterval,
    ) {
        self.use_slots.clear();
        let defs = interval.values().iter();
        self.use_slots.extend(
            defs.filter(|v| !v.is_phi_def() && !v.is_unused())
                .map(|v| v.def),
        );
        for op in function.non_debug_uses(interval.reg()) {
            if !function.op(op).has(OperandFlags::UNDEF) {
                let index = live_intervals.indexes.index(function.op_inst(op));
                self.use_slots.push(index.reg_slot(false));
            }
        }
        self.use_slots.sort_unstable();
        self.use_slots
            .dedup_by(|later, first| first.same_inst(*later));
    }

    fn collect_blocks(&mut self, live_intervals: &LiveIntervals, range: &LiveRange) {
        let segments = range.segments();
        let starts = live_intervals.indexes.block_starts();
        let block_of = |index: SlotIndex| starts.partition_point(|(start, _)| *start <= index) - 1;
        let (mut segment, mut used) = (0, 0);
        let mut place = block_of(segments[0].start);
        loop {
            let block = starts[place].1;
            let (start, stop) = live_intervals.indexes.block_range(block);
            if self.use_slots.get(used).is_none_or(|slot| *slot >= stop) {
                self.num_through_blocks += 1;
                self.through_blocks.insert(block);
            } else {
                let first = used;
                used += self.use_slots[used..].partition_point(|slot| *slot < stop);
                let mut info = BlockInfo {
                    block,
                    first_inst: self.use_slots[first],
                    last_inst: self.use_slots[used - 1],
                    first_def: SlotIndex::NONE,
                    live_in: segments[segment].start <= start,
                    live_out: true,
                };
                if !info.live_in {
                    info.first_def = info.first_inst;
                }
                segment = self.collect_gaps(range, segment, stop, &mut info);
                self.use_blocks.push(info);
                if segment == segments.len() {
                    return;
                }
            }
            if segments[segment].end == stop {
                segment += 1;
                if segment == segments.len() {
                    return;
                }
            }
            place = if segments[segment].start < stop {
                place + 1
            } else {
                block_of(segments[segment].start)
            };
        }
    }

    /// Goes through the segments that end in a block before `stop`. Returns the first that does not.
    fn collect_gaps(
        &mut self,
        range: &LiveRange,
        mut segment: usize,
        stop: SlotIndex,
        info: &mut BlockInfo,
    ) -> usize {
        let segments = range.segments();
        while segments[segment].end < stop {
            let last_stop = segments[segment].end;
            segment += 1;
            let Some(next) = segments.get(segment).filter(|s| s.start < stop) else {
                info.live_out = false;
                info.last_inst = last_stop;
                break;
            };
            if last_stop < next.start {
                // Live in up to here, and live out from there on: two entries.
                self.gap_blocks += 1;
                info.live_out = false;
                self.use_blocks.push(BlockInfo {
                    last_inst: last_stop,
                    ..*info
                });
                info.live_in = false;
                info.live_out = true;
                info.first_inst = next.start;
                info.first_def = next.start;
            }
            if info.first_def.is_none() {
                info.first_def = next.start;
            }
        }
        segment
    }

    /// Whether a block with uses is worth an interval of its own. `single_insts` says that this is the case
    /// for single instructions as well.
    pub fn should_split_single_block(
        &self,
        function: &MachineFunction,
        hooks: &dyn TargetHooks,
        live_intervals: &LiveIntervals,
        map: &VirtRegMap,
        info: &BlockInfo,
        single_insts: bool,
    ) -> bool {
        if !info.is_one_inst() {
            return true;
        }
        if !single_insts {
            return false;
        }
        if info.live_in && info.live_out {
            return true;
        }
        let inst = live_intervals.indexes.inst_at(info.first_inst);
        let copy =
            inst.is_some_and(|inst| hooks.is_copy(function, inst) || is_copy_like(function, inst));
        let original = live_intervals.interval(map.original(self.parent));
        !copy && is_endpoint(original.range(), info.first_inst)
    }
}

/// Whether a range begins or ends at a place.
fn is_endpoint(range: &LiveRange, index: SlotIndex) -> bool {
    let at = range.find(index);
    let segments = range.segments();
    match segments.get(at) {
        Some(segment) if segment.start <= index => segment.start == index,
        _ => at != 0 && segments[at - 1].end == index,
    }
}

/// Whether a live-through block redefines the register and is the latch of its loop.
fn is_loop_update(function: &MachineFunction, loops: &MachineLoopInfo, info: &BlockInfo) -> bool {
    info.live_in
        && info.live_out
        && !info.first_def.is_none()
        && loops.loop_of(info.block).is_some_and(|id| {
            let header = loops.header(id);
            function.blocks[info.block].succs.contains(&header)
        })
}

/// In how many blocks an interval is live.
pub fn count_live_blocks(live_intervals: &LiveIntervals, interval: &LiveInterval) -> usize {
    let segments = interval.segments();
    let starts = live_intervals.indexes.block_starts();
    let mut count = 0;
    let mut next = 0;
    for segment in segments {
        // Blocks counted already begin before `next`.
        let first = starts.partition_point(|(start, _)| *start <= segment.start) - 1;
        let end = starts.partition_point(|(start, _)| *start < segment.end);
        let first = first.max(next);
        count += end.saturating_sub(first);
        next = next.max(end);
    }
    count
}
