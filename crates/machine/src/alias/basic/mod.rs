//! Whether addresses of the IR can point to the same memory, by the rules of LLVM's basic alias analysis.
//!
//! - What different objects are made of is apart: two variables, a variable and what was allocated just now ([`objects`]).
//! - An object that is smaller than an access is not what is accessed.
//! - Where addresses join ([`joins`]), each that joins is compared.
//! - From one base, distances decide ([`linear`]): constant ones exactly, variable ones by their divisors and ranges, and by
//!   values that are never zero or never equal ([`unequal`]).

mod escape;
mod joins;
mod linear;
mod objects;
mod unequal;

use std::cell::OnceCell;

use avarice_ir::{Block, DataLayout, DominatorTree, InstFlags, Module, Value};
use avarice_mir::{MachineFunction, MergedAllocas};

use super::addresses::{Addresses, IrAddress};
use linear::Distance;

/// At most so many pairs of addresses are compared to answer one question.
const MOST_PAIRS: usize = 200;

/// Memory that an access goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Where it begins.
    pub address: IrAddress,
    /// How much of it is accessed.
    pub extent: Extent,
}

/// How much memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// This many bytes.
    Bytes(u64),
    /// Some bytes from the address on.
    After,
    /// Some bytes around the address.
    Around,
}

impl Extent {
    fn bytes(self) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::After | Self::Around => None,
        }
    }
}

/// How two locations relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// They have no byte in common.
    Apart,
    /// They begin at the same byte.
    Same,
    /// They have bytes in common.
    Overlap,
    /// Anything.
    Unknown,
}

/// What decides about addresses of one function.
pub struct BasicAlias<'a> {
    addresses: Option<Addresses<'a>>,
    /// The stack objects that share memory.
    merged: MergedAllocas,
    layout: OnceCell<DataLayout>,
    flow: OnceCell<Flow>,
}

impl<'a> BasicAlias<'a> {
    /// For the IR function that `function` was made from.
    pub fn new(module: &'a Module, function: &MachineFunction) -> Self {
        Self {
            addresses: function
                .ir_function
                .and_then(|global| Addresses::of_function(module, global)),
            merged: function.frame.merged_allocas.clone(),
            layout: OnceCell::new(),
            flow: OnceCell::new(),
        }
    }

    /// How two locations relate.
    pub fn relate(&self, a: &Location, b: &Location) -> Relation {
        let Some(addresses) = self.addresses else {
            return Relation::Unknown;
        };
        let layout = self
            .layout
            .get_or_init(|| DataLayout::of_module(addresses.module).unwrap_or_default());
        let addresses = addresses.with_merged(&self.merged);
        Query::new(addresses, layout, &self.flow).relate(a, b)
    }
}

/// What the control flow of an IR function says.
struct Flow {
    dominators: DominatorTree<Block>,
    /// Values that are not zero, and the blocks that are entered only so, sorted.
    tests: Vec<(Value, Block)>,
}

/// Whether two values are looked at in the same iteration of the loops that they are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Iterations {
    Same,
    /// Perhaps not: one address was followed to where it came from in an earlier one.
    Any,
}

/// Two locations that were compared, in one question.
struct Answer {
    locations: [Location; 2],
    iterations: Iterations,
    relation: Relation,
    state: State,
}

/// How far an answer can be relied on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It is being looked for; who asks meanwhile, so many times, hears that the two are apart.
    Assumed(u32),
    /// It builds on an assumption that is not proven yet.
    Based,
    /// It holds.
    Certain,
    /// What it built on was wrong.
    Withdrawn,
}

/// One question, with the answers to all that it leads to.
struct Query<'a> {
    addresses: Addresses<'a>,
    layout: &'a DataLayout,
    /// Of the IR function, once it is asked for.
    flow: &'a OnceCell<Flow>,
    iterations: Iterations,
    answers: Vec<Answer>,
    /// How often assumptions were used that are not proven yet.
    assumed: u32,
    /// Which answers build on them.
    based: Vec<usize>,
}

