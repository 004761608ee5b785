//! Computations of addresses that become part of loads and stores, where `machine-sink` finds that all users take them.
//!
//! ```text
//!   add x8, x0, #64                    ldr x9, [x0, #72]
//!   ldr x9, [x8, #8]
//!
//!   add x8, x0, x1, lsl #3             ldr x9, [x0, x1, lsl #3]
//!   ldr x9, [x8]
//!
//!   sxtw x8, w1                        ldr w9, [x0, w1, sxtw #2]
//!   ldr w9, [x0, x8, lsl #2]
//! ```

use std::sync::LazyLock;

use avarice_machine::alias::MemoryAccesses;
use avarice_mir::hooks::{FoldedAddress, SinkHooks, Widening};
use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, Reg, VReg};
use avarice_target::{Opcode, op as generic};
use smallvec::SmallVec;

use crate::hooks::AArch64Hooks;
use crate::scheduling::Scheduling;
use crate::subtarget::Features;
use crate::{TARGET, class, op, reg, sub};

/// The forms of a load or store that have an unscaled offset, a scaled one, a register of 64 bits, and one of 32.
type Forms = [Opcode; 4];

macro_rules! forms {
    ($($bytes:literal: $($unscaled:ident $scaled:ident $wide:ident $narrow:ident),*;)*) => {
        &[$($(($bytes, [op::$unscaled, op::$scaled, op::$wide, op::$narrow])),*),*]
    };
}

/// Accesses whose address can change, with the bytes of each.
const ACCESSES: &[(i64, Forms)] = forms! {
    16: LDURQi LDRQui LDRQroX LDRQroW, STURQi STRQui STRQroX STRQroW;
    8: LDURDi LDRDui LDRDroX LDRDroW, STURDi STRDui STRDroX STRDroW,
       LDURXi LDRXui LDRXroX LDRXroW, STURXi STRXui STRXroX STRXroW;
    4: LDURWi LDRWui LDRWroX LDRWroW, LDURSWi LDRSWui LDRSWroX LDRSWroW, STURWi STRWui STRWroX STRWroW;
    2: LDURHi LDRHui LDRHroX LDRHroW, STURHi STRHui STRHroX STRHroW,
       LDURHHi LDRHHui LDRHHroX LDRHHroW, STURHHi STRHHui STRHHroX STRHHroW,
       LDURSHXi LDRSHXui LDRSHXroX LDRSHXroW, LDURSHWi LDRSHWui LDRSHWroX LDRSHWroW;
    1: LDURBi LDRBui LDRBroX LDRBroW, STURBi STRBui STRBroX STRBroW,
       LDURBBi LDRBBui LDRBBroX LDRBBroW, STURBBi STRBBui STRBBroX STRBBroW,
       LDURSBXi LDRSBXui LDRSBXroX LDRSBXroW, LDURSBWi LDRSBWui LDRSBWroX LDRSBWroW;
};

/// How an access has its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Unscaled,
    Scaled,
    Indexed,
}

/// An access whose address can change.
#[derive(Clone, Copy, Debug)]
struct Access {
    bytes: i64,
    forms: &'static Forms,
    form: Form,
}

/// By opcode.
static BY_OPCODE: LazyLock<Vec<Option<Access>>> = LazyLock::new(|| {
    let mut found = vec![None; TARGET.instrs.len()];
    for (bytes, forms) in ACCESSES {
        let kinds = [Form::Unscaled, Form::Scaled, Form::Indexed];
        for (form, opcode) in kinds.into_iter().zip(forms) {
            found[opcode.index()] = Some(Access {
                bytes: *bytes,
                forms,
                form,
            });
        }
    }
    found
});

fn access_of(function: &MachineFunction, inst: Inst) -> Option<Access> {
    *BY_OPCODE.get(function.opcode(inst).index())?
}

impl SinkHooks for AArch64Hooks {
    fn sinks_into_uses(&self) -> bool {
        true
    }

    fn fold_address(
        &self,
        function: &MachineFunction,
        inst: Inst,
        reg: VReg,
        address: Inst,
    ) -> Option<FoldedAddress> {
        let access = access_of(function, inst)?;
        let operands = function.operands(inst);
        let (value, base, offset) = (operands.first()?, operands.get(1)?, operands.get(2)?);
        if value.as_reg() == reg.into() || !value.sub_reg().is_none() {
            return None;
        }
        let query = Query {
            function,
            access,
            operands,
            address,
        };
        match access.form {
            Form::Indexed => query.fold_index(base.as_reg(), offset.as_reg(), reg),
            Form::Unscaled | Form::Scaled => query.fold_base(offset.as_imm()?),
        }
    }

