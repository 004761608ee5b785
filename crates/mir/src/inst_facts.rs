//! Properties of instructions that depend on more than the opcode's row: effects of inline assembly, whether memory
//! accesses may move.

use crate::inline_asm::{AsmExtra, AsmFlag, AsmOperandKind};
use crate::{
    Inst, MachineFunction, MemFlags, MemPointer, MiFlags, Op, OperandFlags, Reg, TargetHooks, VReg,
};
use avarice_target::{InstrFlags, PhysReg, RegClass, SubRegIdx, op};
use smallvec::SmallVec;

/// Whether an instruction is inline assembly.
pub fn is_inline_asm(function: &MachineFunction, inst: Inst) -> bool {
    matches!(function.opcode(inst), op::INLINEASM | op::INLINEASM_BR)
}

fn has_asm_bit(function: &MachineFunction, inst: Inst, bit: AsmExtra) -> bool {
    is_inline_asm(function, inst)
        && function
            .operands(inst)
            .get(1)
            .and_then(|o| o.as_imm())
            .is_some_and(|bits| bits & bit.bits() != 0)
}

/// Whether operand `at` belongs to one of the groups of operands of an inline assembly. Each group begins with
/// an immediate that holds the number of its registers:
///
/// ```text
///   INLINEASM &"…", 1, 12 /* clobber */, implicit-def $esi, 12 /* clobber */, …, implicit $rbp
///                   ╰── group ───────────────────────────╯                     ╰── no group
/// ```
pub fn is_asm_operand(function: &MachineFunction, inst: Inst, at: usize) -> bool {
    asm_flag(function, inst, at).is_some()
}

/// The word in front of the group of operands of an inline assembly that operand `at` belongs to.
fn asm_flag(function: &MachineFunction, inst: Inst, at: usize) -> Option<AsmFlag> {
    if !is_inline_asm(function, inst) {
        return None;
    }
    let mut group = 2;
    while let Some(flag) = function.operands(inst).get(group).and_then(|o| o.as_imm()) {
        let flag = AsmFlag(flag as u32);
        let next = group + 1 + flag.num_operands();
        if (group..next).contains(&at) {
            return Some(flag);
        }
        group = next;
    }
    None
}

/// The class that the register in operand `at` must be in; `None` if any will do.
pub fn operand_class(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    inst: Inst,
    at: usize,
) -> Option<RegClass> {
    use AsmOperandKind::{Clobber, Func, Imm, Mem, RegDef, RegDefEarlyClobber, RegUse};
    if !is_inline_asm(function, inst) {
        return function.desc(inst).operands.get(at)?.class;
    }
    let operand = function.operand(inst, at);
    let at = operand.tied_to().filter(|_| operand.is_use()).unwrap_or(at);
    let flag = asm_flag(function, inst, at)?;
    match flag.kind()? {
        RegUse | RegDef | RegDefEarlyClobber => {
            let class = flag.class()?;
            let known = class < function.target.classes.len();
            known.then(|| RegClass::from_index(class))
        }
        Mem | Func => Some(hooks.pointer_class()),
        Clobber | Imm => None,
    }
}

fn has(function: &MachineFunction, inst: Inst, flags: InstrFlags) -> bool {
    function.desc(inst).has(flags)
}

/// Whether it may read memory.
pub fn may_load(function: &MachineFunction, inst: Inst) -> bool {
    has(function, inst, InstrFlags::MAY_LOAD) || has_asm_bit(function, inst, AsmExtra::MAY_LOAD)
}

/// Whether it may write memory.
pub fn may_store(function: &MachineFunction, inst: Inst) -> bool {
    has(function, inst, InstrFlags::MAY_STORE) || has_asm_bit(function, inst, AsmExtra::MAY_STORE)
}

/// Whether it has effects that its operands do not show.
pub fn has_side_effects(function: &MachineFunction, inst: Inst) -> bool {
    has(function, inst, InstrFlags::SIDE_EFFECTS)
        || has_asm_bit(function, inst, AsmExtra::SIDE_EFFECT)
}

/// Whether it calls.
pub fn is_call(function: &MachineFunction, inst: Inst) -> bool {
    has(function, inst, InstrFlags::CALL)
}

/// A label or a call frame instruction: something whose place matters.
pub fn is_position(function: &MachineFunction, inst: Inst) -> bool {
    matches!(
        function.opcode(inst),
        op::EH_LABEL | op::GC_LABEL | op::ANNOTATION_LABEL | op::CFI_INSTRUCTION
    )
}

