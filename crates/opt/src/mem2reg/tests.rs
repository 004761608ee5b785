//! Placement of phis, computed in two ways and by the definition, on random graphs of blocks.

use std::fmt::Write;

use avarice_ir::{Block, Function, Module, parse_module};

use super::PromoteMemory;

/// Slots of a function.
const SLOTS: usize = 3;

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

/// A function whose blocks load from slots and store to them, with loops of all kinds and blocks that nothing reaches.
fn random_function(random: &mut Random) -> Module {
    let count = 3 + random.below(16);
    let mut text = String::from("define void @f(i1 %c, i32 %x) {\nb0:\n");
    for slot in 0..SLOTS {
        let _ = writeln!(text, "  %s{slot} = alloca i32");
    }
    for block in 0..count {
        if block > 0 {
            let _ = writeln!(text, "b{block}:");
        }
        for access in 0..random.below(3) {
            let slot = random.below(SLOTS);
            let _ = match random.below(3) {
                0 => writeln!(text, "  store i32 %x, ptr %s{slot}"),
                _ => writeln!(text, "  %l{block}_{access} = load i32, ptr %s{slot}"),
            };
        }
        // Mostly near, so that dominator trees get deep.
        let mut near = || 1 + (block + random.below(6)).saturating_sub(2) % (count - 1);
        let (one, other) = (near(), near());
        let _ = match random.below(8) {
            0 => writeln!(text, "  ret void"),
            1 | 2 => writeln!(text, "  br label %b{one}"),
            _ => writeln!(text, "  br i1 %c, label %b{one}, label %b{other}"),
        };
    }
    text.push_str("}\n");
    parse_module(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn with_random_functions(
    mut check: impl FnMut(&mut PromoteMemory, &Module, &Function, &mut Random),
) {
    let mut random = Random(88_172_645_463_325_252);
    let mut pass = PromoteMemory::default();
    for _ in 0..500 {
        let module = random_function(&mut random);
        let mut bodies = module.globals.values().filter_map(|global| global.body());
        let function = bodies.next().expect("the module has a function");
        pass.prepare(function);
        check(&mut pass, &module, function, &mut random);
    }
}

/// Blocks where `definitions` meet, with those meetings that are wanted, by the definition of the dominance frontier.
fn frontier_by_definition(
    pass: &PromoteMemory,
    function: &Function,
    mut definitions: Vec<Block>,
    wanted: &[Block],
) -> Vec<Block> {
    let mut found = Vec::new();
    definitions.retain(|block| pass.tree.is_reachable(*block));
    while let Some(definition) = definitions.pop() {
        for block in wanted {
            let mut predecessors = pass.cfg.predecessors(*block).iter();
            let meets = !pass.tree.strictly_dominates(definition, *block)
                && predecessors.any(|from| {
                    pass.cfg.is_reachable(*from) && pass.tree.dominates(definition, *from)
                });
            if meets && !found.contains(block) {
                found.push(*block);
                definitions.push(*block);
            }
        }
    }
    found.sort_unstable_by_key(|block| function.layout.iter().position(|at| at == block));
    found
}

#[test]
fn frontiers_are_those_of_the_definition() {
    let mut num_found = 0;
    with_random_functions(|pass, _, function, random| {
        for _ in 0..4 {
            let mut choose = |one_in: usize| {
                let mut blocks = function.layout.clone();
                blocks.retain(|_| random.below(one_in) == 0);
                blocks
            };
            let definitions = choose(4);
            let wanted = match choose(2) {
                some if some.len() % 2 == 0 => some,
                _ => function.layout.clone(),
            };
            let mut found = Vec::new();
            let is_wanted = |block| wanted.contains(&block);
            let given = definitions.iter().copied();
            pass.frontier.find(&pass.tree, given, is_wanted, &mut found);
            found.sort_unstable_by_key(|block| pass.block_positions[*block]);
            let expected = frontier_by_definition(pass, function, definitions, &wanted);
            assert_eq!(found, expected);
            num_found += found.len();
        }
    });
    assert!(num_found > 1000, "{num_found}");
}

#[test]
fn phis_are_needed_in_the_same_blocks_if_the_search_for_live_blocks_gives_up() {
    let (mut num_placed, mut num_dropped) = (0, 0);
    let mut candidates = Vec::new();
    with_random_functions(|pass, module, function, _| {
        pass.collect(module, function, &mut candidates);
        for candidate in &candidates {
            pass.list_accesses(&mut function.clone(), *candidate);
            let [in_full, given_up] = [usize::MAX, 0].map(|budget| {
                pass.find_places(function, budget);
                pass.places
                    .sort_unstable_by_key(|block| pass.block_positions[*block]);
                pass.places.clone()
            });
            assert_eq!(in_full, given_up);
            num_placed += in_full.len();
            let stores = pass.shortcuts.stores.iter();
            let definitions = stores.filter_map(|(_, store)| function.insts[*store].block.expand());
            pass.frontier
                .find(&pass.tree, definitions, |_| true, &mut pass.places);
            num_dropped += pass.places.len() - in_full.len();
        }
    });
    assert!(
        num_placed > 300 && num_dropped > 300,
        "{num_placed}, {num_dropped}"
    );
}
