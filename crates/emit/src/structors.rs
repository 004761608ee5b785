//! The lists of functions that run before and after a program, and the sections that they go to.

use avarice_ir::constant::ConstKind;
use avarice_ir::{Const, Global, Module};
use object::elf;

use crate::emit_options::StructorSections;
use crate::sections::{GroupKey, SectionSpec};

/// One entry of `llvm.global_ctors` or `llvm.global_dtors`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Structor {
    pub(crate) priority: u64,
    pub(crate) function: Const,
    /// The variable that it belongs to.
    pub(crate) key: Option<Global>,
}

/// The entries of a list in the order of their sections, which is by priority.
pub(crate) fn structors(
    module: &Module,
    sections: StructorSections,
    list: StructorList,
) -> Vec<Structor> {
    let list = module.globals_by_name.get(list.variable().as_bytes());
    let Some(init) = list.and_then(|g| module.globals[*g].variable()?.init) else {
        return Vec::new();
    };
    let ConstKind::Aggregate(elements) = &module.consts[init].kind else {
        return Vec::new();
    };
    let entry = |element: &Const| {
        let ConstKind::Aggregate(fields) = &module.consts[*element].kind else {
            return None;
        };
        let [priority, function, rest @ ..] = &**fields else {
            return None;
        };
        let ConstKind::Int(priority) = module.consts[*priority].kind else {
            return None;
        };
        if matches!(module.consts[*function].kind, ConstKind::Null) {
            return None;
        }
        let key = rest.first().and_then(|key| match module.consts[*key].kind {
            ConstKind::Global(global) => Some(global),
            _ => None,
        });
        Some(Structor {
            priority,
            function: *function,
            key,
        })
    };
    let mut entries: Vec<Structor> = elements.iter().filter_map(entry).collect();
    entries.sort_by_key(|entry| entry.priority);
    if sections == StructorSections::Ctors {
        entries.reverse();
    }
    entries
}

/// The two lists of functions that run before and after the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StructorList {
    Constructors,
    Destructors,
}

impl StructorList {
    pub(crate) const ALL: [Self; 2] = [Self::Constructors, Self::Destructors];

    /// The variable that has the list.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            Self::Constructors => "llvm.global_ctors",
            Self::Destructors => "llvm.global_dtors",
        }
    }
}

/// The section of entries of one priority.
pub(crate) fn structor_section(
    module: &Module,
    sections: StructorSections,
    list: StructorList,
    entry: &Structor,
) -> SectionSpec {
    use StructorList::{Constructors, Destructors};
    let (name, kind): (&[u8], u32) = match (sections, list) {
        (StructorSections::Arrays, Constructors) => (b".init_array", elf::SHT_INIT_ARRAY),
        (StructorSections::Arrays, Destructors) => (b".fini_array", elf::SHT_FINI_ARRAY),
        (StructorSections::Ctors, Constructors) => (b".ctors", elf::SHT_PROGBITS),
        (StructorSections::Ctors, Destructors) => (b".dtors", elf::SHT_PROGBITS),
    };
    let mut spec = SectionSpec::new(name, kind, elf::SHF_ALLOC | elf::SHF_WRITE);
    let priority = entry.priority;
    if priority != 65535 {
        let suffix = match sections {
            StructorSections::Arrays => format!(".{priority}"),
            // The linker sorts by name, and the last one runs first.
            StructorSections::Ctors => format!(".{:05}", 65535u64.wrapping_sub(priority)),
        };
        spec.name.extend_from_slice(suffix.as_bytes());
    }
    let comdat = entry.key.and_then(|key| module.globals[key].comdat);
    spec.group = comdat.map(GroupKey::Comdat);
    spec
}
