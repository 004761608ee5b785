//! Bytes of one instruction, from its row and its operands.
//!
//! ```text
//!   segment  rep  67  66  lock  66/f3/f2  REX  0f [38|3a]   opcode  ModRM [SIB] [disp]  [imm…]
//!   segment  rep  67            VEX or XOP (all of those)   opcode  ModRM [SIB] [disp]  [imm…]
//! ```

use avarice_emit::{BranchForm, CodeBuffer, EmitError, FixupTarget, GOT_NAME, Label};
use avarice_target::PhysReg;
use cranelift_entity::EntityRef;

use crate::encode::mc_inst::{McInst, McOperand, SymbolOperand};
use crate::encode::operand_fields::{Addressed, OperandFields};
use crate::encode::relocations::{Field, GotRelaxation, reloc};
use crate::encoding_row::{AdSize, EncKind, Form, ImmKind, OpMap, OpSize, Prefix, X86Encoding};
use crate::{TARGET, class, op, reg};

/// Appends `inst` to `buffer`. `labels` are those of the function's blocks, by id.
///
/// # Errors
/// If the opcode has no encoding, or the operands do not fit it.
pub fn encode(inst: &McInst, labels: &[Label], buffer: &mut CodeBuffer) -> Result<(), EmitError> {
    if let Some(()) = branch(inst, labels, buffer).or_else(|| far_jump(inst, buffer)) {
        return Ok(());
    }
    encode_noting(inst, References::Labels(labels), buffer)
}

/// A field that refers to a symbol or a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotedField {
    /// Its offset in bytes from where the buffer began.
    pub(crate) offset: usize,
    pub(crate) field: Field,
    pub(crate) operand: McOperand,
    /// The distance from the field to the place that its value counts from.
    pub(crate) bias: i64,
}

/// What becomes of references to symbols and blocks.
pub(crate) enum References<'a> {
    /// Fixups; these are the labels of the function's blocks, by id.
    Labels(&'a [Label]),
    /// They are noted for a reader.
    Noted(&'a mut Vec<NotedField>),
}

/// Appends `inst` to `buffer`, in the form that the opcode says.
///
/// # Errors
/// As [`encode`].
pub(crate) fn encode_noting(
    inst: &McInst,
    references: References<'_>,
    buffer: &mut CodeBuffer,
) -> Result<(), EmitError> {
    let desc = inst.desc();
    let row = desc.encoding.ok_or_else(|| {
        EmitError::unsupported(format!("instruction {} in final code", desc.name))
    })?;
    let encoding = X86Encoding::decode(row);
    let start = buffer.raw_len();
    let mut encoder = Encoder {
        inst,
        fields: OperandFields::of(inst, &encoding),
        encoding,
        references,
        buffer,
    };
    encoder.write()?;
    if encoder.buffer.raw_len() - start > 15 {
        return Err(encoder.error("more than 15 bytes"));
    }
    Ok(())
}

/// A branch to a block of the function, which may be short or long.
fn branch(inst: &McInst, labels: &[Label], buffer: &mut CodeBuffer) -> Option<()> {
    let Some(McOperand::Block(block)) = inst.operands.first() else {
        return None;
    };
    let label = *labels.get(block.index())?;
    if !matches!(inst.opcode, op::JMP_1 | op::JCC_1) {
        return None;
    }
    let (short, long) = branch_forms(inst)?;
    buffer.branch(label, short, long);
    Some(())
}

/// A jump to a symbol, which is short where that is a function of the module that turns out to be near.
fn far_jump(inst: &McInst, buffer: &mut CodeBuffer) -> Option<()> {
    let Some(McOperand::Symbol(symbol)) = inst.operands.first() else {
        return None;
    };
    if symbol.offset != 0 || !matches!(inst.opcode, op::JMP_4 | op::JCC_4) {
        return None;
    }
    let (short, long) = branch_forms(inst)?;
    let kind = Field::Branch32.relocation(symbol.flags)?;
    buffer.far_jump(symbol.target, (short, reloc::PC8), (long, kind));
    Some(())
}

/// The short and the long form of a direct jump.
fn branch_forms(inst: &McInst) -> Option<(BranchForm, BranchForm)> {
    match inst.opcode {
        op::JMP_1 | op::JMP_4 => Some((BranchForm::new(&[0xeb], 1), BranchForm::new(&[0xe9], 4))),
        op::JCC_1 | op::JCC_4 => {
            let condition = inst.operands.get(1)?.imm()? as u8 & 15;
            let long = BranchForm::new(&[0x0f, 0x80 | condition], 4);
            Some((BranchForm::new(&[0x70 | condition], 1), long))
        }
        _ => None,
    }
}

/// Bits of a register number that prefixes and fields take apart.
fn number(reg: PhysReg) -> u8 {
    TARGET.reg(reg).encoding as u8
}

fn is_high_byte(reg: PhysReg) -> bool {
    matches!(reg, reg::AH | reg::BH | reg::CH | reg::DH)
}

/// The byte registers that without a REX prefix mean AH, CH, DH and BH.
fn is_low_byte_by_rex(reg: PhysReg) -> bool {
    matches!(reg, reg::SPL | reg::BPL | reg::SIL | reg::DIL)
}

/// The extension bits of the three register fields, as 0 or 1.
#[derive(Clone, Copy)]
struct Extensions {
    r: u8,
    x: u8,
    b: u8,
}

/// Base, scale, index and displacement of a memory reference.
#[derive(Clone, Copy)]
struct Memory {
    base: PhysReg,
    scale: i64,
    index: PhysReg,
    displacement: McOperand,
    segment: PhysReg,
}

struct Encoder<'a> {
    inst: &'a McInst,
    encoding: X86Encoding,
    fields: OperandFields,
    references: References<'a>,
    buffer: &'a mut CodeBuffer,
}

