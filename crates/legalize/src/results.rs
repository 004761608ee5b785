//! Results that do not fit in registers are returned in memory that the caller provides.
//!
//! ```text
//!   %r = call [4 x i64] @f(i64 %x)         %m = alloca [4 x i64]
//!                                          call void @f(ptr sret([4 x i64]) %m, i64 %x)
//!                                          %r = load [4 x i64], ptr %m
//! ```

use avarice_ir::attribute::{AttrSet, AttributeKind};
use avarice_ir::{
    AttrGroup, DataLayout, Function, Global, GlobalKind, Inst, InstKind, Intrinsic, Module,
    TailKind, Type, TypeData, TypeTable, Value,
};

use super::builder::Builder;
use super::calls::{NewCall, after_call, make_call, set_args};
use crate::target::ExpansionTarget;

/// Makes functions whose result does not fit in registers return it in memory.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same, if callers in other modules are changed in the same way. The
/// memory's address is the first argument.
pub(super) fn demote_results(module: &mut Module, target: &dyn ExpansionTarget) {
    let Ok(layout) = DataLayout::of_module(module) else {
        return;
    };
    let is_function = |global: &Global| module.globals[*global].function().is_some();
    let functions: Vec<Global> = module.globals.keys().filter(is_function).collect();
    let mut tables: Vec<Demoted> = Vec::new();
    for global in &functions {
        let attrs = function_attributes(module, *global);
        if tables.iter().all(|table| table.attrs != attrs) {
            tables.push(Demoted::new(module, target, &layout, *global));
        }
    }
    tables.retain(|table| table.results.iter().any(Option::is_some));
    for global in functions {
        let attrs = function_attributes(module, global);
        let Some(demoted) = tables.iter().find(|table| table.attrs == attrs) else {
            continue;
        };
        let own_type = module.globals[global].value_type;
        let is_intrinsic = module.globals[global].name.starts_with(b"llvm.");
        let own = demoted.result(own_type).filter(|_| !is_intrinsic);
        if module.globals[global].function().is_none() {
            continue;
        }
        if let Some(result) = own {
            let sret = sret_attribute(module, &layout, result);
            if let GlobalKind::Function(data) = &mut module.globals[global].kind {
                let mut params = vec![sret];
                params.extend_from_slice(&data.attrs.params);
                data.attrs.params = params.into();
                data.attrs.ret = None;
            }
            module.globals[global].value_type = demoted_type(module, own_type);
        }
        module.with_body(global, |module, function| {
            Demotion {
                module,
                function,
                global,
                target,
                layout: &layout,
                demoted,
                place: None,
            }
            .run(own);
        });
    }
}

/// The attributes of a function itself.
fn function_attributes(module: &Module, global: Global) -> Option<AttrGroup> {
    module.globals[global].function()?.attrs.function
}

/// What functions with certain attributes return in memory.
struct Demoted {
    /// The attributes.
    attrs: Option<AttrGroup>,
    /// For each type of functions that return in memory, the type of the result.
    results: Vec<Option<Type>>,
}

impl Demoted {
    /// For functions with the attributes that `global` has.
    fn new(
        module: &Module,
        target: &dyn ExpansionTarget,
        layout: &DataLayout,
        global: Global,
    ) -> Self {
        let types = module.types.iter();
        let results = types.map(|(_, data)| match data {
            TypeData::Function { ret, .. } => {
                (!target.returns_in_registers(module, layout, global, *ret)).then_some(*ret)
            }
            _ => None,
        });
        Self {
            attrs: function_attributes(module, global),
            results: results.collect(),
        }
    }

    /// The result of functions of a type, if they return it in memory.
    fn result(&self, function: Type) -> Option<Type> {
        let at = function.as_u32() as usize;
        self.results.get(at).copied().flatten()
    }
}

/// The attributes of the parameter that points to a result.
fn sret_attribute(module: &mut Module, layout: &DataLayout, result: Type) -> Option<AttrGroup> {
    let align = layout.abi_align(&module.types, result);
    module.intern_attrs(AttrSet {
        attrs: vec![
            AttributeKind::Enum("noalias".into()),
            AttributeKind::Type("sret".into(), result),
            AttributeKind::Int("align".into(), align),
        ],
    })
}

/// The type of a function that returns its result in memory.
fn demoted_type(module: &mut Module, ty: Type) -> Type {
    let TypeData::Function {
        params, var_arg, ..
    } = &module.types[ty]
    else {
        return ty;
    };
    let params = [TypeTable::PTR].iter().chain(params).copied().collect();
    let new = TypeData::Function {
        ret: TypeTable::VOID,
        params,
        var_arg: *var_arg,
    };
    module.types.intern(new)
}

