//! Statements with blocks of their own: branches, loops, switches and indirect branches.

use super::function::{Function, Value};
use super::integers::condition;
use super::types::{Type, integer, integer_text};

/// Any statement of control flow.
pub fn statement(f: &mut Function) {
    match f.random.weighted(&[10, 6, 5, 2]) {
        0 => branch(f),
        1 => repeat(f),
        2 => switch(f),
        _ => indirect(f),
    }
}

/// The types of the values that come out of the blocks, and a number for their labels.
fn outcome(f: &mut Function) -> (Vec<Type>, u32) {
    let count = f.random.below(3) + 1;
    let types = (0..count).map(|_| f.ty(|_| true)).collect();
    (types, f.number())
}

/// Writes a block that ends with a branch to `end`; what it makes of `types`, and the label of its last block.
fn arm(f: &mut Function, label: &str, end: &str, types: &[Type]) -> (Vec<Value>, String) {
    let mark = f.enter();
    f.block(label);
    let count = f.random.below(5);
    f.statements(count);
    let values = types.iter().map(|ty| f.value(*ty)).collect();
    f.leave(mark);
    f.line(format!("br label %{end}"));
    (values, f.label.clone())
}

/// Begins the block in which arms meet, with a phi of each value.
fn meet(f: &mut Function, end: &str, types: &[Type], arms: &[(Vec<Value>, String)]) {
    f.block(end);
    for (index, ty) in types.iter().enumerate() {
        let incoming: Vec<String> = arms
            .iter()
            .map(|(values, label)| format!("[ {}, %{label} ]", values[index].text))
            .collect();
        let value = f.emit(*ty, format!("phi {ty} {}", incoming.join(", ")));
        f.keep(value);
    }
}

fn branch(f: &mut Function) {
    let condition = condition(f);
    let (types, number) = outcome(f);
    let [then, other, end] = ["then", "else", "end"].map(|name| format!("{name}{number}"));
    let is_triangle = f.random.chance(35);
    let from = f.label.clone();
    let kept: Vec<Value> = types.iter().map(|ty| f.value(*ty)).collect();
    let otherwise = if is_triangle { &end } else { &other };
    let (one, two) = match f.random.chance(50) {
        true => (&then, otherwise),
        false => (otherwise, &then),
    };
    f.line(format!(
        "br i1 {}, label %{one}, label %{two}",
        condition.text
    ));
    let first = arm(f, &then, &end, &types);
    let second = match is_triangle {
        true => (kept, from),
        false => arm(f, &other, &end, &types),
    };
    meet(f, &end, &types, &[first, second]);
}

/// A loop that goes around a few times.
fn repeat(f: &mut Function) {
    let (types, number) = outcome(f);
    let counter = Type::int(f.random.pick(&[8, 16, 32, 64, 33]));
    let limit = rounds(f, counter, number);
    let initial: Vec<Value> = types.iter().map(|ty| f.value(*ty)).collect();
    let factor = f.value(counter);
    let (head, from) = (format!("loop{number}"), f.label.clone());
    f.line(format!("br label %{head}"));
    let mark = f.enter();
    f.block(&head);
    let next = format!("%next{number}");
    // The body decides which block the loop continues from, so the phis are written after a placeholder for it.
    let last = format!("again{number}");
    let index = f.emit(
        counter,
        format!("phi {counter} [ 0, %{from} ], [ {next}, %{last} ]"),
    );
    let carried: Vec<Value> = initial
        .iter()
        .enumerate()
        .map(|(at, value)| {
            let text = format!(
                "phi {} [ {}, %{from} ], [ %carried{number}.{at}, %{last} ]",
                value.ty, value.text
            );
            f.emit(value.ty, text)
        })
        .collect();
    for value in carried.into_iter().chain([index.clone()]) {
        f.keep(value);
    }
    for _ in 0..f.random.pick(&[0, 0, 1, 3]) {
        count(f, &index, &factor);
    }
    let count = f.random.below(6) + 1;
    f.statements(count);
    let results: Vec<Value> = types.iter().map(|ty| f.value(*ty)).collect();
    f.leave(mark);
    f.line(format!("br label %{last}"));
    f.block(&last);
    for (at, result) in results.iter().enumerate() {
        let ty = result.ty;
        f.line(format!(
            "%carried{number}.{at} = freeze {ty} {} ; {ty}",
            result.text
        ));
    }
    f.line(format!(
        "{next} = add {counter} {}, 1 ; {counter}",
        index.text
    ));
    let goes_on = f.emit(
        Type::int(1),
        format!("icmp ult {counter} {next}, {}", limit.text),
    );
    f.line(format!(
        "br i1 {}, label %{head}, label %left{number}",
        goes_on.text
    ));
    f.block(&format!("left{number}"));
    for (at, ty) in types.iter().enumerate() {
        f.keep(Value {
            text: format!("%carried{number}.{at}"),
            ty: *ty,
        });
    }
}

