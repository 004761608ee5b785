//! Which functions have their address taken: those that are referred to by anything other than a direct call.

use std::sync::OnceLock;

use cranelift_entity::EntitySet;

use crate::constant::{ConstExpr, ConstKind};
use crate::entities::{Const, Global, Inst};
use crate::function::Function;
use crate::global::GlobalKind;
use crate::module::Module;

/// The functions of a module whose address is taken, computed at the first query. Several threads may query it.
#[derive(Debug)]
pub struct TakenAddresses<'a> {
    module: &'a Module,
    found: OnceLock<EntitySet<Global>>,
}

impl<'a> TakenAddresses<'a> {
    /// Those of `module`.
    pub fn of(module: &'a Module) -> Self {
        Self {
            module,
            found: OnceLock::new(),
        }
    }

    /// Whether something other than a call refers to `global`. Metadata and a `blockaddress` of one of its blocks do
    /// not count.
    pub fn contains(&self, global: Global) -> bool {
        let found = self
            .found
            .get_or_init(|| Search::run(self.module, Callees::Ignored));
        found.contains(global)
    }
}

/// The globals of `module` that anything but metadata refers to, calls too.
pub fn referenced_globals(module: &Module) -> EntitySet<Global> {
    Search::run(module, Callees::Counted)
}

/// Whether functions count that are only called, and those of whose blocks there are addresses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Callees {
    Ignored,
    Counted,
}

struct Search<'a> {
    module: &'a Module,
    callees: Callees,
    found: EntitySet<Global>,
    /// Constants that were looked into.
    seen: EntitySet<Const>,
    work: Vec<Const>,
}

impl<'a> Search<'a> {
    fn run(module: &'a Module, callees: Callees) -> EntitySet<Global> {
        let mut search = Self {
            module,
            callees,
            found: EntitySet::new(),
            seen: EntitySet::new(),
            work: Vec::new(),
        };
        for data in module.globals.values() {
            match &data.kind {
                GlobalKind::Variable(variable) => search.work.extend(variable.init),
                GlobalKind::Alias { aliasee } => search.work.push(*aliasee),
                GlobalKind::IFunc { resolver } => search.work.push(*resolver),
                GlobalKind::Function(function) => {
                    let parts = [function.prefix, function.prologue, function.personality];
                    search.work.extend(parts.into_iter().flatten());
                    if let Some(body) = function.body.as_deref() {
                        search.body(body);
                    }
                }
            }
            search.follow();
        }
        search.found
    }

    /// All constants of a body, those that are callees only if they count.
    fn body(&mut self, body: &Function) {
        for block in body.layout.iter() {
            for inst in body.block_insts(*block) {
                let callee = match self.callees {
                    Callees::Ignored => self.direct_callee(body, inst),
                    Callees::Counted => None,
                };
                let count = body.num_operands(inst) - usize::from(callee.is_some());
                let used = body.operands(inst).take(count);
                self.work
                    .extend(used.filter_map(|value| body.as_const(value)));
            }
        }
    }

    /// The function that `inst` calls as what it is.
    fn direct_callee(&self, body: &Function, inst: Inst) -> Option<Global> {
        let info = body.insts[inst].kind.call_info()?;
        let callee = crate::intrinsics::called_global(self.module, body, inst)?;
        (self.module.globals[callee].value_type == info.fn_type).then_some(callee)
    }

    fn follow(&mut self) {
        while let Some(id) = self.work.pop() {
            if !self.seen.insert(id) {
                continue;
            }
            match &self.module.consts[id].kind {
                ConstKind::Global(global)
                | ConstKind::DsoLocalEquivalent(global)
                | ConstKind::NoCfi(global) => {
                    self.found.insert(*global);
                }
                ConstKind::BlockAddress(function, _) if self.callees == Callees::Counted => {
                    self.found.insert(*function);
                }
                ConstKind::Aggregate(elements) => self.work.extend_from_slice(elements),
                ConstKind::PtrAuth(elements) => self.work.extend_from_slice(elements),
                ConstKind::Splat(element) => self.work.push(*element),
                ConstKind::Expr(expr) => self.expression(expr),
                _ => {}
            }
        }
    }

    fn expression(&mut self, expr: &ConstExpr) {
        match expr {
            ConstExpr::Cast(_, value) => self.work.push(*value),
            ConstExpr::Binary(_, _, left, right) | ConstExpr::ShuffleVector(left, right, _) => {
                self.work.extend([*left, *right]);
            }
            ConstExpr::Gep { operands, .. } => self.work.extend_from_slice(operands),
            ConstExpr::ExtractElement(vector, index) => self.work.extend([*vector, *index]),
            ConstExpr::InsertElement(vector, element, index) => {
                self.work.extend([*vector, *element, *index]);
            }
        }
    }
}
