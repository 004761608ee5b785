//! A branch around a few instructions, or between two short arms, becomes a select.
//!
//! ```text
//!   here: br i1 %c, label %then, label %join       here: %x = add i32 %a, 1
//!   then: %x = add i32 %a, 1                   ─▶        %p = select i1 %c, i32 %x, i32 %a
//!         br label %join                                 br label %join
//!   join: %p = phi i32 [ %x, %then ], [ %a, %here ]
//! ```

use avarice_ir::{BinaryOp, Block, Function, Inst, InstKind, Module, TypeData, TypeTable, Value};

use super::SimplifyCfg;
use super::forward::phis;
use crate::edges::replace_by_jump;
use crate::pass::Log;

/// Instructions that are computed whether they are needed or not.
const MAX_COMPUTED: usize = 4;
/// Choices that take the place of one branch.
const MAX_CHOICES: usize = 2;

/// A branch and what it leads to: two ways to `join`, each through an arm or straight.
struct Branch {
    here: Block,
    /// For true and false: the block on that way, if there is one.
    arms: [Option<Block>; 2],
    join: Block,
}

impl SimplifyCfg {
    /// Replaces branches by choices.
    pub(super) fn form_selects(
        &mut self,
        module: &Module,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        // Edges are only removed meanwhile, so a block with a single predecessor keeps it.
        self.update_graph(function);
        let mut changed = false;
        for at in 0..function.layout.len() {
            let here = function.layout[at];
            if let Some(branch) = self.find_branch(function, here)
                && is_worth_it(module, function, &branch)
            {
                log.line(|| format!("SimplifyCFG: choosing in {here}"));
                choose(function, &branch);
                changed = true;
            }
        }
        self.is_stale = changed;
        changed
    }

    fn find_branch(&self, function: &Function, here: Block) -> Option<Branch> {
        let end = function.terminator(here)?;
        let [if_true, if_false] = *function.inst_blocks(end) else {
            return None;
        };
        if !matches!(function.insts[end].kind, InstKind::CondBr) || if_true == if_false {
            return None;
        }
        let [after_true, after_false] = [if_true, if_false].map(|arm| self.leads_to(function, arm));
        let (arms, join) = match (after_true, after_false) {
            (Some(a), Some(b)) if a == b => ([Some(if_true), Some(if_false)], a),
            (Some(join), _) if join == if_false => ([Some(if_true), None], join),
            (_, Some(join)) if join == if_true => ([None, Some(if_false)], join),
            _ => return None,
        };
        (join != here).then_some(Branch { here, arms, join })
    }

    /// Where an arm goes: a block with one way in that jumps.
    fn leads_to(&self, function: &Function, arm: Block) -> Option<Block> {
        let jump = function.terminator(arm)?;
        let [next] = *function.inst_blocks(jump) else {
            return None;
        };
        let is_arm = matches!(function.insts[jump].kind, InstKind::Br)
            && next != arm
            && !self.has_address[arm]
            && self.cfg.predecessors(arm).len() == 1;
        is_arm.then_some(next)
    }
}

/// Whether what the arms compute may be computed always, and the choices are few and cheap.
fn is_worth_it(module: &Module, function: &Function, branch: &Branch) -> bool {
    let mut computed = 0;
    for arm in branch.arms.into_iter().flatten() {
        for inst in function.block_insts(arm) {
            if matches!(function.insts[inst].kind, InstKind::Br) {
                continue;
            }
            computed += 1;
            if computed > MAX_COMPUTED || !is_cheap(module, function, inst) {
                return false;
            }
        }
    }
    let mut choices = 0;
    for phi in phis(function, branch.join) {
        let Some([if_true, if_false]) = values(function, branch, phi) else {
            return false;
        };
        if if_true == if_false {
            continue;
        }
        choices += 1;
        let ty = function.insts[phi].ty;
        let can_choose = match module.types[ty] {
            TypeData::Integer(bits) => (8..=128).contains(&bits),
            // Often it is the greater or the less of the two.
            TypeData::Float | TypeData::Double | TypeData::Pointer(_) => true,
            _ => false,
        };
        if choices > MAX_CHOICES || !can_choose {
            return false;
        }
    }
    choices > 0
}

/// What a phi of the join gets if the condition is true, and if it is false.
fn values(function: &Function, branch: &Branch, phi: Inst) -> Option<[Value; 2]> {
    let blocks = function.inst_blocks(phi);
    let value = |arm: Option<Block>| {
        let from = arm.unwrap_or(branch.here);
        let at = blocks.iter().position(|block| *block == from)?;
        Some(function.operand(phi, at))
    };
    Some([value(branch.arms[0])?, value(branch.arms[1])?])
}

/// Whether an instruction costs about as much as a move or two, and cannot go wrong.
fn is_cheap(module: &Module, function: &Function, inst: Inst) -> bool {
    use BinaryOp::*;
    let data = &function.insts[inst];
    let (bits, is_float) = match module.types[data.ty] {
        TypeData::Integer(bits) => (bits, false),
        TypeData::Pointer(_) => (64, false),
        TypeData::Float | TypeData::Double => (64, true),
        _ => return false,
    };
    let operand = function.values[function.operand(inst, 0)].ty;
    match &data.kind {
        InstKind::Select => operand == TypeTable::I1 && bits <= 64,
        InstKind::FCmp(_) => !module.types.is_vector(operand),
        _ if is_float => false,
        InstKind::Binary(Add | Sub | And | Or | Xor) => bits <= 128,
        InstKind::Binary(Mul) => bits <= 64,
        InstKind::Binary(Shl | LShr | AShr) => {
            let by = function.operand(inst, 1);
            bits <= 64 || bits <= 128 && function.as_const(by).is_some()
        }
        InstKind::Cast(_) => {
            bits <= 64 && (module.types.is_int(operand) || module.types.is_ptr(operand))
        }
        InstKind::ICmp(_) => true,
        InstKind::GetElementPtr { .. } => function.num_operands(inst) == 2,
        _ => false,
    }
}

/// Computes both ways, and chooses.
fn choose(function: &mut Function, branch: &Branch) {
    let Branch { here, arms, join } = *branch;
    let Some(end) = function.terminator(here) else {
        return;
    };
    let condition = function.operand(end, 0);
    let all: Vec<(Inst, Option<[Value; 2]>)> = phis(function, join)
        .map(|phi| (phi, values(function, branch, phi)))
        .collect();
    for arm in arms.into_iter().flatten() {
        let mut next = function.blocks[arm].first.expand();
        while let Some(inst) = next {
            next = function.insts[inst].next.expand();
            if !matches!(function.insts[inst].kind, InstKind::Br) {
                function.move_before(inst, end);
            }
        }
    }
    for (phi, values) in all {
        let Some([if_true, if_false]) = values else {
            continue;
        };
        let value = if if_true == if_false {
            if_true
        } else {
            let operands = [condition, if_true, if_false];
            let ty = function.insts[phi].ty;
            let select = function.create_inst(InstKind::Select, ty, true, &operands, &[]);
            function.insts[select].debug_loc = function.insts[end].debug_loc;
            function.insert_before(end, select);
            function.insts[select]
                .result
                .expect("a select has a result")
        };
        for from in arms.map(|arm| arm.unwrap_or(here)) {
            let blocks = function.inst_blocks(phi);
            if let Some(at) = blocks.iter().position(|block| *block == from) {
                function.remove_incoming(phi, at);
            }
        }
        function.add_incoming(phi, value, here);
    }
    // Nothing reaches the arms now, of which only their jumps are left.
    replace_by_jump(function, end, join);
}
