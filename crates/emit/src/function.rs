//! Code of one function: blocks to labels, instructions to bytes, in one walk. Functions are
//! independent, so this can run on several threads.

use avarice_ir::Module;
use avarice_mir::{Block, BlockSections, Inst, MachineFunction, Symbol};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

use crate::block_address_map::{self, BlockMap, MappedBlock, has_labels};
use crate::buffer::{CodeBuffer, FinishedCode, Fixup, FixupTarget, Label};
use crate::debug::rows::Recorder;
use crate::emit_options::EmitOptions;
use crate::error::EmitError;
use crate::exception_table::{ExceptionTable, eh_label};
use crate::function_code::FunctionCode;
use crate::function_context::FunctionContext;
use crate::function_entry::FunctionEntry;
use crate::inst_facts::{cfi_instruction, emits_nothing};
use crate::jump_tables::{JumpTableCode, TableBases, table_based_at};
use crate::print_context::GOT_NAME;
use crate::stack_sizes;
use crate::table_encodings::TableEncodings;
use crate::target::TargetEmitter;

/// Encodes `function`.
///
/// # Requires
/// Final machine code: no virtual registers, frame indices, or pseudos other than those that a target
/// rewrites while encoding.
///
/// # Errors
/// If an instruction cannot be encoded.
pub fn encode_function(
    module: &Module,
    function: &MachineFunction,
    emitter: &dyn TargetEmitter,
    options: &EmitOptions,
) -> Result<FunctionCode, EmitError> {
    encode_near(module, function, emitter, options, &[])
}

/// [`encode_function`], with those of its jumps to other functions short that `near` says, by their numbers.
///
/// # Errors
/// The same.
pub(crate) fn encode_near(
    module: &Module,
    function: &MachineFunction,
    emitter: &dyn TargetEmitter,
    options: &EmitOptions,
    near: &[bool],
) -> Result<FunctionCode, EmitError> {
    let mut buffer = CodeBuffer::default();
    buffer.set_near(near);
    encode(module, function, emitter, options, buffer).map_err(|e| e.at(&function.name))
}

fn encode(
    module: &Module,
    function: &MachineFunction,
    emitter: &dyn TargetEmitter,
    options: &EmitOptions,
    mut buffer: CodeBuffer,
) -> Result<FunctionCode, EmitError> {
    check_sections(function)?;
    let blocks = function.blocks.keys();
    let labels: Vec<Label> = blocks.map(|_| buffer.create_label()).collect();
    let context = FunctionContext {
        module,
        function,
        options,
        labels: &labels,
    };
    let entry = FunctionEntry::of_function(module, function, emitter)?;
    if let Some(entry) = &entry {
        buffer.set_origin(entry.size_before(emitter.elf())?);
        entry.put_prologue(function.ir_function, emitter.elf(), &mut buffer)?;
    }
    let mut blocks = BlockEncoder {
        context: &context,
        emitter,
        recorder: Recorder::new(module, function, emitter.elf(), &mut buffer),
        buffer,
        inst_labels: SecondaryMap::new(),
        table_bases: compressed_bases(function, &labels),
        landing_pad: landing_pad(function, emitter).filter(|_| entry.is_some()),
        landed: None,
    };
    let mut ends = Vec::new();
    for block in &function.layout {
        blocks.block(*block)?;
        if has_labels(function, options.lists_block_addresses) {
            ends.push(label_here(&mut blocks.buffer));
        }
    }
    let longest = emitter.longest_nop(function);
    let nops = |count, out: &mut Vec<u8>| emitter.nops(count, longest, out);
    let code = blocks.buffer.finish(nops);
    let encodings = TableEncodings::of(emitter.elf(), options);
    let place = |symbol| code.labels[blocks.inst_labels[symbol].expand()?];
    let exception_table = ExceptionTable::new(module, function, encodings.types)
        .map(|table| table.encoded(code.bytes.len() as u32, place));
    let landed = blocks.landed.and_then(|label| code.labels[label]);
    let patch = entry
        .as_ref()
        .and_then(|entry| entry.listed_patch(landed, emitter.elf()));
    let debug = blocks
        .recorder
        .map(|recorder| Box::new(recorder.finish(&code.marks)));
    let places = Places {
        blocks: &labels,
        insts: &blocks.inst_labels,
        table_bases: &blocks.table_bases,
    };
    let mapped_blocks = mapped_blocks(&context, &ends, &code);
    let code = finish(module, function, emitter, &places, code)?;
    Ok(FunctionCode {
        exception_table,
        entry: entry.map(Box::new),
        patch,
        mapped_blocks,
        listed_stack_size: stack_sizes::listed_size(function, options),
        debug,
        ..code
    })
}

/// Refuses functions whose blocks have sections of their own.
fn check_sections(function: &MachineFunction) -> Result<(), EmitError> {
    let text = "sections of basic blocks in object files or with debug information";
    match function.block_sections {
        BlockSections::Sections => Err(EmitError::unsupported(text)),
        _ => Ok(()),
    }
}

