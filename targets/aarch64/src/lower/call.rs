//! Calls.
//!
//! A call is one group:
//!
//! ```text
//!   ADJCALLSTACKDOWN bytes, 0
//!   %sp = COPY $sp                     stores to [%sp + offset]: stack arguments, byval copies
//!   $x0 = COPY …                       register arguments
//!   BL @f, csr_aarch64_aapcs, implicit $x0, …, implicit-def $x0
//!   ADJCALLSTACKUP bytes, 0
//!   % = COPY $x0                       results
//! ```

use avarice_ir::{AttrGroup, AttrSet, CallInfo, Global, Inst};
use avarice_legalize::{FIRST_WORD, sign_extend};
use avarice_lower::select::{
    Argument, ArgumentPart, Calls, IntWidth, Integers, Location, OverflowArithmetic, PassedValue,
    Places,
};
use avarice_lower::{Extension, LocalKey, PartType, Result};
use avarice_mir::{
    Inst as MachineInst, MemFlags, MemOperand, MemPointer, Operand, OperandFlags, Reg,
};
use avarice_target::{Opcode, PhysReg, RegMaskId};
use smallvec::SmallVec;

use super::address::Address;
use super::callee::Callee;
use super::memory::{LOADS, STORES, pieces};
use super::signature::{Conversions, block_word, passed_as};
use super::{Selector, Width};
use crate::abi::{ArgAssigner, sub_place};
use crate::subtarget::{self, Features};
use crate::{class, mask, op, reg};

/// Most bytes of a `byval` argument that are copied piece by piece.
const MAX_COPY_BYTES: u64 = 1 << 12;

impl Selector<'_, '_> {
    /// The attributes of the function that is selected.
    fn own_attrs(&self) -> &AttrSet {
        let function = self.module.globals[self.global].function();
        self.module.attrs(function.and_then(|f| f.attrs.function))
    }

    /// What calls preserve.
    pub(super) fn call_mask(&self) -> RegMaskId {
        match self.own_attrs().has("shadowcallstack") {
            true => mask::CSR_AArch64_AAPCS_SCS,
            false => mask::CSR_AArch64_AAPCS,
        }
    }

    /// Whether places that indirect branches reach must have marks.
    pub(super) fn has_branch_targets(&self) -> bool {
        self.own_attrs().has("branch-target-enforcement")
    }

    /// Whether a function that returns twice needs a mark where it does, since it gets there by a jump.
    fn marks_second_returns(&self) -> bool {
        let features = subtarget::features(self.own_attrs());
        self.has_branch_targets() && !features.contains(Features::NO_BTI_AT_RETURN_TWICE)
    }

    fn emit_call(
        &mut self,
        callee: Callee,
        arguments: &[(Argument, Location)],
        results: &[(Reg, PhysReg)],
    ) -> Result<MachineInst> {
        let stack = stack_bytes(arguments);
        self.emit_call_frame(op::ADJCALLSTACKDOWN, stack);
        let used = self.emit_arguments(arguments)?;
        let defined: SmallVec<[(PhysReg, bool); 2]> = results
            .iter()
            .map(|(dst, from)| (*from, dst.is_none()))
            .collect();
        let call = self.emit_call_inst(callee, &used, &defined);
        self.emit_call_frame(op::ADJCALLSTACKUP, stack);
        for (dst, from) in results {
            if !dst.is_none() {
                self.emit_copy(*dst, *from);
            }
        }
        Ok(call)
    }

    /// Puts all arguments where they go; returns the registers.
    pub(super) fn emit_arguments(
        &mut self,
        arguments: &[(Argument, Location)],
    ) -> Result<SmallVec<[PhysReg; 8]>> {
        let mut top = None;
        for (argument, location) in arguments {
            if let Location::Stack(offset) = location {
                let top = *top.get_or_insert_with(|| {
                    let top = self.new_of(class::GPR64sp);
                    self.emit_copy(top, reg::SP);
                    top
                });
                self.emit_stack_argument(*argument, top, *offset)?;
            }
        }
        let mut used = SmallVec::new();
        for (argument, location) in arguments {
            if let Location::Reg(to) = location {
                used.push(self.emit_to_phys(*argument, *to)?);
            }
        }
        Ok(used)
    }

    /// `ADJCALLSTACKDOWN` or `…UP` of a call with this many bytes of arguments.
    pub(super) fn emit_call_frame(&mut self, opcode: Opcode, bytes: u64) {
        let emit = self.emit(opcode).imm(bytes as i64).imm(0);
        emit.done_with_dead(&[reg::SP]);
    }

