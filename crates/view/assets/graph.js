// Draws the control flow of a state. Where blocks are does not depend on the state.

const SMALLEST_SCALE = 0.05;
const LARGEST_SCALE = 2.5;

/** What is known of all states together: which blocks there are, and which edges. */
function graphOfRun(run) {
  const successors = new Map();
  for (const block of run.blocks) {
    const list = successors.get(block.id) ?? [];
    for (const [to] of block.successors) if (!list.includes(to)) list.push(to);
    successors.set(block.id, list);
  }
  for (const list of [...successors.values()]) for (const to of list) if (!successors.has(to)) successors.set(to, []);
  const first = run.at(run.passes[0].state).rows[0];
  const entry = first === undefined ? [...successors.keys()][0] : -1 - run.rows[first][0];
  return { entry, nodes: [...successors.keys()], successors };
}

class Graph {
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.canvas = byId("graph");
    this.view = { x: 0, y: 0, scale: 1 };
    this.listen();
  }

  /** Shows another run: finds the places of its blocks. */
  show(run) {
    this.run = run;
    this.names = new Map();
    for (const block of run.blocks) if (!this.names.has(block.id)) this.names.set(block.id, block.name);
    const context = this.canvas.getContext("2d");
    context.font = this.font();
    const width = (id) => clamp(context.measureText(this.shortName(this.names.get(id) ?? "")).width + 22, 64, 170);
    this.layout = run.blocks.length ? layOutGraph(graphOfRun(run), width) : null;
    this.fit();
  }

  font(weight = "") {
    return `${weight} 11px ${getComputedStyle(document.body).fontFamily}`;
  }

  shortName(name) {
    const plain = name.replace(/ \(.*$/, "");
    return plain.length > 24 ? `${plain.slice(0, 23)}…` : plain;
  }

  /** Shows all blocks, if that leaves them readable; else the entry. */
  fit() {
    if (!this.layout) return;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const scale = Math.min(1, width / this.layout.width, height / this.layout.height);
    this.view.scale = clamp(scale, 0.6, 1);
    this.view.x = Math.max(0, (width - this.layout.width * this.view.scale) / 2);
    this.view.y = 4;
    const entry = this.layout.blocks.get(graphOfRun(this.run).entry);
    if (entry && this.layout.width * this.view.scale > width) {
      this.view.x = width / 2 - (entry.x + entry.width / 2) * this.view.scale;
    }
    this.draw();
  }

  /** Draws what is in sight. */
  draw() {
    if (!this.run) return;
    const { context, width, height } = prepareCanvas(this.canvas);
    if (!this.layout) return;
    const { x, y, scale } = this.view;
    const sight = { left: -x / scale, top: -y / scale, right: (width - x) / scale, bottom: (height - y) / scale };
    context.translate(x, y);
    context.scale(scale, scale);
    const state = this.store.values.states[this.run.number];
    const blocks = this.run.blocksAt(state);
    this.present = new Map(blocks.map((block, at) => [block.id, { ...block, next: blocks[at + 1]?.id }]));
    this.drawLoops(context, sight);
    this.drawEdges(context, sight);
    this.drawBlocks(context, sight, this.changedBlocks(state));
  }

  /** The blocks with lines that the state changed. */
  changedBlocks(state) {
    const changed = new Set();
    let block = NONE;
    for (const line of this.run.changesAt(state).lines) {
      if (line.head) block = -1 - line.id;
      if (line.change) changed.add(line.head ? -1 - line.id : block);
    }
    return changed;
  }

  drawLoops(context, sight) {
    context.lineWidth = 1;
    for (const loop of this.layout.loops) {
      if (!this.present.has(loop.header) || !overlaps(loop, sight)) continue;
      context.beginPath();
      context.roundRect(loop.x, loop.y, loop.width, loop.height, 8);
      context.fillStyle = theme.colours.loop;
      context.fill();
      context.strokeStyle = theme.colours["loop-line"];
      context.stroke();
      context.fillStyle = theme.colours.soft;
      context.font = this.font();
      context.textAlign = "right";
      context.fillText(`depth ${loop.depth}`, loop.x + loop.width - 6, loop.y + loop.height - 5);
    }
  }

  drawEdges(context, sight) {
    for (const edge of this.layout.edges) {
      const from = this.present.get(edge.from);
      const successor = from?.successors.find(([to]) => to === edge.to);
      if (!successor || !this.present.has(edge.to)) continue;
      edge.box ??= boxAround(edge.points);
      if (!overlaps(edge.box, sight)) continue;
      this.drawEdge(context, edge, from, successor[1]);
    }
  }

  drawEdge(context, edge, from, share) {
    const chosen = this.store.values.chosen;
    const lit = chosen?.kind === "block" && (chosen.id === edge.from || chosen.id === edge.to);
    const pad = this.present.get(edge.to).pad;
    const falls = from.next === edge.to;
    context.strokeStyle = lit ? theme.colours.accent : edge.back ? theme.decision("evict") : theme.colours.soft;
    context.setLineDash(pad ? [4, 3] : falls ? [] : edge.back ? [] : [7, 2]);
    context.lineWidth = (lit ? 1.2 : 0.6) + 1.6 * (share / 10000);
    context.beginPath();
    tracePoints(context, edge.points);
    context.stroke();
    context.setLineDash([]);
    const [x, y] = edge.points[edge.points.length - 1];
    context.fillStyle = context.strokeStyle;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - 3.5, y - 7);
    context.lineTo(x + 3.5, y - 7);
    context.fill();
    if (lit && chosen.id === edge.from) {
      const [startX, startY] = edge.points[0];
      context.font = this.font();
      context.textAlign = "left";
      context.fillText(`${share / 100} %`, startX + 5, startY + 12 + 10 * from.successors.findIndex(([to]) => to === edge.to));
    }
  }

  drawBlocks(context, sight, changed) {
    const chosen = this.store.values.chosen;
    for (const place of this.layout.blocks.values()) {
      if (!overlaps(place, sight)) continue;
      const block = this.present.get(place.id);
      context.beginPath();
      context.roundRect(place.x, place.y, place.width, place.height, 5);
      if (!block) {
        context.strokeStyle = theme.colours.line;
        context.setLineDash([2, 3]);
        context.lineWidth = 1;
        context.stroke();
        context.setLineDash([]);
        continue;
      }
      context.fillStyle = heat(block.frequency);
      context.fill();
      const isChosen = chosen?.kind === "block" && chosen.id === place.id;
      context.lineWidth = isChosen ? 2.5 : changed.has(place.id) ? 2 : 1;
      context.strokeStyle = isChosen ? theme.colours.accent : changed.has(place.id) ? theme.colours["changed-ink"] : theme.colours.faint;
      context.stroke();
      this.drawNames(context, place, block);
    }
  }

  drawNames(context, place, block) {
    context.textAlign = "center";
    const middle = place.x + place.width / 2;
    context.fillStyle = theme.colours.ink;
    context.font = this.font("600");
    context.fillText(this.shortName(block.name), middle, place.y + 15, place.width - 8);
    context.fillStyle = theme.colours.soft;
    context.font = this.font();
    context.fillText(`${block.frequency === "" ? "" : `× ${block.frequency} · `}${plural(block.count, "line")}`, middle, place.y + 29, place.width - 8);
  }

  // ---- Input ------------------------------------------------------------------------------------

  listen() {
    const { canvas } = this;
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.onKey(event));
    canvas.addEventListener("pointerdown", (event) => this.onPointer(event));
    byId("zoom-in").addEventListener("click", () => this.zoom(1.25));
    byId("zoom-out").addEventListener("click", () => this.zoom(0.8));
    byId("zoom-fit").addEventListener("click", () => this.fit());
  }

  onWheel(event) {
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    if (event.ctrlKey || !event.shiftKey) this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    else this.pan(-event.deltaX - event.deltaY, 0);
  }

  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = clamp(this.view.scale * factor, SMALLEST_SCALE, LARGEST_SCALE);
    const ratio = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * ratio, y: y - (y - this.view.y) * ratio };
    this.draw();
  }

  pan(x, y) {
    this.view.x += x;
    this.view.y += y;
    this.draw();
  }

  onPointer(event) {
    const { canvas } = this;
    let moved = 0;
    let last = event;
    const move = (next) => {
      moved += Math.abs(next.clientX - last.clientX) + Math.abs(next.clientY - last.clientY);
      this.pan(next.clientX - last.clientX, next.clientY - last.clientY);
      last = next;
    };
    const up = () => {
      canvas.removeEventListener("pointermove", move);
      if (moved < 5) this.chooseAt(event);
    };
    canvas.setPointerCapture(event.pointerId);
    canvas.addEventListener("pointermove", move);
    canvas.addEventListener("pointerup", up, { once: true });
  }

  chooseAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - this.view.x) / this.view.scale;
    const y = (event.clientY - box.top - this.view.y) / this.view.scale;
    for (const place of this.layout?.blocks.values() ?? []) {
      const inside = x >= place.x && x <= place.x + place.width && y >= place.y && y <= place.y + place.height;
      if (inside && this.present.has(place.id)) this.actions.chooseBlock(place.id, this.run.number);
    }
  }

  onKey(event) {
    const step = { "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), 0: () => this.fit() }[event.key];
    const chosen = this.store.values.chosen;
    if (step) step();
    else if (event.key.startsWith("Arrow")) this.follow(event.key, chosen?.kind === "block" ? chosen.id : NONE);
    else if (event.key === "Enter" && chosen?.kind === "block") this.actions.chooseBlock(chosen.id, this.run.number);
    else return;
    event.preventDefault();
  }

  /** Goes along an edge: down to the likeliest successor, up to a predecessor, aside in the order of the code. */
  follow(key, id) {
    const blocks = [...this.present.values()];
    const at = blocks.findIndex((block) => block.id === id);
    const here = blocks[at];
    let next = blocks[0];
    if (here && key === "ArrowDown") next = this.present.get([...here.successors].sort((a, b) => b[1] - a[1])[0]?.[0]);
    if (here && key === "ArrowUp") next = blocks.find((block) => block.successors.some(([to]) => to === id));
    if (here && key === "ArrowRight") next = blocks[at + 1];
    if (here && key === "ArrowLeft") next = blocks[at - 1];
    if (next) this.actions.chooseBlock(next.id, this.run.number);
  }

  /** Brings a block into sight. */
  reveal(id) {
    const place = this.layout?.blocks.get(id);
    if (!place) return;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const x = place.x * this.view.scale + this.view.x;
    const y = place.y * this.view.scale + this.view.y;
    const outside = x < 0 || y < 0 || x + place.width * this.view.scale > width || y + place.height * this.view.scale > height;
    if (!outside) return;
    this.view.x = width / 2 - (place.x + place.width / 2) * this.view.scale;
    this.view.y = height / 2 - (place.y + place.height / 2) * this.view.scale;
  }
}

function overlaps(box, sight) {
  return box.x <= sight.right && box.x + box.width >= sight.left && box.y <= sight.bottom && box.y + box.height >= sight.top;
}

function boxAround(points) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
}

/** A line through points, with bends made round. */
function tracePoints(context, points) {
  context.moveTo(...points[0]);
  for (let at = 1; at < points.length; at++) {
    const [x0, y0] = points[at - 1];
    const [x1, y1] = points[at];
    if (y1 > y0 && x0 !== x1) {
      const bend = (y1 - y0) / 2;
      context.bezierCurveTo(x0, y0 + bend, x1, y1 - bend, x1, y1);
    } else if (at + 1 < points.length) context.arcTo(x1, y1, ...points[at + 1], 7);
    else context.lineTo(x1, y1);
  }
}

/** The colour of a block by how often it runs. */
function heat(frequency) {
  const hot = clamp((Math.log2(Math.max(1e-6, parseFloat(frequency) || 0)) + 6) / 18, 0, 1);
  return theme.dark ? `hsl(${215 - 190 * hot} ${18 + 30 * hot}% ${19 + 8 * hot}%)` : `hsl(${215 - 190 * hot} ${50 + 40 * hot}% ${97 - 9 * hot}%)`;
}
