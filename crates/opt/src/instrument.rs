//! `post-inline-ee-instrument`: calls a profiler where functions begin and return.

use avarice_ir::metadata::{LocationNode, MetadataData};
use avarice_ir::{
    AttributeKind, Block, CallingConv, ConstKind, DebugInfo, Function, Global, Inst, InstKind,
    Linkage, MetadataId, Module, TailKind, Type, TypeData, TypeTable, Value, declare_function,
};
use avarice_ir::{attribute::AttributeList, inst::CallInfo};
use cranelift_entity::packed_option::PackedOption;

/// Functions that count calls, by the names that systems give them.
const COUNTERS: [&str; 8] = [
    "mcount",
    ".mcount",
    "llvm.arm.gnu.eabi.mcount",
    "\u{1}_mcount",
    "\u{1}mcount",
    "__mcount",
    "_mcount",
    "__cyg_profile_func_enter_bare",
];

/// Functions that take the address of the function and of where it returns.
const RECORDERS: [&str; 2] = ["__cyg_profile_func_enter", "__cyg_profile_func_exit"];

const ENTRY: &str = "instrument-function-entry-inlined";
const EXIT: &str = "instrument-function-exit-inlined";

/// A call that a function asks for.
struct Request {
    name: Box<str>,
    global: Global,
    /// Whether it takes the address of the function and that of where it returns to.
    takes_addresses: bool,
}

/// Inserts the calls that attributes of functions ask for.
///
/// # Requires
/// A verified module, in which nothing is inlined any more.
///
/// # Ensures
/// A function with the attribute for its entry begins with a call, one with that for its exit has a
/// call before each return, or before the `musttail` call there. The attributes are gone. Naked functions are as they
/// were.
///
/// # Errors
/// A function to call that is not a known one, with the function that asks for it.
pub fn run(module: &mut Module) -> Result<(), (Global, String)> {
    let globals: Vec<Global> = module.globals.keys().collect();
    for global in globals {
        let data = &module.globals[global];
        let is_emitted = data.body().is_some() && data.linkage != Linkage::AvailableExternally;
        let attrs = data.function().and_then(|function| function.attrs.function);
        let attrs = module.attrs(attrs);
        if !is_emitted || attrs.has("naked") || !(attrs.has(ENTRY) || attrs.has(EXIT)) {
            continue;
        }
        let entry = request(module, global, ENTRY)?;
        let exit = request(module, global, EXIT)?;
        let subprogram = DebugInfo::of(module).and_then(|info| info.subprogram(global));
        module.with_body(global, |module, function| {
            if let Some(entry) = &entry {
                let line = subprogram.map(|id| scope_line(module, id));
                let location = location(module, subprogram, line.unwrap_or(0));
                let block = function.entry();
                let first = function.blocks[block].first.expand();
                if let Some(first) = first {
                    insert(module, function, entry, first, location);
                }
            }
            if let Some(exit) = &exit {
                for block in function.layout.clone() {
                    insert_before_return(module, function, exit, block, subprogram);
                }
            }
        });
        consume(module, global);
    }
    Ok(())
}

/// The call that the attribute `key` of `caller` asks for.
fn request(
    module: &Module,
    caller: Global,
    key: &str,
) -> Result<Option<Request>, (Global, String)> {
    let data = module.globals[caller].function();
    let attrs = module.attrs(data.and_then(|data| data.attrs.function));
    let Some(name) = attrs.string(key).filter(|name| !name.is_empty()) else {
        return Ok(None);
    };
    let takes_addresses = RECORDERS.contains(&name);
    if !takes_addresses && !COUNTERS.contains(&name) {
        let text = format!("unknown instrumentation function `{name}`");
        return Err((caller, text));
    }
    Ok(Some(Request {
        name: name.into(),
        global: caller,
        takes_addresses,
    }))
}

