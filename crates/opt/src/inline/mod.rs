//! `inline`: replaces calls by the body of the callee.
//!
//! ```text
//!   here:                                here:
//!     %a = …                               %a = …
//!     %r = call i32 @f(i32 %a)             (what is in @f's first block, with %a for its argument)
//!     %z = mul i32 %r, %a                  br i1 %c, label %then, label %else
//!     ret i32 %z                         then:                       (@f's other blocks)
//!                                          br label %rest            (was ret i32 1)
//!                                        else:
//!                                          br label %rest            (was ret i32 %v)
//!                                        rest:
//!                                          %r = phi i32 [ 1, %then ], [ %v, %else ]
//!                                          %z = mul i32 %r, %a
//!                                          ret i32 %z
//! ```
//!
//! Functions are processed bottom up: the callees of a function have been processed before, so that their sizes include
//! everything inlined into them. A call of a function that has not been processed, which closes a cycle of calls,
//! stays. So does a call that came from an inlined callee, since it was decided there, unless it calls a function that
//! was passed to the callee and is now known. At each call in the source, the code can therefore grow by little more
//! than the limit for a callee.
//!
//! | step | file |
//! |---|---|
//! | which bodies can be inlined, and what they cost | [`candidate`] |
//! | which calls are worth inlining | [`decide`] |
//! | one call is replaced | [`splice`] |
//! | debug locations of inlined code | [`locations`] |
//!
//! # Requires
//! A verified module. Sizes mean most after `sroa` and `simplifycfg`.
//!
//! # Ensures
//! A verified module that does the same. A local function that is no longer called is only declared, and `globaldce`
//! can remove it.

mod candidate;
mod decide;
mod locations;
mod splice;

use avarice_ir::intrinsics::called_global;
use avarice_ir::{Block, Function, Global, GlobalKind, Inst, Linkage, Module, Visibility};
use cranelift_entity::{EntitySet, SecondaryMap};

use crate::call_graph::{CallGraph, direct_calls};
use crate::called_value_propagation::trackable::Trackable;
use crate::forget_places::forget_places;
use crate::pass::{Log, MakePass, ModulePass, PassInfo, Skips};
use candidate::{Candidate, Examiner};
use splice::Splicer;

/// How often calls of functions that were passed to a callee are considered again.
const MAX_ROUNDS: u32 = 2;

/// `inline`.
pub const PASS: PassInfo = PassInfo {
    name: "inline",
    class_name: "InlinerPass",
    summary: "replace calls by the body of the function",
    make: MakePass::Module(|| Box::<Inliner>::default()),
};

/// The pass.
#[derive(Default)]
pub struct Inliner;

impl ModulePass for Inliner {
    fn run(&mut self, module: &mut Module, skips: Skips<'_>, log: &mut Log) -> bool {
        let graph = CallGraph::of(module);
        let mut run = Run {
            examiner: Examiner::new(module),
            candidates: SecondaryMap::new(),
            removable: Trackable::new(module).arguments,
            num_calls: graph.num_calls,
            splicer: Splicer::new(module),
        };
        let mut changed = false;
        for global in graph.bottom_up {
            if !skips(module, global) {
                let is_recursive = graph.is_recursive[global];
                changed |= run.inline_into(module, global, is_recursive, log);
            }
            let candidate = run.examiner.examine(module, global);
            run.candidates[global] = candidate;
        }
        changed
    }
}

/// The pass on one module.
struct Run {
    examiner: Examiner,
    /// By function that has been processed: its properties as a callee.
    candidates: SecondaryMap<Global, Option<Candidate>>,
    /// Functions that can be removed once nothing calls them.
    removable: EntitySet<Global>,
    /// By function: calls of it that there are.
    num_calls: SecondaryMap<Global, u32>,
    splicer: Splicer,
}

