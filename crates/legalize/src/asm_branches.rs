//! Outputs of inline assembly that jumps, on the edges that the assembly itself takes.
//!
//! The result of `callbr` is copied out of registers after the assembly, where only the default edge passes. On the other
//! edges it is the result of a call at the beginning of the block that the assembly jumps to:
//!
//! ```text
//!   %r = callbr i32 asm …                     %r = callbr i32 asm …
//!        to label %a [label %b]                    to label %a [label %b]
//! a:                                        a:
//!   br label %c                               br label %c
//! b:                                        b:
//!   br label %c                               %s = call i32 @llvm.callbr.landingpad.i32(i32 %r)
//! c:                                          br label %c
//!   ret i32 %r                              c:
//!                                             %p = phi i32 [ %r, %a ], [ %s, %b ]
//!                                             ret i32 %p
//! ```

use avarice_ir::{
    Block, Cfg, Function, Global, GlobalKind, Inst, InstFlags, InstKind, Intrinsic, Module,
    TypeTable, Use, Value,
};
use cranelift_entity::{EntitySet, SecondaryMap};

use super::builder::Builder;
use crate::target::ExpansionTarget;

/// Gives each block to which inline assembly with outputs jumps its own copy of these outputs.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. No value that `callbr` defines is used where an indirect edge of it leads, but
/// by calls of `llvm.callbr.landingpad` at the beginning of blocks of which that edge is the only one.
pub(super) fn land_asm_branches(module: &mut Module, target: &dyn ExpansionTarget) {
    let functions: Vec<Global> = module.globals.keys().collect();
    for global in functions {
        let GlobalKind::Function(data) = &mut module.globals[global].kind else {
            continue;
        };
        let has_outputs =
            |body: &Function| body.layout.iter().any(|at| branch(body, *at).is_some());
        let Some(mut body) = data.body.take_if(|body| has_outputs(body)) else {
            continue;
        };
        let branches = body.layout.iter().filter_map(|at| branch(&body, *at));
        let branches: Vec<(Inst, Value)> = branches.collect();
        let cfg = Cfg::of(&*body);
        for (inst, _) in &branches {
            split_critical_edges(&mut body, *inst, &cfg);
        }
        let cfg = Cfg::of(&*body);
        for (inst, result) in branches {
            let builder = Builder {
                module,
                function: &mut body,
                at: inst,
                global,
                target,
            };
            Landing::new(builder, &cfg, result).run();
        }
        if let GlobalKind::Function(data) = &mut module.globals[global].kind {
            data.body = Some(body);
        }
    }
}

/// The `callbr` that ends a block, and its result, if that is used.
fn branch(function: &Function, block: Block) -> Option<(Inst, Value)> {
    let inst = function.terminator(block)?;
    let result = function.insts[inst].result.expand()?;
    let is_branch = matches!(function.insts[inst].kind, InstKind::CallBr(_));
    (is_branch && !function.is_unused(result)).then_some((inst, result))
}

/// Makes a block on each indirect edge of `branch` to a block that has other edges or phis. `cfg` is that of the function
/// before any edge was split.
fn split_critical_edges(function: &mut Function, branch: Inst, cfg: &Cfg) {
    let Some(from) = function.insts[branch].block.expand() else {
        return;
    };
    let mut targets: Vec<Block> = Vec::new();
    for target in &function.inst_blocks(branch)[1..] {
        let first = function.blocks[*target].first.expand();
        let has_phi = first.is_some_and(|first| function.is_phi(first));
        let has_others = cfg.predecessors(*target).len() > 1;
        if (has_phi || has_others) && !targets.contains(target) {
            targets.push(*target);
        }
    }
    for target in targets {
        split_edges(function, branch, from, target);
    }
}

