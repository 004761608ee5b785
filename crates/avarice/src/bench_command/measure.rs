//! The measurement itself: processes, one at a time.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object, ObjectSection, SectionKind};
use tempfile::TempDir;

use super::child::{self, Ended};
use super::contestant::Contestant;
use super::moves::{self, Moves};
use super::options::BenchOptions;
use super::phases;
use super::samples::{ContestantSamples, InputSamples, Samples};
use crate::diagnostics::Diagnostic;
use crate::input;

/// One run of `bench`.
pub struct Bench<'a> {
    options: &'a BenchOptions,
    avarice: PathBuf,
    inputs: Vec<PathBuf>,
    contestants: Vec<Contestant>,
    samples: Samples,
    /// Objects and programs, and what else compilers write.
    folder: TempDir,
    /// Arguments of the program of each input.
    args: Vec<Vec<OsString>>,
}

impl<'a> Bench<'a> {
    /// A run about these inputs and contestants, of which nothing is measured yet.
    ///
    /// # Errors
    /// There is no temporary folder.
    pub fn new(
        options: &'a BenchOptions,
        inputs: Vec<PathBuf>,
        contestants: Vec<Contestant>,
    ) -> Result<Self, Diagnostic> {
        let failed =
            |what: &str, error: std::io::Error| Diagnostic::new(format!("{what}: {error}"));
        let names = inputs.iter().map(|path| path.display().to_string());
        Ok(Self {
            options,
            avarice: std::env::current_exe()
                .map_err(|error| failed("where this program is cannot be found", error))?,
            folder: tempfile::tempdir().map_err(|error| failed("no temporary folder", error))?,
            samples: Samples {
                inputs: names.collect(),
                repetitions: options.repeat,
                contestants: contestants
                    .iter()
                    .map(|one| ContestantSamples {
                        name: one.name(),
                        inputs: Vec::new(),
                    })
                    .collect(),
            },
            args: vec![options.args.clone(); inputs.len()],
            inputs,
            contestants,
        })
    }

    /// What was measured.
    pub fn into_samples(self) -> Samples {
        self.samples
    }

    fn file(&self, contestant: usize, input: usize, extension: &str) -> PathBuf {
        let name = format!("{contestant}-{input}.{extension}");
        self.folder.path().join(name)
    }

    fn command(&self, contestant: usize, input: usize, output: &Path) -> Command {
        let one = self.contestants[contestant];
        let program = one.program(&self.avarice, &self.options.llc);
        one.command(program, &self.inputs[input], output)
    }

    /// Contestants that take the input, beginning with another one in each round.
    fn in_turn(&self, round: usize, input: usize) -> Vec<usize> {
        let count = self.contestants.len();
        let takes = |at: &usize| self.samples.contestants[*at].inputs[input].is_ok();
        (0..count)
            .map(|at| (at + round) % count)
            .filter(takes)
            .collect()
    }

    fn sample(&mut self, contestant: usize, input: usize) -> &mut InputSamples {
        let samples = &mut self.samples.contestants[contestant].inputs[input];
        samples
            .as_mut()
            .expect("only contestants that take the input are measured")
    }

    // ---- Survey -------------------------------------------------------------------------------

    /// Compiles everything once: which contestants take which inputs, objects, sizes, moves.
    ///
    /// # Errors
    /// A compiler does not start; the baseline takes none of the inputs.
    pub fn survey(&mut self) -> Result<(), Diagnostic> {
        for contestant in 0..self.contestants.len() {
            for input in 0..self.inputs.len() {
                let result = self.survey_one(contestant, input)?;
                self.samples.contestants[contestant].inputs.push(result);
            }
        }
        let baseline = &self.samples.contestants[0];
        match &baseline.inputs[0] {
            Err(reason) if baseline.inputs.iter().all(Result::is_err) => {
                let name = &baseline.name;
                Err(Diagnostic::new(format!("{name} takes none of the inputs"))
                    .note(format!("of the first it says: {reason}")))
            }
            _ => Ok(()),
        }
    }

    fn survey_one(
        &self,
        contestant: usize,
        input: usize,
    ) -> Result<Result<InputSamples, String>, Diagnostic> {
        let object = self.file(contestant, input, "o");
        let remarks = self.file(contestant, input, "remarks");
        let mut command = self.command(contestant, input, &object);
        let one = self.contestants[contestant];
        if one.is_llc() {
            command.arg("-pass-remarks-filter=regalloc");
            command.arg("-pass-remarks-output").arg(&remarks);
        } else {
            command.arg("-stats");
        }
        let Ended { output, .. } = child::run(&mut command)?;
        if !output.status.success() {
            return Ok(Err(child::reason(&output)));
        }
        let bytes = read(&object)?;
        let moves: Option<Moves> = if !one.counts_moves() {
            None
        } else if one.is_llc() {
            Some(moves::of_llc(&String::from_utf8_lossy(&read(&remarks)?)))
        } else {
            let report = String::from_utf8_lossy(&output.stderr);
            Some(moves::of_avarice(&report))
        };
        Ok(Ok(InputSamples {
            text_bytes: text_bytes(&bytes)?,
            moves,
            ..InputSamples::default()
        }))
    }

