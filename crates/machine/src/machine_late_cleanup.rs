//! `machine-latecleanup`: constants and addresses in the frame that are in their register already.
//!
//! ```text
//!   bb.1:                             bb.1:
//!     $edi = MOV32ri 7                  $edi = MOV32ri 7
//!     … nothing that changes $edi       …
//!   bb.2:  from bb.1 only       ─▶    bb.2:  liveins: $edi
//!     $edi = MOV32ri 7                  …
//! ```
//!
//! Frame layout makes such code, where each reference to a distant object gets an address of its own. Blocks come in reverse
//! postorder: a definition holds at the start of a block if it does at the end of all blocks that lead there.

use avarice_mir::inst_facts::modifies_phys_reg;
use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, OperandKind, inst_facts};
use avarice_target::{LaneMask, PhysReg, op};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::identical::{Marks, is_identical};
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};

/// `machine-latecleanup`.
///
/// # Requires
/// No virtual registers, frames laid out; blocks that know which registers live into them.
///
/// # Ensures
/// No definition of a constant or of an address in the frame in a register that has that value on all ways there. The
/// registers live into the blocks between.
///
/// # Preserves
/// The control flow graph.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["prologepilog"],
    ..MachinePass::new(
        "machine-latecleanup",
        "Machine Late Instructions Cleanup Pass",
        || Box::<Scratch>::default(),
    )
};

/// A register and an instruction that matters to it.
type Entry = (PhysReg, Inst);

/// What is known at the end of a block, or so far in the block that is being walked.
#[derive(Clone, Debug, Default)]
struct BlockState {
    /// The definitions that hold, one for each register.
    defs: SmallVec<[Entry; 4]>,
    /// The last instruction that ends the value of one of these registers, in the block itself.
    kills: SmallVec<[Entry; 4]>,
}

fn find(entries: &[Entry], reg: PhysReg) -> Option<Inst> {
    let found = entries.iter().find(|(other, _)| *other == reg);
    found.map(|(_, inst)| *inst)
}

fn remove(entries: &mut SmallVec<[Entry; 4]>, reg: PhysReg) {
    entries.retain(|(other, _)| *other != reg);
}

fn set(entries: &mut SmallVec<[Entry; 4]>, reg: PhysReg, inst: Inst) {
    match entries.iter_mut().find(|(other, _)| *other == reg) {
        Some(entry) => entry.1 = inst,
        None => entries.push((reg, inst)),
    }
}

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    blocks: SecondaryMap<Block, BlockState>,
    /// By block: the round in which it was visited.
    visited: SecondaryMap<Block, u32>,
    round: u32,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let frame_register = unit.target.frame_register(&unit.function);
        self.blocks.clear();
        self.visited.clear();
        self.round = 0;
        for block in unit.analyses.cfg.reverse_postorder() {
            self.clean(&mut unit.function, block, frame_register);
        }
        Ok(())
    }
}

