//! The comment after a `gc.relocate`: which pointers it relocates.

use super::Printer;
use crate::constant::ConstKind;
use crate::entities::{Inst, Value};
use crate::function::Function;
use crate::inst::{CallInfo, InstKind};

impl Printer<'_> {
    /// ` ; (%base, %derived)` if `inst` is a call of `llvm.experimental.gc.relocate`.
    pub(super) fn gc_relocate_comment(&mut self, function: &Function, inst: Inst) {
        let Some(info) = function.insts[inst].kind.call_info() else {
            return;
        };
        if info.num_args != 3 || !self.is_gc_relocate(function, inst) {
            return;
        }
        let pointers = [1, 2].map(|argument| self.relocated(function, inst, argument));
        if let [Some(base), Some(derived)] = pointers {
            self.push(" ; (");
            self.value(base);
            self.push(", ");
            self.value(derived);
            self.push(")");
        }
    }

    fn is_gc_relocate(&self, function: &Function, inst: Inst) -> bool {
        let callee = function.operands(inst).next_back();
        let callee = callee.and_then(|value| function.as_const(value));
        callee.is_some_and(|id| match self.module.consts[id].kind {
            ConstKind::Global(global) => {
                let name = &self.module.globals[global].name;
                name.starts_with(b"llvm.experimental.gc.relocate.")
            }
            _ => false,
        })
    }

    /// The pointer that an argument of the relocation gives the number of.
    fn relocated(&self, function: &Function, inst: Inst, argument: usize) -> Option<Value> {
        let number = function.as_const(function.operand(inst, argument))?;
        let ConstKind::Int(number) = self.module.consts[number].kind else {
            return None;
        };
        let statepoint = self.statepoint(function, function.operand(inst, 0))?;
        let info = function.insts[statepoint].kind.call_info()?;
        let live = live_pointers(info);
        let place = live.start.checked_add(usize::try_from(number).ok()?)?;
        live.contains(&place)
            .then(|| function.operand(statepoint, place))
    }

    /// The statepoint whose token this is: the call itself, or that whose landing pad it is.
    fn statepoint(&self, function: &Function, token: Value) -> Option<Inst> {
        let inst = function.def_inst(token)?;
        if !matches!(function.insts[inst].kind, InstKind::LandingPad { .. }) {
            return Some(inst);
        }
        let block = function.insts[inst].block.expand()?;
        match self.cfg.predecessors(block) {
            [only] => function.terminator(*only),
            _ => None,
        }
    }
}

/// The operands that a statepoint keeps alive: inputs of its bundle `gc-live`, or all its arguments.
fn live_pointers(info: &CallInfo) -> std::ops::Range<usize> {
    let mut first = info.num_args as usize;
    for (tag, count) in &info.bundles {
        let end = first + *count as usize;
        if &**tag == "gc-live" {
            return first..end;
        }
        first = end;
    }
    0..info.num_args as usize
}