impl<'a> Query<'a> {
    fn new(addresses: Addresses<'a>, layout: &'a DataLayout, flow: &'a OnceCell<Flow>) -> Self {
        Self {
            addresses,
            layout,
            flow,
            iterations: Iterations::Same,
            answers: Vec::new(),
            assumed: 0,
            based: Vec::new(),
        }
    }

    fn relate(&mut self, a: &Location, b: &Location) -> Relation {
        if a.extent == Extent::Bytes(0) || b.extent == Extent::Bytes(0) {
            return Relation::Apart;
        }
        let (mut a, mut b) = (self.without_casts(a), self.without_casts(b));
        if self.addresses.is_undefined(a.address) || self.addresses.is_undefined(b.address) {
            return Relation::Apart;
        }
        if a.address == b.address && self.is_same(a.address) {
            return Relation::Same;
        }
        let objects = (
            self.addresses.object(a.address),
            self.addresses.object(b.address),
        );
        if self.are_apart(&a, &b, objects) {
            return Relation::Apart;
        }
        if a.extent == Extent::Around || b.extent == Extent::Around {
            // Whichever is lower, one of them is after the other.
            (a.extent, b.extent) = (Extent::After, Extent::After);
        }
        if let Some(known) = self.known(&a, &b) {
            return known;
        }
        if self.answers.len() >= MOST_PAIRS {
            return Relation::Unknown;
        }
        self.answer(a, b, objects)
    }

    /// The answer for two locations, if it was looked for already.
    fn known(&mut self, a: &Location, b: &Location) -> Option<Relation> {
        let iterations = self.iterations;
        let answer = self.answers.iter_mut().find(|answer| {
            let [first, second] = &answer.locations;
            answer.state != State::Withdrawn
                && answer.iterations == iterations
                && (first == a && second == b || first == b && second == a)
        })?;
        if answer.state != State::Certain {
            self.assumed += 1;
        }
        if let State::Assumed(uses) = &mut answer.state {
            *uses += 1;
        }
        Some(answer.relation)
    }

    /// Looks for an answer. That the two are apart is assumed meanwhile: addresses that join in a loop lead back here.
    fn answer(&mut self, a: Location, b: Location, objects: (IrAddress, IrAddress)) -> Relation {
        let at = self.answers.len();
        self.answers.push(Answer {
            locations: [a, b],
            iterations: self.iterations,
            relation: Relation::Apart,
            state: State::Assumed(0),
        });
        let (assumed, based) = (self.assumed, self.based.len());
        let mut relation = self.look_for(&a, &b, objects);
        let uses = match self.answers[at].state {
            State::Assumed(uses) => uses,
            _ => 0,
        };
        let is_disproven = uses > 0 && relation != Relation::Apart;
        if is_disproven {
            relation = Relation::Unknown;
        }
        self.assumed -= uses;
        self.answers[at].relation = relation;
        if is_disproven {
            for wrong in self.based.drain(based..) {
                self.answers[wrong].state = State::Withdrawn;
            }
        }
        self.answers[at].state = match self.assumed != assumed && relation != Relation::Unknown {
            true => {
                self.based.push(at);
                State::Based
            }
            false => State::Certain,
        };
        relation
    }

    fn look_for(
        &mut self,
        a: &Location,
        b: &Location,
        (of_a, of_b): (IrAddress, IrAddress),
    ) -> Relation {
        let is_sum = |address| self.addresses.is_element_pointer(address);
        let by_distance = match (is_sum(a.address), is_sum(b.address)) {
            (true, _) => self.relate_by_distance(a, b, (of_a, of_b)),
            (false, true) => self.relate_by_distance(b, a, (of_b, of_a)),
            (false, false) => Relation::Unknown,
        };
        if by_distance != Relation::Unknown {
            return by_distance;
        }
        let by_parts = self.relate_joined(a, b);
        if by_parts != Relation::Unknown {
            return by_parts;
        }
        let (Some(first), Some(second)) = (a.extent.bytes(), b.extent.bytes()) else {
            return Relation::Unknown;
        };
        let is_whole = |bytes| of_a == of_b && self.has_bytes(of_a, bytes);
        match is_whole(first) || is_whole(second) {
            true => Relation::Overlap,
            false => Relation::Unknown,
        }
    }

