//! The table that a personality function reads (`.gcc_except_table`): which call leads to which landing
//! pad, and what the pad catches. Its content is llc's to the byte.
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

use avarice_ir::{Global, Module};
use avarice_mir::{Inst, MachineFunction, OperandValue, Symbol};
use avarice_target::{InstrFlags, op};
use cranelift_entity::SecondaryMap;
use gimli::leb128::write as leb128;
use gimli::{DW_EH_PE_omit, DW_EH_PE_uleb128};

use crate::table_encodings::TableEncoding;

/// Bytes to a multiple of which types are aligned, and tables.
const ALIGN: usize = 4;

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

/// Code that unwinds in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CallSite {
    pub(crate) from: CodePoint,
    pub(crate) to: CodePoint,
    /// The label of the landing pad, if there is one.
    pub(crate) pad: Option<Symbol>,
    /// The offset in the actions of the first plus one, 0 if there is none but a cleanup.
    pub(crate) action: u32,
}

/// What a landing pad does with exceptions, if they are of the right type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Action {
    /// The id of a type, 0 for a cleanup, or negative the offset of a filter less one.
    pub(crate) selector: i64,
    /// The distance to the next action from the field that says it, 0 if this is the last.
    pub(crate) next: i64,
    /// The index of the next action.
    pub(crate) after: Option<usize>,
}

impl Action {
    /// Its bytes.
    pub(crate) fn size(&self) -> i64 {
        (signed_size(self.selector) + signed_size(self.next)) as i64
    }
}

/// The table of one function, before its layout is known.
#[derive(Clone, Debug)]
pub(crate) struct ExceptionTable {
    /// The function that reads it.
    pub(crate) personality: Global,
    pub(crate) sites: Vec<CallSite>,
    pub(crate) actions: Vec<Action>,
    /// The types by id, the last first; `None` is any.
    pub(crate) types: Vec<Option<Global>>,
    /// The lists of types of the filters.
    pub(crate) filters: Vec<u32>,
    /// How the table refers to types; `None` if it has neither types nor filters.
    pub(crate) encoding: Option<TableEncoding>,
}

/// The table of one function as it is in an object file.
#[derive(Clone, Debug)]
pub struct EncodedExceptionTable {
    /// The function that reads it.
    pub(crate) personality: Global,
    /// Content; fields of types are zero.
    pub(crate) bytes: Vec<u8>,
    /// Offsets of the fields of types, in bytes.
    pub(crate) types: Vec<(u32, Global)>,
}

impl ExceptionTable {
    /// The table of `function`, in its final layout; `None` if it has no landing pads.
    pub(crate) fn new(
        module: &Module,
        function: &MachineFunction,
        encoding: TableEncoding,
    ) -> Option<Self> {
        let info = &function.exceptions;
        let personality = info.personality?;
        if info.pads.is_empty() {
            return None;
        }
        let labels = defined_labels(function);
        let mut pads: Vec<Pad> = info
            .pads
            .values()
            .filter(|data| labels[data.label])
            .map(|data| Pad {
                label: data.label,
                selectors: &data.selectors,
                action: 0,
            })
            .collect();
        pads.sort_by_key(|pad| pad.selectors);
        let actions = number_actions(&mut pads, &info.filter_types);
        let has_types = !info.type_infos.is_empty() || !info.filter_types.is_empty();
        Some(Self {
            personality,
            sites: call_sites(module, function, &pads),
            actions,
            types: info.type_infos.iter().rev().copied().collect(),
            filters: info.filter_types.clone(),
            encoding: has_types.then_some(encoding),
        })
    }

