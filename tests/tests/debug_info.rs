//! Programs with debug information, read by gdb: it stops at lines, steps from line to line, names the functions
//! that were inlined, and prints variables. Their code is that of the programs without.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use object::{Object, ObjectSection, SectionKind};
use regex::Regex;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("debug")
}

fn run(command: &mut Command) -> String {
    let output = command
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {text}{errors}");
    text
}

/// Compiles `name` with `options` to an object, and with the assembler in between; both are linked.
fn programs(name: &str, options: &[&str], into: &Path) -> [PathBuf; 2] {
    let input = folder().join(name).with_extension("ll");
    let paths = ["object.o", "text.s", "text.o"].map(|file| into.join(file));
    for output in &paths[..2] {
        let mut line = vec![
            "avarice".into(),
            "compile".into(),
            input.clone().into_os_string(),
        ];
        line.extend(options.iter().map(Into::into));
        line.extend(["-o".into(), output.clone().into_os_string()]);
        avarice::compile_command_line(line).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    run(Command::new("as").arg(&paths[1]).arg("-o").arg(&paths[2]));
    [&paths[0], &paths[2]].map(|object| {
        let program = object.with_extension("program");
        run(Command::new("cc")
            .arg("-no-pie")
            .arg(object)
            .arg("-o")
            .arg(&program));
        program
    })
}

/// What gdb prints for these commands.
fn gdb(program: &Path, commands: &[&str]) -> String {
    let mut gdb = Command::new("gdb");
    gdb.args(["-nx", "-q", "-batch"]);
    gdb.env("DEBUGINFOD_URLS", "").env("LC_ALL", "C");
    let substitute = format!("set substitute-path /src {}", folder().display());
    for command in ["set confirm off", "set width 0", &substitute]
        .iter()
        .chain(commands)
    {
        gdb.arg("-ex").arg(command);
    }
    run(gdb.arg(program))
}

/// The numbers of the lines that gdb shows when it stops: `12<tab>text`.
fn stops(text: &str) -> Vec<u32> {
    let numbers = text.lines().filter_map(|line| {
        let (number, _) = line.split_once('\t')?;
        number.parse().ok()
    });
    numbers.collect()
}

#[test]
fn unoptimized_code_is_stepped_through_line_by_line() {
    let into = tempfile::tempdir().expect("a temporary folder");
    for program in programs("shapes", &["-O0"], into.path()) {
        let mut commands = vec!["break main", "run"];
        commands.extend(["next"; 7]);
        commands.extend(["step"; 8]);
        assert_eq!(
            stops(&gdb(&program, &commands)),
            [
                37, 38, 39, 40, 41, 42, 43, 44, 27, 28, 29, 30, 21, 22, 28, 29
            ]
        );
    }
}

#[test]
fn variables_of_unoptimized_code_are_printed() {
    let into = tempfile::tempdir().expect("a temporary folder");
    for program in programs("shapes", &["-O0"], into.path()) {
        let commands = [
            "break shapes.c:45",
            "run",
            "print numbers",
            "print p",
            "print *q",
            "print q->x + total",
            "print b",
            "print c",
            "print d",
            "ptype w",
            "ptype struct point",
            "whatis square",
            "break square",
            "run",
            "print n",
            "up",
            "print values[i]",
            "info locals",
        ];
        let text = gdb(&program, &commands);
        for expected in [
            "= {1, 2, 3, 4}",
            "= {x = 40, y = 20, flags = 5}",
            "= 43",
            "= {value = 1, bits = 1065353216}",
            "= GREEN",
            "= 2.5",
            "type = unsigned long",
            "    unsigned int flags : 3;",
            "type = int (int)",
            "square (n=1) at",
            "v = 1",
            "s = 0",
        ] {
            assert!(text.contains(expected), "'{expected}' is not in:\n{text}");
        }
    }
}

#[test]
fn backtraces_show_what_was_inlined() {
    let into = tempfile::tempdir().expect("a temporary folder");
    for program in programs("inlined", &["-O2"], into.path()) {
        let text = gdb(&program, &["run", "backtrace"]);
        let frames: Vec<String> = text
            .lines()
            .filter(|line| line.starts_with('#') && line.contains("inlined.c"))
            .map(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let function = words.iter().position(|word| word.starts_with('('));
                let line = line.rsplit(':').next().unwrap_or_default();
                format!("{} {line}", words[function.unwrap_or(1) - 1])
            })
            .collect();
        assert_eq!(
            frames,
            ["check 8", "middle 15", "outer 22", "main 29"],
            "{text}"
        );
    }
}

/// Name and content of each section of code.
fn code(input: &Path, options: &[&str], into: &Path) -> Vec<(String, Vec<u8>)> {
    let output = into.join("code.o");
    let mut line = vec!["avarice".into(), "compile".into(), input.as_os_str().into()];
    line.extend(options.iter().map(Into::into));
    line.extend(["-o".into(), output.clone().into_os_string()]);
    avarice::compile_command_line(line)
        .unwrap_or_else(|error| panic!("{}: {error}", input.display()));
    let bytes = fs::read(output).expect("the object is there");
    let file = object::File::parse(&*bytes).expect("it is an object");
    let code = file.sections().filter(|s| s.kind() == SectionKind::Text);
    code.map(|section| {
        let name = section.name().expect("a section has a name");
        (name.to_string(), section.data().expect("content").to_vec())
    })
    .collect()
}

#[test]
fn debug_information_changes_no_code() {
    let into = tempfile::tempdir().expect("a temporary folder");
    let filetests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../filetests/x86_64/debug");
    let entries = [folder(), filetests].map(|folder| fs::read_dir(folder).expect("a folder"));
    let inputs = entries
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("a file").path());
    let inputs: Vec<PathBuf> = inputs
        .filter(|path| path.extension() == Some("ll".as_ref()))
        .collect();
    assert!(inputs.len() > 5, "{inputs:?}");
    let gone =
        Regex::new(r"(?m)^ *(?:#dbg_|call void @llvm\.dbg\.|!llvm\.dbg\.cu).*$|,? !dbg !\d+")
            .expect("a valid pattern");
    for input in inputs {
        let text = fs::read_to_string(&input).expect("readable text");
        let stripped = into.path().join("stripped.ll");
        fs::write(&stripped, &*gone.replace_all(&text, "")).expect("room for a file");
        for options in [&["-O0"][..], &["-O2"], &["-O2", "-regalloc=basic"]] {
            assert!(
                code(&input, options, into.path()) == code(&stripped, options, into.path()),
                "{}: {options:?}",
                input.display()
            );
        }
    }
}
