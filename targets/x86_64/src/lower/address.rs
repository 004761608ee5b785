//! Addressing modes: `segment:[base + index * scale + symbol + disp]`.
//!
//! Matching collects terms from pointer arithmetic first (a [`Plan`], nothing requested yet), then
//! requests the registers of the remaining terms.

use avarice_ir::{BinaryOp, CodeModel, Global, Inst, InstKind, Value};
use avarice_lower::select::{Addresses, Integers};
use avarice_lower::{ConstValue, LocalKey, PartType, PointerSource, Result};
use avarice_mir::{FrameIndex, Operand, Reg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::symbols::{Reach, table_offset_key};
use super::{Selector, Width};
use crate::target_flags::MO_TPOFF;
use crate::{op, reg, sub};

/// The base of an address.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) enum Base {
    /// None.
    #[default]
    None,
    /// A register.
    Reg(Reg),
    /// A stack object.
    Frame(FrameIndex),
    /// The instruction pointer; needs a symbol, allows no index.
    Rip,
}

/// An x86 address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Address {
    /// Base.
    pub base: Base,
    /// 1, 2, 4 or 8.
    pub scale: i64,
    /// Index, or none.
    pub index: Reg,
    /// Displacement; goes into the symbol if there is one.
    pub disp: i64,
    /// Symbolic displacement.
    pub symbol: Option<Operand>,
    /// Segment register, or none.
    pub segment: PhysReg,
}

impl Default for Address {
    fn default() -> Self {
        Self {
            base: Base::None,
            scale: 1,
            index: Reg::NONE,
            disp: 0,
            symbol: None,
            segment: PhysReg::NONE,
        }
    }
}

impl Address {
    /// A symbol relative to the instruction pointer.
    pub fn rip(symbol: Operand) -> Self {
        Self {
            base: Base::Rip,
            symbol: Some(symbol),
            ..Self::default()
        }
    }

    /// A base register and a displacement.
    pub fn base(base: Reg, disp: i64) -> Self {
        Self {
            base: Base::Reg(base),
            disp,
            ..Self::default()
        }
    }

    /// The address `bytes` further.
    #[must_use]
    pub fn offset(mut self, bytes: u64) -> Self {
        self.disp = self.disp.wrapping_add(bytes as i64);
        self
    }

    /// The five operands.
    pub fn operands(&self) -> [Operand; 5] {
        let base = match self.base {
            Base::None => Operand::reg(Reg::NONE),
            Base::Reg(reg) => Operand::reg(reg),
            Base::Frame(index) => Operand::frame_index(index),
            Base::Rip => Operand::reg(reg::RIP),
        };
        let disp = match self.symbol {
            Some(mut symbol) => {
                symbol.set_offset(symbol.offset().wrapping_add(self.disp));
                symbol
            }
            None => Operand::imm(self.disp),
        };
        [
            base,
            Operand::imm(self.scale),
            Operand::reg(self.index),
            disp,
            Operand::reg(self.segment),
        ]
    }
}

fn is_disp(disp: i64) -> bool {
    i32::try_from(disp).is_ok()
}

/// What the terms of an address are relative to.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Root {
    Value(Value),
    Frame(FrameIndex),
    Global(Global),
    None,
}

/// Collected terms of an address.
#[derive(Clone, Debug)]
struct Plan {
    root: Root,
    /// A value times 1, 2, 4 or 8.
    index: Option<(Value, u64)>,
    /// More values times any factor.
    terms: SmallVec<[(Value, u64); 2]>,
    disp: i64,
}

impl Selector<'_, '_> {
    /// The address that `pointer` is, with everything folded that an instruction can compute itself.
    pub(super) fn address(&mut self, pointer: Value) -> Result<Address> {
        let plan = self.plan(pointer)?;
        self.realize(plan)
    }

    fn plan(&mut self, pointer: Value) -> Result<Plan> {
        let mut plan = Plan {
            root: Root::Value(pointer),
            index: None,
            terms: SmallVec::new(),
            disp: 0,
        };
        while let Root::Value(value) = plan.root {
            if !self.plan_step(&mut plan, value)? {
                break;
            }
        }
        Ok(plan)
    }

