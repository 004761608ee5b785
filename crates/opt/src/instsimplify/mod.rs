//! `instsimplify`: replaces instructions that are equal to something that already exists.
//!
//! A result is replaced by a constant, an operand, or a value that an operand was computed from: `x + 0`, `x - x`,
//! `(x ^ y) ^ x`, a phi of one value, a load from a constant. No instruction is made. Only an instruction and those
//! that define its operands are considered.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! Every instruction to which a rule applies is replaced, and removed if it has no effect.
//!
//! # Preserves
//! Blocks and their edges.

mod arithmetic;
mod calls;
mod compare;
mod logic;
mod values;

use avarice_ir::{Cfg, Const, DataLayout, Function, Global, Inst, InstKind, Module, Value};

use crate::effects::is_removable;
use crate::fold::Folder;
use crate::fold::int::Int;
use crate::pass::{FunctionPass, KeptLayout, Log, MakePass, PassInfo};

/// `instsimplify`.
pub const PASS: PassInfo = PassInfo {
    name: "instsimplify",
    class_name: "InstSimplifyPass",
    summary: "replace instructions that are equal to a constant or to an existing value",
    make: MakePass::Function(|| Box::<InstSimplify>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct InstSimplify {
    layout: KeptLayout,
    cfg: Cfg,
    work: Vec<Inst>,
    operands: Vec<Const>,
}

impl FunctionPass for InstSimplify {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.layout.update(module);
        let Some(layout) = self.layout.get() else {
            return false;
        };
        // From the last: operands come off the list before their users. In unreachable blocks a value may be made of
        // itself.
        self.cfg.compute(function);
        self.work.clear();
        for block in self.cfg.postorder() {
            self.work.extend(function.block_insts_rev(*block));
        }
        let mut changed = false;
        while let Some(inst) = self.work.pop() {
            if function.insts[inst].block.is_none() {
                continue;
            }
            let found = simplify(module, layout, function, &mut self.operands, inst);
            changed |= replace(module, function, inst, found, &mut self.work, log);
        }
        changed
    }

    fn keeps_records(&self) -> bool {
        true
    }
}

/// The value that the result of `inst` is equal to, if that is a constant or is there already.
pub(crate) fn simplify(
    module: &mut Module,
    layout: &DataLayout,
    function: &mut Function,
    operands: &mut Vec<Const>,
    inst: Inst,
) -> Option<Value> {
    let mut simplifier = Simplifier {
        folder: Folder { module, layout },
        function,
        operands,
    };
    Some(match simplifier.simplify(inst)? {
        Simplified::Value(value) => value,
        Simplified::Const(id) => function.const_value(&module.consts, id),
    })
}

/// Replaces the result of `inst` by `found`, and removes `inst` if it has no other effect.
fn replace(
    module: &mut Module,
    function: &mut Function,
    inst: Inst,
    found: Option<Value>,
    work: &mut Vec<Inst>,
    log: &mut Log,
) -> bool {
    let result = function.insts[inst].result.expand();
    let mut changed = false;
    if let (Some(value), Some(result)) = (found, result)
        && value != result
        && !function.is_unused(result)
    {
        log.line(|| {
            let inst = avarice_ir::printer::print_inst(module, function, inst);
            let value = avarice_ir::printer::print_value(module, function, value);
            format!("{inst}  =>  {value}")
        });
        let users = function.uses_of(result);
        work.extend(users.map(|slot| function.uses[slot].user));
        function.replace_all_uses(result, value);
        changed = true;
    }
    let is_used = result.is_some_and(|result| !function.is_unused(result));
    if !is_used && is_removable(module, function, inst) {
        work.extend(function.operands(inst).filter_map(|v| function.def_inst(v)));
        function.remove_inst(inst);
        changed = true;
    }
    changed
}

/// What an instruction is equal to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Simplified {
    Value(Value),
    Const(Const),
}

impl From<Value> for Simplified {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<Const> for Simplified {
    fn from(id: Const) -> Self {
        Self::Const(id)
    }
}

/// Looks for what an instruction is equal to.
struct Simplifier<'a> {
    folder: Folder<'a>,
    function: &'a Function,
    operands: &'a mut Vec<Const>,
}

