//! Which functions call which, as far as calls are direct, or are of a function that is passed to a direct call.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{ConstKind, Function, Global, Inst, Module};
use cranelift_entity::SecondaryMap;

/// Functions in an order in which callees come before their callers, as far as calls make no circle.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// Functions with a body, callees first.
    pub bottom_up: Vec<Global>,
    /// By function: number of direct calls in the module.
    pub num_calls: SecondaryMap<Global, u32>,
    /// By function: whether calls lead from it back to it.
    pub is_recursive: SecondaryMap<Global, bool>,
}

impl CallGraph {
    /// The calls of `module`.
    pub fn of(module: &Module) -> Self {
        let mut graph = Self::default();
        let mut callees: SecondaryMap<Global, Vec<Global>> = SecondaryMap::new();
        for (caller, data) in module.globals.iter() {
            let Some(body) = data.body() else { continue };
            for (call, callee) in direct_calls(module, body) {
                graph.num_calls[callee] += 1;
                callees[caller].push(callee);
                callees[caller].extend(functions_given(module, body, call));
            }
        }
        graph.walk(module, &callees);
        graph
    }

    /// Depth first: a function is done when all that it calls are. A call of one that is on the path closes a circle,
    /// on which are all from there to the caller.
    fn walk(&mut self, module: &Module, callees: &SecondaryMap<Global, Vec<Global>>) {
        let mut states: SecondaryMap<Global, State> = SecondaryMap::new();
        let mut path: Vec<Step> = Vec::new();
        for root in module.globals.keys() {
            if module.globals[root].body().is_none() || states[root] != State::New {
                continue;
            }
            states[root] = State::OnPath(0);
            path.push(Step::new(root, 0));
            while let Some(at) = path.len().checked_sub(1) {
                let step = &mut path[at];
                let Some(callee) = callees[step.function].get(step.next).copied() else {
                    self.finish(&mut path, &mut states);
                    continue;
                };
                step.next += 1;
                match states[callee] {
                    State::OnPath(first) => {
                        step.reach = step.reach.min(first);
                        self.is_recursive[step.function] = true;
                        self.is_recursive[callee] = true;
                    }
                    State::New if module.globals[callee].body().is_some() => {
                        states[callee] = State::OnPath(at + 1);
                        path.push(Step::new(callee, at + 1));
                    }
                    State::New | State::Done => {}
                }
            }
        }
    }

    /// Takes the last function off the path.
    fn finish(&mut self, path: &mut Vec<Step>, states: &mut SecondaryMap<Global, State>) {
        let Some(Step {
            function, reach, ..
        }) = path.pop()
        else {
            return;
        };
        self.bottom_up.push(function);
        states[function] = State::Done;
        let at = path.len();
        if let Some(caller) = path.last_mut()
            && reach < at
        {
            caller.reach = caller.reach.min(reach);
            self.is_recursive[caller.function] = true;
        }
    }
}

/// How far the walk is with a function.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    New,
    /// On the path, at this place.
    OnPath(usize),
    Done,
}

/// A function on the path of the walk.
struct Step {
    function: Global,
    /// The callee that is next.
    next: usize,
    /// The first place on the path that calls lead back to.
    reach: usize,
}

impl Step {
    fn new(function: Global, reach: usize) -> Self {
        Self {
            function,
            next: 0,
            reach,
        }
    }
}

/// The functions with a body whose address is passed to a call: the callee may call them.
fn functions_given<'a>(
    module: &'a Module,
    body: &'a Function,
    call: Inst,
) -> impl Iterator<Item = Global> + 'a {
    let arguments = body.num_operands(call).saturating_sub(1);
    body.operands(call).take(arguments).filter_map(|argument| {
        match module.consts[body.as_const(argument)?].kind {
            ConstKind::Global(given) => module.globals[given].body().map(|_| given),
            _ => None,
        }
    })
}

/// The direct calls in a body, with their callees.
pub fn direct_calls<'a>(
    module: &'a Module,
    body: &'a Function,
) -> impl Iterator<Item = (Inst, Global)> + 'a {
    let insts = body
        .layout
        .iter()
        .flat_map(|block| body.block_insts(*block));
    insts.filter_map(|inst| Some((inst, called_global(module, body, inst)?)))
}
