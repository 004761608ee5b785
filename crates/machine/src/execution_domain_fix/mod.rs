//! Execution domains: some processors wait when a unit for integers reads what one for floating-point numbers has
//! computed. Many vector instructions exist for several domains, and do the same in all.
//!
//! ```text
//!   $xmm0 = MOVAPSrm …                  $xmm0 = MOVDQArm …        the domain is open: load and `and`
//!   $xmm0 = ANDPSrr $xmm0, $xmm1   ─▶   $xmm0 = PANDrr $xmm0, $xmm1        wait for a decision
//!   $xmm0 = PADDDrr $xmm0, $xmm2        $xmm0 = PADDDrr $xmm0, $xmm2      exists for integers only: it decides
//! ```
//!
//! A [`value`] holds the domains that are still open for the instructions that made the value of a register. It is *collapsed* when its
//! instructions have been given a domain; then its domains are those in which it can be read without a wait.
//!
//! Blocks come in the order of [`LoopTraversal`]; instructions are looked at in the first visit of a block.

mod value;

use avarice_mir::{Block, Inst, MachineFunction, Operand};
use avarice_target::{InstrFlags, PhysReg};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use crate::loop_traversal::{LoopTraversal, Visit};
use crate::pass::MachineUnit;
use crate::reaching_defs::ReachingDefs;
use value::{DomainValue, DomainValues};

/// A set of domains; domain `n` is bit `n`.
pub type DomainSet = u32;

/// The domain of an instruction, and those that it could have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domains {
    /// The one that it has.
    pub own: u32,
    /// The ones that it could have; empty if that is only its own.
    pub possible: DomainSet,
}

/// What a target says of its execution domains.
pub trait ExecutionDomains {
    /// The registers in question, in the order of their numbers.
    fn registers(&self) -> &'static [PhysReg];

    /// The domain of `inst`; `None` if that does not matter.
    fn domains(&self, function: &MachineFunction, inst: Inst) -> Option<Domains>;

    /// Gives `inst` a domain that it could have.
    fn set_domain(&self, function: &mut MachineFunction, inst: Inst, domain: u32);
}

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct ExecutionDomainFix {
    traversal: LoopTraversal,
    reaching: ReachingDefs,
    values: DomainValues,
    /// By register number: its place among the registers in question, and one more; 0 for others.
    places: Vec<u8>,
    /// By block: the row of `outgoing` that it has.
    rows: SecondaryMap<Block, Option<u32>>,
    /// What registers hold at the end of blocks.
    outgoing: Vec<PackedOption<DomainValue>>,
}

/// The target, and a function of it.
struct Code<'a> {
    function: &'a mut MachineFunction,
    target: &'a dyn ExecutionDomains,
}

impl ExecutionDomainFix {
    /// Gives instructions the domains of what they read and of what reads them.
    ///
    /// # Requires
    /// No virtual registers; blocks and edges.
    ///
    /// # Ensures
    /// Instructions do what they did.
    ///
    /// # Preserves
    /// The control flow graph, all registers.
    pub fn run(&mut self, unit: &mut MachineUnit<'_>, target: &dyn ExecutionDomains) {
        let registers = target.registers();
        let function = &mut unit.function;
        if !self.choose_registers(function, registers) {
            return;
        }
        self.traversal.compute(function, &unit.analyses.cfg);
        self.reaching.compute(function, &self.traversal, registers);
        self.rows.clear();
        self.outgoing.clear();
        self.values.begin(registers.len());
        let mut code = Code { function, target };
        for at in 0..self.traversal.order().len() {
            let visit = self.traversal.order()[at];
            self.visit_block(&mut code, visit);
        }
        for at in 0..self.outgoing.len() {
            if let Some(value) = self.outgoing[at].expand() {
                self.values.release(&mut code, value);
            }
        }
    }

    /// Numbers the registers in question and what overlaps them. Whether any is used.
    fn choose_registers(&mut self, function: &MachineFunction, registers: &[PhysReg]) -> bool {
        let target = function.target;
        if self.places.is_empty() {
            self.places.resize(target.registers.len(), 0);
            for (at, reg) in registers.iter().enumerate() {
                let parts = target.reg(*reg).sub_regs.iter().map(|(_, part)| *part);
                let wholes = target.reg(*reg).super_regs.iter().copied();
                for other in parts.chain(wholes).chain([*reg]) {
                    self.places[other.index()] = at as u8 + 1;
                }
            }
        }
        let is_used =
            |at: usize| self.places[at] != 0 && function.first_reg_op(PhysReg(at as u16)).is_some();
        (0..self.places.len()).any(is_used)
    }

    /// The place of the register of an operand, if it is one of those in question.
    fn place(&self, operand: &Operand) -> Option<usize> {
        let reg = operand.as_reg().as_physical()?;
        usize::from(self.places[reg.index()]).checked_sub(1)
    }

    fn visit_block(&mut self, code: &mut Code<'_>, visit: Visit) {
        self.enter(code, visit.block);
        self.reaching.enter(visit.block);
        let mut cursor = code.function.blocks[visit.block].first.expand();
        while let Some(inst) = cursor {
            cursor = code.function.next_inst(inst);
            if code.function.is_debug(inst) {
                continue;
            }
            if visit.is_first {
                self.visit_inst(code, inst);
            }
            self.reaching.pass(code.function, inst);
        }
        self.leave(code, visit.block);
    }

