//! `avarice compile`: from text to object, assembly or MIR.
//!
//! ```text
//!   read ─ parse ─ verify ─┬─ per function, on several threads: select, machine passes, encode ─┐
//!                          └────────────────────────────────────────────────────────────────────┴─ emit
//! ```
//!
//! Functions are independent and results are assembled in source order, so that output and logs do
//! not depend on the number of threads.

use std::ffi::OsString;

use avarice_emit::{EmitOptions, FunctionCode};
use avarice_ir::{CrashNote, DataLayout, Global, Module, TakenAddresses};
use avarice_lower::{LowerOptions, LowerScratch};
use avarice_machine::pass::{Analyses, MachineUnit, PassOptions};
use avarice_mir::MachineFunction;
use avarice_mir::print::ModuleNames;
use avarice_target::PhysReg;
use avarice_trace::events::FunctionRecord;
use avarice_trace::remarks::{RemarkPass, RemarkRequest};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::compiled::Compiled;
use crate::cranelift;
use crate::diagnostics::Diagnostic;
use crate::input::{self, Input, all_or_errors};
use crate::llc_options;
use crate::located_errors::{emission_error, unsupported};
use crate::memory_model;
use crate::options::{CodeGenerator, Command, CompileOptions, FileType};
use crate::output;
use crate::pass_printing::pipeline_text;
use crate::passes::plan::{self, Plan};
use crate::passes::run::{Runner, say_instructions};
use crate::passes::state::State;
use crate::prepare;
use crate::processor;
use crate::progress::Progress;
pub use crate::purpose::OnLog;
use crate::purpose::{Purpose, Sink};
use crate::recording::{self, Selection};
use crate::refusals;
use crate::remarks::{self, FunctionRemarks};
use crate::source::Source;
use crate::stage_options::{emit_options, file_type, lower_options, output_path, pass_options};
use crate::target::{self, Target};
use crate::threads;
use crate::thunks::Thunks;
use crate::timing::{Stats, Timing};

/// What is compiled: a function of the module, or machine code that was read.
enum Work {
    Select(Global),
    Machine(Box<MachineFunction>),
}

impl Work {
    /// The name of the function.
    fn name<'a>(&'a self, module: &'a Module) -> &'a [u8] {
        match self {
            Self::Machine(function) => &function.name,
            Self::Select(global) => &module.globals[*global].name,
        }
    }

    /// How many instructions it has.
    fn instructions(&self, module: &Module) -> usize {
        match self {
            Self::Machine(function) => function.insts.len(),
            Self::Select(global) => module.globals[*global]
                .body()
                .map_or(0, |body| body.insts.len()),
        }
    }
}

/// What all functions share.
struct Shared<'a> {
    input: &'a Input,
    module: &'a Module,
    layout: &'a DataLayout,
    target: &'a Target,
    plan: &'a Plan,
    addresses: TakenAddresses<'a>,
    options: &'a CompileOptions,
    lower: LowerOptions,
    passes: PassOptions,
    emit: EmitOptions,
    /// Registers that are not allocated because the command line names them.
    reserved: Vec<PhysReg>,
    encode: bool,
    file_type: FileType,
    on_log: Option<OnLog<'a>>,
    /// Whether someone waits for the files that are written.
    is_waited_for: bool,
    /// Which remarks are wanted, if any are.
    remarks: Option<RemarkRequest>,
    /// What is recorded, if records are kept as they are.
    selection: Option<&'a Selection<'a>>,
}

/// Runs a `compile` command line (the program's name first) and returns what would go to standard error.
///
/// # Errors
/// What a user would see: a wrong command line, wrong or unsupported input.
pub fn compile_command_line(
    args: impl IntoIterator<Item = OsString>,
) -> Result<String, Diagnostic> {
    let line = llc_options::parse(args)?;
    match line.command {
        Command::Compile(options) => run(&options),
        _ => Err(Diagnostic::new("not a compile command line")),
    }
}

