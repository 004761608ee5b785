//! Statements about floating-point numbers and vectors of them.

use super::Machine;
use super::convert::{bitcast, convert_lanes};
use super::function::{Function, Value};
use super::types::{Scalar, Type};

/// Any statement about floating-point numbers.
pub fn statement(f: &mut Function) {
    let kinds: [fn(&mut Function) -> Value; 9] = [
        binary,
        negate,
        compare,
        select,
        one_operand,
        two_operands,
        fused,
        cast,
        classify,
    ];
    let kind = f.random.weighted(&[30, 5, 15, 10, 14, 10, 6, 20, 4]);
    let value = kinds[kind](f);
    f.keep(value);
}

fn operation(f: &mut Function, name: &str, left: &Value, right: &Value) -> Value {
    f.emit(
        left.ty,
        format!("{name} {} {}, {}", left.ty, left.text, right.text),
    )
}

fn binary(f: &mut Function) -> Value {
    let ty = f.float_type();
    let name = f.random.pick(&[
        "fadd", "fadd", "fsub", "fsub", "fmul", "fmul", "fdiv", "frem",
    ]);
    let ty = if name == "frem" && ty.lanes > 4 {
        ty.lane()
    } else {
        ty
    };
    let (left, right) = (f.value(ty), f.value(ty));
    operation(f, name, &left, &right)
}

fn negate(f: &mut Function) -> Value {
    let ty = f.float_type();
    let value = f.value(ty);
    f.emit(ty, format!("fneg {ty} {}", value.text))
}

const PREDICATES: &[&str] = &[
    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true", "false",
];

/// A comparison of any floating-point numbers.
pub fn compare(f: &mut Function) -> Value {
    let ty = f.float_type();
    let predicate = f.random.pick(PREDICATES);
    let left = f.value(ty);
    let right = if f.random.chance(30) {
        f.constant(ty)
    } else {
        f.value(ty)
    };
    f.emit(
        ty.with_int(1),
        format!("fcmp {predicate} {ty} {}, {}", left.text, right.text),
    )
}

/// A choice by a comparison: a minimum or maximum, if it happens.
fn select(f: &mut Function) -> Value {
    let ty = f.float_type();
    let predicate = f.random.pick(PREDICATES);
    let (left, right) = (f.value(ty), f.value(ty));
    let mask = ty.with_int(1);
    let condition = f.emit(
        mask,
        format!("fcmp {predicate} {ty} {}, {}", left.text, right.text),
    );
    let (one, other) = match f.random.below(4) {
        0 | 1 => (left, right),
        2 => (right, left),
        _ => (f.value(ty), f.value(ty)),
    };
    f.emit(
        ty,
        format!(
            "select {mask} {}, {ty} {}, {ty} {}",
            condition.text, one.text, other.text
        ),
    )
}

fn one_operand(f: &mut Function) -> Value {
    let names = [
        "fabs",
        "sqrt",
        "floor",
        "ceil",
        "trunc",
        "rint",
        "nearbyint",
        "round",
        "roundeven",
    ];
    let name = f.random.pick(&names);
    let ty = f.float_type();
    let value = f.value(ty);
    let value = if name == "fabs" {
        f.canonical(&value)
    } else {
        value
    };
    f.intrinsic(&format!("{name}.{}", ty.suffix()), ty, &[&value])
}

fn two_operands(f: &mut Function) -> Value {
    let name = f
        .random
        .pick(&["copysign", "minnum", "maxnum", "minimum", "maximum"]);
    let ty = f.float_type();
    let name = match name {
        "minimum" | "maximum" if forgets_nans(f.machine, ty) => "copysign",
        name => name,
    };
    let (left, right) = (f.value(ty), f.value(ty));
    let right = f.canonical(&right);
    let result = f.intrinsic(&format!("{name}.{}", ty.suffix()), ty, &[&left, &right]);
    if !name.ends_with("num") {
        return result;
    }
    // Which zero of two is less is not laid down.
    let zero = f.splat(ty.with_int(32), 0);
    let zero = f.emit(ty, format!("sitofp {} {} to {ty}", zero.ty, zero.text));
    operation(f, "fadd", &result, &zero)
}

/// Whether the reference's code for `minimum` and `maximum` is wrong: that of LLVM 19 for vectors of `half` on x86-64
/// returns an operand that is zero also where the other one is NaN.
pub fn forgets_nans(machine: Machine, ty: Type) -> bool {
    machine == Machine::X86_64 && ty.scalar == Scalar::Half && ty.is_vector()
}

fn fused(f: &mut Function) -> Value {
    let ty = f.float_type();
    let ty = if ty.scalar == Scalar::BFloat {
        Type::of(Scalar::Float)
    } else {
        ty
    };
    let mut values = [f.value(ty), f.value(ty), f.value(ty)];
    for value in &mut values {
        if f.random.chance(25) {
            *value = f.emit(ty, format!("fneg {ty} {}", value.text));
        }
    }
    let [one, two, three] = &values;
    f.intrinsic(&format!("fma.{}", ty.suffix()), ty, &[one, two, three])
}

fn cast(f: &mut Function) -> Value {
    let from = f.float_type();
    let value = f.value(from);
    let wanted = match f.random.below(10) {
        0..3 => Scalar::Int(f.random.pick(&[1, 8, 16, 24, 32, 64, 128])),
        3 => Scalar::Int(f.random.pick(&[7, 33, 48, 65, 256])),
        4 if from.scalar != Scalar::X87 => {
            return bitcast(f, &value, from.with_int(from.scalar.bits()));
        }
        4..6 => Scalar::Half,
        6..8 => Scalar::Float,
        8 => Scalar::Double,
        _ => Scalar::Quad,
    };
    if from.lanes > 4 && wanted.bits() > 64 {
        return value;
    }
    let value = convert_lanes(f, &value, from.with(wanted));
    if f.random.chance(30) && !value.ty.is_float() {
        f.keep(value.clone());
        return convert_lanes(f, &value, from);
    }
    value
}

fn classify(f: &mut Function) -> Value {
    let ty = f.float_type();
    let value = f.value(ty);
    let value = f.canonical(&value);
    let mask = ty.with_int(1);
    let classes = f.random.below(1024);
    let name = format!("is.fpclass.{}", ty.suffix());
    let text = f.intrinsic_with(
        &name,
        &mask.to_string(),
        &[&value],
        &format!(", i32 {classes}"),
    );
    Value { text, ty: mask }
}
