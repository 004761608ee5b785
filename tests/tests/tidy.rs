//! The house rules that the compiler does not check. Each test lists all offences as `file:line`.
//!
//! Where a rule has exceptions, the exception states its reason in a fixed form:
//!
//! - a file over 800 lines has a line `//! Long because …` in its module doc;
//! - a function over 70 lines has a line `// Long because …` among the comments above it;
//! - a pass crate that imports a hash map, a B-tree map, `Rc` or `RefCell` has `// Allowed because …`
//!   at the end of the importing line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, MetadataCommand};
use proc_macro2::Span;
use regex::Regex;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The most lines of a file without a stated reason.
const MAX_FILE_LINES: usize = 800;

/// The most lines of a function, from its signature to its closing brace, without a stated reason.
const MAX_FUNCTION_LINES: usize = 70;

/// Which crates of the workspace a crate may use. Everything flows down this list: IR and the
/// target schema know no other crate, targets know what they plug into, and only the facade knows
/// targets.
const ALLOWED: &[(&str, &[&str])] = &[
    ("avarice-target", &[]),
    ("avarice-target-facts", &["avarice-target"]),
    ("avarice-tablegen", &["avarice-target"]),
    ("avarice-ir", &[]),
    ("avarice-bitcode", &["avarice-ir"]),
    ("avarice-opt", &["avarice-ir"]),
    ("avarice-legalize", &["avarice-ir"]),
    ("avarice-mir", &["avarice-ir", "avarice-target"]),
    (
        "avarice-liveness",
        &["avarice-ir", "avarice-mir", "avarice-target"],
    ),
    (
        "avarice-trace",
        &[
            "avarice-ir",
            "avarice-liveness",
            "avarice-mir",
            "avarice-target",
        ],
    ),
    (
        "avarice-lower",
        &[
            "avarice-ir",
            "avarice-legalize",
            "avarice-mir",
            "avarice-target",
        ],
    ),
    (
        "avarice-machine",
        &[
            "avarice-ir",
            "avarice-liveness",
            "avarice-mir",
            "avarice-target",
            "avarice-trace",
        ],
    ),
    (
        "avarice-regalloc",
        &[
            "avarice-ir",
            "avarice-liveness",
            "avarice-machine",
            "avarice-mir",
            "avarice-target",
            "avarice-trace",
        ],
    ),
    (
        "avarice-emit",
        &["avarice-ir", "avarice-mir", "avarice-target"],
    ),
    (
        "avarice-cranelift-backend",
        &[
            "avarice-emit",
            "avarice-ir",
            "avarice-legalize",
            "avarice-lower",
            "avarice-mir",
        ],
    ),
    (
        "avarice-regalloc2-bridge",
        &[
            "avarice-ir",
            "avarice-liveness",
            "avarice-machine",
            "avarice-mir",
            "avarice-regalloc",
            "avarice-target",
            "avarice-trace",
        ],
    ),
    (
        "avarice-explain",
        &[
            "avarice-ir",
            "avarice-liveness",
            "avarice-mir",
            "avarice-target",
            "avarice-trace",
        ],
    ),
    ("avarice-filetest", &[]),
    ("avarice-jit", &[]),
    ("avarice-compare", &[]),
    (
        "avarice-view",
        &[
            "avarice-compare",
            "avarice-liveness",
            "avarice-mir",
            "avarice-target",
            "avarice-trace",
        ],
    ),
];

/// What a crate in `targets/` may use.
const ALLOWED_FOR_TARGETS: &[&str] = &[
    "avarice-emit",
    "avarice-ir",
    "avarice-legalize",
    "avarice-lower",
    "avarice-machine",
    "avarice-mir",
    "avarice-tablegen",
    "avarice-target",
    "avarice-trace",
];

/// Crates that may use all others.
const TOP: [&str; 2] = ["avarice", "avarice-tests"];

/// Folders of the crates whose code runs for every function that is compiled.
const PASS_FOLDERS: [&str; 9] = [
    "crates/cranelift_backend/",
    "crates/emit/",
    "crates/liveness/",
    "crates/lower/",
    "crates/machine/",
    "crates/mir/",
    "crates/regalloc/",
    "crates/regalloc2_bridge/",
    "targets/",
];

