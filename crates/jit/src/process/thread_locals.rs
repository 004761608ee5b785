//! Thread-local variables of images: memory for each thread when it first uses one.

use std::ffi::c_void;

use crate::error::LinkError;
use crate::image::ThreadLocals;

use super::memory::Memory;

/// The variables of an image.
struct Block {
    key: libc::pthread_key_t,
    /// What a thread's begin with.
    template: *const u8,
    initialized: usize,
    size: usize,
    align: usize,
}

/// The two words that stand for a variable in code.
#[repr(C)]
pub(super) struct Index {
    block: *const Block,
    offset: usize,
}

/// What stands for the variables of an image in its words. It is never freed, as the image.
///
/// # Errors
/// The process has too many keys.
pub(crate) fn thread_locals(memory: &Memory, of: ThreadLocals) -> Result<u64, LinkError> {
    let mut key = 0;
    // SAFETY: `key` is written. `free` frees what `get_address` allocates, when a thread ends.
    let result = unsafe { libc::pthread_key_create(&raw mut key, Some(free)) };
    if result != 0 {
        return Err(LinkError::new(
            "too many images with thread-local variables",
        ));
    }
    let initialized = of.initialized as usize;
    let block = Box::leak(Box::new(Block {
        key,
        template: memory.pointer(of.offset, initialized),
        initialized,
        size: of.size as usize,
        align: of.align as usize,
    }));
    Ok((&raw const *block).expose_provenance() as u64)
}

extern "C" fn free(memory: *mut c_void) {
    // SAFETY: the value of a key is what `posix_memalign` gave, and the thread has no other use for it.
    unsafe { libc::free(memory) };
}

/// What code calls to get the address of a variable of the current thread: `__tls_get_addr`.
pub(super) extern "C" fn get_address(index: *const Index) -> *mut u8 {
    // SAFETY: code passes the address of two words of its table, which hold a leaked block and an offset in it.
    let (block, offset) = unsafe { (&*(*index).block, (*index).offset) };
    // SAFETY: the key was created, and is never deleted.
    let found = unsafe { libc::pthread_getspecific(block.key) };
    let start = match found.is_null() {
        true => new_variables(block),
        false => found.cast::<u8>(),
    };
    start.wrapping_add(offset)
}

/// The variables of a block for the current thread, as they are at first.
fn new_variables(block: &Block) -> *mut u8 {
    let mut memory: *mut c_void = std::ptr::null_mut();
    let align = block.align.max(size_of::<*const u8>());
    // SAFETY: `memory` is written; the alignment is a power of two.
    let result = unsafe { libc::posix_memalign(&raw mut memory, align, block.size.max(1)) };
    if result != 0 {
        // There is no way to tell the code; the system's loader ends the process too.
        std::process::abort();
    }
    let start = memory.cast::<u8>();
    // SAFETY: `size` bytes were just allocated, of which the template has the first. It is never written.
    unsafe {
        std::ptr::copy_nonoverlapping(block.template, start, block.initialized);
        let rest = block.size - block.initialized;
        std::ptr::write_bytes(start.add(block.initialized), 0, rest);
        libc::pthread_setspecific(block.key, memory);
    }
    start
}
