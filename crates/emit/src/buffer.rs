//! The code buffer: bytes of one function with labels, fixups, branches that may grow and alignment.
//!
//! Bytes of fixed size are kept in one `raw` vector. Everything whose size depends on the layout, a
//! relaxable branch or an alignment, is a *piece* between two raw bytes. A [`Position`] counts raw bytes
//! and pieces before it:
//!
//! ```text
//!   raw     push %rbx │ mov … test … │ … ret
//!   pieces            0 (align 16)   1 (je .LBB0_2: 2 or 6 bytes)
//!   final offset of a position = raw bytes before it + sizes of the pieces before it
//! ```
//!
//! [`CodeBuffer::finish`] makes every branch short, then lengthens those that do not reach until none
//! is left: branches only grow, so this ends.

use avarice_ir::Global;
use avarice_mir::{CfiInstruction, ConstPoolIndex, JumpTableIndex, Symbol};
use cranelift_entity::{PrimaryMap, entity_impl};

/// A place in the code of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(u32);
entity_impl!(Label, "L");

/// A place in the buffer before the layout is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    raw: u32,
    pieces: u32,
}

/// What a fixup refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixupTarget {
    /// A place in the same function.
    Label(Label),
    /// A global of the module.
    Global(Global),
    /// An external symbol by name, an id of the machine function.
    Symbol(Symbol),
    /// The global offset table, as its distance from an instruction's symbol.
    GotFrom(Symbol),
    /// A function of the runtime that the target calls, by name.
    Runtime(&'static str),
    /// A constant pool entry of the function.
    ConstPool(ConstPoolIndex),
    /// A jump table of the function.
    JumpTable(JumpTableIndex),
    /// The place in the function that the entries of a jump table are distances from.
    JumpTableBase(JumpTableIndex),
    /// A block of a function.
    BlockAddress(Global, avarice_ir::Block),
    /// A place in the same function, by its offset, that the linker has to know as a symbol.
    Code(u32),
    /// The address 0: a plain number relative to the code.
    Absolute,
}

/// A field of the code whose value is known only at or after the layout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fixup {
    /// Offset of the field in bytes from the start of the function.
    pub offset: u32,
    /// Relocation type of the object format.
    pub kind: u32,
    /// What it refers to.
    pub target: FixupTarget,
    /// What is added, in bytes; for relative kinds this counts from the field's start.
    pub addend: i64,
}

/// One form of a branch: bytes that end with its displacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchForm {
    /// The bytes; those from `field` to `len` are the little-endian displacement from the branch's end.
    pub bytes: [u8; 8],
    /// Number of bytes.
    pub len: u8,
    /// Where the displacement begins.
    pub field: u8,
}

impl BranchForm {
    /// A form of `opcode` and `size` bytes of displacement.
    pub fn new(opcode: &[u8], size: usize) -> Self {
        let mut bytes = [0; 8];
        bytes[..opcode.len()].copy_from_slice(opcode);
        Self {
            bytes,
            len: (opcode.len() + size) as u8,
            field: opcode.len() as u8,
        }
    }

    /// Whether the displacement field can hold `displacement`.
    fn reaches(&self, displacement: i64) -> bool {
        let bits = 8 * u32::from(self.len - self.field);
        let limit = 1i64 << (bits - 1);
        (-limit..limit).contains(&displacement)
    }
}

/// A jump out of the function, to a global, that has a short form for what is near.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FarJump {
    /// Where it ends, in bytes from the start of the function.
    pub end: u32,
    /// Where it goes.
    pub target: Global,
}

#[derive(Clone, Debug)]
enum PieceKind {
    Branch {
        target: Label,
        short: BranchForm,
        long: BranchForm,
        is_long: bool,
    },
    /// A jump out of the function.
    FarJump { form: BranchForm },
    Align {
        /// In bytes.
        to: u32,
        /// Most bytes of padding.
        most: u32,
    },
}

