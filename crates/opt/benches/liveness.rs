//! How the time of liveness grows with the size of a function, for each order of visits and representation of sets.
//!
//! Functions of 10^2 to 10^5 instructions, each about four times as long as the one before; after each time is its
//! ratio to the one before. Four is linear. Two shapes: *local* values, of which few cross blocks, as in most programs;
//! and *crossing* values, of which all live through the whole function, so that the sets themselves are quadratic.
//!
//! Bit sets take a bit for each value in each block, whether it lives there or not, so they are quadratic on both; lists
//! and single variables are linear where the sets are. A row ends when it gets too long.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use avarice_ir::{Function, Module, parse_module};
use avarice_opt::dataflow::{BitSet, Granularity, MEMORY_LIMIT, Order, SortedSet};
use avarice_opt::liveness::slots::{Slots, phi_places};
use avarice_opt::liveness::{Problem, strong};
use avarice_opt::uninitialized::unset_reads;
use rustix::time::{ClockId, clock_gettime};

/// How often each is timed; the fastest counts.
const ROUNDS: usize = 9;

/// Seconds of one run beyond which a row ends.
const LONG: f64 = 0.5;

/// Most that the time of what is linear may grow when the size grows by four.
const MAX_GROWTH: f64 = 4.5;

const SIZES: [usize; 6] = [100, 400, 1_600, 6_400, 25_600, 102_400];

/// Loops in a row, each with a branch in it; values cross at most to the next loop.
fn local(size: usize) -> String {
    let mut text = String::from(
        "define i32 @f(i32 %n, ptr %p) {\nentry:\n  %slot = alloca i32\n  store i32 0, ptr %slot\n  br label %h0\n",
    );
    let count = (size / 14).max(1);
    for at in 0..count {
        let before = match at {
            0 => ("0".to_owned(), "entry".to_owned()),
            _ => (format!("%r{}", at - 1), format!("j{}", at - 1)),
        };
        let _ = write!(
            text,
            "h{at}:\n  %i{at} = phi i32 [ {}, %{} ], [ %r{at}, %j{at} ]\n  %l{at} = load i32, ptr %slot\n  \
             %a{at} = add i32 %i{at}, %l{at}\n  %c{at} = icmp slt i32 %a{at}, 7\n  br i1 %c{at}, label %t{at}, label %j{at}\n\
             t{at}:\n  %b{at} = mul i32 %a{at}, %n\n  store i32 %b{at}, ptr %slot\n  br label %j{at}\n\
             j{at}:\n  %r{at} = phi i32 [ %b{at}, %t{at} ], [ %i{at}, %h{at} ]\n  %e{at} = xor i32 %r{at}, %n\n  \
             %d{at} = icmp eq i32 %e{at}, %n\n  br i1 %d{at}, label %h{at}, label %{}\n",
            before.0,
            before.1,
            if at + 1 == count {
                "end".to_owned()
            } else {
                format!("h{}", at + 1)
            },
        );
    }
    let _ = write!(text, "end:\n  ret i32 %r{}\n}}\n", count - 1);
    text
}

/// Values of the first blocks that the last blocks use, the first one first.
fn crossing(size: usize) -> String {
    let mut text = String::from("define i32 @f(i32 %n) {\nentry:\n  br label %a0\n");
    let count = (size / 5).max(1);
    for at in 0..count {
        let next = if at + 1 == count {
            "u0".to_owned()
        } else {
            format!("a{}", at + 1)
        };
        let _ = write!(
            text,
            "a{at}:\n  %v{at} = add i32 %n, {at}\n  br label %{next}\n"
        );
    }
    let mut sum = "0".to_owned();
    for at in 0..count {
        let next = if at + 1 == count {
            "end".to_owned()
        } else {
            format!("u{}", at + 1)
        };
        let _ = write!(
            text,
            "u{at}:\n  %s{at} = add i32 {sum}, %v{at}\n  br label %{next}\n"
        );
        sum = format!("%s{at}");
    }
    let _ = write!(text, "end:\n  ret i32 {sum}\n}}\n");
    text
}

fn module(text: &str) -> Module {
    parse_module(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn body(module: &Module) -> &Function {
    let mut bodies = module.globals.values().filter_map(|global| global.body());
    bodies.next().expect("the module has a function")
}

/// Processor time of this thread: other programs on the machine do not count.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Seconds of the fastest run; `None` if there is no result.
fn seconds(mut run: impl FnMut() -> bool) -> Option<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = thread_time();
        if !black_box(run()) {
            return None;
        }
        best = best.min((thread_time() - start).as_secs_f64());
        if best > LONG {
            break;
        }
    }
    Some(best)
}

