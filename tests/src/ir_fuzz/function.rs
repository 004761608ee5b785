//! A function under construction: its text, and the values that further instructions may use.
//!
//! A line that defines a value ends in a comment with its type (`%v3 = add i8 %v1, %v2 ; i8`), so that a reducer can
//! replace it by a constant. Values are never poison, and NaNs are canonicalized before their bits are used.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::types::{Scalar, Type, by_lane, constant};
use super::{Machine, aggregates, atomics, calls, control, floats, integers, memory, vectors};
use crate::ir_fuzz::calls::Signature;
use crate::random::Random;

/// A value, as instructions name it.
#[derive(Clone, Debug)]
pub struct Value {
    /// `%v7`, or a constant.
    pub text: String,
    /// Its type.
    pub ty: Type,
}

struct Pooled {
    value: Value,
    is_used: bool,
}

/// Bytes that a function has for itself in its frame.
pub const MEMORY: u32 = 256;
/// Bytes of random input, which numbers of both kinds follow (see `harness.c`).
pub const RANDOM_INPUT: u32 = 512;
/// Bytes of output.
pub const OUTPUT: u32 = 2048;

/// Where floating-point numbers are in the input: where they begin, and how many bytes apart they are. There are 32
/// of each.
fn float_input(scalar: Scalar) -> (u32, u32) {
    match scalar {
        Scalar::Float => (513, 4),
        Scalar::Double => (648, 8),
        Scalar::Half => (905, 2),
        Scalar::BFloat => (970, 2),
        Scalar::Quad => (1040, 16),
        _ => (1552, 16),
    }
}

/// A function under construction.
pub struct Function<'a> {
    /// Where choices come from.
    pub random: Random,
    /// What it is for.
    pub machine: Machine,
    /// Its name, without `@`.
    pub name: String,
    /// Functions that it may call.
    pub callees: &'a [Signature],
    /// Definitions of globals that belong to it.
    pub globals: Vec<String>,
    /// Declarations of intrinsics.
    pub declarations: BTreeSet<String>,
    /// The label of the block that is being written.
    pub label: String,
    /// How deep it is in branches and loops.
    pub depth: u32,
    /// The pointer to the input.
    pub input: &'static str,
    /// How many statements it may still have.
    pub budget: u32,
    lines: Vec<String>,
    pool: Vec<Pooled>,
    next: u32,
    /// How much of the output is written; none where there is no output.
    output: Option<u32>,
    palette: Vec<Type>,
    weights: [u32; AREAS],
}

const AREAS: usize = 8;

/// How often each area is taken where a function has no liking for one: integers, floating point, vectors, memory,
/// aggregates, control flow, calls, atomics.
const WEIGHTS: [u32; AREAS] = [30, 12, 16, 8, 4, 7, 6, 2];

impl<'a> Function<'a> {
    /// A function without instructions. With `has_output` it stores what it computes at `%out`.
    pub fn new(
        name: String,
        seed: u64,
        machine: Machine,
        callees: &'a [Signature],
        has_output: bool,
    ) -> Self {
        let mut random = Random::new(seed);
        let mut weights = WEIGHTS;
        let liking = random.below(AREAS as u32) as usize;
        weights[liking] *= 6;
        if random.chance(50) {
            weights[5] = 0;
        }
        let palette = (0..2 + random.below(4))
            .map(|_| any_type(&mut random, machine))
            .collect();
        let budget = 8 + random.below(32);
        Self {
            random,
            machine,
            name,
            callees,
            globals: Vec::new(),
            declarations: BTreeSet::new(),
            label: "entry".into(),
            depth: 0,
            input: if has_output { "%in" } else { "@input" },
            budget,
            lines: vec!["entry:".into()],
            pool: Vec::new(),
            next: 0,
            output: has_output.then_some(0),
            palette,
            weights,
        }
    }

    /// Its instructions.
    pub fn body(&self) -> String {
        self.lines.join("\n")
    }

    /// A number that no other name of the function has.
    pub fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Writes an instruction that defines nothing that others use.
    pub fn line(&mut self, text: impl Display) {
        self.lines.push(format!("  {text}"));
    }

