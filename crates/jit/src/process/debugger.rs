//! GDB's interface for code that is made while a program runs: a list of objects, and a function in which debuggers stop to
//! look at it.

use std::hint::black_box;
use std::ptr;
use std::sync::Mutex;

/// An object on the list.
#[repr(C)]
struct Entry {
    next: *mut Entry,
    previous: *mut Entry,
    object: *const u8,
    size: u64,
}

/// The list.
#[repr(C)]
struct Descriptor {
    version: u32,
    /// What has happened: 1 if an entry was added.
    action: u32,
    relevant: *mut Entry,
    first: *mut Entry,
}

const ADDED: u32 = 1;

/// The list, under the name that debuggers look for.
#[unsafe(no_mangle)]
static mut __jit_debug_descriptor: Descriptor = Descriptor {
    version: 1,
    action: 0,
    relevant: ptr::null_mut(),
    first: ptr::null_mut(),
};

/// Where debuggers stop, under the name that they look for.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn __jit_debug_register_code() {
    // A body, so that the function is one of its own.
    black_box(&raw const __jit_debug_descriptor);
}

/// Puts an object on the list, with the addresses of its sections in it.
pub(super) fn register(object: Vec<u8>) {
    static LOCK: Mutex<()> = Mutex::new(());
    let _locked = LOCK
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let object = object.leak();
    let list = &raw mut __jit_debug_descriptor;
    // SAFETY: the list is written under the lock only, and read by debuggers while the process stands still. Entries and
    // objects are leaked.
    unsafe {
        let entry = Box::leak(Box::new(Entry {
            next: (*list).first,
            previous: ptr::null_mut(),
            object: object.as_ptr(),
            size: object.len() as u64,
        }));
        if let Some(next) = entry.next.as_mut() {
            next.previous = entry;
        }
        (*list).first = entry;
        (*list).relevant = entry;
        (*list).action = ADDED;
    }
    __jit_debug_register_code();
}
