//! Where values can be: registers and parts of spill slots, with the value that each has at one point of the code.
//!
//! ```text
//!   place 0   $rsp            tracked always: calls do not change it, whatever their masks say
//!   place 1   $rdi            others from where they are first seen
//!   …
//!   place 40  slot 0, bits 0..8      all parts of a slot at once
//!   place 41  slot 0, bits 0..16
//! ```
//!
//! Places are numbered in the order in which they are first seen; where a value is in several, the number decides.

use std::ops::Range;

use avarice_mir::{Block, FrameIndex, Inst};
use avarice_target::{PhysReg, SubRegIdx, TargetDesc};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, entity_impl};

use crate::live_debug_values::code::{Code, FramePlace};

/// A register or part of a spill slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place(u32);
entity_impl!(Place);

/// A spill slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SlotId(u32);
entity_impl!(SlotId);

/// A value: the block and the instruction that defines it, counted from 1, and where it does; 0 is what the block begins
/// with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Value(u64);

impl Value {
    /// No value.
    pub const NONE: Self = Self(u64::MAX);
    /// Blocks, and instructions in a block, that values can be told apart of.
    pub const LIMIT: usize = (1 << 20) - 1;
    const BITS: u32 = 20;
    const MASK: u64 = (1 << Self::BITS) - 1;

    pub fn new(block: Block, inst: u32, place: Place) -> Self {
        let place = u64::from(place.0) << (2 * Self::BITS);
        Self(place | u64::from(inst) << Self::BITS | u64::from(block.as_u32()))
    }

    /// What `place` has at the begin of `block`.
    pub fn live_in(block: Block, place: Place) -> Self {
        Self::new(block, 0, place)
    }

    pub fn block(self) -> Block {
        Block::from_u32((self.0 & Self::MASK) as u32)
    }

    pub fn inst(self) -> u32 {
        (self.0 >> Self::BITS & Self::MASK) as u32
    }

    pub fn place(self) -> Place {
        Place((self.0 >> (2 * Self::BITS)) as u32)
    }

    /// Whether it is what its block begins with.
    pub fn is_live_in(self) -> bool {
        self.inst() == 0
    }
}

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlaceKind {
    Register(PhysReg),
    /// Part of a spill slot, by number.
    Part(SlotId, u16),
}

/// A part of a spill slot that a register, or a part of one, can be stored to: size and offset in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub size: u16,
    pub offset: u16,
}

/// Sizes from which on a class or an index has no place in the frame.
const LARGEST_CLASS: u16 = 512;
const LARGEST_INDEX: u16 = 60_000;

/// Places and their values.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    kinds: Vec<PlaceKind>,
    values: Vec<Value>,
    /// By register.
    of_register: Vec<PackedOption<Place>>,
    slots: Vec<(FramePlace, Place)>,
    /// Objects that were looked up: fixed ones before all others.
    objects: Vec<Known>,
    first_object: i32,
    max_slots: usize,
    parts: Vec<Part>,
    /// By sub-register index.
    part_of_index: Vec<u16>,
    /// Masks of the current block, with the numbers of their instructions.
    masks: Vec<(Inst, u32, u32)>,
    is_stack_pointer: Vec<bool>,
    block: PackedOption<Block>,
}

/// Which slot a stack object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    No,
    Slot(SlotId),
    /// There are too many slots to track this one.
    Untracked,
}

impl Places {
    /// Begins a function: only the stack pointer is known.
    pub fn begin(&mut self, code: &Code<'_>, max_slots: usize) {
        let target = code.function.target;
        self.kinds.clear();
        self.values.clear();
        self.of_register.clear();
        self.of_register.resize(target.registers.len(), None.into());
        self.slots.clear();
        let frame = &code.function.frame;
        self.first_object = -(frame.fixed.len() as i32);
        self.objects.clear();
        let count = frame.fixed.len() + frame.objects.len();
        self.objects.resize(count, Known::No);
        self.max_slots = max_slots;
        self.masks.clear();
        self.block = None.into();
        self.is_stack_pointer.clear();
        self.is_stack_pointer.resize(target.registers.len(), false);
        let stack_pointer = code.target.stack_pointer();
        for reg in code.registers.overlapping(stack_pointer) {
            self.is_stack_pointer[reg.index()] = true;
        }
        self.list_parts(target);
        self.track(code, stack_pointer);
    }

