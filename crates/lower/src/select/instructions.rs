//! Which part of selection selects which instruction.

use avarice_ir::{Inst, InstKind};
use avarice_target::PhysReg;

use super::addresses::Addresses;
use super::atomics::{AtomicUpdate, Atomics, CompareExchange};
use super::branches::Branches;
use super::casts::Casts;
use super::comparisons::Comparisons;
use super::constants::Constants;
use super::entry::Entry;
use super::exceptions::Exceptions;
use super::float_arithmetic::FloatArithmetic;
use super::integer_arithmetic::IntegerArithmetic;
use super::memory::MemoryAccesses;
use super::stack_allocation::StackAllocation;
use super::vectors::Vectors;
use crate::kinds::{is_float_op, kind_name};
use crate::target::Step;
use avarice_legalize::Result;

/// Selects functions.
pub trait Instructions<'m>:
    Addresses<'m>
    + Atomics<'m>
    + Branches<'m>
    + Casts<'m>
    + Comparisons<'m>
    + Constants<'m>
    + Entry<'m>
    + Exceptions<'m>
    + FloatArithmetic<'m>
    + IntegerArithmetic<'m>
    + MemoryAccesses<'m>
    + StackAllocation<'m>
    + Vectors<'m>
{
    /// The register with status flags.
    const STATUS_REGISTER: PhysReg;

    /// Reads what function attributes say about code. Returns the alignment in bytes that functions have without one of
    /// their own.
    fn read_attributes(&mut self) -> Result<u64>;

    /// Selects an instruction in a way that only this target has; `false` if there is none.
    fn lower_special(&mut self, inst: Inst) -> Result<bool>;

    /// Expands what needs more blocks, when all are selected.
    fn finish_function(&mut self) -> Result<()>;

    /// Does a step of selection.
    fn select(&mut self, step: Step<'_>) -> Result<()> {
        match step {
            Step::Begin => self.begin_function(),
            Step::Instruction(inst) => self.lower_inst(inst),
            Step::Terminator(inst) => self.lower_terminator(inst),
            Step::Local(local) => self.materialize(local),
            Step::AssignArguments => self.assign_arguments(),
            Step::Arguments => self.lower_arguments(),
            Step::Finish => self.finish_function(),
        }
    }

    /// Reads what is said of the function.
    fn begin_function(&mut self) -> Result<()> {
        self.status_reg = Self::STATUS_REGISTER;
        let data = &self.module.globals[self.global];
        let Some(function) = data.function() else {
            return self.unsupported("code for something that is no function");
        };
        if !Self::knows_convention(function.conv) {
            return self.unsupported(format!("calling convention {}", function.conv));
        }
        let own = data.align.unwrap_or(1);
        self.mf.align = self.read_attributes()?.max(own);
        Ok(())
    }

    /// Selects an instruction that is no terminator.
    fn lower_inst(&mut self, inst: Inst) -> Result<()> {
        if self.lower_vector(inst)? || self.lower_special(inst)? {
            return Ok(());
        }
        let function = self.function;
        match &function.insts[inst].kind {
            InstKind::Binary(op) if is_float_op(*op) => self.lower_float_binary(inst, *op),
            InstKind::Binary(op) => self.lower_binary(inst, *op),
            InstKind::FNeg => self.lower_fneg(inst),
            InstKind::Cast(op) => self.lower_cast(inst, *op),
            InstKind::ICmp(_) | InstKind::FCmp(_) => self.lower_compare_value(inst),
            InstKind::Select => self.lower_select(inst),
            InstKind::Freeze => self.lower_freeze(inst),
            InstKind::Load { .. } => self.lower_load(inst),
            InstKind::Store { .. } => self.lower_store(inst),
            InstKind::Fence { ordering, scope } => {
                let own_thread = scope.as_deref() == Some("singlethread");
                self.lower_fence(*ordering, own_thread);
                Ok(())
            }
            InstKind::AtomicRmw {
                op,
                align,
                ordering,
                ..
            } => self.lower_atomic_update(&AtomicUpdate {
                inst,
                op: *op,
                align: *align,
                ordering: *ordering,
            }),
            InstKind::CmpXchg {
                align,
                success,
                failure,
                ..
            } => self.lower_compare_exchange(&CompareExchange {
                inst,
                align: *align,
                success: *success,
                failure: *failure,
            }),
            InstKind::LandingPad { .. } => self.lower_landing_pad(inst),
            InstKind::GetElementPtr { .. } => {
                let dst = self.result_reg(inst)?;
                match function.insts[inst].result.expand() {
                    Some(value) => self.lower_address(dst, value),
                    None => Ok(()),
                }
            }
            InstKind::Alloca { .. } => self.lower_dynamic_alloca(inst),
            InstKind::Call(info) => self.lower_call(inst, info),
            kind => self.unsupported(format!("instruction {}", kind_name(kind))),
        }
    }

    /// Copies each requested part.
    fn lower_freeze(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let Some(value) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        for part in 0..self.parts(self.ty(value))?.len() {
            let def = self.requested(value, part);
            if !def.is_none() {
                let src = self.use_part(operand, part)?;
                self.emit_copy(def, src);
            }
        }
        Ok(())
    }
}
