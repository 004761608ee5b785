//! A complete small language on top of the library: functions, loops, strings, calls into C.
//!
//! ```text
//! toy FILE                        runs main() in this process
//! toy FILE -o OUT.o [TRIPLE]      writes an object, to be linked with the C library
//! toy                             reads definitions and statements, a line each, and does what they say
//! ```

mod generate;
mod lexer;
mod parser;

use std::io::{BufRead, Write};
use std::process::ExitCode;

use avarice::{Module, Options, compile, jit};

use generate::{Signatures, generate};
use parser::{Function, parse};

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Compiles functions, which may call those in `known` and become known themselves. One may be declared again, but not in
/// another way.
fn object(
    name: &str,
    functions: Vec<Function>,
    known: &mut Signatures,
    options: &Options,
) -> Result<Vec<u8>, String> {
    let mut noted = known.clone();
    for Function {
        line,
        name,
        signature,
        ..
    } in &functions
    {
        let noted = noted.entry(name.clone());
        if noted.or_insert_with(|| signature.clone()) != signature {
            return Err(format!("line {line}: '{name}' is another function"));
        }
    }
    let target = options.codegen.mtriple.as_deref();
    let module = generate(name, functions, &noted, target)?;
    let object = compile(&Module::from_ir(name, module), options).map_err(text)?;
    *known = noted;
    Ok(object)
}

/// Compiles each line, adds it to the process, and calls what it says.
fn interact() -> Result<(), String> {
    let options = Options::default().in_process();
    let mut session = jit::Session::new();
    let mut known = Signatures::new();
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line.map_err(text)?;
        let mut run = || -> Result<(), String> {
            let (mut functions, mut stmts) = parse(&line)?;
            let name = format!("line{number}");
            let has_stmts = stmts.len() > 1;
            if has_stmts {
                // They become a function that C could have as `main`.
                let (mut entry, _) = parse(&format!("fn {name}(): int {{ return 0 }}"))?;
                stmts.pop();
                let body = entry.iter_mut().filter_map(|entry| entry.body.as_mut());
                body.for_each(|body| drop(body.splice(0..0, stmts.drain(..))));
                functions.append(&mut entry);
            }
            let object = object(&name, functions, &mut known, &options)?;
            session.add(&[&object]).map_err(text)?;
            if has_stmts {
                session.call_main(&name, &[]).map_err(text)?;
            }
            Ok(())
        };
        if let Err(error) = run() {
            eprintln!("error: {error}");
        }
        std::io::stdout().flush().map_err(text)?;
    }
    Ok(())
}

fn run(args: &[String]) -> Result<u8, String> {
    let Some(file) = args.first() else {
        return interact().map(|()| 0);
    };
    let source = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (functions, stmts) = parse(&source).map_err(|error| format!("{file}: {error}"))?;
    if let [(_, line), _, ..] = &*stmts {
        return Err(format!("{file}: line {line}: a function is expected"));
    }
    let mut known = Signatures::new();
    if let [_, flag, output, rest @ ..] = args
        && flag == "-o"
    {
        let options = Options::default();
        let options = rest
            .first()
            .map_or(options.clone(), |triple| options.target(triple));
        let object = object(file, functions, &mut known, &options)?;
        std::fs::write(output, object).map_err(|error| format!("{output}: {error}"))?;
        return Ok(0);
    }
    let options = Options::default().in_process();
    let object = object(file, functions, &mut known, &options)?;
    let mut session = jit::Session::new();
    session.add(&[&object]).map_err(text)?;
    let code = session.call_main("main", &[]).map_err(text)?;
    Ok(code as u8)
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
