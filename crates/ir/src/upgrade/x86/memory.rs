//! Loads and stores, and intrinsics that stored part of their result.

use crate::entities::{Type, Value};
use crate::types::{TypeData, TypeTable};

use super::super::builder::Builder;
use super::Recipe::{self, *};

/// Stores of this file; `None` if the call does not look like one.
pub(super) fn store(builder: &mut Builder<'_>, recipe: Recipe) -> Option<()> {
    let [pointer, value] = *builder.args else {
        return None;
    };
    match recipe {
        StoreLow => {
            let quads = builder.vector(TypeTable::I64, 2);
            let value = builder.named("cast", |b| b.bitcast(value, quads));
            let low = builder.extract(value, 0);
            builder.store(low, pointer, 1);
        }
        StoreNontemporal => {
            let align = size(builder, builder.ty(value))?;
            let store = builder.store(value, pointer, align);
            builder.set_nontemporal(store);
        }
        StoreLowNontemporal => {
            let low = builder.named("extractelement", |b| b.extract(value, 0));
            let store = builder.store(low, pointer, 1);
            builder.set_nontemporal(store);
        }
        _ => {
            builder.store(value, pointer, 1);
        }
    }
    Some(())
}

/// The value of a recipe of this file.
pub(super) fn value(builder: &mut Builder<'_>, recipe: Recipe, name: &str) -> Option<Value> {
    let ret = builder.result;
    match recipe {
        LoadNontemporal => {
            let align = size(builder, ret)?;
            let value = builder.load(ret, *builder.args.first()?, align);
            let load = builder.def(value)?;
            builder.set_nontemporal(load);
            Some(value)
        }
        BroadcastLoad => {
            let shape = builder.shape(ret)?;
            let align = size(builder, shape.element)?;
            let number = builder.load(shape.element, *builder.args.first()?, align);
            let mut vector = builder.poison(ret);
            for index in 0..shape.len {
                let index = builder.int(TypeTable::I32, u64::from(index));
                vector = builder.insert_at(vector, number, index);
            }
            Some(vector)
        }
        BroadcastHalf => {
            let shape = builder.shape(ret)?;
            let half = builder.vector(shape.element, shape.len / 2);
            let value = builder.load(half, *builder.args.first()?, 1);
            let poison = builder.poison(half);
            let half_len = (shape.len / 2) as i32;
            let mask: Vec<i32> = (0..shape.len as i32).map(|i| i % half_len).collect();
            Some(builder.shuffle(value, poison, &mask))
        }
        Carry => carry(builder, name),
        Counter => {
            let pair = pair(builder, TypeTable::I64, TypeTable::I32);
            let both = builder.call("llvm.x86.rdtscp", pair, &[])?;
            builder.take_name(both);
            store_member(builder, both, *builder.args.first()?)
        }
        _ => None,
    }
}

/// Addition or subtraction with carry: gave the carry and stored the result; now both are members of a struct.
fn carry(builder: &mut Builder<'_>, name: &str) -> Option<Value> {
    let [carry, left, right, pointer] = *builder.args else {
        return None;
    };
    let operation = match name.starts_with("addcarry") {
        true => "addcarry",
        false => "subborrow",
    };
    let ty = builder.ty(left);
    let bits = builder.element_bits(ty)?;
    let pair = pair(builder, TypeTable::I8, ty);
    let name = format!("llvm.x86.{operation}.{bits}");
    let both = builder.call(&name, pair, &[carry, left, right])?;
    store_member(builder, both, pointer)
}

fn pair(builder: &mut Builder<'_>, first: Type, second: Type) -> Type {
    builder.module.types.intern(TypeData::Struct {
        fields: [first, second].into(),
        packed: false,
    })
}

/// Stores the second member and gives the first.
fn store_member(builder: &mut Builder<'_>, both: Value, pointer: Value) -> Option<Value> {
    let second = builder.extract_value(both, 1)?;
    builder.store(second, pointer, 1);
    builder.extract_value(both, 0)
}

/// The size in bytes of a number or vector of numbers, if it is a valid alignment.
fn size(builder: &Builder<'_>, ty: Type) -> Option<u64> {
    let len = builder.shape(ty).map_or(1, |shape| shape.len);
    let bytes = u64::from(builder.element_bits(ty)? * len / 8);
    bytes.is_power_of_two().then_some(bytes)
}
