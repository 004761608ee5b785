//! `cfi-instr-inserter`: unwind rows for blocks that follow an epilogue in the layout.
//!
//! An epilogue changes the rule for the canonical frame address and says that registers have their values again; the
//! block after it in the layout is entered from elsewhere, with the frame still set up:
//!
//! ```text
//!   bb.1: …  pop %rbx       .cfi_def_cfa_offset 8   ret
//!   bb.2: (frame is up)     .cfi_def_cfa_offset 16  ◀── inserted
//! ```

use avarice_ir::{Function, MetadataId};
use avarice_mir::InsertPoint;
use avarice_mir::inst_facts::is_debug_or_probe;
use avarice_mir::{
    Block, BlockSections, CfiInstruction, InstBuilder, MachineFunction, Operand, OperandValue,
};
use avarice_target::{InstrFlags, op};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

/// What holds at a place: how the canonical frame address is computed, DWARF register plus offset, and the DWARF
/// numbers of the registers that are saved, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rows {
    register: u16,
    offset: i64,
    saved: SmallVec<[u16; 8]>,
}

/// Where a register is saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SavedIn {
    /// In the frame, at this offset from the canonical frame address.
    Frame(i64),
    /// In another register.
    Register(u16),
}

impl SavedIn {
    fn row(self, register: u16) -> CfiInstruction {
        match self {
            Self::Frame(offset) => CfiInstruction::Offset(register, offset),
            Self::Register(other) => CfiInstruction::Register(register, other),
        }
    }
}

/// Where each register is saved, in the whole function.
#[derive(Debug, Default)]
struct Places(SmallVec<[(u16, SavedIn); 8]>);

impl Places {
    fn find(&self, register: u16) -> Option<SavedIn> {
        let found = self.0.iter().find(|(saved, _)| *saved == register);
        found.map(|(_, place)| *place)
    }

    fn note(&mut self, register: u16, place: SavedIn) -> Result<(), String> {
        match self.find(register) {
            None => self.0.push((register, place)),
            Some(known) if known != place => {
                return Err("Different saved locations for the same CSR".into());
            }
            Some(_) => {}
        }
        Ok(())
    }
}

