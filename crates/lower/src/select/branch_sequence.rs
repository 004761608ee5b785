//! A branch on joined conditions as one branch a condition, so that the later ones are made only where they decide.
//!
//! ```text
//!   %c = or i1 %x, %y                bb.0:  to yes if %x, else to bb.1
//!   br i1 %c, label %yes, %no        bb.1:  to yes if %y, else to no
//! ```
//!
//! What the later conditions read is computed in the first block all the same; machine sinking moves what only they need.
//! Where little is gained, both conditions are made for one branch, as LLVM decides (`shouldKeepJumpConditionsTogether`).

use avarice_ir::{BinaryOp, Inst, InstKind, IntPredicate, Value};
use avarice_mir::{Block, BranchProbability};
use smallvec::{SmallVec, smallvec};

use super::branches::Branches;
use super::conditions::BranchCondition;
use crate::function::{FunctionLowering, SequencePart};
use crate::junction::Junction;
use avarice_legalize::Result;

/// How deep the operands of a condition are looked at.
const MAX_DEPTH: u32 = 6;

/// Instructions that are left out of a condition's cost at most.
const MAX_PRUNED: usize = 6;

/// Where a branch goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// A successor of the whole.
    Successor(avarice_ir::Block),
    /// A later block of the sequence, by its number.
    Later(usize),
}

/// One way out of a block.
#[derive(Clone, Copy, Debug)]
struct Exit {
    target: Target,
    probability: BranchProbability,
}

/// A branch, or one that is to be divided.
#[derive(Clone, Copy, Debug)]
struct Step {
    condition: Value,
    /// Whether the condition must not hold.
    is_inverted: bool,
    /// The number of its block.
    block: usize,
    yes: Exit,
    no: Exit,
}

/// Conditional branches in the order of their blocks.
#[derive(Debug)]
pub(super) struct BranchSequence {
    steps: SmallVec<[Step; 2]>,
    /// Of each block after the first, in the order of creation: the number of the block that it was put after.
    after: SmallVec<[usize; 1]>,
}

/// What a step compares: its predicate and operands. A condition that is no comparison is compared with true.
type Comparison = (IntPredicate, Value, Option<Value>);

fn half(probability: BranchProbability) -> BranchProbability {
    BranchProbability(probability.0 / 2)
}

fn sum(a: BranchProbability, b: BranchProbability) -> BranchProbability {
    BranchProbability((a.0 + b.0).min(BranchProbability::DENOMINATOR))
}

impl BranchSequence {
    /// The branches that the conditional branch `inst` becomes, which goes to these successors with these probabilities: the
    /// first if its condition holds.
    pub fn of<'m>(
        target: &impl Branches<'m>,
        inst: Inst,
        successors: [avarice_ir::Block; 2],
        probabilities: [BranchProbability; 2],
    ) -> Self {
        let exit = |index: usize| Exit {
            target: Target::Successor(successors[index]),
            probability: probabilities[index],
        };
        let whole = Step {
            condition: target.function.operand(inst, 0),
            is_inverted: false,
            block: 0,
            yes: exit(0),
            no: exit(1),
        };
        let single = Self {
            steps: smallvec![whole],
            after: SmallVec::new(),
        };
        let junction = target.junction(whole.condition);
        let divided =
            junction.filter(|junction| is_divided(target, inst, *junction, probabilities));
        let Some(junction) = divided else {
            return single;
        };
        let mut sequence = Self {
            steps: SmallVec::new(),
            after: SmallVec::new(),
        };
        sequence.divide(target, junction.both, whole);
        match sequence.is_one_comparison(target) {
            true => single,
            false => sequence,
        }
    }

    /// Adds the steps that `whole` is divided into: at what joins its operands as the whole condition does.
    fn divide(&mut self, lowering: &FunctionLowering<'_>, both: bool, whole: Step) {
        let mut left: SmallVec<[Step; 4]> = smallvec![whole];
        while let Some(step) = left.pop() {
            if let Some(inner) = negated(lowering, step.condition) {
                left.push(Step {
                    condition: inner,
                    is_inverted: !step.is_inverted,
                    ..step
                });
                continue;
            }
            let junction = lowering.junction(step.condition);
            let junction = junction.filter(|junction| {
                let operands = [junction.left, junction.right];
                (junction.both != step.is_inverted) == both
                    && lowering.is_foldable(step.condition)
                    && operands.iter().all(|value| is_local(lowering, *value))
            });
            let Some(junction) = junction else {
                self.steps.push(step);
                continue;
            };
            self.after.push(step.block);
            let later = self.after.len();
            let (first, second) = halves(step, junction, both, later);
            left.push(second);
            left.push(first);
        }
    }

    /// Whether two steps compare what one comparison can: the same numbers, or two numbers with zero.
    fn is_one_comparison(&self, lowering: &FunctionLowering<'_>) -> bool {
        let [first, second] = &*self.steps else {
            return false;
        };
        let (a, b) = (comparison(lowering, first), comparison(lowering, second));
        let is_same = |x: Option<Value>, y: Option<Value>| match (x, y) {
            (Some(x), Some(y)) => {
                let consts = lowering
                    .function
                    .as_const(x)
                    .zip(lowering.function.as_const(y));
                x == y || consts.is_some_and(|(x, y)| x == y)
            }
            (x, y) => x == y,
        };
        if (is_same(Some(a.1), Some(b.1)) && is_same(a.2, b.2))
            || (is_same(a.2, Some(b.1)) && is_same(Some(a.1), b.2))
        {
            return true;
        }
        let is_zero =
            a.2.is_some_and(|value| lowering.const_int(value) == Some(0));
        let next = Target::Later(second.block);
        is_zero
            && is_same(a.2, b.2)
            && a.0 == b.0
            && match a.0 {
                IntPredicate::Eq => first.yes.target == next,
                IntPredicate::Ne => first.no.target == next,
                _ => false,
            }
    }
}

