//! Which parts of variables share bits.

use avarice_ir::debug_expressions::Fragment;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use avarice_mir::debug_values::{VariableId, VariableKey, VariableTable};

/// Parts of one variable whose order is that in which they were seen.
const KEPT_IN_ORDER: usize = 4;

/// The parts of variables that are spoken of, wherever the code was inlined.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlaps {
    parts: VariableTable,
    /// By part: the other parts that share bits with it.
    overlaps: SecondaryMap<VariableId, Vec<Option<Fragment>>>,
}

impl Overlaps {
    pub fn clear(&mut self) {
        self.parts.clear();
        self.overlaps.clear();
    }

    /// Learns that a part of a variable is spoken of.
    pub fn see(&mut self, key: VariableKey) {
        let key = anywhere(key);
        let count = self.parts.len();
        let mut seen: SmallVec<[VariableId; 8]> = self.parts.of_node(key.variable).collect();
        let id = self.parts.id(key);
        if self.parts.len() == count {
            return;
        }
        seen.reverse();
        if seen.len() > KEPT_IN_ORDER {
            seen.sort_by_key(|other| {
                let part = bits(self.parts.key(*other).part);
                (part.size, part.offset)
            });
        }
        for other in seen {
            let part = self.parts.key(other).part;
            if bits(part).overlaps(bits(key.part)) {
                self.overlaps[id].push(part);
                self.overlaps[other].push(key.part);
            }
        }
    }

    /// The parts that share bits with one.
    pub fn of(&mut self, key: VariableKey) -> &[Option<Fragment>] {
        let id = self.parts.id(anywhere(key));
        &self.overlaps[id]
    }
}

fn anywhere(key: VariableKey) -> VariableKey {
    VariableKey {
        inlined_at: None,
        ..key
    }
}

/// The bits that a part has; all bits if it is no part.
fn bits(part: Option<Fragment>) -> Fragment {
    part.unwrap_or(Fragment {
        offset: 0,
        size: u64::MAX,
    })
}
