//! Attributes of the IR function that concern its frame.

use avarice_ir::{AttrSet, CallingConv, Module};
use avarice_mir::{MachineFunction, Realign, StackProbe};
use avarice_target::{InstrFlags, PhysReg, RegMaskId};

use crate::subtarget::{self, Features};
use crate::{TARGET, frame, mask};

/// `"stack-probe-size"` where it is not written, in bytes.
const PAGE: u64 = 4096;

/// The largest distance of probes that an instruction holds, in bytes.
const MAX_PROBE_SIZE: u64 = 1 << 30;

/// Alignment of the stack pointer at calls that the convention asks for, in bytes.
const STACK_ALIGN: u64 = 16;

/// A function with this attribute keeps no register for its caller.
pub const KEEPS_NOTHING: &str = "no_callee_saved_registers";

/// A function with this attribute keeps all registers for its caller, except those of its arguments and its result.
pub const KEEPS_ALL: &str = "no_caller_saved_registers";

/// The value of `"probe-stack"` that asks for stores in the place of calls.
pub const INLINE_PROBE: &str = "inline-asm";

/// Sets what frame lowering asks of `function` from the attributes of its IR function: frame pointer,
/// red zone, stack probes, unwind information.
pub fn read(module: &Module, function: &mut MachineFunction) {
    let data = function.ir_function.map(|global| &module.globals[global]);
    let Some(ir) = data.and_then(|data| data.function()) else {
        return;
    };
    let attrs = module.attrs(ir.attrs.function);
    let force_frame_pointer = match attrs.string("frame-pointer") {
        Some("all" | "reserved") => true,
        Some("non-leaf") => has_calls(function),
        _ => false,
    };
    let stack_probe = match stack_probe(attrs) {
        None => StackProbe::None,
        Some((INLINE_PROBE, size)) => StackProbe::Inline(size),
        Some((name, size)) => StackProbe::Call(function.symbol(name), size),
    };
    let needs_frame_moves = function.needs_unwind_rows(module);
    read_alignment(module, function);
    let saves = match attrs.has(KEEPS_NOTHING) {
        true => Some(Vec::new()),
        false => kept_registers(subtarget::features(attrs), ir.conv, attrs.has(KEEPS_ALL))
            .map(|mask| saved_of(function, mask, attrs.has(KEEPS_ALL))),
    };
    function.set_convention_saves(saves);
    let info = &mut function.target_info;
    info.force_frame_pointer |= force_frame_pointer;
    info.is_naked = attrs.has("naked");
    info.no_red_zone = attrs.has("noredzone");
    info.stack_probe = stack_probe;
    info.needs_frame_moves = needs_frame_moves;
    if function.frame.realign == Realign::AsNeeded && !frame::has_pointers_of_realignment(function)
    {
        function.frame.realign = Realign::TooLate;
    }
}

/// The registers that functions of a convention keep, if not the usual ones; `keeps_all` says whether they are [`KEEPS_ALL`].
pub fn kept_registers(features: Features, conv: CallingConv, keeps_all: bool) -> Option<RegMaskId> {
    let all = match () {
        () if features.contains(Features::AVX512F) => mask::CSR_64_AllRegs_AVX512,
        () if features.contains(Features::AVX) => mask::CSR_64_AllRegs_AVX,
        () => mask::CSR_64_AllRegs,
    };
    match conv == CallingConv::PRESERVE_MOST {
        _ if keeps_all => Some(all),
        true => Some(mask::CSR_64_RT_MostRegs),
        false => None,
    }
}

/// The registers of `kept` that `function` has to save: not those of its result, nor with `but_arguments` those of its
/// arguments.
fn saved_of(function: &MachineFunction, kept: RegMaskId, but_arguments: bool) -> Vec<PhysReg> {
    let mut own: Vec<PhysReg> = Vec::new();
    if but_arguments {
        own.extend(function.live_ins.iter().map(|(register, _)| *register));
    }
    for block in &function.layout {
        for inst in function.block_insts(*block) {
            if function.desc(inst).has(InstrFlags::RETURN) {
                let read = function.operands(inst).iter();
                own.extend(read.filter_map(|operand| operand.as_reg().as_physical()));
            }
        }
    }
    let kept = match TARGET.reg_masks[kept.index()].saved {
        // Those that exist only with AVX-512 are never changed.
        [] => TARGET.reg_masks[mask::CSR_64_AllRegs_AVX.index()].saved,
        saved => saved,
    };
    let is_free = |register: &PhysReg| !own.iter().any(|one| TARGET.regs_overlap(*one, *register));
    kept.iter().copied().filter(is_free).collect()
}

/// Sets how the stack pointer is aligned.
pub fn read_alignment(module: &Module, function: &mut MachineFunction) {
    let data = function.ir_function.map(|global| &module.globals[global]);
    let Some(ir) = data.and_then(|data| data.function()) else {
        return;
    };
    let of_module = module.flag_number("override-stack-alignment");
    let align = of_module.filter(|align| align.is_power_of_two());
    let attrs = module.attrs(ir.attrs.function);
    function
        .frame
        .read_alignment(attrs, align.unwrap_or(STACK_ALIGN));
}

/// The function that touches the memory that the stack grows into, or [`INLINE_PROBE`]; and at least each how many bytes.
pub fn stack_probe(attrs: &AttrSet) -> Option<(&str, u64)> {
    let size = attrs.string("stack-probe-size");
    let size = size.and_then(|size| size.parse().ok());
    let size = size.filter(|size| (1..=MAX_PROBE_SIZE).contains(size));
    let name = attrs
        .string("probe-stack")
        .filter(|name| !name.is_empty())?;
    let is_off = name == INLINE_PROBE && attrs.has("no-stack-arg-probe");
    (!is_off).then_some((name, size.unwrap_or(PAGE)))
}

fn has_calls(function: &MachineFunction) -> bool {
    let blocks = function.layout.iter();
    let mut insts = blocks.flat_map(|block| function.block_insts(*block));
    insts.any(|inst| function.desc(inst).has(InstrFlags::CALL))
}
