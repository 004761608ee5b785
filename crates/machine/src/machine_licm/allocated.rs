//! Reloads and constants move out of loops after allocation.
//!
//! Two sets of register units are collected over the blocks of a loop: those that are defined, where what lives into a block
//! counts as a definition, and those that are clobbered, by a second definition or a call. What alone defines a register
//! that no one clobbers, and reads nothing that the loop defines, may move.

use avarice_mir::frame::StackObjectKind;
use avarice_mir::{
    Block, FrameIndex, InsertPoint, Inst, MachineFunction, MachineLoop, MemFlags, MemPointer,
    OperandFlags, OperandKind, OperandValue, TargetHooks, inst_facts,
};
use avarice_target::{LaneMask, PhysReg};

use super::legal::Nest;
use super::{outermost, preheader};

/// Register units.
#[derive(Debug, Default)]
struct Units {
    has: Vec<bool>,
}

impl Units {
    fn clear(&mut self, function: &MachineFunction) {
        self.has.clear();
        self.has.resize(function.target.units.len(), false);
    }

    fn add(&mut self, function: &MachineFunction, reg: PhysReg) {
        for unit in function.target.reg(reg).units {
            self.has[unit.index()] = true;
        }
    }

    fn overlaps(&self, function: &MachineFunction, reg: PhysReg) -> bool {
        let mut units = function.target.reg(reg).units.iter();
        units.any(|unit| self.has[unit.index()])
    }
}

/// An instruction that may move.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    inst: Inst,
    def: PhysReg,
    /// The spill slot that it loads.
    slot: Option<FrameIndex>,
}

/// Scratch memory.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    defined: Units,
    clobbered: Units,
    /// What the first terminator of the preheader names.
    at_end: Units,
    /// Hoisted registers.
    hoisted: Units,
    candidates: Vec<Candidate>,
    /// Spill slots that the loop stores to.
    stored: Vec<FrameIndex>,
    blocks: Vec<Block>,
    /// The mask that was applied last.
    last_mask: Option<OperandValue>,
}

/// Hoists out of the outermost loops.
pub(super) fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    nest: Nest<'_>,
    scratch: &mut Scratch,
) {
    let loops = nest.loops;
    let mut pass = Pass {
        function,
        hooks,
        nest,
        scratch,
    };
    for id in outermost(loops) {
        pass.run_on_loop(id);
    }
}

struct Pass<'a> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    nest: Nest<'a>,
    scratch: &'a mut Scratch,
}

