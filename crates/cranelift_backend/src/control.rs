//! Terminators, and the edges between blocks.
//!
//! The incoming value of a phi is an argument of the jump to its block. `switch` of Cranelift's frontend passes no
//! arguments, so an edge of a `switch` to a block with phis gets a block of its own; so does each edge where phis are
//! in memory. Such blocks are placed after all others.

use avarice_ir::{Block, Inst, InstKind, Value};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, TrapCode, types};
use cranelift_frontend::Switch;
use smallvec::SmallVec;

use crate::convention::Machine;
use crate::inst::refused_kind;
use crate::translator::{Result, Translator, Values};
use crate::units::Unit;

/// Why code that is not to be reached traps.
const UNREACHABLE: TrapCode = TrapCode::unwrap_user(1);

/// The arguments of a jump.
type BlockArgs = SmallVec<[BlockArg; 4]>;

impl Translator<'_, '_> {
    pub(crate) fn translate_terminator(&mut self, block: Block, inst: Inst) -> Result<()> {
        let function = self.function;
        let blocks = function.inst_blocks(inst);
        match &function.insts[inst].kind {
            InstKind::Ret => self.translate_return(inst),
            InstKind::Br => {
                let (target, args) = self.edge(block, blocks[0])?;
                self.builder.ins().jump(target, &args);
                Ok(())
            }
            InstKind::CondBr => {
                let condition = self.operand(inst, 0)?;
                let (yes, yes_args) = self.edge(block, blocks[0])?;
                let (no, no_args) = self.edge(block, blocks[1])?;
                let ins = self.builder.ins();
                ins.brif(condition, yes, &yes_args, no, &no_args);
                Ok(())
            }
            InstKind::Switch => self.translate_switch(block, inst),
            InstKind::IndirectBr => self.translate_indirect_branch(block, inst),
            InstKind::Unreachable => {
                self.builder.ins().trap(UNREACHABLE);
                Ok(())
            }
            kind => self.unsupported(refused_kind(kind)),
        }
    }

    fn translate_return(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operands(inst).next();
        let values = match operand {
            Some(operand) => {
                let parts = self.parts_of(self.ty(operand))?;
                let values = self.values(operand)?;
                let units = self.shape.results.clone();
                self.pass_result(&parts, &values, &units)
            }
            None => self.returned_memory()?,
        };
        if self.heap.is_some() {
            let zero = self.builder.ins().iconst(types::I64, 0);
            self.free_heap_blocks(zero);
        }
        self.builder.ins().return_(&values);
        Ok(())
    }

    /// What a variadic function that takes its arguments out of memory returns beside its result: on x86-64, the
    /// address of the memory for that. In others Cranelift sees to it.
    fn returned_memory(&mut self) -> Result<Values> {
        let placed = self.shape.placement.placed.iter();
        let mut placed = placed.filter(|placed| placed.unit == Unit::ResultMemory);
        match placed.next().copied() {
            Some(placed)
                if self.names.takes_saved_arguments
                    && self.convention.machine == Machine::X86_64 =>
            {
                self.values(self.function.args[placed.argument as usize])
            }
            _ => Ok(Values::new()),
        }
    }

    fn translate_switch(&mut self, block: Block, inst: Inst) -> Result<()> {
        let function = self.function;
        let value = self.operand(inst, 0)?;
        let targets = function.inst_blocks(inst);
        let mut switch = Switch::new();
        for (case, target) in function.operands(inst).skip(1).zip(&targets[1..]) {
            let Some(number) = self.case_number(case) else {
                return self.unsupported("a switch over such constants");
            };
            let target = self.edge_without_arguments(block, *target);
            switch.set_entry(number, target);
        }
        let otherwise = self.edge_without_arguments(block, targets[0]);
        switch.emit(&mut self.builder, value, otherwise);
        Ok(())
    }

