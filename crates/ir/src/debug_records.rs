//! What debug records say, each at its place between two instructions.
//!
//! ```text
//!   %a = add i32 %x, 1                              before: sub ─▶ record 0 ─▶ record 1
//!   #dbg_value(i32 %a, !9, !DIExpression(), !12)      record 0   values: [%a]
//!   #dbg_value(i32 0, !8, !DIExpression(), !12)       record 1   values: [0]
//!   %s = sub i32 %a, %x
//! ```
//!
//! A record is on the list of the instruction that it stands before, so that passes keep its place without knowing of it:
//! what is inserted before an instruction comes after its records, but phis before them, and the records of an instruction
//! that goes belong to the next one. What goes at the end of a block leaves its records to whatever comes there next.
//!
//! Values are no uses: a record keeps nothing alive. Instead, it is known which value replaced which other, and which
//! operands an instruction had that is gone ([`DebugRecords::current`], [`DebugRecords::operands_of_removed`]).

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

use crate::entities::{Block, Inst, MetadataId, Value};
use crate::metadata::{MetadataData, MetadataTable};

/// A record of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct RecordId(u32);
entity_impl!(RecordId);

/// A range of [`DebugRecords::values`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct ValueRange {
    start: u32,
    len: u32,
}

/// What kind of record it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    /// `#dbg_value`: the variable is this value from here on.
    Value,
    /// `#dbg_value` with a list: it is computed from these values.
    List,
    /// `#dbg_declare`: the variable is in memory at this address.
    Declare,
    /// `#dbg_assign`: the variable is assigned this value, and its memory is at this address.
    Assign,
    /// `#dbg_label`: here is a label.
    Label,
}

/// What a record says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DebugRecord {
    /// Its kind.
    pub kind: RecordKind,
    /// The `DILocalVariable`, or the `DILabel`.
    pub variable: MetadataId,
    /// The `DIExpression`; none for the empty one.
    pub expression: PackedOption<MetadataId>,
    /// The `DILocation`.
    pub location: MetadataId,
    /// The `DIAssignID` of what stores the value that is assigned.
    pub assignment: PackedOption<MetadataId>,
    /// The `DIExpression` of the address that is assigned to; none for the empty one.
    pub address_expression: PackedOption<MetadataId>,
    /// What it speaks of: [`DebugRecords::values_of`].
    values: ValueRange,
    next: PackedOption<RecordId>,
}

impl DebugRecord {
    /// What is said of `variable`, with an empty expression and no values.
    pub fn new(kind: RecordKind, variable: MetadataId, location: MetadataId) -> Self {
        Self {
            kind,
            variable,
            expression: None.into(),
            location,
            assignment: None.into(),
            address_expression: None.into(),
            values: ValueRange::default(),
            next: None.into(),
        }
    }
}

/// The records of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DebugRecords {
    records: PrimaryMap<RecordId, DebugRecord>,
    values: Vec<Value>,
    /// The first record before each instruction.
    first: SecondaryMap<Inst, PackedOption<RecordId>>,
    /// The first record of those at the end of a block that has lost its last instruction.
    last: SecondaryMap<Block, PackedOption<RecordId>>,
    /// The value that has taken the place of another.
    replaced: SecondaryMap<Value, PackedOption<Value>>,
    /// The operands of instructions that are gone.
    removed: SecondaryMap<Inst, ValueRange>,
}

impl DebugRecords {
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// How many have been made.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds a record that is nowhere yet.
    pub fn add(
        &mut self,
        record: DebugRecord,
        values: impl IntoIterator<Item = Value>,
    ) -> RecordId {
        let values = self.keep_values(values);
        let next = None.into();
        self.records.push(DebugRecord {
            values,
            next,
            ..record
        })
    }

    fn keep_values(&mut self, values: impl IntoIterator<Item = Value>) -> ValueRange {
        let start = self.values.len() as u32;
        self.values.extend(values);
        let len = self.values.len() as u32 - start;
        ValueRange { start, len }
    }

    /// Puts the records from number `first` on, which are nowhere yet, before `inst`, after those that it has.
    pub fn place_from(&mut self, first: usize, inst: Inst) {
        for id in (first..self.records.len()).map(RecordId::new) {
            self.place(id, inst);
        }
    }

    /// Puts a record that is nowhere yet before `inst`, after the records that it has.
    pub fn place(&mut self, id: RecordId, inst: Inst) {
        match self.last_of(self.first[inst]) {
            Some(last) => self.records[last].next = id.into(),
            None => self.first[inst] = id.into(),
        }
    }

    fn last_of(&self, first: PackedOption<RecordId>) -> Option<RecordId> {
        self.list(first.expand()).last()
    }

