// Draws live ranges beside the code: a column for each value or register, as far as it is in sight.

const COLUMN_WIDTH = 15;
const LANE_WIDTH = 9;
const COLUMN_MARGIN = 2;

/** What the columns of a state are: { x, width, title, parts: [{ value, range, offset, width }] }. */
function makeColumns(run, moment, { mode, lanes, chosen, isInSight }) {
  if (mode === "registers") return columnsOfRegisters(run, moment);
  const wanted = mode === "units" ? (value) => value.kind === "unit" : (value) => value.kind !== "unit";
  const ranks = run.order();
  const values = run.values.filter((value) => wanted(value) && moment.ranges[value.index] !== NONE);
  const kinds = { register: 0, slot: 1, unit: 2 };
  values.sort((a, b) => kinds[a.kind] - kinds[b.kind] || ranks[a.origin] - ranks[b.origin] || a.origin - b.origin || a.index - b.index);
  const columns = [];
  for (const value of values) {
    const range = run.ranges[moment.ranges[value.index]];
    if (mode === "seen" && !isInSight(range)) continue;
    const open = range.lanes && (lanes || chosen === value.index);
    const list = open ? range.lanes : [range];
    const parts = list.map((part, at) => ({ value, range: part, offset: at * LANE_WIDTH, width: open ? LANE_WIDTH : COLUMN_WIDTH }));
    const width = Math.max(COLUMN_WIDTH, parts.length * (open ? LANE_WIDTH : COLUMN_WIDTH));
    columns.push({ key: value.index, title: value.name, width, parts, value });
  }
  return setAcross(columns);
}

/** A column for each register, with all values that are in it or in a part of it. */
function columnsOfRegisters(run, moment) {
  const byRoot = new Map();
  for (const value of run.values) {
    const place = run.placeOf(moment, value.index);
    if (value.kind !== "register" || !place || moment.ranges[value.index] === NONE) continue;
    if (!byRoot.has(place.root)) byRoot.set(place.root, { key: place.root, title: place.slot ? place.name : `$${place.root}`, width: COLUMN_WIDTH + 3, parts: [], slot: place.slot });
    byRoot.get(place.root).parts.push({ value, range: run.ranges[moment.ranges[value.index]], offset: 0, width: COLUMN_WIDTH + 3 });
  }
  const columns = [...byRoot.values()].sort((a, b) => a.slot - b.slot || a.title.localeCompare(b.title, "en", { numeric: true }));
  return setAcross(columns);
}

function setAcross(columns) {
  let x = 6;
  for (const column of columns) {
    column.x = x;
    x += column.width;
  }
  columns.total = x + 20;
  return columns;
}

