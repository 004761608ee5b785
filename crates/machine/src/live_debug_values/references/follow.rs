//! Where variables are from instruction to instruction of a block, once it is known which values they have.
//!
//! ```text
//!   $rbx = COPY killed $rdi             x has its value in $rdi: that is in $rbx too, which lives longer
//!     DBG_VALUE $rbx, …, !"x"
//!   MOV64mr $rsp, …, killed $rbx        spilled
//!     DBG_VALUE $rsp, 0, …, !"x"
//!   $rbx = …                            nothing is to be said: no variable is there any more
//! ```
//!
//! What a place has may be known here later than it changes: variables that are in such a place are not there any more.

use avarice_ir::MetadataId;
use avarice_mir::{Block, Inst};
use avarice_target::PhysReg;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

use super::assignments::{Assignments, ConstantId, Kind, Source, Sources, VariableValue};
use super::numbered::Numbered;
use super::places::{Place, PlaceKind, Places, Value};
use crate::live_debug_values::code::Code;
use crate::live_debug_values::insertion::Spot;
use crate::live_debug_values::properties::{PropertiesId, PropertiesTable};
use avarice_mir::debug_values::VariableId;

/// A source of a variable with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Located {
    At(Place),
    Constant(ConstantId),
}

/// Where the sources of a variable are; none if it is nowhere.
pub(super) type LocatedSources = SmallVec<[Located; 2]>;

/// What a new debug value says.
#[derive(Clone, Debug)]
pub(super) enum New {
    /// The variable is computed from these.
    Located(LocatedSources),
    /// It is computed from what a register had on entry.
    Entry(PhysReg),
}

/// A debug value that is to be inserted.
#[derive(Clone, Debug)]
pub(super) struct Emitted {
    pub variable: VariableId,
    pub properties: PropertiesId,
    pub new: New,
    /// Its debug location, if that is not the one of the variable.
    pub location: Option<MetadataId>,
}

/// Whether it is said that a variable is nowhere any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lost {
    /// The code that reads debug values sees it by itself.
    Silently,
    /// It does not.
    Said,
}

/// How long a place can be expected to keep a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Quality {
    #[default]
    None,
    Register,
    CalleeSaved,
    Slot,
}

/// The best place for a value.
#[derive(Clone, Copy, Debug)]
struct Best {
    value: Value,
    place: Option<Place>,
    quality: Quality,
}

/// Best places for some values, sorted by value.
#[derive(Clone, Debug, Default)]
struct BestPlaces(Vec<Best>);

impl BestPlaces {
    fn begin(&mut self, values: impl Iterator<Item = Value>) {
        self.0.clear();
        self.0.extend(values.map(|value| Best {
            value,
            place: None,
            quality: Quality::None,
        }));
        self.0.sort_unstable_by_key(|best| best.value);
        self.0.dedup_by_key(|best| best.value);
    }

    fn find(&mut self, value: Value) -> Option<&mut Best> {
        match &mut self.0[..] {
            [] => None,
            [only] => (only.value == value).then_some(only),
            all => {
                let at = all.binary_search_by_key(&value, |best| best.value).ok()?;
                Some(&mut all[at])
            }
        }
    }

    fn place(&mut self, value: Value) -> Option<Place> {
        self.find(value)?.place
    }
}

/// A variable whose value comes to be later in the block.
#[derive(Clone, Debug)]
struct Later {
    inst: u32,
    variable: VariableId,
    properties: PropertiesId,
    sources: Sources,
}

/// Where a variable is.
#[derive(Clone, Debug, Default)]
struct Active {
    /// The block for which this is right, counted from 1.
    block: u32,
    properties: Option<PropertiesId>,
    sources: LocatedSources,
    /// The block in which its value comes to be later, counted from 1.
    later: u32,
}

/// The variables of a place.
#[derive(Clone, Debug, Default)]
struct Held {
    /// The block for which this is right, counted from 1.
    block: u32,
    variables: Vec<VariableId>,
    /// The value that the variables have.
    value: Option<Value>,
}

