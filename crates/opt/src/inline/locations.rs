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

use avarice_ir::metadata::{MetadataData, MetadataField, SpecialNode};
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
            let mut node = location(module, place)?.clone();
            node.distinct = true;
            let node = MetadataData::Special(Box::new(node));
            Some(module.metadata.nodes.push(node))
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
            next = location(module, link).and_then(|node| node.node("inlinedAt"));
        }
        let mut at = next
            .and_then(|link| self.known[link].expand())
            .unwrap_or(call);
        while let Some(link) = self.chain.pop() {
            let mut node = location(module, link)?.clone();
            let name = "inlinedAt";
            let mut fields: Vec<_> = std::mem::take(&mut node.fields).into();
            fields.retain(|(key, _)| **key != *name);
            fields.push((name.into(), MetadataField::Node(at)));
            node.fields = fields.into();
            let node = MetadataData::Special(Box::new(node));
            at = module.metadata.nodes.push(node);
            self.known[link] = at.into();
            self.used.push(link);
        }
        Some(at)
    }
}

fn location(module: &Module, id: MetadataId) -> Option<&SpecialNode> {
    match &module.metadata.nodes[id] {
        MetadataData::Special(node) if *node.name == *"DILocation" => Some(node),
        _ => None,
    }
}