    /// Lists the parts of slots that any register can be in.
    fn list_parts(&mut self, target: &TargetDesc) {
        if !self.parts.is_empty() {
            return;
        }
        let mut add = |size: u16, offset: u16| {
            let part = Part { size, offset };
            let known = self.parts.iter().position(|other| *other == part);
            known.unwrap_or_else(|| {
                self.parts.push(part);
                self.parts.len() - 1
            })
        };
        for size in [8, 16, 32, 64, 128, 256, LARGEST_CLASS] {
            add(size, 0);
        }
        self.part_of_index.push(0);
        for index in &target.sub_reg_indices[1..] {
            let is_odd = index.size_bits > LARGEST_INDEX || index.offset_bits > LARGEST_INDEX;
            let part = if is_odd {
                0
            } else {
                add(index.size_bits, index.offset_bits)
            };
            self.part_of_index.push(part as u16);
        }
        for class in target.classes {
            if class.size_bits <= LARGEST_CLASS {
                add(class.size_bits, 0);
            }
        }
    }

    /// The parts of each slot.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many places are known.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// What a place is.
    pub fn kind(&self, place: Place) -> PlaceKind {
        self.kinds[place.index()]
    }

    /// The register that a place is.
    pub fn register(&self, place: Place) -> Option<PhysReg> {
        match self.kinds.get(place.index())? {
            PlaceKind::Register(reg) => Some(*reg),
            PlaceKind::Part(..) => None,
        }
    }

    /// Where a slot is.
    pub fn slot_place(&self, slot: SlotId) -> FramePlace {
        self.slots[slot.index()].0
    }

    /// Whether a register is the stack pointer or shares bits with it.
    pub fn is_stack_pointer(&self, reg: PhysReg) -> bool {
        self.is_stack_pointer[reg.index()]
    }

    // ---- Values ---------------------------------------------------------------------------------

    /// The values of all places.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The value of a place.
    pub fn value(&self, place: Place) -> Value {
        self.values[place.index()]
    }

    /// Says that a place has a value.
    pub fn set(&mut self, place: Place, value: Value) {
        self.values[place.index()] = value;
    }

    /// Begins a block in which every place has the value that it begins with.
    pub fn begin_block(&mut self, block: Block) {
        self.block = block.into();
        self.masks.clear();
        for (number, value) in (0..).zip(&mut self.values) {
            *value = Value::live_in(block, Place(number));
        }
    }

    /// Begins a block with values that are known.
    pub fn load(&mut self, block: Block, values: &[Value]) {
        self.block = block.into();
        self.masks.clear();
        let (known, new) = self.values.split_at_mut(values.len());
        known.copy_from_slice(values);
        new.fill(Value::NONE);
    }

    /// The masks of the block so far: instruction, operand, and number of the instruction.
    pub fn masks(&self) -> &[(Inst, u32, u32)] {
        &self.masks
    }

    // ---- Registers ------------------------------------------------------------------------------

    /// The place of a register, if it is tracked.
    pub fn tracked(&self, reg: PhysReg) -> Option<Place> {
        self.of_register[reg.index()].expand()
    }

    /// The place of a register, tracked from here on if it was not. Then it has what the block begins with, or what the
    /// last mask that does not preserve it left.
    pub fn track(&mut self, code: &Code<'_>, reg: PhysReg) -> Place {
        if let Some(place) = self.tracked(reg) {
            return place;
        }
        let place = Place(self.kinds.len() as u32);
        let mask = self.masks.iter().rev().find(|(inst, operand, _)| {
            let mask = code.function.operand(*inst, *operand as usize);
            !code.function.mask_preserves(mask, reg)
        });
        let number = mask.map_or(0, |(_, _, number)| *number);
        let value = self
            .block
            .expand()
            .map_or(Value::NONE, |block| Value::new(block, number, place));
        self.kinds.push(PlaceKind::Register(reg));
        self.values.push(value);
        self.of_register[reg.index()] = place.into();
        place
    }

