//! A remark for each value that an allocator spills: which it is, what it lost to, and what that costs.
//!
//! ```text
//!   'sum' (%13, gr64) is spilled to stack slot 0 with 2 reloads, 1 store, which cost 12.5 for each run of the
//!   function: it weighs 1.5e-03; the lightest in its way: 'i' (weight 2e-02) in $rbx
//! ```
//!
//! A value is called what the source calls it, else what LLVM IR calls it, else by its register. It is in the register
//! that was spilled, or in one that was joined into it: into what it was split from, if it is a piece.

use std::collections::BTreeMap;

use avarice_liveness::SlotIndex;
use avarice_mir::{FrameIndex, VReg};
use avarice_trace::events::{Change, Event, FunctionRecord, Obstacle, ObstacleAt, Record};
use avarice_trace::remarks::{Remark, RemarkKind, RemarkPass, SourcePlace};

use crate::index::Index;
use crate::words::{count, list, runs, weight};

/// Registers in the way that are told one by one.
const HOLDERS: usize = 3;
/// Values joined into one that are told one by one.
const NAMES: usize = 3;

/// The remarks about a function, in the order in which values were spilled.
pub fn remarks(record: &FunctionRecord) -> Vec<Remark> {
    let index = Index::new(record);
    let mut teller = Teller {
        index: &index,
        names: Names::default(),
        blocked: BTreeMap::new(),
        evictors: BTreeMap::new(),
        blocks: Vec::new(),
        original: BTreeMap::new(),
        spill: None,
        remarks: Vec::new(),
    };
    for record in &record.records {
        teller.add(record);
    }
    teller.remarks
}

/// What values are called.
#[derive(Default)]
struct Names<'a> {
    /// By value of LLVM IR: the registers that hold it.
    regs: BTreeMap<&'a str, Vec<VReg>>,
    /// The register that stands for another since they were joined.
    joined: BTreeMap<VReg, VReg>,
    /// By register: those that were joined into it.
    members: BTreeMap<VReg, Vec<VReg>>,
    /// By register: the variables of the source that it holds.
    variables: BTreeMap<VReg, Vec<String>>,
    /// By register: the values of LLVM IR that it holds.
    values: BTreeMap<VReg, Vec<String>>,
}

impl Names<'_> {
    fn root(&self, reg: VReg) -> VReg {
        let mut root = reg;
        while let Some(kept) = self.joined.get(&root) {
            root = *kept;
        }
        root
    }

    /// Says that `gone` was joined into `kept`.
    fn join(&mut self, gone: VReg, kept: VReg) {
        for names in [&mut self.variables, &mut self.values] {
            for name in names.remove(&gone).unwrap_or_default() {
                add_name(names, kept, name);
            }
        }
        if gone != kept {
            self.joined.insert(gone, kept);
            let members = self.members.remove(&gone).unwrap_or_default();
            let all = self.members.entry(kept).or_default();
            all.push(gone);
            all.extend(members);
        }
    }
}

fn add_name(names: &mut BTreeMap<VReg, Vec<String>>, reg: VReg, name: String) {
    let names = names.entry(reg).or_default();
    if !names.contains(&name) {
        names.push(name);
    }
}

/// A part of the code.
struct BlockRange {
    start: SlotIndex,
    end: SlotIndex,
    /// How often it runs for each run of the function.
    frequency: f64,
}

/// A register that is being spilled.
struct Spill {
    reg: VReg,
    weight: f32,
    reloads: usize,
    stores: usize,
    folds: usize,
    cost: f64,
}

/// Goes through the events of a function.
struct Teller<'a> {
    index: &'a Index<'a>,
    names: Names<'a>,
    /// By register: what was in its way when it was looked at last.
    blocked: BTreeMap<VReg, &'a [ObstacleAt]>,
    /// By register: what evicted it last, and its weight.
    evictors: BTreeMap<VReg, (VReg, f32)>,
    blocks: Vec<BlockRange>,
    /// By piece: the register that it was split from.
    original: BTreeMap<VReg, VReg>,
    spill: Option<Spill>,
    remarks: Vec<Remark>,
}

