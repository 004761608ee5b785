//! Pipelines of machine passes as llc's `-passes` takes them.
//!
//! ```text
//!   require<live-vars>,phi-node-elimination,two-address-instruction
//!   machine-function(verify)
//! ```
//!
//! Their names are those of LLVM's newer pass manager. Analyses that passes need are computed anyway; one that is
//! asked for with `require<…>` is there for the passes after it, where its computation changes what they do.

/// Names that differ from those of `-run-pass`.
const OTHER_NAMES: [(&str, &str); 3] = [
    ("two-address-instruction", "twoaddressinstruction"),
    ("verify", "machineverifier"),
    ("require<live-vars>", "livevars"),
];

/// What a group of passes can be of.
const GROUPS: [&str; 3] = ["module(", "function(", "machine-function("];

/// The names, in the words of `-run-pass`, of the passes in `text`.
///
/// # Errors
/// Parentheses that do not match.
pub fn names(text: &str) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    let (mut rest, mut depth) = (text, 0_usize);
    while !rest.is_empty() {
        if let Some(group) = GROUPS.iter().find(|group| rest.starts_with(*group)) {
            rest = &rest[group.len()..];
            depth += 1;
            continue;
        }
        let end = rest.find([',', ')']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if !name.is_empty() {
            names.push(run_pass_name(name).to_owned());
        }
        if after.starts_with(')') {
            depth = depth
                .checked_sub(1)
                .ok_or_else(|| format!("a ')' too many in the pipeline '{text}'"))?;
        }
        rest = after.get(1..).unwrap_or("");
    }
    match depth {
        0 => Ok(names),
        _ => Err(format!("a ')' is missing in the pipeline '{text}'")),
    }
}

fn run_pass_name(name: &str) -> &str {
    let found = OTHER_NAMES.iter().find(|(newer, _)| *newer == name);
    found.map_or(name, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn groups_and_other_names() {
        let read = |text| names(text).map(|names| names.join(" "));
        assert_eq!(
            read("function(machine-function(verify),a),b").as_deref(),
            Ok("machineverifier a b")
        );
        assert_eq!(
            read("require<live-vars>,two-address-instruction").as_deref(),
            Ok("livevars twoaddressinstruction")
        );
        assert!(read("machine-function(verify").is_err());
        assert!(read("a)").is_err());
    }
}
