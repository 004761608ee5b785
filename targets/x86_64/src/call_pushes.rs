//! `x86-cf-opt`: arguments that calls take on the stack are pushed, which is shorter code than storing them.
//!
//! ```text
//!   ADJCALLSTACKDOWN64 16, 0, 0                ADJCALLSTACKDOWN64 16, 0, 16
//!   %1 = COPY $rsp
//!   MOV64mr %1, 1, $noreg, 8, $noreg, %2
//!   MOV64mi32 %1, 1, $noreg, 0, $noreg, 7      PUSH64r %2
//!                                              CFI_INSTRUCTION adjust_cfa_offset 8
//!                                              PUSH64i32 7
//!                                              CFI_INSTRUCTION adjust_cfa_offset 8
//!   CALL64pcrel32 @f                           CALL64pcrel32 @f
//!   ADJCALLSTACKUP64 16, 0                     ADJCALLSTACKUP64 16, 0
//! ```
//!
//! A function that pushes anywhere keeps no room for arguments in its frame, so all its calls decide together.

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{
    CfiInstruction, Inst, InstBuilder, MachineFunction, MemOperand, Operand, Reg, StackProbe,
    inst_facts,
};
use avarice_target::{InstrFlags, op as generic};
use avarice_trace::Log;
use smallvec::SmallVec;

use crate::encode::operand_fields::MEMORY_OPERANDS;
use crate::{class, frame, op, reg, sub};

/// `x86-cf-opt`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["peephole-opt"],
    ..MachinePass::new("x86-cf-opt", "X86 Optimize Call Frame", || {
        Box::<Scratch>::default()
    })
};

/// Bytes of a pushed register.
const SLOT: i64 = 8;
/// What a call costs in bytes of code that stores its arguments: it needs no change of the stack pointer otherwise.
const COST_OF_STORES: i64 = 6;
/// What taking pushed arguments off the stack costs.
const COST_OF_RELEASE: i64 = 3;
/// What aligning the stack pointer before pushes costs.
const COST_OF_ALIGNMENT: i64 = 3;
/// What a push saves.
const GAIN_OF_PUSH: i64 = 3;

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    calls: Vec<CallFrame>,
}

/// The frame of one call.
#[derive(Debug)]
struct CallFrame {
    setup: Inst,
    arguments: Arguments,
}

/// What is known of arguments on the stack.
#[derive(Debug)]
enum Arguments {
    /// There are none.
    None,
    /// They stay as they are.
    Stored,
    /// They can be pushed.
    Pushed(Pushed),
}

#[derive(Debug)]
struct Pushed {
    call: Inst,
    /// The copy of the stack pointer that addresses are relative to.
    pointer: Option<Inst>,
    /// The stores, by address.
    stores: Vec<Inst>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        run(&mut unit.function, &mut self.calls);
        Ok(())
    }
}

/// Pushes arguments of calls where that makes the function smaller.
///
/// # Requires
/// Machine SSA with call frames.
///
/// # Ensures
/// Where arguments are pushed, they are in the order and at the places that the stores had put them.
///
/// # Preserves
/// The control flow graph.
fn run(function: &mut MachineFunction, calls: &mut Vec<CallFrame>) {
    calls.clear();
    if !has_plain_frames(function) {
        return;
    }
    for block in &function.layout {
        for setup in function.block_insts(*block) {
            if function.opcode(setup) == op::ADJCALLSTACKDOWN64 {
                let arguments = arguments_of(function, setup);
                calls.push(CallFrame { setup, arguments });
            }
        }
    }
    if !is_profitable(function, calls) {
        return;
    }
    for call in calls.drain(..) {
        if let Arguments::Pushed(pushed) = &call.arguments {
            push_arguments(function, call.setup, pushed);
            function.target_info.has_push_sequences = true;
        }
    }
}

/// Whether each call frame is set up and destroyed in one block, none inside another, and no function has to be called for
/// the memory of one.
fn has_plain_frames(function: &MachineFunction) -> bool {
    let limit = match function.target_info.stack_probe {
        StackProbe::Call(_, bytes) => Some(bytes),
        _ => None,
    };
    function.layout.iter().all(|block| {
        let mut is_inside = false;
        let is_plain = function.block_insts(*block).all(|inst| {
            let (from, to) = match function.opcode(inst) {
                op::ADJCALLSTACKDOWN64 => (false, true),
                op::ADJCALLSTACKUP64 => (true, false),
                _ => return true,
            };
            let is_small = limit.is_none_or(|limit| frame_size(function, inst) < limit as i64);
            std::mem::replace(&mut is_inside, to) == from && (is_small || !to)
        });
        is_plain && !is_inside
    })
}

/// The bytes of the call frame that `inst` sets up.
fn frame_size(function: &MachineFunction, inst: Inst) -> i64 {
    let size = function.operands(inst).first();
    size.and_then(|size| size.as_imm()).unwrap_or(0)
}

