//! Operands, and the references to registers, blocks and slots that occur elsewhere too.

use std::fmt::Write;

use avarice_target::{PhysReg, SubRegIdx};

use super::names::write_name;
use super::printer::{Form, MirPrinter};
use crate::entities::{Block, FrameIndex, Inst, Reg, RegMaskRef, VReg};
use crate::frame::CfiInstruction;
use crate::function::{MachineFunction, VRegKind};
use crate::low_level_type::LowLevelType;
use crate::operand::{Operand, OperandFlags, OperandKind, OperandValue};

/// How many registers of a mask the debug form lists: one more than this.
const MASK_REGS_SHOWN: usize = 32;

/// Floating-point predicates under LLVM's numbers.
pub(crate) const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult",
    "ule", "une", "true",
];

/// LLVM's number of the first integer predicate; they are in the order of
/// [`avarice_ir::IntPredicate::ALL`].
pub(crate) const FIRST_INT_PREDICATE: u32 = 32;

/// What the place of an operand says about how it prints.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub form: Form,
    /// Left of the equals sign.
    pub is_result: bool,
    /// Ties are written out.
    pub ties: bool,
    /// Type to write after the register.
    pub low_level_type: LowLevelType,
}

/// ` + 4`, ` - 4`, or nothing for 0.
pub(super) fn write_offset(out: &mut String, offset: i64) {
    let sign = if offset < 0 { '-' } else { '+' };
    if offset != 0 {
        let _ = write!(out, " {sign} {}", offset.unsigned_abs());
    }
}

