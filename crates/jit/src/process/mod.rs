//! What images need of the process: memory, symbols, unwinding, thread-local storage, debuggers, signals, and calls.
//!
//! All code of the crate that the compiler cannot check is here, each block with the reason why it is right.
#![expect(
    unsafe_code,
    reason = "memory that becomes code is outside of what the compiler checks"
)]

mod calls;
mod debugger;
mod first_call;
mod memory;
mod signals;
mod symbols;
mod thread_locals;

use std::sync::atomic::{AtomicPtr, Ordering};

use crate::image::Image;

pub(crate) use calls::{call_main, run_constructors};
pub(crate) use first_call::{FirstCall, await_first_call, reserve_first_calls};
pub(crate) use memory::{Memory, Protection};
pub(crate) use signals::name_signals;
pub(crate) use symbols::{open, symbol};
pub(crate) use thread_locals::thread_locals;

/// An image in memory.
pub(crate) struct Loaded {
    pub(crate) memory: Memory,
    pub(crate) image: Image,
}

/// A [`Loaded`] on the list of all. It is never removed.
struct Node {
    loaded: Loaded,
    next: *const Node,
}

/// The newest image. Signal handlers go over the list, so that it has no lock.
static NEWEST: AtomicPtr<Node> = AtomicPtr::new(std::ptr::null_mut());

/// Makes an image known to unwinders, debuggers and signal handlers, for as long as the process lives.
pub(crate) fn register(loaded: Loaded, for_debuggers: Vec<Vec<u8>>) -> &'static Loaded {
    let node: &'static mut Node = Box::leak(Box::new(Node {
        loaded,
        next: std::ptr::null(),
    }));
    let node: *mut Node = node;
    let mut newest = NEWEST.load(Ordering::Acquire);
    loop {
        // SAFETY: `node` was leaked above, and no one else has its address before it is on the list.
        unsafe { (*node).next = newest };
        match NEWEST.compare_exchange(newest, node, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => break,
            Err(other) => newest = other,
        }
    }
    // SAFETY: nodes are leaked and not written once they are on the list.
    let loaded = unsafe { &(*node).loaded };
    calls::register_frames(loaded);
    for object in for_debuggers {
        debugger::register(object);
    }
    loaded
}

/// All images, the newest first.
fn all() -> impl Iterator<Item = &'static Loaded> {
    let mut next = NEWEST.load(Ordering::Acquire).cast_const();
    std::iter::from_fn(move || {
        // SAFETY: the list has leaked nodes only, which are not written once they are on it.
        let node = unsafe { next.as_ref() }?;
        next = node.next;
        Some(&node.loaded)
    })
}
