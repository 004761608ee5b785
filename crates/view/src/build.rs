//! Builds a run, state by state.

use avarice_target::TargetDesc;
use rustc_hash::FxHashMap;

use crate::model::{
    BlockState, Decision, NONE, Pass, Place, Range, Row, Run, Splice, State, Value, ValueKind,
};
use crate::table::Table;

/// A run as far as it has come: what is where, and what has changed since the last state.
pub struct Builder {
    target: &'static TargetDesc,
    ranges: Table<Range>,
    places: Table<Place>,
    values: Vec<Value>,
    numbers: FxHashMap<String, u32>,
    now: Vec<Now>,
    /// Values that may have changed since the last state.
    changed: Vec<u32>,
    passes: Vec<Pass>,
    states: Vec<State>,
}

/// Where a value is live and what it is put in, by number; [`NONE`] for nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Now {
    range: i32,
    place: i32,
    /// Same for the last state.
    last_range: i32,
    last_place: i32,
}

impl Builder {
    /// A run without any state, of a function for `target`.
    pub fn new(target: &'static TargetDesc) -> Self {
        Self {
            target,
            ranges: Table::default(),
            places: Table::default(),
            values: Vec::new(),
            numbers: FxHashMap::default(),
            now: Vec::new(),
            changed: Vec::new(),
            passes: Vec::new(),
            states: Vec::new(),
        }
    }

    /// The number of a value, which is added if it is not there.
    pub fn value(&mut self, name: &str, kind: ValueKind) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.values.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.values.push(Value {
            name: name.to_owned(),
            kind,
            class: String::new(),
            original: NONE,
            ir: String::new(),
        });
        self.now.push(Now {
            range: NONE,
            place: NONE,
            last_range: NONE,
            last_place: NONE,
        });
        number
    }

    /// A value, to change what is known of it.
    pub fn value_mut(&mut self, number: u32) -> &mut Value {
        &mut self.values[number as usize]
    }

    /// Says that `value` was made from `of`.
    pub fn note_origin(&mut self, value: u32, of: u32) {
        let original = match self.values[of as usize].original {
            NONE => of as i32,
            original => original,
        };
        if value as i32 != original {
            self.values[value as usize].original = original;
        }
    }

    /// Says where a value is live; nowhere with an empty range.
    pub fn set_range(&mut self, value: u32, range: Range) {
        let number = match range.segments.is_empty() {
            true => NONE,
            false => self.ranges.number(range) as i32,
        };
        self.now[value as usize].range = number;
        self.changed.push(value);
    }

    /// Says that values other than these are live nowhere.
    pub fn keep_only(&mut self, values: &[u32]) {
        let mut keeps = vec![false; self.values.len()];
        values
            .iter()
            .for_each(|value| keeps[*value as usize] = true);
        for value in (0..self.values.len()).filter(|value| !keeps[*value]) {
            self.set_range(value as u32, Range::default());
        }
    }

    /// Where a value was live in the last state.
    pub fn last_range(&self, value: u32) -> Option<&Range> {
        let range = u32::try_from(self.now[value as usize].last_range).ok()?;
        Some(self.ranges.get(range))
    }

    /// Says which register or slot a value is in.
    pub fn set_place(&mut self, value: u32, place: Option<Place>) {
        let number = place.map_or(NONE, |place| self.places.number(place) as i32);
        self.now[value as usize].place = number;
        self.changed.push(value);
    }

    /// Forgets where everything is.
    pub fn forget_all(&mut self) {
        for (value, now) in (0..).zip(&mut self.now) {
            now.range = NONE;
            now.place = NONE;
            self.changed.push(value);
        }
    }

    /// A register, by its name without `$`.
    pub fn register_place(&self, name: &str) -> Place {
        let target = self.target;
        let phys = target.reg_by_name(name);
        let root = phys.map_or(name, |phys| {
            let supers = target.reg(phys).super_regs.iter();
            let mut wholes = supers.filter(|reg| target.reg(**reg).super_regs.is_empty());
            target.reg(*wholes.next().unwrap_or(&phys)).name
        });
        Place {
            name: format!("${name}"),
            root: root.to_owned(),
            slot: false,
        }
    }

    /// Adds a state, with what has changed since the last one.
    pub fn push_state(&mut self, decision: Option<Decision>, code: Vec<Splice>) {
        let mut state = State {
            decision,
            code,
            ..State::default()
        };
        self.changed.sort_unstable();
        self.changed.dedup();
        for value in self.changed.drain(..) {
            let now = &mut self.now[value as usize];
            if now.range != now.last_range {
                now.last_range = now.range;
                state.ranges.push((value, now.range));
            }
            if now.place != now.last_place {
                now.last_place = now.place;
                state.places.push((value, now.place));
            }
        }
        self.states.push(state);
    }

    /// Adds the state after a pass.
    pub fn end_pass(&mut self, name: &str, title: &str, code: Vec<Splice>) {
        self.push_state(None, code);
        self.passes.push(Pass {
            name: name.to_owned(),
            title: title.to_owned(),
            state: self.states.len() - 1,
            ranges: self.now.iter().any(|now| now.range != NONE),
        });
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The run, of code that is made of these tables.
    pub fn finish(
        self,
        label: &str,
        (texts, rows, blocks): (Vec<String>, Vec<Row>, Vec<BlockState>),
    ) -> Run {
        Run {
            label: label.to_owned(),
            texts,
            rows,
            blocks,
            values: self.values,
            ranges: self.ranges.into_entries(),
            places: self.places.into_entries(),
            passes: self.passes,
            states: self.states,
        }
    }
}

/// A spill slot as a place.
pub fn slot_place(name: &str) -> Place {
    Place {
        name: name.to_owned(),
        root: name.to_owned(),
        slot: true,
    }
}
