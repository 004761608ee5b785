//! Runs mutated inputs through every command: no file may make one panic, die or hang, or leave half an output.
//!
//! ```text
//!   mutate run [--seed N] [--first N] [--count N] [--most BYTES] [--keep FOLDER] [FOLDER…]
//!   mutate print NUMBER [the same]      prints input NUMBER
//! ```
//!
//! Without folders the project's filetests and programs are mutated; folders may also have bitcode (`.bc`). Each failure is a line: its number, file, command and
//! symptom; in the end symptoms are counted. Exits with 1 if anything failed.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avarice_tests::mutate::corpus::Corpus;
use avarice_tests::mutate::session::Session;
use avarice_tests::mutate::{mutant, worker};

/// What the command line says.
struct Options {
    seed: u64,
    first: u64,
    count: u64,
    most: u64,
    keep: Option<PathBuf>,
    rest: Vec<String>,
}

/// That of the program.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: avarice::large_tables::LargeTables = avarice::large_tables::LargeTables;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match start(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mutate: {error}");
            ExitCode::from(2)
        }
    }
}

fn start(words: &[String]) -> io::Result<bool> {
    let (what, words) = words
        .split_first()
        .ok_or_else(|| usage("what to do is missing"))?;
    let mut options = options(words)?;
    match what.as_str() {
        "run" => run(&options),
        "print" => {
            let number = options
                .rest
                .first()
                .ok_or_else(|| usage("NUMBER is missing"))?;
            let number = number.parse().map_err(|_| usage("NUMBER is no number"))?;
            let corpus = corpus(&options, &options.rest[1..])?;
            io::stdout().write_all(&mutant(&corpus, options.seed, number).text)?;
            Ok(true)
        }
        "worker" => {
            let folder = options
                .rest
                .pop()
                .ok_or_else(|| usage("a folder is missing"))?;
            let corpus = corpus(&options, &options.rest)?;
            worker::run(&corpus, options.seed, Path::new(&folder))?;
            Ok(true)
        }
        _ => Err(usage("it is run or print that can be done")),
    }
}

fn usage(what: &str) -> io::Error {
    io::Error::other(format!(
        "{what}: run|print NUMBER [--seed N] [--first N] [--count N] [--most BYTES] [--keep FOLDER] [FOLDER…]"
    ))
}

fn options(words: &[String]) -> io::Result<Options> {
    let mut options = Options {
        seed: 1,
        first: 0,
        count: 10_000,
        most: 40_000,
        keep: None,
        rest: Vec::new(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let number = match word.as_str() {
            "--seed" => &mut options.seed,
            "--first" => &mut options.first,
            "--count" => &mut options.count,
            "--most" => &mut options.most,
            "--keep" => {
                options.keep = words.next().map(PathBuf::from);
                continue;
            }
            _ => {
                options.rest.push(word.clone());
                continue;
            }
        };
        let value = words.next().and_then(|value| value.parse().ok());
        *number = value.ok_or_else(|| usage(&format!("{word} needs a number")))?;
    }
    Ok(options)
}

/// The files in folders; without any, those of the project.
fn corpus(options: &Options, folders: &[String]) -> io::Result<Corpus> {
    let mut folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    if folders.is_empty() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        folders = vec![here.join("../filetests"), here.join("programs/ll")];
    }
    Corpus::of_folders(&folders, options.most)
}

fn run(options: &Options) -> io::Result<bool> {
    let corpus = corpus(options, &options.rest)?;
    let program = env::current_exe()?.to_string_lossy().into_owned();
    let (seed, most) = (options.seed.to_string(), options.most.to_string());
    let mut words: Vec<String> = [&program, "worker", "--seed", &seed, "--most", &most]
        .map(str::to_owned)
        .into();
    words.extend(options.rest.iter().cloned());
    let session = Session {
        corpus: &corpus,
        seed: options.seed,
        worker: words,
        keep: options.keep.as_deref(),
    };
    let numbers = options.first..options.first + options.count;
    let report = session.run(numbers, |failure| {
        println!(
            "FAILED: {} of {}: {}: {}",
            failure.number,
            failure.file.display(),
            failure.command,
            failure.symptom
        );
    })?;
    let failed: u64 = report.symptoms.values().sum();
    let mut symptoms: Vec<(&String, &u64)> = report.symptoms.iter().collect();
    symptoms.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (symptom, count) in &symptoms {
        println!("{count:7} times: {symptom}");
    }
    println!(
        "{} inputs of seed {} from {} files: {} commands succeeded, {failed} inputs failed in {} ways",
        options.count,
        options.seed,
        corpus.files.len(),
        report.succeeded,
        symptoms.len()
    );
    Ok(failed == 0)
}