    fn case_number(&self, case: Value) -> Option<u128> {
        let constant = self.function.as_const(case)?;
        match &self.convention.module.consts[constant].kind {
            avarice_ir::ConstKind::Int(value) => Some(u128::from(*value)),
            avarice_ir::ConstKind::BigInt(words) => {
                let word = |index: usize| words.get(index).copied().unwrap_or(0);
                Some(u128::from(word(0)) | u128::from(word(1)) << 64)
            }
            avarice_ir::ConstKind::Zero => Some(0),
            _ => None,
        }
    }

    /// Addresses of blocks are numbers ([`crate::block_numbers`]), so this is a switch over them.
    fn translate_indirect_branch(&mut self, block: Block, inst: Inst) -> Result<()> {
        let function = self.function;
        let value = self.operand(inst, 0)?;
        let mut switch = Switch::new();
        let mut targets: Vec<Block> = function.inst_blocks(inst).to_vec();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let number = crate::block_numbers::number_of(target);
            let target = self.edge_without_arguments(block, target);
            switch.set_entry(u128::from(number), target);
        }
        let otherwise = self.builder.create_block();
        switch.emit(&mut self.builder, value, otherwise);
        self.builder.switch_to_block(otherwise);
        self.builder.ins().trap(UNREACHABLE);
        Ok(())
    }

    // ---- Edges --------------------------------------------------------------------------------

    fn has_phis(&self, block: Block) -> bool {
        self.phis(block).next().is_some()
    }

    /// Where the edge from `from` to `to` goes, and what it passes.
    fn edge(&mut self, from: Block, to: Block) -> Result<(ir::Block, BlockArgs)> {
        if self.passes_phis_in_memory() {
            return Ok((self.edge_without_arguments(from, to), BlockArgs::new()));
        }
        Ok((self.block(to), self.incoming(from, to)?))
    }

    /// What the phis of `to` receive from `from`.
    fn incoming(&mut self, from: Block, to: Block) -> Result<BlockArgs> {
        let mut args = BlockArgs::new();
        for phi in self.phis(to) {
            let value = self.incoming_value(phi, from)?;
            args.extend(self.values(value)?.into_iter().map(BlockArg::from));
        }
        Ok(args)
    }

    fn incoming_value(&self, phi: Inst, from: Block) -> Result<Value> {
        let blocks = self.function.inst_blocks(phi);
        match blocks.iter().position(|block| *block == from) {
            Some(index) => Ok(self.function.operand(phi, index)),
            None => self.unsupported("a phi without a value for an edge"),
        }
    }

    /// A block that leads from `from` to `to` without arguments.
    fn edge_without_arguments(&mut self, from: Block, to: Block) -> ir::Block {
        if !self.has_phis(to) {
            return self.block(to);
        }
        let known = self.edges.iter().rev();
        let mut known = known.take_while(|(_, source, _)| *source == from);
        if let Some((own, ..)) = known.find(|(_, _, target)| *target == to) {
            return *own;
        }
        let own = self.builder.create_block();
        self.edges.push((own, from, to));
        own
    }

    /// Writes the blocks of edges.
    pub(crate) fn write_edges(&mut self) -> Result<()> {
        for (own, from, to) in std::mem::take(&mut self.edges) {
            self.builder.switch_to_block(own);
            let target = self.block(to);
            if !self.passes_phis_in_memory() {
                let args = self.incoming(from, to)?;
                self.builder.ins().jump(target, &args);
                continue;
            }
            // All are read before any is written: phis may exchange their values.
            let mut received: Vec<(Value, Values)> = Vec::new();
            for phi in self.phis(to) {
                let value = self.incoming_value(phi, from)?;
                let values = self.values(value)?;
                if let Some(result) = self.function.insts[phi].result.expand() {
                    received.push((result, values));
                }
            }
            for (result, values) in received {
                self.define(result, &values);
            }
            self.builder.ins().jump(target, &[]);
        }
        Ok(())
    }
}
