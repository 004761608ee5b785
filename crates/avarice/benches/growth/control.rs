//! Shapes of control flow.

use std::fmt::Write;

use crate::shapes::line;

/// A switch of `count` cases, which go to `targets` blocks.
fn switch_of(
    count: usize,
    value: impl Fn(usize) -> usize,
    target: impl Fn(usize) -> usize,
    targets: usize,
) -> String {
    let mut text =
        String::from("define i64 @f(i64 %x, ptr %p) {\nentry:\n  switch i64 %x, label %end [\n");
    for at in 0..count {
        line!(text, "    i64 {}, label %b{}", value(at), target(at));
    }
    text.push_str("  ]\n");
    for at in 0..targets {
        line!(
            text,
            "b{at}:\n  store i64 {}, ptr %p\n  br label %end",
            at * 3 + 1
        );
    }
    text.push_str("end:\n  ret i64 %x\n}\n");
    text
}

/// A case for each number.
pub fn switch(count: usize) -> String {
    switch_of(count, |at| at, |at| at, count)
}

/// Cases far apart.
pub fn sparse_switch(count: usize) -> String {
    switch_of(count, |at| at * 1000 + at % 7, |at| at, count)
}

/// All cases go to five blocks.
pub fn few_targets(count: usize) -> String {
    switch_of(count, |at| at, |at| at * 7 % 5, 5)
}

/// One block with `count` phis, whose inputs are all live at once.
pub fn phis(count: usize) -> String {
    let mut text = String::from("declare i64 @g()\ndefine void @f(i1 %c, ptr %p) {\nentry:\n");
    for at in 0..count {
        line!(text, "  %a{at} = load volatile i64, ptr %p");
    }
    text.push_str("  br i1 %c, label %left, label %right\nleft:\n");
    for at in 0..count {
        line!(text, "  %b{at} = add i64 %a{at}, {at}");
    }
    text.push_str("  br label %join\nright:\n  br label %join\njoin:\n");
    for at in 0..count {
        line!(
            text,
            "  %p{at} = phi i64 [ %b{at}, %left ], [ %a{}, %right ]",
            (at + 1) % count
        );
    }
    for at in 0..count {
        line!(text, "  store volatile i64 %p{at}, ptr %p");
    }
    text.push_str("  ret void\n}\n");
    text
}

/// A chain of diamonds, each with a call in one arm.
pub fn diamonds(count: usize) -> String {
    let mut text = String::from(
        "declare i64 @g(i64)\ndefine i64 @f(i64 %v0, i64 %y) {\nentry:\n  br label %h0\n",
    );
    for at in 0..count {
        line!(
            text,
            "h{at}:\n  %x{at} = phi i64 [ %v0, %{} ]{}",
            if at == 0 {
                "entry".into()
            } else {
                format!("l{}", at - 1)
            },
            if at == 0 {
                String::new()
            } else {
                format!(", [ %s{}, %r{} ]", at - 1, at - 1)
            }
        );
        line!(
            text,
            "  %c{at} = icmp slt i64 %x{at}, {at}\n  br i1 %c{at}, label %l{at}, label %r{at}"
        );
        line!(
            text,
            "l{at}:\n  %t{at} = call i64 @g(i64 %x{at})\n  br label %h{}",
            at + 1
        );
        line!(
            text,
            "r{at}:\n  %s{at} = add i64 %x{at}, %y\n  br label %h{}",
            at + 1
        );
    }
    line!(text, "h{count}:\n  ret i64 %y\n}}");
    text
}

