//! The state of selecting one function, and its interface for targets: requesting values, emitting instructions.

use avarice_ir::printer::print_type;
use avarice_ir::{
    BranchProbabilities, CastOp, Cfg, Const, ConstKind, DataLayout, Function, Global, InstKind,
    Intrinsic, MetadataId, Module, Type, TypeData, Value, ValueDef,
};
use avarice_legalize::sign_extend;
use avarice_mir::InsertPoint;
use avarice_mir::{
    Block, BranchProbability, FrameIndex, Inst, InstBuilder, LandingPad, MachineFunction,
    MemOperand, MiFlags, Operand, OperandFlags, Reg, Symbol, VReg,
};
use avarice_target::{Opcode, PhysReg, RegMaskId, SubRegIdx};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};

use crate::debug_values::state::DebugScratch;
use crate::edge_index::EdgeIndex;
use crate::inline_asm::AsmOutput;
use crate::local::{Local, LocalKey, LocalTable};
use crate::numbering::Numbering;
use crate::options::LowerOptions;
use crate::parts::{Part, PartType, Parts, element_parts, parts_of};
use crate::target::TargetLowering;
use crate::vector::{Lane, VectorShape};
use avarice_legalize::{Result, Unsupported};

/// Where the registers of a value's parts are: an index plus one into [`LowerScratch::regs`].
#[derive(Clone, Copy, Default)]
struct Slot(u32);

/// An edge of the IR and a machine block that it leaves from.
pub(crate) type EdgeBlock = (avarice_ir::Block, avarice_ir::Block, Block);

/// The register of one part of a phi's incoming value, in the block that it comes from.
#[derive(Clone, Copy)]
pub(crate) struct Incoming {
    pub phi: avarice_ir::Inst,
    pub part: u32,
    pub from: avarice_ir::Block,
    pub reg: Reg,
}

/// Memory that selection keeps from function to function.
#[derive(Default)]
pub struct LowerScratch {
    pub(crate) blocks: SecondaryMap<avarice_ir::Block, PackedOption<Block>>,
    slots: SecondaryMap<Value, Slot>,
    regs: Vec<Reg>,
    frame_values: SecondaryMap<Value, i32>,
    pub(crate) pads: SecondaryMap<avarice_ir::Block, PackedOption<LandingPad>>,
    /// The labels before and after the invoke at the end of a block.
    pub(crate) invoke_labels: SecondaryMap<avarice_ir::Block, Option<[Symbol; 2]>>,
    pub(crate) done: EntitySet<avarice_ir::Inst>,
    /// Instructions that were looked at: what asks for them now comes too late.
    pub(crate) passed: EntitySet<avarice_ir::Inst>,
    pub(crate) epochs: SecondaryMap<avarice_ir::Inst, u32>,
    pub(crate) edges: Vec<EdgeBlock>,
    pub(crate) edge_index: EdgeIndex,
    pub(crate) incoming: Vec<Incoming>,
    pub(crate) asm_outputs: Vec<AsmOutput>,
    pub(crate) locals: LocalTable,
    pub(crate) numbering: Numbering,
    pub(crate) debug: DebugScratch,
    pub(crate) cfg: Cfg,
    pub(crate) probabilities: BranchProbabilities,
    /// Of each load that extends: the first extension that is left to it; of each such extension the next.
    pub(crate) widened: SecondaryMap<avarice_ir::Inst, PackedOption<avarice_ir::Inst>>,
    /// The machine block after each block in the layout, before any block is added.
    pub(crate) next: SecondaryMap<avarice_ir::Block, PackedOption<Block>>,
}

/// The entry in [`LowerScratch::frame_values`] of a value that is not the address of a frame
/// object; object `n` is stored as `n + 1` if it is not negative.
const NO_FRAME_VALUE: i32 = 0;

