//! `virtregrewriter`: replaces virtual registers by physical ones in the code.

use avarice_liveness::{LiveInterval, LiveIntervals, gallop};
use avarice_mir::{Inst, MachineFunction, OperandFlags, Reg, VReg};
use avarice_target::{LaneMask, PhysReg, op};
use avarice_trace::{Log, log};
use smallvec::SmallVec;

use avarice_machine::pass::{Analyses, Analysis, MachinePass, MachineUnit, PassKind, When};
use avarice_machine::virt_reg_map::VirtRegMap;
use avarice_mir::inst_flags::{add_dead, add_defined, add_killed};

/// `virtregrewriter`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    kind: PassKind::Rewriter,
    when: When::LIVE_INTERVALS,
    requires: Analysis::LIVE_INTERVALS.union(Analysis::VIRT_REG_MAP),
    preserves: Analysis::RESERVED_REGS
        .union(Analysis::LOOPS.union(Analysis::FREQUENCIES.union(Analysis::VIRT_REG_MAP))),
    after: &["greedy", "regallocbasic", "regallocfast"],
    ..MachinePass::new("virtregrewriter", "Virtual Register Rewriter", || {
        Box::new(|unit: &mut MachineUnit<'_>, log: &mut Log<'_>| {
            unit.analyses
                .collect_debug_variables(&mut unit.function, unit.module, log);
            rewrite_all(&mut unit.function, unit.analyses, log);
            unit.analyses
                .emit_debug_variables(&mut unit.function, unit.module, log);
            unit.function.clear_vregs();
            Ok(())
        })
    })
};

/// Replaces virtual registers by the physical ones that they are assigned to.
///
/// # Requires
/// Every virtual register in use is assigned in [`Analyses::virt_reg_map`]; live intervals are right.
///
/// # Ensures
/// No virtual registers; kill marks and the live-ins of blocks are right; copies of a register to itself
/// are gone.
///
/// # Preserves
/// The CFG. Slot indexes stay right; live intervals are used up.
pub fn run(function: &mut MachineFunction, analyses: &mut Analyses, log: &mut Log<'_>) {
    rewrite_all(function, analyses, log);
    function.clear_vregs();
}

/// The same; what is known of virtual registers is kept.
fn rewrite_all(function: &mut MachineFunction, analyses: &mut Analyses, log: &mut Log<'_>) {
    log!(
        log,
        "********** REWRITE VIRTUAL REGISTERS **********\n********** Function: {}\n{}",
        String::from_utf8_lossy(&function.name),
        analyses.virt_reg_map.display(function)
    );
    let map = &analyses.virt_reg_map;
    let live_intervals = &mut analyses.live_intervals;
    live_intervals.add_kill_flags(function, |reg| {
        Some(map.phys(reg)).filter(|phys| !phys.is_none())
    });
    add_block_live_ins(function, live_intervals, map);
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        log.write_block(function, block, &live_intervals.indexes);
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            rewrite(function, live_intervals, map, inst);
            if log.is_on() {
                log!(log, "> ");
                log.write_inst(function, inst);
            }
            remove_identity_copy(function, live_intervals, inst, log);
        }
    }
    function.no_vregs = true;
    // llc collects debug values before it rewrites, whatever allocator ran.
    function.mir_info.flags |= avarice_mir::MirFlags::TRACKS_DEBUG_USER_VALUES;
}

// ---- Live-ins ---------------------------------------------------------------------------------

fn add_block_live_ins(
    function: &mut MachineFunction,
    live_intervals: &LiveIntervals,
    map: &VirtRegMap,
) {
    for number in 0..function.vregs.len() {
        let reg = VReg::from_u32(number as u32);
        if function.is_unused(reg) || !live_intervals.has_interval(reg) {
            continue;
        }
        let interval = live_intervals.interval(reg);
        let phys = map.phys(reg);
        if phys.is_none() || interval.is_empty() || live_intervals.in_one_block(interval).is_some()
        {
            continue;
        }
        if interval.has_sub_ranges() {
            add_lane_live_ins(function, live_intervals, interval, phys);
            continue;
        }
        let mut starts = live_intervals.indexes.block_starts();
        for segment in interval.segments() {
            starts = &starts[gallop(starts, 0, |(start, _)| *start < segment.start)..];
            let inside = gallop(starts, 0, |(start, _)| *start < segment.end);
            for (_, block) in &starts[..inside] {
                function.blocks[*block].live_ins.push((phys, LaneMask::ALL));
            }
            starts = &starts[inside..];
        }
    }
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        function.blocks[block].sort_unique_live_ins();
    }
}

/// Adds a register to the live-ins of the blocks where any of its lanes is live.
fn add_lane_live_ins(
    function: &mut MachineFunction,
    live_intervals: &LiveIntervals,
    interval: &LiveInterval,
    phys: PhysReg,
) {
    for (start, block) in live_intervals.indexes.block_starts() {
        let live = interval
            .sub_ranges()
            .filter(|sub| sub.range.live_at(*start));
        let lanes = live.fold(LaneMask::NONE, |lanes, sub| lanes | sub.lanes);
        if lanes.any() {
            function.blocks[*block].live_ins.push((phys, lanes));
        }
    }
}

