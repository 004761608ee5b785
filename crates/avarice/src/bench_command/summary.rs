//! Summary of the samples: totals, and ratios to the baseline with their spread.

use serde::Serialize;

use super::moves::Moves;
use super::phases::PhaseTimes;
use super::samples::{ContestantSamples, InputSamples, Samples};

/// All that `--json` writes.
#[derive(Serialize)]
pub struct Report<'a> {
    /// What was measured.
    pub samples: &'a Samples,
    /// What it says.
    pub summary: &'a [ContestantSummary],
}

/// One contestant against the baseline, on the inputs that both take.
#[derive(Debug, Serialize)]
pub struct ContestantSummary {
    /// Its name.
    pub name: String,
    /// How many inputs both take.
    pub inputs: usize,
    /// Processor time of the compiler: sums of the inputs' medians.
    pub compile: Ratio,
    /// The same by phase, in seconds, and that of allocation against the baseline's.
    pub phases: PhaseTimes,
    /// Time of allocation.
    pub allocate: Ratio,
    /// Bytes of code.
    pub text: Ratio,
    /// Sums over the inputs, where all are known.
    pub moves: Option<Moves>,
    /// Weighted spills, reloads and copies.
    pub weighted_moves: Option<Ratio>,
    /// Run time: the geometric mean of the programs' ratios.
    pub run: Option<Ratio>,
}

/// A total and what it is relative to the baseline's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The total: seconds, bytes, or a count.
    pub total: f64,
    /// Relative to the baseline's.
    pub ratio: f64,
    /// The least ratio of a round.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl Ratio {
    /// Of numbers that are the same in every round.
    fn exact(total: f64, baseline: f64) -> Self {
        let ratio = divide(total, baseline);
        Self {
            total,
            ratio,
            low: ratio,
            high: ratio,
        }
    }
}

/// Samples of a contestant and of the baseline on the same input.
type Pair<'a> = (&'a InputSamples, &'a InputSamples);

/// Puts the samples together, by contestant.
pub fn summarize(samples: &Samples) -> Vec<ContestantSummary> {
    let baseline = &samples.contestants[0];
    let rounds = samples.repetitions as usize;
    let contestants = samples.contestants.iter();
    contestants
        .map(|one| summarize_one(one, baseline, rounds))
        .collect()
}

fn summarize_one(
    one: &ContestantSamples,
    baseline: &ContestantSamples,
    rounds: usize,
) -> ContestantSummary {
    let both = one.inputs.iter().zip(&baseline.inputs);
    let pairs: Vec<Pair<'_>> = both
        .filter_map(|(mine, other)| Some((mine.as_ref().ok()?, other.as_ref().ok()?)))
        .collect();
    let phase = |of: fn(&PhaseTimes) -> f64| {
        let medians = pairs
            .iter()
            .map(|(mine, _)| median(mine.phases.iter().map(of).collect()));
        medians.sum::<f64>()
    };
    let text = |at: fn(&Pair<'_>) -> u64| pairs.iter().map(at).sum::<u64>() as f64;
    let moves = total_moves(pairs.iter().map(|(mine, _)| *mine));
    let others = total_moves(pairs.iter().map(|(_, other)| *other));
    let is_run = pairs.iter().all(|(mine, _)| !mine.run.is_empty());
    ContestantSummary {
        name: one.name.clone(),
        inputs: pairs.len(),
        compile: of_sums(&pairs, rounds, |sample, round| sample.compile[round]),
        phases: PhaseTimes {
            read: phase(|times| times.read),
            select: phase(|times| times.select),
            allocate: phase(|times| times.allocate),
            other: phase(|times| times.other),
        },
        allocate: of_sums(&pairs, rounds, |sample, round| {
            sample.phases[round].allocate
        }),
        text: Ratio::exact(
            text(|(mine, _)| mine.text_bytes),
            text(|(_, other)| other.text_bytes),
        ),
        moves,
        weighted_moves: moves
            .zip(others)
            .map(|(mine, other)| Ratio::exact(mine.weighted(), other.weighted())),
        run: (is_run && !pairs.is_empty()).then(|| run_ratio(&pairs, rounds)),
    }
}

fn total_moves<'a>(samples: impl Iterator<Item = &'a InputSamples>) -> Option<Moves> {
    let mut total = Moves::default();
    for sample in samples {
        total.add(sample.moves.as_ref()?);
    }
    Some(total)
}

