//! Checks an allocation: whether the code with physical registers computes what the code with virtual registers did.
//!
//! It knows nothing about how allocators decide, nor about live intervals: it compares the function before and after,
//! by what is in each *place* (register unit, stack slot) at each point.
//!
//! # The lattice
//!
//! A state says for each place which lanes of which *variables* it holds. Variables are those of the code before:
//! virtual registers, and register units where that code refers to physical registers itself.
//!
//! ```text
//!   before                    after                      state after it
//!   %5 = ADD %5, %6           $eax = ADD $eax, $ecx      eax {%5}  ecx {%6}
//!                             STORE %stack.0, $eax       eax {%5}  ecx {%6}  stack.0 {%5}
//!   %7 = COPY %5                                         eax {%5 %7}  ecx {%6}  stack.0 {%5 %7}
//!   CALL                      CALL                       stack.0 {%5 %7}
//!                             $ecx = LOAD %stack.0       ecx {%5 %7}  stack.0 {%5 %7}
//!   USE %7                    USE $ecx                   checked: ecx holds %7
//! ```
//!
//! A variable may also be undefined, in lanes; then every place holds it. The result of an instruction that computes
//! the same anywhere (a constant, an address) is a variable as well: a place that holds it holds each virtual register
//! that is defined by such an instruction, from there on.
//!
//! A slot knows what it holds by the lanes of the register that was stored, since what is loaded by the same lanes
//! has the same parts, and besides which virtual registers it holds as a *whole*: all their lanes, as if a register
//! of their own class had been stored. That is what can be loaded into registers with other lanes or of another file
//! (lanes of two files have nothing to do with each other: there, all units together hold all of it), and what is left where paths meet on which registers of different kinds were stored.
//!
//! Where paths meet, a place holds what it holds on all of them. States only lose parts, and there are finitely many, so that iteration ends; it begins with
//! every place holding everything, and says what is wrong only when nothing changes any more.
//!
//! # The transfer function
//!
//! Allocators do not change blocks, nor the order of what they keep. Instructions are paired by their identity:
//!
//! | before | after | effect |
//! |---|---|---|
//! | any | the same | each use must be in its place; each definition is in its place and nowhere else |
//! | copy | nothing | whatever holds the source holds the destination too |
//! | other | nothing | must have no effect but its definition, which is nowhere then |
//! | PHI | nothing | on each edge: whatever holds what it reads holds the result too |
//! | nothing | copy, store to a slot, load from one | what the source holds, the destination holds |
//! | nothing | constant computation | the place holds the computation, and each variable that was last set by it |
//! | any | its form that works on memory | as for the same; the slot is the place of the operand that was folded |
//! | move between register files | plain load or store | as its form on memory, and as the load or store that it is |
//!
//! A place that is written otherwise (by a call, say) holds nothing any more.
//!
//! An inserted computation need not be useful: allocators also rematerialize constants for registers that are live but
//! never read. It must be one of the code before, possibly in another form that the target has for it, and must not
//! write a reserved register.
//!
//! Tests that inject faults into allocations are where the targets are known
//! (`crates/avarice/tests/checker_mutations.rs`).

mod copies;
mod effects;
mod error;
mod flow;
mod folded;
mod pairing;
mod slot_contents;
mod state;

use avarice_mir::{MachineFunction, TargetHooks};

use effects::Effects;
pub use error::CheckError;
use flow::LiveVariables;
use state::State;

/// Faults after which checking stops.
const MAX_ERRORS: usize = 20;

/// Checks that `after` does what `before` does, with physical registers.
///
/// # Requires
/// `after` came from `before` by register allocation: blocks are the same, and instructions that were kept have
/// kept their ids. `before` may be in SSA.
///
/// # Errors
/// What is wrong, in the order of the blocks.
pub fn check(
    before: &MachineFunction,
    after: &MachineFunction,
    hooks: &dyn TargetHooks,
) -> Result<(), Vec<CheckError>> {
    let live = LiveVariables::compute(before);
    let mut effects = Effects::new(before, after, hooks);
    let mut entries: Vec<Option<State>> = vec![None; after.blocks.len()];
    let Some(entry) = after.layout.first() else {
        return Ok(());
    };
    entries[entry.as_u32() as usize] = Some(effects.entry_state(*entry, &live));
    let mut work = vec![*entry];
    let mut is_waiting = vec![false; after.blocks.len()];
    while let Some(block) = work.pop() {
        is_waiting[block.as_u32() as usize] = false;
        let Some(state) = entries[block.as_u32() as usize].clone() else {
            continue;
        };
        let out = effects.run_block(block, state);
        for successor in &after.blocks[block].succs {
            let index = successor.as_u32() as usize;
            let mut incoming = out.clone();
            effects.copy_phis(block, *successor, &mut incoming);
            let results = effects.phi_results(*successor);
            incoming.keep_live(|var| live.is_live_in(*successor, var) || results.contains(&var));
            effects.enter(*successor, &mut incoming);
            let changed = match &mut entries[index] {
                Some(known) => known.meet(&incoming, &|undef, slot| effects.wholes(undef, slot)),
                none => {
                    *none = Some(incoming);
                    true
                }
            };
            if changed && !std::mem::replace(&mut is_waiting[index], true) {
                work.push(*successor);
            }
        }
    }
    effects.report();
    for block in &after.layout {
        if let Some(state) = entries[block.as_u32() as usize].take() {
            effects.run_block(*block, state);
        }
    }
    let mut errors = effects.into_errors();
    errors.truncate(MAX_ERRORS);
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}
