//! `avarice compare`: compares our debug log with llc's, from a file or from an llc that is run here.

mod from_ir;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use avarice_compare::{LogError, Report};

use crate::compile;
use crate::diagnostics::Diagnostic;
use crate::input::Input;
use crate::llc_process::{self, LlcProcess};
use crate::options::{Allocator, CodegenOptions, CompareOptions, CompileOptions};
use crate::output::report;

/// Exit code of an error: 1 says that the logs differ.
const ERROR: u8 = 2;
/// Logs of functions that wait for the comparison.
const WAITING: usize = 16;
/// Stack in bytes of the thread that compiles: reading is bounded in depth, this leaves room for it.
const STACK_SIZE: usize = 16 << 20;

/// Compares, and prints the report. The exit code says what came out: 0 equal, 1 different, 2 an error.
pub fn run(options: &CompareOptions) -> ExitCode {
    match compare(options) {
        Ok(report) => {
            let text = if options.json {
                report.to_json()
            } else {
                report.to_string()
            };
            // A reader that has seen enough is no error.
            let _ = io::Write::write_all(&mut io::stdout().lock(), text.as_bytes());
            ExitCode::from(u8::from(!report.equal))
        }
        Err(error) => {
            report!("{error}");
            ExitCode::from(ERROR)
        }
    }
}

/// The report of a comparison.
///
/// # Errors
/// The errors for which [`run`] exits with code 2.
pub fn compare(options: &CompareOptions) -> Result<Report, Diagnostic> {
    if options.input == Path::new("-") {
        return Err(Diagnostic::new(
            "the input has to be a file, since both sides read it",
        ));
    }
    let options = &CompareOptions {
        codegen: with_end(&options.codegen),
        ..options.clone()
    };
    if let Some(llc) = &options.llc {
        let is_mir = Input::read(&options.input, options.language.as_deref())?.is_mir;
        if is_mir && (options.from.is_some() || options.keep_mir.is_some()) {
            return Err(Diagnostic::new(
                "--from and --keep-mir are about LLVM IR: both sides begin with the machine code that is given",
            )
            .note("-start-after=PASS says where"));
        }
        let options = &CompareOptions {
            llvm_version: options.llvm_version.or_else(|| llc_process::version(llc)),
            ..options.clone()
        };
        return match is_mir {
            true => compare_with_process(llc, options).map_err(|failure| failure.diagnostic),
            false => from_ir::compare(llc, options),
        };
    }
    let path = options.log.as_deref().unwrap_or(Path::new("-"));
    let result = if path == Path::new("-") {
        compare_with(io::stdin().lock(), "<stdin>", options)
    } else {
        let name = path.to_string_lossy();
        let file = File::open(path)
            .map_err(|error| Diagnostic::new(format!("cannot read '{name}': {error}")))?;
        compare_with(BufReader::with_capacity(1 << 18, file), &name, options)
    };
    result.map_err(|error| error.diagnostic)
}

/// Compares with the log of an llc that runs here.
fn compare_with_process(llc: &Path, options: &CompareOptions) -> Result<Report, Failure> {
    let theirs = |diagnostic| Failure {
        diagnostic,
        is_ours: false,
    };
    let (process, log) = LlcProcess::start(llc, options, None).map_err(theirs)?;
    match compare_with(BufReader::new(log), &llc.to_string_lossy(), options) {
        Err(error) if error.is_ours => {
            process.stop();
            Err(error)
        }
        // That llc failed explains whatever is wrong with its log.
        result => {
            process.finish().map_err(theirs)?;
            result
        }
    }
}

/// Whether the passes run that optimize allocation.
fn is_allocation_optimized(codegen: &CodegenOptions) -> bool {
    codegen.optimize_regalloc.unwrap_or(codegen.opt_level > 0)
}

