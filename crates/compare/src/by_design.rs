//! What later versions of LLVM than 19 decide differently on purpose.
//!
//! A version belongs to a change if the change was merged before the version's branch (20: 2025-01-28,
//! 21: 2025-07-15, 22: 2026-01-13) and after that of the version before. A difference is put down to a change only if the
//! lines at which two logs part show that very change.

use std::fmt;

use serde::Serialize;

use crate::function_log::{Event, FunctionLog};
use crate::kind::Kind;
use crate::wording;

/// Something that LLVM decides differently since a version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The first version with it.
    pub since: u8,
    /// Its pull requests in llvm/llvm-project.
    pub pull_requests: &'static [u32],
    /// What is different, as a sentence.
    pub what: &'static str,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let requests: Vec<String> = self.pull_requests.iter().map(|n| format!("#{n}")).collect();
        write!(
            f,
            "by design since LLVM {}: {} ({})",
            self.since,
            self.what,
            requests.join(", ")
        )
    }
}

/// How a change shows where two logs part.
type IsSeen = fn(&Parting<'_>) -> bool;

/// The changes, each with how it shows.
const CHANGES: &[(Change, IsSeen)] = &[
    (
        Change {
            since: 20,
            pull_requests: &[118_321],
            what: "uses of an IMPLICIT_DEF that is joined away get the flag undef",
        },
        |at| {
            let is_detail = |line: Line<'_>| line.kind == Kind::JoinDetail;
            at.both(is_detail) && at.llc_adds("undef")
        },
    ),
    (
        Change {
            since: 20,
            pull_requests: &[112_960],
            what: "in functions optimized for size, the basic allocator computes spill weights without block frequencies",
        },
        |at| at.is_basic && at.weights().is_some(),
    ),
    (
        Change {
            since: 21,
            pull_requests: &[131_046],
            what: "of copy hints with the same weight, callee-saved registers come last",
        },
        |at| at.both(|line| line.kind == Kind::Hints) && at.ours.hints() == at.llc.hints(),
    ),
    (
        Change {
            since: 21,
            pull_requests: &[122_110, 129_727],
            what: "after a split for a larger register class, a value is copied where its definition has only the smaller one",
        },
        |at| {
            at.llc.is_copy_of_split()
                && at.both(|line| line.kind == Kind::Split)
                && !at.ours.is_copy_of_split()
        },
    ),
    (
        Change {
            since: 21,
            pull_requests: &[134_015],
            what: "the spiller rematerializes a value rather than fold its load where a register is free",
        },
        |at| at.ours.text.starts_with("\tfolded:") && at.llc.is_remat(),
    ),
    (
        Change {
            since: 22,
            pull_requests: &[159_570, 160_467],
            what: "copies of sub-registers are hints, too",
        },
        |at| {
            let (ours, theirs) = (at.ours.hints(), at.llc.hints());
            theirs.len() > ours.len() && ours.iter().all(|hint| theirs.contains(hint))
        },
    ),
    (
        Change {
            since: 22,
            pull_requests: &[159_211],
            what: "instructions that read virtual registers are rematerialized where those are live",
        },
        |at| at.llc.remat_reads_virtual() && !at.ours.is_remat(),
    ),
    (
        Change {
            since: 22,
            pull_requests: &[169_186],
            what: "AArch64's vector FMOV of a constant is rematerialized",
        },
        |at| at.llc.remat().starts_with("FMOVv") && !at.ours.is_remat(),
    ),
    (
        Change {
            since: 22,
            pull_requests: &[159_110],
            what: "a rematerialized definition says which part of its register is dead",
        },
        |at| {
            at.both(|line| line.is_remat()) && dead_definitions(at.llc) > dead_definitions(at.ours)
        },
    ),
    (
        Change {
            since: 22,
            pull_requests: &[161_621, 165_957, 165_959, 169_219],
            what: "the coalescer's terminal rule is on by default; -terminal-rule turns it on here",
        },
        |at| at.llc.is_terminal_rule() && !at.ours.is_terminal_rule(),
    ),
    (
        Change {
            since: 22,
            pull_requests: &[164_386],
            what: "a rematerialized value has a register class that its use takes",
        },
        |at| at.both(|line| line.text.starts_with("\tremat:")) && at.differ_in_classes(),
    ),
    (
        Change {
            since: 22,
            pull_requests: &[159_180],
            what: "spill weights of what can be rematerialized are halved only where its operands are live",
        },
        |at| {
            let ratio = at.weights().map(|(ours, theirs)| ours / theirs);
            ratio.is_some_and(|ratio| {
                [0.5, 2.0]
                    .iter()
                    .any(|halved| (ratio - halved).abs() < 1e-4)
            })
        },
    ),
];

/// The change of a version up to `version` that two logs show where they part.
pub(crate) fn explain(
    version: u8,
    ours: &FunctionLog,
    theirs: &FunctionLog,
    (at, their_at): (usize, usize),
) -> Option<Change> {
    let (our_event, their_event) = (ours.events().get(at)?, theirs.events().get(their_at)?);
    let our_text = String::from_utf8_lossy(ours.text(*our_event));
    let their_text = String::from_utf8_lossy(theirs.text(*their_event));
    let is_basic = |event: &Event| {
        let heading = b"********** BASIC REGISTER ALLOCATION";
        event.kind == Kind::Heading && ours.text(*event).starts_with(heading)
    };
    let parting = Parting {
        is_basic: ours.events().iter().any(is_basic),
        ours: Line {
            kind: our_event.kind,
            text: &our_text,
        },
        llc: Line {
            kind: their_event.kind,
            text: &their_text,
        },
    };
    let mut changes = CHANGES.iter().filter(|(change, _)| change.since <= version);
    let found = changes.find(|(_, is_seen)| is_seen(&parting));
    found.map(|(change, _)| *change)
}

/// Where two logs part.
struct Parting<'a> {
    /// Whether the allocator is the basic one.
    is_basic: bool,
    ours: Line<'a>,
    llc: Line<'a>,
}

