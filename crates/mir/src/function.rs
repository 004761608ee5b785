//! Machine functions: blocks, instructions, operands, and the use-def chains of registers.
//!
//! Operands of an instruction are consecutive in one pool. Register operands of instructions that are
//! in a block are threaded on their register's chain, definitions before uses:
//!
//! ```text
//!   head ─▶ newest def ─▶ older def ─▶ oldest use ─▶ newer use ─▶ newest use ◀─ tail
//! ```
//!
//! The order is LLVM's (a definition goes to the front, a use to the end, when its instruction enters
//! a block), and it is behaviour: value numbers and some decisions follow it.

use avarice_ir::{Const, Global, MetadataId};
use avarice_target::{InstrDesc, Opcode, PhysReg, RegClass, SubRegIdx, TargetDesc};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, EntityRef, ListPool, PrimaryMap};

use crate::block::{BlockData, BranchProbability};
use crate::entities::{
    Block, CfiIndex, ConstPoolIndex, Inst, JumpTableIndex, MemOp, Op, Reg, Symbol, VReg,
};
use crate::frame::{CfiInstruction, FrameInfo};
use crate::memory::MemOperand;
use crate::operand::{Operand, OperandFlags};
use crate::text_names::MirInfo;

bitflags::bitflags! {
    /// Flags of a machine instruction (LLVM's MIFlag): each is the MIR keyword of the same name.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct MiFlags: u32 {
        /// `frame-setup`
        const FRAME_SETUP = 1 << 0;
        /// `frame-destroy`
        const FRAME_DESTROY = 1 << 1;
        /// In a bundle with the instruction before.
        const BUNDLED_PRED = 1 << 2;
        /// In a bundle with the instruction after.
        const BUNDLED_SUCC = 1 << 3;
        /// `nnan`
        const NNAN = 1 << 4;
        /// `ninf`
        const NINF = 1 << 5;
        /// `nsz`
        const NSZ = 1 << 6;
        /// `arcp`
        const ARCP = 1 << 7;
        /// `contract`
        const CONTRACT = 1 << 8;
        /// `afn`
        const AFN = 1 << 9;
        /// `reassoc`
        const REASSOC = 1 << 10;
        /// `nuw`
        const NUW = 1 << 11;
        /// `nsw`
        const NSW = 1 << 12;
        /// `exact`
        const EXACT = 1 << 13;
        /// `nofpexcept`
        const NOFPEXCEPT = 1 << 14;
        /// `nomerge`
        const NOMERGE = 1 << 15;
        /// `unpredictable`
        const UNPREDICTABLE = 1 << 16;
        /// `noconvergent`
        const NOCONVERGENT = 1 << 17;
        /// `nneg`
        const NNEG = 1 << 18;
        /// `disjoint`
        const DISJOINT = 1 << 19;
        /// `nusw`
        const NUSW = 1 << 20;
    }
}

/// A machine instruction.
#[derive(Clone, Debug)]
pub struct InstData {
    /// Opcode.
    pub opcode: Opcode,
    /// Flags.
    pub flags: MiFlags,
    /// Memory operands.
    pub mem_ops: EntityList<MemOp>,
    /// Debug location.
    pub debug_loc: PackedOption<MetadataId>,
    /// Label of call-site info, heap allocation markers and the like: symbol after the instruction.
    pub post_symbol: PackedOption<Symbol>,
    first_op: u32,
    num_ops: u16,
    capacity: u16,
    block: PackedOption<Block>,
    prev: PackedOption<Inst>,
    next: PackedOption<Inst>,
}

/// An allocation hint of a virtual register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegHint {
    /// 0 is a plain preference, others belong to the target.
    pub kind: u32,
    /// Preferred register; may be virtual.
    pub reg: Reg,
}

/// A virtual register.
#[derive(Clone, Debug)]
pub struct VRegData {
    /// Class.
    pub class: RegClass,
    /// Preferred register.
    pub hint: RegHint,
    /// Name, where MIR gives one (`%foo`).
    pub name: Option<Box<str>>,
    /// Target flags of the register.
    pub flags: u8,
}

#[derive(Clone, Copy, Debug, Default)]
struct RegChain {
    head: PackedOption<Op>,
    tail: PackedOption<Op>,
}

/// A constant in the constant pool.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstPoolValue {
    /// A constant of the IR module.
    Ir(Const),
    /// Raw bytes in target order, with the MIR text of the constant they stand for (`double 1.0e+00`).
    Bytes(Box<[u8]>, Box<str>),
}

/// A constant pool entry.
#[derive(Clone, PartialEq, Debug)]
pub struct ConstPoolEntry {
    /// Content.
    pub value: ConstPoolValue,
    /// Alignment in bytes.
    pub align: u64,
}

/// A jump table: the block of each entry.
pub type JumpTable = Vec<Block>;

