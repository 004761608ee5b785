//! Addresses that are one of several: those of PHIs and selects.
//!
//! ```text
//!   %p = phi ptr [ %first, %entry ], [ %next, %loop ]      one of %first and %next;
//!   %next = getelementptr i8, ptr %p, i64 8                %next is %p moved on, so that %first decides on the object
//! ```

use avarice_ir::{Inst, InstKind};
use smallvec::SmallVec;

use super::super::addresses::IrAddress;
use super::{Extent, Iterations, Location, Query, Relation};

impl Relation {
    /// What holds if either may.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a,
            (Self::Overlap, Self::Same) | (Self::Same, Self::Overlap) => Self::Overlap,
            _ => Self::Unknown,
        }
    }
}

/// Where addresses join.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    Phi(Inst),
    Select(Inst),
}

impl Query<'_> {
    fn join(&self, address: IrAddress) -> Option<Join> {
        let IrAddress::Value(value) = address else {
            return None;
        };
        let inst = self.addresses.body.def_inst(value)?;
        match self.addresses.body.insts[inst].kind {
            InstKind::Phi => Some(Join::Phi(inst)),
            InstKind::Select => Some(Join::Select(inst)),
            _ => None,
        }
    }

    /// How locations relate, one of which is one of several.
    pub(super) fn relate_joined(&mut self, a: &Location, b: &Location) -> Relation {
        let joins = (self.join(a.address), self.join(b.address));
        let by_phi = match joins {
            (Some(Join::Phi(phi)), _) => self.relate_phi(phi, a, b),
            (_, Some(Join::Phi(phi))) => self.relate_phi(phi, b, a),
            _ => Relation::Unknown,
        };
        if by_phi != Relation::Unknown {
            return by_phi;
        }
        match joins {
            (Some(Join::Select(select)), _) => self.relate_select(select, a, b),
            (_, Some(Join::Select(select))) => self.relate_select(select, b, a),
            _ => Relation::Unknown,
        }
    }

    /// Operand `index` of what joins addresses, for an access like `location`.
    fn operand(&self, inst: Inst, index: usize, location: &Location) -> Location {
        let value = self.addresses.body.operand(inst, index);
        Location {
            address: self.addresses.of_value(value),
            ..*location
        }
    }

    fn relate_select(&mut self, select: Inst, a: &Location, b: &Location) -> Relation {
        let body = self.addresses.body;
        let condition = |inst| self.addresses.of_value(body.operand(inst, 0));
        let same = match self.join(b.address) {
            Some(Join::Select(other)) => (condition(select) == condition(other)
                && self.is_same(condition(select)))
            .then_some(other),
            _ => None,
        };
        let mut relation = None;
        for index in [1, 2] {
            let first = self.operand(select, index, a);
            let second = match same {
                Some(other) => self.operand(other, index, b),
                None => *b,
            };
            let new = self.relate(&first, &second);
            let merged = relation.map_or(new, |old: Relation| old.or(new));
            if merged == Relation::Unknown {
                return merged;
            }
            relation = Some(merged);
        }
        relation.unwrap_or(Relation::Unknown)
    }

    fn relate_phi(&mut self, phi: Inst, a: &Location, b: &Location) -> Relation {
        let body = self.addresses.body;
        if body.num_operands(phi) == 0 {
            return Relation::Apart;
        }
        if let Some(Join::Phi(other)) = self.join(b.address)
            && body.insts[other].block == body.insts[phi].block
        {
            return self.relate_phis(phi, other, a, b);
        }
        let Some((sources, is_moved)) = self.sources(phi, a.address) else {
            return Relation::Unknown;
        };
        let extent = match is_moved {
            true => Extent::Around,
            false => a.extent,
        };
        // The other address may have been computed in another iteration.
        let iterations = std::mem::replace(&mut self.iterations, Iterations::Any);
        let mut relation = None;
        for address in sources {
            let new = self.relate(&Location { address, extent }, b);
            let merged = relation.map_or(new, |old: Relation| old.or(new));
            relation = Some(merged);
            if merged == Relation::Unknown || is_moved && merged != Relation::Apart {
                relation = Some(Relation::Unknown);
                break;
            }
        }
        self.iterations = iterations;
        relation.unwrap_or(Relation::Unknown)
    }

    /// PHIs of one block are compared edge by edge.
    fn relate_phis(&mut self, phi: Inst, other: Inst, a: &Location, b: &Location) -> Relation {
        let body = self.addresses.body;
        let mut relation = None;
        for (index, block) in body.inst_blocks(phi).iter().enumerate() {
            let mut blocks = body.inst_blocks(other).iter();
            let Some(at) = blocks.position(|from| from == block) else {
                return Relation::Unknown;
            };
            let first = self.operand(phi, index, a);
            let second = self.operand(other, at, b);
            let new = self.relate(&first, &second);
            let merged = relation.map_or(new, |old: Relation| old.or(new));
            if merged == Relation::Unknown {
                return merged;
            }
            relation = Some(merged);
        }
        relation.unwrap_or(Relation::Unknown)
    }

    /// What a PHI, as `address`, can be besides itself moved on, and whether it can be that. `None` where several PHIs
    /// join.
    fn sources(&self, phi: Inst, address: IrAddress) -> Option<(SmallVec<[IrAddress; 4]>, bool)> {
        let mut sources = SmallVec::new();
        let (mut inner, mut is_moved) = (None, false);
        for value in self.addresses.body.operands(phi) {
            let source = self.addresses.of_value(value);
            if source == address {
                continue;
            }
            if matches!(self.join(source), Some(Join::Phi(_))) {
                if inner.is_some_and(|inner| inner != source) {
                    return None;
                }
                inner = Some(source);
            }
            if self.addresses.object(source) == address {
                is_moved = true;
            } else if !sources.contains(&source) {
                sources.push(source);
            }
        }
        let is_simple = inner.is_none() || sources.len() <= 1;
        is_simple.then_some((sources, is_moved))
    }
}
