//! `bbsections-prepare`: blocks of a function get sections of their own, and are put in the order of these.
//!
//! ```text
//!   bb.0  bb.1  bb.2  bb.3            profile:  c 0 2
//!
//!   section of the function:   bb.0 bb.2       the cluster that has the entry
//!   cold section:              bb.1 bb.3       what the profile does not name
//! ```
//!
//! The linker may move sections. Where control fell from one into the next, there is now a branch, even if it leads to the
//! block after it.

mod cloning;
pub mod options;
mod profile;

use std::collections::BTreeMap; // Allowed because it works once a function, in order.

use avarice_ir::Module;
use avarice_mir::{Block, BlockSection, BlockSections, MachineFunction, TargetHooks};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::pass::{MachinePass, MachineUnit, When};
use crate::terminators;

pub use cloning::PASS as PATH_CLONING;
use options::has_drifted;
pub use options::{BlockSectionOptions, SectionRequest};
pub use profile::{BlockId, ClusterPlace, FunctionProfile, Profile};

/// `bbsections-prepare`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::ALWAYS,
    after: &["block-placement"],
    ..MachinePass::new(
        "bbsections-prepare",
        "Basic Block Sections Analysis",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                let hooks = unit.hooks();
                let options = &unit.options.block_sections;
                run(&mut unit.function, unit.module, hooks, options)
            })
        },
    )
};

/// Gives blocks the sections that `options` ask for.
///
/// # Requires
/// Final order of blocks, no PHIs.
///
/// # Ensures
/// Blocks of one section stand together, that of the entry first, that of landing pads and the cold one last. No block
/// falls through to another section.
///
/// # Preserves
/// The edges.
///
/// # Errors
/// Landing pads in sections of their own, whose tables do not exist here.
pub fn run(
    function: &mut MachineFunction,
    module: &Module,
    hooks: &dyn TargetHooks,
    options: &BlockSectionOptions,
) -> Result<(), String> {
    let no_places = BTreeMap::new();
    let places = match &options.request {
        SectionRequest::None => {
            if options.lists_addresses {
                function.renumber_blocks();
            }
            return Ok(());
        }
        SectionRequest::Labels => {
            function.renumber_blocks();
            function.block_sections = BlockSections::Labels;
            return Ok(());
        }
        SectionRequest::All => &no_places,
        SectionRequest::Profiled(_) if options.detects_drift && has_drifted(module, function) => {
            return Ok(());
        }
        SectionRequest::Profiled(profile) => {
            function.renumber_blocks();
            match profile.of(&function.name) {
                Some(profile) => &profile.places,
                None => return Ok(()),
            }
        }
    };
    if !function.exceptions.pads.is_empty() {
        let name = String::from_utf8_lossy(&function.name);
        return Err(format!(
            "unsupported: sections of basic blocks in function '{name}', which has landing pads"
        ));
    }
    function.renumber_blocks();
    function.block_sections = BlockSections::Sections;
    assign_sections(function, places);
    sort(function, hooks, places);
    if options.lists_addresses {
        function.renumber_blocks();
    }
    Ok(())
}

/// Gives each block its section: its own if there are no `places`.
fn assign_sections(function: &mut MachineFunction, places: &BTreeMap<BlockId, ClusterPlace>) {
    // The section of all landing pads, as long as there is one.
    let mut landing = None;
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let data = &mut function.blocks[block];
        let place = data.block_id.and_then(|id| places.get(&id));
        data.section = match place {
            _ if places.is_empty() => BlockSection::Number(data.number),
            Some(place) => BlockSection::Number(place.cluster),
            None => BlockSection::Cold,
        };
        if data.eh_pad && landing != Some(data.section) {
            landing = match landing {
                None => Some(data.section),
                Some(_) => Some(BlockSection::Exception),
            };
        }
    }
    if landing == Some(BlockSection::Exception) {
        for at in 0..function.layout.len() {
            let data = &mut function.blocks[function.layout[at]];
            if data.eh_pad {
                data.section = BlockSection::Exception;
            }
        }
    }
}

/// Puts the blocks of each section together, and makes their branches right.
fn sort(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    places: &BTreeMap<BlockId, ClusterPlace>,
) {
    let mut falls: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
    for (at, block) in function.layout.iter().enumerate() {
        let next = function.layout.get(at + 1).copied();
        falls[*block] = falls_into(function, hooks, *block, next).into();
    }
    let entry = function.layout[0];
    let first = function.blocks[entry].section;
    let mut layout = std::mem::take(&mut function.layout);
    layout.sort_by_key(|block| {
        let data = &function.blocks[*block];
        let place = data.block_id.and_then(|id| places.get(&id));
        let within = match data.section {
            BlockSection::Number(_) => place.map_or(0, |place| place.position),
            BlockSection::Exception | BlockSection::Cold => data.number,
        };
        let is_other = data.section != first;
        (is_other, data.section, *block != entry, within)
    });
    function.layout = layout;
    function.mark_section_borders();
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let next = function.layout.get(at + 1).copied();
        update_branches(function, hooks, block, (falls[block].expand(), next));
    }
}

/// Makes the branches of `block` right, from which control fell into `falls`; `next` is the block after it.
fn update_branches(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    (falls, next): (Option<Block>, Option<Block>),
) {
    let ends = function.blocks[block].ends_section;
    if falls.is_some() && (ends || next != falls) {
        let location = terminators::branch_location(function, block);
        terminators::insert_branch(function, hooks, block, &terminators::jump(falls), location);
    }
    if !ends {
        terminators::update(function, hooks, block, falls, next);
    }
}

/// The block that control reaches by running off the end of `block`, not by a branch.
fn falls_into(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    next: Option<Block>,
) -> Option<Block> {
    let reached = terminators::fall_through(function, hooks, block, next)?;
    let Some(branch) = hooks.analyze_branch(function, block) else {
        return Some(reached);
    };
    let falls =
        branch.taken.is_none() || !branch.condition.is_empty() && branch.otherwise.is_none();
    falls.then_some(reached)
}
