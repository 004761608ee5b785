//! Pseudo instructions that are expanded after selection.
//!
//! ```text
//!   selects           CMOV_FR64 and the like: a branch, and PHIs where control joins again
//!   float_control     conversions and sums under another rounding or precision of the x87 unit
//!   transactions      XBEGIN
//!   probed_allocas    room on the stack, touched page by page
//!   this file         what takes a few instructions in its place
//! ```

mod float_control;
mod probed_allocas;
mod selects;
mod transactions;

pub(crate) use selects::call_frame_size;

use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::{LaneMask, PhysReg};
use smallvec::SmallVec;

use crate::encode::operand_fields::MEMORY_OPERANDS;
use crate::subtarget;
use crate::{class, frame, op, reg, thunks};

/// Expands `inst` and returns the block that the code after it is in; `None` if there is no expansion.
pub fn expand(function: &mut MachineFunction, inst: Inst) -> Option<Block> {
    let block = function.inst_block(inst)?;
    match function.opcode(inst) {
        opcode if selects::is_select(opcode) => return selects::expand(function, block, inst),
        opcode if float_control::is_handled(opcode) => float_control::expand(function, inst),
        op::PROBED_ALLOCA_64 => return Some(probed_allocas::expand(function, block, inst)),
        op::XBEGIN => return Some(transactions::expand(function, block, inst)),
        op::TLS_addr64 | op::TLS_base_addr64 | op::TLS_desc64 => frame_address_call(function, inst),
        op::INDIRECT_THUNK_CALL64 => call_thunk(function, inst)?,
        op::INDIRECT_THUNK_TCRETURN64 => call_thunk(function, inst)?,
        op::LCMPXCHG16B_NO_RBX => exchange_pair(function, block, inst),
        op::MWAITX => wait(function, block, inst),
        // The first is for i686 only, the second for its exceptions.
        op::LCMPXCHG8B | op::CATCHRET => {}
        _ => return None,
    }
    Some(block)
}

/// Puts the pseudo that becomes a call of `__tls_get_addr` between the marks of a call frame, so that prologue and
/// epilogue stay on its outside.
fn frame_address_call(function: &mut MachineFunction, inst: Inst) {
    let location = function.debug_loc(inst);
    function.frame.adjusts_stack = true;
    let start = InstBuilder::new(function, op::ADJCALLSTACKDOWN64).location(location);
    start.imm(0).imm(0).imm(0).insert_before(inst);
    let end = InstBuilder::new(function, op::ADJCALLSTACKUP64).location(location);
    let end = end.imm(0).imm(0).create();
    function.insert_after(inst, end);
}

/// Calls the thunk that jumps to the address in R11.
fn call_thunk(function: &mut MachineFunction, inst: Inst) -> Option<()> {
    let name = thunks::call_thunk(subtarget::of(function))?;
    let scratch = Reg::from(reg::R11);
    let is_read = |operand: &Operand| operand.is_use() && operand.as_reg() == scratch;
    if function.operands(inst).iter().any(is_read) {
        return None;
    }
    let callee = function.operand(inst, 0).as_reg();
    copy_before(function, inst, reg::R11, callee);
    let symbol = Operand::symbol(function.symbol(name), 0);
    function.replace_operand(inst, 0, symbol);
    let opcode = match function.opcode(inst) {
        op::INDIRECT_THUNK_CALL64 => op::CALL64pcrel32,
        _ => op::TCRETURNdi64,
    };
    function.set_opcode(inst, opcode);
    let address = Operand::implicit_use(reg::R11).with(OperandFlags::KILL);
    function.push_operand(inst, address);
    Some(())
}

/// Gives a compare and exchange of 16 bytes its operand in RBX, which is put aside where it is the base pointer.
fn exchange_pair(function: &mut MachineFunction, block: Block, inst: Inst) {
    let location = function.debug_loc(inst);
    let operands: SmallVec<[Operand; 8]> = function
        .operands(inst)
        .iter()
        .map(|operand| operand.detached())
        .collect();
    let (address, low) = operands.split_at(MEMORY_OPERANDS);
    let exchange = if frame::has_base_pointer(function) {
        live_in(function, block, reg::RBX);
        let saved = function.create_vreg(class::GR64);
        copy_before(function, inst, saved, reg::RBX.into());
        let restored = function.create_vreg(class::GR64);
        let exchange = InstBuilder::new(function, op::LCMPXCHG16B_SAVE_RBX);
        exchange.def(restored).ops(address).op(low[0]).reg(saved)
    } else {
        let copy = InstBuilder::new(function, op::COPY).location(location);
        copy.def(reg::RBX).op(low[0]).insert_before(inst);
        InstBuilder::new(function, op::LCMPXCHG16B).ops(address)
    };
    exchange.location(location).insert_before(inst);
    function.remove_inst(inst);
}

/// Gives `mwaitx` its operands, the one in RBX like [`exchange_pair`].
fn wait(function: &mut MachineFunction, block: Block, inst: Inst) {
    let location = function.debug_loc(inst);
    let [extensions, hints, time] = [0, 1, 2].map(|at| function.operand(inst, at).as_reg());
    let saves = frame::has_base_pointer(function);
    if saves {
        live_in(function, block, reg::RBX);
    }
    copy_before(function, inst, reg::ECX, extensions);
    copy_before(function, inst, reg::EAX, hints);
    let wait = if saves {
        let saved = function.create_vreg(class::GR64);
        copy_before(function, inst, saved, reg::RBX.into());
        let restored = function.create_vreg(class::GR64);
        let wait = InstBuilder::new(function, op::MWAITX_SAVE_RBX);
        wait.def(restored).reg(time).reg(saved)
    } else {
        copy_before(function, inst, reg::EBX, time);
        InstBuilder::new(function, op::MWAITXrrr)
    };
    wait.location(location).insert_before(inst);
    function.remove_inst(inst);
}

/// Inserts a copy before `inst`.
fn copy_before(function: &mut MachineFunction, inst: Inst, dst: impl Into<Reg>, src: Reg) {
    let location = function.debug_loc(inst);
    let copy = InstBuilder::new(function, op::COPY).location(location);
    copy.def(dst).reg(src).insert_before(inst);
}

/// Says that `reg` lives into `block`.
pub(crate) fn live_in(function: &mut MachineFunction, block: Block, reg: PhysReg) {
    let live_ins = &mut function.blocks[block].live_ins;
    if live_ins.iter().all(|(other, _)| *other != reg) {
        live_ins.push((reg, LaneMask::ALL));
    }
}

/// Whether the flags are read after `inst` in its block before they are set, or live into a block after it.
pub(crate) fn flags_live_after(function: &MachineFunction, inst: Inst) -> bool {
    let flags = Reg::from(reg::EFLAGS);
    let mut next = function.next_inst(inst);
    while let Some(inst) = next {
        let here = || {
            function
                .operands(inst)
                .iter()
                .filter(|o| o.as_reg() == flags)
        };
        if here().any(Operand::reads_reg) {
            return true;
        }
        if here().any(Operand::is_def) {
            return false;
        }
        next = function.next_inst(inst);
    }
    let block = function.inst_block(inst).into_iter();
    let mut succs = block.flat_map(|block| &function.blocks[block].succs);
    succs.any(|succ| {
        let mut live_ins = function.blocks[*succ].live_ins.iter();
        live_ins.any(|(live, _)| *live == reg::EFLAGS)
    })
}
