//! `mir-canonicalizer`: brings the instructions of each block into an order that depends little on the order in which
//! they were, and names virtual registers as [`crate::mir_namer`] does. Two versions of a function can then be compared
//! as texts. What comes out is for reading: marks of last reads are gone, and code that reads physical registers may
//! stand below what overwrites them.
//!
//! In each block, first registers that are copies of another one of their class become that one. Then
//!
//! ```text
//!   %2 = ADD32rr %0, %1        (only registers and numbers, none that the block computes: to the top,
//!   %5 = MOV32ri 7              sorted by text)
//!   %3 = ADD32rr %2, %2        (anything else without memory: down to its nearest reader in the block;
//!   %4 = SUB32rr %3, %5         what goes to one reader is sorted by text)
//! ```

use avarice_mir::print::{MirPrinter, ModuleNames};
use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, OperandFlags, VReg, inst_facts};
use avarice_target::op;
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;

use crate::mir_namer::VRegNamer;
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};

/// `mir-canonicalizer`, see the module's description.
///
/// # Requires
/// Machine SSA.
///
/// # Ensures
/// No operand is marked as a last read or a dead definition.
///
/// # Preserves
/// Blocks and edges.
pub const PASS: MachinePass = MachinePass {
    when: When::ON_REQUEST,
    requires: Analysis::LOOPS,
    preserves: Analysis::CFG,
    ..MachinePass::new(
        "mir-canonicalizer",
        "Rename Register Operands Canonically",
        || Box::<Canonicalizer>::default(),
    )
};

/// Distance of instructions when they are numbered.
const GAP: u64 = 1 << 32;

/// The pass, with its memory.
#[derive(Debug, Default)]
pub struct Canonicalizer {
    blocks: Vec<Block>,
    insts: Vec<Inst>,
    /// By instruction of the current block: increases along the block.
    places: SecondaryMap<Inst, u64>,
    /// By instruction: what was moved to stand before it.
    moved: SecondaryMap<Inst, Vec<Inst>>,
    /// Readers that something was or nearly was moved to, in the order of decisions.
    readers: Vec<Inst>,
    /// By physical register: whether the block defines it along with something else.
    clobbered: Vec<bool>,
}

impl RunPass for Canonicalizer {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let names = ModuleNames::new(unit.module);
        let words = unit.hooks().text_names();
        let function = &mut unit.function;
        let printer = MirPrinter::new(words, Some(&names), function);
        self.blocks.clear();
        self.blocks.extend(unit.analyses.cfg.reverse_postorder());
        let mut namer = VRegNamer::new(function);
        for number in 0..self.blocks.len() {
            let block = self.blocks[number];
            propagate_copies(function, block);
            self.order(function, block, &printer);
            namer.rename_block(function, block, number, &unit.module.consts);
            clear_marks(function, block);
        }
        Ok(())
    }
}

impl Canonicalizer {
    /// Orders the instructions of `block`.
    fn order(&mut self, function: &mut MachineFunction, block: Block, printer: &MirPrinter<'_>) {
        self.begin_block(function, block);
        let mut free = Vec::new();
        for index in 0..self.insts.len() {
            let inst = self.insts[index];
            let Some(reg) = movable_def(function, inst) else {
                continue;
            };
            if self.is_free(function, inst) {
                free.push(inst);
            } else if let Some(reader) = self.nearest_reader(function, inst, reg) {
                self.move_before(function, inst, reader);
                self.moved[reader].push(inst);
            }
        }
        for reader in std::mem::take(&mut self.readers) {
            let before = InsertPoint {
                block,
                before: Some(reader),
            };
            for inst in sorted_by_text(function, &self.moved[reader], printer) {
                function.splice(inst, before);
            }
        }
        for inst in sorted_by_text(function, &free, printer) {
            // llc puts them before PHIs too, which no block may begin after anything else.
            let before = function.first_non_phi(block);
            function.splice(inst, InsertPoint { block, before });
        }
    }

    fn begin_block(&mut self, function: &MachineFunction, block: Block) {
        self.insts.clear();
        self.insts.extend(function.block_insts(block));
        self.readers.clear();
        self.clobbered.clear();
        self.clobbered
            .resize(function.target.registers.len(), false);
        for inst in &self.insts {
            self.moved[*inst].clear();
            for operand in function.operands(*inst).iter().skip(1) {
                if operand.is_def()
                    && let Some(reg) = operand.as_reg().as_physical()
                {
                    self.clobbered[reg.index()] = true;
                }
            }
        }
        self.number(function, block);
    }