#[test]
fn dependencies_point_down() {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo metadata works");
    let mut offences = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        if TOP.contains(&name) {
            continue;
        }
        let manifest = Path::new(package.manifest_path.as_str());
        let allowed = if manifest.starts_with(root().join("targets")) {
            Some(ALLOWED_FOR_TARGETS)
        } else {
            ALLOWED
                .iter()
                .find(|(crate_name, _)| *crate_name == name)
                .map(|(_, allowed)| *allowed)
        };
        let place = relative(manifest);
        let Some(allowed) = allowed else {
            offences.push(format!(
                "{place}:1: the crate {name} has no place in the tidy test's list"
            ));
            continue;
        };
        for dependency in &package.dependencies {
            let used = dependency.name.as_str();
            // Tests may use what stands above: a target to make machine functions for, say.
            let is_for_tests = dependency.kind == DependencyKind::Development;
            let is_ours = dependency.path.is_some();
            if is_ours && !is_for_tests && !allowed.contains(&used) {
                offences.push(format!("{place}:1: {name} may not depend on {used}"));
            }
        }
    }
    report(offences);
}

#[test]
fn every_file_begins_with_a_module_doc() {
    check_rust_files(|file, offences| {
        if !file.text.starts_with("//! ") {
            offences.push(file.at(1, "no module doc (`//! …`) on the first line"));
        }
    });
}

#[test]
fn passes_use_dense_maps() {
    check_rust_files(|file, offences| {
        if PASS_FOLDERS
            .iter()
            .any(|folder| file.name.starts_with(folder))
            && !file.is_test()
        {
            check_maps(file, offences);
        }
    });
}

#[test]
fn long_files_and_functions_state_a_reason() {
    check_rust_files(|file, offences| {
        check_file_length(file, offences);
        check_function_lengths(file, offences);
    });
}

#[test]
fn nothing_is_left_to_do() {
    let words =
        ["TO#DO", "FIX#ME", "to#do!", "unimple#mented!", "db#g!"].map(|word| word.replace('#', ""));
    check_rust_files(|file, offences| {
        for (number, line) in file.lines() {
            for word in words.iter().filter(|word| contains_word(line, word)) {
                offences.push(file.at(number, &format!("`{word}`")));
            }
        }
    });
}

#[test]
fn exceptions_to_lints_state_a_reason() {
    check_rust_files(check_lint_exceptions);
}

#[test]
fn comments_are_in_standard_english() {
    let words =
        Regex::new(r"(?i)\b(nobody|somebody|(in|at) hand|as of)\b").expect("the pattern is right");
    let mut offences = Vec::new();
    for file in files_with(&["rs", "md"]) {
        let is_rust = file.name.ends_with(".rs");
        let mut last_word = "";
        for (number, line) in file.lines() {
            let Some(text) = (if is_rust { comment(line) } else { Some(line) }) else {
                last_word = "";
                continue;
            };
            // Two words may stand on two lines.
            if let Some(found) = words.find(&format!("{last_word} {}", text.trim_start())) {
                let message = format!(
                    "`{}`: write no one or nothing, someone, current or available, same as",
                    found.as_str()
                );
                offences.push(file.at(number, &message));
            }
            last_word = text.split_whitespace().next_back().unwrap_or_default();
        }
    }
    report(offences);
}

#[test]
fn no_path_of_a_machine_is_mentioned() {
    let paths = machine_paths();
    let mut offences = Vec::new();
    for file in files_with(&["rs", "toml", "md", "sh", "tab", "ll", "mir", "c", "run"]) {
        if file.is_test() {
            continue;
        }
        for (number, line) in file
            .lines()
            .take_while(|(_, line)| line.trim() != "#[cfg(test)]")
        {
            if let Some(found) = paths.find(line) {
                offences.push(file.at(number, &format!("the path `{}`", found.as_str().trim())));
            }
        }
    }
    report(offences);
}

/// A file of the project.
struct SourceFile {
    /// The path below the project's root.
    name: String,
    text: String,
}

impl SourceFile {
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line))
    }

    fn at(&self, line: usize, message: &str) -> String {
        format!("{}:{line}: {message}", self.name)
    }

    /// Whether the whole file is test code.
    fn is_test(&self) -> bool {
        let name = self.name.as_str();
        name.starts_with("tests/") || name.contains("/tests/") || name.ends_with("tests.rs")
    }
}

fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests
        .parent()
        .expect("the tests are in a folder of the project")
        .to_owned()
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}

/// The project's files with one of these extensions (or, without one, names), sorted by path.
fn files_with(extensions: &[&str]) -> Vec<SourceFile> {
    let mut files = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("folders can be read") {
            let path = entry.expect("folders can be read").path();
            let name = relative(&path);
            let is_build_output = name == "target" || name == ".git";
            if path.is_dir() && !is_build_output {
                folders.push(path);
            } else if path.is_file() {
                let kind = path.extension().or(path.file_name()).unwrap_or_default();
                if extensions.iter().any(|extension| kind == *extension) {
                    let bytes = fs::read(&path).expect("files can be read");
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    files.push(SourceFile { name, text });
                }
            }
        }
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files
}

