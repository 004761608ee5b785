//! Stack objects and the facts of a function's frame.

use avarice_ir::{AttrSet, AttributeKind};
use avarice_target::PhysReg;

use crate::entities::{Block, FrameIndex, Symbol};
use crate::merged_allocas::MergedAllocas;
use crate::mir_info::VariableInfo;

/// What a stack object is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StackObjectKind {
    /// Memory of the program, or an argument.
    #[default]
    Default,
    /// A spill slot.
    SpillSlot,
    /// Of a size that is known only at run time.
    VariableSized,
}

/// How near to the stack protector's slot an object has to be. What overruns its end is to run into the slot before
/// it gets to anything else, so those that are likely to be overrun come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum SspLayout {
    /// An array of at least as many bytes as `"stack-protector-buffer-size"` says, or something that has one.
    LargeArray,
    /// A smaller array, or something that has one.
    SmallArray,
    /// Its address is taken.
    AddrOf,
    /// Anywhere.
    #[default]
    None,
}

/// A stack object.
#[derive(Clone, PartialEq, Debug)]
pub struct StackObject {
    /// Purpose.
    pub kind: StackObjectKind,
    /// Size in bytes; 0 for variable-sized objects.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Offset in bytes from the stack pointer at entry (before the call pushed anything, as LLVM counts);
    /// meaningful for fixed objects, and for others after frame layout.
    pub offset: i64,
    /// Its content never changes (an incoming argument that is not written).
    pub immutable: bool,
    /// Its address may be known to IR.
    pub aliased: bool,
    /// Removed: takes no room.
    pub dead: bool,
    /// LLVM's stack id: 0 by default.
    pub stack_id: u8,
    /// Callee-saved register that is kept here.
    pub callee_saved: PhysReg,
    /// Whether the epilogue restores `callee_saved`.
    pub callee_saved_restored: bool,
    /// The IR alloca's value, where there is one.
    pub alloca: Option<avarice_ir::Value>,
    /// Offset in the block of objects that are allocated together before frame layout.
    pub local_offset: Option<i64>,
    /// The variable that lives here.
    pub variable: VariableInfo,
    /// Its place with respect to the stack protector.
    pub ssp_layout: SspLayout,
}

impl StackObject {
    /// Whether the frame must be aligned for the object: those of most stack ids are elsewhere.
    pub fn counts_for_alignment(&self) -> bool {
        const DEFAULT: u8 = 0;
        const SCALABLE_VECTOR: u8 = 2;
        matches!(self.stack_id, DEFAULT | SCALABLE_VECTOR)
    }

    /// An object of `size` bytes.
    pub fn new(kind: StackObjectKind, size: u64, align: u64) -> Self {
        Self {
            kind,
            size,
            align,
            offset: 0,
            immutable: false,
            aliased: false,
            dead: false,
            stack_id: 0,
            callee_saved: PhysReg::NONE,
            callee_saved_restored: true,
            alloca: None,
            local_offset: None,
            variable: VariableInfo::default(),
            ssp_layout: SspLayout::None,
        }
    }
}

/// Whether the stack pointer is aligned further than callers align it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Realign {
    /// If an object needs it.
    #[default]
    AsNeeded,
    /// It is, since the function asks for that, as far as objects and calls need it: callers may have aligned it less.
    Always,
    /// It is, as far as the function asks for and objects need it.
    ToOwn,
    /// It is not, since the function asks for that. Objects have to do with less.
    Never,
    /// It is not, since no object needed it before registers were allocated: by now the frame pointer is not free any more.
    TooLate,
}

