//! `partially-inline-libcalls`: library functions that are a single instruction apart from their error handling.
//!
//! ```text
//!                                   %r = call double @llvm.sqrt.f64(double %x)
//!                                   %k = fcmp ord double %r, %r
//!   %y = call double @sqrt(%x)  ─▶  br i1 %k, label %rest, label %error
//!                                 error:                   (%x is below zero: sets errno)
//!                                   %e = call double @sqrt(double %x)
//!                                   br label %rest
//!                                 rest:
//!                                   %y = phi double [ %r, … ], [ %e, %error ]
//! ```
//!
//! # Requires
//! A verified function. `instcombine` has done what needs no branch.
//!
//! # Ensures
//! A verified function that does the same.

use avarice_ir::{
    Block, DataLayout, FloatPredicate, Function, Global, Inst, InstKind, Module, TailKind,
    TypeTable,
};

use crate::build;
use crate::effects::only_reads;
use crate::fold::Folder;
use crate::pass::{FunctionPass, KeptLayout, Log, MakePass, PassInfo};

/// `partially-inline-libcalls`.
pub const PASS: PassInfo = PassInfo {
    name: "partially-inline-libcalls",
    class_name: "PartiallyInlineLibCallsPass",
    summary: "compute square roots inline and call the library only for errors",
    make: MakePass::Function(|| Box::<PartiallyInlineLibCalls>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct PartiallyInlineLibCalls {
    layout: KeptLayout,
    calls: Vec<Inst>,
    order: Vec<Block>,
}

impl FunctionPass for PartiallyInlineLibCalls {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.layout.update(module);
        let Some(layout) = self.layout.take() else {
            return false;
        };
        let mut changed = false;
        self.order.clear();
        for block in std::mem::take(&mut function.layout) {
            self.find_calls(module, &layout, function, block);
            self.order.push(block);
            for call in self.calls.drain(..) {
                log.line(|| avarice_ir::printer::print_inst(module, function, call));
                // What writes no memory sets no `errno`.
                if only_reads(module, function, call) {
                    build::make_square_root(module, function, call);
                    changed = true;
                    continue;
                }
                self.order.extend(branch_around(module, function, call));
                changed = true;
            }
        }
        function.layout.extend_from_slice(&self.order);
        self.layout.put_back(layout);
        changed
    }

    fn keeps_records(&self) -> bool {
        true
    }
}

impl PartiallyInlineLibCalls {
    /// Collects the calls of a block to be replaced, in order.
    fn find_calls(
        &mut self,
        module: &mut Module,
        layout: &DataLayout,
        function: &Function,
        block: Block,
    ) {
        let folder = Folder { module, layout };
        self.calls
            .extend(function.block_insts(block).filter(|call| {
                let InstKind::Call(info) = &function.insts[*call].kind else {
                    return false;
                };
                let result = function.insts[*call].result.expand();
                info.tail != TailKind::MustTail
                    && info.bundles.is_empty()
                    && result.is_some_and(|result| !function.is_unused(result))
                    && folder.is_square_root(function, *call)
            }));
    }
}

/// Puts `call` where the result of the instruction is not a number. Returns the new blocks.
fn branch_around(module: &mut Module, function: &mut Function, call: Inst) -> [Block; 2] {
    let data = &function.insts[call];
    let (ty, place) = (data.ty, data.debug_loc);
    let head = data.block.expect("the call is in a block");
    let result = data.result.expect("the call has a result");
    let [error, rest] = [(); 2].map(|()| function.create_block(b""));
    function.move_insts_after(call, rest);
    rename_predecessor(function, rest, head);

    let operand = function.operand(call, 0);
    let root = build::unary_intrinsic(module, function, build::square_root_of(ty), operand);
    let fast = function.insts[root].result.expect("it returns a number");
    function.insts[root].flags = function.insts[call].flags;
    // x86-64 tests the operand, whose root need not be known then: it compares with zero as fast as with itself.
    let (predicate, sides) = match module.triple.starts_with("x86_64") {
        true => {
            let zero = avarice_ir::typing::zero(&module.types, ty);
            let zero = module.constant(ty, zero);
            let zero = function.const_value(&module.consts, zero);
            (FloatPredicate::Oge, [operand, zero])
        }
        false => (FloatPredicate::Ord, [fast, fast]),
    };
    let compare = InstKind::FCmp(predicate);
    let compare = function.create_inst(compare, TypeTable::I1, true, &sides, &[]);
    let is_number = function.insts[compare]
        .result
        .expect("a comparison has one");
    let branch = function.create_inst(
        InstKind::CondBr,
        TypeTable::VOID,
        false,
        &[is_number],
        &[rest, error],
    );
    let back = function.create_inst(InstKind::Br, TypeTable::VOID, false, &[], &[rest]);
    let phi = function.create_inst(InstKind::Phi, ty, true, &[], &[]);
    for inst in [root, compare, branch, back, phi] {
        function.insts[inst].debug_loc = place;
    }

    let both = function.insts[phi].result.expect("a phi has a result");
    function.replace_all_uses(result, both);
    function.set_incoming(phi, &[fast, result], &[head, error]);
    build::insert_first(function, rest, phi);
    for inst in [root, compare, branch] {
        function.append_inst(head, inst);
    }
    function.move_to_end(call, error);
    function.append_inst(error, back);
    [error, rest]
}

/// Renames `old` to `block`, which now has the end of `old`, in the phis of its successors.
fn rename_predecessor(function: &mut Function, block: Block, old: Block) {
    for successor in function.successors(block).to_vec() {
        let mut next = function.blocks[successor].first.expand();
        while let Some(phi) = next.filter(|inst| function.is_phi(*inst)) {
            next = function.insts[phi].next.expand();
            let lists = &mut function.block_lists;
            for from in function.insts[phi].blocks.as_mut_slice(lists) {
                if *from == old {
                    *from = block;
                }
            }
        }
    }
}