/// The blocks of a function, if they are listed, from their labels to `ends`.
fn mapped_blocks(
    context: &FunctionContext<'_>,
    ends: &[Label],
    code: &FinishedCode,
) -> Option<BlockMap> {
    let FunctionContext {
        module,
        function,
        options,
        labels,
    } = *context;
    let entries = block_address_map::entries(function, options.lists_block_addresses)?;
    let offset = |label: &Label| code.labels[*label].unwrap_or(0);
    let mapped = entries.iter().zip(ends).map(|(entry, end)| MappedBlock {
        id: entry.id,
        flags: entry.flags,
        start: offset(&labels[entry.block.index()]),
        end: offset(end),
    });
    let blocks = mapped.collect();
    let profile = options.map_profile;
    let numbers = profile.numbers(module, function, &entries);
    Some(BlockMap {
        blocks,
        features: profile.features(),
        profile: numbers.into_iter().map(|(_, number)| number).collect(),
    })
}

/// Walks over the blocks of a function, and notes where things are.
struct BlockEncoder<'a> {
    context: &'a FunctionContext<'a>,
    emitter: &'a dyn TargetEmitter,
    recorder: Option<Recorder<'a>>,
    buffer: CodeBuffer,
    inst_labels: InstLabels,
    table_bases: TableBases,
    /// The instruction that indirect branches land on, if the function's entry asks where it ends.
    landing_pad: Option<Inst>,
    /// Where it ends.
    landed: Option<Label>,
}

impl BlockEncoder<'_> {
    fn block(&mut self, block: Block) -> Result<(), EmitError> {
        let function = self.context.function;
        let data = &function.blocks[block];
        self.buffer
            .align_up_to(alignment(data.align)?, data.max_padding);
        self.buffer.bind(self.context.labels[block.index()]);
        for inst in function.block_insts(block) {
            let label = eh_label(function, inst);
            if let Some(symbol) = label.or_else(|| pre_symbol(function, inst)) {
                self.inst_labels[symbol] = label_here(&mut self.buffer).into();
            }
            if label.is_none() {
                self.bind_table_base(inst);
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.before(function, block, inst, &mut self.buffer);
            }
            if label.is_none() {
                encode_inst(self.context, self.emitter, inst, &mut self.buffer)?;
            }
            if let Some(recorder) = &mut self.recorder {
                recorder.after(function, inst, &mut self.buffer);
            }
            if let Some(symbol) = post_symbol(function, inst) {
                self.inst_labels[symbol] = label_here(&mut self.buffer).into();
            }
            if self.landing_pad == Some(inst) {
                self.landed = Some(label_here(&mut self.buffer));
            }
        }
        Ok(())
    }

    /// Where `inst` is what the entries of a compressed jump table are distances from, notes its place.
    fn bind_table_base(&mut self, inst: Inst) {
        let function = self.context.function;
        if function.jump_tables.is_empty() {
            return;
        }
        let Some(table) = table_based_at(function, inst, self.emitter) else {
            return;
        };
        if self.table_bases[table].is_none() {
            self.table_bases[table] = label_here(&mut self.buffer).into();
        }
    }
}

/// A label where the next instruction goes.
fn label_here(buffer: &mut CodeBuffer) -> Label {
    let label = buffer.create_label();
    buffer.bind(label);
    label
}

/// The first instruction of `function`, if it is there for indirect branches to land on.
pub(crate) fn landing_pad(function: &MachineFunction, emitter: &dyn TargetEmitter) -> Option<Inst> {
    let entry = *function.layout.first()?;
    let first = function.blocks[entry].first.expand();
    first.filter(|inst| emitter.is_landing_pad(function, *inst))
}

/// The labels at symbols of instructions.
type InstLabels = SecondaryMap<Symbol, PackedOption<Label>>;

/// The symbol that stands for the address of `inst`.
pub(crate) fn pre_symbol(function: &MachineFunction, inst: Inst) -> Option<Symbol> {
    function.notes(inst)?.pre_symbol.expand()
}

/// The labels that the entries of compressed jump tables are distances from.
fn compressed_bases(function: &MachineFunction, labels: &[Label]) -> TableBases {
    let mut bases = TableBases::new();
    for index in function.jump_tables.keys() {
        let base = function.compressed_tables[index].map(|entries| entries.base);
        bases[index] = base
            .and_then(|block| labels.get(block.index()).copied())
            .into();
    }
    bases
}

/// The symbol that stands for the address after `inst`.
pub(crate) fn post_symbol(function: &MachineFunction, inst: Inst) -> Option<Symbol> {
    function.notes(inst)?.post_symbol.expand()
}

/// The alignment as the buffer counts it.
fn alignment(align: u64) -> Result<u32, EmitError> {
    u32::try_from(align)
        .ok()
        .filter(|a| a.is_power_of_two())
        .ok_or_else(|| EmitError::unsupported(format!("alignment {align} of a block")))
}

