//! Calls, arguments and returns.
//!
//! A call is one group:
//!
//! ```text
//!   ADJCALLSTACKDOWN64 bytes
//!   stores to [rsp + offset]           stack arguments, byval copies
//!   $rdi = COPY …                      register arguments
//!   CALL64pcrel32 @f, csr_64, implicit $rdi, …, implicit-def $rax
//!   ADJCALLSTACKUP64 bytes
//!   % = COPY $rax                      results
//! ```

use avarice_ir::{
    AttrGroup, CallInfo, CallingConv, CodeModel, Global, Inst, InstKind, Type, Value,
};
use avarice_legalize::{FIRST_WORD, sign_extend};
use avarice_lower::select::{
    Argument, ArgumentPart, Calls, Entry, Incoming, IntWidth, Integers, Location, PassedValue,
    Places, Widening,
};
use avarice_lower::{
    Emit, Extension, FloatKind, Lane, LocalKey, PartType, Result, is_known_convention,
};
use avarice_mir::{
    FrameIndex, Inst as MachineInst, MemFlags, MemOperand, MemPointer, Operand, OperandFlags, Reg,
};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::address::{Address, Base};
use super::callee::Callee;
use super::memory::{STORE_IMM, STORE_REG, width_of_size};
use super::x87::X87_BYTES;
use super::{Selector, Width, sub_phys};
use crate::abi::{self, ArgAssigner, PassedParts, is_whole, is_x87};
use crate::frame_attributes::{KEEPS_ALL, KEEPS_NOTHING, kept_registers};
use crate::target_flags::{MO_NO_FLAG, MO_PLT};
use crate::{class, mask, op, reg, sub, thunks};

/// `x86_64_sysvcc`, the convention of C on this system.
const SYSTEM_V: CallingConv = CallingConv(78);

/// The copy of an argument out of the register that it arrives in.
struct ArgumentCopy {
    live_in: PhysReg,
    /// Receives the whole register: `dst`, or what a byte is then taken from.
    holder: Reg,
    dst: Reg,
}

impl Selector<'_, '_> {
    // ---- Incoming -----------------------------------------------------------------------------

    /// What the convention takes the parts of a type for.
    fn passed_as(&self, ty: Type) -> PassedParts {
        let types = &self.module.types;
        abi::passed_as(types, self.layout, self.features(), ty).unwrap_or_default()
    }

    /// The register of each part of a result of type `ty`, `None` if they do not fit in registers.
    pub(super) fn result_regs(&self, ty: Type) -> Option<SmallVec<[PhysReg; 4]>> {
        abi::result_regs(&self.passed_as(ty))
    }

    /// Makes the registers that arguments arrive in live into the function; the copies out of them.
    fn argument_copies(&mut self, incoming: &[Incoming]) -> SmallVec<[ArgumentCopy; 6]> {
        let mut copies = SmallVec::new();
        self.receive_registers(incoming, |this, argument, from| {
            let (ty, dst) = (argument.ty, argument.dst);
            let width = Width::of_bits(ty.bits());
            let (live_in, holder) = match width {
                _ if is_whole(from) => (from, this.new_of(class::VR256)),
                _ if !ty.is_int() => (from, dst),
                Width::W8 => (sub_phys(from, Width::W32), this.new_reg(PartType::Int(32))),
                _ => (sub_phys(from, width), dst),
            };
            copies.push(ArgumentCopy {
                live_in,
                holder,
                dst,
            });
            (live_in, holder)
        });
        copies
    }

    fn emit_argument_load(&mut self, argument: &Incoming, offset: u64, immutable: bool) {
        let dst = argument.dst;
        let size = match argument.ty.store_size() {
            _ if matches!(argument.ty, PartType::Vector { .. }) => 16,
            size @ X87_BYTES => size,
            size @ (1 | 2 | 4 | 8) => size,
            3 => 4,
            _ => 8,
        };
        let frame = &mut self.mf.frame;
        let object = frame.create_fixed_object(size, offset as i64, immutable);
        if argument.ty == PartType::Half {
            let address = Address {
                base: Base::Frame(object),
                ..Address::default()
            };
            let align = self.mf.frame.object(object).align;
            let mem = MemOperand::new(MemFlags::LOAD, MemPointer::Stack(object), 0, size, align);
            return self.emit_half_load(dst, &address, mem);
        }
        let opcode = match (argument.ty, size) {
            (PartType::X86Fp80, _) => op::LD_Fp80m,
            (PartType::Float, _) => op::MOVSSrm_alt,
            (PartType::Double, _) => op::MOVSDrm_alt,
            (PartType::Vector { .. }, _) => op::MOVAPSrm,
            (_, 1) => op::MOV8rm,
            (_, 2) => op::MOVZX32rm16,
            (_, 4) => op::MOV32rm,
            _ => op::MOV64rm,
        };
        self.emit_slot_load(opcode, dst, object, size);
    }