    /// Begins a block.
    pub fn block(&mut self, label: &str) {
        self.lines.push(format!("{label}:"));
        self.label = label.into();
    }

    /// Writes an instruction that defines something which is no [`Value`], of the type in `ty`.
    pub fn define(&mut self, ty: &str, text: impl Display) -> String {
        let name = format!("%v{}", self.number());
        self.lines.push(format!("  {name} = {text} ; {ty}"));
        name
    }

    /// Writes an instruction for a value.
    pub fn emit(&mut self, ty: Type, text: impl Display) -> Value {
        let text = self.define(&ty.to_string(), text);
        Value { text, ty }
    }

    /// Writes a call of an intrinsic; `name` is everything after `llvm.`.
    pub fn intrinsic(&mut self, name: &str, ty: Type, args: &[&Value]) -> Value {
        self.intrinsic_with(name, &ty.to_string(), args, "");
        let text = format!("%v{}", self.next);
        Value { text, ty }
    }

    /// As [`Self::intrinsic`], with a result of any type and further arguments as text: `, i1 false`.
    pub fn intrinsic_with(
        &mut self,
        name: &str,
        ty: &str,
        args: &[&Value],
        further: &str,
    ) -> String {
        let types: Vec<String> = args.iter().map(|arg| arg.ty.to_string()).collect();
        let texts: Vec<String> = args
            .iter()
            .map(|arg| format!("{} {}", arg.ty, arg.text))
            .collect();
        let further_types: Vec<&str> = further
            .split(", ")
            .filter_map(|text| text.split_once(' ').map(|(ty, _)| ty))
            .collect();
        let all: Vec<&str> = types
            .iter()
            .map(String::as_str)
            .chain(further_types)
            .collect();
        self.declarations
            .insert(format!("declare {ty} @llvm.{name}({})", all.join(", ")));
        let call = format!("call {ty} @llvm.{name}({}{further})", texts.join(", "));
        match ty {
            "void" => {
                self.line(call);
                String::new()
            }
            _ => self.define(ty, call),
        }
    }

    /// Lets further instructions use a value.
    pub fn keep(&mut self, value: Value) {
        self.pool.push(Pooled {
            value,
            is_used: false,
        });
    }

    /// A value of which `is_wanted` approves the type, most likely a late one.
    pub fn pooled(&mut self, is_wanted: impl Fn(Type) -> bool) -> Option<Value> {
        let found: Vec<usize> = (0..self.pool.len())
            .filter(|&at| is_wanted(self.pool[at].value.ty))
            .collect();
        if found.is_empty() {
            return None;
        }
        let late = found.len().saturating_sub(3);
        let at = match self.random.chance(60) {
            true => self.random.pick(&found[late..]),
            false => self.random.pick(&found),
        };
        self.pool[at].is_used = true;
        Some(self.pool[at].value.clone())
    }

    /// A value of a type: one there is, a constant, one that is converted, or input.
    pub fn value(&mut self, ty: Type) -> Value {
        let roll = self.random.below(100);
        if roll < 64
            && let Some(value) = self.pooled(|other| other == ty)
        {
            return value;
        }
        if (50..64).contains(&roll) {
            let text = constant(&mut self.random, ty);
            return Value { text, ty };
        }
        if roll < 82
            && let Some(value) = self.pooled(|_| true)
        {
            return super::convert::convert(self, &value, ty);
        }
        self.load_input(ty)
    }

    /// A constant of a type.
    pub fn constant(&mut self, ty: Type) -> Value {
        let text = constant(&mut self.random, ty);
        Value { text, ty }
    }

    /// The same integer in each lane.
    pub fn splat(&self, ty: Type, value: i128) -> Value {
        let text = super::types::integer_text(value, ty.scalar.bits());
        Value {
            text: by_lane(ty, || text.clone()),
            ty,
        }
    }

