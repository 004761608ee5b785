//! The decisions of an allocator: a physical register or a stack slot for each virtual register.

use std::fmt;

use avarice_liveness::{
    LiveRange, RegName, Renumbering, Renumberings, Segment, SlotIndex, VNInfoId,
};
use avarice_mir::{FrameIndex, MachineFunction, Reg, VReg};
use avarice_target::{PhysReg, RegClass};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

/// The decisions about one virtual register.
#[derive(Clone, Debug, Default)]
struct Entry {
    phys: PhysReg,
    slot: Option<FrameIndex>,
    /// The register of the input that it was made from by splitting or spilling.
    original: PackedOption<VReg>,
    /// Registers to try first, best first; may be virtual.
    hints: SmallVec<[Reg; 2]>,
}

/// Where a spill slot is in use.
#[derive(Clone, Debug)]
pub struct StackInterval {
    /// The slot.
    pub slot: FrameIndex,
    /// Class of the registers that it holds.
    pub class: RegClass,
    /// Where it holds a value; one value number, defined nowhere in particular.
    range: LiveRange,
    /// Further places where it is live, in any order: a slot with thousands of small ranges gets them a few at a time,
    /// and each would move those after it.
    added: Vec<Segment>,
}

impl StackInterval {
    fn new(slot: FrameIndex, class: RegClass) -> Self {
        let mut range = LiveRange::default();
        range.next_value(SlotIndex::NONE);
        Self {
            slot,
            class,
            range,
            added: Vec::new(),
        }
    }

    /// Makes the slot hold a value in more segments, of any value and in any order.
    pub fn add(&mut self, segments: &[Segment]) {
        let value = VNInfoId::from_u32(0);
        let segments = segments.iter();
        self.added
            .extend(segments.map(|segment| Segment { value, ..*segment }));
        // So that putting them in pays, and is not put off for long.
        if self.added.len() > 16 + self.range.segments().len() / 4 {
            self.settle();
        }
    }

    /// Where it holds a value.
    pub fn range(&mut self) -> &LiveRange {
        self.range_mut()
    }

    /// Where it holds a value, to change it.
    pub fn range_mut(&mut self) -> &mut LiveRange {
        if !self.added.is_empty() {
            self.settle();
        }
        &mut self.range
    }

    /// Puts what was added into the range.
    fn settle(&mut self) {
        self.added.sort_unstable_by_key(|segment| segment.start);
        self.added.dedup_by(|next, last| {
            let joined = next.start <= last.end;
            if joined {
                last.end = last.end.max(next.end);
            }
            joined
        });
        self.range.merge_sorted(self.added.drain(..));
    }

    fn renumber(&mut self, renumbering: &Renumbering) {
        self.range.renumber_inside(renumbering);
        for segment in &mut self.added {
            segment.start = renumbering.map(segment.start);
            segment.end = renumbering.map(segment.end);
        }
    }
}

/// The assignment of virtual registers, from the allocator to the rewriter.
#[derive(Clone, Debug, Default)]
pub struct VirtRegMap {
    entries: SecondaryMap<VReg, Entry>,
    stack: Vec<StackInterval>,
    /// By slot: one more than its place in `stack`, 0 if it is not there.
    stack_places: Vec<u32>,
    followed: usize,
}

impl VirtRegMap {
    /// Forgets all decisions.
    pub fn reset(&mut self, function: &MachineFunction) {
        self.entries.clear();
        self.entries.resize(function.vregs.len());
        for (reg, data) in function.vregs.iter() {
            if data.hint.kind == 0 && !data.hint.reg.is_none() {
                self.entries[reg].hints.push(data.hint.reg);
            }
        }
        self.stack.clear();
        self.stack_places.clear();
        self.followed = 0;
    }

    /// The physical register of `reg`, or [`PhysReg::NONE`].
    #[inline]
    pub fn phys(&self, reg: VReg) -> PhysReg {
        self.entries[reg].phys
    }

    /// Whether `reg` has a physical register.
    #[inline]
    pub fn has_phys(&self, reg: VReg) -> bool {
        !self.phys(reg).is_none()
    }

    /// Assigns `reg`, which must not be assigned.
    pub fn assign(&mut self, reg: VReg, phys: PhysReg) {
        debug_assert!(!self.has_phys(reg), "{reg} is assigned already");
        self.entries[reg].phys = phys;
    }

    /// Takes the physical register of `reg` away.
    pub fn clear(&mut self, reg: VReg) {
        self.entries[reg].phys = PhysReg::NONE;
    }