// ---- Operands ---------------------------------------------------------------------------------

/// Larger registers of which an instruction writes or ends a part.
#[derive(Default)]
struct Supers {
    dead: SmallVec<[PhysReg; 4]>,
    defined: SmallVec<[PhysReg; 4]>,
    killed: SmallVec<[PhysReg; 4]>,
}

fn rewrite(
    function: &mut MachineFunction,
    live_intervals: &mut LiveIntervals,
    map: &VirtRegMap,
    inst: Inst,
) {
    let mut supers = Supers::default();
    for op in function.op_ids(inst) {
        let operand = *function.op(op);
        let Some(reg) = operand.as_reg().as_virtual() else {
            continue;
        };
        let mut phys = map.phys(reg);
        if phys.is_none() {
            // Debug values of registers that are gone, and reads of nothing.
            function.set_op_reg(op, Reg::NONE);
            function
                .op_mut(op)
                .set_sub_reg(avarice_target::SubRegIdx::NONE);
            continue;
        }
        let sub = operand.sub_reg();
        if !sub.is_none() {
            rewrite_part(function, live_intervals, reg, inst, op, phys, &mut supers);
            phys = function.target.sub_reg(phys, sub);
            function
                .op_mut(op)
                .set_sub_reg(avarice_target::SubRegIdx::NONE);
        }
        function.set_op_reg(op, phys);
        function.op_mut(op).set(OperandFlags::RENAMABLE, true);
    }
    while let Some(reg) = supers.killed.pop() {
        add_killed(function, inst, reg.into(), true);
    }
    while let Some(reg) = supers.dead.pop() {
        add_dead(function, inst, reg.into(), true);
    }
    while let Some(reg) = supers.defined.pop() {
        add_defined(function, inst, reg);
    }
}

/// Notes what an operand that names part of a register does to the whole of it.
fn rewrite_part(
    function: &mut MachineFunction,
    live_intervals: &mut LiveIntervals,
    reg: VReg,
    inst: Inst,
    op: avarice_mir::Op,
    phys: PhysReg,
    supers: &mut Supers,
) {
    let operand = *function.op(op);
    let lanes_tracked = function.tracks_sub_reg_liveness
        && function
            .target
            .class(function.class(reg))
            .has_disjunct_sub_regs;
    if !lanes_tracked {
        let read = operand.reads_reg() && (operand.is_def() || operand.has(OperandFlags::KILL));
        if read || operand.is_def() && is_live_through(function, live_intervals, inst, phys) {
            supers.killed.push(phys);
        }
        if operand.is_def() {
            if operand.has(OperandFlags::DEAD) {
                supers.dead.push(phys);
            } else {
                supers.defined.push(phys);
            }
        }
    } else if operand.is_use() && reads_undefined_part(function, live_intervals, reg, inst, op) {
        function.op_mut(op).set(OperandFlags::UNDEF, true);
    }
    if operand.is_def() {
        function
            .op_mut(op)
            .set(OperandFlags::UNDEF | OperandFlags::INTERNAL, false);
    }
}

/// Whether a unit of `phys` is live before and after an instruction by itself.
fn is_live_through(
    function: &mut MachineFunction,
    live_intervals: &mut LiveIntervals,
    inst: Inst,
    phys: PhysReg,
) -> bool {
    let index = live_intervals.indexes.index(inst);
    function.target.reg(phys).units.iter().any(|unit| {
        let range = live_intervals.reg_unit(function, *unit);
        range.live_at(index.boundary()) && range.live_at(index.base())
    })
}

/// Whether none of the lanes that a use reads is live.
fn reads_undefined_part(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    reg: VReg,
    inst: Inst,
    op: avarice_mir::Op,
) -> bool {
    let operand = function.op(op);
    if operand.has(OperandFlags::UNDEF) {
        return true;
    }
    let index = live_intervals.indexes.index(inst).base();
    let interval = live_intervals.interval(reg);
    let lanes = function.target.sub_reg_indices[operand.sub_reg().index()].lane_mask;
    interval.has_sub_ranges()
        && !interval
            .sub_ranges()
            .any(|sub| (sub.lanes & lanes).any() && sub.range.live_at(index))
}

// ---- Copies -----------------------------------------------------------------------------------

/// Removes a copy of a register to itself. One that says more (that the source is undefined, implicit
/// operands) becomes a `KILL`.
fn remove_identity_copy(
    function: &mut MachineFunction,
    live_intervals: &mut LiveIntervals,
    inst: Inst,
    log: &mut Log<'_>,
) {
    let Some((dst, src)) = function.as_copy(inst) else {
        return;
    };
    if dst != src {
        return;
    }
    if log.is_on() {
        log!(log, "Identity copy: ");
        log.write_inst(function, inst);
    }
    if function.operand(inst, 1).has(OperandFlags::UNDEF) || function.num_operands(inst) > 2 {
        function.set_opcode(inst, op::KILL);
        if log.is_on() {
            log!(log, "  replace by: ");
            log.write_inst(function, inst);
        }
    } else {
        live_intervals.remove_inst(inst);
        function.remove_inst(inst);
        log!(log, "  deleted.\n");
    }
}
