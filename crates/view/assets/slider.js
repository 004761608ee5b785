// Passes and decisions to choose from: two sliders for each run.

class Timeline {
  constructor(store, actions, run) {
    Object.assign(this, { store, actions, run });
    this.passes = this.track("Pass", "pass", (to) => actions.goToPass(run, to), (canvas) => this.drawPasses(canvas));
    this.decisions = this.track("Decision", "decision", (to) => actions.goTo(run, this.first() + to), (canvas) => this.drawDecisions(canvas));
    this.element = element("div", { class: "timeline", role: "group", "aria-label": `Passes and decisions of run ${run.letter}` }, this.passes.element, this.decisions.element);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.passes.canvas);
  }

  remove() {
    this.observer.disconnect();
    this.element.remove();
  }

  /** A row: name, buttons, slider with a strip of marks above, and what is chosen in words. */
  track(caption, kind, go, draw) {
    const many = this.run.number > 0 || this.store.values.runs.length > 1;
    const name = many ? `${caption} ${this.run.letter}` : caption;
    const input = element("input", { type: "range", min: "0", max: "0", value: "0", class: `to-${kind}`, "aria-label": `${name}` });
    const canvas = element("canvas", { "aria-hidden": "true" });
    const output = element("output", { "aria-live": "off" });
    const step = (by) => go(clamp(Number(input.value) + by, 0, Number(input.max)));
    input.addEventListener("input", () => go(Number(input.value)));
    const back = element("button", { type: "button", "aria-label": `Previous ${kind}`, title: `Previous ${kind} (${kind === "pass" ? "[" : ","})`, onclick: () => step(-1) }, "◀");
    const on = element("button", { type: "button", "aria-label": `Next ${kind}`, title: `Next ${kind} (${kind === "pass" ? "]" : "."})`, onclick: () => step(1) }, "▶");
    const made = { input, canvas, output, step, draw, back, on };
    made.element = element("div", { class: "track" }, element("span", { class: "caption" }, name), back, element("div", { class: "slide" }, canvas, input), on, output);
    return made;
  }

  state() {
    return this.store.values.states[this.run.number];
  }

  pass() {
    return this.run.passAt(this.state());
  }

  first() {
    return this.run.passStarts[this.pass()];
  }

  show() {
    const pass = this.pass();
    const { name, title, state } = this.run.passes[pass];
    const count = state - this.first();
    const { counts, values } = this.run.changesAt(this.state());
    this.setTrack(this.passes, pass, this.run.passes.length - 1, `${name}: ${title}`);
    this.setTrack(this.decisions, this.state() - this.first(), count, "");
    const isEnd = this.state() === state;
    this.passes.output.replaceChildren(element("b", {}, name), ` ${title} `,
      ...(isEnd ? this.changeParts(counts, values, pass) : []));
    const decision = this.run.states[this.state()].decision;
    this.decisions.output.replaceChildren(...this.decisionParts(decision, count, counts, values));
    this.decisions.input.disabled = this.decisions.back.disabled = this.decisions.on.disabled = count === 0;
    this.draw();
  }

  setTrack({ input, back, on }, value, max, text) {
    input.max = max;
    input.value = value;
    input.setAttribute("aria-valuetext", text || `${value} of ${max}`);
    back.disabled = value <= 0;
    on.disabled = value >= max;
  }

  changeParts(counts, values, pass) {
    const parts = countsOf(counts);
    if (values.size) parts.push(element("span", { class: "soft" }, `${plural(values.size, "interval")} differ`));
    const isFirst = pass === 0;
    return parts.length ? parts : [element("span", { class: "soft" }, isFirst ? "" : "changed nothing")];
  }

  decisionParts(decision, count, counts, values) {
    if (!count) return [element("span", { class: "soft" }, "this pass takes no decisions about registers")];
    if (!decision) return [element("span", { class: "soft" }, `${plural(count, "decision")}; this is after the last`)];
    const number = this.state() - this.first() + 1;
    const swatch = element("span", { style: `color:${theme.decision(decision.kind)}`, "aria-hidden": "true" }, "■ ");
    return [swatch, element("span", { class: "soft" }, `${number}/${count} `), decision.text, " ", ...countsOf(counts)];
  }

  draw() {
    for (const track of [this.passes, this.decisions]) {
      const { context, width, height } = prepareCanvas(track.canvas);
      if (width > 0) track.draw({ context, width, height });
    }
  }

  /** A bar for each pass, as high as it changed much. */
  drawPasses({ context, width, height }) {
    this.sizes ??= this.run.passes.map(({ state }) => {
      const { counts, values } = this.run.changesAt(state);
      return counts.new + counts.gone + counts.changed + values.size;
    });
    const most = Math.log1p(Math.max(1, ...this.sizes.slice(1)));
    const chosen = this.pass();
    this.sizes.forEach((size, pass) => {
      const x = placeOfThumb(pass, this.run.passes.length - 1, width);
      const bar = pass === 0 || size === 0 ? 1.5 : 3 + (height - 4) * (Math.log1p(size) / most);
      context.fillStyle = pass === chosen ? theme.colours.accent : theme.colours.faint;
      context.fillRect(x - 3, height - bar, 6, bar);
    });
  }

  /** A mark for each decision, coloured by its kind. */
  drawDecisions({ context, width, height }) {
    const first = this.first();
    const count = this.run.passes[this.pass()].state - first;
    const thick = clamp(width / Math.max(1, count), 1, 6);
    const heights = { spill: 1, split: 0.85, evict: 0.7, recolor: 0.7, join: 0.55, remat: 0.55, assign: 0.45 };
    for (let at = 0; at < count; at++) {
      const { kind } = this.run.states[first + at].decision;
      const bar = height * (heights[kind] ?? 0.3);
      context.fillStyle = theme.decision(kind);
      context.fillRect(placeOfThumb(at, count, width) - thick / 2, height - bar, Math.max(1, thick - 0.5), bar);
    }
  }
}

/** Where the middle of a slider's thumb is. */
const placeOfThumb = (value, max, width) => 8 + (max ? value / max : 0) * (width - 16);
