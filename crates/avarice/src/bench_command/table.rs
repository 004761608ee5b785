//! The table: one row per contestant, in Markdown that reads as text.

use std::fmt::Write;

use super::moves::Count;
use super::samples::Samples;
use super::summary::{ContestantSummary, Ratio};

/// Heads of the columns.
const HEADS: [&str; 12] = [
    "",
    "inputs",
    "compile",
    "read",
    "select",
    "allocate",
    "rest",
    "allocation",
    ".text",
    "spills, reloads, copies",
    "weighted",
    "run time",
];

/// The table of all contestants, and what its columns mean.
pub fn table(samples: &Samples, summary: &[ContestantSummary]) -> String {
    let mut rows = vec![HEADS.map(str::to_owned)];
    rows.extend(summary.iter().map(row));
    let widths: Vec<usize> = (0..HEADS.len())
        .map(|column| {
            rows.iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        write_row(&mut out, row, &widths);
        if at == 0 {
            let rule = widths.iter().enumerate();
            let rule = rule.map(|(column, width)| match column {
                0 => "-".repeat(*width),
                _ => format!("{}:", "-".repeat(width.saturating_sub(1).max(1))),
            });
            write_row(&mut out, &rule.collect::<Vec<_>>(), &widths);
        }
    }
    write_legend(&mut out, samples);
    write_refused(&mut out, samples);
    out
}

fn write_row(out: &mut String, cells: &[String], widths: &[usize]) {
    for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
        if at == 0 {
            write!(out, "| {cell:<width$} ")
        } else {
            write!(out, "| {cell:>width$} ")
        }
        .expect("writing to a string");
    }
    out.push_str("|\n");
}

fn row(one: &ContestantSummary) -> [String; 12] {
    let seconds = |value: f64| format!("{value:.3}");
    let phases = [
        one.phases.read,
        one.phases.select,
        one.phases.allocate,
        one.phases.other,
    ];
    // A compiler that does not tell its phases has none.
    let knows_phases = phases.iter().any(|seconds| *seconds > 0.0);
    let knows_allocation = one.phases.allocate > 0.0;
    let [read, select, allocate, rest] = phases.map(|value| known(knows_phases, seconds(value)));
    let allocate = known(knows_allocation, allocate);
    let total = |count: Count| count.instructions.to_string();
    let moves = one.moves.map_or("-".into(), |moves| {
        let counts = [moves.spills, moves.reloads, moves.copies];
        counts.map(total).join(", ")
    });
    [
        one.name.clone(),
        one.inputs.to_string(),
        format!("{} s = {}", seconds(one.compile.total), ratio(one.compile)),
        read,
        select,
        allocate,
        rest,
        known(knows_allocation, ratio(one.allocate)),
        format!("{} = {:.3}", one.text.total, one.text.ratio),
        moves,
        one.weighted_moves.map_or("-".into(), |moves| {
            format!("{:.0} = {:.2}", moves.total, moves.ratio)
        }),
        one.run.map_or("-".into(), ratio),
    ]
}

fn known(is_known: bool, text: String) -> String {
    if is_known { text } else { "-".into() }
}

/// `1.23 (1.20-1.31)`.
fn ratio(ratio: Ratio) -> String {
    format!("{:.2} ({:.2}-{:.2})", ratio.ratio, ratio.low, ratio.high)
}

/// `1 round`, `2 rounds`.
pub fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn write_legend(out: &mut String, samples: &Samples) {
    let name = &samples.contestants[0].name;
    let inputs = counted(samples.inputs.len(), "input");
    let rounds = counted(samples.repetitions as usize, "round");
    writeln!(
        out,
        "\n{inputs}, {rounds}; each row is about the inputs that it and {name} take, and its ratios are to \
         {name} on these\n(in brackets: least and greatest of a round). Times are processor time: compile is the whole \
         process, and the\ncolumns after it are its phases in seconds, from machine SSA to allocated code in allocate; \
         run time is the geometric\nmean of the programs' ratios. Weighted: how often spills, reloads and copies run \
         for each entry of their function, by\nblock frequency; llc's as its own remarks say."
    )
    .expect("writing to a string");
}

fn write_refused(out: &mut String, samples: &Samples) {
    for contestant in &samples.contestants {
        let inputs = samples.inputs.iter().zip(&contestant.inputs);
        for (input, samples) in inputs {
            if let Err(reason) = samples {
                writeln!(out, "{} refuses {input}: {reason}", contestant.name)
                    .expect("writing to a string");
            }
        }
    }
}
