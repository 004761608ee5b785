//! Functions that are called: their signatures, their definitions, and statements that call them.

use super::Machine;
use super::aggregates::{Shape, build, small_type, take_apart};
use super::function::{Function, Value};
use super::types::{Scalar, Type};
use crate::random::Random;

/// How an argument is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// By value, with attributes (`zeroext `).
    Value(Shape, &'static str),
    /// A copy of it in memory.
    ByVal(Shape),
    /// In memory of the caller, which the function writes.
    StructReturn(Shape),
}

/// What callers know of a function.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Its name, without `@`.
    pub name: String,
    /// Its linkage followed by a blank, empty for external linkage.
    pub linkage: &'static str,
    /// Its calling convention followed by a blank, empty for C's.
    pub convention: &'static str,
    /// What it returns, and attributes of that.
    pub result: Option<(Shape, &'static str)>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Whether arguments follow that are described by a text, the last of the parameters.
    pub is_variadic: bool,
}

impl Signature {
    /// A random signature of a function `name`, which only its own module knows if `is_local`.
    pub fn random(random: &mut Random, machine: Machine, name: String, is_local: bool) -> Self {
        let count = match random.chance(75) {
            true => random.below(6),
            false => random.below(16),
        };
        let mut parameters: Vec<Parameter> = (0..count)
            .map(|_| Parameter::random(random, machine))
            .collect();
        let mut result = match random.below(10) {
            0 => None,
            1..6 => Some(extended(random, machine)),
            _ => Some((Shape::random(random, machine, 1), "")),
        };
        let is_variadic = random.chance(10);
        if is_variadic {
            result = Some((Shape::Leaf(Type::int(64)), ""));
        } else if random.chance(10) {
            let shape = Shape::random(random, machine, 1);
            parameters.insert(0, Parameter::StructReturn(shape));
            result = None;
        }
        let conventions: &[&str] = match is_local && !is_variadic {
            true if machine == Machine::X86_64 => &["", "fastcc "],
            true => &["", "fastcc "],
            false => &[""],
        };
        Self {
            name,
            linkage: if is_local {
                random.pick(&["internal ", "private ", "hidden "])
            } else {
                ""
            },
            convention: random.pick(conventions),
            result,
            parameters,
            is_variadic,
        }
    }

    /// The type it returns.
    pub fn result_type(&self) -> String {
        self.result
            .as_ref()
            .map_or("void".into(), |(shape, _)| shape.to_string())
    }

    fn result_text(&self) -> String {
        match &self.result {
            None => "void".into(),
            Some((shape, attributes)) => format!("{attributes}{shape}"),
        }
    }

    /// Its declaration, or the first line of its definition.
    pub fn text(&self, keyword: &str) -> String {
        let is_definition = keyword == "define";
        let mut parameters: Vec<String> = self
            .parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| match is_definition {
                true => format!("{} %a{index}", parameter.text()),
                false => parameter.text(),
            })
            .collect();
        if self.is_variadic {
            parameters.push(if is_definition {
                "ptr %format".into()
            } else {
                "ptr".into()
            });
            parameters.push("...".into());
        }
        let linkage = if is_definition { self.linkage } else { "" };
        format!(
            "{keyword} {linkage}{}{} @{}({})",
            self.convention,
            self.result_text(),
            self.name,
            parameters.join(", ")
        )
    }

    /// Whether a function with the same signature may end in a call of it: everything is passed in registers or in
    /// the places for arguments.
    fn may_be_last(&self) -> bool {
        let has_simple_result = match &self.result {
            None => true,
            Some((Shape::Leaf(ty), _)) => ty.bits() <= 64,
            Some(_) => false,
        };
        let is_value = |parameter: &Parameter| matches!(parameter, Parameter::Value(..));
        has_simple_result && !self.is_variadic && self.parameters.iter().all(is_value)
    }
}

