//! The chart: ratios to the baseline as bars, one group per measure, as SVG with a light and a dark theme.
//!
//! ```text
//!   compile time        greedy  ■■■■■■■■■│ 1.00
//!                       ion     ■■■■■■■■ │ 0.91
//!   run time            greedy  ■■■■■■■■■│ 1.00        │ the baseline
//!                       ion     ■■■■■■■■■│■■ 1.21
//! ```

use std::fmt::Write;

use super::samples::Samples;
use super::summary::{ContestantSummary, Ratio};
use super::table::counted;

/// Pixels.
const WIDTH: f64 = 760.0;
const LABELS: f64 = 190.0;
const NUMBERS: f64 = 60.0;
const BAR: f64 = 16.0;
const GAP: f64 = 30.0;
const TOP: f64 = 54.0;

/// Ratios beyond this are cut off, with their number.
const MOST: f64 = 4.0;

/// A measure: its title and its ratio, where a contestant has one.
type Measure = (&'static str, fn(&ContestantSummary) -> Option<Ratio>);

const MEASURES: [Measure; 5] = [
    ("compile time", |one| Some(one.compile)),
    ("allocation time", |one| {
        (one.phases.allocate > 0.0).then_some(one.allocate)
    }),
    ("code size", |one| Some(one.text)),
    ("weighted spills, reloads, copies", |one| one.weighted_moves),
    ("run time", |one| one.run),
];

const STYLE: &str = "
  text { font: 12px system-ui, sans-serif; fill: #222 }
  .title { font-weight: 600; font-size: 14px }
  .group { font-weight: 600 }
  .number { fill: #555 }
  .bar { fill: #7c93b8 }
  .first { fill: #2b6cb0 }
  .worse { fill: #c07a50 }
  .spread { stroke: #222; stroke-width: 1 }
  .one { stroke: #888; stroke-dasharray: 3 3 }
  .ground { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e4e4 } .number { fill: #aaa } .ground { fill: #181a1f }
    .bar { fill: #5f7aa6 } .first { fill: #63a4e8 } .worse { fill: #b0703f } .spread { stroke: #ddd }
  }
";

/// The chart.
pub fn chart(samples: &Samples, summary: &[ContestantSummary]) -> String {
    let mut body = String::new();
    let mut y = TOP;
    let scale = scale(summary);
    for (title, ratio) in MEASURES {
        let bars: Vec<(&ContestantSummary, Ratio)> = summary
            .iter()
            .filter_map(|one| Some((one, ratio(one)?)))
            .collect();
        if bars.len() < 2 {
            continue;
        }
        let top = y;
        write_text(&mut body, 12.0, y + 12.0, "group", title);
        y += BAR + 6.0;
        for (at, (one, ratio)) in bars.iter().enumerate() {
            write_bar(&mut body, y, &one.name, *ratio, at == 0, scale);
            y += BAR + 3.0;
        }
        let x = LABELS + scale;
        writeln!(
            body,
            "<line class=\"one\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
            top + BAR,
            y
        )
        .expect("writing to a string");
        y += GAP - BAR;
    }
    let title = format!(
        "{}, {}: relative to {} (less is better)",
        counted(samples.inputs.len(), "input"),
        counted(samples.repetitions as usize, "round"),
        samples.contestants[0].name
    );
    let mut head = String::new();
    write_text(&mut head, 12.0, 24.0, "title", &title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y:.0}\" width=\"{WIDTH}\" height=\"{y:.0}\" \
         role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n{head}{body}</svg>\n"
    )
}

/// Pixels of a ratio of 1: so that the greatest fits.
fn scale(summary: &[ContestantSummary]) -> f64 {
    let ratios = summary.iter().flat_map(|one| {
        let measures = MEASURES.iter();
        measures.filter_map(|(_, ratio)| ratio(one).map(|ratio| ratio.high))
    });
    let most = ratios.fold(1.0, f64::max).min(MOST);
    (WIDTH - LABELS - NUMBERS) / most
}

fn write_text(out: &mut String, x: f64, y: f64, class: &str, text: &str) {
    writeln!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
    )
    .expect("writing to a string");
}

fn write_bar(out: &mut String, y: f64, name: &str, ratio: Ratio, is_first: bool, scale: f64) {
    let class = match ratio.ratio {
        _ if is_first => "bar first",
        ratio if ratio > 1.0 => "bar worse",
        _ => "bar",
    };
    let end = |ratio: f64| ratio.min(MOST) * scale;
    write_text(out, 24.0, y + 12.0, "name", name);
    writeln!(
        out,
        "<rect class=\"{class}\" x=\"{LABELS}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{BAR}\"/>",
        end(ratio.ratio)
    )
    .expect("writing to a string");
    if ratio.high > ratio.low && ratio.ratio < MOST {
        writeln!(
            out,
            "<line class=\"spread\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
            LABELS + end(ratio.low),
            LABELS + end(ratio.high),
            y + BAR / 2.0,
            y + BAR / 2.0
        )
        .expect("writing to a string");
    }
    let x = LABELS + end(ratio.ratio.max(ratio.high)) + 5.0;
    write_text(out, x, y + 12.0, "number", &format!("{:.2}", ratio.ratio));
}
