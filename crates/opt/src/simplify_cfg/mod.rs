//! `simplifycfg`: fewer blocks and branches.
//!
//! ```text
//!   br i1 true, %a, %b        ─▶  br %a                           (decide)
//!   nothing jumps to %b       ─▶  %b is gone                      (unreachable)
//!   %a: … br %c, only to %c   ─▶  %c's instructions end %a        (merge)
//!   %e: br %f, nothing else   ─▶  edges to %e lead to %f          (forward)
//!   phi of a constant, and a branch on it: from there past it         (thread)
//!   a branch around an addition or two: both, and a select            (select)
//! ```
//!
//! Steps are repeated until nothing changes: each may make others possible.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same; every block is reachable, or its address is taken.

mod decide;
mod forward;
mod merge;
mod select;
mod thread;

use avarice_ir::{Block, Cfg, Const, ConstKind, Function, Global, InstKind, Module, TypeTable};
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::edges::{remove_edge, replace_if_one_value};
use crate::pass::{FunctionPass, Log, MakePass, PassInfo};

/// `simplifycfg`.
pub const PASS: PassInfo = PassInfo {
    name: "simplifycfg",
    class_name: "SimplifyCFGPass",
    summary: "remove unreachable blocks, decide branches, merge blocks",
    make: MakePass::Function(|| Box::<SimplifyCfg>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct SimplifyCfg {
    cfg: Cfg,
    /// Whether edges have changed since the graph was computed.
    is_stale: bool,
    /// Blocks whose address is a constant, and how many constants have been checked for that.
    taken: Vec<(Global, Block)>,
    num_consts: usize,
    /// By block: whether its address is taken.
    has_address: SecondaryMap<Block, bool>,
}

impl FunctionPass for SimplifyCfg {
    fn run(
        &mut self,
        module: &mut Module,
        global: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.find_addresses(module, global);
        self.is_stale = true;
        let mut changed = false;
        loop {
            let mut again = decide::decide_branches(module, function, log);
            self.is_stale |= again;
            again |= self.remove_unreachable(module, function, log);
            again |= remove_single_phis(module, function);
            again |= self.merge_blocks(function, log);
            again |= self.forward_empty_blocks(function, log);
            again |= self.thread_constants(module, function, log);
            again |= self.form_selects(module, function, log);
            if !again {
                return changed;
            }
            changed = true;
        }
    }
}

impl SimplifyCfg {
    /// Computes the graph if edges have changed since it was.
    fn update_graph(&mut self, function: &Function) {
        if std::mem::take(&mut self.is_stale) {
            self.cfg.compute(function);
        }
    }

    /// Notes which blocks of the function of `global` have their address taken, anywhere in the module.
    fn find_addresses(&mut self, module: &Module, global: Global) {
        for index in self.num_consts..module.consts.len() {
            if let ConstKind::BlockAddress(of, block) = module.consts[Const::new(index)].kind {
                self.taken.push((of, block));
            }
        }
        self.num_consts = module.consts.len();
        self.has_address.clear();
        for (of, block) in &self.taken {
            if *of == global {
                self.has_address[*block] = true;
            }
        }
    }

    fn remove_unreachable(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.update_graph(function);
        let is_kept = |block: &Block| self.cfg.is_reachable(*block) || self.has_address[*block];
        let layout = function.layout.iter().copied();
        let gone: Vec<Block> = layout.filter(|block| !is_kept(block)).collect();
        // One whose address is taken stays, without what would lead on from it.
        let is_hollow = |block: &Block| {
            let first = function.blocks[*block].first.expand();
            first.is_some_and(|first| matches!(function.insts[first].kind, InstKind::Unreachable))
        };
        let layout = function.layout.iter().copied();
        let emptied: Vec<Block> = layout
            .filter(|block| {
                !self.cfg.is_reachable(*block) && self.has_address[*block] && !is_hollow(block)
            })
            .collect();
        for block in gone.iter().chain(&emptied) {
            log.line(|| {
                let name = avarice_ir::printer::print_block_name(module, function, *block);
                format!("SimplifyCFG: removing unreachable block {name}")
            });
            for successor in function.successors(*block).to_vec() {
                remove_edge(module, function, *block, successor);
            }
        }
        for block in gone.iter().chain(&emptied) {
            remove_code(module, function, *block);
        }
        for block in &emptied {
            let end = function.create_inst(InstKind::Unreachable, TypeTable::VOID, false, &[], &[]);
            function.append_inst(*block, end);
        }
        function.layout.retain(is_kept);
        self.is_stale = !gone.is_empty() || !emptied.is_empty();
        self.is_stale
    }
}

/// Removes all instructions of a block that nothing reaches. Others that use their results, which nothing reaches
/// either, use poison.
fn remove_code(module: &mut Module, function: &mut Function, block: Block) {
    while let Some(inst) = function.blocks[block].last.expand() {
        if let Some(result) = function.insts[inst].result.expand()
            && !function.is_unused(result)
        {
            let poison = poison_or_none(module, function.values[result].ty);
            let poison = function.const_value(&module.consts, poison);
            function.replace_all_uses(result, poison);
        }
        function.remove_inst(inst);
    }
}

fn poison_or_none(module: &mut Module, ty: avarice_ir::Type) -> Const {
    let kind = match module.types[ty] {
        avarice_ir::TypeData::Token => ConstKind::NoneToken,
        _ => ConstKind::Poison,
    };
    module.constant(ty, kind)
}

/// Removes phis that have one value.
fn remove_single_phis(module: &mut Module, function: &mut Function) -> bool {
    let mut changed = false;
    for at in 0..function.layout.len() {
        let mut next = function.blocks[function.layout[at]].first.expand();
        while let Some(phi) = next {
            if !function.is_phi(phi) {
                break;
            }
            next = function.insts[phi].next.expand();
            changed |= replace_if_one_value(module, function, phi);
        }
    }
    changed
}
