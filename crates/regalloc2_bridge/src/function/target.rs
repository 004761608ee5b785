//! A target without a machine: the registers of regalloc2, and instructions that consist only of operands.
//!
//! ```text
//!   registers   one for each PReg, without parts
//!   classes     of each kind all 64 registers, and those below 32, 16, 8, 4, 2 and 1 for limits
//!   OP          an instruction of the function: its number, then its operands in their order
//!   BRANCH RET  the same at the end of a block
//!   LOAD STORE  a register and a spill slot
//!   MOVE        to or from a register that is memory: not a copy, so that nothing folds it into one
//! ```

use avarice_mir::InsertPoint;
use avarice_mir::hooks::{
    BranchHooks, CopyHooks, FoldHooks, InsertionHooks, OperandHooks, RegisterHooks, RematHooks,
    SlotHooks,
};
use std::sync::OnceLock;

use avarice_mir::hooks::SlotAccess;
use avarice_mir::{
    Block, BranchAnalysis, FrameIndex, Inst, InstBuilder, MachineFunction, Operand, Reg,
    TargetHooks,
};
use avarice_target::pressure::PressureTables;
use avarice_target::scheduling::SchedulingTables;
use avarice_target::{
    InstrDesc, InstrFlags, LaneMask, Opcode, OperandDesc, OperandFlags, OperandType, PhysReg,
    RegClass, RegClassDesc, RegDesc, RegUnit, SubRegIdx, SubRegIdxDesc, TargetDesc, UnitDesc, op,
};
use regalloc2::PReg;

/// Limits of classes as powers of two: 64 down to 1.
const CLASSES_OF_KIND: usize = 7;
const KINDS: usize = 3;
const NUM_REGISTERS: usize = KINDS * 64 + 1;

/// An operand that may be a spill slot as well.
pub const ANYWHERE: u16 = 1;

const FIRST: u16 = op::NAMES.len() as u16;
/// An instruction of the function.
pub const OP: Opcode = Opcode(FIRST);
/// A branch of the function.
pub const BRANCH: Opcode = Opcode(FIRST + 1);
/// A return of the function.
pub const RET: Opcode = Opcode(FIRST + 2);
/// A load from a spill slot.
pub const LOAD: Opcode = Opcode(FIRST + 3);
/// A store to a spill slot.
pub const STORE: Opcode = Opcode(FIRST + 4);
/// A move from or to a register that is memory.
pub const MOVE: Opcode = Opcode(FIRST + 5);

/// The register that stands for `reg`.
pub fn phys_reg(reg: PReg) -> PhysReg {
    PhysReg::from_index(reg.index() + 1)
}

/// The register that `reg` stands for.
pub fn preg(reg: PhysReg) -> PReg {
    PReg::from_index(reg.index() - 1)
}

/// The class of all registers of a kind.
pub fn class(kind: regalloc2::RegClass) -> RegClass {
    RegClass::from_index(kind as usize * CLASSES_OF_KIND)
}

/// The class of the registers of a kind with encodings below `limit`, which is a power of two up to 64.
pub fn class_below(kind: regalloc2::RegClass, limit: usize) -> RegClass {
    let smaller = 6usize.saturating_sub(limit.trailing_zeros() as usize);
    RegClass::from_index(kind as usize * CLASSES_OF_KIND + smaller)
}

/// The kind that a class is of.
pub fn kind(class: RegClass) -> regalloc2::RegClass {
    match class.index() / CLASSES_OF_KIND {
        0 => regalloc2::RegClass::Int,
        1 => regalloc2::RegClass::Float,
        _ => regalloc2::RegClass::Vector,
    }
}

/// The tables.
pub fn target() -> &'static TargetDesc {
    static TARGET: OnceLock<TargetDesc> = OnceLock::new();
    TARGET.get_or_init(make)
}

/// A table that lives as long as the program.
fn kept<T>(rows: impl IntoIterator<Item = T>) -> &'static [T] {
    Vec::leak(rows.into_iter().collect())
}

fn named(text: String) -> &'static str {
    String::leak(text)
}

