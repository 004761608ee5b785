//! The files of a line table, numbered as llc numbers them.

use avarice_ir::debug_info::string;
use avarice_ir::metadata::SpecialNode;
use avarice_ir::{DebugInfo, MetadataId};
use cranelift_entity::SecondaryMap;

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SourceFile {
    /// Its directory; empty for that of the compilation.
    pub(super) directory: Vec<u8>,
    pub(super) name: Vec<u8>,
    pub(super) md5: Option<[u8; 16]>,
}

/// The files of one line table.
pub(super) struct LineFiles {
    /// Whether file 0 is the one that was compiled: so it is from DWARF 5 on.
    has_root: bool,
    /// The directory of the compilation.
    pub(super) directory: Vec<u8>,
    /// The file that was compiled.
    pub(super) root: SourceFile,
    /// Files 1, 2 …
    pub(super) files: Vec<SourceFile>,
    numbers: SecondaryMap<MetadataId, Option<u32>>,
}

impl LineFiles {
    /// The table of a compile unit.
    pub(super) fn new(view: DebugInfo<'_>, unit: &SpecialNode, version: u16) -> Self {
        let file = unit.node("file").and_then(|id| view.node_of(id, "DIFile"));
        let text = |key: &str| file.and_then(|file| string(file, key));
        let root = SourceFile {
            directory: Vec::new(),
            name: text("filename").unwrap_or_else(|| b"<stdin>".to_vec()),
            md5: file.and_then(md5),
        };
        Self {
            has_root: version >= 5,
            directory: text("directory").unwrap_or_else(|| b".".to_vec()),
            root,
            files: Vec::new(),
            numbers: SecondaryMap::new(),
        }
    }

    /// The number of the file of `scope` in the line table.
    pub(super) fn number(&mut self, view: DebugInfo<'_>, scope: MetadataId) -> u32 {
        let Some(id) = view.file_of(scope) else {
            return u32::from(!self.has_root);
        };
        if let Some(number) = self.numbers[id] {
            return number;
        }
        let number = view.node(id).map_or(0, |node| self.number_of(node));
        self.numbers[id] = Some(number);
        number
    }

    fn number_of(&mut self, node: &SpecialNode) -> u32 {
        let mut directory = string(node, "directory").unwrap_or_default();
        let name = string(node, "filename").unwrap_or_else(|| b"<stdin>".to_vec());
        if directory == self.directory {
            directory.clear();
        }
        if self.has_root && directory.is_empty() && name == self.root.name {
            return 0;
        }
        let file = split_path(SourceFile {
            directory,
            name,
            md5: md5(node),
        });
        let same =
            |other: &SourceFile| other.directory == file.directory && other.name == file.name;
        let at = self.files.iter().position(same).unwrap_or_else(|| {
            self.files.push(file);
            self.files.len() - 1
        });
        at as u32 + 1
    }

    /// Whether every file has a checksum: only then the table has them.
    pub(super) fn have_md5(&self) -> bool {
        let mut all = self.files.iter().chain([&self.root]);
        all.all(|file| file.md5.is_some())
    }
}

/// A file whose directory is in its name gets it from there.
fn split_path(file: SourceFile) -> SourceFile {
    let slash = file.name.iter().rposition(|c| *c == b'/');
    match slash {
        Some(at) if file.directory.is_empty() && at > 0 && at + 1 < file.name.len() => SourceFile {
            directory: file.name[..at].to_vec(),
            name: file.name[at + 1..].to_vec(),
            ..file
        },
        _ => file,
    }
}

/// The checksum of a `DIFile`, if it is an MD5.
fn md5(node: &SpecialNode) -> Option<[u8; 16]> {
    if node.text("checksumkind") != Some("CSK_MD5") {
        return None;
    }
    let text = string(node, "checksum")?;
    let text = std::str::from_utf8(&text)
        .ok()
        .filter(|t| t.len() == 32 && t.is_ascii())?;
    let mut bytes = [0; 16];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}