/// The frame of a function.
///
/// ```text
///   fixed[0] is FrameIndex(-1), fixed[1] is FrameIndex(-2), …   at given offsets
///   objects[0] is FrameIndex(0), …                              placed by frame layout
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FrameInfo {
    /// Objects at fixed places.
    pub fixed: Vec<StackObject>,
    /// All other objects.
    pub objects: Vec<StackObject>,
    /// Bytes of the frame, after layout.
    pub stack_size: u64,
    /// What to add to offsets, after layout.
    pub offset_adjustment: i64,
    /// Largest alignment of any object.
    pub max_align: u64,
    /// Alignment of the stack pointer that objects may count on without realignment, in bytes.
    pub stack_align: u64,
    /// Alignment of the stack pointer at calls, in bytes: that of the target, or of the module.
    pub call_align: u64,
    /// Whether the prologue aligns the stack pointer.
    pub realign: Realign,
    /// Whether it calls and so must keep the stack aligned.
    pub adjusts_stack: bool,
    /// Whether there are calls.
    pub has_calls: bool,
    /// Whether `llvm.frameaddress` is used.
    pub frame_address_taken: bool,
    /// Whether `llvm.returnaddress` is used.
    pub return_address_taken: bool,
    /// Whether a variable-sized object exists.
    pub has_var_sized_objects: bool,
    /// Whether inline assembly adjusts the stack in ways not seen.
    pub has_opaque_sp_adjustment: bool,
    /// Whether `va_start` is used.
    pub has_va_start: bool,
    /// Whether a call is `musttail` in a variadic function.
    pub has_must_tail_in_var_arg_func: bool,
    /// Whether a tail call exists.
    pub has_tail_call: bool,
    /// Largest outgoing argument area in bytes, `None` before it is computed.
    pub max_call_frame_size: Option<u64>,
    /// Bytes of local objects allocated in advance.
    pub local_frame_size: u64,
    /// The alignment of the block of these objects, if frame layout takes it as it is.
    pub local_block_align: Option<u64>,
    /// Callee-saved registers with their slots, once known.
    pub callee_saved: Vec<(PhysReg, FrameIndex)>,
    /// Whether `callee_saved` is meaningful.
    pub callee_saved_valid: bool,
    /// Shrink-wrapping: where the frame is set up and torn down, if not in entry and exits.
    pub save_point: Option<Block>,
    /// See `save_point`.
    pub restore_point: Option<Block>,
    /// Objects of the IR that have been given the memory of others.
    pub merged_allocas: MergedAllocas,
    /// The stack protector's slot.
    pub stack_protector: Option<FrameIndex>,
    /// The variables of the program that live in stack objects.
    pub variables: Vec<FrameVariable>,
    /// The register that the frame is addressed from, known after layout.
    pub frame_register: Option<PhysReg>,
}

/// A variable of the program in a stack object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameVariable {
    /// The object.
    pub slot: FrameIndex,
    /// The variable, and how its place follows from the object's.
    pub info: VariableInfo,
    /// A register and the object's distance from where it points, in bytes; known after layout.
    pub address: Option<(PhysReg, i64)>,
}

impl FrameInfo {
    /// The object `index`.
    pub fn object(&self, index: FrameIndex) -> &StackObject {
        match usize::try_from(index.0) {
            Ok(index) => &self.objects[index],
            Err(_) => &self.fixed[(-1 - index.0) as usize],
        }
    }

    /// The object `index`.
    pub fn object_mut(&mut self, index: FrameIndex) -> &mut StackObject {
        match usize::try_from(index.0) {
            Ok(index) => &mut self.objects[index],
            Err(_) => &mut self.fixed[(-1 - index.0) as usize],
        }
    }

    /// Whether the prologue aligns the stack pointer, so that arguments are at an unknown distance from it.
    pub fn realigns(&self) -> bool {
        match self.realign {
            Realign::AsNeeded => self.max_align > self.stack_align,
            Realign::Always | Realign::ToOwn => true,
            Realign::Never | Realign::TooLate => false,
        }
    }

    /// Whether slots with more alignment than the stack has can be had.
    pub fn can_realign(&self) -> bool {
        !matches!(self.realign, Realign::Never | Realign::TooLate)
    }

    /// Takes over the alignment that `attrs` of the function ask for, where calls need `call_align` bytes. Objects that are
    /// there lose what they cannot have.
    pub fn read_alignment(&mut self, attrs: &AttrSet, call_align: u64) {
        let own = match attrs.get("alignstack") {
            Some(AttributeKind::Int(_, align)) => Some((*align).max(1)),
            _ => None,
        };
        self.call_align = call_align;
        self.stack_align = own.unwrap_or(call_align);
        self.max_align = self.max_align.max(own.unwrap_or(1));
        if attrs.has("no-realign-stack") {
            self.realign = Realign::Never;
            for object in &mut self.objects {
                object.align = object.align.min(self.stack_align);
            }
        } else if attrs.has("stackrealign") {
            self.realign = Realign::Always;
        } else if own.is_some() {
            self.realign = Realign::ToOwn;
        }
    }