fn make() -> TargetDesc {
    let registers = kept((0..NUM_REGISTERS).map(register));
    let instrs = kept(instructions());
    let mut by_name: Vec<Opcode> = (0..instrs.len()).map(Opcode::from_index).collect();
    by_name.sort_by_key(|opcode| instrs[opcode.index()].name);
    let mut regs_by_name: Vec<PhysReg> = (1..NUM_REGISTERS).map(PhysReg::from_index).collect();
    regs_by_name.sort_by_key(|reg| registers[reg.index()].name);
    TargetDesc {
        name: "regalloc2",
        registers,
        units: kept((1..NUM_REGISTERS).map(|index| UnitDesc {
            name: registers[index].print_name,
            roots: kept([PhysReg::from_index(index)]),
        })),
        sub_reg_indices: &[SubRegIdxDesc {
            name: "",
            size_bits: 0,
            offset_bits: 0,
            lane_mask: LaneMask::ALL,
        }],
        sub_reg_compose: &[SubRegIdx::NONE],
        classes: kept((0..KINDS * CLASSES_OF_KIND).map(class_row)),
        reg_masks: &[],
        instrs,
        instrs_by_name: kept(by_name),
        regs_by_name: kept(regs_by_name),
        callee_saved: &[],
        reg_mask_words: NUM_REGISTERS.div_ceil(32),
        scheduling: SchedulingTables::NONE,
        pressure: PressureTables::NONE,
    }
}

fn register(index: usize) -> RegDesc {
    let name = match index.checked_sub(1) {
        Some(number) => named(PReg::from_index(number).to_string()),
        None => "",
    };
    let unit = index.checked_sub(1).map(RegUnit::from_index);
    RegDesc {
        name,
        print_name: name,
        encoding: 0,
        dwarf: -1,
        cost: 0,
        reserved: false,
        constant: false,
        allocatable: true,
        units: kept(unit),
        unit_lanes: kept(unit.map(|_| LaneMask::ALL)),
        sub_regs: &[],
        super_regs: &[],
    }
}

fn class_row(index: usize) -> RegClassDesc {
    let (kind, smaller) = (index / CLASSES_OF_KIND, index % CLASSES_OF_KIND);
    let limit = 64 >> smaller;
    let first = kind * CLASSES_OF_KIND;
    let order = (0..limit).map(|encoding| PhysReg::from_index(kind * 64 + encoding + 1));
    let mut members = vec![0; NUM_REGISTERS.div_ceil(32)];
    for reg in order.clone() {
        members[reg.index() / 32] |= 1 << (reg.index() % 32);
    }
    let sub_classes = (index..first + CLASSES_OF_KIND).fold(0, |set, class| set | 1 << class);
    let name = named(format!("{}{limit}", ["Int", "Float", "Vector"][kind]));
    RegClassDesc {
        name,
        mir_name: name,
        allocatable: true,
        copy_cost: 1,
        alloc_priority: 0,
        global_priority: false,
        has_disjunct_sub_regs: false,
        lane_mask: LaneMask(1),
        size_bits: 64,
        spill_size: 8,
        spill_align: 8,
        order: kept(order),
        members: kept(members),
        super_classes: kept((first..index).map(RegClass::from_index)),
        sub_classes: kept([sub_classes]),
        super_reg_classes: &[],
        sub_reg_indices: &[],
        // Nothing is widened: the rows say nothing of what operands need.
        largest_legal_super: RegClass::from_index(index),
    }
}

fn instructions() -> Vec<InstrDesc> {
    let generic = op::NAMES.iter().enumerate().map(|(number, name)| {
        let defines = matches!(
            Opcode::from_index(number),
            op::PHI | op::COPY | op::IMPLICIT_DEF
        );
        row(name, u8::from(defines), InstrFlags::VARIADIC)
    });
    let end = InstrFlags::TERMINATOR | InstrFlags::SIDE_EFFECTS;
    let own = [
        row("OP", 0, InstrFlags::SIDE_EFFECTS),
        row("BRANCH", 0, end | InstrFlags::BRANCH),
        row("RET", 0, end | InstrFlags::RETURN | InstrFlags::BARRIER),
        row("LOAD", 1, InstrFlags::MAY_LOAD),
        row("STORE", 0, InstrFlags::MAY_STORE),
        row("MOVE", 0, InstrFlags::SIDE_EFFECTS),
    ];
    generic.chain(own).collect()
}

fn row(name: &'static str, num_defs: u8, flags: InstrFlags) -> InstrDesc {
    let def = OperandDesc {
        kind: OperandType::REGISTER,
        class: None,
        tied_to: -1,
        flags: OperandFlags::empty(),
    };
    InstrDesc {
        name,
        num_defs,
        operands: kept((0..num_defs).map(|_| def)),
        flags: flags | InstrFlags::VARIADIC,
        implicit_uses: &[],
        implicit_defs: &[],
        asm: "",
        names: &[],
        kinds: &[],
        encoding: None,
        size: 0,
        domain: "",
        predicates: &[],
    }
}

