//! Statements about atomic memory, by one thread.

use super::function::Function;
use super::types::{Scalar, Type};

/// Any statement about atomic memory: a place of its own is written, changed and read.
pub fn statement(f: &mut Function) {
    let is_float = f.random.chance(15);
    let ty = match is_float {
        true => Type::of(f.random.pick(&[Scalar::Float, Scalar::Double])),
        false => Type::int(f.random.pick(&[8, 16, 32, 32, 64, 64])),
    };
    let bytes = ty.bytes();
    let place = f.define("ptr", format!("alloca {ty}, align {bytes}"));
    let initial = f.value(ty);
    let initial = if is_float {
        f.canonical(&initial)
    } else {
        initial
    };
    let order = f
        .random
        .pick(&["monotonic", "release", "seq_cst", "unordered"]);
    f.line(format!(
        "store atomic {ty} {}, ptr {place} {order}, align {bytes}",
        initial.text
    ));
    if f.random.chance(20) {
        let order = f.random.pick(&["acquire", "release", "acq_rel", "seq_cst"]);
        let scope = f.random.pick(&["", "syncscope(\"singlethread\") "]);
        f.line(format!("fence {scope}{order}"));
    }
    match f.random.chance(25) && !is_float {
        true => compare_exchange(f, ty, &place),
        false => modify(f, ty, &place),
    }
    let order = f
        .random
        .pick(&["monotonic", "acquire", "seq_cst", "unordered"]);
    let last = f.emit(
        ty,
        format!("load atomic {ty}, ptr {place} {order}, align {bytes}"),
    );
    f.keep(last);
}

const ORDERS: &[&str] = &["monotonic", "acquire", "release", "acq_rel", "seq_cst"];

fn modify(f: &mut Function, ty: Type, place: &str) {
    let names: &[&str] = match ty.is_float() {
        true => &["fadd", "fsub", "xchg"],
        false => &[
            "xchg",
            "add",
            "sub",
            "and",
            "nand",
            "or",
            "xor",
            "max",
            "min",
            "umax",
            "umin",
            "uinc_wrap",
            "udec_wrap",
        ],
    };
    let name = f.random.pick(names);
    let order = f.random.pick(ORDERS);
    let value = f.value(ty);
    let value = if ty.is_float() {
        f.canonical(&value)
    } else {
        value
    };
    let old = f.emit(
        ty,
        format!("atomicrmw {name} ptr {place}, {ty} {} {order}", value.text),
    );
    // Without a use of what was there, other instructions do.
    if f.random.chance(60) {
        f.keep(old);
    }
}

fn compare_exchange(f: &mut Function, ty: Type, place: &str) {
    let order = f.random.pick(ORDERS);
    let failure = f.random.pick(&["monotonic", "acquire", "seq_cst"]);
    let (expected, new) = match f.random.chance(50) {
        true => (f.emit(ty, format!("load {ty}, ptr {place}")), f.value(ty)),
        false => (f.value(ty), f.value(ty)),
    };
    let text = format!(
        "cmpxchg ptr {place}, {ty} {}, {ty} {} {order} {failure}",
        expected.text, new.text
    );
    let both = format!("{{ {ty}, i1 }}");
    let pair = f.define(&both, text);
    let old = f.emit(ty, format!("extractvalue {both} {pair}, 0"));
    f.keep(old);
    let is_equal = f.emit(Type::int(1), format!("extractvalue {both} {pair}, 1"));
    f.keep(is_equal);
}
