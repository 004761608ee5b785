//! `va_arg`: the next unnamed argument, from the list that `va_start` initialized.
//!
//! ```text
//!   offsets 0  offset of the next integer register in the save area
//!           4  offset of the next floating-point register in it
//!           8  the next argument on the stack
//!          16  the save area
//!
//!   ends    0  the next argument on the stack
//!           8  the end of the integer registers in the save area
//!          16  the end of the floating-point registers there
//!          24  minus the bytes of integer registers that are left, not negative when none is
//!          28  the same of floating-point registers
//! ```
//!
//! Both addresses are computed, and the offset says which of them holds the argument; only the one that was
//! used advances.

use avarice_ir::{BinaryOp, CastOp, IntPredicate, Type, TypeData, TypeTable, Value};

use super::argument_list::{ArgumentList, SavedRegisters};
use super::builder::Builder;
use crate::replacement::Replacement;

/// A register kind of a list of ends: bytes from the beginning of the list to the end of its area and to the
/// distance, and bytes of a register.
#[derive(Clone, Copy)]
struct EndOfRegisters {
    top_at: u64,
    offset_at: u64,
    register: u64,
}

const INT_END: EndOfRegisters = EndOfRegisters {
    top_at: 8,
    offset_at: 24,
    register: 8,
};
const FLOAT_END: EndOfRegisters = EndOfRegisters {
    top_at: 16,
    offset_at: 28,
    register: 16,
};

/// Bytes from the beginning of a list of offsets to the address of the save area.
const AREA_AT: u64 = 16;
/// Bytes of an argument on the stack are a multiple of these.
const SLOT: u64 = 8;

impl Builder<'_> {
    /// Rewrites `va_arg` of a scalar. `None` for other types, and on targets whose lists are others.
    pub(super) fn expand_va_arg(&mut self) -> Option<Replacement> {
        let ty = self.function.insts[self.at].ty;
        let list = self.operand(0);
        let (size, align) = self.argument_size(ty)?;
        let kind = self.target.argument_list()?;
        let stack_at = kind.stack_at();
        let is_int = matches!(
            self.module.types[ty],
            TypeData::Integer(_) | TypeData::Pointer(_)
        );
        let place = match kind {
            ArgumentList::Offsets(_) if self.module.types[ty] == TypeData::X86Fp80 => {
                let stack = self.stack_argument(list, stack_at, align);
                let next = self.field_pointer(stack, size);
                let at = self.field_pointer(list, stack_at);
                self.store(next, at, SLOT);
                stack
            }
            ArgumentList::Offsets([ints, floats]) => {
                let registers = if is_int { ints } else { floats };
                self.next_by_offset(list, registers, size, align)
            }
            ArgumentList::Ends => {
                let registers = if is_int { INT_END } else { FLOAT_END };
                self.next_by_end(list, registers, size, align)
            }
        };
        let is_aligned = self.module.types[ty] == TypeData::X86Fp80 || align <= SLOT;
        let align = if is_aligned { align } else { SLOT };
        Some(Replacement::Value(self.load(ty, place, align)))
    }

    /// Bytes of a scalar argument, and its alignment on the stack.
    fn argument_size(&self, ty: Type) -> Option<(u64, u64)> {
        match self.module.types[ty] {
            TypeData::Integer(1..=64)
            | TypeData::Pointer(0)
            | TypeData::Float
            | TypeData::Double => Some((SLOT, SLOT)),
            TypeData::Integer(128) | TypeData::X86Fp80 | TypeData::Fp128 => Some((16, 16)),
            _ => None,
        }
    }

    fn field_pointer(&mut self, list: Value, offset: u64) -> Value {
        let offset = self.int(TypeTable::I64, offset);
        self.element_pointer(TypeTable::I8, list, offset)
    }

    /// The address of the next argument on the stack, which is `stack_at` bytes into the list.
    fn stack_argument(&mut self, list: Value, stack_at: u64, align: u64) -> Value {
        let at = self.field_pointer(list, stack_at);
        let stack = self.load(TypeTable::PTR, at, SLOT);
        if align <= SLOT {
            return stack;
        }
        let address = self.cast(CastOp::PtrToInt, stack, TypeTable::I64);
        let up = self.binary_int(BinaryOp::Add, address, align - 1);
        let aligned = self.binary_int(BinaryOp::And, up, align.wrapping_neg());
        self.cast(CastOp::IntToPtr, aligned, TypeTable::PTR)
    }

    /// Where the argument is: at `in_area` if it was `saved`, else on the stack, where the list moves on by `size`
    /// bytes then.
    fn place_of(
        &mut self,
        list: Value,
        saved: Value,
        in_area: Value,
        stack_at: u64,
        (size, align): (u64, u64),
    ) -> Value {
        let at = self.field_pointer(list, stack_at);
        let old_stack = self.load(TypeTable::PTR, at, SLOT);
        let stack = self.stack_argument(list, stack_at, align);
        let place = self.select(saved, in_area, stack);
        let above = self.field_pointer(stack, size);
        let next = self.select(saved, old_stack, above);
        self.store(next, at, SLOT);
        place
    }

    /// The address of the next argument of a list of offsets; the list moves on.
    fn next_by_offset(
        &mut self,
        list: Value,
        registers: SavedRegisters,
        size: u64,
        align: u64,
    ) -> Value {
        let SavedRegisters {
            offset_at,
            end,
            size: register,
        } = registers;
        let used = size.next_multiple_of(register).max(register);
        let offset_at = self.field_pointer(list, offset_at);
        let offset = self.load(TypeTable::I32, offset_at, 4);
        let last = self.int(TypeTable::I32, end - used);
        let saved = self.icmp(IntPredicate::Ule, offset, last);
        let area_at = self.field_pointer(list, AREA_AT);
        let area = self.load(TypeTable::PTR, area_at, SLOT);
        let wide = self.cast(CastOp::ZExt, offset, TypeTable::I64);
        let in_area = self.element_pointer(TypeTable::I8, area, wide);
        let more = self.binary_int(BinaryOp::Add, offset, used);
        let offset = self.select(saved, more, offset);
        self.store(offset, offset_at, 4);
        self.place_of(list, saved, in_area, 8, (size, align))
    }

    /// The address of the next argument of a list of ends; the list moves on. An argument that does not fit in the
    /// registers that are left takes all of them, and is on the stack.
    fn next_by_end(
        &mut self,
        list: Value,
        registers: EndOfRegisters,
        size: u64,
        align: u64,
    ) -> Value {
        let used = size.next_multiple_of(registers.register);
        let offset_at = self.field_pointer(list, registers.offset_at);
        let mut offset = self.load(TypeTable::I32, offset_at, 4);
        if align > registers.register {
            let up = self.binary_int(BinaryOp::Add, offset, align - 1);
            let mask = u64::from((align as u32).wrapping_neg());
            offset = self.binary_int(BinaryOp::And, up, mask);
        }
        let next = self.binary_int(BinaryOp::Add, offset, used);
        self.store(next, offset_at, 4);
        let zero = self.int(TypeTable::I32, 0);
        let saved = self.icmp(IntPredicate::Sle, next, zero);
        let top_at = self.field_pointer(list, registers.top_at);
        let top = self.load(TypeTable::PTR, top_at, SLOT);
        let wide = self.cast(CastOp::SExt, offset, TypeTable::I64);
        let in_area = self.element_pointer(TypeTable::I8, top, wide);
        self.place_of(list, saved, in_area, 0, (size, align))
    }
}