impl LowerScratch {
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.next.clear();
        self.slots.clear();
        self.regs.clear();
        self.frame_values.clear();
        self.pads.clear();
        self.invoke_labels.clear();
        self.done.clear();
        self.passed.clear();
        self.widened.clear();
        self.epochs.clear();
        self.edges.clear();
        self.edge_index.clear();
        self.incoming.clear();
        self.asm_outputs.clear();
        self.locals.clear();
        self.numbering.clear();
        self.debug.clear();
    }

    /// The virtual registers of values, by part, in the function that was selected last.
    pub fn value_registers(&self) -> Vec<(Value, u32, VReg)> {
        let mut found = Vec::new();
        let starts = self.slots.iter().filter(|(_, slot)| slot.0 != 0);
        let mut starts: Vec<(usize, Value)> = starts
            .map(|(value, slot)| (slot.0 as usize - 1, value))
            .collect();
        starts.sort_unstable();
        for (at, (first, value)) in starts.iter().enumerate() {
            let end = starts.get(at + 1).map_or(self.regs.len(), |next| next.0);
            for (part, reg) in self.regs[*first..end].iter().enumerate() {
                let reg = reg.as_virtual();
                found.extend(reg.map(|reg| (*value, part as u32, reg)));
            }
        }
        found
    }

    /// Replaces the registers of values and those that phis receive.
    pub(crate) fn renumber(&mut self, renumbered: impl Fn(Reg) -> Reg) {
        for reg in &mut self.regs {
            *reg = renumbered(*reg);
        }
        for input in &mut self.incoming {
            input.reg = renumbered(input.reg);
        }
    }
}

/// One of several branches that a conditional branch has become.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SequencePart {
    /// Whether it is not the first.
    pub is_later: bool,
    /// The block of the next one.
    pub next: Option<Block>,
}

/// One function while it is selected.
pub struct FunctionLowering<'m> {
    /// The module.
    pub module: &'m Module,
    /// Sizes and alignments.
    pub layout: &'m DataLayout,
    /// The function.
    pub global: Global,
    /// Its body.
    pub function: &'m Function,
    /// Options.
    pub options: &'m LowerOptions,
    /// The target.
    pub target: &'m dyn TargetLowering,
    /// The machine function so far.
    pub mf: MachineFunction,
    /// The status register: its definitions are marked dead unless [`Emit::keep_flags`] is called.
    pub status_reg: PhysReg,
    /// Whether floating-point exceptions are observable and the rounding mode may change: the function is
    /// `strictfp`. Any operation may then raise exceptions, so none is moved, merged or left out.
    pub strict_float: bool,
    /// The current IR block.
    pub ir_block: avarice_ir::Block,
    /// The place of the current group in a sequence of branches.
    pub(crate) sequence: Option<SequencePart>,
    /// The current IR instruction: the place in the block where the group is executed.
    pub root: avarice_ir::Inst,
    /// Whether `root` is being selected, not the signature or the arguments.
    pub(crate) has_root: bool,
    /// The debug location of what is emitted: that of `root`.
    pub(crate) location: PackedOption<MetadataId>,
    /// Where instructions go.
    pub(crate) point: InsertPoint,
    /// The register with the address of the global offset table, where the target computes that once per function; none
    /// before it is first needed.
    pub table_base: Reg,
    pub(crate) scratch: LowerScratch,
}

impl<'m> FunctionLowering<'m> {
    // ---- Errors and facts ---------------------------------------------------------------------

    /// An error about something in this function.
    pub fn unsupported<T>(&self, construct: impl Into<String>) -> Result<T> {
        Err(Box::new(Unsupported {
            construct: construct.into(),
            function: self.module.globals[self.global].name_str().into_owned(),
            global: self.global,
            inst: self.has_root.then_some(self.root),
        }))
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    /// The parts of a type.
    ///
    /// # Errors
    /// If it or something in it has no registers.
    pub fn parts(&self, ty: Type) -> Result<Parts> {
        parts_of(&self.module.types, self.layout, ty)
            .or_else(|inner| self.unsupported(format!("type {}", print_type(self.module, inner))))
    }

    /// The only part of a type.
    ///
    /// # Errors
    /// If it has none or several.
    pub fn part(&self, ty: Type) -> Result<PartType> {
        match self.parts(ty)?.as_slice() {
            [part] => Ok(part.ty),
            _ => self.unsupported(format!("operation on type {}", print_type(self.module, ty))),
        }
    }

    /// The constant that `value` is, or `None`.
    pub fn const_kind(&self, value: Value) -> Option<&'m ConstKind> {
        let id = self.function.as_const(value)?;
        Some(&self.module.consts[id].kind)
    }

    /// The integer of at most 64 bits that `value` is, zero-extended; 0 for null. `None` if it is no such constant.
    pub fn const_int(&self, value: Value) -> Option<u64> {
        match self.const_kind(value)? {
            ConstKind::Int(bits) => Some(*bits),
            ConstKind::Null => Some(0),
            ConstKind::Zero if self.module.types.is_int(self.ty(value)) => Some(0),
            _ => None,
        }
    }

