//! Takes a module apart, so that functions can be compiled when they are first called.
//!
//! ```text
//!   module ─┬─▶ the rest: variables, aliases, functions that cannot wait      compiled at once
//!           └─▶ skeleton: declarations of everything                          kept
//!                  + the body of one function ─▶ an object with that alone    compiled at its first call
//! ```
//!
//! Names that were the module's own become symbols, since its parts refer to each other: the session shows them to no other
//! module.

use std::collections::BTreeSet;
use std::sync::Arc;

use avarice_ir::global::VariableData;
use avarice_ir::{
    CallingConv, Const, ConstExpr, ConstKind, FunctionData, Global, GlobalData, GlobalKind,
    Linkage, Module as Ir, ThreadLocal, TypeData, Visibility,
};

use crate::diagnostics::Diagnostic;
use crate::in_process;
use crate::jit::{LazyFunction, LazyModule};
use crate::library::{Module, Options, compile};

/// Compiles a module for [`jit::Session::add_lazily`](crate::jit::Session::add_lazily): its variables now, each function when
/// it is first called.
///
/// At once come functions whose address is more than that of a stub (aliases, addresses of blocks, data before the function),
/// those with a calling convention of their own, and all functions of modules with thread-local variables or assembly.
///
/// ```
/// use avarice::{Module, Options, compile_lazily, jit};
///
/// let module = Module::parse(
///     "define i32 @main() {\n  %r = call i32 @two()\n  ret i32 %r\n}\n\
///      define internal i32 @two() {\n  ret i32 2\n}\n",
/// )?;
/// let mut session = jit::Session::new();
/// session.add_lazily(vec![compile_lazily(&module, &Options::default())?]).unwrap();
/// assert_eq!(session.call_main("main", &[]).unwrap(), 2);
/// # Ok::<(), avarice::Diagnostic>(())
/// ```
///
/// # Errors
/// What breaks rules of the language, and what is not supported in variables and in functions that cannot wait. For others
/// the session says so at their first call.
pub fn compile_lazily(module: &Module, options: &Options) -> Result<LazyModule, Diagnostic> {
    module.verify()?;
    let options = options.clone().in_process();
    if !module.ir().module_asm.is_empty() || module.is_machine() {
        return all_at_once(module, &options);
    }
    let mut ir = module.ir().clone();
    in_process::prepare(&mut ir);
    let exports: BTreeSet<String> = defined(&ir)
        .filter(|(_, data)| !data.linkage.is_local())
        .map(|(_, data)| data.name_str().into_owned())
        .collect();
    let waiting = waiting_functions(&ir);
    if waiting.is_empty() {
        return all_at_once(module, &options);
    }
    share_names(&mut ir);
    let skeleton = Arc::new(Skeleton {
        ir: skeleton(&ir),
        name: module.name().to_owned(),
        options: options.clone(),
    });
    let functions = waiting.into_iter().map(|global| {
        let own = ir.globals[global].clone();
        ir.globals[global] = declaration(&own, &ir);
        let name = own.name_str().into_owned();
        let skeleton = skeleton.clone();
        let make = Box::new(move || skeleton.compile(global, own));
        LazyFunction { name, make }
    });
    let functions = functions.collect();
    let object = compile(&Module::from_ir(module.name(), ir), &options)?;
    Ok(LazyModule {
        object,
        functions,
        exports: Box::new(move |name| exports.contains(name)),
    })
}

/// The module as one object.
fn all_at_once(module: &Module, options: &Options) -> Result<LazyModule, Diagnostic> {
    Ok(LazyModule {
        object: compile(module, options)?,
        functions: Vec::new(),
        exports: Box::new(|_| true),
    })
}

/// Functions and variables that the module has.
fn defined(ir: &Ir) -> impl Iterator<Item = (Global, &GlobalData)> {
    let has =
        |data: &GlobalData| !data.is_declaration() && data.linkage != Linkage::AvailableExternally;
    ir.globals.iter().filter(move |(_, data)| has(data))
}

