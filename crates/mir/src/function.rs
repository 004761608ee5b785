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

use std::hash::{DefaultHasher, Hash, Hasher};

use avarice_ir::{
    AttrSet, CodeModel, DebugInfo, ExpressionTable, Global, LocationTable, MetadataId, Module,
};
use avarice_target::scheduling::ProcessorModel;
use avarice_target::{InstrFlags, Opcode, PhysReg, RegClass, SubRegIdx, TargetDesc};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, EntityRef, ListPool, PrimaryMap, SecondaryMap};

use crate::block::{BlockData, BlockSections};
use crate::builder::InstParts;
use crate::callee_saved::CalleeSaved;
use crate::const_pool::{ConstPoolEntry, ConstPoolLookup, ConstPoolValue};
use crate::entities::{
    Block, CfiIndex, ConstPoolIndex, FrameIndex, Inst, JumpTableIndex, MemOp, Notes, Op, Reg,
    Symbol, VReg,
};
use crate::exceptions::ExceptionInfo;
use crate::frame::{CfiInstruction, FrameInfo};
use crate::journal::Journal;
use crate::loop_alignment::LoopAlignment;
use crate::low_level_type::LowLevelType;
use crate::memory::MemOperand;
use crate::mir_info::MirInfo;
use crate::operand::Operand;
use crate::protection::ControlFlowProtection;

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

/// A machine instruction. Two fill a line of the cache, and none lies in two: passes meet instructions far from each
/// other. So what few of them have is kept elsewhere ([`MachineFunction::debug_loc`], [`InstNotes`]).
#[derive(Clone, Debug)]
#[repr(align(32))]
pub struct InstData {
    /// Opcode.
    pub opcode: Opcode,
    /// Flags.
    pub flags: MiFlags,
    /// Memory operands.
    pub mem_ops: EntityList<MemOp>,
    pub(crate) first_op: u32,
    pub(crate) num_ops: u16,
    pub(crate) capacity: u16,
    pub(crate) block: PackedOption<Block>,
    pub(crate) prev: PackedOption<Inst>,
    pub(crate) next: PackedOption<Inst>,
}

const _: () = assert!(size_of::<InstData>() == 32);

/// What a few instructions have in addition to operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InstNotes {
    /// Symbol that stands for the address before the instruction.
    pub pre_symbol: PackedOption<Symbol>,
    /// Symbol that stands for the address after the instruction.
    pub post_symbol: PackedOption<Symbol>,
    /// What a call of an allocator allocates.
    pub heap_alloc_marker: PackedOption<MetadataId>,
    /// Sections in which the instruction's address is listed.
    pub pc_sections: PackedOption<MetadataId>,
    /// Memory-model relaxation.
    pub mmra: PackedOption<MetadataId>,
    /// The type that an indirect call expects, 0 if none.
    pub cfi_type: u32,
    /// The number by which debug values refer to the instruction, 0 if none.
    pub debug_number: u32,
}

/// What is known of the registers that a virtual register may be put in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VRegKind {
    /// It has a class.
    #[default]
    Class,
    /// It has one of the target's register banks (an index of [`crate::TextNames::reg_banks`]): generic machine
    /// code, whose class means nothing.
    Bank(u8),
    /// It has neither: generic machine code.
    Generic,
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
    /// Whether there is a class: [`MachineFunction::class`].
    pub kind: VRegKind,
    /// Type, in generic machine code.
    pub low_level_type: LowLevelType,
    /// Preferred register.
    pub hint: RegHint,
    /// Name, where MIR gives one (`%foo`).
    pub name: Option<Box<str>>,
    /// Target flags of the register.
    pub flags: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RegChain {
    pub(crate) head: PackedOption<Op>,
    pub(crate) tail: PackedOption<Op>,
}

/// A jump table: the block of each entry.
pub type JumpTable = Vec<Block>;

