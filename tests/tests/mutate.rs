//! Mutated inputs of one seed through every command: none panics, dies, hangs or leaves half an output file.
//! `mutate run` takes more of them, and other files.

use std::path::Path;
use std::thread;

use avarice_tests::mutate::corpus::Corpus;
use avarice_tests::mutate::session::{Report, Session};

/// Inputs made from each file.
const ROUNDS: u64 = 4;
/// Bytes of the largest file that is mutated.
const MOST: u64 = 6000;
const SEED: u64 = 7;

#[test]
fn mutated_inputs_are_refused_or_compiled() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = here.join("../filetests");
    let corpus =
        Corpus::of_folders(std::slice::from_ref(&folder), MOST).expect("filetests can be read");
    let files = corpus.files.len();
    assert!(files >= 600, "only {files} files");
    let inputs = ROUNDS * files as u64;
    let (seed, most) = (SEED.to_string(), MOST.to_string());
    let program = env!("CARGO_BIN_EXE_mutate");
    let words = [program, "worker", "--seed", &seed, "--most", &most];
    let mut worker: Vec<String> = words.map(str::to_owned).into();
    worker.push(folder.to_string_lossy().into_owned());
    let session = Session {
        corpus: &corpus,
        seed: SEED,
        worker,
        keep: None,
    };
    let run = |numbers| -> (Report, Vec<String>) {
        let mut failures = Vec::new();
        let report = session.run(numbers, |failure| {
            let (file, command) = (failure.file.display(), &failure.command);
            failures.push(format!(
                "{}, {file}, {command}: {}",
                failure.number, failure.symptom
            ));
        });
        (report.expect("workers can be started"), failures)
    };
    let (first, second) = thread::scope(|scope| {
        let other = scope.spawn(|| run(inputs / 2..inputs));
        (run(0..inputs / 2), other.join().expect("no panic"))
    });
    let failures: Vec<String> = first.1.into_iter().chain(second.1).collect();
    assert!(failures.is_empty(), "seed {SEED}:\n{}", failures.join("\n"));
    // Most are refused by the reader; many have to get beyond it.
    let succeeded = first.0.succeeded + second.0.succeeded;
    assert!(succeeded >= 2000, "only {succeeded} commands succeeded");
}
