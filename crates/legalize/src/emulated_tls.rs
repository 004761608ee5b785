//! Emulated thread-local storage (`-emulated-tls`): a function of the runtime finds the variables of a thread.
//!
//! ```text
//!   @x = thread_local global i32 7           @__emutls_v.x = global { i64, i64, ptr, ptr }
//!                                                              { i64 4, i64 4, ptr null, ptr @__emutls_t.x }
//!                                            @__emutls_t.x = constant i32 7
//!
//!   %p = call ptr @llvm.threadlocal.address(ptr @x)
//!                                            %p = call ptr @__emutls_get_address(ptr @__emutls_v.x)
//! ```
//!
//! The four fields are size, alignment, a place for the runtime, and initial content: none if that is zero.

use avarice_ir::attribute::AttributeList;
use avarice_ir::global::VariableData;
use avarice_ir::module::ComdatData;
use avarice_ir::{
    Block, CallInfo, CallingConv, Const, ConstExpr, ConstKind, DataLayout, Function, Global,
    GlobalData, GlobalKind, Inst, InstKind, Intrinsic, Linkage, Module, TailKind, ThreadLocal,
    Type, TypeData, TypeTable, Value, Visibility, declare_function,
};
use cranelift_entity::SecondaryMap;

use crate::constants::compute_marked;
use crate::target::ExpansionTarget;

/// The function of the runtime.
const GET_ADDRESS: &str = "__emutls_get_address";

/// Gives each thread-local variable what the runtime needs, and has its address computed by the runtime.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module without thread-local variables: those that were are declarations without use.
pub fn emulate_thread_local(module: &mut Module, target: &dyn ExpansionTarget) {
    let Ok(layout) = DataLayout::of_module(module) else {
        return;
    };
    let is_variable = |(_, data): &(Global, &GlobalData)| {
        data.thread_local != ThreadLocal::None && matches!(data.kind, GlobalKind::Variable(_))
    };
    let variables = module.globals.iter().filter(is_variable);
    let variables: Vec<Global> = variables.map(|(global, _)| global).collect();
    if variables.is_empty() {
        return;
    }
    let controls: Vec<Global> = variables
        .iter()
        .map(|variable| control(module, &layout, *variable))
        .collect();
    compute_expressions(module, target);
    let fn_type = module.types.intern(TypeData::Function {
        ret: TypeTable::PTR,
        params: [TypeTable::PTR].into(),
        var_arg: false,
    });
    let mut rewrite = Rewrite {
        control: SecondaryMap::new(),
        known: SecondaryMap::new(),
        callee: declare_function(module, GET_ADDRESS, fn_type),
        fn_type,
    };
    for (variable, control) in variables.iter().zip(controls) {
        rewrite.control[*variable] = Some(control);
    }
    module.for_each_body(|module, _, body| rewrite.body(module, body));
    for variable in variables {
        let data = &mut module.globals[variable];
        data.thread_local = ThreadLocal::None;
        data.linkage = Linkage::External;
        data.visibility = Visibility::Default;
        data.comdat = None;
        if let GlobalKind::Variable(content) = &mut data.kind {
            content.init = None;
        }
    }
}

/// The type of what the runtime needs of a variable.
fn control_type(module: &mut Module) -> Type {
    let word = module.types.int(64);
    module.types.intern(TypeData::Struct {
        fields: [word, word, TypeTable::PTR, TypeTable::PTR].into(),
        packed: false,
    })
}

/// A variable that is seen where `variable` is seen, in a group of its own if that is in one.
fn beside(module: &mut Module, variable: Global, prefix: &[u8], ty: Type) -> GlobalData {
    let from = &module.globals[variable];
    let name = [prefix, &from.name].concat();
    let comdat = from.comdat.map(|comdat| ComdatData {
        name: name[..].into(),
        kind: module.comdats[comdat].kind,
    });
    let comdat = comdat.map(|data| module.comdats.push(data));
    let from = &module.globals[variable];
    GlobalData {
        linkage: from.linkage,
        visibility: from.visibility,
        dso_local: from.dso_local,
        comdat,
        ..GlobalData::new(&name[..], ty, GlobalKind::Variable(VariableData::default()))
    }
}