impl<'a> Teller<'a> {
    fn add(&mut self, record: &'a Record) {
        for change in &record.changes {
            self.add_change(change);
        }
        match &record.event {
            Event::Value { reg, name, .. } => {
                add_name(&mut self.names.values, *reg, name.clone());
                self.names.regs.entry(name).or_default().push(*reg);
            }
            Event::Variable { value, name } => {
                let regs = self.names.regs.get(value.as_str());
                for reg in regs.into_iter().flatten() {
                    add_name(&mut self.names.variables, *reg, name.clone());
                }
            }
            Event::Join { gone, kept } => {
                if let Some(kept) = kept.as_virtual() {
                    self.names.join(*gone, kept);
                }
            }
            Event::Split { reg, pieces, .. } => {
                let root = self.original_of(*reg);
                let pieces = pieces.iter().map(|piece| (piece.reg, root));
                self.original
                    .extend(pieces.filter(|(piece, root)| piece != root));
            }
            Event::Separate { reg, parts } => {
                let root = self.original_of(*reg);
                self.original.extend(parts.iter().map(|part| (*part, root)));
            }
            Event::Blocked { reg, obstacles, .. } => {
                self.blocked.insert(*reg, obstacles);
            }
            Event::Evict {
                reg,
                weight,
                evicted,
                ..
            } => {
                let evicted = evicted.iter().map(|one| (one.reg, (*reg, *weight)));
                self.evictors.extend(evicted);
            }
            event => self.add_of_spill(event),
        }
    }

    fn add_change(&mut self, change: &'a Change) {
        match change {
            Change::Blocks { blocks } => {
                let ranges = blocks.iter().filter_map(|block| {
                    Some(BlockRange {
                        start: block.start?,
                        end: block.end?,
                        frequency: block.frequency,
                    })
                });
                self.blocks = ranges.collect();
            }
            Change::Inst { text, uses, .. } => {
                if let Some(variable) = variable_of(text) {
                    for reg in uses {
                        let root = self.names.root(*reg);
                        add_name(&mut self.names.variables, root, variable.into());
                    }
                }
            }
            _ => {}
        }
    }

    fn add_of_spill(&mut self, event: &Event) {
        let cost_at = |at: &SlotIndex| self.frequency(*at);
        let cost = match event {
            Event::Reload { at, .. }
            | Event::Store { at, .. }
            | Event::HoistedStore { at, .. }
            | Event::Fold { at, .. } => cost_at(at),
            Event::RedundantStore { at, .. } => -cost_at(at),
            _ => 0.0,
        };
        match event {
            Event::Spill {
                reg,
                weight,
                original,
            } => {
                if reg != original {
                    self.original.insert(*reg, *original);
                }
                self.spill = Some(Spill {
                    reg: *reg,
                    weight: *weight,
                    reloads: 0,
                    stores: 0,
                    folds: 0,
                    cost: 0.0,
                });
                return;
            }
            Event::Spilled { slot, .. } => {
                if let Some(spill) = self.spill.take() {
                    let remark = self.remark(&spill, *slot);
                    self.remarks.push(remark);
                }
                return;
            }
            _ => {}
        }
        let Some(spill) = &mut self.spill else { return };
        spill.cost += cost;
        match event {
            Event::Reload { .. } => spill.reloads += 1,
            Event::Store { .. } | Event::HoistedStore { .. } => spill.stores += 1,
            Event::RedundantStore { .. } => spill.stores = spill.stores.saturating_sub(1),
            Event::Fold { .. } => spill.folds += 1,
            _ => {}
        }
    }

    /// How often the code at `at` runs for each run of the function.
    fn frequency(&self, at: SlotIndex) -> f64 {
        let mut blocks = self.blocks.iter();
        let block = blocks.find(|block| (block.start..block.end).contains(&at));
        block.map_or(0.0, |block| block.frequency)
    }

    /// The register of the input that a piece was split from; itself if it was not.
    fn original_of(&self, reg: VReg) -> VReg {
        self.original.get(&reg).copied().unwrap_or(reg)
    }

    /// What a register holds is called, for a sentence.
    fn name_of(&self, reg: VReg) -> String {
        let original = self.original_of(reg);
        let quoted = |name: &String| format!("'{name}'");
        let variables = self.names.variables.get(&original);
        let values = self.names.values.get(&original);
        let names: Vec<String> = match (variables, values) {
            (Some(variables), _) => variables.iter().map(quoted).collect(),
            (None, Some(values)) => values.clone(),
            (None, None) => return reg.to_string(),
        };
        let more = names.len().saturating_sub(NAMES);
        let told = names.into_iter().take(NAMES);
        match more {
            0 => list(told),
            more => list(told.chain([count(more, "other")])),
        }
    }

    /// Where in the source a register gets its value; where it is read first, if no line gives it one.
    fn place_of(&self, reg: VReg) -> Option<SourcePlace> {
        let of = |reg| {
            let life = self.index.life(reg)?;
            let mut lines = self.index.lines_of(life);
            lines.next().map(|line| line.place())
        };
        let used = |reg| {
            let (_, used) = self.index.life(reg)?.first_use?;
            self.index.line(used.location).map(|line| line.place())
        };
        let original = self.original_of(reg);
        let members = self.names.members.get(&original);
        let joined = || members.into_iter().flatten().find_map(|member| of(*member));
        let defined = of(reg).or_else(|| of(original)).or_else(joined);
        defined.or_else(|| used(reg)).or_else(|| used(original))
    }

