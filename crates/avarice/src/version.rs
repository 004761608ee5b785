//! `--version`: the commit, the targets, the LLVM that is followed; of `avarice compile` also the processors, in the form of
//! LLVM's tools.

use std::fmt::Write;
use std::sync::LazyLock;

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

/// The version of LLVM whose decisions these are, and that of the language that is read.
const LLVM: &str = "19.1.7";

static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("AVARICE_COMMIT").unwrap_or("unknown, a development build");
    let names = TARGETS.map(|(_, name, _)| name).join(", ");
    let version = env!("CARGO_PKG_VERSION");
    format!("{version}\ncommit: {commit}\ntargets: {names}\nfollows LLVM {LLVM}")
});

/// What follows the program's name for `avarice --version`: the version, the commit where it is known, the targets.
pub(crate) fn long() -> &'static str {
    &LONG
}

/// What `avarice compile --version` prints.
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
