//! Finds entities of the IR by their names in MIR text.

use avarice_ir::{Const, DataLayout, Global, MetadataId, Module, Value};
use rustc_hash::FxHashMap; // Allowed because a reader looks names up.

use crate::print::{IrSlot, for_each_slot};

/// What the functions of a file share while they are read.
#[derive(Debug)]
pub(super) struct FileState {
    pub symbols: ModuleSymbols,
    pub layout: DataLayout,
    /// Metadata nodes that were written in place, by their text.
    pub inline_nodes: FxHashMap<Box<[u8]>, MetadataId>,
    /// Constants that were read, by their text.
    pub constants: FxHashMap<Box<[u8]>, Const>,
    /// Blocks of the other function that a block address named last.
    pub other_function: Option<(Global, FunctionSymbols)>,
}

impl FileState {
    /// For a file with this module, whose data layout must be right.
    pub fn new(module: &Module) -> Self {
        let mut layout = DataLayout::of_module(module).unwrap_or_default();
        layout.compute(&module.types);
        Self {
            symbols: ModuleSymbols::new(module),
            layout,
            inline_nodes: FxHashMap::default(),
            constants: FxHashMap::default(),
            other_function: None,
        }
    }
}

/// Numbered things of a module.
#[derive(Debug)]
pub(super) struct ModuleSymbols {
    globals: FxHashMap<u32, Global>,
    metadata: FxHashMap<u32, MetadataId>,
}

impl ModuleSymbols {
    /// The numbers of `module`.
    pub fn new(module: &Module) -> Self {
        let mut globals = FxHashMap::default();
        crate::print::for_each_unnamed_global(module, |number, global| {
            globals.insert(number, global);
        });
        let metadata = module.metadata.numbered.iter().copied().collect();
        Self { globals, metadata }
    }

    /// The global `@name`; `quoted` names are never numbers.
    pub fn global(&self, module: &Module, name: &[u8], quoted: bool) -> Option<Global> {
        if !quoted && let Some(number) = number(name) {
            return self.globals.get(&number).copied();
        }
        module.globals_by_name.get(name).copied()
    }

    /// The metadata node `!number`.
    pub fn metadata(&self, number: u32) -> Option<MetadataId> {
        self.metadata.get(&number).copied()
    }
}

/// Names and numbers in the body of one IR function.
#[derive(Debug, Default)]
pub(super) struct FunctionSymbols {
    slots: Vec<IrSlot>,
    values: FxHashMap<Box<[u8]>, Value>,
    blocks: FxHashMap<Box<[u8]>, avarice_ir::Block>,
}

impl FunctionSymbols {
    /// The names of `body`.
    pub fn new(body: &avarice_ir::Function) -> Self {
        let mut symbols = Self::default();
        for_each_slot(body, |slot| symbols.slots.push(slot));
        let mut name = |value: Value| {
            let name = body.name(body.values[value].name);
            if !name.is_empty() {
                symbols.values.insert(name.into(), value);
            }
        };
        body.args.iter().copied().for_each(&mut name);
        for block in &body.layout {
            for inst in body.block_insts(*block) {
                body.insts[inst]
                    .result
                    .expand()
                    .into_iter()
                    .for_each(&mut name);
            }
        }
        for block in &body.layout {
            let name = body.name(body.blocks[*block].name);
            if !name.is_empty() {
                symbols.blocks.insert(name.into(), *block);
            }
        }
        symbols
    }

    /// The value `%ir.name`.
    pub fn value(&self, name: &[u8], quoted: bool) -> Option<Value> {
        match number(name).filter(|_| !quoted) {
            Some(number) => match self.slots.get(number as usize) {
                Some(IrSlot::Value(value)) => Some(*value),
                _ => None,
            },
            None => self.values.get(name).copied(),
        }
    }

    /// The block `%ir-block.name`.
    pub fn block(&self, name: &[u8], quoted: bool) -> Option<avarice_ir::Block> {
        match number(name).filter(|_| !quoted) {
            Some(number) => match self.slots.get(number as usize) {
                Some(IrSlot::Block(block)) => Some(*block),
                _ => None,
            },
            None => self.blocks.get(name).copied(),
        }
    }
}

/// The number that a name of digits only is.
fn number(name: &[u8]) -> Option<u32> {
    let digits = !name.is_empty() && name.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(name).ok().filter(|_| digits)?;
    text.parse().ok()
}
