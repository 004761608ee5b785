//! What attributes of the IR function say about its frame.

use avarice_ir::Module;
use avarice_mir::MachineFunction;
use avarice_target::InstrFlags;

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
    let needs_frame_moves = function.needs_unwind_rows(module);
    let info = &mut function.target_info;
    info.force_frame_pointer |= force_frame_pointer;
    info.no_red_zone = attrs.has("noredzone");
    // Any kind of probe is made inline: each page is touched in order, which is what probes are for.
    info.probe_stack = attrs.string("probe-stack").is_some();
    info.needs_frame_moves = needs_frame_moves;
}

fn has_calls(function: &MachineFunction) -> bool {
    let blocks = function.layout.iter();
    let mut insts = blocks.flat_map(|block| function.block_insts(*block));
    insts.any(|inst| function.desc(inst).has(InstrFlags::CALL))
}