    /// Takes `value`, the plan's root, apart; `false` if it must stay.
    fn plan_step(&mut self, plan: &mut Plan, value: Value) -> Result<bool> {
        // The root stays as it is: it may be a part of what it resolves to.
        let (value, inst, kind) = match self.pointer_source(value)? {
            PointerSource::Frame(index) => {
                plan.root = Root::Frame(index);
                return Ok(true);
            }
            PointerSource::Constant(ConstValue::Address(global, offset)) => {
                let disp = plan.disp.wrapping_add(offset);
                let fits = self.is_symbol_offset(disp);
                if fits {
                    (plan.root, plan.disp) = (Root::Global(global), disp);
                }
                return Ok(fits);
            }
            PointerSource::Constant(ConstValue::Int(bits)) => {
                let disp = plan.disp.wrapping_add(bits as i64);
                let fits = is_disp(disp);
                if fits {
                    (plan.root, plan.disp) = (Root::None, disp);
                }
                return Ok(fits);
            }
            PointerSource::Computed(value, inst, kind) => (value, inst, kind),
            _ => return Ok(false),
        };
        match kind {
            InstKind::GetElementPtr { .. } => self.plan_gep(plan, inst),
            InstKind::Binary(op) if self.adds(inst, *op) && self.int_bits(value) == Some(64) => {
                let right = self.const_signed(self.function.operand(inst, 1));
                let disp = right
                    .map(|by| plan.disp.wrapping_add(by))
                    .filter(|d| is_disp(*d));
                if let Some(disp) = disp {
                    plan.disp = disp;
                    plan.root = Root::Value(self.function.operand(inst, 0));
                }
                Ok(disp.is_some())
            }
            _ => Ok(false),
        }
    }

    /// Takes a `getelementptr` apart if its terms fit.
    fn plan_gep(&mut self, plan: &mut Plan, inst: Inst) -> Result<bool> {
        let InstKind::GetElementPtr { source } = self.function.insts[inst].kind else {
            return Ok(false);
        };
        let (disp, terms) = self.gep_terms(inst, source)?;
        let disp = plan.disp.wrapping_add(disp);
        let whole = plan.disp == 0 && self.root == inst;
        if !is_disp(disp) && !whole {
            return Ok(false);
        }
        if !terms.is_empty() {
            let near = self.in_current_block(inst) || self.has_one_use_of(inst);
            if plan.index.is_some() || !plan.terms.is_empty() || (!near && self.root != inst) {
                return Ok(false);
            }
        }
        plan.disp = disp;
        let (last, others) = match terms.split_last() {
            Some((last, others)) => (Some(*last), others),
            None => (None, &[][..]),
        };
        plan.terms.extend_from_slice(others);
        match last {
            Some((value, factor @ (1 | 2 | 4 | 8))) => {
                plan.index = Some((value, factor));
                self.plan_index(plan);
            }
            Some(term) => plan.terms.push(term),
            None => {}
        }
        plan.root = Root::Value(self.function.operand(inst, 0));
        Ok(true)
    }

    /// Takes additions of constants and shifts out of the index.
    fn plan_index(&mut self, plan: &mut Plan) {
        while let Some((value, factor)) = plan.index {
            if self.int_bits(value) != Some(64) {
                return;
            }
            let Some((inst, InstKind::Binary(op))) = self.def_kind(value) else {
                return;
            };
            let adds = self.adds(inst, *op);
            // A displacement costs nothing, however often the sum is used.
            let is_free = adds && self.in_current_block(inst);
            if !is_free && !self.is_foldable(value) {
                return;
            }
            let Some(right) = self.const_signed(self.function.operand(inst, 1)) else {
                return;
            };
            let left = self.function.operand(inst, 0);
            match op {
                _ if adds => {
                    let disp = plan.disp.wrapping_add(right.wrapping_mul(factor as i64));
                    if !is_disp(disp) || self.function.as_const(left).is_some() {
                        return;
                    }
                    plan.disp = disp;
                    plan.index = Some((left, factor));
                }
                BinaryOp::Shl if (0..=3).contains(&right) && factor << right <= 8 => {
                    plan.index = Some((left, factor << right));
                }
                _ => return,
            }
        }
    }

    /// The register of an index term, sign-extended to 64 bits.
    fn index_reg(&mut self, value: Value) -> Result<Reg> {
        match self.int_bits(value) {
            Some(64) => self.use_value(value),
            _ => self.extend(value, true, Width::W64),
        }
    }

