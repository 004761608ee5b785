//! Where the operands of an instruction go: which is ModRM.reg, ModRM.rm, VEX.vvvv and so on, by the
//! form of its row.

use avarice_target::{InstrDesc, PhysReg};

use crate::encode::mc_inst::McInst;
use crate::encoding_row::{Form, ImmKind, X86Encoding};

/// Operands of a memory reference: base, scale, index, displacement, segment.
pub const MEMORY_OPERANDS: usize = 5;

/// What ModRM (or the opcode) addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addressed {
    /// There is no ModRM.
    Nothing,
    /// ModRM.rm is a register.
    Reg(PhysReg),
    /// ModRM.rm is the memory that begins at this operand.
    Memory(usize),
    /// The register's number is added to the opcode.
    InOpcode(PhysReg),
    /// ModRM is this byte.
    Fixed(u8),
}

/// The operands of one instruction by field.
#[derive(Clone, Copy, Debug)]
pub struct OperandFields {
    /// ModRM.reg as a register.
    pub reg: PhysReg,
    /// ModRM.reg as a number, where it extends the opcode.
    pub digit: u8,
    /// What ModRM addresses.
    pub addressed: Addressed,
    /// VEX.vvvv.
    pub vvvv: PhysReg,
    /// Immediate bits 7:4.
    pub imm_reg: PhysReg,
    /// Condition code added to the opcode.
    pub condition: u8,
    /// Segment register of a string or absolute-address instruction: the operand's index.
    pub segment: Option<usize>,
    /// The operands from here to `end` are immediates.
    pub next: usize,
    /// See `next`.
    pub end: usize,
}

/// Reads operands one after the other.
struct Reader<'a> {
    inst: &'a McInst,
    next: usize,
}

impl Reader<'_> {
    fn reg(&mut self) -> PhysReg {
        let operand = self.inst.operands.get(self.next);
        self.next += 1;
        operand.map_or(PhysReg::NONE, |o| o.reg())
    }

    fn reg_if(&mut self, present: bool) -> PhysReg {
        if present { self.reg() } else { PhysReg::NONE }
    }

    fn memory(&mut self) -> Addressed {
        let at = self.next;
        self.next += MEMORY_OPERANDS;
        Addressed::Memory(at)
    }

    fn condition(&mut self) -> u8 {
        let operand = self.inst.operands.get(self.next);
        self.next += 1;
        operand.and_then(|o| o.imm()).unwrap_or(0) as u8
    }
}

/// How many operands at the front are definitions tied to sources that come again later.
fn skipped_definitions(desc: &InstrDesc) -> usize {
    let tied = |index: usize| desc.operands.get(index).map_or(-1, |o| o.tied_to);
    match desc.num_defs {
        1 if tied(1) == 0 => 1,
        2 if tied(2) == 0 && (tied(3) == 1 || tied(8) == 1) => 2,
        _ => 0,
    }
}

impl OperandFields {
    /// The fields of `inst`, whose row has `encoding`.
    pub fn of(inst: &McInst, encoding: &X86Encoding) -> Self {
        let mut from = Reader {
            inst,
            next: skipped_definitions(inst.desc()),
        };
        let mut fields = Self {
            reg: PhysReg::NONE,
            digit: 0,
            addressed: Addressed::Nothing,
            vvvv: PhysReg::NONE,
            imm_reg: PhysReg::NONE,
            condition: 0,
            segment: None,
            next: 0,
            // A variadic instruction may carry more than its row encodes.
            end: inst.operands.len().min(inst.desc().operands.len()),
        };
        fields.read(&mut from, encoding);
        fields.next = from.next;
        fields
    }

    fn read(&mut self, from: &mut Reader<'_>, encoding: &X86Encoding) {
        let vex = encoding.vex_4v;
        match encoding.form {
            Form::RawFrm | Form::RawFrmImm8 | Form::RawFrmImm16 | Form::PrefixByte => {}
            Form::AddCCFrm => {
                self.end = self.end.saturating_sub(1);
                let condition = from.inst.operands.get(self.end);
                self.condition = condition.and_then(|o| o.imm()).unwrap_or(0) as u8;
            }
            Form::RawFrmMemOffs => {
                self.segment = Some(from.next + 1);
                self.end = from.next + 1;
            }
            Form::RawFrmSrc => {
                self.segment = Some(from.next + 1);
                from.next += 2;
            }
            Form::RawFrmDst => from.next += 1,
            Form::RawFrmDstSrc => {
                self.segment = Some(from.next + 2);
                from.next += 3;
            }
            Form::AddRegFrm => self.addressed = Addressed::InOpcode(from.reg()),
            Form::MRMDestReg => {
                self.addressed = Addressed::Reg(from.reg());
                self.vvvv = from.reg_if(vex);
                self.reg = from.reg();
            }
            Form::MRMDestMem => {
                self.addressed = from.memory();
                self.vvvv = from.reg_if(vex);
                self.reg = from.reg();
            }
            Form::MRMDestMem4VOp3CC => {
                self.reg = from.reg();
                self.addressed = from.memory();
                self.vvvv = from.reg();
                self.condition = from.condition();
            }
            Form::MRMSrcReg | Form::MRMSrcReg4VOp3 | Form::MRMSrcRegOp4 | Form::MRMSrcRegCC => {
                self.read_source_reg(from, encoding);
            }
            Form::MRMSrcMem | Form::MRMSrcMem4VOp3 | Form::MRMSrcMemOp4 | Form::MRMSrcMemCC => {
                self.read_source_memory(from, encoding);
            }
            Form::MRMXrCC => {
                self.addressed = Addressed::Reg(from.reg());
                self.condition = from.condition();
            }
            Form::MRMXmCC => {
                self.addressed = from.memory();
                self.condition = from.condition();
            }
            form => self.read_digit(from, form, vex),
        }
    }