    fn list(&self, first: Option<RecordId>) -> impl Iterator<Item = RecordId> + '_ {
        std::iter::successors(first, |id| self.records[*id].next.expand())
    }

    /// The records before `inst`, in order.
    pub fn before(&self, inst: Inst) -> impl Iterator<Item = &DebugRecord> + '_ {
        let first = self.first.get(inst).and_then(|first| first.expand());
        self.list(first).map(|id| &self.records[id])
    }

    /// Whether records stand before `inst`.
    #[inline]
    pub fn has_before(&self, inst: Inst) -> bool {
        self.first.get(inst).is_some_and(|first| first.is_some())
    }

    /// All records, in the order in which they were made.
    pub fn all(&self) -> impl Iterator<Item = &DebugRecord> + '_ {
        self.records.values()
    }

    /// The values that a record speaks of, as they were when it was made.
    pub fn values_of(&self, record: &DebugRecord) -> &[Value] {
        self.in_pool(record.values)
    }

    fn in_pool(&self, range: ValueRange) -> &[Value] {
        &self.values[range.start as usize..(range.start + range.len) as usize]
    }

    /// Values that are variables of the program somewhere, as records without an expression say.
    pub fn plain_values<'a>(
        &'a self,
        metadata: &'a MetadataTable,
    ) -> impl Iterator<Item = (Value, MetadataId)> + 'a {
        let is_plain = |record: &&DebugRecord| {
            let node = record.expression.expand().map(|id| &metadata.nodes[id]);
            let is_empty = |node: &MetadataData| matches!(node, MetadataData::Special(node) if node.fields.is_empty());
            record.kind == RecordKind::Value && node.is_none_or(is_empty)
        };
        let plain = self.records.values().filter(is_plain);
        plain.filter_map(|record| Some((*self.values_of(record).first()?, record.variable)))
    }

    /// What `value` is now: itself, or the value that has taken its place.
    pub fn current(&self, mut value: Value) -> Value {
        while let Some(new) = self.replaced.get(value).and_then(|new| new.expand()) {
            value = new;
        }
        value
    }

    /// The operands that `inst` had when it went; none if it is still there.
    pub fn operands_of_removed(&self, inst: Inst) -> &[Value] {
        self.removed
            .get(inst)
            .map_or(&[], |range| self.in_pool(*range))
    }

    /// Keeps of all records only those of parameters that nothing changes: they are true wherever they stand, and now
    /// stand before `entry`. For passes that move code or copy it.
    pub fn keep_constant_arguments(&mut self, entry: Inst, args: &[Value]) {
        let mut variables: Vec<MetadataId> = self.records.values().map(|r| r.variable).collect();
        variables.sort_unstable();
        let is_only = |variable: MetadataId| {
            let first = variables.partition_point(|other| *other < variable);
            variables.get(first + 1) != Some(&variable)
        };
        let old = std::mem::take(self);
        for record in old.records.values() {
            let values = old.values_of(record);
            let is_argument = values.iter().all(|value| args.contains(value));
            if record.kind == RecordKind::Value && is_argument && is_only(record.variable) {
                self.add(*record, values.iter().copied());
            }
        }
        self.place_from(0, entry);
    }

    // ---- What happens to code -----------------------------------------------------------------

    /// All that was `old` is `new`.
    pub(crate) fn replace(&mut self, old: Value, new: Value) {
        if self.current(new) == old {
            // It had been replaced itself, and is back.
            self.replaced[new] = None.into();
        }
        self.replaced[old] = new.into();
    }

    /// `inst` goes, which has these operands.
    pub(crate) fn note_removed(&mut self, inst: Inst, operands: impl Iterator<Item = Value>) {
        let range = self.keep_values(operands);
        self.removed[inst] = range;
    }

    /// `inst` leaves its place before `next`, or at the end of `block`.
    pub(crate) fn leave(&mut self, inst: Inst, next: Option<Inst>, block: Block) {
        let Some(first) = self.first[inst].take() else {
            return;
        };
        let end = self.last_of(Some(first).into()).unwrap_or(first);
        let rest = match next {
            Some(next) => std::mem::replace(&mut self.first[next], Some(first).into()),
            None => std::mem::replace(&mut self.last[block], Some(first).into()),
        };
        self.records[end].next = rest;
    }

    /// `inst`, which has no records, comes before `before`.
    pub(crate) fn come_before(&mut self, inst: Inst, before: Inst) {
        if let Some(first) = self.first[before].take() {
            self.first[inst] = Some(first).into();
        }
    }

    /// `inst` comes to the end of `block`.
    pub(crate) fn come_last(&mut self, inst: Inst, block: Block) {
        let Some(first) = self.last[block].take() else {
            return;
        };
        let end = self.last_of(Some(first).into()).unwrap_or(first);
        self.records[end].next = self.first[inst];
        self.first[inst] = Some(first).into();
    }

    /// Gives back memory that further records would have used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.values.shrink_to_fit();
        self.records.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(records: &DebugRecords, inst: u32) -> Vec<u32> {
        let before = records.before(Inst::from_u32(inst));
        before.map(|record| record.variable.as_u32()).collect()
    }

    #[test]
    fn records_keep_their_places() {
        let mut records = DebugRecords::default();
        let (block, inst) = (Block::from_u32(0), Inst::from_u32);
        for number in 0..4 {
            let id = MetadataId::from_u32(number);
            records.add(DebugRecord::new(RecordKind::Value, id, id), []);
        }
        records.place(RecordId(0), inst(1));
        records.place(RecordId(1), inst(1));
        records.place(RecordId(2), inst(2));
        records.place(RecordId(3), inst(2));
        records.come_before(inst(9), inst(1));
        assert_eq!(variables(&records, 9), [0, 1]);
        records.leave(inst(9), Some(inst(1)), block);
        records.leave(inst(1), Some(inst(2)), block);
        assert_eq!(variables(&records, 2), [0, 1, 2, 3]);
        records.leave(inst(2), None, block);
        records.come_last(inst(5), block);
        assert_eq!(variables(&records, 5), [0, 1, 2, 3]);
    }

    #[test]
    fn replacements_are_followed() {
        let mut records = DebugRecords::default();
        let [a, b, c] = [0, 1, 2].map(Value::from_u32);
        records.replace(a, b);
        records.replace(b, c);
        assert_eq!(records.current(a), c);
        records.replace(c, a);
        assert_eq!([a, b, c].map(|value| records.current(value)), [a, a, a]);
    }
}