/// What entry values need.
#[derive(Clone, Debug, Default)]
struct EntryFacts {
    /// By variable: whether it is a parameter of the function itself.
    is_parameter: SecondaryMap<VariableId, bool>,
    /// By properties: whether they can speak of what a register had on entry.
    is_candidate: SecondaryMap<PropertiesId, bool>,
    entry: Option<Block>,
    frame: SmallVec<[PhysReg; 2]>,
}

/// Follows variables.
#[derive(Debug, Default)]
pub(super) struct Follower {
    /// Number of the block, counted from 1.
    block: u32,
    active: SecondaryMap<VariableId, Active>,
    held: Vec<Held>,
    later: Vec<Later>,
    best: BestPlaces,
    callee_saved: Vec<bool>,
    entry: EntryFacts,
    pending: Vec<Emitted>,
    /// Debug values to be inserted, and where each group of them goes.
    pub emitted: Vec<Emitted>,
    pub groups: Vec<(Spot, u32)>,
}

impl Follower {
    /// Begins a function.
    pub fn begin(
        &mut self,
        code: &Code<'_>,
        assignments: &Assignments,
        properties: &PropertiesTable,
    ) {
        self.block = 0;
        self.active.clear();
        self.held.clear();
        self.emitted.clear();
        self.groups.clear();
        self.callee_saved.clear();
        self.callee_saved
            .resize(code.function.target.registers.len(), false);
        for (reg, _) in &code.function.frame.callee_saved {
            for reg in code.registers.overlapping(*reg) {
                self.callee_saved[reg.index()] = true;
            }
        }
        let entry = &mut self.entry;
        entry.entry = code.function.layout.first().copied();
        entry.frame.clear();
        let (stack, frame) = (
            code.target.stack_pointer(),
            code.target.frame_register(code.function),
        );
        entry.frame.extend([stack, frame]);
        entry.is_parameter.clear();
        for number in 0..assignments.len() {
            let variable = VariableId::from_u32(number as u32);
            entry.is_parameter[variable] = code.is_own_parameter(assignments.key(variable));
        }
        entry.is_candidate.clear();
        for id in properties.entry_candidates() {
            entry.is_candidate[id] = true;
        }
    }

    /// Whether a register is saved by the function for its callers, or overlaps one that is.
    pub fn is_callee_saved(&self, reg: PhysReg) -> bool {
        self.callee_saved[reg.index()]
    }

    /// Begins a block with variables that have values.
    pub fn begin_block(
        &mut self,
        places: &Places,
        block: Block,
        live_ins: &[(VariableId, VariableValue)],
    ) {
        self.block += 1;
        self.later.clear();
        let values = live_ins
            .iter()
            .filter(|(_, value)| value.kind == Kind::Defined)
            .flat_map(|(_, value)| values_of(&value.sources));
        let mut best = std::mem::take(&mut self.best);
        best.begin(values);
        self.held.resize(places.len(), Held::default());
        let known = places
            .values()
            .iter()
            .filter(|value| **value != Value::NONE);
        let mut known = known.copied();
        for held in &mut self.held {
            held.value = Some(known.next().unwrap_or(Value::NONE));
        }
        self.rate_places(places, &mut best);
        for (variable, value) in live_ins {
            self.load(places, (block, *variable), value, &mut best);
        }
        self.best = best;
        self.flush(Spot::BeginOf(block));
    }

    /// Finds the best place of each value.
    fn rate_places(&self, places: &Places, best: &mut BestPlaces) {
        if best.0.is_empty() {
            return;
        }
        for (number, value) in (0..).zip(places.values()) {
            if *value == Value::NONE {
                continue;
            }
            let Some(best) = best.find(*value) else {
                continue;
            };
            let place = Place::from_u32(number);
            let quality = self.quality(places, place);
            if quality > best.quality {
                *best = Best {
                    place: Some(place),
                    quality,
                    ..*best
                };
            }
        }
    }

    fn quality(&self, places: &Places, place: Place) -> Quality {
        match places.kind(place) {
            PlaceKind::Part(..) => Quality::Slot,
            PlaceKind::Register(reg) if self.callee_saved[reg.index()] => Quality::CalleeSaved,
            PlaceKind::Register(_) => Quality::Register,
        }
    }

