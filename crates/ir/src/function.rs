//! A function's body: blocks, instructions, values, and the def-use chains between them.
//!
//! An operand slot is a [`Use`]. It sits in two structures at once, so that use-def and def-use
//! relations are one fact stored once:
//!
//! ```text
//!   instruction  ──operands──▶  [ use 7 | use 8 ]          use-def: slot → value
//!                                  │       │
//!                                value   value
//!                                  ▼       ▼
//!   value %a  ──first_use──▶ use 8 ⇄ use 3 ⇄ use 1         def-use: value → its slots
//! ```
//!
//! The slots of one instruction are consecutive ids; the slots of one value are a doubly linked list,
//! newest first. Setting an operand, and replacing one use, are constant time; replacing all uses of a
//! value costs its number of uses. Constants are values too ([`ValueDef::Const`]), one per function
//! and constant, so that a global or a constant knows its uses in this function.
//!
//! # How chains come about
//!
//! No analysis computes them. Creating an instruction creates its slots, and each slot is inserted at the front of its
//! value's list when it is given the value, so uses created later come first. For a sum of two variables in memory:
//!
//! ```text
//!   %start = alloca i32                 %start ──▶ (none)
//!   store i32 10, ptr %start            %start ──▶ store:1
//!   %tmp  = load i32, ptr %start        %start ──▶ load:0 ⇄ store:1
//!   %tmp1 = load i32, ptr %end          %end   ──▶ load:0 ⇄ …
//!   %add  = add i32 %tmp, %tmp1         %tmp   ──▶ add:0          %tmp1 ──▶ add:1
//! ```
//!
//! `avarice analyze def-use` prints both directions. In LLVM's terms a slot is a `Use`, and the instruction its
//! `User`:
//!
//! | LLVM's `Use` | here | |
//! |---|---|---|
//! | `Val` | [`UseData::value`] | the value used; setting it leaves one list and enters another |
//! | `Next`, `Prev` | [`UseData::next`], [`UseData::prev`] | neighbours on the list of that value |
//! | `Parent` | [`UseData::user`] | the instruction; LLVM once found it by tags in the following slots |
//! | place before the `User` in memory | [`InstData::first_use`] | the slots of a user lie beside each other |
//!
//! LLVM's fixed and "hung off" operands, two memory layouts, are the same here: a range of ids, which moves to the end
//! of the pool when a phi grows ([`Function::add_incoming`]).

use cranelift_entity::packed_option::{PackedOption, ReservedValue};
use cranelift_entity::{EntityList, EntityRef, ListPool, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;

use crate::constant::ConstTable;
use crate::debug_records::DebugRecords;
use crate::entities::{Block, Const, Inst, MetadataId, Type, Use, Value};
use crate::inst::{Attachment, InstFlags, InstKind};

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Argument with this index.
    Arg(u32),
    /// Result of an instruction.
    Inst(Inst),
    /// A constant of the module.
    Const(Const),
    /// A forward reference that the reader has not seen defined; in no finished function.
    Forward,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueData {
    /// What defines it.
    pub def: ValueDef,
    /// Type.
    pub ty: Type,
    /// Its most recently added use.
    pub first_use: PackedOption<Use>,
    /// Name in the function's name pool.
    pub name: Name,
}

/// A range in [`Function::names`]; empty for a numbered value or block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Name {
    start: u32,
    len: u32,
}

/// An operand slot.
#[derive(Clone, Debug, PartialEq)]
pub struct UseData {
    /// The value that is used; reserved while the slot is free.
    pub value: Value,
    /// The instruction whose operand it is.
    pub user: Inst,
    /// Next (older) use of the same value.
    pub next: PackedOption<Use>,
    /// Previous (newer) use of the same value.
    pub prev: PackedOption<Use>,
}

