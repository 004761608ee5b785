//! Two operations of a chain in another order.
//!
//! ```text
//!   B = A op X                            B = X op Y
//!   C = B op Y                            C = A op B
//! ```
//!
//! If `A` is late, the new `B` does not wait for it. Which operand is `A` and which is `B` gives four cases.

use avarice_mir::{Inst, InstNotes, MachineFunction, MiFlags, Operand, OperandFlags};
use smallvec::SmallVec;

use super::{Alternative, CombinerHooks, Math, Pattern};

/// Which operands of the two operations are `A` and `B`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reassociation {
    /// `(A op X) op Y`
    AxBy,
    /// `(X op A) op Y`
    XaBy,
    /// `Y op (A op X)`
    AxYb,
    /// `Y op (X op A)`
    XaYb,
}

impl Reassociation {
    /// The operands of the first operation that are `A` and `X`, and those of the second that are `B` and `Y`.
    fn places(self) -> [usize; 4] {
        match self {
            Self::AxBy => [1, 2, 1, 2],
            Self::XaBy => [2, 1, 1, 2],
            Self::AxYb => [1, 2, 2, 1],
            Self::XaYb => [2, 1, 2, 1],
        }
    }

    /// Whether the new operations have `Y` and `B` first.
    fn swaps(self) -> [bool; 2] {
        match self {
            Self::AxBy => [false, false],
            Self::XaBy => [true, false],
            Self::AxYb | Self::XaYb => [true, true],
        }
    }
}

/// Finds the orders in which `root` and the operation before it may be done.
pub(super) fn find(
    function: &MachineFunction,
    (hooks, math): (&dyn CombinerHooks, Math),
    root: Inst,
    out: &mut Vec<Pattern>,
) {
    if !hooks.is_associative(function, root, math) {
        return;
    }
    let Some(mut operands) = defined_operands(function, root, root) else {
        return;
    };
    let opcode = function.opcode(root);
    let is_same = |inst: Inst| function.opcode(inst) == opcode;
    let is_second = !is_same(operands[0]) && is_same(operands[1]);
    if is_second {
        operands.swap(0, 1);
    }
    let before = operands[0];
    let has_one_reader = || {
        let mut uses = function.non_debug_uses(function.operand(before, 0).as_reg());
        uses.next().is_some() && uses.next().is_none()
    };
    let is_candidate = is_same(before)
        && hooks.is_associative(function, before, math)
        && defined_operands(function, before, root).is_some()
        && has_one_reader();
    if is_candidate {
        use Reassociation::{AxBy, AxYb, XaBy, XaYb};
        let orders = if is_second {
            [AxYb, XaYb]
        } else {
            [AxBy, XaBy]
        };
        out.extend(orders.map(Pattern::Reassociate));
    }
}

/// What defines the two operands of an operation, at least one in the block of `root`; `None` if they may not change
/// places with others.
fn defined_operands(function: &MachineFunction, inst: Inst, root: Inst) -> Option<[Inst; 2]> {
    let operands = function.operands(inst);
    let is_live =
        |o: &Operand| o.is_def() && o.has(OperandFlags::IMPLICIT) && !o.has(OperandFlags::DEAD);
    if operands.len() < 3 || operands.iter().any(is_live) {
        return None;
    }
    let def = |at: usize| function.unique_def(operands[at].as_reg().as_virtual()?);
    let (first, second) = (def(1)?, def(2)?);
    let block = function.inst_block(root);
    let is_near = |inst| function.inst_block(inst) == block;
    (is_near(first) || is_near(second)).then_some([first, second])
}

/// Makes the two operations of another order.
pub(super) fn make(
    function: &mut MachineFunction,
    root: Inst,
    order: Reassociation,
    out: &mut Alternative,
) {
    let [a, x, b, y] = order.places();
    let before = function.operand(root, b).as_reg().as_virtual();
    let Some(before) = before.and_then(|reg| function.unique_def(reg)) else {
        return;
    };
    let Some(class) = function
        .desc(root)
        .operands
        .first()
        .and_then(|row| row.class)
    else {
        return;
    };
    if function.inst_block(before) != function.inst_block(root) {
        return;
    }
    let operands = [(before, a), (root, b), (before, x), (root, y), (root, 0)]
        .map(|(inst, at)| *function.operand(inst, at));
    for operand in operands {
        if let Some(reg) = operand.as_reg().as_virtual() {
            function.constrain_class(reg, class, 0);
        }
    }
    let [a, _, x, y, _] = operands.map(as_use);
    let between = function.create_vreg(class);
    let made = as_use(Operand::reg(between).with(OperandFlags::KILL));
    let [swaps_last, swaps_first] = order.swaps();
    let first = ordered(x, y, swaps_first);
    let last = ordered(a, made, swaps_last);
    let flags = function.insts[root].flags & function.insts[before].flags;
    let flags = flags - (MiFlags::NSW | MiFlags::NUW | MiFlags::EXACT);
    let first = copy(function, before, Operand::def(between), first);
    let result = Operand::def(function.operand(root, 0).as_reg());
    let last = copy(function, root, result, last);
    for inst in [first, last] {
        function.insts[inst].flags = flags;
    }
    if let Some(number) = function.notes(root).map(|notes| notes.debug_number)
        && number != 0
    {
        let notes = function.notes(last).copied().unwrap_or_default();
        function.set_notes(
            last,
            InstNotes {
                debug_number: number,
                ..notes
            },
        );
    }
    out.inserted.extend([first, last]);
    out.removed.extend([before, root]);
    out.between = Some(between);
}

/// A use of the same register, a last one if `operand` is.
fn as_use(operand: Operand) -> Operand {
    Operand::reg(operand.as_reg()).with(operand.flags() & OperandFlags::KILL)
}

fn ordered(a: Operand, b: Operand, swap: bool) -> [Operand; 2] {
    if swap { [b, a] } else { [a, b] }
}

/// An instruction like `inst` with another result and other operands.
fn copy(
    function: &mut MachineFunction,
    inst: Inst,
    result: Operand,
    [first, second]: [Operand; 2],
) -> Inst {
    let old = function.operands(inst);
    let rest = old[3..].iter().map(|operand| operand.detached());
    let mut operands: SmallVec<[Operand; 6]> = SmallVec::from_slice(&[result, first, second]);
    operands.extend(rest);
    let location = function.debug_loc(inst);
    let sections = function.notes(inst).map(|notes| notes.pc_sections);
    let made = function.create_inst(function.opcode(inst), &operands);
    function.set_debug_loc(made, location);
    if let Some(pc_sections) = sections.filter(|sections| sections.is_some()) {
        let notes = InstNotes {
            pc_sections,
            ..InstNotes::default()
        };
        function.set_notes(made, notes);
    }
    made
}
