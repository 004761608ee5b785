//! What is done with the bytes of a stack slot.

use avarice_ir::{
    AtomicOrdering, CastOp, ConstKind, DataLayout, Function, Inst, InstFlags, InstKind, Intrinsic,
    Module, Type, TypeData, Use, Value,
};
use cranelift_entity::SecondaryMap;

use crate::effects::is_lifetime_mark;

/// Slots of more bytes stay as they are.
const MAX_SIZE: u64 = 1 << 12;

/// Integers of more bytes are not loaded and stored by parts.
const MAX_SPLIT: u64 = 8;

/// What an instruction does with bytes of the slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Load(Type),
    Store(Type),
    /// Copies from them to somewhere else.
    CopyFrom,
    /// Copies from somewhere else to them.
    CopyTo,
    /// Sets each to the same value.
    Fill,
}

impl Access {
    /// Whether it can be done in several steps.
    pub(super) fn is_splittable(self) -> bool {
        !matches!(self, Self::Load(_) | Self::Store(_))
    }
}

/// Bytes `start..end` of the slot, and what accesses them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    pub start: u64,
    pub end: u64,
    pub user: Inst,
    pub access: Access,
    /// A load or store of an integer that is done by parts, as a copy is.
    pub is_split: bool,
}

impl Slice {
    /// Whether it joins the bytes that it accesses: it is one load or store.
    pub(super) fn is_joining(&self) -> bool {
        !self.access.is_splittable() && !self.is_split
    }
}

/// All that is done with a slot.
#[derive(Default)]
pub(super) struct Slices {
    /// In no particular order.
    pub slices: Vec<Slice>,
    /// Addresses that are made of the slot's: to be removed in reverse.
    pub addresses: Vec<Inst>,
    /// Marks of the slot's lifetime.
    pub marks: Vec<Inst>,
    /// Bytes of the slot.
    pub size: u64,
    /// Its alignment.
    pub align: u64,
    work: Vec<(Value, u64)>,
    /// Bytes of loads and stores, in order.
    accessed: Vec<(u64, u64)>,
    /// By call: the last round in which it was met.
    met: SecondaryMap<Inst, u32>,
    round: u32,
}

impl Slices {
    /// Collects what is done with `slot`. Returns false if not all is understood.
    pub(super) fn collect(
        &mut self,
        module: &Module,
        layout: &DataLayout,
        function: &Function,
        slot: Inst,
    ) -> bool {
        self.slices.clear();
        self.addresses.clear();
        self.marks.clear();
        self.work.clear();
        self.round += 1;
        self.start(module, layout, function, slot).is_some()
            && self.walk(module, layout, function).is_some()
            && !self.slices.is_empty()
    }

    /// Finds loads and stores of integers that are in truth copies of several parts: others access bytes inside
    /// them. Structs that are passed in registers are loaded and stored so.
    pub(super) fn find_split(&mut self, module: &Module, layout: &DataLayout) {
        let accesses = self.slices.iter().filter(|slice| slice.is_joining());
        self.accessed.clear();
        self.accessed
            .extend(accesses.map(|slice| (slice.start, slice.end)));
        self.accessed.sort_unstable();
        self.accessed.dedup();
        for slice in &mut self.slices {
            let (Access::Load(ty) | Access::Store(ty)) = slice.access else {
                continue;
            };
            let size = slice.end - slice.start;
            let is_int = module.types.is_int(ty)
                && size <= MAX_SPLIT
                && layout.size_in_bits(&module.types, ty) == Some(8 * size);
            let first = self
                .accessed
                .partition_point(|(start, _)| *start < slice.start);
            let mut near = self.accessed[first..]
                .iter()
                .take_while(|(start, _)| *start < slice.end);
            slice.is_split =
                is_int && near.any(|(start, end)| *end <= slice.end && end - start < size);
        }
    }

    /// Whether nothing says what the parts of the slot are.
    pub(super) fn has_only_copies(&self) -> bool {
        let mut slices = self.slices.iter();
        slices.all(|slice| slice.access.is_splittable())
    }

    fn start(
        &mut self,
        module: &Module,
        layout: &DataLayout,
        function: &Function,
        slot: Inst,
    ) -> Option<()> {
        let data = &function.insts[slot];
        let InstKind::Alloca { ty, align, .. } = data.kind else {
            return None;
        };
        let count = constant(module, function, function.operand(slot, 0))?;
        let size = layout.alloc_size(&module.types, ty)?.checked_mul(count)?;
        self.size = size;
        self.align = align.max(1);
        let is_special = data
            .flags
            .intersects(InstFlags::INALLOCA | InstFlags::SWIFTERROR);
        let address = data.result.expand()?;
        let is_plain = module.types[function.values[address].ty] == TypeData::Pointer(0);
        self.work.push((address, 0));
        (size > 0 && size <= MAX_SIZE && !is_special && is_plain).then_some(())
    }