/// Takes the attributes of `global` away, whose calls are there.
fn consume(module: &mut Module, global: Global) {
    let data = module.globals[global].function();
    let group = data.and_then(|data| data.attrs.function);
    let mut attrs = module.attrs(group).clone();
    attrs.attrs.retain(
        |attr| !matches!(attr, AttributeKind::String(key, _) if [ENTRY, EXIT].contains(&&**key)),
    );
    let group = module.intern_attrs(attrs);
    if let avarice_ir::GlobalKind::Function(data) = &mut module.globals[global].kind {
        data.attrs.function = group;
    }
}

/// The line where the scope of a subprogram begins.
fn scope_line(module: &Module, subprogram: MetadataId) -> u32 {
    match &module.metadata.nodes[subprogram] {
        MetadataData::Special(node) => node.number("scopeLine") as u32,
        _ => 0,
    }
}

/// A place in the source for what the compiler adds.
fn location(
    module: &mut Module,
    subprogram: Option<MetadataId>,
    line: u32,
) -> PackedOption<MetadataId> {
    let Some(subprogram) = subprogram else {
        return None.into();
    };
    let node = LocationNode::new(line, 0, subprogram);
    module
        .metadata
        .nodes
        .push(MetadataData::Location(node))
        .into()
}

/// Inserts the call before the return of `block`, if that has one.
fn insert_before_return(
    module: &mut Module,
    function: &mut Function,
    exit: &Request,
    block: Block,
    subprogram: Option<MetadataId>,
) {
    let Some(ret) = function.terminator(block) else {
        return;
    };
    if !matches!(function.insts[ret].kind, InstKind::Ret) {
        return;
    }
    let is_tail_call = |inst: &Inst| match &function.insts[*inst].kind {
        InstKind::Call(info) => info.tail == TailKind::MustTail,
        _ => false,
    };
    // Only a cast of the result may come between such a call and the return.
    let before = function
        .block_insts_rev(block)
        .skip(1)
        .take(2)
        .find(is_tail_call);
    let at = before.unwrap_or(ret);
    let mut place = function.insts[at].debug_loc;
    if place.is_none() {
        place = location(module, subprogram, 0);
    }
    insert(module, function, exit, at, place);
}

/// Inserts the call before `at`.
fn insert(
    module: &mut Module,
    function: &mut Function,
    request: &Request,
    at: Inst,
    location: PackedOption<MetadataId>,
) {
    let mut arguments: Vec<Value> = Vec::new();
    if request.takes_addresses {
        let own = module.constant(TypeTable::PTR, ConstKind::Global(request.global));
        arguments.push(function.const_value(&module.consts, own));
        let int = module.types.int(32);
        let zero = module.int_constant(int, 0);
        let zero = function.const_value(&module.consts, zero);
        let call = call(
            module,
            function,
            "llvm.returnaddress",
            TypeTable::PTR,
            &[zero],
        );
        function.insts[call].debug_loc = location;
        function.insert_before(at, call);
        arguments.extend(function.insts[call].result.expand());
    }
    let call = call(module, function, &request.name, TypeTable::VOID, &arguments);
    function.insts[call].debug_loc = location;
    function.insert_before(at, call);
}

/// A call of the function with this name.
fn call(
    module: &mut Module,
    function: &mut Function,
    name: &str,
    ret: Type,
    arguments: &[Value],
) -> Inst {
    let params: Vec<Type> = arguments
        .iter()
        .map(|one| function.values[*one].ty)
        .collect();
    let fn_type = module.types.intern(TypeData::Function {
        ret,
        params: params.into(),
        var_arg: false,
    });
    let callee = declare_function(module, name, fn_type);
    let callee = module.constant(TypeTable::PTR, ConstKind::Global(callee));
    let callee = function.const_value(&module.consts, callee);
    let info = CallInfo {
        fn_type,
        conv: CallingConv::C,
        tail: TailKind::None,
        attrs: AttributeList {
            function: None,
            ret: None,
            params: vec![None; arguments.len()].into(),
        },
        num_args: arguments.len() as u32,
        bundles: Vec::new(),
        address_space: 0,
    };
    let operands = [arguments, &[callee]].concat();
    let kind = InstKind::Call(Box::new(info));
    function.create_inst(kind, ret, ret != TypeTable::VOID, &operands, &[])
}
