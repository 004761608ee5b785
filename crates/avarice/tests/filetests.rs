//! Runs `filetests/` with the binary that was just built. `BLESS=1` rewrites exact-output blocks.

use std::path::{Path, PathBuf};

#[test]
fn filetests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests");
    let mut options = avarice_filetest::Options::new(PathBuf::from(env!("CARGO_BIN_EXE_avarice")));
    if cfg!(feature = "cranelift") {
        options.features.push("cranelift".into());
    }
    options.bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut report = Vec::new();
    let summary =
        avarice_filetest::run(&[folder], &options, &mut report).expect("tests can be run");
    let report = String::from_utf8_lossy(&report);
    assert!(summary.success(), "{report}");
    // A test that cannot run here would go unseen. Those of Cranelift run where it is in the build.
    if cfg!(feature = "cranelift") {
        assert_eq!(summary.unsupported, 0, "{report}");
    }
    assert!(summary.passed >= 40, "{report}");
}