/// One function while its calls and returns are changed.
struct Demotion<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    global: Global,
    target: &'a dyn ExpansionTarget,
    layout: &'a DataLayout,
    demoted: &'a Demoted,
    /// The argument that points to the memory for this function's result.
    place: Option<Value>,
}

impl Demotion<'_> {
    fn run(&mut self, own: Option<Type>) {
        if own.is_some() {
            let place = self.function.add_arg(TypeTable::PTR, b"");
            let mut args = vec![place];
            args.extend(self.function.args.iter().filter(|arg| **arg != place));
            set_args(self.function, args);
            self.place = Some(place);
        }
        let mut insts = Vec::new();
        for block in &self.function.layout {
            insts.extend(self.function.block_insts(*block));
        }
        for inst in insts {
            if self.function.insts[inst].block.is_none() {
                continue;
            }
            match &self.function.insts[inst].kind {
                InstKind::Ret if own.is_some() => self.store_result(inst),
                InstKind::Call(info) | InstKind::Invoke(info) => {
                    if let Some(result) = self.demoted.result(info.fn_type) {
                        self.change_call(inst, result);
                    }
                }
                _ => {}
            }
        }
    }

    /// Stores what `ret` returns.
    fn store_result(&mut self, ret: Inst) {
        let Some(place) = self.place else { return };
        let Some(value) = self.function.operands(ret).next() else {
            return;
        };
        let align = self
            .layout
            .abi_align(&self.module.types, self.function.values[value].ty);
        let mut builder = Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            global: self.global,
            target: self.target,
            at: ret,
        };
        // What a musttail call returns, it has stored itself.
        let previous = builder.function.insts[ret].prev.expand();
        let is_stored = previous.is_some_and(|inst| match &builder.function.insts[inst].kind {
            InstKind::Call(info) => info.tail == TailKind::MustTail,
            _ => false,
        });
        if !is_stored {
            builder.store(value, place, align);
        }
        builder.inst(InstKind::Ret, TypeTable::VOID, Default::default(), &[]);
        self.function.remove_inst(ret);
    }

    fn change_call(&mut self, call: Inst, result: Type) {
        let (InstKind::Call(info) | InstKind::Invoke(info)) = &self.function.insts[call].kind
        else {
            return;
        };
        let callee = self.function.operands(call).next_back();
        let callee = callee.and_then(|callee| self.function.as_const(callee));
        let is_asm = callee.is_some_and(|id| {
            matches!(
                self.module.consts[id].kind,
                avarice_ir::ConstKind::InlineAsm(_)
            )
        });
        let is_intrinsic = Intrinsic::of_call(self.module, self.function, call).is_some();
        if is_asm || is_intrinsic || !info.bundles.is_empty() {
            return;
        }
        let (old_type, must) = (info.fn_type, info.tail == TailKind::MustTail);
        let count = info.num_args as usize;
        let mut params = info.attrs.params.to_vec();
        params.resize(count, None);
        let align = self.layout.abi_align(&self.module.types, result);
        params.insert(0, sret_attribute(self.module, self.layout, result));
        let mut builder = Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            global: self.global,
            target: self.target,
            at: call,
        };
        let place = match self.place.filter(|_| must) {
            Some(place) => place,
            None => builder.alloca(result, align),
        };
        let mut args = vec![place];
        args.extend(self.function.operands(call).take(count));
        let new = NewCall {
            fn_type: demoted_type(self.module, old_type),
            result: TypeTable::VOID,
            args,
            params,
            tail: if must {
                TailKind::MustTail
            } else {
                TailKind::None
            },
        };
        let Some(new) = make_call(self.function, call, new) else {
            return;
        };
        let old = self.function.insts[call].result.expand();
        if let Some(old) = old.filter(|old| !self.function.is_unused(*old)) {
            let value = match must {
                true => self.poison(new, result),
                false => self.load_after(new, result, place, align),
            };
            if let Some(value) = value {
                self.function.replace_all_uses(old, value);
            }
        }
        self.function.remove_inst(call);
    }

    fn poison(&mut self, at: Inst, ty: Type) -> Option<Value> {
        let mut builder = Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            global: self.global,
            target: self.target,
            at,
        };
        Some(builder.poison(ty))
    }

    fn load_after(&mut self, call: Inst, ty: Type, place: Value, align: u64) -> Option<Value> {
        let at = after_call(self.function, call)?;
        let mut builder = Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            global: self.global,
            target: self.target,
            at,
        };
        Some(builder.load(ty, place, align))
    }
}
