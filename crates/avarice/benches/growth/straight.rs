//! Shapes of code without branches.

use std::fmt::Write;

use crate::shapes::line;

/// Each adds to the one before either a value from outside or the one before that.
pub fn additions(count: usize) -> String {
    let mut text = String::from("define i64 @f(i64 %v0, i64 %y) {\n");
    for at in 0..count {
        let by = if at % 2 == 0 {
            "%y".into()
        } else {
            format!("%v{}", at.saturating_sub(1))
        };
        line!(text, "  %v{} = add i64 %v{at}, {by}", at + 1);
    }
    line!(text, "  ret i64 %v{count}\n}}");
    text
}

/// Each adds a constant to the one before.
pub fn sums(count: usize) -> String {
    let mut text = String::from("define i64 @f(i64 %v0) {\n");
    for at in 0..count {
        line!(text, "  %v{} = add i64 %v{at}, {}", at + 1, at + 1);
    }
    line!(text, "  ret i64 %v{count}\n}}");
    text
}

/// Each is stored.
pub fn independent_additions(count: usize) -> String {
    let mut text = String::from("define void @f(i64 %x, ptr %p) {\n");
    for at in 0..count {
        line!(text, "  %a{at} = add i64 %x, {}", at * 7 + 3);
        line!(text, "  store i64 %a{at}, ptr %p");
    }
    text.push_str("  ret void\n}\n");
    text
}

/// Each selects between the one before and a value from outside.
pub fn selects(count: usize) -> String {
    let mut text = String::from("define i64 @f(i64 %v0, i64 %y) {\n");
    for at in 0..count {
        line!(text, "  %c{at} = icmp slt i64 %v{at}, {}", at + 1000);
        line!(
            text,
            "  %v{} = select i1 %c{at}, i64 %y, i64 %v{at}",
            at + 1
        );
    }
    line!(text, "  ret i64 %v{count}\n}}");
    text
}

/// Stack objects, the addresses of which are passed to a function.
pub fn allocas(count: usize) -> String {
    let mut text = String::from("declare void @use(ptr)\ndefine void @f() {\n");
    for at in 0..count {
        line!(text, "  %a{at} = alloca i64");
    }
    for at in 0..count {
        line!(text, "  call void @use(ptr %a{at})");
    }
    text.push_str("  ret void\n}\n");
    text
}

/// Each passes what the one before returned.
pub fn calls(count: usize) -> String {
    let mut text = String::from("declare i64 @g(i64, ptr)\ndefine i64 @f(i64 %v0, ptr %p) {\n");
    for at in 0..count {
        line!(text, "  %v{} = call i64 @g(i64 %v{at}, ptr %p)", at + 1);
    }
    line!(text, "  ret i64 %v{count}\n}}");
    text
}

/// A function with `count` arguments, which passes all of them on.
pub fn arguments(count: usize) -> String {
    let list = |of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<Vec<_>>().join(", ");
    let mut text = format!("declare void @g({})\n", list(&|_| "i64".into()));
    line!(
        text,
        "define void @f({}) {{",
        list(&|at| format!("i64 %a{at}"))
    );
    line!(
        text,
        "  call void @g({})\n  ret void\n}}",
        list(&|at| format!("i64 %a{}", count - 1 - at))
    );
    text
}

/// One piece of inline assembly with `count` lines.
pub fn inline_asm(count: usize) -> String {
    let mut text = String::from("define void @f() {\n  call void asm sideeffect \"");
    for _ in 0..count {
        text.push_str("nop\\0A");
    }
    text.push_str("\", \"~{memory}\"()\n  ret void\n}\n");
    text
}

/// Pieces of inline assembly, each of which reads what the one before gives.
pub fn inline_asms(count: usize) -> String {
    let mut text = String::from("define i64 @f(i64 %v0) {\n");
    for at in 0..count {
        line!(
            text,
            "  %v{} = call i64 asm sideeffect \"nop\", \"=r,0,~{{memory}}\"(i64 %v{at})",
            at + 1
        );
    }
    line!(text, "  ret i64 %v{count}\n}}");
    text
}

/// Additions and shuffles of vectors.
pub fn vectors(count: usize) -> String {
    let mut text = String::from("define <4 x i32> @f(<4 x i32> %v0, <4 x i32> %y, ptr %p) {\n");
    for at in 0..count {
        line!(
            text,
            "  %n{at} = load volatile <4 x i32>, ptr %p\n  %a{at} = add <4 x i32> %v{at}, %n{at}\n  %s{at} = shufflevector <4 x i32> %a{at}, <4 x i32> %y, <4 x i32> <i32 {}, i32 5, i32 {}, i32 1>\n  %m{at} = load <4 x i32>, ptr %p\n  %v{} = xor <4 x i32> %s{at}, %m{at}",
            at % 8,
            (at / 8) % 8,
            at + 1
        );
    }
    line!(text, "  ret <4 x i32> %v{count}\n}}");
    text
}

