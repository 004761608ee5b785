//! Selections by conditional moves, for branches that go.

use avarice_machine::early_if_conversion::{Selection, SelectionCycles, SelectionHooks};
use avarice_machine::pass::IfConversionOptions;
use avarice_mir::{InsertPoint, Inst, InstBuilder, MachineFunction};
use avarice_target::RegClass;

use crate::{TARGET, class, op};

/// The selections of x86-64.
pub(crate) struct Selections;

/// The last condition code of the processor; what analysis has beyond are pairs of them.
const LAST_CONDITION: i64 = 15;

/// Whether all registers of `inner` are in `outer`.
fn is_within(inner: RegClass, outer: RegClass) -> bool {
    inner == outer || TARGET.class(inner).has_super_class(outer)
}

impl SelectionHooks for Selections {
    fn is_wanted(&self, options: &IfConversionOptions) -> bool {
        options.on_x86
    }

    fn cycles(
        &self,
        function: &MachineFunction,
        selection: &Selection<'_>,
    ) -> Option<SelectionCycles> {
        let [condition] = selection.condition else {
            return None;
        };
        let is_single = condition
            .as_imm()
            .is_some_and(|number| number <= LAST_CONDITION);
        let [taken, otherwise] = [selection.taken, selection.otherwise].map(|r| function.class(r));
        let class = TARGET.common_sub_class(taken, otherwise)?;
        let mut classes = [class::GR16, class::GR32, class::GR64].into_iter();
        let is_general = classes.any(|outer| is_within(class, outer));
        (is_single && is_general).then_some(SelectionCycles {
            condition: 2,
            taken: 2,
            otherwise: 2,
        })
    }

    fn insert(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        branch: Inst,
        selection: &Selection<'_>,
    ) {
        let [condition] = *selection.condition else {
            return;
        };
        let opcode = match TARGET.class(function.class(selection.result)).size_bits {
            16 => op::CMOV16rr,
            32 => op::CMOV32rr,
            _ => op::CMOV64rr,
        };
        let location = function.debug_loc(branch);
        InstBuilder::new(function, opcode)
            .location(location)
            .def(selection.result)
            .reg(selection.otherwise)
            .reg(selection.taken)
            .op(condition)
            .insert_at(at);
    }
}
