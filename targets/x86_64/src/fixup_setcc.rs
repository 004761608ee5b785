//! `x86-fixup-setcc`: a condition that becomes a number of 32 bits is set in a register that is zero already, and need not
//! be extended.
//!
//! ```text
//!                                            %3 = MOV32r0          (sets the flags, so before the compare)
//!   CMP32rr %0, %1                           CMP32rr %0, %1
//!   %2 = SETCCr 4                            %2 = SETCCr 4
//!   %4:gr32 = MOVZX32rr8 %2                  %4:gr32 = INSERT_SUBREG %3, %2, sub_8bit
//! ```
//!
//! The processor breaks the dependency of the cleared register on what was in it, and saves the extension.

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, Operand, Reg};
use avarice_trace::Log;

use crate::{class, op, reg, sub};

/// `x86-fixup-setcc`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED_CODE,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["peephole-opt"],
    ..MachinePass::new("x86-fixup-setcc", "X86 Fixup SetCC", || {
        Box::<Scratch>::default()
    })
};

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    /// Extensions that have been replaced.
    replaced: Vec<Inst>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        run(&mut unit.function, &mut self.replaced);
        Ok(())
    }
}

/// Replaces extensions of conditions.
///
/// # Requires
/// Machine SSA.
///
/// # Ensures
/// No condition is set in the low part of a register and then extended to 32 bits, where the flags are set in the same
/// block by an instruction that does not read them.
///
/// # Preserves
/// The control flow graph, machine SSA.
fn run(function: &mut MachineFunction, replaced: &mut Vec<Inst>) {
    replaced.clear();
    for at in 0..function.layout.len() {
        visit_block(function, function.layout[at], replaced);
    }
    for extension in replaced.drain(..) {
        function.remove_inst(extension);
    }
}

fn visit_block(function: &mut MachineFunction, block: Block, replaced: &mut Vec<Inst>) {
    let mut compare = None;
    let mut cursor = function.blocks[block].first.expand();
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        if touches_flags(function, inst, Operand::is_def) {
            compare = Some(inst);
        }
        if function.opcode(inst) != op::SETCCr {
            continue;
        }
        let Some(compare) =
            compare.filter(|one| !touches_flags(function, *one, Operand::reads_reg))
        else {
            continue;
        };
        if let Some(extension) = last_extension(function, inst)
            && insert_into_zero(function, (compare, inst), extension)
        {
            replaced.push(extension);
        }
    }
}

fn touches_flags(function: &MachineFunction, inst: Inst, how: fn(&Operand) -> bool) -> bool {
    let flags = Reg::from(reg::EFLAGS);
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| operand.as_reg() == flags && how(operand))
}

/// The last extension of what `set` sets that is on the list of its uses.
fn last_extension(function: &MachineFunction, set: Inst) -> Option<Inst> {
    let condition = function.operand(set, 0).as_reg();
    condition.as_virtual()?;
    let users = function.uses(condition).map(|user| function.op_inst(user));
    users
        .filter(|user| function.opcode(*user) == op::MOVZX32rr8)
        .last()
}

/// Computes what `extension` does from a register that is cleared before `compare`; the condition of `set` is put into it.
/// `false` if the result cannot be in a register of that class.
fn insert_into_zero(
    function: &mut MachineFunction,
    (compare, set): (Inst, Inst),
    extension: Inst,
) -> bool {
    let result = function.operand(extension, 0).as_reg();
    let Some(register) = result.as_virtual() else {
        return false;
    };
    if function.constrain_class(register, class::GR32, 0).is_none() {
        return false;
    }
    let condition = function.operand(set, 0).as_reg();
    let zero = function.create_vreg(class::GR32);
    let location = function.debug_loc(set);
    let clear = InstBuilder::new(function, op::MOV32r0).location(location);
    clear.def(zero).insert_before(compare);
    let location = function.debug_loc(extension);
    let insert = InstBuilder::new(function, op::INSERT_SUBREG).location(location);
    let insert = insert.def(result).reg(zero).reg(condition);
    insert
        .imm(i64::from(sub::SUB_8BIT.0))
        .insert_before(extension);
    true
}