fn check_rust_files(check: impl Fn(&SourceFile, &mut Vec<String>)) {
    let files = files_with(&["rs"]);
    assert!(
        files.len() > 50,
        "the project's files are not where this test looks"
    );
    let mut offences = Vec::new();
    for file in &files {
        check(file, &mut offences);
    }
    report(offences);
}

#[track_caller]
fn report(offences: Vec<String>) {
    assert!(
        offences.is_empty(),
        "{} offences:\n{}",
        offences.len(),
        offences.join("\n")
    );
}

/// Paths that exist only on the machine of their author. Assembled here, so that this file does not
/// mention them.
fn machine_paths() -> Regex {
    let folders = ["wo#rk", "ro#ot", "ho#me", "tm#p"].map(|folder| folder.replace('#', ""));
    Regex::new(&format!(
        r"(^|[^\w.%)/-])/({})\b(/|[^\w/]|$)",
        folders.join("|")
    ))
    .expect("the pattern is well-formed")
}

/// The text of the comment that a line of Rust is or ends with.
fn comment(line: &str) -> Option<&str> {
    let start = match line.trim_start().starts_with("//") {
        true => line.find("//")?,
        false => line.rfind(" // ")? + 1,
    };
    Some(line[start..].trim_start_matches(['/', '!']))
}

/// Whether `word` occurs in `line` and is not part of a longer word.
fn contains_word(line: &str, word: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(is_word) && !line[at + word.len()..].starts_with(is_word)
    })
}

/// Slow or shared structures are imported with a stated reason, or not at all.
fn check_maps(file: &SourceFile, offences: &mut Vec<String>) {
    const NAMES: [&str; 8] = [
        "HashMap",
        "HashSet",
        "FxHashMap",
        "FxHashSet",
        "BTreeMap",
        "BTreeSet",
        "RefCell",
        "Rc",
    ];
    let mut reasoned: BTreeMap<&str, bool> = BTreeMap::new();
    for (number, line) in file.lines() {
        if line.trim() == "#[cfg(test)]" {
            return;
        }
        let code = line.split("//").next().unwrap_or_default();
        for name in NAMES.into_iter().filter(|name| contains_word(code, name)) {
            let states_reason = states_reason(line, "// Allowed because ");
            let known = reasoned.entry(name).or_insert(false);
            *known |= states_reason;
            if !*known {
                let message =
                    format!("`{name}` without `// Allowed because …` where it is imported");
                offences.push(file.at(number, &message));
                // Once a file is enough.
                *known = true;
            }
        }
    }
}

fn states_reason(line: &str, form: &str) -> bool {
    line.split_once(form)
        .is_some_and(|(_, reason)| reason.trim().len() > 3)
}

fn check_file_length(file: &SourceFile, offences: &mut Vec<String>) {
    let count = file.text.lines().count();
    let has_reason = file
        .text
        .lines()
        .take_while(|line| line.starts_with("//!"))
        .any(|line| states_reason(line, "//! Long because "));
    if count > MAX_FILE_LINES && !has_reason {
        let message = format!("{count} lines without `//! Long because …` in the module doc");
        offences.push(file.at(1, &message));
    }
}

fn check_function_lengths(file: &SourceFile, offences: &mut Vec<String>) {
    let syntax = match syn::parse_file(&file.text) {
        Ok(syntax) => syntax,
        Err(error) => {
            offences.push(file.at(error.span().start().line, &format!("not Rust: {error}")));
            return;
        }
    };
    let mut functions = Functions { found: Vec::new() };
    functions.visit_file(&syntax);
    let lines: Vec<&str> = file.text.lines().collect();
    for (name, start, end) in functions.found {
        let length = end - start + 1;
        let has_reason = lines[..start - 1]
            .iter()
            .rev()
            .map(|line| line.trim_start())
            .take_while(|line| line.starts_with("//") || line.starts_with("#["))
            .any(|line| states_reason(line, "// Long because "));
        if length > MAX_FUNCTION_LINES && !has_reason {
            let message =
                format!("`{name}` has {length} lines without `// Long because …` above it");
            offences.push(file.at(start, &message));
        }
    }
}

/// The name of each function with the lines of its signature's start and its body's end.
struct Functions {
    found: Vec<(String, usize, usize)>,
}

