// The code of a state beside the chart of its live ranges. Only lines in sight are on the page.

const ROW_HEIGHT = 18;
const TOKENS = /%bb\.\d+|%(?:fixed-)?stack\.\d+|%\d+|%[A-Za-z_]\w*|\$\w+/g;

class Panel {
  constructor(store, actions, run) {
    Object.assign(this, { store, actions, run, top: 0, lines: [], rowsOnPage: new Map(), listingWidth: 0 });
    this.element = this.build();
    this.chart = new Chart(this, this.bodyCanvas, this.headCanvas);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.scroll);
    this.scroll.addEventListener("scroll", () => this.onScroll());
    this.scroll.addEventListener("keydown", (event) => this.onKey(event));
    this.across.addEventListener("scroll", () => this.onAcross());
    this.bodyCanvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  build() {
    const name = `Run ${this.run.letter}: ${this.run.label}`;
    this.listingHead = element("div", { class: "listing-head" });
    this.headCanvas = element("canvas", { class: "chart-head", "aria-hidden": "true" });
    this.listing = element("div", { class: "listing", role: "listbox", "aria-label": `Code, ${name}` });
    this.bodyCanvas = element("canvas", {
      class: "chart-body", tabindex: "0", role: "application", "aria-roledescription": "chart of live ranges",
      "aria-label": `Live ranges, ${name}: left and right choose a value`,
    });
    this.message = element("div", { class: "no-ranges", hidden: true });
    this.splitter = element("div", {
      class: "splitter", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": "Width of the code",
    });
    this.stage = element("div", { class: "stage" }, this.listing, this.splitter, this.bodyCanvas, this.message);
    this.sizer = element("div", { class: "sizer" }, this.stage);
    this.scroll = element("div", { class: "panel-scroll", tabindex: "0", "aria-label": `Code and live ranges, ${name}: arrow keys choose a line` }, this.sizer);
    this.across = element("div", { class: "across", tabindex: "-1", "aria-hidden": "true" }, element("div"));
    const listingFoot = element("div", { class: "listing-foot" });
    this.listingFoot = listingFoot;
    makeSplitter(this.splitter, () => this.listingWidth, (width) => this.setListingWidth(width));
    return element("section", { class: "panel", "aria-label": name },
      element("div", { class: "panel-head" }, this.listingHead, this.headCanvas), this.scroll,
      element("div", { class: "chart-bar" }, listingFoot, this.across));
  }

  remove() {
    this.observer.disconnect();
    this.element.remove();
  }

  // ---- What is shown ----------------------------------------------------------------------------

  /** Shows a state; the code keeps its place on the screen. */
  showState(state) {
    const anchor = this.anchor();
    this.state = state;
    this.moment = this.run.at(state);
    this.changes = this.run.changesAt(state);
    this.takeLines();
    this.chart.prepare();
    this.restore(anchor);
    this.resize();
  }

  takeLines() {
    const all = this.changes.lines;
    this.lines = this.store.values.gone ? all : all.filter((line) => line.change !== "gone");
    this.slots = [];
    this.slotLines = [];
    this.lines.forEach((line, at) => {
      if (line.slot < 0 || line.change === "gone") return;
      this.slots.push(line.slot);
      this.slotLines.push(at);
    });
    this.sizer.style.height = `${this.lines.length * ROW_HEIGHT + 40}px`;
    const { counts } = this.changes;
    const hasRanges = this.moment.ranges.some((range) => range !== NONE);
    this.message.hidden = hasRanges;
    this.bodyCanvas.hidden = !hasRanges;
    this.message.textContent = hasRanges ? "" : "There are no live intervals at this point of the pipeline.";
    this.listingHead.replaceChildren(
      element("div", { class: "run" }, `${this.run.letter}  ${this.run.label}`),
      element("div", {}, plural(this.moment.rows.length, "line"), " ", ...countsOf(counts)),
    );
    this.rowsOnPage.forEach((row) => row.remove());
    this.rowsOnPage.clear();
  }

  /** The line that is to stay where it is: what is chosen, if in sight, or the uppermost. */
  anchor() {
    if (!this.lines.length) return null;
    const at = clamp(Math.ceil(this.top / ROW_HEIGHT), 0, this.lines.length - 1);
    let line = at;
    while (line < this.lines.length - 1 && this.lines[line].change === "gone") line++;
    return { id: this.lines[line].id, offset: line * ROW_HEIGHT - this.top };
  }

