// A run: its states, each made of the state before and what differs.

const NONE = -1;
/** States between those that are kept whole. */
const KEY_DISTANCE = 32;

/** Numbers of registers, for their colours, which are the same in all runs. */
const colourNumbers = new Map();

/** A run of the function's compilation, see `model.rs` for the form of `data`. */
class Run {
  constructor(data, number) {
    Object.assign(this, data);
    this.number = number;
    this.letter = "AB"[number];
    this.keys = [];
    this.cache = new Map();
    this.values.forEach((value, index) => {
      value.index = index;
      value.origin = value.original === NONE ? index : value.original;
    });
    this.numberPlaces();
    this.nameTables();
    this.passStarts = this.passes.map((_, pass) => (pass ? this.passes[pass - 1].state + 1 : 0));
    this.about = this.indexDecisions();
  }

  /** Numbers registers for their colours: registers that overlap have the same. */
  numberPlaces() {
    for (const place of this.places) {
      if (!colourNumbers.has(place.root)) colourNumbers.set(place.root, colourNumbers.size);
      place.colour = colourNumbers.get(place.root);
    }
  }

  nameTables() {
    this.byName = new Map(this.values.map((value) => [value.name, value]));
    for (const value of this.values) {
      if (value.kind === "slot") this.byName.set(`%stack.${value.name.slice(3)}`, value);
    }
    this.placeByName = new Map(this.places.map((place) => [place.name, place]));
  }

  /** By value: the states whose decisions are about it. */
  indexDecisions() {
    const about = this.values.map(() => []);
    this.states.forEach((state, index) => {
      for (const value of new Set(state.decision?.about ?? [])) about[value].push(index);
    });
    return about;
  }

  /** The decisions about a value and about what it was split from or into, in order. */
  decisionsOf(value) {
    const own = this.about[value];
    const made = this.values.filter((other) => other.origin === value && other.index !== value);
    if (!made.length) return own;
    const all = new Set(own);
    for (const other of made) for (const state of this.about[other.index]) all.add(state);
    return [...all].sort((a, b) => a - b);
  }

  /** The number of the pass that a state belongs to. */
  passAt(state) {
    return this.passes.findIndex((pass) => state <= pass.state);
  }

  isPassEnd(state) {
    return this.passes[this.passAt(state)].state === state;
  }

  /** The state to compare a state with: the pass's begin for its end, else the one before. */
  baseOf(state) {
    const pass = this.passAt(state);
    if (this.passes[pass].state === state) return pass ? this.passes[pass - 1].state : NONE;
    return state - 1;
  }

  /** What there is in a state: rows of code, and by value its range and its place. */
  at(state) {
    if (state < 0) return this.empty();
    const known = this.cache.get(state);
    if (known) return known;
    const moment = this.build(state);
    if (this.cache.size > 24) this.cache.delete(this.cache.keys().next().value);
    this.cache.set(state, moment);
    return moment;
  }

  empty() {
    const none = () => new Int32Array(this.values.length).fill(NONE);
    return { state: NONE, rows: new Int32Array(0), ranges: none(), places: none() };
  }

  build(state) {
    let moment = this.cache.get(state - 1);
    if (!moment) {
      const key = Math.min(Math.floor(state / KEY_DISTANCE), this.keys.length - 1);
      moment = key < 0 ? this.empty() : this.keys[key];
    }
    for (let next = moment.state + 1; next <= state; next++) {
      moment = this.apply(moment, next);
      if (next === this.keys.length * KEY_DISTANCE) this.keys.push(moment);
    }
    return moment;
  }

  apply(before, state) {
    const { code = [], ranges = [], places = [] } = this.states[state];
    const moment = { state, rows: applySplices(before.rows, code), ranges: before.ranges, places: before.places };
    if (ranges.length) {
      moment.ranges = before.ranges.slice();
      for (const [value, range] of ranges) moment.ranges[value] = range;
    }
    if (places.length) {
      moment.places = before.places.slice();
      for (const [value, place] of places) moment.places[value] = place;
    }
    return moment;
  }