/// Compiles `options.input` and writes the output. Returns what is to be printed on standard error:
/// debug output, times, counts.
///
/// # Errors
/// Input that is wrong or not supported, options that do not fit together, files that cannot be read or
/// written. Then no output file is touched.
pub fn run(options: &CompileOptions) -> Result<String, Diagnostic> {
    let mut said = String::new();
    run_saying(options, &mut |text| said.push_str(text))?;
    Ok(said)
}

/// Like [`run`]; `say` gets what is to be printed on standard error as soon as it is known: debug output before the output is
/// written, as with llc, which shows where both go to one place.
///
/// # Errors
/// Same as [`run`].
pub fn run_saying(options: &CompileOptions, say: &mut dyn FnMut(&str)) -> Result<(), Diagnostic> {
    if let Some(help) = processor::help(&options.codegen)? {
        say(&help);
        return Ok(());
    }
    match options.codegen.backend {
        CodeGenerator::Avarice => compile(options, Purpose::Output(Sink::Files, say)),
        CodeGenerator::Cranelift => cranelift::compile(options).map(|report| say(&report)),
    }
}

/// Compiles `source` to the bytes of an object, assembly or MIR; `say` gets what a command prints on standard error. No file
/// is read, and none is written but those of events and remarks that the options name.
///
/// # Errors
/// Same as [`run`].
pub(crate) fn to_memory(
    source: Source,
    options: &CompileOptions,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<u8>, Diagnostic> {
    require_passes(options)?;
    let mut bytes = Vec::new();
    let purpose = Purpose::Output(Sink::Memory(&mut bytes), say);
    let timing = Timing::new(options.codegen.time_passes);
    compile_source(source, options, purpose, timing)?;
    Ok(bytes)
}

/// Compiles `source` for what the passes do to each function, in order.
///
/// # Errors
/// Same as [`run`].
pub(crate) fn to_records(
    source: Source,
    options: &CompileOptions,
    selection: &Selection<'_>,
) -> Result<Vec<FunctionRecord>, Diagnostic> {
    require_passes(options)?;
    let mut records = Vec::new();
    let purpose = Purpose::Records(selection, &mut records);
    let timing = Timing::new(options.codegen.time_passes);
    compile_source(source, options, purpose, timing)?;
    Ok(records)
}

/// Compiles `options.input` for its debug log alone, which `on_log` gets function by function, in order.
/// Nothing is written.
///
/// # Errors
/// Same as [`run`].
pub fn run_for_log(options: &CompileOptions, on_log: OnLog<'_>) -> Result<(), Diagnostic> {
    require_passes(options)?;
    compile(options, Purpose::Log(on_log))
}

/// Compiles `options.input` for what the passes do to each function, in order. Nothing is written.
///
/// # Errors
/// Same as [`run`].
pub fn run_for_records(
    options: &CompileOptions,
    selection: &Selection<'_>,
) -> Result<Vec<FunctionRecord>, Diagnostic> {
    require_passes(options)?;
    let mut records = Vec::new();
    compile(options, Purpose::Records(selection, &mut records))?;
    Ok(records)
}

/// Refuses a code generator whose passes are not ours.
fn require_passes(options: &CompileOptions) -> Result<(), Diagnostic> {
    match options.codegen.backend {
        CodeGenerator::Avarice => Ok(()),
        CodeGenerator::Cranelift => Err(Diagnostic::new(
            "--backend=cranelift has none of the passes that this is about",
        )),
    }
}

fn compile(options: &CompileOptions, purpose: Purpose<'_>) -> Result<(), Diagnostic> {
    let input = Input::read(&options.input, options.language.as_deref())?;
    let mut timing = Timing::new(options.codegen.time_passes);
    let source = timing.measure("Reading", || Source::parse(input, &options.codegen))?;
    source.input.warn(&source.module);
    compile_source(source, options, purpose, timing)
}

fn compile_source(
    source: Source,
    options: &CompileOptions,
    purpose: Purpose<'_>,
    mut timing: Timing,
) -> Result<(), Diagnostic> {
    let Source {
        input,
        mut module,
        machine,
    } = source;
    apply_defaults(&mut module, options);
    timing.measure("Verification of the module", || input.verify(&module))?;
    let note = CrashNote::of_module("preparation of the module");
    let target = target::choose(&options.codegen, &mut module.triple)?;
    let mut warnings = processor::apply(&mut module, &options.codegen, &target);
    let sections = &options.codegen.block_sections;
    let block_sections = sections.for_passes(&module, target.machine(), &mut warnings)?;
    // Whatever the module says: code is made for the target's layout, as by llc.
    module.data_layout = target.data_layout.into();
    let plan = Plan::new(&options.codegen, &target, input.is_mir).map_err(Diagnostic::new)?;
    let debug_output = &options.codegen.debug_output;
    debug_output.apply(&mut module, plan.is_complete());
    if !input.is_mir || plan.is_complete() {
        let check = || refusals::check(&input, &module, target.machine());
        timing.measure("Look-up of requests", check)?;
    }
    let file_type = own_file_type(options)?;
    let significant = options.codegen.objects.significant(&module, file_type)?;
    if machine.is_none() {
        let steps = prepare::Steps {
            input: &input,
            options: &options.codegen,
            note: &note,
        };
        prepare::transform(&mut module, &target, &steps, &mut timing)?;
    }
    let features = options.codegen.features();
    let thunks = Thunks::add(&mut module, &target, features.as_deref(), &plan);
    let layout = DataLayout::of_module(&module).map_err(Diagnostic::new)?;
    let memory_model = memory_model::of(&module, target.emitter.elf(), &options.codegen)?;
    let references = target.hooks.text_names().debug_instr_ref;
    let shared = Shared {
        input: &input,
        module: &module,
        layout: &layout,
        target: &target,
        plan: &plan,
        addresses: TakenAddresses::of(&module),
        options,
        lower: lower_options(options, memory_model, references),
        emit: EmitOptions {
            profiled: sections.hot_functions(options.codegen.opt_level, &module, &block_sections),
            significant,
            ..emit_options(options, &module, target.machine(), memory_model)
        },
        passes: pass_options(options, block_sections),
        reserved: processor::reserved_registers(&options.codegen, &target),
        encode: file_type == FileType::Obj && plan.is_complete(),
        file_type,
        on_log: purpose.on_log(),
        is_waited_for: purpose.is_waited_for(),
        remarks: remarks::request(options)?,
        selection: purpose.selection(),
    };
    let mut compiled = compile_all(&shared, work_of(&shared, machine, &thunks)?)?;
    thunks.drop_unused(&module, &mut compiled);
    note.enter("emission");
    hand_over(&shared, purpose, compiled, &warnings, timing)
}

/// Gives what was compiled to whom it is for.
fn hand_over(
    shared: &Shared<'_>,
    purpose: Purpose<'_>,
    compiled: Vec<Compiled>,
    warnings: &str,
    timing: Timing,
) -> Result<(), Diagnostic> {
    match purpose {
        Purpose::Output(sink, say) => {
            say(warnings);
            write_output(shared, sink, compiled, timing, say)?;
        }
        Purpose::Log(_) => {}
        Purpose::Records(_, records) => {
            records.extend(compiled.into_iter().filter_map(|one| one.record));
        }
    }
    Ok(())
}

/// What is written, which has to be something that we make.
fn own_file_type(options: &CompileOptions) -> Result<FileType, Diagnostic> {
    match file_type(options) {
        FileType::Clif => Err(Diagnostic::new("CLIF is what --backend=cranelift writes")),
        other => Ok(other),
    }
}

/// The functions to compile.
fn work_of(
    shared: &Shared<'_>,
    machine: Option<Vec<MachineFunction>>,
    thunks: &Thunks,
) -> Result<Vec<Work>, Diagnostic> {
    let mut work: Vec<Work> = match machine {
        Some(functions) => {
            check_machine(shared, &functions)?;
            let read = functions.into_iter().map(|f| Work::Machine(Box::new(f)));
            read.chain(thunks.added().map(Work::Select)).collect()
        }
        None => defined_functions(shared.module),
    };
    if let Some(selection) = shared.selection {
        work.retain(|one| selection.has(one.name(shared.module)));
    }
    Ok(work)
}

/// Writes what was made of the functions, and says what is to be printed on standard error.
fn write_output(
    shared: &Shared<'_>,
    sink: Sink<'_>,
    compiled: Vec<Compiled>,
    mut timing: Timing,
    say: &mut dyn FnMut(&str),
) -> Result<(), Diagnostic> {
    let options = shared.options;
    let events = compiled.iter().map(|one| one.events.as_str());
    let events: Option<String> = options.events.is_some().then(|| events.collect());
    let shown = options.codegen.debug_pass;
    let mut stderr = shown.map_or_else(String::new, |how| pipeline_text(&shared.plan.passes, how));
    let mut stats = Stats::new(options.codegen.stats);
    for one in &compiled {
        stderr.push_str(&one.log);
        timing.merge(&one.timing);
        stats.merge(&one.stats);
    }
    let late = compiled.iter().map(|one| &one.late_remarks);
    late.for_each(|late| stderr.push_str(&late.text));
    // As with llc, what passes said comes before the output where both go to one place.
    say(&stderr);
    let remarks = remark_documents(options, &compiled);
    let file_type = shared.file_type;
    let bytes = timing.measure("Emission", || emit(shared, file_type, compiled))?;
    stats.add("bytes written", bytes.len() as u64);
    if let Some(events) = events {
        let path = options.events.as_deref();
        output::write(path, events.as_bytes())
            .map_err(|error| input::cannot("write", path, &error))?;
    }
    if let Some(remarks) = remarks {
        let path = options.remarks.pass_remarks_output.as_deref();
        output::write(path, remarks.as_bytes())
            .map_err(|error| input::cannot("write", path, &error))?;
    }
    match sink {
        Sink::Memory(to) => *to = bytes,
        Sink::Files if file_type == FileType::Null => {}
        Sink::Files => {
            let path = output_path(options, file_type);
            let is_object = file_type == FileType::Obj && shared.plan.is_complete();
            timing.measure("Writing", || {
                output::write_code(path.as_deref(), &bytes, is_object)
            })?;
        }
    }
    let mut report = String::new();
    if options.codegen.stats {
        report.push_str(&stats.report());
    }
    if options.codegen.time_passes {
        report.push_str(&timing.report());
    }
    match options.codegen.info_output_file.as_deref() {
        _ if report.is_empty() => {}
        None => say(&report),
        Some(path) => output::append(path, report.as_bytes())
            .map_err(|error| input::cannot("write", Some(path), &error))?,
    }
    Ok(())
}

/// What the file of remarks gets, if the options name one.
fn remark_documents(options: &CompileOptions, compiled: &[Compiled]) -> Option<String> {
    options.remarks.pass_remarks_output.as_ref()?;
    let early = compiled.iter().map(|one| one.remarks.as_str());
    let late = compiled.iter().map(|one| one.late_remarks.yaml.as_str());
    Some(early.chain(late).collect())
}

/// Refuses what can be read and written, but not compiled.
fn check_machine(shared: &Shared<'_>, functions: &[MachineFunction]) -> Result<(), Diagnostic> {
    for function in functions {
        let name = String::from_utf8_lossy(&function.name);
        if !function.mir_info.call_sites.is_empty() && !shared.options.codegen.emit_call_site_info {
            let message = format!("call site info of function '{name}' is not used");
            return Err(Diagnostic::new(format!("{}: {message}", shared.input.name))
                .note("-emit-call-site-info asks for it"));
        }
        if let Some(reg) = function.first_generic_vreg()
            && !shared.plan.takes_generic_code()
        {
            let names = shared.target.hooks.text_names();
            let mut text = String::new();
            let printer = avarice_mir::MirPrinter::new(names, None, function);
            printer.write_reg(&mut text, function, reg.into());
            return Err(Diagnostic::new(format!(
                "{}: unsupported: passes on generic machine code: {text} of function '{name}' has no \
                 register class",
                shared.input.name
            )));
        }
    }
    Ok(())
}

/// Gives functions without the attribute "frame-pointer" that of the command line, as llc does, and removes `optnone`
/// from functions if requested.
fn apply_defaults(module: &mut Module, options: &CompileOptions) {
    let value = options.codegen.frame_pointer.map(|which| match which {
        crate::options::FramePointer::All => "all",
        crate::options::FramePointer::NonLeaf => "non-leaf",
        crate::options::FramePointer::None => "none",
    });
    if let Some(value) = value {
        module.add_default_function_attr("frame-pointer", value);
    }
    if let Some(disabled) = options.codegen.disable_tail_calls {
        module.set_function_attrs("disable-tail-calls", &disabled.to_string());
    }
    for attribute in &options.codegen.function_attribute {
        if let Some((name, value)) = attribute.split_once('=') {
            module.add_default_function_attr(name, value);
        }
    }
    if options.codegen.ignore_optnone {
        module.remove_optnone();
    }
}

fn defined_functions(module: &Module) -> Vec<Work> {
    let defined = module.globals.iter().filter(|(_, data)| {
        data.body().is_some() && data.linkage != avarice_ir::Linkage::AvailableExternally
    });
    defined.map(|(global, _)| Work::Select(global)).collect()
}

fn compile_all(shared: &Shared<'_>, work: Vec<Work>) -> Result<Vec<Compiled>, Diagnostic> {
    // A debug log says some things once, for all functions: they have to come in order.
    let is_logged = !plan::debug_parts(&shared.options.codegen).is_empty();
    let jobs = match is_logged {
        true => 1,
        false => {
            let instructions = work.iter().map(|one| one.instructions(shared.module));
            threads::count(shared.options.codegen.jobs, instructions.sum())
        }
    };
    let pool = threads::pool(jobs)?;
    let progress = Progress::new(work.len(), shared.is_waited_for && !is_logged);
    let results: Vec<Result<Compiled, Diagnostic>> = pool.install(|| {
        if is_logged {
            let mut contexts = Contexts::new(shared);
            let compiled = work.into_iter();
            return compiled
                .map(|one| {
                    let mut done = compile_one(shared, one, &mut contexts)?;
                    if let Some(on_log) = shared.on_log {
                        on_log(std::mem::take(&mut done.log));
                        // The code will not be used.
                        done.function = None;
                    }
                    Ok(done)
                })
                .collect();
        }
        work.into_par_iter()
            .map_init(
                || Contexts::new(shared),
                |contexts, one| progress.after(compile_one(shared, one, contexts)),
            )
            .collect()
    });
    all_or_errors(results)
}

/// What one thread keeps from function to function: scratch memory, and the names of the module, which take
/// a walk over all of it.
struct Contexts<'a> {
    lower: LowerScratch,
    analyses: Analyses,
    passes: Runner<'a>,
    names: ModuleNames<'a>,
}

