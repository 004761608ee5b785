//! What the reader refuses, with the place and the sentence; and that nothing makes it panic.

use avarice_ir::parse_module;
use avarice_ir::printer::print_module;

/// The error of `text` as `line:column: message`.
fn error(text: &str) -> String {
    match parse_module(text.as_bytes()) {
        Ok(_) => panic!("this was read:\n{text}"),
        Err(error) => {
            assert!(error.offset + error.len <= text.len());
            assert!(!error.message.is_empty() && !error.message.ends_with('.'));
            error.to_string()
        }
    }
}

/// Texts and their errors.
const CASES: &[(&str, &str)] = &[
    (
        "!0 = !DILocation(line: 4294967296, scope: !1)",
        "1:24: the line must be less than 2^32",
    ),
    (
        "!0 = !DILocation(line: 1, column: 65536, scope: !1)",
        "1:35: the column must be less than 2^16",
    ),
    (
        "!0 = !DILocation(line: 1, line: 1, scope: !1)",
        "1:27: this field is given twice",
    ),
    (
        "!0 = !DILocation(row: 1, scope: !1)",
        "1:18: a 'DILocation' has no such field",
    ),
    (
        "!0 = !DILocation(line: 1)",
        "1:25: expected a scope in 'DILocation', found ')'",
    ),
    ("not a module", "1:1: expected a definition, found 'not'"),
    ("\u{7f}ELF\u{1}", "1:1: this character has no meaning here"),
    (
        "@g = global i32",
        "1:16: expected a value, but the text ends here",
    ),
    (
        "@g = global i32 \"x\"",
        "1:17: expected a value, found '\"x\"'",
    ),
    (
        "@g = global i0 0",
        "1:13: the width of an integer type must be between 1 and 8388608 bits",
    ),
    (
        "@g = global i99999999999 0",
        "1:13: the width of an integer type must be between 1 and 8388608 bits",
    ),
    (
        "@g = global i32 0\n@g = global i32 0",
        "2:1: redefinition of '@g'",
    ),
    ("@g = global ptr @h", "1:17: use of undefined value '@h'"),
    (
        "@g = global ptr* null",
        "1:16: 'ptr' has no pointee type: remove the '*'",
    ),
    (
        "@g = global i32 1.5",
        "1:17: a floating-point number is of floating-point type, but i32 is expected here",
    ),
    (
        "@g = global float 0.1",
        "1:19: this number is not exactly representable as float",
    ),
    (
        "@g = global float 1",
        "1:19: an integer is of integer type, but float is expected here",
    ),
    (
        "@g = global [2 x i32] [i32 1]",
        "1:23: the type has 2 elements, but the constant has 1",
    ),
    (
        "@g = global [1 x i32] [i64 1]",
        "1:24: element 0 must have type i32, not i64",
    ),
    (
        "@g = global <0 x i32> undef",
        "1:14: a vector has at least one element",
    ),
    (
        "@g = global [3 x i8] c\"ab\"",
        "1:22: this string has type [2 x i8], but [3 x i8] is expected here",
    ),
    (
        "@g = global i64 zext (i32 1 to i64)",
        "1:17: 'zext' is no longer a constant expression",
    ),
    (
        "@g = global i32 0, align 3",
        "1:26: an alignment is a power of two of at most 2^32",
    ),
    ("@g = global %t undef", "1:13: use of undefined type '%t'"),
    (
        "%t = type { %t }\n@g = global %t undef",
        "1:1: type %t contains itself",
    ),
    (
        "%t = type i32\n%t = type i64",
        "2:1: redefinition of type '%t'",
    ),
    (
        "@a = global i32 0, comdat($c)",
        "1:27: use of undefined COMDAT group '$c'",
    ),
    ("!0 = !{!1}", "1:9: use of undefined metadata '!1'"),
    ("!0 = !{}\n!0 = !{}", "2:2: redefinition of metadata '!0'"),
    (
        "!0 = !DINothing()",
        "1:6: there is no metadata node of this kind",
    ),
    (
        "declare void @f(void)",
        "1:17: 'void' is only allowed as the result of a function",
    ),
    (
        "declare void @f(i32 nounwind)",
        "1:21: 'nounwind' is not an attribute of a parameter",
    ),
    (
        "declare void @f() noalias",
        "1:19: 'noalias' is not an attribute of a function",
    ),
    (
        "define void @f() {}",
        "1:19: a function's body has at least one block",
    ),
    (
        "define void @f() { ret void",
        "1:28: expected an instruction, but the text ends here",
    ),
    (
        "define void @f() { %x = add i32 1, 2 }",
        "1:38: this block does not end with a terminator",
    ),
    (
        "define void @f() { ret i32 0 }",
        "1:24: this returns i32, but the function's result is void",
    ),
    (
        "define i32 @f() { ret i32 %x }",
        "1:27: use of undefined value '%x'",
    ),
    (
        "define void @f() { br label %x }",
        "1:29: use of undefined block '%x'",
    ),
    (
        "define void @f(i32 %a) { %x = add i64 %a, 1 ret void }",
        "1:39: '%a' has type i32, but i64 is expected here",
    ),
    (
        "define void @f(i32 %a, i32 %a) { ret void }",
        "1:28: '%a' is already defined in this function",
    ),
    (
        "define void @f() {\n%x = add i64 %a, 1\n%a = add i32 1, 2\nret void }",
        "3:1: '%a' is i32 here but was used as i64 on line 2",
    ),
    (
        "define void @f() {\n%x = add i64 %a, 1\n%y = add i32 %a, 1\nret void }",
        "3:14: '%a' is used as i32 here but was used as i64 on line 2",
    ),
    (
        "define void @f() { %x = fadd i32 1, 2 ret void }",
        "1:25: 'fadd' takes floating-point operands, not i32",
    ),
    (
        "define void @f() { %x = trunc i32 1 to i64 ret void }",
        "1:25: 'trunc' cannot convert i32 to i64",
    ),
    (
        "define void @f() { %x = call void @f() ret void }",
        "1:20: an instruction without result cannot have a name",
    ),
    (
        "define void @f() { call void (i32) @f() ret void }",
        "1:38: the function takes 1 argument, but 0 are given",
    ),
    (
        "define void @f() { call void (i32) @f(i64 1) ret void }",
        "1:38: argument 1 has type i64, but the function takes i32",
    ),
    (
        "define void @f() { switch i32 1, label %a [ i32 1, label %a i32 1, label %a ]\na: ret void }",
        "1:61: this 'switch' already has this case",
    ),
    (
        "define void @f() { %x = icmp foo i32 1, 2 ret void }",
        "1:30: expected an integer predicate such as 'eq' or 'slt', found 'foo'",
    ),
    (
        "define void @f() { %x = frobnicate i32 1 ret void }",
        "1:25: expected an instruction, found 'frobnicate'",
    ),
    (
        "define void @f() { %x = extractvalue { i32 } undef, 1 ret void }",
        "1:53: { i32 } has no element 1",
    ),
    (
        "define void @f(ptr %p) { %x = load i32, i64 1 ret void }",
        "1:41: the address must be a pointer, not i64",
    ),
    (
        "define void @f(ptr %p) { %x = load atomic i32, ptr %p seq_cst ret void }",
        "1:31: an atomic load must give its alignment",
    ),
    (
        "define void @f(ptr %p) { %x = getelementptr { i32 }, ptr %p, i32 0, i32 7 ret void }",
        "1:31: index 2 does not select an element of { i32 }",
    ),
    (
        "@s = global i8 0\ndefine ptr addrspace(1) @f() { ret ptr addrspace(1) @s }",
        "2:53: '@s' is in address space 0, but a pointer in 1 is expected here",
    ),
    (
        "@g = global ptr \"abc",
        "1:17: this string has no closing quote",
    ),
];