    fn number(&mut self, function: &MachineFunction, block: Block) {
        for (index, inst) in function.block_insts(block).enumerate() {
            self.places[inst] = (index as u64 + 1) * GAP;
        }
    }

    /// Whether an instruction reads only numbers and physical registers that the block leaves alone.
    fn is_free(&self, function: &MachineFunction, inst: Inst) -> bool {
        function.operands(inst).iter().skip(1).all(|operand| {
            operand.is_imm()
                || operand.is_reg()
                    && match operand.as_reg().as_physical() {
                        Some(reg) => !self.clobbered[reg.index()],
                        None => operand.as_reg().is_none(),
                    }
        })
    }

    /// The first instruction after `inst` in its block that reads `reg`. Notes what it took for that on the way.
    fn nearest_reader(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        reg: VReg,
    ) -> Option<Inst> {
        let block = function.inst_block(inst);
        let mut nearest: Option<Inst> = None;
        for op in function.non_debug_uses(reg) {
            let reader = function.op_inst(op);
            if function.inst_block(reader) != block || self.places[reader] <= self.places[inst] {
                continue;
            }
            if nearest.is_none_or(|known| self.places[reader] < self.places[known]) {
                nearest = Some(reader);
                self.readers.push(reader);
            }
        }
        nearest
    }

    fn move_before(&mut self, function: &mut MachineFunction, inst: Inst, reader: Inst) {
        let Some(block) = function.inst_block(inst) else {
            return;
        };
        let before = Some(reader);
        function.splice(inst, InsertPoint { block, before });
        let low = function.prev_inst(inst).map_or(0, |prev| self.places[prev]);
        let high = self.places[reader];
        self.places[inst] = low + (high - low) / 2;
        if high - low < 2 {
            self.number(function, block);
        }
    }
}

/// The virtual register that an instruction without memory accesses defines with its first operand.
fn movable_def(function: &MachineFunction, inst: Inst) -> Option<VReg> {
    if inst_facts::may_load(function, inst) || inst_facts::may_store(function, inst) {
        return None;
    }
    let first = function.operands(inst).first()?;
    first.as_reg().as_virtual().filter(|_| first.is_def())
}

/// Instructions in the order of their texts from the equals sign on.
fn sorted_by_text(
    function: &MachineFunction,
    insts: &[Inst],
    printer: &MirPrinter<'_>,
) -> Vec<Inst> {
    let text = |inst: &Inst| {
        let mut text = String::new();
        printer.write_inst(&mut text, function, *inst);
        match text.find('=') {
            Some(at) => text.split_off(at),
            None => text,
        }
    };
    let mut sorted: Vec<(String, Inst)> = insts.iter().map(|inst| (text(inst), *inst)).collect();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    sorted.into_iter().map(|(_, inst)| inst).collect()
}

/// Makes readers of copies read what was copied, where both have one class.
fn propagate_copies(function: &mut MachineFunction, block: Block) {
    let is_copy = |inst: &Inst| function.opcode(*inst) == op::COPY;
    let copies: Vec<Inst> = function.block_insts(block).filter(is_copy).collect();
    for inst in copies {
        let operands = function.operands(inst);
        let regs = (operands[0].as_reg(), operands[1].as_reg());
        let (Some(to), Some(from)) = (regs.0.as_virtual(), regs.1.as_virtual()) else {
            continue;
        };
        let data = [to, from].map(|reg| (function.vregs[reg].kind, function.class(reg)));
        let has_class = data[0].0 == avarice_mir::VRegKind::Class;
        // A copy of a part is not what was copied, which llc does not look at.
        let is_whole = operands[0].sub_reg().is_none() && operands[1].sub_reg().is_none();
        if !has_class || data[0] != data[1] || !is_whole || to == from {
            continue;
        }
        function.remove_inst(inst);
        function.replace_reg(to, from);
    }
}

/// Takes away marks of last reads and of definitions that nothing reads.
fn clear_marks(function: &mut MachineFunction, block: Block) {
    let insts: Vec<Inst> = function.block_insts(block).collect();
    for inst in insts {
        for op in function.op_ids(inst) {
            let operand = function.op_mut(op);
            if operand.is_reg() {
                let mark = match operand.is_def() {
                    true => OperandFlags::DEAD,
                    false => OperandFlags::KILL,
                };
                operand.set(mark, false);
            }
        }
    }
}
