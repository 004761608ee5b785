//! The allocator of the binary: what is in a block stays there whatever its size becomes.
#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "allocators are called with raw layouts")]

use std::alloc::{GlobalAlloc, Layout};

use avarice::large_tables::LargeTables;

#[global_allocator]
static ALLOCATOR: LargeTables = LargeTables;

const MIB: usize = 1 << 20;

#[test]
fn blocks_keep_their_content_when_they_grow_and_shrink() {
    for align in [1, 8, 64, 4096, 8192] {
        let sizes = [MIB / 2, MIB - 1, MIB, 2 * MIB + 1, 9 * MIB, 9 * MIB + 5];
        let sizes = [&sizes[..], &[3 * MIB, MIB + 1, MIB - 1, 4096, MIB, 64]].concat();
        let mut layout = Layout::from_size_align(4096, align).unwrap();
        // SAFETY: each block is used and given back with the layout that it was asked for with.
        unsafe {
            let mut start = ALLOCATOR.alloc(layout);
            for at in 0..layout.size() {
                start.add(at).write(at as u8);
            }
            let mut filled = layout.size();
            for size in sizes {
                start = ALLOCATOR.realloc(start, layout, size);
                layout = Layout::from_size_align(size, align).unwrap();
                assert_eq!(start.addr() % align, 0, "{size} bytes");
                filled = filled.min(size);
                let block = std::slice::from_raw_parts_mut(start, filled);
                let kept = block.iter().enumerate().all(|(at, byte)| *byte == at as u8);
                assert!(kept, "{size} bytes aligned to {align}");
                // The whole block is there.
                start.add(filled).write_bytes(0xee, size - filled);
            }
            ALLOCATOR.dealloc(start, layout);
        }
    }
}

#[test]
fn zeroed_blocks_are_zero_where_others_were_before() {
    for size in [4096, MIB, 5 * MIB] {
        for _ in 0..3 {
            let mut table = vec![0_u64; size / 8];
            assert!(table.iter().all(|word| *word == 0), "{size} bytes");
            table.fill(u64::MAX);
        }
    }
}

#[test]
fn what_cannot_be_had_is_an_error() {
    let mut table: Vec<u8> = vec![1; MIB];
    assert!(table.try_reserve(1 << 46).is_err());
    assert_eq!(table, vec![1; MIB]);
}
