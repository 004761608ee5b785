//! How the time of passes on LLVM IR grows with the size of a function, and what LLVM's passes of the same names
//! take.
//!
//! Functions are generated in several shapes, of about 10^2 to 10^5 instructions as a front end writes them
//! without optimization: all variables live in stack slots. Each pass runs on what the passes before it in the
//! table leave; it is made once and keeps its memory, as in a pipeline.
//!
//! All sizes are the same amount of work: a module has either one function of 10^5 instructions, or four of a quarter
//! of that, and so on to a thousand of 10^2, and a pass processes all functions before the next one begins. So
//! functions of any size are cold when a pass reaches them. (One small function, timed repeatedly, stays in the
//! first-level cache, and then even `(look)`, which only looks at each instruction, "grows" by ten and more where a
//! function first has to be loaded from memory. That is a property of the machine, not of the pass.) Modules are copied
//! before the time is taken, sizes alternate, and the fastest time of each counts.
//!
//! A growth is what a function takes that is four times as large: four times the time for an instruction of the
//! larger function to that of the smaller one. Four is linear. What stays in the numbers is the function itself with what a pass
//! keeps about it: that is about 120 bytes an instruction and as much again, so that 400 instructions are in the first cache
//! and 6,400 in the second while a pass works on them, and 10^5 in neither. A step from one to the next takes four times as long and
//! up to half as much again where a pass goes from definitions to uses far away; by instructions counted (`once`,
//! under a profiler) it does not.
//!
//! Where the program that `OPT` names (or `opt-19`) can be run, `mem2reg` and `sccp` are timed beside its own on the
//! largest function of each shape, in turns.
//!
//! With the name of a shape and a size, the text of that function is printed instead, for timing another program; with
//! `once` after them, the passes run once on it, so that a profiler can count instructions.

use std::fmt::Write;
use std::hint::black_box;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use avarice_ir::{Function, Global, Module, parse_module};
use avarice_opt::Log;
use avarice_opt::pass::MakePass;
use avarice_opt::pass::{FunctionPass, ModulePass};
use avarice_opt::registry;
use cranelift_entity::EntityRef;
use rustix::time::{ClockId, clock_gettime};

/// Runs of which the fastest counts.
const ROUNDS: usize = 15;

/// What takes fewer seconds for an instruction does not look at instructions, and has no growth.
const LEAST: f64 = 1e-9;

/// Sizes of a function, each four times the one before.
const SIZES: usize = 6;

/// Looks at each instruction once and changes nothing: how time grows by memory alone.
const LOOK: &str = "(look)";

/// Passes in the order in which they run.
const PASSES: [&str; 19] = [
    LOOK,
    "mem2reg",
    "sroa",
    "early-cse",
    "sccp",
    "instsimplify",
    "instcombine",
    "simplifycfg",
    LOOK,
    "dce",
    "inline",
    "loop-simplify",
    "loop-rotate",
    "licm",
    "indvars",
    "loop-unroll-full",
    "loop-unroll",
    "adce",
    "globaldce",
];

