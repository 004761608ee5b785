//! DWARF expressions from machine registers, constants and the expressions of debug values.
//!
//! ```text
//!   DBG_VALUE $rdi, 0, !DIExpression(DW_OP_plus_uconst, 8)      DW_OP_breg5 8
//!   DBG_VALUE $edi, $noreg, !DIExpression()                     DW_OP_reg5
//!   DBG_VALUE 7, $noreg, !DIExpression()                        DW_OP_lit7, DW_OP_stack_value
//!   … !DIExpression(DW_OP_LLVM_fragment, 32, 32)                DW_OP_piece 4, …, DW_OP_piece 4
//! ```

use avarice_target::{PhysReg, TargetDesc};
use gimli::constants as dw;

use super::operations::{Operation, Program, code, llvm};
use super::registers::{self, Description, Part};

/// Bytes in which the distance of a base type is written.
pub(crate) const BASE_TYPE_BYTES: usize = 4;

/// A type that an expression converts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BaseType {
    pub(crate) bits: u64,
    /// `DW_ATE_…`
    pub(crate) encoding: u64,
}

/// A DWARF expression.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Location {
    pub(crate) bytes: Vec<u8>,
    /// Where the expression refers to a base type: [`BASE_TYPE_BYTES`] that are still 0.
    pub(crate) base_types: Vec<(usize, BaseType)>,
}

/// What the expression so far is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Unknown,
    Register,
    Memory,
    Implicit,
}

/// What is different from target to target and function to function.
#[derive(Clone, Copy)]
pub(super) struct WriterContext {
    /// `None` where no machine registers come up.
    pub(super) target: Option<&'static TargetDesc>,
    /// The version of DWARF.
    pub(super) version: u16,
    /// The register that the frame is addressed from, where an expression may say so.
    pub(super) frame_register: Option<PhysReg>,
    /// Bytes of an address.
    pub(super) address_size: u8,
}

/// The operations that are still to be written.
pub(super) struct Cursor<'p> {
    rest: &'p [Operation],
}

impl<'p> Cursor<'p> {
    pub(super) fn new(operations: &'p [Operation]) -> Self {
        Self { rest: operations }
    }

    fn peek(&self) -> Option<Operation> {
        self.rest.first().copied()
    }

    fn take(&mut self) -> Option<Operation> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    /// Whether all is written.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn fragment_bits(&self) -> Option<u32> {
        let found = self.rest.iter().find(|o| o.code == llvm::FRAGMENT)?;
        u32::try_from(found.operands[1]).ok()
    }

    /// Whether only loads come, and the part that it is for.
    fn only_loads(&self) -> bool {
        let loads = [code(dw::DW_OP_deref), llvm::FRAGMENT];
        self.rest.iter().all(|o| loads.contains(&o.code))
    }
}

/// An expression in the making.
pub(super) struct Writer {
    context: WriterContext,
    out: Location,
    kind: Kind,
    /// Whether the value that a register had on entry is loaded from, not the value itself.
    is_indirect: bool,
    /// Where the expression began whose value on entry is meant, and what the kind was before.
    entry_value: Option<(usize, Kind)>,
    is_entry_value: bool,
    /// Bits of the variable that are described.
    offset: u64,
    /// Size and offset of the register within the one that was named; size 0 for none.
    within: (u32, u32),
    registers: Vec<Part>,
}

impl Writer {
    pub(super) fn new(context: WriterContext) -> Self {
        Self {
            context,
            out: Location::default(),
            kind: Kind::Unknown,
            is_indirect: false,
            entry_value: None,
            is_entry_value: false,
            offset: 0,
            within: (0, 0),
            registers: Vec::new(),
        }
    }

    fn op(&mut self, operation: gimli::DwOp) {
        self.out.bytes.push(operation.0);
    }

    fn unsigned(&mut self, value: u64) {
        crate::debug::leb128::unsigned(&mut self.out.bytes, value);
    }

    fn signed(&mut self, value: i64) {
        crate::debug::leb128::signed(&mut self.out.bytes, value);
    }

    fn constu(&mut self, value: u64) {
        match value {
            0..32 => self.op(gimli::DwOp(dw::DW_OP_lit0.0 + value as u8)),
            u64::MAX => {
                self.op(dw::DW_OP_lit0);
                self.op(dw::DW_OP_not);
            }
            _ => {
                self.op(dw::DW_OP_constu);
                self.unsigned(value);
            }
        }
    }

