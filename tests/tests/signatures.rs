//! What parameters may be, so that a call can be read without its function: each test lists all offences as `file:line`.
//!
//! - No two parameters that are `bool` stand in a row, and no call has two literal `true` or `false` in a row: an `enum` or a
//!   struct with named fields says what they mean.

use std::fs;
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Lit, Type};

/// The Rust files below `folder`.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// What `find` finds in the files below `folders` of the project, each as `file:line: message`.
fn offences(folders: &[&str], find: impl Fn(&syn::File) -> Vec<Offence>) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in folders {
        rust_files(&root.join(folder), &mut files);
    }
    assert!(
        files.len() > 10,
        "the project's files are not where this test looks"
    );
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file");
        let syntax = syn::parse_file(&text).expect("a file of Rust");
        let name = path.strip_prefix(&root).unwrap_or(&path).display();
        let offences = find(&syntax).into_iter();
        found.extend(offences.map(|(line, message)| format!("{name}:{line}: {message}")));
    }
    found
}

/// A line and what is wrong there.
type Offence = (usize, String);

// ---- Booleans in a row ------------------------------------------------------------------------------

#[test]
fn booleans_do_not_stand_in_a_row() {
    let found = offences(&["crates", "targets"], booleans_in_a_row);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Looks for booleans in a row.
#[derive(Default)]
struct Booleans {
    found: Vec<Offence>,
}

fn booleans_in_a_row(file: &syn::File) -> Vec<Offence> {
    let mut booleans = Booleans::default();
    booleans.visit_file(file);
    booleans.found
}

impl Booleans {
    fn check(&mut self, line: usize, what: &str, are_bool: impl IntoIterator<Item = bool>) {
        let are_bool: Vec<bool> = are_bool.into_iter().collect();
        if are_bool.windows(2).any(|pair| pair == [true, true]) {
            self.found
                .push((line, format!("{what} with two booleans in a row")));
        }
    }

    fn check_args(&mut self, line: usize, args: &Punctuated<Expr, syn::Token![,]>) {
        self.check(line, "a call", args.iter().map(is_bool_literal));
    }
}

fn is_bool(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("bool"))
}

fn is_bool_literal(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(literal) if matches!(literal.lit, Lit::Bool(_)))
}

impl<'ast> Visit<'ast> for Booleans {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        let line = signature.ident.span().start().line;
        let are_bool = signature.inputs.iter().map(|input| match input {
            syn::FnArg::Typed(typed) => is_bool(&typed.ty),
            syn::FnArg::Receiver(_) => false,
        });
        self.check(line, &format!("`{}`", signature.ident), are_bool);
        visit::visit_signature(self, signature);
    }

    fn visit_parenthesized_generic_arguments(
        &mut self,
        arguments: &'ast syn::ParenthesizedGenericArguments,
    ) {
        let line = arguments.span().start().line;
        self.check(
            line,
            "a closure's type",
            arguments.inputs.iter().map(|input| is_bool(&input.ty)),
        );
        visit::visit_parenthesized_generic_arguments(self, arguments);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.check_args(call.span().start().line, &call.args);
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.check_args(call.method.span().start().line, &call.args);
        visit::visit_expr_method_call(self, call);
    }
}

/// The checks themselves, on texts made to offend.
mod checks {
    use super::*;

    fn lines(text: &str, find: impl Fn(&syn::File) -> Vec<Offence>) -> Vec<usize> {
        let syntax = syn::parse_file(text).expect("Rust");
        find(&syntax).into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn booleans_in_a_row_are_found() {
        let text = "fn f(a: bool, b: bool) {}\n\
                    fn g(a: bool, b: u8, c: bool) { g(true, 1, false); }\n\
                    trait T { fn h(&self, a: u8, b: bool, c: bool); }\n\
                    fn i(each: impl Fn(bool, bool)) { each(\ntrue, false) }\n\
                    fn j(x: S) { x.h(1, true, false); }\n";
        assert_eq!(lines(text, booleans_in_a_row), [1, 3, 4, 4, 6]);
    }
}