impl<'a> Contexts<'a> {
    fn new(shared: &'a Shared<'a>) -> Self {
        Self {
            lower: LowerScratch::default(),
            analyses: Analyses::new(),
            passes: Runner::new(shared.plan),
            names: ModuleNames::new(shared.module),
        }
    }
}

/// Selects instructions for a function of the module.
fn select(
    shared: &Shared<'_>,
    global: Global,
    scratch: &mut LowerScratch,
    timing: &mut Timing,
) -> Result<MachineFunction, Diagnostic> {
    let lowering = shared.target.lowering().map_err(Diagnostic::new)?;
    timing
        .measure("Instruction selection", || {
            avarice_lower::lower_function(
                shared.module,
                shared.layout,
                global,
                lowering,
                &shared.lower,
                scratch,
            )
        })
        .map_err(|error| unsupported(shared.input, shared.module, &error))
}

/// The function that the passes begin with: selected, or read and completed.
fn begin(
    shared: &Shared<'_>,
    work: Work,
    scratch: &mut LowerScratch,
    timing: &mut Timing,
) -> Result<MachineFunction, Diagnostic> {
    let hooks = shared.target.hooks;
    let was_read = matches!(work, Work::Machine(_));
    let mut function = match work {
        Work::Machine(function) => *function,
        Work::Select(global) => select(shared, global, scratch, timing)?,
    };
    if shared.passes.block_sections.names_blocks() {
        function.name_blocks();
    }
    function.target_info.code_model = shared.lower.memory_model.code_model;
    hooks.read_attributes(shared.module, &mut function);
    if was_read {
        hooks.complete_read_function(&mut function);
    }
    if shared.options.codegen.x86_indirect_branch_tracking && hooks.desc().name == "x86_64" {
        function.target_info.protection.marks_targets = true;
    }
    function
        .target_info
        .reserved
        .extend_from_slice(&shared.reserved);
    if let Some(enabled) = shared.options.codegen.enable_subreg_liveness {
        function.tracks_sub_reg_liveness = enabled;
    }
    function.optimize_for_size = is_optimized_for_size(shared.module, &function);
    Ok(function)
}

