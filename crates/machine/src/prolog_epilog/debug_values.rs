//! Debug values of parameters at the begin of the block that sets up the frame: they hold before that already.

use avarice_ir::{DebugInfo, MetadataId, Module, debug_info::number};
use avarice_mir::{Block, InsertPoint, Inst, MachineFunction};
use smallvec::SmallVec;

use avarice_mir::debug_values::{debug_places, is_debug_value, variable_of};

/// Debug values that come before the prologue.
#[derive(Clone, Debug)]
pub struct EntryValues {
    block: Block,
    values: SmallVec<[Inst; 4]>,
}

impl EntryValues {
    /// Those at the begin of `block`. What is in the frame has no place before it is set up, nor has what later values of
    /// the same variable say.
    pub fn of(module: &Module, function: &MachineFunction, block: Block) -> Self {
        let mut values = SmallVec::new();
        let mut in_frame: SmallVec<[MetadataId; 4]> = SmallVec::new();
        let insts = function.block_insts(block);
        for inst in insts.take_while(|inst| function.is_debug(*inst)) {
            let variable = match is_debug_value(function, inst) {
                true => variable_of(function, inst),
                false => None,
            };
            let Some(variable) = variable.filter(|variable| is_parameter(module, *variable)) else {
                continue;
            };
            let mut places = debug_places(function, inst).iter();
            if places.any(|place| place.as_frame_index().is_some()) {
                in_frame.push(variable);
            } else if !in_frame.contains(&variable) {
                values.push(inst);
            }
        }
        Self { block, values }
    }

    /// Moves them to the begin of their block.
    pub fn move_to_begin(self, function: &mut MachineFunction) {
        let mut before = function.blocks[self.block].first.expand();
        for value in self.values {
            match before == Some(value) {
                true => before = function.next_inst(value),
                false => function.splice(value, InsertPoint::new(self.block, before)),
            }
        }
    }
}

/// Whether a variable is a parameter: these are numbered from 1 on.
fn is_parameter(module: &Module, variable: MetadataId) -> bool {
    let info = DebugInfo::of(module);
    let node = info.and_then(|info| info.node_of(variable, "DILocalVariable"));
    node.is_some_and(|node| number(node, "arg") != 0)
}
