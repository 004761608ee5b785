//! Statements about memory: the function's own bytes (`%mem`) read and written at any place in any type.

use super::aggregates::memory_index;
use super::function::{Function, MEMORY, Value};
use super::types::{Scalar, Type};

/// Any statement about memory.
pub fn statement(f: &mut Function) {
    match f.random.weighted(&[30, 20, 14, 10, 10, 8, 8, 14]) {
        0 => store_and_load(f),
        1 => load_bytes(f),
        2 => bulk(f),
        3 => variable_bulk(f),
        4 => dynamic(f),
        5 => read_modify_write(f),
        6 => assembled(f),
        _ => read_often(f),
    }
}

/// The address of `bytes` bytes of the function's memory, and its alignment.
fn address(f: &mut Function, bytes: u32) -> (String, u32) {
    if bytes <= MEMORY / 2 && f.random.chance(50) {
        let index = memory_index(f, MEMORY / 2);
        let at = f.define(
            "ptr",
            format!("getelementptr inbounds i8, ptr %mem, {index}"),
        );
        return (at, 1);
    }
    let offset = f.random.below(MEMORY - bytes + 1);
    let (offset, align) = match f.random.chance(50) {
        true => (offset & !7, 8),
        false => (offset, 1),
    };
    let at = f.define(
        "ptr",
        format!("getelementptr inbounds i8, ptr %mem, i64 {offset}"),
    );
    (at, align)
}

/// A type that fills its bytes, and whose bytes may be anything.
fn byte_type(f: &mut Function) -> Type {
    f.ty(|ty| !ty.is_float() && ty.scalar.bits().is_multiple_of(8) && ty.bytes() <= MEMORY / 2)
}

fn store_and_load(f: &mut Function) {
    let ty = f.ty(|ty| ty.bytes() <= MEMORY / 4 && (ty.scalar != Scalar::X87 || !ty.is_vector()));
    let value = f.value(ty);
    let value = if ty.is_float() {
        f.canonical(&value)
    } else {
        value
    };
    let volatile = f.random.pick(&["", "", "", "volatile "]);
    if ty.scalar.bits().is_multiple_of(8) {
        let (at, align) = address(f, ty.bytes());
        f.line(format!(
            "store {volatile}{ty} {}, ptr {at}, align {align}",
            value.text
        ));
        let loaded = f.emit(ty, format!("load {volatile}{ty}, ptr {at}, align {align}"));
        f.keep(loaded);
        return;
    }
    // What is in the bits that it does not fill is not laid down: a place of its own.
    let place = f.define("ptr", format!("alloca {ty}"));
    f.line(format!("store {volatile}{ty} {}, ptr {place}", value.text));
    let loaded = f.emit(ty, format!("load {volatile}{ty}, ptr {place}"));
    f.keep(loaded);
}

fn load_bytes(f: &mut Function) {
    let ty = byte_type(f);
    let (at, align) = address(f, ty.bytes());
    let loaded = f.emit(ty, format!("load {ty}, ptr {at}, align {align}"));
    let value = match f.random.chance(40) {
        true => {
            super::convert::convert_lanes(f, &loaded, ty.with_int((ty.scalar.bits() * 2).min(128)))
        }
        false => loaded,
    };
    f.keep(value);
}

/// `memcpy`, `memmove` and `memset` of a constant size.
fn bulk(f: &mut Function) {
    let size = f.random.pick(&[
        0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 31, 32, 33, 48, 64, 65, 100, 128,
    ]);
    bulk_of(f, size, &size.to_string());
}

fn variable_bulk(f: &mut Function) {
    let any = f.value(Type::int(64));
    let size = f.emit(Type::int(64), format!("and i64 {}, 63", any.text));
    bulk_of(f, 64, &size.text);
}

fn bulk_of(f: &mut Function, most: u32, size: &str) {
    let half = MEMORY / 2;
    let (to, from) = (
        f.random.below(half - most + 1),
        half + f.random.below(half - most + 1),
    );
    let is_swapped = f.random.chance(30);
    let (to, from) = if is_swapped { (from, to) } else { (to, from) };
    let kind = f.random.below(3);
    let from = if kind == 1 {
        to.abs_diff(f.random.below(8))
    } else {
        from
    };
    let from = from.min(MEMORY - most);
    let to = f.define(
        "ptr",
        format!("getelementptr inbounds i8, ptr %mem, i64 {to}"),
    );
    if kind == 2 {
        let byte = f.value(Type::int(8));
        f.declarations
            .insert("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)".into());
        f.line(format!(
            "call void @llvm.memset.p0.i64(ptr {to}, i8 {}, i64 {size}, i1 false)",
            byte.text
        ));
        return;
    }
    let name = if kind == 1 { "memmove" } else { "memcpy" };
    let from = f.define(
        "ptr",
        format!("getelementptr inbounds i8, ptr %mem, i64 {from}"),
    );
    f.declarations.insert(format!(
        "declare void @llvm.{name}.p0.p0.i64(ptr, ptr, i64, i1)"
    ));
    f.line(format!(
        "call void @llvm.{name}.p0.p0.i64(ptr {to}, ptr {from}, i64 {size}, i1 false)"
    ));
}

