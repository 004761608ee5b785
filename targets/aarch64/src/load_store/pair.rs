//! Loads and stores of neighbours in memory become one instruction.
//!
//! The later one moves up to the earlier one, or the earlier one down, if nothing between them prevents it.

use avarice_mir::{Inst, InstBuilder, MachineFunction, MemOperand, Operand};
use avarice_target::{InstrFlags, Opcode};
use smallvec::SmallVec;

use super::between::Between;
use super::{Access, SEARCH_DISTANCE, access, forget_kills, without_kill};
use crate::TARGET;

/// A later access that an earlier one can be merged with.
pub(super) struct Partner {
    pub second: Access,
    /// Whether the later one moves up to the earlier one; else it is the other way round.
    pub moves_up: bool,
}

/// The first access after `first` that `fits` and that one of the two can move to.
pub(super) fn find_partner(
    function: &mut MachineFunction,
    first: Access,
    fits: impl Fn(&Access) -> bool,
) -> Option<Partner> {
    if !has_candidate(function, first, &fits) {
        return None;
    }
    let mut between = Between::default();
    let mut cursor = function.next_inst(first.inst);
    let mut distance = 0;
    while let Some(other) = cursor.filter(|_| distance < SEARCH_DISTANCE) {
        cursor = function.next_inst(other);
        if function.is_debug(other) {
            continue;
        }
        distance += 1;
        if let Some(second) = access(function, other).filter(&fits) {
            let moves = |moved: &Access| {
                !between.writes(moved.register)
                    && (!moved.is_load || !between.reads(moved.register))
                    && between.allows(function, moved)
            };
            let moves_up = moves(&second);
            if moves_up || moves(&first) {
                if !moves_up {
                    let moved = [first.register, first.base];
                    forget_kills(function, first.inst, other, &moved);
                }
                return Some(Partner { second, moves_up });
            }
        }
        if !between.add(function, other) || between.writes(first.base) {
            return None;
        }
    }
    None
}

/// Whether an access that `fits` follows at all, which is soon said.
fn has_candidate(
    function: &MachineFunction,
    first: Access,
    fits: &impl Fn(&Access) -> bool,
) -> bool {
    let mut cursor = function.next_inst(first.inst);
    let mut distance = 0;
    while let Some(other) = cursor.filter(|_| distance < SEARCH_DISTANCE) {
        if access(function, other).is_some_and(|second| fits(&second)) {
            return true;
        }
        let wall = InstrFlags::CALL | InstrFlags::TERMINATOR;
        if function.desc(other).flags.intersects(wall) {
            return false;
        }
        distance += usize::from(!function.is_debug(other));
        cursor = function.next_inst(other);
    }
    false
}

/// Makes a pair of `inst` and a neighbour after it; returns where to go on.
pub(super) fn merge(function: &mut MachineFunction, inst: Inst) -> Option<Option<Inst>> {
    let first = access(function, inst)?;
    let form = first.form.pair?;
    if first.is_load && TARGET.regs_overlap(first.register, first.base) {
        return None;
    }
    let partner = find_partner(function, first, |second| is_neighbour(&first, second))?;
    let other = partner.second.inst;
    let next = function.next_inst(inst).filter(|next| *next != other);
    let after = function.next_inst(other);
    let place = if partner.moves_up { inst } else { other };
    make_pair(function, place, (first, partner.second), form.offset);
    Some(next.or(after))
}

/// Whether two accesses are of one form and side by side, where a pair reaches.
fn is_neighbour(first: &Access, second: &Access) -> bool {
    let size = first.form.size;
    let low = first.offset.min(second.offset);
    let same_register = first.is_load && TARGET.regs_overlap(first.register, second.register);
    first.form.scaled == second.form.scaled
        && first.base == second.base
        && (first.offset - second.offset).abs() == size
        && low % size == 0
        && (-64..64).contains(&(low / size))
        && !same_register
}

fn make_pair(
    function: &mut MachineFunction,
    place: Inst,
    (first, second): (Access, Access),
    opcode: Opcode,
) {
    let (low, high) = match first.offset < second.offset {
        true => (first, second),
        false => (second, first),
    };
    let location = function.debug_loc(first.inst);
    let both = [low.inst, high.inst];
    let registers = both.map(|inst| without_kill(function.operand(inst, 0).detached()));
    let base = without_kill(function.operand(low.inst, 1).detached());
    let implicit: SmallVec<[Operand; 4]> = both
        .into_iter()
        .flat_map(|inst| function.operands(inst)[3..].iter())
        .filter(|operand| !reads_result(function, first.inst, operand))
        .map(|operand| without_kill(operand.detached()))
        .collect();
    let mem = mem_operands(function, both);
    let mut build = InstBuilder::new(function, opcode).location(location);
    build = build
        .ops(&registers)
        .op(base)
        .imm(low.offset / low.form.size);
    for operand in implicit {
        build = build.extra(operand);
    }
    for operand in mem {
        build = build.mem(operand);
    }
    build.insert_before(place);
    function.remove_inst(low.inst);
    function.remove_inst(high.inst);
}

/// What two instructions say about the memory that they access.
pub(super) fn mem_operands(
    function: &MachineFunction,
    insts: [Inst; 2],
) -> SmallVec<[MemOperand; 2]> {
    let operands = insts.into_iter().flat_map(|inst| function.mem_ops(inst));
    operands.copied().collect()
}

/// Whether `operand`, of the second of a pair, reads what the first defines: the rest of a list of registers.
fn reads_result(function: &MachineFunction, first: Inst, operand: &Operand) -> bool {
    let Some(read) = operand.as_reg().as_physical().filter(|_| operand.is_use()) else {
        return false;
    };
    function.operands(first).iter().any(|def| {
        let defined = def.as_reg().as_physical().filter(|_| def.is_def());
        defined.is_some_and(|defined| function.target.regs_overlap(defined, read))
    })
}