    /// The same, sign-extended from the type's width.
    pub fn const_signed(&self, value: Value) -> Option<i64> {
        let bits = self.const_int(value)?;
        let width = self.module.types.int_bits(self.ty(value)).unwrap_or(64);
        Some(sign_extend(bits, width.min(64)))
    }

    /// The instruction kind that defines `value`, or `None` for arguments and constants.
    pub fn def_kind(&self, value: Value) -> Option<(avarice_ir::Inst, &'m InstKind)> {
        let inst = self.function.def_inst(value)?;
        Some((inst, &self.function.insts[inst].kind))
    }

    /// Whether control can reach `block`; only then it has a machine block.
    pub fn is_reachable(&self, block: avarice_ir::Block) -> bool {
        self.scratch.cfg.is_reachable(block)
    }

    /// The machine block of an IR block's first instructions. The block is reachable.
    pub fn block_of(&self, block: avarice_ir::Block) -> Block {
        self.scratch.blocks[block]
            .expand()
            .expect("edges of reachable blocks lead to reachable blocks")
    }

    /// The machine block that follows the current block in the layout, or `None` at the end.
    pub fn next_block(&self) -> Option<Block> {
        match self.sequence {
            Some(part) if part.next.is_some() => part.next,
            _ => self.scratch.next[self.ir_block].expand(),
        }
    }

    /// Whether an instruction is in the current block. To the later branches of a sequence no instruction is: they read what
    /// the first block computes.
    pub fn in_current_block(&self, inst: avarice_ir::Inst) -> bool {
        let is_apart = self.sequence.is_some_and(|part| part.is_later);
        !is_apart && self.function.insts[inst].block.expand() == Some(self.ir_block)
    }

    // ---- Frame values -------------------------------------------------------------------------

    /// Makes `value` the address of stack object `index` (a static alloca, an argument in memory).
    pub fn set_frame_value(&mut self, value: Value, index: FrameIndex) {
        self.scratch.frame_values[value] = if index.0 >= 0 { index.0 + 1 } else { index.0 };
    }

    /// The stack object whose address `value` is, or `None`.
    pub fn frame_value(&self, value: Value) -> Option<FrameIndex> {
        match self.scratch.frame_values[value] {
            NO_FRAME_VALUE => None,
            index if index > 0 => Some(FrameIndex(index - 1)),
            index => Some(FrameIndex(index)),
        }
    }

    // ---- Requesting values --------------------------------------------------------------------

    /// Requests the only part of `value` and returns the register that holds it.
    pub fn use_value(&mut self, value: Value) -> Result<Reg> {
        self.part(self.ty(value))?;
        self.use_part(value, 0)
    }

    /// Requests part `part` of `value` and returns the register that holds it.
    pub fn use_part(&mut self, value: Value, part: usize) -> Result<Reg> {
        let (value, part) = self.resolve(value, part)?;
        match self.function.values[value].def {
            ValueDef::Const(id) => self.const_part(id, part),
            _ => match self.frame_value(value) {
                Some(index) => self.use_local(LocalKey::FrameAddress(index, 0)),
                None => self.slot_reg(value, part),
            },
        }
    }

    /// The register of part `part` of `value` if it was requested, else [`Reg::NONE`].
    pub fn requested(&self, value: Value, part: usize) -> Reg {
        match self.scratch.slots[value].0 {
            0 => Reg::NONE,
            first => self.scratch.regs[first as usize - 1 + part],
        }
    }

    /// Whether any part of `value` was requested.
    pub fn is_requested(&self, value: Value) -> bool {
        let Slot(first @ 1..) = self.scratch.slots[value] else {
            return false;
        };
        let count = crate::parts::count_parts(&self.module.types, self.ty(value));
        let regs = &self.scratch.regs[first as usize - 1..];
        regs[..count].iter().any(|reg| !reg.is_none())
    }

    /// The register that instruction `inst` must define for part `part` of its result.
    pub fn result(&mut self, inst: avarice_ir::Inst, part: usize) -> Result<Reg> {
        match self.function.insts[inst].result.expand() {
            Some(value) => self.slot_reg(value, part),
            None => self.unsupported("instruction without result used as a value"),
        }
    }