    /// The register of the input that `reg` comes from; itself if it is one.
    pub fn original(&self, reg: VReg) -> VReg {
        self.entries[reg].original.expand().unwrap_or(reg)
    }

    /// Says that `reg` was made from `original`.
    pub fn set_original(&mut self, reg: VReg, original: VReg) {
        self.entries[reg].original = original.into();
    }

    /// The slot of a spilled register.
    pub fn slot(&self, reg: VReg) -> Option<FrameIndex> {
        self.entries[reg].slot
    }

    /// Gives a spilled register a slot.
    pub fn set_slot(&mut self, reg: VReg, slot: FrameIndex) {
        self.entries[reg].slot = Some(slot);
    }

    /// Registers to try first for `reg`, best first; virtual ones stand for what they are assigned to.
    pub fn hints(&self, reg: VReg) -> &[Reg] {
        &self.entries[reg].hints
    }

    /// The best hint of `reg`, or none.
    pub fn simple_hint(&self, reg: VReg) -> Reg {
        self.hints(reg).first().copied().unwrap_or_default()
    }

    /// Whether the physical register that `reg` would like best is known.
    pub fn has_known_preference(&self, reg: VReg) -> bool {
        let hint = self.simple_hint(reg);
        hint.is_physical() || hint.as_virtual().is_some_and(|other| self.has_phys(other))
    }

    /// Whether `reg` is assigned to what it likes best.
    pub fn has_preferred_phys(&self, reg: VReg) -> bool {
        let hint = self.simple_hint(reg);
        let wanted = match hint.as_virtual() {
            Some(other) => self.phys(other),
            None => hint.as_physical().unwrap_or(PhysReg::NONE),
        };
        !hint.is_none() && self.phys(reg) == wanted
    }

    /// Replaces the hints of `reg`.
    pub fn set_hints(&mut self, reg: VReg, hints: impl Iterator<Item = Reg>) {
        let list = &mut self.entries[reg].hints;
        list.clear();
        list.extend(hints);
    }

    /// Makes the best hint of each register its preferred one, which is where llc keeps it.
    pub fn leave_hints(&self, function: &mut MachineFunction) {
        for (reg, data) in function.vregs.iter_mut() {
            let hint = self.simple_hint(reg);
            if !hint.is_none() && data.hint.kind == 0 {
                data.hint.reg = hint;
            }
        }
    }

    /// Where spill slots are in use.
    pub fn stack_ranges(&mut self) -> impl Iterator<Item = (FrameIndex, &LiveRange)> {
        let intervals = self.stack.iter_mut();
        intervals.map(|interval| (interval.slot, interval.range()))
    }

    /// The interval of a slot, made on first request.
    pub fn stack_interval(&mut self, slot: FrameIndex, class: RegClass) -> &mut StackInterval {
        // Slots of spilled registers are never fixed ones.
        let number = slot.0.max(0) as usize;
        if number >= self.stack_places.len() {
            self.stack_places.resize(number + 1, 0);
        }
        if self.stack_places[number] == 0 {
            self.stack.push(StackInterval::new(slot, class));
            self.stack_places[number] = self.stack.len() as u32;
        }
        &mut self.stack[self.stack_places[number] as usize - 1]
    }

    /// Follows renumberings of slot indexes.
    pub fn follow(&mut self, renumberings: &Renumberings) {
        if self.followed == renumberings.len() {
            return;
        }
        let renumbering = renumberings.since(self.followed);
        for interval in &mut self.stack {
            interval.renumber(&renumbering);
        }
        self.followed = renumberings.len();
    }

    /// The `REGISTER MAP` section of the debug output.
    pub fn display<'a>(&'a self, function: &'a MachineFunction) -> DisplayMap<'a> {
        DisplayMap {
            map: self,
            function,
        }
    }
}

/// See [`VirtRegMap::display`].
#[derive(Debug)]
pub struct DisplayMap<'a> {
    map: &'a VirtRegMap,
    function: &'a MachineFunction,
}

impl fmt::Display for DisplayMap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = self.function.target;
        f.write_str("********** REGISTER MAP **********\n")?;
        for reg in self.function.vregs.keys() {
            if self.map.has_phys(reg) {
                let phys = RegName::phys(target, self.map.phys(reg));
                writeln!(
                    f,
                    "[{reg} -> {phys}] {}",
                    target.class(self.function.class(reg)).name
                )?;
            }
        }
        for reg in self.function.vregs.keys() {
            if let Some(slot) = self.map.slot(reg) {
                writeln!(
                    f,
                    "[{reg} -> fi#{}] {}",
                    slot.0,
                    target.class(self.function.class(reg)).name
                )?;
            }
        }
        f.write_str("\n")
    }
}
