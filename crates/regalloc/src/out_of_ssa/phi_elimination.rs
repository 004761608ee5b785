//! `phi-node-elimination`: replaces PHIs by copies.
//!
//! ```text
//!   bb.1:                              bb.1:
//!     …                                  %3 = COPY %1
//!   bb.2:                              bb.2:
//!     …                                  %3 = COPY %2
//!   bb.3:                              bb.3:
//!     %0 = PHI %1, bb.1, %2, bb.2        %0 = COPY %3
//! ```
//!
//! The register in between (`%3`) makes the copies of several PHIs independent of each other: no value is lost or
//! swapped, whatever their order.

use avarice_mir::InsertPoint;
use avarice_mir::mir_info::DebugPhi;
use avarice_mir::{Block, Inst, MachineFunction, MachineLoopInfo, Operand, OperandFlags, VReg};
use avarice_target::{InstrFlags, SubRegIdx, op};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use avarice_liveness::LiveVariables;
use avarice_machine::critical_edge::{Edge, EdgeSplitter};
use avarice_machine::pass::{
    AllocatorNeed, Analyses, Analysis, MachinePass, MachineUnit, PhiEdges, RunPass, When,
};
use avarice_mir::inst_facts::{is_position, reads_register};
use avarice_trace::Log;

/// Memory of the pass, kept between functions.
#[derive(Debug, Default)]
pub struct Scratch {
    /// For each (predecessor, register): how many PHI operands still read it. Sorted.
    use_counts: Vec<((Block, VReg), u32)>,
    /// Definitions of PHI sources that may become superfluous.
    implicit_defs: Vec<Inst>,
    lowered: LoweredPhis,
    /// For each block, the number of the last PHI that had a copy put there.
    copied: SecondaryMap<Block, u32>,
    /// Number of the current PHI.
    phi: u32,
    /// Which edges are split.
    edges: PhiEdges,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        self.edges = unit.options.phi_edges;
        let splitter = EdgeSplitter {
            hooks: unit.target,
            module: Some(unit.module),
        };
        run(&mut unit.function, splitter, unit.analyses, self);
        Ok(())
    }
}

/// `phi-node-elimination`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When {
        allocator: AllocatorNeed::OutOfSsa,
        ..When::ALWAYS
    },
    preserves: Analysis::RESERVED_REGS.union(Analysis::LIVE_VARIABLES.union(Analysis::REACHABLE)),
    after: &["unreachable-mbb-elimination", "livevars"],
    ..MachinePass::new(
        "phi-node-elimination",
        "Eliminate PHI nodes for register allocation",
        || Box::<Scratch>::default(),
    )
};

/// Eliminates all PHIs.
///
/// # Requires
/// Machine SSA without unreachable blocks. Live variables if they hold: without them no edge is split and no kill mark
/// set. Loops if they hold: without them edges are split as if there were none.
///
/// # Ensures
/// No PHIs. Live variables are kept up to date.
///
/// # Preserves
/// The CFG but for split critical edges.
pub fn run(
    function: &mut MachineFunction,
    splitter: EdgeSplitter<'_>,
    analyses: &mut Analyses,
    scratch: &mut Scratch,
) {
    let has_loops = analyses.has(Analysis::LOOPS);
    if analyses.has(Analysis::LIVE_VARIABLES) {
        let loops = has_loops.then_some(&analyses.loops);
        let live_variables = &mut analyses.live_variables;
        split_edges(function, splitter, live_variables, loops, scratch.edges);
    } else {
        analyses.live_variables.forget();
    }
    function.is_ssa = false;
    scratch.copied.clear();
    scratch.phi = 0;
    scratch.lowered.clear();
    scratch.implicit_defs.clear();
    let mut pass = PhiElimination {
        function,
        live_variables: &mut analyses.live_variables,
        scratch,
    };
    pass.count_uses();
    for at in 0..pass.function.layout.len() {
        pass.run_on_block(pass.function.layout[at]);
    }
    pass.remove_implicit_defs();
    function.no_phis = true;
}

// ---- Critical edges ---------------------------------------------------------------------------