#[derive(Clone, Debug)]
struct Piece {
    /// Raw bytes before it.
    raw: u32,
    kind: PieceKind,
    /// Current size in bytes.
    size: u32,
}

/// The code of a function while it is written.
#[derive(Debug, Default)]
pub struct CodeBuffer {
    raw: Vec<u8>,
    pieces: Vec<Piece>,
    labels: PrimaryMap<Label, Option<Position>>,
    fixups: Vec<(Position, Fixup)>,
    cfi: Vec<(Position, CfiInstruction)>,
    has_b_key: bool,
    traps: Vec<Position>,
    marks: Vec<Position>,
    far_jumps: Vec<(Position, Global)>,
    /// Of each jump out of the function, by its number, whether it takes its short form; the others do not.
    near: Vec<bool>,
    max_align: u32,
    /// Bytes between the place that alignments count from and the start of the function.
    origin: u32,
}

/// A function's code after the layout.
#[derive(Debug)]
pub struct FinishedCode {
    /// The bytes; fields of fixups are zero.
    pub bytes: Vec<u8>,
    /// Fixups in order of offset.
    pub fixups: Vec<Fixup>,
    /// Offset of each label; `None` if it was not bound.
    pub labels: PrimaryMap<Label, Option<u32>>,
    /// Call frame instructions with their offsets, in order.
    pub cfi: Vec<(u32, CfiInstruction)>,
    /// Whether the return address is signed with the second of two keys.
    pub has_b_key: bool,
    /// Offsets of traps that are listed.
    pub traps: Vec<u32>,
    /// Offset of each mark, in order.
    pub marks: Vec<u32>,
    /// Jumps out of the function, in order.
    pub far_jumps: Vec<FarJump>,
    /// The largest alignment within, in bytes; at least 1.
    pub align: u32,
}

impl CodeBuffer {
    /// Says that the function starts `bytes` after a position with the alignment that it requests.
    pub fn set_origin(&mut self, bytes: u32) {
        self.origin = bytes;
    }

    /// Says which of the jumps out of the function, in order, take their short form.
    pub fn set_near(&mut self, near: &[bool]) {
        self.near = near.to_vec();
    }

    /// A new label, not yet bound.
    pub fn create_label(&mut self) -> Label {
        self.labels.push(None)
    }

    /// Binds `label` here.
    pub fn bind(&mut self, label: Label) {
        self.labels[label] = Some(self.position());
    }

    /// Appends one byte.
    #[inline]
    pub fn put1(&mut self, byte: u8) {
        self.raw.push(byte);
    }