fn compile_one(
    shared: &Shared<'_>,
    work: Work,
    contexts: &mut Contexts<'_>,
) -> Result<Compiled, Diagnostic> {
    let mut timing = Timing::new(shared.options.codegen.time_passes);
    let note = CrashNote::new("instruction selection", work.name(shared.module).to_vec());
    let was_selected = matches!(work, Work::Select(_));
    let mut function = begin(shared, work, &mut contexts.lower, &mut timing)?;
    let mut log = String::new();
    let selected = was_selected.then_some(&contexts.lower);
    let selection = shared.selection.copied().unwrap_or_default();
    let recorder = is_recorded(shared)
        .then(|| recording::begin(&contexts.names, &mut function, selected, &selection));
    let mut state = State {
        unit: MachineUnit::new(
            shared.module,
            &shared.addresses,
            shared.target.frame,
            function,
            &mut contexts.analyses,
            &shared.passes,
        ),
        names: &contexts.names,
        debug: plan::debug_parts(&shared.options.codegen),
        log: &mut log,
        recorder,
        remarks: shared.remarks.map(FunctionRemarks::new),
        stats: Stats::new(shared.options.codegen.stats),
    };
    if was_selected {
        shared.plan.printing.after_selection(&mut state);
    }
    let ran = contexts.passes.run(&mut state, &mut timing, &note);
    ran.map_err(Diagnostic::new)?;
    if shared.plan.is_complete() && state.remarks.is_some() {
        say_instructions(&mut state, shared.file_type, shared.plan.turn_of_emission());
    }
    let frame = shared.target.frame;
    frame.address_variables(&mut state.unit.function);
    let State {
        unit: MachineUnit { function, .. },
        mut stats,
        recorder,
        remarks,
        ..
    } = state;
    let record = recorder.map(|recorder| recording::finish(recorder, &function));
    let remarks = remarks.map(|remarks| remarks.finish(record.as_ref(), &mut log));
    let (remarks, late_remarks) = remarks.unwrap_or_default();
    let events = events_of(shared, record.as_ref());
    count(&function, &mut stats);
    let global = function.ir_function;
    let (function, code) = encode_if_wanted(shared, function, &note, &mut timing)?;
    Ok(Compiled {
        global,
        function,
        code,
        log,
        record: record.filter(|_| shared.selection.is_some()),
        events,
        remarks,
        late_remarks,
        timing,
        stats,
    })
}

