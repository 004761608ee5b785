//! llc as a process whose debug log is read while it runs.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::ValueEnum;

use crate::diagnostics::Diagnostic;
use crate::options::{CoalescerOptions, CodegenOptions, CompareOptions};

/// How much of the start and of the end of the log is kept, in bytes, to find an error message in.
const KEPT: usize = 16 << 10;

/// The major version of LLVM that `llc` says it is of, if it says so.
pub fn version(llc: &Path) -> Option<u8> {
    let output = Command::new(llc)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, version) = text.split_once("LLVM version ")?;
    version.split('.').next()?.trim().parse().ok()
}

/// A running llc.
pub struct LlcProcess {
    name: String,
    child: Child,
    kept: Arc<Mutex<Kept>>,
}

/// The start and the end of what llc wrote.
#[derive(Default)]
struct Kept {
    start: Vec<u8>,
    end: Vec<u8>,
}

/// What llc writes to standard error, as it comes.
pub struct LlcLog {
    stderr: ChildStderr,
    kept: Arc<Mutex<Kept>>,
}

impl LlcProcess {
    /// Starts `llc` on the input of `options`, with equivalent options. What it makes is written to `output`, or
    /// dropped.
    ///
    /// # Errors
    /// The program does not start.
    pub fn start(
        llc: &Path,
        options: &CompareOptions,
        output: Option<&Path>,
    ) -> Result<(Self, LlcLog), Diagnostic> {
        let name = llc.to_string_lossy().into_owned();
        let mut child = Command::new(llc)
            .args(arguments(options))
            .arg("-o")
            .arg(output.unwrap_or(Path::new("-")))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Diagnostic::new(format!("cannot start '{name}': {error}")))?;
        let kept = Arc::new(Mutex::new(Kept::default()));
        let stderr = child.stderr.take().expect("standard error is a pipe");
        let log = LlcLog {
            stderr,
            kept: Arc::clone(&kept),
        };
        Ok((Self { name, child, kept }, log))
    }

    /// Waits for the end of the process, of which nothing more is wanted.
    ///
    /// # Errors
    /// It failed.
    pub fn finish(mut self) -> Result<(), Diagnostic> {
        let status = self.child.wait().map_err(|error| {
            Diagnostic::new(format!("cannot wait for '{}': {error}", self.name))
        })?;
        if status.success() {
            return Ok(());
        }
        let message = lock(&self.kept).error_message();
        let error = Diagnostic::new(format!("'{}' failed: {status}: {message}", self.name));
        if message.contains("Unknown command line argument '-debug-only") {
            return Err(error.note(
                "this llc was built without debug output; one that has it is built with \
                 -DLLVM_ENABLE_ASSERTIONS=ON",
            ));
        }
        Err(error)
    }

    /// Ends the process, whatever it is doing.
    pub fn stop(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Read for LlcLog {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stderr.read(buffer)?;
        lock(&self.kept).keep(&buffer[..count]);
        Ok(count)
    }
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Kept {
    fn keep(&mut self, bytes: &[u8]) {
        let room = KEPT - self.start.len().min(KEPT);
        self.start
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.end
            .extend_from_slice(&bytes[bytes.len() - bytes.len().min(KEPT)..]);
        let surplus = self.end.len().saturating_sub(KEPT);
        self.end.drain(..surplus);
    }

    /// The line that says why llc failed; the first one if none looks like it.
    fn error_message(&self) -> String {
        let texts = [&self.start, &self.end].map(|text| String::from_utf8_lossy(text));
        let is_error =
            |line: &&str| line.contains("error:") || line.contains("Unknown command line argument");
        let mut lines = texts.iter().flat_map(|text| text.lines());
        let found = lines.find(is_error);
        let first = || texts[0].lines().find(|line| !line.trim().is_empty());
        found.or_else(first).unwrap_or("it says nothing").to_owned()
    }
}

/// How code and data are addressed, as llc's options.
fn models(codegen: &CodegenOptions) -> [(&'static str, Option<String>); 3] {
    let relocation = codegen.relocation_model.as_ref().and_then(value_name);
    let code = codegen.code_model.as_ref().and_then(value_name);
    let threshold = codegen.large_data_threshold;
    [
        ("relocation-model", relocation),
        ("code-model", code),
        (
            "large-data-threshold",
            Some(threshold.to_string()).filter(|_| threshold != 0),
        ),
    ]
}

/// Options that are there or not, and whether they are.
fn switches(codegen: &CodegenOptions) -> [(&'static str, bool); 7] {
    [
        ("function-sections", codegen.objects.function_sections),
        ("data-sections", codegen.objects.data_sections),
        (
            "x86-indirect-branch-tracking",
            codegen.x86_indirect_branch_tracking,
        ),
        ("trap-unreachable", codegen.trap_unreachable),
        ("no-trap-after-noreturn", codegen.no_trap_after_noreturn),
        ("verify-machineinstrs", codegen.verify_machineinstrs),
        ("emit-call-site-info", codegen.emit_call_site_info),
    ]
}

/// The arguments with which llc does what we do.
fn arguments(options: &CompareOptions) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec![options.input.clone().into_os_string()];
    let codegen = &options.codegen;
    let mut add = |text: String| arguments.push(text.into());
    if let Some(language) = &options.language {
        add(format!("-x={language}"));
    }
    add(format!("-O{}", codegen.opt_level));
    let valued = [
        ("mtriple", codegen.mtriple.clone()),
        ("march", codegen.march.clone()),
        ("mcpu", codegen.mcpu.clone()),
        ("mattr", codegen.features()),
        ("regalloc", codegen.regalloc.as_ref().and_then(value_name)),
        (
            "frame-pointer",
            codegen.frame_pointer.as_ref().and_then(value_name),
        ),
        (
            "optimize-regalloc",
            codegen.optimize_regalloc.map(|value| value.to_string()),
        ),
        (
            "enable-subreg-liveness",
            codegen
                .enable_subreg_liveness
                .map(|value| value.to_string()),
        ),
        ("start-before", codegen.start_before.clone()),
        ("start-after", codegen.start_after.clone()),
        ("stop-before", codegen.stop_before.clone()),
        ("stop-after", codegen.stop_after.clone()),
        (
            "run-pass",
            Some(codegen.run_pass.join(",")).filter(|passes| !passes.is_empty()),
        ),
        ("passes", codegen.passes.clone()),
    ];
    for (name, value) in models(codegen).into_iter().chain(valued) {
        if let Some(value) = value {
            add(format!("-{name}={value}"));
        }
    }
    if let Some(disabled) = codegen.disable_tail_calls {
        add(format!("-disable-tail-calls={disabled}"));
    }
    for (name, _) in switches(codegen).into_iter().filter(|(_, is_set)| *is_set) {
        add(format!("-{name}"));
    }
    options.llc_argument.iter().cloned().for_each(&mut add);
    codegen.scheduling.given().into_iter().for_each(&mut add);
    codegen.tuning.given().into_iter().for_each(&mut add);
    coalescer_arguments(&codegen.coalescer)
        .into_iter()
        .for_each(&mut add);
    add(format!("-debug-only={}", debug_parts(codegen)));
    arguments
}

/// The parts whose debug output is wanted; `regalloc` is always among them.
pub fn debug_parts(codegen: &CodegenOptions) -> String {
    let others = codegen.debug_only.iter().filter(|part| *part != "regalloc");
    let parts: Vec<&str> = std::iter::once("regalloc")
        .chain(others.map(String::as_str))
        .collect();
    parts.join(",")
}

/// Choices of the coalescer that another value than llc's default.
fn coalescer_arguments(options: &CoalescerOptions) -> Vec<String> {
    let mut arguments = Vec::new();
    let flags = [
        ("join-liveintervals", options.join_liveintervals, true),
        ("join-globalcopies", options.join_globalcopies, true),
        ("join-splitedges", options.join_splitedges, false),
        ("terminal-rule", options.terminal_rule, false),
    ];
    for (name, value, default) in flags {
        if value != default {
            arguments.push(format!("-{name}={value}"));
        }
    }
    let numbers = [
        (
            "large-interval-size-threshold",
            options.large_interval_size_threshold,
            100,
        ),
        (
            "large-interval-freq-threshold",
            options.large_interval_freq_threshold,
            256,
        ),
        (
            "late-remat-update-threshold",
            options.late_remat_update_threshold,
            100,
        ),
    ];
    for (name, value, default) in numbers {
        if value != default {
            arguments.push(format!("-{name}={value}"));
        }
    }
    arguments
}

/// The name of a choice on the command line.
fn value_name<T: ValueEnum>(value: &T) -> Option<String> {
    value
        .to_possible_value()
        .map(|value| value.get_name().to_owned())
}