impl Run {
    /// Replaces what calls of `caller` are worth it.
    fn inline_into(
        &mut self,
        module: &mut Module,
        caller: Global,
        is_recursive: bool,
        log: &mut Log,
    ) -> bool {
        let changed = module.with_body(caller, |module, body| {
            let mut site = decide::Caller::new(caller, is_recursive);
            let changed = self.inline_calls(module, &mut site, body, None, log);
            for _ in 0..MAX_ROUNDS {
                let resolved = std::mem::take(&mut self.splicer.resolved);
                for called in resolved.keys() {
                    if let Some(called) = called_global(module, body, called) {
                        self.num_calls[called] += 1;
                    }
                }
                let is_done = resolved.is_empty()
                    || !self.inline_calls(module, &mut site, body, Some(&resolved), log);
                if is_done {
                    break;
                }
            }
            if changed {
                body.debug_records.clear();
                forget_places(body);
            }
            changed
        });
        changed.unwrap_or(false)
    }

    /// Replaces what calls, or calls of `among`, are worth it.
    fn inline_calls(
        &mut self,
        module: &mut Module,
        site: &mut decide::Caller,
        body: &mut Function,
        among: Option<&EntitySet<Inst>>,
        log: &mut Log,
    ) -> bool {
        self.splicer.start(body.entry());
        // From the end, so that what comes after a call is moved only once. New blocks are collected the same way.
        let mut reversed = Vec::with_capacity(body.layout.len());
        let mut changed = false;
        for block in std::mem::take(&mut body.layout).into_iter().rev() {
            let mut next = body.blocks[block].last.expand();
            while let Some(inst) = next {
                next = body.insts[inst].prev.expand();
                if among.is_none_or(|among| among.contains(inst))
                    && let Some(callee) = self.callee_of(module, site, body, inst, log)
                {
                    let place = (inst, callee);
                    self.replace(module, site.global, body, place, &mut reversed);
                    changed = true;
                }
            }
            reversed.push(block);
        }
        reversed.reverse();
        body.layout = reversed;
        if changed {
            self.splicer.finish(body);
        }
        changed
    }

    /// The function whose body is to take the place of `inst`, a call of it.
    fn callee_of(
        &self,
        module: &Module,
        caller: &mut decide::Caller,
        body: &Function,
        inst: Inst,
        log: &mut Log,
    ) -> Option<Global> {
        let callee = called_global(module, body, inst)?;
        let candidate = self.candidates[callee].as_ref()?;
        let is_last = self.num_calls[callee] == 1 && self.removable.contains(callee);
        let decision = caller.decide(module, body, inst, (callee, candidate), is_last);
        log.line(|| {
            let [from, to] = [callee, caller.global].map(|id| module.globals[id].name_str());
            format!("{from} into {to}: {decision}")
        });
        decision.is_yes().then_some(callee)
    }

    /// Replaces `call` by the body of `callee`.
    fn replace(
        &mut self,
        module: &mut Module,
        caller: Global,
        body: &mut Function,
        (call, callee): (Inst, Global),
        reversed_layout: &mut Vec<Block>,
    ) {
        module.with_body(callee, |module, source| {
            for (_, called) in direct_calls(module, source) {
                self.num_calls[called] += 1;
            }
            let personality = module.globals[callee]
                .function()
                .and_then(|f| f.personality);
            if let GlobalKind::Function(data) = &mut module.globals[caller].kind {
                data.personality = data.personality.or(personality);
            }
            self.splicer
                .splice(module, body, (callee, source), call, reversed_layout);
        });
        self.num_calls[callee] -= 1;
        if self.num_calls[callee] == 0 && self.removable.contains(callee) {
            self.remove(module, callee);
        }
    }

    /// Reduces a function that nothing calls to its declaration.
    fn remove(&mut self, module: &mut Module, global: Global) {
        let data = &mut module.globals[global];
        let GlobalKind::Function(function) = &mut data.kind else {
            return;
        };
        let body = function.body.take();
        function.prefix = None;
        function.prologue = None;
        function.personality = None;
        data.linkage = Linkage::External;
        data.visibility = Visibility::Default;
        data.comdat = None;
        data.metadata.clear();
        self.candidates[global] = None;
        for (_, called) in body.iter().flat_map(|body| direct_calls(module, body)) {
            self.num_calls[called] -= 1;
        }
    }
}
