//! CFG, dominators and loops against their definitions, computed naively, on random graphs.

use std::collections::BTreeSet;

use avarice_ir::cfg::Cfg;
use avarice_ir::{Block, DominatorTree, Function, InstKind, LoopInfo, TypeTable};
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

/// A function whose blocks have these successors.
fn function(edges: &[Vec<usize>]) -> Function {
    let mut function = Function::new();
    let blocks: Vec<Block> = edges.iter().map(|_| function.append_block(b"")).collect();
    for (from, targets) in edges.iter().enumerate() {
        let targets: Vec<Block> = targets.iter().map(|to| blocks[*to]).collect();
        let kind = match targets.len() {
            0 => InstKind::Unreachable,
            1 => InstKind::Br,
            _ => InstKind::IndirectBr,
        };
        let inst = function.create_inst(kind, TypeTable::VOID, false, &[], &targets);
        function.append_inst(blocks[from], inst);
    }
    function
}

/// Random edges, none to the entry; about a sixth of the blocks end the function.
fn random_edges(random: &mut Random) -> Vec<Vec<usize>> {
    let len = 1 + random.below(24);
    let mut edges = Vec::new();
    for from in 0..len {
        let mut targets = Vec::new();
        if len > 1 && random.below(6) > 0 {
            for _ in 0..1 + random.below(3) {
                // Mostly near edges, which make loops nest.
                let near = (from + random.below(5)).saturating_sub(1);
                let to = if random.below(3) > 0 {
                    near
                } else {
                    random.below(len)
                };
                targets.push(to.clamp(1, len - 1));
            }
        }
        edges.push(targets);
    }
    edges
}

/// Blocks that are reached from the entry without entering `without`.
fn reached(edges: &[Vec<usize>], without: Option<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut work = vec![0];
    while let Some(at) = work.pop() {
        if Some(at) != without && seen.insert(at) {
            work.extend(&edges[at]);
        }
    }
    seen
}

fn indices(blocks: &[Block]) -> Vec<usize> {
    blocks.iter().map(|block| block.index()).collect()
}

fn for_random_graphs(mut check: impl FnMut(&[Vec<usize>], &Cfg, &DominatorTree, &LoopInfo)) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    // One set of structures for all graphs: leftovers of the previous one must not matter.
    let (mut cfg, mut dominators) = (Cfg::new(), DominatorTree::new());
    let mut loops = LoopInfo::new();
    for _ in 0..2000 {
        let edges = random_edges(&mut random);
        cfg.compute(&function(&edges));
        dominators.compute(&cfg);
        loops.compute(&cfg, &dominators);
        check(&edges, &cfg, &dominators, &loops);
    }
}

#[test]
fn edges_and_orders() {
    for_random_graphs(|edges, cfg, _, _| {
        let reachable = reached(edges, None);
        for block in 0..edges.len() {
            let id = Block::new(block);
            assert_eq!(indices(cfg.successors(id)), edges[block]);
            let mut predecessors = Vec::new();
            for (from, targets) in edges.iter().enumerate().rev() {
                predecessors.extend(targets.iter().filter(|to| **to == block).map(|_| from));
            }
            assert_eq!(indices(cfg.predecessors(id)), predecessors, "{edges:?}");
            assert_eq!(cfg.is_reachable(id), reachable.contains(&block));
        }
        let order = indices(cfg.postorder());
        assert_eq!(order.iter().copied().collect::<BTreeSet<_>>(), reachable);
        assert_eq!(order.len(), reachable.len());
        assert_eq!(order.last(), Some(&0));
        // An edge to a block that comes later in the postorder closes a cycle.
        for (from, targets) in edges
            .iter()
            .enumerate()
            .filter(|(b, _)| reachable.contains(b))
        {
            for to in targets {
                let place = |b| cfg.postorder_number(Block::new(b));
                if place(*to) >= place(from) {
                    let mut seen = BTreeSet::new();
                    let mut work = vec![*to];
                    while let Some(at) = work.pop() {
                        if seen.insert(at) {
                            work.extend(&edges[at]);
                        }
                    }
                    assert!(seen.contains(&from), "{from} to {to} in {edges:?}");
                }
            }
        }
    });
}

#[test]
fn dominators_by_removal() {
    for_random_graphs(|edges, cfg, dominators, _| {
        let reachable = reached(edges, None);
        let mut dominated_by = vec![BTreeSet::new(); edges.len()];
        for a in reachable.iter().copied() {
            let without = reached(edges, Some(a));
            for b in reachable.difference(&without) {
                dominated_by[*b].insert(a);
            }
        }
        for a in 0..edges.len() {
            for (b, dominated_by) in dominated_by.iter().enumerate() {
                let expected = match (reachable.contains(&a), reachable.contains(&b)) {
                    (_, false) => true,
                    (false, true) => false,
                    (true, true) => dominated_by.contains(&a),
                };
                let got = dominators.dominates(Block::new(a), Block::new(b));
                assert_eq!(got, expected, "{a} dominates {b} in {edges:?}");
            }
        }
        for block in reachable.iter().copied() {
            let id = Block::new(block);
            let level = dominators.level(id).expect("reachable");
            assert_eq!(level as usize + 1, dominated_by[block].len());
            // The immediate dominator is the strict one that all others dominate.
            let strict: BTreeSet<usize> = dominated_by[block]
                .iter()
                .copied()
                .filter(|d| *d != block)
                .collect();
            let idom = strict.iter().find(|d| dominated_by[**d] == strict).copied();
            assert_eq!(dominators.idom(id).map(|b| b.index()), idom);
            for child in dominators.children(id) {
                assert_eq!(dominators.idom(*child), Some(id));
            }
        }
        let children: usize = (0..edges.len())
            .map(|b| dominators.children(Block::new(b)).len())
            .sum();
        assert_eq!(children + 1, reachable.len());
        assert_eq!(dominators.preorder().len(), cfg.postorder().len());
    });
}

