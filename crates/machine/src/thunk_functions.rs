//! Thunks: functions that code calls in place of instructions that processors speculate past, added to a
//! module before selection. A pass of the target gives them their code.

use avarice_ir::module::{ComdatData, ComdatKind};
use avarice_ir::{
    AttrSet, AttributeKind, Function, Global, GlobalKind, InstKind, Linkage, Module, TypeData,
    TypeTable, Visibility, declare_function,
};
use avarice_mir::ThunkFunction;

/// Adds `thunks` to `module`, with a body that only returns. One whose name is taken is left as it is. Returns those
/// that are dropped again if nothing calls them.
///
/// # Ensures
/// The functions come last. They have neither frames nor unwind tables; `features` are their target features.
pub fn add(module: &mut Module, thunks: &[ThunkFunction], features: Option<&str>) -> Vec<Global> {
    let mut on_demand = Vec::new();
    for thunk in thunks {
        if module.globals_by_name.contains_key(thunk.name.as_bytes()) {
            continue;
        }
        let fn_type = module.types.intern(TypeData::Function {
            ret: TypeTable::VOID,
            params: Box::default(),
            var_arg: false,
        });
        let global = declare_function(module, &thunk.name, fn_type);
        let mut attrs = vec![
            AttributeKind::Enum("naked".into()),
            AttributeKind::Enum("nounwind".into()),
        ];
        if let Some(features) = features {
            let key = "target-features";
            attrs.push(AttributeKind::String(key.into(), features.into()));
        }
        let attrs = module.intern_attrs(AttrSet { attrs });
        let comdat = thunk.in_comdat.then(|| comdat(module, &thunk.name));
        let data = &mut module.globals[global];
        data.comdat = comdat;
        (data.linkage, data.visibility) = match comdat {
            Some(_) => (Linkage::LinkOnceOdr, Visibility::Hidden),
            None => (Linkage::Internal, Visibility::Default),
        };
        data.dso_local = true;
        if let GlobalKind::Function(function) = &mut data.kind {
            function.attrs.function = attrs;
            function.body = Some(Box::new(body()));
        }
        if thunk.on_demand {
            on_demand.push(global);
        }
    }
    on_demand
}

/// The group with this name.
fn comdat(module: &mut Module, name: &str) -> avarice_ir::Comdat {
    let found = module.comdats.iter();
    let mut found = found.filter(|(_, data)| *data.name == *name.as_bytes());
    if let Some((id, _)) = found.next() {
        return id;
    }
    module.comdats.push(ComdatData {
        name: name.as_bytes().into(),
        kind: ComdatKind::Any,
    })
}

/// A body that returns.
fn body() -> Function {
    let mut function = Function::new();
    let entry = function.append_block(b"entry");
    let ret = function.create_inst(InstKind::Ret, TypeTable::VOID, false, &[], &[]);
    function.append_inst(entry, ret);
    function
}