/// An instruction. It is as large as a line of the cache and lies in one, so that looking at one far away costs one
/// miss.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(64))]
pub struct InstData {
    /// Opcode and immediates.
    pub kind: InstKind,
    /// Type of the result, `void` if there is none.
    pub ty: Type,
    /// The result.
    pub result: PackedOption<Value>,
    /// Flags.
    pub flags: InstFlags,
    /// First operand slot.
    pub first_use: u32,
    /// Number of operand slots.
    pub num_uses: u32,
    /// Successor blocks, or incoming blocks of a phi.
    pub blocks: EntityList<Block>,
    /// Block that it is in; none if it is detached.
    pub block: PackedOption<Block>,
    /// Previous instruction of the block.
    pub prev: PackedOption<Inst>,
    /// Next instruction of the block.
    pub next: PackedOption<Inst>,
    /// `!dbg` attachment.
    pub debug_loc: PackedOption<MetadataId>,
}

const _: () = assert!(size_of::<InstData>() == 64);

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockData {
    /// First instruction.
    pub first: PackedOption<Inst>,
    /// Last instruction.
    pub last: PackedOption<Inst>,
    /// Name in the function's name pool.
    pub name: Name,
    /// Whether its address may be taken; `false` until this has been computed.
    pub address_taken: bool,
}

/// A variable of the program that lives in memory: what `#dbg_declare` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugDeclare {
    /// The address of its memory.
    pub address: Value,
    /// `DILocalVariable`
    pub variable: MetadataId,
    /// `DIExpression`: how its place follows from the address.
    pub expression: MetadataId,
    /// `DILocation`
    pub location: MetadataId,
}

/// Attachments of a function, for a walk over its instructions: [`Function::attachments_in_order`].
#[derive(Clone, Debug)]
pub struct AttachmentsInOrder<'a> {
    all: &'a [(Inst, Attachment)],
    /// Index of the first attachment of the instructions after the last one.
    next: usize,
}

impl<'a> AttachmentsInOrder<'a> {
    /// Same as [`Function::attachments_of`].
    pub fn of(&mut self, inst: Inst) -> &'a [(Inst, Attachment)] {
        let is_before = |at: usize| self.all.get(at).is_none_or(|(other, _)| *other >= inst);
        let is_after = self.next == 0 || self.all[self.next - 1].0 < inst;
        if !is_after || !is_before(self.next) {
            self.next = self.all.partition_point(|(other, _)| *other < inst);
        }
        let rest = &self.all[self.next..];
        let count = rest.iter().take_while(|(other, _)| *other == inst).count();
        self.next += count;
        &rest[..count]
    }
}

/// A function's body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    /// Arguments in order.
    pub args: Vec<Value>,
    /// Blocks in layout order; the first is the entry.
    pub layout: Vec<Block>,
    /// Blocks by id.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// Instructions by id.
    pub insts: PrimaryMap<Inst, InstData>,
    /// Values by id.
    pub values: PrimaryMap<Value, ValueData>,
    /// Operand slots by id.
    pub uses: PrimaryMap<Use, UseData>,
    /// Lists of blocks.
    pub block_lists: ListPool<Block>,
    /// Text of all names.
    pub names: Vec<u8>,
    /// Attachments other than `!dbg`, sorted by instruction.
    pub attachments: Vec<(Inst, Attachment)>,
    /// Debug records (`#dbg_value(…)`) by the instruction before which they stand, in order.
    pub debug_records: Vec<(Inst, Box<str>)>,
    /// Variables of the program that live in memory, in the order of their records.
    pub debug_declares: Vec<DebugDeclare>,
    /// What the records say, at their places.
    pub debug: DebugRecords,
    /// For instructions with which a pass has replaced others: those others, if they were read.
    origins: SecondaryMap<Inst, PackedOption<Inst>>,
    /// Attachments of the function itself are in its `GlobalData`.
    const_values: FxHashMap<Const, Value>,
    /// The values of [`Self::const_values`] in ascending order, to go over them forwards through memory.
    const_list: Vec<Value>,
}

