//! Places in the source, from debug information.

use std::fmt;

use avarice_ir::debug_info::{DebugInfo, number, string};
use avarice_ir::{Global, LocationTable, MetadataId, Module};

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePlace {
    /// The file, as the debug information names it.
    pub file: String,
    /// The line, 0 if unknown.
    pub line: u32,
    /// The column, 0 if unknown.
    pub column: u32,
}

impl SourcePlace {
    /// The place that a `DILocation` names.
    pub fn of_location(module: &Module, own: &LocationTable, location: MetadataId) -> Option<Self> {
        let info = DebugInfo::of(module)?.with_own(own);
        let location = info.location(location)?;
        Some(Self {
            file: file_of(info, location.scope)?,
            line: location.line,
            column: location.column,
        })
    }

    /// Where the body of a function begins.
    pub fn of_body(module: &Module, function: Global) -> Option<Self> {
        Self::of_subprogram(module, function, "scopeLine", 0)
    }

    /// Where a function is declared.
    pub fn of_declaration(module: &Module, function: Global) -> Option<Self> {
        Self::of_subprogram(module, function, "line", 1)
    }

    fn of_subprogram(module: &Module, function: Global, key: &str, column: u32) -> Option<Self> {
        let info = DebugInfo::of(module)?;
        let subprogram = info.attachments(function).next()?;
        let node = info.node_of(subprogram, "DISubprogram")?;
        Some(Self {
            file: file_of(info, subprogram)?,
            line: number(node, key) as u32,
            column,
        })
    }
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column } = self;
        write!(f, "{file}:{line}:{column}")
    }
}

/// The name of the file of a scope; empty if the file has none.
fn file_of(info: DebugInfo<'_>, scope: MetadataId) -> Option<String> {
    let file = info.node(info.file_of(scope)?)?;
    let name = string(file, "filename").unwrap_or_default();
    Some(String::from_utf8_lossy(&name).into_owned())
}
