//! AArch64 as passes see it: [`AArch64Hooks`], every hook in one line or in the module of its name.

use avarice_ir::Module;
use avarice_mir::InsertPoint;
use avarice_mir::hooks::FrameReferences;
use avarice_mir::hooks::{BranchBits, BranchReach, CoalescedCopy, RegisterInSlot, SlotAccess};
use avarice_mir::hooks::{
    CopyHooks, FoldHooks, InsertionHooks, OperandHooks, RegisterHooks, RematHooks, SlotHooks,
};
use avarice_mir::text_names::TextNames;
use avarice_mir::{
    Block, CallFrameChange, FrameContext, FrameHooks, FrameIndex, Inst, MachineFunction,
    StackObjectKind, TargetHooks, ThunkFunction, rematerialization,
};
use avarice_target::{InstrFlags, PhysReg, RegClass, RegMaskId, TargetDesc, op as generic};

use crate::encode::type_check;
use crate::subtarget::Features;
use crate::{
    TARGET, branch_reach, class, clear_registers, constants, copies, custom_insertion, frame, mask,
    op, registers, slots, sls_hardening, stack_guard, target_flags,
};

/// The words of AArch64 in MIR text.
static TEXT_NAMES: TextNames = TextNames {
    target_flag_mask: target_flags::FRAGMENT_MASK,
    target_flags: target_flags::FRAGMENTS,
    target_flag_bits: target_flags::BITS,
    reg_banks: &["gpr", "fpr", "cc"],
    function_align: [16, 4],
    left_out: "SVE, SME",
    mem_flags: ["aarch64-suppress-pair", "aarch64-strided-access", ""],
    ..TextNames::NONE
};

/// Attributes that make a variant of the target.
const SUBTARGET_ATTRIBUTES: &[&str] = &[
    "target-cpu",
    "tune-cpu",
    "target-features",
    "vscale_range",
    "minsize",
    "aarch64_pstate_sm_enabled",
    "aarch64_pstate_sm_body",
    "aarch64_pstate_sm_compatible",
];

/// The hooks of AArch64.
#[derive(Clone, Copy, Debug, Default)]
pub struct AArch64Hooks;

impl TargetHooks for AArch64Hooks {
    fn desc(&self) -> &'static TargetDesc {
        &TARGET
    }

    fn text_names(&self) -> &'static TextNames {
        &TEXT_NAMES
    }

    fn read_attributes(&self, module: &Module, function: &mut MachineFunction) {
        crate::subtarget::read(module, function);
        function.target_info.subtarget = function.attribute_key(module, SUBTARGET_ATTRIBUTES);
        if function.has_personality(module) {
            function.target_info.landing_pad_registers = [crate::reg::X0, crate::reg::X1];
        }
    }

    fn complete_read_function(&self, function: &mut MachineFunction) {
        registers::complete_call_frame_size(function);
    }

    fn is_call_frame_pseudo(&self, function: &MachineFunction, inst: Inst) -> bool {
        matches!(
            function.opcode(inst),
            op::ADJCALLSTACKDOWN | op::ADJCALLSTACKUP
        )
    }

    fn call_frame_change(&self, function: &MachineFunction, inst: Inst) -> Option<CallFrameChange> {
        let bytes = |index| {
            let operand = function.operand(inst, index);
            operand.as_imm().unwrap_or(0).unsigned_abs()
        };
        match function.opcode(inst) {
            op::ADJCALLSTACKDOWN => Some(CallFrameChange::SetUp(bytes(0) + bytes(1))),
            op::ADJCALLSTACKUP => Some(CallFrameChange::Destroy(bytes(0))),
            _ => None,
        }
    }
}

impl InsertionHooks for AArch64Hooks {
    fn expand_selected(&self, function: &mut MachineFunction, inst: Inst) -> Option<Block> {
        custom_insertion::expand(function, inst)
    }

    fn finish_selection(&self, function: &mut MachineFunction) {
        function.frame.max_call_frame_size = None;
        registers::complete_call_frame_size(function);
    }
}

impl RegisterHooks for AArch64Hooks {
    fn pointer_class(&self) -> RegClass {
        class::GPR64sp
    }

    fn register_files(&self) -> [&'static [RegClass]; 3] {
        [&[class::GPR64], &[class::FPR64, class::FPR128], &[]]
    }

    fn reserved_regs(&self, function: &MachineFunction) -> Vec<bool> {
        registers::reserved(function)
    }

    fn eh_pad_preserved_mask(&self, function: &MachineFunction) -> Option<RegMaskId> {
        let is_darwin = Features::of(function).contains(Features::DARWIN);
        (!is_darwin).then_some(mask::CSR_AArch64_AAPCS)
    }

    /// Constants of 64 bits count if at most two instructions make them, those of 32 bits always.
    fn callee_saved_first_use_cost(&self) -> u64 {
        5
    }
}

impl CopyHooks for AArch64Hooks {
    fn copy_phys_reg(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        dst: PhysReg,
        src: PhysReg,
        kill_src: bool,
    ) -> Option<Inst> {
        copies::copy(function, at, dst, src, kill_src)
    }

    fn is_copy(&self, function: &MachineFunction, inst: Inst) -> bool {
        copies::copy_operands(function, inst).is_some()
    }

    fn copy_operands(&self, function: &MachineFunction, inst: Inst) -> Option<(usize, usize)> {
        copies::copy_operands(function, inst)
    }

