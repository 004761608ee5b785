//! Calls and returns.

use avarice_ir::{CallInfo, Global, Inst, InstKind, Intrinsic, TypeData, Value};

use super::datum::Datum;
use super::execute::Flow;
use super::memory::ObjectKind;
use super::{Failure, Frame, Interpreter, MAX_FRAME_VALUES, Outcome, Spectator};

impl<'m, W: Spectator> Interpreter<'m, W> {
    /// Begins to run a defined function.
    pub(super) fn push_frame(&mut self, global: Global, args: &[Datum]) -> Result<(), Failure> {
        let module = self.module;
        let data = &module.globals[global];
        let Some(function) = data.body() else {
            let name = data.name_str();
            return Err(Failure::unsupported(format!(
                "the function '{name}', which is only declared,"
            )));
        };
        let is_variadic = matches!(
            module.types[data.value_type],
            TypeData::Function { var_arg: true, .. }
        );
        if args.len() < function.args.len() || args.len() > function.args.len() && !is_variadic {
            return Err(Failure::trap(format!(
                "a function of {} arguments is called with {}",
                function.args.len(),
                args.len()
            )));
        }
        let entry = function.entry();
        let Some(first) = function.blocks[entry].first.expand() else {
            return Err(Failure::trap("a block without an end"));
        };
        self.frame_values += function.values.len();
        if self.frame_values > MAX_FRAME_VALUES {
            return Err(Failure::limit("the program calls too deep"));
        }
        let bytes = function.values.len() * size_of::<Datum>();
        self.memory.add_work(bytes as u64);
        let mut values = vec![Datum::default(); function.values.len()];
        for (value, arg) in function.args.iter().zip(args) {
            values[value.as_u32() as usize] = arg.clone();
        }
        self.frames.push(Frame {
            global,
            function,
            values,
            block: entry,
            at: first,
            stack_mark: self.memory.stack_mark(),
        });
        self.watch.enter(global, function);
        self.watch.block(entry);
        Ok(())
    }

    /// Leaves the running function with its result; its caller continues after the call.
    pub(super) fn return_from(&mut self, result: Datum) -> Result<Flow, Failure> {
        if let Some(frame) = self.frames.pop() {
            self.frame_values -= frame.values.len();
            self.memory.release_stack(frame.stack_mark);
            self.watch.leave();
        }
        if self.frames.is_empty() {
            return Ok(Flow::End(Outcome::Returned(result)));
        }
        let call = self.frame().at;
        self.finish_call(call, result)?;
        Ok(Flow::Done)
    }

    /// Gives a call its result and continues after it.
    fn finish_call(&mut self, call: Inst, result: Datum) -> Result<(), Failure> {
        let function = self.frame().function;
        self.define(call, result);
        match (
            &function.insts[call].kind,
            function.inst_blocks(call).first(),
        ) {
            (InstKind::Invoke(_), Some(normal)) => self.jump(*normal),
            _ => self.advance(),
        }
    }

    /// Executes a call or invoke.
    pub(super) fn call(&mut self, inst: Inst, info: &'m CallInfo) -> Result<Flow, Failure> {
        let function = self.frame().function;
        let callee = function.operands(inst).next_back();
        let callee = callee.ok_or_else(|| Failure::trap("a call of nothing"))?;
        if self.is_inline_asm(callee) {
            return Err(Failure::unsupported("inline assembly"));
        }
        let intrinsic = Intrinsic::of_call(self.module, function, inst);
        if intrinsic.is_some_and(Intrinsic::is_hint) {
            self.finish_call(inst, Datum::default())?;
            return Ok(Flow::Done);
        }
        let mut args = Vec::with_capacity(info.num_args as usize);
        for index in 0..info.num_args as usize {
            args.push(self.argument(inst, info, index)?);
        }
        if let Some(intrinsic) = intrinsic {
            let result = self.intrinsic(intrinsic, inst, &args)?;
            self.finish_call(inst, result)?;
            return Ok(Flow::Done);
        }
        let address = self.get(callee)?.word();
        let Some(global) = self.memory.function(address) else {
            return Err(Failure::trap(format!(
                "a call of {address:#x}, which is no function"
            )));
        };
        if self.module.globals[global].body().is_some() {
            self.push_frame(global, &args)?;
            return Ok(Flow::Done);
        }
        match self.library_call(global, inst, &args)? {
            Ok(result) => {
                self.finish_call(inst, result)?;
                Ok(Flow::Done)
            }
            Err(outcome) => Ok(Flow::End(outcome)),
        }
    }

    fn is_inline_asm(&self, callee: Value) -> bool {
        let id = self.frame().function.as_const(callee);
        let consts = &self.module.consts;
        id.is_some_and(|id| matches!(consts[id].kind, avarice_ir::ConstKind::InlineAsm(_)))
    }

    /// Argument `index` of a call; one that is passed by value as a copy of its memory.
    fn argument(&mut self, inst: Inst, info: &CallInfo, index: usize) -> Result<Datum, Failure> {
        let datum = self.operand(inst, index)?;
        let attrs = info.attrs.params.get(index).copied().flatten();
        let Some(ty) = self.module.attrs(attrs).ty("byval") else {
            return Ok(datum);
        };
        let size = self.encoding.alloc_size(ty)?;
        let align = self.encoding.layout.abi_align(&self.module.types, ty);
        let copy = self.memory.allocate(size, align, ObjectKind::Stack)?;
        self.memory.copy(copy, datum.word(), size)?;
        Ok(Datum::Bits(copy.into()))
    }
}
