//! Structures and arrays: their shapes, and statements that build, pass and take them apart.

use std::fmt;

use super::Machine;
use super::function::{Function, Value, any_type};
use super::types::{Type, constant};
use crate::random::Random;

/// The type of a value that has parts, or is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No parts.
    Leaf(Type),
    /// A structure.
    Struct {
        /// Whether there is nothing between its fields.
        is_packed: bool,
        /// What is in it.
        fields: Vec<Shape>,
    },
    /// An array.
    Array(u32, Box<Shape>),
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(ty) => ty.fmt(f),
            Self::Struct { is_packed, fields } => {
                let fields: Vec<String> = fields.iter().map(Self::to_string).collect();
                match is_packed {
                    true => write!(f, "<{{ {} }}>", fields.join(", ")),
                    false => write!(f, "{{ {} }}", fields.join(", ")),
                }
            }
            Self::Array(count, of) => write!(f, "[{count} x {of}]"),
        }
    }
}

impl Shape {
    /// A structure or array of few parts.
    pub fn random(random: &mut Random, machine: Machine, depth: u32) -> Self {
        let part = |random: &mut Random| match depth > 0 && random.chance(20) {
            true => Self::random(random, machine, depth - 1),
            false => Self::Leaf(small_type(random, machine)),
        };
        if random.chance(25) {
            return Self::Array(random.below(4) + 1, Box::new(part(random)));
        }
        let count = random.below(5) + 1;
        let is_packed = random.chance(20);
        let fields = (0..count).map(|_| part(random)).collect();
        Self::Struct { is_packed, fields }
    }

    /// The parts without parts, each with its indices: `0, 2`.
    pub fn leaves(&self) -> Vec<(String, Type)> {
        let mut leaves = Vec::new();
        self.add_leaves("", &mut leaves);
        leaves
    }

    fn add_leaves(&self, path: &str, leaves: &mut Vec<(String, Type)>) {
        let inner = |index: usize| match path {
            "" => index.to_string(),
            _ => format!("{path}, {index}"),
        };
        match self {
            Self::Leaf(ty) => leaves.push((path.into(), *ty)),
            Self::Struct { fields, .. } => {
                for (index, field) in fields.iter().enumerate() {
                    field.add_leaves(&inner(index), leaves);
                }
            }
            Self::Array(count, of) => {
                for index in 0..*count {
                    of.add_leaves(&inner(index as usize), leaves);
                }
            }
        }
    }

    /// A random constant.
    pub fn constant(&self, random: &mut Random) -> String {
        if random.chance(8) {
            return "zeroinitializer".into();
        }
        let part = |of: &Self, random: &mut Random| format!("{of} {}", of.constant(random));
        match self {
            Self::Leaf(ty) => constant(random, *ty),
            Self::Struct { is_packed, fields } => {
                let fields: Vec<String> = fields.iter().map(|field| part(field, random)).collect();
                match is_packed {
                    true => format!("<{{ {} }}>", fields.join(", ")),
                    false => format!("{{ {} }}", fields.join(", ")),
                }
            }
            Self::Array(count, of) => {
                let parts: Vec<String> = (0..*count).map(|_| part(of, random)).collect();
                format!("[{}]", parts.join(", "))
            }
        }
    }
}

/// A type that is not too big to be passed around. Vectors of which conventions pass each element by itself are rare.
pub fn small_type(random: &mut Random, machine: Machine) -> Type {
    loop {
        let ty = any_type(random, machine);
        let bits = ty.scalar.bits();
        let is_odd = match ty.is_vector() {
            true => !ty.lanes.is_power_of_two() || !bits.is_power_of_two() || bits == 1,
            false => bits > 64 && bits != 128 && !ty.is_float(),
        };
        let is_big = ty.bits() > 128;
        if (!is_big || random.chance(15)) && (!is_odd || random.chance(4)) {
            return ty;
        }
    }
}

/// Builds a value of a shape out of its parts.
pub fn build(f: &mut Function, shape: &Shape) -> String {
    let mut whole = match f.random.chance(50) {
        true => "poison".to_owned(),
        false => shape.constant(&mut f.random),
    };
    for (path, ty) in shape.leaves() {
        if whole != "poison" && !whole.starts_with('%') && f.random.chance(20) {
            continue;
        }
        let leaf = f.value(ty);
        let text = format!("insertvalue {shape} {whole}, {ty} {}, {path}", leaf.text);
        let is_open = whole == "poison";
        whole = f.define(&shape.to_string(), text);
        // The rest of what began as poison follows without gaps.
        if is_open {
            return fill(f, shape, whole);
        }
    }
    whole
}