impl MirPrinter<'_> {
    /// `%3`, `%name`, `$eax`, `$noreg`.
    pub fn write_reg(&self, out: &mut String, function: &MachineFunction, reg: Reg) {
        if let Some(vreg) = reg.as_virtual() {
            match &function.vregs[vreg].name {
                Some(name) => {
                    out.push('%');
                    out.push_str(name);
                }
                None => {
                    let _ = write!(out, "{vreg}");
                }
            }
        } else if let Some(reg) = reg.as_physical() {
            out.push('$');
            out.push_str(function.target.reg(reg).name);
        } else {
            out.push_str("$noreg");
        }
    }

    /// `%bb.3`.
    pub fn write_block_ref(&self, out: &mut String, function: &MachineFunction, block: Block) {
        let _ = write!(out, "%bb.{}", function.blocks[block].number);
    }

    /// `%stack.0.name`, `%stack.0` or `%fixed-stack.1`.
    pub fn write_slot_ref(&self, out: &mut String, function: &MachineFunction, slot: FrameIndex) {
        if slot.0 < 0 {
            let number = i64::from(slot.0) + function.frame.fixed.len() as i64;
            let _ = write!(out, "%fixed-stack.{number}");
            return;
        }
        let _ = write!(out, "%stack.{}", slot.0);
        let object = function.frame.objects.get(slot.0 as usize);
        let name = object
            .and_then(|object| object.alloca)
            .map_or(&[][..], |value| self.names.value_name(value));
        if !name.is_empty() {
            out.push('.');
            out.push_str(&String::from_utf8_lossy(name));
        }
    }

    /// One operand of `inst` as a message shows it by itself: `undef %3.sub_32bit:gr64`.
    pub fn write_lone_operand(
        &self,
        out: &mut String,
        function: &MachineFunction,
        inst: Inst,
        index: usize,
    ) {
        let place = Place {
            form: Form::Debug,
            is_result: true,
            ties: true,
            low_level_type: LowLevelType::NONE,
        };
        self.write_operand(out, function, inst, index, place);
    }

    /// A place where a variable is, which need not be an operand of an instruction.
    pub fn write_place(&self, out: &mut String, function: &MachineFunction, place: &Operand) {
        match place.value() {
            OperandValue::Reg(reg, sub) => {
                self.write_reg(out, function, reg);
                if !sub.is_none() {
                    out.push('.');
                    out.push_str(function.target.sub_reg_indices[sub.index()].name);
                }
            }
            OperandValue::Imm(value) => {
                let _ = write!(out, "{value}");
            }
            OperandValue::CImm(id) | OperandValue::FpImm(id) => self.write_constant(out, id),
            OperandValue::FrameIndex(slot) => {
                let _ = write!(out, "%stack.{}", slot.0);
            }
            other => self.write_symbolic(out, function, other),
        }
    }

    /// One operand of `inst`.
    pub(super) fn write_operand(
        &self,
        out: &mut String,
        function: &MachineFunction,
        inst: Inst,
        index: usize,
        place: Place,
    ) {
        let operand = function.operand(inst, index);
        if operand.target_flags() != 0 && !operand.is_reg() {
            self.write_target_flags(out, operand.target_flags());
        }
        match operand.value() {
            OperandValue::Reg(reg, sub) => {
                self.write_reg_operand(out, function, operand, (reg, sub), place);
            }
            OperandValue::Imm(value) if is_sub_reg_operand(function, inst, index) => {
                write_sub_reg_imm(out, function, value);
            }
            OperandValue::Imm(value) => {
                let _ = write!(out, "{value}");
            }
            OperandValue::CImm(id) | OperandValue::FpImm(id) => self.write_constant(out, id),
            OperandValue::Block(block) => self.write_block_ref(out, function, block),
            OperandValue::FrameIndex(slot) => self.write_slot_ref(out, function, slot),
            OperandValue::RegMask(mask) => self.write_reg_mask(out, function, mask, place.form),
            OperandValue::Cfi(id) => self.write_cfi(out, function, function.cfi[id]),
            OperandValue::Metadata(id) => {
                let own = function.own_expressions.get(id);
                self.names.write_expression(out, id, own, operand.derefs());
            }
            OperandValue::McSymbol(id) => write_mc_symbol(out, &function.symbols[id]),
            other => self.write_symbolic(out, function, other),
        }
    }

    /// Operands that are a reference and an offset, and plain numbered ones.
    fn write_symbolic(&self, out: &mut String, function: &MachineFunction, value: OperandValue) {
        match value {
            OperandValue::ConstPool(id, offset) => {
                let _ = write!(out, "{id}");
                write_offset(out, offset);
            }
            OperandValue::JumpTable(id) => {
                let _ = write!(out, "{id}");
            }
            OperandValue::Symbol(id, offset) => {
                out.push('&');
                let name = &function.symbols[id];
                if name.is_empty() {
                    out.push_str("\"\"");
                } else {
                    write_name(out, name.as_bytes());
                }
                write_offset(out, offset);
            }
            OperandValue::Global(id, offset) => {
                self.names.write_global(out, id);
                write_offset(out, offset);
            }
            OperandValue::BlockAddress(global, block, offset) => {
                out.push_str("blockaddress(");
                self.names.write_global(out, global);
                out.push_str(", ");
                self.names.write_block_of(out, global, block);
                out.push(')');
                write_offset(out, offset.into());
            }
            OperandValue::Intrinsic(symbol) => {
                let _ = write!(out, "intrinsic(@{})", function.symbols[symbol]);
            }
            OperandValue::DbgInstrRef(number, operand) => {
                let _ = write!(out, "dbg-instr-ref({number}, {operand})");
            }
            OperandValue::Predicate(number) => self.write_predicate(out, number),
            OperandValue::TargetIndex(index, offset) => {
                let names = self.text.target_indices;
                let name = names.iter().find(|(number, _)| *number == index);
                let _ = write!(out, "target-index({})", name.map_or("<unknown>", |n| n.1));
                write_offset(out, offset);
            }
            OperandValue::ShuffleMask(index) => {
                out.push_str("shufflemask(");
                let mask = &function.shuffle_masks[index as usize];
                for (at, element) in mask.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { ", " });
                    let _ = match element {
                        -1 => write!(out, "undef"),
                        element => write!(out, "{element}"),
                    };
                }
                out.push(')');
            }
            OperandValue::LiveOut(index) => {
                out.push_str("liveout(");
                write_registers(
                    out,
                    function,
                    &function.custom_reg_masks[index as usize],
                    ", ",
                );
                out.push(')');
            }
            _ => debug_assert!(false, "{value:?} is printed elsewhere"),
        }
    }

    fn write_reg_operand(
        &self,
        out: &mut String,
        function: &MachineFunction,
        operand: &Operand,
        (reg, sub): (Reg, SubRegIdx),
        place: Place,
    ) {
        let flag = |flag| operand.has(flag);
        let is_def = operand.is_def();
        let words = [
            (flag(OperandFlags::IMPLICIT) && is_def, "implicit-def "),
            (flag(OperandFlags::IMPLICIT) && !is_def, "implicit "),
            (
                !flag(OperandFlags::IMPLICIT) && is_def && !place.is_result,
                "def ",
            ),
            (flag(OperandFlags::INTERNAL), "internal "),
            (flag(OperandFlags::DEAD), "dead "),
            (flag(OperandFlags::KILL), "killed "),
            (flag(OperandFlags::UNDEF), "undef "),
            (flag(OperandFlags::EARLY_CLOBBER), "early-clobber "),
            (
                flag(OperandFlags::RENAMABLE) && reg.is_physical(),
                "renamable ",
            ),
        ];
        for (_, word) in words.iter().filter(|(printed, _)| *printed) {
            out.push_str(word);
        }
        self.write_reg(out, function, reg);
        if !sub.is_none() {
            out.push('.');
            out.push_str(function.target.sub_reg_indices[sub.index()].name);
        }
        if let Some(vreg) = reg.as_virtual()
            && (place.form == Form::Debug
                || place.is_result
                || function.defs(vreg).next().is_none())
        {
            out.push(':');
            out.push_str(self.class_or_bank(function, vreg));
        }
        if place.ties
            && !is_def
            && let Some(def) = operand.tied_to()
        {
            let _ = write!(out, "(tied-def {def})");
        }
        if !place.low_level_type.is_none() {
            let _ = write!(out, "({})", place.low_level_type);
        }
    }

    /// `gr32`, `gpr` (a bank) or `_`.
    pub(super) fn class_or_bank(&self, function: &MachineFunction, reg: VReg) -> &'static str {
        match function.vregs[reg].kind {
            VRegKind::Class => function.target.class(function.class(reg)).mir_name,
            VRegKind::Bank(bank) => self.text.reg_banks[usize::from(bank)],
            VRegKind::Generic => "_",
        }
    }

    fn write_target_flags(&self, out: &mut String, flags: u16) {
        let (direct, mut bits) = (
            flags & self.text.target_flag_mask,
            flags & !self.text.target_flag_mask,
        );
        out.push_str("target-flags(");
        let mut separator = "";
        if direct != 0 {
            let known = self
                .text
                .target_flags
                .iter()
                .find(|(number, _)| *number == direct);
            out.push_str(known.map_or("<unknown target flag>", |(_, name)| name));
            separator = ", ";
        }
        for (mask, name) in self.text.target_flag_bits {
            if bits & mask == *mask {
                bits &= !mask;
                out.push_str(separator);
                out.push_str(name);
                separator = ", ";
            }
        }
        if bits != 0 {
            out.push_str(separator);
            out.push_str("<unknown bitmask target flag>");
        }
        out.push_str(") ");
    }

    fn write_reg_mask(
        &self,
        out: &mut String,
        function: &MachineFunction,
        mask: RegMaskRef,
        form: Form,
    ) {
        let target = function.target;
        let words: &[u32] = match mask {
            RegMaskRef::Target(id) => target.reg_masks[id.index()].preserved,
            RegMaskRef::Custom(index) => &function.custom_reg_masks[index as usize],
        };
        if let (Form::Document, RegMaskRef::Target(id)) = (form, mask) {
            out.push_str(&target.reg_masks[id.index()].name.to_ascii_lowercase());
            return;
        }
        if form == Form::Document {
            out.push_str("CustomRegMask(");
            write_registers(out, function, words, ",");
            out.push(')');
            return;
        }
        out.push_str("<regmask");
        let mut count = 0;
        for name in registers_of(function, words) {
            if count <= MASK_REGS_SHOWN {
                let _ = write!(out, " ${name}");
            }
            count += 1;
        }
        if count > MASK_REGS_SHOWN + 1 {
            let _ = write!(out, " and {} more...", count - MASK_REGS_SHOWN - 1);
        }
        out.push('>');
    }

    fn write_predicate(&self, out: &mut String, number: u32) {
        let (kind, word) = match number.checked_sub(FIRST_INT_PREDICATE) {
            Some(int) => {
                let words = avarice_ir::IntPredicate::ALL;
                ("int", words.get(int as usize).map(|(_, text)| *text))
            }
            None => ("float", FLOAT_PREDICATES.get(number as usize).copied()),
        };
        let _ = write!(out, "{kind}pred({})", word.unwrap_or("unknown"));
    }

    fn write_dwarf_reg(&self, out: &mut String, function: &MachineFunction, number: u16) {
        let regs = function.target.registers.iter();
        let named = regs.filter(|reg| u16::try_from(reg.dwarf) == Ok(number));
        // A register and its parts may share a number: it is the smallest part's.
        match named.min_by_key(|reg| reg.sub_regs.len()) {
            Some(reg) => {
                out.push('$');
                out.push_str(reg.name);
            }
            None => out.push_str("<badreg>"),
        }
    }

    fn write_cfi(&self, out: &mut String, function: &MachineFunction, cfi: CfiInstruction) {
        use CfiInstruction as C;
        let (word, reg, offset) = match cfi {
            C::DefCfaOffset(offset) => ("def_cfa_offset ", None, Some(offset)),
            C::LabeledCfaOffset(offset) => ("def_cfa_offset <mcsymbol >", None, Some(offset)),
            C::DefCfaRegister(reg) => ("def_cfa_register ", Some(reg), None),
            C::LlvmDefAspaceCfa(reg, offset, _) => {
                ("llvm_def_aspace_cfa ", Some(reg), Some(offset))
            }
            C::DefCfa(reg, offset) => ("def_cfa ", Some(reg), Some(offset)),
            C::AdjustCfaOffset(offset) => ("adjust_cfa_offset ", None, Some(offset)),
            C::Offset(reg, offset) => ("offset ", Some(reg), Some(offset)),
            C::RelOffset(reg, offset) => ("rel_offset ", Some(reg), Some(offset)),
            C::SameValue(reg) => ("same_value ", Some(reg), None),
            C::Restore(reg) => ("restore ", Some(reg), None),
            C::Undefined(reg) => ("undefined ", Some(reg), None),
            C::Register(reg, _) => ("register ", Some(reg), None),
            C::RememberState => ("remember_state ", None, None),
            C::RestoreState => ("restore_state ", None, None),
            C::WindowSave => ("window_save ", None, None),
            C::NegateRaState => ("negate_ra_sign_state ", None, None),
            C::Escape(bytes) => {
                let _ = write!(out, "escape {}", function.symbols[bytes]);
                return;
            }
            C::GnuArgsSize(_) => ("<unserializable cfi directive>", None, None),
        };
        out.push_str(word);
        if let Some(reg) = reg {
            self.write_dwarf_reg(out, function, reg);
        }
        if let C::Register(_, second) = cfi {
            out.push_str(", ");
            self.write_dwarf_reg(out, function, second);
        }
        if let Some(offset) = offset {
            let separator = if reg.is_some() { ", " } else { "" };
            let _ = write!(out, "{separator}{offset}");
        }
        if let C::LlvmDefAspaceCfa(_, _, space) = cfi {
            let _ = write!(out, ", {space}");
        }
    }
}