    pub(super) fn emit_slot_load(
        &mut self,
        opcode: avarice_target::Opcode,
        dst: Reg,
        object: FrameIndex,
        size: u64,
    ) {
        let address = Address {
            base: Base::Frame(object),
            ..Address::default()
        };
        let align = self.mf.frame.object(object).align;
        let mem = MemOperand::new(MemFlags::LOAD, MemPointer::Stack(object), 0, size, align);
        self.emit(opcode)
            .def(dst)
            .ops(&address.operands())
            .mem(mem)
            .done();
    }

    // ---- Returns ------------------------------------------------------------------------------

    /// The constant that part `index` of `value` is, or `None`.
    pub(super) fn const_part_of(&self, value: Value, index: usize) -> Option<avarice_ir::Const> {
        let (value, _) = self.resolve(value, index).ok()?;
        self.function.as_const(value)
    }

    // ---- Calls --------------------------------------------------------------------------------

    /// Whether the module asks for marks where indirect branches arrive.
    pub(super) fn has_branch_protection(&self) -> bool {
        self.module.flag("cf-protection-branch").is_some()
    }

    /// Whether an indirect call may go to functions without marks.
    fn is_untracked(&self, inst: Inst, info: &CallInfo) -> bool {
        self.module.attrs(info.attrs.function).has("nocf_check")
            && self.has_branch_protection()
            && matches!(self.function.insts[inst].kind, InstKind::Call(_))
            && self.is_indirect_call(inst)
    }

    /// Says which registers `call` keeps, if not the usual ones.
    fn mark_kept_registers(&mut self, call: MachineInst, inst: Inst, info: &CallInfo) {
        if self.call_has(inst, info, KEEPS_NOTHING) {
            self.replace_mask(call, Operand::reg_mask(mask::CSR_NoRegs));
            self.mf.target_info.calls_unsaving = true;
            return;
        }
        let keeps_all = self.call_has(inst, info, KEEPS_ALL);
        let Some(kept) = kept_registers(self.features(), info.conv, keeps_all) else {
            return;
        };
        let is_own = |operand: &&Operand| operand.is_def() || keeps_all;
        let own = self.mf.operands(call).iter().filter(is_own);
        let own = own.filter_map(|operand| operand.as_reg().as_physical());
        let own: SmallVec<[PhysReg; 8]> = own
            .filter(|register| !matches!(*register, reg::RSP | reg::SSP))
            .collect();
        let mask = self.mf.mask_without(kept, &own);
        self.replace_mask(call, mask);
    }

    fn replace_mask(&mut self, call: MachineInst, mask: Operand) {
        let mut operands = self.mf.operands(call).iter();
        let place =
            operands.position(|operand| operand.kind() == avarice_mir::OperandKind::RegMask);
        if let Some(place) = place {
            self.mf.replace_operand(call, place, mask);
        }
    }