/// A line of a log.
#[derive(Clone, Copy)]
struct Line<'a> {
    kind: Kind,
    text: &'a str,
}

impl Parting<'_> {
    fn both(&self, is_it: impl Fn(Line<'_>) -> bool) -> bool {
        is_it(self.ours) && is_it(self.llc)
    }

    /// Whether llc's line is ours with `word` put in.
    fn llc_adds(&self, word: &str) -> bool {
        let words = self.llc.text.split_ascii_whitespace();
        let ours: Vec<&str> = self.ours.text.split_ascii_whitespace().collect();
        let theirs: Vec<&str> = words.clone().filter(|other| *other != word).collect();
        words.count() > ours.len()
            && theirs
                .iter()
                .eq(ours.iter().filter(|other| **other != word))
    }

    /// Both spill weights, if the lines differ in nothing else.
    fn weights(&self) -> Option<(f64, f64)> {
        let (our_rest, ours) = without_weights(self.ours.text);
        let (their_rest, theirs) = without_weights(self.llc.text);
        let is_else_same = self.ours.kind == self.llc.kind && our_rest == their_rest;
        is_else_same.then_some((ours?, theirs?))
    }

    /// Whether the lines differ only in register classes: `%5:gr32` and `%5:gr32_nosp`.
    fn differ_in_classes(&self) -> bool {
        let without = |text: &'_ str| -> Vec<String> {
            let words = text.split_ascii_whitespace();
            let name = |word: &str| match word.split_once(':') {
                Some((register, _)) if register.starts_with('%') => register.to_owned(),
                _ => word.to_owned(),
            };
            words.map(name).collect()
        };
        without(self.ours.text) == without(self.llc.text)
    }
}

