//! The machine verifier: what must hold of a machine function between passes.
//!
//! It checks what `llc -verify-machineinstrs` checks of a function by itself:
//!
//! - `structure`: the CFG is symmetric, branches agree with successors, PHIs come first and cover the
//!   predecessors, terminators come last;
//! - `operands`: operands agree with the row of their instruction in number, kind, class and ties;
//! - `frames`: call frames are set up and destroyed in pairs;
//! - `liveness`: registers are defined before they are used, kill and dead marks are true, SSA values have one
//!   definition that dominates the uses. Only for functions that track register liveness.
//!
//! Messages are LLVM's, so that a search finds what they mean.

mod frames;
mod liveness;
mod operands;
mod structure;

use std::fmt::Write;

use crate::entities::{Block, Inst};
use crate::function::MachineFunction;
use crate::hooks::TargetHooks;
use crate::print::MirPrinter;

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// What is wrong.
    pub message: String,
    /// The block, where it is about one.
    pub block: Option<Block>,
    /// The instruction, where it is about one.
    pub inst: Option<Inst>,
    /// The operand's index, where it is about one.
    pub operand: Option<usize>,
}

/// Everything that is wrong with a function, in order of discovery.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerifyErrors {
    /// The errors; never empty in a result.
    pub errors: Vec<VerifyError>,
}

/// Checks `function`.
///
/// # Requires
/// Nothing: any function that the reader or a pass can make.
///
/// # Errors
/// All that is wrong.
pub fn verify(function: &MachineFunction, hooks: &dyn TargetHooks) -> Result<(), VerifyErrors> {
    let mut verifier = Verifier {
        function,
        hooks,
        reserved: hooks.reserved_regs(function),
        found: VerifyErrors::default(),
    };
    verifier.check_structure();
    // Later checks follow edges and operands, which must exist for that.
    if verifier.found.errors.is_empty() {
        verifier.check_operands();
        verifier.check_call_frames();
        if function.tracks_reg_liveness {
            verifier.check_liveness();
        }
    }
    if verifier.found.errors.is_empty() {
        Ok(())
    } else {
        Err(verifier.found)
    }
}

struct Verifier<'a> {
    function: &'a MachineFunction,
    hooks: &'a dyn TargetHooks,
    /// By register number.
    reserved: Vec<bool>,
    found: VerifyErrors,
}

impl Verifier<'_> {
    fn report(&mut self, message: impl Into<String>) {
        self.push(message.into(), None, None, None);
    }

    fn report_block(&mut self, block: Block, message: impl Into<String>) {
        self.push(message.into(), Some(block), None, None);
    }

    fn report_inst(&mut self, inst: Inst, message: impl Into<String>) {
        self.push(message.into(), None, Some(inst), None);
    }

    fn report_operand(&mut self, inst: Inst, index: usize, message: impl Into<String>) {
        self.push(message.into(), None, Some(inst), Some(index));
    }

    fn push(
        &mut self,
        message: String,
        block: Option<Block>,
        inst: Option<Inst>,
        operand: Option<usize>,
    ) {
        let block = block.or_else(|| self.function.inst_block(inst?));
        self.found.errors.push(VerifyError {
            message,
            block,
            inst,
            operand,
        });
    }

    fn is_reserved(&self, reg: avarice_target::PhysReg) -> bool {
        self.reserved.get(reg.index()).copied().unwrap_or(false)
    }
}

impl VerifyErrors {
    /// The blocks that have errors as MIR, with a comment line after each instruction that is wrong:
    ///
    /// ```text
    /// # f: 1 error
    /// bb.0:
    ///   $eax = COPY %3
    ///   ; ^ operand 1: Reading virtual register without a def
    /// ```
    pub fn annotate(&self, function: &MachineFunction, printer: &MirPrinter<'_>) -> String {
        let mut out = String::new();
        let name = String::from_utf8_lossy(&function.name);
        let plural = if self.errors.len() == 1 { "" } else { "s" };
        let _ = writeln!(out, "# {name}: {} error{plural}", self.errors.len());
        for error in self.errors.iter().filter(|e| e.block.is_none()) {
            let _ = writeln!(out, "; {}", error.message);
        }
        for block in &function.layout {
            let here = || self.errors.iter().filter(|e| e.block == Some(*block));
            if here().next().is_none() {
                continue;
            }
            printer.write_block_name(&mut out, function, *block);
            out.push_str(":\n");
            for error in here().filter(|e| e.inst.is_none()) {
                let _ = writeln!(out, "  ; ^ {}", error.message);
            }
            for inst in function.block_insts(*block) {
                out.push_str("  ");
                printer.write_inst(&mut out, function, inst);
                out.push('\n');
                for error in here().filter(|e| e.inst == Some(inst)) {
                    let _ = match error.operand {
                        Some(index) => writeln!(out, "  ; ^ operand {index}: {}", error.message),
                        None => writeln!(out, "  ; ^ {}", error.message),
                    };
                }
            }
        }
        out
    }
}