/// A debug instruction or a pseudo probe.
pub fn is_debug_or_probe(function: &MachineFunction, inst: Inst) -> bool {
    function.is_debug(inst) || function.opcode(inst) == op::PSEUDO_PROBE
}

/// Whether an instruction is expected to become no machine code: a copy that allocation removes, or an instruction that
/// only says something.
pub fn is_transient(function: &MachineFunction, inst: Inst) -> bool {
    let copies = matches!(
        function.opcode(inst),
        op::PHI | op::COPY | op::INSERT_SUBREG | op::SUBREG_TO_REG | op::REG_SEQUENCE
    );
    copies || has(function, inst, InstrFlags::META)
}

/// Destination and source of a copy, each with its sub-register index.
pub type CopyOperands = ((Reg, SubRegIdx), (Reg, SubRegIdx));

/// What a copy copies; moves of the target count.
pub fn copy_operands(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    inst: Inst,
) -> Option<CopyOperands> {
    let (dst, src) = hooks.copy_operands(function, inst)?;
    let operands = function.operands(inst);
    let (dst, src) = (operands.get(dst)?, operands.get(src)?);
    Some(((dst.as_reg(), dst.sub_reg()), (src.as_reg(), src.sub_reg())))
}

/// `COPY` or `SUBREG_TO_REG`.
pub fn is_copy_like(function: &MachineFunction, inst: Inst) -> bool {
    matches!(function.opcode(inst), op::COPY | op::SUBREG_TO_REG)
}

/// Whether a load reads memory that is always mapped and never changes.
pub fn is_invariant_load(function: &MachineFunction, inst: Inst) -> bool {
    let mut any = false;
    let all = function.mem_ops(inst).all(|mem| {
        any = true;
        let fixed = match mem.pointer {
            MemPointer::Got | MemPointer::ConstPool | MemPointer::JumpTable => true,
            MemPointer::Stack(index) => function.frame.object(index).immutable,
            _ => false,
        };
        let marked = MemFlags::INVARIANT | MemFlags::DEREFERENCEABLE;
        !mem.is_ordered()
            && !mem.flags.contains(MemFlags::STORE)
            && (fixed || mem.flags.contains(marked))
    });
    any && all
}

/// Whether an instruction accesses memory in an order that must be kept, as far as is known.
pub fn has_ordered_memory_access(function: &MachineFunction, inst: Inst) -> bool {
    let mut none = true;
    let ordered = function.mem_ops(inst).any(|mem| {
        none = false;
        mem.is_ordered()
    });
    none || ordered
}

/// Whether an instruction can be moved within its block, or removed if its results are not read. `saw_store`: whether
/// memory may change on the way.
pub fn is_safe_to_move(function: &MachineFunction, inst: Inst, saw_store: bool) -> bool {
    let loads = may_load(function, inst);
    if may_store(function, inst)
        || is_call(function, inst)
        || function.opcode(inst) == op::PHI
        || loads && has_ordered_memory_access(function, inst)
    {
        return false;
    }
    let traps = has(function, inst, InstrFlags::FP_EXCEPTION)
        && !function.insts[inst].flags.contains(MiFlags::NOFPEXCEPT);
    if is_position(function, inst)
        || function.is_debug(inst)
        || function.is_terminator(inst)
        || function.opcode(inst) == op::JUMP_TABLE_DEBUG_INFO
        || traps
        || has_side_effects(function, inst)
    {
        return false;
    }
    !loads || is_invariant_load(function, inst) || !saw_store
}

/// How one instruction uses a virtual register.
#[derive(Clone, Debug, Default)]
pub struct VRegUse {
    /// It reads a value of the register.
    pub reads: bool,
    /// It writes the register.
    pub writes: bool,
    /// A use and a definition must be in the same register.
    pub tied: bool,
    /// Indices of the operands.
    pub operands: SmallVec<[usize; 4]>,
}

/// Collects how an instruction uses a virtual register.
pub fn analyze_vreg(function: &MachineFunction, inst: Inst, reg: VReg) -> VRegUse {
    let mut result = VRegUse::default();
    for (index, operand) in function.operands(inst).iter().enumerate() {
        if operand.as_reg() != reg.into() {
            continue;
        }
        result.operands.push(index);
        if operand.reads_reg() {
            result.reads = true;
            result.tied |= operand.is_def();
        }
        result.writes |= operand.is_def();
        result.tied |= operand.is_use() && operand.tied_to().is_some();
    }
    result
}