    fn copy_like_operands(&self, function: &MachineFunction, inst: Inst) -> Option<(usize, usize)> {
        copies::copy_like_operands(function, inst)
    }

    fn should_coalesce(&self, function: &MachineFunction, copy: CoalescedCopy) -> bool {
        copies::should_coalesce(function, copy)
    }
}

impl SlotHooks for AArch64Hooks {
    fn has_slot_access(&self, class: RegClass) -> bool {
        slots::has_access(class)
    }

    fn store_to_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst {
        slots::store(function, at, access)
    }

    fn load_from_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst {
        slots::load(function, at, access)
    }

    fn is_load_from_slot(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
        slots::as_load(function, inst)
    }

    fn is_store_to_slot(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
        slots::as_store(function, inst)
    }
}

impl RematHooks for AArch64Hooks {
    fn is_trivially_rematerializable(&self, function: &MachineFunction, inst: Inst) -> bool {
        rematerialization::is_trivially_rematerializable(self, function, inst)
    }

    fn is_as_cheap_as_move(&self, function: &MachineFunction, inst: Inst) -> bool {
        let imm = |index: usize| function.operands(inst).get(index)?.as_imm();
        match function.opcode(inst) {
            op::ADDWrs | op::ADDXrs | op::SUBWrs | op::SUBXrs => {
                Features::of(function).contains(Features::FAST_SHIFTED_ADD)
                    && imm(3).is_some_and(|shift| shift <= 4)
            }
            op::MOVi32imm => true,
            op::MOVi64imm => imm(1).is_some_and(|value| constants::takes_at_most_two(value as u64)),
            _ => function.desc(inst).has(InstrFlags::CHEAP_AS_MOVE),
        }
    }
}

impl FoldHooks for AArch64Hooks {
    fn fold_slot(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        ops: &[usize],
        slot: FrameIndex,
    ) -> Option<Inst> {
        slots::fold(function, inst, ops, slot)
    }
}

impl OperandHooks for AArch64Hooks {}

impl FrameHooks for AArch64Hooks {
    fn needed_thunks(&self, module: &Module) -> Vec<ThunkFunction> {
        sls_hardening::needed(module)
    }

    fn is_general_purpose(&self, reg: PhysReg) -> bool {
        clear_registers::is_general_purpose(reg)
    }

    fn is_argument_register(&self, _function: &MachineFunction, reg: PhysReg) -> bool {
        clear_registers::is_argument(reg)
    }

    fn clear_registers(
        &self,
        function: &mut MachineFunction,
        before: Inst,
        registers: &[PhysReg],
    ) -> Result<(), &'static str> {
        clear_registers::clear(function, before, registers)
    }

    fn insert_type_check(
        &self,
        function: &mut MachineFunction,
        call: Inst,
        number: u32,
    ) -> Option<Inst> {
        type_check::insert(function, call, number)
    }

    fn lower_frame(&self, function: &mut MachineFunction, context: &FrameContext<'_>) {
        frame::lower(function, context);
    }

    fn frame_references(&self) -> Option<&'static dyn FrameReferences> {
        Some(&frame::references::References)
    }

    fn stack_pointer(&self) -> PhysReg {
        crate::reg::SP
    }

    fn frame_register(&self, function: &MachineFunction) -> PhysReg {
        match registers::has_frame_pointer(function) {
            true => crate::reg::FP,
            false => crate::reg::SP,
        }
    }

    fn debug_address(&self, function: &MachineFunction, object: FrameIndex) -> (PhysReg, i64) {
        frame::debug_address(function, object)
    }

    fn can_use_as_prologue(&self, function: &MachineFunction, block: Block) -> bool {
        frame::can_begin_in(function, block)
    }

    fn offset_at_entry(&self, function: &MachineFunction, object: FrameIndex) -> i64 {
        let frame = &function.frame;
        let object = frame.object(object);
        match object.kind {
            // They are below everything else.
            StackObjectKind::VariableSized => -(frame.stack_size as i64),
            _ => object.offset,
        }
    }

    fn frame_error(&self, function: &MachineFunction) -> Option<&'static str> {
        let asks = function.target_info.protection.shadow_call_stack;
        let saved = &function.frame.callee_saved;
        let is_stored = asks
            && saved
                .iter()
                .any(|(register, _)| *register == crate::reg::LR);
        let is_reserved = function.target_info.reserved.contains(&crate::reg::W18);
        let shadow = "must reserve x18 to use the shadow call stack";
        let shadow = (is_stored && !is_reserved).then_some(shadow);
        shadow.or_else(|| frame::error(function))
    }

    fn least_branch_reach(&self, bits: &BranchBits) -> Option<u64> {
        Some(branch_reach::least(bits))
    }

    fn branch_reach(
        &self,
        function: &MachineFunction,
        inst: Inst,
        bits: &BranchBits,
    ) -> Option<BranchReach> {
        branch_reach::of(function, inst, bits)
    }

    fn code_size(&self, function: &MachineFunction, inst: Inst) -> u64 {
        branch_reach::code_size(function, inst)
    }

    fn expand_post_ra_pseudo(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        let is_guard = function.opcode(inst) == generic::LOAD_STACK_GUARD;
        if is_guard {
            stack_guard::expand(function, inst);
        }
        is_guard
    }
}
