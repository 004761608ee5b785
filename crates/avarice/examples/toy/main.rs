//! A complete small language on top of the library: functions, loops, strings, calls into C.
//!
//! ```text
//! toy FILE                        runs main() in this process
//! toy FILE -o OUT.o [TRIPLE]      writes an object, to be linked with the C library
//! toy                             reads definitions and statements, a line each, and does what they say
//! ```

mod generate;
mod parser;

use std::io::{BufRead, Write};
use std::process::ExitCode;

use avarice::{Module, Options, compile, jit};

use generate::{Signatures, generate};
use parser::{Function, Signature, Stmt, StmtKind, Type, parse};

/// Notes what callers must know of `functions`. A function may be declared again, but not defined in another way.
fn note(functions: &[Function], known: &mut Signatures) -> Result<(), String> {
    for function in functions {
        let signature = function.signature.clone();
        match known.insert(function.name.clone(), signature.clone()) {
            Some(old) if old != signature => {
                return Err(format!(
                    "line {}: '{}' is another function",
                    function.line, function.name
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

fn object(
    name: &str,
    functions: &[Function],
    known: &Signatures,
    options: &Options,
) -> Result<Vec<u8>, String> {
    let target = options.codegen.mtriple.as_deref();
    let module = generate(name, functions, known, target)?;
    compile(&Module::from_ir(name, module), options).map_err(|error| error.to_string())
}

/// A function without parameters that does `stmts`, and returns a number as C's `main` does.
fn entry(name: &str, mut stmts: Vec<Stmt>) -> Function {
    let zero = parser::Expr {
        line: 1,
        kind: parser::ExprKind::Int(0),
    };
    stmts.push(Stmt {
        line: 1,
        kind: StmtKind::Return(Some(zero)),
    });
    Function {
        line: 1,
        name: name.to_owned(),
        params: Vec::new(),
        signature: Signature {
            params: Vec::new(),
            result: Type::Int,
            variadic: false,
        },
        body: Some(stmts),
    }
}

/// Compiles each line, adds it to the process, and calls what it says.
fn interact() -> Result<(), String> {
    let options = Options::default().in_process();
    let mut session = jit::Session::new();
    let mut known = Signatures::new();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line.map_err(|error| error.to_string())?;
        let mut run = || -> Result<(), String> {
            let program = parse(&line)?;
            let mut functions = program.functions;
            let mut noted = known.clone();
            note(&functions, &mut noted)?;
            let name = format!("line{number}");
            let has_stmts = !program.stmts.is_empty();
            if has_stmts {
                functions.push(entry(&name, program.stmts));
                note(&functions[functions.len() - 1..], &mut noted)?;
            }
            let object = object(&name, &functions, &noted, &options)?;
            session.add(&[&object]).map_err(|error| error.to_string())?;
            known = noted;
            if has_stmts {
                let called = session.call_main(&name, &[]);
                called.map_err(|error| error.to_string())?;
            }
            Ok(())
        };
        if let Err(error) = run() {
            eprintln!("error: {error}");
        }
        std::io::stdout()
            .flush()
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn run(args: &[String]) -> Result<u8, String> {
    let Some(file) = args.first() else {
        return interact().map(|()| 0);
    };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let program = parse(&text).map_err(|error| format!("{file}: {error}"))?;
    if let Some(stmt) = program.stmts.first() {
        return Err(format!(
            "{file}: line {}: a function is expected",
            stmt.line
        ));
    }
    let mut known = Signatures::new();
    note(&program.functions, &mut known)?;
    if let [_, flag, output, rest @ ..] = args
        && flag == "-o"
    {
        let mut options = Options::default();
        if let Some(triple) = rest.first() {
            options = options.target(triple);
        }
        let object = object(file, &program.functions, &known, &options)?;
        std::fs::write(output, object).map_err(|error| format!("{output}: {error}"))?;
        return Ok(0);
    }
    let options = Options::default().in_process();
    let object = object(file, &program.functions, &known, &options)?;
    let mut session = jit::Session::new();
    session.add(&[&object]).map_err(|error| error.to_string())?;
    let code = session.call_main("main", &[]);
    code.map(|code| code as u8)
        .map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
