//! Which value each variable has at the begin of each block.
//!
//! Variables are followed scope by scope, one at a time, through the blocks of their scope. Where assignments meet, values
//! may meet too: then it takes a place that has the right value at the end of all predecessors.
//!
//! ```text
//!   bb.1  x = bb.1's value in $rbx      bb.2  x = bb.2's value in $rbx
//!                               ╲    ╱
//!                                bb.3  x = what bb.3 begins with in $rbx
//! ```

use avarice_ir::dominance_frontier::IteratedFrontier;
use avarice_mir::Block;
use cranelift_entity::{EntityRef, SecondaryMap};

use super::assignments::{Assignment, Assignments, Kind, Source, Sources, VariableValue};
use super::numbers::Solved;
use super::places::{Place, Value};
use super::scopes::{ScopeBlocks, in_order};
use crate::live_debug_values::code::Code;
use crate::live_debug_values::order::Rounds;
use crate::live_debug_values::properties::{PropertiesId, PropertiesTable};
use avarice_mir::debug_values::VariableId;
use avarice_mir::lexical_scopes::{LexicalScopes, ScopeId};

/// Values of variables at the begin of blocks.
pub(super) type LiveIns = SecondaryMap<Block, Vec<(VariableId, VariableValue)>>;

/// What is said of the variables of one scope.
#[derive(Clone, Debug, Default)]
struct ScopeContent {
    variables: Vec<VariableId>,
    /// Blocks that say something of one of them.
    blocks: Vec<Block>,
}

/// What the values of variables follow from.
#[derive(Clone, Copy)]
pub(super) struct Said<'a> {
    pub solved: Solved<'a>,
    pub scopes: &'a LexicalScopes,
    pub assignments: &'a Assignments,
    pub properties: &'a PropertiesTable,
    /// The properties of no value.
    pub empty: PropertiesId,
}

/// Memory for the search.
#[derive(Debug, Default)]
pub(super) struct VariableFlow {
    content: SecondaryMap<ScopeId, ScopeContent>,
    blocks: ScopeBlocks,
    /// By place of a block in its scope.
    live_in: Vec<VariableValue>,
    live_out: Vec<VariableValue>,
    /// By place: which assignment of the variable it has, counted from 1.
    assigned: Vec<u32>,
    rounds: Rounds,
    found: Vec<Block>,
    preds: Vec<Block>,
    /// Places that may have a value of a join.
    candidates: Vec<Place>,
}

impl VariableFlow {
    /// Sorts variables by scope. Returns how many assignments there are, each block's last ones only.
    pub fn sort(&mut self, assignments: &Assignments) -> usize {
        self.content.clear();
        let mut count = 0;
        for number in 0..assignments.len() {
            let variable = VariableId::from_u32(number as u32);
            for said in assignments.of(variable) {
                count += 1;
                let content = &mut self.content[said.scope];
                if content.variables.last() != Some(&variable) {
                    content.variables.push(variable);
                }
                content.blocks.push(said.block);
            }
        }
        count
    }

    /// Finds the values of all variables.
    ///
    /// # Requires
    /// [`Self::sort`].
    pub fn solve(
        &mut self,
        code: &Code<'_>,
        said: Said<'_>,
        frontier: &mut IteratedFrontier<Block>,
        live_ins: &mut LiveIns,
    ) {
        let graph = said.solved.graph;
        for scope in in_order(said.scopes) {
            let content = std::mem::take(&mut self.content[scope]);
            if content.variables.is_empty() {
                continue;
            }
            self.blocks.find(
                code.function,
                graph.cfg,
                graph.order,
                (said.scopes, scope),
                &content.blocks,
            );
            if self.blocks.blocks.len() > 1 {
                for variable in &content.variables {
                    self.solve_variable(said, *variable, frontier, live_ins);
                }
            }
            self.blocks.clear();
        }
    }

    fn solve_variable(
        &mut self,
        said: Said<'_>,
        variable: VariableId,
        frontier: &mut IteratedFrontier<Block>,
        live_ins: &mut LiveIns,
    ) {
        let assignments = said.assignments.of(variable);
        let is_inside = |said: &&Assignment| self.blocks.place(said.block).is_some();
        let mut inside = assignments.iter().filter(is_inside);
        let (Some(first), second) = (inside.next(), inside.next()) else {
            return;
        };
        if second.is_none() {
            self.solve_single(said, (variable, first), live_ins);
            return;
        }
        let mut found = std::mem::take(&mut self.found);
        let inside = assignments.iter().filter(is_inside);
        let definitions = inside.map(|said| said.block);
        let is_wanted = |block| self.blocks.place(block).is_some();
        let dominators = said.solved.graph.dominators;
        frontier.find(dominators, definitions, is_wanted, &mut found);
        self.begin_variable(said, variable, &found);
        self.found = found;
        self.flow(said, variable);
        for (block, value) in self.blocks.blocks.iter().zip(&mut self.live_in) {
            if matches!(value.kind, Kind::Unknown(_)) || value.is_open_join() {
                continue;
            }
            value.kind = Kind::Defined;
            live_ins[*block].push((variable, value.clone()));
        }
    }

