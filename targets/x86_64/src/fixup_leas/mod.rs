//! `x86-fixup-LEAs`: address computations that are better done by additions.
//!
//! ```text
//!   $rax = LEA64r $rax, 1, $rcx, 0, $noreg    ─▶   $rax = ADD64rr $rax, $rcx
//!   $rax = LEA64r $rax, 1, $noreg, 1, $noreg  ─▶   $rax = INC64r $rax
//! ```
//!
//! The flags must be dead, which an addition changes. Where the processor is slow with three operands, such a `LEA` is
//! taken apart, see [`slow`]. What processors want whose address units read operands early (Atom) is not done.

mod slow;
mod sums;

use avarice_machine::debug_numbers::substitute_results;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::register_liveness::RegisterLiveness;
use avarice_mir::{InsertPoint, Inst, InstBuilder, MachineFunction, Operand, Reg};
use avarice_target::Opcode;
use avarice_trace::Log;

use crate::tuning::{self, Tuning};
use crate::{TARGET, op, reg, sub};

/// `x86-fixup-LEAs`.
///
/// # Requires
/// No virtual registers; blocks that know which registers live into them.
///
/// # Ensures
/// No `LEA` that an `ADD`, `INC` or `DEC` of the same registers can replace.
///
/// # Preserves
/// The control flow graph, all values but dead flags.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["x86-fixup-bw-insts"],
    ..MachinePass::new("x86-fixup-LEAs", "X86 LEA Fixup", || {
        Box::<Scratch>::default()
    })
};

/// The pass, which keeps nothing.
#[derive(Debug, Default)]
struct Scratch;

/// What is good for the function.
#[derive(Clone, Copy)]
struct Wishes {
    tuning: Tuning,
    /// `INC` and `DEC` instead of an addition of one.
    steps: bool,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let function = &mut unit.function;
        let tuning = tuning::of(function);
        let wishes = Wishes {
            tuning,
            steps: !tuning.contains(Tuning::SLOW_INC_DEC) || function.optimize_for_size,
        };
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            let mut cursor = function.blocks[block].first.expand();
            while let Some(inst) = cursor {
                let last = self.fix(function, inst, wishes);
                cursor = function.next_inst(last);
            }
        }
        Ok(())
    }
}

impl Scratch {
    /// Improves `inst` if it is a `LEA`. Returns the instruction after which the walk goes on.
    fn fix(&mut self, function: &mut MachineFunction, inst: Inst, wishes: Wishes) -> Inst {
        let Some(lea) = Lea::of(function, inst) else {
            return inst;
        };
        if let Some(new) = self.two_address(function, &lea, wishes) {
            return new;
        }
        let new = if wishes.tuning.contains(Tuning::SLOW_LEA) {
            slow::any(function, &lea)
        } else if wishes.tuning.contains(Tuning::SLOW_LEA_OF_THREE) {
            slow::of_three(function, &lea, wishes.steps)
        } else {
            None
        };
        match new {
            Some(new) => self.replace(function, inst, new),
            None => inst,
        }
    }

    /// Removes `old`, whose result `new` computes now. Returns `new`.
    fn replace(&mut self, function: &mut MachineFunction, old: Inst, new: Inst) -> Inst {
        substitute_results(function, old, new, 1);
        function.remove_inst(old);
        new
    }

    /// Replaces a `LEA` whose result is in a register that it reads by an addition, or one before an addition to its result
    /// by two of them.
    fn two_address(
        &mut self,
        function: &mut MachineFunction,
        lea: &Lea,
        wishes: Wishes,
    ) -> Option<Inst> {
        let disp = lea.displacement.as_imm()?;
        let is_plain = lea.segment.as_reg().is_none() && lea.scale <= 1;
        if !is_plain || !lea.is_flags_dead(function, FAR) {
            return None;
        }
        let is_stack = lea.dst == reg::ESP.into() || lea.dst == reg::RSP.into();
        if is_stack && wishes.tuning.contains(Tuning::LEA_FOR_STACK) {
            return None;
        }
        let (base, index) = (lea.base_reg, lea.index_reg);
        let is_sum = !base.is_none() && !index.is_none() && disp == 0;
        let new = if is_sum && (lea.dst == base || lea.dst == index) {
            lea.add_registers(function)
        } else if lea.dst == base && index.is_none() {
            let new = lea.add_number(function, Operand::imm(disp), wishes.steps);
            lea.read_whole(function, new, &[lea.base]);
            new
        } else if is_sum {
            return self.add_to_sum(function, lea);
        } else {
            return None;
        };
        Some(self.replace(function, lea.inst, new))
    }
}