impl Scratch {
    /// Removes definitions in `block` that hold already.
    fn clean(&mut self, function: &mut MachineFunction, block: Block, frame_register: PhysReg) {
        let mut state = self.at_start(function, block);
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if modifies_phys_reg(function, inst, frame_register) {
                state = BlockState::default();
                continue;
            }
            let defined = candidate(function, inst, frame_register);
            if let Some(reg) = defined
                && let Some(known) = find(&state.defs, reg)
                && is_identical(function, known, inst, Marks::Ignored)
            {
                self.blocks[block] = std::mem::take(&mut state);
                self.extend_value(function, block, reg);
                state = std::mem::take(&mut self.blocks[block]);
                function.remove_inst(inst);
                continue;
            }
            state.pass(function, inst);
            if let Some(reg) = defined {
                set(&mut state.defs, reg, inst);
            }
        }
        self.blocks[block] = state;
    }

    /// What holds at the end of all predecessors.
    fn at_start(&self, function: &MachineFunction, block: Block) -> BlockState {
        let data = &function.blocks[block];
        let mut state = BlockState::default();
        let [first, others @ ..] = &data.preds[..] else {
            return state;
        };
        if data.eh_pad || data.inline_asm_br_target {
            return state;
        }
        for (reg, inst) in &self.blocks[*first].defs {
            let holds = |pred: &Block| {
                let known = find(&self.blocks[*pred].defs, *reg);
                known.is_some_and(|other| is_identical(function, other, *inst, Marks::Ignored))
            };
            if others.iter().all(holds) {
                state.defs.push((*reg, *inst));
            }
        }
        state
    }

    /// Makes the value of `reg` live from the definitions that are there to where it is in `block`: they and what reads it
    /// do not end it any more.
    fn extend_value(&mut self, function: &mut MachineFunction, block: Block, reg: PhysReg) {
        self.round += 1;
        let mut open: SmallVec<[Block; 8]> = smallvec::smallvec![block];
        while let Some(block) = open.pop() {
            if std::mem::replace(&mut self.visited[block], self.round) == self.round {
                continue;
            }
            let state = &self.blocks[block];
            if let Some(inst) = find(&state.kills, reg) {
                clear_kills(function, inst, reg);
                continue;
            }
            let def = find(&state.defs, reg);
            if def.is_some_and(|inst| function.inst_block(inst) == Some(block)) {
                continue;
            }
            let data = &mut function.blocks[block];
            if !data.live_ins.iter().any(|(live, _)| *live == reg) {
                data.live_ins.push((reg, LaneMask::ALL));
            }
            open.extend(data.preds.iter().copied());
        }
    }
}

impl BlockState {
    /// Goes past an instruction: what it changes does not hold any more.
    fn pass(&mut self, function: &MachineFunction, inst: Inst) {
        let mut at = 0;
        while let Some((reg, _)) = self.defs.get(at).copied() {
            if modifies_phys_reg(function, inst, reg) {
                self.defs.swap_remove(at);
                remove(&mut self.kills, reg);
                continue;
            }
            if kills(function, inst, reg) {
                set(&mut self.kills, reg, inst);
            }
            at += 1;
        }
    }
}

/// The register that an instruction defines, if that is all that it does, and needs nothing but the frame for it.
fn candidate(function: &MachineFunction, inst: Inst, frame_register: PhysReg) -> Option<PhysReg> {
    let opcode = function.opcode(inst);
    if opcode == op::IMPLICIT_DEF
        || inst_facts::is_inline_asm(function, inst)
        || !inst_facts::is_safe_to_move(function, inst, true)
    {
        return None;
    }
    let mut defined = None;
    for (at, operand) in function.operands(inst).iter().enumerate() {
        match operand.kind() {
            OperandKind::Reg if operand.is_def() => {
                let unwanted = OperandFlags::IMPLICIT | OperandFlags::DEAD;
                if at != 0 || operand.flags().intersects(unwanted) {
                    return None;
                }
                defined = operand.as_reg().as_physical();
            }
            OperandKind::Reg => {
                let reg = operand.as_reg();
                if !reg.is_none() && reg.as_physical() != Some(frame_register) {
                    return None;
                }
            }
            OperandKind::Imm
            | OperandKind::CImm
            | OperandKind::FpImm
            | OperandKind::ConstPool
            | OperandKind::Global
            | OperandKind::Symbol => {}
            _ => return None,
        }
    }
    defined
}

/// Whether an instruction ends the value of `reg` or of a part of it.
fn kills(function: &MachineFunction, inst: Inst, reg: PhysReg) -> bool {
    function.operands(inst).iter().any(|operand| {
        let other = operand.as_reg().as_physical();
        operand.is_use()
            && operand.has(OperandFlags::KILL)
            && other.is_some_and(|other| function.target.regs_overlap(other, reg))
    })
}

/// Makes an instruction no longer end the value of `reg`.
fn clear_kills(function: &mut MachineFunction, inst: Inst, reg: PhysReg) {
    for op in function.op_ids(inst) {
        let other = function.op(op).as_reg().as_physical();
        let overlaps = other.is_some_and(|other| function.target.regs_overlap(other, reg));
        if overlaps && function.op(op).is_use() {
            function.op_mut(op).set(OperandFlags::KILL, false);
        }
    }
}
