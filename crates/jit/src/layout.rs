//! Where each section goes.

use object::{Object, ObjectSection, SectionIndex};

use crate::error::LinkError;
use crate::image::{Image, ImagePart, Machine, ThreadLocals};
use crate::inputs::Input;

/// Kinds of sections, in the order in which they stand in the image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PartKind {
    Code,
    ReadOnly,
    /// `.eh_frame`, all beside each other.
    Unwind,
    /// What thread-local variables begin with.
    ThreadData,
    /// Thread-local variables that begin as zeros. They have no bytes in the image.
    ThreadZeros,
    Data,
    Zeros,
}

/// The offset of each section of each object; for thread-local ones the offset among the thread-local variables.
pub(crate) struct Places {
    offsets: Vec<Vec<Option<u64>>>,
}

impl Places {
    pub(crate) fn of(&self, object: usize, section: SectionIndex) -> Option<u64> {
        *self.offsets.get(object)?.get(section.0)?
    }
}

/// A section to be placed.
struct Section<'a> {
    object: usize,
    index: SectionIndex,
    kind: PartKind,
    bytes: &'a [u8],
    size: u64,
    align: u64,
}

/// Largest image: code reaches all of it.
const MAX_SIZE: u64 = 1 << 30;

fn sections<'a>(inputs: &[Input<'a>]) -> Result<Vec<Section<'a>>, LinkError> {
    let mut all = Vec::new();
    for (object, input) in inputs.iter().enumerate() {
        for section in input.elf.sections() {
            let Some(kind) = input.part_of(section.index()) else {
                continue;
            };
            let align = section.align().max(1);
            if !align.is_power_of_two() || align > MAX_SIZE || section.size() > MAX_SIZE {
                return Err(LinkError::new("a section is too large"));
            }
            all.push(Section {
                object,
                index: section.index(),
                kind,
                bytes: section.data()?,
                size: section.size(),
                align,
            });
        }
    }
    all.sort_by_key(|section| section.kind);
    Ok(all)
}

/// An image with the sections of all objects in it. The parts do not have their offsets yet where `stubs` and `table` bytes
/// are to follow code and constants; so much room is left there.
pub(crate) fn place(
    inputs: &[Input<'_>],
    machine: Machine,
    stubs: u64,
    table: u64,
) -> Result<(Image, Places), LinkError> {
    let mut image = Image::empty(machine);
    let counts = inputs.iter().map(|input| input.is_left_out.len());
    let mut places = Places {
        offsets: counts.map(|count| vec![None; count]).collect(),
    };
    let all = sections(inputs)?;
    let mut layout = Layout {
        image: &mut image,
        places: &mut places,
    };
    let of = |kinds: &[PartKind]| -> Vec<&Section<'_>> {
        let all = all.iter();
        all.filter(|section| kinds.contains(&section.kind))
            .collect()
    };
    let mut part = ImagePart::default();
    layout.fill(&mut part, &of(&[PartKind::Code]));
    pad(&mut part.bytes, 16);
    part.bytes.resize(part.bytes.len() + stubs as usize, 0);
    layout.image.code = layout.end(part, 0);
    let mut part = ImagePart {
        offset: layout.image.code.offset + layout.image.code.size,
        ..ImagePart::default()
    };
    layout.fill(&mut part, &of(&[PartKind::ReadOnly]));
    layout.unwind_table(&mut part, &of(&[PartKind::Unwind]));
    layout.thread_locals(
        &mut part,
        &of(&[PartKind::ThreadData, PartKind::ThreadZeros]),
    );
    pad(&mut part.bytes, 16);
    part.bytes.resize(part.bytes.len() + table as usize, 0);
    layout.image.read_only = layout.end(part, 0);
    let mut part = ImagePart {
        offset: layout.image.read_only.offset + layout.image.read_only.size,
        ..ImagePart::default()
    };
    layout.fill(&mut part, &of(&[PartKind::Data]));
    let zeros = layout.zeros(&part, &of(&[PartKind::Zeros]));
    layout.image.data = layout.end(part, zeros);
    if layout.image.size() > MAX_SIZE {
        return Err(LinkError::new("the objects together are larger than 1 GiB"));
    }
    Ok((image, places))
}

/// Fills `bytes` with zeros up to a multiple of `align`.
fn pad(bytes: &mut Vec<u8>, align: u64) {
    let to = (bytes.len() as u64).next_multiple_of(align);
    bytes.resize(to as usize, 0);
}

struct Layout<'a> {
    image: &'a mut Image,
    places: &'a mut Places,
}

impl Layout<'_> {
    fn set(&mut self, section: &Section<'_>, offset: u64) {
        self.places.offsets[section.object][section.index.0] = Some(offset);
        let sections = &mut self.image.sections;
        sections.push((section.object, section.index.0, offset));
    }

    /// Appends sections to a part.
    fn fill(&mut self, part: &mut ImagePart, sections: &[&Section<'_>]) {
        for section in sections {
            pad(&mut part.bytes, section.align);
            self.set(section, part.offset + part.bytes.len() as u64);
            part.bytes.extend_from_slice(section.bytes);
            let missing = section.size.saturating_sub(section.bytes.len() as u64);
            part.bytes.resize(part.bytes.len() + missing as usize, 0);
        }
    }

    /// Appends the unwind tables as one, with its end.
    fn unwind_table(&mut self, part: &mut ImagePart, sections: &[&Section<'_>]) {
        if sections.is_empty() {
            return;
        }
        pad(&mut part.bytes, 8);
        let start = part.offset + part.bytes.len() as u64;
        for section in sections {
            // Without gaps: a gap would be an end.
            self.set(section, part.offset + part.bytes.len() as u64);
            part.bytes.extend_from_slice(section.bytes);
        }
        part.bytes.extend_from_slice(&[0; 4]);
        self.image.unwind = start..part.offset + part.bytes.len() as u64;
    }

    /// Appends what thread-local variables begin with. Their places are offsets from the first of them.
    fn thread_locals(&mut self, part: &mut ImagePart, sections: &[&Section<'_>]) {
        let Some(align) = sections.iter().map(|section| section.align).max() else {
            return;
        };
        pad(&mut part.bytes, align);
        let start = part.bytes.len() as u64;
        let mut size = 0u64;
        let mut initialized = 0;
        for section in sections {
            size = size.next_multiple_of(section.align);
            self.places.offsets[section.object][section.index.0] = Some(size);
            if section.kind == PartKind::ThreadData {
                part.bytes.resize((start + size) as usize, 0);
                part.bytes.extend_from_slice(section.bytes);
                initialized = size + section.size;
            }
            size += section.size;
        }
        self.image.thread_locals = Some(ThreadLocals {
            offset: part.offset + start,
            initialized,
            size,
            align,
        });
    }

    /// Places sections that have no bytes after a part. Returns how many zeros follow its bytes.
    fn zeros(&mut self, part: &ImagePart, sections: &[&Section<'_>]) -> u64 {
        let start = part.bytes.len() as u64;
        let mut end = start;
        for section in sections {
            end = end.next_multiple_of(section.align);
            self.set(section, part.offset + end);
            end += section.size;
        }
        end - start
    }

    /// The part with its size, which is full pages.
    fn end(&self, part: ImagePart, zeros: u64) -> ImagePart {
        let size = part.bytes.len() as u64 + zeros;
        ImagePart {
            size: size.next_multiple_of(self.image.machine.page()),
            ..part
        }
    }
}