    /// Reads a value of the input. Integers that fill no bytes are cut out of ones that do.
    pub fn load_input(&mut self, ty: Type) -> Value {
        if ty.is_float() {
            let (base, step) = float_input(ty.scalar);
            let first = self.random.below(32 - ty.lanes.min(31));
            if matches!(ty.scalar, Scalar::X87) && ty.is_vector() {
                return self.constant(ty);
            }
            let align = if base % 2 == 0 && ty.lanes < 2 {
                step.min(8)
            } else {
                1
            };
            return self.load_at(self.input, base + first * step, ty, align);
        }
        let width = ty.scalar.bits();
        let filled = ty.with_int(width.next_multiple_of(8));
        let bytes = filled.bytes();
        if bytes > RANDOM_INPUT {
            return self.constant(ty);
        }
        let offset = self.random.below(RANDOM_INPUT - bytes + 1);
        let (offset, align) = match self.random.chance(50) {
            true => (offset, 1),
            false => (offset & !7, 8),
        };
        let loaded = self.load_at(self.input, offset, filled, align);
        match filled == ty {
            true => loaded,
            false => self.emit(ty, format!("trunc {filled} {} to {ty}", loaded.text)),
        }
    }

    /// Reads a value at `offset` bytes from a pointer.
    pub fn load_at(&mut self, pointer: &str, offset: u32, ty: Type, align: u32) -> Value {
        let at = self.define(
            "ptr",
            format!("getelementptr inbounds i8, ptr {pointer}, i64 {offset}"),
        );
        self.emit(ty, format!("load {ty}, ptr {at}, align {align}"))
    }

    /// A type of those the function prefers, of which `is_wanted` approves.
    pub fn ty(&mut self, is_wanted: impl Fn(Type) -> bool) -> Type {
        if self.random.chance(85) {
            let found: Vec<Type> = self
                .palette
                .iter()
                .copied()
                .filter(|ty| is_wanted(*ty))
                .collect();
            if !found.is_empty() {
                return self.random.pick(&found);
            }
        }
        loop {
            let ty = any_type(&mut self.random, self.machine);
            if is_wanted(ty) {
                return ty;
            }
        }
    }

    /// A type of integers, or of vectors of them.
    pub fn integer_type(&mut self) -> Type {
        self.ty(|ty| !ty.is_float())
    }

    /// A type of floating-point numbers, or of vectors of them.
    pub fn float_type(&mut self) -> Type {
        self.ty(Type::is_float)
    }

    /// What is in the pool, for [`Self::leave`].
    pub fn enter(&mut self) -> usize {
        self.depth += 1;
        self.pool.len()
    }

    /// Forgets the values made since [`Self::enter`], which later code may not use.
    pub fn leave(&mut self, mark: usize) {
        self.depth -= 1;
        self.observe_from(mark);
        self.pool.truncate(mark);
    }

    /// Writes what nothing has used to the output.
    pub fn observe_from(&mut self, mark: usize) {
        for at in mark..self.pool.len() {
            if !self.pool[at].is_used {
                let value = self.pool[at].value.clone();
                self.observe(&value);
            }
        }
    }

    /// Writes a value to the output.
    pub fn observe(&mut self, value: &Value) {
        let Some(offset) = self.output else { return };
        let bytes = value
            .ty
            .with_int(value.ty.scalar.bits().next_multiple_of(8))
            .bytes();
        if offset + bytes > OUTPUT {
            return;
        }
        self.output = Some(offset + bytes);
        let value = self.filled(value);
        let align = if offset.is_multiple_of(8) && self.random.chance(50) {
            8
        } else {
            1
        };
        let at = self.define(
            "ptr",
            format!("getelementptr inbounds i8, ptr %out, i64 {offset}"),
        );
        self.line(format!(
            "store {} {}, ptr {at}, align {align}",
            value.ty, value.text
        ));
    }

    /// A value that fills its bytes, with one kind of NaN only.
    pub fn filled(&mut self, value: &Value) -> Value {
        if value.ty.is_float() {
            return self.canonical(value);
        }
        let filled = value
            .ty
            .with_int(value.ty.scalar.bits().next_multiple_of(8));
        match filled == value.ty {
            true => value.clone(),
            false => self.emit(
                filled,
                format!("zext {} {} to {filled}", value.ty, value.text),
            ),
        }
    }