/// How often a loop goes around: once to seven times.
fn rounds(f: &mut Function, counter: Type, number: u32) -> Value {
    match f.random.chance(50) {
        true => f.splat(counter, i128::from(number % 7 + 1)),
        false => {
            let any = f.value(counter);
            let few = f.emit(counter, format!("and {counter} {}, 7", any.text));
            f.emit(counter, format!("or {counter} {}, 1", few.text))
        }
    }
}

/// A product of a loop's counter, or an element that it is the index of. The counter is at most 6.
fn count(f: &mut Function, counter: &Value, factor: &Value) {
    let ty = counter.ty;
    let ahead = f.random.below(3);
    let sum = match ahead {
        0 => counter.clone(),
        _ => f.emit(ty, format!("add {ty} {}, {ahead}", counter.text)),
    };
    if ty == Type::int(64) && f.random.chance(60) {
        let (size, byte) = (f.random.pick(&[3, 12, 16, 24]), f.random.below(3));
        let at = f.define(
            "ptr",
            format!(
                "getelementptr [{size} x i8], ptr %mem, i64 {}, i64 {byte}",
                sum.text
            ),
        );
        let loaded = f.emit(ty, format!("load i64, ptr {at}, align 1"));
        return f.keep(loaded);
    }
    let factor = match f.random.chance(50) {
        true => factor.clone(),
        false => {
            let number = f.random.pick(&[12, 7, 100, 80, -24]);
            f.splat(ty, number)
        }
    };
    let (one, other) = match f.random.chance(50) {
        true => (&sum, &factor),
        false => (&factor, &sum),
    };
    let product = f.emit(ty, format!("mul {ty} {}, {}", one.text, other.text));
    f.keep(product);
}

fn switch(f: &mut Function) {
    let bits = f.random.pick(&[7, 8, 16, 32, 32, 64, 48, 128]);
    let ty = Type::int(bits);
    let any = f.value(ty);
    let value = match f.random.chance(70) {
        true => {
            let most = f.random.pick(&[3, 7, 15, 31]);
            f.emit(ty, format!("and {ty} {}, {most}", any.text))
        }
        false => any,
    };
    let (types, number) = outcome(f);
    let end = format!("end{number}");
    let count = f.random.below(14) + 1;
    let mut numbers: Vec<i128> = (0..count)
        .map(|at| match f.random.chance(70) {
            true => i128::from(at),
            false => integer(&mut f.random, bits),
        })
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let targets = f.random.below(4.min(numbers.len() as u32)) + 1;
    let cases: Vec<String> = numbers
        .iter()
        .enumerate()
        .map(|(at, case)| {
            // Each is reached.
            let target = match at < targets as usize {
                true => at as u32,
                false => f.random.below(targets),
            };
            format!(
                "{ty} {}, label %case{number}.{target}",
                integer_text(*case, bits)
            )
        })
        .collect();
    f.line(format!(
        "switch {ty} {}, label %default{number} [ {} ]",
        value.text,
        cases.join(" ")
    ));
    let mut arms = Vec::new();
    for target in 0..targets {
        arms.push(arm(f, &format!("case{number}.{target}"), &end, &types));
    }
    arms.push(arm(f, &format!("default{number}"), &end, &types));
    meet(f, &end, &types, &arms);
}

/// A branch to one of some blocks whose addresses are in a table.
fn indirect(f: &mut Function) {
    let (types, number) = outcome(f);
    let end = format!("end{number}");
    let labels: Vec<String> = (0..4).map(|at| format!("place{number}.{at}")).collect();
    let addresses: Vec<String> = labels
        .iter()
        .map(|label| format!("ptr blockaddress(@{}, %{label})", f.name))
        .collect();
    let table = format!("@{}.blocks{number}", f.name);
    f.globals.push(format!(
        "{table} = private unnamed_addr constant [4 x ptr] [{}]",
        addresses.join(", ")
    ));
    let index = super::aggregates::memory_index(f, 4);
    let at = f.define(
        "ptr",
        format!("getelementptr [4 x ptr], ptr {table}, i64 0, {index}"),
    );
    let target = f.define("ptr", format!("load ptr, ptr {at}"));
    let targets: Vec<String> = labels
        .iter()
        .map(|label| format!("label %{label}"))
        .collect();
    f.line(format!("indirectbr ptr {target}, [{}]", targets.join(", ")));
    let arms: Vec<_> = labels
        .iter()
        .map(|label| arm(f, label, &end, &types))
        .collect();
    meet(f, &end, &types, &arms);
}