/// The two steps of a junction, the second in the block `later`. The probability of the exit that both have is shared.
fn halves(step: Step, junction: Junction, both: bool, later: usize) -> (Step, Step) {
    let Step { yes, no, .. } = step;
    let exit = |target, probability| Exit {
        target,
        probability,
    };
    let next = Target::Later(later);
    let (first, mut rest) = match both {
        true => {
            let out = half(no.probability);
            let on = exit(next, sum(yes.probability, out));
            ((on, exit(no.target, out)), [yes.probability, out])
        }
        false => {
            let out = half(yes.probability);
            let on = exit(next, sum(out, no.probability));
            ((exit(yes.target, out), on), [out, no.probability])
        }
    };
    BranchProbability::normalize(&mut rest);
    let first = Step {
        condition: junction.left,
        yes: first.0,
        no: first.1,
        ..step
    };
    let second = Step {
        condition: junction.right,
        block: later,
        yes: exit(yes.target, rest[0]),
        no: exit(no.target, rest[1]),
        ..step
    };
    (first, second)
}

/// What `value` negates, if nothing else reads it.
fn negated(lowering: &FunctionLowering<'_>, value: Value) -> Option<Value> {
    let (inst, kind) = lowering.def_kind(value)?;
    let operand = |index| lowering.function.operand(inst, index);
    let is_not = matches!(kind, InstKind::Binary(BinaryOp::Xor))
        && lowering.int_bits(value) == Some(1)
        && lowering.const_int(operand(1)) == Some(1);
    let inner = operand(0);
    (is_not && lowering.function.has_one_use(value) && is_local(lowering, inner)).then_some(inner)
}

/// Whether `value` is no instruction of another block.
fn is_local(lowering: &FunctionLowering<'_>, value: Value) -> bool {
    let inst = lowering.function.def_inst(value);
    inst.is_none_or(|inst| lowering.in_current_block(inst))
}

fn comparison(lowering: &FunctionLowering<'_>, step: &Step) -> Comparison {
    match lowering.def_kind(step.condition) {
        Some((inst, InstKind::ICmp(predicate))) => {
            let predicate = match step.is_inverted {
                true => predicate.inverse(),
                false => *predicate,
            };
            let operand = |index| lowering.function.operand(inst, index);
            (predicate, operand(0), Some(operand(1)))
        }
        _ if step.is_inverted => (IntPredicate::Ne, step.condition, None),
        _ => (IntPredicate::Eq, step.condition, None),
    }
}

/// Whether the conditions of `junction`, that of the branch `inst`, get a branch each.
fn is_divided<'m>(
    target: &impl Branches<'m>,
    inst: Inst,
    junction: Junction,
    probabilities: [BranchProbability; 2],
) -> bool {
    let condition = target.function.operand(inst, 0);
    let is_optimized = target.is_optimized();
    if !is_optimized
        || !target.function.has_one_use(condition)
        || target.has_attachment(inst, "unpredictable")
    {
        return false;
    }
    // Elements of one vector are tested together.
    let vector = |value| match target.def_kind(value) {
        Some((inst, InstKind::ExtractElement)) => Some(target.function.operand(inst, 0)),
        _ => None,
    };
    let left = vector(junction.left);
    if left.is_some() && left == vector(junction.right) {
        return false;
    }
    let Some(most) = target.merged_latency(junction) else {
        return true;
    };
    // LLVM's rule, which takes the two successors for each other.
    let [yes, no] = probabilities.map(is_hot);
    let decides = if junction.both { yes } else { no };
    decides || !costs_at_most(target, condition, junction, most)
}