/// A machine function.
#[derive(Clone, Debug)]
pub struct MachineFunction {
    /// Tables of the target.
    pub target: &'static TargetDesc,
    /// Name without `@`.
    pub name: Box<[u8]>,
    /// The IR function, where there is one.
    pub ir_function: Option<Global>,
    /// Alignment of the code in bytes.
    pub align: u64,
    /// Whether each virtual register still has one definition.
    pub is_ssa: bool,
    /// Whether no PHI is left.
    pub no_phis: bool,
    /// Whether no virtual register is left.
    pub no_vregs: bool,
    /// Whether kill, dead and live-in marks are right.
    pub tracks_reg_liveness: bool,
    /// Whether sub-register liveness is tracked.
    pub tracks_sub_reg_liveness: bool,
    /// Whether calls may return twice.
    pub exposes_returns_twice: bool,
    /// Live-in registers of the function with the virtual registers that hold them.
    pub live_ins: Vec<(PhysReg, Option<VReg>)>,
    /// Blocks in layout order.
    pub layout: Vec<Block>,
    /// Blocks by id.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// Instructions by id.
    pub insts: PrimaryMap<Inst, InstData>,
    /// Virtual registers by id.
    pub vregs: PrimaryMap<VReg, VRegData>,
    /// Frame.
    pub frame: FrameInfo,
    /// Constant pool.
    pub const_pool: PrimaryMap<ConstPoolIndex, ConstPoolEntry>,
    /// Jump tables.
    pub jump_tables: PrimaryMap<JumpTableIndex, JumpTable>,
    /// Memory operands by id.
    pub mem_operands: PrimaryMap<MemOp, MemOperand>,
    /// Lists of memory operands.
    pub mem_lists: ListPool<MemOp>,
    /// Names of external symbols.
    pub symbols: PrimaryMap<Symbol, Box<str>>,
    /// Call frame instructions.
    pub cfi: PrimaryMap<CfiIndex, CfiInstruction>,
    /// The function's own register masks, as bit sets by register number.
    pub custom_reg_masks: Vec<Box<[u32]>>,
    /// Callee-saved registers where they differ from the target's default list.
    pub callee_saved: Option<Vec<PhysReg>>,
    /// What only this target has to remember.
    pub target_info: TargetInfo,
    /// What MIR text says that no pass needs.
    pub mir_info: MirInfo,
    /// Types of memory operands that are not plain sizes, as MIR prints them.
    pub low_level_types: Vec<Box<str>>,
    ops: PrimaryMap<Op, Operand>,
    vreg_chains: PrimaryMap<VReg, RegChain>,
    phys_chains: Vec<RegChain>,
}

/// Facts of one function that its target keeps between passes.
#[derive(Clone, Debug, Default)]
pub struct TargetInfo {
    /// The frame index where variadic register arguments are saved.
    pub var_args_frame_index: Option<crate::FrameIndex>,
    /// The frame index of the register save area.
    pub reg_save_frame_index: Option<crate::FrameIndex>,
    /// Offsets of the first variadic integer and floating-point register in the save area, in bytes.
    pub var_args_offsets: (u32, u32),
    /// The virtual register that keeps the hidden result pointer.
    pub sret_vreg: Option<VReg>,
    /// Bytes of incoming stack arguments.
    pub incoming_arg_size: u64,
    /// Bytes popped by the callee.
    pub bytes_to_pop: u64,
    /// Whether the function must keep a frame pointer.
    pub force_frame_pointer: bool,
    /// Whether a frame pointer register is in use; decided by frame layout.
    pub uses_frame_pointer: bool,
    /// Bytes of pushed callee-saved registers.
    pub callee_saved_size: u64,
    /// Whether unwind information describes the frame.
    pub needs_frame_moves: bool,
    /// Whether memory below the stack pointer must not be used.
    pub no_red_zone: bool,
    /// Whether each page of a large frame must be touched in order.
    pub probe_stack: bool,
    /// Whether code size counts more than speed: 0 no, 1 `optsize`, 2 `minsize`.
    pub size_level: u8,
}

impl MachineFunction {
    /// An empty function.
    pub fn new(target: &'static TargetDesc, name: &[u8]) -> Self {
        Self {
            target,
            name: name.into(),
            ir_function: None,
            align: 1,
            is_ssa: true,
            no_phis: false,
            no_vregs: false,
            tracks_reg_liveness: true,
            tracks_sub_reg_liveness: false,
            exposes_returns_twice: false,
            live_ins: Vec::new(),
            layout: Vec::new(),
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            vregs: PrimaryMap::new(),
            frame: FrameInfo {
                max_align: 1,
                ..FrameInfo::default()
            },
            const_pool: PrimaryMap::new(),
            jump_tables: PrimaryMap::new(),
            mem_operands: PrimaryMap::new(),
            mem_lists: ListPool::new(),
            symbols: PrimaryMap::new(),
            cfi: PrimaryMap::new(),
            custom_reg_masks: Vec::new(),
            callee_saved: None,
            target_info: TargetInfo::default(),
            mir_info: MirInfo::default(),
            low_level_types: Vec::new(),
            ops: PrimaryMap::new(),
            vreg_chains: PrimaryMap::new(),
            phys_chains: vec![RegChain::default(); target.registers.len()],
        }
    }

