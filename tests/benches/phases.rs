//! Time of each phase on real modules: reading, verification, selection, liveness, allocation, the
//! passes after it, encoding, emission. Every phase runs on what the one before it left.
//!
//! `AVARICE_BENCH_LL=file.ll` adds a module of your own.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use avarice_emit::{EmitOptions, FunctionCode, TargetEmitter};
use avarice_ir::{DataLayout, Global, Module};
use avarice_lower::{LowerOptions, LowerScratch};
use avarice_mir::{FrameHooks, MachineFunction};
use avarice_regalloc::{Context, Log, phi_elimination};
use avarice_target_x86_64::encode::X86Emitter;
use avarice_target_x86_64::hooks::X86Hooks;
use avarice_target_x86_64::lower::X86Lowering;
use criterion::{BatchSize, Criterion, Throughput};

/// The modules: name and text.
fn modules() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/ll/x86_64/O2s");
    let own = std::env::var_os("AVARICE_BENCH_LL").map(PathBuf::from);
    ["lisp", "longfunc"]
        .map(|name| folder.join(name).with_extension("ll"))
        .into_iter()
        .chain(own)
        .map(|path| {
            let name = path
                .file_stem()
                .expect("a file name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(&path).expect("readable module"))
        })
        .collect()
}

fn select(module: &Module, layout: &DataLayout) -> Vec<MachineFunction> {
    let mut scratch = LowerScratch::default();
    let options = LowerOptions::default();
    let defined = module
        .globals
        .iter()
        .filter(|(_, data)| data.body().is_some());
    defined
        .map(|(id, _)| {
            avarice_lower::lower_function(module, layout, id, &X86Lowering, &options, &mut scratch)
                .expect("the benchmark's functions are supported")
        })
        .collect()
}

/// Machine SSA to the form that allocation works on.
fn to_two_address(function: &mut MachineFunction, context: &mut Context) {
    context.begin_function(function, &X86Hooks);
    avarice_regalloc::process_imp_defs::run(function, context);
    avarice_regalloc::unreachable_block_elim::run(function);
    context.compute_live_variables(function);
    context.compute_loops(function);
    phi_elimination::run(function, &X86Hooks, context, true);
    avarice_regalloc::two_address::run(function, &X86Hooks, context, true);
}

fn analyze(function: &mut MachineFunction, context: &mut Context) {
    context.begin_function(function, &X86Hooks);
    context.compute_cfg(function);
    context.compute_live_intervals(function, &mut Log::off());
}

fn allocate(function: &mut MachineFunction, context: &mut Context) {
    let log = &mut Log::off();
    avarice_regalloc::allocate_basic::run(function, &X86Hooks, context, log)
        .expect("registers are enough");
    avarice_regalloc::virt_reg_rewriter::run(function, context, log);
}

fn finish(function: &mut MachineFunction) {
    X86Hooks.lower_frame(function);
    avarice_emit::post_ra_pseudos::run(function, &X86Hooks, false)
        .expect("selected code can be copied");
    avarice_emit::branch_folding::run(function, &X86Hooks);
    let (register, offset) = X86Emitter.elf().initial_cfa;
    avarice_emit::cfi_inserter::run(function, register, i64::from(offset));
}

fn encode(module: &Module, functions: &[MachineFunction]) -> Vec<(Global, FunctionCode)> {
    let options = EmitOptions::default();
    let encoded = functions.iter().map(|function| {
        let code = avarice_emit::encode_function(module, function, &X86Emitter, &options);
        let global = function.ir_function.expect("selected functions have one");
        (global, code.expect("selected code has an encoding"))
    });
    encoded.collect()
}

fn each(
    mut functions: Vec<MachineFunction>,
    work: impl Fn(&mut MachineFunction),
) -> Vec<MachineFunction> {
    functions.iter_mut().for_each(work);
    functions
}

fn phases(criterion: &mut Criterion) {
    for (name, text) in modules() {
        let mut group = criterion.benchmark_group(&name);
        group.sample_size(10);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("reading", |b| {
            b.iter(|| avarice_ir::parse_module(black_box(&text)))
        });
        let module = avarice_ir::parse_module(&text).expect("a correct module");
        let layout = DataLayout::of_module(&module).expect("a correct layout");
        group.bench_function("selection", |b| b.iter(|| select(&module, &layout)));
        let selected = select(&module, &layout);
        let mut context = Context::new();
        group.bench_function("two-address form", |b| {
            b.iter_batched(
                || selected.clone(),
                |mut fs| fs.iter_mut().for_each(|f| to_two_address(f, &mut context)),
                BatchSize::LargeInput,
            )
        });
        let mut context = Context::new();
        let mut ready = selected;
        ready
            .iter_mut()
            .for_each(|f| to_two_address(f, &mut context));
        group.bench_function("liveness", |b| {
            b.iter_batched(
                || ready.clone(),
                |mut fs| fs.iter_mut().for_each(|f| analyze(f, &mut context)),
                BatchSize::LargeInput,
            )
        });
        let mut context = Context::new();
        group.bench_function("liveness and allocation", |b| {
            b.iter_batched(
                || ready.clone(),
                |mut fs| {
                    for f in &mut fs {
                        analyze(f, &mut context);
                        allocate(f, &mut context);
                    }
                },
                BatchSize::LargeInput,
            )
        });
        let mut context = Context::new();
        for f in &mut ready {
            analyze(f, &mut context);
            allocate(f, &mut context);
        }
        group.bench_function("frames and branches", |b| {
            b.iter_batched(
                || ready.clone(),
                |fs| each(fs, finish),
                BatchSize::LargeInput,
            )
        });
        let finished = each(ready, finish);
        group.bench_function("encoding", |b| b.iter(|| encode(&module, &finished)));
        let options = EmitOptions::default();
        group.bench_function("emission", |b| {
            b.iter_batched(
                || encode(&module, &finished),
                |code| avarice_emit::emit_object(&module, &layout, code, &X86Emitter, &options),
                BatchSize::LargeInput,
            )
        });
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    phases(&mut criterion);
    criterion.final_summary();
}
