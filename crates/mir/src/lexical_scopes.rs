//! The lexical scopes that have instructions in a function, and which instructions these are.
//!
//! ```text
//!   f                     bb.0 … bb.3
//!     { … }               ADD … SUB                      a block in f
//!     g, inlined at 12    MOV … MOV, CALL … CALL         two ranges: f has an instruction between them
//! ```
//!
//! A range ends where an instruction of a scope begins that is not within this one. Instructions without a location
//! belong to the range that is open.

use std::collections::BTreeMap; // Allowed because it is asked only where a location is met for the first time.

use avarice_ir::{DebugInfo, MetadataId, Module};
use avarice_target::InstrFlags;
use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap; // Allowed because a location is looked up once for all instructions in a row that have it.

use smallvec::SmallVec;

use crate::{Block, Inst, MachineFunction};

/// Scopes that one chain may have; only a chain that is a circle has more.
const MAX_DEPTH: usize = 1000;

/// A scope of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ScopeId(u32);
entity_impl!(ScopeId);

/// Which scope: a subprogram or lexical block, and the call in whose place it is.
pub type ScopeKey = (MetadataId, Option<MetadataId>);

/// A scope.
#[derive(Clone, Debug)]
struct Scope {
    key: ScopeKey,
    /// The scope around it, which has a smaller number.
    parent: Option<ScopeId>,
    /// How many scopes are around it.
    depth: usize,
    /// First and last instructions of its ranges.
    ranges: SmallVec<[(Inst, Inst); 2]>,
    /// The range that is not closed.
    open: Option<(Inst, Inst)>,
}

/// The scopes of a function.
#[derive(Clone, Debug, Default)]
pub struct LexicalScopes {
    scopes: PrimaryMap<ScopeId, Scope>,
    by_key: BTreeMap<ScopeKey, ScopeId>,
    /// The scopes of locations that were met. Not by id: a function has few of a module's nodes.
    by_location: FxHashMap<MetadataId, ScopeId>,
    /// The function itself.
    root: Option<ScopeId>,
    /// The scopes that were inlined, in the order in which they were met first, inner ones before what they are in.
    inlined: Vec<MetadataId>,
}

impl LexicalScopes {
    /// Finds the scopes of `function`.
    pub fn compute(&mut self, function: &MachineFunction, module: &Module) {
        self.scopes.clear();
        self.by_key.clear();
        self.by_location = FxHashMap::default(); // To clear it takes as long as the largest function did.
        self.root = None;
        self.inlined.clear();
        let Some(view) = view_of(function, module) else {
            return;
        };
        let described = function
            .ir_function
            .and_then(|global| view.subprogram(global));
        if described.is_none() {
            return;
        }
        let mut ranges: Vec<(ScopeId, Inst, Inst)> = Vec::new();
        for block in &function.layout {
            self.collect(function, view, *block, &mut ranges);
        }
        let mut last: Option<ScopeId> = None;
        for (scope, from, to) in ranges {
            if let Some(last) = last.filter(|last| !self.contains(*last, scope)) {
                self.close(Some(last), Some(scope));
            }
            self.extend(scope, from, to);
            last = Some(scope);
        }
        self.close(last, None);
    }

    /// Adds the runs of instructions of a block that have one location.
    fn collect(
        &mut self,
        function: &MachineFunction,
        view: DebugInfo<'_>,
        block: Block,
        ranges: &mut Vec<(ScopeId, Inst, Inst)>,
    ) {
        let mut run: Option<(Inst, MetadataId)> = None;
        let mut before = None;
        for inst in function.block_insts(block) {
            if function.desc(inst).has(InstrFlags::META) {
                continue;
            }
            let location = function.debug_loc(inst).expand();
            if let Some(location) = location
                && run.is_none_or(|(_, current)| current != location)
            {
                if let Some((first, of)) = run {
                    let scope = self.scope_of(view, of);
                    ranges.extend(scope.zip(before).map(|(scope, last)| (scope, first, last)));
                }
                run = Some((inst, location));
            }
            before = Some(inst);
        }
        if let Some((first, of)) = run {
            let scope = self.scope_of(view, of);
            ranges.extend(scope.zip(before).map(|(scope, last)| (scope, first, last)));
        }
    }

