//! Texts through an assembler that is not ours.

use std::process::Command;

/// The object file that `command` makes of a source, and which of its `count` lines are in it: `source` writes those that
/// are wanted, and is asked again without the lines that the assembler refuses.
///
/// # Panics
/// If the assembler does not run, or fails for another reason than lines that it refuses.
pub fn assemble(
    command: &str,
    args: &[&str],
    count: usize,
    source: impl Fn(&[bool]) -> String,
) -> (Vec<u8>, Vec<bool>) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (input, object) = (folder.path().join("a.s"), folder.path().join("a.o"));
    let mut wanted = vec![true; count];
    loop {
        std::fs::write(&input, source(&wanted)).expect("written");
        let output = Command::new(command)
            .args(args)
            .arg("-o")
            .args([&object, &input])
            .output()
            .unwrap_or_else(|error| panic!("{command} does not run: {error}"));
        if output.status.success() {
            break;
        }
        let mut refused = 0;
        let errors = String::from_utf8_lossy(&output.stderr);
        for line in errors.lines() {
            let mut parts = line.split(':').skip(1);
            let number = parts.next().and_then(|n| n.parse::<usize>().ok());
            if let (Some(number), true) = (number, line.contains("Error")) {
                wanted[number - 1] = false;
                refused += 1;
            }
        }
        assert!(refused > 0, "{errors}");
    }
    (std::fs::read(&object).expect("read"), wanted)
}