/// Writes a function with about the given number of instructions.
type Make = fn(usize) -> String;

/// Something that is timed.
type Work = dyn Fn(&Module, &Function) -> bool;

/// Prints a row of times. Returns how the last one has grown, if all sizes were run.
fn row(name: &str, modules: &[Module], work: &Work) -> Option<f64> {
    print!("  {name:28}");
    let mut last: Option<f64> = None;
    let mut growth = None;
    for module in modules {
        let function = body(module);
        let time = seconds(|| work(module, function));
        let Some(time) = time else {
            println!("  too much memory");
            return None;
        };
        growth = last.map(|last| time / last);
        let factor = growth.map_or(String::new(), |growth| format!("x{growth:.1}"));
        print!("{:>11.1} us {factor:5}", time * 1e6);
        last = Some(time);
        if time > LONG {
            println!("  …");
            return None;
        }
    }
    println!();
    growth
}

fn by_blocks(function: &Function, order: Order) -> Problem {
    Problem::new(function, Granularity::Block, order)
}

/// The modules of a shape in all sizes, and what has been found of their times.
struct Shape {
    modules: Vec<Module>,
    is_linear: bool,
    is_good: bool,
}

impl Shape {
    fn new(name: &str, make: Make, is_linear: bool) -> Self {
        let modules: Vec<Module> = SIZES.iter().map(|size| module(&make(*size))).collect();
        let counts = modules.iter().map(|module| {
            let function = body(module);
            let blocks = function.layout.iter();
            let insts = blocks.map(|block| function.block_insts(*block).count());
            insts.sum::<usize>().to_string()
        });
        let counts: Vec<String> = counts.collect();
        println!("{name} values; instructions: {}", counts.join(", "));
        Self {
            modules,
            is_linear,
            is_good: true,
        }
    }

    /// Prints a row of times. If they must be linear, it is remembered if they are not.
    fn check(&mut self, name: &str, work: &Work, must_be_linear: bool) {
        let growth = row(name, &self.modules, work);
        let is_too_much = growth.is_none_or(|growth| growth > MAX_GROWTH);
        if must_be_linear && self.is_linear && is_too_much {
            println!("    grows too fast");
            self.is_good = false;
        }
    }

    /// Liveness in all ways.
    fn liveness(&mut self) {
        let orders = [
            ("postorder", Order::Postorder),
            ("rpo", Order::ReversePostorder),
            ("layout", Order::Layout),
            ("worklist", Order::Worklist),
        ];
        for (name, order) in orders {
            // Against the flow, each round takes facts one block further.
            let is_with_flow = matches!(order, Order::Postorder | Order::Worklist);
            self.check(
                &format!("{name}, bits"),
                &move |_, f| {
                    by_blocks(f, order)
                        .solve::<BitSet>(MEMORY_LIMIT, &mut ())
                        .is_ok()
                },
                false,
            );
            self.check(
                &format!("{name}, sorted"),
                &move |_, f| {
                    by_blocks(f, order)
                        .solve::<SortedSet>(MEMORY_LIMIT, &mut ())
                        .is_ok()
                },
                is_with_flow,
            );
            self.check(
                &format!("{name}, per variable"),
                &move |_, f| {
                    by_blocks(f, order)
                        .solve_per_variable(MEMORY_LIMIT, &mut ())
                        .is_ok()
                },
                order == Order::Worklist,
            );
        }
        self.check(
            "statements, sorted",
            &|_, f| {
                let problem = Problem::new(f, Granularity::Statement, Order::Postorder);
                problem.solve::<SortedSet>(MEMORY_LIMIT, &mut ()).is_ok()
            },
            true,
        );
    }

    /// What is built on liveness, and the other analyses.
    fn others(&mut self) {
        self.check(
            "dead code",
            &|module, f| {
                let problem = by_blocks(f, Order::Layout);
                strong::needed(module, f, &problem.variables).is_ok()
            },
            true,
        );
        self.check(
            "unset memory",
            &|module, f| unset_reads(module, f).is_ok(),
            true,
        );
        self.check(
            "phi places",
            &|module, f| phi_places(f, &Slots::new(module, f)).is_ok(),
            true,
        );
    }
}

fn main() {
    // `cargo test` runs benches too, where times mean nothing.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let mut is_good = true;
    let shapes: [(&str, Make, bool); 2] = [("local", local, true), ("crossing", crossing, false)];
    for (name, make, is_linear) in shapes {
        let mut shape = Shape::new(name, make, is_linear);
        shape.liveness();
        shape.others();
        is_good &= shape.is_good;
    }
    assert!(is_good, "something grows faster than it should");
}
