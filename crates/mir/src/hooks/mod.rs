//! The interface of a target for passes on machine functions.
//!
//! Passes that are the same on every target call these; each target implements them once, as a
//! stateless object.

mod branches;
mod copies;
mod folding;
mod frame_references;
mod insertion;
mod operands;
mod peephole;
mod registers;
mod remat;
mod sinking;
mod slots;

use std::borrow::Cow;

use avarice_ir::Module;
use avarice_target::{PhysReg, TargetDesc};

use crate::entities::{Block, FrameIndex, Inst};
use crate::function::MachineFunction;
use crate::text_names::TextNames;

pub use branches::{BranchAnalysis, BranchHooks};
pub use copies::{CoalescedCopy, CopyHooks};
pub use folding::FoldHooks;
pub use frame_references::FrameReferences;
pub use insertion::InsertionHooks;
pub use operands::{OperandHooks, commutable_operands, commute};
pub use peephole::{Extension, PeepholeHooks};
pub use registers::{PRESSURE_SETS, RegisterHooks};
pub use remat::{RematHooks, rematerialize};
pub use sinking::{FoldedAddress, SinkHooks, Widening};
pub use slots::{RegisterInSlot, SlotAccess, SlotHooks};

/// What an instruction does to the call frame. Sizes are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallFrameChange {
    /// Sets one up.
    SetUp(u64),
    /// Destroys it.
    Destroy(u64),
}

/// The hooks of a target.
pub trait TargetHooks:
    Sync
    + Send
    + RegisterHooks
    + CopyHooks
    + SlotHooks
    + RematHooks
    + FoldHooks
    + OperandHooks
    + PeepholeHooks
    + SinkHooks
    + BranchHooks
    + InsertionHooks
{
    /// Its tables.
    fn desc(&self) -> &'static TargetDesc;

    /// The words that only it has in MIR text.
    fn text_names(&self) -> &'static TextNames {
        &TextNames::NONE
    }

    /// Sets what later passes ask of `function` from the attributes of its IR function. Called once,
    /// before any pass.
    fn read_attributes(&self, module: &Module, function: &mut MachineFunction) {
        let _ = (module, function);
    }

    /// Fills in what a `.mir` file may leave out of a function that was read. Called once, after
    /// [`TargetHooks::read_attributes`].
    fn complete_read_function(&self, function: &mut MachineFunction) {
        let _ = function;
    }

    /// Whether readers of the results of `inst` have to wait long for them: a division, a square root.
    fn has_high_latency(&self, function: &MachineFunction, inst: Inst) -> bool {
        let _ = (function, inst);
        false
    }

    /// Whether calls to this block of code clobber nothing by themselves: whether `inst` sets up or
    /// destroys a call frame.
    fn is_call_frame_pseudo(&self, function: &MachineFunction, inst: Inst) -> bool;

    /// What is wrong with `inst` in the eyes of the target alone, for the verifier.
    fn verify_inst(&self, function: &MachineFunction, inst: Inst) -> Option<&'static str> {
        let _ = (function, inst);
        None
    }

    /// What `inst` does to the call frame, for the verifier: `None` if nothing, or if the target has no
    /// call frame pseudos.
    fn call_frame_change(&self, function: &MachineFunction, inst: Inst) -> Option<CallFrameChange> {
        let _ = (function, inst);
        None
    }
}

/// How many bits hold the distance of each kind of branch, in units of the target: what the encoding has, or
/// fewer, so that a test of branches that reach too far can be small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchBits {
    /// Of a branch that tests a bit.
    pub test_bit: u32,
    /// Of a branch that compares with zero.
    pub compare_zero: u32,
    /// Of a branch on a condition of the flags.
    pub condition: u32,
}

/// A conditional branch and how far it reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchReach {
    /// Where it goes.
    pub target: Block,
    /// The bytes that it reaches forwards; backwards it is one instruction more.
    pub bytes: u64,
}

/// A function that a target adds to a module, for its code to call in place of what processors speculate past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThunkFunction {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Whether objects share it, as a hidden member of a group; else each has its own.
    pub in_comdat: bool,
    /// Whether it goes again if nothing calls it.
    pub on_demand: bool,
}

/// What frame lowering knows beside the function.
#[derive(Clone, Copy, Debug)]
pub struct FrameContext<'a> {
    /// The module.
    pub module: &'a Module,
    /// Whether code is optimized.
    pub optimize: bool,
    /// Whether stack objects are ordered by their use.
    pub orders_objects: bool,
}

