//! Which events concern which register, and the state of the code at any event.

use std::collections::BTreeMap;

use avarice_ir::MetadataId;
use avarice_liveness::{LiveInterval, RegName};
use avarice_mir::{Reg, VReg};
use avarice_target::{PhysReg, RegClass};
use avarice_trace::events::{Change, Event, FunctionRecord, Record};
use avarice_trace::remarks::SourcePlace;
use std::fmt::Display;

/// What has been recorded of one register.
#[derive(Debug, Default)]
pub struct Life<'a> {
    /// Events about it, by their number.
    pub events: Vec<usize>,
    /// Its intervals: since which event, its class, the interval.
    pub intervals: Vec<(usize, RegClass, &'a LiveInterval)>,
    /// The first instructions that define it, those of one event, with that event.
    pub first_defs: Vec<(usize, InstState<'a>)>,
    /// The first instruction that reads it, likewise.
    pub first_use: Option<(usize, InstState<'a>)>,
    /// The event with which the last instruction that names it went.
    pub vanished: Option<usize>,
    /// The value of LLVM IR that it holds, and which part.
    pub value: Option<(&'a str, u32)>,
}

/// An instruction as recorded.
#[derive(Clone, Copy, Debug)]
pub struct InstState<'a> {
    /// The number of its block.
    pub block: u32,
    /// How it reads.
    pub text: &'a str,
    /// What it defines.
    pub defs: &'a [VReg],
    /// What it reads.
    pub uses: &'a [VReg],
    /// Whether it is a PHI.
    pub is_phi: bool,
    /// Whether it is a copy.
    pub is_copy: bool,
    /// Its debug location.
    pub location: Option<MetadataId>,
}

/// A place in the source.
#[derive(Clone, Copy, Debug)]
pub struct SourceLine<'a> {
    /// The file.
    pub file: &'a str,
    /// The line.
    pub line: u32,
    /// The column, 0 if it is not known.
    pub column: u32,
}

impl SourceLine<'_> {
    /// The same, for a remark.
    pub fn place(&self) -> SourcePlace {
        SourcePlace {
            file: self.file.to_owned(),
            line: self.line,
            column: self.column,
        }
    }
}

/// The record of a function, by register.
#[derive(Debug)]
pub struct Index<'a> {
    /// The record.
    pub record: &'a FunctionRecord,
    lives: BTreeMap<VReg, Life<'a>>,
    lines: BTreeMap<MetadataId, SourceLine<'a>>,
    block_names: BTreeMap<u32, &'a str>,
}

impl<'a> Index<'a> {
    /// Goes through a record once.
    pub fn new(record: &'a FunctionRecord) -> Self {
        let mut index = Self {
            record,
            lives: BTreeMap::new(),
            lines: BTreeMap::new(),
            block_names: BTreeMap::new(),
        };
        let mut code: BTreeMap<u32, InstState<'a>> = BTreeMap::new();
        let mut mentions: BTreeMap<VReg, i32> = BTreeMap::new();
        for (at, record) in record.records.iter().enumerate() {
            index.add_event(at, &record.event);
            for change in &record.changes {
                index.add_change(at, change, &mut code, &mut mentions);
            }
        }
        index
    }

    fn add_event(&mut self, at: usize, event: &'a Event) {
        match event {
            Event::Value { reg, name, part } => {
                self.lives.entry(*reg).or_default().value = Some((name, *part));
            }
            Event::Location {
                location,
                file,
                line,
                column,
            } => {
                let (line, column) = (*line, *column);
                let place = SourceLine { file, line, column };
                self.lines.insert(*location, place);
            }
            _ => {}
        }
        for reg in subjects(event) {
            let events = &mut self.lives.entry(reg).or_default().events;
            if events.last() != Some(&at) {
                events.push(at);
            }
        }
    }