/// The options, with an end after the last pass that is compared if they name none.
fn with_end(codegen: &CodegenOptions) -> CodegenOptions {
    let mut codegen = codegen.clone();
    let has_end = codegen.stop_after.is_some() || codegen.stop_before.is_some();
    if codegen.run_pass.is_empty() && codegen.passes.is_none() && !has_end {
        // Where allocation is not optimized, the fast allocator rewrites as it goes.
        let last = if is_allocation_optimized(&codegen) {
            "virtregrewriter"
        } else {
            Allocator::Fast.pass_name()
        };
        codegen.stop_after = Some(last.into());
    }
    // The comparison is of these parts; with -debug, llc prints what does not exist here.
    codegen.debug = false;
    codegen.debug_only = llc_process::debug_parts(&codegen)
        .split(',')
        .map(str::to_owned)
        .collect();
    codegen
}

/// The log of our run that a comparison looks at.
///
/// # Errors
/// Same as [`compile::run`].
pub fn our_log(options: &CompareOptions) -> Result<String, Diagnostic> {
    let codegen = with_end(&options.codegen);
    let compile =
        CompileOptions::without_output(&options.input, options.language.as_deref(), codegen);
    let text = Mutex::new(String::new());
    compile::run_for_log(&compile, &|log| {
        let mut text = text.lock().unwrap_or_else(PoisonError::into_inner);
        text.push_str(&log);
    })?;
    Ok(text.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Why there is no report.
struct Failure {
    diagnostic: Diagnostic,
    /// Whether our run failed, and not the reading of llc's log.
    is_ours: bool,
}

fn compare_with(
    theirs: impl BufRead,
    name: &str,
    options: &CompareOptions,
) -> Result<Report, Failure> {
    let settings = avarice_compare::Options {
        llc: name.to_owned(),
        functions: options.function.clone(),
        context: options.context,
        llvm_version: options.llvm_version,
    };
    let error = Arc::new(Mutex::new(None));
    let start_ours = || start_our_run(options, &error);
    avarice_compare::compare(theirs, start_ours, &settings).map_err(|log_error| {
        let ours = error.lock().unwrap_or_else(PoisonError::into_inner).take();
        Failure {
            is_ours: ours.is_some(),
            diagnostic: ours.unwrap_or_else(|| Diagnostic::new(log_error)),
        }
    })
}

/// The progress of our run.
enum Progress {
    /// The log of a function.
    Log(String),
    /// It is done.
    End,
    /// It failed; the error is stored where both threads find it.
    Failed,
}

/// Our log, as our run in another thread makes it.
struct OurLog {
    progress: Receiver<Progress>,
    text: String,
    at: usize,
    is_done: bool,
}

type SharedError = Arc<Mutex<Option<Diagnostic>>>;

/// Starts our run.
fn start_our_run(options: &CompareOptions, error: &SharedError) -> Result<OurLog, LogError> {
    let (sender, progress) = sync_channel(WAITING);
    let error = Arc::clone(error);
    let compile = CompileOptions::without_output(
        &options.input,
        options.language.as_deref(),
        options.codegen.clone(),
    );
    let work = move || {
        // A comparison that ended early does not listen any more; then nothing depends on the rest.
        let result = compile::run_for_log(&compile, &|log| drop(sender.send(Progress::Log(log))));
        let end = match result {
            Ok(()) => Progress::End,
            Err(diagnostic) => {
                *error.lock().unwrap_or_else(PoisonError::into_inner) = Some(diagnostic);
                Progress::Failed
            }
        };
        drop(sender.send(end));
    };
    let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn(work);
    thread.map_err(|error| LogError {
        log: "our log".into(),
        place: None,
        message: format!("cannot start a thread: {error}"),
    })?;
    Ok(OurLog {
        progress,
        text: String::new(),
        at: 0,
        is_done: false,
    })
}

impl Read for OurLog {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for OurLog {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.at == self.text.len() && !self.is_done {
            match self.progress.recv() {
                Ok(Progress::Log(text)) => (self.text, self.at) = (text, 0),
                Ok(Progress::End) => self.is_done = true,
                Ok(Progress::Failed) => return Err(io::Error::other("our run failed")),
                Err(_) => return Err(io::Error::other("our run ended within a pass")),
            }
        }
        Ok(&self.text.as_bytes()[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}
