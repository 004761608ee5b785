//! Stores of constants to neighbouring places become fewer and wider ones.
//!
//! ```text
//!   store i32 1, ptr %p             ┐
//!   %q = getelementptr i8, %p, 4    ├──▶  store i64 0x200000001, ptr %p
//!   store i32 2, ptr %q             ┘
//! ```
//!
//! Within a block, stores to one base are collected until something may read or write what they write. Then those of one
//! size that follow each other in memory are merged, small ones first, so that what they become is merged again:
//!
//! ```text
//!   bytes     0   2   4       8               16
//!             i16 i16 i32     i64
//!             └──┬──┘ │       │
//!               i32   i32     i64
//!                └──┬──┘      │
//!                  i64        i64             and, where vectors are stored from anywhere,
//!                   └────┬────┘
//!                    <2 x i64>
//! ```
//!
//! The wide store stands in the place of the last one of those that it replaces.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{
    AtomicOrdering, AttributeKind, Const, ConstExpr, ConstKind, DataLayout, GepStep, GepWalk,
    GlobalKind, Inst, InstFlags, InstKind, Intrinsic, Module, Type, TypeData, TypeTable, Value,
    ValueDef,
};

use crate::builder::Builder;
use crate::constant_stores::ConstantStores;
use crate::target::ExpansionTarget;

/// Bytes of the largest integer.
const WORD: u64 = 8;
/// Most stores that are collected before they are merged.
const MOST: usize = 128;
/// Most steps from an address to its base.
const DEPTH: usize = 8;

/// Merges the stores of all functions, but those marked `optnone`.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. What is known of the aliases of a merged store is dropped.
pub fn merge_constant_stores(module: &mut Module, target: &dyn ExpansionTarget) {
    let Ok(layout) = DataLayout::of_module(module) else {
        return;
    };
    let mut stores = Vec::with_capacity(MOST);
    module.for_each_body(|module, global, function| {
        if module.is_optnone(global) {
            return;
        }
        let Some(first) = function.blocks[function.entry()].first.expand() else {
            return;
        };
        let mut merger = Merger {
            wanted: target.constant_stores(module, global),
            layout: &layout,
            builder: Builder {
                module,
                function,
                at: first,
                global,
                target,
            },
            base: None,
            stores: &mut stores,
        };
        merger.run();
    });
}

/// What an address is so many bytes after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    Value(Value),
    Const(Const),
}

/// An address.
#[derive(Clone, Copy, Debug)]
struct Place {
    base: Base,
    offset: i64,
}

/// A store of a constant.
#[derive(Clone, Copy, Debug)]
struct ConstantStore {
    /// The bytes from the base to the first one that is written.
    offset: i64,
    /// How many are written.
    size: u64,
    /// What is written, the first byte lowest.
    bits: u64,
    inst: Inst,
    /// The number of the store among those collected, in the order of the block.
    order: u32,
}

struct Merger<'b, 'a> {
    wanted: ConstantStores,
    layout: &'b DataLayout,
    builder: Builder<'a>,
    /// That of the stores collected.
    base: Option<Base>,
    stores: &'b mut Vec<ConstantStore>,
}

impl Merger<'_, '_> {
    fn run(&mut self) {
        for at in 0..self.builder.function.layout.len() {
            let block = self.builder.function.layout[at];
            let mut next = self.builder.function.blocks[block].first.expand();
            while let Some(inst) = next {
                // What is merged stands before this.
                next = self.builder.function.insts[inst].next.expand();
                self.visit(inst);
            }
            self.flush();
        }
    }

    /// Collects `inst`, or merges what was collected if `inst` may read or write that.
    fn visit(&mut self, inst: Inst) {
        let data = &self.builder.function.insts[inst];
        let is_plain = |ordering| {
            ordering == AtomicOrdering::NotAtomic && !data.flags.contains(InstFlags::VOLATILE)
        };
        match data.kind {
            InstKind::Store { ordering, .. } if is_plain(ordering) => self.visit_store(inst),
            _ if self.stores.is_empty() => {}
            InstKind::Load { ordering, .. } if is_plain(ordering) => {
                let address = self.builder.function.operand(inst, 0);
                self.access(self.place(address), data.ty);
            }
            InstKind::Call(_) if self.has_no_memory(inst) => {}
            InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Fence { .. }
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::VaArg
            | InstKind::Alloca { .. }
            | InstKind::Call(_) => self.flush(),
            _ => {}
        }
    }

    fn visit_store(&mut self, inst: Inst) {
        let function = &*self.builder.function;
        let [value, address] = [0, 1].map(|index| function.operand(inst, index));
        let constant = self
            .constant(value)
            .filter(|_| self.is_mergeable(inst, address));
        if constant.is_none() && self.stores.is_empty() {
            return;
        }
        let place = self.place(address);
        self.access(place, function.values[value].ty);
        let Some((bits, size)) = constant else { return };
        if self.base != Some(place.base) || self.stores.len() == MOST {
            self.flush();
        }
        self.base = Some(place.base);
        self.stores.push(ConstantStore {
            offset: place.offset,
            size,
            bits,
            inst,
            order: self.stores.len() as u32,
        });
    }