    fn add_change(
        &mut self,
        at: usize,
        change: &'a Change,
        code: &mut BTreeMap<u32, InstState<'a>>,
        mentions: &mut BTreeMap<VReg, i32>,
    ) {
        let mut old = None;
        match change {
            Change::Blocks { blocks } => {
                let names = blocks.iter().map(|block| (block.number, &*block.name));
                self.block_names.extend(names);
            }
            Change::Removed { id } => old = code.remove(id),
            Change::Inst {
                id,
                block,
                text,
                defs,
                uses,
                is_phi,
                is_copy,
                location,
                ..
            } => {
                let state = InstState {
                    block: *block,
                    text,
                    defs,
                    uses,
                    is_phi: *is_phi,
                    is_copy: *is_copy,
                    location: *location,
                };
                old = code.insert(*id, state);
                self.add_inst(at, state);
                for reg in defs.iter().chain(uses) {
                    *mentions.entry(*reg).or_default() += 1;
                }
            }
            Change::Interval {
                reg,
                class,
                interval,
            } => {
                let life = self.lives.entry(*reg).or_default();
                life.intervals.push((at, *class, interval));
            }
            Change::Gone { .. } | Change::Unit { .. } => {}
        }
        let Some(old) = old else { return };
        for reg in old.defs.iter().chain(old.uses) {
            let count = mentions.entry(*reg).or_default();
            *count -= 1;
            if *count == 0 {
                self.lives.entry(*reg).or_default().vanished = Some(at);
            }
        }
    }

    fn add_inst(&mut self, at: usize, state: InstState<'a>) {
        for reg in state.defs {
            let life = self.lives.entry(*reg).or_default();
            life.vanished = None;
            let mut first = life.first_defs.first().map(|(first, _)| *first);
            if *first.get_or_insert(at) == at {
                life.first_defs.push((at, state));
            }
        }
        for reg in state.uses {
            let life = self.lives.entry(*reg).or_default();
            life.vanished = None;
            life.first_use.get_or_insert((at, state));
        }
    }

    /// The life of a register; `None` if the record does not name it.
    pub fn life(&self, reg: VReg) -> Option<&Life<'a>> {
        self.lives.get(&reg)
    }

    /// All registers that the record names, in order.
    pub fn regs(&self) -> impl Iterator<Item = (VReg, &Life<'a>)> {
        self.lives.iter().map(|(reg, life)| (*reg, life))
    }

    /// An event by its number.
    pub fn at(&self, event: usize) -> &'a Record {
        &self.record.records[event]
    }

    /// The events about a register, with their numbers.
    pub fn events(&self, reg: VReg) -> impl Iterator<Item = (usize, &'a Record)> + '_ {
        let events = self.life(reg).map_or(&[][..], |life| &life.events);
        events.iter().map(|at| (*at, self.at(*at)))
    }

    /// The line of a debug location.
    pub fn line(&self, location: Option<MetadataId>) -> Option<SourceLine<'a>> {
        self.lines
            .get(&location?)
            .copied()
            .filter(|line| line.line != 0)
    }

    /// The lines of the first instructions that define a register.
    pub fn lines_of(&self, life: &Life<'a>) -> impl Iterator<Item = SourceLine<'a>> {
        let defs = life.first_defs.iter();
        defs.filter_map(|(_, def)| self.line(def.location))
    }

    /// The first instruction that defines a register.
    pub fn first_def(&self, reg: VReg) -> Option<InstState<'a>> {
        let (_, def) = self.life(reg)?.first_defs.first()?;
        Some(*def)
    }

    /// The printed form of a physical register.
    pub fn phys(&self, phys: PhysReg) -> impl Display + use<> {
        RegName::phys(self.record.target, phys)
    }

    /// The printed form of a register.
    pub fn reg(&self, reg: Reg) -> impl Display + use<> {
        RegName(self.record.target, reg)
    }

    /// The name of a class.
    pub fn class(&self, class: RegClass) -> &'static str {
        self.record.target.class(class).name
    }

    /// `bb.3.loop`
    pub fn block(&self, number: u32) -> String {
        match self.block_names.get(&number) {
            Some(name) if !name.is_empty() => format!("bb.{number}.{name}"),
            _ => format!("bb.{number}"),
        }
    }

    /// `%5 (%ir.sum, gr32)`
    pub fn full_name(&self, reg: VReg) -> String {
        let life = self.life(reg);
        let value = life.and_then(|life| life.value).map(|(name, _)| name);
        let class = life.and_then(|life| life.intervals.last());
        let class = class.map(|(_, class, _)| self.class(*class));
        let notes: Vec<&str> = value.into_iter().chain(class).collect();
        if notes.is_empty() {
            reg.to_string()
        } else {
            format!("{reg} ({})", notes.join(", "))
        }
    }

    /// The interval of a register when an event had happened.
    pub fn interval_at(&self, reg: VReg, event: usize) -> Option<(RegClass, &'a LiveInterval)> {
        let intervals = &self.life(reg)?.intervals;
        let count = intervals.partition_point(|(at, ..)| *at <= event);
        let (_, class, interval) = intervals.get(count.checked_sub(1)?)?;
        Some((*class, *interval))
    }
}

