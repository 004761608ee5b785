//! Machine instructions as the encoder and the printer take them: explicit operands only, late
//! pseudos replaced, the shortest form chosen (what LLVM calls lowering to `MCInst`).

use avarice_emit::{CodeBuffer, EmitError, FixupTarget, FunctionContext, GOT_NAME, PIC_BASE};
pub use avarice_emit::{McOperand, SymbolOperand};
use avarice_mir::{BranchProbability, Inst, MachineFunction, OperandFlags};
use avarice_target::{InstrDesc, InstrFlags, Opcode, PhysReg};
use smallvec::{SmallVec, smallvec};

use crate::encode::{encoder, nops, short_forms};
use crate::encoding_row::{EncKind, Form, OpMap, X86Encoding};
use crate::subtarget::{self, Features};
use crate::target_flags::{MO_NO_FLAG, MO_PIC_BASE_OFFSET, MO_PLT, MO_TLSGD, MO_TLSLD};
use crate::{TARGET, op, reg, thunks};

/// An instruction with explicit operands.
#[derive(Clone, PartialEq, Debug)]
pub struct McInst {
    /// Opcode; its row has an encoding.
    pub opcode: Opcode,
    /// Operands, as the row lists them.
    pub operands: SmallVec<[McOperand; 8]>,
    /// Has a `rep` prefix that the row does not ask for.
    pub rep: bool,
    /// Has an address size prefix that the operands do not ask for.
    pub address_size: bool,
}

/// One machine instruction mostly becomes one.
pub type McInsts = SmallVec<[McInst; 1]>;

impl McInst {
    /// An instruction without extra prefixes.
    pub fn new(opcode: Opcode, operands: &[McOperand]) -> Self {
        Self {
            opcode,
            operands: operands.into(),
            rep: false,
            address_size: false,
        }
    }

    /// Whether the processor does not look for a mark where it goes (prefix `notrack`).
    pub fn has_no_track(&self) -> bool {
        matches!(
            self.opcode,
            op::CALL64r_NT | op::CALL64m_NT | op::JMP64r_NT | op::JMP64m_NT
        )
    }

    /// The row of the opcode.
    pub fn desc(&self) -> &'static InstrDesc {
        TARGET.instr(self.opcode)
    }
}

/// `inst` as instructions that have encodings.
///
/// # Errors
/// If an operand is of a kind that machine code does not have (a virtual register, a frame index …).
pub fn lower(context: &FunctionContext<'_>, inst: Inst) -> Result<McInsts, EmitError> {
    let mut insts = lower_alone(context, inst)?;
    let function = context.function;
    match function.opcode(inst) {
        op::CALL64pcrel32 | op::TAILJMPd64
            if uses_r11(function, inst) && thunks::asks_for_cs_prefix(context.module) =>
        {
            insts.insert(0, McInst::new(op::CS_PREFIX, &[]));
        }
        op::JCC_1 if is_marked(context, inst) => {
            insts.insert(0, McInst::new(op::DS_PREFIX, &[]));
        }
        _ if is_fenced(function, inst) => insts.push(McInst::new(op::INT3, &[])),
        _ => {}
    }
    Ok(insts)
}

/// Whether a branch is marked as likely, for a processor that reads such marks.
fn is_marked(context: &FunctionContext<'_>, branch: Inst) -> bool {
    let function = context.function;
    let Some(threshold) = context.options.marked_branches else {
        return false;
    };
    if !subtarget::of(function).contains(Features::BRANCH_HINT) {
        return false;
    }
    let Some(block) = function.inst_block(branch) else {
        return false;
    };
    let destination = function.operand(branch, 0).as_block();
    let succs = &function.blocks[block].succs;
    let edge = succs.iter().position(|succ| Some(*succ) == destination);
    let least = BranchProbability::new(u64::from(threshold), 100);
    edge.is_some_and(|edge| function.succ_probability(block, edge) > least)
}

/// Whether `inst` jumps to an address in R11.
fn uses_r11(function: &MachineFunction, inst: Inst) -> bool {
    let operands = function.operands(inst).iter();
    let mut uses = operands.filter(|operand| operand.is_reg() && operand.is_use());
    uses.any(|operand| operand.as_reg().as_physical() == Some(reg::R11))
}