    fn load(
        &mut self,
        places: &Places,
        (block, variable): (Block, VariableId),
        value: &VariableValue,
        best: &mut BestPlaces,
    ) {
        let mut located = LocatedSources::new();
        let mut last = 0;
        for source in &value.sources {
            match source {
                Source::Constant(id) => located.push(Located::Constant(*id)),
                Source::Value(source) => match best.place(*source) {
                    Some(place) => located.push(Located::At(place)),
                    None if source.block() == block && !source.is_live_in() => {
                        last = last.max(source.inst());
                    }
                    None => {
                        self.say_entry_value(places, variable, value.properties, *source);
                        return;
                    }
                },
            }
        }
        if last != 0 {
            self.await_value(variable, value.properties, value.sources.clone(), last);
            return;
        }
        self.hold(variable, &located);
        self.activate(variable, value.properties, located.clone());
        self.say(variable, value.properties, located);
    }

    // ---- Bookkeeping ----------------------------------------------------------------------------

    fn held(&mut self, place: Place) -> &mut Held {
        if self.held.len() <= place.index() {
            self.held.resize(place.index() + 1, Held::default());
        }
        let block = self.block;
        let held = &mut self.held[place.index()];
        if held.block != block {
            held.block = block;
            held.variables.clear();
        }
        held
    }

    fn value(&self, place: Place) -> Value {
        let held = self.held.get(place.index());
        held.and_then(|held| held.value).unwrap_or(Value::NONE)
    }

    /// Whether variables are or were in a place, in this block.
    pub fn is_known(&self, place: Place) -> bool {
        let held = self.held.get(place.index());
        held.is_some_and(|held| held.block == self.block)
    }

    /// Whether variables are in a place.
    pub fn has_variables(&self, place: Place) -> bool {
        self.is_known(place) && !self.held[place.index()].variables.is_empty()
    }

    fn hold(&mut self, variable: VariableId, located: &[Located]) {
        for place in places_of(located) {
            let variables = &mut self.held(place).variables;
            if !variables.contains(&variable) {
                variables.push(variable);
            }
        }
    }

    fn release(&mut self, variable: VariableId, place: Place) {
        self.held(place)
            .variables
            .retain(|other| *other != variable);
    }

    fn is_active(&self, variable: VariableId) -> bool {
        let active = self.active.get(variable);
        active.is_some_and(|active| active.block == self.block)
    }

    fn activate(
        &mut self,
        variable: VariableId,
        properties: PropertiesId,
        sources: LocatedSources,
    ) {
        let block = self.block;
        let active = &mut self.active[variable];
        active.block = block;
        active.properties = Some(properties);
        active.sources = sources;
    }

    fn deactivate(&mut self, variable: VariableId) {
        if self.is_active(variable) {
            self.active[variable].block = 0;
        }
    }

    /// The places of a variable, if it has some in this block.
    fn sources(&self, variable: VariableId) -> Option<LocatedSources> {
        let is_active = self.is_active(variable);
        is_active.then(|| self.active[variable].sources.clone())
    }

    fn say(&mut self, variable: VariableId, properties: PropertiesId, located: LocatedSources) {
        self.pending.push(Emitted {
            variable,
            properties,
            new: New::Located(located),
            location: None,
        });
    }

    fn flush(&mut self, spot: Spot) {
        if !self.pending.is_empty() {
            self.groups.push((spot, self.emitted.len() as u32));
            self.emitted.append(&mut self.pending);
        }
    }

    /// Says what a parameter had on entry, if that is what it has and no place has it any more.
    fn say_entry_value(
        &mut self,
        places: &Places,
        variable: VariableId,
        properties: PropertiesId,
        value: Value,
    ) {
        let facts = &self.entry;
        let is_candidate = facts.is_parameter.get(variable) == Some(&true)
            && facts.is_candidate.get(properties) == Some(&true)
            && value != Value::NONE
            && value.is_live_in()
            && Some(value.block()) == facts.entry;
        let reg = places.register(value.place()).filter(|_| is_candidate);
        if let Some(reg) = reg.filter(|reg| !facts.frame.contains(reg)) {
            self.pending.push(Emitted {
                variable,
                properties,
                new: New::Entry(reg),
                location: None,
            });
        }
    }

