//! Rewrites the function with what is known.

use avarice_ir::{
    BinaryOp, Block, CastOp, Const, ConstKind, Function, Inst, InstFlags, InstKind, Module,
    TailKind, Type, TypeData, TypeTable, Value, ValueDef,
};

use super::lattice::{Fact, Known, range_of_const};
use super::problem::{Fields, Slot};
use crate::edges::remove_edge;
use crate::effects::is_removable;
use crate::fold::Folder;
use crate::fold::int::Int;
use crate::range::{ConstantRange, MAX_BITS};

/// A solved function, to be changed.
pub struct Rewriter<'a> {
    /// Constants, and sizes.
    pub folder: Folder<'a>,
    /// The function.
    pub function: &'a mut Function,
    /// Which slots are whose.
    pub fields: &'a Fields,
    /// Number of values while it was solved: later ones were made here.
    pub num_values: usize,
    /// What is known of a slot.
    pub fact: &'a dyn Fn(Slot) -> Fact,
}

impl Rewriter<'_> {
    fn module(&self) -> &Module {
        self.folder.module
    }

    /// Changes the instructions of an executable block. Whether any has been.
    pub fn simplify_block(&mut self, block: Block) -> bool {
        let mut changed = false;
        let mut next = self.function.blocks[block].first.expand();
        while let Some(inst) = next {
            next = self.function.insts[inst].next.expand();
            let Some(result) = self.function.insts[inst].result.expand() else {
                continue;
            };
            if let Some(id) = self.constant_of(inst, result) {
                let value = self.function.const_value(&self.folder.module.consts, id);
                self.function.replace_all_uses(result, value);
                if is_removable(self.folder.module, self.function, inst) {
                    self.function.remove_inst(inst);
                }
                changed = true;
            } else {
                changed |= self.make_unsigned(inst, result) || self.add_flags(inst);
            }
        }
        changed
    }

    /// The constant that is to replace a result.
    fn constant_of(&mut self, inst: Inst, result: Value) -> Option<Const> {
        let ty = self.function.values[result].ty;
        let count = self
            .module()
            .types
            .struct_fields(ty)
            .map(|(fields, _)| fields.to_vec());
        let id = match count {
            None => {
                let fact = (self.fact)(self.fields.slot(result));
                self.constant(&fact, ty)?
            }
            Some(types) => {
                let mut elements = Vec::with_capacity(types.len());
                for (index, ty) in types.iter().enumerate() {
                    let fact = (self.fact)(self.fields.field(result, index as u32));
                    elements.push(self.constant(&fact, *ty)?);
                }
                self.folder.composite(ty, elements)
            }
        };
        (!self.is_result_needed(inst)).then_some(id)
    }

    /// The constant that a fact allows: undef where nothing was seen.
    fn constant(&mut self, fact: &Fact, ty: Type) -> Option<Const> {
        match fact.known {
            Known::Unknown | Known::Undef => Some(self.folder.undef(ty)),
            Known::Constant(id) => Some(id),
            Known::Range { range, .. } => {
                let value = range.as_single()?;
                Some(self.folder.int(ty, &Int::new(range.bits(), value)))
            }
            Known::NotConstant(_) | Known::Overdefined => None,
        }
    }

    /// Whether a call's result has to stay because the caller returns it or a bundle refers to it.
    fn is_result_needed(&self, inst: Inst) -> bool {
        let Some(info) = self.function.insts[inst].kind.call_info() else {
            return false;
        };
        let attached = info
            .bundles
            .iter()
            .any(|(tag, _)| **tag == *"clang.arc.attachedcall");
        let must_tail = info.tail == TailKind::MustTail
            && !is_removable(self.folder.module, self.function, inst);
        attached || must_tail
    }

    /// The range of an operand, of `bits` bits.
    fn range(&self, value: Value, bits: u32) -> ConstantRange {
        match self.function.values[value].def {
            ValueDef::Const(id) => range_of_const(self.module(), id, bits),
            _ if value.as_u32() as usize >= self.num_values => ConstantRange::full(bits),
            _ => (self.fact)(self.fields.slot(value)).as_range(self.module(), bits, false),
        }
    }

    fn operand_range(&self, inst: Inst, index: usize) -> Option<ConstantRange> {
        let value = self.function.operand(inst, index);
        let types = &self.module().types;
        let bits = types.int_bits(types.scalar(self.function.values[value].ty))?;
        (bits <= MAX_BITS).then(|| self.range(value, bits))
    }

    fn is_non_negative(&self, inst: Inst, index: usize) -> bool {
        self.operand_range(inst, index)
            .is_some_and(ConstantRange::is_non_negative)
    }

    /// Replaces an operation on signed numbers by that on unsigned ones where its operands are not negative.
    fn make_unsigned(&mut self, inst: Inst, result: Value) -> bool {
        let data = &self.function.insts[inst];
        let exact = data.flags & InstFlags::EXACT;
        let (kind, flags, operands) = match data.kind {
            InstKind::Cast(CastOp::SExt) => (InstKind::Cast(CastOp::ZExt), InstFlags::NNEG, 1),
            InstKind::Cast(CastOp::SiToFp) => (InstKind::Cast(CastOp::UiToFp), InstFlags::NNEG, 1),
            InstKind::Binary(BinaryOp::AShr) => (InstKind::Binary(BinaryOp::LShr), exact, 1),
            InstKind::Binary(BinaryOp::SDiv) => (InstKind::Binary(BinaryOp::UDiv), exact, 2),
            InstKind::Binary(BinaryOp::SRem) => {
                (InstKind::Binary(BinaryOp::URem), InstFlags::empty(), 2)
            }
            _ => return false,
        };
        if (0..operands).any(|index| !self.is_non_negative(inst, index)) {
            return false;
        }
        let ty = data.ty;
        let debug_loc = data.debug_loc;
        let values: smallvec::SmallVec<[Value; 2]> = self.function.operands(inst).collect();
        let new = self.function.create_inst(kind, ty, true, &values, &[]);
        self.function.insts[new].flags = flags;
        self.function.insts[new].debug_loc = debug_loc;
        self.function.insert_before(inst, new);
        if let Some(value) = self.function.insts[new].result.expand() {
            self.function.values[value].name = self.function.values[result].name;
            self.function.replace_all_uses(result, value);
        }
        self.function.remove_inst(inst);
        true
    }

    /// Adds flags that the ranges of the operands allow. Whether any was added.
    fn add_flags(&mut self, inst: Inst) -> bool {
        let data = &self.function.insts[inst];
        let found = match data.kind {
            InstKind::Binary(
                op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl),
            ) => self.wrap_flags(inst, op),
            InstKind::Cast(CastOp::ZExt | CastOp::UiToFp) if self.is_non_negative(inst, 0) => {
                InstFlags::NNEG
            }
            InstKind::Cast(CastOp::Trunc) => self.trunc_flags(inst),
            _ => return false,
        };
        let flags = &mut self.function.insts[inst].flags;
        let changed = !flags.contains(found);
        *flags |= found;
        changed
    }

    fn wrap_flags(&self, inst: Inst, op: BinaryOp) -> InstFlags {
        let old = self.function.insts[inst].flags;
        let mut found = InstFlags::empty();
        if old.contains(InstFlags::NUW | InstFlags::NSW) {
            return found;
        }
        let (Some(left), Some(right)) = (self.operand_range(inst, 0), self.operand_range(inst, 1))
        else {
            return found;
        };
        for (flag, signed) in [(InstFlags::NUW, false), (InstFlags::NSW, true)] {
            if !old.contains(flag)
                && ConstantRange::guaranteed_no_wrap(op, right, signed).contains_range(left)
            {
                found |= flag;
            }
        }
        found
    }

    fn trunc_flags(&self, inst: Inst) -> InstFlags {
        let mut found = InstFlags::empty();
        let types = &self.module().types;
        let bits = types.int_bits(types.scalar(self.function.insts[inst].ty));
        if let (Some(bits), Some(range)) = (bits, self.operand_range(inst, 0)) {
            if range.active_bits() <= bits {
                found |= InstFlags::NUW;
            }
            if range.signed_bits() <= bits {
                found |= InstFlags::NSW;
            }
        }
        found
    }

    /// Empties a block that is not executable: its edges go out of the phis of its successors.
    pub fn make_unreachable(&mut self, block: Block) {
        let successors = self.function.successors(block).to_vec();
        for successor in successors {
            remove_edge(self.folder.module, self.function, block, successor);
        }
        while let Some(inst) = self.function.blocks[block]
            .last
            .expand()
            .filter(|inst| !self.function.is_phi(*inst))
        {
            erase(self.folder.module, self.function, inst);
        }
        self.append_unreachable(block);
    }

    fn append_unreachable(&mut self, block: Block) {
        let kind = InstKind::Unreachable;
        let inst = self
            .function
            .create_inst(kind, TypeTable::VOID, false, &[], &[]);
        self.function.append_inst(block, inst);
    }

    /// Takes edges away that `is_feasible` denies. Whether there were any. `unreachable` is the block for values of switches
    /// that do not occur, made when it is first needed.
    pub fn remove_edges(
        &mut self,
        block: Block,
        is_feasible: &dyn Fn(Block) -> bool,
        unreachable: &mut Option<Block>,
    ) -> bool {
        let Some(branch) = self.function.terminator(block) else {
            return false;
        };
        let successors = self.function.inst_blocks(branch);
        if successors.iter().all(|successor| is_feasible(*successor)) {
            return false;
        }
        let mut feasible = successors.iter().copied().filter(|to| is_feasible(*to));
        let first = feasible.next();
        let is_only = first.is_some_and(|first| feasible.all(|other| other == first));
        let is_switch = matches!(self.function.insts[branch].kind, InstKind::Switch);
        match first {
            None => {
                let successors = successors.to_vec();
                for successor in successors {
                    remove_edge(self.folder.module, self.function, block, successor);
                }
                self.function.remove_inst(branch);
                self.append_unreachable(block);
            }
            Some(target) if is_only => {
                crate::edges::decide(self.folder.module, self.function, branch, target);
            }
            Some(_) if is_switch => self.prune_switch(block, branch, is_feasible, unreachable),
            Some(_) => return false,
        }
        true
    }

    /// Removes the cases that do not occur, each by putting the last one in its place.
    fn prune_switch(
        &mut self,
        block: Block,
        switch: Inst,
        is_feasible: &dyn Fn(Block) -> bool,
        unreachable: &mut Option<Block>,
    ) {
        let mut operands: Vec<Value> = self.function.operands(switch).collect();
        let mut blocks = self.function.inst_blocks(switch).to_vec();
        let default = blocks[0];
        if !is_feasible(default) {
            remove_edge(self.folder.module, self.function, block, default);
            blocks[0] = match *unreachable {
                Some(block) => block,
                None => self.create_unreachable(default),
            };
            *unreachable = Some(blocks[0]);
        }
        let mut index = 1;
        while let Some(successor) = blocks.get(index).copied() {
            if is_feasible(successor) {
                index += 1;
                continue;
            }
            remove_edge(self.folder.module, self.function, block, successor);
            blocks.swap_remove(index);
            operands.swap_remove(index);
        }
        let kind = InstKind::Switch;
        let new = self
            .function
            .create_inst(kind, TypeTable::VOID, false, &operands, &blocks);
        self.function.insts[new].debug_loc = self.function.insts[switch].debug_loc;
        self.function.insert_before(switch, new);
        self.function.remove_inst(switch);
    }

    /// A block that is never reached, in the layout before `before`.
    fn create_unreachable(&mut self, before: Block) -> Block {
        let name = self.free_name("default.unreachable");
        let block = self.function.create_block(name.as_bytes());
        self.append_unreachable(block);
        let layout = &mut self.function.layout;
        let at = layout.iter().position(|other| *other == before);
        layout.insert(at.unwrap_or(layout.len()), block);
        block
    }

    /// `wanted`, with a number if a value or block has that name already.
    fn free_name(&self, wanted: &str) -> String {
        let function = &*self.function;
        let is_taken = |name: &str| {
            let has = |found| function.name(found) == name.as_bytes();
            function.values.values().any(|value| has(value.name))
                || function.blocks.values().any(|block| has(block.name))
        };
        let mut name = wanted.to_owned();
        let mut number = 0;
        while is_taken(&name) {
            number += 1;
            name = format!("{wanted}{number}");
        }
        name
    }
}

/// Removes an instruction, and its result from wherever it is used.
pub fn erase(module: &mut Module, function: &mut Function, inst: Inst) {
    if let Some(result) = function.insts[inst].result.expand()
        && !function.is_unused(result)
    {
        let ty = function.values[result].ty;
        let kind = match module.types[ty] {
            TypeData::Token => ConstKind::NoneToken,
            _ => ConstKind::Poison,
        };
        let id = module.constant(ty, kind);
        let value = function.const_value(&module.consts, id);
        function.replace_all_uses(result, value);
    }
    function.remove_inst(inst);
}
