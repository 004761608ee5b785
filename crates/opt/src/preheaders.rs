//! A block of its own before each loop, from which alone the loop is entered.
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

use avarice_ir::{Block, Cfg, Function, Inst, InstKind, LoopInfo, TypeTable, Value};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::build::insert_first;

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
        let are_branches = outside.iter().all(|block| {
            function.terminator(*block).is_some_and(|end| {
                let kind = &function.insts[end].kind;
                matches!(kind, InstKind::Br | InstKind::CondBr | InstKind::Switch)
            })
        });
        let is_missing = loops.preheader(cfg, id).is_none() && header != function.entry();
        if is_missing && are_branches && !outside.is_empty() {
            before[header] = insert_before(function, header, &outside).into();
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

/// Makes a block that the edges from `outside` lead to instead of to `header`, and that jumps there.
fn insert_before(function: &mut Function, header: Block, outside: &[Block]) -> Block {
    let new = function.create_block(b"");
    let phis: Vec<Inst> = function
        .block_insts(header)
        .take_while(|inst| function.insts[*inst].kind == InstKind::Phi)
        .collect();
    for phi in phis.into_iter().rev() {
        join_incoming(function, phi, outside, new);
    }
    for from in outside {
        if let Some(end) = function.terminator(*from) {
            function.replace_successor(end, header, new);
        }
    }
    let jump = function.create_inst(InstKind::Br, TypeTable::VOID, false, &[], &[header]);
    function.append_inst(new, jump);
    new
}

/// Joins what `phi` gets from `outside` in the new block before it.
fn join_incoming(function: &mut Function, phi: Inst, outside: &[Block], new: Block) {
    let mut values: Vec<Value> = Vec::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut kept: (Vec<Value>, Vec<Block>) = Default::default();
    let incoming = function.operands(phi).zip(function.inst_blocks(phi));
    for (value, block) in incoming {
        if outside.contains(block) {
            values.push(value);
            blocks.push(*block);
        } else {
            kept.0.push(value);
            kept.1.push(*block);
        }
    }
    let Some(first) = values.first().copied() else {
        return;
    };
    let value = if values.iter().all(|value| *value == first) {
        first
    } else {
        let ty = function.insts[phi].ty;
        let join = function.create_inst(InstKind::Phi, ty, true, &[], &[]);
        function.set_incoming(join, &values, &blocks);
        insert_first(function, new, join);
        function.insts[join].result.expect("a phi has a result")
    };
    kept.0.push(value);
    kept.1.push(new);
    function.set_incoming(phi, &kept.0, &kept.1);
}