#[test]
fn errors_name_the_place_and_the_reason() {
    for (text, expected) in CASES {
        assert_eq!(error(text), *expected, "{text}");
    }
}

#[test]
fn columns_count_characters_and_lengths_cover_the_token() {
    let text = "@\"\u{e9}\u{e9}\" = global i32 true";
    let error = parse_module(text.as_bytes()).unwrap_err();
    assert_eq!((error.line, error.column), (1, 20));
    assert_eq!(&text[error.offset..error.offset + error.len], "true");
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = |open: &str, close: &str| {
        let n = 100_000;
        open.repeat(n) + &close.repeat(n)
    };
    for text in [
        format!("@g = global {} undef", deep("[1 x ", "]")),
        format!("@g = global {} undef", deep("{", "}")),
        format!("@g = global i32 {}", deep("add (i32 ", ")")),
        format!("!0 = {}", deep("!{", "}")),
        format!("!0 = {}", deep("!DILocation(scope: ", ")")),
        format!("declare void @f(i32 byval({}))", deep("<{", "}>")),
        format!("declare {} @f()", deep("void (", ")")),
    ] {
        let error = error(&text);
        let expected = "this is nested more than 512 levels deep";
        assert!(error.ends_with(expected), "{error}: {}", &text[..40]);
    }
    // Skipped text is not limited.
    let summary = format!("^0 = gv: {}", deep("(", ")"));
    assert!(parse_module(summary.as_bytes()).is_ok());
    // Structs that hold each other nest as well.
    let chain: String = (0..2000)
        .map(|i| format!("%t{i} = type {{ %t{} }}\n", i + 1))
        .collect();
    assert!(error(&(chain + "%t2000 = type {}\n")).ends_with("is nested too deeply"));
}