    fn emit_call(
        &mut self,
        callee: Callee,
        arguments: &[(Argument, Location)],
        (ty, results): (Type, &[(Reg, PartType)]),
        var_arg: bool,
    ) -> Result<MachineInst> {
        let Some(result_regs) = self.result_regs(ty) else {
            return self.unsupported("result that does not fit in registers");
        };
        self.mf.frame.has_calls = true;
        self.mf.frame.adjusts_stack = true;
        let stack = stack_bytes(arguments);
        let adjust = [stack as i64, 0, 0];
        self.emit_call_adjustment(op::ADJCALLSTACKDOWN64, &adjust);
        for (argument, location) in arguments {
            if let Location::Stack(offset) = location {
                self.emit_stack_argument(*argument, *offset)?;
            }
        }
        let mut used: SmallVec<[PhysReg; 8]> = SmallVec::new();
        for (argument, location) in arguments {
            if let Location::Reg(to) = location {
                used.push(self.emit_to_phys(*argument, *to)?);
            }
        }
        if var_arg {
            let floats = used.iter().filter(|reg| is_float_reg(**reg)).count();
            self.emit_vector_count(floats);
            used.push(reg::AL);
        }
        let (call, defined) = self.emit_call_inst(callee, &used, results, &result_regs);
        self.emit_call_adjustment(op::ADJCALLSTACKUP64, &adjust[..2]);
        for ((dst, ty), from) in results.iter().zip(defined) {
            match FloatKind::of(*ty).filter(|_| is_x87(from)) {
                _ if dst.is_none() => {}
                Some(kind) => self.emit_float_from_x87(*dst, from, kind),
                None => self.emit_result_copy(*dst, from),
            }
        }
        Ok(call)
    }

    fn emit_call_adjustment(&mut self, opcode: avarice_target::Opcode, operands: &[i64]) {
        let mut emit = self.emit(opcode);
        for operand in operands {
            emit = emit.imm(*operand);
        }
        emit.done_with_dead(&[reg::RSP, reg::SSP]);
    }

    pub(super) fn emit_vector_count(&mut self, count: usize) {
        if count == 0 {
            let zero = self.new_reg(PartType::Int(32));
            self.emit(op::MOV32r0).def(zero).done();
            self.emit(op::COPY)
                .def(reg::AL)
                .sub_reg(zero, sub::SUB_8BIT)
                .done();
        } else {
            self.emit(op::MOV8ri).def(reg::AL).imm(count as i64).done();
        }
    }

    /// Emits the call; returns the physical registers in which results arrive.
    fn emit_call_inst(
        &mut self,
        callee: Callee,
        used: &[PhysReg],
        results: &[(Reg, PartType)],
        result_regs: &[PhysReg],
    ) -> (MachineInst, SmallVec<[PhysReg; 2]>) {
        let (callee, by_thunk) = self.through_thunk(callee);
        let mut emit = self.begin_call(callee).reg_mask(mask::CSR_64);
        for reg in used {
            emit = emit.implicit_use(*reg);
        }
        emit = emit.implicit_def(reg::RSP).implicit_def(reg::SSP);
        let mut defined = SmallVec::new();
        let in_halves = result_regs.iter().any(|reg| is_whole(*reg));
        for ((dst, ty), reg) in results.iter().zip(result_regs) {
            let reg = match ty.is_int() {
                true => sub_phys(*reg, Width::of_bits(ty.bits())),
                false => *reg,
            };
            // Of a whole register and its lower half, one may be used though the other is not.
            let dead = match dst.is_none() && !in_halves {
                true => OperandFlags::DEAD,
                false => OperandFlags::empty(),
            };
            emit = emit.extra(Operand::implicit_def(reg).with(dead));
            defined.push(reg);
        }
        if by_thunk {
            let address = Operand::implicit_use(reg::R11).with(OperandFlags::KILL);
            emit = emit.extra(address);
        }
        (emit.done(), defined)
    }

    /// What is called in place of `callee` where indirect calls go through a thunk, which takes the address in R11;
    /// and whether that is so here.
    pub(super) fn through_thunk(&mut self, callee: Callee) -> (Callee, bool) {
        let Some(thunk) = thunks::call_thunk(self.features()) else {
            return (callee, false);
        };
        let address = match callee {
            Callee::Symbol(_) => return (callee, false),
            Callee::Reg(address) | Callee::Untracked(address) => address,
            Callee::Memory(address, mem) => self.load_callee(address, mem),
        };
        self.emit_copy(reg::R11, address);
        let symbol = self.mf.symbol(thunk);
        (Callee::Symbol(Operand::symbol(symbol, 0)), true)
    }

    /// The pointer to the called function, out of memory.
    pub(super) fn load_callee(&mut self, address: Address, mem: MemOperand) -> Reg {
        let target = self.new_reg(PartType::Pointer);
        let load = self.emit(op::MOV64rm).def(target);
        load.ops(&address.operands()).mem(mem).done();
        target
    }