/// Makes the indirect edges of `branch`, in block `from`, to `target` one edge by way of a block of their own.
fn split_edges(function: &mut Function, branch: Inst, from: Block, target: Block) {
    let name = |block: Block| function.name(function.blocks[block].name);
    let name = [name(from), b".", name(target), b"_crit_edge"].concat();
    let middle = function.create_block(&name);
    let place = function.layout.iter().position(|block| *block == from);
    let place = place.map_or(function.layout.len(), |place| place + 1);
    function.layout.insert(place, middle);
    let jump = function.create_inst(InstKind::Br, TypeTable::VOID, false, &[], &[target]);
    function.insts[jump].debug_loc = function.insts[branch].debug_loc;
    function.append_inst(middle, jump);
    let successors = function.inst_blocks(branch).to_vec();
    let is_default = successors[0] == target;
    for (index, successor) in successors.iter().enumerate().skip(1) {
        if *successor == target {
            function.set_successor(branch, index, middle);
        }
    }
    let insts = function.block_insts(target);
    let phis: Vec<Inst> = insts.take_while(|inst| function.is_phi(*inst)).collect();
    for phi in phis {
        let (mut values, mut blocks) = (Vec::new(), Vec::new());
        let mut passed = None;
        let inputs = function.operands(phi).zip(function.inst_blocks(phi));
        for (value, block) in inputs {
            match *block == from {
                true => passed = Some(value),
                false => {
                    values.push(value);
                    blocks.push(*block);
                }
            }
        }
        let Some(passed) = passed else {
            continue;
        };
        if is_default {
            values.push(passed);
            blocks.push(from);
        }
        values.push(passed);
        blocks.push(middle);
        function.set_incoming(phi, &values, &blocks);
    }
}

/// What a `callbr` defines at some place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reaching {
    /// This value.
    Value(Value),
    /// What several edges bring together at the beginning of this block.
    Merged(Block),
}

/// The result of one `callbr` while its uses are divided among the edges.
struct Landing<'a> {
    builder: Builder<'a>,
    cfg: &'a Cfg,
    result: Value,
    /// What blocks that define it leave at their end.
    defined: SecondaryMap<Block, Option<Value>>,
    /// What reaches the beginning of other blocks.
    starts: SecondaryMap<Block, Option<Reaching>>,
    /// The phi of each block of [`Reaching::Merged`].
    phis: SecondaryMap<Block, Option<Value>>,
}

impl<'a> Landing<'a> {
    fn new(builder: Builder<'a>, cfg: &'a Cfg, result: Value) -> Self {
        Self {
            builder,
            cfg,
            result,
            defined: SecondaryMap::new(),
            starts: SecondaryMap::new(),
            phis: SecondaryMap::new(),
        }
    }

    fn run(&mut self) {
        let uses = self.define();
        let places: Vec<(Use, Block)> = uses
            .into_iter()
            .filter_map(|slot| Some((slot, self.place(slot)?)))
            .collect();
        self.find_values(&places);
        for (slot, block) in places {
            let value = self.value_in(block);
            self.builder.function.set_use(slot, value);
        }
    }

    /// Makes the calls. Returns the uses that may have to change.
    fn define(&mut self) -> Vec<Use> {
        let branch = self.builder.at;
        let all: Vec<Use> = self.builder.function.uses_of(self.result).collect();
        let mut others = Vec::new();
        for slot in all {
            let user = self.builder.function.uses[slot].user;
            match (
                self.is_landing(user),
                self.builder.function.insts[user].block.expand(),
            ) {
                (true, Some(block)) => {
                    self.defined[block] = self.builder.function.insts[user].result.expand();
                }
                _ => others.push(slot),
            }
        }
        let targets = self.builder.function.inst_blocks(branch)[1..].to_vec();
        let ty = self.builder.ty(self.result);
        for target in targets {
            let first = self.builder.function.blocks[target].first.expand();
            if let (None, Some(first)) = (self.defined[target], first) {
                self.builder.at = first;
                let landing = self.builder.intrinsic(
                    Intrinsic::CallbrLandingpad,
                    &[ty],
                    ty,
                    InstFlags::empty(),
                    &[self.result],
                );
                self.defined[target] = Some(landing);
            }
        }
        self.builder.at = branch;
        if let Some(home) = self.builder.function.insts[branch].block.expand() {
            self.defined[home] = Some(self.result);
        }
        others
    }

