//! From machine SSA to a [`regalloc2::Function`].
//!
//! | machine code | regalloc2 |
//! |---|---|
//! | PHI | block parameters |
//! | copy within a kind, `SUBREG_TO_REG`, `REG_SEQUENCE` | another name of the value, no instruction |
//! | `INSERT_SUBREG` | reads the rest in the register that it writes |
//! | terminators of a block | one instruction: nothing can be put between them |
//! | a call that may unwind to a landing pad | the end of its block: what comes after it only names results |
//! | everything else | an instruction, see [`super::operands`] |

use avarice_mir::{Block, Inst, MachineCfg, MachineFunction, Op, Operand, OperandFlags, Reg, VReg};
use avarice_target::{InstrFlags, PhysReg, SubRegIdx, op};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use regalloc2::{OperandConstraint, OperandKind, OperandPos};
use smallvec::SmallVec;

use super::AllocateError;
use super::input::{Flow, Input, Pending, Value};
use super::registers::{Registers, View};
use super::values::{Names, Values, part_indices};

/// The changes to machine code that remain when registers are known.
#[derive(Debug, Default)]
pub struct Changes {
    /// Instructions that only name values.
    pub removed: Vec<Inst>,
    /// Instructions that write a part of what they read.
    pub inserts: Vec<Inst>,
    /// Instructions that define a register without a value.
    pub undefined: Vec<Inst>,
    /// Operands whose register was picked before.
    pub picked: Vec<(Op, PhysReg)>,
    /// Operands that have the register of another one.
    pub mirrors: Vec<(Op, Op)>,
}

/// A translation under way.
pub struct Translator<'a> {
    pub(super) function: &'a MachineFunction,
    pub(super) registers: &'a mut Registers,
    pub(super) input: Input,
    pub(super) names: Names,
    pub(super) pending: Pending,
    pub(super) changes: Changes,
    /// Blocks in reverse postorder: the fast algorithm of regalloc2 and its checker count on that.
    order: Vec<Block>,
    /// Number of each block: its place in the order.
    numbers: SecondaryMap<Block, u32>,
    /// By block: what PHIs of its successors read that has no value.
    undefined_out: SecondaryMap<Block, Vec<(Op, Values)>>,
    /// By landing pad: the registers that the unwinder sets, and their values.
    pads: SecondaryMap<Block, SmallVec<[(PhysReg, Value); 2]>>,
}

/// What regalloc2 gets, and what to do with what it says.
pub struct Translation {
    /// The function.
    pub input: Input,
    /// The remaining changes.
    pub changes: Changes,
}

/// Translates `function`.
///
/// # Requires
/// Machine SSA without unreachable blocks; critical edges are split.
///
/// # Errors
/// Code that cannot be said in terms of regalloc2.
pub fn translate(
    function: &MachineFunction,
    registers: &mut Registers,
    slot_sizes: [usize; 3],
) -> Result<Translation, AllocateError> {
    let mut input = Input::new(slot_sizes);
    let names = Names::new(function, registers, &mut input);
    let mut translator = Translator {
        function,
        registers,
        input,
        names,
        pending: Pending::default(),
        changes: Changes::default(),
        order: MachineCfg::of(function).reverse_postorder().collect(),
        numbers: SecondaryMap::new(),
        undefined_out: SecondaryMap::new(),
        pads: SecondaryMap::new(),
    };
    translator.prepare();
    for at in 0..translator.order.len() {
        translator.block(translator.order[at])?;
    }
    translator.add_block_args()?;
    let Translator {
        mut input,
        names,
        changes,
        ..
    } = translator;
    if input.values.len() > regalloc2::VReg::MAX {
        return Err(unsupported("more values than regalloc2 can number"));
    }
    input.resolve(|value| names.resolve(value));
    Ok(Translation { input, changes })
}

/// An error about what cannot be translated.
pub(super) fn unsupported(what: impl Into<String>) -> AllocateError {
    AllocateError::Unsupported(what.into())
}

