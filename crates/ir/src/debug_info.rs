//! Debug information as code generation needs it: a view of a module's metadata.
//!
//! ```text
//!   !dbg of an instruction ─▶ DILocation ─scope─▶ DILexicalBlock ─scope─▶ DISubprogram ─unit─▶ DICompileUnit
//!                                 └─inlinedAt─▶ DILocation of the call that is no more
//! ```
//!
//! Metadata can contain anything: each query has an answer for nodes of the wrong kind, and no chain of
//! scopes is followed forever.

use cranelift_entity::PrimaryMap;

use crate::constant::{ConstKind, ConstTable};
pub use crate::debug_locations::Location;
use crate::debug_locations::LocationTable;
use crate::entities::{Global, MetadataId};
use crate::metadata::{MetadataData, MetadataField, SpecialNode};
use crate::module::Module;

/// The version of debug information that can be read; LLVM drops all others.
pub(crate) const VERSION: u64 = 3;
/// Scopes that a chain may have; only a chain that is a circle has more.
const MAX_DEPTH: usize = 1000;

/// The debug information of a module that has some.
#[derive(Clone, Copy, Debug)]
pub struct DebugInfo<'a> {
    nodes: &'a PrimaryMap<MetadataId, MetadataData>,
    consts: &'a ConstTable,
    named: &'a [(Box<str>, Vec<MetadataId>)],
    /// The attachment kind `dbg`.
    kind: Option<u32>,
    module: &'a Module,
    /// Locations that are no nodes of the module.
    own: Option<&'a LocationTable>,
}

impl<'a> DebugInfo<'a> {
    /// The view of `module`; `None` if it has no debug information of the version that is understood.
    pub fn of(module: &'a Module) -> Option<Self> {
        let kinds = &module.metadata.kinds;
        let view = Self {
            nodes: &module.metadata.nodes,
            consts: &module.consts,
            named: &module.metadata.named,
            kind: kinds.iter().position(|k| &**k == "dbg").map(|k| k as u32),
            module,
            own: None,
        };
        let has_units = !view.units().is_empty();
        (has_units && view.flag("Debug Info Version") == Some(VERSION)).then_some(view)
    }

    /// The view with the locations of a function that are no nodes.
    #[must_use]
    pub fn with_own(self, own: &'a LocationTable) -> Self {
        Self {
            own: Some(own),
            ..self
        }
    }

