//! Kinds of log lines: the known wordings.
//!
//! LLVM 17 to 22 word nearly everything in `-debug-only=regalloc` alike; the beginning of a line tells
//! which of a few [`Kind`]s it has. A line that matches no rule comes from another part of the compiler or
//! from another version: such lines are counted, and never compared.

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// Nothing.
    Blank,
    /// `********** … **********`
    Heading,
    /// Register units that are live into a block, and how many intervals of units there are.
    LiveUnits,
    /// An interval of the INTERVALS block.
    Interval,
    /// Where register masks are.
    RegMasks,
    /// A line of a listing of machine code.
    Code,
    /// The copy that the coalescer looks at.
    Copy,
    /// The name of the block that the coalescer looks at.
    Block,
    /// Which registers the coalescer tries to join.
    Considering,
    /// The outcome for a copy.
    JoinResult,
    /// How values are mapped, lanes pruned, instructions updated.
    JoinDetail,
    /// The allocation order of a class, said when it is first needed.
    Order,
    /// A register is put into the queue, or not.
    Enqueue,
    /// A register is taken from the queue.
    Dequeue,
    /// Registers that would save a copy.
    Hints,
    /// A register is assigned.
    Assign,
    /// An assignment is undone.
    Unassign,
    /// What an assignment would evict, and at which cost.
    Evict,
    /// The stage of a register that found no place.
    Stage,
    /// Where an interval is split.
    Split,
    /// Spill code, rematerialization, hoisting.
    Spill,
    /// Blocks of spills, as a set.
    SpillBlocks,
    /// A value that is live into a block, while an interval is shrunk.
    LiveIn,
    /// Shrunk intervals, dead definitions.
    Liveness,
    /// Last-chance recoloring.
    Recolor,
    /// Recoloring for hints that were broken.
    Reconcile,
    /// A line of the register map.
    Map,
    /// A rewritten instruction.
    Rewritten,
    /// A line of the fast allocator's log.
    Fast,
    /// What no rule knows.
    Unknown,
}

impl Kind {
    /// What it is called in a report.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Blank => "an empty line",
            Self::Heading => "the order of passes",
            Self::LiveUnits => "register units that are live in",
            Self::Interval => "an interval",
            Self::RegMasks => "places of register masks",
            Self::Code => "machine code",
            Self::Copy => "the copy that is looked at",
            Self::Block => "the block that is looked at",
            Self::Considering => "the registers to join",
            Self::JoinResult => "the result of a join",
            Self::JoinDetail => "the values of a join",
            Self::Order => "an allocation order",
            Self::Enqueue => "what is put into the queue",
            Self::Dequeue => "what is taken from the queue",
            Self::Hints => "hints",
            Self::Assign => "an assignment",
            Self::Unassign => "an assignment undone",
            Self::Evict => "an eviction",
            Self::Stage => "the stage of an interval",
            Self::Split => "a split",
            Self::Spill | Self::SpillBlocks => "a spill",
            Self::LiveIn | Self::Liveness => "an update of intervals",
            Self::Recolor => "last-chance recoloring",
            Self::Reconcile => "recoloring for hints",
            Self::Map => "the register map",
            Self::Rewritten => "a rewritten instruction",
            Self::Fast => "the fast allocator",
            Self::Unknown => "an unknown line",
        }
    }

    /// Whether a line of this kind may stand elsewhere, or nowhere, without anything being decided
    /// differently. An allocation order is printed when a class is first used, so that its place depends
    /// on the functions before.
    pub fn is_movable(self) -> bool {
        matches!(self, Self::Order | Self::Block)
    }

    /// Whether it is never compared.
    pub fn is_silent(self) -> bool {
        matches!(self, Self::Blank | Self::Unknown)
    }
}

