//! The interface of a target for passes on machine functions.
//!
//! Passes that are the same on every target call these; each target implements them once, as a
//! stateless object.

use crate::insert_point::InsertPoint;
use std::borrow::Cow;

use avarice_ir::Module;
use avarice_target::{PhysReg, RegClass, RegMaskId, TargetDesc};
use smallvec::SmallVec;

use crate::default_hooks;
use crate::entities::{Block, FrameIndex, Inst, JumpTableIndex, Reg, VReg};
use crate::function::MachineFunction;
use crate::operand::Operand;
use crate::text_names::TextNames;

/// The branches at the end of a block, understood.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BranchAnalysis {
    /// Where the (conditional, if `condition` is not empty) branch goes; `None` falls through.
    pub taken: Option<Block>,
    /// Where control goes if the condition is false; `None` falls through.
    pub otherwise: Option<Block>,
    /// The target's condition operands; empty for an unconditional branch or none.
    pub condition: SmallVec<[Operand; 4]>,
}

/// A register class's stack slot access: which registers move where.
#[derive(Clone, Copy, Debug)]
pub struct SlotAccess {
    /// Register stored or loaded.
    pub reg: Reg,
    /// Slot.
    pub slot: FrameIndex,
    /// Class of the register.
    pub class: RegClass,
    /// Whether a store is the register's last use.
    pub kill: bool,
}

/// A copy that the coalescer is about to remove.
#[derive(Clone, Copy, Debug)]
pub struct CoalescedCopy {
    /// The copy.
    pub inst: Inst,
    /// Class of the source, and the index by which the joined register holds it.
    pub src: (RegClass, avarice_target::SubRegIdx),
    /// Class of the destination, and the index by which the joined register holds it.
    pub dst: (RegClass, avarice_target::SubRegIdx),
    /// Class of the joined register.
    pub class: RegClass,
}

/// What an instruction does to the call frame. Sizes are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallFrameChange {
    /// Sets one up.
    SetUp(u64),
    /// Destroys it.
    Destroy(u64),
}

/// How many sets of registers [`TargetHooks::pressure_weight`] may tell apart.
pub const PRESSURE_SETS: usize = 4;

/// The hooks of a target.
pub trait TargetHooks: Sync + Send {
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

    /// The class of registers that hold addresses.
    fn pointer_class(&self) -> RegClass;

    /// The kinds of registers that can be exchanged for each other: of each the classes of registers that can be
    /// moved and spilled, the narrowest first, which all are ends of registers of the last. Integers come first,
    /// then floating-point numbers and vectors; there may be one more kind.
    fn register_files(&self) -> [&'static [RegClass]; 3] {
        [&[]; 3]
    }

    /// Registers that must not be allocated in `function`, with everything that overlaps them.
    /// Indexed by register number.
    fn reserved_regs(&self, function: &MachineFunction) -> Vec<bool>;

    /// Callee-saved registers of `function` in the order in which LLVM lists them.
    fn callee_saved_regs(&self, function: &MachineFunction) -> Vec<PhysReg>;

    /// The mask of registers that an unwinder preserves on the way into a landing pad; `None` if that
    /// restricts nothing.
    fn eh_pad_preserved_mask(&self, function: &MachineFunction) -> Option<RegMaskId> {
        let _ = function;
        None
    }

    /// Inserts a copy of physical registers before `before` (at the end of `block` for `None`) and gives
    /// its last instruction; `None` if the target has no copy between the two.
    fn copy_phys_reg(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        dst: PhysReg,
        src: PhysReg,
        kill_src: bool,
    ) -> Option<Inst>;

    /// Whether registers of `class` can be stored to a slot and loaded from it.
    fn has_slot_access(&self, class: RegClass) -> bool;

    /// Inserts a store of a register to a slot. Its class has slot access.
    fn store_to_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst;

    /// Inserts a load of a register from a slot. Its class has slot access.
    fn load_from_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst;

