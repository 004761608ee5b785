//! Statements about integers and vectors of them.

use super::Machine;
use super::convert::convert_lanes;
use super::function::{Function, Value};
use super::types::{Type, integer};

/// Any statement about integers.
pub fn statement(f: &mut Function) {
    let kinds: [fn(&mut Function) -> Value; 11] = [
        binary,
        shift,
        division,
        compare,
        select,
        cast,
        one_operand,
        two_operands,
        overflow,
        flagged,
        idiom,
    ];
    let kind = f.random.weighted(&[24, 12, 8, 12, 8, 12, 8, 8, 5, 6, 14]);
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
    let ty = f.integer_type();
    let name = f.random.pick(&["add", "sub", "mul", "and", "or", "xor"]);
    let (left, right) = (f.value(ty), f.value(ty));
    operation(f, name, &left, &right)
}

/// An amount below the width.
fn amount(f: &mut Function, ty: Type) -> Value {
    let bits = ty.scalar.bits();
    if f.random.chance(50) {
        let amount = f.random.below(bits);
        return f.splat(ty, i128::from(amount));
    }
    let any = f.value(ty);
    if bits.is_power_of_two() {
        let most = f.splat(ty, i128::from(bits - 1));
        return operation(f, "and", &any, &most);
    }
    let limit = f.splat(ty, i128::from(bits));
    operation(f, "urem", &any, &limit)
}

fn shift(f: &mut Function) -> Value {
    let ty = f.integer_type();
    let name = f.random.pick(&["shl", "lshr", "ashr"]);
    let value = f.value(ty);
    let amount = amount(f, ty);
    operation(f, name, &value, &amount)
}

/// A divisor that is positive and odd, or a constant that is neither 0 nor -1.
fn divisor(f: &mut Function, ty: Type) -> Value {
    let bits = ty.scalar.bits();
    if f.random.chance(50) {
        let value = integer(&mut f.random, bits);
        let value = if value == 0 || value == -1 { 1 } else { value };
        return f.splat(ty, value);
    }
    let any = f.value(ty);
    let one = f.splat(ty, 1);
    let odd = operation(f, "or", &any, &one);
    if bits > 128 {
        return odd;
    }
    let most = f.splat(ty, i128::MAX >> (128 - bits));
    operation(f, "and", &odd, &most)
}

fn division(f: &mut Function) -> Value {
    let ty = f.ty(|ty| !ty.is_float() && ty.scalar.bits() > 1 && ty.lanes <= 8);
    let value = f.value(ty);
    let divisor = divisor(f, ty);
    let name = match ty.scalar.bits() > 128 {
        true => f.random.pick(&["udiv", "urem"]),
        false => f.random.pick(&["udiv", "urem", "sdiv", "srem"]),
    };
    let result = operation(f, name, &value, &divisor);
    if f.random.chance(25) {
        f.keep(result);
        let other = match name {
            "udiv" => "urem",
            "urem" => "udiv",
            "sdiv" => "srem",
            _ => "sdiv",
        };
        return operation(f, other, &value, &divisor);
    }
    result
}

/// The predicates of `icmp`.
pub const PREDICATES: &[&str] = &[
    "eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle",
];

/// A comparison of any integers.
pub fn compare(f: &mut Function) -> Value {
    let ty = f.integer_type();
    let predicate = f.random.pick(PREDICATES);
    let left = match f.random.chance(30) {
        true => idiom_of(f, ty),
        false => f.value(ty),
    };
    let right = match f.random.chance(40) {
        true => f.constant(ty),
        false => f.value(ty),
    };
    let mask = ty.with_int(1);
    f.emit(
        mask,
        format!("icmp {predicate} {ty} {}, {}", left.text, right.text),
    )
}

/// A condition: an `i1`, mostly a comparison nearby.
pub fn condition(f: &mut Function) -> Value {
    let one = Type::int(1);
    if f.random.chance(30) {
        return f.value(one);
    }
    let found = match f.random.chance(75) {
        true => compare(f),
        false => super::floats::compare(f),
    };
    if found.ty == one {
        if f.random.chance(25) {
            let other = condition(f);
            let name = f.random.pick(&["and", "or", "xor"]);
            return operation(f, name, &found, &other);
        }
        return found;
    }
    let name = f.random.pick(&["and", "or", "xor", "umax"]);
    f.intrinsic(
        &format!("vector.reduce.{name}.{}", found.ty.suffix()),
        one,
        &[&found],
    )
}

