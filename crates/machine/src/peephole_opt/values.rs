//! Where the value of a register, or of a part of it, comes from.
//!
//! ```text
//!   %1 = COPY %0                                  %1 ◀─ %0
//!   %2 = REG_SEQUENCE %1, sub_a, %3, sub_b        %2.sub_b ◀─ %3
//!   %4 = INSERT_SUBREG %2, %5, sub_a              %4.sub_a ◀─ %5, %4.sub_b ◀─ %2.sub_b
//!   %6 = EXTRACT_SUBREG %4, sub_b                 %6 ◀─ %4.sub_b
//!   %7 = SUBREG_TO_REG 0, %6, sub_a               %7.sub_a ◀─ %6
//!   %8 = PHI %6, bb.0, %9, bb.1                   %8 ◀─ %6 and %9
//! ```

use avarice_mir::{Inst, MachineFunction, MiFlags, Operand, OperandFlags, Reg};
use avarice_target::{InstrFlags, SubRegIdx, op};
use smallvec::SmallVec;

use super::Peephole;
use super::repeated::RegPart;

/// A value comes through at most so many PHIs.
const MAX_PHIS: u32 = 10;

/// Where a value comes from: one place, or one for each predecessor of the block of a PHI.
#[derive(Clone, Debug)]
pub(super) struct Sources {
    pub(super) places: SmallVec<[RegPart; 2]>,
    /// What defines the value.
    pub(super) inst: Inst,
}

/// Values that were followed, and where each comes from.
#[derive(Debug, Default)]
pub(super) struct SourceMap(Vec<(RegPart, Sources)>);

impl SourceMap {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn get(&self, value: RegPart) -> Option<&Sources> {
        let mut entries = self.0.iter();
        entries
            .find(|(key, _)| *key == value)
            .map(|(_, sources)| sources)
    }
}

/// The part that operand `at` of `inst` names.
fn named_part(function: &MachineFunction, inst: Inst, at: usize) -> Option<SubRegIdx> {
    let number = function.operands(inst).get(at)?.as_imm()?;
    let number = usize::try_from(number).ok()?;
    (number < function.target.sub_reg_indices.len()).then(|| SubRegIdx::from_index(number))
}

/// The register that a use reads, unless it does not matter what.
fn source(operand: &Operand) -> Option<RegPart> {
    let is_defined = operand.is_reg() && !operand.has(OperandFlags::UNDEF);
    is_defined.then(|| (operand.as_reg(), operand.sub_reg()))
}

/// Where `value` comes from; `None` if its definition does more than move it.
fn sources(function: &MachineFunction, value: RegPart) -> Option<Sources> {
    let (reg, part) = value;
    let def = function.defs(reg.as_virtual()?).next()?;
    let (inst, at) = (function.op_inst(def), function.op_index(def));
    let def = function.op(def);
    let operands = function.operands(inst);
    let is_whole = def.sub_reg().is_none();
    let same_part = def.sub_reg() == part;
    let one = |place: RegPart| Sources {
        places: SmallVec::from_slice(&[place]),
        inst,
    };
    let place = match function.opcode(inst) {
        op::COPY => source(operands.get(1).filter(|_| same_part)?)?,
        op::PHI => {
            let uses = operands.iter().skip(1).step_by(2);
            let places = uses.map(source).collect::<Option<SmallVec<_>>>()?;
            return same_part.then_some(Sources { places, inst });
        }
        op::REG_SEQUENCE if is_whole => {
            let mut parts = (1..operands.len()).step_by(2);
            let at = parts.find(|at| {
                source(&operands[*at]).is_some() && named_part(function, inst, at + 1) == Some(part)
            })?;
            source(&operands[at])?
        }
        op::INSERT_SUBREG if is_whole => inserted(function, inst, reg, part)?,
        op::EXTRACT_SUBREG if part.is_none() => {
            let (whole, outer) = source(operands.get(1)?)?;
            outer
                .is_none()
                .then_some((whole, named_part(function, inst, 2)?))?
        }
        op::SUBREG_TO_REG if named_part(function, inst, 3) == Some(part) => {
            let read = operands.get(2)?;
            (read.sub_reg().is_none() && read.is_reg()).then_some((read.as_reg(), part))?
        }
        _ if function.desc(inst).has(InstrFlags::BITCAST) => {
            bitcast_source(function, inst, at).filter(|_| same_part)?
        }
        _ => return None,
    };
    Some(one(place))
}

