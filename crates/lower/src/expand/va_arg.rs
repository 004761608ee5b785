//! `va_arg`: the next argument without a name, out of the list that `va_start` made.
//!
//! ```text
//!   list    0  offset of the next integer register in the save area
//!           4  offset of the next floating-point register in it
//!           8  the next argument on the stack
//!          16  the save area
//! ```
//!
//! Both places are computed, and the offset says which of them holds the argument; only what was taken from
//! moves on.

use avarice_ir::{BinaryOp, CastOp, IntPredicate, Type, TypeData, TypeTable, Value};

use super::Replacement;
use super::builder::Builder;

/// Where the registers of a kind are in the area that `va_start` saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedRegisters {
    /// Bytes from the beginning of the list to the offset of the next register.
    pub offset_at: u64,
    /// The offset when no register is left.
    pub end: u64,
    /// Bytes of a register in the area.
    pub size: u64,
}

/// Bytes from the beginning of the list to the address of the next argument on the stack, and to that of the
/// save area.
const STACK_AT: u64 = 8;
const AREA_AT: u64 = 16;
/// Bytes of an argument on the stack are a multiple of these.
const SLOT: u64 = 8;

impl Builder<'_> {
    /// Rewrites `va_arg` of a scalar. `None` for other types, and on targets whose lists are others.
    pub(super) fn expand_va_arg(&mut self) -> Option<Replacement> {
        let ty = self.function.insts[self.at].ty;
        let list = self.operand(0);
        let (size, align) = self.argument_size(ty)?;
        let [ints, floats] = self.target.saved_registers()?;
        let registers = match self.module.types[ty] {
            TypeData::X86Fp80 => None,
            TypeData::Integer(_) | TypeData::Pointer(_) => Some(ints),
            _ => Some(floats),
        };
        let place = match registers {
            Some(registers) => self.next_argument(list, registers, size, align),
            None => {
                let stack = self.stack_argument(list, align);
                let next = self.field_pointer(stack, size);
                let at = self.field_pointer(list, STACK_AT);
                self.store(next, at, SLOT);
                stack
            }
        };
        let align = if align > SLOT && registers.is_some() {
            SLOT
        } else {
            align
        };
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

    /// The address of the next argument on the stack.
    fn stack_argument(&mut self, list: Value, align: u64) -> Value {
        let at = self.field_pointer(list, STACK_AT);
        let stack = self.load(TypeTable::PTR, at, SLOT);
        if align <= SLOT {
            return stack;
        }
        let address = self.cast(CastOp::PtrToInt, stack, TypeTable::I64);
        let up = self.binary_int(BinaryOp::Add, address, align - 1);
        let aligned = self.binary_int(BinaryOp::And, up, align.wrapping_neg());
        self.cast(CastOp::IntToPtr, aligned, TypeTable::PTR)
    }

    /// The address of the next argument, in the save area or on the stack; the list moves on.
    fn next_argument(
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
        let stack_at = self.field_pointer(list, STACK_AT);
        let old_stack = self.load(TypeTable::PTR, stack_at, SLOT);
        let stack = self.stack_argument(list, align);
        let place = self.select(saved, in_area, stack);
        let more = self.binary_int(BinaryOp::Add, offset, used);
        let offset = self.select(saved, more, offset);
        self.store(offset, offset_at, 4);
        let above = self.field_pointer(stack, size);
        let next = self.select(saved, old_stack, above);
        self.store(next, stack_at, SLOT);
        place
    }
}