    fn register(&mut self, number: u16) {
        self.kind = Kind::Register;
        if number < 32 {
            self.op(gimli::DwOp(dw::DW_OP_reg0.0 + number as u8));
        } else {
            self.op(dw::DW_OP_regx);
            self.unsigned(number.into());
        }
    }

    fn base_register(&mut self, number: u16, offset: i64) {
        if number < 32 {
            self.op(gimli::DwOp(dw::DW_OP_breg0.0 + number as u8));
        } else {
            self.op(dw::DW_OP_bregx);
            self.unsigned(number.into());
        }
        self.signed(offset);
    }

    fn piece(&mut self, bits: u64, offset: u64) {
        if bits == 0 {
            return;
        }
        if offset > 0 || !bits.is_multiple_of(8) {
            self.op(dw::DW_OP_bit_piece);
            self.unsigned(bits);
            self.unsigned(offset);
        } else {
            self.op(dw::DW_OP_piece);
            self.unsigned(bits / 8);
        }
        self.offset = self.offset.saturating_add(bits);
    }

    /// Leaves out the bits before the part that `program` is for.
    pub(super) fn skip_to_fragment(&mut self, program: &Program) {
        if let Some(part) = program.fragment() {
            self.piece(part.offset.saturating_sub(self.offset), 0);
            self.offset = part.offset;
        }
    }

    /// Begins with the bit `offset` of the variable, where what comes before is said already.
    pub(super) fn begin_at(&mut self, offset: u64) {
        self.offset = offset;
    }

    /// Says that what follows is an address.
    pub(super) fn is_in_memory(&mut self) {
        self.kind = Kind::Memory;
    }

    /// Says that what the register had on entry is an address.
    pub(super) fn is_loaded_from(&mut self) {
        self.is_indirect = true;
    }

    /// Begins with the value of a register on entry, which `cursor` speaks of.
    pub(super) fn begin_entry_value(&mut self, cursor: &mut Cursor<'_>) {
        cursor.take();
        self.entry_value = Some((self.out.bytes.len(), self.kind));
        self.is_entry_value = true;
        self.kind = Kind::Register;
    }

    fn finish_entry_value(&mut self) {
        let Some((start, kind)) = self.entry_value.take() else {
            return;
        };
        let inner = self.out.bytes.split_off(start);
        match self.context.version {
            5.. => self.op(dw::DW_OP_entry_value),
            _ => self.op(dw::DW_OP_GNU_entry_value),
        }
        self.unsigned(inner.len() as u64);
        self.out.bytes.extend(inner);
        self.is_entry_value = false;
        self.kind = kind;
    }

    /// A constant that is signed.
    pub(super) fn signed_constant(&mut self, value: i64) {
        self.kind = Kind::Implicit;
        self.op(dw::DW_OP_consts);
        self.signed(value);
    }

    /// A constant that is unsigned.
    pub(super) fn unsigned_constant(&mut self, value: u64) {
        self.kind = Kind::Implicit;
        self.constu(value);
    }

    /// A floating-point number of 4 or 8 bytes.
    pub(super) fn float(&mut self, bytes: &[u8]) {
        self.op(dw::DW_OP_implicit_value);
        self.unsigned(bytes.len() as u64);
        self.out.bytes.extend_from_slice(bytes);
    }

    /// Adds a machine register, and takes what it can say with it from `cursor`. Returns whether there are words for
    /// it.
    pub(super) fn machine_register(&mut self, cursor: &mut Cursor<'_>, register: PhysReg) -> bool {
        let fragment = cursor.fragment_bits();
        let described = self
            .context
            .target
            .and_then(|target| registers::describe(target, register, fragment.unwrap_or(!1)));
        let Some(Description { parts, within }) = described else {
            self.kind = Kind::Unknown;
            return false;
        };
        if within.0 != 0 {
            self.within = within;
        }
        self.registers = parts;
        let next = cursor.peek();
        let is_complex = next.is_some_and(|next| next.code != llvm::FRAGMENT);
        if (is_complex || self.entry_value.is_some()) && self.registers.len() > 1 {
            if let Some((_, kind)) = self.entry_value.take() {
                self.kind = kind;
            }
            return self.give_up();
        }
        if self.kind != Kind::Memory && !is_complex || self.is_entry_value {
            self.plain_registers(fragment);
            if self.is_entry_value {
                self.finish_entry_value();
                if !self.is_indirect && !is_complex && self.context.version >= 4 {
                    self.op(dw::DW_OP_stack_value);
                }
            }
            self.registers.clear();
            self.mask_unless_piece(cursor);
            return true;
        }
        let stack_value = code(dw::DW_OP_stack_value);
        let needs_value = cursor.rest.iter().any(|o| o.code == stack_value);
        if self.context.version < 4 && needs_value || self.registers.len() > 1 {
            return self.give_up();
        }
        let Some(number) = self.registers.first().and_then(|part| part.number) else {
            return self.give_up();
        };
        let offset = self.take_offset(cursor);
        if self.context.frame_register == Some(register) {
            self.op(dw::DW_OP_fbreg);
            self.signed(offset);
        } else {
            self.base_register(number, offset);
        }
        self.registers.clear();
        self.mask_unless_piece(cursor);
        true
    }

