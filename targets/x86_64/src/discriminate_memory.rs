//! Discriminators for instructions that access memory, so that a profile of cache misses can tell them apart
//! (`-x86-discriminate-memops`).
//!
//! ```text
//!   MOV32rm $rdi …     line 2             line 2
//!   ADD32rm $rdi …     line 2       ─▶    line 2, discriminator 2
//!   MOV32mr $rsi …     no line            line 2, discriminator 4: that of the access before it
//! ```

use std::collections::{BTreeMap, BTreeSet}; // Allowed because lines are sparse, and the pass only runs when asked for.

use avarice_ir::debug_info::{self, DebugInfo};
use avarice_ir::{Discriminator, Location, MetadataId, Module};
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, MemoryDiscriminators};
use avarice_mir::{Inst, MachineFunction};
use avarice_trace::Log;

use crate::address_check::memory_operand;
use crate::op;

/// The pass, which has no name in llc. See the documentation of this file.
///
/// # Requires
/// Final code.
///
/// # Ensures
/// In functions whose unit has debug information for profiling, no two instructions with a memory operand have the same file,
/// line and base discriminator, as long as there are discriminators left; each has a location. Prefetches keep theirs unless
/// they are asked for.
///
/// # Preserves
/// All code but debug locations.
pub const PASS: MachinePass = MachinePass {
    preserves: Analysis::all(),
    after: &["x86-compress-evex"],
    ..MachinePass::new(
        "x86-discriminate-memops",
        "X86 Discriminate Memory Operands",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                let with_prefetches = match unit.options.memory_discriminators {
                    MemoryDiscriminators::None => return Ok(()),
                    MemoryDiscriminators::NotOfPrefetches => false,
                    MemoryDiscriminators::OfAll => true,
                };
                let module = unit.module;
                let start = subprogram_start(&unit.function, module);
                if let Some((info, start)) = DebugInfo::of(module).zip(start) {
                    Pass {
                        function: &mut unit.function,
                        module,
                        info,
                        with_prefetches,
                        files: Vec::new(),
                        lines: BTreeMap::new(),
                    }
                    .run(start);
                }
                Ok(())
            })
        },
    )
};

/// The location that a function begins at, if its unit has debug information for profiling.
fn subprogram_start(function: &MachineFunction, module: &Module) -> Option<Location> {
    let info = DebugInfo::of(module)?;
    let scope = info.attachments(function.ir_function?).next()?;
    let subprogram = info.node_of(scope, "DISubprogram")?;
    let unit = info.node_of(subprogram.node("unit")?, "DICompileUnit")?;
    debug_info::is_true(unit, "debugInfoForProfiling").then(|| Location {
        line: debug_info::number(subprogram, "line") as u32,
        column: 0,
        scope,
        inlined_at: None,
        discriminator: None,
    })
}

/// A line of a file: the number of the file's name, and that of the line.
type Line = (usize, u32);

/// What is known of a line.
#[derive(Default)]
struct Discriminators {
    /// The highest one of any instruction.
    highest: u32,
    /// Those of instructions with a memory operand.
    seen: BTreeSet<u32>,
}

struct Pass<'a> {
    function: &'a mut MachineFunction,
    module: &'a Module,
    info: DebugInfo<'a>,
    with_prefetches: bool,
    /// The names of files.
    files: Vec<Vec<u8>>,
    lines: BTreeMap<Line, Discriminators>,
}

impl Pass<'_> {
    fn run(&mut self, start: Location) {
        let line = self.line(&start);
        self.lines.entry(line).or_default();
        self.each_inst(|pass, inst| {
            if let Some(location) = pass.location(inst) {
                let base = pass.components(location).base;
                let line = pass.line(&location);
                let known = pass.lines.entry(line).or_default();
                known.highest = known.highest.max(base);
            }
        });
        let mut previous = start;
        self.each_inst(|pass, inst| {
            if memory_operand(pass.function.desc(inst)).is_some() {
                previous = pass.discriminate(inst, previous).unwrap_or(previous);
            }
        });
    }

    /// Runs `work` on all instructions but prefetches that are left alone.
    fn each_inst(&mut self, mut work: impl FnMut(&mut Self, Inst)) {
        for at in 0..self.function.layout.len() {
            let block = self.function.layout[at];
            let mut cursor = self.function.blocks[block].first.expand();
            while let Some(inst) = cursor {
                cursor = self.function.next_bundle(inst);
                if self.with_prefetches || !is_prefetch(self.function, inst) {
                    work(self, inst);
                }
            }
        }
    }

    /// Gives `inst`, which has a memory operand, a discriminator of its own if it needs one. Without a location, it gets that of
    /// the access before it. Returns the location that it has then; `None` if no discriminator is left.
    fn discriminate(&mut self, inst: Inst, previous: Location) -> Option<Location> {
        let own = self.location(inst);
        let location = own.unwrap_or(previous);
        let components = self.components(location);
        let line = self.line(&location);
        let known = self.lines.entry(line).or_default();
        if known.seen.insert(components.base) && own.is_some() {
            return own;
        }
        let base = known.highest + 1;
        let encoded = Discriminator { base, ..components }.encode()?;
        known.highest = base;
        known.seen.insert(base);
        let location = Location {
            discriminator: Some(encoded),
            ..location
        };
        let table = &mut self.function.own_locations;
        let id = table.add(&self.module.metadata, location);
        self.function.set_debug_loc(inst, id.into());
        Some(location)
    }

    fn location(&self, inst: Inst) -> Option<Location> {
        let id: MetadataId = self.function.debug_loc(inst).expand()?;
        self.info
            .with_own(&self.function.own_locations)
            .location(id)
    }

    fn components(&self, location: Location) -> Discriminator {
        Discriminator::decode(self.info.discriminator(location))
    }

    fn line(&mut self, location: &Location) -> Line {
        let file = self.info.file_of(location.scope);
        let node = file.and_then(|file| self.info.node(file));
        let name = node.and_then(|node| debug_info::string(node, "filename"));
        let name = name.unwrap_or_default();
        let known = self.files.iter().position(|other| *other == name);
        let file = known.unwrap_or_else(|| {
            self.files.push(name);
            self.files.len() - 1
        });
        (file, location.line)
    }
}

/// Whether an instruction only asks for memory to be near.
fn is_prefetch(function: &MachineFunction, inst: Inst) -> bool {
    matches!(
        function.opcode(inst),
        op::PREFETCHNTA
            | op::PREFETCHT0
            | op::PREFETCHT1
            | op::PREFETCHT2
            | op::PREFETCHIT0
            | op::PREFETCHIT1
    )
}