impl Pass<'_> {
    fn run_on_loop(&mut self, id: MachineLoop) {
        let (loops, cfg) = (self.nest.loops, self.nest.cfg);
        let Some(preheader) = preheader(self.function, loops, cfg, id) else {
            return;
        };
        self.begin_loop(id, preheader);
        let mut blocks = std::mem::take(&mut self.scratch.blocks);
        for block in &blocks {
            self.scan_block(*block, id);
        }
        let before = self.function.first_terminator(preheader);
        let mut candidates = std::mem::take(&mut self.scratch.candidates);
        candidates.retain(|candidate| self.is_safe(candidate));
        for Candidate { inst, def, .. } in &candidates {
            let to = InsertPoint::new(preheader, before);
            self.function.splice(*inst, to);
            self.function.set_debug_loc(*inst, None.into());
            self.scratch.hoisted.add(self.function, *def);
            for block in &blocks {
                let live_ins = &mut self.function.blocks[*block].live_ins;
                if !live_ins.iter().any(|(live, _)| live == def) {
                    live_ins.push((*def, LaneMask::ALL));
                }
            }
        }
        if !candidates.is_empty() {
            self.clear_kills(&blocks);
        }
        candidates.clear();
        blocks.clear();
        self.scratch.candidates = candidates;
        self.scratch.blocks = blocks;
    }

    fn begin_loop(&mut self, id: MachineLoop, preheader: Block) {
        let (function, scratch) = (&*self.function, &mut *self.scratch);
        scratch.defined.clear(function);
        scratch.clobbered.clear(function);
        scratch.at_end.clear(function);
        scratch.hoisted.clear(function);
        scratch.stored.clear();
        scratch.last_mask = None;
        let cfg = self.nest.cfg;
        scratch.blocks.extend(self.nest.loops.blocks(id));
        let number = |block: &Block| std::cmp::Reverse(cfg.postorder_number(*block));
        scratch.blocks.sort_unstable_by_key(number);
        if let Some(end) = function.first_terminator(preheader) {
            for operand in function.operands(end) {
                if let Some(reg) = operand.as_reg().as_physical() {
                    scratch.at_end.add(function, reg);
                }
            }
        }
    }

    /// Collects what a block defines and clobbers, and what may move out of it.
    fn scan_block(&mut self, block: Block, id: MachineLoop) {
        let loops = self.nest.loops;
        let innermost = loops.loop_of(block).map(|id| loops.header(id));
        if innermost.is_some_and(|header| self.function.blocks[header].eh_pad) {
            return;
        }
        for (reg, _) in &self.function.blocks[block].live_ins {
            self.scratch.defined.add(self.function, *reg);
        }
        if self.function.blocks[block].eh_funclet_entry {
            self.scratch.clobbered.has.fill(true);
        }
        self.nest.certain = None;
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_bundle(inst);
            if let Some((def, reads)) = self.scan_operands(inst) {
                self.note_candidate(inst, id, def, reads);
            }
        }
    }

    /// Collects what an instruction defines and clobbers. Gives the register if it defines one only, for the first time,
    /// and what it reads.
    fn scan_operands(&mut self, inst: Inst) -> Option<(PhysReg, Reads)> {
        let (mut def, mut is_ruled_out, mut reads) = (None, false, Reads::Invariant);
        for at in 0..self.function.num_operands(inst) {
            let operand = *self.function.operand(inst, at);
            if let Some(slot) = operand.as_frame_index() {
                if is_spill_slot(self.function, slot) && stores_to(self.function, inst, slot) {
                    self.scratch.stored.push(slot);
                }
                reads = Reads::Other;
            }
            if operand.kind() == OperandKind::RegMask {
                self.apply_mask(inst, at);
            }
            is_ruled_out |= operand.as_reg().is_virtual();
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            let (function, scratch) = (&*self.function, &mut *self.scratch);
            let is_clobbered = scratch.clobbered.overlaps(function, reg);
            let is_defined = scratch.defined.overlaps(function, reg);
            if !operand.is_def() {
                if is_defined || is_clobbered {
                    reads = Reads::Other;
                }
            } else if operand.has(OperandFlags::IMPLICIT) {
                scratch.clobbered.add(function, reg);
                is_ruled_out |= !operand.has(OperandFlags::DEAD);
            } else {
                is_ruled_out |= def.is_some() || is_defined || is_clobbered;
                def = def.or(Some(reg));
                for unit in function.target.reg(reg).units {
                    let is_defined = &mut scratch.defined.has[unit.index()];
                    scratch.clobbered.has[unit.index()] |= *is_defined;
                    *is_defined = true;
                }
            }
        }
        def.filter(|_| !is_ruled_out).map(|def| (def, reads))
    }

    /// Adds the units of all registers that a call clobbers.
    fn apply_mask(&mut self, inst: Inst, at: usize) {
        let (function, scratch) = (&*self.function, &mut *self.scratch);
        let mask = function.operand(inst, at);
        if scratch.last_mask == Some(mask.value()) {
            return;
        }
        scratch.last_mask = Some(mask.value());
        for number in 1..function.target.registers.len() {
            let reg = PhysReg(number as u16);
            if !function.mask_preserves(mask, reg) {
                scratch.clobbered.add(function, reg);
            }
        }
    }

    fn note_candidate(&mut self, inst: Inst, id: MachineLoop, def: PhysReg, reads: Reads) {
        let is_invariant =
            reads == Reads::Invariant && self.nest.is_candidate(self.function, inst, id);
        let slot = match is_invariant {
            true => None,
            false => match self.hooks.is_load_from_slot(self.function, inst) {
                Some((_, slot)) if is_spill_slot(self.function, slot) => Some(slot),
                _ => return,
            },
        };
        self.scratch.candidates.push(Candidate { inst, def, slot });
    }

    /// Whether nothing in the loop changes what a candidate defines, reads or loads, and the preheader's end does not need
    /// what it defines.
    fn is_safe(&self, candidate: &Candidate) -> bool {
        let (function, scratch) = (&*self.function, &*self.scratch);
        let Candidate { inst, def, slot } = *candidate;
        if slot.is_some_and(|slot| scratch.stored.contains(&slot))
            || scratch.clobbered.overlaps(function, def)
            || scratch.at_end.overlaps(function, def)
        {
            return false;
        }
        let mut uses = function.operands(inst).iter().filter(|o| o.is_use());
        uses.all(|operand| {
            let reg = operand.as_reg().as_physical();
            reg.is_none_or(|reg| {
                !scratch.defined.overlaps(function, reg)
                    && !scratch.clobbered.overlaps(function, reg)
            })
        })
    }

    /// Hoisted registers live through the whole loop: none of their uses is the last one.
    fn clear_kills(&mut self, blocks: &[Block]) {
        for block in blocks {
            let mut cursor = self.function.blocks[*block].first.expand();
            while let Some(inst) = cursor {
                for op in self.function.op_ids(inst) {
                    let operand = self.function.op(op);
                    let reg = operand.as_reg().as_physical();
                    let reg = reg.filter(|_| operand.is_use() && operand.has(OperandFlags::KILL));
                    if reg.is_some_and(|reg| self.scratch.hoisted.overlaps(self.function, reg)) {
                        self.function.op_mut(op).set(OperandFlags::KILL, false);
                    }
                }
                cursor = self.function.next_inst(inst);
            }
        }
    }
}

/// What an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// Nothing that the loop has changed so far.
    Invariant,
    /// Something else, or a slot.
    Other,
}

fn is_spill_slot(function: &MachineFunction, slot: FrameIndex) -> bool {
    function.frame.object(slot).kind == StackObjectKind::SpillSlot
}

/// Whether an instruction may store to a slot.
fn stores_to(function: &MachineFunction, inst: Inst, slot: FrameIndex) -> bool {
    if !inst_facts::may_store(function, inst) {
        return false;
    }
    let mut memory = function.mem_ops(inst).peekable();
    memory.peek().is_none()
        || memory.any(|access| {
            access.flags.contains(MemFlags::STORE) && access.pointer == MemPointer::Stack(slot)
        })
}
