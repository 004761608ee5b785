//! The table that a personality function reads (`.gcc_except_table`): which call leads to which landing
//! pad, and what the pad catches.
//!
//! ```text
//!   header       encodings, distance to the types' end, size of the call sites
//!   call sites   start, length, landing pad (0: none), first action + 1 (0: cleanup only)
//!   actions      type or filter, distance to the next action (0: the last)
//!   types        … type 2, type 1 ◀── types' end: types are counted backwards from here
//!   filters      lists of types, each with 0 at its end
//! ```
//!
//! Calls that are in no entry must not throw: the personality ends the program. Those that may, without a
//! landing pad, have entries too.
//!
//! Source: Itanium C++ ABI, exception handling tables; LSB core, `.eh_frame`.

use std::collections::BTreeMap; // Allowed because it works once a function, in order.

use avarice_ir::Global;
use avarice_mir::{Inst, LandingPad, MachineFunction, OperandValue, PadAction, Symbol};
use avarice_target::{InstrFlags, op};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use gimli::leb128::write as leb128;
use gimli::{DW_EH_PE_omit, DW_EH_PE_udata4};

use crate::table_encodings::TableEncoding;

/// A place in the code of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodePoint {
    /// Its first byte.
    Start,
    /// After its last byte.
    End,
    /// A label in it.
    Label(Symbol),
}

/// Four bytes of the table: the distance of two places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance {
    /// Offset of the field in bytes.
    pub(crate) offset: u32,
    pub(crate) from: CodePoint,
    pub(crate) to: CodePoint,
}

/// The table of one function.
#[derive(Clone, Debug)]
pub struct ExceptionTable {
    /// The function that reads it.
    pub(crate) personality: Global,
    /// Content; fields are zero.
    pub(crate) bytes: Vec<u8>,
    /// Fields that the layout of the code fills.
    pub(crate) distances: Vec<Distance>,
    /// Offsets of the fields of types, in bytes.
    pub(crate) types: Vec<(u32, Global)>,
    /// How those refer to types.
    pub(crate) encoding: TableEncoding,
}

/// Code that unwinds in one way.
#[derive(Clone, Copy)]
struct CallSite {
    from: CodePoint,
    to: CodePoint,
    pad: Option<LandingPad>,
}

impl ExceptionTable {
    /// The table of `function`, in its final layout; `None` if it has no landing pads.
    pub(crate) fn new(function: &MachineFunction, encoding: TableEncoding) -> Option<Self> {
        let personality = function.exceptions.personality?;
        let sites = call_sites(function);
        if sites.iter().all(|site| site.pad.is_none()) {
            return None;
        }
        let filters = Filters::new(function);
        let actions = Actions::new(function, &filters);
        let mut table = Self {
            personality,
            bytes: Vec::new(),
            distances: Vec::new(),
            types: Vec::new(),
            encoding,
        };
        let mut entries = Vec::new();
        for site in &sites {
            table.call_site(function, site, &actions, &mut entries);
        }
        let has_types = !function.exceptions.type_infos.is_empty() || !filters.bytes.is_empty();
        table.header(function, has_types, entries.len(), actions.bytes.len());
        let start = table.bytes.len() as u32;
        for distance in &mut table.distances {
            distance.offset += start;
        }
        table.bytes.extend(entries);
        table.bytes.extend(&actions.bytes);
        if has_types {
            table.types(function);
            table.bytes.extend(&filters.bytes);
        }
        Some(table)
    }

    /// Appends an entry to `entries`; fields count from there.
    fn call_site(
        &mut self,
        function: &MachineFunction,
        site: &CallSite,
        actions: &Actions,
        entries: &mut Vec<u8>,
    ) {
        let mut field = |from, to| {
            let offset = entries.len() as u32;
            self.distances.push(Distance { offset, from, to });
            entries.extend([0; 4]);
        };
        field(CodePoint::Start, site.from);
        field(site.from, site.to);
        match site.pad {
            Some(pad) => {
                let label = function.exceptions.pads[pad].label;
                field(CodePoint::Start, CodePoint::Label(label));
            }
            None => field(CodePoint::Start, CodePoint::Start),
        }
        let first = site.pad.map_or(0, |pad| actions.first[pad]);
        unsigned(entries, u64::from(first));
    }

    fn header(
        &mut self,
        function: &MachineFunction,
        has_types: bool,
        sites: usize,
        actions: usize,
    ) {
        let mut rest = vec![DW_EH_PE_udata4.0];
        unsigned(&mut rest, sites as u64);
        let before_types = rest.len() + sites + actions;
        self.bytes.push(DW_EH_PE_omit.0);
        if !has_types {
            self.bytes.push(DW_EH_PE_omit.0);
        } else {
            self.bytes.push(self.encoding.0);
            let types = usize::from(self.encoding.size()) * function.exceptions.type_infos.len();
            // The distance counts the padding before the types, which depends on the length of the distance.
            let mut length = 1;
            let distance = loop {
                let start = 2 + length + before_types;
                let distance = start.next_multiple_of(4) - 2 - length + types;
                let mut encoded = Vec::new();
                unsigned(&mut encoded, distance as u64);
                if encoded.len() <= length {
                    break distance;
                }
                length = encoded.len();
            };
            padded_unsigned(&mut self.bytes, distance as u64, length);
        }
        self.bytes.extend(rest);
    }

    /// Appends the types, the last first.
    fn types(&mut self, function: &MachineFunction) {
        let aligned = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(aligned, 0);
        for info in function.exceptions.type_infos.iter().rev() {
            if let Some(global) = info {
                self.types.push((self.bytes.len() as u32, *global));
            }
            self.bytes.extend(&[0; 8][..self.encoding.size().into()]);
        }
    }

