//! Addressing modes:
//!
//! ```text
//!   [x0, #8]             a multiple of the size up to 4095 times it, or -256 to 255 bytes
//!   [x0, x1, lsl #3]     a register, shifted by the size or not
//!   [x0, w1, sxtw #3]    the same with 32 bits extended
//!   [x0, :lo12:symbol]   the place of a symbol in its page, whose address is in x0
//! ```
//!
//! Matching collects terms from pointer arithmetic first (a [`Plan`], nothing requested yet), then
//! requests the registers of the remaining terms.

use avarice_ir::{BinaryOp, Global, Inst, InstKind, Value};
use avarice_lower::select::{Addresses, Constants, Integers, Widening};
use avarice_lower::{ConstValue, LocalKey, PartType, PointerSource, Result};
use avarice_mir::{FrameIndex, Operand, Reg};
use smallvec::SmallVec;

use super::constant::page_key;
use super::operand::{ADD, Additive, Second, ShiftKind};
use super::symbols::Reach;
use super::{Selector, Width};
use crate::op;
use crate::target_flags::{NC, PAGEOFF};

/// How many uses of a pointer are looked at.
const MAX_USES: usize = 16;
/// How many instructions are looked at before an access.
const MAX_DISTANCE: usize = 64;

/// The base of an address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Base {
    /// A register.
    Reg(Reg),
    /// A stack object.
    Frame(FrameIndex),
}

/// What is added to the base.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Offset {
    /// Bytes.
    Bytes(i64),
    /// A register: whether it has 32 bits, whether those are extended as signed, and whether it is shifted
    /// by the size of the access.
    Index(Reg, Option<bool>, bool),
    /// The low 12 bits of a symbol's address.
    Low(Operand),
}

/// An address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Address {
    pub base: Base,
    pub offset: Offset,
}

impl Address {
    /// A base register and an offset in bytes.
    pub fn base(base: Reg, bytes: i64) -> Self {
        Self {
            base: Base::Reg(base),
            offset: Offset::Bytes(bytes),
        }
    }

    /// A stack object.
    pub fn frame(index: FrameIndex) -> Self {
        Self {
            base: Base::Frame(index),
            offset: Offset::Bytes(0),
        }
    }

    /// The address `bytes` further, if it is a base and bytes.
    #[must_use]
    pub fn offset(mut self, bytes: u64) -> Self {
        if let Offset::Bytes(offset) = &mut self.offset {
            *offset = offset.wrapping_add(bytes as i64);
        }
        self
    }
}

/// Whether an access of `size` bytes reaches `bytes` from its base.
pub(super) fn reaches(bytes: i64, size: u64) -> bool {
    (-256..256).contains(&bytes) || is_scaled(bytes, size)
}

/// Whether `bytes` is an offset in units of `size`.
pub(super) fn is_scaled(bytes: i64, size: u64) -> bool {
    let size = size as i64;
    bytes >= 0 && bytes % size == 0 && bytes / size < 4096
}

/// Whether a symbol plus `offset` is surely within reach in the small code model.
pub(super) fn is_symbol_offset(offset: i64) -> bool {
    (0..1 << 20).contains(&offset)
}

/// What the terms of an address are relative to.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Root {
    Value(Value),
    Frame(FrameIndex),
    Global(Global),
}

/// Collected terms of an address.
#[derive(Clone, Debug)]
struct Plan {
    root: Root,
    /// Values and the bytes that each unit stands for; the last is the best for an index.
    terms: SmallVec<[(Value, u64); 2]>,
    bytes: i64,
}

/// An index in a register: its low 32 bits, extended as signed or not, or all.
#[derive(Clone, Copy)]
struct Term {
    reg: Reg,
    half: Option<bool>,
}

impl Selector<'_, '_> {
    /// The address that `pointer` is, with everything folded that an access of `size` bytes (a power of two)
    /// can compute itself; with size 0 a base and bytes that reach as far as those of single bytes do.
    pub(super) fn address(&mut self, pointer: Value, size: u64) -> Result<Address> {
        let mut plan = self.plan(pointer, size)?;
        self.follow_moved_root(&mut plan, size)?;
        self.realize(plan, size)
    }