fn split_edges(
    function: &mut MachineFunction,
    splitter: EdgeSplitter<'_>,
    live_variables: &mut LiveVariables,
    loops: Option<&MachineLoopInfo>,
    edges: PhiEdges,
) {
    let mut live_ins: Option<SecondaryMap<Block, Vec<VReg>>> = None;
    let mut at = 0;
    while at < function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(phi) = cursor.filter(|inst| function.opcode(*inst) == op::PHI) {
            cursor = function.next_inst(phi);
            for index in (1..function.num_operands(phi)).step_by(2) {
                let reg = function.operand(phi, index).as_reg().as_virtual();
                let pred = function.operand(phi, index + 1).as_block();
                let (Some(reg), Some(pred)) = (reg, pred) else {
                    continue;
                };
                let edge = (pred, block);
                if !should_split(function, live_variables, loops, edges, reg, edge) {
                    continue;
                }
                let live_ins =
                    live_ins.get_or_insert_with(|| live_in_sets(function, live_variables));
                let live_in = &live_ins[block];
                let edge = Edge {
                    from: pred,
                    to: block,
                };
                splitter.split_critical(function, live_variables, live_in, edge);
            }
        }
        if function.layout[at] != block {
            // Blocks inserted before this one have moved it.
            at = function.layout_index(block);
        }
        at += 1;
    }
}

/// For each block: the registers that are live into it.
fn live_in_sets(
    function: &MachineFunction,
    live_variables: &LiveVariables,
) -> SecondaryMap<Block, Vec<VReg>> {
    let mut sets: SecondaryMap<Block, Vec<VReg>> = SecondaryMap::new();
    for reg in function.vregs.keys() {
        let Some(def_block) = LiveVariables::def_block(function, reg) else {
            continue;
        };
        let var = live_variables.var(reg);
        for block in var.alive_blocks.iter() {
            sets[block].push(reg);
        }
        let block_of = |inst: &Inst| function.inst_block(*inst);
        // The only kill may be in the block of the definition, then the register is live into no block.
        let is_local = matches!(&var.kills[..], [only] if block_of(only) == Some(def_block));
        for block in var.kills.iter().filter_map(block_of) {
            if !is_local && sets[block].last() != Some(&reg) {
                sets[block].push(reg);
            }
        }
    }
    sets
}

/// Whether a copy of `reg` on the edge `pred → block` is better placed in a block of its own.
fn should_split(
    function: &MachineFunction,
    live_variables: &LiveVariables,
    loops: Option<&MachineLoopInfo>,
    edges: PhiEdges,
    reg: VReg,
    (pred, block): (Block, Block),
) -> bool {
    if function.blocks[block].eh_pad || function.blocks[pred].succs.len() == 1 || pred == block {
        return false;
    }
    let block_loop = loops.and_then(|loops| loops.loop_of(block));
    let pred_loop = loops.and_then(|loops| loops.loop_of(pred));
    // Back edges are hot: a jump more costs more than a copy.
    let is_header = loops
        .zip(block_loop)
        .is_some_and(|(loops, id)| loops.header(id) == block);
    if is_header && pred_loop == block_loop && !edges.all {
        return false;
    }
    // The copy can reuse the source's register unless that lives on past the PHIs.
    let is_live_out = live_variables.is_live_out(function, reg, pred);
    if !is_live_out && !edges.not_only_of_live_outs {
        return false;
    }
    if edges.all || is_live_out && !live_variables.is_live_in(function, reg, block) {
        return true;
    }
    // The copy is needed anyway, but can be kept out of a loop that this edge leaves.
    match (loops, pred_loop) {
        (Some(loops), Some(pred_loop)) if Some(pred_loop) != block_loop => {
            !block_loop.is_some_and(|id| loops.contains_loop(pred_loop, id))
        }
        _ => false,
    }
}

// ---- Copies -----------------------------------------------------------------------------------

struct PhiElimination<'a> {
    function: &'a mut MachineFunction,
    live_variables: &'a mut LiveVariables,
    scratch: &'a mut Scratch,
}

