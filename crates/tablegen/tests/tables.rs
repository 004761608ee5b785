//! A small target: what is written for it, and what is said about each kind of mistake.

use avarice_tablegen::{Source, generate};

/// A target of its own kind: one register of two parts, three classes, two instructions.
const TARGET: &str = "\
# A comment.
target tiny
index low size=8 offset=0 lanes=0x1
index high size=8 offset=8 lanes=0x2
register A0 hw=0 parts=low:L0,high:H0
register A1 hw=1
register L0 hw=0 dwarf=7
register H0 hw=?
units L0, H0, A1~L0
class WIDE size=16 spill=2/2 lanes=0x3 order=A0..A1
class BYTE size=8 spill=1/1 lanes=0x1 copy_cost=-1 order=L0,
    H0
pointer_classes WIDE
callee_saved A1
mask SAVED A0..A1, L0
operand address = mem(ptr0) mem
form form Form \"How.\"
value Plain \"Plainly.\"
value Fancy \"In a fancy way.\"
column size Size \"How wide.\"
value Small \"One byte.\"
value Large \"Two bytes.\"
mark lock \"Locked.\"
";

/// The rows of the target, which come after line 24 of the same file.
const ROWS: &str = "\
MOVE WIDE:dst = (WIDE:src=dst, address:where) defs=A1 [may_load] <Fancy 0x1f Large lock> {HasMove} \"move\\t$dst\"
BEFORE () [pseudo]
ADD BYTE:dst = (BYTE:src, ...) domain=Integers
";

fn source(path: &str, text: String) -> Source {
    Source {
        path: path.into(),
        text,
    }
}

/// The source written for the target with more lines at its end.
fn written(more: &str) -> Result<String, String> {
    let text = format!("{TARGET}{more}");
    generate(&[source("tiny.tab", text)]).map_err(|error| error.to_string())
}

/// The line of the table that describes `name`.
fn line_of<'a>(text: &'a str, name: &str) -> &'a str {
    let needle = format!("{{ name: {name:?}");
    text.lines()
        .find(|line| line.contains(&needle))
        .unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn constants_are_numbered() {
    let text = written(ROWS).unwrap();
    // Pseudo instructions first, then by name.
    for constant in ["BEFORE: T = T(0)", "ADD: T = T(1)", "MOVE: T = T(2)"] {
        assert!(
            text.contains(&format!("pub const {constant};")),
            "{constant}\n{text}"
        );
    }
    for constant in [
        "A0: T = T(1)",
        "H0: T = T(4)",
        "BYTE: T = T(1)",
        "HIGH: T = T(2)",
    ] {
        assert!(
            text.contains(&format!("pub const {constant};")),
            "{constant}\n{text}"
        );
    }
}

#[test]
fn rows_of_a_fixed_file_come_first_and_in_order() {
    let fixed = source("fixed.tab", "fixed_order\nZETA ()\nALPHA ()\n".into());
    let text = generate(&[source("tiny.tab", format!("{TARGET}{ROWS}")), fixed]).unwrap();
    for constant in ["ZETA: T = T(0)", "ALPHA: T = T(1)", "BEFORE: T = T(2)"] {
        assert!(
            text.contains(&format!("pub const {constant};")),
            "{constant}\n{text}"
        );
    }
}