    /// A register with `value * factor`.
    fn scaled_reg(&mut self, value: Value, factor: u64) -> Result<Reg> {
        if self.int_bits(value) == Some(64) {
            return match factor {
                1 => self.use_value(value),
                _ => self.use_local(LocalKey::Scaled(value, factor)),
            };
        }
        let src = self.index_reg(value)?;
        if factor == 1 {
            return Ok(src);
        }
        let dst = self.new_reg(PartType::Int(64));
        self.emit_mul_by(Width::W64, dst, src, factor as i64);
        Ok(dst)
    }

    /// Requests the registers of a plan.
    fn realize(&mut self, plan: Plan) -> Result<Address> {
        let mut address = Address {
            disp: plan.disp,
            ..Address::default()
        };
        let mut terms = plan.terms;
        if let Some((value, factor)) = plan.index {
            address.index = self.index_reg(value)?;
            address.scale = factor as i64;
        } else if let Some((value, factor)) = terms.pop() {
            // Part of the factor can be the scale: 24 = 3 * 8.
            let scale = 1 << factor.trailing_zeros().min(3);
            if matches!(factor / scale, 3 | 5 | 9) {
                address.scale = scale as i64;
                address.index = self.scaled_reg(value, factor / scale)?;
            } else {
                address.index = self.scaled_reg(value, factor)?;
            }
        }
        self.realize_root(plan.root, &mut address)?;
        for (value, factor) in terms {
            let term = self.scaled_reg(value, factor)?;
            let base = self.address_base_reg(&mut address);
            let sum = match base {
                Some(base) => {
                    let sum = self.new_reg(PartType::Pointer);
                    self.emit(op::ADD64rr).def(sum).reg(base).reg(term).done();
                    sum
                }
                None => term,
            };
            address.base = Base::Reg(sum);
        }
        if !is_disp(address.disp) {
            let disp = std::mem::take(&mut address.disp);
            let base = self.address_base_reg(&mut address);
            let amount = self.use_int(64, disp as u64)?;
            address.base = Base::Reg(match base {
                Some(base) => {
                    let sum = self.new_reg(PartType::Pointer);
                    self.emit(op::ADD64rr).def(sum).reg(base).reg(amount).done();
                    sum
                }
                None => amount,
            });
        }
        Ok(address)
    }

    /// Makes base, symbol and segment of the address one register; `None` if there is nothing.
    fn address_base_reg(&mut self, address: &mut Address) -> Option<Reg> {
        match address.base {
            Base::Reg(reg) => Some(reg),
            Base::None if address.symbol.is_none() => None,
            _ => {
                let base = Address {
                    index: Reg::NONE,
                    scale: 1,
                    disp: 0,
                    ..*address
                };
                address.symbol = None;
                let reg = self.new_reg(PartType::Pointer);
                self.emit_lea(reg, &base);
                Some(reg)
            }
        }
    }

    fn realize_root(&mut self, root: Root, address: &mut Address) -> Result<()> {
        match root {
            Root::Value(value) => address.base = Base::Reg(self.use_value(value)?),
            Root::Frame(index) => address.base = Base::Frame(index),
            Root::None => {}
            Root::Global(global) if self.is_thread_local(global) => {
                if self.uses_local_exec(global) && self.tls_can_fold(address) {
                    let symbol = Operand::global(global, 0).with_target_flags(MO_TPOFF);
                    address.segment = reg::FS;
                    if self.code_model() == CodeModel::Large {
                        let offset = self.new_reg(PartType::Int(64));
                        self.emit(op::MOV64ri32).def(offset).op(symbol).done();
                        address.base = Base::Reg(offset);
                    } else {
                        address.symbol = Some(symbol);
                    }
                } else {
                    let base = self.use_local(LocalKey::GlobalAddress(global, 0))?;
                    address.base = Base::Reg(base);
                }
            }
            Root::Global(global) => self.realize_global(global, address)?,
        }
        Ok(())
    }