    /// One assignment holds in all blocks that it dominates.
    fn solve_single(
        &self,
        said: Said<'_>,
        (variable, assignment): (VariableId, &Assignment),
        live_ins: &mut LiveIns,
    ) {
        if assignment.value.kind == Kind::Undefined {
            return;
        }
        let graph = said.solved.graph;
        for block in &self.blocks.blocks {
            let holds = match graph.cfg.is_reachable(*block) {
                true => graph
                    .dominators
                    .strictly_dominates(assignment.block, *block),
                false => *block != assignment.block,
            };
            if holds {
                live_ins[*block].push((variable, assignment.value.clone()));
            }
        }
    }

    fn begin_variable(&mut self, said: Said<'_>, variable: VariableId, joins: &[Block]) {
        let count = self.blocks.blocks.len();
        self.live_in.clear();
        self.live_in.extend(
            (0..count).map(|place| VariableValue::of(Kind::Unknown(place as u32), said.empty)),
        );
        self.live_out.clone_from(&self.live_in);
        for block in joins {
            if let Some(place) = self.blocks.place(*block) {
                self.live_in[place] = VariableValue::of(Kind::Join(*block), said.empty);
            }
        }
        self.assigned.clear();
        self.assigned.resize(count, 0);
        for (number, assignment) in (1..).zip(said.assignments.of(variable)) {
            if let Some(place) = self.blocks.place(assignment.block) {
                self.assigned[place] = number;
            }
        }
    }

    fn flow(&mut self, said: Said<'_>, variable: VariableId) {
        let graph = said.solved.graph;
        self.rounds.begin(self.blocks.blocks.len());
        let mut is_first = true;
        loop {
            while let Some(at) = self.rounds.pop() {
                let changed = self.join(said, at);
                let changed = self.pick_place(said, at) || changed;
                if !(changed || is_first) || !self.transfer(said, variable, at) {
                    continue;
                }
                for next in graph.cfg.successors(self.blocks.blocks[at]) {
                    if let Some(next) = self.blocks.place(*next) {
                        self.rounds.push(at, next);
                    }
                }
            }
            is_first = false;
            if !self.rounds.go_on() {
                return;
            }
        }
    }

    /// Computes the value at the end of a block; whether it changed.
    fn transfer(&mut self, said: Said<'_>, variable: VariableId, at: usize) -> bool {
        let number = self.assigned[at].checked_sub(1);
        let assigned = number.map(|number| &said.assignments.of(variable)[number as usize].value);
        let unknown;
        let new = match assigned {
            Some(value) if value.kind == Kind::Undefined => {
                let number = self.blocks.blocks[at].as_u32();
                unknown = VariableValue::of(Kind::Unknown(number), said.empty);
                &unknown
            }
            Some(value) => value,
            None => &self.live_in[at],
        };
        let changed = self.live_out[at] != *new;
        if changed {
            self.live_out[at].clone_from(new);
        }
        changed
    }

    /// Takes the value at the begin of a block from its predecessors; whether it changed.
    fn join(&mut self, said: Said<'_>, at: usize) -> bool {
        let graph = said.solved.graph;
        let block = self.blocks.blocks[at];
        self.preds.clear();
        self.preds.extend_from_slice(graph.cfg.predecessors(block));
        self.preds
            .sort_unstable_by_key(|pred| graph.order.place(*pred));
        let places = self.preds.iter().map(|pred| self.blocks.place(*pred));
        if self.preds.is_empty() || places.clone().any(|place| place.is_none()) {
            return false;
        }
        let mut places = places.flatten();
        let Some(first) = places.clone().next() else {
            return false;
        };
        let first = &self.live_out[first];
        let own = Kind::Join(block);
        if self.live_in[at].kind != own {
            return replace(&mut self.live_in[at], first.clone());
        }
        let mut incoming = places.clone().map(|place| &self.live_out[place]);
        if incoming.any(|value| !is_joinable(said.properties, value, first)) {
            return false;
        }
        let differs = places.any(|place| {
            let value = &self.live_out[place];
            let same_sources = !value.sources.is_empty() && value.sources == first.sources;
            // What comes around a loop unchanged agrees with everything.
            let comes_around = value.kind == own && place >= at;
            *value != *first && !same_sources && !comes_around
        });
        let new = match differs {
            true => VariableValue::of(own, first.properties),
            false => first.clone(),
        };
        replace(&mut self.live_in[at], new)
    }