impl Translator<'_> {
    /// Numbers blocks, and makes values that blocks take from each other.
    fn prepare(&mut self) {
        let function = self.function;
        for (number, block) in self.order.iter().enumerate() {
            self.numbers[*block] = number as u32;
        }
        for block in &function.layout {
            for phi in phis(function, *block) {
                self.prepare_undefined(phi);
            }
            if function.blocks[*block].eh_pad {
                for (reg, _) in &function.blocks[*block].live_ins {
                    for home in self.registers.homes(*reg) {
                        let value = self.input.values.push(home.class());
                        self.pads[*block].push((*reg, value));
                    }
                }
            }
        }
    }

    /// Makes values for what a PHI reads that has none.
    fn prepare_undefined(&mut self, phi: Inst) {
        for (at, block) in phi_inputs(self.function, phi) {
            let operand = self.function.operand(phi, at);
            let undefined = operand.has(OperandFlags::UNDEF);
            let Some(dst) = self.function.operand(phi, 0).as_reg().as_virtual() else {
                continue;
            };
            if undefined {
                let parts = self.names.of_def(self.function, self.registers, dst);
                let kinds = parts.iter().map(|part| self.input.values[*part]);
                let kinds: SmallVec<[_; 4]> = kinds.collect();
                let values = kinds.iter().map(|kind| self.input.values.push(*kind));
                let op = self.function.op_id(phi, at);
                self.undefined_out[block].push((op, values.collect()));
            }
        }
    }

    fn block(&mut self, block: Block) -> Result<(), AllocateError> {
        let function = self.function;
        let data = &function.blocks[block];
        let numbered = |blocks: &[Block]| {
            let numbers = blocks.iter().map(|block| self.numbers[*block] as usize);
            numbers.map(regalloc2::Block::new).collect()
        };
        let (preds, succs) = (numbered(&data.preds), numbered(&data.succs));
        self.input.begin_block(block, preds, succs);
        self.names.begin_block();
        for phi in phis(function, block) {
            self.changes.removed.push(phi);
            if let Some(dst) = self.virtual_def(phi) {
                for value in self.names.of_def(function, self.registers, dst) {
                    self.input.add_param(value);
                }
            }
        }
        self.enter(block);
        let (body, end) = self.parts_of(block);
        for inst in body {
            self.inst(inst)?;
        }
        self.define_undefined_out(block);
        self.end_block(block, &end)
    }

    /// Values that are in physical registers where a block begins.
    fn enter(&mut self, block: Block) {
        let function = self.function;
        for (reg, value) in self.pads[block].clone() {
            let (values, registers) = ([value], &*self.registers);
            self.names.hold(function, registers, reg, &values, false);
        }
        if function.layout.first() != Some(&block) {
            return;
        }
        let listed = function.live_ins.iter().map(|(reg, _)| *reg);
        let of_block = function.blocks[block].live_ins.iter().map(|(reg, _)| *reg);
        let mut seen = regalloc2::PRegSet::empty();
        for reg in listed.chain(of_block) {
            let mut values = Values::new();
            for home in self.registers.homes(reg) {
                let value = self.input.values.push(home.class());
                values.push(value);
                if !seen.contains(home) {
                    seen.add(home);
                    self.push_def(value, OperandConstraint::FixedReg(home), None);
                }
            }
            if self.names.held(function, self.registers, reg).is_none() {
                let registers = &*self.registers;
                self.names.hold(function, registers, reg, &values, false);
            }
        }
        let next = function.first_non_phi(block);
        self.input
            .add_inst(&mut self.pending, Flow::Next, None, next);
    }

    /// The instructions of a block, and those that are its end: its terminators, or all from a call that may
    /// unwind to a landing pad on.
    fn parts_of(&self, block: Block) -> (Vec<Inst>, Vec<Inst>) {
        let function = self.function;
        let is_code = |inst: &Inst| !function.is_debug(*inst) && function.opcode(*inst) != op::PHI;
        let mut all: Vec<Inst> = function.block_insts(block).filter(is_code).collect();
        let mut succs = function.blocks[block].succs.iter();
        let unwinds = succs.any(|succ| function.blocks[*succ].eh_pad);
        let is_call = |inst: &Inst| function.desc(*inst).has(InstrFlags::CALL);
        let from = match all.iter().rposition(is_call).filter(|_| unwinds) {
            Some(call) => call,
            None => {
                let first = function.first_terminator(block);
                let at = all.iter().position(|inst| Some(*inst) == first);
                at.unwrap_or(all.len())
            }
        };
        let end = all.split_off(from);
        (all, end)
    }

    fn inst(&mut self, inst: Inst) -> Result<(), AllocateError> {
        if self.name(inst)? {
            self.changes.removed.push(inst);
            return Ok(());
        }
        self.collect(inst)?;
        let next = self.function.next_inst(inst);
        self.input
            .add_inst(&mut self.pending, Flow::Next, Some(inst), next);
        Ok(())
    }

    /// Defines what PHIs of successors read that has no value.
    fn define_undefined_out(&mut self, block: Block) {
        let undefined = std::mem::take(&mut self.undefined_out[block]);
        for (_, values) in &undefined {
            for value in values {
                self.push_def(*value, OperandConstraint::Any, None);
            }
        }
        if !undefined.is_empty() {
            let (_, end) = self.parts_of(block);
            let next = end.first().copied();
            self.input
                .add_inst(&mut self.pending, Flow::Next, None, next);
        }
        self.undefined_out[block] = undefined;
    }

    fn end_block(&mut self, block: Block, end: &[Inst]) -> Result<(), AllocateError> {
        let function = self.function;
        let mut is_after_call = false;
        for inst in end {
            if is_after_call && self.name(*inst)? {
                self.changes.removed.push(*inst);
                continue;
            }
            let before = self.pending.operands.len();
            self.collect(*inst)?;
            if is_after_call && self.pending.operands.len() > before {
                return Err(unsupported("code after a call that may unwind"));
            }
            if !function.is_terminator(*inst) {
                self.define_for_pads(block);
                is_after_call = true;
            }
        }
        let succs = &function.blocks[block].succs;
        let flow = match succs.is_empty() {
            true => Flow::Return,
            false => Flow::Branch,
        };
        if let [succ] = succs[..]
            && function.blocks[succ].preds.len() > 1
            && !self.pending.operands.is_empty()
        {
            return Err(unsupported("a branch that reads registers, to one block"));
        }
        self.input
            .add_inst(&mut self.pending, flow, end.first().copied(), None);
        Ok(())
    }

    /// A call that may unwind writes the registers that the landing pad reads.
    fn define_for_pads(&mut self, block: Block) {
        let succs = &self.function.blocks[block].succs;
        for pad in succs
            .iter()
            .filter(|succ| self.function.blocks[**succ].eh_pad)
        {
            for (reg, value) in self.pads[*pad].clone() {
                let Some(home) = self.registers.homes(reg).first().copied() else {
                    continue;
                };
                let fixed = OperandConstraint::FixedReg(home);
                let mut defs = self.pending.operands.iter().map(|(operand, _)| *operand);
                let known = defs.find(|operand| {
                    operand.kind() == OperandKind::Def && operand.constraint() == fixed
                });
                match known {
                    Some(known) => {
                        let known = Value::from_u32(known.vreg().vreg() as u32);
                        self.names.alias(value, known);
                    }
                    None => {
                        self.pending.clobbers.remove(home);
                        self.push_def(value, fixed, None);
                    }
                }
            }
        }
    }

    /// Says what the parameters of each successor get.
    fn add_block_args(&mut self) -> Result<(), AllocateError> {
        let function = self.function;
        for number in 0..self.order.len() {
            let block = self.order[number];
            for succ in &function.blocks[block].succs {
                let mut args = Vec::new();
                for phi in phis(function, *succ) {
                    args.extend(self.phi_values(phi, block)?);
                }
                let args = args.iter().map(|value| self.input.vreg(*value)).collect();
                self.input.add_args(number, args);
            }
        }
        Ok(())
    }

    /// What a PHI reads if control comes from `pred`.
    fn phi_values(&self, phi: Inst, pred: Block) -> Result<Values, AllocateError> {
        let function = self.function;
        let Some((at, _)) = phi_inputs(function, phi).find(|(_, block)| *block == pred) else {
            return Err(unsupported("a PHI without a value for a predecessor"));
        };
        let op = function.op_id(phi, at);
        let undefined = self.undefined_out[pred].iter();
        if let Some((_, values)) = undefined.into_iter().find(|(other, _)| *other == op) {
            return Ok(values.clone());
        }
        let operand = function.op(op);
        let dst = self.virtual_def(phi);
        let wanted = dst.map(|dst| self.names.of_def(function, self.registers, dst));
        let values = operand.as_reg().as_virtual().and_then(|reg| {
            self.names
                .of_part(function, self.registers, reg, operand.sub_reg())
        });
        match (values, wanted) {
            (Some(values), Some(wanted)) if self.same_kinds(&values, &wanted) => Ok(values),
            _ => Err(unsupported("a PHI of registers of different kinds")),
        }
    }

    fn same_kinds(&self, a: &[Value], b: &[Value]) -> bool {
        let kinds = &self.input.values;
        let mut pairs = a.iter().zip(b);
        a.len() == b.len() && !a.is_empty() && pairs.all(|(a, b)| kinds[*a] == kinds[*b])
    }

    fn virtual_def(&self, inst: Inst) -> Option<VReg> {
        let operand = self.function.operands(inst).first()?;
        operand
            .as_reg()
            .as_virtual()
            .filter(|_| operand.is_def() && operand.sub_reg().is_none())
    }

    pub(super) fn push_def(
        &mut self,
        value: Value,
        constraint: OperandConstraint,
        site: Option<Op>,
    ) {
        let vreg = self.input.vreg(value);
        let operand = regalloc2::Operand::new(vreg, constraint, OperandKind::Def, OperandPos::Late);
        self.pending
            .operands
            .push((operand, PackedOption::from(site)));
    }

    // ---- Names ------------------------------------------------------------------------------------

    /// Whether `inst` only names values that are there, which is noted.
    fn name(&mut self, inst: Inst) -> Result<bool, AllocateError> {
        let function = self.function;
        let operands = function.operands(inst);
        match (function.opcode(inst), operands) {
            (op::COPY, [dst, src]) => {
                if src.has(OperandFlags::UNDEF) {
                    return Ok(false);
                }
                let values = self.values_of(src);
                Ok(values.is_some_and(|values| self.name_def(dst, &values)))
            }
            (op::SUBREG_TO_REG, [dst, _, src, index]) => {
                let index = sub_reg_index(index);
                let values = self
                    .values_of(src)
                    .filter(|_| !src.has(OperandFlags::UNDEF));
                let done =
                    values.is_some_and(|values| self.name_parts(dst, None, &[(index, values)]));
                match done {
                    true => Ok(true),
                    false => Err(unsupported("SUBREG_TO_REG of these registers")),
                }
            }
            (op::REG_SEQUENCE, [dst, sources @ ..]) => {
                let mut parts: SmallVec<[(SubRegIdx, Values); 4]> = SmallVec::new();
                for pair in sources.chunks_exact(2) {
                    let is_defined = !pair[0].has(OperandFlags::UNDEF);
                    let values = self.values_of(&pair[0]).filter(|_| is_defined);
                    let values =
                        values.ok_or_else(|| unsupported("REG_SEQUENCE of these registers"))?;
                    parts.push((sub_reg_index(&pair[1]), values));
                }
                match self.name_parts(dst, None, &parts) {
                    true => Ok(true),
                    false => Err(unsupported("REG_SEQUENCE of these registers")),
                }
            }
            (op::INSERT_SUBREG, [dst, base, src, index]) => {
                let Some(values) = self.values_of(src) else {
                    return Ok(false);
                };
                let index = sub_reg_index(index);
                let base = (!base.has(OperandFlags::UNDEF)).then_some(base);
                Ok(self.name_parts(dst, base, &[(index, values)]))
            }
            _ => Ok(false),
        }
    }

    /// The values that a use reads, if those are whole ones.
    fn values_of(&self, operand: &Operand) -> Option<Values> {
        let (function, registers) = (self.function, &*self.registers);
        let reg = operand.as_reg();
        match (reg.as_virtual(), reg.as_physical()) {
            (Some(reg), _) => self
                .names
                .of_part(function, registers, reg, operand.sub_reg()),
            (_, Some(reg)) if !matches!(registers.view(reg), View::High(_) | View::Outside) => {
                self.names.held(function, registers, reg)
            }
            _ => None,
        }
    }

    /// Says that a definition is of these values, if it can be.
    fn name_def(&mut self, dst: &Operand, values: &[Value]) -> bool {
        let function = self.function;
        match (dst.as_reg().as_virtual(), dst.as_reg().as_physical()) {
            (Some(reg), _) if dst.sub_reg().is_none() => {
                let parts = self.names.of_def(function, self.registers, reg);
                let fits = self.same_kinds(&parts, values);
                if fits {
                    for (part, value) in parts.iter().zip(values) {
                        self.names.alias(*part, *value);
                    }
                }
                fits
            }
            (_, Some(reg)) if !matches!(self.registers.view(reg), View::High(_)) => {
                let homes = self.registers.homes(reg);
                let all = self.registers.all_homes(reg).len();
                let mut pairs = homes.iter().zip(values);
                let fits = !homes.is_empty()
                    && homes.len() == values.len()
                    && homes.len() == all
                    && pairs.all(|(home, value)| self.input.values[*value] == home.class());
                if fits {
                    let registers = &*self.registers;
                    self.names.hold(function, registers, reg, values, false);
                }
                fits
            }
            _ => false,
        }
    }

    /// Says that a definition has these values in its parts, and those of `base` in all others.
    fn name_parts(
        &mut self,
        dst: &Operand,
        base: Option<&Operand>,
        parts: &[(SubRegIdx, Values)],
    ) -> bool {
        let function = self.function;
        let Some(reg) = dst
            .as_reg()
            .as_virtual()
            .filter(|_| dst.sub_reg().is_none())
        else {
            return false;
        };
        let own = self.names.of_def(function, self.registers, reg);
        let is_tuple = own.len() > 1;
        let mut named: SmallVec<[Option<Value>; 4]> = SmallVec::from_elem(None, own.len());
        if let Some(base) = base {
            // The parts of a single home cannot be distinguished.
            let Some(values) = self.values_of(base).filter(|_| is_tuple) else {
                return false;
            };
            for (name, value) in named.iter_mut().zip(&values) {
                *name = Some(*value);
            }
        }
        for (index, values) in parts {
            let Some(indices) = part_indices(function, self.registers, reg, *index) else {
                return false;
            };
            if indices.len() != values.len() || !is_tuple && parts.len() > 1 {
                return false;
            }
            for (at, value) in indices.iter().zip(values) {
                named[*at] = Some(*value);
            }
        }
        let Some(values) = named.into_iter().collect::<Option<Values>>() else {
            return false;
        };
        self.name_def(dst, &values)
    }
}

/// The sub-register index in an operand.
pub(super) fn sub_reg_index(operand: &Operand) -> SubRegIdx {
    let index = operand
        .as_imm()
        .and_then(|index| usize::try_from(index).ok());
    index.map_or(SubRegIdx::NONE, SubRegIdx::from_index)
}

/// The PHIs of a block.
fn phis(function: &MachineFunction, block: Block) -> impl Iterator<Item = Inst> + '_ {
    let insts = function.block_insts(block);
    insts.take_while(|inst| function.opcode(*inst) == op::PHI)
}

/// The operands of a PHI that it reads, and the blocks that they come from.
fn phi_inputs(function: &MachineFunction, phi: Inst) -> impl Iterator<Item = (usize, Block)> + '_ {
    let count = function.num_operands(phi);
    let pairs = (1..count).step_by(2).filter(move |at| at + 1 < count);
    pairs.filter_map(move |at| Some((at, function.operand(phi, at + 1).as_block()?)))
}

/// The name of a register's class, for messages.
pub(super) fn class_name(function: &MachineFunction, reg: Reg) -> &'static str {
    let class = reg.as_virtual().map(|reg| function.class(reg));
    class.map_or("", |class| function.target.class(class).name)
}