impl PhiElimination<'_> {
    fn count_uses(&mut self) {
        let use_counts = &mut self.scratch.use_counts;
        use_counts.clear();
        if !self.live_variables.is_tracked() {
            return;
        }
        for block in &self.function.layout {
            for inst in self.function.block_insts(*block) {
                if self.function.opcode(inst) != op::PHI {
                    break;
                }
                let read = sources(self.function, inst).filter(|s| !s.undef);
                use_counts.extend(read.map(|s| ((s.block, s.reg), 1)));
            }
        }
        use_counts.sort_unstable();
        use_counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += u32::from(same);
            same
        });
    }

    fn use_count(&mut self, block: Block, reg: VReg) -> Option<&mut u32> {
        let use_counts = &mut self.scratch.use_counts;
        let at = use_counts.binary_search_by_key(&(block, reg), |entry| entry.0);
        at.ok().map(|at| &mut use_counts[at].1)
    }

    fn run_on_block(&mut self, block: Block) {
        let is_phi = |function: &MachineFunction, inst| function.opcode(inst) == op::PHI;
        let first = self.function.blocks[block].first.expand();
        if !first.is_some_and(|inst| is_phi(self.function, inst)) {
            return;
        }
        // Copies go after the last PHI or label; each goes before the copies of earlier PHIs.
        let last_phi = self
            .function
            .block_insts(block)
            .take_while(|inst| is_phi(self.function, *inst) || is_position(self.function, *inst))
            .last();
        let preds = &self.function.blocks[block].preds;
        let all_critical = preds.len() >= 2
            && preds
                .iter()
                .all(|pred| self.function.blocks[*pred].succs.len() >= 2);
        while let Some(phi) = self.function.blocks[block].first.expand() {
            if !is_phi(self.function, phi) {
                break;
            }
            let after = last_phi.and_then(|last| self.function.next_inst(last));
            self.lower(block, phi, after, all_critical);
        }
    }

    /// Replaces one PHI.
    fn lower(&mut self, block: Block, phi: Inst, after: Option<Inst>, all_critical: bool) {
        self.function.remove_inst(phi);
        let dest_operand = *self.function.operand(phi, 0);
        let Some(dest) = dest_operand.as_reg().as_virtual() else {
            return;
        };
        let mut incoming = None;
        let mut reused = false;
        let copy;
        if sources(self.function, phi)
            .all(|s| s.undef || is_implicitly_defined(self.function, s.reg))
        {
            copy = self
                .function
                .create_inst(op::IMPLICIT_DEF, &[Operand::def(dest)]);
        } else {
            let known = if all_critical {
                self.scratch.lowered.find(self.function, phi)
            } else {
                None
            };
            reused = known.is_some();
            let reg = match known {
                Some(reg) => reg,
                None => {
                    let class = self.function.class(dest);
                    let reg = self.function.create_vreg(class);
                    if all_critical {
                        self.scratch.lowered.insert(self.function, phi, reg);
                    }
                    reg
                }
            };
            incoming = Some(reg);
            let operands = [Operand::def(dest), Operand::reg(reg)];
            copy = self.function.create_inst(op::COPY, &operands);
        }
        self.function
            .set_debug_loc(copy, self.function.debug_loc(phi));
        self.function
            .insert_at(InsertPoint::new(block, after), copy);
        if let Some(incoming) = incoming {
            self.remember_for_debug(block, phi, incoming);
            self.kill_incoming(block, copy, incoming, reused);
        }
        if dest_operand.has(OperandFlags::DEAD) {
            self.live_variables.add_dead(self.function, dest, copy);
            self.live_variables.var_mut(dest).remove_kill(phi);
        }
        self.copy_sources(block, phi, incoming.filter(|_| !reused));
    }

    /// Notes where the value of a PHI is that debug values refer to.
    fn remember_for_debug(&mut self, block: Block, phi: Inst, reg: VReg) {
        let number = self
            .function
            .notes(phi)
            .map_or(0, |notes| notes.debug_number);
        if number != 0 {
            let sub_reg = SubRegIdx::NONE;
            let phis = &mut self.function.mir_info.debug_phis;
            phis.push(DebugPhi {
                number,
                block,
                reg,
                sub_reg,
            });
        }
    }

    /// Inserts the copies of a PHI's sources to `target` into the predecessors.
    fn copy_sources(&mut self, block: Block, phi: Inst, target: Option<VReg>) {
        let all: SmallVec<[Source; 8]> = sources(self.function, phi).collect();
        for source in all.iter().filter(|source| !source.undef) {
            if let Some(count) = self.use_count(source.block, source.reg) {
                *count -= 1;
            }
        }
        self.scratch.phi += 1;
        for source in all.iter().rev() {
            // A predecessor that is listed twice needs one copy: the last one's.
            let copied = &mut self.scratch.copied[source.block];
            if std::mem::replace(copied, self.scratch.phi) != self.scratch.phi {
                self.copy_source(block, *source, target);
            }
        }
    }

    /// `copy` is the last use of `incoming` in the block, unless another PHI's copy after it is.
    fn kill_incoming(&mut self, block: Block, copy: Inst, incoming: VReg, reused: bool) {
        let mut old_kill = None;
        if reused {
            old_kill = self
                .live_variables
                .var(incoming)
                .find_kill(self.function, block);
        }
        if let Some(old) = old_kill {
            let before = std::iter::successors(self.function.prev_inst(copy), |inst| {
                self.function.prev_inst(*inst)
            });
            if before.into_iter().all(|inst| inst != old) {
                return;
            }
            self.live_variables
                .remove_kill(self.function, incoming, old);
        }
        self.live_variables.add_kill(self.function, incoming, copy);
    }

    /// Inserts the copy of one source into its predecessor and sets kill marks there. `target` is the
    /// register to copy to, if the copy is not there already.
    fn copy_source(&mut self, block: Block, source: Source, target: Option<VReg>) {
        let pred = source.block;
        let undef = source.undef || is_implicitly_defined(self.function, source.reg);
        let before = copy_insert_point(self.function, pred, block, source.reg);
        let mut new = None;
        if let Some(target) = target {
            let inst = if undef {
                let def = self
                    .function
                    .defs(source.reg)
                    .next()
                    .map(|op| self.function.op_inst(op));
                let implicit = |inst: &Inst| self.function.opcode(*inst) == op::IMPLICIT_DEF;
                self.scratch.implicit_defs.extend(def.filter(implicit));
                self.function
                    .create_inst(op::IMPLICIT_DEF, &[Operand::def(target)])
            } else {
                let read = Operand::reg(source.reg).with_sub_reg(source.sub_reg);
                self.function
                    .create_inst(op::COPY, &[Operand::def(target), read])
            };
            self.function
                .insert_at(InsertPoint::new(pred, before), inst);
            new = Some(inst);
        }
        let more = self
            .use_count(pred, source.reg)
            .is_some_and(|count| *count != 0);
        if !self.live_variables.is_tracked()
            || undef
            || more
            || self
                .live_variables
                .is_live_out(self.function, source.reg, pred)
        {
            return;
        }
        let kill = self.last_reader(pred, before, source.reg, new);
        if let Some(kill) = kill {
            self.live_variables
                .add_kill(self.function, source.reg, kill);
            self.live_variables
                .var_mut(source.reg)
                .alive_blocks
                .remove(pred);
        }
    }

    /// The last instruction of `block` that reads `reg`: a terminator from `from` on, else the new copy,
    /// else something before `from`.
    fn last_reader(
        &self,
        block: Block,
        from: Option<Inst>,
        reg: VReg,
        new: Option<Inst>,
    ) -> Option<Inst> {
        let function = &*self.function;
        let reads = |inst: &Inst| reads_register(function, *inst, reg.into());
        let after = std::iter::successors(from, |inst| function.next_inst(*inst));
        if let Some(last) = after.filter(reads).last() {
            return Some(last);
        }
        if new.is_some() {
            return new;
        }
        let last = from.map_or(function.blocks[block].last.expand(), |inst| {
            function.prev_inst(inst)
        });
        let mut before = std::iter::successors(last, |inst| function.prev_inst(*inst));
        before.find(|inst| !function.is_debug(*inst) && reads(inst))
    }

    fn remove_implicit_defs(&mut self) {
        for inst in &self.scratch.implicit_defs {
            let reg = self.function.operand(*inst, 0).as_reg();
            if self.function.non_debug_uses(reg).next().is_none() {
                self.function.remove_inst(*inst);
            }
        }
    }
}

