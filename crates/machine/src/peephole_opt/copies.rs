//! Copies and bitcasts that read a register of their own file where one holds the same value.

use avarice_mir::{Inst, InstBuilder, OperandFlags};
use avarice_target::{SubRegIdx, op};
use smallvec::SmallVec;

use super::Peephole;
use super::repeated::RegPart;

/// A source of a copy-like instruction: the operand, and the value that it gives.
type Read = (usize, RegPart);

/// What to do with PHIs on the way to a source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phis {
    /// Give up.
    Refuse,
    /// Make new ones of the sources.
    Rewrite,
}

impl Peephole<'_> {
    /// Makes a copy, or an instruction that puts parts together or takes them out, read registers of its own file. `true`
    /// if it changed.
    pub(super) fn rewrite_copy(&mut self, inst: Inst) -> bool {
        let opcode = self.function.opcode(inst);
        let is_copy = matches!(
            opcode,
            op::COPY | op::REG_SEQUENCE | op::INSERT_SUBREG | op::EXTRACT_SUBREG
        );
        let def = self.function.operands(inst).first();
        if !is_copy || !def.is_some_and(|def| def.as_reg().is_virtual()) {
            return false;
        }
        let mut changed = false;
        let mut index = 0;
        while let Some((at, value)) = self.read(inst, index) {
            index += 1;
            self.scratch.sources.clear();
            if !self.find_source(value) {
                continue;
            }
            let old = self.function.operand(inst, at).as_reg();
            let Some((reg, part)) = self.new_source(value, Phis::Refuse) else {
                continue;
            };
            if reg == old {
                continue;
            }
            self.function.set_reg(inst, at, reg);
            changed = true;
            let is_extract = opcode == op::EXTRACT_SUBREG;
            if is_extract && part.is_none() {
                self.function.remove_operand(inst, 2);
                self.function.set_opcode(inst, op::COPY);
            } else if is_extract {
                let number = part.index() as i64;
                self.function.operand_mut(inst, 2).set_imm(number);
            } else {
                self.function.operand_mut(inst, at).set_sub_reg(part);
            }
            self.function.clear_kill_flags(reg);
            if is_extract {
                break;
            }
        }
        changed
    }

    /// The source number `index` of a copy-like instruction that could be another register.
    fn read(&self, inst: Inst, index: usize) -> Option<Read> {
        let operands = self.function.operands(inst);
        let def = operands.first()?;
        let named = |at: usize| {
            let number = usize::try_from(operands.get(at)?.as_imm()?).ok()?;
            let is_part = number < self.function.target.sub_reg_indices.len();
            is_part.then(|| SubRegIdx::from_index(number))
        };
        let is_whole = |at: usize| operands.get(at).is_some_and(|o| o.sub_reg().is_none());
        match self.function.opcode(inst) {
            op::REG_SEQUENCE => {
                let at = 1 + 2 * index;
                let part = named(at + 1)?;
                (is_whole(at) && is_whole(0)).then_some((at, (def.as_reg(), part)))
            }
            _ if index > 0 => None,
            op::COPY => Some((1, (def.as_reg(), def.sub_reg()))),
            op::INSERT_SUBREG => is_whole(0).then_some((2, (def.as_reg(), named(3)?))),
            op::EXTRACT_SUBREG => {
                named(2)?;
                is_whole(1).then_some((1, (def.as_reg(), def.sub_reg())))
            }
            _ => None,
        }
    }

    /// The source that [`Self::find_source`] has found for `value`.
    fn new_source(&mut self, value: RegPart, phis: Phis) -> Option<RegPart> {
        let mut value = value;
        loop {
            let Some(sources) = self.scratch.sources.get(value) else {
                return Some(value);
            };
            if let [one] = sources.places[..] {
                value = one;
                continue;
            }
            if phis == Phis::Refuse {
                return None;
            }
            let (phi, places) = (sources.inst, sources.places.clone());
            let places: Option<SmallVec<[RegPart; 4]>> = places
                .iter()
                .map(|place| self.new_source(*place, phis))
                .collect();
            return self.insert_phi(phi, &places?);
        }
    }

    /// Inserts a PHI of other registers before `phi`.
    fn insert_phi(&mut self, phi: Inst, places: &[RegPart]) -> Option<RegPart> {
        let class = self.function.class(places.first()?.0.as_virtual()?);
        let reg = self.function.create_vreg(class);
        let location = self.function.debug_loc(phi);
        let mut operands: SmallVec<[avarice_mir::Operand; 8]> = SmallVec::new();
        for (at, (reg, part)) in places.iter().enumerate() {
            operands.push(avarice_mir::Operand::reg(*reg).with_sub_reg(*part));
            operands.push(self.function.operand(phi, 2 * at + 2).detached());
        }
        InstBuilder::new(self.function, op::PHI)
            .def(reg)
            .ops(&operands)
            .location(location)
            .insert_before(phi);
        for (reg, _) in places {
            self.function.clear_kill_flags(*reg);
        }
        Some((reg.into(), SubRegIdx::NONE))
    }

    /// Replaces a bitcast by copies, if what it casts is in a register of the file of its result. `true` if it is gone.
    pub(super) fn replace_bitcast(&mut self, inst: Inst) -> bool {
        let count = usize::from(self.function.desc(inst).num_defs);
        let defs = self.function.operands(inst).iter().take(count);
        let values: SmallVec<[RegPart; 2]> = defs
            .filter(|def| !def.has(OperandFlags::DEAD))
            .map(|def| (def.as_reg(), def.sub_reg()))
            .collect();
        self.scratch.sources.clear();
        for value in &values {
            if !value.0.is_virtual() || !self.find_source(*value) {
                return false;
            }
        }
        for value in values {
            self.copy_source_of(inst, value);
        }
        self.function.remove_inst(inst);
        true
    }

    /// Inserts a copy before `inst` of what `value` has as its source, and makes users of `value` read the copy.
    fn copy_source_of(&mut self, inst: Inst, (old, part): RegPart) {
        let Some(old) = old.as_virtual() else { return };
        let Some((reg, src_part)) = self.new_source((old.into(), part), Phis::Rewrite) else {
            return;
        };
        let new = self.function.create_vreg(self.function.class(old));
        let location = self.function.debug_loc(inst);
        let copy = InstBuilder::new(self.function, op::COPY)
            .def(new)
            .sub_reg(reg, src_part)
            .location(location)
            .insert_before(inst);
        if !part.is_none() {
            let def = self.function.operand_mut(copy, 0);
            def.set_sub_reg(part);
            def.set(OperandFlags::UNDEF, true);
        }
        self.scratch.visited[copy] = self.scratch.stamp;
        self.function.replace_reg(old, new);
        self.function.clear_kill_flags(new);
        self.function.clear_kill_flags(reg);
    }
}
