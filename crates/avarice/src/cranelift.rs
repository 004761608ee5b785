//! `--backend=cranelift`: compiles LLVM IR with Cranelift, into the same object files.
//!
//! ```text
//!   read ─ verify ─ promote stack slots ─ expand ─┬─ per function: CLIF, Cranelift ─┬─ emit
//!                                                 └─ … on several threads …         ┘
//! ```

use avarice_cranelift_backend::{Backend, CompileError, Options};
use avarice_emit::{FunctionCode, TargetEmitter};
use avarice_ir::{DataLayout, Global, MemoryModel, Module};
use rayon::prelude::*;

use crate::diagnostics::Diagnostic;
use crate::grammar;
use crate::input::{Input, all_or_errors};
use crate::ledger::Machine;
use crate::located_errors::{check_value_sizes, emission_error, unsupported};
use crate::options::{Allocator, CodegenOptions, Command, CompileOptions, FileType};
use crate::stage_options::{emit_options, file_type, output_path};
use crate::timing::{Stats, Timing};
use crate::{output, refusals, remarks, target, threads};

/// The result of compiling a function.
struct Compiled {
    global: Global,
    /// Its code, for objects.
    code: Option<FunctionCode>,
    /// Its text in CLIF, if requested.
    text: String,
    timing: Timing,
}

/// What all functions share.
struct Shared<'a> {
    input: &'a Input,
    module: &'a Module,
    layout: &'a DataLayout,
    backend: &'a Backend,
    options: &'a CompileOptions,
    file_type: FileType,
}

/// Refuses options about what passes of ours say of their work.
fn check_records(options: &CompileOptions) -> Result<(), Diagnostic> {
    let wants_remarks = remarks::request(options)?.is_some();
    if options.events.is_some() {
        Err(foreign_option("--events"))
    } else if wants_remarks || options.remarks.pass_remarks_output.is_some() {
        Err(foreign_option("-pass-remarks"))
    } else {
        Ok(())
    }
}

/// Compiles `options.input` by Cranelift and writes the output. Returns what is to be printed on standard error.
///
/// # Errors
/// Same as [`crate::compile::run`], and options that have no meaning for Cranelift.
pub(crate) fn compile(options: &CompileOptions) -> Result<String, Diagnostic> {
    let codegen = &options.codegen;
    check_options(codegen)?;
    check_records(options)?;
    let file_type = file_type(options);
    if file_type == FileType::Asm {
        return Err(Diagnostic::new("unsupported: assembly by Cranelift")
            .note("-filetype=obj writes an object, -filetype=clif Cranelift's IR"));
    }
    let input = Input::read(&options.input, options.language.as_deref())?;
    if input.is_mir {
        let message = format!("{}: unsupported: machine IR with Cranelift", input.name);
        return Err(Diagnostic::new(message).note("it begins with LLVM IR"));
    }
    let mut timing = Timing::new(codegen.time_passes);
    let mut module = timing.measure("Reading", || input.parse_ir())?;
    input.warn(&module);
    timing.measure("Verification of the module", || input.verify(&module))?;
    if codegen.ignore_optnone {
        module.remove_optnone();
    }
    let triple = target::choose_triple(codegen, &mut module.triple)?;
    let backend = Backend::new(&triple, backend_options(codegen)).map_err(Diagnostic::new)?;
    backend.check_module(&module).map_err(Diagnostic::new)?;
    timing.measure("Look-up of requests", || {
        refusals::check(&input, &module, Machine::Cranelift)
    })?;
    module.data_layout = backend.data_layout().into();
    check_value_sizes(&input, &module)?;
    if codegen.promote_slots.unwrap_or(codegen.opt_level > 0) {
        timing.measure("Promotion of stack slots", || {
            avarice_opt::clean_up::promote_slots(&mut module);
        });
    }
    timing.measure("Expansion before translation", || {
        backend.prepare(&mut module)
    });
    let layout = DataLayout::of_module(&module).map_err(Diagnostic::new)?;
    let shared = Shared {
        input: &input,
        module: &module,
        layout: &layout,
        backend: &backend,
        options,
        file_type,
    };
    let compiled = compile_all(&shared)?;
    compiled.iter().for_each(|one| timing.merge(&one.timing));
    let functions = compiled.len() as u64;
    let bytes = timing.measure("Emission", || emit(&shared, compiled))?;
    let mut stats = Stats::new(codegen.stats);
    stats.add("functions", functions);
    stats.add("bytes written", bytes.len() as u64);
    if file_type != FileType::Null {
        let path = output_path(options, file_type);
        let is_object = file_type == FileType::Obj;
        timing.measure("Writing", || {
            output::write_code(path.as_deref(), &bytes, is_object)
        })?;
    }
    let mut report = String::new();
    if codegen.stats {
        report.push_str(&stats.report());
    }
    if codegen.time_passes {
        report.push_str(&timing.report());
    }
    Ok(report)
}

fn backend_options(codegen: &CodegenOptions) -> Options {
    Options {
        opt_level: codegen.opt_level,
        verify: codegen.verify_machineinstrs || cfg!(debug_assertions),
        check_allocation: codegen.checks_allocation(),
        single_pass: codegen.regalloc == Some(Allocator::Fastalloc),
    }
}