/// Adds `data`, unless there is a global of its name.
fn add(module: &mut Module, data: GlobalData) -> Global {
    if let Some(known) = module.globals_by_name.get(&data.name) {
        return *known;
    }
    let name = data.name.clone();
    let global = module.globals.push(data);
    module.globals_by_name.insert(name, global);
    global
}

/// Makes what the runtime needs of a variable.
fn control(module: &mut Module, layout: &DataLayout, variable: Global) -> Global {
    let ty = control_type(module);
    let data = beside(module, variable, b"__emutls_v.", ty);
    let control = add(module, data);
    let from = &module.globals[variable];
    let value_type = from.value_type;
    let init = from.variable().and_then(|content| content.init);
    let align = from
        .align
        .unwrap_or_else(|| layout.abi_align(&module.types, value_type));
    let Some(init) = init else {
        return control;
    };
    let null = module.constant(TypeTable::PTR, ConstKind::Null);
    let is_zero = matches!(
        module.consts[init].kind,
        ConstKind::Zero | ConstKind::Int(0)
    );
    let content = match is_zero {
        true => null,
        false => {
            let mut data = beside(module, variable, b"__emutls_t.", value_type);
            data.align = Some(align);
            data.kind = GlobalKind::Variable(VariableData {
                constant: true,
                init: Some(init),
                ..VariableData::default()
            });
            let template = add(module, data);
            module.constant(TypeTable::PTR, ConstKind::Global(template))
        }
    };
    let size = layout.alloc_size(&module.types, value_type).unwrap_or(0);
    let word = module.types.int(64);
    let fields = [
        module.int_constant(word, size),
        module.int_constant(word, align),
        null,
        content,
    ];
    let init = module.constant(ty, ConstKind::Aggregate(fields.into()));
    let data = &mut module.globals[control];
    data.align = Some(8);
    if let GlobalKind::Variable(content) = &mut data.kind {
        content.init = Some(init);
    }
    control
}

/// The constants that a constant is made of.
fn parts(kind: &ConstKind) -> Vec<Const> {
    match kind {
        ConstKind::Aggregate(elements) | ConstKind::PtrAuth(elements) => elements.to_vec(),
        ConstKind::Splat(element) => vec![*element],
        ConstKind::Expr(expression) => match expression {
            ConstExpr::Cast(_, inner) => vec![*inner],
            ConstExpr::Binary(_, _, left, right) => vec![*left, *right],
            ConstExpr::Gep { operands, .. } => operands.to_vec(),
            ConstExpr::ExtractElement(vector, index) => vec![*vector, *index],
            ConstExpr::InsertElement(vector, element, index) => vec![*vector, *element, *index],
            ConstExpr::ShuffleVector(left, right, _) => vec![*left, *right],
        },
        _ => Vec::new(),
    }
}

/// Replaces constant expressions on addresses of thread-local variables by instructions.
fn compute_expressions(module: &mut Module, target: &dyn ExpansionTarget) {
    let mut has = SecondaryMap::<Const, bool>::new();
    let mut is_expression = SecondaryMap::<Const, bool>::new();
    let mut any = false;
    // Constants come after what they are made of.
    for (id, data) in module.consts.iter() {
        has[id] = match &data.kind {
            ConstKind::Global(global) => module.globals[*global].thread_local != ThreadLocal::None,
            kind => {
                let found = parts(kind).iter().any(|part| has[*part]);
                is_expression[id] = found;
                any |= found;
                found
            }
        };
    }
    if any {
        compute_marked(module, target, &is_expression);
    }
}

struct Rewrite {
    /// What the runtime needs of each thread-local variable.
    control: SecondaryMap<Global, Option<Global>>,
    /// For what the runtime needs: the last block with a call, and its result.
    known: SecondaryMap<Global, Option<(Block, Value)>>,
    /// The function of the runtime.
    callee: Global,
    fn_type: Type,
}

