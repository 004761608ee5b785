//! Replaces one call by the body of its callee.
//!
//! The callee's blocks are copied in reverse postorder, in which operands come before their users except in phis, which
//! are filled at the end. The block of the call jumps to the copy of the first; what follows the call moves to a new
//! block to which all returns lead. If there is only one block, its instructions simply take the place of the call.
//! Stack slots go to the caller's first block, so that they are still allocated once. A parameter that is passed by
//! value in memory becomes a slot with a copy.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{
    AttributeKind, Block, Cfg, ConstKind, DataLayout, Function, Global, Inst, InstKind, Module,
    TailKind, Type, TypeTable, Value, ValueDef,
};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};

use super::locations::Locations;
use crate::build;

/// Replaces calls, with its memory.
pub(super) struct Splicer {
    layout: Option<DataLayout>,
    cfg: Cfg,
    /// By value of the callee: that of the copy.
    values: SecondaryMap<Value, PackedOption<Value>>,
    /// By block of the callee: the copy.
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    /// Phis of the callee and their copies.
    phis: Vec<(Inst, Inst)>,
    /// What returns, and from where.
    returned: Vec<Value>,
    returning: Vec<Block>,
    locations: Locations,
    /// The first block of the caller.
    entry: PackedOption<Block>,
    /// By block of the caller: the block that its last instructions are in now.
    ends: SecondaryMap<Block, PackedOption<Block>>,
    operands: Vec<Value>,
    targets: Vec<Block>,
    /// Calls in copies of a function that the callee was given.
    pub resolved: EntitySet<Inst>,
    /// Kinds of attachments that would say too much of a copy: of what memory others do not access.
    scopes: Vec<u32>,
}

impl Splicer {
    pub(super) fn new(module: &Module) -> Self {
        let kinds = module.metadata.kinds.iter().enumerate();
        let is_scope = |name: &str| matches!(name, "noalias" | "alias.scope");
        Self {
            layout: DataLayout::of_module(module).ok(),
            cfg: Cfg::new(),
            values: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
            phis: Vec::new(),
            returned: Vec::new(),
            returning: Vec::new(),
            locations: Locations::default(),
            entry: None.into(),
            ends: SecondaryMap::new(),
            operands: Vec::new(),
            targets: Vec::new(),
            resolved: EntitySet::new(),
            scopes: kinds
                .filter(|(_, name)| is_scope(name))
                .map(|(kind, _)| kind as u32)
                .collect(),
        }
    }

    /// Begins with a caller, whose first block is `entry`.
    pub(super) fn start(&mut self, entry: Block) {
        self.entry = entry.into();
        self.ends.clear();
    }

    /// Replaces `call` by a copy of the body `source` of `callee`. New blocks are added to
    /// `reversed_layout`, last first.
    pub(super) fn splice(
        &mut self,
        module: &mut Module,
        caller: &mut Function,
        (callee, source): (Global, &Function),
        call: Inst,
        reversed_layout: &mut Vec<Block>,
    ) {
        let Some(block) = caller.insts[call].block.expand() else {
            return;
        };
        self.begin(module, caller, (callee, source), call);
        let rest = self.make_blocks(caller, source, block, call, reversed_layout);
        let order: Vec<Block> = self.cfg.postorder().iter().rev().copied().collect();
        for from in order {
            let mut next = source.blocks[from].first.expand();
            while let Some(inst) = next {
                next = source.insts[inst].next.expand();
                self.copy(module, caller, source, (from, inst), (call, rest));
            }
        }
        self.fill_phis(module, caller, source);
        self.give_result(module, caller, call, rest);
        caller.remove_inst(call);
    }

    /// Updates the phis of the caller to the blocks in which their predecessors now end, when all calls are done.
    pub(super) fn finish(&mut self, caller: &mut Function) {
        for at in 0..caller.layout.len() {
            let mut next = caller.blocks[caller.layout[at]].first.expand();
            while let Some(phi) = next.filter(|inst| caller.is_phi(*inst)) {
                let blocks = caller.insts[phi]
                    .blocks
                    .as_mut_slice(&mut caller.block_lists);
                for block in blocks {
                    *block = self.ends[*block].expand().unwrap_or(*block);
                }
                next = caller.insts[phi].next.expand();
            }
        }
    }

