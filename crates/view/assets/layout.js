// Places for the blocks of a function: layers from top to bottom, loops in boxes of their own.
//
// The graph is that of all states together, so that a block stays where it is while passes come and go. Each loop
// is laid out by itself, and is one box in what surrounds it:
//
//     region      items are blocks and loops; layers by the longest way from the first;
//     ┌────────┐  edges over several layers get a lane in each; what leaves the region runs to its
//     │ ▣──┐   │  bottom, and goes on from there in the region around it; edges back to the header
//     │ │ ┌┴─┐ │  run along the left side
//     │ │ │  │ │     (and so do edges over very many layers)
//     └─┴─┴──┴─┘

const BLOCK_HEIGHT = 36;
const LAYER_GAP = 26;
const ITEM_GAP = 16;
const LANE_GAP = 9;
const LOOP_SIDE = 18;
const LOOP_TOP = 18;
const LOOP_BOTTOM = 20;
const SWEEPS = 8;
/** Edges over more layers run along the side. */
const MOST_LANES = 40;

/** Lays out a graph; `width(id)` is that of a block's box. Returns blocks, loops and edges with places. */
function layOutGraph(graph, width) {
  const found = findLoops(graph);
  const regions = new Map(found.loops.map((loop) => [loop, { loop, items: [] }]));
  const top = { loop: null, items: [] };
  const regionOfLoop = (loop) => (loop ? regions.get(loop) : top);
  const innermost = new Map();
  for (const loop of found.loops) for (const block of loop.blocks) innermost.set(block, loop);
  const items = new Map();
  for (const id of found.order) {
    const item = { block: id, width: width(id), height: BLOCK_HEIGHT, region: regionOfLoop(innermost.get(id)) };
    items.set(id, item);
  }
  for (const id of found.order) addItem(items.get(id), regionOfLoop);
  const edges = [];
  for (const from of found.order) {
    for (const to of graph.successors.get(from)) {
      edges.push({ from, to, back: found.back.has(`${from} ${to}`), bends: [] });
    }
  }
  for (const edge of edges) routeThroughRegions(edge, items);
  layOutRegion(top);
  const blocks = new Map();
  const loops = [];
  placeRegion(top, 0, 0, blocks, loops);
  for (const edge of edges) edge.points = pointsOf(edge, blocks, items);
  return { blocks, loops, edges, width: top.width, height: top.height };
}

/** Puts a block into its region, and the region into the one around it when its first block comes. */
function addItem(item, regionOfLoop) {
  let region = item.region;
  region.items.push(item);
  while (region.loop && !region.item) {
    const outer = regionOfLoop(region.loop.parent);
    region.item = { inner: region, region: outer };
    outer.items.push(region.item);
    region = outer;
  }
}

/** The items that hold a block, from the block itself outwards. */
function holdersOf(item) {
  const holders = [item];
  while (item.region.loop) {
    item = item.region.item;
    holders.push(item);
  }
  return holders;
}

/** Tells each region which of its items an edge joins, or leaves. */
function routeThroughRegions(edge, items) {
  const from = holdersOf(items.get(edge.from));
  const to = holdersOf(items.get(edge.to));
  for (const holder of from) {
    const target = to.find((other) => other.region === holder.region);
    const region = holder.region;
    region.links ??= [];
    if (!target) {
      region.links.push({ edge, from: holder, to: null });
      continue;
    }
    if (target !== holder && !edge.back) region.links.push({ edge, from: holder, to: target });
    edge.meets = region;
    edge.through = holder;
    return;
  }
}

function layOutRegion(region) {
  for (const item of region.items) {
    if (!item.inner) continue;
    layOutRegion(item.inner);
    item.width = item.inner.width;
    item.height = item.inner.height;
  }
  const layers = makeLayers(region);
  orderLayers(layers);
  placeAcross(layers);
  const size = placeDown(layers);
  const isLoop = region.loop !== null;
  const left = isLoop ? LOOP_SIDE + 8 : 10;
  const top = isLoop ? LOOP_TOP : 12;
  for (const layer of layers) {
    for (const item of layer) {
      item.x += left;
      item.y += top;
    }
  }
  region.layers = layers;
  region.width = size.width + left + (isLoop ? LOOP_SIDE : 10);
  region.height = size.height + top + (isLoop ? LOOP_BOTTOM : 12);
}

/** The items by layer, with the lanes of long edges. Sets `above` and `below` of each. */
function makeLayers(region) {
  const items = region.items;
  items.forEach((item, at) => Object.assign(item, { at, layer: 0, above: [], below: [] }));
  const links = (region.links ?? []).filter((link) => !link.to || link.from.at < link.to.at);
  // Items are in reverse postorder: what does not point forward is no part of the layers.
  const sorted = links.filter((link) => link.to).sort((one, other) => one.from.at - other.from.at);
  for (const { from, to } of sorted) to.layer = Math.max(to.layer, from.layer + 1);
  const layers = [];
  for (const item of items) (layers[item.layer] ??= []).push(item);
  const joined = new Set();
  for (const link of links) {
    const end = link.to ? link.to.layer : layers.length;
    if (end - link.from.layer > MOST_LANES) {
      link.edge.aside = true;
      continue;
    }
    const key = link.to ? `${link.from.at} ${link.to.at}` : "";
    if (link.to && joined.has(key) && end === link.from.layer + 1) continue;
    joined.add(key);
    let last = link.from;
    for (let layer = link.from.layer + 1; layer < end; layer++) {
      const lane = { lane: link.edge, width: 2, height: 0, layer, above: [last], below: [] };
      last.below.push(lane);
      layers[layer].push(lane);
      link.edge.bends.push({ region, lane });
      last = lane;
    }
    if (link.to) {
      last.below.push(link.to);
      link.to.above.push(last);
    } else {
      link.edge.bends.push({ region, exit: last });
    }
  }
  return layers;
}

