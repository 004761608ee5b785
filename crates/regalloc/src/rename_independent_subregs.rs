//! `rename-independent-subregs`: gives lanes of a virtual register that never meet registers of their own.
//!
//! Coalescing joins values that only shared a wide register on their way:
//!
//! ```text
//!   undef %0.lo = …                       undef %0.lo = …
//!   %0.hi = …                             undef %1.hi = …
//!   use %0.lo                 becomes     use %0.lo
//!   use %0.hi                             use %1.hi
//! ```
//!
//! The values of each sub-range are split into connected components first, as those of an interval are.
//! Then components of different sub-ranges are joined when one operand touches both:
//!
//! ```text
//!   sub-range lo   [ 0 ]  [ 1 ]           an operand that reads %0 whole joins lo's component and
//!   sub-range hi   [  2   ]  [3]          hi's component at its place
//! ```
//!
//! The remaining components become registers: component 0 keeps the old one. Operands and sub-ranges move to
//! the register of their component. A register that is now live into a block without a value on some edge
//! gets an `IMPLICIT_DEF` there, and flags say which definitions write lanes that are alone.

use avarice_liveness::components::{Classes, UnionFind, distribute};
use avarice_liveness::{LiveInterval, LiveIntervals, SlotIndex, VNInfoId};
use avarice_mir::InsertPoint;
use avarice_mir::{Block, MachineFunction, Op, Operand, OperandFlags, VReg};
use avarice_target::{LaneMask, op};
use avarice_trace::{Log, LogParts, log};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::out_of_ssa::phi_elimination::copy_insert_point;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, When};

/// The components of one sub-range.
struct Part {
    lanes: LaneMask,
    /// Component of each value within the sub-range.
    classes: Classes,
    /// What to add for the number among the components of all sub-ranges.
    first: u32,
}

/// `rename-independent-subregs`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::LIVE_INTERVALS,
    requires: Analysis::LIVE_INTERVALS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS.union(Analysis::LIVE_INTERVALS)),
    after: &["register-coalescer"],
    ..MachinePass::new(
        "rename-independent-subregs",
        "Rename Disconnected Subregister Components",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, log: &mut Log<'_>| {
                run(&mut unit.function, &mut unit.analyses.live_intervals, log);
                Ok(())
            })
        },
    )
};

/// Splits registers into their independent components.
///
/// # Requires
/// Live intervals. Nothing happens in functions that do not track liveness of sub-registers.
///
/// # Ensures
/// Any two lanes of a register are connected by values and operands.
///
/// # Preserves
/// The CFG, live intervals.
pub fn run(function: &mut MachineFunction, live_intervals: &mut LiveIntervals, log: &mut Log<'_>) {
    if !function.tracks_sub_reg_liveness {
        return;
    }
    log.select(LogParts::RENAME_INDEPENDENT_SUBREGS);
    let name = String::from_utf8_lossy(&function.name).into_owned();
    log!(
        log,
        "Renaming independent subregister live ranges in {name}\n"
    );
    // New registers are components already.
    for number in 0..function.vregs.len() {
        let reg = VReg::new(number);
        if live_intervals.has_interval(reg) && live_intervals.interval(reg).has_sub_ranges() {
            split(function, live_intervals, reg, log);
        }
    }
    log.select(LogParts::REGALLOC);
}

fn split(
    function: &mut MachineFunction,
    live_intervals: &mut LiveIntervals,
    reg: VReg,
    log: &mut Log<'_>,
) {
    let interval = live_intervals.interval(reg);
    if interval.values().len() < 2 {
        return;
    }
    let Some((parts, components, count)) = find_components(function, live_intervals, interval)
    else {
        return;
    };
    log!(log, "{reg}: Found {count} equivalence classes.\n");
    log!(log, "{reg}: Splitting into newly created:");
    let mut regs: SmallVec<[VReg; 4]> = SmallVec::from_slice(&[reg]);
    for _ in 1..count {
        let new = function.create_vreg(function.class(reg));
        live_intervals.create_empty_interval(new);
        regs.push(new);
        log!(log, " {new}");
    }
    log!(log, "\n");
    rewrite_operands(function, live_intervals, &parts, &components, &regs);
    move_sub_ranges(live_intervals, &parts, &components, &regs);
    for reg in regs {
        live_intervals.interval_mut(reg).remove_empty_sub_ranges();
        define_on_all_edges(function, live_intervals, reg);
        fix_marks(function, live_intervals, reg);
        let mut interval = live_intervals.take_interval(reg);
        live_intervals.construct_main_range_from_subranges(function, &mut interval);
        live_intervals.put_interval(interval);
        // A definition of some lanes read the others, which may be those of another register now.
        log.select(LogParts::REGALLOC);
        live_intervals.shrink_to_uses(function, reg, None, log);
        log.select(LogParts::RENAME_INDEPENDENT_SUBREGS);
    }
}

