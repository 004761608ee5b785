//! Calls.
//!
//! A variadic call on x86-64 passes in AL how many vector registers hold arguments. CLIF cannot express that, so such a
//! call goes through a few bytes of code after the function, which set AL and jump to the callee ([`crate::variadic`]).
//! Meanwhile, the address of an unknown callee is in Cranelift's pinned register, R15, which is restored after the
//! call.

use avarice_ir::{CallInfo, ConstKind, Global, Inst, InstKind, Module, TailKind, Type, TypeData};
use cranelift_codegen::ir::{self, ExtFuncData, InstBuilder, Signature, types};
use cranelift_entity::EntityRef;

use crate::convention::FunctionShape;
use crate::parts::Parts;
use crate::translator::{Result, Translator, Values, VariadicCall, namespace};

/// The type of the result of a function type.
pub(crate) fn result_type(module: &Module, function: Type) -> Type {
    match &module.types[function] {
        TypeData::Function { ret, .. } => *ret,
        _ => function,
    }
}

/// The callee of a call.
enum Callee {
    /// A function by its name.
    Global(Global),
    /// One whose address is computed.
    Address(ir::Value),
}

impl Translator<'_, '_> {
    pub(crate) fn translate_call(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let InstKind::Call(info) = &function.insts[inst].kind else {
            return self.unsupported("a call");
        };
        if let Some(intrinsic) = self.called_intrinsic(inst) {
            return self.translate_intrinsic(inst, intrinsic);
        }
        self.check_call(inst, info)?;
        let module = self.convention.module;
        let mut arguments: Vec<(Parts, Values)> = Vec::new();
        let mut argument_types = Vec::new();
        for index in 0..info.num_args as usize {
            let operand = function.operand(inst, index);
            let ty = self.ty(operand);
            argument_types.push(ty);
            arguments.push((self.parts_of(ty)?, self.values(operand)?));
        }
        let TypeData::Function {
            ret,
            params,
            var_arg,
        } = &module.types[info.fn_type]
        else {
            return self.unsupported("a call of what is no function");
        };
        let shape = self.convention.shape(&FunctionShape {
            conv: info.conv,
            result: *ret,
            result_attrs: info.attrs.ret,
            arguments: &argument_types,
            argument_attrs: &info.attrs.params,
            named: params.len(),
        });
        let shape = shape.or_else(|construct| self.unsupported(construct))?;
        let callee = self.callee(inst)?;
        let passed = self.pass_arguments(&shape, &arguments);
        let signature = shape.signature.clone();
        let call = match *var_arg && self.counts_vectors() {
            true => {
                let vectors = shape.placement.floats as u8;
                self.variadic_call(callee, signature, &passed, vectors)
            }
            false => self.plain_call(callee, signature, &passed),
        };
        let results: Values = self.builder.inst_results(call).into();
        if function.insts[inst].result.is_some() {
            let parts = self.parts_of(*ret)?;
            let values = self.take_result(&parts, &shape.results, &results)?;
            self.define_result(inst, &values);
        }
        Ok(())
    }

    /// Refuses what a call may ask for beside arguments.
    fn check_call(&self, inst: Inst, info: &CallInfo) -> Result<()> {
        if info.tail == TailKind::MustTail {
            return self.unsupported("musttail");
        }
        if let Some((tag, _)) = info.bundles.first() {
            return self.unsupported(format!("operand bundle {tag}"));
        }
        let module = self.convention.module;
        let callee = avarice_ir::intrinsics::called_global(module, self.function, inst);
        if let Some(name) = callee.map(|callee| &module.globals[callee].name)
            && name.starts_with(b"llvm.")
        {
            let name = String::from_utf8_lossy(name);
            return self.unsupported(format!("intrinsic {name}"));
        }
        Ok(())
    }

    fn callee(&mut self, inst: Inst) -> Result<Callee> {
        let function = self.function;
        let Some(callee) = function.operands(inst).next_back() else {
            return self.unsupported("a call of nothing");
        };
        if let Some(constant) = function.as_const(callee) {
            match self.convention.module.consts[constant].kind {
                ConstKind::Global(global) => return Ok(Callee::Global(global)),
                ConstKind::InlineAsm(_) => return self.unsupported("inline assembly"),
                _ => {}
            }
        }
        Ok(Callee::Address(self.value(callee)?))
    }

    fn plain_call(
        &mut self,
        callee: Callee,
        signature: Signature,
        passed: &[ir::Value],
    ) -> ir::Inst {
        let signature = self.builder.import_signature(signature);
        match callee {
            Callee::Global(global) => {
                let index = global.index();
                let name = self.external_name(namespace::GLOBAL, index);
                let callee = self.builder.import_function(ExtFuncData {
                    name,
                    signature,
                    // The linker lets a direct call reach what is elsewhere.
                    colocated: true,
                    patchable: false,
                });
                self.builder.ins().call(callee, passed)
            }
            Callee::Address(address) => {
                let ins = self.builder.ins();
                ins.call_indirect(signature, address, passed)
            }
        }
    }

    /// A call through code that says how many vector registers have arguments.
    fn variadic_call(
        &mut self,
        callee: Callee,
        signature: Signature,
        passed: &[ir::Value],
        vectors: u8,
    ) -> ir::Inst {
        let through = VariadicCall {
            callee: match callee {
                Callee::Global(global) => Some(global),
                Callee::Address(_) => None,
            },
            vectors,
        };
        let known = &mut self.names.variadic_calls;
        let index = known.iter().position(|call| *call == through);
        let index = index.unwrap_or_else(|| {
            known.push(through);
            known.len() - 1
        });
        let name = self.external_name(namespace::VARIADIC_CALL, index);
        let signature = self.builder.import_signature(signature);
        let through = self.builder.import_function(ExtFuncData {
            name,
            signature,
            colocated: true,
            patchable: false,
        });
        let Callee::Address(address) = callee else {
            return self.builder.ins().call(through, passed);
        };
        self.names.pins_register = true;
        let old = self.builder.ins().get_pinned_reg(types::I64);
        // In memory, because the call may return twice.
        let slot = self.stack_slot(8, 8);
        let place = self.slot_address(slot);
        let plain = crate::memory::plain();
        self.builder.ins().store(plain, old, place, 0);
        self.builder.ins().set_pinned_reg(address);
        let call = self.builder.ins().call(through, passed);
        let place = self.slot_address(slot);
        let old = self.builder.ins().load(types::I64, plain, place, 0);
        self.builder.ins().set_pinned_reg(old);
        call
    }
}