    /// Fills the fields of distances; `place` gives the offset of a label in the code, which is `size` bytes
    /// long. A label that is gone has no place: the code that it was for is gone too.
    pub(crate) fn resolved(mut self, size: u32, place: impl Fn(Symbol) -> Option<u32>) -> Self {
        let offset_of = |point| match point {
            CodePoint::Start => 0,
            CodePoint::End => size,
            CodePoint::Label(label) => place(label).unwrap_or(0),
        };
        for distance in &self.distances {
            let value = offset_of(distance.to).saturating_sub(offset_of(distance.from));
            let at = distance.offset as usize;
            self.bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        self
    }
}

/// Appends a number in the unsigned variable-length form.
fn unsigned(out: &mut Vec<u8>, value: u64) {
    leb128::unsigned(out, value).expect("writing to memory does not fail");
}

/// The same in `length` bytes, at least as many as it needs.
fn padded_unsigned(out: &mut Vec<u8>, value: u64, length: usize) {
    for index in 0..length {
        let more = if index + 1 < length { 0x80 } else { 0 };
        out.push((value >> (7 * index)) as u8 & 0x7f | more);
    }
}

/// Appends a number in the signed variable-length form.
fn signed(out: &mut Vec<u8>, value: i64) {
    leb128::signed(out, value).expect("writing to memory does not fail");
}

/// The lists of types of the filters.
struct Filters {
    bytes: Vec<u8>,
    /// Where each begins.
    starts: Vec<u32>,
}

impl Filters {
    fn new(function: &MachineFunction) -> Self {
        let mut filters = Self {
            bytes: Vec::new(),
            starts: Vec::new(),
        };
        for types in &function.exceptions.filters {
            filters.starts.push(filters.bytes.len() as u32);
            for id in types {
                unsigned(&mut filters.bytes, u64::from(*id));
            }
            filters.bytes.push(0);
        }
        filters
    }
}

/// The action table.
struct Actions {
    bytes: Vec<u8>,
    /// For each pad its first action, counted from 1; 0 if there is none but a cleanup.
    first: SecondaryMap<LandingPad, u32>,
}

impl Actions {
    fn new(function: &MachineFunction, filters: &Filters) -> Self {
        let mut actions = Self {
            bytes: Vec::new(),
            first: SecondaryMap::new(),
        };
        let mut known: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        for (pad, data) in function.exceptions.pads.iter() {
            if let [] | [PadAction::Cleanup] = data.actions[..] {
                continue;
            }
            let mut chain = Vec::new();
            for (index, action) in data.actions.iter().enumerate() {
                let number = match action {
                    PadAction::Cleanup => 0,
                    PadAction::Catch(id) => i64::from(*id),
                    PadAction::Filter(index) => -1 - i64::from(filters.starts[*index as usize]),
                };
                signed(&mut chain, number);
                // The next action begins after the distance, which is one byte long.
                signed(&mut chain, i64::from(index + 1 < data.actions.len()));
            }
            let next = actions.bytes.len() as u32 + 1;
            actions.first[pad] = *known.entry(chain).or_insert_with_key(|chain| {
                actions.bytes.extend(chain);
                next
            });
        }
        actions
    }
}

/// The parts of the code, in order, whose calls may throw.
fn call_sites(function: &MachineFunction) -> Vec<CallSite> {
    let mut begins: SecondaryMap<Symbol, PackedOption<LandingPad>> = SecondaryMap::new();
    let mut ends: SecondaryMap<Symbol, PackedOption<LandingPad>> = SecondaryMap::new();
    for invoke in &function.exceptions.invokes {
        begins[invoke.begin] = invoke.pad.into();
        ends[invoke.end] = invoke.pad.into();
    }
    let mut sites: Vec<CallSite> = Vec::new();
    let mut open = CallSite {
        from: CodePoint::Start,
        to: CodePoint::Start,
        pad: None,
    };
    let mut may_throw = false;
    let insts = function.layout.iter();
    for inst in insts.flat_map(|block| function.block_insts(*block)) {
        let label = eh_label(function, inst);
        if let Some(label) = label
            && let Some(pad) = begins[label].expand()
        {
            let to = CodePoint::Label(label);
            if std::mem::take(&mut may_throw) {
                sites.push(CallSite { to, ..open });
            }
            let from = to;
            open = CallSite {
                from,
                to,
                pad: Some(pad),
            };
        } else if let Some(label) = label
            && ends[label].is_some()
        {
            let to = CodePoint::Label(label);
            match sites.last_mut() {
                // What follows without another call in between goes to the same pad.
                Some(last) if last.pad == open.pad && open.pad.is_some() => last.to = to,
                _ => sites.push(CallSite { to, ..open }),
            }
            open = CallSite {
                from: to,
                to,
                pad: None,
            };
        } else if open.pad.is_none() {
            may_throw |= function.desc(inst).has(InstrFlags::CALL);
        }
    }
    if may_throw {
        let to = CodePoint::End;
        sites.push(CallSite { to, ..open });
    }
    sites
}

/// The label that `inst` sets, or `None`.
pub(crate) fn eh_label(function: &MachineFunction, inst: Inst) -> Option<Symbol> {
    if function.opcode(inst) != op::EH_LABEL {
        return None;
    }
    match function.operands(inst).first()?.value() {
        OperandValue::McSymbol(symbol) => Some(symbol),
        _ => None,
    }
}