/// Whether an instruction reads and writes a virtual register, and through how many operands.
#[derive(Clone, Copy, Debug)]
pub struct VRegAccess {
    /// It reads a value of the register. A partial definition does unless a full definition is there as well.
    pub reads: bool,
    /// It writes the register.
    pub writes: bool,
    /// How many of its operands are the register.
    pub operands: u32,
}

/// How an instruction accesses a virtual register.
#[inline]
pub fn vreg_access(function: &MachineFunction, inst: Inst, reg: VReg) -> VRegAccess {
    let (mut used, mut partial, mut full) = (false, false, false);
    let mut operands = 0;
    for operand in function.operands(inst) {
        if operand.as_reg() != reg.into() {
            continue;
        }
        operands += 1;
        let undef = operand.has(OperandFlags::UNDEF);
        if operand.is_use() {
            used |= !undef;
        } else if !operand.sub_reg().is_none() && !undef {
            partial = true;
        } else {
            full = true;
        }
    }
    VRegAccess {
        reads: used || partial && !full,
        writes: partial || full,
        operands,
    }
}

/// Whether an instruction reads a register through a use that is not undefined, overlaps not counted.
pub fn reads_register(function: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    let operands = function.operands(inst).iter();
    operands
        .filter(|o| o.is_use() && o.as_reg() == reg)
        .any(|o| !o.has(OperandFlags::UNDEF))
}

/// Instructions of a register's chain, each once for neighbouring operands, debug ones left out.
pub fn reg_insts(function: &MachineFunction, reg: VReg, out: &mut Vec<Inst>) {
    out.clear();
    let mut last = None;
    for op in function.reg_ops(reg) {
        let inst = function.op_inst(op);
        if last != Some(inst) && !function.op(op).has(OperandFlags::DEBUG) {
            out.push(inst);
            last = Some(inst);
        }
    }
}

/// Whether exactly one use of a register is there.
pub fn has_one_use(function: &MachineFunction, reg: Reg) -> bool {
    function.has_one_use(reg)
}

/// Whether an instruction reads a physical register or a part or whole of it.
pub fn reads_phys_reg(function: &MachineFunction, inst: Inst, reg: PhysReg) -> bool {
    function.operands(inst).iter().any(|operand| {
        let other = operand.as_reg().as_physical();
        operand.is_use()
            && !operand.has(OperandFlags::UNDEF)
            && other.is_some_and(|other| function.target.regs_overlap(reg, other))
    })
}

/// Whether a physical register reads the same everywhere: by its nature, or since nothing in the function
/// writes it or what overlaps it, now or after allocation.
pub fn is_constant_phys_reg(function: &MachineFunction, reserved: &[bool], reg: PhysReg) -> bool {
    let target = function.target;
    if target.reg(reg).constant {
        return true;
    }
    let changes = |reg: PhysReg| {
        function.defs(reg).next().is_some() || !reserved[reg.index()] && target.reg(reg).allocatable
    };
    target.reg(reg).units.iter().all(|unit| {
        let mut roots = target.units[unit.index()].roots.iter();
        roots.all(|root| {
            let mut supers = target.reg(*root).super_regs.iter();
            !changes(*root) && !supers.any(|reg| changes(*reg))
        })
    })
}

/// The definition operand of a register in an instruction, exactly that register.
pub fn find_def(function: &MachineFunction, inst: Inst, reg: Reg) -> Option<Op> {
    function
        .op_ids(inst)
        .find(|op| function.op(*op).is_def() && function.op(*op).as_reg() == reg)
}

/// The first operand of a `STATEPOINT` that describes it and the frame, after the arguments of the call.
///
/// ```text
///   results, id, bytes, n, callee, n call arguments, 2, cc, 2, flags, 2, m, m deopt operands, 2, …
///                                                    └─ here
/// ```
pub fn statepoint_description(function: &MachineFunction, inst: Inst) -> usize {
    let operands = function.operands(inst);
    let results = operands.iter().take_while(|o| o.is_def()).count();
    let arguments = operands.get(results + 2).and_then(|o| o.as_imm());
    let arguments = arguments.map_or(0, |count| count.clamp(0, i64::from(u16::MAX)));
    results + 4 + arguments as usize
}