/// Whether nothing after `inst`, the last instruction of its block, may be executed speculatively.
fn is_fenced(function: &MachineFunction, inst: Inst) -> bool {
    let desc = function.desc(inst);
    if !desc.has(InstrFlags::RETURN) && !desc.has(InstrFlags::INDIRECT_BRANCH) {
        return false;
    }
    let features = subtarget::of(function);
    let kind = match function.opcode(inst) {
        op::TAILJMPr | op::TAILJMPm | op::TAILJMPr64 | op::TAILJMPm64 => Features::HARDEN_SLS_IJMP,
        op::TAILJMPr64_REX | op::TAILJMPm64_REX => Features::HARDEN_SLS_IJMP,
        _ if desc.has(InstrFlags::INDIRECT_BRANCH) => Features::HARDEN_SLS_IJMP,
        _ if desc.has(InstrFlags::CALL) => return false,
        _ => Features::HARDEN_SLS_RET,
    };
    features.contains(kind) && function.next_inst(inst).is_none()
}

/// `inst` as instructions that have encodings, without what its surroundings ask for.
fn lower_alone(context: &FunctionContext<'_>, inst: Inst) -> Result<McInsts, EmitError> {
    let function = context.function;
    let opcode = function.opcode(inst);
    if let Some(insts) = tls_call(context, inst)? {
        return Ok(insts);
    }
    let mut mc = McInst::new(opcode, &[]);
    for operand in function.operands(inst) {
        if let Some(mut operand) = McOperand::of(operand)? {
            if let McOperand::Symbol(symbol) = &mut operand {
                name_got(context, symbol)?;
            }
            mc.operands.push(operand);
        }
    }
    if mc.operands.len() < mc.desc().operands.len() {
        let name = mc.desc().name;
        return Err(EmitError::unsupported(format!(
            "{name} with too few operands"
        )));
    }
    match opcode {
        op::MEMBARRIER => return Ok(McInsts::new()),
        op::PATCHABLE_FUNCTION_ENTER => {
            let room = context.patchable_room();
            let room = room.ok_or_else(|| EmitError::unsupported("XRay instrumentation"))?;
            let attrs = function.ir_attrs(context.module);
            return Ok(nops::of_length(room, nops::longest(attrs)));
        }
        op::PATCHABLE_OP => return patchable_operation(context, inst),
        op::FENTRY_CALL => {
            mc = McInst::new(op::CALL64pcrel32, &[runtime_function("__fentry__", 0)])
        }
        op::UBSAN_UD1 => {
            let kind = mc.operands[0];
            mc.opcode = op::UD1Lm;
            mc.operands = smallvec![
                McOperand::Reg(reg::EAX),
                McOperand::Reg(reg::EAX),
                McOperand::Imm(1),
                McOperand::Reg(PhysReg::NONE),
                kind,
                McOperand::Reg(PhysReg::NONE),
            ];
        }
        op::EH_RETURN | op::EH_RETURN64 => mc = McInst::new(op::RET64, &[]),
        op::MASKMOVDQU | op::VMASKMOVDQU => mc.address_size = true,
        op::BSF16rm | op::BSF16rr | op::BSF32rm | op::BSF32rr | op::BSF64rm | op::BSF64rr => {
            // Newer processors read `rep bsf` as TZCNT, which is faster but sets other flags.
            mc.rep = !has_opt_size(context) && flags_are_dead(context, inst);
        }
        _ => mc.opcode = simple_replacement(&mut mc),
    }
    shorten(&mut mc);
    Ok(smallvec![mc])
}

/// Room of two bytes before the next instruction, which is enough if that is as long itself: whoever patches the
/// function replaces one instruction by a short jump.
fn patchable_operation(context: &FunctionContext<'_>, inst: Inst) -> Result<McInsts, EmitError> {
    const ROOM: u32 = 2;
    let function = context.function;
    let mut next = function.next_inst(inst);
    while let Some(skipped) = next.filter(|inst| function.desc(*inst).has(InstrFlags::META)) {
        next = function.next_inst(skipped);
    }
    let mut buffer = CodeBuffer::default();
    if let Some(next) = next.filter(|inst| function.opcode(*inst) != op::INLINEASM) {
        for mc in lower(context, next)? {
            if matches!(mc.operands.first(), Some(McOperand::Block(_))) {
                // A branch has two bytes or more.
                return Ok(McInsts::new());
            }
            encoder::encode(&mc, &[], &mut buffer)?;
        }
    }
    let size = buffer.finish(|_, _| {}).bytes.len();
    Ok(match size < ROOM as usize {
        true => nops::of_length(ROOM, ROOM),
        false => McInsts::new(),
    })
}

