//! The scopes that the code of a function belongs to, and where each has code.
//!
//! ```text
//!   subprogram f                 0..40
//!     lexical block              8..40
//!       g, inlined at f:12       12..20, 28..32
//! ```

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::{DebugInfo, Location, MetadataId};

use super::rows::FunctionDebug;

/// Scopes that one chain may add; only a chain that is a circle is longer.
const MAX_DEPTH: usize = 1000;

/// Which scope: a subprogram or lexical block, and the call in whose place it is.
pub(super) type ScopeKey = (MetadataId, Option<MetadataId>);

/// A scope with code.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) key: ScopeKey,
    /// The call in whose place it is.
    pub(super) call: Option<Location>,
    /// The scope around it, one before it in the list; the first has none.
    pub(super) parent: usize,
    /// Where its code and that of scopes within it is: offsets in the function, in order.
    pub(super) ranges: Vec<(u32, u32)>,
}

/// The scopes of one function, outer ones before inner ones; the first is the function itself.
pub(super) struct ScopeTree {
    pub(super) scopes: Vec<Scope>,
    by_key: BTreeMap<ScopeKey, usize>,
}

impl ScopeTree {
    /// The scopes of a function of `length` bytes.
    pub(super) fn new(view: DebugInfo<'_>, debug: &FunctionDebug, length: u32) -> Self {
        let root = (debug.subprogram, None);
        let mut tree = Self {
            scopes: vec![Scope {
                key: root,
                call: None,
                parent: 0,
                ranges: vec![(0, length)],
            }],
            by_key: BTreeMap::from([(root, 0)]),
        };
        let view = view.with_own(&debug.own_locations);
        for (at, (start, location)) in debug.locations.iter().enumerate() {
            let end = debug
                .locations
                .get(at + 1)
                .map_or(length, |(next, _)| *next);
            let Some(location) = view.location(*location).filter(|_| *start < end) else {
                continue;
            };
            let scope = view.real_scope(location.scope);
            let scope = scope.map_or(0, |scope| tree.scope(view, (scope, location.inlined_at)));
            tree.extend(scope, *start, end);
        }
        tree
    }

    /// The scope of a key, if it has code.
    pub(super) fn find(&self, key: ScopeKey) -> Option<usize> {
        self.by_key.get(&key).copied()
    }

    /// The scope of a key, made with all around it on first request.
    fn scope(&mut self, view: DebugInfo<'_>, key: ScopeKey) -> usize {
        let mut missing = Vec::new();
        let mut next = Some(key);
        let mut parent = 0;
        while let Some(key) = next {
            if let Some(found) = self.find(key) {
                parent = found;
                break;
            }
            if missing.len() == MAX_DEPTH {
                return 0;
            }
            missing.push(key);
            next = around(view, key);
        }
        for key in missing.into_iter().rev() {
            // A subprogram that was not inlined is the function, whatever it is called.
            if key.1.is_none() && view.enclosing(key.0).is_none() {
                self.by_key.insert(key, 0);
                parent = 0;
                continue;
            }
            self.by_key.insert(key, self.scopes.len());
            self.scopes.push(Scope {
                key,
                call: key.1.and_then(|id| view.location(id)),
                parent,
                ranges: Vec::new(),
            });
            parent = self.scopes.len() - 1;
        }
        parent
    }

    /// Gives `scope` and all around it the code from `start` to `end`.
    fn extend(&mut self, mut scope: usize, start: u32, end: u32) {
        while scope != 0 {
            let ranges = &mut self.scopes[scope].ranges;
            match ranges.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => ranges.push((start, end)),
            }
            scope = self.scopes[scope].parent;
        }
    }
}

/// The scope around another.
fn around(view: DebugInfo<'_>, (scope, inlined_at): ScopeKey) -> Option<ScopeKey> {
    if let Some(outer) = view.enclosing(scope) {
        return Some((outer, inlined_at));
    }
    let call = view.location(inlined_at?)?;
    Some((view.real_scope(call.scope)?, call.inlined_at))
}
