//! Which globals are *large*, farther away than an instruction's 32 bits reach.

use crate::code_model::CodeModel;
use crate::constant::{ConstExpr, ConstKind};
use crate::data_layout::DataLayout;
use crate::entities::{Const, Global};
use crate::global::{GlobalData, GlobalKind, ThreadLocal, VariableData};
use crate::module::Module;

/// What decides which globals are large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryModel {
    /// The code model.
    pub code_model: CodeModel,
    /// In the medium and the large code model, variables of more bytes than this are large.
    pub large_data_threshold: u64,
}

/// Symbols that the linker defines, which may be anywhere.
const LINKER_PREFIXES: [&[u8]; 2] = [b"__start_", b"__stop_"];

impl MemoryModel {
    /// Whether `global` may be farther away than 32 bits reach, by the rules of x86-64.
    pub fn is_large(&self, module: &Module, layout: &DataLayout, global: Global) -> bool {
        let Some(object) = object_of(module, global) else {
            return true;
        };
        let data = &module.globals[object];
        match (&data.kind, &data.section) {
            (GlobalKind::Variable(variable), _) => {
                self.is_large_variable(module, layout, data, variable)
            }
            (_, Some(section)) => is_section(section, b".ltext"),
            (_, None) => self.code_model == CodeModel::Large,
        }
    }

    fn is_large_variable(
        &self,
        module: &Module,
        layout: &DataLayout,
        data: &GlobalData,
        variable: &VariableData,
    ) -> bool {
        if data.thread_local != ThreadLocal::None {
            return false;
        }
        match variable.code_model {
            Some(CodeModel::Small) => return false,
            Some(CodeModel::Large) => return true,
            _ => {}
        }
        if let Some(section) = &data.section {
            let large: [&[u8]; 3] = [b".lbss", b".ldata", b".lrodata"];
            return large.iter().any(|base| is_section(section, base));
        }
        if !matches!(self.code_model, CodeModel::Medium | CodeModel::Large) {
            return false;
        }
        let by_linker = *data.name == *b"__ehdr_start"
            || LINKER_PREFIXES.iter().any(|p| data.name.starts_with(p));
        if data.is_declaration() && by_linker {
            return true;
        }
        let size = layout.alloc_size(&module.types, data.value_type);
        size.is_none_or(|size| size == 0 || size > self.large_data_threshold)
    }
}

/// Whether `name` is the section `base` or one of its parts, `base` and a dot before more.
fn is_section(name: &[u8], base: &[u8]) -> bool {
    let rest = name.strip_prefix(base);
    rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'.')
}

/// The variable, function or ifunc that `global` is or is an alias in; `None` if no one can say.
fn object_of(module: &Module, global: Global) -> Option<Global> {
    let mut at = global;
    // A chain of aliases is shorter than the list of globals.
    for _ in 0..=module.globals.len() {
        let GlobalKind::Alias { aliasee } = module.globals[at].kind else {
            return Some(at);
        };
        at = base_of(module, aliasee)?;
    }
    None
}

/// The global that a constant is an address in.
fn base_of(module: &Module, constant: Const) -> Option<Global> {
    let mut at = constant;
    loop {
        at = match &module.consts[at].kind {
            ConstKind::Global(global) => return Some(*global),
            ConstKind::Expr(ConstExpr::Cast(_, from)) => *from,
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => operands[0],
            _ => return None,
        };
    }
}
