//! `livedebugvalues`: where variables are in each block, and where they go.
//!
//! A debug value holds from where it stands to the end of its block. This pass finds where it holds beyond that: which
//! variables are where at the begin of each block, and, within blocks, where they go when registers are copied, stored to
//! spill slots and loaded from them.
//!
//! ```text
//!   bb.0                                      bb.0
//!     DBG_VALUE $rdi, $noreg, !"x"              DBG_VALUE $rdi, $noreg, !"x"
//!     $rbx = COPY killed $rdi                   $rbx = COPY killed $rdi
//!     JCC_1 %bb.2                               DBG_VALUE $rbx, $noreg, !"x"
//!                                     ──▶       JCC_1 %bb.2
//!   bb.1                                      bb.1
//!     CALL …                                    DBG_VALUE $rbx, $noreg, !"x"
//!                                               CALL …
//! ```
//!
//! There are two forms, as in llc. In one, debug values refer to the instructions that compute what variables are, and values
//! are followed wherever they go ([`references`]). In the other, debug values name registers, and these are followed
//! ([`locations`]).

mod code;
mod insertion;
mod locations;
mod order;
mod overlaps;
mod properties;
mod references;
mod registers;

use avarice_ir::DebugInfo;
use avarice_trace::Log;

use self::code::Code;
use self::locations::Locations;
use self::order::BlockOrder;
use self::references::{References, Shapes};
use self::registers::Registers;
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::lexical_scopes::LexicalScopes;

/// `livedebugvalues`.
///
/// # Requires
/// No virtual registers; frames are laid out.
///
/// # Ensures
/// At the begin of each block, debug values say of each variable of which that is known where it is; and where it goes in
/// the block. References to instructions are left where they are, each with a debug value that says the same in places.
///
/// # Preserves
/// All code but debug values.
pub const PASS: MachinePass = MachinePass {
    when: When::ALWAYS,
    requires: Analysis::LOOPS,
    preserves: Analysis::all(),
    after: &["prologepilog", "postrapseudos", "block-placement"],
    ..MachinePass::new("livedebugvalues", "Live DEBUG_VALUE analysis", || {
        Box::<Scratch>::default()
    })
};

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    registers: Registers,
    order: BlockOrder,
    scopes: LexicalScopes,
    references: References,
    locations: Locations,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let info = DebugInfo::of(unit.module).zip(unit.function.ir_function);
        let described = info.filter(|(info, global)| info.subprogram(*global).is_some());
        let Some((info, _)) = described else {
            return Ok(());
        };
        if unit.function.layout.is_empty() || references::is_too_large(&unit.function) {
            return Ok(());
        }
        let options = unit.options.debug_locations;
        self.scopes.compute(&unit.function, unit.module);
        self.registers.prepare(unit.function.target);
        let refers = unit.function.mir_info.debug_instr_ref == Some(true);
        if refers || options.forces_references {
            let substitutions = &mut unit.function.mir_info.debug_substitutions;
            substitutions.sort_by_key(|substitution| substitution.from);
        }
        let code = Code {
            function: &unit.function,
            module: unit.module,
            target: unit.target,
            registers: &self.registers,
            info: info.with_own(&unit.function.own_locations),
        };
        self.order.compute(&code, &unit.analyses.cfg);
        if refers || options.forces_references {
            let shapes = Shapes {
                cfg: &unit.analyses.cfg,
                dominators: &unit.analyses.dominators,
                order: &self.order,
                scopes: &self.scopes,
            };
            self.references.analyze(&code, shapes, &options);
            let sizes = self.references.sizes(&code);
            self.references
                .insert(&mut unit.function, sizes, unit.module);
        } else {
            let (order, scopes) = (&self.order, &self.scopes);
            self.locations.analyze(&code, order, scopes, &options);
            self.locations.insert(&mut unit.function, unit.module);
        }
        Ok(())
    }
}