    fn without_casts(&self, location: &Location) -> Location {
        Location {
            address: self.addresses.without_casts(location.address),
            ..*location
        }
    }

    /// What distances from bases say of `a`, which adds something to one, and `b`.
    fn relate_by_distance(
        &mut self,
        a: &Location,
        b: &Location,
        objects: (IrAddress, IrAddress),
    ) -> Relation {
        let around = |address| Location {
            address,
            extent: Extent::Around,
        };
        let is_sum = self.addresses.is_element_pointer(b.address);
        let sizes = (a.extent.bytes(), b.extent.bytes());
        if sizes == (None, None) {
            let are_apart =
                is_sum && self.relate(&around(objects.0), &around(objects.1)) == Relation::Apart;
            return match are_apart {
                true => Relation::Apart,
                false => Relation::Unknown,
            };
        }
        let (of_a, of_b) = (self.decompose(a.address), self.decompose(b.address));
        if of_a.base == a.address && of_b.base == b.address {
            return Relation::Unknown;
        }
        let (in_bounds_a, in_bounds_b) = (of_a.is_in_bounds, of_b.is_in_bounds && is_sum);
        let (base_a, base_b) = (of_a.base, of_b.base);
        let distance = of_a.minus(&of_b, |value| self.is_same(IrAddress::Value(value)));
        if distance.terms.is_empty() {
            // An access before the begin of an object, in bounds, is none.
            let is_beyond = |bytes: Option<u64>, by: i64| {
                bytes.is_some_and(|bytes| i128::from(by) >= i128::from(bytes))
            };
            if in_bounds_a
                && is_beyond(sizes.1, distance.offset)
                && self.addresses.is_begin_of_object(base_b)
                || in_bounds_b
                    && is_beyond(sizes.0, distance.offset.wrapping_neg())
                    && self.addresses.is_begin_of_object(base_a)
            {
                return Relation::Apart;
            }
            if distance.offset == 0 {
                let at = |address, extent| Location { address, extent };
                return self.relate(&at(base_a, a.extent), &at(base_b, b.extent));
            }
        }
        match self.relate(&around(base_a), &around(base_b)) {
            Relation::Same => self.relate_offsets(a, b, &distance),
            other => other,
        }
    }

    /// Accesses at two places from the same base: `a` is `distance` after `b`.
    fn relate_offsets(&self, a: &Location, b: &Location, distance: &Distance) -> Relation {
        if distance.terms.is_empty() {
            let lower = match distance.offset < 0 {
                true => a.extent,
                false => b.extent,
            };
            return match lower.bytes() {
                None => Relation::Unknown,
                Some(bytes) if distance.offset.unsigned_abs() < bytes => Relation::Overlap,
                Some(_) => Relation::Apart,
            };
        }
        let (Some(size_a), Some(size_b)) = (a.extent.bytes(), b.extent.bytes()) else {
            return Relation::Unknown;
        };
        let are_apart = distance.keeps_apart(size_a, size_b)
            || self.is_never_near(distance, size_a, size_b)
            || self.differ_enough(distance, size_a, size_b);
        match are_apart {
            true => Relation::Apart,
            false => Relation::Unknown,
        }
    }

    /// Whether a value is the same in all iterations that are compared.
    fn is_same(&self, address: IrAddress) -> bool {
        self.iterations == Iterations::Same || self.addresses.is_in_no_cycle(address)
    }
}

/// Whether an address stays in the object of its base.
fn is_in_bounds(flags: InstFlags) -> bool {
    flags.contains(InstFlags::INBOUNDS)
}
