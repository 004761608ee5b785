//! Finds out which commit is built, and has the program linked at a fixed address.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(commit) = packaged_commit().or_else(released_commit) {
        println!("cargo::rustc-env=AVARICE_COMMIT={commit}");
    }
    // The tables of the targets have a hundred thousand addresses. At a fixed address they are right as they are in the
    // file; otherwise each start of the program changes 700 pages, which takes longer than it compiles a small function.
    let is = |variable: &str, value: &str| env::var(variable).is_ok_and(|text| text == value);
    let is_static = env::var("CARGO_CFG_TARGET_FEATURE")
        .is_ok_and(|features| features.split(',').any(|feature| feature == "crt-static"));
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && !is_static {
        println!("cargo::rustc-link-arg-bin=avarice=-no-pie");
    }
}

/// The commit from which cargo made the package that is built.
fn packaged_commit() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let after = text.split("\"sha1\": \"").nth(1)?;
    after.split('"').next().map(str::to_owned)
}

/// The commit that is checked out. Only for releases: development builds would be made again after each commit.
fn released_commit() -> Option<String> {
    if env::var("PROFILE").as_deref() != Ok("release") {
        return None;
    }
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}