impl Simplifier<'_> {
    fn simplify(&mut self, inst: Inst) -> Option<Simplified> {
        let data = &self.function.insts[inst];
        let result = data.result.expand()?;
        if self.function.is_unused(result) {
            return None;
        }
        if let InstKind::GetElementPtr { .. } = data.kind
            && let Some(found) = self.gep(inst)
        {
            return Some(found);
        }
        if let Some(id) = self.fold(inst) {
            return Some(id.into());
        }
        let operand = |index| self.function.operand(inst, index);
        match &data.kind {
            InstKind::Binary(op) => self.binary(inst, *op, operand(0), operand(1)),
            InstKind::FNeg => self.fneg(operand(0)),
            InstKind::Cast(op) => self.cast(*op, operand(0), data.ty),
            InstKind::ICmp(predicate) => self.icmp(data.ty, *predicate, operand(0), operand(1)),
            InstKind::FCmp(predicate) => {
                self.fcmp(data.ty, data.flags, *predicate, operand(0), operand(1))
            }
            InstKind::Select => self.select(operand(0), operand(1), operand(2)),
            InstKind::Phi => self.phi(inst),
            InstKind::Freeze => {
                let value = operand(0);
                self.is_defined(value, 0).then_some(value.into())
            }
            InstKind::ExtractValue(indices) => self.extract_value(operand(0), indices),
            InstKind::InsertValue(indices) => self.insert_value(operand(0), operand(1), indices),
            InstKind::ExtractElement => self.extract_element(operand(0), operand(1)),
            InstKind::InsertElement => self.insert_element(operand(0), operand(1), operand(2)),
            InstKind::ShuffleVector { mask, .. } => self.shuffle(inst, mask),
            InstKind::Call(_) => self.call(inst),
            _ => None,
        }
    }

    /// The constant that an instruction on constants computes.
    fn fold(&mut self, inst: Inst) -> Option<Const> {
        if self.function.is_phi(inst) {
            return None;
        }
        self.operands.clear();
        for value in self.function.operands(inst) {
            self.operands.push(self.function.as_const(value)?);
        }
        let operands = std::mem::take(self.operands);
        let folded = self.folder.instruction(self.function, inst, &operands);
        *self.operands = operands;
        folded
    }

    fn constant(&self, value: Value) -> Option<Const> {
        self.function.as_const(value)
    }

    /// The integer that a value is, or that each element of it is.
    fn int(&self, value: Value) -> Option<Int> {
        self.folder.as_int(self.constant(value)?)
    }

    fn is_null(&self, value: Value) -> bool {
        self.constant(value)
            .is_some_and(|id| self.folder.is_null(id))
    }

    fn is_undef(&self, value: Value) -> bool {
        self.constant(value)
            .is_some_and(|id| self.folder.is_undef(id))
    }

    fn is_poison(&self, value: Value) -> bool {
        self.constant(value)
            .is_some_and(|id| self.folder.is_poison(id))
    }

    fn kind_of(&self, value: Value) -> Option<(&InstKind, Inst)> {
        let inst = self.function.def_inst(value)?;
        Some((&self.function.insts[inst].kind, inst))
    }

    /// The operands of a value that is the result of `op`.
    fn operands_of(&self, op: avarice_ir::BinaryOp, value: Value) -> Option<(Value, Value)> {
        let (kind, inst) = self.kind_of(value)?;
        (*kind == InstKind::Binary(op)).then(|| {
            (
                self.function.operand(inst, 0),
                self.function.operand(inst, 1),
            )
        })
    }

    /// The other operand of a commutative operation of which `operand` is one.
    fn other_operand(
        &self,
        op: avarice_ir::BinaryOp,
        value: Value,
        operand: Value,
    ) -> Option<Value> {
        match self.operands_of(op, value)? {
            (left, right) if left == operand => Some(right),
            (left, right) if right == operand => Some(left),
            _ => None,
        }
    }

    /// Whether one of two values is the complement of the other.
    fn are_complements(&self, left: Value, right: Value) -> bool {
        let is_not = |value: Value, of: Value| {
            let other = self.other_operand(avarice_ir::BinaryOp::Xor, value, of);
            other
                .and_then(|other| self.int(other))
                .is_some_and(|int| int.is_ones())
        };
        is_not(left, right) || is_not(right, left)
    }

    fn null(&mut self, value: Value) -> Option<Simplified> {
        let ty = self.function.values[value].ty;
        self.folder.null(ty).map(Simplified::Const)
    }

    fn ones(&mut self, value: Value) -> Option<Simplified> {
        let ty = self.function.values[value].ty;
        let types = &self.folder.module.types;
        let bits = types.int_bits(types.scalar(ty))?;
        Some(self.folder.int(ty, &Int::ones(bits)).into())
    }

    fn poison(&mut self, value: Value) -> Option<Simplified> {
        let ty = self.function.values[value].ty;
        Some(self.folder.poison(ty).into())
    }
}
