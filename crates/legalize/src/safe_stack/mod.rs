//! `safe-stack`: objects that could be overrun live on a stack of their own, the unsafe stack, away from return addresses.
//!
//! A variable of the runtime, one per thread, holds the end of the unsafe stack. A function allocates room on it at its
//! entry, and frees the room before it returns:
//!
//! ```text
//!   entry:    %base = load ptr, ptr @__safestack_unsafe_stack_ptr
//!             %top = getelementptr i8, ptr %base, i64 -SIZE
//!             store ptr %top, ptr @__safestack_unsafe_stack_ptr
//!             ...                                     ; %object is getelementptr i8, ptr %base, i64 -OFFSET
//!             store ptr %base, ptr @__safestack_unsafe_stack_ptr
//!             ret void
//! ```
//!
//! Objects of variable size move the end of the unsafe stack when they are allocated. It is restored where control
//! returns by an exception or a second return. If there is also a stack protector, the guard lies above the objects on
//! the unsafe stack.
//!
//! | file | does |
//! |---|---|
//! | `accesses` | tells which objects are only accessed within their bounds: these stay |
//! | `room` | gives objects their places in the room of a function |
//! | `rewrite` | rewrites the function |

mod accesses;
mod rewrite;
mod room;

use avarice_ir::{
    DataLayout, Function, Global, GlobalKind, Inst, InstKind, Intrinsic, Module, ThreadLocal, Type,
    TypeTable, Value,
};

use crate::target::{ExpansionTarget, declare_variable};
use accesses::Accesses;
use rewrite::Rewrite;

/// The variable with the end of the unsafe stack.
const POINTER: &str = "__safestack_unsafe_stack_ptr";

/// The function with which the runtime says where the end of the unsafe stack is kept.
const POINTER_ADDRESS: &str = "__safestack_pointer_address";

/// How the end of the unsafe stack is found, where the system has no place of its own for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOfUnsafeStack {
    /// In a variable of the runtime.
    Variable,
    /// Where a function of the runtime says (`-safestack-use-pointer-address`).
    Called,
}

/// An object on the stack that is to go to the unsafe stack.
#[derive(Clone, Copy)]
struct Object {
    /// Its address as it is now.
    address: Value,
    /// The alloca; `None` for an argument that the caller has put on the stack.
    alloca: Option<Inst>,
    /// Bytes, at least one.
    size: u64,
    /// In bytes.
    align: u64,
}

/// What of a function has to do with the unsafe stack.
#[derive(Default)]
struct Plan {
    /// Objects of constant size: arguments first.
    objects: Vec<Object>,
    /// Allocas that are executed, with their type and its alignment.
    variable: Vec<(Inst, Type, u64)>,
    /// Returns, or the calls before them that have to stay the last.
    returns: Vec<Inst>,
    /// Where control may come back with another end of the unsafe stack.
    restores: Vec<Inst>,
}

/// Moves what is unsafe in functions with the attribute `safestack`.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. A function with room on the unsafe stack says how much, as an annotation.
///
/// # Errors
/// If the variable of the runtime is there with another type, or the same for all threads.
pub fn move_to_safe_stack(
    module: &mut Module,
    target: &dyn ExpansionTarget,
    end: EndOfUnsafeStack,
) -> Result<(), (Global, String)> {
    if !module.attr_sets.values().any(|set| set.has("safestack")) {
        return Ok(());
    }
    let Ok(layout) = DataLayout::of_module(module) else {
        return Ok(());
    };
    let asks = |global: &Global| {
        let attrs = module.globals[*global]
            .function()
            .and_then(|f| f.attrs.function);
        module.globals[*global].body().is_some() && module.attrs(attrs).has("safestack")
    };
    let functions: Vec<Global> = module.globals.keys().filter(asks).collect();
    for global in functions {
        let done = module.with_body(global, |module, body| {
            let plan = plan(module, &layout, global, body);
            let is_used =
                !plan.objects.is_empty() || !plan.variable.is_empty() || !plan.restores.is_empty();
            if is_used {
                if end == EndOfUnsafeStack::Variable {
                    check_variable(module)?;
                }
                Rewrite::new(module, body, global, target, end).run(&layout, plan);
            }
            Ok(())
        });
        done.unwrap_or(Ok(())).map_err(|why| (global, why))?;
    }
    Ok(())
}