impl Rows {
    fn apply(&mut self, instruction: CfiInstruction, places: &mut Places) -> Result<(), String> {
        match instruction {
            CfiInstruction::DefCfa(register, offset) => {
                (self.register, self.offset) = (register, offset);
            }
            CfiInstruction::DefCfaOffset(offset) | CfiInstruction::LabeledCfaOffset(offset) => {
                self.offset = offset;
            }
            CfiInstruction::DefCfaRegister(register) => self.register = register,
            CfiInstruction::AdjustCfaOffset(by) => self.offset = self.offset.wrapping_add(by),
            CfiInstruction::Offset(register, offset) => {
                self.save(register, SavedIn::Frame(offset), places)?;
            }
            CfiInstruction::RelOffset(register, offset) => {
                self.save(
                    register,
                    SavedIn::Frame(offset.wrapping_sub(self.offset)),
                    places,
                )?;
            }
            CfiInstruction::Register(register, other) => {
                self.save(register, SavedIn::Register(other), places)?;
            }
            CfiInstruction::Restore(register) => {
                if let Ok(at) = self.saved.binary_search(&register) {
                    self.saved.remove(at);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn save(&mut self, register: u16, place: SavedIn, places: &mut Places) -> Result<(), String> {
        if let Err(at) = self.saved.binary_search(&register) {
            self.saved.insert(at, register);
        }
        places.note(register, place)
    }

    /// The rows that make `self` out of what holds after `before`.
    fn difference(&self, before: &Self, places: &Places) -> Vec<CfiInstruction> {
        let mut rows = Vec::new();
        match (
            self.register == before.register,
            self.offset == before.offset,
        ) {
            (true, true) => {}
            (true, false) => rows.push(CfiInstruction::DefCfaOffset(self.offset)),
            (false, true) => rows.push(CfiInstruction::DefCfaRegister(self.register)),
            (false, false) => rows.push(CfiInstruction::DefCfa(self.register, self.offset)),
        }
        let gone = before.saved.iter().filter(|reg| !self.saved.contains(reg));
        rows.extend(gone.map(|reg| CfiInstruction::Restore(*reg)));
        let new = self.saved.iter().filter(|reg| !before.saved.contains(reg));
        rows.extend(new.filter_map(|reg| Some(places.find(*reg)?.row(*reg))));
        rows
    }
}

/// What holds after `block`, at whose beginning `rows` holds.
fn rows_after(
    function: &MachineFunction,
    block: Block,
    rows: &Rows,
    places: &mut Places,
) -> Result<Rows, String> {
    let mut rows = rows.clone();
    for inst in function.block_insts(block) {
        if function.opcode(inst) == op::CFI_INSTRUCTION
            && let OperandValue::Cfi(index) = function.operand(inst, 0).value()
        {
            rows.apply(function.cfi[index], places)?;
        }
    }
    Ok(rows)
}

/// What is checked before rows are inserted.
#[derive(Clone, Copy, Debug)]
pub enum Check<'a> {
    /// Nothing.
    None,
    /// That all paths to a block have the same rows. Reports name blocks as the IR function does, if there is one.
    Paths(Option<&'a Function>),
}

/// What holds at the entry of a function.
#[derive(Clone, Copy, Debug)]
pub struct EntryRule {
    /// The DWARF number of the register from which the canonical frame address counts.
    pub register: u16,
    /// How far above it the address is, in bytes.
    pub offset: i64,
    /// The DWARF number of the frame pointer.
    pub frame_pointer: u16,
}

/// The rows of a block that begins a section, where nothing of the blocks before it holds.
fn all_rows(function: &MachineFunction, wanted: &Rows, entry: &EntryRule) -> Vec<CfiInstruction> {
    let mut rows = vec![CfiInstruction::DefCfa(wanted.register, wanted.offset)];
    if function.target_info.uses_frame_pointer {
        // It is saved after the return address.
        rows.push(CfiInstruction::Offset(
            entry.frame_pointer,
            -2 * entry.offset,
        ));
    }
    for (register, slot) in &function.frame.callee_saved {
        let number = function.target.reg(*register).dwarf as u16;
        let offset = function.frame.object(*slot).offset;
        rows.push(CfiInstruction::Offset(number, offset));
    }
    rows
}

/// Inserts rows where layout and control flow disagree.
///
/// # Requires
/// Final block order; on every path to a block the same rows (as frame lowering leaves it), which `check`
/// asks to verify.
///
/// # Ensures
/// What holds by reading the blocks in layout order is right in each.
///
/// # Errors
/// A register is saved in two places; with `check`, paths to a block disagree.
pub fn run(
    function: &mut MachineFunction,
    entry: &EntryRule,
    check: Check<'_>,
) -> Result<(), String> {
    let is_split = function.block_sections == BlockSections::Sections;
    let has_rows = !function.cfi.is_empty() || is_split && function.target_info.needs_frame_moves;
    if !has_rows || function.layout.is_empty() {
        return Ok(());
    }
    let start = Rows {
        register: entry.register,
        offset: entry.offset,
        saved: SmallVec::new(),
    };
    let mut places = Places::default();
    let mut entries: SecondaryMap<Block, Option<Rows>> = SecondaryMap::new();
    let mut work = vec![(function.layout[0], start.clone())];
    while let Some((block, rows)) = work.pop() {
        if entries[block].is_none() {
            let after = rows_after(function, block, &rows, &mut places)?;
            entries[block] = Some(rows);
            for successor in &function.blocks[block].succs {
                if entries[*successor].is_none() {
                    work.push((*successor, after.clone()));
                }
            }
        }
    }
    if let Check::Paths(ir_function) = check {
        verify(function, ir_function, &entries, &mut places)?;
    }
    let mut current = start.clone();
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        // Blocks that control does not reach have the rule of the entry.
        let wanted = entries[block].as_ref().unwrap_or(&start);
        let after = rows_after(function, block, wanted, &mut places)?;
        if at > 0 {
            let before = function.blocks[block].first.expand();
            let location = first_location(function, block);
            let rows = match function.blocks[block].begins_section {
                true => all_rows(function, wanted, entry),
                false => wanted.difference(&current, &places),
            };
            for row in rows {
                let index = function.cfi.push(row);
                InstBuilder::new(function, op::CFI_INSTRUCTION)
                    .location(location)
                    .op(Operand::cfi(index))
                    .insert_at(InsertPoint::new(block, before));
            }
        }
        current = after;
    }
    Ok(())
}

/// The debug location of the first instruction of a block that is code.
fn first_location(function: &MachineFunction, block: Block) -> PackedOption<MetadataId> {
    let mut insts = function.block_insts(block);
    let first = insts.find(|inst| !is_debug_or_probe(function, *inst));
    first.map_or(None.into(), |first| function.debug_loc(first))
}

/// Checks that what holds after each block is what its successors begin with.
fn verify(
    function: &MachineFunction,
    ir_function: Option<&Function>,
    entries: &SecondaryMap<Block, Option<Rows>>,
    places: &mut Places,
) -> Result<(), String> {
    let mut text = String::new();
    let mut found = 0;
    for block in &function.layout {
        let Some(rows) = &entries[*block] else {
            continue;
        };
        let after = rows_after(function, *block, rows, places)?;
        for successor in &function.blocks[*block].succs {
            let Some(rows) = &entries[*successor] else {
                continue;
            };
            let edge = Edge {
                function,
                ir_function,
                ends: [*block, *successor],
                rows: [&after, rows],
            };
            let same = (rows.register, rows.offset) == (after.register, after.offset);
            // A block that does not come back has no epilogue.
            let mut insts = function.block_insts(*successor);
            let comes_back = insts.any(|inst| function.desc(inst).has(InstrFlags::RETURN));
            let ends = function.blocks[*successor].succs.is_empty() && !comes_back;
            if !same && !ends {
                found += 1;
                edge.report_frame(&mut text);
            }
            if rows.saved != after.saved && (same || !ends) {
                found += 1;
                edge.report_saved(&mut text);
            }
        }
    }
    match found {
        0 => Ok(()),
        _ => Err(format!(
            "{text}LLVM ERROR: Found {found} in/out CFI information errors."
        )),
    }
}

/// An edge, what holds at the end of the block that it leaves, and at the beginning of the other.
struct Edge<'a> {
    function: &'a MachineFunction,
    ir_function: Option<&'a Function>,
    ends: [Block; 2],
    rows: [&'a Rows; 2],
}

impl Edge<'_> {
    /// Name and number of both blocks.
    fn names(&self) -> [String; 2] {
        self.ends.map(|block| {
            let data = &self.function.blocks[block];
            let ir_block = self.ir_function.zip(data.ir_block.expand());
            let name = ir_block.map_or(&b""[..], |(function, block)| {
                function.name(function.blocks[block].name)
            });
            format!("{} #{}", String::from_utf8_lossy(name), data.number)
        })
    }

    fn report_frame(&self, text: &mut String) {
        let [pred, succ] = self.names();
        let [before, after] = self.rows;
        let function = String::from_utf8_lossy(&self.function.name);
        let (register, offset) = (before.register, before.offset);
        text.push_str(&format!(
            "*** Inconsistent CFA register and/or offset between pred and succ ***\n\
             Pred: {pred} in {function} outgoing CFA Reg:{register}\n\
             Pred: {pred} in {function} outgoing CFA Offset:{offset}\n"
        ));
        let (register, offset) = (after.register, after.offset);
        text.push_str(&format!(
            "Succ: {succ} incoming CFA Reg:{register}\n\
             Succ: {succ} incoming CFA Offset:{offset}\n"
        ));
    }

    fn report_saved(&self, text: &mut String) {
        let [pred, succ] = self.names();
        let function = String::from_utf8_lossy(&self.function.name);
        text.push_str(&format!(
            "*** Inconsistent CSR Saved between pred and succ in function {function} ***\n\
             Pred: {pred} outgoing CSR Saved: {}\n\
             Succ: {succ} incoming CSR Saved: {}\n",
            self.rows[0].saved_registers(),
            self.rows[1].saved_registers(),
        ));
    }
}

impl Rows {
    /// Numbers of the saved registers, a space after each.
    fn saved_registers(&self) -> String {
        let saved = self.saved.iter();
        saved.map(|register| format!("{register} ")).collect()
    }
}