/// A shape: its name, its maker, and the number of repetitions that makes about 100 instructions.
/// The maker's text has the function, which is named `@f`, then what that calls.
type Shape = (&'static str, fn(usize) -> String, usize);

const SHAPES: &[Shape] = &[
    ("one block", one_block, 25),
    ("diamonds, 8 variables", diamonds, 6),
    ("diamonds, own variables", own_variables, 6),
    ("loops, 4 variables", loops, 6),
    ("loops in loops", nest, 6),
    ("one join of many", predecessors, 12),
    ("diamonds in a loop", diamonds_in_loop, 6),
    ("counted loops", counted_loops, 5),
    ("structs", structs, 7),
    ("calls", calls, 25),
];

/// The start of a function with this many variables, all set.
fn begin(variables: usize) -> String {
    let mut text = String::from("define i32 @f(i32 %x) {\nentry:\n");
    for at in 0..variables {
        let _ = writeln!(text, "  %v{at} = alloca i32, align 4");
    }
    for at in 0..variables {
        let _ = writeln!(text, "  store i32 %x, ptr %v{at}, align 4");
    }
    text
}

/// The end, which returns a combination of all variables, so that each of them is needed to the end.
fn end(text: &mut String, variables: usize) {
    text.push_str("  %result0 = load i32, ptr %v0, align 4\n");
    for at in 1..variables {
        let _ = writeln!(
            text,
            "  %l{at} = load i32, ptr %v{at}, align 4\n  %result{at} = xor i32 %result{}, %l{at}",
            at - 1
        );
    }
    let _ = writeln!(text, "  ret i32 %result{}\n}}", variables - 1);
}

/// Adds one variable to another: four instructions.
fn update(text: &mut String, id: usize, from: usize, to: usize) {
    let _ = writeln!(
        text,
        "  %a{id} = load i32, ptr %v{from}, align 4\n  %b{id} = load i32, ptr %v{to}, align 4\n  %c{id} = add i32 %a{id}, %b{id}\n  store i32 %c{id}, ptr %v{to}, align 4"
    );
}

fn one_block(count: usize) -> String {
    let mut text = begin(4);
    for at in 0..count {
        update(&mut text, at, at % 4, (at + 1) % 4);
    }
    end(&mut text, 4);
    text
}

/// Diamonds in a row; the arms of each change two variables, of which `variable` gives the numbers.
fn diamonds_of(count: usize, variables: usize, variable: impl Fn(usize) -> usize) -> String {
    let mut text = begin(variables);
    text.push_str("  br label %head0\n");
    for at in 0..count {
        let _ = writeln!(
            text,
            "head{at}:\n  %t{at} = load i32, ptr %v{}, align 4\n  %k{at} = icmp slt i32 %t{at}, {at}\n  br i1 %k{at}, label %left{at}, label %right{at}\nleft{at}:",
            variable(at)
        );
        update(&mut text, 2 * at, variable(at), variable(at + 1));
        let _ = writeln!(text, "  br label %head{}\nright{at}:", at + 1);
        update(&mut text, 2 * at + 1, variable(at), variable(at + 2));
        let _ = writeln!(text, "  br label %head{}", at + 1);
    }
    let _ = writeln!(text, "head{count}:");
    end(&mut text, variables);
    text
}

fn diamonds(count: usize) -> String {
    diamonds_of(count, 8, |at| at % 8)
}

fn own_variables(count: usize) -> String {
    diamonds_of(count, count + 2, |at| at)
}

/// Loops one after the other.
fn loops(count: usize) -> String {
    let mut text = begin(4);
    text.push_str("  br label %loop0\n");
    for at in 0..count {
        let _ = writeln!(text, "loop{at}:");
        for variable in 0..3 {
            update(&mut text, 3 * at + variable, variable, variable + 1);
        }
        let next = at + 1;
        let _ = writeln!(
            text,
            "  %t{at} = load i32, ptr %v{}, align 4\n  %k{at} = icmp slt i32 %t{at}, 100\n  br i1 %k{at}, label %loop{at}, label %loop{next}",
            at % 4
        );
    }
    let _ = writeln!(text, "loop{count}:");
    end(&mut text, 4);
    text
}

/// Loops in each other, at most six deep, then the next such nest; each has a counter of its own.
fn nest(count: usize) -> String {
    const DEPTH: usize = 6;
    let mut text = begin(count + 1);
    // The first nest is come to as the others are: by a branch.
    let _ = writeln!(
        text,
        "  %first = icmp slt i32 %x, 100\n  br i1 %first, label %in0, label %in{count}"
    );
    let mut at = 0;
    while at < count {
        let last = (at + DEPTH).min(count);
        for level in at..last {
            let _ = writeln!(text, "in{level}:");
            update(&mut text, 2 * level, level, level + 1);
            if level + 1 < last {
                let _ = writeln!(text, "  br label %in{}", level + 1);
            } else {
                let _ = writeln!(text, "  br label %out{level}");
            }
        }
        for level in (at..last).rev() {
            let _ = writeln!(text, "out{level}:");
            update(&mut text, 2 * level + 1, level + 1, level);
            let next = if level == at {
                format!("in{last}")
            } else {
                format!("out{}", level - 1)
            };
            let _ = writeln!(
                text,
                "  %k{level} = icmp slt i32 %c{}, 100\n  br i1 %k{level}, label %in{level}, label %{next}",
                2 * level + 1
            );
        }
        at = last;
    }
    let _ = writeln!(text, "in{count}:");
    end(&mut text, 1);
    text
}

/// Many blocks that set a variable and go to one join.
fn predecessors(count: usize) -> String {
    let mut text = begin(2);
    text.push_str("  br label %head0\n");
    for at in 0..count {
        let next = at + 1;
        let _ = writeln!(
            text,
            "head{at}:\n  %t{at} = load i32, ptr %v1, align 4\n  %k{at} = icmp slt i32 %t{at}, {at}\n  br i1 %k{at}, label %side{at}, label %head{next}\nside{at}:\n  %s{at} = add i32 %t{at}, {at}\n  store i32 %s{at}, ptr %v0, align 4\n  br label %join"
        );
    }
    let _ = writeln!(text, "head{count}:\n  br label %join\njoin:");
    end(&mut text, 2);
    text
}

/// Diamonds with variables of their own, all in one loop.
fn diamonds_in_loop(count: usize) -> String {
    let text = own_variables(count);
    let (before, end) = text
        .split_once(&format!("head{count}:\n"))
        .expect("the last label");
    format!(
        "{before}head{count}:\n  %again = load i32, ptr %v{count}, align 4\n  %k = icmp slt i32 %again, 100\n  br i1 %k, label %head0, label %end\nend:\n{end}"
    )
}

/// Loops with counters of their own, of which every other makes few rounds.
fn counted_loops(count: usize) -> String {
    let mut text = begin(2);
    for at in 0..count {
        let _ = writeln!(text, "  %i{at} = alloca i32, align 4");
    }
    text.push_str("  br label %before0\n");
    for at in 0..count {
        let (next, rounds) = (at + 1, if at % 2 == 0 { 4 } else { 1000 });
        let _ = writeln!(
            text,
            "before{at}:\n  store i32 0, ptr %i{at}, align 4\n  br label %loop{at}\nloop{at}:\n  %n{at} = load i32, ptr %i{at}, align 4\n  %k{at} = icmp slt i32 %n{at}, {rounds}\n  br i1 %k{at}, label %body{at}, label %before{next}\nbody{at}:"
        );
        update(&mut text, 2 * at, 1, 0);
        update(&mut text, 2 * at + 1, 0, 1);
        let _ = writeln!(
            text,
            "  %m{at} = load i32, ptr %i{at}, align 4\n  %s{at} = add nsw i32 %m{at}, 1\n  store i32 %s{at}, ptr %i{at}, align 4\n  br label %loop{at}"
        );
    }
    let _ = writeln!(text, "before{count}:");
    end(&mut text, 2);
    text
}

/// Structs in stack slots whose fields are set, copied to the next one, and read.
fn structs(count: usize) -> String {
    const TYPE: &str = "{ i32, i32, i64 }";
    let mut text = begin(1);
    for at in 0..=count {
        let _ = writeln!(text, "  %s{at} = alloca {TYPE}, align 8");
    }
    for at in 0..count {
        let next = at + 1;
        let _ = writeln!(
            text,
            "  %p{at} = getelementptr {TYPE}, ptr %s{at}, i32 0, i32 1\n  store i32 %x, ptr %p{at}, align 4\n  store i32 {at}, ptr %s{at}, align 4\n  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %s{next}, ptr align 8 %s{at}, i64 16, i1 false)\n  %q{at} = getelementptr {TYPE}, ptr %s{next}, i32 0, i32 1\n  %r{at} = load i32, ptr %q{at}, align 4"
        );
        let _ = writeln!(
            text,
            "  %t{at} = load i32, ptr %v0, align 4\n  %u{at} = add i32 %t{at}, %r{at}\n  store i32 %u{at}, ptr %v0, align 4"
        );
    }
    end(&mut text, 1);
    text.push_str("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
    text
}

/// Calls of small functions.
fn calls(count: usize) -> String {
    let mut text = begin(8);
    for at in 0..count {
        let (from, to) = (at % 8, (at * 3 + 1) % 8);
        let _ = writeln!(
            text,
            "  %a{at} = load i32, ptr %v{from}, align 4\n  %b{at} = load i32, ptr %v{to}, align 4\n  %c{at} = call i32 @g{}(i32 %a{at}, i32 %b{at})\n  store i32 %c{at}, ptr %v{to}, align 4",
            at % 2
        );
    }
    end(&mut text, 8);
    text.push_str(
        "define internal i32 @g0(i32 %a, i32 %b) {\n  %m = mul i32 %a, %b\n  %r = xor i32 %m, %a\n  ret i32 %r\n}\n",
    );
    text.push_str(
        "define internal i32 @g1(i32 %a, i32 %b) {\n  %k = icmp slt i32 %a, %b\n  br i1 %k, label %less, label %end\nless:\n  %s = sub i32 %b, %a\n  br label %end\nend:\n  %r = phi i32 [ %s, %less ], [ %a, %0 ]\n  ret i32 %r\n}\n",
    );
    text
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        time.tv_nsec.unsigned_abs() as u32,
    )
}

/// A pass with its memory.
enum Made {
    Function(Box<dyn FunctionPass>),
    Module(Box<dyn ModulePass>),
}

/// The pass [`LOOK`]: finds results that are not used, which is how many passes begin.
struct Look;

impl FunctionPass for Look {
    fn run(&mut self, _: &mut Module, _: Global, function: &mut Function, _: &mut Log) -> bool {
        let mut count = 0;
        for block in &function.layout {
            let results = function
                .block_insts(*block)
                .filter_map(|inst| function.insts[inst].result.expand());
            count += results.filter(|value| function.is_unused(*value)).count();
        }
        black_box(count);
        false
    }
}

fn make_passes() -> [Made; PASSES.len()] {
    PASSES.map(|name| {
        if name == LOOK {
            return Made::Function(Box::new(Look));
        }
        match registry::find(name).expect("a pass of the table").make {
            MakePass::Function(make) => Made::Function(make()),
            MakePass::Module(make) => Made::Module(make()),
        }
    })
}

/// Runs a pass on all functions of a module.
fn run(pass: &mut Made, module: &mut Module) {
    let mut log = Log::default();
    match pass {
        Made::Function(pass) => {
            for index in 0..module.globals.len() {
                let function = Global::new(index);
                module.with_body(function, |module, body| {
                    pass.run(module, function, body, &mut log)
                });
            }
        }
        Made::Module(pass) => {
            pass.run(module, &|_, _| false, &mut log);
        }
    }
}

/// Runs the passes once, and gives the time of each.
fn round(passes: &mut [Made; PASSES.len()], module: &Module) -> [Duration; PASSES.len()] {
    let mut module = module.clone();
    let times = passes.each_mut().map(|pass| {
        let start = processor_time();
        run(pass, &mut module);
        processor_time() - start
    });
    black_box(&module);
    times
}

/// By module, the fastest time of each pass.
fn time<const N: usize>(modules: &[Module; N]) -> [[Duration; PASSES.len()]; N] {
    let mut passes = make_passes();
    let mut best = [[Duration::MAX; PASSES.len()]; N];
    for _ in 0..ROUNDS {
        for (module, best) in modules.iter().zip(&mut best) {
            for (time, best) in round(&mut passes, module).iter().zip(best) {
                *best = (*best).min(*time);
            }
        }
    }
    best
}

fn parse(text: &str) -> Module {
    parse_module(text.as_bytes()).expect("bench input is right")
}

/// A module of `functions` functions, each with `size` repetitions.
fn module_of(make: fn(usize) -> String, functions: usize, size: usize) -> Module {
    let text = make(size);
    let (function, called) = text.split_at(text.find("\n}\n").expect("its end") + 3);
    let copies = (0..functions).map(|at| function.replacen("@f(", &format!("@f{at}("), 1));
    parse(&(copies.collect::<String>() + called))
}

/// Number of instructions of a module.
fn num_insts(module: &Module) -> usize {
    let bodies = module.globals.values().filter_map(|data| data.body());
    bodies.map(|body| body.insts.len()).sum()
}

/// Passes that are timed beside LLVM's: the name, its place in [`PASSES`], LLVM's pipeline and the names in its report.
const COMPARED: [(&str, usize, &str, &[&str]); 2] = [
    (
        "mem2reg",
        1,
        "-passes=mem2reg",
        // Its dominator tree included.
        &["PromotePass", "DominatorTreeAnalysis"],
    ),
    ("sccp", 4, "-passes=mem2reg,sccp", &["SCCPPass"]),
];

/// What LLVM's passes take; `None` if there is no such program.
fn time_of_opt(text: &str, pipeline: &str, passes: &[&str]) -> Option<Duration> {
    let program = std::env::var_os("OPT").unwrap_or_else(|| "opt-19".into());
    let mut child = Command::new(program)
        .args([pipeline, "-time-passes", "-disable-output", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let mut total = Duration::ZERO;
    for line in report.lines() {
        if passes.iter().any(|pass| line.ends_with(pass)) {
            // The column of user and system time is the third: `0.0012 ( 58.6%)` each.
            let seconds = line.split('(').nth(2)?.split_whitespace().last()?;
            total += Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
        }
    }
    Some(total)
}

/// Does what the arguments of the program ask for; false if there are none.
fn run_arguments() -> bool {
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let (Some(wanted), Some(size)) = (arguments.next(), arguments.next()) else {
        return false;
    };
    let shape = SHAPES.iter().find(|shape| shape.0.contains(&wanted));
    let size = size.parse().expect("a size");
    let text = shape.expect("a part of a shape's name").1(size);
    if arguments.next().is_some_and(|word| word == "once") {
        let mut module = parse(&text);
        make_passes()
            .iter_mut()
            .for_each(|pass| run(pass, &mut module));
    } else {
        print!("{text}");
    }
    true
}

/// Puts our times beside LLVM's.
fn compare(name: &str, text: &str) {
    for (pass_name, pass, pipeline, passes) in COMPARED {
        let mut rounds = (0..ROUNDS).map_while(|_| time_of_opt(text, pipeline, passes));
        if let Some(mut theirs) = rounds.next() {
            // It takes half a minute where slots live long; once is enough then.
            if theirs < Duration::from_secs(1) {
                theirs = rounds.fold(theirs, Duration::min);
            }
            let ours = time(&[parse(text)])[0][pass];
            let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
            println!("{name:26} {pass_name} of opt {theirs:10.2?}, ours {ours:.2?}: {ratio:.2}");
        }
    }
}

fn main() {
    if run_arguments() {
        return;
    }
    println!(
        "{:26} {:16} {:>12} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "shape", "pass", "largest", "100-", "400-", "1600-", "6400-", "25600-"
    );
    for (name, make, size) in SHAPES {
        let modules: [Module; SIZES] = std::array::from_fn(|step| {
            let functions = 1 << (2 * (SIZES - 1 - step));
            module_of(*make, functions, size << (2 * step))
        });
        let times = time(&modules);
        let insts = modules.each_ref().map(num_insts);
        for (pass, pass_name) in PASSES.iter().enumerate() {
            let largest = times[SIZES - 1][pass];
            print!("{name:26} {pass_name:16} {largest:12.2?}");
            let per_inst = |step: usize| times[step][pass].as_secs_f64() / insts[step] as f64;
            for step in 1..SIZES {
                if per_inst(step) < LEAST {
                    print!(" {:>8}", "-");
                } else {
                    print!(" {:8.2}", 4.0 * per_inst(step) / per_inst(step - 1));
                }
            }
            println!();
        }
        compare(name, &make(size << (2 * (SIZES - 1))));
    }
}
