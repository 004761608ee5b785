//! The debug location of an instruction that stands for several.

use crate::debug_info::DebugInfo;
use crate::debug_locations::{Location, LocationTable};
use crate::entities::MetadataId;
use crate::module::Module;

/// Scopes that a chain may have; only a chain that is a circle has more.
const MAX_DEPTH: usize = 1000;

/// The location of code that stands for code at both locations: what they have in common of scopes, lines and the
/// calls that were inlined to get there. Where they have nothing in common, it is the scope of the first.
pub fn merge_locations(
    module: &Module,
    own: &mut LocationTable,
    a: MetadataId,
    b: MetadataId,
) -> Option<MetadataId> {
    if a == b {
        return Some(a);
    }
    let first = chain(module, own, a)?;
    let second = chain(module, own, b)?;
    let view = DebugInfo::of(module)?;
    let place = |location: &Location| (view.subprogram_of(location.scope), location.inlined_at);
    let meets = |(_, location): &(usize, &Location)| {
        first
            .iter()
            .position(|other| place(other) == place(location))
    };
    let start = second
        .iter()
        .enumerate()
        .find_map(|pair| Some((meets(&pair)?, pair.0)));
    let mut merged: Option<MetadataId> = None;
    if let Some((in_first, in_second)) = start {
        merged = first[in_first].inlined_at;
        // From the outermost call inwards.
        for (a, b) in first[..=in_first]
            .iter()
            .rev()
            .zip(second[..=in_second].iter().rev())
        {
            match merge_pair(view, a, b, merged) {
                Some(location) => merged = Some(id_of(module, own, location)),
                None => break,
            }
        }
    }
    Some(merged.unwrap_or_else(|| {
        let nowhere = Location {
            line: 0,
            column: 0,
            scope: first[0].scope,
            inlined_at: None,
            discriminator: None,
        };
        id_of(module, own, nowhere)
    }))
}

/// A location and the calls that were inlined to get there, from the inside out; `None` if it is none.
fn chain(module: &Module, own: &LocationTable, id: MetadataId) -> Option<Vec<Location>> {
    let view = DebugInfo::of(module)?.with_own(own);
    let mut chain = vec![view.location(id)?];
    while let Some(location) = chain
        .last()
        .and_then(|location| view.location(location.inlined_at?))
        .filter(|_| chain.len() < MAX_DEPTH)
    {
        chain.push(location);
    }
    Some(chain)
}

fn id_of(module: &Module, own: &mut LocationTable, location: Location) -> MetadataId {
    own.id_of(&module.metadata, module.location_index(), location)
}

/// What two locations in the same subprogram have in common; `None` if they are in different ones.
fn merge_pair(
    view: DebugInfo<'_>,
    a: &Location,
    b: &Location,
    inlined_at: Option<MetadataId>,
) -> Option<Location> {
    if view.subprogram_of(a.scope) != view.subprogram_of(b.scope) {
        return None;
    }
    let same_line = a.line == b.line;
    Some(Location {
        line: if same_line { a.line } else { 0 },
        column: if same_line && a.column == b.column {
            a.column
        } else {
            0
        },
        scope: common_scope(view, a.scope, b.scope)?,
        inlined_at,
        discriminator: None,
    })
}

/// The innermost scope around both scopes, within their subprogram.
fn common_scope(view: DebugInfo<'_>, a: MetadataId, b: MetadataId) -> Option<MetadataId> {
    let chain = |scope: MetadataId| {
        let outer = move |scope: &MetadataId| {
            let node = view.node(*scope)?;
            (*node.name != *"DISubprogram").then(|| node.node("scope"))?
        };
        std::iter::successors(Some(scope), outer).take(MAX_DEPTH)
    };
    let around: Vec<MetadataId> = chain(a).collect();
    chain(b).find(|scope| around.contains(scope))
}