    // ---- Compile time -------------------------------------------------------------------------

    /// Measures compile time in rounds.
    ///
    /// # Errors
    /// A compiler fails that did not fail before.
    pub fn compile_rounds(&mut self) -> Result<(), Diagnostic> {
        for round in 0..self.options.repeat as usize {
            for input in 0..self.inputs.len() {
                for contestant in self.in_turn(round, input) {
                    self.compile(contestant, input)?;
                }
            }
        }
        Ok(())
    }

    fn compile(&mut self, contestant: usize, input: usize) -> Result<(), Diagnostic> {
        let object = self.file(contestant, input, "again");
        let mut command = self.command(contestant, input, &object);
        command.arg("-time-passes");
        let Ended { output, seconds } = child::run(&mut command)?;
        if !output.status.success() {
            let name = self.contestants[contestant].name();
            let file = self.inputs[input].display();
            let reason = child::reason(&output);
            return Err(Diagnostic::new(format!(
                "{name} compiled '{file}' once, and then not: {reason}"
            )));
        }
        let report = String::from_utf8_lossy(&output.stderr);
        let phases = if self.contestants[contestant].is_llc() {
            phases::of_llc(&report)
        } else {
            phases::of_avarice(&report)
        };
        let sample = self.sample(contestant, input);
        sample.compile.push(seconds);
        sample.phases.push(phases);
        Ok(())
    }

    // ---- Run time -----------------------------------------------------------------------------

    /// Links all programs. What does not link counts as not taken.
    ///
    /// # Errors
    /// The C compiler does not start.
    pub fn link(&mut self) -> Result<(), Diagnostic> {
        let linker = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        for contestant in 0..self.contestants.len() {
            for input in 0..self.inputs.len() {
                if self.samples.contestants[contestant].inputs[input].is_err() {
                    continue;
                }
                let mut command = Command::new(&linker);
                command
                    .arg(self.file(contestant, input, "o"))
                    .arg("-o")
                    .arg(self.file(contestant, input, "program"))
                    .arg("-lm");
                let Ended { output, .. } = child::run(&mut command)?;
                if !output.status.success() {
                    let reason = format!("linking: {}", child::reason(&output));
                    self.samples.contestants[contestant].inputs[input] = Err(reason);
                }
            }
        }
        Ok(())
    }

    /// Measures run time in rounds, and compares what programs print.
    ///
    /// # Errors
    /// A program does not start.
    pub fn run_rounds(&mut self) -> Result<(), Diagnostic> {
        if let Some(seconds) = self.options.scale_to {
            for input in 0..self.inputs.len() {
                if let Some(first) = self.in_turn(0, input).first() {
                    let scale = self.scale(*first, input, seconds)?;
                    self.args[input] = vec![scale.to_string().into()];
                }
            }
        }
        for input in 0..self.inputs.len() {
            self.compare_outputs(input)?;
        }
        for round in 0..self.options.repeat as usize {
            for input in 0..self.inputs.len() {
                for contestant in self.in_turn(round, input) {
                    let args = self.args[input].clone();
                    let ended = self.run_program(contestant, input, &args)?;
                    self.sample(contestant, input).run.push(ended.seconds);
                }
            }
        }
        Ok(())
    }

    fn run_program(
        &self,
        contestant: usize,
        input: usize,
        args: &[OsString],
    ) -> Result<Ended, Diagnostic> {
        child::run(Command::new(self.file(contestant, input, "program")).args(args))
    }

    /// A number with which the program takes at least `seconds`.
    fn scale(&self, contestant: usize, input: usize, seconds: f64) -> Result<u64, Diagnostic> {
        const LIMIT: u64 = 1 << 40;
        let mut scale: u64 = 8;
        loop {
            let ended = self.run_program(contestant, input, &[scale.to_string().into()])?;
            if ended.seconds >= seconds || scale >= LIMIT {
                return Ok(scale);
            }
            // Where the time says little yet, in steps that cannot overshoot by much.
            let factor = (1.2 * seconds / ended.seconds.max(1e-6)).clamp(1.05, 4.0);
            scale = (scale as f64 * factor) as u64 + 1;
        }
    }

    fn compare_outputs(&mut self, input: usize) -> Result<(), Diagnostic> {
        let args = self.args[input].clone();
        let mut expected = None;
        for contestant in self.in_turn(0, input) {
            let Ended { output, .. } = self.run_program(contestant, input, &args)?;
            let printed = (output.status, output.stdout);
            let expected = expected.get_or_insert_with(|| printed.clone());
            self.sample(contestant, input).wrong_output = printed != *expected;
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<Vec<u8>, Diagnostic> {
    fs::read(file).map_err(|error| input::cannot("read", Some(file), &error))
}

/// Bytes of code in an object file, in all its sections.
fn text_bytes(object: &[u8]) -> Result<u64, Diagnostic> {
    let file = object::File::parse(object)
        .map_err(|error| Diagnostic::new(format!("a compiler wrote no object file: {error}")))?;
    let code = file
        .sections()
        .filter(|section| section.kind() == SectionKind::Text);
    Ok(code.map(|section| section.size()).sum())
}
