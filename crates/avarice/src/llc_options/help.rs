//! The list of llc's options with our answers, for `--help-hidden`.

use std::fmt::Write;

use super::facts;
use super::row::{Answer, Row};

/// Width of the column of names.
const NAME_WIDTH: usize = 44;

/// What `--help-hidden` prints.
pub fn text() -> String {
    let mut out = String::from(
        "Options of llc that `avarice compile` knows. Those that are not in this list are refused by name.\n\n",
    );
    for row in super::rows() {
        let name = format!("-{}", row.name);
        let _ = writeln!(out, "  {name:NAME_WIDTH$} {}", answer(row));
    }
    let listed = super::rows().count();
    let _ = writeln!(
        out,
        "\n{} other options of llc are refused.",
        facts::all().count() - listed
    );
    out
}

fn answer(row: &Row) -> String {
    let same = row.same.join(", ");
    let answer = match row.answer {
        Answer::Done => "supported".to_owned(),
        Answer::Omits(passes) => format!("leaves out {}", passes.join(", ")),
        Answer::Includes(passes) => format!("if false, leaves out {}", passes.join(", ")),
        Answer::Attribute(name) => format!("sets the attribute \"{name}\" of functions without it"),
        Answer::Brings => format!("only {same}, but with -run-pass"),
        Answer::Refused if same == "*" => "accepted, without effect".to_owned(),
        Answer::Refused if !same.is_empty() => format!("only {same}"),
        Answer::Refused => "refused".to_owned(),
    };
    match row.note {
        "" => answer,
        note => format!("{answer}: {note}"),
    }
}
