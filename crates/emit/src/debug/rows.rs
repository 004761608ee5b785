//! Which instructions begin a row of the line table, and which row.
//!
//! A row holds until the next one, so an instruction needs one only if its location is not that of the row
//! before. Instructions without location keep the row of what precedes them, unless they may be reached from
//! elsewhere: then a row with line 0 says that they belong to no line.

use avarice_ir::debug_info::{Location, number};
use avarice_ir::{DebugInfo, MetadataId, Module};
use avarice_mir::{Block, Inst, MachineFunction, MiFlags};

use super::code::{CodeDebug, Position, Positions, describe};
use crate::buffer::CodeBuffer;
use crate::elf_target::ElfTarget;
use crate::inst_facts::emits_nothing;

/// A row of the line table without its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineRow {
    /// The scope whose file it is.
    pub(crate) scope: MetadataId,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) discriminator: u32,
    pub(crate) is_stmt: bool,
    pub(crate) prologue_end: bool,
    pub(crate) epilogue_begin: bool,
}

/// What is known of one function for its description.
#[derive(Clone, Debug)]
pub struct FunctionDebug {
    /// `DISubprogram`
    pub(crate) subprogram: MetadataId,
    /// Rows of the line table with their offsets.
    pub(crate) rows: Vec<(u32, LineRow)>,
    /// What else is known of its code.
    pub(crate) code: CodeDebug,
    /// Positions that are referred to, with their offsets, in order.
    pub(crate) offsets: Vec<(Position, u32)>,
}

/// Chooses the rows of one function, whose instructions it gets in order.
pub(crate) struct RowChooser<'a> {
    view: DebugInfo<'a>,
    subprogram: MetadataId,
    /// Positions, and which of them are referred to.
    positions: Positions,
    /// Line of the last row.
    last_line: u32,
    /// The last location with a line.
    previous: Option<MetadataId>,
    /// The block of the last instruction.
    previous_block: Option<Block>,
    /// The last block in which an epilogue began.
    epilogue_block: Option<Block>,
    /// The first location of the body until it comes.
    body: Option<MetadataId>,
}

/// The subprogram that `function` is, if its code is to be described, and a view of its debug information.
fn subprogram<'a>(
    module: &'a Module,
    function: &'a MachineFunction,
) -> Option<(DebugInfo<'a>, MetadataId)> {
    let global = function.ir_function?;
    if module.globals[global].metadata.is_empty() {
        return None;
    }
    let view = DebugInfo::of(module)?.with_own(&function.own_locations);
    Some((view, view.subprogram(global)?))
}

impl<'a> RowChooser<'a> {
    /// For `function`, and the row at its start; `None` if it has no debug information.
    pub(crate) fn new(
        module: &'a Module,
        function: &'a MachineFunction,
        elf: &ElfTarget,
    ) -> Option<(Self, Option<LineRow>)> {
        let (chooser, row, _) = Self::with_code(module, function, elf)?;
        Some((chooser, row))
    }

    /// The same, and what else is known of the code.
    fn with_code(
        module: &'a Module,
        function: &'a MachineFunction,
        elf: &ElfTarget,
    ) -> Option<(Self, Option<LineRow>, CodeDebug)> {
        let (view, subprogram) = subprogram(module, function)?;
        let (code, positions) = describe(module, function, view, subprogram, elf);
        let mut chooser = Self {
            view,
            subprogram,
            positions,
            last_line: 0,
            previous: None,
            previous_block: None,
            epilogue_block: None,
            body: None,
        };
        let row = chooser.first_row(function);
        Some((chooser, row, code))
    }

    /// Finds where the body begins. The code before it has the line where the function's scope begins.
    fn first_row(&mut self, function: &MachineFunction) -> Option<LineRow> {
        let mut is_first = true;
        let mut found = None;
        let blocks = function.layout.iter();
        let insts = blocks.flat_map(|block| function.block_insts(*block));
        for inst in insts.filter(|inst| !emits_nothing(function, *inst)) {
            let data = &function.insts[inst];
            let location = function.debug_loc(inst).expand();
            let location = location.and_then(|id| Some((id, self.view.location(id)?)));
            let is_setup = data.flags.contains(MiFlags::FRAME_SETUP);
            if let Some((id, location)) = location.filter(|_| !is_setup) {
                found = Some((id, location));
                if location.line != 0 {
                    break;
                }
            }
            is_first = false;
        }
        let (id, location) = found?;
        self.body = Some(id);
        if is_first {
            return None;
        }
        let outer = self.view.outermost(location).scope;
        let scope = self.view.subprogram_of(outer).unwrap_or(self.subprogram);
        let line = number(self.view.node(scope)?, "scopeLine") as u32;
        self.last_line = line;
        Some(LineRow {
            scope,
            line,
            column: 0,
            discriminator: 0,
            is_stmt: true,
            prologue_end: false,
            epilogue_begin: false,
        })
    }