    // ---- Debug values ---------------------------------------------------------------------------

    /// A debug value says where a variable is from here on; nowhere if there are no sources.
    pub fn redefine(
        &mut self,
        places: &Places,
        variable: VariableId,
        properties: PropertiesId,
        located: LocatedSources,
    ) {
        self.active[variable].later = 0;
        if let Some(before) = self.sources(variable) {
            for place in places_of(&before) {
                self.release(variable, place);
            }
        }
        if located.is_empty() {
            self.deactivate(variable);
            return;
        }
        for place in places_of(&located) {
            if places.value(place) != self.value(place) {
                self.forget_stale(places, place);
            }
            self.hold(variable, &[Located::At(place)]);
        }
        self.activate(variable, properties, located);
    }

    /// Forgets the variables of a place whose value has changed.
    fn forget_stale(&mut self, places: &Places, place: Place) {
        let variables = std::mem::take(&mut self.held(place).variables);
        for other in &variables {
            for lost in places_of(&self.sources(*other).unwrap_or_default()) {
                if lost != place {
                    self.release(*other, lost);
                }
            }
            self.deactivate(*other);
        }
        self.held(place).value = Some(places.value(place));
    }

    /// A debug value says that a variable has values. Finds places for these and says where it is. If it is nowhere yet,
    /// but values come to be later in the block, it is said then.
    pub fn refer(
        &mut self,
        places: &Places,
        (variable, properties): (VariableId, PropertiesId),
        sources: &Sources,
        (block, at): (Block, Numbered),
        location: MetadataId,
    ) {
        let Numbered { inst, number } = at;
        let mut best = std::mem::take(&mut self.best);
        best.begin(values_of(sources));
        self.rate_places(places, &mut best);
        let located: Option<LocatedSources> = sources
            .iter()
            .map(|source| match source {
                Source::Constant(id) => Some(Located::Constant(*id)),
                Source::Value(value) => best.place(*value).map(Located::At),
            })
            .collect();
        let located = located.unwrap_or_default();
        self.redefine(places, variable, properties, located.clone());
        if !sources.is_empty() && located.is_empty() {
            let missing = best.0.iter().filter(|best| best.place.is_none());
            let mut missing = missing.map(|best| best.value);
            let comes = |value: &Value| value.block() == block && value.inst() > number;
            if missing.clone().all(|value| comes(&value)) {
                let last = missing.by_ref().map(Value::inst).max().unwrap_or(0);
                self.await_value(variable, properties, sources.clone(), last);
            }
        }
        self.best = best;
        self.pending.push(Emitted {
            variable,
            properties,
            new: New::Located(located),
            location: Some(location),
        });
        self.flush(Spot::After(inst));
    }

    fn await_value(
        &mut self,
        variable: VariableId,
        properties: PropertiesId,
        sources: Sources,
        inst: u32,
    ) {
        self.active[variable].later = self.block;
        self.later.push(Later {
            inst,
            variable,
            properties,
            sources,
        });
    }

    /// Says where variables are whose last value instruction `number` has defined.
    pub fn after(&mut self, places: &Places, number: u32, inst: Inst) {
        if self.later.iter().all(|later| later.inst != number) {
            return;
        }
        let mut ready: Vec<Later> = Vec::new();
        let block = self.block;
        let active = &self.active;
        self.later.retain_mut(|later| {
            let is_due = later.inst == number;
            if is_due && active[later.variable].later == block {
                ready.push(later.clone());
            }
            !is_due
        });
        let mut best = std::mem::take(&mut self.best);
        best.begin(ready.iter().flat_map(|later| values_of(&later.sources)));
        self.rate_places(places, &mut best);
        let has_values = !best.0.is_empty();
        for later in ready.into_iter().filter(|_| has_values) {
            let located: Option<LocatedSources> = later
                .sources
                .iter()
                .map(|source| match source {
                    Source::Constant(id) => Some(Located::Constant(*id)),
                    Source::Value(value) => best.place(*value).map(Located::At),
                })
                .collect();
            if let Some(located) = located {
                self.say(later.variable, later.properties, located);
            }
        }
        self.best = best;
        self.flush(Spot::After(inst));
    }

