//! An addition to the base of a load or store becomes part of the access.
//!
//! ```text
//!   ldr x8, [x0]                         ldr x8, [x0], #8
//!   add x0, x0, #8
//!
//!   ldr x8, [x0, #8]                     ldr x8, [x0, #8]!
//!   add x0, x0, #8
//!
//!   add x0, x0, #8                       ldr x8, [x0, #8]!
//!   ldr x8, [x0]
//! ```

use avarice_mir::inst_facts::{may_load, may_store};
use avarice_mir::{
    CfiInstruction, InsertPoint, Inst, InstBuilder, MachineFunction, MemOperand, MiFlags,
    OperandValue,
};
use avarice_target::{Opcode, PhysReg, op as generic};
use smallvec::SmallVec;

use super::forms::{Access, Kind, Mode};
use super::{Context, Outcome, Scratch, after_both, distance, next_code, previous_code};
use crate::{TARGET, op, reg};

/// When the base changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Before the access.
    Pre,
    /// After it.
    Post,
}

/// Makes an addition to the base of `inst` part of it.
pub(super) fn merge(
    function: &mut MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    inst: Inst,
) -> Outcome {
    let Some(access) = Access::of(function, inst).filter(has_changing_form) else {
        return Outcome::Unchanged;
    };
    let mut search = Search {
        function,
        context,
        scratch,
        access: &access,
    };
    let found = search.find_after(0).map(|update| (update, When::Post));
    let found = match found {
        None if !access.is_unscaled() => {
            let update = search.find_before();
            let update = update.or_else(|| search.find_after(access.offset()));
            update.map(|update| (update, When::Pre))
        }
        found => found,
    };
    match found {
        Some((update, when)) => Outcome::GoOn(apply(function, &access, update, when)),
        None => Outcome::Unchanged,
    }
}

/// Whether llc merges an update of the base into `access`. `LDRSWui` has the forms, too, but llc does not use them.
fn has_changing_form(access: &Access) -> bool {
    let is_signed = access.form.kind == Kind::SignedWord;
    match access.mode {
        Mode::Pre => false,
        Mode::Unscaled => !is_signed && access.form.size >= 4,
        Mode::Scaled => !is_signed,
        Mode::Pair => true,
    }
}

/// Bytes of a unit in the changing forms, and the most and least that they take.
fn reach(access: &Access) -> (i64, std::ops::RangeInclusive<i64>) {
    match access.mode {
        Mode::Pair => (access.form.size, -64..=63),
        _ if access.form.kind == Kind::Tag => (access.form.size, -256..=255),
        _ => (1, -256..=255),
    }
}

struct Search<'a> {
    function: &'a MachineFunction,
    context: &'a Context<'a>,
    scratch: &'a mut Scratch,
    access: &'a Access,
}

impl Search<'_> {
    /// The first addition after the access of any number, or if `wanted` is not 0 of that, if the access has this
    /// offset.
    fn find_after(&mut self, wanted: i64) -> Option<Inst> {
        let (function, access) = (self.function, self.access);
        let base = access.base;
        let offset = access.number * access.form.size;
        // A tag does not depend on the address that the register has.
        let is_free = access.form.kind == Kind::Tag;
        if offset != wanted || !is_free && self.names_base() {
            return None;
        }
        self.scratch.between.clear();
        let mut count = 0;
        let mut cursor = next_code(function, access.inst);
        while let Some(inst) = cursor.filter(|_| count < self.context.options.update_limit) {
            count += distance(function, inst);
            if is_update(function, access, inst, wanted) {
                return Some(inst);
            }
            self.scratch.between.add(function, inst);
            // Below the stack pointer there is nothing that lasts.
            let is_on_stack = base == reg::SP && accesses_memory(function, inst);
            if is_on_stack || !self.is_untouched(base) {
                return None;
            }
            cursor = next_code(function, inst);
        }
        None
    }

    /// An addition before the access, which has no offset.
    fn find_before(&mut self) -> Option<Inst> {
        let (function, access) = (self.function, self.access);
        let base = access.base;
        let is_free = access.form.kind == Kind::Tag && access.mode != Mode::Pair;
        if access.number != 0 || !is_free && self.names_base() {
            return None;
        }
        self.scratch.between.clear();
        let mut count = 0;
        let mut is_stack_used = false;
        let mut inst = access.inst;
        while count < self.context.options.update_limit {
            inst = previous_code(function, inst)?;
            count += distance(function, inst);
            if is_update(function, access, inst, 0) {
                let by = function.operand(inst, 2).as_imm()?;
                let is_safe = !is_stack_used || by <= self.context.red_zone;
                return is_safe.then_some(inst);
            }
            self.scratch.between.add(function, inst);
            if !self.is_untouched(base) {
                return None;
            }
            is_stack_used |= base == reg::SP && accesses_memory(function, inst);
        }
        None
    }

    /// Whether a register that is loaded or stored is the base or a part of it.
    fn names_base(&self) -> bool {
        let access = self.access;
        let first = access.register_index();
        let last = first + usize::from(access.mode == Mode::Pair);
        (first..=last).any(|index| {
            let named = self.function.operand(access.inst, index).as_reg();
            named.as_physical().is_some_and(|named| {
                named == access.base || TARGET.reg(named).super_regs.contains(&access.base)
            })
        })
    }

    fn is_untouched(&self, base: PhysReg) -> bool {
        let between = &self.scratch.between;
        between.modified.is_available(self.function, base)
            && between.used.is_available(self.function, base)
    }
}

