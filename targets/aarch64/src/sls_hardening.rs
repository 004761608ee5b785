//! `aarch64-sls-hardening`: prevents speculative execution past instructions that always branch.
//!
//! ```text
//!   ret              ret                 blr x1    ─▶   bl __llvm_slsblr_thunk_x1
//!              ─▶    dsb sy
//!                    isb                                __llvm_slsblr_thunk_x1:
//!                                                         mov x16, x1
//!                                                         br x16
//!                                                         dsb sy
//!                                                         isb
//! ```

use avarice_ir::Module;
use avarice_mir::InsertPoint;
use avarice_mir::{Block, InstBuilder, MachineFunction, Operand, OperandFlags, ThunkFunction};
use avarice_target::{InstrFlags, LaneMask, Opcode, PhysReg};

use crate::subtarget::{self, Features};
use crate::{TARGET, op, reg};
use avarice_machine::pass::{MachinePass, on_functions};

/// What names of thunks begin with; the number of the register follows.
const PREFIX: &str = "__llvm_slsblr_thunk_x";

/// The register that `x` and `number` name, if calls go through it.
fn callee_register(number: u16) -> Option<PhysReg> {
    match number {
        29 => Some(reg::FP),
        16 | 17 | 30.. => None,
        _ => TARGET.reg_by_name(&format!("x{number}")),
    }
}

/// The thunks that functions of `module` may go through: one for each register. What is not used goes again.
pub fn needed(module: &Module) -> Vec<ThunkFunction> {
    let defined = module.globals.values().filter(|data| data.body().is_some());
    let functions = defined.filter_map(|data| data.function());
    let features =
        functions.map(|function| subtarget::features(module.attrs(function.attrs.function)));
    let mut is_needed = false;
    let mut in_comdat = true;
    for features in features {
        is_needed |= features.contains(Features::HARDEN_SLS_BLR);
        in_comdat &= !features.contains(Features::HARDEN_SLS_NO_COMDAT);
    }
    if !is_needed {
        return Vec::new();
    }
    let registers = (0..30).filter(|number| callee_register(*number).is_some());
    registers
        .map(|number| ThunkFunction {
            name: format!("{PREFIX}{number}").into(),
            in_comdat,
            on_demand: true,
        })
        .collect()
}

/// `aarch64-sls-hardening`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["block-placement"],
    ..MachinePass::new(
        "aarch64-sls-hardening",
        "AArch64 sls hardening pass",
        || on_functions(run),
    )
};

/// Gives thunks their code; elsewhere puts barriers after returns and indirect branches, and calls thunks instead of
/// addresses in registers, as the features of the function ask.
///
/// # Requires
/// Final code apart from pseudos for barriers; callees are not in X16, X17 or the link register.
///
/// # Ensures
/// As in the picture.
///
/// # Preserves
/// The control flow graph.
pub fn run(function: &mut MachineFunction) {
    if let Some(register) = thunk_register(function) {
        return write_thunk(function, register);
    }
    let features = Features::of(function);
    if features.contains(Features::HARDEN_SLS_RETBR) {
        let barrier = match features.contains(Features::SB) {
            true => op::SpeculationBarrierSBEndBB,
            false => op::SpeculationBarrierISBDSBEndBB,
        };
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            put_barriers(function, block, barrier);
        }
    }
    if features.contains(Features::HARDEN_SLS_BLR) {
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            call_thunks(function, block);
        }
    }
}

/// The register that the thunk `function` jumps to; `None` if it is no thunk.
fn thunk_register(function: &MachineFunction) -> Option<PhysReg> {
    let name = std::str::from_utf8(&function.name).ok()?;
    callee_register(name.strip_prefix(PREFIX)?.parse().ok()?)
}

fn write_thunk(function: &mut MachineFunction, register: PhysReg) {
    let entry = function.layout[0];
    while let Some(inst) = function.blocks[entry].first.expand() {
        function.remove_inst(inst);
    }
    function.blocks[entry].live_ins.clear();
    function.blocks[entry]
        .live_ins
        .push((register, LaneMask::ALL));
    InstBuilder::new(function, op::ORRXrs)
        .def(reg::X16)
        .reg(reg::XZR)
        .reg(register)
        .imm(0)
        .append(entry);
    InstBuilder::new(function, op::BR)
        .reg(reg::X16)
        .append(entry);
    InstBuilder::new(function, op::SpeculationBarrierISBDSBEndBB).append(entry);
}

fn is_indirect_branch(opcode: Opcode) -> bool {
    use op::{BR, BRAA, BRAAZ, BRAB, BRABZ};
    matches!(opcode, BR | BRAA | BRAAZ | BRAB | BRABZ)
}

/// Puts a barrier after each instruction of `block` that returns or branches to an address.
fn put_barriers(function: &mut MachineFunction, block: Block, barrier: Opcode) {
    let mut cursor = function.first_terminator(block);
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        let is_return = function.desc(inst).has(InstrFlags::RETURN);
        if is_return || is_indirect_branch(function.opcode(inst)) {
            let location = function.debug_loc(inst);
            InstBuilder::new(function, barrier)
                .location(location)
                .insert_at(InsertPoint::new(block, cursor));
        }
    }
}

/// Calls thunks instead of addresses in registers.
fn call_thunks(function: &mut MachineFunction, block: Block) {
    let mut cursor = function.blocks[block].first.expand();
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        if !matches!(function.opcode(inst), op::BLR | op::BLRNoIP) {
            continue;
        }
        let callee = *function.operand(inst, 0);
        let Some(register) = callee.as_reg().as_physical() else {
            continue;
        };
        let name = format!("{PREFIX}{}", TARGET.reg(register).encoding);
        let symbol = function.symbol(&name);
        let rest: Vec<Operand> = function.operands(inst)[1..].to_vec();
        let location = function.debug_loc(inst);
        let flags = function.insts[inst].flags;
        let call = function.create_inst(op::BL, &[Operand::mc_symbol(symbol)]);
        function.insts[call].flags = flags;
        function.set_debug_loc(call, location);
        function.insert_before(inst, call);
        for operand in rest {
            function.push_operand(call, operand.detached());
        }
        let read = Operand::implicit_use(register);
        function.push_operand(call, read.with(callee.flags() & OperandFlags::KILL));
        function.remove_inst(inst);
    }
}
