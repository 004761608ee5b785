//! The order of files within a crate: what a file imports does not import it back, but for small groups of files that
//! are one thing in several parts.
//!
//! ```text
//!   a ──▶ b ──▶ c        d ◀──▶ e                 f/mod ──▶ f/g ──▶ h ──▶ f/mod
//!   in order             a circle of two          a circle across folders: an offence
//! ```
//!
//! A circle is a strongly connected part of the graph of imports. It has at most [`MAX_CIRCLE`] files, all in one folder.
//! An import is a `use`, or a path in code that begins with `crate` or `super`; one by way of a re-export imports the
//! file that re-exports. Files and modules for tests do not count.
//! To break a circle, move what ties it to a file of its own that both sides import, or pass it as a parameter.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, ItemFn, ItemMod, ItemUse, UseTree};

/// The most files of a circle.
const MAX_CIRCLE: usize = 4;

/// The path of a module in its crate; empty for the root.
type Module = Vec<String>;

/// The files of a crate by module.
type Files = BTreeMap<Module, PathBuf>;

/// What each module imports.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

#[test]
fn imports_form_no_large_circles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut offences = Vec::new();
    for group in ["crates", "targets"] {
        for name in entries(&root.join(group)) {
            let source = name.join("src");
            if source.is_dir() {
                let name = name.strip_prefix(&root).expect("below the root");
                check_crate(&name.display().to_string(), &source, &mut offences);
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn circles_are_found() {
    let imports = |text: &[(&str, &[&str])]| -> Imports {
        let module = |name: &&str| vec![(*name).to_string()];
        text.iter()
            .map(|(from, to)| (module(from), to.iter().map(module).collect()))
            .collect()
    };
    let found = circles(&imports(&[
        ("a", &["b"]),
        ("b", &["c", "d"]),
        ("c", &["a"]),
        ("d", &["e"]),
        ("e", &[]),
    ]));
    assert_eq!(found, [[vec!["a"], vec!["b"], vec!["c"]]]);
}

#[test]
fn uses_are_resolved() {
    let files: Files = ["", "a", "a/b", "a/c", "d"]
        .iter()
        .map(|path| {
            let names = path.split('/').filter(|name| !name.is_empty());
            (names.map(String::from).collect(), PathBuf::from(path))
        })
        .collect();
    let text = "use super::c::{self, X};
        use crate::d::f;
        use std::fmt;
        mod inner { use super::super::Y; }
        fn g() -> crate::Z { crate::d::h() }
        #[cfg(test)]
        mod tests { use crate::a; }";
    let found = imports_of(&["a".into(), "b".into()], text, &files);
    let found: Vec<String> = found.iter().map(|module| module.join("/")).collect();
    assert_eq!(found, ["", "a", "a/c", "d"]);
}

/// Reports the circles of the crate with this name and folder of sources.
fn check_crate(name: &str, source: &Path, offences: &mut Vec<String>) {
    let mut files = Files::new();
    collect(source, &Vec::new(), &mut files);
    let imports: Imports = files
        .iter()
        .map(|(module, path)| {
            let text = fs::read_to_string(path).expect("a source file can be read");
            (module.clone(), imports_of(module, &text, &files))
        })
        .collect();
    for circle in circles(&imports) {
        let folders: BTreeSet<&Path> = circle.iter().filter_map(|m| files[m].parent()).collect();
        if circle.len() <= MAX_CIRCLE && folders.len() == 1 {
            continue;
        }
        let mut text = format!(
            "{name}: {} files in {} folders import each other:",
            circle.len(),
            folders.len()
        );
        for module in &circle {
            let inside = imports[module].iter().filter(|to| circle.contains(to));
            let inside: Vec<String> = inside.map(shown).collect();
            text += &format!("\n    {} imports {}", shown(module), inside.join(", "));
        }
        offences.push(text);
    }
}

fn shown(module: &Module) -> String {
    match module.is_empty() {
        true => "the root".into(),
        false => module.join("::"),
    }
}

/// What is in a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).expect("a folder can be listed");
    let mut paths: Vec<PathBuf> = found
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect();
    paths.sort();
    paths
}

/// Collects the files below `folder`, which is that of `module`. Programs and tests are not in the library's order.
fn collect(folder: &Path, module: &Module, files: &mut Files) {
    for path in entries(folder) {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.expect("names of source files are text").to_string();
        let mut inner = module.clone();
        if path.is_dir() {
            if stem != "bin" && stem != "tests" {
                inner.push(stem);
                collect(&path, &inner, files);
            }
            continue;
        }
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        match stem.as_str() {
            _ if !is_source => continue,
            "main" | "tests" => continue,
            "lib" | "mod" => {}
            _ => inner.push(stem),
        }
        files.insert(inner, path);
    }
}

/// The modules with files of their own that `text`, the source of `module`, imports.
fn imports_of(module: &[String], text: &str, files: &Files) -> BTreeSet<Module> {
    let syntax = syn::parse_file(text).expect("a source file has Rust's syntax");
    let mut visitor = Importer {
        module: module.to_vec(),
        files,
        found: BTreeSet::new(),
    };
    visitor.visit_file(&syntax);
    visitor.found.remove(module);
    visitor.found
}

/// Collects what a file imports.
struct Importer<'a> {
    /// The module that the walk is in.
    module: Module,
    files: &'a Files,
    found: BTreeSet<Module>,
}

impl Importer<'_> {
    /// Adds the file that the item with this path is in, or is named through.
    fn add(&mut self, path: &[String]) {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let (base, rest) = match path.first().map(String::as_str) {
            Some("crate") => (&[][..], &path[1..]),
            Some("self") => (&self.module[..], &path[1..]),
            Some("super") => {
                let depth = self.module.len().saturating_sub(supers);
                (&self.module[..depth], &path[supers..])
            }
            Some(name) => {
                let child = [&self.module[..], &[name.to_string()]].concat();
                if !self.files.contains_key(&child) {
                    return;
                }
                (&self.module[..], path)
            }
            None => return,
        };
        let mut full = [base, rest].concat();
        while !self.files.contains_key(&full) {
            if full.pop().is_none() {
                return;
            }
        }
        self.found.insert(full);
    }

    fn add_tree(&mut self, tree: &UseTree, before: &mut Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.add_tree(&path.tree, before);
                before.pop();
            }
            UseTree::Group(group) => {
                for one in &group.items {
                    self.add_tree(one, before);
                }
            }
            UseTree::Glob(_) => self.add(before),
            UseTree::Name(_) | UseTree::Rename(_) => {
                let name = match tree {
                    UseTree::Name(name) => name.ident.to_string(),
                    UseTree::Rename(rename) => rename.ident.to_string(),
                    _ => return,
                };
                if name == "self" && !before.is_empty() {
                    return self.add(before);
                }
                before.push(name);
                self.add(before);
                before.pop();
            }
        }
    }
}