/// More than four of five.
fn is_hot(probability: BranchProbability) -> bool {
    probability.0 > BranchProbability::new(4, 5).0
}

/// Whether what only the second condition needs has a latency of at most `most` in all.
fn costs_at_most<'m>(
    target: &impl Branches<'m>,
    condition: Value,
    junction: Junction,
    most: u32,
) -> bool {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    collect(target, junction.left, &[], 0, &mut first);
    if !collect(target, junction.right, &first, 0, &mut second) {
        return false;
    }
    let whole = target.function.def_inst(condition);
    for _ in 0..MAX_PRUNED {
        let is_for_second = |inst: &Inst| {
            let result = target.function.insts[*inst].result.expand();
            let mut uses = result
                .into_iter()
                .flat_map(|value| target.function.uses_of(value));
            uses.all(|slot| {
                let user = target.function.uses[slot].user;
                Some(user) == whole || second.contains(&user)
            })
        };
        let Some(at) = second.iter().position(|inst| !is_for_second(inst)) else {
            break;
        };
        second.remove(at);
    }
    let mut cost = 0;
    second.iter().all(|inst| {
        cost += target.latency(*inst);
        cost <= most
    })
}

/// Adds to `found` the instructions that `value` depends on, without those in `known`. `false` if there are more.
fn collect(
    lowering: &FunctionLowering<'_>,
    value: Value,
    known: &[Inst],
    depth: u32,
    found: &mut Vec<Inst>,
) -> bool {
    if depth >= MAX_DEPTH {
        return false;
    }
    let Some(inst) = lowering.function.def_inst(value) else {
        return true;
    };
    if known.contains(&inst) || found.contains(&inst) {
        return true;
    }
    found.push(inst);
    let mut operands = lowering.function.operands(inst);
    operands.all(|operand| collect(lowering, operand, known, depth + 1, found))
}

/// Selects the branches, the first at the end of the current block.
///
/// # Errors
/// As [`Branches::emit_branch_condition`].
pub(super) fn lower_sequence<'m>(
    target: &mut impl Branches<'m>,
    sequence: &BranchSequence,
) -> Result<()> {
    let mut blocks: SmallVec<[Block; 2]> = smallvec![target.point().block];
    for after in &sequence.after {
        let block = target.create_block_after(blocks[*after]);
        blocks.push(block);
    }
    for (at, step) in sequence.steps.iter().enumerate() {
        target.sequence = Some(SequencePart {
            is_later: at != 0,
            next: sequence.steps.get(at + 1).map(|next| blocks[next.block]),
        });
        target.set_point_at_end(blocks[step.block]);
        let result = lower_step(target, step, &blocks);
        target.sequence = None;
        result?;
    }
    Ok(())
}

fn lower_step<'m>(target: &mut impl Branches<'m>, step: &Step, blocks: &[Block]) -> Result<()> {
    let machine = blocks[step.block];
    let mut condition = target.emit_branch_condition(step.condition)?;
    if step.is_inverted {
        condition = condition.inverse();
    }
    if let Some(holds) = condition.known() {
        // The other block may have no machine predecessor then; it is removed later.
        let exit = if holds { step.yes } else { step.no };
        let block = add_exit(target, machine, exit.target, BranchProbability::ONE, blocks);
        target.emit_jump(block);
        return Ok(());
    }
    let [yes, no] = [step.yes, step.no]
        .map(|exit| add_exit(target, machine, exit.target, exit.probability, blocks));
    BranchProbability::normalize(&mut target.mf.blocks[machine].probs);
    match target.next_block() == Some(yes) {
        true => target.emit_branch(condition.inverse(), no, yes),
        false => target.emit_branch(condition, yes, no),
    }
    Ok(())
}

/// Adds an edge from `machine`, and gives its block.
fn add_exit<'m>(
    target: &mut impl Branches<'m>,
    machine: Block,
    exit: Target,
    probability: BranchProbability,
    blocks: &[Block],
) -> Block {
    match exit {
        Target::Successor(successor) => {
            target.add_successor(machine, successor, probability);
            target.block_of(successor)
        }
        Target::Later(number) => {
            target
                .mf
                .add_edge(machine, blocks[number], Some(probability));
            blocks[number]
        }
    }
}
