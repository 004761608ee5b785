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

/// What to try for `-lNAME`, in order: `libNAME.so`, then its versions in `folders` and those of the system, newest first.
/// Without a compiler's packages only those with versions are there, and with them the first may be a linker script.
pub(crate) fn candidates(name: &str, folders: &[PathBuf]) -> Vec<PathBuf> {
    let file = format!("lib{name}.so");
    let mut all: Vec<PathBuf> = folders.iter().map(|folder| folder.join(&file)).collect();
    all.push(file.clone().into());
    let system = FOLDERS.iter().map(Path::new);
    for folder in folders.iter().map(PathBuf::as_path).chain(system) {
        let mut versions = versions(folder, &file);
        versions.sort_by(|a, b| b.0.cmp(&a.0));
        all.extend(versions.into_iter().map(|(_, path)| path));
    }
    all
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
        let found = candidates("x", std::slice::from_ref(&folder));
        let own: Vec<_> = found
            .iter()
            .filter(|path| path.starts_with(&folder))
            .collect();
        fs::remove_dir_all(&folder).expect("it can be removed");
        let expected = ["libx.so", "libx.so.10", "libx.so.2"].map(|name| folder.join(name));
        assert_eq!(own, expected.iter().collect::<Vec<_>>());
    }
}