fn select(f: &mut Function) -> Value {
    let ty = f.ty(|_| true);
    let condition = match ty.is_vector() && f.random.chance(60) {
        true => f.value(ty.with_int(1)),
        false => condition(f),
    };
    let (left, right) = (f.value(ty), f.value(ty));
    f.emit(
        ty,
        format!(
            "select {} {}, {ty} {}, {ty} {}",
            condition.ty, condition.text, left.text, right.text
        ),
    )
}

fn cast(f: &mut Function) -> Value {
    let from = f.integer_type();
    let value = f.value(from);
    let bits = f
        .random
        .pick(&[1, 7, 8, 8, 16, 16, 24, 32, 32, 48, 64, 64, 65, 128]);
    let to = if from.bits() * bits / from.scalar.bits() > 1024 {
        from.with_int(8)
    } else {
        from.with_int(bits)
    };
    convert_lanes(f, &value, to)
}

fn one_operand(f: &mut Function) -> Value {
    let ty = f.integer_type();
    let value = f.value(ty);
    let suffix = ty.suffix();
    match f.random.below(6) {
        0 => f.intrinsic(&format!("ctpop.{suffix}"), ty, &[&value]),
        1 => counted_zeros(f, "ctlz", &value),
        2 => counted_zeros(f, "cttz", &value),
        3 if ty.scalar.bits().is_multiple_of(16) => {
            f.intrinsic(&format!("bswap.{suffix}"), ty, &[&value])
        }
        3 | 4 => f.intrinsic(&format!("bitreverse.{suffix}"), ty, &[&value]),
        _ => {
            let name = f.intrinsic_with(
                &format!("abs.{suffix}"),
                &ty.to_string(),
                &[&value],
                ", i1 false",
            );
            Value { text: name, ty }
        }
    }
}

fn counted_zeros(f: &mut Function, name: &str, value: &Value) -> Value {
    let ty = value.ty;
    let name = format!("{name}.{}", ty.suffix());
    let (value, further) = match f.random.chance(30) {
        true => {
            let one = f.splat(ty, 1);
            (operation(f, "or", value, &one), ", i1 true")
        }
        false => (value.clone(), ", i1 false"),
    };
    let text = f.intrinsic_with(&name, &ty.to_string(), &[&value], further);
    Value { text, ty }
}

fn two_operands(f: &mut Function) -> Value {
    let ty = f.integer_type();
    let suffix = ty.suffix();
    let left = f.value(ty);
    match f.random.below(14) {
        0..2 => {
            let name = f.random.pick(&["fshl", "fshr"]);
            let right = if f.random.chance(40) {
                left.clone()
            } else {
                f.value(ty)
            };
            let amount = f.value(ty);
            f.intrinsic(&format!("{name}.{suffix}"), ty, &[&left, &right, &amount])
        }
        2 => {
            let name = f.random.pick(&["sshl.sat", "ushl.sat"]);
            let amount = amount(f, ty);
            f.intrinsic(&format!("{name}.{suffix}"), ty, &[&left, &amount])
        }
        3 => {
            let name = f.random.pick(&["scmp", "ucmp"]);
            let right = f.value(ty);
            let to = ty.with_int(8);
            f.intrinsic(
                &format!("{name}.{}.{suffix}", to.suffix()),
                to,
                &[&left, &right],
            )
        }
        _ => {
            let names = [
                "smin", "smax", "umin", "umax", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat",
            ];
            let name = f.random.pick(&names);
            let right = f.value(ty);
            f.intrinsic(&format!("{name}.{suffix}"), ty, &[&left, &right])
        }
    }
}

