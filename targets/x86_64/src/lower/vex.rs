//! VEX forms of vector instructions, where the function may use AVX.
//!
//! Selection emits SSE instructions. Once all blocks exist, each of them is replaced by the form with a VEX prefix,
//! which does the same but reads its first source from a register of its own, so that no copies are needed; and the two
//! kinds are never mixed, which is slow on some processors.
//!
//! ```text
//!   %2:vr128 = PADDDrr %0(tied-def 0), %1        %2:vr128 = VPADDDrr %0, %1
//!
//!   %1:fr64 = SQRTSDr %0                         %1:fr64 = VSQRTSDr %0, %0
//!
//!   %1:fr64 = CVTSI2SDrr %0                      %2:fr64 = IMPLICIT_DEF
//!                                                %1:fr64 = VCVTSI2SDrr %2, %0
//! ```
//!
//! In the last two, the additional operand provides the upper part of the result. That part is not used, so
//! the operand is the source where possible: then the instruction does not wait for anything else.

use std::sync::LazyLock;

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, Reg};
use avarice_target::{InstrDesc, Opcode};

use crate::encoding_row::{EncKind, X86Encoding};
use crate::{TARGET, op};

/// The VEX form of each instruction that has one.
static FORMS: LazyLock<Vec<Option<Opcode>>> =
    LazyLock::new(|| TARGET.instrs.iter().map(form_of).collect());

/// LLVM's name for the VEX form of an instruction is its name with a V in front.
fn form_of(row: &InstrDesc) -> Option<Opcode> {
    let form = TARGET.opcode_by_name(&format!("V{}", row.name))?;
    let is = |row: &InstrDesc, kind| {
        let encoding = row.encoding.map(X86Encoding::decode);
        encoding.is_some_and(|encoding| encoding.enc == kind)
    };
    let found = is(row, EncKind::EncNormal) && is(TARGET.instr(form), EncKind::EncVEX);
    found.then_some(form)
}

/// Gives all instructions of a function their VEX forms.
///
/// # Requires
/// Machine SSA of a function that may use AVX.
///
/// # Ensures
/// No instruction has another form with a VEX prefix.
pub(super) fn convert(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let mut next = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = next {
            next = function.next_inst(inst);
            let opcode = function.opcode(inst);
            if let Some(form) = FORMS.get(opcode.0 as usize).copied().flatten() {
                convert_inst(function, inst, form);
            }
        }
    }
}

fn convert_inst(function: &mut MachineFunction, inst: Inst, form: Opcode) {
    let old = function.desc(inst);
    let new = TARGET.instr(form);
    for index in 0..old.operands.len() {
        if function.operand(inst, index).tied_to().is_some() {
            function.untie_operand(inst, index);
        }
    }
    function.set_opcode(inst, form);
    if new.operands.len() <= old.operands.len() {
        return;
    }
    let location = function.debug_loc(inst);
    let class = new.operands[1].class;
    let source = function.operand(inst, 1).as_reg();
    let same = source
        .as_virtual()
        .filter(|reg| Some(function.class(*reg)) == class);
    let upper = match (same, class) {
        (Some(reg), _) => Reg::virt(reg),
        (None, Some(class)) => {
            let undefined = Reg::virt(function.create_vreg(class));
            InstBuilder::new(function, op::IMPLICIT_DEF)
                .location(location)
                .def(undefined)
                .insert_before(inst);
            undefined
        }
        (None, None) => return,
    };
    function.insert_operand(inst, 1, Operand::reg(upper));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_have_the_operands_of_the_instruction_or_one_more() {
        let mut count = 0;
        for (row, form) in TARGET.instrs.iter().zip(FORMS.iter()) {
            let Some(form) = form else { continue };
            let form = TARGET.instr(*form);
            let more = form.operands.len() - row.operands.len();
            assert!(more <= 1, "{}", row.name);
            assert_eq!(row.num_defs, form.num_defs, "{}", row.name);
            if more == 1 {
                assert_eq!(form.num_defs, 1, "{}", row.name);
                assert_eq!(
                    form.operands[0].class, form.operands[1].class,
                    "{}",
                    row.name
                );
            }
            count += 1;
        }
        assert!(count > 500, "{count}");
    }
}
