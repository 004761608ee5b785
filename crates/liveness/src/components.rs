//! Splits an interval into its connected components.
//!
//! Two values are connected if one flows into the other: a PHI value with the values that leave the
//! predecessors, a redefinition (two-address, partial) with the value before it. Each component but the
//! first gets a register of its own.
//!
//! ```text
//!   %0  16r ┬ 0                          %0  16r ┬ 0
//!       48r ┴                                48r ┴
//!       64r ┬ 1     two components      %1  64r ┬ 0
//!       80r ┼ 2     {0} and {1, 2}           80r ┼ 1    80 is a two-address redefinition
//!       96r ┴                                96r ┴
//! ```

use avarice_mir::{MachineFunction, OperandFlags, VReg};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::live_intervals::LiveIntervals;
use crate::live_range::{LiveRange, VNInfo, VNInfoId};
use crate::observer::{Observer, log};

/// Component of each value, by value number. Component 0 contains value 0.
pub type Classes = SmallVec<[u32; 8]>;

/// Equivalence classes of small integers: each points towards the smallest of its class.
#[derive(Debug)]
pub struct UnionFind(Classes);

impl UnionFind {
    /// The integers below `len`, each in a class of its own.
    pub fn new(len: usize) -> Self {
        Self((0..len as u32).collect())
    }

    fn leader(&self, mut of: u32) -> u32 {
        while self.0[of as usize] != of {
            of = self.0[of as usize];
        }
        of
    }

    /// Joins the classes of two integers; returns the smallest member.
    pub fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.leader(a), self.leader(b));
        self.0[a.max(b) as usize] = a.min(b);
        a.min(b)
    }

    fn join_values(&mut self, a: VNInfoId, b: VNInfoId) {
        self.join(a.as_u32(), b.as_u32());
    }

    /// Numbers the classes in the order of their smallest members; returns the class of each integer and
    /// how many there are.
    pub fn compress(mut self) -> (Classes, u32) {
        let mut count = 0;
        for at in 0..self.0.len() {
            let parent = self.0[at] as usize;
            self.0[at] = if parent == at {
                count += 1;
                count - 1
            } else {
                self.0[parent]
            };
        }
        (self.0, count)
    }
}

impl LiveIntervals {
    /// Splits the interval of `reg` into connected components: the first keeps the register, the others
    /// get clones of it. Returns the new registers.
    pub fn split_separate_components(
        &mut self,
        function: &mut MachineFunction,
        reg: VReg,
        log: &mut dyn Observer,
    ) -> SmallVec<[VReg; 4]> {
        let (classes, count) = self.classify(function, self.interval(reg));
        let mut new = SmallVec::new();
        if count > 1 {
            let interval = self.interval(reg);
            log!(log, "  Split {count} components: {interval}\n");
        }
        for _ in 1..count {
            let clone = clone_vreg(function, reg);
            let is_loose = self.interval(reg).is_loose;
            self.create_empty_interval(clone).is_loose = is_loose;
            new.push(clone);
        }
        if !new.is_empty() {
            self.distribute_operands(function, reg, &classes, &new);
            self.distribute_ranges(reg, &classes, &new);
            log.separated(reg, &new);
        }
        new
    }

    /// Finds the component of each value of a range.
    pub fn classify(&self, function: &MachineFunction, range: &LiveRange) -> (Classes, u32) {
        let mut union = UnionFind::new(range.values().len());
        let (mut used, mut unused) = (None, None);
        for id in range.value_ids() {
            let value = range.value(id);
            if value.is_unused() {
                // All unused values stay together, with the last used one.
                if let Some(before) = unused.replace(id) {
                    union.join_values(before, id);
                }
                continue;
            }
            used = Some(id);
            if value.is_phi_def() {
                let block = self.indexes.block_at(value.def);
                for pred in &function.blocks[block].preds {
                    if let Some(other) = range.value_before(self.indexes.block_end(*pred)) {
                        union.join_values(id, other);
                    }
                }
            } else if let Some(other) = range.value_before(value.def) {
                union.join_values(id, other);
            }
        }
        if let (Some(used), Some(unused)) = (used, unused) {
            union.join_values(used, unused);
        }
        union.compress()
    }

    fn distribute_operands(
        &self,
        function: &mut MachineFunction,
        reg: VReg,
        classes: &[u32],
        new: &[VReg],
    ) {
        let range = self.interval(reg).range();
        let mut cursor = function.first_reg_op(reg);
        while let Some(op) = cursor {
            cursor = function.next_reg_op(op);
            let inst = function.op_inst(op);
            let value = if function.op(op).has(OperandFlags::DEBUG) {
                range
                    .query(self.indexes.index_before(function, inst))
                    .value_out()
            } else {
                let query = range.query(self.indexes.index(inst));
                if function.op(op).reads_reg() {
                    query.value_in
                } else {
                    query.value_defined()
                }
            };
            if let Some(value) = value
                && classes[value.index()] != 0
            {
                function.set_op_reg(op, new[classes[value.index()] as usize - 1]);
            }
        }
    }

    fn distribute_ranges(&mut self, reg: VReg, classes: &[u32], new: &[VReg]) {
        let mut old = self.take_interval(reg);
        let main = std::mem::take(&mut old.range);
        for sub in old.sub_ranges_mut() {
            let class_of = |value: &VNInfo| {
                let main = main.value_at(value.def).filter(|_| !value.is_unused());
                main.map_or(0, |id| classes[id.index()])
            };
            let sub_classes: Classes = sub.range.values().iter().map(class_of).collect();
            let parts = distribute(&mut sub.range, &sub_classes, new.len());
            for (reg, part) in new.iter().zip(parts) {
                if !part.values().is_empty() {
                    self.interval_mut(*reg).create_sub_range(sub.lanes, part);
                }
            }
        }
        old.range = main;
        old.remove_empty_sub_ranges();
        let parts = distribute(&mut old.range, classes, new.len());
        for (reg, part) in new.iter().zip(parts) {
            self.interval_mut(*reg).range = part;
        }
        self.put_interval(old);
    }
}

/// Moves segments and values of components 1 and up out of a range, into as many new ranges.
pub fn distribute(range: &mut LiveRange, classes: &[u32], count: usize) -> Vec<LiveRange> {
    let mut parts = vec![LiveRange::default(); count];
    let mut new_ids: SmallVec<[VNInfoId; 8]> = SmallVec::new();
    let values = std::mem::take(&mut range.values);
    for (value, class) in values.iter().zip(classes) {
        let owner = match *class as usize {
            0 => &mut *range,
            class => &mut parts[class - 1],
        };
        new_ids.push(owner.next_value(value.def));
    }
    for mut segment in std::mem::take(&mut range.segments) {
        let old = segment.value.index();
        segment.value = new_ids[old];
        match classes[old] as usize {
            0 => range.append(segment),
            class => parts[class - 1].append(segment),
        }
    }
    parts
}

/// A new virtual register of the same class and flags.
pub(crate) fn clone_vreg(function: &mut MachineFunction, reg: VReg) -> VReg {
    let clone = function.create_vreg(function.class(reg));
    function.vregs[clone].flags = function.vregs[reg].flags;
    clone
}
