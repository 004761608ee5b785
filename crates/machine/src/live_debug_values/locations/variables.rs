//! The variables of a function.

use avarice_ir::debug_expressions::Fragment;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::live_debug_values::overlaps::Overlaps;
use avarice_mir::debug_values::{VariableId, VariableKey, VariableTable};

/// The variables of a function, and which parts of them share bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    table: VariableTable,
    pub overlaps: Overlaps,
    /// By variable: those that share bits with it, once that is known.
    others: SecondaryMap<VariableId, Option<SmallVec<[VariableId; 2]>>>,
}

impl Variables {
    pub fn clear(&mut self) {
        self.table.clear();
        self.overlaps.clear();
        self.others.clear();
    }

    /// The id of a variable, which is new at first mention.
    pub fn id(&mut self, key: VariableKey) -> VariableId {
        self.table.id(key)
    }

    /// The variable.
    pub fn key(&self, id: VariableId) -> VariableKey {
        self.table.key(id)
    }

    /// The variables that share bits with one.
    ///
    /// # Requires
    /// All parts have been seen.
    pub fn overlapping(&mut self, id: VariableId) -> SmallVec<[VariableId; 2]> {
        if let Some(known) = &self.others[id] {
            return known.clone();
        }
        let key = self.table.key(id);
        let parts: SmallVec<[Option<Fragment>; 4]> = self.overlaps.of(key).into();
        let parts = parts.into_iter();
        let found: SmallVec<_> = parts
            .map(|part| self.table.id(VariableKey { part, ..key }))
            .collect();
        self.others[id] = Some(found.clone());
        found
    }
}