/// The function, or its code if that is what is written.
fn encode_if_wanted(
    shared: &Shared<'_>,
    function: MachineFunction,
    note: &CrashNote,
    timing: &mut Timing,
) -> Result<(Option<MachineFunction>, Option<FunctionCode>), Diagnostic> {
    if !shared.encode {
        return Ok((Some(function), None));
    }
    note.enter("encoding");
    let mut code = encode(shared, &function, timing)?;
    code.keep_if_near(shared.module, function, &shared.emit);
    Ok((None, Some(code)))
}

/// The record as JSON, where `--events` asks for it.
fn events_of(shared: &Shared<'_>, record: Option<&FunctionRecord>) -> String {
    let written = record.filter(|_| shared.options.events.is_some());
    written.map_or_else(String::new, FunctionRecord::to_json_lines)
}

/// Whether events of allocation are recorded.
fn is_recorded(shared: &Shared<'_>) -> bool {
    let explains = |remarks: RemarkRequest| remarks.wants(RemarkPass::Allocation);
    let is_explained = shared.remarks.is_some_and(explains);
    shared.selection.is_some() || shared.options.events.is_some() || is_explained
}

fn encode(
    shared: &Shared<'_>,
    function: &MachineFunction,
    timing: &mut Timing,
) -> Result<FunctionCode, Diagnostic> {
    let emitter = shared.target.emitter;
    let code = timing.measure("Encoding", || {
        avarice_emit::encode_function(shared.module, function, emitter, &shared.emit)
    });
    code.map_err(|error| emission_error(shared.input, shared.module, &error))
}

