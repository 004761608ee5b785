//! Every shipped program in the process of `avarice run`, without a linker: it prints what it should.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs one program; what is wrong, if anything is.
fn run(avarice: &Path, input: &Path, level: &str, expected: &Path) -> Result<(), String> {
    let output = Command::new(avarice)
        .args(["run", level])
        .arg(input)
        // Nothing of a compiler is needed.
        .env("CC", "/nonexistent")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let expected = fs::read(expected).map_err(|error| error.to_string())?;
    match output.stdout == expected {
        true => Ok(()),
        false => Err(format!(
            "{level} {}: {}\n{}",
            input.display(),
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn programs_print_what_they_should() {
    let avarice = Path::new(env!("CARGO_BIN_EXE_avarice"));
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut wrong = Vec::new();
    for (clangs, ours) in [("O2", "-O2"), ("O0", "-O0")] {
        let folder = programs.join("ll/x86_64").join(clangs);
        for entry in fs::read_dir(folder).expect("programs are shipped") {
            let input = entry.expect("readable folder").path();
            let name = input
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let expected = programs.join("expected").join(format!("{name}.txt"));
            wrong.extend(run(avarice, &input, ours, &expected).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
