//! The kinds of events, with their fields.

use avarice_ir::MetadataId;
use avarice_mir::{FrameIndex, Reg, VReg};
use avarice_target::{PhysReg, RegClass};

use super::schema::kinds;
use super::words::{
    Attempt, Bypass, CalleeSavedChoice, Erased, Evicted, ObstacleAt, Piece, RecolorOutcome,
    Refusal, RegionOutcome, RematRefusal, Stage, WeightTerm,
};
use avarice_liveness::SlotIndex;

kinds! {
    /// Something that a pass decided or did.
    Event

    // ---- Passes ---------------------------------------------------------------------------------
    /// The function as the first pass finds it.
    Start "start" {}
    /// The pass has ended. The changes are those that no event of its own has brought.
    Pass "pass" {
        /// What `-time-passes` calls the pass.
        title: &'static str,
    }

    /// A register holds a value of LLVM IR. These come first, for functions that were selected from IR.
    Value "value" {
        /// The register, under its number after selection.
        reg: VReg,
        /// The value: `%ir.name`, or `%ir.5` without a name.
        name: String,
        /// Which part of the value it is; 0 for most.
        part: u32,
    }
    /// A value of LLVM IR that registers hold is a variable of the source somewhere. These come first, for functions
    /// with debug information that were selected from IR.
    Variable "variable" {
        /// The value, as in the event `value`.
        value: String,
        /// The variable's name in the source.
        name: String,
    }
    /// A debug location that instructions have. These come first, for functions with debug locations.
    Location "location" {
        /// The number that instructions give.
        location: MetadataId,
        /// The file.
        file: String,
        /// The line, from 1 on; 0 if it is not known.
        line: u32,
        /// The column, from 1 on; 0 if it is not known.
        column: u32,
    }

    // ---- Live intervals -------------------------------------------------------------------------
    /// The live interval of a register has parts that are not connected: each but the first gets a register of
    /// its own.
    Separate "separate" {
        /// The register, which keeps the first part.
        reg: VReg,
        /// The registers of the other parts.
        parts: Vec<VReg>,
    }
    /// A spill weight has been computed: the sum of the terms, 1 % more with a copy hint, half of it if all values
    /// can be computed again, divided by the size and 25 instructions.
    Weight "weight" {
        /// The register.
        reg: VReg,
        /// One term for each instruction that reads or writes the register.
        terms: Vec<WeightTerm>,
        /// The sum of the terms.
        total: f32,
        /// Registers that copies make worth having, best first.
        hints: Vec<Reg>,
        /// Whether all values can be computed again.
        rematerializable: bool,
        /// Slots that the interval covers; an instruction has 16.
        size: u32,
        /// The weight; infinite if the register must not be spilled.
        weight: f32,
    }

    // ---- The coalescer --------------------------------------------------------------------------
    /// A copy is looked at.
    Copy "copy" {
        /// Where it is.
        at: SlotIndex,
        /// The instruction.
        text: String,
        /// What is copied.
        from: Reg,
        /// Where to.
        to: Reg,
    }
    /// Two registers conflict: the definition of a value of one lies where the other is live with another value.
    Conflict "conflict" {
        /// The register whose value is defined.
        reg: VReg,
        /// The number of the value.
        value: u32,
        /// Where it is defined.
        at: SlotIndex,
        /// The register that is live there.
        other: VReg,
    }
    /// Two registers have become one. The changes have its interval.
    Join "join" {
        /// The register that is gone.
        gone: VReg,
        /// The register that stands for both.
        kept: Reg,
    }
    /// A copy stays, for now or for good.
    Refuse "refuse" {
        /// Where it is.
        at: SlotIndex,
        /// What is copied.
        from: Reg,
        /// Where to.
        to: Reg,
        /// Why.
        reason: Refusal,
        /// Whether it is looked at again when other registers have been joined.
        again: bool,
    }
    /// A copy is gone without any join.
    Erase "erase" {
        /// Where it was.
        at: SlotIndex,
        /// The instruction.
        text: String,
        /// Why it could go.
        why: Erased,
    }
    /// A copy between registers that conflict became superfluous.
    Bypass "bypass" {
        /// Where it was.
        at: SlotIndex,
        /// The register that was copied.
        from: Reg,
        /// Where to.
        to: Reg,
        /// How.
        how: Bypass,
    }
    /// The uses of a register allow a larger class.
    Inflate "inflate" {
        /// The register.
        reg: VReg,
        /// The larger class.
        class: RegClass,
    }

    // ---- Rematerialization ----------------------------------------------------------------------
    /// A value is computed again where it is wanted, instead of a copy or a load.
    Remat "remat" {
        /// The register whose value it is.
        of: VReg,
        /// The register that gets it.
        reg: Reg,
        /// Where.
        at: SlotIndex,
        /// The new instruction.
        text: String,
    }
    /// A value cannot be computed again where it is read, though the register has values that can.
    CannotRemat "cannot-remat" {
        /// The register.
        reg: VReg,
        /// Where it is read.
        at: SlotIndex,
        /// Why not.
        why: RematRefusal,
    }

    /// An allocator begins. The changes bring all spill weights.
    Begin "begin" {}

    // ---- The queue ------------------------------------------------------------------------------
    /// A register waits for its turn.
    Enqueue "enqueue" {
        /// The register.
        reg: VReg,
        /// Larger ones come first; the fast and the basic allocator have none.
        priority: Option<u32>,
        /// How far it has come.
        stage: Option<Stage>,
    }
    /// It is a register's turn.
    Dequeue "dequeue" {
        /// The register.
        reg: VReg,
        /// Its spill weight.
        weight: f32,
        /// How far it has come.
        stage: Option<Stage>,
    }
    /// A register that nothing uses any more is dropped.
    Drop "drop" {
        /// The register.
        reg: VReg,
    }

    // ---- Assignment -----------------------------------------------------------------------------
    /// A register gets a physical one.
    Assign "assign" {
        /// The register.
        reg: VReg,
        /// The physical register.
        phys: PhysReg,
        /// The register that it would like best.
        hint: Option<Reg>,
        /// The cost per use of the physical register.
        cost: u8,
    }
    /// A register loses its physical one.
    Unassign "unassign" {
        /// The register.
        reg: VReg,
        /// The physical register.
        phys: PhysReg,
    }
    /// A register could have another physical one, but not the one that a copy makes it want.
    HintMissed "hint-missed" {
        /// The register.
        reg: VReg,
        /// What it wants.
        hint: PhysReg,
        /// What is free.
        free: PhysReg,
        /// What keeps it from the hint.
        obstacle: ObstacleAt,
    }
    /// The register could be split so that a part of it has its hint: what that may cost.
    HintSavings "hint-savings" {
        /// The register.
        reg: VReg,
        /// What it wants.
        hint: PhysReg,
        /// How often the copies run that would go, in runs of the function.
        saved: f64,
        /// A split has to cost less than this: three quarters of it.
        limit: f64,
    }
    /// The only free physical register costs more per use than others: a cheaper one is looked for.
    Costly "costly" {
        /// The register.
        reg: VReg,
        /// The free physical register.
        phys: PhysReg,
        /// Its cost per use.
        cost: u8,
    }
    /// The free physical register is a callee-saved one that is not used yet: it would have to be saved.
    CalleeSaved "callee-saved" {
        /// The register.
        reg: VReg,
        /// The free physical register.
        phys: PhysReg,
        /// What its first use costs, in runs of the function.
        cost: f64,
        /// What the other way costs, if one was looked at: spilling, or the best split.
        other_cost: Option<f64>,
        /// What is done.
        choice: CalleeSavedChoice,
    }
    /// No physical register can be had, neither a free one nor by eviction.
    Blocked "blocked" {
        /// The register.
        reg: VReg,
        /// Its spill weight.
        weight: f32,
        /// What stands in the way of each physical register that it may have.
        obstacles: Vec<ObstacleAt>,
    }
    /// Lighter registers have to make room.
    Evict "evict" {
        /// The register that takes the physical one.
        reg: VReg,
        /// The physical register.
        phys: PhysReg,
        /// The spill weight of `reg`.
        weight: f32,
        /// The number of the chain of evictions: those evicted cannot evict what has a number as large.
        cascade: u32,
        /// Those that lose it.
        evicted: Vec<Evicted>,
    }
    /// The register is tried again when all others have been tried once.
    Wait "wait" {
        /// The register.
        reg: VReg,
    }

    // ---- Splitting ------------------------------------------------------------------------------
    /// What it would cost to have the register around each use only: a region must cost less.
    IsolationCost "isolation-cost" {
        /// The register.
        reg: VReg,
        /// The cost, in runs of the function.
        cost: f64,
    }
    /// A region of the code where the register could have a physical one is looked at.
    Region "region" {
        /// The register.
        reg: VReg,
        /// The physical register; none for the region without any in mind.
        phys: Option<PhysReg>,
        /// The cost of code in the blocks with uses, in runs of the function.
        static_cost: Option<f64>,
        /// The cost with what the borders of the region need.
        cost: Option<f64>,
        /// The bundles of edges that it consists of.
        bundles: Vec<u32>,
        /// What came of it.
        outcome: RegionOutcome,
    }
    /// A run of uses within a block, better than those before: it is worth more than what is in its way.
    LocalRun "local-run" {
        /// The register.
        reg: VReg,
        /// The physical register.
        phys: PhysReg,
        /// The first use.
        from: SlotIndex,
        /// The last use.
        to: SlotIndex,
        /// The weight of the heaviest in the way.
        interference: f32,
        /// The weight that the run would have.
        estimate: f32,
    }
    /// A way of splitting does not apply or does not pay.
    NoSplit "no-split" {
        /// The register.
        reg: VReg,
        /// The way.
        how: Attempt,
    }
    /// The register is split. The changes have the intervals of the pieces.
    Split "split" {
        /// The register, which is gone.
        reg: VReg,
        /// How.
        how: Attempt,
        /// The physical register that it was split for, if that is one.
        phys: Option<PhysReg>,
        /// What the split costs, if that was computed, in runs of the function.
        cost: Option<f64>,
        /// The new registers.
        pieces: Vec<Piece>,
    }

    // ---- Spilling -------------------------------------------------------------------------------
    /// The register goes to memory: the events up to `spilled` say what becomes of its uses.
    Spill "spill" {
        /// The register.
        reg: VReg,
        /// Its spill weight.
        weight: f32,
        /// The register that it was split from; itself if it was not. All pieces share a slot.
        original: VReg,
    }
    /// An instruction reads a register that was loaded before it.
    Reload "reload" {
        /// The spilled register.
        of: VReg,
        /// The register of the load.
        reg: VReg,
        /// Where the load is.
        at: SlotIndex,
        /// The stack slot.
        slot: FrameIndex,
    }
    /// What an instruction defines is stored after it.
    Store "store" {
        /// The spilled register.
        of: VReg,
        /// The register that is stored.
        reg: VReg,
        /// Where the store is.
        at: SlotIndex,
        /// The stack slot.
        slot: FrameIndex,
    }
    /// An instruction works on memory itself.
    Fold "fold" {
        /// The spilled register.
        of: VReg,
        /// Where it is.
        at: SlotIndex,
        /// The new instruction.
        text: String,
        /// Whether it reads what a load read, rather than the stack slot.
        is_load: bool,
    }
    /// A store of a value that is in the slot already goes.
    RedundantStore "redundant-store" {
        /// The register that is stored.
        reg: VReg,
        /// Where it was.
        at: SlotIndex,
        /// The stack slot.
        slot: FrameIndex,
    }
    /// A store is done once where a copy's source is defined instead.
    HoistedStore "hoisted-store" {
        /// The register that is stored.
        reg: VReg,
        /// Where its value is defined.
        at: SlotIndex,
        /// The stack slot.
        slot: FrameIndex,
    }
    /// The register is in memory. The changes have the intervals of the registers that its uses got.
    Spilled "spilled" {
        /// The register.
        reg: VReg,
        /// The stack slot; none if no use needs one.
        slot: Option<FrameIndex>,
        /// It and its pieces with a single use that went with it.
        regs: Vec<VReg>,
        /// The registers around its uses.
        new: Vec<VReg>,
    }
    /// Stores of equal values to a slot are done in one place.
    MergedStores "merged-stores" {
        /// The stack slot.
        slot: FrameIndex,
        /// How many stores there were.
        before: u32,
        /// How many there are.
        after: u32,
    }

    // ---- The fast allocator, which goes from the last instruction of a block to the first --------
    /// A register is stored after its definition.
    StoreBehind "store-behind" {
        /// The register.
        reg: VReg,
        /// Where it is.
        phys: PhysReg,
        /// The stack slot.
        slot: FrameIndex,
        /// The instruction that defines it.
        text: String,
    }
    /// A register is loaded, since the code further up uses the physical register otherwise, or it comes from another
    /// block.
    LoadBefore "load-before" {
        /// The register.
        reg: VReg,
        /// Where it goes.
        phys: PhysReg,
        /// The stack slot.
        slot: FrameIndex,
        /// The instruction after the load; none at the end of the block.
        text: Option<String>,
    }

    // ---- Recoloring -----------------------------------------------------------------------------
    /// A register that can neither be split nor spilled tries to move others.
    Recolor "recolor" {
        /// The register.
        reg: VReg,
        /// How many others are being moved for each other already.
        depth: u32,
    }
    /// A physical register is tried in recoloring.
    RecolorTry "recolor-try" {
        /// The register.
        reg: VReg,
        /// The physical register.
        phys: PhysReg,
        /// Those that have to move.
        moved: Vec<VReg>,
        /// What came of it.
        outcome: RecolorOutcome,
    }
    /// A register that missed its hint was given it after all, or a register that it is copied from or to was moved
    /// to its physical one; or not, as that leaves more copies.
    Reconcile "reconcile" {
        /// The register.
        reg: VReg,
        /// The physical register that it has.
        from: PhysReg,
        /// The one that it would move to.
        to: PhysReg,
        /// How often copies run that are left if it stays, in runs of the function.
        old_cost: f64,
        /// Likewise if it moves.
        new_cost: f64,
        /// Whether it moves.
        moves: bool,
    }
}
