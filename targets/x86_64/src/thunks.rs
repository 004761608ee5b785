//! Calls, jumps and returns whose target the processor cannot speculate on.
//!
//! ```text
//!   callq *%rax            movq %rax, %r11           __llvm_retpoline_r11:
//!                    ─▶    callq __llvm_retpoline_r11    callq target
//!                                                      capture:             speculation ends here
//!                                                        pause
//!   jmpq *%rax             movq %rax, %r11               lfence
//!                    ─▶    jmp __llvm_retpoline_r11      jmp capture
//!                                                      target:
//!   retq             ─▶    jmp __x86_return_thunk        movq %r11, (%rsp)
//!                                                        retq
//! ```

use avarice_ir::Module;
use avarice_ir::metadata::MetadataData;
use avarice_mir::{
    Block, Inst, InstBuilder, MachineFunction, MiFlags, MirFlags, Operand, ThunkFunction,
};
use avarice_target::{LaneMask, PhysReg};

use crate::subtarget::{self, Features};
use crate::{TARGET, class, op, reg};
use avarice_machine::pass::{MachinePass, MachineUnit, on_functions};
use avarice_trace::Log;

const RETPOLINE: &str = "__llvm_retpoline_r11";
const LVI_THUNK: &str = "__llvm_lvi_thunk_r11";
const EXTERNAL_THUNK: &str = "__x86_indirect_thunk_r11";
const RETURN_THUNK: &str = "__x86_return_thunk";

/// The module flag that asks for a CS prefix before jumps to thunks: room for whoever patches them.
const CS_PREFIX_FLAG: &str = "indirect_branch_cs_prefix";

/// Where the code of a thunk after its capture loop begins.
const TARGET_ALIGN: u64 = 16;

/// What calls with `features` go through, with the address in R11; `None` if they are plain.
pub fn call_thunk(features: Features) -> Option<&'static str> {
    if !features.intersects(Features::RETPOLINE_CALLS | Features::LVI_CFI) {
        return None;
    }
    Some(match () {
        () if features.contains(Features::RETPOLINE_EXTERNAL) => EXTERNAL_THUNK,
        () if features.intersects(Features::RETPOLINE) => RETPOLINE,
        () => LVI_THUNK,
    })
}

/// Whether code with `features` has no indirect branches.
pub fn avoids_indirect_branches(features: Features) -> bool {
    features.intersects(Features::RETPOLINE_BRANCHES | Features::LVI_CFI)
}

/// The thunks that functions of `module` may go through.
pub fn needed(module: &Module) -> Vec<ThunkFunction> {
    let mut has = [false; 2];
    for (global, data) in module
        .globals
        .iter()
        .filter(|(_, data)| data.body().is_some())
    {
        if data.linkage == avarice_ir::Linkage::AvailableExternally {
            continue;
        }
        let features = subtarget::of_global(module, global);
        has[0] |= features.intersects(Features::RETPOLINE)
            && !features.contains(Features::RETPOLINE_EXTERNAL);
        has[1] |= features.contains(Features::LVI_CFI);
    }
    let thunks = [RETPOLINE, LVI_THUNK].into_iter().zip(has);
    let thunks = thunks.filter(|(_, is_needed)| *is_needed);
    thunks
        .map(|(name, _)| ThunkFunction {
            name: name.into(),
            in_comdat: true,
            on_demand: false,
        })
        .collect()
}

/// `x86-retpoline-thunks`, see [`write`].
pub const INDIRECT_THUNKS: MachinePass = MachinePass {
    after: &["block-placement"],
    ..MachinePass::new("x86-retpoline-thunks", "X86 Indirect Thunks", || {
        on_functions(write)
    })
};

/// `x86-retpoline-thunks`: gives thunks their code.
///
/// # Requires
/// Final code, in which nothing moves or merges blocks any more.
///
/// # Ensures
/// A function with the name of a thunk has its code, whatever it had before. Others are as they were.
pub fn write(function: &mut MachineFunction) {
    match &*function.name {
        name if name == RETPOLINE.as_bytes() => write_retpoline(function),
        name if name == LVI_THUNK.as_bytes() => {
            let entry = clear(function);
            InstBuilder::new(function, op::LFENCE).append(entry);
            InstBuilder::new(function, op::JMP64r)
                .reg(reg::R11)
                .append(entry);
        }
        _ => {}
    }
}

/// Leaves one block without instructions, into which R11 is live.
fn clear(function: &mut MachineFunction) -> Block {
    let entry = function.layout[0];
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        while let Some(inst) = function.blocks[block].first.expand() {
            function.remove_inst(inst);
        }
    }
    function.layout.truncate(1);
    function.blocks[entry].succs.clear();
    function.blocks[entry].probs.clear();
    function.blocks[entry].live_ins.clear();
    live_into(function, entry);
    entry
}

fn live_into(function: &mut MachineFunction, block: Block) {
    let live_ins = &mut function.blocks[block].live_ins;
    live_ins.push((reg::R11, LaneMask::ALL));
}

fn write_retpoline(function: &mut MachineFunction) {
    let entry = clear(function);
    let capture = function.append_block();
    let target = function.append_block();
    InstBuilder::new(function, op::CALL64pcrel32)
        .block(target)
        .append(entry);
    function.add_edge(entry, capture, None);

    InstBuilder::new(function, op::PAUSE).append(capture);
    InstBuilder::new(function, op::LFENCE).append(capture);
    InstBuilder::new(function, op::JMP_1)
        .block(capture)
        .append(capture);
    function.add_edge(capture, capture, None);
    function.blocks[capture].machine_address_taken = true;

    live_into(function, target);
    function.blocks[target].machine_address_taken = true;
    function.blocks[target].align = TARGET_ALIGN;
    let store = InstBuilder::new(function, op::MOV64mr);
    at_stack_pointer(store).reg(reg::R11).append(target);
    InstBuilder::new(function, op::RET64).append(target);
}