    fn is_landing(&self, inst: Inst) -> bool {
        let called = Intrinsic::of_call(self.builder.module, self.builder.function, inst);
        called == Some(Intrinsic::CallbrLandingpad)
    }

    /// The block at whose end, or in which, a use reads the value.
    fn place(&self, slot: Use) -> Option<Block> {
        let function = &*self.builder.function;
        let user = function.uses[slot].user;
        if !function.is_phi(user) {
            return function.insts[user].block.expand();
        }
        let at = function.use_ids(user).position(|other| other == slot)?;
        function.inst_blocks(user).get(at).copied()
    }

    /// Finds what reaches all blocks on the way to those of `places`, and makes phis.
    fn find_values(&mut self, places: &[(Use, Block)]) {
        let mut wanted = EntitySet::new();
        let mut work: Vec<Block> = places.iter().map(|(_, block)| *block).collect();
        while let Some(block) = work.pop() {
            let ends = self.defined[block].is_some() || !self.cfg.is_reachable(block);
            if !ends && wanted.insert(block) {
                work.extend(self.cfg.predecessors(block));
            }
        }
        let order = self.cfg.postorder().iter().rev().copied();
        let order: Vec<Block> = order.filter(|block| wanted.contains(*block)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for block in &order {
                let found = self.reaching(*block);
                changed |= self.starts[*block] != found;
                self.starts[*block] = found;
            }
        }
        let is_merged = |block: &&Block| self.starts[**block] == Some(Reaching::Merged(**block));
        let merged: Vec<Block> = order.iter().filter(is_merged).copied().collect();
        self.make_phis(&merged);
    }

    /// What reaches the beginning of `block`, as far as that is known of its predecessors.
    fn reaching(&self, block: Block) -> Option<Reaching> {
        if self.starts[block] == Some(Reaching::Merged(block)) {
            return self.starts[block];
        }
        let mut found = None;
        for pred in self.cfg.predecessors(block) {
            let Some(value) = self.at_end(*pred) else {
                continue;
            };
            if found.is_some_and(|found| found != value) {
                return Some(Reaching::Merged(block));
            }
            found = Some(value);
        }
        found
    }

    fn at_end(&self, block: Block) -> Option<Reaching> {
        match self.defined[block] {
            Some(value) => Some(Reaching::Value(value)),
            None => self.starts[block],
        }
    }

    fn make_phis(&mut self, merged: &[Block]) {
        let ty = self.builder.ty(self.result);
        let function = &mut *self.builder.function;
        let mut made = Vec::new();
        for block in merged {
            let Some(first) = function.blocks[*block].first.expand() else {
                continue;
            };
            let phi = function.create_inst(InstKind::Phi, ty, true, &[], &[]);
            function.insert_before(first, phi);
            self.phis[*block] = function.insts[phi].result.expand();
            made.push((phi, *block));
        }
        for (phi, block) in made {
            let preds: Vec<Block> = self.cfg.predecessors(block).to_vec();
            for pred in preds {
                let value = self.value_in(pred);
                self.builder.function.add_incoming(phi, value, pred);
            }
        }
    }

    /// The value at the end of `block`, and in it.
    fn value_in(&mut self, block: Block) -> Value {
        let found = match self.at_end(block) {
            Some(Reaching::Value(value)) => Some(value),
            Some(Reaching::Merged(block)) => self.phis[block],
            None => None,
        };
        let ty = self.builder.ty(self.result);
        found.unwrap_or_else(|| self.builder.poison(ty))
    }
}
