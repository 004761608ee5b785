//! `localstackalloc`: stack objects get places relative to each other before registers are allocated, and accesses that
//! are likely to be too far from every pointer to the frame share a register with an address among the objects.
//!
//! ```text
//!   top of the block    protector, and what it watches      %7 = ADDXri %stack.3, 0, 0
//!                       %stack.0                            …
//!                       …                                   $x0 = LDRXui %7, 0
//!   bottom              %stack.n                            $x1 = LDRXui %7, 5
//! ```
//!
//! Accesses are taken from the bottom up, so that each register serves as many as possible of those that follow. Frame
//! layout takes the block as it is only if there is such a register: else it can place objects better, since it knows
//! more.

use avarice_mir::hooks::FrameReferences;
use avarice_mir::{FrameIndex, Inst, MachineFunction, VReg, inst_facts};
use avarice_target::op;
use avarice_trace::Log;

use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass};

/// The stack id of vectors whose size is known only at run time. They are in an area of their own.
const SCALABLE_VECTOR: u8 = 2;

/// `localstackalloc`.
///
/// # Requires
/// No frame layout yet.
///
/// # Ensures
/// Every object has an offset in the block of local objects, where the target has loads and stores that may not reach.
///
/// # Preserves
/// Machine SSA, the control flow graph.
pub const PASS: MachinePass = MachinePass {
    preserves: Analysis::CFG,
    after: &["opt-phis"],
    ..MachinePass::new("localstackalloc", "Local Stack Slot Allocation", || {
        Box::<Scratch>::default()
    })
};

/// An access of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Reference {
    /// Of its object, in bytes from the top of the block.
    offset: i64,
    object: FrameIndex,
    /// How many are before it in the function.
    order: u32,
    operand: u32,
    inst: Inst,
}

/// A register with an address in the block.
#[derive(Clone, Copy)]
struct Base {
    register: VReg,
    offset: i64,
}

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    references: Vec<Reference>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let function = &mut unit.function;
        let Some(target) = unit.target.frame_references() else {
            return Ok(());
        };
        if function.frame.objects.is_empty() {
            return Ok(());
        }
        let align = place_objects(function);
        self.collect(function, target);
        let has_base = self.share_addresses(function, target);
        function.frame.local_block_align = has_base.then_some(align);
        Ok(())
    }
}

/// Gives each object its offset in the block, and returns the alignment that the block needs.
fn place_objects(function: &mut MachineFunction) -> u64 {
    let frame = &mut function.frame;
    let mut order = frame.protected_objects();
    order.retain(|index| frame.object(*index).stack_id != SCALABLE_VECTOR);
    let all = (0..frame.objects.len()).map(|index| FrameIndex(index as i32));
    let rest = all.filter(|index| {
        let object = frame.object(*index);
        !object.dead && !frame.is_protected(*index) && object.stack_id != SCALABLE_VECTOR
    });
    order.extend(rest);
    let (mut depth, mut max_align) = (0_u64, 1);
    for index in order {
        let object = frame.object_mut(index);
        depth = depth.saturating_add(object.size).min(i64::MAX as u64);
        depth = depth.next_multiple_of(object.align.max(1));
        max_align = max_align.max(object.align);
        object.local_offset = Some((depth as i64).wrapping_neg());
    }
    frame.local_frame_size = depth;
    max_align
}

impl Scratch {
    /// Finds the accesses that are likely to be out of reach, and sorts them from the bottom of the block.
    fn collect(&mut self, function: &MachineFunction, target: &dyn FrameReferences) {
        self.references.clear();
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                let is_never_far = function.is_debug(inst)
                    || matches!(
                        function.opcode(inst),
                        op::STATEPOINT | op::STACKMAP | op::PATCHPOINT
                    );
                if !is_never_far
                    && let Some(reference) = first_reference(function, inst)
                    && target.needs_base(
                        function,
                        inst,
                        reference.operand as usize,
                        reference.offset,
                    )
                {
                    let order = self.references.len() as u32;
                    self.references.push(Reference { order, ..reference });
                }
            }
        }
        self.references.sort_unstable();
    }

    /// Gives accesses that are near each other a register with an address near them. Returns whether there is one.
    fn share_addresses(
        &self,
        function: &mut MachineFunction,
        target: &dyn FrameReferences,
    ) -> bool {
        let mut current: Option<Base> = None;
        for (at, reference) in self.references.iter().enumerate() {
            // The protector is accessed by no register that may be spilled.
            if function.frame.stack_protector == Some(reference.object) {
                continue;
            }
            let reaches = |function: &MachineFunction, other: &Reference, from: i64| {
                let bytes = other.offset.wrapping_sub(from);
                target.can_hold(function, other.inst, other.operand as usize, bytes)
            };
            let base = match current.filter(|base| reaches(function, reference, base.offset)) {
                Some(base) => base,
                None => {
                    // One access alone gains nothing.
                    let next = self.references.get(at + 1);
                    if !next.is_some_and(|next| reaches(function, next, reference.offset)) {
                        continue;
                    }
                    Base {
                        register: target.compute_address(function, reference.object),
                        offset: reference.offset,
                    }
                }
            };
            let bytes = reference.offset.wrapping_sub(base.offset);
            let operand = reference.operand as usize;
            target.access_from(function, reference.inst, operand, base.register, bytes);
            current = Some(base);
        }
        current.is_some()
    }
}

/// The first frame index of `inst`, if it accesses memory and the index names an object of the block.
fn first_reference(function: &MachineFunction, inst: Inst) -> Option<Reference> {
    if !inst_facts::may_load(function, inst) && !inst_facts::may_store(function, inst) {
        return None;
    }
    let mut operands = function.operands(inst).iter().enumerate();
    let (operand, object) =
        operands.find_map(|(at, operand)| Some((at, operand.as_frame_index()?)))?;
    let is_local = object.0 >= 0;
    let offset = function
        .frame
        .object(object)
        .local_offset
        .filter(|_| is_local)?;
    Some(Reference {
        offset,
        object,
        order: 0,
        operand: operand as u32,
        inst,
    })
}