  restore(anchor) {
    if (!anchor) return;
    const at = this.lines.findIndex((line) => line.id === anchor.id);
    if (at >= 0) this.scrollTo(at * ROW_HEIGHT - anchor.offset);
  }

  scrollTo(top) {
    this.scroll.scrollTop = top;
    this.top = this.scroll.scrollTop;
  }

  /** Where a slot index is, from the top of all lines. */
  yOf(slot) {
    const at = lastAtMost(this.slots, slot | 3);
    if (at < 0) return 0;
    const line = this.slotLines[at];
    const base = slot & ~3;
    if (base === (this.slots[at] & ~3)) return (line + (slot & 3) / 4) * ROW_HEIGHT;
    // A place without an instruction: between the lines, where it would be.
    const next = this.slots[at + 1] ?? this.slots[at] + 16;
    const share = clamp((slot - this.slots[at]) / (next - this.slots[at]), 0, 1);
    const nextLine = this.slotLines[at + 1] ?? line + 1;
    return (line + 0.85 + (nextLine - line - 0.85) * share) * ROW_HEIGHT;
  }

  linesInSight() {
    const first = clamp(Math.floor(this.top / ROW_HEIGHT), 0, this.lines.length);
    const last = clamp(Math.ceil((this.top + this.scroll.clientHeight) / ROW_HEIGHT) + 1, 0, this.lines.length);
    const numbers = [];
    for (let at = first; at < last; at++) numbers.push(at);
    return numbers;
  }

  slotsInSight() {
    const seen = this.linesInSight().map((at) => this.lines[at].slot).filter((slot) => slot >= 0);
    return seen.length ? [seen[0], seen[seen.length - 1] + 16] : [0, Infinity];
  }

  /** The values that an instruction reads. */
  usesOf(line) {
    this.run.usesByText ??= new Map();
    const known = this.run.usesByText.get(line.text);
    if (known) return known;
    const text = this.run.texts[line.text];
    const reads = text.slice(Math.max(0, text.indexOf(" = ")));
    const uses = new Set((reads.match(TOKENS) ?? []).map((token) => this.run.byName.get(token)?.index).filter((value) => value !== undefined));
    this.run.usesByText.set(line.text, uses);
    return uses;
  }

  // ---- Drawing ----------------------------------------------------------------------------------

  resize() {
    const { clientHeight: height, clientWidth: width } = this.scroll;
    if (!width) return;
    const hasChart = !this.bodyCanvas.hidden;
    const wanted = this.listingWidth || Math.round(width * 0.58);
    const listing = hasChart ? clamp(wanted, 120, Math.max(120, width - 80)) : Math.max(120, width - 330);
    this.stage.style.height = `${height}px`;
    this.listing.style.width = `${listing}px`;
    this.listingHead.style.width = `${listing + 5}px`;
    this.listingFoot.style.width = `${listing + 5}px`;
    this.across.firstChild.style.width = `${this.chart.columns.total ?? 0}px`;
    this.across.scrollLeft = this.chart.left;
    this.top = this.scroll.scrollTop;
    this.draw();
  }

  setListingWidth(width) {
    this.listingWidth = clamp(width, 120, this.scroll.clientWidth - 80);
    this.resize();
  }

  draw() {
    this.drawRows();
    if (!this.bodyCanvas.hidden) this.chart.draw();
    else prepareCanvas(this.headCanvas);
  }

  drawRows() {
    const inSight = this.linesInSight();
    const wanted = new Set(inSight);
    for (const [at, row] of this.rowsOnPage) {
      if (wanted.has(at)) continue;
      row.remove();
      this.rowsOnPage.delete(at);
    }
    for (const at of inSight) {
      let row = this.rowsOnPage.get(at);
      if (!row) {
        row = this.makeRow(this.lines[at], at);
        this.rowsOnPage.set(at, row);
        this.listing.append(row);
      }
      row.style.top = `${at * ROW_HEIGHT - this.top}px`;
    }
    this.markRows();
  }