    /// The bytes; `place` gives the offset of a label in the code, which is `size` bytes long.
    pub(crate) fn encoded(
        &self,
        size: u32,
        place: impl Fn(Symbol) -> Option<u32>,
    ) -> EncodedExceptionTable {
        let offset_of = |point| match point {
            CodePoint::Start => 0,
            CodePoint::End => size,
            CodePoint::Label(label) => place(label).unwrap_or(0),
        };
        let mut sites = Vec::new();
        for site in &self.sites {
            let (from, to) = (offset_of(site.from), offset_of(site.to));
            unsigned(&mut sites, from.into());
            unsigned(&mut sites, to.saturating_sub(from).into());
            let pad = site.pad.map_or(0, |pad| offset_of(CodePoint::Label(pad)));
            unsigned(&mut sites, pad.into());
            unsigned(&mut sites, site.action.into());
        }
        let mut rest = vec![DW_EH_PE_uleb128.0];
        unsigned(&mut rest, sites.len() as u64);
        rest.extend(sites);
        for action in &self.actions {
            signed(&mut rest, action.selector);
            signed(&mut rest, action.next);
        }
        let mut table = EncodedExceptionTable {
            personality: self.personality,
            bytes: vec![DW_EH_PE_omit.0],
            types: Vec::new(),
        };
        let bytes = &mut table.bytes;
        let Some(encoding) = self.encoding else {
            bytes.push(DW_EH_PE_omit.0);
            bytes.extend(rest);
            bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
            return table;
        };
        bytes.push(encoding.0);
        let types = usize::from(encoding.size()) * self.types.len();
        let (distance, length) = types_end(2, rest.len(), types);
        padded_unsigned(bytes, distance as u64, length);
        bytes.extend(rest);
        bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
        for info in &self.types {
            if let Some(global) = info {
                table.types.push((bytes.len() as u32, *global));
            }
            bytes.extend(&[0; 8][..encoding.size().into()]);
        }
        for id in &self.filters {
            unsigned(bytes, u64::from(*id));
        }
        bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
        table
    }
}

/// The distance from after its own field to the end of the types, and the length of the field, which begins at `start`
/// and is followed by `rest` bytes, padding, and types of `types` bytes.
///
/// The padding depends on the length; as an assembler does, the field grows as long as it is too short.
fn types_end(start: usize, rest: usize, types: usize) -> (usize, usize) {
    let mut length = 1;
    loop {
        let begin = start + length;
        let distance = (begin + rest).next_multiple_of(ALIGN) - begin + types;
        let mut encoded = Vec::new();
        unsigned(&mut encoded, distance as u64);
        if encoded.len() <= length {
            return (distance, length);
        }
        length = encoded.len();
    }
}

/// Appends a number in the unsigned variable-length form.
pub(crate) fn unsigned(out: &mut Vec<u8>, value: u64) {
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
pub(crate) fn signed(out: &mut Vec<u8>, value: i64) {
    leb128::signed(out, value).expect("writing to memory does not fail");
}

/// How many bytes a number has in that form.
fn signed_size(value: i64) -> usize {
    let mut bytes = Vec::new();
    signed(&mut bytes, value);
    bytes.len()
}

/// A landing pad.
struct Pad<'a> {
    label: Symbol,
    selectors: &'a [i32],
    /// The offset of its first action plus one.
    action: u32,
}

