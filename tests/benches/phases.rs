//! Time of each phase on real modules: reading, verification, selection, liveness, allocation, the
//! passes after it, encoding, emission. Every phase runs on the result of the one before it.
//!
//! `AVARICE_BENCH_LL=file.ll` adds a module of your own.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use avarice_emit::{EmitOptions, FunctionCode, TargetEmitter};
use avarice_ir::{DataLayout, Global, Module};
use avarice_lower::{LowerOptions, LowerScratch};
use avarice_machine::branch_folder::BranchFolder;
use avarice_machine::cfi_inserter::{Check, EntryRule};
use avarice_machine::critical_edge::EdgeSplitter;
use avarice_machine::pass::{Analyses, Analysis, TailMergeOptions};
use avarice_machine::{branch_folder, cfi_inserter, post_ra_pseudos};
use avarice_mir::hooks::FrameContext;
use avarice_mir::{FrameHooks, MachineFunction};
use avarice_regalloc::out_of_ssa::{phi_elimination, process_imp_defs, two_address};
use avarice_regalloc::{basic, rewriter};
use avarice_target_x86_64::encode::X86Emitter;
use avarice_target_x86_64::hooks::X86Hooks;
use avarice_target_x86_64::lower::X86Lowering;
use avarice_target_x86_64::reg;
use avarice_trace::Log;
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

/// What is kept from function to function.
#[derive(Default)]
struct Memory {
    analyses: Analyses,
    phi_elimination: phi_elimination::Scratch,
    two_address: two_address::Scratch,
    basic: basic::Scratch,
    folder: BranchFolder,
}

/// Machine SSA to the form that allocation works on.
fn to_two_address(function: &mut MachineFunction, memory: &mut Memory) {
    let analyses = &mut memory.analyses;
    analyses.begin_function();
    process_imp_defs::run(function);
    let wanted = Analysis::LIVE_VARIABLES | Analysis::LOOPS;
    analyses.require(wanted, function, &X86Hooks, &mut Log::off());
    let splitter = EdgeSplitter {
        hooks: &X86Hooks,
        module: None,
    };
    phi_elimination::run(function, splitter, analyses, &mut memory.phi_elimination);
    two_address::run(function, &X86Hooks, analyses, &mut memory.two_address, true);
}

fn analyze(function: &mut MachineFunction, memory: &mut Memory) {
    let analyses = &mut memory.analyses;
    analyses.begin_function();
    analyses.require(
        Analysis::LIVE_INTERVALS,
        function,
        &X86Hooks,
        &mut Log::off(),
    );
}

fn allocate(function: &mut MachineFunction, memory: &mut Memory) {
    let log = &mut Log::off();
    let analyses = &mut memory.analyses;
    basic::run(function, &X86Hooks, analyses, &mut memory.basic, log)
        .expect("registers are enough");
    rewriter::run(function, analyses, log);
}

fn finish(function: &mut MachineFunction, module: &Module, memory: &mut Memory) {
    let context = FrameContext {
        module,
        optimize: true,
        orders_objects: true,
    };
    X86Hooks.lower_frame(function, &context);
    let analyses = &mut memory.analyses;
    analyses.begin_function();
    let wanted = Analysis::FREQUENCIES | Analysis::RESERVED_REGS;
    analyses.require(wanted, function, &X86Hooks, &mut Log::off());
    let code = branch_folder::Code {
        function,
        hooks: &X86Hooks,
        module,
        frequencies: &mut analyses.frequencies,
        reserved: &analyses.reserved,
        placed: None,
    };
    let request = branch_folder::Request {
        tails: TailMergeOptions::default(),
        hoist: true,
    };
    memory.folder.optimize(code, &request);
    post_ra_pseudos::run(function, &X86Hooks).expect("selected code can be copied");
    let (register, offset) = X86Emitter.elf().initial_cfa;
    let entry = EntryRule {
        register,
        offset: i64::from(offset),
        frame_pointer: function.target.reg(reg::RBP).dwarf as u16,
    };
    cfi_inserter::run(function, &entry, Check::None).expect("a register is saved in one place");
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
    work: impl FnMut(&mut MachineFunction),
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
        let mut memory = Memory::default();
        group.bench_function("two-address form", |b| {
            b.iter_batched(
                || selected.clone(),
                |mut fs| fs.iter_mut().for_each(|f| to_two_address(f, &mut memory)),
                BatchSize::LargeInput,
            )
        });
        let mut memory = Memory::default();
        let mut ready = selected;
        ready
            .iter_mut()
            .for_each(|f| to_two_address(f, &mut memory));
        group.bench_function("liveness", |b| {
            b.iter_batched(
                || ready.clone(),
                |mut fs| fs.iter_mut().for_each(|f| analyze(f, &mut memory)),
                BatchSize::LargeInput,
            )
        });
        let mut memory = Memory::default();
        group.bench_function("liveness and allocation", |b| {
            b.iter_batched(
                || ready.clone(),
                |mut fs| {
                    for f in &mut fs {
                        analyze(f, &mut memory);
                        allocate(f, &mut memory);
                    }
                },
                BatchSize::LargeInput,
            )
        });
        let mut memory = Memory::default();
        for f in &mut ready {
            analyze(f, &mut memory);
            allocate(f, &mut memory);
        }
        group.bench_function("frames and branches", |b| {
            b.iter_batched(
                || ready.clone(),
                |fs| each(fs, |f| finish(f, &module, &mut memory)),
                BatchSize::LargeInput,
            )
        });
        let finished = each(ready, |f| finish(f, &module, &mut memory));
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
