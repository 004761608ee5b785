//! Places of stack objects: each below the one before, in an order that targets have a say in.
//!
//! ```text
//!   fixed objects          at places that the convention or the prologue knows
//!   saved registers        a hole between them may take an object
//!   [scavenging slots]     where they are reached from the frame pointer
//!   [local objects]        placed before, if something counts on their distances
//!   stack protector        and what it watches, the likeliest to be overrun first
//!   other objects
//!   [scavenging slots]     where they are reached from the stack pointer
//!   outgoing arguments
//! ```

use std::ops::Range;

use avarice_mir::{FrameIndex, MachineFunction};

/// Holes are looked for in so many bytes at most: more is no room for saved registers.
const MAX_HOLES: i64 = 1 << 16;

/// Where slots are in which a register can be kept while it holds an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScavengingPlace {
    /// Near the frame pointer.
    High,
    /// Near the stack pointer.
    Low,
}

/// What a target says of the places of stack objects.
#[derive(Clone, Debug)]
pub struct ObjectRules {
    /// Bytes above all objects that are in use.
    pub local_area: i64,
    /// The indices of the objects of saved registers.
    pub saved: Range<usize>,
    /// Slots in which a register can be kept while it holds an address.
    pub scavenging: Vec<FrameIndex>,
    /// Where these are.
    pub scavenging_place: ScavengingPlace,
    /// Whether objects may lie in holes between saved registers.
    pub fills_holes: bool,
    /// Whether the frame has room for the arguments of calls.
    pub reserves_call_frame: bool,
    /// Alignment of the stack pointer in functions that call nothing, in bytes.
    pub leaf_align: u64,
}

/// Goes down from the top of the frame.
struct Placer {
    /// Bytes in use.
    depth: i64,
    max_align: u64,
}

impl Placer {
    fn place(&mut self, function: &mut MachineFunction, index: FrameIndex) {
        let object = function.frame.object_mut(index);
        self.max_align = self.max_align.max(object.align);
        self.depth = align_up(self.depth + object.size as i64, object.align);
        object.offset = -self.depth;
    }
}

fn align_up(bytes: i64, align: u64) -> i64 {
    (bytes as u64).next_multiple_of(align.max(1)) as i64
}

/// Places all objects that have no place yet, and sets the size of the frame. `order` puts the objects that are nowhere
/// special in the order of their places.
pub fn place(
    function: &mut MachineFunction,
    rules: &ObjectRules,
    order: impl FnOnce(&MachineFunction, &mut Vec<FrameIndex>),
) {
    let mut placer = Placer {
        depth: depth_of_fixed(function, rules.local_area),
        max_align: function.frame.max_align,
    };
    for index in rules.saved.clone() {
        placer.place(function, FrameIndex(index as i32));
    }
    let end_of_saves = placer.depth;
    if rules.scavenging_place == ScavengingPlace::High {
        rules
            .scavenging
            .iter()
            .for_each(|slot| placer.place(function, *slot));
    }
    place_local_block(function, &mut placer);
    let has_block = function.frame.local_block_align.is_some();
    let is_free = |function: &MachineFunction, index: FrameIndex| {
        let object = function.frame.object(index);
        let is_out = object.dead || has_block && object.local_offset.is_some();
        !is_out
            && object.stack_id == 0
            && !rules.saved.contains(&(index.0 as usize))
            && !rules.scavenging.contains(&index)
    };
    for index in function.frame.protected_objects() {
        if is_free(function, index) {
            placer.place(function, index);
        }
    }
    let all = (0..function.frame.objects.len()).map(|index| FrameIndex(index as i32));
    let mut rest: Vec<FrameIndex> = all
        .filter(|index| is_free(function, *index) && !function.frame.is_protected(*index))
        .collect();
    order(function, &mut rest);
    let has_holes = rules.fills_holes && function.frame.stack_protector.is_none();
    let mut holes = match has_holes && !rest.is_empty() {
        true => free_bytes(function, rules, end_of_saves),
        false => Vec::new(),
    };
    for index in rest {
        if !fill_hole(function, index, placer.max_align, &mut holes) {
            placer.place(function, index);
        }
    }
    finish(function, rules, placer);
}

