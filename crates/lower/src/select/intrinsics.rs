//! Intrinsics: which part of selection selects which, and those about the machine, control and memory.

use avarice_ir::{BinaryOp, CallInfo, Inst, Intrinsic, Value};
use avarice_mir::Reg;
use avarice_target::{PhysReg, op};

use super::arithmetic::Arithmetic;
use super::bit_operations::BitOperations;
use super::block_memory::{BlockMemory, LibraryCall};
use super::casts::FloatCasts;
use super::conditions::BranchCondition;
use super::inline_assembly::InlineAssembly;
use super::integers::IntWidth;
use super::math::FloatMath;
use super::overflow::OverflowArithmetic;
use crate::parts::PartType;
use avarice_legalize::Result;

/// How many calls up `llvm.frameaddress` and `llvm.returnaddress` are followed: one load each.
const MAX_DEPTH: u64 = 4096;

/// Selects calls of intrinsics.
pub trait Intrinsics<'m>:
    BlockMemory<'m>
    + BitOperations<'m>
    + FloatCasts<'m>
    + FloatMath<'m>
    + InlineAssembly<'m>
    + OverflowArithmetic<'m>
{
    /// The stack pointer.
    const STACK_POINTER: PhysReg;
    /// The register of the frame pointer.
    const FRAME_POINTER: PhysReg;

    /// Stops the program.
    fn emit_trap(&mut self);

    /// Loads word `index` of what `frame`, a frame pointer, points to.
    fn emit_frame_load(&mut self, dst: Reg, frame: Reg, index: i64);

    /// A register with the number of 32 bits at `base`, which holds `pointer`, plus `offset`, extended with its sign.
    fn relative_load(&mut self, pointer: Value, base: Reg, offset: Value) -> Result<Reg>;

    /// Selects an intrinsic for which all targets have instructions of their own, or which only this target has.
    fn lower_machine_intrinsic(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()>;

    /// Selects a call of an intrinsic. Hints and identities never get here.
    fn lower_intrinsic(&mut self, inst: Inst, info: &CallInfo, intrinsic: Intrinsic) -> Result<()> {
        use Intrinsic::*;
        match intrinsic {
            Memcpy => self.lower_memcpy(inst, info, LibraryCall::Allowed),
            MemcpyInline => self.lower_memcpy(inst, info, LibraryCall::Forbidden),
            Memmove => self.lower_memmove(inst, info),
            Memset => self.lower_memset(inst, info, LibraryCall::Allowed),
            MemsetInline => self.lower_memset(inst, info, LibraryCall::Forbidden),
            Bswap => self.lower_bswap(inst),
            Bitreverse => self.lower_bitreverse(inst),
            Ctpop => self.lower_ctpop(inst),
            Ctlz => self.lower_ctlz(inst),
            Cttz => self.lower_cttz(inst),
            Fshl | Fshr => self.lower_funnel_shift(inst, intrinsic == Fshl),
            Smax | Smin | Umax | Umin => self.lower_min_max(inst, intrinsic),
            Abs => self.lower_abs(inst),
            SaddSat => self.lower_saturating(inst, Arithmetic::Add, true),
            SsubSat => self.lower_saturating(inst, Arithmetic::Sub, true),
            UaddSat => self.lower_saturating(inst, Arithmetic::Add, false),
            UsubSat => self.lower_saturating(inst, Arithmetic::Sub, false),
            SaddWithOverflow => self.lower_overflow(inst, Arithmetic::Add, true),
            SsubWithOverflow => self.lower_overflow(inst, Arithmetic::Sub, true),
            SmulWithOverflow => self.lower_overflow(inst, Arithmetic::Mul, true),
            UaddWithOverflow => self.lower_overflow(inst, Arithmetic::Add, false),
            UsubWithOverflow => self.lower_overflow(inst, Arithmetic::Sub, false),
            UmulWithOverflow => self.lower_overflow(inst, Arithmetic::Mul, false),
            FptosiSat => self.lower_saturating_conversion(inst, true),
            FptouiSat => self.lower_saturating_conversion(inst, false),
            _ => match self.lower_math(inst, intrinsic)? {
                true => Ok(()),
                false => self.lower_system(inst, intrinsic),
            },
        }
    }

    /// Selects intrinsics about the machine, control and memory.
    fn lower_system(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<()> {
        use Intrinsic::*;
        match intrinsic {
            Trap => self.emit_trap(),
            VaEnd => {}
            CallbrLandingpad => self.lower_asm_landing(inst)?,
            LoadRelative => self.lower_load_relative(inst)?,
            Ptrmask => self.lower_ptrmask(inst)?,
            Stacksave => {
                let dst = self.result_reg(inst)?;
                self.emit_copy(dst, Self::STACK_POINTER);
            }
            Stackrestore => {
                let saved = self.function.operand(inst, 0);
                let src = self.use_value(saved)?;
                self.emit_copy(Self::STACK_POINTER, src);
            }
            AllowRuntimeCheck | AllowUbsanCheck => {
                let dst = self.result_reg(inst)?;
                self.emit_set(dst, Self::Condition::constant(true));
            }
            InvariantStart => {
                let dst = self.result_reg(inst)?;
                self.emit(op::IMPLICIT_DEF).def(dst).done();
            }
            _ => return self.lower_machine_intrinsic(inst, intrinsic),
        }
        Ok(())
    }

    /// `pointer + sext(load i32 at pointer + offset)`
    fn lower_load_relative(&mut self, inst: Inst) -> Result<()> {
        let [pointer, offset] = self.operands(inst);
        let dst = self.result_reg(inst)?;
        let base = self.use_value(pointer)?;
        let relative = self.relative_load(pointer, base, offset)?;
        let width = Self::Width::DOUBLE_WORD;
        self.emit_arithmetic(Arithmetic::Add, width, dst, (base, relative));
        Ok(())
    }

    /// Selects `llvm.ptrmask`.
    fn lower_ptrmask(&mut self, inst: Inst) -> Result<()> {
        let [pointer, mask] = self.operands(inst);
        if self.int_bits(mask) != Some(64) {
            return self.unsupported("llvm.ptrmask with a mask that is not 64 bits wide");
        }
        let dst = self.result_reg(inst)?;
        let (lhs, rhs) = (self.use_value(pointer)?, self.use_value(mask)?);
        self.emit_half_logic(BinaryOp::And, dst, lhs, rhs);
        Ok(())
    }

    /// The number of the check that failed, of `llvm.ubsantrap`.
    fn check_kind(&self, inst: Inst) -> i64 {
        let kind = self.const_int(self.function.operand(inst, 0));
        (kind.unwrap_or(0) & 0xff) as i64
    }

    /// The frame pointer of the caller that the first operand says.
    fn frame_of_caller(&mut self, inst: Inst) -> Result<Reg> {
        let depth = self.const_int(self.function.operand(inst, 0));
        let Some(depth) = depth.filter(|depth| *depth <= MAX_DEPTH) else {
            return self.unsupported(format!("frame of a caller more than {MAX_DEPTH} calls up"));
        };
        self.mf.frame.frame_address_taken = true;
        self.mf.target_info.force_frame_pointer = true;
        let mut frame = self.new_reg(PartType::Pointer);
        self.emit_copy(frame, Self::FRAME_POINTER);
        for _ in 0..depth {
            let outer = self.new_reg(PartType::Pointer);
            self.emit_frame_load(outer, frame, 0);
            frame = outer;
        }
        Ok(frame)
    }
}
