//! Machine instructions as the encoder and the printer take them: explicit operands only, late pseudos
//! replaced (what LLVM calls lowering to `MCInst`).

use avarice_emit::{EmitError, FixupTarget, FunctionContext, McOperand, SymbolOperand};
use avarice_mir::{Inst, MachineFunction};
use avarice_target::{InstrDesc, Opcode};
use smallvec::{SmallVec, smallvec};

use super::relocations::reloc;
use crate::subtarget::Features;
use crate::{TARGET, class, op, reg, sub};

/// An instruction with explicit operands.
#[derive(Clone, PartialEq, Debug)]
pub struct McInst {
    /// Opcode; its row has an encoding.
    pub opcode: Opcode,
    /// Operands, as the row lists them.
    pub operands: SmallVec<[McOperand; 6]>,
    /// The relocation type of its symbol, where operand and flags do not say it.
    pub relocation: Option<u32>,
}

/// One machine instruction mostly becomes one.
pub type McInsts = SmallVec<[McInst; 1]>;

impl McInst {
    /// An instruction.
    pub fn new(opcode: Opcode, operands: &[McOperand]) -> Self {
        Self {
            opcode,
            operands: operands.into(),
            relocation: None,
        }
    }

    /// The row of the opcode.
    pub fn desc(&self) -> &'static InstrDesc {
        TARGET.instr(self.opcode)
    }

    /// The operand at `index`.
    ///
    /// # Errors
    /// If there is none.
    pub fn operand(&self, index: u8) -> Result<McOperand, EmitError> {
        let operand = self.operands.get(usize::from(index)).copied();
        operand.ok_or_else(|| {
            let name = self.desc().name;
            EmitError::unsupported(format!("{name} with too few operands"))
        })
    }
}

/// The system register that controls floating-point arithmetic (FPCR).
const FLOAT_CONTROL: McOperand = McOperand::Imm(0xda20);

/// `inst` as instructions that have encodings.
///
/// # Errors
/// If an operand is of a kind that machine code does not have (a virtual register, a frame index …).
pub fn lower(context: &FunctionContext<'_>, inst: Inst) -> Result<McInsts, EmitError> {
    let function = context.function;
    let mut mc = McInst::new(function.opcode(inst), &[]);
    for operand in function.operands(inst) {
        if let Some(operand) = McOperand::of(operand)? {
            mc.operands.push(operand);
        }
    }
    if is_tail_call(mc.opcode) && mc.operands.get(1).and_then(|o| o.imm()) != Some(0) {
        let text = "tail call that moves the stack pointer";
        return Err(EmitError::unsupported(text));
    }
    match mc.opcode {
        op::TCRETURNdi => Ok(smallvec![McInst::new(op::B, &[mc.operand(0)?])]),
        op::TCRETURNri
        | op::TCRETURNriALL
        | op::TCRETURNrix16x17
        | op::TCRETURNrix17
        | op::TCRETURNrinotx16 => Ok(smallvec![McInst::new(op::BR, &[mc.operand(0)?])]),
        op::FMOVH0 | op::FMOVS0 | op::FMOVD0 => float_zero(context.function, &mc),
        op::BR_JumpTable => Ok(smallvec![McInst::new(op::BR, &[mc.operand(0)?])]),
        op::JumpTableDest8 | op::JumpTableDest16 | op::JumpTableDest32 => {
            jump_table_entry(context.function, &mc)
        }
        op::KCFI_CHECK => super::type_check::lower(context, inst),
        op::TLSDESC_CALLSEQ => tls_descriptor_call(&mc),
        op::MRS_FPCR => Ok(smallvec![McInst::new(
            op::MRS,
            &[mc.operand(0)?, FLOAT_CONTROL]
        )]),
        op::MSR_FPCR => Ok(smallvec![McInst::new(
            op::MSR,
            &[FLOAT_CONTROL, mc.operand(0)?]
        )]),
        op::PATCHABLE_FUNCTION_ENTER => {
            let room = context.patchable_room();
            let room = room.ok_or_else(|| EmitError::unsupported("XRay instrumentation"))?;
            let nop = McInst::new(op::HINT, &[McOperand::Imm(0)]);
            Ok(smallvec![nop; room as usize])
        }
        op::BLRNoIP => Ok(smallvec![McInst::new(op::BLR, &[mc.operand(0)?])]),
        op::SpeculationBarrierISBDSBEndBB => {
            // The whole system.
            let all = McOperand::Imm(15);
            Ok(smallvec![
                McInst::new(op::DSB, &[all]),
                McInst::new(op::ISB, &[all])
            ])
        }
        op::SpeculationBarrierSBEndBB => Ok(smallvec![McInst::new(op::SB, &[])]),
        op::FENTRY_CALL => Err(EmitError::unsupported("attribute \"fentry-call\"")),
        _ => Ok(smallvec![mc]),
    }
}

