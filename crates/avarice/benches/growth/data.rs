//! Shapes of what a module has beside code, and of many small functions.

use std::fmt::Write;

use crate::shapes::line;

/// Variables with all kinds of contents.
pub fn globals(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        match at % 4 {
            0 => line!(text, "@g{at} = global i32 {at}"),
            1 => line!(text, "@g{at} = global i64 0"),
            2 => line!(
                text,
                "@g{at} = internal constant [3 x i16] [i16 1, i16 2, i16 {}]",
                at % 999
            ),
            _ => line!(text, "@g{at} = global ptr @g{}", at - 1),
        }
    }
    text
}

/// Small functions.
pub fn functions(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        line!(
            text,
            "define i32 @f{at}(i32 %x) {{\n  %a = add i32 %x, {at}\n  ret i32 %a\n}}"
        );
    }
    text
}

/// One structure with `count` fields.
pub fn struct_constant(count: usize) -> String {
    let mut text = String::from("@s = global { ");
    for at in 0..count {
        let _ = write!(
            text,
            "{}{}",
            if at == 0 { "" } else { ", " },
            if at % 3 == 0 { "i8" } else { "i32" }
        );
    }
    text.push_str(" } { ");
    for at in 0..count {
        let _ = write!(
            text,
            "{}{} {}",
            if at == 0 { "" } else { ", " },
            if at % 3 == 0 { "i8" } else { "i32" },
            at % 100
        );
    }
    text.push_str(" }\n");
    text
}

/// One array of structures with addresses.
pub fn array_constant(count: usize) -> String {
    let mut text = format!("@s = global [{count} x {{ i32, ptr }}] [\n");
    for at in 0..count {
        line!(
            text,
            "  {{ i32, ptr }} {{ i32 {at}, ptr getelementptr (i8, ptr @s, i64 {at}) }}{}",
            if at + 1 == count { "" } else { "," }
        );
    }
    text.push_str("]\n");
    text
}

/// One string.
pub fn string(count: usize) -> String {
    let bytes: String = (0..count)
        .map(|at| char::from(b'a' + (at % 26) as u8))
        .collect();
    format!("@s = constant [{count} x i8] c\"{bytes}\"\n")
}

/// Nodes that lead to each other.
pub fn metadata(count: usize) -> String {
    let mut text = String::from(
        "define i64 @f(ptr %p) {\n  %a = load i64, ptr %p, !tbaa !0\n  ret i64 %a\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"long\", !2}\n!2 = !{!\"root\"}\n!named = !{!3}\n",
    );
    for at in 3..count {
        line!(
            text,
            "!{at} = !{{!\"n{at}\", i32 {at}, !{}}}",
            if at + 1 == count { 1 } else { at + 1 }
        );
    }
    text
}

/// What debug information of a function needs.
const DEBUG: &str = "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2, !3}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: \"p\", isOptimized: true, emissionKind: FullDebug)\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = !{i32 7, !\"Dwarf Version\", i32 5}\n!3 = !{i32 2, !\"Debug Info Version\", i32 3}\n!4 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)\n!5 = !DISubroutineType(types: !6)\n!6 = !{null}\n!7 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)\n";

/// Each instruction is at another place.
pub fn debug_locations(count: usize) -> String {
    let mut text = String::from("define i64 @f(i64 %v0, ptr %p) !dbg !4 {\n");
    for at in 0..count {
        line!(
            text,
            "  %v{} = load volatile i64, ptr %p, !dbg !{}",
            at + 1,
            at + 10
        );
    }
    line!(text, "  ret i64 %v{count}\n}}");
    text.push_str(DEBUG);
    for at in 0..count {
        line!(
            text,
            "!{} = !DILocation(line: {}, column: {}, scope: !4)",
            at + 10,
            at + 2,
            at % 70 + 1
        );
    }
    text
}

/// Each instruction is a variable.
pub fn debug_variables(count: usize) -> String {
    let mut text = String::from("define i64 @f(i64 %v0, ptr %p) !dbg !4 {\n");
    for at in 0..count {
        line!(
            text,
            "  %v{} = load volatile i64, ptr %p, !dbg !{}",
            at + 1,
            at * 2 + 10
        );
        line!(
            text,
            "    #dbg_value(i64 %v{}, !{}, !DIExpression(), !{})",
            at + 1,
            at * 2 + 11,
            at * 2 + 10
        );
    }
    line!(text, "  ret i64 %v{count}\n}}");
    text.push_str(DEBUG);
    for at in 0..count {
        line!(
            text,
            "!{} = !DILocation(line: {}, column: {}, scope: !4)",
            at * 2 + 10,
            at + 2,
            at % 70 + 1
        );
        line!(
            text,
            "!{} = !DILocalVariable(name: \"v{at}\", scope: !4, file: !1, line: {}, type: !7)",
            at * 2 + 11,
            at + 2
        );
    }
    text
}

/// Aliases of a variable, and of aliases.
pub fn aliases(count: usize) -> String {
    let mut text = String::from("@g = global i32 1\n");
    for at in 0..count {
        line!(
            text,
            "@a{at} = alias i32, ptr @{}",
            if at % 2 == 0 {
                "g".into()
            } else {
                format!("a{}", at - 1)
            }
        );
    }
    text
}

/// Each has one function.
pub fn comdats(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        line!(text, "$c{at} = comdat any");
    }
    for at in 0..count {
        line!(
            text,
            "define linkonce_odr i32 @c{at}() comdat {{\n  ret i32 {at}\n}}"
        );
    }
    text
}

/// Structures in structures.
pub fn types(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        line!(
            text,
            "%t{at} = type {{ i32, [{} x i8], {} }}",
            at + 1,
            if at == 0 {
                "i64".into()
            } else {
                format!("[1 x %t{}]", at / 2)
            }
        );
    }
    line!(text, "define i64 @f(ptr %p, i64 %i) {{");
    for at in 0..count.min(5000) {
        line!(
            text,
            "  %g{at} = getelementptr %t{at}, ptr %p, i64 %i\n  store ptr %g{at}, ptr %p"
        );
    }
    text.push_str("  ret i64 0\n}\n");
    text
}

/// Lines of assembly outside functions.
pub fn module_asm(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        line!(
            text,
            "module asm \"l{at}:\"\nmodule asm \"nop\"\nmodule asm \".quad l{at}\""
        );
    }
    text
}

/// Functions with a group of attributes each.
pub fn attributes(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        line!(text, "define i32 @f{at}(i32 %x) #{at} {{\n  ret i32 %x\n}}");
    }
    for at in 0..count {
        line!(
            text,
            "attributes #{at} = {{ nounwind \"key{at}\"=\"{at}\" }}"
        );
    }
    text
}
