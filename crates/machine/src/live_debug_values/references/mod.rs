//! The form in which debug values refer to instructions.
//!
//! ```text
//!   1. places            registers and spill slots that matter, and what each block does with them
//!   2. machine_values    so the value of each place at the begin and end of each block
//!   3. numbers           which of these values debug values mean
//!   4. variable_values   so the value of each variable at the begin of each block, scope by scope
//!   5. follow            so where it is there, and where it goes from instruction to instruction
//!   6. emit              debug values that say so
//! ```

mod assignments;
mod emit;
mod follow;
mod machine_values;
mod numbered;
mod numbers;
mod phi_merge;
mod places;
mod scopes;
mod steps;
mod variable_values;

use avarice_ir::MetadataId;
use avarice_ir::dominance_frontier::IteratedFrontier;
use avarice_mir::{
    Block, Inst, MachineCfg, MachineDominatorTree, MachineFunction, Operand, OperandKind,
};
use avarice_target::op;
use cranelift_entity::SecondaryMap;

use self::assignments::{Assignment, Assignments, Constants, Source, Sources, VariableValue};
use self::emit::Parts;
use self::follow::{Follower, Located, LocatedSources};
use self::machine_values::{Graph, MachineValues};
use self::numbered::Numbered;
use self::numbers::{Numbers, Solved};
use self::places::{Places, Value};
use self::variable_values::{LiveIns, Said, VariableFlow};
use super::code::{Code, is_undefined};
use super::order::BlockOrder;
use super::properties::{PropertiesId, PropertiesTable};
use crate::pass::DebugLocationOptions;
use avarice_mir::debug_values::{DebugValue, Shape, VariableKey};
use avarice_mir::lexical_scopes::{LexicalScopes, ScopeId};

/// Memory of the analysis.
#[derive(Debug, Default)]
pub(super) struct References {
    places: Places,
    values: MachineValues,
    frontier: IteratedFrontier<Block>,
    numbers: Numbers,
    variables: Variables,
    flow: VariableFlow,
    live_ins: LiveIns,
    follower: Follower,
}

/// What debug values say.
#[derive(Debug, Default)]
struct Variables {
    assignments: Assignments,
    constants: Constants,
    properties: PropertiesTable,
    /// By instruction: what it says, if it is a debug value with instructions in its scope.
    said: SecondaryMap<Inst, Option<SaidValue>>,
}

/// A debug value with what it takes to follow it.
#[derive(Clone, Copy, Debug)]
struct SaidValue {
    value: DebugValue,
    key: VariableKey,
    location: MetadataId,
    scope: ScopeId,
    properties: PropertiesId,
}

/// The graph of a function and its scopes.
#[derive(Clone, Copy)]
pub(super) struct Shapes<'a> {
    pub cfg: &'a MachineCfg,
    pub dominators: &'a MachineDominatorTree,
    pub order: &'a BlockOrder,
    pub scopes: &'a LexicalScopes,
}

impl References {
    /// Finds where variables are, and inserts debug values that say so with [`Self::insert`].
    pub fn analyze(&mut self, code: &Code<'_>, shapes: Shapes<'_>, options: &DebugLocationOptions) {
        let graph = Graph {
            cfg: shapes.cfg,
            dominators: shapes.dominators,
            order: shapes.order,
        };
        self.begin(code, options);
        let (numbers, variables) = (&mut self.numbers, &mut self.variables);
        self.values
            .find_transfers(code, &mut self.places, |places, block, at| {
                variables.see(code, shapes.scopes, places, at.inst);
                numbers.see(code, places, block, at);
            });
        self.frontier.compute(graph.cfg, graph.dominators);
        self.values
            .solve(code, &self.places, graph, &mut self.frontier);
        self.numbers.finish(&self.values);
        let expression = self
            .variables
            .properties
            .id_of(code.module, Default::default());
        let empty = self
            .variables
            .properties
            .id(code.module, Shape::Direct, expression);
        self.assign(code, graph, empty);
        let count = self.flow.sort(&self.variables.assignments);
        let blocks = code.function.layout.len();
        if blocks > options.block_limit && count > options.value_limit {
            return;
        }
        let said = Said {
            solved: Solved {
                graph,
                values: &self.values,
            },
            scopes: shapes.scopes,
            assignments: &self.variables.assignments,
            properties: &self.variables.properties,
            empty,
        };
        self.flow
            .solve(code, said, &mut self.frontier, &mut self.live_ins);
        self.follow(code, graph);
    }

    fn begin(&mut self, code: &Code<'_>, options: &DebugLocationOptions) {
        self.places.begin(code, options.max_stack_slots);
        self.numbers.clear();
        self.variables.assignments.clear();
        self.variables.constants.clear();
        self.variables.properties.begin(code.function);
        self.variables.said.clear();
        self.live_ins.clear();
        self.follower.groups.clear();
        self.follower.emitted.clear();
    }

    /// Inserts the debug values that were found to be needed.
    pub fn insert(
        &mut self,
        function: &mut MachineFunction,
        code_sizes: Vec<u16>,
        module: &avarice_ir::Module,
    ) {
        let mut parts = Parts {
            places: &self.places,
            assignments: &self.variables.assignments,
            constants: &self.variables.constants,
            properties: &mut self.variables.properties,
            sizes: code_sizes,
        };
        emit::insert_all(function, module, &mut parts, &mut self.follower);
        function.own_expressions = self.variables.properties.take_expressions();
    }

    /// How many bits each place has.
    pub fn sizes(&self, code: &Code<'_>) -> Vec<u16> {
        emit::sizes_of(code, &self.places)
    }

