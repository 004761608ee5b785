//! `called-value-propagation`: which functions an indirect call can reach.
//!
//! Addresses of functions are followed through the module: from the arguments of direct calls to parameters, from `ret`
//! to the results of calls, and through variables that are not visible outside the module.
//!
//! ```text
//!   call @apply(ptr @a)  ─┐
//!                         ├─▶ parameter %f of @apply: {@a, @b} ─▶ call %f, !callees !{ptr @a, ptr @b}
//!   call @apply(ptr @b)  ─┘
//! ```
//!
//! # Requires
//! A verified module.
//!
//! # Ensures
//! Indirect calls of at most [`problem::MAX_FUNCTIONS`] known functions have them in their `!callees`.
//!
//! # Preserves
//! All but the attachments of calls.

pub mod problem;
pub mod trackable;

use avarice_ir::metadata::MetadataData;
use avarice_ir::{ConstKind, Function, Global, GlobalKind, Inst, MetadataId, Module, TypeTable};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::pass::{Log, MakePass, ModulePass, PassInfo, Skips};
use crate::sparse::SolverOf;
use problem::{Callees, Problem, Program};

/// `called-value-propagation`.
pub const PASS: PassInfo = PassInfo {
    name: "called-value-propagation",
    class_name: "CalledValuePropagationPass",
    summary: "find the functions that indirect calls can reach",
    make: MakePass::Module(|| Box::<CalledValuePropagation>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct CalledValuePropagation {
    solver: SolverOf<Problem<'static>>,
}

impl ModulePass for CalledValuePropagation {
    fn run(&mut self, module: &mut Module, _: Skips<'_>, log: &mut Log) -> bool {
        let program = Program::new(module);
        let mut problem = Problem::new(module, &program);
        self.solver.reset(&problem);
        problem.start(&mut self.solver.state);
        self.solver.solve(&mut problem);
        log.line(|| self.solver.print(&problem).to_string());
        let mut found = Vec::new();
        for (owner, call, key) in problem.indirect_calls() {
            if let Callees::Functions(functions) = self.solver.state.fact(key)
                && !functions.is_empty()
                && problem.is_reached(&self.solver.state, owner, call)
            {
                found.push((owner, call, functions.clone()));
            }
        }
        let changed = !found.is_empty();
        let mut nodes = Nodes::default();
        for (owner, call, functions) in found {
            let node = nodes.node_of(module, &functions);
            attach(module, owner, call, node);
        }
        changed
    }
}

/// Nodes that list functions.
#[derive(Default)]
struct Nodes {
    known: Option<Vec<(Functions, MetadataId)>>,
}

/// Functions in order of their names.
type Functions = SmallVec<[Global; problem::MAX_FUNCTIONS]>;

impl Nodes {
    /// The node of these functions; equal lists have one node.
    fn node_of(&mut self, module: &mut Module, functions: &Functions) -> MetadataId {
        let known = self.known.get_or_insert_with(|| existing(module));
        if let Some((_, node)) = known.iter().find(|(list, _)| list == functions) {
            return *node;
        }
        let mut operands = Vec::with_capacity(functions.len());
        for function in functions {
            let id = module.constant(TypeTable::PTR, ConstKind::Global(*function));
            operands.push(Some(module.metadata.nodes.push(MetadataData::Const(id))));
        }
        let node = module.metadata.nodes.push(MetadataData::Node {
            distinct: false,
            operands: operands.into(),
        });
        known.push((functions.clone(), node));
        node
    }
}

/// The nodes of a module that list functions.
fn existing(module: &Module) -> Vec<(Functions, MetadataId)> {
    let function = |id: &Option<MetadataId>| match module.metadata.nodes[(*id)?] {
        MetadataData::Const(id) => match module.consts[id].kind {
            ConstKind::Global(global) => Some(global),
            _ => None,
        },
        _ => None,
    };
    let nodes = module.metadata.nodes.iter();
    let lists = nodes.filter_map(|(node, data)| match data {
        MetadataData::Node {
            distinct: false,
            operands,
        } if operands.len() <= problem::MAX_FUNCTIONS && !operands.is_empty() => {
            let list: Option<Functions> = operands.iter().map(function).collect();
            Some((list?, node))
        }
        _ => None,
    });
    lists.collect()
}

/// Gives a call the attachment `!callees`.
fn attach(module: &mut Module, owner: Global, call: Inst, node: MetadataId) {
    let kinds = &mut module.metadata.kinds;
    let kind = kinds.iter().position(|kind| **kind == *"callees");
    let kind = kind.unwrap_or_else(|| {
        kinds.push("callees".into());
        kinds.len() - 1
    }) as u32;
    let GlobalKind::Function(data) = &mut module.globals[owner].kind else {
        return;
    };
    let Some(function) = &mut data.body else {
        return;
    };
    let attachments = &mut function.attachments;
    let start = attachments.partition_point(|(inst, _)| *inst < call);
    let end = attachments.partition_point(|(inst, _)| *inst <= call);
    match attachments[start..end]
        .iter_mut()
        .find(|(_, (old, _))| *old == kind)
    {
        Some((_, (_, old))) => *old = node,
        None => attachments.insert(end, (call, (kind, node))),
    }
}

/// Bodies of the functions of a module, in order.
fn bodies(module: &Module) -> impl Iterator<Item = (Global, &Function)> {
    let globals = module.globals.iter();
    globals.filter_map(|(id, data)| Some((id, data.body()?)))
}

/// A dense number as an id.
fn id<T: EntityRef>(number: u32) -> T {
    T::new(number as usize)
}