    // ---- The remark ---------------------------------------------------------------------------

    fn remark(&self, spill: &Spill, slot: Option<FrameIndex>) -> Remark {
        let reg = spill.reg;
        let function = self.index.record.name.as_bytes();
        let name = if slot.is_some() {
            "Spilled"
        } else {
            "Rematerialized"
        };
        let mut remark = Remark::new(RemarkKind::Missed, RemarkPass::Allocation, name, function)
            .at(self.place_of(reg));
        remark.value("Value", self.name_of(reg)).text(" (");
        remark.value("Register", reg);
        if let Some((_, class, _)) = self.index.life(reg).and_then(|life| life.intervals.last()) {
            remark.text(", ").value("Class", self.index.class(*class));
        }
        self.write_place(spill, slot, &mut remark);
        remark
            .text(": it weighs ")
            .value("Weight", weight(spill.weight));
        self.write_winners(reg, &mut remark);
        remark
    }

    fn write_place(&self, spill: &Spill, slot: Option<FrameIndex>, remark: &mut Remark) {
        match slot {
            Some(slot) => remark
                .text(") is spilled to stack slot ")
                .value("Slot", slot.0),
            None => remark.text(") is computed again or read from memory where it is used"),
        };
        let mut join = " with ";
        for (key, number, what) in [
            ("Reloads", spill.reloads, "reload"),
            ("Stores", spill.stores, "store"),
            ("Folded", spill.folds, "folded access"),
        ] {
            if number > 0 {
                let ending = match (number, what) {
                    (1, _) => "",
                    (_, "folded access") => "es",
                    _ => "s",
                };
                remark
                    .text(join)
                    .value(key, number)
                    .text(format!(" {what}{ending}"));
                join = ", ";
            }
        }
        if spill.reloads + spill.stores + spill.folds > 0 {
            remark
                .text(", which cost ")
                .value("Cost", runs(spill.cost.max(0.0)))
                .text(" for each run of the function");
        }
    }

    /// What it lost to.
    fn write_winners(&self, reg: VReg, remark: &mut Remark) {
        if let Some((by, its)) = self.evictors.get(&reg) {
            remark.text("; ");
            self.write_winner("EvictedBy", *by, *its, remark);
            remark.text(" has evicted it");
        }
        let Some(obstacles) = self.blocked.get(&reg) else {
            return;
        };
        let heaviest = |one: &ObstacleAt| {
            let weights = one.regs.iter().map(|held| held.weight);
            weights.fold(0.0, f32::max)
        };
        let mut held: Vec<&ObstacleAt> = of_kind(obstacles, Obstacle::Registers).collect();
        held.sort_by(|a, b| heaviest(a).total_cmp(&heaviest(b)));
        let mut text = "; the lightest in its way: ";
        for one in held.iter().take(HOLDERS) {
            for holder in &one.regs {
                remark.text(text);
                self.write_winner("HeldBy", holder.reg, holder.weight, remark);
                text = ", ";
            }
            remark.text(" in ").value("In", self.index.phys(one.phys));
        }
        for (kind, key, what) in [
            (Obstacle::Call, "ClobberedByCalls", "calls clobber "),
            (
                Obstacle::Fixed,
                "UsedByInstructions",
                "instructions themselves use ",
            ),
        ] {
            let number = of_kind(obstacles, kind).count();
            if number > 0 {
                let ending = if number == 1 { "" } else { "s" };
                remark
                    .text(format!("; {what}"))
                    .value(key, number)
                    .text(format!(" register{ending}"));
            }
        }
    }

    fn write_winner(&self, key: &'static str, reg: VReg, its: f32, remark: &mut Remark) {
        remark
            .value(key, self.name_of(reg))
            .placed(self.place_of(reg))
            .text(format!(" (weight {})", weight(its)));
    }
}

fn of_kind(obstacles: &[ObstacleAt], kind: Obstacle) -> impl Iterator<Item = &ObstacleAt> {
    obstacles.iter().filter(move |one| one.obstacle == kind)
}

/// The variable that a debug value speaks of: `DBG_VALUE %5:gr64, $noreg, !"sum", …`.
fn variable_of(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("DBG_VALUE")?;
    let (_, name) = rest.split_once("!\"")?;
    name.split('"').next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::variable_of;

    #[test]
    fn variables_are_named_by_debug_values() {
        let text = "DBG_VALUE %5:gr64, $noreg, !\"sum\", !DIExpression()";
        assert_eq!(variable_of(text), Some("sum"));
        assert_eq!(variable_of("%1:gr64 = COPY %0:gr64"), None);
        assert_eq!(variable_of("DBG_VALUE %5:gr64, $noreg, !\"\""), None);
    }
}