    fn read_source_reg(&mut self, from: &mut Reader<'_>, encoding: &X86Encoding) {
        let (form, vex) = (encoding.form, encoding.vex_4v);
        self.reg = from.reg();
        self.vvvv = from.reg_if(form == Form::MRMSrcRegOp4 || (form == Form::MRMSrcReg && vex));
        self.imm_reg = from.reg_if(form == Form::MRMSrcRegOp4);
        self.addressed = Addressed::Reg(from.reg());
        match form {
            Form::MRMSrcReg4VOp3 => self.vvvv = from.reg(),
            Form::MRMSrcRegCC => self.condition = from.condition(),
            Form::MRMSrcReg if encoding.imm == ImmKind::Imm8Reg => self.imm_reg = from.reg(),
            _ => {}
        }
    }

    fn read_source_memory(&mut self, from: &mut Reader<'_>, encoding: &X86Encoding) {
        let (form, vex) = (encoding.form, encoding.vex_4v);
        self.reg = from.reg();
        self.vvvv = from.reg_if(form == Form::MRMSrcMemOp4 || (form == Form::MRMSrcMem && vex));
        self.imm_reg = from.reg_if(form == Form::MRMSrcMemOp4);
        self.addressed = from.memory();
        match form {
            Form::MRMSrcMem4VOp3 => self.vvvv = from.reg(),
            Form::MRMSrcMemCC => self.condition = from.condition(),
            Form::MRMSrcMem if encoding.imm == ImmKind::Imm8Reg => self.imm_reg = from.reg(),
            _ => {}
        }
    }

    /// Forms whose ModRM.reg, or all of ModRM, is part of the opcode.
    fn read_digit(&mut self, from: &mut Reader<'_>, form: Form, vex: bool) {
        use Form::*;
        let (digit, memory) = match form {
            MRM0m | MRMXm => (0, true),
            MRM1m => (1, true),
            MRM2m => (2, true),
            MRM3m => (3, true),
            MRM4m => (4, true),
            MRM5m => (5, true),
            MRM6m => (6, true),
            MRM7m => (7, true),
            MRM0r | MRMXr => (0, false),
            MRM1r => (1, false),
            MRM2r => (2, false),
            MRM3r => (3, false),
            MRM4r => (4, false),
            MRM5r => (5, false),
            MRM6r => (6, false),
            MRM7r => (7, false),
            form => {
                self.addressed = fixed_mod_rm(form).map_or(Addressed::Nothing, Addressed::Fixed);
                return;
            }
        };
        self.digit = digit;
        self.vvvv = from.reg_if(vex);
        self.addressed = match memory {
            true => from.memory(),
            false => Addressed::Reg(from.reg()),
        };
    }
}

macro_rules! fixed_bytes {
    ($($form:ident $byte:literal)*) => {
        /// The ModRM byte of a form without operands.
        fn fixed_mod_rm(form: Form) -> Option<u8> {
            match form {
                $(Form::$form => Some($byte),)*
                _ => None,
            }
        }
    };
}

fixed_bytes! {
    MRM5X 0xe8  MRM6X 0xf0  MRM7X 0xf8  MRM_C0 0xc0  MRM_C1 0xc1  MRM_C2 0xc2
    MRM_C3 0xc3  MRM_C4 0xc4  MRM_C5 0xc5  MRM_C6 0xc6  MRM_C7 0xc7  MRM_C8 0xc8
    MRM_C9 0xc9  MRM_CA 0xca  MRM_CB 0xcb  MRM_CC 0xcc  MRM_CD 0xcd  MRM_CE 0xce
    MRM_CF 0xcf  MRM_D0 0xd0  MRM_D1 0xd1  MRM_D4 0xd4  MRM_D5 0xd5  MRM_D6 0xd6
    MRM_D7 0xd7  MRM_D8 0xd8  MRM_D9 0xd9  MRM_DA 0xda  MRM_DB 0xdb  MRM_DC 0xdc
    MRM_DD 0xdd  MRM_DE 0xde  MRM_DF 0xdf  MRM_E0 0xe0  MRM_E1 0xe1  MRM_E2 0xe2
    MRM_E3 0xe3  MRM_E4 0xe4  MRM_E5 0xe5  MRM_E8 0xe8  MRM_E9 0xe9  MRM_EA 0xea
    MRM_EB 0xeb  MRM_EC 0xec  MRM_ED 0xed  MRM_EE 0xee  MRM_EF 0xef  MRM_F0 0xf0
    MRM_F1 0xf1  MRM_F2 0xf2  MRM_F3 0xf3  MRM_F4 0xf4  MRM_F5 0xf5  MRM_F6 0xf6
    MRM_F7 0xf7  MRM_F8 0xf8  MRM_F9 0xf9  MRM_FA 0xfa  MRM_FB 0xfb  MRM_FC 0xfc
    MRM_FD 0xfd  MRM_FE 0xfe  MRM_FF 0xff
}