impl<'a> Line<'a> {
    /// The instruction that it says is rematerialized, from its opcode on; nothing if it says anything else.
    fn remat(self) -> &'a str {
        match self.text.split_once(" = ") {
            Some((_, inst)) if self.is_remat() => inst,
            _ => "",
        }
    }

    /// Whether it says that the coalescer or the spiller rematerialized a value.
    fn is_remat(self) -> bool {
        self.text.starts_with("Remat: ") || self.text.starts_with("\tremat:")
    }

    /// Whether the instruction that it says is rematerialized reads a virtual register.
    fn remat_reads_virtual(self) -> bool {
        wording::virtual_register(self.remat().as_bytes()).is_some()
    }

    /// Whether it is about the copy of a value to a part of its interval.
    fn is_copy_of_split(self) -> bool {
        self.text.starts_with("  rewr ") && self.text.contains(" = COPY ")
    }

    fn is_terminal_rule(self) -> bool {
        self.text.starts_with("Apply terminal rule for")
    }

    /// The registers of a line of hints; none of another line.
    fn hints(self) -> Vec<String> {
        let words = match self.kind {
            Kind::Hints => self.text,
            _ => "",
        };
        let registers = words.split_ascii_whitespace();
        let mut registers: Vec<String> = registers
            .filter(|word| word.starts_with('$'))
            .map(str::to_owned)
            .collect();
        registers.sort_unstable();
        registers.dedup();
        registers
    }
}

/// How many implicit definitions are dead.
fn dead_definitions(line: Line<'_>) -> usize {
    line.text.matches("implicit-def dead ").count()
}

