//! The operands of one machine instruction as operands of regalloc2.
//!
//! | operand | regalloc2 |
//! |---|---|
//! | virtual register | a register of its class: any, one below a limit, or one that is picked here |
//! | use tied to a definition | the definition reuses its register; both in one picked register if that cannot be expressed |
//! | tuple | each part in its register of a picked tuple |
//! | physical register | what it holds, fixed there; definitions alike, and dead ones are clobbers |
//! | register mask | clobbers |
//! | undefined use | nothing: it gets any register afterwards |
//!
//! Where a definition reuses a register, regalloc2 lets all other uses extend past the instruction. A use that is fixed
//! in a register that the instruction writes could not, so the tie is not expressed in this way then.

use avarice_mir::{Inst, Op, Operand, OperandFlags, OperandKind as Kind, VReg};
use avarice_target::{PhysReg, op};
use regalloc2::{OperandConstraint, OperandKind, OperandPos, PReg, PRegSet};
use smallvec::SmallVec;

use super::AllocateError;
use super::input::Value;
use super::registers::{Choice, Registers, View};
use super::translate::{Translator, class_name, sub_reg_index, unsupported};
use super::values::Values;

/// Registers that an instruction fixes, before its own are picked.
#[derive(Clone, Copy, Default)]
struct Busy {
    /// Read.
    early: PRegSet,
    /// Written.
    late: PRegSet,
    /// Whether uses extend past the instruction, since one of them is reused.
    reaches_past: bool,
}

/// How tied operands are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    /// The definition reuses the register.
    Reuse,
    /// Both are fixed in one register.
    Picked,
}