    /// Appends bytes.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
    }

    /// Raw bytes so far: differences of this within one instruction are lengths in bytes.
    #[inline]
    pub fn raw_len(&self) -> usize {
        self.raw.len()
    }

    /// The raw bytes from `start` on, for tests and for checks of length.
    pub fn raw_from(&self, start: usize) -> &[u8] {
        &self.raw[start..]
    }

    /// Notes that the field which begins here (and is appended next) refers to `target`.
    pub fn fixup(&mut self, kind: u32, target: FixupTarget, addend: i64) {
        let fixup = Fixup {
            offset: 0,
            kind,
            target,
            addend,
        };
        self.fixups.push((self.position(), fixup));
    }

    /// Appends a branch to `target` that has a short and a long form.
    pub fn branch(&mut self, target: Label, short: BranchForm, long: BranchForm) {
        let kind = PieceKind::Branch {
            target,
            short,
            long,
            is_long: false,
        };
        self.push_piece(kind, u32::from(short.len));
    }

    /// Appends a jump out of the function, in the short or the long form, each with the relocation of its displacement. It is
    /// long unless [`Self::set_near`] has said that this one to a global is near: how far the global is shows only when the
    /// functions of the module stand one after the other.
    pub fn far_jump(
        &mut self,
        target: FixupTarget,
        short: (BranchForm, u32),
        long: (BranchForm, u32),
    ) {
        let is_near = match target {
            FixupTarget::Global(_) => self.near.get(self.far_jumps.len()) == Some(&true),
            _ => false,
        };
        let (form, kind) = if is_near { short } else { long };
        let fixup = Fixup {
            offset: form.field.into(),
            kind,
            target,
            addend: i64::from(form.field) - i64::from(form.len),
        };
        self.fixups.push((self.position(), fixup));
        self.push_piece(PieceKind::FarJump { form }, short.0.len.into());
        if let FixupTarget::Global(target) = target {
            self.far_jumps.push((self.position(), target));
        }
    }

    /// Pads to a multiple of `align` bytes, a power of two, counted from the function's start
    /// less its origin.
    pub fn align(&mut self, align: u32) {
        self.align_up_to(align, 0);
    }

    /// The same, unless that takes more than `max_padding` bytes; 0 is no limit.
    pub fn align_up_to(&mut self, align: u32, max_padding: u64) {
        if align > 1 {
            self.max_align = self.max_align.max(align);
            let most = match max_padding {
                0 => u32::MAX,
                most => u32::try_from(most).unwrap_or(u32::MAX),
            };
            self.push_piece(PieceKind::Align { to: align, most }, 0);
        }
    }

    /// Notes that the return address is signed with the second of two keys.
    pub fn sign_with_b_key(&mut self) {
        self.has_b_key = true;
    }

    /// Notes that a trap follows which is listed.
    pub fn trap(&mut self) {
        self.traps.push(self.position());
    }

    /// Notes a call frame instruction here.
    pub fn cfi(&mut self, instruction: CfiInstruction) {
        self.cfi.push((self.position(), instruction));
    }

    /// Marks this place.
    pub fn mark(&mut self) {
        self.marks.push(self.position());
    }

    fn push_piece(&mut self, kind: PieceKind, size: u32) {
        let raw = self.raw.len() as u32;
        self.pieces.push(Piece { raw, kind, size });
    }

    fn position(&self) -> Position {
        Position {
            raw: self.raw.len() as u32,
            pieces: self.pieces.len() as u32,
        }
    }

    /// Lays the code out. `nops` appends that many bytes of padding.
    ///
    /// # Requires
    /// Every label that a branch goes to is bound.
    pub fn finish(mut self, mut nops: impl FnMut(usize, &mut Vec<u8>)) -> FinishedCode {
        let grown = self.relax();
        let at = |p: Position| p.raw + grown[p.pieces as usize];
        let mut bytes = Vec::with_capacity(self.raw.len() + grown[self.pieces.len()] as usize);
        let mut done = 0;
        for piece in &self.pieces {
            bytes.extend_from_slice(&self.raw[done..piece.raw as usize]);
            done = piece.raw as usize;
            match &piece.kind {
                PieceKind::Align { .. } => nops(piece.size as usize, &mut bytes),
                PieceKind::FarJump { form } => {
                    bytes.extend_from_slice(&form.bytes[..form.len.into()]);
                }
                PieceKind::Branch {
                    target,
                    short,
                    long,
                    is_long,
                } => {
                    let form = if *is_long { long } else { short };
                    let end = bytes.len() as i64 + i64::from(form.len);
                    let to = self.labels[*target].map_or(end, |p| i64::from(at(p)));
                    let (field, len) = (usize::from(form.field), usize::from(form.len));
                    bytes.extend_from_slice(&form.bytes[..field]);
                    bytes.extend_from_slice(&(to - end).to_le_bytes()[..len - field]);
                }
            }
        }
        bytes.extend_from_slice(&self.raw[done..]);
        let mut fixups = Vec::with_capacity(self.fixups.len());
        fixups.extend(self.fixups.iter().map(|(position, fixup)| Fixup {
            offset: at(*position) + fixup.offset,
            ..*fixup
        }));
        let mut labels = PrimaryMap::with_capacity(self.labels.len());
        for position in self.labels.values() {
            labels.push(position.map(at));
        }
        FinishedCode {
            bytes,
            fixups,
            labels,
            has_b_key: self.has_b_key,
            traps: self.traps.iter().map(|p| at(*p)).collect(),
            cfi: self.cfi.iter().map(|(p, i)| (at(*p), *i)).collect(),
            marks: self.marks.iter().map(|p| at(*p)).collect(),
            far_jumps: self
                .far_jumps
                .iter()
                .map(|(position, target)| FarJump {
                    end: at(*position),
                    target: *target,
                })
                .collect(),
            align: self.max_align.max(1),
        }
    }

    /// Decides the size of every piece. Returns the sum of sizes before each piece, and of all.
    ///
    /// As llc does: first all branches are short. Each round lays the code out, then makes those long that do not reach
    /// their targets in this layout, jumps out of the function among them. A long one stays so, though an alignment may later
    /// absorb what others have grown.
    fn relax(&mut self) -> Vec<u32> {
        let mut grown = vec![0u32; self.pieces.len() + 1];
        loop {
            for (index, piece) in self.pieces.iter_mut().enumerate() {
                if let PieceKind::Align { to, most } = piece.kind {
                    piece.size = padding(self.origin + piece.raw + grown[index], to, most);
                }
                grown[index + 1] = grown[index] + piece.size;
            }
            if !self.lengthen(&grown) {
                return grown;
            }
        }
    }

    /// Makes the branches long that do not reach their targets; returns whether there are any.
    fn lengthen(&mut self, grown: &[u32]) -> bool {
        let mut changed = false;
        for (index, piece) in self.pieces.iter_mut().enumerate() {
            let form = match &mut piece.kind {
                PieceKind::Branch {
                    target,
                    short,
                    long,
                    is_long,
                } => {
                    let end = i64::from(piece.raw + grown[index] + u32::from(short.len));
                    let to = self.labels[*target].map_or(end, |to| {
                        i64::from(to.raw) + i64::from(grown[to.pieces as usize])
                    });
                    *is_long |= !short.reaches(to - end);
                    if *is_long { long } else { short }
                }
                PieceKind::FarJump { form } => form,
                PieceKind::Align { .. } => continue,
            };
            let size = u32::from(form.len);
            changed |= piece.size != size;
            piece.size = size;
        }
        changed
    }
}