#[test]
fn short_texts_cannot_claim_much_memory() {
    let many: String = (0..1000)
        .map(|i| format!("@g{i} = global i8388608 {i}\n"))
        .collect();
    assert!(error(&many).ends_with("need too much memory"));
    let mask = "define void @f(<4 x i32> %v) { %x = shufflevector <4 x i32> %v, <4 x i32> %v, \
                <4000000000 x i32> zeroinitializer ret void }";
    assert!(error(mask).ends_with("need too much memory"));
}

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

const TEXTS: [&str; 4] = [
    include_str!("inputs/module.ll"),
    include_str!("inputs/instructions.ll"),
    include_str!("inputs/newer.ll"),
    include_str!("inputs/debug_records.ll"),
];

/// Reads `text`; what is read must print.
fn survives(text: &[u8]) {
    match parse_module(text) {
        Ok(module) => drop(print_module(&module)),
        Err(error) => assert!(error.offset + error.len <= text.len()),
    }
}

#[test]
fn truncated_texts_do_not_panic() {
    for text in TEXTS {
        let bytes = text.as_bytes();
        let mut word = false;
        for at in 0..bytes.len() {
            // Cut where a token starts or ends.
            let now = bytes[at].is_ascii_alphanumeric();
            if now != word || !now {
                survives(&bytes[..at]);
            }
            word = now;
        }
    }
}

const MARKS: &[u8] = b"%@!#{}()[]<>,=*:\"\\ 0x";

#[test]
fn mutated_texts_do_not_panic() {
    let mut random = Random(1);
    let pieces: Vec<&str> = TEXTS
        .iter()
        .flat_map(|text| text.split_ascii_whitespace())
        .collect();
    for text in TEXTS {
        for _ in 0..1500 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=random.next(3) {
                let at = random.next(bytes.len());
                match random.next(4) {
                    0 => bytes[at] = random.next(256) as u8,
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, MARKS[random.next(MARKS.len())]),
                    _ => {
                        // Replace a word by one from anywhere.
                        let start = bytes[..at]
                            .iter()
                            .rposition(|b| *b == b' ')
                            .map_or(0, |p| p + 1);
                        let end = bytes[at..]
                            .iter()
                            .position(|b| *b == b' ')
                            .map_or(bytes.len(), |p| at + p);
                        let piece = pieces[random.next(pieces.len())];
                        bytes.splice(start..end.max(start), piece.bytes());
                    }
                }
            }
            survives(&bytes);
        }
    }
}
