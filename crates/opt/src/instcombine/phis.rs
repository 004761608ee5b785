//! Phis: of the same operation in all arms, of the same values as another phi, or unused; and operations on phis of
//! constants.

use avarice_ir::{BinaryOp, CastOp, Inst, InstFlags, InstKind, Type, Value};
use smallvec::SmallVec;

use super::patterns::low_bits;
use super::{Combined, Combiner};
use crate::effects::is_removable;

/// The limit of arms for a phi to be considered, and of phis of a block to be compared.
const MAX_ARMS: usize = 8;

/// How long a circle of instructions may be that only use each other.
const MAX_CIRCLE: u32 = 6;

type Values = SmallVec<[Value; MAX_ARMS]>;

impl Combiner<'_> {
    /// The current phi.
    pub(super) fn phi(&mut self) -> Option<Combined> {
        let result = self.function.insts[self.at].result.expand()?;
        if self.is_circle(result) {
            let id = self.folder.poison(self.ty(result));
            let poison = self.function.const_value(&self.folder.module.consts, id);
            return Some(poison.into());
        }
        if self.function.num_operands(self.at) > MAX_ARMS {
            return None;
        }
        if let Some(same) = self.equal_phi() {
            return Some(same.into());
        }
        // No instruction can be inserted after the phis of a pad.
        let after = self.after_phis();
        if matches!(
            self.function.insts[after].kind,
            InstKind::LandingPad { .. }
                | InstKind::CatchPad
                | InstKind::CleanupPad
                | InstKind::CatchSwitch { .. }
        ) {
            return None;
        }
        self.phi_of_casts()
            .or_else(|| self.phi_of_operations())
            .map(Combined::Value)
    }

    /// Whether a phi is used only by what it is itself made of.
    fn is_circle(&self, result: Value) -> bool {
        let mut value = result;
        for _ in 0..MAX_CIRCLE {
            let mut users = self
                .function
                .uses_of(value)
                .map(|slot| self.function.uses[slot].user);
            let Some(user) = users.next() else {
                return false;
            };
            if users.any(|other| other != user) {
                return false;
            }
            if user == self.at {
                return true;
            }
            let next = self.function.insts[user].result.expand();
            match next {
                Some(next) if is_removable(self.folder.module, self.function, user) => value = next,
                _ => return false,
            }
        }
        false
    }

    /// A phi before this one, in its block, that is the same.
    fn equal_phi(&self) -> Option<Value> {
        let mut other = self.function.insts[self.at].prev.expand();
        for _ in 0..MAX_ARMS {
            let phi = other?;
            let is_same = self.function.insts[phi].ty == self.function.insts[self.at].ty
                && self.function.inst_blocks(phi) == self.function.inst_blocks(self.at)
                && self
                    .function
                    .operands(phi)
                    .eq(self.function.operands(self.at));
            if is_same {
                return self.function.insts[phi].result.expand();
            }
            other = self.function.insts[phi].prev.expand();
        }
        None
    }

    /// A phi of extended numbers, or of some and constants: a phi of these before they were extended.
    fn phi_of_casts(&mut self) -> Option<Value> {
        let ty = self.function.insts[self.at].ty;
        let to = self.bits_of_type(ty)?;
        let mut operands = self.function.operands(self.at);
        let first = operands.find_map(|value| Some((self.any_cast(value)?, value)))?;
        let ((op, source, _), _) = first;
        let narrow = self.ty(source);
        let from = self.bits_of_type(narrow)?;
        if from == 1 || !matches!(op, CastOp::ZExt | CastOp::SExt | CastOp::Trunc) {
            return None;
        }
        drop(operands);
        let mut sources = Values::new();
        let mut casts = 0;
        for index in 0..self.function.num_operands(self.at) {
            let value = self.operand(index);
            if let Some(number) = self.number(value) {
                let back = match op {
                    CastOp::ZExt => number & low_bits(from),
                    CastOp::SExt => {
                        let low = number & low_bits(from);
                        let sign = super::patterns::signed(from, low) as u64 & low_bits(to);
                        if sign != number {
                            return None;
                        }
                        low
                    }
                    _ => return None,
                };
                if op == CastOp::ZExt && back != number {
                    return None;
                }
                sources.push(self.int(narrow, back));
                continue;
            }
            let (other, x, _) = self.any_cast(value)?;
            if other != op || self.ty(x) != narrow || !self.has_one_use(value) {
                return None;
            }
            casts += 1;
            sources.push(x);
        }
        // Two conversions become one; or one that is not in the way of a constant is wanted later only.
        (casts >= 2).then(|| {
            let phi = self.make_phi(narrow, &sources);
            self.make_after_phis(InstKind::Cast(op), ty, InstFlags::empty(), &[phi])
        })
    }

    /// A phi of one operation with the same operand in all arms, where no incoming edge is a back edge: the operation
    /// on a phi of the others.
    ///
    /// What all arms have in common is available where they meet, since all edges lead forward.
    fn phi_of_operations(&mut self) -> Option<Value> {
        let ty = self.function.insts[self.at].ty;
        let (InstKind::Binary(op), _) = self.kind_of(self.operand(0))? else {
            return None;
        };
        let op = *op;
        let (left, right, mut flags) = self.operands_of(op, self.operand(0))?;
        let (mut lefts, mut rights) = (Values::new(), Values::new());
        for value in self.function.operands(self.at) {
            let (left, right, own) = self.operands_of(op, value)?;
            if !self.has_one_use(value) {
                return None;
            }
            flags &= own;
            lefts.push(left);
            rights.push(right);
        }
        let is_left = lefts.iter().all(|value| *value == left);
        let is_right = rights.iter().all(|value| *value == right);
        if lefts.len() < 2 || !(is_left || is_right) || !self.is_met_forward() {
            return None;
        }
        let operands = match is_right {
            true => [self.make_phi(ty, &lefts), right],
            false => [left, self.make_phi(ty, &rights)],
        };
        Some(self.make_after_phis(InstKind::Binary(op), ty, flags, &operands))
    }

    /// Whether no edge into the current block is a back edge.
    fn is_met_forward(&self) -> bool {
        let order = |block| self.cfg.postorder_number(block);
        let own = self.function.insts[self.at].block.expand().and_then(order);
        self.function
            .inst_blocks(self.at)
            .iter()
            .all(|from| order(*from) > own)
    }

    /// A phi with the arms of the current one.
    fn make_phi(&mut self, ty: Type, values: &[Value]) -> Value {
        self.make_phi_like(self.at, ty, values)
    }

    /// A phi with the arms of `like`, in front of it.
    fn make_phi_like(&mut self, like: Inst, ty: Type, values: &[Value]) -> Value {
        let blocks: SmallVec<[_; MAX_ARMS]> = self.function.inst_blocks(like).into();
        let value = self.insert_before(like, InstKind::Phi, ty, InstFlags::empty(), &[]);
        if let Some(phi) = self.function.def_inst(value) {
            self.function.set_incoming(phi, values, &blocks);
        }
        value
    }

    /// An instruction after the phis of the current block.
    fn make_after_phis(
        &mut self,
        kind: InstKind,
        ty: Type,
        flags: InstFlags,
        operands: &[Value],
    ) -> Value {
        let place = self.after_phis();
        self.insert_before(place, kind, ty, flags, operands)
    }

    /// The first instruction that is not a phi, in the block of the current phi.
    fn after_phis(&mut self) -> Inst {
        let block = self.function.insts[self.at].block;
        let known = block
            .expand()
            .and_then(|block| self.after_phis[block].expand());
        if let Some(known) = known.filter(|known| self.is_after_phis(*known)) {
            return known;
        }
        let mut place = self.at;
        while self.function.is_phi(place)
            && let Some(next) = self.function.insts[place].next.expand()
        {
            place = next;
        }
        if let Some(block) = block.expand() {
            self.after_phis[block] = place.into();
        }
        place
    }

    /// Whether `inst` is still the first instruction of the current block that is not a phi.
    fn is_after_phis(&self, inst: Inst) -> bool {
        let data = &self.function.insts[inst];
        let is_phi = |inst: Inst| self.function.is_phi(inst);
        data.block == self.function.insts[self.at].block
            && !is_phi(inst)
            && data.prev.expand().is_none_or(is_phi)
    }

    /// The current operation, on a phi that nothing else uses and a constant: becomes a phi of what it computes from
    /// each arm, where all of these but one are constants.
    pub(super) fn operation_on_phi(&mut self) -> Option<Combined> {
        let value = self.operand(0);
        let (InstKind::Phi, phi) = self.kind_of(value)? else {
            return None;
        };
        let count = self.function.num_operands(phi);
        if !self.has_one_use(value) || count > MAX_ARMS {
            return None;
        }
        let data = &self.function.insts[self.at];
        let (kind, ty, flags) = (data.kind.clone(), data.ty, data.flags);
        let other = match kind {
            InstKind::Cast(_) => None,
            _ => Some(self.operand(1)).filter(|value| self.is_constant(*value)),
        };
        if other.is_none() && !matches!(kind, InstKind::Cast(_)) {
            return None;
        }
        let variable = self.variable_arm(phi)?;
        // Where it was, a division may not be reached.
        use BinaryOp::{SDiv, SRem, UDiv, URem};
        if variable.is_some() && matches!(kind, InstKind::Binary(UDiv | SDiv | URem | SRem)) {
            return None;
        }
        let mut results = Values::new();
        for index in 0..count {
            let arm = self.function.operand(phi, index);
            // A placeholder for the arm that is not a constant.
            results.push(match variable {
                Some(place) if place == index => arm,
                _ => self.fold_on(&kind, ty, arm, other)?,
            });
        }
        if let Some(index) = variable {
            let arm = self.function.operand(phi, index);
            let from = self.function.inst_blocks(phi)[index];
            let end = self.function.terminator(from)?;
            let operands: SmallVec<[Value; 2]> = std::iter::once(arm).chain(other).collect();
            results[index] = self.insert_before(end, kind, ty, flags, &operands);
        }
        Some(self.make_phi_like(phi, ty, &results).into())
    }

    /// Which arm of a phi is no constant: none, or one to which an operation can be moved. `None` if there is another.
    ///
    /// That arm comes from a block that goes nowhere else, forward; and the operation is in the block of the phi, so that
    /// it is not computed more often.
    #[expect(clippy::option_option, reason = "no answer, no such arm, or the arm")]
    fn variable_arm(&self, phi: Inst) -> Option<Option<usize>> {
        let mut found = None;
        for (index, value) in self.function.operands(phi).enumerate() {
            if self.is_constant(value) {
                continue;
            }
            if found.is_some() {
                return None;
            }
            found = Some(index);
        }
        let Some(index) = found else {
            return Some(None);
        };
        let (block, own) = (
            self.function.insts[phi].block,
            self.function.insts[self.at].block,
        );
        let from = self.function.inst_blocks(phi)[index];
        let order = |block| self.cfg.postorder_number(block);
        let is_forward = order(from)? > order(block.expand()?)?;
        let arm = self.function.operand(phi, index);
        let is_free = block == own
            && is_forward
            && self.function.successors(from).len() == 1
            && self.function.def_inst(arm) != Some(self.at);
        is_free.then_some(Some(index))
    }

    /// What an operation computes from constants.
    fn fold_on(
        &mut self,
        kind: &InstKind,
        ty: Type,
        arm: Value,
        other: Option<Value>,
    ) -> Option<Value> {
        let arm = self.function.as_const(arm)?;
        let other = other.and_then(|other| self.function.as_const(other));
        let id = match (kind, other) {
            (InstKind::Cast(op), None) => self.folder.cast(*op, arm, ty),
            (InstKind::Binary(op), Some(other)) => self.folder.binary(*op, arm, other),
            (InstKind::ICmp(predicate), Some(other)) => self.folder.icmp(*predicate, arm, other),
            _ => None,
        }?;
        Some(self.function.const_value(&self.folder.module.consts, id))
    }
}
