//! Debug locations of inlined code: the place in the callee, inlined at the place of the call.
//!
//! ```text
//!   callee: !5 = !DILocation(line: 3, scope: !f)
//!   call:   !9 = !DILocation(line: 20, scope: !g)
//!   new:    !10 = distinct !DILocation(line: 20, scope: !g)              one a call
//!           !11 = !DILocation(line: 3, scope: !f, inlinedAt: !10)        one a place in the callee
//! ```
//!
//! A place that was itself inlined into the callee is at the end of a chain, the last link of which is continued.

use avarice_ir::metadata::{LocationNode, MetadataData};
use avarice_ir::{MetadataId, Module};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// Places of one inlined call.
#[derive(Default)]
pub(super) struct Locations {
    /// The place of the call, as one of its own.
    call: Option<MetadataId>,
    /// By place in the callee: the new one.
    known: SecondaryMap<MetadataId, PackedOption<MetadataId>>,
    /// What is in `known`.
    used: Vec<MetadataId>,
    chain: Vec<MetadataId>,
}

impl Locations {
    /// Begins with a call at `place`. Without a place, inlined code has none either.
    pub(super) fn begin(&mut self, module: &mut Module, place: Option<MetadataId>) {
        for old in self.used.drain(..) {
            self.known[old] = None.into();
        }
        self.call = place.and_then(|place| {
            let distinct = true;
            let node = LocationNode {
                distinct,
                ..location(module, place)?
            };
            Some(module.metadata.nodes.push(MetadataData::Location(node)))
        });
    }

    /// The new place for one of the callee.
    pub(super) fn of(&mut self, module: &mut Module, place: MetadataId) -> Option<MetadataId> {
        let call = self.call?;
        self.chain.clear();
        let mut next = Some(place);
        // A chain that is a circle is wrong, and refused by the verifier.
        while let Some(link) = next
            && self.known[link].is_none()
        {
            self.chain.push(link);
            next = location(module, link).and_then(|node| node.inlined_at.expand());
        }
        let mut at = next
            .and_then(|link| self.known[link].expand())
            .unwrap_or(call);
        while let Some(link) = self.chain.pop() {
            let inlined_at = at.into();
            let node = LocationNode {
                inlined_at,
                ..location(module, link)?
            };
            at = module.metadata.nodes.push(MetadataData::Location(node));
            self.known[link] = at.into();
            self.used.push(link);
        }
        Some(at)
    }
}

fn location(module: &Module, id: MetadataId) -> Option<LocationNode> {
    match module.metadata.nodes[id] {
        MetadataData::Location(node) => Some(node),
        _ => None,
    }
}
