//! When an instruction may be folded into its user: memory must not change between them.
//!
//! Each instruction has an epoch: how many instructions before it in its block may write memory or order
//! accesses. A load can be moved down to a later instruction of the block with the same epoch.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{
    AtomicOrdering, AttributeKind, CastOp, Inst, InstFlags, InstKind, Intrinsic, Module, Value,
};

use crate::function::FunctionLowering;

/// Whether `inst` must be emitted although its result is not used.
pub fn has_side_effects(module: &Module, function: &avarice_ir::Function, inst: Inst) -> bool {
    let data = &function.insts[inst];
    match &data.kind {
        InstKind::Store { .. }
        | InstKind::Fence { .. }
        | InstKind::CmpXchg { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::VaArg
        | InstKind::Invoke(_)
        | InstKind::CallBr(_)
        | InstKind::LandingPad { .. }
        | InstKind::CatchPad
        | InstKind::CleanupPad => true,
        InstKind::Load { ordering, .. } => {
            *ordering > AtomicOrdering::Unordered || data.flags.contains(InstFlags::VOLATILE)
        }
        InstKind::Call(_) => match Intrinsic::of_call(module, function, inst) {
            Some(intrinsic) => !is_pure(intrinsic) && !intrinsic.is_hint(),
            None => !calls_pure_intrinsic(module, function, inst),
        },
        kind => kind.is_terminator(),
    }
}

/// Whether `inst` calls an intrinsic of a target that is declared not to access memory.
fn calls_pure_intrinsic(module: &Module, function: &avarice_ir::Function, inst: Inst) -> bool {
    let Some(callee) = called_global(module, function, inst) else {
        return false;
    };
    let callee = &module.globals[callee];
    let attrs = callee.function().and_then(|data| data.attrs.function);
    let memory = module.attrs(attrs).get("memory");
    let is_none =
        |kind: &AttributeKind| matches!(kind, AttributeKind::Text(_, text) if **text == *"none");
    callee.name.starts_with(b"llvm.") && memory.is_some_and(is_none)
}

/// Whether `inst` is an operation on floating-point numbers that may raise an exception of theirs.
pub(crate) fn may_raise(module: &Module, function: &avarice_ir::Function, inst: Inst) -> bool {
    let is_float = |ty| module.types.is_float(module.types.scalar(ty));
    let data = &function.insts[inst];
    match &data.kind {
        InstKind::Binary(_) => is_float(data.ty),
        InstKind::FCmp(_) => true,
        InstKind::Cast(op) => {
            *op != CastOp::BitCast && {
                let from = function.values[function.operand(inst, 0)].ty;
                is_float(data.ty) || is_float(from)
            }
        }
        InstKind::Call(_) => Intrinsic::of_call(module, function, inst) == Some(Intrinsic::Sqrt),
        _ => false,
    }
}

/// Whether an intrinsic only computes its result from its arguments (or from memory that it reads).
fn is_pure(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    intrinsic.is_identity()
        || matches!(
            intrinsic,
            Abs | Smax
                | Smin
                | Umax
                | Umin
                | Bswap
                | Bitreverse
                | Ctpop
                | Ctlz
                | Cttz
                | Fshl
                | Fshr
                | SaddSat
                | SsubSat
                | UaddSat
                | UsubSat
                | SshlSat
                | UshlSat
                | SaddWithOverflow
                | SsubWithOverflow
                | SmulWithOverflow
                | UaddWithOverflow
                | UsubWithOverflow
                | UmulWithOverflow
                | Fabs
                | Copysign
                | Sqrt
                | Floor
                | Ceil
                | Trunc
                | Rint
                | Nearbyint
                | Round
                | Roundeven
                | Minnum
                | Maxnum
                | Minimum
                | Maximum
                | Fma
                | Fmuladd
                | IsFpclass
                | EhTypeidFor
                | Objectsize
                | Ptrmask
                | ThreadlocalAddress
                | LoadRelative
                | Frameaddress
                | Returnaddress
                | FptosiSat
                | FptouiSat
                | VectorReduceAdd
                | VectorReduceSmax
                | VectorReduceSmin
                | VectorReduceUmax
                | VectorReduceUmin
                | VectorReduceFmax
                | VectorReduceFmin
        )
}

impl FunctionLowering<'_> {
    /// Numbers the epochs of all instructions.
    pub(crate) fn compute_epochs(&mut self) {
        for block in &self.function.layout {
            let mut epoch = 0;
            for inst in self.function.block_insts(*block) {
                self.scratch.epochs[inst] = epoch;
                let may_write =
                    has_side_effects(self.module, self.function, inst) || self.ends_lifetime(inst);
                epoch += u32::from(may_write);
            }
        }
    }

    /// If `value` is a load that can be folded into the current group: the load. It is plain, its only use
    /// is in the tree that the group selects, and nothing writes memory in between. The caller makes sure
    /// that the use is not emitted twice.
    pub fn foldable_load(&self, value: Value) -> Option<Inst> {
        let (inst, kind) = self.def_kind(value)?;
        let InstKind::Load { ordering, .. } = kind else {
            return None;
        };
        let flags = self.function.insts[inst].flags;
        let is_volatile = flags.contains(InstFlags::VOLATILE);
        if is_volatile && self.is_guard_of_stack(inst) {
            return Some(inst);
        }
        let plain = *ordering == AtomicOrdering::NotAtomic && !is_volatile;
        // Vectors have loads of their own for that.
        let is_special =
            || self.module.types.is_vector(self.ty(value)) && self.is_non_temporal(inst);
        let folds = plain && self.function.has_one_use(value) && self.memory_is_same(inst);
        (folds && !is_special()).then_some(inst)
    }

    /// Whether `load` reads what a stack protector keeps, for the check right after it: at most the guard is read in
    /// between.
    fn is_guard_of_stack(&self, load: Inst) -> bool {
        let slot = self.frame_value(self.function.operand(load, 0));
        if slot.is_none()
            || slot != self.mf.frame.stack_protector
            || !self.has_one_use_of(load)
            || !self.in_current_block(load)
            || !self.in_current_block(self.root)
        {
            return false;
        }
        let next = self.function.insts[load].next.expand();
        let guard = next.filter(|next| {
            let intrinsic = Intrinsic::of_call(self.module, self.function, *next);
            intrinsic == Some(Intrinsic::Stackguard)
        });
        // The load itself counts as an access of memory as well.
        let accesses = 1 + u32::from(guard.is_some());
        self.scratch.epochs[load] + accesses == self.scratch.epochs[self.root]
    }

    /// Whether `inst` is in the current block and memory does not change between it and the group.
    pub fn memory_is_same(&self, inst: Inst) -> bool {
        self.in_current_block(inst)
            && self.in_current_block(self.root)
            && self.scratch.epochs[inst] == self.scratch.epochs[self.root]
    }

    /// Whether `value` is defined in the current block and used only once: it can be folded into that
    /// user.
    pub fn is_foldable(&self, value: Value) -> bool {
        let inst = self.function.def_inst(value);
        inst.is_some_and(|inst| self.in_current_block(inst)) && self.function.has_one_use(value)
    }

    /// Whether what computes `value` can move to the current group: in its block only the current instruction reads it, and
    /// `user`, which the group emits as well.
    pub fn may_move_to_group(&self, value: Value, user: Option<Inst>) -> bool {
        self.function.uses_of(value).all(|slot| {
            let reader = self.function.uses[slot].user;
            reader == self.root
                || Some(reader) == user
                || !self.in_current_block(reader)
                || matches!(self.function.insts[reader].kind, InstKind::Phi)
        })
    }

    /// Marks `inst` as emitted by the current group, results included.
    pub fn mark_done(&mut self, inst: Inst) {
        self.scratch.done.insert(inst);
    }
}
