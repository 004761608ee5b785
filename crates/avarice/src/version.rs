//! `avarice compile --version`: the targets and their processors, in the form of LLVM's tools.

use std::fmt::Write;

use target_lexicon::Triple;

use crate::target;

/// The targets: a triple, llc's name of the architecture, what it is.
const TARGETS: [(&str, &str, &str); 2] = [
    (
        "aarch64-unknown-linux-gnu",
        "aarch64",
        "AArch64 (little endian)",
    ),
    (
        "x86_64-unknown-linux-gnu",
        "x86-64",
        "64-bit X86: EM64T and AMD64",
    ),
];

/// What is printed.
pub(crate) fn text() -> String {
    let mut out = format!("avarice {}\n", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(
        out,
        "  Default target: {}\n\n  Registered Targets:",
        Triple::host()
    );
    for (_, name, what) in TARGETS {
        let _ = writeln!(out, "    {name:10} - {what}");
    }
    for (triple, name, _) in TARGETS {
        let Ok(target) = target::by_triple(triple) else {
            continue;
        };
        let rows = target.processors.processors.iter();
        let names: Vec<&str> = rows.map(|row| row.name).collect();
        let _ = writeln!(out, "\n  Processors of {name}: {}", names.join(", "));
    }
    out
}