    /// Makes an address relative to what its root becomes in this block, if the root has no other use after it: both
    /// can then have one register.
    ///
    /// ```text
    ///   q = p - 4                            sub p, p, #4
    ///   load q, load p - 8, q lives on       ldr [p], ldr [p, #-4]
    /// ```
    fn follow_moved_root(&mut self, plan: &mut Plan, size: u64) -> Result<()> {
        let Root::Value(root) = plan.root else {
            return Ok(());
        };
        if size == 0 || !plan.terms.is_empty() || !self.options.optimize {
            return Ok(());
        }
        let Some((moved, distance)) = self.moved_root(root)? else {
            return Ok(());
        };
        let bytes = plan.bytes.wrapping_sub(distance);
        if reaches(bytes, size) && self.comes_before_root(moved) {
            plan.bytes = bytes;
            plan.root = Root::Value(self.function.insts[moved].result.expand().unwrap_or(root));
        }
        Ok(())
    }

    /// The one instruction that adds a constant to pointer `root` for other blocks, if no other block needs
    /// `root`, and the constant.
    fn moved_root(&self, root: Value) -> Result<Option<(Inst, i64)>> {
        let mut found = None;
        for (index, slot) in self.function.uses_of(root).enumerate() {
            let user = self.function.uses[slot].user;
            let kind = &self.function.insts[user].kind;
            let is_here = self.in_current_block(user) && !matches!(kind, InstKind::Phi);
            if index == MAX_USES || !is_here {
                return Ok(None);
            }
            let InstKind::GetElementPtr { source } = kind else {
                continue;
            };
            let (bytes, terms) = self.gep_terms(user, *source)?;
            if !terms.is_empty() || bytes == 0 || !self.lives_on(user) {
                continue;
            }
            if found.replace((user, bytes)).is_some() {
                return Ok(None);
            }
        }
        Ok(found)
    }

    /// Whether another block needs the result of `inst`, or this one when it runs again or for more than an address.
    fn lives_on(&self, inst: Inst) -> bool {
        let Some(value) = self.function.insts[inst].result.expand() else {
            return false;
        };
        let mut users = self.function.uses_of(value);
        users.any(|slot| {
            let user = self.function.uses[slot].user;
            let is_address = match self.function.insts[user].kind {
                InstKind::Load { .. } | InstKind::GetElementPtr { .. } => true,
                InstKind::Store { .. } => self.function.operand(user, 0) != value,
                _ => false,
            };
            !self.in_current_block(user) || !is_address
        })
    }

    /// Whether `inst` is shortly before the current instruction in its block.
    fn comes_before_root(&self, inst: Inst) -> bool {
        let mut at = self.function.insts[self.root].prev.expand();
        for _ in 0..MAX_DISTANCE {
            match at {
                Some(before) if before == inst => return true,
                Some(before) => at = self.function.insts[before].prev.expand(),
                None => return false,
            }
        }
        false
    }

    fn plan(&mut self, pointer: Value, size: u64) -> Result<Plan> {
        let mut plan = Plan {
            root: Root::Value(pointer),
            terms: SmallVec::new(),
            bytes: 0,
        };
        while let Root::Value(value) = plan.root {
            if !self.plan_step(&mut plan, value, size)? {
                break;
            }
        }
        Ok(plan)
    }

    /// Takes `value`, the plan's root, apart; `false` if it must stay.
    fn plan_step(&mut self, plan: &mut Plan, value: Value, size: u64) -> Result<bool> {
        // The root stays as it is: it may be a part of what it resolves to.
        let (value, inst, kind) = match self.pointer_source(value)? {
            PointerSource::Frame(index) => {
                plan.root = Root::Frame(index);
                return Ok(true);
            }
            PointerSource::Constant(ConstValue::Address(global, offset))
                if !self.is_thread_local(global) =>
            {
                plan.bytes = plan.bytes.wrapping_add(offset);
                plan.root = Root::Global(global);
                return Ok(true);
            }
            PointerSource::Computed(value, inst, kind) => (value, inst, kind),
            _ => return Ok(false),
        };
        match kind {
            InstKind::GetElementPtr { .. } => self.plan_gep(plan, inst, size),
            InstKind::Binary(op) if self.adds(inst, *op) && self.int_bits(value) == Some(64) => {
                let right = self.const_signed(self.function.operand(inst, 1));
                let bytes = right
                    .map(|by| plan.bytes.wrapping_add(by))
                    .filter(|bytes| reaches(*bytes, size.max(1)));
                if let Some(bytes) = bytes {
                    plan.bytes = bytes;
                    plan.root = Root::Value(self.function.operand(inst, 0));
                }
                Ok(bytes.is_some())
            }
            _ => Ok(false),
        }
    }

