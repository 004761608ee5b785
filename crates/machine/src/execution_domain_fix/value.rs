//! Values of registers with the domains that are open for them.
//!
//! A value is referred to by registers and by values that were merged into it, and counted. When the last reference goes,
//! its instructions get the first domain that is open.

use avarice_mir::Inst;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, entity_impl};

use super::{Code, DomainSet};

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DomainValue(u32);
entity_impl!(DomainValue);

#[derive(Clone, Debug, Default)]
struct Data {
    /// How often it is referred to.
    references: u32,
    /// The domains that are open, or, if it is collapsed, in which it can be read without a wait.
    domains: DomainSet,
    /// What it was merged into.
    next: PackedOption<DomainValue>,
    /// Instructions whose domain is open.
    insts: Vec<Inst>,
}

/// All values of a function, and which of them registers hold at a place.
#[derive(Debug, Default)]
pub struct DomainValues {
    values: PrimaryMap<DomainValue, Data>,
    free: Vec<DomainValue>,
    /// By place of a register.
    held: Vec<PackedOption<DomainValue>>,
    count: usize,
    /// Whether `held` is that of a block: between blocks no register holds anything.
    in_block: bool,
}

impl DomainValues {
    /// Begins a function, with so many registers.
    pub fn begin(&mut self, count: usize) {
        self.values.clear();
        self.free.clear();
        self.count = count;
        self.held.clear();
        self.held.resize(count, None.into());
        self.in_block = false;
    }

    /// How many registers there are.
    pub fn registers(&self) -> usize {
        self.count
    }

    /// Begins a block: no register holds anything.
    pub fn enter(&mut self) {
        self.held.fill(None.into());
        self.in_block = true;
    }

    /// Ends a block: moves what registers hold to `row`.
    pub fn leave(&mut self, row: &mut [PackedOption<DomainValue>]) {
        row.copy_from_slice(&self.held);
        self.held.fill(None.into());
        self.in_block = false;
    }

    /// What the register at `place` holds.
    pub fn held(&self, place: usize) -> Option<DomainValue> {
        self.held[place].expand()
    }

    /// The domains of a value.
    pub fn domains(&self, value: DomainValue) -> DomainSet {
        self.values[value].domains
    }

    /// Whether no instruction of a value waits for its domain.
    pub fn is_collapsed(&self, value: DomainValue) -> bool {
        self.values[value].insts.is_empty()
    }

    /// Whether a value was merged into another one.
    pub fn was_merged(&self, value: DomainValue) -> bool {
        self.values[value].next.is_some()
    }

    /// Leaves a value those of its domains that are `open`.
    pub fn restrict(&mut self, value: DomainValue, open: DomainSet) {
        self.values[value].domains &= open;
    }

    /// Makes an instruction wait for the domain of a value.
    pub fn add_inst(&mut self, value: DomainValue, inst: Inst) {
        self.values[value].insts.push(inst);
    }

    /// A new value that nothing refers to.
    pub fn create(&mut self, domains: DomainSet) -> DomainValue {
        let value = self.free.pop();
        let value = value.unwrap_or_else(|| self.values.push(Data::default()));
        self.values[value].domains = domains;
        value
    }

    /// Takes a reference away, and what goes with the last one.
    pub fn release(&mut self, code: &mut Code<'_>, value: DomainValue) {
        let mut cursor = Some(value);
        while let Some(value) = cursor {
            let data = &mut self.values[value];
            data.references = data.references.saturating_sub(1);
            if data.references > 0 {
                return;
            }
            if data.domains != 0 && !self.is_collapsed(value) {
                self.collapse(code, value, self.first_domain(value));
            }
            let data = &mut self.values[value];
            cursor = data.next.take();
            data.domains = 0;
            data.insts.clear();
            self.free.push(value);
        }
    }

    /// What a value was merged into in the end, with the reference moved there.
    pub fn resolve(&mut self, code: &mut Code<'_>, value: DomainValue) -> DomainValue {
        if !self.was_merged(value) {
            return value;
        }
        let mut last = value;
        while let Some(next) = self.values[last].next.expand() {
            last = next;
        }
        self.values[last].references += 1;
        self.release(code, value);
        last
    }

    fn first_domain(&self, value: DomainValue) -> u32 {
        self.values[value].domains.trailing_zeros()
    }

    /// Makes the register at `place` hold `value`.
    pub fn hold(&mut self, code: &mut Code<'_>, place: usize, value: DomainValue) {
        let held = self.held(place);
        if held == Some(value) {
            return;
        }
        if let Some(held) = held {
            self.release(code, held);
        }
        self.values[value].references += 1;
        self.held[place] = value.into();
    }

    /// Makes the register at `place` hold nothing.
    pub fn kill(&mut self, code: &mut Code<'_>, place: usize) {
        if let Some(held) = self.held(place) {
            self.release(code, held);
            self.held[place] = None.into();
        }
    }

    /// Makes what the register at `place` holds one of `domain`.
    pub fn force(&mut self, code: &mut Code<'_>, place: usize, domain: u32) {
        let bit = 1 << domain;
        let Some(value) = self.held(place) else {
            let value = self.create(bit);
            self.hold(code, place, value);
            return;
        };
        if self.is_collapsed(value) {
            self.values[value].domains |= bit;
        } else if self.domains(value) & bit != 0 {
            self.collapse(code, value, domain);
        } else {
            // There is a wait for it anyway.
            self.collapse(code, value, self.first_domain(value));
            if let Some(value) = self.held(place) {
                self.values[value].domains |= bit;
            }
        }
    }

    /// Gives the instructions of a value a domain. Each register that holds it gets a value of its own.
    fn collapse(&mut self, code: &mut Code<'_>, value: DomainValue, domain: u32) {
        while let Some(inst) = self.values[value].insts.pop() {
            code.target.set_domain(code.function, inst, domain);
        }
        self.values[value].domains = 1 << domain;
        if !self.in_block || self.values[value].references <= 1 {
            return;
        }
        for place in 0..self.count {
            if self.held(place) == Some(value) {
                let own = self.create(1 << domain);
                self.hold(code, place, own);
            }
        }
    }

    /// Merges `other` into `value`, if both have a domain in common. Both are open. Whether that was so.
    pub fn merge(&mut self, code: &mut Code<'_>, value: DomainValue, other: DomainValue) -> bool {
        if value == other {
            return true;
        }
        let common = self.domains(value) & self.domains(other);
        if common == 0 {
            return false;
        }
        let mut insts = std::mem::take(&mut self.values[other].insts);
        let into = &mut self.values[value];
        into.domains = common;
        into.references += 1;
        into.insts.append(&mut insts);
        let merged = &mut self.values[other];
        (merged.domains, merged.insts) = (0, insts);
        merged.next = value.into();
        for place in 0..self.count {
            if self.held(place) == Some(other) {
                self.hold(code, place, value);
            }
        }
        true
    }

    /// Joins what a predecessor leaves in the register at `place` with what others have left there.
    pub fn join(&mut self, code: &mut Code<'_>, place: usize, incoming: DomainValue) {
        let Some(held) = self.held(place) else {
            self.hold(code, place, incoming);
            return;
        };
        match (self.is_collapsed(held), self.is_collapsed(incoming)) {
            (true, true) => {}
            (true, false) => {
                let domain = self.first_domain(held);
                if self.domains(incoming) & 1 << domain != 0 {
                    self.collapse(code, incoming, domain);
                }
            }
            (false, false) => {
                self.merge(code, held, incoming);
            }
            (false, true) => self.force(code, place, self.first_domain(incoming)),
        }
    }
}
