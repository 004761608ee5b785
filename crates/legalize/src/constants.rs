//! Expands constants that only code can compute into instructions in front of their users.
//!
//! Selection handles addresses, offsets from them, and conversions of them to other integers. Other constant
//! expressions on addresses are computed:
//!
//! ```text
//!   store <2 x i32> <i32 ptrtoint (ptr @a to i32), i32 1>, ptr %p
//!
//!   %1 = ptrtoint ptr @a to i32
//!   %2 = insertelement <2 x i32> <i32 poison, i32 1>, i32 %1, i32 0
//!   store <2 x i32> %2, ptr %p
//! ```

use avarice_ir::{
    BinaryOp, Block, CastOp, Const, ConstExpr, ConstKind, Function, Global, Inst, InstFlags,
    InstKind, Module, Type, TypeData, TypeTable, Value,
};
use cranelift_entity::SecondaryMap;

use super::builder::Builder;
use crate::target::ExpansionTarget;

/// Rewrites the operands of all instructions that are constants which selection does not know.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that computes the same. Clauses of landing pads and operands that have to be constants are left.
pub(super) fn compute_constants(module: &mut Module, target: &dyn ExpansionTarget) {
    let hard = hard_constants(module);
    if hard.values().all(|is_hard| !is_hard) {
        return;
    }
    compute_marked(module, target, &hard);
}

/// The same for constants that are marked: each expression or aggregate that contains a marked one has to be marked too.
pub(super) fn compute_marked(
    module: &mut Module,
    target: &dyn ExpansionTarget,
    hard: &SecondaryMap<Const, bool>,
) {
    module.for_each_body(|module, global, body| {
        compute_in(module, body, (global, target), hard);
    });
}

fn compute_in(
    module: &mut Module,
    body: &mut Function,
    (global, target): (Global, &dyn ExpansionTarget),
    hard: &SecondaryMap<Const, bool>,
) {
    let is_hard = |body: &Function, value: Value| body.as_const(value).is_some_and(|id| hard[id]);
    let users = body.insts.keys().filter(|inst| {
        let data = &body.insts[*inst];
        data.block.is_some()
            && !matches!(data.kind, InstKind::LandingPad { .. })
            && body.operands(*inst).any(|value| is_hard(body, value))
    });
    let users: Vec<Inst> = users.collect();
    for user in users {
        let is_phi = body.insts[user].kind == InstKind::Phi;
        // A block that a phi has twice gives one value.
        let mut seen: Vec<(Block, Value, Value)> = Vec::new();
        for index in 0..body.num_operands(user) {
            let old = body.operand(user, index);
            let Some(id) = body.as_const(old).filter(|id| hard[*id]) else {
                continue;
            };
            let from = is_phi.then(|| body.inst_blocks(user)[index]);
            let known = seen
                .iter()
                .find(|(block, value, _)| Some(*block) == from && *value == old);
            if let Some((_, _, new)) = known {
                let new = *new;
                body.set_operand(user, index, new);
                continue;
            }
            let at = from.map_or(Some(user), |block| body.terminator(block));
            let Some(at) = at else { continue };
            let mut builder = Builder {
                module: &mut *module,
                function: &mut *body,
                at,
                global,
                target,
            };
            let new = builder.compute(id, hard);
            body.set_operand(user, index, new);
            seen.extend(from.map(|block| (block, old, new)));
        }
    }
}

/// Which constants selection does not know. Constants of globals count too: no one asks for those.
fn hard_constants(module: &Module) -> SecondaryMap<Const, bool> {
    let mut hard = SecondaryMap::new();
    if !module
        .consts
        .iter()
        .any(|(_, data)| matches!(data.kind, ConstKind::Expr(_)))
    {
        return hard;
    }
    let mut known = SecondaryMap::new();
    for (id, _) in module.consts.iter() {
        if find_hard(module, id, &mut known) {
            hard[id] = true;
        }
    }
    hard
}

/// Whether selection does not know a constant; `known` has what was found out before.
fn find_hard(module: &Module, id: Const, known: &mut SecondaryMap<Const, Option<bool>>) -> bool {
    if let Some(answer) = known[id] {
        return answer;
    }
    let data = &module.consts[id];
    let answer = match &data.kind {
        ConstKind::Expr(_) => !is_selectable(module, id),
        ConstKind::Aggregate(elements) => {
            let is_vector = module.types.is_vector(data.ty);
            elements
                .iter()
                .any(|id| find_hard(module, *id, known) || is_vector && is_odd_lane(module, *id))
        }
        ConstKind::Splat(element) => {
            find_hard(module, *element, known) || is_odd_lane(module, *element)
        }
        _ => false,
    };
    known[id] = Some(answer);
    answer
}

/// Whether a lane of a vector is computed, and not of the size of addresses.
fn is_odd_lane(module: &Module, id: Const) -> bool {
    let data = &module.consts[id];
    matches!(data.kind, ConstKind::Expr(_)) && number_bits(&module.types, data.ty) != Some(64)
}

/// The width of an integer or pointer of at most 64 bits.
fn number_bits(types: &TypeTable, ty: Type) -> Option<u32> {
    match types[ty] {
        TypeData::Integer(bits) if bits <= 64 => Some(bits),
        TypeData::Pointer(0) => Some(64),
        _ => None,
    }
}

