//! Copies of the code before: those of two-address code, and their counterparts in SSA.
//!
//! ```text
//!   %3 = SUBREG_TO_REG 0, %1, sub_32bit       undef %3.sub_32bit = COPY %1
//!   %3 = INSERT_SUBREG %1, %2, dsub           %3 = COPY %1;  %3.dsub = COPY %2
//!   %3 = REG_SEQUENCE %1, dsub0, %2, dsub1    undef %3.dsub0 = COPY %1;  %3.dsub1 = COPY %2
//!   %3 = PHI %1, %bb.1, %2, %bb.2             on the way from bb.1:  %3 = COPY %1, all PHIs at once
//! ```

use avarice_mir::{Block, FrameIndex, Inst, Operand, OperandFlags, VReg};
use avarice_target::{SubRegIdx, op};
use smallvec::SmallVec;

use super::effects::Effects;
use super::slot_contents::SlotPart;
use super::state::{Part, Parts, State, UNIT_LANE, Var, unit_index};

/// Destination and source.
type Copy = (Operand, Operand);

/// What a copy does, found out before anything of it is done.
struct Copied {
    from_undef: Parts,
    origin: Option<Inst>,
    in_units: SmallVec<[(usize, Part); 2]>,
    in_slots: SmallVec<[(FrameIndex, SlotPart, Part); 2]>,
}