    // ---- Blocks -------------------------------------------------------------------------------

    /// Adds a block that is not in the layout; its number is its id.
    pub fn create_block(&mut self) -> Block {
        let number = self.blocks.len() as u32;
        self.blocks.push(BlockData::new(number))
    }

    /// Adds a block at the end of the layout.
    pub fn append_block(&mut self) -> Block {
        let block = self.create_block();
        self.layout.push(block);
        block
    }

    /// Puts `block` into the layout after `after`.
    pub fn insert_block_after(&mut self, after: Block, block: Block) {
        let at = self.layout_index(after) + 1;
        self.layout.insert(at, block);
    }

    /// Position of `block` in the layout; costs its length.
    pub fn layout_index(&self, block: Block) -> usize {
        self.layout
            .iter()
            .position(|b| *b == block)
            .expect("block is in the layout")
    }

    /// Numbers blocks by their place in the layout.
    pub fn renumber_blocks(&mut self) {
        for (number, block) in self.layout.iter().enumerate() {
            self.blocks[*block].number = number as u32;
        }
    }

    /// Adds the edge `from → to`. Probabilities are kept for all edges of a block or for none.
    pub fn add_edge(&mut self, from: Block, to: Block, probability: Option<BranchProbability>) {
        let data = &mut self.blocks[from];
        match probability {
            Some(p) if data.probs.len() == data.succs.len() => data.probs.push(p),
            _ => data.probs.clear(),
        }
        data.succs.push(to);
        self.blocks[to].preds.push(from);
    }

    /// Removes the edge `from → to` if it is there.
    pub fn remove_edge(&mut self, from: Block, to: Block) {
        let data = &mut self.blocks[from];
        let Some(at) = data.succs.iter().position(|b| *b == to) else {
            return;
        };
        data.succs.remove(at);
        if !data.probs.is_empty() {
            data.probs.remove(at);
        }
        let preds = &mut self.blocks[to].preds;
        if let Some(at) = preds.iter().position(|b| *b == from) {
            preds.remove(at);
        }
    }

    /// Makes the edge `from → old` lead to `new`; merges it with an edge that is already there.
    pub fn replace_successor(&mut self, from: Block, old: Block, new: Block) {
        if old == new {
            return;
        }
        let data = &mut self.blocks[from];
        let Some(at) = data.succs.iter().position(|b| *b == old) else {
            return;
        };
        match data.succs.iter().position(|b| *b == new) {
            Some(other) => {
                if !data.probs.is_empty() {
                    let p = data.probs[at].0.saturating_add(data.probs[other].0);
                    data.probs[other] = BranchProbability(p.min(BranchProbability::DENOMINATOR));
                    data.probs.remove(at);
                }
                data.succs.remove(at);
            }
            None => {
                data.succs[at] = new;
                self.blocks[new].preds.push(from);
            }
        }
        let preds = &mut self.blocks[old].preds;
        if let Some(at) = preds.iter().position(|b| *b == from) {
            preds.remove(at);
        }
    }

    /// Whether `block` is a successor of `from`.
    pub fn is_successor(&self, from: Block, block: Block) -> bool {
        self.blocks[from].succs.contains(&block)
    }

    /// The block after `block` in the layout; costs the layout's length.
    pub fn layout_successor(&self, block: Block) -> Option<Block> {
        self.layout.get(self.layout_index(block) + 1).copied()
    }

    // ---- Instructions -------------------------------------------------------------------------

    /// Puts all register operands on their chains anew, in layout order: what the chains of a function
    /// built top down look like. For selection, which builds bottom up.
    pub fn rebuild_chains(&mut self) {
        self.vreg_chains
            .values_mut()
            .for_each(|c| *c = RegChain::default());
        self.phys_chains.fill(RegChain::default());
        for at in 0..self.layout.len() {
            let mut cursor = self.blocks[self.layout[at]].first.expand();
            while let Some(inst) = cursor {
                for op in self.op_ids(inst) {
                    self.link_op(op);
                }
                cursor = self.next_inst(inst);
            }
        }
    }

    /// Creates an instruction with exactly these operands, in no block. Ties of the opcode's row are
    /// set on the explicit operands.
    pub fn create_inst(&mut self, opcode: Opcode, operands: &[Operand]) -> Inst {
        let inst = self.insts.next_key();
        let first_op = self.ops.len() as u32;
        for operand in operands {
            let mut operand = operand.detached();
            operand.parent = inst.into();
            self.ops.push(operand);
        }
        self.insts.push(InstData {
            opcode,
            flags: MiFlags::empty(),
            mem_ops: EntityList::new(),
            debug_loc: None.into(),
            post_symbol: None.into(),
            first_op,
            num_ops: operands.len() as u16,
            capacity: operands.len() as u16,
            block: None.into(),
            prev: None.into(),
            next: None.into(),
        });
        self.tie_row_operands(inst);
        inst
    }

