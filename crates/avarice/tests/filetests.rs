//! Runs `filetests/` with the binary that was just built. `BLESS=1` rewrites exact-output blocks.

use std::path::{Path, PathBuf};

/// How many tests there are at least; whoever adds many raises it.
const FEWEST_TESTS: usize = 946;

/// How many of them ask for Cranelift.
const CRANELIFT_TESTS: usize = 8;

#[test]
fn filetests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests");
    let mut options = avarice_filetest::Options::new(PathBuf::from(env!("CARGO_BIN_EXE_avarice")));
    if cfg!(feature = "cranelift") {
        options.features.push("cranelift".into());
    }
    options.bless =
        avarice_filetest::bless_from_environment().unwrap_or_else(|error| panic!("{error}"));
    let mut report = Vec::new();
    let summary =
        avarice_filetest::run(&[folder], &options, &mut report).expect("tests can be run");
    let report = String::from_utf8_lossy(&report);
    assert!(summary.success(), "{report}");
    // A test that cannot run here would go unseen. Those of Cranelift run where it is in the build.
    let without_cranelift = if cfg!(feature = "cranelift") {
        0
    } else {
        CRANELIFT_TESTS
    };
    assert_eq!(summary.unsupported, without_cranelift, "{report}");
    let ran = summary.passed + summary.blessed + summary.unsupported;
    assert!(ran >= FEWEST_TESTS, "only {ran} tests ran:\n{report}");
}
