//! Lists of ranges of addresses, and of places of variables with their ranges.
//!
//! ```text
//!   DWARF 5   offset_pair 4, 9                from the start of the unit's code
//!             base_addressx 2, offset_pair …  from the start of the section's, if there is code in several
//!             startx_length 2, 5              where one range begins there
//!   DWARF 4   4, 9 … 0, 0                     with -1, base before them in place of base_addressx
//! ```

use gimli::SectionId;

use super::code::Position;
use super::content::Content;
use super::describe::Describer;
use super::leb128;
use super::pools::Address;
use super::tree::{Block, UnitIndex};

/// A range of positions in a piece of code, or from the start of one to the end of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) start: (usize, Position),
    pub(super) end: (usize, Position),
}

/// A range, and the expression that holds in it.
pub(super) type Item = (Span, Option<Block>);

/// A list; ranges that are places of a variable have an expression.
pub(super) struct List {
    pub(super) unit: UnitIndex,
    pub(super) spans: Vec<Item>,
}

/// The operations of a list in DWARF 5, which have one number for ranges and another for places.
struct Codes {
    base_addressx: u8,
    startx_length: u8,
    offset_pair: u8,
}

const RANGES: Codes = Codes {
    base_addressx: gimli::DW_RLE_base_addressx.0,
    startx_length: gimli::DW_RLE_startx_length.0,
    offset_pair: gimli::DW_RLE_offset_pair.0,
};

const LOCATIONS: Codes = Codes {
    base_addressx: gimli::DW_LLE_base_addressx.0,
    startx_length: gimli::DW_LLE_startx_length.0,
    offset_pair: gimli::DW_LLE_offset_pair.0,
};

impl Describer<'_> {
    /// The section of the lists of places, and where each begins.
    pub(super) fn location_section(&mut self) -> (SectionId, Content, Vec<u64>) {
        let lists = std::mem::take(&mut self.location_lists);
        let id = match self.version {
            5.. => SectionId::DebugLocLists,
            _ => SectionId::DebugLoc,
        };
        let (content, offsets) = self.section(&lists, &LOCATIONS);
        (id, content, offsets)
    }

    /// The section of the lists of ranges, and where each begins.
    pub(super) fn range_section(&mut self) -> (SectionId, Content, Vec<u64>) {
        let lists = std::mem::take(&mut self.range_lists);
        let id = match self.version {
            5.. => SectionId::DebugRngLists,
            _ => SectionId::DebugRanges,
        };
        let (content, offsets) = self.section(&lists, &RANGES);
        (id, content, offsets)
    }

    fn section(&mut self, lists: &[List], codes: &Codes) -> (Content, Vec<u64>) {
        let mut content = Content::default();
        let mut offsets = Vec::new();
        if lists.is_empty() {
            return (content, offsets);
        }
        let table = 12;
        if self.version >= 5 {
            content.number(0, 4);
            content.number(5, 2);
            content.bytes.extend([8, 0]);
            content.number(lists.len() as u64, 4);
            content
                .bytes
                .extend(std::iter::repeat_n(0, 4 * lists.len()));
        }
        for (number, list) in lists.iter().enumerate() {
            let start = content.bytes.len();
            offsets.push(start as u64);
            if self.version >= 5 {
                let place = table + 4 * number;
                let distance = (start - table) as u32;
                content.bytes[place..place + 4].copy_from_slice(&distance.to_le_bytes());
            }
            self.list(list, codes, &mut content);
        }
        if self.version >= 5 {
            let length = (content.bytes.len() - 4) as u32;
            content.bytes[..4].copy_from_slice(&length.to_le_bytes());
        }
        (content, offsets)
    }

    fn list(&mut self, list: &List, codes: &Codes, content: &mut Content) {
        let is_new = self.version >= 5;
        let is_place = list.spans.first().is_some_and(|(_, place)| place.is_some());
        let unit_base = self.units[list.unit].base;
        let mut sections: Vec<(usize, Vec<&Item>)> = Vec::new();
        for span in &list.spans {
            let section = self.pieces[span.0.start.0].section;
            match sections.iter_mut().find(|(known, _)| *known == section) {
                Some((_, spans)) => spans.push(span),
                None => sections.push((section, vec![span])),
            }
        }
        let mut base_is_set = false;
        for (section, spans) in sections {
            let mut base = unit_base;
            let uses_base = is_new || is_place;
            if base.is_none() && uses_base {
                let own = self.section_start(section);
                let first = spans[0].0.start;
                if !is_new {
                    base = Some(own);
                    base_is_set = true;
                    content.number(u64::MAX, 8);
                    content.reference(self.reference((own, 0)), 8);
                } else if first != (own, 0) || spans.len() > 1 {
                    base = Some(own);
                    content.bytes.push(codes.base_addressx);
                    let number = self.addresses.number(Address::Code(own, 0));
                    leb128::unsigned(&mut content.bytes, number as u64);
                }
            } else if base_is_set && !is_new {
                base_is_set = false;
                content.number(u64::MAX, 8);
                content.number(0, 8);
            }
            for (span, place) in spans {
                self.span(*span, base, codes, content);
                if let Some(place) = place {
                    self.place(place, content);
                }
            }
        }
        match is_new {
            true => content.bytes.push(0),
            false => content.bytes.extend([0; 16]),
        }
    }

    fn span(&mut self, span: Span, base: Option<usize>, codes: &Codes, content: &mut Content) {
        let (start, end) = (self.address(span.start), self.address(span.end));
        match (base, self.version >= 5) {
            (Some(base), is_new) => {
                let base = self.address((base, 0));
                let (start, end) = (start.wrapping_sub(base), end.wrapping_sub(base));
                if is_new {
                    content.bytes.push(codes.offset_pair);
                    leb128::unsigned(&mut content.bytes, start);
                    leb128::unsigned(&mut content.bytes, end);
                } else {
                    content.number(start, 8);
                    content.number(end, 8);
                }
            }
            (None, true) => {
                content.bytes.push(codes.startx_length);
                let (piece, position) = span.start;
                let number = self.addresses.number(Address::Code(piece, position));
                leb128::unsigned(&mut content.bytes, number as u64);
                leb128::unsigned(&mut content.bytes, end.wrapping_sub(start));
            }
            (None, false) => {
                content.reference(self.reference(span.start), 8);
                content.reference(self.reference(span.end), 8);
            }
        }
    }

    fn place(&self, place: &Block, content: &mut Content) {
        let size = place.bytes.len();
        if self.version >= 5 {
            leb128::unsigned(&mut content.bytes, size as u64);
        } else if let Ok(size) = u16::try_from(size) {
            content.number(size.into(), 2);
        } else {
            content.number(0, 2);
            return;
        }
        self.tree.write_block(place, content);
    }

    /// The first piece of code in a section.
    fn section_start(&self, section: usize) -> usize {
        self.section_starts.get(&section).copied().unwrap_or(0)
    }
}