    /// Finds what each block says of variables at last.
    fn assign(&mut self, code: &Code<'_>, graph: Graph<'_>, empty: PropertiesId) {
        let solved = Solved {
            graph,
            values: &self.values,
        };
        for block in &graph.order.blocks {
            if !speaks(code, *block) {
                continue;
            }
            self.places.load(*block, self.values.live_in.of(*block));
            for (number, inst) in (1..).zip(code.insts(*block)) {
                if !code.function.is_debug(inst) {
                    let at = Numbered { inst, number };
                    steps::step(code, &mut self.places, at, None);
                    continue;
                }
                let Some(said) = self.variables.said[inst] else {
                    continue;
                };
                let (places, numbers) = (&mut self.places, &mut self.numbers);
                let constants = &mut self.variables.constants;
                let sources = sources_of(code, (places, numbers, constants), solved, *block, &said);
                let said_at = Assignment {
                    block: *block,
                    value: VariableValue::said(said.properties, sources),
                    scope: said.scope,
                };
                let variable = (said.key, said.location);
                self.variables.assignments.define(variable, said_at, empty);
            }
        }
    }

    /// Walks through all blocks with variables, and finds where these are.
    fn follow(&mut self, code: &Code<'_>, graph: Graph<'_>) {
        let solved = Solved {
            graph,
            values: &self.values,
        };
        let variables = &mut self.variables;
        self.follower
            .begin(code, &variables.assignments, &variables.properties);
        for block in &graph.order.blocks {
            let live_ins = &self.live_ins[*block];
            if live_ins.is_empty() && !speaks(code, *block) {
                continue;
            }
            let (places, follower) = (&mut self.places, &mut self.follower);
            places.load(*block, self.values.live_in.of(*block));
            follower.begin_block(places, *block, live_ins);
            for (number, inst) in (1..).zip(code.insts(*block)) {
                let at = Numbered { inst, number };
                if !code.function.is_debug(inst) {
                    steps::step(code, places, at, Some(follower));
                } else if let Some(said) = variables.said[inst] {
                    let reading = (&mut *places, &mut self.numbers, &mut variables.constants);
                    let sources = sources_of(code, reading, solved, *block, &said);
                    let id = variables.assignments.id(said.key, said.location);
                    if said.value.shape == Shape::References {
                        let variable = (id, said.properties);
                        follower.refer(places, variable, &sources, (*block, at), said.location);
                    } else {
                        let located = located_of(code, places, &mut variables.constants, &said);
                        follower.redefine(places, id, said.properties, located);
                    }
                }
                follower.after(places, number, inst);
            }
        }
    }
}

impl Variables {
    /// Learns what a debug value says, and which registers it names.
    fn see(&mut self, code: &Code<'_>, scopes: &LexicalScopes, places: &mut Places, inst: Inst) {
        let Some(value) = DebugValue::of(code.function, inst) else {
            return;
        };
        let key = value.part_key(code.function, code.module);
        self.assignments.overlaps.see(key);
        let location = code.function.debug_loc(inst).expand();
        let find = |location| scopes.find(code.function, code.module, location);
        let Some((location, scope)) = location.and_then(|at| Some((at, find(at)?))) else {
            return;
        };
        let properties = self.properties.of_value(code.function, code.module, &value);
        self.said[inst] = Some(SaidValue {
            value,
            key,
            location,
            scope,
            properties,
        });
        for place in value.places(code.function) {
            if let Some(reg) = register_of(place).filter(|_| value.shape != Shape::References) {
                places.track(code, reg);
            }
        }
    }
}

/// What a variable is computed from, by a debug value; nothing if that is nowhere.
fn sources_of(
    code: &Code<'_>,
    (places, numbers, constants): (&mut Places, &mut Numbers, &mut Constants),
    solved: Solved<'_>,
    block: Block,
    said: &SaidValue,
) -> Sources {
    let mut sources = Sources::new();
    for place in said.value.places(code.function) {
        let source = match place.value() {
            avarice_mir::OperandValue::DbgInstrRef(number, operand) => {
                let value = numbers.value(code, places, solved, block, (number, operand));
                match value {
                    Some(value) => Source::Value(value),
                    None => return Sources::new(),
                }
            }
            _ => match register_of(place) {
                Some(reg) => Source::Value(places.read(code, reg)),
                None if is_undefined(place) => return Sources::new(),
                None => Source::Constant(constants.id(place)),
            },
        };
        sources.push(source);
    }
    sources
}

/// Where a debug value says that a variable is; nowhere if it is a constant, which needs no following.
fn located_of(
    code: &Code<'_>,
    places: &mut Places,
    constants: &mut Constants,
    said: &SaidValue,
) -> LocatedSources {
    let mut located = LocatedSources::new();
    let operands = said.value.places(code.function);
    if operands.iter().all(|place| !place.is_reg()) || operands.iter().any(is_undefined) {
        return located;
    }
    for place in operands {
        located.push(match register_of(place) {
            Some(reg) => Located::At(places.track(code, reg)),
            None => Located::Constant(constants.id(place)),
        });
    }
    located
}

fn register_of(place: &Operand) -> Option<avarice_target::PhysReg> {
    match place.kind() {
        OperandKind::Reg => place.as_reg().as_physical(),
        _ => None,
    }
}

/// Whether a block has debug values.
fn speaks(code: &Code<'_>, block: Block) -> bool {
    let mut insts = code.insts(block);
    insts.any(|inst| {
        matches!(
            code.function.opcode(inst),
            op::DBG_VALUE | op::DBG_VALUE_LIST | op::DBG_INSTR_REF
        )
    })
}

/// Whether a function is too large for its values to be told apart.
pub(super) fn is_too_large(function: &MachineFunction) -> bool {
    function.blocks.len() >= Value::LIMIT || function.insts.len() >= Value::LIMIT
}
