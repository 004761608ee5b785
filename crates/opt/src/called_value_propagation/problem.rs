//! Called-value propagation as a problem of sparse propagation over a whole module.
//!
//! Keys are the values of all functions, then what each function returns, then what each variable holds.

use std::fmt;

use avarice_ir::intrinsics::called_global;
use avarice_ir::printer::print_value;
use avarice_ir::{
    Block, Const, ConstKind, Function, Global, GlobalKind, Inst, InstKind, Module, Value, ValueDef,
};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use smallvec::SmallVec;

use super::trackable::Trackable;
use super::{bodies, id};
use crate::sparse::{LatticeFunction, StateOf};

/// The most functions that a value is known to be one of.
pub const MAX_FUNCTIONS: usize = 4;

/// What has a fact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u32);
entity_impl!(Key, "key");

/// A block of some function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);
entity_impl!(Node, "node");

/// An instruction of some function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u32);
entity_impl!(Place, "place");

/// The functions that a value may be the address of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Callees {
    /// Nothing has been seen yet.
    #[default]
    Undefined,
    /// One of these, in order of their names.
    Functions(SmallVec<[Global; MAX_FUNCTIONS]>),
    /// Any function, or no function.
    Overdefined,
}

/// A body and where its numbers start.
struct Body<'a> {
    global: Global,
    function: &'a Function,
    first_key: u32,
    first_node: u32,
    places: SecondaryMap<Inst, PackedOption<Place>>,
}

/// A module, numbered.
pub struct Program<'a> {
    trackable: Trackable,
    bodies: Vec<Body<'a>>,
    /// Body and id of each instruction, in the order of the text.
    insts: PrimaryMap<Place, (u32, Inst)>,
    /// By function that has one: the number of its body.
    body_of: SecondaryMap<Global, u32>,
    /// Successors of all blocks: where each block's start, one more than blocks.
    starts: Vec<u32>,
    successors: Vec<Node>,
    /// The first key of a global; those before are values.
    first_global: u32,
    /// By global: instructions that call the function, load from the variable or store to it.
    users: SecondaryMap<Global, Vec<Place>>,
    indirect: Vec<Place>,
}

impl<'a> Program<'a> {
    /// Numbers the values, functions and variables of `module`.
    pub fn new(module: &'a Module) -> Self {
        let mut program = Self {
            trackable: Trackable::new(module),
            bodies: Vec::new(),
            insts: PrimaryMap::new(),
            body_of: SecondaryMap::new(),
            starts: vec![0],
            successors: Vec::new(),
            first_global: 0,
            users: SecondaryMap::new(),
            indirect: Vec::new(),
        };
        for (global, function) in bodies(module) {
            let first_node = program.starts.len() as u32 - 1;
            for block in function.blocks.keys() {
                let successors = function.successors(block).iter();
                program
                    .successors
                    .extend(successors.map(|to| Node(first_node + to.as_u32())));
                program.starts.push(program.successors.len() as u32);
            }
            let number = program.bodies.len() as u32;
            let mut places = SecondaryMap::new();
            for block in &function.layout {
                for inst in function.block_insts(*block) {
                    places[inst] = program.insts.push((number, inst)).into();
                }
            }
            program.body_of[global] = number;
            program.bodies.push(Body {
                global,
                function,
                first_key: program.first_global,
                first_node,
                places,
            });
            program.first_global += function.values.len() as u32;
        }
        program.collect_users(module);
        program
    }

    fn collect_users(&mut self, module: &Module) {
        for (place, (body, inst)) in self.insts.iter() {
            let function = self.bodies[*body as usize].function;
            let global = match function.insts[*inst].kind {
                InstKind::Call(_) | InstKind::Invoke(_) => {
                    let callee = direct_callee(module, function, *inst);
                    if callee.is_none() {
                        self.indirect.push(place);
                    }
                    callee
                }
                InstKind::Load { .. } => as_global(module, function, function.operand(*inst, 0)),
                InstKind::Store { .. } => as_global(module, function, function.operand(*inst, 1)),
                _ => None,
            };
            if let Some(global) = global {
                self.users[global].push(place);
            }
        }
    }

