//! Writes scheduling models.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use crate::model::Tables;
use crate::scheduling_model::{Condition, Model, Resource, Row};

/// What the target's description says of scheduling.
pub(crate) fn reference(tables: &Tables) -> &'static str {
    match tables.scheduling.models.is_empty() {
        true => "scheduling::SchedulingTables::NONE",
        false => "SCHEDULING",
    }
}

/// Classes, conditions and models; empty for a target without any.
pub(crate) fn tables(tables: &Tables) -> String {
    let scheduling = &tables.scheduling;
    let mut out = String::new();
    if scheduling.models.is_empty() {
        return out;
    }
    out.push_str(
        "use avarice_target::scheduling::*;\n\n\
         const fn span(start: u32, len: u32) -> Span { Span { start, len } }\n",
    );
    let _ = writeln!(
        out,
        "const SCHEDULING: SchedulingTables = SchedulingTables {{ classes: &SCHED_CLASSES, \
         models: &SCHED_MODELS, slow: &[{}] }};",
        ids("Opcode", &scheduling.slow)
    );
    let _ = writeln!(
        out,
        "static SCHED_CLASSES: [u16; {}] = {:?};",
        scheduling.classes.len(),
        scheduling.classes
    );
    for (at, (_, condition)) in scheduling.predicates.iter().enumerate() {
        let condition = expression(condition);
        let _ = writeln!(out, "static SCHED_PREDICATE{at}: Condition = {condition};");
    }
    for (number, model) in scheduling.models.iter().enumerate() {
        write_lists(&mut out, number, model);
    }
    let count = scheduling.models.len();
    let _ = writeln!(out, "static SCHED_MODELS: [ProcessorModel; {count}] = [");
    for (number, model) in scheduling.models.iter().enumerate() {
        write_model(&mut out, number, model);
    }
    out.push_str("];\n");
    out
}

/// Elements of a list, each different sequence once, with where it is.
#[derive(Default)]
struct Spans {
    elements: Vec<[i32; 3]>,
    found: BTreeMap<Vec<[i32; 3]>, usize>,
}

impl Spans {
    fn of(&mut self, list: &[[i32; 3]]) -> String {
        let start = *self.found.entry(list.to_vec()).or_insert_with(|| {
            self.elements.extend(list);
            self.elements.len() - list.len()
        });
        format!("span({start}, {})", list.len())
    }

    fn write(&self, out: &mut String, name: &str, kind: &str, fields: [&str; 3]) {
        let count = self.elements.len();
        let _ = writeln!(out, "static {name}: [{kind}; {count}] = [");
        for element in &self.elements {
            let values = fields.iter().zip(element);
            let values: Vec<_> = values
                .filter(|(field, _)| !field.is_empty())
                .map(|(field, value)| format!("{field}: {value}"))
                .collect();
            let _ = writeln!(out, "{kind} {{ {} }},", values.join(", "));
        }
        out.push_str("];\n");
    }
}

/// The lists of a model.
fn write_lists(out: &mut String, number: usize, model: &Model) {
    let mut lists = [Spans::default(), Spans::default(), Spans::default()];
    let _ = writeln!(
        out,
        "static SCHED_ROWS{number}: [SchedRow; {}] = [",
        model.rows.len()
    );
    for row in &model.rows {
        write_row(out, row, &mut lists);
    }
    out.push_str("];\n");
    let [uses, latencies, advances] = &lists;
    let name = |what: &str| format!("SCHED_{what}{number}");
    let fields = ["resource", "release_at", "acquire_at"];
    uses.write(out, &name("USES"), "ResourceUse", fields);
    let fields = ["cycles", "write", ""];
    latencies.write(out, &name("LATENCIES"), "WriteLatency", fields);
    let fields = ["operand", "cycles", "write"];
    advances.write(out, &name("ADVANCES"), "ReadAdvance", fields);
    let classes = classes(model);
    let _ = writeln!(
        out,
        "static {}: [u16; {}] = {classes:?};",
        name("CLASSES_OF"),
        classes.len()
    );
    let _ = writeln!(
        out,
        "static {}: [&[Variant]; {}] = [",
        name("VARIANTS"),
        model.variants.len()
    );
    for variants in &model.variants {
        out.push_str("&[");
        for (condition, class) in &variants.choices {
            let condition = expression(condition);
            let _ = writeln!(out, "Variant {{ condition: {condition}, class: {class} }},");
        }
        out.push_str("],\n");
    }
    out.push_str("];\n");
}

fn write_row(out: &mut String, row: &Row, [uses, latencies, advances]: &mut [Spans; 3]) {
    let group = u8::from(row.begins) | u8::from(row.ends) << 1;
    let _ = writeln!(
        out,
        "SchedRow {{ micro_ops: {}, group: GroupFlags::from_bits_retain({group}), uses: {}, latencies: {}, \
         advances: {} }},",
        row.micro_ops,
        uses.of(&row.uses),
        latencies.of(&row.latencies),
        advances.of(&row.advances),
    );
}

