//! Optimized programs in gdb, on both targets, beside what LLVM's own code generator makes of the same IR: gdb stops at the
//! same lines in the same functions, those that were inlined among them, it has as many values of variables, and none is
//! wrong.
//!
//! Which value is wrong, the program without optimization tells: one that the variable has at no line of its function there.
//! It is asked where the two optimized programs differ: one may be a round of a loop further than the other when gdb stops.
//! This needs a program in which each statement has a line and gdb sees all rounds: `debug/optimized.c`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// What is compared: our own program, in which values are held to those without optimization, and shipped ones with
/// reduced loops, inlined functions, and trees.
const PROGRAMS: [&str; 4] = [
    "debug/optimized",
    "programs/src/dp_suite",
    "programs/src/dates",
    "programs/src/rbtree",
];

/// At how many stops a breakpoint is given up.
const MOST: usize = 6;

/// What programs for a target need.
struct Machine {
    triple: &'static str,
    linker: &'static [&'static str],
    gdb: &'static str,
    /// Runs a program that gdb is to talk to, if this machine does not.
    emulator: Option<&'static str>,
    /// Variables with a wrong value that llc gives them, too, from the same machine code.
    known: &'static [&'static str],
}

const X86_64: Machine = Machine {
    triple: "x86_64-linux-gnu",
    linker: &["cc", "-no-pie"],
    gdb: "gdb",
    emulator: None,
    known: &[],
};

const AARCH64: Machine = Machine {
    triple: "aarch64-linux-gnu",
    linker: &["aarch64-linux-gnu-gcc", "-static"],
    gdb: "gdb-multiarch",
    emulator: Some("qemu-aarch64"),
    // `postmisched` moves an `eor` that writes `w14` to the place before the `DBG_VALUE $w14`, which stays where it is.
    known: &["mix's p"],
};

/// Where gdb stopped, and what it knew.
struct Stop {
    line: u64,
    /// From the innermost on.
    functions: Vec<String>,
    /// The variables of the first functions: those inlined here and the one that they are in.
    variables: Vec<BTreeMap<String, Option<String>>>,
}

/// The stops at a line in the same functions, in order.
type Places<'a> = BTreeMap<(u64, &'a [String]), Vec<&'a Stop>>;

/// What was compared.
#[derive(Default)]
struct Count {
    places: usize,
    missing_places: usize,
    ours: usize,
    theirs: usize,
    /// Variables with a wrong value.
    wrong: BTreeSet<String>,
    /// Where, and the values.
    details: Vec<String>,
}

fn run(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
}

impl Machine {
    fn clang(&self, options: &[&str], input: &Path, output: &Path) {
        let mut clang = Command::new("clang-19");
        clang.arg(format!("--target={}", self.triple));
        run(clang
            .args(options)
            .args(["-g", "-w"])
            .arg(input)
            .arg("-o")
            .arg(output));
    }

    fn link(&self, object: &Path) -> PathBuf {
        let program = object.with_extension("program");
        let mut linker = Command::new(self.linker[0]);
        run(linker
            .args(&self.linker[1..])
            .arg(object)
            .arg("-o")
            .arg(&program)
            .arg("-lm"));
        program
    }

    /// The program as we optimize it, as LLVM does, and as it is without.
    fn programs(&self, name: &str, into: &Path) -> [PathBuf; 3] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let source = source.with_extension("c");
        let input = into.join("input.ll");
        self.clang(&["-O2", "-S", "-emit-llvm"], &source, &input);
        let objects = ["ours.o", "theirs.o", "plain.o"].map(|file| into.join(file));
        let line = ["avarice", "compile", "-O2", "-o"].map(Into::into);
        let files = [
            objects[0].clone().into_os_string(),
            input.clone().into_os_string(),
        ];
        avarice::compile_command_line(line.into_iter().chain(files))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        self.clang(
            &["-O2", "-c", "-Xclang", "-disable-llvm-passes"],
            &input,
            &objects[1],
        );
        self.clang(&["-O0", "-c"], &source, &objects[2]);
        objects.map(|object| self.link(&object))
    }

    /// Runs a program until it waits for gdb. Returns what gdb is to do first.
    fn start(&self, program: &Path) -> (Option<Child>, String) {
        let Some(emulator) = self.emulator else {
            return (None, "run >/dev/null".into());
        };
        let socket = program.with_extension("socket");
        let mut command = Command::new(emulator);
        command.arg("-g").arg(&socket).arg(program);
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        while !socket.exists() {
            let ended = child.try_wait().expect("its state");
            assert!(
                ended.is_none(),
                "{command:?} does not wait for gdb: {ended:?}"
            );
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        (
            Some(child),
            format!("target remote {};continue", socket.display()),
        )
    }

    fn stops(&self, program: &Path, most: usize) -> Vec<Stop> {
        let (child, start) = self.start(program);
        let output = program.with_extension("json");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("debug/stops.py");
        let mut gdb = Command::new(self.gdb);
        gdb.args(["-nx", "-q", "-batch", "-x"])
            .arg(script)
            .arg(program);
        gdb.env("STOPS", &output)
            .env("MOST", most.to_string())
            .env("START", start);
        run(gdb.env("DEBUGINFOD_URLS", "").env("LC_ALL", "C"));
        if let Some(mut child) = child {
            child.wait().expect("it has ended with gdb");
        }
        let text =
            fs::read(&output).unwrap_or_else(|error| panic!("{gdb:?} wrote nothing: {error}"));
        let stops: Value = serde_json::from_slice(&text).expect("JSON");
        stops
            .as_array()
            .expect("a list")
            .iter()
            .map(Stop::read)
            .collect()
    }
}

