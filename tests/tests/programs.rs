//! Every shipped program, for every target and level: compiled by us at `-O2` and `-O0`, linked by a C compiler,
//! run (under qemu if it is for another machine than this one), and its output compared; and our assembly text,
//! assembled by GNU `as`, has the instructions of our object. The same for the programs of `O2` hardened as clang hardens
//! them; and a hardened program that writes past the end of an array is stopped.
//!
//! A program with a construct that is not supported must say so; `programs/unsupported.txt` lists those, so
//! that no other joins them unnoticed. All others must be right: their number is asserted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind};
use object::{Object, ObjectSection};

/// What programs for a target need.
struct Machine {
    name: &'static str,
    /// Clang's levels, and how many programs there are at each.
    levels: &'static [(&'static str, usize)],
    /// Links a program.
    linker: &'static [&'static str],
    /// Runs it, if this machine does not.
    emulator: Option<&'static str>,
    assembler: &'static str,
    /// The instructions of code, to be compared.
    statements: fn(&[u8]) -> Vec<Statement>,
    hardening: Hardening,
}

/// What `-fstack-protector-strong -fstack-clash-protection` and the machine's option for control flow add to what clang
/// makes of a program. The code of functions is the same.
struct Hardening {
    /// Attributes of functions.
    attributes: &'static str,
    /// Module flags that are 1.
    flags: &'static [&'static str],
    /// Lines of assembly, and how many of them llc 19.1.7 writes for all these programs.
    counts: &'static [(&'static str, usize)],
}

const X86_64: Machine = Machine {
    name: "x86_64",
    levels: &[("O0", 62), ("O2s", 63), ("O2", 63)],
    linker: &["cc"],
    emulator: None,
    assembler: "as",
    statements: instructions,
    hardening: Hardening {
        attributes: "sspstrong \"probe-stack\"=\"inline-asm\"",
        flags: &["cf-protection-return", "cf-protection-branch"],
        counts: &[("callq\t__stack_chk_fail@PLT", 89), ("endbr64", 180)],
    },
};

const AARCH64: Machine = Machine {
    name: "aarch64",
    levels: &[("O0", 62), ("O2", 63)],
    linker: &["aarch64-linux-gnu-gcc", "-static"],
    emulator: Some("qemu-aarch64"),
    assembler: "aarch64-linux-gnu-as",
    statements: words,
    hardening: Hardening {
        attributes: "sspstrong \"probe-stack\"=\"inline-asm\" \"branch-target-enforcement\" \
                     \"guarded-control-stack\" \"sign-return-address\"=\"non-leaf\" \
                     \"sign-return-address-key\"=\"a_key\"",
        flags: &[
            "branch-target-enforcement",
            "guarded-control-stack",
            "sign-return-address",
        ],
        counts: &[("bl\t__stack_chk_fail", 90), ("hint\t#25", 182)],
    },
};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

/// The `.ll` files of a level, by name.
fn inputs(machine: &Machine, level: &str) -> Vec<(String, PathBuf)> {
    let folder = programs().join("ll").join(machine.name).join(level);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("programs are shipped")
        .map(|entry| entry.expect("readable folder").path())
        .map(|path| {
            (
                path.file_stem()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned(),
                path,
            )
        })
        .collect();
    files.sort();
    files
}

impl Hardening {
    /// The text of a module with the attributes and flags added.
    fn apply(&self, text: &str) -> String {
        // No module has so many metadata nodes.
        let ids = 1_000_000..;
        let mut hardened = String::with_capacity(2 * text.len());
        for line in text.lines() {
            match line.strip_prefix("!llvm.module.flags = !{") {
                Some(flags) => {
                    hardened.push_str("!llvm.module.flags = !{");
                    for (id, _) in ids.clone().zip(self.flags) {
                        hardened.push_str(&format!("!{id}, "));
                    }
                    hardened.push_str(flags);
                }
                // Functions that C declares or defines have a group with this attribute.
                None if line.starts_with("attributes #") && line.contains("stack-protector") => {
                    let with = format!("= {{ {} ", self.attributes);
                    hardened.push_str(&line.replacen("= { ", &with, 1));
                }
                None => hardened.push_str(line),
            }
            hardened.push('\n');
        }
        for (id, flag) in ids.zip(self.flags) {
            hardened.push_str(&format!("!{id} = !{{i32 8, !\"{flag}\", i32 1}}\n"));
        }
        hardened
    }
}

/// The programs of `O2`, hardened, as files in `folder`. `longfunc` has no array to protect and takes a quarter of the time.
fn hardened_inputs(machine: &Machine, folder: &Path) -> Vec<(String, PathBuf)> {
    let mut files = inputs(machine, "O2");
    files.retain(|(name, _)| name != "longfunc");
    for (name, path) in &mut files {
        let text = fs::read_to_string(&*path).expect("programs are shipped");
        *path = folder.join(format!("{name}.ll"));
        fs::write(&*path, machine.hardening.apply(&text)).expect("a writable folder");
    }
    files
}