    fn named(&self, name: &str) -> &'a [MetadataId] {
        let found = self.named.iter().find(|(n, _)| **n == *name);
        found.map_or(&[], |(_, nodes)| nodes)
    }

    /// The compile units.
    pub fn units(&self) -> &'a [MetadataId] {
        self.named("llvm.dbg.cu")
    }

    /// The value of a module flag that is a number.
    pub fn flag(&self, name: &str) -> Option<u64> {
        let mut flags = self.named("llvm.module.flags").iter();
        flags.find_map(|flag| match *self.list(*flag) {
            [_, Some(key), Some(value)] => match &self.nodes[key] {
                MetadataData::String(text) if **text == *name.as_bytes() => self.constant(value),
                _ => None,
            },
            _ => None,
        })
    }

    /// The integer that a node is.
    pub fn constant(&self, node: MetadataId) -> Option<u64> {
        match self.nodes[node] {
            MetadataData::Const(id) => match self.consts[id].kind {
                ConstKind::Int(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// A specialized node.
    pub fn node(&self, id: MetadataId) -> Option<&'a SpecialNode> {
        match self.nodes.get(id)? {
            MetadataData::Special(node) => Some(node),
            _ => None,
        }
    }

    /// A specialized node of the kind `name`.
    pub fn node_of(&self, id: MetadataId, name: &str) -> Option<&'a SpecialNode> {
        self.node(id).filter(|node| *node.name == *name)
    }

    /// The operands of a plain node, none of any other.
    pub fn list(&self, id: MetadataId) -> &'a [Option<MetadataId>] {
        match &self.nodes[id] {
            MetadataData::Node { operands, .. } => operands,
            _ => &[],
        }
    }

    /// The nodes in the list that is the field `key` of `node`.
    pub fn elements(&self, node: &SpecialNode, key: &str) -> impl Iterator<Item = MetadataId> + 'a {
        let list = node.node(key).map_or(&[][..], |list| self.list(list));
        list.iter().copied().flatten()
    }

    /// The `!dbg` attachment of a function or variable.
    pub fn attachments(&self, global: Global) -> impl Iterator<Item = MetadataId> + 'a {
        let (all, kind) = (&self.module.globals[global].metadata, self.kind);
        let own = all.iter().filter(move |(other, _)| Some(*other) == kind);
        own.map(|(_, node)| *node)
    }

    /// The subprogram that a function is, if code of its unit is to be described.
    pub fn subprogram(&self, function: Global) -> Option<MetadataId> {
        let id = self.attachments(function).next()?;
        let unit = self.node_of(id, "DISubprogram")?.node("unit")?;
        let unit = self.node_of(unit, "DICompileUnit")?;
        let is_described = unit.text("emissionKind") != Some("NoDebug");
        is_described.then_some(id)
    }

    /// Whether code of the unit that a scope belongs to is to be described.
    pub fn is_described(&self, scope: MetadataId) -> bool {
        let subprogram = self.subprogram_of(scope).and_then(|id| self.node(id));
        let unit = subprogram.and_then(|node| self.node_of(node.node("unit")?, "DICompileUnit"));
        unit.is_none_or(|unit| unit.text("emissionKind") != Some("NoDebug"))
    }

    /// What a `DILocation` says.
    pub fn location(&self, id: MetadataId) -> Option<Location> {
        if let Some(own) = self.own.and_then(|own| own.get(id)) {
            return Some(own);
        }
        match self.nodes.get(id)? {
            MetadataData::Location(node) => Some(Location::of_node(*node)),
            _ => None,
        }
    }

    /// The discriminator of a location, 0 for none.
    pub fn discriminator(&self, location: Location) -> u32 {
        location.discriminator.unwrap_or_else(|| {
            let node = self.node_of(location.scope, "DILexicalBlockFile");
            node.map_or(0, |node| node.number("discriminator") as u32)
        })
    }

    /// The location in the function that was compiled where code was inlined, for code that was inlined,
    /// and the location itself for all other code.
    pub fn outermost(&self, location: Location) -> Location {
        let mut outer = location;
        for _ in 0..MAX_DEPTH {
            match outer.inlined_at.and_then(|id| self.location(id)) {
                Some(next) => outer = next,
                None => break,
            }
        }
        outer
    }

    /// The scope around a scope of code. A file change within a block is no scope of its own.
    pub fn enclosing(&self, scope: MetadataId) -> Option<MetadataId> {
        let node = self.node(scope)?;
        match &*node.name {
            "DILexicalBlock" | "DILexicalBlockFile" => self.real_scope(node.node("scope")?),
            _ => None,
        }
    }

    /// The lexical block or subprogram that `scope` is, looking through changes of the file.
    pub fn real_scope(&self, mut scope: MetadataId) -> Option<MetadataId> {
        for _ in 0..MAX_DEPTH {
            let node = self.node(scope)?;
            match &*node.name {
                "DILexicalBlockFile" => scope = node.node("scope")?,
                "DILexicalBlock" | "DISubprogram" => return Some(scope),
                _ => return None,
            }
        }
        None
    }

    /// The subprogram that a scope of code is in.
    pub fn subprogram_of(&self, scope: MetadataId) -> Option<MetadataId> {
        let mut scope = self.real_scope(scope)?;
        for _ in 0..MAX_DEPTH {
            match self.enclosing(scope) {
                Some(outer) => scope = outer,
                None => break,
            }
        }
        self.node_of(scope, "DISubprogram").map(|_| scope)
    }

    /// The `DIFile` of a scope.
    pub fn file_of(&self, scope: MetadataId) -> Option<MetadataId> {
        let node = self.node(scope)?;
        let file = match &*node.name {
            "DIFile" => scope,
            _ => node.node("file")?,
        };
        self.node_of(file, "DIFile").map(|_| file)
    }
}

/// The number in the field `key` of `node`, 0 if there is none.
pub fn number(node: &SpecialNode, key: &str) -> u64 {
    node.number(key)
}

/// Whether the field `key` of `node` is `true`.
pub fn is_true(node: &SpecialNode, key: &str) -> bool {
    node.text(key) == Some("true")
}

/// Whether the flags in the field `key` of `node` name `flag`.
pub fn has_flag(node: &SpecialNode, key: &str, flag: &str) -> bool {
    let text = node.text(key).unwrap_or_default();
    text.split('|').any(|word| word.trim() == flag)
}

/// The string in the field `key` of `node`, up to a NUL; `None` if it is not there or empty.
pub fn string(node: &SpecialNode, key: &str) -> Option<Vec<u8>> {
    let text = match node.field(key)? {
        MetadataField::Text(_) => node.string(key)?,
        _ => return None,
    };
    let end = text.iter().position(|c| *c == 0).unwrap_or(text.len());
    (end != 0).then(|| text[..end].to_vec())
}
