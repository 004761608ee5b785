//! What does not change in a loop.

use avarice_mir::{Inst, MachineFunction, MachineLoop, MachineLoopInfo, OperandFlags, inst_facts};

/// Whether an instruction reads and writes nothing that changes in a loop. `reserved` says by number which registers are not
/// allocated.
///
/// # Requires
/// Machine SSA.
pub fn is_loop_invariant(
    function: &MachineFunction,
    loops: &MachineLoopInfo,
    reserved: &[bool],
    inst: Inst,
    id: MachineLoop,
) -> bool {
    function.operands(inst).iter().all(|operand| {
        let reg = operand.as_reg();
        match (reg.as_physical(), reg.as_virtual()) {
            (Some(reg), _) if operand.is_use() => {
                inst_facts::is_constant_phys_reg(function, reserved, reg)
            }
            (Some(reg), _) => {
                let header = &function.blocks[loops.header(id)];
                operand.has(OperandFlags::DEAD)
                    && !header.live_ins.iter().any(|(live, _)| *live == reg)
            }
            (_, Some(reg)) if operand.is_use() => {
                let def = function.defs(reg).next().map(|op| function.op_inst(op));
                let block = def.and_then(|def| function.inst_block(def));
                block.is_some_and(|block| !loops.contains(id, block))
            }
            _ => true,
        }
    })
}