    fn slot_reg(&mut self, value: Value, part: usize) -> Result<Reg> {
        let parts = self.parts(self.ty(value))?;
        // Types of the targets' intrinsics are not checked before.
        let Some(ty) = parts.get(part).map(|part| part.ty) else {
            return self.unsupported("operand without any bits");
        };
        if self.scratch.slots[value].0 == 0 {
            let first = self.scratch.regs.len();
            self.scratch.regs.resize(first + parts.len(), Reg::NONE);
            self.scratch.slots[value] = Slot(first as u32 + 1);
        }
        let index = self.scratch.slots[value].0 as usize - 1 + part;
        if self.scratch.regs[index].is_none() {
            self.scratch.regs[index] = self.new_reg(ty);
        }
        Ok(self.scratch.regs[index])
    }

    /// Looks through instructions that only rename values: to the value and part that holds the bits.
    pub fn resolve(&self, mut value: Value, mut part: usize) -> Result<(Value, usize)> {
        while let Some((inst, kind)) = self.def_kind(value) {
            let operand = |index| self.function.operand(inst, index);
            match kind {
                InstKind::Cast(CastOp::BitCast | CastOp::PtrToInt | CastOp::IntToPtr)
                    if self.is_renaming(operand(0), value) =>
                {
                    value = operand(0);
                }
                InstKind::ExtractValue(indices) => {
                    let (first, _) = self.element(self.ty(operand(0)), indices)?;
                    (value, part) = (operand(0), part + first);
                }
                InstKind::InsertValue(indices) => {
                    let (first, ty) = self.element(self.ty(value), indices)?;
                    let count = crate::parts::count_parts(&self.module.types, ty);
                    if (first..first + count).contains(&part) {
                        (value, part) = (operand(1), part - first);
                    } else {
                        value = operand(0);
                    }
                }
                InstKind::ExtractElement
                | InstKind::InsertElement
                | InstKind::ShuffleVector { .. } => match self.resolve_vector(inst, part) {
                    Some(source) => (value, part) = source,
                    None => break,
                },
                InstKind::Call(_) if self.is_identity_call(inst) => value = operand(0),
                _ => break,
            }
        }
        Ok((value, part))
    }

    /// The value and part that part `part` of an instruction on elements of vectors is; `None` if it
    /// has to be computed.
    fn resolve_vector(&self, inst: avarice_ir::Inst, part: usize) -> Option<(Value, usize)> {
        let types = &self.module.types;
        let vector = self.function.operand(inst, 0);
        let shape = VectorShape::of(types, self.ty(vector));
        let index = |at| self.const_int(self.function.operand(inst, at));
        match &self.function.insts[inst].kind {
            InstKind::ExtractElement if shape.is_none() => {
                let (first, _) = self.vector_element(vector, index(1)?)?;
                Some((vector, first + part))
            }
            InstKind::InsertElement => match shape {
                Some(shape) => {
                    let at = index(2)?;
                    let same = at / u64::from(shape.lane.per_register()) == part as u64;
                    (!same).then_some((vector, part))
                }
                None => {
                    let (first, count) = self.vector_element(vector, index(2)?)?;
                    Some(match (first..first + count).contains(&part) {
                        true => (self.function.operand(inst, 1), part - first),
                        false => (vector, part),
                    })
                }
            },
            InstKind::ShuffleVector { mask, .. } => self.resolve_shuffle(inst, mask, part),
            _ => None,
        }
    }

    /// The first part of element `index` of a vector whose elements have registers of their own, and
    /// the number of its parts.
    fn vector_element(&self, vector: Value, index: u64) -> Option<(usize, usize)> {
        let TypeData::Vector { element, len, .. } = self.module.types[self.ty(vector)] else {
            return None;
        };
        let count = crate::parts::count_parts(&self.module.types, element);
        (index < u64::from(len)).then_some((index as usize * count, count))
    }

