//! The printer writes what LLVM 19's `opt -S` writes for the same module, and reads back as equal.

use avarice_ir::printer::{
    print_block_name, print_function, print_global_name, print_inst, print_module, print_type,
};
use avarice_ir::{Module, TypeData, parse_module};

fn parse(text: &str) -> Module {
    parse_module(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[track_caller]
fn prints_as(text: &str, expected: &str) {
    let printed = print_module(&parse(text));
    for (line, (got, wanted)) in printed.lines().zip(expected.lines()).enumerate() {
        assert_eq!(got, wanted, "line {}", line + 1);
    }
    assert_eq!(printed.len(), expected.len());
    let again = print_module(&parse(&printed));
    assert_eq!(printed, again);
}

/// Every kind of global, constant, instruction and metadata, as `opt-19 -S` prints it.
#[test]
fn canonical_text_is_unchanged() {
    let text = include_str!("data/canonical.ll");
    prints_as(text, text);
}

/// The same module written in other ways.
#[test]
fn other_spellings() {
    prints_as(
        "%b = type {%a,%a} %a = type { i32 } %unused = type { i8 }
@x = global %b zeroinitializer @s = global [3 x i8] [i8 65, i8 0, i8 1]
@v = global <2 x i32> splat (i32 7)
!5 = !{} !n = !{!5, !{!5, !\"s\"}}
define i32 @f(i1 %c) #7 { br i1 %c, label %a, label %\"b c\"
 \"b c\": br label %a a: %1 = phi i32 [1, %\"b c\"], [ 2, %0 ] %2 = load i32, ptr @x
 store i64 u0x10, ptr @x %3 = alloca double ret i32 %2 }
attributes #7 = { nounwind \"k\" } attributes #3 = { cold }",
        "
%b = type { %a, %a }
%a = type { i32 }

@x = global %b zeroinitializer
@s = global [3 x i8] c\"A\\00\\01\"
@v = global <2 x i32> <i32 7, i32 7>

; Function Attrs: nounwind
define i32 @f(i1 %c) #0 {
  br i1 %c, label %a, label %\"b c\"

\"b c\":                                            ; preds = %0
  br label %a

a:                                                ; preds = %\"b c\", %0
  %1 = phi i32 [ 1, %\"b c\" ], [ 2, %0 ]
  %2 = load i32, ptr @x, align 4
  store i64 16, ptr @x, align 4
  %3 = alloca double, align 8
  ret i32 %2
}

attributes #0 = { nounwind \"k\" }

!n = !{!0, !1}

!0 = !{}
!1 = !{!0, !\"s\"}
",
    );
}

#[test]
fn pieces_for_messages() {
    let text = "%0 = type { i8 }
@0 = global %0 zeroinitializer
define ptr @\"a b\"(ptr %0) nounwind {
  br label %2
2:
  %3 = call ptr @\"a b\"(ptr align 8 %0) nounwind, !x !0
  ret ptr %3
}
!0 = !{}";
    let module = parse(text);
    let names: Vec<String> = module
        .globals
        .keys()
        .map(|id| print_global_name(&module, id))
        .collect();
    assert_eq!(names, ["@0", "@\"a b\""]);
    let (id, global) = module.globals.iter().next_back().expect("two globals");
    let body = global.body().expect("a body");
    let last = *body.layout.last().expect("two blocks");
    let call = body.block_insts(last).next().expect("a call");
    assert_eq!(
        print_inst(&module, body, call),
        "%3 = call ptr @\"a b\"(ptr align 8 %0)"
    );
    assert_eq!(print_block_name(&module, body, last), "%2");
    let function = print_function(&module, id);
    assert!(
        function.starts_with("; Function Attrs: nounwind\ndefine ptr @\"a b\"(ptr %0) {\n"),
        "{function}"
    );
    let ty = module
        .types
        .iter()
        .find(|(_, data)| matches!(data, TypeData::Named(_)));
    assert_eq!(print_type(&module, ty.expect("a struct").0), "%0");
}
