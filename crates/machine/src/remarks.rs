//! What the remarks of machine passes have in common: how often the code ran that they speak of, and how passes change
//! the number of instructions.

use avarice_mir::{Block, MachineFunction, MachineLoop};
use avarice_trace::Log;
use avarice_trace::remarks::{Remark, RemarkKind, RemarkPass, SourcePlace};

use crate::pass::{Analyses, Analysis, MachineUnit};

/// Hands over a remark about the code of `block`, with how often that ran if this is wanted and known.
pub fn say(unit: &mut MachineUnit<'_>, log: &mut Log<'_>, block: Block, mut remark: Remark) {
    if log.wants_hotness() {
        remark.hotness = hotness(unit, log, block);
    }
    log.remark(remark);
}

/// Where in the source the body of the function begins.
pub fn place_of_body(unit: &MachineUnit<'_>) -> Option<SourcePlace> {
    SourcePlace::of_body(unit.module, unit.function.ir_function?)
}

/// Where in the source a loop begins: where the IR block before it ends, else where its first one does.
pub fn place_of_loop(unit: &MachineUnit<'_>, id: MachineLoop) -> Option<SourcePlace> {
    let function = &unit.function;
    let Analyses { cfg, loops, .. } = &*unit.analyses;
    let body = unit.module.globals[function.ir_function?].body()?;
    let location = |block: Block| {
        let block = function.blocks[block].ir_block.expand()?;
        body.insts[body.terminator(block)?].debug_loc.expand()
    };
    let header = loops.header(id);
    let data = &function.blocks[header];
    // Code cannot be moved into a block that leads to one of these.
    let is_reserved = data.eh_pad || data.inline_asm_br_target;
    let before = loops.preheader(cfg, id).filter(|_| !is_reserved);
    let location = before.and_then(location).or_else(|| location(header));
    SourcePlace::of_location(unit.module, &function.own_locations, location?)
}

/// The number of instructions of a function.
pub fn count_insts(function: &MachineFunction) -> usize {
    let blocks = function.layout.iter();
    blocks
        .map(|block| function.block_insts(*block).count())
        .sum()
}

/// Says that the pass called `title` found `before` instructions, if it has left another number.
pub fn say_size_change(unit: &mut MachineUnit<'_>, log: &mut Log<'_>, title: &str, before: usize) {
    let after = count_insts(&unit.function);
    if before == after {
        return;
    }
    let name = String::from_utf8_lossy(&unit.function.name).into_owned();
    let mut remark = Remark::new(
        RemarkKind::Analysis,
        RemarkPass::SizeInfo,
        "FunctionMISizeChange",
        &unit.function.name,
    )
    .at(place_of_body(unit));
    remark
        .value("Pass", title)
        .text(": Function: ")
        .value("Function", name)
        .text(": ")
        .text("MI Instruction count changed from ")
        .value("MIInstrsBefore", before)
        .text(" to ")
        .value("MIInstrsAfter", after)
        .text("; Delta: ")
        .value("Delta", after as i64 - before as i64);
    log.remark(remark);
}

/// How often `block` ran, by the profile.
fn hotness(unit: &mut MachineUnit<'_>, log: &mut Log<'_>, block: Block) -> Option<u64> {
    let entries = unit.module.entry_count(unit.function.ir_function?)?;
    let hooks = unit.hooks();
    unit.analyses
        .require(Analysis::FREQUENCIES, &mut unit.function, hooks, log);
    let frequencies = &unit.analyses.frequencies;
    let entry = u128::from(frequencies.entry().max(1));
    let count = u128::from(entries) * u128::from(frequencies.frequency(block));
    let rounded = (count + entry / 2) / entry;
    Some(u64::try_from(rounded).unwrap_or(u64::MAX))
}
