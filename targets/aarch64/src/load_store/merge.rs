//! Two neighbours become a pair.

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags};
use avarice_target::op as generic;
use cranelift_entity::packed_option::PackedOption;

use super::forms::{Access, Mode, PairForm};
use super::pair::{Direction, Extended, Goal, Partner, find_partner, is_in_reach_of_pair};
use super::rename;
use super::{Context, Outcome, Scratch, after_both, can_merge, create_merged, forget_kills, names};
use crate::subtarget::Features;
use crate::{TARGET, op, sub};

/// Makes a pair of an access and a later neighbour.
pub(super) fn pair(
    function: &mut MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    inst: Inst,
) -> Outcome {
    note_values(function, scratch, inst);
    let first = Access::of(function, inst).filter(Access::is_pairable);
    let Some(first) = first.filter(|first| may_be_paired(function, context, first)) else {
        return Outcome::Unchanged;
    };
    let Some(partner) = find_partner(function, context, scratch, &first, Goal::Pair) else {
        return Outcome::Unchanged;
    };
    if !is_aligned_enough(function, context, &first) {
        return Outcome::Unchanged;
    }
    let before = function.prev_inst(inst);
    let block = function.inst_block(inst);
    let Some(next) = merge(function, scratch, &first, &partner) else {
        return Outcome::Unchanged;
    };
    let begin = block.and_then(|block| function.blocks[block].first.expand());
    let mut cursor = match before {
        Some(before) => function.next_inst(before),
        None => begin,
    };
    while let Some(inst) = cursor.filter(|inst| Some(*inst) != next) {
        note_values(function, scratch, inst);
        cursor = function.next_bundle(inst);
    }
    Outcome::GoOn(next)
}

/// Keeps up which registers have values in the block, or had: what is read for the last time has none.
fn note_values(function: &MachineFunction, scratch: &mut Scratch, head: Inst) {
    for is_kill in [true, false] {
        for inst in function.bundle_insts(head) {
            for operand in function.operands(inst) {
                let named = operand.as_reg().as_physical();
                let Some(named) = named.filter(|_| !operand.has(OperandFlags::DEBUG)) else {
                    continue;
                };
                let kills = operand.is_use() && operand.has(OperandFlags::KILL);
                match (is_kill, kills) {
                    (true, true) => scratch.defined.remove(function, named),
                    (false, false) => scratch.defined.add(function, named),
                    _ => {}
                }
            }
        }
    }
}

fn may_be_paired(function: &MachineFunction, context: &Context<'_>, first: &Access) -> bool {
    let refused = match first.loads(function) {
        true => Features::DISABLE_LDP,
        false => Features::DISABLE_STP,
    };
    let stride = if first.is_unscaled() {
        first.form.size
    } else {
        1
    };
    // A neighbour may have the smaller offset.
    let low = first.number - if first.number > 0 { stride } else { 0 };
    can_merge(function, context, first)
        && !context.features.contains(refused)
        && is_in_reach_of_pair(low, stride)
}

/// Whether memory is aligned to what the pair accesses, where the processor asks for that.
fn is_aligned_enough(function: &MachineFunction, context: &Context<'_>, first: &Access) -> bool {
    let asked = match first.loads(function) {
        true => Features::LDP_ALIGNED_ONLY,
        false => Features::STP_ALIGNED_ONLY,
    };
    if !context.features.contains(asked) {
        return true;
    }
    let memory = function.mem_ops(first.inst).next();
    memory.is_some_and(|memory| {
        let size = memory.size.filter(|size| size.is_power_of_two());
        size.is_some_and(|size| memory.align() >= size.saturating_mul(2))
    })
}

