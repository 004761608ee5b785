//! Registers in use in a block.

use avarice_liveness::{LiveIntervals, SlotIndex};
use avarice_mir::{Block, MachineFunction, inst_facts};
use cranelift_entity::SecondaryMap;

use crate::schedule::pressure::{DeadDefs, Liveness, PressureTracker, RegOperands};

/// The most registers that are in use at a time in blocks, while one block is visited.
#[derive(Debug, Default)]
pub(super) struct BlockPressure {
    tracker: PressureTracker,
    operands: RegOperands,
    /// In machine SSA it is not known where registers are live: they are where they are read further below.
    unknown: LiveIntervals,
    /// By block that was asked for: where in `most` its numbers begin.
    places: SecondaryMap<Block, Option<u32>>,
    asked: Vec<Block>,
    /// By set, block after block.
    most: Vec<u32>,
}

impl BlockPressure {
    /// Forgets what was computed.
    pub(super) fn clear(&mut self) {
        for block in self.asked.drain(..) {
            self.places[block] = None;
        }
        self.most.clear();
    }

    /// By set: the most registers in use.
    pub(super) fn of(
        &mut self,
        function: &MachineFunction,
        reserved: &[bool],
        block: Block,
    ) -> &[u32] {
        let sets = function.target.pressure.sets.len();
        let place = match self.places[block] {
            Some(place) => place as usize,
            None => {
                self.compute(function, reserved, block);
                let place = self.most.len();
                self.most.extend_from_slice(self.tracker.most());
                self.places[block] = Some(place as u32);
                self.asked.push(block);
                place
            }
        };
        &self.most[place..place + sets]
    }

    fn compute(&mut self, function: &MachineFunction, reserved: &[bool], block: Block) {
        self.tracker.begin(function.target.pressure.sets.len());
        let liveness = Liveness {
            function,
            live_intervals: &self.unknown,
        };
        let mut read = Vec::new();
        let last = function.blocks[block].last.expand();
        let mut cursor = last.map(|last| function.bundle_head(last));
        while let Some(inst) = cursor {
            cursor = function.prev_bundle(inst);
            if inst_facts::is_debug_or_probe(function, inst) {
                continue;
            }
            let dead = DeadDefs::Collected;
            self.operands
                .collect(function, &self.unknown, reserved, inst, dead);
            read.clear();
            self.tracker
                .recede(&liveness, SlotIndex::default(), &self.operands, &mut read);
        }
    }
}
