// Search: values by name, class or IR name; registers; blocks; instructions by any part of their text.

const FOUND_OF_A_KIND = 8;

/** What a state has that contains `words`: { kind, name, more, choose }. */
function findAll(run, state, words, actions) {
  const needle = words.toLowerCase();
  const has = (text) => text.toLowerCase().includes(needle);
  const moment = run.at(state);
  return [
    ...findValues(run, moment, has, needle, actions),
    ...findRegisters(run, has, actions),
    ...findBlocks(run, state, has, actions),
    ...findLines(run, moment, has, actions),
  ];
}

function findValues(run, moment, has, needle, actions) {
  const found = run.values.filter((value) => has(value.name) || has(value.ir) || (needle.length > 2 && has(value.class)));
  const rank = (value) => (value.name.toLowerCase() === needle ? 0 : value.ir && has(value.ir) ? 1 : 2);
  found.sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  return found.slice(0, FOUND_OF_A_KIND).map((value) => {
    const place = run.placeOf(moment, value.index);
    return {
      kind: { register: "value", unit: "unit", slot: "slot" }[value.kind],
      name: value.name,
      more: [value.class, value.ir, place?.name].filter(Boolean).join("  "),
      choose: () => actions.chooseValue(value.index, run.number, true),
    };
  });
}

function findRegisters(run, has, actions) {
  const found = run.places.filter((place) => has(place.name));
  return found.slice(0, FOUND_OF_A_KIND).map((place) => ({
    kind: place.slot ? "slot" : "register", name: place.name, more: "", choose: () => actions.choosePlace(place, run.number),
  }));
}

function findBlocks(run, state, has, actions) {
  const found = run.blocksAt(state).filter((block) => has(block.name));
  return found.slice(0, FOUND_OF_A_KIND).map((block) => ({
    kind: "block", name: block.name, more: "", choose: () => actions.chooseBlock(block.id, run.number),
  }));
}

function findLines(run, moment, has, actions) {
  const found = [];
  for (const row of moment.rows) {
    const [id, text, slot] = run.rows[row];
    if (id < 0 || !has(run.texts[text])) continue;
    found.push({
      kind: slotName(slot) || "line", name: run.texts[text], more: "",
      choose: () => actions.chooseLine(run.line(row, ""), run.number, true),
    });
    if (found.length === 4 * FOUND_OF_A_KIND) break;
  }
  return found;
}

class Search {
  constructor(store, actions) {
    Object.assign(this, { store, actions, found: [], at: NONE });
    this.input = byId("search");
    this.list = byId("found");
    this.input.addEventListener("input", () => this.search());
    this.input.addEventListener("focus", () => this.search());
    this.input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    this.input.addEventListener("keydown", (event) => this.onKey(event));
  }

  search() {
    const words = this.input.value.trim();
    this.store.set({ sought: words.length > 1 ? words : "" });
    if (!words) {
      this.close();
      return;
    }
    const run = this.store.values.runs[this.store.values.current];
    this.found = findAll(run, this.store.values.states[run.number], words, this.actions);
    this.at = this.found.length ? 0 : NONE;
    this.show();
    announce(this.found.length ? `${plural(this.found.length, "result")}` : "nothing found");
  }

  show() {
    const items = this.found.map((one, at) => element("li", {
      role: "option", id: `found-${at}`, "aria-selected": String(at === this.at), onpointerdown: (event) => { event.preventDefault(); this.choose(at); },
    }, element("span", { class: "what" }, one.kind), element("span", { class: "name" }, one.more ? `${one.name}  ${one.more}` : one.name)));
    if (!items.length) items.push(element("li", { class: "none" }, "Nothing like that here."));
    this.list.replaceChildren(...items);
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    if (this.at >= 0) {
      this.input.setAttribute("aria-activedescendant", `found-${this.at}`);
      items[this.at].scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  choose(at) {
    const one = this.found[at];
    this.close();
    one?.choose();
  }

  onKey(event) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && this.found.length) {
      this.at = (this.at + move + this.found.length) % this.found.length;
      this.show();
    } else if (event.key === "Enter") this.choose(this.at);
    else if (event.key === "Escape") {
      this.input.value = "";
      this.search();
      this.input.blur();
    } else return;
    event.preventDefault();
  }
}