impl Stop {
    fn read(stop: &Value) -> Self {
        let list = |at: usize| stop[at].as_array().expect("a list").iter();
        let text = |value: &Value| value.as_str().map(str::to_string);
        let variables = |function: &Value| {
            let variables = function.as_object().expect("names and values").iter();
            variables
                .map(|(name, value)| (name.clone(), text(value)))
                .collect()
        };
        Self {
            line: stop[0].as_u64().expect("a line"),
            functions: list(1).map(|name| text(name).unwrap_or_default()).collect(),
            variables: list(2).map(variables).collect(),
        }
    }

    /// Function, name and value of each variable.
    fn variables(&self) -> impl Iterator<Item = ([&str; 2], Option<&str>)> {
        let functions = self.functions.iter().zip(&self.variables);
        functions.flat_map(|(function, variables)| {
            variables
                .iter()
                .map(|(name, value)| ([function.as_str(), name], value.as_deref()))
        })
    }
}

fn places(stops: &[Stop]) -> Places<'_> {
    let mut places = Places::new();
    for stop in stops {
        places
            .entry((stop.line, &stop.functions))
            .or_default()
            .push(stop);
    }
    places
}

/// All values that each variable has.
fn all_values(stops: &[Stop]) -> BTreeMap<[&str; 2], BTreeSet<&str>> {
    let mut found: BTreeMap<[&str; 2], BTreeSet<&str>> = BTreeMap::new();
    for (variable, value) in stops.iter().flat_map(Stop::variables) {
        found.entry(variable).or_default().extend(value);
    }
    found
}

impl Count {
    /// Compares the stops in the program that we optimized and LLVM optimized, and without optimization, where they are known.
    fn add(&mut self, [ours, theirs, plain]: [&[Stop]; 3]) {
        let truth = all_values(plain);
        let (ours, theirs) = (places(ours), places(theirs));
        self.places += theirs.len();
        for (place, theirs) in &theirs {
            let Some(ours) = ours.get(place) else {
                self.missing_places += 1;
                continue;
            };
            for (ours, theirs) in ours.iter().zip(theirs) {
                self.add_stop(ours, theirs, &truth);
            }
        }
    }

    fn add_stop(
        &mut self,
        ours: &Stop,
        theirs: &Stop,
        truth: &BTreeMap<[&str; 2], BTreeSet<&str>>,
    ) {
        let known: BTreeMap<_, _> = theirs.variables().collect();
        self.theirs += known.values().flatten().count();
        for (variable, value) in ours.variables() {
            let Some(value) = value else { continue };
            self.ours += 1;
            let is_known = known.get(&variable) == Some(&Some(value));
            let is_right = |truth: &BTreeSet<&str>| truth.contains(value);
            if !is_known && !truth.get(&variable).is_none_or(is_right) {
                let [function, name] = variable;
                self.wrong.insert(format!("{function}'s {name}"));
                self.details.push(format!(
                    "line {}: {function}'s {name} is {value}",
                    ours.line
                ));
            }
        }
    }
}

fn compare(machine: &Machine) {
    let mut count = Count::default();
    for name in PROGRAMS {
        let into = tempfile::tempdir().expect("a temporary folder");
        let programs = machine.programs(name, into.path());
        let [ours, theirs] = [0, 1].map(|at: usize| machine.stops(&programs[at], MOST));
        let plain = match name == PROGRAMS[0] {
            true => machine.stops(&programs[2], usize::MAX >> 1),
            false => Vec::new(),
        };
        count.add([&ours, &theirs, &plain]);
    }
    assert!(count.places > 300, "{}", count.places);
    assert!(
        count.missing_places * 50 <= count.places,
        "{}",
        count.missing_places
    );
    assert!(
        count.ours * 100 >= count.theirs * 97,
        "{} of {}",
        count.ours,
        count.theirs
    );
    let known = machine.known.iter().map(ToString::to_string).collect();
    assert_eq!(count.wrong, known, "{:?}", count.details);
}

#[test]
fn variables_of_optimized_x86_64_code_have_values() {
    compare(&X86_64);
}

#[test]
fn variables_of_optimized_aarch64_code_have_values() {
    compare(&AARCH64);
}
