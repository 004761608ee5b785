//! Numbers of the labels that have no name of their own: `.Ltmp3`.
//!
//! As in llc they are counted through the module, in the order in which they come up: for each function those of calls and
//! landing pads, then checks of types and blocks whose address is taken, where the text first mentions or defines them.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use avarice_ir::constant::{ConstExpr, ConstKind};
use avarice_ir::{Const, Global, Module};
use avarice_mir::{
    Block, ConstPoolValue, Inst, JumpTableIndex, MachineFunction, OperandValue, Symbol,
};

use crate::emit_options::EmitOptions;
use crate::exception_table::eh_label;
use crate::jump_tables::table_based_at;
use crate::table_encodings::TableEncodings;
use crate::target::TargetEmitter;
use crate::type_check::{CheckLabels, CheckNumbers};

/// The labels of a module.
#[derive(Default)]
pub(crate) struct LabelNumbers {
    /// For each function its labels of calls and landing pads, sorted by symbol.
    eh: Vec<Vec<(Symbol, u32)>>,
    /// For each function the label of the room before its own label.
    rooms: Vec<Option<u32>>,
    /// For each function the labels of instructions that entries of jump tables are distances from, sorted by table.
    table_bases: Vec<Vec<(JumpTableIndex, u32)>>,
    checks: CheckNumbers,
    /// For each function the label of the first field in its exception table that is a distance to a type.
    type_fields: Vec<u32>,
    blocks: BTreeMap<(Global, avarice_ir::Block), u32>,
    next: u32,
}

impl LabelNumbers {
    /// The labels of `module` with these functions, which are in order. `has_room` says which have room for patches before
    /// their own label.
    pub(crate) fn new(
        module: &Module,
        functions: &[&(Global, MachineFunction)],
        emitter: &dyn TargetEmitter,
        options: &EmitOptions,
        has_room: &dyn Fn(Global) -> bool,
    ) -> Self {
        let mut numbers = Self::default();
        let takes = |block: Block, function: &MachineFunction| {
            function.blocks[block].ir_address_taken.is_some()
        };
        let has_addresses = functions
            .iter()
            .any(|(_, function)| function.blocks.keys().any(|block| takes(block, function)));
        let types = TableEncodings::of(emitter.elf(), options).types;
        let has_checks = module.flag("kcfi").is_some();
        if options.written_last {
            for (_, function) in functions {
                numbers.calls(function);
            }
        }
        for (number, (global, function)) in functions.iter().enumerate() {
            if !options.written_last {
                numbers.calls(function);
            }
            let room = has_room(*global).then_some(numbers.next);
            numbers.next += u32::from(room.is_some());
            numbers.rooms.push(room);
            numbers.tables(function, emitter);
            if has_checks {
                numbers.checks(number, function, emitter);
            }
            if has_addresses {
                numbers.addresses(module, *global, function);
            }
            numbers.type_fields.push(numbers.next);
            if types.is_relative() && !function.exceptions.pads.is_empty() {
                let types = function.exceptions.type_infos.iter();
                numbers.next += types.flatten().count() as u32;
            }
        }
        if has_addresses {
            for data in module.globals.values() {
                if let Some(init) = data.variable().and_then(|variable| variable.init) {
                    numbers.constant(module, init);
                }
            }
        }
        numbers
    }

    /// The label of a call or landing pad of function `number`.
    pub(crate) fn of_call(&self, number: usize, symbol: Symbol) -> Option<u32> {
        let known = self.eh.get(number)?;
        let at = known
            .binary_search_by_key(&symbol, |(symbol, _)| *symbol)
            .ok()?;
        Some(known[at].1)
    }

    /// The label of the room for patches before the label of function `number`.
    pub(crate) fn of_room(&self, number: usize) -> Option<u32> {
        self.rooms.get(number).copied().flatten()
    }

    /// The label of the instruction in function `number` that the entries of a jump table are distances from.
    pub(crate) fn of_table_base(&self, number: usize, table: JumpTableIndex) -> Option<u32> {
        let known = self.table_bases.get(number)?;
        let at = known
            .binary_search_by_key(&table, |(table, _)| *table)
            .ok()?;
        Some(known[at].1)
    }

