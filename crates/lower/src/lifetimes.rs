//! Marks of lifetimes: where the lifetime of a variable begins and ends, for the pass that merges stack objects.

use avarice_ir::{CastOp, Inst, InstKind, Intrinsic, Value};
use avarice_mir::{Block, FrameIndex};
use avarice_target::{Opcode, op};
use smallvec::SmallVec;

use crate::function::FunctionLowering;

/// How many steps are followed from an address to its object.
const MOST_STEPS: usize = 6;

/// The mark that an intrinsic becomes.
fn mark_of(intrinsic: Intrinsic) -> Option<Opcode> {
    match intrinsic {
        Intrinsic::LifetimeStart => Some(op::LIFETIME_START),
        Intrinsic::LifetimeEnd => Some(op::LIFETIME_END),
        _ => None,
    }
}

impl FunctionLowering<'_> {
    fn mark(&self, inst: Inst) -> Option<Opcode> {
        let InstKind::Call(_) = self.function.insts[inst].kind else {
            return None;
        };
        let mark = mark_of(Intrinsic::of_call(self.module, self.function, inst)?)?;
        self.is_optimized().then_some(mark)
    }

    /// Whether the lifetime of a variable ends at `inst`: no load may be moved down past it.
    pub(crate) fn ends_lifetime(&self, inst: Inst) -> bool {
        self.mark(inst) == Some(op::LIFETIME_END)
    }

    /// Emits the marks of `inst`, if it is a call of such an intrinsic: one for each stack object that its address may be
    /// of.
    pub(crate) fn mark_lifetimes(&mut self, inst: Inst, machine: Block) {
        let Some(mark) = self.mark(inst).filter(|_| !self.follows_tail_call(inst)) else {
            return;
        };
        self.location = self.function.insts[inst].debug_loc;
        // Each comes before those that are there.
        for object in self.objects_of_mark(inst).into_iter().rev() {
            self.set_point_at_start(machine);
            self.emit(mark).frame_index(object).done();
        }
        self.end_group(machine);
    }

    /// Whether nothing but hints is between `inst` and the return after it, and a call before it that is already the return.
    fn follows_tail_call(&self, inst: Inst) -> bool {
        let is_hint = |inst: &Inst| {
            let intrinsic = Intrinsic::of_call(self.module, self.function, *inst);
            intrinsic.is_some_and(Intrinsic::is_hint)
        };
        let insts = &self.function.insts;
        let before = std::iter::successors(Some(inst), |inst| insts[*inst].prev.expand());
        let after = std::iter::successors(Some(inst), |inst| insts[*inst].next.expand());
        let is = |inst: Inst| (insts[inst].kind.clone(), inst);
        let call = before.skip_while(is_hint).map(is).next();
        let end = after.skip_while(is_hint).map(is).next();
        matches!(end, Some((InstKind::Ret, _)))
            && matches!(call, Some((InstKind::Call(_), call)) if self.scratch.done.contains(call))
    }

    /// The stack objects that the address of a mark may be of, in the order in which llc finds them. There are none from the
    /// first on that has no fixed size.
    fn objects_of_mark(&self, inst: Inst) -> SmallVec<[FrameIndex; 2]> {
        let mut objects = SmallVec::new();
        let Some(address) = self.function.operands(inst).nth(1) else {
            return objects;
        };
        let mut work: SmallVec<[Value; 4]> = SmallVec::from_slice(&[address]);
        let mut seen: SmallVec<[Value; 4]> = SmallVec::new();
        while let Some(address) = work.pop() {
            let object = self.object_of(address);
            if seen.contains(&object) {
                continue;
            }
            seen.push(object);
            let Some(def) = self.function.def_inst(object) else {
                continue;
            };
            match &self.function.insts[def].kind {
                InstKind::Select => work.extend(self.function.operands(def).skip(1)),
                InstKind::Phi => work.extend(self.function.operands(def)),
                InstKind::Alloca { .. } => match self.frame_value(object) {
                    Some(index) => objects.push(index),
                    None => return objects,
                },
                _ => {}
            }
        }
        objects
    }

    /// What an address was made from, as far as `MOST_STEPS` lead.
    fn object_of(&self, mut address: Value) -> Value {
        for _ in 0..MOST_STEPS {
            let Some(def) = self.function.def_inst(address) else {
                break;
            };
            match &self.function.insts[def].kind {
                InstKind::GetElementPtr { .. }
                | InstKind::Cast(CastOp::BitCast | CastOp::AddrSpaceCast) => {
                    address = self.function.operand(def, 0);
                }
                _ => break,
            }
        }
        address
    }
}