  /** Marks what is chosen, pointed at or searched for among the lines on the page. */
  markRows() {
    const { chosen, hovered, sought } = this.store.values;
    const lit = this.run.values[hovered]?.name;
    for (const [at, row] of this.rowsOnPage) {
      const isChosen = at === this.cursor() || chosen?.kind === "block" && this.lines[at].id === -1 - chosen.id;
      row.classList.toggle("chosen", isChosen);
      row.setAttribute("aria-selected", String(isChosen));
      row.classList.toggle("found", Boolean(sought) && this.run.rowText(this.lines[at].row).includes(sought));
      for (const token of row.querySelectorAll(".value")) token.classList.toggle("lit", token.textContent === lit);
      const root = chosen?.kind === "place" ? chosen.place.root : NONE;
      for (const token of row.querySelectorAll(".physical")) {
        token.classList.toggle("lit", this.run.placeByName.get(token.dataset.place)?.root === root);
      }
    }
    const id = this.rowsOnPage.get(this.cursor())?.id;
    if (id) this.scroll.setAttribute("aria-activedescendant", id);
    else this.scroll.removeAttribute("aria-activedescendant");
  }

  /** The number of the line that is chosen. */
  cursor() {
    const { chosen } = this.store.values;
    if (chosen?.kind !== "line" || chosen.run !== this.run.number) return NONE;
    return this.lines.findIndex((line) => line.id === chosen.id);
  }

  makeRow(line, at) {
    const sign = { new: "+", gone: "−", changed: "~" }[line.change] ?? " ";
    const row = element("div", {
      class: `row ${line.head ? "head" : ""} ${line.change}`, role: "option", id: `row-${this.run.letter}-${at}`,
      "aria-setsize": this.lines.length, "aria-posinset": at + 1,
      onclick: (event) => this.onRow(event, line),
      onpointermove: (event) => this.onPointer(event, line),
      onpointerleave: () => { tip.hide(); this.store.set({ hovered: NONE }); },
    }, element("span", { class: "slot" }, slotName(line.slot)), element("span", { class: "sign" }, sign));
    if (line.head) row.append(...this.headParts(this.run.blocks[line.text]));
    else row.append(...this.textParts(this.run.texts[line.text]));
    return row;
  }

  headParts(block) {
    const more = [];
    if (block.frequency !== "") more.push(`× ${block.frequency}`);
    if (block.successors.length) {
      const names = block.successors.map(([to, share]) => `bb.${this.numberOf(to)} ${Math.round(share / 100)}%`);
      more.push(`→ ${names.join(", ")}`);
    }
    return [element("span", { class: "name" }, block.name), element("span", { class: "more" }, `   ${more.join("   ")}`)];
  }

  /** The number that a block prints with. */
  numberOf(id) {
    const block = this.run.blocksAt(this.state).find((one) => one.id === id);
    return block?.name.match(/^bb\.(\d+)/)?.[1] ?? id;
  }

  /** An instruction's text, with its opcode and registers as parts of their own. */
  textParts(text) {
    const parts = [];
    const opcode = text.match(/(?:^| = )\s*(?:[a-z][a-z-]* )*([A-Z][A-Z_a-z0-9]*)/);
    const start = opcode ? opcode.index + opcode[0].length - opcode[1].length : -1;
    let at = 0;
    const plainTo = (end) => {
      if (start >= at && start < end) {
        parts.push(text.slice(at, start), element("span", { class: "op" }, opcode[1]));
        at = start + opcode[1].length;
      }
      if (end > at) parts.push(text.slice(at, end));
    };
    for (const match of text.matchAll(TOKENS)) {
      const part = this.token(match[0]);
      if (!part) continue;
      plainTo(match.index);
      parts.push(part);
      at = match.index + match[0].length;
    }
    plainTo(text.length);
    return parts;
  }

  token(name) {
    const value = this.run.byName.get(name);
    if (value) {
      const place = this.run.placeOf(this.moment, value.index);
      const colour = place && !place.slot ? theme.register(place.colour, 0.5) : "";
      return element("span", { class: "value", style: colour ? `background:${colour}` : null, "data-value": value.index }, name);
    }
    if (!name.startsWith("$")) return null;
    const place = this.run.placeByName.get(name);
    return element("span", { class: "physical", "data-place": name, style: place ? `background:${theme.register(place.colour, 0.5)};color:inherit` : null }, name);
  }

  // ---- Input ------------------------------------------------------------------------------------