    fn body(&self, number: u32) -> &Body<'a> {
        &self.bodies[number as usize]
    }

    fn key(&self, body: u32, value: Value) -> Key {
        Key(self.body(body).first_key + value.as_u32())
    }

    /// What a function returns, or a variable holds.
    fn content(&self, global: Global) -> Key {
        Key(self.first_global + global.as_u32())
    }

    /// Body and value of a key, or the global.
    fn owner(&self, key: Key) -> Result<(u32, Value), Global> {
        if let Some(global) = key.0.checked_sub(self.first_global) {
            return Err(id(global));
        }
        let after = self.bodies.partition_point(|body| body.first_key <= key.0);
        let number = after.saturating_sub(1) as u32;
        Ok((number, id(key.0 - self.body(number).first_key)))
    }
}

/// The function that a call calls directly with its own type.
fn direct_callee(module: &Module, function: &Function, call: Inst) -> Option<Global> {
    let callee = called_global(module, function, call)?;
    let info = function.insts[call].kind.call_info()?;
    let data = &module.globals[callee];
    let is_function = matches!(data.kind, GlobalKind::Function(_));
    (is_function && data.value_type == info.fn_type).then_some(callee)
}

fn as_global(module: &Module, function: &Function, value: Value) -> Option<Global> {
    match module.consts[function.as_const(value)?].kind {
        ConstKind::Global(global) => Some(global),
        _ => None,
    }
}

/// A module and what is found out about it.
pub struct Problem<'a> {
    module: &'a Module,
    program: &'a Program<'a>,
}

impl<'a> Problem<'a> {
    /// The problem of `module`, numbered as in `program`.
    pub fn new(module: &'a Module, program: &'a Program<'a>) -> Self {
        Self { module, program }
    }

    /// Sets what is known from the beginning: constants, and everything that comes from outside.
    pub fn start(&self, state: &mut StateOf<Self>) {
        let trackable = &self.program.trackable;
        for (number, body) in self.program.bodies.iter().enumerate() {
            let is_internal = trackable.arguments.contains(body.global);
            for (value, data) in body.function.values.iter() {
                let fact = match data.def {
                    ValueDef::Const(id) => self.callees_of_const(id),
                    ValueDef::Arg(_) if !is_internal => Callees::Overdefined,
                    _ => continue,
                };
                *state.fact_mut(self.program.key(number as u32, value)) = fact;
            }
            if !is_internal {
                state.mark_executable(Node(body.first_node + body.function.entry().as_u32()));
            }
        }
        for (global, data) in self.module.globals.iter() {
            let fact = match &data.kind {
                GlobalKind::Function(_) if trackable.returns.contains(global) => continue,
                GlobalKind::Variable(variable) if trackable.memory.contains(global) => {
                    match variable.init {
                        Some(init) => self.callees_of_const(init),
                        None => Callees::Overdefined,
                    }
                }
                _ => Callees::Overdefined,
            };
            *state.fact_mut(self.program.content(global)) = fact;
        }
    }

    /// A function, or nothing that can be called.
    fn callees_of_const(&self, id: Const) -> Callees {
        match self.module.consts[id].kind {
            ConstKind::Null => Callees::Functions(SmallVec::new()),
            ConstKind::Global(global)
                if matches!(self.module.globals[global].kind, GlobalKind::Function(_)) =>
            {
                Callees::Functions(SmallVec::from_slice(&[global]))
            }
            _ => Callees::Overdefined,
        }
    }