impl Function {
    /// An empty body.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an argument of type `ty`.
    pub fn add_arg(&mut self, ty: Type, name: &[u8]) -> Value {
        let name = self.intern_name(name);
        let index = self.args.len() as u32;
        let value = self.push_value(ValueDef::Arg(index), ty, name);
        self.args.push(value);
        value
    }

    /// Adds a block that is not yet in the layout.
    pub fn create_block(&mut self, name: &[u8]) -> Block {
        let name = self.intern_name(name);
        self.blocks.push(BlockData {
            first: None.into(),
            last: None.into(),
            name,
            address_taken: false,
        })
    }

    /// Adds a block at the end of the layout.
    pub fn append_block(&mut self, name: &[u8]) -> Block {
        let block = self.create_block(name);
        self.layout.push(block);
        block
    }

    /// The entry block. A body always has one.
    pub fn entry(&self) -> Block {
        self.layout[0]
    }

    /// The constants that the function has used, each with its value, in the order in which they were first used.
    pub fn constants(&self) -> impl Iterator<Item = (Const, Value)> + '_ {
        let values = self.const_list.iter();
        values.filter_map(|value| Some((self.as_const(*value)?, *value)))
    }

    /// The value of constant `id` in this function.
    pub fn const_value(&mut self, consts: &ConstTable, id: Const) -> Value {
        if let Some(value) = self.const_values.get(&id) {
            return *value;
        }
        let value = self.push_value(ValueDef::Const(id), consts[id].ty, Name::default());
        self.const_values.insert(id, value);
        self.const_list.push(value);
        value
    }

    /// A value without definition, to be replaced: for readers.
    pub fn forward_value(&mut self, ty: Type) -> Value {
        self.push_value(ValueDef::Forward, ty, Name::default())
    }

    fn push_value(&mut self, def: ValueDef, ty: Type, name: Name) -> Value {
        self.values.push(ValueData {
            def,
            ty,
            first_use: None.into(),
            name,
        })
    }

    /// Creates a detached instruction. A `ty` other than `void` (pass `has_result`) gives it a result.
    #[inline]
    pub fn create_inst(
        &mut self,
        kind: InstKind,
        ty: Type,
        has_result: bool,
        operands: &[Value],
        blocks: &[Block],
    ) -> Inst {
        let inst = self.insts.next_key();
        let first_use = self.uses.len() as u32;
        for value in operands {
            let slot = self.uses.push(UseData {
                value: Value::reserved_value(),
                user: inst,
                next: None.into(),
                prev: None.into(),
            });
            self.link(slot, *value);
        }
        let result = has_result.then(|| self.push_value(ValueDef::Inst(inst), ty, Name::default()));
        let blocks = EntityList::from_slice(blocks, &mut self.block_lists);
        self.insts.push(InstData {
            kind,
            ty,
            result: result.into(),
            flags: InstFlags::empty(),
            first_use,
            num_uses: operands.len() as u32,
            blocks,
            block: None.into(),
            prev: None.into(),
            next: None.into(),
            debug_loc: None.into(),
        })
    }

    /// Puts a detached instruction at the end of `block`.
    pub fn append_inst(&mut self, block: Block, inst: Inst) {
        if !self.debug.is_empty() && !self.is_phi(inst) {
            self.debug.come_last(inst, block);
        }
        let last = self.blocks[block].last;
        self.insts[inst].block = block.into();
        self.insts[inst].prev = last;
        match last.expand() {
            Some(last) => self.insts[last].next = inst.into(),
            None => self.blocks[block].first = inst.into(),
        }
        self.blocks[block].last = inst.into();
    }

    /// Puts a detached instruction before `before`.
    pub fn insert_before(&mut self, before: Inst, inst: Inst) {
        if !self.debug.is_empty() && !self.is_phi(inst) {
            self.debug.come_before(inst, before);
        }
        let block = self.insts[before].block;
        let prev = self.insts[before].prev;
        self.insts[inst].block = block;
        self.insts[inst].prev = prev;
        self.insts[inst].next = before.into();
        self.insts[before].prev = inst.into();
        match (prev.expand(), block.expand()) {
            (Some(prev), _) => self.insts[prev].next = inst.into(),
            (None, Some(block)) => self.blocks[block].first = inst.into(),
            (None, None) => {}
        }
    }

    /// Drops the operands of `inst`, which is to be removed.
    pub fn drop_operands(&mut self, inst: Inst) {
        if !self.debug.is_empty()
            && self.insts[inst].result.is_some()
            && self.num_operands(inst) > 0
        {
            let operands = self.use_ids(inst).map(|slot| self.uses[slot].value);
            self.debug.note_removed(inst, operands);
        }
        for slot in self.use_ids(inst) {
            self.unlink(slot);
        }
        self.insts[inst].num_uses = 0;
    }

    /// Takes `inst` out of its block and drops its operands. Its result must have no uses.
    pub fn remove_inst(&mut self, inst: Inst) {
        self.drop_operands(inst);
        self.detach_inst(inst);
    }

    /// Puts `inst`, which is in a block, before `before`.
    pub fn move_before(&mut self, inst: Inst, before: Inst) {
        self.detach_inst(inst);
        self.insert_before(before, inst);
    }

    /// Puts `inst`, which is in a block, at the end of `block`.
    pub fn move_to_end(&mut self, inst: Inst, block: Block) {
        self.detach_inst(inst);
        self.append_inst(block, inst);
    }

    /// Takes `inst` out of its block.
    fn detach_inst(&mut self, inst: Inst) {
        let InstData {
            prev, next, block, ..
        } = self.insts[inst];
        if let Some(block) = block.expand() {
            if !self.debug.is_empty() {
                self.debug.leave(inst, next.expand(), block);
            }
            match prev.expand() {
                Some(prev) => self.insts[prev].next = next,
                None => self.blocks[block].first = next,
            }
            match next.expand() {
                Some(next) => self.insts[next].prev = prev,
                None => self.blocks[block].last = prev,
            }
        }
        self.insts[inst].block = None.into();
        self.insts[inst].prev = None.into();
        self.insts[inst].next = None.into();
    }

    /// Ids of the operand slots of `inst`.
    #[inline]
    pub fn use_ids(&self, inst: Inst) -> impl DoubleEndedIterator<Item = Use> + use<> {
        let data = &self.insts[inst];
        (data.first_use..data.first_use + data.num_uses).map(Use::from_u32)
    }

    /// Number of operands of `inst`.
    #[inline]
    pub fn num_operands(&self, inst: Inst) -> usize {
        self.insts[inst].num_uses as usize
    }

    /// Operand `index` of `inst`.
    #[inline]
    pub fn operand(&self, inst: Inst, index: usize) -> Value {
        let data = &self.insts[inst];
        debug_assert!(index < data.num_uses as usize);
        self.uses[Use::from_u32(data.first_use + index as u32)].value
    }

    /// Operands of `inst` in order.
    #[inline]
    pub fn operands(&self, inst: Inst) -> impl DoubleEndedIterator<Item = Value> + '_ {
        self.use_ids(inst).map(|slot| self.uses[slot].value)
    }

    /// Blocks of `inst`: successors of a terminator, incoming blocks of a phi.
    #[inline]
    pub fn inst_blocks(&self, inst: Inst) -> &[Block] {
        self.insts[inst].blocks.as_slice(&self.block_lists)
    }

    /// Sets operand `index` of `inst`.
    pub fn set_operand(&mut self, inst: Inst, index: usize, value: Value) {
        let slot = Use::from_u32(self.insts[inst].first_use + index as u32);
        self.set_use(slot, value);
    }

    /// Makes an operand slot use `value`.
    pub fn set_use(&mut self, slot: Use, value: Value) {
        self.unlink(slot);
        self.link(slot, value);
    }

    /// Gives `phi` these operands and blocks, in place of those that it had.
    pub fn set_incoming(&mut self, phi: Inst, values: &[Value], blocks: &[Block]) {
        for slot in self.use_ids(phi) {
            self.unlink(slot);
        }
        self.insts[phi].first_use = self.uses.len() as u32;
        self.insts[phi].num_uses = values.len() as u32;
        for value in values {
            self.push_use(phi, *value);
        }
        self.insts[phi].blocks = EntityList::from_slice(blocks, &mut self.block_lists);
    }

    /// Removes operand `index` of a phi and its block.
    pub fn remove_incoming(&mut self, phi: Inst, index: usize) {
        let data = &self.insts[phi];
        let (first, last) = (data.first_use, data.num_uses - 1);
        for at in first + index as u32..first + last {
            let value = self.uses[Use::from_u32(at + 1)].value;
            self.set_use(Use::from_u32(at), value);
        }
        self.unlink(Use::from_u32(first + last));
        self.insts[phi].num_uses = last;
        self.insts[phi].blocks.remove(index, &mut self.block_lists);
    }

    /// Adds an operand and a block to a phi. Moves its slots to the end of the pool if others follow.
    pub fn add_incoming(&mut self, phi: Inst, value: Value, block: Block) {
        let data = &self.insts[phi];
        let end = data.first_use + data.num_uses;
        if end as usize != self.uses.len() {
            let old: Vec<Value> = self.operands(phi).collect();
            for slot in self.use_ids(phi) {
                self.unlink(slot);
            }
            self.insts[phi].first_use = self.uses.len() as u32;
            for value in old {
                self.push_use(phi, value);
            }
        }
        self.push_use(phi, value);
        self.insts[phi].num_uses += 1;
        self.insts[phi].blocks.push(block, &mut self.block_lists);
    }

    /// Makes each edge of the terminator (or phi) `inst` to `old` one to `new`.
    pub fn replace_successor(&mut self, inst: Inst, old: Block, new: Block) {
        let blocks = self.insts[inst].blocks.as_mut_slice(&mut self.block_lists);
        for block in blocks.iter_mut().filter(|block| **block == old) {
            *block = new;
        }
    }

    /// Makes edge `index` of the terminator `inst` one to `new`.
    pub fn set_successor(&mut self, inst: Inst, index: usize, new: Block) {
        let blocks = self.insts[inst].blocks.as_mut_slice(&mut self.block_lists);
        if let Some(block) = blocks.get_mut(index) {
            *block = new;
        }
    }

    /// Moves all instructions of `from` to the end of `to`.
    pub fn move_insts(&mut self, from: Block, to: Block) {
        let BlockData { first, last, .. } = self.blocks[from];
        let mut next = first.expand();
        while let Some(inst) = next {
            self.insts[inst].block = to.into();
            next = self.insts[inst].next.expand();
        }
        let Some(first_inst) = first.expand() else {
            return;
        };
        if !self.debug.is_empty() {
            self.debug.come_last(first_inst, to);
        }
        let end = self.blocks[to].last;
        self.insts[first_inst].prev = end;
        match end.expand() {
            Some(end) => self.insts[end].next = first,
            None => self.blocks[to].first = first,
        }
        self.blocks[to].last = last;
        self.blocks[from].first = None.into();
        self.blocks[from].last = None.into();
    }

    /// Moves the instructions after `inst` to the end of `to`; takes time in proportion to their number.
    pub fn move_insts_after(&mut self, inst: Inst, to: Block) {
        let from = self.insts[inst].block;
        let rest = std::mem::replace(&mut self.insts[inst].next, None.into());
        let (Some(first), Some(from)) = (rest.expand(), from.expand()) else {
            return;
        };
        if !self.debug.is_empty() {
            self.debug.come_last(first, to);
        }
        let last = std::mem::replace(&mut self.blocks[from].last, inst.into());
        let end = self.blocks[to].last;
        self.insts[first].prev = end;
        match end.expand() {
            Some(end) => self.insts[end].next = rest,
            None => self.blocks[to].first = rest,
        }
        self.blocks[to].last = last;
        let mut next = rest.expand();
        while let Some(moved) = next {
            self.insts[moved].block = to.into();
            next = self.insts[moved].next.expand();
        }
    }

    fn push_use(&mut self, user: Inst, value: Value) {
        let slot = self.uses.push(UseData {
            value: Value::reserved_value(),
            user,
            next: None.into(),
            prev: None.into(),
        });
        self.link(slot, value);
    }

    fn link(&mut self, slot: Use, value: Value) {
        let head = self.values[value].first_use;
        self.uses[slot].value = value;
        self.uses[slot].next = head;
        self.uses[slot].prev = None.into();
        if let Some(head) = head.expand() {
            self.uses[head].prev = slot.into();
        }
        self.values[value].first_use = slot.into();
    }

    fn unlink(&mut self, slot: Use) {
        let UseData {
            value, next, prev, ..
        } = self.uses[slot];
        match prev.expand() {
            Some(prev) => self.uses[prev].next = next,
            None => self.values[value].first_use = next,
        }
        if let Some(next) = next.expand() {
            self.uses[next].prev = prev;
        }
    }

    /// Uses of `value`, newest first.
    pub fn uses_of(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        std::iter::successors(self.values[value].first_use.expand(), |slot| {
            self.uses[*slot].next.expand()
        })
    }

    /// Whether `value` has no use.
    #[inline]
    pub fn is_unused(&self, value: Value) -> bool {
        self.values[value].first_use.is_none()
    }

    /// Whether `value` has exactly one use.
    #[inline]
    pub fn has_one_use(&self, value: Value) -> bool {
        let first = self.values[value].first_use.expand();
        first.is_some_and(|slot| self.uses[slot].next.is_none())
    }

    /// Makes every use of `old` a use of `new`; costs the number of uses of `old`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        debug_assert_ne!(old, new);
        if !self.debug.is_empty() && self.as_const(old).is_none() {
            self.debug.replace(old, new);
        }
        while let Some(slot) = self.values[old].first_use.expand() {
            self.set_use(slot, new);
        }
    }

    /// Gives `inst`, created without a result, a result of type `ty`.
    pub fn add_result(&mut self, inst: Inst, ty: Type) -> Value {
        let value = self.push_value(ValueDef::Inst(inst), ty, Name::default());
        self.insts[inst].result = value.into();
        value
    }

    /// Gives a forward reference its definition: it becomes the result of `inst`, with all its uses.
    pub fn define_forward(&mut self, forward: Value, inst: Inst) {
        debug_assert_eq!(self.values[forward].def, ValueDef::Forward);
        self.values[forward].def = ValueDef::Inst(inst);
        self.insts[inst].result = forward.into();
    }

    /// Records that a pass replaced `other` by `inst`.
    pub fn set_origin(&mut self, inst: Inst, other: Inst) {
        self.origins[inst] = self.origin(other).into();
    }

    /// The instruction of the text that `inst` stands for: itself, unless a pass made it.
    pub fn origin(&self, inst: Inst) -> Inst {
        self.origins[inst].expand().unwrap_or(inst)
    }

    /// Provides memory for about so many instructions, in an empty body.
    pub fn reserve(&mut self, instructions: usize) {
        self.insts.reserve(instructions);
        self.values.reserve(instructions);
        self.uses.reserve(instructions * 2);
    }

    /// Gives back memory that further values and instructions would have used.
    pub fn shrink_to_fit(&mut self) {
        self.args.shrink_to_fit();
        self.layout.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.insts.shrink_to_fit();
        self.values.shrink_to_fit();
        self.uses.shrink_to_fit();
        self.names.shrink_to_fit();
        self.attachments.shrink_to_fit();
        self.debug_records.shrink_to_fit();
        self.debug_declares.shrink_to_fit();
        self.debug.shrink_to_fit();
        self.const_values.shrink_to_fit();
        self.const_list.shrink_to_fit();
    }

    /// Gives a forward reference its definition: all its uses become uses of `value`.
    pub fn resolve_forward(&mut self, forward: Value, value: Value) {
        debug_assert_eq!(self.values[forward].def, ValueDef::Forward);
        self.replace_all_uses(forward, value);
    }

    /// The instruction that defines `value`, or `None`.
    #[inline]
    pub fn def_inst(&self, value: Value) -> Option<Inst> {
        match self.values[value].def {
            ValueDef::Inst(inst) => Some(inst),
            _ => None,
        }
    }

    /// The constant that `value` is, or `None`.
    #[inline]
    pub fn as_const(&self, value: Value) -> Option<Const> {
        match self.values[value].def {
            ValueDef::Const(id) => Some(id),
            _ => None,
        }
    }

    /// Instructions of `block` in order.
    pub fn block_insts(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].first.expand(), |inst| {
            self.insts[*inst].next.expand()
        })
    }

    /// Instructions of `block`, last first.
    pub fn block_insts_rev(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].last.expand(), |inst| {
            self.insts[*inst].prev.expand()
        })
    }

    /// The terminator of `block`, or `None` while it has none.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        let last = self.blocks[block].last.expand()?;
        self.insts[last].kind.is_terminator().then_some(last)
    }

    /// Whether `inst` is a phi.
    #[inline]
    pub fn is_phi(&self, inst: Inst) -> bool {
        matches!(self.insts[inst].kind, InstKind::Phi)
    }

    /// Successors of `block`, in the terminator's order, with repetitions.
    pub fn successors(&self, block: Block) -> &[Block] {
        self.terminator(block)
            .map_or(&[], |inst| self.inst_blocks(inst))
    }

    /// Stores a name.
    pub fn intern_name(&mut self, name: &[u8]) -> Name {
        let start = self.names.len() as u32;
        self.names.extend_from_slice(name);
        Name {
            start,
            len: name.len() as u32,
        }
    }

    /// The text of a name; empty if there is none.
    pub fn name(&self, name: Name) -> &[u8] {
        &self.names[name.start as usize..(name.start + name.len) as usize]
    }

    /// Attachments of `inst` other than `!dbg`.
    pub fn attachments_of(&self, inst: Inst) -> &[(Inst, Attachment)] {
        let start = self.attachments.partition_point(|(i, _)| *i < inst);
        let end = self.attachments.partition_point(|(i, _)| *i <= inst);
        &self.attachments[start..end]
    }

    /// Attachments of instructions that are asked for in the order of their ids, with few exceptions.
    pub fn attachments_in_order(&self) -> AttachmentsInOrder<'_> {
        AttachmentsInOrder {
            all: &self.attachments,
            next: 0,
        }
    }

    /// Whether def-use and use-def chains agree, for tests: every slot of every instruction is on the
    /// list of its value exactly once, and lists hold nothing else.
    pub fn verify_uses(&self) -> Result<(), String> {
        let mut seen = vec![false; self.uses.len()];
        for value in self.values.keys() {
            for slot in self.uses_of(value) {
                if self.uses[slot].value != value {
                    return Err(format!("{slot} is on the list of {value} but uses another"));
                }
                if std::mem::replace(&mut seen[slot.index()], true) {
                    return Err(format!("{slot} is on two lists"));
                }
            }
        }
        for inst in self.insts.keys() {
            if let Some(slot) = self.use_ids(inst).find(|slot| !seen[slot.index()]) {
                return Err(format!("{slot} of {inst} is on no list"));
            }
        }
        Ok(())
    }
}
