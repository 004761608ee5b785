//! Where variables are while registers are allocated.
//!
//! Allocators know nothing of debug instructions. Before allocation these are taken out of the code and become maps from
//! places in the code to places of variables; splitting changes the maps, and after allocation new debug instructions say
//! what they say then.
//!
//! ```text
//!   16B  %1 = ADD …                       x: [16r;48B): %1                  $ebx = ADD …
//!        DBG_VALUE %1, …, !"x"     ──▶    x: [16r;32B): %7, [32B;48B): %8   DBG_VALUE $ebx, …, !"x"
//!   32B  CALL …                           (%1 was split into %7 and %8)     CALL …
//!   48B  …                                                                  DBG_VALUE %stack.0, 0, …, !"x"
//! ```
//!
//! Where debug values refer to instructions instead of registers, allocation changes nothing of them: they are put back
//! where they were. Values of PHIs get a `DBG_PHI` that says where they are.

mod collect;
mod emit;
mod expressions;
mod extend;
mod location_map;
mod print;
mod user_value;

use avarice_ir::MetadataId;
use avarice_liveness::{LiveInterval, LiveIntervals, Renumbering, SlotIndex};
use avarice_mir::{Block, Inst, MachineFunction, VReg};
use avarice_trace::Log;
use avarice_trace::log::LogParts;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap};

use crate::debug_phis::DebugPhis;
use avarice_mir::debug_values::{VariableId, VariableTable};
use avarice_mir::lexical_scopes::LexicalScopes;
use expressions::Expressions;
use user_value::UserValue;

/// Where the variables of a function are, from before to after allocation. Keeps its memory from function to function.
#[derive(Clone, Debug, Default)]
pub struct LiveDebugVariables {
    table: VariableTable,
    values: PrimaryMap<VariableId, UserValue>,
    labels: Vec<UserLabel>,
    /// The class of variables that are or were in a register, by one of them.
    classes: SecondaryMap<VReg, PackedOption<VariableId>>,
    expressions: Expressions,
    phis: DebugPhis,
    stashed: Vec<Stashed>,
    scopes: LexicalScopes,
    /// Renumberings of slot indexes that have been followed.
    followed: usize,
    /// Whether debug instructions are here and not in the code.
    is_open: bool,
}

/// A label of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct UserLabel {
    label: MetadataId,
    location: PackedOption<MetadataId>,
    at: SlotIndex,
}

/// A debug instruction that comes back as it is.
#[derive(Clone, Copy, Debug)]
struct Stashed {
    inst: Inst,
    block: Block,
    /// What it stood after.
    at: SlotIndex,
}

impl LiveDebugVariables {
    /// Begins a function: nothing is known of its variables.
    pub fn begin_function(&mut self) {
        self.is_open = false;
    }

    /// Whether debug instructions have been taken out of the code.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Follows renumberings of slot indexes.
    fn follow(&mut self, live_intervals: &LiveIntervals) {
        let renumberings = live_intervals.renumberings();
        if self.followed == renumberings.len() {
            return;
        }
        let renumbering = renumberings.since(self.followed);
        self.renumber(&renumbering);
        self.followed = renumberings.len();
    }

    /// Follows the packing of all slot indexes, after which no earlier renumbering is remembered.
    pub fn follow_packing(&mut self, renumbering: &Renumbering) {
        self.renumber(renumbering);
        self.followed = 0;
    }

    fn renumber(&mut self, renumbering: &Renumbering) {
        for value in self.values.values_mut() {
            for part in &mut value.map.intervals {
                part.start = renumbering.map(part.start);
                part.stop = renumbering.map(part.stop);
            }
            for start in &mut value.trimmed {
                *start = renumbering.map(*start);
            }
        }
        for label in &mut self.labels {
            label.at = renumbering.map(label.at);
        }
        for stashed in &mut self.stashed {
            stashed.at = renumbering.map(stashed.at);
        }
    }

    // ---- Classes ------------------------------------------------------------------------------

    fn leader(&mut self, mut id: VariableId) -> VariableId {
        let first = id;
        while self.values[id].leader != id {
            id = self.values[id].leader;
        }
        self.values[first].leader = id;
        id
    }

    /// Makes one class of two, with the members of `b` after the first of `a`. Returns its leader.
    fn merge(&mut self, a: Option<VariableId>, b: VariableId) -> VariableId {
        let b = self.leader(b);
        let Some(a) = a else {
            return b;
        };
        let a = self.leader(a);
        if a == b {
            return a;
        }
        let mut end = b;
        while let Some(next) = self.values[end].next.expand() {
            self.values[end].leader = a;
            end = next;
        }
        self.values[end].leader = a;
        self.values[end].next = self.values[a].next;
        self.values[a].next = b.into();
        a
    }

    /// Says that a variable is in `reg`.
    fn note_reg(&mut self, reg: VReg, id: VariableId) {
        let class = self.classes[reg].expand();
        self.classes[reg] = self.merge(class, id).into();
    }

    /// The first member of the class of variables in `reg`.
    fn class_of(&mut self, reg: VReg) -> Option<VariableId> {
        let class = self.classes.get(reg)?.expand()?;
        Some(self.leader(class))
    }

    // ---- Splitting ----------------------------------------------------------------------------

    /// Follows the split of `old` into `new` registers. Where none of these is live, a variable stays in the old one: that
    /// is in memory, or nowhere.
    pub fn split_register(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        old: VReg,
        new: &[VReg],
        log: &mut Log<'_>,
    ) {
        if !self.is_open {
            return;
        }
        self.follow(live_intervals);
        let intervals: Vec<&LiveInterval> = new
            .iter()
            .filter(|reg| live_intervals.has_interval(**reg))
            .map(|reg| live_intervals.interval(*reg))
            .collect();
        let ranges = intervals
            .iter()
            .map(|interval| (interval.reg(), interval.range()));
        self.phis.split(old, ranges, &live_intervals.indexes);
        let Some(class) = self.class_of(old) else {
            return;
        };
        log.select(LogParts::LIVE_DEBUG_VARIABLES);
        let mut changed = false;
        let mut next = Some(class);
        while let Some(id) = next {
            next = self.values[id].next.expand();
            for place in (0..self.values[id].places.len()).rev() {
                if self.values[id].places[place].as_reg() != old.into() {
                    continue;
                }
                self.write_split(function, id, Some(place), log);
                let value = &mut self.values[id];
                changed |= value.split_place(place as u32, &intervals, &mut self.expressions);
                self.write_split(function, id, None, log);
            }
        }
        log.select(LogParts::REGALLOC);
        if changed {
            for reg in new {
                self.note_reg(*reg, class);
            }
        }
    }
}