fn accesses_memory(function: &MachineFunction, head: Inst) -> bool {
    let mut insts = function.bundle_insts(head);
    insts.any(|inst| may_load(function, inst) || may_store(function, inst))
}

/// Whether `inst` adds a number to the base of `access` that its changing forms take, and if `wanted` is not 0, that.
fn is_update(function: &MachineFunction, access: &Access, inst: Inst, wanted: i64) -> bool {
    let Some(by) = added(function, inst) else {
        return false;
    };
    let has_base =
        |index| function.operand(inst, index).as_reg().as_physical() == Some(access.base);
    let (unit, range) = reach(access);
    has_base(0)
        && has_base(1)
        && by % unit == 0
        && range.contains(&(by / unit))
        && (wanted == 0 || by == wanted)
}

/// What `inst` adds to a register, if that is all that it does.
pub(super) fn added(function: &MachineFunction, inst: Inst) -> Option<i64> {
    let sign = match function.opcode(inst) {
        op::ADDXri => 1,
        op::SUBXri => -1,
        _ => return None,
    };
    let [_, _, number, shift, ..] = function.operands(inst) else {
        return None;
    };
    let number = number.as_imm().filter(|_| shift.as_imm() == Some(0))?;
    i32::try_from(number).ok()?;
    Some(sign * number)
}

/// Puts the form that also does `update` in the place of `access`; returns where to go on.
fn apply(
    function: &mut MachineFunction,
    access: &Access,
    update: Inst,
    when: When,
) -> Option<Inst> {
    let inst = access.inst;
    let row = match when {
        When::Pre => rows_that_follow(function, update),
        When::Post => None,
    };
    let next = after_both(function, inst, update);
    let (unit, _) = reach(access);
    let by = added(function, update).unwrap_or(0) / unit;
    let location = function.debug_loc(inst);
    let flags = function.insts[inst].flags | function.insts[update].flags;
    let memory: SmallVec<[MemOperand; 2]> = function.mem_ops(inst).copied().collect();
    let changed = function.operand(update, 0).detached();
    let base = access.base_index();
    let operands: SmallVec<[_; 4]> = function.operands(inst)[..=base]
        .iter()
        .map(|operand| operand.detached())
        .collect();
    let mut build = InstBuilder::new(function, changing_form(access, when))
        .op(changed)
        .ops(&operands)
        .imm(by);
    for operand in memory {
        build = build.mem(operand);
    }
    let made = build.flags(flags).location(location).insert_before(inst);
    if let (Some(row), Some(block)) = (row, function.inst_block(made)) {
        let after = function.next_inst(made);
        if after != Some(row) {
            function.splice(row, InsertPoint::new(block, after));
        }
    }
    function.remove_inst(inst);
    function.remove_inst(update);
    next
}

fn changing_form(access: &Access, when: When) -> Opcode {
    let (pre, post) = match access.form.pair.filter(|_| access.mode == Mode::Pair) {
        Some(pair) => (pair.pre, pair.post),
        None => (access.form.pre, access.form.post),
    };
    match when {
        When::Pre => pre,
        When::Post => post,
    }
}

/// The unwind row after a change of the stack pointer, which is right only after that.
fn rows_that_follow(function: &MachineFunction, update: Inst) -> Option<Inst> {
    let of_frame = MiFlags::FRAME_SETUP | MiFlags::FRAME_DESTROY;
    let row = next_code(function, update)?;
    let is_row = function.opcode(row) == generic::CFI_INSTRUCTION;
    let is_stack = function.operand(update, 1).as_reg().as_physical() == Some(reg::SP);
    if !is_row || !is_stack || !function.insts[update].flags.intersects(of_frame) {
        return None;
    }
    let OperandValue::Cfi(index) = function.operand(row, 0).value() else {
        return None;
    };
    let moves = matches!(
        function.cfi[index],
        CfiInstruction::DefCfa(..)
            | CfiInstruction::DefCfaOffset(_)
            | CfiInstruction::LabeledCfaOffset(_)
    );
    moves.then_some(row)
}
