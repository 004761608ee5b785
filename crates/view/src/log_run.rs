//! Converts a debug log, llc's or ours, into a run: states after the parts of the log, and decisions in its own words.
//!
//! A log lists the code only where intervals are computed and before it is rewritten; in between, only intervals and
//! assignments change.

use avarice_compare::{FunctionLog, Kind, Part};
use avarice_target::TargetDesc;

use crate::build::{Builder, slot_place};
use crate::code::splices;
use crate::model::{BlockState, Decision, Lanes, NONE, Range, Row, Run, Splice, ValueKind, Weight};
use crate::table::Table;

/// The most lines that lead to one decision.
const MAX_LINES: usize = 24;

/// A run, and where to find in it what a comparison of logs refers to.
pub struct LogRun {
    /// The run.
    pub run: Run,
    /// For each decision, in order: the line of the log that it begins in, and its state.
    pub lines: Vec<(u64, usize)>,
}

/// The run that a log of a function tells of.
pub fn run_of_log(log: &FunctionLog, target: &'static TargetDesc, label: &str) -> LogRun {
    let mut reader = Reader {
        builder: Builder::new(target),
        texts: Table::default(),
        rows: Table::default(),
        blocks: Table::default(),
        last: Vec::new(),
        listing: None,
        listed: None,
        open: None,
        pending: Vec::new(),
        how: String::new(),
        turn: None,
        lines: Vec::new(),
        line: 0,
    };
    let mut part = None;
    for event in log.events() {
        if part != Some(event.part) {
            reader.end_part(part);
            part = Some(event.part);
        }
        reader.line = event.line;
        let text = String::from_utf8_lossy(log.text(*event));
        reader.take(event.kind, event.part, &text);
    }
    reader.end_part(part);
    let tables = (
        reader.texts.into_entries(),
        reader.rows.into_entries(),
        reader.blocks.into_entries(),
    );
    LogRun {
        run: reader.builder.finish(label, tables),
        lines: reader.lines,
    }
}

struct Reader {
    builder: Builder,
    texts: Table<String>,
    rows: Table<Row>,
    blocks: Table<BlockState>,
    /// The code as last listed.
    last: Vec<u32>,
    /// The code that is being listed.
    listing: Option<Vec<u32>>,
    /// The values whose intervals are being listed.
    listed: Option<Vec<u32>>,
    /// The decision that later lines may still belong to.
    open: Option<Decision>,
    pending: Vec<String>,
    /// How a split is done.
    how: String,
    /// The register whose turn it is.
    turn: Option<u32>,
    lines: Vec<(u64, usize)>,
    line: u64,
}

impl Reader {
    fn take(&mut self, kind: Kind, part: Part, text: &str) {
        if kind != Kind::Interval && kind != Kind::RegMasks {
            self.end_intervals();
        }
        match kind {
            Kind::Interval => self.take_interval(text),
            Kind::Code => self.take_code(text),
            Kind::Copy | Kind::Dequeue => self.begin(text),
            Kind::JoinResult => self.take_join(text),
            Kind::Assign => self.take_assignment(text),
            Kind::Unassign => self.take_unassignment(text),
            Kind::Evict if text.starts_with("evicting ") => self.decide("evict", text, Vec::new()),
            Kind::Enqueue if part == Part::Allocation => self.take_new(text),
            Kind::Split => self.take_split(text),
            Kind::Spill => self.take_spill(text),
            Kind::Map => self.take_place(text),
            Kind::Recolor if text.starts_with("Try last chance") => {
                self.decide("recolor", text, Vec::new());
            }
            Kind::Reconcile if text.starts_with("Trying to reconcile") => {
                self.decide("recolor", text, Vec::new());
            }
            Kind::Blank | Kind::Heading | Kind::Unknown | Kind::Order => {}
            _ => self.keep(text),
        }
    }

    /// Keeps a line that leads to a decision, or belongs to the one that is open.
    fn keep(&mut self, text: &str) {
        let lines = match &mut self.open {
            Some(open) => &mut open.details,
            None => &mut self.pending,
        };
        if lines.len() < MAX_LINES {
            lines.push(text.trim().to_owned());
        }
    }

