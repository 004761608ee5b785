//! The documentation of events is that of the declared ones, and recording changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use avarice::record::record;
use avarice_trace::events::{Change, Event, FunctionRecord, schema_text};
use clap::Parser;
use serde_json::Value;

/// What precedes the part of the documentation that is generated from the declarations.
const MARK: &str = "<!-- schema -->\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The options of a `compile` command line, without what comes first.
fn options(arguments: &[&str]) -> avarice::options::CompileOptions {
    let words = ["avarice", "compile"].iter().chain(arguments);
    let words = avarice::llc_options::normalize(words.map(Into::into)).expect("options of llc");
    let line = avarice::options::CommandLine::parse_from(words);
    match line.command {
        avarice::options::Command::Compile(options) => options,
        _ => unreachable!("the words say compile"),
    }
}

fn record_file(path: &str, arguments: &[&str]) -> Vec<FunctionRecord> {
    let path = root().join(path);
    let mut words = vec![path.to_str().expect("paths are text")];
    words.extend(arguments);
    record(&options(&words)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_field_of_every_kind_is_documented() {
    let path = root().join("docs/events.md");
    let text = fs::read_to_string(&path).expect("there is documentation");
    let (head, documented) = text.split_once(MARK).expect("the mark is there");
    let schema = schema_text();
    if avarice_filetest::bless_from_environment().unwrap_or_else(|error| panic!("{error}")) {
        fs::write(&path, format!("{head}{MARK}\n{schema}")).expect("it can be written");
        return;
    }
    assert!(
        documented.trim() == schema.trim(),
        "docs/events.md differs from the declarations; BLESS=1 rewrites it"
    );
    for kind in Event::schema().iter().chain(&Change::schema()) {
        assert!(documented.contains(&format!("### `{}`\n", kind.name)));
        assert!(
            !kind.doc.trim().is_empty(),
            "{} has no description",
            kind.name
        );
    }
}

/// What is written has the fields that are documented, no others.
#[test]
fn lines_have_the_documented_fields() {
    let schema = Event::schema();
    let changes = Change::schema();
    let functions = record_file(
        "filetests/events/Inputs/two.mir",
        &["-O1", "-start-before=greedy"],
    );
    let mut lines = 0;
    for function in &functions {
        for line in function.to_json_lines().lines() {
            lines += 1;
            let event: Value = serde_json::from_str(line).expect("a line is JSON");
            let object = event.as_object().expect("a line is an object");
            let kind = schema.iter().find(|kind| event["kind"] == kind.name);
            let kind = kind.unwrap_or_else(|| panic!("unknown kind: {line}"));
            let fixed = ["function", "seq", "pass", "kind", "changes"];
            for key in object.keys().filter(|key| !fixed.contains(&key.as_str())) {
                assert!(kind.fields.iter().any(|field| field.name == key), "{line}");
            }
            assert!(
                kind.fields
                    .iter()
                    .all(|field| object.contains_key(field.name))
            );
            for change in object
                .get("changes")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                let kind = changes.iter().find(|kind| change["change"] == kind.name);
                let fields = &kind
                    .unwrap_or_else(|| panic!("unknown change: {change}"))
                    .fields;
                assert!(fields.iter().all(|field| change.get(field.name).is_some()));
            }
        }
    }
    assert!(lines > 50, "only {lines} events");
}

/// What `-O2` with more arguments makes of an input, written to a file of this name.
fn compiled(folder: &Path, name: &str, input: &str, arguments: &[&str]) -> Vec<u8> {
    let path = folder.join(name);
    let input = root().join(input);
    let text = |path: &Path| path.to_str().expect("paths are text").to_owned();
    let (path_text, input) = (text(&path), text(&input));
    let mut words = vec!["-O2", "-o", &path_text, &input];
    words.extend(arguments);
    avarice::compile::run(&options(&words)).unwrap_or_else(|error| panic!("{error}"));
    fs::read(path).expect("there is output")
}

/// Decisions are the same whether anybody watches or not, for every number of threads.
#[test]
fn recording_changes_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let input = "filetests/explain/Inputs/pressure.ll";
    let events = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (one, two) = (events("one.jsonl"), events("two.jsonl"));
    let without = compiled(folder, "without.s", input, &[]);
    let watched = |name: &str, events: &str, jobs: &str| {
        let arguments = ["--events", events, "--jobs", jobs];
        compiled(folder, name, input, &arguments)
    };
    assert!(without == watched("one.s", &one, "1"));
    assert!(without == watched("two.s", &two, "2"));
    assert!(fs::read(&one).expect("events") == fs::read(&two).expect("events"));
}

/// Nor do short cuts that are taken only when nothing is recorded: copies that are not tried again,
/// and regions that are tried in another order or not at all.
#[test]
fn short_cuts_change_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let events = folder.join("events.jsonl").to_string_lossy().into_owned();
    for target in ["x86_64", "aarch64"] {
        for program in ["regex", "graph_paths", "divrem", "sort_search"] {
            let input = format!("tests/programs/ll/{target}/O2/{program}.ll");
            let without = compiled(folder, "without.s", &input, &[]);
            let watched = compiled(folder, "watched.s", &input, &["--events", &events]);
            assert!(without == watched, "{input}");
        }
    }
}
