//! Numbers by which debug values refer to instructions, where an instruction takes the place of another.

use avarice_mir::mir_info::DebugSubstitution;
use avarice_mir::{Inst, MachineFunction};

/// Hands out numbers that no instruction of a function has.
#[derive(Clone, Copy, Debug, Default)]
pub struct DebugNumbers {
    /// The last number in use, once that is known.
    last: Option<u32>,
}

impl DebugNumbers {
    /// Says that debug values which refer to what `old` defines first mean what `new` defines first.
    pub fn substitute(&mut self, function: &mut MachineFunction, old: Inst, new: Inst) {
        let number = |inst| function.notes(inst).map_or(0, |notes| notes.debug_number);
        let (from, mut to) = (number(old), number(new));
        if from == 0 || !function.operands(old).first().is_some_and(|o| o.is_def()) {
            return;
        }
        if to == 0 {
            to = self.last.unwrap_or_else(|| largest(function)) + 1;
            self.last = Some(to);
            let mut notes = function.notes(new).copied().unwrap_or_default();
            notes.debug_number = to;
            function.set_notes(new, notes);
        }
        let substitutions = &mut function.mir_info.debug_substitutions;
        substitutions.push(DebugSubstitution {
            from: (from, 0),
            to: (to, 0),
            sub_reg: 0,
        });
    }
}

/// The largest number in use in `function`.
fn largest(function: &MachineFunction) -> u32 {
    let blocks = function.layout.iter();
    let insts = blocks.flat_map(|block| function.block_insts(*block));
    let insts = insts.filter_map(|inst| function.notes(inst).map(|notes| notes.debug_number));
    let substitutions = function.mir_info.debug_substitutions.iter();
    let others = substitutions.flat_map(|one| [one.from.0, one.to.0]);
    insts.chain(others).max().unwrap_or(0)
}
