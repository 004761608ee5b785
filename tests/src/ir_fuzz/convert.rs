//! Conversions of a value to any other type, none of which makes poison.

use super::Machine;
use super::function::{Function, Value};
use super::types::{Scalar, Type, by_lane};

/// `value` as a `ty`, by casts, lanes taken out of vectors and lanes put into them.
pub fn convert(f: &mut Function, value: &Value, ty: Type) -> Value {
    if value.ty == ty {
        return value.clone();
    }
    if value.ty.lanes == ty.lanes {
        return convert_lanes(f, value, ty);
    }
    let is_whole = |ty: Type| !matches!(ty.scalar, Scalar::X87) && ty.bits().is_multiple_of(8);
    let has_same_bits = value.ty.bits() == ty.bits() && is_whole(ty);
    if has_same_bits && !loses_bits(f.machine, [value.ty, ty]) && f.random.chance(70) {
        return bitcast(f, value, ty);
    }
    if value.ty.is_vector() {
        let lane = extract(f, value);
        return convert(f, &lane, ty);
    }
    let lane = convert_lanes(f, value, ty.lane());
    insert(f, &lane, ty)
}

/// Whether the reference's code for a `bitcast` is wrong: that of LLVM 19 for x86-64 makes all bits of a `<16 x i1>` the
/// same where the other type is `bfloat`.
fn loses_bits(machine: Machine, types: [Type; 2]) -> bool {
    let is_bfloat = |ty: Type| ty == Type::of(Scalar::BFloat);
    let is_mask = |ty: Type| ty.is_vector() && ty.scalar == Scalar::Int(1);
    machine == Machine::X86_64 && types.into_iter().any(is_bfloat) && types.into_iter().any(is_mask)
}

/// The same bits as another type of the same size. NaNs are made the same before and after.
pub fn bitcast(f: &mut Function, value: &Value, ty: Type) -> Value {
    let value = match value.ty.is_float() {
        true => f.canonical(value),
        false => value.clone(),
    };
    let cast = f.emit(ty, format!("bitcast {} {} to {ty}", value.ty, value.text));
    match ty.is_float() {
        true => f.canonical(&cast),
        false => cast,
    }
}

/// Any lane of a vector.
fn extract(f: &mut Function, value: &Value) -> Value {
    let lane = f.random.below(value.ty.lanes);
    f.emit(
        value.ty.lane(),
        format!("extractelement {} {}, i32 {lane}", value.ty, value.text),
    )
}

/// A vector with `lane` in all lanes, or in one of a constant.
fn insert(f: &mut Function, lane: &Value, ty: Type) -> Value {
    if f.random.chance(50) {
        let at = f.random.below(ty.lanes);
        let base = f.constant(ty);
        let text = format!(
            "insertelement {ty} {}, {} {}, i32 {at}",
            base.text, lane.ty, lane.text
        );
        return f.emit(ty, text);
    }
    let one = f.emit(
        ty,
        format!(
            "insertelement {ty} poison, {} {}, i64 0",
            lane.ty, lane.text
        ),
    );
    let mask = Type::vector(ty.lanes, Scalar::Int(32));
    f.emit(
        ty,
        format!(
            "shufflevector {ty} {}, {ty} poison, {mask} zeroinitializer",
            one.text
        ),
    )
}