    /// If `inst` is a plain load of a whole register from a slot: the register and the slot.
    fn is_load_from_slot(
        &self,
        function: &MachineFunction,
        inst: Inst,
    ) -> Option<(Reg, FrameIndex)>;

    /// If `inst` is a plain store of a whole register to a slot: the register and the slot.
    fn is_store_to_slot(&self, function: &MachineFunction, inst: Inst)
    -> Option<(Reg, FrameIndex)>;

    /// Whether `inst` can be computed again anywhere, needing no operand that could have changed.
    fn is_trivially_rematerializable(&self, function: &MachineFunction, inst: Inst) -> bool;

    /// Whether `inst` costs no more than a move of a register.
    fn is_as_cheap_as_move(&self, function: &MachineFunction, inst: Inst) -> bool {
        function
            .desc(inst)
            .has(avarice_target::InstrFlags::CHEAP_AS_MOVE)
    }

    /// Improves machine SSA where that needs to know what instructions do.
    fn optimize_peepholes(&self, function: &mut MachineFunction) {
        let _ = function;
    }

    /// At multiples of how many bytes loops should begin.
    fn loop_alignment(&self) -> u64 {
        1
    }

    /// Whether readers of the results of `inst` have to wait long for them: a division, a square root.
    fn has_high_latency(&self, function: &MachineFunction, inst: Inst) -> bool {
        let _ = (function, inst);
        false
    }

    /// How register pressure is estimated: the set, below [`PRESSURE_SETS`], that registers of `class` are taken from,
    /// and what one of them takes of its limit. `None` if they are never scarce.
    fn pressure_weight(&self, class: RegClass) -> Option<(usize, i32)> {
        let _ = class;
        None
    }

    /// From which sum of weights on the registers of a set count as used up.
    fn pressure_limit(&self, set: usize) -> i32 {
        let _ = set;
        i32::MAX
    }

    /// Inserts a copy of `inst` that defines `dst` (with sub-register index `sub` of it).
    fn rematerialize(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        dst: Reg,
        sub: avarice_target::SubRegIdx,
        inst: Inst,
    ) -> Inst {
        default_hooks::rematerialize(function, at, dst, sub, inst)
    }

    /// The number that `inst` sets its result to, if [`Self::rematerialize`] makes other instructions of it in some
    /// places, which set theirs to the same.
    fn number_computed(&self, function: &MachineFunction, inst: Inst) -> Option<i64> {
        let _ = (function, inst);
        None
    }

    /// Folds a slot into operands `ops` of `inst`: makes and inserts the memory form before `inst`,
    /// or returns `None` and changes nothing.
    fn fold_slot(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        ops: &[usize],
        slot: FrameIndex,
    ) -> Option<Inst>;

    /// Folds the load `load` into operands `ops` of `inst`, which read what it loads: makes and inserts the
    /// memory form before `inst`, or returns `None` and changes nothing.
    fn fold_load(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        ops: &[usize],
        load: Inst,
    ) -> Option<Inst> {
        let _ = (function, inst, ops, load);
        None
    }

    /// What the first use of a callee-saved register costs, where the entry runs 2^14 times.
    fn callee_saved_first_use_cost(&self) -> u64 {
        0
    }

    /// Two operands (as indices) that can change places; `first` may be fixed by the caller.
    fn commutable_operands(
        &self,
        function: &MachineFunction,
        inst: Inst,
        first: Option<usize>,
    ) -> Option<(usize, usize)> {
        default_hooks::commutable_operands(function, inst, first)
    }

    /// Exchanges two commutable operands, changing opcode or immediates as needed. The instruction
    /// keeps its id. Returns whether it did.
    fn commute(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        first: usize,
        second: usize,
    ) -> bool {
        default_hooks::commute(function, inst, first, second)
    }

    /// Whether `inst` only copies operand 1 to operand 0: a `COPY`, or a move instruction of the target.
    fn is_copy(&self, function: &MachineFunction, inst: Inst) -> bool {
        function.opcode(inst) == avarice_target::op::COPY
    }

