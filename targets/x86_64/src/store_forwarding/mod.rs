//! `x86-avoid-SFB`: copies of memory through a vector register are done in parts where a part was stored shortly before.
//!
//! The processor passes what is stored on to loads that follow, but not to a load of more bytes than were stored: that one
//! waits until the store is in the cache. Loads of the parts do not:
//!
//! ```text
//!   MOV32mi %0, 1, $noreg, 4, $noreg, 7          MOV32mi %0, 1, $noreg, 4, $noreg, 7
//!   %2 = MOVUPSrm %0, 1, $noreg, 0, $noreg       %3 = MOV32rm %0, 1, $noreg, 0, $noreg
//!   MOVUPSmr %1, 1, $noreg, 0, $noreg, %2        MOV32mr %1, 1, $noreg, 0, $noreg, %3
//!                                                %4 = MOV32rm %0, 1, $noreg, 4, $noreg       (what was stored)
//!                                                MOV32mr %1, 1, $noreg, 4, $noreg, %4
//!                                                %5 = MOV64rm %0, 1, $noreg, 8, $noreg
//!                                                MOV64mr %1, 1, $noreg, 8, $noreg, %5
//! ```
//!
//! | file | has |
//! |---|---|
//! | `opcodes` | which instructions copy, and which store parts |
//! | `parts` | the copy in parts |

mod opcodes;
mod parts;

use avarice_ir::Module;
use avarice_machine::alias::{AliasAnalysis, Evidence};
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandFlags, inst_facts};
use avarice_target::InstrFlags;
use avarice_trace::Log;
use smallvec::SmallVec;

use crate::address_check::memory_operand;
use crate::scheduling::Scheduling;
use opcodes::VectorCopy;

/// `x86-avoid-SFB`, see [`StoreForwarding`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["peephole-opt"],
    ..MachinePass::new("x86-avoid-SFB", "X86 Avoid Store Forwarding Blocks", || {
        Box::<StoreForwarding>::default()
    })
};

/// Places of the operands of an address, from its first one.
const SCALE: usize = 1;
const INDEX: usize = 2;
const DISPLACEMENT: usize = 3;
const SEGMENT: usize = 4;

/// The pass.
#[derive(Debug, Default)]
struct StoreForwarding {
    copies: Vec<Copy>,
    stored: Vec<Stored>,
}

/// A load into a vector register and the store of it, the only instruction that reads it.
#[derive(Clone, Copy, Debug)]
struct Copy {
    kind: &'static VectorCopy,
    load: Inst,
    store: Inst,
}

/// Bytes that an earlier instruction has stored, by their place relative to the base of the load.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stored {
    at: i64,
    bytes: i64,
}

impl Stored {
    fn end(self) -> i64 {
        self.at + self.bytes
    }
}

impl RunPass for StoreForwarding {
    /// Does copies in parts.
    ///
    /// # Requires
    /// Machine SSA, anything else stays as it is.
    ///
    /// # Ensures
    /// No copy through a vector register begins with a load of more bytes than one of the few stores before it has written
    /// there.
    ///
    /// # Preserves
    /// Machine SSA, the CFG.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let options = unit.options.store_forwarding;
        let function = &mut unit.function;
        if !options.enabled || !function.is_ssa {
            return Ok(());
        }
        self.find_copies(unit.module, function);
        for at in 0..self.copies.len() {
            let copy = self.copies[at];
            self.find_stored(function, &copy, options.inspected);
            if self.stored.is_empty() {
                self.copies[at].load = copy.store;
            } else {
                parts::copy_in_parts(function, &copy, &self.stored);
            }
        }
        for copy in self.copies.drain(..).filter(|copy| copy.load != copy.store) {
            function.remove_inst(copy.load);
            function.remove_inst(copy.store);
        }
        Ok(())
    }
}

impl StoreForwarding {
    /// Finds copies from and to memory that do not overlap.
    fn find_copies(&mut self, module: &Module, function: &MachineFunction) {
        self.copies.clear();
        let mut alias = None;
        for block in &function.layout {
            let insts = function.block_insts(*block);
            for load in insts.filter(|inst| function.desc(*inst).has(InstrFlags::MAY_LOAD)) {
                let Some(kind) = opcodes::copy_by_load(function.opcode(load)) else {
                    continue;
                };
                let Some(store) = only_user(function, load) else {
                    continue;
                };
                let is_copy = function.inst_block(store) == Some(*block)
                    && kind.stores.contains(&function.opcode(store))
                    && has_plain_address(function, load)
                    && has_plain_address(function, store);
                if !is_copy {
                    continue;
                }
                let alias = alias.get_or_insert_with(|| {
                    AliasAnalysis::new(module, function, &Scheduling, Evidence::Metadata)
                });
                let operands = [load, store].map(|inst| function.mem_ops(inst).next());
                if let [Some(from), Some(to)] = operands
                    && alias.are_values_apart(function, from, to)
                {
                    self.copies.push(Copy { kind, load, store });
                }
            }
        }
    }