    /// Emits the call; `defined` are the registers of results, and whether they are dead.
    pub(super) fn emit_call_inst(
        &mut self,
        callee: Callee,
        used: &[PhysReg],
        defined: &[(PhysReg, bool)],
    ) -> MachineInst {
        self.mf.frame.has_calls = true;
        self.mf.frame.adjusts_stack = true;
        let call_mask = self.call_mask();
        let emit = match callee {
            Callee::Symbol(symbol) => self.emit(op::BL).op(symbol),
            Callee::Reg(reg) if self.is_call_hardened() => self.emit(op::BLRNoIP).reg(reg),
            Callee::Reg(reg) => self.emit(op::BLR).reg(reg),
            Callee::Twice(callee) => self.emit(op::BLR_BTI).op(callee),
        };
        let mut emit = emit.reg_mask(call_mask);
        for reg in used {
            emit = emit.implicit_use(*reg);
        }
        emit = emit.implicit_def(reg::SP);
        for (reg, dead) in defined {
            let dead = match dead {
                true => OperandFlags::DEAD,
                false => OperandFlags::empty(),
            };
            emit = emit.extra(Operand::implicit_def(*reg).with(dead));
        }
        emit.done_with_dead(&[reg::LR])
    }

    /// Whether calls of addresses go through thunks, which change X16.
    fn is_call_hardened(&self) -> bool {
        let words = self.own_attrs().string("target-features").unwrap_or("");
        words.contains("harden-sls-blr")
            && subtarget::features(self.own_attrs()).contains(Features::HARDEN_SLS_BLR)
    }

    fn emit_stack_argument(&mut self, argument: Argument, top: Reg, offset: u64) -> Result<()> {
        let address = Address::base(top, offset as i64);
        match argument {
            Argument::ByVal(pointer, size) => {
                if size > MAX_COPY_BYTES {
                    return self.unsupported("byval argument of this size");
                }
                let source = self.address(pointer, 0)?;
                let from = self
                    .mem_operand(MemFlags::LOAD, pointer, 0, size, 1)
                    .pointer;
                self.emit_block_copy(address, source, size, (MemPointer::StackArgs, from))
            }
            Argument::Part(part) => {
                let src = match self.part_constant(part.value, part.index)? {
                    LocalKey::Int(ty, 0) => Width::of_bits(ty.bits()).zero().into(),
                    _ => self.extended_part(&part)?,
                };
                let ops = self.part_ops(part.ty).1;
                let mem = self.outgoing_mem(offset, ops.size);
                self.emit_store(ops, src, address, mem)
            }
        }
    }

    /// Copies `size` bytes between places that do not overlap. `mem` are the memory operands' pointers of
    /// destination and source.
    pub(super) fn emit_block_copy(
        &mut self,
        dst: Address,
        src: Address,
        size: u64,
        mem: (MemPointer, MemPointer),
    ) -> Result<()> {
        let whole = (0..size / 8).map(|word| (8 * word, 8));
        let rest = pieces(size % 8).map(|(offset, bytes)| (size / 8 * 8 + offset, bytes));
        for (offset, bytes) in whole.chain(rest) {
            let temp = self.new_reg(PartType::Int(if bytes == 8 { 64 } else { 32 }));
            let at = offset as i64;
            let index = bytes.trailing_zeros() as usize;
            let from = MemOperand::new(MemFlags::LOAD, mem.1, at, bytes, 1);
            self.emit_load(LOADS[index], temp, src.offset(offset), from)?;
            let to = MemOperand::new(MemFlags::STORE, mem.0, at, bytes, 1);
            self.emit_store(STORES[index], temp, dst.offset(offset), to)?;
        }
        Ok(())
    }
}

/// Bytes of the outgoing argument area, a multiple of 16.
pub(super) fn stack_bytes(arguments: &[(Argument, Location)]) -> u64 {
    let ends = arguments
        .iter()
        .map(|(argument, location)| match (argument, location) {
            (Argument::ByVal(_, size), Location::Stack(offset)) => offset + size,
            (Argument::Part(part), Location::Stack(offset)) => offset + part.ty.store_size(),
            _ => 0,
        });
    ends.max().unwrap_or(0).next_multiple_of(16)
}

impl<'m> Calls<'m> for Selector<'_, 'm> {
    fn callee_in(reg: Reg) -> Callee {
        Callee::Reg(reg)
    }

    fn direct_callee(&mut self, global: Global) -> Result<Callee> {
        let attrs = self.module.globals[global].function();
        let attrs: Option<AttrGroup> = attrs.and_then(|function| function.attrs.function);
        if !self.is_dso_local(global) && self.module.attrs(attrs).has("nonlazybind") {
            return Ok(Callee::Reg(self.use_local(LocalKey::GotEntry(global))?));
        }
        Ok(Callee::Symbol(Operand::global(global, 0)))
    }

