//! Calls and terminators: what is known about results, and which successors are possible.

use avarice_ir::intrinsics::called_global;
use avarice_ir::metadata::MetadataData;
use avarice_ir::{
    AttrGroup, AttributeKind, BinaryOp, Const, ConstKind, Inst, InstKind, Intrinsic, MetadataId,
    Type, TypeData,
};
use smallvec::SmallVec;

use super::lattice::{Fact, Known};
use super::problem::{Problem, overflow_operation};
use crate::range::{ConstantRange, Prefer};
use crate::sparse::StateOf;

impl Problem<'_> {
    pub(super) fn visit_call(&mut self, state: &mut StateOf<Self>, call: Inst) {
        let function = self.function;
        let data = &function.insts[call];
        if data.result.is_none() {
            return;
        }
        let intrinsic = Intrinsic::of_call(self.module, function, call);
        if let Some(intrinsic) = intrinsic {
            if intrinsic == Intrinsic::Vscale
                && let Some(bits) = self.range_bits(data.ty)
            {
                // Not 0, and nothing more without an attribute.
                let range = ConstantRange::new(bits, 1, 0);
                return self.merge_result(state, call, &Fact::of_range(range));
            }
            if ConstantRange::knows_intrinsic(intrinsic)
                && let Some(done) = self.visit_ranged_intrinsic(state, call, intrinsic)
            {
                return done;
            }
        }
        if self.num_fields(data.ty).is_some() {
            return self.mark_overdefined(state, call);
        }
        let can_fold = match intrinsic {
            Some(intrinsic) => crate::fold::is_foldable(intrinsic),
            None => self.folder().is_library_call(function, call),
        };
        if can_fold && self.fold_call(state, call).is_some() {
            return;
        }
        let fact = self.fact_of_metadata(call);
        self.merge_result(state, call, &fact);
    }

    /// The result of an intrinsic from the ranges of its arguments; `None` if they have none.
    fn visit_ranged_intrinsic(
        &mut self,
        state: &mut StateOf<Self>,
        call: Inst,
        intrinsic: Intrinsic,
    ) -> Option<()> {
        let function = self.function;
        let info = function.insts[call].kind.call_info()?;
        let mut args = SmallVec::<[ConstantRange; 2]>::new();
        for value in function.operands(call).take(info.num_args as usize) {
            let bits = self.range_bits(self.ty(value))?;
            let fact = self.fact(state, value);
            if fact.is_unknown_or_undef() {
                return Some(());
            }
            args.push(fact.as_range(self.module, bits, false));
        }
        let range = ConstantRange::intrinsic(intrinsic, &args)?;
        self.merge_result(state, call, &Fact::of_range(range));
        Some(())
    }

    /// Folds a call whose arguments are constants; `None` if metadata may still say something of its result.
    fn fold_call(&mut self, state: &mut StateOf<Self>, call: Inst) -> Option<()> {
        let function = self.function;
        let info = function.insts[call].kind.call_info()?;
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        let mut done = false;
        for value in function.operands(call).take(info.num_args as usize) {
            let ty = self.ty(value);
            if self.num_fields(ty).is_some() {
                self.mark_overdefined(state, call);
                done = true;
                break;
            }
            if self.module.types[ty] == TypeData::Metadata {
                continue;
            }
            let fact = self.fact(state, value);
            if fact.is_unknown_or_undef() {
                done = true;
                break;
            }
            let Some(id) = self.constant(&fact, ty) else {
                self.mark_overdefined(state, call);
                done = true;
                break;
            };
            operands.push(id);
        }
        let folded = if done || operands.len() != info.num_args as usize {
            None
        } else {
            self.folder().instruction(function, call, &operands)
        };
        self.operands = operands;
        if let Some(id) = folded {
            self.mark_constant(state, call, id);
            done = true;
        }
        done.then_some(())
    }

    /// The operation of a call that also says whether it overflowed.
    pub(super) fn with_overflow(&self, call: Inst) -> Option<(BinaryOp, bool)> {
        overflow_operation(Intrinsic::of_call(self.module, self.function, call)?)
    }

    /// One of the two results of an operation with overflow.
    pub(super) fn visit_overflow_part(
        &mut self,
        state: &mut StateOf<Self>,
        part: Inst,
        call: Inst,
        op: BinaryOp,
        signed: bool,
        index: u32,
    ) {
        let (left, right) = (
            self.function.operand(call, 0),
            self.function.operand(call, 1),
        );
        let (a, b) = (self.fact(state, left), self.fact(state, right));
        self.add_extra_user(left, part);
        self.add_extra_user(right, part);
        if a.is_unknown_or_undef() || b.is_unknown_or_undef() {
            return;
        }
        let Some(bits) = self.range_bits(self.ty(left)) else {
            return self.mark_overdefined(state, part);
        };
        let (a, b) = (
            a.as_range(self.module, bits, false),
            b.as_range(self.module, bits, false),
        );
        if index == 0 {
            return self.merge_result(state, part, &Fact::of_range(a.binary(op, b)));
        }
        if ConstantRange::guaranteed_no_wrap(op, b, signed).contains_range(a) {
            let ty = self.function.insts[part].ty;
            let id = self.folder().bool(ty, false);
            return self.mark_constant(state, part, id);
        }
        self.mark_overdefined(state, part);
    }

    /// Whether memory at address 0 may be accessed through a pointer of type `ty`.
    pub(super) fn null_is_valid(&self, ty: Type) -> bool {
        // The function's attribute that says so is looked up when the pass begins.
        self.null_pointer_is_valid || !matches!(self.module.types[ty], TypeData::Pointer(0))
    }

    /// What attached metadata and attributes say about the result of a load or call.
    pub(super) fn fact_of_metadata(&mut self, inst: Inst) -> Fact {
        let data = &self.function.insts[inst];
        if let Some(bits) = self.range_bits(data.ty) {
            if let Some(node) = self.attachment(inst, "range") {
                return Fact::of_range(self.range_of_node(node, bits));
            }
            if let Some(range) = self.range_of_attributes(inst, bits) {
                return Fact::of_range(range);
            }
        }
        let is_pointer = self.module.types.is_ptr(data.ty);
        if is_pointer && self.attachment(inst, "nonnull").is_some() {
            let null = self.module.constant(data.ty, ConstKind::Null);
            return Fact::of_not(null);
        }
        Fact::OVERDEFINED
    }

    fn attachment(&self, inst: Inst, name: &str) -> Option<MetadataId> {
        let attachments = self.function.attachments_of(inst);
        let found = attachments.iter().find(|(_, (kind, _))| {
            let kind = self.module.metadata.kinds.get(*kind as usize);
            kind.is_some_and(|kind| **kind == *name)
        });
        found.map(|(_, (_, node))| *node)
    }

    /// The union of the pairs in a `!range` node.
    fn range_of_node(&self, node: MetadataId, bits: u32) -> ConstantRange {
        let MetadataData::Node { operands, .. } = &self.module.metadata.nodes[node] else {
            return ConstantRange::full(bits);
        };
        let number = |id: &Option<MetadataId>| match self.module.metadata.nodes[(*id)?] {
            MetadataData::Const(id) => self.number(id),
            _ => None,
        };
        let mut all = ConstantRange::empty(bits);
        for pair in operands.chunks(2) {
            let &[Some(low), Some(high)] =
                &[pair.first().and_then(number), pair.get(1).and_then(number)]
            else {
                return ConstantRange::full(bits);
            };
            all = all.union(ConstantRange::new(bits, low, high), Prefer::Smallest);
        }
        all
    }

    fn number(&self, id: Const) -> Option<u128> {
        match &self.module.consts[id].kind {
            ConstKind::Int(word) => Some(u128::from(*word)),
            ConstKind::BigInt(words) => words.iter().rev().try_fold(0u128, |all, word| {
                Some(all.checked_mul(1 << 64)? | u128::from(*word))
            }),
            _ => None,
        }
    }

    /// The `range(…)` attribute of a call's result, or of the result of what it calls.
    fn range_of_attributes(&self, call: Inst, bits: u32) -> Option<ConstantRange> {
        let info = self.function.insts[call].kind.call_info()?;
        let callee = called_global(self.module, self.function, call);
        let callee = callee.and_then(|id| self.module.globals[id].function());
        let on_callee = callee.and_then(|data| data.attrs.ret);
        let range = |attrs: Option<AttrGroup>| match self.module.attrs(attrs).get("range") {
            Some(AttributeKind::Text(_, text)) => range_of_text(text, bits),
            _ => None,
        };
        range(info.attrs.ret).or_else(|| range(on_callee))
    }

    /// Sets which successors of a terminator can follow.
    pub(super) fn branch(&mut self, inst: Inst, state: &StateOf<Self>, feasible: &mut Vec<bool>) {
        let function = self.function;
        let count = function.inst_blocks(inst).len();
        match function.insts[inst].kind {
            InstKind::CondBr => {
                let fact = self.fact(state, function.operand(inst, 0));
                feasible.resize(count, false);
                match single(&fact) {
                    Some(value) => feasible[usize::from(value == 0)] = true,
                    None => feasible.fill(!fact.is_unknown_or_undef()),
                }
            }
            InstKind::Switch => self.switch(inst, state, feasible),
            InstKind::IndirectBr => {
                let fact = self.fact(state, function.operand(inst, 0));
                let target = match fact.known {
                    Known::Constant(id) => match self.module.consts[id].kind {
                        ConstKind::BlockAddress(_, block) => Some(block),
                        _ => None,
                    },
                    _ => None,
                };
                feasible.resize(count, target.is_none() && !fact.is_unknown_or_undef());
                if let Some(target) = target {
                    let blocks = function.inst_blocks(inst);
                    // Where it is not among them, behaviour is undefined.
                    if let Some(index) = blocks.iter().position(|block| *block == target) {
                        feasible[index] = true;
                    }
                }
            }
            _ => feasible.resize(count, true),
        }
    }

    fn switch(&mut self, inst: Inst, state: &StateOf<Self>, feasible: &mut Vec<bool>) {
        let function = self.function;
        let count = function.inst_blocks(inst).len();
        let fact = self.fact(state, function.operand(inst, 0));
        feasible.resize(count, false);
        if count == 1 {
            feasible[0] = true;
            return;
        }
        let case = |index: usize| {
            let id = function.as_const(function.operand(inst, index))?;
            self.number(id)
        };
        if let Some(range) = fact.defined_range() {
            let value = range.as_single();
            if value.is_some() {
                let taken = (1..count).find(|index| case(*index) == value);
                feasible[taken.unwrap_or(0)] = true;
                return;
            }
            let mut reachable = 0;
            for (index, feasible) in feasible.iter_mut().enumerate().skip(1) {
                if case(index).is_some_and(|value| range.contains(value)) {
                    *feasible = true;
                    reachable += 1;
                }
            }
            feasible[0] = range.is_larger_than(reachable);
            return;
        }
        feasible.fill(!fact.is_unknown_or_undef());
    }
}

fn single(fact: &Fact) -> Option<u128> {
    match fact.known {
        Known::Range { range, .. } => range.as_single(),
        _ => None,
    }
}

/// The range of an attribute that is written `i32 0, 10`.
fn range_of_text(text: &str, bits: u32) -> Option<ConstantRange> {
    let (low, high) = text.split_once(',')?;
    let number = |text: &str| {
        let text = text.split_whitespace().next_back()?;
        text.parse::<i128>().ok().map(|number| number as u128)
    };
    Some(ConstantRange::new(bits, number(low)?, number(high)?))
}