    /// The operand's part that a part of a shuffle is equal to.
    fn resolve_shuffle(
        &self,
        inst: avarice_ir::Inst,
        mask: &[i32],
        part: usize,
    ) -> Option<(Value, usize)> {
        let types = &self.module.types;
        let operands = [0, 1].map(|index| self.function.operand(inst, index));
        let TypeData::Vector { element, len, .. } = types[self.ty(operands[0])] else {
            return None;
        };
        let len = len as usize;
        let source = |lane: usize| (operands[usize::from(lane >= len)], lane % len);
        let result = VectorShape::of(types, self.function.insts[inst].ty);
        let shape = VectorShape::of(types, self.ty(operands[0]));
        let (Some(result), Some(shape)) = (result, shape) else {
            if result.is_some() || shape.is_some() {
                return None;
            }
            let count = crate::parts::count_parts(types, element).max(1);
            // An element that may be anything is the first one.
            let lane = mask.get(part / count)?;
            let (value, lane) = source(usize::try_from(*lane).unwrap_or(0));
            return Some((value, lane * count + part % count));
        };
        let per_register = result.lane.per_register() as usize;
        let first = part * per_register;
        let lanes = mask[first..].iter().take(per_register);
        let mut defined = lanes.enumerate().filter(|(_, lane)| **lane >= 0);
        let base = (*mask[first..].iter().find(|lane| **lane >= 0)?) as usize;
        let (value, at) = source(base);
        let begin = base - at % per_register;
        let same = shape.lane == result.lane
            && defined.all(|(index, lane)| {
                let lane = *lane as usize;
                lane == begin + index && lane / len == base / len
            });
        let source = at / per_register;
        let same_class = || {
            let classes = [(result, part), (shape, source)].map(|(shape, part)| {
                self.target.class(PartType::Vector {
                    lane: shape.lane,
                    lanes: shape.lanes_of(part) as u8,
                })
            });
            classes[0] == classes[1]
        };
        (same && same_class()).then_some((value, source))
    }

    /// Whether a conversion leaves the register as it is.
    fn is_renaming(&self, from: Value, to: Value) -> bool {
        let types = &self.module.types;
        let shapes = [from, to].map(|value| VectorShape::of(types, self.ty(value)));
        if let [Some(from), Some(to)] = shapes {
            let class = |shape: VectorShape, part| {
                self.target.class(PartType::Vector {
                    lane: shape.lane,
                    lanes: shape.lanes_of(part) as u8,
                })
            };
            return from.is_exact()
                && to.is_exact()
                && from.count * from.lane.bits() == to.count * to.lane.bits()
                && (0..from.parts()).all(|part| class(from, part) == class(to, part));
        }
        let parts = |value| parts_of(&self.module.types, self.layout, self.ty(value));
        match (parts(from), parts(to)) {
            (Ok(from), Ok(to)) => {
                if shapes.iter().flatten().any(|shape| !shape.is_exact()) {
                    return false;
                }
                let class = |part: &Part| self.target.class(part.ty);
                from.len() == to.len()
                    && from.iter().zip(&to).all(|(from, to)| {
                        from.ty.bits() == to.ty.bits() && class(from) == class(to)
                    })
            }
            _ => false,
        }
    }

    fn is_identity_call(&self, inst: avarice_ir::Inst) -> bool {
        Intrinsic::of_call(self.module, self.function, inst)
            .is_some_and(|i| i.is_identity() || i == Intrinsic::ThreadlocalAddress)
    }

    /// Where element `indices` of aggregate type `ty` begins among its parts, and its type.
    pub fn element(&self, ty: Type, indices: &[u32]) -> Result<(usize, Type)> {
        match element_parts(&self.module.types, ty, indices) {
            Some(found) => Ok(found),
            None => self.unsupported("element of a type without elements"),
        }
    }

    /// Requests a block-local value.
    pub fn use_local(&mut self, key: LocalKey) -> Result<Reg> {
        let source = match key {
            LocalKey::Scaled(value, _) => self.use_value(value)?,
            _ => Reg::NONE,
        };
        let part = match key {
            LocalKey::Int(part, _)
            | LocalKey::Float(part, _)
            | LocalKey::Undef(part)
            | LocalKey::Expr(part, _) => part,
            LocalKey::X86Fp80(_) => PartType::X86Fp80,
            LocalKey::Vector(_) | LocalKey::VectorExpr(..) => PartType::Vector {
                lane: Lane::I64,
                lanes: 2,
            },
            _ => PartType::Pointer,
        };
        let class = self.target.class(part);
        let (locals, mf) = (&mut self.scratch.locals, &mut self.mf);
        Ok(locals.request(key, || (Reg::virt(mf.create_vreg(class)), source)))
    }

    /// Whether a block-local value was requested in the current block.
    pub fn has_local(&self, key: LocalKey) -> bool {
        self.scratch.locals.contains(key)
    }

