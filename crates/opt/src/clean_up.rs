//! What `compile` does to LLVM IR with passes of `opt`: for front ends that do not optimize, stack slots become values, and what
//! this leaves over is cleaned up; square roots are computed without a call where that is right.

use avarice_ir::{Function, Global, InstKind, Intrinsic, Module};
use cranelift_entity::EntitySet;

use crate::manager::{Event, Manager, Watch};
use crate::mem2reg::promotable::is_promotable;
use crate::pass::PassInfo;
use crate::pipeline::Pipeline;
use crate::{loop_reduce, partially_inline_libcalls};

/// The passes.
const PASSES: &str = "default<O1>";

/// Runs the passes on each function that has stack slots which can be values, but for those marked `optnone` and those that
/// call `llvm.eh.sjlj.setjmp`. What was optimized already stays as it is, but for being put into functions that were not.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same.
pub fn promote_slots(module: &mut Module) {
    let mut wanted: EntitySet<Global> = EntitySet::new();
    let returns_twice = come_back(module);
    let is_wanted = |global: &Global| {
        !returns_twice.contains(*global)
            && has_promotable_slot(module, *global)
            && !module.is_optnone(*global)
    };
    wanted.extend(module.globals.keys().filter(is_wanted));
    if wanted.is_empty() {
        return;
    }
    run(PASSES, module, &|_, global| !wanted.contains(global));
}

/// Computes square roots by an instruction, with a call where the result is not a number: then the library sets `errno`.
/// Functions marked `optnone` stay as they are.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same.
pub fn inline_square_roots(module: &mut Module) {
    let is_root = |name: &[u8]| matches!(name, b"sqrt" | b"sqrtf");
    if module.globals.values().any(|data| is_root(&data.name)) {
        run(
            partially_inline_libcalls::PASS.name,
            module,
            &Module::is_optnone,
        );
    }
}

/// Counts what loops compute of their counters by products. Functions marked `optnone` stay as they are.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same.
pub fn reduce_loops(module: &mut Module) {
    run(loop_reduce::PASS.name, module, &Module::is_optnone);
}

/// Simplifies instructions of the functions `changed`, without making new ones, and removes those that nothing needs.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same.
pub fn simplify(module: &mut Module, changed: &[Global]) {
    if !changed.is_empty() {
        let mut wanted: EntitySet<Global> = EntitySet::new();
        wanted.extend(changed.iter().copied());
        run("instsimplify,dce", module, &|_, global| {
            !wanted.contains(global)
        });
    }
}

/// Runs passes on the functions that `skips` does not name.
fn run(passes: &str, module: &mut Module, skips: &dyn Fn(&Module, Global) -> bool) {
    let pipeline = Pipeline::parse(passes).expect("the passes are known");
    let mut manager = Manager {
        skips,
        watch: &mut Unwatched,
    };
    manager
        .run(&pipeline, module)
        .expect("nothing stops the pipeline");
}

/// The functions that `llvm.eh.sjlj.longjmp` comes back into. It does not know what their values were by then; what is in
/// slots stays.
fn come_back(module: &Module) -> EntitySet<Global> {
    let mut found = EntitySet::new();
    let is_setjmp = |intrinsic| intrinsic == Some(Intrinsic::EhSjljSetjmp);
    let mut globals = module.globals.keys();
    if !globals.any(|global| is_setjmp(Intrinsic::of_global(module, global))) {
        return found;
    }
    for global in module.globals.keys() {
        let calls_it = |body: &Function| {
            let mut insts = body.insts.keys();
            insts.any(|inst| is_setjmp(Intrinsic::of_call(module, body, inst)))
        };
        if module.globals[global].body().is_some_and(calls_it) {
            found.insert(global);
        }
    }
    found
}

/// Whether a slot in the entry block of a function can be a value.
fn has_promotable_slot(module: &Module, global: Global) -> bool {
    let Some(function) = module.globals[global].body() else {
        return false;
    };
    let is_slot = |inst| matches!(function.insts[inst].kind, InstKind::Alloca { .. });
    function
        .block_insts(function.entry())
        .any(|inst| is_slot(inst) && is_promotable(module, function, inst))
}

/// Watches nothing.
struct Unwatched;

impl Watch for Unwatched {
    fn is_logged(&self, _: &str) -> bool {
        false
    }

    fn see(
        &mut self,
        _: &PassInfo,
        _: &Module,
        _: Option<Global>,
        _: Event<'_>,
    ) -> Result<(), String> {
        Ok(())
    }

    fn finish_function(&mut self, _: &Module, _: Global) {}
}
