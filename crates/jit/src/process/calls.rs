//! Calls into images, and what the runtime library must know of them.

use std::ffi::{CString, OsString, c_char, c_int};
use std::os::unix::ffi::OsStringExt;
use std::sync::Once;

use super::{Loaded, all, symbol};

/// A program's `main`, and a constructor.
type Main = extern "C" fn(c_int, *const *const c_char, *const *const c_char) -> c_int;

/// A destructor.
type Finish = extern "C" fn();

/// The function at an address.
fn main_at(address: u64) -> Main {
    let code: *const () = std::ptr::with_exposed_provenance(address as usize);
    // SAFETY: the caller says that the function at this address has this type, as a program's start code does.
    unsafe { std::mem::transmute::<*const (), Main>(code) }
}

/// The environment of the process, as C has it.
fn environment() -> *const *const c_char {
    let place = symbol("environ").map_or(std::ptr::null(), |address| {
        std::ptr::with_exposed_provenance::<*const *const c_char>(address as usize)
    });
    // SAFETY: the variable `environ` of C is a pointer that no other thread of ours changes.
    unsafe { place.as_ref() }
        .copied()
        .unwrap_or(std::ptr::null())
}

/// Calls the function at `address` as a program's `main`.
pub(crate) fn call_main(address: u64, args: &[OsString]) -> i32 {
    let texts = args.iter().map(|arg| {
        let bytes = arg.clone().into_vec();
        let end = bytes.iter().position(|byte| *byte == 0);
        CString::new(&bytes[..end.unwrap_or(bytes.len())]).unwrap_or_default()
    });
    // The program may keep the addresses.
    let texts: &'static mut [*mut c_char] = Vec::leak(texts.map(CString::into_raw).collect());
    let mut argv: Vec<*const c_char> = texts.iter().map(|text| text.cast_const()).collect();
    argv.push(std::ptr::null());
    let argv: &'static mut [*const c_char] = Vec::leak(argv);
    main_at(address)(args.len() as c_int, argv.as_ptr(), environment())
}

/// Runs the constructors of an image, and has its destructors run at the end of the process.
pub(crate) fn run_constructors(loaded: &'static Loaded) {
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        // SAFETY: the function is there until the process ends.
        unsafe { libc::atexit(run_destructors) };
    });
    let nothing = [std::ptr::null()];
    for word in &loaded.image.constructors {
        main_at(loaded.memory.word(*word))(0, nothing.as_ptr(), environment());
    }
}

/// Runs the destructors of all images.
extern "C" fn run_destructors() {
    for loaded in all() {
        for word in &loaded.image.destructors {
            let address = loaded.memory.word(*word) as usize;
            let code: *const () = std::ptr::with_exposed_provenance(address);
            // SAFETY: words of destructors hold addresses of functions without parameters.
            let finish = unsafe { std::mem::transmute::<*const (), Finish>(code) };
            finish();
        }
    }
}

/// Makes the unwind table of an image known to the runtime library, so that exceptions cross its frames.
pub(super) fn register_frames(loaded: &'static Loaded) {
    let range = &loaded.image.unwind;
    if range.is_empty() {
        return;
    }
    let Some(register) = symbol("__register_frame") else {
        return;
    };
    let table = loaded
        .memory
        .pointer(range.start, (range.end - range.start) as usize);
    let code: *const () = std::ptr::with_exposed_provenance(register as usize);
    // SAFETY: this is the type of the function in the libraries of GCC and LLVM. The table ends with a zero word, and stays.
    unsafe { std::mem::transmute::<*const (), extern "C" fn(*const u8)>(code)(table) };
}