    /// The row that begins at `inst`, the next instruction of `block`.
    pub(crate) fn next(
        &mut self,
        function: &MachineFunction,
        block: Block,
        inst: Inst,
    ) -> Option<LineRow> {
        if emits_nothing(function, inst) {
            return None;
        }
        let data = &function.insts[inst];
        let row = if data.flags.contains(MiFlags::FRAME_SETUP) {
            None
        } else {
            let location = function.debug_loc(inst).expand();
            match location.and_then(|id| Some((id, self.view.location(id)?))) {
                Some((id, location)) => {
                    let leaves = data.flags.contains(MiFlags::FRAME_DESTROY)
                        && self.epilogue_block != Some(block);
                    if leaves {
                        self.epilogue_block = Some(block);
                    }
                    self.located(id, location, leaves)
                }
                None => self.unlocated(block, inst),
            }
        };
        if let Some(row) = &row {
            self.last_line = row.line;
        }
        self.previous_block = Some(block);
        row
    }

    fn row(&self, location: Location) -> LineRow {
        let discriminator = match location.line {
            0 => 0,
            _ => self.view.discriminator(location),
        };
        LineRow {
            scope: location.scope,
            line: location.line,
            column: location.column,
            discriminator,
            is_stmt: false,
            prologue_end: false,
            epilogue_begin: false,
        }
    }

    fn located(&mut self, id: MetadataId, location: Location, leaves: bool) -> Option<LineRow> {
        let row = self.row(location);
        if self.previous == Some(id) {
            // After a row of line 0 the line comes back, but no statement begins.
            let is_back = self.last_line == 0 && location.line != 0;
            return (is_back || leaves).then_some(LineRow {
                epilogue_begin: leaves,
                ..row
            });
        }
        if location.line == 0 && self.last_line == 0 {
            return None;
        }
        let ends_prologue = self.body == Some(id);
        if ends_prologue {
            self.body = None;
        }
        let old = self.previous.and_then(|id| self.view.location(id));
        let old_line = old.map_or(self.last_line, |old| old.line);
        if location.line != 0 {
            self.previous = Some(id);
        }
        Some(LineRow {
            is_stmt: ends_prologue || location.line != 0 && location.line != old_line,
            prologue_end: ends_prologue,
            epilogue_begin: leaves,
            ..row
        })
    }

    fn unlocated(&self, block: Block, inst: Inst) -> Option<LineRow> {
        let is_new_block = self.previous_block.is_some_and(|before| before != block);
        let is_labelled = self.positions.is_requested(self.positions.before(inst));
        if self.last_line == 0 || !(is_new_block || is_labelled) {
            return None;
        }
        // Code before the first line belongs to that of the function.
        let previous = self.previous.and_then(|id| self.view.location(id))?;
        Some(LineRow {
            scope: previous.scope,
            line: 0,
            column: previous.column,
            discriminator: 0,
            is_stmt: false,
            prologue_end: false,
            epilogue_begin: false,
        })
    }
}

/// Collects the rows of a function and the offsets of positions while it is encoded.
pub(crate) struct Recorder<'a> {
    chooser: RowChooser<'a>,
    code: CodeDebug,
    /// The positions before this one are recorded.
    next: Position,
    marks: Vec<Mark>,
}

/// What a mark in the code stands for.
enum Mark {
    Row(LineRow),
    Position(Position),
}

impl<'a> Recorder<'a> {
    /// For `function`, at its start; `None` if it has no debug information.
    pub(crate) fn new(
        module: &'a Module,
        function: &'a MachineFunction,
        elf: &ElfTarget,
        buffer: &mut CodeBuffer,
    ) -> Option<Self> {
        let (chooser, row, code) = RowChooser::with_code(module, function, elf)?;
        let mut recorder = Self {
            chooser,
            code,
            next: 0,
            marks: Vec::new(),
        };
        recorder.position(0, buffer);
        if let Some(row) = row {
            recorder.mark(Mark::Row(row), buffer);
        }
        Some(recorder)
    }

    fn mark(&mut self, mark: Mark, buffer: &mut CodeBuffer) {
        buffer.mark();
        self.marks.push(mark);
    }

    /// Notes what begins at `inst`, which is encoded next.
    pub(crate) fn before(
        &mut self,
        function: &MachineFunction,
        block: Block,
        inst: Inst,
        buffer: &mut CodeBuffer,
    ) {
        let positions = &self.chooser.positions;
        if positions.is_requested_before(inst) {
            self.position(positions.before(inst), buffer);
        }
        if let Some(row) = self.chooser.next(function, block, inst) {
            self.mark(Mark::Row(row), buffer);
        }
    }

    /// Notes what ends with `inst`, which was encoded last.
    pub(crate) fn after(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        buffer: &mut CodeBuffer,
    ) {
        let positions = &self.chooser.positions;
        if positions.is_requested_after(inst) {
            self.position(positions.after(function, inst), buffer);
        }
    }

    /// Notes that a position is here, unless it was passed already.
    fn position(&mut self, position: Position, buffer: &mut CodeBuffer) {
        if position >= self.next {
            self.next = position + 1;
            self.mark(Mark::Position(position), buffer);
        }
    }

    /// The description of the function; `marks` are the offsets of the marks.
    pub(crate) fn finish(self, marks: &[u32]) -> FunctionDebug {
        let mut rows: Vec<(u32, LineRow)> = Vec::new();
        let mut offsets = Vec::new();
        for (mark, offset) in self.marks.into_iter().zip(marks) {
            match mark {
                // As in llc, a row without code before the next one is a row.
                Mark::Row(row) => rows.push((*offset, row)),
                Mark::Position(position) => offsets.push((position, *offset)),
            }
        }
        FunctionDebug {
            subprogram: self.chooser.subprogram,
            rows,
            code: self.code,
            offsets,
        }
    }
}