/// Levels at which we compile.
const OUR_LEVELS: [&str; 2] = ["-O2", "-O0"];

/// Compiles through the command line's own options.
fn compile(input: &Path, ours: &str, output: &Path, file_type: &str) -> Result<(), String> {
    let line = [
        "avarice".into(),
        "compile".into(),
        input.as_os_str().to_owned(),
        ours.into(),
        "-verify-machineinstrs".into(),
        "-verify-regalloc".into(),
        "-relocation-model=pic".into(),
        format!("-filetype={file_type}").into(),
        "--jobs=1".into(),
        "-o".into(),
        output.as_os_str().to_owned(),
    ];
    avarice::compile_command_line(line)
        .map(|_| ())
        .map_err(|error| error.to_string())
}

fn run_tool(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{command:?} does not start: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}: {}: {text}", output.status))
}

/// What came of one program.
enum Outcome {
    Right,
    Unsupported,
    Wrong(String),
}

fn check(machine: &Machine, ours: &str, name: &str, input: &Path, folder: &Path) -> Outcome {
    let object = folder.join(format!("{name}.o"));
    match compile(input, ours, &object, "obj") {
        Ok(()) => {}
        Err(error) if error.starts_with("error: unsupported: ") => {
            return match object.exists() {
                true => Outcome::Wrong("refused, but an object was written".into()),
                false => Outcome::Unsupported,
            };
        }
        Err(error) => return Outcome::Wrong(error),
    }
    match link_and_run(machine, name, &object, folder)
        .and_then(|()| compare_assembly(machine, ours, name, input, &object, folder))
    {
        Ok(()) => Outcome::Right,
        Err(error) => Outcome::Wrong(error),
    }
}

/// Links `object`; how to run what comes of it.
fn link(machine: &Machine, object: &Path, program: &Path) -> Result<Command, String> {
    run_tool(
        Command::new(machine.linker[0])
            .args(&machine.linker[1..])
            .arg(object)
            .arg("-o")
            .arg(program)
            .arg("-lm"),
    )?;
    Ok(match machine.emulator {
        Some(emulator) => {
            let mut run = Command::new(emulator);
            run.arg(program);
            run
        }
        None => Command::new(program),
    })
}

fn link_and_run(machine: &Machine, name: &str, object: &Path, folder: &Path) -> Result<(), String> {
    let got = run_tool(&mut link(machine, object, &folder.join(name))?)?;
    let expected = fs::read(programs().join("expected").join(format!("{name}.txt")))
        .map_err(|error| error.to_string())?;
    if got == expected {
        Ok(())
    } else {
        Err("the output differs".into())
    }
}

/// Bytes of all code sections by name.
fn code(path: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let file = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
    let sections = file
        .sections()
        .filter(|s| s.kind() == object::SectionKind::Text);
    let mut all: Vec<_> = sections
        .filter(|section| section.size() > 0)
        .map(|section| {
            let name = section.name().unwrap_or("?").to_string();
            (name, section.data().unwrap_or(&[]).to_vec())
        })
        .collect();
    all.sort();
    Ok(all)
}

/// What an instruction does, wherever it is and however long it is.
#[derive(PartialEq, Eq)]
enum Statement {
    Bytes(Vec<u8>),
    /// A branch to the instruction with this number.
    Branch(Mnemonic, usize),
}

/// The words of code for AArch64.
fn words(code: &[u8]) -> Vec<Statement> {
    let words = code.chunks(4);
    words.map(|word| Statement::Bytes(word.into())).collect()
}

/// The instructions of code for x86-64 but no-ops. `as` has other no-ops, and where alignments come between, other
/// branches that are short, than llc and we.
fn instructions(code: &[u8]) -> Vec<Statement> {
    let decoder = Decoder::new(64, code, DecoderOptions::NONE);
    let all: Vec<Instruction> = decoder
        .into_iter()
        .filter(|inst| inst.mnemonic() != Mnemonic::Nop)
        .collect();
    let statement = |inst: &Instruction| match inst.op0_kind() {
        OpKind::NearBranch64 => {
            let to = inst.near_branch_target();
            Statement::Branch(inst.mnemonic(), all.partition_point(|it| it.ip() < to))
        }
        _ => Statement::Bytes(code[inst.ip() as usize..inst.next_ip() as usize].into()),
    };
    all.iter().map(statement).collect()
}

fn compare_assembly(
    machine: &Machine,
    ours: &str,
    name: &str,
    input: &Path,
    object: &Path,
    folder: &Path,
) -> Result<(), String> {
    let text = folder.join(format!("{name}.s"));
    let assembled = folder.join(format!("{name}.as.o"));
    compile(input, ours, &text, "asm")?;
    let mut assembler = Command::new(machine.assembler);
    run_tool(assembler.arg(&text).arg("-o").arg(&assembled))?;
    let (written, assembled) = (code(object)?, code(&assembled)?);
    for ((section, a), (_, b)) in written.iter().zip(&assembled) {
        let (a, b) = ((machine.statements)(a), (machine.statements)(b));
        let differ = |at: &usize| a.get(*at) != b.get(*at);
        if let Some(at) = (0..a.len().max(b.len())).find(differ) {
            return Err(format!(
                "{section} differs from what `as` makes of our assembly at instruction {at}"
            ));
        }
    }
    if written.len() == assembled.len() {
        Ok(())
    } else {
        Err("other code sections than `as` makes".into())
    }
}