/// Whether selection computes a constant: an address, or a conversion or sum of what it computes.
fn is_selectable(module: &Module, id: Const) -> bool {
    let data = &module.consts[id];
    if number_bits(&module.types, data.ty).is_none() {
        return false;
    }
    match &data.kind {
        ConstKind::Expr(ConstExpr::Cast(op, inner)) => {
            use CastOp::{BitCast, IntToPtr, PtrToInt, Trunc};
            matches!(op, BitCast | IntToPtr | PtrToInt | Trunc) && is_selectable(module, *inner)
        }
        ConstKind::Expr(ConstExpr::Gep { .. }) => is_address(module, id),
        ConstKind::Expr(ConstExpr::Binary(op, _, left, right)) => {
            use BinaryOp::{Add, Sub, Xor};
            matches!(op, Add | Sub | Xor)
                && is_selectable(module, *left)
                && is_selectable(module, *right)
        }
        ConstKind::Expr(_) => false,
        _ => true,
    }
}

/// Whether a constant is a number, or the address of a global and a distance.
fn is_address(module: &Module, id: Const) -> bool {
    let data = &module.consts[id];
    let bits = number_bits(&module.types, data.ty);
    match &data.kind {
        ConstKind::Expr(ConstExpr::Gep { operands, .. }) => {
            let is_number = |id: &Const| {
                let data = &module.consts[*id];
                matches!(data.kind, ConstKind::Int(_) | ConstKind::Zero)
                    && !module.types.is_vector(data.ty)
            };
            bits == Some(64)
                && operands.split_first().is_some_and(|(base, indices)| {
                    is_address(module, *base) && indices.iter().all(is_number)
                })
        }
        ConstKind::Expr(ConstExpr::Cast(CastOp::IntToPtr | CastOp::PtrToInt, inner)) => {
            bits == Some(64)
                && number_bits(&module.types, module.consts[*inner].ty) == bits
                && is_address(module, *inner)
        }
        ConstKind::Expr(_) | ConstKind::BlockAddress(..) => false,
        _ => bits.is_some(),
    }
}

impl Builder<'_> {
    /// The value of a constant: computed here if it is hard.
    fn compute(&mut self, id: Const, hard: &SecondaryMap<Const, bool>) -> Value {
        if !hard[id] {
            return self.function.const_value(&self.module.consts, id);
        }
        let (ty, kind) = (
            self.module.consts[id].ty,
            self.module.consts[id].kind.clone(),
        );
        let ConstKind::Expr(expr) = kind else {
            return self.compute_elements(ty, &kind, hard);
        };
        let mut flags = InstFlags::empty();
        let operands = |builder: &mut Self, all: &[Const]| -> Vec<Value> {
            all.iter().map(|id| builder.compute(*id, hard)).collect()
        };
        let (kind, operands) = match expr {
            ConstExpr::Cast(op, inner) => (InstKind::Cast(op), operands(self, &[inner])),
            ConstExpr::Binary(op, with, left, right) => {
                flags = with;
                (InstKind::Binary(op), operands(self, &[left, right]))
            }
            ConstExpr::Gep {
                source,
                flags: with,
                operands: all,
                ..
            } => {
                flags = with;
                (InstKind::GetElementPtr { source }, operands(self, &all))
            }
            ConstExpr::ExtractElement(vector, index) => {
                (InstKind::ExtractElement, operands(self, &[vector, index]))
            }
            ConstExpr::InsertElement(vector, element, index) => (
                InstKind::InsertElement,
                operands(self, &[vector, element, index]),
            ),
            ConstExpr::ShuffleVector(left, right, mask) => {
                let scalable = false;
                (
                    InstKind::ShuffleVector { mask, scalable },
                    operands(self, &[left, right]),
                )
            }
        };
        self.value(kind, ty, flags, &operands)
    }

    /// The value of a constant that has elements: what is computed is put into the rest.
    fn compute_elements(
        &mut self,
        ty: Type,
        kind: &ConstKind,
        hard: &SecondaryMap<Const, bool>,
    ) -> Value {
        let elements: Vec<Const> = match kind {
            ConstKind::Aggregate(elements) => elements.to_vec(),
            ConstKind::Splat(element) => {
                let value = self.compute(*element, hard);
                let poison = self.poison(ty);
                let first = self.insert(poison, value, 0);
                let len = self.shape(ty).map_or(1, |shape| shape.len);
                return self.shuffle(first, poison, &vec![0; len as usize]);
            }
            _ => Vec::new(),
        };
        let is_vector = self.shape(ty).is_some();
        let is_computed =
            |builder: &Self, id: Const| hard[id] || is_vector && is_odd_lane(builder.module, id);
        let mut rest = Vec::with_capacity(elements.len());
        for id in &elements {
            rest.push(match is_computed(self, *id) {
                true => {
                    let ty = self.module.consts[*id].ty;
                    self.module.constant(ty, ConstKind::Poison)
                }
                false => *id,
            });
        }
        let rest = self.module.constant(ty, ConstKind::Aggregate(rest.into()));
        let mut all = self.function.const_value(&self.module.consts, rest);
        for (index, id) in elements.iter().enumerate() {
            if !is_computed(self, *id) {
                continue;
            }
            let element = self.compute(*id, hard);
            all = match is_vector {
                true => self.insert(all, element, index as u32),
                false => {
                    let kind = InstKind::InsertValue([index as u32].into());
                    self.value(kind, ty, InstFlags::empty(), &[all, element])
                }
            };
        }
        all
    }
}