/// How lines of the coalescer begin.
const JOIN_RULES: &[(&str, Kind)] = &[
    ("\tConsidering merging ", Kind::Considering),
    ("\tSuccess: ", Kind::JoinResult),
    ("\tResult = ", Kind::JoinResult),
    ("\tInterference!", Kind::JoinResult),
    (
        "\tCan only merge into reserved registers.",
        Kind::JoinResult,
    ),
    ("\tCannot join complex intervals", Kind::JoinResult),
    ("\tNot coalescable.", Kind::JoinResult),
    ("\tSubtarget bailed on coalescing.", Kind::JoinResult),
    ("\tCopy is dead.", Kind::JoinResult),
    ("\tCopy already coalesced:", Kind::JoinResult),
    ("\tTrivial!", Kind::JoinResult),
    ("\tReplaced copy of <undef> value", Kind::JoinResult),
    ("\tEliminating copy of <undef> value", Kind::JoinResult),
    ("\tMerged values:", Kind::JoinResult),
    ("\tJoined SubRanges", Kind::JoinDetail),
    ("\tnew undef:", Kind::JoinDetail),
    ("\tremoveCopyByCommutingDef:", Kind::JoinResult),
    ("\tremovePartialRedundancy:", Kind::JoinResult),
    ("Remat: ", Kind::JoinResult),
    ("Extending: ", Kind::JoinDetail),
    ("   result = ", Kind::JoinDetail),
    ("Shrink LaneUses", Kind::JoinDetail),
    ("Incoming sublane value is undef", Kind::JoinDetail),
    ("Pruning undef incoming lanes", Kind::JoinDetail),
    ("Removing undefined SubRange ", Kind::JoinDetail),
    ("IMPLICIT_DEF defined at ", Kind::JoinDetail),
    ("Apply terminal rule for", Kind::JoinResult),
    ("Trying to inflate ", Kind::JoinResult),
    ("* Skipped as it exposes", Kind::JoinResult),
    ("\t\tRHS = ", Kind::JoinDetail),
    ("\t\tLHS = ", Kind::JoinDetail),
    ("\t\tLHST = ", Kind::JoinDetail),
    ("\t\t  LHS = ", Kind::JoinDetail),
    ("\t\tmerge ", Kind::JoinDetail),
    ("\t\terased:", Kind::JoinDetail),
    ("\t\tupdated:", Kind::JoinDetail),
    ("\t\tnoop:", Kind::JoinDetail),
    ("\t\tshrunk:", Kind::JoinDetail),
    ("\t\textended:", Kind::JoinDetail),
    ("\t\ttrimmed:", Kind::JoinDetail),
    ("\t\tinterference at ", Kind::JoinDetail),
    ("\t\tInterference", Kind::JoinDetail),
    ("\t\tRegMask interference", Kind::JoinDetail),
    ("\t\tconflict at ", Kind::JoinDetail),
    ("\t\ttaints ", Kind::JoinDetail),
    ("\t\ttainted lanes used by", Kind::JoinDetail),
    ("\t\tpruned ", Kind::JoinDetail),
    ("\t\tPrune sublane ", Kind::JoinDetail),
    ("\t\tDead uses at sublane", Kind::JoinDetail),
    ("\t\tExpecting instruction removal", Kind::JoinDetail),
    ("\t\tremoved ", Kind::JoinDetail),
    ("\t\tjoined lanes:", Kind::JoinDetail),
    ("\t\trestoring liveness to ", Kind::JoinDetail),
    ("\t\tMultiple vreg uses!", Kind::JoinDetail),
    ("\t\tComplex control flow!", Kind::JoinDetail),
    ("\t\tRemoving phys reg def of", Kind::JoinDetail),
];

/// How lines begin that updates of intervals write, in whichever pass.
const SHARED_RULES: &[(&str, Kind)] = &[
    (" live-in at ", Kind::LiveIn),
    ("Shrink: ", Kind::Liveness),
    ("Shrunk: ", Kind::Liveness),
    ("Dead PHI at ", Kind::Liveness),
    ("All defs dead: ", Kind::Liveness),
    ("Deleting dead def ", Kind::Liveness),
    ("Won't delete", Kind::Liveness),
    ("Can't delete: ", Kind::Liveness),
    ("Converted physregs to:", Kind::Liveness),
    ("Try to fold single def: ", Kind::Liveness),
    ("                folded: ", Kind::Liveness),
    ("       into single use: ", Kind::Liveness),
    ("Inflated ", Kind::Liveness),
    ("  Split ", Kind::Liveness),
    ("AllocationOrder(", Kind::Order),
];