/// Entries of a jump table that are smaller than the target's own: how many instructions of 4 bytes their blocks are after
/// another block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompressedEntries {
    /// Bytes of an entry: 1 or 2.
    pub size: u8,
    /// The block that entries are distances from.
    pub base: Block,
}

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
    /// Whether size matters more than time: `optsize` or `minsize`.
    pub optimize_for_size: bool,
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
    /// Their classes: side by side, because passes look at these most.
    pub(crate) vreg_classes: PrimaryMap<VReg, RegClass>,
    /// Frame.
    pub frame: FrameInfo,
    /// What blocks have of their own in the assembly.
    pub block_sections: BlockSections,
    /// Whether new blocks get a number that stays ([`crate::BlockData::block_id`]).
    pub names_blocks: bool,
    /// The number that the next new block gets. It is above those of all blocks, removed ones too, since blocks were
    /// numbered by the layout.
    pub(crate) next_block_number: u32,
    /// Blocks inserted into the layout since all were numbered by it.
    pub(crate) inserted: u32,
    /// Constant pool.
    pub const_pool: PrimaryMap<ConstPoolIndex, ConstPoolEntry>,
    const_pool_lookup: ConstPoolLookup,
    /// What changed, if that is followed.
    pub journal: Journal,
    /// Jump tables.
    pub jump_tables: PrimaryMap<JumpTableIndex, JumpTable>,
    /// The entries of those jump tables that a late pass made smaller.
    pub compressed_tables: SecondaryMap<JumpTableIndex, Option<CompressedEntries>>,
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
    /// Where the list of callee-saved registers comes from.
    pub(crate) callee_saved: CalleeSaved,
    /// Landing pads and the calls that lead there.
    pub exceptions: ExceptionInfo,
    /// What only this target has to remember.
    pub target_info: TargetInfo,
    /// What MIR text says that no pass needs.
    pub mir_info: MirInfo,
    /// Shuffle masks by index; -1 is any element.
    pub shuffle_masks: Vec<Box<[i32]>>,
    /// Debug locations that are no nodes of the module.
    pub own_locations: LocationTable,
    /// Expressions of debug values that are no nodes of the module.
    pub own_expressions: ExpressionTable,
    /// Debug locations; empty as long as no instruction has one.
    pub(crate) debug_locs: SecondaryMap<Inst, PackedOption<MetadataId>>,
    /// Which instructions have notes; empty as long as none has.
    pub(crate) noted: SecondaryMap<Inst, PackedOption<Notes>>,
    notes: PrimaryMap<Notes, InstNotes>,
    pub(crate) builder_parts: Option<Box<InstParts>>,
    pub(crate) ops: PrimaryMap<Op, Operand>,
    pub(crate) vreg_chains: PrimaryMap<VReg, RegChain>,
    pub(crate) phys_chains: Vec<RegChain>,
}

/// How code gets at the guard of stack protectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GuardAccess {
    /// It is in a variable of the same linked object.
    #[default]
    Direct,
    /// It is in a variable whose address is in the global offset table.
    Got,
    /// It is in thread-local memory.
    ThreadLocal,
    /// It is relative to where a system register points.
    SystemRegister {
        /// The register's number.
        number: i64,
        /// Distance in bytes.
        offset: i32,
    },
}

/// How a function touches the memory that its stack grows into, so that it cannot step over the page that guards the end
/// of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StackProbe {
    /// It does not.
    #[default]
    None,
    /// By stores, one for each interval of this many bytes.
    Inline(u64),
    /// By calls of a function, for frames of at least this many bytes.
    Call(Symbol, u64),
}

/// Where a frame pointer points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePointerPlace {
    /// Bytes from there up to where the stack pointer was at the entry.
    pub above: i64,
    /// Bytes of saved registers.
    pub saved: i64,
}