    /// Describes the place `bytes` below the CFA.
    pub(super) fn below_cfa(&mut self, bytes: i64) {
        self.op(dw::DW_OP_call_frame_cfa);
        if bytes != 0 {
            self.op(dw::DW_OP_consts);
            self.signed(-bytes);
            self.op(dw::DW_OP_plus);
        }
    }

    fn give_up(&mut self) -> bool {
        self.registers.clear();
        self.kind = Kind::Unknown;
        false
    }

    fn plain_registers(&mut self, fragment: Option<u32>) {
        let mut size = 0;
        for part in std::mem::take(&mut self.registers) {
            size += part.bits;
            if let Some(number) = part.number {
                self.register(number);
            }
            if fragment.is_some_and(|bits| size > bits) {
                break;
            }
            self.piece(part.bits.into(), 0);
        }
    }

    /// The distance that is added to the register, where the operation that names the register has room for it.
    fn take_offset(&self, cursor: &mut Cursor<'_>) -> i64 {
        let limit = i32::MAX as u64;
        let rest = cursor.rest;
        match rest {
            [first, ..] if first.code == code(dw::DW_OP_plus_uconst) => {
                let offset = first.operands[0];
                if offset > limit {
                    return 0;
                }
                cursor.rest = &rest[1..];
                offset as i64
            }
            [first, second, ..] if first.code == code(dw::DW_OP_constu) => {
                let offset = first.operands[0];
                let adds = second.code == code(dw::DW_OP_plus) && offset <= limit;
                let subtracts = second.code == code(dw::DW_OP_minus)
                    && self.within.0 == 0
                    && offset <= limit + 1;
                if !adds && !subtracts {
                    return 0;
                }
                cursor.rest = &rest[2..];
                if adds {
                    offset as i64
                } else {
                    -(offset as i64)
                }
            }
            _ => 0,
        }
    }

    /// Cuts the register out of the one that was named, unless the next operation does.
    fn mask_unless_piece(&mut self, cursor: &Cursor<'_>) {
        let (size, offset) = self.within;
        let Some(next) = cursor.peek() else {
            return;
        };
        if size == 0 || next.code == llvm::FRAGMENT {
            return;
        }
        if offset > 0 {
            self.constu(offset.into());
            self.op(dw::DW_OP_shr);
        }
        self.constu(1_u64.checked_shl(size).unwrap_or(0).wrapping_sub(1));
        self.op(dw::DW_OP_and);
    }

