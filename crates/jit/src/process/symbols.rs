//! Symbols of the process and of libraries.

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::lazy::FIRST_CALL;

use super::first_call;
use super::thread_locals::get_address;

/// A byte of the program, by whose address functions for its end are known.
static HANDLE: u8 = 0;

/// The address of a symbol of the process, of what has one only when a program is linked too.
pub(crate) fn symbol(name: &str) -> Option<u64> {
    let address = match name {
        "__tls_get_addr" => (get_address as *const ()).expose_provenance(),
        "__dso_handle" => (&raw const HANDLE).expose_provenance(),
        FIRST_CALL => first_call::entry(),
        // Linkers take it out of an archive.
        "atexit" => (libc::atexit as *const ()).expose_provenance(),
        _ => {
            let name = CString::new(name).ok()?;
            // SAFETY: the name ends with a zero.
            let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
            found.expose_provenance()
        }
    };
    (address != 0).then_some(address as u64)
}

/// Loads a library for the whole process.
///
/// # Errors
/// What the system says.
pub(crate) fn open(path: &Path) -> Result<(), String> {
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: the name ends with a zero. Initializers of the library run, as for any that is loaded.
    let library: *mut c_void =
        unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if !library.is_null() {
        return Ok(());
    }
    // SAFETY: after a failure this is null or a text that the system keeps until the next call of this thread.
    let error = unsafe { libc::dlerror().cast_const().as_ref() };
    Err(match error {
        // SAFETY: it ends with a zero.
        Some(text) => unsafe { CStr::from_ptr(text) }
            .to_string_lossy()
            .into_owned(),
        None => "it cannot be loaded".to_owned(),
    })
}