    /// Another register or copy is considered.
    fn begin(&mut self, text: &str) {
        self.close();
        self.pending.clear();
        self.how.clear();
        self.turn = self.take_ranges(text).first().copied();
        self.keep(text);
    }

    /// A decision is taken; what follows may belong to it.
    fn decide(&mut self, kind: &str, text: &str, about: Vec<u32>) {
        self.close();
        let about = match (about.is_empty(), self.turn) {
            (true, Some(turn)) => vec![turn],
            _ => about,
        };
        self.lines.push((self.line, self.builder.states()));
        self.open = Some(Decision {
            kind: kind.to_owned(),
            text: text.trim().to_owned(),
            details: std::mem::take(&mut self.pending),
            about,
        });
    }

    fn close(&mut self) {
        if let Some(decision) = self.open.take() {
            self.builder.push_state(Some(decision), Vec::new());
        }
    }

    fn end_part(&mut self, part: Option<Part>) {
        self.end_intervals();
        self.close();
        self.pending.clear();
        self.turn = None;
        let (name, title) = match part {
            None => return,
            Some(Part::Liveness) => ("liveintervals", "Live intervals"),
            Some(Part::Coalescer) => ("register-coalescer", "Register Coalescer"),
            Some(Part::Allocation) => ("greedy", "Register allocator"),
            Some(Part::Rewriting) => ("virtregrewriter", "Virtual Register Rewriter"),
        };
        let code = self.end_listing();
        self.builder.end_pass(name, title, code);
    }

    // ---- Intervals ----------------------------------------------------------------------------

    fn take_interval(&mut self, text: &str) {
        let value = self.take_ranges(text).first().copied();
        self.listed.get_or_insert_default().extend(value);
    }

    /// Values that a complete list of intervals does not have are live nowhere.
    fn end_intervals(&mut self) {
        if let Some(listed) = self.listed.take() {
            self.builder.keep_only(&listed);
        }
    }

    /// Notes the intervals in a line, and returns whose they are.
    fn take_ranges(&mut self, text: &str) -> Vec<u32> {
        let mut found = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(" [").or_else(|| rest.find(" EMPTY")) {
            let before = &rest[..at];
            let start = before.rfind([' ', ':', '\t']).map_or(0, |at| at + 1);
            let name = &before[start..];
            let (range, length) = parse_range(&rest[at..]);
            if !name.is_empty() && (name.starts_with('%') || text.starts_with(name)) {
                let kind = match name.starts_with('%') {
                    true => ValueKind::Register,
                    false => ValueKind::Unit,
                };
                let value = self.builder.value(name, kind);
                self.builder.set_range(value, range);
                found.push(value);
            }
            rest = &rest[at + length.max(2)..];
        }
        found
    }

    // ---- Decisions ----------------------------------------------------------------------------

    fn take_join(&mut self, text: &str) {
        let line = text.trim();
        if line.starts_with("Result = ") {
            self.take_ranges(line);
            self.keep(line);
            return;
        }
        let kind = match line.starts_with("Success: ") {
            true => "join",
            false => "refuse",
        };
        let about = self.registers_in(line);
        let joined = (kind == "join").then(|| about.first().copied()).flatten();
        self.decide(kind, line, about);
        if let Some(gone) = joined {
            self.builder.set_range(gone, Range::default());
        }
    }

    /// `assigning %5 to $eax: …`
    fn take_assignment(&mut self, text: &str) {
        let text = text.split(": ").next().unwrap_or(text);
        let about = self.registers_in(text);
        let value = about.first().copied();
        self.decide("assign", text, about);
        let place = text
            .rsplit(" $")
            .next()
            .map(|name| self.builder.register_place(name));
        if let Some(value) = value {
            self.builder.set_place(value, place);
        }
    }

    /// `unassigning %5 from $eax: …`
    fn take_unassignment(&mut self, text: &str) {
        let text = text.split(": ").next().unwrap_or(text);
        let about = self.registers_in(text);
        self.keep(text);
        for value in &about {
            self.builder.set_place(*value, None);
        }
        if let Some(open) = &mut self.open {
            open.about.extend(about);
        }
    }

    fn take_split(&mut self, text: &str) {
        let says_how = [
            "Split for ",
            "Split around ",
            "splitAroundRegion",
            "Best local split",
        ];
        if says_how.iter().any(|words| text.starts_with(words)) {
            self.how = text.trim().trim_end_matches('.').to_owned();
        }
        self.keep(text);
    }