/// Loops in loops.
pub fn loop_nest(depth: usize) -> String {
    let mut text = String::from("define void @f(i64 %n, ptr %p) {\nentry:\n  br label %h0\n");
    for at in 0..depth {
        let from = if at == 0 {
            "entry".into()
        } else {
            format!("h{}", at - 1)
        };
        line!(
            text,
            "h{at}:\n  %i{at} = phi i64 [ 0, %{from} ], [ %j{at}, %t{at} ]\n  store volatile i64 %i{at}, ptr %p\n  br label %{}",
            if at + 1 == depth {
                "body".into()
            } else {
                format!("h{}", at + 1)
            }
        );
    }
    line!(
        text,
        "body:\n  store volatile i64 1, ptr %p\n  br label %t{}",
        depth - 1
    );
    for at in (0..depth).rev() {
        line!(
            text,
            "t{at}:\n  %j{at} = add i64 %i{at}, 1\n  %c{at} = icmp slt i64 %j{at}, %n\n  br i1 %c{at}, label %h{at}, label %{}",
            if at == 0 {
                "end".into()
            } else {
                format!("t{}", at - 1)
            }
        );
    }
    text.push_str("end:\n  ret void\n}\n");
    text
}

/// Loops one after the other.
pub fn loops(count: usize) -> String {
    let mut text = String::from("define void @f(i64 %n, ptr %p) {\nentry:\n  br label %h0\n");
    for at in 0..count {
        let from = if at == 0 {
            "entry".into()
        } else {
            format!("h{}", at - 1)
        };
        line!(
            text,
            "h{at}:\n  %i{at} = phi i64 [ 0, %{from} ], [ %j{at}, %h{at} ]\n  store volatile i64 %i{at}, ptr %p\n  %j{at} = add i64 %i{at}, 1\n  %c{at} = icmp slt i64 %j{at}, %n\n  br i1 %c{at}, label %h{at}, label %h{}",
            at + 1
        );
    }
    line!(text, "h{count}:\n  ret void\n}}");
    text
}

/// Each has a landing pad of its own.
pub fn invokes(count: usize) -> String {
    let mut text = String::from(
        "declare void @g(i64)\ndeclare void @h(ptr)\ndeclare i32 @__gxx_personality_v0(...)\ndefine void @f() personality ptr @__gxx_personality_v0 {\nentry:\n  br label %b0\n",
    );
    for at in 0..count {
        line!(
            text,
            "b{at}:\n  invoke void @g(i64 {at}) to label %b{} unwind label %p{at}",
            at + 1
        );
        line!(
            text,
            "p{at}:\n  %e{at} = landingpad {{ ptr, i32 }} catch ptr null\n  %x{at} = extractvalue {{ ptr, i32 }} %e{at}, 0\n  call void @h(ptr %x{at})\n  br label %b{}",
            at + 1
        );
    }
    line!(text, "b{count}:\n  ret void\n}}");
    text
}

/// Each may leave for one block, with a number of its own.
pub fn compares_and_branches(count: usize) -> String {
    let mut text = String::from("define i64 @f(i64 %x, i64 %y) {\nentry:\n  br label %b0\n");
    for at in 0..count {
        line!(
            text,
            "b{at}:\n  %a{at} = mul i64 %x, {}\n  %c{at} = icmp eq i64 %a{at}, %y\n  br i1 %c{at}, label %end, label %b{}",
            at * 5 + 3,
            at + 1
        );
    }
    line!(
        text,
        "b{count}:\n  br label %end\nend:\n  %r = phi i64 [ 0, %b{count} ]"
    );
    for at in 0..count {
        let end = text.trim_end().len();
        text.truncate(end);
        line!(text, ", [ {at}, %b{at} ]");
    }
    text.push_str("  ret i64 %r\n}\n");
    text
}

/// Each may return.
pub fn returns(count: usize) -> String {
    let mut text = String::from(
        "declare void @g(i64)\ndefine i64 @f(i64 %x, i64 %y) {\nentry:\n  br label %b0\n",
    );
    for at in 0..count {
        line!(
            text,
            "b{at}:\n  %c{at} = icmp eq i64 %x, {}\n  br i1 %c{at}, label %r{at}, label %b{}\nr{at}:\n  call void @g(i64 {})\n  ret i64 {at}",
            at * 5 + 3,
            at + 1,
            at * 11
        );
    }
    line!(text, "b{count}:\n  ret i64 %y\n}}");
    text
}