/// Memory of a size that is known when it is taken only.
fn dynamic(f: &mut Function) {
    let is_saved = f.random.chance(60);
    let saved = is_saved.then(|| {
        f.declarations
            .insert("declare ptr @llvm.stacksave.p0()".into());
        f.declarations
            .insert("declare void @llvm.stackrestore.p0(ptr)".into());
        f.define("ptr", "call ptr @llvm.stacksave.p0()")
    });
    let ty = byte_type(f);
    let index = memory_index(f, 16);
    let (count_type, _) = index.split_once(' ').unwrap_or(("i32", ""));
    let count = f.define(count_type, format!("add {index}, 1"));
    let align = f.random.pick(&[1, 8, 16, 64]);
    let place = f.define(
        "ptr",
        format!("alloca {ty}, {count_type} {count}, align {align}"),
    );
    let value = f.value(ty);
    let at = f.define("ptr", format!("getelementptr {ty}, ptr {place}, {index}"));
    f.line(format!("store {ty} {}, ptr {at}, align 1", value.text));
    let loaded = f.emit(ty, format!("load {ty}, ptr {at}, align 1"));
    f.keep(loaded);
    if let Some(saved) = saved {
        f.line(format!("call void @llvm.stackrestore.p0(ptr {saved})"));
    }
}

/// An operation of which one operand and the result are in memory.
fn read_modify_write(f: &mut Function) {
    let ty = byte_type(f);
    let (at, align) = address(f, ty.bytes());
    let value = f.value(ty);
    let loaded = f.emit(ty, format!("load {ty}, ptr {at}, align {align}"));
    let name = f.random.pick(&["add", "sub", "and", "or", "xor", "mul"]);
    let (one, other) = match f.random.chance(60) {
        true => (&loaded, &value),
        false => (&value, &loaded),
    };
    let result = f.emit(ty, format!("{name} {ty} {}, {}", one.text, other.text));
    f.line(format!(
        "store {ty} {}, ptr {at}, align {align}",
        result.text
    ));
    if f.random.chance(50) {
        let predicate = f.random.pick(super::integers::PREDICATES);
        let mask = ty.with_int(1);
        let zero = f.constant(ty);
        let compared = f.emit(
            mask,
            format!("icmp {predicate} {ty} {}, {}", result.text, zero.text),
        );
        f.keep(compared);
    }
}

/// An integer assembled of the bytes that are next to each other, in either order.
fn assembled(f: &mut Function) {
    let bytes = f.random.pick(&[2, 4, 8]);
    let ty = Type::int(bytes * 8);
    let offset = f.random.below(MEMORY - bytes);
    let is_reversed = f.random.chance(50);
    let mut whole = f.splat(ty, 0);
    for byte in 0..bytes {
        let loaded = f.load_at("%mem", offset + byte, Type::int(8), 1);
        let wide: Value = f.emit(ty, format!("zext i8 {} to {ty}", loaded.text));
        let at = if is_reversed { bytes - 1 - byte } else { byte };
        let shifted = f.emit(ty, format!("shl {ty} {}, {}", wide.text, at * 8));
        whole = f.emit(ty, format!("or {ty} {}, {}", whole.text, shifted.text));
    }
    f.keep(whole);
}

/// A small number in memory that is read as it is, extended, masked and compared.
fn read_often(f: &mut Function) {
    let bits = f.random.pick(&[8, 16, 32]);
    let ty = Type::int(bits);
    let (at, align) = address(f, bits / 8);
    let is_positive = f.random.chance(40);
    if is_positive {
        let any = f.value(ty);
        let most = (1u32 << (bits - 1)) - 1;
        let value = f.emit(ty, format!("and {ty} {}, {most}", any.text));
        f.line(format!(
            "store {ty} {}, ptr {at}, align {align}",
            value.text
        ));
    }
    let loaded = f.emit(ty, format!("load {ty}, ptr {at}, align {align}"));
    for _ in 0..f.random.below(4) + 2 {
        let reader = read(f, &loaded, is_positive);
        f.keep(reader);
    }
    f.keep(loaded);
}

/// One reader of a number in memory, `loaded`.
fn read(f: &mut Function, loaded: &Value, is_positive: bool) -> Value {
    let (ty, text) = (loaded.ty, &loaded.text);
    let wide = Type::int(f.random.pick(&[32, 64, 64]));
    let wide = if wide.bits() > ty.bits() {
        wide
    } else {
        Type::int(64)
    };
    let nneg = if is_positive && f.random.chance(60) {
        "nneg "
    } else {
        ""
    };
    match f.random.below(7) {
        0 => f.emit(wide, format!("sext {ty} {text} to {wide}")),
        1 => f.emit(wide, format!("zext {nneg}{ty} {text} to {wide}")),
        2 => {
            let mask = f.constant(ty);
            let masked = f.emit(ty, format!("and {ty} {text}, {}", mask.text));
            f.emit(wide, format!("zext {ty} {} to {wide}", masked.text))
        }
        3 => {
            let other = f.value(ty);
            f.emit(ty, format!("add {ty} {text}, {}", other.text))
        }
        4 => {
            let mask = f.constant(ty);
            let masked = f.emit(ty, format!("and {ty} {text}, {}", mask.text));
            let predicate = f.random.pick(&["eq", "ne", "slt", "sgt"]);
            let zero = f.splat(ty, 0);
            f.emit(
                Type::int(1),
                format!("icmp {predicate} {ty} {}, {}", masked.text, zero.text),
            )
        }
        number => {
            let predicate = f.random.pick(super::integers::PREDICATES);
            let other = if number == 5 {
                f.constant(ty)
            } else {
                f.value(ty)
            };
            f.emit(
                Type::int(1),
                format!("icmp {predicate} {ty} {text}, {}", other.text),
            )
        }
    }
}