/// Places the block of local objects that have their places in it already.
fn place_local_block(function: &mut MachineFunction, placer: &mut Placer) {
    let Some(align) = function.frame.local_block_align else {
        return;
    };
    placer.depth = align_up(placer.depth, align);
    for object in &mut function.frame.objects {
        if let Some(offset) = object.local_offset {
            object.offset = offset.wrapping_sub(placer.depth);
        }
    }
    placer.depth = placer
        .depth
        .saturating_add_unsigned(function.frame.local_frame_size);
    placer.max_align = placer.max_align.max(align);
}

/// Bytes down to the end of the lowest object at a fixed place.
fn depth_of_fixed(function: &MachineFunction, local_area: i64) -> i64 {
    let fixed = function
        .frame
        .fixed
        .iter()
        .filter(|object| object.stack_id == 0);
    let depths = fixed.map(|object| object.offset.saturating_neg());
    depths.fold(local_area, i64::max)
}

/// Places what lies lowest, and sets the size of the frame.
fn finish(function: &mut MachineFunction, rules: &ObjectRules, mut placer: Placer) {
    let is_low = rules.scavenging_place == ScavengingPlace::Low;
    if is_low {
        rules
            .scavenging
            .iter()
            .for_each(|slot| placer.place(function, *slot));
    }
    let frame = &mut function.frame;
    let mut depth = placer.depth;
    if frame.adjusts_stack && rules.reserves_call_frame {
        depth += frame.max_call_frame_size.unwrap_or(0) as i64;
    }
    let aligns = frame.adjusts_stack
        || frame.has_var_sized_objects
        || frame.realigns() && !frame.objects.is_empty();
    let align = if aligns {
        frame.call_align
    } else {
        rules.leaf_align
    };
    let end = align_up(depth, align.max(placer.max_align));
    if is_low {
        // They stay near the stack pointer.
        for slot in &rules.scavenging {
            frame.object_mut(*slot).offset -= end - depth;
        }
    }
    frame.stack_size = (end - rules.local_area) as u64;
}

/// Which of the bytes above `end` no fixed object and no saved register takes, from the top.
fn free_bytes(function: &MachineFunction, rules: &ObjectRules, end: i64) -> Vec<bool> {
    if end > MAX_HOLES {
        return Vec::new();
    }
    let mut free = vec![true; end as usize];
    let frame = &function.frame;
    let saved = &frame.objects[rules.saved.clone()];
    for object in frame
        .fixed
        .iter()
        .chain(saved)
        .filter(|object| object.stack_id == 0)
    {
        let bottom = object.offset.saturating_neg().clamp(0, end);
        let top = bottom.saturating_sub(object.size as i64).max(0);
        free[top as usize..bottom as usize].fill(false);
    }
    free
}

/// Places an object in a hole that it fits in, the highest one.
fn fill_hole(
    function: &mut MachineFunction,
    index: FrameIndex,
    max_align: u64,
    free: &mut [bool],
) -> bool {
    let object = function.frame.object_mut(index);
    let is_unsized = object.kind == avarice_mir::StackObjectKind::VariableSized;
    if is_unsized || free.is_empty() || object.align > max_align {
        return false;
    }
    let size = object.size as usize;
    let fits = |start: &usize| {
        let end = start.saturating_add(size);
        free[*start]
            && (end as u64).is_multiple_of(object.align.max(1))
            && free
                .get(*start..end)
                .is_some_and(|bytes| bytes.iter().all(|free| *free))
    };
    let Some(start) = (0..free.len()).find(fits) else {
        return false;
    };
    object.offset = -((start + size) as i64);
    free[start..start + size].fill(false);
    true
}