/// A floating-point register that becomes zero: by a vector instruction where that costs nothing, which clears 64 bits.
///
/// ```text
///   $s8 = FMOVS0        movi d8, #0        or else        fmov s8, wzr
/// ```
fn float_zero(function: &MachineFunction, mc: &McInst) -> Result<McInsts, EmitError> {
    let dst = mc.operand(0)?.reg();
    let features = Features::of(function);
    let wide = |index, class| TARGET.matching_super_reg(dst, index, class);
    let (opcode, operands) = match mc.opcode {
        opcode if !features.intersects(Features::SLOW_FLOAT_ZEROING | Features::NO_NEON) => {
            let wide = match opcode {
                op::FMOVH0 => wide(sub::HSUB, class::FPR64),
                op::FMOVS0 => wide(sub::SSUB, class::FPR64),
                _ => dst,
            };
            (op::MOVID, [McOperand::Reg(wide), McOperand::Imm(0)])
        }
        op::FMOVH0 if features.contains(Features::FULL_FP16) => {
            (op::FMOVWHr, [dst, reg::WZR].map(McOperand::Reg))
        }
        op::FMOVH0 => {
            let single = wide(sub::HSUB, class::FPR32);
            (op::FMOVWSr, [single, reg::WZR].map(McOperand::Reg))
        }
        op::FMOVS0 => (op::FMOVWSr, [dst, reg::WZR].map(McOperand::Reg)),
        _ => (op::FMOVXDr, [dst, reg::XZR].map(McOperand::Reg)),
    };
    Ok(smallvec![McInst::new(opcode, &operands)])
}

fn is_tail_call(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::TCRETURNdi
            | op::TCRETURNri
            | op::TCRETURNriALL
            | op::TCRETURNrix16x17
            | op::TCRETURNrix17
            | op::TCRETURNrinotx16
    )
}

/// The address that an entry of a jump table says: its distance from a place in the code, in instructions if the entries
/// are compressed.
///
/// ```text
///   x9, x10 = JumpTableDest8 x11, x12    adr  x9, .LBB0_2
///                                        ldrb w10, [x11, x12]
///                                        add  x9, x9, x10, lsl #2
/// ```
fn jump_table_entry(function: &MachineFunction, mc: &McInst) -> Result<McInsts, EmitError> {
    let [dst, distance, table, entry] = [
        mc.operand(0)?,
        mc.operand(1)?,
        mc.operand(2)?,
        mc.operand(3)?,
    ];
    let refused = |what| Err(EmitError::unsupported(format!("{} {what}", mc.desc().name)));
    let McOperand::Symbol(SymbolOperand {
        target: FixupTarget::JumpTable(index),
        ..
    }) = mc.operand(4)?
    else {
        return refused("without a jump table");
    };
    let base = McOperand::Symbol(SymbolOperand {
        target: FixupTarget::JumpTableBase(index),
        offset: 0,
        flags: 0,
    });
    let half = || McOperand::Reg(TARGET.sub_reg(distance.reg(), sub::SUB_32));
    let (load, loaded, size) = match mc.opcode {
        op::JumpTableDest8 => (op::LDRBBroX, half(), 1),
        op::JumpTableDest16 => (op::LDRHHroX, half(), 2),
        _ => (op::LDRSWroX, distance, 4),
    };
    let entries = function.compressed_tables[index];
    if entries.map_or(4, |entries| entries.size) != size {
        return refused("of a jump table with entries of another size");
    }
    let is_scaled = McOperand::Imm(i64::from(size != 1));
    let shift = McOperand::Imm(if entries.is_some() { 2 } else { 0 });
    let unsigned = McOperand::Imm(0);
    Ok(smallvec![
        McInst::new(op::ADR, &[dst, base]),
        McInst::new(load, &[loaded, table, entry, unsigned, is_scaled]),
        McInst::new(op::ADDXrs, &[dst, dst, distance, shift]),
    ])
}

/// The call of a thread-local variable's descriptor; the linker knows the sequence and may shorten it.
///
/// ```text
///   adrp x0, :tlsdesc:v
///   ldr  x1, [x0, :tlsdesc_lo12:v]
///   add  x0, x0, :tlsdesc_lo12:v
///   .tlsdesccall v
///   blr  x1
/// ```
fn tls_descriptor_call(mc: &McInst) -> Result<McInsts, EmitError> {
    let McOperand::Symbol(variable) = mc.operand(0)? else {
        return Err(EmitError::unsupported("thread-local access without symbol"));
    };
    let symbol = McOperand::Symbol(SymbolOperand {
        flags: 0,
        ..variable
    });
    let [x0, x1] = [reg::X0, reg::X1].map(McOperand::Reg);
    let with = |opcode, operands: &[McOperand], relocation| McInst {
        relocation: Some(relocation),
        ..McInst::new(opcode, operands)
    };
    Ok(smallvec![
        with(op::ADRP, &[x0, symbol], reloc::TLSDESC_ADR_PAGE21),
        with(op::LDRXui, &[x1, x0, symbol], reloc::TLSDESC_LD64_LO12),
        with(
            op::ADDXri,
            &[x0, x0, symbol, McOperand::Imm(0)],
            reloc::TLSDESC_ADD_LO12
        ),
        with(op::TLSDESCCALL, &[symbol], reloc::TLSDESC_CALL),
        McInst::new(op::BLR, &[x1]),
    ])
}
