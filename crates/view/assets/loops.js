// Loops of a graph of blocks: { entry, nodes: [id], successors: Map id → [id] }.

/** Blocks in reverse postorder from the entry; blocks that it does not reach come behind. */
function reversePostorder(graph) {
  const seen = new Set();
  const order = [];
  const visit = (root) => {
    if (seen.has(root)) return;
    seen.add(root);
    const stack = [[root, 0]];
    while (stack.length) {
      const top = stack[stack.length - 1];
      const next = graph.successors.get(top[0])[top[1]++];
      if (next === undefined) order.push(stack.pop()[0]);
      else if (!seen.has(next)) {
        seen.add(next);
        stack.push([next, 0]);
      }
    }
  };
  const roots = [graph.entry, ...graph.nodes];
  const parts = [];
  for (const root of roots) {
    visit(root);
    while (order.length) parts.push(order.pop());
  }
  return parts;
}

/** By block: the block that dominates it immediately (Cooper, Harvey and Kennedy's algorithm). */
function dominators(order, predecessors) {
  const number = new Map(order.map((block, at) => [block, at]));
  const parent = new Int32Array(order.length).fill(NONE);
  const roots = order.map((block) => !predecessors.get(block).some((other) => number.get(other) < number.get(block)));
  roots.forEach((isRoot, at) => { if (isRoot) parent[at] = at; });
  const meet = (a, b) => {
    while (a !== b) {
      if (a > b) [a, b] = [b, a];
      if (parent[b] === b) return NONE;
      b = parent[b];
    }
    return a;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = 0; at < order.length; at++) {
      if (roots[at]) continue;
      let best = NONE;
      for (const other of predecessors.get(order[at])) {
        const from = number.get(other);
        if (parent[from] === NONE) continue;
        best = best === NONE ? from : meet(best, from);
        if (best === NONE) break;
      }
      if (best === NONE) best = at;
      if (parent[at] !== best) {
        parent[at] = best;
        changed = true;
      }
    }
  }
  return { number, parent };
}

/**
 * The natural loops, outer ones first: { header, blocks: Set, parent: loop or null, depth }, and the edges that
 * go back to a header.
 */
function findLoops(graph) {
  const order = reversePostorder(graph);
  const predecessors = new Map(graph.nodes.map((node) => [node, []]));
  for (const node of graph.nodes) for (const next of graph.successors.get(node)) predecessors.get(next).push(node);
  const { number, parent } = dominators(order, predecessors);
  const dominates = (above, below) => {
    let at = number.get(below);
    const wanted = number.get(above);
    while (at > wanted && parent[at] !== at) at = parent[at];
    return at === wanted;
  };
  const byHeader = new Map();
  const back = new Set();
  for (const node of order) {
    for (const next of graph.successors.get(node)) {
      if (!dominates(next, node)) continue;
      back.add(`${node} ${next}`);
      if (!byHeader.has(next)) byHeader.set(next, { header: next, blocks: new Set([next]), parent: null, depth: 1 });
      gather(byHeader.get(next).blocks, node, predecessors);
    }
  }
  return { loops: nest([...byHeader.values()]), back, order };
}

/** Adds all blocks that reach `node` without passing what is in `blocks`. */
function gather(blocks, node, predecessors) {
  const stack = [node];
  while (stack.length) {
    const block = stack.pop();
    if (blocks.has(block)) continue;
    blocks.add(block);
    stack.push(...predecessors.get(block));
  }
}

function nest(loops) {
  loops.sort((one, other) => other.blocks.size - one.blocks.size);
  loops.forEach((loop, at) => {
    for (let outer = at - 1; outer >= 0; outer--) {
      if (!loops[outer].blocks.has(loop.header)) continue;
      loop.parent = loops[outer];
      loop.depth = loops[outer].depth + 1;
      break;
    }
  });
  return loops;
}