/// How lines of the allocators begin.
const ALLOCATION_RULES: &[(&str, Kind)] = &[
    ("Enqueuing ", Kind::Enqueue),
    ("Not enqueueing ", Kind::Enqueue),
    ("Dropping unused ", Kind::Enqueue),
    ("queuing new interval: ", Kind::Enqueue),
    ("not queueing unused ", Kind::Enqueue),
    ("selectOrSplit ", Kind::Dequeue),
    ("hints:", Kind::Hints),
    ("missed hint ", Kind::Hints),
    ("assigning ", Kind::Assign),
    ("unassigning ", Kind::Unassign),
    ("evicting ", Kind::Evict),
    ("should evict: ", Kind::Evict),
    ("can reassign: ", Kind::Evict),
    ("Only trying the first ", Kind::Evict),
    ("RS_", Kind::Stage),
    ("wait for second round", Kind::Stage),
    ("Do as if this register is in memory", Kind::Stage),
    ("Analyze counted ", Kind::Split),
    ("Compact region bundles", Kind::Split),
    ("Cost of isolating all blocks", Kind::Split),
    ("Split for ", Kind::Split),
    ("Split around ", Kind::Split),
    ("splitAroundRegion with ", Kind::Split),
    ("All uses were copies.", Kind::Split),
    ("    skip:", Kind::Split),
    ("tryLocalSplit:", Kind::Split),
    ("Best local split range: ", Kind::Split),
    ("Tagging non-progress ranges:", Kind::Split),
    ("    selectIntv ", Kind::Split),
    ("    enterIntv", Kind::Split),
    ("    useIntv ", Kind::Split),
    ("    leaveIntv", Kind::Split),
    ("    overlapIntv ", Kind::Split),
    ("skip overlap due to tied def", Kind::Split),
    ("Removing ", Kind::Split),
    ("  cannot find simple kill of", Kind::Split),
    ("  move kill to ", Kind::Split),
    ("Def in ", Kind::Split),
    ("Direct complement def at ", Kind::Split),
    ("Single complement def at ", Kind::Split),
    ("Multi-mapped complement ", Kind::Split),
    ("  blit ", Kind::Split),
    ("  rewr ", Kind::Split),
    ("Zapping ", Kind::Split),
    ("Main interval covers the same", Kind::Split),
    ("%bb.", Kind::Split),
    ("Early abort: ", Kind::Recolor),
    ("Try last chance recoloring for ", Kind::Recolor),
    ("Abort because max depth", Kind::Recolor),
    ("Try to assign: ", Kind::Recolor),
    ("Some interferences ", Kind::Recolor),
    ("Fail to assign: ", Kind::Recolor),
    ("Try to recolor: ", Kind::Recolor),
    ("Recoloring of ", Kind::Recolor),
    ("Trying to reconcile hints for: ", Kind::Reconcile),
    ("Checking profitability:", Kind::Reconcile),
    ("Old Cost: ", Kind::Reconcile),
    ("New Cost: ", Kind::Reconcile),
    ("=> ", Kind::Reconcile),
    ("Inline spilling ", Kind::Spill),
    ("From original ", Kind::Spill),
    ("\talso spill snippet ", Kind::Spill),
    ("\tmerged orig valno ", Kind::Spill),
    ("\thoisted: ", Kind::Spill),
    ("Checking redundant spills for ", Kind::Spill),
    ("Merged to stack int: ", Kind::Spill),
    ("Redundant spill ", Kind::Spill),
    ("\tadding <undef> flags: ", Kind::Spill),
    ("\tcannot remat ", Kind::Spill),
    ("\tremat: ", Kind::Spill),
    ("\t        ", Kind::Spill),
    ("\tfolded: ", Kind::Spill),
    ("\treload: ", Kind::Spill),
    ("\tspill: ", Kind::Spill),
    ("\trewrite: ", Kind::Spill),
    ("Remat created ", Kind::Spill),
    ("Coalescing stack access: ", Kind::Spill),
    ("spillAroundUses ", Kind::Spill),
    ("Modifying debug info due to spill", Kind::Spill),
    ("Found new snippet copy: ", Kind::Spill),
    ("Merged spilled regs: ", Kind::Spill),
    ("Eliminating ", Kind::Spill),
    ("can't spill in root block", Kind::Spill),
    ("Orders size is ", Kind::Spill),
    ("For Slot", Kind::Spill),
    ("spilling", Kind::Spill),
    ("Post alloc VirtRegMap:", Kind::Map),
    ("Equal spills in BB: ", Kind::SpillBlocks),
    ("spills in BB: ", Kind::SpillBlocks),
    ("Finally inserted spills in BB: ", Kind::SpillBlocks),
    ("Finally removed spills in BB: ", Kind::SpillBlocks),
    ("BB", Kind::SpillBlocks),
    ("[%", Kind::Map),
];

fn by_rule(rules: &[(&str, Kind)], line: &[u8]) -> Option<Kind> {
    let found = rules
        .iter()
        .find(|(prefix, _)| line.starts_with(prefix.as_bytes()));
    found.map(|(_, kind)| *kind)
}

/// Splits off the slot index or other number at the start, without the letter of the slot.
fn leading_number(line: &[u8]) -> Option<&[u8]> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then(|| &line[digits..])
}