    /// Takes a `getelementptr` apart if its terms fit.
    fn plan_gep(&mut self, plan: &mut Plan, inst: Inst, size: u64) -> Result<bool> {
        let InstKind::GetElementPtr { source } = self.function.insts[inst].kind else {
            return Ok(false);
        };
        let (bytes, terms) = self.gep_terms(inst, source)?;
        let bytes = plan.bytes.wrapping_add(bytes);
        let is_root = self.root == inst;
        if terms.is_empty() {
            if !is_root && !reaches(bytes, size.max(1)) && !self.is_near(inst) {
                return Ok(false);
            }
        } else if !is_root {
            let used_here = self.is_near(inst) || self.is_only_address(inst);
            // Several accesses near each other share what is added to their base.
            let is_shared = plan.bytes != 0 && !self.has_one_use_of(inst);
            if !plan.terms.is_empty() || !used_here || is_shared {
                return Ok(false);
            }
        }
        plan.bytes = bytes;
        plan.terms.extend_from_slice(&terms);
        if terms.len() == 1 && (size > 0 || is_root) {
            self.plan_index(plan);
        }
        plan.root = Root::Value(self.function.operand(inst, 0));
        Ok(true)
    }

    /// Whether `inst` is in the current block and used once.
    fn is_near(&self, inst: Inst) -> bool {
        self.in_current_block(inst) && self.has_one_use_of(inst)
    }

    /// Whether `inst`, a `getelementptr` with one index, is used for nothing but loads and stores of the
    /// current block, each of which can compute the address itself.
    fn is_only_address(&self, inst: Inst) -> bool {
        if !self.in_current_block(inst) || self.function.num_operands(inst) != 2 {
            return false;
        }
        let Some(value) = self.function.insts[inst].result.expand() else {
            return false;
        };
        self.function.uses_of(value).take(4).count() <= 3
            && self.function.uses_of(value).all(|slot| {
                let user = self.function.uses[slot].user;
                let is_access = match self.function.insts[user].kind {
                    InstKind::Load { .. } => true,
                    InstKind::Store { .. } => self.function.operand(user, 0) != value,
                    _ => false,
                };
                is_access && self.in_current_block(user)
            })
    }

    /// Takes additions of constants and shifts out of the only index.
    fn plan_index(&mut self, plan: &mut Plan) {
        let Some((mut value, mut factor)) = plan.terms.pop() else {
            return;
        };
        while self.int_bits(value) == Some(64) && self.is_foldable(value) {
            let Some((inst, InstKind::Binary(op))) = self.def_kind(value) else {
                break;
            };
            let adds = self.adds(inst, *op);
            let Some(right) = self.const_signed(self.function.operand(inst, 1)) else {
                break;
            };
            let left = self.function.operand(inst, 0);
            if self.function.as_const(left).is_some() {
                break;
            }
            match op {
                _ if adds => {
                    let bytes = plan.bytes.wrapping_add(right.wrapping_mul(factor as i64));
                    if !(0..4096).contains(&bytes) {
                        break;
                    }
                    plan.bytes = bytes;
                }
                BinaryOp::Shl if (0..=4).contains(&right) && factor << right <= 16 => {
                    factor <<= right;
                }
                _ => break,
            }
            value = left;
        }
        plan.terms.push((value, factor));
    }

    /// The register of an index term.
    fn term_reg(&mut self, value: Value) -> Result<Term> {
        let bits = self.int_bits(value).unwrap_or(64);
        if self.const_int(value).is_none() {
            if bits == 32 {
                let reg = self.use_value(value)?;
                return Ok(Term {
                    reg,
                    half: Some(true),
                });
            }
            if let Some((src, signed, 32)) = self.foldable_extension(value, 64) {
                let reg = self.use_value(src)?;
                return Ok(Term {
                    reg,
                    half: Some(signed),
                });
            }
        }
        let reg = match bits {
            64 => self.use_value(value)?,
            _ => self.extend(value, true, Width::W64)?,
        };
        Ok(Term { reg, half: None })
    }

