//! The parts of a slot, and what each is made of.

use avarice_ir::{ConstKind, DataLayout, Function, Module, Type, TypeData, Value};
use cranelift_entity::packed_option::PackedOption;

use super::slices::{Access, Slice, Slices};

/// Limit of the parts into which a copy is split.
const MAX_PIECES: usize = 64;
/// Bytes of the largest integers that are taken apart.
const WORD: u64 = 8;

/// Bytes `start..end` of a slot, which become a slot of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub start: u64,
    pub end: u64,
    /// Its type, if it can be a value; otherwise it is bytes.
    pub ty: Option<Type>,
    /// Its address, once there is one.
    pub address: PackedOption<Value>,
    uses: Uses,
}

/// How a part is used.
#[derive(Clone, Copy, Debug)]
struct Uses {
    /// The type of the first load or store.
    first: Option<Type>,
    /// Whether all loads and stores are of that type, and of all bytes.
    are_same: bool,
    /// Whether all loads and stores are of all bytes.
    are_whole: bool,
    /// Whether the bits of all values that are loaded and stored can be an integer.
    are_bits: bool,
    /// A vector of which all is loaded or stored.
    vector: Option<Type>,
    /// Whether a copy or fill ends or begins inside.
    is_cut: bool,
    /// Whether there is a copy or fill.
    has_copies: bool,
    /// Whether there is a fill by other than zeros.
    is_filled: bool,
}

impl Part {
    fn new(start: u64, end: u64) -> Self {
        let uses = Uses {
            first: None,
            are_same: true,
            are_whole: true,
            are_bits: true,
            vector: None,
            is_cut: false,
            has_copies: false,
            is_filled: false,
        };
        Self {
            start,
            end,
            ty: None,
            address: None.into(),
            uses,
        }
    }

    pub(super) fn size(&self) -> u64 {
        self.end - self.start
    }
}

/// The parts of a slot in order; they do not overlap.
#[derive(Default)]
pub(super) struct Parts {
    pub parts: Vec<Part>,
    joined: Vec<(u64, u64)>,
    copied: Vec<(u64, u64)>,
}

impl Parts {
    /// Finds the parts of a slot. Returns false if none of them can be a value, or they are too many.
    pub(super) fn find(
        &mut self,
        module: &mut Module,
        layout: &DataLayout,
        function: &Function,
        slices: &Slices,
    ) -> bool {
        self.parts.clear();
        let joining = slices.slices.iter().filter(|slice| slice.is_joining());
        join(&mut self.joined, joining);
        join(&mut self.copied, slices.slices.iter());
        self.cut();
        for slice in &slices.slices {
            if self.overlapped(slice).len() > MAX_PIECES {
                return false;
            }
            self.note(module, layout, function, slice);
        }
        for part in &mut self.parts {
            part.ty = type_of(module, layout, part, &slices.slices);
        }
        self.parts.iter().any(|part| part.ty.is_some())
    }

    /// Makes a part of what loads and stores join, and parts of words of what only copies are between.
    fn cut(&mut self) {
        let mut joined = self.joined.iter().copied().peekable();
        for (start, end) in self.copied.iter().copied() {
            let mut at = start;
            while let Some((first, last)) = joined.next_if(|(first, _)| *first < end) {
                add_words(&mut self.parts, at, first);
                self.parts.push(Part::new(first, last));
                at = last;
            }
            add_words(&mut self.parts, at, end);
        }
    }

    /// The parts that a slice has bytes of.
    pub(super) fn overlapped(&self, slice: &Slice) -> std::ops::Range<usize> {
        let first = self.parts.partition_point(|part| part.end <= slice.start);
        let end = self.parts.partition_point(|part| part.start < slice.end);
        first..end
    }

