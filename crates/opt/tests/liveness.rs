//! Liveness against its definition, computed naively, and against what executions do, on random functions.

use std::fmt::Write;

use avarice_ir::{Block, DataLayout, Function, Inst, Module, Use, Value, parse_module};
use avarice_opt::dataflow::{
    BitSet, Granularity, MEMORY_LIMIT, Node, Order, SortedSet, VariableSet,
};
use avarice_opt::interpreter::{Datum, Interpreter, Outcome};
use avarice_opt::liveness::dynamic::DynamicLiveness;
use avarice_opt::liveness::{Liveness, Problem};
use cranelift_entity::EntityRef;

/// A small generator of pseudo-random numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

/// A function of two arguments: values of the entry are used everywhere, those of other blocks in their own block
/// and by phis of successors, in loops of all kinds.
fn random_function(random: &mut Random) -> String {
    let count = 2 + random.below(10);
    let mut targets: Vec<Vec<usize>> = vec![vec![1]];
    for from in 1..count {
        let mut next = Vec::new();
        for _ in 0..random.below(3) {
            next.push(1 + (from + random.below(5)).saturating_sub(2) % (count - 1));
        }
        targets.push(next);
    }
    let mut text = String::from(
        "define i32 @f(i32 %a0, i32 %a1) {\nb0:\n  %g0 = add i32 %a0, 1\n  %g1 = mul i32 %a1, 3\n  %d0 = xor i32 %g0, 5\n  br label %b1\n",
    );
    for block in 1..count {
        let _ = writeln!(text, "b{block}:");
        let predecessors: Vec<usize> = (0..count)
            .flat_map(|from| targets[from].iter().map(move |to| (from, *to)))
            .filter(|(_, to)| *to == block)
            .map(|(from, _)| from)
            .collect();
        let mut values = vec!["%a0".to_owned(), "%a1".into(), "%g0".into(), "%g1".into()];
        if !predecessors.is_empty() {
            for phi in 0..random.below(3) {
                let choice = |from: &usize| match (*from, phi) {
                    // Also its own or another block's phi, where that has one.
                    (from, 0) => format!("[ %d{from}, %b{from} ]"),
                    (from, _) => format!("[ %g{}, %b{from} ]", from % 2),
                };
                let incoming: Vec<String> = predecessors.iter().map(choice).collect();
                let _ = writeln!(text, "  %p{block}_{phi} = phi i32 {}", incoming.join(", "));
                values.push(format!("%p{block}_{phi}"));
            }
        }
        let mut pick = || values[random.below(values.len())].clone();
        let (left, right) = (pick(), pick());
        let _ = writeln!(text, "  %d{block} = add i32 {left}, {right}");
        match targets[block].as_slice() {
            [] => drop(writeln!(text, "  ret i32 %d{block}")),
            [only] => drop(writeln!(text, "  br label %b{only}")),
            [one, other, ..] => {
                let _ = writeln!(text, "  %c{block} = icmp slt i32 %d{block}, {}", pick());
                let _ = writeln!(text, "  br i1 %c{block}, label %b{one}, label %b{other}");
            }
        }
    }
    text.push_str("}\n");
    text
}

fn module(text: &str) -> Module {
    parse_module(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn body(module: &Module) -> &Function {
    let mut bodies = module.globals.values().filter_map(|global| global.body());
    bodies.next().expect("the module has a function")
}

/// Where a use happens: at an instruction, or for a phi at the end of a block.
fn place_of_use(function: &Function, slot: Use) -> (Block, Option<Inst>) {
    let user = function.uses[slot].user;
    if function.is_phi(user) {
        let index = slot.as_u32() - function.insts[user].first_use;
        (function.inst_blocks(user)[index as usize], None)
    } else {
        let block = function.insts[user].block.expand();
        (block.expect("instructions are in blocks"), Some(user))
    }
}

/// Whether a path from the beginning of `from` reaches a use of `value` before its definition.
fn is_live_in(function: &Function, value: Value, from: Block) -> bool {
    let places: Vec<_> = function
        .uses_of(value)
        .map(|slot| place_of_use(function, slot))
        .collect();
    let def = function.def_inst(value);
    let mut seen = vec![false; function.blocks.len()];
    let mut waiting = vec![from];
    while let Some(block) = waiting.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        let mut is_defined = false;
        for inst in function.block_insts(block) {
            if places.contains(&(block, Some(inst))) {
                return true;
            }
            if def == Some(inst) {
                is_defined = true;
                break;
            }
        }
        if is_defined {
            continue;
        }
        if places.contains(&(block, None)) {
            return true;
        }
        waiting.extend_from_slice(function.successors(block));
    }
    false
}

fn members(set: &impl VariableSet, problem: &Problem) -> Vec<Value> {
    let mut values: Vec<Value> = set.iter().map(|n| problem.variables.value(n)).collect();
    values.sort();
    values
}

const ORDERS: [Order; 4] = [
    Order::Postorder,
    Order::ReversePostorder,
    Order::Layout,
    Order::Worklist,
];

/// Values live at the beginning of each node, by node.
fn live_in(problem: &Problem, how: usize) -> Vec<Vec<Value>> {
    fn all<S: VariableSet>(problem: &Problem, liveness: Liveness<S>) -> Vec<Vec<Value>> {
        let sets = liveness.live_in.iter();
        sets.map(|set| members(set, problem)).collect()
    }
    let done = "small functions need little memory";
    match how {
        0 => all(
            problem,
            problem.solve::<BitSet>(MEMORY_LIMIT, &mut ()).expect(done),
        ),
        1 => all(
            problem,
            problem
                .solve::<SortedSet>(MEMORY_LIMIT, &mut ())
                .expect(done),
        ),
        _ => all(
            problem,
            problem
                .solve_per_variable(MEMORY_LIMIT, &mut ())
                .expect(done),
        ),
    }
}

#[test]
fn all_ways_of_solving_give_what_the_definition_says() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..200 {
        let text = random_function(&mut random);
        let module = module(&text);
        let function = body(&module);
        let problem = Problem::new(function, Granularity::Block, Order::Postorder);
        let expected: Vec<Vec<Value>> = problem
            .graph
            .nodes()
            .map(|node| {
                let block = problem.graph.block(node);
                let values = problem.variables.values().iter().copied();
                let mut live: Vec<Value> = values
                    .filter(|value| is_live_in(function, *value, block))
                    .collect();
                live.sort();
                live
            })
            .collect();
        for order in ORDERS {
            for how in 0..3 {
                let problem = Problem::new(function, Granularity::Block, order);
                assert_eq!(live_in(&problem, how), expected, "{order:?} {how}\n{text}");
                let problem = Problem::new(function, Granularity::Statement, order);
                let by_statement = live_in(&problem, how);
                let first = |block: Block| problem.graph.first_node(block).map(Node::index);
                for (block, expected) in function.layout.iter().zip(&expected) {
                    let first = first(*block).expect("no block is empty");
                    assert_eq!(by_statement[first], *expected, "{order:?} {how}\n{text}");
                }
            }
        }
    }
}