/// Makes the global offset table of a symbol with its name.
fn name_got(context: &FunctionContext<'_>, symbol: &mut SymbolOperand) -> Result<(), EmitError> {
    let FixupTarget::Symbol(id) = symbol.target else {
        return Ok(());
    };
    let symbols = &context.function.symbols;
    if symbol.flags == MO_PIC_BASE_OFFSET {
        let base = symbols.iter().find(|(_, name)| name.ends_with(PIC_BASE));
        let base = base.ok_or_else(|| EmitError::unsupported("distance from no symbol"))?;
        symbol.target = FixupTarget::GotFrom(base.0);
        symbol.flags = MO_NO_FLAG;
    } else if *symbols[id] == *GOT_NAME {
        symbol.target = FixupTarget::Runtime(GOT_NAME);
    }
    Ok(())
}

/// Opcodes that are others with the same operands (or one more, for MULX).
fn simple_replacement(mc: &mut McInst) -> Opcode {
    let mulx = match mc.opcode {
        op::MULX32Hrr => op::MULX32rr,
        op::MULX32Hrm => op::MULX32rm,
        op::MULX64Hrr => op::MULX64rr,
        op::MULX64Hrm => op::MULX64rm,
        op::TAILJMPr64 => return op::JMP64r,
        op::TAILJMPm64 => return op::JMP64m,
        op::TAILJMPr64_REX => return op::JMP64r_REX,
        op::TAILJMPm64_REX => return op::JMP64m_REX,
        // A jump to a symbol is long until the functions of the module have their places.
        op::TAILJMPd | op::TAILJMPd64 => return op::JMP_4,
        op::TAILJMPd_CC | op::TAILJMPd64_CC => return op::JCC_4,
        op::JMP_1 if !matches!(mc.operands[0], McOperand::Block(_)) => return op::JMP_4,
        op::JCC_1 if !matches!(mc.operands[0], McOperand::Block(_)) => return op::JCC_4,
        other => return other,
    };
    let high = mc.operands[0];
    mc.operands.insert(0, high);
    mulx
}

fn has_opt_size(context: &FunctionContext<'_>) -> bool {
    let data = context.function.ir_function;
    let data = data.and_then(|global| context.module.globals[global].function());
    data.is_some_and(|data| {
        let attrs = context.module.attrs(data.attrs.function);
        attrs.has("optsize") || attrs.has("minsize")
    })
}

fn flags_are_dead(context: &FunctionContext<'_>, inst: Inst) -> bool {
    let operands = context.function.operands(inst);
    let mut defs = operands
        .iter()
        .filter(|o| o.is_def() && o.as_reg().as_physical() == Some(reg::EFLAGS));
    defs.next().is_some_and(|def| def.has(OperandFlags::DEAD))
}

/// A function that the C library or the linked program has.
fn runtime_function(name: &'static str, flags: u16) -> McOperand {
    McOperand::Symbol(SymbolOperand {
        target: FixupTarget::Runtime(name),
        offset: 0,
        flags,
    })
}

/// The call sequence for the address of a thread-local variable; the linker knows its exact bytes.
fn tls_call(context: &FunctionContext<'_>, inst: Inst) -> Result<Option<McInsts>, EmitError> {
    let function = context.function;
    let flags = match function.opcode(inst) {
        op::TLS_addr64 => MO_TLSGD,
        op::TLS_base_addr64 => MO_TLSLD,
        _ => return Ok(None),
    };
    let no_symbol = || EmitError::unsupported("thread-local access without symbol");
    let displacement = function.operands(inst).get(3).ok_or_else(no_symbol)?;
    let Some(McOperand::Symbol(variable)) = McOperand::of(displacement)? else {
        return Err(no_symbol());
    };
    let none = McOperand::Reg(PhysReg::NONE);
    let lea = McInst::new(
        op::LEA64r,
        &[
            McOperand::Reg(reg::RDI),
            McOperand::Reg(reg::RIP),
            McOperand::Imm(1),
            none,
            McOperand::Symbol(SymbolOperand { flags, ..variable }),
            none,
        ],
    );
    let call = McInst::new(
        op::CALL64pcrel32,
        &[runtime_function("__tls_get_addr", MO_PLT)],
    );
    let prefix = |opcode| McInst::new(opcode, &[]);
    Ok(Some(if flags == MO_TLSLD {
        smallvec![lea, call]
    } else {
        smallvec![
            prefix(op::DATA16_PREFIX),
            lea,
            prefix(op::DATA16_PREFIX),
            prefix(op::DATA16_PREFIX),
            prefix(op::REX64_PREFIX),
            call,
        ]
    }))
}