/// Counts what a function has.
fn count(function: &MachineFunction, stats: &mut Stats) {
    if !stats.is_enabled() {
        return;
    }
    let blocks = function.layout.iter();
    let insts = blocks.map(|block| function.block_insts(*block).count() as u64);
    stats.add("functions", 1);
    stats.add("machine instructions", insts.sum());
    stats.add("bytes of stack frames", function.frame.stack_size);
}

/// Whether the IR function asks for small code.
fn is_optimized_for_size(module: &Module, function: &MachineFunction) -> bool {
    let global = function.ir_function;
    let data = global.and_then(|global| module.globals[global].function());
    data.is_some_and(|data| {
        let attributes = module.attrs(data.attrs.function);
        attributes.has("optsize") || attributes.has("minsize")
    })
}

/// Adds functions without code for those of the module that a MIR file has no document for, as llc does.
fn with_empty_functions(
    shared: &Shared<'_>,
    mut functions: Vec<MachineFunction>,
) -> Vec<MachineFunction> {
    let names = shared.target.hooks.text_names();
    let known: FxHashSet<_> = functions.iter().filter_map(|f| f.ir_function).collect();
    for (global, data) in shared.module.globals.iter() {
        let external = data.linkage == avarice_ir::Linkage::AvailableExternally;
        if data.body().is_none() || external || known.contains(&global) {
            continue;
        }
        let mut function = MachineFunction::new(shared.target.hooks.desc(), &data.name);
        function.ir_function = Some(global);
        let for_size = is_optimized_for_size(shared.module, &function);
        function.align = names.function_align[usize::from(for_size)];
        function.mir_info.debug_instr_ref = Some(false);
        let hooks = shared.target.hooks;
        hooks.read_attributes(shared.module, &mut function);
        functions.push(function);
    }
    functions.sort_by_key(|function| function.ir_function);
    functions
}

