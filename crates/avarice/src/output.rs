//! Writing output files: complete or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes `bytes` to `path`, or to standard output for `None` or `-`.
///
/// A regular file is written under a temporary name in the same folder and renamed, so that no partial
/// file is ever seen. Devices and pipes are written directly.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> io::Result<()> {
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return out.flush();
    };
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return fs::OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(bytes);
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .prefix(".avarice-")
        .permissions(output_permissions())
        .tempfile_in(folder)
        .map_err(without_path)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The kind of the error, without the temporary name, which says nothing to a user.
fn without_path(error: io::Error) -> io::Error {
    error.kind().into()
}

/// Like any created file: readable and writable for all that the process's mask allows.
#[cfg(unix)]
fn output_permissions() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o666)
}

#[cfg(not(unix))]
fn output_permissions() -> fs::Permissions {
    fs::metadata(".").map_or_else(
        |_| unreachable!("the working folder exists"),
        |m| m.permissions(),
    )
}