/// Whether the system keeps the end of the unsafe stack where it keeps what else belongs to a thread.
fn is_android(module: &Module) -> bool {
    module.triple.contains("android")
}

/// Declares the variable of the runtime, unless the system has a place of its own for it.
fn check_variable(module: &mut Module) -> Result<(), String> {
    match is_android(module) {
        true if module.triple.starts_with("aarch64") => return Ok(()),
        true => return Err("unsupported: safestack for Android on x86-64".into()),
        false => {}
    }
    let is_known = module.globals_by_name.contains_key(POINTER.as_bytes());
    declare_variable(module, POINTER, TypeTable::PTR, 0);
    let Some(global) = module.globals_by_name.get(POINTER.as_bytes()).copied() else {
        return Ok(());
    };
    let data = &mut module.globals[global];
    if !is_known {
        data.thread_local = ThreadLocal::InitialExec;
        data.dso_local = false;
    }
    if !matches!(data.kind, GlobalKind::Variable(_)) || data.value_type != TypeTable::PTR {
        return Err(format!("{POINTER} must have void* type"));
    }
    match data.thread_local {
        ThreadLocal::None => Err(format!("{POINTER} must be thread-local")),
        _ => Ok(()),
    }
}

/// Finds what is to be changed in a function.
fn plan(module: &Module, layout: &DataLayout, global: Global, function: &Function) -> Plan {
    let mut plan = Plan::default();
    let accesses = Accesses {
        module,
        layout,
        function,
    };
    let params = module.globals[global].function().map(|f| &*f.attrs.params);
    for (index, arg) in function.args.iter().enumerate() {
        let attrs = params.and_then(|params| params.get(index).copied().flatten());
        let attrs = module.attrs(attrs);
        let Some(ty) = attrs.ty("byval") else {
            continue;
        };
        let size = layout.store_size(&module.types, ty).unwrap_or(0);
        if !accesses.are_safe(*arg, size) {
            let align = layout.pref_align(&module.types, ty);
            plan.objects.push(Object {
                address: *arg,
                alloca: None,
                size: size.max(1),
                align: align.max(attrs.int("align").unwrap_or(1)),
            });
        }
    }
    for block in &function.layout {
        for inst in function.block_insts(*block) {
            plan_inst(&accesses, inst, *block == function.entry(), &mut plan);
        }
    }
    plan
}

fn plan_inst(accesses: &Accesses<'_>, inst: Inst, in_entry: bool, plan: &mut Plan) {
    let Accesses {
        module,
        layout,
        function,
    } = *accesses;
    match &function.insts[inst].kind {
        InstKind::Alloca { ty, align, .. } => {
            let Some(address) = function.insts[inst].result.expand() else {
                return;
            };
            let count = accesses.constant(function.operand(inst, 0));
            let size = layout.alloc_size(&module.types, *ty).unwrap_or(0);
            let size = count.map_or(0, |count| size.saturating_mul(count as u64));
            if accesses.are_safe(address, size) {
                return;
            }
            let align = layout.pref_align(&module.types, *ty).max(*align);
            match in_entry && count.is_some() {
                true => plan.objects.push(Object {
                    address,
                    alloca: Some(inst),
                    size: size.max(1),
                    align,
                }),
                false => plan.variable.push((inst, *ty, align)),
            }
        }
        InstKind::Ret => {
            let mut before = function.insts[inst]
                .prev
                .expand()
                .into_iter()
                .collect::<Vec<_>>();
            before.extend(
                before
                    .first()
                    .and_then(|first| function.insts[*first].prev.expand()),
            );
            let is_last = |call: &Inst| {
                let info = function.insts[*call].kind.call_info();
                info.is_some_and(|info| info.tail == avarice_ir::TailKind::MustTail)
            };
            let call = before.into_iter().find(is_last);
            plan.returns.push(call.unwrap_or(inst));
        }
        InstKind::Call(info) => {
            let callee = avarice_ir::intrinsics::called_global(module, function, inst);
            let declared = callee.and_then(|global| module.globals[global].function());
            let declared = declared.and_then(|data| data.attrs.function);
            let has = |group| module.attrs(group).has("returns_twice");
            let twice = has(info.attrs.function) || has(declared);
            if callee.is_some() && twice && Intrinsic::of_call(module, function, inst).is_none() {
                plan.restores.push(inst);
            }
        }
        InstKind::LandingPad { .. } => plan.restores.push(inst),
        _ => {}
    }
}
