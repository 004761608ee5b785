//! The machine verifier: what must hold for a machine function between passes.
//!
//! It checks what `llc -verify-machineinstrs` checks of a function by itself:
//!
//! - `structure`: the CFG is symmetric, branches agree with successors, terminators come last, bundles are
//!   closed;
//! - `phis`: PHIs come first and cover the predecessors;
//! - `insts`: rules of each generic instruction about its operands; memory operands;
//! - `operands`: operands agree with the row of their instruction in number, kind, class and ties;
//! - `frames`: call frames are set up and destroyed in pairs;
//! - `liveness`: registers are defined before they are used, kill and dead flags are correct, SSA values have one
//!   definition. Only for functions that track register liveness;
//! - `flow`: definitions of virtual registers reach all uses, along every path.
//!
//! Analyses have checks of their own, which report in the same form: live variables, live intervals.
//! Messages begin with LLVM's wording, so that a search finds what they mean.

mod flow;
mod frames;
mod insts;
mod liveness;
mod operands;
mod phis;
mod statepoint;
mod structure;

pub use flow::live_through;

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
        malformed: false,
        found: VerifyErrors::default(),
    };
    // All other checks follow edges and chains, which must exist for that.
    if verifier.check_references() {
        verifier.check_operands();
        verifier.check_structure();
        if !verifier.malformed {
            verifier.check_branches();
            verifier.check_call_frames();
        }
        let facts = verifier.check_liveness();
        verifier.check_phis(&facts);
        verifier.check_flow(facts);
    }
    verifier.found.into_result()
}

/// What an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The function as a whole.
    Function,
    /// A block.
    Block(Block),
    /// An instruction.
    Inst(Inst),
    /// An operand of an instruction.
    Operand(Inst, usize),
}

struct Verifier<'a> {
    function: &'a MachineFunction,
    hooks: &'a dyn TargetHooks,
    /// By register number.
    reserved: Vec<bool>,
    /// Whether an instruction lacks operands of its row, or has others: the target cannot be asked about it.
    malformed: bool,
    found: VerifyErrors,
}

impl Verifier<'_> {
    fn report(&mut self, message: impl Into<String>) {
        self.found
            .report(self.function, Place::Function, message.into());
    }

    fn report_block(&mut self, block: Block, message: impl Into<String>) {
        self.found
            .report(self.function, Place::Block(block), message.into());
    }

    fn report_inst(&mut self, inst: Inst, message: impl Into<String>) {
        self.found
            .report(self.function, Place::Inst(inst), message.into());
    }

    fn report_operand(&mut self, inst: Inst, index: usize, message: impl Into<String>) {
        let place = Place::Operand(inst, index);
        self.found.report(self.function, place, message.into());
    }

    fn is_reserved(&self, reg: avarice_target::PhysReg) -> bool {
        self.reserved.get(reg.index()).copied().unwrap_or(false)
    }
}

impl VerifyErrors {
    /// Adds an error.
    pub fn report(&mut self, function: &MachineFunction, place: Place, message: String) {
        let (block, inst, operand) = match place {
            Place::Function => (None, None, None),
            Place::Block(block) => (Some(block), None, None),
            Place::Inst(inst) => (function.inst_block(inst), Some(inst), None),
            Place::Operand(inst, index) => (function.inst_block(inst), Some(inst), Some(index)),
        };
        self.errors.push(VerifyError {
            message,
            block,
            inst,
            operand,
        });
    }

    /// `Ok` if there is no error.
    ///
    /// # Errors
    /// These, if there are any.
    pub fn into_result(self) -> Result<(), Self> {
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(self)
        }
    }

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
