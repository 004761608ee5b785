//! Frame indices become a register and an offset.
//!
//! An offset that its instruction cannot hold is added to the base before, in a register that is free there:
//!
//! ```text
//!   $x0 = LDRXui %stack.3, 0      add x0, sp, #16, lsl #12      the result's own register
//!                                 ldr x0, [x0, #8]
//!   STRXui $x0, %stack.3, 0       add x9, sp, #16, lsl #12      one that is not read afterwards
//!                                 str x0, [x9, #8]
//! ```
//!
//! If none is free, one is saved in a slot meanwhile.

use std::sync::LazyLock;

use avarice_mir::{Inst, MachineFunction, MiFlags, Operand, OperandFlags, OperandKind, StackProbe};
use avarice_target::{InstrDesc, InstrFlags, Opcode, PhysReg};

use super::layout::Plan;
use super::probes::MAX_UNPROBED;
use super::prologue::Emitter;
use crate::{TARGET, class, op, reg};

/// Registers that may hold an address, best first: none that a call needs.
const SCRATCH: [PhysReg; 10] = [
    reg::X16,
    reg::X17,
    reg::X9,
    reg::X10,
    reg::X11,
    reg::X12,
    reg::X13,
    reg::X14,
    reg::X15,
    reg::X8,
];

/// How an instruction holds the offset that follows its base register.
#[derive(Clone, Copy, Debug)]
struct Offset {
    /// Bytes of a unit.
    scale: i64,
    /// The least and the greatest number of units.
    range: (i64, i64),
    /// The same instruction with an offset from -256 to 255 bytes.
    unscaled: Option<Opcode>,
}

static OFFSETS: LazyLock<Vec<Option<Offset>>> =
    LazyLock::new(|| TARGET.instrs.iter().map(offset_of).collect());

fn offset_of(row: &'static InstrDesc) -> Option<Offset> {
    if row.name.ends_with("pre") || row.name.ends_with("post") {
        return None;
    }
    row.kinds.iter().find_map(|kind| {
        let scale = |bytes: &str| bytes.parse().ok();
        if let Some(bytes) = kind.strip_prefix("uimm12s") {
            return Some(Offset {
                scale: scale(bytes)?,
                range: (0, 4095),
                unscaled: unscaled_form(row.name),
            });
        }
        let (bytes, range) = match kind.strip_prefix("simm7s") {
            Some(bytes) => (bytes, (-64, 63)),
            None => (
                kind.strip_prefix("simm9")?.trim_start_matches('s'),
                (-256, 255),
            ),
        };
        Some(Offset {
            scale: scale(bytes).unwrap_or(1),
            range,
            unscaled: None,
        })
    })
}

/// `LDURXi` for `LDRXui`.
fn unscaled_form(name: &str) -> Option<Opcode> {
    let middle = name.strip_suffix("ui")?;
    let name = match middle {
        "PRFM" => "PRFUMi".to_owned(),
        _ => format!("{}UR{}i", &middle[..2], middle.get(3..)?),
    };
    TARGET.opcode_by_name(&name)
}

/// Replaces frame indices and removes call frame pseudos. With variable-sized objects, which leave no room
/// for arguments below them, the pseudos become changes of the stack pointer.
pub(super) fn rewrite(function: &mut MachineFunction, plan: &Plan) {
    let mut live = vec![false; TARGET.units.len()];
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        live.fill(false);
        for successor in &function.blocks[block].succs {
            for (register, _) in &function.blocks[*successor].live_ins {
                mark(&mut live, *register, true);
            }
        }
        let mut cursor = function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst);
            step_up(function, inst, &mut live);
            match function.opcode(inst) {
                op::ADJCALLSTACKDOWN => change_stack_pointer(function, inst, -1),
                op::ADJCALLSTACKUP => change_stack_pointer(function, inst, 1),
                _ => {
                    let count = function.num_operands(inst);
                    let is_index =
                        |at: &usize| function.operand(inst, *at).as_frame_index().is_some();
                    if let Some(index) = (0..count).find(is_index) {
                        replace(function, plan, inst, index, &live);
                    }
                }
            }
        }
    }
}