impl Translator<'_> {
    /// Adds the operands of `inst` to the pending instruction.
    ///
    /// # Errors
    /// An operand that regalloc2 cannot be told.
    pub(super) fn collect(&mut self, inst: Inst) -> Result<(), AllocateError> {
        let function = self.function;
        let operands: SmallVec<[Operand; 8]> = function.operands(inst).into();
        match function.opcode(inst) {
            op::IMPLICIT_DEF => return self.collect_undefined(inst),
            op::COPY if operands[1].has(OperandFlags::UNDEF) => {
                self.changes.undefined.push(inst);
                return self.collect_undefined(inst);
            }
            op::INSERT_SUBREG => return self.collect_insert(inst),
            op::PHI | op::BUNDLE | op::STATEPOINT => {
                return Err(unsupported(function.desc(inst).name));
            }
            _ => {}
        }
        let mut busy = self.collect_fixed_uses(inst, &operands)?;
        self.note_writes(&operands, &mut busy);
        let ties = self.kind_of_ties(&operands, &busy);
        busy.reaches_past = ties == Some(Ties::Reuse);
        for (at, operand) in operands.iter().enumerate() {
            let reads = operand.is_use() && !operand.has(OperandFlags::UNDEF);
            if let Some(reg) = operand.as_reg().as_virtual()
                && reads
            {
                let is_free = operand.tied_to().is_none() || ties == Some(Ties::Reuse);
                if is_free {
                    self.collect_use(inst, at, reg, &mut busy)?;
                }
            }
        }
        for (at, operand) in operands.iter().enumerate() {
            if let Some(reg) = operand.as_reg().as_virtual()
                && operand.is_def()
            {
                self.collect_def(inst, at, reg, ties, &mut busy)?;
            }
        }
        self.collect_fixed_defs(inst, &operands);
        Ok(())
    }

    /// Uses of physical registers: what they hold, where it has to be.
    fn collect_fixed_uses(
        &mut self,
        inst: Inst,
        operands: &[Operand],
    ) -> Result<Busy, AllocateError> {
        let mut busy = Busy::default();
        for operand in operands {
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            if operand.is_def() || operand.has(OperandFlags::UNDEF) {
                continue;
            }
            let homes = self.registers.homes(reg);
            if homes.is_empty() {
                continue;
            }
            let Some(values) = self.names.held(self.function, self.registers, reg) else {
                let name = self.function.target.reg(reg).name;
                let opcode = self.function.desc(inst).name;
                return Err(unsupported(format!(
                    "{opcode} reads ${name}, which is not written as a whole in its block"
                )));
            };
            for (home, value) in homes.iter().zip(&values) {
                if !busy.early.contains(*home) {
                    self.push_use(*value, OperandConstraint::FixedReg(*home), None);
                    busy.early.add(*home);
                }
            }
        }
        Ok(busy)
    }

    /// Notes physical registers that an instruction writes.
    fn note_writes(&mut self, operands: &[Operand], busy: &mut Busy) {
        for operand in operands {
            if operand.kind() == Kind::RegMask {
                let set = self.registers.clobbered(self.function, operand);
                busy.late.union_from(set);
                self.pending.clobbers.union_from(set);
            } else if let Some(reg) = operand.as_reg().as_physical()
                && operand.is_def()
            {
                for home in self.registers.homes(reg) {
                    busy.late.add(home);
                    if operand.has(OperandFlags::EARLY_CLOBBER) {
                        busy.early.add(home);
                    }
                }
            }
        }
    }

    /// How the ties between virtual registers can be told; `None` if there are none.
    fn kind_of_ties(&mut self, operands: &[Operand], busy: &Busy) -> Option<Ties> {
        let mut tied = operands.iter().filter(|operand| {
            operand.is_use()
                && operand.as_reg().is_virtual()
                && operand.tied_to().is_some()
                && !operand.has(OperandFlags::UNDEF)
        });
        let only = tied.next()?;
        if tied.next().is_some() {
            return Some(Ties::Picked);
        }
        let def = only.tied_to().and_then(|at| operands.get(at));
        let both = [Some(only), def];
        let is_simple = both.into_iter().flatten().all(|operand| {
            let reg = operand.as_reg().as_virtual();
            let shape = reg.and_then(|reg| self.registers.shape(self.function.class(reg)));
            shape.is_some_and(|shape| shape.choice != Choice::Listed)
        });
        let reaches = |home: PReg| busy.early.contains(home) && busy.late.contains(home);
        let is_early = def.is_some_and(|def| def.has(OperandFlags::EARLY_CLOBBER));
        match is_simple && !is_early && !self.registers.free().any(reaches) {
            true => Some(Ties::Reuse),
            false => Some(Ties::Picked),
        }
    }

    fn push_use(&mut self, value: Value, constraint: OperandConstraint, site: Option<Op>) {
        let vreg = self.input.vreg(value);
        let operand =
            regalloc2::Operand::new(vreg, constraint, OperandKind::Use, OperandPos::Early);
        self.pending.operands.push((operand, site.into()));
    }

    fn push_def_at(
        &mut self,
        value: Value,
        constraint: OperandConstraint,
        pos: OperandPos,
        site: Option<Op>,
    ) {
        let vreg = self.input.vreg(value);
        let operand = regalloc2::Operand::new(vreg, constraint, OperandKind::Def, pos);
        self.pending.operands.push((operand, site.into()));
    }

    fn values_of_use(&self, at: Op, reg: VReg) -> Result<Values, AllocateError> {
        let sub = self.function.op(at).sub_reg();
        let parts = self.names.of_part(self.function, self.registers, reg, sub);
        // A high part is read out of its home.
        let parts = parts.unwrap_or_else(|| self.names.of_def(self.function, self.registers, reg));
        match parts.is_empty() {
            true => Err(self.unknown_class(reg)),
            false => Ok(parts),
        }
    }

    fn unknown_class(&self, reg: VReg) -> AllocateError {
        let class = class_name(self.function, reg.into());
        unsupported(format!("registers of class {class}"))
    }

    /// A use of a virtual register that is not tied, or whose definition reuses its register.
    fn collect_use(
        &mut self,
        inst: Inst,
        at: usize,
        reg: VReg,
        busy: &mut Busy,
    ) -> Result<(), AllocateError> {
        let function = self.function;
        let site = function.op_id(inst, at);
        let values = self.values_of_use(site, reg)?;
        if let Some(def) = function.op(site).tied_to() {
            return self.collect_reused(inst, at, def, reg, &values);
        }
        if let [value] = values[..] {
            let is_tuple = self.is_tuple(reg);
            let shape = self.registers.shape(function.class(reg));
            let constraint = shape.and_then(|shape| match is_tuple {
                // One part of a tuple may be anywhere.
                true => Some(OperandConstraint::Reg),
                false => shape.constraint(),
            });
            let below = self.limit_of(inst);
            let Some(constraint) = self.limited(constraint, below) else {
                return self.pick_use(site, reg, &values, below, busy);
            };
            if let Some(other) = self.reused_site(value, constraint) {
                self.changes.mirrors.push((site, other));
                return Ok(());
            }
            self.push_use(value, constraint, Some(site));
            return Ok(());
        }
        self.pick_use(site, reg, &values, None, busy)
    }

    /// Below which encoding the other register of a copy of a high part must be.
    fn limit_of(&self, inst: Inst) -> Option<usize> {
        self.has_high_part(inst).then_some(BYTE_HOMES)
    }

    /// A constraint with a limit; `None` if a register has to be picked.
    fn limited(
        &self,
        constraint: Option<OperandConstraint>,
        below: Option<usize>,
    ) -> Option<OperandConstraint> {
        match (constraint, below) {
            (Some(_), Some(_)) if !self.registers.has_limits() => None,
            (Some(own), Some(limit)) => Some(narrower(own, OperandConstraint::Limit(limit))),
            _ => constraint,
        }
    }

    fn is_tuple(&mut self, reg: VReg) -> bool {
        let shape = self.registers.shape(self.function.class(reg));
        shape.is_some_and(|shape| shape.is_tuple())
    }

    /// The use whose register is reused, if it is of the same value: one register does for both.
    fn reused_site(&self, value: Value, constraint: OperandConstraint) -> Option<Op> {
        let vreg = self.input.vreg(self.names.resolve(value));
        let function = self.function;
        let mut uses = self.pending.operands.iter();
        let (operand, site) = uses.find(|(operand, site)| {
            let known = Value::from_u32(operand.vreg().vreg() as u32);
            let is_tied = site
                .expand()
                .is_some_and(|op| function.op(op).tied_to().is_some());
            is_tied && self.input.vreg(self.names.resolve(known)) == vreg
        })?;
        let same = operand.constraint() == constraint || constraint == OperandConstraint::Reg;
        site.expand().filter(|_| same)
    }

    /// The only tied use of an instruction. Its constraint is that of both operands.
    fn collect_reused(
        &mut self,
        inst: Inst,
        at: usize,
        def: usize,
        reg: VReg,
        values: &[Value],
    ) -> Result<(), AllocateError> {
        let function = self.function;
        let def_reg = function.operand(inst, def).as_reg().as_virtual();
        let mut constraint = OperandConstraint::Reg;
        for reg in [Some(reg), def_reg].into_iter().flatten() {
            let shape = self.registers.shape(function.class(reg));
            match shape.and_then(|shape| shape.constraint()) {
                Some(other) => constraint = narrower(constraint, other),
                None => return Err(self.unknown_class(reg)),
            }
        }
        let [value] = values[..] else {
            return Err(self.unknown_class(reg));
        };
        self.push_use(value, constraint, Some(function.op_id(inst, at)));
        Ok(())
    }

    /// A use in a register that is picked.
    fn pick_use(
        &mut self,
        site: Op,
        reg: VReg,
        values: &[Value],
        below: Option<usize>,
        busy: &mut Busy,
    ) -> Result<(), AllocateError> {
        let avoid = match busy.reaches_past {
            true => with(busy.early, busy.late),
            false => busy.early,
        };
        let picked = self.pick(&[reg], below, avoid)?;
        let homes = self.registers.all_homes(picked);
        for (home, value) in homes.iter().zip(values) {
            self.push_use(*value, OperandConstraint::FixedReg(*home), None);
            busy.early.add(*home);
        }
        self.changes.picked.push((site, picked));
        Ok(())
    }

    /// The best register that is of the classes of all of `regs`, and of none of whose homes is to be avoided.
    fn pick(
        &mut self,
        regs: &[VReg],
        below: Option<usize>,
        avoid: PRegSet,
    ) -> Result<PhysReg, AllocateError> {
        let function = self.function;
        let order = |registers: &mut Registers, reg: VReg| {
            let shape = registers.shape(function.class(reg));
            shape.map_or(Vec::new(), |shape| shape.order.clone())
        };
        let candidates = order(self.registers, regs[0]);
        let found = candidates.into_iter().find(|candidate| {
            let homes = self.registers.all_homes(*candidate);
            let others = regs[1..].iter();
            let is_free = |home: &PReg| {
                !avoid.contains(*home) && below.is_none_or(|limit| home.hw_enc() < limit)
            };
            homes.iter().all(is_free)
                && others
                    .into_iter()
                    .all(|other| order(self.registers, *other).contains(candidate))
        });
        found.ok_or_else(|| {
            let class = class_name(function, regs[0].into());
            unsupported(format!(
                "no register of class {class} is left for an operand"
            ))
        })
    }

    /// A definition of a virtual register.
    fn collect_def(
        &mut self,
        inst: Inst,
        at: usize,
        reg: VReg,
        ties: Option<Ties>,
        busy: &mut Busy,
    ) -> Result<(), AllocateError> {
        let function = self.function;
        let (operand, site) = (*function.operand(inst, at), function.op_id(inst, at));
        if !operand.sub_reg().is_none() {
            return Err(unsupported("a definition of part of a register"));
        }
        let values = self.names.of_def(function, self.registers, reg);
        if values.is_empty() {
            return Err(self.unknown_class(reg));
        }
        let tied = operand
            .tied_to()
            .filter(|used| !function.operand(inst, *used).has(OperandFlags::UNDEF));
        let pos = match operand.has(OperandFlags::EARLY_CLOBBER) {
            true => OperandPos::Early,
            false => OperandPos::Late,
        };
        if let Some(used) = tied {
            return self.collect_tied_def(inst, at, used, ties, busy);
        }
        let shape = self.registers.shape(function.class(reg));
        let constraint = shape.and_then(|shape| shape.constraint());
        let below = self.limit_of(inst);
        if let (Some(constraint), [value]) = (self.limited(constraint, below), &values[..]) {
            self.push_def_at(*value, constraint, pos, Some(site));
            return Ok(());
        }
        let avoid = match pos {
            OperandPos::Early => with(busy.early, busy.late),
            OperandPos::Late => busy.late,
        };
        let picked = self.pick(&[reg], below, avoid)?;
        self.define_picked(site, picked, &values, pos, busy);
        Ok(())
    }

    fn define_picked(
        &mut self,
        site: Op,
        picked: PhysReg,
        values: &[Value],
        pos: OperandPos,
        busy: &mut Busy,
    ) {
        for (home, value) in self.registers.all_homes(picked).iter().zip(values) {
            self.pending.clobbers.remove(*home);
            self.push_def_at(*value, OperandConstraint::FixedReg(*home), pos, None);
            busy.late.add(*home);
            if pos == OperandPos::Early {
                busy.early.add(*home);
            }
        }
        self.changes.picked.push((site, picked));
    }

    /// A definition tied to a use.
    fn collect_tied_def(
        &mut self,
        inst: Inst,
        at: usize,
        used: usize,
        ties: Option<Ties>,
        busy: &mut Busy,
    ) -> Result<(), AllocateError> {
        let function = self.function;
        let (def_site, use_site) = (function.op_id(inst, at), function.op_id(inst, used));
        let (Some(def), Some(source)) = (
            function.op(def_site).as_reg().as_virtual(),
            function.op(use_site).as_reg().as_virtual(),
        ) else {
            return Err(unsupported("a physical register tied to a virtual one"));
        };
        let values = self.names.of_def(function, self.registers, def);
        if ties == Some(Ties::Reuse) {
            let mut uses = self.pending.operands.iter();
            let input = uses.position(|(_, site)| site.expand() == Some(use_site));
            let (Some(input), [value]) = (input, &values[..]) else {
                return Err(self.unknown_class(def));
            };
            let reuse = OperandConstraint::Reuse(input);
            self.push_def_at(*value, reuse, OperandPos::Late, Some(def_site));
            return Ok(());
        }
        let sources = self.values_of_use(use_site, source)?;
        let picked = self.pick(&[def, source], None, with(busy.early, busy.late))?;
        for (home, value) in self.registers.all_homes(picked).iter().zip(&sources) {
            self.push_use(*value, OperandConstraint::FixedReg(*home), None);
            busy.early.add(*home);
        }
        self.changes.picked.push((use_site, picked));
        self.define_picked(def_site, picked, &values, OperandPos::Late, busy);
        Ok(())
    }

    /// Definitions of physical registers, and what becomes of all that the instruction destroys.
    fn collect_fixed_defs(&mut self, inst: Inst, operands: &[Operand]) {
        let function = self.function;
        for home in self.pending.clobbers {
            self.names.forget(home);
        }
        let written = |operand: &&Operand| operand.is_def() && operand.as_reg().is_physical();
        for operand in operands.iter().filter(written) {
            for home in self.homes_of(operand) {
                self.names.forget(home);
            }
        }
        let mut defined: SmallVec<[(PReg, Value); 4]> = SmallVec::new();
        for operand in operands.iter().filter(written) {
            let is_early = operand.has(OperandFlags::EARLY_CLOBBER);
            if operand.has(OperandFlags::DEAD) && !is_early {
                continue;
            }
            let mut values = Values::new();
            for home in self.homes_of(operand) {
                let known = defined.iter().find(|(other, _)| *other == home);
                let value = known.map(|(_, value)| *value).unwrap_or_else(|| {
                    let value = self.input.values.push(home.class());
                    let pos = match is_early {
                        true => OperandPos::Early,
                        false => OperandPos::Late,
                    };
                    self.pending.clobbers.remove(home);
                    self.push_def_at(value, OperandConstraint::FixedReg(home), pos, None);
                    defined.push((home, value));
                    value
                });
                values.push(value);
            }
            if let Some(reg) = operand.as_reg().as_physical() {
                self.names
                    .hold(function, self.registers, reg, &values, true);
            }
        }
        for operand in operands.iter().filter(written) {
            for home in self.homes_of(operand) {
                if !defined.iter().any(|(other, _)| *other == home) {
                    self.pending.clobbers.add(home);
                }
            }
        }
        debug_assert!(function.inst_block(inst).is_some());
    }

    fn homes_of(&self, operand: &Operand) -> SmallVec<[PReg; 4]> {
        let reg = operand.as_reg().as_physical();
        reg.map_or(SmallVec::new(), |reg| self.registers.homes(reg))
    }

    /// Whether an instruction is a copy of a part of a home that is not at its low end: the other register must
    /// be one of those that have such parts.
    fn has_high_part(&self, inst: Inst) -> bool {
        let function = self.function;
        function.opcode(inst) == op::COPY
            && function.operands(inst).iter().any(|operand| {
                let reg = operand.as_reg();
                match (reg.as_virtual(), reg.as_physical()) {
                    (Some(reg), _) if !operand.sub_reg().is_none() => {
                        let sub = operand.sub_reg();
                        self.names
                            .of_part(function, self.registers, reg, sub)
                            .is_none()
                    }
                    (_, Some(reg)) => matches!(self.registers.view(reg), View::High(_)),
                    _ => false,
                }
            })
    }

    /// An instruction that defines a register without a value.
    fn collect_undefined(&mut self, inst: Inst) -> Result<(), AllocateError> {
        let function = self.function;
        let operand = *function.operand(inst, 0);
        if let Some(reg) = operand.as_reg().as_virtual() {
            let values = self.names.of_def(function, self.registers, reg);
            if values.is_empty() {
                return Err(self.unknown_class(reg));
            }
            let site = (values.len() == 1).then(|| function.op_id(inst, 0));
            for value in &values {
                self.push_def(*value, OperandConstraint::Any, site);
            }
            if site.is_none() {
                self.changes.removed.push(inst);
            }
            return Ok(());
        }
        self.collect_fixed_defs(inst, &[operand]);
        Ok(())
    }

    /// `%d = INSERT_SUBREG %base, %src, index`: the rest is read in the register that is written.
    fn collect_insert(&mut self, inst: Inst) -> Result<(), AllocateError> {
        let function = self.function;
        let [dst, base, src, index] = function.operands(inst) else {
            return Err(unsupported("INSERT_SUBREG with other operands"));
        };
        let regs = [dst, base, src].map(|operand| operand.as_reg().as_virtual());
        let [Some(dst_reg), Some(base_reg), Some(src_reg)] = regs else {
            return Err(unsupported("INSERT_SUBREG of physical registers"));
        };
        if self.is_tuple(dst_reg) || !dst.sub_reg().is_none() || !base.sub_reg().is_none() {
            return Err(unsupported("INSERT_SUBREG of these registers"));
        }
        let site = |at| function.op_id(inst, at);
        let values = [
            self.names.of_def(function, self.registers, dst_reg),
            self.values_of_use(site(2), src_reg)?,
        ];
        let ([dst_value], [src_value]) = (&values[0][..], &values[1][..]) else {
            return Err(self.unknown_class(dst_reg));
        };
        let part =
            super::values::part_indices(function, self.registers, dst_reg, sub_reg_index(index));
        let below = part.is_none().then_some(BYTE_HOMES);
        let reads_rest = !base.has(OperandFlags::UNDEF);
        let mut constraints: SmallVec<[OperandConstraint; 3]> = SmallVec::new();
        for reg in [dst_reg, base_reg, src_reg] {
            let shape = self.registers.shape(function.class(reg));
            let own = shape.and_then(|shape| shape.constraint());
            constraints.extend(self.limited(own, below));
        }
        let [whole, rest, source] = constraints[..] else {
            return self.pick_insert(inst, [dst_reg, base_reg, src_reg], below);
        };
        self.push_use(*src_value, source, Some(site(2)));
        if reads_rest {
            let base_values = self.values_of_use(site(1), base_reg)?;
            self.push_use(base_values[0], narrower(whole, rest), Some(site(1)));
            self.push_def(*dst_value, OperandConstraint::Reuse(1), Some(site(0)));
        } else {
            self.push_def(*dst_value, whole, Some(site(0)));
        }
        self.changes.inserts.push(inst);
        Ok(())
    }

    /// The same in registers that are picked.
    fn pick_insert(
        &mut self,
        inst: Inst,
        [dst, base, src]: [VReg; 3],
        below: Option<usize>,
    ) -> Result<(), AllocateError> {
        let function = self.function;
        let site = |at| function.op_id(inst, at);
        let mut busy = Busy::default();
        let values = self.names.of_def(function, self.registers, dst);
        let sources = self.values_of_use(site(2), src)?;
        self.pick_use(site(2), src, &sources, below, &mut busy)?;
        let picked = self.pick(&[dst, base], below, busy.early)?;
        if !function.op(site(1)).has(OperandFlags::UNDEF) {
            let rest = self.values_of_use(site(1), base)?;
            for (home, value) in self.registers.all_homes(picked).iter().zip(&rest) {
                self.push_use(*value, OperandConstraint::FixedReg(*home), None);
            }
            self.changes.picked.push((site(1), picked));
        }
        self.define_picked(site(0), picked, &values, OperandPos::Late, &mut busy);
        self.changes.inserts.push(inst);
        Ok(())
    }
}

/// On x86-64 a register with a part above its low end, and a byte that is copied from or to it, are among the
/// first four: the others need a prefix with which those parts cannot be named.
const BYTE_HOMES: usize = 4;

/// The constraint that satisfies both, of those that name registers of a class.
fn narrower(a: OperandConstraint, b: OperandConstraint) -> OperandConstraint {
    match (a, b) {
        (OperandConstraint::Limit(a), OperandConstraint::Limit(b)) => {
            OperandConstraint::Limit(a.min(b))
        }
        (OperandConstraint::Limit(_), _) => a,
        _ => b,
    }
}

/// Both sets.
fn with(mut a: PRegSet, b: PRegSet) -> PRegSet {
    a.union_from(b);
    a
}