    /// Requests an integer constant of `bits` (1 to 64) bits.
    pub fn use_int(&mut self, bits: u32, value: u64) -> Result<Reg> {
        let value = value & (u64::MAX >> (64 - bits));
        self.use_local(LocalKey::Int(PartType::Int(bits as u8), value))
    }

    /// Requests part `part` of a constant.
    pub fn const_part(&mut self, id: Const, part: usize) -> Result<Reg> {
        let key = self.const_key(id, part)?;
        self.use_local(key)
    }

    // ---- Emitting -----------------------------------------------------------------------------

    /// A new virtual register for a part.
    pub fn new_reg(&mut self, part: PartType) -> Reg {
        let class = self.target.class(part);
        Reg::virt(self.mf.create_vreg(class))
    }

    /// Begins an instruction at the current point.
    pub fn emit(&mut self, opcode: Opcode) -> Emit<'_> {
        Emit {
            target: self.target,
            status_reg: self.status_reg,
            strict_float: self.strict_float,
            point: self.point,
            builder: InstBuilder::new(&mut self.mf, opcode).location(self.location),
        }
    }

    /// Gives what is emitted next another debug location; returns the one before.
    pub fn swap_location(
        &mut self,
        location: PackedOption<MetadataId>,
    ) -> PackedOption<MetadataId> {
        std::mem::replace(&mut self.location, location)
    }

    /// The current point: where instructions go.
    pub fn point(&self) -> InsertPoint {
        self.point
    }

    /// Goes to the end of `block`: for terminators that need several blocks.
    pub fn set_point_at_end(&mut self, block: Block) {
        self.point = InsertPoint::at_end(block);
    }

    /// Goes to the beginning of `block`.
    pub fn set_point_at_start(&mut self, block: Block) {
        self.point = InsertPoint::at_start(&self.mf, block);
    }

    /// Ends the block of the current point there: what is after it moves, with the successors, to a new
    /// block, which is returned. The current point is now the end of the old block, which has no
    /// successors.
    pub fn split_block(&mut self) -> Block {
        let block = self.point.block;
        let rest = self.create_block_after(block);
        if let Some(first) = self.point.before {
            self.mf.splice_tail(first, rest);
        }
        let data = &mut self.mf.blocks[block];
        let (succs, probs) = (
            std::mem::take(&mut data.succs),
            std::mem::take(&mut data.probs),
        );
        for succ in &succs {
            let preds = self.mf.blocks[*succ].preds.iter_mut();
            preds
                .filter(|pred| **pred == block)
                .for_each(|pred| *pred = rest);
            self.replace_phi_block(*succ, block, rest);
        }
        let data = &mut self.mf.blocks[rest];
        (data.succs, data.probs) = (succs, probs);
        let edges = self.scratch.edges.iter_mut();
        edges
            .filter(|edge| edge.2 == block)
            .for_each(|edge| edge.2 = rest);
        self.set_point_at_end(block);
        rest
    }

    /// Makes the PHIs of `block` that are there already come from `new` instead of `old`.
    fn replace_phi_block(&mut self, block: Block, old: Block, new: Block) {
        let mut next = self.mf.blocks[block].first.expand();
        while let Some(phi) = next.filter(|inst| self.mf.opcode(*inst) == avarice_target::op::PHI) {
            for index in 1..self.mf.num_operands(phi) {
                if self.mf.operand(phi, index).as_block() == Some(old) {
                    self.mf.operand_mut(phi, index).set_block(new);
                }
            }
            next = self.mf.next_inst(phi);
        }
    }

    /// Adds a machine block after `after` in the layout.
    pub fn create_block_after(&mut self, after: Block) -> Block {
        let block = self.mf.create_block();
        self.mf.blocks[block].ir_block = self.ir_block.into();
        self.mf.insert_block_after(after, block);
        block
    }

    /// Adds the edge from machine block `from` to IR block `to`, a successor of the current block, or
    /// adds to the probability of an existing edge.
    pub fn add_successor(&mut self, from: Block, to: avarice_ir::Block, p: BranchProbability) {
        let target = self.block_of(to);
        self.scratch.edges.push((self.ir_block, to, from));
        let data = &mut self.mf.blocks[from];
        let edges = &mut self.scratch.edge_index;
        match edges.successor(from, &data.succs, target) {
            Some(at) => {
                if let Some(old) = data.probs.get_mut(at) {
                    let sum = old.0.saturating_add(p.0);
                    *old = BranchProbability(sum.min(BranchProbability::DENOMINATOR));
                }
            }
            None => self.mf.add_edge(from, target, Some(p)),
        }
    }

    /// Emits a copy of `src` to `dst`.
    pub fn emit_copy(&mut self, dst: impl Into<Reg>, src: impl Into<Reg>) -> Inst {
        self.emit(avarice_target::op::COPY).def(dst).reg(src).done()
    }

    /// The block-local values of the current block, for the driver.
    pub(crate) fn take_locals(&mut self) -> Vec<Local> {
        std::mem::take(&mut self.scratch.locals.values)
    }
}

