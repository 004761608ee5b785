//! The table of passes: one row each, under the names of LLVM's `opt`.

use crate::adce::AggressiveDce;
use crate::called_value_propagation::CalledValuePropagation;
use crate::dce::Dce;
use crate::early_cse::EarlyCse;
use crate::globaldce::GlobalDce;
use crate::indvars::IndVarSimplify;
use crate::inline::Inliner;
use crate::instcombine::InstCombine;
use crate::instsimplify::InstSimplify;
use crate::licm::Licm;
use crate::loop_rotate::LoopRotate;
use crate::loop_simplify::LoopSimplify;
use crate::loop_unroll::{LoopUnroll, LoopUnrollFull};
use crate::mem2reg::PromoteMemory;
use crate::partially_inline_libcalls::PartiallyInlineLibCalls;
use crate::pass::{FunctionPass, ModulePass};
use crate::sccp::Sccp;
use crate::simplify_cfg::SimplifyCfg;
use crate::sroa::Sroa;

/// How a pass is made.
#[derive(Clone, Copy)]
pub enum MakePass {
    /// It works on one function at a time.
    Function(fn() -> Box<dyn FunctionPass>),
    /// It works on the module.
    Module(fn() -> Box<dyn ModulePass>),
}

/// A row of the table.
pub struct PassInfo {
    /// Its name in `-passes=`.
    pub name: &'static str,
    /// Its name in LLVM's reports on passes.
    pub class_name: &'static str,
    /// What it does, for the list of passes.
    pub summary: &'static str,
    /// How it is made.
    pub make: MakePass,
}

/// All passes, by name.
pub const PASSES: &[PassInfo] = &[
    PassInfo {
        name: "adce",
        class_name: "ADCEPass",
        summary: "remove code that has no effect, including cycles of values and branches around it",
        make: MakePass::Function(|| Box::<AggressiveDce>::default()),
    },
    PassInfo {
        name: "called-value-propagation",
        class_name: "CalledValuePropagationPass",
        summary: "find the functions that indirect calls can reach",
        make: MakePass::Module(|| Box::<CalledValuePropagation>::default()),
    },
    PassInfo {
        name: "dce",
        class_name: "DCEPass",
        summary: "remove instructions that have no effect and whose result is not used",
        make: MakePass::Function(|| Box::<Dce>::default()),
    },
    PassInfo {
        name: "early-cse",
        class_name: "EarlyCSEPass",
        summary: "reuse what has been computed or loaded before",
        make: MakePass::Function(|| Box::<EarlyCse>::default()),
    },
    PassInfo {
        name: "globaldce",
        class_name: "GlobalDCEPass",
        summary: "remove functions and variables that nothing refers to",
        make: MakePass::Module(|| Box::<GlobalDce>::default()),
    },
    PassInfo {
        name: "indvars",
        class_name: "IndVarSimplifyPass",
        summary: "widen counters that become part of addresses to the width of addresses",
        make: MakePass::Function(|| Box::<IndVarSimplify>::default()),
    },
    PassInfo {
        name: "inline",
        class_name: "InlinerPass",
        summary: "replace calls by the body of the function",
        make: MakePass::Module(|| Box::<Inliner>::default()),
    },
    PassInfo {
        name: "instcombine",
        class_name: "InstCombinePass",
        summary: "combine instructions into fewer or simpler ones",
        make: MakePass::Function(|| Box::<InstCombine>::default()),
    },
    PassInfo {
        name: "instsimplify",
        class_name: "InstSimplifyPass",
        summary: "replace instructions that are equal to a constant or to an existing value",
        make: MakePass::Function(|| Box::<InstSimplify>::default()),
    },
    PassInfo {
        name: "licm",
        class_name: "LICMPass",
        summary: "hoist loop-invariant code out of loops",
        make: MakePass::Function(|| Box::<Licm>::default()),
    },
    PassInfo {
        name: "loop-rotate",
        class_name: "LoopRotatePass",
        summary: "test the condition of loops at their end, not at their start",
        make: MakePass::Function(|| Box::<LoopRotate>::default()),
    },
    PassInfo {
        name: "loop-simplify",
        class_name: "LoopSimplifyPass",
        summary: "give loops a preheader, a single latch and dedicated exits",
        make: MakePass::Function(|| Box::<LoopSimplify>::default()),
    },
    PassInfo {
        name: "loop-unroll",
        class_name: "LoopUnrollPass",
        summary: "unroll small loops: several iterations become one",
        make: MakePass::Function(|| Box::<LoopUnroll>::default()),
    },
    PassInfo {
        name: "loop-unroll-full",
        class_name: "LoopFullUnrollPass",
        summary: "replace loops with few iterations by copies of their body",
        make: MakePass::Function(|| Box::<LoopUnrollFull>::default()),
    },
    PassInfo {
        name: "mem2reg",
        class_name: "PromotePass",
        summary: "turn stack slots into values",
        make: MakePass::Function(|| Box::<PromoteMemory>::default()),
    },
    PassInfo {
        name: "partially-inline-libcalls",
        class_name: "PartiallyInlineLibCallsPass",
        summary: "compute square roots inline and call the library only for errors",
        make: MakePass::Function(|| Box::<PartiallyInlineLibCalls>::default()),
    },
    PassInfo {
        name: "sccp",
        class_name: "SCCPPass",
        summary: "replace values that are constant and remove branches that are never taken, found together",
        make: MakePass::Function(|| Box::<Sccp>::default()),
    },
    PassInfo {
        name: "simplifycfg",
        class_name: "SimplifyCFGPass",
        summary: "remove unreachable blocks, decide branches, merge blocks",
        make: MakePass::Function(|| Box::<SimplifyCfg>::default()),
    },
    PassInfo {
        name: "sroa",
        class_name: "SROAPass",
        summary: "turn parts of stack slots into values",
        make: MakePass::Function(|| Box::<Sroa>::default()),
    },
];

/// The row of the pass named `name`, or `None`.
pub fn find(name: &str) -> Option<&'static PassInfo> {
    PASSES.iter().find(|pass| pass.name == name)
}