    /// A floating-point value with one kind of NaN only: which one operations make is not laid down.
    pub fn canonical(&mut self, value: &Value) -> Value {
        let ty = value.ty;
        let mask = ty.with_int(1);
        let is_nan = self.emit(
            mask,
            format!("fcmp uno {ty} {}, {}", value.text, value.text),
        );
        let nan = match ty.scalar {
            Scalar::Half => "0xH7E00",
            Scalar::BFloat => "0xR7FC0",
            Scalar::X87 => "0xK7FFFC000000000000000",
            Scalar::Quad => "0xL00000000000000007FFF800000000000",
            _ => "0x7FF8000000000000",
        };
        let nan = by_lane(ty, || nan.into());
        self.emit(
            ty,
            format!(
                "select {mask} {}, {ty} {nan}, {ty} {}",
                is_nan.text, value.text
            ),
        )
    }

    /// One number made of all that nothing has used, for functions without output.
    pub fn digest(&mut self) -> Value {
        let word = Type::int(64);
        let mut digest = self.constant(word);
        for at in 0..self.pool.len() {
            if self.pool[at].is_used {
                continue;
            }
            let value = self.pool[at].value.clone();
            let value = super::convert::convert(self, &value, word);
            let product = self.emit(
                word,
                format!("mul i64 {}, 6364136223846793005", digest.text),
            );
            digest = self.emit(word, format!("xor i64 {}, {}", product.text, value.text));
        }
        digest
    }

    /// Writes statements, as long as there is budget for them.
    pub fn statements(&mut self, count: u32) {
        for _ in 0..count {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.random.weighted(&self.weights) {
                0 => integers::statement(self),
                1 => floats::statement(self),
                2 => vectors::statement(self),
                3 => memory::statement(self),
                4 => aggregates::statement(self),
                5 if self.depth < 3 => control::statement(self),
                5 | 6 => calls::statement(self),
                _ => atomics::statement(self),
            }
        }
    }
}

/// Widths of integers, the common ones repeated.
const WIDTHS: &[u32] = &[
    1, 1, 7, 8, 8, 8, 8, 13, 16, 16, 16, 16, 24, 32, 32, 32, 32, 32, 32, 32, 33, 48, 64, 64, 64,
    64, 64, 64, 64, 65, 96, 128, 128, 128, 256,
];
/// Widths of integers in vectors.
const LANE_WIDTHS: &[u32] = &[
    1, 1, 7, 8, 8, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 24, 32, 32, 32, 32, 32, 32, 32, 32, 64, 64,
    64, 64, 64, 64, 128, 128,
];
const LANES: &[u32] = &[1, 2, 2, 3, 4, 4, 4, 5, 8, 8, 16, 16, 32];

/// Any type that values may have.
pub fn any_type(random: &mut Random, machine: Machine) -> Type {
    if random.chance(40) {
        let lanes = random.pick(LANES);
        let scalar = match random.chance(35) {
            true => random.pick(&[
                Scalar::Float,
                Scalar::Float,
                Scalar::Double,
                Scalar::Double,
                Scalar::Half,
            ]),
            false => Scalar::Int(random.pick(LANE_WIDTHS)),
        };
        let ty = Type::vector(lanes, scalar);
        // Wider ones make long code and find nothing else.
        return if ty.bits() <= 512 {
            ty
        } else {
            Type::vector(2, scalar)
        };
    }
    if random.chance(30) {
        let floats = [
            Scalar::Float,
            Scalar::Float,
            Scalar::Double,
            Scalar::Double,
            Scalar::Half,
            Scalar::BFloat,
            Scalar::Quad,
            if machine == Machine::X86_64 {
                Scalar::X87
            } else {
                Scalar::Quad
            },
        ];
        return Type::of(random.pick(&floats));
    }
    Type::int(random.pick(WIDTHS))
}
