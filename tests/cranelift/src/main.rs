//! Compiles functions in Cranelift's text form by Cranelift with our register allocator, with its check of
//! allocations on, for x86-64 and AArch64; runs those that say what they compute: `; run: (3, 4) = 25`.

use cranelift_codegen::ir::{AbiParam, Function, Signature};
use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable, Flags};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use std::process::ExitCode;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    regalloc2::set_allocator(|function, environment, options| {
        avarice_regalloc2::run(function, environment, options)
    });
    let mut failed = 0;
    let mut done = 0;
    for path in std::env::args().skip(1) {
        match check(&path) {
            Ok(functions) => done += functions,
            Err(error) => {
                eprintln!("{path}: {error}");
                failed += 1;
            }
        }
    }
    println!("{done} functions compiled for each target, {failed} files failed");
    ExitCode::from(u8::from(failed != 0))
}

/// The flags of a compilation.
fn flags() -> Result<Flags> {
    let mut flags = settings::builder();
    flags.set("opt_level", "speed")?;
    flags.set("regalloc_checker", "true")?;
    flags.set("is_pic", "false")?;
    Ok(Flags::new(flags))
}

/// Compiles the functions of a file for each target, and runs them.
fn check(path: &str) -> Result<usize> {
    let text = std::fs::read_to_string(path)?;
    let functions = cranelift_reader::parse_functions(&text)?;
    for triple in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"] {
        let isa = isa::lookup_by_name(triple)?.finish(flags()?)?;
        for function in &functions {
            compile(&*isa, function)?;
        }
    }
    let native = cranelift_native::builder()?.finish(flags()?)?;
    run(native, &functions, &text)?;
    Ok(functions.len())
}

fn compile(isa: &dyn isa::TargetIsa, function: &Function) -> Result<()> {
    let mut context = cranelift_codegen::Context::for_function(function.clone());
    let compiled = context.compile(isa, &mut Default::default());
    let name = &function.name;
    compiled.map_err(|error| format!("{name} for {}: {:?}", isa.name(), error.inner))?;
    Ok(())
}

/// Runs each function with what the comment behind its text says; functions may call those before them.
fn run(isa: OwnedTargetIsa, functions: &[Function], text: &str) -> Result<()> {
    let expectations: Vec<(Vec<i64>, i64)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("; run: "))
        .filter_map(|line| {
            let (arguments, result) = line.split_once(" = ")?;
            let arguments = arguments.trim_matches(['(', ')']).split(", ");
            let arguments = arguments.map(|argument| argument.parse().ok());
            Some((arguments.collect::<Option<_>>()?, result.parse().ok()?))
        })
        .collect();
    for (function, (arguments, wanted)) in functions.iter().zip(&expectations) {
        let mut module = JITModule::new(JITBuilder::with_isa(isa.clone(), default_libcall_names()));
        let signature: Signature = function.signature.clone();
        let name = function.name.to_string();
        let id = module.declare_function(&name, Linkage::Export, &signature)?;
        let mut context = module.make_context();
        context.func = function.clone();
        module.define_function(id, &mut context)?;
        module.finalize_definitions()?;
        let count = |params: &[AbiParam]| params.len();
        let code = module.get_finalized_function(id);
        let got = call(code, count(&signature.params), arguments)?;
        if got != *wanted {
            return Err(format!("{name} computes {got} instead of {wanted}").into());
        }
    }
    Ok(())
}

/// Calls code that takes and gives back integers of 64 bits.
fn call(code: *const u8, count: usize, arguments: &[i64]) -> Result<i64> {
    match *arguments {
        [a, b] if count == 2 => {
            // SAFETY: the code was compiled for this machine, of a function of two integers that gives back one.
            let function: extern "C" fn(i64, i64) -> i64 = unsafe { std::mem::transmute(code) };
            Ok(function(a, b))
        }
        _ => Err("only functions of two integers are run".into()),
    }
}
