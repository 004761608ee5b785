//! Assembly as lines: labels and a statement each, without comments.

use avarice_emit::EmitError;

use super::refused;

/// A statement with the labels before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line<'t> {
    /// The number of its line in the text, from 1 on.
    pub number: usize,
    /// Labels, without their colons.
    pub labels: Vec<&'t str>,
    /// The rest, trimmed; may be empty.
    pub statement: &'t str,
}

/// The statements of `text`: a line may have several, with `;` between them; `#` begins a comment. In strings
/// both are characters like others.
///
/// # Errors
/// If a comment or a string has no end.
pub(super) fn lines(text: &str) -> Result<Vec<Line<'_>>, EmitError> {
    let mut found = Vec::new();
    let mut in_comment = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let mut line = line;
        if in_comment {
            match line.split_once("*/") {
                Some((_, rest)) => line = rest,
                None => continue,
            }
            in_comment = false;
        }
        if let Some((before, rest)) = line.split_once("/*") {
            if rest.contains("*/") && !rest.trim_end().ends_with("*/") {
                return Err(refused("comment before code").at_assembly_line(number));
            }
            in_comment = !rest.contains("*/");
            line = before;
        }
        for part in statements(line).map_err(|error| error.at_assembly_line(number))? {
            let (labels, statement) = split_labels(part.trim());
            if !labels.is_empty() || !statement.is_empty() {
                found.push(Line {
                    number,
                    labels,
                    statement,
                });
            }
        }
    }
    Ok(found)
}

/// The parts of a line between `;` and before `#`.
fn statements(line: &str) -> Result<Vec<&str>, EmitError> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let mut in_string = false;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '#' => {
                parts.push(&line[start..at]);
                return Ok(parts);
            }
            ';' => {
                parts.push(&line[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if in_string {
        return Err(refused("string without end"));
    }
    parts.push(&line[start..]);
    Ok(parts)
}

fn split_labels(mut text: &str) -> (Vec<&str>, &str) {
    let mut labels = Vec::new();
    while let Some((name, rest)) = text.split_once(':') {
        let name = name.trim_end();
        if name.is_empty() || !name.chars().all(is_name) {
            break;
        }
        labels.push(name);
        text = rest.trim_start();
    }
    (labels, text)
}

/// Whether names of symbols may have this character.
pub(super) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$') || !c.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hide_separators() {
        let text = "a: b: .ascii \"x;#:\\\"\" ; nop # c\n/* d\ne */ ret\n";
        let found = lines(text).unwrap();
        let expected = [
            (1, vec!["a", "b"], ".ascii \"x;#:\\\"\""),
            (1, vec![], "nop"),
            (3, vec![], "ret"),
        ];
        let expected = expected.map(|(number, labels, statement)| Line {
            number,
            labels,
            statement,
        });
        assert_eq!(found, expected);
        assert!(lines(".ascii \"x").is_err());
    }
}