impl Parameter {
    fn random(random: &mut Random, machine: Machine) -> Self {
        match random.below(20) {
            0 => Self::ByVal(Shape::random(random, machine, 1)),
            1..4 => Self::Value(Shape::random(random, machine, 1), ""),
            _ => {
                let (shape, attributes) = extended(random, machine);
                Self::Value(shape, attributes)
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Value(shape, "") => shape.to_string(),
            Self::Value(shape, attributes) => format!("{shape} {}", attributes.trim_end()),
            Self::ByVal(shape) => format!("ptr byval({shape}) align 16"),
            Self::StructReturn(shape) => format!("ptr sret({shape}) align 16"),
        }
    }
}

/// A random type, and how it is extended where it is passed.
fn extended(random: &mut Random, machine: Machine) -> (Shape, &'static str) {
    let ty = small_type(random, machine);
    let attributes = match ty.is_integer() && ty.scalar.bits() < 64 {
        true => random.pick(&["", "zeroext ", "signext "]),
        false => "",
    };
    (Shape::Leaf(ty), attributes)
}

/// The definition of a function with this signature; `callees` come before it.
pub fn define<'a>(
    signature: &Signature,
    seed: u64,
    machine: Machine,
    callees: &'a [Signature],
) -> (Function<'a>, String) {
    let mut f = Function::new(signature.name.clone(), seed, machine, callees, false);
    f.budget = f.budget.min(12);
    super::take_memory(&mut f);
    for (index, parameter) in signature.parameters.iter().enumerate() {
        let name = format!("%a{index}");
        match parameter {
            Parameter::Value(Shape::Leaf(ty), _) => f.keep(Value {
                text: name,
                ty: *ty,
            }),
            Parameter::Value(shape, _) => take_apart(&mut f, shape, &name),
            Parameter::ByVal(shape) => {
                let whole = f.define(
                    &shape.to_string(),
                    format!("load {shape}, ptr {name}, align 16"),
                );
                take_apart(&mut f, shape, &whole);
                if f.random.chance(50) {
                    f.line(format!("store volatile i8 1, ptr {name}"));
                }
            }
            Parameter::StructReturn(_) => {}
        }
    }
    let count = f.budget;
    f.statements(count);
    finish(&mut f, signature);
    let text = format!(
        "{} {}{{\n{}\n}}\n",
        signature.text("define"),
        super::attributes(&mut f),
        f.body()
    );
    (f, text)
}

/// What a function ends in: its result, or a call in its place.
fn finish(f: &mut Function, signature: &Signature) {
    let twin = f
        .callees
        .iter()
        .find(|other| other.parameters == signature.parameters && other.result == signature.result)
        .filter(|other| other.convention == signature.convention && other.may_be_last())
        .filter(|other| other.is_variadic == signature.is_variadic);
    if let Some(twin) = twin {
        let call = call_text(f, twin, "musttail ");
        return_call(f, signature, call);
        return;
    }
    for (index, parameter) in signature.parameters.iter().enumerate() {
        if let Parameter::StructReturn(shape) = parameter {
            let whole = build(f, shape);
            f.line(format!("store {shape} {whole}, ptr %a{index}, align 16"));
        }
    }
    if signature.is_variadic {
        variadic(f);
        return;
    }
    let digest = f.digest();
    f.keep(digest);
    match &signature.result {
        None => f.line("ret void"),
        Some((Shape::Leaf(ty), _)) => {
            let value = f.value(*ty);
            f.line(format!("ret {ty} {}", value.text));
        }
        Some((shape, _)) => {
            let whole = build(f, shape);
            f.line(format!("ret {shape} {whole}"));
        }
    }
}

fn return_call(f: &mut Function, signature: &Signature, call: String) {
    if signature.result.is_none() {
        f.line(call);
        f.line("ret void");
        return;
    }
    let ty = signature.result_type();
    let result = f.define(&ty, call);
    f.line(format!("ret {ty} {result}"));
}

/// Has the harness read the arguments after the last parameter.
fn variadic(f: &mut Function) {
    for name in ["va_start", "va_end"] {
        f.declarations
            .insert(format!("declare void @llvm.{name}.p0(ptr)"));
    }
    f.declarations
        .insert("declare i64 @read_arguments(ptr, ptr)".into());
    let digest = f.digest();
    f.line("%list = alloca [32 x i8], align 16");
    f.line("call void @llvm.va_start.p0(ptr %list)");
    let read = f.emit(
        Type::int(64),
        "call i64 @read_arguments(ptr %format, ptr %list)",
    );
    f.line("call void @llvm.va_end.p0(ptr %list)");
    let both = f.emit(
        Type::int(64),
        format!("add i64 {}, {}", digest.text, read.text),
    );
    f.line(format!("ret i64 {}", both.text));
}