/// Copies of 16 to 115 bytes.
pub fn struct_copies(count: usize) -> String {
    let mut text = String::from(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndefine void @f(ptr %p, ptr %q) {\n",
    );
    for at in 0..count {
        line!(
            text,
            "  %a{at} = getelementptr i8, ptr %p, i64 {}\n  call void @llvm.memcpy.p0.p0.i64(ptr %a{at}, ptr %q, i64 {}, i1 false)",
            at * 8,
            16 + at % 100
        );
    }
    text.push_str("  ret void\n}\n");
    text
}

/// Stores that may not be left out.
pub fn volatile_stores(count: usize) -> String {
    let mut text = String::from("define void @f(ptr %p, i64 %x) {\n");
    for at in 0..count {
        line!(
            text,
            "  store volatile i64 {}, ptr %p",
            if at % 2 == 0 {
                "%x".into()
            } else {
                at.to_string()
            }
        );
    }
    text.push_str("  ret void\n}\n");
    text
}

/// Each stores what it loads elsewhere.
pub fn loads_and_stores(count: usize) -> String {
    let mut text = String::from(
        "@a = global [100000 x i64] zeroinitializer\ndefine void @f(ptr %p, ptr %q) {\n",
    );
    for at in 0..count {
        line!(
            text,
            "  %l{at} = load i64, ptr %p\n  %g{at} = getelementptr i64, ptr %q, i64 {at}\n  store i64 %l{at}, ptr %g{at}"
        );
    }
    text.push_str("  ret void\n}\n");
    text
}

/// Values that are all live at once.
pub fn live_values(count: usize) -> String {
    let mut text = String::from("define void @f(ptr %p) {\n");
    for at in 0..count {
        line!(text, "  %l{at} = load volatile i64, ptr %p");
    }
    for at in 0..count {
        line!(
            text,
            "  %a{at} = add i64 %l{at}, %l{}\n  store volatile i64 %a{at}, ptr %p",
            (at * 7 + 1) % count
        );
    }
    text.push_str("  ret void\n}\n");
    text
}

/// Numbers to floats and back.
pub fn conversions(count: usize) -> String {
    let mut text = String::from("define void @f(ptr %p, ptr %q) {\n");
    for at in 0..count {
        line!(
            text,
            "  %v{at} = load volatile double, ptr %p\n  %i{at} = fptosi double %v{at} to i32\n  %m{at} = mul i32 %i{at}, {}\n  %w{at} = sitofp i32 %m{at} to double\n  store volatile double %w{at}, ptr %q",
            at * 3 + 7
        );
    }
    text.push_str("  ret void\n}\n");
    text
}

/// Divisions by constants, and by a value.
pub fn divisions(count: usize) -> String {
    let mut text = String::from("define i64 @f(i64 %v0, i64 %y) {\n");
    for at in 0..count {
        line!(
            text,
            "  %d{at} = sdiv i64 %v{at}, {}\n  %v{} = urem i64 %d{at}, %y",
            at + 3,
            at + 1
        );
    }
    line!(text, "  ret i64 %v{count}\n}}");
    text
}

/// Products, shifts and sums of 128 bits.
pub fn wide_integers(count: usize) -> String {
    let mut text = String::from("define i128 @f(i128 %v0, i128 %y) {\n");
    for at in 0..count {
        line!(
            text,
            "  %a{at} = mul i128 %v{at}, %y\n  %s{at} = lshr i128 %a{at}, {}\n  %v{} = add i128 %s{at}, %v{at}",
            at % 127 + 1,
            at + 1
        );
    }
    line!(text, "  ret i128 %v{count}\n}}");
    text
}

/// Each address is relative to the one before.
pub fn geps(count: usize) -> String {
    let mut text = String::from("define ptr @f(ptr %v0, i64 %y) {\n");
    for at in 0..count {
        line!(
            text,
            "  %v{} = getelementptr {{ i32, [{} x i64] }}, ptr %v{at}, i64 %y, i32 1, i64 {}",
            at + 1,
            at % 50 + 1,
            at % 9
        );
    }
    line!(text, "  ret ptr %v{count}\n}}");
    text
}

/// Each adds another constant.
pub fn float_constants(count: usize) -> String {
    let mut text = String::from("define double @f(double %v0) {\n");
    for at in 0..count {
        line!(text, "  %v{} = fadd double %v{at}, {}.5", at + 1, at);
    }
    line!(text, "  ret double %v{count}\n}}");
    text
}
