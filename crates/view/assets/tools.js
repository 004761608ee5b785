// Small tools: elements, colours, the theme, and the store that tells the parts of the page what has changed.

/** An element with attributes (`onclick` and the like are listeners) and children; text is never HTML. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child != null));
  return made;
}

const byId = (id) => document.getElementById(id);
const clamp = (number, low, high) => Math.max(low, Math.min(high, number));
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The JSON in an element of the page. */
const readData = (id) => JSON.parse(byId(id).textContent);

/** The JSON that is in an element of the page compressed. */
function readCompressed(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** `240r` for a raw slot index. */
const slotName = (slot) => (slot < 0 ? "" : (slot & ~3) + "Berd"[slot & 3]);

/** The position of the last entry of an ascending array that is at most `key`, -1 if there is none. */
function lastAtMost(sorted, key) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What the parts of the page share. Whoever subscribes is told once per frame what has changed. */
class Store {
  constructor(values) {
    this.values = values;
    this.subscribers = [];
    this.changed = new Set();
  }

  subscribe(render) {
    this.subscribers.push(render);
  }

  set(values) {
    for (const [key, value] of Object.entries(values)) {
      if (this.values[key] === value) continue;
      this.values[key] = value;
      if (!this.changed.size) requestAnimationFrame(() => this.flush());
      this.changed.add(key);
    }
  }

  flush() {
    const changed = this.changed;
    this.changed = new Set();
    for (const render of this.subscribers) render(changed);
  }
}

/** Light or dark: what the system says until the user chooses. */
const theme = {
  dark: false,
  colours: {},

  start(onChange) {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      this.set(system.matches);
      onChange();
    };
    system.addEventListener("change", follow);
    byId("theme").addEventListener("click", () => {
      system.removeEventListener("change", follow);
      this.set(!this.dark);
      onChange();
    });
    this.set(system.matches);
  },

  set(dark) {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    const style = getComputedStyle(document.documentElement);
    const names = ["paper", "ink", "soft", "faint", "line", "hover", "chosen", "accent", "new", "gone", "changed",
      "new-ink", "gone-ink", "changed-ink", "loop", "loop-line"];
    for (const name of names) this.colours[name] = style.getPropertyValue(`--${name}`).trim();
  },

  /** The colour of register number `number`: neighbours are far apart on the wheel of colours. */
  register(number, strength = 1) {
    const hue = (number * 137.508 + 210) % 360;
    return this.dark ? `hsl(${hue} 48% ${strength < 1 ? 26 : 52}%)` : `hsl(${hue} 62% ${strength < 1 ? 88 : 60}%)`;
  },

  /** The colour of a kind of decision. */
  decision(kind) {
    const hues = { assign: 145, evict: 28, unassign: 28, split: 215, spill: 0, remat: 180, join: 265, recolor: 320 };
    const hue = hues[kind];
    if (hue === undefined) return this.colours.faint;
    return this.dark ? `hsl(${hue} 55% 60%)` : `hsl(${hue} 65% 45%)`;
  },
};

/** A canvas that has as many pixels as the screen shows of it. Returns its context, in units of CSS. */
function prepareCanvas(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** Says something to those who do not see the page. */
function announce(text) {
  byId("status").textContent = text;
}

/** The box beside the pointer. */
const tip = {
  show(text, event) {
    const box = byId("tip");
    box.textContent = text;
    box.hidden = false;
    box.style.left = `${clamp(event.clientX + 14, 0, innerWidth - box.offsetWidth - 8)}px`;
    box.style.top = `${clamp(event.clientY + 16, 0, innerHeight - box.offsetHeight - 8)}px`;
  },

  hide() {
    byId("tip").hidden = true;
  },
};