/// Adds the address in the stack pointer.
fn at_stack_pointer(builder: InstBuilder<'_>) -> InstBuilder<'_> {
    builder
        .reg(reg::RSP)
        .imm(1)
        .reg(PhysReg::NONE)
        .imm(0)
        .reg(PhysReg::NONE)
}

/// Whether the module asks for a CS prefix before jumps to thunks.
pub fn asks_for_cs_prefix(module: &Module) -> bool {
    let metadata = &module.metadata;
    let mut named = metadata.named.iter();
    let flags = named.find(|(name, _)| **name == *"llvm.module.flags");
    let mut flags = flags.iter().flat_map(|(_, nodes)| nodes);
    flags.any(|flag| {
        let MetadataData::Node { operands, .. } = &metadata.nodes[*flag] else {
            return false;
        };
        let key = operands.get(1).copied().flatten();
        key.is_some_and(|key| {
            let MetadataData::String(key) = &metadata.nodes[key] else {
                return false;
            };
            **key == *CS_PREFIX_FLAG.as_bytes()
        })
    })
}

/// `x86-return-thunks`, see [`replace_returns`].
pub const RETURN_THUNKS: MachinePass = MachinePass {
    after: &["x86-retpoline-thunks"],
    ..MachinePass::new("x86-return-thunks", "X86 Return Thunks", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            replace_returns(unit.module, &mut unit.function);
            Ok(())
        })
    })
};

/// `x86-return-thunks`: returns of a function with attribute `fn_ret_thunk_extern` jump to a function of the
/// program.
///
/// # Requires
/// Final code.
///
/// # Ensures
/// No plain return is left, except in the thunk itself.
///
/// # Preserves
/// The control flow graph.
pub fn replace_returns(module: &Module, function: &mut MachineFunction) {
    let attrs = function.ir_attrs(module);
    if !attrs.has("fn_ret_thunk_extern") || *function.name == *RETURN_THUNK.as_bytes() {
        return;
    }
    let has_prefix = asks_for_cs_prefix(module);
    let symbol = function.symbol(RETURN_THUNK);
    for_each_return(function, |function, ret| {
        let location = function.debug_loc(ret);
        if has_prefix {
            InstBuilder::new(function, op::CS_PREFIX)
                .location(location)
                .insert_before(ret);
        }
        InstBuilder::new(function, op::TAILJMPd)
            .op(Operand::symbol(symbol, 0))
            .location(location)
            .insert_before(ret);
        function.remove_inst(ret);
    });
}

/// Calls `work` with each plain return.
fn for_each_return(
    function: &mut MachineFunction,
    mut work: impl FnMut(&mut MachineFunction, Inst),
) {
    for at in 0..function.layout.len() {
        let last = function.blocks[function.layout[at]].last.expand();
        if let Some(ret) = last.filter(|inst| function.opcode(*inst) == op::RET64) {
            work(function, ret);
        }
    }
}

/// `x86-lvi-ret`, see [`fence_returns`].
pub const LVI_RETURNS: MachinePass = MachinePass {
    after: &["x86-return-thunks"],
    ..MachinePass::new(
        "x86-lvi-ret",
        "X86 Load Value Injection (LVI) Ret-Hardening",
        || on_functions(fence_returns),
    )
};

/// `x86-lvi-ret`: no return uses an address that was loaded speculatively, where the subtarget has `lvi-cfi`.
///
/// # Requires
/// Final code.
///
/// # Ensures
/// A return is a load of its address into a register that is free, a fence and a jump; where no register is free, a
/// fence comes after a harmless write to where the address is.
///
/// # Preserves
/// The control flow graph.
pub fn fence_returns(function: &mut MachineFunction) {
    if !subtarget::of(function).contains(Features::LVI_CFI) {
        return;
    }
    for_each_return(function, |function, ret| {
        let Some(free) = free_register(function, ret) else {
            let write = InstBuilder::new(function, op::SHL64mi);
            let write = at_stack_pointer(write).imm(0).insert_before(ret);
            mark_flags_dead(function, write);
            InstBuilder::new(function, op::LFENCE).insert_before(ret);
            return;
        };
        InstBuilder::new(function, op::POP64r)
            .def(free)
            .flags(MiFlags::FRAME_DESTROY)
            .insert_before(ret);
        InstBuilder::new(function, op::LFENCE).insert_before(ret);
        InstBuilder::new(function, op::JMP64r)
            .reg(free)
            .insert_before(ret);
        function.remove_inst(ret);
    });
}

fn mark_flags_dead(function: &mut MachineFunction, inst: Inst) {
    for index in 0..function.num_operands(inst) {
        let operand = function.operand_mut(inst, index);
        if operand.is_def() && operand.as_reg().as_physical() == Some(reg::EFLAGS) {
            operand.set(avarice_mir::OperandFlags::DEAD, true);
        }
    }
}

/// A register that callers do not expect to be preserved and that `ret` does not return anything in.
fn free_register(function: &MachineFunction, ret: Inst) -> Option<PhysReg> {
    if function.mir_info.flags.contains(MirFlags::CALLS_EH_RETURN) {
        return None;
    }
    let used = |register: PhysReg| {
        let mut operands = function.operands(ret).iter().filter(|o| o.is_reg());
        operands.any(|operand| {
            let reg = operand.as_reg().as_physical();
            operand.is_use() && reg.is_some_and(|reg| TARGET.regs_overlap(reg, register))
        })
    };
    let mut order = TARGET.class(class::GR64_TC).order.iter().copied();
    order.find(|one| !matches!(*one, reg::RIP | reg::RSP) && !used(*one))
}