/// Whether an item is there for tests only.
fn is_for_tests(attrs: &[Attribute]) -> bool {
    let is_test = |attr: &Attribute| {
        attr.path().is_ident("cfg")
            && attr
                .parse_args::<syn::Ident>()
                .is_ok_and(|name| name == "test")
    };
    attrs.iter().any(is_test)
}

impl<'ast> Visit<'ast> for Importer<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if is_for_tests(&module.attrs) || module.content.is_none() {
            return;
        }
        self.module.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.module.pop();
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if !is_for_tests(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.add_tree(&item.tree, &mut Vec::new());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|one| one.ident.to_string());
        let names: Vec<String> = names.collect();
        if names.len() > 1 && (names[0] == "crate" || names[0] == "super") {
            self.add(&names);
        }
        visit::visit_path(self, path);
    }

    // The path of a visibility names no item.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}
}

/// The strongly connected parts with more than one module, each in order.
fn circles(imports: &Imports) -> Vec<Vec<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = imports
        .keys()
        .map(|module| (module, reached_from(module, imports)))
        .collect();
    let mut found = Vec::new();
    for (module, to) in &reached {
        let back = to.iter().filter(|other| reached[**other].contains(module));
        let circle: Vec<Module> = back.map(|other| (*other).clone()).collect();
        if circle.len() > 1 && circle.first() == Some(module) {
            found.push(circle);
        }
    }
    found
}

/// The modules that `start` imports, that these import, and so on.
fn reached_from<'a>(start: &Module, imports: &'a Imports) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut stack: Vec<&Module> = imports[start].iter().collect();
    while let Some(module) = stack.pop() {
        if reached.insert(module) {
            stack.extend(&imports[module]);
        }
    }
    reached
}
