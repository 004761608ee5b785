//! A function as a callee: whether its body can be inlined, and what that costs.

use avarice_ir::metadata::MetadataData;
use avarice_ir::{
    Cfg, Const, ConstKind, DataLayout, Function, Global, GlobalData, Inst, InstFlags, InstKind,
    Intrinsic, Linkage, Module, TypeData,
};
use cranelift_entity::EntitySet;

use crate::effects::call_has;

/// What an instruction costs; the unit of LLVM's inliner, so that its limits can be compared.
const INSTRUCTION: u32 = 5;
/// The cost of a call without its arguments.
pub(super) const CALL: u32 = 25;

/// A function that can be inlined.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// What its instructions cost.
    pub cost: u32,
    /// Whether it has one block only.
    pub is_straight: bool,
    /// Bytes of stack memory that it has.
    pub stack: u64,
}

/// Looks at functions.
pub(super) struct Examiner {
    layout: Option<DataLayout>,
    /// Functions of which a block's address is a constant.
    with_block_address: EntitySet<Global>,
    /// Whether a definition that others can see may be replaced by another when the program is loaded.
    has_interposition: bool,
    cfg: Cfg,
}

impl Examiner {
    pub(super) fn new(module: &Module) -> Self {
        let mut with_block_address = EntitySet::new();
        for (_, data) in module.consts.iter() {
            if let ConstKind::BlockAddress(global, _) = data.kind {
                with_block_address.insert(global);
            }
        }
        Self {
            layout: DataLayout::of_module(module).ok(),
            with_block_address,
            has_interposition: has_flag(module, b"SemanticInterposition"),
            cfg: Cfg::new(),
        }
    }

    /// What `global` is as a callee; `None` if calls of it have to stay.
    pub(super) fn examine(&mut self, module: &Module, global: Global) -> Option<Candidate> {
        let data = &module.globals[global];
        let body = data.body()?;
        if self.with_block_address.contains(global) || !self.is_this_body(data) {
            return None;
        }
        if has_refusing_attribute(module, data) {
            return None;
        }
        self.cfg.compute(body);
        let mut found = Candidate {
            cost: 0,
            is_straight: self.cfg.postorder().len() == 1,
            stack: 0,
        };
        for block in self.cfg.postorder() {
            for inst in body.block_insts(*block) {
                if !can_move(module, body, inst) || calls(module, body, inst) == Some(global) {
                    return None;
                }
                if let InstKind::Alloca { ty, .. } = body.insts[inst].kind {
                    if *block != body.entry() {
                        return None;
                    }
                    let size = self.layout.as_ref()?.alloc_size(&module.types, ty)?;
                    let count = constant_int(module, body, body.operand(inst, 0))?;
                    found.stack = found.stack.saturating_add(size.saturating_mul(count));
                }
                found.cost = found.cost.saturating_add(cost(module, body, inst));
            }
        }
        Some(found)
    }

    /// Whether a call of the function is sure to reach this definition, or one that does the same.
    fn is_this_body(&self, data: &GlobalData) -> bool {
        let is_replaceable = matches!(
            data.linkage,
            Linkage::LinkOnce
                | Linkage::Weak
                | Linkage::Common
                | Linkage::Appending
                | Linkage::ExternWeak
        );
        let is_bound = data.linkage.is_local() || data.dso_local;
        !is_replaceable && (is_bound || !self.has_interposition)
    }
}

/// Whether a module flag is set.
fn has_flag(module: &Module, name: &[u8]) -> bool {
    let nodes = &module.metadata.nodes;
    let named = module.metadata.named.iter();
    let mut flags = named
        .filter(|(list, _)| **list == *"llvm.module.flags")
        .flat_map(|(_, flags)| flags);
    flags.any(|flag| match &nodes[*flag] {
        MetadataData::Node { operands, .. } => match operands[..] {
            [_, Some(key), Some(value)] => {
                matches!(&nodes[key], MetadataData::String(text) if **text == *name)
                    && !matches!(nodes[value], MetadataData::Const(id)
                        if module.consts[id].kind == ConstKind::Int(0))
            }
            _ => false,
        },
        _ => false,
    })
}