    /// Requests the registers of a plan.
    fn realize(&mut self, plan: Plan, size: u64) -> Result<Address> {
        let bytes = plan.bytes;
        let (base, mut terms) = (plan.root, plan.terms);
        if let Root::Global(global) = base
            && terms.is_empty()
            && let Some(address) = self.low_part(global, bytes, size)?
        {
            return Ok(address);
        }
        if let Root::Global(global) = base
            && terms.is_empty()
            && self.reach() != Reach::Page
            && !self.is_in_table(global)
            && is_symbol_offset(bytes)
        {
            let place = self.use_local(LocalKey::GlobalAddress(global, bytes))?;
            return Ok(Address::base(place, 0));
        }
        // Of an access to a place that is known but for an index, the index is what the access adds.
        let is_index = |(_, factor): &(Value, u64)| *factor == size || *factor == 1;
        let index = match bytes == 0 && size > 0 && terms.last().is_some_and(is_index) {
            true => terms.pop(),
            false => None,
        };
        let mut base = self.realize_root(base)?;
        for (value, factor) in terms {
            let reg = self.base_reg(base);
            base = Base::Reg(self.add_term(reg, value, factor)?);
        }
        if let Some((value, factor)) = index {
            let term = self.term_reg(value)?;
            let scaled = factor == size && size > 1;
            return Ok(Address {
                base: Base::Reg(self.base_reg(base)),
                offset: Offset::Index(term.reg, term.half, scaled),
            });
        }
        if !reaches(bytes, size.max(1)) && !matches!(base, Base::Frame(_)) {
            return self.far_address(base, bytes, size);
        }
        Ok(Address {
            base,
            offset: Offset::Bytes(bytes),
        })
    }

    /// An address that is too far from its base for the access.
    fn far_address(&mut self, base: Base, bytes: i64, size: u64) -> Result<Address> {
        let reg = self.base_reg(base);
        let size = size.max(1);
        // What the access cannot reach is a multiple of a page where that is one addition.
        let low = match bytes > 0 && bytes < 0x100_0000 && is_scaled(bytes & 0xfff, size) {
            true => bytes & 0xfff,
            false => 0,
        };
        let high = bytes.wrapping_sub(low);
        if low == 0 && super::operand::add_imm(bytes.unsigned_abs()).is_none() {
            let amount = self.use_int(64, bytes as u64)?;
            return Ok(Address {
                base: Base::Reg(reg),
                offset: Offset::Index(amount, None, false),
            });
        }
        let near = self.add_imm_reg(Width::W64, reg, high)?;
        Ok(Address::base(near, low))
    }

    /// `[page, :lo12:symbol]`, if that is all of the address and the symbol is aligned for it.
    fn low_part(&mut self, global: Global, bytes: i64, size: u64) -> Result<Option<Address>> {
        let is_local = self.reach() == Reach::Page
            && !self.is_in_table(global)
            && !self.is_thread_local(global);
        let is_aligned =
            size > 0 && self.global_align(global) >= size && (bytes as u64).is_multiple_of(size);
        if !is_local || !is_aligned || !is_symbol_offset(bytes) {
            return Ok(None);
        }
        // An address that a loop keeps is better than a page for each place.
        if bytes != 0 && (self.is_in_loop() || self.has_local_base(global, bytes)) {
            return Ok(None);
        }
        let page = self.use_local(page_key(global, bytes))?;
        let low = Operand::global(global, bytes).with_target_flags(PAGEOFF | NC);
        Ok(Some(Address {
            base: Base::Reg(page),
            offset: Offset::Low(low),
        }))
    }

    /// Whether a register surely has the address of `global`, or accesses above this one are better off with one:
    /// several, elsewhere than at `bytes`, or one with an index.
    fn has_local_base(&self, global: Global, bytes: i64) -> bool {
        if self.has_local(LocalKey::GlobalAddress(global, 0)) {
            return true;
        }
        let mut others: SmallVec<[i64; 2]> = SmallVec::new();
        let mut at = self.function.insts[self.root].prev.expand();
        for _ in 0..MAX_DISTANCE {
            let Some(inst) = at else {
                return false;
            };
            for operand in self.function.operands(inst) {
                let place = self.function.as_const(operand);
                let place = place.and_then(|id| self.const_value(id, 0).ok());
                let Some((ConstValue::Address(found, offset), _)) = place else {
                    continue;
                };
                if found != global || offset == bytes || others.contains(&offset) {
                    continue;
                }
                let kind = &self.function.insts[inst].kind;
                if !matches!(kind, InstKind::Load { .. } | InstKind::Store { .. }) {
                    return true;
                }
                others.push(offset);
                if others.len() > 1 {
                    return true;
                }
            }
            at = self.function.insts[inst].prev.expand();
        }
        false
    }

    /// The alignment that a global surely has.
    fn global_align(&self, global: Global) -> u64 {
        self.module.globals[global].align.unwrap_or(1)
    }

    fn realize_root(&mut self, root: Root) -> Result<Base> {
        Ok(match root {
            Root::Value(value) => Base::Reg(self.use_value(value)?),
            Root::Frame(index) => Base::Frame(index),
            Root::Global(global) if self.is_in_table(global) => {
                Base::Reg(self.use_local(LocalKey::GotEntry(global))?)
            }
            Root::Global(global) => Base::Reg(self.use_local(LocalKey::GlobalAddress(global, 0))?),
        })
    }