    /// Adds what is left in `cursor`; `argument` adds an argument by its number. Returns whether there are words for
    /// all.
    pub(super) fn expression(
        &mut self,
        mut cursor: Cursor<'_>,
        mut argument: impl FnMut(&mut Self, u64, &mut Cursor<'_>) -> bool,
    ) -> bool {
        let mut converted = None;
        while let Some(operation) = cursor.take() {
            let [first, second] = operation.operands;
            match operation.code {
                llvm::ARGUMENT => {
                    if !argument(self, first, &mut cursor) {
                        self.kind = Kind::Unknown;
                        return false;
                    }
                }
                llvm::FRAGMENT => {
                    self.end_fragment(first, second);
                    return true;
                }
                llvm::EXTRACT_SIGNED | llvm::EXTRACT_UNSIGNED => {
                    self.extract(first, second, operation.code == llvm::EXTRACT_SIGNED);
                }
                llvm::CONVERT => self.convert(first, second, &mut converted),
                llvm::TAG_OFFSET => {}
                _ => self.operation(operation, &cursor),
            }
        }
        if self.kind == Kind::Implicit {
            self.stack_value();
        }
        true
    }

    fn stack_value(&mut self) {
        if self.context.version >= 4 {
            self.op(dw::DW_OP_stack_value);
        }
    }

    fn end_fragment(&mut self, offset: u64, size: u64) {
        let mut bits = size.saturating_sub(self.offset.saturating_sub(offset));
        let (within, at) = self.within;
        if within != 0 {
            bits = bits.min(within.into());
        }
        if self.kind == Kind::Implicit {
            self.stack_value();
        }
        self.piece(bits, at.into());
        self.within = (0, 0);
        self.kind = Kind::Unknown;
    }

    fn extract(&mut self, offset: u64, size: u64, is_signed: bool) {
        let end = offset.saturating_add(size);
        if self.kind == Kind::Memory {
            self.op(dw::DW_OP_deref_size);
            self.unsigned(end.div_ceil(8));
        }
        let left = (u64::from(self.context.address_size) * 8).saturating_sub(end);
        if left != 0 {
            self.op(dw::DW_OP_constu);
            self.unsigned(left);
            self.op(dw::DW_OP_shl);
        }
        self.op(dw::DW_OP_constu);
        self.unsigned(left.saturating_add(offset));
        self.op(if is_signed {
            dw::DW_OP_shra
        } else {
            dw::DW_OP_shr
        });
        self.kind = Kind::Implicit;
    }

    fn convert(&mut self, bits: u64, encoding: u64, before: &mut Option<u64>) {
        if self.context.version >= 5 {
            self.op(dw::DW_OP_convert);
            let base_type = BaseType { bits, encoding };
            self.out.base_types.push((self.out.bytes.len(), base_type));
            self.out.bytes.extend([0; BASE_TYPE_BYTES]);
            return;
        }
        match before.take() {
            Some(from) if from < bits => match gimli::DwAte(encoding as u8) {
                dw::DW_ATE_signed => self.extend_signed(from),
                dw::DW_ATE_unsigned => self.extend_unsigned(from),
                _ => {}
            },
            _ => *before = Some(bits),
        }
    }

    /// Fills the bits from `from` on with the one before.
    fn extend_signed(&mut self, from: u64) {
        self.op(dw::DW_OP_dup);
        self.op(dw::DW_OP_constu);
        self.unsigned(from.wrapping_sub(1));
        for operation in [dw::DW_OP_shr, dw::DW_OP_lit0, dw::DW_OP_not, dw::DW_OP_mul] {
            self.op(operation);
        }
        self.op(dw::DW_OP_constu);
        self.unsigned(from);
        self.op(dw::DW_OP_shl);
        self.op(dw::DW_OP_or);
    }

    /// Clears the bits from `from` on.
    fn extend_unsigned(&mut self, from: u64) {
        if from / 7 < 5 {
            self.op(dw::DW_OP_constu);
            self.unsigned((1_u64 << from) - 1);
        } else {
            self.op(dw::DW_OP_lit1);
            self.op(dw::DW_OP_constu);
            self.unsigned(from);
            for operation in [dw::DW_OP_shl, dw::DW_OP_lit1, dw::DW_OP_minus] {
                self.op(operation);
            }
        }
        self.op(dw::DW_OP_and);
    }

    fn operation(&mut self, operation: Operation, rest: &Cursor<'_>) {
        let [first, second] = operation.operands;
        let Ok(byte) = u8::try_from(operation.code) else {
            return;
        };
        let own = gimli::DwOp(byte);
        match own {
            dw::DW_OP_stack_value => self.kind = Kind::Implicit,
            dw::DW_OP_constu => self.constu(first),
            dw::DW_OP_deref if self.kind != Kind::Memory && rest.only_loads() => {
                self.kind = Kind::Memory;
            }
            dw::DW_OP_plus_uconst | dw::DW_OP_regx => {
                self.op(own);
                self.unsigned(first);
            }
            dw::DW_OP_consts => {
                self.op(own);
                self.signed(first as i64);
            }
            dw::DW_OP_deref_size => {
                self.op(own);
                self.out.bytes.push(first as u8);
            }
            dw::DW_OP_bregx => {
                self.op(own);
                self.unsigned(first);
                self.signed(second as i64);
            }
            _ if (dw::DW_OP_breg0.0..=dw::DW_OP_breg31.0).contains(&byte) => {
                self.op(own);
                self.signed(i64::from(first as i32));
            }
            _ => self.op(own),
        }
    }

    /// The expression.
    pub(super) fn finish(mut self) -> Location {
        let (size, offset) = self.within;
        if size != 0 && offset != 0 {
            self.piece(size.into(), offset.into());
        }
        self.out
    }
}