// ---- Equal PHIs -------------------------------------------------------------------------------

/// PHIs that were lowered, to find equal ones: a hash table of chains.
#[derive(Debug, Default)]
struct LoweredPhis {
    /// The newest entry of each chain, plus one; a power of two of them.
    heads: Vec<u32>,
    entries: Vec<LoweredPhi>,
}

#[derive(Debug)]
struct LoweredPhi {
    hash: u32,
    phi: Inst,
    /// The register that the copies of its sources define.
    incoming: VReg,
    /// The next entry of the chain, plus one.
    next: u32,
}

impl LoweredPhis {
    fn clear(&mut self) {
        self.heads.clear();
        self.entries.clear();
    }

    fn chain(&mut self, hash: u32) -> &mut u32 {
        let mask = self.heads.len() - 1;
        &mut self.heads[hash as usize & mask]
    }

    /// The incoming register of a PHI with the same sources.
    fn find(&self, function: &MachineFunction, phi: Inst) -> Option<VReg> {
        let hash = hash_sources(function, phi);
        let mask = self.heads.len().checked_sub(1)?;
        let mut at = self.heads[hash as usize & mask];
        while let Some(index) = at.checked_sub(1) {
            let entry = &self.entries[index as usize];
            if entry.hash == hash
                && function.num_operands(entry.phi) == function.num_operands(phi)
                && sources(function, entry.phi).eq(sources(function, phi))
            {
                return Some(entry.incoming);
            }
            at = entry.next;
        }
        None
    }