/// Whether attributes of a function or its parameters say that calls have to stay.
fn has_refusing_attribute(module: &Module, data: &GlobalData) -> bool {
    let Some(function) = data.function() else {
        return true;
    };
    let attrs = module.attrs(function.attrs.function);
    let on_function = [
        "noinline",
        "naked",
        "returns_twice",
        "presplitcoroutine",
        "nodebug",
    ];
    let on_parameter = [
        "inalloca",
        "preallocated",
        "swifterror",
        "nest",
        "swiftasync",
    ];
    let is_variadic = matches!(
        module.types[data.value_type],
        TypeData::Function { var_arg: true, .. }
    );
    let mut parameters = function.attrs.params.iter();
    is_variadic
        || function.gc.is_some()
        || on_function.iter().any(|name| attrs.has(name))
        || parameters.any(|set| on_parameter.iter().any(|name| module.attrs(*set).has(name)))
}

fn calls(module: &Module, body: &Function, inst: Inst) -> Option<Global> {
    avarice_ir::intrinsics::called_global(module, body, inst)
}

/// Whether `inst` means the same in another function.
fn can_move(module: &Module, body: &Function, inst: Inst) -> bool {
    let data = &body.insts[inst];
    match &data.kind {
        InstKind::IndirectBr
        | InstKind::CallBr(_)
        | InstKind::CatchPad
        | InstKind::CleanupPad
        | InstKind::CatchSwitch { .. }
        | InstKind::CatchRet
        | InstKind::CleanupRet
        | InstKind::VaArg => false,
        InstKind::Alloca { .. } => !data
            .flags
            .intersects(InstFlags::INALLOCA | InstFlags::SWIFTERROR),
        InstKind::Call(info) | InstKind::Invoke(info) => {
            info.tail != avarice_ir::TailKind::MustTail
                && !call_has(module, body, inst, "returns_twice")
                && !is_tied_to_frame(Intrinsic::of_call(module, body, inst))
                && !body
                    .operands(inst)
                    .any(|value| is_local_metadata(module, body, value))
        }
        _ => true,
    }
}

/// Whether an intrinsic refers to the frame of the function that it is in.
fn is_tied_to_frame(intrinsic: Option<Intrinsic>) -> bool {
    use Intrinsic::*;
    matches!(
        intrinsic,
        Some(
            VaStart
                | Localescape
                | Localrecover
                | Frameaddress
                | Returnaddress
                | Addressofreturnaddress
                | Sponentry
                | IcallBranchFunnel
                | EhSjljSetjmp
        )
    )
}

fn is_local_metadata(module: &Module, body: &Function, value: avarice_ir::Value) -> bool {
    let node = body.as_const(value).map(|id| &module.consts[id].kind);
    match node {
        Some(ConstKind::Metadata(id)) => matches!(
            module.metadata.nodes[*id],
            MetadataData::Local(_) | MetadataData::ArgList(_)
        ),
        _ => false,
    }
}

pub(super) fn constant_int(
    module: &Module,
    body: &Function,
    value: avarice_ir::Value,
) -> Option<u64> {
    let id: Const = body.as_const(value)?;
    match module.consts[id].kind {
        ConstKind::Int(value) => Some(value),
        _ => None,
    }
}

/// What an instruction costs where it is put.
fn cost(module: &Module, body: &Function, inst: Inst) -> u32 {
    match &body.insts[inst].kind {
        InstKind::Phi
        | InstKind::Alloca { .. }
        | InstKind::Br
        | InstKind::Ret
        | InstKind::Unreachable
        | InstKind::Freeze => 0,
        InstKind::Cast(op) if is_free_cast(*op) => 0,
        // It becomes part of an address.
        InstKind::GetElementPtr { .. }
            if body
                .operands(inst)
                .skip(1)
                .all(|v| body.as_const(v).is_some()) =>
        {
            0
        }
        InstKind::Switch => INSTRUCTION * (body.inst_blocks(inst).len() as u32).max(2),
        InstKind::Call(info) | InstKind::Invoke(info) => {
            match Intrinsic::of_call(module, body, inst) {
                Some(intrinsic) if intrinsic.is_hint() => 0,
                Some(_) => INSTRUCTION,
                None => CALL + INSTRUCTION * info.num_args,
            }
        }
        _ => INSTRUCTION,
    }
}

fn is_free_cast(op: avarice_ir::CastOp) -> bool {
    use avarice_ir::CastOp::*;
    matches!(op, BitCast | PtrToInt | IntToPtr | Trunc)
}

/// The cost of a call with `num_args` arguments, which is saved.
pub(super) fn cost_of_call(num_args: u32) -> u32 {
    CALL + INSTRUCTION * num_args
}