/// A call of a function with arguments that there are.
fn call_text(f: &mut Function, signature: &Signature, marker: &str) -> String {
    let mut arguments = Vec::new();
    for parameter in &signature.parameters {
        let text = match parameter {
            Parameter::Value(Shape::Leaf(ty), _) => f.value(*ty).text,
            Parameter::Value(shape, _) => build(f, shape),
            Parameter::ByVal(shape) => {
                let place = f.define("ptr", format!("alloca {shape}, align 16"));
                let whole = build(f, shape);
                f.line(format!("store {shape} {whole}, ptr {place}, align 16"));
                place
            }
            Parameter::StructReturn(shape) => f.define("ptr", format!("alloca {shape}, align 16")),
        };
        arguments.push(format!("{} {text}", parameter.text()));
    }
    let mut ty = signature.result_text();
    if signature.is_variadic {
        further_arguments(f, &mut arguments);
        let mut types: Vec<&str> = vec!["ptr"; signature.parameters.len() + 1];
        let texts: Vec<String> = signature
            .parameters
            .iter()
            .map(|parameter| match parameter {
                Parameter::Value(shape, _) => shape.to_string(),
                _ => "ptr".into(),
            })
            .collect();
        for (ty, text) in types.iter_mut().zip(&texts) {
            *ty = text;
        }
        ty = format!("{ty} ({}, ...)", types.join(", "));
    }
    let target = format!("@{}", signature.name);
    let target = match marker.is_empty() && f.random.chance(15) {
        true => {
            // Through a pointer that is not known.
            let place = f.define("ptr", "alloca ptr");
            f.line(format!("store volatile ptr {target}, ptr {place}"));
            f.define("ptr", format!("load volatile ptr, ptr {place}"))
        }
        false => target,
    };
    format!(
        "{marker}call {}{ty} {target}({})",
        signature.convention,
        arguments.join(", ")
    )
}

/// Arguments that a text describes: `i` for `i32`, `l` for `i64`, `d` for `double`, `L` for `long double`. No `i128`: C
/// reads it from other places than those where llc puts it.
fn further_arguments(f: &mut Function, arguments: &mut Vec<String>) {
    let count = f.random.below(12);
    let mut format = String::new();
    let at = arguments.len();
    for _ in 0..count {
        let letter = f.random.pick(&['i', 'l', 'd', 'd', 'L']);
        let scalar = match (letter, f.machine) {
            ('i', _) => Scalar::Int(32),
            ('l', _) => Scalar::Int(64),
            ('d', _) => Scalar::Double,
            (_, Machine::X86_64) => Scalar::X87,
            (_, Machine::AArch64) => Scalar::Quad,
        };
        format.push(letter);
        let value = f.value(Type::of(scalar));
        arguments.push(format!("{scalar} {}", value.text));
    }
    let number = f.number();
    let name = format!("@{}.format{number}", f.name);
    f.globals.push(format!(
        "{name} = private constant [{} x i8] c\"{format}\\00\"",
        format.len() + 1
    ));
    arguments.insert(at, format!("ptr {name}"));
}

/// Calls one of the functions there are, if there is one.
pub fn statement(f: &mut Function) {
    if f.callees.is_empty() {
        return super::integers::statement(f);
    }
    let callees = f.callees;
    let signature = &callees[f.random.below(callees.len() as u32) as usize];
    let has_memory = signature
        .parameters
        .iter()
        .any(|parameter| !matches!(parameter, Parameter::Value(..)));
    let marker = match has_memory || signature.is_variadic {
        true => "",
        false => f.random.pick(&["", "", "tail ", "notail "]),
    };
    let call = call_text(f, signature, marker);
    match &signature.result {
        None => f.line(&call),
        Some((Shape::Leaf(ty), _)) => {
            let value = f.emit(*ty, &call);
            f.keep(value);
        }
        Some((shape, _)) => {
            let whole = f.define(&shape.to_string(), &call);
            take_apart(f, shape, &whole);
        }
    }
    read_struct_return(f, signature, &call);
}

/// Keeps what a function has written for its caller.
fn read_struct_return(f: &mut Function, signature: &Signature, call: &str) {
    let Some(Parameter::StructReturn(shape)) = signature.parameters.first() else {
        return;
    };
    let Some((_, rest)) = call.split_once("align 16 ") else {
        return;
    };
    let place = rest.split([',', ')']).next().unwrap_or_default().to_owned();
    let whole = f.define(
        &shape.to_string(),
        format!("load {shape}, ptr {place}, align 16"),
    );
    take_apart(f, shape, &whole);
}