    /// The call instruction with what it calls.
    pub(super) fn begin_call(&mut self, callee: Callee) -> Emit<'_> {
        match callee {
            Callee::Symbol(symbol) => self.emit(op::CALL64pcrel32).op(symbol),
            Callee::Reg(reg) => self.emit(op::CALL64r).reg(reg),
            Callee::Untracked(reg) => self.emit(op::CALL64r_NT).reg(reg),
            Callee::Memory(address, mem) => {
                let emit = self.emit(op::CALL64m).ops(&address.operands());
                emit.mem(mem)
            }
        }
    }

    fn emit_stack_argument(&mut self, argument: Argument, offset: u64) -> Result<()> {
        let address = self.outgoing_address(offset);
        let (src, ty) = match argument {
            Argument::ByVal(pointer, size) => {
                if i32::try_from(offset + size).is_err() {
                    return self.unsupported("byval argument of this size");
                }
                let source = self.address(pointer)?;
                let from = self
                    .mem_operand(MemFlags::LOAD, pointer, 0, size, 1)
                    .pointer;
                self.emit_block_copy(address, source, size, (MemPointer::StackArgs, from));
                return Ok(());
            }
            Argument::Part(part) => {
                let (value, index) = (part.value, part.index);
                let (ty, extension) = (part.ty, part.extension);
                if let LocalKey::Int(part, bits) = self.part_constant(value, index)?
                    && self.emit_constant_argument(part, bits, extension, offset)
                {
                    return Ok(());
                }
                (self.extended_part(&part)?, ty)
            }
        };
        let mem = self.outgoing_mem(offset, argument_bytes(ty));
        self.emit_argument_store(&address, src, ty, mem);
        Ok(())
    }

    /// Stores an argument; `mem` says how many bytes, see [`argument_bytes`].
    pub(super) fn emit_argument_store(
        &mut self,
        address: &Address,
        src: Reg,
        ty: PartType,
        mem: MemOperand,
    ) {
        if ty == PartType::Half {
            return self.emit_half_store(address, src, mem);
        }
        let opcode = match ty {
            PartType::X86Fp80 => op::ST_FpP80m,
            PartType::Float => op::MOVSSmr,
            PartType::Double => op::MOVSDmr,
            PartType::Vector { .. } => op::MOVAPSmr,
            _ => STORE_REG[Width::of_bits(ty.bits()).max(Width::W32) as usize],
        };
        let emit = self.emit(opcode).ops(&address.operands());
        emit.reg(src).mem(mem).done();
    }

    /// Stores a constant argument directly, if it has a form for that.
    fn emit_constant_argument(
        &mut self,
        part: PartType,
        bits: u64,
        extension: Extension,
        offset: u64,
    ) -> bool {
        let width = Width::of_bits(part.bits()).max(Width::W32);
        let value = match extension {
            Extension::Any | Extension::Zero if part.bits() < width.bits() => bits as i64,
            _ => sign_extend(bits, part.bits()),
        };
        if i32::try_from(value).is_err() {
            return false;
        }
        let address = self.outgoing_address(offset);
        let mem = self.outgoing_mem(offset, width.bytes());
        let opcode = STORE_IMM[width_of_size(width.bytes()) as usize];
        self.emit(opcode)
            .ops(&address.operands())
            .imm(value)
            .mem(mem)
            .done();
        true
    }
}

/// Bytes that are stored for an argument.
pub(super) fn argument_bytes(ty: PartType) -> u64 {
    match ty {
        PartType::Vector { .. } => 16,
        _ if ty.is_int() => Width::of_bits(ty.bits()).max(Width::W32).bytes(),
        _ => ty.store_size(),
    }
}

/// Bytes of the outgoing argument area, a multiple of 8.
fn stack_bytes(arguments: &[(Argument, Location)]) -> u64 {
    let ends = arguments
        .iter()
        .map(|(argument, location)| match (argument, location) {
            (Argument::ByVal(_, size), Location::Stack(offset)) => {
                offset + size.next_multiple_of(8)
            }
            (Argument::Part(part), Location::Stack(offset)) => match part.ty {
                PartType::Vector { .. } | PartType::X86Fp80 => offset + 16,
                _ => offset + 8,
            },
            _ => 0,
        });
    ends.max().unwrap_or(0).next_multiple_of(16)
}