    /// Whether a store at `address` may become part of another.
    fn is_mergeable(&self, inst: Inst, address: Value) -> bool {
        let function = &*self.builder.function;
        function.values[address].ty == TypeTable::PTR && !self.is_non_temporal(inst)
    }

    /// Whether a store is not to leave anything in caches.
    fn is_non_temporal(&self, inst: Inst) -> bool {
        let kinds = &self.builder.module.metadata.kinds;
        let attachments = self.builder.function.attachments_of(inst);
        let mut attached = attachments.iter();
        attached.any(|(_, (kind, _))| *kinds[*kind as usize] == *"nontemporal")
    }

    /// The bits and the bytes of a constant that can become part of a wider one.
    fn constant(&self, value: Value) -> Option<(u64, u64)> {
        let function = &*self.builder.function;
        let module = &*self.builder.module;
        let bits = match module.consts[function.as_const(value)?].kind {
            ConstKind::Int(bits) | ConstKind::Float(bits) => bits,
            ConstKind::Null | ConstKind::Zero => 0,
            _ => return None,
        };
        let ty = function.values[value].ty;
        let size = match module.types[ty] {
            TypeData::Integer(bits @ (8 | 16 | 32 | 64)) => u64::from(bits / 8),
            TypeData::Half | TypeData::BFloat => 2,
            TypeData::Float => 4,
            TypeData::Double => 8,
            TypeData::Pointer(0) => self
                .layout
                .store_size(&module.types, ty)
                .filter(|size| *size == WORD)?,
            _ => return None,
        };
        Some((bits & (u64::MAX >> (64 - 8 * size)), size))
    }

    /// Whether a call is of an intrinsic that neither reads nor writes memory.
    fn has_no_memory(&self, call: Inst) -> bool {
        let Builder {
            module, function, ..
        } = &self.builder;
        let Some(callee) = called_global(module, function, call) else {
            return false;
        };
        let attrs = module.globals[callee]
            .function()
            .and_then(|data| data.attrs.function);
        let memory = module.attrs(attrs).get("memory");
        Intrinsic::of_global(module, callee).is_some()
            && matches!(memory, Some(AttributeKind::Text(_, effects)) if **effects == *"none")
    }

    // ---- Addresses -----------------------------------------------------------------------------

    /// The base of an address, and the bytes from there.
    fn place(&self, address: Value) -> Place {
        let Builder {
            module, function, ..
        } = &self.builder;
        let mut place = Place {
            base: Base::Value(address),
            offset: 0,
        };
        for _ in 0..DEPTH {
            let step = match place.base {
                Base::Value(value) => match function.values[value].def {
                    ValueDef::Const(id) => Some((Base::Const(id), 0)),
                    ValueDef::Inst(inst) => self.step_of_inst(inst),
                    _ => None,
                },
                Base::Const(id) => match &module.consts[id].kind {
                    ConstKind::Expr(ConstExpr::Gep {
                        source, operands, ..
                    }) => {
                        let indices = operands[1..].iter().map(|index| Some(*index));
                        self.offset(*source, indices)
                            .map(|offset| (Base::Const(operands[0]), offset))
                    }
                    _ => None,
                },
            };
            let Some((base, offset)) = step else { break };
            place = Place {
                base,
                offset: place.offset.wrapping_add(offset),
            };
        }
        place
    }

    /// What a `getelementptr` adds, and to what.
    fn step_of_inst(&self, inst: Inst) -> Option<(Base, i64)> {
        let function = &*self.builder.function;
        let InstKind::GetElementPtr { source } = function.insts[inst].kind else {
            return None;
        };
        if function.insts[inst].ty != TypeTable::PTR {
            return None;
        }
        let mut operands = function.operands(inst);
        let base = operands.next()?;
        let indices = operands.map(|index| function.as_const(index));
        let offset = self.offset(source, indices)?;
        Some((Base::Value(base), offset))
    }

    /// The bytes that indices add; `None` if one is no constant.
    fn offset(&self, source: Type, indices: impl Iterator<Item = Option<Const>>) -> Option<i64> {
        let module = &*self.builder.module;
        let mut walk = GepWalk::new(source);
        let mut sum = 0_i64;
        for index in indices {
            let index = &module.consts[index?];
            let ConstKind::Int(bits) = index.kind else {
                return None;
            };
            let width = module.types.int_bits(index.ty)?;
            let number = crate::sign_extend(bits, width);
            match walk.step(self.layout, &module.types, Some(number))? {
                GepStep::Offset(offset) => sum = sum.wrapping_add(offset),
                GepStep::Stride(_) => return None,
            }
        }
        Some(sum)
    }

    /// Whether nothing is in both the objects of two bases.
    fn are_distinct(&self, a: Base, b: Base) -> bool {
        a != b && self.is_object(a) && self.is_object(b)
    }

