//! Statements about lanes of vectors.

use super::convert::convert;
use super::function::{Function, Value};
use super::types::{Scalar, Type, by_lane};

/// Any statement about vectors.
pub fn statement(f: &mut Function) {
    let kinds: [fn(&mut Function) -> Value; 8] = [
        insert,
        extract,
        shuffle,
        partial_shuffle,
        reduce,
        mask,
        masked_memory,
        rearrange,
    ];
    let kind = f.random.weighted(&[14, 14, 30, 10, 16, 10, 8, 8]);
    let value = kinds[kind](f);
    f.keep(value);
}

fn vector_type(f: &mut Function) -> Type {
    f.ty(Type::is_vector)
}

/// An index of a lane: a constant, or a variable in range.
fn index(f: &mut Function, lanes: u32) -> String {
    let ty = Type::int(f.random.pick(&[8, 16, 32, 64]));
    if f.random.chance(60) {
        return format!("{ty} {}", f.random.below(lanes));
    }
    let any = f.value(ty);
    let index = f.emit(ty, format!("urem {ty} {}, {lanes}", any.text));
    format!("{ty} {}", index.text)
}

fn insert(f: &mut Function) -> Value {
    let ty = vector_type(f);
    let base = f.value(ty);
    let lane = f.value(ty.lane());
    let index = index(f, ty.lanes);
    f.emit(
        ty,
        format!(
            "insertelement {ty} {}, {} {}, {index}",
            base.text, lane.ty, lane.text
        ),
    )
}

fn extract(f: &mut Function) -> Value {
    let ty = vector_type(f);
    let vector = f.value(ty);
    let index = index(f, ty.lanes);
    f.emit(
        ty.lane(),
        format!("extractelement {ty} {}, {index}", vector.text),
    )
}

/// The lanes of a mask for `lanes` lanes of two vectors of `from` lanes each: random, or one of the orders for which
/// there are instructions.
fn order(f: &mut Function, from: u32, lanes: u32) -> Vec<u32> {
    let all = 2 * from;
    let start = f.random.below(all);
    let step = f.random.pick(&[1, 2, 3, 4, 8]);
    let kind = f.random.below(12);
    let block = f.random.pick(&[2, 4, 8]);
    (0..lanes)
        .map(|lane| match kind {
            0 => (start + lane) % all,
            1 => (start % from + lane) % from,
            2 => lane / 2 + if lane.is_multiple_of(2) { 0 } else { from },
            3 => lane / 2 + from / 2 + if lane.is_multiple_of(2) { 0 } else { from },
            4 => (lane * 2) % all,
            5 => (lane * 2 + 1) % all,
            6 => start,
            7 => lane ^ (block - 1),
            8 => lane + if f.random.chance(50) { from } else { 0 },
            9 => (start + lane * step) % all,
            10 => f.random.below(from),
            _ => f.random.below(all),
        })
        .map(|lane| lane % all)
        .collect()
}

fn shuffle_of(f: &mut Function, left: &Value, right: &str, lanes: &[Option<u32>]) -> Value {
    let texts: Vec<String> = lanes
        .iter()
        .map(|lane| lane.map_or("i32 poison".into(), |lane| format!("i32 {lane}")))
        .collect();
    let ty = Type::vector(lanes.len() as u32, left.ty.scalar);
    let mask = Type::vector(ty.lanes, Scalar::Int(32));
    let text = format!(
        "shufflevector {} {}, {} {right}, {mask} <{}>",
        left.ty,
        left.text,
        left.ty,
        texts.join(", ")
    );
    f.emit(ty, text)
}

fn shuffle(f: &mut Function) -> Value {
    let ty = vector_type(f);
    let lanes = match f.random.chance(70) {
        true => ty.lanes,
        false => f.random.pick(&[1, 2, 3, 4, 8, 16]),
    };
    let (left, right) = (f.value(ty), f.value(ty));
    let order = order(f, ty.lanes, lanes);
    let lanes: Vec<Option<u32>> = order.into_iter().map(Some).collect();
    shuffle_of(f, &left, &right.text, &lanes)
}

/// A shuffle that leaves lanes open, followed by one that takes none of those.
fn partial_shuffle(f: &mut Function) -> Value {
    let ty = vector_type(f);
    let (left, right) = (f.value(ty), f.value(ty));
    let order = order(f, ty.lanes, ty.lanes);
    let keep = f.random.below(ty.lanes);
    let lanes: Vec<Option<u32>> = order
        .iter()
        .enumerate()
        .map(|(at, lane)| (at as u32 == keep || f.random.chance(50)).then_some(*lane))
        .collect();
    let open = shuffle_of(f, &left, &right.text, &lanes);
    let laid_down: Vec<u32> = (0..ty.lanes)
        .filter(|&lane| lanes[lane as usize].is_some())
        .collect();
    let lanes: Vec<Option<u32>> = (0..ty.lanes)
        .map(
            |lane| match laid_down.contains(&lane) && f.random.chance(60) {
                true => Some(lane),
                false => Some(f.random.pick(&laid_down)),
            },
        )
        .collect();
    shuffle_of(f, &open, "poison", &lanes)
}

