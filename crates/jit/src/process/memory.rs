//! Pages for an image.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::LinkError;
use crate::image::ImagePart;

/// What may be done with pages once they are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protection {
    Read,
    Execute,
}

/// Pages of this process, at first all readable and writable. They are never given back.
pub(crate) struct Memory {
    start: NonNull<u8>,
    size: usize,
}

// SAFETY: the pages belong to the process, not to a thread.
unsafe impl Send for Memory {}
// SAFETY: shared, they are only read here; code that runs in them answers for itself.
unsafe impl Sync for Memory {}

impl Memory {
    /// Pages filled with zeros.
    pub(crate) fn new(size: u64) -> Result<Self, LinkError> {
        let size = usize::try_from(size.max(1)).unwrap_or(usize::MAX);
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address that the system chooses replaces none.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), size, access, kind, -1, 0) };
        let start = (start != libc::MAP_FAILED).then(|| NonNull::new(start.cast::<u8>()));
        match start.flatten() {
            Some(start) => Ok(Self { start, size }),
            None => Err(system_error("there is no memory for the code")),
        }
    }

    /// Where it begins.
    pub(crate) fn address(&self) -> u64 {
        self.start.as_ptr().expose_provenance() as u64
    }

    /// A pointer to `size` bytes at `offset`.
    ///
    /// # Panics
    /// If they are not in it.
    pub(crate) fn pointer(&self, offset: u64, size: usize) -> *mut u8 {
        let end = usize::try_from(offset)
            .ok()
            .and_then(|at| at.checked_add(size));
        assert!(
            end.is_some_and(|end| end <= self.size),
            "bytes outside of an image"
        );
        // SAFETY: the offset is in the mapping, as was just checked.
        unsafe { self.start.as_ptr().add(offset as usize) }
    }

    /// Writes bytes at an offset, before the pages there are protected.
    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) {
        let to = self.pointer(offset, bytes.len());
        // SAFETY: there are so many bytes, which are writable, and no one else has them as long as this is borrowed mutably.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
    }

    /// The word at an offset.
    pub(crate) fn word(&self, offset: u64) -> u64 {
        let from = self.pointer(offset, 8).cast::<u64>();
        // SAFETY: there are eight readable bytes.
        unsafe { from.read_unaligned() }
    }

    /// Writes the word at an offset, a multiple of eight in data, while code may read it.
    pub(crate) fn set_word(&self, offset: u64, value: u64) {
        let to = self.pointer(offset, 8).cast::<u64>();
        // SAFETY: there are eight writable bytes that are aligned, and are only read and written as a whole.
        unsafe { AtomicU64::from_ptr(to) }.store(value, Ordering::Release);
    }

    /// Protects the pages of a part, which begins at a page.
    pub(crate) fn protect(
        &mut self,
        part: &ImagePart,
        protection: Protection,
    ) -> Result<(), LinkError> {
        let size = part.size as usize;
        if size == 0 {
            return Ok(());
        }
        let access = match protection {
            Protection::Read => libc::PROT_READ,
            Protection::Execute => libc::PROT_READ | libc::PROT_EXEC,
        };
        let start = self.pointer(part.offset, size);
        if protection == Protection::Execute {
            synchronize(start, size);
        }
        // SAFETY: the pages are of this mapping, and Rust has no reference into it.
        match unsafe { libc::mprotect(start.cast(), size, access) } {
            0 => Ok(()),
            _ => Err(system_error("memory cannot become code")),
        }
    }
}

/// What the system said of the last call.
fn system_error(what: &str) -> LinkError {
    LinkError::new(format!("{what}: {}", std::io::Error::last_os_error()))
}

/// Makes what was written visible to the fetching of instructions.
#[cfg(target_arch = "aarch64")]
fn synchronize(start: *mut u8, size: usize) {
    use std::arch::asm;
    // The smallest line that there is.
    const LINE: usize = 16;
    let lines = || (start.addr() & !(LINE - 1)..start.addr() + size).step_by(LINE);
    for line in lines() {
        // SAFETY: cleans a line of memory that is mapped; nothing is changed.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: a barrier.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for line in lines() {
        // SAFETY: drops a line of instructions that is fetched again.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: barriers.
    unsafe { asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
}

/// Instructions are fetched as they are written.
#[cfg(not(target_arch = "aarch64"))]
fn synchronize(_: *mut u8, _: usize) {}