fn mark(live: &mut [bool], register: PhysReg, value: bool) {
    for unit in TARGET.reg(register).units {
        live[unit.index()] = value;
    }
}

/// From the units live after `inst` to those live before it.
fn step_up(function: &MachineFunction, inst: Inst, live: &mut [bool]) {
    for operand in function.operands(inst) {
        if operand.kind() == OperandKind::RegMask {
            for register in SCRATCH {
                if !function.mask_preserves(operand, register) {
                    mark(live, register, false);
                }
            }
        }
        if let Some(register) = operand.as_reg().as_physical()
            && operand.is_def()
        {
            mark(live, register, false);
        }
    }
    for operand in function.operands(inst) {
        if let Some(register) = operand.as_reg().as_physical()
            && operand.is_use()
            && !operand.has(OperandFlags::UNDEF)
        {
            mark(live, register, true);
        }
    }
}

fn emitter<'f>(function: &'f mut MachineFunction, inst: Inst, before: Option<Inst>) -> Emitter<'f> {
    let block = function.inst_block(inst);
    Emitter {
        block: block.expect("walked instruction is in a block"),
        before,
        flags: MiFlags::empty(),
        location: function.debug_loc(inst),
        moves: false,
        function,
    }
}

fn change_stack_pointer(function: &mut MachineFunction, inst: Inst, sign: i64) {
    let bytes = function.operand(inst, 0).as_imm().unwrap_or(0);
    let bytes = (bytes + 15) & !15;
    if function.frame.has_var_sized_objects && bytes != 0 {
        let probe = function.target_info.stack_probe;
        let mut emit = emitter(function, inst, Some(inst));
        match probe {
            StackProbe::Inline(size) if sign < 0 && bytes >= MAX_UNPROBED => {
                emit.grow_for_call(bytes, size as i64);
            }
            _ => emit.add(reg::SP, reg::SP, sign * bytes, reg::X16),
        }
    }
    function.remove_inst(inst);
}

/// Replaces the frame index at operand `index`.
fn replace(function: &mut MachineFunction, plan: &Plan, inst: Inst, index: usize, live: &[bool]) {
    let Some(slot) = function.operand(inst, index).as_frame_index() else {
        return;
    };
    let (base, displacement) = plan.address(function, slot);
    if function.desc(inst).has(InstrFlags::META) {
        function.replace_operand(inst, index, Operand::reg(base));
        return;
    }
    let number = |at: usize| {
        let operand = (at < function.num_operands(inst)).then(|| function.operand(inst, at));
        operand.and_then(Operand::as_imm)
    };
    let opcode = function.opcode(inst);
    if opcode == op::ADDXri {
        let shift = number(index + 2).unwrap_or(0) & 0x3f;
        let total = displacement + (number(index + 1).unwrap_or(0) << shift);
        let Some(dst) = function.operand(inst, 0).as_reg().as_physical() else {
            return;
        };
        emitter(function, inst, Some(inst)).add(dst, base, total, dst);
        function.remove_inst(inst);
        return;
    }
    let offset = OFFSETS[opcode.index()];
    let total = displacement + offset.map_or(0, |o| number(index + 1).unwrap_or(0) * o.scale);
    if let Some(offset) = offset
        && holds(function, inst, index, base, total, offset)
    {
        return;
    }
    if offset.is_none() && total == 0 {
        function.replace_operand(inst, index, Operand::reg(base));
        return;
    }
    // The low part stays in the instruction if it can.
    let low = total & 0xfff;
    let low = match offset {
        Some(offset) if offset.range.0 == 0 && low % offset.scale == 0 => low,
        _ => 0,
    };
    with_scratch(function, plan, inst, live, |function, scratch| {
        emitter(function, inst, Some(inst)).add(scratch, base, total - low, scratch);
        let operand = Operand::reg(scratch).with(OperandFlags::KILL);
        function.replace_operand(inst, index, operand);
        if let Some(offset) = offset {
            function
                .operand_mut(inst, index + 1)
                .set_imm(low / offset.scale);
        }
    });
}