/// Where part `part` of the result `reg` of an `INSERT_SUBREG` comes from.
fn inserted(function: &MachineFunction, inst: Inst, reg: Reg, part: SubRegIdx) -> Option<RegPart> {
    let [_, base, new, _, ..] = function.operands(inst) else {
        return None;
    };
    let new = source(new)?;
    let at = named_part(function, inst, 3)?;
    if at == part {
        return Some(new);
    }
    let (own, other) = reg.as_virtual().zip(base.as_reg().as_virtual())?;
    let target = function.target;
    let is_apart = (target.sub_reg_lane_mask(part) & target.sub_reg_lane_mask(at)).is_none();
    let is_kept =
        function.class(own) == function.class(other) && base.sub_reg().is_none() && is_apart;
    is_kept.then_some((base.as_reg(), part))
}

/// The only register that a bitcast, which defines operand `def`, reads.
fn bitcast_source(function: &MachineFunction, inst: Inst, def: usize) -> Option<RegPart> {
    let desc = function.desc(inst);
    let raises = desc.has(InstrFlags::FP_EXCEPTION)
        && !function.insts[inst].flags.contains(MiFlags::NOFPEXCEPT);
    if raises || desc.has(InstrFlags::SIDE_EFFECTS) || desc.num_defs != 1 {
        return None;
    }
    let operands = function.operands(inst);
    let dead = OperandFlags::IMPLICIT | OperandFlags::DEAD;
    let mut others = operands[def + 1..]
        .iter()
        .filter(|operand| !operand.as_reg().is_none() && !operand.has(dead));
    let only = others.next()?;
    if others.next().is_some() || only.is_def() {
        return None;
    }
    // A copy would not clear the upper part as the bitcast does.
    let reg = operands[def].as_reg().as_virtual()?;
    if function
        .non_debug_users(reg)
        .any(|user| function.opcode(user) == op::SUBREG_TO_REG)
    {
        return None;
    }
    source(only)
}

impl Peephole<'_> {
    /// Follows `value` to a source that is in the file of its register, through PHIs if need be. What was followed is in the
    /// map then. `false` if there is none.
    pub(super) fn find_source(&mut self, value: RegPart) -> bool {
        let function = &*self.function;
        let Some(reg) = value.0.as_virtual() else {
            return false;
        };
        let class = function.class(reg);
        let map = &mut self.scratch.sources.0;
        let mut pending: SmallVec<[RegPart; 4]> = SmallVec::from_slice(&[value]);
        let mut current = value;
        let mut phis = 0;
        while let Some(next) = pending.pop() {
            current = next;
            loop {
                let Some(found) = sources(function, current).filter(|s| !s.places.is_empty())
                else {
                    return false;
                };
                let mut known = map.iter().filter(|(key, _)| *key == current);
                if let Some((_, known)) = known.next() {
                    if known.places.len() > 1 {
                        return false;
                    }
                    break;
                }
                let places = found.places.clone();
                map.push((current, found));
                if places.len() > 1 {
                    phis += 1;
                    if phis >= MAX_PHIS {
                        return false;
                    }
                    pending.extend(places);
                    break;
                }
                current = places[0];
                let Some(place) = current.0.as_virtual() else {
                    return false;
                };
                let place = (function.class(place), current.1);
                let (target, dst) = (function.target, (class, value.1));
                // A PHI reads whole registers.
                if self.hooks.should_rewrite_copy_source(target, dst, place)
                    && (phis == 0 || current.1.is_none())
                {
                    break;
                }
            }
        }
        current.0 != value.0 && !self.leads_back(value, &mut SmallVec::new())
    }

    /// Whether the sources found for `value` go around a loop and never end. llc follows them without end.
    fn leads_back(&self, value: RegPart, path: &mut SmallVec<[RegPart; 8]>) -> bool {
        let Some(sources) = self.scratch.sources.get(value) else {
            return false;
        };
        if path.contains(&value) {
            return true;
        }
        path.push(value);
        let mut places = sources.places.iter();
        let is_cyclic = places.any(|place| self.leads_back(*place, path));
        path.pop();
        is_cyclic
    }
}
