//! Logging and recording observe passes and do not steer them: every shipped program becomes the same object with the
//! debug log, with recorded events, and without either.
//!
//! Some passes take short cuts where no one watches (`Log::is_watched`): this is what holds both paths to each other.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Folders of programs, and how many each has; the last is also recorded, which takes longest.
const PROGRAMS: [(&str, usize); 3] = [("x86_64/O2", 63), ("x86_64/O0", 62), ("aarch64/O2", 63)];

fn inputs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/ll");
    let files = fs::read_dir(root.join(folder)).expect("programs are shipped");
    let mut files: Vec<PathBuf> = files
        .map(|entry| entry.expect("readable folder").path())
        .collect();
    files.sort();
    files
}

/// The object of a program, compiled with more options.
fn object(input: &Path, output: &Path, options: &[String]) -> Vec<u8> {
    let mut line = vec![
        "avarice".into(),
        "compile".into(),
        input.as_os_str().to_owned(),
    ];
    let fixed = [
        "-O2",
        "-filetype=obj",
        "-verify-regalloc=false",
        "--jobs=1",
        "-o",
    ];
    line.extend(fixed.map(Into::into));
    line.push(output.as_os_str().to_owned());
    line.extend(options.iter().map(Into::into));
    let done = avarice::compile_command_line(line);
    done.unwrap_or_else(|error| panic!("{}: {error}", input.display()));
    fs::read(output).expect("an object was written")
}

#[test]
fn programs_are_the_same_whether_or_not_anyone_watches() {
    let scratch = tempfile::tempdir().expect("a folder for outputs");
    let mut work = Vec::new();
    for (folder, count) in PROGRAMS {
        let files = inputs(folder);
        assert_eq!(files.len(), count, "{folder}");
        let is_recorded = folder.starts_with("aarch64");
        work.extend(files.into_iter().map(|file| (file, is_recorded)));
    }
    let (next, different) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for worker in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let (next, different, work) = (&next, &different, &work);
            let output = scratch.path().join(format!("{worker}.o"));
            let events = scratch.path().join(format!("{worker}.jsonl"));
            scope.spawn(move || {
                while let Some((input, is_recorded)) =
                    work.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let plain = object(input, &output, &[]);
                    let record = format!("--events={}", events.display());
                    let is_other = |options: &[String]| plain != object(input, &output, options);
                    if is_other(&["-debug-only=regalloc".into()])
                        || *is_recorded && is_other(&[record])
                    {
                        different.lock().expect("no panic").push(input.clone());
                    }
                }
            });
        }
    });
    let different = different.into_inner().expect("no panic");
    assert!(different.is_empty(), "not the same: {different:?}");
}