#[test]
fn common_dominators() {
    for_random_graphs(|edges, _, dominators, _| {
        let reachable = reached(edges, None);
        for a in reachable.iter().copied() {
            for b in reachable.iter().copied() {
                let (a, b) = (Block::new(a), Block::new(b));
                let common = dominators
                    .nearest_common_dominator(a, b)
                    .expect("reachable");
                assert!(dominators.dominates(common, a) && dominators.dominates(common, b));
                for child in dominators.children(common) {
                    assert!(!(dominators.dominates(*child, a) && dominators.dominates(*child, b)));
                }
            }
        }
    });
}

/// The natural loop of every header: header and all blocks that reach a latch without passing it.
fn natural_loops(
    edges: &[Vec<usize>],
    dominators: &DominatorTree,
) -> Vec<(usize, BTreeSet<usize>)> {
    let reachable = reached(edges, None);
    let mut loops = Vec::new();
    for header in reachable.iter().copied() {
        let mut body = BTreeSet::from([header]);
        let mut is_loop = false;
        let mut work = Vec::new();
        for latch in reachable.iter().copied() {
            if edges[latch].contains(&header)
                && dominators.dominates(Block::new(header), Block::new(latch))
            {
                is_loop = true;
                work.push(latch);
            }
        }
        while let Some(at) = work.pop() {
            if body.insert(at) {
                work.extend(reachable.iter().filter(|from| edges[**from].contains(&at)));
            }
        }
        if is_loop {
            loops.push((header, body));
        }
    }
    loops
}

#[test]
fn loops_by_definition() {
    let mut nested = 0;
    for_random_graphs(|edges, cfg, dominators, loops| {
        let expected = natural_loops(edges, dominators);
        assert_eq!(loops.len(), expected.len(), "{edges:?}");
        for id in loops.loops() {
            let header = loops.header(id);
            let (_, body) = expected
                .iter()
                .find(|(h, _)| *h == header.index())
                .expect("a header by definition");
            let blocks = indices(loops.blocks(id));
            assert_eq!(blocks[0], header.index());
            assert_eq!(blocks.len(), body.len());
            assert_eq!(
                &blocks.iter().copied().collect::<BTreeSet<_>>(),
                body,
                "{edges:?}"
            );
            let around = expected.iter().filter(|(_, b)| b.contains(&header.index()));
            assert_eq!(loops.depth(id) as usize, around.count());
            nested += usize::from(loops.depth(id) > 2);
            if let Some(parent) = loops.parent(id) {
                assert!(parent < id && loops.contains_loop(parent, id));
                assert!(loops.children(parent).any(|child| child == id));
                assert!(body.iter().all(|b| loops.contains(parent, Block::new(*b))));
            }
            for (from, to) in loops.exits(cfg, id) {
                assert!(body.contains(&from.index()) && !body.contains(&to.index()));
            }
            assert!(loops.latches(cfg, id).count() > 0);
            for latch in loops.latches(cfg, id) {
                assert!(body.contains(&latch.index()));
            }
            if let Some(preheader) = loops.preheader(cfg, id) {
                assert_eq!(cfg.successors(preheader), [header]);
                assert!(!body.contains(&preheader.index()));
            }
        }
        for block in 0..edges.len() {
            let id = Block::new(block);
            let around = expected
                .iter()
                .filter(|(_, body)| body.contains(&block))
                .count();
            assert_eq!(loops.depth_of(id) as usize, around);
            assert_eq!(
                loops.is_header(id),
                expected.iter().any(|(h, _)| *h == block)
            );
        }
    });
    assert!(nested > 50, "the graphs have deep nests");
}

#[test]
fn long_chains_need_no_stack() {
    let len = 200_000;
    let mut edges: Vec<Vec<usize>> = (0..len).map(|b| vec![b + 1]).collect();
    edges.push(vec![1]);
    let cfg = Cfg::of(&function(&edges));
    let dominators = DominatorTree::of(&cfg);
    let loops = LoopInfo::of(&cfg, &dominators);
    assert_eq!(dominators.level(Block::new(len)), Some(len as u32));
    assert_eq!(loops.len(), 1);
    assert_eq!(
        loops
            .blocks(loops.loop_of(Block::new(5)).expect("in the loop"))
            .len(),
        len
    );
}

#[test]
fn empty_function() {
    let cfg = Cfg::of(&Function::new());
    let dominators = DominatorTree::of(&cfg);
    assert!(cfg.postorder().is_empty() && dominators.preorder().is_empty());
    assert!(LoopInfo::of(&cfg, &dominators).is_empty());
}