    fn note(&mut self, module: &Module, layout: &DataLayout, function: &Function, slice: &Slice) {
        for at in self.overlapped(slice) {
            let part = &mut self.parts[at];
            let is_whole = slice.start <= part.start && part.end <= slice.end;
            let uses = &mut part.uses;
            match slice.access {
                Access::Load(ty) | Access::Store(ty) if !slice.is_split => {
                    let first = *uses.first.get_or_insert(ty);
                    uses.are_same &= is_whole && ty == first;
                    uses.are_whole &= is_whole;
                    uses.are_bits &= is_bits(module, layout, ty);
                    if is_whole && module.types.is_vector(ty) {
                        uses.vector = Some(ty);
                    }
                }
                Access::Load(_) | Access::Store(_) | Access::CopyFrom | Access::CopyTo => {
                    uses.has_copies = true;
                    uses.is_cut |= !is_whole;
                }
                Access::Fill => {
                    uses.has_copies = true;
                    uses.is_cut |= !is_whole;
                    let byte = function.as_const(function.operand(slice.user, 1));
                    let is_zero =
                        byte.is_some_and(|id| module.consts[id].kind == ConstKind::Int(0));
                    uses.is_filled |= !is_zero;
                }
            }
        }
    }
}

/// Puts into `found` the bytes of all slices, in order, those that overlap in one.
fn join<'a>(found: &mut Vec<(u64, u64)>, slices: impl Iterator<Item = &'a Slice>) {
    found.clear();
    found.extend(slices.map(|slice| (slice.start, slice.end)));
    found.sort_unstable();
    found.dedup_by(|next, last| {
        let overlaps = next.0 < last.1;
        if overlaps {
            last.1 = last.1.max(next.1);
        }
        overlaps
    });
}

/// Adds the bytes `at..end` as words, as large as their place allows; many as they are.
fn add_words(parts: &mut Vec<Part>, mut at: u64, end: u64) {
    if end.saturating_sub(at) > MAX_PIECES as u64 / 2 * WORD {
        parts.push(Part::new(at, end));
        return;
    }
    while at < end {
        let mut size = WORD.min(1 << at.trailing_zeros().min(3));
        while at + size > end {
            size /= 2;
        }
        parts.push(Part::new(at, at + size));
        at += size;
    }
}

/// Whether the bits of a value are those of an integer of as many bytes.
fn is_bits(module: &Module, layout: &DataLayout, ty: Type) -> bool {
    let types = &module.types;
    let scalar = types.scalar(ty);
    let is_known = match types[scalar] {
        TypeData::Integer(bits) => bits % 8 == 0,
        TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => true,
        TypeData::Pointer(space) => space == 0 && scalar == ty,
        _ => false,
    };
    let is_scalable = matches!(types[ty], TypeData::Vector { scalable: true, .. });
    let size = layout.size_in_bits(types, ty);
    let stored = layout.store_size(types, ty);
    is_known
        && !is_scalable
        && size.is_some()
        && size == stored.and_then(|size| size.checked_mul(8))
}

/// The type of a part as a value; `None` if it has to be bytes.
fn type_of(
    module: &mut Module,
    layout: &DataLayout,
    part: &Part,
    slices: &[Slice],
) -> Option<Type> {
    let Uses {
        first,
        are_same,
        are_whole,
        are_bits,
        vector,
        is_cut,
        has_copies,
        is_filled,
    } = part.uses;
    // Of three bytes, too: structs are passed and returned so.
    let is_word = part.size() <= WORD;
    if (is_filled || is_cut) && !is_word {
        return None;
    }
    let Some(first) = first else {
        return is_word.then(|| module.types.int(part.size() as u32 * 8));
    };
    if are_same && (!has_copies || are_bits) {
        return Some(first);
    }
    if !are_bits {
        return None;
    }
    if let Some(vector) = vector
        && !is_cut
        && has_elements(module, layout, part, vector, slices)
    {
        return Some(vector);
    }
    match (are_whole, is_word) {
        (true, _) => Some(first),
        (false, true) => Some(module.types.int(part.size() as u32 * 8)),
        (false, false) => None,
    }
}

/// Whether all loads and stores of a part are of all of it, or of one element of the vector that it is.
fn has_elements(
    module: &Module,
    layout: &DataLayout,
    part: &Part,
    vector: Type,
    slices: &[Slice],
) -> bool {
    let Some(size) = layout.store_size(&module.types, module.types.scalar(vector)) else {
        return false;
    };
    let mut accesses = slices
        .iter()
        .filter(|slice| slice.is_joining() && part.start <= slice.start && slice.end <= part.end);
    accesses.all(|slice| {
        let is_whole = slice.start == part.start && slice.end == part.end;
        let is_element =
            slice.end - slice.start == size && (slice.start - part.start).is_multiple_of(size);
        is_whole || is_element
    })
}
