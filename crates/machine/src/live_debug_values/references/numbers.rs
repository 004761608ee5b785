//! Which values instruction numbers mean.
//!
//! ```text
//!   DBG_INSTR_REF dbg-instr-ref(1, 0)        substitutions: (1, 0) → (4, 0), (4, 0) → (7, 1) in sub_32bit
//!   $rax = …, debug-instr-number 7           that is $eax of this one
//! ```
//!
//! A number may also be that of one or more `DBG_PHI`: these say where the value of a PHI was at the begin of a block.

use avarice_mir::{Block, Inst, OperandValue};
use avarice_target::{PhysReg, RegClass, SubRegIdx, op};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use super::machine_values::{Graph, MachineValues};
use super::numbered::Numbered;
use super::phi_merge::PhiMerge;
use super::places::{Place, Places, Value};
use crate::debug_numbers::{MEMORY_OPERAND, number_of};
use crate::live_debug_values::code::Code;

/// What is known of the function when numbers are looked up.
#[derive(Clone, Copy)]
pub(super) struct Solved<'a> {
    pub graph: Graph<'a>,
    pub values: &'a MachineValues,
}

/// A `DBG_PHI`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhiRecord {
    number: u32,
    pub block: Block,
    /// What it reads, and where; `None` if that is not tracked.
    pub read: Option<(Value, Place)>,
}

/// The numbers of a function.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// By number: instructions with their places.
    insts: Vec<(u32, Block, Numbered)>,
    /// By number.
    phis: Vec<PhiRecord>,
    merge: PhiMerge,
}

impl Numbers {
    pub fn clear(&mut self) {
        self.insts.clear();
        self.phis.clear();
    }

    /// Remembers the number of an instruction, and what a `DBG_PHI` reads.
    pub fn see(&mut self, code: &Code<'_>, places: &mut Places, block: Block, at: Numbered) {
        let number = number_of(code.function, at.inst);
        if number != 0 {
            self.insts.push((number, block, at));
        }
        if code.function.opcode(at.inst) == op::DBG_PHI {
            self.see_phi(code, places, block, at.inst);
        }
    }

    fn see_phi(&mut self, code: &Code<'_>, places: &mut Places, block: Block, inst: Inst) {
        let operands = code.function.operands(inst);
        let number = operands.get(1).and_then(|number| number.as_imm());
        let Some(number) = number.and_then(|number| u32::try_from(number).ok()) else {
            return;
        };
        let read = match operands[0].value() {
            OperandValue::Reg(reg, _) => reg.as_physical().map(|reg| {
                let place = places.track(code, reg);
                let value = places.value(place);
                for other in code.registers.overlapping(reg) {
                    places.track(code, *other);
                }
                (value, place)
            }),
            OperandValue::FrameIndex(object) if !code.function.frame.object(object).dead => {
                let size = operands.get(2).and_then(|size| size.as_imm());
                let slot = places.slot(code, object);
                slot.zip(size).and_then(|(slot, size)| {
                    let place = places.first_bits(slot, size as u64)?;
                    Some((places.value(place), place))
                })
            }
            _ => None,
        };
        self.phis.push(PhiRecord {
            number,
            block,
            read,
        });
    }

    /// Sorts what was seen, and replaces what `DBG_PHI`s read at the begin of blocks by the values there.
    pub fn finish(&mut self, values: &MachineValues) {
        self.insts.sort_by_key(|(number, ..)| *number);
        for phi in &mut self.phis {
            let Some((value, _)) = &mut phi.read else {
                continue;
            };
            if value.is_live_in() {
                let known = values.live_in.value(value.block(), value.place());
                if known != Value::NONE {
                    *value = known;
                }
            }
        }
        self.phis.sort_by_key(|phi| phi.number);
    }

    /// The value that operand `operand` of instruction `number` means at `here`, a debug value of `block`. `None` if it is
    /// optimized out.
    pub fn value(
        &mut self,
        code: &Code<'_>,
        places: &mut Places,
        solved: Solved<'_>,
        here: Block,
        reference: (u32, u32),
    ) -> Option<Value> {
        let ((number, operand), parts) = substituted(code, reference);
        let at = self.insts.partition_point(|(other, ..)| *other < number);
        let value = match self.insts.get(at).filter(|(other, ..)| *other == number) {
            Some((_, block, at)) => defined(code, places, (*block, *at), operand),
            None => self.phi_value(solved, here, number),
        }?;
        match parts.is_empty() {
            true => Some(value),
            false => part_of(code, places, value, &parts),
        }
    }

    fn phi_value(&mut self, solved: Solved<'_>, here: Block, number: u32) -> Option<Value> {
        let first = self.phis.partition_point(|phi| phi.number < number);
        let end = self.phis.partition_point(|phi| phi.number <= number);
        match &self.phis[first..end] {
            [] => None,
            [one] => one.read.map(|(value, _)| value),
            several => self.merge.value(solved, several, here),
        }
    }
}

/// Follows substitutions, as far as they go. Gives the parts of the value that they name, the innermost last.
fn substituted(
    code: &Code<'_>,
    mut reference: (u32, u32),
) -> ((u32, u32), SmallVec<[SubRegIdx; 4]>) {
    let all = &code.function.mir_info.debug_substitutions;
    let mut parts = SmallVec::new();
    // There may be a circle in what was written by hand.
    for _ in 0..all.len() {
        let at = all.partition_point(|known| known.from < reference);
        let Some(known) = all.get(at).filter(|known| known.from == reference) else {
            break;
        };
        reference = known.to;
        let part = known.sub_reg as usize;
        if part != 0 && part < code.function.target.sub_reg_indices.len() {
            parts.push(SubRegIdx::from_index(part));
        }
    }
    (reference, parts)
}

/// The value that an instruction defines by an operand, or writes to a spill slot.
fn defined(
    code: &Code<'_>,
    places: &mut Places,
    (block, at): (Block, Numbered),
    operand: u32,
) -> Option<Value> {
    let place = if operand == MEMORY_OPERAND {
        let (object, memory) = code.stack_access(at.inst)?;
        let size = memory.size?;
        let slot = places.slot(code, object)?;
        places.first_bits(slot, size.saturating_mul(8))?
    } else {
        let operand = code.function.operands(at.inst).get(operand as usize)?;
        let reg = Code::defined(operand)?;
        places.tracked(reg)?
    };
    Some(Value::new(block, at.number, place))
}

/// The part of a value that `parts` name one in another.
fn part_of(
    code: &Code<'_>,
    places: &mut Places,
    value: Value,
    parts: &[SubRegIdx],
) -> Option<Value> {
    let target = code.function.target;
    let index = |index: &SubRegIdx| &target.sub_reg_indices[index.index()];
    let offset: u32 = parts
        .iter()
        .map(|part| u32::from(index(part).offset_bits))
        .sum();
    let size = parts
        .iter()
        .map(|part| u32::from(index(part).size_bits))
        .min()?;
    let reg = places.register(value.place())?;
    let classes = (0..target.classes.len()).rev().map(RegClass::from_index);
    let class = classes
        .map(|class| target.class(class))
        .find(|class| class.contains(reg))?;
    if size == u32::from(class.size_bits) && offset == 0 {
        return Some(value);
    }
    let is_wanted = |(part, _): &&(SubRegIdx, PhysReg)| {
        let row = index(part);
        u32::from(row.size_bits) == size && u32::from(row.offset_bits) == offset
    };
    let (_, part) = target.reg(reg).sub_regs.iter().find(is_wanted)?;
    let place = places.track(code, *part);
    debug_assert!(place.index() < places.len());
    Some(Value::new(value.block(), value.inst(), place))
}
