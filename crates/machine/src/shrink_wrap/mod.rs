//! `shrink-wrap`: where the frame is set up and torn down, if not at the entry and before each return.
//!
//! Paths that need no frame should not pay for one. One block is chosen before which the frame is set up, the save
//! point, and one at whose end it is torn down, the restore point:
//!
//! ```text
//!        entry: test, branch            no frame
//!        │         │
//!        │      save: … call …          the frame is set up first
//!        │         │
//!        │      restore: …              … and torn down last
//!        │         │
//!        └──▶ exit: ret ◀──┘            no frame
//! ```
//!
//! Every use of the frame lies between the two: the save point dominates it and the restore point post-dominates it.
//! Neither is in a loop, nor executed more often than the entry. Where the exit itself could be the restore point but is
//! reached by paths without a frame as well, it is split ([`split`]).

mod pointers;
mod points;
mod split;
mod uses;

use avarice_ir::PostDominatorTree;
use avarice_mir::{Block, MachineFunction};
use avarice_trace::Log;
use avarice_trace::remarks::{Remark, RemarkKind, RemarkPass, SourcePlace};
use cranelift_entity::SecondaryMap;

use crate::pass::{Analyses, Analysis, MachinePass, MachineUnit, RunPass, When};
use crate::remarks;
use points::{Graph, Points};
use uses::FrameUses;

/// `shrink-wrap`, see the module.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::FREQUENCIES,
    preserves: Analysis::all(),
    after: &["virtregrewriter", "stack-slot-coloring"],
    ..MachinePass::new("shrink-wrap", "Shrink Wrapping analysis", || {
        Box::<ShrinkWrap>::default()
    })
};

/// The scratch memory of the pass.
#[derive(Default)]
struct ShrinkWrap {
    post_dominators: PostDominatorTree<Block>,
    uses: FrameUses,
    /// By block: whether the stack may be addressed there or on the way there.
    knows_stack: SecondaryMap<Block, bool>,
}

/// Why no points were looked for.
enum Refusal {
    Funclets(Block),
    Irreducible,
}

impl RunPass for ShrinkWrap {
    /// # Requires
    /// No virtual registers.
    ///
    /// # Ensures
    /// The function's save and restore points are set, or neither is.
    ///
    /// # Preserves
    /// Everything, unless the restore point was split.
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        // A single block sets up its frame at its begin.
        if unit.function.layout.len() < 2 || !is_enabled(unit) {
            return Ok(());
        }
        if is_irreducible(&unit.function, unit.analyses) {
            say_refusal(unit, log, &Refusal::Irreducible);
            return Ok(());
        }
        self.post_dominators.compute(&unit.analyses.cfg);
        self.uses.begin_function(&unit.function);
        let found = match self.find_points(unit) {
            Ok(found) => found,
            Err(refusal) => {
                say_refusal(unit, log, &refusal);
                None
            }
        };
        let split = match unit.options.shrink_wrap.splits_regions {
            true => split::split_restore_point(unit, &self.post_dominators, &self.uses, found),
            false => None,
        };
        if let Some(points) = split.or(found) {
            unit.function.frame.save_point = points.save;
            unit.function.frame.restore_point = points.restore;
        }
        if split.is_some() {
            unit.analyses.forget(Analysis::CFG);
        }
        Ok(())
    }
}

impl ShrinkWrap {
    /// The best points without changing the graph.
    fn find_points(&mut self, unit: &MachineUnit<'_>) -> Result<Option<Points>, Refusal> {
        let function = &unit.function;
        let graph = Graph {
            function,
            analyses: unit.analyses,
            post_dominators: &self.post_dominators,
        };
        let uses = self.uses.of(unit.module, function, unit.target);
        let mut points = Points::default();
        self.knows_stack.clear();
        self.knows_stack.resize(function.blocks.len());
        for block in function.layout.iter().copied() {
            self.knows_stack[block] = true;
        }
        for block in graph.analyses.cfg.reverse_postorder() {
            let data = &function.blocks[block];
            if data.eh_funclet_entry {
                return Err(Refusal::Funclets(block));
            }
            // An unwinder or an inline assembly may come here out of the middle of a block.
            if data.eh_pad || data.inline_asm_br_target {
                points.include(&graph, &uses, block);
                if !points.are_better_than_entry(function) {
                    return Ok(None);
                }
                continue;
            }
            let mut knows_stack = data.preds.iter().any(|pred| self.knows_stack[*pred]);
            let mut insts = function.block_insts(block);
            if insts.any(|inst| uses.needs_frame(inst, knows_stack)) {
                points.include(&graph, &uses, block);
                if !points.are_better_than_entry(function) {
                    return Ok(None);
                }
                knows_stack = true;
            }
            self.knows_stack[block] = knows_stack;
        }
        if points.are_better_than_entry(function) {
            points.move_to_cheap_blocks(&graph, &uses, unit.target);
        }
        Ok(Some(points).filter(|points| points.are_better_than_entry(function)))
    }
}

/// Whether the command line or else the function allows for it.
fn is_enabled(unit: &MachineUnit<'_>) -> bool {
    // These look at the stack from outside wherever the function is.
    const WATCHED: [&str; 4] = [
        "sanitize_address",
        "sanitize_thread",
        "sanitize_memory",
        "sanitize_hwaddress",
    ];
    match unit.options.shrink_wrap.enabled {
        Some(enabled) => enabled,
        None => !WATCHED.iter().any(|name| unit.has_attribute(name)),
    }
}

/// Whether some edge goes back to a block that is not the header of a loop around where it comes from.
fn is_irreducible(function: &MachineFunction, analyses: &Analyses) -> bool {
    let Analyses { cfg, loops, .. } = analyses;
    cfg.reverse_postorder().any(|block| {
        let number = cfg.postorder_number(block);
        let goes_back = |target: &&Block| cfg.postorder_number(**target) >= number;
        let mut back = function.blocks[block].succs.iter().filter(goes_back);
        back.any(|target| {
            let mut around = std::iter::successors(loops.loop_of(block), |id| loops.parent(*id));
            !around.any(|id| loops.header(id) == *target)
        })
    })
}

fn say_refusal(unit: &mut MachineUnit<'_>, log: &mut Log<'_>, refusal: &Refusal) {
    if !log.wants_remarks(RemarkPass::ShrinkWrap) {
        return;
    }
    let (name, text, block, place) = match refusal {
        Refusal::Funclets(block) => {
            let first = unit.function.blocks[*block].first.expand();
            let location = first.and_then(|inst| unit.function.debug_loc(inst).expand());
            (
                "UnsupportedEHFunclets",
                "EH Funclets are not supported yet.",
                *block,
                location.and_then(|location| {
                    SourcePlace::of_location(unit.module, &unit.function.own_locations, location)
                }),
            )
        }
        Refusal::Irreducible => (
            "UnsupportedIrreducibleCFG",
            "Irreducible CFGs are not supported yet.",
            unit.function.layout[0],
            remarks::place_of_body(unit),
        ),
    };
    let name_of_function = &unit.function.name;
    let pass = RemarkPass::ShrinkWrap;
    let mut remark = Remark::new(RemarkKind::Missed, pass, name, name_of_function).at(place);
    remark.text(text);
    remarks::say(unit, log, block, remark);
}
