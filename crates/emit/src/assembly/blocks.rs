//! Blocks and instructions of a function, with what llc tells readers about them.
//!
//! ```text
//!   .LBB0_2:                                # %loop
//!                                           # =>This Inner Loop Header: Depth=1
//!           movl    4(%rsp), %eax           # 4-byte Reload
//!   # %bb.3:                                # %exit
//! ```

use std::fmt::Write;

use avarice_ir::printer::print_block_name;
use avarice_mir::{
    Block, Inst, MachineCfg, MachineDominatorTree, MachineFunction, MachineLoop, MachineLoopInfo,
    MemFlags, MemPointer, OperandValue, StackObjectKind,
};
use avarice_target::{InstrFlags, op};

use super::Printer;
use super::functions::Current;
use crate::block_address_map::has_labels;
use crate::buffer::FixupTarget;
use crate::debug::loc_directive;
use crate::debug::rows::{LineRow, RowChooser};
use crate::error::EmitError;
use crate::exception_table::eh_label;
use crate::function::{landing_pad, post_symbol, pre_symbol};
use crate::function_context::FunctionContext;
use crate::function_entry::FunctionEntry;
use crate::inst_facts::{cfi_instruction, emits_nothing};
use crate::jump_tables::table_based_at;
use crate::print_context::{PrintContext, block_label};
use crate::print_data;
use crate::target::FrameAccess;
use crate::type_check::TypeCheck;

/// The loops of a function.
struct Loops {
    info: MachineLoopInfo,
    /// Number of the function.
    number: usize,
}

impl Loops {
    fn of(function: &MachineFunction, number: usize) -> Self {
        let cfg = MachineCfg::of(function);
        let dominators = MachineDominatorTree::of(&cfg);
        let info = MachineLoopInfo::of(&cfg, &dominators);
        Self { info, number }
    }

    /// `BB0_4`: the name of a loop's header.
    fn header(&self, function: &MachineFunction, id: MachineLoop) -> String {
        let header = function.blocks[self.info.header(id)].number;
        format!("BB{}_{header}", self.number)
    }

    /// What is said about a block: the loop that it is in, or for a header the loops around and within its own.
    fn describe(&self, function: &MachineFunction, block: Block) -> Vec<String> {
        let Some(id) = self.info.loop_of(block) else {
            return Vec::new();
        };
        let depth = self.info.depth(id);
        if self.info.header(id) != block {
            let header = self.header(function, id);
            return vec![format!("  in Loop: Header={header} Depth={depth}")];
        }
        let parents = std::iter::successors(self.info.parent(id), |id| self.info.parent(*id));
        let mut lines: Vec<String> = parents
            .map(|parent| self.related(function, parent, "Parent", "="))
            .collect();
        lines.reverse();
        let indent = 2 * depth as usize - 2;
        let inner = match self.info.children(id).next() {
            Some(_) => "",
            None => "Inner ",
        };
        lines.push(format!(
            "=>{:indent$}This {inner}Loop Header: Depth={depth}",
            ""
        ));
        self.describe_children(function, id, &mut lines);
        lines
    }

    fn describe_children(
        &self,
        function: &MachineFunction,
        id: MachineLoop,
        lines: &mut Vec<String>,
    ) {
        let mut work: Vec<MachineLoop> = self.info.children(id).collect();
        work.reverse();
        while let Some(child) = work.pop() {
            lines.push(self.related(function, child, "Child", " "));
            let at = work.len();
            work.extend(self.info.children(child));
            work[at..].reverse();
        }
    }

    /// `Parent Loop BB0_1 Depth=1`, `Child Loop BB0_4 Depth 2`, indented by its depth.
    fn related(
        &self,
        function: &MachineFunction,
        id: MachineLoop,
        kind: &str,
        equal: &str,
    ) -> String {
        let depth = self.info.depth(id);
        let header = self.header(function, id);
        let indent = 2 * depth as usize;
        format!("{:indent$}{kind} Loop {header} Depth{equal}{depth}", "")
    }
}

/// Whether control comes to `block` only by running off the end of the block before it: then nothing names it.
fn is_only_fallen_into(function: &MachineFunction, block: Block, before: Option<Block>) -> bool {
    let data = &function.blocks[block];
    let [pred] = *data.preds else {
        return false;
    };
    if data.eh_pad || before != Some(pred) {
        return false;
    }
    let first = function.first_terminator(pred);
    let mut terminators = std::iter::successors(first, |inst| function.next_inst(*inst));
    terminators.all(|inst| {
        let desc = function.desc(inst);
        let leads_here = |value| match value {
            OperandValue::Block(to) => to == block,
            OperandValue::JumpTable(_) => true,
            _ => false,
        };
        function.is_debug(inst)
            || desc.has(InstrFlags::BRANCH)
                && !desc.has(InstrFlags::INDIRECT_BRANCH)
                && !function
                    .operands(inst)
                    .iter()
                    .any(|o| leads_here(o.value()))
    })
}