    /// The operands of a copy, or of a move of the target that does nothing else: indices of definition
    /// and source.
    fn copy_operands(&self, function: &MachineFunction, inst: Inst) -> Option<(usize, usize)> {
        self.is_copy(function, inst).then_some((0, 1))
    }

    /// Whether a copy that may be coalesced should be.
    fn should_coalesce(&self, function: &MachineFunction, copy: CoalescedCopy) -> bool {
        let _ = (function, copy);
        true
    }

    /// Whether operands `first` and `second` can change places.
    fn can_commute(
        &self,
        function: &MachineFunction,
        inst: Inst,
        first: usize,
        second: usize,
    ) -> bool {
        let pair = self.commutable_operands(function, inst, Some(first));
        pair == Some((first, second)) || pair == Some((second, first))
    }

    /// Whether the operands of a commutable instruction should change places, where the target cares.
    fn commute_preference(&self, function: &MachineFunction, inst: Inst) -> Option<bool> {
        let _ = (function, inst);
        None
    }

    /// The class of the register that a load split off from `inst` would define; `None` if the target
    /// cannot split `inst`.
    fn unfolded_load_class(&self, function: &MachineFunction, inst: Inst) -> Option<RegClass> {
        let _ = (function, inst);
        None
    }

    /// Creates, in no block, a load of `reg` and the form of `inst` that reads `reg` instead of memory.
    fn unfold_load(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        reg: VReg,
    ) -> Option<[Inst; 2]> {
        let _ = (function, inst, reg);
        None
    }

    /// Inserts a three-address form before `inst`, several instructions where it takes them, and returns
    /// the one that defines the result; the caller removes `inst`.
    fn convert_to_three_address(&self, function: &mut MachineFunction, inst: Inst) -> Option<Inst> {
        let _ = (function, inst);
        None
    }

    /// The branches at the end of `block`, or `None` if they are not understood.
    fn analyze_branch(&self, function: &MachineFunction, block: Block) -> Option<BranchAnalysis>;

    /// The jump table that an indirect branch goes through, where that can be seen.
    fn jump_table_index(&self, function: &MachineFunction, inst: Inst) -> Option<JumpTableIndex> {
        let _ = (function, inst);
        None
    }

    /// Removes the branches at the end of `block`; returns how many.
    fn remove_branch(&self, function: &mut MachineFunction, block: Block) -> usize;

    /// Inserts branches at the end of `block`.
    fn insert_branch(&self, function: &mut MachineFunction, block: Block, branch: &BranchAnalysis);

    /// Reverses a condition; `false` if it cannot be.
    fn reverse_condition(&self, condition: &mut [Operand]) -> bool;

    /// Registers to try first for `reg` beyond its copy hints, best first.
    fn allocation_hints(&self, function: &MachineFunction, reg: VReg) -> SmallVec<[PhysReg; 4]> {
        let _ = (function, reg);
        SmallVec::new()
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
    fn lower_frame(&self, function: &mut MachineFunction);

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
    fn clear_registers(&self, function: &mut MachineFunction, before: Inst, registers: &[PhysReg]) {
        let _ = (function, before, registers);
    }

    /// What is wrong with a frame that [`FrameHooks::lower_frame`] has laid out: something that the function asks for
    /// needs what it does not have.
    fn frame_error(&self, function: &MachineFunction) -> Option<&'static str> {
        let _ = function;
        None
    }

    /// Inserts a `KCFI_CHECK` before `call`, which expects a function whose type has this number; `false` if it is no
    /// call of a form that can be checked.
    fn insert_type_check(&self, function: &mut MachineFunction, call: Inst, number: u32) -> bool {
        let _ = (function, call, number);
        false
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

    /// Replaces a pseudo (after frames are laid out) by real instructions; `true` if it changed.
    fn expand_pseudo(&self, function: &mut MachineFunction, inst: Inst) -> bool;
}