fn overflow(f: &mut Function) -> Value {
    let ty = f.integer_type();
    let name = f
        .random
        .pick(&["sadd", "uadd", "ssub", "usub", "smul", "umul"]);
    let (left, right) = (f.value(ty), f.value(ty));
    let mask = ty.with_int(1);
    let both = format!("{{ {ty}, {mask} }}");
    let name = format!("{name}.with.overflow.{}", ty.suffix());
    let pair = f.intrinsic_with(&name, &both, &[&left, &right], "");
    let order = f.random.below(2);
    let first = part(f, &pair, &both, [ty, mask], order);
    f.keep(first);
    part(f, &pair, &both, [ty, mask], 1 - order)
}

fn part(f: &mut Function, pair: &str, both: &str, types: [Type; 2], index: u32) -> Value {
    let ty = types[index as usize];
    let part = f.emit(ty, format!("extractvalue {both} {pair}, {index}"));
    // Where LLVM 19 makes an integer of a mask for AArch64, it takes the first result of what computes the mask: of these
    // intrinsics the number. A `freeze` has one result.
    let is_mask = index == 1 && ty.is_vector() && f.machine == Machine::AArch64;
    match is_mask {
        true => f.emit(ty, format!("freeze {ty} {}", part.text)),
        false => part,
    }
}

/// Operations with flags that hold for the numbers they get.
fn flagged(f: &mut Function) -> Value {
    let narrow = f.ty(|ty| !ty.is_float() && ty.scalar.bits() <= 64);
    let wide = narrow.with_int(narrow.scalar.bits() * 2 + 1);
    let (left, right) = (f.value(narrow), f.value(narrow));
    match f.random.below(6) {
        0 | 1 => {
            let cast = f.random.pick(&["zext", "sext"]);
            let left = f.emit(wide, format!("{cast} {narrow} {} to {wide}", left.text));
            let right = f.emit(wide, format!("{cast} {narrow} {} to {wide}", right.text));
            let names: &[&str] = match cast {
                "zext" => &["add nuw nsw", "mul nuw", "add nuw"],
                _ => &["add nsw", "sub nsw", "mul nsw"],
            };
            let name = f.random.pick(names);
            operation(f, name, &left, &right)
        }
        2 if narrow.scalar.bits() > 1 => {
            let one = f.splat(narrow, 1);
            let half = operation(f, "lshr", &left, &one);
            f.emit(wide, format!("zext nneg {narrow} {} to {wide}", half.text))
        }
        3 => {
            let amount = amount(f, narrow);
            let shifted = operation(f, "shl", &left, &amount);
            let name = f.random.pick(&["lshr exact", "ashr exact"]);
            operation(f, name, &shifted, &amount)
        }
        4 => {
            let mask = f.constant(narrow);
            let low = operation(f, "and", &left, &mask);
            let ones = f.splat(narrow, if narrow.scalar.bits() == 1 { 1 } else { -1 });
            let rest = operation(f, "xor", &mask, &ones);
            let high = operation(f, "and", &right, &rest);
            operation(f, "or disjoint", &low, &high)
        }
        _ => {
            let left = f.emit(wide, format!("zext {narrow} {} to {wide}", left.text));
            let number = i128::from(f.random.below(narrow.scalar.bits().min(6) + 1));
            let factor = f.splat(wide, number.max(1));
            let product = operation(f, "mul nuw", &left, &factor);
            operation(f, "udiv exact", &product, &factor)
        }
    }
}

fn idiom(f: &mut Function) -> Value {
    let ty = f.integer_type();
    idiom_of(f, ty)
}

