//! Times of passes, summed by phase: from our `-time-passes` and from llc's.

use serde::Serialize;

/// Processor time by phase, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PhaseTimes {
    /// Reading and verifying the module.
    pub read: f64,
    /// Instruction selection, with what prepares the IR for it.
    pub select: f64,
    /// From machine SSA to code without virtual registers: PHI elimination, liveness, coalescing, allocation,
    /// rewriting.
    pub allocate: f64,
    /// All others that the report names; of Cranelift, all that it does itself.
    pub other: f64,
}

/// Passes that read.
const READ: [&str; 4] = [
    "Reading",
    "Verification of the module",
    "Parse IR",
    "Module Verifier",
];

/// Passes that select instructions or prepare for it.
const SELECT: [&str; 11] = [
    "Promotion of stack slots",
    "Expansion before selection",
    "Expansion before translation",
    "Translation to CLIF",
    "Instruction selection",
    "Finalize Instruction Selection",
    "X86 DAG->DAG Instruction Selection",
    "AArch64 Instruction Selection",
    "CodeGen Prepare",
    "Finalize ISel and expand pseudo-instructions",
    "Expand large div/rem",
];

/// Passes from machine SSA to allocated code, with the analyses that they compute.
const ALLOCATE: [&str; 25] = [
    "Detect Dead Lanes",
    "Process Implicit Definitions",
    "Remove unreachable machine basic blocks",
    "Live Variable Analysis",
    "Eliminate PHI nodes for register allocation",
    "Two-Address instruction pass",
    "Slot index numbering",
    "Live Interval Analysis",
    "Register Coalescer",
    "Rename Disconnected Subregister Components",
    "Bundle Machine CFG Edges",
    "Spill Code Placement Analysis",
    "Live Stack Slot Analysis",
    "Live Register Matrix",
    "Virtual Register Map",
    "Debug Variable Analysis",
    "Register Allocation Pass Scoring",
    "Greedy Register Allocator",
    "Basic Register Allocator",
    "Fast Register Allocator",
    "Virtual Register Rewriter",
    "Stack Slot Coloring",
    "Split critical edges for regalloc2",
    "Backtracking Register Allocator of regalloc2",
    "Fast Register Allocator of regalloc2",
];

/// Reads the report of `-time-passes` of `avarice` (`0.0123 s ( 4.5%)  NAME`).
pub fn of_avarice(report: &str) -> PhaseTimes {
    let lines = report.lines().filter_map(|line| {
        let (seconds, rest) = line.split_once(" s (")?;
        let (_, name) = rest.split_once("%)")?;
        Some((seconds.trim().parse().ok()?, name.trim()))
    });
    sum(lines.filter(|(_, name)| *name != "total"))
}

/// Reads the report of `-time-passes` of llc: its tables of passes and of parsing, in which the third number of a
/// line is the time in user and system mode. Tables about parts of passes are left out.
pub fn of_llc(report: &str) -> PhaseTimes {
    let mut lines = Vec::new();
    let mut is_counted = false;
    for line in report.lines() {
        if !line.starts_with("  ") {
            continue;
        }
        if line.starts_with("          ") && !line.contains('(') {
            let title = line.trim();
            is_counted = matches!(title, "Pass execution timing report" | "LLVM IR Parsing");
        } else if is_counted {
            lines.extend(llc_line(line));
        }
    }
    sum(lines.into_iter())
}

/// The sum of user and system time, and the name, of a line like
/// `   0.0030 ( 1.0%)   0.0001 ( 1.0%)   0.0031 ( 1.0%)   0.0040 ( 1.0%)  NAME #2`. The last column is wall time and
/// the one before it the sum of the others, of which llc leaves out what is zero in the whole table.
fn llc_line(line: &str) -> Option<(f64, &str)> {
    let mut columns = Vec::new();
    let mut rest = line.trim_start();
    while let Some((column, after)) = rest.split_once(')') {
        let Some((time, _)) = column.split_once('(') else {
            break;
        };
        let Ok(seconds) = time.trim().parse::<f64>() else {
            break;
        };
        columns.push(seconds);
        rest = after.trim_start();
    }
    let seconds = *columns.get(columns.len().checked_sub(2)?)?;
    let name = rest.split(" #").next().unwrap_or(rest);
    (name != "Total").then_some((seconds, name))
}

fn sum<'a>(lines: impl Iterator<Item = (f64, &'a str)>) -> PhaseTimes {
    let mut times = PhaseTimes::default();
    for (seconds, name) in lines {
        let phase = if READ.contains(&name) {
            &mut times.read
        } else if SELECT.contains(&name) {
            &mut times.select
        } else if ALLOCATE.contains(&name) {
            &mut times.allocate
        } else {
            &mut times.other
        };
        *phase += seconds;
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_report_is_put_together_by_phase() {
        let report = "===--- Pass execution timing report ---===
     0.250000 s ( 10.0%)  Reading
     0.500000 s ( 20.0%)  Instruction selection
     0.125000 s (  5.0%)  Live Interval Analysis
     1.000000 s ( 40.0%)  Greedy Register Allocator
     0.625000 s ( 25.0%)  Encoding
     2.500000 s (100.0%)  total
";
        let expected = PhaseTimes {
            read: 0.25,
            select: 0.5,
            allocate: 1.125,
            other: 0.625,
        };
        assert_eq!(of_avarice(report), expected);
    }

    #[test]
    fn llc_counts_by_its_tables_of_passes_alone() {
        let report = "\
===---===
                          Pass execution timing report
===---===
  Total Execution Time: 3.0000 seconds (3.5000 wall clock)

   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---
   1.0000 ( 50.0%)   0.2500 ( 50.0%)   1.2500 ( 50.0%)   9.0000 ( 50.0%)  Greedy Register Allocator #2
   0.2500 ( 50.0%)   0.2500 ( 50.0%)   0.5000 ( 50.0%)   9.0000 ( 50.0%)  Basic Alias Analysis (stateless AA impl)
   3.0000 (100.0%)   1.0000 (100.0%)   4.0000 (100.0%)   9.0000 (100.0%)  Total

===---===
                              Register Allocation
===---===
   1.0000 (100.0%)   1.0000 (100.0%)   1.0000 (100.0%)   1.0000 (100.0%)  Evict

===---===
                                LLVM IR Parsing
===---===
   0.1250 (100.0%)   0.1250 (100.0%)   0.2500 (100.0%)  Parse IR
";
        let expected = PhaseTimes {
            read: 0.125,
            select: 0.0,
            allocate: 1.25,
            other: 0.5,
        };
        assert_eq!(of_llc(report), expected);
    }
}