/// Facts of one function that its target keeps between passes.
#[derive(Clone, Debug, Default)]
pub struct TargetInfo {
    /// The frame index where variadic register arguments are saved.
    pub var_args_frame_index: Option<FrameIndex>,
    /// The frame index of the register save area.
    pub reg_save_frame_index: Option<FrameIndex>,
    /// Registers of unnamed arguments that `musttail` calls forward, and where they are kept.
    pub forwarded: Vec<(PhysReg, Reg)>,
    /// Offsets of the first variadic integer and floating-point register in the save area, in bytes.
    pub var_args_offsets: (u32, u32),
    /// Where loops should begin.
    pub loop_alignment: LoopAlignment,
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
    /// Whether arguments of calls are pushed: the frame has no room for those of any call.
    pub has_push_sequences: bool,
    /// Whether data may be below the stack pointer; decided by frame layout.
    pub uses_red_zone: bool,
    /// How the function's control flow is protected.
    pub protection: ControlFlowProtection,
    /// How far code and data may be from each other.
    pub code_model: CodeModel,
    /// How memory is touched that the stack grows into.
    pub stack_probe: StackProbe,
    /// How code gets at the guard of stack protectors, where a pseudo stands for it.
    pub stack_guard: GuardAccess,
    /// Extensions that the function may use, as bits that the target knows.
    pub features: u64,
    /// The scheduling model of the processor for which the function is tuned.
    pub processor_model: &'static ProcessorModel,
    /// The same number for functions that are made for the same variant of the target, see
    /// [`MachineFunction::attribute_key`].
    pub subtarget: u64,
    /// The registers that an unwinder sets on the way into a landing pad: the exception, and what is to be done
    /// with it. None of functions that handle no exceptions.
    pub landing_pad_registers: [PhysReg; 2],
    /// Additional registers that must not be allocated, with all that contain them.
    pub reserved: Vec<PhysReg>,
    /// Whether it calls functions that keep no register, the frame pointer not either.
    pub calls_unsaving: bool,
    /// Whether the function has neither prologue nor epilogues: its code is all there is.
    pub is_naked: bool,
    /// Where the frame pointer is; decided by frame layout, of targets whose text does not say it.
    pub frame_pointer_place: Option<FramePointerPlace>,
    /// Whether frame layout has found an object that is too far away for the instruction that addresses it.
    pub has_object_out_of_reach: bool,
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
            optimize_for_size: false,
            live_ins: Vec::new(),
            layout: Vec::new(),
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            vregs: PrimaryMap::new(),
            vreg_classes: PrimaryMap::new(),
            frame: FrameInfo {
                max_align: 1,
                stack_align: 16,
                call_align: 16,
                ..FrameInfo::default()
            },
            block_sections: BlockSections::None,
            names_blocks: false,
            next_block_number: 0,
            inserted: 0,
            const_pool: PrimaryMap::new(),
            const_pool_lookup: ConstPoolLookup::default(),
            journal: Journal::default(),
            jump_tables: PrimaryMap::new(),
            compressed_tables: SecondaryMap::new(),
            mem_operands: PrimaryMap::new(),
            mem_lists: ListPool::new(),
            symbols: PrimaryMap::new(),
            cfi: PrimaryMap::new(),
            custom_reg_masks: Vec::new(),
            callee_saved: CalleeSaved::Usual,
            exceptions: ExceptionInfo::default(),
            target_info: TargetInfo::default(),
            mir_info: MirInfo::default(),
            shuffle_masks: Vec::new(),
            own_locations: LocationTable::default(),
            own_expressions: ExpressionTable::default(),
            debug_locs: SecondaryMap::new(),
            noted: SecondaryMap::new(),
            notes: PrimaryMap::new(),
            builder_parts: None,
            ops: PrimaryMap::new(),
            vreg_chains: PrimaryMap::new(),
            phys_chains: vec![RegChain::default(); target.registers.len()],
        }
    }

    /// Adds a virtual register of `class`.
    pub fn create_vreg(&mut self, class: RegClass) -> VReg {
        self.vreg_chains.push(RegChain::default());
        self.vreg_classes.push(class);
        self.vregs.push(VRegData {
            kind: VRegKind::Class,
            low_level_type: LowLevelType::NONE,
            hint: RegHint::default(),
            name: None,
            flags: 0,
        })
    }

    /// Adds a virtual register that is like `reg`, without its name.
    pub fn clone_vreg(&mut self, reg: VReg) -> VReg {
        let data = VRegData {
            name: None,
            ..self.vregs[reg].clone()
        };
        let new = self.create_vreg(self.class(reg));
        self.vregs[new] = data;
        new
    }

    /// Forgets all virtual registers, when no operand names one any more.
    pub fn clear_vregs(&mut self) {
        self.vregs.clear();
        self.vreg_classes.clear();
        self.vreg_chains.clear();
        for (_, vreg) in &mut self.live_ins {
            *vreg = None;
        }
    }

    /// The first virtual register in use that has no class: there is one in generic machine code only.
    pub fn first_generic_vreg(&self) -> Option<VReg> {
        let mut regs = self.vregs.iter();
        let is_used = |reg: VReg| self.first_reg_op(reg).is_some();
        let generic = regs.find(|(reg, data)| data.kind != VRegKind::Class && is_used(*reg));
        generic.map(|(reg, _)| reg)
    }

    /// A number for the values of these attributes of the IR function: functions with different values have
    /// different numbers.
    pub fn attribute_key(&self, module: &Module, names: &[&str]) -> u64 {
        let global = self.ir_function.and_then(|id| module.globals.get(id));
        let data = global.and_then(avarice_ir::global::GlobalData::function);
        let mut hasher = DefaultHasher::new();
        if let Some(data) = data {
            let attrs = module.attrs(data.attrs.function);
            for name in names {
                attrs.get(name).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Whether the IR function handles exceptions.
    pub fn has_personality(&self, module: &Module) -> bool {
        let global = self.ir_function.and_then(|id| module.globals.get(id));
        let data = global.and_then(avarice_ir::global::GlobalData::function);
        data.is_some_and(|data| data.personality.is_some())
    }

    /// What few instructions have; `None` for all others.
    pub fn notes(&self, inst: Inst) -> Option<&InstNotes> {
        self.noted[inst].expand().map(|id| &self.notes[id])
    }

    /// Gives `inst` notes of its own.
    pub fn set_notes(&mut self, inst: Inst, notes: InstNotes) {
        if notes != InstNotes::default() {
            self.noted[inst] = self.notes.push(notes).into();
        } else if self.noted[inst].is_some() {
            self.noted[inst] = None.into();
        }
    }

    /// The debug location of an instruction.
    #[inline]
    pub fn debug_loc(&self, inst: Inst) -> PackedOption<MetadataId> {
        self.debug_locs[inst]
    }

    /// Gives an instruction another debug location, or none.
    #[inline]
    pub fn set_debug_loc(&mut self, inst: Inst, location: PackedOption<MetadataId>) {
        if self.debug_locs[inst] != location {
            self.debug_locs[inst] = location;
        }
    }

    /// Class of a virtual register.
    #[inline]
    pub fn class(&self, reg: VReg) -> RegClass {
        self.vreg_classes[reg]
    }

    /// Gives a virtual register another class.
    #[inline]
    pub fn set_class(&mut self, reg: VReg, class: RegClass) {
        self.vreg_classes[reg] = class;
        self.journal.note_reg(Some(reg));
    }

    /// Narrows the class of `reg` to one contained in `class` as well. `None` if there is none with at
    /// least `min_regs` registers; then nothing changes.
    pub fn constrain_class(
        &mut self,
        reg: VReg,
        class: RegClass,
        min_regs: usize,
    ) -> Option<RegClass> {
        let old = self.class(reg);
        if old == class {
            return Some(class);
        }
        let new = self.target.common_sub_class(old, class)?;
        if new != old {
            if self.target.class(new).order.len() < min_regs {
                return None;
            }
            self.set_class(reg, new);
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

    /// The attributes of the IR function; none if there is no IR function.
    pub fn ir_attrs<'m>(&self, module: &'m Module) -> &'m AttrSet {
        let data = self.ir_function.map(|global| &module.globals[global]);
        let ir = data.and_then(|data| data.function());
        module.attrs(ir.and_then(|ir| ir.attrs.function))
    }

    /// Whether unwinders or debuggers have to find their way through the function's frame.
    pub fn needs_unwind_rows(&self, module: &Module) -> bool {
        let data = self.ir_function.map(|global| &module.globals[global]);
        data.and_then(|data| data.function()).is_some_and(|ir| {
            let attrs = module.attrs(ir.attrs.function);
            attrs.has("uwtable")
                || !attrs.has("nounwind")
                || ir.personality.is_some()
                || DebugInfo::of(module).is_some()
        })
    }

    /// Notes in the frame whether anything is called, and the most bytes of arguments that the call frame
    /// pseudos `setup` make room for.
    pub fn scan_calls(&mut self, setup: Opcode) {
        let mut largest = 0;
        let mut calls = false;
        let mut adjusts = false;
        for block in &self.layout {
            for inst in self.block_insts(*block) {
                if self.opcode(inst) == setup {
                    let size = self.operand(inst, 0).as_imm().unwrap_or(0);
                    largest = largest.max(size as u64);
                    adjusts = true;
                }
                let desc = self.desc(inst);
                calls |= desc.has(InstrFlags::CALL) && !desc.has(InstrFlags::RETURN);
            }
        }
        self.frame.adjusts_stack |= adjusts || calls;
        self.frame.has_calls |= calls;
        self.frame.max_call_frame_size = Some(largest);
    }

    /// Whether an instruction writes `reg`, a part of it, or a register that it is a part of.
    pub fn is_modified(&self, reg: PhysReg) -> bool {
        let desc = self.target.reg(reg);
        let parts = desc.sub_regs.iter().map(|(_, part)| *part);
        parts
            .chain([reg])
            .chain(desc.super_regs.iter().copied())
            .any(|other| self.defs(other).next().is_some())
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
        match self.const_pool_lookup.find(&self.const_pool, &value) {
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

    /// The memory operands of one instruction that does what `first` and `second` do. Where one of them has none, which
    /// is all memory, there are none.
    pub fn merged_mem_ops(&self, first: Inst, second: Inst) -> smallvec::SmallVec<[MemOperand; 2]> {
        let ids = |inst: Inst| self.insts[inst].mem_ops.as_slice(&self.mem_lists);
        let (ours, theirs): (&[MemOp], &[MemOp]) = (ids(first), ids(second));
        let says_same =
            |(a, b): (&MemOp, &MemOp)| self.mem_operands[*a].says_same(&self.mem_operands[*b]);
        let more = if ours.is_empty() || theirs.is_empty() {
            return smallvec::SmallVec::new();
        } else if ours.len() == theirs.len() && ours.iter().zip(theirs).all(says_same) {
            &[]
        } else {
            theirs
        };
        let all = ours.iter().chain(more);
        all.map(|id| self.mem_operands[*id]).collect()
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
                if operand.as_reg() != reg || operand.prev() != prev {
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

    pub(crate) fn verify_inst_ops(&self, inst: Inst, linked: &[bool]) -> Result<(), String> {
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