/// What passes ask of the target: registers that the environment has, and moves.
#[derive(Debug)]
pub struct Hooks {
    /// By register: not in the environment.
    pub reserved: Vec<bool>,
}

impl Hooks {
    fn access(
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
        is_store: bool,
    ) -> Inst {
        let opcode = if is_store { STORE } else { LOAD };
        let builder = InstBuilder::new(function, opcode);
        let builder = match is_store {
            true if access.kill => builder.kill(access.reg),
            true => builder.reg(access.reg),
            false => builder.def(access.reg),
        };
        builder.frame_index(access.slot).insert_at(at)
    }

    fn slot_of(
        function: &MachineFunction,
        inst: Inst,
        opcode: Opcode,
    ) -> Option<(Reg, FrameIndex)> {
        let [reg, slot, ..] = function.operands(inst) else {
            return None;
        };
        let slot = slot.as_frame_index()?;
        (function.opcode(inst) == opcode).then_some((reg.as_reg(), slot))
    }
}

impl TargetHooks for Hooks {
    fn desc(&self) -> &'static TargetDesc {
        target()
    }

    fn is_call_frame_pseudo(&self, _: &MachineFunction, _: Inst) -> bool {
        false
    }
}

impl RegisterHooks for Hooks {
    fn pointer_class(&self) -> RegClass {
        class(regalloc2::RegClass::Int)
    }

    fn reserved_regs(&self, _: &MachineFunction) -> Vec<bool> {
        self.reserved.clone()
    }
}

impl CopyHooks for Hooks {
    fn copy_phys_reg(
        &self,
        _: &mut MachineFunction,
        _: InsertPoint,
        _: PhysReg,
        _: PhysReg,
        _: bool,
    ) -> Option<Inst> {
        None
    }
}

impl SlotHooks for Hooks {
    fn has_slot_access(&self, _: RegClass) -> bool {
        true
    }

    fn store_to_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst {
        Self::access(function, at, access, true)
    }

    fn load_from_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst {
        Self::access(function, at, access, false)
    }

    fn is_load_from_slot(
        &self,
        function: &MachineFunction,
        inst: Inst,
    ) -> Option<(Reg, FrameIndex)> {
        Self::slot_of(function, inst, LOAD)
    }

    fn is_store_to_slot(
        &self,
        function: &MachineFunction,
        inst: Inst,
    ) -> Option<(Reg, FrameIndex)> {
        Self::slot_of(function, inst, STORE)
    }
}

impl RematHooks for Hooks {
    fn is_trivially_rematerializable(&self, _: &MachineFunction, _: Inst) -> bool {
        false
    }
}

impl FoldHooks for Hooks {
    fn fold_slot(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        ops: &[usize],
        slot: FrameIndex,
    ) -> Option<Inst> {
        if !matches!(function.opcode(inst), OP | BRANCH | RET) {
            return None;
        }
        let fits = |at: &usize| {
            let operand = function.operand(inst, *at);
            operand.target_flags() == ANYWHERE && operand.tied_to().is_none()
        };
        if !ops.iter().all(fits) {
            return None;
        }
        let mut operands: Vec<Operand> = function.operands(inst).to_vec();
        for at in ops {
            operands[*at] = Operand::frame_index(slot);
        }
        let ties: Vec<(usize, usize)> = (0..operands.len())
            .filter(|at| operands[*at].is_use())
            .filter_map(|at| Some((operands[at].tied_to()?, at)))
            .collect();
        let folded = function.create_inst(function.opcode(inst), &operands);
        for (def, used) in ties {
            function.tie_operands(folded, def, used);
        }
        function.insert_before(inst, folded);
        Some(folded)
    }
}

impl OperandHooks for Hooks {}

impl InsertionHooks for Hooks {}
impl avarice_mir::hooks::PeepholeHooks for Hooks {}
impl avarice_mir::hooks::SinkHooks for Hooks {}

impl BranchHooks for Hooks {
    fn analyze_branch(&self, _: &MachineFunction, _: Block) -> Option<BranchAnalysis> {
        None
    }

    fn tidy_branch(
        &self,
        _: &mut MachineFunction,
        _: Block,
        _: Option<Block>,
    ) -> Option<BranchAnalysis> {
        None
    }

    fn remove_branch(&self, _: &mut MachineFunction, _: Block) -> usize {
        0
    }

    fn insert_branch(&self, _: &mut MachineFunction, _: Block, _: &BranchAnalysis) {}

    fn reverse_condition(&self, _: &mut [Operand]) -> bool {
        false
    }
}