/// Puts the pair in the place of one of both; returns where to go on, or `None` if it cannot be.
fn merge(
    function: &mut MachineFunction,
    scratch: &mut Scratch,
    first: &Access,
    partner: &Partner,
) -> Option<Option<Inst>> {
    let second = &partner.access;
    let form = match partner.extended {
        // The pair loads words, one of which is extended after it.
        Some(Extended::First) => second.form,
        Some(Extended::Second) | None => first.form,
    };
    let forms = form.pair?;
    if let Some(renamed) = partner.renamed {
        scratch.defined.add(function, renamed);
        let both = (first, second.inst);
        if !rename::apply(function, both, partner.direction, renamed) {
            return None;
        }
    }
    let stored = function.operand(first.inst, first.register_index());
    let first = &Access {
        register: stored.as_reg().as_physical()?,
        ..*first
    };
    let next = after_both(function, first.inst, second.inst);
    let is_pre = first.mode == Mode::Pre;
    let swapped = !is_pre && first.offset() == second.offset() + first.form.size;
    let (low, high) = if swapped {
        (second, first)
    } else {
        (first, second)
    };
    let place = match partner.direction {
        Direction::IntoFirst => first,
        Direction::IntoSecond => second,
    };
    let mut registers = [low, high].map(|access| {
        let operand = function.operand(access.inst, access.register_index());
        operand.detached()
    });
    if !first.loads(function) {
        keep_kills_right(
            function,
            (first, second),
            partner.direction,
            &mut registers[usize::from(!swapped)],
        );
    }
    let base = function.operand(place.inst, place.base_index()).detached();
    let both = (first, second);
    let pair = create_pair(function, &forms, both, low, (base, registers));
    function.insert_before(place.inst, pair);
    if let Some(extended) = partner.extended {
        let is_low = (extended == Extended::First) != swapped;
        let index = usize::from(is_pre) + usize::from(!is_low);
        extend(
            function,
            (pair, index),
            place.inst,
            function.debug_loc(first.inst),
        );
    }
    if partner.direction == Direction::IntoSecond {
        add_killed(function, scratch, first.inst);
    }
    function.remove_inst(first.inst);
    function.remove_inst(second.inst);
    Some(next)
}

/// Counts the registers that `inst` is the last to read among those that are defined: what comes after it may be one's
/// new value.
fn add_killed(function: &MachineFunction, scratch: &mut Scratch, inst: Inst) {
    for operand in function.operands(inst) {
        if let Some(named) = operand.as_reg().as_physical()
            && operand.is_use()
            && operand.has(OperandFlags::KILL)
        {
            scratch.defined.add(function, named);
        }
    }
}

/// Creates the pair of the accesses `first` and `second`, of which `low` has the lower address and gives the offset.
fn create_pair(
    function: &mut MachineFunction,
    forms: &PairForm,
    (first, second): (&Access, &Access),
    low: &Access,
    (base, registers): (Operand, [Operand; 2]),
) -> Inst {
    let number = Operand::imm(low.offset() / low.form.size);
    let [one, other] = registers;
    let insts = [first.inst, second.inst];
    if first.mode == Mode::Pre {
        let changed = Operand::def(base.as_reg());
        let operands = [changed, one, other, base, number];
        return create_merged(function, forms.pre, &operands, insts);
    }
    create_merged(function, forms.offset, &[one, other, base, number], insts)
}

/// A store that moves over other readers of its register is the last to read it no longer, and neither are they if it
/// moves down. `stored`: what the second stores, in the pair.
fn keep_kills_right(
    function: &mut MachineFunction,
    (first, second): (&Access, &Access),
    direction: Direction,
    stored: &mut Operand,
) {
    let mut cursor = function.next_inst(first.inst);
    while let Some(inst) = cursor.filter(|inst| *inst != second.inst) {
        match direction {
            Direction::IntoSecond => forget_kills(function, inst, first.register),
            Direction::IntoFirst => {
                let reads = |operand: &Operand| operand.is_use() && names(operand, second.register);
                if function.operands(inst).iter().any(reads) {
                    stored.set(OperandFlags::KILL, false);
                }
            }
        }
        cursor = function.next_inst(inst);
    }
}

/// Extends a loaded word by its sign after the pair: the operand of the pair becomes the word.
fn extend(
    function: &mut MachineFunction,
    (pair, index): (Inst, usize),
    place: Inst,
    location: PackedOption<avarice_ir::MetadataId>,
) {
    let Some(whole) = function.operand(pair, index).as_reg().as_physical() else {
        return;
    };
    let word = TARGET.sub_reg(whole, sub::SUB_32);
    function.set_reg(pair, index, word);
    let operand = function.operand_mut(pair, index);
    operand.set(OperandFlags::RENAMABLE, false);
    InstBuilder::new(function, generic::KILL)
        .location(location)
        .def(word)
        .reg(word)
        .implicit_def(whole)
        .insert_before(place);
    InstBuilder::new(function, op::SBFMXri)
        .location(location)
        .def(whole)
        .reg(whole)
        .imm(0)
        .imm(31)
        .insert_before(place);
}