    /// `queuing new interval: %15 […`: a piece of a split, or of what was spilled.
    fn take_new(&mut self, text: &str) {
        if !text.starts_with("queuing new interval") {
            return;
        }
        let is_split = self.open.as_ref().is_some_and(|open| open.kind == "split");
        let is_spill = self.open.as_ref().is_some_and(|open| open.kind == "spill");
        if !is_split && !is_spill {
            let how = std::mem::take(&mut self.how);
            self.decide("split", &how, Vec::new());
        }
        let pieces = self.take_ranges(text);
        for piece in &pieces {
            if let Some(turn) = self.turn {
                self.builder.note_origin(*piece, turn);
                self.builder.set_range(turn, Range::default());
            }
        }
        if let Some(open) = &mut self.open {
            open.about.extend(pieces);
        }
    }

    fn take_spill(&mut self, text: &str) {
        if text.starts_with("Inline spilling ") {
            let about = self.registers_in(text);
            let text = text.split(" [").next().unwrap_or(text);
            self.decide("spill", text, about);
            return;
        }
        self.keep(text);
    }

    /// `[%12 -> $ebx] GR32`
    fn take_place(&mut self, text: &str) {
        let inner = text.trim_start_matches('[').split(']').next();
        let Some((value, place)) = inner.and_then(|inner| inner.split_once(" -> ")) else {
            return;
        };
        let value = self.builder.value(value, ValueKind::Register);
        let place = match place.strip_prefix('$') {
            Some(name) => self.builder.register_place(name),
            None => slot_place(place),
        };
        self.builder.set_place(value, Some(place));
    }

    /// The virtual registers that a text names.
    fn registers_in(&mut self, text: &str) -> Vec<u32> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '%');
        let names = words.filter(|word| word.starts_with('%') && !word.starts_with("%bb"));
        let found =
            names.filter(|name| name.len() > 1 && name[1..].bytes().all(|c| c.is_ascii_digit()));
        let names: Vec<&str> = found.collect();
        let values = names
            .iter()
            .map(|name| self.builder.value(name, ValueKind::Register));
        values.collect()
    }

    // ---- Code ---------------------------------------------------------------------------------

    /// A line of a listing: `16B  %5:gr32 = COPY $esi`, a block's head, its edges.
    fn take_code(&mut self, text: &str) {
        if text.starts_with("# Machine code") {
            self.listing = Some(Vec::new());
            return;
        }
        let Some((slot, rest)) = text.split_once('\t').filter(|(slot, _)| !slot.is_empty()) else {
            self.take_edges(text.trim());
            return;
        };
        let Some(slot) = parse_slot(slot) else {
            return;
        };
        let line = rest.trim();
        let head = line.strip_prefix("bb.").filter(|_| !rest.starts_with(' '));
        let row = match head {
            Some(name) => {
                let number = name.split(|c: char| !c.is_ascii_digit()).next();
                let id: u32 = number.and_then(|number| number.parse().ok()).unwrap_or(0);
                let block = BlockState {
                    id,
                    name: line.trim_end_matches(':').to_owned(),
                    frequency: String::new(),
                    pad: line.contains("landing-pad"),
                    successors: Vec::new(),
                };
                Row {
                    id: -1 - i64::from(id),
                    text: self.blocks.number(block),
                    slot: i64::from(slot),
                }
            }
            None => Row {
                id: i64::from(slot),
                text: self.texts.number(line.to_owned()),
                slot: i64::from(slot),
            },
        };
        let row = self.rows.number(row);
        self.listing.get_or_insert_default().push(row);
    }

    /// `successors: %bb.1(0x40000000), …; %bb.1(50.00%), …`: edges of the block that was begun last.
    fn take_edges(&mut self, line: &str) {
        let Some(edges) = line.strip_prefix("successors: ") else {
            return;
        };
        let Some(last) = self.listing.as_mut().and_then(|listing| listing.pop()) else {
            return;
        };
        let row = *self.rows.get(last);
        let shares = edges.rsplit("; ").next().unwrap_or(edges);
        let successors = shares.split(", ").filter_map(|edge| {
            let (number, share) = edge.strip_prefix("%bb.")?.split_once('(')?;
            let percent: f64 = share.trim_end_matches(['%', ')']).parse().unwrap_or(0.0);
            Some((number.parse().ok()?, (percent * 100.0) as u32))
        });
        let block = BlockState {
            successors: successors.collect(),
            ..self.blocks.get(row.text).clone()
        };
        let text = self.blocks.number(block);
        let row = self.rows.number(Row { text, ..row });
        self.listing.get_or_insert_default().push(row);
    }

    /// How the code that was listed last differs from the listing before.
    fn end_listing(&mut self) -> Vec<Splice> {
        let Some(rows) = self.listing.take() else {
            return Vec::new();
        };
        let found = splices(&self.last, &rows, |row| self.rows.get(row).id);
        self.last = rows;
        found
    }
}

