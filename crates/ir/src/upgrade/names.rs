//! Names of values that upgrades create: LLVM names some of them, and appends a number where the name is taken.

use rustc_hash::FxHashSet;

use crate::function::{Function, Name};

/// The names that one function has, looked up when the first is needed.
#[derive(Default, Debug)]
pub(super) struct Names {
    used: Option<FxHashSet<Box<[u8]>>>,
    /// The last number that was added to a name.
    last: u32,
}

impl Names {
    /// `base`, or the first name that begins so and is not taken.
    pub fn unique(&mut self, function: &mut Function, base: &str) -> Name {
        let used = self.used.get_or_insert_with(|| {
            let values = function.values.values();
            let values = values.map(|data| function.name(data.name));
            let blocks = function.blocks.values();
            let blocks = blocks.map(|data| function.name(data.name));
            values.chain(blocks).map(Into::into).collect()
        });
        let mut name: Box<[u8]> = base.as_bytes().into();
        while used.contains(&name) {
            self.last += 1;
            name = format!("{base}{}", self.last).into_bytes().into();
        }
        let id = function.intern_name(&name);
        used.insert(name);
        id
    }
}