pub(super) fn is_float_reg(reg: PhysReg) -> bool {
    crate::TARGET.class(class::FR64).contains(reg)
}

impl<'m> Calls<'m> for Selector<'_, 'm> {
    fn callee_in(reg: Reg) -> Callee {
        Callee::Reg(reg)
    }

    fn direct_callee(&mut self, global: Global) -> Result<Callee> {
        let is_local = self.is_dso_local(global);
        if self.code_model() == CodeModel::Large && (is_local || !self.is_pic()) {
            let address = LocalKey::GlobalAddress(global, 0);
            return Ok(Callee::Reg(self.use_local(address)?));
        }
        let attrs = self.module.globals[global].function();
        let attrs: Option<AttrGroup> = attrs.and_then(|function| function.attrs.function);
        let is_eager = !is_local && self.module.attrs(attrs).has("nonlazybind");
        if self.code_model() == CodeModel::Large || is_eager {
            let (address, mem) = self.entry_address(Operand::global(global, 0));
            return Ok(Callee::Memory(address, mem));
        }
        let flags = if is_local { MO_NO_FLAG } else { MO_PLT };
        let symbol = Operand::global(global, 0).with_target_flags(flags);
        Ok(Callee::Symbol(symbol))
    }

    fn knows_convention(conv: CallingConv) -> bool {
        is_known_convention(conv) || matches!(conv, CallingConv::PRESERVE_MOST | SYSTEM_V)
    }

    fn assign_value(&self, assigner: &mut ArgAssigner, of: PassedValue) -> Result<Places> {
        let (value, attrs) = of;
        let parts = self.passed_parts(self.ty(value))?;
        if self.module.attrs(attrs).has("nest") {
            let place = Location::Reg(reg::R10);
            return Ok(parts.iter().map(|part| (part.ty, place)).collect());
        }
        if self.module.attrs(attrs).has(FIRST_WORD) {
            let place = assigner.next_first_word();
            return Ok(parts.iter().map(|part| (part.ty, place)).collect());
        }
        let places = assigner.next_all(&self.passed_as(self.ty(value)));
        Ok(parts.iter().map(|part| part.ty).zip(places).collect())
    }

    /// A register of at least 32 bits for a part.
    fn extended_part(&mut self, part: &ArgumentPart) -> Result<Reg> {
        let (value, index) = (part.value, part.index);
        let (ty, extension) = (part.ty, part.extension);
        let bits = ty.bits();
        let width = Width::of_bits(bits).max(Width::W32);
        if !ty.is_int() || (extension == Extension::Any && bits > 8) || bits == width.bits() {
            return self.use_part(value, index);
        }
        // A bit is passed as 0 or 1.
        let signed = extension == Extension::Sign;
        if !self.module.types.is_aggregate(self.ty(value)) {
            if extension == Extension::Any && bits == 8 {
                let src = self.use_part(value, index)?;
                return Ok(self.widen_byte(src));
            }
            return self.extend(value, signed, width);
        }
        let src = self.use_part(value, index)?;
        let dst = self.new_reg(width.part());
        self.emit_register_extension(dst, src, Widening::new(signed, bits, width));
        Ok(dst)
    }

    fn emit_to_phys(&mut self, argument: Argument, to: PhysReg) -> Result<PhysReg> {
        let argument = match argument {
            Argument::ByVal(..) => return self.unsupported("byval argument in a register"),
            Argument::Part(part) => part,
        };
        if let LocalKey::Int(part, bits) = self.part_constant(argument.value, argument.index)? {
            let bits = match (argument.extension, part) {
                (Extension::Sign, PartType::Int(width @ 1..=32)) => {
                    sign_extend(bits, width.into()) as u64 & u64::from(u32::MAX)
                }
                (Extension::Sign, PartType::Int(width @ 33..64)) => {
                    sign_extend(bits, width.into()) as u64
                }
                _ => bits,
            };
            if let Some(defined) = self.emit_int_to_phys(to, part, bits) {
                return Ok(defined);
            }
        }
        let ty = argument.ty;
        let src = self.extended_part(&argument)?;
        let to = match ty.is_int() {
            true => sub_phys(to, Width::of_bits(ty.bits()).max(Width::W32)),
            false => to,
        };
        match FloatKind::of(ty) {
            Some(kind) if is_x87(to) => self.emit_float_to_x87(to, src, kind),
            _ if is_whole(to) => self.emit_upper_half_to(to, src),
            _ => {
                self.emit_copy(to, src);
            }
        }
        Ok(to)
    }