    // ---- Changes of places ----------------------------------------------------------------------

    /// A place has got another value.
    pub fn lose_place(&mut self, places: &Places, place: Place, inst: Inst, lost: Lost) {
        if self.is_known(place) {
            let value = self.value(place);
            self.lose_value(places, (place, value), inst, lost);
        }
    }

    /// A place has `value` no more. Variables with it are elsewhere from here on, if another place has it.
    pub fn lose_value(
        &mut self,
        places: &Places,
        (place, value): (Place, Value),
        inst: Inst,
        lost: Lost,
    ) {
        if !self.is_known(place) {
            return;
        }
        self.held(place).value = Some(Value::NONE);
        let other = places.values().iter().rposition(|other| *other == value);
        let other = other.map(Place::new);
        if other.is_none() && lost == Lost::Silently {
            for at in 0..self.held(place).variables.len() {
                let variable = self.held(place).variables[at];
                if let Some(properties) = self.active[variable].properties {
                    self.say_entry_value(places, variable, properties, value);
                }
            }
            self.flush(Spot::After(inst));
            return;
        }
        let variables = std::mem::take(&mut self.held(place).variables);
        for variable in &variables {
            let Some(mut located) = self.sources(*variable) else {
                continue;
            };
            let Some(properties) = self.active[*variable].properties else {
                continue;
            };
            match other {
                Some(other) => {
                    replace(&mut located, place, other);
                    self.active[*variable].sources = located.clone();
                    self.say(*variable, properties, located);
                }
                None => {
                    self.say(*variable, properties, LocatedSources::new());
                    for lost in places_of(&located).filter(|lost| *lost != place) {
                        self.release(*variable, lost);
                    }
                    self.deactivate(*variable);
                }
            }
        }
        if let Some(other) = other {
            self.held_mut(other).value = Some(value);
        }
        self.flush(Spot::After(inst));
        if let Some(other) = other.filter(|_| !variables.is_empty()) {
            for variable in variables {
                self.hold(variable, &[Located::At(other)]);
            }
        }
    }

    /// What is known of a place, whether or not variables are in it.
    fn held_mut(&mut self, place: Place) -> &mut Held {
        if self.held.len() <= place.index() {
            self.held.resize(place.index() + 1, Held::default());
        }
        &mut self.held[place.index()]
    }

    /// The value of `from` is in `to` as well: variables move there.
    pub fn move_variables(&mut self, places: &Places, from: Place, to: Place, inst: Inst) {
        if self.value(from) != places.value(from) {
            return;
        }
        let moving = std::mem::take(&mut self.held(from).variables);
        for variable in &moving {
            self.hold(*variable, &[Located::At(to)]);
        }
        self.held(to).value = Some(self.value(from));
        for variable in moving {
            let Some(properties) = self.active[variable].properties else {
                continue;
            };
            if !self.is_active(variable) {
                continue;
            }
            let sources = &mut self.active[variable].sources;
            replace(sources, from, to);
            let located = sources.clone();
            self.say(variable, properties, located);
        }
        self.flush(Spot::After(inst));
    }
}

fn values_of(sources: &Sources) -> impl Iterator<Item = Value> + '_ {
    sources.iter().filter_map(|source| match source {
        Source::Value(value) => Some(*value),
        Source::Constant(_) => None,
    })
}

fn places_of(located: &[Located]) -> impl Iterator<Item = Place> + '_ {
    located.iter().filter_map(|located| match located {
        Located::At(place) => Some(*place),
        Located::Constant(_) => None,
    })
}

fn replace(located: &mut [Located], from: Place, to: Place) {
    for source in located {
        if *source == Located::At(from) {
            *source = Located::At(to);
        }
    }
}