/// The ratio of sums over the inputs: of their medians, and in each round.
fn of_sums(
    pairs: &[Pair<'_>],
    rounds: usize,
    seconds: impl Fn(&InputSamples, usize) -> f64,
) -> Ratio {
    let of_rounds =
        |sample: &InputSamples| median((0..rounds).map(|r| seconds(sample, r)).collect());
    let total: f64 = pairs.iter().map(|(mine, _)| of_rounds(mine)).sum();
    let other: f64 = pairs.iter().map(|(_, other)| of_rounds(other)).sum();
    let by_round = (0..rounds).map(|round| {
        let mine: f64 = pairs.iter().map(|(mine, _)| seconds(mine, round)).sum();
        let other: f64 = pairs.iter().map(|(_, other)| seconds(other, round)).sum();
        divide(mine, other)
    });
    spread(total, divide(total, other), by_round)
}

/// The geometric mean of the programs' ratios: of their medians, and in each round.
fn run_ratio(pairs: &[Pair<'_>], rounds: usize) -> Ratio {
    let total = pairs.iter().map(|(mine, _)| median(mine.run.clone())).sum();
    let medians = pairs
        .iter()
        .map(|(mine, other)| divide(median(mine.run.clone()), median(other.run.clone())));
    let by_round = (0..rounds).map(|round| {
        let ratios = pairs
            .iter()
            .map(|(mine, other)| divide(mine.run[round], other.run[round]));
        geometric_mean(ratios.collect())
    });
    spread(total, geometric_mean(medians.collect()), by_round)
}

fn spread(total: f64, ratio: f64, by_round: impl Iterator<Item = f64>) -> Ratio {
    let (low, high) = by_round.fold((ratio, ratio), |(low, high), one| {
        (low.min(one), high.max(one))
    });
    Ratio {
        total,
        ratio,
        low,
        high,
    }
}

/// A ratio; that of nothing to nothing is one.
fn divide(a: f64, b: f64) -> f64 {
    if a == b { 1.0 } else { a / b }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

fn geometric_mean(values: Vec<f64>) -> f64 {
    let logs: f64 = values.iter().map(|value| value.ln()).sum();
    (logs / values.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(compile: [f64; 3], run: [f64; 3], text_bytes: u64) -> InputSamples {
        InputSamples {
            text_bytes,
            compile: compile.to_vec(),
            phases: vec![PhaseTimes::default(); 3],
            run: run.to_vec(),
            ..InputSamples::default()
        }
    }

    #[test]
    fn ratios_are_of_medians_and_spread_over_rounds() {
        let contestant = |name: &str, inputs| ContestantSamples {
            name: name.into(),
            inputs,
        };
        let samples = Samples {
            inputs: vec!["a.ll".into(), "b.ll".into(), "c.ll".into()],
            repetitions: 3,
            contestants: vec![
                contestant(
                    "greedy",
                    vec![
                        Ok(sample([1.0, 1.0, 1.0], [1.0, 1.0, 1.0], 100)),
                        Ok(sample([3.0, 3.0, 3.0], [1.0, 1.0, 1.0], 100)),
                        Ok(sample([9.0, 9.0, 9.0], [1.0, 1.0, 1.0], 100)),
                    ],
                ),
                contestant(
                    "ion",
                    vec![
                        Ok(sample([1.0, 2.0, 9.0], [2.0, 2.0, 2.0], 150)),
                        Ok(sample([6.0, 6.0, 7.0], [8.0, 8.0, 8.0], 90)),
                        Err("refused".into()),
                    ],
                ),
            ],
        };
        let summary = summarize(&samples);
        assert_eq!((summary[0].inputs, summary[1].inputs), (3, 2));
        assert_eq!(summary[0].compile.total, 13.0);
        let compile = Ratio {
            total: 8.0,
            ratio: 2.0,
            low: 1.75,
            high: 4.0,
        };
        assert_eq!(summary[1].compile, compile);
        assert_eq!(summary[1].text.ratio, 1.2);
        let run = summary[1].run.expect("programs ran").ratio;
        assert!((run - 4.0).abs() < 1e-9, "{run}");
        assert_eq!(summary[1].moves, None);
    }
}