  rowText(row) {
    const [id, text] = this.rows[row];
    return id < 0 ? this.blocks[text].name : this.texts[text];
  }

  /** The blocks of a state in the order of the code. */
  blocksAt(state) {
    const moment = this.at(state);
    if (!moment.blocks) {
      moment.blocks = [];
      for (const row of moment.rows) {
        const [id, text] = this.rows[row];
        if (id < 0) moment.blocks.push({ ...this.blocks[text], count: 0 });
        else moment.blocks[moment.blocks.length - 1].count++;
      }
    }
    return moment.blocks;
  }

  /** How a state differs from its base: lines to show, and values whose range or place differs. */
  changesAt(state) {
    const moment = this.at(state);
    if (!moment.changes) {
      const base = this.at(this.baseOf(state));
      const lines = this.compareRows(base.rows, moment.rows);
      const values = new Set();
      for (let value = 0; value < this.values.length; value++) {
        const same = base.ranges[value] === moment.ranges[value] && base.places[value] === moment.places[value];
        if (!same) values.add(value);
      }
      const counts = { new: 0, gone: 0, changed: 0 };
      for (const line of lines) if (line.change && !line.head) counts[line.change]++;
      moment.changes = { lines, values, counts };
    }
    return moment.changes;
  }

  /** The lines of `after`, and between them those of `before` that are gone; each with how it changed. */
  compareRows(before, after) {
    const first = before.length === 0;
    const places = new Map();
    before.forEach((row, at) => places.set(this.rows[row][0], at));
    const stays = new Set();
    for (const row of after) stays.add(this.rows[row][0]);
    const lines = [];
    let at = 0;
    const skipTo = (end) => {
      for (; at < end; at++) {
        if (!stays.has(this.rows[before[at]][0])) lines.push(this.line(before[at], "gone"));
      }
    };
    for (const row of after) {
      const id = this.rows[row][0];
      const place = places.get(id);
      if (place === undefined) {
        lines.push(this.line(row, first ? "" : "new"));
        continue;
      }
      if (place >= at) {
        skipTo(place);
        at = place + 1;
      }
      const same = this.rows[before[place]][1] === this.rows[row][1];
      lines.push(this.line(row, same || id < 0 ? "" : "changed", same ? NONE : before[place]));
    }
    skipTo(before.length);
    return lines;
  }

  line(row, change, was = NONE) {
    const [id, text, slot] = this.rows[row];
    return { row, id, text, slot, change, was, head: id < 0 };
  }

  /** The range that a value has in a state, if it has one. */
  rangeOf(moment, value) {
    const range = moment.ranges[value];
    return range === NONE ? null : this.ranges[range];
  }

  placeOf(moment, value) {
    const place = moment.places[value];
    return place === NONE ? null : this.places[place];
  }

  /** By value: where its family first begins, which orders the columns of all states alike. */
  order() {
    if (!this.ranks) {
      this.ranks = new Float64Array(this.values.length).fill(Infinity);
      for (const { ranges = [] } of this.states) {
        for (const [value, range] of ranges) {
          const origin = this.values[value].origin;
          if (range === NONE || this.ranks[origin] !== Infinity) continue;
          this.ranks[origin] = this.ranges[range].segments[0] ?? Infinity;
        }
      }
    }
    return this.ranks;
  }
}

/** `rows` with changes applied: [place, how many go, rows that come], ascending. */
function applySplices(rows, splices) {
  if (!splices.length) return rows;
  let length = rows.length;
  for (const [, gone, come] of splices) length += come.length - gone;
  const made = new Int32Array(length);
  let from = 0;
  let to = 0;
  for (const [at, gone, come] of splices) {
    made.set(rows.subarray(from, at), to);
    to += at - from;
    made.set(come, to);
    to += come.length;
    from = at + gone;
  }
  made.set(rows.subarray(from), to);
  return made;
}
