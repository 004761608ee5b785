//! Which blocks are in the scope of a variable.

use avarice_ir::MetadataId;
use avarice_mir::Block;
use cranelift_entity::SecondaryMap;

use crate::live_debug_values::code::Code;
use avarice_mir::lexical_scopes::{LexicalScopes, ScopeId};

/// The ranges of scopes in blocks: first and last by place in the layout, ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct ScopeRanges {
    of: SecondaryMap<ScopeId, Option<Vec<(usize, usize)>>>,
}

impl ScopeRanges {
    pub fn clear(&mut self) {
        self.of.clear();
    }

    /// Whether a block is in the scope of a debug location.
    pub fn contain(
        &mut self,
        code: &Code<'_>,
        scopes: &LexicalScopes,
        location: MetadataId,
        block: Block,
    ) -> bool {
        let function = code.function;
        let Some(scope) = scopes.find(function, code.module, location) else {
            return false;
        };
        if scopes.root() == Some(scope) {
            return true;
        }
        let ranges = self.of[scope].get_or_insert_with(|| {
            let place = |inst| Some(function.layout_index(function.inst_block(inst)?));
            let ranges = scopes.ranges(scope).iter();
            ranges
                .filter_map(|(first, last)| Some((place(*first)?, place(*last)?)))
                .collect()
        });
        let at = function.layout_index(block);
        let after = ranges.partition_point(|(first, _)| *first <= at);
        let range = after.checked_sub(1).map(|before| ranges[before]);
        range.is_some_and(|(_, last)| at <= last)
    }
}
