//! A job of clang's: a program and its arguments.

use std::fmt::{self, Write};
use std::process::ExitCode;

/// One process that clang would start (or one call of itself).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The program, and what it gets.
    pub words: Vec<String>,
}

impl Job {
    /// Reads a line of `clang -###`: words in quotation marks, after a space.
    ///
    /// ```text
    ///    "/usr/bin/ld" "-o" "a \"quoted\" name"
    /// ```
    pub fn read(line: &str) -> Option<Self> {
        let mut words = Vec::new();
        let mut rest = line.strip_prefix(' ')?;
        while let Some(text) = rest.strip_prefix('"') {
            let mut word = String::new();
            let mut chars = text.char_indices();
            let end = loop {
                match chars.next()? {
                    (at, '"') => break at + 1,
                    // What a shell would take for its own is escaped: `"`, `\` and `$`.
                    (_, '\\') => word.push(chars.next()?.1),
                    (_, c) => word.push(c),
                }
            };
            words.push(word);
            rest = text[end..].trim_start_matches(' ');
        }
        (rest.is_empty() && !words.is_empty()).then_some(Self { words })
    }

    /// The file that it writes.
    pub fn output(&self) -> Option<&str> {
        let at = self.words.iter().position(|word| word == "-o")?;
        self.words.get(at + 1).map(String::as_str)
    }

    /// The files among `files` that it reads.
    pub fn reads(&self, file: &str) -> bool {
        self.output() != Some(file) && self.words.iter().any(|word| word == file)
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for word in &self.words {
            f.write_str(" \"")?;
            for c in word.chars() {
                if matches!(c, '"' | '\\' | '$') {
                    f.write_char('\\')?;
                }
                f.write_char(c)?;
            }
            f.write_char('"')?;
        }
        Ok(())
    }
}

/// The code of this process for that of another.
pub fn exit_code(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code & 0xff).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::Job;

    #[test]
    fn words_are_read_and_printed() {
        let line = r#" "/usr/bin/ld" "-o" "a \"b\" \$c \\d" "-lm""#;
        let job = Job::read(line).expect("a job");
        assert_eq!(job.words, ["/usr/bin/ld", "-o", "a \"b\" $c \\d", "-lm"]);
        assert_eq!(job.output(), Some("a \"b\" $c \\d"));
        assert_eq!(job.to_string(), line);
    }

    #[test]
    fn other_lines_are_no_jobs() {
        for line in ["Target: x", " (in-process)", " \"open", " \"a\" b", ""] {
            assert_eq!(Job::read(line), None, "{line}");
        }
    }
}
