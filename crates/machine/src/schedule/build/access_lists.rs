//! Accesses of memory by the object that they go to.

use avarice_mir::FrameIndex;
use cranelift_entity::EntityRef;

use super::super::graph::Node;
use crate::alias::addresses::IrAddress;
use crate::alias::object::MemoryObject;

/// Kinds of objects that are numbered apart from each other.
const KINDS: usize = 7;

/// Accesses by object, in the order in which objects were met.
#[derive(Debug, Default)]
pub(super) struct AccessLists {
    objects: Vec<(MemoryObject, Vec<Node>)>,
    /// How many of `objects` are in use; the memory of the others is kept.
    used: usize,
    /// How many accesses there are.
    len: usize,
    /// By kind and number: the place in `objects`, if that is the object there. Never cleared.
    places: [Vec<u32>; KINDS],
}

impl AccessLists {
    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.len = 0;
    }

    /// How many accesses there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many objects there are.
    pub(super) fn num_objects(&self) -> usize {
        self.used
    }

    /// The object at a place, and the accesses that go to it.
    pub(super) fn at(&self, place: usize) -> (MemoryObject, &[Node]) {
        let (object, nodes) = &self.objects[place];
        (*object, nodes)
    }

    /// All accesses, by object.
    pub(super) fn lists(&self) -> impl Iterator<Item = &[Node]> {
        self.objects[..self.used]
            .iter()
            .map(|(_, nodes)| &nodes[..])
    }

    /// The accesses that go to `object`.
    pub(super) fn of(&self, object: MemoryObject) -> &[Node] {
        let place = self.place(object);
        place.map_or(&[], |place| &self.objects[place].1)
    }

    fn place(&self, object: MemoryObject) -> Option<usize> {
        let (kind, number) = number(object);
        let place = *self.places[kind].get(number)? as usize;
        (place < self.used && self.objects[place].0 == object).then_some(place)
    }

    fn set_place(&mut self, object: MemoryObject, place: usize) {
        let (kind, number) = number(object);
        let places = &mut self.places[kind];
        if places.len() <= number {
            places.resize(number + 1, 0);
        }
        places[number] = place as u32;
    }

    pub(super) fn insert(&mut self, object: MemoryObject, node: Node) {
        self.len += 1;
        if let Some(place) = self.place(object) {
            self.objects[place].1.push(node);
            return;
        }
        if self.used == self.objects.len() {
            self.objects.push((object, Vec::new()));
        }
        let (free, nodes) = &mut self.objects[self.used];
        *free = object;
        nodes.clear();
        nodes.push(node);
        self.set_place(object, self.used);
        self.used += 1;
    }

    /// Removes accesses by `retain`, which gets those of each object; then objects without accesses.
    pub(super) fn reduce(&mut self, mut retain: impl FnMut(&mut Vec<Node>)) {
        let mut kept = 0;
        self.len = 0;
        for at in 0..self.used {
            let (object, nodes) = &mut self.objects[at];
            let object = *object;
            retain(nodes);
            if !nodes.is_empty() {
                self.len += nodes.len();
                self.objects.swap(kept, at);
                self.set_place(object, kept);
                kept += 1;
            }
        }
        self.used = kept;
    }
}

/// The kind of an object, and its number among those.
fn number(object: MemoryObject) -> (usize, usize) {
    match object {
        MemoryObject::Unknown => (0, 0),
        MemoryObject::StackArgs => (0, 1),
        MemoryObject::ConstPool => (0, 2),
        MemoryObject::JumpTable => (0, 3),
        MemoryObject::Got => (0, 4),
        MemoryObject::Ir(IrAddress::Value(value)) => (1, value.index()),
        MemoryObject::Ir(IrAddress::Global(global)) => (2, global.index()),
        MemoryObject::Ir(IrAddress::Const(id)) => (3, id.index()),
        MemoryObject::Stack(FrameIndex(index)) => {
            let fixed = usize::from(index < 0);
            (4, 2 * index.unsigned_abs() as usize + fixed)
        }
        MemoryObject::CallEntryGlobal(global) => (5, global.index()),
        MemoryObject::CallEntrySymbol(symbol) => (6, symbol.index()),
    }
}