/// Refuses options that have no meaning for Cranelift.
fn check_options(codegen: &CodegenOptions) -> Result<(), Diagnostic> {
    let default = grammar::read(&["avarice".into(), "compile".into()]).map_err(Diagnostic::new)?;
    let Command::Compile(default) = default.command else {
        return Ok(());
    };
    let differs = |of: fn(&CodegenOptions) -> &dyn std::fmt::Debug| {
        let (own, default) = (of(codegen), of(&default.codegen));
        format!("{own:?}") != format!("{default:?}")
    };
    let foreign: [(&str, bool); 25] = [
        ("-disable-tail-calls", codegen.disable_tail_calls.is_some()),
        ("-trap-unreachable", codegen.trap_unreachable),
        ("-no-trap-after-noreturn", codegen.no_trap_after_noreturn),
        ("-code-model", codegen.code_model.is_some()),
        (
            "-large-data-threshold",
            differs(|options| &options.large_data_threshold),
        ),
        ("-mcpu", codegen.mcpu.is_some()),
        ("-mattr", !codegen.mattr.is_empty()),
        (
            "-regalloc other than ion and fastalloc",
            codegen.regalloc.is_some_and(|it| !it.takes_ssa()),
        ),
        ("-optimize-regalloc", codegen.optimize_regalloc.is_some()),
        ("-frame-pointer", codegen.frame_pointer.is_some()),
        (
            "-enable-subreg-liveness",
            codegen.enable_subreg_liveness.is_some(),
        ),
        (
            "-x86-indirect-branch-tracking",
            codegen.x86_indirect_branch_tracking,
        ),
        ("options of the coalescer", differs(|it| &it.coalescer)),
        ("options of AArch64's branches", differs(|it| &it.branches)),
        ("-run-pass", !codegen.run_pass.is_empty()),
        ("-passes", codegen.passes.is_some()),
        ("-start-before", codegen.start_before.is_some()),
        ("-start-after", codegen.start_after.is_some()),
        ("-stop-before", codegen.stop_before.is_some()),
        ("-stop-after", codegen.stop_after.is_some()),
        (
            "-print-after",
            codegen.print_after_all || !codegen.print_after.is_empty(),
        ),
        ("-debug", codegen.debug),
        ("-debug-only", !codegen.debug_only.is_empty()),
        ("-simplify-mir", codegen.simplify_mir),
        ("-emit-call-site-info", codegen.emit_call_site_info),
    ];
    match foreign.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(foreign_option(name)),
        None => Ok(()),
    }
}

fn foreign_option(name: &str) -> Diagnostic {
    Diagnostic::new(format!("--backend=cranelift cannot be used with {name}"))
}

fn compile_all(shared: &Shared<'_>) -> Result<Vec<Compiled>, Diagnostic> {
    let globals = shared.module.globals.iter();
    let defined = globals.filter(|(_, data)| {
        data.body().is_some() && data.linkage != avarice_ir::Linkage::AvailableExternally
    });
    let defined: Vec<Global> = defined.map(|(global, _)| global).collect();
    let pool = threads::pool(shared.options.codegen.jobs)?;
    let results: Vec<Result<Compiled, Diagnostic>> = pool.install(|| {
        let defined = defined.into_par_iter();
        defined.map(|global| compile_one(shared, global)).collect()
    });
    all_or_errors(results)
}

fn compile_one(shared: &Shared<'_>, global: Global) -> Result<Compiled, Diagnostic> {
    let Shared {
        input,
        module,
        layout,
        backend,
        ..
    } = *shared;
    let mut timing = Timing::new(shared.options.codegen.time_passes);
    let translated = timing.measure("Translation to CLIF", || {
        backend.translate(module, layout, global)
    });
    let translated = translated.map_err(|error| unsupported(input, module, &error))?;
    if shared.file_type == FileType::Clif {
        return Ok(Compiled {
            global,
            code: None,
            text: translated.text(module),
            timing,
        });
    }
    let code = timing.measure("Cranelift", || backend.compile(module, translated));
    let code = code.map_err(|error| compile_error(input, module, error))?;
    Ok(Compiled {
        global,
        code: Some(code),
        text: String::new(),
        timing,
    })
}

fn compile_error(input: &Input, module: &Module, error: CompileError) -> Diagnostic {
    match error {
        CompileError::Unsupported(error) => unsupported(input, module, &error),
        CompileError::Panic { global, message } => {
            let function = module.globals[global].name_str();
            let message = format!("Cranelift panics in function `{function}`: {message}");
            Diagnostic::new(message).note(
                "this is a bug of Cranelift or of the translation, which -filetype=clif writes",
            )
        }
    }
}

fn emit(shared: &Shared<'_>, compiled: Vec<Compiled>) -> Result<Vec<u8>, Diagnostic> {
    match shared.file_type {
        FileType::Null | FileType::Asm => Ok(Vec::new()),
        FileType::Clif => {
            let texts: Vec<String> = compiled.into_iter().map(|one| one.text).collect();
            Ok(texts.join("\n").into_bytes())
        }
        FileType::Obj => {
            let emitter: &dyn TargetEmitter = match shared.backend.emitter() {
                Some(emitter) => emitter,
                None => target::by_triple(&shared.module.triple)?.emitter,
            };
            let functions = compiled.into_iter();
            let functions = functions.filter_map(|one| Some((one.global, one.code?)));
            let options = emit_options(
                shared.options,
                shared.module,
                Machine::Cranelift,
                MemoryModel::default(),
            );
            let (module, layout) = (shared.module, shared.layout);
            avarice_emit::emit_object(module, layout, functions.collect(), emitter, &options)
                .map_err(|error| emission_error(shared.input, module, &error))
        }
    }
}