fn reduce(f: &mut Function) -> Value {
    let ty = vector_type(f);
    let vector = f.value(ty);
    let lane = ty.lane();
    let suffix = ty.suffix();
    if !ty.is_float() {
        let names = [
            "add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax",
        ];
        let name = f.random.pick(&names);
        return f.intrinsic(&format!("vector.reduce.{name}.{suffix}"), lane, &[&vector]);
    }
    let kind = match f.random.below(4) {
        kind @ (0 | 1) if super::floats::forgets_nans(f.machine, ty) => kind + 2,
        kind => kind,
    };
    match kind {
        0 => f.intrinsic(
            &format!("vector.reduce.fminimum.{suffix}"),
            lane,
            &[&vector],
        ),
        1 => f.intrinsic(
            &format!("vector.reduce.fmaximum.{suffix}"),
            lane,
            &[&vector],
        ),
        kind => {
            let start = f.value(lane);
            let name = if kind == 2 { "fadd" } else { "fmul" };
            f.intrinsic(
                &format!("vector.reduce.{name}.{suffix}"),
                lane,
                &[&start, &vector],
            )
        }
    }
}

/// Operations on vectors of conditions.
fn mask(f: &mut Function) -> Value {
    let ty = vector_type(f).with_int(1);
    let (left, right) = (f.value(ty), f.value(ty));
    let name = f.random.pick(&["and", "or", "xor"]);
    let both = f.emit(ty, format!("{name} {ty} {}, {}", left.text, right.text));
    match f.random.below(4) {
        0 => {
            let wide = Type::int(ty.lanes);
            let bits = f.emit(wide, format!("bitcast {ty} {} to {wide}", both.text));
            convert(f, &bits, Type::int(32))
        }
        1 => {
            let wide = ty.with_int(f.random.pick(&[8, 16, 32, 64]));
            let cast = f.random.pick(&["zext", "sext"]);
            f.emit(wide, format!("{cast} {ty} {} to {wide}", both.text))
        }
        2 => {
            let name = f.random.pick(&["and", "or", "xor", "add"]);
            f.intrinsic(
                &format!("vector.reduce.{name}.{}", ty.suffix()),
                Type::int(1),
                &[&both],
            )
        }
        _ => both,
    }
}

/// Loads and stores of some lanes, in the function's memory.
fn masked_memory(f: &mut Function) -> Value {
    let ty = f
        .ty(|ty| ty.is_vector() && ty.scalar.bits() % 8 == 0 && ty.scalar.bits().is_power_of_two());
    let mask = f.value(ty.with_int(1));
    let suffix = ty.suffix();
    let name = format!("%v{}", f.number());
    let align = f.random.pick(&[1, 16]);
    f.line(format!("{name} = alloca {ty}, align {align} ; ptr"));
    let first = f.value(ty);
    let second = f.value(ty);
    f.line(format!(
        "store {ty} {}, ptr {name}, align {align}",
        first.text
    ));
    let pointers = format!(
        "{ty} {}, ptr {name}, i32 {align}, {} {}",
        second.text, mask.ty, mask.text
    );
    f.line(format!(
        "call void @llvm.masked.store.{suffix}.p0({pointers})"
    ));
    f.declarations.insert(format!(
        "declare void @llvm.masked.store.{suffix}.p0({ty}, ptr, i32, {})",
        mask.ty
    ));
    let mask = f.value(ty.with_int(1));
    let other = f.value(ty);
    if ty.lanes <= 8 && f.random.chance(40) {
        return gather(f, &name, &mask, &other);
    }
    f.declarations.insert(format!(
        "declare {ty} @llvm.masked.load.{suffix}.p0(ptr, i32, {}, {ty})",
        mask.ty
    ));
    let arguments = format!(
        "ptr {name}, i32 {align}, {} {}, {ty} {}",
        mask.ty, mask.text, other.text
    );
    f.emit(
        ty,
        format!("call {ty} @llvm.masked.load.{suffix}.p0({arguments})"),
    )
}

/// Lanes from anywhere in a vector in memory.
fn gather(f: &mut Function, base: &str, mask: &Value, other: &Value) -> Value {
    let ty = other.ty;
    let indices = f.value(ty.with_int(32));
    let limit = by_lane(indices.ty, || ty.lanes.to_string());
    let inside = f.emit(
        indices.ty,
        format!("urem {} {}, {limit}", indices.ty, indices.text),
    );
    let pointers = format!("<{} x ptr>", ty.lanes);
    let scalar = ty.scalar;
    let address = format!(
        "getelementptr {scalar}, ptr {base}, {} {}",
        inside.ty, inside.text
    );
    let address = f.define(&pointers, address);
    let name = format!("llvm.masked.gather.{}.v{}p0", ty.suffix(), ty.lanes);
    f.declarations.insert(format!(
        "declare {ty} @{name}({pointers}, i32, {}, {ty})",
        mask.ty
    ));
    let arguments = format!(
        "{pointers} {address}, i32 1, {} {}, {ty} {}",
        mask.ty, mask.text, other.text
    );
    f.emit(ty, format!("call {ty} @{name}({arguments})"))
}

/// Intrinsics that move lanes.
fn rearrange(f: &mut Function) -> Value {
    let ty = vector_type(f);
    let vector = f.value(ty);
    let suffix = ty.suffix();
    match f.random.below(3) {
        0 => f.intrinsic(&format!("vector.reverse.{suffix}"), ty, &[&vector]),
        1 => {
            let other = f.value(ty);
            let lane = f.random.below(ty.lanes);
            let name = format!("vector.splice.{suffix}");
            let text = f.intrinsic_with(
                &name,
                &ty.to_string(),
                &[&vector, &other],
                &format!(", i32 {lane}"),
            );
            Value { text, ty }
        }
        _ => {
            let wide = Type::vector(ty.lanes * 2, ty.scalar);
            if wide.bits() > 512 {
                return vector;
            }
            let other = f.value(ty);
            f.intrinsic(
                &format!("vector.interleave2.{}", wide.suffix()),
                wide,
                &[&vector, &other],
            )
        }
    }
}