/// Operations in a row for which targets have instructions.
fn idiom_of(f: &mut Function, ty: Type) -> Value {
    let bits = ty.scalar.bits();
    let value = f.value(ty);
    let ones = f.splat(ty, if bits == 1 { 1 } else { -1 });
    match f.random.below(10) {
        0 | 1 => rotation(f, &value),
        2 => {
            // A field of bits.
            let low = f.random.below(bits);
            let amount = f.splat(ty, i128::from(low));
            let name = f.random.pick(&["lshr", "ashr"]);
            let shifted = operation(f, name, &value, &amount);
            let mask = low_bits(f, ty);
            operation(f, "and", &shifted, &mask)
        }
        3 => {
            let amount = f.random.below(bits);
            let amount = f.splat(ty, i128::from(amount));
            let shifted = operation(f, "shl", &value, &amount);
            let name = f.random.pick(&["lshr", "ashr"]);
            operation(f, name, &shifted, &amount)
        }
        4 => {
            let mask = low_bits(f, ty);
            let other = f.value(ty);
            let rest = operation(f, "xor", &mask, &ones);
            let one = operation(f, "and", &value, &mask);
            let two = operation(f, "and", &other, &rest);
            operation(f, "or", &one, &two)
        }
        5 => {
            let inverted = operation(f, "xor", &value, &ones);
            let other = f.value(ty);
            let name = f.random.pick(&["and", "or", "xor", "add", "sub"]);
            operation(f, name, &inverted, &other)
        }
        6 => {
            let one = f.splat(ty, 1);
            let zero = f.splat(ty, 0);
            let changed = match f.random.below(3) {
                0 => operation(f, "sub", &value, &one),
                1 => operation(f, "sub", &zero, &value),
                _ => operation(f, "add", &value, &one),
            };
            let name = f.random.pick(&["and", "xor", "or"]);
            operation(f, name, &value, &changed)
        }
        7 => multiply_add(f, &value),
        8 => {
            let by = f.random.below(bits.min(5));
            let by = f.splat(ty, i128::from(by));
            let shifted = operation(f, "shl", &value, &by);
            let other = f.value(ty);
            let name = f.random.pick(&["add", "sub", "or", "xor"]);
            match f.random.chance(50) {
                true => operation(f, name, &shifted, &other),
                false => operation(f, name, &other, &shifted),
            }
        }
        _ => high_half(f, &value),
    }
}

/// As many ones as it happens, in the low bits.
fn low_bits(f: &mut Function, ty: Type) -> Value {
    let ones = f.random.below(ty.scalar.bits().min(100)) + 1;
    match ty.scalar.bits() {
        1 => f.splat(ty, 1),
        bits if ones == bits => f.splat(ty, -1),
        _ => f.splat(ty, (1 << ones) - 1),
    }
}

fn rotation(f: &mut Function, value: &Value) -> Value {
    let ty = value.ty;
    let bits = ty.scalar.bits();
    if bits == 1 {
        return value.clone();
    }
    let by = f.random.below(bits - 1) + 1;
    let (left, right) = (
        f.splat(ty, i128::from(by)),
        f.splat(ty, i128::from(bits - by)),
    );
    let other = if f.random.chance(60) {
        value.clone()
    } else {
        f.value(ty)
    };
    let high = operation(f, "shl", value, &left);
    let low = operation(f, "lshr", &other, &right);
    let name = f.random.pick(&["or", "add", "xor"]);
    operation(f, name, &high, &low)
}

fn multiply_add(f: &mut Function, value: &Value) -> Value {
    let ty = value.ty;
    let factor = if f.random.chance(40) {
        f.constant(ty)
    } else {
        f.value(ty)
    };
    let product = operation(f, "mul", value, &factor);
    let other = f.value(ty);
    match f.random.below(3) {
        0 => operation(f, "add", &product, &other),
        1 => operation(f, "sub", &other, &product),
        _ => operation(f, "sub", &product, &other),
    }
}

/// The high half of a product.
fn high_half(f: &mut Function, value: &Value) -> Value {
    let ty = value.ty;
    let bits = ty.scalar.bits();
    if bits > 64 || ty.bits() > 256 {
        return value.clone();
    }
    let wide = ty.with_int(bits * 2);
    let other = f.value(ty);
    let cast = f.random.pick(&["zext", "sext"]);
    let left = f.emit(wide, format!("{cast} {ty} {} to {wide}", value.text));
    let right = f.emit(wide, format!("{cast} {ty} {} to {wide}", other.text));
    let product = operation(f, "mul", &left, &right);
    let by = f.splat(wide, i128::from(bits));
    let name = f.random.pick(&["lshr", "ashr"]);
    let high = operation(f, name, &product, &by);
    f.emit(ty, format!("trunc {wide} {} to {ty}", high.text))
}