    /// Joins what predecessors leave in registers.
    fn enter(&mut self, code: &mut Code<'_>, block: Block) {
        self.values.enter();
        let preds: SmallVec<[Block; 4]> =
            code.function.blocks[block].preds.iter().copied().collect();
        for pred in preds {
            let Some(row) = self.rows[pred] else {
                continue;
            };
            for place in 0..self.values.registers() {
                let at = row as usize + place;
                if let Some(value) = self.outgoing[at].expand() {
                    let value = self.values.resolve(code, value);
                    self.outgoing[at] = value.into();
                    self.values.join(code, place, value);
                }
            }
        }
    }

    /// Keeps what registers hold at the end of a block.
    fn leave(&mut self, code: &mut Code<'_>, block: Block) {
        let registers = self.values.registers();
        let row = match self.rows[block] {
            Some(row) => row as usize,
            None => {
                let row = self.outgoing.len();
                self.outgoing.resize(row + registers, None.into());
                self.rows[block] = Some(row as u32);
                row
            }
        };
        for at in row..row + registers {
            if let Some(value) = self.outgoing[at].take() {
                self.values.release(code, value);
            }
        }
        self.values.leave(&mut self.outgoing[row..row + registers]);
    }

    fn visit_inst(&mut self, code: &mut Code<'_>, inst: Inst) {
        match code.target.domains(code.function, inst) {
            None => self.forget_results(code, inst),
            Some(Domains { own, possible: 0 }) => self.visit_hard(code, inst, own),
            Some(Domains { possible, .. }) => self.visit_soft(code, inst, possible),
        }
    }

    /// An instruction without a domain: nothing is known of what it writes.
    fn forget_results(&mut self, code: &mut Code<'_>, inst: Inst) {
        let desc = code.function.desc(inst);
        let count = match desc.has(InstrFlags::VARIADIC) {
            true => code.function.num_operands(inst),
            false => usize::from(desc.num_defs).min(code.function.num_operands(inst)),
        };
        for at in 0..count {
            let operand = *code.function.operand(inst, at);
            if operand.is_def()
                && let Some(place) = self.place(&operand)
            {
                self.values.kill(code, place);
            }
        }
    }

    /// The places of the registers that the row of `inst` lists: of results, and of what is read.
    fn row_places(
        &self,
        function: &MachineFunction,
        inst: Inst,
    ) -> (SmallVec<[usize; 2]>, SmallVec<[usize; 4]>) {
        let desc = function.desc(inst);
        let operands = function.operands(inst);
        let end = desc.operands.len().min(operands.len());
        let defs = usize::from(desc.num_defs).min(end);
        let places = |operands: &[Operand]| -> SmallVec<[usize; 4]> {
            let places = operands.iter().filter_map(|operand| self.place(operand));
            places.collect()
        };
        let results = places(&operands[..defs]).into_iter().collect();
        (results, places(&operands[defs..end]))
    }

    /// An instruction of one domain: what it reads has to be there.
    fn visit_hard(&mut self, code: &mut Code<'_>, inst: Inst, domain: u32) {
        let (results, used) = self.row_places(code.function, inst);
        for place in used {
            self.values.force(code, place, domain);
        }
        for place in results {
            self.values.kill(code, place);
            self.values.force(code, place, domain);
        }
    }

    /// An instruction of several domains, `possible`: it joins the open values that it reads.
    fn visit_soft(&mut self, code: &mut Code<'_>, inst: Inst, possible: DomainSet) {
        let (_, reads) = self.row_places(code.function, inst);
        let mut open = possible;
        let mut used: SmallVec<[usize; 4]> = SmallVec::new();
        for place in reads {
            let Some(value) = self.values.held(place) else {
                continue;
            };
            let common = self.values.domains(value) & open;
            if self.values.is_collapsed(value) {
                // A wait cannot be avoided if there is none in common.
                open = if common != 0 { common } else { open };
            } else if common != 0 {
                used.push(place);
            } else {
                self.values.kill(code, place);
            }
        }
        if open.is_power_of_two() {
            let domain = open.trailing_zeros();
            code.target.set_domain(code.function, inst, domain);
            self.visit_hard(code, inst, domain);
            return;
        }
        let value = self.join_used(code, &used, open);
        self.values.add_inst(value, inst);
        for at in 0..code.function.num_operands(inst) {
            let operand = *code.function.operand(inst, at);
            let Some(place) = self.place(&operand) else {
                continue;
            };
            let held = self.values.held(place);
            if held.is_none() || operand.is_def() && held != Some(value) {
                self.values.kill(code, place);
                self.values.hold(code, place, value);
            }
        }
    }

    /// Joins the open values of the registers at `used` as far as they have domains of `open` in common, the one that was
    /// written last first. Returns what came of it, or a new value.
    fn join_used(&mut self, code: &mut Code<'_>, used: &[usize], open: DomainSet) -> DomainValue {
        let registers = code.target.registers();
        let mut sorted: SmallVec<[(i32, usize); 4]> = SmallVec::new();
        for place in used {
            let Some(value) = self.values.held(*place) else {
                continue;
            };
            if self.values.domains(value) & open == 0 {
                self.values.kill(code, *place);
                continue;
            }
            let written = self.reaching.last_write(code.function, registers[*place]);
            let at = sorted.partition_point(|(other, _)| *other <= written);
            sorted.insert(at, (written, *place));
        }
        let mut joined = None;
        while let Some((_, place)) = sorted.pop() {
            let Some(latest) = self.values.held(place) else {
                continue;
            };
            let Some(value) = joined else {
                self.values.restrict(latest, open);
                joined = Some(latest);
                continue;
            };
            if latest == value
                || self.values.was_merged(latest)
                || self.values.merge(code, value, latest)
            {
                continue;
            }
            for place in used {
                if self.values.held(*place) == Some(latest) {
                    self.values.kill(code, *place);
                }
            }
        }
        joined.unwrap_or_else(|| self.values.create(open))
    }
}