    /// Where values meet in a block, looks for places that have each of them; whether these changed.
    fn pick_place(&mut self, said: Said<'_>, at: usize) -> bool {
        let block = self.blocks.blocks[at];
        if self.live_in[at].kind != Kind::Join(block) {
            return false;
        }
        match self.joined_sources(said, block) {
            Some(sources) if self.live_in[at].sources != sources => {
                self.live_in[at].sources = sources;
                true
            }
            _ => false,
        }
    }

    fn joined_sources(&mut self, said: Said<'_>, block: Block) -> Option<Sources> {
        let preds = said.solved.graph.cfg.predecessors(block);
        let place = |pred: &Block| self.blocks.place(*pred);
        let first = &self.live_out[place(preds.first()?)?];
        let count = said.properties.get(first.properties).places;
        let mut to_join = 0_u64;
        for pred in preds {
            let value = &self.live_out[place(pred)?];
            let is_unknown = matches!(value.kind, Kind::Unknown(_));
            let is_elsewhere = value.is_open_join() && value.kind != Kind::Join(block);
            if is_unknown || is_elsewhere || !is_same_meaning(said.properties, value, first) {
                return None;
            }
            for at in 0..count {
                let (ours, theirs) = (first.sources.get(at), value.sources.get(at));
                if value.is_open_join() {
                    to_join |= 1 << (at % 64);
                } else if ours != theirs {
                    let is_constant =
                        |source: Option<&Source>| source.is_some_and(|source| source.is_constant());
                    if is_constant(ours) || is_constant(theirs) {
                        return None;
                    }
                    to_join |= 1 << (at % 64);
                }
            }
        }
        let mut sources = Sources::new();
        for at in 0..count {
            let known = self.live_out[self.blocks.place(*preds.first()?)?]
                .sources
                .get(at);
            let source = match to_join >> (at % 64) & 1 {
                0 => *known?,
                _ => Source::Value(self.joined_place(said, block, at)?),
            };
            sources.push(source);
        }
        Some(sources)
    }

    /// The first place that has source `at` at the end of all predecessors.
    fn joined_place(&mut self, said: Said<'_>, block: Block, at: usize) -> Option<Value> {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let preds = said.solved.graph.cfg.predecessors(block);
        for (number, pred) in preds.iter().enumerate() {
            let value = &self.live_out[self.blocks.place(*pred)?];
            let wanted = match value.sources.get(at) {
                Some(Source::Value(wanted)) if value.kind != Kind::Join(block) => Some(*wanted),
                _ => None,
            };
            let out = said.solved.values.live_out.of(*pred);
            let has = |place: Place, value: Value| {
                value == wanted.unwrap_or_else(|| Value::live_in(block, place))
            };
            if number == 0 {
                let places = (0..).map(Place::from_u32).zip(out);
                let having = places.filter(|(place, value)| has(*place, **value));
                candidates.extend(having.map(|(place, _)| place));
            } else {
                candidates.retain(|place| has(*place, out[place.index()]));
            }
        }
        let first = candidates.first().copied();
        self.candidates = candidates;
        first.map(|place| Value::live_in(block, place))
    }
}

/// Whether two values that meet can have a place in common.
fn is_joinable(properties: &PropertiesTable, value: &VariableValue, first: &VariableValue) -> bool {
    if matches!(value.kind, Kind::Unknown(_)) || !is_same_meaning(properties, value, first) {
        return false;
    }
    if value.is_open_join() || first.is_open_join() {
        return true;
    }
    let is_constant = |value: &VariableValue, at: usize| {
        let source = value.sources.get(at);
        source.is_some_and(|source| source.is_constant())
    };
    let count = properties.get(value.properties).places;
    (0..count).all(|at| is_constant(value, at) == is_constant(first, at))
}

fn is_same_meaning(
    properties: &PropertiesTable,
    value: &VariableValue,
    other: &VariableValue,
) -> bool {
    value.properties == other.properties
        || properties.get(value.properties).meaning == properties.get(other.properties).meaning
}

/// Sets a value; whether it is another.
fn replace(value: &mut VariableValue, new: VariableValue) -> bool {
    let changed = *value != new;
    *value = new;
    changed
}