  onScroll() {
    this.top = this.scroll.scrollTop;
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.store.values.columns === "seen") this.chart.prepare();
      this.draw();
    });
  }

  onAcross() {
    this.chart.left = this.across.scrollLeft;
    this.draw();
  }

  onWheel(event) {
    const across = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (!across) return;
    event.preventDefault();
    this.across.scrollLeft += across;
  }

  onRow(event, line) {
    const { value, place } = event.target.dataset;
    const held = this.run.placeByName.get(place);
    if (value !== undefined) this.actions.chooseValue(Number(value), this.run.number);
    else if (held) this.actions.choosePlace(held, this.run.number);
    else if (line.head) this.actions.chooseBlock(-1 - line.id, this.run.number);
    else this.actions.chooseLine(line, this.run.number);
  }

  onPointer(event, line) {
    const value = event.target.dataset.value;
    this.store.set({ hovered: value === undefined ? NONE : Number(value) });
    if (value !== undefined) tip.show(this.chart.describe({ part: { value: this.run.values[value], range: this.run.rangeOf(this.moment, value) ?? {} } }), event);
    else if (line.change === "changed" && line.was !== NONE) tip.show(`was: ${this.run.rowText(line.was)}`, event);
    else tip.hide();
  }

  onKey(event) {
    if (event.target !== this.scroll) return;
    const cursor = this.cursor();
    const page = Math.floor(this.scroll.clientHeight / ROW_HEIGHT) - 2;
    const start = cursor < 0 ? this.linesInSight()[0] ?? 0 : cursor;
    const to = {
      ArrowDown: cursor < 0 ? start : start + 1, ArrowUp: start - 1, PageDown: start + page, PageUp: start - page, Home: 0, End: this.lines.length - 1,
    }[event.key];
    if (to === undefined || !this.lines.length) return;
    event.preventDefault();
    const at = clamp(to, 0, this.lines.length - 1);
    this.actions.chooseLine(this.lines[at], this.run.number);
    announce(this.run.rowText(this.lines[at].row));
    this.revealLine(at);
  }

  /** Scrolls so that a line is in sight. */
  revealLine(at) {
    const height = this.scroll.clientHeight;
    const y = at * ROW_HEIGHT;
    if (y < this.top + ROW_HEIGHT || y > this.top + height - 2 * ROW_HEIGHT) this.scrollTo(y - height / 3);
  }

  /** Scrolls to a block, an instruction or where a value begins. */
  reveal(chosen) {
    if (!chosen || chosen.run !== this.run.number) return;
    let at = NONE;
    if (chosen.kind === "block") at = this.lines.findIndex((line) => line.id === -1 - chosen.id);
    if (chosen.kind === "line") at = this.cursor();
    if (chosen.kind === "value") {
      const range = this.run.rangeOf(this.moment, chosen.value);
      this.chart.reveal(chosen.value);
      if (!range || this.isInSight(range)) return;
      at = Math.floor(this.yOf(range.segments[0]) / ROW_HEIGHT);
    }
    if (at >= 0) this.revealLine(at);
  }

  isInSight({ segments }) {
    const bottom = this.top + this.scroll.clientHeight;
    for (let at = 0; at < segments.length; at += 3) {
      if (this.yOf(segments[at]) < bottom && this.yOf(segments[at + 1]) > this.top) return true;
    }
    return false;
  }
}

/** `+3 −2 ~5` as elements. */
function countsOf(counts) {
  const signs = { new: ["+", "lines are new"], gone: ["−", "lines are gone"], changed: ["~", "lines are changed"] };
  const parts = Object.entries(signs).filter(([change]) => counts[change]);
  return parts.flatMap(([change, [sign, words]]) => [
    element("span", { class: `count-${change}`, title: `${counts[change]} ${words}` }, `${sign}${counts[change]}`), " ",
  ]);
}

/** Makes an element move a border, by pointer and by arrow keys. `sign` is -1 for what grows to the left. */
function makeSplitter(splitter, width, set, sign = 1) {
  splitter.addEventListener("pointerdown", (event) => {
    const start = event.clientX;
    const first = width();
    const move = (next) => set(first + sign * (next.clientX - start));
    splitter.setPointerCapture(event.pointerId);
    splitter.addEventListener("pointermove", move);
    splitter.addEventListener("pointerup", () => splitter.removeEventListener("pointermove", move), { once: true });
    event.preventDefault();
  });
  splitter.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (!step) return;
    event.preventDefault();
    set(width() + sign * step);
  });
}
