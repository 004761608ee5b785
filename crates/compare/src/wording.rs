//! Whether two lines say the same, whichever version of LLVM wrote them.
//!
//! Equal bytes say the same; lines that differ may still differ only in wording:
//!
//! - numbers are printed with more or fewer digits;
//! - the list of registers that a register mask keeps is cut off at another place;
//! - register units exist that another version does not have (the upper halves of AArch64's registers,
//!   `W0_HI`, from 20 on), so that intervals, live-ins and assignments name more of them;
//! - flags of instructions are newer than 19 (`samesign`, `inbounds`), for which IR has to have them;
//! - sets are printed in whatever order they were made: blocks of spills, predecessors of a block.

use std::borrow::Cow;

use crate::kind::{self, Kind};

/// Flags that instructions of later versions than 19 print.
const LATER_FLAGS: [&str; 2] = ["samesign", "inbounds"];

/// Ends of the names of register units that exist only to cover the rest of a register.
const ARTIFICIAL_UNITS: [&str; 2] = ["_HI", "_HI_HI"];

/// The first version that has such units (llvm/llvm-project#114827).
pub(crate) const FIRST_WITH_ARTIFICIAL_UNITS: u8 = 20;

/// The beginning of the line in a listing that names the predecessors of a block.
const PREDECESSORS: &str = "\t; predecessors: ";

/// Whether two lines of a kind say the same.
pub(crate) fn is_same(kind: Kind, ours: &[u8], theirs: &[u8]) -> bool {
    if ours == theirs {
        return true;
    }
    let ours = String::from_utf8_lossy(ours);
    let theirs = String::from_utf8_lossy(theirs);
    match kind {
        Kind::SpillBlocks => sorted(&ours) == sorted(&theirs),
        // The order in which edges were added is not a decision.
        Kind::Code if ours.starts_with(PREDECESSORS) => sorted(&ours) == sorted(&theirs),
        Kind::Assign | Kind::Unassign => same_assignment(&ours, &theirs),
        Kind::LiveUnits => {
            let common = |text: &str| -> Vec<String> { common_units(text).collect() };
            is_count_of_units(&ours) && is_count_of_units(&theirs)
                || common(&ours) == common(&theirs)
        }
        _ => same_words(&without_mask(&ours), &without_mask(&theirs)),
    }
}

/// Whether an interval is of a register unit that other versions do not have.
pub(crate) fn is_artificial_unit(line: &[u8]) -> bool {
    let name = line.split(|byte| *byte == b' ').next().unwrap_or(line);
    let name = String::from_utf8_lossy(name);
    ends_artificially(&name)
}

fn ends_artificially(name: &str) -> bool {
    ARTIFICIAL_UNITS.iter().any(|end| name.ends_with(end))
}

/// `Created 6 new intervals.`, of which there are as many as units.
fn is_count_of_units(line: &str) -> bool {
    line.starts_with("Created ")
}

/// The words of a list of live units `W0#0 W0_HI#0` without artificial units.
fn common_units(line: &str) -> impl Iterator<Item = String> {
    let words = line.split_ascii_whitespace();
    let common = words.filter(|word| !ends_artificially(word.split('#').next().unwrap_or(word)));
    common.map(str::to_owned)
}

fn sorted(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = line
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    words.sort_unstable();
    words
}

/// Whether `assigning %1 to $w0: W0 [..] …` names the same registers and, where both name the same units,
/// the same ranges.
fn same_assignment(ours: &str, theirs: &str) -> bool {
    let split = |text: &'_ str| -> (String, String) {
        let (head, units) = text.split_once(':').unwrap_or((text, ""));
        (head.to_owned(), units.to_owned())
    };
    let ((our_head, our_units), (their_head, their_units)) = (split(ours), split(theirs));
    if our_head != their_head {
        return false;
    }
    let unit_names = |units: &str| -> Vec<String> {
        let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
        units
            .split_ascii_whitespace()
            .filter(is_name)
            .map(str::to_owned)
            .collect()
    };
    unit_names(&our_units) != unit_names(&their_units) || same_words(&our_units, &their_units)
}

/// The line with what a register mask keeps left out: how much of it is printed is no decision.
fn without_mask(line: &str) -> Cow<'_, str> {
    let Some(start) = line.find("<regmask ") else {
        return Cow::Borrowed(line);
    };
    match line[start..].find('>') {
        Some(end) => Cow::Owned(format!(
            "{}<regmask{}",
            &line[..start],
            &line[start + end..]
        )),
        None => Cow::Borrowed(line),
    }
}

fn same_words(ours: &str, theirs: &str) -> bool {
    let words = |text: &'_ str| -> Vec<String> {
        let kept = text
            .split_ascii_whitespace()
            .filter(|word| !LATER_FLAGS.contains(word));
        kept.map(str::to_owned).collect()
    };
    let (ours, theirs) = (words(ours), words(theirs));
    ours.len() == theirs.len()
        && ours
            .iter()
            .zip(&theirs)
            .all(|(one, other)| same_word(one, other))
}

