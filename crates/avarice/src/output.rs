//! Writes output files completely or not at all.

use std::env;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::LazyLock;

use crate::diagnostics::Diagnostic;
use crate::input;

/// Formatted text to standard error, like `eprint!`, but for that it may be closed.
macro_rules! report {
    ($($text:tt)*) => {
        $crate::output::write_report(format_args!($($text)*))
    };
}
pub(crate) use report;

/// Writes `bytes` to `path`, or to standard output for `None` or `-`.
///
/// A regular file is written without a name and gets it when it is complete, so that neither a partial file is ever seen
/// nor one is left when the process is killed. Where the system has no files without names, it is written under a temporary
/// name in the same folder and renamed, while signals wait. Devices and pipes are written directly.
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
    if unnamed::write(path, folder, bytes)?.is_some() {
        return Ok(());
    }
    let _unbroken = Unbroken::begin();
    let mut file = tempfile::Builder::new()
        .prefix(".avarice-")
        .permissions(output_permissions())
        .tempfile_in(folder)
        .map_err(without_path)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Appends to a file, which is made if there is none; `-` is standard output.
///
/// # Errors
/// What the system says.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path == Path::new("-") {
        return write(None, bytes);
    }
    let mut file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)?;
    file.write_all(bytes)
}

/// Writes what was compiled to `path`, or to standard output for `None`; but no object file to a terminal.
///
/// # Errors
/// What the user is told.
pub fn write_code(path: Option<&Path>, bytes: &[u8], is_object: bool) -> Result<(), Diagnostic> {
    if is_object && path.is_none() && io::stdout().is_terminal() {
        let error = Diagnostic::new("an object file is not written to a terminal");
        return Err(error.note("-o names a file for it"));
    }
    write(path, bytes).map_err(|error| input::cannot("write", path, &error))
}

/// Writes a diagnostic to standard error: in colours where that is a terminal, unless `NO_COLOR` is set or the terminal is
/// `dumb`.
pub fn report_diagnostic(diagnostic: &Diagnostic) {
    static IN_COLORS: LazyLock<bool> = LazyLock::new(|| {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        io::stderr().is_terminal()
            && set("NO_COLOR").is_none()
            && set("TERM").is_some_and(|terminal| terminal != "dumb")
    });
    match *IN_COLORS {
        true => report!("{}", diagnostic.in_colors()),
        false => report!("{diagnostic}"),
    }
}

/// Writes to standard error what can be written: a report that no one reads is no error.
pub fn write_report(text: std::fmt::Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}

/// As long as it lives, signals that end the process wait.
struct Unbroken {
    #[cfg(unix)]
    before: Option<nix::sys::signal::SigSet>,
}

impl Unbroken {
    #[cfg(unix)]
    fn begin() -> Self {
        use nix::sys::signal::{SigSet, SigmaskHow};
        let all = SigSet::all();
        Self {
            before: all.thread_swap_mask(SigmaskHow::SIG_BLOCK).ok(),
        }
    }

    #[cfg(not(unix))]
    fn begin() -> Self {
        Self {}
    }
}

#[cfg(unix)]
impl Drop for Unbroken {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // It was a mask before, so that it can be one again.
            let _ = before.thread_set_mask();
        }
    }
}

/// Files that get their name when they are complete.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::fd::AsRawFd;
    use std::path::Path;
    use std::sync::atomic::{AtomicU32, Ordering};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open, rename, unlink};
    use rustix::io::Errno;

    use super::Unbroken;

    /// Writes `bytes` to a new file and calls it `path`; `None` if there are no such files here.
    pub(super) fn write(path: &Path, folder: &Path, bytes: &[u8]) -> io::Result<Option<()>> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let Ok(file) = open(folder, flags, Mode::from_raw_mode(0o666)) else {
            return Ok(None);
        };
        let mut file = File::from(file);
        file.write_all(bytes)?;
        let own = format!("/proc/self/fd/{}", file.as_raw_fd());
        let link = |to: &Path| linkat(CWD, &*own, CWD, to, AtFlags::SYMLINK_FOLLOW);
        match link(path) {
            Ok(()) => return Ok(Some(())),
            Err(Errno::EXIST) => {}
            Err(_) => return Ok(None),
        }
        // The name is taken: only a file with a name can take its place at once.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = folder.join(format!(".avarice-{}-{count}", std::process::id()));
        let _unbroken = Unbroken::begin();
        if link(&name).is_err() {
            return Ok(None);
        }
        rename(&name, path).inspect_err(|_| {
            // The error that is told is the first one.
            let _ = unlink(&name);
        })?;
        Ok(Some(()))
    }
}

#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::io;
    use std::path::Path;

    /// There are no such files here.
    pub(super) fn write(_: &Path, _: &Path, _: &[u8]) -> io::Result<Option<()>> {
        Ok(None)
    }
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