fn emit(
    shared: &Shared<'_>,
    file_type: FileType,
    compiled: Vec<Compiled>,
) -> Result<Vec<u8>, Diagnostic> {
    if !shared.plan.is_complete() && file_type != FileType::Null {
        let functions: Vec<MachineFunction> =
            compiled.into_iter().filter_map(|c| c.function).collect();
        let mut out = String::new();
        let names = shared.target.hooks.text_names();
        let functions = with_empty_functions(shared, functions);
        let simplify = shared.options.codegen.simplify_mir;
        avarice_mir::print::write_mir_file(&mut out, shared.module, &functions, names, simplify);
        return Ok(out.into_bytes());
    }
    let emitter = shared.target.emitter;
    let (module, layout, options) = (shared.module, shared.layout, &shared.emit);
    let global = |one: &Compiled| {
        one.global
            .ok_or_else(|| Diagnostic::new("machine code without an IR function cannot be emitted"))
    };
    match file_type {
        FileType::Null | FileType::Clif => Ok(Vec::new()),
        FileType::Obj => {
            let mut functions = Vec::with_capacity(compiled.len());
            for mut one in compiled {
                let code = one
                    .code
                    .take()
                    .expect("objects are encoded with their function");
                functions.push((global(&one)?, code));
            }
            avarice_emit::emit_object(module, layout, functions, emitter, options)
        }
        FileType::Asm => {
            let mut functions = Vec::with_capacity(compiled.len());
            for one in compiled {
                let global = global(&one)?;
                functions.extend(one.function.map(|function| (global, function)));
            }
            avarice_emit::emit_assembly(module, layout, &functions, emitter, options)
                .map(String::into_bytes)
        }
    }
    .map_err(|error| emission_error(shared.input, shared.module, &error))
}
