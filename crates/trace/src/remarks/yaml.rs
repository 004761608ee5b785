//! Remarks as YAML, laid out as LLVM lays it out.
//!
//! ```text
//!   --- !Missed
//!   Pass:            regalloc
//!   Name:            LoopSpillReloadCopies
//!   DebugLoc:        { File: 'src/a.c', Line: 3, Column: 20 }
//!   Function:        f
//!   Args:
//!     - NumSpills:       '1'
//!     - String:          ' spills '
//!   ...
//! ```

use std::fmt::Write;

use avarice_mir::print::write_yaml_scalar;

use super::{Remark, SourcePlace};

/// The width of a key with its colon and the spaces after it.
const KEY_WIDTH: usize = 17;
/// The column after which a mapping in braces continues on a new line.
const WRAP_COLUMN: usize = 70;

/// Appends a remark.
pub(super) fn write(remark: &Remark, out: &mut String) {
    let _ = writeln!(out, "--- !{}", remark.kind.tag());
    write_field(out, "", "Pass", remark.pass.name());
    write_field(out, "", "Name", remark.name);
    if let Some(place) = &remark.place {
        write_place(out, "", place);
    }
    write_field(out, "", "Function", &remark.function);
    if let Some(hotness) = remark.hotness {
        write_key(out, "", "Hotness");
        let _ = writeln!(out, "{hotness}");
    }
    if !remark.args.is_empty() {
        out.push_str("Args:\n");
    }
    for arg in &remark.args {
        match arg.value.matches('\n').count() {
            0 | 1 => write_field(out, "  - ", &arg.key, &arg.value),
            _ => write_block(out, &arg.key, &arg.value),
        }
        if let Some(place) = &arg.place {
            write_place(out, "    ", place);
        }
    }
    out.push_str("...\n");
}

/// `key:             value`
fn write_field(out: &mut String, indent: &str, key: &str, value: &str) {
    write_key(out, indent, key);
    write_yaml_scalar(out, value);
    out.push('\n');
}

/// `key:` and spaces up to the value. Quotes do not count.
fn write_key(out: &mut String, indent: &str, key: &str) {
    out.push_str(indent);
    write_yaml_scalar(out, key);
    let spaces = KEY_WIDTH.saturating_sub(key.len() + 1).max(1);
    let _ = write!(out, ":{:spaces$}", "");
}

/// A value of several lines.
fn write_block(out: &mut String, key: &str, value: &str) {
    write_key(out, "  - ", key);
    out.push_str(" |\n");
    for line in value.lines() {
        let _ = writeln!(out, "      {line}");
    }
    out.push('\n');
}

/// `DebugLoc:        { File: a.c, Line: 3, Column: 20 }`
fn write_place(out: &mut String, indent: &str, place: &SourcePlace) {
    let mut line = out.len();
    write_key(out, indent, "DebugLoc");
    let column = out.len() - line;
    out.push_str("{ File: ");
    write_yaml_scalar(out, &place.file);
    for (key, value) in [("Line", place.line), ("Column", place.column)] {
        out.push_str(", ");
        if out.len() - line > WRAP_COLUMN {
            out.push('\n');
            line = out.len();
            let _ = write!(out, "{:column$}  ", "");
        }
        let _ = write!(out, "{key}: {value}");
    }
    out.push_str(" }\n");
}