/// The actions of `pads`, which are sorted by selectors: one that begins like the pad before goes on with that pad's
/// actions.
///
/// ```text
///   pad 1: 0 1       0 ◀─── 1
///   pad 2: 0 1 2            ▲──── 2      the first to be asked is the last selector
///   pad 3: 0 3       ▲─────────────── 3
/// ```
fn number_actions(pads: &mut [Pad<'_>], filter_types: &[u32]) -> Vec<Action> {
    let mut filters = Vec::with_capacity(filter_types.len());
    let mut offset = -1;
    for id in filter_types {
        filters.push(offset);
        let mut bytes = Vec::new();
        unsigned(&mut bytes, u64::from(*id));
        offset -= bytes.len() as i64;
    }
    let mut actions: Vec<Action> = Vec::new();
    // Offsets of the actions, and for each selector of the pad before its action.
    let mut offsets: Vec<i64> = Vec::new();
    let mut chain: Vec<usize> = Vec::new();
    let mut end = 0;
    let mut before: &[i32] = &[];
    for pad in pads {
        let shared = pad.selectors.iter().zip(before);
        let shared = shared.take_while(|(own, other)| own == other).count();
        chain.truncate(shared);
        for selector in &pad.selectors[shared..] {
            let selector = match *selector {
                id @ ..0 => filters.get((-1 - id) as usize).copied().unwrap_or(-1),
                id => i64::from(id),
            };
            let after = chain.last().copied();
            let field = end + signed_size(selector) as i64;
            let next = after.map_or(0, |after| offsets[after] - field);
            let action = Action {
                selector,
                next,
                after,
            };
            chain.push(actions.len());
            offsets.push(end);
            end += action.size();
            actions.push(action);
        }
        pad.action = chain.last().map_or(0, |last| offsets[*last] as u32 + 1);
        before = pad.selectors;
    }
    actions
}

/// The labels that are in the code.
fn defined_labels(function: &MachineFunction) -> SecondaryMap<Symbol, bool> {
    let mut labels = SecondaryMap::new();
    let insts = function.layout.iter();
    for inst in insts.flat_map(|block| function.block_insts(*block)) {
        if let Some(label) = eh_label(function, inst) {
            labels[label] = true;
        }
    }
    labels
}

/// The parts of the code, in order, whose calls may throw.
fn call_sites(module: &Module, function: &MachineFunction, pads: &[Pad<'_>]) -> Vec<CallSite> {
    // Of each label before an invoke, the invoke's other label and its pad.
    let mut pad_of: SecondaryMap<Symbol, Option<usize>> = SecondaryMap::new();
    for (index, pad) in pads.iter().enumerate() {
        pad_of[pad.label] = Some(index);
    }
    let mut invokes: SecondaryMap<Symbol, Option<(Symbol, usize)>> = SecondaryMap::new();
    for invoke in &function.exceptions.invokes {
        let pad = pad_of[function.exceptions.pads[invoke.pad].label];
        invokes[invoke.begin] = pad.map(|pad| (invoke.end, pad));
    }
    let mut sites: Vec<CallSite> = Vec::new();
    let mut last = CodePoint::Start;
    let mut may_throw = false;
    let mut extends = false;
    let insts = function.layout.iter();
    for inst in insts.flat_map(|block| function.block_insts(*block)) {
        let Some(label) = eh_label(function, inst) else {
            may_throw |= function.desc(inst).has(InstrFlags::CALL)
                && !calls_no_unwind(module, function, inst);
            continue;
        };
        let label_point = CodePoint::Label(label);
        if label_point == last {
            may_throw = false;
        }
        let Some((end, pad)) = invokes[label] else {
            continue;
        };
        if may_throw {
            sites.push(CallSite {
                from: last,
                to: label_point,
                pad: None,
                action: 0,
            });
            extends = false;
        }
        let pad = &pads[pad];
        last = CodePoint::Label(end);
        let site = CallSite {
            from: label_point,
            to: last,
            pad: Some(pad.label),
            action: pad.action,
        };
        match sites.last_mut() {
            Some(before) if extends && before.pad == site.pad && before.action == site.action => {
                before.to = last;
            }
            _ => sites.push(site),
        }
        extends = true;
    }
    if may_throw {
        sites.push(CallSite {
            from: last,
            to: CodePoint::End,
            pad: None,
            action: 0,
        });
    }
    sites
}

/// Whether a call is of a function that never unwinds.
fn calls_no_unwind(module: &Module, function: &MachineFunction, call: Inst) -> bool {
    let mut functions = function.operands(call).iter().filter_map(|operand| {
        let OperandValue::Global(global, _) = operand.value() else {
            return None;
        };
        module.globals[global].function()
    });
    match (functions.next(), functions.next()) {
        (Some(callee), None) => module.attrs(callee.attrs.function).has("nounwind"),
        _ => false,
    }
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