impl Rewrite {
    /// Replaces addresses of thread-local variables in a function; a block calls the runtime once for each.
    fn body(&mut self, module: &mut Module, body: &mut Function) {
        self.known.clear();
        let mut phis = Vec::new();
        for index in 0..body.layout.len() {
            let block = body.layout[index];
            let insts: Vec<Inst> = body.block_insts(block).collect();
            for inst in insts {
                let is_address =
                    Intrinsic::of_call(module, body, inst) == Some(Intrinsic::ThreadlocalAddress);
                match is_address {
                    _ if body.is_phi(inst) => phis.push(inst),
                    true => self.intrinsic(module, body, (block, inst)),
                    false => self.operands(module, body, (block, inst)),
                }
            }
        }
        for phi in phis {
            self.incoming(module, body, phi);
        }
    }

    /// Replaces a call of the intrinsic by the address.
    fn intrinsic(&mut self, module: &mut Module, body: &mut Function, at: (Block, Inst)) {
        let (_, inst) = at;
        let operand = body.operand(inst, 0);
        let Some(control) = self.control_of(module, body, operand) else {
            return;
        };
        let address = self.address(module, body, at, control);
        if let Some(result) = body.insts[inst].result.expand() {
            body.replace_all_uses(result, address);
        }
        body.remove_inst(inst);
    }

    /// Replaces operands that are such addresses.
    fn operands(&mut self, module: &mut Module, body: &mut Function, at: (Block, Inst)) {
        for index in 0..body.num_operands(at.1) {
            let operand = body.operand(at.1, index);
            if let Some(control) = self.control_of(module, body, operand) {
                let address = self.address(module, body, at, control);
                body.set_operand(at.1, index, address);
            }
        }
    }

    /// The same for a phi: the address is computed at the end of the block that it comes from.
    fn incoming(&mut self, module: &mut Module, body: &mut Function, phi: Inst) {
        for index in 0..body.num_operands(phi) {
            let operand = body.operand(phi, index);
            let from = body.inst_blocks(phi)[index];
            let control = self.control_of(module, body, operand);
            if let (Some(control), Some(end)) = (control, body.terminator(from)) {
                let address = self.address(module, body, (from, end), control);
                body.set_operand(phi, index, address);
            }
        }
    }

    /// The address of a variable at an instruction.
    fn address(
        &mut self,
        module: &mut Module,
        body: &mut Function,
        (block, inst): (Block, Inst),
        control: Global,
    ) -> Value {
        match self.known[control] {
            Some((known, address)) if known == block => address,
            _ => {
                let address = self.call(module, body, inst, control);
                self.known[control] = Some((block, address));
                address
            }
        }
    }

    fn control_of(&self, module: &Module, body: &Function, value: Value) -> Option<Global> {
        match module.consts[body.as_const(value)?].kind {
            ConstKind::Global(global) => self.control[global],
            _ => None,
        }
    }

    /// The address of a variable, from the runtime.
    fn call(&self, module: &mut Module, body: &mut Function, at: Inst, control: Global) -> Value {
        let info = CallInfo {
            fn_type: self.fn_type,
            conv: CallingConv::C,
            tail: TailKind::None,
            attrs: AttributeList::default(),
            num_args: 1,
            bundles: Vec::new(),
            address_space: 0,
        };
        let mut value = |global| {
            let id = module.constant(TypeTable::PTR, ConstKind::Global(global));
            body.const_value(&module.consts, id)
        };
        let operands = [value(control), value(self.callee)];
        let kind = InstKind::Call(Box::new(info));
        let call = body.create_inst(kind, TypeTable::PTR, false, &operands, &[]);
        body.insts[call].debug_loc = body.insts[at].debug_loc;
        body.insert_before(at, call);
        body.set_origin(call, at);
        body.add_result(call, TypeTable::PTR)
    }
}
