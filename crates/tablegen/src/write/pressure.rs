//! Writes register pressure sets.

use std::fmt::Write;

use crate::model::Tables;

/// The field of the target's description.
pub(crate) fn table(tables: &Tables) -> String {
    let pressure = &tables.pressure;
    let mut out = String::from("pressure::PressureTables { sets: &[\n");
    for (name, limit) in &pressure.sets {
        let _ = writeln!(
            out,
            "pressure::PressureSet {{ name: {name:?}, limit: {limit} }},"
        );
    }
    out.push_str("], weights: &[\n");
    for weight in &pressure.weights {
        let _ = writeln!(
            out,
            "pressure::Weight {{ weight: {}, limit: {}, sets: &{:?} }},",
            weight.weight, weight.limit, weight.sets
        );
    }
    let (classes, units) = (&pressure.classes, &pressure.units);
    let _ = write!(out, "], classes: &{classes:?}, units: &{units:?} }}");
    out
}
