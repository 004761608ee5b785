//! Debug locations that code generation makes, where one instruction comes to stand for several.
//!
//! A module is not changed any more by then. So each function has a table of its own: the ids in it follow those of the
//! module's nodes. A location that a node of the module says already has that node's id, as LLVM keeps each only once.
//!
//! ```text
//!   module     !0 … !41              ids 0 … 41
//!   function   line 0 in !7          id 42
//! ```

use cranelift_entity::EntityRef;

use crate::entities::MetadataId;
use crate::metadata::{LocationNode, MetadataData, MetadataTable};

/// A place in the source, with the calls that were inlined to get there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// Line, 0 for code that no line stands for.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
    /// Subprogram or lexical block.
    pub scope: MetadataId,
    /// Where the subprogram was inlined.
    pub inlined_at: Option<MetadataId>,
    /// The discriminator, if it is not that of the scope.
    pub discriminator: Option<u32>,
}

impl Location {
    /// What a `DILocation` says.
    pub fn of_node(node: LocationNode) -> Self {
        Self {
            line: node.line,
            column: u32::from(node.column),
            scope: node.scope,
            inlined_at: node.inlined_at.expand(),
            discriminator: None,
        }
    }
}

/// Locations of one function that are no nodes of its module.
#[derive(Clone, Debug, Default)]
pub struct LocationTable {
    /// The id of the first one: the number of the module's nodes.
    first: usize,
    locations: Vec<Location>,
}

impl LocationTable {
    /// The location with this id, if it is one of the table.
    pub fn get(&self, id: MetadataId) -> Option<Location> {
        let at = id.index().checked_sub(self.first)?;
        self.locations.get(at).copied()
    }

    /// The id of a location, which is new if neither the module, whose metadata these are, nor the table has it.
    pub fn id_of(
        &mut self,
        metadata: &MetadataTable,
        index: &LocationIndex,
        location: Location,
    ) -> MetadataId {
        if let Some(id) = index.find(location) {
            return id;
        }
        match self.locations.iter().position(|known| *known == location) {
            Some(at) => MetadataId::new(self.first + at),
            None => self.add(metadata, location),
        }
    }

    /// The id of a location that neither the module, whose metadata these are, nor the table has.
    pub fn add(&mut self, metadata: &MetadataTable, location: Location) -> MetadataId {
        self.first = metadata.nodes.len();
        self.locations.push(location);
        MetadataId::new(self.first + self.locations.len() - 1)
    }
}

/// The nodes of a module that are locations, sorted by what they say.
#[derive(Clone, Debug, Default)]
pub struct LocationIndex {
    sorted: Vec<(Location, MetadataId)>,
}

impl LocationIndex {
    /// The locations among the nodes of a module that are not distinct.
    pub(crate) fn new(metadata: &MetadataTable) -> Self {
        let shared = metadata.nodes.iter().filter_map(|(id, data)| match data {
            MetadataData::Location(node) if !node.distinct => Some((Location::of_node(*node), id)),
            _ => None,
        });
        let mut sorted: Vec<(Location, MetadataId)> = shared.collect();
        sorted.sort_unstable();
        Self { sorted }
    }

    /// The node that says this.
    fn find(&self, location: Location) -> Option<MetadataId> {
        let at = self.sorted.partition_point(|(other, _)| *other < location);
        let found = self.sorted.get(at);
        found
            .filter(|(other, _)| *other == location)
            .map(|(_, id)| *id)
    }
}