/// The virtual registers that an event says something about; the one that it is about comes first.
pub fn subjects(event: &Event) -> Vec<VReg> {
    let virtuals = |regs: &[Reg]| regs.iter().filter_map(|reg| reg.as_virtual()).collect();
    match event {
        Event::Start {}
        | Event::Begin {}
        | Event::Pass { .. }
        | Event::Location { .. }
        | Event::Variable { .. }
        | Event::Erase { .. }
        | Event::MergedStores { .. } => Vec::new(),
        Event::Value { reg, .. }
        | Event::Weight { reg, .. }
        | Event::Inflate { reg, .. }
        | Event::CannotRemat { reg, .. }
        | Event::Enqueue { reg, .. }
        | Event::Dequeue { reg, .. }
        | Event::Drop { reg }
        | Event::Assign { reg, .. }
        | Event::Unassign { reg, .. }
        | Event::HintMissed { reg, .. }
        | Event::HintSavings { reg, .. }
        | Event::Costly { reg, .. }
        | Event::CalleeSaved { reg, .. }
        | Event::Blocked { reg, .. }
        | Event::Wait { reg }
        | Event::IsolationCost { reg, .. }
        | Event::Region { reg, .. }
        | Event::LocalRun { reg, .. }
        | Event::NoSplit { reg, .. }
        | Event::Spill { reg, .. }
        | Event::RedundantStore { reg, .. }
        | Event::HoistedStore { reg, .. }
        | Event::StoreBehind { reg, .. }
        | Event::LoadBefore { reg, .. }
        | Event::Recolor { reg, .. }
        | Event::Reconcile { reg, .. } => vec![*reg],
        Event::Separate { reg, parts } => with(*reg, parts.iter().copied()),
        Event::Conflict { reg, other, .. } => vec![*reg, *other],
        Event::Join { gone, kept } => with(*gone, kept.as_virtual().into_iter()),
        Event::Copy { from, to, .. }
        | Event::Refuse { from, to, .. }
        | Event::Bypass { from, to, .. } => virtuals(&[*from, *to]),
        Event::Remat { of, reg, .. } => with(*of, reg.as_virtual().into_iter()),
        Event::Evict { reg, evicted, .. } => with(*reg, evicted.iter().map(|other| other.reg)),
        Event::Split { reg, pieces, .. } => with(*reg, pieces.iter().map(|piece| piece.reg)),
        Event::Reload { of, reg, .. } | Event::Store { of, reg, .. } => vec![*of, *reg],
        Event::Fold { of, .. } => vec![*of],
        Event::Spilled { reg, regs, new, .. } => with(*reg, regs.iter().chain(new).copied()),
        Event::RecolorTry { reg, moved, .. } => with(*reg, moved.iter().copied()),
    }
}

fn with(reg: VReg, more: impl Iterator<Item = VReg>) -> Vec<VReg> {
    std::iter::once(reg).chain(more).collect()
}
