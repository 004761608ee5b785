//! `globaldce`: removes functions and variables that nothing refers to.
//!
//! What other modules can see stays, and so does everything that it refers to, transitively: through initial values,
//! bodies, aliases, members of one COMDAT group, and metadata.
//!
//! # Requires
//! A verified module.
//!
//! # Ensures
//! A verified module without globals that can be left out. Ids of globals change if any is removed.

use avarice_ir::metadata::MetadataData;
use avarice_ir::{
    Comdat, Const, ConstExpr, ConstKind, Global, GlobalData, GlobalKind, Linkage, Module,
};
use cranelift_entity::{EntitySet, SecondaryMap};

use crate::pass::{Log, MakePass, ModulePass, PassInfo, Skips};

/// `globaldce`.
pub const PASS: PassInfo = PassInfo {
    name: "globaldce",
    class_name: "GlobalDCEPass",
    summary: "remove functions and variables that nothing refers to",
    make: MakePass::Module(|| Box::<GlobalDce>::default()),
};

/// The pass.
#[derive(Default)]
pub struct GlobalDce;

impl ModulePass for GlobalDce {
    fn run(&mut self, module: &mut Module, _: Skips<'_>, log: &mut Log) -> bool {
        let mut search = Search::new(module);
        search.run();
        let live = search.live;
        let mut changed = false;
        for (global, data) in module.globals.iter() {
            if !live.contains(global) {
                changed = true;
                log.line(|| format!("removing {}", data.name_str()));
            }
        }
        if changed {
            module.retain_globals(&live);
        }
        changed
    }
}

/// Goes from what has to stay to what it refers to.
struct Search<'a> {
    module: &'a Module,
    live: EntitySet<Global>,
    work: Vec<Global>,
    /// Constants that were looked into, and those that are to be.
    seen: SecondaryMap<Const, bool>,
    consts: Vec<Const>,
    members: SecondaryMap<Comdat, Vec<Global>>,
}

impl<'a> Search<'a> {
    fn new(module: &'a Module) -> Self {
        let mut members: SecondaryMap<Comdat, Vec<Global>> = SecondaryMap::new();
        for (global, data) in module.globals.iter() {
            if let Some(comdat) = data.comdat {
                members[comdat].push(global);
            }
        }
        Self {
            module,
            live: EntitySet::new(),
            work: Vec::new(),
            seen: SecondaryMap::new(),
            consts: Vec::new(),
            members,
        }
    }

    fn run(&mut self) {
        let module = self.module;
        for (global, data) in module.globals.iter() {
            if has_to_stay(data) {
                self.keep(global);
            }
        }
        for node in module.metadata.nodes.values() {
            if let MetadataData::Const(id) = node {
                self.consts.push(*id);
            }
        }
        self.follow_consts();
        while let Some(global) = self.work.pop() {
            let data = &module.globals[global];
            for other in data.comdat.iter().flat_map(|comdat| &self.members[*comdat]) {
                if self.live.insert(*other) {
                    self.work.push(*other);
                }
            }
            match &data.kind {
                GlobalKind::Variable(variable) => self.consts.extend(variable.init),
                GlobalKind::Alias { aliasee } => self.consts.push(*aliasee),
                GlobalKind::IFunc { resolver } => self.consts.push(*resolver),
                GlobalKind::Function(function) => {
                    let parts = [function.prefix, function.prologue, function.personality];
                    self.consts.extend(parts.into_iter().flatten());
                    let body = function.body.as_deref();
                    let used = body.into_iter().flat_map(|body| {
                        let constants = body.constants();
                        constants.filter(|(_, value)| !body.is_unused(*value))
                    });
                    self.consts.extend(used.map(|(id, _)| id));
                }
            }
            self.follow_consts();
        }
    }

    fn keep(&mut self, global: Global) {
        if self.live.insert(global) {
            self.work.push(global);
        }
    }

    fn follow_consts(&mut self) {
        while let Some(id) = self.consts.pop() {
            if std::mem::replace(&mut self.seen[id], true) {
                continue;
            }
            match &self.module.consts[id].kind {
                ConstKind::Global(global)
                | ConstKind::BlockAddress(global, _)
                | ConstKind::DsoLocalEquivalent(global)
                | ConstKind::NoCfi(global) => self.keep(*global),
                ConstKind::Aggregate(elements) => self.consts.extend_from_slice(elements),
                ConstKind::PtrAuth(elements) => self.consts.extend_from_slice(elements),
                ConstKind::Splat(element) => self.consts.push(*element),
                ConstKind::Metadata(_) => {}
                ConstKind::Expr(expr) => match expr {
                    ConstExpr::Cast(_, value) => self.consts.push(*value),
                    ConstExpr::Binary(_, _, left, right) => self.consts.extend([*left, *right]),
                    ConstExpr::Gep { operands, .. } => self.consts.extend_from_slice(operands),
                    ConstExpr::ExtractElement(vector, index) => {
                        self.consts.extend([*vector, *index]);
                    }
                    ConstExpr::InsertElement(vector, element, index) => {
                        self.consts.extend([*vector, *element, *index]);
                    }
                    ConstExpr::ShuffleVector(left, right, _) => {
                        self.consts.extend([*left, *right]);
                    }
                },
                _ => {}
            }
        }
    }
}

/// Whether others may refer to a global.
fn has_to_stay(data: &GlobalData) -> bool {
    let is_for_here = matches!(
        data.linkage,
        Linkage::Private
            | Linkage::Internal
            | Linkage::AvailableExternally
            | Linkage::LinkOnce
            | Linkage::LinkOnceOdr
    );
    !is_for_here && !data.is_declaration()
}