class Chart {
  /** Draws into the panel's canvases; `panel` says which lines are where. */
  constructor(panel, body, head) {
    Object.assign(this, { panel, body, head, left: 0, columns: [], uses: new Map() });
    for (const canvas of [body, head]) {
      canvas.addEventListener("pointermove", (event) => this.onMove(event));
      canvas.addEventListener("pointerleave", () => this.onLeave());
      canvas.addEventListener("click", (event) => this.onClick(event));
    }
    body.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Makes the columns of the state anew. */
  prepare() {
    const { panel } = this;
    const { run, moment, store } = panel;
    const { columns: mode, lanes, chosen } = store.values;
    const value = chosen?.kind === "value" && chosen.run === run.number ? chosen.value : NONE;
    const [first, last] = panel.slotsInSight();
    const isInSight = (range) => {
      const { segments } = range;
      for (let at = 0; at < segments.length; at += 3) if (segments[at] <= last && segments[at + 1] >= first) return true;
      return false;
    };
    this.columns = makeColumns(run, moment, { mode, lanes, chosen: value, isInSight });
    this.uses = new Map(this.columns.flatMap((column) => column.parts.map((part) => [part.value.index, column])));
    this.left = clamp(this.left, 0, this.farthest());
  }

  farthest() {
    return Math.max(0, this.columns.total - this.body.clientWidth);
  }

  draw() {
    const { context, width, height } = prepareCanvas(this.body);
    this.drawGround(context, width, height);
    const shown = this.columns.filter((column) => column.x + column.width > this.left && column.x < this.left + width);
    context.save();
    context.translate(-this.left, -this.panel.top);
    for (const column of shown) for (const part of column.parts) this.drawPart(context, column, part, height);
    this.drawMarks(context, shown);
    context.restore();
    this.drawHead(shown);
  }

  /** Lines between blocks, and a ground for the columns that are chosen or pointed at. */
  drawGround(context, width, height) {
    const { panel } = this;
    const { chosen, hovered } = panel.store.values;
    for (const [value, colour] of [[hovered, theme.colours.hover], [chosen?.kind === "value" ? chosen.value : NONE, theme.colours.chosen]]) {
      const column = this.uses.get(value);
      if (!column || (chosen?.run ?? panel.run.number) !== panel.run.number) continue;
      context.fillStyle = colour;
      context.fillRect(column.x - this.left, 0, column.width, height);
    }
    context.strokeStyle = theme.colours.line;
    context.lineWidth = 1;
    context.beginPath();
    for (const at of panel.linesInSight()) {
      if (!panel.lines[at].head) continue;
      const y = Math.round(at * ROW_HEIGHT - panel.top) + 0.5;
      context.moveTo(0, y);
      context.lineTo(width, y);
    }
    context.stroke();
  }

  drawPart(context, column, part, height) {
    const { panel } = this;
    const { segments, defs } = part.range;
    const x = column.x + part.offset + COLUMN_MARGIN;
    const width = part.width - 2 * COLUMN_MARGIN;
    const top = panel.top - ROW_HEIGHT;
    const bottom = panel.top + height + ROW_HEIGHT;
    const place = panel.run.placeOf(panel.moment, part.value.index);
    const changed = panel.changes.values.has(part.value.index);
    const style = { fill: fillOf(part.value, place, context), changed };
    const begin = panel.yOf(segments[0]);
    const end = panel.yOf(segments[segments.length - 2]);
    if (begin > bottom || end < top) return;
    this.drawHoles(context, x + width / 2, Math.max(begin, top), Math.min(end, bottom));
    for (let at = 0; at < segments.length; at += 3) {
      const from = panel.yOf(segments[at]);
      const to = panel.yOf(segments[at + 1]);
      if (from > bottom) break;
      if (to < top) continue;
      const box = { x, from, to: Math.max(to, from + 2), width };
      this.drawSegment(context, box, style, segments[at] === defs[segments[at + 2]], (segments[at] & 3) === 0);
    }
  }

  drawHoles(context, x, from, to) {
    context.strokeStyle = theme.colours.faint;
    context.lineWidth = 1;
    context.setLineDash([1, 3]);
    context.beginPath();
    context.moveTo(x, from);
    context.lineTo(x, to);
    context.stroke();
    context.setLineDash([]);
  }

  /** A segment; one that begins with its value's definition has a bar on top, or a diamond for a PHI. */
  drawSegment(context, { x, from, to, width }, style, isDef, isPhi) {
    context.fillStyle = style.fill;
    context.fillRect(x, from, width, to - from);
    if (style.changed) {
      context.strokeStyle = theme.colours["changed-ink"];
      context.lineWidth = 1.5;
      context.strokeRect(x - 0.5, from, width + 1, to - from);
    }
    if (!isDef) return;
    context.fillStyle = theme.colours.ink;
    if (!isPhi) {
      context.fillRect(x, from, width, 2);
      return;
    }
    const middle = x + width / 2;
    context.beginPath();
    context.moveTo(middle, from - 1);
    context.lineTo(middle + 4.5, from + 4);
    context.lineTo(middle, from + 9);
    context.lineTo(middle - 4.5, from + 4);
    context.fill();
  }

  /** Where instructions in sight read values. */
  drawMarks(context, shown) {
    const columns = new Map();
    for (const column of shown) if (column.value) columns.set(column.value.index, column);
    context.fillStyle = theme.colours.ink;
    for (const at of this.panel.linesInSight()) {
      const line = this.panel.lines[at];
      if (line.head || line.change === "gone") continue;
      for (const value of this.panel.usesOf(line)) {
        const column = columns.get(value);
        if (!column) continue;
        context.beginPath();
        context.arc(column.x + column.width / 2, at * ROW_HEIGHT + ROW_HEIGHT * 0.5, 2.2, 0, 7);
        context.fill();
      }
    }
  }

  drawHead(shown) {
    const { context, height } = prepareCanvas(this.head);
    const { chosen } = this.panel.store.values;
    context.font = "11px ui-monospace, 'DejaVu Sans Mono', monospace";
    for (const column of shown) {
      const x = column.x - this.left;
      const value = column.value;
      const isChosen = value && chosen?.kind === "value" && chosen.value === value.index && chosen.run === this.panel.run.number;
      if (isChosen) {
        context.fillStyle = theme.colours.chosen;
        context.fillRect(x, 0, column.width, height);
      }
      if (value) this.drawFamily(context, column, height);
      context.save();
      context.translate(x + column.width / 2 + 4, height - 8);
      context.rotate(-Math.PI / 2);
      context.fillStyle = isChosen ? theme.colours.accent : theme.colours.ink;
      context.fillText(column.title, 0, 0, height - 14);
      context.restore();
    }
  }

  /** A line below the names of what was split from the same value. */
  drawFamily(context, column, height) {
    const { run } = this.panel;
    const isSplit = column.value.original !== NONE || this.columns.some((other) => other.value && other.value.original === column.value.index);
    if (!isSplit) return;
    context.fillStyle = theme.register(column.value.origin);
    context.fillRect(column.x - this.left, height - 4, column.width, 3);
    if (run.values[column.value.origin] === column.value) context.fillRect(column.x - this.left, height - 7, 3, 6);
  }

  // ---- Input ------------------------------------------------------------------------------------

  /** What is at a place of a canvas: the column, and the part of it that is live there. */
  find(event) {
    const box = event.target.getBoundingClientRect();
    const x = event.clientX - box.left + this.left;
    const column = this.columns.find((one) => x >= one.x && x < one.x + one.width);
    if (!column) return null;
    if (event.target === this.head) return { column, part: column.parts[0] };
    const y = event.clientY - box.top + this.panel.top;
    for (const part of column.parts) {
      if (column.value && (x < column.x + part.offset || x >= column.x + part.offset + part.width)) continue;
      const { segments } = part.range;
      for (let at = 0; at < segments.length; at += 3) {
        const inside = y >= this.panel.yOf(segments[at]) - 2 && y <= this.panel.yOf(segments[at + 1]) + 2;
        if (inside) return { column, part, segment: at };
      }
    }
    return column.value ? { column, part: column.parts[0] } : null;
  }

  onMove(event) {
    const found = this.find(event);
    this.panel.store.set({ hovered: found ? found.part.value.index : NONE });
    if (found) tip.show(this.describe(found), event);
    else tip.hide();
  }

  onLeave() {
    this.panel.store.set({ hovered: NONE });
    tip.hide();
  }

  onClick(event) {
    const found = this.find(event);
    if (found) this.panel.actions.chooseValue(found.part.value.index, this.panel.run.number);
  }

  /** A value, and the segment of it that was found, in words. */
  describe({ part, segment }) {
    const { run, moment } = this.panel;
    const { value, range } = part;
    const place = run.placeOf(moment, value.index);
    const lines = [`${value.name}${value.class ? `  ${value.class}` : ""}${place ? `  in ${place.name}` : ""}`];
    if (value.ir) lines.push(value.ir);
    if (range.lanes && typeof range.lanes === "string") lines.push(`lanes ${range.lanes}`);
    if (segment !== undefined) {
      const [from, to, number] = range.segments.slice(segment, segment + 3);
      const def = range.defs[number];
      lines.push(`[${slotName(from)}, ${slotName(to)})  value ${number}, defined at ${slotName(def)}${def >= 0 && !(def & 3) ? ", a PHI" : ""}`);
    }
    return lines.join("\n");
  }

  onKey(event) {
    const { chosen } = this.panel.store.values;
    const at = this.columns.findIndex((column) => column.value && chosen?.kind === "value" && column.value.index === chosen.value);
    const to = { ArrowLeft: at < 0 ? 0 : at - 1, ArrowRight: at + 1, Home: 0, End: this.columns.length - 1 }[event.key];
    const column = this.columns[to];
    if (!column) return;
    event.preventDefault();
    const part = column.parts[0];
    this.panel.actions.chooseValue(part.value.index, this.panel.run.number);
    announce(this.describe({ part }));
  }

  /** Scrolls so that a value's column is in sight. */
  reveal(value) {
    const column = this.uses.get(value);
    if (!column) return;
    const width = this.body.clientWidth;
    if (column.x < this.left || column.x + column.width > this.left + width) {
      this.left = clamp(column.x - width / 2, 0, this.farthest());
    }
  }
}

/** How a value's segments are filled: by its register; grey without one; hatched in memory. */
function fillOf(value, place, context) {
  if (value.kind === "unit") return theme.colours.faint;
  if (value.kind === "slot" || place?.slot) return hatch(context);
  if (!place) return theme.dark ? "#4b5666" : "#c3cad5";
  return theme.register(place.colour);
}

const hatches = new Map();

function hatch(context) {
  const key = theme.dark;
  if (!hatches.has(key)) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 6;
    const pen = tile.getContext("2d");
    pen.fillStyle = theme.colours.line;
    pen.fillRect(0, 0, 6, 6);
    pen.strokeStyle = theme.colours.soft;
    pen.beginPath();
    for (const offset of [-6, 0, 6]) {
      pen.moveTo(offset, 6);
      pen.lineTo(offset + 6, 0);
    }
    pen.stroke();
    hatches.set(key, context.createPattern(tile, "repeat"));
  }
  return hatches.get(key);
}