    /// The label of a block whose address is taken.
    pub(crate) fn of_block(&self, function: Global, block: avarice_ir::Block) -> Option<u32> {
        self.blocks.get(&(function, block)).copied()
    }

    /// The labels of the check `inst` of function `number`.
    pub(crate) fn of_check(&self, number: usize, inst: Inst) -> Option<CheckLabels> {
        self.checks.labels(number, inst)
    }

    /// The label of the first field in the exception table of function `number` that is a distance to a type; those of the
    /// others follow.
    pub(crate) fn of_type_fields(&self, number: usize) -> u32 {
        self.type_fields.get(number).copied().unwrap_or(0)
    }

    fn calls(&mut self, function: &MachineFunction) {
        let mut symbols: Vec<Symbol> = Vec::new();
        for block in &function.layout {
            let insts = function.block_insts(*block);
            symbols.extend(insts.filter_map(|inst| eh_label(function, inst)));
        }
        // Those of code that is gone count too.
        symbols.extend(function.exceptions.pads.values().map(|pad| pad.label));
        let invokes = function.exceptions.invokes.iter();
        symbols.extend(invokes.flat_map(|invoke| [invoke.begin, invoke.end]));
        symbols.sort_unstable();
        symbols.dedup();
        let first = self.next;
        self.next += symbols.len() as u32;
        self.eh.push(symbols.into_iter().zip(first..).collect());
    }

    fn tables(&mut self, function: &MachineFunction, emitter: &dyn TargetEmitter) {
        let mut known: Vec<(JumpTableIndex, u32)> = Vec::new();
        if !function.jump_tables.is_empty() {
            for block in &function.layout {
                for inst in function.block_insts(*block) {
                    if let Some(table) = table_based_at(function, inst, emitter)
                        && !known.iter().any(|(other, _)| *other == table)
                    {
                        known.push((table, self.next));
                        self.next += 1;
                    }
                }
            }
            known.sort_unstable();
        }
        self.table_bases.push(known);
    }

    fn checks(&mut self, number: usize, function: &MachineFunction, emitter: &dyn TargetEmitter) {
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                if let Some(check) = emitter.type_check(function, inst) {
                    self.next = self.checks.add(number, inst, check, self.next);
                }
            }
        }
    }

    fn addresses(&mut self, module: &Module, global: Global, function: &MachineFunction) {
        for entry in function.const_pool.values() {
            if let ConstPoolValue::Ir(constant) = entry.value {
                self.constant(module, constant);
            }
        }
        for block in removed_targets(function) {
            self.block(global, block);
        }
        for block in &function.layout {
            if let Some(taken) = function.blocks[*block].ir_address_taken.expand() {
                self.block(global, taken);
            }
            for inst in function.block_insts(*block) {
                for operand in function.operands(inst) {
                    if let OperandValue::BlockAddress(function, block, _) = operand.value() {
                        self.block(function, block);
                    }
                }
            }
        }
    }

    fn constant(&mut self, module: &Module, constant: Const) {
        match &module.consts[constant].kind {
            ConstKind::BlockAddress(function, block) => self.block(*function, *block),
            ConstKind::Aggregate(elements) => {
                for element in elements {
                    self.constant(module, *element);
                }
            }
            ConstKind::Splat(of) | ConstKind::Expr(ConstExpr::Cast(_, of)) => {
                self.constant(module, *of);
            }
            ConstKind::Expr(ConstExpr::Binary(_, _, left, right)) => {
                self.constant(module, *left);
                self.constant(module, *right);
            }
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => {
                if let Some(base) = operands.first() {
                    self.constant(module, *base);
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, function: Global, block: avarice_ir::Block) {
        let next = self.next;
        let number = *self.blocks.entry((function, block)).or_insert(next);
        self.next = self.next.max(number + 1);
    }
}

/// The IR blocks whose address is taken and that are no more: their labels are where the function begins.
pub(crate) fn removed_targets(function: &MachineFunction) -> Vec<avarice_ir::Block> {
    let taken = |block: Block| function.blocks[block].ir_address_taken.expand();
    let mut targets: Vec<avarice_ir::Block> = function.blocks.keys().filter_map(taken).collect();
    if !targets.is_empty() {
        for placed in function.layout.iter().copied().filter_map(taken) {
            targets.retain(|target| *target != placed);
        }
        targets.dedup();
    }
    targets
}