/// The components of each sub-range, newest first, and the class of each component among all with the
/// number of classes; `None` if there is but one.
fn find_components(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    interval: &LiveInterval,
) -> Option<(SmallVec<[Part; 4]>, Classes, u32)> {
    let mut parts: SmallVec<[Part; 4]> = SmallVec::new();
    let mut first = 0;
    for sub in interval.sub_ranges() {
        let (classes, count) = live_intervals.classify(function, &sub.range);
        parts.push(Part {
            lanes: sub.lanes,
            classes,
            first,
        });
        first += count;
    }
    if parts.len() < 2 {
        return None;
    }
    let mut union = UnionFind::new(first as usize);
    for op in function.reg_ops(interval.reg()) {
        let mut merged: Option<u32> = None;
        for id in components_at(function, live_intervals, interval, &parts, op) {
            merged = Some(match merged {
                Some(other) => union.join(other, id),
                None => id,
            });
        }
    }
    let (components, count) = union.compress();
    (count > 1).then_some((parts, components, count))
}

/// The components that an operand reads or writes; none for debug uses and undefined ones.
fn components_at<'a>(
    function: &'a MachineFunction,
    live_intervals: &LiveIntervals,
    interval: &'a LiveInterval,
    parts: &'a [Part],
    op: Op,
) -> impl Iterator<Item = u32> + use<'a> {
    let operand = *function.op(op);
    let touches = !operand.has(OperandFlags::DEBUG) && (operand.is_def() || operand.reads_reg());
    let at = operand_slot(function, live_intervals, op, &operand);
    let lanes = function.target.sub_reg_lane_mask(operand.sub_reg());
    let subs = interval.sub_ranges().zip(parts).filter(move |_| touches);
    subs.filter(move |(sub, _)| (sub.lanes & lanes).any())
        .filter_map(move |(sub, part)| {
            let value: VNInfoId = sub.range.value_at(at?)?;
            Some(part.first + part.classes[value.index()])
        })
}

/// Where the value of an operand is live: after a definition, before a use.
fn operand_slot(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    op: Op,
    operand: &Operand,
) -> Option<SlotIndex> {
    let index = live_intervals.indexes.get(function.op_inst(op))?;
    Some(match operand.is_def() {
        true => index.reg_slot(operand.has(OperandFlags::EARLY_CLOBBER)),
        false => index.base(),
    })
}

/// Gives operands the register of their component.
fn rewrite_operands(
    function: &mut MachineFunction,
    live_intervals: &LiveIntervals,
    parts: &[Part],
    components: &[u32],
    regs: &[VReg],
) {
    let old = regs[0];
    let interval = live_intervals.interval(old);
    let mut cursor = function.first_reg_op(old);
    while let Some(op) = cursor {
        cursor = function.next_reg_op(op);
        let component = components_at(function, live_intervals, interval, parts, op).next();
        let Some(component) = component else {
            continue;
        };
        let new = regs[components[component as usize] as usize];
        if new == old {
            continue;
        }
        function.set_op_reg(op, new);
        if let Some(other) = function.op(op).tied_to() {
            // The other end of a tie goes along, even if it reads nothing. It may be the next on the chain.
            function.set_reg(function.op_inst(op), other, new);
            cursor = function.first_reg_op(old);
        }
    }
}