    /// Whether a base is the address of an object of its own.
    fn is_object(&self, base: Base) -> bool {
        let Builder {
            module, function, ..
        } = &self.builder;
        match base {
            Base::Value(value) => {
                let inst = function.def_inst(value);
                inst.is_some_and(|inst| {
                    matches!(function.insts[inst].kind, InstKind::Alloca { .. })
                })
            }
            Base::Const(id) => match module.consts[id].kind {
                ConstKind::Global(global) => {
                    matches!(module.globals[global].kind, GlobalKind::Variable(_))
                }
                _ => false,
            },
        }
    }

    /// Merges what was collected if an access to a value of type `ty` at `place` may be to the same bytes.
    fn access(&mut self, place: Place, ty: Type) {
        let Some(base) = self.base.filter(|_| !self.stores.is_empty()) else {
            return;
        };
        let size = self.layout.store_size(&self.builder.module.types, ty);
        let is_apart = match size.and_then(|size| i64::try_from(size).ok()) {
            Some(size) if place.base == base => {
                let end = place.offset.saturating_add(size);
                self.stores.iter().all(|one| {
                    end <= one.offset || one.offset.saturating_add(one.size as i64) <= place.offset
                })
            }
            _ => self.are_distinct(place.base, base),
        };
        if !is_apart {
            self.flush();
        }
    }

    // ---- Merging -------------------------------------------------------------------------------

    /// Merges what was collected, and forgets it.
    fn flush(&mut self) {
        if self.stores.len() > 1 {
            self.stores.sort_unstable_by_key(|one| one.offset);
            for size in [1, 2, 4, WORD] {
                self.merge_of_size(size);
            }
        }
        self.stores.clear();
    }

    /// Merges neighbours of `size` bytes. What they become takes the place of the first one among those collected.
    fn merge_of_size(&mut self, size: u64) {
        let mut at = 0;
        while at < self.stores.len() {
            let run = self.run_at(at, size);
            let count = self.mergeable(at, run);
            if count < 2 {
                at += 1;
                continue;
            }
            self.merge(at, count);
            at += 1;
        }
    }

    /// How many stores from `at` on are of `size` bytes and follow each other.
    fn run_at(&self, at: usize, size: u64) -> usize {
        let run = self.stores[at..].iter().zip(0_i64..);
        let start = self.stores[at].offset;
        run.take_while(|(one, index)| {
            one.size == size && one.offset == start.wrapping_add(index * size as i64)
        })
        .count()
    }

    /// How many of the `run` stores from `at` on become one.
    fn mergeable(&self, at: usize, run: usize) -> usize {
        let stores = &self.stores[at..at + run];
        let Some(first) = stores.first() else {
            return 0;
        };
        let align = self.align(first.inst);
        let mut found = 1;
        let mut is_zero = true;
        for (one, count) in stores.iter().zip(1_usize..) {
            is_zero &= one.bits == 0;
            let bytes = first.size * count as u64;
            if bytes > self.wanted.sizes {
                break;
            }
            let is_fast = bytes.is_power_of_two()
                && self.wanted.sizes & bytes != 0
                && (align >= bytes || self.wanted.anywhere & bytes != 0);
            // A vector that is not zero has to be loaded.
            if is_fast && (bytes <= WORD || is_zero || count > 2) {
                found = count;
            }
        }
        found
    }

    /// The alignment that is known of a store.
    fn align(&self, inst: Inst) -> u64 {
        let function = &*self.builder.function;
        match function.insts[inst].kind {
            InstKind::Store { align: 0, .. } => {
                let ty = function.values[function.operand(inst, 0)].ty;
                self.layout.abi_align(&self.builder.module.types, ty).max(1)
            }
            InstKind::Store { align, .. } => align,
            _ => 1,
        }
    }

    /// Replaces the `count` stores from `at` on by one.
    fn merge(&mut self, at: usize, count: usize) {
        let group = &self.stores[at..at + count];
        let first = group[0];
        let Some(last) = group.iter().max_by_key(|one| one.order).copied() else {
            return;
        };
        let size = first.size * count as u64;
        let element = self.builder.module.types.int(first.size as u32 * 8);
        let (value, bits) = match size <= WORD {
            true => {
                let parts = group.iter().zip(0_u32..);
                let bits = parts.fold(0, |bits, (one, index)| {
                    bits | one.bits << (index * first.size as u32 * 8)
                });
                let ty = self.builder.module.types.int(size as u32 * 8);
                (self.builder.int(ty, bits), bits)
            }
            false => {
                let elements: Vec<u64> = group.iter().map(|one| one.bits).collect();
                (self.builder.int_vector(element, &elements), 0)
            }
        };
        let address = self.builder.function.operand(first.inst, 1);
        let align = self.align(first.inst);
        self.builder.at = last.inst;
        self.builder.store(value, address, align);
        let function = &mut *self.builder.function;
        let merged = function.insts[last.inst].prev.expand().unwrap_or(last.inst);
        function.insts[merged].debug_loc = function.insts[first.inst].debug_loc;
        for one in &self.stores[at..at + count] {
            self.builder.function.remove_inst(one.inst);
        }
        self.stores[at] = ConstantStore {
            offset: first.offset,
            size,
            bits,
            inst: merged,
            order: last.order,
        };
        self.stores.drain(at + 1..at + count);
    }
}
