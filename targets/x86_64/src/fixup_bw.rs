//! Widens moves and loads of bytes and words to the whole register, where the rest of it is dead.
//!
//! ```text
//!   $dl = MOV8rm …          $edx = MOVZX32rm8 …
//!   $cl = MOV8rr $r9b       $ecx = MOV32rr undef $r9d, implicit $r9b
//! ```
//!
//! A write of a part depends on the previous content of the register.

use avarice_machine::debug_numbers::substitute;
use avarice_machine::live_reg_units::LiveRegUnits;
use avarice_machine::pass::{MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandFlags};
use avarice_target::{Opcode, PhysReg, SubRegIdx};
use avarice_trace::Log;
use smallvec::SmallVec;

use crate::{TARGET, class, op, reg, sub};

/// `x86-fixup-bw-insts`, see [`Scratch::widen_block`].
///
/// # Requires
/// Code after allocation whose blocks know which registers are live at their start.
///
/// # Preserves
/// The CFG, what every instruction reads.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    after: &["block-placement"],
    ..MachinePass::new(
        "x86-fixup-bw-insts",
        "X86 Byte/Word Instruction Fixup",
        || Box::<Scratch>::default(),
    )
};

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    /// What is live after the current instruction.
    live: LiveRegUnits,
    /// Instructions of the block and what takes their places, from below.
    replacements: Vec<(Inst, Inst)>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let function = &mut unit.function;
        for at in 0..function.layout.len() {
            self.widen_block(function, function.layout[at]);
        }
        Ok(())
    }
}

/// How an instruction is widened.
#[derive(Clone, Copy)]
enum Widening {
    /// The wide instruction has the same operands.
    Same(Opcode),
    /// A copy: it reads the wide register, of which only the part matters.
    Copy,
}

/// The widening of an instruction, and the part of a register that it writes.
fn widening(function: &MachineFunction, inst: Inst) -> Option<(Widening, SubRegIdx)> {
    Some(match function.opcode(inst) {
        // It takes a byte more, which small code has no room for.
        op::MOV8rm if function.optimize_for_size => return None,
        op::MOV8rm => (Widening::Same(op::MOVZX32rm8), sub::SUB_8BIT),
        op::MOV16rm => (Widening::Same(op::MOVZX32rm16), sub::SUB_16BIT),
        op::MOV8rr => (Widening::Copy, sub::SUB_8BIT),
        op::MOV16rr => (Widening::Copy, sub::SUB_16BIT),
        op::MOVSX16rr8 => {
            // AL to AX has an instruction of its own, which is shorter still.
            let named = |index| function.operand(inst, index).as_reg().as_physical();
            if (named(0), named(1)) == (Some(reg::AX), Some(reg::AL)) {
                return None;
            }
            (Widening::Same(op::MOVSX32rr8), sub::SUB_16BIT)
        }
        op::MOVSX16rm8 => (Widening::Same(op::MOVSX32rm8), sub::SUB_16BIT),
        op::MOVZX16rr8 => (Widening::Same(op::MOVZX32rr8), sub::SUB_16BIT),
        op::MOVZX16rm8 => (Widening::Same(op::MOVZX32rm8), sub::SUB_16BIT),
        _ => return None,
    })
}

impl Scratch {
    /// Widens moves and loads of parts of registers in `block`. Liveness is that of the code before; it is followed from the end of
    /// the block to the first of them.
    fn widen_block(&mut self, function: &mut MachineFunction, block: Block) {
        let is_narrow = |inst: &Inst| widening(function, *inst).is_some();
        let Some(first) = function.block_insts(block).find(is_narrow) else {
            return;
        };
        self.live.begin_function(function);
        self.live.add_live_outs(function, block);
        self.replacements.clear();
        let mut cursor = function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst).filter(|_| inst != first);
            if let Some(wide) = self.widened(function, inst) {
                self.replacements.push((inst, wide));
            }
            if cursor.is_some() && !function.is_debug(inst) {
                self.live.step_backward(function, inst);
            }
        }
        for (inst, wide) in self.replacements.drain(..) {
            function.insert_before(inst, wide);
            follow_debug_values(function, inst, wide);
            function.remove_inst(inst);
        }
    }

    /// What can take the place of `inst`, in no block.
    fn widened(&self, function: &mut MachineFunction, inst: Inst) -> Option<Inst> {
        let (how, part) = widening(function, inst)?;
        let narrow = function.operand(inst, 0).as_reg().as_physical()?;
        let wide = whole(narrow, part)?;
        if !self.is_rest_dead(function, inst, narrow, wide) {
            return None;
        }
        let mut operands: SmallVec<[Operand; 8]> = SmallVec::new();
        operands.push(Operand::def(wide));
        let opcode = match how {
            Widening::Same(opcode) => {
                let rest = function.operands(inst)[1..].iter();
                operands.extend(rest.map(|operand| operand.detached()));
                opcode
            }
            Widening::Copy => {
                let source = function.operand(inst, 1).as_reg().as_physical()?;
                let wide_source = whole(source, part)?;
                operands.push(Operand::reg(wide_source).with(OperandFlags::UNDEF));
                operands.push(Operand::implicit_use(source));
                for operand in &function.operands(inst)[2..] {
                    let said = if operand.is_def() { wide } else { wide_source };
                    if operand.as_reg() != said.into() {
                        operands.push(operand.detached());
                    }
                }
                op::MOV32rr
            }
        };
        let replacement = function.create_inst(opcode, &operands);
        function.insts[replacement].flags = function.insts[inst].flags;
        function.set_debug_loc(replacement, function.debug_loc(inst));
        function.copy_mem_ops(inst, replacement);
        Some(replacement)
    }

    /// Whether what `wide` holds outside of its part `narrow` is dead around `inst`, which writes that part.
    fn is_rest_dead(
        &self,
        function: &MachineFunction,
        inst: Inst,
        narrow: PhysReg,
        wide: PhysReg,
    ) -> bool {
        if !self.live.is_any_live_beyond(function, wide, narrow) {
            return true;
        }
        // The rest may count as live only because blocks below name the whole register. If the instruction itself
        // says that it defines the whole and does not read it, there was nothing in the rest before it.
        let is_move = matches!(
            function.opcode(inst),
            op::MOV8rm | op::MOV16rm | op::MOV8rr | op::MOV16rr
        );
        let row = function.desc(inst).operands.len();
        let mut defines = false;
        for operand in &function.operands(inst)[row..] {
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            if operand.is_def() {
                defines |= reg == narrow || TARGET.reg(narrow).super_regs.contains(&reg);
                continue;
            }
            let is_part = reg == narrow || TARGET.reg(reg).super_regs.contains(&narrow);
            if !is_part && TARGET.regs_overlap(wide, reg) {
                return false;
            }
        }
        is_move && defines
    }
}

/// Says that debug values which refer to `old` mean part of what `wide` defines.
fn follow_debug_values(function: &mut MachineFunction, old: Inst, wide: Inst) {
    let register = |inst| function.operand(inst, 0).as_reg().as_physical();
    if let Some((narrow, whole)) = register(old).zip(register(wide)) {
        let part = TARGET.sub_reg_idx(whole, narrow);
        substitute(function, (old, 0), (wide, 0), part);
    }
}

/// The 32-bit register whose low part `part` is `narrow`.
fn whole(narrow: PhysReg, part: SubRegIdx) -> Option<PhysReg> {
    let class = TARGET.class(class::GR32);
    let mut wider = TARGET.reg(narrow).super_regs.iter().copied();
    wider.find(|reg| class.contains(*reg) && TARGET.sub_reg(*reg, part) == narrow)
}