/// Runs `name` on `args` and checks that what is dynamically live is statically live. Returns how the run ended and
/// what it wrote, or why it failed.
fn check_run(
    module: &Module,
    name: &str,
    args: &[Datum],
    steps: u64,
) -> Result<(Outcome, String), String> {
    let layout = DataLayout::of_module(module).expect("the layout can be read");
    let mut machine = Interpreter::new(module, &layout, DynamicLiveness::default());
    let entry = module.globals_by_name[name.as_bytes()];
    let outcome = machine.run(entry, args, steps);
    for (global, data) in module.globals.iter() {
        let (Some(function), Some(seen)) = (data.body(), machine.watch.observed(global)) else {
            continue;
        };
        let problem = Problem::new(function, Granularity::Block, Order::Postorder);
        let liveness = problem.solve::<SortedSet>(MEMORY_LIMIT, &mut ());
        let liveness = liveness.expect("small functions need little memory");
        for node in problem.graph.nodes() {
            let block = problem.graph.block(node);
            let pairs = [
                (&seen.live_in[block], &liveness.live_in[node.index()]),
                (&seen.live_out[block], &liveness.live_out[node.index()]),
            ];
            for (dynamic, fixed) in pairs {
                for value in dynamic.iter().map(Value::from_u32) {
                    let number = problem.variables.number(value).expect("it is no constant");
                    let name = data.name_str();
                    assert!(fixed.contains(number), "{value} at {block} of {name}");
                }
            }
        }
    }
    let written = String::from_utf8_lossy(machine.output()).into_owned();
    outcome
        .map(|outcome| (outcome, written))
        .map_err(|failure| failure.to_string())
}

#[test]
fn what_is_dynamically_live_is_statically_live() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..300 {
        let text = random_function(&mut random);
        let module = module(&text);
        let args = [random.below(9), random.below(9)].map(|arg| Datum::Bits(arg as u128));
        if let Err(failure) = check_run(&module, "f", &args, 500) {
            panic!("{failure}\n{text}");
        }
    }
}

/// Steps that a program may take here. Few end within them.
const STEPS: u64 = 100_000;

/// Limit of the programs in which something is unsupported before they have run this many steps.
const MAX_UNSUPPORTED: usize = 9;

#[test]
fn programs_begin_to_print_what_they_should() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs");
    let entries = std::fs::read_dir(format!("{folder}/ll/x86_64/O0")).expect("programs are there");
    let mut unsupported = Vec::new();
    for entry in entries {
        let path = entry.expect("folders can be read").path();
        let text = std::fs::read(&path).expect("programs can be read");
        let name = path.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let module = parse_module(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let args = [Datum::Bits(1), Datum::Bits(0)];
        match check_run(&module, "main", &args, STEPS) {
            Ok((outcome, written)) => {
                let expected = std::fs::read_to_string(format!("{folder}/expected/{name}.txt"));
                let expected = expected.expect("each program has its expected output");
                let is_complete = outcome != Outcome::OutOfSteps;
                let begins = expected.starts_with(&written);
                assert!(
                    begins && (!is_complete || written == expected),
                    "{name}: {written}"
                );
            }
            Err(failure) => unsupported.push(format!("{name}: {failure}")),
        }
    }
    let count = unsupported.len();
    assert!(count <= MAX_UNSUPPORTED, "{}", unsupported.join("\n"));
}