    /// Finds what few instructions before the load have stored into parts of what it loads, in order and without what
    /// another one covers.
    fn find_stored(&mut self, function: &MachineFunction, copy: &Copy, inspected: u32) {
        self.stored.clear();
        let mut left = inspected;
        let mut next = function.prev_inst(copy.load);
        let is_complete = self.walk(function, copy, &mut next, &mut left);
        let block = function.inst_block(copy.load);
        if is_complete && left > 0 {
            let before: &[Block] = block.map_or(&[], |block| &function.blocks[block].preds);
            for pred in before {
                let mut left = left;
                let mut next = function.blocks[*pred].last.expand();
                self.walk(function, copy, &mut next, &mut left);
            }
        }
        // Of those that begin at the same byte, the shortest one counts.
        self.stored.sort_unstable();
        self.stored.dedup_by_key(|stored| stored.at);
        let mut kept: SmallVec<[Stored; 4]> = SmallVec::new();
        for stored in self.stored.drain(..) {
            while kept.last().is_some_and(|last| stored.end() <= last.end()) {
                kept.pop();
            }
            kept.push(stored);
        }
        self.stored.extend(kept);
    }

    /// Walks back from `next`, over fewer than `left` instructions. False at a call.
    fn walk(
        &mut self,
        function: &MachineFunction,
        copy: &Copy,
        next: &mut Option<Inst>,
        left: &mut u32,
    ) -> bool {
        while let Some(inst) = *next {
            *next = function.prev_inst(inst);
            if function.desc(inst).has(InstrFlags::META) {
                continue;
            }
            *left = left.saturating_sub(1);
            if *left == 0 {
                break;
            }
            if inst_facts::is_call(function, inst) {
                return false;
            }
            self.stored.extend(stored_part(function, copy, inst));
        }
        true
    }
}

/// What `inst` has stored into a part of what is loaded.
fn stored_part(function: &MachineFunction, copy: &Copy, inst: Inst) -> Option<Stored> {
    if !copy.kind.is_blocked_by(function.opcode(inst)) || !has_plain_address(function, inst) {
        return None;
    }
    let (base, at) = address(function, inst)?;
    let (loaded_base, loaded_at) = address(function, copy.load)?;
    let bytes = i64::try_from(function.mem_ops(inst).next()?.size?).ok()?;
    let last = loaded_at.checked_add(copy.kind.bytes.checked_sub(bytes)?)?;
    let is_same_base = match (base.as_frame_index(), loaded_base.as_frame_index()) {
        (None, None) => base.as_reg() == loaded_base.as_reg(),
        (one, other) => one == other,
    };
    let is_part = is_same_base && (loaded_at..=last).contains(&at) && bytes > 0;
    is_part.then_some(Stored { at, bytes })
}

/// Base and displacement of an address.
fn address(function: &MachineFunction, inst: Inst) -> Option<(&Operand, i64)> {
    let address = function
        .operands(inst)
        .get(memory_operand(function.desc(inst))?..)?;
    Some((address.first()?, address.get(DISPLACEMENT)?.as_imm()?))
}

/// Whether the address is a register or a frame object and a number, and one memory operand says what is accessed.
fn has_plain_address(function: &MachineFunction, inst: Inst) -> bool {
    let first = memory_operand(function.desc(inst));
    let address = first.and_then(|first| function.operands(inst).get(first..));
    let Some([base, scale, index, displacement, segment, ..]) = address else {
        return false;
    };
    let is_none = |operand: &Operand| operand.is_reg() && operand.as_reg().is_none();
    let is_base = base.is_reg() && !base.as_reg().is_none() || base.as_frame_index().is_some();
    is_base
        && displacement.as_imm().is_some()
        && scale.as_imm() == Some(1)
        && is_none(index)
        && is_none(segment)
        && function.mem_ops(inst).count() == 1
}

/// The only instruction that reads what `load` defines, but for debugging.
fn only_user(function: &MachineFunction, load: Inst) -> Option<Inst> {
    let loaded = function.operands(load).first()?.as_reg();
    loaded.as_virtual()?;
    let mut users = function.non_debug_uses(loaded);
    let user = users.next()?;
    let is_whole = function.op(user).sub_reg().is_none();
    (is_whole && users.next().is_none()).then(|| function.op_inst(user))
}

/// Whether an operand has the mark that it is the last use.
fn is_kill(operand: &Operand) -> bool {
    operand.is_reg() && operand.has(OperandFlags::KILL)
}