    fn assign_value(&self, assigner: &mut ArgAssigner, of: PassedValue) -> Result<Places> {
        let (value, attrs) = of;
        let ty = self.ty(value);
        let passed = self.passed_types(ty)?;
        let parts = self.own_parts(ty, &passed)?;
        let attrs = self.module.attrs(attrs);
        let own_register = match () {
            // With `inreg` as any other pointer.
            () if attrs.has("sret") && !attrs.has("inreg") => Some(reg::X8),
            () if attrs.has("nest") => Some(reg::X18),
            () => None,
        };
        if let Some(register) = own_register {
            let place = Location::Reg(register);
            return Ok(parts.iter().map(|part| (part.ty, place)).collect());
        }
        if attrs.has(FIRST_WORD) {
            let place = assigner.next_first_word();
            return Ok(parts.iter().map(|part| (part.ty, place)).collect());
        }
        if let Some(part) = self.block_part(ty)?
            && parts
                .iter()
                .zip(&passed)
                .all(|both| block_word(both) == part)
        {
            let align = attrs.int("alignstack");
            let align = align.unwrap_or_else(|| self.layout.abi_align(&self.module.types, ty));
            let places = assigner.next_block(part, parts.len(), align);
            let types = parts.iter().zip(&passed).map(passed_as);
            return Ok(types.zip(places).collect());
        }
        let places = assigner.next_all(&passed);
        let types = parts.iter().zip(&passed).map(passed_as);
        Ok(types.zip(places).collect())
    }

    /// A register for a part, extended as its attributes say, or with the lanes of `ty`; bits are 0 or 1 always.
    fn extended_part(&mut self, part: &ArgumentPart) -> Result<Reg> {
        let (value, index) = (part.value, part.index);
        let (ty, extension) = (part.ty, part.extension);
        if let PartType::Vector { .. } = ty {
            let own = self.parts(self.ty(value))?[index].ty;
            let src = self.use_part(value, index)?;
            return Ok(self.in_lanes(src, own, ty));
        }
        let bits = ty.bits();
        let width = Width::of_bits(bits);
        let any = extension == Extension::Any && bits != 1;
        if !ty.is_int() || any || bits == width.bits() {
            return self.use_part(value, index);
        }
        let signed = extension == Extension::Sign;
        if let LocalKey::Int(_, constant) = self.part_constant(value, index)? {
            let extended = match signed {
                true => sign_extend(constant, bits) as u64,
                false => constant,
            };
            return self.use_int(width.bits(), extended);
        }
        if !self.module.types.is_aggregate(self.ty(value)) {
            return self.extend(value, signed, width);
        }
        let src = self.use_part(value, index)?;
        if !signed && self.is_overflow_flag(value, index) {
            return Ok(src);
        }
        Ok(self.extended_in_place(src, signed, bits, width))
    }

    fn emit_to_phys(&mut self, argument: Argument, to: PhysReg) -> Result<PhysReg> {
        let Argument::Part(part) = argument else {
            return self.unsupported("byval argument in a register");
        };
        let src = self.extended_part(&part)?;
        let to = sub_place(to, part.ty);
        self.emit_copy(to, src);
        Ok(to)
    }

    fn lower_own_intrinsic(&mut self, inst: Inst, global: Global) -> Result<()> {
        self.lower_aarch64_intrinsic(inst, global)
    }

    fn lower_function_call(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        let mut callee = self.callee(inst)?;
        let (arguments, _) = self.call_arguments(inst, info)?;
        let mut results = SmallVec::<[(Reg, PhysReg); 2]>::new();
        let mut converted = Conversions::new();
        if let Some(value) = self.function.insts[inst].result.expand() {
            let Some(places) = self.result_places(self.ty(value))? else {
                return self.unsupported("result that does not fit in registers");
            };
            for (index, (ty, place)) in places.into_iter().enumerate() {
                let dst = self.requested(value, index);
                let dst = self.unconverted(&mut converted, (value, index), ty, dst)?;
                results.push((dst, place));
            }
        }
        if self.returns_twice(inst, info) {
            self.mf.exposes_returns_twice = true;
            if self.marks_second_returns() {
                callee = match callee {
                    Callee::Symbol(operand) | Callee::Twice(operand) => Callee::Twice(operand),
                    Callee::Reg(reg) => Callee::Twice(Operand::reg(reg)),
                };
            }
        }
        let call = self.emit_call(callee, &arguments, &results)?;
        self.note_call_site(call, inst, info);
        self.receive_lanes(&converted)
    }
}
