//! Where symbols are: in the same linked object or anywhere, and how thread-local ones are accessed.

use avarice_ir::{CodeModel, Global, Linkage, ThreadLocal, Visibility};

use crate::function::FunctionLowering;
use crate::options::RelocationModel;

impl FunctionLowering<'_> {
    /// Whether a global's definition is in the same linked object: its address is known relative to the
    /// code.
    pub fn is_dso_local(&self, global: Global) -> bool {
        let data = &self.module.globals[global];
        data.dso_local
            || data.linkage.is_local()
            || (data.visibility != Visibility::Default && data.linkage != Linkage::ExternWeak)
    }

    /// Whether a global is thread-local.
    pub fn is_thread_local(&self, global: Global) -> bool {
        self.module.globals[global].thread_local != ThreadLocal::None
    }

    /// How a thread-local variable is accessed: the cheapest way that always works, or one that the module asks
    /// for if it is cheaper.
    pub fn tls_model(&self, global: Global) -> ThreadLocal {
        let always = match (self.is_executable(), self.is_dso_local(global)) {
            (true, true) => ThreadLocal::LocalExec,
            (true, false) => ThreadLocal::InitialExec,
            (false, true) => ThreadLocal::LocalDynamic,
            (false, false) => ThreadLocal::GeneralDynamic,
        };
        let asked = self.module.globals[global].thread_local;
        match asked as u8 > always as u8 {
            true => asked,
            false => always,
        }
    }

    /// Whether the code is for an executable, position-independent or not, rather than a shared
    /// library: the module flag `PIE Level` says so for position-independent code.
    pub fn is_executable(&self) -> bool {
        self.options.relocation_model == RelocationModel::Static
            || self.module_flag("PIE Level") > 0
    }

    /// How far code and data may be from each other.
    pub fn code_model(&self) -> CodeModel {
        self.options.memory_model.code_model
    }

    /// Whether code must not depend on where it is.
    pub fn is_pic(&self) -> bool {
        self.options.relocation_model == RelocationModel::Pic
    }

    /// Whether a global may be farther away than 32 bits reach, by the rules of x86-64.
    pub fn is_large(&self, global: Global) -> bool {
        let model = &self.options.memory_model;
        model.is_large(self.module, self.layout, global)
    }

    /// The number of a module flag, 0 if it is not there.
    pub fn module_flag(&self, name: &str) -> u64 {
        self.module.flag_number(name).unwrap_or(0)
    }
}
