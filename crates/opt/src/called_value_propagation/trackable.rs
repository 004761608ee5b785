//! Which parts of a module are not visible outside it.

use avarice_ir::{
    Const, ConstExpr, ConstKind, Function, Global, GlobalData, GlobalKind, InstFlags, InstKind,
    Linkage, Module,
};
use cranelift_entity::{EntitySet, SecondaryMap};

/// Globals whose values can be followed.
pub struct Trackable {
    /// Functions whose arguments all come from direct calls in the module.
    pub arguments: EntitySet<Global>,
    /// Functions whose results are those of the `ret`s that are seen.
    pub returns: EntitySet<Global>,
    /// Variables that are only loaded and stored as a whole.
    pub memory: EntitySet<Global>,
}

impl Trackable {
    /// Looks through all uses of globals.
    pub fn new(module: &Module) -> Self {
        let mut escapes = Escapes {
            module,
            functions: EntitySet::new(),
            variables: EntitySet::new(),
            seen: SecondaryMap::new(),
        };
        escapes.visit_globals();
        for (_, body) in super::bodies(module) {
            escapes.visit_body(body);
        }
        let mut found = Self {
            arguments: EntitySet::new(),
            returns: EntitySet::new(),
            memory: EntitySet::new(),
        };
        for (id, data) in module.globals.iter() {
            match &data.kind {
                GlobalKind::Function(function) if function.body.is_some() => {
                    if data.linkage.is_local() && !escapes.functions.contains(id) {
                        found.arguments.insert(id);
                    }
                    if is_exact(module, data) {
                        found.returns.insert(id);
                    }
                }
                GlobalKind::Variable(variable) => {
                    let definite = variable.init.is_some() && !variable.externally_initialized;
                    if definite
                        && !variable.constant
                        && data.linkage.is_local()
                        && !escapes.variables.contains(id)
                    {
                        found.memory.insert(id);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// Whether what is executed is this definition and all of it.
fn is_exact(module: &Module, data: &GlobalData) -> bool {
    let attrs = data.function().map(|function| function.attrs.function);
    let is_naked = module.attrs(attrs.flatten()).has("naked");
    matches!(
        data.linkage,
        Linkage::External | Linkage::Private | Linkage::Internal
    ) && !is_naked
}

/// Looks for uses that cannot be followed.
struct Escapes<'a> {
    module: &'a Module,
    functions: EntitySet<Global>,
    variables: EntitySet<Global>,
    /// Constants that were looked into.
    seen: SecondaryMap<Const, bool>,
}

impl Escapes<'_> {
    /// What initial values, aliases and functions' constants refer to.
    fn visit_globals(&mut self) {
        for data in self.module.globals.values() {
            match &data.kind {
                GlobalKind::Variable(variable) => self.escape(variable.init),
                GlobalKind::Alias { aliasee } => self.escape(Some(*aliasee)),
                GlobalKind::IFunc { resolver } => self.escape(Some(*resolver)),
                GlobalKind::Function(function) => {
                    for id in [function.prefix, function.prologue, function.personality] {
                        self.escape(id);
                    }
                }
            }
        }
    }

    /// All globals in a constant are used for something.
    fn escape(&mut self, id: Option<Const>) {
        let mut work: Vec<Const> = id.into_iter().collect();
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut self.seen[id], true) {
                continue;
            }
            match &self.module.consts[id].kind {
                ConstKind::Global(global)
                | ConstKind::DsoLocalEquivalent(global)
                | ConstKind::NoCfi(global) => {
                    self.functions.insert(*global);
                    self.variables.insert(*global);
                }
                ConstKind::Aggregate(elements) => work.extend_from_slice(elements),
                ConstKind::PtrAuth(elements) => work.extend_from_slice(elements),
                ConstKind::Splat(element) => work.push(*element),
                ConstKind::Expr(expr) => match expr {
                    ConstExpr::Cast(_, value) => work.push(*value),
                    ConstExpr::Binary(_, _, left, right) => work.extend([*left, *right]),
                    ConstExpr::Gep { operands, .. } => work.extend_from_slice(operands),
                    ConstExpr::ExtractElement(vector, index) => work.extend([*vector, *index]),
                    ConstExpr::InsertElement(vector, element, index) => {
                        work.extend([*vector, *element, *index]);
                    }
                    ConstExpr::ShuffleVector(left, right, _) => work.extend([*left, *right]),
                },
                _ => {}
            }
        }
    }

    fn visit_body(&mut self, function: &Function) {
        for value in function.values.keys() {
            let Some(id) = function.as_const(value) else {
                continue;
            };
            let ConstKind::Global(global) = self.module.consts[id].kind else {
                if !function.is_unused(value) {
                    self.escape(Some(id));
                }
                continue;
            };
            let data = &self.module.globals[global];
            for slot in function.uses_of(value) {
                let user = function.uses[slot].user;
                let index = function.use_ids(user).position(|used| used == slot);
                match data.kind {
                    GlobalKind::Function(_) if self.is_call(function, user, index, data) => {}
                    GlobalKind::Variable(_) if is_access(function, user, index, data) => {}
                    _ => {
                        self.functions.insert(global);
                        self.variables.insert(global);
                    }
                }
            }
        }
    }

    /// Whether this use of a function is a direct call of it.
    fn is_call(
        &self,
        function: &Function,
        user: Inst,
        index: Option<usize>,
        callee: &GlobalData,
    ) -> bool {
        let info = function.insts[user].kind.call_info();
        info.is_some_and(|info| info.fn_type == callee.value_type)
            && index == function.num_operands(user).checked_sub(1)
    }
}

use avarice_ir::Inst;

/// Whether this use of a variable loads or stores all of it.
fn is_access(function: &Function, user: Inst, index: Option<usize>, variable: &GlobalData) -> bool {
    let data = &function.insts[user];
    if data.flags.contains(InstFlags::VOLATILE) {
        return false;
    }
    match data.kind {
        InstKind::Load { .. } => data.ty == variable.value_type,
        InstKind::Store { .. } => {
            let stored = function.operand(user, 0);
            index == Some(1) && function.values[stored].ty == variable.value_type
        }
        _ => false,
    }
}
