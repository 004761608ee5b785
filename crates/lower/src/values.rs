//! Queries of targets about values and accesses during selection, common to all targets.

use avarice_ir::{Inst, InstFlags, Type, TypeData, Value};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::RegClass;

use crate::constant::ConstValue;
use crate::function::FunctionLowering;
use crate::parts::{Part, PartType, Parts};
use crate::vector::{REGISTER_BYTES, VectorShape, has_two_words};
use avarice_legalize::Result;

/// What is refused of what [`is_taken_apart`].
const TAKEN_APART: &str = "vector that is passed element by element";

/// Whether calling conventions pass a vector element by element: 3, 5, … elements that do not fill a register with one
/// more or a few, and elements that do not fill their lanes unless they fill a register so.
fn is_taken_apart(shape: VectorShape) -> bool {
    let (even, exact) = (shape.count.is_power_of_two(), shape.is_exact());
    let widened = shape.count.next_power_of_two() * shape.lane.bytes();
    !(even && exact) && !(widened == REGISTER_BYTES && (even || exact))
}

impl FunctionLowering<'_> {
    /// The bits of an integer or pointer value of one part; `None` for other types.
    pub fn int_bits(&self, value: Value) -> Option<u32> {
        match self.part(self.ty(value)).ok()? {
            part if part.is_int() => Some(part.bits()),
            _ => None,
        }
    }

    /// Whether `value` is an integer that is held in two registers.
    pub fn is_wide(&self, value: Value) -> bool {
        self.wide_bits(value).is_some()
    }

    /// The width of an integer that is held in two registers, in bits; `None` for other values.
    pub fn wide_bits(&self, value: Value) -> Option<u32> {
        let bits = self.module.types.int_bits(self.ty(value));
        bits.filter(|bits| (65..=128).contains(bits))
    }

    /// The parts of a type that is passed or returned.
    ///
    /// # Errors
    /// If something in it has no registers; vectors that the calling convention takes apart into elements.
    pub fn passed_parts(&self, ty: Type) -> Result<Parts> {
        let Some(shape) = VectorShape::of(&self.module.types, ty) else {
            self.check_parts(ty, false)?;
            return self.parts(ty);
        };
        match is_taken_apart(shape) {
            true => self.unsupported(TAKEN_APART),
            false => self.parts(ty),
        }
    }

    /// The parts of a type that is loaded or stored, where each register holds what memory does.
    ///
    /// # Errors
    /// If the registers do not say what memory holds: integers of 65 to 127 bits within others, vectors of
    /// bits or of odd integers.
    pub fn memory_parts(&self, ty: Type) -> Result<Parts> {
        self.check_parts(ty, true)?;
        self.parts(ty)
    }

    fn check_parts(&self, ty: Type, in_memory: bool) -> Result<()> {
        let types = &self.module.types;
        let inside = match &types[ty] {
            TypeData::Integer(bits @ 65..128) if in_memory => {
                return self.unsupported(format!("i{bits} in an aggregate"));
            }
            TypeData::Vector { .. }
                if VectorShape::of(types, ty).is_some_and(|s| !s.is_exact()) =>
            {
                return self.unsupported("vector of odd integers in memory");
            }
            TypeData::Vector { .. }
                if !in_memory && VectorShape::of(types, ty).is_some_and(is_taken_apart) =>
            {
                return self.unsupported(TAKEN_APART);
            }
            TypeData::Vector { .. } if !in_memory && has_two_words(types, ty) => {
                return self.unsupported(TAKEN_APART);
            }
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
                std::slice::from_ref(element)
            }
            _ => types
                .struct_fields(ty)
                .map_or(&[][..], |(fields, _)| fields),
        };
        inside
            .iter()
            .try_for_each(|field| self.check_parts(*field, in_memory))
    }

    /// Operand `index` as an integer of at most 64 bits: its width in bits.
    ///
    /// # Errors
    /// If it is something else.
    pub fn narrow_bits(&self, value: Value) -> Result<u32> {
        match self.int_bits(value) {
            Some(bits) => Ok(bits),
            None => self.unsupported("integer intrinsic on this type"),
        }
    }

    /// Whether `value` is an i128.
    ///
    /// # Errors
    /// If it is an integer of 65 to 127 bits, whose unspecified bits would count.
    pub fn is_full_wide(&self, value: Value) -> Result<bool> {
        match self.wide_bits(value) {
            None => Ok(false),
            Some(128) => Ok(true),
            Some(bits) => self.unsupported(format!("bit operation on i{bits}")),
        }
    }

    /// The first operands of an instruction.
    pub fn operands<const N: usize>(&self, inst: Inst) -> [Value; N] {
        std::array::from_fn(|index| self.function.operand(inst, index))
    }

    /// The result of an instruction that is emitted: it has one part, which was requested.
    pub fn result_reg(&mut self, inst: Inst) -> Result<Reg> {
        self.result(inst, 0)
    }

    /// The memory operand flags of a load.
    pub fn load_flags(&self, inst: Inst) -> MemFlags {
        let volatile = self.function.insts[inst]
            .flags
            .contains(InstFlags::VOLATILE);
        let mut flags = MemFlags::LOAD;
        flags.set(MemFlags::VOLATILE, volatile);
        flags.set(MemFlags::NON_TEMPORAL, self.is_non_temporal(inst));
        flags
    }

    /// Whether a load or store is not to leave anything in caches: `!nontemporal`.
    pub fn is_non_temporal(&self, inst: Inst) -> bool {
        self.has_attachment(inst, "nontemporal")
    }

    /// Whether metadata of this kind is attached to an instruction.
    pub fn has_attachment(&self, inst: Inst, kind: &str) -> bool {
        let kinds = &self.module.metadata.kinds;
        let mut attached = self.function.attachments_of(inst).iter();
        attached.any(|(_, (number, _))| *kinds[*number as usize] == *kind)
    }

    /// The alignment that is known of an access.
    pub fn access_align(&self, align: u64, ty: Type) -> u64 {
        match align {
            0 => self.layout.abi_align(&self.module.types, ty).max(1),
            align => align,
        }
    }

    /// The parts of a type that is loaded or stored. The high half of an integer of 65 to 127 bits has in
    /// memory the bytes that it needs, in its register 64 bits.
    pub fn access_parts(&self, ty: Type) -> Result<Parts> {
        let half = |bits, offset| Part {
            ty: PartType::Int(bits),
            offset,
        };
        match self.module.types[ty] {
            TypeData::Integer(bits @ 65..128) => {
                Ok(Parts::from_slice(&[half(64, 0), half(bits as u8 - 64, 8)]))
            }
            _ => self.memory_parts(ty),
        }
    }

    /// Atomic accesses of natural size and alignment are plain ones.
    pub fn check_atomic(&self, parts: &[Part], align: u64) -> Result<()> {
        match parts {
            [part] if matches!(part.ty.bits(), 8 | 16 | 32 | 64) => {
                match align == 0 || align >= part.ty.store_size() {
                    true => Ok(()),
                    false => self.unsupported("atomic access that is not aligned"),
                }
            }
            _ => self.unsupported("atomic access of this type"),
        }
    }

    /// A memory operand for an access of `size` bytes at `offset` from the IR pointer `pointer`.
    pub fn mem_operand(
        &self,
        flags: MemFlags,
        pointer: Value,
        offset: u64,
        size: u64,
        align: u64,
    ) -> MemOperand {
        let place = match self.function.as_const(pointer) {
            Some(id) => match self.const_value(id, 0).map(|(value, _)| value) {
                Ok(ConstValue::Address(global, 0)) => MemPointer::Global(global),
                _ => MemPointer::Const(id),
            },
            None => MemPointer::Value(pointer),
        };
        MemOperand::new(flags, place, offset as i64, size, align.max(1))
    }

    /// Whether the result of `inst` has exactly one use.
    pub fn has_one_use_of(&self, inst: Inst) -> bool {
        let result = self.function.insts[inst].result.expand();
        result.is_some_and(|value| self.function.has_one_use(value))
    }

    /// A new virtual register of a class.
    pub fn new_of(&mut self, class: RegClass) -> Reg {
        Reg::virt(self.mf.create_vreg(class))
    }

    /// Makes `dst` equal to `src`, which is not read afterwards: if the instruction emitted last defines
    /// `src`, it defines `dst` instead; otherwise a copy is emitted.
    pub fn define(&mut self, dst: Reg, src: Reg) {
        let last = self.point().prev(&self.mf);
        if let (Some(last), Some(from), Some(to)) = (last, src.as_virtual(), dst.as_virtual())
            && self
                .mf
                .operands(last)
                .first()
                .is_some_and(|o| o.is_def() && o.as_reg() == src)
        {
            let class = self.mf.class(from);
            if self.mf.class(to) == class || self.mf.constrain_class(to, class, 0).is_some() {
                self.mf.set_reg(last, 0, dst);
                return;
            }
        }
        self.emit_copy(dst, src);
    }

    /// A new register of the class of `reg`, which is virtual.
    pub fn new_like(&mut self, reg: Reg) -> Reg {
        match reg.as_virtual() {
            Some(reg) => {
                let class = self.mf.class(reg);
                Reg::virt(self.mf.create_vreg(class))
            }
            None => self.new_reg(PartType::Int(64)),
        }
    }
}