/// A line without its spill weights, and the last of these.
fn without_weights(text: &str) -> (Vec<&str>, Option<f64>) {
    let weight = |word: &str| {
        let number = word.strip_prefix("weight:").or(word.strip_prefix("w="));
        number.and_then(|number| number.parse::<f64>().ok())
    };
    let words = text.split_ascii_whitespace();
    let rest = words
        .clone()
        .filter(|word| weight(word).is_none())
        .collect();
    (rest, words.filter_map(weight).next_back())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parting<'a>(ours: (Kind, &'a str), llc: (Kind, &'a str)) -> Parting<'a> {
        let line = |(kind, text)| Line { kind, text };
        Parting {
            is_basic: false,
            ours: line(ours),
            llc: line(llc),
        }
    }

    /// The pull requests of the change that shows in the lines, for a version.
    fn found(version: u8, at: &Parting<'_>) -> &'static [u32] {
        let mut changes = CHANGES
            .iter()
            .filter(|(change, is_seen)| change.since <= version && is_seen(at));
        changes
            .next()
            .map_or(&[], |(change, _)| change.pull_requests)
    }

    #[test]
    fn the_order_and_the_number_of_hints_are_told_apart() {
        let order = parting(
            (Kind::Hints, "hints: $eax $esi"),
            (Kind::Hints, "hints: $esi $eax"),
        );
        assert!(found(20, &order).is_empty());
        assert_eq!(found(21, &order), [131_046]);
        let more = parting(
            (Kind::Hints, "hints: $eax"),
            (Kind::Hints, "hints: $eax $ecx"),
        );
        assert!(found(21, &more).is_empty());
        assert_eq!(found(22, &more), [159_570, 160_467]);
        let first = parting(
            (Kind::Assign, "assigning %1 to $eax: AH"),
            (Kind::Hints, "hints: $eax"),
        );
        assert_eq!(found(22, &first), [159_570, 160_467]);
        let other = parting((Kind::Hints, "hints: $eax"), (Kind::Hints, "hints: $ecx"));
        assert!(found(22, &other).is_empty());
    }

    #[test]
    fn rematerialization_shows_in_the_line_that_says_so() {
        let lea = parting(
            (Kind::Spill, "\treload:  112r\t%7:gr64 = MOV64rm %stack.0"),
            (
                Kind::Spill,
                "\tremat:  112r\t%7:gr64 = LEA64r %1:gr64, 1, $noreg, 8",
            ),
        );
        assert!(found(21, &lea).is_empty());
        assert_eq!(found(22, &lea), [159_211]);
        let loaded = parting(
            (Kind::Spill, "\treload:  112r\t%7:gr64 = MOV64rm %stack.0"),
            (
                Kind::Spill,
                "\tremat:  112r\t%7:gr64 = MOV64rm $rip, 1 :: (load (s64) from %ir.p)",
            ),
        );
        assert!(found(22, &loaded).is_empty());
        let constant = parting(
            (Kind::Spill, "\treload:  112r\t%7:gr32 = MOV32rm %stack.0"),
            (Kind::Spill, "\tremat:  112r\t%7:gr32 = MOV32ri 8"),
        );
        assert!(found(22, &constant).is_empty());
        let folded = parting(
            (Kind::Spill, "\tfolded:   112r\tUCOMISSrm %3:fr32, $rip"),
            (Kind::Spill, "\tremat:  104r\t%9:fr32 = FsFLD0SS"),
        );
        assert!(found(20, &folded).is_empty());
        assert_eq!(found(21, &folded), [134_015]);
        let dead = parting(
            (
                Kind::JoinResult,
                "Remat: dead $eax = MOV32ri 1, implicit-def $rax",
            ),
            (
                Kind::JoinResult,
                "Remat: dead $eax = MOV32ri 1, implicit-def dead $rax, implicit-def $al",
            ),
        );
        assert_eq!(found(22, &dead), [159_110]);
    }

    #[test]
    fn weights_count_only_where_nothing_else_differs() {
        let line = "selectOrSplit GR32:%1 [16r,32r:0) 0@16r  weight:2.0e-03 w=2.0e-03";
        let halved = line.replace("2.0e", "1.0e");
        let at = parting((Kind::Dequeue, line), (Kind::Dequeue, &halved));
        assert!(found(21, &at).is_empty());
        assert_eq!(found(22, &at), [159_180]);
        let other = line.replace("2.0e", "1.9e");
        let at = parting((Kind::Dequeue, line), (Kind::Dequeue, &other));
        assert!(found(22, &at).is_empty());
        let at = Parting {
            is_basic: true,
            ..at
        };
        assert_eq!(found(20, &at), [112_960]);
        let moved = halved.replace("32r", "48r");
        let at = parting((Kind::Dequeue, line), (Kind::Dequeue, &moved));
        assert!(found(22, &at).is_empty());
    }

    #[test]
    fn copies_of_splits_classes_and_undefined_uses_show() {
        let split = parting(
            (Kind::Split, "  rewr %bb.1\t112r:2\tMOV32mr %9:gr32"),
            (
                Kind::Split,
                "  rewr %bb.1\t104r:0\t%9:gr32 = COPY %8:gr32_nosp",
            ),
        );
        assert!(found(20, &split).is_empty());
        assert_eq!(found(21, &split), [122_110, 129_727]);
        let class = parting(
            (Kind::Spill, "\tremat:  112r\t%7:gr64 = MOV64ri 8"),
            (Kind::Spill, "\tremat:  112r\t%7:gr64_nosp = MOV64ri 8"),
        );
        assert_eq!(found(22, &class), [164_386]);
        let undef = parting(
            (
                Kind::JoinDetail,
                "\t\tupdated: 32B\t%1:gr32 = INC32r %1:gr32",
            ),
            (
                Kind::JoinDetail,
                "\t\tupdated: 32B\t%1:gr32 = INC32r undef %1:gr32",
            ),
        );
        assert!(found(19, &undef).is_empty());
        assert_eq!(found(20, &undef), [118_321]);
        let terminal = parting(
            (
                Kind::Considering,
                "\tConsidering merging to GR32 with %1 in %2",
            ),
            (Kind::JoinResult, "Apply terminal rule for: %2"),
        );
        assert_eq!(found(22, &terminal)[0], 161_621);
    }
}