    /// Indirect calls: the function they are in, and the key of what they call.
    pub fn indirect_calls(&self) -> impl Iterator<Item = (Global, Inst, Key)> + '_ {
        self.program.indirect.iter().filter_map(|place| {
            let (number, inst) = self.program.insts[*place];
            let body = self.program.body(number);
            let callee = body.function.operands(inst).next_back()?;
            Some((body.global, inst, self.program.key(number, callee)))
        })
    }

    /// Whether an instruction of the function `owner` can be reached.
    pub fn is_reached(&self, state: &StateOf<Self>, owner: Global, inst: Inst) -> bool {
        let body = self.program.body(self.program.body_of[owner]);
        let place = body.places[inst].expand();
        place.is_some_and(|place| state.is_executable(self.block_of(place)))
    }

    fn at(&self, place: Place) -> (&Body<'a>, Inst) {
        let (number, inst) = self.program.insts[place];
        (self.program.body(number), inst)
    }

    fn result(&self, place: Place) -> Option<Key> {
        let (body, inst) = self.at(place);
        let result = body.function.insts[inst].result.expand()?;
        Some(Key(body.first_key + result.as_u32()))
    }

    fn operand(&self, place: Place, index: usize) -> Key {
        let (body, inst) = self.at(place);
        Key(body.first_key + body.function.operand(inst, index).as_u32())
    }

    fn set(&self, state: &mut StateOf<Self>, key: Key, fact: Callees) {
        if *state.fact(key) != fact {
            *state.fact_mut(key) = fact;
            state.notify(self, key);
        }
    }

    /// `to` becomes the merge of itself and `from`.
    fn flow(&self, state: &mut StateOf<Self>, from: Key, to: Key) {
        let fact = self.merged(state.fact(to), state.fact(from));
        self.set(state, to, fact);
    }

    fn merged(&self, left: &Callees, right: &Callees) -> Callees {
        let (left, right) = match (left, right) {
            (Callees::Overdefined, _) | (_, Callees::Overdefined) => return Callees::Overdefined,
            (Callees::Undefined, other) | (other, Callees::Undefined) => return other.clone(),
            (Callees::Functions(left), Callees::Functions(right)) => (left, right),
        };
        let mut all = left.clone();
        for function in right {
            let name = |global: &Global| &self.module.globals[*global].name;
            if let Err(at) = all.binary_search_by(|other| name(other).cmp(name(function))) {
                if all.len() == MAX_FUNCTIONS {
                    return Callees::Overdefined;
                }
                all.insert(at, *function);
            }
        }
        Callees::Functions(all)
    }

    fn visit_call(&self, place: Place, state: &mut StateOf<Self>) {
        let (body, inst) = self.at(place);
        let callee = direct_callee(self.module, body.function, inst);
        let callee = callee.filter(|id| self.program.trackable.returns.contains(*id));
        let Some(callee) = callee else {
            return self.give_up(place, state);
        };
        let number = self.program.body_of[callee];
        let body = self.program.body(number);
        state.mark_executable(Node(body.first_node + body.function.entry().as_u32()));
        for (index, arg) in body.function.args.iter().enumerate() {
            let (from, to) = (self.operand(place, index), self.program.key(number, *arg));
            self.flow(state, from, to);
        }
        if let Some(result) = self.result(place) {
            self.flow(state, self.program.content(callee), result);
        }
    }

    fn give_up(&self, place: Place, state: &mut StateOf<Self>) {
        if let Some(result) = self.result(place) {
            self.set(state, result, Callees::Overdefined);
        }
    }
}