/// Puts base and offset into the instruction if the offset fits, in units or in bytes.
fn holds(
    function: &mut MachineFunction,
    inst: Inst,
    index: usize,
    base: PhysReg,
    total: i64,
    offset: Offset,
) -> bool {
    let units = total / offset.scale;
    let fits = total % offset.scale == 0 && (offset.range.0..=offset.range.1).contains(&units);
    let (opcode, number) = match offset.unscaled {
        _ if fits => (function.opcode(inst), units),
        Some(unscaled) if (-256..=255).contains(&total) => (unscaled, total),
        _ => return false,
    };
    function.set_opcode(inst, opcode);
    function.replace_operand(inst, index, Operand::reg(base));
    function.operand_mut(inst, index + 1).set_imm(number);
    true
}

/// Lets `use_it` have a register right before `inst`, which reads it. If there is none at all (inline assembly can
/// name every register), the frame index stays, which emission refuses.
fn with_scratch(
    function: &mut MachineFunction,
    plan: &Plan,
    inst: Inst,
    live: &[bool],
    use_it: impl FnOnce(&mut MachineFunction, PhysReg),
) {
    let own = own_result(function, inst);
    let is_unnamed = |register: &PhysReg| !names(function, inst, *register);
    let mut unnamed = SCRATCH.into_iter().filter(is_unnamed);
    let borrowed = unnamed.clone().next();
    let free = unnamed.find(|register| {
        let units = TARGET.reg(*register).units.iter();
        units.into_iter().all(|unit| !live[unit.index()])
    });
    if let Some(register) = own.or(free) {
        return use_it(function, register);
    }
    let (Some(register), Some(slot)) = (borrowed, plan.emergency) else {
        return;
    };
    let (base, offset) = plan.address(function, slot);
    let (store, load, offset) = match offset >= 0 && offset % 8 == 0 {
        true => (op::STRXui, op::LDRXui, offset / 8),
        false => (op::STURXi, op::LDURXi, offset),
    };
    let [base, offset] = [Operand::reg(base), Operand::imm(offset)];
    let after = function.next_inst(inst);
    let kept = Operand::reg(register).with(OperandFlags::KILL);
    emitter(function, inst, Some(inst)).build(store, &[kept, base, offset]);
    use_it(function, register);
    emitter(function, inst, after).build(load, &[Operand::def(register), base, offset]);
}

/// Whether an operand of `inst` is `register` or a part of it.
fn names(function: &MachineFunction, inst: Inst, register: PhysReg) -> bool {
    function.operands(inst).iter().any(|operand| {
        let named = operand.as_reg().as_physical();
        named.is_some_and(|named| TARGET.regs_overlap(named, register))
    })
}

/// Whether an instruction names a stack object and cannot hold an offset to it.
pub(super) fn has_bare_access(function: &MachineFunction) -> bool {
    let blocks = function.layout.iter();
    let mut insts = blocks.flat_map(|block| function.block_insts(*block));
    insts.any(|inst| {
        let opcode = function.opcode(inst);
        let mut operands = function.operands(inst).iter();
        OFFSETS[opcode.index()].is_none()
            && opcode != op::ADDXri
            && !function.desc(inst).has(InstrFlags::META)
            && operands.any(|operand| operand.as_frame_index().is_some())
    })
}

/// The 64-bit register in which `inst` returns its result, if it does not read it.
fn own_result(function: &MachineFunction, inst: Inst) -> Option<PhysReg> {
    let (result, rest) = function.operands(inst).split_first()?;
    let defined = result.as_reg().as_physical().filter(|_| result.is_def())?;
    let mut candidates = TARGET.class(class::GPR64).order.iter().copied();
    let whole = candidates.find(|register| TARGET.regs_overlap(*register, defined))?;
    let reads = rest.iter().any(|operand| {
        let named = operand.as_reg().as_physical();
        named.is_some_and(|named| TARGET.regs_overlap(named, whole))
    });
    (!reads && whole != reg::XZR).then_some(whole)
}