/// How many instructions are searched for reads of the flags.
const FAR: usize = 10;

/// The same where a processor is slow.
const NEAR: usize = 4;

/// A `LEA` taken apart.
struct Lea {
    inst: Inst,
    opcode: Opcode,
    /// The operands.
    result: Operand,
    base: Operand,
    scale: i64,
    index: Operand,
    displacement: Operand,
    segment: Operand,
    /// The register of the result, and those of base and index in the width of the result.
    dst: Reg,
    base_reg: Reg,
    index_reg: Reg,
}

impl Lea {
    /// `inst`, if it is a `LEA` of more than 16 bits.
    fn of(function: &MachineFunction, inst: Inst) -> Option<Self> {
        let opcode = function.opcode(inst);
        if !matches!(opcode, op::LEA32r | op::LEA64r | op::LEA64_32r) {
            return None;
        }
        let &[result, base, scale, index, displacement, segment, ..] = function.operands(inst)
        else {
            return None;
        };
        let all_registers = [result, base, index, segment].iter().all(Operand::is_reg);
        let scale = scale.as_imm().filter(|_| all_registers)?;
        let [base, index] = [base, index].map(|operand| operand.detached());
        let narrow = |operand: Operand| match operand.as_reg().as_physical() {
            Some(reg) if opcode == op::LEA64_32r => TARGET.sub_reg(reg, sub::SUB_32BIT).into(),
            _ => operand.as_reg(),
        };
        Some(Self {
            inst,
            opcode,
            result: result.detached(),
            base,
            scale,
            index,
            displacement: displacement.detached(),
            segment: segment.detached(),
            dst: result.as_reg(),
            base_reg: narrow(base),
            index_reg: narrow(index),
        })
    }

    /// `for32` or, if the result has 64 bits, `for64`.
    fn of_width(&self, for32: Opcode, for64: Opcode) -> Opcode {
        match self.opcode == op::LEA64r {
            true => for64,
            false => for32,
        }
    }

    /// Whether the flags are known to be dead before it, from a look at so many instructions around.
    fn is_flags_dead(&self, function: &MachineFunction, neighborhood: usize) -> bool {
        let Some(block) = function.inst_block(self.inst) else {
            return false;
        };
        let at = InsertPoint::new(block, Some(self.inst));
        function.register_liveness_near(at, reg::EFLAGS, neighborhood) == RegisterLiveness::Dead
    }

    /// Inserts an instruction before it.
    fn insert(&self, function: &mut MachineFunction, opcode: Opcode, operands: &[Operand]) -> Inst {
        let location = function.debug_loc(self.inst);
        InstBuilder::new(function, opcode)
            .location(location)
            .ops(operands)
            .insert_before(self.inst)
    }

    /// Says that `inst` reads the registers of `operands` in their whole width, where it computes with their lower halves.
    fn read_whole(&self, function: &mut MachineFunction, inst: Inst, operands: &[Operand]) {
        if self.opcode != op::LEA64_32r {
            return;
        }
        for operand in operands {
            if let Some(reg) = operand.as_reg().as_physical() {
                function.push_operand(inst, Operand::implicit_use(reg));
            }
        }
    }

    /// Inserts an addition of base and index, one of which is the result's register.
    fn add_registers(&self, function: &mut MachineFunction) -> Inst {
        let (mut first, mut second) = (self.base_reg, self.index_reg);
        if self.dst != first {
            std::mem::swap(&mut first, &mut second);
        }
        let operands = [self.dst_def(), Operand::reg(first), Operand::reg(second)];
        let opcode = self.of_width(op::ADD32rr, op::ADD64rr);
        let new = self.insert(function, opcode, &operands);
        self.read_whole(function, new, &[self.base, self.index]);
        new
    }

    /// Inserts an addition of `number` to the result's register; with `steps` by `INC` or `DEC` if it is one or minus one.
    fn add_number(&self, function: &mut MachineFunction, number: Operand, steps: bool) -> Inst {
        let (def, read) = (self.dst_def(), Operand::reg(self.dst));
        let step = match number.as_imm().filter(|_| steps) {
            Some(1) => self.of_width(op::INC32r, op::INC64r),
            Some(-1) => self.of_width(op::DEC32r, op::DEC64r),
            _ => {
                let opcode = self.of_width(op::ADD32ri, op::ADD64ri32);
                return self.insert(function, opcode, &[def, read, number]);
            }
        };
        self.insert(function, step, &[def, read])
    }

    /// The result's register, defined.
    fn dst_def(&self) -> Operand {
        Operand::def(self.dst)
    }
}
