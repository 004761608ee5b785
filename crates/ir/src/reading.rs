//! What readers of text and of bitcode do alike: sets of attributes, and the end of reading.

use crate::attribute::{AttrSet, AttributeKind};
use crate::attribute_names;
use crate::intrinsic_attributes;
use crate::module::Module;
use crate::upgrade;

/// Fills the map from names, upgrades what an older producer wrote, and sets the attributes of intrinsics. Intrinsics
/// named in `mixed` were not declared, and called with several types.
///
/// # Requires
/// All is read, and globals have their final ids.
pub fn finish(module: &mut Module, mixed: &[Box<[u8]>]) {
    let named = module.globals.iter();
    let named = named.filter(|(_, data)| !data.name.is_empty());
    module.globals_by_name = named.map(|(id, data)| (data.name.clone(), id)).collect();
    upgrade::upgrade(module, mixed);
    intrinsic_attributes::set_known(module);
    module.consts.shrink_to_fit();
    module.metadata.nodes.shrink_to_fit();
}

/// The set of these attributes, in the order of printing; of several with one name the last stays.
pub fn sorted_attributes(mut attrs: Vec<AttributeKind>) -> AttrSet {
    attrs.sort_by_cached_key(|attr| {
        let key = match attr {
            AttributeKind::String(key, _) => Some(key.clone()),
            _ => None,
        };
        (attribute_names::order(attr), key)
    });
    attrs.dedup_by(|later, earlier| {
        let same = later.name() == earlier.name();
        if same {
            std::mem::swap(later, earlier);
        }
        same
    });
    AttrSet { attrs }
}
