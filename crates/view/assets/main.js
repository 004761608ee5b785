// Puts the parts of the page together.

const header = readData("header");
const store = new Store({
  runs: [], states: [], current: 0, shown: "0", chosen: null, hovered: NONE, sought: "", columns: "all", lanes: false, gone: true, difference: null,
});
/** From so many values on, only columns of those in sight are shown at first. */
const MANY_VALUES = 120;
let panels = [];
let timelines = [];
/** What is shown, as soon as it is. */
let functionName = "";

const actions = {
  /** Goes to a state of a run. */
  goTo(run, state) {
    const states = store.values.states.slice();
    states[run.number] = clamp(state, 0, run.states.length - 1);
    store.set({ states, current: run.number });
  },

  /** Goes to the state after a pass; another run that is shown goes to the same pass. */
  goToPass(run, pass) {
    const states = store.values.states.slice();
    states[run.number] = run.passes[pass].state;
    if (store.values.shown === "both") {
      for (const other of store.values.runs) {
        if (other !== run) states[other.number] = samePass(other, run.passes[pass].name, states[other.number]);
      }
    }
    store.set({ states, current: run.number });
  },

  chooseValue(value, run, reveal = true) {
    choose({ kind: "value", value, run }, reveal);
  },

  chooseBlock(id, run) {
    choose({ kind: "block", id, run }, true);
    graph.reveal(id);
    announce(graph.names?.get(id) ?? "");
  },

  chooseLine(line, run, reveal = false) {
    if (line.head) return actions.chooseBlock(-1 - line.id, run);
    return choose({ kind: "line", id: line.id, row: line.row, was: line.was, run }, reveal);
  },

  choosePlace(place, run) {
    choose({ kind: "place", place, run }, false);
  },
};

function choose(chosen, reveal) {
  store.set({ chosen, current: chosen.run });
  toReveal = reveal ? chosen : null;
}

let toReveal = null;
const graph = new Graph(store, actions);
const search = new Search(store, actions);
const details = new Details(store, actions);

/** The state of a run after the pass of a name. Allocators stand for each other. */
function samePass(run, name, otherwise) {
  const isAllocator = (one) => /^(greedy|regallocbasic|regallocfast|ion|fastalloc)$/.test(one);
  const same = run.passes.find((pass) => pass.name === name || (isAllocator(name) && isAllocator(pass.name)));
  return same ? same.state : otherwise;
}

/** Where to begin: after the allocator, or at the end. */
function firstState(run) {
  const { passes } = run;
  const decides = passes.filter((pass, at) => pass.state > run.passStarts[at]);
  return (decides[decides.length - 1] ?? passes[passes.length - 1]).state;
}

async function showFunction(number) {
  delete document.body.dataset.shown;
  const data = await readCompressed(`function-${number}`);
  const runs = data.runs.map((run, at) => new Run(run, at));
  store.values.runs = runs;
  functionName = data.name;
  document.title = `${data.name} – ${header.title}`;
  byId("shown-field").hidden = runs.length < 2;
  byId("shown").replaceChildren(...runs.map((run) => element("option", { value: run.number }, `${run.letter}  ${run.label}`)),
    ...(runs.length > 1 ? [element("option", { value: "both" }, "both")] : []));
  const shown = runs.length > 1 ? "both" : "0";
  byId("shown").value = shown;
  showDifference(data.difference, runs);
  const many = runs.some((run) => run.values.length > MANY_VALUES);
  byId("columns").value = many ? "seen" : "all";
  store.set({ states: runs.map(firstState), current: 0, shown: "" });
  store.set({ chosen: null, shown, columns: byId("columns").value });
}

/** The line that says where two runs part, with a button that goes there. */
function showDifference(difference, runs) {
  const bar = byId("difference");
  bar.hidden = runs.length < 2;
  if (!difference) {
    bar.replaceChildren("Both runs take the same decisions.");
    return;
  }
  const go = () => {
    const states = store.values.states.map((state, at) => difference.states[at] ?? state);
    store.set({ states });
  };
  bar.replaceChildren(element("span", {}, `First difference, ${difference.what}:`), element("code", {}, `A  ${difference.texts[0]}`), element("code", {}, `B  ${difference.texts[1]}`),
    element("button", { type: "button", id: "go-difference", onclick: go }, "Go there"));
}

/** Makes panels and sliders for the runs that are shown. */
function rebuild() {
  const { runs, shown, current } = store.values;
  const wanted = shown === "both" ? runs : [runs[Number(shown)] ?? runs[0]];
  for (const old of [...panels, ...timelines]) old.remove();
  panels = wanted.map((run) => new Panel(store, actions, run));
  timelines = wanted.map((run) => new Timeline(store, actions, run));
  byId("panels").replaceChildren(...panels.map((panel) => panel.element));
  byId("timelines").replaceChildren(...timelines.map((timeline) => timeline.element));
  if (!wanted.includes(runs[current])) store.values.current = wanted[0].number;
}

