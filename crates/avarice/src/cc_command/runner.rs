//! Runs jobs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::generation::{Halves, divide};
use super::job::Job;
use crate::compile::compile_command_line;
use crate::diagnostics::Diagnostic;
use crate::output::{report, report_diagnostic};

/// The jobs of a command line, and the folder of the files that lie between them.
pub struct Runner {
    jobs: Vec<Job>,
    folder: TempDir,
}

impl Runner {
    /// Takes over the jobs. The files that clang would have put into the folder for temporary files are put into one of
    /// our own.
    ///
    /// # Errors
    /// There is no place for that folder.
    pub fn new(mut jobs: Vec<Job>) -> Result<Self, Diagnostic> {
        let folder = tempfile::tempdir()
            .map_err(|error| Diagnostic::new(format!("no temporary folder: {error}")))?;
        for index in 0..jobs.len() {
            let Some(old) = jobs[index].output().map(str::to_owned) else {
                continue;
            };
            let is_read = jobs[index + 1..].iter().any(|job| job.reads(&old));
            if !is_read || Path::new(&old).parent() != Some(&*std::env::temp_dir()) {
                continue;
            }
            let ending = Path::new(&old).extension().and_then(|text| text.to_str());
            let name = format!("{index}.{}", ending.unwrap_or("o"));
            let new = path_text(folder.path().join(name))?;
            for word in jobs.iter_mut().flat_map(|job| &mut job.words) {
                if *word == old {
                    word.clone_from(&new);
                }
            }
        }
        Ok(Self { jobs, folder })
    }

    fn divided(&self, index: usize) -> Result<Option<Halves>, Diagnostic> {
        let between = self.folder.path().join(format!("{index}.ll"));
        divide(&self.jobs[index], &path_text(between)?)
    }

    /// The jobs as `-###` prints them.
    ///
    /// # Errors
    /// A job asks for what is not supported.
    pub fn text(&self) -> Result<String, Diagnostic> {
        let mut text = String::new();
        for (index, job) in self.jobs.iter().enumerate() {
            text += &match self.divided(index)? {
                Some(halves) => format!("{}\n{}\n", halves.front, Job { words: halves.back }),
                None => format!("{job}\n"),
            };
        }
        Ok(text)
    }

    /// Runs the jobs whose files are all there, and returns the first exit code that is not 0. With `tells`, says
    /// first what runs.
    ///
    /// # Errors
    /// A program does not start; a job asks for what is not supported.
    pub fn run(&mut self, tells: bool) -> Result<i32, Diagnostic> {
        let mut code = 0;
        let mut missing: Vec<&str> = Vec::new();
        for (index, job) in self.jobs.iter().enumerate() {
            if missing.iter().any(|file| job.reads(file)) {
                missing.extend(job.output());
                continue;
            }
            let status = match self.divided(index)? {
                Some(halves) => {
                    let both = [halves.front, Job { words: halves.back }];
                    if tells {
                        report!("{}\n{}\n", both[0], both[1]);
                    }
                    match start(&both[0])? {
                        0 => generate(&both[1]),
                        failed => failed,
                    }
                }
                None => {
                    if tells {
                        report!("{job}\n");
                    }
                    start(job)?
                }
            };
            if status != 0 {
                missing.extend(job.output());
                code = if code == 0 { status } else { code };
            }
        }
        Ok(code)
    }
}

fn path_text(path: PathBuf) -> Result<String, Diagnostic> {
    path.into_os_string().into_string().map_err(|path| {
        let name = path.to_string_lossy();
        Diagnostic::new(format!(
            "the temporary file '{name}' has a name that is not text"
        ))
    })
}

/// The exit code of a process; 1 if a signal ended it.
fn start(job: &Job) -> Result<i32, Diagnostic> {
    let program = &job.words[0];
    let status = Command::new(program)
        .args(&job.words[1..])
        .stdin(Stdio::inherit())
        .status()
        .map_err(|error| Diagnostic::new(format!("cannot start '{program}': {error}")))?;
    Ok(status.code().unwrap_or(1))
}

/// Our half.
fn generate(job: &Job) -> i32 {
    match compile_command_line(job.words.iter().map(Into::into)) {
        Ok(text) => {
            report!("{text}");
            0
        }
        Err(diagnostic) => {
            report_diagnostic(&diagnostic);
            1
        }
    }
}
