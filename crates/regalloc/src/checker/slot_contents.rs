//! What stack slots hold, and in which of them a variable is.
//!
//! There may be thousands of slots, and each instruction asks for its variables: an index leads from a variable to the
//! slots that may hold it.

use std::collections::BTreeMap; // Allowed because there are as many keys as slots or spilled variables, in debug builds.

use avarice_mir::FrameIndex;
use avarice_target::LaneMask;
use smallvec::SmallVec;

use super::state::{Part, Parts, Var};

/// What a slot holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SlotContent {
    /// By the lanes of the register that was stored, sorted by them.
    pub lanes: SmallVec<[(LaneMask, Parts); 1]>,
    /// All of their lanes: virtual registers that it also holds, each as if a register of its own class had been
    /// stored.
    pub whole: Parts,
}

impl SlotContent {
    /// The same lanes, holding nothing.
    pub fn emptied(&self) -> Self {
        let lanes = self.lanes.iter();
        Self {
            lanes: lanes.map(|(lanes, _)| (*lanes, Parts::default())).collect(),
            whole: Parts::default(),
        }
    }

    /// Whether it holds nothing.
    fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.lanes.iter().all(|(_, parts)| parts.is_empty())
    }

    /// All sets in it.
    fn parts(&self) -> impl Iterator<Item = &Parts> {
        let lanes = self.lanes.iter().map(|(_, parts)| parts);
        lanes.chain([&self.whole])
    }

    /// All sets in it.
    fn parts_mut(&mut self) -> impl Iterator<Item = &mut Parts> {
        let lanes = self.lanes.iter_mut().map(|(_, parts)| parts);
        lanes.chain([&mut self.whole])
    }

    /// Leaves what both hold. Returns whether anything was lost.
    fn meet(
        &mut self,
        own_undef: &Parts,
        other: &Self,
        other_undef: &Parts,
        wholes: Wholes<'_>,
    ) -> bool {
        let own_lanes = self.lanes.iter().map(|(lanes, _)| lanes);
        let same_shape = own_lanes.eq(other.lanes.iter().map(|(lanes, _)| lanes));
        let mut lost = false;
        // What lanes of one shape say of wholes, they say when they have met, too.
        if !same_shape || !self.whole.is_empty() || !other.whole.is_empty() {
            let mut whole = wholes(own_undef, self);
            lost |= whole.meet(own_undef, &wholes(other_undef, other), other_undef);
            self.whole = whole;
        }
        if same_shape {
            for ((_, own), (_, parts)) in self.lanes.iter_mut().zip(&other.lanes) {
                lost |= own.meet(own_undef, parts, other_undef);
            }
        } else {
            lost |= !self.lanes.is_empty();
            self.lanes.clear();
        }
        lost
    }

    /// It holds all of `var`, lane by lane.
    pub fn add_everywhere(&mut self, var: Var) {
        for (lanes, parts) in &mut self.lanes {
            let lanes = lanes.0;
            parts.add(Part { var, lanes });
        }
    }

    /// The slot holds what `other` says too, if that is of the same lanes.
    pub fn add(&mut self, other: &Self) {
        for ((lanes, parts), (other_lanes, more)) in self.lanes.iter_mut().zip(&other.lanes) {
            if lanes == other_lanes {
                for part in more.iter() {
                    parts.add(part);
                }
            }
        }
        for part in other.whole.iter() {
            self.whole.add(part);
        }
    }
}

/// Which virtual registers a slot holds all of, where the first are undefined.
pub(super) type Wholes<'a> = &'a dyn Fn(&Parts, &SlotContent) -> Parts;

/// Slots that may hold a variable, sorted.
type Holders = SmallVec<[FrameIndex; 2]>;

/// A set in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SlotPart {
    /// What these lanes of the stored register hold, by number.
    Lane(usize),
    /// What the slot holds as a whole.
    Whole,
}

/// What all slots hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    contents: BTreeMap<FrameIndex, SlotContent>,
    /// Each slot that holds a variable is there; slots that held it once may be.
    holders: BTreeMap<Var, Holders>,
}

impl PartialEq for Slots {
    fn eq(&self, other: &Self) -> bool {
        self.contents == other.contents
    }
}

impl Eq for Slots {}

impl Slots {
    /// Content of a slot.
    pub fn get(&self, slot: FrameIndex) -> Option<&SlotContent> {
        self.contents.get(&slot)
    }

