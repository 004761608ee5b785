//! The raw measurements.

use serde::Serialize;

use super::moves::Moves;
use super::phases::PhaseTimes;

/// All measurements of a run.
#[derive(Debug, Serialize)]
pub struct Samples {
    /// The files, as they were named.
    pub inputs: Vec<String>,
    /// Rounds.
    pub repetitions: u32,
    /// By contestant; the first is the baseline.
    pub contestants: Vec<ContestantSamples>,
}

/// Measurements of one contestant.
#[derive(Debug, Serialize)]
pub struct ContestantSamples {
    /// Its name, as in `--with`.
    pub name: String,
    /// By input: measurements, or why there are none.
    pub inputs: Vec<Result<InputSamples, String>>,
}

/// Measurements of one contestant on one input.
#[derive(Debug, Default, Serialize)]
pub struct InputSamples {
    /// Bytes of code.
    pub text_bytes: u64,
    /// Moves of the allocation, where they are known.
    pub moves: Option<Moves>,
    /// Processor time of the compiler, in seconds, by round.
    pub compile: Vec<f64>,
    /// The same by phase, where it is known.
    pub phases: Vec<PhaseTimes>,
    /// Processor time of the program, in seconds, by round.
    pub run: Vec<f64>,
    /// Whether the program prints something else than the baseline's, or ends in another way.
    pub wrong_output: bool,
}

impl Samples {
    /// The programs that do something else than the baseline's, in words.
    pub fn wrong_outputs(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for contestant in &self.contestants {
            for (input, samples) in self.inputs.iter().zip(&contestant.inputs) {
                if samples.as_ref().is_ok_and(|one| one.wrong_output) {
                    wrong.push(format!(
                        "the program that {} makes of '{input}' does something else than {}'s",
                        contestant.name, self.contestants[0].name
                    ));
                }
            }
        }
        wrong
    }
}