/// Bytes from `offset` to the next multiple of `align`; none if those are more than `most`.
fn padding(offset: u32, align: u32, most: u32) -> u32 {
    let bytes = offset.wrapping_neg() & (align - 1);
    if bytes > most { 0 } else { bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: ([u8; 1], usize) = ([0xeb], 1);
    const LONG: ([u8; 1], usize) = ([0xe9], 4);

    fn jump(buffer: &mut CodeBuffer, to: Label) {
        let short = BranchForm::new(&SHORT.0, SHORT.1);
        buffer.branch(to, short, BranchForm::new(&LONG.0, LONG.1));
    }

    fn finish(buffer: CodeBuffer) -> FinishedCode {
        buffer.finish(|count, out| out.extend(std::iter::repeat_n(0x90, count)))
    }

    #[test]
    fn alignment_with_a_limit_is_left_out_where_it_takes_more() {
        for (size, padded) in [(11, 16), (8, 16), (7, 7)] {
            let mut buffer = CodeBuffer::default();
            buffer.put(&vec![0xcc; size]);
            buffer.align_up_to(16, 8);
            assert_eq!(finish(buffer).bytes.len(), padded);
        }
    }

    #[test]
    fn forward_branch_is_short_up_to_127() {
        for (distance, length) in [(0, 2), (127, 2), (128, 5)] {
            let mut buffer = CodeBuffer::default();
            let to = buffer.create_label();
            jump(&mut buffer, to);
            buffer.put(&vec![0; distance]);
            buffer.bind(to);
            let code = finish(buffer);
            assert_eq!(code.bytes.len(), length + distance);
            assert_eq!(code.labels[to], Some((length + distance) as u32));
            assert_eq!(code.bytes[1], distance as u8);
        }
    }

    #[test]
    fn backward_branch_is_short_down_to_minus_128() {
        for (distance, length) in [(126, 2), (127, 5)] {
            let mut buffer = CodeBuffer::default();
            let to = buffer.create_label();
            buffer.bind(to);
            buffer.put(&vec![0; distance]);
            jump(&mut buffer, to);
            let code = finish(buffer);
            assert_eq!(code.bytes.len(), distance + length);
            let displacement = -((distance + length) as i32);
            assert_eq!(code.bytes[distance + 1], displacement.to_le_bytes()[0]);
        }
    }

    #[test]
    fn growth_of_one_branch_pushes_the_others_out_of_reach() {
        // Each jump goes over the next one and exactly 127 bytes, but the last, which goes over 128.
        let mut buffer = CodeBuffer::default();
        let labels: Vec<_> = (0..10).map(|_| buffer.create_label()).collect();
        for (index, label) in labels.iter().enumerate() {
            jump(&mut buffer, *label);
            let last = index == labels.len() - 1;
            buffer.put(&vec![0; if last { 128 } else { 125 }]);
            if index > 0 {
                buffer.bind(labels[index - 1]);
            }
        }
        buffer.bind(labels[9]);
        // Label i comes after the body that follows jump i + 1: far out of reach for all, so all are long.
        let code = finish(buffer);
        assert_eq!(code.bytes.len(), 9 * 130 + 133);
    }

    #[test]
    fn chain_at_the_boundary_grows_only_when_it_must() {
        // j0 over j1 and 125 bytes: 127, short as long as j1 is short.
        for (last, total) in [(127, 2 + 2 + 127), (128, 5 + 5 + 128)] {
            let mut buffer = CodeBuffer::default();
            let (l0, l1) = (buffer.create_label(), buffer.create_label());
            jump(&mut buffer, l0);
            jump(&mut buffer, l1);
            buffer.put(&[0; 125]);
            buffer.bind(l0);
            buffer.put(&vec![0; last - 125]);
            buffer.bind(l1);
            assert_eq!(finish(buffer).bytes.len(), total);
        }
    }

    /// ```text
    ///   first layout    0 far   2 jmp   4 …  16 end of the padding   128 bytes to the target: the jump grows
    ///   last layout     0 far   5 jmp  10 …  16
    /// ```
    #[test]
    fn jump_out_of_the_function_is_short_in_the_first_layout() {
        let mut buffer = CodeBuffer::default();
        let to = buffer.create_label();
        let (short, long) = (BranchForm::new(&[0xeb], 1), BranchForm::new(&[0xe9], 4));
        buffer.far_jump(FixupTarget::Runtime("far"), (short, 1), (long, 2));
        jump(&mut buffer, to);
        buffer.align(16);
        buffer.put(&[0; 116]);
        buffer.bind(to);
        let code = finish(buffer);
        assert_eq!(code.bytes[..10], [0xe9, 0, 0, 0, 0, 0xe9, 122, 0, 0, 0]);
        assert_eq!((code.bytes.len(), code.labels[to]), (132, Some(132)));
        let fixup = code.fixups[0];
        assert_eq!((fixup.offset, fixup.kind, fixup.addend), (1, 2, -4));
    }

    #[test]
    fn alignment_counts_from_the_start_and_fixups_follow() {
        let mut buffer = CodeBuffer::default();
        buffer.put1(0xcc);
        buffer.align(16);
        let here = buffer.create_label();
        buffer.bind(here);
        buffer.fixup(7, FixupTarget::Label(here), -4);
        buffer.put(&[0; 4]);
        buffer.cfi(CfiInstruction::DefCfaOffset(16));
        let code = finish(buffer);
        assert_eq!(code.bytes[..17], {
            let mut expected = [0x90; 17];
            expected[0] = 0xcc;
            expected[16] = 0;
            expected
        });
        assert_eq!((code.fixups[0].offset, code.labels[here]), (16, Some(16)));
        assert_eq!(code.cfi, [(20, CfiInstruction::DefCfaOffset(16))]);
        assert_eq!(code.align, 16);
    }
}