    /// The scope of a location, made with all around it on first request.
    fn scope_of(&mut self, view: DebugInfo<'_>, location: MetadataId) -> Option<ScopeId> {
        if let Some(known) = self.by_location.get(&location) {
            return Some(*known);
        }
        let mut missing: Vec<ScopeKey> = Vec::new();
        let mut next = key_of(view, location);
        let mut parent = None;
        while let Some(key) = next {
            if let Some(known) = self.by_key.get(&key) {
                parent = Some(*known);
                break;
            }
            if missing.len() == MAX_DEPTH {
                return None;
            }
            missing.push(key);
            next = around(view, key);
        }
        let inlined = missing.iter().filter(|(_, call)| call.is_some());
        self.inlined.extend(inlined.map(|(scope, _)| *scope));
        for key in missing.into_iter().rev() {
            let depth = parent.map_or(0, |parent| self.scopes[parent].depth + 1);
            let scope = self.scopes.push(Scope {
                key,
                parent,
                depth,
                ranges: SmallVec::new(),
                open: None,
            });
            self.by_key.insert(key, scope);
            if parent.is_none() && self.root.is_none() {
                self.root = Some(scope);
            }
            parent = Some(scope);
        }
        self.by_location
            .extend(parent.map(|scope| (location, scope)));
        parent
    }

    /// The scope of a location, if it has instructions.
    pub fn find(
        &self,
        function: &MachineFunction,
        module: &Module,
        location: MetadataId,
    ) -> Option<ScopeId> {
        if let Some(known) = self.by_location.get(&location) {
            return Some(*known);
        }
        let key = key_of(view_of(function, module)?, location)?;
        self.by_key.get(&key).copied()
    }

    /// The scope of a subprogram or block, or of its copy in the place of a call.
    pub fn of_key(&self, key: ScopeKey) -> Option<ScopeId> {
        self.by_key.get(&key).copied()
    }

    /// Which scope it is.
    pub fn key(&self, scope: ScopeId) -> ScopeKey {
        self.scopes[scope].key
    }

    /// The subprograms and blocks that have copies in place of calls, in the order in which they were met first, inner
    /// ones before what they are in; a block may be there more than once.
    pub fn inlined(&self) -> &[MetadataId] {
        &self.inlined
    }

    /// The scope of the function itself.
    pub fn root(&self) -> Option<ScopeId> {
        self.root
    }

    /// The scopes, outer ones before inner ones.
    pub fn ids(&self) -> impl Iterator<Item = ScopeId> + use<> {
        self.scopes.keys()
    }

    /// The scope around a scope.
    pub fn parent(&self, scope: ScopeId) -> Option<ScopeId> {
        self.scopes[scope].parent
    }

    /// First and last instructions of the ranges of a scope, in order.
    pub fn ranges(&self, scope: ScopeId) -> &[(Inst, Inst)] {
        &self.scopes[scope].ranges
    }

    /// Whether `inner` is `outer` or within it.
    pub fn contains(&self, outer: ScopeId, inner: ScopeId) -> bool {
        let depth = self.scopes[outer].depth;
        let mut scope = inner;
        while self.scopes[scope].depth > depth
            && let Some(parent) = self.scopes[scope].parent
        {
            scope = parent;
        }
        scope == outer
    }

    fn extend(&mut self, scope: ScopeId, from: Inst, to: Inst) {
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = &mut self.scopes[scope];
            let first = scope.open.map_or(from, |(first, _)| first);
            scope.open = Some((first, to));
            next = scope.parent;
        }
    }

    /// Ends the ranges of `scope` and those around it that `new` is not in.
    fn close(&mut self, scope: Option<ScopeId>, new: Option<ScopeId>) {
        let mut next = scope;
        while let Some(at) = next {
            let scope = &mut self.scopes[at];
            scope.ranges.extend(scope.open.take());
            let stays = |parent: &ScopeId| new.is_some_and(|new| self.contains(*parent, new));
            next = self.scopes[at].parent.filter(|parent| !stays(parent));
        }
    }
}

fn view_of<'a>(function: &'a MachineFunction, module: &'a Module) -> Option<DebugInfo<'a>> {
    Some(DebugInfo::of(module)?.with_own(&function.own_locations))
}

/// The scope of a location. Code of a unit that is not described belongs to the call that it was inlined for.
fn key_of(view: DebugInfo<'_>, location: MetadataId) -> Option<ScopeKey> {
    let mut location = view.location(location)?;
    for _ in 0..MAX_DEPTH {
        let scope = view.real_scope(location.scope)?;
        match location.inlined_at {
            Some(call) if !view.is_described(scope) => location = view.location(call)?,
            call => return Some((scope, call)),
        }
    }
    None
}

/// The scope around a scope.
fn around(view: DebugInfo<'_>, (scope, call): ScopeKey) -> Option<ScopeKey> {
    match view.enclosing(scope) {
        Some(outer) => Some((outer, call)),
        None => key_of(view, call?),
    }
}