/// Whether the line begins with a slot index and a tab: an instruction, or the start of a block.
pub(crate) fn has_slot_index(line: &[u8]) -> bool {
    leading_number(line).is_some_and(|rest| matches!(rest, [b'B' | b'e' | b'r' | b'd', b'\t', ..]))
}

/// A line between two headings of the coalescer.
pub(crate) fn of_coalescer(line: &[u8]) -> Kind {
    if let Some(kind) = by_rule(JOIN_RULES, line).or_else(|| by_rule(SHARED_RULES, line)) {
        return kind;
    }
    if has_slot_index(line) {
        return Kind::Copy;
    }
    if line.starts_with(b"%") && contains(line, b" inflated to ") {
        return Kind::JoinResult;
    }
    let is_block = line.last() == Some(&b':') && !line.starts_with(b"\t");
    if is_block { Kind::Block } else { Kind::Unknown }
}

/// A line of an allocator that is not the fast one.
pub(crate) fn of_allocation(line: &[u8]) -> Kind {
    if let Some(kind) = by_rule(ALLOCATION_RULES, line).or_else(|| by_rule(SHARED_RULES, line)) {
        return kind;
    }
    match line.first() {
        Some(b'$') => of_physical_register(line),
        Some(b'%') if line.ends_with(b") is recolorable.") => Kind::Reconcile,
        Some(b'0'..=b'9') => of_number(line),
        _ if contains(line, b" minimum cost = ") => Kind::Evict,
        _ => Kind::Unknown,
    }
}

/// A line that begins with a candidate: what splitting for it, or using it, would cost.
fn of_physical_register(line: &[u8]) -> Kind {
    if contains(line, b" is available at cost ") || contains(line, b" would clobber CSR") {
        return Kind::Evict;
    }
    let is_split = [&b"\tstatic = "[..], b"\tno positive bundles", b" I="];
    if is_split.iter().any(|words| contains(line, words)) {
        return Kind::Split;
    }
    Kind::Unknown
}

fn of_number(line: &[u8]) -> Kind {
    match leading_number(line) {
        Some(rest) if rest.starts_with(b" registers to spill after") => Kind::Spill,
        Some(rest) if rest.starts_with(b" regmasks in block") => Kind::Split,
        // More lines of spill code that was inserted in several instructions.
        _ if has_slot_index(line) => Kind::Spill,
        _ => Kind::Unknown,
    }
}

/// A line of the INTERVALS block: `%5 [16r,496r:0) …`, or a register unit's name in place of `%5`.
pub(crate) fn of_intervals(line: &[u8]) -> Kind {
    if line.starts_with(b"RegMasks:") {
        return Kind::RegMasks;
    }
    let rest = line
        .iter()
        .position(|byte| *byte == b' ')
        .map(|at| &line[at..]);
    match rest {
        Some([b' ', b'[', ..]) => Kind::Interval,
        Some(rest) if rest.starts_with(b" EMPTY") || rest.starts_with(b"  ") => Kind::Interval,
        _ => Kind::Unknown,
    }
}

/// A line below the register map: blocks before, and instructions after rewriting.
pub(crate) fn of_rewriting(line: &[u8]) -> Kind {
    let rewritten = ["> ", "Identity copy: ", "  deleted.", "  replace by: "];
    if rewritten
        .iter()
        .any(|words| line.starts_with(words.as_bytes()))
    {
        return Kind::Rewritten;
    }
    let code = ["\t;", "\t  ", "; ", "  successors:", "  liveins:"];
    if has_slot_index(line) || code.iter().any(|words| line.starts_with(words.as_bytes())) {
        return Kind::Code;
    }
    if line.starts_with(b"[%") || line.starts_with(b"[$") {
        return Kind::Map;
    }
    Kind::Unknown
}

/// A line before the first heading, while live intervals are computed.
pub(crate) fn of_liveness(line: &[u8]) -> Kind {
    if line.starts_with(b"Created ") && line.ends_with(b" new intervals.") {
        return Kind::LiveUnits;
    }
    if has_slot_index(line) && contains(line, b"\t%bb.") {
        return Kind::LiveUnits;
    }
    by_rule(SHARED_RULES, line).unwrap_or(Kind::Unknown)
}

/// Whether `words` occur in `line`.
pub(crate) fn contains(line: &[u8], words: &[u8]) -> bool {
    find(line, words).is_some()
}

/// Where `words` occur in `line` first.
pub(crate) fn find(line: &[u8], words: &[u8]) -> Option<usize> {
    let first = *words.first()?;
    let mut from = 0;
    while let Some(at) = line[from..].iter().position(|byte| *byte == first) {
        if line[from + at..].starts_with(words) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}