    fn insert_folded_access(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        address: FoldedAddress,
    ) {
        if let Some(access) = access_of(function, inst) {
            insert(function, inst, access, address);
        }
    }

    fn are_accesses_disjoint(&self, function: &MachineFunction, a: Inst, b: Inst) -> bool {
        Scheduling.are_disjoint(function, a, b)
    }
}

/// An access, and what computes part of its address.
struct Query<'a> {
    function: &'a MachineFunction,
    access: Access,
    operands: &'a [Operand],
    address: Inst,
}

impl Query<'_> {
    fn reg(&self, at: usize) -> Option<Reg> {
        let operand = self.function.operands(self.address).get(at)?;
        let is_whole = operand.is_reg() && operand.sub_reg().is_none();
        (is_whole && !operand.as_reg().is_none()).then(|| operand.as_reg())
    }

    fn imm(&self, at: usize) -> Option<i64> {
        self.function.operands(self.address).get(at)?.as_imm()
    }

    /// Folds a widening of one of the two registers of an address.
    fn fold_index(&self, base: Reg, index: Reg, reg: VReg) -> Option<FoldedAddress> {
        let number = |at: usize| self.operands.get(at)?.as_imm();
        let (is_signed, is_scaled) = (number(3)?, number(4)?);
        let scale = if is_scaled == 0 { 1 } else { self.access.bytes };
        let is_base = base == reg.into();
        if is_signed != 0 || is_base && scale != 1 {
            return None;
        }
        let (narrow, widening) = match self.function.opcode(self.address) {
            op::SBFMXri if self.imm(2) == Some(0) && self.imm(3) == Some(31) => {
                (self.reg(1)?, Widening::Signed)
            }
            generic::SUBREG_TO_REG => (self.zero_extended()?, Widening::Unsigned),
            _ => return None,
        };
        Some(FoldedAddress::Indexed {
            base: if is_base { index } else { base },
            index: narrow,
            scale: scale as u64,
            widening: Some(widening),
        })
    }

    /// The register that `orr w8, wzr, w1` and a change of type widen.
    fn zero_extended(&self) -> Option<Reg> {
        let part = i64::from(sub::SUB_32.0);
        if self.imm(1) != Some(0) || self.imm(3) != Some(part) {
            return None;
        }
        let moved = self.reg(2)?.as_virtual()?;
        if !self.function.has_one_non_debug_use(moved) {
            return None;
        }
        let def = self.function.unique_def(moved)?;
        let operands = self.function.operands(def);
        let is_move = self.function.opcode(def) == op::ORRWrs
            && operands.get(1)?.as_reg() == reg::WZR.into()
            && operands.get(3)?.as_imm() == Some(0);
        let from = operands.get(2)?;
        (is_move && from.sub_reg().is_none()).then(|| from.as_reg())
    }

    /// Folds a sum that is the base of an address with an offset.
    fn fold_base(&self, offset: i64) -> Option<FoldedAddress> {
        let for_size = self.function.optimize_for_size;
        let features = Features::of(self.function);
        let is_slow_store = features.contains(Features::SLOW_INDEXED_QUAD_STORE)
            && self.access.forms[0] == op::STURQi;
        match self.function.opcode(self.address) {
            op::ADDXri => self.fold_offset(offset, self.shifted_number()?),
            op::SUBXri => self.fold_offset(offset, self.shifted_number()?.checked_neg()?),
            op::ADDXrs => {
                // The kind of shift is above the amount: zero is to the left.
                let amount = self.imm(3).filter(|amount| (0..64).contains(amount))?;
                let is_slow = is_slow_store
                    || !(2..=3).contains(&amount)
                        && features.contains(Features::SLOW_SHIFTS_OF_1_AND_4);
                if is_slow && !for_size {
                    return None;
                }
                self.fold_sum(offset, 1u64.checked_shl(amount as u32)?, None)
            }
            op::ADDXrr if !is_slow_store || for_size => self.fold_sum(offset, 1, None),
            op::ADDXrx if !is_slow_store || for_size => {
                let number = self.imm(3)?;
                let widening = match number >> 3 & 7 {
                    2 => Widening::Unsigned,
                    6 => Widening::Signed,
                    _ => return None,
                };
                self.fold_sum(offset, 1 << (number & 7), Some(widening))
            }
            _ => None,
        }
    }

    fn shifted_number(&self) -> Option<i64> {
        let (number, shift) = (self.imm(2)?, self.imm(3)?);
        number.checked_shl(u32::try_from(shift).ok()?)
    }

    fn fold_offset(&self, offset: i64, added: i64) -> Option<FoldedAddress> {
        let bytes = self.access.bytes;
        let unit = if self.access.form == Form::Scaled {
            bytes
        } else {
            1
        };
        let old = offset.checked_mul(unit)?;
        let new = old.checked_add(added)?;
        let is_legal = is_short(new) || new > 0 && new % bytes == 0 && new / bytes < 1 << 12;
        // Two accesses may become one, whose offset is smaller.
        let fits_pair = |offset: i64| (-64 * bytes..=63 * bytes).contains(&offset);
        let keeps_pair = bytes < 4 || !fits_pair(old) || fits_pair(new);
        (is_legal && keeps_pair).then_some(FoldedAddress::Offset {
            base: self.reg(1)?,
            bytes: new,
        })
    }

    fn fold_sum(
        &self,
        offset: i64,
        scale: u64,
        widening: Option<Widening>,
    ) -> Option<FoldedAddress> {
        let is_legal = offset == 0 && (scale == 1 || scale == self.access.bytes as u64);
        let (base, index) = (self.reg(1)?, self.reg(2)?);
        is_legal.then_some(FoldedAddress::Indexed {
            base,
            index,
            scale,
            widening,
        })
    }
}