    /// All slots.
    pub fn all(&self) -> impl Iterator<Item = FrameIndex> + '_ {
        self.contents.keys().copied()
    }

    /// The slots that may hold a variable.
    pub fn holding(&self, var: Var) -> &[FrameIndex] {
        self.holders.get(&var).map_or(&[], |slots| slots)
    }

    /// A slot holds this and nothing else.
    pub fn set(&mut self, slot: FrameIndex, content: SlotContent) {
        note_holder(&mut self.holders, slot, &content);
        self.contents.insert(slot, content);
    }

    /// A slot holds what `more` says too, if that is of the same lanes.
    pub fn add(&mut self, slot: FrameIndex, more: &SlotContent) {
        if let Some(content) = self.contents.get_mut(&slot) {
            note_holder(&mut self.holders, slot, more);
            content.add(more);
        }
    }

    /// A set of a slot that exists holds a part too.
    pub fn add_part(&mut self, slot: FrameIndex, at: SlotPart, part: Part) {
        let Some(content) = self.contents.get_mut(&slot) else {
            return;
        };
        hold(&mut self.holders, part.var, slot);
        match at {
            SlotPart::Lane(number) => content.lanes[number].1.add(part),
            SlotPart::Whole => content.whole.add(part),
        }
    }

    /// No slot holds these lanes any more.
    pub fn forget(&mut self, var: Var, lanes: u64) {
        let Some(mut slots) = self.holders.remove(&var) else {
            return;
        };
        slots.retain(|slot| {
            self.contents.get_mut(slot).is_some_and(|content| {
                let mut holds = false;
                for parts in content.parts_mut() {
                    parts.remove(var, lanes);
                    holds |= parts.lanes(var) != 0;
                }
                holds
            })
        });
        if !slots.is_empty() {
            self.holders.insert(var, slots);
        }
    }

    /// Drops variables that are not wanted, and slots that hold nothing then.
    pub fn keep(&mut self, wanted: impl Fn(Var) -> bool + Copy) {
        for content in self.contents.values_mut() {
            for parts in content.parts_mut() {
                parts.keep(wanted);
            }
        }
        self.contents.retain(|_, content| !content.is_empty());
        self.find_holders();
    }

    /// Leaves what both hold, where each holds whatever is undefined there. Returns whether anything was lost.
    pub fn meet(
        &mut self,
        own_undef: &Parts,
        other: &Self,
        other_undef: &Parts,
        wholes: Wholes<'_>,
    ) -> bool {
        let mut lost = false;
        self.contents.retain(|slot, content| {
            let nothing;
            let theirs = match other.get(*slot) {
                Some(theirs) => theirs,
                None => {
                    nothing = content.emptied();
                    &nothing
                }
            };
            lost |= content.meet(own_undef, theirs, other_undef, wholes);
            !content.is_empty()
        });
        self.find_holders();
        self.add_undefined(own_undef, other);
        lost
    }

    /// What `other` has in slots that are not known here is here too, as far as it is undefined here.
    fn add_undefined(&mut self, own_undef: &Parts, other: &Self) {
        if own_undef.is_empty() {
            return;
        }
        for (slot, content) in &other.contents {
            if self.contents.contains_key(slot) {
                continue;
            }
            let mut content = content.clone();
            for parts in content.parts_mut() {
                let mut own = Parts::default();
                own.meet(own_undef, parts, &Parts::default());
                *parts = own;
            }
            if !content.is_empty() {
                self.set(*slot, content);
            }
        }
    }

    /// Makes the index anew.
    fn find_holders(&mut self) {
        self.holders.clear();
        for (slot, content) in &self.contents {
            note_holder(&mut self.holders, *slot, content);
        }
    }
}

/// A slot holds all that is in `content`.
fn note_holder(holders: &mut BTreeMap<Var, Holders>, slot: FrameIndex, content: &SlotContent) {
    for part in content.parts().flat_map(Parts::iter) {
        hold(holders, part.var, slot);
    }
}

/// A slot holds a variable.
fn hold(holders: &mut BTreeMap<Var, Holders>, var: Var, slot: FrameIndex) {
    let slots = holders.entry(var).or_default();
    if let Err(at) = slots.binary_search(&slot) {
        slots.insert(at, slot);
    }
}
