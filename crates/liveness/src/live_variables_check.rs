//! The machine verifier's check of live variables: that they agree with uses and definitions.

use avarice_mir::verifier::{Place, VerifyErrors, live_through};
use avarice_mir::{MachineFunction, MiFlags, OperandFlags, VReg};
use cranelift_entity::EntityRef;

use crate::live_variables::LiveVariables;

impl LiveVariables {
    /// Checks the blocks that registers are live through, and that each kill mark is known. PHI elimination
    /// can leave blocks that a register need not live through any more, as llc's does: that is an error in SSA
    /// form only.
    ///
    /// # Errors
    /// All that is wrong, each at the block or instruction where it shows.
    pub fn check(&self, function: &MachineFunction) -> Result<(), VerifyErrors> {
        let mut found = VerifyErrors::default();
        self.check_kills(function, &mut found);
        let required = live_through(function);
        for number in 0..function.vregs.len() {
            let reg = VReg::new(number);
            let alive = &self.var(reg).alive_blocks;
            for block in &function.layout {
                let needed = required.binary_search(&(reg, *block)).is_ok();
                let message = match (needed, alive.contains(*block)) {
                    (true, false) => format!(
                        "LiveVariables: Block missing from AliveBlocks: {reg} must be live through it"
                    ),
                    (false, true) if function.is_ssa => format!(
                        "LiveVariables: Block should not be in AliveBlocks: {reg} need not be live through it"
                    ),
                    _ => continue,
                };
                found.report(function, Place::Block(*block), message);
            }
        }
        found.into_result()
    }

    fn check_kills(&self, function: &MachineFunction, found: &mut VerifyErrors) {
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                // The header of a bundle speaks for the instructions in it.
                if function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED) {
                    continue;
                }
                for (index, operand) in function.operands(inst).iter().enumerate() {
                    let Some(reg) = operand.as_reg().as_virtual() else {
                        continue;
                    };
                    let kills = operand.has(OperandFlags::KILL) && operand.reads_reg();
                    if kills && !self.var(reg).kills.contains(&inst) {
                        let message = format!("Kill missing from LiveVariables: {reg}");
                        found.report(function, Place::Operand(inst, index), message);
                    }
                }
            }
        }
    }
}