/// The entry of each class.
fn classes(model: &Model) -> Vec<u16> {
    const VARIANT: u16 = avarice_target::scheduling::ProcessorModel::VARIANT;
    let mut classes: Vec<u16> = Vec::new();
    let mut set = |class: u16, entry: u16| {
        let class = usize::from(class);
        if classes.len() <= class {
            classes.resize(class + 1, 0);
        }
        classes[class] = entry;
    };
    for (row, entry) in model.rows.iter().zip(1..) {
        row.classes.iter().for_each(|class| set(*class, entry));
    }
    for (variants, entry) in model.variants.iter().zip(VARIANT..) {
        variants.classes.iter().for_each(|class| set(*class, entry));
    }
    classes
}

fn write_model(out: &mut String, number: usize, model: &Model) {
    let [issue, buffer, in_loop, load, high, mispredict] = model.numbers;
    let marks = model.marks.iter().zip(0..);
    let flags: u8 = marks.map(|(mark, bit)| u8::from(*mark) << bit).sum();
    let mut processors = model.processors.clone();
    processors.sort();
    let _ = writeln!(
        out,
        "ProcessorModel {{ name: {:?}, processors: &{processors:?}, issue_width: {issue}, \
         micro_op_buffer_size: {buffer}, loop_micro_op_buffer_size: {in_loop}, load_latency: {load}, \
         high_latency: {high}, mispredict_penalty: {mispredict}, flags: ModelFlags::from_bits_retain({flags}), \
         classes: &SCHED_CLASSES_OF{number}, rows: &SCHED_ROWS{number}, variants: &SCHED_VARIANTS{number}, \
         uses: &SCHED_USES{number}, latencies: &SCHED_LATENCIES{number}, advances: &SCHED_ADVANCES{number}, \
         resources: &[",
        model.name
    );
    if !model.rows.is_empty() {
        let none = "name: \"InvalidUnit\", units: 0, buffer: ResourceBuffer::None, super_kind: 0";
        let _ = writeln!(out, "ProcResource {{ {none}, sub_units: &[] }},");
    }
    for resource in &model.resources {
        write_resource(out, resource);
    }
    out.push_str("] },\n");
}

fn write_resource(out: &mut String, resource: &Resource) {
    let buffer = match resource.buffer {
        -1 => "Shared".to_owned(),
        0 => "None".to_owned(),
        entries => format!("Entries({entries})"),
    };
    let _ = writeln!(
        out,
        "ProcResource {{ name: {:?}, units: {}, buffer: ResourceBuffer::{buffer}, super_kind: {}, sub_units: &{:?} }},",
        resource.name, resource.units, resource.super_kind, resource.sub_units
    );
}

/// A condition as an expression.
fn expression(condition: &Condition) -> String {
    let text = match condition {
        Condition::Always => "Always".to_owned(),
        Condition::All(parts) => format!("All(&[{}])", list(parts.iter().map(expression))),
        Condition::Any(parts) => format!("Any(&[{}])", list(parts.iter().map(expression))),
        Condition::Not(part) => format!("Not(&{})", expression(part)),
        Condition::Named(number) => format!("Named(&SCHED_PREDICATE{number})"),
        Condition::Opcode(opcodes) => format!("Opcode(&[{}])", ids("Opcode", opcodes)),
        Condition::Same([a, b]) => format!("Same({a}, {b})"),
        Condition::Register(operand, register) => {
            format!("Register({operand}, PhysReg({register}))")
        }
        Condition::IsRegister(operand) => format!("IsRegister({operand})"),
        Condition::IsImmediate(operand) => format!("IsImmediate({operand})"),
        Condition::IsGlobal(operand) => format!("IsGlobal({operand})"),
        Condition::Immediate([operand, value]) => format!("Immediate({operand}, {value})"),
        Condition::Bits([operand, low, width, value]) => {
            format!("Bits {{ operand: {operand}, low: {low}, width: {width}, value: {value} }}")
        }
        Condition::Physical(operand, classes) => {
            format!("Physical({operand}, &[{}])", ids("RegClass", classes))
        }
        Condition::AnyOperand(classes) => format!("AnyOperand(&[{}])", ids("RegClass", classes)),
    };
    format!("Condition::{text}")
}

/// Ids of one type.
fn ids(kind: &str, numbers: &[usize]) -> String {
    list(numbers.iter().map(|number| format!("{kind}({number})")))
}

fn list(elements: impl Iterator<Item = impl Display>) -> String {
    let elements: Vec<_> = elements.map(|element| element.to_string()).collect();
    elements.join(", ")
}
