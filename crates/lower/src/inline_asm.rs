//! The operands of inline assembly.

use avarice_ir::module::InlineAsmData;
use avarice_ir::{BranchProbability, ConstKind, Inst, InstKind, Module};
use avarice_legalize::Result;
use avarice_mir::inline_asm::{AsmExtra, AsmFlag, AsmOperandKind};
use avarice_mir::{Block, Operand, OperandFlags, Reg};
use avarice_target::{LaneMask, Opcode, PhysReg, RegClass, op};

use crate::function::FunctionLowering;

/// The register in which inline assembly that jumps leaves an output, by number of the output.
pub(crate) type AsmOutput = (Inst, usize, Reg);

/// Operands of the instruction in the making.
#[derive(Default)]
pub struct AsmOperands {
    /// All groups, each with its word in front.
    pub operands: Vec<Operand>,
    /// For each group the index of its first operand in the instruction.
    pub groups: Vec<usize>,
    /// Definition and use that are one register.
    pub ties: Vec<(usize, usize)>,
    /// Further effects of the text.
    pub extra: i64,
    /// Copies to fixed registers: those go last, nothing may come between them and the text.
    pub copies: Vec<(PhysReg, Reg)>,
}

impl AsmOperands {
    /// Operands of an `INLINEASM` before its groups.
    pub const FIRST_GROUP: usize = 2;

    /// Adds a group.
    pub fn group(&mut self, flag: AsmFlag, operands: &[Operand]) {
        self.operands.push(Operand::imm(i64::from(flag.0)));
        self.groups.push(Self::FIRST_GROUP + self.operands.len());
        self.operands.extend_from_slice(operands);
    }

    /// A fixed register that is an input, too, is written after the input is read, whatever its constraint says.
    pub fn settle_early_clobbers(&mut self) {
        for index in 0..self.operands.len() {
            let register = self.operands[index].as_reg();
            let early = self.operands[index].has(OperandFlags::EARLY_CLOBBER);
            let is_read = |operand: &Operand| operand.is_use() && operand.as_reg() == register;
            if early && register.as_physical().is_some() && self.operands.iter().any(is_read) {
                self.operands[index].set(OperandFlags::EARLY_CLOBBER, false);
            }
        }
    }

    /// Adds what the IR says about the text.
    pub fn add_marks(&mut self, asm: &InlineAsmData) {
        if asm.side_effect {
            self.extra |= AsmExtra::SIDE_EFFECT.bits();
        }
        if asm.align_stack {
            self.extra |= AsmExtra::ALIGN_STACK.bits();
        }
    }
}

impl<'m> FunctionLowering<'m> {
    /// The inline assembly that a call calls.
    pub fn called_asm(&self, inst: Inst) -> Option<&'m InlineAsmData> {
        let callee = self.function.operands(inst).next_back()?;
        match self.const_kind(callee)? {
            ConstKind::InlineAsm(id) => {
                let module: &'m Module = self.module;
                Some(&module.inline_asms[*id])
            }
            _ => None,
        }
    }

    /// The opcode of inline assembly that `inst` calls.
    pub fn asm_opcode(&self, inst: Inst) -> Opcode {
        match self.function.insts[inst].kind {
            InstKind::CallBr(_) => op::INLINEASM_BR,
            _ => op::INLINEASM,
        }
    }

    /// Adds a label that inline assembly may jump to: the next of `inst`.
    ///
    /// # Errors
    /// If there is none, or `constraint` is not that of a label.
    pub fn add_asm_label(
        &mut self,
        all: &mut AsmOperands,
        inst: Inst,
        constraint: &str,
    ) -> Result<()> {
        let is_block = |operand: &&Operand| operand.as_block().is_some();
        let number = all.operands.iter().filter(is_block).count();
        let targets = self.function.inst_blocks(inst);
        match targets.get(number + 1) {
            Some(target) if constraint == "!i" => {
                let target = Operand::block(self.block_of(*target));
                all.group(AsmFlag::new(AsmOperandKind::Imm, 1), &[target]);
                Ok(())
            }
            _ => self.unsupported(format!("constraint {constraint} of inline assembly")),
        }
    }

    /// The register of `class` in which the inline assembly that `inst` calls leaves output `index`.
    pub fn asm_output_register(&mut self, inst: Inst, index: usize, class: RegClass) -> Reg {
        if !matches!(self.function.insts[inst].kind, InstKind::CallBr(_)) {
            return Reg::virt(self.mf.create_vreg(class));
        }
        let mut known = self.scratch.asm_outputs.iter();
        let found = known.find(|(other, at, _)| (*other, *at) == (inst, index));
        if let Some((.., register)) = found {
            return *register;
        }
        let register = Reg::virt(self.mf.create_vreg(class));
        self.scratch.asm_outputs.push((inst, index, register));
        register
    }

    /// Adds the edges of `callbr`, of which only the first is taken for probable. Returns the block that it leads to.
    pub(crate) fn add_asm_edges(&mut self, inst: Inst) -> Block {
        let function = self.function;
        let successors = function.inst_blocks(inst);
        let machine = self.point().block;
        self.add_successor(machine, successors[0], BranchProbability::ONE);
        for (index, successor) in successors.iter().enumerate().skip(1) {
            let target = self.block_of(*successor);
            self.mf.blocks[target].inline_asm_br_target = true;
            self.mf.blocks[target].machine_address_taken = true;
            if !successors[..index].contains(successor) {
                self.add_successor(machine, *successor, BranchProbability::ZERO);
            }
        }
        BranchProbability::normalize(&mut self.mf.blocks[machine].probs);
        self.block_of(successors[0])
    }

    /// The `callbr` whose outputs `inst`, a call of `llvm.callbr.landingpad`, copies.
    ///
    /// # Errors
    /// If `inst` is not in a block that only this `callbr` jumps to.
    pub fn landed_asm(&self, inst: Inst) -> Result<(Inst, &'m InlineAsmData)> {
        let function = self.function;
        let branch = function.def_inst(function.operand(inst, 0));
        let jumps_here = |branch: &Inst| {
            matches!(function.insts[*branch].kind, InstKind::CallBr(_))
                && function.inst_blocks(*branch)[1..].contains(&self.ir_block)
                && self.scratch.cfg.unique_predecessor(self.ir_block)
                    == function.insts[*branch].block.expand()
        };
        match branch.filter(jumps_here) {
            Some(branch) => match self.called_asm(branch) {
                Some(asm) => Ok((branch, asm)),
                None => self.unsupported("callbr of something other than inline assembly"),
            },
            None => self.unsupported("llvm.callbr.landingpad where no callbr jumps to"),
        }
    }

    /// Marks a fixed register as live where inline assembly jumps to.
    pub fn add_landed_register(&mut self, place: PhysReg) {
        let block = self.point().block;
        let live_ins = &mut self.mf.blocks[block].live_ins;
        live_ins.push((place, LaneMask::ALL));
    }
}