/// What an instruction does with spill slots: how many bytes it loads from some or stores to some, and whether it is a plain
/// load or store.
fn spill_comment(
    function: &MachineFunction,
    inst: Inst,
    plain: Option<FrameAccess>,
) -> Option<String> {
    let is_slot = |pointer| match pointer {
        MemPointer::Stack(slot) => {
            Some(function.frame.object(slot).kind == StackObjectKind::SpillSlot)
        }
        _ => None,
    };
    let accessed = |flags: MemFlags| {
        let accesses = function
            .mem_ops(inst)
            .filter(|mem| mem.flags.contains(flags));
        let mut slots = accesses.filter_map(|mem| Some((is_slot(mem.pointer)?, mem.size)));
        let mut found = None;
        slots.try_for_each(|(is_spill, size)| {
            let sum = found.get_or_insert(Some(0));
            if is_spill {
                *sum = sum.zip(size).map(|(a, b)| a + b);
            }
            Some(())
        });
        found
    };
    let first = function.mem_ops(inst).next()?;
    let whole = |access: FrameAccess| {
        (plain == Some(access) && is_slot(first.pointer) == Some(true)).then_some(first.size?)
    };
    if let Some(size) = whole(FrameAccess::Load) {
        return Some(format!("{size}-byte Reload"));
    }
    match accessed(MemFlags::LOAD) {
        Some(None) => return Some("Unknown-size Folded Reload".into()),
        Some(Some(0)) => return None,
        Some(Some(size)) => return Some(format!("{size}-byte Folded Reload")),
        None => {}
    }
    if let Some(size) = whole(FrameAccess::Store) {
        return Some(format!("{size}-byte Spill"));
    }
    match accessed(MemFlags::STORE)? {
        None => Some("Unknown-size Folded Spill".into()),
        Some(0) => None,
        Some(size) => Some(format!("{size}-byte Folded Spill")),
    }
}

/// What a copy of the allocator that leaves no code says: `kill: def $eax killed $eax def $rax`.
fn meta_comment(function: &MachineFunction, inst: Inst) -> Option<String> {
    let register = |reg: avarice_mir::Reg| {
        let reg = reg.as_physical();
        reg.map_or("$noreg".to_string(), |reg| {
            format!("${}", function.target.reg(reg).name)
        })
    };
    match function.opcode(inst) {
        op::KILL => {
            let mut text = String::from("kill:");
            for operand in function.operands(inst) {
                let what = if operand.is_def() { "def" } else { "killed" };
                let _ = write!(text, " {what} {}", register(operand.as_reg()));
            }
            Some(text)
        }
        op::IMPLICIT_DEF => {
            let defined = function.operands(inst).first()?;
            Some(format!("implicit-def: {}", register(defined.as_reg())))
        }
        _ => None,
    }
}