/// Names of the registers whose bits are set.
fn registers_of(function: &MachineFunction, words: &[u32]) -> impl Iterator<Item = &'static str> {
    let target = function.target;
    let is_set = move |reg: &usize| words[reg / 32] >> (reg % 32) & 1 != 0;
    let regs = (0..target.registers.len()).filter(is_set);
    regs.map(|reg| match reg {
        0 => "noreg",
        _ => target.reg(PhysReg::from_index(reg)).name,
    })
}

/// `$eax, $ebx` with this separator.
fn write_registers(out: &mut String, function: &MachineFunction, words: &[u32], separator: &str) {
    for (at, name) in registers_of(function, words).enumerate() {
        let _ = write!(out, "{}${name}", if at == 0 { "" } else { separator });
    }
}

/// `<mcsymbol .L1>`.
pub(super) fn write_mc_symbol(out: &mut String, name: &str) {
    let _ = write!(out, "<mcsymbol {name}>");
}

/// Whether operand `index` of `inst` is an immediate that stands for a sub-register index.
pub(crate) fn is_sub_reg_operand(function: &MachineFunction, inst: Inst, index: usize) -> bool {
    use avarice_target::op;
    let opcode = function.opcode(inst);
    function.operand(inst, index).kind() == OperandKind::Imm
        && match opcode {
            op::EXTRACT_SUBREG => index == 2,
            op::INSERT_SUBREG | op::SUBREG_TO_REG => index == 3,
            op::REG_SEQUENCE => index > 1 && index.is_multiple_of(2),
            _ => false,
        }
}

fn write_sub_reg_imm(out: &mut String, function: &MachineFunction, value: i64) {
    let indices = function.target.sub_reg_indices;
    let known = usize::try_from(value).ok().filter(|i| *i > 0);
    let _ = match known.and_then(|i| indices.get(i)) {
        Some(index) => write!(out, "%subreg.{}", index.name),
        None => write!(out, "%subreg.{value}"),
    };
}