/** Orders the items of each layer so that few edges cross, by the mean place of their neighbours. */
function orderLayers(layers) {
  const number = (layer) => layer.forEach((item, at) => { item.place = at; });
  layers.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    const list = down ? layers.slice(1) : layers.slice(0, -1).reverse();
    for (const layer of list) {
      for (const item of layer) {
        const others = down ? item.above : item.below;
        item.mean = others.length ? others.reduce((sum, other) => sum + other.place, 0) / others.length : item.place;
      }
      layer.sort((one, other) => one.mean - other.mean || one.place - other.place);
      number(layer);
    }
  }
}

/** Chooses `x` for each item: near the mean of its neighbours, in order, with room between. */
function placeAcross(layers) {
  for (const layer of layers) {
    let x = 0;
    for (const item of layer) {
      item.x = x;
      x += item.width + gapBehind(item);
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    const list = down ? layers.slice(1) : layers.slice(0, -1).reverse();
    for (const layer of list) settle(layer, down);
  }
  const least = layers.reduce((found, layer) => layer.reduce((least, item) => Math.min(least, item.x), found), Infinity);
  for (const layer of layers) for (const item of layer) item.x -= least;
}

const gapBehind = (item) => (item.lane ? LANE_GAP : ITEM_GAP);
const centre = (item) => item.x + item.width / 2;

/** The places nearest to those wanted that keep order and gaps (isotonic regression by pooling neighbours). */
function settle(layer, down) {
  const pools = [];
  let offset = 0;
  for (const item of layer) {
    const others = down ? item.above : item.below;
    const mean = others.reduce((sum, other) => sum + centre(other), 0) / others.length;
    const wanted = others.length ? mean - item.width / 2 : item.x;
    const weight = item.lane ? 4 : 1;
    let pool = { sum: (wanted - offset) * weight, weight, items: [[item, offset]] };
    while (pools.length && pools[pools.length - 1].sum / pools[pools.length - 1].weight > pool.sum / pool.weight) {
      const last = pools.pop();
      pool = { sum: last.sum + pool.sum, weight: last.weight + pool.weight, items: last.items.concat(pool.items) };
    }
    pools.push(pool);
    offset += item.width + gapBehind(item);
  }
  for (const pool of pools) for (const [item, at] of pool.items) item.x = pool.sum / pool.weight + at;
}

/** Chooses `y`; returns the size of it all. */
function placeDown(layers) {
  let y = 0;
  let width = 0;
  for (const layer of layers) {
    const height = layer.reduce((most, item) => Math.max(most, item.height), 0);
    for (const item of layer) {
      item.y = y;
      item.layerHeight = height;
      width = Math.max(width, item.x + item.width);
    }
    y += height + LAYER_GAP;
  }
  return { width, height: Math.max(0, y - LAYER_GAP) };
}

/** Turns places within regions into places on the whole. */
function placeRegion(region, x, y, blocks, loops) {
  Object.assign(region, { x, y });
  if (region.loop) {
    const { width, height, loop } = region;
    loops.push({ x: x + 4, y: y + 2, width: width - 8, height: height - 4, header: loop.header, depth: loop.depth });
  }
  for (const layer of region.layers) {
    for (const item of layer) {
      item.x += x;
      item.y += y;
      if (item.inner) placeRegion(item.inner, item.x, item.y, blocks, loops);
      else if (!item.lane) blocks.set(item.block, { id: item.block, x: item.x, y: item.y, width: item.width, height: item.height });
    }
  }
}

/** The way of an edge: from the bottom of one block over its bends to the top of another. */
function pointsOf(edge, blocks, items) {
  const from = blocks.get(edge.from);
  const to = blocks.get(edge.to);
  const points = [[from.x + from.width / 2, from.y + from.height]];
  for (const { region, lane, exit } of edge.bends) {
    if (lane) points.push([lane.x + 1, lane.y], [lane.x + 1, lane.y + lane.layerHeight]);
    else points.push([exit.lane ? exit.x + 1 : points[points.length - 1][0], region.y + region.height]);
  }
  const end = [to.x + to.width / 2, to.y];
  const goesDown = end[1] > points[points.length - 1][1];
  if (edge.back || edge.aside || !goesDown) points.push(...pointsBack(edge, points[points.length - 1], end, items));
  points.push(end);
  return points;
}

/** Along the left side of the region, up to where the edge goes. */
function pointsBack(edge, last, end, items) {
  const holder = edge.through;
  const region = edge.meets;
  const below = holder.y + holder.layerHeight + LAYER_GAP / 3;
  const left = region.x + (region.loop ? 13 : 4);
  const own = items.get(edge.from);
  const start = own === holder ? [] : [[last[0], holder.y + holder.height]];
  return [...start, [last[0], below], [left, below], [left, end[1] - 12], [end[0], end[1] - 12]];
}
