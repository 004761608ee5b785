//! Which file the library of a name is.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders with libraries, as far as the system's loader does not look there for a name with a version.
const FOLDERS: [&str; 7] = [
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/local/lib",
    "/usr/lib64",
    "/usr/lib",
];

/// Libraries of the system whose version has not changed in twenty years: looking into folders for it takes longer than
/// loading them.
const KNOWN: [(&str, u32); 6] = [
    ("m", 6),
    ("c", 6),
    ("stdc++", 6),
    ("dl", 2),
    ("pthread", 0),
    ("rt", 1),
];

/// What to try for `-lNAME`, in order: `libNAME.so`, then its versions in `folders` and those of the system, newest first.
/// Without a compiler's packages only those with versions are there, and with them the first may be a linker script.
pub(crate) fn candidates(name: &str, folders: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    let file = format!("lib{name}.so");
    let given = folders.iter().map(|folder| folder.join(&file));
    let given: Vec<PathBuf> = given.collect();
    let known = KNOWN.iter().filter(move |(known, _)| *known == name);
    let known: Vec<PathBuf> = known
        .map(|(_, version)| format!("{file}.{version}").into())
        .collect();
    let system = FOLDERS.iter().map(PathBuf::from);
    let all: Vec<PathBuf> = folders.iter().cloned().chain(system).collect();
    let in_system = PathBuf::from(&file);
    let in_folders = all.into_iter().flat_map(move |folder| {
        let mut versions = versions(&folder, &file);
        versions.sort_by(|a, b| b.0.cmp(&a.0));
        versions.into_iter().map(|(_, path)| path)
    });
    given
        .into_iter()
        .chain(known)
        .chain([in_system])
        .chain(in_folders)
}

/// The files `FILE.1.2` of a folder with their versions.
fn versions(folder: &Path, file: &str) -> Vec<(Vec<u32>, PathBuf)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let found = entries.filter_map(|entry| {
        let path = entry.ok()?.path();
        let version = path.file_name()?.to_str()?.strip_prefix(file)?;
        let numbers = version.strip_prefix('.')?.split('.');
        let numbers: Result<Vec<u32>, _> = numbers.map(str::parse).collect();
        Some((numbers.ok()?, path))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_numbers() {
        let folder = std::env::temp_dir().join(format!("avarice-libraries-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for name in ["libx.so.2", "libx.so.10", "libx.so.x", "liby.so.3"] {
            fs::write(folder.join(name), "").expect("a file");
        }
        let found: Vec<PathBuf> = candidates("x", std::slice::from_ref(&folder)).collect();
        let own: Vec<_> = found
            .iter()
            .filter(|path| path.starts_with(&folder))
            .collect();
        fs::remove_dir_all(&folder).expect("it can be removed");
        let expected = ["libx.so", "libx.so.10", "libx.so.2"].map(|name| folder.join(name));
        assert_eq!(own, expected.iter().collect::<Vec<_>>());
    }
}
