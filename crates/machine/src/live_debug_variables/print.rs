//! The debug log.

use std::fmt::Write;

use avarice_ir::{DebugInfo, MetadataId, Module};
use avarice_mir::{MachineFunction, Operand};
use avarice_trace::{Log, log};
use cranelift_entity::packed_option::PackedOption;

use super::location_map::Value;
use super::{LiveDebugVariables, UserLabel};
use avarice_mir::debug_values::{Shape, VariableId};

/// Calls that a chain may have; only a chain that is a circle has more.
const MAX_DEPTH: usize = 1000;

/// How registers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterNames {
    /// `$edi`
    Names,
    /// `$physreg5`: llc does not know the target where it splits.
    Numbers,
}

impl LiveDebugVariables {
    pub(super) fn write_all(&self, function: &MachineFunction, module: &Module, log: &mut Log<'_>) {
        if !log.is_on() {
            return;
        }
        log!(log, "********** DEBUG VARIABLES **********\n");
        for id in self.values.keys() {
            self.write_value(function, id, RegisterNames::Names, log);
        }
        log!(log, "********** DEBUG LABELS **********\n");
        for label in &self.labels {
            write_label(function, module, label, log);
        }
    }

    /// A variable before the split of the register in a place, or after it.
    pub(super) fn write_split(
        &self,
        function: &MachineFunction,
        id: VariableId,
        place: Option<usize>,
        log: &mut Log<'_>,
    ) {
        if !log.is_on() {
            return;
        }
        match place {
            Some(place) => log!(log, "Splitting Loc{place}\t"),
            None => log!(log, "Split result: \t"),
        }
        self.write_value(function, id, RegisterNames::Numbers, log);
    }

    pub(super) fn write_value(
        &self,
        function: &MachineFunction,
        id: VariableId,
        names: RegisterNames,
        log: &mut Log<'_>,
    ) {
        if !log.is_on() {
            return;
        }
        let value = &self.values[id];
        let mut text = value.name.clone();
        for part in &value.map.intervals {
            let _ = write!(text, " [{};{}):", part.start, part.stop);
            if part.value.is_undef() {
                text.push_str(" undef");
                continue;
            }
            text.push_str(&numbers(&part.value));
            text.push_str(match part.value.shape {
                Shape::Indirect => " ind",
                Shape::List => " list",
                Shape::Direct | Shape::References => "",
            });
        }
        for (at, place) in value.places.iter().enumerate() {
            let _ = write!(text, " Loc{at}=");
            match names {
                RegisterNames::Numbers if place.is_reg() => write_reg_number(&mut text, place),
                _ => log.print_place(&mut text, function, place),
            }
        }
        log!(log, "{text}\n");
    }
}

fn write_reg_number(text: &mut String, place: &Operand) {
    let reg = place.as_reg();
    let _ = match (reg.as_virtual(), reg.as_physical()) {
        (Some(reg), _) => write!(text, "{reg}"),
        (_, Some(reg)) => write!(text, "$physreg{}", reg.index()),
        _ => write!(text, "$noreg"),
    };
    if !place.sub_reg().is_none() {
        let _ = write!(text, ".subreg{}", place.sub_reg().index());
    }
}

/// Numbers of places: ` 0, 1`.
pub(super) fn numbers(value: &Value) -> String {
    let numbers: Vec<String> = value.places.iter().map(ToString::to_string).collect();
    match numbers.is_empty() {
        true => String::new(),
        false => format!(" {}", numbers.join(", ")),
    }
}

pub(super) fn write_label(
    function: &MachineFunction,
    module: &Module,
    label: &UserLabel,
    log: &mut Log<'_>,
) {
    if log.is_on() {
        let name = name(function, module, label.label, label.location);
        log!(log, "{name}{}\n", label.at);
    }
}

/// `!"sum,12 @[a.c:20:3]"`: name and line of a variable or label, and the call that was inlined.
pub(super) fn name(
    function: &MachineFunction,
    module: &Module,
    node: MetadataId,
    location: PackedOption<MetadataId>,
) -> String {
    let mut text = String::from("!\"");
    if let Some(view) = DebugInfo::of(module) {
        let view = view.with_own(&function.own_locations);
        if let Some(node) = view.node(node) {
            let name = node.string("name").unwrap_or_default();
            if !name.is_empty() {
                let name = String::from_utf8_lossy(&name);
                let _ = write!(text, "{name},{}", node.number("line"));
            }
        }
        let call = location
            .expand()
            .and_then(|id| view.location(id)?.inlined_at);
        if let Some(call) = call {
            text.push_str(" @[");
            write_place(view, call, &mut text);
            text.push(']');
        }
    }
    text.push_str("\"\t");
    text
}

/// `a.c:20:3 @[ b.c:4:7 ]`
fn write_place(view: DebugInfo<'_>, location: MetadataId, text: &mut String) {
    let mut next = view.location(location);
    let mut depth = 0;
    while let Some(place) = next {
        let file = view.file_of(place.scope).and_then(|file| view.node(file));
        let file = file
            .and_then(|file| file.string("filename"))
            .unwrap_or_default();
        let _ = write!(text, "{}:{}", String::from_utf8_lossy(&file), place.line);
        if place.column != 0 {
            let _ = write!(text, ":{}", place.column);
        }
        let outer = place.inlined_at.filter(|_| depth < MAX_DEPTH);
        next = outer.and_then(|id| view.location(id));
        if next.is_some() {
            text.push_str(" @[ ");
            depth += 1;
        }
    }
    text.push_str(&" ]".repeat(depth));
}