    /// The base in a register.
    pub(super) fn base_reg(&mut self, base: Base) -> Reg {
        match base {
            Base::Reg(reg) => reg,
            Base::Frame(index) => {
                let dst = self.new_reg(PartType::Pointer);
                self.emit_frame_address(dst, index, 0);
                dst
            }
        }
    }

    /// `base + value * factor`
    fn add_term(&mut self, base: Reg, value: Value, factor: u64) -> Result<Reg> {
        let dst = self.new_reg(PartType::Pointer);
        if let Some(constant) = self.const_signed(value) {
            let bytes = constant.wrapping_mul(factor as i64);
            self.emit_add_imm(Additive::Add, Width::W64, dst, base, bytes)?;
            return Ok(dst);
        }
        let shift = factor.trailing_zeros();
        if factor.is_power_of_two() {
            let term = self.term_reg(value)?;
            let second = match term.half {
                Some(signed) if shift <= 4 => Second::Extended(term.reg, signed, 32, shift),
                Some(signed) => {
                    let wide = self.new_reg(PartType::Int(64));
                    self.emit_extend_reg(
                        wide,
                        term.reg,
                        Widening::new(signed, 32, Width::W64),
                        false,
                    );
                    Second::Shifted(wide, ShiftKind::Lsl, shift)
                }
                None if shift == 0 => Second::Reg(term.reg),
                None => Second::Shifted(term.reg, ShiftKind::Lsl, shift),
            };
            self.emit_addition(Additive::Add, Width::W64, dst, base, second);
            return Ok(dst);
        }
        let term = self.term_reg(value)?;
        if let Some(signed) = term.half
            && i32::try_from(factor).is_ok()
        {
            let amount = self.use_int(32, factor)?;
            let opcode = if signed { op::SMADDLrrr } else { op::UMADDLrrr };
            let emit = self.emit(opcode).def(dst).reg(term.reg);
            emit.reg(amount).reg(base).done();
            return Ok(dst);
        }
        let wide = match term.half {
            Some(signed) => {
                let wide = self.new_reg(PartType::Int(64));
                self.emit_extend_reg(wide, term.reg, Widening::new(signed, 32, Width::W64), false);
                wide
            }
            None => term.reg,
        };
        let odd = factor >> shift;
        if (odd - 1).is_power_of_two() {
            let by = Second::Shifted(wide, ShiftKind::Lsl, (odd - 1).trailing_zeros());
            let product = self.new_reg(PartType::Int(64));
            self.emit_with_second(&ADD, Width::W64, product, wide, by, false);
            self.emit_add_shifted(dst, base, product, shift);
            return Ok(dst);
        }
        let amount = self.use_int(64, factor)?;
        let emit = self.emit(op::MADDXrrr).def(dst).reg(wide);
        emit.reg(amount).reg(base).done();
        Ok(dst)
    }

    // ---- Addresses as values ------------------------------------------------------------------
}

impl<'m> Addresses<'m> for Selector<'_, 'm> {
    fn lower_address(&mut self, dst: Reg, value: Value) -> Result<()> {
        let mut plan = self.plan(value, 0)?;
        if plan.root == Root::Value(value) {
            return self.unsupported("getelementptr that does not fit an address");
        }
        if let Root::Global(global) = plan.root
            && plan.terms.is_empty()
            && !self.is_in_table(global)
            && is_symbol_offset(plan.bytes)
        {
            let src = self.use_local(LocalKey::GlobalAddress(global, plan.bytes))?;
            self.emit_copy(dst, src);
            return Ok(());
        }
        let bytes = plan.bytes;
        let base = self.realize_root(plan.root)?;
        if let Base::Frame(index) = base
            && plan.terms.is_empty()
        {
            self.emit_frame_address(dst, index, bytes);
            return Ok(());
        }
        let mut sum = self.base_reg(base);
        let mut fresh = matches!(base, Base::Frame(_));
        for (value, factor) in std::mem::take(&mut plan.terms) {
            sum = self.add_term(sum, value, factor)?;
            fresh = true;
        }
        match (bytes, fresh) {
            (0, true) => self.define(dst, sum),
            (0, false) => {
                self.emit_copy(dst, sum);
            }
            _ => self.emit_add_imm(Additive::Add, Width::W64, dst, sum, bytes)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_in_reach() {
        assert!(reaches(-256, 8) && reaches(255, 8) && reaches(32760, 8));
        assert!(!reaches(-257, 8) && !reaches(257, 8) && !reaches(32768, 8));
    }
}