    fn realize_global(&mut self, global: Global, address: &mut Address) -> Result<()> {
        match self.reach(global) {
            Reach::Entry | Reach::FarEntry => {
                address.base = Base::Reg(self.use_local(LocalKey::GotEntry(global))?);
            }
            Reach::Near if address.index.is_none() => {
                address.base = Base::Rip;
                address.symbol = Some(Operand::global(global, 0));
            }
            Reach::Near if !self.is_pic() => {
                address.symbol = Some(Operand::global(global, 0));
            }
            Reach::FromTable if address.index.is_none() => {
                address.index = self.use_local(table_offset_key(global))?;
                address.base = Base::Reg(self.table_base());
            }
            Reach::Far if address.disp >= 0 => {
                let offset = std::mem::take(&mut address.disp);
                let base = self.use_local(LocalKey::GlobalAddress(global, offset))?;
                address.base = Base::Reg(base);
            }
            Reach::Near | Reach::Far | Reach::FromTable => {
                let base = self.use_local(LocalKey::GlobalAddress(global, 0))?;
                address.base = Base::Reg(base);
            }
        }
        Ok(())
    }

    /// Whether a thread-local symbol can be part of the address that the group needs: `lea` ignores
    /// segments, so only accesses to memory can.
    fn tls_can_fold(&self, address: &Address) -> bool {
        let kind = &self.function.insts[self.root].kind;
        let is_access = matches!(kind, InstKind::Load { .. } | InstKind::Store { .. });
        address.index.is_none() && is_access && !self.has_function_attr("indirect-tls-seg-refs")
    }

    // ---- Addresses as values ------------------------------------------------------------------

    /// Puts an address into a register by the cheapest instruction.
    pub(super) fn emit_address(&mut self, dst: Reg, address: &Address) {
        match *address {
            Address {
                base: Base::Reg(base),
                scale: 1,
                index,
                disp: 0,
                symbol: None,
                ..
            } => {
                if index.is_none() {
                    self.emit_copy(dst, base);
                } else {
                    self.emit(op::ADD64rr).def(dst).reg(base).reg(index).done();
                }
            }
            _ => self.emit_lea(dst, address),
        }
    }

    /// `dst = LEA64r address`.
    pub(super) fn emit_lea(&mut self, dst: Reg, address: &Address) {
        self.emit(op::LEA64r)
            .def(dst)
            .ops(&address.operands())
            .done();
    }

    /// `dst = LEA64_32r [base + index * scale + disp]` on 32-bit registers.
    pub(super) fn emit_lea32(
        &mut self,
        dst: Reg,
        base: Option<Reg>,
        index: Reg,
        scale: i64,
        disp: i64,
    ) {
        let base_reg = base.map(|base| self.any_extend_to_64(base));
        let index = match base {
            Some(base) if base == index => base_reg.unwrap_or(Reg::NONE),
            _ => self.any_extend_to_64(index),
        };
        let address = Address {
            base: base_reg.map_or(Base::None, Base::Reg),
            index,
            scale,
            disp,
            ..Address::default()
        };
        self.emit(op::LEA64_32r)
            .def(dst)
            .ops(&address.operands())
            .done();
    }

    /// A 64-bit register whose low half is `reg`.
    pub(super) fn any_extend_to_64(&mut self, reg: Reg) -> Reg {
        let undef = self.new_reg(PartType::Int(64));
        self.emit(op::IMPLICIT_DEF).def(undef).done();
        let wide = self.new_reg(PartType::Int(64));
        let index = i64::from(sub::SUB_32BIT.0);
        self.emit(op::INSERT_SUBREG)
            .def(wide)
            .reg(undef)
            .reg(reg)
            .imm(index)
            .done();
        wide
    }

    // ---- Memory operands ----------------------------------------------------------------------
}

impl<'m> Addresses<'m> for Selector<'_, 'm> {
    fn lower_address(&mut self, dst: Reg, value: Value) -> Result<()> {
        let plan = self.plan(value)?;
        if let Root::Value(root) = plan.root
            && plan.index.is_none()
            && plan.terms.is_empty()
            && root != value
        {
            let base = self.use_value(root)?;
            match plan.disp {
                0 => {
                    self.emit_copy(dst, base);
                }
                disp => self.emit_add_offset(dst, base, disp),
            }
            return Ok(());
        }
        if plan.root == Root::Value(value) {
            return self.unsupported("getelementptr that does not fit an address");
        }
        let address = self.realize(plan)?;
        self.emit_address(dst, &address);
        Ok(())
    }
}
