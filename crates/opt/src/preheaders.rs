//! Preheaders: a block before each loop that is the only one from which the loop is entered.
//!
//! ```text
//!   a: br %c, label %head, label %x      a: br %c, label %before, label %x
//!   b: br label %head                    b: br label %before
//!   head:                            ─▶  before:
//!     %p = phi [ 1, %a ], [ 2, %b ],       %q = phi [ 1, %a ], [ 2, %b ]
//!              [ %n, %latch ]              br label %head
//!                                        head:
//!                                          %p = phi [ %q, %before ], [ %n, %latch ]
//! ```

use avarice_ir::{Block, Cfg, Function, Loop, LoopInfo};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::edges::{insert_block, is_branch};

/// The preheader of a loop, if code can be added at its end: the result of a `callbr` there would be defined after that code.
pub fn open_preheader(function: &Function, cfg: &Cfg, loops: &LoopInfo, id: Loop) -> Option<Block> {
    let before = loops.preheader(cfg, id)?;
    let end = function.terminator(before)?;
    function.insts[end].result.is_none().then_some(before)
}

/// Makes the missing ones. Returns whether any was.
///
/// # Requires
/// `cfg` and `loops` are those of `function`; they are out of date if this returns true.
pub fn insert(function: &mut Function, cfg: &Cfg, loops: &LoopInfo) -> bool {
    let mut before: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
    let mut changed = false;
    for id in loops.loops() {
        let header = loops.header(id);
        let outside = cfg.predecessors(header).iter();
        let outside: Vec<Block> = outside
            .copied()
            .filter(|block| !loops.contains(id, *block))
            .collect();
        let are_branches = outside.iter().all(|block| is_branch(function, *block));
        let is_missing = loops.preheader(cfg, id).is_none() && header != function.entry();
        if is_missing && are_branches && !outside.is_empty() {
            before[header] = insert_block(function, header, &outside).into();
            changed = true;
        }
    }
    if changed {
        let old = std::mem::take(&mut function.layout);
        let with_new = old
            .into_iter()
            .flat_map(|block| before[block].expand().into_iter().chain([block]));
        function.layout = with_new.collect();
    }
    changed
}