/// Functions that can wait for their first call.
fn waiting_functions(ir: &Ir) -> Vec<Global> {
    let mut globals = ir.globals.values();
    if globals.any(|data| data.thread_local != ThreadLocal::None) {
        return Vec::new();
    }
    let aliased: BTreeSet<Global> = ir
        .globals
        .values()
        .filter_map(|data| match data.kind {
            GlobalKind::Alias { aliasee } => base(ir, aliasee),
            GlobalKind::IFunc { resolver } => base(ir, resolver),
            _ => None,
        })
        .collect();
    let with_addresses = with_block_addresses(ir);
    let can_wait = |(global, data): (Global, &GlobalData)| {
        let function = data.function()?;
        let conventions = [CallingConv::C, CallingConv::FAST, CallingConv::COLD];
        let waits = conventions.contains(&function.conv)
            && function.prefix.is_none()
            && function.prologue.is_none()
            && !aliased.contains(&global)
            && !with_addresses.contains(&global);
        waits.then_some(global)
    };
    defined(ir).filter_map(can_wait).collect()
}

/// Functions of whose blocks there are addresses.
fn with_block_addresses(ir: &Ir) -> BTreeSet<Global> {
    let consts = ir.consts.iter();
    let functions = consts.filter_map(|(_, data)| match data.kind {
        ConstKind::BlockAddress(global, _) => Some(global),
        _ => None,
    });
    functions.collect()
}

/// The global whose address a constant is computed from.
fn base(ir: &Ir, mut id: Const) -> Option<Global> {
    loop {
        id = match &ir.consts[id].kind {
            ConstKind::Global(global) => return Some(*global),
            ConstKind::Expr(ConstExpr::Cast(_, value)) => *value,
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => *operands.first()?,
            _ => return None,
        };
    }
}

/// Gives each function and variable a name that the other parts of the module can refer to.
fn share_names(ir: &mut Ir) {
    for (global, data) in &mut ir.globals {
        if data.name.is_empty() {
            data.name = format!(".{}", global.as_u32()).into_bytes().into();
            ir.globals_by_name.insert(data.name.clone(), global);
        }
        // A part has one definition; which of several modules' counts is the session's to say.
        let is_shared = !matches!(data.linkage, Linkage::Appending | Linkage::ExternWeak);
        if is_shared && !data.is_declaration() && data.linkage != Linkage::AvailableExternally {
            data.linkage = Linkage::External;
        }
        data.comdat = None;
        data.dso_local = false;
        data.visibility = Visibility::Default;
    }
}

/// The same module with declarations alone. Only what addresses of blocks are about keeps its blocks, of which no code is made.
fn skeleton(ir: &Ir) -> Ir {
    let mut skeleton = ir.clone();
    let with_addresses = with_block_addresses(ir);
    let globals: Vec<Global> = skeleton.globals.keys().collect();
    for global in globals {
        if with_addresses.contains(&global) {
            skeleton.globals[global].linkage = Linkage::AvailableExternally;
        } else if !skeleton.globals[global].is_declaration() {
            skeleton.globals[global] = declaration(&skeleton.globals[global], &skeleton);
        }
    }
    skeleton
}

/// The declaration of what `data` defines.
fn declaration(data: &GlobalData, ir: &Ir) -> GlobalData {
    let kind = match &data.kind {
        GlobalKind::Function(function) => GlobalKind::Function(FunctionData {
            conv: function.conv,
            attrs: function.attrs.clone(),
            ..FunctionData::default()
        }),
        GlobalKind::Variable(variable) => GlobalKind::Variable(VariableData {
            init: None,
            ..variable.clone()
        }),
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => match ir.types[data.value_type] {
            TypeData::Function { .. } => GlobalKind::Function(FunctionData::default()),
            _ => GlobalKind::Variable(VariableData::default()),
        },
    };
    // Lists for linkers are in one part only; here they are variables like others, which nothing uses.
    let name = match data.linkage {
        Linkage::Appending => [b".", &*data.name].concat().into(),
        _ => data.name.clone(),
    };
    GlobalData {
        address_space: data.address_space,
        thread_local: data.thread_local,
        align: data.align,
        ..GlobalData::new(name, data.value_type, kind)
    }
}

/// What the functions of a module share.
struct Skeleton {
    ir: Ir,
    name: String,
    options: Options,
}

impl Skeleton {
    /// The object with one function.
    fn compile(&self, global: Global, own: GlobalData) -> Result<Vec<u8>, String> {
        let mut ir = self.ir.clone();
        ir.globals[global] = own;
        let module = Module::from_ir(&self.name, ir);
        compile(&module, &self.options).map_err(|error| error.to_string())
    }
}
