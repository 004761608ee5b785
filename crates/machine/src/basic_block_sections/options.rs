//! Which blocks get sections, and what is listed of them.

use std::sync::Arc;

use avarice_ir::Module;
use avarice_ir::metadata::MetadataData;
use avarice_mir::MachineFunction;

use super::profile::{FunctionProfile, Profile};

/// Which blocks get sections of their own (`-basic-block-sections`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum SectionRequest {
    /// None.
    #[default]
    None,
    /// None, but all get labels.
    Labels,
    /// All.
    All,
    /// Those of functions that the profile names.
    Profiled(Arc<Profile>),
}

/// Choices about sections of blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockSectionOptions {
    /// Which blocks get sections.
    pub request: SectionRequest,
    /// Whether the addresses of blocks are listed (`-basic-block-address-map`).
    pub lists_addresses: bool,
    /// Whether a function is left alone whose code has changed since its profile was made
    /// (`-bbsections-detect-source-drift`).
    pub detects_drift: bool,
}

impl Default for BlockSectionOptions {
    fn default() -> Self {
        Self {
            request: SectionRequest::None,
            lists_addresses: false,
            detects_drift: true,
        }
    }
}

impl BlockSectionOptions {
    /// Whether blocks need numbers that stay, by which profiles name them.
    pub fn names_blocks(&self) -> bool {
        let by_name = matches!(
            self.request,
            SectionRequest::Labels | SectionRequest::Profiled(_)
        );
        by_name || self.lists_addresses
    }

    /// What the profile says of a function; `None` if it is out of date.
    pub(super) fn profile_of(
        &self,
        module: &Module,
        function: &MachineFunction,
    ) -> Option<&FunctionProfile> {
        let SectionRequest::Profiled(profile) = &self.request else {
            return None;
        };
        let is_stale = self.detects_drift && has_drifted(module, function);
        profile.of(&function.name).filter(|_| !is_stale)
    }
}

/// Whether the front end found that a function has changed since its profile was made.
pub(super) fn has_drifted(module: &Module, function: &MachineFunction) -> bool {
    let kinds = &module.metadata.kinds;
    let Some(global) = function.ir_function else {
        return false;
    };
    let mut attached = module.globals[global].metadata.iter();
    let found = attached.find(|(kind, _)| *kinds[*kind as usize] == *"annotation");
    let nodes = &module.metadata.nodes;
    let is_mismatch = |operand: avarice_ir::MetadataId| matches!(&nodes[operand], MetadataData::String(text) if **text == *b"instr_prof_hash_mismatch");
    found.is_some_and(|(_, node)| match &nodes[*node] {
        MetadataData::Node { operands, .. } => operands.iter().flatten().any(|it| is_mismatch(*it)),
        _ => false,
    })
}
