//! Parts of events, and the names that they use.

use avarice_mir::VReg;
use avarice_target::PhysReg;

use super::schema::{names, parts};
use avarice_liveness::SlotIndex;

parts! {
    /// What an instruction adds to a spill weight: the frequency of its block for a read, the same for a write.
    WeightTerm "weight term" {
        /// The instruction.
        at: SlotIndex,
        /// The number of its block.
        block: u32,
        /// Whether it reads the register.
        reads: bool,
        /// Whether it writes it.
        writes: bool,
        /// How often the block runs for each run of the function.
        frequency: f64,
        /// Whether it writes a value that leaves a loop, which counts three times.
        leaves_loop: bool,
        /// The term.
        weight: f32,
    }
    /// A register that loses its physical one.
    Evicted "evicted register" {
        /// The register.
        reg: VReg,
        /// Its spill weight.
        weight: f32,
        /// The chain of evictions that it was in before, 0 for none.
        cascade: u32,
        /// Whether it had what it liked best.
        breaks_hint: bool,
    }
    /// What keeps a register from a physical one.
    ObstacleAt "obstacle" {
        /// The physical register.
        phys: PhysReg,
        /// What it is.
        obstacle: Obstacle,
        /// The virtual registers that hold it.
        regs: Vec<Weighed>,
    }
    /// A register with its spill weight.
    Weighed "weighed register" {
        /// The register.
        reg: VReg,
        /// Its spill weight.
        weight: f32,
    }
    /// A part of a register that was split.
    Piece "piece" {
        /// The register of the part.
        reg: VReg,
        /// The interval of the split that it comes from; 0 is what no other interval covers.
        interval: u32,
    }
}

names! {
    /// What keeps a register from a physical one.
    Obstacle "kind of obstacle" {
        /// Nothing does.
        Free "free",
        /// Virtual registers hold it.
        Registers "registers",
        /// Instructions use the physical register itself.
        Fixed "fixed",
        /// A call does not preserve it.
        Call "call",
    }
    /// How far a register has come.
    Stage "stage" {
        /// Just made.
        New "new",
        /// It can be assigned or evict others.
        Assign "assign",
        /// It can be split.
        Split "split",
        /// It can be split where that makes it smaller for sure.
        Split2 "split-2",
        /// It can be spilled.
        Spill "spill",
        /// Nothing more can be done with it.
        Done "done",
    }
    /// Why a copy stays.
    Refusal "refusal" {
        /// It is no copy of whole registers, or no class holds both.
        NotCoalescable "not-coalescable",
        /// The target does not want it.
        Target "target",
        /// Only reserved physical registers can stand for virtual ones.
        NotReserved "not-reserved",
        /// A reserved register can stand for a virtual one of a single value only.
        SeveralValues "several-values",
        /// Its intervals are large and many joins of them have been attempted.
        TooLarge "too-large",
        /// The registers conflict.
        Conflict "conflict",
        /// The physical register is used in between.
        PhysicalConflict "physical-conflict",
    }
    /// Why a copy could go without a join.
    Erased "reason" {
        /// What it defines is not read.
        Dead "dead",
        /// It copies an undefined value.
        Undefined "undefined",
        /// It copies a register to itself.
        Identity "identity",
        /// It copies what the joined register holds anyway.
        Joined "joined",
    }
    /// How a copy between registers that conflict became superfluous.
    Bypass "way around" {
        /// The source was a copy of the destination's older value: that is used instead.
        OlderValue "older-value",
        /// The instruction that defines the source was commuted.
        Commuted "commuted",
        /// It was needed on one way into the block only, and has moved there.
        PartialRedundancy "partial-redundancy",
    }
    /// Why a value is not computed again.
    RematRefusal "obstacle to rematerialization" {
        /// It cannot be, or what it is made of has changed.
        Impossible "impossible",
        /// The instruction changes the register in place.
        Tied "tied",
    }
    /// What is done where the free register is a callee-saved one.
    CalleeSavedChoice "choice" {
        /// It is used.
        Use "use",
        /// The register is split to do without.
        Split "split",
        /// The register does without: it evicts others or is spilled.
        Avoid "avoid",
    }
    /// What came of a region.
    RegionOutcome "outcome of a region" {
        /// It is the best so far.
        Best "best",
        /// It costs as much as the best or more.
        Worse "worse",
        /// No bundle wants a register.
        NoBundle "no-bundle",
        /// Code cannot be inserted where the register is taken.
        NoRoom "no-room",
    }
    /// Ways of splitting.
    Attempt "way of splitting" {
        /// Around a region, for a physical register or a compact one.
        Region "region",
        /// Around a region where the register can have its hint.
        Hint "hint",
        /// Around a region, so as to do without a callee-saved register.
        CalleeSaved "callee-saved",
        /// Around each block with uses.
        Block "block",
        /// Around a run of uses in one block.
        Local "local",
        /// Around single instructions.
        Instruction "instruction",
    }
    /// What came of a physical register in recoloring.
    RecolorOutcome "outcome of recoloring" {
        /// All others have found a place.
        Done "done",
        /// Something fixed is in the way.
        Fixed "fixed",
        /// Those in the way cannot move, or are too many.
        Stuck "stuck",
        /// They found no place.
        Failed "failed",
    }
}