impl Encoder<'_> {
    fn error(&self, what: &str) -> EmitError {
        EmitError::unsupported(format!("{}: {what}", self.inst.desc().name))
    }

    fn write(&mut self) -> Result<(), EmitError> {
        let memory = match self.fields.addressed {
            Addressed::Memory(at) => Some(self.memory(at)?),
            _ => None,
        };
        self.leading_prefixes(memory);
        let has_rex = match self.encoding.enc {
            EncKind::EncNormal => self.legacy_prefixes(memory)?,
            EncKind::EncVEX | EncKind::EncXOP => {
                self.vex(memory)?;
                false
            }
        };
        self.opcode();
        match (self.fields.addressed, memory) {
            (_, Some(memory)) => self.memory_operand(memory, has_rex)?,
            (Addressed::Reg(rm), _) => {
                let byte = 0xc0 | self.reg_field() << 3 | (number(rm) & 7);
                self.buffer.put1(byte);
            }
            (Addressed::Fixed(byte), _) => self.buffer.put1(byte),
            _ => {}
        }
        self.immediates()?;
        if self.encoding.map == OpMap::ThreeDNow {
            self.buffer.put1(self.encoding.opcode);
        }
        Ok(())
    }

    fn memory(&self, at: usize) -> Result<Memory, EmitError> {
        let Some(&[base, scale, index, displacement, segment]) = self.inst.operands.get(at..at + 5)
        else {
            return Err(self.error("memory operand is incomplete"));
        };
        Ok(Memory {
            base: base.reg(),
            scale: scale.imm().unwrap_or(1),
            index: index.reg(),
            displacement,
            segment: segment.reg(),
        })
    }

    // ---- Prefixes -----------------------------------------------------------------------------

    fn leading_prefixes(&mut self, memory: Option<Memory>) {
        if let Some(memory) = memory {
            self.segment(memory.segment);
        }
        if self.encoding.rep || self.inst.rep {
            self.buffer.put1(0xf3);
        }
        if self.needs_address_size(memory) || self.inst.address_size {
            self.buffer.put1(0x67);
        }
        if let Some(at) = self.fields.segment {
            let segment = self
                .inst
                .operands
                .get(at)
                .map_or(PhysReg::NONE, |o| o.reg());
            // String instructions use DS anyway.
            if self.encoding.form == Form::RawFrmMemOffs || segment != reg::DS {
                self.segment(segment);
            }
        }
    }

    fn segment(&mut self, segment: PhysReg) {
        let byte = match segment {
            reg::CS => 0x2e,
            reg::SS => 0x36,
            reg::DS => 0x3e,
            reg::ES => 0x26,
            reg::FS => 0x64,
            reg::GS => 0x65,
            _ => return,
        };
        self.buffer.put1(byte);
    }

    fn needs_address_size(&self, memory: Option<Memory>) -> bool {
        let is_32_bit = |reg: PhysReg| TARGET.class(class::GR32).contains(reg);
        let first = |at: usize| {
            self.inst
                .operands
                .get(at)
                .map_or(PhysReg::NONE, |o| o.reg())
        };
        match (self.encoding.form, memory) {
            _ if self.encoding.ad_size == AdSize::AdSize32 => true,
            (Form::RawFrmDstSrc, _) => first(1) == reg::ESI,
            (Form::RawFrmSrc, _) => first(0) == reg::ESI,
            (Form::RawFrmDst, _) => first(0) == reg::EDI,
            (_, Some(memory)) => {
                matches!(memory.base, reg::EIP)
                    || is_32_bit(memory.base)
                    || is_32_bit(memory.index)
                    || memory.index == reg::EIZ
            }
            _ => false,
        }
    }

    fn extensions(&self, memory: Option<Memory>) -> Extensions {
        let high = |reg: PhysReg| number(reg) >> 3 & 1;
        let (x, b) = match (self.fields.addressed, memory) {
            (_, Some(memory)) => (high(memory.index), high(memory.base)),
            (Addressed::Reg(reg) | Addressed::InOpcode(reg), _) => (0, high(reg)),
            _ => (0, 0),
        };
        let r = high(self.fields.reg);
        Extensions { r, x, b }
    }

    /// Prefixes of a legacy instruction, escape bytes included. Returns whether there is a REX prefix.
    fn legacy_prefixes(&mut self, memory: Option<Memory>) -> Result<bool, EmitError> {
        if self.encoding.op_size == OpSize::OpSize16 {
            self.buffer.put1(0x66);
        }
        if self.encoding.lock {
            self.buffer.put1(0xf0);
        }
        if self.inst.has_no_track() {
            self.buffer.put1(0x3e);
        }
        match self.encoding.prefix {
            Prefix::NoPrfx | Prefix::PS => {}
            Prefix::PD => self.buffer.put1(0x66),
            Prefix::XS => self.buffer.put1(0xf3),
            Prefix::XD => self.buffer.put1(0xf2),
        }
        let Extensions { r, x, b } = self.extensions(memory);
        let bits = u8::from(self.encoding.rex_w) << 3 | r << 2 | x << 1 | b;
        let mut regs = self.inst.operands.iter().map(|o| o.reg());
        let has_rex = bits != 0 || regs.any(is_low_byte_by_rex);
        if has_rex {
            self.refuse_high_bytes()?;
            self.buffer.put1(0x40 | bits);
        }
        match self.encoding.map {
            OpMap::OB => {}
            OpMap::TB | OpMap::ThreeDNow => self.buffer.put1(0x0f),
            OpMap::T8 => self.buffer.put(&[0x0f, 0x38]),
            OpMap::TA => self.buffer.put(&[0x0f, 0x3a]),
            _ => return Err(self.error("opcode map without VEX or XOP")),
        }
        Ok(has_rex)
    }

    fn refuse_high_bytes(&self) -> Result<(), EmitError> {
        match self.inst.operands.iter().any(|o| is_high_byte(o.reg())) {
            true => Err(self.error("AH, BH, CH or DH beside a register that needs a REX prefix")),
            false => Ok(()),
        }
    }

    fn vex(&mut self, memory: Option<Memory>) -> Result<(), EmitError> {
        self.refuse_high_bytes()?;
        let Extensions { r, x, b } = self.extensions(memory);
        let w = u8::from(self.encoding.rex_w);
        let pp = match self.encoding.prefix {
            Prefix::NoPrfx | Prefix::PS => 0,
            Prefix::PD => 1,
            Prefix::XS => 2,
            Prefix::XD => 3,
        };
        let map = match self.encoding.map {
            OpMap::TB => 1,
            OpMap::T8 => 2,
            OpMap::TA => 3,
            OpMap::T_MAP7 => 7,
            OpMap::XOP8 => 8,
            OpMap::XOP9 => 9,
            OpMap::XOPA => 10,
            OpMap::OB | OpMap::ThreeDNow => return Err(self.error("opcode map with VEX")),
        };
        let last = (!number(self.fields.vvvv) & 15) << 3 | u8::from(self.encoding.vex_l) << 2 | pp;
        let is_xop = self.encoding.enc == EncKind::EncXOP;
        if !is_xop && w | x | b == 0 && map == 1 {
            self.buffer.put(&[0xc5, (r ^ 1) << 7 | last]);
        } else {
            let first = (r ^ 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | map;
            let escape = if is_xop { 0x8f } else { 0xc4 };
            self.buffer.put(&[escape, first, w << 7 | last]);
        }
        Ok(())
    }

    // ---- Opcode, ModRM, immediates ------------------------------------------------------------

    fn opcode(&mut self) {
        let base = match self.encoding.map {
            OpMap::ThreeDNow => 0x0f,
            _ => self.encoding.opcode,
        };
        let added = match self.fields.addressed {
            Addressed::InOpcode(reg) => number(reg) & 7,
            _ => self.fields.condition,
        };
        self.buffer.put1(base.wrapping_add(added));
    }

    fn reg_field(&self) -> u8 {
        self.fields.digit | (number(self.fields.reg) & 7)
    }

    fn memory_operand(&mut self, memory: Memory, has_rex: bool) -> Result<(), EmitError> {
        let reg = self.reg_field() << 3;
        let Memory {
            base,
            scale,
            index,
            displacement,
            ..
        } = memory;
        if matches!(base, reg::RIP | reg::EIP) {
            if !index.is_none() {
                return Err(self.error("index with the instruction pointer"));
            }
            self.buffer.put1(reg | 5);
            return self.rip_displacement(displacement, has_rex);
        }
        if let McOperand::Imm(value) = displacement
            && i32::try_from(value).is_err()
            && !(self.needs_address_size(Some(memory)) && u32::try_from(value).is_ok())
        {
            return Err(self.error("displacement of more than 2 GiB"));
        }
        let base_number = number(base) & 7;
        // RSP and R12 as base are what announces a SIB byte; no base at all has no form without.
        let needs_sib = base.is_none() || !index.is_none() || base_number == 4;
        let rm = if needs_sib { 4 } else { base_number };
        let (mode, field) = match displacement {
            _ if base.is_none() => (0, Some(Field::Abs32S)),
            // RBP and R13 without displacement mean something else.
            McOperand::Imm(0) if base_number != 5 => (0, None),
            McOperand::Imm(value) if i8::try_from(value).is_ok() => (0x40, Some(Field::Abs8)),
            _ => (0x80, Some(Field::Abs32S)),
        };
        self.buffer.put1(mode | reg | rm);
        if needs_sib {
            let scale = match scale {
                1 => 0,
                2 => 0x40,
                4 => 0x80,
                8 => 0xc0,
                _ => return Err(self.error("scale other than 1, 2, 4 and 8")),
            };
            let index = match index {
                reg if reg.is_none() || matches!(reg, reg::RIZ | reg::EIZ) => 4,
                reg::RSP | reg::ESP => return Err(self.error("stack pointer as index")),
                reg => number(reg) & 7,
            };
            let base = if base.is_none() { 5 } else { base_number };
            self.buffer.put1(scale | index << 3 | base);
        }
        match field {
            Some(field) => self.field(displacement, field, 0),
            None => Ok(()),
        }
    }

    /// The displacement from the instruction's end, which immediates may put further away.
    fn rip_displacement(
        &mut self,
        displacement: McOperand,
        has_rex: bool,
    ) -> Result<(), EmitError> {
        if let McOperand::Imm(value) = displacement {
            return self.field(McOperand::Imm(value), Field::Abs32S, 0);
        }
        let relaxation = match displacement {
            McOperand::Symbol(symbol) if symbol.offset == 0 && self.may_relax_got() => {
                match has_rex {
                    true => GotRelaxation::Rex,
                    false => GotRelaxation::Plain,
                }
            }
            _ => GotRelaxation::None,
        };
        let after = immediate_field(self.encoding.imm).map_or(0, Field::size);
        self.field(displacement, Field::RipRelative(relaxation), after)
    }

    /// Whether a linker that finds the symbol near may rewrite this use of its GOT entry.
    fn may_relax_got(&self) -> bool {
        matches!(
            self.inst.opcode,
            op::MOV64rm
                | op::ADC32rm
                | op::ADD32rm
                | op::AND32rm
                | op::CMP32rm
                | op::MOV32rm
                | op::OR32rm
                | op::SBB32rm
                | op::SUB32rm
                | op::TEST32mr
                | op::XOR32rm
                | op::CALL64m
                | op::JMP64m
                | op::TEST64mr
                | op::ADC64rm
                | op::ADD64rm
                | op::AND64rm
                | op::CMP64rm
                | op::OR64rm
                | op::SBB64rm
                | op::SUB64rm
                | op::XOR64rm
        )
    }

    fn immediates(&mut self) -> Result<(), EmitError> {
        let operands = &self.inst.operands;
        let rest = operands
            .get(self.fields.next..self.fields.end)
            .unwrap_or(&[]);
        if self.encoding.imm == ImmKind::Imm8Reg {
            let low = rest.first().and_then(|o| o.imm()).unwrap_or(0) as u8 & 15;
            self.buffer.put1(number(self.fields.imm_reg) << 4 | low);
            return Ok(());
        }
        let mut field = immediate_field(self.encoding.imm);
        for operand in rest {
            let this = field.ok_or_else(|| self.error("operand without a field"))?;
            let is_branch = matches!(self.inst.opcode, op::CALL64pcrel32 | op::JMP_4 | op::JCC_4);
            let this = match this {
                Field::Rel32 if is_branch => Field::Branch32,
                other => other,
            };
            self.field(*operand, this, 0)?;
            match self.encoding.form {
                Form::RawFrmImm8 => field = Some(Field::Abs8),
                Form::RawFrmImm16 => field = Some(Field::Abs16),
                _ => {}
            }
        }
        Ok(())
    }

    /// Appends a field; `after` is the number of bytes of the instruction after it.
    fn field(&mut self, operand: McOperand, field: Field, after: usize) -> Result<(), EmitError> {
        let size = field.size();
        let bias = match field.is_relative() {
            true => (size + after) as i64,
            false => 0,
        };
        if let McOperand::Imm(value) = operand
            && !field.is_relative()
        {
            self.buffer.put(&value.to_le_bytes()[..size]);
            return Ok(());
        }
        let labels = match &mut self.references {
            References::Labels(labels) => *labels,
            References::Noted(noted) => {
                noted.push(NotedField {
                    offset: self.buffer.raw_len(),
                    field,
                    operand,
                    bias,
                });
                self.buffer.put(&[0; 8][..size]);
                return Ok(());
            }
        };
        let (target, offset, flags) = match operand {
            McOperand::Imm(value) => (FixupTarget::Absolute, value, 0),
            McOperand::Block(block) => {
                let label = labels.get(block.index());
                let label = label.ok_or_else(|| self.error("block outside of a function"))?;
                (FixupTarget::Label(*label), 0, 0)
            }
            McOperand::Symbol(SymbolOperand {
                target,
                offset,
                flags,
            }) => (target, offset, flags),
            McOperand::Reg(_) => return Err(self.error("register where a number is expected")),
        };
        let kind = match target {
            FixupTarget::Runtime(GOT_NAME) | FixupTarget::GotFrom(_) => field.got_relocation(),
            _ => field.relocation(flags),
        };
        let kind = kind.ok_or_else(|| self.error("no relocation for this use of a symbol"))?;
        self.buffer.fixup(kind, target, offset - bias);
        self.buffer.put(&[0; 8][..size]);
        Ok(())
    }
}

/// The field of an immediate, `None` if there is none.
fn immediate_field(imm: ImmKind) -> Option<Field> {
    Some(match imm {
        ImmKind::NoImm => return None,
        ImmKind::Imm8 | ImmKind::Imm8Reg => Field::Abs8,
        ImmKind::Imm8PCRel => Field::Rel8,
        ImmKind::Imm16 => Field::Abs16,
        ImmKind::Imm16PCRel => Field::Rel16,
        ImmKind::Imm32 => Field::Abs32,
        ImmKind::Imm32PCRel => Field::Rel32,
        ImmKind::Imm32S => Field::Abs32S,
        ImmKind::Imm64 => Field::Abs64,
    })
}