    fn begin(
        &mut self,
        module: &mut Module,
        caller: &mut Function,
        (callee, source): (Global, &Function),
        call: Inst,
    ) {
        self.cfg.compute(source);
        self.values.clear();
        self.blocks.clear();
        self.phis.clear();
        self.returned.clear();
        self.returning.clear();
        let place = caller.insts[call].debug_loc.expand();
        self.locations.begin(module, place);
        for (index, arg) in source.args.iter().enumerate() {
            let given = caller.operand(call, index);
            let copied = self.copy_of_argument(module, caller, callee, (call, index));
            self.values[*arg] = copied.unwrap_or(given).into();
        }
    }

    /// The address of a copy of an argument that is passed in memory; `None` for others.
    fn copy_of_argument(
        &self,
        module: &mut Module,
        caller: &mut Function,
        callee: Global,
        (call, index): (Inst, usize),
    ) -> Option<Value> {
        let on_callee = &module.globals[callee].function()?.attrs.params;
        let attrs = module.attrs(on_callee.get(index).copied().flatten());
        let Some(AttributeKind::Type(_, ty)) = attrs.get("byval") else {
            return None;
        };
        let ty = *ty;
        let layout = self.layout.as_ref()?;
        let align = attrs.int("align").unwrap_or(1);
        let align_of_slot = align.max(layout.abi_align(&module.types, ty));
        let size = layout.alloc_size(&module.types, ty)?;
        let from = caller.operand(call, index);
        let slot = build::alloca(module, caller, ty, align_of_slot);
        build::insert_first(caller, self.entry(), slot);
        let address = caller.insts[slot].result.expand()?;
        let copy = build::memcpy(
            module,
            caller,
            (address, align_of_slot),
            (from, align),
            size,
        );
        caller.insts[copy].debug_loc = caller.insts[call].debug_loc;
        caller.insert_before(call, copy);
        Some(address)
    }

    /// Makes blocks for the copy, and moves what follows the call to a block of its own. Returns that block, or `None`
    /// if the callee is a single block that returns, which needs none.
    fn make_blocks(
        &mut self,
        caller: &mut Function,
        source: &Function,
        block: Block,
        call: Inst,
        reversed_layout: &mut Vec<Block>,
    ) -> Option<Block> {
        let end = source.terminator(source.entry());
        if end.is_some_and(|end| matches!(source.insts[end].kind, InstKind::Ret)) {
            self.blocks[source.entry()] = block.into();
            return None;
        }
        let rest = caller.create_block(b"");
        caller.move_insts_after(call, rest);
        if self.ends[block].is_none() {
            self.ends[block] = rest.into();
        }
        reversed_layout.push(rest);
        for from in source.layout.iter().rev() {
            if self.cfg.is_reachable(*from) {
                let to = caller.create_block(b"");
                self.blocks[*from] = to.into();
                reversed_layout.push(to);
            }
        }
        let first = self.blocks[source.entry()].expand();
        jump(caller, block, first.as_slice());
        Some(rest)
    }

    /// Copies one instruction.
    fn copy(
        &mut self,
        module: &mut Module,
        caller: &mut Function,
        source: &Function,
        (from, inst): (Block, Inst),
        (call, rest): (Inst, Option<Block>),
    ) {
        let data = &source.insts[inst];
        let Some(block) = self.blocks[from].expand() else {
            return;
        };
        if matches!(data.kind, InstKind::Ret) {
            self.returning.push(block);
            if data.num_uses == 1 {
                let value = self.value(module, caller, source, source.operand(inst, 0));
                self.returned.push(value);
            }
            if let Some(rest) = rest {
                let jump = jump(caller, block, &[rest]);
                caller.insts[jump].debug_loc = self.location(module, data.debug_loc);
            }
            return;
        }
        let copy = self.create_copy(module, caller, source, inst, call);
        match data.kind {
            InstKind::Alloca { .. } => build::insert_first(caller, self.entry(), copy),
            _ if rest.is_none() => caller.insert_before(call, copy),
            _ => caller.append_inst(block, copy),
        }
    }