function render(changed) {
  const { runs, states, current } = store.values;
  if (!runs.length) return;
  const isNew = changed.has("shown");
  if (isNew) rebuild();
  const has = (...keys) => keys.some((key) => changed.has(key));
  if (graph.run !== runs[store.values.current]) graph.show(runs[store.values.current]);
  for (const panel of panels) {
    if (panel.state !== states[panel.run.number] || has("gone", "theme")) panel.showState(states[panel.run.number]);
    else if (has("chosen", "columns", "lanes")) {
      panel.chart.prepare();
      panel.resize();
    }
  }
  if (has("shown", "states", "theme")) timelines.forEach((timeline) => timeline.show());
  if (toReveal) panels.forEach((panel) => panel.reveal(toReveal));
  toReveal = null;
  if (has("chosen", "hovered", "sought", "states", "shown", "columns", "lanes")) panels.forEach((panel) => panel.draw());
  if (has("chosen", "states", "shown", "current", "theme")) {
    graph.draw();
    details.show();
  }
  document.body.dataset.shown = functionName;
}

function listen() {
  byId("function").addEventListener("change", (event) => showFunction(event.target.value));
  byId("shown").addEventListener("change", (event) => store.set({ shown: event.target.value }));
  byId("columns").addEventListener("change", (event) => store.set({ columns: event.target.value }));
  byId("lanes").addEventListener("change", (event) => store.set({ lanes: event.target.checked }));
  byId("gone").addEventListener("change", (event) => store.set({ gone: event.target.checked }));
  for (const splitter of document.querySelectorAll(".work > .splitter")) {
    const pane = document.querySelector(`.${splitter.dataset.pane}`);
    const sign = splitter.dataset.pane === "details" ? -1 : 1;
    makeSplitter(splitter, () => pane.clientWidth, (width) => { pane.style.width = `${clamp(width, 80, innerWidth * 0.6)}px`; }, sign);
  }
  document.addEventListener("keydown", onKey);
}

/** Keys that work wherever the focus is, but in fields of text. */
function onKey(event) {
  const { target, key } = event;
  if (target.matches("input[type=search], select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const timeline = timelines.find((one) => one.run.number === store.values.current) ?? timelines[0];
  const step = {
    "[": () => timeline.passes.step(-1), "]": () => timeline.passes.step(1),
    ",": () => timeline.decisions.step(-1), ".": () => timeline.decisions.step(1),
    "/": () => search.input.focus(), Escape: () => store.set({ chosen: null }),
  }[key];
  if (!step) return;
  event.preventDefault();
  step();
}

/** For scripts and tests: where a value's column is on the screen, at its first place that is in sight. */
function whereIs(name) {
  for (const panel of panels) {
    const value = panel.run.byName.get(name);
    const column = value && panel.chart.uses.get(value.index);
    if (!column) continue;
    panel.reveal({ kind: "value", value: value.index, run: panel.run.number });
    panel.draw();
    const box = panel.bodyCanvas.getBoundingClientRect();
    const { segments } = panel.run.rangeOf(panel.moment, value.index);
    const visible = (y) => y > 0 && y < box.height;
    for (let at = 0; at < segments.length; at += 3) {
      const y = (panel.yOf(segments[at]) + panel.yOf(segments[at + 1])) / 2 - panel.top;
      if (visible(y)) return { x: box.left + column.x - panel.chart.left + column.width / 2, y: box.top + y };
    }
    const head = panel.headCanvas.getBoundingClientRect();
    return { x: box.left + column.x - panel.chart.left + column.width / 2, y: head.top + head.height / 2 };
  }
  return null;
}

function start() {
  window.avarice = { store, actions, whereIs };
  byId("title").textContent = header.title;
  byId("function").replaceChildren(...header.functions.map((name, number) => element("option", { value: number }, name)));
  byId("graph-legend").replaceChildren(...[["falls through", "solid"], ["branch", "dashed"], ["unwind", "dotted"]].map(([words, style]) =>
    element("span", {}, element("i", { style: `border-top-style:${style}` }), words)), element("span", {}, "warm: runs often"));
  listen();
  store.subscribe(render);
  theme.start(() => {
    store.changed.add("theme");
    requestAnimationFrame(() => store.flush());
  });
  if (header.functions.length) showFunction(0);
  else byId("details").replaceChildren(element("p", {}, "There is no function with code."));
}

start();
