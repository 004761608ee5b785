//! Splits an instruction that reads memory into a load and the form that reads a register.
//!
//! ```text
//!   %2 = ADD64rm %0, %1, 1, $noreg, 0, $noreg        %3 = MOV64rm %1, 1, $noreg, 0, $noreg
//!                                                    %2 = ADD64rr %0, %3
//! ```

use avarice_mir::{
    Inst, InstBuilder, MachineFunction, MemFlags, MemOperand, Operand, OperandFlags, Reg,
};
use avarice_target::{Fold, FoldFlags, RegClass};
use smallvec::SmallVec;

use crate::load_store::load_store;
use crate::{FOLDS, TARGET, op, subtarget};

/// Operands of an address.
const ADDRESS: usize = 5;

/// The register form of an instruction that loads, and the class of the register loaded.
fn find(function: &MachineFunction, inst: Inst) -> Option<(&'static Fold, RegClass)> {
    let fold = FOLDS.register_form(function.opcode(inst))?;
    let desc = TARGET.instr(fold.register_form);
    let reg_class = desc.operands[usize::from(fold.operand)].class?;
    let splits = fold.has(FoldFlags::LOAD) && !fold.has(FoldFlags::STORE);
    (splits && TARGET.class(reg_class).allocatable).then_some((fold, reg_class))
}

/// The class of the register that a load split off from `inst` defines; `None` if none can be.
pub fn loaded_class(function: &MachineFunction, inst: Inst) -> Option<RegClass> {
    find(function, inst).map(|(_, reg_class)| reg_class)
}

/// Creates, in no block, a load of `reg` and the form of `inst` that reads it.
pub fn unfold_load(function: &mut MachineFunction, inst: Inst, reg: Reg) -> Option<[Inst; 2]> {
    let (fold, reg_class) = find(function, inst)?;
    let loads: SmallVec<[MemOperand; 2]> = function
        .mem_ops(inst)
        .filter(|mem| mem.flags.contains(MemFlags::LOAD))
        .map(|mem| MemOperand {
            flags: mem.flags - MemFlags::STORE,
            ..*mem
        })
        .collect();
    let align = u64::from(TARGET.class(reg_class).spill_size).max(16);
    let is_aligned = loads.first().is_some_and(|mem| mem.align() >= align);
    let load = load_store(reg_class, subtarget::of(function), is_aligned)?.load;

    let at = usize::from(fold.operand);
    let operands: SmallVec<[Operand; 12]> = function
        .operands(inst)
        .iter()
        .map(|operand| operand.detached())
        .collect();
    let address = operands.get(at..at + ADDRESS)?;
    let mut builder = InstBuilder::new(function, load).def(reg).ops(address);
    for mem in loads {
        builder = builder.mem(mem);
    }
    let load = builder.create();

    let (before, after) = (&operands[..at], &operands[at + ADDRESS..]);
    let mut all: SmallVec<[Operand; 12]> = before.into();
    all.push(Operand::reg(reg));
    all.extend_from_slice(after);
    let new = function.create_inst(fold.register_form, &all);
    function.set_debug_loc(new, function.debug_loc(inst));
    compare_as_test(function, new);
    Some([load, new])
}

/// A comparison with zero is a test of the register with itself.
fn compare_as_test(function: &mut MachineFunction, inst: Inst) {
    let test = match function.opcode(inst) {
        op::CMP64ri32 => op::TEST64rr,
        op::CMP32ri => op::TEST32rr,
        op::CMP16ri => op::TEST16rr,
        op::CMP8ri => op::TEST8rr,
        _ => return,
    };
    if function.operand(inst, 1).as_imm() == Some(0) {
        let mut again = function.operand(inst, 0).detached();
        again.set(OperandFlags::KILL, false);
        function.replace_operand(inst, 1, again);
        function.set_opcode(inst, test);
    }
}
