//! Copies of instructions in the function that they are in.

use avarice_ir::metadata::MetadataData;
use avarice_ir::{Block, ConstKind, Function, Inst, InstKind, Module, TailKind, TypeData, Value};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::effects::call_has;

/// Values and what stands for them in copies.
#[derive(Default)]
pub struct Copies {
    values: SecondaryMap<Value, PackedOption<Value>>,
    /// Values for which something else stands.
    set: Vec<Value>,
    operands: Vec<Value>,
}

impl Copies {
    /// Everything stands for itself again.
    pub fn clear(&mut self) {
        for value in self.set.drain(..) {
            self.values[value] = None.into();
        }
    }

    /// Makes `copy` stand for `value`.
    pub fn set(&mut self, value: Value, copy: Value) {
        self.values[value] = copy.into();
        self.set.push(value);
    }

    /// What stands for a value.
    pub fn of(&self, value: Value) -> Value {
        self.values[value].expand().unwrap_or(value)
    }

    /// A copy of `inst`, in no block yet, with what stands for its operands; its result stands for that of `inst` from
    /// now on. Blocks are the same, and metadata that says where no memory is shared does not come along.
    pub fn copy(&mut self, function: &mut Function, inst: Inst) -> Inst {
        self.operands.clear();
        for value in function.operands(inst) {
            self.operands.push(self.of(value));
        }
        let data = &function.insts[inst];
        let (kind, ty, flags, place) = (data.kind.clone(), data.ty, data.flags, data.debug_loc);
        let result = data.result.expand();
        let blocks: Vec<Block> = function.inst_blocks(inst).to_vec();
        let copy = function.create_inst(kind, ty, result.is_some(), &self.operands, &blocks);
        function.insts[copy].flags = flags;
        function.insts[copy].debug_loc = place;
        if let (Some(from), Some(to)) = (result, function.insts[copy].result.expand()) {
            self.set(from, to);
        }
        copy
    }
}

/// Whether there may be several of an instruction where there was one.
pub fn can_copy(module: &Module, function: &Function, inst: Inst) -> bool {
    let data = &function.insts[inst];
    if matches!(module.types[data.ty], TypeData::Token) {
        return false;
    }
    match &data.kind {
        InstKind::Alloca { .. }
        | InstKind::LandingPad { .. }
        | InstKind::CatchPad
        | InstKind::CleanupPad
        | InstKind::CatchSwitch { .. }
        | InstKind::CatchRet
        | InstKind::CleanupRet
        | InstKind::Invoke(_)
        | InstKind::CallBr(_)
        | InstKind::IndirectBr => false,
        InstKind::Call(info) => {
            let forbids = ["noduplicate", "convergent", "returns_twice"];
            info.tail != TailKind::MustTail
                && info.bundles.is_empty()
                && !forbids
                    .iter()
                    .any(|name| call_has(module, function, inst, name))
                && !function
                    .operands(inst)
                    .any(|value| is_local_metadata(module, function, value))
        }
        _ => true,
    }
}

/// Whether an operand is metadata that refers to values of the function.
fn is_local_metadata(module: &Module, function: &Function, value: Value) -> bool {
    let id = function.as_const(value);
    match id.map(|id| &module.consts[id].kind) {
        Some(ConstKind::Metadata(node)) => matches!(
            module.metadata.nodes[*node],
            MetadataData::Local(_) | MetadataData::ArgList(_)
        ),
        _ => false,
    }
}