/// Programs refused, what is wrong with others, and how many are right.
type Outcomes = (BTreeSet<String>, Vec<String>, usize);

/// Runs `check` on all inputs of a level with two threads. What is made is left in `folder`.
fn check_all(
    machine: &Machine,
    level: &str,
    inputs: &[(String, PathBuf)],
    ours: &str,
    folder: &Path,
) -> Outcomes {
    let target = machine.name;
    let next = AtomicUsize::new(0);
    let found = Mutex::new((BTreeSet::new(), Vec::new(), 0));
    let work = || {
        while let Some((name, path)) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let outcome = check(machine, ours, name, path, folder);
            let mut found = found.lock().expect("no thread panicked");
            match outcome {
                Outcome::Right => found.2 += 1,
                Outcome::Unsupported => drop(found.0.insert(format!("{target} {level} {name}"))),
                Outcome::Wrong(why) => {
                    found
                        .1
                        .push(format!("{target} {level} {ours} {name}: {why}"));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    found.into_inner().expect("no thread panicked")
}

fn check_machine(machine: &Machine) {
    let listed =
        fs::read_to_string(programs().join("unsupported.txt")).expect("the list is shipped");
    let own = format!("{} ", machine.name);
    let listed: BTreeSet<String> = listed
        .lines()
        .filter(|line| line.starts_with(&own))
        .map(str::to_string)
        .collect();
    let mut unsupported = BTreeSet::new();
    let mut wrong = Vec::new();
    for (level, programs) in machine.levels {
        for ours in OUR_LEVELS {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let inputs = inputs(machine, level);
            let outcomes = check_all(machine, level, &inputs, ours, folder.path());
            let (refused, bad, right) = outcomes;
            println!(
                "{own}{level} {ours}: {right} right, {} unsupported, {} wrong",
                refused.len(),
                bad.len()
            );
            if right + refused.len() + bad.len() != *programs {
                wrong.push(format!("{own}{level} {ours}: not all programs ran"));
            }
            unsupported.extend(refused);
            wrong.extend(bad);
        }
    }
    assert!(wrong.is_empty(), "wrong programs:\n{}", wrong.join("\n"));
    assert_eq!(
        unsupported, listed,
        "programs/unsupported.txt lists other programs"
    );
}

#[test]
fn programs_print_what_they_should() {
    check_machine(&X86_64);
}

#[test]
fn programs_for_aarch64_print_what_they_should() {
    check_machine(&AARCH64);
}

/// Programs that are hardened.
const HARDENED: usize = 62;

/// How many lines of the assembly files in `folder` are `wanted`, but for white space and comments.
fn count_lines(folder: &Path, wanted: &str) -> usize {
    let files = fs::read_dir(folder).expect("a readable folder");
    let files = files.map(|entry| entry.expect("a readable folder").path());
    let texts = files.filter(|path| path.extension().is_some_and(|it| it == "s"));
    let texts = texts.map(|path| fs::read_to_string(path).expect("assembly is text"));
    texts
        .map(|text| text.lines().filter(|line| line.trim() == wanted).count())
        .sum()
}

fn check_hardened(machine: &Machine) {
    let sources = tempfile::tempdir().expect("a temporary folder");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inputs = hardened_inputs(machine, sources.path());
    let outcomes = check_all(machine, "O2h", &inputs, "-O2", folder.path());
    assert_eq!(outcomes, (BTreeSet::new(), Vec::new(), HARDENED));
    for (line, count) in machine.hardening.counts {
        assert_eq!(count_lines(folder.path(), line), *count, "{line}");
    }
}

#[test]
fn hardened_programs_print_what_they_should() {
    check_hardened(&X86_64);
    check_hardened(&AARCH64);
}

#[test]
fn an_overrun_of_an_array_ends_the_program() {
    for machine in [&X86_64, &AARCH64] {
        for ours in OUR_LEVELS {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let object = folder.path().join("overrun.o");
            let input = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("hardened/overrun_{}.ll", machine.name));
            compile(&input, ours, &object, "obj").expect("the program is supported");
            let program = folder.path().join("overrun");
            let mut run = link(machine, &object, &program).expect("the program links");
            let printed = run_tool(&mut run).expect("a short text fits");
            assert_eq!(printed, b"sHORT\n");
            let stopped = run_tool(run.arg("x".repeat(40))).expect_err("a long text does not");
            assert!(
                stopped.contains("*** stack smashing detected ***"),
                "{} {ours}: {stopped}",
                machine.name
            );
        }
    }
}
