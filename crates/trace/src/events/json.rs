//! Writes fields of events and changes as JSON.

use std::fmt::Write;

use avarice_ir::MetadataId;
use avarice_mir::{FrameIndex, Reg, VReg};
use avarice_target::{PhysReg, RegClass, RegUnit, TargetDesc};
use cranelift_entity::EntityRef;

use avarice_liveness::LiveInterval;
use avarice_liveness::LiveRange;
use avarice_liveness::RegName;
use avarice_liveness::SlotIndex;

/// A value that a field can have.
pub trait Json {
    /// What the documentation of the schema calls its type.
    fn type_name() -> String;

    /// Appends it as JSON.
    fn write(&self, target: &'static TargetDesc, out: &mut String);
}

/// Appends a JSON string.
pub fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Appends `,"name":` and a value; without the comma at the start of an object.
pub fn write_field<T: Json>(out: &mut String, target: &'static TargetDesc, name: &str, value: &T) {
    if !out.ends_with('{') {
        out.push(',');
    }
    write_string(out, name);
    out.push(':');
    value.write(target, out);
}

fn write_list<T: Json>(out: &mut String, target: &'static TargetDesc, items: &[T]) {
    out.push('[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        item.write(target, out);
    }
    out.push(']');
}

/// Types whose printed form is a JSON string.
macro_rules! printed {
    ($($type:ty: $name:literal, |$value:ident, $target:ident| $text:expr;)*) => {
        $(impl Json for $type {
            fn type_name() -> String {
                $name.into()
            }

            fn write(&self, $target: &'static TargetDesc, out: &mut String) {
                let $value = self;
                let _ = $target;
                write_string(out, &$text);
            }
        })*
    };
}

printed! {
    String: "text", |value, target| value;
    &'static str: "text", |value, target| value;
    VReg: "virtual register", |value, target| value.to_string();
    PhysReg: "physical register", |value, target| RegName::phys(target, *value).to_string();
    Reg: "register", |value, target| RegName(target, *value).to_string();
    SlotIndex: "slot index", |value, target| value.to_string();
    RegClass: "register class", |value, target| target.class(*value).name;
    RegUnit: "register unit", |value, target| target.units[value.index()].name;
}

/// Numbers that JSON has.
macro_rules! numbers {
    ($($type:ty)*) => {
        $(impl Json for $type {
            fn type_name() -> String {
                "number".into()
            }

            fn write(&self, _: &'static TargetDesc, out: &mut String) {
                let _ = write!(out, "{self}");
            }
        })*
    };
}

numbers! { u8 u32 u64 }

impl Json for f32 {
    fn type_name() -> String {
        "number or \"INF\"".into()
    }

    fn write(&self, _: &'static TargetDesc, out: &mut String) {
        let _ = if self.is_finite() {
            write!(out, "{self}")
        } else {
            write!(out, "\"INF\"")
        };
    }
}

impl Json for f64 {
    fn type_name() -> String {
        "number or \"INF\"".into()
    }

    fn write(&self, _: &'static TargetDesc, out: &mut String) {
        let _ = if self.is_finite() {
            write!(out, "{self}")
        } else {
            write!(out, "\"INF\"")
        };
    }
}

impl Json for bool {
    fn type_name() -> String {
        "boolean".into()
    }

    fn write(&self, _: &'static TargetDesc, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

impl Json for FrameIndex {
    fn type_name() -> String {
        "number of a stack slot".into()
    }

    fn write(&self, _: &'static TargetDesc, out: &mut String) {
        let _ = write!(out, "{}", self.0);
    }
}

impl Json for MetadataId {
    fn type_name() -> String {
        "number".into()
    }

    fn write(&self, _: &'static TargetDesc, out: &mut String) {
        let _ = write!(out, "{}", self.index());
    }
}

impl<T: Json> Json for Option<T> {
    fn type_name() -> String {
        format!("{} or null", T::type_name())
    }

    fn write(&self, target: &'static TargetDesc, out: &mut String) {
        match self {
            Some(value) => value.write(target, out),
            None => out.push_str("null"),
        }
    }
}

impl<T: Json> Json for Vec<T> {
    fn type_name() -> String {
        format!("list of {}", T::type_name())
    }

    fn write(&self, target: &'static TargetDesc, out: &mut String) {
        write_list(out, target, self);
    }
}

/// `"segments":[["16r","48r",0]],"values":["16r"]`, with null for a value that is not used any more.
fn write_range(out: &mut String, target: &'static TargetDesc, range: &LiveRange) {
    out.push_str("\"segments\":[");
    for (at, segment) in range.segments().iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let (start, end) = (segment.start, segment.end);
        let _ = write!(
            out,
            "{comma}[\"{start}\",\"{end}\",{}]",
            segment.value.index()
        );
    }
    out.push_str("],\"values\":");
    let values = range.values().iter();
    let defs: Vec<_> = values
        .map(|value| (!value.is_unused()).then_some(value.def))
        .collect();
    write_list(out, target, &defs);
}

impl Json for Box<LiveRange> {
    fn type_name() -> String {
        "live range".into()
    }

    fn write(&self, target: &'static TargetDesc, out: &mut String) {
        out.push('{');
        write_range(out, target, self);
        out.push('}');
    }
}

impl Json for Box<LiveInterval> {
    fn type_name() -> String {
        "live interval".into()
    }

    fn write(&self, target: &'static TargetDesc, out: &mut String) {
        out.push('{');
        write_field(out, target, "weight", &self.weight);
        out.push(',');
        write_range(out, target, self.range());
        out.push_str(",\"sub_ranges\":[");
        for (at, sub) in self.sub_ranges().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let _ = write!(out, "{comma}{{\"lanes\":\"{}\",", sub.lanes);
            write_range(out, target, &sub.range);
            out.push('}');
        }
        out.push_str("]}");
    }
}