impl Printer<'_> {
    /// All blocks of a function.
    pub(super) fn body(
        &mut self,
        current: &Current<'_>,
        unwind: bool,
        mut rows: Option<RowChooser<'_>>,
    ) -> Result<(), EmitError> {
        let Current {
            number,
            global,
            function,
            ..
        } = *current;
        let context = PrintContext {
            function: FunctionContext {
                module: self.names.module,
                function,
                options: self.names.options,
                labels: &[],
            },
            number,
            names: self.names,
        };
        let is_listed = |entry: &FunctionEntry| entry.is_listed && entry.nops == 0;
        let entry = FunctionEntry::of(self.names.module, Some(global))?;
        let landing_pad =
            landing_pad(function, self.emitter).filter(|_| entry.as_ref().is_some_and(is_listed));
        let loops = self.out.is_verbose().then(|| Loops::of(function, number));
        let mut before = None;
        for block in &function.layout {
            self.begin_section(current, *block);
            self.block_start(current, *block, before, loops.as_ref())?;
            self.begin_section_rows(current, *block, unwind);
            before = Some(*block);
            for inst in function.block_insts(*block) {
                if let Some(symbol) = eh_label(function, inst) {
                    let name = self.eh_label_name(number, symbol)?;
                    let _ = writeln!(self.out, "{name}:");
                    continue;
                }
                if let Some(symbol) = pre_symbol(function, inst) {
                    let name = context.symbol(FixupTarget::Symbol(symbol))?;
                    let _ = writeln!(self.out, "{name}:");
                }
                self.table_base(current, inst);
                if let Some(rows) = &mut rows {
                    let row = rows.next(function, *block, inst);
                    self.line(row);
                }
                self.instruction(&context, inst, unwind)?;
                if let Some(symbol) = post_symbol(function, inst) {
                    let name = context.symbol(FixupTarget::Symbol(symbol))?;
                    let _ = writeln!(self.out, "{name}:");
                }
                if let Some(check) = self.emitter.type_check(function, inst) {
                    let labels = context.check_labels(inst)?;
                    if check == TypeCheck::ListedTrap {
                        self.list_trap(current, &labels);
                    }
                    let _ = writeln!(self.out, "{}:", labels.pass);
                }
                if landing_pad == Some(inst) {
                    let _ = writeln!(self.out, ".Lpatch{}:", self.counts.patches);
                    self.counts.patches += 1;
                }
            }
            self.block_end(current, *block, unwind);
        }
        Ok(())
    }

    /// The label of an instruction that entries of a jump table are distances from.
    fn table_base(&mut self, current: &Current<'_>, inst: Inst) {
        let Current {
            number, function, ..
        } = *current;
        if !function.jump_tables.is_empty()
            && let Some(table) = table_based_at(function, inst, self.emitter)
            && let Some(label) = self.names.table_base(number, function, table)
        {
            let _ = writeln!(self.out, "{label}:");
        }
    }

    /// Alignment, labels and comments of a block.
    fn block_start(
        &mut self,
        current: &Current<'_>,
        block: Block,
        before: Option<Block>,
        loops: Option<&Loops>,
    ) -> Result<(), EmitError> {
        let Current {
            number,
            global,
            function,
            ..
        } = *current;
        let data = &function.blocks[block];
        let fill = self.emitter.elf().fill;
        print_data::code_alignment(data.align, fill, data.max_padding, &mut self.out);
        if data.ir_address_taken.is_some() || data.machine_address_taken {
            self.out.comment("Block address taken");
        }
        if let Some(ir_block) = data.ir_address_taken.expand() {
            let label = self.names.block_address(global, ir_block)?;
            let _ = writeln!(self.out, "{label}:");
        }
        if let Some(loops) = loops {
            if let Some(name) = self.block_name(function, block) {
                self.out.comment(name);
            }
            for line in loops.describe(function, block) {
                self.out.comment(line);
            }
        }
        let is_first = before.is_none();
        let is_labelled = data.begins_section || has_labels(function, self.lists_blocks());
        let is_named = is_labelled && !is_first
            || data.machine_address_taken
            || data.eh_funclet_entry
            || !data.preds.is_empty() && !is_only_fallen_into(function, block, before);
        if is_named {
            let _ = writeln!(self.out, "{}:", block_label(number, function, block));
        } else if self.out.is_verbose() {
            let mark = self.out.mark();
            let _ = writeln!(self.out, "{mark} %bb.{}:", data.number);
        }
        Ok(())
    }

    /// The name of the IR block that a block comes from, if it has one.
    fn block_name(&self, function: &MachineFunction, block: Block) -> Option<String> {
        let ir_block = function.blocks[block].ir_block.expand()?;
        let module = self.names.module;
        let ir = module.globals[function.ir_function?]
            .function()?
            .body
            .as_deref()?;
        let has_name = !ir.name(ir.blocks[ir_block].name).is_empty();
        has_name.then(|| print_block_name(module, ir, ir_block))
    }

    fn instruction(
        &mut self,
        context: &PrintContext<'_>,
        inst: Inst,
        unwind: bool,
    ) -> Result<(), EmitError> {
        let function = context.function.function;
        match cfi_instruction(function, inst) {
            Some(instruction) if unwind => self.cfi(function, instruction),
            Some(_) => Ok(()),
            None if emits_nothing(function, inst) => {
                if self.out.is_verbose()
                    && let Some(text) = meta_comment(function, inst)
                {
                    self.out.comment(text);
                    self.out.end_line();
                }
                Ok(())
            }
            None => {
                if self.out.is_verbose() {
                    let plain = self.emitter.frame_access(function, inst);
                    if let Some(text) = spill_comment(function, inst, plain) {
                        self.out.comment(text);
                    }
                }
                self.emitter.print(context, inst, &mut self.out)
            }
        }
    }

    /// Begins a row of the line table.
    pub(super) fn line(&mut self, row: Option<LineRow>) {
        if let (Some(row), Some(debug)) = (row, &mut self.debug) {
            let file = debug.file(&row);
            self.out.push_str(&loc_directive(&row, file, self.is_stmt));
            self.is_stmt = row.is_stmt;
        }
    }
}