/// Whether pushes make the function no larger.
fn is_profitable(function: &MachineFunction, calls: &[CallFrame]) -> bool {
    let gain = |call: &CallFrame| match &call.arguments {
        Arguments::None => 0,
        Arguments::Stored => -COST_OF_STORES,
        Arguments::Pushed(pushed) => {
            let pushes = pushed.stores.len() as i64;
            let is_aligned = pushes * SLOT % function.frame.call_align.max(1) as i64 == 0;
            let alignment = if is_aligned { 0 } else { COST_OF_ALIGNMENT };
            pushes * GAIN_OF_PUSH - COST_OF_RELEASE - alignment
        }
    };
    function.frame.has_var_sized_objects || calls.iter().map(gain).sum::<i64>() >= 0
}

/// How `inst`, between the begin of a call frame and the call, is taken.
#[derive(PartialEq, Eq)]
enum Role {
    /// It may store an argument.
    Store,
    /// It has nothing to do with arguments.
    Other,
    /// The call, or something that arguments cannot be moved past.
    End,
}

fn role_of(function: &MachineFunction, inst: Inst, used: &[Reg]) -> Role {
    let stored = |number: i64| {
        let operand = function.operands(inst).get(MEMORY_OPERANDS);
        match operand.and_then(|operand| operand.as_imm()) == Some(number) {
            true => Role::Store,
            false => Role::End,
        }
    };
    match function.opcode(inst) {
        op::AND16mi | op::AND32mi | op::AND64mi32 => return stored(0),
        op::OR16mi | op::OR32mi | op::OR64mi32 => return stored(-1),
        op::MOV32mi | op::MOV32mr | op::MOV64mi32 | op::MOV64mr => return Role::Store,
        _ => {}
    }
    if inst_facts::is_call(function, inst) || inst_facts::may_store(function, inst) {
        return Role::End;
    }
    let overlaps = |register, other: Reg| {
        let other = other.as_physical();
        other.is_some_and(|other| function.target.regs_overlap(register, other))
    };
    let disturbs = |operand: &Operand| {
        let register = operand.as_reg().as_physical();
        register.is_some_and(|register| {
            overlaps(register, reg::RSP.into())
                || operand.is_def() && used.iter().any(|used| overlaps(register, *used))
        })
    };
    match function.operands(inst).iter().any(disturbs) {
        true => Role::End,
        false => Role::Other,
    }
}

/// What is known of the arguments of the call whose frame `setup` begins.
fn arguments_of(function: &MachineFunction, setup: Inst) -> Arguments {
    let slots = frame_size(function, setup) / SLOT;
    if slots <= 0 {
        return Arguments::None;
    }
    collect(function, setup, slots as usize).map_or(Arguments::Stored, Arguments::Pushed)
}

/// The arguments of the call, if its frame has all that is pushed and nothing else.
fn collect(function: &MachineFunction, setup: Inst, slots: usize) -> Option<Pushed> {
    let mut start = function.next_inst(setup);
    while let Some(inst) =
        start.filter(|inst| function.opcode(*inst) == op::LEA32r || function.is_debug(*inst))
    {
        start = function.next_inst(inst);
    }
    let pointer = stack_pointer_copy(function, start);
    let base = pointer.map_or(reg::RSP.into(), |copy| function.operand(copy, 0).as_reg());
    let mut stores: SmallVec<[(usize, Inst); 8]> = SmallVec::new();
    let mut used: SmallVec<[Reg; 8]> = SmallVec::new();
    let mut next = start;
    let end = loop {
        let inst = next?;
        next = function.next_inst(inst);
        if Some(inst) == pointer {
            continue;
        }
        match role_of(function, inst, &used) {
            Role::End => break inst,
            Role::Other => continue,
            Role::Store => {}
        }
        let slot = slot_of(function, inst, base).filter(|slot| *slot < slots.max(4))?;
        stores.push((slot, inst));
        let reads = function.operands(inst).iter().filter(|o| o.is_use());
        used.extend(reads.map(|o| o.as_reg()).filter(|reg| reg.is_physical()));
    };
    let destroys = next.is_some_and(|next| function.opcode(next) == op::ADJCALLSTACKUP64);
    if !inst_facts::is_call(function, end) || !destroys {
        return None;
    }
    stores.sort_by_key(|(slot, _)| *slot);
    let is_each_once = stores.iter().map(|(slot, _)| *slot).eq(0..stores.len());
    (!stores.is_empty() && is_each_once).then(|| Pushed {
        call: end,
        pointer,
        stores: stores.iter().map(|(_, inst)| *inst).collect(),
    })
}

/// The copy of the stack pointer before the call.
fn stack_pointer_copy(function: &MachineFunction, start: Option<Inst>) -> Option<Inst> {
    std::iter::successors(start, |inst| function.next_inst(*inst))
        .take_while(|inst| !inst_facts::is_call(function, *inst))
        .find(|inst| {
            function.opcode(*inst) == generic::COPY
                && function.operand(*inst, 1).as_reg() == reg::RSP.into()
        })
}