fn encode_inst(
    context: &FunctionContext<'_>,
    emitter: &dyn TargetEmitter,
    inst: Inst,
    buffer: &mut CodeBuffer,
) -> Result<(), EmitError> {
    let function = context.function;
    if let Some(instruction) = cfi_instruction(function, inst) {
        buffer.cfi(instruction);
        return Ok(());
    }
    if emits_nothing(function, inst) {
        return Ok(());
    }
    emitter.encode(context, inst, buffer)
}

/// Whether `function` has an entry in the unwind table: llc's `needsUnwindTableEntry`.
pub(crate) fn has_unwind_table(module: &Module, function: &MachineFunction) -> bool {
    let data = function
        .ir_function
        .and_then(|g| module.globals[g].function());
    data.is_none_or(|data| {
        let attrs = module.attrs(data.attrs.function);
        attrs.has("uwtable") || !attrs.has("nounwind") || data.personality.is_some()
    })
}

/// The offset of a symbol of an instruction.
fn distance_base(
    labels: &InstLabels,
    offsets: &PrimaryMap<Label, Option<u32>>,
    symbol: Symbol,
) -> Result<i64, EmitError> {
    let found = labels[symbol].expand().and_then(|label| offsets[label]);
    let found = found.ok_or_else(|| EmitError::unsupported("distance from no symbol"))?;
    Ok(i64::from(found))
}

/// The labels of what is in a function's code.
struct Places<'a> {
    blocks: &'a [Label],
    insts: &'a InstLabels,
    table_bases: &'a TableBases,
}

/// The jump tables of code whose labels have these offsets.
fn jump_tables(
    function: &MachineFunction,
    places: &Places<'_>,
    offsets: &PrimaryMap<Label, Option<u32>>,
) -> Vec<JumpTableCode> {
    let offset_of = |block: &Block| offsets[places.blocks[block.index()]].unwrap_or(0);
    let tables = function.jump_tables.iter();
    tables
        .map(|(index, table)| JumpTableCode {
            entries: table.iter().map(offset_of).collect(),
            base: places.table_bases[index]
                .expand()
                .and_then(|label| offsets[label]),
            compressed_size: function.compressed_tables[index].map(|entries| entries.size),
        })
        .collect()
}

/// The IR blocks whose address is taken, with their offsets in the code.
fn taken_blocks(
    function: &MachineFunction,
    places: &Places<'_>,
    offsets: &PrimaryMap<Label, Option<u32>>,
) -> Vec<(avarice_ir::Block, u32)> {
    let taken = function.blocks.iter().filter_map(|(block, data)| {
        let ir = data.ir_address_taken.expand()?;
        Some((ir, offsets[places.blocks[block.index()]].unwrap_or(0)))
    });
    taken.collect()
}

/// Settles fixups within the function and collects the rest.
fn finish(
    module: &Module,
    function: &MachineFunction,
    emitter: &dyn TargetEmitter,
    places: &Places<'_>,
    code: FinishedCode,
) -> Result<FunctionCode, EmitError> {
    let FinishedCode {
        mut bytes,
        fixups: all_fixups,
        labels: offsets,
        cfi,
        has_b_key,
        traps,
        align,
        far_jumps,
        ..
    } = code;
    let mut fixups = Vec::with_capacity(all_fixups.len());
    for mut fixup in all_fixups {
        let label = match fixup.target {
            FixupTarget::Label(label) => Some(label),
            FixupTarget::Symbol(symbol) => places.insts[symbol].expand(),
            FixupTarget::JumpTableBase(table) => places.table_bases[table].expand(),
            FixupTarget::GotFrom(symbol) => {
                let from = distance_base(places.insts, &offsets, symbol)?;
                fixup.addend += i64::from(fixup.offset) - from;
                fixup.target = FixupTarget::Runtime(GOT_NAME);
                None
            }
            _ => None,
        };
        let Some(label) = label else {
            fixups.push(fixup);
            continue;
        };
        let to = offsets[label].ok_or_else(|| EmitError::unsupported("branch to no block"))?;
        if emitter.is_absolute(fixup.kind) {
            let target = FixupTarget::Code(to);
            fixups.push(Fixup { target, ..fixup });
            continue;
        }
        let value = i64::from(to) + fixup.addend - i64::from(fixup.offset);
        let field = &mut bytes[fixup.offset as usize..];
        emitter
            .apply_relative(fixup.kind, field, value)
            .ok_or_else(|| EmitError::unsupported("reference to a block in this form"))?;
    }
    Ok(FunctionCode {
        longest_nop: emitter.longest_nop(function),
        align: function.align.max(u64::from(align)),
        jump_tables: jump_tables(function, places, &offsets),
        block_offsets: taken_blocks(function, places, &offsets),
        bytes,
        fixups,
        symbols: function.symbols.clone(),
        const_pool: function.const_pool.values().cloned().collect(),
        cfi,
        has_b_key,
        traps,
        far_jumps,
        has_unwind_table: has_unwind_table(module, function),
        ..FunctionCode::default()
    })
}
