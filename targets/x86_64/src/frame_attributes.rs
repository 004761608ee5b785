//! Attributes of the IR function that concern its frame.

use avarice_ir::{AttrSet, Module};
use avarice_mir::{MachineFunction, Realign, StackProbe};
use avarice_target::InstrFlags;

use crate::frame;

/// `"stack-probe-size"` where it is not written, in bytes.
const PAGE: u64 = 4096;

/// The largest distance of probes that an instruction holds, in bytes.
const MAX_PROBE_SIZE: u64 = 1 << 30;

/// Alignment of the stack pointer at calls that the convention asks for, in bytes.
const STACK_ALIGN: u64 = 16;

/// A function with this attribute keeps no register for its caller.
pub const KEEPS_NOTHING: &str = "no_callee_saved_registers";

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
    function.set_convention_saves(attrs.has(KEEPS_NOTHING).then(Vec::new));
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