/// Whether an unscaled offset can be that many bytes.
fn is_short(bytes: i64) -> bool {
    (-256..256).contains(&bytes)
}

/// What an address has after its base.
type AfterBase = SmallVec<[Operand; 3]>;

fn insert(function: &mut MachineFunction, inst: Inst, access: Access, address: FoldedAddress) {
    let [unscaled, scaled, wide, narrow] = *access.forms;
    let (opcode, base, rest) = match address {
        FoldedAddress::Offset { base, bytes } => {
            let (opcode, unit) = match is_short(bytes) {
                true => (unscaled, 1),
                false => (scaled, access.bytes),
            };
            let rest = AfterBase::from_slice(&[Operand::imm(bytes / unit)]);
            (opcode, base, rest)
        }
        FoldedAddress::Indexed {
            base,
            index,
            scale,
            widening,
        } => {
            if let Some(base) = base.as_virtual() {
                function.constrain_class(base, class::GPR64sp, 0);
            }
            let (opcode, index) = match widening {
                Some(_) => (narrow, narrow_part(function, inst, index)),
                None => (wide, index),
            };
            let is_signed = widening == Some(Widening::Signed);
            let rest = [
                Operand::reg(index),
                Operand::imm(is_signed.into()),
                Operand::imm((scale != 1).into()),
            ];
            (opcode, base, rest.into())
        }
    };
    let (value, flags) = (*function.operand(inst, 0), function.insts[inst].flags);
    let location = function.debug_loc(inst);
    let builder = InstBuilder::new(function, opcode);
    let builder = match value.is_def() {
        true => builder.def(value.as_reg()),
        false => builder.reg(value.as_reg()),
    };
    let builder = builder.reg(base).ops(&rest).flags(flags);
    let new = builder.location(location).create();
    function.copy_mem_ops(inst, new);
    function.insert_before(inst, new);
}

/// The 32 bits of an index that are widened. A wide register is copied to a narrow one.
fn narrow_part(function: &mut MachineFunction, before: Inst, index: Reg) -> Reg {
    let Some(whole) = index.as_virtual() else {
        return index;
    };
    let old = function.class(whole);
    let is_wide = old == class::GPR64 || function.target.class(old).has_super_class(class::GPR64);
    if !is_wide {
        return index;
    }
    let part = function.create_vreg(class::GPR32);
    let location = function.debug_loc(before);
    InstBuilder::new(function, generic::COPY)
        .def(part)
        .sub_reg(index, sub::SUB_32)
        .location(location)
        .insert_before(before);
    part.into()
}