/// Gives each component its segments and values.
fn move_sub_ranges(
    live_intervals: &mut LiveIntervals,
    parts: &[Part],
    components: &[u32],
    regs: &[VReg],
) {
    for (at, part) in parts.iter().enumerate() {
        let classes = part.classes.iter();
        let classes: Classes = classes
            .map(|class| components[(part.first + class) as usize])
            .collect();
        let interval = live_intervals.interval_mut(regs[0]);
        let Some(sub) = interval.sub_ranges_mut().nth(at) else {
            continue;
        };
        let moved = distribute(&mut sub.range, &classes, regs.len() - 1);
        for (reg, range) in regs[1..].iter().zip(moved) {
            if !range.values().is_empty() {
                live_intervals
                    .interval_mut(*reg)
                    .create_sub_range(part.lanes, range);
            }
        }
    }
}

fn is_live_at(interval: &LiveInterval, at: SlotIndex) -> bool {
    interval.sub_ranges().any(|sub| sub.range.live_at(at))
}

/// Where lanes are live into a block but nothing of the register leaves a predecessor, defines it there.
fn define_on_all_edges(
    function: &mut MachineFunction,
    live_intervals: &mut LiveIntervals,
    reg: VReg,
) {
    // Numbers of instructions may change with each insertion: nothing is kept but positions in lists.
    let sub_ranges = live_intervals.interval(reg).sub_ranges().len();
    for from_oldest in (0..sub_ranges).rev() {
        let mut value = 0;
        while let Some(block) = phi_block(live_intervals, reg, from_oldest, &mut value) {
            for at in 0..function.blocks[block].preds.len() {
                let pred = function.blocks[block].preds[at];
                let end = live_intervals.indexes.block_end(pred);
                if !is_live_at(live_intervals.interval(reg), end.prev_slot()) {
                    define_at_end(function, live_intervals, reg, pred, block);
                }
            }
        }
    }
}

/// The block of the next PHI value of a sub-range, from value number `value` on, which moves past it.
fn phi_block(
    live_intervals: &LiveIntervals,
    reg: VReg,
    from_oldest: usize,
    value: &mut usize,
) -> Option<Block> {
    let mut sub_ranges = live_intervals.interval(reg).sub_ranges();
    let sub = sub_ranges.nth_back(from_oldest)?;
    let rest = sub.range.values().iter().enumerate().skip(*value);
    let (number, phi) = rest.into_iter().find(|(_, value)| value.is_phi_def())?;
    *value = number + 1;
    Some(live_intervals.indexes.block_at(phi.def))
}

/// Inserts an `IMPLICIT_DEF` of `reg` for the edge `pred → block`, and makes all lanes live out of `pred`.
fn define_at_end(
    function: &mut MachineFunction,
    live_intervals: &mut LiveIntervals,
    reg: VReg,
    pred: Block,
    block: Block,
) {
    let before = copy_insert_point(function, pred, block, reg);
    let inst = function.create_inst(op::IMPLICIT_DEF, &[Operand::def(reg)]);
    function.insert_at(InsertPoint::new(pred, before), inst);
    let def = live_intervals
        .insert_inst(function, inst, false)
        .reg_slot(false);
    let end = live_intervals.indexes.block_end(pred);
    let mut rest = function.target.class(function.class(reg)).lane_mask;
    let interval = live_intervals.interval_mut(reg);
    for sub in interval.sub_ranges_mut() {
        rest &= !sub.lanes;
        let value = sub.range.next_value(def);
        sub.range
            .add_segment(avarice_liveness::Segment::new(def, end, value));
    }
    if rest.any() {
        let sub = interval.create_sub_range(rest, avarice_liveness::LiveRange::default());
        sub.range.create_dead_def(def);
    }
}

/// Sets the flags of partial definitions that keep no other lane, and marks those that are not read as dead.
fn fix_marks(function: &mut MachineFunction, live_intervals: &LiveIntervals, reg: VReg) {
    let interval = live_intervals.interval(reg);
    let mut cursor = function.first_reg_op(reg);
    while let Some(op) = cursor {
        cursor = function.next_reg_op(op);
        let Some(index) = live_intervals.indexes.get(function.op_inst(op)) else {
            continue;
        };
        let operand = function.op_mut(op);
        if !operand.is_def() || operand.sub_reg().is_none() {
            continue;
        }
        if !is_live_at(interval, index.base()) {
            operand.set(OperandFlags::UNDEF, true);
        }
        if !is_live_at(interval, index.dead_slot()) {
            operand.set(OperandFlags::DEAD, true);
        }
    }
}