impl Functions {
    fn add(&mut self, signature: &syn::Signature, start: Span, block: &syn::Block) {
        let start = start.start().line;
        self.found
            .push((signature.ident.to_string(), start, block.span().end().line));
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(
            &function.sig,
            first_line(&function.vis, &function.sig),
            &function.block,
        );
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(
            &function.sig,
            first_line(&function.vis, &function.sig),
            &function.block,
        );
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, function.sig.span(), block);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

fn first_line(visibility: &syn::Visibility, signature: &syn::Signature) -> Span {
    match visibility {
        syn::Visibility::Inherited => signature.span(),
        other => other.span(),
    }
}

/// `#[allow]` and `#[expect]` carry a `reason`.
fn check_lint_exceptions(file: &SourceFile, offences: &mut Vec<String>) {
    let lines: Vec<&str> = file.text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let attribute = line.trim_start();
        let is_exception = ["#[allow(", "#![allow(", "#[expect(", "#![expect("]
            .iter()
            .any(|start| attribute.starts_with(start));
        if !is_exception {
            continue;
        }
        let end = (index..lines.len())
            .find(|&at| lines[at].contains(")]"))
            .unwrap_or(index);
        if !lines[index..=end]
            .iter()
            .any(|line| contains_word(line, "reason"))
        {
            offences.push(file.at(index + 1, "a lint is switched off without a `reason`"));
        }
    }
}

/// The checks themselves, on texts made to offend.
mod checks {
    use super::*;

    fn offences(text: &str, check: impl Fn(&SourceFile, &mut Vec<String>)) -> Vec<String> {
        let file = SourceFile {
            name: "crates/mir/src/a.rs".to_owned(),
            text: text.to_owned(),
        };
        let mut offences = Vec::new();
        check(&file, &mut offences);
        offences
    }

    #[test]
    fn a_long_function_is_found_unless_it_states_a_reason() {
        let body = "    call();\n".repeat(MAX_FUNCTION_LINES);
        let function = format!("/// Doc.\npub fn f() {{\n{body}}}\n");
        let found = offences(&function, check_function_lengths);
        assert_eq!(found.len(), 1);
        assert!(
            found[0].starts_with("crates/mir/src/a.rs:2: `f` has 72 lines"),
            "{found:?}"
        );
        let reasoned = format!("// Long because it is a table.\n{function}");
        assert!(offences(&reasoned, check_function_lengths).is_empty());
        let unrelated = format!("// Long because it is a table.\nconst A: u8 = 0;\n{function}");
        assert_eq!(offences(&unrelated, check_function_lengths).len(), 1);
    }

    #[test]
    fn a_long_file_is_found_unless_it_states_a_reason() {
        let text = format!("//! Doc.\n{}", "\n".repeat(MAX_FILE_LINES));
        assert_eq!(offences(&text, check_file_length).len(), 1);
        let reasoned = format!("//! Long because it is one table.\n{text}");
        assert!(offences(&reasoned, check_file_length).is_empty());
    }

    #[test]
    fn a_map_is_found_unless_it_states_a_reason() {
        let text = "use std::collections::HashMap;\nfn f(m: &HashMap<u8, u8>) {}\n";
        assert_eq!(offences(text, check_maps).len(), 1);
        let reasoned = text.replacen(";\n", "; // Allowed because names are sparse.\n", 1);
        assert!(offences(&reasoned, check_maps).is_empty());
        assert!(offences("// A HashMap, or Rc.\nstruct Rcx;\n", check_maps).is_empty());
        assert!(offences(&format!("#[cfg(test)]\n{text}"), check_maps).is_empty());
    }

    #[test]
    fn a_lint_exception_needs_a_reason() {
        let text = "#[allow(dead_code)]\nfn f() {}\n";
        assert_eq!(offences(text, check_lint_exceptions).len(), 1);
        let reasoned = "#[expect(\n    dead_code,\n    reason = \"it is a table\"\n)]\nfn f() {}\n";
        assert!(offences(reasoned, check_lint_exceptions).is_empty());
    }

    #[test]
    fn machine_paths_are_told_from_others() {
        let paths = machine_paths();
        let home = format!("/{}", "home");
        assert!(paths.is_match(&format!("read {home}/someone/file")));
        assert!(paths.is_match(&format!("cd {home}")));
        assert!(!paths.is_match(&format!("https://example.org{home}/x")));
        assert!(!paths.is_match("crates/work/src and /workspace"));
    }

    #[test]
    fn words_are_told_from_parts_of_words() {
        assert!(contains_word("a Rc<T>", "Rc"));
        assert!(!contains_word("Rcx Arc", "Rc"));
    }
}
