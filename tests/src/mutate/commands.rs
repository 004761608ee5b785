//! The commands that run on each input.

use std::ffi::OsString;
use std::path::Path;

use super::corpus::{File, Form};
use crate::random::Random;

/// The name of the file that commands write, in the folder of the worker.
pub const OUTPUT: &str = "output";

/// Passes and pipelines of `opt`.
const PIPELINES: &[&str] = &[
    "-O1",
    "-O2",
    "-passes=mem2reg,instcombine,gvn,simplifycfg",
    "-passes=sroa,early-cse,licm,sccp",
];
/// Reports of `analyze`.
const REPORTS: &[&str] = &["liveness", "dead-code", "uninitialized", "ssa", "def-use"];

/// The commands for an input that was made from `file`: the words after the program's name. `{}` stands for the
/// input.
pub fn commands_for(file: &File, random: &mut Random) -> Vec<Vec<String>> {
    match file.form {
        Form::Mir => machine_commands(file),
        Form::Ir | Form::Bitcode => ir_commands(random),
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn ir_commands(random: &mut Random) -> Vec<Vec<String>> {
    let x86 = "compile --jobs 1 -mtriple=x86_64-linux-gnu {}";
    let arm = "compile --jobs 1 -mtriple=aarch64-linux-gnu {}";
    let mut all: Vec<Vec<String>> = [
        format!("{x86} -O2 -filetype=obj"),
        format!("{x86} -O0 -filetype=asm"),
        format!("{x86} -O2 -filetype=asm -mattr=+avx2,+fma,+f16c,+bmi,+bmi2,+lzcnt,+popcnt"),
        format!("{arm} -O2 -filetype=obj"),
        format!("{arm} -O0 -filetype=asm"),
    ]
    .iter()
    .map(|text| words(text))
    .collect();
    all.push(words(&format!("opt {{}} {}", random.pick(PIPELINES))));
    all.push(words(&format!("analyze {} {{}}", random.pick(REPORTS))));
    all
}

/// What the file's own command does, with and without the machine verifier, and the whole way.
fn machine_commands(file: &File) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(&file.text);
    let run = text.lines().find(|line| {
        line.contains("RUN:") && line.contains(" compile ") || line.contains("RUN: llc")
    });
    let is_pass = |word: &&str| {
        let word = word.trim_start_matches('-');
        [
            "run-pass", "start-", "stop-", "mtriple", "mattr", "regalloc",
        ]
        .iter()
        .any(|name| word.starts_with(name))
            && word.contains('=')
    };
    let own: Vec<&str> = run.map_or(Vec::new(), |line| {
        line.split_whitespace().filter(is_pass).collect()
    });
    let own = own.join(" ");
    vec![
        words(&format!("compile --jobs 1 {{}} {own}")),
        words(&format!(
            "compile --jobs 1 {{}} {own} -verify-machineinstrs"
        )),
        words("compile --jobs 1 {} -filetype=asm"),
    ]
}

/// The command line for an input in `folder`.
pub fn command_line(command: &[String], folder: &Path, form: Form) -> Vec<OsString> {
    let input = folder.join(form.input_name());
    let mut line: Vec<OsString> = vec!["avarice".into()];
    line.extend(command.iter().map(|word| match word.as_str() {
        "{}" => input.clone().into_os_string(),
        word => word.into(),
    }));
    // Reports go to standard output.
    if command[0] != "analyze" {
        line.push("-o".into());
        line.push(folder.join(OUTPUT).into_os_string());
    }
    line
}