/// Chooses a shorter form of the same instruction, as llc and the GNU assembler do.
pub fn shorten(mc: &mut McInst) {
    if swap_for_short_vex(mc) {
        return;
    }
    let last = mc.operands.last().copied();
    if let Some(one) = short_forms::shift_by_one(mc.opcode) {
        if last == Some(McOperand::Imm(1)) {
            mc.opcode = one;
            mc.operands.pop();
        }
        return;
    }
    if let Some(opcode) = sign_extension_of_accumulator(mc) {
        *mc = McInst::new(opcode, &[]);
        return;
    }
    if let Some(short) = short_forms::short_immediate(mc.opcode)
        && let Some(McOperand::Imm(value)) = last
        && i8::try_from(value).is_ok()
    {
        mc.opcode = short;
    }
    let accumulators = [reg::AL, reg::AX, reg::EAX, reg::RAX];
    if let Some(form) = short_forms::accumulator(mc.opcode)
        && accumulators.contains(&mc.operands[0].reg())
    {
        mc.opcode = form;
        mc.operands.drain(..mc.operands.len() - 1);
    }
}

fn sign_extension_of_accumulator(mc: &McInst) -> Option<Opcode> {
    let (opcode, to, from) = match mc.opcode {
        op::MOVSX16rr8 => (op::CBW, reg::AX, reg::AL),
        op::MOVSX32rr16 => (op::CWDE, reg::EAX, reg::AX),
        op::MOVSX64rr32 => (op::CDQE, reg::RAX, reg::EAX),
        _ => return None,
    };
    (mc.operands[0].reg() == to && mc.operands[1].reg() == from).then_some(opcode)
}

/// A two-byte VEX prefix has no bit to extend ModRM.rm: moves an extended register elsewhere if the
/// instruction allows it. Returns whether the instruction was of such a kind and changed.
fn swap_for_short_vex(mc: &mut McInst) -> bool {
    let (first, second, reversed) = match mc.opcode {
        op::VMOVZPQILo2PQIrr => (0, 1, Some(op::VMOVPQI2QIrr)),
        op::VMOVSDrr | op::VMOVSSrr => (0, 2, short_forms::reversed_move(mc.opcode)),
        opcode => match short_forms::reversed_move(opcode) {
            Some(reversed) => (0, 1, Some(reversed)),
            None if commutes_for_vex(mc) => (1, 2, None),
            None => return false,
        },
    };
    let (a, b) = (mc.operands[first], mc.operands[second]);
    if is_extended(a.reg()) || !is_extended(b.reg()) {
        return false;
    }
    match reversed {
        Some(opcode) => mc.opcode = opcode,
        None => mc.operands.swap(first, second),
    }
    true
}

fn commutes_for_vex(mc: &McInst) -> bool {
    match mc.opcode {
        op::VCMPPDrri
        | op::VCMPPDYrri
        | op::VCMPPSrri
        | op::VCMPPSYrri
        | op::VCMPSDrri
        | op::VCMPSSrri => {
            // Equal, unordered, not equal, ordered.
            let predicate = mc.operands[3].imm();
            return predicate.is_some_and(|p| matches!(p & 7, 0 | 3 | 4 | 7));
        }
        op::VMOVHLPSrr | op::VUNPCKHPDrr => return false,
        _ => {}
    }
    let desc = mc.desc();
    let Some(row) = desc.encoding else {
        return false;
    };
    let encoding = X86Encoding::decode(row);
    desc.has(InstrFlags::COMMUTABLE)
        && encoding.enc == EncKind::EncVEX
        && encoding.map == OpMap::TB
        && encoding.form == Form::MRMSrcReg
        && !encoding.rex_w
        && encoding.vex_4v
        && mc.operands.len() == 3
}

/// Whether `reg` is one of those that only a prefix reaches: R8 and up, XMM8 and up, CR8 and up.
pub(super) fn is_extended(reg: PhysReg) -> bool {
    TARGET.reg(reg).encoding & 8 != 0
}