    fn create_copy(
        &mut self,
        module: &mut Module,
        caller: &mut Function,
        source: &Function,
        inst: Inst,
        call: Inst,
    ) -> Inst {
        let data = &source.insts[inst];
        let mut kind = data.kind.clone();
        if let InstKind::Call(info) = &mut kind
            && caller.insts[call].kind.call_info().map(|info| info.tail) != Some(TailKind::Tail)
            && info.tail == TailKind::Tail
        {
            // It may access stack slots of the caller now.
            info.tail = TailKind::None;
        }
        self.operands.clear();
        self.targets.clear();
        if kind != InstKind::Phi {
            for value in source.operands(inst) {
                let value = self.value(module, caller, source, value);
                self.operands.push(value);
            }
            let blocks = source.inst_blocks(inst).iter();
            self.targets
                .extend(blocks.filter_map(|block| self.blocks[*block].expand()));
        }
        let has_result = data.result.is_some();
        let copy = caller.create_inst(kind, data.ty, has_result, &self.operands, &self.targets);
        if matches!(data.kind, InstKind::Call(_))
            && called_global(module, source, inst).is_none()
            && called_global(module, caller, copy).is_some()
        {
            self.resolved.insert(copy);
        }
        caller.insts[copy].flags = data.flags;
        caller.insts[copy].debug_loc = self.location(module, data.debug_loc);
        for (_, attachment) in source.attachments_of(inst) {
            if !self.scopes.contains(&attachment.0) {
                caller.attachments.push((copy, *attachment));
            }
        }
        if let Some(result) = data.result.expand() {
            self.values[result] = caller.insts[copy].result;
        }
        if matches!(data.kind, InstKind::Phi) {
            self.phis.push((inst, copy));
        }
        copy
    }

    fn entry(&self) -> Block {
        self.entry.expect("a caller was begun with")
    }

    fn location(
        &mut self,
        module: &mut Module,
        place: PackedOption<avarice_ir::MetadataId>,
    ) -> PackedOption<avarice_ir::MetadataId> {
        let place = place.expand();
        place
            .and_then(|place| self.locations.of(module, place))
            .into()
    }

    /// The value of the caller for one of the callee.
    fn value(
        &self,
        module: &Module,
        caller: &mut Function,
        source: &Function,
        value: Value,
    ) -> Value {
        match source.values[value].def {
            ValueDef::Const(id) => caller.const_value(&module.consts, id),
            _ => self.values[value].expect("operands are copied before their users"),
        }
    }

    fn fill_phis(&mut self, module: &Module, caller: &mut Function, source: &Function) {
        for (phi, copy) in std::mem::take(&mut self.phis) {
            self.operands.clear();
            self.targets.clear();
            let incoming = source.operands(phi).zip(source.inst_blocks(phi));
            for (value, block) in incoming {
                if let Some(block) = self.blocks[*block].expand() {
                    let value = self.value(module, caller, source, value);
                    self.operands.push(value);
                    self.targets.push(block);
                }
            }
            caller.set_incoming(copy, &self.operands, &self.targets);
        }
    }

    /// Gives the users of the call what the copy returns.
    fn give_result(
        &self,
        module: &mut Module,
        caller: &mut Function,
        call: Inst,
        rest: Option<Block>,
    ) {
        let Some(result) = caller.insts[call].result.expand() else {
            return;
        };
        let ty: Type = caller.values[result].ty;
        let value = match (&self.returned[..], rest) {
            ([], _) => {
                let poison = module.constant(ty, ConstKind::Poison);
                caller.const_value(&module.consts, poison)
            }
            ([value], _) => *value,
            (_, Some(rest)) => {
                let phi = caller.create_inst(InstKind::Phi, ty, true, &[], &[]);
                caller.set_incoming(phi, &self.returned, &self.returning);
                build::insert_first(caller, rest, phi);
                caller.insts[phi].result.expect("a phi has a result")
            }
            (_, None) => unreachable!("inline: several returns need a block to lead to"),
        };
        if value != result {
            caller.replace_all_uses(result, value);
        }
    }
}

/// Ends `block` with a jump.
fn jump(caller: &mut Function, block: Block, to: &[Block]) -> Inst {
    let jump = caller.create_inst(InstKind::Br, TypeTable::VOID, false, &[], to);
    caller.append_inst(block, jump);
    jump
}