/// An instruction in the making at the current point.
///
/// As [`InstBuilder`], and: the row's definition of the status register is marked dead unless
/// [`Emit::keep_flags`] is called; virtual registers are constrained to the classes of the row.
#[must_use = "an instruction must be finished with `done`"]
pub struct Emit<'f> {
    target: &'f dyn TargetLowering,
    status_reg: PhysReg,
    strict_float: bool,
    point: InsertPoint,
    builder: InstBuilder<'f>,
}

macro_rules! forward {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*);)*) => {
        $($(#[$doc])*
        pub fn $name(mut self, $($arg: $ty),*) -> Self {
            self.builder = self.builder.$name($($arg),*);
            self
        })*
    };
}

impl<'f> Emit<'f> {
    forward! {
        /// Adds any explicit operand.
        op(operand: Operand);
        /// Adds explicit operands.
        ops(operands: &[Operand]);
        /// Adds a definition.
        def(reg: impl Into<Reg>);
        /// Adds a use.
        reg(reg: impl Into<Reg>);
        /// Adds a use of part of a register.
        sub_reg(reg: impl Into<Reg>, index: SubRegIdx);
        /// Adds an integer.
        imm(value: i64);
        /// Adds a block.
        block(block: Block);
        /// Adds a stack object.
        frame_index(index: FrameIndex);
        /// Adds a call-preserved register mask.
        reg_mask(mask: RegMaskId);
        /// Adds an implicit use after the row's own.
        implicit_use(reg: PhysReg);
        /// Adds an implicit definition after the row's own.
        implicit_def(reg: PhysReg);
        /// Adds any operand after the row's implicit ones.
        extra(operand: Operand);
        /// Adds a memory operand.
        mem(operand: MemOperand);
        /// Sets flags.
        flags(flags: MiFlags);
    }

    /// The status register that this instruction defines is read in this group.
    pub fn keep_flags(mut self) -> Self {
        self.status_reg = PhysReg::NONE;
        self
    }

    /// Inserts the instruction.
    pub fn done(self) -> Inst {
        self.done_in().1
    }

    /// Inserts the instruction; marks the row's definitions of `dead` as never read.
    pub fn done_with_dead(self, dead: &[PhysReg]) -> Inst {
        let (mf, inst) = self.done_in();
        for index in 0..mf.num_operands(inst) {
            let operand = mf.operand(inst, index);
            let reg = operand.as_reg().as_physical();
            if operand.is_def() && reg.is_some_and(|reg| dead.contains(&reg)) {
                mf.operand_mut(inst, index).set(OperandFlags::DEAD, true);
            }
        }
        inst
    }

    fn done_in(self) -> (&'f mut MachineFunction, Inst) {
        let Self {
            target,
            status_reg,
            strict_float,
            point,
            builder,
        } = self;
        let (mf, inst) = builder.insert_in(point);
        if strict_float {
            mf.insts[inst].flags.remove(MiFlags::NOFPEXCEPT);
        }
        let row = mf.desc(inst);
        let copy = mf.opcode(inst) == avarice_target::op::COPY;
        for index in 0..mf.num_operands(inst) {
            let operand = *mf.operand(inst, index);
            if let Some(reg) = operand.as_reg().as_virtual() {
                let old = mf.class(reg);
                let class = match operand.sub_reg() {
                    sub if sub.is_none() => row.operands.get(index).and_then(|row| row.class),
                    sub => target.class_with_sub_reg(old, sub, copy),
                };
                if let Some(class) = class.filter(|class| *class != old) {
                    mf.constrain_class(reg, class, 0);
                }
            } else if !status_reg.is_none()
                && operand.is_def()
                && operand.as_reg() == status_reg.into()
            {
                mf.operand_mut(inst, index).set(OperandFlags::DEAD, true);
            }
        }
        (mf, inst)
    }
}