    /// Ties operands as the row of the opcode says. An operand that is not there or no register is
    /// left alone.
    pub fn tie_row_operands(&mut self, inst: Inst) {
        let desc = self.desc(inst);
        for (index, row) in desc.operands.iter().enumerate() {
            let Ok(def) = usize::try_from(row.tied_to) else {
                continue;
            };
            let ops = self.operands(inst);
            if ops.get(index).is_some_and(Operand::is_use) && ops[def].is_def() {
                self.tie_operands(inst, def, index);
            }
        }
    }

    /// The row of an instruction's opcode.
    #[inline]
    pub fn desc(&self, inst: Inst) -> &'static InstrDesc {
        self.target.instr(self.insts[inst].opcode)
    }

    /// Opcode of an instruction.
    #[inline]
    pub fn opcode(&self, inst: Inst) -> Opcode {
        self.insts[inst].opcode
    }

    /// Changes the opcode and nothing else.
    pub fn set_opcode(&mut self, inst: Inst, opcode: Opcode) {
        self.insts[inst].opcode = opcode;
    }

    /// The block that an instruction is in, or `None`.
    #[inline]
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        self.insts[inst].block.expand()
    }

    /// The instruction after `inst` in its block.
    #[inline]
    pub fn next_inst(&self, inst: Inst) -> Option<Inst> {
        self.insts[inst].next.expand()
    }

    /// The instruction before `inst` in its block.
    #[inline]
    pub fn prev_inst(&self, inst: Inst) -> Option<Inst> {
        self.insts[inst].prev.expand()
    }

    /// Puts an instruction at the end of `block` and its register operands on their chains.
    pub fn append_inst(&mut self, block: Block, inst: Inst) {
        let last = self.blocks[block].last;
        self.link_inst(block, inst, last, None.into());
    }

    /// Puts an instruction before `before`.
    pub fn insert_before(&mut self, before: Inst, inst: Inst) {
        let block = self
            .inst_block(before)
            .expect("insertion point is in a block");
        let prev = self.insts[before].prev;
        self.link_inst(block, inst, prev, before.into());
    }

    /// Puts an instruction after `after`.
    pub fn insert_after(&mut self, after: Inst, inst: Inst) {
        let block = self
            .inst_block(after)
            .expect("insertion point is in a block");
        let next = self.insts[after].next;
        self.link_inst(block, inst, after.into(), next);
    }

    /// Puts an instruction into `block` before `before`, at the end for `None`.
    pub fn insert_at(&mut self, block: Block, before: Option<Inst>, inst: Inst) {
        match before {
            Some(before) => self.insert_before(before, inst),
            None => self.append_inst(block, inst),
        }
    }

    fn link_inst(
        &mut self,
        block: Block,
        inst: Inst,
        prev: PackedOption<Inst>,
        next: PackedOption<Inst>,
    ) {
        debug_assert!(self.insts[inst].block.is_none(), "{inst} is in a block");
        self.place_inst(block, inst, prev, next);
        for op in self.op_ids(inst) {
            self.link_op(op);
        }
    }

    fn place_inst(
        &mut self,
        block: Block,
        inst: Inst,
        prev: PackedOption<Inst>,
        next: PackedOption<Inst>,
    ) {
        let data = &mut self.insts[inst];
        data.block = block.into();
        data.prev = prev;
        data.next = next;
        match prev.expand() {
            Some(prev) => self.insts[prev].next = inst.into(),
            None => self.blocks[block].first = inst.into(),
        }
        match next.expand() {
            Some(next) => self.insts[next].prev = inst.into(),
            None => self.blocks[block].last = inst.into(),
        }
    }

    fn unplace_inst(&mut self, inst: Inst) {
        let InstData {
            block, prev, next, ..
        } = self.insts[inst];
        let Some(block) = block.expand() else { return };
        match prev.expand() {
            Some(prev) => self.insts[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next.expand() {
            Some(next) => self.insts[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let data = &mut self.insts[inst];
        data.block = None.into();
        data.prev = None.into();
        data.next = None.into();
    }

    /// Takes an instruction out of its block and its operands off their chains. It can be inserted again.
    pub fn remove_inst(&mut self, inst: Inst) {
        if self.insts[inst].block.is_none() {
            return;
        }
        for op in self.op_ids(inst) {
            self.unlink_op(op);
        }
        self.unplace_inst(inst);
    }

    /// Moves an instruction to another place without touching the chains (LLVM's splice).
    /// `before` of `None` is the end of `block`.
    pub fn splice(&mut self, inst: Inst, block: Block, before: Option<Inst>) {
        if before == Some(inst) {
            return;
        }
        self.unplace_inst(inst);
        let (prev, next) = match before {
            Some(before) => (self.insts[before].prev, before.into()),
            None => (self.blocks[block].last, None.into()),
        };
        self.place_inst(block, inst, prev, next);
    }

    /// Moves `first` and all instructions after it to the end of `to`.
    pub fn splice_tail(&mut self, first: Inst, to: Block) {
        let mut cursor = Some(first);
        while let Some(inst) = cursor {
            cursor = self.next_inst(inst);
            self.splice(inst, to, None);
        }
    }

    /// Instructions of `block` in order.
    #[inline]
    pub fn block_insts(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].first.expand(), |inst| {
            self.next_inst(*inst)
        })
    }

    /// Instructions of `block`, last first.
    #[inline]
    pub fn block_insts_rev(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].last.expand(), |inst| {
            self.prev_inst(*inst)
        })
    }

    /// The first terminator of `block`, or `None`.
    pub fn first_terminator(&self, block: Block) -> Option<Inst> {
        let mut first = None;
        for inst in self.block_insts_rev(block) {
            if self.is_terminator(inst) {
                first = Some(inst);
            } else if !self.is_debug(inst) {
                break;
            }
        }
        first
    }

    /// The first instruction of `block` that is not a PHI, or `None`.
    pub fn first_non_phi(&self, block: Block) -> Option<Inst> {
        self.block_insts(block)
            .find(|inst| self.opcode(*inst) != avarice_target::op::PHI)
    }

    /// Whether the opcode is a terminator.
    #[inline]
    pub fn is_terminator(&self, inst: Inst) -> bool {
        self.desc(inst).has(avarice_target::InstrFlags::TERMINATOR)
    }

    /// Whether this is a `DBG_…` instruction.
    #[inline]
    pub fn is_debug(&self, inst: Inst) -> bool {
        use avarice_target::op;
        (op::DBG_VALUE.0..=op::DBG_LABEL.0).contains(&self.opcode(inst).0)
    }

    // ---- Operands -----------------------------------------------------------------------------

    /// Operands of an instruction in order.
    #[inline]
    pub fn operands(&self, inst: Inst) -> &[Operand] {
        let data = &self.insts[inst];
        let first = data.first_op as usize;
        &self.ops.as_values_slice()[first..first + usize::from(data.num_ops)]
    }

    /// Operand `index` of an instruction.
    #[inline]
    pub fn operand(&self, inst: Inst, index: usize) -> &Operand {
        &self.operands(inst)[index]
    }

    /// Operand `index` of an instruction; registers are changed by [`Self::set_reg`].
    #[inline]
    pub fn operand_mut(&mut self, inst: Inst, index: usize) -> &mut Operand {
        let op = self.op_id(inst, index);
        &mut self.ops[op]
    }

    /// Number of operands.
    #[inline]
    pub fn num_operands(&self, inst: Inst) -> usize {
        usize::from(self.insts[inst].num_ops)
    }

    /// Id of operand `index`.
    #[inline]
    pub fn op_id(&self, inst: Inst, index: usize) -> Op {
        debug_assert!(index < self.num_operands(inst));
        Op::from_u32(self.insts[inst].first_op + index as u32)
    }

    /// Ids of all operands.
    #[inline]
    pub fn op_ids(&self, inst: Inst) -> impl DoubleEndedIterator<Item = Op> + use<> {
        let data = &self.insts[inst];
        (data.first_op..data.first_op + u32::from(data.num_ops)).map(Op::from_u32)
    }

    /// The operand with this id.
    #[inline]
    pub fn op(&self, op: Op) -> &Operand {
        &self.ops[op]
    }

    /// The operand with this id; registers are changed by [`Self::set_op_reg`].
    #[inline]
    pub fn op_mut(&mut self, op: Op) -> &mut Operand {
        &mut self.ops[op]
    }

    /// The instruction of an operand.
    #[inline]
    pub fn op_inst(&self, op: Op) -> Inst {
        self.ops[op].parent.expand().expect("operand has a parent")
    }

    /// Index of an operand in its instruction.
    #[inline]
    pub fn op_index(&self, op: Op) -> usize {
        (op.as_u32() - self.insts[self.op_inst(op)].first_op) as usize
    }

    /// Adds an operand at the end.
    pub fn push_operand(&mut self, inst: Inst, operand: Operand) {
        let at = self.num_operands(inst);
        self.insert_operand(inst, at, operand);
    }

    /// Inserts an operand at `at`; ties of later operands follow them. As LLVM's `addOperand`, an
    /// explicit operand given for an instruction with implicit ones goes before those only if the
    /// caller says so through `at`.
    pub fn insert_operand(&mut self, inst: Inst, at: usize, operand: Operand) {
        let num = self.num_operands(inst);
        self.grow(inst);
        for index in (at..num).rev() {
            self.move_operand(inst, index, index + 1);
        }
        self.insts[inst].num_ops += 1;
        self.shift_ties(inst, at, 1);
        let op = self.op_id(inst, at);
        let mut operand = operand.detached();
        operand.parent = inst.into();
        self.ops[op] = operand;
        if self.insts[inst].block.is_some() {
            self.link_op(op);
        }
    }

    /// Removes operand `at`; it must not be tied.
    pub fn remove_operand(&mut self, inst: Inst, at: usize) {
        let num = self.num_operands(inst);
        debug_assert!(self.operand(inst, at).tied_to().is_none());
        let op = self.op_id(inst, at);
        if self.insts[inst].block.is_some() {
            self.unlink_op(op);
        }
        for index in at + 1..num {
            self.move_operand(inst, index, index - 1);
        }
        self.insts[inst].num_ops -= 1;
        self.shift_ties(inst, at, -1);
    }

    /// After a change of the operand count at `at`: ties that point behind it move by `by`.
    fn shift_ties(&mut self, inst: Inst, at: usize, by: isize) {
        for op in self.op_ids(inst) {
            if let Some(to) = self.ops[op].tied_to()
                && to >= at
            {
                self.ops[op].set_tied(Some(to.wrapping_add_signed(by)));
            }
        }
    }

    /// Makes room for one more operand, moving all operands to the pool's end if need be.
    fn grow(&mut self, inst: Inst) {
        let data = &self.insts[inst];
        let num = data.num_ops;
        if num < data.capacity {
            return;
        }
        let old_first = data.first_op;
        let end = old_first + u32::from(data.capacity);
        let new_capacity = (num * 2).max(4);
        if end as usize == self.ops.len() {
            for _ in data.capacity..new_capacity {
                self.ops.push(Operand::imm(0));
            }
        } else {
            let new_first = self.ops.len() as u32;
            for _ in 0..new_capacity {
                self.ops.push(Operand::imm(0));
            }
            for i in 0..u32::from(num) {
                self.move_op(Op::from_u32(old_first + i), Op::from_u32(new_first + i));
            }
            self.insts[inst].first_op = new_first;
        }
        self.insts[inst].capacity = new_capacity;
    }

    fn move_operand(&mut self, inst: Inst, from: usize, to: usize) {
        let first = self.insts[inst].first_op;
        let from = Op::from_u32(first + from as u32);
        self.move_op(from, Op::from_u32(first + to as u32));
    }

    /// Moves an operand to another slot, keeping its place in the chain.
    fn move_op(&mut self, from: Op, to: Op) {
        let operand = self.ops[from];
        self.ops[to] = operand;
        let inst = operand.parent.expand();
        let linked = operand.is_reg()
            && !operand.as_reg().is_none()
            && inst.is_some_and(|inst| self.insts[inst].block.is_some());
        if !linked {
            return;
        }
        match operand.prev.expand() {
            Some(prev) => self.ops[prev].next = to.into(),
            None => self.chain_mut(operand.as_reg()).head = to.into(),
        }
        match operand.next.expand() {
            Some(next) => self.ops[next].prev = to.into(),
            None => self.chain_mut(operand.as_reg()).tail = to.into(),
        }
    }

    /// Replaces operand `index` by another of any kind; the old one must not be tied.
    pub fn replace_operand(&mut self, inst: Inst, index: usize, operand: Operand) {
        let op = self.op_id(inst, index);
        let linked = self.insts[inst].block.is_some();
        if linked {
            self.unlink_op(op);
        }
        let mut operand = operand.detached();
        operand.parent = inst.into();
        self.ops[op] = operand;
        if linked {
            self.link_op(op);
        }
    }

    /// Changes the register of operand `index`.
    pub fn set_reg(&mut self, inst: Inst, index: usize, reg: impl Into<Reg>) {
        self.set_op_reg(self.op_id(inst, index), reg);
    }

    /// Changes the register of an operand.
    pub fn set_op_reg(&mut self, op: Op, reg: impl Into<Reg>) {
        let reg = reg.into();
        if self.ops[op].as_reg() == reg {
            return;
        }
        let linked = self.insts[self.op_inst(op)].block.is_some();
        if linked {
            self.unlink_op(op);
        }
        self.ops[op].set_raw_reg(reg);
        if linked {
            self.link_op(op);
        }
    }

    /// Turns a use into a definition or back.
    pub fn set_def(&mut self, op: Op, is_def: bool) {
        if self.ops[op].is_def() == is_def {
            return;
        }
        let linked = self.insts[self.op_inst(op)].block.is_some();
        if linked {
            self.unlink_op(op);
        }
        self.ops[op].set(OperandFlags::DEF, is_def);
        if linked {
            self.link_op(op);
        }
    }

    /// Ties definition `def` and use `used`.
    pub fn tie_operands(&mut self, inst: Inst, def: usize, used: usize) {
        self.operand_mut(inst, def).set_tied(Some(used));
        self.operand_mut(inst, used).set_tied(Some(def));
    }

    /// Undoes a tie from either end.
    pub fn untie_operand(&mut self, inst: Inst, index: usize) {
        if let Some(other) = self.operand(inst, index).tied_to() {
            self.operand_mut(inst, other).set_tied(None);
            self.operand_mut(inst, index).set_tied(None);
        }
    }

    // ---- Register chains ----------------------------------------------------------------------

    fn chain(&self, reg: Reg) -> RegChain {
        match reg.as_virtual() {
            Some(reg) => self.vreg_chains[reg],
            None => self.phys_chains[reg.raw() as usize],
        }
    }

    fn chain_mut(&mut self, reg: Reg) -> &mut RegChain {
        match reg.as_virtual() {
            Some(reg) => &mut self.vreg_chains[reg],
            None => &mut self.phys_chains[reg.raw() as usize],
        }
    }

    fn link_op(&mut self, op: Op) {
        let reg = self.ops[op].as_reg();
        if reg.is_none() {
            return;
        }
        let RegChain { head, tail } = self.chain(reg);
        if self.ops[op].is_def() {
            self.ops[op].prev = None.into();
            self.ops[op].next = head;
            match head.expand() {
                Some(head) => self.ops[head].prev = op.into(),
                None => self.chain_mut(reg).tail = op.into(),
            }
            self.chain_mut(reg).head = op.into();
        } else {
            self.ops[op].next = None.into();
            self.ops[op].prev = tail;
            match tail.expand() {
                Some(tail) => self.ops[tail].next = op.into(),
                None => self.chain_mut(reg).head = op.into(),
            }
            self.chain_mut(reg).tail = op.into();
        }
    }

    fn unlink_op(&mut self, op: Op) {
        let operand = self.ops[op];
        let reg = operand.as_reg();
        if reg.is_none() {
            return;
        }
        match operand.prev.expand() {
            Some(prev) => self.ops[prev].next = operand.next,
            None => self.chain_mut(reg).head = operand.next,
        }
        match operand.next.expand() {
            Some(next) => self.ops[next].prev = operand.prev,
            None => self.chain_mut(reg).tail = operand.prev,
        }
    }

    /// All operands of a register in chain order: definitions, newest first, then uses, oldest first.
    #[inline]
    pub fn reg_ops(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.chain(reg.into()).head.expand(), |op| {
            self.ops[*op].next.expand()
        })
    }

    /// The first operand of a register in chain order; with [`Self::next_reg_op`] for loops that change
    /// the function.
    #[inline]
    pub fn first_reg_op(&self, reg: impl Into<Reg>) -> Option<Op> {
        self.chain(reg.into()).head.expand()
    }

    /// The operand after `op` in its register's chain.
    #[inline]
    pub fn next_reg_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next.expand()
    }

    /// Definitions of a register in chain order.
    pub fn defs(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Op> + '_ {
        self.reg_ops(reg).take_while(|op| self.ops[*op].is_def())
    }

    /// Uses of a register in chain order, debug uses included.
    pub fn uses(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Op> + '_ {
        self.reg_ops(reg).skip_while(|op| self.ops[*op].is_def())
    }

    /// Uses of a register in chain order, debug uses left out.
    pub fn non_debug_uses(&self, reg: impl Into<Reg>) -> impl Iterator<Item = Op> + '_ {
        self.uses(reg)
            .filter(|op| !self.ops[*op].has(OperandFlags::DEBUG))
    }

    /// Whether a register has no operand but debug uses.
    pub fn is_unused(&self, reg: impl Into<Reg>) -> bool {
        self.reg_ops(reg)
            .all(|op| self.ops[op].has(OperandFlags::DEBUG))
    }

    /// The only instruction that defines `reg`, or `None` if there is none or more than one.
    pub fn unique_def(&self, reg: VReg) -> Option<Inst> {
        let mut defs = self.defs(reg).map(|op| self.op_inst(op));
        let first = defs.next()?;
        defs.all(|inst| inst == first).then_some(first)
    }

    /// Makes every operand of `old` an operand of `new`, in chain order.
    pub fn replace_reg(&mut self, old: VReg, new: impl Into<Reg>) {
        let new = new.into();
        debug_assert_ne!(Reg::virt(old), new);
        while let Some(op) = self.chain(old.into()).head.expand() {
            self.set_op_reg(op, new);
        }
    }

    // ---- Virtual registers and pools ----------------------------------------------------------

    /// Adds a virtual register of `class`.
    pub fn create_vreg(&mut self, class: RegClass) -> VReg {
        self.vreg_chains.push(RegChain::default());
        self.vregs.push(VRegData {
            class,
            hint: RegHint::default(),
            name: None,
            flags: 0,
        })
    }

    /// Class of a virtual register.
    #[inline]
    pub fn class(&self, reg: VReg) -> RegClass {
        self.vregs[reg].class
    }

    /// Narrows the class of `reg` to one contained in `class` as well. `None` if there is none with at
    /// least `min_regs` registers; then nothing changes.
    pub fn constrain_class(
        &mut self,
        reg: VReg,
        class: RegClass,
        min_regs: usize,
    ) -> Option<RegClass> {
        let old = self.vregs[reg].class;
        if old == class {
            return Some(class);
        }
        let new = self.target.common_sub_class(old, class)?;
        if new != old {
            if self.target.class(new).order.len() < min_regs {
                return None;
            }
            self.vregs[reg].class = new;
        }
        Some(new)
    }

    /// The virtual register that holds live-in `reg`, made on first request.
    pub fn add_live_in(&mut self, reg: PhysReg, class: RegClass) -> VReg {
        if let Some((_, Some(vreg))) = self.live_ins.iter().find(|(r, _)| *r == reg) {
            return *vreg;
        }
        let vreg = self.create_vreg(class);
        self.live_ins.push((reg, Some(vreg)));
        vreg
    }

    /// The symbol with this name, made on first request.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        let found = self.symbols.iter().find(|(_, s)| &***s == name);
        match found {
            Some((symbol, _)) => symbol,
            None => self.symbols.push(name.into()),
        }
    }

    /// The constant pool entry with this content, made or aligned further as needed.
    pub fn const_pool_index(&mut self, value: ConstPoolValue, align: u64) -> ConstPoolIndex {
        let found = self.const_pool.iter().find(|(_, e)| e.value == value);
        match found.map(|(index, _)| index) {
            Some(index) => {
                let entry = &mut self.const_pool[index];
                entry.align = entry.align.max(align);
                index
            }
            None => self.const_pool.push(ConstPoolEntry { value, align }),
        }
    }

    /// Adds a memory operand to an instruction.
    pub fn add_mem_operand(&mut self, inst: Inst, operand: MemOperand) {
        let id = self.mem_operands.push(operand);
        self.insts[inst].mem_ops.push(id, &mut self.mem_lists);
    }

    /// Memory operands of an instruction.
    pub fn mem_ops(&self, inst: Inst) -> impl Iterator<Item = &MemOperand> + '_ {
        let list = self.insts[inst].mem_ops.as_slice(&self.mem_lists);
        list.iter().map(|id| &self.mem_operands[*id])
    }

    /// Copies the memory operands of `from` to `to`, after those it has.
    pub fn copy_mem_ops(&mut self, from: Inst, to: Inst) {
        let list = self.insts[from].mem_ops.deep_clone(&mut self.mem_lists);
        let ids: smallvec::SmallVec<[MemOp; 4]> = list.as_slice(&self.mem_lists).into();
        self.insts[to].mem_ops.extend(ids, &mut self.mem_lists);
    }

    /// Whether a register mask operand preserves `reg`; `false` if `operand` is no mask.
    pub fn mask_preserves(&self, operand: &Operand, reg: PhysReg) -> bool {
        use crate::entities::RegMaskRef;
        use crate::operand::OperandValue;
        match operand.value() {
            OperandValue::RegMask(RegMaskRef::Target(id)) => {
                self.target.reg_masks[id.index()].preserves(reg)
            }
            OperandValue::RegMask(RegMaskRef::Custom(index)) => {
                let words = &self.custom_reg_masks[index as usize];
                words[reg.index() / 32] >> (reg.index() % 32) & 1 != 0
            }
            _ => false,
        }
    }

    /// If `inst` is a full or partial register copy: definition and source as (register, index).
    pub fn as_copy(&self, inst: Inst) -> Option<((Reg, SubRegIdx), (Reg, SubRegIdx))> {
        if self.opcode(inst) != avarice_target::op::COPY {
            return None;
        }
        let [dst, src, ..] = self.operands(inst) else {
            return None;
        };
        Some(((dst.as_reg(), dst.sub_reg()), (src.as_reg(), src.sub_reg())))
    }

    /// Checks that chains and instructions agree, for tests: each register operand of an instruction in
    /// a block is on its register's chain exactly once, definitions first, and ties are mutual.
    pub fn verify_chains(&self) -> Result<(), String> {
        let mut linked = vec![false; self.ops.len()];
        let regs = self.vregs.keys().map(Reg::virt);
        let phys = (1..self.phys_chains.len()).map(|i| Reg::from_raw(i as u32));
        for reg in regs.chain(phys) {
            let mut uses_began = false;
            let mut prev = None;
            for op in self.reg_ops(reg) {
                let operand = &self.ops[op];
                if operand.as_reg() != reg || operand.prev.expand() != prev {
                    return Err(format!("{op} is misplaced on the chain of {reg:?}"));
                }
                if operand.is_def() && uses_began {
                    return Err(format!("definition {op} of {reg:?} after a use"));
                }
                uses_began |= operand.is_use();
                linked[op.index()] = true;
                prev = Some(op);
            }
        }
        for block in &self.layout {
            for inst in self.block_insts(*block) {
                self.verify_inst_ops(inst, &linked)?;
            }
        }
        Ok(())
    }

    fn verify_inst_ops(&self, inst: Inst, linked: &[bool]) -> Result<(), String> {
        for op in self.op_ids(inst) {
            let operand = &self.ops[op];
            let should = operand.is_reg() && !operand.as_reg().is_none();
            if should != linked[op.index()] {
                return Err(format!("{op} of {inst}: on a chain {}", linked[op.index()]));
            }
            if let Some(other) = operand.tied_to()
                && self.operand(inst, other).tied_to() != Some(self.op_index(op))
            {
                return Err(format!("{op} of {inst} is tied one way"));
            }
        }
        Ok(())
    }
}