impl LatticeFunction for Problem<'_> {
    type Key = Key;
    type Fact = Callees;
    type Block = Node;
    type Inst = Place;

    fn num_blocks(&self) -> usize {
        self.program.starts.len() - 1
    }

    fn successors(&self, block: Node) -> &[Node] {
        let starts = &self.program.starts;
        let at = block.as_u32() as usize;
        &self.program.successors[starts[at] as usize..starts[at + 1] as usize]
    }

    fn first_inst(&self, block: Node) -> Option<Place> {
        let bodies = &self.program.bodies;
        let after = bodies.partition_point(|body| body.first_node <= block.0);
        let body = &bodies[after.checked_sub(1)?];
        let block: Block = id(block.0 - body.first_node);
        body.places[body.function.blocks[block].first.expand()?].expand()
    }

    fn next_inst(&self, place: Place) -> Option<Place> {
        let (body, inst) = self.at(place);
        body.places[body.function.insts[inst].next.expand()?].expand()
    }

    fn block_of(&self, place: Place) -> Node {
        let (body, inst) = self.at(place);
        let block = body.function.insts[inst].block.expand();
        Node(body.first_node + block.unwrap_or(body.function.entry()).as_u32())
    }

    fn is_phi(&self, place: Place) -> bool {
        let (body, inst) = self.at(place);
        body.function.is_phi(inst)
    }

    fn users(&self, key: Key, users: &mut Vec<Place>) {
        match self.program.owner(key) {
            Err(global) => users.extend_from_slice(&self.program.users[global]),
            Ok((body, value)) => {
                let body = self.program.body(body);
                let slots = body.function.uses_of(value);
                users.extend(
                    slots.filter_map(|slot| body.places[body.function.uses[slot].user].expand()),
                );
            }
        }
    }

    fn is_overdefined(&self, fact: &Callees) -> bool {
        *fact == Callees::Overdefined
    }

    fn merge(&mut self, left: &Callees, right: &Callees) -> Callees {
        self.merged(left, right)
    }

    fn phi(&self, place: Place, incoming: &mut Vec<(Key, Node)>) -> Option<Key> {
        let (body, inst) = self.at(place);
        let blocks = body.function.inst_blocks(inst);
        for (value, block) in body.function.operands(inst).zip(blocks) {
            let node = Node(body.first_node + block.as_u32());
            incoming.push((Key(body.first_key + value.as_u32()), node));
        }
        self.result(place)
    }

    fn transfer(&mut self, place: Place, state: &mut StateOf<Self>) {
        let (body, inst) = self.at(place);
        let (owner, function) = (body.global, body.function);
        let global = |index| as_global(self.module, function, function.operand(inst, index));
        let variable = |index| {
            let id: Global = global(index)?;
            self.module.globals[id].variable().map(|_| id)
        };
        match function.insts[inst].kind {
            InstKind::Call(_) | InstKind::Invoke(_) => self.visit_call(place, state),
            InstKind::Ret if function.num_operands(inst) > 0 => {
                let (from, to) = (self.operand(place, 0), self.program.content(owner));
                self.flow(state, from, to);
            }
            InstKind::Select => {
                let (yes, no) = (self.operand(place, 1), self.operand(place, 2));
                let fact = self.merged(state.fact(yes), state.fact(no));
                if let Some(result) = self.result(place) {
                    self.set(state, result, fact);
                }
            }
            InstKind::Load { .. } => match (variable(0), self.result(place)) {
                (Some(id), Some(result)) => self.flow(state, self.program.content(id), result),
                _ => self.give_up(place, state),
            },
            InstKind::Store { .. } => {
                if let Some(id) = variable(1) {
                    let (from, to) = (self.operand(place, 0), self.program.content(id));
                    self.flow(state, from, to);
                }
            }
            _ => self.give_up(place, state),
        }
    }

    fn feasible_successors(
        &mut self,
        place: Place,
        state: &StateOf<Self>,
        feasible: &mut Vec<bool>,
    ) {
        let (body, inst) = self.at(place);
        let function = body.function;
        let kind = &function.insts[inst].kind;
        if kind.is_terminator() {
            let decides = matches!(kind, InstKind::CondBr | InstKind::Switch);
            let waits = decides && *state.fact(self.operand(place, 0)) == Callees::Undefined;
            feasible.resize(function.inst_blocks(inst).len(), !waits);
        }
    }

    fn print_key(&self, key: Key, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.program.owner(key) {
            Err(global) => write!(f, "content of @{}", self.module.globals[global].name_str()),
            Ok((number, value)) => {
                let body = self.program.body(number);
                let name = self.module.globals[body.global].name_str();
                let value = print_value(self.module, body.function, value);
                write!(f, "@{name}: {value}")
            }
        }
    }

    fn print_fact(&self, fact: &Callees, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match fact {
            Callees::Undefined => f.write_str("undefined"),
            Callees::Overdefined => f.write_str("overdefined"),
            Callees::Functions(functions) => {
                f.write_str("{")?;
                for (index, function) in functions.iter().enumerate() {
                    let name = self.module.globals[*function].name_str();
                    write!(f, "{}@{name}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}
