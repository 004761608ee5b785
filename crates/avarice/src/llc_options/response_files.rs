//! `@file`: arguments that a file lists, as LLVM's tools read it.

use std::ffi::OsString;
use std::path::Path;

use crate::diagnostics::Diagnostic;

/// How deep files may name files.
const MAX_DEPTH: usize = 32;

/// `args` with what each `@file` lists in its place. A file that cannot be read stays an argument, as for LLVM.
///
/// # Errors
/// Files that name each other without end.
pub(super) fn expand(
    args: impl IntoIterator<Item = OsString>,
) -> Result<Vec<OsString>, Diagnostic> {
    let mut out = Vec::new();
    for arg in args {
        expand_one(arg, 0, &mut out)?;
    }
    Ok(out)
}

fn expand_one(arg: OsString, depth: usize, out: &mut Vec<OsString>) -> Result<(), Diagnostic> {
    let path = arg.to_str().and_then(|text| text.strip_prefix('@'));
    let read = |path: &str| std::fs::read(Path::new(path)).ok();
    let Some(bytes) = path.and_then(read) else {
        out.push(arg);
        return Ok(());
    };
    if depth == MAX_DEPTH {
        let name = arg.to_string_lossy();
        return Err(Diagnostic::new(format!(
            "response files name each other without end: '{name}'"
        )));
    }
    let text = String::from_utf8_lossy(&bytes);
    for word in words(&text) {
        expand_one(word.into(), depth + 1, out)?;
    }
    Ok(())
}

/// The words of a response file: separated by white space; quotes of both kinds and backslashes take the meaning from
/// what they enclose or precede.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(end)) if c == end => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_split_as_by_llvm() {
        for (text, expected) in [
            ("", &[][..]),
            ("-O2 f.ll\n-o\t-\n", &["-O2", "f.ll", "-o", "-"]),
            ("\"a b\" 'c \"d' e\\ f ''", &["a b", "c \"d", "e f", ""]),
            ("-mattr=\"+sse\",'-avx'", &["-mattr=+sse,-avx"]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}
