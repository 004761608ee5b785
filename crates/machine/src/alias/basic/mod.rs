//! Whether addresses of the IR can point to the same memory, by the rules of LLVM's basic alias analysis.
//!
//! - What different objects are made of is apart: two variables, a variable and what was allocated just now ([`objects`]).
//! - An object that is smaller than an access is not what is accessed.
//! - From one base, distances decide ([`linear`]): constant ones exactly, variable ones by their divisors and ranges.

mod escape;
mod linear;
mod objects;

use std::cell::{Cell, OnceCell};

use avarice_ir::{DataLayout, InstFlags, InstKind, Module};
use avarice_mir::MachineFunction;

use super::addresses::{Addresses, IrAddress};
use linear::Distance;

/// At most so many pairs of addresses are compared to answer one question.
const MOST_PAIRS: u32 = 200;

/// At most so many values join at a place where they are looked at one by one.
const MOST_INCOMING: usize = 16;

/// Memory that an access goes to.
#[derive(Clone, Copy, Debug)]
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
    layout: OnceCell<DataLayout>,
}

impl<'a> BasicAlias<'a> {
    /// For the IR function that `function` was made from.
    pub fn new(module: &'a Module, function: &MachineFunction) -> Self {
        Self {
            addresses: Addresses::of(module, function),
            layout: OnceCell::new(),
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
        let query = Query {
            addresses,
            layout,
            pairs: Cell::new(0),
        };
        query.relate(a, b, Iterations::Same)
    }
}

/// Whether two values are looked at in the same iteration of the loops that they are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Iterations {
    Same,
    /// Perhaps not: one address was followed to where it came from in an earlier one.
    Any,
}

struct Query<'a> {
    addresses: Addresses<'a>,
    layout: &'a DataLayout,
    /// How many pairs have been compared.
    pairs: Cell<u32>,
}

impl Query<'_> {
    fn relate(&self, a: &Location, b: &Location, iterations: Iterations) -> Relation {
        if a.extent == Extent::Bytes(0) || b.extent == Extent::Bytes(0) {
            return Relation::Apart;
        }
        let a = self.without_casts(a);
        let b = self.without_casts(b);
        if self.addresses.is_undefined(a.address) || self.addresses.is_undefined(b.address) {
            return Relation::Apart;
        }
        if a.address == b.address && self.is_same(a.address, iterations) {
            return Relation::Same;
        }
        let objects = (
            self.addresses.object(a.address),
            self.addresses.object(b.address),
        );
        if self.are_apart(&a, &b, objects) {
            return Relation::Apart;
        }
        self.pairs.set(self.pairs.get() + 1);
        if self.pairs.get() > MOST_PAIRS {
            return Relation::Unknown;
        }
        let around = a.extent == Extent::Around || b.extent == Extent::Around;
        let widened = |location: Location| Location {
            extent: match around {
                true => Extent::Around,
                false => location.extent,
            },
            ..location
        };
        let (a, b) = match around {
            true => (widened(a), widened(b)),
            false => (a, b),
        };
        let by_distance = self.relate_by_distance(&a, &b, objects, iterations);
        if by_distance != Relation::Unknown {
            return by_distance;
        }
        self.relate_alternatives(&a, &b, iterations)
    }

    fn without_casts(&self, location: &Location) -> Location {
        Location {
            address: self.addresses.without_casts(location.address),
            ..*location
        }
    }

    /// Whether distances from a common base keep the two apart.
    fn relate_by_distance(
        &self,
        a: &Location,
        b: &Location,
        objects: (IrAddress, IrAddress),
        iterations: Iterations,
    ) -> Relation {
        let is_sum = |address| self.addresses.is_element_pointer(address);
        if !is_sum(a.address) && !is_sum(b.address) {
            return Relation::Unknown;
        }
        let around = |address| Location {
            address,
            extent: Extent::Around,
        };
        if a.extent.bytes().is_none() && b.extent.bytes().is_none() {
            let bases = self.relate(&around(objects.0), &around(objects.1), iterations);
            return match bases {
                Relation::Apart => Relation::Apart,
                _ => Relation::Unknown,
            };
        }
        let of_a = self.decompose(a.address);
        let of_b = self.decompose(b.address);
        if of_a.base == a.address && of_b.base == b.address {
            return Relation::Unknown;
        }
        let (in_bounds_a, in_bounds_b) = (of_a.is_in_bounds, of_b.is_in_bounds);
        let (base_a, base_b) = (of_a.base, of_b.base);
        let distance = of_a.minus(&of_b, |value| {
            self.is_same(IrAddress::Value(value), iterations)
        });
        if distance.terms.is_empty() {
            // An access before the begin of an object, in bounds, is none.
            let is_beyond = |bytes: Option<u64>, by: i64| {
                bytes.is_some_and(|bytes| i128::from(by) >= i128::from(bytes))
            };
            if in_bounds_a
                && is_beyond(b.extent.bytes(), distance.offset)
                && self.addresses.is_begin_of_object(base_b)
                || in_bounds_b
                    && is_beyond(a.extent.bytes(), distance.offset.wrapping_neg())
                    && self.addresses.is_begin_of_object(base_a)
            {
                return Relation::Apart;
            }
            if distance.offset == 0 {
                let at = |address, extent| Location { address, extent };
                return self.relate(&at(base_a, a.extent), &at(base_b, b.extent), iterations);
            }
        }
        match self.relate(&around(base_a), &around(base_b), iterations) {
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
        match distance.keeps_apart(size_a, size_b) {
            true => Relation::Apart,
            false => Relation::Unknown,
        }
    }

    /// Addresses that are one of several: all of them are apart if each is.
    fn relate_alternatives(&self, a: &Location, b: &Location, iterations: Iterations) -> Relation {
        for (one, other) in [(a, b), (b, a)] {
            let Some(alternatives) = self.addresses.alternatives(one.address, MOST_INCOMING) else {
                continue;
            };
            let is_phi = matches!(self.addresses.def(one.address), Some(InstKind::Phi));
            // What is computed from the value itself only moves it on.
            let is_moved =
                |address: &&IrAddress| is_phi && self.addresses.object(**address) == one.address;
            let extent = match alternatives.iter().any(|address| is_moved(&address)) {
                true => Extent::Around,
                false => one.extent,
            };
            let iterations = if is_phi { Iterations::Any } else { iterations };
            let mut sources = alternatives.iter().filter(|address| !is_moved(address));
            let are_apart = sources.all(|address| {
                let one = Location {
                    address: *address,
                    extent,
                };
                self.relate(&one, other, iterations) == Relation::Apart
            });
            return match are_apart {
                true => Relation::Apart,
                false => Relation::Unknown,
            };
        }
        Relation::Unknown
    }

    /// Whether a value is the same in all iterations that are compared.
    fn is_same(&self, address: IrAddress, iterations: Iterations) -> bool {
        iterations == Iterations::Same || self.addresses.is_defined_once(address)
    }
}

/// Whether an address stays in the object of its base.
fn is_in_bounds(flags: InstFlags) -> bool {
    flags.contains(InstFlags::INBOUNDS)
}