/// What a target does when registers are assigned: frames, and pseudos that become instructions.
///
/// A target without these hooks has all passes up to the rewriter, and emits no code.
pub trait FrameHooks: TargetHooks {
    /// Decides on frame pointer and callee-saved registers, saves them, places stack objects, emits
    /// prologue and epilogues with call frame instructions, and replaces frame indices by addresses.
    ///
    /// # Requires
    /// No virtual registers.
    ///
    /// # Ensures
    /// No frame indices and no call frame pseudos.
    fn lower_frame(&self, function: &mut MachineFunction, context: &FrameContext<'_>);

    /// What the target knows of its loads and stores of stack objects, if some may be out of reach of every pointer to the
    /// frame.
    fn frame_references(&self) -> Option<&'static dyn FrameReferences> {
        None
    }

    /// The stack pointer.
    fn stack_pointer(&self) -> PhysReg;

    /// The register that addresses in the frame are made of: the frame pointer, if there is one.
    fn frame_register(&self, function: &MachineFunction) -> PhysReg;

    /// Says where the variables in stack objects are, after layout.
    fn address_variables(&self, function: &mut MachineFunction) {
        function.frame.frame_register = Some(self.frame_register(function));
        for at in 0..function.frame.variables.len() {
            let slot = function.frame.variables[at].slot;
            let has_place = !function.frame.object(slot).dead;
            let address = has_place.then(|| self.debug_address(function, slot));
            function.frame.variables[at].address = address;
        }
    }

    /// Whether the frame can be set up at the begin of `block`.
    fn can_use_as_prologue(&self, function: &MachineFunction, block: Block) -> bool;

    /// Whether the frame can be torn down before the terminators of `block`.
    fn can_use_as_epilogue(&self, function: &MachineFunction, block: Block) -> bool {
        let _ = (function, block);
        true
    }

    /// The functions that code of `module` may call in place of what processors speculate past.
    fn needed_thunks(&self, module: &Module) -> Vec<ThunkFunction> {
        let _ = module;
        Vec::new()
    }

    /// Whether `reg` is a general-purpose register, or part of one.
    fn is_general_purpose(&self, reg: PhysReg) -> bool {
        let _ = reg;
        false
    }

    /// Whether the calling convention of `function` passes arguments in `reg`.
    fn is_argument_register(&self, function: &MachineFunction, reg: PhysReg) -> bool {
        let _ = (function, reg);
        false
    }

    /// Inserts instructions before `before` that set `registers`, by number, to zero, as far as the target does that.
    ///
    /// # Errors
    /// Registers that the target should set to zero, and does not.
    fn clear_registers(
        &self,
        function: &mut MachineFunction,
        before: Inst,
        registers: &[PhysReg],
    ) -> Result<(), &'static str> {
        let _ = (function, before, registers);
        Ok(())
    }

    /// What is wrong with a frame that [`FrameHooks::lower_frame`] has laid out: something that the function asks for
    /// needs what it does not have.
    fn frame_error(&self, function: &MachineFunction) -> Option<&'static str> {
        let _ = function;
        None
    }

    /// The distance in bytes from where the stack pointer points at the function's entry to a stack object, once the
    /// frame is laid out.
    fn offset_at_entry(&self, function: &MachineFunction, object: FrameIndex) -> i64 {
        function.frame.object(object).offset
    }

    /// The register and the distance in bytes by which debug information finds a stack object, once the frame is laid out.
    fn debug_address(&self, function: &MachineFunction, object: FrameIndex) -> (PhysReg, i64);

    /// If `inst` is a plain store of a register, by its opcode, and its memory operand says that it goes to a stack object:
    /// the register and the object. Frame indices need not be there any more.
    fn stored_to_frame(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
        let _ = (function, inst);
        None
    }

    /// If `inst` is a plain load of a register from a stack object, the same.
    fn loaded_from_frame(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
        let _ = (function, inst);
        None
    }

    /// Inserts a `KCFI_CHECK` before `call`, which expects a function whose type has this number. Returns the call,
    /// which may be a new one; `None` if it is of no form that can be checked.
    fn insert_type_check(
        &self,
        function: &mut MachineFunction,
        call: Inst,
        number: u32,
    ) -> Option<Inst> {
        let _ = (function, call, number);
        None
    }

    /// The bytes that every conditional branch reaches forwards at least; `None` if all reach everywhere.
    fn least_branch_reach(&self, bits: &BranchBits) -> Option<u64> {
        let _ = bits;
        None
    }

    /// The conditional branch `inst`; `None` if it is none, or reaches everywhere.
    fn branch_reach(
        &self,
        function: &MachineFunction,
        inst: Inst,
        bits: &BranchBits,
    ) -> Option<BranchReach> {
        let _ = (function, inst, bits);
        None
    }

    /// The most bytes of code that `inst` becomes. Only asked where branches do not reach everywhere.
    fn code_size(&self, function: &MachineFunction, inst: Inst) -> u64 {
        let _ = (function, inst);
        0
    }

    /// Replaces a pseudo that stands for other instructions as soon as registers are known; `true` if nothing is left to
    /// be done for it. New instructions come before `inst`, or `inst` is changed.
    fn expand_post_ra_pseudo(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        let _ = (function, inst);
        false
    }
}