    /// Adds an object to be placed by frame layout.
    pub fn create_object(&mut self, mut object: StackObject) -> FrameIndex {
        if self.realign == Realign::Never {
            object.align = object.align.min(self.stack_align);
        }
        if object.counts_for_alignment() {
            self.max_align = self.max_align.max(object.align);
        }
        self.objects.push(object);
        FrameIndex(self.objects.len() as i32 - 1)
    }

    /// Adds an object of `size` bytes at `offset`. Its alignment is that of the offset, at most that of the stack.
    pub fn create_fixed_object(&mut self, size: u64, offset: i64, immutable: bool) -> FrameIndex {
        let align = match (self.realign, offset) {
            (Realign::Always | Realign::ToOwn, _) => 1,
            (_, 0) => self.stack_align,
            _ => self.stack_align.min(1 << offset.trailing_zeros()),
        };
        let mut object = StackObject::new(StackObjectKind::Default, size, align);
        object.offset = offset;
        object.immutable = immutable;
        self.fixed.push(object);
        FrameIndex(-(self.fixed.len() as i32))
    }

    /// Says that a variable lives in `slot`.
    pub fn add_variable(&mut self, slot: FrameIndex, info: VariableInfo) {
        self.object_mut(slot).variable = info;
        self.variables.push(FrameVariable {
            slot,
            info,
            address: None,
        });
    }

    /// The objects that frame layout places first, if there is a stack protector: its slot, then the others in the order
    /// of their [`SspLayout`].
    pub fn protected_objects(&self) -> Vec<FrameIndex> {
        let Some(slot) = self.stack_protector else {
            return Vec::new();
        };
        let mut order = vec![slot];
        for kind in [
            SspLayout::LargeArray,
            SspLayout::SmallArray,
            SspLayout::AddrOf,
        ] {
            let objects = (0..).map(FrameIndex).zip(&self.objects);
            let of_kind = objects.filter(|(index, object)| {
                object.ssp_layout == kind
                    && *index != slot
                    && !object.dead
                    && object.kind != StackObjectKind::VariableSized
            });
            order.extend(of_kind.map(|(index, _)| index));
        }
        order
    }

    /// Whether the object `index` is one of [`Self::protected_objects`].
    pub fn is_protected(&self, index: FrameIndex) -> bool {
        self.stack_protector.is_some()
            && (self.stack_protector == Some(index)
                || self.object(index).ssp_layout != SspLayout::None)
    }

    /// Adds a spill slot, with less alignment if the frame cannot be aligned so.
    pub fn create_spill_slot(&mut self, size: u64, align: u64) -> FrameIndex {
        let align = match self.can_realign() {
            true => align,
            false => align.min(self.call_align),
        };
        self.create_object(StackObject::new(StackObjectKind::SpillSlot, size, align))
    }
}

/// A call frame instruction (DWARF CFA), with LLVM's names. Registers are DWARF numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(
    missing_docs,
    reason = "fields are a DWARF register number and an offset in bytes"
)]
pub enum CfiInstruction {
    DefCfaOffset(i64),
    /// The same, with a label that has no name and no use; llc has it in leaves on AArch64.
    LabeledCfaOffset(i64),
    DefCfaRegister(u16),
    DefCfa(u16, i64),
    AdjustCfaOffset(i64),
    Offset(u16, i64),
    RelOffset(u16, i64),
    SameValue(u16),
    Restore(u16),
    Undefined(u16),
    Register(u16, u16),
    RememberState,
    RestoreState,
    GnuArgsSize(i64),
    WindowSave,
    NegateRaState,
    /// Register, offset and address space.
    LlvmDefAspaceCfa(u16, i64, u32),
    /// Raw bytes, by symbol.
    Escape(Symbol),
}