    fn insert(&mut self, function: &MachineFunction, phi: Inst, incoming: VReg) {
        if self.entries.len() == self.heads.len() {
            self.grow();
        }
        let hash = hash_sources(function, phi);
        let number = self.entries.len() as u32 + 1;
        let next = std::mem::replace(self.chain(hash), number);
        self.entries.push(LoweredPhi {
            hash,
            phi,
            incoming,
            next,
        });
    }

    fn grow(&mut self) {
        let size = (self.heads.len() * 2).max(16);
        self.heads.clear();
        self.heads.resize(size, 0);
        for at in 0..self.entries.len() {
            let hash = self.entries[at].hash;
            self.entries[at].next = std::mem::replace(self.chain(hash), at as u32 + 1);
        }
    }
}

/// One operand pair of a PHI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Source {
    reg: VReg,
    sub_reg: SubRegIdx,
    undef: bool,
    block: Block,
}

fn sources(function: &MachineFunction, phi: Inst) -> impl Iterator<Item = Source> + '_ {
    function.operands(phi)[1..]
        .chunks_exact(2)
        .filter_map(|pair| {
            Some(Source {
                reg: pair[0].as_reg().as_virtual()?,
                sub_reg: pair[0].sub_reg(),
                undef: pair[0].has(OperandFlags::UNDEF),
                block: pair[1].as_block()?,
            })
        })
}

fn hash_sources(function: &MachineFunction, phi: Inst) -> u32 {
    sources(function, phi).fold(17, |hash: u32, source| {
        let mixed = hash.wrapping_mul(0x9e37_79b1) ^ source.reg.as_u32();
        mixed.rotate_left(13) ^ source.block.as_u32()
    })
}

/// Whether all definitions of a register are implicit.
fn is_implicitly_defined(function: &MachineFunction, reg: VReg) -> bool {
    function
        .defs(reg)
        .all(|def| function.opcode(function.op_inst(def)) == op::IMPLICIT_DEF)
}

/// Before which instruction of `pred` a copy of `reg` for a PHI of `block` goes; `None` is the end.
pub(crate) fn copy_insert_point(
    function: &MachineFunction,
    pred: Block,
    block: Block,
    reg: VReg,
) -> Option<Inst> {
    let data = &function.blocks[block];
    if !data.eh_pad && !data.inline_asm_br_target {
        return function.first_terminator(pred);
    }
    // Before the call or jump that can lead there, but after the definition.
    let mut point = function.blocks[pred].first.expand();
    for inst in function.block_insts_rev(pred) {
        if function
            .operands(inst)
            .iter()
            .any(|o| o.is_def() && o.as_reg() == reg.into())
        {
            point = function.next_inst(inst);
            break;
        }
        let leaves = data.eh_pad && function.desc(inst).has(InstrFlags::CALL);
        if leaves || function.opcode(inst) == op::INLINEASM_BR {
            point = Some(inst);
            break;
        }
    }
    while let Some(inst) =
        point.filter(|i| function.opcode(*i) == op::PHI || is_position(function, *i))
    {
        point = function.next_inst(inst);
    }
    point
}