    fn lower_own_intrinsic(&mut self, inst: Inst, global: Global) -> Result<()> {
        self.lower_x86_intrinsic(inst, global)
    }

    fn lower_function_call(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        let callee = match self.callee(inst)? {
            Callee::Reg(reg) if self.is_untracked(inst, info) => Callee::Untracked(reg),
            callee => callee,
        };
        let (arguments, places) = self.call_arguments(inst, info)?;
        let align = places.stack_align();
        let frame = &mut self.mf.frame;
        if align > 16 {
            // The stack pointer is aligned if the frame is.
            frame.max_align = frame.max_align.max(align);
        }
        let var_arg = self.is_variadic_type(info.fn_type);
        let mut results = SmallVec::<[(Reg, PartType); 2]>::new();
        let mut masks = SmallVec::<[(Reg, Reg, Lane); 2]>::new();
        if let Some(value) = self.function.insts[inst].result.expand() {
            for (index, part) in self.passed_parts(self.ty(value))?.iter().enumerate() {
                let mut dst = self.requested(value, index);
                if let Some(lane) = self.mask_lane(value).filter(|_| !dst.is_none()) {
                    let mask = dst;
                    dst = self.new_reg(part.ty);
                    masks.push((mask, dst, lane));
                }
                results.push((dst, part.ty));
            }
        }
        if self.returns_twice(inst, info) {
            self.mf.exposes_returns_twice = true;
        }
        let ty = self.function.insts[inst].ty;
        let call = self.emit_call(callee, &arguments, (ty, &results), var_arg)?;
        self.note_call_site(call, inst, info);
        self.mark_kept_registers(call, inst, info);
        for (dst, src, lane) in masks {
            self.emit_foreign_mask(dst, src, lane)?;
        }
        Ok(())
    }
}

impl<'m> Entry<'m> for Selector<'_, 'm> {
    /// Emits the copies of requested arguments.
    fn lower_arguments(&mut self) -> Result<()> {
        self.emit_table_base();
        let mut masks = Vec::new();
        let incoming = self.incoming_arguments(|this, (value, _), ty, dst| {
            let Some(lane) = this.mask_lane(value) else {
                return Ok(dst);
            };
            let bits = this.new_reg(ty);
            masks.push((dst, bits, lane));
            Ok(bits)
        })?;
        let copies = self.argument_copies(&incoming);
        // The last argument is copied first, as llc does it.
        for copy in copies.iter().rev().filter(|copy| !is_whole(copy.live_in)) {
            self.emit_copy(copy.holder, copy.live_in);
        }
        // A register is done with when all of it is.
        for copy in copies.iter().rev().filter(|copy| is_whole(copy.live_in)) {
            self.emit_copy(copy.holder, copy.live_in);
        }
        self.save_variadic_registers();
        for copy in copies.iter().filter(|copy| copy.holder != copy.dst) {
            if is_whole(copy.live_in) {
                self.emit_extracted_half(copy.dst, copy.holder);
                continue;
            }
            self.emit(op::COPY)
                .def(copy.dst)
                .sub_reg(copy.holder, sub::SUB_8BIT)
                .done();
        }
        self.receive_forwarded_registers();
        let is_on_stack = |argument: &Incoming| matches!(argument.location, Location::Stack(_));
        let immutable = !incoming.iter().any(is_on_stack) || !self.overwrites_arguments();
        for argument in &incoming {
            if let Location::Stack(offset) = argument.location
                && !argument.dst.is_none()
            {
                self.emit_argument_load(argument, offset, immutable);
            }
        }
        for (dst, src, lane) in masks {
            self.emit_foreign_mask(dst, src, lane)?;
        }
        Ok(())
    }
}
