//! A target's tables, read but not yet written: every reference is an index.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use avarice_target::{EncodingField, Fold, InstrFlags, OperandFlags};

use crate::error::Error;
use crate::lines::Cursor;
use crate::name_range::NameRange;
use crate::pressure_sets::Pressure;
use crate::scheduling_model::Scheduling;

/// Names of one kind of thing, numbered in the order of declaration.
pub(crate) struct Names {
    /// What it is, for errors: `register`.
    what: &'static str,
    numbers: BTreeMap<String, usize>,
    /// The number of the first one.
    first: usize,
}

impl Names {
    /// No names yet; the first one gets number `first`.
    pub(crate) fn new(what: &'static str, first: usize) -> Self {
        Self {
            what,
            numbers: BTreeMap::new(),
            first,
        }
    }

    /// Reads and declares a name.
    pub(crate) fn declare(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let name = cursor.word(&format!("the name of a {}", self.what))?;
        self.insert(name.to_owned(), cursor)
    }

    /// Reads and declares a name or all names of a range.
    pub(crate) fn declare_range(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let word = cursor.word(&format!("the name of a {}", self.what))?;
        for name in NameRange::of(word).names() {
            self.insert(name, cursor)?;
        }
        Ok(())
    }

    fn insert(&mut self, name: String, cursor: &Cursor<'_>) -> Result<(), Error> {
        let number = self.first + self.numbers.len();
        match self.numbers.entry(name) {
            Entry::Vacant(entry) => entry.insert(number),
            Entry::Occupied(entry) => {
                let message = format!("{} `{}` is defined twice", self.what, entry.key());
                return Err(cursor.error(message));
            }
        };
        Ok(())
    }

    /// The number of `name`.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The number of `name`, or an error at the token read last.
    pub(crate) fn resolve(&self, name: &str, cursor: &Cursor<'_>) -> Result<usize, Error> {
        let error = || cursor.error(format!("unknown {} `{name}`", self.what));
        self.find(name).ok_or_else(error)
    }

    /// Reads a name and gives its number.
    pub(crate) fn read(&self, cursor: &mut Cursor<'_>) -> Result<usize, Error> {
        let name = cursor.word(&format!("a {}", self.what))?;
        self.resolve(name, cursor)
    }
}

/// A sub-register index.
pub(crate) struct SubRegIndex {
    pub(crate) name: String,
    pub(crate) size: u16,
    pub(crate) offset: u16,
    pub(crate) lanes: u64,
    /// The parts are no registers of the machine: no class is known by them.
    pub(crate) artificial: bool,
}

/// A register, without what other rows imply.
#[derive(Clone)]
pub(crate) struct Register {
    pub(crate) name: String,
    pub(crate) encoding: u16,
    pub(crate) dwarf: i16,
    pub(crate) cost: u8,
    pub(crate) reserved: bool,
    pub(crate) constant: bool,
    /// (sub-register index, register)
    pub(crate) parts: Vec<(usize, usize)>,
}

/// A register class.
pub(crate) struct Class {
    pub(crate) name: String,
    pub(crate) allocatable: bool,
    pub(crate) copy_cost: i8,
    pub(crate) priority: u8,
    pub(crate) global: bool,
    pub(crate) disjunct: bool,
    pub(crate) lanes: u64,
    pub(crate) size: u16,
    pub(crate) spill_size: u16,
    pub(crate) spill_align: u16,
    pub(crate) order: Vec<usize>,
    /// Members that are not in the allocation order.
    pub(crate) also: Vec<usize>,
    /// `None` if they follow from the members.
    pub(crate) super_classes: Option<Vec<usize>>,
    pub(crate) largest: usize,
}

impl Class {
    /// All registers of the class.
    pub(crate) fn members(&self) -> Vec<usize> {
        self.order.iter().chain(&self.also).copied().collect()
    }
}

/// A call-preserved mask.
pub(crate) struct Mask {
    pub(crate) name: String,
    pub(crate) preserved: Vec<usize>,
    /// What functions with this mask save, in order.
    pub(crate) saved: Vec<usize>,
}

/// One operand of the flat list of a row.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FlatOperand {
    pub(crate) kind: u8,
    pub(crate) class: Option<usize>,
    pub(crate) tied_to: i8,
    pub(crate) flags: u8,
}

impl FlatOperand {
    /// Adds a mark.
    pub(crate) fn mark(&mut self, flags: OperandFlags) {
        self.flags |= flags.bits();
    }
}

/// A column of encodings: `values[0]` is what a row has that does not say.
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) type_name: String,
    pub(crate) doc: String,
    /// Name and meaning.
    pub(crate) values: Vec<(String, String)>,
    /// Lowest bit in the packed bits; of no meaning for the form.
    pub(crate) shift: u32,
    /// Whether it is a mark: false or true, without values of its own.
    pub(crate) is_mark: bool,
}

impl Column {
    /// Bits that the column takes.
    pub(crate) fn width(&self) -> u32 {
        match self.values.len() {
            _ if self.is_mark => 1,
            0 | 1 => 0,
            n => (n - 1).ilog2() + 1,
        }
    }
}

/// The encoding of a row: packed columns, or a word.
pub(crate) struct Encoding {
    pub(crate) form: u8,
    pub(crate) opcode: u32,
    pub(crate) bits: u32,
    /// Fields of a word, from its high end.
    pub(crate) fields: Vec<EncodingField>,
}

/// An instruction row.
pub(crate) struct Instruction {
    pub(crate) name: String,
    pub(crate) num_defs: u8,
    pub(crate) operands: Vec<FlatOperand>,
    /// Name, kind and first flat operand of each operand as written.
    pub(crate) names: Vec<(String, String, u8)>,
    /// Name and flat operand of each named part of an operand.
    pub(crate) parts: Vec<(String, u8)>,
    pub(crate) flags: InstrFlags,
    pub(crate) uses: Vec<usize>,
    pub(crate) defs: Vec<usize>,
    pub(crate) asm: String,
    pub(crate) encoding: Option<Encoding>,
    pub(crate) size: u8,
    pub(crate) domain: String,
    pub(crate) predicates: Vec<String>,
}

/// All of a target.
pub(crate) struct Tables {
    pub(crate) target: String,
    pub(crate) indices: Vec<SubRegIndex>,
    /// Number 1 is the first.
    pub(crate) registers: Vec<Register>,
    /// Roots of each unit.
    pub(crate) units: Vec<Vec<usize>>,
    pub(crate) classes: Vec<Class>,
    pub(crate) pointer_classes: Vec<usize>,
    pub(crate) masks: Vec<Mask>,
    pub(crate) callee_saved: Vec<usize>,
    /// Bits of an instruction word, if encodings are words.
    pub(crate) word: Option<u32>,
    pub(crate) form: Option<Column>,
    pub(crate) columns: Vec<Column>,
    /// In opcode order.
    pub(crate) instructions: Vec<Instruction>,
    /// In the order of `avarice_target::FoldTable`.
    pub(crate) folds: Vec<Fold>,
    pub(crate) scheduling: Scheduling,
    pub(crate) pressure: Pressure,
}

impl Tables {
    /// The register with this number, which is not 0.
    pub(crate) fn register(&self, number: usize) -> &Register {
        &self.registers[number - 1]
    }
}