impl Effects<'_> {
    /// The code before copies: whatever holds the source holds the destination too.
    pub fn copy_before(&self, state: &mut State, dst: Operand, src: Operand) {
        self.copy_at_once(state, &[(dst, src)]);
    }

    /// The same for copies that all read before any writes.
    fn copy_at_once(&self, state: &mut State, copies: &[Copy]) {
        let copied: SmallVec<[Copied; 4]> = copies
            .iter()
            .map(|copy| self.read_copy(state, copy))
            .collect();
        for ((dst, src), copied) in copies.iter().zip(&copied) {
            self.redefine_by_copy(state, dst, src, copied.origin);
        }
        for copied in &copied {
            for (unit, part) in &copied.in_units {
                state.units[*unit].add(*part);
            }
            for (slot, at, part) in &copied.in_slots {
                state.slots.add_part(*slot, *at, *part);
            }
            for part in copied.from_undef.iter() {
                match part.var {
                    Var::Unit(unit) => state.is_defined[unit_index(unit)] = false,
                    Var::Virtual(_) | Var::Computed(_) => state.undef.add(part),
                }
            }
        }
    }

    fn read_copy(&self, state: &State, (dst, src): &Copy) -> Copied {
        let from_undef = self.undefined_by_copy(state, dst, src);
        let is_whole = dst.sub_reg().is_none() && src.sub_reg().is_none();
        let origin = src.as_reg().as_virtual().and_then(|reg| state.origin(reg));
        let sources = self.variables_in(src);
        let copied = |held: &Parts| {
            let mut parts = Parts::default();
            for var in &sources {
                let (var, lanes) = (*var, held.lanes(*var));
                if lanes != 0 {
                    self.copied(Part { var, lanes }, dst, src, &mut parts);
                }
            }
            parts
        };
        let mut in_units = SmallVec::new();
        for (unit, held) in state.units.iter().enumerate() {
            in_units.extend(copied(held).iter().map(|part| (unit, part)));
        }
        let mut in_slots = SmallVec::new();
        let between_whole = is_whole && dst.as_reg().is_virtual();
        for slot in slots_holding_any_of(state, &sources) {
            let Some(content) = state.slots.get(slot) else {
                continue;
            };
            for (number, (_, held)) in content.lanes.iter().enumerate() {
                let parts = copied(held);
                in_slots.extend(
                    parts
                        .iter()
                        .map(|part| (slot, SlotPart::Lane(number), part)),
                );
            }
            if between_whole {
                let parts = copied(&content.whole);
                in_slots.extend(parts.iter().map(|part| (slot, SlotPart::Whole, part)));
            }
        }
        Copied {
            from_undef,
            origin: origin.filter(|_| is_whole),
            in_units,
            in_slots,
        }
    }

    /// The variables that are in a register.
    fn variables_in(&self, operand: &Operand) -> SmallVec<[Var; 4]> {
        if let Some(reg) = operand.as_reg().as_virtual() {
            return SmallVec::from_slice(&[Var::Virtual(reg)]);
        }
        let phys = operand.as_reg().as_physical();
        let units = phys.into_iter().flat_map(|phys| self.units(phys));
        units.map(|(_, unit)| Var::Unit(unit)).collect()
    }

    fn redefine_by_copy(
        &self,
        state: &mut State,
        dst: &Operand,
        src: &Operand,
        origin: Option<Inst>,
    ) {
        if let Some(reg) = dst.as_reg().as_virtual() {
            self.redefine(state, reg, dst);
            state.set_origin(reg, origin);
            // Bits that are no lane of the source are not known.
            let lanes = self.lanes_written(reg, dst) & !self.lanes_copied(reg, dst, src);
            let var = Var::Virtual(reg);
            state.undef.add(Part { var, lanes });
        } else if let Some(reg) = dst.as_reg().as_physical() {
            for (lanes, unit) in self.units(reg) {
                state.forget(Var::Unit(unit), UNIT_LANE);
                // Bits that are no lane of the source are not known.
                let source = src.as_reg().as_virtual();
                let is_known = source.is_none_or(|v| self.lanes_in(v, src.sub_reg(), lanes) != 0);
                state.is_defined[unit_index(unit)] = is_known;
            }
        }
    }

    // ---- SSA --------------------------------------------------------------------------------------

    /// Whether `inst` stands for copies of parts of registers, which are done.
    pub fn copy_parts(&self, state: &mut State, inst: Inst) -> bool {
        let operands: SmallVec<[Operand; 8]> = self.before.operands(inst).into();
        let index = |operand: &Operand| {
            let index = operand
                .as_imm()
                .and_then(|index| usize::try_from(index).ok());
            index.map_or(SubRegIdx::NONE, SubRegIdx::from_index)
        };
        match (self.before.opcode(inst), &operands[..]) {
            (op::SUBREG_TO_REG, [dst, _, src, at]) => {
                let part = dst.with_sub_reg(index(at)).with(OperandFlags::UNDEF);
                self.copy_before(state, part, *src);
            }
            (op::INSERT_SUBREG, [dst, rest, src, at]) => {
                self.copy_before(state, *dst, *rest);
                self.copy_before(state, dst.with_sub_reg(index(at)), *src);
            }
            (op::REG_SEQUENCE, [dst, parts @ ..]) => {
                for (number, pair) in parts.chunks_exact(2).enumerate() {
                    let mut part = dst.with_sub_reg(index(&pair[1]));
                    part.set(OperandFlags::UNDEF, number == 0);
                    self.copy_before(state, part, pair[0]);
                }
            }
            _ => return false,
        }
        true
    }

    /// The PHIs of `block` read what they get from `pred`.
    pub fn copy_phis(&self, pred: Block, block: Block, state: &mut State) {
        let mut copies: SmallVec<[Copy; 4]> = SmallVec::new();
        for phi in self.phis(block) {
            let [dst, sources @ ..] = self.before.operands(phi) else {
                continue;
            };
            let mut pairs = sources.chunks_exact(2);
            if let Some(pair) = pairs.find(|pair| pair[1].as_block() == Some(pred)) {
                copies.push((*dst, pair[0]));
            }
        }
        if !copies.is_empty() {
            self.copy_at_once(state, &copies);
        }
    }

    /// The registers that PHIs of `block` define.
    pub fn phi_results(&self, block: Block) -> SmallVec<[VReg; 8]> {
        let results = self.phis(block).filter_map(|phi| {
            let dst = self.before.operands(phi).first()?;
            dst.as_reg().as_virtual()
        });
        results.collect()
    }

    fn phis(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        let insts = self.before.block_insts(block);
        insts.take_while(|inst| self.before.opcode(*inst) == op::PHI)
    }
}

/// The slots that may hold one of these variables.
fn slots_holding_any_of(state: &State, vars: &[Var]) -> SmallVec<[FrameIndex; 4]> {
    let holding = vars.iter().flat_map(|var| state.slots.holding(*var));
    let mut slots: SmallVec<[FrameIndex; 4]> = holding.copied().collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}