/// A conversion that leaves the number of lanes.
pub fn convert_lanes(f: &mut Function, value: &Value, ty: Type) -> Value {
    let (from, text) = (value.ty, &value.text);
    match (from.scalar, ty.scalar) {
        (one, other) if one == other => value.clone(),
        (Scalar::Int(bits), Scalar::Int(wanted)) => {
            let cast = match (bits > wanted, f.random.chance(50)) {
                (true, _) => "trunc",
                (_, true) => "sext",
                (_, false) => "zext",
            };
            f.emit(ty, format!("{cast} {from} {text} to {ty}"))
        }
        (Scalar::Int(bits), _) => {
            let value = match bits > 128 {
                true => convert_lanes(f, value, from.with_int(64)),
                false => value.clone(),
            };
            let cast = f.random.pick(&["sitofp", "uitofp"]);
            f.emit(ty, format!("{cast} {} {} to {ty}", value.ty, value.text))
        }
        (_, Scalar::Int(bits)) => to_integer(f, value, ty, bits),
        (one, other) if one.bits() == other.bits() => {
            // `half` and `bfloat` have no conversion of their own.
            let wide = f.emit(
                from.with(Scalar::Float),
                format!("fpext {from} {text} to {}", from.with(Scalar::Float)),
            );
            f.emit(ty, format!("fptrunc {} {} to {ty}", wide.ty, wide.text))
        }
        (one, other) => {
            let cast = if one.bits() < other.bits() {
                "fpext"
            } else {
                "fptrunc"
            };
            f.emit(ty, format!("{cast} {from} {text} to {ty}"))
        }
    }
}

/// A floating-point value to an integer: saturating, by its bits, or cut to a range in which it is laid down.
fn to_integer(f: &mut Function, value: &Value, ty: Type, bits: u32) -> Value {
    let from = value.ty;
    if from.scalar != Scalar::X87 && f.random.chance(40) {
        let same = from.with_int(from.scalar.bits());
        let bits = bitcast(f, value, same);
        return convert_lanes(f, &bits, ty);
    }
    let is_signed = f.random.chance(50);
    let sign = if is_signed { 's' } else { 'u' };
    if bits <= 128 && f.random.chance(40) {
        let name = format!("fpto{sign}i.sat.{}.{}", ty.suffix(), from.suffix());
        return f.intrinsic(&name, ty, &[value]);
    }
    // What is not in the range, NaN with it, becomes 1, or 0 where 1 is too much.
    let most = if from.scalar == Scalar::Half { 15 } else { 100 };
    let top = power_of_two((bits - u32::from(is_signed)).min(most), from.scalar);
    let top = by_lane(from, || top.clone());
    let zero = by_lane(from, || zero_of(from.scalar).into());
    let one = by_lane(from, || power_of_two(0, from.scalar));
    let mask = from.with_int(1);
    let tested = match is_signed {
        true => f.intrinsic(&format!("fabs.{}", from.suffix()), from, &[value]),
        false => value.clone(),
    };
    let below = f.emit(mask, format!("fcmp olt {from} {}, {top}", tested.text));
    let positive = f.emit(mask, format!("fcmp oge {from} {}, {zero}", tested.text));
    let inside = f.emit(
        mask,
        format!("and {mask} {}, {}", below.text, positive.text),
    );
    let other = if bits == 1 { zero } else { one };
    let text = format!(
        "select {mask} {}, {from} {}, {from} {other}",
        inside.text, value.text
    );
    let safe = f.emit(from, text);
    f.emit(ty, format!("fpto{sign}i {from} {} to {ty}", safe.text))
}

fn zero_of(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Half => "0xH0000",
        Scalar::BFloat => "0xR0000",
        Scalar::X87 => "0xK00000000000000000000",
        Scalar::Quad => "0xL00000000000000000000000000000000",
        _ => "0.0",
    }
}

/// 2 to the power of `exponent`, as a constant.
fn power_of_two(exponent: u32, scalar: Scalar) -> String {
    match scalar {
        Scalar::Half => format!("0xH{:04X}", (15 + exponent) << 10),
        Scalar::BFloat => format!("0xR{:04X}", (127 + exponent) << 7),
        Scalar::X87 => format!("0xK{:04X}8000000000000000", 16383 + exponent),
        Scalar::Quad => format!("0xL0000000000000000{:04X}000000000000", 16383 + exponent),
        _ => format!("0x{:016X}", u64::from(1023 + exponent) << 52),
    }
}