/// Which slot of the call frame, whose address `base` has, `store` writes.
fn slot_of(function: &MachineFunction, store: Inst, base: Reg) -> Option<usize> {
    let [address, scale, index, displacement, segment, ..] = function.operands(store) else {
        return None;
    };
    let is_plain = address.is_reg()
        && address.as_reg() == base
        && scale.as_imm() == Some(1)
        && index.as_reg().is_none()
        && segment.as_reg().is_none();
    let bytes = displacement.as_imm().filter(|_| is_plain)?;
    (bytes % SLOT == 0).then_some(usize::try_from(bytes / SLOT).ok()?)
}

/// Pushes the arguments of a call, the last one first.
fn push_arguments(function: &mut MachineFunction, setup: Inst, pushed: &Pushed) {
    let bytes = pushed.stores.len() as i64 * SLOT;
    if function.num_operands(setup) > 2 {
        function.operand_mut(setup, 2).set_imm(bytes);
    }
    let location = function.debug_loc(setup);
    for store in pushed.stores.iter().rev() {
        push_argument(function, (setup, pushed.call), *store);
        if !frame::has_frame_pointer(function) {
            let row = function.cfi.push(CfiInstruction::AdjustCfaOffset(SLOT));
            let row = Operand::cfi(row);
            let note = InstBuilder::new(function, generic::CFI_INSTRUCTION).location(location);
            note.op(row).insert_before(pushed.call);
        }
        function.remove_inst(*store);
    }
    if let Some(copy) = pushed.pointer
        && function.operand(copy, 0).as_reg().is_virtual()
        && function
            .uses(function.operand(copy, 0).as_reg())
            .next()
            .is_none()
    {
        function.remove_inst(copy);
    }
}

/// Pushes what `store` stores before the call.
fn push_argument(function: &mut MachineFunction, (setup, call): (Inst, Inst), store: Inst) {
    let location = function.debug_loc(setup);
    let value = function.operand(store, MEMORY_OPERANDS).detached();
    if !value.is_reg() {
        let push = InstBuilder::new(function, op::PUSH64i32).location(location);
        let push = push.op(value).insert_before(call);
        function.copy_mem_ops(store, push);
        return;
    }
    let mut pushed = value.as_reg();
    if function.opcode(store) == op::MOV32mr {
        let [upper, whole] = [(); 2].map(|()| function.create_vreg(class::GR64));
        pushed = whole.into();
        let undefined = InstBuilder::new(function, op::IMPLICIT_DEF).location(location);
        undefined.def(upper).insert_before(call);
        let insert = InstBuilder::new(function, op::INSERT_SUBREG).location(location);
        let insert = insert.def(whole).reg(upper).op(value);
        let part = i64::from(sub::SUB_32BIT.0);
        insert.imm(part).insert_before(call);
    }
    let push = match foldable_load(function, setup, pushed) {
        Some(load) => {
            let first = function.desc(load).operands.len() - MEMORY_OPERANDS;
            let address: SmallVec<[Operand; MEMORY_OPERANDS]> = function.operands(load)
                [first..first + MEMORY_OPERANDS]
                .iter()
                .map(|operand| operand.detached())
                .collect();
            let push = InstBuilder::new(function, op::PUSH64rmm).location(location);
            let push = push.ops(&address).insert_before(call);
            merge_memory(function, [load, store], push);
            function.remove_inst(load);
            return;
        }
        None => InstBuilder::new(function, op::PUSH64r).location(location),
    };
    let push = push.reg(pushed).insert_before(call);
    function.copy_mem_ops(store, push);
}

/// The load of `register`, which only a store reads, if nothing between it and `setup` keeps it from being moved down.
fn foldable_load(function: &MachineFunction, setup: Inst, register: Reg) -> Option<Inst> {
    let load = function.unique_def(register.as_virtual()?)?;
    let is_load = matches!(function.opcode(load), op::MOV32rm | op::MOV64rm);
    let is_here = function.inst_block(load) == function.inst_block(setup);
    if !is_load || !is_here || function.non_debug_uses(register).nth(1).is_some() {
        return None;
    }
    let mut next = Some(load);
    while let Some(inst) = next.filter(|inst| *inst != setup) {
        let has_effects = inst_facts::has_side_effects(function, inst)
            && function.opcode(inst) != generic::PSEUDO_PROBE;
        if has_effects
            || inst_facts::may_store(function, inst)
            || function.desc(inst).has(InstrFlags::CALL)
        {
            return None;
        }
        next = function.next_inst(inst);
    }
    Some(load)
}

/// Says that `to` accesses what both of `from` do; nothing is said if that is not known of one.
fn merge_memory(function: &mut MachineFunction, from: [Inst; 2], to: Inst) {
    let [first, second]: [SmallVec<[MemOperand; 2]>; 2] =
        from.map(|inst| function.mem_ops(inst).copied().collect());
    if first.is_empty() || second.is_empty() {
        return;
    }
    function.copy_mem_ops(from[0], to);
    if first != second {
        function.copy_mem_ops(from[1], to);
    }
}