    /// The value of a register.
    pub fn read(&mut self, code: &Code<'_>, reg: PhysReg) -> Value {
        let place = self.track(code, reg);
        self.value(place)
    }

    /// Says that a register has a value.
    pub fn write(&mut self, code: &Code<'_>, reg: PhysReg, value: Value) {
        let place = self.track(code, reg);
        self.set(place, value);
    }

    /// Says that instruction `number` of the block defines a register.
    pub fn define(&mut self, code: &Code<'_>, reg: PhysReg, number: u32) {
        let place = self.track(code, reg);
        self.define_place(place, number);
    }

    /// Says that instruction `number` of the block defines a place.
    pub fn define_place(&mut self, place: Place, number: u32) {
        if let Some(block) = self.block.expand() {
            self.set(place, Value::new(block, number, place));
        }
    }

    /// Says that instruction `number`, whose operand `operand` is a mask, changes all that it does not preserve.
    pub fn apply_mask(&mut self, code: &Code<'_>, inst: Inst, operand: usize, number: u32) {
        let mask = code.function.operand(inst, operand);
        for at in 0..self.kinds.len() {
            if let PlaceKind::Register(reg) = self.kinds[at]
                && !self.is_stack_pointer(reg)
                && !code.function.mask_preserves(mask, reg)
            {
                self.define_place(Place(at as u32), number);
            }
        }
        self.masks.push((inst, operand as u32, number));
    }

    // ---- Slots ----------------------------------------------------------------------------------

    /// The slot that a stack object is, tracked from here on if it was not; `None` if there are too many.
    pub fn slot(&mut self, code: &Code<'_>, object: FrameIndex) -> Option<SlotId> {
        let at = usize::try_from(object.0 - self.first_object).ok()?;
        match *self.objects.get(at)? {
            Known::Slot(slot) => return Some(slot),
            Known::Untracked => return None,
            Known::No => {}
        }
        let place = code.frame_place(object);
        let known = self.slots.iter().position(|(other, _)| *other == place);
        let slot = match known {
            Some(slot) => Some(SlotId(slot as u32)),
            None if self.slots.len() >= self.max_slots => None,
            None => Some(self.add_slot(place)),
        };
        self.objects[at] = slot.map_or(Known::Untracked, Known::Slot);
        slot
    }

    fn add_slot(&mut self, place: FramePlace) -> SlotId {
        let slot = SlotId(self.slots.len() as u32);
        let first = Place(self.kinds.len() as u32);
        self.slots.push((place, first));
        for part in 0..self.parts.len() {
            let place = Place(self.kinds.len() as u32);
            self.kinds.push(PlaceKind::Part(slot, part as u16));
            let value = self
                .block
                .expand()
                .map_or(Value::NONE, |block| Value::live_in(block, place));
            self.values.push(value);
        }
        slot
    }

    /// The places of a slot.
    pub fn slot_places(&self, slot: SlotId) -> Range<usize> {
        let first = self.slots[slot.index()].1.index();
        first..first + self.parts.len()
    }

    /// The place of the part of a slot that a sub-register index names.
    pub fn part_of_index(&self, slot: SlotId, index: SubRegIdx) -> Place {
        let part = usize::from(self.part_of_index[index.index()]);
        Place::new(self.slot_places(slot).start + part)
    }

    /// The place of the first bits of a slot; `None` if no register has so many.
    pub fn first_bits(&self, slot: SlotId, size: u64) -> Option<Place> {
        let is_part = |part: &Part| u64::from(part.size) == size && part.offset == 0;
        let part = self.parts.iter().position(is_part)?;
        Some(Place::new(self.slot_places(slot).start + part))
    }

    /// How many bits a value has that is defined in a place.
    pub fn size(&self, code: &Code<'_>, place: Place) -> u16 {
        match self.kind(place) {
            PlaceKind::Register(reg) => code.registers.size(reg),
            PlaceKind::Part(_, part) => self.parts[usize::from(part)].size,
        }
    }
}
