//! Input files: reading them, and errors with the line that they refer to.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use avarice_ir::verifier::VerifyError;
use avarice_ir::{CrashNote, Module};

use crate::diagnostics::{Diagnostic, Place};
use crate::output::report_diagnostic;

/// Errors of which each is reported; the rest is counted.
const MAX_REPORTED: usize = 20;

/// How a file of `ar` starts.
const ARCHIVE: &[u8] = b"!<arch>\n";

/// Input, as it was read.
#[derive(Clone, Debug)]
pub struct Input {
    /// How messages call it.
    pub name: String,
    /// Its bytes.
    pub text: Vec<u8>,
    /// Whether it is machine IR rather than LLVM IR.
    pub is_mir: bool,
}

impl Input {
    /// Reads a file, or standard input for `-`. The language is `ir` or `mir`, or follows from the extension
    /// or else the content.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(path: &Path, language: Option<&str>) -> Result<Self, Diagnostic> {
        let (name, text) = if path == Path::new("-") {
            let mut text = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut text);
            ("<stdin>".to_string(), read.map(|_| text))
        } else {
            (path.to_string_lossy().into_owned(), fs::read(path))
        };
        let text = text.map_err(|error| cannot("read", Some(path), &error))?;
        let is_mir = match language {
            Some(language) => language == "mir",
            None => path.extension().is_some_and(|e| e == "mir") || text.starts_with(b"---"),
        };
        Ok(Self { name, text, is_mir })
    }

    /// Reads LLVM IR and checks it.
    ///
    /// # Errors
    /// Where the text is not LLVM IR, or breaks the rules of the language.
    pub fn read_ir(path: &Path) -> Result<(Self, Module), Diagnostic> {
        let input = Self::read(path, Some("ir"))?;
        let module = input.parse_ir()?;
        input.warn(&module);
        input.verify(&module)?;
        Ok((input, module))
    }

    /// The module of LLVM IR.
    ///
    /// # Errors
    /// Where the text is not LLVM IR.
    pub fn parse_ir(&self) -> Result<Module, Diagnostic> {
        let _note = CrashNote::of_module("reading");
        if self.is_bitcode() {
            let read = avarice_bitcode::read_module(&self.text);
            let mut module =
                read.map_err(|error| Diagnostic::new(format!("{}: {error}", self.name)))?;
            // Text has it from the file that it was made of.
            module.id = self.name.as_bytes().into();
            return Ok(module);
        }
        if self.text.starts_with(ARCHIVE) {
            let name = &self.name;
            let message = format!("'{name}' is an archive: take the modules out of it with 'ar x'");
            return Err(Diagnostic::new(message));
        }
        avarice_ir::parse_module(&self.text).map_err(|error| {
            let place = Place::from_offset(&self.text, error.offset, error.len);
            Diagnostic::at(&self.name, &self.text, place, error.message)
        })
    }

    /// Whether it is bitcode rather than text.
    pub fn is_bitcode(&self) -> bool {
        avarice_bitcode::is_bitcode(&self.text)
    }

    /// Says on standard error what was dropped on reading.
    pub fn warn(&self, module: &Module) {
        if let Some(warning) = self.warning(module) {
            report_diagnostic(&warning);
        }
    }

    /// What was dropped on reading.
    pub fn warning(&self, module: &Module) -> Option<Diagnostic> {
        let version = module.dropped_debug_info?;
        let what = format!("ignoring debug info with an invalid version ({version})");
        Some(Diagnostic::warning(format!("{what} in {}", self.name)))
    }

    /// Checks the rules of the language.
    ///
    /// # Errors
    /// Those that are broken, each with its line.
    pub fn verify(&self, module: &Module) -> Result<(), Diagnostic> {
        let _note = CrashNote::of_module("verification of the module");
        let Err(errors) = avarice_ir::verifier::verify_module(module) else {
            return Ok(());
        };
        let found = errors.len();
        let shown = errors.into_iter().take(MAX_REPORTED).map(|error| {
            self.located(module, &error)
                .unwrap_or_else(|| Diagnostic::new(format!("{}: {error}", self.name)))
        });
        Err(with_rest(Diagnostic::all(shown), found))
    }

    /// The error with the line that it is about, if that is in the text.
    pub fn located(&self, module: &Module, error: &VerifyError) -> Option<Diagnostic> {
        if self.is_mir || self.is_bitcode() || self.text.is_empty() {
            return None;
        }
        let at = avarice_ir::locate::locate(&self.text, module, error)?;
        let place = Place::from_offset(&self.text, at.offset, at.len);
        Some(Diagnostic::at(&self.name, &self.text, place, at.message))
    }
}

/// That a file cannot be read or written (`what`).
pub fn cannot(what: &str, path: Option<&Path>, error: &io::Error) -> Diagnostic {
    let name = path.map_or("-".into(), |path| path.to_string_lossy());
    Diagnostic::new(format!("cannot {what} '{name}': {error}"))
}

/// `shown`, with the number of those of `found` errors that it leaves out.
fn with_rest(shown: Diagnostic, found: usize) -> Diagnostic {
    match found.saturating_sub(MAX_REPORTED) {
        0 => shown,
        rest => shown.note(format!("{rest} more errors")),
    }
}

/// What came of each, if nothing failed.
///
/// # Errors
/// All that failed, as far as they are reported.
pub fn all_or_errors<T>(results: Vec<Result<T, Diagnostic>>) -> Result<Vec<T>, Diagnostic> {
    let mut all = Vec::with_capacity(results.len());
    let mut errors = Vec::new();
    for result in results {
        match result {
            Ok(one) => all.push(one),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        return Ok(all);
    }
    let found = errors.len();
    let errors = errors.into_iter().take(MAX_REPORTED);
    Err(with_rest(Diagnostic::all(errors), found))
}
