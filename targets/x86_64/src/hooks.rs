//! x86-64 as passes see it: [`X86Hooks`], every hook in one line or in the module of its name.

use avarice_ir::Module;
use avarice_mir::InsertPoint;
use avarice_mir::hooks::SinkHooks;
use avarice_mir::hooks::{
    CopyHooks, FoldHooks, InsertionHooks, OperandHooks, RegisterHooks, RematHooks, SlotHooks,
};
use avarice_mir::hooks::{RegisterInSlot, SlotAccess};
use avarice_mir::text_names::TextNames;
use avarice_mir::{
    Block, CallFrameChange, FrameContext, FrameHooks, FrameIndex, Inst, MachineFunction, Operand,
    Reg, TargetHooks, ThunkFunction, VReg,
};
use avarice_target::{PhysReg, RegClass, SubRegIdx, TargetDesc};

use crate::encode::relocations::ELF;
use crate::frame_accesses;
use crate::{
    TARGET, address_check, call_frame, class, clear_registers, commute, custom_insertion, fold,
    frame, moves, op, post_ra_pseudos, pressure, reg, remat, subtarget, three_address, thunks,
    type_check, unfold,
};

/// The words of x86 in MIR text.
static TEXT_NAMES: TextNames = TextNames {
    target_flags: crate::target_flags::NAMES,
    function_info: &[("amxProgModel", "None")],
    reg_banks: &["gpr", "vecr", "psr"],
    function_align: [16, 1],
    left_out: "EVEX, AMX, APX",
    stack_bias: -8,
    debug_instr_ref: true,
    ..TextNames::NONE
};

/// Attributes that make a variant of the target.
const SUBTARGET_ATTRIBUTES: &[&str] = &[
    "target-cpu",
    "tune-cpu",
    "target-features",
    "prefer-vector-width",
    "min-legal-vector-width",
    "use-soft-float",
];

/// The hooks of x86-64.
#[derive(Clone, Copy, Debug, Default)]
pub struct X86Hooks;

impl TargetHooks for X86Hooks {
    fn desc(&self) -> &'static TargetDesc {
        &TARGET
    }

    fn text_names(&self) -> &'static TextNames {
        &TEXT_NAMES
    }

    fn read_attributes(&self, module: &Module, function: &mut MachineFunction) {
        crate::frame_attributes::read(module, function);
        subtarget::read(module, function);
        function.target_info.subtarget = function.attribute_key(module, SUBTARGET_ATTRIBUTES);
        if function.has_personality(module) {
            function.target_info.landing_pad_registers = [reg::RAX, reg::RDX];
        }
    }

    fn has_high_latency(&self, function: &MachineFunction, inst: Inst) -> bool {
        pressure::has_high_latency(function.opcode(inst))
    }

    fn is_call_frame_pseudo(&self, function: &MachineFunction, inst: Inst) -> bool {
        matches!(
            function.opcode(inst),
            op::ADJCALLSTACKDOWN64 | op::ADJCALLSTACKUP64
        )
    }

    fn verify_inst(&self, function: &MachineFunction, inst: Inst) -> Option<&'static str> {
        address_check::check(function, inst)
    }

    fn call_frame_change(&self, function: &MachineFunction, inst: Inst) -> Option<CallFrameChange> {
        call_frame::change(function, inst)
    }
}

impl InsertionHooks for X86Hooks {
    fn expand_selected(&self, function: &mut MachineFunction, inst: Inst) -> Option<Block> {
        custom_insertion::expand(function, inst)
    }
}

impl RegisterHooks for X86Hooks {
    fn pointer_class(&self) -> RegClass {
        class::GR64
    }

    fn register_files(&self) -> [&'static [RegClass]; 3] {
        [
            &[class::GR64],
            &[class::FR64, class::VR128, class::VR256],
            &[class::RFP80],
        ]
    }

    fn reserved_regs(&self, function: &MachineFunction) -> Vec<bool> {
        frame::reserved(function)
    }

    fn pressure_weight(&self, class: RegClass) -> Option<(usize, i32)> {
        pressure::weight(class)
    }

    fn pressure_limit(&self, set: usize) -> i32 {
        pressure::limit(set)
    }
}

impl CopyHooks for X86Hooks {
    fn copy_phys_reg(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        dst: PhysReg,
        src: PhysReg,
        kill_src: bool,
    ) -> Option<Inst> {
        moves::copy(function, at, dst, src, kill_src)
    }

    fn is_copy(&self, function: &MachineFunction, inst: Inst) -> bool {
        // A partial definition that says nothing of the rest is no copy of a whole register.
        let partial =
            |def: &Operand| def.has(avarice_mir::OperandFlags::UNDEF) && !def.sub_reg().is_none();
        function.opcode(inst) == avarice_target::op::COPY
            || function
                .desc(inst)
                .has(avarice_target::InstrFlags::MOVE_REG)
                && !partial(function.operand(inst, 0))
    }
}