#[test]
fn a_row_holds_all_columns() {
    let text = written(ROWS).unwrap();
    let row = line_of(&text, "MOVE");
    assert!(row.contains("num_defs: 1"), "{row}");
    assert!(
        row.contains("Some(EncodingRow { form: 1, opcode: 0x1f, bits: 0x3, fields: &[] })"),
        "{row}"
    );
    assert!(row.contains(r#"asm: "move\t$dst""#), "{row}");
    assert!(
        text.contains(r#"[("dst",0),("src",1),("where",2)]"#),
        "{text}"
    );
    assert!(text.contains(r#"["WIDE","WIDE","address"]"#), "{text}");
    assert!(text.contains(r#"["HasMove"]"#), "{text}");
    assert!(line_of(&text, "ADD").contains(r#"domain: "Integers""#));
    assert!(line_of(&text, "BEFORE").contains("encoding: None"));
}

#[test]
fn units_and_lanes_follow_from_parts() {
    let text = written(ROWS).unwrap();
    // L0 is the root of units 0 and 2, H0 of unit 1; A0 has them all, by the lanes of its leaf parts.
    assert!(
        text.contains("[RegUnit(0),RegUnit(1),RegUnit(2)]"),
        "{text}"
    );
    assert!(
        text.contains("[LaneMask(0x1),LaneMask(0x2),LaneMask(0x1)]"),
        "{text}"
    );
    assert!(line_of(&text, "A1~L0").starts_with("UnitDesc"));
    // Registers 1, 2 and 3.
    assert!(line_of(&text, "SAVED").starts_with("RegMaskDesc"));
    assert!(text.contains("[u32; 1] = [0xe]"), "{text}");
    assert!(line_of(&text, "h0").contains("encoding: 65535"));
}

#[test]
fn encoding_columns_become_enums() {
    let text = written(ROWS).unwrap();
    assert!(text.contains("pub enum Size {\n/// One byte.\nSmall,\n/// Two bytes.\nLarge,\n}"));
    assert!(
        text.contains("Self::ALL[(row.bits & 0x1) as usize]"),
        "{text}"
    );
    assert!(
        text.contains("pub const fn lock(row: EncodingRow) -> bool { row.bits >> 1 & 1 != 0 }")
    );
}

/// Lines that are wrong, and what is said about each: line and column, then the mistake.
const MISTAKES: &[(&str, &str)] = &[
    ("register A0", "24:10: register `A0` is defined twice"),
    (
        "register B0 hw=many",
        "24:16: expected a number or `?`, found `many`",
    ),
    (
        "register B0 hw=70000",
        "24:16: expected a number or `?`, found `70000`",
    ),
    (
        "register B0 hw 3",
        "24:13: unknown attribute `hw` without a value",
    ),
    (
        "register B0 colour=red",
        "24:13: unknown attribute `colour` with a value",
    ),
    (
        "register B0 parts=low",
        "24:22: expected `:`, found the end of the line",
    ),
    (
        "register B0 parts=middle:L0",
        "24:19: unknown sub-register index `middle`",
    ),
    ("units A9", "24:7: unknown register `A9`"),
    ("callee_saved A0..A9", "24:14: unknown register `A2`"),
    (
        "callee_saved A1..A0",
        "24:14: `A1..A0` is no range of registers",
    ),
    (
        "callee_saved A1 A0",
        "24:17: expected the end of the line, found `A0`",
    ),
    ("class X spill=8", "24:15: expected size/alignment in bytes"),
    ("class X order=A0,\n    A7", "25:5: unknown register `A7`"),
    ("class X super=NONE", "24:15: unknown register class `NONE`"),
    ("mask SAVED", "24:6: mask `SAVED` is defined twice"),
    (
        "operand x = memory",
        "24:13: unknown type of operand `memory`",
    ),
    (
        "operand x = mem(ptr1)",
        "24:17: the target has no pointer class 1",
    ),
    (
        "operand address = imm",
        "24:19: operand kind `address` is defined twice",
    ),
    (
        "operand x",
        "24:10: expected the name of an operand kind or `=`, found the end of the line",
    ),
    (
        "value Odd \"It is.\"",
        "24:7: a value needs a form or column before it",
    ),
    ("mark Fancy \"It is.\"", "24:6: `Fancy` is a value already"),
    (
        "form other Other \"More.\"",
        "24:18: the form is the first of all columns",
    ),
    (
        "mark odd",
        "24:9: expected what the column means, found the end of the line",
    ),
    ("I WIDE:a (WIDE:b)", "24:10: expected `=`, found `(`"),
    (
        "I (TALL:a)",
        "24:4: `TALL` is no operand kind and no register class",
    ),
    ("I (WIDE)", "24:8: expected `:`, found `)`"),
    ("I WIDE:a = (WIDE:a)", "24:18: operand `a` is there twice"),
    (
        "I WIDE:a = (WIDE:b=c)",
        "24:20: there is no output `c` to be tied to",
    ),
    (
        "I (WIDE:a, WIDE:b=a)",
        "24:19: there is no output `a` to be tied to",
    ),
    ("I () [quick]", "24:7: unknown flag `quick`"),
    (
        "I () [may_load",
        "24:15: expected `]`, found the end of the line",
    ),
    ("I () <Odd 0x1>", "24:7: unknown form `Odd`"),
    (
        "I () <Plain Large>",
        "24:13: expected an opcode, found `Large`",
    ),
    (
        "I () <Plain 0x1 Huge>",
        "24:17: `Huge` is a value of no column",
    ),
    (
        "I () <Plain 0x1 Large Small>",
        "24:23: column `size` is given twice",
    ),
    (
        "I () <Plain 0x1",
        "24:16: expected the value of a column, found the end of the line",
    ),
    ("I () \"move", "24:6: the string does not end"),
    ("I () cost=3", "24:6: unknown attribute `cost`"),
    ("I () uses=A0, B9", "24:15: unknown register `B9`"),
    (
        "MOVE ()\nMOVE ()",
        "25:1: instruction `MOVE` is defined twice",
    ),
];

#[test]
fn mistakes_are_named_with_their_place() {
    for (line, message) in MISTAKES {
        assert_eq!(written(line), Err(format!("tiny.tab:{message}")), "{line}");
    }
}

#[test]
fn a_file_begins_with_a_line_and_a_target_has_a_name() {
    let error = |text: &str| {
        generate(&[source("x.tab", text.into())])
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("\n  A0\n"),
        "x.tab:2:1: a continuation line needs a line before it"
    );
    assert_eq!(
        error("register A0\n"),
        "x.tab:1:1: no `target` statement in any file"
    );
}

/// A target whose encodings are words, with a family of registers.
const WORDS: &str = "\
target words
word 32
register W0..W3 hw=0 dwarf=8
register W0_W1..W3_W0 hw=0 parts=low:W0,high:W1
index low size=8 offset=0 lanes=0x1
index high size=8 offset=8 lanes=0x2
units W0, W1, W2, W3
class SOME size=8 spill=1/1 lanes=0x1 order=W0..W1
class ALL size=8 spill=1/1 lanes=0x1 order=W0..W3
class PAIRS size=16 spill=2/1 lanes=0x3 order=W0_W1..W3_W0
operand shifted = any(ALL) imm
";

#[test]
fn a_family_of_registers_is_one_row() {
    let text = generate(&[source("words.tab", WORDS.into())]).unwrap();
    let last = line_of(&text, "w3_w0");
    assert!(last.contains("encoding: 3, dwarf: -1"), "{last}");
    assert!(
        text.contains("[(SubRegIdx(1),PhysReg(4)),(SubRegIdx(2),PhysReg(1))]"),
        "{text}"
    );
    assert!(line_of(&text, "w2").contains("encoding: 2, dwarf: 10"));
    // SOME is in ALL, as its registers are.
    assert!(text.contains("[RegClass; 1] = [RegClass(1)]"), "{text}");
}

#[test]
fn a_word_has_fixed_bits_open_bits_and_fields() {
    let row = "ADD ALL:d = (ALL:n, shifted:m(r, s))\n    \
               <10 ?? s[7:6] 00000000 d[1:0] n[1:0] 000000 r[1:0] s[5:0]>\n";
    let text = generate(&[source("words.tab", format!("{WORDS}{row}"))]).unwrap();
    let line = line_of(&text, "ADD");
    assert!(
        line.contains("opcode: 0x80000000, bits: 0x30000000"),
        "{line}"
    );
    assert!(line.contains("size: 4"), "{line}");
    for field in [
        "EncodingField { operand: 3, low: 6, width: 2, at: 26 }",
        "EncodingField { operand: 0, low: 0, width: 2, at: 16 }",
        "EncodingField { operand: 2, low: 0, width: 2, at: 6 }",
        "EncodingField { operand: 3, low: 0, width: 6, at: 0 }",
    ] {
        assert!(text.contains(field), "{text}");
    }
}

#[test]
fn mistakes_in_words_are_named_with_their_place() {
    for (line, message) in [
        ("I () <1111>", "12:11: the word has 28 bits too few"),
        (
            "I () <1111 111111111111111111111111111111>",
            "12:12: the word has more than 32 bits",
        ),
        ("I () <x[3:0]>", "12:7: the row has no operand `x`"),
        (
            "I (ALL:x) <x[0:3]>",
            "12:16: the high bit comes first, and there are 64",
        ),
        ("I (shifted:x(a))", "12:15: expected `,`, found `)`"),
        ("word 16", "12:6: a word has 32 bits"),
    ] {
        let text = format!("{WORDS}{line}");
        let error = generate(&[source("words.tab", text)]).map_err(|error| error.to_string());
        assert_eq!(error, Err(format!("words.tab:{message}")), "{line}");
    }
}

#[test]
fn columns_fit_into_32_bits() {
    let more: String = (0..31)
        .map(|i| format!("mark m{i} \"One more.\"\n"))
        .collect();
    let message = "column `m30` does not fit into 32 bits";
    assert!(
        written(&more).unwrap_err().ends_with(message),
        "{:?}",
        written(&more)
    );
}

#[test]
fn folds_are_sorted_by_either_form() {
    let folds = "\
fold MOVE tied ADD no_unfold
fold MOVE 2 BEFORE align=16
fold ADD 0 MOVE store no_fold
";
    let text = written(&format!("{ROWS}{folds}")).unwrap();
    let rows: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("Fold {"))
        .collect();
    let row = |register, memory, operand, align, flags| {
        format!(
            "Fold {{ register_form: Opcode({register}), memory_form: Opcode({memory}), operand: {operand}, \
             align: {align}, flags: FoldFlags::from_bits_retain({flags}) }},"
        )
    };
    assert_eq!(
        rows,
        [
            row(1, 2, 0, 1, 0b1010),
            row(2, 0, 2, 16, 0b1),
            row(2, 1, 0, 1, 0b10111)
        ]
    );
    assert!(text.contains("by_memory_form: &[1, 0],"), "{text}");
}

#[test]
fn mistakes_in_folds() {
    let mistake = |line: &str| written(&format!("{ROWS}{line}\n")).unwrap_err();
    assert_eq!(
        mistake("fold MOVE 1 NONE"),
        "tiny.tab:27:13: unknown instruction `NONE`"
    );
    assert_eq!(
        mistake("fold MOVE first ADD"),
        "tiny.tab:27:11: expected the number of an operand or `tied`, found `first`"
    );
    assert_eq!(
        mistake("fold MOVE 1 ADD widely"),
        "tiny.tab:27:17: unknown attribute `widely`"
    );
    assert_eq!(
        mistake("fold MOVE 0 ADD"),
        "tiny.tab:27:13: what the memory is accessed for is missing: `load`, `store`"
    );
    assert_eq!(
        mistake("fold MOVE 1 ADD\nfold MOVE 1 BEFORE"),
        "tiny.tab:28:13: this operand has a memory form already"
    );
}

#[test]
fn scheduling_models() {
    let text = written(
        "MOVE () [pseudo]\nADD BYTE:dst = (BYTE:src)\n\
         sched_class 3 MOVE, ADD\n\
         sched_predicate copy all(op(MOVE), same(0 1))\n\
         sched_model Slow issue=2 buffer=0 post_ra\n\
         sched_processors zebra, aurochs\n\
         sched_resource Port buffer=0\n\
         sched_row micro_ops=1 uses=1:2:1 latencies=4:7 advances=0:-1:7 classes=4..5\n\
         sched_variant classes=3\n    4 if not(copy)\n    5\n",
    )
    .unwrap();
    for wanted in [
        "name: \"Slow\", processors: &[\"aurochs\", \"zebra\"], issue_width: 2,",
        "ResourceUse { resource: 1, release_at: 2, acquire_at: 1 },",
        "ReadAdvance { operand: 0, cycles: -1, write: 7 },",
        "static SCHED_CLASSES_OF0: [u16; 6] = [0, 0, 0, 32768, 1, 1];",
        "Variant { condition: Condition::Not(&Condition::Named(&SCHED_PREDICATE0)), class: 4 },",
    ] {
        assert!(text.contains(wanted), "no {wanted}");
    }
}

#[test]
fn mistakes_in_scheduling_models() {
    for (line, message) in [
        ("sched_row micro_ops=1 classes=1", "has to come first"),
        ("sched_class 1 NOTHING", "unknown instruction"),
        ("sched_model A issue=1 wide", "unknown attribute `wide`"),
        ("sched_predicate a b(1)", "unknown condition `b`"),
    ] {
        let error = written(&format!("{line}\n")).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}
