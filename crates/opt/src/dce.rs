//! `dce`: removes instructions that have no effect and whose result is not used.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! No instruction is left that has neither effects nor users.
//!
//! # Preserves
//! Blocks and their edges.

use avarice_ir::{Function, Global, Inst, Module, Value};
use smallvec::SmallVec;

use crate::effects::is_removable;
use crate::pass::{FunctionPass, Log, MakePass, PassInfo};

/// `dce`.
pub const PASS: PassInfo = PassInfo {
    name: "dce",
    class_name: "DCEPass",
    summary: "remove instructions that have no effect and whose result is not used",
    make: MakePass::Function(|| Box::<Dce>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct Dce {
    /// Instructions that lost their last user.
    work: Vec<Inst>,
}

impl FunctionPass for Dce {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let mut changed = false;
        // From the end: users come before what they use, so most instructions are visited once.
        for at in (0..function.layout.len()).rev() {
            let mut next = function.blocks[function.layout[at]].last.expand();
            while let Some(inst) = next {
                next = function.insts[inst].prev.expand();
                changed |= self.remove_if_dead(module, function, inst, log);
            }
        }
        // In a loop, or with an unusual layout, some come after their users.
        while let Some(inst) = self.work.pop() {
            changed |= self.remove_if_dead(module, function, inst, log);
        }
        changed
    }

    fn keeps_records(&self) -> bool {
        true
    }
}

impl Dce {
    /// Removes `inst` if it is dead, and puts the operands that then have no users on the list.
    fn remove_if_dead(
        &mut self,
        module: &Module,
        function: &mut Function,
        inst: Inst,
        log: &mut Log,
    ) -> bool {
        let data = &function.insts[inst];
        let is_used = data.result.expand().is_some_and(|v| !function.is_unused(v));
        if data.block.is_none() || is_used || !is_removable(module, function, inst) {
            return false;
        }
        log.line(|| {
            let text = avarice_ir::printer::print_inst(module, function, inst);
            format!("DCE: {text}")
        });
        let operands: SmallVec<[Value; 4]> = function.operands(inst).collect();
        function.remove_inst(inst);
        let unused = operands.into_iter().filter(|v| function.is_unused(*v));
        self.work
            .extend(unused.filter_map(|v| function.def_inst(v)));
        true
    }
}
