//! Which calls are worth inlining.

use std::fmt;

use avarice_ir::{Function, Global, Inst, InstKind, Module, TailKind};

use super::candidate::{Candidate, constant_int, cost_of_call};

/// What a callee may cost.
const LIMIT: u32 = 225;
/// What one may cost that goes with its last call.
const LIMIT_OF_LAST: u32 = 15_000;
/// What is gained for each constant argument: what depends on it is often known then.
const CONSTANT_ARGUMENT: u32 = 10;
/// Bytes of stack memory that a function gets from all that is put into it.
const MAX_STACK: u64 = 1 << 16;
/// The same for a function that calls itself, which has it many times.
const MAX_STACK_OF_RECURSIVE: u64 = 1 << 10;

/// Attributes that caller and callee have both or neither.
const SAME_WORDS: [&str; 13] = [
    "sanitize_address",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_thread",
    "safestack",
    "shadowcallstack",
    "strictfp",
    "null_pointer_is_valid",
    "ssp",
    "sspreq",
    "sspstrong",
    "speculative_load_hardening",
];

/// Attributes whose text is to be the same for both.
const SAME_TEXTS: [&str; 6] = [
    "target-cpu",
    "target-features",
    "denormal-fp-math",
    "denormal-fp-math-f32",
    "use-soft-float",
    "probe-stack",
];

/// A function into which others are put.
pub(super) struct Caller {
    /// It.
    pub global: Global,
    /// How much stack memory may be added.
    stack_left: u64,
}

/// Whether a call is replaced, and why.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decision {
    Yes { cost: u32, limit: u32 },
    TooLarge { cost: u32, limit: u32 },
    No(&'static str),
}

impl Decision {
    pub(super) fn is_yes(self) -> bool {
        matches!(self, Self::Yes { .. })
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes { cost, limit } => write!(f, "inlined, cost {cost} of {limit}"),
            Self::TooLarge { cost, limit } => write!(f, "not inlined, cost {cost} of {limit}"),
            Self::No(reason) => write!(f, "not inlined: {reason}"),
        }
    }
}

impl Caller {
    pub(super) fn new(global: Global, is_recursive: bool) -> Self {
        let stack_left = if is_recursive {
            MAX_STACK_OF_RECURSIVE
        } else {
            MAX_STACK
        };
        Self { global, stack_left }
    }

    /// Decides on `call` of a function; `is_last` if that goes when the call does.
    pub(super) fn decide(
        &mut self,
        module: &Module,
        body: &Function,
        call: Inst,
        (callee, candidate): (Global, &Candidate),
        is_last: bool,
    ) -> Decision {
        if let Some(reason) = self.obstacle(module, body, call, callee) {
            return Decision::No(reason);
        }
        if candidate.stack > self.stack_left {
            return Decision::No("it has too much stack memory");
        }
        let num_args = body.num_operands(call) as u32 - 1;
        let constants = body.operands(call).take(num_args as usize);
        let constants = constants.filter(|arg| constant_int(module, body, *arg).is_some());
        let gain = cost_of_call(num_args) + CONSTANT_ARGUMENT * constants.count() as u32;
        let cost = candidate.cost.saturating_sub(gain);
        let is_always = attrs_have(module, callee, "alwaysinline");
        let limit = match (is_always, is_last) {
            (true, _) => u32::MAX,
            (_, true) => LIMIT_OF_LAST,
            _ if candidate.is_straight => LIMIT + LIMIT / 2,
            _ => LIMIT,
        };
        if cost > limit {
            return Decision::TooLarge { cost, limit };
        }
        self.stack_left -= candidate.stack;
        Decision::Yes { cost, limit }
    }

    /// What forbids to replace `call` by the body of `callee`.
    fn obstacle(
        &self,
        module: &Module,
        body: &Function,
        call: Inst,
        callee: Global,
    ) -> Option<&'static str> {
        let InstKind::Call(info) = &body.insts[call].kind else {
            return Some("an exception may leave the call");
        };
        let data = &module.globals[callee];
        let function = data.function()?;
        let caller = module.globals[self.global].function()?;
        if info.fn_type != data.value_type || info.conv != function.conv {
            return Some("the call does not match the function");
        }
        if info.tail == TailKind::MustTail || !info.bundles.is_empty() {
            return Some("the call is of a special kind");
        }
        if module.attrs(info.attrs.function).has("noinline") {
            return Some("the call says so");
        }
        let [from, to] = [function, caller].map(|f| module.attrs(f.attrs.function));
        let same = SAME_WORDS.iter().all(|word| from.has(word) == to.has(word))
            && SAME_TEXTS
                .iter()
                .all(|key| from.string(key) == to.string(key));
        if !same {
            return Some("it is to be compiled in another way than its caller");
        }
        let has_other_personality =
            |id| caller.personality.is_some() && caller.personality != Some(id);
        if function.personality.is_some_and(has_other_personality) {
            return Some("it handles exceptions in another way than its caller");
        }
        None
    }
}

fn attrs_have(module: &Module, global: Global, name: &str) -> bool {
    let function = module.globals[global].function();
    function.is_some_and(|function| module.attrs(function.attrs.function).has(name))
}
