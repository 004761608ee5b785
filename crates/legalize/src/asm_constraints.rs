//! The constraints of inline assembly.
//!
//! ```text
//!   "=&r,*m,{@cc,z},~{memory}"     an output that is written early, memory at an address, a named place,
//!                                  something that is destroyed
//! ```

/// One constraint of the list.
#[derive(Debug)]
pub struct Constraint<'t> {
    /// `=`: an output.
    pub is_output: bool,
    /// `*`: the operand is the address of memory.
    pub is_indirect: bool,
    /// `&`: written before all inputs are read.
    pub is_early: bool,
    /// What the operand may be: letters, or a name in braces.
    pub code: &'t str,
}

/// The constraints of a list: commas in braces do not separate.
pub fn split_constraints(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

/// One constraint that is no clobber; `None` if it has an unknown mark.
pub fn parse_constraint(text: &str) -> Option<Constraint<'_>> {
    let mut constraint = Constraint {
        is_output: false,
        is_indirect: false,
        is_early: false,
        code: text,
    };
    loop {
        let mut chars = constraint.code.chars();
        match chars.next()? {
            '=' => constraint.is_output = true,
            '*' => constraint.is_indirect = true,
            '&' => constraint.is_early = true,
            '%' => {}
            '!' | '+' => return None,
            _ => return Some(constraint),
        }
        constraint.code = chars.as_str();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_split_and_marked() {
        let parts = split_constraints("=&r,*m,{@cc,z},~{memory}");
        assert_eq!(parts, ["=&r", "*m", "{@cc,z}", "~{memory}"]);
        let first = parse_constraint("=&r").unwrap();
        assert!(first.is_output && first.is_early && !first.is_indirect);
        assert_eq!(first.code, "r");
        assert!(parse_constraint("!i").is_none());
        assert!(split_constraints("").is_empty());
    }
}