/// `240r` as a raw slot index.
fn parse_slot(text: &str) -> Option<u32> {
    let letter = text.chars().last()?;
    let slot = "Berd".find(letter)? as u32;
    let base: u32 = text[..text.len() - 1].parse().ok()?;
    Some(base + slot)
}

/// The range at the start of a text, and how long it is: ` [16r,32r:0)[32r,48r:1) 0@16r 1@32r L… weight:1.0`.
fn parse_range(text: &str) -> (Range, usize) {
    let mut range = Range::default();
    let mut length = 0;
    for (number, word) in text.split(' ').enumerate() {
        let is_range = word.is_empty() && number == 0
            || word == "EMPTY"
            || word.starts_with('[')
            || word.starts_with("weight:")
            || word.contains('@')
            || word.starts_with('L') && word.len() == 17;
        // Two spaces come before lanes and weights.
        if !is_range && !word.is_empty() {
            break;
        }
        length += word.len() + 1;
        take_word(&mut range, word);
    }
    (range, (length.saturating_sub(1)).min(text.len()))
}

fn take_word(range: &mut Range, word: &str) {
    if let Some(weight) = word.strip_prefix("weight:") {
        let weight = match weight {
            "INF" => f32::INFINITY,
            weight => weight.parse().unwrap_or(0.0),
        };
        range.weight = Weight::new(weight);
        return;
    }
    if let Some(lanes) = word.strip_prefix('L').filter(|lanes| lanes.len() == 16) {
        range.lanes.push(Lanes {
            lanes: lanes.to_owned(),
            segments: Vec::new(),
            defs: Vec::new(),
        });
        return;
    }
    let (segments, defs) = match range.lanes.last_mut() {
        Some(lanes) => (&mut lanes.segments, &mut lanes.defs),
        None => (&mut range.segments, &mut range.defs),
    };
    if let Some((number, def)) = word.split_once('@') {
        let number: usize = number.parse().unwrap_or(0);
        if number < 1 << 20 && number >= defs.len() {
            defs.resize(number + 1, i64::from(NONE));
        }
        if let Some(place) = defs.get_mut(number) {
            let slot = parse_slot(def.trim_end_matches("-phi"));
            *place = slot.map_or(i64::from(NONE), i64::from);
        }
        return;
    }
    for part in word.split('[').skip(1) {
        let parsed = part
            .trim_end_matches(')')
            .split_once(',')
            .and_then(|(start, rest)| {
                let (end, number) = rest.split_once(':')?;
                Some([parse_slot(start)?, parse_slot(end)?, number.parse().ok()?])
            });
        segments.extend(parsed.into_iter().flatten());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_logs_print_them() {
        let text = " [16r,32r:0)[32r,48r:1) 0@16r 1@32B-phi  L000000000000000C [16r,32r:0) 0@16r  weight:2.5e-01 w=1";
        let (range, length) = parse_range(text);
        assert_eq!(range.segments, [18, 34, 0, 34, 50, 1]);
        assert_eq!(range.defs, [18, 32]);
        assert_eq!(range.weight, Weight::new(0.25));
        assert_eq!(range.lanes.len(), 1);
        assert_eq!(range.lanes[0].segments, [18, 34, 0]);
        assert_eq!(&text[length..], " w=1");
        assert_eq!(parse_slot("144e"), Some(145));
        assert_eq!(parse_slot("x"), None);
    }
}
