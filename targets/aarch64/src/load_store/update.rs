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
//!
//!   ld1 { v0.4s, v1.4s }, [x0]           ld1 { v0.4s, v1.4s }, [x0], #32
//!   add x0, x0, #32
//! ```

use std::ops::Range;
use std::sync::LazyLock;

use avarice_mir::{Inst, InstBuilder, MachineFunction, MemOperand, Operand, OperandKind};
use avarice_target::{InstrDesc, InstrFlags, Opcode, PhysReg};
use smallvec::SmallVec;

use super::{FORMS, Form, is_of_frame, without_kill};
use crate::{TARGET, op, reg};

/// How many instructions away an addition to the base is looked for.
const UPDATE_DISTANCE: usize = 100;

/// The forms of an instruction that change the base along with the access.
#[derive(Clone, Copy)]
struct Updates {
    /// Which operand the base is. After it comes the offset if `unit` is not 0.
    base: usize,
    /// Bytes of a unit of the offset; 0 if there is none.
    unit: i64,
    /// Before the base changes.
    post: Opcode,
    /// After the base has changed; `None` if there is no such form.
    pre: Option<Opcode>,
    change: Change,
}

/// What may be added to the base.
#[derive(Clone, Copy)]
enum Change {
    /// A number of units in this range: bytes of a unit.
    Units(i64, (i64, i64)),
    /// This many bytes.
    Bytes(i64),
}

impl Change {
    /// The last operand of an instruction that adds `by` bytes.
    fn operand(self, by: i64) -> Option<Operand> {
        match self {
            Self::Units(size, (low, high)) => {
                let fits = by % size == 0 && (low..=high).contains(&(by / size));
                fits.then(|| Operand::imm(by / size))
            }
            Self::Bytes(bytes) => (by == bytes).then(|| Operand::reg(reg::XZR)),
        }
    }
}

/// For each opcode, its forms that change the base.
static UPDATES: LazyLock<Vec<Option<Updates>>> = LazyLock::new(|| {
    let mut updates = vec![None; TARGET.instrs.len()];
    for form in FORMS {
        add_form(&mut updates, form);
    }
    for (index, row) in TARGET.instrs.iter().enumerate() {
        let single = row.name.strip_suffix("_POST").and_then(|name| {
            let opcode = TARGET.opcode_by_name(name)?;
            Some((opcode, transfer_bytes(row)?))
        });
        if let Some((opcode, bytes)) = single {
            updates[opcode.index()] = Some(Updates {
                base: TARGET.instr(opcode).operands.len() - 1,
                unit: 0,
                post: Opcode::from_index(index),
                pre: None,
                change: Change::Bytes(bytes),
            });
        }
    }
    updates
});

fn add_form(updates: &mut [Option<Updates>], form: &Form) {
    for (opcode, unit) in [(form.scaled, form.size), (form.unscaled, 1)] {
        updates[opcode.index()] = Some(Updates {
            base: 1,
            unit,
            post: form.post,
            pre: Some(form.pre),
            change: Change::Units(1, (-256, 255)),
        });
    }
    if let Some(pair) = form.pair {
        updates[pair.offset.index()] = Some(Updates {
            base: 2,
            unit: form.size,
            post: pair.post,
            pre: Some(pair.pre),
            change: Change::Units(form.size, (-64, 63)),
        });
    }
}

/// The bytes that an access to a list of registers adds to its base if told so by `xzr`.
fn transfer_bytes(row: &InstrDesc) -> Option<i64> {
    let mut kinds = row.kinds.iter();
    kinds.find_map(|kind| kind.strip_prefix("GPR64pi")?.parse().ok())
}

/// A change of a base that becomes part of an access.
struct Merge {
    addition: Inst,
    opcode: Opcode,
    /// The last operand.
    amount: Operand,
}

/// Makes an addition to the base of `inst`, a volatile access perhaps, part of it; returns where to go on.
pub(super) fn merge(function: &mut MachineFunction, inst: Inst) -> Option<Option<Inst>> {
    let updates = UPDATES[function.opcode(inst).index()]?;
    if is_of_frame(function, inst) {
        return None;
    }
    let base = function.operand(inst, updates.base);
    let base = base.as_reg().as_physical()?;
    let offset = match updates.unit {
        0 => 0,
        unit => unit * function.operand(inst, updates.base + 1).as_imm()?,
    };
    let explicit = &function.operands(inst)[..updates.base];
    if explicit.iter().any(|operand| touches(operand, base)) {
        return None;
    }
    let after = find_after(function, inst, &updates, (base, offset));
    let found = after.or_else(|| find_before(function, inst, &updates, (base, offset)))?;
    let made = apply(function, inst, &updates, &found);
    Some(function.next_inst(made))
}

