//! Memory for large tables: huge pages of their own.
//!
//! A function of ten thousands of blocks has tables of megabytes, one element a block, an instruction, an operand. In pages
//! of 4 KiB each first touch of a page is a trip into the kernel, and a walk over several tables needs more translations
//! of addresses than the processor keeps: that was a quarter of the time. Small tables stay with the system's allocator:
//!
//! ```text
//!   a block of memory      < 1 MiB               >= 1 MiB
//!   where                  system's allocator    a mapping of whole huge pages, aligned to one
//!   to grow                as there              more pages, and other addresses for the same ones: nothing is copied
//!   touched for nothing    as there              less than one huge page
//! ```
//!
//! All code of the crate that the compiler cannot check is here, each block with the reason why it is right.
#![expect(unsafe_code, reason = "an allocator hands out memory by raw layouts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::{NonNull, copy_nonoverlapping, null_mut};

use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags};
use rustix::mm::{madvise, mmap_anonymous, mremap, munmap};

/// Bytes of a table that is large.
const LARGE: usize = 1 << 20;
/// Bytes of a huge page of x86-64, and of AArch64 with pages of 4 KiB.
const HUGE_PAGE: usize = 2 << 20;
/// Bytes to which every mapping is aligned.
const PAGE: usize = 4 << 10;

/// The system's allocator for small blocks, mappings of huge pages for large ones.
pub struct LargeTables;

/// Whether blocks of this layout are mappings. It depends on nothing else: a block goes back the way it came.
fn is_mapped(layout: Layout) -> bool {
    layout.size() >= LARGE && layout.align() <= PAGE
}

/// Bytes of the mapping for so many bytes.
fn mapped(size: usize) -> usize {
    size.next_multiple_of(HUGE_PAGE)
}

/// Asks for huge pages. A kernel that has none to give leaves the mapping as it is.
fn use_huge_pages(start: *mut u8, size: usize) {
    // SAFETY: the advice changes no content, and the range is a mapping of ours.
    let _ = unsafe { madvise(start.cast(), size, Advice::LinuxHugepage) };
}

/// New memory, all zero; null if there is none.
fn map(size: usize) -> *mut u8 {
    let size = mapped(size);
    let access = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: without an address the kernel chooses one where nothing is.
    let start = unsafe { mmap_anonymous(null_mut(), size, access, MapFlags::PRIVATE) };
    start.map_or(null_mut(), |start| {
        use_huge_pages(start.cast(), size);
        start.cast()
    })
}

/// Another size for a mapping; null, and the old one as it was, if there is no memory.
///
/// # Safety
/// `start` is from [`map`] or from here, for `old` bytes.
unsafe fn remap(start: *mut u8, old: usize, new: usize) -> *mut u8 {
    let (old, new) = (mapped(old), mapped(new));
    if old == new {
        return start;
    }
    // SAFETY: the whole mapping moves, and its owner has asked for that.
    let moved = unsafe { mremap(start.cast(), old, new, MremapFlags::MAYMOVE) };
    moved.map_or(null_mut(), |moved| {
        use_huge_pages(moved.cast(), new);
        moved.cast()
    })
}

// SAFETY: blocks are the system allocator's, or mappings that are given back once, with the size that they have; new
// ones overlap nothing, and a block that cannot be had is null.
unsafe impl GlobalAlloc for LargeTables {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_mapped(layout) {
            return map(layout.size());
        }
        // SAFETY: the caller keeps the promises of this call.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_mapped(layout) {
            return map(layout.size());
        }
        // SAFETY: the caller keeps the promises of this call.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        if is_mapped(layout) {
            // SAFETY: a block of this layout is a mapping of this size, and its owner uses it no more.
            let unmapped = unsafe { munmap(start.cast(), mapped(layout.size())) };
            debug_assert!(unmapped.is_ok(), "the mapping is ours");
            return;
        }
        // SAFETY: a block of this layout is the system allocator's.
        unsafe { System.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size is right for this alignment.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (is_mapped(layout), is_mapped(wanted)) {
            // SAFETY: a block of this layout is the system allocator's.
            (false, false) => unsafe { System.realloc(start, layout, size) },
            // SAFETY: a block of this layout is a mapping of this size.
            (true, true) => unsafe { remap(start, layout.size(), size) },
            // SAFETY: a block of this layout is given back after its content is in the other.
            _ => unsafe { self.carry_over(start, layout, wanted) },
        }
    }
}

impl LargeTables {
    /// Moves a block between the system's allocator and mappings.
    ///
    /// # Safety
    /// The promises of [`GlobalAlloc::realloc`].
    unsafe fn carry_over(&self, start: *mut u8, old: Layout, new: Layout) -> *mut u8 {
        // SAFETY: one of the two sizes is large, so neither is zero: `realloc` never asks for zero bytes.
        let Some(moved) = NonNull::new(unsafe { self.alloc(new) }) else {
            return null_mut();
        };
        // SAFETY: both have that many bytes, and the new block overlaps nothing. The old one was for `old`.
        unsafe {
            copy_nonoverlapping(start, moved.as_ptr(), old.size().min(new.size()));
            self.dealloc(start, old);
        }
        moved.as_ptr()
    }
}