impl SlotHooks for X86Hooks {
    fn has_slot_access(&self, class: RegClass) -> bool {
        moves::has_slot_access(class)
    }

    fn store_to_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst {
        moves::store(function, at, access)
    }

    fn load_from_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst {
        moves::load(function, at, access)
    }

    fn is_load_from_slot(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
        moves::as_slot_load(function, inst)
    }

    fn is_store_to_slot(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
        moves::as_slot_store(function, inst)
    }
}

impl RematHooks for X86Hooks {
    fn is_trivially_rematerializable(&self, function: &MachineFunction, inst: Inst) -> bool {
        remat::is_trivial(function, inst)
    }

    fn rematerialize(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        dst: Reg,
        sub: SubRegIdx,
        inst: Inst,
    ) -> Inst {
        remat::rematerialize(function, at, dst, sub, inst)
    }

    fn number_computed(&self, function: &MachineFunction, inst: Inst) -> Option<i64> {
        remat::number_computed(function, inst)
    }
}

impl SinkHooks for X86Hooks {
    fn can_sink_class(&self, class: RegClass) -> bool {
        // Places of the x87 stack are assigned block by block, and flags are no values.
        let fixed = [
            class::RFP32,
            class::RFP64,
            class::RFP80,
            class::CCR,
            class::DFCCR,
        ];
        !fixed.contains(&class)
    }
}

impl FoldHooks for X86Hooks {
    fn fold_slot(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        ops: &[usize],
        slot: FrameIndex,
    ) -> Option<Inst> {
        fold::fold_slot(function, inst, ops, slot)
    }

    fn fold_load(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        ops: &[usize],
        load: Inst,
    ) -> Option<Inst> {
        fold::fold_load(function, inst, ops, load)
    }

    fn unfolded_load_class(&self, function: &MachineFunction, inst: Inst) -> Option<RegClass> {
        unfold::loaded_class(function, inst)
    }

    fn unfold_load(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        reg: VReg,
    ) -> Option<[Inst; 2]> {
        unfold::unfold_load(function, inst, Reg::virt(reg))
    }
}

impl OperandHooks for X86Hooks {
    fn commutable_operands(
        &self,
        function: &MachineFunction,
        inst: Inst,
        first: Option<usize>,
    ) -> Option<(usize, usize)> {
        commute::commutable_operands(function, inst, first)
    }

    fn commute(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        first: usize,
        second: usize,
    ) -> bool {
        commute::commute(function, inst, first, second)
    }

    fn can_commute(
        &self,
        function: &MachineFunction,
        inst: Inst,
        first: usize,
        second: usize,
    ) -> bool {
        commute::can_commute(function, inst, first, second)
    }

    fn commute_preference(&self, function: &MachineFunction, inst: Inst) -> Option<bool> {
        commute::preference(function, inst)
    }

    fn convert_to_three_address(&self, function: &mut MachineFunction, inst: Inst) -> Option<Inst> {
        three_address::convert(function, inst)
    }
}

impl FrameHooks for X86Hooks {
    fn offset_at_entry(&self, function: &MachineFunction, object: FrameIndex) -> i64 {
        // Offsets are from above the return address, which is at the top of the stack at the entry.
        function.frame.object(object).offset + i64::from(ELF.initial_cfa.1)
    }

    fn stack_pointer(&self) -> PhysReg {
        reg::RSP
    }

    fn frame_register(&self, function: &MachineFunction) -> PhysReg {
        match frame::has_frame_pointer(function) {
            true => reg::RBP,
            false => reg::RSP,
        }
    }

    fn debug_address(&self, function: &MachineFunction, object: FrameIndex) -> (PhysReg, i64) {
        frame::debug_address(function, object)
    }

    fn stored_to_frame(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
        frame_accesses::as_store(function, inst)
    }

    fn loaded_from_frame(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
        frame_accesses::as_load(function, inst)
    }

    fn can_use_as_prologue(&self, function: &MachineFunction, block: Block) -> bool {
        frame::can_begin_in(function, block)
    }

    fn frame_error(&self, function: &MachineFunction) -> Option<&'static str> {
        frame::error(function)
    }

    fn needed_thunks(&self, module: &Module) -> Vec<ThunkFunction> {
        thunks::needed(module)
    }

    fn is_general_purpose(&self, reg: PhysReg) -> bool {
        clear_registers::is_general_purpose(reg)
    }

    fn is_argument_register(&self, function: &MachineFunction, reg: PhysReg) -> bool {
        clear_registers::is_argument(function, reg)
    }

    fn clear_registers(
        &self,
        function: &mut MachineFunction,
        before: Inst,
        registers: &[PhysReg],
    ) -> Result<(), &'static str> {
        clear_registers::clear(function, before, registers);
        Ok(())
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

    fn expand_post_ra_pseudo(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        post_ra_pseudos::expand(function, inst)
    }
}
