// What is known of what is selected, and the decisions about it, in words.

class Details {
  constructor(store, actions) {
    Object.assign(this, { store, actions });
    this.element = byId("details");
  }

  show() {
    const { chosen, runs, current, states } = this.store.values;
    const run = runs[chosen?.run ?? current];
    const state = states[run.number];
    const parts = [...this.decisionCard(run, state)];
    if (chosen?.kind === "value") parts.push(...this.value(run, state, run.values[chosen.value]));
    else if (chosen?.kind === "block") parts.push(...this.block(run, state, chosen.id));
    else if (chosen?.kind === "line") parts.push(...this.line(run, chosen));
    else if (chosen?.kind === "place") parts.push(...this.place(run, state, chosen.place));
    else parts.push(...this.overview(run));
    if (runs.length > 1) parts.push(...this.assignments());
    this.element.replaceChildren(...parts);
    this.element.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  heading(...children) {
    return element("h2", {}, ...children);
  }

  facts(pairs) {
    const known = pairs.filter(([, value]) => value !== null && value !== "" && value !== undefined);
    return element("dl", {}, ...known.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
  }

  link(run, value) {
    return element("button", { type: "button", class: "link", onclick: () => this.actions.chooseValue(value.index, run.number) }, value.name);
  }

  chip(place) {
    const style = place.slot ? null : `background:${theme.register(place.colour, 0.5)}`;
    return element("span", { class: `chip ${place.slot ? "slot" : ""}`, style }, place.name);
  }

  /** The decision that the slider is at. */
  decisionCard(run, state) {
    const { decision } = run.states[state];
    if (!decision) return [];
    const details = (decision.details ?? []).map((text) => element("p", { class: "soft" }, text));
    const about = [...new Set(decision.about)].flatMap((value) => [this.link(run, run.values[value]), " "]);
    return [element("div", { class: "card", style: `border-left-color:${theme.decision(decision.kind)}` },
      element("p", {}, decision.text), ...details, element("p", { class: "mono" }, ...about))];
  }

  value(run, state, value) {
    const moment = run.at(state);
    const range = run.rangeOf(moment, value.index);
    const place = run.placeOf(moment, value.index);
    const family = run.values.filter((other) => other.origin === value.origin && other !== value);
    const what = { register: "virtual register", unit: "register unit", slot: "spill slot" }[value.kind];
    const parts = [this.heading(element("code", {}, value.name), " ", place ? this.chip(place) : null), this.facts([
      ["what", `${what}${value.class ? ` of ${value.class}` : ""}`],
      ["in the IR", value.ir || run.values[value.origin].ir],
      ["now", this.whereItIs(value, range, place)],
      ["weight", range && value.kind === "register" ? weightText(range.weight) : null],
      ["live", range ? `${plural(range.segments.length / 3, "segment")}, ${plural(range.defs.filter((def) => def >= 0).length, "value")}` : null],
      ["PHIs", range ? range.defs.filter((def) => def >= 0 && !(def & 3)).map(slotName).join(" ") : null],
      ["lanes", range?.lanes ? plural(range.lanes.length, "part") : null],
      ["family", family.length ? element("span", {}, ...family.flatMap((other) => [this.link(run, other), " "])) : null],
    ])];
    const decisions = run.decisionsOf(value.index);
    if (value.kind !== "unit") parts.push(this.heading("What was decided about it"), this.decisions(run, state, decisions));
    if (range) parts.push(this.heading("Where it is live"), element("p", { class: "mono" }, rangeText(range)));
    return parts;
  }

  whereItIs(value, range, place) {
    if (value.kind === "unit") return range ? "taken by the code itself" : "free";
    if (place) return place.slot ? "in memory" : `in ${place.name}`;
    return range ? "without a register yet" : "not live in this state";
  }

  /** Decisions as buttons that move the slider. */
  decisions(run, state, list) {
    if (!list.length) return element("p", { class: "soft" }, "Nothing is on record.");
    const items = list.map((at) => {
      const { decision } = run.states[at];
      return element("li", {}, element("button", {
        type: "button", "data-state": at, "aria-current": at === state ? "step" : null,
        style: `border-left-color:${theme.decision(decision.kind)}`, onclick: () => this.actions.goTo(run, at),
      }, element("span", { class: "number" }, run.passes[run.passAt(at)].name), decision.text));
    });
    return element("ol", { class: "decisions" }, ...items);
  }

  block(run, state, id) {
    const blocks = run.blocksAt(state);
    const block = blocks.find((one) => one.id === id);
    if (!block) return [element("p", { class: "soft" }, "This block is not there in this state.")];
    const to = (other, text) => element("button", { type: "button", class: "link", onclick: () => this.actions.chooseBlock(other.id, run.number) }, text);
    const name = (other) => other.name.replace(/ \(.*$/, "");
    const find = (number) => blocks.find((one) => one.id === number);
    const successors = block.successors.map(([number, share]) => [find(number), share]).filter(([other]) => other);
    const predecessors = blocks.filter((other) => other.successors.some(([number]) => number === id));
    return [this.heading(element("code", {}, block.name)), this.facts([
      ["runs", block.frequency === "" ? null : `${block.frequency} times for each run of the function`],
      ["code", plural(block.count, "instruction")],
      ["from", element("span", {}, ...predecessors.flatMap((other) => [to(other, name(other)), " "]))],
      ["to", element("span", {}, ...successors.flatMap(([other, share]) => [to(other, name(other)), ` ${share / 100} % `]))],
    ])];
  }

  line(run, chosen) {
    const text = run.rowText(chosen.row);
    const names = [...new Set(text.match(TOKENS) ?? [])].map((name) => run.byName.get(name)).filter(Boolean);
    return [this.heading("Line ", slotName(run.rows[chosen.row][2])), element("p", { class: "mono" }, text),
      chosen.was !== NONE && chosen.was !== undefined ? element("p", { class: "mono soft" }, `was: ${run.rowText(chosen.was)}`) : null,
      names.length ? this.facts([["values", element("span", {}, ...names.flatMap((value) => [this.link(run, value), " "]))]]) : null];
  }

  place(run, state, place) {
    const moment = run.at(state);
    const held = run.values.filter((value) => run.placeOf(moment, value.index)?.root === place.root && moment.ranges[value.index] !== NONE);
    return [this.heading(this.chip(place)), element("p", {}, held.length ? "It, or a part of it, holds:" : "It holds nothing in this state."),
      element("ul", {}, ...held.map((value) => element("li", {}, this.link(run, value), ` in ${run.placeOf(moment, value.index).name}`)))];
  }

  overview(run) {
    const kinds = new Map();
    for (const { decision } of run.states) if (decision) kinds.set(decision.kind, (kinds.get(decision.kind) ?? 0) + 1);
    const key = (name, words) => element("p", {}, element("kbd", {}, name), ` ${words}`);
    return [this.heading("What happened"), this.facts([["passes", String(run.passes.length - 1)], ["values", String(run.values.filter((value) => value.kind === "register").length)],
      ...[...kinds].map(([kind, count]) => [kind, String(count)])]),
    this.heading("How to read the chart"),
    element("p", {}, "A column is a value: coloured where it is live in a register, hatched in memory, grey where nothing is decided. A bar on top is a definition, a diamond a PHI, a dot a read, a dotted line a hole. Yellow borders are what the last step changed; values with a common line below their names were split from one another."),
    this.heading("Keys"), key("[ ]", "pass"), key(", .", "decision"), key("/", "search"), key("↑ ↓", "line, or along an edge of the graph"), key("← →", "column of the chart"), key("Esc", "nothing selected")];
  }

  /** Both assignments side by side, those that differ first. */
  assignments() {
    const { runs } = this.store.values;
    const rows = compareAssignments(runs);
    const differing = rows.filter((row) => row.differs).length;
    const cell = (run, list) => element("td", {}, ...list.flatMap(([value, place]) => [this.link(run, value), " ", place ? this.chip(place) : "–", element("br")]));
    return [this.heading(`Assignments: ${differing} of ${rows.length} differ`),
      element("table", { class: "places" }, element("thead", {}, element("tr", {}, element("th", {}, `A  ${runs[0].label}`), element("th", {}, `B  ${runs[1].label}`))),
        element("tbody", {}, ...rows.slice(0, 400).map((row) => element("tr", { class: row.differs ? "differs" : "" }, cell(runs[0], row.sides[0]), cell(runs[1], row.sides[1])))))];
  }
}

/** For each value of the input, what it and its parts were put in, in both runs. */
function compareAssignments(runs) {
  const families = new Map();
  runs.forEach((run, side) => {
    const moment = run.at(lastAssigned(run));
    for (const value of run.values) {
      const place = run.placeOf(moment, value.index);
      if (value.kind !== "register" || !place) continue;
      const name = run.values[value.origin].name;
      if (!families.has(name)) families.set(name, [[], []]);
      families.get(name)[side].push([value, place]);
    }
  });
  const placesOf = (list) => list.map(([, place]) => place.name).sort().join(" ");
  const rows = [...families.values()].map((sides) => ({ sides, differs: placesOf(sides[0]) !== placesOf(sides[1]) }));
  return rows.sort((a, b) => b.differs - a.differs);
}

/** The last state after a pass in which anything is assigned. */
function lastAssigned(run) {
  const ends = run.passes.map((pass) => pass.state);
  return ends.reverse().find((at) => run.at(at).places.some((place) => place !== NONE)) ?? 0;
}

const weightText = (weight) => (weight === null ? "infinite: it must not be spilled" : Number(weight).toPrecision(4));

/** A range as logs print it. */
function rangeText({ segments, defs }) {
  const parts = [];
  for (let at = 0; at < segments.length; at += 3) parts.push(`[${slotName(segments[at])},${slotName(segments[at + 1])}:${segments[at + 2]})`);
  const values = defs.map((def, number) => (def < 0 ? `${number}@x` : `${number}@${slotName(def)}${def & 3 ? "" : "-phi"}`));
  return `${parts.join(" ")}  ${values.join(" ")}`;
}