    /// Follows addresses to all their uses; `None` if one gets somewhere else.
    fn walk(&mut self, module: &Module, layout: &DataLayout, function: &Function) -> Option<()> {
        while let Some((address, offset)) = self.work.pop() {
            for slot in function.uses_of(address) {
                self.visit(module, layout, function, slot, offset)?;
            }
        }
        Some(())
    }

    fn visit(
        &mut self,
        module: &Module,
        layout: &DataLayout,
        function: &Function,
        slot: Use,
        offset: u64,
    ) -> Option<()> {
        let user = function.uses[slot].user;
        let index = slot.as_u32() - function.insts[user].first_use;
        let data = &function.insts[user];
        let is_volatile = data.flags.contains(InstFlags::VOLATILE);
        match &data.kind {
            InstKind::GetElementPtr { source } if index == 0 => {
                let indices = function.operands(user).skip(1);
                let indices = indices.map(|value| constant_index(module, function, value));
                let indices: Option<smallvec::SmallVec<[i64; 4]>> = indices.collect();
                let step = layout.gep_offset(&module.types, *source, indices?)?;
                self.follow(function, user, offset.checked_add_signed(step)?)
            }
            InstKind::Cast(CastOp::BitCast) => self.follow(function, user, offset),
            InstKind::Load { ordering, .. } => {
                (*ordering == AtomicOrdering::NotAtomic && !is_volatile).then_some(())?;
                let size = layout.store_size(&module.types, data.ty)?;
                self.add(user, offset, size, Access::Load(data.ty))
            }
            InstKind::Store { ordering, .. } if index == 1 => {
                (*ordering == AtomicOrdering::NotAtomic && !is_volatile).then_some(())?;
                let ty = function.values[function.operand(user, 0)].ty;
                let size = layout.store_size(&module.types, ty)?;
                self.add(user, offset, size, Access::Store(ty))
            }
            InstKind::Call(_) if is_lifetime_mark(module, function, user) => {
                self.marks.push(user);
                Some(())
            }
            InstKind::Call(_) => self.visit_call(module, function, user, index, offset),
            _ => None,
        }
    }

    fn visit_call(
        &mut self,
        module: &Module,
        function: &Function,
        call: Inst,
        index: u32,
        offset: u64,
    ) -> Option<()> {
        let access = match (Intrinsic::of_call(module, function, call)?, index) {
            (Intrinsic::Memcpy | Intrinsic::Memmove, 0) => Access::CopyTo,
            (Intrinsic::Memcpy | Intrinsic::Memmove, 1) => Access::CopyFrom,
            (Intrinsic::Memset, 0) => Access::Fill,
            _ => return None,
        };
        let size = constant(module, function, function.operand(call, 2))?;
        if constant(module, function, function.operand(call, 3)) != Some(0) {
            return None;
        }
        // A copy within the slot is met twice.
        let is_within = std::mem::replace(&mut self.met[call], self.round) == self.round;
        let has_plain_addresses = function.operands(call).take(2).all(|value| {
            let ty = &module.types[function.values[value].ty];
            !matches!(ty, TypeData::Pointer(space) if *space != 0)
        });
        if is_within || !has_plain_addresses {
            return None;
        }
        self.add(call, offset, size, access)
    }

    fn follow(&mut self, function: &Function, inst: Inst, offset: u64) -> Option<()> {
        self.addresses.push(inst);
        let result = function.insts[inst].result.expand()?;
        (offset <= self.size).then_some(())?;
        self.work.push((result, offset));
        Some(())
    }

    fn add(&mut self, user: Inst, start: u64, size: u64, access: Access) -> Option<()> {
        let end = start.checked_add(size)?;
        (end <= self.size).then_some(())?;
        (size > 0).then_some(())?;
        self.slices.push(Slice {
            start,
            end,
            user,
            access,
            is_split: false,
        });
        Some(())
    }
}

/// The integer that a value is.
fn constant(module: &Module, function: &Function, value: Value) -> Option<u64> {
    match module.consts[function.as_const(value)?].kind {
        ConstKind::Int(value) => Some(value),
        _ => None,
    }
}

/// An index, with its sign.
pub(crate) fn constant_index(module: &Module, function: &Function, value: Value) -> Option<i64> {
    let bits = module.types.int_bits(function.values[value].ty)?;
    let word = constant(module, function, value)?;
    let unused = 64 - bits.min(64);
    Some((word << unused) as i64 >> unused)
}
