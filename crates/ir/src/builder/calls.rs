//! Calls.

use crate::attribute::AttributeList;
use crate::entities::{Global, Type, Value};
use crate::inst::{CallInfo, InstKind, TailKind};
use crate::types::{TypeData, TypeTable};

use super::FunctionBuilder;

impl FunctionBuilder<'_> {
    /// Calls a function of the module; `None` if it has no result.
    ///
    /// # Panics
    /// In builds with debug assertions, for arguments of other types than its parameters.
    #[track_caller]
    pub fn call(&mut self, function: Global, args: &[Value]) -> Option<Value> {
        let data = &self.module.module.globals[function];
        let ty = data.value_type;
        let conv = data.function().map(|data| data.conv).unwrap_or_default();
        let address = self.address(function);
        let info = self.call_info(ty, args);
        self.add_call(CallInfo { conv, ..info }, address, args)
    }

    /// Calls what is at an address, a function of type `ty`; `None` if it has no result.
    ///
    /// # Panics
    /// Same as [`Self::call`].
    #[track_caller]
    pub fn call_indirect(&mut self, ty: Type, address: Value, args: &[Value]) -> Option<Value> {
        let info = self.call_info(ty, args);
        self.add_call(info, address, args)
    }

    #[track_caller]
    fn call_info(&self, fn_type: Type, args: &[Value]) -> CallInfo {
        if cfg!(debug_assertions) {
            self.check_arguments(fn_type, args);
        }
        CallInfo {
            fn_type,
            conv: Default::default(),
            tail: TailKind::None,
            attrs: AttributeList::default(),
            num_args: args.len() as u32,
            bundles: Vec::new(),
            address_space: 0,
        }
    }

    #[track_caller]
    fn check_arguments(&self, fn_type: Type, args: &[Value]) {
        let TypeData::Function {
            params, var_arg, ..
        } = &self.module.types()[fn_type]
        else {
            panic!("call: not a function");
        };
        let fits = args.len() == params.len() || (*var_arg && args.len() > params.len());
        assert!(
            fits,
            "call: {} arguments for {} parameters",
            args.len(),
            params.len()
        );
        for (arg, param) in args.iter().zip(params) {
            self.expect_type("call", self.type_of(*arg), *param);
        }
    }

    fn add_call(&mut self, info: CallInfo, address: Value, args: &[Value]) -> Option<Value> {
        let result = match self.module.types()[info.fn_type] {
            TypeData::Function { ret, .. } => ret,
            _ => TypeTable::VOID,
        };
        let operands = [args, &[address]].concat();
        let kind = InstKind::Call(Box::new(info));
        let inst = self.insert(kind, result, &operands, &[]);
        self.body.insts[inst].result.expand()
    }
}