fn fill(f: &mut Function, shape: &Shape, mut whole: String) -> String {
    for (path, ty) in shape.leaves().into_iter().skip(1) {
        let leaf = f.value(ty);
        let text = format!("insertvalue {shape} {whole}, {ty} {}, {path}", leaf.text);
        whole = f.define(&shape.to_string(), text);
    }
    whole
}

/// Takes a value of a shape apart, and keeps its parts.
pub fn take_apart(f: &mut Function, shape: &Shape, whole: &str) {
    for (path, ty) in shape.leaves() {
        let leaf = f.emit(ty, format!("extractvalue {shape} {whole}, {path}"));
        f.keep(leaf);
    }
}

/// Any statement about structures and arrays.
pub fn statement(f: &mut Function) {
    let shape = Shape::random(&mut f.random, f.machine, 1);
    match f.random.below(4) {
        0 => through_select(f, &shape),
        1 => through_memory(f, &shape),
        2 => through_freeze(f, &shape),
        _ => global(f, &shape),
    }
}

fn through_select(f: &mut Function, shape: &Shape) {
    let condition = super::integers::condition(f);
    let (one, other) = (build(f, shape), build(f, shape));
    let text = format!(
        "select i1 {}, {shape} {one}, {shape} {other}",
        condition.text
    );
    let whole = f.define(&shape.to_string(), text);
    take_apart(f, shape, &whole);
}

fn through_freeze(f: &mut Function, shape: &Shape) {
    let whole = build(f, shape);
    let whole = f.define(&shape.to_string(), format!("freeze {shape} {whole}"));
    take_apart(f, shape, &whole);
}

/// Stores all of it, changes parts, and loads all of it, or its parts.
fn through_memory(f: &mut Function, shape: &Shape) {
    let align = f.random.pick(&[1, 2, 4, 8, 16, 32]);
    let memory = f.define("ptr", format!("alloca {shape}, align {align}"));
    let whole = build(f, shape);
    f.line(format!(
        "store {shape} {whole}, ptr {memory}, align {align}"
    ));
    for (path, ty) in shape.leaves() {
        if f.random.chance(30) {
            let leaf = f.value(ty);
            let at = part_address(f, shape, &memory, &path);
            f.line(format!("store {ty} {}, ptr {at}, align 1", leaf.text));
        }
    }
    if f.random.chance(50) {
        let whole = f.define(
            &shape.to_string(),
            format!("load {shape}, ptr {memory}, align {align}"),
        );
        take_apart(f, shape, &whole);
        return;
    }
    load_parts(f, shape, &memory);
}

fn part_address(f: &mut Function, shape: &Shape, base: &str, path: &str) -> String {
    let indices: String = path
        .split(", ")
        .map(|index| format!(", i32 {index}"))
        .collect();
    f.define(
        "ptr",
        format!("getelementptr inbounds {shape}, ptr {base}, i64 0{indices}"),
    )
}

fn load_parts(f: &mut Function, shape: &Shape, base: &str) {
    for (path, ty) in shape.leaves() {
        let at = part_address(f, shape, base, &path);
        let leaf = f.emit(ty, format!("load {ty}, ptr {at}, align 1"));
        f.keep(leaf);
    }
}

/// A global of its own: read as it is, or an array of which a variable one is read.
fn global(f: &mut Function, shape: &Shape) {
    let number = f.number();
    let name = format!("@{}.data{number}", f.name);
    let linkage = f.random.pick(&[
        "internal ",
        "private ",
        "private unnamed_addr ",
        "",
        "weak ",
    ]);
    let kind = f.random.pick(&["constant", "constant", "global"]);
    if f.random.chance(40) {
        let kind = if f.random.chance(15) { "global" } else { kind };
        let initial = shape.constant(&mut f.random);
        f.globals
            .push(format!("{name} = {linkage}{kind} {shape} {initial}"));
        load_parts(f, shape, &name);
        return;
    }
    let ty = f.ty(|ty| ty.bits() <= 256);
    let values: Vec<String> = (0..8)
        .map(|_| format!("{ty} {}", constant(&mut f.random, ty)))
        .collect();
    f.globals.push(format!(
        "{name} = {linkage}{kind} [8 x {ty}] [{}]",
        values.join(", ")
    ));
    let index = memory_index(f, 8);
    let at = f.define(
        "ptr",
        format!("getelementptr [8 x {ty}], ptr {name}, i64 0, {index}"),
    );
    let value = f.emit(ty, format!("load {ty}, ptr {at}"));
    f.keep(value);
}

/// An index below `limit` (a power of two) with its type.
pub fn memory_index(f: &mut Function, limit: u32) -> String {
    let ty = Type::int(f.random.pick(&[16, 32, 64]));
    let any: Value = f.value(ty);
    let index = f.emit(ty, format!("and {ty} {}, {}", any.text, limit - 1));
    format!("{ty} {}", index.text)
}