/// Whether two words are the same, or the same number with another count of digits.
fn same_word(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let number = |word: &str| -> Option<(String, f64, usize)> {
        let at = word.rfind([':', '=']).map_or(0, |at| at + 1);
        let (name, text) = word.split_at(at);
        let text = text.trim_end_matches([',', '.']);
        let is_decimal = text.contains('.');
        let digits = text
            .split(['e', 'E'])
            .next()?
            .bytes()
            .filter(u8::is_ascii_digit)
            .count();
        Some((
            name.to_owned(),
            text.parse().ok().filter(|_| is_decimal)?,
            digits,
        ))
    };
    let (Some(one), Some(other)) = (number(one), number(other)) else {
        return false;
    };
    // Half a unit in the last digit of the shorter one.
    let digits = i32::try_from(one.2.min(other.2)).unwrap_or(i32::MAX);
    let tolerance = 0.5 * 10f64.powi(1 - digits.min(300)) * one.1.abs().max(other.1.abs());
    one.0 == other.0 && one.2 != other.2 && (one.1 - other.1).abs() <= tolerance
}

/// The slot index in a line that it is about, without the letter of the slot.
pub(crate) fn slot_index(line: &[u8]) -> Option<&[u8]> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'%';
    let mut at = 0;
    while at < line.len() {
        let digits = line[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let before = at.checked_sub(1).map(|before| line[before]);
        let slot = line.get(at + digits);
        let after = line.get(at + digits + 1).copied();
        let is_index = digits > 0
            && !before.is_some_and(|byte| is_word(byte) || byte == b'.' || byte == b'$')
            && matches!(slot, Some(b'B' | b'e' | b'r' | b'd'))
            && !after.is_some_and(is_word);
        if is_index {
            return Some(&line[at..at + digits]);
        }
        at += digits.max(1);
    }
    None
}

/// The first virtual register that a line names: `%12`.
pub(crate) fn virtual_register(line: &[u8]) -> Option<&[u8]> {
    let mut from = 0;
    while let Some(found) = kind::find(&line[from..], b"%") {
        let start = from + found;
        let digits = line[start + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits > 0 {
            return Some(&line[start..start + 1 + digits]);
        }
        from = start + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(kind: Kind, ours: &str, theirs: &str) -> bool {
        is_same(kind, ours.as_bytes(), theirs.as_bytes())
    }

    #[test]
    fn numbers_are_compared_with_the_digits_that_both_have() {
        assert!(same(
            Kind::Split,
            "$eax\tstatic = 1.5, v=0",
            "$eax\tstatic = 1.50, v=0"
        ));
        assert!(same(
            Kind::Dequeue,
            "%1 [0r,1r:0) weight:1.234568e-03",
            "%1 [0r,1r:0) weight:1.2346e-03"
        ));
        // As many digits, another number.
        assert!(!same(Kind::Dequeue, "w=1.234568e-03", "w=1.234567e-03"));
        assert!(!same(Kind::Split, "static = 1.5", "static = 1.75"));
        // Indexes are no decimals.
        assert!(!same(
            Kind::Split,
            "enterIntvAfter 80d",
            "enterIntvAfter 8d"
        ));
    }

    #[test]
    fn units_of_other_versions_do_not_count() {
        let ours = "assigning %0 to $w0: W0 [0B,16r:0) 0@0B-phi";
        let theirs = "assigning %0 to $w0: W0 [0B,16r:0) 0@0B-phi W0_HI [0B,16r:0) 0@0B-phi";
        assert!(same(Kind::Assign, ours, theirs));
        assert!(!same(Kind::Assign, ours, &ours.replace("16r", "32r")));
        assert!(!same(Kind::Assign, ours, &theirs.replace("$w0", "$w1")));
        assert!(same(
            Kind::LiveUnits,
            "0B\t%bb.0 W0#0",
            "0B\t%bb.0 W0#0 W0_HI#0"
        ));
        assert!(!same(Kind::LiveUnits, "0B\t%bb.0 W0#0", "0B\t%bb.0 W1#0"));
        assert!(is_artificial_unit(b"W0_HI [0B,16r:0)"));
        assert!(!is_artificial_unit(b"%5 [0B,16r:0)"));
    }

    #[test]
    fn masks_flags_and_sets_are_wording() {
        let one = "80B\tCALL @f, <regmask $bh $bl and 3 more...>, implicit $rsp";
        let other = "80B\tCALL @f, <regmask $bh $bl $bp and 2 more...>, implicit $rsp";
        assert!(same(Kind::Code, one, other));
        assert!(!same(Kind::Code, one, &other.replace("$rsp", "$rax")));
        assert!(same(
            Kind::SpillBlocks,
            "Finally inserted spills in BB: 1 2 ",
            "Finally inserted spills in BB: 2 1 "
        ));
        assert!(!same(Kind::SpillBlocks, "BB1,BB2,", "BB1,BB3,"));
        let one = "\t; predecessors: %bb.1, %bb.2";
        assert!(same(Kind::Code, one, "\t; predecessors: %bb.2, %bb.1"));
        assert!(!same(Kind::Code, one, "\t; predecessors: %bb.2, %bb.3"));
    }

    #[test]
    fn slot_indexes_and_registers_are_found_in_a_line() {
        assert_eq!(
            slot_index(b"\t\tinterference at %2:2@368r"),
            Some(&b"368"[..])
        );
        assert_eq!(
            slot_index(b"448B\t%13:gr32 = COPY %2:gr32"),
            Some(&b"448"[..])
        );
        assert_eq!(slot_index(b"$r10d is available at cost 1"), None);
        assert_eq!(
            virtual_register(b"assigning %12 to $ebx: BH"),
            Some(&b"%12"[..])
        );
        assert_eq!(virtual_register(b"%bb.2 [288B;464B)"), None);
    }
}
