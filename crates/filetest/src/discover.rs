//! Finds the test files under given paths.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Extensions of files that are tests whether or not they say so.
const TEST_EXTENSIONS: [&str; 2] = ["ll", "mir"];

/// Extensions of files that are tests if they have a `RUN:` line.
const POSSIBLE_EXTENSIONS: [&str; 6] = ["c", "cpp", "rs", "s", "test", "txt"];

/// The files that `paths` stand for, in order: a file stands for itself, a directory for the tests
/// in it and below, sorted by path.
///
/// Directories called `Inputs` hold inputs of tests, and names that begin with `.` or `lit.` belong
/// to other tools; both are skipped.
///
/// # Errors
///
/// If a path does not exist or a directory cannot be read; the message names it.
pub(crate) fn test_files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        if fs::metadata(path).map_err(named)?.is_dir() {
            walk(path, &mut files).map_err(named)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn walk(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') || name.starts_with("lit.") || name == "Inputs" {
            continue;
        }
        let path = entry.path();
        // A link to a directory may lead in circles, so only real ones are entered.
        if entry.file_type()?.is_dir() {
            walk(&path, files)?;
        } else if is_test(&path)? {
            files.push(path);
        }
    }
    Ok(())
}

fn is_test(path: &Path) -> io::Result<bool> {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or("");
    if TEST_EXTENSIONS.contains(&extension) {
        return Ok(path.is_file());
    }
    if !POSSIBLE_EXTENSIONS.contains(&extension) || !path.is_file() {
        return Ok(false);
    }
    Ok(fs::read(path)?.windows(4).any(|window| window == b"RUN:"))
}