/// Whether an operand is `base` or a part of it.
fn touches(operand: &Operand, base: PhysReg) -> bool {
    let named = operand.as_reg().as_physical();
    named.is_some_and(|named| TARGET.regs_overlap(named, base))
}

/// The number that `inst` adds to `base`, if that is all it does.
fn increment(function: &MachineFunction, inst: Inst, base: PhysReg) -> Option<i64> {
    let sign = match function.opcode(inst) {
        op::ADDXri => 1,
        op::SUBXri => -1,
        _ => return None,
    };
    let same = |index| function.operand(inst, index).as_reg().as_physical() == Some(base);
    let number = function.operand(inst, 2).as_imm()?;
    let shift = function.operand(inst, 3).as_imm()?;
    let fits = same(0) && same(1) && shift == 0 && !is_of_frame(function, inst);
    (fits && function.num_operands(inst) == 4).then_some(sign * number)
}

/// Whether an addition to `base` cannot be moved over `inst`. Memory below the stack pointer is not owned, so
/// a change of the stack pointer is not moved over any memory access.
fn minds(function: &MachineFunction, inst: Inst, base: PhysReg) -> bool {
    let memory =
        InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE | InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
    if function.is_debug(inst) {
        return false;
    }
    if base == reg::SP && function.desc(inst).flags.intersects(memory) {
        return true;
    }
    function.operands(inst).iter().any(|operand| {
        let clobbered =
            operand.kind() == OperandKind::RegMask && !function.mask_preserves(operand, base);
        clobbered || touches(operand, base)
    })
}

/// An addition after `inst` of what the access does not need (`[x0]`, then `x0 + n`) or has added itself
/// (`[x0, #n]`, then `x0 + n`).
fn find_after(
    function: &MachineFunction,
    inst: Inst,
    updates: &Updates,
    (base, offset): (PhysReg, i64),
) -> Option<Merge> {
    let mut cursor = function.next_inst(inst);
    for _ in 0..UPDATE_DISTANCE {
        let other = cursor?;
        if let Some(by) = increment(function, other, base)
            && let Some(amount) = updates.change.operand(by)
        {
            let opcode = match offset {
                0 => updates.post,
                _ if offset == by => updates.pre?,
                _ => return None,
            };
            return Some(Merge {
                addition: other,
                opcode,
                amount,
            });
        }
        if minds(function, other, base) {
            return None;
        }
        cursor = function.next_inst(other);
    }
    None
}

/// An addition before `inst`, which accesses what the base points to then.
fn find_before(
    function: &MachineFunction,
    inst: Inst,
    updates: &Updates,
    (base, offset): (PhysReg, i64),
) -> Option<Merge> {
    let opcode = updates.pre.filter(|_| offset == 0)?;
    let mut cursor = function.prev_inst(inst);
    for _ in 0..UPDATE_DISTANCE {
        let other = cursor?;
        if let Some(by) = increment(function, other, base)
            && let Some(amount) = updates.change.operand(by)
        {
            return Some(Merge {
                addition: other,
                opcode,
                amount,
            });
        }
        if minds(function, other, base) {
            return None;
        }
        cursor = function.prev_inst(other);
    }
    None
}

/// Puts an instruction that does both in the place of `inst`.
fn apply(function: &mut MachineFunction, inst: Inst, updates: &Updates, merge: &Merge) -> Inst {
    let location = function.debug_loc(inst);
    let new_base = function.operand(merge.addition, 0).as_reg();
    let end = updates.base + 1 + usize::from(updates.unit != 0);
    let copy = |function: &MachineFunction, range: Range<usize>| -> SmallVec<[Operand; 4]> {
        let operands = function.operands(inst)[range].iter();
        operands.map(|operand| operand.detached()).collect()
    };
    let mut explicit = copy(function, 0..updates.base + 1);
    explicit[updates.base] = without_kill(explicit[updates.base]);
    let implicit = copy(function, end..function.num_operands(inst));
    let mem: SmallVec<[MemOperand; 2]> = function.mem_ops(inst).copied().collect();
    let mut build = InstBuilder::new(function, merge.opcode)
        .location(location)
        .def(new_base)
        .ops(&explicit)
        .op(merge.amount);
    for operand in implicit {
        build = build.extra(operand);
    }
    for operand in mem {
        build = build.mem(operand);
    }
    let made = build.insert_before(inst);
    function.remove_inst(inst);
    function.remove_inst(merge.addition);
    made
}
